"""The side force of a tyre, as a stiffness against the speed at which its contact patch slips sideways.

The force is ``-stiffness * slip_speed``; a step that takes the slip speed at its own end damps at any ``dt`` and at any
speed, standing included. The stiffness is the secant of the tyre's curve, so where nothing changes any more the force
is the curve's own. ``tan(slip angle) = slip_speed / rolling_speed``, with a rolling speed of at least ``SLOWEST``:
below it a tyre has no slip angle worth the name, and what stands is held by friction instead (``standing``).

Measured tyres are often straighter than the brush: ``tyre_linearity`` mixes its curve with the straight line up to the
limit, F = min(C tan a, F_max). ``combined_slip`` scales the force along the wheel in the friction ellipse.

Sources: Fiala, "Seitenkraefte am rollenden Luftreifen", VDI-Z 96 (1954), in the form of Hindiyeh and Gerdes (2014);
Pacejka, "Tire and Vehicle Dynamics", 3rd ed., section 4.3.1, equation 4.6; the friction ellipse: Pacejka, section 3.3.
"""

from collections.abc import Callable
from typing import Annotated, NamedTuple, TypeAlias

from ..fields import OPTIONAL, Fraction, Positive
from ..mathematics import Real, atan, maximum, minimum, select, sin, sqrt

SLOWEST = 2.0  # rolling speed below which slip is no longer an angle [m/s]
MOST_USED = 0.999  # of the grip that drive and brakes may use: something is left to steer with [1]
TINY = 1e-9  # keeps quotients finite where their numerator is zero, too

SHAPE = 1.3  # Pacejka's C for side force on a dry road [1]
CURVATURE = -1.0  # Pacejka's E [1]


TyreForce: TypeAlias = Callable[[Real, Real, Real, Real], Real]  # ``fiala`` or ``magic_formula``


class Params(NamedTuple):
    """Grip of the tyres, and their side force over slip."""

    tyre_grip: Positive = 1.0  # of its tyres, over what the ground gives usual ones [1]
    load_sensitivity: Fraction = 0.05  # of the grip lost when the load doubles [1]
    tyre_linearity: Annotated[Fraction, OPTIONAL] = 0.0  # of the side force: 0 its curve, 1 straight to the limit [1]
    combined_slip: Annotated[Fraction, OPTIONAL] = 1.0  # of drive and brakes on side force: 0 none, 1 the ellipse [1]


class Patch(NamedTuple):
    """Contact patch of a tyre in a step: the parameters of its side force besides the slip."""

    rolling_speed: Real  # along the wheel, at least ``SLOWEST`` [m/s]
    stiffness: Real  # of the tyre without slip [N/rad]
    limit: Real  # the greatest side force [N]
    linearity: Real  # of the side force over slip [1]


def patch_of(along: Real, stiffness: Real, grip: Real, used: Real, params: Params) -> Patch:
    """Return the contact patch of a tyre: speed [m/s] and force [N] along the wheel, stiffness [N/rad] and grip [N]."""
    limit = lateral_limit(grip, params.combined_slip * used)
    return Patch(maximum(abs(along), SLOWEST), stiffness, limit, params.tyre_linearity)


def secant(tyre_force: TyreForce, slip_speed: Real, patch: Patch, dt: Real) -> Real:
    """Return the secant stiffness of a tyre at a slip speed [m/s], across the wheel, times ``dt`` [kg]."""
    return dt * secant_of(tyre_force, slip_speed, patch)


def secant_of(tyre_force: TyreForce, slip_speed: Real, patch: Patch) -> Real:
    """Return the secant stiffness of a tyre at a slip speed [m/s], across the wheel [N s/m]."""
    curved = tyre_force(slip_speed, patch.rolling_speed, patch.stiffness, patch.limit)
    straight = minimum(patch.stiffness / patch.rolling_speed, patch.limit / maximum(abs(slip_speed), TINY))
    return curved + patch.linearity * (straight - curved)


def grip_factor(load: Real, usual: Real, params: Params) -> Real:
    """Return the factor of friction under a ``load`` [N] where the tyre is made for the ``usual`` one [N]."""
    return params.tyre_grip * maximum(1.0 - params.load_sensitivity * (load / usual - 1.0), 0.0)


def fiala(slip_speed: Real, rolling_speed: Real, stiffness: Real, limit: Real) -> Real:
    """Return the secant stiffness [N s/m] of Fiala's brush tyre.

    Args:
        slip_speed: speed of the contact patch across the wheel [m/s].
        rolling_speed: along the wheel, at least ``SLOWEST`` [m/s].
        stiffness: cornering stiffness at zero slip [N/rad].
        limit: the greatest side force [N].
    """
    at_rest = stiffness / rolling_speed
    slip = abs(slip_speed)
    use = at_rest * slip / (3.0 * maximum(limit, TINY))
    return select(use < 1.0, at_rest * (1.0 - use + use * use / 3.0), limit / maximum(slip, TINY))


def magic_formula(slip_speed: Real, rolling_speed: Real, stiffness: Real, limit: Real) -> Real:
    """Return the secant stiffness [N s/m] of Pacejka's formula, arguments as ``fiala``; B is that of the stiffness."""
    tangent = abs(slip_speed) / rolling_speed
    bent = stiffness * tangent / (SHAPE * maximum(limit, TINY))
    force = limit * sin(SHAPE * atan(bent - CURVATURE * (bent - atan(bent))))
    at_rest = stiffness / rolling_speed
    return select(tangent > 1e-6, minimum(force / maximum(abs(slip_speed), TINY), at_rest), at_rest)


def lateral_limit(grip: Real, used: Real) -> Real:
    """Return the greatest side force [N] beside a force ``used`` along the wheel, of a ``grip``: the ellipse."""
    most = MOST_USED * grip
    along = minimum(abs(used), most)
    return sqrt(maximum(grip * grip - along * along, TINY))


def traction(force: Real, grip: Real, sliding: Real) -> Real:
    """Return the ground force of a driven wheel, of a ``force`` [N]: all within its ``grip``, else ``sliding``.

    Args:
        force: asked for, forward positive [N].
    """
    spinning_force = minimum(sliding, MOST_USED * grip)
    return select(abs(force) <= MOST_USED * grip, force, select(force < 0.0, -spinning_force, spinning_force))
