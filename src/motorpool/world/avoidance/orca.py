"""Optimal reciprocal collision avoidance: each vehicle takes half of the change of velocity that avoids a collision.

Vehicles and objects are discs. Of the relative velocities that would bring two discs together within a time horizon,
the velocity obstacle, the one at its border nearest to the present relative velocity is found. The smallest change that
leads there is shared: both vehicles do half of it, a vehicle that meets an object, or a driver that does not
reciprocate, all of it. So each neighbour allows a half-plane of velocities. A linear programme finds the allowed
velocity nearest to the preferred one, which is the autopilot's course; where nothing is allowed, a second one finds the
velocity that breaks the vehicles' half-planes least, and the objects' not at all.

A vehicle cannot move sideways, so its disc is larger than its body by ``TRACKING_ERROR``: about as far as its path is
from that of a disc which takes the chosen velocity at once. It steers for the direction of that velocity, and slows
down while it is far from there. In symmetric encounters of several vehicles those of the papers slow down until
they stand; here each prefers a velocity to the right of its course, by an angle that grows with its delay, while an
obstacle is in its way.

Valid for vehicles that turn and brake within the horizon. The disc of a long vehicle is wider than its body: it does
not pass gaps that its body would fit through. The rule has no memory and no plan: a vehicle does not leave a dead end.

Source: van den Berg, Guy, Lin and Manocha, "Reciprocal n-body collision avoidance", Robotics Research (ISRR 2009),
sections 4 and 5; the linear programmes are those of de Berg and others, "Computational geometry", chapter 4. The larger
disc: Alonso-Mora and others, "Optimal reciprocal collision avoidance for multiple non-holonomic robots", Distributed
Autonomous Robotic Systems (DARS 2010). Static objects, and drivers that do not reciprocate: section 5 of the first.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...compile.scratch import scratch
from ...ground.objects.grid import Circles, Storey, cells_near, entries_in, is_elsewhere
from ...models.mathematics import atan2, clamp, maximum, minimum, sincos, sqrt, wrap_angle
from ..columns import Floats, Whole, Words
from ..drivers.columns import DriverInputs
from ..drivers.kinds import AUTOPILOT
from ..entity.columns import Entity
from ..entity.levels import are_on_other_levels, storey_of
from ..guidance.columns import Convoy
from .columns import Autopilot, Perception
from .perception import OBJECT, VEHICLE, clear_perception

HORIZON = 6.0  # time ahead for collisions with vehicles; smaller values brake late, larger ones detour more [s]
OBJECT_HORIZON = 3.0  # the same with objects [s]
VEHICLE_SIGHT = 80.0  # search distance of other vehicles [m]
TRACKING_ERROR = 0.5  # margin of the disc for the deviation of a vehicle from its path; with less they touch [m]
SEPARATION_TIME = 0.5  # in which overlapping discs part [s]
KEEP_RIGHT = math.radians(6.0)  # of the preferred velocity, while something is in its way [rad] ...
HELD_RIGHT = math.radians(60.0)  # ... and additional angle for a vehicle that stands because of it [rad]
HALT = 0.3  # speed below which a vehicle stands [m/s]
CRAWL = 1.5  # speed at which a vehicle that cannot pivot turns by a large angle [m/s]
PIVOTING = 0.05  # yaw rate at standstill from which a vehicle can pivot [rad/s]
BEHIND = math.radians(120.0)  # bearing of a chosen velocity from which it is driven backward [rad]
MOST_PLANES = 96  # half-planes of one vehicle, at most; the rest is ignored
PARALLEL = 1e-9  # difference of directions below which lines are parallel [1]
ROUNDING = 1e-9  # violation of a half-plane that is rounding [m/s]
FAR_ALONG = 1e6  # magnitude of a preferred velocity whose nearest point is the farthest in its direction [m/s]


class HalfPlanes(NamedTuple):
    """Allowed velocities v: those with ``normal . v >= offset``, a row for each half-plane; normals have length 1."""

    normal_x: NDArray[np.float64]
    normal_y: NDArray[np.float64]
    offset: NDArray[np.float64]  # [m/s]
    obstacle: NDArray[np.int64]  # index of the object, or -1 minus the id of the vehicle


class Velocity(NamedTuple):
    """A velocity, or the result of a linear programme."""

    x: float  # east [m/s]
    y: float  # north [m/s]
    failed_at: int  # first half-plane that leaves no velocity; the number of half-planes if one is left


class Disc(NamedTuple):
    """Disc around a vehicle or an object, with its velocity."""

    x: float  # east [m]
    y: float  # north [m]
    velocity_x: float  # [m/s]
    velocity_y: float  # [m/s]
    radius: float  # [m]


class Surroundings(NamedTuple):
    """Vehicles and objects that a vehicle under this rule avoids."""

    entity: Entity  # every vehicle
    convoys: Convoy
    driver: Words
    avoidance_rule: Words
    course_speed: Floats
    vehicles: Circles
    objects: Circles
    rule: int  # index of this rule


def avoid_reciprocally(entity: Entity, inputs: DriverInputs, autopilot: Autopilot, around: Whole[Surroundings]) -> None:
    """Set target heading and speed of each autopilot under this rule."""
    planes, tilted = scratch(HalfPlanes, MOST_PLANES), scratch(HalfPlanes, MOST_PLANES)
    course, avoidance = autopilot.course, autopilot.avoidance
    for i in range(entity.pose.x.size):
        if inputs.driver[i] != AUTOPILOT or avoidance.avoidance_rule[i] != around.rule:
            continue
        clear_perception(i, autopilot.perception)
        speed = course.course_speed[i]
        avoidance.desired_yaw[i], avoidance.avoidance_speed[i] = course.course_yaw[i], speed
        avoidance.is_avoiding[i] = 0.0
        if speed < HALT:
            continue
        own = disc_of(i, entity)
        object_count = add_objects(own, planes, around.objects, storey_of(i, entity.pose))
        count = add_vehicles(i, entity.body.vehicle_id[i], own, planes, object_count, around)
        sine, cosine = sincos(course.course_yaw[i])
        worst = most_violated(planes, count, speed * cosine, speed * sine)
        if worst < 0:
            continue
        sine, cosine = sincos(course.course_yaw[i] - right_of_course(entity.motion.speed[i], speed))
        top_speed = entity.performance.max_speed[i]
        chosen = choose_velocity(planes, tilted, object_count, count, top_speed, speed * cosine, speed * sine)
        avoidance.is_avoiding[i] = 1.0
        perceive(i, own, planes.obstacle[worst], entity.pose.yaw[i], autopilot.perception, around)
        steer_for(i, chosen, entity, autopilot)


def right_of_course(speed: float, preferred: float) -> float:
    """Return the angle [rad] of the preferred velocity to the right of the course while an obstacle is in the way."""
    held_up = 1.0 - clamp(speed / preferred, 0.0, 1.0)
    return KEEP_RIGHT + HELD_RIGHT * held_up


def disc_of(i: int, entity: Entity) -> Disc:
    """Return the disc of a vehicle with its trailers straight behind it, larger by ``TRACKING_ERROR``."""
    speed = entity.motion.speed[i]
    sine, cosine = sincos(entity.pose.yaw[i])
    offset, radius = entity.body.circle_offset[i], entity.body.circle_radius[i] + TRACKING_ERROR
    x, y = entity.pose.x[i] + offset * cosine, entity.pose.y[i] + offset * sine
    return Disc(x, y, speed * cosine, speed * sine, radius)


def add_objects(own: Disc, planes: HalfPlanes, objects: Circles, storey: Storey) -> int:
    """Add the half-planes of the objects near a vehicle; return their number."""
    speed = sqrt(own.velocity_x * own.velocity_x + own.velocity_y * own.velocity_y)
    reach, count = own.radius + OBJECT_HORIZON * (speed + 2.0), 0
    cells = cells_near(objects.grid, own.x, own.y, reach + objects.grid.cell)
    for row in range(cells.first_row, cells.last_row + 1):
        for entry in entries_in(objects.grid, cells, row):
            index: int = objects.grid.item[entry]
            dx, dy, radius = objects.x[index] - own.x, objects.y[index] - own.y, objects.radius[index]
            if dx * dx + dy * dy < (reach + radius) * (reach + radius) and count < MOST_PLANES:
                if is_elsewhere(index, objects, storey):
                    continue
                other = Disc(objects.x[index], objects.y[index], 0.0, 0.0, radius)
                enter(planes, count, own, other, OBJECT_HORIZON, 1.0, index)
                count += 1
    return count


def add_vehicles(i: int, own_id: int, own: Disc, planes: HalfPlanes, count: int, around: Surroundings) -> int:
    """Add the half-planes of the vehicles near a vehicle, without its convoy; return the new number."""
    convoy, circles = around.convoys.convoy, around.vehicles
    cells = cells_near(circles.grid, own.x, own.y, VEHICLE_SIGHT)
    for row in range(cells.first_row, cells.last_row + 1):
        for entry in entries_in(circles.grid, cells, row):
            other: int = circles.grid.item[entry]
            if other == own_id or (convoy[own_id] >= 0 and convoy[other] == convoy[own_id]):
                continue
            if are_on_other_levels(own_id, other, around.entity.pose):
                continue
            dx, dy = circles.x[other] - own.x, circles.y[other] - own.y
            if dx * dx + dy * dy < VEHICLE_SIGHT * VEHICLE_SIGHT and count < MOST_PLANES:
                is_autopilot = around.driver[other] == AUTOPILOT and around.avoidance_rule[other] == around.rule
                share = 0.5 if is_autopilot and around.course_speed[other] >= HALT else 1.0
                enter(planes, count, own, disc_of(other, around.entity), HORIZON, share, -1 - other)
                count += 1
    return count


def enter(planes: HalfPlanes, row: int, own: Disc, other: Disc, horizon: float, share: float, obstacle: int) -> None:
    """Add the half-plane of velocities that avoid another disc for a horizon T [s] in ``row``.

    Relative velocities v collide within the horizon T where |v t - p| < R for a time t up to T: the cone from 0
    that touches the disc of radius R about p, cut off by the disc of radius R / T about p / T. The normal n of the
    point of its border nearest to v is that of the cut-off disc where n . p < -R, else that of the nearer side, for
    which n . p = -R. Discs that overlap are to part within ``SEPARATION_TIME``.
    """
    px, py = other.x - own.x, other.y - own.y
    vx, vy = own.velocity_x - other.velocity_x, own.velocity_y - other.velocity_y
    square, radius = px * px + py * py, own.radius + other.radius
    is_overlapping = square <= radius * radius
    time = SEPARATION_TIME if is_overlapping else horizon
    wx, wy = vx - px / time, vy - py / time
    length = sqrt(wx * wx + wy * wy)
    toward = wx * px + wy * py
    if is_overlapping or toward < -radius * length:
        if length < PARALLEL:
            wx, wy, length = -px, -py, maximum(sqrt(square), PARALLEL)
        normal_x, normal_y = wx / length, wy / length
        change = radius / time - (normal_x * (vx - px / time) + normal_y * (vy - py / time))
    else:
        side = sqrt(square - radius * radius)
        left = 1.0 if px * vy - py * vx > 0.0 else -1.0
        normal_x = (-radius * px - left * side * py) / square
        normal_y = (-radius * py + left * side * px) / square
        change = -(vx * normal_x + vy * normal_y)
    planes.normal_x[row], planes.normal_y[row], planes.obstacle[row] = normal_x, normal_y, obstacle
    planes.offset[row] = own.velocity_x * normal_x + own.velocity_y * normal_y + share * change


def most_violated(planes: HalfPlanes, count: int, x: float, y: float) -> int:
    """Return the half-plane that a velocity violates most, or -1 if it violates none.

    Args:
        x, y: the velocity, east and north [m/s].
    """
    worst, depth = -1, 0.0
    for j in range(count):
        violation = planes.offset[j] - planes.normal_x[j] * x - planes.normal_y[j] * y
        if violation > depth:
            worst, depth = j, violation
    return worst


def choose_velocity(
    planes: HalfPlanes, tilted: HalfPlanes, object_count: int, count: int, top_speed: float, x: float, y: float
) -> Velocity:
    """Return the allowed velocity nearest to (x, y) [m/s], or the one that breaks the vehicles' half-planes least."""
    found = nearest_allowed(planes, count, top_speed, x, y)
    if found.failed_at < count:
        return least_violating(planes, tilted, object_count, count, top_speed, found)
    return found


def nearest_allowed(planes: HalfPlanes, count: int, top_speed: float, x: float, y: float) -> Velocity:
    """Solve the linear programme of two dimensions: of the allowed velocities the one nearest to (x, y) [m/s].

    Half-plane after half-plane: one that allows the best velocity so far changes nothing, any other has the best on its
    border. ``failed_at`` is the first that leaves nothing; the velocity is then the best before it.
    """
    speed = sqrt(x * x + y * y)
    share = 1.0 if speed <= top_speed else top_speed / speed
    best_x, best_y = share * x, share * y
    for j in range(count):
        if planes.normal_x[j] * best_x + planes.normal_y[j] * best_y < planes.offset[j]:
            low, high = stretch_on_border(planes, j, top_speed)
            if low > high:
                return Velocity(best_x, best_y, j)
            along = clamp(planes.normal_y[j] * x - planes.normal_x[j] * y, low, high)
            best_x = planes.offset[j] * planes.normal_x[j] + along * planes.normal_y[j]
            best_y = planes.offset[j] * planes.normal_y[j] - along * planes.normal_x[j]
    return Velocity(best_x, best_y, count)


def stretch_on_border(planes: HalfPlanes, row: int, top_speed: float) -> tuple[float, float]:
    """Return the interval of a half-plane's border that the earlier half-planes and the top speed allow.

    Both ends are measured along (normal_y, -normal_x) from the point nearest to 0 [m/s]; the first is larger than the
    second if the interval is empty.
    """
    normal_x, normal_y, offset = planes.normal_x[row], planes.normal_y[row], planes.offset[row]
    square = top_speed * top_speed - offset * offset
    if square < 0.0:
        return 1.0, 0.0
    high = sqrt(square)
    low = -high
    for j in range(row):
        slope = planes.normal_x[j] * normal_y - planes.normal_y[j] * normal_x
        missing = planes.offset[j] - offset * (planes.normal_x[j] * normal_x + planes.normal_y[j] * normal_y)
        if abs(slope) < PARALLEL:
            if missing > ROUNDING:
                return 1.0, 0.0
        elif slope > 0.0:
            low = maximum(low, missing / slope)
        else:
            high = minimum(high, missing / slope)
    return low, high


def least_violating(
    planes: HalfPlanes, tilted: HalfPlanes, object_count: int, count: int, top_speed: float, start: Velocity
) -> Velocity:
    """Solve the linear programme of three dimensions: the least d with which n . v >= offset - d for all vehicles.

    Where vehicle k's half-plane is violated by more than d it decides: d is its violation, and for every vehicle j
    before it (n_j - n_k) . v >= offset_j - offset_k. Of what that and the objects allow, the best velocity is farthest
    along n_k.

    The ``start`` is the best velocity before the first half-plane that leaves none; ``tilted`` is scratch.

    Args:
        top_speed: greatest magnitude of the velocity [m/s].
    """
    found, depth = start, 0.0
    for k in range(maximum(start.failed_at, object_count), count):
        normal_x, normal_y, offset = planes.normal_x[k], planes.normal_y[k], planes.offset[k]
        if offset - normal_x * found.x - normal_y * found.y > depth + ROUNDING:
            size = tilt(planes, tilted, object_count, k)
            farthest = nearest_allowed(tilted, size, top_speed, FAR_ALONG * normal_x, FAR_ALONG * normal_y)
            if farthest.failed_at == size:
                found = farthest
            depth = offset - normal_x * found.x - normal_y * found.y
    return found


def tilt(planes: HalfPlanes, tilted: HalfPlanes, object_count: int, k: int) -> int:
    """Add the objects' half-planes, and for each vehicle before k that of a smaller violation; return their number."""
    for j in range(object_count):
        tilted.normal_x[j], tilted.normal_y[j] = planes.normal_x[j], planes.normal_y[j]
        tilted.offset[j] = planes.offset[j]
    size = object_count
    for j in range(object_count, k):
        normal_x, normal_y = planes.normal_x[j] - planes.normal_x[k], planes.normal_y[j] - planes.normal_y[k]
        length = sqrt(normal_x * normal_x + normal_y * normal_y)
        if length > PARALLEL:
            tilted.normal_x[size], tilted.normal_y[size] = normal_x / length, normal_y / length
            tilted.offset[size] = (planes.offset[j] - planes.offset[k]) / length
            size += 1
    return size


def perceive(i: int, own: Disc, obstacle: int, yaw: float, seen: Perception, around: Surroundings) -> None:
    """Store the obstacle whose half-plane the preferred velocity violates most.

    An ``obstacle`` is the index of an object, or -1 minus the id of a vehicle.

    Args:
        yaw: yaw of the vehicle, counter-clockwise from east [rad].
    """
    index = obstacle if obstacle >= 0 else -1 - obstacle
    circles = around.objects if obstacle >= 0 else around.vehicles
    dx, dy = circles.x[index] - own.x, circles.y[index] - own.y
    sine, cosine = sincos(yaw)
    seen.seen[i], seen.seen_index[i] = (OBJECT if obstacle >= 0 else VEHICLE), index
    seen.seen_distance[i], seen.seen_right[i] = sqrt(dx * dx + dy * dy), dx * sine - dy * cosine
    seen.seen_radius[i] = circles.radius[index]


def steer_for(i: int, chosen: Velocity, entity: Entity, autopilot: Autopilot) -> None:
    """Set heading and speed toward a chosen velocity; the speed is lower while the heading differs.

    Args:
        chosen: velocity, east and north [m/s].
    """
    avoidance, yaw, limits = autopilot.avoidance, entity.pose.yaw[i], entity.performance
    speed = sqrt(chosen.x * chosen.x + chosen.y * chosen.y)
    if speed < HALT:
        avoidance.desired_yaw[i], avoidance.avoidance_speed[i] = yaw, 0.0
        return
    heading = atan2(chosen.y, chosen.x)
    turn = abs(wrap_angle(heading - yaw))
    if turn > BEHIND and limits.max_reverse_speed[i] > 0.0:
        avoidance.desired_yaw[i] = wrap_angle(heading + math.pi)
        avoidance.avoidance_speed[i] = -minimum(speed, limits.max_reverse_speed[i])
        return
    _, aligned = sincos(turn)
    slowest = 0.0 if abs(limits.pivot_yaw_rate[i]) > PIVOTING else minimum(speed, CRAWL)
    avoidance.desired_yaw[i], avoidance.avoidance_speed[i] = heading, maximum(speed * aligned, slowest)
