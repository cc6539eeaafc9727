"""Predictions of windows and their derivatives, by compiled dual numbers: one loop for a model and its channels.

Forward mode, because there are few directions and many predicted values. Each direction is a chosen value of theta or a
field of the start, and steps all windows once.

Source: forward sensitivities as in Griewank and Walther, "Evaluating Derivatives", 2nd ed. (2008), chapter 3.
"""

import itertools
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.errors import FitError
from ...compile.columns import cpu_count, run_parts
from ...compile.form.types import UnsupportedError
from ...compile.offending_lines import why_uncompilable
from ...models.registry import Model
from .kernel import Form, kernel
from .windows import Windows, theta_names

Floats = NDArray[np.float64]

VECTOR = 8  # the number of windows is rounded up to a multiple of this
BUSY = 2000  # steps of windows in one direction from which another thread is used


class Predicted(NamedTuple):
    """Channels of windows and their derivatives."""

    values: Floats  # (W, T, channels)
    by_theta: Floats  # (W, T, channels, chosen)
    by_start: Floats  # (W, T, channels, free)


class Predictor:
    """Predicts the channels of windows.

    Args:
        windows: windows of the sizes and channels to predict.
        ground: values of the ground, by field; by default those of the model.

    Raises:
        FitError: the model cannot be compiled.
    """

    def __init__(self, model: Model, windows: Windows, *, ground: tuple[tuple[str, float], ...] = ()):
        form = Form(windows.free, windows.channels, tuple(map(bool, windows.is_added)))
        try:
            self._kernel = kernel(model, form)
        except UnsupportedError as error:
            why = why_uncompilable(model, [model.module.step], error, otherwise="fit another model")
            raise FitError(f"{model.name} cannot be compiled: {why}") from error
        self._theta_count = len(theta_names(model, windows.channels))
        self._ground = _ground(model.module, ground)

    def predict(self, windows: Windows, theta: Floats, start: Floats, chosen: NDArray[np.intp]) -> Predicted:
        """Return the channels, and their derivatives by the chosen elements of theta and by the start.

        Args:
            theta: for all windows (theta), or for each (W, theta).
            start: start values of each window (W, free).
            chosen: places in theta.
        """
        shape, channels, free = windows.shape, len(windows.channels), len(windows.free)
        directions = max(1, chosen.size + free)
        length = (shape.run_in + shape.rows - 1) * shape.steps + 1  # the last row is before its step
        count = -(-windows.number // VECTOR) * VECTOR
        by_theta, by_start = np.zeros((directions, self._theta_count)), np.zeros((directions, free))
        by_theta[np.arange(chosen.size), chosen] = 1.0
        by_start[chosen.size + np.arange(free), np.arange(free)] = 1.0
        state = np.zeros((directions, 2 * windows.state.shape[1], count))
        state[:, : windows.state.shape[1]] = _rows(windows.state, count)
        found = np.empty((directions, shape.rows, 2 * channels, count))
        given = (windows.commands, windows.dt, windows.imposed, windows.is_imposed)
        arguments: list[Any] = [
            state,
            _rows(np.broadcast_to(theta, (windows.number, self._theta_count)), count),
            by_theta,
            _rows(start, count),
            by_start,
            *[_rows(part[:, :length], count) for part in given],
            self._ground,
            np.zeros((directions, 2 * channels, count)),
            found,
            shape.run_in,
            shape.steps,
        ]
        threads = min(cpu_count(), directions) if count * length > BUSY else 1
        edges = [directions * part // threads for part in range(threads + 1)]
        run_parts(lambda part: self._kernel(*arguments, part[0], part[1] - part[0]), list(itertools.pairwise(edges)))
        found = found[..., : windows.number]
        values = np.moveaxis(found[0, :, :channels], 2, 0)
        slopes = np.moveaxis(found[:, :, channels:], (3, 0), (0, 3))
        return Predicted(values, slopes[..., : chosen.size], slopes[..., chosen.size :])


def _rows(array: Floats, count: int) -> Floats:
    """Return an array whose first axis, the windows, is the last one, with the last window repeated up to a count."""
    repeated = array[np.minimum(np.arange(count), len(array) - 1)]
    return np.ascontiguousarray(np.moveaxis(repeated, 0, -1))


def _ground(module: Any, values: tuple[tuple[str, float], ...]) -> Floats:
    """Return the values of the level ground of a model; none for models without a ground."""
    if not hasattr(module, "Ground"):
        return np.zeros(0)
    given = {**module.Ground._field_defaults, **dict(values)}
    return np.array([given[name] for name in module.Ground._fields], np.float64)
