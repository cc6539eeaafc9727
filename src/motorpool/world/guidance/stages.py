"""Stages that lead autopilots along routes; see ``compile.rows``, and ``trail_stages`` for those behind leaders.

All routes share columns: that of a vehicle has ``route_count`` waypoints from ``route_first`` on; the next one has the
number ``route_index``.
"""

from typing import NamedTuple

from ...base.errors import Status
from ...models.mathematics import Real, atan2, maximum, minimum, select, wrap_angle
from ..avoidance.columns import Autopilot, RuleTraits
from ..columns import Whole
from ..drivers.columns import DriverInputs
from ..drivers.kinds import AUTOPILOT
from ..entity.columns import Entity, Motion, Pose
from ..navigation.pure_pursuit import (
    LARGEST,
    approach_speed,
    bearing_to,
    bend_speed,
    corner_curvature,
    course_to,
    distance_to,
    lookahead_distance,
    minimum_lookahead,
    point_on_leg,
    required_curvature,
)
from ..navigation.turning import FORWARD, PIVOTS, REVERSE, next_turning, tightest_radius, turning_course, turning_speed
from ..navigation.wander import DETOUR_SPEED, MOST, back_off, detour_angle, detour_duration
from .columns import Course, Route, Waypoints
from .goal_kinds import ROUTE

BLOCKED, OFF_MAP = int(Status.BLOCKED), int(Status.OFF_MAP)
STANDING = 0.3  # speed below which a vehicle stands [m/s]
CRAWL = 0.5  # speed below which the path of a pivoting vehicle has no defined curvature [m/s]
BESIDE = 1.5  # bearing from which a point is beside the vehicle [rad]
NEAR_LEG = 3.0  # lateral distance, in arrival radii, within which a waypoint counts as passed [1]


class Aim(NamedTuple):
    """Point that a vehicle steers for."""

    x: float  # east [m]
    y: float  # north [m]
    ahead: float  # lookahead distance at which it was chosen [m]


def pass_waypoints(pose: Pose, motion: Motion, autopilot: Autopilot, route: Route, waypoints: Whole[Waypoints]) -> None:
    """Update the next waypoint and the arrival of each vehicle on a route, for all kinds of drivers."""
    for i in range(pose.x.size):
        if autopilot.goal.goal[i] != ROUTE or route.has_arrived[i] != 0:
            continue
        x, y, count, arrival_radius = pose.x[i], pose.y[i], route.route_count[i], route.arrival_radius[i]
        for _ in range(count):
            index = route.route_index[i]
            here, before = leg_of(i, route)
            is_near = distance_to(x, y, waypoints.x[here], waypoints.y[here]) < arrival_radius
            if index == count - 1 and route.route_loops[i] == 0:
                is_beside = abs(bearing_to(x, y, pose.yaw[i], waypoints.x[here], waypoints.y[here])) > BESIDE
                is_there = is_near and (is_beside or abs(motion.speed[i]) < STANDING)
                route.has_arrived[i] = 1 if is_there else 0
                break
            _, _, left, aside = point_on_leg(
                x, y, 0.0, waypoints.x[before], waypoints.y[before], waypoints.x[here], waypoints.y[here]
            )
            is_past = index > 0 and left < 0.0 and aside < NEAR_LEG * arrival_radius
            if not (is_near or is_past):
                break
            route.route_index[i] = (index + 1) % count
            autopilot.course.detours[i] = 0


def leg_of(i: int, route: Route) -> tuple[int, int]:
    """Return the numbers of the next waypoint and of the one before it; for the first, the first twice."""
    first, index = route.route_first[i], route.route_index[i]
    return first + index, first + max(index - 1, 0)


def back_off_on_routes(
    pose: Pose, motion: Motion, inputs: DriverInputs, autopilot: Autopilot, route: Route,
    waypoints: Whole[Waypoints], traits: Whole[RuleTraits], dt: float,
) -> None:  # fmt: skip
    """Back off from an obstruction on a route and begin a detour, unless the avoidance rule recovers itself."""
    course = autopilot.course
    for i in range(pose.x.size):
        if autopilot.goal.goal[i] != ROUTE:
            continue
        if inputs.driver[i] != AUTOPILOT or route.has_arrived[i] != 0:
            course.turning[i], course.back_off_time[i], course.detour_time[i] = FORWARD, 0.0, 0.0
            continue
        if traits.recovers[autopilot.avoidance.avoidance_rule[i]] != 0:
            continue
        course.detour_time[i] = maximum(course.detour_time[i] - dt, 0.0)
        was_backing = course.back_off_time[i] > 0.0
        if course.turning[i] != REVERSE:
            is_blocked = (motion.status[i] & (BLOCKED | OFF_MAP)) != 0
            course.back_off_time[i] = back_off(course.back_off_time[i], 1.0 if is_blocked else 0.0, dt)
        if was_backing and course.back_off_time[i] <= 0.0:
            course.detours[i] = min(course.detours[i] + 1, MOST)
            number = float(course.detours[i])
            here = route.route_first[i] + route.route_index[i]
            course.detour_time[i] = detour_duration(number)
            way = atan2(waypoints.y[here] - pose.y[i], waypoints.x[here] - pose.x[i])
            course.course_yaw[i] = wrap_angle(way + detour_angle(number))


def follow_routes(
    entity: Entity, inputs: DriverInputs, autopilot: Autopilot, route: Route, waypoints: Whole[Waypoints]
) -> None:
    """Set the desired heading and speed of each autopilot on a route."""
    pose, limits, course = entity.pose, entity.performance, autopilot.course
    for i in range(pose.x.size):
        if autopilot.goal.goal[i] != ROUTE or inputs.driver[i] != AUTOPILOT:
            continue
        if route.has_arrived[i] != 0:
            course.course_yaw[i], course.course_speed[i], course.course_reach[i] = pose.yaw[i], 0.0, 0.0
            continue
        here: int = route.route_first[i] + route.route_index[i]
        target = waypoints.speed[here] if waypoints.speed[here] < LARGEST else autopilot.goal.desired_speed[i]
        target = minimum(target, limits.max_speed[i])
        if course.detour_time[i] > 0.0:
            course.course_speed[i], course.course_reach[i] = minimum(target, DETOUR_SPEED), LARGEST
            continue
        distance = turn_for_waypoint(i, entity, autopilot, route, waypoints)
        aim = aim_on_route(i, entity, course, route, waypoints)
        bearing = bearing_to(pose.x[i], pose.y[i], pose.yaw[i], aim.x, aim.y)
        to_aim = distance_to(pose.x[i], pose.y[i], aim.x, aim.y)
        steer_course(i, entity, course, bearing, minimum(to_aim, aim.ahead))

        # speed limits: of this bend, of each corner within braking distance, and of the end
        radius = tightest_radius(limits.full_curvature[i], limits.pivot_yaw_rate[i])
        most = minimum(limits.max_lateral_acceleration[i], autopilot.ground.ground_lateral_acceleration[i])
        target = minimum(target, bend_speed(required_curvature(bearing, to_aim, radius), most))
        braking = minimum(limits.braking[i], autopilot.ground.ground_braking[i])
        target = slow_for_corners(i, target, braking, entity, route, waypoints)
        course.course_speed[i] = turning_speed(course.turning[i], target, limits.max_reverse_speed[i])
        course.course_reach[i] = select(course.turning[i] == FORWARD, distance + entity.body.front_reach[i], 0.0)


def turn_for_waypoint(i: int, entity: Entity, autopilot: Autopilot, route: Route, waypoints: Waypoints) -> float:
    """Decide whether a vehicle must turn round for its next waypoint; return the distance to it [m]."""
    pose, limits, course, goal = entity.pose, entity.performance, autopilot.course, autopilot.goal
    here, _ = leg_of(i, route)
    index, is_last = route.route_index[i], route.route_index[i] == route.route_count[i] - 1
    goal.goal_x[i], goal.goal_y[i] = waypoints.x[here], waypoints.y[here]
    distance = distance_to(pose.x[i], pose.y[i], waypoints.x[here], waypoints.y[here])
    bearing = bearing_to(pose.x[i], pose.y[i], pose.yaw[i], waypoints.x[here], waypoints.y[here])
    is_busy = (autopilot.avoidance.is_avoiding[i] > 0.5) | (course.back_off_time[i] > 0.0)
    if index > 0 and not (is_last and route.route_loops[i] == 0):  # this waypoint need only be passed
        is_busy |= (course.turning[i] == FORWARD) & (abs(bearing) < BESIDE)
    course.turning[i] = next_turning(
        course.turning[i], bearing, distance, tightest_radius(limits.full_curvature[i], limits.pivot_yaw_rate[i]),
        limits.pivot_yaw_rate[i] > PIVOTS, limits.max_reverse_speed[i] > 0.0,
        (entity.motion.status[i] & (BLOCKED | OFF_MAP)) != 0, is_busy,
    )  # fmt: skip
    return distance


def aim_on_route(i: int, entity: Entity, course: Course, route: Route, waypoints: Waypoints) -> Aim:
    """Return the point of its leg that a vehicle steers for; the waypoint, if it is beside the leg or turns round."""
    pose, limits = entity.pose, entity.performance
    here, before = leg_of(i, route)
    end_x, end_y = waypoints.x[here], waypoints.y[here]
    radius = tightest_radius(limits.full_curvature[i], limits.pivot_yaw_rate[i])
    ahead = lookahead_distance(abs(entity.motion.speed[i]), entity.body.half_length[i])
    ahead = maximum(ahead, minimum_lookahead(radius))
    leg_x, leg_y, _, aside = point_on_leg(
        pose.x[i], pose.y[i], ahead, waypoints.x[before], waypoints.y[before], end_x, end_y
    )
    is_on_leg = (course.turning[i] == FORWARD) & (route.route_index[i] > 0) & (aside < ahead)
    return Aim(select(is_on_leg, leg_x, end_x), select(is_on_leg, leg_y, end_y), ahead)


def steer_course(i: int, entity: Entity, course: Course, bearing: Real, reach: Real) -> None:
    """Set the heading that leads to a point at ``bearing`` [rad], left positive, ``reach`` [m] away.

    Args:
        bearing: bearing of the point from the nose, left positive [rad].
    """
    yaw, limits = entity.pose.yaw[i], entity.performance
    magnitude = maximum(abs(entity.motion.speed[i]), CRAWL)
    curvature_now = limits.full_curvature[i] + limits.pivot_yaw_rate[i] / magnitude
    way = course_to(yaw, bearing, reach, curvature_now)
    course.course_yaw[i] = turning_course(course.turning[i], yaw, bearing, way)


def slow_for_corners(i: int, target: Real, braking: Real, entity: Entity, route: Route, waypoints: Waypoints) -> Real:
    """Return the speed [m/s], at most ``target``, that allows gentle braking for all corners ahead and the end.

    Args:
        braking: greatest deceleration on this ground [m/s^2].
    """
    speed = entity.motion.speed[i]
    first, count, index = route.route_first[i], route.route_count[i], route.route_index[i]
    at, before = leg_of(i, route)
    way = distance_to(entity.pose.x[i], entity.pose.y[i], waypoints.x[at], waypoints.y[at])
    far = (speed * speed + target * target) / braking  # twice the distance of gentle braking, plus that of accelerating
    from_x, from_y = entity.pose.x[i], entity.pose.y[i]
    if index > 0:
        from_x, from_y = waypoints.x[before], waypoints.y[before]
    for step in range(count):
        if way > far:
            break
        if index + step == count - 1 and route.route_loops[i] == 0:
            target = minimum(target, approach_speed(way, 0.0, braking))
            break
        after: int = first + (index + step + 1) % count
        in_x, in_y = waypoints.x[at] - from_x, waypoints.y[at] - from_y
        out_x, out_y = waypoints.x[after] - waypoints.x[at], waypoints.y[after] - waypoints.y[at]
        turn = atan2(in_x * out_y - in_y * out_x, in_x * out_x + in_y * out_y)
        radius, most = route.arrival_radius[i], entity.performance.max_lateral_acceleration[i]
        corner = bend_speed(corner_curvature(turn, radius), most)
        corner = minimum(corner, waypoints.speed[after])
        target = minimum(target, approach_speed(way - radius, corner, braking))
        way += distance_to(0.0, 0.0, out_x, out_y)
        from_x, from_y, at = waypoints.x[at], waypoints.y[at], after
    return target
