"""Step steer in the linear range: rise time and overshoot of the yaw rate."""

from typing import Any

import numpy as np

from ....base.errors import require
from ....models.registry import Model
from .. import formulas
from ..outcome import Curve, Outcome, Picture, about
from ..rig import Floats, Rig, has, param

TITLE = "Step steer"
SOURCE = "ISO 7401; the linear single-track's yaw rate by the matrix exponential"
REFERENCE = "closed form of the linear car"
GENTLE = 0.5  # steady-state lateral acceleration [m/s^2]
DT = 1.0 / 480.0  # step; with longer ones the response times are coarse [s]
DURATION = 3.0  # [s]


def suits(model: Model) -> bool:
    """Return whether a vehicle steers, has two axles on tyres, and no trailer."""
    return has(model, "front_axle_cornering_coefficient", "yaw_inertia") and not has(model, "trailer_mass")


def run(vehicle: Any) -> Outcome:
    """Return the time to 90 % of the yaw rate, and its peak, beside the linear response."""
    speed = min(80.0 / 3.6, 0.6 * param(vehicle, "max_speed"))
    matrix, entry = linear_single_track(vehicle, speed)
    settled = -np.linalg.solve(matrix, entry)
    steer = min(GENTLE / (speed * settled[1]), 0.9 * param(vehicle, "max_steer_angle"))
    rig = Rig(vehicle, max_steer_rate=1e3, air_drag=0.0, rolling_factor=0.0)
    rig.set_speed(speed)
    command = steer / param(vehicle, "max_steer_angle")
    run = rig.run(DURATION, lambda time, fleet: rig.hold_speed(speed, command, dt=DT), dt=DT)
    expected = _response(matrix, entry, steer, run.time)
    yaw_rate = run.yaw_rate[:, 0]
    rise = _first(run.time, yaw_rate, 0.9 * expected[-1])
    rise_expected = _first(run.time, expected, 0.9 * expected[-1])
    least = 2.0 * DT + 0.005
    measures = (
        about("settled yaw rate", yaw_rate[-1], expected[-1], within=0.02, unit="rad/s", source=SOURCE),
        about("time to 90 %", rise, rise_expected, within=0.05, unit="s", source=SOURCE, least=least),
        about("peak", float(yaw_rate.max()), float(expected.max()), within=0.03, unit="rad/s", source=SOURCE),
    )
    curves = (Curve("simulated", run.time, yaw_rate), Curve("matrix exponential", run.time, expected))
    title = f"{np.degrees(steer):.2g} degrees at {3.6 * speed:.0f} km/h"
    return Outcome(measures, (Picture(title, ("time", "s"), ("yaw rate", "rad/s"), curves),))


def linear_single_track(vehicle: Any, speed: float) -> tuple[Floats, Floats]:
    """Return matrix and steering column of (lateral speed, yaw rate)' for small angles (Rajamani, equation 2.31)."""
    a, b = param(vehicle, "front_axle_offset"), param(vehicle, "rear_axle_offset")
    mass, inertia = param(vehicle, "mass"), param(vehicle, "yaw_inertia")
    weight = mass * formulas.GRAVITY / (a + b)
    front = param(vehicle, "front_axle_cornering_coefficient") * weight * b
    rear = param(vehicle, "rear_axle_cornering_coefficient") * weight * a
    matrix = -np.array(
        [
            [(front + rear) / (mass * speed), (a * front - b * rear) / (mass * speed) + speed],
            [(a * front - b * rear) / (inertia * speed), (a * a * front + b * b * rear) / (inertia * speed)],
        ]
    )
    return matrix, np.array([front / mass, a * front / inertia])


def _response(matrix: Floats, entry: Floats, steer: float, times: Floats) -> Floats:
    """Return the yaw rate after a step of the steering [rad/s]: x = A^-1 (e^At - 1) B delta."""
    linear = require("scipy.linalg", extra="app", purpose="the linear answer to a step of the steering")
    step = linear.expm(matrix * float(times[1] - times[0]))
    settled = -np.linalg.solve(matrix, entry) * steer
    state, response = np.zeros(2), np.empty(times.size)
    for index in range(times.size):
        response[index] = state[1]
        state = settled + step @ (state - settled)
    return response


def _first(times: Floats, values: Floats, level: float) -> float:
    """Return the time at which values first reach a level [s], interpolated between steps."""
    index = int(np.argmax(values >= level))
    before, after = float(values[index - 1]), float(values[index])
    return float(times[index - 1] + (times[index] - times[index - 1]) * (level - before) / (after - before))
