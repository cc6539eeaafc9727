"""States of standing vehicles in a recording's journal, shown again by a replay.

Once a simulated second the changes since the second before are added to the journal: the reason why a vehicle stands,
or that it no longer stands. Between two changes a replay shows the last state.
"""

from bisect import bisect_right
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..world.recovery.component import BEGINS
from ..world.recovery.reasons import NONE

if TYPE_CHECKING:
    from ..world import World
    from .journal import Entry

FORCE_STEP = 100  # forces are rounded to it, so that states change rarely [N]


class StandingState(NamedTuple):
    """State of a standing vehicle from a tick on; with reason 0 it does not stand."""

    vehicle: int  # id
    reason: int = NONE  # a constant of ``recovery.reasons``
    blocked_by: int = -1  # id of the vehicle, or index of the object; -1 for none
    needed_force: int = 0  # [N]
    available_force: int = 0  # [N]
    phase: int = 0  # a constant of ``recovery.phases``
    since: int = 0  # tick since which the vehicle has not moved forward


class StandingStates:
    """Finds the states that have changed since the last check."""

    def __init__(self) -> None:
        self._known: dict[int, StandingState] = {}

    def changes(self, world: "World") -> list[StandingState]:
        """Return the states that differ from those of the last call, in the order of the vehicles."""
        standing = np.flatnonzero(world.vehicles.standing_time >= BEGINS).tolist()
        now = {vehicle: _state_of(world, vehicle) for vehicle in standing}
        ended = [StandingState(vehicle) for vehicle in self._known.keys() - now.keys()]
        changed = [state for vehicle, state in now.items() if self._known.get(vehicle) != state]
        self._known = now
        return sorted(changed + ended)


class ShownStates:
    """Writes the states of a journal into the columns of a world, for any moment."""

    def __init__(self, journal: Iterable["Entry"]):
        entries = [entry for entry in journal if entry.standing]
        self._ticks = [entry.tick for entry in entries]
        self._changes = [entry.standing for entry in entries]
        self._read = 0  # number of changes in ``_present``
        self._present: dict[int, StandingState] = {}

    def show(self, world: "World", tick: int) -> None:
        """Set the columns of the world's recovery as they were at a tick."""
        count = bisect_right(self._ticks, tick)
        if count < self._read:  # backwards: start again from the first change
            self._read = 0
            self._present.clear()
        for changes in self._changes[self._read : count]:
            self._present |= {state.vehicle: state for state in changes}
        self._read = count
        self._present = {vehicle: state for vehicle, state in self._present.items() if state.reason != NONE}
        vehicles = world.vehicles
        vehicles.standing_time[:], vehicles.standing_reason[:], vehicles.blocked_by[:] = 0.0, NONE, -1
        vehicles.needed_force[:], vehicles.available_force[:], vehicles.recovery_phase[:] = 0.0, 0.0, 0
        for vehicle, reason, blocked_by, needed, available, phase, since in self._present.values():
            vehicles.standing_time[vehicle] = max(0.0, (tick - since) * world.dt)
            vehicles.standing_reason[vehicle], vehicles.blocked_by[vehicle] = reason, blocked_by
            vehicles.needed_force[vehicle], vehicles.available_force[vehicle] = needed, available
            vehicles.recovery_phase[vehicle] = phase


def _state_of(world: "World", vehicle: int) -> StandingState:
    vehicles = world.vehicles
    return StandingState(
        vehicle,
        int(vehicles.standing_reason[vehicle]),
        int(vehicles.blocked_by[vehicle]),
        _rounded(vehicles.needed_force[vehicle]),
        _rounded(vehicles.available_force[vehicle]),
        int(vehicles.recovery_phase[vehicle]),
        max(0, world.tick - round(float(vehicles.standing_time[vehicle]) / world.dt)),
    )


def _rounded(force: float) -> int:
    return FORCE_STEP * round(float(np.nan_to_num(force)) / FORCE_STEP)
