"""Trips of vehicles in traffic: where each begins and ends, the path between, and the stages of a step."""

import itertools
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.errors import WorldError
from ...base.wording import counted
from ...ground.objects.spawn_sampler import Poses
from ...ground.roads.graph import RoadGraph
from ...ground.roads.lanes import side_of
from ...ground.roads.routing import Search, find_path, heights_on, nearest_place, positions_on, search_memory
from ...ground.roads.traffic_lights import TrafficLights, states_at, traffic_lights_of
from ..columns import Whole
from ..drivers.kinds import AUTOPILOT
from ..guidance.component import Guidance
from ..guidance.goal_kinds import TRAFFIC
from ..navigation.pure_pursuit import LARGEST
from ..navigation.turning import tightest_radius
from ..recovery.component import Recovery
from ..scene import Scene
from .ahead import Others
from .columns import NO_LEG
from .crossings import MOST, Passing, let_pass
from .driving import HELD, drive
from .entries import Entries, Slot, put_on
from .graph_cache import cached_graph
from .gridlock import Waits, end_gridlock
from .lane_changes import change_lanes
from .meeting import MARGIN
from .obstacles import LEFT_NETWORK, RoadSamples, notice_others, samples_of
from .parking import ParkingPlaces, parking_places
from .phases import PARKED
from .right_of_way import Drivers
from .tracking import LaneOrder, Paths, follow_places, sort_along
from .turn_tracks import Size
from .ways import Ways, exits_of, follows_itself, limited, reached_from, ways_of

if TYPE_CHECKING:
    from .standing import Scenery

PATH = 64  # stored legs of a path; a longer one is planned again on the way
RENEW = 8  # remaining legs of a path at which it is planned further; vehicles pass up to so many short legs at once
PLANS = 32  # paths that are planned in a step; larger values make steps with many new trips slow
TRIES = 20  # random parking places that are tried until one is free
START_GAP = 8.0  # between vehicles at the start, from bumper to bumper [m]
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


class Trips:
    """Trips of the vehicles of one world along its road network.

    Attributes:
        paths: stored legs of each vehicle's path.
        is_used: vehicles have joined the traffic.
    """

    def __init__(self, scene: Scene):
        self._scene, self._vehicles = scene, scene.vehicles
        self.paths, self.is_used = Paths(np.zeros((0, PATH), np.int64)), False
        self._slots: list[Slot] | None = None
        self._scenery: Scenery | None = None
        self._ways_by_kind: dict[Any, Ways] = {}
        self.fit()

    def fit(self) -> None:
        """Make room for the paths of all vehicles."""
        count, before = self._vehicles.count, self.paths.legs
        legs = np.zeros((count, PATH), np.int64)
        legs[: min(len(before), count)] = before[:count]
        self._set_paths(Paths(legs))

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
    def lights(self) -> TrafficLights:
        """Traffic lights of the road network."""
        return traffic_lights_of(self.graph)

    @property
    def legs(self) -> Ids:
        """Legs that vehicles drive along, without short dead ends.

        Raises:
            WorldError: there are none.
        """
        return self._all_ways.legs

    @cached_property
    def _all_ways(self) -> Ways:
        """Ways of vehicles that the ground does not stop."""
        found = ways_of(self.graph, self._is_exit)
        if not len(found.legs):
            raise WorldError("no vehicle can drive along the road network: its sections have no lanes")
        return found

    @cached_property
    def _is_exit(self) -> NDArray[np.bool_]:
        return exits_of(self.graph)

    def ways_for(self, vehicle: int) -> Ways:
        """Return the ways that a vehicle can drive; those of all vehicles if it can drive none."""
        fleet, guidance, scene = int(self._vehicles.fleet_index[vehicle]), self._scene.of(Guidance), self._scene
        if guidance.ground.table.is_limited[fleet] == 0.0:
            return self._all_ways
        key = guidance.mobilities[fleet].key
        if key not in self._ways_by_kind:
            own = self._vehicles.rows[fleet]
            length = float(np.max(self._vehicles.front_reach[own] + self._vehicles.rear_reach[own]))
            turns = zip(self._vehicles.full_curvature[own], self._vehicles.pivot_yaw_rate[own], strict=True)
            radius = max(float(tightest_radius(*map(float, turn))) for turn in turns)
            graph = limited(
                self.graph, guidance.ground.table, fleet, Size(radius, length), scene.terrain, scene.surface
            )
            found = ways_of(graph, self._is_exit)
            self._ways_by_kind[key] = found if len(found.legs) else self._all_ways
        return self._ways_by_kind[key]

    @cached_property
    def places(self) -> ParkingPlaces:
        """Parking places beside the legs."""
        return parking_places(self.graph, self.legs, self._scene.objects, self._scene.terrain)

    @cached_property
    def _samples(self) -> RoadSamples:
        return samples_of(self.graph, has_levels=self._scene.has_levels)

    def place(self, ids: Ids) -> Poses:
        """Place vehicles on random lanes; see ``Traffic.place``."""
        vehicles = self._vehicles
        chosen = self._take_slots(ids)
        graph = self.graph
        leg = np.array([leg for leg, _ in chosen], np.intp)
        along = np.array([along for _, along in chosen], np.float64)
        lane = graph.lane[leg]
        needed = vehicles.half_width[ids] + MARGIN - np.abs(lane)  # of a narrow road, to pass others
        aside = np.where(graph.is_shared[leg], np.maximum(needed, 0.0) * side_of(graph), 0.0)
        vehicles.traffic_aside[ids], vehicles.traffic_leg[ids], vehicles.traffic_along[ids] = aside, leg, along
        vehicles.z[ids] = heights_on(graph, leg, graph.begin[leg] + along)
        return positions_on(graph, leg, graph.begin[leg] + along, lane + aside)

    def begin(self) -> None:
        """Make the data that the stages need, once."""
        if self.is_used:
            return
        self.is_used, graph = True, self.graph
        self._has_lanes = bool((graph.lane_count > 1).any())
        self._entries = Entries(self._scene, graph, self._is_exit, self.ways_for)
        self._search, self._fastest = search_memory(graph), float(graph.speed.max())
        self._ends = Ends(np.zeros(2, np.int32))
        self._order = LaneOrder(np.zeros(len(graph.length) + 1, np.int32), *np.zeros((2, 0), np.int32))
        self._waits = Waits(*np.zeros((2, len(graph.length)), np.int32))
        self._passing = Passing(np.zeros(len(graph.is_crossing), np.int32), np.zeros(0, np.int32))
        self._set_paths(self.paths)

    def _set_paths(self, paths: Paths) -> None:
        vehicles = self._vehicles
        self.paths = paths
        if self.is_used:
            item, place = np.zeros((2, vehicles.count), np.int32)
            self._order = LaneOrder(self._order.first, item, place)
            self._passing = Passing(self._passing.first, np.zeros(MOST * vehicles.count, np.int32))
            self._others = Others(vehicles.entity, vehicles.traffic, self._order)
            self._drivers = Drivers(
                vehicles.motion, vehicles.body, vehicles.performance, vehicles.course, vehicles.traffic
            )

    def _take_slots(self, ids: Ids) -> list[Slot]:
        """Return places on lanes for vehicles, each on a leg that it can drive, and keep them from others.

        Raises:
            WorldError: there are not enough.
        """
        found: dict[int, Slot] = {}
        kinds = self._vehicles.fleet_index[ids]
        for kind in dict.fromkeys(kinds.tolist()):
            own = ids[kinds == kind].tolist()
            may_drive = np.zeros(len(self.graph.length), bool)
            may_drive[self.ways_for(own[0]).legs] = True
            free = self._free_slots()
            slots = [slot for slot in free if may_drive[slot[0]]]
            if len(slots) < len(own):
                raise WorldError(
                    f"{counted(len(ids), 'vehicle')} do not fit on the road network, which has room for "
                    f"{len(found) + len(slots)} more; choose fewer"
                )
            found |= dict(zip(own, slots, strict=False))
            taken = set(slots[: len(own)])
            self._slots = [slot for slot in free if slot not in taken]
        return [found[vehicle] for vehicle in ids.tolist()]

    def _free_slots(self) -> list[Slot]:
        """Return places on lanes for the start, in random order: first those on the legs of all vehicles."""
        if self._slots is None:
            graph = self.graph
            front = float(self._vehicles.front_reach.max(initial=0.0))
            rear = float(self._vehicles.rear_reach.max(initial=0.0))
            self._slots = []
            for legs in (self.legs, np.setdiff1d(np.flatnonzero(graph.is_open), self.legs)):
                slots: list[Slot] = []
                for leg in legs.tolist():
                    low = float(graph.clear[leg])
                    high = float(graph.stop[leg] - graph.begin[leg] - graph.wait[leg])
                    along = np.arange(low + rear + 1.0, high - front - 1.0, front + rear + START_GAP)
                    slots += zip(itertools.repeat(leg), along.tolist(), strict=False)
                order = np.random.default_rng([self._scene.seed, SEED]).permutation(len(slots))
                self._slots += [slots[number] for number in order.tolist()]
        return self._slots

    def step(self) -> None:
        """Set heading and speed of every vehicle in traffic."""
        if self._is_exit.any():
            self._entries.pass_through()
        may_free = self._scene.of(Recovery).mode == "free"
        if may_free:
            self._entries.release_held()
        self._plan()
        scene, vehicles, graph, run = self._scene, self._vehicles, self.graph, self._scene.run
        entity, goals, traffic = vehicles.entity, vehicles.goals, vehicles.traffic
        run(
            follow_places, entity.pose, entity.motion, entity.body, vehicles.inputs, goals, traffic, self.paths, graph,
            scene.dt,
        )  # fmt: skip
        has_others = np.count_nonzero((vehicles.goal != TRAFFIC) | (vehicles.driver != AUTOPILOT)) > 0
        if has_others:
            run(notice_others, entity, vehicles.inputs, goals, traffic, self._samples, graph)
        run(sort_along, traffic, self._order)
        if has_others or vehicles.traffic_held.max() > HELD or vehicles.traffic_cap.min() < LARGEST:
            self._pass_standing()
        if self._has_lanes:
            run(change_lanes, self._others, vehicles.inputs, vehicles.autopilot.goal, self.paths, graph, scene.dt)
        lights = self.lights
        lights.state[lights.leg] = states_at(lights, scene.time)
        run(let_pass, self._drivers, self.paths, self._order, graph, self._passing, lights)
        run(end_gridlock, self._drivers, self.paths, self._order, graph, self._passing, self._waits, lights)
        run(
            drive, entity, vehicles.inputs, vehicles.autopilot, traffic, self._others, self.paths, graph, self.places,
            int(may_free), scene.dt,
        )  # fmt: skip

    def _pass_standing(self) -> None:
        from .passing import pass_standing
        from .standing import scenery_of

        vehicles, scene = self._vehicles, self._scene
        if self._scenery is None or self._scenery.others is not self._others:
            self._scenery = scenery_of(
                self._others, vehicles.inputs, vehicles.autopilot.goal, self.paths, self.graph, scene.terrain
            )
        scene.run(pass_standing, self._scenery, scene.dt)

    def _plan(self) -> None:
        """Plan the paths of vehicles whose trips begin, or whose stored paths end soon."""
        vehicles = self._vehicles
        is_in = (vehicles.goal == TRAFFIC) & (vehicles.driver == AUTOPILOT) & (vehicles.traffic_phase != PARKED)
        left = vehicles.traffic_path_count - vehicles.traffic_path_index
        is_last = (left <= RENEW) & (vehicles.traffic_place < 0)
        last = self.paths.legs[np.arange(vehicles.count), np.maximum(vehicles.traffic_path_count - 1, 0)]
        is_cut = (left <= RENEW) & (last != vehicles.traffic_goal)
        if self._is_exit.any():  # at an exit the trip ends with the road
            is_last &= ~self._is_exit[last] | (left <= 0)
        due = np.flatnonzero(is_in & ((left <= 0) | is_last | is_cut | (vehicles.traffic_leg < 0)))
        for vehicle in due[:PLANS].tolist():
            self._plan_for(vehicle)

    def _plan_for(self, vehicle: int) -> None:
        vehicles = self._vehicles
        if vehicles.traffic_leg[vehicle] < 0 or vehicles.traffic_before[vehicle] == LEFT_NETWORK:
            self._locate(vehicle)
        count, index = int(vehicles.traffic_path_count[vehicle]), int(vehicles.traffic_path_index[vehicle])
        kept = self.paths.legs[vehicle, index:count].tolist() or [int(vehicles.traffic_leg[vehicle])]
        goal, place = int(vehicles.traffic_goal[vehicle]), int(vehicles.traffic_place[vehicle])
        if goal < 0 or kept[-1] == goal:  # the earlier trip ends here
            goal, place = self._next_trip(vehicle, kept[-1])
        more = self._way(vehicle, kept[-1], goal)
        if not more:
            (goal, more), place = self._other_trip(vehicle, kept[-1]), NO_LEG
        path = [*kept, *more][:PATH]
        self.paths.legs[vehicle, : len(path)] = path
        vehicles.traffic_goal[vehicle], vehicles.traffic_place[vehicle] = goal, place
        vehicles.traffic_path_index[vehicle], vehicles.traffic_path_count[vehicle] = 0, len(path)
        vehicles.traffic_next[vehicle] = path[1] if len(path) > 1 else NO_LEG

    def _locate(self, vehicle: int) -> None:
        """Find the leg that a vehicle is on, or the nearest one."""
        vehicles, graph = self._vehicles, self.graph
        pose = [float(column[vehicle]) for column in (vehicles.x, vehicles.y, vehicles.yaw)]
        found = nearest_place(graph, *pose, z=float(vehicles.z[vehicle]) if self._scene.has_levels else None)
        lane = float(graph.stop[found.leg] - graph.begin[found.leg])
        along = min(max(found.along - float(graph.begin[found.leg]), 0.0), lane)
        put_on(vehicles, vehicle, found.leg, along)

    def _next_trip(self, vehicle: int, leg: int) -> Trip:
        """Return the end of a vehicle's next trip, a random one; the stay there is random, too."""
        vehicles = self._vehicles
        trip = int(vehicles.traffic_trip[vehicle])
        vehicles.traffic_trip[vehicle] = trip + 1
        random = np.random.default_rng([self._scene.seed, SEED, vehicle, trip])
        ways = self.ways_for(vehicle)
        if not vehicles.traffic_parks[vehicle]:
            return Trip(int(ways.legs[random.integers(len(ways.legs))]), NO_LEG)
        low, high = float(vehicles.traffic_rest_least[vehicle]), float(vehicles.traffic_rest_most[vehicle])
        vehicles.traffic_rest[vehicle] = random.uniform(low, high)
        taken = vehicles.traffic_place[(vehicles.goal == TRAFFIC) & (vehicles.traffic_place >= 0)]
        for place in random.integers(len(self.places.leg), size=TRIES).tolist():
            end = int(self.places.leg[place])
            if end != leg and place not in taken and ways.is_end[end]:
                return Trip(end, place)
        return Trip(int(ways.legs[random.integers(len(ways.legs))]), NO_LEG)

    def _other_trip(self, vehicle: int, leg: int) -> tuple[int, list[int]]:
        """Return the end of another trip from a leg, and the legs that lead there; its own leg and none for no trip.

        It is a random leg from which the vehicle gets back, as on the directions of a road that is a ring and on a part
        of the network without a connection, or else an exit of the network; if these are on roads that the vehicle
        cannot climb, it tries them.
        """
        random = np.random.default_rng([self._scene.seed, SEED, vehicle, int(self._vehicles.traffic_trip[vehicle]), 1])
        for ways in (self.ways_for(vehicle), self._all_ways):
            ends = self._other_ends(ways, leg)
            if len(ends):
                goal = int(ends[random.integers(len(ends))])
                return goal, self._path(ways, leg, goal)
        return leg, []

    def _other_ends(self, ways: Ways, leg: int) -> Ids:
        loop = np.flatnonzero((ways.loops == ways.loops[leg]) & (ways.loops >= 0))
        if len(loop) > 1:
            return loop[loop != leg]
        reached = reached_from(ways.graph, [leg])
        exits = reached[self._is_exit[reached]]
        return exits if len(exits) else np.setdiff1d(np.intersect1d(reached, ways.legs), [leg])

    def _way(self, vehicle: int, leg: int, goal: int) -> list[int]:
        """Return the legs behind a leg on a vehicle's fastest path to another one; none if no path leads there."""
        return self._path(self.ways_for(vehicle), leg, goal)

    def _path(self, ways: Ways, leg: int, goal: int) -> list[int]:
        if leg == goal:
            return [leg] if follows_itself(ways.graph, leg) else []
        self._ends.legs[:] = leg, goal
        self._scene.run(search_path, ways.graph, self._search, self._ends, self._fastest)
        return self._search.path[1 : self._search.found[0]].tolist()
