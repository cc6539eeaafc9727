"""Goals: sends the vehicles of a world somewhere: along a route, behind another vehicle, nowhere, anywhere.

    world.goals.route([0, 1], [(100.0, 0.0), (100.0, 80.0)], speed=8.0)
    world.goals.convoy([2, 3, 4])

A goal is what an autopilot is out for; a vehicle that a person takes keeps it, and goes on with it when given back.
"""

import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...errors import WorldError
from ...fleet import Fleet
from ...objects.objects import Objects
from ...terrain.heightfield import Terrain
from ...terrain.surface import Surface
from ..vehicle_table import Roster
from . import stages as courses
from .following import CRUMB_COUNT, GAP, HEADWAY
from .goal_kinds import FOLLOW, HOLD, ROUTE, WANDER
from .pure_pursuit import LARGEST
from .route_planning import Ability, Place, plan_routes
from .stages import Trails, Waypoints

ARRIVAL_RADIUS = 5.0  # of a waypoint that counts as reached [m]
PLANNED_RADIUS = 3.0  # the same on planned ways, whose corners are tight [m]
CLEARANCE = 1.5  # that a plan leaves between a vehicle's side and objects [m]
FARTHEST = 1e7  # of a waypoint from the middle of the map [m]

Floats = NDArray[np.float64]


class Snapshot(NamedTuple):
    """A copy of what vehicles' goals depend on, beside their columns."""

    waypoints: Waypoints
    trails: Trails


class Goals:
    """What the autopilots of one world are out for.

    Args:
        vehicles: the world's.
        terrain: the world's.
        objects: the world's.
        surface: the world's.
        fleets: the world's; those whose models feel the soil plan ways on which they do not bog.
    """

    def __init__(
        self,
        vehicles: Roster,
        terrain: Terrain,
        objects: Objects,
        *,
        surface: Surface | None = None,
        fleets: Sequence[Fleet] = (),
    ):
        self._vehicles, self._terrain, self._objects = vehicles, terrain, objects
        self._surface, self._fleets = surface, fleets
        self._waypoints = Waypoints(np.zeros(0), np.zeros(0), np.zeros(0))
        self._trails = Trails(np.zeros((0, CRUMB_COUNT)), np.zeros((0, CRUMB_COUNT)))

    def route(
        self,
        vehicle_ids: Sequence[int],
        waypoints: Sequence[Sequence[float]],
        *,
        loops: bool = False,
        speed: float | None = None,
        arrival_radius: float = ARRIVAL_RADIUS,
    ) -> None:
        """Send vehicles from waypoint to waypoint; at the last they stop, and ``vehicles.has_arrived`` is 1.

        Args:
            vehicle_ids: who.
            waypoints: each (x, y) [m], or (x, y, speed of the leg that leads to it [m/s]).
            loops: go on from the last to the first, for ever.
            speed: on legs that have none of their own [m/s]; each vehicle's ``desired_speed`` by default.
            arrival_radius: a waypoint this near counts as reached [m]; corners are rounded as much.

        Raises:
            WorldError: no such vehicle, no waypoint, or a value that means nothing.
        """
        ids = self._known(vehicle_ids)
        if not 0.0 < arrival_radius < FARTHEST:
            raise WorldError(f"arrival_radius is {arrival_radius!r}; it must be a positive number of metres")
        first, count = self._keep(_checked(waypoints, speed))
        vehicles = self._vehicles
        self._forget(ids)
        vehicles.goal[ids] = ROUTE
        vehicles.route_first[ids], vehicles.route_count[ids] = first, count
        vehicles.route_loops[ids] = loops
        vehicles.arrival_radius[ids] = arrival_radius

    def plan(
        self,
        vehicle_ids: Sequence[int],
        places: Sequence[Sequence[float]],
        *,
        loops: bool = False,
        speed: float | None = None,
        arrival_radius: float = PLANNED_RADIUS,
        ability: Ability | None = None,
    ) -> None:
        """``route`` from where each vehicle is over ``places``, by ways that are planned: gentle, and clear of objects.

        Args:
            vehicle_ids: who.
            places: each (x, y) [m], or (x, y, speed of the way that leads to it [m/s]).
            loops: come back from the last place to where it is now, and so on for ever.
            speed: on ways that have none of their own [m/s].
            arrival_radius: as for ``route``; corners are cut by it, which the planned clearance must allow for.
            ability: of the vehicles; the gentle default, as wide as the widest and bogging as soon as the weakest.

        Raises:
            WorldError: as ``route``, or there is no way.
        """
        ids, vehicles = self._known(vehicle_ids), self._vehicles
        stops = _checked(places, speed)
        able = ability or self._ability_of(ids)
        starts = [(float(vehicles.x[vehicle]), float(vehicles.y[vehicle])) for vehicle in ids]
        there = self._ways(starts, stops[0], able)
        between = [self._ways([(start[0], start[1])], end, able)[0] for start, end in itertools.pairwise(stops)]
        back = self._ways(starts, stops[-1], able) if loops else []
        for number, vehicle in enumerate(ids):
            start = np.array([(*starts[number], stops[-1][2])])
            ways = [start, there[number], *between, *([back[number][-2::-1]] if loops else [])]
            self.route([int(vehicle)], np.vstack(ways).tolist(), loops=loops, arrival_radius=arrival_radius)
            vehicles.route_index[vehicle] = 1

    def follow(self, vehicle_ids: Sequence[int], leader_id: int, *, gap: float = GAP, headway: float = HEADWAY) -> None:
        """Let vehicles follow another along its trail.

        Args:
            vehicle_ids: who; several behind one leader get in each other's way: see ``convoy``.
            leader_id: whom.
            gap: between the two when they stand, from bumper to bumper [m].
            headway: what the gap grows by with each metre a second [s].

        Raises:
            WorldError: no such vehicle, a vehicle that would follow itself, or a value that means nothing.
        """
        ids = self._known(vehicle_ids)
        self._known([leader_id])
        if not (0.0 <= gap < FARTHEST and 0.0 <= headway < FARTHEST):
            raise WorldError(f"gap is {gap!r} m and headway {headway!r} s; both must be finite, zero or positive")
        if leader_id in self._chain(ids):
            raise WorldError(f"vehicle {leader_id} would follow itself; choose another leader")
        vehicles = self._vehicles
        self._forget(ids)
        vehicles.goal[ids] = FOLLOW
        vehicles.leader[ids] = leader_id
        vehicles.gap[ids], vehicles.headway[ids] = gap, headway
        self._let_leave_trail(leader_id)
        vehicles.trail_mark[ids] = [self._nearest_crumb(leader_id, vehicle) for vehicle in ids]
        self._name_convoys()

    def convoy(self, vehicle_ids: Sequence[int], *, gap: float = GAP, headway: float = HEADWAY) -> None:
        """Let each vehicle follow the one before it; the first keeps its goal.

        Raises:
            WorldError: as ``follow``.
        """
        for leader, follower in itertools.pairwise(vehicle_ids):
            self.follow([follower], leader, gap=gap, headway=headway)

    def hold(self, vehicle_ids: Sequence[int]) -> None:
        """Let vehicles stop and stand."""
        ids = self._known(vehicle_ids)
        self._forget(ids)
        self._vehicles.goal[ids] = HOLD

    def wander(self, vehicle_ids: Sequence[int]) -> None:
        """Let vehicles drive about on the heading that they have."""
        ids = self._known(vehicle_ids)
        self._forget(ids)
        self._vehicles.goal[ids] = WANDER
        self._vehicles.course_yaw[ids] = self._vehicles.yaw[ids]

    def waypoints_of(self, vehicle_id: int) -> Floats:
        """The waypoints that are left of a vehicle's route, x and y [m] in columns; none without a route."""
        (who,) = self._known([vehicle_id])
        vehicles = self._vehicles
        if vehicles.goal[who] != ROUTE or vehicles.has_arrived[who]:
            return np.zeros((0, 2))
        first, count, index = (int(vehicles.columns(name)[0][who]) for name in _ROUTE)
        order = np.arange(count) if vehicles.route_loops[who] else np.arange(count - index)
        chosen = first + (index + order) % count
        return np.column_stack([self._waypoints[0][chosen], self._waypoints[1][chosen]])

    def pursue(self, run: Callable[..., None], dt: float) -> None:
        """Run the stages that lead vehicles to where they want to go.

        Args:
            run: runs a stage.
            dt: the step [s].
        """
        vehicles, waypoints, trails = self._vehicles, self._waypoints, self._trails
        entity, inputs, autopilot = vehicles.entity, vehicles.inputs, vehicles.autopilot
        pose, motion, route, convoys = vehicles.pose, vehicles.motion, vehicles.route, vehicles.convoys
        if waypoints.x.size:
            run(courses.pass_waypoints, pose, motion, autopilot, route, waypoints)
            run(courses.back_off_on_routes, pose, motion, inputs, autopilot, route, waypoints, dt)
            run(courses.follow_routes, entity, inputs, autopilot, route, waypoints)
        if trails.x.size:
            run(courses.leave_trails, pose, convoys, trails)
            run(courses.follow_leaders, entity, inputs, autopilot, convoys, entity, convoys, trails, dt)

    def snapshot(self) -> Snapshot:
        """A copy; ``restore`` puts it back. Waypoints are never changed, only added."""
        return Snapshot(self._waypoints, Trails(self._trails.x.copy(), self._trails.y.copy()))

    def restore(self, snapshot: Snapshot) -> None:
        """Set everything as it was."""
        self._waypoints = snapshot.waypoints
        self._trails = Trails(snapshot.trails.x.copy(), snapshot.trails.y.copy())

    def _ability_of(self, ids: NDArray[np.intp]) -> Ability:
        """What all of these vehicles can drive over."""
        able = Ability(clearance=float(self._vehicles.half_width[ids].max(initial=0.0)) + CLEARANCE)
        for index in np.unique(self._vehicles.fleet_index[ids]) if self._fleets else ():
            fleet = self._fleets[int(index)]
            params: Any = fleet.params
            names, felt = dir(params), dir(fleet.ground)
            if "friction" not in felt:
                continue
            least = float(params.vehicle_cone_index.max()) if "vehicle_cone_index" in names else 0.0
            driven = _driven_share(params) if "front_drive_share" in names else 1.0
            able = able._replace(
                rests_on="wheels" if "wheel_resistance" in felt or able.rests_on == "wheels" else "tracks",
                vehicle_cone_index=max(able.vehicle_cone_index, least),
                driven_share=min(able.driven_share, driven),
            )
        return able

    def _ways(self, starts: Sequence[Place], end: Floats, able: Ability) -> list[Floats]:
        """Planned ways to ``end`` (x, y, speed) with its speed."""
        goal = (float(end[0]), float(end[1]))
        ways = plan_routes(self._terrain, self._objects, starts=starts, goal=goal, ability=able, surface=self._surface)
        return [np.column_stack([way, np.full(len(way), end[2])]) for way in ways]

    def _known(self, vehicle_ids: Sequence[int]) -> NDArray[np.intp]:
        ids = np.atleast_1d(np.asarray(vehicle_ids, np.intp))
        unknown = ids[(ids < 0) | (ids >= self._vehicles.count)]
        if unknown.size:
            raise WorldError(f"there is no vehicle {unknown[0]}; the world has {self._vehicles.count}, counted from 0")
        return ids

    def _forget(self, ids: NDArray[np.intp]) -> None:
        """Begin afresh: nothing of the goal before is left."""
        for name, value in _AFRESH.items():
            getattr(self._vehicles, name)[ids] = value
        self._name_convoys()

    def _keep(self, waypoints: Floats) -> tuple[int, int]:
        """Where in the shared columns a route lies; one that is there already is not stored again."""
        first = self._waypoints[0].size
        old = [int(start) for start in set(self._vehicles.route_first.tolist()) if start + len(waypoints) <= first]
        for start in old:
            stretch = [column[start : start + len(waypoints)] for column in self._waypoints]
            if np.array_equal(np.column_stack(stretch), waypoints):
                return start, len(waypoints)
        columns = zip(self._waypoints, waypoints.T, strict=True)
        x, y, speed = (np.concatenate([column, more]) for column, more in columns)
        self._waypoints = Waypoints(x, y, speed)
        return first, len(waypoints)

    def _let_leave_trail(self, vehicle: int) -> None:
        vehicles = self._vehicles
        if vehicles.trail_slot[vehicle] < 0:
            vehicles.trail_slot[vehicle] = len(self._trails[0])
            more = np.zeros((1, CRUMB_COUNT))
            self._trails = Trails(np.vstack([self._trails.x, more]), np.vstack([self._trails.y, more]))

    def _nearest_crumb(self, leader: int, follower: int) -> int:
        vehicles = self._vehicles
        count = int(vehicles.trail_count[leader])
        numbers = np.arange(max(count - CRUMB_COUNT, 0), count)
        if not numbers.size:
            return 0
        x, y = (trail[vehicles.trail_slot[leader]][numbers % CRUMB_COUNT] for trail in self._trails)
        return int(numbers[np.argmin(np.hypot(x - vehicles.x[follower], y - vehicles.y[follower]))])

    def _chain(self, ids: NDArray[np.intp]) -> set[int]:
        """Vehicles that follow one of these, and these."""
        found = set(ids.tolist())
        followers = np.flatnonzero(self._vehicles.goal == FOLLOW)
        while True:
            more = {int(who) for who in followers if int(self._vehicles.leader[who]) in found} - found
            if not more:
                return found
            found |= more

    def _name_convoys(self) -> None:
        """Each follower and each leader belong to the convoy of the first of them."""
        vehicles = self._vehicles
        vehicles.convoy[:] = -1
        followers = np.flatnonzero(vehicles.goal == FOLLOW)
        first = vehicles.leader[followers].astype(np.intp)
        while True:
            is_led = vehicles.goal[first] == FOLLOW
            if not is_led.any():
                break
            first[is_led] = vehicles.leader[first[is_led]]
        vehicles.convoy[followers] = first
        vehicles.convoy[first] = first


_ROUTE = ("route_first", "route_count", "route_index")
_AFRESH: Mapping[str, Any] = {
    "goal": WANDER, "route_count": 0, "route_index": 0, "route_loops": 0, "has_arrived": 0, "leader": -1,
    "goal_x": math.inf, "goal_y": math.inf, "turning": 0, "detours": 0, "detour_time": 0.0, "back_off_time": 0.0,
    "course_reach": LARGEST,
}  # fmt: skip


def _driven_share(params: Any) -> float:
    """The share of a two-axled vehicle's weight that it can pull with: until the first driven axle spins."""
    front_drive: Floats = params.front_drive_share
    front_load = params.rear_axle_offset / (params.front_axle_offset + params.rear_axle_offset)
    tiny = 1e-9  # of a drive share: an axle that is not driven never spins
    until_front = front_load / np.maximum(front_drive, tiny)
    until_rear = (1.0 - front_load) / np.maximum(1.0 - front_drive, tiny)
    return min(1.0, float(np.minimum(until_front, until_rear).min()))


def _checked(waypoints: Sequence[Sequence[float]], speed: float | None) -> Floats:
    """The waypoints as x, y and speed, a row each."""
    if speed is not None and not (math.isfinite(speed) and speed > 0.0):
        raise WorldError(f"the speed of a route is {speed!r} m/s; it must be positive and finite")
    rows: list[tuple[float, float, float]] = []
    for number, waypoint in enumerate(waypoints):
        values = [float(value) for value in waypoint]
        if len(values) not in (2, 3):
            raise WorldError(f"waypoint {number} is {values}; give x, y and, if you like, the speed of its leg")
        x, y, leg_speed = values[0], values[1], values[2] if len(values) == 3 else (speed or LARGEST)
        if not (abs(x) <= FARTHEST and abs(y) <= FARTHEST and leg_speed > 0.0):
            raise WorldError(f"waypoint {number} is {values}; positions must be finite and a speed positive")
        rows.append((x, y, leg_speed))
    if not rows:
        raise WorldError("a route needs at least one waypoint, for example [(100.0, 0.0)]")
    return np.array(rows, np.float64)
