"""Player: the hands of people, from any thread, read at the start of each step.

A taken vehicle is driven by what was last ``set``; released, it goes back to its autopilot on the
heading that it has.
"""

import math
import threading
from collections.abc import Callable
from typing import Any, NamedTuple

from ..errors import WorldError
from ..wording import numbered
from ..world.drivers.kinds import ABSENT, AUTOPILOT, PLAYER, REMOTE
from ..world.drivers.switches import SWITCHES
from .teleport import teleport

NOT_OURS = (REMOTE, ABSENT)  # nobody here can drive such a vehicle


class ManualInput(NamedTuple):
    """Inputs of a driver."""

    throttle: float = 0.0  # -1..1, backward negative [1]
    brake: float = 0.0  # 0..1 [1]
    steer: float = 0.0  # -1..1, left positive [1]


class Switches(NamedTuple):
    """Switches that a driver has set."""

    cruise: bool = False
    parking_brake: bool = False
    engine_stop: bool = False


Answer = Callable[[str | None], None]  # is told None, or one sentence that says why not, in the simulation's thread
Act = Callable[[Any], None]  # on a world; may raise a ``WorldError``


class Player:
    """A mailbox between people and the world; every method may be called from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._inputs: dict[int, ManualInput] = {}
        self._switches: dict[int, Switches] = {}  # since the last step
        self._acts: dict[tuple[str, int], tuple[Act, Answer]] = {}  # likewise, the newest of each kind and vehicle
        self._released: list[int] = []

    def __repr__(self) -> str:
        with self._lock:
            taken = sorted(self._inputs)
        return f"<Player who drives {numbered(taken)}>"

    def take(self, vehicle_id: int) -> bool:
        """Take a vehicle; False if somebody has it."""
        with self._lock:
            if vehicle_id in self._inputs:
                return False
            self._inputs[vehicle_id] = ManualInput()
            self._switches[vehicle_id] = Switches()
            return True

    def release(self, vehicle_id: int) -> None:
        """Give a vehicle back to its autopilot; nothing happens if nobody has it."""
        with self._lock:
            if self._inputs.pop(vehicle_id, None) is not None:
                self._switches[vehicle_id] = Switches()
                self._released.append(vehicle_id)

    def is_taken(self, vehicle_id: int) -> bool:
        """Return whether somebody drives the vehicle."""
        with self._lock:
            return vehicle_id in self._inputs

    def set(self, vehicle_id: int, *, throttle: float = 0.0, brake: float = 0.0, steer: float = 0.0) -> None:
        """Drive a taken vehicle until the next call.

        Args:
            vehicle_id: its row in the vehicle table.
            throttle: -1..1, backward negative.
            brake: 0..1.
            steer: -1..1, left positive.

        Raises:
            WorldError: nobody has taken the vehicle, or a value is not finite.
        """
        inputs = ManualInput(float(throttle), float(brake), float(steer))
        if not all(math.isfinite(value) for value in inputs):
            raise WorldError(f"vehicle {vehicle_id}: {inputs} has a value that is not finite; give numbers in -1..1")
        with self._lock:
            if vehicle_id not in self._inputs:
                raise WorldError(f"vehicle {vehicle_id} is not taken; take it before driving it")
            self._inputs[vehicle_id] = inputs

    def switch(self, vehicle_id: int, switches: Switches) -> None:
        """Set a taken vehicle's switches; see ``world.drivers.switches``.

        Raises:
            WorldError: nobody has taken the vehicle.
        """
        with self._lock:
            if vehicle_id not in self._inputs:
                raise WorldError(f"vehicle {vehicle_id} is not taken; take it before driving it")
            self._switches[vehicle_id] = switches

    def teleport(self, vehicle_id: int, *, x: float, y: float, yaw: float, answer: Answer) -> None:
        """Put a taken vehicle elsewhere at the next step; see ``sources.teleport``.

        Args:
            vehicle_id: its row in the vehicle table.
            x: east [m].
            y: north [m].
            yaw: counter-clockwise from east [rad].
            answer: called in the simulation's thread with None, or with a sentence that says why not.
        """

        def act(world: Any) -> None:
            teleport(world, vehicle_id, x=x, y=y, yaw=yaw)

        self._ask("teleport", vehicle_id, act, answer)

    def set_dynamics(self, vehicle_id: int, *, is_on: bool, answer: Answer) -> None:
        """Let a taken vehicle be moved by its dynamic model, or by the kinematic one, from the next step on.

        Args:
            vehicle_id: its row in the vehicle table.
            is_on: whether by the dynamic one.
            answer: called in the simulation's thread with None, or with a sentence that says why not.
        """

        def act(world: Any) -> None:
            world.model_switching.choose(vehicle_id, is_dynamic=is_on)

        self._ask("dynamics", vehicle_id, act, answer)

    def _ask(self, kind: str, vehicle_id: int, act: Act, answer: Answer) -> None:
        with self._lock:
            self._acts[kind, vehicle_id] = act, answer

    def read(self, world: Any) -> None:
        """Write everybody's hands, and the switches that they have touched, into the world's columns.

        Raises:
            WorldError: somebody has taken a vehicle that the world does not have; it is forgotten.
        """
        with self._lock:
            released, self._released = self._released, []
            switches, self._switches = self._switches, {}
            acts, self._acts = self._acts, {}
            unknown = sorted(vehicle_id for vehicle_id in self._inputs if not 0 <= vehicle_id < world.count)
            for vehicle_id in unknown:
                del self._inputs[vehicle_id]
            inputs = dict(self._inputs)
        vehicles = world.vehicles
        for vehicle_id in filter(range(world.count).__contains__, released):
            if vehicles.driver[vehicle_id] in NOT_OURS:
                continue
            vehicles.driver[vehicle_id] = AUTOPILOT
            vehicles.course_yaw[vehicle_id] = vehicles.yaw[vehicle_id]
            world.model_switching.give_back(vehicle_id)
        for vehicle_id, (throttle, brake, steer) in inputs.items():
            if vehicles.driver[vehicle_id] in NOT_OURS:
                continue
            vehicles.driver[vehicle_id] = PLAYER
            vehicles.throttle[vehicle_id] = throttle
            vehicles.brake[vehicle_id] = brake
            vehicles.target_steer[vehicle_id] = steer
        for vehicle_id in filter(range(world.count).__contains__, switches):
            for name, is_on in zip(SWITCHES, switches[vehicle_id], strict=True):
                getattr(vehicles, name)[vehicle_id] = float(is_on)
        for (_, vehicle_id), (act, answer) in acts.items():
            answer(_outcome(act, world) if vehicle_id in inputs else f"vehicle {vehicle_id} is not yours any more")
        if unknown:
            raise WorldError(f"there is no vehicle {unknown[0]}; the world has {world.count}, counted from 0")


def _outcome(act: Act, world: Any) -> str | None:
    """None, or the sentence with which the world refused."""
    try:
        act(world)
    except WorldError as error:
        return str(error)
    return None
