"""Side of an object that both halves of the search show: the eight cases of document 003, Appendix C."""

import math
from enum import Enum

from .defects import AS_PUBLISHED, Defects
from .search import Circle, Point

# Values inferred from the names, because the header is lost. HALFPI must be pi/2: angle_momentum of Appendix B adds it
# to the direction to find the right side.
QTR_PI = 0.25 * math.pi
HALFPI = 0.5 * math.pi
THREE_QTR_PI = 0.75 * math.pi


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
