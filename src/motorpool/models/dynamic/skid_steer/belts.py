"""A body and its two belts, solved together for the velocities at the end of a step, friction included.

Friction takes ``stiffness * slip`` at the step's end, so the equations are linear and symmetric positive definite. Each
belt is eliminated by one division. Of the body's three velocities, speeding up and sliding then meet only in turning;
the resistance to turning is written as a sum in which nothing cancels.

Source: the implicit Euler step; Golub and Van Loan, "Matrix Computations", 4th ed., section 4.2, for the elimination.
"""

from typing import NamedTuple

from ...mathematics import Real, clamp, maximum, select
from ...parts.body import Params as Body
from .track import Grip
from .track import Params as Track

__all__ = ["Belt", "Inertia", "Momentum", "Motion", "belt_of", "difference_for_impulse", "inertia_of", "motion_of"]

STANDING = 0.01  # belt speed below which brakes and resistance are in proportion to it [m/s]
TINY = 1e-9  # keeps quotients finite where their numerator is zero, too


class Belt(NamedTuple):
    """One belt at the beginning of a step."""

    speed: Real  # round its wheels, forward positive [m/s]
    load: Real  # on the track [N]
    loss: Real  # force of brakes and resistance, at most [N]
    mass: Real  # of its moving parts [kg]
    apparent_mass: Real  # that mass, and the resistance to its running [kg]
    lost: Real  # momentum that brakes and resistance take at once [N s]
    max_impulse: Real  # of the ground along the track [N s]


class Momentum(NamedTuple):
    """Of the body and of its belts."""

    ahead: Real  # [kg m/s]
    left: Real  # [kg m/s]
    turn: Real  # [kg m^2/s]
    left_belt: Real  # [kg m/s]
    right_belt: Real  # [kg m/s]


class Motion(NamedTuple):
    """Of the body and of its belts."""

    ahead: Real  # [m/s]
    left: Real  # [m/s]
    turn: Real  # [rad/s]
    left_belt: Real  # [m/s]
    right_belt: Real  # [m/s]


class Inertia(NamedTuple):
    """Effective masses of body and belts in a step, the friction at its end included."""

    half: Real  # of the gauge [m]
    left_share: Real  # of the left belt's momentum that friction gives to the body [1]
    right_share: Real  # of the right belt's momentum [1]
    left_mass: Real  # of the left track, as the body moves it by friction [kg]
    right_mass: Real  # of the right track [kg]
    left_belt_inverse_mass: Real  # [1/kg]
    right_belt_inverse_mass: Real  # [1/kg]
    ahead: Real  # effective mass ahead [kg]
    left: Real  # effective mass to the side [kg]
    ahead_turn: Real  # coupling of speeding up and turning [kg m]
    left_turn: Real  # coupling of sliding and turning [kg m]
    yaw: Real  # effective yaw inertia, with all else free to move [kg m^2]


def belt_of(speed: Real, load: Real, loss: Real, friction: Real, mass: Real, dt: Real) -> Belt:
    """Return a belt at the beginning of a step.

    Brakes and resistance stop a belt but never reverse it. From a belt that is far from standing they take their whole
    impulse at once; a belt that may stop in the step is slowed as by viscous friction.

    Args:
        speed: round its wheels, forward positive [m/s].
        load: on the track [N].
        loss: force of brakes and resistance, at most [N].
        mass: mass of the belt's moving parts [kg].
    """
    magnitude, impulse = abs(speed), dt * loss
    sure = clamp(magnitude * mass / maximum(impulse, TINY) - 1.0, 0.0, 1.0)
    lost = select(speed < 0.0, -sure * impulse, sure * impulse)
    apparent_mass = mass + (1.0 - sure) * impulse / maximum(magnitude, STANDING)
    return Belt(speed, load, loss, mass, apparent_mass, lost, dt * friction * load)


def inertia_of(
    left: Grip, right: Grip, left_belt: Belt, right_belt: Belt, moving: Real, body: Body, track: Track, dt: Real
) -> Inertia:
    """Return the effective masses of body and belts; ``moving`` is that of the body and its air drag [kg]."""
    mass, half, length = body.mass, 0.5 * track.track_gauge, track.contact_length
    by_left = 1.0 / (left_belt.apparent_mass + dt * left.along)
    by_right = 1.0 / (right_belt.apparent_mass + dt * right.along)
    left_share, right_share = dt * left.along * by_left, dt * right.along * by_right
    left_mass, right_mass = left_share * left_belt.apparent_mass, right_share * right_belt.apparent_mass
    both = left_mass + right_mass
    of_belts = half * half * (both * moving + 4.0 * left_mass * right_mass) / (moving + both)

    across, lever = left.across + right.across, (left.lever + right.lever) * length
    middle = lever / maximum(across, TINY)
    about_middle = maximum((left.square + right.square) * length * length - middle * lever, 0.0)
    of_sliding = middle * middle * mass * (dt * across) / (mass + dt * across)
    return Inertia(
        half, left_share, right_share, left_mass, right_mass, by_left, by_right,
        ahead=moving + both,
        left=mass + dt * across,
        ahead_turn=half * (right_mass - left_mass),
        left_turn=dt * lever,
        yaw=body.yaw_inertia + of_belts + dt * about_middle + of_sliding,
    )  # fmt: skip


def motion_of(momentum: Momentum, inertia: Inertia) -> Motion:
    """Return the motion at the end of a step from the momentum before friction."""
    left_push, right_push = inertia.left_share * momentum.left_belt, inertia.right_share * momentum.right_belt
    push = momentum.ahead + (left_push + right_push)
    turning = momentum.turn + inertia.half * (right_push - left_push)
    turning = turning - inertia.ahead_turn * (push / inertia.ahead) - inertia.left_turn * (momentum.left / inertia.left)
    turn = turning / inertia.yaw
    ahead = (push - inertia.ahead_turn * turn) / inertia.ahead
    return Motion(
        ahead,
        (momentum.left - inertia.left_turn * turn) / inertia.left,
        turn,
        inertia.left_belt_inverse_mass * momentum.left_belt + inertia.left_share * (ahead - inertia.half * turn),
        inertia.right_belt_inverse_mass * momentum.right_belt + inertia.right_share * (ahead + inertia.half * turn),
    )


def difference_for_impulse(inertia: Inertia) -> Real:
    """Return the difference of the belts' speeds for each impulse on the right and against the left one [1/kg]."""
    both, uneven = inertia.left_share + inertia.right_share, inertia.right_share - inertia.left_share
    turn = (inertia.half * both - inertia.ahead_turn * (uneven / inertia.ahead)) / inertia.yaw
    ahead = (uneven - inertia.ahead_turn * turn) / inertia.ahead
    by_belts = inertia.left_belt_inverse_mass + inertia.right_belt_inverse_mass
    return by_belts + maximum(uneven * ahead + both * inertia.half * turn, 0.0)
