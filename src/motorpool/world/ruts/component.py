"""Ruts component: stores the ruts of all vehicles, and gives each model the ground in the ruts under it."""

import math
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, NamedTuple

import numpy as np

from ...base.errors import WorldError
from ...compile.ground import Rasters, without_surface
from ...ground.terrain.weather import class_in
from ...models.fields import Positive
from ...vehicles.fleet import Fleet
from ...vehicles.fleet.inertia import inertia_of
from ..columns import Indices
from ..component import Component
from ..entity.component import Entities
from ..model_switching.component import ModelSwitching
from ..navigation.trafficability import ClassRaster
from ..scene import Newcomers, Scene
from ..settings import Key
from .columns import Passage, RuttedGround
from .table import (
    LISTED,
    RUTTED,
    SQUARE,
    STORED,
    UNIT,
    USED,
    cell_at,
    depth_in,
    depths_of,
    empty_table,
    set_depths,
    with_room,
)

if TYPE_CHECKING:
    from .soils import RunningGear
    from .stages import RuttedMap, SoilTable

FILLING_PERIOD = 10.0  # between two steps in which rain fills ruts; smaller values cost time [s]
FEW = 5000  # vehicles below which one call on one thread is faster than three calls on several
MOST_TURNS = 4  # number of steps between two looks at a vehicle whose model does not read the ground
GROUND_COLUMNS = {  # by fields of models' ``Ground``
    "friction": "ground_friction",
    "sliding_friction": "ground_sliding_friction",
    "wheel_resistance": "ground_resistance",
    "track_resistance": "ground_resistance",
    "shear_length": "ground_shear_length",
    "cone_index": "ground_cone_index",
}


class RutSettings(NamedTuple):
    """Settings of ruts."""

    ruts: Annotated[bool, Key("vehicles leave ruts in soft ground, and meet those of earlier passes")] = False
    rut_filling_time: Annotated[
        Positive,
        Key(
            "time in which rain fills ruts to 37 % of their depth",
            unit="s",
            null=math.inf,
            null_meaning="ruts that stay",
        ),
    ] = math.inf


class Snapshot(NamedTuple):
    """Copy of the ruts."""

    places: Indices  # (tiles,)
    depths: Indices  # (tiles * TILE,) [um]
    changed: Indices  # (tiles,)


class Ruts(Component):
    """Ruts of one world.

    Attributes:
        is_on: vehicles leave ruts.
        table: depths of the ruts by cell.
    """

    name = "ruts"
    settings = RutSettings
    columns: ClassVar[Mapping[str, Any]] = {"passage": Passage, "rutted_ground": RuttedGround}

    def __init__(self, scene: Scene, settings: RutSettings):
        self._scene, self._vehicles, self.is_on = scene, scene.vehicles, settings.ruts
        self._switching = scene.of(ModelSwitching)
        self._filling_time = float(settings.rut_filling_time)
        self._weather = "dry"
        self.table, self._rasters = empty_table(scene.map_bounds), scene.rasters
        if self.is_on:
            self._begin(scene)

    @cached_property
    def _stages(self) -> Any:
        """Stages of ruts, imported when they are on."""
        from . import stages

        return stages

    def bind(self) -> None:
        """Find the running gear of all fleets, and attach the ground of their models to the vehicle table."""
        if not self.is_on:
            return
        from .soils import running_gear_of

        scene = self._scene
        self._gears = [running_gear_of(fleet, _mass(fleet)) for fleet in scene.fleets]
        self._map, self._is_new = self._map._replace(soil=self._soil_table()), True
        self._is_read = any(gear.is_read for gear in self._gears)
        for fleet, rows in zip(scene.fleets, scene.vehicles.rows, strict=True):
            for field, column in GROUND_COLUMNS.items():
                if field in dir(fleet.ground):
                    fleet.attach_ground(field, getattr(scene.vehicles, column)[rows])

    def enter(self, new: Newcomers) -> None:
        """Set the cells of vehicles that have not been anywhere yet."""
        for name in ("left_cell", "right_cell", "left_cell_before", "right_cell_before"):
            getattr(self._vehicles, name)[new.rows] = -1

    def __repr__(self) -> str:
        if not self.is_on:
            return "<Ruts: off>"
        depths = self.table.depths[: self.table.progress[RUTTED] * SQUARE]
        cells = np.count_nonzero(depths)
        deepest = UNIT * float(depths.max(initial=0))
        return f"<Ruts: {cells} cells of {self.table.cell:g} m, up to {deepest:.3f} m deep>"

    def depth_at(self, x: float, y: float) -> float:
        """Return the depth of the rut at a position [m]; 0 on untouched ground."""
        return float(depth_in(self.table, cell_at(self.table, float(x), float(y))))

    def step(self) -> None:
        """Read the ruts under all vehicles, and store those that they make."""
        if not self.is_on:
            return
        if self._fills:
            self._fill()
        vehicles, tick = self._vehicles, self._scene.tick + 1
        rutted, is_read = self._rutted(), self._switching.is_used or self._is_read
        turns = 1 if is_read else self._turn_count()
        if turns > 1 or vehicles.count < FEW:
            start, stop = (turn * vehicles.count // turns for turn in (tick % turns, tick % turns + 1))
            self._scene.run(
                self._stages.PASS_AND_READ if is_read else self._stages.PASS, vehicles.entity, vehicles.inputs,
                vehicles.model_choice,
                vehicles.passage, rutted, vehicles.body, *([vehicles.rutted_ground] if is_read else []),
                int(self._is_new), start, stop, tick, rows=slice(start, stop),
            )  # fmt: skip
        else:
            self._pass_on_threads(rutted, tick)
        self._is_new = False
        missing = int(self.table.progress[LISTED] - self.table.progress[STORED])
        if missing:
            self.table = with_room(self.table, missing)
            self._scene.run(self._stages.store_rest, self._rutted(), tick)

    def _pass_on_threads(self, rutted: "RuttedMap", tick: int) -> None:
        """Pass over the ground with all vehicles: the table on one thread, the rest on several."""
        scene, vehicles = self._scene, self._vehicles
        choice, passage = vehicles.model_choice, vehicles.passage
        scene.run(self._stages.find_cells, vehicles.entity, vehicles.inputs, choice, passage, rutted, int(self._is_new))
        scene.run(self._stages.pass_entries, vehicles.body, choice, passage, rutted, 0, vehicles.count, tick)
        scene.run(self._stages.set_grounds, vehicles.body, choice, passage, vehicles.rutted_ground, rutted)

    def _rutted(self) -> "RuttedMap":
        """Return the ground with the present table, and with room for the entries of all vehicles."""
        found, count = self._map, self._vehicles.count
        if found.entries.cell.size <= 2 * count:
            found = found._replace(entries=self._stages.no_entries(2 * count + 1))
        if found.ruts is not self.table:
            found = found._replace(ruts=self.table)
        self._map = found
        return found

    @property
    def rasters(self) -> Rasters:
        """Return the rasters that models read: without a surface in a world with ruts, whose ground is in columns."""
        return self._rasters

    def give_ground(self, fleet: Fleet, ids: Any) -> None:
        """Set the ground of a fleet to that under some vehicles, for a step without a surface.

        Args:
            fleet: fleet with only these vehicles, in the order of ``ids``.
            ids: rows of the vehicle table.
        """
        for field, column in GROUND_COLUMNS.items():
            if field in dir(fleet.ground):
                getattr(fleet.ground, field)[:] = getattr(self._vehicles, column)[ids]

    def change_weather(self, kind: str) -> None:
        """Adopt the values of the surface in a weather."""
        self._weather = kind
        if self.is_on:
            self._map, self._is_new = self._map._replace(soil=self._soil_table()), True

    def clear(self) -> None:
        """Remove all ruts."""
        if self.is_on:
            self.table = with_room(empty_table(self._scene.map_bounds), 1)

    def snapshot(self) -> Snapshot:
        """Return a copy of the ruts."""
        table, used = self.table, int(self.table.progress[USED])
        depths = depths_of(table, np.arange(used)).ravel()
        return Snapshot(table.places[:used].copy(), depths, table.changed[:used].copy())

    def restore(self, snapshot: Snapshot) -> None:
        """Restore a copy."""
        table, used = self.table, int(self.table.progress[USED])
        table.tile_of[table.places[:used]] = 0
        table.squares[: used * SQUARE] = 0
        table.depths[: table.progress[RUTTED] * SQUARE] = 0
        table.progress[USED] = table.progress[RUTTED] = 0
        self.table = table = with_room(table, snapshot.places.size)
        used = snapshot.places.size
        table.places[:used], table.changed[:used] = snapshot.places, snapshot.changed
        set_depths(table, snapshot.depths)
        table.tile_of[snapshot.places] = np.arange(1, used + 1)
        table.progress[USED] = used

    def _begin(self, scene: Scene) -> None:
        """Prepare the table, and the rasters that models read."""
        if scene.of(Entities).are_alone:
            raise WorldError("ruts are on and the vehicles are alone; ruts are shared between vehicles: switch one off")
        self._gears: list[RunningGear] = []
        self.table = with_room(self.table, 1)
        self._rasters = without_surface(scene.rasters)
        classes, west, south, spacing = scene.rasters[4:8]
        self._map = self._stages.RuttedMap(
            self._soil_table(), ClassRaster(classes, west, south, spacing), self.table,
            self._stages.no_entries(0),
        )  # fmt: skip

    def _turn_count(self) -> int:
        """Return the number of steps between two looks at a vehicle: the fastest one then enters every cell."""
        fastest = float(np.max(self._vehicles.max_speed, initial=0.0)) * self._scene.dt
        return max(1, min(MOST_TURNS, int(self.table.cell / max(fastest, 1e-9))))

    def _soil_table(self) -> "SoilTable":
        from .soils import soil_table

        return soil_table(self._gears, self._scene.surface, lambda name: class_in(self._weather, name))

    @property
    def _fills(self) -> bool:
        """Return whether rain fills ruts now."""
        return self._weather == "rain" and math.isfinite(self._filling_time)

    def _fill(self) -> None:
        """Reduce the depth of all ruts, every ``FILLING_PERIOD``."""
        scene, table = self._scene, self.table
        every = max(1, round(FILLING_PERIOD / scene.dt))
        if scene.tick % every == 0:
            used = int(table.progress[USED])
            depths = table.depths[: table.progress[RUTTED] * SQUARE]
            depths[:] = np.rint(depths * math.exp(-every * scene.dt / self._filling_time))
            table.changed[:used] = scene.tick + 1


def _mass(fleet: Fleet) -> float:
    """Return the mean mass of a fleet's vehicles [kg]."""
    return float(np.mean(np.asarray(inertia_of(fleet)[0], np.float64))) if fleet.count else 0.0
