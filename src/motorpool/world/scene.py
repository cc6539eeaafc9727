"""Scene: vehicles, ground, objects and clock that all components of a world share."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

from ..base.errors import WorldError
from ..compile.ground import rasters_of
from ..ground.objects.clearance import ClearanceMap, map_clearance
from ..ground.objects.grid import Circles, with_few_in_a_cell
from ..ground.objects.objects import Objects
from ..ground.terrain.area import Area, Bounds
from ..ground.terrain.heightfield import Heightfield, Terrain
from ..ground.terrain.surface import DEFAULT, Surface
from ..vehicles.fleet import Fleet, radius_of
from .vehicle_table import StateField, VehicleTable

if TYPE_CHECKING:
    from ..compile.rows import Stages
    from ..ground.roads.network import RoadNetwork
    from ..ground.terrain.roads import Road

Kind = TypeVar("Kind")


class Newcomers(NamedTuple):
    """Vehicles that enter a world: those that it is built with, or those that are added while it runs."""

    rows: Any  # of the vehicle table, a slice or an array of ids
    fleet: Fleet  # of just these vehicles
    fleet_index: int  # in ``Scene.fleets``, of the fleet whose rows they are

    def rows_from(self, first: int) -> Any:
        """Return their rows counted from a row of the vehicle table."""
        if type(self.rows) is slice:
            own = cast("slice[int, int, None]", self.rows)
            return slice(own.start - first, own.stop - first)
        return self.rows - first


class Scene:
    """Vehicles, ground, objects and clock of one world, and how its stages run.

    Args:
        vehicles: the table of their vehicles.
        terrain: the ground's heights.
        objects: that stand on it.
        surface: soils of the ground; dry earth by default, which does not limit the speed of autopilots.
        area: west, south, east, north of the area that autopilots stay in [m].

    Attributes:
        tick: steps made.
        can_step: the world will be stepped, not only checked.
        roads: lines of the roads; their effect on vehicles is in the surface.
        network: road network that traffic drives along; None without one.
        seed: seed of all random numbers.
        bounds, map_bounds: borders of the area and of the map.
        ground: heights, for stages.
        decks: surfaces over and under the ground, for stages.
        obstacles: circles of the objects, for stages.
        rasters: heights and surface classes, for models.
        state_columns: columns of the vehicle table that are fields of models' states, by the column's name.
        settings_of: name of the fleet whose settings apply, of fleets that were added to a world for more vehicles.
        largest_radius: largest radius of the circles around the vehicles' bodies [m].
    """

    def __init__(
        self,
        fleets: Sequence[Fleet],
        vehicles: VehicleTable,
        *,
        terrain: Terrain,
        objects: Objects,
        surface: Surface | None,
        area: Area,
        dt: float,
    ):
        self.fleets, self.vehicles = list(fleets), vehicles
        self.terrain, self.objects = terrain, objects
        self.roads: list[Road] = []
        self.network: RoadNetwork | None = None
        self.seed = 0
        found = surface if surface is not None else Surface.uniform(DEFAULT, terrain)
        self.surface = replace(found, table=found.table.copy())  # a copy, because the weather changes it
        self.rasters = rasters_of(terrain, self.surface)
        self.slows_on_soft_ground = surface is not None
        self.dt, self.tick = dt, 0
        self.can_step = True
        self.bounds = Bounds(*map(float, area))
        self.map_bounds = Bounds(*map(float, (terrain.x_west, terrain.y_south, terrain.x_east, terrain.y_north)))
        self.ground = Heightfield(
            terrain.heights, float(terrain.x_west), float(terrain.y_south), float(terrain.spacing)
        )
        self.decks = terrain.compiled_decks()
        self.obstacles = objects.circles
        if self.has_levels and objects.count:
            from ..ground.terrain.decks import levels_at

            level = levels_at(self.ground, self.decks, objects.x, objects.y, objects.z)
            self.obstacles = self.obstacles._replace(z=objects.z, level=level)
        self.state_columns: dict[str, StateField] = {}
        self.settings_of: dict[str, str] = {}
        self.largest_radius = max((radius_of(fleet) for fleet in fleets if fleet.count), default=0.0)
        self._components: dict[Any, Any] = {}

    @cached_property
    def run(self) -> Callable[..., None]:
        """Function that runs a compiled stage, ``run(stage, *structures, *numbers)``; see ``compile.rows``."""
        if not self.can_step:
            raise WorldError("this world was built with can_step=False; build it with can_step=True to step it")
        return self.stages.run

    @cached_property
    def stages(self) -> "Stages":
        """Stages that are compiled so far."""
        from ..compile.rows import Stages

        return Stages()

    @cached_property
    def clearance(self) -> ClearanceMap:
        """Bounds of the distance to the nearest object, cell by cell."""
        return map_clearance(self.obstacles, self.map_bounds)

    @cached_property
    def sparse_obstacles(self) -> Circles:
        """Circles of the objects in a grid of larger cells with few objects each, for queries of long range."""
        return with_few_in_a_cell(self.obstacles)

    @property
    def has_levels(self) -> bool:
        """Return whether the terrain has decks."""
        return self.decks.rows > 0

    @property
    def time(self) -> float:
        """Simulated time [s]."""
        return self.tick * self.dt

    def add(self, component: Any) -> None:
        """Register a component for those that are built later, and put its state columns into the vehicle table."""
        self._components[type(component)] = component
        self.state_columns |= component.state_columns
        self._attach(component.state_columns)

    def fit(self, fleets: Sequence[Fleet]) -> None:
        """Fit the vehicle table to these fleets, and attach their states to its new columns."""
        self.fleets[:] = fleets
        self.vehicles.fit(fleets)
        for fleet, rows in zip(self.fleets, self.vehicles.rows, strict=True):
            adopt(self.vehicles, fleet, rows)
        self._attach(self.state_columns)

    def settings_name(self, fleet: Fleet) -> str:
        """Return the name of the fleet whose settings a fleet has: its own, unless it was added for more vehicles."""
        return self.settings_of.get(fleet.name, fleet.name)

    def _attach(self, state_columns: Mapping[str, StateField]) -> None:
        for fleet, rows in zip(self.fleets, self.vehicles.rows, strict=True):
            for column, field in state_columns.items():
                if field.is_in(fleet.model):
                    fleet.attach(field.name, getattr(self.vehicles, column)[rows])

    def of(self, kind: type[Kind]) -> Kind:
        """Return the component of a class that precedes the caller in ``components.COMPONENTS``."""
        return cast("Kind", self._components[kind])


def adopt(vehicles: VehicleTable, fleet: Fleet, rows: slice) -> None:
    """Put a fleet's pose and status into the columns of the vehicle table."""
    for name in ("x", "y", "yaw"):
        fleet.attach(name, getattr(vehicles, name)[rows])
    fleet.is_in_world = True
    fleet.attach_status(vehicles.status[rows])
