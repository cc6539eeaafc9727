"""Obstacle avoidance of document 003 in plain Python: Appendix C under its published names, and Figures 4.2 and 4.3.

On floats, in the thesis's frame: x and z on the ground, directions from +x towards +z, clockwise seen from above, so
that directions [rad] increase to the right (``motorpool.models.frames`` converts to ours); lengths in metres. With all
defects corrected the rule decides like ``world.avoidance.search_cone``.

Source: Park, "NPSNET: Real-Time 3D Ground-Based Vehicle Dynamics", Naval Postgraduate School 1992 (document 003).
"""

import math
from collections.abc import Callable, Sequence
from enum import Enum
from typing import NamedTuple

from motorpool.models.frames import from_thesis, to_thesis
from motorpool.studies.published.avoidance.compiled import (
    FINE_PI,
    HALFPI,
    HFOS,
    LISTED,
    QTR_PI,
    SEARCHOFFSET,
    THREE_QTR_PI,
)
from motorpool.studies.published.avoidance.defects import AS_PUBLISHED, Defects

# ---- search for objects


class Point(NamedTuple):
    """Position on the ground in the thesis's frame."""

    x: float  # along direction 0 [m]
    z: float  # along direction pi/2 [m]


class Circle(NamedTuple):
    """Object as in chapter IV: "their center coordinates and radius"."""

    x: float  # of the centre [m]
    z: float  # of the centre [m]
    radius: float = 0.0  # [m]


class Triangle(NamedTuple):
    """Search triangle ``searchtri[4][3]`` of the listing, in its order."""

    left: Point  # at direction + HFOS, which is on the right
    right: Point  # at direction - HFOS, which is on the left
    tip: Point  # position of the vehicle
    middle: Point  # between left and right


class Box(NamedTuple):
    """Arguments of ``seq_search``: the sides of a box along the axes."""

    min_x: float  # [m]
    max_x: float  # [m]
    min_z: float  # [m]
    max_z: float  # [m]


def search_advance(speed: float, defects: Defects = AS_PUBLISHED) -> float:
    """Return the part of the range [m] that depends on ``speed`` [m/s]: in km/h by Figure 5.7, m/s by equation 4.1."""
    return abs(speed * 3.6) if defects.range_in_kmh else abs(speed)


def detect_bounds(x: float, z: float, direction: float, advance: float) -> Triangle:
    """Return the search triangle, its sides ``SEARCHOFFSET + advance`` [m]; the advance depends on the speed."""
    right_angle, left_angle = direction - HFOS, direction + HFOS
    if right_angle < 0.0:
        right_angle = math.tau + right_angle
    if left_angle > math.tau:
        left_angle = left_angle - math.tau
    length = SEARCHOFFSET + advance
    left = Point(x + math.cos(left_angle) * length, z + math.sin(left_angle) * length)
    right = Point(x + math.cos(right_angle) * length, z + math.sin(right_angle) * length)
    return Triangle(left, right, Point(x, z), Point((left.x + right.x) / 2.0, (left.z + right.z) / 2.0))


def boundary(one: float, two: float, three: float) -> tuple[float, float]:
    """Return the smallest and the largest of three numbers."""
    least = greatest = one
    if two < least:
        least = two
    if two > greatest:
        greatest = two
    if three < least:
        least = three
    if three > greatest:
        greatest = three
    return least, greatest


def box_around(triangle: Triangle, corner: Point) -> Box:
    """Return the box around half a triangle: its tip, one corner, and the centre of its far side."""
    tip, middle = triangle.tip, triangle.middle
    return Box(*boundary(tip.x, corner.x, middle.x), *boundary(tip.z, corner.z, middle.z))


def seq_search(
    triangle: Triangle, corner: Point, objects: Sequence[Circle], defects: Defects = AS_PUBLISHED
) -> Circle | None:
    """Return an object in the half of ``triangle`` with a left or right corner, or None; objects in the list's order.

    The listing always reads 101 entries; here only the given ones are read.
    """
    is_inside = in_box(box_around(triangle, corner), defects) if defects.boxes else in_half(triangle, corner, defects)
    listed = objects[:LISTED] if defects.short_list else objects
    seen = [each for each in listed if is_inside(each)]
    if defects.first_listed or not seen:
        return seen[0] if seen else None
    return min(seen, key=lambda each: math.hypot(each.x - triangle.tip.x, each.z - triangle.tip.z))


def in_box(box: Box, defects: Defects) -> Callable[[Circle], bool]:
    """Return the test of the listing: whether a centre (or, without ``points``, a circle's box) is in a box."""

    def is_inside(each: Circle) -> bool:
        radius = 0.0 if defects.points else each.radius
        return box.min_x - radius <= each.x <= box.max_x + radius and box.min_z - radius <= each.z <= box.max_z + radius

    return is_inside


def in_half(triangle: Triangle, corner: Point, defects: Defects) -> Callable[[Circle], bool]:
    """Return the correct test: whether an object touches half of the cone along the triangle.

    0 < ahead, distance - radius <= range, and between axis and side with a tolerance of the radius.
    """
    tip, middle = triangle.tip, triangle.middle
    reach, depth = math.dist(tip, corner), math.dist(tip, middle)
    cosine, sine = (middle.x - tip.x) / depth, (middle.z - tip.z) / depth
    side = math.copysign(1.0, (corner.z - tip.z) * cosine - (corner.x - tip.x) * sine)

    def is_inside(each: Circle) -> bool:
        radius = 0.0 if defects.points else each.radius
        dx, dz = each.x - tip.x, each.z - tip.z
        ahead, beside = dx * cosine + dz * sine, side * (dz * cosine - dx * sine)
        far_side = ahead * math.tan(HFOS) + radius / math.cos(HFOS)
        return ahead > 0.0 and math.hypot(dx, dz) - radius <= reach and -radius <= beside <= far_side

    return is_inside


def dist_in_2d(one: Point | Circle, other: Point | Circle, defects: Defects = AS_PUBLISHED) -> float:
    """Return the distance [m] between two positions; as published truncated to whole metres."""
    distance = math.hypot(one.x - other.x, one.z - other.z)
    return float(int(distance)) if defects.whole_metres else distance


# ---- side of an object that both halves show: eight cases


class Side(Enum):
    """Values of the listing's ``lrvalue``."""

    LEFT = "left"
    RIGHT = "right"


def direction_case(direction: float, defects: Defects = AS_PUBLISHED) -> int:
    """Return ``intdir``: 1 to 8, odd along an axis; 0 where the listing does not set it, such as at exactly 2 pi.

    As published the cases are divided at pi/4, pi/2 and 3pi/4; the comments beside them say 0.5pi, pi and 1.5pi.
    """
    if direction < 0.0:
        direction += math.tau
    if defects.quadrants:
        corners, whole_turn = (QTR_PI, HALFPI, THREE_QTR_PI), 360.0
    else:
        corners, whole_turn = (0.5 * math.pi, math.pi, 1.5 * math.pi), math.tau
    if direction in (0.0, whole_turn):
        return 1
    for place, corner in enumerate(corners):
        if direction < corner:
            return 2 + 2 * place
        if direction == corner:
            return 3 + 2 * place
    return 8 if direction < math.tau else 0


def overlapped_side(
    vehicle: Point, direction: float, each: Circle | Point, defects: Defects = AS_PUBLISHED
) -> Side | None:
    """Return the side of an object that both searches found; None where the listing does not set it. Thesis's axes."""
    case = direction_case(direction, defects)
    if case == 0:
        return None
    if defects.side_lines:
        return published_side(case, vehicle, direction + math.tau if direction < 0.0 else direction, each)
    beyond = (each.z - vehicle.z) * math.cos(direction) - (each.x - vehicle.x) * math.sin(direction)
    return side_of(beyond > 0.0, defects)


def side_of(is_on_right: bool, defects: Defects = AS_PUBLISHED) -> Side:
    """Return the side as in the listing, which takes + HFOS for the left, as if z pointed to the left."""
    return Side.RIGHT if is_on_right is not defects.swapped_sides else Side.LEFT


def published_side(case: int, vehicle: Point, direction: float, each: Circle | Point) -> Side:
    """Return the side by the rules of the listing.

    The cases of the axes compare along the heading, where an object in view is always ahead. The others take the
    tangent of an angle from the nearest axis below, and compare with the complement or the mirror image of the heading.
    Case 4 assigns its product to ``tempz`` but adds the unset ``tempx``, which is 0 here.
    """
    away_x, away_z = abs(each.x - vehicle.x), abs(each.z - vehicle.z)
    if case == 1:
        return Side.LEFT if vehicle.x >= each.x else Side.RIGHT
    if case == 2:
        return Side.RIGHT if each.z >= vehicle.z - math.tan(QTR_PI - direction) * away_x else Side.LEFT
    if case == 3:
        return Side.LEFT if vehicle.z >= each.z else Side.RIGHT
    if case == 4:
        return Side.LEFT if each.x >= vehicle.x + 0.0 else Side.RIGHT
    if case == 5:
        return Side.LEFT if vehicle.x <= each.x else Side.RIGHT
    if case == 6:
        return Side.LEFT if each.x >= vehicle.x - abs(math.tan(direction - math.pi) * away_z) else Side.RIGHT
    if case == 7:
        return Side.LEFT if vehicle.z <= each.z else Side.RIGHT
    return Side.LEFT if each.z >= vehicle.z - abs(math.tan(direction - THREE_QTR_PI) * away_x) else Side.RIGHT


# ---- detection


class Detection(NamedTuple):
    """Variables that ``search_object`` sets."""

    is_found: bool  # find_object
    side: Side | None  # lrvalue; None if the listing does not set it
    unset_reads: int = 0  # number of variables that were read before they were set


UNSET = Point(0.0, 0.0)  # value of an unset position; in C it is undefined


def search_object(
    triangle: Triangle, objects: Sequence[Circle], direction: float, defects: Defects = AS_PUBLISHED
) -> Detection:
    """Return the detection of a vehicle that heads in ``direction`` [rad], positive to the right of x.

    The same position in both halves is one object between them, or, as published, no object at all.
    """
    left = seq_search(triangle, triangle.left, objects, defects)
    right = seq_search(triangle, triangle.right, objects, defects)
    unset_reads = 2 * (left is None) + 2 * (right is None)  # x and z of each
    if left is None and right is None and not defects.false_detection:
        return Detection(False, None)

    left_place, right_place = left or UNSET, right or UNSET
    if left_place[:2] == right_place[:2]:
        side = overlapped_side(triangle.tip, direction, left_place, defects)
        return Detection(True, side, unset_reads + (side is None))
    if left is not None and right is not None:
        return Detection(not defects.lost_detection, deciding_side(triangle.tip, left, right, defects))
    return Detection(True, side_of(left is not None, defects), unset_reads)


def deciding_side(vehicle: Point, left: Circle, right: Circle, defects: Defects = AS_PUBLISHED) -> Side:
    """Return the side of the deciding object if each half shows a different one: as published, the farther one."""
    left_is_farther = dist_in_2d(left, vehicle, defects) >= dist_in_2d(right, vehicle, defects)
    return side_of(left_is_farther is defects.farther_object, defects)


def figure_4_2(vehicle: Point, left: Circle | None, right: Circle | None) -> Side | None:
    """Return the side by Figure 4.2 from the objects in both halves; None for its FALSE.

    Its left is at direction - HFOS, where the listing has its right, and the nearer of two objects decides. An object
    in both halves counts as left, wherever it is.
    """
    if left is not None and right is not None:
        if left == right:
            return Side.LEFT
        is_right_nearer = math.dist(vehicle, left[:2]) >= math.dist(vehicle, right[:2])
        return Side.RIGHT if is_right_nearer else Side.LEFT
    if left is not None:
        return Side.LEFT
    return Side.RIGHT if right is not None else None


# ---- reaction: behavior_motion of Figure 5.7, and the loop of Figure 4.3


class Motion(NamedTuple):
    """Variables that ``behavior_motion`` sets."""

    direction_value: float  # dir_value, argument of calc_inverse_direction [rad]
    detection: Detection  # what was seen


def behavior_motion(
    x: float, z: float, direction: float, speed: float, objects: Sequence[Circle], defects: Defects = AS_PUBLISHED
) -> Motion:
    """Return the decision on a turn after a search for objects.

    As published (``added_directions``) the value starts as the vehicle's absolute direction, an eighth of a turn is
    added, and it is 0 if no object is found; ``calc_inverse_direction`` then uses it as a relative turn. Corrected, it
    is the absolute desired direction, which is the present one if no object is found.

    Position in the thesis's axes [m], direction positive to the right of x [rad], speed positive forward [m/s].
    """
    triangle = detect_bounds(x, z, direction, search_advance(speed, defects))
    detection = search_object(triangle, objects, direction, defects)
    if not detection.is_found:
        return Motion(0.0 if defects.added_directions else direction, detection)
    return Motion(direction + (FINE_PI if detection.side is Side.LEFT else -FINE_PI), detection)


def turn_away(
    x: float, y: float, yaw: float, speed: float, objects: Sequence[tuple[float, float, float]], defects: Defects
) -> tuple[bool, float]:
    """Return whether an object is found, and the yaw [rad] that the code commands: ``behavior_motion`` in our frame.

    Position and circles (x, y, radius) in m, yaw counter-clockwise from east, speed positive forward [m/s].
    """
    thesis_x, _, z, direction = to_thesis(x, y, 0.0, yaw)
    circles = [Circle(each_x, -each_y, radius) for each_x, each_y, radius in objects]
    motion = behavior_motion(thesis_x, z, direction, speed, circles, defects)
    return motion.detection.is_found, from_thesis(0.0, 0.0, 0.0, motion.direction_value)[3]


class Loop(NamedTuple):
    """Result of the loop of Figure 4.3."""

    direction: float  # [rad]
    left_track_force: float  # [N]
    right_track_force: float  # [N]
    passes: int  # number of iterations
    has_ended: bool  # whether the orientation reached the desired one within the allowed iterations


def figure_4_3(
    direction: float,
    desired: float,
    is_on_left: bool,
    turn_per_newton: float,
    *,
    delta: float = 100.0,
    away: bool = False,
    close_enough: float = 0.0,
    most_passes: int = 10_000,
) -> Loop:
    """Return the result of the loop for tracked vehicles, read by its indentation (without braces it is not valid C).

    As published it reduces the force of the track on the object's side, which turns the vehicle towards the object, and
    repeats until two floats are equal. The text describes the opposite (``away``), and a tolerance is needed to
    terminate.

    Args:
        direction, desired: in the thesis's frame [rad].
        is_on_left: whether the object is in the left search triangle.
        turn_per_newton: effect of Compute_New_Orientation per force difference, left less right [rad/N].
        delta: force moved from one track to the other in an iteration [N].
        away: whether the tracks are exchanged, as in section IV.B.3.
        close_enough: tolerance; 0 corresponds to ``!=`` [rad].
        most_passes: limit of iterations, which the figure does not have.
    """
    left = right = 0.0
    turn_left = is_on_left is not away
    for passes in range(most_passes):
        if abs(direction - desired) <= close_enough:
            return Loop(direction, left, right, passes, True)
        left, right = (left - delta, right + delta) if turn_left else (left + delta, right - delta)
        direction += turn_per_newton * (left - right)
    return Loop(direction, left, right, most_passes, abs(direction - desired) <= close_enough)
