"""Coast-down: with the engine off on level ground, rolling resistance and air drag slow the vehicle."""

from typing import Any

import numpy as np

from ....models.registry import Model
from .. import formulas
from ..outcome import Curve, Outcome, Picture, about
from ..rig import Rig, Run, has, moving_mass, param, soil, total_mass

TITLE = "Coast-down"
SOURCE = "SAE J1263; $A = f W$, $C = D + f W / 44^2$"
REFERENCE = "closed form"
TOP, BOTTOM = 0.8, 0.3  # fractions of the top speed between which time and distance are measured [1]


def suits(model: Model) -> bool:
    """Return whether a vehicle has mass, air drag and rolling resistance."""
    return has(model, "mass", "air_drag", "rotating_mass_factor")


def run(vehicle: Any) -> Outcome:
    """Return time and distance from a high speed to a low one."""
    top, bottom = TOP * param(vehicle, "max_speed"), BOTTOM * param(vehicle, "max_speed")
    mass, drag = total_mass(vehicle), param(vehicle, "air_drag")
    coefficient = rolling_coefficient(vehicle, "dry-asphalt")
    constant = coefficient * mass * formulas.GRAVITY
    quadratic = drag + constant / 44.0**2
    moving = moving_mass(vehicle)
    expected_time, expected_way = formulas.coast_down(
        mass=moving, constant=constant, quadratic=quadratic, start=top, end=bottom
    )
    rig = Rig(vehicle, engine_stop=1.0)
    rig.set_speed(top)
    run = rig.run(1.2 * expected_time)
    time, way = _when(run, bottom)
    speeds = np.linspace(bottom, top, 60)
    times = [
        formulas.coast_down(mass=moving, constant=constant, quadratic=quadratic, start=top, end=v)[0] for v in speeds
    ]
    curves = (
        Curve("simulated", run.time, 3.6 * run.speed[:, 0]),
        Curve("closed form", np.array(times), 3.6 * speeds),
    )
    return Outcome(
        (
            about("time", time, expected_time, within=0.01, unit="s", source=SOURCE),
            about("distance", way, expected_way, within=0.01, unit="m", source=SOURCE),
        ),
        (Picture("Coast-down on dry asphalt", ("time", "s"), ("speed", "km/h"), curves),),
    )


def rolling_coefficient(vehicle: Any, surface: str) -> float:
    """Return the rolling resistance over load on a soil [1]."""
    kind = "track_resistance" if has(vehicle, "track_gauge") else "wheel_resistance"
    return param(vehicle, "rolling_factor") * soil(surface)[kind]


def _when(run: Run, speed: float) -> tuple[float, float]:
    """Return time [s] and distance [m] at which a decreasing speed reaches a value [m/s], interpolated."""
    v = run.speed[:, 0]
    order = slice(None, None, -1)
    return float(np.interp(speed, v[order], run.time[order])), float(np.interp(speed, v[order], run.x[:, 0][order]))
