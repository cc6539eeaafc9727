"""Search and decision of the rule of 1992 on columns of objects in a grid, compiled, under the published names.

Sides are numbers. The list of the thesis, an array of the objects in view of which the first 101 entries are read, is
here that of the objects in a square around the vehicle, in the grid's order, row by row from the south and from west to
east. ``tests/studies/published/test_as_published.py`` compares it with the same arithmetic in plain Python.
"""

import math
from typing import NamedTuple

from ....ground.objects.grid import FAR, NOTHING, Circles, cells_near, entries_in
from ....models.frames import to_thesis
from ....models.mathematics import cos, floor, select, sin, sqrt, tan, wrap_angle
from .defects import Defects

HFOS = math.radians(10.0)  # "The searching angle is 10 degrees"; the constant is not in the listing [rad]
SEARCHOFFSET = 20.0  # d_minimum of equation 4.1; the constant is not in the listing [m]
LISTED = 101  # number of entries of avoidlist that seq_search reads, 0 to 100
FINE_PI = 0.25 * math.pi  # turn of equation 4.3; its value is not in the listing [rad]
# Values inferred from the names, because the header is lost. HALFPI must be pi/2: angle_momentum of Appendix B adds it
# to the direction to find the right side.
QTR_PI = 0.25 * math.pi
HALFPI = 0.5 * math.pi
THREE_QTR_PI = 0.75 * math.pi

VIEW = 120.0  # half the side of the square with listed objects: the search range at 100 km/h [m]
LEFT, RIGHT, NO_SIDE = 1, -1, 0  # ``lrvalue``; no side where the listing does not set it

TURN, HALF_TURN, THREE_QTR_TURN = math.tau, math.pi, 1.5 * math.pi


class Half(NamedTuple):
    """Half of a search triangle in the thesis's plane: tip, corner and centre of the base [m]."""

    x: float
    z: float
    corner_x: float
    corner_z: float
    middle_x: float
    middle_z: float


def look_and_turn(
    x: float, y: float, yaw: float, speed: float, defects: Defects, objects: Circles
) -> tuple[bool, float, int]:
    """Return whether an object is found, the yaw [rad] that the code commands, and the deciding object, or -1.

    Position in m, yaw counter-clockwise from east, speed positive forward [m/s].
    """
    found, direction_value, index = look_for_direction(x, y, yaw, speed, defects, objects)
    return found, wrap_angle(-direction_value), index


def look_for_direction(
    x: float, y: float, yaw: float, speed: float, defects: Defects, objects: Circles
) -> tuple[bool, float, int]:
    """Return the results of ``look_and_turn`` with ``dir_value`` of Figure 5.7 [rad] in place of the yaw.

    ``dir_value`` is positive to the right of x and not limited to one turn.
    """
    _, _, z, direction = to_thesis(x, y, 0.0, yaw)
    length = SEARCHOFFSET + select(defects.range_in_kmh, abs(speed * 3.6), abs(speed))
    right_angle, left_angle = direction - HFOS, direction + HFOS
    right_angle = select(right_angle < 0.0, TURN + right_angle, right_angle)
    left_angle = select(left_angle > TURN, left_angle - TURN, left_angle)
    left_x, left_z = x + cos(left_angle) * length, z + sin(left_angle) * length
    right_x, right_z = x + cos(right_angle) * length, z + sin(right_angle) * length
    middle_x, middle_z = (left_x + right_x) / 2.0, (left_z + right_z) / 2.0

    left = seq_search(Half(x, z, left_x, left_z, middle_x, middle_z), defects, objects)
    right = seq_search(Half(x, z, right_x, right_z, middle_x, middle_z), defects, objects)
    unset = 0.0 if defects.added_directions else direction
    if left < 0 and right < 0 and not defects.false_detection:
        return False, unset, NOTHING

    left_place_x, left_place_z = (objects.x[left], -objects.y[left]) if left >= 0 else (0.0, 0.0)
    right_place_x, right_place_z = (objects.x[right], -objects.y[right]) if right >= 0 else (0.0, 0.0)
    decides = left if left >= 0 else right
    if left_place_x == right_place_x and left_place_z == right_place_z:
        side = overlapped_side(x, z, direction, left_place_x, left_place_z, defects)
    elif left >= 0 and right >= 0:
        if defects.lost_detection:
            return False, unset, NOTHING
        left_distance = distance_in_2d(left_place_x - x, left_place_z - z, defects)
        right_distance = distance_in_2d(right_place_x - x, right_place_z - z, defects)
        is_left = (left_distance >= right_distance) == defects.farther_object
        side = named_side(is_left, defects)
        decides = left if is_left else right
    else:
        side = named_side(left >= 0, defects)
    return True, direction + (FINE_PI if side == LEFT else -FINE_PI), decides


def seq_search(half: Half, defects: Defects, objects: Circles) -> int:
    """Return the index of an object in half a triangle, or -1."""
    found, nearest, listed = NOTHING, FAR, 0
    cells = cells_near(objects.grid, half.x, -half.z, VIEW)
    for row in range(cells.first_row, cells.last_row + 1):
        for entry in entries_in(objects.grid, cells, row):
            each: int = objects.grid.item[entry]
            each_x, each_z = objects.x[each], -objects.y[each]
            if abs(each_x - half.x) > VIEW or abs(each_z - half.z) > VIEW:
                continue
            listed += 1
            if defects.short_list and listed > LISTED:
                return found
            radius = 0.0 if defects.points else objects.radius[each]
            if defects.boxes:
                is_inside = in_box(half, each_x, each_z, radius)
            else:
                is_inside = in_half(half, each_x, each_z, radius)
            if not is_inside:
                continue
            if defects.first_listed:
                return each
            dx, dz = each_x - half.x, each_z - half.z
            distance = sqrt(dx * dx + dz * dz)
            if distance < nearest:
                found, nearest = each, distance
    return found


def in_box(half: Half, each_x: float, each_z: float, radius: float) -> bool:
    """Return whether an object [m] is in the box around half a triangle."""
    x, z, corner_x, corner_z, middle_x, middle_z = half
    is_in_x = min(x, corner_x, middle_x) - radius <= each_x <= max(x, corner_x, middle_x) + radius
    return is_in_x and min(z, corner_z, middle_z) - radius <= each_z <= max(z, corner_z, middle_z) + radius


def in_half(half: Half, each_x: float, each_z: float, radius: float) -> bool:
    """Return whether an object [m] touches half a triangle, the corrected test."""
    x, z, corner_x, corner_z, middle_x, middle_z = half
    reach = sqrt((corner_x - x) * (corner_x - x) + (corner_z - z) * (corner_z - z))
    depth = sqrt((middle_x - x) * (middle_x - x) + (middle_z - z) * (middle_z - z))
    cosine, sine = (middle_x - x) / depth, (middle_z - z) / depth
    side = 1.0 if (corner_z - z) * cosine - (corner_x - x) * sine >= 0.0 else -1.0
    dx, dz = each_x - x, each_z - z
    ahead, beside = dx * cosine + dz * sine, side * (dz * cosine - dx * sine)
    is_near = ahead > 0.0 and sqrt(dx * dx + dz * dz) - radius <= reach
    return is_near and -radius <= beside <= ahead * tan(HFOS) + radius / cos(HFOS)


def distance_in_2d(dx: float, dz: float, defects: Defects) -> float:
    """Return a distance from its components dx, dz [m]; as published truncated to whole metres."""
    distance = sqrt(dx * dx + dz * dz)
    return floor(distance) if defects.whole_metres else distance


def named_side(is_on_right: bool, defects: Defects) -> int:
    """Return a side as in the listing, which takes + HFOS for the left, as if z pointed to the left."""
    return RIGHT if is_on_right != defects.swapped_sides else LEFT


def direction_case(direction: float, defects: Defects) -> int:
    """Return the case of a direction in [0, 2 pi): 1 to 8, odd along an axis; 0 where the listing does not set it."""
    one, two, three = (QTR_PI, HALFPI, THREE_QTR_PI) if defects.quadrants else (HALFPI, HALF_TURN, THREE_QTR_TURN)
    if direction == 0.0:
        return 1
    if direction <= one:
        return 2 if direction < one else 3
    if direction <= two:
        return 4 if direction < two else 5
    if direction <= three:
        return 6 if direction < three else 7
    return 8 if direction < TURN else 0


def overlapped_side(x: float, z: float, direction: float, each_x: float, each_z: float, defects: Defects) -> int:
    """Return the side of an object that both halves show, in the thesis's axes."""
    case = direction_case(direction, defects)
    if case == 0:
        return NO_SIDE
    if not defects.side_lines:
        return named_side((each_z - z) * cos(direction) - (each_x - x) * sin(direction) > 0.0, defects)
    away_x, away_z = abs(each_x - x), abs(each_z - z)
    if case == 1:
        return LEFT if x >= each_x else RIGHT
    if case == 2:
        return RIGHT if each_z >= z - tan(QTR_PI - direction) * away_x else LEFT
    if case == 3:
        return LEFT if z >= each_z else RIGHT
    if case == 4:
        return LEFT if each_x >= x else RIGHT
    if case == 5:
        return LEFT if x <= each_x else RIGHT
    if case == 6:
        return LEFT if each_x >= x - abs(tan(direction - math.pi) * away_z) else RIGHT
    if case == 7:
        return LEFT if z <= each_z else RIGHT
    return LEFT if each_z >= z - abs(tan(direction - THREE_QTR_PI) * away_x) else RIGHT
