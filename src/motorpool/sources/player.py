"""Player: the hands of people, from any thread, read at the start of each step.

A taken vehicle is driven by what was last ``set``; released, it goes back to its autopilot on the
heading that it has, or parks where it was parked before.
"""

import math
import threading
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ..errors import WorldError
from ..wording import numbered
from ..world.drivers.kinds import PLAYER
from .actions import NOT_OURS, ChooseModel, Drive, Release, SetSwitches, Take, Teleport, apply


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


class Player:
    """A mailbox between people and the world; every method may be called from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._inputs: dict[int, ManualInput] = {}
        self._switches: dict[int, Switches] = {}  # since the last step
        self._asked: dict[tuple[type, int], tuple[Any, Answer]] = {}  # likewise, the newest of each kind and vehicle
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
        self._ask(Teleport(vehicle_id, float(x), float(y), float(yaw)), answer)

    def set_dynamics(self, vehicle_id: int, *, is_on: bool, answer: Answer) -> None:
        """Let a taken vehicle be moved by its dynamic model, or by the kinematic one, from the next step on.

        Args:
            vehicle_id: its row in the vehicle table.
            is_on: whether by the dynamic one.
            answer: called in the simulation's thread with None, or with a sentence that says why not.
        """
        self._ask(ChooseModel(vehicle_id, bool(is_on)), answer)

    def reclaim(self, world: Any) -> None:
        """Release the vehicles that the world says people drive and nobody does, after it was set back.

        The vehicles that people have are theirs again with the next step.
        """
        with self._lock:
            driven = [int(vehicle) for vehicle in np.flatnonzero(world.vehicles.driver == PLAYER)]
            self._released += [vehicle for vehicle in driven if vehicle not in self._inputs]

    def _ask(self, action: Any, answer: Answer) -> None:
        with self._lock:
            self._asked[type(action), action.vehicle] = action, answer

    def read(self, world: Any) -> None:
        """Apply what people have done since the last step, as actions.

        Raises:
            WorldError: somebody has taken a vehicle that the world does not have; it is forgotten.
        """
        with self._lock:
            released, self._released = self._released, []
            switches, self._switches = self._switches, {}
            asked, self._asked = self._asked, {}
            unknown = sorted(vehicle_id for vehicle_id in self._inputs if not 0 <= vehicle_id < world.count)
            for vehicle_id in unknown:
                del self._inputs[vehicle_id]
            inputs = dict(self._inputs)
        known = range(world.count)
        for vehicle_id in filter(known.__contains__, released):
            if world.vehicles.driver[vehicle_id] not in NOT_OURS:
                apply(Release(vehicle_id), world)
        for vehicle_id, hands in inputs.items():
            _drive(world, vehicle_id, hands)
        for vehicle_id in filter(known.__contains__, switches):
            apply(SetSwitches(vehicle_id, *switches[vehicle_id]), world)
        for (_, vehicle_id), (action, answer) in asked.items():
            answer(_outcome(action, world) if vehicle_id in inputs else f"vehicle {vehicle_id} is not yours any more")
        if unknown:
            raise WorldError(f"there is no vehicle {unknown[0]}; the world has {world.count}, counted from 0")


def _drive(world: Any, vehicle_id: int, hands: ManualInput) -> None:
    """Take the vehicle unless it is taken already, and pass on inputs that are not what it is driven by now."""
    driver = world.vehicles.driver[vehicle_id]
    if driver in NOT_OURS:
        return
    if driver != PLAYER:
        apply(Take(vehicle_id), world)
    wanted = Drive(vehicle_id, *hands)
    if not wanted.is_applied(world.vehicles):
        apply(wanted, world)


def _outcome(action: Any, world: Any) -> str | None:
    """None, or the sentence with which the world refused."""
    try:
        apply(action, world)
    except WorldError as error:
        return str(error)
    return None
