"""Trailer: hitch angle in a circle and its growth in reverse, given by geometry."""

from typing import Any

import numpy as np

from ....models.registry import Model
from ..outcome import Curve, Outcome, Picture, about, yes
from ..rig import Rig, has, param

TITLE = "Trailer"
SOURCE = (
    "$sin gamma = -L_t tan delta / L$ slowly in a circle (on-axle hitch); "
    "in reverse $gamma$ grows as $exp(|u| t / L_t)$"
)
REFERENCE = "closed form"
SLOW = 1.0  # [m/s]
STEER = 0.15  # [rad]
SMALL = 0.01  # initial hitch angle in reverse [rad]


def suits(model: Model) -> bool:
    """Return whether a vehicle is a tractor with a trailer."""
    return has(model, "trailer_mass", "trailer_length", "hitch_offset")


def run(vehicle: Any) -> Outcome:
    """Return the settled hitch angle, its growth in reverse, and whether a jack-knife is reported."""
    wheelbase = param(vehicle, "front_axle_offset") + param(vehicle, "rear_axle_offset")
    length = param(vehicle, "trailer_length")
    on_axle: dict[str, Any] = {"hitch_offset": param(vehicle, "rear_axle_offset")}
    circle = Rig(vehicle, **on_axle)
    circle.set_speed(SLOW)
    command = STEER / param(vehicle, "max_steer_angle")
    turned = circle.run(120.0, lambda time, fleet: circle.hold_speed(SLOW, command))
    settled = float(turned.hitch_angle[-1, 0])
    expected = -float(np.arcsin(length * np.tan(STEER) / wheelbase))

    back = Rig(vehicle, hitch_angle=SMALL, **on_axle)
    back.set_speed(-SLOW)

    def reverse(time: float, fleet: Any) -> None:
        back.hold_speed(-SLOW, 0.0)
        fleet.control.steer_angle = 0.0

    reversed_ = back.run(2.5 * length / SLOW, reverse)
    angle = np.abs(reversed_.hitch_angle[:, 0])
    part = (angle > 2.0 * SMALL) & (angle < 0.3)
    rate = float(np.polyfit(reversed_.time[part], np.log(angle[part]), 1)[0]) if part.sum() > 10 else 0.0

    fold = Rig(vehicle, hitch_angle=0.3, **on_axle)
    fold.set_speed(-SLOW)

    def press_on(time: float, fleet: Any) -> None:
        fold.hold_speed(-SLOW, 0.0)
        fleet.control.steer_angle = 0.0

    folded = fold.run(4.0 * length / SLOW, press_on)
    measures = (
        about("hitch angle in a circle", settled, expected, within=0.03, unit="rad", source=SOURCE),
        about("growth in reverse", rate, SLOW / length, within=0.1, unit="1/s", source=SOURCE),
        yes("jack-knife is reported", bool(folded.is_jack_knifed.any()), "it must come to it"),
    )
    curve = Curve("simulated", reversed_.time, np.degrees(angle))
    grown = np.degrees(SMALL) * np.exp(SLOW * reversed_.time / length)
    formula = Curve("closed form", reversed_.time[grown < 25.0], grown[grown < 25.0])
    return Outcome(measures, (Picture("Reversing", ("time", "s"), ("hitch angle", "degrees"), (curve, formula)),))
