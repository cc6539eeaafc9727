"""Contact points of two rectangles, or of a rectangle and a circle: point, normal and depth.

Scalar functions for compiled kernels.

Source: Ericson, "Real-Time Collision Detection" (2005), section 4.4.1, for the separating axes; the clipping of one
edge by the other's sides is that of Catto's Box2D.
"""

from typing import Any, NamedTuple

from ...models.mathematics import Real, Whole, clamp, maximum, minimum, select, sincos, sqrt

# a face of the second rectangle is chosen only if it is shallower by more than this, so that the choice is stable [m]
TIE = 1e-9

OWN_END, OWN_SIDE, OTHER_END, OTHER_SIDE = 1, 2, 3, 4  # faces of two rectangles: fronts and rears are ends


class Contact(NamedTuple):
    """Contact of two bodies: penetration depth, normal and point."""

    depth: Real  # penetration depth; 0 if the bodies are apart [m]
    normal_x: Real  # unit vector of the smallest separation, from the first body to the second [1]
    normal_y: Real
    x: Real  # contact point, relative to the first body's centre [m]
    y: Real


class TwoRectangles(NamedTuple):
    """Two rectangles, seen from the centre of the first."""

    dx: Real  # from the first centre to the second, east [m]
    dy: Real  # north [m]
    yaw: Real  # of the first, counter-clockwise from east [rad]
    half_length: Real  # [m]
    half_width: Real  # [m]
    other_yaw: Real  # of the second [rad]
    other_half_length: Real  # [m]
    other_half_width: Real  # [m]


def nearest_face(two: TwoRectangles) -> tuple[Whole, Real]:
    """Return the face of smallest penetration of two rectangles, and that penetration, below 0 for a gap [m]."""
    end, side, other_end, other_side = penetrations(two)
    depth, other_depth = minimum(end, side), minimum(other_end, other_side)
    own, other = select(end <= side, OWN_END, OWN_SIDE), select(other_end <= other_side, OTHER_END, OTHER_SIDE)
    return select(depth <= other_depth + TIE, own, other), minimum(depth, other_depth)


def penetration_of(face: Whole, two: TwoRectangles) -> Real:
    """Return the penetration of two rectangles along the normal of one of their faces, below 0 for a gap [m]."""
    end, side, other_end, other_side = penetrations(two)
    own, other = select(face == OWN_END, end, side), select(face == OTHER_END, other_end, other_side)
    return select(face <= OWN_SIDE, own, other)


def penetrations(two: TwoRectangles) -> tuple[Real, Real, Real, Real]:
    """Return the penetration of two rectangles along the axes of the first, then of the second; below 0 gaps [m]."""
    dx, dy, yaw, half_length, half_width, other_yaw, other_half_length, other_half_width = two
    sine, cosine = sincos(yaw)
    other_sine, other_cosine = sincos(other_yaw)
    along = abs(cosine * other_cosine + sine * other_sine)
    across = abs(cosine * other_sine - sine * other_cosine)
    ahead, left = dx * cosine + dy * sine, dy * cosine - dx * sine
    other_ahead, other_left = dx * other_cosine + dy * other_sine, dy * other_cosine - dx * other_sine
    end = half_length + other_half_length * along + other_half_width * across - abs(ahead)
    side = half_width + other_half_length * across + other_half_width * along - abs(left)
    other_end = other_half_length + half_length * along + half_width * across - abs(other_ahead)
    other_side = other_half_width + half_length * across + half_width * along - abs(other_left)
    return end, side, other_end, other_side


def contact_on_face(face: Whole, depth: Real, two: TwoRectangles) -> Contact:
    """Return the contact of two rectangles on a given face of one of them.

    The contact point is the centre of the part of the other's nearest edge between the ends of this face, weighted by
    the depths at its two ends.

    Args:
        face: one of ``OWN_END``, ``OWN_SIDE``, ``OTHER_END`` and ``OTHER_SIDE``.
        depth: penetration depth [m].
    """
    dx, dy, yaw, half_length, half_width, other_yaw, other_half_length, other_half_width = two
    sine, cosine = sincos(yaw)
    other_sine, other_cosine = sincos(other_yaw)
    is_own, is_end = face <= OWN_SIDE, (face == OWN_END) | (face == OTHER_END)
    sign = select(is_own, 1.0, -1.0)
    touched = _Rectangle(
        select(is_own, cosine, other_cosine), select(is_own, sine, other_sine),
        select(is_own, half_length, other_half_length), select(is_own, half_width, other_half_width),
    )  # fmt: skip
    touching = _Rectangle(
        select(is_own, other_cosine, cosine), select(is_own, other_sine, sine),
        select(is_own, other_half_length, half_length), select(is_own, other_half_width, half_width),
    )  # fmt: skip
    normal_x, normal_y, point_x, point_y = _between_faces(sign * dx, sign * dy, is_end, touched, touching)
    return Contact(
        depth=depth,
        normal_x=sign * normal_x,
        normal_y=sign * normal_y,
        x=point_x + select(is_own, 0.0, dx),
        y=point_y + select(is_own, 0.0, dy),
    )


class _Rectangle(NamedTuple):
    """Rectangle around its centre."""

    cosine: Real  # of the yaw
    sine: Real
    half_length: Real  # [m]
    half_width: Real  # [m]


def _between_faces(
    dx: Real, dy: Real, is_end: Any, touched: _Rectangle, touching: _Rectangle
) -> tuple[Real, Real, Real, Real]:
    """Return the normal of the reference face, and the point between it and the other's edge, from its centre."""
    cosine, sine, half_length, half_width = touched
    other_cosine, other_sine, other_half_length, other_half_width = touching
    axis_x, axis_y = select(is_end, cosine, -sine), select(is_end, sine, cosine)
    toward = select(dx * axis_x + dy * axis_y < 0.0, -1.0, 1.0)
    normal_x, normal_y = toward * axis_x, toward * axis_y
    reach, half_face = select(is_end, half_length, half_width), select(is_end, half_width, half_length)

    facing_end = normal_x * other_cosine + normal_y * other_sine
    facing_side = normal_y * other_cosine - normal_x * other_sine
    by_end = abs(facing_end) >= abs(facing_side)
    back = select(select(by_end, facing_end, facing_side) < 0.0, 1.0, -1.0)
    face_x = back * select(by_end, other_cosine, -other_sine)
    face_y = back * select(by_end, other_sine, other_cosine)
    face_distance = select(by_end, other_half_length, other_half_width)
    half_edge = select(by_end, other_half_width, other_half_length)

    # The edge is middle + s (edge), s from -half_edge to half_edge; "out" is along the normal, "over" along the face.
    middle_x, middle_y = dx + face_distance * face_x, dy + face_distance * face_y
    edge_x, edge_y = -face_y, face_x
    middle_out, middle_over = middle_x * normal_x + middle_y * normal_y, middle_y * normal_x - middle_x * normal_y
    edge_out, edge_over = edge_x * normal_x + edge_y * normal_y, edge_y * normal_x - edge_x * normal_y
    divisor = select(edge_over == 0.0, 1.0, edge_over)  # at least 0.7 for the chosen edge
    one, two = (-half_face - middle_over) / divisor, (half_face - middle_over) / divisor
    low = clamp(minimum(one, two), -half_edge, half_edge)
    high = clamp(maximum(one, two), -half_edge, half_edge)

    low_depth = maximum(reach - middle_out - low * edge_out, 0.0)
    high_depth = maximum(reach - middle_out - high * edge_out, 0.0)
    total = low_depth + high_depth
    weighted = (low * low_depth + high * high_depth) / select(total > 0.0, total, 1.0)
    place = select(total > 0.0, weighted, 0.5 * (low + high))
    half_gap = 0.5 * (reach - middle_out - place * edge_out)
    return (
        normal_x, normal_y,
        middle_x + place * edge_x + half_gap * normal_x, middle_y + place * edge_y + half_gap * normal_y,
    )  # fmt: skip


def circle_contact(
    dx: Real, dy: Real, yaw: Real, half_length: Real, half_width: Real, radius: Real
) -> Contact:  # fmt: skip
    """Return the contact of a rectangle and a circle; see ``contact.push_out``.

    Args:
        dx, dy: from the rectangle's centre to the circle's, east and north [m].
        yaw: yaw of the rectangle, counter-clockwise from east [rad].
    """
    sine, cosine = sincos(yaw)
    ahead, left = dx * cosine + dy * sine, dy * cosine - dx * sine
    near_ahead, near_left = clamp(ahead, -half_length, half_length), clamp(left, -half_width, half_width)
    out_ahead, out_left = ahead - near_ahead, left - near_left
    distance = sqrt(out_ahead * out_ahead + out_left * out_left)
    is_inside = distance == 0.0
    to_end, to_side = half_length - abs(ahead), half_width - abs(left)
    is_end = to_end < to_side
    end_sign, side_sign = select(ahead < 0.0, -1.0, 1.0), select(left < 0.0, -1.0, 1.0)

    divisor = select(is_inside, 1.0, distance)
    depth = select(is_inside, radius + select(is_end, to_end, to_side), radius - distance)
    normal_ahead = select(is_inside, select(is_end, end_sign, 0.0), out_ahead / divisor)
    normal_left = select(is_inside, select(is_end, 0.0, side_sign), out_left / divisor)
    near_ahead = select(is_inside & is_end, end_sign * half_length, near_ahead)
    near_left = select(is_inside & (to_end >= to_side), side_sign * half_width, near_left)
    return Contact(
        depth=select(depth > 0.0, depth, 0.0),
        normal_x=normal_ahead * cosine - normal_left * sine,
        normal_y=normal_ahead * sine + normal_left * cosine,
        x=near_ahead * cosine - near_left * sine,
        y=near_ahead * sine + near_left * cosine,
    )
