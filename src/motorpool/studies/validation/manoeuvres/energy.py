"""Energy: without engine power no vehicle gains energy, in coasting, yawing, sliding and leaning on any slope."""

from typing import Any

import numpy as np

from ....models.declarations import INERTIA
from ....models.registry import Model
from .. import formulas
from ..outcome import Curve, Outcome, Picture, about, at_most
from ..rig import Floats, Rig, Run, has, param, turn
from .coast_down import rolling_coefficient

TITLE = "Energy"
SOURCE = "kinetic energy of the body and its height: without an engine the sum only falls"
REFERENCE = "conservation law"
CASES = 240  # random slopes; fewer miss combinations, more only take time
DURATION = 8.0  # [s]


def suits(model: Model) -> bool:
    """Return whether a vehicle is one body with mass, inertia and lateral speed."""
    is_one_body = model.inertia == INERTIA and not model.has("hitch")
    return is_one_body and "lateral_speed" in model.velocities


def run(vehicle: Any) -> Outcome:
    """Return the greatest gain of energy in a step of many random coasts, and the work of rolling resistance."""
    random = np.random.default_rng(3)
    grade, side = random.uniform(-0.4, 0.4, (2, CASES))
    rig = Rig(vehicle, CASES, grade=grade, side_slope=side, engine_stop=1.0)
    state = rig.fleet.state
    rig.set_speed(random.uniform(-10.0, 20.0, CASES))
    state.lateral_speed = random.uniform(-6.0, 6.0, CASES)
    state.yaw_rate = random.uniform(-1.5, 1.5, CASES)
    rig.fleet.control.brake = random.choice([0.0, 0.0, 0.4], CASES)
    steer = random.uniform(-1.0, 1.0, CASES)
    run = rig.run(DURATION, lambda time, fleet: turn(fleet, steer))
    energy = energy_of(vehicle, run, grade, side)
    gain = np.diff(energy, axis=0).max() / energy[0].max()
    shown = np.argsort(energy[0])[[-1, -CASES // 4, -CASES // 2]]
    curves = tuple(
        Curve(f"coast {1 + place}", run.time, 1e-3 * (energy[:, one] - energy[:, one].min()))
        for place, one in enumerate(shown)
    )

    still_air: dict[str, Any] = {"air_drag": 0.0} if has(vehicle, "air_drag") else {}
    coast = Rig(vehicle, engine_stop=1.0, **still_air)
    coast.set_speed(5.0)
    rolled = coast.run(2.0)
    mass = param(vehicle, "mass") * param(vehicle, "rotating_mass_factor")
    lost = 0.5 * mass * float(rolled.speed[0, 0] ** 2 - rolled.speed[-1, 0] ** 2)
    mean_square = float(np.mean(rolled.speed[:, 0] ** 2))
    force = rolling_coefficient(vehicle, "dry-asphalt") * param(vehicle, "mass") * formulas.GRAVITY
    work = force * (1.0 + mean_square / 44.0**2) * float(rolled.x[-1, 0])
    return Outcome(
        (
            at_most("greatest gain in a step, over the energy at first", float(gain), 1e-5, unit="1", source=SOURCE),
            about("energy lost in rolling", lost, work, within=2e-3, unit="J", source="force times way"),
        ),
        (Picture("Energy of three coasts", ("time", "s"), ("energy above the least", "kJ"), curves),),
    )


def energy_of(vehicle: Any, run: Run, grade: Floats, side: Floats) -> Floats:
    """Return the energy of body and rotating parts (times, copies) [J], on slopes east and north (copies,) [1].

    Heave and lean are omitted, because they only dissipate energy.
    """
    mass, inertia = param(vehicle, "mass"), param(vehicle, "yaw_inertia")
    turning = (param(vehicle, "rotating_mass_factor") - 1.0) * mass
    belts = "left_track_speed" in run
    rim = 0.5 * (run.left_track_speed**2 + run.right_track_speed**2) if belts else run.speed**2
    moves = mass * (run.speed**2 + run.lateral_speed**2) + inertia * run.yaw_rate**2 + turning * rim
    return 0.5 * moves + mass * formulas.GRAVITY * (grade * run.x + side * run.y)
