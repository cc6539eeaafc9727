"""The stage of ``World.step`` for vehicles that avoid by foresight and memory, see ``behaviours.remembering``."""

import math
from typing import Any, NamedTuple

import numpy as np

from ..behaviours.avoidance import REMEMBERING
from ..behaviours.drivers import AUTOPILOT
from ..behaviours.foresight import CAUTION, COMFORT, DISCS, Ability, Discs, Motion, gap_to, must_yield, try_heading
from ..behaviours.remembering import (
    BACK_OFF_DISTANCE,
    CHANGING,
    CRAWL,
    EDGE_REACH,
    EDGE_SPEED,
    FAN,
    GEARS,
    HALT,
    KEEP_RIGHT,
    LEAST_BACK_OFF,
    MOST_TURN,
    NARROWNESS,
    OBJECT_MARGIN,
    OTHER_SIDE,
    PATIENCE,
    PROGRESS,
    SHORT_SIGHT,
    SIDE_MEMORY,
    SLOWNESS,
    SLUGGISHNESS,
    SPEED_MARGIN,
    STOPPING,
    STUCK,
    SWEEP,
    TURNING,
    VEHICLE_GROWTH,
    VEHICLE_MARGIN,
    WAIT,
    arriving_speed,
    distance,
    progress,
    stopping_speed,
)
from ..behaviours.sight import NOTHING, OBJECT, VEHICLE
from ..behaviours.wander import BACK_OFF_SPEED
from ..models.mathematics import atan2, clamp, maximum, minimum, sincos, wrap_angle
from ..surroundings.grid import FAR, cell_of

MOST_DISCS = 256  # that a driver can mind at a time
LAST_GEAR = len(GEARS)  # stands while it turns, if the vehicle can
PIVOTING = 0.05  # a vehicle that turns more slowly while it stands cannot [rad/s]
LONG_SIGHT = 1e9  # longer than any trial [s]


class Wish(NamedTuple):
    """What a driver wants of a fan of headings."""

    reference: float  # the best heading [rad]
    only: float  # 1 or -1 to try only those left or right of it, else 0
    last: float  # the heading chosen before [rad]
    side: float  # on which it goes round what is in its way: 1 left, -1 right, 0 neither
    speed: float  # [m/s]
    least_straight: float  # how far a heading must be free, at least [m]
    straight_time: float  # and for how long [s]
    most_straight: float  # and at most [m]


class Choice(NamedTuple):
    """What a driver decides."""

    is_free: bool  # something was found that hits nothing
    heading: float  # [rad]
    speed: float  # [m/s]
    deviation: float  # of the heading from the best, left positive [rad]
    direct_hit: int  # the disc that is hit on the best heading at full speed, or -1
    is_direct_free: bool


def remember(
    x: Any, y: Any, yaw: Any, speed: Any, steer: Any, half_length: Any, half_width: Any,
    full_curvature: Any, pivot_yaw_rate: Any, turn_lag: Any, acceleration: Any, braking: Any, steer_rate: Any,
    max_lateral_acceleration: Any, vehicle_id: Any, driver: Any, avoidance: Any,
    goal_x: Any, goal_y: Any, course_yaw: Any, course_speed: Any, course_reach: Any, convoy: Any, back_off_time: Any,
    seen: Any, seen_index: Any, seen_distance: Any, seen_right: Any, seen_radius: Any,
    desired_yaw: Any, is_avoiding: Any, avoidance_speed: Any, passing_side: Any, passing_time: Any,
    is_following_edge: Any, trap_x: Any, trap_y: Any, trap_time: Any, patience: Any, waiting_time: Any,
    dt: Any, tick: Any, every: Any, x_west: Any, y_south: Any, x_east: Any, y_north: Any,
    object_x: Any, object_y: Any, object_radius: Any, object_first: Any, object_item: Any,
    object_west: Any, object_south: Any, object_cell: Any, object_columns: Any, object_rows: Any,
    vehicle_x: Any, vehicle_y: Any, vehicle_yaw: Any, vehicle_speed: Any, vehicle_wish: Any, vehicle_way: Any,
    vehicle_half_length: Any, vehicle_half_width: Any, vehicle_convoy: Any, vehicle_first: Any, vehicle_item: Any,
    vehicle_west: Any, vehicle_south: Any, vehicle_cell: Any, vehicle_columns: Any, vehicle_rows: Any,
) -> None:  # fmt: skip
    """Where each remembering autopilot steers and how fast: decided every ``every`` ticks, each at its own."""
    disc_columns = np.empty((11, MOST_DISCS))
    discs = Discs(
        disc_columns[0], disc_columns[1], disc_columns[2], disc_columns[3],
        disc_columns[4], disc_columns[5], disc_columns[6], disc_columns[7], disc_columns[8], disc_columns[9],
        disc_columns[10], np.empty(MOST_DISCS, np.int64),
    )  # fmt: skip
    edge = (x_west, y_south, x_east, y_north)
    pause = every * dt
    for i in range(x.size):
        if driver[i] != AUTOPILOT or avoidance[i] != REMEMBERING:
            continue
        back_off_time[i] = maximum(back_off_time[i] - dt, 0.0)
        if (tick + vehicle_id[i]) % every != 0:
            continue
        seen[i], seen_index[i], seen_distance[i], seen_right[i], seen_radius[i] = NOTHING, -1, FAR, 0.0, 0.0
        wanted = course_speed[i]
        if wanted < HALT:
            desired_yaw[i], avoidance_speed[i], is_avoiding[i], waiting_time[i] = course_yaw[i], wanted, 0.0, 0.0
            continue
        start = Motion(x[i], y[i], yaw[i], speed[i], steer[i])
        share = 1.0 / (1.0 + SLUGGISHNESS * turn_lag[i])
        wheel_rate = steer_rate[i] / (1.0 + turn_lag[i] * steer_rate[i])
        ability = Ability(
            half_length[i], half_width[i], share * full_curvature[i], share * pivot_yaw_rate[i],
            acceleration[i], share * braking[i], wheel_rate, max_lateral_acceleration[i],
        )  # fmt: skip
        waiting_time[i] = waiting_time[i] + pause if abs(speed[i]) < HALT else 0.0
        insists = waiting_time[i] > WAIT + 0.5 * (vehicle_id[i] % 4)
        reach = half_length[i] + maximum(EDGE_REACH, 2.5 * wanted + 4.0)
        count, nearest, nearest_yaw = note_objects(
            start, ability, reach, discs, object_x, object_y, object_radius, object_first, object_item,
            object_west, object_south, object_cell, object_columns, object_rows,
        )  # fmt: skip
        count = note_vehicles(
            start, ability, vehicle_id[i], convoy[i], vehicle_convoy, insists, discs, count,
            vehicle_x, vehicle_y, vehicle_yaw, vehicle_speed,
            vehicle_wish, vehicle_way, vehicle_half_length, vehicle_half_width, vehicle_first, vehicle_item,
            vehicle_west, vehicle_south, vehicle_cell, vehicle_columns, vehicle_rows,
        )  # fmt: skip

        if back_off_time[i] > 0.0:
            behind = try_heading(start, ability, discs, count, desired_yaw[i], BACK_OFF_SPEED, 1.0, False, edge)
            if not behind.is_free and behind.time < 0.7:
                back_off_time[i] = 0.0
            continue

        goal_distance = minimum(distance(x[i], y[i], goal_x[i], goal_y[i]), course_reach[i])
        turn = wrap_angle(course_yaw[i] - yaw[i])
        wanted = minimum(wanted, arriving_speed(goal_distance, turn, max_lateral_acceleration[i]))
        is_too_near = (
            goal_distance * full_curvature[i] < 2.0 * abs(sincos(turn)[0]) and abs(pivot_yaw_rate[i]) < PIVOTING
        )
        is_following = is_following_edge[i] > 0.5
        if is_following:
            gained = progress(x[i], y[i], trap_x[i], trap_y[i], goal_x[i], goal_y[i], course_yaw[i])
            if nearest > EDGE_REACH or gained > PROGRESS:
                is_following, is_following_edge[i], patience[i] = False, 0.0, PATIENCE
        if is_following:
            trap_time[i] += pause
            if trap_time[i] > patience[i]:
                passing_side[i], trap_time[i], patience[i] = -passing_side[i], 0.0, 2.0 * patience[i]
            side, pace = passing_side[i], minimum(wanted, EDGE_SPEED)
            wish = Wish(nearest_yaw, side, desired_yaw[i], side, pace, 6.0, 1.2, FAR)
        else:
            reference = yaw[i] if is_too_near else course_yaw[i]
            wish = Wish(reference, 0.0, desired_yaw[i], passing_side[i], wanted, 8.0, 2.5, goal_distance)
        choice = choose(start, ability, discs, count, wish, edge)

        hit = choice.direct_hit
        if hit >= 0:
            index = discs.index[hit]
            dx, dy = discs.x[hit] - x[i], discs.y[hit] - y[i]
            sine, cosine = sincos(yaw[i])
            seen[i], seen_index[i] = (OBJECT, index) if index >= 0 else (VEHICLE, -1 - index)
            seen_distance[i], seen_right[i] = distance(0.0, 0.0, dx, dy), dx * sine - dy * cosine
            seen_radius[i] = discs.radius[hit]
        is_obstructed = hit >= 0 and (discs.index[hit] >= 0 or (insists and not is_moving(discs, hit)))

        if not is_following:
            is_way = choice.deviation != 0.0 and (passing_side[i] == 0.0 or abs(choice.deviation) < STUCK)
            if is_obstructed and is_way:
                passing_side[i], passing_time[i] = (1.0 if choice.deviation > 0.0 else -1.0), SIDE_MEMORY
            elif passing_time[i] > 0.0:
                passing_time[i] -= pause
            else:
                passing_side[i] = 0.0
            if is_obstructed and (not choice.is_free or abs(choice.deviation) > STUCK):
                is_following_edge[i], trap_x[i], trap_y[i], trap_time[i] = 1.0, x[i], y[i], 0.0
                if passing_side[i] == 0.0:
                    passing_side[i] = -1.0

        desired_yaw[i], avoidance_speed[i] = choice.heading, choice.speed
        is_avoiding[i] = 0.0 if choice.deviation == 0.0 and not is_following else 1.0
        is_held = not choice.is_free and waiting_time[i] > (0.5 if is_obstructed else WAIT)
        if is_held or (choice.is_free and waiting_time[i] > WAIT and choice.speed > HALT):
            toward = passing_side[i] if passing_side[i] != 0.0 else -1.0
            best, best_turn = LEAST_BACK_OFF, 0.0
            for turn in (toward, 0.0, -toward):
                heading = wrap_angle(yaw[i] + turn)
                behind = try_heading(
                    start, ability, discs, count, heading, BACK_OFF_SPEED, BACK_OFF_DISTANCE, False, edge
                )
                if behind.distance > best + 1.0:
                    best, best_turn = minimum(behind.distance, BACK_OFF_DISTANCE), turn
            if best > LEAST_BACK_OFF:
                back_off_time[i] = 0.8 * best / abs(BACK_OFF_SPEED)
                desired_yaw[i], waiting_time[i] = wrap_angle(yaw[i] + best_turn), 0.0


def choose(start: Motion, ability: Ability, discs: Discs, count: int, wish: Wish, edge: Any) -> Choice:
    """The cheapest heading and speed that hit nothing; if all do, those that hit last, and a speed to stop from."""
    best, heading, speed, deviation = math.inf, start.yaw, 0.0, 0.0
    longest, way, late_heading, late_deviation = -1.0, 0.0, start.yaw, 0.0
    direct_hit, is_direct_free, meets = -1, False, False
    for fan in range(round((math.pi if wish.only == 0.0 else SWEEP) / FAN) + 1):
        off = fan * FAN
        if off >= best:
            break
        for side in (-1.0, 1.0):
            if (fan == 0 and side > 0.0) or side * wish.only < 0.0:
                continue
            tried = wrap_angle(wish.reference + side * off)
            extra = off + TURNING * abs(wrap_angle(tried - start.yaw)) + CHANGING * abs(wrap_angle(tried - wish.last))
            if fan > 0 and wish.only == 0.0:
                extra += OTHER_SIDE if side * wish.side < 0.0 else 0.0
                extra += KEEP_RIGHT if meets and side > 0.0 else 0.0
            before = -1.0
            for gear in range(LAST_GEAR + 1):
                pivots = gear == LAST_GEAR
                if pivots and abs(ability.pivot_yaw_rate) < PIVOTING:
                    continue
                pace = maximum(GEARS[minimum(gear, LAST_GEAR - 1)] * wish.speed, minimum(wish.speed, CRAWL))
                if pace == before and not pivots:
                    continue
                before = pace
                cost = extra + SLOWNESS * (1.0 - (0.0 if pivots else pace / wish.speed))
                if cost >= best:
                    continue
                straight = 0.5 * wish.straight_time * (wish.speed + pace)
                straight = minimum(maximum(wish.least_straight, straight), wish.most_straight)
                trial = try_heading(start, ability, discs, count, tried, pace, straight, pivots, edge)
                if fan == 0 and gear == 0:
                    direct_hit, is_direct_free = trial.hit, trial.is_free
                    if direct_hit >= 0:
                        sine, cosine = sincos(wish.reference)
                        meets = discs.speed_x[direct_hit] * cosine + discs.speed_y[direct_hit] * sine < -HALT
                if trial.is_free:
                    cost += NARROWNESS * (1.0 - trial.room / COMFORT)
                    if cost < best:
                        best, heading, speed, deviation = cost, tried, pace, side * off
                elif trial.time > longest:
                    longest, way, late_heading, late_deviation = trial.time, trial.distance, tried, side * off
    is_way = best < math.inf
    if not is_way or (best > STOPPING and direct_hit >= 0 and is_moving(discs, direct_hit)):
        for turn in (0.0, -2.0 * FAN, 2.0 * FAN):
            tried = wrap_angle(start.yaw + turn)
            cost = STOPPING + TURNING * abs(turn)
            if cost < best and try_heading(start, ability, discs, count, tried, 0.0, FAR, False, edge).is_free:
                best, heading, speed, deviation, is_way = cost, tried, 0.0, 0.0, False
    if best < math.inf:
        return Choice(is_way, heading, speed, deviation, direct_hit, is_direct_free)
    stop = minimum(stopping_speed(way, ability.braking), wish.speed)
    late_heading = late_heading if stop > CRAWL else start.yaw  # a vehicle that pivots while it stops hits who passes
    return Choice(False, late_heading, stop, late_deviation, direct_hit, is_direct_free)


def is_moving(discs: Discs, disc: int) -> bool:
    """Whether a disc is one of a vehicle that drives."""
    return abs(discs.speed_x[disc]) + abs(discs.speed_y[disc]) > HALT


def note_objects(
    start: Motion, ability: Ability, reach: float, discs: Discs, object_x: Any, object_y: Any, object_radius: Any,
    first: Any, item: Any, x_west: float, y_south: float, cell: float, columns: int, rows: int,
) -> tuple[int, float, float]:  # fmt: skip
    """Enter the objects within ``reach`` [m]; returns their number, and how far and where [rad] the nearest is."""
    sine, cosine = sincos(start.yaw)
    margin = OBJECT_MARGIN + SPEED_MARGIN * abs(start.speed)
    look, nearest, nearest_yaw, count = reach + cell, FAR, start.yaw, 0
    first_column = cell_of(start.x - look - x_west, cell, columns)
    last_column = cell_of(start.x + look - x_west, cell, columns)
    for row in range(cell_of(start.y - look - y_south, cell, rows), cell_of(start.y + look - y_south, cell, rows) + 1):
        for place in range(first[row * columns + first_column], first[row * columns + last_column + 1]):
            index = item[place]
            radius, dx, dy = object_radius[index], object_x[index] - start.x, object_y[index] - start.y
            if dx * dx + dy * dy > (reach + radius) * (reach + radius) or count == MOST_DISCS:
                continue
            gap = gap_to(dx, dy, sine, cosine, ability.half_length, ability.half_width) - radius
            if gap < nearest:
                nearest, nearest_yaw = gap, atan2(dy, dx)
            discs.x[count], discs.y[count], discs.speed_x[count], discs.speed_y[count] = (
                dx + start.x,
                dy + start.y,
                0,
                0,
            )
            discs.radius[count], discs.need[count] = radius, radius + minimum(margin, gap - 0.01)
            discs.growth[count], discs.until[count], discs.index[count] = 0.0, LONG_SIGHT, index
            discs.change_x[count], discs.change_y[count], discs.change_time[count] = 0.0, 0.0, 0.0
            count += 1
    return count, nearest, nearest_yaw


def note_vehicles(
    start: Motion, ability: Ability, own: int, convoy: int, vehicle_convoy: Any, insists: bool,
    discs: Discs, count: int,
    vehicle_x: Any, vehicle_y: Any, vehicle_yaw: Any, vehicle_speed: Any, vehicle_wish: Any, vehicle_way: Any,
    vehicle_half_length: Any, vehicle_half_width: Any,
    first: Any, item: Any, x_west: float, y_south: float, cell: float, columns: int, rows: int,
) -> int:  # fmt: skip
    """Enter the discs of the vehicles that may be met after the ``count`` that are there; returns the new number."""
    sine, cosine = sincos(start.yaw)
    look = 70.0
    first_column = cell_of(start.x - look - x_west, cell, columns)
    last_column = cell_of(start.x + look - x_west, cell, columns)
    for row in range(cell_of(start.y - look - y_south, cell, rows), cell_of(start.y + look - y_south, cell, rows) + 1):
        for place in range(first[row * columns + first_column], first[row * columns + last_column + 1]):
            other = item[place]
            dx, dy, pace = vehicle_x[other] - start.x, vehicle_y[other] - start.y, abs(vehicle_speed[other])
            reach = 15.0 + 3.0 * (abs(start.speed) + pace)
            if other == own or (convoy >= 0 and vehicle_convoy[other] == convoy):
                continue
            if dx * dx + dy * dy > reach * reach or count + DISCS > MOST_DISCS:
                continue
            other_sine, other_cosine = sincos(vehicle_yaw[other])
            length, width = vehicle_half_length[other] / DISCS, vehicle_half_width[other]
            radius = distance(0.0, 0.0, length, width)
            ahead = dx * cosine + dy * sine
            yields = not insists and must_yield(start.yaw, ahead, vehicle_yaw[other])
            until = LONG_SIGHT if yields or pace < HALT else SHORT_SIGHT + abs(start.speed) / ability.braking
            more = vehicle_wish[other] - vehicle_speed[other]
            change = CAUTION * (ability.acceleration if more > 0.0 else -ability.braking)
            way = vehicle_yaw[other] + clamp(wrap_angle(vehicle_way[other] - vehicle_yaw[other]), -MOST_TURN, MOST_TURN)
            way_sine, way_cosine = sincos(way)
            for disc in range(DISCS):
                along = 2.0 * length * (disc - 1)
                disc_x, disc_y = dx + along * other_cosine, dy + along * other_sine
                gap = gap_to(disc_x, disc_y, sine, cosine, ability.half_length, ability.half_width) - radius
                discs.x[count], discs.y[count] = disc_x + start.x, disc_y + start.y
                discs.speed_x[count] = vehicle_speed[other] * way_cosine
                discs.speed_y[count] = vehicle_speed[other] * way_sine
                discs.radius[count], discs.need[count] = radius, radius + minimum(VEHICLE_MARGIN, gap - 0.01)
                discs.growth[count] = VEHICLE_GROWTH if pace > HALT and gap > VEHICLE_MARGIN else 0.0
                discs.change_x[count], discs.change_y[count] = change * way_cosine, change * way_sine
                discs.change_time[count] = more / change
                discs.until[count], discs.index[count] = until, -1 - other
                count += 1
    return count
