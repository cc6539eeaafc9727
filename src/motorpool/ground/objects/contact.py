"""Contact of a vehicle with objects on the ground, and the position that resolves it.

A vehicle is the rectangle that it covers, an object a circle that does not move. ``push_out`` and ``deepest_contact``
are scalar functions for compiled kernels. ``world.contact`` applies the impulses.
"""

from ...models.mathematics import select, sqrt
from .contact_points import circle_contact
from .grid import NOTHING, ON_GROUND, SLACK, Circles, Storey, cells_near, entries_in, is_elsewhere


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

    The displacement is the smallest that separates the two; the yaw does not change. If they are apart, the depth is 0
    and the position unchanged.

    The rectangle's and the circle's centre are east and north [m], the yaw is counter-clockwise from east [rad].

    A circle overlaps a rectangle if its centre is inside the rectangle expanded by the radius, with round corners. The
    nearest point of that outline lies in the direction from the rectangle's nearest point or, from inside, across the
    nearest side. Source: Ericson, "Real-Time Collision Detection" (2005), sections 5.1.4 and 5.5.7.
    """
    contact = circle_contact(object_x - x, object_y - y, yaw, half_length, half_width, object_radius)
    is_apart = contact.depth == 0.0
    x_out = select(is_apart, x, x - contact.depth * contact.normal_x)
    y_out = select(is_apart, y, y - contact.depth * contact.normal_y)
    return x_out, y_out, contact.depth


def deepest_contact(
    x: float, y: float, yaw: float, half_length: float, half_width: float, objects: Circles,
    storey: Storey = ON_GROUND,
) -> tuple[int, float, float, float]:  # fmt: skip
    """Return the object that a vehicle penetrates deepest, or -1; the position by ``push_out``; and the depth [m].

    Of equal depths the lowest index is returned.

    Args:
        yaw: yaw of the rectangle, counter-clockwise from east [rad].
        storey: height and level of the vehicle; objects elsewhere do not count.
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
            is_deeper = depth > deepest_depth or (depth == deepest_depth and index < deepest)
            if is_deeper and not is_elsewhere(index, objects, storey):
                deepest, deepest_x, deepest_y, deepest_depth = index, x_out, y_out, depth
    return deepest, deepest_x, deepest_y, deepest_depth
