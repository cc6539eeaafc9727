"""Performance of vehicles: how fast they turn, found by trial drives.

The results of the vehicles that ship are stored (``vehicles.trial_results``); all others are driven.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from ...models.mathematics import wrap_angle
from ...models.registry import Model
from ...vehicles.fleet import Fleet
from ...vehicles.trial_results import stored_result

Floats = NDArray[np.float64]

TRIAL_SPEED = 2.0  # of a vehicle with a dynamic model; at higher speeds light cars slide at full steer [m/s]
SLOWEST_TRIAL = 0.5  # speed at the end of that trial, at least, over which its yaw rate counts [m/s]
FAST_TRIAL_SPEED = 10.0  # at which the model of a tracked vehicle keeps its lateral acceleration [m/s]
NO_LIMIT = 1000.0  # lateral acceleration of vehicles whose model keeps none [m/s^2]
LONGEST_LAG = 1.5  # of a turn, that counts [s]
FIRST_STEP = 1e-3  # of a kinematic model, whose yaw rate is there at once [s]
TRIAL_STEPS, TRIAL_DT = (
    80,
    0.05,
)  # four seconds of full steer, after which vehicles turn steadily


class Turning(NamedTuple):
    """Turning of a fleet's vehicles at full steer: arrays of one value a vehicle."""

    pivot_yaw_rate: Floats  # of a vehicle that stands [rad/s]
    full_curvature: Floats  # growth of the yaw rate with speed, while that is low [1/m]
    full_lateral_acceleration: Floats  # at full steer and speed, which tracked models keep [m/s^2]
    lag: Floats  # time constant of a turn: its deficit at first, over its steady value [s]


def turning_of(fleets: Sequence[Fleet]) -> list[Turning]:
    """Return the turning performance of each fleet's vehicles: from stored results, or found by driving them.

    Vehicles of one dynamic model and of the same parameters are driven once, at all speeds at a time.
    """
    found = {id(fleet): _turning_at_once(fleet) for fleet in fleets if not fleet.model.is_dynamic}
    alike: dict[int, list[Fleet]] = {}
    for fleet in fleets:
        if fleet.model.is_dynamic:
            alike.setdefault(id(fleet.model.plain.module), []).append(fleet)
    for group in alike.values():
        params = np.concatenate([np.column_stack([*fleet.params]) for fleet in group])
        distinct, which = np.unique(params, axis=0, return_inverse=True)
        each = _stored_or_driven(group[0].model, distinct)
        ends = np.cumsum([fleet.count for fleet in group])[:-1]
        for fleet, rows in zip(group, np.split(which.reshape(-1), ends), strict=True):
            found[id(fleet)] = Turning(*(values[rows] for values in each))
    return [found[id(fleet)] for fleet in fleets]


def driven_turning(model: Model, params: Floats) -> Turning:
    """Return the turning performance of a dynamic model by driving (vehicles, parameters), in the model's order, SI."""
    is_tracked = model.kind == "tracked"
    speeds = (0.0, TRIAL_SPEED, FAST_TRIAL_SPEED) if is_tracked else (0.0, TRIAL_SPEED)
    rates, reached = _yaw_rates(model, params, speeds)
    kept = np.abs(rates[-1, 2] * reached[2]) if is_tracked else np.full(len(params), NO_LIMIT)
    return _steady_turning(rates, reached[1])._replace(full_lateral_acceleration=kept)


def _stored_or_driven(model: Model, params: Floats) -> Turning:
    """Return the turning performance of a dynamic model: all from stored results, or all driven if one has none.

    Args:
        params: (vehicles, parameters), in the model's order, SI.
    """
    module = model.plain.module.__name__
    stored = [result for row in params.tolist() if (result := stored_result(module, row)) is not None]
    if len(stored) < len(params):
        return driven_turning(model, params)
    return Turning(*np.array(stored, np.float64).reshape(-1, len(Turning._fields)).T)


def full_steer_yaw_rate(fleet: Fleet, speed: float) -> Floats:
    """Yaw rate [rad/s] of each vehicle of a fleet at full steer and ``speed`` [m/s], found by driving it."""
    if fleet.model.is_dynamic:
        return _yaw_rates(fleet.model, np.column_stack([*fleet.params]), (speed,))[0][-1, 0]
    try:
        return _yaw_rate_of_arrays(fleet, speed)
    except (TypeError, ValueError):  # a model with ``if``, which takes no arrays
        trial = _trial_fleet(fleet.model, np.column_stack([*fleet.params]))
        trial.drive(speed, 1.0, dt=FIRST_STEP)
        trial.step(FIRST_STEP)
        return trial.state.yaw / FIRST_STEP


def _yaw_rate_of_arrays(fleet: Fleet, speed: float) -> Floats:
    module, dt = fleet.model.module, FIRST_STEP
    params = module.Params(*fleet.params)
    zeros, ones = np.zeros(fleet.count), np.ones(fleet.count)
    state = module.State(*(zeros for _ in module.State._fields))
    ground = [module.Ground(*fleet.ground)] if fleet.model.stands_on_ground else []
    return (
        module.step(state, module.control_from_command(state, speed * ones, ones, params, dt), params, dt, *ground).yaw
        / dt
    )


def _turning_at_once(fleet: Fleet) -> Turning:
    pivot = full_steer_yaw_rate(fleet, 0.0)
    return Turning(
        pivot, full_steer_yaw_rate(fleet, 1.0) - pivot, np.full(fleet.count, NO_LIMIT), np.zeros(fleet.count)
    )


def _steady_turning(rates: Floats, reached: Floats) -> Turning:
    """Return the turning performance at low speed, where the yaw rate grows with it.

    Args:
        rates: yaw rates (steps, trials, vehicles) [rad/s]; the first trials are at rest and at ``TRIAL_SPEED``.
        reached: speed at the end of the second trial (vehicles,); a turn slows some down [m/s].
    """
    pivot, rate = rates[-1, :2]
    is_turning = np.abs(rate) > 1e-3
    missing = 1.0 - rates[:, 1] / np.where(is_turning, rate, 1.0)
    total = missing.cumsum(axis=0)[-1]  # step by step: a sum over one vehicle is rounded otherwise than over many
    lag = np.where(is_turning, np.clip(total * TRIAL_DT, 0.0, LONGEST_LAG), 0.0)
    curvature = (rate - pivot) / np.maximum(reached, SLOWEST_TRIAL)
    return Turning(pivot, curvature, np.full(len(pivot), NO_LIMIT), lag)


def _trial_fleet(model: Model, params: Floats) -> Fleet:
    """Return a fleet that stands at the origin.

    Args:
        params: (vehicles, parameters).
    """
    return Fleet(model, len(params), **dict(zip(model.module.Params._fields, params.T, strict=True)))


def _yaw_rates(model: Model, params: Floats, speeds: tuple[float, ...]) -> tuple[Floats, Floats]:
    """Return the yaw rates of trials at full steer and ``speeds`` [m/s], begun straight, and the speeds at their ends.

    Returns:
        yaw rates (steps, speeds, vehicles) [rad/s], and speeds (speeds, vehicles) [m/s].
    """
    trial = _trial_fleet(model, np.tile(params, (len(speeds), 1)))
    speed = np.repeat(speeds, len(params))
    trial.state.speed = speed
    yaw = [trial.state.yaw.copy()]
    for _ in range(TRIAL_STEPS):
        trial.drive(speed, 1.0, dt=TRIAL_DT)
        trial.step(TRIAL_DT)
        yaw.append(trial.state.yaw.copy())
    rates = cast("Floats", wrap_angle(cast("Any", np.diff(np.array(yaw), axis=0)))) / TRIAL_DT
    return rates.reshape(TRIAL_STEPS, len(speeds), len(params)), trial.state.speed.reshape(len(speeds), len(params))
