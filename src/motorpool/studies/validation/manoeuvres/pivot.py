"""Pivot turn of a tracked vehicle: yaw rate over track speed, and displacement of the centre."""

from typing import Any

import numpy as np

from ....base.errors import require
from ....models.registry import Model
from ..outcome import Curve, Outcome, Picture, about, at_least, at_most
from ..rig import Rig, has, param

TITLE = "Pivot turn"
SOURCE = (
    "$r = V / (B / 2 + k)$, $B k asinh(L / 2k) = L/2 sqrt(k^2 + L^2/4) - k^2 asinh(L / 2k)$; without slip $r = 2 V / B$"
)
REFERENCE = "closed form"
DURATION = 40.0  # [s]


def suits(model: Model) -> bool:
    """Return whether a vehicle has tracks that its steering gear drives in opposite directions."""
    return has(model, "track_gauge", "contact_length", "steering") and pivots(model)


def pivots(vehicle: Any) -> bool:
    """Return whether the steering gear can turn the vehicle on the spot."""
    return param(vehicle, "steering") == 0.0


def run(vehicle: Any) -> Outcome:
    """Return the displacement over a whole turn, and the yaw rate beside that of isotropic friction in closed form."""
    even = {"side_grip": 1.0, "rolling_factor": 0.0}
    rig = Rig(vehicle, 2, surface="dry-asphalt", side_grip=[1.0, param(vehicle, "side_grip")])
    rig.fleet.params.rolling_factor[0] = even["rolling_factor"]
    rig.fleet.ground.sliding_friction[0] = rig.fleet.ground.friction[0]
    run = rig.run(DURATION, lambda time, fleet: fleet.drive(0.0, 1.0))
    turned = np.unwrap(run.yaw, axis=0)
    belt = 0.5 * (run.right_track_speed - run.left_track_speed)
    way = np.hypot(run.x, run.y)
    within = np.abs(turned) <= 2.0 * np.pi
    ratio = float(run.yaw_rate[-1, 0] / belt[-1, 0])
    expected = 1.0 / (0.5 * param(vehicle, "track_gauge") + closed_form(vehicle))
    drift = float(np.where(within, way, 0.0)[:, 1].max())
    measures = (
        at_least(
            "turned in 40 s", float(np.degrees(np.abs(turned[-1, 1]))), 360.0, unit="degrees", source="a whole turn"
        ),
        at_most("displacement in a whole turn", drift, 0.05, unit="m", source="the middle of a pivot stays"),
        about("yaw rate over belt speed, isotropic friction", ratio, expected, within=0.01, unit="1/m", source=SOURCE),
    )
    without_slip = np.cumsum(2.0 * belt[:, 1] / param(vehicle, "track_gauge")) * (run.time[1] - run.time[0])
    curves = (
        Curve("simulated", run.time, np.degrees(turned[:, 1])),
        Curve("closed form without slip", run.time, np.degrees(without_slip)),
    )
    picture = Picture("Turning on the spot", ("time", "s"), ("turned", "degrees"), curves)
    return Outcome(measures, (picture,))


def closed_form(vehicle: Any) -> float:
    """Return the k of isotropic friction [m], by which slip increases the effective half gauge."""
    gauge, length = param(vehicle, "track_gauge"), param(vehicle, "contact_length")

    def balance(k: float) -> float:
        slope = np.arcsinh(0.5 * length / k)
        return float(gauge * k * slope - 0.5 * length * np.sqrt(k * k + 0.25 * length**2) + k * k * slope)

    optimize = require("scipy.optimize", extra="app", purpose="the balance of a pivot turn")
    return float(optimize.brentq(balance, 1e-6, length))
