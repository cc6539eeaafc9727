"""Predictions of windows and their derivatives, by JAX: one compiled program for a model and a shape of windows.

The program steps a batch of windows together with some directions in the space of parameters and starts (forward mode,
because there are few directions and many predicted values). All calls have the same sizes, so it is compiled once.

Source: forward sensitivities as in Griewank and Walther, "Evaluating Derivatives", 2nd ed. (2008), chapter 3.
"""

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import FitError, require
from ..models.registry import Model
from ..models.sensor_mount import sensor_position
from .parameters import MOUNT
from .windows import Shape, Windows, theta_names

Floats = NDArray[np.float64]

PURPOSE = "fitting a vehicle"
MOST = 32  # windows in a batch
DIRECTIONS = 8  # directions in a batch, at most
QUICKLY = {"xla_disable_hlo_passes": "fusion", "xla_backend_optimization_level": "0"}  # compile faster, run slower
SHORTEST = 1e-6  # least step in a division [s]


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
        is_quick: compile in seconds, and run several times slower.

    Raises:
        FitError: the model cannot be differentiated.
        MissingExtraError: JAX is not installed.
    """

    def __init__(
        self, model: Model, windows: Windows, *, ground: tuple[tuple[str, float], ...] = (), is_quick: bool = True
    ):
        if model.branches:
            raise FitError(f"{model.name} cannot be differentiated: {model.branches}; fit another model")
        require("jax", extra="jax", purpose=PURPOSE)
        count = len(theta_names(model, windows.channels)) + len(windows.free)
        self._lanes = -(-windows.number // -(-windows.number // MOST))  # batches of nearly the same size
        self._directions = min(DIRECTIONS, count)
        form = _Form(windows.shape, windows.free, windows.channels, tuple(map(bool, windows.is_added)), ground)
        self._program = _program(model.plain, form, is_quick)  # vehicles of a model differ only in values
        self._theta_count = count - len(windows.free)

    def predict(self, windows: Windows, theta: Floats, start: Floats, chosen: NDArray[np.intp]) -> Predicted:
        """Return the channels, and their derivatives by the chosen elements of theta and by the start.

        Args:
            theta: for all windows (theta), or for each (W, theta).
            start: of each window (W, free).
            chosen: places in theta.
        """
        rows, channels = windows.shape.rows, len(windows.channels)
        values = np.empty((windows.number, rows, channels))
        free = len(windows.free)
        slopes = np.empty((windows.number, chosen.size + free, rows, channels))
        theta = np.broadcast_to(theta, (windows.number, self._theta_count))
        for first in range(0, windows.number, self._lanes):
            batch = np.minimum(np.arange(first, first + self._lanes), windows.number - 1)
            own = slice(first, min(first + self._lanes, windows.number))
            size = own.stop - own.start
            for begin in range(0, chosen.size + free, self._directions):
                by_theta, by_start = self._basis(chosen, free, begin)
                one, some = self._program(windows, theta, start, batch, by_theta, by_start)
                end = min(begin + self._directions, chosen.size + free)
                values[own] = one[:size]
                slopes[own, begin:end] = some[:size, : end - begin]
        slopes = np.moveaxis(slopes, 1, -1)
        return Predicted(values, slopes[..., : chosen.size], slopes[..., chosen.size :])

    def _basis(self, chosen: NDArray[np.intp], free: int, begin: int) -> tuple[Floats, Floats]:
        by_theta, by_start = np.zeros((self._directions, self._theta_count)), np.zeros((self._directions, free))
        for row, number in enumerate(range(begin, min(begin + self._directions, chosen.size + free))):
            if number < chosen.size:
                by_theta[row, chosen[number]] = 1.0
            else:
                by_start[row, number - chosen.size] = 1.0
        return by_theta, by_start


def keep_compiled(folder: Path) -> None:
    """Set the folder of JAX's compilation cache, unless the user has set one; a second fit then starts at once.

    Raises:
        MissingExtraError: JAX is not installed.
    """
    config = require("jax", extra="jax", purpose=PURPOSE).config
    if config.jax_compilation_cache_dir is None:
        config.update("jax_compilation_cache_dir", str(folder))


class _Form(NamedTuple):
    """Properties that a program is compiled for, besides the model."""

    shape: Shape
    free: tuple[str, ...]
    channels: tuple[str, ...]
    is_added: tuple[bool, ...]
    ground: tuple[tuple[str, float], ...]


@lru_cache(maxsize=32)
def _program(model: Model, form: _Form, is_quick: bool) -> Callable[..., tuple[Floats, Floats]]:
    jax = require("jax", extra="jax", purpose=PURPOSE)
    axes = (0, 0, 0, 0, 0, 0, 0, None, None)
    function = jax.vmap(_with_slopes(_one_window(model, form)), in_axes=axes)
    compiled = jax.jit(function, compiler_options=QUICKLY if is_quick else None)

    def call(
        windows: Windows, theta: Floats, start: Floats, batch: NDArray[np.intp], by_theta: Floats, by_start: Floats
    ) -> tuple[Floats, Floats]:
        inputs = (windows.state, windows.commands, windows.dt, windows.imposed, windows.is_imposed)
        with _in_double_precision(jax):
            values, slopes = compiled(theta[batch], start[batch], *[part[batch] for part in inputs], by_theta, by_start)
            return np.asarray(values), np.asarray(slopes)

    return call


def _in_double_precision(jax: Any) -> Any:
    if hasattr(jax, "enable_x64"):
        return jax.enable_x64(True)
    return require("jax.experimental", extra="jax", purpose=PURPOSE).enable_x64()


def _with_slopes(predict: Callable[..., Any]) -> Callable[..., Any]:
    jax = require("jax", extra="jax", purpose=PURPOSE)

    def both(theta: Any, start: Any, *rest: Any) -> Any:
        *inputs, by_theta, by_start = rest

        def along(a: Any, b: Any) -> Any:
            return jax.jvp(at, (theta, start), (a, b))

        def at(a: Any, b: Any) -> Any:
            return predict(a, b, *inputs)

        values, slopes = jax.vmap(along, out_axes=(None, 0))(by_theta, by_start)
        return values, slopes

    return both


def _one_window(model: Model, form: _Form) -> Callable[..., Any]:
    """Return the function from theta and a start to the channels of one window (T, channels)."""
    jax = require("jax", extra="jax", purpose=PURPOSE)
    xp = require("jax.numpy", extra="jax", purpose=PURPOSE)
    module, shape = model.module, form.shape
    names = theta_names(model, form.channels)
    free = np.array([module.State._fields.index(name) for name in form.free])
    params, controls = len(module.Params._fields), len(module.Control._fields)
    biases = np.array([names.index(f"offset of {name}") for name in form.channels])
    on_control = np.array([name in module.Control._fields for name in form.channels])
    has_mount = set(MOUNT) <= set(module.Params._fields)
    ground = _ground(module, form.ground)
    begins = np.zeros(((shape.run_in + shape.rows) * shape.steps, 1))
    begins[shape.run_in * shape.steps] = 1.0
    is_added = np.array(form.is_added)

    def predict(theta: Any, start: Any, state: Any, commands: Any, dt: Any, imposed: Any, is_imposed: Any) -> Any:
        values = module.Params(*theta[:params])
        offsets = theta[params : params + controls]

        def advance(before: Any, given: Any) -> Any:
            command, length, value, is_set, is_begin = given
            own = before[free]
            own = xp.where(is_begin > 0.0, start + is_added * own, own)
            own = xp.where(is_set > 0.0, value, own)
            now = module.State(*before.at[free].set(own))
            after = module.step(now, module.Control(*(command - offsets)), values, length, *ground)
            seen = _at_sensor(now, values) if has_mount else now
            return xp.stack([xp.asarray(field, float) for field in after]), _observed(
                xp, form.channels, seen, after, length
            )

        _, (level, slope) = jax.lax.scan(advance, state, (commands, dt, imposed, is_imposed, begins))
        rows = (shape.run_in + np.arange(shape.rows)) * shape.steps
        mean = xp.concatenate([slope[rows[:1]], 0.5 * (slope[rows[1:] - 1] + slope[rows[1:]])])
        return level[rows] + mean + xp.where(on_control, 0.0, theta[biases])

    return predict


def _at_sensor(state: Any, params: Any) -> Any:
    x, y = sensor_position(state, params)
    return state._replace(x=x, y=y)


def _ground(module: Any, values: tuple[tuple[str, float], ...]) -> tuple[Any, ...]:
    """Return the level ground for a model's step, for models that have a ground."""
    if not hasattr(module, "Ground"):
        return ()
    given = {**module.Ground._field_defaults, **dict(values)}
    return (module.Ground(*[np.float64(given[name]) for name in module.Ground._fields]),)


def _observed(xp: Any, channels: tuple[str, ...], now: Any, after: Any, dt: Any) -> tuple[Any, Any]:
    """Return the channels that are fields of the state, and those that are slopes over a step; 0 for the others."""
    level: list[Any] = []
    slope: list[Any] = []
    for name in channels:
        is_level = name in now._fields
        level.append(getattr(now, name) if is_level else 0.0)
        slope.append(0.0 if is_level else _slope(xp, name, now, after, dt))
    return xp.stack([xp.asarray(one, float) for one in level]), xp.stack([xp.asarray(one, float) for one in slope])


def _slope(xp: Any, name: str, now: Any, after: Any, dt: Any) -> Any:
    """Return the mean of a quantity over a step, from the states at its ends."""
    length = xp.maximum(dt, SHORTEST)
    if name == "yaw_rate":
        return xp.arctan2(xp.sin(after.yaw - now.yaw), xp.cos(after.yaw - now.yaw)) / length
    ahead, left = zip(_velocity(xp, now), _velocity(xp, after), strict=True)
    rate = 0.5 * (now.yaw_rate + after.yaw_rate)
    if name == "lateral_acceleration":
        return (left[1] - left[0]) / length + rate * 0.5 * (ahead[0] + ahead[1])
    return (ahead[1] - ahead[0]) / length - rate * 0.5 * (left[0] + left[1])


def _velocity(xp: Any, state: Any) -> tuple[Any, Any]:
    if "sideslip_angle" in state._fields:
        return state.speed * xp.cos(state.sideslip_angle), state.speed * xp.sin(state.sideslip_angle)
    return state.speed, state.lateral_speed if "lateral_speed" in state._fields else 0.0 * state.speed
