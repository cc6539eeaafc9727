"""Residuals of a fit after optimising the starts of the windows, so that they depend only on the parameters.

For given parameters the best start of each window is found by Gauss-Newton steps; the part that the starts explain is
then projected out of the residuals and of their derivatives (variable projection). So the number of unknowns does not
depend on the length of the log.

Sources: Golub and Pereyra, "The differentiation of pseudo-inverses and nonlinear least squares problems whose variables
separate", SIAM J. Numer. Anal. 10 (1973); Kaufman's approximation of the derivative, BIT 15 (1975). Large residuals:
Huber (1964), as residuals whose squares are Huber's loss.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .channels import noise_of_rows
from .parameters import Parameter
from .sensitivity import Predictor
from .windows import Windows

Floats = NDArray[np.float64]

MOST_STEPS = 6  # steps of the search for the starts
SETTLED = 1e-3  # reduction of the sum of squares a row, below which the search for the starts ends
HUBER = 1.5  # deviations beyond which the loss is linear
HOPELESS = 1e6  # residual of a prediction that is not finite
ANGLES = ("yaw",)  # channels that are compared modulo a full turn
REGULAR = 1e-9  # added to the diagonal so that starts without effect leave the matrix invertible


class Residuals(NamedTuple):
    """Residuals of all windows in deviations, without the part that the starts explain."""

    values: Floats  # (W, T * channels)
    slopes: Floats  # by the parameters' coordinates (W, T * channels, parameters)
    starts: Floats  # of the windows (W, free)
    predicted: Floats  # channels (W, T, channels)
    raw: Floats  # predicted less measured, 0 where not measured (W, T, channels)

    @property
    def cost(self) -> float:
        """Return half the sum of squares."""
        return 0.5 * float(np.sum(self.values**2))


class Problem:
    """Least-squares problem of some parameters and some windows.

    Args:
        places: indices of the parameters in theta.
        theta: values of all other parameters.
        deviations: deviation of the noise of each channel, in its unit (channels).
        is_robust: reduce the weight of large residuals.
    """

    def __init__(
        self,
        predictor: Predictor,
        windows: Windows,
        parameters: Sequence[Parameter],
        places: Sequence[int],
        theta: Floats,
        deviations: Floats,
        *,
        is_robust: bool = False,
    ):
        self.predictor, self.windows, self.parameters = predictor, windows, list(parameters)
        self.places, self.theta = np.array(places, np.intp), theta.copy()
        self.deviations, self.is_robust = deviations, is_robust
        self.evaluations = 0
        self.starts = windows.start * ~windows.is_added
        self._best = np.inf
        self._last: tuple[bytes, Residuals] | None = None

    def theta_at(self, coordinates: Floats) -> Floats:
        """Return all values at coordinates of the search."""
        theta = self.theta.copy()
        theta[self.places] = [one.value(at) for one, at in zip(self.parameters, coordinates, strict=True)]
        return theta

    def residuals(self, coordinates: Floats) -> Residuals:
        """Return the residuals at coordinates of the search, and their derivatives."""
        key = np.asarray(coordinates, np.float64).tobytes()
        if self._last is not None and self._last[0] == key:
            return self._last[1]
        found = self._found(np.asarray(coordinates, np.float64))
        if found.cost < self._best:
            self._best, self.starts = found.cost, found.starts
        self._last = (key, found)
        return found

    def slopes_here(self) -> Floats:
        """Return the derivatives at the present values and starts (W, T * channels, parameters)."""
        values = self.theta[self.places]
        scales = np.array([one.slope(value) for one, value in zip(self.parameters, values, strict=True)], np.float64)
        return self._projected(self.theta, self.starts, scales)[0].slopes

    def reduced(self, coordinates: Floats) -> tuple[Floats, Floats]:
        """Return residuals and derivatives with the same sums of products in fewer rows, by a QR decomposition."""
        found = self.residuals(coordinates)
        count = len(self.parameters)
        rows = np.concatenate([found.slopes.reshape(-1, count), found.values.reshape(-1, 1)], axis=1)
        if not np.isfinite(rows).all():
            return np.full(count + 1, HOPELESS), np.zeros((count + 1, count))
        triangle: Floats = np.asarray(np.linalg.qr(rows, mode="r"))
        return triangle[:, -1].copy(), triangle[:, :-1].copy()

    def _found(self, coordinates: Floats) -> Residuals:
        theta = self.theta_at(coordinates)
        scales = np.array(
            [one.slope(value) for one, value in zip(self.parameters, theta[self.places], strict=True)], np.float64
        )
        starts = self.starts
        rows = max(1, int(self.windows.is_measured.sum()))
        found, change, gain = self._projected(theta, starts, scales)
        for _ in range(MOST_STEPS):
            if gain < SETTLED * rows or not np.isfinite(change).all():
                break
            starts = starts + change
            found, change, gain = self._projected(theta, starts, scales)
        return found

    def _projected(self, theta: Floats, starts: Floats, scales: Floats) -> tuple[Residuals, Floats, float]:
        windows = self.windows
        self.evaluations += 1
        predicted = self.predictor.predict(windows, theta, starts, self.places)
        raw = np.where(windows.is_measured, _wrapped(predicted.values - windows.measured, windows.channels), 0.0)
        weight = windows.is_measured / self.deviations
        values, factor = self._weighted(raw * weight)
        weight = (weight * factor)[..., None]
        flat = (windows.number, windows.shape.rows * len(windows.channels))
        b = (predicted.by_theta * weight * scales).reshape(*flat, scales.size)
        a = (predicted.by_start * weight).reshape(*flat, len(windows.free))
        r = values.reshape(flat)
        prior = np.broadcast_to(np.diag(1.0 / windows.likely), (windows.number, *[len(windows.free)] * 2))
        guess = np.where(windows.is_added, 0.0, windows.start)
        a = np.concatenate([a, prior], axis=1)
        b = np.concatenate([b, np.zeros((windows.number, len(windows.free), scales.size))], axis=1)
        r = np.concatenate([r, (starts - guess) / windows.likely], axis=1)
        if not (np.isfinite(a).all() and np.isfinite(b).all() and np.isfinite(r).all()):
            r = np.full_like(r, HOPELESS)
            return Residuals(r, np.zeros_like(b), starts, predicted.values, raw), np.zeros_like(starts), 0.0
        base, factors = np.linalg.qr(a)
        factors = factors + REGULAR * np.eye(len(windows.free))
        explained = np.einsum("wmf,wm->wf", base, r)
        change = _solved(factors, -explained)
        left = r - np.einsum("wmf,wf->wm", base, explained)
        slopes = b - base @ (np.swapaxes(base, 1, 2) @ b)
        return Residuals(left, slopes, starts, predicted.values, raw), change, float(np.sum(explained**2))

    def _weighted(self, residuals: Floats) -> tuple[Floats, Floats]:
        """Return residuals whose squares are the loss, and the factor by which each derivative is reduced."""
        if not self.is_robust:
            return residuals, np.ones_like(residuals)
        size = np.maximum(np.abs(residuals), HUBER)
        root = np.sqrt(HUBER * (2.0 * size - HUBER))
        is_far = np.abs(residuals) > HUBER
        values = np.where(is_far, np.sign(residuals) * root, residuals)
        return values, np.where(is_far, HUBER / root, 1.0)


def _solved(matrices: Any, right: Any) -> Floats:
    solve: Any = np.linalg.solve
    return np.asarray(solve(matrices, right[..., None])[..., 0], np.float64)


def _wrapped(residuals: Floats, channels: tuple[str, ...]) -> Floats:
    for place, name in enumerate(channels):
        if name in ANGLES:
            residuals[..., place] = np.remainder(residuals[..., place] + np.pi, 2.0 * np.pi) - np.pi
    return residuals


def noise_of(windows: Windows) -> Floats:
    """Return the noise of each channel [its unit] by the third differences of its rows, without a model.

    It is at least a thousandth of the channel's own deviation.
    """
    found: list[float] = []
    for place in range(len(windows.channels)):
        values = np.where(windows.is_measured[..., place], windows.measured[..., place], np.nan)
        inner = values - np.nanmean(values, axis=1, keepdims=True)
        found.append(max(noise_of_rows(values), 1e-3 * float(np.nanstd(inner)), 1e-9))
    return np.array(found)
