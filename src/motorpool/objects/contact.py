"""Contact of a vehicle with the objects on the ground, and the position that resolves it.

A vehicle is the rectangle that it covers, an object a circle. Objects never move. ``push_out`` and
``deepest_contact`` are scalar functions; kernels compile them. What a contact does to motion: see ``world.contact``.
"""

from ..models.mathematics import select, sqrt
from .contact_points import circle_contact
from .grid import NOTHING, SLACK, Circles, cells_near, entries_in


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
    """Return the position at which a vehicle just touches an object that it overlaps, and the penetration depth [m].

    The displacement is the smallest that separates the two; the yaw stays. Depth 0, and the position as given, if they
    are apart.

    Args:
        x: of the rectangle's middle, east [m].
        y: of the rectangle's middle, north [m].
        yaw: of the rectangle, counter-clockwise from east [rad].
        half_length: half of its length [m].
        half_width: half of its width [m].
        object_x: of the circle's centre, east [m].
        object_y: of the circle's centre, north [m].
        object_radius: [m].

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
    x: float, y: float, yaw: float, half_length: float, half_width: float, objects: Circles
) -> tuple[int, float, float, float]:
    """Return the object that a vehicle penetrates deepest, or -1; the position by ``push_out``; and the depth [m].

    Of equal depths the lowest index.

    Args:
        x: of the rectangle's middle, east [m].
        y: of the rectangle's middle, north [m].
        yaw: of the rectangle, counter-clockwise from east [rad].
        half_length: half of its length [m].
        half_width: half of its width [m].
        objects: circles with their grid.
    """
    grid = objects.grid
    margin = SLACK * (sqrt(half_length * half_length + half_width * half_width) + grid.cell)
    cells = cells_near(grid, x, y, margin)
    deepest, deepest_x, deepest_y, deepest_depth = NOTHING, x, y, 0.0
    for row in range(cells.first_row, cells.last_row + 1):
        for entry in entries_in(grid, cells, row):
            index: int = grid.item[entry]
            radius = objects.radius[index]
            x_out, y_out, depth = push_out(
                x, y, yaw, half_length, half_width, objects.x[index], objects.y[index], radius
            )
            if depth > deepest_depth or (depth == deepest_depth and index < deepest):
                deepest, deepest_x, deepest_y, deepest_depth = index, x_out, y_out, depth
    return deepest, deepest_x, deepest_y, deepest_depth
