"""Contact of a vehicle with the objects that stand on the ground: where the vehicle has to give way to.

A vehicle is the rectangle that it covers, an object a circle. Objects never move. ``push_out`` and
``deepest_contact`` are scalar functions; kernels compile them. What a contact does to the motion: see ``impact``.
"""

from typing import Any

from ..models.mathematics import select, sqrt
from .grid import NOTHING, SLACK, cell_of
from .impact import circle_contact


def push_out(
    x: float,
    y: float,
    yaw: float,
    half_length: float,
    half_width: float,
    object_x: float,
    object_y: float,
    object_radius: float,
) -> tuple[float, float, float]:
    """Where a vehicle that overlaps an object must stand to just touch it, and how deep [m] it was in.

    The displacement is the smallest that separates the two; the yaw stays. ``x, y`` [m] is the middle of
    the rectangle. Depth 0, and the position as given, if they are apart.

    A circle overlaps a rectangle where the circle's centre lies inside the rectangle grown by the radius, with round
    corners; the nearest point of that outline is straight out from the rectangle's nearest point, or, from inside,
    through the nearest side. Source: Ericson, "Real-Time Collision Detection" (2005), sections 5.1.4 and 5.5.7.
    """
    contact = circle_contact(object_x - x, object_y - y, yaw, half_length, half_width, object_radius)
    is_apart = contact.depth == 0.0
    x_out = select(is_apart, x, x - contact.depth * contact.normal_x)
    y_out = select(is_apart, y, y - contact.depth * contact.normal_y)
    return x_out, y_out, contact.depth


def deepest_contact(
    x: float,
    y: float,
    yaw: float,
    half_length: float,
    half_width: float,
    object_x: Any,
    object_y: Any,
    object_radius: Any,
    first: Any,
    item: Any,
    x_west: float,
    y_south: float,
    cell: float,
    columns: int,
    rows: int,
) -> tuple[int, float, float, float]:
    """The object that a vehicle is deepest in, or -1; where ``push_out`` puts the vehicle; and the depth [m].

    Of equal depths the lowest index. The index arguments are those of ``grid.nearest_within``.
    """
    margin = SLACK * (sqrt(half_length * half_length + half_width * half_width) + cell)
    first_column = cell_of(x - margin - x_west, cell, columns)
    last_column = cell_of(x + margin - x_west, cell, columns)
    first_row = cell_of(y - margin - y_south, cell, rows)
    last_row = cell_of(y + margin - y_south, cell, rows)

    deepest, deepest_x, deepest_y, deepest_depth = NOTHING, x, y, 0.0
    for row in range(first_row, last_row + 1):
        start = first[row * columns + first_column]
        stop = first[row * columns + last_column + 1]
        for place in range(start, stop):
            index = item[place]
            radius = object_radius[index]
            x_out, y_out, depth = push_out(x, y, yaw, half_length, half_width, object_x[index], object_y[index], radius)
            if depth > deepest_depth or (depth == deepest_depth and index < deepest):
                deepest, deepest_x, deepest_y, deepest_depth = index, x_out, y_out, depth
    return deepest, deepest_x, deepest_y, deepest_depth
