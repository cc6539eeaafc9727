"""Player: inputs and actions of people, sent from any thread and applied at the start of each step.

A taken vehicle is driven by the inputs that were last ``set``. Released, it goes back to its autopilot on the heading
that it has, or parks where it was parked before. Every other action waits in one mailbox, in the order in which the
actions were sent:

    player = Player()
    world.sources.append(player)
    player.send(Aim(3, yaw=0.5, elevation=0.1))
    player.send(ChangeWeather("rain"), answer=print)
"""

import math
import threading
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ...base.errors import WorldError
from ...base.wording import numbered
from ...models.likely_units import is_command, warn_of_command
from ..drivers.kinds import ABSENT, PLAYER
from .actions import NOT_OURS, Action, Drive, Release, SetSwitches, Take, apply, check_finite

MOST_WAITING = 4096  # actions in the mailbox; a paused world empties it when it goes on


class ManualInput(NamedTuple):
    """Inputs of a driver."""

    throttle: float = 0.0  # -1..1, backward negative [1]
    brake: float = 0.0  # 0..1 [1]
    steer: float = 0.0  # -1..1, left positive [1]


Answer = Callable[[str | None], None]  # called with None, or with one sentence that says why the world refused


class Player:
    """Vehicles that people have taken, with their inputs, and the mailbox of actions; thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._inputs: dict[int, ManualInput] = {}  # of each vehicle that is taken
        self._released: list[int] = []  # vehicles, since the last step
        self._waiting: dict[tuple[type[Action], int], tuple[Action, Answer | None]] = {}  # the mailbox, oldest first
        self._warns = True  # of inputs that look like degrees or per cent
        self._following: list[Action] = []  # from the step before

    def __repr__(self) -> str:
        with self._lock:
            taken = sorted(self._inputs)
        return f"<Player driving {numbered(taken)}>"

    def take(self, vehicle_id: int) -> bool:
        """Take a vehicle, with its switches off; return False if another person has it."""
        with self._lock:
            if vehicle_id in self._inputs:
                return False
            self._inputs[vehicle_id] = ManualInput()
            self._put(SetSwitches(vehicle_id), _ignore)
            return True

    def release(self, vehicle_id: int) -> None:
        """Give a vehicle back to its autopilot, with its switches off; nothing happens if it is not taken.

        Actions of its driver that still wait are refused.
        """
        with self._lock:
            if self._inputs.pop(vehicle_id, None) is None:
                return
            self._released.append(vehicle_id)
            refused = [key for key in self._waiting if key[1] == vehicle_id and key[0].needs_driver]
            answers = [self._waiting.pop(key)[1] for key in refused]
            self._put(SetSwitches(vehicle_id), _ignore)
        for answer in answers:
            if answer is not None:
                answer(f"vehicle {vehicle_id} is not yours any more")

    def is_taken(self, vehicle_id: int) -> bool:
        """Return whether a person drives the vehicle."""
        with self._lock:
            return vehicle_id in self._inputs

    def set(self, vehicle_id: int, *, throttle: float = 0.0, brake: float = 0.0, steer: float = 0.0) -> None:
        """Drive a taken vehicle by these inputs until the next call.

        Args:
            throttle: -1..1, backward negative.
            brake: 0..1.
            steer: -1..1, left positive. Drivers clamp all three; a ``UnitWarning`` says so once if one looks like
                degrees or per cent.

        Raises:
            WorldError: the vehicle is not taken, or a value is not finite.
        """
        inputs = ManualInput(float(throttle), float(brake), float(steer))
        if not all(math.isfinite(value) for value in inputs):
            raise WorldError(f"vehicle {vehicle_id}: {inputs} has a value that is not finite; give numbers in -1..1")
        self._warn_of(vehicle_id, inputs)
        with self._lock:
            self._check_taken(vehicle_id)
            self._inputs[vehicle_id] = inputs

    def _warn_of(self, vehicle_id: int, inputs: ManualInput) -> None:
        """Warn once of an input that looks like degrees or per cent; the drivers clamp it."""
        for name, value in inputs._asdict().items() if self._warns else ():
            if not is_command(value):
                self._warns = False
                warn_of_command(name, value, f"vehicle {vehicle_id}")
                return

    def send(self, action: Action, answer: Answer | None = None) -> None:
        """Apply an action at the start of the next step, after those that were sent before.

        It replaces a waiting action of the same class for the same vehicle.

        Args:
            answer: called with None once the action is applied, or with a sentence if the world refuses it; in the
                simulation's thread. Without it a refusal is raised by the step.

        Raises:
            WorldError: a number is not finite, the action needs a driver and the vehicle is not taken, or the mailbox
                is full.
        """
        check_finite(action)
        with self._lock:
            if action.needs_driver:
                self._check_taken(_vehicle_of(action))
            if len(self._waiting) >= MOST_WAITING and _key(action) not in self._waiting:
                raise WorldError(f"{MOST_WAITING} actions wait for the next step; let the world go on, then send again")
            self._put(action, answer)

    def reclaim(self, world: Any) -> None:
        """Release the vehicles that a person drives in a restored world and no person has taken.

        Taken vehicles get their drivers back in the next step.
        """
        with self._lock:
            for vehicle_id in [one for one in self._inputs if one >= world.count]:
                del self._inputs[vehicle_id]
            driven = [int(vehicle) for vehicle in np.flatnonzero(world.vehicles.driver == PLAYER)]
            self._released += [vehicle for vehicle in driven if vehicle not in self._inputs]

    def read(self, world: Any) -> None:
        """Apply the actions of people since the last step: released vehicles, inputs, then the mailbox.

        Raises:
            WorldError: a taken vehicle does not exist, which is then no longer taken; or the world refuses an action
                that was sent without ``answer``. All other actions are applied.
        """
        with self._lock:
            released, self._released = self._released, []
            waiting, self._waiting = self._waiting, {}
            unknown = sorted(vehicle_id for vehicle_id in self._inputs if not 0 <= vehicle_id < world.count)
            gone = [one for one in self._inputs if one not in unknown and world.vehicles.driver[one] == ABSENT]
            for vehicle_id in (*unknown, *gone):
                del self._inputs[vehicle_id]
            inputs = dict(self._inputs)
        following, self._following = self._following, []
        for action in following:
            apply(action, world)
        for vehicle_id in released:
            if 0 <= vehicle_id < world.count and world.vehicles.driver[vehicle_id] not in NOT_OURS:
                apply(Release(vehicle_id), world)
        for vehicle_id, wanted in inputs.items():
            _drive(world, vehicle_id, wanted)
        refusals = [_unknown_vehicle(vehicle_id, world) for vehicle_id in unknown]
        for action, answer in waiting.values():
            reason = self._apply(action, world)
            if answer is not None:
                answer(reason)
            elif reason is not None:
                refusals.append(reason)
        if refusals:
            raise WorldError(refusals[0])

    def _put(self, action: Action, answer: Answer | None) -> None:
        """Put an action at the end of the mailbox; the lock is held."""
        self._waiting.pop(_key(action), None)
        self._waiting[_key(action)] = action, answer

    def _check_taken(self, vehicle_id: int) -> None:
        """Refuse a vehicle that no person has; the lock is held."""
        if vehicle_id not in self._inputs:
            raise WorldError(f"vehicle {vehicle_id} is not taken; take it before driving it")

    def _apply(self, action: Action, world: Any) -> str | None:
        vehicle_id = _vehicle_of(action)
        if vehicle_id != NO_VEHICLE and not 0 <= vehicle_id < world.count:
            return _unknown_vehicle(vehicle_id, world)
        try:
            apply(action, world)
        except WorldError as error:
            return str(error)
        following = action.in_next_step()
        if following is not None:
            self._following.append(following)
        return None


NO_VEHICLE = -(1 << 63)  # of an action that is about the whole world


def _vehicle_of(action: Action) -> int:
    return getattr(action, "vehicle", NO_VEHICLE)


def _key(action: Action) -> tuple[type[Action], int]:
    return type(action), _vehicle_of(action)


def _ignore(_: str | None) -> None:
    """Ignore the answer."""


def _unknown_vehicle(vehicle_id: int, world: Any) -> str:
    return f"there is no vehicle {vehicle_id}; the world has {world.count}, counted from 0"


def _drive(world: Any, vehicle_id: int, inputs: ManualInput) -> None:
    """Take the vehicle unless it is taken already, and apply inputs that differ from its present ones."""
    driver = world.vehicles.driver[vehicle_id]
    if driver in NOT_OURS:
        return
    if driver != PLAYER:
        apply(Take(vehicle_id), world)
    wanted = Drive(vehicle_id, *inputs)
    if not wanted.is_applied(world.vehicles):
        apply(wanted, world)
