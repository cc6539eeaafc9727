"""Impact: two bodies that move on the ground touch, and strike each other by an impulse.

A vehicle is the rectangle that it covers, an object a circle that nothing moves: the inverse of its mass is 0. A
contact is a point, a normal and a depth; the impulse acts there. Scalar functions; kernels compile them.

Valid for bodies that keep their shape and touch in one point, or along an edge of which the middle counts. What bends
is in the restitution alone: no body is dented. Impulses act in the plane: nothing is lifted or tipped over.

Source: Ericson, "Real-Time Collision Detection" (2005), section 4.4.1, for the separating axes; the clipping of one
edge by the other's sides is that of Catto's Box2D. The impulse is Routh's: Newton's law of restitution and Coulomb's
friction together, while the normal impulse grows (Routh, "Dynamics of a system of rigid bodies", elementary part,
chapter IV; Wang and Mason, "Two-dimensional rigid-body collisions with friction", J. Appl. Mech. 59, 1992). Where both
laws together would add energy, as they can for a restitution above 0, friction is reduced; nothing else gives way.
"""

from typing import Any, NamedTuple

from ..models.mathematics import clamp, maximum, minimum, select, sincos, sqrt

FRICTION = 0.4  # of one body on another [1]
MOST_BOUNCE = 0.5  # of the closing speed that slow bodies part with [1]
NO_BOUNCE_SPEED = 10.0  # from which on metal only crumples [m/s]
REST_SPEED, BOUNCE_SPEED = 0.2, 0.6  # below the first nothing bounces, from the second on all of it counts [m/s]
TIE = 1e-9  # a face of the other must be this much shallower to count [m]


class Contact(NamedTuple):
    """Where two bodies touch."""

    depth: Any  # of the overlap; 0 if they are apart [m]
    normal_x: Any  # the shortest way out of each other, from the first to the second [1]
    normal_y: Any
    x: Any  # of the point, relative to the first's middle [m]
    y: Any


class Moving(NamedTuple):
    """Velocity of a body's middle, and its inverse mass and inertia."""

    velocity_x: Any  # east [m/s]
    velocity_y: Any  # north [m/s]
    yaw_rate: Any  # counter-clockwise [rad/s]
    inverse_mass: Any  # 0 for what nothing moves [1/kg]
    inverse_inertia: Any  # [1/(kg m^2)]


class Blow(NamedTuple):
    """Result of the impulse at a contact: both bodies' velocities, the impulse and the closing speed."""

    first: Moving
    second: Moving
    impulse: Any  # along the normal, 0 or more [N s]
    closing_speed: Any  # along the normal, before; 0 if they part [m/s]


STANDING = Moving(0.0, 0.0, 0.0, 0.0, 0.0)  # an object


def box_contact(
    dx: Any, dy: Any, yaw: Any, half_length: Any, half_width: Any,
    other_yaw: Any, other_half_length: Any, other_half_width: Any,
) -> Contact:  # fmt: skip
    """Where a rectangle and another, whose middle is (dx, dy) [m] from its own, touch.

    The face that is overlapped least is the one that is touched; of the other's nearest edge counts what lies between
    the ends of that face, and of that the middle, its two ends weighted by their depths.
    """
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
    depth, other_depth = minimum(end, side), minimum(other_end, other_side)

    is_own = depth <= other_depth + TIE
    is_end = select(is_own, end <= side, other_end <= other_side)
    sign = select(is_own, 1.0, -1.0)
    normal_x, normal_y, point_x, point_y = _between_faces(
        sign * dx, sign * dy, is_end,
        select(is_own, cosine, other_cosine), select(is_own, sine, other_sine),
        select(is_own, half_length, other_half_length), select(is_own, half_width, other_half_width),
        select(is_own, other_cosine, cosine), select(is_own, other_sine, sine),
        select(is_own, other_half_length, half_length), select(is_own, other_half_width, half_width),
    )  # fmt: skip
    least = minimum(depth, other_depth)
    return Contact(
        depth=select(least > 0.0, least, 0.0),  # NaN is apart
        normal_x=sign * normal_x,
        normal_y=sign * normal_y,
        x=point_x + select(is_own, 0.0, dx),
        y=point_y + select(is_own, 0.0, dy),
    )


def _between_faces(
    dx: Any, dy: Any, is_end: Any, cosine: Any, sine: Any, half_length: Any, half_width: Any,
    other_cosine: Any, other_sine: Any, other_half_length: Any, other_half_width: Any,
) -> tuple[Any, Any, Any, Any]:  # fmt: skip
    """The normal out of the touched face, and the point between it and the other's edge, relative to its middle."""
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
    divisor = select(edge_over == 0.0, 1.0, edge_over)  # at least 0.7, as that edge was chosen
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
    dx: Any, dy: Any, yaw: Any, half_length: Any, half_width: Any, radius: Any
) -> Contact:  # fmt: skip
    """Where a rectangle and a circle, whose centre is (dx, dy) [m] from its middle, touch; see ``contact.push_out``."""
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


def bounce(closing_speed: Any) -> Any:
    """Return the coefficient of restitution [1] of two vehicles: 0.5 at low closing speed [m/s], 0 from 10 m/s on.

    Nothing below 0.2 m/s either, so that what leans on another comes to rest.
    """
    wakes = clamp((closing_speed - REST_SPEED) / (BOUNCE_SPEED - REST_SPEED), 0.0, 1.0)
    return wakes * MOST_BOUNCE * clamp(1.0 - closing_speed / NO_BOUNCE_SPEED, 0.0, 1.0)


def closing_speed(first: Moving, second: Moving, dx: Any, dy: Any, contact: Contact) -> Any:
    """Return the closing speed [m/s] at the contact of two bodies; (dx, dy) [m] leads from the first to the second."""
    velocity_x, velocity_y = _relative_velocity(first, second, dx, dy, contact)
    return -(velocity_x * contact.normal_x + velocity_y * contact.normal_y)


def strike(first: Moving, second: Moving, dx: Any, dy: Any, contact: Contact, restitution: Any, friction: Any) -> Blow:
    """The two bodies after the impulse of their contact; as they were if they part there already.

    They part at the point with ``restitution`` times their closing speed, and the tangential impulse is at most
    ``friction`` times the normal one. Linear and angular momentum stay to rounding, and the energy never grows, for a
    restitution of 0..1.

    Args:
        first: before the impulse.
        second: before the impulse.
        dx: of the second's middle from the first's, east [m].
        dy: the same, north [m].
        contact: where they touch.
        restitution: in 0..1 [1].
        friction: 0 or more [1].
    """
    normal_x, normal_y = contact.normal_x, contact.normal_y
    velocity_x, velocity_y = _relative_velocity(first, second, dx, dy, contact)
    closing = -(velocity_x * normal_x + velocity_y * normal_y)
    closing = select(closing > 0.0, closing, 0.0)
    sliding = velocity_y * normal_x - velocity_x * normal_y
    compliance = _compliance(first, second, dx, dy, contact)
    held = _friction(closing, sliding, compliance, restitution, friction)
    pressed = select(compliance.is_movable, (1.0 + restitution) * closing - compliance.lifted * held, 0.0)
    first, second = _pushed(first, second, dx, dy, contact, normal_x, normal_y, pressed, compliance.normal)
    first, second = _pushed(first, second, dx, dy, contact, -normal_y, normal_x, held, compliance.tangential)
    return Blow(first, second, pressed / compliance.normal, closing)


class _Compliance(NamedTuple):
    """Contact compliance: the change of the relative velocity at the contact point by an impulse there.

    Impulses are counted as the speed [m/s] that they change in their own direction.
    """

    normal: Any  # along the normal, for an impulse along it; 1 if nothing can move [1/kg]
    tangential: Any  # along the tangent, for an impulse along it; 1 if nothing can move [1/kg]
    turned: Any  # sliding speed for a normal impulse of 1 m/s [1]
    lifted: Any  # parting speed for a tangential impulse of 1 m/s [1]
    is_movable: Any


def _compliance(first: Moving, second: Moving, dx: Any, dy: Any, contact: Contact) -> _Compliance:
    """The compliance of two bodies at their contact; the tangent is the normal turned left."""
    x, y, normal_x, normal_y = contact.x, contact.y, contact.normal_x, contact.normal_y
    lever, other_lever = x * normal_y - y * normal_x, (x - dx) * normal_y - (y - dy) * normal_x
    arm, other_arm = x * normal_x + y * normal_y, (x - dx) * normal_x + (y - dy) * normal_y
    inverse_mass = first.inverse_mass + second.inverse_mass
    own, other = first.inverse_inertia, second.inverse_inertia
    normal = inverse_mass + lever * lever * own + other_lever * other_lever * other
    tangential = inverse_mass + arm * arm * own + other_arm * other_arm * other
    coupled = lever * arm * own + other_lever * other_arm * other
    is_movable = (normal > 0.0) & (tangential > 0.0)
    normal, tangential = select(is_movable, normal, 1.0), select(is_movable, tangential, 1.0)
    return _Compliance(normal, tangential, coupled / normal, coupled / tangential, is_movable)


def _friction(closing: Any, sliding: Any, compliance: _Compliance, restitution: Any, friction: Any) -> Any:
    """The tangential impulse, as the sliding speed [m/s] that it alone would change.

    Routh: the point slides, and friction is at its limit against that, until the sliding ends or the bodies part. If it
    ends first, the point sticks; or slides the other way, where not even the limit can hold it. As the sliding does not
    change sign again, two straight lines in the plane of both impulses are all that there is.
    """
    turned, lifted = compliance.turned, compliance.lifted
    steepest = friction * compliance.tangential / compliance.normal  # tangential for a normal impulse of 1 m/s [1]
    direction, pace = select(sliding < 0.0, -1.0, 1.0), abs(sliding)
    parting = (1.0 + restitution) * closing  # the change of the closing speed that ends the impact
    slowing = steepest - direction * turned  # of the sliding, for a normal impulse of 1 m/s [1]
    opening = 1.0 - direction * steepest * lifted  # of the parting speed, while it slides [1]
    # Not both are 0 or less: the compliance is positive definite. So what never stops has an end.
    stops = (pace * opening < parting * slowing) & (closing > 0.0)

    until_stop = pace / select(stops, slowing, 1.0)
    holding = clamp(-turned, -steepest, steepest)  # what keeps the point from sliding, or the limit
    after_stop = (parting - until_stop * opening) / (1.0 + holding * lifted)
    stopped = -sliding - turned * until_stop + holding * after_stop
    slid = -direction * steepest * parting / select(stops, 1.0, opening)
    return _without_gain(select(stops, stopped, slid), closing, sliding, compliance, restitution)


def _without_gain(held: Any, closing: Any, sliding: Any, compliance: _Compliance, restitution: Any) -> Any:
    """The tangential impulse, limited to what leaves no more energy than there was.

    With the parting speed given, the energy is a parabola of the tangential impulse: lowest at what would end the
    sliding at the greatest compression, and at 0 not above the energy before. So the values allowed are an interval
    about 0, and a smaller friction lies within the cone, too.
    """
    determinant = 1.0 - compliance.turned * compliance.lifted  # of the compliance, over that without coupling [1]
    lowest = -(sliding + compliance.turned * closing) / determinant
    spare = (1.0 - restitution * restitution) * closing * closing * compliance.tangential / compliance.normal
    reach = sqrt(lowest * lowest + spare / determinant)
    return clamp(held, minimum(lowest - reach, 0.0), maximum(lowest + reach, 0.0))


def _relative_velocity(first: Moving, second: Moving, dx: Any, dy: Any, contact: Contact) -> tuple[Any, Any]:
    """Of the second against the first at the point where they touch [m/s]."""
    x, y = contact.x - dx, contact.y - dy
    return (
        second.velocity_x - second.yaw_rate * y - (first.velocity_x - first.yaw_rate * contact.y),
        second.velocity_y + second.yaw_rate * x - (first.velocity_y + first.yaw_rate * contact.x),
    )


def _pushed(
    first: Moving, second: Moving, dx: Any, dy: Any, contact: Contact,
    way_x: Any, way_y: Any, change: Any, compliance: Any,
) -> tuple[Moving, Moving]:  # fmt: skip
    """Both after the impulse along ``way`` that changes their relative velocity at the point by ``change`` [m/s].

    The shares of that change are divided first: what runs straight against a wall then stops to the last bit.
    """
    lever = contact.x * way_y - contact.y * way_x
    other_lever = (contact.x - dx) * way_y - (contact.y - dy) * way_x
    own, other = change * (first.inverse_mass / compliance), change * (second.inverse_mass / compliance)
    return (
        Moving(
            first.velocity_x - own * way_x,
            first.velocity_y - own * way_y,
            first.yaw_rate - change * (lever * first.inverse_inertia / compliance),
            first.inverse_mass,
            first.inverse_inertia,
        ),
        Moving(
            second.velocity_x + other * way_x,
            second.velocity_y + other * way_y,
            second.yaw_rate + change * (other_lever * second.inverse_inertia / compliance),
            second.inverse_mass,
            second.inverse_inertia,
        ),
    )
