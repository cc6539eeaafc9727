"""The side force of a tyre, as a stiffness against the speed at which its contact patch slips sideways.

The force is ``-stiffness * slip_speed``; a step that takes the slip speed at its own end damps at any ``dt`` and at any
speed, standing included. The stiffness is the secant of the tyre's curve, so where nothing changes any more the force
is the curve's own. ``tan(slip angle) = slip_speed / rolling_speed``, with a rolling speed of at least ``SLOWEST``:
below it a tyre has no slip angle worth the name, and what stands is held by friction instead (``standing``).

Sources: Fiala, "Seitenkraefte am rollenden Luftreifen", VDI-Z 96 (1954), in the form of Hindiyeh and Gerdes (2014);
Pacejka, "Tire and Vehicle Dynamics", 3rd ed., section 4.3.1, equation 4.6; the friction ellipse: Pacejka, section 3.3.
"""

from typing import Any

from ...mathematics import atan, maximum, minimum, select, sin, sqrt

SLOWEST = 2.0  # rolling speed below which slip is no longer an angle [m/s]
MOST_USED = 0.999  # of the grip that drive and brakes may use: something is left to steer with [1]
TINY = 1e-9  # keeps quotients finite where their numerator is zero, too

SHAPE = 1.3  # Pacejka's C for side force on a dry road [1]
CURVATURE = -1.0  # Pacejka's E [1]


def fiala(slip_speed: Any, rolling_speed: Any, stiffness: Any, limit: Any) -> Any:
    """The secant stiffness [N s/m] of Fiala's brush tyre.

    Args:
        slip_speed: of the contact patch, across the wheel [m/s].
        rolling_speed: along the wheel, at least ``SLOWEST`` [m/s].
        stiffness: of the tyre without slip [N/rad].
        limit: the greatest side force [N].
    """
    at_rest = stiffness / rolling_speed
    slip = abs(slip_speed)
    use = at_rest * slip / (3.0 * maximum(limit, TINY))
    return select(use < 1.0, at_rest * (1.0 - use + use * use / 3.0), limit / maximum(slip, TINY))


def magic_formula(slip_speed: Any, rolling_speed: Any, stiffness: Any, limit: Any) -> Any:
    """The secant stiffness [N s/m] of Pacejka's formula with the same arguments; its B follows from the stiffness."""
    tangent = abs(slip_speed) / rolling_speed
    bent = stiffness * tangent / (SHAPE * maximum(limit, TINY))
    force = limit * sin(SHAPE * atan(bent - CURVATURE * (bent - atan(bent))))
    at_rest = stiffness / rolling_speed
    return select(tangent > 1e-6, minimum(force / maximum(abs(slip_speed), TINY), at_rest), at_rest)


def left_for_side(grip: Any, used: Any) -> Any:
    """The greatest side force [N] beside a force ``used`` [N] along the wheel, of a ``grip`` [N]: the ellipse."""
    most = MOST_USED * grip
    along = minimum(abs(used), most)
    return sqrt(maximum(grip * grip - along * along, TINY))


def driven(force: Any, grip: Any, sliding: Any) -> Any:
    """What a driven wheel brings to the ground of a ``force`` [N]: all within its ``grip``, else it spins."""
    spun = minimum(sliding, MOST_USED * grip)
    return select(abs(force) <= MOST_USED * grip, force, select(force < 0.0, -spun, spun))
