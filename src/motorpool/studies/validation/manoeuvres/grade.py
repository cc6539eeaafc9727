"""Grade start: climbing slopes of 10, 30 and 60 % from rest, on dry asphalt and on wet earth."""

import math
from typing import Any

from ....models.registry import Model
from .. import formulas
from ..outcome import Curve, Measure, Outcome, Picture, about, no
from ..rig import Floats, Rig, Run, full_throttle, grip_of, has, param, soil, total_mass
from .coast_down import rolling_coefficient

TITLE = "Grade start"
SOURCE = (
    "$P eta = v (W (sin alpha + f cos alpha) + D v^2)$; "
    "it needs $mu > tan alpha + f$, and a force above $W (sin alpha + f cos alpha)$"
)
REFERENCE = "closed form"
GRADES = (0.1, 0.3, 0.6)  # rise over run; 0.6 is the usual requirement of military vehicles [1]
SURFACES = ("dry-asphalt", "wet-earth")
DURATION = 240.0  # [s]
LEAST_GEARED = 0.45  # lower limit of the speed over that of the power balance, in the least suitable gear [1]


def suits(model: Model) -> bool:
    """Return whether a vehicle has an engine and no trailer."""
    has_engine = has(model, "engine_power", "max_drive_force") and not has(model, "trailer_mass")
    return has_engine and model.stands_on_ground


def run(vehicle: Any) -> Outcome:
    """Return the speed on each slope, or that the vehicle cannot climb it."""
    cases = [(surface, grade) for surface in SURFACES for grade in GRADES]
    rig = Rig(vehicle, len(cases), surface=[case[0] for case in cases], grade=[case[1] for case in cases])
    run = rig.run(DURATION, lambda time, fleet: full_throttle(fleet))
    measures: list[Measure] = []
    curves: list[Curve] = []
    for index, (surface, grade) in enumerate(cases):
        speed = float(rolling_speed(run)[-1, index])
        name = f"{grade:.0%} on {surface}"
        if not climbs(vehicle, surface, grade):
            measures.append(no(f"climbs {name}", float(run.speed[-1, index]) > 0.05, SOURCE))
        elif has_gears(vehicle):
            expected = 3.6 * speed_on(vehicle, surface, grade)
            low, high = LEAST_GEARED * expected, 1.05 * expected
            measures.append(
                Measure(f"speed up {name}", 3.6 * speed, "km/h", low, high, f"{SOURCE}; no gear is perfect")
            )
        else:
            expected = 3.6 * speed_on(vehicle, surface, grade)
            what = f"speed up {name}"
            measures.append(
                about(
                    what,
                    3.6 * speed,
                    expected,
                    within=0.15 if grade > 0.5 else 0.05,
                    unit="km/h",
                    source=SOURCE,
                    least=0.3,
                )
            )
        curves.append(Curve(name, run.time, 3.6 * run.speed[:, index]))
    picture = Picture("Up from rest", ("time", "s"), ("speed", "km/h"), tuple(curves))
    return Outcome(tuple(measures), (picture,))


def rolling_speed(run: Run) -> Floats:
    """Return the circumferential speed of the wheels or tracks [m/s], at which power is delivered despite slip."""
    return run.left_track_speed if "left_track_speed" in run else run.speed


def has_gears(vehicle: Any) -> bool:
    """Return whether the vehicle has a gearbox with fixed ratios."""
    return param_or(vehicle, "gear_count", 0.0) > 0.0


def climbs(vehicle: Any, surface: str, grade: float) -> bool:
    """Return whether friction and force suffice on a grade [1], by the formulas with the load on all driven axles."""
    angle = math.atan(grade)
    weight = total_mass(vehicle) * formulas.GRAVITY
    coefficient = rolling_coefficient(vehicle, surface)
    needed = weight * (math.sin(angle) + coefficient * math.cos(angle))
    row = soil(surface)
    grip = grip_of(vehicle) * driven_load(vehicle, grade, needed)
    demanded = param(vehicle, "max_drive_force")
    held = row["friction"] * grip
    usable = demanded if demanded <= held else row["sliding_friction"] * grip  # at full throttle the wheels spin
    return usable > needed and row["cone_index"] >= param_or(vehicle, "vehicle_cone_index", 0.0)


def speed_on(vehicle: Any, surface: str, grade: float) -> float:
    """Return the speed [m/s] at which a vehicle's power balances a grade [1] on a class of ground."""
    return formulas.hill_speed(
        power=param(vehicle, "engine_power") * param(vehicle, "drive_efficiency"),
        mass=total_mass(vehicle),
        resistance=rolling_coefficient(vehicle, surface),
        drag=param(vehicle, "air_drag"),
        grade=grade,
        fastest=param(vehicle, "max_speed"),
    )


def driven_load(vehicle: Any, grade: float, force: float) -> float:
    """Return the load [N] on the driven axles, with the load transfer by grade [1] and drive force [N]."""
    angle = math.atan(grade)
    load = param(vehicle, "mass") * formulas.GRAVITY * math.cos(angle)
    if not has(vehicle, "front_drive_share"):
        return load
    share = param(vehicle, "front_drive_share")
    if 0.0 < share < 1.0:
        return load
    wheelbase = param(vehicle, "front_axle_offset") + param(vehicle, "rear_axle_offset")
    front = (load * param(vehicle, "rear_axle_offset") - force * param(vehicle, "centre_height")) / wheelbase
    return front if share == 1.0 else load - front


def param_or(vehicle: Any, name: str, default: float) -> float:
    """Return a parameter of a vehicle, or a default if its model does not have it."""
    return param(vehicle, name) if has(vehicle, name) else default
