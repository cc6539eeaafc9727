"""Ballistics: a round's flight over one step, and its first hit on ground, upright cylinders or boxes.

Within a step a round follows its parabola exactly, p(t) = p + v t - g t^2 / 2. Each possible hit is the first zero of a
quadratic in t: the ground is bilinear between posts, and therefore quadratic along a path that is straight in plan
view. No round passes through a thin tree, whatever the step, and no step is divided.

Drag reduces the speed before and after the parabola of each step, by half a step each time (see ``slowed``): the error
is of second order in the step, and zero without drag.

All functions are scalar; kernels compile them.
"""

import math
from typing import NamedTuple, TypeAlias

from ...base.arrays import Floats
from ...ground.objects.grid import NOTHING, SLACK, Cells, Circles, Grid, cells_between, entries_in
from ...ground.terrain.decks import leaving
from ...ground.terrain.heightfield import Heightfield
from ...models.frames import body_axes
from ...models.mathematics import Flag, Real, Whole, maximum, minimum, sqrt
from ..entity.trailers import Trailers

GRAVITY = 9.81  # [m/s^2]
NEVER = math.inf  # time of a hit that does not occur [s]

Triple: TypeAlias = tuple[Real, Real, Real]  # a vector, or the constant, linear and quadratic terms of a polynomial


class Flight(NamedTuple):
    """Position and velocity of a round as a step begins."""

    x: Real  # [m]
    y: Real  # [m]
    z: Real  # [m]
    velocity_x: Real  # [m/s]
    velocity_y: Real  # [m/s]
    velocity_z: Real  # [m/s]


class Cylinders(NamedTuple):
    """Upright cylinders: the objects."""

    circles: Circles
    z: Floats  # (objects,): of their feet [m]
    height: Floats  # [m]


class Boxes(NamedTuple):
    """Boxes on the ground: the vehicles."""

    circles: Circles  # around the boxes, as seen from above
    z: Floats  # (vehicles,): of the ground under them [m]
    yaw: Floats  # [rad]
    pitch: Floats  # [rad]
    roll: Floats  # [rad]
    half_length: Floats  # [m]
    half_width: Floats  # [m]
    height: Floats  # [m]
    offset: Floats  # centre of the box, ahead of the vehicle's place [m]
    trailers: Trailers  # of all vehicles


class Box(NamedTuple):
    """Box of a vehicle whose place is (0, 0, 0); rotated as in ISO 8855."""

    yaw: Real  # [rad]
    pitch: Real  # [rad]
    roll: Real  # [rad]
    half_length: Real  # [m]
    half_width: Real  # [m]
    height: Real  # [m]
    offset: Real = 0.0  # centre of its floor, ahead of (0, 0, 0) [m]


class Slab(NamedTuple):
    """A round's coordinate along an axis of a box, and the two faces across that axis."""

    path: Triple  # constant, linear and quadratic in time [m, m/s, m/s^2]
    low: Real  # [m]
    high: Real  # [m]


def slowed(velocity_x: Real, velocity_y: Real, velocity_z: Real, drag: Real, duration: Real) -> tuple[Real, Real, Real]:
    """Return the velocity [m/s] after ``duration`` in air alone, which takes ``drag`` times the speed squared.

    The velocity is eastward, northward and upward; ``drag`` is not negative [1/m].

    Exact: dv/dt = -k v^2 has the solution v = v0 / (1 + k v0 t).
    """
    speed = sqrt(velocity_x * velocity_x + velocity_y * velocity_y + velocity_z * velocity_z)
    rest = 1.0 / (1.0 + drag * speed * duration)
    return rest * velocity_x, rest * velocity_y, rest * velocity_z


def first_at_zero(constant: Real, linear: Real, quadratic: Real, start: Real, end: Real) -> Real:
    """Return the first time [s] at which constant + linear t + quadratic t^2 is zero or below; NEVER if there is none.

    Args:
        start, end: earliest and latest time [s].
        constant: constant term of the quadratic, a height [m].
        linear: coefficient of t [m/s].
        quadratic: coefficient of t^2 [m/s^2].
    """
    height = constant + start * (linear + start * quadratic)
    if height <= 0.0:
        return start
    rate = linear + 2.0 * start * quadratic
    discriminant = rate * rate - 4.0 * quadratic * height
    if discriminant < 0.0:
        return NEVER
    divisor = sqrt(discriminant) - rate  # the other form of the root: it stays exact as the quadratic term vanishes
    if divisor <= 0.0:
        return NEVER
    time = start + 2.0 * height / divisor
    return time if time <= end else NEVER


def meet_ground(flight: Flight, duration: Real, ground: Heightfield) -> Real:
    """Return the time [s] at which a round is first on or under the ground; NEVER if it is not.

    Beyond the border of the terrain there is no ground. The cells under the path are visited in their order.

    Source of the visiting order: Amanatides and Woo, "A Fast Voxel Traversal Algorithm for Ray Tracing" (1987).
    """
    heights, spacing, z, velocity_z = ground.heights, ground.spacing, flight.z, flight.velocity_z
    rows, columns = heights.shape
    u, v = (flight.x - ground.x_west) / spacing, (flight.y - ground.y_south) / spacing
    u_rate, v_rate = flight.velocity_x / spacing, flight.velocity_y / spacing
    if not (0.0 <= u <= columns - 1.0 and 0.0 <= v <= rows - 1.0):
        return NEVER
    column, row = int(minimum(u, columns - 2.0)), int(minimum(v, rows - 2.0))
    time = 0.0
    while 0 <= column < columns - 1 and 0 <= row < rows - 1:
        leaves_column, leaves_row = leaving(u, u_rate, column), leaving(v, v_rate, row)
        end = minimum(duration, minimum(leaves_column, leaves_row))
        # Times one, because compiled ``float`` leaves them float32.
        sw, se = 1.0 * float(heights[row, column]), 1.0 * float(heights[row, column + 1])
        nw, ne = 1.0 * float(heights[row + 1, column]), 1.0 * float(heights[row + 1, column + 1])
        u_here, v_here = u - column, v - row
        rise_east, rise_north, twist = se - sw, nw - sw, (sw - se) + (ne - nw)
        level = sw + rise_east * u_here + rise_north * v_here + twist * u_here * v_here
        rate = rise_east * u_rate + rise_north * v_rate + twist * (u_here * v_rate + v_here * u_rate)
        curve = twist * u_rate * v_rate
        hit = first_at_zero(z - level, velocity_z - rate, -0.5 * GRAVITY - curve, time, end)
        if hit < NEVER or not end < duration:
            return hit
        time = end
        if leaves_column <= leaves_row:
            column += 1 if u_rate > 0.0 else -1
        else:
            row += 1 if v_rate > 0.0 else -1
    return NEVER


def meet_cylinder(flight: Flight, duration: Real, radius: Real, top: Real) -> Real:
    """Return the time [s] at which a round enters an upright cylinder at (0, 0); NEVER if it does not.

    The cylinder has no lower end, because a round reaches the ground first.

    The flight is relative to the foot of the cylinder.

    Args:
        radius: radius of the cylinder [m].
        top: height of the cylinder [m].
    """
    x, y, velocity_x, velocity_y = flight.x, flight.y, flight.velocity_x, flight.velocity_y
    square = velocity_x * velocity_x + velocity_y * velocity_y
    along = x * velocity_x + y * velocity_y
    outside = x * x + y * y - radius * radius
    enters, leaves = 0.0, duration
    if square > 0.0:
        discriminant = along * along - square * outside
        if discriminant < 0.0:
            return NEVER
        root = sqrt(discriminant)
        enters, leaves = maximum(enters, (-along - root) / square), minimum(leaves, (root - along) / square)
    elif outside > 0.0:
        return NEVER
    if enters > leaves:
        return NEVER
    return first_at_zero(flight.z - top, flight.velocity_z, -0.5 * GRAVITY, enters, leaves)


def meet_box(flight: Flight, duration: Real, box: Box) -> Real:
    """Return the time [s] at which a round enters a vehicle's box; NEVER if it does not.

    In the box's own axes each coordinate of the round is a quadratic in t; it comes in through a face where one of them
    passes that face inwards while the others are between theirs.

    The flight is relative to the ground under the middle of the vehicle.
    """
    forward, left, up = body_axes(box.yaw, box.pitch, box.roll)
    ahead = Slab(_along(forward, flight), box.offset - box.half_length, box.offset + box.half_length)
    aside = Slab(_along(left, flight), -box.half_width, box.half_width)
    above = Slab(_along(up, flight), 0.0, box.height)
    is_inside = ahead.low <= ahead.path[0] <= ahead.high and abs(aside.path[0]) <= box.half_width
    if is_inside and 0.0 <= above.path[0] <= box.height:
        return 0.0
    hit = _through_faces(ahead, aside, above)
    hit = minimum(hit, _through_faces(aside, ahead, above))
    hit = minimum(hit, _through_faces(above, ahead, aside))
    return hit if hit <= duration else NEVER


def _along(axis: Triple, flight: Flight) -> Triple:
    place = axis[0] * flight.x + axis[1] * flight.y + axis[2] * flight.z
    rate = axis[0] * flight.velocity_x + axis[1] * flight.velocity_y + axis[2] * flight.velocity_z
    return place, rate, -0.5 * GRAVITY * axis[2]


def _through_faces(across: Slab, first: Slab, second: Slab) -> Real:
    """Return the time at which a round enters through a face ``across`` an axis, between the other four; else NEVER."""
    constant, linear, quadratic = across.path
    hit = _rises_through(constant - across.low, linear, quadratic)
    if not (_is_between(first, hit) and _is_between(second, hit)):
        hit = NEVER
    other = _rises_through(across.high - constant, -linear, -quadratic)
    if not (_is_between(first, other) and _is_between(second, other)):
        other = NEVER
    return minimum(hit, other)


def _rises_through(constant: Real, linear: Real, quadratic: Real) -> Real:
    """Return the time, not before now, at which a quadratic passes zero upwards, once at most; else NEVER."""
    discriminant = linear * linear - 4.0 * quadratic * constant
    if discriminant < 0.0:
        return NEVER
    root = sqrt(discriminant)
    if linear > 0.0:
        time = -2.0 * constant / (linear + root)
    elif quadratic > 0.0:
        time = (root - linear) / (2.0 * quadratic)
    else:
        return NEVER
    return time if time >= 0.0 else NEVER


def _is_between(slab: Slab, time: Real) -> Flag:
    if not time < NEVER:
        return False
    value = slab.path[0] + time * (slab.path[1] + time * slab.path[2])
    return slab.low <= value <= slab.high


def meet_objects(flight: Flight, duration: Real, objects: Cylinders) -> tuple[Whole, Real]:
    """Return the first object that a round meets, and the time [s]; -1 and NEVER if none.

    Of equal times the lowest index.
    """
    met, met_time = NOTHING, NEVER
    circles = objects.circles
    cells = _cells_under(flight, duration, circles.grid)
    for row in range(cells.first_row, cells.last_row + 1):
        for entry in entries_in(circles.grid, cells, row):
            index: int = circles.grid.item[entry]
            beside = relative_to(flight, circles.x[index], circles.y[index], objects.z[index])
            time = meet_cylinder(beside, duration, circles.radius[index], objects.height[index])
            if time < met_time or (time == met_time and index < met):
                met, met_time = index, time
    return met, met_time


def meet_vehicles(flight: Flight, duration: Real, shooter: Whole, vehicles: Boxes) -> tuple[Whole, Real]:
    """Return the first vehicle that a round meets, and the time [s]; -1 and NEVER if none.

    Of equal times the lowest index.

    The shooter's own vehicle is passed by.
    """
    met, met_time = NOTHING, NEVER
    circles = vehicles.circles
    cells = _cells_under(flight, duration, circles.grid)
    half_x, half_y = 0.5 * flight.velocity_x * duration, 0.5 * flight.velocity_y * duration
    reach = sqrt(half_x * half_x + half_y * half_y)
    for row in range(cells.first_row, cells.last_row + 1):
        for entry in entries_in(circles.grid, cells, row):
            index: int = circles.grid.item[entry]
            beside = relative_to(flight, circles.x[index], circles.y[index], vehicles.z[index])
            near = reach + circles.radius[index] + vehicles.height[index]
            middle_x, middle_y = beside.x + half_x, beside.y + half_y
            if index == shooter or middle_x * middle_x + middle_y * middle_y > near * near:
                continue
            box = Box(
                vehicles.yaw[index], vehicles.pitch[index], vehicles.roll[index],
                vehicles.half_length[index], vehicles.half_width[index], vehicles.height[index], vehicles.offset[index],
            )  # fmt: skip
            time = minimum(meet_box(beside, duration, box), meet_trailers(flight, duration, index, vehicles))
            if time < met_time or (time == met_time and index < met):
                met, met_time = index, time
    return met, met_time


def meet_trailers(flight: Flight, duration: Real, index: Whole, vehicles: Boxes) -> Real:
    """Return the time [s] at which a round enters a trailer of a vehicle; NEVER if it does not.

    Args:
        index: id of the vehicle.
    """
    trailers, circles, first_time = vehicles.trailers, vehicles.circles, NEVER
    for t in range(trailers.first[index], trailers.first[index] + trailers.count[index]):
        beside = relative_to(flight, circles.x[index] + trailers.x[t], circles.y[index] + trailers.y[t], trailers.z[t])
        box = Box(
            trailers.yaw[t], trailers.pitch[t], trailers.roll[t],
            trailers.half_length[t], trailers.half_width[t], trailers.height[t], 0.0,
        )  # fmt: skip
        first_time = minimum(first_time, meet_box(beside, duration, box))
    return first_time


def relative_to(flight: Flight, x: Real, y: Real, z: Real) -> Flight:
    """Return a flight in world coordinates relative to a position, east, north and up [m]."""
    velocity_x, velocity_y, velocity_z = flight.velocity_x, flight.velocity_y, flight.velocity_z
    return Flight(flight.x - x, flight.y - y, flight.z - z, velocity_x, velocity_y, velocity_z)


def _cells_under(flight: Flight, duration: Real, grid: Grid) -> Cells:
    """Return the cells whose items a path may touch."""
    margin = SLACK * grid.cell
    x, y = flight.x, flight.y
    to_x, to_y = x + flight.velocity_x * duration, y + flight.velocity_y * duration
    return cells_between(
        grid, minimum(x, to_x) - margin, maximum(x, to_x) + margin, minimum(y, to_y) - margin, maximum(y, to_y) + margin
    )
