"""Confidence of fitted values: intervals from the derivatives at the optimum, and undetermined combinations.

The covariance is that of Gauss and Newton with each channel's own residual variance. Successive residuals are
correlated where the model is wrong: a channel of N rows whose residuals have the autocorrelation rho(k)
counts as N / (1 + 2 sum rho(k)) independent ones, and the sandwich formula takes that into the covariance. The sum ends
where neighbouring pairs of rho cease to be positive.

Errors that are common to a whole window, such as noise in the motion that its run-in imposes, appear as differences
between windows: the same formula with each window's own sum, and Student's t for their number. This is inaccurate for
few windows, so the wider of both intervals is used.

Sources: Ljung, "System Identification: Theory for the User", 2nd ed. (1999), chapter 9 (covariance of prediction-error
estimates); Geyer, "Practical Markov chain Monte Carlo", Statistical Science 7 (1992) (end of the sum); White,
"Maximum likelihood estimation of misspecified models", Econometrica 50 (1982) (sandwich);
Cameron and Miller, "A practitioner's guide to cluster-robust inference", J. Human Resources 50 (2015) (windows).
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.errors import require
from .parameters import Parameter
from .residuals import Residuals
from .windows import Windows

Floats = NDArray[np.float64]

LEVEL = 0.95  # of the intervals
KNOWN = 0.25  # relative deviation up to which a log determines a parameter
LARGE = 0.2  # share in an unknown combination from which a parameter is named
UNKNOWN = 0.5  # relative deviation from which a combination is unknown
EFFECT = 1.0  # relative deviation, all others known, from which a parameter has no effect
LENGTHS, SHARES = 0.1, 0.3  # weights of parameters that are less preferred
FIRST = 1e9  # weight of parameters that are preferred to all others
UNSEEN = 1e-6  # share of a parameter in directions without information from which it is unknown
TINY = 1e-12  # share of the largest eigenvalue below which a direction is not determined [1]


class Noise(NamedTuple):
    """Residuals of each channel at the optimum."""

    deviation: Floats  # [unit of the channel]
    rows: Floats  # number of measured rows
    effective: Floats  # equivalent number of independent rows
    inflation: Floats  # rows over effective rows, 1 or more


class Interval(NamedTuple):
    """A value with its interval."""

    low: float
    high: float


class Combination(NamedTuple):
    """Direction in the parameters along which the predictions hardly change."""

    deviation: float  # relative, along it
    names: tuple[str, ...]
    shares: tuple[float, ...]  # share of each parameter, with sign


def noise_at(found: Residuals, windows: Windows, count: int) -> Noise:
    """Return deviation and autocorrelation of the residuals of each channel, for ``count`` fitted parameters."""
    rows = windows.is_measured.sum(axis=(0, 1)).astype(float)
    spent = count + windows.number * len(windows.free)
    share = max(1.0 - spent / max(rows.sum(), 1.0), 0.1)
    squares = np.sum(found.raw**2, axis=(0, 1))
    deviation = np.sqrt(squares / np.maximum(rows * share, 1.0))
    inflation = np.array([_inflation(found.raw[..., place]) for place in range(len(windows.channels))])
    return Noise(deviation, rows, rows / inflation, inflation)


def _inflation(residuals: Floats) -> float:
    """Return 1 + 2 sum rho(k) of rows of residuals, 1 or more: Geyer's initial positive sequence."""
    count = residuals.shape[1]
    power = float(np.sum(residuals**2))
    if power <= 0.0 or count < 4:
        return 1.0
    size = 1 << (2 * count - 1).bit_length()
    spectrum = np.abs(np.fft.rfft(residuals, size, axis=1)) ** 2
    lags: Floats = np.fft.irfft(spectrum, size, axis=1).sum(axis=0)[: max(2, count // 2)]
    rho: Floats = np.asarray(lags / power * count / (count - np.arange(len(lags))), np.float64)
    pairs = rho[1:-1:2] + rho[2::2]
    ends = np.flatnonzero(pairs <= 0.0)
    last = int(ends[0]) if ends.size else pairs.size
    return max(1.0, 1.0 + 2.0 * float(pairs[:last].sum()))


def information(found: Residuals, windows: Windows, deviations: Floats, noise: Noise) -> tuple[Floats, Floats]:
    """Return the information of the weighted fit, and its version with the variance of the residuals at the optimum.

    Returns:
        The matrices H and G of the sandwich H^-1 G H^-1.
    """
    count = found.slopes.shape[2]
    shape = (windows.number, windows.shape.rows, len(windows.channels), count)
    size = shape[1] * shape[2]
    slopes = found.slopes[:, :size].reshape(shape)
    rest = found.slopes[:, size:].reshape(-1, count)
    bread = np.stack([part.T @ part for part in (slopes[..., c, :].reshape(-1, count) for c in range(shape[2]))])
    factor = (noise.deviation / deviations) ** 2 * noise.inflation
    prior = rest.T @ rest
    return bread.sum(axis=0) + prior, np.einsum("c,cij->ij", factor, bread) + prior


def covariance(bread: Floats, meat: Floats) -> Floats:
    """Return H^-1 G H^-1; the variance of a parameter about which the information has a gap is infinite.

    A fit may leave a parameter where it has no effect any more: a limit that nothing reaches.
    """
    inverse = np.linalg.pinv(bread, rcond=TINY, hermitian=True)
    values, vectors = np.linalg.eigh(bread)
    gaps = vectors[:, values <= TINY * np.abs(values).max(initial=0.0)]
    found = inverse @ meat @ inverse
    unknown = np.flatnonzero(np.sum(gaps**2, axis=1) > UNSEEN)
    found[unknown, unknown] = np.inf
    return found


def covariance_of_windows(found: Residuals, bread: Floats) -> Floats:
    """Return the covariance by the differences between windows; ``bread`` is the information of the weighted fit."""
    scores = np.einsum("wij,wi->wj", found.slopes, found.values)
    number = len(scores)
    return covariance(bread, scores.T @ scores * (number / max(number - 1, 1)))


def intervals(
    parameters: Sequence[Parameter], at: Floats, spread: Floats, noise: Noise, of_windows: Floats, windows: int
) -> list[Interval]:
    """Return the interval of each parameter, cut off at the bounds of its range.

    Args:
        at: coordinates.
        spread, of_windows: covariances by the residuals and by the windows.
        noise: its effective rows are the degrees of freedom.
    """
    stats = require("scipy.stats", extra="app", purpose="a fit")
    freedom = max(1.0, float(noise.effective.sum()) - len(parameters))
    reach = float(stats.t.ppf(0.5 + 0.5 * LEVEL, freedom)) * np.sqrt(np.maximum(np.diag(spread), 0.0))
    if windows > 1:
        factor = float(stats.t.ppf(0.5 + 0.5 * LEVEL, windows - 1))
        reach = np.maximum(reach, factor * np.sqrt(np.maximum(np.diag(of_windows), 0.0)))
    found: list[Interval] = []
    for one, middle, width in zip(parameters, at, reach, strict=True):
        ends = (max(one.low, float(middle - width)), min(one.high, float(middle + width)))
        found.append(Interval(one.value(ends[0]), one.value(ends[1])))
    return found


def chosen_parameters(
    parameters: Sequence[Parameter],
    information: Floats,
    needed: Sequence[str],
    first: Sequence[int] = (),
    *,
    left_out: Collection[str] = (),
) -> list[int]:
    """Return the parameters that a log determines together, each to a quarter of its value (one deviation) or better.

    They are chosen one after the other, the best determined one beside those chosen before. A mass is never among
    them: motion determines forces over mass only, and a scale determines the mass.

    Args:
        needed: names of parameters that are always chosen.
        first: numbers of parameters that are preferred.
        left_out: names of parameters that are chosen only if they are needed.
    """
    chosen = [number for number, one in enumerate(parameters) if one.name in needed]
    preferred = np.array([_preference(one) for one in parameters])
    preferred[list(first)] *= FIRST
    others = {n for n, one in enumerate(parameters) if one.name not in left_out and not _is_scale(one)}
    rest = sorted(others - set(chosen))
    while rest:
        gains = [preferred[number] * np.sqrt(_left(information, number, chosen)) for number in rest]
        for place in np.argsort(gains)[::-1]:
            trial = [*chosen, rest[int(place)]]
            if _is_known(information[np.ix_(trial, trial)]):
                chosen = trial
                rest.pop(int(place))
                break
        else:
            break
    return sorted(chosen)


def _preference(one: Parameter) -> float:
    """Return the weight of a parameter: less for lengths, which can be measured by hand, and for bounded shares."""
    return (LENGTHS if one.unit == "m" else 1.0) if one.is_logarithmic else SHARES


def _is_scale(one: Parameter) -> bool:
    return one.unit == "kg" or (not one.is_logarithmic and bool(np.isinf(one.high)))


def _left(information: Floats, number: int, others: Sequence[int]) -> float:
    """Return the information about a parameter that remains if the others are unknown, too."""
    own = float(information[number, number])
    if not others:
        return max(own, 0.0)
    cross = information[number, list(others)]
    inner = information[np.ix_(list(others), list(others))]
    return max(own - float(cross @ np.linalg.pinv(inner, rcond=TINY, hermitian=True) @ cross), 0.0)


def _is_known(information: Floats) -> bool:
    if np.linalg.cond(information) > 1.0 / TINY:
        return False
    return bool(np.all(np.diag(np.linalg.inv(information)) <= KNOWN**2))


def relative_deviations(information: Floats, chosen: Sequence[int]) -> tuple[Floats, Floats]:
    """Return the deviation of each parameter if all others are known, and if the chosen ones are unknown."""
    alone = 1.0 / np.sqrt(np.maximum(np.diag(information), TINY))
    beside = np.empty(alone.size)
    for number in range(alone.size):
        others = [other for other in chosen if other != number]
        beside[number] = 1.0 / np.sqrt(max(_left(information, number, others), TINY))
    return alone, beside


def combinations(parameters: Sequence[Parameter], information: Floats) -> list[Combination]:
    """Return the directions that the log does not determine, the least known first: singular vectors of derivatives.

    Only parameters that have an effect by themselves are included.
    """
    alone = 1.0 / np.sqrt(np.maximum(np.diag(information), TINY))
    seen = np.flatnonzero(alone < KNOWN)
    if seen.size < 2:
        return []
    values, vectors = np.linalg.eigh(information[np.ix_(seen, seen)])
    found: list[Combination] = []
    for value, vector in zip(values, vectors.T, strict=True):
        deviation = 1.0 / np.sqrt(max(float(value), TINY))
        large = [int(one) for one in np.argsort(-np.abs(vector)) if abs(vector[one]) > LARGE]
        if deviation < UNKNOWN or len(large) < 2:
            continue
        signs = np.sign(vector[large[0]])
        names = tuple(parameters[int(seen[one])].name for one in large)
        found.append(Combination(deviation, names, tuple(float(signs * vector[one]) for one in large)))
    return found
