"""Program1992: vehicles that drive themselves as the program of document 003 is published, every line of it.

Its chain in behaviour mode: look for objects (``search_object``), choose a side and a direction (``behavior_motion``),
make a wheel's angle or track forces of it (``calc_inverse_direction``), turn (``calc_direction``), and move at
``cruise_speed`` (``integration``, ``new_position``). The search is ``program_search``, the way back from a direction
``published.models.park1992.inverse``, the rest is the step of ``park1992/tracked`` and ``park1992/wheeled`` with their
cruise control on. The variables of the program's file are one for all vehicles (``models.park1992.file_globals``).

The program has no contact: its vehicles drive through objects and through each other. Contacts are noted, as
``Status.BLOCKED`` and as events, and do nothing to them. The edge of the map holds them; that is ours.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, cast

import numpy as np
from numpy.typing import NDArray

from ...errors import WorldError
from ...fleet import Fleet
from ...models.mathematics import select
from ...world.avoidance.rule import Options, Rule
from ...world.avoidance.search_cone import SearchCone
from ...world.drivers.kinds import AUTOPILOT
from ...world.scene import Scene
from ..models.park1992.driver import sign
from ..models.park1992.forces import friction_limits
from ..models.park1992.inverse import TrackForces, track_forces_towards, wheel_angle_towards
from ..models.park1992.state import State
from .defects import AS_PUBLISHED
from .program_search import Program, search_by_program

Floats = NDArray[np.float64]
Ids = NDArray[np.intp]

KEPT = ("x", "y", "yaw", "speed", "lateral_speed", "yaw_rate")  # what a contact may not change of a vehicle
RESIDUAL = ("residual_lateral_speed", "residual_yaw_rate")  # what a contact may not leave behind


class Program1992(Rule):
    """The avoidance rule ``program-1992``: it drives its vehicles' models as well, while an autopilot does.

    A vehicle that cannot be driven by it now (by its alternate model, or dead) looks ahead as ``search-cone``.
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
        self._friction = 0.0  # the variable of the file [N]

    def step(self) -> None:
        """Let each of these vehicles look for objects and choose its path direction.

        Raises:
            WorldError: one of them has another model than those of 1992.
        """
        self._cone.step()
        scene, vehicles = self._scene, self._scene.vehicles
        is_by_program = (vehicles.avoidance_rule == self._index) & (vehicles.driver == AUTOPILOT)
        is_by_program &= (vehicles.uses_alternate_model == 0) & (vehicles.damage < 1.0)
        self._ids = np.flatnonzero(is_by_program)
        if not self._ids.size:
            return
        self._refuse_others()
        vehicles.is_by_program[:] = is_by_program
        defects = self._options.published_defects
        scene.run(search_by_program, vehicles.pose, vehicles.autopilot, vehicles.program, defects, scene.obstacles)

    def override_controls(self) -> None:
        """Replace our controls of vehicles by the program's, just before their models' step.

        The turn of a step comes from the forces of the step before: ``sum_angular_forces`` stands before
        ``calc_inverse_direction``. A wheel's angle counts at once.
        """
        if not self._ids.size:
            return
        for fleet, rows, is_1992 in zip(self._scene.fleets, self._scene.vehicles.rows, self._is_1992, strict=True):
            if is_1992:
                self._override(fleet, rows)

    def _override(self, fleet: Fleet, rows: slice) -> None:
        """Replace the controls of those of a fleet's vehicles, which lie in these rows, that are driven here."""
        ids = self._of(rows)
        own, control, state, vehicles = ids - rows.start, fleet.control, fleet.state, self._scene.vehicles
        found, self._friction = friction_before_each(state, control, fleet.params, self._friction)
        state.friction_force[:] = found
        state.cruising[own], state.cruise_speed[own] = 1.0, vehicles.desired_speed[ids]
        control.cruise[own], control.parking_brake[own] = 1.0, 0.0
        control.left_force[own], control.right_force[own] = (
            vehicles.program_left_force[ids],
            vehicles.program_right_force[ids],
        )
        if fleet.kind == "wheeled":
            self._turn_wheels(ids)
            control.steer_angle[own] = -vehicles.program_wheel_angle[ids]
            vehicles.steer[ids] = -vehicles.program_wheel_angle[ids] / fleet.params.max_steer_angle[own]
        else:
            self._add_forces(ids, fleet.params.mass[own])
            turn = (control.right_force[own] - control.left_force[own]) / fleet.params.max_drive_force[own]
            vehicles.steer[ids] = np.clip(turn, -1.0, 1.0)

    def before_contact(self) -> list[NDArray[Any]]:
        """Return where these vehicles are and how fast, before contacts are resolved."""
        if not self._ids.size:
            return []
        return [column[self._ids] for column in self._scene.vehicles.columns(*KEPT)]

    def after_contact(self, held: Sequence[NDArray[Any]]) -> None:
        """Undo what contacts have done to these vehicles."""
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
        """Return the friction that the file's variable holds [N]."""
        return self._friction

    def restore(self, snapshot: float) -> None:
        """Set it as it was."""
        self._friction = snapshot

    def _of(self, rows: slice) -> Ids:
        """Return the ids that lie in a fleet's rows."""
        return self._ids[(self._ids >= rows.start) & (self._ids < rows.stop)]

    def _turn_wheels(self, ids: Ids) -> None:
        vehicles = cast("Any", self._scene.vehicles)  # columns, where the model takes numbers
        direction, wanted = vehicles.program_direction[ids], vehicles.program_path_direction[ids]
        turned = wheel_angle_towards(direction, wanted, dt=self._scene.dt)
        vehicles.program_wheel_angle[ids] = np.where(direction != wanted, turned, vehicles.program_wheel_angle[ids])

    def _add_forces(self, ids: Ids, mass: Any) -> None:
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
    """Friction [N] that each vehicle of some columns finds in the variable, and what the last leaves there.

    Whether a vehicle writes to it, and what, is known before its step: ``calc_drag_force`` looks at the speed and the
    acceleration of the step before. So each finds what the last writer before it has left.

    Args:
        state: columns of ``State``, in the order in which the program steps the vehicles.
        control: columns of ``Control``; a stopped engine and a parking brake leave the variable alone.
        params: columns of ``Params``.
        friction: what the vehicles before these have left [N].
    """
    standing, rolling = friction_limits(params, state.pitch)
    is_steady, is_standing = state.acceleration == 0.0, state.speed == 0.0
    written = cast("Floats", select(is_standing, select(is_steady, 0.0, standing), sign(state.speed) * rolling))
    writes: NDArray[np.bool_] = (is_standing | ~is_steady) & (control.engine_stop < 0.5) & (control.parking_brake < 0.5)
    left_by = np.concatenate(([friction], np.where(writes, written, 0.0)))
    writers = np.concatenate(([0], np.where(writes, 1 + np.arange(writes.size), 0)))
    after = left_by[np.maximum.accumulate(writers)]
    return after[:-1], float(after[-1])
