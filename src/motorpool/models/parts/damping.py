"""Two slip speeds under friction in a step: damped as the exact solution is, at any ``dt``.

Two contacts with secant stiffnesses K on one body with the compliance G obey s' = -G K s. With A = dt G K the step is
s1 = (I + A + A^2 / 2)^-1 s0: the exponential to second order, without a limit on ``dt`` and without overshoot. The
impulses follow from the mean slip s1 + A s1 / 2. As the eigenvalues of A are real and not negative, the energy in s
only falls. The determinant is a sum of terms that are not negative, so it neither vanishes nor cancels.

Source: Hairer and Wanner, "Solving Ordinary Differential Equations II", section IV.3: the Pade approximation (0, 2).
"""

from typing import Any, NamedTuple


class Damping(NamedTuple):
    """The matrix A of two contacts: how much each takes of its own slip speed and of the other's."""

    first: Any  # of the first by its own force [1]
    first_by_second: Any
    second_by_first: Any
    second: Any
    determinant: Any  # of A, computed without cancellation [1]


def damped(first: Any, second: Any, by: Damping) -> tuple[Any, Any]:
    """Return the mean slip speeds [m/s] in the step of two contacts that begin with these.

    Args:
        first: slip speed of the first contact at the beginning [m/s].
        second: slip speed of the second one [m/s].
        by: the matrix A of the step.
    """
    trace = by.first + by.second
    cross = by.first_by_second * by.second_by_first
    more = 1.0 + 0.5 * trace
    own_first = 1.0 + by.first + 0.5 * (by.first * by.first + cross)
    own_second = 1.0 + by.second + 0.5 * (by.second * by.second + cross)
    half = 0.5 * by.determinant
    whole = 1.0 + trace + 0.5 * trace * trace + half * trace + half * half
    first_end = (own_second * first - by.first_by_second * more * second) / whole
    second_end = (own_first * second - by.second_by_first * more * first) / whole
    return (
        first_end + 0.5 * (by.first * first_end + by.first_by_second * second_end),
        second_end + 0.5 * (by.second_by_first * first_end + by.second * second_end),
    )
