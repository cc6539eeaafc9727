"""Error models of sensors: bias, scale, white noise, varying bias, quantisation and range.

    reading = limit(quantise((1 + scale) * truth + bias + drift + noise))

Sources: IEEE Std 952-1997, annex C; IEEE Std 1554-2005; Groves, "Principles of GNSS, Inertial, and Multisensor
Integrated Navigation Systems", 2nd ed. (2013), section 4.4.
"""

import math

import numpy as np

from .draws import ONCE, Floats, Words32, normals

BIAS, SCALE, DRIFT, NOISE = 1, 2, 3, 4  # streams of a quantity; each quantity has 8


def white_deviation(density: float, interval: float) -> float:
    """Return the standard deviation of readings that are means over an interval, of a white noise.

    Args:
        density: root power spectral density: N of IEEE 952, the random walk of the integral [unit/sqrt(Hz)].
        interval: time over which a reading is the mean [s].
    """
    return density / math.sqrt(interval)


def next_drift(drift: Floats, drawn: Floats, *, deviation: float, correlation_time: float, interval: float) -> Floats:
    """Return a first-order Gauss-Markov process after an interval; its variance stays ``deviation`` squared.

    Args:
        drift: value before the interval.
        drawn: normally distributed numbers of the same shape.
        deviation: standard deviation of the process.
        correlation_time: time in which its correlation falls to 1/e [s].
        interval: time from one value to the next [s].
    """
    kept = math.exp(-interval / correlation_time)
    return kept * drift + deviation * math.sqrt(-math.expm1(-2.0 * interval / correlation_time)) * drawn


def quantised(values: Floats, step: float) -> Floats:
    """Return the nearest multiples of a step; the values themselves if it is 0."""
    return step * np.round(values / step) if step > 0.0 else values


def limited(values: Floats, most: float) -> Floats:
    """Return the values within -most..most; the values themselves if it is 0."""
    return np.clip(values, -most, most) if most > 0.0 else values


class ErrorModel:
    """Errors of one quantity with several axes on several vehicles.

    Args:
        stream: number of the quantity of its sensor, below 500.
        axes: number of the axes, whose errors are independent.
        noise: density of the white noise if ``is_density``, else its standard deviation.
        bias, drift, scale_error: standard deviations.
        step, limit: quantisation and range; 0 for none.
    """

    def __init__(
        self,
        stream: int,
        axes: int,
        *,
        noise: float = 0.0,
        is_density: bool = False,
        bias: float = 0.0,
        drift: tuple[float, float] = (0.0, 1.0),
        scale_error: float = 0.0,
        step: float = 0.0,
        limit: float = 0.0,
    ):
        self._first, self._axes = 8 * stream, axes
        self._noise, self._is_density, self._bias, self._scale = noise, is_density, bias, scale_error
        self._deviation, self._correlation_time = drift
        self._step, self._limit = step, limit
        self._keys: Words32 = np.zeros((0, 2), np.uint32)
        self._constant = self._gain = self._drift = np.zeros((0, axes))

    def start(self, keys: Words32, rows: slice) -> None:
        """Draw the constant errors of vehicles, and the varying ones that they begin with.

        Args:
            keys: (n, 2), of all vehicles.
            rows: vehicles that are new, at the end.
        """
        some = keys[rows]
        self._keys = keys
        drawn = {stream: self._drawn(some, ONCE, stream) for stream in (BIAS, SCALE, DRIFT)}
        kept = rows.start
        self._constant = np.concatenate((self._constant[:kept], self._bias * drawn[BIAS]))
        self._gain = np.concatenate((self._gain[:kept], 1.0 + self._scale * drawn[SCALE]))
        self._drift = np.concatenate((self._drift[:kept], self._deviation * drawn[DRIFT]))

    def read(self, truth: Floats, reading: int, interval: float) -> Floats:
        """Return readings (n, axes) of true values, which are means over the interval [s] since the last ones."""
        if self._deviation > 0.0:
            self._drift = next_drift(
                self._drift,
                self._drawn(self._keys, reading, DRIFT),
                deviation=self._deviation,
                correlation_time=self._correlation_time,
                interval=interval,
            )
        values = self._gain * truth + self._constant + self._drift
        if self._noise > 0.0:
            deviation = white_deviation(self._noise, interval) if self._is_density else self._noise
            values = values + deviation * self._drawn(self._keys, reading, NOISE)
        return limited(quantised(values, self._step), self._limit)

    def _drawn(self, keys: Words32, reading: int, stream: int) -> Floats:
        return normals(keys, reading, self._first + stream, self._axes)
