"""World: vehicles of several models on one terrain, among objects.

world = World(fleets=[Fleet("bicycle", 250), Fleet("tracked", 250)], terrain=load_terrain("jacksboro"))
world.scatter_vehicles()
world.run(seconds=60)
"""

import json
import math
import numbers
from collections.abc import Callable, Iterable, Mapping, Sequence
from inspect import Parameter, signature
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, ParamSpec, Protocol, Unpack, cast

import numpy as np
from numpy.typing import NDArray

from ..base.errors import StepWarning, WorldError, unknown_name, warn
from ..base.markup import table
from ..base.trust import CodeFile
from ..base.wording import counted, listed, span
from ..ground.objects.grid import Circles
from ..ground.objects.objects import Objects, empty_objects
from ..ground.objects.spawn_sampler import CLEARANCE, SpawnSampler
from ..ground.terrain.area import Area, flattest_area, within
from ..ground.terrain.bookmarks import Bookmark
from ..ground.terrain.heightfield import Heightfield, Terrain
from ..ground.terrain.surface import Surface
from ..models.fields import shown_value
from ..models.registry import Model
from ..vehicles.fleet import Fleet, radius_of
from .component import Component
from .component_names import Components
from .components import COMPONENTS, GROUPS, set_later, structures
from .components import settings as declared_settings
from .drivers.kinds import ABSENT
from .events import Events
from .population import Addition, Population, Removal, text_of
from .running import added, run_in_strides
from .scene import Newcomers, Scene
from .settings import filled, refuse_unknown, refuse_unknown_fleets
from .vehicle_table import VehicleTable

if TYPE_CHECKING:
    from ..ground.roads.network import RoadNetwork
    from ..ground.terrain.roads import Road
    from .setting_names import WorldSettings

PLAY_AREA = 8000.0  # least side of the square in which autopilots wander; fewer vehicles do not shrink it [m]
ROOM_A_VEHICLE = 9000.0  # least area for a vehicle in that square; smaller values crowd them [m^2]
ROOM = 80.0  # margin to the edge of the map for turning back: two radii at 12 m/s; with less, vehicles stop there [m]
START = 0x57A7  # part of the seed of random start positions, by which they differ from other random numbers


P = ParamSpec("P")


class Source(Protocol):
    """Source of inputs: it sets the inputs of vehicles before each step, for a player, a script or the network."""

    def read(self, world: "World") -> None:
        """Write commands into ``world.vehicles``."""


class Observer(Protocol):
    """Observer of a world: it reads the world after each step, for a viewer, a recorder or the network."""

    def observe(self, world: "World") -> None:
        """Read the world after a step; copy values that you keep."""


class Snapshot(NamedTuple):
    """Copy of all data that the next step of a world depends on."""

    tick: int
    columns: tuple[NDArray[Any], ...]
    components: tuple[Any, ...]  # of each component, in the order of ``COMPONENTS``
    added: tuple[Fleet, ...] = ()  # fleets of vehicles that were added while the world ran
    step_fraction: float = 0.0  # of a step, carried over to the next run [1]

    def __repr__(self) -> str:
        rows = len(self.columns[0]) if self.columns else 0
        return f"<Snapshot of a world at tick {self.tick}: {len(self.columns)} columns of {counted(rows, 'vehicle')}>"


_FIXED = ("dt", "seed", "fleets", "objects", "vehicles", "components", "population")  # when a world is made
_LAST = "attribution"  # attribute that the constructor sets last


class World(Components):
    """Fleets on one terrain among objects.

    Example:
        world = mp.World(fleets=["M1A1", ("bicycle", 50)], seed=7)
        world.scatter_vehicles()
        world.run(seconds=5)
        print(world, world.vehicles.speed.max())

    Args:
        fleets: at least one; their models must have ``control_from_command``, and x, y, yaw. A name stands for a fleet
            of one vehicle ("M1A1"), a name and a number for a fleet of that size (("bicycle", 250)).
        terrain: flat ground by default.
        objects: none by default.
        surface: soils of the ground; dry earth by default, which does not limit the speed of autopilots.
        roads: lines to draw; their effect on vehicles is in the surface (``terrain.roads.pave``).
        network: road network for traffic (``roads.network_files.load_network``); none by default.
        dt: the fixed step [s]; a ``StepWarning`` if it is longer than the ``max_step`` of a fleet's model.
        seed: seed of all random numbers (``scatter_vehicles``).
        name: for titles and recordings.
        area: west, south, east, north of the area that autopilots stay in [m]; by default the square of 8 km with the
            lowest slopes, larger for more than 7111 vehicles (9000 m^2 each), 80 m inside the map.
        can_step: the world will be stepped. If False, no kernel is compiled: turning rates are not measured, and
            overlaps with objects and other vehicles are not resolved.
        settings: settings of the components, such as ``armament``, ``recovery`` and ``weather``; the scenario
            reference lists them under "Keywords of a world", with their types, defaults and meanings.

    Attributes:
        vehicles: columns over all vehicles (``VehicleTable``); the id is the row.
        guidance, traffic, avoidance, recovery, drivers, gunnery, motion, contact, attitude, stability: components, each
            of which has a line in ``step``; ``neighbours`` and ``model_switching`` serve them.
        remote: the vehicles that other programs move.
        ruts: ruts in soft ground, ``ruts.depth_at(x, y)``; empty unless they are switched on.
        weather: effect of rain and snow on the ground; ``weather.change("rain")``.
        components: all components, in the order of ``components.COMPONENTS``.
        sources, observers: lists to which you may append.
        actions: actions of users at the start of the last step, in their order (``sources.actions``).
        tick: steps made; ``time`` is ``tick * dt``.
        step_fraction: time that ``run`` was asked for and has not simulated yet, in [0, 1) of a step; the next ``run``
            continues with it. A picture between the last two states is drawn at this fraction of the way.
        scenario: the text of the scenario file that it was built from, for recordings; ``scenario_folder`` is the
            folder that paths in it are relative to, and ``code`` the files of code that it names.
        bookmarks: bookmarks of the live page, by slot; no step reads them.
        sides: name of the side of each fleet that is on one, by the fleet's name; no step reads them.
        attribution: licence line of its map, such as "© OpenStreetMap contributors"; by default
            that of the network, empty without one.

    Raises:
        WorldError: there is no fleet, two fleets have one name, a model cannot be used in a world, or a setting is
            unknown or not allowed.
    """

    def __init__(
        self,
        *,
        fleets: Sequence[Fleet | str | tuple[Any, int]],
        terrain: Terrain | None = None,
        objects: Objects | None = None,
        surface: Surface | None = None,
        roads: "Sequence[Road]" = (),
        network: "RoadNetwork | None" = None,
        dt: float = 1 / 60,
        seed: int = 0,
        name: str = "world",
        area: Area | None = None,
        can_step: bool = True,
        **settings: "Unpack[WorldSettings]",
    ):
        if not (isinstance(dt, numbers.Real) and math.isfinite(dt) and dt > 0.0):
            raise WorldError(f"dt is {dt!r}; it must be a positive number of seconds")
        if not (isinstance(seed, numbers.Integral) and seed >= 0):
            raise WorldError(f"seed is {seed!r}; it must be a whole number, 0 or more")
        self.fleets = _checked_fleets(fleets)
        given = cast("Mapping[str, Any]", settings)
        self._refuse_unknown(given)
        _refuse_other_ground(terrain, objects)
        _warn_of_long_steps(name, self.fleets, dt)
        self.terrain = terrain if terrain is not None else Terrain.flat(size=2000.0, spacing=50.0)
        self.objects = objects if objects is not None else empty_objects(self.terrain)
        self.roads = list(roads)
        self.area = (
            within(area, self.terrain) if area else play_area(self.terrain, sum(fleet.count for fleet in self.fleets))
        )
        self.dt, self.seed, self.name = float(dt), int(seed), name
        self.vehicles = VehicleTable(self.fleets, structures(), GROUPS)
        self._scene = Scene(
            self.fleets, self.vehicles, terrain=self.terrain, objects=self.objects, surface=surface, area=self.area,
            dt=self.dt,
        )  # fmt: skip
        self._scene.can_step, self._scene.roads = can_step, self.roads
        self._scene.network, self._scene.seed = network, self.seed
        self.surface = self._scene.surface
        self._add_components(given)
        self.population = Population(self, self._scene)
        self._changes: list[Any] = []  # vehicles that were added and removed since the last step
        self.sources: list[Source] = []
        self.observers: list[Observer] = []
        self.actions: list[Any] = []
        self.step_fraction = 0.0
        self.scenario, self.scenario_folder = "", Path()
        self.code: tuple[CodeFile, ...] = ()
        self.bookmarks: dict[int, Bookmark] = {}
        self.sides: dict[str, str] = {}
        self.attribution = network.attribution if network is not None else ""

    @property
    def count(self) -> int:
        """Return the number of rows: vehicles, and rows that are vacant, for vehicles that may come."""
        return self.vehicles.count

    @property
    def present(self) -> int:
        """Return the number of present vehicles: those of this world, and those of other programs."""
        return int(np.count_nonzero(self.vehicles.driver != ABSENT))

    @property
    def present_ids(self) -> NDArray[np.intp]:
        """Return the ids of the present vehicles, in order."""
        return np.flatnonzero(self.vehicles.driver != ABSENT)

    @property
    def tick(self) -> int:
        """Return the number of steps made."""
        return self._scene.tick

    @property
    def time(self) -> float:
        """Return the simulated time [s]."""
        return self._scene.time

    @property
    def ground(self) -> Heightfield:
        """Return the heights of the ground, for stages that a program brings; see ``run_stage``."""
        return self._scene.ground

    @property
    def obstacles(self) -> Circles:
        """Return the circles of the objects, for stages that a program brings."""
        return self._scene.obstacles

    @property
    def events(self) -> Events:
        """Return shots, impacts, changes of condition, contacts, stability events and standstills of the last step."""
        gunnery = self.gunnery
        return Events(
            gunnery.shots, gunnery.impacts, gunnery.changes, self.contact.contacts, self.stability.events,
            self.recovery.standstills,
        )  # fmt: skip

    def step(self) -> None:
        """Advance by one step of ``dt``; each line is a stage of the component with that name."""
        self.read_sources()
        self.neighbours.step()
        self.guidance.step()
        self.traffic.step()
        self.recovery.lead()
        self.avoidance.step()
        self.recovery.step()
        self.drivers.step()
        self.gunnery.fire()
        self.ruts.step()
        self.motion.step()
        self.remote.move()
        self.entity.trailers.place()
        self.contact.step()
        self.attitude.step()
        self.remote.settle()
        self.stability.step()
        self.gunnery.fly_rounds()
        self._scene.tick += 1
        self.notify_observers()

    if not TYPE_CHECKING:  # a type checker would take every name for an attribute

        def __setattr__(self, name: str, value: Any) -> None:
            """Refuse assignments without an effect: to unknown attributes, and to fixed ones."""
            if _LAST in self.__dict__ and not name.startswith("_"):
                if name in _FIXED or name in [component.name for component in self.components]:
                    raise WorldError(f"world.{name} cannot be replaced; give it to World(...), or use its methods")
                if name not in self.__dict__ and not hasattr(type(self), name):
                    self.__getattr__(name)  # raises the error
            object.__setattr__(self, name, value)

        def __getitem__(self, place: Any) -> NoReturn:
            raise TypeError(
                "a World has fleets and columns of vehicles: world.fleets[0] is a fleet, world.vehicles.x[0] a value "
                f"of one vehicle, and world[{shown_value(place)}] nothing"
            )

        def __getattr__(self, name: str) -> Any:
            table = self.__dict__.get("vehicles")
            if name.startswith("_") or table is None:
                raise AttributeError(f"a World has no attribute {name!r}")
            if name in table.names:
                raise AttributeError(f"a World has no attribute {name!r}; it is a column: world.vehicles.{name}")
            known = [each for each in dir(self) if not each.startswith("_")]
            raise AttributeError(unknown_name("a World", "attribute", name, known, listed="dir(world)"))

    def read_sources(self) -> None:
        """Set the inputs of vehicles from all sources: players, scripts, the network."""
        if not self.sources and not self._changes:
            self.actions.clear()
            return
        self.actions[:], self._changes = self._changes, self.actions
        for source in self.sources:
            source.read(self)
        self._changes = []

    def notify_observers(self) -> None:
        """Call all observers: viewers, recorders, the network."""
        for observer in self.observers:
            observer.observe(self)

    def run(
        self,
        *,
        seconds: float,
        observers: Iterable[Observer] = (),
        progress: Callable[[float], None] | None = None,
    ) -> None:
        """Run for a simulated time as fast as the machine allows.

        A run makes whole steps, and leaves the rest of a step to the next run (``step_fraction``): runs for the times
        of the frames of a game simulate all that time at any frame rate. ``step`` between two runs changes no rest.

        Args:
            seconds: simulated time to run for [s].
            observers: called after each step, in addition to ``world.observers``.
            progress: called about every 0.1 s of simulated time, with the simulated time since the start [s].
        """
        with added(self.observers, observers):
            stride = max(1, round(0.1 / self.dt))
            run_in_strides(self, self._make_steps, seconds=seconds, stride=stride, progress=progress)

    def scatter_vehicles(self, area: Area | None = None) -> None:
        """Place all vehicles at random free positions in ``area`` (the world's by default), with random headings.

        Raises:
            WorldError: there is not enough room.
        """
        for index in range(len(self.fleets)):
            self.scatter_fleet(index, area=area, clear_of=self.vehicles.rows[:index])
        self.resolve_positions()

    def scatter_fleet(
        self, index: int, *, area: Area | None = None, clear_of: Sequence[slice] = (), where: str | None = None
    ) -> None:
        """Place the vehicles of one fleet at random free positions; call ``resolve_positions`` afterwards.

        Args:
            area: west, south, east, north [m]; the world's by default.
            clear_of: rows of vehicles that are placed already.
            where: beginning of error messages; the fleet's name by default.

        Raises:
            WorldError: there is not enough room.
        """
        fleet, vehicles = self.fleets[index], self.vehicles
        size = 2.0 * radius_of(fleet)
        sampler = SpawnSampler(
            area or self.area, size=size, terrain=self.terrain, objects=self.objects, count=self.count
        )
        if clear_of:
            placed: NDArray[np.intp] = np.r_[tuple(clear_of)]
            sampler.block(vehicles.x[placed], vehicles.y[placed], vehicles.radius[placed] + 0.5 * CLEARANCE)
        random = np.random.default_rng([self.seed, index, START])
        poses = sampler.scatter(fleet.count, random, where=where or f"fleet {fleet.name!r}")
        self.place_vehicles(vehicles.rows[index], *poses)

    def add(
        self, what: Any, *, x: Any, y: Any, yaw: Any = 0.0, count: int | None = None, **values: Any
    ) -> NDArray[np.intp]:
        """Add vehicles between two steps; return their ids, which stay theirs until they are removed.

        They stand on the ground and wander by their autopilots; overlaps with others are resolved in the next step.
        Columns that you keep are outdated after a vehicle was added: take them of ``world.vehicles`` again.

        Example:
            world = mp.World(fleets=[("bicycle", 3)])
            ids = world.add("M1A1", x=[100.0, 120.0], y=0.0, yaw=1.57)
            world.run(seconds=1)
            world.remove(ids)

        Args:
            what: name of a fleet of the world, for more vehicles of its kind and with its settings; or a model, a
                vehicle or its name, or a ``Fleet``, whose model, body and values they get.
            x: east [m]; one number, or one for each.
            y: north [m]; the same.
            yaw: counter-clockwise from east [rad]; the same.
            count: number of vehicles; by default that of the positions.
            values: values of any field of the model, one number or one for each, as for ``Fleet``; and ``body``.

        Raises:
            WorldError: a position is off the map or not finite, or such vehicles cannot be in a world.
            ModelError: there is no such model or field, or a value is out of its range.
        """
        poses = {"x": x, "y": y, "yaw": yaw}
        ids = self.population.add(what, poses, count, values)
        self._changes.append(Addition(text_of(what, poses, count, values)))
        return ids

    def remove(self, vehicle_ids: Any) -> None:
        """Remove vehicles between two steps; their ids become free for vehicles that are added later.

        Vehicles that follow a removed one stop and stand.

        Args:
            vehicle_ids: an id or several.

        Raises:
            WorldError: a vehicle does not exist, was removed already, or is moved by another program.
        """
        ids = self.population.remove(vehicle_ids)
        if ids.size:
            self._changes.append(Removal(json.dumps(ids.tolist())))

    def place_vehicles(self, rows: Any, x: Any, y: Any, yaw: Any, z: Any = None) -> None:
        """Set position, heading and course of vehicles; their speed does not change.

        Args:
            rows: an id, a slice, or an array of ids.
            x: east [m]; one number, or one for each of these vehicles.
            y: north [m]; the same.
            yaw: counter-clockwise from east [rad]; the same.
            z: height, for vehicles on a deck of the terrain [m]; by default they stand on the surface that is nearest
                to their present height, or on the ground.

        Raises:
            WorldError: there is no such vehicle, or an array does not have one number for each vehicle.
        """
        vehicles = self.vehicles
        try:
            vehicles.x[rows], vehicles.y[rows] = x, y
        except (IndexError, ValueError) as error:
            raise WorldError(
                f"vehicles {rows!r} cannot be placed at x {shown_value(x)}, y {shown_value(y)}; the world has "
                f"{self.count} vehicles, counted from 0, and takes one number for all or one for each"
            ) from error
        for column in (vehicles.yaw, vehicles.course_yaw, vehicles.desired_yaw):
            column[rows] = yaw
        if z is not None:
            vehicles.z[rows] = z
        self.entity.trailers.place()

    def resolve_positions(self) -> None:
        """Resolve overlaps with objects and vehicles, set height, pitch and roll from the ground; no time passes."""
        if not self._scene.can_step:
            return
        self.entity.trailers.place()
        self.contact.resolve(self.time)
        self.attitude.place_on_ground(0.0)
        self.remote.settle()

    def moved_by(self, vehicle: int) -> tuple[Fleet, int]:
        """Return the fleet whose model moves a vehicle, and the vehicle's row there."""
        return self.model_switching.moved_by(vehicle)

    def problems(self) -> list[str]:
        """Return a sentence for each kind of problem that vehicles have now."""
        return [sentence for fleet in self.fleets for sentence in fleet.problems()]

    def snapshot(self) -> Snapshot:
        """Return a copy of the state of the world; ``restore`` restores it to the bit."""
        columns = tuple(column.copy() for column in self.vehicles.all_columns())
        components = tuple(component.snapshot() for component in self.components)
        return Snapshot(self.tick, columns, components, self.population.added, self.step_fraction)

    def restore(self, snapshot: Snapshot) -> None:
        """Restore the state of the world from a snapshot, also the vehicles that it had then.

        Raises:
            WorldError: the snapshot is of a world with other columns or another number of vehicles.
        """
        own = sum(fleet.count for fleet in [*self.population.built, *snapshot.added])
        column_count, rows = len(snapshot.columns), len(snapshot.columns[0])
        if (column_count, rows) != (len(self.vehicles.all_columns()), own):
            raise WorldError(
                f"the snapshot is of a world with {column_count} columns of {counted(rows, 'vehicle')}, and the world "
                f"{self.name!r} has {len(self.vehicles.all_columns())} of {own}; restore the world that made it, or "
                "one that is built in the same way"
            )
        self.population.restore(snapshot.added)
        self._scene.tick, self.step_fraction = snapshot.tick, snapshot.step_fraction
        for column, saved in zip(self.vehicles.all_columns(), snapshot.columns, strict=True):
            column[:] = saved
        for component, saved in zip(self.components, snapshot.components, strict=True):
            component.restore(saved)
        self.entity.trailers.place()

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            f"the world {self.name!r} cannot be copied or pickled, because its fleets share its columns; keep "
            "world.snapshot() and give it to world.restore(), or build another world in the other process"
        )

    def show_tick(self, tick: int) -> None:
        """Set the clock without a step, for a replay that sets the columns, too."""
        self._scene.tick = tick

    def circles(self) -> Circles:
        """Return circles around the present positions of all vehicles, in a grid that is valid until the next step."""
        self.neighbours.refresh()
        return self.neighbours.circles

    def run_stage(self, stage: Callable[P, None], *arguments: P.args, **_nothing: P.kwargs) -> None:
        """Compile and run a stage that an observer brings, on the threads of this world; see ``compile.rows``."""
        self._scene.run(stage, *arguments, **_nothing)

    def __repr__(self) -> str:
        counts = zip(self._present_counts(), self.fleets, strict=True)
        fleets = listed((f"{count} {fleet.name!r}" for count, fleet in counts if count), 4)
        terrain = self.terrain
        return (
            f"<World {self.name!r} at {self.time:.2f} s: {counted(self.present, 'vehicle')} in "
            f"{counted(len(self.fleets), 'fleet')} ({fleets})\n"
            f" on {terrain.name!r}, {terrain.width / 1000:.3g} x {terrain.depth / 1000:.3g} km, with "
            f"{counted(self.objects.count, 'object')} and {counted(len(self.roads), 'road')}; "
            f"{1.0 / self.dt:.4g} steps a second, seed {self.seed}>"
        )

    def _repr_html_(self) -> str:
        columns = self.vehicles
        rows = [
            (
                fleet.name,
                str(count),
                fleet.model.name,
                span(columns.speed[rows], "m/s"),
                self.sides.get(fleet.name, ""),
            )
            for fleet, rows, count in zip(self.fleets, columns.rows, self._present_counts(), strict=True)
        ]
        title = f"{self.name} at {self.time:.2f} s: {counted(self.present, 'vehicle')}"
        return table(title, ("fleet", "vehicles", "model", "speed", "side"), rows, note=repr(self.terrain).strip("<>"))

    def _present_counts(self) -> list[int]:
        """Return the number of present vehicles of each fleet."""
        return [int(np.count_nonzero(self.vehicles.driver[rows] != ABSENT)) for rows in self.vehicles.rows]

    def _make_steps(self, count: int) -> None:
        for _ in range(count):
            self.step()

    def _refuse_unknown(self, settings: Mapping[str, Any]) -> None:
        """Refuse settings that no component declares, and settings of fleets that the world does not have."""
        declared = declared_settings()
        own = [name for name, each in signature(World).parameters.items() if each.kind is Parameter.KEYWORD_ONLY]
        refuse_unknown(settings, [*own, *(setting.name for setting in declared)], set_later())
        refuse_unknown_fleets(declared, settings, [fleet.name for fleet in self.fleets])

    def _add_components(self, settings: Mapping[str, Any]) -> None:
        self.components: list[Component] = []
        for kind in COMPONENTS:
            component = kind(self._scene, filled(kind.settings, settings))
            self._scene.add(component)
            component.bind()
            for index, (fleet, rows) in enumerate(zip(self.fleets, self.vehicles.rows, strict=True)):
                component.enter(Newcomers(rows, fleet, index))
            self.components.append(component)
            setattr(self, kind.name, component)


def _checked_fleets(fleets: Any) -> list[Fleet]:
    """Return the fleets as a list, after a check that there is one at least and that their names differ."""
    if not isinstance(fleets, Iterable) or isinstance(fleets, str | Mapping):
        raise WorldError(_no_fleets(fleets))
    given = [_fleet_of(one) for one in cast("Iterable[Any]", fleets)]
    if not given:
        raise WorldError("a world needs at least one fleet, for example fleets=[('bicycle', 250)]")
    names = [fleet.name for fleet in given]
    for name in names:
        if names.count(name) > 1:
            raise WorldError(f"two fleets are named {name!r}; give each its own: Fleet(..., name='others')")
    return given


def _fleet_of(given: Any) -> Fleet:
    """Return the fleet that is given: itself, or by a model or its name, with or without a number of vehicles."""
    if isinstance(given, Fleet):
        return given
    pair = cast("tuple[Any, ...]", given) if type(given) is tuple else (given, 1)
    if len(pair) != 2 or not isinstance(pair[0], str | Model | ModuleType):
        raise WorldError(_no_fleets([given]))
    return Fleet(*pair)


def _no_fleets(given: Any) -> str:
    return (
        f"fleets is {shown_value(given)}; it must be a list of fleets, of names, or of names with numbers of vehicles: "
        "[Fleet('bicycle', 250, name='cars'), 'M1A1', ('tracked', 40)]"
    )


def _warn_of_long_steps(name: str, fleets: Sequence[Fleet], dt: float) -> None:
    """Warn if the step is longer than the ``max_step`` of a model."""
    model = min((fleet.model for fleet in fleets), key=lambda model: model.max_step, default=None)
    if model is not None and dt > model.max_step:
        warn(model.long_step(f"the world {name!r}", dt), StepWarning)


def _refuse_other_ground(terrain: Any, objects: Any) -> None:
    if not isinstance(terrain, Terrain | None):
        raise WorldError(
            f"terrain is {shown_value(terrain)}; it must be a Terrain, for example load_terrain('jacksboro')"
        )
    if not isinstance(objects, Objects | None):
        raise WorldError(
            f"objects is {shown_value(objects)}; it must be Objects, for example scatter_objects(terrain, count=1000)"
        )


def play_area(terrain: Terrain, count: int) -> Area:
    """Return the square with the lowest slopes that has room for the vehicles; all of a smaller map.

    Args:
        count: number of vehicles.
    """
    return _roomy(flattest_area(terrain, max(PLAY_AREA, math.sqrt(count * ROOM_A_VEHICLE))), terrain)


def _roomy(area: Area, terrain: Terrain) -> Area:
    """Return the part of the area that is ``ROOM`` inside the map; a quarter of the side of a smaller map."""
    room_x, room_y = min(ROOM, 0.25 * terrain.width), min(ROOM, 0.25 * terrain.depth)
    west, south, east, north = area
    return (
        max(west, terrain.x_west + room_x),
        max(south, terrain.y_south + room_y),
        min(east, terrain.x_east - room_x),
        min(north, terrain.y_north - room_y),
    )
