"""Steady circles at several speeds: understeer gradient and greatest lateral acceleration."""

from typing import Any

import numpy as np

from ....models.registry import Model
from .. import formulas
from ..outcome import Curve, Outcome, Picture, about, at_least, at_most
from ..rig import Rig, has, param, soil

TITLE = "Steady circle"
SOURCE = "ISO 4138; yaw rate $v delta / (L + K v^2)$, $K = (1 / c_front - 1 / c_rear) / g$"
REFERENCE = "closed form"
COUNT = 8  # speeds, from 15 to 60 % of the greatest
GENTLE = 0.3  # lateral acceleration of the circles [m/s^2]
DURATION = 25.0  # [s]


def suits(model: Model) -> bool:
    """Return whether a vehicle steers, has two axles on tyres, and no trailer."""
    return has(model, "front_axle_cornering_coefficient", "max_steer_angle") and not has(model, "trailer_mass")


def run(vehicle: Any) -> Outcome:
    """Return the yaw rate of circles at low lateral acceleration beside the formula, and the greatest acceleration."""
    wheelbase = param(vehicle, "front_axle_offset") + param(vehicle, "rear_axle_offset")
    understeer = understeer_of(vehicle)
    speed = np.linspace(0.15, 0.6, COUNT) * param(vehicle, "max_speed")
    steer = GENTLE * (wheelbase + understeer * speed**2) / speed**2
    bent = np.abs(steer) > 0.9 * param(vehicle, "max_steer_angle")
    steer[bent] = 0.5 * param(vehicle, "max_steer_angle")
    rig = Rig(vehicle, COUNT, air_drag=0.0, rolling_factor=0.0)  # drag would transfer load and change the balance
    rig.set_speed(speed)
    run = rig.run(DURATION, lambda time, fleet: rig.hold_speed(speed, steer / fleet.params.max_steer_angle))
    gain = run.yaw_rate[-1] / run.wheel_angle[-1]
    expected = run.speed[-1] / (wheelbase + understeer * run.speed[-1] ** 2)
    worst = int(np.argmax(np.abs(gain / expected - 1.0)[~bent]))

    hard = Rig(vehicle)
    fast = 0.45 * param(vehicle, "max_speed")
    hard.set_speed(fast)
    pressed = hard.run(20.0, lambda time, fleet: hard.hold_speed(fast, 0.05 * time))
    reached = float(np.abs(pressed.specific_force_left).max())
    upright = float(np.abs(pressed.rollover_angle).max()) < 0.02
    grip = param(vehicle, "tyre_grip") * soil("dry-asphalt")["friction"] * formulas.GRAVITY
    circle = f"yaw gain at {3.6 * speed[~bent][worst]:.0f} km/h, the worst of {int((~bent).sum())}"
    measures = [
        about(circle, gain[~bent][worst], expected[~bent][worst], within=0.02, unit="1/s", source=SOURCE),
        at_most("greatest lateral acceleration", reached, 1.05 * grip, unit="m/s^2", source="$mu g$"),
    ]
    if upright:
        least = min(0.75 * grip, 0.75 * _geometric(fast, param(vehicle, "max_steer_angle"), wheelbase))
        measures.append(
            at_least(
                "greatest lateral acceleration", reached, least, unit="m/s^2", source="$0.75 mu g$, if it stays upright"
            )
        )
    curves = (
        Curve("simulated", 3.6 * run.speed[-1], gain),
        Curve("closed form", 3.6 * run.speed[-1], expected),
    )
    picture = Picture("Yaw rate for each radian of steering", ("speed", "km/h"), ("yaw gain", "1/s"), curves)
    return Outcome(tuple(measures), (picture,))


def understeer_of(vehicle: Any) -> float:
    """Return the understeer gradient [rad s^2/m], for cornering stiffnesses proportional to the axle loads."""
    front, rear = (param(vehicle, f"{axle}_axle_cornering_coefficient") for axle in ("front", "rear"))
    return (1.0 / front - 1.0 / rear) / formulas.GRAVITY


def _geometric(speed: float, steer_angle: float, wheelbase: float) -> float:
    """Return the lateral acceleration [m/s^2] of full steer without slip."""
    return speed * speed * float(np.tan(steer_angle)) / wheelbase
