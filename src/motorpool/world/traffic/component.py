"""Traffic component: vehicles that drive along the lanes of a road network, on random trips.

    world = mp.World(fleets=[("bicycle", 50)], network=load_network("roads.geojson"))
    world.traffic.place([0, 1, 2])      # on the lanes, clear of each other
    world.traffic.join([0, 1, 2])       # drive from trip to trip

Each trip leads along the fastest path to a random parking place, or to a random section. A vehicle that a user takes
over keeps its place on the network, and continues when the user releases it.
"""

import itertools
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...errors import WorldError
from ...objects.spawn_sampler import Poses
from ...roads.graph import RoadGraph, loops_of, without_stubs
from ...roads.routing import Search, find_path, nearest_place, positions_on, search_memory
from ...wording import counted
from ..avoidance.rules import index_of
from ..columns import Whole
from ..component import Component, Settings
from ..drivers.kinds import AUTOPILOT
from ..guidance.goal_kinds import TRAFFIC
from ..scene import Newcomers, Scene
from .ahead import Others
from .columns import Traffic as TrafficColumns
from .crossings import Drivers, let_pass
from .driving import drive
from .graph_cache import cached_graph
from .lanes import NO_LEG, side_of
from .meeting import MARGIN
from .obstacles import LEFT_NETWORK, RoadSamples, notice_others, samples_of
from .parking import ParkingPlaces, parking_places
from .phases import DRIVING, PARKED
from .tracking import LaneOrder, Paths, follow_places, sort_along

PATH = 64  # stored legs of a path; a longer one is planned again on the way
RENEW = 5  # remaining legs of an unfinished path at which it is planned again
PLANS = 32  # paths that are planned in a step; larger values make steps with many new trips slow
TRIES = 20  # random parking places that are tried until one is free
REST = (30.0, 180.0)  # shortest and longest stay at a parking place [s]
LONGEST_REST = 1e6  # [s]
START_GAP = 8.0  # between vehicles at the start, from bumper to bumper [m]
RULE = "none"  # avoidance rule of vehicles in traffic, which it leaves to them
SEED = 0x7AFF1C  # separates these random numbers from those of other purposes

Ids = NDArray[np.intp]


class Trip(NamedTuple):
    """End of a trip: a leg, and a parking place there or -1."""

    leg: int
    place: int


class Ends(NamedTuple):
    """Ends of a path that is searched for."""

    legs: NDArray[np.int32]  # (2,): from the end of the first to that of the second


def search_path(graph: Whole[RoadGraph], search: Whole[Search], ends: Whole[Ends], fastest: float) -> None:
    """Find the fastest path between two legs.

    Args:
        fastest: greatest speed limit [m/s].
    """
    find_path(graph, search, ends.legs[0], ends.legs[1], fastest)


class Traffic(Component):
    """Vehicles of one world that drive along its road network.

    Attributes:
        graph: of the road network.
        legs: legs that vehicles drive along: those from which each other one of them can be reached.
        places: parking places.
    """

    name = "traffic"
    columns: ClassVar[Mapping[str, Any]] = {"traffic": TrafficColumns}
    set_later: ClassVar[Mapping[str, str]] = {
        "traffic": "world.traffic.join(world.vehicles.rows[0]) does it for the first fleet; in scenario files it is a "
        "key of each fleet"
    }

    def __init__(self, scene: Scene, settings: Settings):
        self._scene, self._vehicles = scene, scene.vehicles
        self._paths = Paths(np.zeros((0, PATH), np.int64))
        self._is_used = False
        self._slots: list[tuple[int, float]] | None = None

    def bind(self) -> None:
        """Make room for the paths of all vehicles."""
        count, before = self._vehicles.count, self._paths.legs
        legs = np.zeros((count, PATH), np.int64)
        legs[: min(len(before), count)] = before[:count]
        self._set_paths(Paths(legs))

    def enter(self, new: Newcomers) -> None:
        """Set vehicles to be on no leg."""
        for column in ("traffic_leg", "traffic_before", "traffic_next", "traffic_goal", "traffic_place"):
            getattr(self._vehicles, column)[new.rows] = NO_LEG

    @cached_property
    def graph(self) -> RoadGraph:
        """Graph of the road network.

        Raises:
            WorldError: the world has no road network.
        """
        if self._scene.network is None:
            raise WorldError(
                "the world has no road network to drive along; give it one, in scenario files as roads: {file: "
                "roads.geojson}"
            )
        return cached_graph(self._scene.network)

    @cached_property
    def legs(self) -> Ids:
        """Legs that vehicles drive along, without short dead ends."""
        found = np.flatnonzero(without_stubs(self.graph, loops_of(self.graph) == 0))
        if len(found) < 2:
            raise WorldError(
                "the road network is a one-way trap: from no section a vehicle gets back to it; check start, end and "
                "lanes_backward of its sections"
            )
        return found

    @cached_property
    def places(self) -> ParkingPlaces:
        """Parking places beside the legs."""
        return parking_places(self.graph, self.legs, self._scene.objects, self._scene.terrain)

    @cached_property
    def _samples(self) -> RoadSamples:
        return samples_of(self.graph)

    def __repr__(self) -> str:
        if not self._is_used:
            return "<Traffic: none>"
        phases = self._vehicles.traffic_phase[self._vehicles.goal == TRAFFIC]
        parked = int(np.count_nonzero(phases != DRIVING))
        kilometres, network = 0.0005 * float(self.graph.length.sum()), self._scene.network
        sections = len(network.sections) if network is not None else 0
        return (
            f"<Traffic of {counted(len(phases), 'vehicle')}, {parked} parked, on "
            f"{counted(sections, 'section')} of {kilometres:.4g} km>"
        )

    # ---- vehicles that take part

    def place(self, vehicle_ids: Sequence[int] | range) -> Poses:
        """Place vehicles on random lanes, clear of those that are placed there already; return x, y [m], yaw [rad].

        Raises:
            WorldError: there is no road network, or no room for so many vehicles on it.
        """
        ids, vehicles = np.asarray(vehicle_ids, np.intp), self._vehicles
        slots = self._free_slots()
        if len(slots) < len(ids):
            raise WorldError(
                f"{counted(len(ids), 'vehicle')} do not fit on the road network, which has room for {len(slots)} more; "
                "choose fewer"
            )
        chosen, self._slots = slots[: len(ids)], slots[len(ids) :]
        graph = self.graph
        leg = np.array([leg for leg, _ in chosen], np.intp)
        along = np.array([along for _, along in chosen], np.float64)
        lane = graph.lane[leg]
        needed = vehicles.half_width[ids] + MARGIN - np.abs(lane)  # of a narrow road, to pass others
        aside = np.where(graph.is_shared[leg], np.maximum(needed, 0.0) * side_of(graph), 0.0)
        vehicles.traffic_aside[ids], vehicles.traffic_leg[ids], vehicles.traffic_along[ids] = aside, leg, along
        return positions_on(graph, leg, graph.begin[leg] + along, lane + aside)

    def join(
        self, vehicle_ids: Sequence[int] | range, *, parking: bool = True, rest: tuple[float, float] = REST
    ) -> None:
        """Send vehicles along the road network, from trip to trip.

        They begin on the lane that they are on, or drive to the nearest one.

        Args:
            vehicle_ids: ids of the vehicles.
            parking: trips end at parking places; otherwise they follow each other without a stop.
            rest: shortest and longest stay at a parking place [s].

        Raises:
            WorldError: there is no road network, a vehicle does not exist, or a value is not allowed.
        """
        ids, vehicles = np.atleast_1d(np.asarray(vehicle_ids, np.intp)), self._vehicles
        unknown = ids[(ids < 0) | (ids >= vehicles.count)]
        if unknown.size:
            raise WorldError(f"there is no vehicle {unknown[0]}; the world has {vehicles.count}, counted from 0")
        low, high = rest
        if not 0.0 <= low <= high <= LONGEST_REST:
            raise WorldError(
                f"the stay at a parking place is {low:g} to {high:g} s; it must be from 0 to {LONGEST_REST:g} s, the "
                "shorter one first"
            )
        if parking and not len(self.places.leg):
            raise WorldError("the road network has no parking places: its sections are too short; leave out parking")
        self._begin()
        vehicles.goal[ids] = TRAFFIC
        vehicles.avoidance_rule[ids] = index_of(RULE)
        vehicles.traffic_parks[ids] = parking
        vehicles.traffic_rest_least[ids], vehicles.traffic_rest_most[ids] = low, high
        vehicles.traffic_phase[ids], vehicles.traffic_path_count[ids] = DRIVING, 0
        for column in ("traffic_before", "traffic_next", "traffic_goal", "traffic_place"):
            getattr(vehicles, column)[ids] = NO_LEG

    def _begin(self) -> None:
        """Make what the stages need, once."""
        if self._is_used:
            return
        self._is_used, graph = True, self.graph
        self._search, self._fastest = search_memory(graph), float(graph.speed.max())
        self._ends = Ends(np.zeros(2, np.int32))
        self._order = LaneOrder(np.zeros(len(graph.length) + 1, np.int32), *np.zeros((2, 0), np.int32))
        self._set_paths(self._paths)

    def _set_paths(self, paths: Paths) -> None:
        vehicles = self._vehicles
        self._paths = paths
        if self._is_used:
            item, place = np.zeros((2, vehicles.count), np.int32)
            self._order = LaneOrder(self._order.first, item, place)
            self._others = Others(vehicles.entity, vehicles.traffic, self._order)
            self._drivers = Drivers(
                vehicles.motion, vehicles.body, vehicles.performance, vehicles.course, vehicles.traffic
            )

    def _free_slots(self) -> list[tuple[int, float]]:
        """Return places on lanes for the start, in random order: a leg and a distance along its lane."""
        if self._slots is None:
            graph = self.graph
            half = float(self._vehicles.half_length.max(initial=0.0))
            slots: list[tuple[int, float]] = []
            for leg in self.legs.tolist():
                low = float(graph.clear[leg])
                high = float(graph.stop[leg] - graph.begin[leg] - graph.wait[leg])
                along = np.arange(low + half + 1.0, high - half - 1.0, 2.0 * half + START_GAP)
                slots += zip(itertools.repeat(leg), along.tolist(), strict=False)
            order = np.random.default_rng([self._scene.seed, SEED]).permutation(len(slots))
            self._slots = [slots[number] for number in order.tolist()]
        return self._slots

    # ---- a step

    def step(self) -> None:
        """Set heading and speed of every vehicle in traffic."""
        if not self._is_used:
            return
        self._plan()
        scene, vehicles, graph, run = self._scene, self._vehicles, self.graph, self._scene.run
        entity, goals, traffic = vehicles.entity, vehicles.goals, vehicles.traffic
        run(
            follow_places, entity.pose, entity.motion, entity.body, vehicles.inputs, goals, traffic, self._paths, graph,
            scene.dt,
        )  # fmt: skip
        if np.count_nonzero((vehicles.goal != TRAFFIC) | (vehicles.driver != AUTOPILOT)):
            run(notice_others, entity, vehicles.inputs, goals, traffic, self._samples, graph)
        run(sort_along, traffic, self._order)
        run(let_pass, self._drivers, self._order, graph)
        run(
            drive, entity, vehicles.inputs, vehicles.autopilot, traffic, self._others, self._paths, graph, self.places,
            scene.dt,
        )  # fmt: skip

    def _plan(self) -> None:
        """Plan the paths of vehicles whose trips begin, or whose stored paths end soon."""
        vehicles = self._vehicles
        is_in = (vehicles.goal == TRAFFIC) & (vehicles.driver == AUTOPILOT) & (vehicles.traffic_phase != PARKED)
        left = vehicles.traffic_path_count - vehicles.traffic_path_index
        is_last = (left <= 1) & (vehicles.traffic_place < 0)
        last = self._paths.legs[np.arange(vehicles.count), np.maximum(vehicles.traffic_path_count - 1, 0)]
        is_cut = (left <= RENEW) & (last != vehicles.traffic_goal)
        due = np.flatnonzero(is_in & ((left <= 0) | is_last | is_cut | (vehicles.traffic_leg < 0)))
        for vehicle in due[:PLANS].tolist():
            self._plan_for(vehicle)

    def _plan_for(self, vehicle: int) -> None:
        vehicles = self._vehicles
        if vehicles.traffic_leg[vehicle] < 0 or vehicles.traffic_before[vehicle] == LEFT_NETWORK:
            self._locate(vehicle)
        count, index = int(vehicles.traffic_path_count[vehicle]), int(vehicles.traffic_path_index[vehicle])
        kept = self._paths.legs[vehicle, index:count].tolist() or [int(vehicles.traffic_leg[vehicle])]
        goal, place = int(vehicles.traffic_goal[vehicle]), int(vehicles.traffic_place[vehicle])
        if goal < 0 or kept[-1] == goal:  # the earlier trip ends here
            goal, place = self._next_trip(vehicle, kept[-1])
        more = self._way(kept[-1], goal)
        if not more:
            goal, place = kept[-1], NO_LEG
        path = [*kept, *more][:PATH]
        self._paths.legs[vehicle, : len(path)] = path
        vehicles.traffic_goal[vehicle], vehicles.traffic_place[vehicle] = goal, place
        vehicles.traffic_path_index[vehicle], vehicles.traffic_path_count[vehicle] = 0, len(path)
        vehicles.traffic_next[vehicle] = path[1] if len(path) > 1 else NO_LEG

    def _locate(self, vehicle: int) -> None:
        """Find the leg that a vehicle is on, or the nearest one."""
        vehicles, graph = self._vehicles, self.graph
        pose = [float(column[vehicle]) for column in (vehicles.x, vehicles.y, vehicles.yaw)]
        found = nearest_place(graph, *pose)
        lane = float(graph.stop[found.leg] - graph.begin[found.leg])
        vehicles.traffic_leg[vehicle] = found.leg
        vehicles.traffic_along[vehicle] = min(max(found.along - float(graph.begin[found.leg]), 0.0), lane)
        vehicles.traffic_aside[vehicle], vehicles.traffic_path_count[vehicle] = 0.0, 0
        vehicles.traffic_before[vehicle] = vehicles.traffic_goal[vehicle] = vehicles.traffic_place[vehicle] = NO_LEG
        vehicles.traffic_may_pass[vehicle], vehicles.traffic_phase[vehicle] = 0, DRIVING

    def _next_trip(self, vehicle: int, leg: int) -> Trip:
        """Return the end of a vehicle's next trip, a random one; the stay there is random, too."""
        vehicles = self._vehicles
        trip = int(vehicles.traffic_trip[vehicle])
        vehicles.traffic_trip[vehicle] = trip + 1
        random = np.random.default_rng([self._scene.seed, SEED, vehicle, trip])
        if not vehicles.traffic_parks[vehicle]:
            return Trip(int(self.legs[random.integers(len(self.legs))]), NO_LEG)
        low, high = float(vehicles.traffic_rest_least[vehicle]), float(vehicles.traffic_rest_most[vehicle])
        vehicles.traffic_rest[vehicle] = random.uniform(low, high)
        taken = vehicles.traffic_place[(vehicles.goal == TRAFFIC) & (vehicles.traffic_place >= 0)]
        for place in random.integers(len(self.places.leg), size=TRIES).tolist():
            if self.places.leg[place] != leg and place not in taken:
                return Trip(int(self.places.leg[place]), place)
        return Trip(int(self.legs[random.integers(len(self.legs))]), NO_LEG)

    def _way(self, leg: int, goal: int) -> list[int]:
        """Return the legs behind a leg on the fastest path to another one; none if no path leads there."""
        if leg == goal:
            return []
        self._ends.legs[:] = leg, goal
        self._scene.run(search_path, self.graph, self._search, self._ends, self._fastest)
        return self._search.path[1 : self._search.found[0]].tolist()

    # ---- snapshots and regions

    def snapshot(self) -> NDArray[np.int64] | None:
        """Return a copy of the paths; None without traffic."""
        return self._paths.legs.copy() if self._is_used else None

    def restore(self, snapshot: NDArray[np.int64] | None) -> None:
        """Restore a copy."""
        if snapshot is not None:
            self._begin()
            self._paths.legs[:] = snapshot

    def indivisible(self) -> str:
        """Return the reason why the world cannot be partitioned: traffic on a road network."""
        is_there = self._is_used and bool((self._vehicles.goal == TRAFFIC).any())
        return "its traffic follows a road network, which regions do not share; run it whole" if is_there else ""
