"""Detection of obstacles and their side: ``search_object`` of document 003, and its Figure 4.2."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from .defects import AS_PUBLISHED, Defects
from .search import Circle, Point, Triangle, dist_in_2d, seq_search
from .side import Side, overlapped_side, side_of


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
