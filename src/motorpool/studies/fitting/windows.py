"""Windows of a log: pieces of some seconds, each predicted from its own start.

A prediction over a whole drive diverges even with a good model: an error of one degree in yaw becomes metres. So the
log is cut (multiple shooting without continuity conditions; Bock 1983), and the start of each window is found
together with the parameters. Before a window the model runs in for half a second with all measured values imposed, so
that quantities that are not measured (load of the engine, angle of the wheels, forces) take the values of the model.

All windows have the same number of rows; the last of a stretch is padded with steps of 0 s, which have no effect.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.errors import FitError
from ...models.registry import Model
from ..logs.log import Log
from .channels import SMOOTHING, Signals, likely_error, smoothed, used_states

Floats = NDArray[np.float64]

RUN_IN = 0.5  # before a window [s]
LONGEST_STEP = 0.025  # of the model; longer rows are several steps [s]
LARGEST_GAP = 0.25  # greatest gap in the times or commands of a log that is bridged [s]
FEWEST_ROWS = 10  # least number of rows of a window
STANDS = 0.3  # greatest speed below which a window is left out [m/s]; in a slow log,
STANDS_SHARE = 0.1  # this share of the log's usual speed
MEASURED_START = 10.0  # factor on the deviation of a measured start, because its rows are fitted, too
INITIAL = {  # fields of State that begin at the value of a command
    "wheel_angle": "steer_angle",
    "delayed_steer_angle": "steer_angle",
    "engine_load": "throttle",
}

SAME = ("shape", "free", "channels", "is_added", "likely")  # fields of Windows that are common to all windows


class Shape(NamedTuple):
    """Sizes of all windows of a log; a model is compiled for each shape."""

    run_in: int  # rows before a window
    rows: int  # of a window
    steps: int  # of the model, a row


class Windows(NamedTuple):
    """Arrays over windows (W), steps (L), fields and rows (T); see ``Shape``."""

    shape: Shape
    free: tuple[str, ...]  # fields of the start
    channels: tuple[str, ...]  # that are predicted
    time: Floats  # of each row (W, T) [s]
    measured: Floats  # (W, T, channels)
    is_measured: NDArray[np.bool_]  # (W, T, channels)
    commands: Floats  # of each step (W, L, controls)
    dt: Floats  # of each step (W, L) [s]
    imposed: Floats  # fields of the state that are set before a step (W, L, free)
    is_imposed: Floats  # 1 where a field is imposed (W, L, free)
    state: Floats  # before the run-in (W, fields of the state)
    start: Floats  # guess (W, free); where nothing is known, an addition to the state at the end of the run-in
    is_added: NDArray[np.bool_]  # whether the start is such an addition (free)
    likely: Floats  # a priori deviation of the start from its guess (free)
    log: NDArray[np.intp]  # number of the window's log (W)

    @property
    def number(self) -> int:
        """Return the number of windows."""
        return len(self.dt)

    @classmethod
    def joined(cls, parts: "Sequence[Windows]") -> "Windows":
        """Join the windows of several logs, which have the same shape."""
        arrays = {
            name: np.concatenate([getattr(one, name) for one in parts]) for name in cls._fields if name not in SAME
        }
        return parts[0]._replace(**arrays, likely=np.max([one.likely for one in parts], axis=0))

    def take(self, chosen: Any) -> "Windows":
        """Return the windows with these numbers."""
        parts = {name: getattr(self, name)[chosen] for name in self._fields if name not in SAME}
        return self._replace(**parts)


def shape_of(*logs: Log, seconds: float) -> Shape:
    """Return the sizes of the logs' windows of a duration.

    Raises:
        FitError: a log is shorter than one window of use.
    """
    dt, longest = float(np.median([log.dt for log in logs])), max(log.dt for log in logs)
    run_in = max(2, round(RUN_IN / dt))
    shortest = min(logs, key=lambda log: log.time.size)
    rows = min(max(FEWEST_ROWS, round(seconds / dt)), shortest.time.size - run_in - 1)
    if rows < FEWEST_ROWS:
        raise FitError(
            f"{shortest.name} is too short: {shortest.time.size} rows over {shortest.duration:.2g} s; a fit needs some "
            f"seconds, at least {run_in + FEWEST_ROWS + 1} rows"
        )
    return Shape(run_in, rows, max(1, int(np.ceil(longest / LONGEST_STEP - 1e-9))))


def windows_of(log: Log, signals: Signals, model: Model, shape: Shape, *, is_held: bool, number: int = 0) -> Windows:
    """Return the windows of a log.

    Args:
        is_held: hold commands between rows, else interpolate them.

    Raises:
        FitError: no stretch without gaps is long enough.
    """
    free = used_states(model)
    firsts = _firsts(log, signals, shape)
    if not firsts:
        raise FitError(
            f"{log.name} has no stretch of {log.dt * (shape.run_in + FEWEST_ROWS + 1):.2g} s in which the vehicle "
            f"moves and neither times nor commands have a gap of more than {LARGEST_GAP:g} s"
        )
    guesses = np.column_stack([_filled(log.time, signals.starts[name]) for name in free]) if free else None
    assert guesses is not None
    is_known: NDArray[np.bool_] = np.asarray(np.isfinite(guesses).all(axis=0))
    smooth = np.column_stack([smoothed(log.time, column, SMOOTHING) for column in guesses.T])
    is_logged = np.array([name in log.values for name in free])
    pieces = [
        _piece(log, signals, model, shape, first, last, np.where(is_known, smooth, 0.0), is_held)
        for first, last in firsts
    ]
    likely = np.array([likely_error(name, signals.usual_speed) for name in free])
    likely *= np.where(is_logged, MEASURED_START, 1.0)
    arrays: dict[str, Any] = {name: np.stack([piece[name] for piece in pieces]) for name in pieces[0]}
    step_count = (shape.run_in + shape.rows) * shape.steps
    in_run_in = (np.arange(step_count) < shape.run_in * shape.steps)[:, None]
    always = np.array([name in signals.imposed for name in free])
    arrays["is_imposed"] = np.broadcast_to(((in_run_in & is_known) | always) * 1.0, arrays["imposed"].shape).copy()
    arrays["log"] = np.full(len(pieces), number)
    return Windows(
        shape=shape, free=free, channels=tuple(signals.channels), is_added=~is_known, likely=likely, **arrays
    )


def stretches(log: Log, signals: Signals) -> list[tuple[int, int]]:
    """Return the first row of each stretch without large gaps in times and commands, and the row after its last."""
    gap = max(LARGEST_GAP, 3.0 * log.dt)
    is_there = np.ones(log.time.size, np.bool_)
    for command in signals.commands.values():
        is_there &= _gap_at(log.time, command) <= gap
    breaks = np.flatnonzero((np.diff(log.time) > gap) | (is_there[1:] != is_there[:-1])) + 1
    parts = np.split(np.arange(log.time.size), breaks)
    return [(int(part[0]), int(part[-1]) + 1) for part in parts if is_there[part[0]]]


def _firsts(log: Log, signals: Signals, shape: Shape) -> list[tuple[int, int]]:
    """Return the first row of each window and the row after its last one, which is the end of its last step."""
    found: list[tuple[int, int]] = []
    for begin, end in stretches(log, signals):
        for first in range(begin + shape.run_in, end - FEWEST_ROWS, shape.rows):
            last = min(first + shape.rows, end - 1)
            if _is_useful(signals, first, last):
                found.append((first, last))
    return found


def _is_useful(signals: Signals, first: int, last: int) -> bool:
    rows = slice(first, last)
    if not any(np.isfinite(channel[rows]).sum() >= FEWEST_ROWS // 2 for channel in signals.channels.values()):
        return False
    speed = signals.starts.get("speed", signals.commands.get("speed"))
    if speed is None or not np.isfinite(speed[rows]).any():
        return True
    return float(np.nanmax(np.abs(speed[rows]))) >= min(STANDS, STANDS_SHARE * signals.usual_speed)


def _gap_at(time: Floats, values: Floats) -> Floats:
    """Return the length of the gap around each row [s]; 0 where there is a value."""
    is_there = np.isfinite(values)
    if not is_there.any():
        return np.full(time.size, np.inf)
    place = np.flatnonzero(is_there)
    after = np.searchsorted(place, np.arange(time.size))
    before = np.maximum(after - 1, 0)
    width = time[place[np.minimum(after, place.size - 1)]] - time[place[before]]
    outside = (after == place.size) | ((after == 0) & ~is_there)
    return np.where(is_there, 0.0, np.where(outside, np.inf, width))


def _piece(
    log: Log,
    signals: Signals,
    model: Model,
    shape: Shape,
    first: int,
    last: int,
    starts: Floats,
    is_held: bool,
) -> dict[str, Any]:
    """Return the arrays of one window; rows behind ``last`` repeat it with steps of 0 s."""
    rows = np.minimum(np.arange(first - shape.run_in, first + shape.rows + 1), min(last, log.time.size - 1))
    times = log.time[rows]
    lengths = np.repeat(np.diff(times) / shape.steps, shape.steps)
    at = np.repeat(times[:-1], shape.steps) + np.tile(np.arange(shape.steps), times.size - 1) * lengths
    middle = at + 0.5 * lengths
    own = slice(first - shape.run_in, min(last + 1, log.time.size))
    when = at if is_held else middle
    commands = np.column_stack(
        [at_times(log.time[own], column[own], when, is_held) for column in signals.commands.values()]
    )
    measured = np.column_stack([channel[rows[shape.run_in : -1]] for channel in signals.channels.values()])
    is_inside = (np.arange(shape.rows) < last - first)[:, None]
    initial = initial_state(model, commands[0])
    free = [model.module.State._fields.index(name) for name in used_states(model)]
    state = np.array([initial[name] for name in model.module.State._fields], np.float64)
    state[free] = starts[rows[0]]
    return {
        "time": times[shape.run_in : -1],
        "measured": np.where(np.isfinite(measured) & is_inside, measured, 0.0),
        "is_measured": np.isfinite(measured) & is_inside,
        "commands": commands,
        "dt": lengths,
        "imposed": np.stack([np.interp(at, log.time, starts[:, place]) for place in range(starts.shape[1])], axis=1),
        "state": state,
        "start": starts[first],
    }


def initial_state(model: Model, commands: Floats) -> dict[str, float]:
    """Return a state's default values; fields that follow a command are at the command's value."""
    controls, fields = model.module.Control._fields, model.module.State._fields
    return model.module.State._field_defaults | {
        field: float(commands[controls.index(command)])
        for field, command in INITIAL.items()
        if command in controls and field in fields
    }


def at_times(time: Floats, values: Floats, at: Floats, is_held: bool) -> Floats:
    """Return a command at other times [s]: the last value before (``is_held``), or by linear interpolation."""
    is_there = np.isfinite(values)
    time, values = time[is_there], values[is_there]
    if not is_held:
        return np.interp(at, time, values)
    return values[np.maximum(np.searchsorted(time, at + 1e-9, side="right") - 1, 0)]


def _filled(time: Floats, values: Floats) -> Floats:
    """Return values with interpolated gaps; a series of only NaN is returned as it is."""
    is_there = np.isfinite(values)
    return np.interp(time, time[is_there], values[is_there]) if is_there.any() else values


def theta_names(model: Model, channels: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the values in theta: parameters, offsets of commands, offsets of channels."""
    commands = [f"offset of {name}" for name in model.module.Control._fields]
    offsets = [f"offset of {name}" for name in channels if f"offset of {name}" not in commands]
    return (*model.module.Params._fields, *commands, *offsets)


def theta_of(model: Model, channels: Sequence[str], params: Mapping[str, float]) -> Floats:
    """Return the values of ``theta_names``: the parameters, and offsets of 0."""
    values = [params[name] for name in model.module.Params._fields]
    rest = len(theta_names(model, channels)) - len(values)
    return np.array([*values, *[0.0] * rest], np.float64)
