"""Two slip speeds under friction in a step: damped as the exact solution is, at any ``dt``.

Two contacts with secant stiffnesses K on one body with the compliance G, which gravity pulls by c in the step, obey
dt s' = -A s + c with A = dt G K. The step is s1 = (I + A + A^2 / 2)^-1 (s0 + (I + A / 2) c): the exponential to second
order, without a limit on ``dt`` and without overshoot, at rest where A s = c. The impulses are -dt K times the mean
slip (I + A + A^2 / 2)^-1 (s0 + c / 2 + A / 2 (s0 + c)). Without c, as the eigenvalues of A are real and not negative,
the energy in s only falls. The determinant is a sum of terms that are not negative, so it neither vanishes nor cancels.

Source: Hairer and Wanner, "Solving Ordinary Differential Equations II", section IV.3: the Pade approximation (0, 2).
"""

from typing import NamedTuple

from ...mathematics import Real


class Pair(NamedTuple):
    """One number for each of two contacts."""

    first: Real
    second: Real


class Compliance(NamedTuple):
    """Change of the slip speeds of two contacts by impulses along them."""

    first: Real  # of the first by its own impulse [1/kg]
    shared: Real  # of either by the other's [1/kg]
    second: Real  # of the second by its own impulse [1/kg]
    determinant: Real  # computed without cancellation [1/kg^2]


def mean_slips(free: Pair, gravity_slips: Pair, stiffness: Pair, by: Compliance) -> Pair:
    """Return the mean slip speeds [m/s] of two contacts in a step.

    Args:
        free: slip speeds that the step would end with without these contacts [m/s].
        gravity_slips: part of them that gravity brings about in the step, c above [m/s].
        stiffness: times dt [kg].
    """
    first, second = by.first * stiffness.first, by.second * stiffness.second
    first_by_second, second_by_first = by.shared * stiffness.second, by.shared * stiffness.first
    trace, cross = first + second, first_by_second * second_by_first
    more = 1.0 + 0.5 * trace
    own_first = 1.0 + first + 0.5 * (first * first + cross)
    own_second = 1.0 + second + 0.5 * (second * second + cross)
    half = 0.5 * by.determinant * stiffness.first * stiffness.second
    whole = 1.0 + trace + 0.5 * trace * trace + half * trace + half * half
    one = free.first - 0.5 * gravity_slips.first + 0.5 * (first * free.first + first_by_second * free.second)
    two = free.second - 0.5 * gravity_slips.second + 0.5 * (second_by_first * free.first + second * free.second)
    return Pair(
        (own_second * one - first_by_second * more * two) / whole,
        (own_first * two - second_by_first * more * one) / whole,
    )
