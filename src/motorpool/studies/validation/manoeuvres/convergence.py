"""Convergence: order of the model's integration, measured on a drive through bends with decreasing steps."""

import math
from typing import Any

import numpy as np

from ....models.registry import Model
from ....vehicles.fleet import Fleet
from ..outcome import Curve, Outcome, Picture, at_least
from ..rig import Floats, Rig, axle_places, has, param, turn

TITLE = "Convergence"
SOURCE = "error of first order: each halving of dt halves it, log2 of their ratio is 1"
REFERENCE = "finer steps of the same model"
STEPS = (1 / 60, 1 / 120, 1 / 240, 1 / 480, 1 / 960)  # [s]
TINY_STEP = 1 / 30720  # step of the reference [s]
DURATION = 4.0  # [s]
SPEED = 8.0  # [m/s]
GENTLE = 3.0  # limit of the lateral acceleration in the bends, so that no tyre slides [m/s^2]


def suits(model: Model) -> bool:
    """Return whether a vehicle has pedals."""
    return "mass" in model.inertia and model.has("pedals")


def run(vehicle: Any) -> Outcome:
    """Return the error of the final position after four seconds, for five steps."""
    # a gear shift would depend on the step
    ungeared: dict[str, Any] = {"gear_count": 0.0} if has(vehicle, "gear_count") else {}
    steer_amplitude = 0.15
    if (places := axle_places(vehicle)) is not None:
        steer_amplitude = min(steer_amplitude, GENTLE * sum(places) / SPEED**2 / param(vehicle, "max_steer_angle"))

    def drive(time: float, fleet: Fleet) -> None:
        fleet.control.throttle = 0.3
        turn(fleet, steer_amplitude * math.sin(1.5 * time))

    def end(dt: float) -> Floats:
        rig = Rig(vehicle, **ungeared)
        rig.set_speed(SPEED)
        run = rig.run(DURATION, drive, dt=dt, every=round(DURATION / dt))
        return np.array([run.x[-1, 0], run.y[-1, 0]])

    true = end(TINY_STEP)
    errors = np.array([np.hypot(*(end(dt) - true)) for dt in STEPS])
    orders = np.log2(errors[:-1] / errors[1:])
    curves = (
        Curve("simulated", np.array(STEPS), errors),
        Curve("first order", np.array(STEPS), errors[-1] * np.array(STEPS) / STEPS[-1]),
    )
    measure = at_least("order over the last two halvings", float(orders[-2:].mean()), 0.9, unit="1", source=SOURCE)
    picture = Picture("Error after four seconds", ("step", "s"), ("distance from the true end", "m"), curves)
    return Outcome((measure,), (picture,))
