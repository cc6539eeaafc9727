"""Clear way: a bound that tells, without a trial, that the preferred heading at full speed meets nothing.

Most drivers have nothing near them. A trial (``rollout.try_heading``) takes them a microsecond, to find the way free
and as wide as it can be; what is said here takes a tenth of it, and is never said of a way that a trial finds blocked
or narrow. Who drives straight keeps to a corridor that leaves objects aside; of another vehicle, the two straight
courses tell how near they can come.
"""

from typing import NamedTuple

from ...models.mathematics import clamp, maximum, minimum, sincos, sqrt, wrap_angle
from ...objects.clearance import ClearanceMap, clearance_at
from ...objects.grid import Circles, cells_near, entries_in
from ...terrain.area import Bounds
from .dynamic_window_costs import MOST_TURN, VEHICLE_GROWTH, VEHICLE_MARGIN
from .rollout import COMFORT, MOST_STEPS, STEP, Motion

LONGEST = MOST_STEPS * STEP  # trial [s]
STRAIGHT = 0.05  # farther from the heading [rad], or with more steering [1], a vehicle does not drive straight
SWERVE = 0.5  # at most, by which a unit of steering turns a vehicle before the wheels are straight [rad]


class StraightWay(NamedTuple):
    """The way of a vehicle that turns to a heading and drives on, as far as it is known without a trial."""

    is_straight: bool  # else it stays within ``length``, and nothing more is known
    sine: float  # of the heading
    cosine: float
    least_speed: float  # [m/s]
    most_speed: float  # [m/s]
    time: float  # at most [s]
    length: float  # at most [m]
    aside: float  # of the straight line, at most [m]


def straight_way(start: Motion, heading: float, target_speed: float, straight: float) -> StraightWay:
    """Return the way of a trial: to ``heading`` [rad] and ``target_speed`` [m/s], then ``straight`` [m] on."""
    error, steer = abs(wrap_angle(heading - start.yaw)), abs(start.steer)
    sine, cosine = sincos(heading)
    least, most = minimum(start.speed, target_speed), maximum(abs(start.speed), target_speed)
    is_straight = error < STRAIGHT and steer < STRAIGHT and start.speed >= 0.0
    time = LONGEST
    if is_straight and least * LONGEST > straight:
        time = minimum(straight / least + 2.0 * STEP, LONGEST)
    length = most * time
    return StraightWay(is_straight, sine, cosine, least, most, time, length, length * (error + SWERVE * steer))


def stays_inside(start: Motion, way: StraightWay, edge: Bounds) -> bool:
    """Return whether a way does not reach the edge of the ground."""
    west, south, east, north = edge
    from_x = minimum(start.x - west, east - start.x)
    return minimum(from_x, minimum(start.y - south, north - start.y)) > way.length


def clears_objects(start: Motion, way: StraightWay, reach: float, half_length: float, half_width: float,
                   objects: Circles, clearance: ClearanceMap) -> bool:  # fmt: skip
    """Return whether a way leaves all objects aside by ``COMFORT``; farther away than ``reach`` [m] none counts."""
    if clearance_at(start.x, start.y, clearance) >= reach:
        return True
    if not way.is_straight:
        return False
    ahead_at_most, beside_at_most = way.length + half_length + COMFORT, half_width + way.aside + COMFORT
    cells = cells_near(objects.grid, start.x, start.y, reach + objects.grid.cell)
    for row in range(cells.first_row, cells.last_row + 1):
        for entry in entries_in(objects.grid, cells, row):
            index: int = objects.grid.item[entry]
            radius, dx, dy = objects.radius[index], objects.x[index] - start.x, objects.y[index] - start.y
            ahead, beside = dx * way.cosine + dy * way.sine, abs(dy * way.cosine - dx * way.sine)
            is_passed = ahead < -half_length - COMFORT - radius or ahead > ahead_at_most + radius
            if not is_passed and beside < beside_at_most + radius:
                return False
    return True


class Other(NamedTuple):
    """Another vehicle, as far as a driver sees it."""

    dx: float  # of its middle from the driver's [m]
    dy: float  # [m]
    speed: float  # [m/s]
    intended_speed: float  # [m/s]
    yaw: float  # [rad]
    intended_yaw: float  # [rad]
    radius: float  # of a circle that covers it [m]


def stays_clear(way: StraightWay, radius: float, other: Other) -> bool:
    """Return whether another vehicle and a straight way, about a vehicle of ``radius`` [m], stay apart.

    Both speeds lie between the present and the intended one, so their means are wrong by half of the difference.
    """
    if not way.is_straight:
        return False
    turn = clamp(wrap_angle(other.intended_yaw - other.yaw), -MOST_TURN, MOST_TURN)
    sine, cosine = sincos(other.yaw + turn)
    own_mean, mean = 0.5 * (way.least_speed + way.most_speed), 0.5 * (other.speed + other.intended_speed)
    change = 0.5 * (way.most_speed - way.least_speed) + 0.5 * abs(other.intended_speed - other.speed) + VEHICLE_GROWTH
    u, v = mean * cosine - own_mean * way.cosine, mean * sine - own_mean * way.sine
    square = maximum(u * u + v * v, 1e-9)
    time = clamp(-(other.dx * u + other.dy * v) / square, 0.0, way.time)
    x, y = other.dx + time * u, other.dy + time * v
    apart = radius + other.radius + way.aside + maximum(COMFORT, VEHICLE_MARGIN) + change * way.time
    return sqrt(x * x + y * y) > apart
