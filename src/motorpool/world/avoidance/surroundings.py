"""Surroundings of a driver: nearby objects and vehicles, and the discs that represent them in trials."""

from typing import NamedTuple

import numpy as np

from ...base.arrays import FloatTable, Indices, Wholes
from ...compile.scratch import scratch_column
from ...ground.objects.grid import FAR, ON_GROUND, Circles, Storey, cells_near, entries_in, is_elsewhere
from ...ground.terrain.area import Bounds
from ...models.mathematics import atan2, clamp, maximum, minimum, sincos, wrap_angle
from ..drivers.columns import DriverInputs
from ..drivers.kinds import AUTOPILOT
from ..entity.columns import Body, Entity
from ..entity.levels import are_on_other_levels
from ..entity.outline import centre_offset
from ..entity.trailers import Trailers
from ..guidance.columns import Convoy
from ..neighbours.component import DRIFT, Neighbourhood
from ..recovery.columns import Standstill
from .clear_way import Other, Pace, Standing, StraightWay, stays_clear, stays_clear_at_each_step
from .columns import Avoidance
from .dynamic_window_costs import (
    CLOSER,
    HALT,
    MOST_TURN,
    OBJECT_MARGIN,
    SHORT_SIGHT,
    SPEED_MARGIN,
    TRAILER_MARGIN,
    VEHICLE_GROWTH,
    VEHICLE_MARGIN,
    WALL_REACH,
    distance,
)
from .rollout import CAUTION, DISCS, ROUNDING, Ability, Discs, Motion, gap_to, must_yield, trailer_centre

MOST_DISCS = 256  # that a driver can mind at a time
MOST_SEEN = MOST_DISCS // DISCS  # vehicles
MOST_NEAR = 64  # vehicles that a driver can find no danger in: where more are, it tries
LONG_SIGHT = 1e9  # longer than any trial [s]
VEHICLE_SIGHT = 70.0  # how far other vehicles are looked for [m]


class Surroundings(NamedTuple):
    """All that a driver may have to avoid."""

    entity: Entity  # every vehicle
    convoys: Convoy
    avoidance: Avoidance
    inputs: DriverInputs
    standstill: Standstill
    near: Neighbourhood  # the vehicles
    objects: Circles
    standing: Standing  # the same objects
    edge: Bounds
    rule: int  # index of this rule
    trailers: Trailers  # of every vehicle


class Course(NamedTuple):
    """Motion that a driver expects of another vehicle."""

    speed: float  # now, forward positive [m/s]
    turn: float  # direction of the motion minus the yaw [rad]
    change: float  # acceleration [m/s^2]
    change_time: float  # duration of the acceleration [s]
    until: float  # it matters for this long [s]
    number: int  # as in ``Discs.obstacle_index``
    trailer_margin: float  # clearance that the driver's own trailer keeps from it [m]


class Row(NamedTuple):
    """Place of a rectangle that a row of discs covers."""

    x: float  # of a point on its centre line, from the driver's vehicle, east [m]
    y: float  # north [m]
    yaw: float  # [rad]
    offset: float  # centre of the rectangle, ahead of that point [m]


def is_seen(other: int, start: Motion, own: int, around: Surroundings) -> bool:
    """Return whether another vehicle is an obstacle: near, and not ahead or behind in the same convoy."""
    convoy, circles = around.convoys.convoy, around.near.circles
    dx, dy = circles.x[other] - start.x, circles.y[other] - start.y
    reach = minimum(15.0 + 3.0 * (abs(start.speed) + abs(around.entity.motion.speed[other])), VEHICLE_SIGHT)
    if around.trailers.count[other] > 0:
        reach += around.entity.body.rear_reach[other]
    if around.trailers.count[own] > 0:
        reach += around.entity.body.rear_reach[own]
    if dx * dx + dy * dy > reach * reach or other == own:
        return False
    if are_on_other_levels(own, other, around.entity.pose):
        return False
    return convoy[own] < 0 or convoy[other] != convoy[own] or not is_in_line(other, start, own, around.entity)


def is_in_line(other: int, start: Motion, own: int, entity: Entity) -> bool:
    """Return whether a vehicle of the same convoy drives before or behind one, and is no danger to it.

    One beside it, or that comes towards it after a turn, is a danger like any other vehicle; the gap to the one ahead
    is kept by the law of following.
    """
    sine, cosine = sincos(start.yaw)
    pose, body = entity.pose, entity.body
    ahead = (pose.x[other] - start.x) * cosine + (pose.y[other] - start.y) * sine
    heading_sine, heading_cosine = sincos(pose.yaw[other])
    has_same_direction = heading_cosine * cosine + heading_sine * sine > 0.0
    is_before = ahead > body.front_reach[own] + body.rear_reach[other]
    is_behind = -ahead > body.rear_reach[own] + body.front_reach[other]
    return has_same_direction and (is_before or is_behind)


def intention(other: int, around: Surroundings) -> tuple[float, float]:
    """Return the speed [m/s] and heading [rad] that a vehicle is about to reach, as far as its driver shows.

    One without an autopilot, or that makes no headway, shows what it does.
    """
    is_going = around.inputs.driver[other] == AUTOPILOT and not around.standstill.standing_time[other] > 0.0
    if is_going and around.avoidance.avoidance_rule[other] == around.rule:
        return around.avoidance.avoidance_speed[other], around.avoidance.desired_yaw[other]
    return around.entity.motion.speed[other], around.entity.pose.yaw[other]


def sight(half_length: float, course_speed: float) -> float:
    """Return the range, from its middle, within which a driver looks for objects [m]."""
    return half_length + maximum(WALL_REACH, 2.5 * course_speed + 4.0)


def centre_motion(start: Motion, offset: float) -> Motion:
    """Return the motion of a vehicle with the centre of its body as its place.

    Args:
        offset: distance of the centre ahead of the reference point [m].
    """
    sine, cosine = sincos(start.yaw)
    return Motion(start.x + offset * cosine, start.y + offset * sine, start.yaw, start.speed, start.steer)


def clears_vehicles(
    start: Motion, way: StraightWay, pace: Pace, i: int, entity: Entity, around: Surroundings
) -> tuple[bool, bool]:
    """Return whether the way of row ``i`` leaves all vehicles aside, and whether it does at any speed in between.

    The first answer is that of a trial wherever it is true. The second is coarser, and true for certain only where no
    vehicle comes near.
    """
    own, half_length, half_width = entity.body.vehicle_id[i], entity.body.half_length[i], entity.body.half_width[i]
    ids = scratch_column(MOST_NEAR, np.int64)
    count, is_far = near_vehicles(start, ids, around), True
    centre = centre_motion(start, entity.body.body_offset[i])
    if count == MOST_NEAR:
        return False, False
    for k in range(count):
        if is_seen(ids[k], start, own, around):
            seen = look_at(ids[k], centre, pace.braking, around)
            if not stays_clear(way, half_length, half_width, seen):
                is_far = False
                if not stays_clear_at_each_step(way, pace, half_length, half_width, seen):
                    return False, False
            first = int(around.trailers.first[ids[k]])
            for t in range(first, first + around.trailers.count[ids[k]]):
                trailer = look_at_trailer(t, seen, ids[k], centre, around)
                if not stays_clear(way, half_length, half_width, trailer):
                    is_far = False
                    if not stays_clear_at_each_step(way, pace, half_length, half_width, trailer):
                        return False, False
    return True, is_far


def near_vehicles(start: Motion, ids: Wholes, around: Surroundings) -> int:
    """Write the ids of possible obstacles, the vehicle itself included; return their number.

    It is written without a condition, which processors would guess wrong half of the time.
    """
    grid, places, count = around.near.circles.grid, around.near.places, 0
    cells = cells_near(grid, start.x, start.y, VEHICLE_SIGHT + DRIFT)
    for row in range(cells.first_row, cells.last_row + 1):
        for entry in entries_in(grid, cells, row):
            ids[min(count, ids.size - 1)] = grid.item[entry]
            count += 1 if may_be_seen(entry, start, places) else 0
    return min(count, ids.size)


def may_be_seen(entry: int, start: Motion, places: FloatTable) -> bool:
    """Return whether a vehicle may be near enough to be looked at, from where it was filed.

    Args:
        places: where the vehicles were filed, shape (entries, 2) [m].
    """
    dx, dy = places[entry, 0] - start.x, places[entry, 1] - start.y
    return dx * dx + dy * dy <= (VEHICLE_SIGHT + DRIFT) * (VEHICLE_SIGHT + DRIFT)


def look_at(other: int, start: Motion, braking: float, around: Surroundings) -> Other:
    """Return another vehicle as a driver sees it that does not insist on its right of way.

    Args:
        start: motion of the centre of the driver's vehicle.
        braking: greatest deceleration of the driver's vehicle [m/s^2].
    """
    body, speed, yaw = around.entity.body, around.entity.motion.speed[other], around.entity.pose.yaw[other]
    intended_speed, intended_yaw = intention(other, around)
    offset = centre_offset(other, around.entity.pose, body)
    dx, dy = around.near.circles.x[other] + offset.x - start.x, around.near.circles.y[other] + offset.y - start.y
    sine, cosine = sincos(start.yaw)
    yields = must_yield(start.yaw, dx * cosine + dy * sine, yaw)
    length, radius = disc_size(other, body)
    until = time_that_matters(yields, start, speed, braking)
    return Other(dx, dy, speed, intended_speed, yaw, intended_yaw, (DISCS - 1) * length, radius, until)


def look_at_trailer(t: int, seen: Other, other: int, start: Motion, around: Surroundings) -> Other:
    """Return a trailer of another vehicle as a driver sees it.

    Args:
        t: row of the trailer.
        seen: the vehicle that pulls it.
        start: motion of the centre of the driver's vehicle.
    """
    trailers, circles = around.trailers, around.near.circles
    dx, dy = circles.x[other] + trailers.x[t] - start.x, circles.y[other] + trailers.y[t] - start.y
    length, radius = row_of_discs(trailers.half_length[t], trailers.half_width[t])
    yaw = trailers.yaw[t]
    intended_yaw = yaw + (seen.intended_yaw - seen.yaw)
    half_row = (DISCS - 1) * length
    return Other(dx, dy, seen.speed, seen.intended_speed, yaw, intended_yaw, half_row, radius, seen.until)


def time_that_matters(yields: bool, start: Motion, other_speed: float, braking: float) -> float:
    """Return the time for which a vehicle is an obstacle [s]; if the driver yields, until it could have stopped.

    Args:
        other_speed: forward positive [m/s].
        braking: greatest deceleration of the driver's vehicle [m/s^2].
    """
    is_minded = yields or abs(other_speed) < HALT
    return LONG_SIGHT if is_minded else SHORT_SIGHT + abs(start.speed) / braking


def disc_size(other: int, body: Body) -> tuple[float, float]:
    """Return half of the distance of the discs that cover a vehicle, and their radius [m]."""
    return row_of_discs(body.half_length[other], body.half_width[other])


def row_of_discs(half_length: float, half_width: float) -> tuple[float, float]:
    """Return half of the distance of the discs that cover a rectangle, and their radius [m]."""
    length = half_length / DISCS
    return length, distance(0.0, 0.0, length, half_width)


def add_objects(
    start: Motion, ability: Ability, reach: float, discs: Discs, objects: Circles, storey: Storey = ON_GROUND
) -> tuple[int, float, float]:
    """Enter the objects within ``reach`` [m]; returns their number, and how far and where [rad] the nearest is."""
    sine, cosine = sincos(start.yaw)
    margin = OBJECT_MARGIN + SPEED_MARGIN * abs(start.speed)
    nearest, nearest_yaw, count = FAR, start.yaw, 0
    cells = cells_near(objects.grid, start.x, start.y, reach + objects.grid.cell)
    for row in range(cells.first_row, cells.last_row + 1):
        for entry in entries_in(objects.grid, cells, row):
            index: int = objects.grid.item[entry]
            radius, dx, dy = objects.radius[index], objects.x[index] - start.x, objects.y[index] - start.y
            if dx * dx + dy * dy > (reach + radius) * (reach + radius) or is_elsewhere(index, objects, storey):
                continue
            if count == MOST_DISCS:
                continue
            gap = gap_beside(dx, dy, sine, cosine, ability) - radius
            if gap < nearest:
                nearest, nearest_yaw = gap, atan2(dy, dx)
            discs.x[count], discs.y[count] = dx + start.x, dy + start.y
            discs.speed_x[count], discs.speed_y[count] = 0.0, 0.0
            discs.radius[count], discs.need[count] = radius, radius + clearance_kept(margin, gap)
            discs.trailer_need[count] = need_of_trailer(dx, dy, radius, margin, start, ability)
            discs.growth[count], discs.until[count], discs.obstacle_index[count] = 0.0, LONG_SIGHT, index
            discs.change_x[count], discs.change_y[count], discs.change_time[count] = 0.0, 0.0, 0.0
            count += 1
    return count, nearest, nearest_yaw


def clearance_kept(margin: float, gap: float) -> float:
    """Return the clearance that trials keep from an obstacle: a margin, or most of a smaller gap that there is [m].

    A share of the gap, not a length: with a length, a vehicle that creeps comes to touch. Discs overlap vehicles at
    their ends, where the gap is negative and may not become smaller.
    """
    return minimum(margin, gap - CLOSER * maximum(gap, 0.0) - ROUNDING)


def need_of_trailer(dx: float, dy: float, radius: float, margin: float, start: Motion, ability: Ability) -> float:
    """Return the distance [m] that the driver's own trailer must keep from the centre of a disc at (dx, dy)."""
    trailer = ability.trailer
    if trailer.half_length == 0.0:
        return 0.0
    x, y = trailer_centre(start.yaw, trailer.yaw, trailer)
    sine, cosine = sincos(trailer.yaw)
    gap = gap_to(dx - x, dy - y, sine, cosine, trailer.half_length, trailer.half_width) - radius
    return radius + clearance_kept(margin, gap)


def gap_beside(dx: float, dy: float, sine: float, cosine: float, ability: Ability) -> float:
    """Return the distance [m] of the point (dx, dy), from a vehicle's reference point, to its body; 0 inside it."""
    x, y = dx - ability.body_offset * cosine, dy - ability.body_offset * sine
    return gap_to(x, y, sine, cosine, ability.half_length, ability.half_width)


def add_vehicles(
    start: Motion, ability: Ability, own: int, takes_priority: bool, discs: Discs, count: int, around: Surroundings
) -> int:
    """Enter the discs of the vehicles that may be met after the ``count`` that are there; returns the new number.

    They come in the order of their ids in the whole world, whatever the order in which the grid holds them.
    """
    ids, convoy = scratch_column(MOST_SEEN, np.int64), around.convoys.convoy
    for k in range(seen_vehicles(start, own, ids, around)):
        if count + DISCS * (1 + around.trailers.count[ids[k]]) <= MOST_DISCS:
            is_of_convoy = convoy[own] >= 0 and convoy[ids[k]] == convoy[own]  # it keeps its gap to the trailer
            margin = -FAR if is_of_convoy else TRAILER_MARGIN
            count = add_vehicle(ids[k], start, ability, takes_priority, margin, discs, count, around)
    return count


def seen_vehicles(start: Motion, own: int, ids: Wholes, around: Surroundings) -> int:
    """Write the ids of the vehicles that are obstacles in ascending order; return their number."""
    grid, count = around.near.circles.grid, 0
    cells = cells_near(grid, start.x, start.y, VEHICLE_SIGHT + DRIFT)
    for row in range(cells.first_row, cells.last_row + 1):
        for entry in entries_in(grid, cells, row):
            if may_be_seen(entry, start, around.near.places) and is_seen(grid.item[entry], start, own, around):
                count = insert(grid.item[entry], ids, count, around.entity.body.world_id)
    return count


def insert(number: int, ids: Wholes, count: int, world_ids: Indices) -> int:
    """Insert a vehicle into ``count`` sorted ones of ``ids``, of which the lowest are kept; return their number."""
    own = world_ids[number]
    if count == ids.size:
        if own > world_ids[ids[count - 1]]:
            return count
        count -= 1
    place = count
    while place > 0 and world_ids[ids[place - 1]] > own:
        ids[place] = ids[place - 1]
        place -= 1
    ids[place] = number
    return count + 1


def add_vehicle(
    other: int, start: Motion, ability: Ability, takes_priority: bool, trailer_margin: float, discs: Discs, count: int,
    around: Surroundings,
) -> int:  # fmt: skip
    """Enter the discs that cover a vehicle, moving as its driver intends; returns the new number.

    Args:
        trailer_margin: clearance that the driver's own trailer keeps from it [m].
    """
    body, speed, yaw = around.entity.body, around.entity.motion.speed[other], around.entity.pose.yaw[other]
    sine, cosine = sincos(start.yaw)
    dx, dy = around.near.circles.x[other] - start.x, around.near.circles.y[other] - start.y
    other_sine, other_cosine = sincos(yaw)
    length, radius = disc_size(other, body)
    toward = body.body_offset[other] * (other_cosine * cosine + other_sine * sine)
    ahead = dx * cosine + dy * sine + toward - ability.body_offset
    yields = not takes_priority and must_yield(start.yaw, ahead, yaw)
    until = time_that_matters(yields, start, speed, ability.braking)
    intended_speed, intended_yaw = intention(other, around)
    more = intended_speed - speed
    change = CAUTION * (ability.acceleration if more > 0.0 else -ability.braking)
    turn = clamp(wrap_angle(intended_yaw - yaw), -MOST_TURN, MOST_TURN)
    course = Course(speed, turn, change, more / change, until, -1 - other, trailer_margin)
    place = Row(dx, dy, yaw, body.body_offset[other])
    count = add_row(place, length, radius, course, start, ability, discs, count)
    trailers, first = around.trailers, int(around.trailers.first[other])
    for t in range(first, first + trailers.count[other]):
        length, radius = row_of_discs(trailers.half_length[t], trailers.half_width[t])
        place = Row(dx + trailers.x[t], dy + trailers.y[t], trailers.yaw[t], 0.0)
        count = add_row(place, length, radius, course, start, ability, discs, count)
    return count


def add_row(
    place: Row, length: float, radius: float, course: Course, start: Motion, ability: Ability, discs: Discs, count: int
) -> int:
    """Enter a row of discs that cover a rectangle; return the new number.

    Args:
        place: pose of the rectangle, relative to the driver's vehicle.
        length: half of the distance of the discs [m].
        radius: radius of the discs [m].
    """
    sine, cosine = sincos(start.yaw)
    other_sine, other_cosine = sincos(place.yaw)
    way_sine, way_cosine = sincos(place.yaw + course.turn)
    speed, speed_magnitude = course.speed, abs(course.speed)
    for disc in range(DISCS):
        along = place.offset + 2.0 * length * (disc - 1)
        disc_x, disc_y = place.x + along * other_cosine, place.y + along * other_sine
        gap = gap_beside(disc_x, disc_y, sine, cosine, ability) - radius
        discs.x[count], discs.y[count] = disc_x + start.x, disc_y + start.y
        discs.speed_x[count], discs.speed_y[count] = speed * way_cosine, speed * way_sine
        discs.radius[count], discs.need[count] = radius, radius + clearance_kept(VEHICLE_MARGIN, gap)
        discs.trailer_need[count] = need_of_trailer(disc_x, disc_y, radius, course.trailer_margin, start, ability)
        discs.growth[count] = VEHICLE_GROWTH if speed_magnitude > HALT and gap > VEHICLE_MARGIN else 0.0
        discs.change_x[count], discs.change_y[count] = course.change * way_cosine, course.change * way_sine
        discs.change_time[count] = course.change_time
        discs.until[count], discs.obstacle_index[count] = course.until, course.number
        count += 1
    return count
