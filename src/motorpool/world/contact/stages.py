"""Stages of contact between vehicles, and of vehicles with objects; see ``compile.rows``.

``candidates`` finds the contacts on several threads. ``resolve_contacts`` then resolves these few one after the other,
pairs in the order of the vehicles' ids. No result depends on the number of threads, and each impulse conserves momentum
and adds no energy.
"""

# Fields may be called like the methods of a tuple.
# pyright: reportIncompatibleMethodOverride=false

from ...base.errors import Status
from ...ground.objects.contact import deepest_contact
from ...ground.objects.contact_points import (
    Contact,
    circle_contact,
    contact_on_face,
    nearest_face,
    penetration_of,
)
from ...ground.objects.grid import NOTHING, SLACK, Circles, cells_near, entries_in, is_elsewhere
from ...models.mathematics import maximum, minimum, sincos, sqrt, wrap_angle
from ..columns import Whole
from ..entity.columns import Body, Pose
from ..entity.levels import storey_of
from ..entity.outline import Centre
from .body_motion import (
    Bodies,
    collider,
    drives_toward,
    half_size_of,
    meeting,
    moved,
    offset_of,
    owner_of,
    rectangles_of,
    strike,
    total_mass,
    yaw_of,
)
from .candidates import NearObjects, Pairs
from .columns import ModelVelocity, ResidualMotion
from .contact_list import ContactList, ContactLists, add_impulse, begin_contact
from .impacts import HEAD_ON_SHARE, SETTLED, mark_blocked, resolve_impacts
from .impulses import FRICTION, STANDING, ContactImpulse, closing_speed, resolve_impulse, restitution_at

BLOCKED = int(Status.BLOCKED)
IMPULSE_PASSES = 10  # over all contacts, at most; with fewer, impulses do not travel through a chain of vehicles
SEPARATION_PASSES = 10  # the same for penetration; with fewer, crowds stay in each other for more steps
SLOP = 0.01  # penetration that is left, so that resting contacts persist; at 0 they flicker [m]
APART = 1e-4  # excess penetration that ends the passes; the next step removes it [m]
SEPARATION_SHARE = 0.8  # share of the excess penetration that one pass removes; above 1 vehicles are thrown apart [1]
HALT = 0.2  # speed below which the ground holds a vehicle whose front is against an object [m/s]
IMPULSES_A_PASS = 4  # of one vehicle on the objects that it touches, at most

GRAVITY = 9.81  # [m/s^2]
SLIDING_FRICTION = 0.7  # friction of tyres and tracks that slide sideways, on dry ground [1]


def move_residually(pose: Pose, residual: ResidualMotion, body: Body, dt: float) -> None:
    """Move vehicles by their residual lateral speed and yaw rate, which friction reduces.

    Lateral speed, and yaw rate times the radius of gyration, are the components of one sliding speed, which decreases
    linearly to 0.

    Args:
        residual: lateral speed and yaw rate beyond those of the models.
    """
    x, y, yaw = pose.x, pose.y, pose.yaw
    lateral_speed, yaw_rate = residual.residual_lateral_speed, residual.residual_yaw_rate
    for i in range(x.size):
        if lateral_speed[i] != 0.0 or yaw_rate[i] != 0.0:
            turning = yaw_rate[i] * yaw_rate[i] * body.yaw_inertia[i] / body.mass[i]
            sliding = sqrt(lateral_speed[i] * lateral_speed[i] + turning)
            left = maximum(sliding - SLIDING_FRICTION * GRAVITY * dt, 0.0) / sliding
            mean = 0.5 * (1.0 + left) * minimum(dt, sliding / (SLIDING_FRICTION * GRAVITY))
            along, turn = lateral_speed[i] * mean, yaw_rate[i] * mean
            sine, cosine = sincos(yaw[i] + 0.5 * turn)
            x[i], y[i], yaw[i] = x[i] - sine * along, y[i] + cosine * along, wrap_angle(yaw[i] + turn)
            lateral_speed[i], yaw_rate[i] = left * lateral_speed[i], left * yaw_rate[i]


def resolve_contacts(
    touching: Whole[Pairs], near: Whole[NearObjects], lists: Whole[ContactLists], bodies: Whole[Bodies],
    velocity: Whole[ModelVelocity], residual: Whole[ResidualMotion], objects: Whole[Circles],
    dt: float,
) -> None:  # fmt: skip
    """Resolve the impacts within the step, apply the impulses at its end, then remove penetration.

    Args:
        touching: pairs of vehicles, of which some touch.
        near: vehicles near objects, of which some touch one.
        lists: receives the contacts.
        velocity: velocity that the models compute, a row for each vehicle.
        objects: circles of all objects.
        dt: duration of the step; 0 if no time has passed [s].
    """
    motion, pairs, on_objects = bodies.motion, lists.pairs, lists.on_objects
    list_contacts(touching, near, lists, bodies)
    for m in range(on_objects.count[0]):
        i = owner_of(on_objects.vehicle[m], bodies)
        on_objects.lateral_speed[m], on_objects.yaw_rate[m] = motion.lateral_speed[i], motion.yaw_rate[i]
    resolve_impacts(lists, bodies, objects, dt)
    notice_head_on(on_objects, bodies, objects)
    for done in range(IMPULSE_PASSES):
        fastest = resolve_pairs(pairs, bodies, done == 0)
        if maximum(fastest, resolve_objects(on_objects, bodies, objects)) <= SETTLED:
            break
    for m in range(on_objects.count[0]):
        i = owner_of(on_objects.vehicle[m], bodies)
        if on_objects.is_head_on[m] and abs(motion.speed[i]) < HALT:
            motion.speed[i] = 0.0
    for _ in range(SEPARATION_PASSES):
        deepest = separate_pairs(pairs, bodies)
        if maximum(deepest, separate_from_objects(on_objects, bodies, objects)) <= SLOP + APART:
            break
    hand_over_velocities(on_objects, bodies, velocity, residual)


def hand_over_velocities(
    struck: ContactList, bodies: Bodies, velocity: ModelVelocity, residual: ResidualMotion
) -> None:
    """Transfer changes of velocity by contacts to the models' states; the rest becomes residual motion.

    Args:
        struck: vehicles that may have been struck, a row each, with their velocities before.
        velocity: velocity that the models compute, a row for each vehicle.
    """
    lateral, turning = residual.residual_lateral_speed, residual.residual_yaw_rate
    for m in range(struck.count[0]):
        i: int = struck.vehicle[m]
        if i >= bodies.pose.x.size:  # a trailer, which moves with its vehicle
            continue
        changed_lateral = bodies.motion.lateral_speed[i] - struck.lateral_speed[m]
        changed_rate = bodies.motion.yaw_rate[i] - struck.yaw_rate[m]
        if changed_lateral == 0.0 and changed_rate == 0.0:
            continue
        lateral[i] += changed_lateral
        turning[i] += changed_rate
        if velocity.has_lateral_speed[i] != 0:
            velocity.model_lateral_speed[i] += lateral[i]
            lateral[i] = 0.0
        if velocity.has_yaw_rate[i] != 0:
            velocity.model_yaw_rate[i] += turning[i]
            turning[i] = 0.0


def list_contacts(touching: Pairs, near: NearObjects, lists: ContactLists, bodies: Bodies) -> None:
    """List the pairs that touch, in their order, and the vehicles that touch anything, in the order of their ids.

    All bodies of such a vehicle are listed: an impact on one of them moves the others.

    Args:
        touching: pairs of vehicles, of which some touch.
        near: vehicles near objects, of which some touch one.
        lists: receives the contacts.
    """
    pairs, on_objects, is_struck = lists.pairs, lists.on_objects, lists.is_struck
    count = 0
    for k in range(touching.first.size):
        if touching.touches[k] != 0:
            is_struck[owner_of(touching.first[k], bodies)] = 1
            is_struck[owner_of(touching.second[k], bodies)] = 1
            begin_contact(pairs, count, touching.first[k], touching.second[k])
            count += 1
    pairs.count[0] = count
    for k in range(near.vehicle.size):
        if near.touches[k] != 0:
            is_struck[owner_of(near.vehicle[k], bodies)] = 1
    count = 0
    for i in range(is_struck.size):
        if is_struck[i] != 0:
            is_struck[i] = 0
            begin_contact(on_objects, count, i, NOTHING)
            count += 1
            first = is_struck.size + int(bodies.trailers.first[i])
            for b in range(first, first + bodies.trailers.count[i]):
                begin_contact(on_objects, count, b, NOTHING)
                count += 1
    on_objects.count[0] = count


def notice_head_on(on_objects: ContactList, bodies: Bodies, objects: Circles) -> None:
    """Mark vehicles that drive toward the object of deepest penetration as blocked, and as blocked ahead if frontal.

    Args:
        on_objects: contacts of vehicles with objects.
        objects: circles of all objects.
    """
    pose, motion = bodies.pose, bodies.motion
    for m in range(on_objects.count[0]):
        b: int = on_objects.vehicle[m]
        i, offset, yaw = owner_of(b, bodies), offset_of(b, bodies), yaw_of(b, bodies)
        x, y = pose.x[i] + offset.x, pose.y[i] + offset.y
        half_length, half_width = half_size_of(b, bodies)
        index, out_x, out_y, depth = deepest_contact(x, y, yaw, half_length, half_width, objects, storey_of(i, pose))
        if index >= 0:
            way_x, way_y = (x - out_x) / depth, (y - out_y) / depth
            if drives_toward(way_x, way_y, yaw, motion.speed[i], 0.0):
                motion.status[i] = motion.status[i] | BLOCKED
            if drives_toward(way_x, way_y, yaw, motion.speed[i], HEAD_ON_SHARE):
                on_objects.is_head_on[m] = 1


def resolve_pairs(pairs: ContactList, bodies: Bodies, is_first: bool) -> float:
    """Apply impulses between the vehicles of each pair; return the greatest closing speed [m/s].

    Args:
        pairs: contacts of vehicles with vehicles.
        is_first: the first of several passes, which also marks blocked vehicles.
    """
    pose = bodies.pose
    fastest = 0.0
    for k in range(pairs.count[0]):
        b: int = pairs.vehicle[k]
        other: int = pairs.other[k]
        i, j = owner_of(b, bodies), owner_of(other, bodies)
        dx, dy = pose.x[j] - pose.x[i], pose.y[j] - pose.y[i]
        contact = contact_of(b, other, pairs.face[k], bodies)
        if contact.depth > 0.0:
            met = meeting(b, other, dx, dy, contact, bodies)
            one, two = met.first.moving, met.second.moving
            closing = closing_speed(one, two, met.dx, met.dy, met.contact)
            if closing > SETTLED:
                if is_first:
                    mark_blocked(b, contact.normal_x, contact.normal_y, bodies)
                    mark_blocked(other, -contact.normal_x, -contact.normal_y, bodies)
                impulse_result = resolve_impulse(
                    one, two, met.dx, met.dy, met.contact, restitution_at(closing), FRICTION
                )
                strike(b, contact.x, contact.y, met.first, impulse_result.first, bodies)
                strike(other, contact.x - dx, contact.y - dy, met.second, impulse_result.second, bodies)
                reported = closing if pairs.face[k] == 0 else 0.0  # that of the impact within the step is reported
                add_impulse(pairs, k, reported, impulse_result.impulse, pose.x[i] + contact.x, pose.y[i] + contact.y)
                fastest = maximum(fastest, closing)
    return fastest


def resolve_objects(on_objects: ContactList, bodies: Bodies, objects: Circles) -> float:
    """Apply impulses between vehicles and objects; return the greatest closing speed [m/s].

    Args:
        on_objects: contacts of vehicles with objects.
        objects: circles of all objects.
    """
    pose = bodies.pose
    fastest = 0.0
    for m in range(on_objects.count[0]):
        b: int = on_objects.vehicle[m]
        i = owner_of(b, bodies)
        for _ in range(IMPULSES_A_PASS):
            index, contact, impulse_result = largest_impulse(b, bodies, objects)
            if index < 0:
                break
            one = collider(b, contact.x, contact.y, bodies)
            strike(b, contact.x, contact.y, one, impulse_result.first, bodies)
            closing = impulse_result.closing_speed
            if closing > on_objects.closing_speed[m]:
                on_objects.other[m] = index
            add_impulse(on_objects, m, closing, impulse_result.impulse, pose.x[i] + contact.x, pose.y[i] + contact.y)
            fastest = maximum(fastest, closing)
    return fastest


def separate_pairs(pairs: ContactList, bodies: Bodies) -> float:
    """Move the vehicles of each pair apart; return the deepest penetration [m]."""
    x, y = bodies.pose.x, bodies.pose.y
    deepest = 0.0
    for k in range(pairs.count[0]):
        b: int = pairs.vehicle[k]
        partner: int = pairs.other[k]
        i, j = owner_of(b, bodies), owner_of(partner, bodies)
        contact = contact_of(b, partner, pairs.face[k], bodies)
        if contact.depth > SLOP:
            separation = SEPARATION_SHARE * (contact.depth - SLOP)
            mass, other_mass = total_mass(i, bodies), total_mass(j, bodies)
            own = separation * other_mass / (mass + other_mass)
            other = separation - own
            x[i], y[i] = x[i] - own * contact.normal_x, y[i] - own * contact.normal_y
            x[j], y[j] = x[j] + other * contact.normal_x, y[j] + other * contact.normal_y
            deepest = maximum(deepest, contact.depth)
    return deepest


def separate_from_objects(on_objects: ContactList, bodies: Bodies, objects: Circles) -> float:
    """Move vehicles out of objects; return the deepest penetration [m].

    Args:
        on_objects: contacts of vehicles with objects.
        objects: circles of all objects.
    """
    pose = bodies.pose
    deepest = 0.0
    for m in range(on_objects.count[0]):
        b: int = on_objects.vehicle[m]
        i, offset = owner_of(b, bodies), offset_of(b, bodies)
        half_length, half_width = half_size_of(b, bodies)
        index, out_x, out_y, depth = deepest_contact(
            pose.x[i] + offset.x, pose.y[i] + offset.y, yaw_of(b, bodies), half_length, half_width, objects,
            storey_of(i, pose),
        )  # fmt: skip
        if index >= 0:
            pose.x[i], pose.y[i] = out_x - offset.x, out_y - offset.y
        deepest = maximum(deepest, depth + SLOP if index >= 0 else 0.0)
    return deepest


def contact_of(b: int, other: int, face: int, bodies: Bodies) -> Contact:
    """Return the contact of two bodies at the end of the step, as seen from the first's reference point.

    Args:
        b, other: numbers of the bodies.
        face: that touched first within the step; 0 for that of smallest penetration.
    """
    own = offset_of(b, bodies)
    two = rectangles_of(b, other, bodies)
    nearest, depth = nearest_face(two)
    if face != 0 and depth > 0.0:
        nearest, depth = face, penetration_of(face, two)
    return moved(contact_on_face(nearest, depth if depth > 0.0 else 0.0, two), own)


def largest_impulse(b: int, bodies: Bodies, objects: Circles) -> tuple[int, Contact, ContactImpulse]:
    """Return the touched object with the greatest impulse, or -1, with its contact and impulse.

    Args:
        b: number of the body.
        objects: circles of all objects.
    """
    i, offset, yaw, grid = owner_of(b, bodies), offset_of(b, bodies), yaw_of(b, bodies), objects.grid
    x, y = bodies.pose.x[i] + offset.x, bodies.pose.y[i] + offset.y
    half_length, half_width = half_size_of(b, bodies)
    storey = storey_of(i, bodies.pose)
    margin = SLACK * (sqrt(half_length * half_length + half_width * half_width) + grid.cell)
    cells = cells_near(grid, x, y, margin)
    largest, largest_contact, largest_result = (
        NOTHING,
        Contact(0.0, 0.0, 0.0, 0.0, 0.0),
        ContactImpulse(STANDING, STANDING, 0.0, 0.0),
    )
    for row in range(cells.first_row, cells.last_row + 1):
        for entry in entries_in(grid, cells, row):
            index: int = grid.item[entry]
            dx, dy = objects.x[index] - x, objects.y[index] - y
            contact = moved(circle_contact(dx, dy, yaw, half_length, half_width, objects.radius[index]), offset)
            if not contact.depth > 0.0 or is_elsewhere(index, objects, storey):
                continue
            one = collider(b, contact.x, contact.y, bodies)
            dx, dy = dx + offset.x - one.x, dy + offset.y - one.y
            seen = moved(contact, Centre(-one.x, -one.y))
            if closing_speed(one.moving, STANDING, dx, dy, seen) > SETTLED:
                impulse_result = resolve_impulse(one.moving, STANDING, dx, dy, seen, 0.0, FRICTION)
                if impulse_result.impulse > largest_result.impulse:
                    largest, largest_contact, largest_result = index, contact, impulse_result
    return largest, largest_contact, largest_result
