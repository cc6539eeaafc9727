"""Assignment of vehicles to drivers in browsers, and their return to the autopilot.

If the inputs of a driver stop, the throttle is released and the brake is applied. If the connection is lost, the
vehicle is stopped and kept for a minute, because browsers reload and networks fail briefly.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ....links.serving.access import Pass
from ..schema import binary
from ..serving.binary_messages import Input

if TYPE_CHECKING:
    from ....world.sources.player import Player

PATIENCE = 0.5  # time without an input after which the vehicle is stopped [s]
HOLD = 60.0  # time without a connection after which the vehicle is released [s]
MAX_OF_ONE_KEY = 28  # vehicles of drivers with the same link, connected or not
MAX_OF_ONE_GUEST = 4  # of these, vehicles of one browser
MAX_ABSENT = 64  # vehicles kept for disconnected drivers with the same link; half of the fleet at most
MAX_ABSENT_FROM_ONE = 8  # of these, vehicles for drivers at the same address


NO_PASS = Pass()  # of a driver where none is needed


@dataclass
class Assignment:
    """The vehicle of one driver."""

    vehicle: int
    bearer: Pass
    heard: float  # time of the newest input on the clock
    steer: float = 0.0
    left: float | None = None  # time at which the connection was lost
    is_stopped: bool = False


class DriverAssignment:
    """Vehicles of all drivers by client id. Used in the server's thread only.

    Attributes:
        vehicle_count: number of vehicles of the world.
    """

    def __init__(
        self,
        player: "Player",
        *,
        vehicle_count: int,
        most_of_key: int = MAX_OF_ONE_KEY,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._player, self._most_of_key = player, most_of_key
        self.vehicle_count = vehicle_count
        self._clock = clock
        self._assignments: dict[str, Assignment] = {}

    def vehicle_of(self, client: str) -> int:
        """Return the vehicle that this client drives, or `binary.NO_VEHICLE`."""
        assignment = self._assignments.get(client)
        return assignment.vehicle if assignment else binary.NO_VEHICLE

    def by_vehicle(self) -> dict[int, str]:
        """Return the client of each vehicle that has a driver, including disconnected ones."""
        return {
            assignment.vehicle: client
            for client, assignment in sorted(self._assignments.items(), key=lambda one: one[1].vehicle)
        }

    def take(self, client: str, vehicle: int, *, bearer: Pass = NO_PASS) -> str | None:
        """Assign a vehicle to a client in place of the one it drove; return None, or the reason for a refusal.

        Args:
            client: name of the client.
            vehicle: id of the vehicle.
            bearer: pass of the client.
        """
        if self.vehicle_of(client) == vehicle:
            return None
        if vehicle >= self.vehicle_count:
            return f"there is no vehicle {vehicle}; their numbers go from 0 to {self.vehicle_count - 1}"
        if reason := self._refusal(client, bearer):
            return reason
        if not self._player.take(vehicle):
            return f"another person drives vehicle {vehicle}; take another one"
        self.release(client)
        self._assignments[client] = Assignment(vehicle, bearer, self._clock())
        return None

    def release(self, client: str) -> bool:
        """Release the client's vehicle to its autopilot; return whether there was one."""
        assignment = self._assignments.pop(client, None)
        if assignment:
            self._player.release(assignment.vehicle)
        return assignment is not None

    def set_controls(self, client: str, wanted: Input) -> None:
        """Set the inputs of the client's vehicle."""
        assignment = self._assignments.get(client)
        if assignment:
            assignment.heard, assignment.steer, assignment.is_stopped = self._clock(), wanted.steer, False
            self._player.set(assignment.vehicle, throttle=wanted.throttle, brake=wanted.brake, steer=wanted.steer)

    def disconnect(self, client: str) -> None:
        """Stop the vehicle of a client whose connection is lost, and keep the assignment for `HOLD`."""
        assignment = self._assignments.get(client)
        if assignment:
            assignment.left = self._clock()
            self._stop(assignment)
            self._bound_absent()

    def reconnect(self, client: str) -> int:
        """Return the vehicle that is still assigned to a client that connects again, or `binary.NO_VEHICLE`."""
        assignment = self._assignments.get(client)
        if assignment:
            assignment.left, assignment.heard = None, self._clock()
        return self.vehicle_of(client)

    def update(self, *, is_valid: Callable[[Pass], bool] = lambda _: True) -> None:
        """Stop vehicles without inputs; release those whose drivers are away for too long or no longer admitted.

        Args:
            is_valid: returns whether a pass is valid.
        """
        now = self._clock()
        for client, assignment in list(self._assignments.items()):
            is_gone = assignment.left is not None and now - assignment.left > HOLD
            if is_gone or not is_valid(assignment.bearer):
                self.release(client)
            elif not assignment.is_stopped and now - assignment.heard > PATIENCE:
                self._stop(assignment)

    def release_all(self) -> None:
        """Release all vehicles."""
        for client in list(self._assignments):
            self.release(client)

    def _stop(self, assignment: Assignment) -> None:
        """Release the throttle, apply the brake and keep the steering, because the road may bend."""
        assignment.is_stopped = True
        self._player.set(assignment.vehicle, throttle=0.0, brake=1.0, steer=assignment.steer)

    def bearer_of(self, client: str) -> Pass | None:
        """Return the pass of a client that has a vehicle."""
        assignment = self._assignments.get(client)
        return assignment.bearer if assignment else None

    def _refusal(self, client: str, bearer: Pass) -> str | None:
        """Make room for one more vehicle of a driver; return a sentence if there is no room."""
        if bearer.role != "driver":
            return None
        of_guest = self._make_room(lambda other: other.guest == bearer.guest != "", MAX_OF_ONE_GUEST, for_one=client)
        of_key = self._make_room(lambda other: other.key == bearer.key, self._most_of_key, for_one=client)
        if not of_guest:
            return f"your browser has {MAX_OF_ONE_GUEST} vehicles, which is the most; give one back first"
        if not of_key:
            return f"the drivers of your link have {self._most_of_key} vehicles, which is the most; wait for one"
        return None

    def _make_room(self, is_of: Callable[[Pass], bool], most: int, *, for_one: str) -> bool:
        """Release the longest absent drivers of a group until it may have one more vehicle; return whether it may."""
        held = [
            (assignment.left, client)
            for client, assignment in self._assignments.items()
            if client != for_one and is_of(assignment.bearer)
        ]
        excess = len(held) - most + 1
        absent = sorted((left, client) for left, client in held if left is not None)
        for _, client in absent[: max(0, excess)]:
            self.release(client)
        return excess <= len(absent)

    def _bound_absent(self) -> None:
        """Release the longest absent drivers, so that vehicles cannot be blocked by taking them under new names."""
        self._release_longest_absent(lambda bearer: (bearer.role, bearer.address), MAX_ABSENT_FROM_ONE)
        self._release_longest_absent(
            lambda bearer: (bearer.role, bearer.key), min(MAX_ABSENT, max(1, self.vehicle_count // 2))
        )

    def _release_longest_absent(self, group_of: Callable[[Pass], object], limit: int) -> None:
        """Keep vehicles for at most ``limit`` absent drivers of each group."""
        groups: dict[object, list[tuple[float, str]]] = {}
        for client, assignment in self._assignments.items():
            if assignment.left is not None:
                groups.setdefault(group_of(assignment.bearer), []).append((assignment.left, client))
        for absent in groups.values():
            for _, client in sorted(absent)[: max(0, len(absent) - limit)]:
                self.release(client)
