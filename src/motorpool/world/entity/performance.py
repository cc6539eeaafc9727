"""Performance of vehicles: the limits of their drivers, and how fast they turn, found by driving them."""

import numpy as np
from numpy.typing import NDArray

from ...fleet import Fleet
from ...models.mathematics import wrap_angle
from ..drivers.manual_control import Handling

Floats = NDArray[np.float64]

# How vehicles answer to a driver where a scenario does not say.
HANDLING = {
    "wheeled": Handling(),
    "tracked": Handling(
        max_speed=15.0, max_reverse_speed=4.0, acceleration=2.0, braking=5.0, max_lateral_acceleration=5.0
    ),
    "point": Handling(max_reverse_speed=0.0),  # polar movement turns about instead
}
TRIAL_SPEED = 5.0  # of a vehicle with a dynamic model, whose yaw rate may not grow with its speed [m/s]
LAG_SPEED, LONGEST_LAG = 5.0, 1.5  # that a turn's lag is tried at [m/s], and the longest that counts [s]
FIRST_STEP = 1e-3  # of a kinematic model, whose yaw rate is there at once [s]
TRIAL_STEPS, TRIAL_DT = 40, 0.05  # two seconds of full steer, after which a vehicle with a dynamic model turns steadily


def handling_of(fleet: Fleet) -> Handling:
    """Return the driver's limits for a fleet: those of its vehicle file, else those of its kind."""
    kind = HANDLING.get(fleet.kind, Handling())
    return kind if fleet.model.vehicle is None else kind._replace(**fleet.model.vehicle.handling)


def full_steer_yaw_rate(fleet: Fleet, speed: float) -> Floats:
    """Yaw rate [rad/s] of each vehicle of a fleet at full steer and ``speed`` [m/s], found by driving it."""
    if fleet.model.is_dynamic:
        return _steady_yaw_rate(fleet, speed)
    try:
        return _yaw_rate_of_arrays(fleet, speed)
    except (TypeError, ValueError):  # a model with ``if``, which takes no arrays
        trial = _trial_fleet(fleet)
        trial.drive(speed, 1.0, dt=FIRST_STEP)
        trial.step(FIRST_STEP)
        return trial.state.yaw / FIRST_STEP


def _yaw_rate_of_arrays(fleet: Fleet, speed: float) -> Floats:
    """The same of a kinematic model, whose first step tells it."""
    module, dt = fleet.model.module, FIRST_STEP
    params = module.Params(*fleet.params)
    zeros, ones = np.zeros(fleet.count), np.ones(fleet.count)
    state = module.State(*(zeros for _ in module.State._fields))
    ground = [module.Ground(*fleet.ground)] if fleet.model.stands_on_ground else []
    return (
        module.step(state, module.control_from_command(state, speed * ones, ones, params, dt), params, dt, *ground).yaw
        / dt
    )


def turn_lag(fleet: Fleet) -> Floats:
    """Time constant [s] of a turn at full steer: its deficit at first, over its steady value."""
    if not fleet.model.is_dynamic:
        return np.zeros(fleet.count)
    rates = _yaw_rates(fleet, LAG_SPEED)
    is_turning = np.abs(rates[-1]) > 1e-3
    missing = 1.0 - rates / np.where(is_turning, rates[-1], 1.0)
    return np.where(is_turning, np.clip(missing.sum(axis=0) * TRIAL_DT, 0.0, LONGEST_LAG), 0.0)


def _steady_yaw_rate(fleet: Fleet, speed: float) -> Floats:
    """The same where a turn takes time to build up."""
    return _yaw_rates(fleet, speed)[-1]


def _trial_fleet(fleet: Fleet) -> Fleet:
    """Return a fleet of the same vehicles that stand at the origin."""
    params = {name: getattr(fleet.params, name) for name in dir(fleet.params)}
    return Fleet(fleet.model, fleet.count, name=fleet.name, **params)


def _yaw_rates(fleet: Fleet, speed: float) -> Floats:
    """Yaw rates [rad/s] of each vehicle in each step of a trial at full steer that begins straight on."""
    trial = _trial_fleet(fleet)
    trial.state.speed = speed
    yaw = [trial.state.yaw.copy()]
    for _ in range(TRIAL_STEPS):
        trial.drive(speed, 1.0, dt=TRIAL_DT)
        trial.step(TRIAL_DT)
        yaw.append(trial.state.yaw.copy())
    return wrap_angle(np.diff(np.array(yaw), axis=0)) / TRIAL_DT
