"""Bodies that collide: the own body of each vehicle and its trailers, and their motion in the world's axes.

The number of a body is the id of a vehicle for its own body, and the number of vehicles plus a row for a trailer.

A vehicle with trailers is a train. A train of one trailer whose model has the trailer's yaw rate is two rigid bodies
with a joint between them; its generalised velocity is that of the vehicle and the trailer's yaw rate. Any other train
is one rigid body at its present hitch angles, which is an approximation: its hitches do not turn in an impact.

At one point any of them answers an impulse as a rigid body does: the change of the velocity there is a positive
definite matrix K = J M^-1 J^T times the impulse, and each such matrix is that of a rigid body whose centre of mass lies
at the distance 1 m across the direction in which the point gives way most. ``Collider`` is that body.

Source: Featherstone, "Rigid Body Dynamics Algorithms" (2008), chapters 8 and 11, for the inverse inertia at a point.
"""

from typing import NamedTuple

from ...ground.objects.contact_points import Contact, TwoRectangles
from ...ground.objects.first_contact import MovingRectangle
from ...models.mathematics import Real, atan2, sincos, sqrt, wrap_angle
from ..entity.columns import Body, Motion, Pose
from ..entity.outline import Centre, centre_offset
from ..entity.trailers import Trailers, place_trailers_of, velocity_of_hitch
from .impulses import Moving

ROUNDING = 1e-12  # speed below which the difference to 0 is rounding [m/s]


class Bodies(NamedTuple):
    """All bodies of a world."""

    pose: Pose
    motion: Motion
    body: Body
    trailers: Trailers


class Collider(NamedTuple):
    """Rigid body that answers an impulse at one point as a body does."""

    moving: Moving
    x: Real  # its centre of mass, east of the reference point of the vehicle [m]
    y: Real  # north of it [m]


class Response(NamedTuple):
    """Changes of the velocities of tractor and trailer by an impulse."""

    x: Real  # of the tractor, east [m/s]
    y: Real  # north [m/s]
    yaw_rate: Real  # of the tractor [rad/s]
    trailer_yaw_rate: Real  # [rad/s]


class WholeTrain(NamedTuple):
    """Train as one rigid body."""

    mass: Real  # [kg]
    yaw_inertia: Real  # about its centre of mass [kg m^2]
    x: Real  # centre of mass, east of the reference point [m]
    y: Real  # north of it [m]


def owner_of(b: int, bodies: Bodies) -> int:
    """Return the id of the vehicle that a body belongs to.

    Args:
        b: number of the body.
    """
    count = bodies.pose.x.size
    if b < count:
        return b
    return int(bodies.trailers.vehicle[b - count])


def is_there(b: int, bodies: Bodies) -> bool:
    """Return whether a body is there: a vehicle may have fewer trailers than its model.

    Args:
        b: number of the body.
    """
    count = bodies.pose.x.size
    if b < count:
        return True
    i: int = bodies.trailers.vehicle[b - count]
    return b - count < bodies.trailers.first[i] + bodies.trailers.count[i]


def moving(i: int, bodies: Bodies) -> Moving:
    """Return the motion of a vehicle's own body in the world's axes."""
    motion, body = bodies.motion, bodies.body
    sine, cosine = sincos(bodies.pose.yaw[i])
    return Moving(
        motion.speed[i] * cosine - motion.lateral_speed[i] * sine,
        motion.speed[i] * sine + motion.lateral_speed[i] * cosine,
        motion.yaw_rate[i],
        1.0 / body.mass[i],
        1.0 / body.yaw_inertia[i],
    )


def set_motion(i: int, bodies: Bodies, moved: Moving) -> None:
    """Set the velocities of a vehicle from its motion in the world's axes.

    Args:
        i: id of the vehicle.
        moved: velocity in the world's axes and yaw rate.
    """
    motion = bodies.motion
    sine, cosine = sincos(bodies.pose.yaw[i])
    ahead = moved.velocity_x * cosine + moved.velocity_y * sine
    left = moved.velocity_y * cosine - moved.velocity_x * sine
    motion.speed[i] = ahead if abs(ahead) > ROUNDING else 0.0
    motion.lateral_speed[i] = left if abs(left) > ROUNDING else 0.0
    motion.yaw_rate[i] = moved.yaw_rate if abs(moved.yaw_rate) > ROUNDING else 0.0


def drives_toward(way_x: Real, way_y: Real, yaw: Real, speed: Real, share: Real) -> bool:
    """Return whether more than a given share of a vehicle's speed points in a direction.

    Args:
        way_x, way_y: direction, east and north, of length one.
        yaw: yaw of the vehicle, counter-clockwise from east [rad].
        speed: speed of the vehicle, forward positive [m/s].
        share: share of the speed, 0..1 [1].
    """
    sine, cosine = sincos(yaw)
    return (way_x * cosine + way_y * sine) * speed > share * abs(speed)


# ---- outlines


def yaw_of(b: int, bodies: Bodies) -> Real:
    """Return the yaw of a body [rad].

    Args:
        b: number of the body.
    """
    count = bodies.pose.x.size
    if b < count:
        return bodies.pose.yaw[b]
    return bodies.trailers.yaw[b - count]


def offset_of(b: int, bodies: Bodies) -> Centre:
    """Return the vector from the reference point of the vehicle to the centre of a body.

    Args:
        b: number of the body.
    """
    count = bodies.pose.x.size
    if b < count:
        return centre_offset(b, bodies.pose, bodies.body)
    return Centre(bodies.trailers.x[b - count], bodies.trailers.y[b - count])


def half_size_of(b: int, bodies: Bodies) -> tuple[Real, Real]:
    """Return half of the length and half of the width of a body [m].

    Args:
        b: number of the body.
    """
    count = bodies.pose.x.size
    if b < count:
        return bodies.body.half_length[b], bodies.body.half_width[b]
    return bodies.trailers.half_length[b - count], bodies.trailers.half_width[b - count]


def rectangles_of(b: int, other: int, bodies: Bodies) -> TwoRectangles:
    """Return the rectangles of two bodies.

    Args:
        b, other: numbers of the bodies.
    """
    pose, i, j = bodies.pose, owner_of(b, bodies), owner_of(other, bodies)
    own, there = offset_of(b, bodies), offset_of(other, bodies)
    half_length, half_width = half_size_of(b, bodies)
    other_half_length, other_half_width = half_size_of(other, bodies)
    return TwoRectangles(
        pose.x[j] - pose.x[i] + (there.x - own.x), pose.y[j] - pose.y[i] + (there.y - own.y),
        yaw_of(b, bodies), half_length, half_width, yaw_of(other, bodies), other_half_length, other_half_width,
    )  # fmt: skip


def moving_rectangle(b: int, bodies: Bodies) -> MovingRectangle:
    """Return the outline of a body and the velocity of its centre.

    Args:
        b: number of the body.
    """
    i, offset = owner_of(b, bodies), offset_of(b, bodies)
    velocity_x, velocity_y, yaw_rate = velocity_at(b, offset.x, offset.y, bodies)
    half_length, half_width = half_size_of(b, bodies)
    return MovingRectangle(
        bodies.pose.x[i] + offset.x, bodies.pose.y[i] + offset.y, yaw_of(b, bodies), velocity_x, velocity_y, yaw_rate,
        half_length, half_width,
    )  # fmt: skip


def velocity_at(b: int, x: Real, y: Real, bodies: Bodies) -> tuple[Real, Real, Real]:
    """Return the velocity of a point of a body, east and north [m/s], and the body's yaw rate [rad/s].

    Args:
        b: number of the body.
        x, y: point, relative to the reference point of the vehicle [m].
    """
    count = bodies.pose.x.size
    if b < count:
        motion = moving(b, bodies)
        yaw_rate = motion.yaw_rate
        return motion.velocity_x - yaw_rate * y, motion.velocity_y + yaw_rate * x, yaw_rate
    t, trailers = b - count, bodies.trailers
    hitch_x, hitch_y = velocity_of_hitch(t, trailers, bodies.pose, bodies.motion)
    yaw_rate = trailers.yaw_rate[t]
    return hitch_x - yaw_rate * (y - trailers.hitch_y[t]), hitch_y + yaw_rate * (x - trailers.hitch_x[t]), yaw_rate


def offset_at(b: int, bodies: Bodies, time: float) -> Centre:
    """Return the vector from the reference point of the vehicle to the centre of a body at a time of the step.

    Args:
        b: number of the body.
        time: relative to the end of the step [s].
    """
    offset = offset_of(b, bodies)
    count = bodies.pose.x.size
    if b < count:
        yaw_rate = bodies.motion.yaw_rate[b]
        return Centre(offset.x - time * yaw_rate * offset.y, offset.y + time * yaw_rate * offset.x)
    motion = moving(owner_of(b, bodies), bodies)
    x, y, _ = velocity_at(b, offset.x, offset.y, bodies)
    return Centre(offset.x + time * (x - motion.velocity_x), offset.y + time * (y - motion.velocity_y))


def moved(contact: Contact, offset: Centre) -> Contact:
    """Return a contact whose point is relative to another point.

    Args:
        contact: as seen from the centre of a body.
        offset: position of that centre relative to the other point [m].
    """
    return Contact(contact.depth, contact.normal_x, contact.normal_y, contact.x + offset.x, contact.y + offset.y)


# ---- impulses


def collider(b: int, x: Real, y: Real, bodies: Bodies) -> Collider:
    """Return the rigid body that answers an impulse as a body does.

    Args:
        b: number of the body.
        x, y: point of the impulse, relative to the reference point of the vehicle [m].
    """
    i = owner_of(b, bodies)
    if bodies.trailers.count[i] == 0:
        return Collider(moving(i, bodies), 0.0, 0.0)
    velocity_x, velocity_y, _ = velocity_at(b, x, y, bodies)
    if not is_joint(i, bodies):
        train = whole_train(i, bodies)
        return Collider(
            Moving(velocity_x, velocity_y, 0.0, 1.0 / train.mass, 1.0 / train.yaw_inertia), train.x, train.y
        )
    east, north = response(b, x, y, 1.0, 0.0, bodies), response(b, x, y, 0.0, 1.0, bodies)
    xx, xy = change_at(b, x, y, east, bodies)
    _, yy = change_at(b, x, y, north, bodies)
    half = 0.5 * (xx - yy)
    spread = sqrt(half * half + xy * xy)
    sine, cosine = sincos(0.5 * atan2(xy, half))
    moves = Moving(velocity_x, velocity_y, 0.0, 0.5 * (xx + yy) - spread, 2.0 * spread)
    return Collider(moves, x - sine, y + cosine)


def strike(b: int, x: Real, y: Real, before: Collider, after: Moving, bodies: Bodies) -> None:
    """Set the velocities of a vehicle after an impulse on one of its bodies.

    Args:
        b: number of the body.
        x, y: point of the impulse, relative to the reference point of the vehicle [m].
        before: as ``collider`` returns it.
        after: motion of the collider after the impulse.
    """
    i = owner_of(b, bodies)
    trailers, first = bodies.trailers, int(bodies.trailers.first[i])
    if trailers.count[i] == 0:
        set_motion(i, bodies, after)
        return
    mass = before.moving.inverse_mass
    impulse_x = (after.velocity_x - before.moving.velocity_x) / mass
    impulse_y = (after.velocity_y - before.moving.velocity_y) / mass
    change = response(b, x, y, impulse_x, impulse_y, bodies)
    motion = moving(i, bodies)
    set_motion(
        i, bodies,
        Moving(
            motion.velocity_x + change.x, motion.velocity_y + change.y, motion.yaw_rate + change.yaw_rate,
            motion.inverse_mass, motion.inverse_inertia,
        ),
    )  # fmt: skip
    for t in range(first, first + trailers.count[i]):
        trailers.yaw_rate[t] += change.trailer_yaw_rate


class Meeting(NamedTuple):
    """Two colliders, and their contact as seen from the centre of mass of the first."""

    first: Collider
    second: Collider
    dx: Real  # from the first centre of mass to the second, east [m]
    dy: Real  # north [m]
    contact: Contact


def meeting(b: int, other: int, dx: Real, dy: Real, contact: Contact, bodies: Bodies) -> Meeting:
    """Return the colliders of two bodies that touch.

    Args:
        b, other: numbers of the bodies.
        dx, dy: from the reference point of the first one's vehicle to that of the second [m].
        contact: contact, as seen from the first reference point.
    """
    one = collider(b, contact.x, contact.y, bodies)
    two = collider(other, contact.x - dx, contact.y - dy, bodies)
    return Meeting(one, two, dx + two.x - one.x, dy + two.y - one.y, moved(contact, Centre(-one.x, -one.y)))


def is_joint(i: int, bodies: Bodies) -> bool:
    """Return whether a train is two bodies with a joint between them.

    Args:
        i: id of the vehicle.
    """
    return bodies.trailers.count[i] == 1 and bodies.trailers.swings[bodies.trailers.first[i]] != 0


def whole_train(i: int, bodies: Bodies) -> WholeTrain:
    """Return a train as one rigid body at its present hitch angles.

    Args:
        i: id of the vehicle.
    """
    trailers, first = bodies.trailers, int(bodies.trailers.first[i])
    mass, x, y = bodies.body.mass[i], 0.0, 0.0
    for t in range(first, first + trailers.count[i]):
        at = centre_of_mass(t, trailers)
        mass, x, y = mass + trailers.mass[t], x + trailers.mass[t] * at.x, y + trailers.mass[t] * at.y
    x, y = x / mass, y / mass
    inertia = bodies.body.yaw_inertia[i] + bodies.body.mass[i] * (x * x + y * y)
    for t in range(first, first + trailers.count[i]):
        at = centre_of_mass(t, trailers)
        square = (at.x - x) * (at.x - x) + (at.y - y) * (at.y - y)
        inertia += trailers.yaw_inertia[t] + trailers.mass[t] * square
    return WholeTrain(mass, inertia, x, y)


def total_mass(i: int, bodies: Bodies) -> Real:
    """Return the mass of a vehicle with its trailers [kg].

    Args:
        i: id of the vehicle.
    """
    mass, first = bodies.body.mass[i], int(bodies.trailers.first[i])
    for t in range(first, first + bodies.trailers.count[i]):
        mass += bodies.trailers.mass[t]
    return mass


def centre_of_mass(t: int, trailers: Trailers) -> Centre:
    """Return the centre of mass of a trailer, relative to the reference point of its vehicle.

    Args:
        t: row of the trailer.
    """
    sine, cosine = sincos(trailers.yaw[t])
    behind = trailers.centre_offset[t]
    return Centre(trailers.hitch_x[t] - behind * cosine, trailers.hitch_y[t] - behind * sine)


def response(b: int, x: Real, y: Real, impulse_x: Real, impulse_y: Real, bodies: Bodies) -> Response:
    """Return the changes of the velocities of a train by an impulse on one of its bodies.

    Args:
        b: number of the body.
        x, y: point of the impulse, relative to the reference point of the vehicle [m].
        impulse_x, impulse_y: east and north [N s].
    """
    i = owner_of(b, bodies)
    if is_joint(i, bodies):
        return response_of_joint(b, x, y, impulse_x, impulse_y, bodies)
    train = whole_train(i, bodies)
    turn = ((x - train.x) * impulse_y - (y - train.y) * impulse_x) / train.yaw_inertia
    return Response(impulse_x / train.mass + turn * train.y, impulse_y / train.mass - turn * train.x, turn, turn)


def response_of_joint(b: int, x: Real, y: Real, impulse_x: Real, impulse_y: Real, bodies: Bodies) -> Response:
    """Return the changes of the velocities of tractor and trailer: those of free bodies, which the joint then joins.

    Args:
        b: number of the body.
        x, y: point of the impulse, relative to the reference point of the vehicle [m].
        impulse_x, impulse_y: east and north [N s].
    """
    i = owner_of(b, bodies)
    trailers, t = bodies.trailers, int(bodies.trailers.first[i])
    at, on_trailer = centre_of_mass(t, trailers), 0.0 if b == i else 1.0
    mass, inertia = 1.0 / bodies.body.mass[i], 1.0 / bodies.body.yaw_inertia[i]
    trailer_mass, trailer_inertia = 1.0 / trailers.mass[t], 1.0 / trailers.yaw_inertia[t]
    own_x, own_y = (1.0 - on_trailer) * impulse_x, (1.0 - on_trailer) * impulse_y
    their_x, their_y = on_trailer * impulse_x, on_trailer * impulse_y
    turn = inertia * (x * own_y - y * own_x)
    trailer_turn = trailer_inertia * ((x - at.x) * their_y - (y - at.y) * their_x)
    hitch_x, hitch_y = trailers.hitch_x[t], trailers.hitch_y[t]
    arm_x, arm_y = hitch_x - at.x, hitch_y - at.y
    gap_x = trailer_mass * their_x - trailer_turn * arm_y - (mass * own_x - turn * hitch_y)
    gap_y = trailer_mass * their_y + trailer_turn * arm_x - (mass * own_y + turn * hitch_x)
    xx = mass + trailer_mass + inertia * hitch_y * hitch_y + trailer_inertia * arm_y * arm_y
    yy = mass + trailer_mass + inertia * hitch_x * hitch_x + trailer_inertia * arm_x * arm_x
    xy = -inertia * hitch_x * hitch_y - trailer_inertia * arm_x * arm_y
    determinant = xx * yy - xy * xy
    joint_x, joint_y = (xy * gap_y - yy * gap_x) / determinant, (xy * gap_x - xx * gap_y) / determinant
    return Response(
        mass * (own_x - joint_x),
        mass * (own_y - joint_y),
        turn - inertia * (hitch_x * joint_y - hitch_y * joint_x),
        trailer_turn + trailer_inertia * (arm_x * joint_y - arm_y * joint_x),
    )


def change_at(b: int, x: Real, y: Real, change: Response, bodies: Bodies) -> tuple[Real, Real]:
    """Return the change of the velocity of a point of a train with a joint, east and north.

    Args:
        b: number of the body.
        x, y: point, relative to the reference point of the vehicle [m].
    """
    i = owner_of(b, bodies)
    if b == i:
        return change.x - change.yaw_rate * y, change.y + change.yaw_rate * x
    trailers, t = bodies.trailers, int(bodies.trailers.first[i])
    hitch_x, hitch_y = trailers.hitch_x[t], trailers.hitch_y[t]
    turn = change.trailer_yaw_rate
    at_hitch_x, at_hitch_y = change.x - change.yaw_rate * hitch_y, change.y + change.yaw_rate * hitch_x
    return at_hitch_x - turn * (y - hitch_y), at_hitch_y + turn * (x - hitch_x)


def turn_train(i: int, motion: Moving, turn: Real, trailer_turn: Real, bodies: Bodies) -> None:
    """Turn a vehicle and its trailers, which keep their momentum.

    Args:
        i: id of the vehicle.
        motion: motion of the vehicle's own body.
        turn: change of the vehicle's yaw [rad].
        trailer_turn: change of its first trailer's yaw; the next ones turn with it [rad].
    """
    trailers, first = bodies.trailers, int(bodies.trailers.first[i])
    if trailers.count[i] == 0:
        bodies.pose.yaw[i] = wrap_angle(bodies.pose.yaw[i] + turn)
        set_motion(i, bodies, motion)
        return
    x, y = momentum_of_trailers(i, bodies)
    bodies.pose.yaw[i] = wrap_angle(bodies.pose.yaw[i] + turn)
    trailers.hitch_angle[first] = wrap_angle(trailers.hitch_angle[first] + trailer_turn - turn)
    place_trailers_of(i, trailers, bodies.pose.yaw)
    set_motion(i, bodies, motion)
    now_x, now_y = momentum_of_trailers(i, bodies)
    mass = total_mass(i, bodies)
    set_motion(
        i, bodies,
        Moving(
            motion.velocity_x + (x - now_x) / mass, motion.velocity_y + (y - now_y) / mass, motion.yaw_rate,
            motion.inverse_mass, motion.inverse_inertia,
        ),
    )  # fmt: skip


def momentum_of_trailers(i: int, bodies: Bodies) -> tuple[Real, Real]:
    """Return the momentum of the trailers of a vehicle, east and north [kg m/s].

    Args:
        i: id of the vehicle.
    """
    trailers, x, y = bodies.trailers, 0.0, 0.0
    for t in range(trailers.first[i], trailers.first[i] + trailers.count[i]):
        at = centre_of_mass(t, trailers)
        velocity_x, velocity_y, _ = velocity_at(bodies.pose.x.size + t, at.x, at.y, bodies)
        x, y = x + trailers.mass[t] * velocity_x, y + trailers.mass[t] * velocity_y
    return x, y
