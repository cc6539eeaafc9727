"""Clear way: bounds that prove, without a trial, that the preferred heading at full speed is free.

Most drivers have no obstacle near. For them a trial (``rollout.try_heading``) takes a microsecond; these bounds take a
tenth of it, and never accept a way that a trial finds blocked or narrow. For objects the bound is the corridor of a
vehicle that drives straight; for another vehicle it is the smallest distance of the two straight courses.
"""

from typing import NamedTuple

from ...ground.objects.clearance import ClearanceMap, clearance_at
from ...ground.objects.grid import (
    ON_GROUND,
    SLACK,
    Cells,
    Circles,
    Grid,
    Storey,
    cells_between,
    entries_in,
    is_elsewhere,
)
from ...ground.terrain.area import Bounds
from ...models.mathematics import clamp, maximum, minimum, select, sincos, sqrt, wrap_angle
from ..navigation.speed_control import keep_speed
from .dynamic_window_costs import MOST_TURN, VEHICLE_GROWTH, VEHICLE_MARGIN
from .rollout import CAUTION, COMFORT, MOST_STEPS, ROUNDING, STEP, Motion

SLOWEST = 1e-6  # speed below which motion during a trial is negligible [m/s]
NARROWINGS = 3  # iterations of the time of overlap, each with the uncertainty at that time
LONGEST = MOST_STEPS * STEP  # longest trial [s]
STRAIGHT = 0.05  # deviation of heading [rad] or steering command [1] above which a vehicle turns
SWERVE = 0.5  # largest turn per unit of steering command until the wheels are straight [rad]


class Standing(NamedTuple):
    """All objects, for the search along a way."""

    circles: Circles  # in a fine grid
    largest_radius: float  # largest radius of all objects [m]
    clearance: ClearanceMap


class StraightWay(NamedTuple):
    """Bounds of the path of a vehicle that turns to a heading and drives straight on."""

    is_straight: bool  # if false, only ``length`` is a valid bound
    sine: float  # sine of the heading
    cosine: float
    least_speed: float  # [m/s]
    most_speed: float  # [m/s]
    time: float  # upper bound [s]
    length: float  # upper bound [m]
    turn: float  # deviation from the heading, upper bound [rad]
    aside: float  # distance of the centre of the body from the straight line, upper bound [m]
    swing: float = 0.0  # part of that because the centre is not the reference point [m]


def straight_way(
    start: Motion, heading: float, target_speed: float, straight: float, body_offset: float = 0.0
) -> StraightWay:
    """Return the way of a trial: to ``heading`` [rad] and ``target_speed`` [m/s], then ``straight`` [m] on.

    Args:
        heading: to turn to, counter-clockwise from east [rad].
        body_offset: distance of the body's centre ahead of the reference point [m].
    """
    error, steer = abs(wrap_angle(heading - start.yaw)), abs(start.steer)
    sine, cosine = sincos(heading)
    least, most = minimum(start.speed, target_speed), maximum(abs(start.speed), target_speed)
    is_straight = error < STRAIGHT and steer < STRAIGHT and start.speed >= 0.0
    time = LONGEST
    if is_straight and least * LONGEST > straight:
        time = minimum(straight / least + STEP, LONGEST)
    length = most * time
    turn = error + SWERVE * steer
    swing = abs(body_offset) * turn
    return StraightWay(is_straight, sine, cosine, least, most, time, length, turn, length * turn + swing, swing)


def stays_inside(start: Motion, way: StraightWay, edge: Bounds) -> bool:
    """Return whether a way does not reach the edge of the ground."""
    west, south, east, north = edge
    from_x = minimum(start.x - west, east - start.x)
    return minimum(from_x, minimum(start.y - south, north - start.y)) > way.length


def clears_objects(start: Motion, way: StraightWay, reach: float, half_length: float, half_width: float,
                   standing: Standing, storey: Storey = ON_GROUND) -> bool:  # fmt: skip
    """Return whether a way leaves all objects aside by ``COMFORT``; farther away than ``reach`` [m] none counts.

    Args:
        start: motion of the centre of the body.
    """
    objects, clearance = standing.circles, standing.clearance
    if clearance_at(start.x, start.y, clearance) > reach:
        return True
    if not way.is_straight:
        return False
    ahead_at_most, beside_at_most = way.length + half_length + COMFORT, half_width + way.aside + COMFORT
    middle, half = 0.5 * way.length, 0.5 * way.length + half_length + COMFORT
    farthest = sqrt(half * half + beside_at_most * beside_at_most)
    if clearance_at(start.x + middle * way.cosine, start.y + middle * way.sine, clearance) > farthest:
        return True
    cells = cells_along(
        start, way, half_length + COMFORT, ahead_at_most, beside_at_most + standing.largest_radius, objects.grid
    )
    for row in range(cells.first_row, cells.last_row + 1):
        for entry in entries_in(objects.grid, cells, row):
            index: int = objects.grid.item[entry]
            radius, dx, dy = objects.radius[index], objects.x[index] - start.x, objects.y[index] - start.y
            ahead, beside = dx * way.cosine + dy * way.sine, abs(dy * way.cosine - dx * way.sine)
            is_passed = ahead < -half_length - COMFORT - radius or ahead > ahead_at_most + radius
            is_beyond = dx * dx + dy * dy > (reach + radius) * (reach + radius)
            is_in_way = not is_passed and not is_beyond and beside < beside_at_most + radius
            if is_in_way and not is_elsewhere(index, objects, storey):
                return False
    return True


def cells_along(start: Motion, way: StraightWay, behind: float, ahead: float, beside: float, grid: Grid) -> Cells:
    """Return the cells of a corridor along a way, from ``behind`` to ``ahead`` and ``beside`` to either side [m]."""
    from_x, from_y = start.x - behind * way.cosine, start.y - behind * way.sine
    to_x, to_y = start.x + ahead * way.cosine, start.y + ahead * way.sine
    more = SLACK * beside
    return cells_between(
        grid, minimum(from_x, to_x) - more, maximum(from_x, to_x) + more,
        minimum(from_y, to_y) - more, maximum(from_y, to_y) + more,
    )  # fmt: skip


class Other(NamedTuple):
    """Another vehicle, as far as a driver sees it."""

    dx: float  # of the centre of its body from that of the driver's [m]
    dy: float  # [m]
    speed: float  # [m/s]
    intended_speed: float  # [m/s]
    yaw: float  # [rad]
    intended_yaw: float  # [rad]
    half_row: float  # from its middle to that of the last disc of those that cover it [m]
    radius: float  # of these discs [m]
    until: float  # it matters for this long [s]


class Pace(NamedTuple):
    """Speed of the vehicle along its way, as the controllers of a trial change it."""

    speed: float  # at the beginning [m/s]
    target_speed: float  # [m/s]
    acceleration: float  # greatest of the vehicle [m/s^2]
    braking: float  # greatest of the vehicle [m/s^2]
    straight: float  # distance after which a trial ends [m]


def stays_clear(way: StraightWay, half_length: float, half_width: float, other: Other) -> bool:
    """Return whether another vehicle and one on a straight way stay apart.

    Both speeds lie between the present and the intended one, so their means are wrong by half of the difference. In
    the axes of the way the other's box moves straight on: the two are apart unless they overlap along both axes at one
    time.

    Args:
        half_length, half_width: half of the vehicle's length and width [m].
    """
    if not way.is_straight:
        return False
    row_ahead, row_beside, to_ahead, to_beside = directions_along(way, other)
    ahead, beside = along(other.dx, other.dy, way)
    mean, change = 0.5 * (other.speed + other.intended_speed), 0.5 * abs(other.intended_speed - other.speed)
    closing = mean * to_ahead - 0.5 * (way.least_speed + way.most_speed)
    ahead_change = change * abs(to_ahead) + 0.5 * (way.most_speed - way.least_speed)
    time = minimum(way.time, other.until)
    for _ in range(NARROWINGS):  # the uncertainty grows with time: repeat with its value at the end of the overlap
        margin = other.radius + maximum(COMFORT, VEHICLE_MARGIN + VEHICLE_GROWTH * time)
        long = half_length + margin + other.half_row * abs(row_ahead) + ahead_change * time
        wide = half_width + margin + other.half_row * abs(row_beside) + way.aside + change * abs(to_beside) * time
        first, last = overlap_times(ahead, closing, long)
        first_beside, last_beside = overlap_times(beside, mean * to_beside, wide)
        time = minimum(minimum(last, last_beside), time)
        if maximum(maximum(first, first_beside), 0.0) > time:
            return True
    return False


def stays_clear_at_each_step(way: StraightWay, pace: Pace, half_length: float, half_width: float, other: Other) -> bool:
    """Return whether another vehicle and one on a straight way stay apart at each step of a trial.

    Both speeds are those of the trial, so only the direction of the way is uncertain. In the axes of the way the two
    are apart at a step unless they overlap along both axes.

    Args:
        half_length, half_width: half of the vehicle's length and width [m].
    """
    if not way.is_straight:
        return False
    row_ahead, row_beside, to_ahead, to_beside = directions_along(way, other)
    ahead, beside = along(other.dx, other.dy, way)
    acceleration, braking = CAUTION * pace.acceleration, CAUTION * pace.braking
    more = other.intended_speed - other.speed
    change = acceleration if more > 0.0 else -braking
    change_time = more / change
    long = half_length + other.radius + other.half_row * abs(row_ahead) + half_width * way.turn + ROUNDING
    wide = half_width + other.radius + other.half_row * abs(row_beside) + half_length * way.turn + way.swing + ROUNDING
    speed, time, driven = pace.speed, 0.0, 0.0
    for _ in range(MOST_STEPS):
        if driven > pace.straight + ROUNDING:
            return True
        speed = keep_speed(speed, pace.target_speed, acceleration, braking, STEP)
        time, driven = time + STEP, driven + speed * STEP
        if time > other.until:
            return True
        changing = minimum(time, change_time)
        moved = other.speed * time + change * changing * (time - 0.5 * changing)
        margin = maximum(COMFORT, VEHICLE_MARGIN + VEHICLE_GROWTH * time) + driven * way.turn
        if abs(ahead + moved * to_ahead - driven) < long + margin and abs(beside + moved * to_beside) < wide + margin:
            return False
    return True


def directions_along(way: StraightWay, other: Other) -> tuple[float, float, float, float]:
    """Return the direction of another vehicle's row of discs and that of its motion, each ahead and to the left."""
    turn = clamp(wrap_angle(other.intended_yaw - other.yaw), -MOST_TURN, MOST_TURN)
    row_sine, row_cosine = sincos(other.yaw)
    sine, cosine = sincos(other.yaw + turn)
    row_ahead, row_beside = along(row_cosine, row_sine, way)
    to_ahead, to_beside = along(cosine, sine, way)
    return row_ahead, row_beside, to_ahead, to_beside


def along(x: float, y: float, way: StraightWay) -> tuple[float, float]:
    """Return the parts of a vector ahead and to the left of a way."""
    return x * way.cosine + y * way.sine, y * way.cosine - x * way.sine


def overlap_times(offset: float, speed: float, reach: float) -> tuple[float, float]:
    """Return when something at ``offset`` [m] with ``speed`` [m/s] is first and last within ``reach`` [m] of 0.

    Args:
        reach: at least 0 [m].
    """
    speed = select(abs(speed) < SLOWEST, SLOWEST, speed)
    one, other = (-reach - offset) / speed, (reach - offset) / speed
    return minimum(one, other), maximum(one, other)
