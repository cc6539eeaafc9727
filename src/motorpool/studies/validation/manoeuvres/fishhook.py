"""J-turn and fishhook: wheels lift only if the lateral acceleration exceeds the limit by height and track width."""

from typing import Any

import numpy as np

from ....models.registry import Model
from ....vehicles.fleet import Fleet
from .. import formulas
from ..outcome import Curve, Measure, Outcome, Picture, yes
from ..rig import Rig, centre_height, half_track, has, param, turn
from .steady_circle import understeer_of

TITLE = "J-turn and fishhook"
SOURCE = "NHTSA (multipliers recalled); wheels lift if and only if the peak of $a_y$ passes $g T / 2h$"
REFERENCE = "closed form"
ENTRIES = (35.0, 40.0, 45.0, 50.0)  # [mph]
MPH = 0.44704  # [m/s]
HARD_J, HARD_HOOK = 8.0, 6.5  # multiples of the steering for 0.3 g
REVERSAL = 1.2  # time at which the fishhook reverses the steering [s]
DURATION = 6.0  # [s]
UNSURE = 0.04  # relative distance from the limit in which both results are accepted [1]


def suits(model: Model) -> bool:
    """Return whether a vehicle has four wheels that can lift."""
    return has(model, "front_axle_cornering_coefficient", "track_width", "roll_gyration") and model.has("body")


def run(vehicle: Any) -> Outcome:
    """Return whether wheels lift, compared with the prediction from the peak of the lateral acceleration."""
    limit = formulas.GRAVITY * half_track(vehicle) / centre_height(vehicle)
    entries = np.minimum(MPH * np.array(ENTRIES), 0.9 * param(vehicle, "max_speed"))
    wheelbase = param(vehicle, "front_axle_offset") + param(vehicle, "rear_axle_offset")
    base = 0.3 * formulas.GRAVITY * (wheelbase + understeer_of(vehicle) * entries**2) / entries**2
    measures: list[Measure] = []
    curves: list[Curve] = []
    for name, factor, hooks in (("J-turn", HARD_J, False), ("fishhook", HARD_HOOK, True)):
        steer = np.clip(factor * base / param(vehicle, "max_steer_angle"), 0.0, 1.0)

        def drive(time: float, fleet: Fleet, steer: Any = steer, hooks: bool = hooks) -> None:
            turn(fleet, np.where(hooks and time > REVERSAL, -steer, steer))

        rig = Rig(vehicle, entries.size)
        rig.set_speed(entries)
        run_ = rig.run(DURATION, drive)
        peak = np.abs(run_.specific_force_left).max(axis=0)
        lifts = np.abs(run_.rollover_angle).max(axis=0) > 0.0
        agrees = (lifts == (peak > limit)) | (np.abs(peak / limit - 1.0) < UNSURE)
        measures += [
            yes(f"{name} at {entry / MPH:.0f} mph: lift ({'yes' if lift else 'no'}) agrees with "
                f"{most:.1f} beside {limit:.1f} m/s^2", bool(agree), SOURCE)
            for entry, lift, most, agree in zip(entries, lifts, peak, agrees, strict=True)
        ]  # fmt: skip
        curves.append(Curve(f"{name}, {entries[-1] / MPH:.0f} mph", run_.time, run_.specific_force_left[:, -1]))
    picture = Picture("The hardest of each", ("time", "s"), ("lateral acceleration", "m/s^2"), tuple(curves))
    return Outcome(tuple(measures), (picture,))
