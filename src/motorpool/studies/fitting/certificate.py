"""Certificates: errors of a vehicle's predictions on a drive that was not fitted, over windows of some seconds.

    print(certificate_of(read_log("unseen.csv"), "my.toml"))

Each window is predicted from the measured state at its start and the commands in it, without corrections. Beside the
vehicle stand two predictors that need no fit: the measured speed and yaw rate at the start go on (constant turn rate
and velocity; Schubert, Richter and Wanielik 2008), and a kinematic bicycle of the same wheelbase drives the measured
speed.
"""

import math
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.errors import FitError
from ...models.registry import Model, find
from ..logs.log import Log
from ..logs.tables import sha256_of_log
from .channels import Signals, signals_of, smoothed
from .prediction import SMOOTHING, driven
from .windows import FEWEST_ROWS, stretches

Floats = NDArray[np.float64]

LENGTHS = (3.0, 10.0)  # of the windows [s]
MOST_WINDOWS = 200  # of one length, spread over the drive
SHORTEST_PATH = 2.0  # path of a window that has a share of error [m]
PATH_SMOOTHING = 0.5  # time over which a path is smoothed before its length is measured, which noise increases [s]
BICYCLE = "bicycle/arc"


class Errors(NamedTuple):
    """Errors of windows of one length; the medians over the windows, NaN where a predictor lacks a command."""

    seconds: float
    windows: int
    vehicle: float  # root mean square distance from the measured path, over its length [1]
    turn_rate: float  # likewise, of a constant turn rate and velocity
    bicycle: float  # likewise, of a kinematic bicycle
    worst: float  # of the vehicle, in nine of ten windows at most [1]
    yaw: float  # of the vehicle at the end of the window [rad]


class Certificate(NamedTuple):
    """Errors on a drive."""

    log: str
    sha256: str  # of the log's file; empty for a log from arrays
    errors: tuple[Errors, ...]

    def lines(self) -> Iterator[str]:
        """Yield the errors as text, a line for each length of window."""
        yield f"not fitted: {self.log}{f' (sha256 {self.sha256})' if self.sha256 else ''}"
        for one in self.errors:
            others = [("constant turn rate", one.turn_rate), ("bicycle of this wheelbase", one.bicycle)]
            beside = ", ".join(f"{name} {_percent(share)}" for name, share in others if math.isfinite(share))
            yaw = f"; yaw {math.degrees(one.yaw):.2g} degrees" if math.isfinite(one.yaw) else ""
            yield (
                f"{one.windows} windows of {one.seconds:g} s: median error {_percent(one.vehicle)} of the path, at "
                f"most {_percent(one.worst)} in nine of ten{f' ({beside})' if beside else ''}{yaw}"
            )

    def __str__(self) -> str:
        return "\n".join(self.lines())


def certificate_of(
    log: Log,
    vehicle: Any,
    *,
    params: Mapping[str, float] | None = None,
    is_held: bool = False,
    ground: Mapping[str, float] | None = None,
) -> Certificate:
    """Return the errors of a vehicle's predictions on a drive.

    Args:
        vehicle: name, file or model.
        params: values that replace those of the vehicle.
        is_held: hold commands between rows; else interpolate them.
        ground: values that replace those of the model's usual ground.

    Raises:
        FitError: the log has no path, lacks a command, or is shorter than a window.
    """
    model = find(vehicle)
    values = {**model.module.Params._field_defaults, **(params or {})}
    if not {"x", "y"} <= log.values.keys():
        raise FitError(f"{log.name} has no path to compare with; name its columns with --column x=COLUMN and y=COLUMN")
    own = signals_of(log, model, values)
    found = [_errors(log, seconds, model, values, own, is_held, ground or {}) for seconds in LENGTHS]
    errors = tuple(one for one in found if one.windows)
    if not errors:
        raise FitError(f"{log.name} has no stretch of {LENGTHS[0]:g} s without gaps in which the vehicle moves")
    return Certificate(log.name, sha256_of_log(log.file) if log.file else "", errors)


def _errors(
    log: Log,
    seconds: float,
    model: Model,
    values: Mapping[str, float],
    own: Signals,
    is_held: bool,
    ground: Mapping[str, float],
) -> Errors:
    bicycle = _bicycle(log, model, values)
    smooth_path = np.column_stack([smoothed(log.time, log.values[name], PATH_SMOOTHING) for name in ("x", "y")])
    vehicle: list[float] = []
    turn_rate: list[float] = []
    simple: list[float] = []
    yaws: list[float] = []
    for rows in _windows(log, own, seconds):
        measured = np.column_stack([log.values["x"][rows], log.values["y"][rows]])
        is_there = np.isfinite(measured).all(axis=1)
        length = float(np.sum(np.hypot(*np.diff(smooth_path[rows][is_there], axis=0).T)))
        if is_there.sum() < FEWEST_ROWS or length < SHORTEST_PATH:
            continue
        path, last = driven(log, own, model, values, rows, is_held, ground)
        vehicle.append(_distance(path, measured) / length)
        turn_rate.append(_distance(_constant_turn(log, own, rows), measured) / length)
        if bicycle is not None:
            path, _ = driven(log, bicycle[0], bicycle[1], bicycle[2], rows, is_held, {})
            simple.append(_distance(path, measured) / length)
        if "yaw" in log.values and hasattr(last, "yaw"):
            there = _smooth(log, log.values["yaw"], rows)
            yaws += [abs(math.remainder(float(last.yaw) - float(there[-1]), 2.0 * math.pi))] if there.size else []
    worst = float(np.quantile(vehicle, 0.9)) if vehicle else math.nan
    return Errors(
        seconds=seconds,
        windows=len(vehicle),
        vehicle=_median(vehicle),
        turn_rate=_median(turn_rate),
        bicycle=_median(simple),
        worst=worst,
        yaw=_median(yaws),
    )


def _windows(log: Log, signals: Signals, seconds: float) -> list[slice]:
    """Return windows that begin a third of their length after each other, in stretches without gaps."""
    found: list[slice] = []
    for first, last in stretches(log, signals):
        begins = np.arange(log.time[first], log.time[last - 1] - seconds + 1e-9, seconds / 3.0)
        for begin in begins:
            start, end = np.searchsorted(log.time, (begin - 1e-9, begin + seconds + 1e-9))
            found.append(slice(max(int(start), first), min(int(end), last)))
    every = max(1, math.ceil(len(found) / MOST_WINDOWS))
    return found[::every]


def _bicycle(log: Log, model: Model, values: Mapping[str, float]) -> tuple[Signals, Model, dict[str, float]] | None:
    """Return a kinematic bicycle of a vehicle's wheelbase with its commands; None if the log lacks one."""
    wheelbase = sum(values[name] for name in model.dimensions.get("wheelbase", ()))
    if not wheelbase:
        return None
    bicycle = find(BICYCLE)
    plain = {**bicycle.module.Params._field_defaults, "wheelbase": wheelbase}
    try:
        return signals_of(log, bicycle, plain), bicycle, plain
    except FitError:
        return None


def _constant_turn(log: Log, signals: Signals, rows: slice) -> Floats:
    """Return the path of a constant speed and yaw rate (T, 2) [m]."""
    x, y, yaw, speed = (_first(log, signals.starts.get(name), rows) for name in ("x", "y", "yaw", "speed"))
    if not math.isfinite(speed):
        speed = _first(log, signals.commands.get("speed"), rows)
    rate = _first(log, log.values.get("yaw_rate", signals.starts.get("yaw_rate")), rows)
    if not math.isfinite(rate):
        rate = _slope(log, signals, rows)
    time = log.time[rows] - log.time[rows][0]
    half = 0.5 * rate * time
    chord = speed * time * np.sinc(half / np.pi)
    return np.column_stack([x + chord * np.cos(yaw + half), y + chord * np.sin(yaw + half)])


def _first(log: Log, column: Floats | None, rows: slice) -> float:
    """Return the value at the first of some rows, smoothed as the start of a prediction is; NaN without any."""
    smooth = np.zeros(0) if column is None else _smooth(log, column, rows)
    return float(smooth[0]) if smooth.size else math.nan


def _smooth(log: Log, column: Floats, rows: slice) -> Floats:
    """Return the smoothed values of some rows, where there are any."""
    smooth = smoothed(log.time[rows], column[rows], SMOOTHING)
    return smooth[np.isfinite(smooth)]


def _slope(log: Log, signals: Signals, rows: slice) -> float:
    """Return the slope of the yaw at the first of some rows [rad/s]."""
    smooth = smoothed(log.time[rows], signals.starts["yaw"][rows], SMOOTHING)
    return float(np.gradient(smooth, log.time[rows])[0])


def _distance(path: Floats, measured: Floats) -> float:
    """Return the root mean square distance of two paths, where both are [m]."""
    squares: Floats = np.sum((path - measured) ** 2, axis=1)
    there = squares[np.isfinite(squares)]
    return float(np.sqrt(np.mean(there))) if there.size else math.nan


def _median(values: list[float]) -> float:
    finite = [value for value in values if math.isfinite(value)]
    return float(np.median(finite)) if finite else math.nan


def _percent(share: float) -> str:
    return f"{100.0 * share:.2g} %"
