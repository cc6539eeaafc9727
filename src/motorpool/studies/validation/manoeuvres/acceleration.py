"""Acceleration: full throttle on a level hard road up to the governed top speed."""

from typing import Any

import numpy as np

from ....models.registry import Model
from .. import formulas
from ..outcome import Curve, Outcome, Picture, about, at_most
from ..rig import Rig, full_throttle, has, param, total_mass
from .coast_down import rolling_coefficient

TITLE = "Acceleration and top speed"
SOURCE = "$P = v (f W + D v^2)$, up to the governed speed"
REFERENCE = "closed form"
DURATION = 120.0  # [s]


def suits(model: Model) -> bool:
    """Return whether a vehicle has an engine."""
    return has(model, "engine_power", "max_speed", "air_drag")


def run(vehicle: Any) -> Outcome:
    """Return the top speed of a vehicle, beside the power balance."""
    rig = Rig(vehicle)
    run = rig.run(DURATION, lambda time, fleet: full_throttle(fleet))
    speed = run.speed[:, 0]
    governed = param(vehicle, "max_speed")
    top = formulas.hill_speed(
        power=param(vehicle, "engine_power") * param(vehicle, "drive_efficiency"),
        mass=total_mass(vehicle),
        resistance=rolling_coefficient(vehicle, "dry-asphalt"),
        drag=param(vehicle, "air_drag"),
        grade=0.0,
        fastest=governed,
    )
    curve = Curve("simulated", run.time, 3.6 * speed)
    expected = Curve("closed form: power balance", run.time, np.full_like(run.time, 3.6 * top))
    measures = (
        about("top speed", 3.6 * speed[-1], 3.6 * top, within=0.03, unit="km/h", source=SOURCE),
        at_most("highest speed", 3.6 * speed.max(), 3.6 * governed, unit="km/h", source="its governor"),
    )
    picture = Picture("Full throttle on dry asphalt", ("time", "s"), ("speed", "km/h"), (curve, expected))
    return Outcome(measures, (picture,))
