"""Parking on slopes: no motion below the angle of static friction, sliding by the formula above it."""

import math
from typing import Any

import numpy as np

from ....models.registry import Model
from ....vehicles.fleet import Fleet
from .. import formulas
from ..outcome import Curve, Outcome, Picture, about, exactly
from ..rig import Rig, grip_of, has, param, soil

TITLE = "Parking and sliding"
SOURCE = "it holds while $sqrt(g_t^2 + g_l^2) <= mu g_n$; then it slides at $g_t - mu_k g_n$"
REFERENCE = "closed form"
HOURS = 24.0  # for which the vehicle must not move [h]
DT = 1.0 / 60.0  # step; the usual one of a world [s]
SHARES = (0.3, 0.6, 0.9, 0.999)  # fractions of the steepest slope with static friction
DIRECTIONS = (0.0, 0.25 * math.pi, 0.5 * math.pi)  # direction of the slope, from ahead to the left [rad]
SURFACES = ("dry-asphalt", "gravel", "dry-earth", "wet-earth", "dry-sand", "mud", "packed-snow", "fresh-snow", "ice")
CHUNK = 36_000  # steps: ten minutes
OVER = 1.1  # slope of the sliding test over that of static friction [1]


def suits(model: Model) -> bool:
    """Return whether a vehicle has a parking brake and reads the friction of its ground."""
    return "parking_brake" in model.switches and model.has("surface")


def run(vehicle: Any, *, hours: float = HOURS) -> Outcome:
    """Return the displacement after a day on every soil, slope and direction; the acceleration on steeper slopes."""
    cases = [(name, share, turn) for name in SURFACES for share in SHARES for turn in DIRECTIONS]
    side = param(vehicle, "side_grip") if has(vehicle, "side_grip") else 1.0
    held = np.array([grip_of(vehicle) * soil(name)["friction"] * share for name, share, _ in cases])
    turns = np.array([turn for _, _, turn in cases])
    held *= np.where(turns > 0.0, min(side, 1.0), 1.0)
    rig = Rig(
        vehicle, len(cases), surface=[case[0] for case in cases], grade=held * np.cos(turns),
        side_slope=held * np.sin(turns), parking_brake=1.0, engine_stop=1.0,
    )  # fmt: skip
    _wait(rig.fleet, hours)
    moved = np.hypot(rig.fleet.state.x, rig.fleet.state.y) + abs(rig.fleet.state.yaw)

    steep = [OVER * grip_of(vehicle) * soil(name)["friction"] for name in SURFACES]
    slider = Rig(vehicle, len(SURFACES), surface=SURFACES, grade=steep, parking_brake=1.0)
    run = slider.run(2.0)
    measures = [exactly(f"displacement in {hours:g} h, {len(cases)} slopes and soils", float(moved.max()), 0.0,
                        unit="m", source=SOURCE)]  # fmt: skip
    curves: list[Curve] = []
    for index, (name, grade) in enumerate(zip(SURFACES, steep, strict=True)):
        expected = formulas.slide(grade=grade, friction=grip_of(vehicle) * soil(name)["sliding_friction"])
        speed = -run.speed[:, index]
        measures.append(
            about(f"acceleration on {name}, {grade:.0%}", speed[-1] / run.time[-1], expected, within=0.01, unit="m/s^2",
                  source=SOURCE)
        )  # fmt: skip
        curves.append(Curve(name, run.time, speed))
    picture = Picture("Sliding down, a tenth steeper than it holds", ("time", "s"), ("speed", "m/s"), tuple(curves))
    return Outcome(tuple(measures), (picture,))


def _wait(fleet: Fleet, hours: float) -> None:
    """Step for some hours, or until a step does not change the state, after which it never changes."""
    steps = round(hours * 3600.0 / DT)
    while steps > 0:
        some = min(steps, CHUNK)
        fleet.step(DT, some - 1)
        before = [column.copy() for column in fleet.state]
        fleet.step(DT)
        steps -= some
        if all(np.array_equal(column, old) for column, old in zip(fleet.state, before, strict=True)):
            return
