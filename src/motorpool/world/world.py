"""World: vehicles of several models on one ground, among objects, step by step.

world = World(fleets=[Fleet("bicycle", 250), Fleet("tracked", 250)], terrain=load_terrain("jacksboro"))
world.scatter_vehicles()
world.run(seconds=60)
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, ParamSpec, Protocol

import numpy as np
from numpy.typing import NDArray

from ..errors import WorldError
from ..fleet import Fleet
from ..objects.grid import Circles, Grid, build_grid
from ..objects.objects import Objects, empty_objects
from ..objects.spawn_sampler import CLEARANCE, Places
from ..terrain.area import Area, Bounds, gentlest_area, within
from ..terrain.bookmarks import SavedPlace
from ..terrain.heightfield import Heightfield, Terrain
from ..terrain.roads import Road
from ..terrain.surface import DEFAULT, Surface
from . import stages
from .avoidance import rules as avoidance
from .avoidance.as_published import turn_as_printed
from .avoidance.dynamic_window import Intentions, Surroundings, remember
from .avoidance.dynamic_window_costs import PERIOD
from .avoidance.park1992.defects import AS_PRINTED
from .avoidance.park1992.program import Listing1992
from .avoidance.park1992.program import Snapshot as ListingSnapshot
from .contact.component import NO_CONTACTS, Collisions
from .drivers.manual_control import Handling
from .guidance.component import Goals
from .guidance.component import Snapshot as GoalsSnapshot
from .guidance.soft_ground import SpeedRaster, slow_on_soft_ground
from .gunnery.component import Events, Fire, arm
from .gunnery.guns import Armament
from .model_switching.component import Twins
from .neighbours import file_vehicles
from .stability.component import Bodies
from .vehicle_table import Roster

PLAY_AREA = 8000.0  # side of the square in which vehicles drive about by themselves [m]
ROOM = 80.0  # to turn round in before the map ends: two radii at 12 m/s, and the steering's delay [m]
LEAST_CELL = 25.0  # of the grid in which vehicles find each other [m]
SWITCHES = {  # of models, and the drivers' that they follow
    "cruise": "is_cruising",
    "side_brake": "side_brake",
    "parking_brake": "side_brake",
    "engine_stop": "engine_stop",
}
START = 0x57A7  # tells the random numbers of this purpose from those of others


P = ParamSpec("P")


class Source(Protocol):
    """Who wants what: a player, a script, the network."""

    def read(self, world: "World") -> None:
        """Write wishes into ``world.vehicles``."""


class Observer(Protocol):
    """Who wants to know: a viewer, a recorder, the network."""

    def observe(self, world: "World") -> None:
        """Look at the world after a step; copy what you keep."""


class Snapshot(NamedTuple):
    """A copy of everything that a world's next step depends on."""

    tick: int
    columns: tuple[NDArray[Any], ...]
    fleets: tuple[Any, ...]
    fire: tuple[Any, ...]
    goals: GoalsSnapshot
    twins: tuple[Any, ...]
    listing: ListingSnapshot


class World:
    """Fleets on one terrain among objects.

    Args:
        fleets: at least one; their models must have ``drive`` or ``operate``, and x, y, yaw.
        terrain: flat ground by default.
        objects: none by default.
        surface: what the ground is made of; dry earth by default, on which autopilots then drive as fast as they like.
        roads: lines to draw; what they do to vehicles is in the surface (``terrain.roads.pave``).
        dt: the fixed step [s].
        seed: of everything random (``scatter_vehicles``).
        name: for titles and recordings.
        area: (west, south, east, north) [m] that autopilots turn back at; the gentlest 8 km square by default, as far
            as it leaves them room to turn before the map ends.
        handling: how a fleet's vehicles answer to a driver, by fleet name.
        armament: which fleets have guns and what guns, by fleet name; none by default.
        repair_duration: how long after its last hit a vehicle is whole again [s]; infinite for never.
        dynamics: the second model, with inertia if the first has none, that a fleet's vehicles may change to while they
            drive, by fleet name; as suits their kind by default.

    Attributes:
        vehicles: columns over all vehicles (``Roster``); the id is the row.
        goals: where autopilots want to go.
        twins: the vehicles' second models.
        listing: vehicles that drive by the whole program of 1992.
        collisions: contacts of vehicles with each other and with objects.
        bodies: how vehicles sit above the ground, and fall over.
        fire: guns, and rounds in the air; ``events`` is what they did in the last step.
        sources, observers: lists you may append to.
        tick: steps made; ``time`` is ``tick * dt``.
        printed: which defects of 1992 stand for vehicles that avoid as printed (``avoidance.park1992.defects``).
        scenario: the text of the scenario file that it was built from, for recordings.
        saved_places: where people like to come back to, by slot; no step looks at them.

    Raises:
        WorldError: no fleet, two of one name, or a model that cannot live in a world.
    """

    def __init__(
        self,
        *,
        fleets: Sequence[Fleet],
        terrain: Terrain | None = None,
        objects: Objects | None = None,
        surface: Surface | None = None,
        roads: Sequence[Road] = (),
        dt: float = 1 / 60,
        seed: int = 0,
        name: str = "world",
        area: Area | None = None,
        handling: Mapping[str, Handling] | None = None,
        armament: Mapping[str, Armament] | None = None,
        repair_duration: float = 60.0,
        dynamics: Mapping[str, str] | None = None,
    ):
        if not (math.isfinite(dt) and dt > 0.0):
            raise WorldError(f"dt is {dt!r}; it must be a positive number of seconds")
        _refuse_same_names(fleets)
        self.fleets = list(fleets)
        self.terrain = terrain if terrain is not None else Terrain.flat(size=2000.0, spacing=50.0)
        self.objects = objects if objects is not None else empty_objects(self.terrain)
        self.surface = surface if surface is not None else Surface.uniform(DEFAULT, self.terrain)
        self.roads = list(roads)
        self._slows_on_soft_ground = surface is not None
        self.area = within(area, self.terrain) if area else _roomy(gentlest_area(self.terrain, PLAY_AREA), self.terrain)
        self.vehicles = Roster(self.fleets, handling or {})
        self.twins = Twins(self.vehicles, self.fleets, dynamics or {})
        self.listing = Listing1992(self.vehicles, self.fleets)
        self.collisions = Collisions(self.vehicles, self.objects, self.fleets, self.twins)
        self.bodies = Bodies(self.vehicles, self.fleets, self.twins)
        arm(self.vehicles, self.fleets, armament or {})
        self.goals = Goals(self.vehicles, self.terrain, self.objects, surface=self.surface, fleets=self.fleets)
        self.fire = Fire(self.vehicles, self.objects, repair_duration=repair_duration)
        self.dt, self.seed, self.name, self.tick = float(dt), seed, name, 0
        self._neighbours = _grid_for(self.vehicles, self.terrain)
        self._name_surroundings()
        self.sources: list[Source] = []
        self.observers: list[Observer] = []
        self.printed = AS_PRINTED
        self.scenario = ""
        self.saved_places: dict[int, SavedPlace] = {}

    @property
    def count(self) -> int:
        """Number of vehicles."""
        return self.vehicles.count

    @property
    def time(self) -> float:
        """Simulated time [s]."""
        return self.tick * self.dt

    @property
    def events(self) -> Events:
        """Shots, impacts, changes of condition, contacts and upsets in the last step."""
        return self.fire.events._replace(contacts=self.collisions.contacts, upsets=self.bodies.upsets)

    def step(self) -> None:
        """One step of ``dt``: each line is a stage."""
        self.read_sources()
        self.apply_behaviours()
        self.move_vehicles()
        self.enforce_surroundings()
        self.tick += 1
        self.notify_observers()

    def read_sources(self) -> None:
        """Who wants what."""
        for source in self.sources:
            source.read(self)

    def apply_behaviours(self) -> None:
        """What each driver does: the next speed and steering command of every vehicle."""
        self._sort_vehicles()
        vehicles = self.vehicles
        run, inputs, autopilot = self._stages.run, vehicles.inputs, vehicles.autopilot
        run(stages.keep_courses, vehicles.pose, vehicles.motion, inputs, autopilot, self._bounds, self.dt)
        self.goals.pursue(run, self.dt)
        if self._slows_on_soft_ground:
            run(slow_on_soft_ground, vehicles.pose, inputs, autopilot.course, vehicles.entity.performance, self._soils)
        run(
            stages.look_ahead, vehicles.entity, inputs, autopilot, vehicles.convoys,
            vehicles.convoys, self._obstacles, self._others,
        )  # fmt: skip
        run(stages.turn_away, vehicles.pose, inputs, autopilot, self._bounds)
        self._avoid_otherwise()
        run(stages.handle, vehicles.entity, inputs, autopilot, vehicles.damages, self.dt)
        self.fire.shoot(run, self.time, self.dt)

    def _avoid_otherwise(self) -> None:
        """What those do who do not avoid by the rule: as printed in 1992, by its whole listing, or remembering."""
        vehicles = self.vehicles
        self.listing.search(self._stages.run, self.printed, self._obstacles)
        if (vehicles.avoidance == avoidance.PRINTED).any():
            self._stages.run(
                turn_as_printed, vehicles.pose, vehicles.motion, vehicles.inputs, vehicles.autopilot,
                self.printed, self._obstacles,
            )  # fmt: skip
        remembers = vehicles.avoidance == avoidance.REMEMBERING
        if remembers.any():
            intended = self._around.intentions
            intended.speed[:] = np.where(remembers, vehicles.avoidance_speed, vehicles.speed)
            intended.yaw[:] = np.where(remembers, vehicles.desired_yaw, vehicles.yaw)
            every = max(1, round(PERIOD / self.dt))
            self._stages.run(
                remember, vehicles.entity, vehicles.inputs, vehicles.autopilot, vehicles.memory,
                self._around, self.dt, self.tick, every,
            )  # fmt: skip

    def move_vehicles(self) -> None:
        """What each vehicle can do: its model's step, on the ground under it."""
        held = self.twins.hold()
        for fleet, rows in zip(self.fleets, self.vehicles.rows, strict=True):
            self._move(fleet, rows)
            if fleet.model.has_inertia:
                self.vehicles.speed[rows] = fleet.state.speed
        self.twins.move(held, self._move)
        self.collisions.slide(self._stages.run, self.dt)
        self.collisions.feel()

    def enforce_surroundings(self) -> None:
        """What ground, objects and other vehicles allow."""
        held = self.listing.hold()
        self._sort_vehicles()
        self.collisions.settle(self._stages.run, self.time + self.dt, self._others)
        self.listing.release(held)
        self._follow_ground(self.dt)
        self.bodies.notice(self.time + self.dt)
        self.fire.fly(self._stages.run, self.time, self.dt, self.neighbours, (self._ground, self._map_bounds))

    def notify_observers(self) -> None:
        """Who wants to know."""
        for observer in self.observers:
            observer.observe(self)

    def run(
        self,
        *,
        seconds: float,
        observers: Iterable[Observer] = (),
        progress: Callable[[float], None] | None = None,
    ) -> None:
        """Step as fast as the machine can.

        Args:
            seconds: simulated time to run for; rounded to whole steps.
            observers: told of every step, in addition to ``world.observers``.
            progress: called with the simulated seconds done, about every tenth of a simulated second.
        """
        if not (math.isfinite(seconds) and seconds >= 0.0):
            raise WorldError(f"seconds is {seconds!r}; it must be a finite number, zero or positive")
        extra = list(observers)
        self.observers.extend(extra)
        often = max(1, round(0.1 / self.dt))
        try:
            for done in range(1, round(seconds / self.dt) + 1):
                self.step()
                if progress is not None and done % often == 0:
                    progress(done * self.dt)
        finally:
            for observer in extra:
                self.observers.remove(observer)

    def scatter_vehicles(self, area: Area | None = None) -> None:
        """Put every vehicle somewhere free in ``area`` (the world's by default), on a random course.

        Raises:
            WorldError: there is not enough room.
        """
        for index in range(len(self.fleets)):
            self.scatter_fleet(index, area=area, clear_of=self.vehicles.rows[:index])
        self.settle()

    def scatter_fleet(
        self, index: int, *, area: Area | None = None, clear_of: Sequence[slice] = (), where: str | None = None
    ) -> None:
        """Put one fleet's vehicles somewhere free; ``settle`` is still to be called.

        Args:
            index: which fleet.
            area: where, [m]; the world's by default.
            clear_of: rows of the vehicles that stand already.
            where: what an error message begins with; the fleet's name by default.

        Raises:
            WorldError: there is not enough room.
        """
        fleet, vehicles = self.fleets[index], self.vehicles
        size = math.hypot(fleet.body.length, fleet.body.width)
        places = Places(area or self.area, size=size, terrain=self.terrain, objects=self.objects)
        for rows in clear_of:
            reach = np.hypot(vehicles.half_length[rows], vehicles.half_width[rows])
            places.block(vehicles.x[rows], vehicles.y[rows], reach + 0.5 * CLEARANCE)
        random = np.random.default_rng([self.seed, index, START])
        poses = places.scatter(fleet.count, random, where=where or f"fleet {fleet.name!r}")
        self.place_vehicles(vehicles.rows[index], *poses)

    def place_vehicles(self, rows: Any, x: Any, y: Any, yaw: Any) -> None:
        """Put the vehicles of ``rows`` (an id or a slice) at (x, y) [m], heading and bound for ``yaw`` [rad]."""
        vehicles = self.vehicles
        vehicles.x[rows], vehicles.y[rows] = x, y
        for column in (vehicles.yaw, vehicles.course_yaw, vehicles.desired_yaw):
            column[rows] = yaw

    def moved_by(self, vehicle: int) -> tuple[Fleet, int]:
        """The fleet whose model moves a vehicle, and the vehicle's row there."""
        return self.twins.moved_by(vehicle)

    def settle(self) -> None:
        """Set height, pitch and roll from the ground, push vehicles out of objects and each other; no time passes."""
        self._sort_vehicles()
        self.collisions.settle(self._stages.run, self.time, self._others)
        self._follow_ground(0.0)

    def problems(self) -> list[str]:
        """A sentence for each kind of problem that vehicles have now."""
        return [sentence for fleet in self.fleets for sentence in fleet.problems()]

    def snapshot(self) -> Snapshot:
        """A copy of everything that moves; ``restore`` puts it back to the bit."""
        columns = tuple(column.copy() for column in self.vehicles.all_columns())
        fleets = tuple(fleet.snapshot() for fleet in self.fleets)
        return Snapshot(
            self.tick,
            columns,
            fleets,
            self.fire.snapshot(),
            self.goals.snapshot(),
            self.twins.snapshot(),
            self.listing.snapshot(),
        )

    def restore(self, snapshot: Snapshot) -> None:
        """Set the world as it was when ``snapshot`` was taken."""
        self.tick = snapshot.tick
        for fleet, saved in zip(self.fleets, snapshot.fleets, strict=True):
            fleet.restore(saved)
        for column, saved in zip(self.vehicles.all_columns(), snapshot.columns, strict=True):
            column[:] = saved
        self.fire.restore(snapshot.fire)
        self.collisions.contacts = NO_CONTACTS
        self.goals.restore(snapshot.goals)
        self.twins.restore(snapshot.twins)
        self.listing.restore(snapshot.listing)
        self.bodies.restore()

    def neighbours(self) -> Circles:
        """All vehicles where they are now, filed in a grid that is the world's own and holds until the next step."""
        self._sort_vehicles()
        return self._others

    def run_stage(self, stage: Callable[P, None], *arguments: P.args, **_nothing: P.kwargs) -> None:
        """Run a stage of an observer's own, compiled, on this world's threads; see ``kernels.rows``."""
        self._stages.run(stage, *arguments, **_nothing)

    def _move(self, fleet: Fleet, rows: Any) -> None:
        """Step a fleet of the vehicles in ``rows`` (a slice or ids) as their drivers want, on the ground under them.

        A model with switches of its own gets the drivers'.
        """
        fleet.drive(self.vehicles.speed[rows], self.vehicles.steer[rows], dt=self.dt)
        for name in SWITCHES.keys() & set(dir(fleet.control)):
            own = getattr(fleet.control, name)
            np.maximum(own, getattr(self.vehicles, SWITCHES[name])[rows], out=own)
        self.listing.steer(fleet, rows, self.dt)
        fleet.step(self.dt, terrain=self.terrain, surface=self.surface)

    def _follow_ground(self, dt: float) -> None:
        vehicles = self.vehicles
        self._stages.run(stages.follow_ground, vehicles.pose, vehicles.motion, self._ground, self._map_bounds, dt)
        for fleet, where in zip(self.fleets, self.vehicles.rows, strict=True):
            if fleet.model.has_inertia:  # what an object has stopped has lost its momentum
                fleet.state.speed[:] = self.vehicles.speed[where]
        self.twins.keep_speeds()
        self.bodies.sit()

    def _sort_vehicles(self) -> None:
        """File every vehicle under the cell that it is in now, so that others find it."""
        self._stages.run(file_vehicles, self._others)

    def _name_surroundings(self) -> None:
        """Group what stages look at beside the vehicles' columns."""
        from ..kernels.rows import Stages

        ground, objects, vehicles, surface = self.terrain, self.objects, self.vehicles, self.surface
        self._stages = Stages()
        self._bounds = Bounds(*map(float, self.area))
        self._map_bounds = Bounds(*map(float, (ground.x_west, ground.y_south, ground.x_east, ground.y_north)))
        self._ground = Heightfield(ground.heights, float(ground.x_west), float(ground.y_south), float(ground.spacing))
        self._obstacles = objects.circles
        self._soils = SpeedRaster(
            surface.classes, float(surface.x_west), float(surface.y_south), float(surface.spacing),
            np.ascontiguousarray(surface.values("speed_factor")),
        )  # fmt: skip
        self._others = Circles(vehicles.x, vehicles.y, vehicles.radius, self._neighbours)
        self._around = Surroundings(
            vehicles.entity, vehicles.convoys, Intentions(*np.zeros((2, vehicles.count))),
            self._others, self._obstacles, self._map_bounds,
        )  # fmt: skip


def _grid_for(vehicles: Roster, terrain: Terrain) -> Grid:
    """A grid to file the vehicles in: some four cells for each, none smaller than a vehicle or a look around."""
    bounds = (terrain.x_west, terrain.y_south, terrain.x_east, terrain.y_north)
    a_fourth = math.sqrt(terrain.width * terrain.depth / (4 * max(vehicles.count, 1)))
    cell = max(LEAST_CELL, a_fourth, float(np.max(vehicles.radius, initial=0.0)))
    return build_grid(np.zeros(vehicles.count), np.zeros(vehicles.count), bounds, cell)


def _refuse_same_names(fleets: Sequence[Fleet]) -> None:
    if not fleets:
        raise WorldError("a world needs at least one fleet, for example fleets=[Fleet('bicycle', 250)]")
    names = [fleet.name for fleet in fleets]
    for name in names:
        if names.count(name) > 1:
            raise WorldError(f"two fleets are named {name!r}; give each its own name")


def _roomy(area: Area, terrain: Terrain) -> Area:
    """What of the area lies ``ROOM`` from the edge of the map, or a quarter of a smaller map."""
    room_x, room_y = min(ROOM, 0.25 * terrain.width), min(ROOM, 0.25 * terrain.depth)
    west, south, east, north = area
    return (
        max(west, terrain.x_west + room_x),
        max(south, terrain.y_south + room_y),
        min(east, terrain.x_east - room_x),
        min(north, terrain.y_north - room_y),
    )
