"""A body and its two belts, solved together for the velocities that a step ends with, friction included.

Friction takes ``stiffness * slip`` at the step's end, so the equations are linear and symmetric positive definite. Each
belt is eliminated by one division. Of the body's three velocities, speeding up and sliding then meet only in turning;
what resists turning is written as a sum in which nothing cancels.

Source: the implicit Euler step; Golub and Van Loan, "Matrix Computations", 4th ed., section 4.2, for the elimination.
"""

from typing import NamedTuple

from ..mathematics import Real, clamp, maximum, select
from .track import Grip
from .vehicles import TrackedParams

STANDING = 0.01  # belt speed below which brakes and resistance are in proportion to it [m/s]

TINY = 1e-9  # keeps quotients finite where their numerator is zero, too


class Belt(NamedTuple):
    """One belt at the beginning of a step."""

    speed: Real  # round its wheels, forward positive [m/s]
    load: Real  # on the track [N]
    loss: Real  # force of brakes and resistance, at most [N]
    mass: Real  # of its moving parts [kg]
    hold: Real  # that mass, and what resists its running [kg]
    lost: Real  # momentum that brakes and resistance take at once [N s]
    grasp: Real  # the greatest impulse of the ground along the track [N s]


class Momentum(NamedTuple):
    """Of the body and of its belts."""

    ahead: Real  # [kg m/s]
    left: Real  # [kg m/s]
    spin: Real  # [kg m^2/s]
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
    """Inverse effective masses of body and tracks for a step, the friction at its end included."""

    half: Real  # of the gauge [m]
    left_pull: Real  # share of the left belt's momentum that friction gives to the body [1]
    right_pull: Real  # [1]
    left_drag: Real  # mass with which the left track hangs on the body [kg]
    right_drag: Real  # [kg]
    left_ease: Real  # speed of the left belt for its momentum [1/kg]
    right_ease: Real  # [1/kg]
    ahead: Real  # against speeding up [kg]
    left: Real  # against sliding [kg]
    twist: Real  # between speeding up and turning [kg m]
    skew: Real  # between sliding and turning [kg m]
    spin: Real  # against turning, when what moves with it is free to [kg m^2]


def inertia_of(
    left: Grip, right: Grip, left_hold: Real, right_hold: Real, moving: Real, params: TrackedParams, dt: Real
) -> Inertia:
    """Return what resists a change in a step.

    Args:
        left: how the ground holds the left track.
        right: how the ground holds the right track.
        left_hold: mass of the left belt, and what resists its running [kg].
        right_hold: the same of the right one [kg].
        moving: mass of the body, and the air's resistance [kg].
        params: of the vehicle.
        dt: [s].
    """
    footprint, mass = params.track.footprint, params.body.inertia.mass
    half, length = 0.5 * footprint.track_gauge, footprint.contact_length
    left_ease, right_ease = 1.0 / (left_hold + dt * left.along), 1.0 / (right_hold + dt * right.along)
    left_pull, right_pull = dt * left.along * left_ease, dt * right.along * right_ease
    left_drag, right_drag = left_pull * left_hold, right_pull * right_hold
    both = left_drag + right_drag
    of_belts = half * half * (both * moving + 4.0 * left_drag * right_drag) / (moving + both)

    across, lever = left.across + right.across, (left.lever + right.lever) * length
    middle = lever / maximum(across, TINY)
    about_middle = maximum((left.square + right.square) * length * length - middle * lever, 0.0)
    of_sliding = middle * middle * mass * (dt * across) / (mass + dt * across)
    return Inertia(
        half,
        left_pull,
        right_pull,
        left_drag,
        right_drag,
        left_ease,
        right_ease,
        ahead=moving + both,
        left=mass + dt * across,
        twist=half * (right_drag - left_drag),
        skew=dt * lever,
        spin=params.body.inertia.yaw_inertia + of_belts + dt * about_middle + of_sliding,
    )


def loosened(slip: Real, change: Real, most: Real) -> Real:
    """Return by how much a slip grows in a step [m/s] where friction cannot hold the track, else 0.

    Args:
        slip: at the start of the step [m/s].
        change: of it in the step, as on ice [m/s].
        most: by which friction can change it [m/s].
    """
    free = slip + change
    loose = abs(free) - most
    return select(loose > abs(slip), select(free < 0.0, -loose, loose) - slip, 0.0)


def greater(one: Real, two: Real) -> Real:
    """Return the one of two numbers that is farther from 0."""
    return select(abs(one) > abs(two), one, two)


def slowed_by(belt: Belt, driving: Real, dt: Real) -> Real:
    """Return by how much brakes and resistance, less the drive, slow a belt in a step, as on ice [m/s].

    Args:
        belt: at the start of the step.
        driving: force of the powertrain on it [N].
        dt: [s].
    """
    return belt.speed - (belt.mass * belt.speed + dt * driving - belt.lost) / belt.hold


def moved(momentum: Momentum, inertia: Inertia) -> Motion:
    """Return the motion that ends a step with a momentum before friction."""
    left_push, right_push = inertia.left_pull * momentum.left_belt, inertia.right_pull * momentum.right_belt
    push = momentum.ahead + (left_push + right_push)
    spin = momentum.spin + inertia.half * (right_push - left_push)
    spin = spin - inertia.twist * (push / inertia.ahead) - inertia.skew * (momentum.left / inertia.left)
    turn = spin / inertia.spin
    ahead = (push - inertia.twist * turn) / inertia.ahead
    return Motion(
        ahead,
        (momentum.left - inertia.skew * turn) / inertia.left,
        turn,
        inertia.left_ease * momentum.left_belt + inertia.left_pull * (ahead - inertia.half * turn),
        inertia.right_ease * momentum.right_belt + inertia.right_pull * (ahead + inertia.half * turn),
    )


def difference_for_impulse(inertia: Inertia) -> Real:
    """Return the difference of the belts' speeds for each impulse on the right and against the left one [1/kg]."""
    both, uneven = inertia.left_pull + inertia.right_pull, inertia.right_pull - inertia.left_pull
    turn = (inertia.half * both - inertia.twist * (uneven / inertia.ahead)) / inertia.spin
    ahead = (uneven - inertia.twist * turn) / inertia.ahead
    return inertia.left_ease + inertia.right_ease + maximum(uneven * ahead + both * inertia.half * turn, 0.0)


def belt_of(speed: Real, load: Real, loss: Real, friction: Real, mass: Real, dt: Real) -> Belt:
    """Return a belt at the beginning of a step.

    Args:
        speed: [m/s].
        load: on the track [N].
        loss: force of brakes and resistance, at most [N].
        friction: of the track on the ground [1].
        mass: of the belt's moving parts [kg].
        dt: [s].
    """
    hold, lost = losing(speed, dt * loss, mass)
    return Belt(speed, load, loss, mass, hold, lost, dt * friction * load)


def losing(belt: Real, impulse: Real, mass: Real) -> tuple[Real, Real]:
    """Return the apparent mass [kg] of a belt of ``mass`` [kg] under brakes and resistance, and its loss at once [N s].

    They give an ``impulse`` [N s] at most. A belt that is far from standing loses it; one that may stop is slowed as by
    viscous friction.

    Args:
        belt: speed of the belt, forward positive [m/s].
        impulse: greatest, of brakes and resistance in a step [N s].
        mass: apparent, of the belt and what turns with it [kg].
    """
    speed = abs(belt)
    sure = clamp(speed * mass / maximum(impulse, TINY) - 1.0, 0.0, 1.0)
    lost = select(belt < 0.0, -sure * impulse, sure * impulse)
    return mass + (1.0 - sure) * impulse / maximum(speed, STANDING), lost


def needed(belt: Real, pushing: Real, grasp: Real) -> Real:
    """Return the impulse [N s] that stops a belt: its own, and the body's within the ground's ``grasp``.

    Args:
        belt: momentum of the belt, forward positive [N s].
        pushing: momentum of the body that this belt has to take, forward positive [N s].
        grasp: greatest impulse between belt and ground [N s].
    """
    return abs(belt + clamp(pushing, -grasp, grasp))
