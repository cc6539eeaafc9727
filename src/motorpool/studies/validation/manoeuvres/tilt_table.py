"""Tilt table and side slope: rollover at the angle given by track width and height, no sliding with enough friction."""

from typing import Any

import numpy as np

from ....models.registry import Model
from ..outcome import Curve, Outcome, Picture, exactly, no, yes
from ..rig import Rig, centre_height, half_track, has

TITLE = "Tilt table and side slope"
SOURCE = "it tips beyond $atan(T / 2h)$, the static stability factor; on 40 % it neither tips nor slides if $mu > 0.4$"
REFERENCE = "closed form"
STICKY = {"friction": 50.0, "sliding_friction": 50.0}  # prevents sliding
SHARES = (0.9, 0.98, 1.02, 1.1)  # fractions of the slope of rollover
SIDE_SLOPE = 0.4  # on which a parked vehicle must not slide, rise over run [1]


def suits(model: Model) -> bool:
    """Return whether a vehicle has a track width and a height, and can roll over."""
    has_width = has(model, "track_width") or has(model, "track_gauge")
    return has_width and has(model, "centre_height") and model.has("body")


def run(vehicle: Any) -> Outcome:
    """Return which vehicles have rolled over after ten seconds at several tilts, and the slide on a 40 % slope."""
    factor = half_track(vehicle) / centre_height(vehicle)
    slopes = factor * np.array(SHARES)
    table = Rig(vehicle, len(SHARES), side_slope=slopes, ground=STICKY, parking_brake=1.0)
    run = table.run(10.0)
    tips = np.abs(run.rollover_angle)
    measures = [
        (yes if share > 1.0 else no)(f"tips at {slope:.0%}", bool(tips[-1, index] > 0.02), SOURCE)
        for index, (share, slope) in enumerate(zip(SHARES, slopes, strict=True))
    ]
    slope = Rig(vehicle, surface="dry-asphalt", side_slope=SIDE_SLOPE, parking_brake=1.0)
    stood = slope.run(10.0)
    measures += [
        exactly("displacement on 40 %", float(np.hypot(stood.x[-1, 0], stood.y[-1, 0])), 0.0, unit="m", source=SOURCE),
        no("tips on 40 %", bool(abs(stood.rollover_angle[-1, 0]) > 0.02), SOURCE),
    ]
    curves = tuple(Curve(f"{slope:.0%}", run.time, np.degrees(tips[:, index])) for index, slope in enumerate(slopes))
    picture = Picture("Tipping on a sticky table", ("time", "s"), ("roll onto its side", "degrees"), curves)
    return Outcome(tuple(measures), (picture,))
