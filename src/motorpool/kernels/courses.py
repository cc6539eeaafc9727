"""The stages that lead autopilots somewhere: along routes, and behind each other. See ``kernels.stages``.

Routes are stretches of shared columns: a vehicle's is ``route_count`` waypoints from ``route_first`` on, and it is
on its way to number ``route_index``. A vehicle that others follow leaves a trail of crumbs in a row of its own of
``trail_x`` and ``trail_y``; crumb number n lies in column n modulo the row's length.
As in every stage, parameters that all vehicles share come last.
"""

from typing import Any

from ..behaviours.avoidance import REMEMBERING
from ..behaviours.detour import DETOUR_SPEED, MOST, detour_angle, detour_duration
from ..behaviours.drivers import AUTOPILOT
from ..behaviours.follow import CATCH_UP, CRUMB_SPACING, close_look, gap_speed
from ..behaviours.goals import FOLLOW, ROUTE
from ..behaviours.pursuit import (
    LARGEST,
    approach_speed,
    at_least_for,
    bearing_to,
    bend_speed,
    bend_to,
    corner_curvature,
    course_to,
    distance_to,
    look_ahead_distance,
    point_on_leg,
)
from ..behaviours.turning import FORWARD, PIVOTS, REVERSE, next_turning, tightest_radius, turning_course, turning_speed
from ..behaviours.wander import back_off
from ..errors import Status
from ..models.mathematics import atan2, maximum, minimum, select, wrap_angle

BLOCKED, OFF_MAP = int(Status.BLOCKED), int(Status.OFF_MAP)
STANDING = 0.3  # a vehicle slower than this stands [m/s]
CRAWL = 0.5  # speed below which a pivoting vehicle's path has no curvature worth naming [m/s]
BESIDE = 1.5  # a point at this bearing is no longer ahead [rad]
NEAR_LEG = 3.0  # a waypoint that is passed this many arrival radii aside counts as passed [1]


def pass_waypoints(
    x: Any, y: Any, yaw: Any, speed: Any, goal: Any,
    route_first: Any, route_count: Any, route_index: Any, route_loops: Any, arrival_radius: Any, has_arrived: Any,
    detours: Any, waypoint_x: Any, waypoint_y: Any,
) -> None:  # fmt: skip
    """Which waypoint each vehicle on a route is on its way to, whoever drives it, and whether it has arrived."""
    for i in range(x.size):
        if goal[i] != ROUTE or has_arrived[i] != 0:
            continue
        first, count = route_first[i], route_count[i]
        for _ in range(count):
            index = route_index[i]
            here, before = first + index, first + max(index - 1, 0)
            is_near = distance_to(x[i], y[i], waypoint_x[here], waypoint_y[here]) < arrival_radius[i]
            if index == count - 1 and route_loops[i] == 0:
                is_beside = abs(bearing_to(x[i], y[i], yaw[i], waypoint_x[here], waypoint_y[here])) > BESIDE
                has_arrived[i] = 1 if is_near and (is_beside or abs(speed[i]) < STANDING) else 0
                break
            _, _, left, aside = point_on_leg(
                x[i], y[i], 0.0, waypoint_x[before], waypoint_y[before], waypoint_x[here], waypoint_y[here]
            )
            is_past = index > 0 and left < 0.0 and aside < NEAR_LEG * arrival_radius[i]
            if not (is_near or is_past):
                break
            route_index[i] = (index + 1) % count
            detours[i] = 0


def back_off_on_routes(
    x: Any, y: Any, status: Any, driver: Any, avoidance: Any, goal: Any, has_arrived: Any,
    route_first: Any, route_index: Any,
    course_yaw: Any, turning: Any, back_off_time: Any, detour_time: Any, detours: Any,
    waypoint_x: Any, waypoint_y: Any, dt: Any,
) -> None:  # fmt: skip
    """What each autopilot on a route does when something stopped it: back off, then make a detour.

    Who avoids by remembering finds a way round by himself.
    """
    for i in range(x.size):
        if goal[i] != ROUTE:
            continue
        if driver[i] != AUTOPILOT or has_arrived[i] != 0:
            turning[i], back_off_time[i], detour_time[i] = FORWARD, 0.0, 0.0
            continue
        if avoidance[i] == REMEMBERING:
            continue
        detour_time[i] = maximum(detour_time[i] - dt, 0.0)
        was_backing = back_off_time[i] > 0.0
        if turning[i] != REVERSE:
            is_blocked = (status[i] & (BLOCKED | OFF_MAP)) != 0
            back_off_time[i] = back_off(back_off_time[i], 1.0 if is_blocked else 0.0, dt)
        if was_backing and back_off_time[i] <= 0.0:
            detours[i] = min(detours[i] + 1, MOST)
            number = float(detours[i])
            here = route_first[i] + route_index[i]
            detour_time[i] = detour_duration(number)
            way = atan2(waypoint_y[here] - y[i], waypoint_x[here] - x[i])
            course_yaw[i] = wrap_angle(way + detour_angle(number))


def follow_routes(
    x: Any, y: Any, yaw: Any, speed: Any, status: Any, driver: Any, goal: Any,
    half_length: Any, full_curvature: Any, pivot_yaw_rate: Any,
    max_speed: Any, max_reverse_speed: Any, braking: Any, max_lateral_acceleration: Any,
    route_first: Any, route_count: Any, route_index: Any, route_loops: Any, arrival_radius: Any, has_arrived: Any,
    desired_speed: Any, goal_x: Any, goal_y: Any, course_yaw: Any, course_speed: Any, course_reach: Any,
    turning: Any, back_off_time: Any, detour_time: Any, is_avoiding: Any,
    waypoint_x: Any, waypoint_y: Any, waypoint_speed: Any,
) -> None:  # fmt: skip
    """Where each autopilot on a route therefore wants to go, and how fast."""
    for i in range(x.size):
        if goal[i] != ROUTE or driver[i] != AUTOPILOT:
            continue
        if has_arrived[i] != 0:
            course_yaw[i], course_speed[i], course_reach[i] = yaw[i], 0.0, 0.0
            continue
        first, count, index = route_first[i], route_count[i], route_index[i]
        here, is_last = first + index, index == count - 1 and route_loops[i] == 0
        wish = waypoint_speed[here] if waypoint_speed[here] < LARGEST else desired_speed[i]
        wish = minimum(wish, max_speed[i])
        if detour_time[i] > 0.0:
            course_speed[i], course_reach[i] = minimum(wish, DETOUR_SPEED), LARGEST
            continue

        # whether it must turn round for the waypoint
        end_x, end_y = waypoint_x[here], waypoint_y[here]
        goal_x[i], goal_y[i] = end_x, end_y
        distance = distance_to(x[i], y[i], end_x, end_y)
        bearing = bearing_to(x[i], y[i], yaw[i], end_x, end_y)
        is_blocked = (status[i] & (BLOCKED | OFF_MAP)) != 0
        is_busy = (is_avoiding[i] > 0.5) | (back_off_time[i] > 0.0)
        if index > 0 and not is_last:  # it is enough to pass this one
            is_busy |= (turning[i] == FORWARD) & (abs(bearing) < BESIDE)
        radius = tightest_radius(full_curvature[i], pivot_yaw_rate[i])
        turning[i] = next_turning(
            turning[i], bearing, distance, radius, pivot_yaw_rate[i] > PIVOTS, max_reverse_speed[i] > 0.0,
            is_blocked, is_busy,
        )  # fmt: skip

        # the point to steer for
        ahead = maximum(look_ahead_distance(abs(speed[i]), half_length[i]), at_least_for(radius))
        before = first + max(index - 1, 0)
        leg_x, leg_y, _, aside = point_on_leg(
            x[i], y[i], ahead, waypoint_x[before], waypoint_y[before], end_x, end_y
        )  # fmt: skip
        is_on_leg = (turning[i] == FORWARD) & (index > 0) & (aside < ahead)
        aim_x, aim_y = select(is_on_leg, leg_x, end_x), select(is_on_leg, leg_y, end_y)
        bearing = bearing_to(x[i], y[i], yaw[i], aim_x, aim_y)
        to_aim = distance_to(x[i], y[i], aim_x, aim_y)
        curvature_now = full_curvature[i] + pivot_yaw_rate[i] / maximum(abs(speed[i]), CRAWL)
        course = course_to(yaw[i], bearing, minimum(to_aim, ahead), curvature_now)
        course_yaw[i] = turning_course(turning[i], yaw[i], bearing, course)

        # how fast: for this bend, for each corner within braking distance, and for the end
        wish = minimum(wish, bend_speed(bend_to(bearing, to_aim, radius), max_lateral_acceleration[i]))
        wish = slow_for_corners(
            wish, x[i], y[i], speed[i], first, count, index, route_loops[i], arrival_radius[i],
            braking[i], max_lateral_acceleration[i], waypoint_x, waypoint_y, waypoint_speed,
        )  # fmt: skip
        course_speed[i] = turning_speed(turning[i], wish, max_reverse_speed[i])
        course_reach[i] = select(turning[i] == FORWARD, distance + half_length[i], 0.0)


def slow_for_corners(
    wish: Any, x: Any, y: Any, speed: Any, first: Any, count: Any, index: Any, loops: Any, arrival_radius: Any,
    braking: Any, max_lateral_acceleration: Any, waypoint_x: Any, waypoint_y: Any, waypoint_speed: Any,
) -> Any:  # fmt: skip
    """The speed [m/s], at most ``wish``, from which gentle braking leads into every corner ahead, and to the end."""
    at = first + index
    way = distance_to(x, y, waypoint_x[at], waypoint_y[at])
    far = (speed * speed + wish * wish) / braking  # twice what gentle braking needs, and the way to get faster
    from_x, from_y = x, y
    if index > 0:
        from_x, from_y = waypoint_x[at - 1], waypoint_y[at - 1]
    for step in range(count):
        if way > far:
            break
        if index + step == count - 1 and loops == 0:
            wish = minimum(wish, approach_speed(way, 0.0, braking))
            break
        after = first + (index + step + 1) % count
        in_x, in_y = waypoint_x[at] - from_x, waypoint_y[at] - from_y
        out_x, out_y = waypoint_x[after] - waypoint_x[at], waypoint_y[after] - waypoint_y[at]
        turn = atan2(in_x * out_y - in_y * out_x, in_x * out_x + in_y * out_y)
        corner = bend_speed(corner_curvature(turn, arrival_radius), max_lateral_acceleration)
        corner = minimum(corner, waypoint_speed[after])
        wish = minimum(wish, approach_speed(way - arrival_radius, corner, braking))
        way += distance_to(0.0, 0.0, out_x, out_y)
        from_x, from_y, at = waypoint_x[at], waypoint_y[at], after
    return wish


def leave_trails(x: Any, y: Any, trail_slot: Any, trail_count: Any, trail_x: Any, trail_y: Any) -> None:
    """Each vehicle that is followed drops crumbs, ``CRUMB_SPACING`` apart, up to where it is."""
    for i in range(x.size):
        slot = trail_slot[i]
        if slot < 0:
            continue
        length = trail_x.shape[1]
        if trail_count[i] == 0:
            trail_x[slot, 0], trail_y[slot, 0] = x[i], y[i]
            trail_count[i] = 1
        for _ in range(length):
            last = (trail_count[i] - 1) % length
            east, north = x[i] - trail_x[slot, last], y[i] - trail_y[slot, last]
            distance = distance_to(0.0, 0.0, east, north)
            if not distance >= CRUMB_SPACING:
                break
            share = CRUMB_SPACING / distance
            place = trail_count[i] % length
            trail_x[slot, place] = trail_x[slot, last] + share * east
            trail_y[slot, place] = trail_y[slot, last] + share * north
            trail_count[i] += 1


def follow_leaders(
    x: Any, y: Any, yaw: Any, speed: Any, driver: Any, goal: Any,
    half_length: Any, full_curvature: Any, pivot_yaw_rate: Any,
    max_speed: Any, max_reverse_speed: Any, braking: Any, max_lateral_acceleration: Any,
    leader: Any, gap: Any, headway: Any, trail_mark: Any, desired_speed: Any,
    course_yaw: Any, course_speed: Any, course_reach: Any, turning: Any, back_off_time: Any, is_avoiding: Any,
    status: Any, avoidance: Any, dt: Any,
    vehicle_x: Any, vehicle_y: Any, vehicle_speed: Any, vehicle_half_length: Any,
    vehicle_trail_slot: Any, vehicle_trail_count: Any, trail_x: Any, trail_y: Any,
) -> None:  # fmt: skip
    """Where each follower is on its leader's trail; and where its autopilot therefore wants to go, how fast."""
    for i in range(x.size):
        ahead_id = leader[i]
        if goal[i] != FOLLOW or ahead_id < 0:
            continue
        slot, count, length = vehicle_trail_slot[ahead_id], vehicle_trail_count[ahead_id], trail_x.shape[1]
        leader_x, leader_y = vehicle_x[ahead_id], vehicle_y[ahead_id]
        mark = max(trail_mark[i], count - length)
        for _ in range(length):  # on to the crumb that is nearest
            if mark >= count - 1:
                break
            to_x, to_y = trail_x[slot, mark % length] - x[i], trail_y[slot, mark % length] - y[i]
            next_x, next_y = trail_x[slot, (mark + 1) % length] - x[i], trail_y[slot, (mark + 1) % length] - y[i]
            if next_x * next_x + next_y * next_y > to_x * to_x + to_y * to_y:
                break
            mark += 1
        trail_mark[i] = mark
        if driver[i] != AUTOPILOT:
            turning[i], back_off_time[i] = FORWARD, 0.0
            continue

        # the point to aim at
        near_x, near_y = trail_x[slot, mark % length], trail_y[slot, mark % length]
        to_near = distance_to(x[i], y[i], near_x, near_y)
        radius = tightest_radius(full_curvature[i], pivot_yaw_rate[i])
        look = maximum(close_look(abs(speed[i]), half_length[i]), at_least_for(radius))
        crumbs = int(maximum(look - to_near, 0.0) / CRUMB_SPACING)
        aimed = mark + crumbs
        aim_x, aim_y = leader_x, leader_y
        if aimed < count:
            aim_x, aim_y = trail_x[slot, aimed % length], trail_y[slot, aimed % length]
        last_x, last_y = trail_x[slot, (count - 1) % length], trail_y[slot, (count - 1) % length]
        to_aim = distance_to(x[i], y[i], aim_x, aim_y)
        bearing = bearing_to(x[i], y[i], yaw[i], aim_x, aim_y)

        # how far it is along the trail, and how fast to drive
        onward_x, onward_y = aim_x - near_x, aim_y - near_y
        span = maximum(distance_to(0.0, 0.0, onward_x, onward_y), 1e-3)
        along = ((near_x - x[i]) * onward_x + (near_y - y[i]) * onward_y) / span
        along = select(to_near > CRUMB_SPACING, to_near, along)
        tail = distance_to(last_x, last_y, leader_x, leader_y)
        distance = along + (count - 1 - mark) * CRUMB_SPACING + tail - half_length[i] - vehicle_half_length[ahead_id]
        wish = gap_speed(distance, vehicle_speed[ahead_id], gap[i], headway[i], braking[i])
        wish = minimum(wish, maximum(desired_speed[i], maximum(vehicle_speed[ahead_id], 0.0) + CATCH_UP))
        wish = minimum(wish, max_speed[i])
        wish = minimum(wish, bend_speed(bend_to(bearing, to_aim, radius), max_lateral_acceleration[i]))

        # and whether it must turn round for it
        is_blocked = (status[i] & (BLOCKED | OFF_MAP)) != 0
        if turning[i] != REVERSE and avoidance[i] != REMEMBERING:
            back_off_time[i] = back_off(back_off_time[i], 1.0 if is_blocked else 0.0, dt)
        is_busy = (is_avoiding[i] > 0.5) | (back_off_time[i] > 0.0) | (wish < STANDING)
        is_busy |= (turning[i] == FORWARD) & (abs(bearing) < BESIDE)
        turning[i] = next_turning(
            turning[i], bearing, to_aim, radius, pivot_yaw_rate[i] > PIVOTS, max_reverse_speed[i] > 0.0,
            is_blocked, is_busy,
        )  # fmt: skip
        curvature_now = full_curvature[i] + pivot_yaw_rate[i] / maximum(abs(speed[i]), CRAWL)
        course = course_to(yaw[i], bearing, minimum(to_aim, look), curvature_now)
        course_yaw[i] = turning_course(turning[i], yaw[i], bearing, course)
        course_speed[i] = turning_speed(turning[i], wish, max_reverse_speed[i])
        course_reach[i] = select(turning[i] == FORWARD, LARGEST, 0.0)
