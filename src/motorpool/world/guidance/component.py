"""Guidance component: the goals of autopilots: a route, a leader, wandering in an area, or standing.

    world.guidance.route([0, 1], [(100.0, 0.0), (100.0, 80.0)], speed=8.0)
    world.guidance.convoy([2, 3, 4])

A vehicle that a user takes over keeps its goal, and continues with it when the user releases it.
"""

import itertools
import math
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.errors import MissingExtraError, WorldError
from ...base.wording import counted, span
from ...ground.terrain.area import Area, area_of, within
from ..avoidance.rules import rule_traits
from ..columns import is_any
from ..component import Component, Settings
from ..navigation.coarse_ground import CoarseGround, coarse_ground, safe_slopes
from ..navigation.following import GAP, HEADWAY, TRAIL_LENGTH
from ..navigation.ground_ahead import DECISION_TIME
from ..navigation.pure_pursuit import LARGEST
from ..navigation.trafficability import GroundMap
from ..navigation.trafficability_table import Mobility, ground_map, heaviest, mobility_of, refresh
from ..scene import Newcomers, Scene
from .columns import Convoy, Course, Goal, GroundLimits, Leaders, Rejoin, Rejoining, Route, Trails, Waypoints
from .goal_kinds import FOLLOW, HOLD, ROUTE, WANDER, WORDS
from .ground_stages import look_at_ground
from .soft_ground import slow_on_soft_ground, speed_raster
from .wandering import keep_courses

if TYPE_CHECKING:
    from ..navigation.route_planning import Ability, Place

ARRIVAL_RADIUS = 5.0  # distance at which a waypoint is reached; below the turning radius vehicles circle it [m]
PLANNED_RADIUS = 3.0  # the same on planned routes; larger values cut corners close to objects [m]
CLEARANCE = 1.5  # gap that a plan leaves between a vehicle's side and objects [m]
AROUND = 150.0  # margin of the area in which a way back to a route is planned [m]
FARTHEST = 1e7  # distance of a waypoint from the middle of the map, at most [m]

LOOK_AND_WANDER = (look_at_ground, keep_courses)

Floats = NDArray[np.float64]


class Snapshot(NamedTuple):
    """Copy of the data of guidance that is not in columns."""

    waypoints: Waypoints
    trails: Trails


class Guidance(Component):
    """Goals of the autopilots of one world, and the heading and speed that lead there.

    Attributes:
        ground: terrain, surface, and the limits of each fleet on them; see ``trafficability``.
        slows_on_soft_ground: the soil limits the speed of autopilots.
        mobilities: parameters of each fleet for these limits.
    """

    name = "guidance"
    columns: ClassVar[Mapping[str, Any]] = {
        "goals": Goal,
        "course": Course,
        "route": Route,
        "convoys": Convoy,
        "ground_limits": GroundLimits,
        "rejoin": Rejoin,
    }

    def __init__(self, scene: Scene, settings: Settings):
        self._scene, self._vehicles = scene, scene.vehicles
        self._terrain, self._objects, self._surface = scene.terrain, scene.objects, scene.surface
        self._traits = rule_traits()
        self.slows_on_soft_ground = scene.slows_on_soft_ground
        self._soils = speed_raster(scene.surface, slows=self.slows_on_soft_ground)
        self.mobilities: list[Mobility] = []
        self._waypoints = Waypoints(np.zeros(0), np.zeros(0), np.zeros(0))
        self._trails = Trails(np.zeros((0, TRAIL_LENGTH)), np.zeros((0, TRAIL_LENGTH)))
        self._look_steps = max(1, round(DECISION_TIME / scene.dt))

    def bind(self) -> None:
        """Take the columns of all vehicles, and find the limits of their fleets on the ground."""
        scene, vehicles = self._scene, self._vehicles
        self.mobilities = [mobility_of(fleet, heaviest(fleet)) for fleet in scene.fleets]
        slows = self.slows_on_soft_ground
        self.ground: GroundMap = ground_map(self.mobilities, scene.surface, scene.ground, scene.decks, slows=slows)
        if "coarse_ground" in vars(self):
            vars(self)["coarse_ground"] = self.coarse_ground._replace(safe_slope=safe_slopes(self.ground.table))
        self._rejoining = Rejoining(vehicles.route, vehicles.rejoin)
        self._set_trails(self._trails)

    def enter(self, new: Newcomers) -> None:
        """Set vehicles to wander, beginning with their present heading."""
        vehicles, rows = self._vehicles, new.rows
        vehicles.goal_x[rows] = vehicles.goal_y[rows] = math.inf
        for column in (*vehicles.ground_limits[:-2], vehicles.course_reach):
            column[rows] = LARGEST
        vehicles.course_yaw[rows] = vehicles.yaw[rows]
        for column in vehicles.columns("leader", "convoy", "trail_slot", "left_of"):
            column[rows] = -1
        vehicles.desired_speed[rows] = 0.6 * vehicles.max_speed[rows]

    @cached_property
    def coarse_ground(self) -> CoarseGround:
        """Coarse raster of the ground on which every vehicle can drive in every direction."""
        return coarse_ground(self._terrain, self._surface, self.ground.table)

    @cached_property
    def _leading(self) -> Any:
        """Stages of routes and of followers, imported when the first vehicle is led so."""
        from . import leading

        return leading

    def refresh_soils(self) -> None:
        """Update the limits of vehicles on the ground after a change of the surface's table."""
        refresh(self.ground.table, self.mobilities, self._surface, slows=self.slows_on_soft_ground)
        self.coarse_ground.safe_slope[:] = safe_slopes(self.ground.table)
        if self.slows_on_soft_ground:
            self._soils.speed_factor[:] = self._surface.values("speed_factor")

    def __repr__(self) -> str:
        goals = self._vehicles.goal
        counts = [(int(np.count_nonzero(goals == kind)), words) for kind, words in WORDS.items()]
        return (
            f"<Guidance of {counted(len(goals), 'vehicle')}: "
            f"{', '.join(f'{count} {words}' for count, words in counts if count) or 'none'}\n"
            f" desired speed {span(self._vehicles.desired_speed, 'm/s')}; "
            f"{counted(len(self._waypoints.x), 'waypoint')}, {counted(len(self._trails.x), 'trail')}>"
        )

    def step(self) -> None:
        """Set the heading and speed that lead each autopilot to its goal on a free path."""
        scene, vehicles = self._scene, self._vehicles
        entity, inputs, autopilot = vehicles.entity, vehicles.inputs, vehicles.autopilot
        scene.run(
            LOOK_AND_WANDER, entity, inputs, autopilot, self.ground, self.coarse_ground, scene.bounds,
            entity.pose, entity.motion, self._traits, scene.tick, self._look_steps, scene.dt,
        )  # fmt: skip
        self._lead()
        scene.run(slow_on_soft_ground, entity, inputs, autopilot, self._soils)

    def route(
        self,
        vehicle_ids: Sequence[int],
        waypoints: Sequence[Sequence[float]],
        *,
        loops: bool = False,
        speed: float | None = None,
        arrival_radius: float = ARRIVAL_RADIUS,
    ) -> None:
        """Send vehicles along waypoints; at the last they stop, and ``vehicles.has_arrived`` becomes 1.

        Args:
            vehicle_ids: ids of the vehicles.
            waypoints: each (x, y) [m], or (x, y, speed of the leg that leads to it [m/s]).
            loops: continue from the last waypoint to the first, without end.
            speed: speed on legs without a speed of their own [m/s]; each vehicle's ``desired_speed`` by default.
            arrival_radius: distance at which a waypoint counts as reached and a corner is cut [m].

        Raises:
            WorldError: a vehicle does not exist, there is no waypoint, or a value is not allowed.
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
        ability: "Ability | None" = None,
    ) -> None:
        """Plan a route for each vehicle over ``places``, on low slopes and clear of objects; see ``route``.

        Args:
            vehicle_ids: ids of the vehicles.
            places: each (x, y) [m], or (x, y, speed of the way that leads to it [m/s]).
            loops: return from the last place to the present position, and repeat without end.
            speed: speed on ways without a speed of their own [m/s].
            arrival_radius: as for ``route``; it must be smaller than the clearance of the plan allows [m].
            ability: limits of the vehicles; by default the width of the widest and the least mobility of all.

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
        """Make vehicles follow another one along its trail.

        Args:
            vehicle_ids: ids of the followers; several behind one leader block each other: see ``convoy``.
            leader_id: id of the leader.
            gap: distance at standstill, from bumper to bumper [m].
            headway: time headway: growth of the gap with speed [s].

        Raises:
            WorldError: a vehicle does not exist or would follow itself, or a value is not allowed.
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
        vehicles.trail_mark[ids] = [self._nearest_trail_point(leader_id, vehicle) for vehicle in ids]
        self._name_convoys()

    def convoy(self, vehicle_ids: Sequence[int], *, gap: float = GAP, headway: float = HEADWAY) -> None:
        """Make each vehicle follow the one before it; the first keeps its goal.

        Args:
            vehicle_ids: ids of the vehicles, the leader first.
            gap: distance at standstill, from bumper to bumper [m].
            headway: time headway: growth of the gap with speed [s].

        Raises:
            WorldError: as ``follow``.
        """
        for leader, follower in itertools.pairwise(vehicle_ids):
            self.follow([follower], leader, gap=gap, headway=headway)

    def release(self, vehicle_ids: Sequence[int]) -> None:
        """Free vehicles that leave the world of their goals; vehicles that follow one of them stop and stand."""
        ids, vehicles = self._known(vehicle_ids), self._vehicles
        followers = np.flatnonzero((vehicles.goal == FOLLOW) & np.isin(vehicles.leader, ids))
        self._forget(np.union1d(ids, followers))
        vehicles.goal[np.setdiff1d(followers, ids)] = HOLD
        vehicles.trail_slot[ids] = -1

    def hold(self, vehicle_ids: Sequence[int]) -> None:
        """Make vehicles stop and stand."""
        ids = self._known(vehicle_ids)
        self._forget(ids)
        self._vehicles.goal[ids] = HOLD

    def wander(self, vehicle_ids: Sequence[int]) -> None:
        """Make vehicles wander, beginning with their present heading."""
        ids = self._known(vehicle_ids)
        self._forget(ids)
        self._vehicles.goal[ids] = WANDER
        self._vehicles.course_yaw[ids] = self._vehicles.yaw[ids]

    def waypoints_of(self, vehicle_id: int) -> Floats:
        """Return the remaining waypoints of a vehicle's route, x and y [m] in columns; none without a route."""
        (who,) = self._known([vehicle_id])
        vehicles = self._vehicles
        if vehicles.goal[who] != ROUTE or vehicles.has_arrived[who]:
            return np.zeros((0, 2))
        back = np.zeros((0, 2))
        first, count, index = (int(vehicles.columns(name)[0][who]) for name in _ROUTE)
        if vehicles.resumed_count[who]:
            back = np.column_stack(self._waypoints[:2])[first + index : first + count]
            first, count, index = (int(vehicles.columns(name)[0][who]) for name in _RESUMED)
        loops = (vehicles.resumed_loops if len(back) else vehicles.route_loops)[who]
        order = np.arange(count) if loops else np.arange(count - index)
        chosen = first + (index + order) % count
        return np.vstack([back, np.column_stack([self._waypoints[0][chosen], self._waypoints[1][chosen]])])

    def _lead(self) -> None:
        """Lead vehicles along their routes, and behind each other."""
        scene, vehicles, run, dt = self._scene, self._vehicles, self._scene.run, self._scene.dt
        entity, inputs, autopilot, convoys = vehicles.entity, vehicles.inputs, vehicles.autopilot, vehicles.convoys
        if self._waypoints.x.size:
            self._lead_back()
            run(
                self._leading.DRIVE_ROUTES, entity.pose, entity.motion, autopilot, vehicles.route, self._waypoints,
                inputs, self._traits, entity, self.ground, dt, scene.tick, self._look_steps,
            )  # fmt: skip
        if self._trails.x.size:
            run(self._leading.leave_trails, vehicles.pose, convoys, self._trails)
            run(self._leading.follow_leaders, entity, inputs, autopilot, convoys, self._leaders, self._traits, dt)

    def _lead_back(self) -> None:
        """Lead vehicles that have left their route back to it; plan a way for one vehicle in each step."""
        scene, vehicles, every = self._scene, self._vehicles, self._look_steps
        if is_any(vehicles.resumed_count):
            scene.run(self._leading.resume_routes, vehicles.pose, self._rejoining, self._waypoints)
        if scene.tick % every != 0:
            return
        scene.run(
            self._leading.notice_off_route, vehicles.entity, vehicles.inputs, vehicles.autopilot, self._rejoining,
            self._waypoints, self.ground, every * scene.dt,
        )  # fmt: skip
        is_due = (vehicles.off_route_time > self._leading.PATIENCE) & (vehicles.rejoin_pause <= 0.0)
        if is_due.any():
            self._rejoin(int(np.argmax(is_due)))

    def _rejoin(self, vehicle: int) -> None:
        """Send a vehicle back to its route, straight if no way is found."""
        vehicles = self._vehicles
        vehicles.rejoin_pause[vehicle], vehicles.off_route_time[vehicle] = self._leading.PAUSE, 0.0
        if vehicles.resumed_count[vehicle]:  # its earlier way back has failed
            for name in ("first", "count", "index", "loops"):
                getattr(vehicles, f"route_{name}")[vehicle] = getattr(vehicles, f"resumed_{name}")[vehicle]
        first, index = int(vehicles.route_first[vehicle]), int(vehicles.route_index[vehicle])
        x, y = float(vehicles.x[vehicle]), float(vehicles.y[vehicle])
        points = np.column_stack(self._waypoints)
        start, end = points[first + max(index - 1, 0)], points[first + index]
        goal = self._leading.place_ahead(x, y, start, end)
        way = self._way_back((x, y), goal, np.array([vehicle], np.intp))
        place, number = self._keep(np.column_stack([way, np.full(len(way), end[2])]))
        for name in ("first", "count", "index", "loops"):
            getattr(vehicles, f"resumed_{name}")[vehicle] = getattr(vehicles, f"route_{name}")[vehicle]
        vehicles.route_first[vehicle], vehicles.route_count[vehicle] = place, number
        vehicles.route_index[vehicle] = vehicles.route_loops[vehicle] = 0
        vehicles.detours[vehicle], vehicles.left_of[vehicle] = 0, -1

    def _way_back(self, start: "Place", goal: "Place", ids: NDArray[np.intp]) -> Floats:
        """Return a planned way over ground that the vehicle can pass, x and y [m] in columns, or the goal alone."""
        from ..navigation.route_planning import plan_route

        area = within(_around(start, goal, area_of(self._terrain)), self._terrain)
        able = self._ability_of(ids)
        try:
            return plan_route(
                self._terrain, self._objects, start=start, goal=goal, ability=able, area=area, surface=self._surface
            )
        except (WorldError, MissingExtraError):
            return np.array([goal])

    def _set_trails(self, trails: Trails) -> None:
        self._trails = trails
        self._leaders = Leaders(self._vehicles.entity, self._vehicles.convoys, trails)

    def snapshot(self) -> Snapshot:
        """Return a copy of trails and waypoints. Stored waypoints do not change; new ones are added."""
        return Snapshot(self._waypoints, Trails(self._trails.x.copy(), self._trails.y.copy()))

    def restore(self, snapshot: Snapshot) -> None:
        """Restore a copy."""
        self._waypoints = snapshot.waypoints
        self._set_trails(Trails(snapshot.trails.x.copy(), snapshot.trails.y.copy()))

    def _ability_of(self, ids: NDArray[np.intp]) -> "Ability":
        """Return the ground that all of these vehicles can pass, and the clearance that they need."""
        from ..navigation.route_planning import Ability

        found = {each.key: each for each in (self.mobilities[int(i)] for i in self._vehicles.fleet_index[ids])}
        kinds = {each.rests_on for each in found.values()}
        return Ability(
            clearance=float(self._vehicles.half_width[ids].max(initial=0.0)) + CLEARANCE,
            rests_on="wheels" if "wheels" in kinds else max(kinds, default=""),
            vehicles=tuple(found.values()),
        )

    def _ways(self, starts: "Sequence[Place]", end: Floats, able: "Ability") -> list[Floats]:
        """Return planned ways to ``end`` (x, y, speed) with its speed."""
        from ..navigation.route_planning import cached_routes, plan_routes

        goal = (float(end[0]), float(end[1]))
        plan = cached_routes if self._scene.tick == 0 else plan_routes  # worlds of one scenario start alike
        ways = plan(self._terrain, self._objects, starts=starts, goal=goal, ability=able, surface=self._surface)
        return [np.column_stack([way, np.full(len(way), end[2])]) for way in ways]

    def _known(self, vehicle_ids: Sequence[int]) -> NDArray[np.intp]:
        ids = np.atleast_1d(np.asarray(vehicle_ids, np.intp))
        unknown = ids[(ids < 0) | (ids >= self._vehicles.count)]
        if unknown.size:
            raise WorldError(f"there is no vehicle {unknown[0]}; the world has {self._vehicles.count}, counted from 0")
        return ids

    def _forget(self, ids: NDArray[np.intp]) -> None:
        """Clear all data of the earlier goals."""
        for name, value in _AFRESH.items():
            getattr(self._vehicles, name)[ids] = value
        self._name_convoys()

    def _keep(self, waypoints: Floats) -> tuple[int, int]:
        """Store a route in the shared columns, unless an equal one is there; return its first row and its length."""
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
            more = np.zeros((1, TRAIL_LENGTH))
            self._set_trails(Trails(np.vstack([self._trails.x, more]), np.vstack([self._trails.y, more])))

    def _nearest_trail_point(self, leader: int, follower: int) -> int:
        vehicles = self._vehicles
        count = int(vehicles.trail_count[leader])
        numbers = np.arange(max(count - TRAIL_LENGTH, 0), count)
        if not numbers.size:
            return 0
        x, y = (trail[vehicles.trail_slot[leader]][numbers % TRAIL_LENGTH] for trail in self._trails)
        return int(numbers[np.argmin(np.hypot(x - vehicles.x[follower], y - vehicles.y[follower]))])

    def _chain(self, ids: NDArray[np.intp]) -> set[int]:
        """Return these vehicles, and all that follow one of them."""
        found = set(ids.tolist())
        followers = np.flatnonzero(self._vehicles.goal == FOLLOW)
        while True:
            more = {int(who) for who in followers if int(self._vehicles.leader[who]) in found} - found
            if not more:
                return found
            found |= more

    def _name_convoys(self) -> None:
        """Set the convoy of each follower and each leader: the id of the first vehicle."""
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
_RESUMED = ("resumed_first", "resumed_count", "resumed_index")
_AFRESH: Mapping[str, Any] = {
    "goal": WANDER, "route_count": 0, "route_index": 0, "route_loops": 0, "has_arrived": 0, "leader": -1,
    "goal_x": math.inf, "goal_y": math.inf, "turning": 0, "detours": 0, "detour_time": 0.0, "back_off_time": 0.0,
    "course_reach": LARGEST, "resumed_count": 0, "off_route_time": 0.0, "rejoin_pause": 0.0, "left_of": -1,
}  # fmt: skip


def _around(start: "Place", goal: "Place", whole: Area) -> Area:
    """Return the box around two positions with a margin of ``AROUND``, within the terrain [m]."""
    west, south, east, north = whole
    return (
        max(min(start[0], goal[0]) - AROUND, west),
        max(min(start[1], goal[1]) - AROUND, south),
        min(max(start[0], goal[0]) + AROUND, east),
        min(max(start[1], goal[1]) + AROUND, north),
    )


def _checked(waypoints: Sequence[Sequence[float]], speed: float | None) -> Floats:
    """Return the waypoints as x, y and speed, a row each, after a check."""
    if speed is not None and not (math.isfinite(speed) and speed > 0.0):
        raise WorldError(f"the speed of a route is {speed!r} m/s; it must be positive and finite")
    rows: list[tuple[float, float, float]] = []
    for number, waypoint in enumerate(waypoints):
        values = [float(value) for value in waypoint]
        if len(values) not in (2, 3):
            raise WorldError(f"waypoint {number} is {values}; give x, y and optionally the speed of its leg")
        x, y, leg_speed = values[0], values[1], values[2] if len(values) == 3 else (speed or LARGEST)
        if not (abs(x) <= FARTHEST and abs(y) <= FARTHEST and leg_speed > 0.0):
            raise WorldError(f"waypoint {number} is {values}; positions must be finite and a speed positive")
        rows.append((x, y, leg_speed))
    if not rows:
        raise WorldError("a route needs at least one waypoint, for example [(100.0, 0.0)]")
    return np.array(rows, np.float64)
