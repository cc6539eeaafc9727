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
    side: Side | None  # lrvalue; None where the listing leaves it as it was
    unset_reads: int = 0  # how many variables were read before anything was written to them


UNSET = Point(0.0, 0.0)  # what an unset place reads as; in C it is whatever the memory holds


def search_object(
    triangle: Triangle, objects: Sequence[Circle], direction: float, defects: Defects = AS_PUBLISHED
) -> Detection:
    """Return the objects in the search triangle of a vehicle that heads in ``direction`` [rad].

    The same place from both halves is one object between them, or, as published, none at all.

    Args:
        triangle: to look into, in the thesis's axes.
        objects: circles in the thesis's axes.
        direction: of the vehicle, to the right of x [rad].
        defects: which of the published defects stand.
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
    """The side of the object that decides when each half shows another: as published, the farther one.

    Args:
        vehicle: its position, in the thesis's axes.
        left, right: objects that the halves show.
        defects: which of the published defects stand.
    """
    left_is_farther = dist_in_2d(left, vehicle, defects) >= dist_in_2d(right, vehicle, defects)
    return side_of(left_is_farther is defects.farther_object, defects)


def figure_4_2(vehicle: Point, left: Circle | None, right: Circle | None) -> Side | None:
    """DETECTION of Figure 4.2 from what the two halves show; None is its FALSE.

    Its left is at direction - HFOS, where the listing has its right, and the nearer of two objects decides. An
    object that both show counts as left, wherever it is.

    Args:
        vehicle: its position, in the thesis's axes.
        left, right: objects that the halves show, or None.
    """
    if left is not None and right is not None:
        if left == right:
            return Side.LEFT
        is_right_nearer = math.dist(vehicle, left[:2]) >= math.dist(vehicle, right[:2])
        return Side.RIGHT if is_right_nearer else Side.LEFT
    if left is not None:
        return Side.LEFT
    return Side.RIGHT if right is not None else None
