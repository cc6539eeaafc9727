"""Area and centroid of the overlap of two rectangles. Scalar functions for compiled kernels.

In the axes of the first rectangle the overlap is the second one, cut at the sides of a box. Green's theorem turns its
area and moments into sums over the edges of the second rectangle, whose coordinates are clamped to the box. Therefore
the result is continuous, and no edge needs a special case.
"""

from ...models.mathematics import Real, clamp, maximum, minimum, select, sincos
from .contact_points import TwoRectangles

FLAT = 1e-12  # height below which an edge bounds no area; smaller slopes would overflow [m]


def overlap_centre(two: TwoRectangles) -> tuple[Real, Real, Real]:
    """Return the area of the overlap of two rectangles [m^2], and its centroid from the first centre [m].

    All three are 0 if the rectangles are apart.
    """
    sine, cosine = sincos(two.yaw)
    other_sine, other_cosine = sincos(two.other_yaw - two.yaw)
    x, y = two.dx * cosine + two.dy * sine, two.dy * cosine - two.dx * sine
    along_x, along_y = two.other_half_length * other_cosine, two.other_half_length * other_sine
    across_x, across_y = -two.other_half_width * other_sine, two.other_half_width * other_cosine
    area, moment_x, moment_y = 0.0, 0.0, 0.0
    for edge in range(4):  # front, left, rear and right: counter-clockwise
        side, is_end = select(edge < 2, 1.0, -1.0), edge % 2 == 0
        out_x, out_y = side * select(is_end, along_x, across_x), side * select(is_end, along_y, across_y)
        half_x, half_y = side * select(is_end, across_x, -along_x), side * select(is_end, across_y, -along_y)
        part, part_x, part_y = _under_edge(
            x + out_x - half_x, y + out_y - half_y, 2.0 * half_x, 2.0 * half_y, two.half_length, two.half_width
        )
        area, moment_x, moment_y = area + part, moment_x + part_x, moment_y + part_y
    is_there = area > 0.0
    divisor = select(is_there, area, 1.0)
    ahead, left = select(is_there, moment_x / divisor, 0.0), select(is_there, moment_y / divisor, 0.0)
    return select(is_there, area, 0.0), ahead * cosine - left * sine, ahead * sine + left * cosine


def _under_edge(
    x: Real, y: Real, way_x: Real, way_y: Real, half_length: Real, half_width: Real
) -> tuple[Real, Real, Real]:  # fmt: skip
    """Return the area in a box between its rear and an edge, and its first moments; negative for an edge downwards.

    Args:
        x, y: start of the edge, from the centre of the box [m].
        way_x, way_y: from the start to the end [m].
        half_length, half_width: half of the size of the box along x and y [m].
    """
    slope = way_x / select(abs(way_y) < FLAT, 1.0, way_y)
    low, high = clamp(y, -half_width, half_width), clamp(y + way_y, -half_width, half_width)
    start, change = x + slope * (low - y), slope * (high - low)
    divisor = select(change == 0.0, 1.0, change)
    rear, front = clamp((-half_length - start) / divisor, 0.0, 1.0), clamp((half_length - start) / divisor, 0.0, 1.0)
    area, moment_x, moment_y = 0.0, 0.0, 0.0
    for piece in range(3):  # outside of the box, inside, and outside again, as far as they are there
        begin = select(piece == 0, 0.0, select(piece == 1, minimum(rear, front), maximum(rear, front)))
        end = select(piece == 0, minimum(rear, front), select(piece == 1, maximum(rear, front), 1.0))
        x_0 = clamp(start + begin * change, -half_length, half_length)
        x_1 = clamp(start + end * change, -half_length, half_length)
        y_0, y_1 = low + begin * (high - low), low + end * (high - low)
        depth_0, depth_1, height = x_0 + half_length, x_1 + half_length, y_1 - y_0
        area += 0.5 * (depth_0 + depth_1) * height
        moment_x += ((x_0 * x_0 + x_0 * x_1 + x_1 * x_1) / 6.0 - 0.5 * half_length * half_length) * height
        moment_y += (y_0 * (2.0 * depth_0 + depth_1) + y_1 * (depth_0 + 2.0 * depth_1)) / 6.0 * height
    return area, moment_x, moment_y
