"""Listing1992: vehicles that drive themselves as the program of document 003 is listed, every line of it.

Its chain in behaviour mode: look for objects (``search_object``), choose a side and a direction (``behavior_motion``),
make a wheel's angle or track forces of it (``calc_inverse_direction``), turn (``calc_direction``), and move at
``cruise_speed`` (``integration``, ``new_position``). The search is ``program_search``, the way back from a direction
``models.published.park1992.inverse``, the rest is the step of ``park1992/tracked`` and ``park1992/wheeled`` with their
cruise control on. The variables of the program's file are one for all vehicles (``models.published.park1992.file_globals``).

The listing has no contact: its vehicles drive through objects and through each other. Contacts are noted, as
``Status.BLOCKED`` and as events, and do nothing to them. The edge of the map holds them; that is ours.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....errors import WorldError
from ....fleet import Fleet
from ....models.mathematics import select
from ....models.published.park1992.driver import sign
from ....models.published.park1992.forces import friction_limits
from ....models.published.park1992.inverse import TrackForces, track_forces_towards, wheel_angle_towards
from ....models.published.park1992.state import State
from ....objects.grid import Circles
from ...drivers.kinds import AUTOPILOT
from ...vehicle_table import Roster
from .. import rules as avoidance
from .defects import Printed
from .program_search import Listed, search_as_listed

Floats = NDArray[np.float64]
Ids = NDArray[np.intp]

UNTOUCHED = ("x", "y", "yaw", "speed", "lateral_speed", "yaw_rate")  # what a contact may not change of a vehicle
SLIDING = ("slide_speed", "spin")  # what a contact may not leave behind


class Snapshot(NamedTuple):
    """A copy of what the program remembers."""

    left_force: Floats
    right_force: Floats
    wheel_angle: Floats
    friction: float


class Listing1992:
    """The vehicles of a world whose ``avoidance`` is ``LISTING``, while an autopilot drives them.

    Args:
        vehicles: the world's.
        fleets: the world's.
    """

    def __init__(self, vehicles: Roster, fleets: Sequence[Fleet]):
        self._vehicles, self._fleets = vehicles, list(fleets)
        self._is_1992 = [fleet.model.module.State is State for fleet in fleets]
        self._ids: Ids = np.zeros(0, np.intp)
        self._left, self._right, self._wheel = np.zeros((3, vehicles.count))  # lforce, rforce [N], wheel_angle [rad]
        self._direction, self._path_direction = np.zeros((2, vehicles.count))  # to the right of x [rad]
        self._listed = Listed(np.zeros(vehicles.count, np.int8), self._direction, self._path_direction)
        self._friction = 0.0  # the variable of the file [N]

    def search(self, run: Callable[..., None], printed: Printed, objects: Circles) -> None:
        """Let each of these vehicles look for objects and choose its path direction.

        Args:
            run: runs a stage.
            printed: which defects of the search stand.
            objects: the world's.

        Raises:
            WorldError: one of them has another model than those of 1992.
        """
        vehicles = self._vehicles
        is_listed = vehicles.avoidance == avoidance.LISTING
        if is_listed.any():
            is_listed &= (vehicles.driver == AUTOPILOT) & (vehicles.is_twin == 0.0) & (vehicles.damage < 1.0)
        self._ids = np.flatnonzero(is_listed)
        if not self._ids.size:
            return
        self._refuse_others()
        self._listed.is_listed[:] = is_listed
        run(search_as_listed, vehicles.pose, vehicles.autopilot, self._listed, printed, objects)

    def steer(self, fleet: Fleet, rows: Any, dt: float) -> None:
        """Replace our controls of a fleet's vehicles by the program's, just before the fleet's step.

        The turn of a step comes from the forces of the step before: ``sum_angular_forces`` stands before
        ``calc_inverse_direction``. A wheel's angle counts at once.

        Args:
            fleet: the world's, or a twin's, which is left alone.
            rows: the fleet's in the world.
            dt: the step [s].
        """
        if not self._ids.size:
            return
        is_ours = any(each is fleet and is_1992 for each, is_1992 in zip(self._fleets, self._is_1992, strict=True))
        if not is_ours:
            return
        ids = self._of(rows)
        own, control, state, vehicles = ids - rows.start, fleet.control, fleet.state, self._vehicles
        found, self._friction = friction_before_each(state, control, fleet.params, self._friction)
        state.friction_force[:] = found
        state.cruising[own], state.cruise_speed[own] = 1.0, vehicles.desired_speed[ids]
        control.cruise[own], control.side_brake[own] = 1.0, 0.0
        control.left_force[own], control.right_force[own] = self._left[ids], self._right[ids]
        if fleet.kind == "wheeled":
            self._turn_wheels(ids, dt)
            control.steer_angle[own] = -self._wheel[ids]
            vehicles.steer[ids] = -self._wheel[ids] / fleet.params.max_steer_angle[own]
        else:
            self._add_forces(ids, fleet.params.mass[own])
            turn = (control.right_force[own] - control.left_force[own]) / fleet.params.max_drive_force[own]
            vehicles.steer[ids] = np.clip(turn, -1.0, 1.0)

    def hold(self) -> list[NDArray[Any]]:
        """Return where these vehicles are and how fast, before contacts are resolved."""
        if not self._ids.size:
            return []
        return [column[self._ids] for column in self._vehicles.columns(*UNTOUCHED)]

    def release(self, held: Sequence[NDArray[Any]]) -> None:
        """Undo what contacts have done to these vehicles."""
        if not self._ids.size:
            return
        for column, before in zip(self._vehicles.columns(*UNTOUCHED), held, strict=True):
            column[self._ids] = before
        for column in self._vehicles.columns(*SLIDING):
            column[self._ids] = 0.0
        for fleet, rows, is_1992 in zip(self._fleets, self._vehicles.rows, self._is_1992, strict=True):
            if is_1992:
                own = self._of(rows)
                fleet.state.yaw_rate[own - rows.start] = self._vehicles.yaw_rate[own]

    def snapshot(self) -> Snapshot:
        """Return a copy of what the program remembers."""
        return Snapshot(self._left.copy(), self._right.copy(), self._wheel.copy(), self._friction)

    def restore(self, snapshot: Snapshot) -> None:
        """Set it as it was."""
        self._left[:], self._right[:], self._wheel[:], self._friction = snapshot

    def _of(self, rows: slice) -> Ids:
        """Return the ids that lie in a fleet's rows."""
        return self._ids[(self._ids >= rows.start) & (self._ids < rows.stop)]

    def _turn_wheels(self, ids: Ids, dt: float) -> None:
        direction, wanted = self._direction[ids], self._path_direction[ids]
        turned = wheel_angle_towards(direction, wanted, dt=dt)
        self._wheel[ids] = np.where(direction != wanted, turned, self._wheel[ids])

    def _add_forces(self, ids: Ids, mass: Floats) -> None:
        before = TrackForces(self._left[ids], self._right[ids])
        after = track_forces_towards(before, self._direction[ids], self._path_direction[ids], mass=mass)
        self._left[ids], self._right[ids] = after

    def _refuse_others(self) -> None:
        for fleet, rows, is_1992 in zip(self._fleets, self._vehicles.rows, self._is_1992, strict=True):
            if not is_1992 and self._of(rows).size:
                raise WorldError(
                    f"fleet {fleet.name!r}: avoidance LISTING drives park1992/tracked and park1992/wheeled only, and "
                    f"its model is {fleet.model.name}; choose one of these models, or another avoidance"
                )


def friction_before_each(state: Any, control: Any, params: Any, friction: float) -> tuple[Floats, float]:
    """Friction [N] that each vehicle of some columns finds in the variable, and what the last leaves there.

    Whether a vehicle writes to it, and what, is known before its step: ``calc_drag_force`` looks at the speed and the
    acceleration of the step before. So each finds what the last writer before it has left.

    Args:
        state: columns of ``State``, in the order in which the program steps the vehicles.
        control: columns of ``Control``; a stopped engine and a side brake leave the variable alone.
        params: columns of ``Params``.
        friction: what the vehicles before these have left [N].
    """
    standing, rolling = friction_limits(params, state.pitch)
    is_steady, is_standing = state.acceleration == 0.0, state.speed == 0.0
    written: Floats = select(is_standing, select(is_steady, 0.0, standing), sign(state.speed) * rolling)
    writes: NDArray[np.bool_] = (is_standing | ~is_steady) & (control.engine_stop < 0.5) & (control.side_brake < 0.5)
    left_by = np.concatenate(([friction], np.where(writes, written, 0.0)))
    writers = np.concatenate(([0], np.where(writes, 1 + np.arange(writes.size), 0)))
    after = left_by[np.maximum.accumulate(writers)]
    return after[:-1], float(after[-1])
