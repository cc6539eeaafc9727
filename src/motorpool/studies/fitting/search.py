"""Search for the least sum of squares from several starts, by SciPy's trust region reflective method.

Source: Branch, Coleman and Li, "A subspace, interior, and conjugate gradient method for large-scale bound-constrained
minimization problems", SIAM J. Sci. Comput. 21 (1999).
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...base.errors import require
from .residuals import Problem

Floats = NDArray[np.float64]

FINALISTS = 3  # number of starts with the least cost that are searched from
MOST_EVALUATIONS = 40  # of one search
TOLERANCE = 1e-6  # of coordinates and cost
ROUGH = 1e-3  # tolerance of searches that are compared


class _Counted:
    """Residuals and derivatives for SciPy, with reports of progress."""

    def __init__(self, problem: Problem, told: Callable[[], None]):
        self._problem, self._told = problem, told

    def values(self, coordinates: Floats) -> Floats:
        self._told()
        return self._problem.reduced(coordinates)[0]

    def slopes(self, coordinates: Floats) -> Floats:
        return self._problem.reduced(coordinates)[1]


def search(
    problem: Problem, start: Floats, *, tolerance: float = TOLERANCE, told: Callable[[], None] = lambda: None
) -> Floats:
    """Return the coordinates of the least cost that is reached from a start within the bounds.

    ``told`` is called at each evaluation, and may raise to end it.
    """
    optimize = require("scipy.optimize", extra="app", purpose="a fit")
    counted = _Counted(problem, told)
    low = np.array([one.low for one in problem.parameters])
    high = np.array([one.high for one in problem.parameters])
    inside = np.clip(start, np.nextafter(low, high), np.nextafter(high, low))
    found: Any = optimize.least_squares(
        counted.values,
        inside,
        jac=counted.slopes,
        bounds=(low, high),
        method="trf",
        x_scale=1.0,
        ftol=tolerance,
        xtol=tolerance,
        gtol=None,
        max_nfev=MOST_EVALUATIONS,
    )
    return np.asarray(found.x, np.float64)


def best_of(problem: Problem, places: Floats, *, told: Callable[[], None] = lambda: None) -> tuple[Floats, Floats]:
    """Return the best coordinates found from several starts, and the final cost of each search.

    Searches begin at the best of ``places`` (starts, parameters) and at the first.
    """
    if len(places) == 1:
        found = search(problem, places[0], told=told)
        return found, np.array([problem.residuals(found).cost])
    costs: list[float] = []
    for place in places:
        told()
        costs.append(problem.residuals(place).cost)
    order = [0, *[int(one) for one in np.argsort(costs) if one != 0]][:FINALISTS]
    ends = [search(problem, places[number], tolerance=ROUGH, told=told) for number in order]
    final = np.array([problem.residuals(end).cost for end in ends])
    return search(problem, ends[int(np.argmin(final))], told=told), final
