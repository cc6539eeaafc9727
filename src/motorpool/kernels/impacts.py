"""The stages in which vehicles meet each other and objects: loops in plain Python that ``rows`` compiles.

``find_contacts`` looks at every vehicle, on threads, and writes its own row only. The few that touch something are
then settled one after the other, the pairs in the order of the vehicles' ids: ``settle_contacts``. So no result
depends on the number of threads, and each single blow keeps the momentum and does not add energy.
"""

from typing import Any

from ..errors import Status
from ..models.mathematics import maximum, minimum, sincos, sqrt, wrap_angle
from ..surroundings.contact import deepest_contact
from ..surroundings.grid import NOTHING, SLACK, Circles, Grid, cell_of
from ..surroundings.impact import (
    FRICTION,
    STANDING,
    Blow,
    Contact,
    Moving,
    bounce,
    box_contact,
    circle_contact,
    closing_speed,
    strike,
)
from ..surroundings.overlap import overlap

BLOCKED = int(Status.BLOCKED)
NEARBY = 0.1  # what is no farther apart than this may touch before the step is settled [m]
MOST_PARTNERS = 12  # of higher id that a vehicle can touch at once; more stand on the same spot
STRIKES = 10  # passes over the blows, and ...
PUSHES = 10  # ... over the way out; each ends as soon as nothing is left to do
SETTLED = 1e-9  # closing slower than this is none [m/s]
ROUNDING = 1e-12  # a speed below this is what rounding has left of none [m/s]
SLOP = 0.01  # an overlap that may stay: what rests on another keeps touching it [m]
APART = 1e-4  # deeper by no more than this is apart: the next step does the rest [m]
SHARE = 0.8  # of what is deeper, undone in one pass [1]
HALT = 0.2  # a vehicle slower than this with its nose against an object stands: the ground holds it [m/s]
STRIKES_A_PASS = 4  # at most, of one vehicle on the objects that it touches

MOSTLY = 0.7  # share of the speed that is toward what is hit with the nose: within 45 degrees [1]

GRAVITY = 9.81  # [m/s^2]
GRIP = 0.7  # friction of tyres and tracks that slide sideways, on dry ground [1]


def slide(
    x: Any, y: Any, yaw: Any, slide_speed: Any, spin: Any, mass: Any, yaw_inertia: Any, dt: Any,
) -> None:  # fmt: skip
    """Who was pushed aside, or spun, by more than its model knows of, slides on until the ground has stopped it.

    Friction acts on the slide and the spin at the radius of gyration as on one sliding speed, which falls evenly to 0.
    """
    for i in range(x.size):
        if slide_speed[i] != 0.0 or spin[i] != 0.0:
            pace = sqrt(slide_speed[i] * slide_speed[i] + spin[i] * spin[i] * yaw_inertia[i] / mass[i])
            left = maximum(pace - GRIP * GRAVITY * dt, 0.0) / pace
            mean = 0.5 * (1.0 + left) * minimum(dt, pace / (GRIP * GRAVITY))
            along, turn = slide_speed[i] * mean, spin[i] * mean
            sine, cosine = sincos(yaw[i] + 0.5 * turn)
            x[i], y[i], yaw[i] = x[i] - sine * along, y[i] + cosine * along, wrap_angle(yaw[i] + turn)
            slide_speed[i], spin[i] = left * slide_speed[i], left * spin[i]


def find_contacts(
    vehicle_id: Any, x: Any, y: Any, yaw: Any, half_length: Any, half_width: Any, status: Any,
    partners: Any, is_near_object: Any,
    vehicle_x: Any, vehicle_y: Any, vehicle_yaw: Any, vehicle_half_length: Any, vehicle_half_width: Any,
    vehicle_radius: Any, largest_radius: Any, vehicle_first: Any, vehicle_item: Any,
    vehicle_west: Any, vehicle_south: Any, vehicle_cell: Any, vehicle_columns: Any, vehicle_rows: Any,
    object_x: Any, object_y: Any, object_radius: Any, object_first: Any, object_item: Any,
    object_west: Any, object_south: Any, object_cell: Any, object_columns: Any, object_rows: Any,
    largest_object: Any, nobody: Any,
) -> None:  # fmt: skip
    """How many of higher id each vehicle may touch, and whether it may touch an object; nobody is blocked yet."""
    for i in range(x.size):
        partners[i] = near_vehicles(
            vehicle_id[i], vehicle_x, vehicle_y, vehicle_yaw, vehicle_half_length, vehicle_half_width,
            vehicle_radius, largest_radius, vehicle_first, vehicle_item,
            vehicle_west, vehicle_south, vehicle_cell, vehicle_columns, vehicle_rows, nobody, 0,
        )  # fmt: skip
        is_near_object[i] = is_near_any(
            x[i], y[i], yaw[i], half_length[i] + NEARBY, half_width[i] + NEARBY, object_x, object_y, object_radius,
            largest_object, object_first, object_item, object_west, object_south, object_cell, object_columns,
            object_rows,
        )  # fmt: skip
        status[i] = status[i] & ~BLOCKED


def list_pairs(
    pair_first: Any, pair_second: Any, partners: Any,
    vehicle_x: Any, vehicle_y: Any, vehicle_yaw: Any, vehicle_half_length: Any, vehicle_half_width: Any,
    vehicle_radius: Any, largest_radius: Any, vehicle_first: Any, vehicle_item: Any,
    vehicle_west: Any, vehicle_south: Any, vehicle_cell: Any, vehicle_columns: Any, vehicle_rows: Any,
) -> None:  # fmt: skip
    """The pairs that ``find_contacts`` has counted, lower id first."""
    place = 0
    for i in range(partners.size):
        if partners[i] > 0:
            found = near_vehicles(
                i, vehicle_x, vehicle_y, vehicle_yaw, vehicle_half_length, vehicle_half_width,
                vehicle_radius, largest_radius, vehicle_first, vehicle_item,
                vehicle_west, vehicle_south, vehicle_cell, vehicle_columns, vehicle_rows, pair_second, place,
            )  # fmt: skip
            for k in range(place, place + found):
                pair_first[k] = i
            place += found


def near_vehicles(
    own: Any, x: Any, y: Any, yaw: Any, half_length: Any, half_width: Any, radius: Any, largest_radius: Any,
    first: Any, item: Any, west: Any, south: Any, cell: Any, columns: Any, rows: Any, found: Any, place: Any,
) -> int:  # fmt: skip
    """How many of higher id may touch a vehicle; they are written to ``found`` from ``place`` on, as far as it goes.

    Who stands exactly where another does has not been placed yet, and there is no way out: these two do not touch.
    """
    own_x, own_y = x[own], y[own]
    reach = SLACK * (radius[own] + largest_radius + 2.0 * NEARBY)
    low, high = cell_of(own_x - reach - west, cell, columns), cell_of(own_x + reach - west, cell, columns)
    bottom, top = cell_of(own_y - reach - south, cell, rows), cell_of(own_y + reach - south, cell, rows)
    count = 0
    for row in range(bottom, top + 1):
        for k in range(first[row * columns + low], first[row * columns + high + 1]):
            other = item[k]
            dx, dy = x[other] - own_x, y[other] - own_y
            apart = radius[own] + radius[other] + 2.0 * NEARBY
            square = dx * dx + dy * dy
            if other > own and 0.0 < square < apart * apart and count < MOST_PARTNERS:
                is_near = overlap(
                    dx, dy, yaw[own], half_length[own] + NEARBY, half_width[own] + NEARBY,
                    yaw[other], half_length[other] + NEARBY, half_width[other] + NEARBY,
                )  # fmt: skip
                if is_near:
                    if place + count < found.size:
                        found[place + count] = other
                    count += 1
    return count


def is_near_any(
    x: Any, y: Any, yaw: Any, half_length: Any, half_width: Any,
    object_x: Any, object_y: Any, object_radius: Any, largest_radius: Any,
    first: Any, item: Any, west: Any, south: Any, cell: Any, columns: Any, rows: Any,
) -> bool:  # fmt: skip
    """Whether a rectangle touches any object; most of them are too far from its middle to be looked at closer."""
    radius = sqrt(half_length * half_length + half_width * half_width)
    reach = SLACK * (radius + largest_radius)
    low, high = cell_of(x - reach - west, cell, columns), cell_of(x + reach - west, cell, columns)
    bottom, top = cell_of(y - reach - south, cell, rows), cell_of(y + reach - south, cell, rows)
    for row in range(bottom, top + 1):
        for k in range(first[row * columns + low], first[row * columns + high + 1]):
            index = item[k]
            dx, dy = object_x[index] - x, object_y[index] - y
            apart = radius + object_radius[index]
            is_near = dx * dx + dy * dy < apart * apart
            if is_near and circle_contact(dx, dy, yaw, half_length, half_width, object_radius[index]).depth > 0.0:
                return True
    return False


def settle_contacts(
    pair_first: Any, pair_second: Any, pair_impulse: Any, pair_closing: Any, pair_x: Any, pair_y: Any,
    near: Any, is_nosing: Any, near_object: Any, near_impulse: Any, near_closing: Any, near_x: Any, near_y: Any,
    x: Any, y: Any, yaw: Any, half_length: Any, half_width: Any, mass: Any, yaw_inertia: Any,
    speed: Any, lateral_speed: Any, yaw_rate: Any, status: Any,
    object_x: Any, object_y: Any, object_radius: Any, object_first: Any, object_item: Any,
    object_west: Any, object_south: Any, object_cell: Any, object_columns: Any, object_rows: Any,
) -> None:  # fmt: skip
    """The blows between the vehicles of each pair, and of those in ``near`` on objects; then the way out.

    What each did is written to its row of ``pair_*`` and ``near_*``: the sum of the normal impulses, the fastest
    closing speed, and where. All the rest are whole columns of vehicles and objects.
    """
    objects = Circles(
        object_x, object_y, object_radius,
        Grid(object_west, object_south, object_cell, object_columns, object_rows, object_first, object_item),
    )  # fmt: skip
    for m in range(near.size):
        i = near[m]
        index, out_x, out_y, depth = deepest_contact(
            x[i], y[i], yaw[i], half_length[i], half_width[i], objects
        )  # fmt: skip
        if index >= 0:
            way_x, way_y = (x[i] - out_x) / depth, (y[i] - out_y) / depth
            if drives_toward(way_x, way_y, yaw[i], speed[i], 0.0):
                status[i] = status[i] | BLOCKED
            is_nosing[m] = drives_toward(way_x, way_y, yaw[i], speed[i], MOSTLY)

    for passed in range(STRIKES):
        fastest = 0.0
        for k in range(pair_first.size):
            i, j = pair_first[k], pair_second[k]
            dx, dy = x[j] - x[i], y[j] - y[i]
            contact = box_contact(
                dx, dy, yaw[i], half_length[i], half_width[i], yaw[j], half_length[j], half_width[j]
            )  # fmt: skip
            if contact.depth > 0.0:
                one = moving(yaw[i], speed[i], lateral_speed[i], yaw_rate[i], mass[i], yaw_inertia[i])
                two = moving(yaw[j], speed[j], lateral_speed[j], yaw_rate[j], mass[j], yaw_inertia[j])
                closing = closing_speed(one, two, dx, dy, contact)
                if closing > SETTLED:
                    if passed == 0:
                        if drives_toward(contact.normal_x, contact.normal_y, yaw[i], speed[i], MOSTLY):
                            status[i] = status[i] | BLOCKED
                        if drives_toward(-contact.normal_x, -contact.normal_y, yaw[j], speed[j], MOSTLY):
                            status[j] = status[j] | BLOCKED
                    blow = strike(one, two, dx, dy, contact, bounce(closing), FRICTION)
                    speed[i], lateral_speed[i], yaw_rate[i] = in_body(blow.first, yaw[i])
                    speed[j], lateral_speed[j], yaw_rate[j] = in_body(blow.second, yaw[j])
                    if closing > pair_closing[k]:
                        pair_closing[k], pair_x[k], pair_y[k] = closing, x[i] + contact.x, y[i] + contact.y
                    pair_impulse[k] += blow.impulse
                    fastest = maximum(fastest, closing)
        for m in range(near.size):
            i = near[m]
            for _ in range(STRIKES_A_PASS):
                one = moving(yaw[i], speed[i], lateral_speed[i], yaw_rate[i], mass[i], yaw_inertia[i])
                index, contact, blow = hardest_blow(
                    one, x[i], y[i], yaw[i], half_length[i], half_width[i], object_x, object_y, object_radius,
                    object_first, object_item, object_west, object_south, object_cell, object_columns, object_rows,
                )  # fmt: skip
                if index < 0:
                    break
                speed[i], lateral_speed[i], yaw_rate[i] = in_body(blow.first, yaw[i])
                closing = blow.closing_speed
                if closing > near_closing[m]:
                    near_closing[m], near_x[m], near_y[m] = closing, x[i] + contact.x, y[i] + contact.y
                    near_object[m] = index
                near_impulse[m] += blow.impulse
                fastest = maximum(fastest, closing)
        if fastest <= SETTLED:
            break
    for m in range(near.size):
        if is_nosing[m] and abs(speed[near[m]]) < HALT:
            speed[near[m]] = 0.0

    for _ in range(PUSHES):
        deepest = 0.0
        for k in range(pair_first.size):
            i, j = pair_first[k], pair_second[k]
            contact = box_contact(
                x[j] - x[i], y[j] - y[i],
                yaw[i], half_length[i], half_width[i], yaw[j], half_length[j], half_width[j],
            )  # fmt: skip
            if contact.depth > SLOP:
                push = SHARE * (contact.depth - SLOP)
                own = push * mass[j] / (mass[i] + mass[j])
                other = push - own
                x[i], y[i] = x[i] - own * contact.normal_x, y[i] - own * contact.normal_y
                x[j], y[j] = x[j] + other * contact.normal_x, y[j] + other * contact.normal_y
                deepest = maximum(deepest, contact.depth)
        for m in range(near.size):
            i = near[m]
            index, x[i], y[i], depth = deepest_contact(
                x[i], y[i], yaw[i], half_length[i], half_width[i], objects
            )  # fmt: skip
            deepest = maximum(deepest, depth + SLOP if index >= 0 else 0.0)
        if deepest <= SLOP + APART:
            break


def moving(yaw: Any, speed: Any, lateral_speed: Any, yaw_rate: Any, mass: Any, yaw_inertia: Any) -> Moving:
    """A vehicle's motion in the world's axes."""
    sine, cosine = sincos(yaw)
    return Moving(
        speed * cosine - lateral_speed * sine,
        speed * sine + lateral_speed * cosine,
        yaw_rate,
        1.0 / mass,
        1.0 / yaw_inertia,
    )


def in_body(moved: Moving, yaw: Any) -> tuple[Any, Any, Any]:
    """Speed ahead, speed to the left [m/s] and yaw rate [rad/s] of a body that heads for ``yaw``."""
    sine, cosine = sincos(yaw)
    ahead = moved.velocity_x * cosine + moved.velocity_y * sine
    left = moved.velocity_y * cosine - moved.velocity_x * sine
    return (
        ahead if abs(ahead) > ROUNDING else 0.0,
        left if abs(left) > ROUNDING else 0.0,
        moved.yaw_rate if abs(moved.yaw_rate) > ROUNDING else 0.0,
    )


def drives_toward(way_x: Any, way_y: Any, yaw: Any, speed: Any, share: Any) -> bool:
    """Whether a vehicle drives along a way with more than this share of its speed."""
    sine, cosine = sincos(yaw)
    return (way_x * cosine + way_y * sine) * speed > share * abs(speed)


def hardest_blow(
    one: Moving, x: Any, y: Any, yaw: Any, half_length: Any, half_width: Any,
    object_x: Any, object_y: Any, object_radius: Any,
    first: Any, item: Any, west: Any, south: Any, cell: Any, columns: Any, rows: Any,
) -> tuple[int, Contact, Blow]:  # fmt: skip
    """Of all objects that a vehicle touches, the one that takes the greatest impulse to stop it at, or -1."""
    margin = SLACK * (sqrt(half_length * half_length + half_width * half_width) + cell)
    low, high = cell_of(x - margin - west, cell, columns), cell_of(x + margin - west, cell, columns)
    bottom, top = cell_of(y - margin - south, cell, rows), cell_of(y + margin - south, cell, rows)
    hardest, hardest_contact, hardest_one = NOTHING, Contact(0.0, 0.0, 0.0, 0.0, 0.0), Blow(one, STANDING, 0.0, 0.0)
    for row in range(bottom, top + 1):
        for k in range(first[row * columns + low], first[row * columns + high + 1]):
            index = item[k]
            dx, dy = object_x[index] - x, object_y[index] - y
            contact = circle_contact(dx, dy, yaw, half_length, half_width, object_radius[index])
            if contact.depth > 0.0 and closing_speed(one, STANDING, dx, dy, contact) > SETTLED:
                blow = strike(one, STANDING, dx, dy, contact, 0.0, FRICTION)
                if blow.impulse > hardest_one.impulse:
                    hardest, hardest_contact, hardest_one = index, contact, blow
    return hardest, hardest_contact, hardest_one
