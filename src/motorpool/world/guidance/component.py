"""The guidance component: sends autopilots along a route, behind another vehicle, about an area, or lets them stand.

    world.guidance.route([0, 1], [(100.0, 0.0), (100.0, 80.0)], speed=8.0)
    world.guidance.convoy([2, 3, 4])

A vehicle that a person takes keeps its goal, and goes on with it when given back.
"""

import itertools
import math
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...errors import MissingExtraError, WorldError
from ...terrain.area import Area, area_of, within
from ...wording import counted, span
from ..avoidance.rules import rule_traits
from ..columns import is_any
from ..component import Component, Settings
from ..scene import Scene
from . import stages
from .coarse_ground import CoarseGround, coarse_ground, safe_slopes
from .columns import Convoy, Course, Goal, GroundLimits, Rejoin, Route
from .following import GAP, HEADWAY, TRAIL_LENGTH
from .goal_kinds import FOLLOW, HOLD, ROUTE, WANDER, WORDS
from .ground_ahead import DECISION_TIME
from .joined_stages import drive_routes, look_and_keep_courses
from .pure_pursuit import LARGEST
from .rejoining import PATIENCE, PAUSE, Rejoining, notice_off_route, place_ahead, resume_routes
from .route_cache import cached_routes
from .route_planning import Ability, Place, plan_route, plan_routes
from .soft_ground import slow_on_soft_ground, speed_raster
from .stages import Leaders, Trails, Waypoints
from .trafficability import GroundMap
from .trafficability_table import ground_map, mobility_of, refresh

ARRIVAL_RADIUS = 5.0  # of a waypoint that counts as reached [m]
PLANNED_RADIUS = 3.0  # the same on planned ways, whose corners are tight [m]
CLEARANCE = 1.5  # that a plan leaves between a vehicle's side and objects [m]
AROUND = 150.0  # the places that a way back is planned between [m]
FARTHEST = 1e7  # of a waypoint from the middle of the map [m]

Floats = NDArray[np.float64]


class Snapshot(NamedTuple):
    """A copy of what guidance depends on, beside columns."""

    waypoints: Waypoints
    trails: Trails


class Guidance(Component):
    """Goals of the autopilots of one world, and the heading and speed that lead there.

    Attributes:
        ground: terrain, surface, and what each fleet can do there; see ``trafficability``.
        slows_on_soft_ground: autopilots drive only as fast as people do on each class of the surface.
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
        self._mobilities = [
            mobility_of(fleet, float(scene.vehicles.mass[rows].max(initial=1.0)))
            for fleet, rows in zip(scene.fleets, scene.vehicles.rows, strict=True)
        ]
        slows = self.slows_on_soft_ground
        self.ground: GroundMap = ground_map(self._mobilities, scene.surface, scene.ground, slows=slows)
        self._waypoints = Waypoints(np.zeros(0), np.zeros(0), np.zeros(0))
        self._set_trails(Trails(np.zeros((0, TRAIL_LENGTH)), np.zeros((0, TRAIL_LENGTH))))
        vehicles = scene.vehicles
        vehicles.goal_x[:] = vehicles.goal_y[:] = math.inf
        self._rejoining = Rejoining(vehicles.route, vehicles.rejoin)
        vehicles.left_of[:] = -1
        self._look_steps = max(1, round(DECISION_TIME / scene.dt))
        for column in vehicles.ground_limits[:-2]:
            column[:] = LARGEST
        vehicles.course_reach[:] = LARGEST
        vehicles.course_yaw[:] = vehicles.yaw
        vehicles.leader[:] = vehicles.convoy[:] = vehicles.trail_slot[:] = -1
        vehicles.desired_speed[:] = 0.6 * vehicles.max_speed

    @cached_property
    def coarse_ground(self) -> CoarseGround:
        """Ground where vehicles can drive anywhere."""
        return coarse_ground(self._terrain, self._surface, self.ground.table)

    def refresh_soils(self) -> None:
        """Take what vehicles can do on the ground from its surface again, whose table has changed."""
        refresh(self.ground.table, self._mobilities, self._surface, slows=self.slows_on_soft_ground)
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
        """Set the heading and speed that lead each autopilot to its goal, when nothing is in the way."""
        scene, vehicles = self._scene, self._vehicles
        entity, inputs, autopilot = vehicles.entity, vehicles.inputs, vehicles.autopilot
        scene.run(
            look_and_keep_courses, entity, inputs, autopilot, self.ground, self.coarse_ground, scene.bounds,
            self._traits, scene.tick, self._look_steps, scene.dt,
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
        vehicles.trail_mark[ids] = [self._nearest_trail_point(leader_id, vehicle) for vehicle in ids]
        self._name_convoys()

    def convoy(self, vehicle_ids: Sequence[int], *, gap: float = GAP, headway: float = HEADWAY) -> None:
        """Let each vehicle follow the one before it; the first keeps its goal.

        Args:
            vehicle_ids: of the vehicles, the leader first.
            gap: distance at standstill, from bumper to bumper [m].
            headway: time that each keeps behind the one before, besides [s].

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
                drive_routes, entity, inputs, autopilot, vehicles.route, self._waypoints, self.ground, self._traits,
                scene.tick, self._look_steps, dt,
            )  # fmt: skip
        if self._trails.x.size:
            run(stages.leave_trails, vehicles.pose, convoys, self._trails)
            run(stages.follow_leaders, entity, inputs, autopilot, convoys, self._leaders, self._traits, dt)

    def _lead_back(self) -> None:
        """Let vehicles that have left their route drive back to it; a way for one of them at a time."""
        scene, vehicles, every = self._scene, self._vehicles, self._look_steps
        if is_any(vehicles.resumed_count):
            scene.run(resume_routes, vehicles.pose, self._rejoining, self._waypoints)
        if scene.tick % every != 0:
            return
        scene.run(
            notice_off_route, vehicles.entity, vehicles.inputs, vehicles.autopilot, self._rejoining, self._waypoints,
            self.ground, every * scene.dt,
        )  # fmt: skip
        is_due = (vehicles.off_route_time > PATIENCE) & (vehicles.rejoin_pause <= 0.0)
        if is_due.any():
            self._rejoin(int(np.argmax(is_due)))

    def _rejoin(self, vehicle: int) -> None:
        """Give a vehicle a way back to its route; straight to it, if none is found."""
        vehicles = self._vehicles
        vehicles.rejoin_pause[vehicle], vehicles.off_route_time[vehicle] = PAUSE, 0.0
        if vehicles.resumed_count[vehicle]:  # from a way back, which led nowhere
            for name in ("first", "count", "index", "loops"):
                getattr(vehicles, f"route_{name}")[vehicle] = getattr(vehicles, f"resumed_{name}")[vehicle]
        first, index = int(vehicles.route_first[vehicle]), int(vehicles.route_index[vehicle])
        x, y = float(vehicles.x[vehicle]), float(vehicles.y[vehicle])
        points = np.column_stack(self._waypoints)
        start, end = points[first + max(index - 1, 0)], points[first + index]
        goal = place_ahead(x, y, start, end)
        way = self._way_back((x, y), goal, np.array([vehicle], np.intp))
        place, number = self._keep(np.column_stack([way, np.full(len(way), end[2])]))
        for name in ("first", "count", "index", "loops"):
            getattr(vehicles, f"resumed_{name}")[vehicle] = getattr(vehicles, f"route_{name}")[vehicle]
        vehicles.route_first[vehicle], vehicles.route_count[vehicle] = place, number
        vehicles.route_index[vehicle] = vehicles.route_loops[vehicle] = 0
        vehicles.detours[vehicle], vehicles.left_of[vehicle] = 0, -1

    def _way_back(self, start: Place, goal: Place, ids: NDArray[np.intp]) -> Floats:
        """Return a planned way over ground that the vehicle can pass, x and y [m] in columns, or the goal alone."""
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
        """A copy; ``restore`` puts it back. Waypoints are never changed, only added."""
        return Snapshot(self._waypoints, Trails(self._trails.x.copy(), self._trails.y.copy()))

    def restore(self, snapshot: Snapshot) -> None:
        """Set everything as it was."""
        self._waypoints = snapshot.waypoints
        self._set_trails(Trails(snapshot.trails.x.copy(), snapshot.trails.y.copy()))

    def _ability_of(self, ids: NDArray[np.intp]) -> Ability:
        """Return the ground that all of these vehicles can drive over, and the room that they need."""
        found = {each.key: each for each in (self._mobilities[int(i)] for i in self._vehicles.fleet_index[ids])}
        kinds = {each.rests_on for each in found.values()}
        return Ability(
            clearance=float(self._vehicles.half_width[ids].max(initial=0.0)) + CLEARANCE,
            rests_on="wheels" if "wheels" in kinds else max(kinds, default=""),
            vehicles=tuple(found.values()),
        )

    def _ways(self, starts: Sequence[Place], end: Floats, able: Ability) -> list[Floats]:
        """Planned ways to ``end`` (x, y, speed) with its speed."""
        goal = (float(end[0]), float(end[1]))
        plan = cached_routes if self._scene.tick == 0 else plan_routes  # at its beginning, a world is like earlier ones
        ways = plan(self._terrain, self._objects, starts=starts, goal=goal, ability=able, surface=self._surface)
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
        """Return the place of a route in the shared columns; one that is there already is not stored again."""
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
_RESUMED = ("resumed_first", "resumed_count", "resumed_index")
_AFRESH: Mapping[str, Any] = {
    "goal": WANDER, "route_count": 0, "route_index": 0, "route_loops": 0, "has_arrived": 0, "leader": -1,
    "goal_x": math.inf, "goal_y": math.inf, "turning": 0, "detours": 0, "detour_time": 0.0, "back_off_time": 0.0,
    "course_reach": LARGEST, "resumed_count": 0, "off_route_time": 0.0, "rejoin_pause": 0.0, "left_of": -1,
}  # fmt: skip


def _around(start: Place, goal: Place, whole: Area) -> Area:
    """Return the box around two places, ``AROUND`` larger on each side, within the terrain [m]."""
    west, south, east, north = whole
    return (
        max(min(start[0], goal[0]) - AROUND, west),
        max(min(start[1], goal[1]) - AROUND, south),
        min(max(start[0], goal[0]) + AROUND, east),
        min(max(start[1], goal[1]) + AROUND, north),
    )


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
