"""Channels and commands of a fit: predicted quantities of a log, inputs of the model, and missing quantities.

A command that a log lacks is derived where it can be: a steer angle from the recorded share of the lock, a steer rate
from the steer angle, the speed of a kinematic car from the measured one. Without pedals, the measured speed is
imposed on a dynamic model; the log then gives no information about engine and brakes.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.errors import FitError
from ...models.fields import Field, fields_of
from ...models.registry import Model
from ..logs.log import Log

Floats = NDArray[np.float64]

FREE = ("x", "y", "yaw", "speed", "lateral_speed", "sideslip_angle", "yaw_rate")  # of State, for a window's start
CHANNELS = (*FREE, "lateral_acceleration", "longitudinal_acceleration")  # predicted quantities
PEDALS = ("throttle", "brake")
STEERING = ("steer_angle", "steer_rate")
OPTIONAL = {"brake": 0.0, "throttle": 0.0, "parking_brake": 0.0, "engine_stop": 0.0, "cruise": 0.0}
SLOWEST = 0.005  # usual speed below which a vehicle stands, even without noise [m/s]
STANDING = 3.0  # usual speed over the noise of the speed below which a vehicle stands
USUAL = 90.0  # share of the speeds that are at most the usual one [%]
SMOOTHING = 0.25  # time over which a speed is smoothed before it is imposed or differentiated [s]
LIKELY = {"yaw": 0.3, "speed": 2.0, "lateral_speed": 0.5, "sideslip_angle": 0.05, "yaw_rate": 0.3, "x": 1.0, "y": 1.0}
FASTEST_SHARE = {"speed": 0.3, "lateral_speed": 0.1}  # likely error of such a start, as a share of the usual speed
MARGIN = 0.1  # share of its range by which a command may exceed it, with noise and offsets
USUAL_UNITS = {"rad": "deg", "1": "percent", "m/s": "kmh"}  # of logs, by the SI unit
OUTLIERS = 0.01  # share of the rows in which a command may be outside of that, too
DRIVEN = ("speed", "left_track_speed", "right_track_speed")  # commands that move a kinematic model


class Signals(NamedTuple):
    """Inputs and outputs of a model at the times of a log."""

    commands: dict[str, Floats]  # each field of the model's Control; NaN where nothing was logged
    channels: dict[str, Floats]  # predicted quantities, NaN where not measured
    starts: dict[str, Floats]  # best guess of every free field of the start; NaN where there is none
    imposed: tuple[str, ...]  # of the free fields: set to the log at every row, not predicted
    notes: tuple[str, ...]  # derived quantities, in words
    usual_speed: float  # speed that the vehicle reaches in a tenth of the log [m/s]


def signals_of(log: Log, model: Model, params: Mapping[str, float]) -> Signals:
    """Return the inputs and outputs of a model for a log.

    The ``params`` are start values; they convert a share of the steering lock into an angle.

    Raises:
        FitError: the log has no command or no measured quantity, or the vehicle stands.
    """
    notes = list(log.notes)
    commands = _commands(log, model, params, notes)
    state = model.module.State._fields
    free = [name for name in FREE if name in state]
    can_drive = any(name in log.values for name in (*PEDALS, "acceleration")) or "speed" not in free
    imposed = () if can_drive else ("speed",)
    starts = {name: _start(name, log) for name in free}
    if imposed:
        if not np.isfinite(starts["speed"]).any():
            raise FitError(
                f"{log.name} has neither pedals nor a speed; {model.name} needs one of throttle, brake, speed "
                "or a path (x and y): name a column with --column speed=COLUMN"
            )
        notes.append("no throttle or brake in the log: its speed is imposed, and engine and brakes are not fitted")
        starts["speed"] = smoothed(log.time, starts["speed"], SMOOTHING)
    channels = {name: log.values[name] for name in _predicted(log, model, free, imposed)}
    if not channels:
        raise FitError(
            f"{log.name} has nothing that {model.name} predicts; it needs at least one of "
            f"{', '.join(_predictable(model, free))}: name a column with --column yaw_rate=COLUMN"
        )
    return Signals(commands, channels, starts, imposed, tuple(notes), _usual_speed(log, starts, commands))


def _predictable(model: Model, free: list[str]) -> list[str]:
    state = model.module.State._fields
    names = [name for name in CHANNELS if name in state]
    if "yaw" in state and "yaw_rate" not in names:
        names.append("yaw_rate")
    if "speed" in free and "yaw_rate" in free:
        names += ["lateral_acceleration", "longitudinal_acceleration"]
    return names


def _predicted(log: Log, model: Model, free: list[str], imposed: tuple[str, ...]) -> list[str]:
    has_path = "x" in log.values and "y" in log.values
    names = [name for name in _predictable(model, free) if name in log.values and name not in imposed]
    if not has_path:
        names = [name for name in names if name not in ("x", "y")]
    if "longitudinal_acceleration" in names and imposed:
        names.remove("longitudinal_acceleration")
    return names


# ---- commands


def _commands(log: Log, model: Model, params: Mapping[str, float], notes: list[str]) -> dict[str, Floats]:
    fields = model.module.Control._fields
    found = {name: log.values[name] for name in fields if name in log.values}
    for name in fields:
        derived = None if name in found else _derived(name, log, model, params)
        if derived is not None:
            found[name], words = derived
            notes.append(words)
    needed = [name for name in fields if name not in OPTIONAL and name not in found]
    if any(name in STEERING for name in fields) and not any(name in found for name in STEERING):
        raise _missing(log, model, next(name for name in fields if name in STEERING))
    if needed:
        raise _missing(log, model, needed[0])
    if not found:
        raise FitError(f"{log.name} has no command, and {model.name} takes {', '.join(fields)}; log at least one")
    for field in fields_of(model.module.Control):
        if field.name in found:
            _refuse_other_unit(log, field, found[field.name])
    if "throttle" in found and "brake" in fields and "brake" not in found:
        notes.append("no brake in the log: it is taken as released")
    return {name: found.get(name, np.full(log.time.size, OPTIONAL.get(name, 0.0))) for name in fields}


def _refuse_other_unit(log: Log, field: Field, values: Floats) -> None:
    """Refuse a command that is far out of its range in many rows, and therefore of another unit.

    Raises:
        FitError: it is.
    """
    low, high = field.range.low, field.range.high
    margin = MARGIN * (high - low)
    finite = values[np.isfinite(values)]
    is_outside = (finite < low - margin) | (finite > high + margin)
    if finite.size and is_outside.mean() > OUTLIERS:
        extreme = float(finite[np.argmax(np.abs(finite))])
        unit = USUAL_UNITS.get(field.unit)
        advice = f", as in --column {field.name}_{unit}=COLUMN" if unit else " and its factor to SI"
        raise FitError(
            f"{log.name}: {field.name} is up to {extreme:.4g}, and out of its range in {is_outside.mean():.0%} of the "
            f"rows; it must be {field.allowed()}: where the log has another unit, name it{advice}"
        )


def _derived(name: str, log: Log, model: Model, params: Mapping[str, float]) -> tuple[Floats, str] | None:
    values = log.values
    parts = model.dimensions.get("max_steer_angle", ())
    if name == "steer_angle" and "steer" in values and parts:
        lock = sum(params[part] for part in parts)
        return values["steer"] * lock, f"steer_angle is the logged share of the lock, {lock:.4g} rad"
    if name == "steer_rate":
        angle = values.get("steer_angle", values.get("wheel_angle"))
        if angle is not None:
            return np.gradient(angle, log.time), "steer_rate is the slope of the logged steer angle"
    if name == "acceleration":
        if "longitudinal_acceleration" in values:
            return values["longitudinal_acceleration"], "acceleration is the measured longitudinal one"
        if "speed" in values:
            slope = np.gradient(smoothed(log.time, values["speed"], SMOOTHING), log.time)
            return slope, "acceleration is the slope of the logged speed"
    if name == "speed" and "x" in values and "y" in values:
        return _path_speed(log), "speed is that of the logged path"
    return None


def _missing(log: Log, model: Model, name: str) -> FitError:
    have = ", ".join(log.values) or "nothing"
    return FitError(
        f"{log.name} has no command {name}, which {model.name} takes; it has {have}: name its column with "
        f"--column {name}=COLUMN, or fit another model"
    )


# ---- starts


def _start(name: str, log: Log) -> Floats:
    if name in log.values:
        return log.values[name]
    if name == "speed" and "x" in log.values and "y" in log.values:
        return _path_speed(log)
    if name == "yaw" and "x" in log.values and "y" in log.values:
        return _course(log)
    if name == "yaw_rate" and "yaw" in log.values:
        return np.gradient(smoothed(log.time, log.values["yaw"], SMOOTHING), log.time)
    if name in ("x", "y", "yaw") and not {"x", "y"} & set(log.values):
        return np.zeros(log.time.size)  # without a measured path the start is arbitrary
    return np.full(log.time.size, np.nan)


def _path_speed(log: Log) -> Floats:
    """Return the speed along the logged path [m/s], forward positive if the yaw is logged."""
    x, y = (smoothed(log.time, log.values[name], SMOOTHING) for name in ("x", "y"))
    ahead, across = np.gradient(x, log.time), np.gradient(y, log.time)
    if "yaw" in log.values:
        return ahead * np.cos(log.values["yaw"]) + across * np.sin(log.values["yaw"])
    return np.hypot(ahead, across)


def _course(log: Log) -> Floats:
    x, y = (smoothed(log.time, log.values[name], 2.0 * SMOOTHING) for name in ("x", "y"))
    return np.unwrap(np.arctan2(np.gradient(y, log.time), np.gradient(x, log.time)))


def smoothed(time: Floats, values: Floats, width: float) -> Floats:
    """Return values smoothed by a straight line through those within ``width`` [s]; NaN where there are none."""
    is_there = np.isfinite(values)
    weight, filled = is_there.astype(float), np.where(is_there, values, 0.0)
    sums = [np.concatenate(([0.0], np.cumsum(part))) for part in _moments(time, filled, weight)]
    low = np.searchsorted(time, time - 0.5 * width, side="left")
    high = np.searchsorted(time, time + 0.5 * width, side="right")
    count, t, tt, v, tv = (part[high] - part[low] for part in sums)
    with np.errstate(all="ignore"):
        middle, mean = t / count, v / count
        spread = tt / count - middle * middle
        slope = np.where(spread > 1e-12, (tv / count - middle * mean) / spread, 0.0)
        return np.where(count > 0, mean + slope * (time - middle), np.nan)


def _moments(time: Floats, values: Floats, weight: Floats) -> tuple[Floats, ...]:
    return weight, weight * time, weight * time * time, weight * values, weight * time * values


def _usual_speed(log: Log, starts: Mapping[str, Floats], commands: Mapping[str, Floats]) -> float:
    """Return the speed that a vehicle reaches in a tenth of its log [m/s].

    Raises:
        FitError: the vehicle stands: the speed is zero, or within the noise of the sensor.
    """
    moving = [starts["speed"]] if "speed" in starts else [commands[name] for name in DRIVEN if name in commands]
    speeds = [np.abs(smoothed(log.time, one, SMOOTHING)) for one in moving if np.isfinite(one).any()]
    if not speeds:
        return np.inf
    usual = max(float(np.nanpercentile(one, USUAL)) for one in speeds)
    noise = max(noise_of_rows(one) for one in moving)
    if usual < max(SLOWEST, STANDING * noise):
        raise FitError(
            f"{log.name}: the vehicle stands ({usual:.2g} m/s in most of the log, with a noise of {noise:.2g} m/s); a "
            "fit needs a drive"
        )
    return usual


def noise_of_rows(values: Floats) -> float:
    """Return the standard deviation of the noise of a series, by its third differences; 0 if there are too few rows.

    A smooth signal has small third differences; independent noise of deviation s has third differences of deviation
    sqrt(20) s. The median is used, so that a jump has no effect.

    Args:
        values: series along the last axis; NaN where nothing was measured.
    """
    thirds = np.diff(values, n=3, axis=-1)
    thirds = thirds[np.isfinite(thirds)]
    return 1.4826 * float(np.median(np.abs(thirds))) / np.sqrt(20.0) if thirds.size else 0.0


def likely_error(name: str, usual_speed: float) -> float:
    """Return the likely error of the guess of a start [unit of the field], for a log's usual speed [m/s]."""
    return min(LIKELY[name], FASTEST_SHARE.get(name, np.inf) * usual_speed)


def used_states(model: Model) -> tuple[str, ...]:
    """Return the free fields of a model's state at the start of a window."""
    state: Any = model.module.State
    return tuple(name for name in FREE if name in state._fields)
