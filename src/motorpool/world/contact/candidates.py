"""Broad phase of contact: pairs of vehicles, and vehicles near objects, that may touch (a Verlet list with a skin).

Few vehicles are near anything. The list is made anew only when a vehicle has moved by half of ``SKIN`` since the last
search: until then no vehicle can touch what was farther than ``SKIN`` from its outline. The list is checked for
contacts in every step, in the order of ids, so that no result depends on the step in which it was made.

Vehicles in groups (``Entities.group_size``) have no list: all pairs of a group are candidates. Each group is resolved
on its own, so that it is to the bit what it would be in a world of its own.

Source: Verlet, "Computer 'Experiments' on Classical Fluids", Physical Review 159 (1967).
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.arrays import Floats, Indices, Words
from ...base.errors import Status
from ...ground.objects.clearance import ClearanceMap, clearance_at
from ...ground.objects.contact_points import circle_contact
from ...ground.objects.first_contact import NEVER
from ...ground.objects.grid import SLACK, Circles, Storey, cells_near, entries_in, is_elsewhere
from ...ground.objects.overlap import overlap
from ...models.mathematics import sqrt
from ..columns import InVectors, Whole, is_any
from ..entity.columns import Entity, Motion, Pose
from ..entity.component import Entities
from ..entity.levels import are_on_other_levels, storey_of
from ..neighbours.component import Neighbourhood, Neighbours
from ..scene import Scene
from .body_motion import Bodies, half_size_of, is_there, offset_of, owner_of, rectangles_of, yaw_of
from .impacts import first_object, time_of_impact

BLOCKED = int(Status.BLOCKED)
OTHERS = 0xFFFFFFFF & ~BLOCKED  # all other bits of the status; unsigned, as NumPy's integers ask for
NEARBY = 0.1  # gap up to which a pair is resolved, too: separating others may close it; at 0 such pairs overlap [m]
SKIN = 12.0  # approach of two vehicles that needs no new search; larger values mean fewer searches, longer lists [m]
MOST_PARTNERS = 64  # candidates of higher id for each vehicle; in denser crowds the list is made in every step


class Filed(NamedTuple):
    """Positions of the vehicles at the last search, and their numbers of candidates."""

    x: Floats  # (vehicles,) [m]
    y: Floats  # [m]
    has_moved: Words  # farther than allowed since
    partners: Indices  # candidates of higher id
    is_near_object: Words


class Pairs(NamedTuple):
    """Pairs that may touch, a row each, sorted by the lower id in the whole world, then by the higher."""

    first: Indices  # number of a body of the vehicle that has the lower id in the whole world
    second: Indices  # number of a body of the other one
    touches: Words  # now, or nearly


class NearObjects(NamedTuple):
    """Bodies of vehicles that may touch an object, a row each, sorted by vehicle."""

    vehicle: Indices  # number of the body
    touches: Words  # now, or nearly


class Candidates:
    """The candidates of one world.

    Args:
        neighbours: grid of the vehicles.

    Attributes:
        bodies: bodies of all vehicles, with their trailers.
        pairs: pairs of bodies that may touch, and whether they do.
        near: bodies that may touch an object, and whether they do.
    """

    def __init__(self, scene: Scene, neighbours: Neighbours):
        self._scene, self._neighbours = scene, neighbours
        self._vehicles = vehicles = scene.vehicles
        self._largest_radius = scene.largest_radius
        self._largest_object = float(scene.objects.radius.max(initial=0.0))
        count = scene.vehicles.count
        self._filed = Filed(
            np.full(count, np.nan), np.zeros(count), np.zeros(count, np.int8), np.zeros(count, np.int32),
            np.zeros(count, np.int8),
        )  # fmt: skip
        trailers = scene.of(Entities).trailers.bodies
        self.bodies = Bodies(vehicles.pose, vehicles.motion, vehicles.entity.body, trailers)
        self._rows_of_trailers = np.bincount(trailers.vehicle, minlength=count)
        self._is_crowded = False
        self._group_size = scene.of(Entities).group_size
        self._of_groups = _pairs_of_groups(count, self._group_size) if self._group_size else _NO_PAIRS
        self._list(_NO_PAIRS, _NOBODY)

    def find(self, dt: float) -> None:
        """Clear BLOCKED, and find the candidates that touch now, or have touched during a step of ``dt`` [s]."""
        scene, vehicles, filed = self._scene, self._vehicles, self._filed
        scene.run(notice_moves, vehicles.pose, vehicles.motion, filed, 0.5 * SKIN)
        if self._is_crowded or is_any(filed.has_moved):
            self._search(dt)
        if self.pairs.first.size:
            scene.run(mark_touching_pairs, self.pairs, self.bodies, dt)
        if self.near.vehicle.size:
            scene.run(mark_touching_objects, self.near, self.bodies, scene.obstacles, self._largest_object, dt)

    @property
    def is_touching(self) -> bool:
        """Return whether any candidates touch, or nearly touch."""
        return is_any(self.pairs.touches) or is_any(self.near.touches)

    def by_group(self) -> Iterator[tuple[Pairs, NearObjects]]:
        """Yield the candidates of each group of which some touch; all candidates without groups."""
        size, pairs, near = self._group_size, self.pairs, self.near
        if not size:
            yield pairs, near
            return
        owners = self.owners_of(pairs.first), self.owners_of(near.vehicle)
        touching = owners[0][pairs.touches != 0], owners[1][near.touches != 0]
        for group in np.unique(np.concatenate(touching) // size).tolist():
            ends = group * size, (group + 1) * size
            of_pairs, of_near = (slice(*np.searchsorted(ids, ends)) for ids in owners)
            yield (
                Pairs(pairs.first[of_pairs], pairs.second[of_pairs], pairs.touches[of_pairs]),
                NearObjects(near.vehicle[of_near], near.touches[of_near]),
            )

    def _search(self, dt: float) -> None:
        self._neighbours.refresh()
        fastest = float(np.nanmax(np.abs(self._vehicles.speed), initial=0.0))
        way = 2.0 * fastest * dt  # of two that have met during the step
        skin = max(SKIN, way)
        self._is_crowded = self._count(skin) >= MOST_PARTNERS
        skin = way if self._is_crowded else skin
        if self._is_crowded:
            self._count(skin)
        near = np.flatnonzero(self._filed.is_near_object).astype(np.int32)
        self._list(self._pairs_within(skin), near)

    def _pairs_within(self, skin: float) -> tuple[Indices, Indices]:
        """Return the counted pairs, sorted; all pairs of each group, if there are groups."""
        if self._group_size:
            return self._of_groups
        count = int(self._filed.partners.sum())
        if not count:
            return _NO_PAIRS
        first, second = np.empty((2, count), np.int32)
        others = self._neighbours.neighbourhood
        pairs = Pairs(first, second, np.zeros(count, np.int8))
        self._scene.run(list_pairs, pairs, self._filed, others, self._largest_radius, skin)
        world_id = self._vehicles.world_id
        is_turned = world_id[first] > world_id[second]
        first[is_turned], second[is_turned] = second[is_turned], first[is_turned]
        order = np.lexsort((world_id[second], world_id[first]))
        return first[order], second[order]

    def _count(self, skin: float) -> int:
        """Count the candidates of each vehicle; return the greatest number."""
        scene, entity, filed = self._scene, self._vehicles.entity, self._filed
        scene.run(
            count_candidates, entity, filed, self._neighbours.neighbourhood, scene.obstacles, scene.clearance,
            self._largest_radius, self._largest_object, skin,
        )  # fmt: skip
        return int(filed.partners.max(initial=0))

    def owners_of(self, numbers: Indices) -> Indices:
        """Return the ids of the vehicles that bodies belong to."""
        count, pulled_by = self._vehicles.count, self.bodies.trailers.vehicle
        if not pulled_by.size:
            return numbers
        return np.where(numbers < count, numbers, pulled_by[np.maximum(numbers - count, 0)])

    def _bodies_of(self, ids: Indices) -> tuple[Indices, NDArray[np.intp]]:
        """Return the numbers of the bodies of vehicles, vehicle by vehicle, and the row of each one's vehicle."""
        trailers, count = self.bodies.trailers, self._vehicles.count
        counts = 1 + self._rows_of_trailers[ids]
        row = np.repeat(np.arange(ids.size), counts)
        place = np.arange(row.size) - np.repeat(np.cumsum(counts) - counts, counts)
        return np.where(place == 0, ids[row], count + trailers.first[ids[row]] + place - 1).astype(np.int32), row

    def _pairs_of_bodies(self, first: Indices, second: Indices) -> tuple[Indices, Indices]:
        """Return the pairs of bodies of pairs of vehicles, in their order."""
        one, row = self._bodies_of(first)
        two, place = self._bodies_of(second[row])
        return one[place], two

    def _list(self, pairs: tuple[Indices, Indices], near: Indices) -> None:
        if self.bodies.trailers.vehicle.size:
            pairs, near = self._pairs_of_bodies(*pairs), self._bodies_of(near)[0]
        self.pairs = Pairs(*pairs, np.zeros(pairs[0].size, np.int8))
        self.near = NearObjects(near, np.zeros(near.size, np.int8))


_NOBODY = np.zeros(0, np.int32)
_NO_PAIRS = (_NOBODY, _NOBODY)


def _pairs_of_groups(count: int, size: int) -> tuple[Indices, Indices]:
    """Return all pairs of vehicles of the same group, sorted.

    Args:
        count: number of vehicles.
        size: number of vehicles in a group.
    """
    first, second = np.triu_indices(size, 1)
    start = size * np.arange(-(-count // size))[:, None]
    first, second = (start + first).ravel(), (start + second).ravel()
    is_there = second < count
    return first[is_there].astype(np.int32), second[is_there].astype(np.int32)


def notice_moves(pose: Pose, motion: Motion, filed: Filed, farthest: float) -> InVectors:
    """Clear BLOCKED, and mark vehicles that have moved farther than ``farthest`` or have no finite position.

    Args:
        filed: positions at the last search.
        farthest: displacement that needs no new search [m].
    """
    for i in range(pose.x.size):
        dx, dy = pose.x[i] - filed.x[i], pose.y[i] - filed.y[i]
        filed.has_moved[i] = not dx * dx + dy * dy <= farthest * farthest
        motion.status[i] = motion.status[i] & OTHERS


def count_candidates(
    entity: Entity, filed: Filed, others: Whole[Neighbourhood], objects: Whole[Circles], clearance: Whole[ClearanceMap],
    largest_radius: float, largest_object: float, skin: float,
) -> None:  # fmt: skip
    """Count each vehicle's candidates of higher id, and store its position and whether an object is near.

    Args:
        filed: receives positions, numbers of candidates, and whether an object is near.
        others: all vehicles, filed where they are now.
        objects: circles of all objects.
        clearance: distance from objects, sampled on a map.
        largest_radius: greatest radius of a vehicle [m].
        largest_object: greatest radius of an object [m].
        skin: distance beyond a vehicle's size within which others are found [m].
    """
    pose, body = entity.pose, entity.body
    for i in range(pose.x.size):
        filed.x[i], filed.y[i] = pose.x[i], pose.y[i]
        own: int = body.vehicle_id[i]
        filed.partners[i] = find_partners(own, others, largest_radius, skin, filed.partners, filed.partners.size)
        radius = body.radius[i] + 2.0 * NEARBY + 0.5 * skin
        filed.is_near_object[i] = 0
        if clearance_at(pose.x[i], pose.y[i], clearance) < radius:
            filed.is_near_object[i] = is_any_within(pose.x[i], pose.y[i], radius, objects, largest_object)


def list_pairs(
    pairs: Whole[Pairs], filed: Whole[Filed], others: Whole[Neighbourhood], largest_radius: float, skin: float
) -> None:
    """List the pairs that ``count_candidates`` has counted.

    Args:
        pairs: receives the ids of each pair.
        filed: numbers of candidates, as counted.
        others: all vehicles, filed where they are now.
        largest_radius: greatest radius of a vehicle [m].
        skin: distance beyond a vehicle's size within which others are found [m].
    """
    place = 0
    for i in range(filed.partners.size):
        if filed.partners[i] > 0:
            found = find_partners(i, others, largest_radius, skin, pairs.second, place)
            for k in range(place, place + found):
                pairs.first[k] = i
            place += found


def find_partners(
    own: int, others: Neighbourhood, largest_radius: float, skin: float, found: Indices, place: int
) -> int:
    """Count the vehicles of higher id that may touch one, and write as many to ``found`` as fit.

    Args:
        own: id of the vehicle.
        others: all vehicles at their present positions, which the grid stores as well.
        largest_radius: greatest radius of a vehicle [m].
        skin: distance beyond a vehicle's size within which others are found [m].
        found: receives the ids.
        place: first row of ``found`` to write.
    """
    circles, places = others
    if circles.x.size == 0:  # vehicles that are alone find no others
        return 0
    own_x, own_y = circles.x[own], circles.y[own]
    more = circles.radius[own] + 2.0 * NEARBY + skin
    farthest = largest_radius + more
    cells = cells_near(circles.grid, own_x, own_y, SLACK * farthest)
    count = 0
    for row in range(cells.first_row, cells.last_row + 1):
        for entry in entries_in(circles.grid, cells, row):
            dx, dy = places[entry, 0] - own_x, places[entry, 1] - own_y
            if not dx * dx + dy * dy <= farthest * farthest:
                continue
            other: int = circles.grid.item[entry]
            apart = circles.radius[other] + more
            if other > own and dx * dx + dy * dy < apart * apart and count < MOST_PARTNERS:
                if place + count < found.size:
                    found[place + count] = other
                count += 1
    return count


def is_any_within(x: float, y: float, radius: float, objects: Circles, largest_radius: float) -> bool:
    """Return whether a circle touches any object.

    Args:
        x, y: centre of the circle [m].
        radius: radius of the circle [m].
        objects: circles of all objects.
        largest_radius: greatest radius of an object [m].
    """
    cells = cells_near(objects.grid, x, y, SLACK * (radius + largest_radius))
    for row in range(cells.first_row, cells.last_row + 1):
        for entry in entries_in(objects.grid, cells, row):
            index: int = objects.grid.item[entry]
            dx, dy, apart = objects.x[index] - x, objects.y[index] - y, radius + objects.radius[index]
            if dx * dx + dy * dy < apart * apart:
                return True
    return False


def mark_touching_pairs(pairs: Pairs, bodies: Whole[Bodies], dt: float) -> None:
    """Find the pairs that touch, or nearly touch, or have met during a step of ``dt`` [s].

    Two vehicles at exactly the same position are not placed yet and have no direction of separation: they are left out.
    """
    pose, radius = bodies.pose, bodies.body.radius
    for k in range(pairs.first.size):
        b: int = pairs.first[k]
        other: int = pairs.second[k]
        i, j = owner_of(b, bodies), owner_of(other, bodies)
        dx, dy = pose.x[j] - pose.x[i], pose.y[j] - pose.y[i]
        square, apart = dx * dx + dy * dy, radius[i] + radius[j] + 4.0 * NEARBY
        way = dt * (way_speed(i, bodies) + way_speed(j, bodies))
        pairs.touches[k] = 0
        if not 0.0 < square < (apart + way) * (apart + way) or not (is_there(b, bodies) and is_there(other, bodies)):
            continue
        if are_on_other_levels(i, j, pose):
            continue
        pairs.touches[k] = square < apart * apart and nearly_touch(b, other, bodies)
        if way > 2.0 * NEARBY and pairs.touches[k] == 0:
            pairs.touches[k] = time_of_impact(b, other, bodies, -dt, dt) != NEVER


def nearly_touch(b: int, other: int, bodies: Bodies) -> bool:
    """Return whether two bodies touch, or nearly touch.

    Args:
        b, other: numbers of the bodies.
    """
    two = rectangles_of(b, other, bodies)
    return overlap(
        two.dx, two.dy, two.yaw, two.half_length + NEARBY, two.half_width + NEARBY,
        two.other_yaw, two.other_half_length + NEARBY, two.other_half_width + NEARBY,
    )  # fmt: skip


def way_speed(i: int, bodies: Bodies) -> float:
    """Return an upper bound of the speed of any point of a vehicle [m/s]; twice that of its own body with trailers."""
    motion, trailers = bodies.motion, bodies.trailers
    speed = abs(motion.speed[i]) + abs(motion.lateral_speed[i]) + abs(motion.yaw_rate[i]) * bodies.body.radius[i]
    for t in range(trailers.first[i], trailers.first[i] + trailers.count[i]):
        speed += abs(trailers.yaw_rate[t]) * (trailers.half_length[t] + trailers.half_width[t] + trailers.reach[t])
    return speed


def mark_touching_objects(
    near: NearObjects, bodies: Whole[Bodies], objects: Whole[Circles], largest_object: float, dt: float
) -> None:
    """Find the vehicles that touch an object, or nearly touch one, or have struck one during the step.

    Args:
        near: bodies to check, and the column that receives the result.
        objects: circles of all objects.
        largest_object: greatest radius of an object [m].
        dt: duration of the step [s].
    """
    pose, radius = bodies.pose, bodies.body.radius
    for k in range(near.vehicle.size):
        b: int = near.vehicle[k]
        i = owner_of(b, bodies)
        way = 2.0 * dt * way_speed(i, bodies)  # of any point, also while the body turns about its centre
        reach = radius[i] + 2.0 * NEARBY + way
        near.touches[k] = 0
        if not (is_any_within(pose.x[i], pose.y[i], reach, objects, largest_object) and is_there(b, bodies)):
            continue
        offset = offset_of(b, bodies)
        half_length, half_width = half_size_of(b, bodies)
        near.touches[k] = is_near_any(
            pose.x[i] + offset.x, pose.y[i] + offset.y, yaw_of(b, bodies), half_length + NEARBY, half_width + NEARBY,
            objects, largest_object, storey_of(i, pose),
        )  # fmt: skip
        if way > 2.0 * NEARBY and near.touches[k] == 0:
            time, _ = first_object(b, bodies, objects, -dt, dt)
            near.touches[k] = time != NEVER


def is_near_any(
    x: float, y: float, yaw: float, half_length: float, half_width: float, objects: Circles, largest_radius: float,
    storey: Storey,
) -> bool:  # fmt: skip
    """Return whether a rectangle touches any object; circumscribed circles exclude most objects first.

    Args:
        x, y: centre of the rectangle [m].
        yaw: yaw of the rectangle, counter-clockwise from east [rad].
        half_length, half_width: half of the rectangle's length and width [m].
        objects: circles of all objects.
        largest_radius: greatest radius of an object [m].
        storey: height and level of the vehicle; objects elsewhere do not count.
    """
    radius = sqrt(half_length * half_length + half_width * half_width)
    cells = cells_near(objects.grid, x, y, SLACK * (radius + largest_radius))
    for row in range(cells.first_row, cells.last_row + 1):
        for entry in entries_in(objects.grid, cells, row):
            index: int = objects.grid.item[entry]
            dx, dy = objects.x[index] - x, objects.y[index] - y
            apart = radius + objects.radius[index]
            is_near = dx * dx + dy * dy < apart * apart and not is_elsewhere(index, objects, storey)
            if is_near and circle_contact(dx, dy, yaw, half_length, half_width, objects.radius[index]).depth > 0.0:
                return True
    return False
