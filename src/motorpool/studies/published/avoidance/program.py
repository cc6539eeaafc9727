"""Avoidance rule ``program-1992``: autopilots as in the published program of document 003.

Its sequence in behaviour mode: search for objects (``search_object``), choose a side and a direction
(``behavior_motion``), convert it to a wheel angle or track forces (``calc_inverse_direction``), turn
(``calc_direction``), and move at ``cruise_speed`` (``integration``, ``new_position``). The search is in
``program_search``, the conversion in ``published.models.park1992.inverse``, the rest is the step of
``park1992/tracked`` and ``park1992/wheeled`` with cruise control on. The program's file-scope variables are shared by
all vehicles (``models.park1992.file_globals``).

The program has no contact: its vehicles pass through objects and each other. Contacts are reported as
``Status.BLOCKED`` and as events without effect. The limit of the map does apply; the program does not have it.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from ....base.errors import WorldError
from ....models.mathematics import select
from ....vehicles.fleet import Fleet
from ....world.avoidance.rule import Options, Rule
from ....world.avoidance.search_cone import SearchCone
from ....world.columns import Words
from ....world.drivers.kinds import AUTOPILOT
from ....world.guidance.goal_kinds import HOLD
from ....world.scene import Scene
from ..models.park1992.driver import sign
from ..models.park1992.forces import friction_limits
from ..models.park1992.inverse import TrackForces, track_forces_towards, wheel_angle_towards
from ..models.park1992.state import State
from .defects import AS_PUBLISHED

Floats = NDArray[np.float64]
Ids = NDArray[np.intp]

KEPT = ("x", "y", "yaw", "speed", "lateral_speed", "yaw_rate")  # columns of a vehicle that contacts must not change
RESIDUAL = ("residual_lateral_speed", "residual_yaw_rate")  # columns of a vehicle that contacts must not set


class Program(NamedTuple):
    """Columns of the program of 1992, named after its variables."""

    is_by_program: Words  # 1 for a vehicle that the program controls
    program_direction: Floats  # in the thesis's frame, positive to the right of x [rad]
    program_path_direction: Floats  # [rad]
    program_left_force: Floats  # ``lforce`` [N]
    program_right_force: Floats  # ``rforce`` [N]
    program_wheel_angle: Floats  # ``wheel_angle`` [rad]


class Program1992(Rule):
    """Avoidance rule ``program-1992``, which also sets the controls of its vehicles while an autopilot drives them.

    A vehicle that the program cannot control (with its alternate model, or dead) is treated like ``search-cone``, and
    one that holds stands.
    """

    name = "program-1992"
    number = 4
    may_be_freed = is_local = False
    options: ClassVar[Mapping[str, Any]] = {"published_defects": AS_PUBLISHED}
    model_states = (State,)
    about = "the whole program of 1992 as it is published, steering and speed included, for park1992/ models"
    columns: ClassVar[Mapping[str, Any]] = {"program": Program}

    def __init__(self, scene: Scene, options: Options, index: int):
        self._scene, self._options, self._index = scene, options, index
        self._cone = SearchCone(scene, options, index)
        self._is_1992 = [fleet.model.module.State is State for fleet in scene.fleets]
        self._ids: Ids = np.zeros(0, np.intp)
        self._friction = 0.0  # the file-scope variable [N]

    @cached_property
    def _search(self) -> Callable[..., None]:
        """Stage of its vehicles, imported when there are some."""
        from .program_search import search_by_program

        return search_by_program

    def step(self) -> None:
        """Search for objects and set the path direction of each vehicle under this rule.

        Raises:
            WorldError: a vehicle does not have a model of 1992.
        """
        self._cone.step()
        scene, vehicles = self._scene, self._scene.vehicles
        is_by_program = (vehicles.avoidance_rule == self._index) & (vehicles.driver == AUTOPILOT)
        is_by_program &= (vehicles.uses_alternate_model == 0) & (vehicles.damage < 1.0)
        is_by_program &= vehicles.goal != HOLD
        self._ids = np.flatnonzero(is_by_program)
        if not self._ids.size:
            return
        self._refuse_others()
        vehicles.is_by_program[:] = is_by_program
        defects = self._options.published_defects
        scene.run(self._search, vehicles.pose, vehicles.autopilot, vehicles.program, defects, scene.obstacles)

    def override_controls(self) -> None:
        """Replace the controls of vehicles by the program's, just before the step of their models.

        The turn of a step results from the forces of the previous step, because ``sum_angular_forces`` is called before
        ``calc_inverse_direction``. A wheel angle takes effect immediately.
        """
        if not self._ids.size:
            return
        for fleet, rows, is_1992 in zip(self._scene.fleets, self._scene.vehicles.rows, self._is_1992, strict=True):
            if is_1992:
                self._override(fleet, rows)

    def _override(self, fleet: Fleet, rows: slice) -> None:
        ids = self._of(rows)
        own, control, state, vehicles = ids - rows.start, fleet.control, fleet.state, self._scene.vehicles
        found, self._friction = friction_before_each(state, control, fleet.params, self._friction)
        state.friction_force[:] = found
        state.cruising[own], state.cruise_speed[own] = 1.0, vehicles.desired_speed[ids]
        control.cruise[own], control.parking_brake[own] = 1.0, 0.0
        control.left_force[own] = vehicles.program_left_force[ids]
        control.right_force[own] = vehicles.program_right_force[ids]
        if fleet.kind == "wheeled":
            self._update_wheel_angles(ids)
            control.steer_angle[own] = -vehicles.program_wheel_angle[ids]
            vehicles.steer[ids] = -vehicles.program_wheel_angle[ids] / fleet.params.max_steer_angle[own]
        else:
            self._update_track_forces(ids, fleet.params.mass[own])
            turn = (control.right_force[own] - control.left_force[own]) / fleet.params.max_drive_force[own]
            vehicles.steer[ids] = np.clip(turn, -1.0, 1.0)

    def before_contact(self) -> list[NDArray[Any]]:
        """Return position and velocity of these vehicles before contacts are resolved."""
        if not self._ids.size:
            return []
        return [column[self._ids] for column in self._scene.vehicles.columns(*KEPT)]

    def after_contact(self, held: Sequence[NDArray[Any]]) -> None:
        """Undo the effects of contacts on these vehicles."""
        if not self._ids.size:
            return
        for column, before in zip(self._scene.vehicles.columns(*KEPT), held, strict=True):
            column[self._ids] = before
        for column in self._scene.vehicles.columns(*RESIDUAL):
            column[self._ids] = 0.0
        for fleet, rows, is_1992 in zip(self._scene.fleets, self._scene.vehicles.rows, self._is_1992, strict=True):
            if is_1992:
                own = self._of(rows)
                fleet.state.yaw_rate[own - rows.start] = self._scene.vehicles.yaw_rate[own]

    def snapshot(self) -> float:
        """Return the friction in the file-scope variable [N]."""
        return self._friction

    def restore(self, snapshot: float) -> None:
        """Restore the file-scope variable."""
        self._friction = snapshot

    def _of(self, rows: slice) -> Ids:
        return self._ids[(self._ids >= rows.start) & (self._ids < rows.stop)]

    def _update_wheel_angles(self, ids: Ids) -> None:
        vehicles = cast("Any", self._scene.vehicles)  # columns, where the model takes numbers
        direction, path_direction = vehicles.program_direction[ids], vehicles.program_path_direction[ids]
        turned = wheel_angle_towards(direction, path_direction, dt=self._scene.dt)
        before = vehicles.program_wheel_angle[ids]
        vehicles.program_wheel_angle[ids] = np.where(direction != path_direction, turned, before)

    def _update_track_forces(self, ids: Ids, mass: Any) -> None:
        vehicles = cast("Any", self._scene.vehicles)
        before = TrackForces(vehicles.program_left_force[ids], vehicles.program_right_force[ids])
        after = track_forces_towards(
            before, vehicles.program_direction[ids], vehicles.program_path_direction[ids], mass=mass
        )
        vehicles.program_left_force[ids], vehicles.program_right_force[ids] = after

    def _refuse_others(self) -> None:
        for fleet, rows, is_1992 in zip(self._scene.fleets, self._scene.vehicles.rows, self._is_1992, strict=True):
            if not is_1992 and self._of(rows).size:
                raise WorldError(
                    f"fleet {fleet.name!r}: avoidance {self.name} drives park1992/tracked and park1992/wheeled "
                    f"only, and its model is {fleet.model.name}; choose one of these models, or another avoidance rule"
                )


def friction_before_each(state: Any, control: Any, params: Any, friction: float) -> tuple[Floats, float]:
    """Return the friction [N] that each vehicle reads from the variable, and its value after the last vehicle.

    Whether and what a vehicle writes depends only on its state before the step, because ``calc_drag_force`` uses the
    speed and acceleration of the previous step. So each vehicle reads the value of the last writer before it.

    Args:
        state: columns in the order in which the program steps the vehicles.
        control: columns of ``Control``; a stopped engine or a parking brake prevents the write.
    """
    standing, rolling = friction_limits(params, state.pitch)
    is_steady, is_standing = state.acceleration == 0.0, state.speed == 0.0
    written = cast("Floats", select(is_standing, select(is_steady, 0.0, standing), sign(state.speed) * rolling))
    writes: NDArray[np.bool_] = (is_standing | ~is_steady) & (control.engine_stop < 0.5) & (control.parking_brake < 0.5)
    left_by = np.concatenate(([friction], np.where(writes, written, 0.0)))
    writers = np.concatenate(([0], np.where(writes, 1 + np.arange(writes.size), 0)))
    after = left_by[np.maximum.accumulate(writers)]
    return after[:-1], float(after[-1])
