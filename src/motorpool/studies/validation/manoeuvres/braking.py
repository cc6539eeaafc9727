"""Braking: full braking on a level road with three surfaces; stopping distance, and rest after the stop."""

from typing import Any

from ....models.registry import Model
from .. import formulas
from ..outcome import Curve, Measure, Outcome, Picture, at_least, at_most, exactly
from ..rig import Rig, grip_of, has, param, soil, total_mass
from .coast_down import rolling_coefficient

TITLE = "Braking"
SOURCE = "$v^2 / (2 mu g)$ with the greatest friction, or with the brakes' own force"
REFERENCE = "closed form"
SURFACES = ("dry-asphalt", "wet-asphalt", "packed-snow")
LOSS = 1.35  # limit of the distance over the shortest possible one: axles do not reach their peak friction together [1]


def suits(model: Model) -> bool:
    """Return whether a vehicle has brakes."""
    return has(model, "max_brake_force", "mass")


def run(vehicle: Any) -> Outcome:
    """Return the distances from half of the top speed, beside the shortest possible ones."""
    start = 0.5 * param(vehicle, "max_speed")
    count = len(SURFACES)
    rig = Rig(vehicle, count, surface=SURFACES, brake=1.0)
    rig.set_speed(start)
    run = rig.run(60.0)
    grip = grip_of(vehicle)
    trailer = param(vehicle, "trailer_max_brake_force") if has(vehicle, "trailer_max_brake_force") else 0.0
    brakes = (param(vehicle, "max_brake_force") + trailer) / total_mass(vehicle)
    measures: list[Measure] = []
    curves: list[Curve] = []
    for index, name in enumerate(SURFACES):
        best = min(grip * soil(name)["friction"] * formulas.GRAVITY, brakes)
        helped = best + rolling_coefficient(vehicle, name) * formulas.GRAVITY
        helped += param(vehicle, "air_drag") * start * start / total_mass(vehicle)
        least = formulas.stopping_distance(start, helped)
        way = float(run.x[-1, index])
        measures += [
            at_least(f"distance on {name}", way, least, unit="m", source=SOURCE),
            at_most(
                f"distance on {name}", way, LOSS * formulas.stopping_distance(start, best), unit="m", source=SOURCE
            ),
            exactly(f"speed at the end on {name}", float(run.speed[-1, index]), 0.0, unit="m/s", source="rest is rest"),
        ]
        curves.append(Curve(name, run.x[:, index], 3.6 * run.speed[:, index]))
    picture = Picture("Full braking", ("way", "m"), ("speed", "km/h"), tuple(curves))
    return Outcome(tuple(measures), (picture,))
