"""Model switching component: vehicles change to an alternate model while they drive.

Position and speed are continuous. See ``alternate_model``.
"""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.errors import ModelError, WorldError
from ...models.declarations import VELOCITIES
from ...models.mathematics import cos, sin
from ...models.registry import Model, find
from ...vehicles.fleet import Fleet, Snapshot
from ..columns import is_any
from ..component import Component
from ..scene import Newcomers, Scene
from ..settings import Key
from ..vehicle_table import VehicleTable
from .alternate_model import AlternateModel
from .columns import ModelChoice

# By kind of vehicle: the default kinematic and dynamic models.
PAIRS = {"wheeled": ("bicycle/arc", "friction-circle/wheeled"), "tracked": ("tracked/arc", "friction-circle/tracked")}

Ids = NDArray[np.intp]
_NOBODY = np.zeros(0, np.intp)
TURNING = ("pivot_yaw_rate", "full_curvature", "full_lateral_acceleration", "turn_lag")  # as ``performance.Turning``
MOVED = ("x", "y", "yaw", "speed", "status")  # columns that the step of a fleet changes


class Held(NamedTuple):
    """Vehicles of alternate models, and their columns before the step of their fleets."""

    ids: Ids
    columns: tuple[NDArray[Any], ...]  # MOVED


class SwitchingSettings(NamedTuple):
    """Settings of the alternate models."""

    dynamics: Annotated[
        Mapping[str, str | Model],
        Key(
            "alternate model that vehicles may switch to while they drive, by fleet name; by default that of their "
            "kind. One of the two models must be dynamic"
        ),
    ] = {}


class ModelSwitching(Component):
    """The alternate models of a world's fleets.

    Raises:
        WorldError: a model is no alternate for its fleet.
        ModelError: there is no such model.
    """

    name = "model_switching"
    settings = SwitchingSettings
    columns: ClassVar[Mapping[str, Any]] = {"model_choice": ModelChoice}

    def __init__(self, scene: Scene, settings: SwitchingSettings):
        self._scene, self._models = scene, settings.dynamics
        self._vehicles, self._fleets = scene.vehicles, scene.fleets
        self._alternates: list[AlternateModel | None] = []
        self._turning = np.zeros((len(TURNING), 0))  # by the fleets' own models, a column a vehicle
        self._state_columns = scene.state_columns  # to which later components add

    def bind(self) -> None:
        """Find the alternate models of fleets that have come; forget those of fleets that have gone."""
        known = {id(alternate.own): alternate for alternate in self._alternates if alternate is not None}
        self._alternates = [
            known.get(id(fleet)) or _alternate_of(fleet, rows, self._models.get(self._scene.settings_name(fleet)))
            for fleet, rows in zip(self._fleets, self._vehicles.rows, strict=True)
        ]
        before, self._turning = self._turning, np.zeros((len(TURNING), self._vehicles.count))
        shared = min(before.shape[1], self._vehicles.count)
        self._turning[:, :shared] = before[:, :shared]

    def enter(self, new: Newcomers) -> None:
        """Store how vehicles turn by their fleet's own model."""
        rows, alternate = new.rows, self._alternates[new.fleet_index]
        for own, column in zip(self._turning, self._vehicles.columns(*TURNING), strict=True):
            own[rows] = column[rows]
        if alternate is not None:
            alternate.enter(new)

    def has(self, vehicle: int) -> bool:
        """Return whether a vehicle has an alternate model."""
        return self._alternates[int(self._vehicles.fleet_index[vehicle])] is not None

    def prepare(self, vehicle: int) -> None:
        """Prepare a vehicle's alternate model, from any thread; it may compile for seconds.

        Raises:
            WorldError: it has none, or none that suits it.
        """
        try:
            self._of(vehicle).prepare()
        except ModelError as error:
            raise WorldError(f"vehicle {vehicle} cannot change its model: {error}") from error

    def choose(self, vehicle: int, *, is_dynamic: bool) -> None:
        """Choose the dynamic or the kinematic model of a vehicle; call it between two steps.

        Raises:
            WorldError: it has no alternate model, or none that suits it.
        """
        self.prepare(vehicle)
        fleet = self._fleets[int(self._vehicles.fleet_index[vehicle])]
        if bool(self._vehicles.uses_alternate_model[vehicle]) != (is_dynamic != fleet.model.is_dynamic):
            self._switch(vehicle)

    def give_back(self, vehicle: int) -> None:
        """Return a vehicle to the model of its fleet."""
        if self._vehicles.uses_alternate_model[vehicle]:
            self._switch(vehicle)

    def moved_by(self, vehicle: int) -> tuple[Fleet, int]:
        """Return the fleet whose model moves a vehicle, and the vehicle's row there."""
        index = int(self._vehicles.fleet_index[vehicle])
        fleet = self._of(vehicle).fleet if self._vehicles.uses_alternate_model[vehicle] else self._fleets[index]
        return fleet, vehicle - self._vehicles.rows[index].start

    @property
    def is_used(self) -> bool:
        """Return whether an alternate model moves a vehicle."""
        return is_any(self._vehicles.uses_alternate_model)

    def switched(self) -> Ids:
        """Return the vehicles that alternate models move."""
        return np.flatnonzero(self._vehicles.uses_alternate_model) if self.is_used else _NOBODY

    def alternates_in_use(self) -> list[tuple[Fleet, Ids]]:
        """Return the fleets of alternate models that move vehicles now, and the rows of these in them."""
        return [(each.fleet, ids - each.rows.start) for each, ids in self._used(self.switched())]

    def hold(self) -> Held | None:
        """Return the vehicles that alternate models move, before their fleets move them; None if there is none."""
        ids = self.switched()
        return Held(ids, tuple(column[ids] for column in self._vehicles.columns(*MOVED))) if ids.size else None

    def move(self, held: Held | None, move: Callable[[Fleet, Ids], None]) -> None:
        """Restore the held vehicles, and move them by their alternate models.

        Args:
            held: result of ``hold``.
            move: steps a fleet of the vehicles with these ids.
        """
        if held is None:
            return
        for column, before in zip(self._vehicles.columns(*MOVED), held.columns, strict=True):
            column[held.ids] = before
        for alternate, ids in self._used(held.ids):
            alternate.move(self._vehicles, ids, move)
            self._write_columns(alternate.fleet, ids, ids - alternate.rows.start)

    def adopt(self) -> None:
        """Copy the velocities after contacts and the edge of the map to the alternate models' states."""
        for alternate, ids in self._used(self.switched()):
            for column, field in self._state_columns.items():
                if field.is_in(alternate.model):
                    own = getattr(alternate.fleet.state, field.name)
                    own[ids - alternate.rows.start] = getattr(self._vehicles, column)[ids]

    def snapshot(self) -> tuple[tuple[Snapshot | None, ...], NDArray[np.float64]]:
        """Return a copy of the state of every alternate model that has been prepared, and of how vehicles turn."""
        alternates = tuple(
            alternate.fleet.snapshot() if alternate and alternate.is_prepared else None
            for alternate in self._alternates
        )
        return alternates, self._turning.copy()

    def restore(self, snapshot: tuple[tuple[Snapshot | None, ...], NDArray[np.float64]]) -> None:
        """Restore a copy; the world restores the vehicles' columns."""
        alternates, turning = snapshot
        self._turning[:] = turning
        for alternate, saved in zip(self._alternates, alternates, strict=True):
            if alternate:
                alternate.restore(saved)

    def _of(self, vehicle: int) -> AlternateModel:
        if vehicle < 0:
            raise WorldError("there is no such vehicle; take one first")
        fleet_index = int(self._vehicles.fleet_index[vehicle])
        alternate = self._alternates[fleet_index]
        if alternate is None:
            raise WorldError(
                f"vehicle {vehicle} has no alternate model: {self._fleets[fleet_index].model.name} has none"
            )
        return alternate

    def _used(self, ids: Ids) -> list[tuple[AlternateModel, Ids]]:
        """Return these vehicles by their alternate models."""
        if not ids.size:
            return []
        parts = [
            (alternate, ids[(ids >= alternate.rows.start) & (ids < alternate.rows.stop)])
            for alternate in self._alternates
            if alternate
        ]
        return [(alternate, some) for alternate, some in parts if some.size]

    def _write_columns(self, fleet: Fleet, ids: Any, rows: Any) -> None:
        """Set the columns of the vehicle table that are fields of a state, except the speed.

        Args:
            fleet: that moves the vehicles.
            rows: rows of the vehicles in the fleet.
        """
        for column, field in self._state_columns.items():
            if column != "speed":
                own = getattr(fleet.state, field.name)[rows] if field.is_in(fleet.model) else 0.0
                getattr(self._vehicles, column)[ids] = own

    def _switch(self, vehicle: int) -> None:
        """Change the model of a vehicle, with its present motion."""
        vehicles, alternate = self._vehicles, self._of(vehicle)
        speed, yaw = vehicles.speed[vehicle], vehicles.yaw[vehicle]
        yaw_rate = _yaw_rate(self.moved_by(vehicle), vehicles, vehicle)
        vehicles.uses_alternate_model[vehicle] = 1 - vehicles.uses_alternate_model[vehicle]
        if vehicles.uses_alternate_model[vehicle]:
            ready, row = alternate.prepare(), vehicle - alternate.rows.start
            turning = [values[row] for values in ready.turning]
        else:
            turning = self._turning[:, vehicle]
        for column, value in zip(vehicles.columns(*TURNING), turning, strict=True):
            column[vehicle] = value
        fleet, row = self.moved_by(vehicle)
        fleet.halt(row)
        motion = {
            "speed": speed,
            "yaw_rate": yaw_rate,
            "velocity_x": speed * cos(yaw),
            "velocity_y": speed * sin(yaw),
            "left_track_speed": speed,
            "right_track_speed": speed,
            "pitch": vehicles.pitch[vehicle],
            "roll": vehicles.roll[vehicle],
        }
        for name in motion.keys() & set(fleet.model.module.State._fields):
            getattr(fleet.state, name)[row] = motion[name]
        self._write_columns(fleet, vehicle, row)
        vehicles.speed[vehicle] = speed
        for name in VELOCITIES:
            getattr(vehicles, f"has_{name}")[vehicle] = name in fleet.model.velocities


def _yaw_rate(moved_by: tuple[Fleet, int], vehicles: VehicleTable, vehicle: int) -> float:
    """Return the yaw rate of a vehicle [rad/s], by its model or by its steering."""
    fleet, row = moved_by
    if "yaw_rate" in fleet.model.velocities:
        return float(fleet.state.yaw_rate[row])
    full = vehicles.pivot_yaw_rate[vehicle] + vehicles.full_curvature[vehicle] * vehicles.speed[vehicle]
    return float(vehicles.steer[vehicle] * full)


def _alternate_of(fleet: Fleet, rows: slice, name: str | Model | None) -> AlternateModel | None:
    """Return the alternate model that is named, or the default of the fleet's kind."""
    if name is None and fleet.kind not in PAIRS:
        return None
    kinematic, dynamic = PAIRS.get(fleet.kind, ("", ""))
    return AlternateModel(fleet, rows, find(name or (kinematic if fleet.model.is_dynamic else dynamic)))
