"""Compliance of the steering: the aligning torque of the front tyres turns the wheels out of the bend.

The side force F of both front tyres acts ``steering_trail`` t behind the steering axes, as the tyre's pneumatic trail
and the caster put it, and turns the wheels by C t F against the steering. A tyre of the secant stiffness k that slips
with s and rolls with V then has the slip s + V C t F, so that F = -k s / (1 + k V C t): a spring in series with the
tyre, which is stable at any ``dt`` and has no state of its own.

Source: Gillespie, "Fundamentals of Vehicle Dynamics", chapter 6, understeer by the steering system: K = W_f (r nu + p)
/ K_ss. Symbols there: W_f load of the front axle, r nu caster trail, p pneumatic trail, K_ss steering stiffness. Ours
counts the trail behind the wheel in the direction in which it rolls, in reverse, too.
"""

from typing import Annotated, NamedTuple

from ..fields import OPTIONAL, NonNegative
from ..mathematics import Real, maximum
from .body import SHORTEST


class Params(NamedTuple):
    """Steering system between the steering wheel and the front wheels."""

    steering_compliance: Annotated[NonNegative, OPTIONAL] = 0.0  # of the front wheels, by aligning torque [rad/(N m)]
    steering_trail: Annotated[NonNegative, OPTIONAL] = 0.05  # of the front tyres, caster and pneumatic [m]


class Give(NamedTuple):
    """Angle by which the front wheels give way in a step."""

    angle: Real  # by the side force of the last step, left positive side force [rad]
    by_impulse: Real  # over the impulse of the side forces in the step [rad/(N s)]


def give_of(side_force: Real, params: Params, dt: Real) -> Give:
    """Return the give of the front wheels under a ``side_force`` [N], left positive, and by impulses of a step."""
    by_force = params.steering_compliance * params.steering_trail
    return Give(by_force * side_force, by_force / maximum(dt, SHORTEST))
