"""Contact impulses of two rigid bodies that move in the plane of the ground.

A vehicle is a rectangle, an object an immovable circle, whose inverse mass is 0. A contact is a point, a normal and a
depth; the impulse acts at the point. All functions are scalar; kernels compile them.

Valid for bodies that keep their shape and touch in one point, or along an edge, whose middle is the contact point.
Deformation is modelled by the restitution alone. Impulses act in the plane: no body is lifted or tipped over.

Source: the impulse is Routh's: Newton's law of restitution and Coulomb's
friction together, while the normal impulse grows (Routh, "Dynamics of a system of rigid bodies", elementary part,
chapter IV; Wang and Mason, "Two-dimensional rigid-body collisions with friction", J. Appl. Mech. 59, 1992). Where both
laws together would add energy, which is possible for a restitution above 0, friction is reduced.
"""

from typing import NamedTuple

from ...ground.objects.contact_points import Contact
from ...models.mathematics import Flag, Real, clamp, maximum, minimum, select, sqrt

FRICTION = 0.4  # between two bodies; larger values turn vehicles more in oblique impacts [1]
MAX_RESTITUTION = 0.5  # at low closing speed; above 1 impacts would add energy [1]
PLASTIC_SPEED = 10.0  # closing speed at which the fall from it would end [m/s]
MIN_RESTITUTION = 0.1  # at high closing speed: "approximately 0.1" by Howard, Bomar and Bare, SAE 931842 [1]
REST_SPEED, ELASTIC_SPEED = 0.2, 0.6  # no restitution below the first, full from the second; at 0 vehicles jitter [m/s]


class Moving(NamedTuple):
    """Velocity of a body's centre, its inverse mass and its inverse yaw inertia."""

    velocity_x: Real  # east [m/s]
    velocity_y: Real  # north [m/s]
    yaw_rate: Real  # counter-clockwise [rad/s]
    inverse_mass: Real  # 0 for an immovable body [1/kg]
    inverse_inertia: Real  # [1/(kg m^2)]


class ContactImpulse(NamedTuple):
    """Result of a contact of two bodies: their velocities, the impulse and the closing speed."""

    first: Moving
    second: Moving
    impulse: Real  # along the normal, 0 or more [N s]
    closing_speed: Real  # along the normal, before; 0 if they part [m/s]


STANDING = Moving(0.0, 0.0, 0.0, 0.0, 0.0)  # an object


def restitution_at(closing_speed: Real) -> Real:
    """Return the coefficient of restitution [1] at a closing speed [m/s]: 0.5 if slow, 0.1 from 8 m/s on.

    It is 0 below 0.2 m/s, too, so that a vehicle that leans on another comes to rest.
    """
    wakes = clamp((closing_speed - REST_SPEED) / (ELASTIC_SPEED - REST_SPEED), 0.0, 1.0)
    return wakes * maximum(MAX_RESTITUTION * (1.0 - closing_speed / PLASTIC_SPEED), MIN_RESTITUTION)


def closing_speed(first: Moving, second: Moving, dx: Real, dy: Real, contact: Contact) -> Real:
    """Return the closing speed [m/s] at a contact, seen from the first body; (dx, dy) [m] leads to the second."""
    velocity_x, velocity_y = _relative_velocity(first, second, dx, dy, contact)
    return -(velocity_x * contact.normal_x + velocity_y * contact.normal_y)


def resolve_impulse(
    first: Moving, second: Moving, dx: Real, dy: Real, contact: Contact, restitution: Real, friction: Real
) -> ContactImpulse:
    """Return the two bodies after the impulse of their contact; unchanged if they part already.

    They part at the contact point with ``restitution`` times their closing speed; the tangential impulse is at most
    ``friction`` times the normal one. Linear and angular momentum are conserved up to rounding, and the energy does
    not grow, for a restitution of 0..1.

    The vector (dx, dy) [m] leads from the centre of the first to that of the second, which the contact is seen from.
    """
    normal_x, normal_y = contact.normal_x, contact.normal_y
    velocity_x, velocity_y = _relative_velocity(first, second, dx, dy, contact)
    closing = -(velocity_x * normal_x + velocity_y * normal_y)
    closing = select(closing > 0.0, closing, 0.0)
    sliding = velocity_y * normal_x - velocity_x * normal_y
    compliance = _compliance(first, second, dx, dy, contact)
    held = _friction(closing, sliding, compliance, restitution, friction)
    pressed = select(compliance.is_movable, (1.0 + restitution) * closing - compliance.lifted * held, 0.0)
    first, second = _pushed(first, second, dx, dy, contact, _Change(normal_x, normal_y, pressed, compliance.normal))
    first, second = _pushed(first, second, dx, dy, contact, _Change(-normal_y, normal_x, held, compliance.tangential))
    return ContactImpulse(first, second, pressed / compliance.normal, closing)


class _Compliance(NamedTuple):
    """Contact compliance: change of the relative velocity at the contact point by an impulse there.

    Impulses are expressed as the change of speed [m/s] in their own direction.
    """

    normal: Real  # along the normal, for an impulse along it; 1 if nothing can move [1/kg]
    tangential: Real  # along the tangent, for an impulse along it; 1 if nothing can move [1/kg]
    turned: Real  # sliding speed for a normal impulse of 1 m/s [1]
    lifted: Real  # parting speed for a tangential impulse of 1 m/s [1]
    is_movable: Flag


def _compliance(first: Moving, second: Moving, dx: Real, dy: Real, contact: Contact) -> _Compliance:
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


def _friction(closing: Real, sliding: Real, compliance: _Compliance, restitution: Real, friction: Real) -> Real:
    """Return the tangential impulse, as the change of the sliding speed [m/s] that it alone would cause.

    Routh: the point slides with friction at its limit until the sliding ends or the bodies part. If the sliding ends
    first, the point sticks, or slides in the other direction if the limit cannot hold it. The sliding does not change
    its sign again, so that the path in the plane of both impulses has two straight parts.
    """
    turned, lifted = compliance.turned, compliance.lifted
    steepest = friction * compliance.tangential / compliance.normal  # tangential for a normal impulse of 1 m/s [1]
    direction, magnitude = select(sliding < 0.0, -1.0, 1.0), abs(sliding)
    parting = (1.0 + restitution) * closing  # the change of the closing speed that ends the impact
    slowing = steepest - direction * turned  # of the sliding, for a normal impulse of 1 m/s [1]
    opening = 1.0 - direction * steepest * lifted  # of the parting speed, while it slides [1]
    # At most one of them is 0 or less, because the compliance is positive definite: the impact has an end.
    stops = (magnitude * opening < parting * slowing) & (closing > 0.0)

    until_stop = magnitude / select(stops, slowing, 1.0)
    holding = clamp(-turned, -steepest, steepest)  # impulse that keeps the point from sliding, up to the limit
    after_stop = (parting - until_stop * opening) / (1.0 + holding * lifted)
    stopped = -sliding - turned * until_stop + holding * after_stop
    slid = -direction * steepest * parting / select(stops, 1.0, opening)
    return _without_gain(select(stops, stopped, slid), closing, sliding, compliance, restitution)


def _without_gain(held: Real, closing: Real, sliding: Real, compliance: _Compliance, restitution: Real) -> Real:
    """Return the tangential impulse, limited so that the energy does not grow.

    For a given parting speed the energy is a parabola of the tangential impulse. Its minimum is at the impulse that
    ends the sliding at the greatest compression; without friction the energy does not exceed that before. The allowed
    values are therefore an interval that contains 0, and a reduced friction lies within the friction cone, too.
    """
    determinant = 1.0 - compliance.turned * compliance.lifted  # of the compliance, over that without coupling [1]
    lowest = -(sliding + compliance.turned * closing) / determinant
    spare = (1.0 - restitution * restitution) * closing * closing * compliance.tangential / compliance.normal
    reach = sqrt(lowest * lowest + spare / determinant)
    return clamp(held, minimum(lowest - reach, 0.0), maximum(lowest + reach, 0.0))


def _relative_velocity(first: Moving, second: Moving, dx: Real, dy: Real, contact: Contact) -> tuple[Real, Real]:
    x, y = contact.x - dx, contact.y - dy
    return (
        second.velocity_x - second.yaw_rate * y - (first.velocity_x - first.yaw_rate * contact.y),
        second.velocity_y + second.yaw_rate * x - (first.velocity_y + first.yaw_rate * contact.x),
    )


class _Change(NamedTuple):
    """A change of relative velocity at a contact point."""

    way_x: Real  # its direction [1]
    way_y: Real
    speed: Real  # [m/s]
    compliance: Real  # in that direction [1/kg]


def _pushed(
    first: Moving, second: Moving, dx: Real, dy: Real, contact: Contact, wanted: _Change
) -> tuple[Moving, Moving]:
    """Return both bodies after the impulse that changes their relative velocity at the point as ``wanted``.

    The shares of that change are divided first, so that a vehicle that hits a wall at a right angle stops exactly.
    """
    way_x, way_y, change, compliance = wanted
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
