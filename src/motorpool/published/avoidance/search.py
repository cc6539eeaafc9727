"""Search for objects: functions of document 003, Appendix C, under their published names."""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from .defects import AS_PUBLISHED, Defects

HFOS = math.radians(10.0)  # "The searching angle is 10 degrees"; the constant is not in the listing [rad]
SEARCHOFFSET = 20.0  # d_minimum of equation 4.1; the constant is not in the listing [m]
LISTED = 101  # number of entries of avoidlist that seq_search reads, 0 to 100


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
