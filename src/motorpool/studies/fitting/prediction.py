"""Predictions of whole drives: a vehicle driven by the commands of a log, from the start of the log.

The vehicle has only the commands and its initial state; it is never corrected. The predicted path is aligned with the
measured one over the first seconds (Kabsch, Acta Cryst. A32 (1976), in the plane), because an error of one degree in
the measured yaw alone is a path error of 2 %. A log with gaps is predicted between the gaps.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.errors import FitError, ModelError
from ...models.registry import Model, find
from ...models.sensor_mount import Params as Mount
from ...models.sensor_mount import sensor_position
from ..logs.log import Log
from .channels import Signals, signals_of, smoothed
from .windows import FEWEST_ROWS, LONGEST_STEP, at_times, initial_state, stretches

Floats = NDArray[np.float64]

LAID = 2.0  # beginning of a path that is aligned with the measured one [s]
SMOOTHING = 0.25  # time over which the start is smoothed [s]


class Prediction(NamedTuple):
    """Predicted drive."""

    x: Floats  # of the sensor at each row of the log, east; NaN where nothing is predicted [m]
    y: Floats  # north [m]
    driven: float  # length of the predicted path [m]
    error: float  # distance from the measured path, root of the mean square [m]

    @property
    def share(self) -> float:
        """Return the ratio of the error to the length of the path [1]."""
        return self.error / self.driven if self.driven > 0.0 else np.inf


def predict(
    log: Log,
    vehicle: Any,
    *,
    params: Mapping[str, float] | None = None,
    is_held: bool = False,
    ground: Mapping[str, float] | None = None,
) -> Prediction:
    """Predict the path of a log from its commands.

    Args:
        is_held: hold commands between rows; else interpolate them.
        ground: values that replace those of the model's usual ground.

    Raises:
        FitError: the log has no path, or lacks a command.

    Example:
        seen = predict(read_log("unseen.csv"), "my.toml")
        print(f"{seen.share:.1%} of {seen.driven:.0f} m")
    """
    try:
        model = find(vehicle)
    except ModelError as error:
        raise FitError(str(error)) from error
    values = {**model.module.Params._field_defaults, **(params or {})}
    if not {"x", "y"} <= log.values.keys():
        raise FitError(f"{log.name} has no path to compare with; name its columns with --column x=COLUMN and y=COLUMN")
    signals = signals_of(log, model, values)
    x, y = np.full((2, log.time.size), np.nan)
    length = error = 0.0
    for first, last in stretches(log, signals):
        rows = slice(first, last)
        measured = np.column_stack([log.values["x"][rows], log.values["y"][rows]])
        if int(np.sum(np.isfinite(measured[:, 0] + measured[:, 1]))) < FEWEST_ROWS:
            continue
        path, _ = driven(log, signals, model, values, rows, is_held, ground or {})
        path = _laid(path, measured, log.time[rows] - log.time[first] <= LAID)
        squares: Floats = np.sum((path - measured) ** 2, axis=1)
        steps = np.diff(path, axis=0)
        length += float(np.sum(np.hypot(steps[:, 0], steps[:, 1])))
        error += float(np.sqrt(np.mean(squares[np.isfinite(squares)])))
        x[rows], y[rows] = path.T
    if length == 0.0:
        raise FitError(f"{log.name} has no stretch without gaps that is long enough to be predicted")
    return Prediction(x, y, length, error if np.isfinite(error) else np.inf)


def driven(
    log: Log,
    signals: Signals,
    model: Model,
    values: Mapping[str, float],
    rows: slice,
    is_held: bool,
    ground: Mapping[str, float],
) -> tuple[Floats, Any]:
    """Return the predicted path of the sensor at some rows (T, 2) [m], and the state at the last."""
    module, time = model.module, log.time[rows]
    steps = max(1, int(np.ceil(log.dt / LONGEST_STEP - 1e-9)))
    lengths = np.repeat(np.diff(time) / steps, steps)
    begins = np.repeat(time[:-1], steps) + np.tile(np.arange(steps), time.size - 1) * lengths
    at = begins if is_held else begins + 0.5 * lengths
    commands = np.column_stack([at_times(time, one[rows], at, is_held) for one in signals.commands.values()])
    imposed = {name: at_times(time, signals.starts[name][rows], begins, False) for name in signals.imposed}
    state = module.State(**_start(log, signals, model, commands[0], rows))
    params = module.Params(*[float(values[name]) for name in module.Params._fields])
    mount = Mount(*[float(values.get(name, 0.0)) for name in Mount._fields])
    soil: tuple[Any, ...] = ()
    if hasattr(module, "Ground"):
        soil = (module.Ground(**{**module.Ground._field_defaults, **ground}),)
    path = [sensor_position(state, mount)]
    for number, command in enumerate(commands.tolist()):
        now = state._replace(**{name: float(column[number]) for name, column in imposed.items()})
        state = module.step(now, module.Control(*command), params, float(lengths[number]), *soil)
        if (number + 1) % steps == 0:
            path.append(sensor_position(state, mount))
    return np.array(path, np.float64), state


def _start(log: Log, signals: Signals, model: Model, command: Floats, rows: slice) -> dict[str, float]:
    """Return the fields of the state at the first of some rows: measured ones smoothed, others by default."""
    found = initial_state(model, command)
    for name, column in signals.starts.items():
        smooth = smoothed(log.time[rows], column[rows], SMOOTHING)
        there = smooth[np.isfinite(smooth)]
        if there.size:
            found[name] = float(there[0])
    return found


def _laid(path: Floats, measured: Floats, is_begin: NDArray[np.bool_]) -> Floats:
    """Return a path, rotated and shifted to match the measured one at its beginning."""
    is_there = np.isfinite(measured).all(axis=1)
    chosen = is_there & is_begin
    chosen = chosen if chosen.sum() >= FEWEST_ROWS else is_there
    here, there = path[chosen].mean(axis=0), measured[chosen].mean(axis=0)
    a, b = path[chosen] - here, measured[chosen] - there
    turn = np.arctan2(np.sum(a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]), np.sum(a * b))
    sine, cosine = np.sin(turn), np.cos(turn)
    return (path - here) @ np.array([[cosine, sine], [-sine, cosine]]) + there
