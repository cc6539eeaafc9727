"""Contact of a vehicle with the objects that stand on the ground: where the vehicle has to give way to.

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
    x: float, y: float, yaw: float, half_length: float, half_width: float, objects: Circles
) -> tuple[int, float, float, float]:
    """The object that a vehicle is deepest in, or -1; where ``push_out`` puts the vehicle; and the depth [m].

    Of equal depths the lowest index.
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
