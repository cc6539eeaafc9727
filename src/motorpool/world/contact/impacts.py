"""Impacts within a step: bodies that meet during a step are resolved where and when they touch first.

At the end of a step fast bodies are deep in each other, or past each other, and the side with the least penetration is
often not the one that touched. Here the impacts of a step are resolved in the order of their times, each on the face
that touches first: both bodies get their velocities after the impulse, and the positions that these velocities lead to
by the end of the step. Linear momentum is therefore conserved, and angular momentum about the positions of
``contact_at``, in which the outlines overlap.

Velocities are those at the end of the step, so a vehicle that was placed elsewhere sweeps over nothing.
"""

from typing import NamedTuple

from ...base.errors import Status
from ...ground.objects.contact_points import Contact, TwoRectangles, circle_contact, contact_on_face, nearest_face
from ...ground.objects.first_contact import (
    NEVER,
    MovingRectangle,
    first_touch,
    first_touch_of_circle,
    greatest_relative_speed,
    greatest_speed,
    rectangles_at,
)
from ...ground.objects.grid import NOTHING, SLACK, Circles, cells_near, entries_in, is_elsewhere
from ...ground.objects.overlap_centre import overlap_centre
from ...models.mathematics import clamp, maximum, minimum, sincos, sqrt
from ..entity.levels import storey_of
from ..entity.outline import Centre
from .body_motion import (
    Bodies,
    Collider,
    collider,
    drives_toward,
    meeting,
    moved,
    moving,
    moving_rectangle,
    offset_at,
    owner_of,
    strike,
    turn_train,
    yaw_of,
)
from .contact_list import ContactList, ContactLists, add_impulse
from .impulses import FRICTION, STANDING, Moving, closing_speed, resolve_impulse, restitution_at
from .pending import chain_contacts, earliest, rank_impacts, set_impact_time

BLOCKED = int(Status.BLOCKED)
SHIFT = 0.01  # relative motion in a step that cannot hide the face that touched first; at 0 resting contacts creep [m]
SETTLED = 1e-9  # closing speed below which a contact is settled [m/s]
HEAD_ON_SHARE = 0.7  # share of the speed along the normal of a frontal contact: within 45 degrees [1]
PENETRATION_TIME = 0.06  # two vehicles penetrate each other before the impulse; larger values turn them less [s]
CRUSH_TIME = 0.04  # crush depth at an object by closing speed; larger values turn vehicles less [s]
LEAST_CRUSH = 1e-3  # crush of slow impacts; at 0 rounding decides at which end of two parallel faces they touch [m]
HALVINGS = 8  # of the way along the faces, at most, for bodies that would slide past each other
IMPACTS_A_ROW = 4  # impacts of one step for each contact, at most


def resolve_impacts(lists: ContactLists, bodies: Bodies, objects: Circles, dt: float) -> None:
    """Resolve the impacts of a step in the order of their times; of equal times, pairs first, in their order.

    Args:
        lists: contacts of the step.
        objects: circles of all objects.
        dt: duration of the step [s].
    """
    pairs, on_objects = lists.pairs, lists.on_objects
    if not predict_impacts(pairs, on_objects, bodies, objects, -dt, dt):
        return
    chain_contacts(lists, bodies)
    rank_impacts(pairs)
    rank_impacts(on_objects)
    for _ in range(IMPACTS_A_ROW * (pairs.count[0] + on_objects.count[0])):
        pair, time = earliest(pairs)
        row, object_time = earliest(on_objects)
        if time == NEVER and object_time == NEVER:
            break
        if time <= object_time:
            set_impact_time(pairs, pair, NEVER)
            i, j = owner_of(pairs.vehicle[pair], bodies), owner_of(pairs.other[pair], bodies)
            strike_pair(pairs, pair, bodies, time)
        else:
            set_impact_time(on_objects, row, NEVER)
            i, j, time = owner_of(on_objects.vehicle[row], bodies), NOTHING, object_time
            strike_object(on_objects, row, bodies, objects, time, dt)
        for changed in range(2):
            predict_impacts_of(i if changed == 0 else j, lists, bodies, objects, time, dt)


def predict_impacts(
    pairs: ContactList, on_objects: ContactList, bodies: Bodies, objects: Circles, start: float, dt: float
) -> bool:
    """Write the times of all impacts; return whether there are any.

    Args:
        pairs: contacts of vehicles with vehicles.
        on_objects: contacts of vehicles with objects.
        objects: circles of all objects.
        start: time from which impacts are found, relative to the end of the step [s].
        dt: duration of the step [s].
    """
    is_any = False
    for k in range(pairs.count[0]):
        pairs.impact_time[k] = time_of_impact(pairs.vehicle[k], pairs.other[k], bodies, start, dt)
        is_any = is_any or pairs.impact_time[k] != NEVER
    for m in range(on_objects.count[0]):
        on_objects.impact_time[m], _ = first_object(on_objects.vehicle[m], bodies, objects, start, dt)
        is_any = is_any or on_objects.impact_time[m] != NEVER
    return is_any


def predict_impacts_of(
    i: int, lists: ContactLists, bodies: Bodies, objects: Circles, start: float, dt: float
) -> None:  # fmt: skip
    """Set the times of the impacts of a vehicle whose motion has changed at ``start``.

    A pair that has met does not meet again in the same step.

    Args:
        i: id of the vehicle; or -1 for none.
        lists: contacts of the step.
        objects: circles of all objects.
        start: time from which impacts are found, relative to the end of the step [s].
        dt: duration of the step [s].
    """
    pairs, on_objects = lists.pairs, lists.on_objects
    if i == NOTHING:
        return
    entry: int = lists.first_entry[i]
    while entry != NOTHING:
        pair = entry // 2
        if pairs.closing_speed[pair] == 0.0:
            time = time_of_impact(pairs.vehicle[pair], pairs.other[pair], bodies, start, dt)
            set_impact_time(pairs, pair, time)
        entry = int(pairs.next[entry])
    own: int = lists.own_row[i]
    for row in range(own, own + 1 + bodies.trailers.count[i]):
        object_time, _ = first_object(on_objects.vehicle[row], bodies, objects, start, dt)
        set_impact_time(on_objects, row, object_time)


def time_of_impact(b: int, other: int, bodies: Bodies, start: float, dt: float) -> float:
    """Return the time at which two bodies collide, from ``start`` to 0, or ``NEVER`` [s].

    It is ``start`` for bodies that overlap then and approach each other.

    Args:
        b, other: numbers of the bodies.
        dt: duration of the step [s].
    """
    one, two = moving_rectangle(b, bodies), moving_rectangle(other, bodies)
    if not greatest_relative_speed(one, two) * dt > SHIFT:
        return NEVER
    time = first_touch(one, two, start)
    if time != NEVER:
        _, dx, dy, contact = contact_at(b, other, bodies, time)
        met = meeting(b, other, dx, dy, contact, bodies)
        if not closing_speed(met.first.moving, met.second.moving, met.dx, met.dy, met.contact) > SETTLED:
            return NEVER
    return time


def first_object(b: int, bodies: Bodies, objects: Circles, start: float, dt: float) -> tuple[float, int]:
    """Return the time at which a body first strikes an object, or ``NEVER`` [s], and the object.

    Args:
        b: number of the body.
        objects: circles of all objects.
        start: time from which impacts are found, relative to the end of the step [s].
        dt: duration of the step [s].
    """
    body, grid, storey = moving_rectangle(b, bodies), objects.grid, storey_of(owner_of(b, bodies), bodies.pose)
    first, found = NEVER, NOTHING
    shift = dt * greatest_speed(body)
    if not shift > SHIFT:
        return first, found
    margin = sqrt(body.half_length * body.half_length + body.half_width * body.half_width) + grid.cell + shift
    cells = cells_near(grid, body.x, body.y, SLACK * margin)
    for row in range(cells.first_row, cells.last_row + 1):
        for entry in entries_in(grid, cells, row):
            index: int = grid.item[entry]
            if is_elsewhere(index, objects, storey):
                continue
            time = first_touch_of_circle(body, objects.x[index], objects.y[index], objects.radius[index], start)
            if time < first or (time == first and time != NEVER and index < found):
                dx, dy, contact = circle_contact_at(b, bodies, index, objects, time)
                one = collider(b, contact.x, contact.y, bodies)
                seen = moved(contact, Centre(-one.x, -one.y))
                if closing_speed(one.moving, STANDING, dx - one.x, dy - one.y, seen) > SETTLED:
                    first, found = time, index
    return first, found


def strike_pair(pairs: ContactList, row: int, bodies: Bodies, time: float) -> None:
    """Apply the impulse of an impact of two vehicles.

    Args:
        pairs: contacts of vehicles with vehicles.
        row: row of the contact in the list.
        time: time of the impact, relative to the end of the step [s].
    """
    b: int = pairs.vehicle[row]
    other: int = pairs.other[row]
    pairs.face[row], dx, dy, contact = contact_at(b, other, bodies, time)
    met = meeting(b, other, dx, dy, contact, bodies)
    one, two = met.first.moving, met.second.moving
    closing = closing_speed(one, two, met.dx, met.dy, met.contact)
    mark_blocked(b, contact.normal_x, contact.normal_y, bodies)
    mark_blocked(other, -contact.normal_x, -contact.normal_y, bodies)
    x, y = contact_place(b, bodies, touch_at(b, other, bodies, time).contact, time)
    struck = resolve_impulse(one, two, met.dx, met.dy, met.contact, restitution_at(closing), FRICTION)
    continue_from(b, contact.x, contact.y, met.first, struck.first, bodies, time)
    continue_from(other, contact.x - dx, contact.y - dy, met.second, struck.second, bodies, time)
    add_impulse(pairs, row, closing, struck.impulse, x, y)


def strike_object(on_objects: ContactList, row: int, bodies: Bodies, objects: Circles, time: float, dt: float) -> None:
    """Apply the impulse of an impact of a vehicle on an object.

    Args:
        on_objects: contacts of vehicles with objects.
        row: row of the contact in the list.
        objects: circles of all objects.
        time: time of the impact, relative to the end of the step [s].
        dt: duration of the step [s].
    """
    b: int = on_objects.vehicle[row]
    _, index = first_object(b, bodies, objects, time, dt)
    if index == NOTHING:
        return
    dx, dy, contact = circle_contact_at(b, bodies, index, objects, time)
    one = collider(b, contact.x, contact.y, bodies)
    seen = moved(contact, Centre(-one.x, -one.y))
    on_objects.is_head_on[row] = mark_blocked(b, contact.normal_x, contact.normal_y, bodies)
    x, y = contact_place(b, bodies, contact, time)
    struck = resolve_impulse(one.moving, STANDING, dx - one.x, dy - one.y, seen, 0.0, FRICTION)
    continue_from(b, contact.x, contact.y, one, struck.first, bodies, time)
    if struck.closing_speed > on_objects.closing_speed[row]:
        on_objects.other[row] = index
    add_impulse(on_objects, row, struck.closing_speed, struck.impulse, x, y)


def contact_place(b: int, bodies: Bodies, contact: Contact, time: float) -> tuple[float, float]:
    """Return the position at which an impact happens, on the face that is not crushed yet [m].

    Args:
        b: number of the body.
        contact: contact of the body, crushed by its depth [m].
        time: time of the impact, relative to the end of the step [s].
    """
    pose, i = bodies.pose, owner_of(b, bodies)
    motion = moving(i, bodies)
    return (
        pose.x[i] + time * motion.velocity_x + contact.x + contact.depth * contact.normal_x,
        pose.y[i] + time * motion.velocity_y + contact.y + contact.depth * contact.normal_y,
    )


def mark_blocked(b: int, way_x: float, way_y: float, bodies: Bodies) -> bool:
    """Mark a vehicle that drives toward the struck body as blocked; return whether it does.

    Args:
        b: number of the body that strikes it.
        way_x, way_y: direction of what it strikes, east and north, of length one.
    """
    motion, i = bodies.motion, owner_of(b, bodies)
    is_head_on = drives_toward(way_x, way_y, yaw_of(b, bodies), motion.speed[i], HEAD_ON_SHARE)
    if is_head_on:
        motion.status[i] = motion.status[i] | BLOCKED
    return is_head_on


def continue_from(
    b: int, x: float, y: float, before: Collider, after: Moving, bodies: Bodies, time: float
) -> None:  # fmt: skip
    """Set the velocities of a vehicle, and the pose that they lead to at the end of the step.

    Args:
        b: number of the body that was struck.
        x, y: point of the impulse, relative to the reference point of the vehicle [m].
        before: collider of the body before the impulse.
        after: motion of the collider after the impulse.
        time: time of the impulse, relative to the end of the step [s].
    """
    i, pose, trailers = owner_of(b, bodies), bodies.pose, bodies.trailers
    first: int = trailers.first[i]
    start, end, trailer_change = moving(i, bodies), after, 0.0
    if trailers.count[i] > 0:
        trailer_change = -trailers.yaw_rate[first]
        strike(b, x, y, before, after, bodies)
        end, trailer_change = moving(i, bodies), trailer_change + trailers.yaw_rate[first]
    pose.x[i] -= time * (end.velocity_x - start.velocity_x)
    pose.y[i] -= time * (end.velocity_y - start.velocity_y)
    turn_train(i, end, -time * (end.yaw_rate - start.yaw_rate), -time * trailer_change, bodies)


class Touch(NamedTuple):
    """Two bodies at the time at which they touch."""

    face: int  # face that is touched first, of ``OWN_END`` to ``OTHER_SIDE``
    contact: Contact  # contact of depth 0, its point relative to the reference point of the first one's vehicle
    two: TwoRectangles


def touch_at(b: int, c: int, bodies: Bodies, time: float) -> Touch:
    """Return the touch of two bodies at a time of the step [s].

    Args:
        b, c: numbers of the bodies.
    """
    two = rectangles_at(moving_rectangle(b, bodies), moving_rectangle(c, bodies), time)
    face, _ = nearest_face(two)
    return Touch(face, moved(contact_on_face(face, 0.0, two), offset_at(b, bodies, time)), two)


def contact_at(b: int, c: int, bodies: Bodies, time: float) -> tuple[int, float, float, Contact]:
    """Return the face at which two bodies touch at a time of the step [s], and the contact in which the impulse acts.

    The bodies move on with their approach velocity for ``PENETRATION_TIME``, at most until the face of one reaches the
    centre of the other; the contact point is the centroid of their overlap. The contact's depth is the penetration, its
    point is relative to the reference point of the first one's vehicle. The second and third result lead from there to
    the reference point of the second's, east and north [m].

    Args:
        b, c: numbers of the bodies.
    """
    first, second = moving_rectangle(b, bodies), moving_rectangle(c, bodies)
    own, other = offset_at(b, bodies, time), offset_at(c, bodies, time)
    face, touch, two = touch_at(b, c, bodies, time)
    normal_x, normal_y = touch.normal_x, touch.normal_y
    x, y = touch.x - own.x, touch.y - own.y
    velocity_x = second.velocity_x - second.yaw_rate * (y - two.dy) - (first.velocity_x - first.yaw_rate * y)
    velocity_y = second.velocity_y + second.yaw_rate * (x - two.dx) - (first.velocity_y + first.yaw_rate * x)
    closing = -(velocity_x * normal_x + velocity_y * normal_y)
    limit = minimum(half_extent(first, normal_x, normal_y), half_extent(second, normal_x, normal_y))
    duration = minimum(PENETRATION_TIME, limit / maximum(closing, SETTLED))
    depth = clamp(duration * closing, LEAST_CRUSH, limit)
    dx, dy = two.dx - depth * normal_x, two.dy - depth * normal_y
    way_x, way_y = duration * (velocity_x + closing * normal_x), duration * (velocity_y + closing * normal_y)
    for _ in range(HALVINGS):
        area, centre_x, centre_y = overlap_centre(
            TwoRectangles(
                dx + way_x, dy + way_y, two.yaw, two.half_length, two.half_width,
                two.other_yaw, two.other_half_length, two.other_half_width,
            )
        )  # fmt: skip
        if area > 0.0:
            x, y = centre_x, centre_y
            break
        way_x, way_y = 0.5 * way_x, 0.5 * way_y
    point = Contact(depth, normal_x, normal_y, x, y)
    return face, dx + way_x + own.x - other.x, dy + way_y + own.y - other.y, moved(point, own)


def half_extent(body: MovingRectangle, way_x: float, way_y: float) -> float:
    """Return half of the extent of a rectangle along a direction of length one [m]."""
    sine, cosine = sincos(body.yaw)
    along, across = abs(way_x * cosine + way_y * sine), abs(way_y * cosine - way_x * sine)
    return body.half_length * along + body.half_width * across


def circle_contact_at(
    b: int, bodies: Bodies, index: int, objects: Circles, time: float
) -> tuple[float, float, Contact]:
    """Return the vector from a vehicle's reference point to an object [m], and their contact, at a time [s] of a step.

    The contact is that after the object has crushed the body: its depth is the crush.

    Args:
        b: number of the body.
        index: index of the object.
        objects: circles of all objects.
    """
    body, offset = moving_rectangle(b, bodies), offset_at(b, bodies, time)
    dx, dy = objects.x[index] - body.x - time * body.velocity_x, objects.y[index] - body.y - time * body.velocity_y
    contact = circle_contact(
        dx, dy, body.yaw + time * body.yaw_rate, body.half_length, body.half_width, objects.radius[index]
    )
    normal_x, normal_y = contact.normal_x, contact.normal_y
    closing = body.velocity_x * normal_x + body.velocity_y * normal_y
    crush = clamp(CRUSH_TIME * closing, LEAST_CRUSH, body.half_width)
    x, y = offset.x - crush * normal_x, offset.y - crush * normal_y
    return dx + x, dy + y, Contact(crush, normal_x, normal_y, contact.x + x, contact.y + y)
