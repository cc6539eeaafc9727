"""Frame rate: the same drive at 30, 60 and 120 steps per second."""

from typing import Any

import numpy as np

from ....models.registry import Model
from ....vehicles.fleet import Fleet
from ..outcome import Curve, Outcome, Picture, at_most
from ..rig import Floats, Rig, axle_places, param, turn

TITLE = "Frame rate"
SOURCE = "the fixed steps differ, the motion must not: 2 % of the way"
REFERENCE = "finer steps of the same model"
RATES = (30.0, 60.0, 120.0)  # that are compared; each with the next [steps/s]
DURATION = 12.0  # [s]
GENTLE = 3.0  # approximate lateral acceleration in the bends, without sliding or tipping [m/s^2]


def suits(model: Model) -> bool:
    """Return whether a vehicle has pedals."""
    return "mass" in model.inertia and model.has("pedals")


def run(vehicle: Any) -> Outcome:
    """Return the differences of a drive with full throttle, a left bend, a right bend and a full stop."""
    turns = min(0.5, 6.0 / max(param(vehicle, "max_speed"), 1.0))
    if (places := axle_places(vehicle)) is not None:
        tight = GENTLE * sum(places) / min(0.5 * param(vehicle, "max_speed"), 14.0) ** 2
        turns = min(turns, tight / param(vehicle, "max_steer_angle"))

    def drive(time: float, fleet: Fleet) -> None:
        fleet.control.throttle = 1.0 if time < 4.0 else 0.2 if time < 8.0 else 0.0
        fleet.control.brake = 0.6 if time >= 9.0 else 0.0
        turn(fleet, turns if 2.0 <= time < 5.0 else -turns if 5.0 <= time < 8.0 else 0.0)

    paths: list[tuple[Floats, Floats]] = []
    lengths: list[float] = []
    speeds: list[float] = []
    for rate in RATES:
        run = Rig(vehicle).run(DURATION, drive, dt=1.0 / rate)
        paths.append((run.x[:, 0], run.y[:, 0]))
        speeds.append(float(run.speed[:, 0].max()))
        lengths.append(float(np.hypot(np.diff(run.x[:, 0]), np.diff(run.y[:, 0])).sum()))
    ends = [np.array([x[-1], y[-1]]) for x, y in paths]
    length = lengths[-1]
    measures = tuple(
        at_most(f"end at {rate:g} a second from that at 120, over the way", float(np.hypot(*(end - ends[-1]))) / length,
                0.02, unit="1", source=SOURCE)
        for rate, end in zip(RATES[:-1], ends[:-1], strict=True)
    ) + tuple(
        at_most(f"highest speed at {rate:g} a second, off that at 120", abs(speed / speeds[-1] - 1.0), 0.02, unit="1",
                source=SOURCE)
        for rate, speed in zip(RATES[:-1], speeds[:-1], strict=True)
    )  # fmt: skip
    curves = tuple(Curve(f"{rate:g} steps a second", x, y) for rate, (x, y) in zip(RATES, paths, strict=True))
    picture = Picture("The same drive at three frame rates", ("east", "m"), ("north", "m"), curves, is_map=True)
    return Outcome(measures, (picture,))
