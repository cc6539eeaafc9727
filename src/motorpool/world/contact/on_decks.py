"""Contact with the rails of decks: vehicles that would drive over an edge are held; imported where there are decks.

A rail holds the vehicles of its own deck, from the inside alone. It is as hard as an object, and its normal is that of
the edge everywhere, so that no joint of two parts catches a vehicle that slides along. Contacts of vehicles and objects
are resolved before; a rail has the last word.
"""

from typing import NamedTuple

import numpy as np

from ...base.arrays import Floats, Indices
from ...ground.objects.contact_points import Contact
from ...ground.objects.deck_edges import DROP, DeckEdges, Rails, edges_of, parts_of, rails_of
from ...ground.objects.first_contact import NEVER, MovingRectangle, first_touch
from ...ground.objects.grid import NOTHING, SLACK, cells_near, entries_in
from ...ground.terrain.heightfield import Heightfield
from ...ground.terrain.levels import GROUND, Decks, stand
from ...models.mathematics import clamp, maximum, minimum, sincos, sqrt, wrap_angle
from ..columns import Whole, is_any
from ..entity.levels import ON_RAMP, STOREY
from ..entity.outline import Centre
from ..scene import Scene
from .body_motion import ROUNDING, Bodies, collider, moved, moving_rectangle, offset_at, offset_of, owner_of, strike
from .candidates import way_speed
from .columns import ModelVelocity, ResidualMotion
from .contact_list import ContactList, add_impulse, begin_contact
from .impacts import CRUSH_TIME, LEAST_CRUSH, contact_place, continue_from, mark_blocked
from .impulses import FRICTION, STANDING, closing_speed, resolve_impulse
from .stages import HALT, hand_over_velocities

NEAR, BESIDE, BEYOND = 0.1, 0.7, 1.5  # distances at which it is compared how high it is beside an edge [m]
LOOK = 8.0  # distance up to which rails are looked for; larger ones are looked for less often, and longer [m]
THICKNESS = 0.3  # of a rail, beyond the edge; a thin one takes more steps of conservative advancement [m]
DEEPEST = 1.0  # part of a body beyond an edge up to which a rail holds one whose centre is beyond, too [m]
IMPACTS = 16  # of one vehicle on rails in a step, at most; after them it is only moved back
SLOWEST = 0.01  # closing speed of an impact; slower ones are ended by moving back, with 0 they use up the others [m/s]
CORRECTIONS = 4  # of a vehicle's position, at most: one for each rail of a corner, and for trailers


class Room(NamedTuple):
    """Place of each vehicle when its distance from rails was found last, and that distance; see ``note_room``."""

    x: Floats  # [m]
    y: Floats  # [m]
    yaw: Floats  # [rad]
    level: Indices
    free: Floats  # way of any point that leads to no rail [m]


class Held(NamedTuple):
    """Rails of one world, and the distances of its vehicles from them."""

    rails: Rails
    room: Room


def room_of(count: int) -> Room:
    """Return rows for a number of vehicles, of which nothing is known."""
    x, y, yaw, free = np.zeros((4, count))
    return Room(x, y, yaw, np.zeros(count, np.int32), free)


class OnDecks:
    """The rails of the decks of one world."""

    def __init__(self, scene: Scene):
        self._scene, parts = scene, parts_of(scene.terrain)
        edges = edges_of(parts)
        if edges.x.size:
            scene.run(find_rails, edges, scene.ground, scene.decks)
        self._held = Held(rails_of(parts, edges.has_rail), room_of(0))

    def hold(self, bodies: Bodies, struck: ContactList, dt: float) -> bool:
        """Hold vehicles that would drive over an edge; return whether any are near one.

        Args:
            struck: receives the contacts, a row for each body of a vehicle that is near a rail.
            dt: duration of the step; 0 if no time has passed [s].
        """
        scene, vehicles = self._scene, self._scene.vehicles
        if not self._held.rails.edges.x.size or not is_any(vehicles.level):
            return False
        if self._held.room.x.size != vehicles.count:
            self._held = self._held._replace(room=room_of(vehicles.count))
        scene.run(
            hold_on_decks, bodies, self._held, struck, vehicles.model_velocity, vehicles.residual,
            scene.ground, scene.decks, dt,
        )  # fmt: skip
        return bool(struck.count[0])


def find_rails(edges: DeckEdges, ground: Whole[Heightfield], decks: Whole[Decks]) -> None:
    """Find the parts of edges that have a rail: a side if it is lower or higher near it, an end if it stays so.

    So a slit between two decks does not swallow a wheel, and a wedge between two that meet at an angle closes no road.
    """
    for k in range(edges.x.size):
        near, beside = drop_at(NEAR, k, edges, ground, decks), drop_at(BESIDE, k, edges, ground, decks)
        if edges.is_end[k] != 0:
            drop = minimum(minimum(near, beside), drop_at(BEYOND, k, edges, ground, decks))
        else:
            drop = maximum(near, beside)
        edges.has_rail[k] = drop > DROP


def drop_at(distance: float, k: int, edges: DeckEdges, ground: Heightfield, decks: Decks) -> float:
    """Return how much higher or lower the surface is at a distance [m] beside an edge, in row k [m]."""
    x, y = edges.x[k] + distance * edges.out_x[k], edges.y[k] + distance * edges.out_y[k]
    height, _, _, _ = stand(ground, decks, x, y, edges.z[k])
    return abs(height - edges.z[k])


def hold_on_decks(
    bodies: Whole[Bodies], held: Whole[Held], struck: Whole[ContactList], velocity: Whole[ModelVelocity],
    residual: Whole[ResidualMotion], ground: Whole[Heightfield], decks: Whole[Decks], dt: float,
) -> None:  # fmt: skip
    """Resolve the impacts of vehicles on rails within the step, and move bodies back that are beyond at its end.

    Args:
        held: rails, and what is known of the distances from them, which is refreshed.
        struck: receives the contacts.
        velocity: velocity that the models compute, a row for each vehicle.
        dt: duration of the step; 0 if no time has passed [s].
    """
    pose, motion, rails, room = bodies.pose, bodies.motion, held.rails, held.room
    struck.count[0] = 0
    for i in range(pose.x.size):
        if pose.level[i] == GROUND:
            continue
        way = 2.0 * dt * way_speed(i, bodies)
        if has_room(i, way, bodies, room):
            continue
        note_room(i, bodies, rails, room)
        if has_room(i, way, bodies, room):
            continue
        first: int = struck.count[0]
        own = 1 + bodies.trailers.count[i]
        for k in range(own):
            b = i if k == 0 else pose.x.size + int(bodies.trailers.first[i]) + k - 1
            begin_contact(struck, first + k, b, NOTHING)
            struck.lateral_speed[first + k], struck.yaw_rate[first + k] = motion.lateral_speed[i], motion.yaw_rate[i]
        struck.count[0] = first + own
        if dt > 0.0:
            strike_rails(first, own, bodies, rails, struck, dt)
        for _ in range(CORRECTIONS):
            _, _, _, level = stand(ground, decks, pose.x[i], pose.y[i], pose.z[i])
            deepest = DEEPEST if level == pose.level[i] else way + 2.0 * bodies.body.radius[i]
            if not move_back(first, own, deepest, bodies, rails, struck):
                break
    hand_over_velocities(struck, bodies, velocity, residual)


def strike_rails(first: int, own: int, bodies: Bodies, rails: Rails, struck: ContactList, dt: float) -> None:
    """Resolve the impacts of one vehicle in the order of their times.

    Args:
        first, own: first row and number of rows of its bodies in ``struck``.
        dt: duration of the step [s].
    """
    start, i = -dt, owner_of(struck.vehicle[first], bodies)
    for _ in range(IMPACTS):
        time, row, rail = NEVER, first, NOTHING
        for m in range(first, first + own):
            found, index = first_rail(struck.vehicle[m], bodies, rails, start)
            if found < time:
                time, row, rail = found, m, index
        if rail == NOTHING:
            return
        b: int = struck.vehicle[row]
        contact = contact_at(b, rail, bodies, rails.edges, time, crush_of(b, rail, bodies, rails.edges))
        one = collider(b, contact.x, contact.y, bodies)
        seen = moved(contact, Centre(-one.x, -one.y))
        is_head_on = mark_blocked(b, contact.normal_x, contact.normal_y, bodies)
        x, y = contact_place(b, bodies, contact, time)
        result = resolve_impulse(one.moving, STANDING, 0.0, 0.0, seen, 0.0, FRICTION)
        continue_from(b, contact.x, contact.y, one, result.first, bodies, time)
        if is_head_on and abs(bodies.motion.speed[i]) < HALT:
            bodies.motion.speed[i] = 0.0
        add_impulse(struck, row, result.closing_speed, result.impulse, x, y)
        start = time


def first_rail(b: int, bodies: Bodies, rails: Rails, start: float) -> tuple[float, int]:
    """Return the time at which a body first strikes a rail, or ``NEVER`` [s], and the row of the rail.

    Args:
        b: number of the body.
        start: time from which impacts are found, relative to the end of the step [s].
    """
    body, edges, grid, i = moving_rectangle(b, bodies), rails.edges, rails.grid, owner_of(b, bodies)
    time, found = NEVER, NOTHING
    size = sqrt(body.half_length * body.half_length + body.half_width * body.half_width)
    shift = -start * (sqrt(body.velocity_x * body.velocity_x + body.velocity_y * body.velocity_y))
    cells = cells_near(grid, body.x, body.y, SLACK * (size + shift + THICKNESS + rails.reach))
    for row in range(cells.first_row, cells.last_row + 1):
        for entry in entries_in(grid, cells, row):
            k: int = grid.item[entry]
            if not (is_in_way(k, i, body, size + shift, bodies, edges) and was_inside(k, body, start, edges)):
                continue
            rail = MovingRectangle(
                edges.x[k] + 0.5 * THICKNESS * edges.out_x[k], edges.y[k] + 0.5 * THICKNESS * edges.out_y[k],
                edges.yaw[k], 0.0, 0.0, 0.0, edges.half_length[k], 0.5 * THICKNESS,
            )  # fmt: skip
            touch = first_touch(body, rail, start)
            if touch < time or (touch == time and touch != NEVER and k < found):
                contact = contact_at(b, k, bodies, edges, touch, LEAST_CRUSH)
                if contact.depth > 0.0:
                    one = collider(b, contact.x, contact.y, bodies)
                    seen = moved(contact, Centre(-one.x, -one.y))
                    if closing_speed(one.moving, STANDING, 0.0, 0.0, seen) > SLOWEST:
                        time, found = touch, k
    return time, found


def move_back(first: int, own: int, most: float, bodies: Bodies, rails: Rails, struck: ContactList) -> bool:
    """Move a vehicle out of the rail that one of its bodies is deepest in, and stop it; return whether there is one.

    Args:
        first, own: first row and number of rows of its bodies in ``struck``.
        most: depth of bodies whose centre is beyond a rail; a deeper one is elsewhere, as on the next arm of a bend [m]
    """
    deepest, struck_row = Contact(0.0, 0.0, 0.0, 0.0, 0.0), first
    i, edges, grid = owner_of(struck.vehicle[first], bodies), rails.edges, rails.grid
    for m in range(first, first + own):
        b: int = struck.vehicle[m]
        body = moving_rectangle(b, bodies)
        size = sqrt(body.half_length * body.half_length + body.half_width * body.half_width)
        cells = cells_near(grid, body.x, body.y, SLACK * (size + most + rails.reach))
        for row in range(cells.first_row, cells.last_row + 1):
            for entry in entries_in(grid, cells, row):
                k: int = grid.item[entry]
                if is_in_way(k, i, body, size + most, bodies, edges):
                    contact = contact_at(b, k, bodies, edges, 0.0, 0.0)
                    if contact.depth > deepest.depth and (contact.depth < most or was_inside(k, body, 0.0, edges)):
                        deepest, struck_row = contact, m
    if not deepest.depth > ROUNDING:
        return False
    bodies.pose.x[i] -= deepest.depth * deepest.normal_x
    bodies.pose.y[i] -= deepest.depth * deepest.normal_y
    pressed: int = struck.vehicle[struck_row]
    x, y = deepest.x + deepest.depth * deepest.normal_x, deepest.y + deepest.depth * deepest.normal_y
    one = collider(pressed, x, y, bodies)
    seen = moved(Contact(0.0, deepest.normal_x, deepest.normal_y, x, y), Centre(-one.x, -one.y))
    result = resolve_impulse(one.moving, STANDING, 0.0, 0.0, seen, 0.0, FRICTION)
    strike(pressed, x, y, one, result.first, bodies)
    add_impulse(struck, struck_row, result.closing_speed, result.impulse, bodies.pose.x[i] + x, bodies.pose.y[i] + y)
    return True


def has_room(i: int, way: float, bodies: Bodies, room: Room) -> bool:
    """Return whether a vehicle is known to touch no rail on a way [m] of any of its points."""
    pose = bodies.pose
    if room.level[i] != pose.level[i]:
        return False
    dx, dy = pose.x[i] - room.x[i], pose.y[i] - room.y[i]
    turned = bodies.body.radius[i] * abs(wrap_angle(pose.yaw[i] - room.yaw[i]))
    left = room.free[i] - way - turned
    return left > 0.0 and dx * dx + dy * dy < left * left


def note_room(i: int, bodies: Bodies, rails: Rails, room: Room) -> None:
    """Find how far a vehicle is from the rails of its deck; of a train, from the circle around it."""
    pose, body, edges = bodies.pose, bodies.body, rails.edges
    room.x[i], room.y[i], room.yaw[i], room.level[i] = pose.x[i], pose.y[i], pose.yaw[i], pose.level[i]
    free = LOOK
    offset, radius = offset_of(i, bodies), body.radius[i]
    sine, cosine = sincos(pose.yaw[i])
    cells = cells_near(rails.grid, pose.x[i], pose.y[i], SLACK * (radius + LOOK + rails.reach))
    for row in range(cells.first_row, cells.last_row + 1):
        for entry in entries_in(rails.grid, cells, row):
            k: int = rails.grid.item[entry]
            if edges.level[k] != pose.level[i]:
                continue
            out_x, out_y = edges.out_x[k], edges.out_y[k]
            dx, dy = edges.x[k] - pose.x[i], edges.y[k] - pose.y[i]
            beside = maximum(abs(dx * out_y - dy * out_x) - edges.half_length[k], 0.0)
            extent = radius
            if bodies.trailers.count[i] == 0:
                dx, dy = dx - offset.x, dy - offset.y
                extent = body.half_length[i] * abs(cosine * out_x + sine * out_y)
                extent += body.half_width[i] * abs(cosine * out_y - sine * out_x)
            free = minimum(free, maximum(abs(dx * out_x + dy * out_y) - extent, beside - radius))
    room.free[i] = maximum(free, 0.0)


def is_in_way(k: int, i: int, body: MovingRectangle, reach: float, bodies: Bodies, edges: DeckEdges) -> bool:
    """Return whether a body may touch a rail in row k: that of the vehicle's deck, at about its height.

    Args:
        i: id of the vehicle.
        body: outline of the body.
        reach: greatest distance of its centre from the rail on its inner side [m].
    """
    dx, dy = body.x - edges.x[k], body.y - edges.y[k]
    far = reach + edges.half_length[k] + THICKNESS
    return (
        edges.level[k] == bodies.pose.level[i]
        and dx * edges.out_x[k] + dy * edges.out_y[k] > -reach
        and dx * dx + dy * dy < far * far
        and abs(edges.z[k] - bodies.pose.z[i]) < STOREY + ON_RAMP * far
    )


def was_inside(k: int, body: MovingRectangle, start: float, edges: DeckEdges) -> bool:
    """Return whether the centre of a body was on the inner side of a rail in row k at a time of the step [s]."""
    dx, dy = body.x + start * body.velocity_x - edges.x[k], body.y + start * body.velocity_y - edges.y[k]
    return dx * edges.out_x[k] + dy * edges.out_y[k] < 0.0


def crush_of(b: int, k: int, bodies: Bodies, edges: DeckEdges) -> float:
    """Return by how much a body is crushed at a rail in row k, as at an object [m]."""
    body = moving_rectangle(b, bodies)
    closing = body.velocity_x * edges.out_x[k] + body.velocity_y * edges.out_y[k]
    return clamp(CRUSH_TIME * closing, LEAST_CRUSH, body.half_width)


def contact_at(b: int, k: int, bodies: Bodies, edges: DeckEdges, time: float, crush: float) -> Contact:
    """Return the contact of a body with a rail: of that part of the body which is beside the rail.

    Args:
        b: number of the body.
        k: row of the rail.
        time: relative to the end of the step [s].
        crush: distance by which the body has moved on beyond [m].

    Returns:
        Contact whose point is on the edge, relative to the reference point of the vehicle.
    """
    body, offset, half = moving_rectangle(b, bodies), offset_at(b, bodies, time), edges.half_length[k]
    out_x, out_y = edges.out_x[k], edges.out_y[k]
    sine, cosine = sincos(body.yaw + time * body.yaw_rate)
    x, y = body.x + time * body.velocity_x - edges.x[k], body.y + time * body.velocity_y - edges.y[k]
    out, along = x * out_x + y * out_y + crush, x * out_y - y * out_x
    ahead = Centre(
        body.half_length * (cosine * out_y - sine * out_x), body.half_length * (cosine * out_x + sine * out_y)
    )
    left = Centre(-body.half_width * (sine * out_y + cosine * out_x), body.half_width * (cosine * out_y - sine * out_x))
    depth, sum_of_depths, place = 0.0, 0.0, 0.0
    to_end, to_left = 1.0, 1.0
    for _ in range(4):  # sides of the body, from one corner to the next
        from_x, from_y = along + to_end * ahead.x + to_left * left.x, out + to_end * ahead.y + to_left * left.y
        to_end, to_left = -to_left, to_end
        way_x = along + to_end * ahead.x + to_left * left.x - from_x
        way_y = out + to_end * ahead.y + to_left * left.y - from_y
        if way_x == 0.0:
            low, high = (0.0, 1.0) if abs(from_x) <= half else (1.0, 0.0)
        else:
            one, other = (-half - from_x) / way_x, (half - from_x) / way_x
            low, high = maximum(0.0, minimum(one, other)), minimum(1.0, maximum(one, other))
        if low <= high:
            first, last = maximum(from_y + low * way_y, 0.0), maximum(from_y + high * way_y, 0.0)
            depth = maximum(depth, maximum(first, last))
            if first + last > sum_of_depths:
                sum_of_depths = first + last
                place = from_x + (first * low + last * high) / sum_of_depths * way_x
    way = place - along
    return Contact(depth, out_x, out_y, offset.x + way * out_y - out * out_x, offset.y - way * out_x - out * out_y)
