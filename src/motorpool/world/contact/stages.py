"""Stages of contact between vehicles, and of vehicles with objects; see ``compile.rows``.

``candidates`` finds the contacts on several threads. ``resolve_contacts`` then resolves these few one after the other,
pairs in the order of the vehicles' ids. No result depends on the number of threads, and each impulse conserves momentum
and adds no energy.
"""

# Fields may be called like the methods of a tuple.
# pyright: reportIncompatibleMethodOverride=false

from typing import NamedTuple

from ...arrays import Floats, Indices, Words
from ...errors import Status
from ...models.mathematics import Real, maximum, minimum, sincos, sqrt, wrap_angle
from ...objects.contact import deepest_contact
from ...objects.contact_points import Contact, box_contact, circle_contact
from ...objects.grid import NOTHING, SLACK, Circles, cells_near, entries_in
from ..columns import Whole
from ..entity.columns import Body, Entity, Pose
from .candidates import NearObjects, Pairs
from .columns import ModelVelocity, ResidualMotion
from .impulses import FRICTION, STANDING, ContactImpulse, Moving, closing_speed, resolve_impulse, restitution_at

BLOCKED = int(Status.BLOCKED)
IMPULSE_PASSES = 10  # over all contacts, at most; with fewer, impulses do not travel through a chain of vehicles
SEPARATION_PASSES = 10  # the same for penetration; with fewer, crowds stay in each other for more steps
SETTLED = 1e-9  # closing speed below which a contact is settled [m/s]
ROUNDING = 1e-12  # speed below which the difference to 0 is rounding [m/s]
SLOP = 0.01  # penetration that is left, so that resting contacts persist; at 0 they flicker [m]
APART = 1e-4  # excess penetration that ends the passes; the next step removes it [m]
SEPARATION_SHARE = 0.8  # share of the excess penetration that one pass removes; above 1 vehicles are thrown apart [1]
HALT = 0.2  # speed below which the ground holds a vehicle whose front is against an object [m/s]
IMPULSES_A_PASS = 4  # of one vehicle on the objects that it touches, at most

HEAD_ON_SHARE = 0.7  # share of the speed along the normal of a frontal contact: within 45 degrees [1]

GRAVITY = 9.81  # [m/s^2]
SLIDING_FRICTION = 0.7  # friction of tyres and tracks that slide sideways, on dry ground [1]


class ContactList(NamedTuple):
    """Contacts of a step with the sums of their impulses, a row each; rows from ``count`` on are not used."""

    count: Indices  # (1,): number of contacts
    vehicle: Indices  # id; of a pair, the lower one
    other: Indices  # id of the other vehicle, or index of the object, -1 for none
    impulse: Floats  # sum of the normal impulses [N s]
    closing_speed: Floats  # greatest of its impulses [m/s]
    x: Floats  # contact point, east [m]
    y: Floats  # north [m]
    lateral_speed: Floats  # of the vehicle, before the contact [m/s]
    yaw_rate: Floats  # of the vehicle, before the contact [rad/s]
    is_head_on: Words  # 1 if the contact is mostly frontal


class ContactLists(NamedTuple):
    """Contacts of a step."""

    pairs: ContactList  # of two vehicles
    on_objects: ContactList  # of vehicles with objects, a row for each vehicle that touches anything
    is_struck: Words  # (vehicles,): 1 for a vehicle that touches something, while contacts are listed


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
    touching: Whole[Pairs], near: Whole[NearObjects], lists: Whole[ContactLists], vehicles: Whole[Entity],
    velocity: Whole[ModelVelocity], residual: Whole[ResidualMotion], objects: Whole[Circles],
) -> None:  # fmt: skip
    """Apply impulses between the vehicles of each pair and of vehicles on objects, then remove penetration.

    Args:
        touching: pairs of vehicles, of which some touch.
        near: vehicles near objects, of which some touch one.
        lists: receives the contacts.
        velocity: of the models, all vehicles'.
        objects: circles of all objects.
    """
    motion, pairs, on_objects = vehicles.motion, lists.pairs, lists.on_objects
    list_contacts(touching, near, lists)
    for m in range(on_objects.count[0]):
        i: int = on_objects.vehicle[m]
        on_objects.lateral_speed[m], on_objects.yaw_rate[m] = motion.lateral_speed[i], motion.yaw_rate[i]
    notice_head_on(on_objects, vehicles, objects)
    for done in range(IMPULSE_PASSES):
        fastest = resolve_pairs(pairs, vehicles, done == 0)
        if maximum(fastest, resolve_objects(on_objects, vehicles, objects)) <= SETTLED:
            break
    for m in range(on_objects.count[0]):
        if on_objects.is_head_on[m] and abs(motion.speed[on_objects.vehicle[m]]) < HALT:
            motion.speed[on_objects.vehicle[m]] = 0.0
    for _ in range(SEPARATION_PASSES):
        deepest = separate_pairs(pairs, vehicles)
        if maximum(deepest, separate_from_objects(on_objects, vehicles, objects)) <= SLOP + APART:
            break
    hand_over_velocities(on_objects, vehicles, velocity, residual)


def hand_over_velocities(
    struck: ContactList, vehicles: Entity, velocity: ModelVelocity, residual: ResidualMotion
) -> None:
    """Transfer changes of velocity by contacts to the models' states; the rest becomes residual motion.

    Args:
        struck: vehicles that may have been struck, a row each, with their velocities before.
        velocity: of the models, all vehicles'.
    """
    lateral, turning = residual.residual_lateral_speed, residual.residual_yaw_rate
    for m in range(struck.count[0]):
        i: int = struck.vehicle[m]
        changed_lateral = vehicles.motion.lateral_speed[i] - struck.lateral_speed[m]
        changed_rate = vehicles.motion.yaw_rate[i] - struck.yaw_rate[m]
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


def list_contacts(touching: Pairs, near: NearObjects, lists: ContactLists) -> None:
    """List the pairs that touch, in their order, and the vehicles that touch anything, in the order of their ids.

    Args:
        touching: pairs of vehicles, of which some touch.
        near: vehicles near objects, of which some touch one.
        lists: receives the contacts.
    """
    pairs, on_objects, is_struck = lists
    count = 0
    for k in range(touching.first.size):
        if touching.touches[k] != 0:
            is_struck[touching.first[k]], is_struck[touching.second[k]] = 1, 1
            begin_contact(pairs, count, touching.first[k], touching.second[k])
            count += 1
    pairs.count[0] = count
    for k in range(near.vehicle.size):
        if near.touches[k] != 0:
            is_struck[near.vehicle[k]] = 1
    count = 0
    for i in range(is_struck.size):
        if is_struck[i] != 0:
            is_struck[i] = 0
            begin_contact(on_objects, count, i, NOTHING)
            count += 1
    on_objects.count[0] = count


def begin_contact(contacts: ContactList, row: int, vehicle: int, other: int) -> None:
    """Write a contact without an impulse.

    Args:
        contacts: list of the contact.
        row: of the contact in it.
        vehicle: id of the vehicle.
        other: id of the other vehicle, or index of the object.
    """
    contacts.vehicle[row], contacts.other[row] = vehicle, other
    contacts.impulse[row], contacts.closing_speed[row] = 0.0, 0.0
    contacts.x[row], contacts.y[row], contacts.is_head_on[row] = 0.0, 0.0, 0


def notice_head_on(on_objects: ContactList, vehicles: Entity, objects: Circles) -> None:
    """Mark vehicles that drive toward the object of deepest penetration as blocked, and as blocked ahead if frontal.

    Args:
        on_objects: contacts of vehicles with objects.
        objects: circles of all objects.
    """
    pose, motion, body = vehicles.pose, vehicles.motion, vehicles.body
    for m in range(on_objects.count[0]):
        i: int = on_objects.vehicle[m]
        index, out_x, out_y, depth = deepest_contact(
            pose.x[i], pose.y[i], pose.yaw[i], body.half_length[i], body.half_width[i], objects
        )
        if index >= 0:
            way_x, way_y = (pose.x[i] - out_x) / depth, (pose.y[i] - out_y) / depth
            if drives_toward(way_x, way_y, pose.yaw[i], motion.speed[i], 0.0):
                motion.status[i] = motion.status[i] | BLOCKED
            on_objects.is_head_on[m] = drives_toward(way_x, way_y, pose.yaw[i], motion.speed[i], HEAD_ON_SHARE)


def resolve_pairs(pairs: ContactList, vehicles: Entity, is_first: bool) -> float:
    """Apply impulses between the vehicles of each pair; return the greatest closing speed [m/s].

    Args:
        pairs: contacts of vehicles with vehicles.
        is_first: the first of several passes, which also marks blocked vehicles.
    """
    pose, motion = vehicles.pose, vehicles.motion
    fastest = 0.0
    for k in range(pairs.count[0]):
        i: int = pairs.vehicle[k]
        j: int = pairs.other[k]
        dx, dy = pose.x[j] - pose.x[i], pose.y[j] - pose.y[i]
        contact = contact_of(i, j, vehicles)
        if contact.depth > 0.0:
            one, two = moving(i, vehicles), moving(j, vehicles)
            closing = closing_speed(one, two, dx, dy, contact)
            if closing > SETTLED:
                if is_first:
                    if drives_toward(contact.normal_x, contact.normal_y, pose.yaw[i], motion.speed[i], HEAD_ON_SHARE):
                        motion.status[i] = motion.status[i] | BLOCKED
                    if drives_toward(-contact.normal_x, -contact.normal_y, pose.yaw[j], motion.speed[j], HEAD_ON_SHARE):
                        motion.status[j] = motion.status[j] | BLOCKED
                impulse_result = resolve_impulse(one, two, dx, dy, contact, restitution_at(closing), FRICTION)
                set_motion(i, vehicles, impulse_result.first)
                set_motion(j, vehicles, impulse_result.second)
                add_impulse(pairs, k, closing, impulse_result.impulse, pose.x[i] + contact.x, pose.y[i] + contact.y)
                fastest = maximum(fastest, closing)
    return fastest


def resolve_objects(on_objects: ContactList, vehicles: Entity, objects: Circles) -> float:
    """Apply impulses between vehicles and objects; return the greatest closing speed [m/s].

    Args:
        on_objects: contacts of vehicles with objects.
        objects: circles of all objects.
    """
    pose = vehicles.pose
    fastest = 0.0
    for m in range(on_objects.count[0]):
        i: int = on_objects.vehicle[m]
        for _ in range(IMPULSES_A_PASS):
            index, contact, impulse_result = largest_impulse(i, vehicles, objects)
            if index < 0:
                break
            set_motion(i, vehicles, impulse_result.first)
            closing = impulse_result.closing_speed
            if closing > on_objects.closing_speed[m]:
                on_objects.other[m] = index
            add_impulse(on_objects, m, closing, impulse_result.impulse, pose.x[i] + contact.x, pose.y[i] + contact.y)
            fastest = maximum(fastest, closing)
    return fastest


def add_impulse(contacts: ContactList, row: int, closing: Real, impulse: Real, x: Real, y: Real) -> None:
    """Add an impulse to a contact, whose position is that of the fastest impulse.

    Args:
        contacts: list of the contact.
        row: of the contact in it.
        closing: speed along the normal, before the impulse [m/s].
        impulse: along the normal [N s].
        x, y: contact point [m].
    """
    if closing > contacts.closing_speed[row]:
        contacts.closing_speed[row], contacts.x[row], contacts.y[row] = closing, x, y
    contacts.impulse[row] += impulse


def separate_pairs(pairs: ContactList, vehicles: Entity) -> float:
    """Move the vehicles of each pair apart; return the deepest penetration [m]."""
    x, y, mass = vehicles.pose.x, vehicles.pose.y, vehicles.body.mass
    deepest = 0.0
    for k in range(pairs.count[0]):
        i: int = pairs.vehicle[k]
        j: int = pairs.other[k]
        contact = contact_of(i, j, vehicles)
        if contact.depth > SLOP:
            separation = SEPARATION_SHARE * (contact.depth - SLOP)
            own = separation * mass[j] / (mass[i] + mass[j])
            other = separation - own
            x[i], y[i] = x[i] - own * contact.normal_x, y[i] - own * contact.normal_y
            x[j], y[j] = x[j] + other * contact.normal_x, y[j] + other * contact.normal_y
            deepest = maximum(deepest, contact.depth)
    return deepest


def separate_from_objects(on_objects: ContactList, vehicles: Entity, objects: Circles) -> float:
    """Move vehicles out of objects; return the deepest penetration [m].

    Args:
        on_objects: contacts of vehicles with objects.
        objects: circles of all objects.
    """
    pose, body = vehicles.pose, vehicles.body
    deepest = 0.0
    for m in range(on_objects.count[0]):
        i: int = on_objects.vehicle[m]
        index, pose.x[i], pose.y[i], depth = deepest_contact(
            pose.x[i], pose.y[i], pose.yaw[i], body.half_length[i], body.half_width[i], objects
        )
        deepest = maximum(deepest, depth + SLOP if index >= 0 else 0.0)
    return deepest


def contact_of(i: int, j: int, vehicles: Entity) -> Contact:
    """Return the contact of two vehicles.

    Args:
        i, j: ids of the vehicles.
    """
    pose, body = vehicles.pose, vehicles.body
    return box_contact(
        pose.x[j] - pose.x[i], pose.y[j] - pose.y[i],
        pose.yaw[i], body.half_length[i], body.half_width[i], pose.yaw[j], body.half_length[j], body.half_width[j],
    )  # fmt: skip


def moving(i: int, vehicles: Entity) -> Moving:
    """Return a vehicle's motion in the world's axes."""
    motion, body = vehicles.motion, vehicles.body
    sine, cosine = sincos(vehicles.pose.yaw[i])
    return Moving(
        motion.speed[i] * cosine - motion.lateral_speed[i] * sine,
        motion.speed[i] * sine + motion.lateral_speed[i] * cosine,
        motion.yaw_rate[i],
        1.0 / body.mass[i],
        1.0 / body.yaw_inertia[i],
    )


def set_motion(i: int, vehicles: Entity, moved: Moving) -> None:
    """Set the velocities of a vehicle from its motion in the world's axes.

    Args:
        i: id of the vehicle.
        moved: velocity in the world's axes and yaw rate.
    """
    motion = vehicles.motion
    sine, cosine = sincos(vehicles.pose.yaw[i])
    ahead = moved.velocity_x * cosine + moved.velocity_y * sine
    left = moved.velocity_y * cosine - moved.velocity_x * sine
    motion.speed[i] = ahead if abs(ahead) > ROUNDING else 0.0
    motion.lateral_speed[i] = left if abs(left) > ROUNDING else 0.0
    motion.yaw_rate[i] = moved.yaw_rate if abs(moved.yaw_rate) > ROUNDING else 0.0


def drives_toward(way_x: Real, way_y: Real, yaw: Real, speed: Real, share: Real) -> bool:
    """Return whether more than a given share of a vehicle's speed points in a direction.

    Args:
        way_x, way_y: direction, east and north, of length one.
        yaw: of the vehicle, counter-clockwise from east [rad].
        speed: of the vehicle, forward positive [m/s].
        share: of the speed, 0..1.
    """
    sine, cosine = sincos(yaw)
    return (way_x * cosine + way_y * sine) * speed > share * abs(speed)


def largest_impulse(i: int, vehicles: Entity, objects: Circles) -> tuple[int, Contact, ContactImpulse]:
    """Return the touched object with the greatest impulse, or -1, with its contact and impulse.

    Args:
        i: id of the vehicle.
        objects: circles of all objects.
    """
    x, y, yaw = vehicles.pose.x[i], vehicles.pose.y[i], vehicles.pose.yaw[i]
    half_length, half_width = vehicles.body.half_length[i], vehicles.body.half_width[i]
    one, grid = moving(i, vehicles), objects.grid
    margin = SLACK * (sqrt(half_length * half_length + half_width * half_width) + grid.cell)
    cells = cells_near(grid, x, y, margin)
    largest, largest_contact, largest_result = (
        NOTHING,
        Contact(0.0, 0.0, 0.0, 0.0, 0.0),
        ContactImpulse(one, STANDING, 0.0, 0.0),
    )
    for row in range(cells.first_row, cells.last_row + 1):
        for entry in entries_in(grid, cells, row):
            index: int = grid.item[entry]
            dx, dy = objects.x[index] - x, objects.y[index] - y
            contact = circle_contact(dx, dy, yaw, half_length, half_width, objects.radius[index])
            if contact.depth > 0.0 and closing_speed(one, STANDING, dx, dy, contact) > SETTLED:
                impulse_result = resolve_impulse(one, STANDING, dx, dy, contact, 0.0, FRICTION)
                if impulse_result.impulse > largest_result.impulse:
                    largest, largest_contact, largest_result = index, contact, impulse_result
    return largest, largest_contact, largest_result
