"""Forces and aligning moment of a rolling tyre by Pacejka's Magic Formula, versions 5.2 and 6.1, at combined slip.

The sections of ``forces_of`` are those of the source, and so are the names: D the peak, C the shape, B the stiffness
over C D, E the curvature, SH and SV the shifts, G the weights of combined slip. Turn slip is left out, as is friction
that falls with the speed. Files of SAE axes are turned to those of Motorpool: x ahead, y left, z up.

Source: Pacejka, "Tire and Vehicle Dynamics", 3rd ed. (2012), section 4.3.2, equations 4.E1 to 4.E78; version 5.2: TNO,
"MF-Tyre 5.2, User manual" (2001), of which the camber and the trail differ.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .tyre_file import OLD, Tyre

Floats = NDArray[np.float64]

SMALL = 1e-6  # keeps quotients finite where a stiffness or a force is zero


class Forces(NamedTuple):
    """Forces of the ground on a tyre, and the moment about z; arrays of the inputs' common shape."""

    longitudinal: Floats  # ahead [N]
    lateral: Floats  # left [N]
    aligning: Floats  # counter-clockwise seen from above [N m]


def forces_of(
    tyre: Tyre,
    *,
    load: ArrayLike,
    slip_angle: ArrayLike = 0.0,
    slip_ratio: ArrayLike = 0.0,
    camber: ArrayLike = 0.0,
    pressure: ArrayLike | None = None,
) -> Forces:
    """Return the forces of a tyre; inputs beyond the file's ranges count as their ends.

    Args:
        load: vertical force of the ground [N].
        slip_angle: positive if the contact patch moves to the left, whose force is to the right [rad].
        slip_ratio: speed of the tread over that of the wheel less 1, positive if it drives [1].
        camber: positive if the top leans to the right [rad].
        pressure: that of the file if None [Pa].

    Example:
        forces_of(read_tyre("car.tir"), load=4000.0, slip_angle=[0.02, 0.04]).lateral
    """
    inputs = {"load": load, "slip_angle": slip_angle, "slip_ratio": slip_ratio, "camber": camber}
    inputs["pressure"] = tyre.pressure if pressure is None else pressure
    fz, alpha, kappa, gamma, p = np.broadcast_arrays(
        *[
            np.clip(np.asarray(value, np.float64), *tyre.ranges.get(name, (-np.inf, np.inf)))
            for name, value in inputs.items()
        ]
    )
    sign = 1.0 if tyre.is_iso else -1.0
    dfz = (fz - tyre.nominal_load) / tyre.nominal_load
    dpi = (p - tyre.pressure) / tyre.pressure if tyre.pressure else np.zeros_like(p)
    wheel = _Wheel(tyre, fz, dfz, dpi, np.tan(alpha), kappa, np.sin(gamma), np.cos(alpha))
    ahead = _longitudinal(wheel)
    left = _lateral(wheel)
    combined_ahead = _weighted_longitudinal(wheel, ahead)
    combined_left, induced = _weighted_lateral(wheel, left)
    moment = _aligning(wheel, ahead, left, combined_ahead, combined_left, induced)
    return Forces(combined_ahead, sign * combined_left, sign * moment)


class _Wheel(NamedTuple):
    """Inputs of the formula."""

    tyre: Tyre
    load: Floats
    dfz: Floats  # change of the load over the nominal one [1]
    dpi: Floats  # change of the pressure likewise [1]
    alpha: Floats  # tangent of the slip angle [1]
    kappa: Floats  # slip ratio [1]
    gamma: Floats  # sine of the camber [1]
    cosine: Floats  # of the slip angle [1]


class _Pure(NamedTuple):
    """Force at pure slip, with the terms that combined slip and moment need."""

    force: Floats  # [N]
    stiffness: Floats  # at no slip [N]
    friction: Floats  # [1]
    shape: Floats  # B C
    shift: Floats  # of the slip, camber included [1]
    rise: Floats  # of the force [N]


def _sine(stiffness: Floats, slip: Floats, peak: Floats, shape: Floats, bend: Floats) -> tuple[Floats, Floats]:
    """Return the Magic Formula D sin(C atan(B x - E (B x - atan(B x)))), and B C."""
    b = stiffness / (shape * peak + np.copysign(SMALL, peak))
    x = b * slip
    return peak * np.sin(shape * np.arctan(x - np.minimum(bend, 1.0) * (x - np.arctan(x)))), b * shape


def _cosine(stiffness: Floats, slip: Floats, shape: Floats, bend: Floats) -> Floats:
    x = stiffness * slip
    return np.cos(shape * np.arctan(x - np.minimum(bend, 1.0) * (x - np.arctan(x))))


def _longitudinal(wheel: _Wheel) -> _Pure:
    """Return the force ahead at pure slip: 4.E9 to 4.E18."""
    t, fz, dfz, dpi, _, kappa, gamma, _ = wheel
    shift = (t["PHX1"] + t["PHX2"] * dfz) * t["LHX"]
    slip = kappa + shift
    friction = (t["PDX1"] + t["PDX2"] * dfz) * (1.0 + t["PPX3"] * dpi + t["PPX4"] * dpi**2) * t["LMUX"]
    friction = friction * (1.0 - t["PDX3"] * gamma**2)
    bend = (t["PEX1"] + t["PEX2"] * dfz + t["PEX3"] * dfz**2) * (1.0 - t["PEX4"] * np.sign(slip)) * t["LEX"]
    stiffness = fz * (t["PKX1"] + t["PKX2"] * dfz) * np.exp(t["PKX3"] * dfz) * t["LKX"]
    stiffness = stiffness * (1.0 + t["PPX1"] * dpi + t["PPX2"] * dpi**2)
    rise = fz * (t["PVX1"] + t["PVX2"] * dfz) * t["LVX"] * t["LMUX"]
    force, shape = _sine(stiffness, slip, friction * fz, np.full_like(fz, t["PCX1"] * t["LCX"]), bend)
    return _Pure(force + rise, stiffness, friction, shape, shift, rise)


def _lateral(wheel: _Wheel) -> _Pure:
    """Return the force to the side at pure slip: 4.E19 to 4.E30."""
    t, fz, dfz, dpi, alpha, _, gamma, _ = wheel
    is_old = t.version == OLD
    reference, bend_of_load = t.nominal_load, 2.0 if is_old else t.values.get("PKY4", 2.0)
    level = (t["PKY2"] + t["PKY5"] * gamma**2) * (1.0 + t["PPY2"] * dpi)
    stiffness = t["PKY1"] * reference * (1.0 + t["PPY1"] * dpi) * t["LKY"] * (1.0 - t["PKY3"] * np.abs(gamma))
    stiffness = stiffness * np.sin(bend_of_load * np.arctan(fz / (reference * level)))
    friction = (t["PDY1"] + t["PDY2"] * dfz) * (1.0 - t["PDY3"] * gamma**2) * t["LMUY"]
    friction = friction * (1.0 + t["PPY3"] * dpi + t["PPY4"] * dpi**2)
    rise = fz * (t["PVY1"] + t["PVY2"] * dfz) * t["LVY"] * t["LMUY"]
    by_camber = fz * (t["PVY3"] + t["PVY4"] * dfz) * gamma * t["LMUY"]
    shift = (t["PHY1"] + t["PHY2"] * dfz) * t["LHY"]
    if is_old:
        shift = shift + t["PHY3"] * gamma
    else:
        camber_stiffness = fz * (t["PKY6"] + t["PKY7"] * dfz) * (1.0 + t["PPY5"] * dpi)
        shift = shift + (camber_stiffness * gamma - by_camber) / (stiffness + np.copysign(SMALL, stiffness))
    slip, rise = alpha + shift, rise + by_camber
    bend = (t["PEY1"] + t["PEY2"] * dfz) * t["LEY"]
    bend = bend * (1.0 + t["PEY5"] * gamma**2 - (t["PEY3"] + t["PEY4"] * gamma) * np.sign(slip))
    force, shape = _sine(stiffness, slip, friction * fz, np.full_like(fz, t["PCY1"] * t["LCY"]), bend)
    return _Pure(force + rise, stiffness, friction, shape, shift, rise)


def _weighted_longitudinal(wheel: _Wheel, pure: _Pure) -> Floats:
    """Return the force ahead beside a slip angle: 4.E50 to 4.E57."""
    t, _, dfz, _, alpha, kappa, gamma, _ = wheel
    stiffness = (t["RBX1"] + t["RBX3"] * gamma**2) * np.cos(np.arctan(t["RBX2"] * kappa)) * t["LXAL"]
    shape, bend, shift = t["RCX1"], t["REX1"] + t["REX2"] * dfz, t["RHX1"]
    at_rest = _cosine(stiffness, np.full_like(alpha, shift), np.full_like(alpha, shape), bend)
    return pure.force * _cosine(stiffness, alpha + shift, np.full_like(alpha, shape), bend) / at_rest


def _weighted_lateral(wheel: _Wheel, pure: _Pure) -> tuple[Floats, Floats]:
    """Return the force to the side beside a slip ratio, and the part that this induces: 4.E58 to 4.E67."""
    t, fz, dfz, _, alpha, kappa, gamma, _ = wheel
    stiffness = (t["RBY1"] + t["RBY4"] * gamma**2) * np.cos(np.arctan(t["RBY2"] * (alpha - t["RBY3"]))) * t["LYKA"]
    shape, bend, shift = np.full_like(alpha, t["RCY1"]), t["REY1"] + t["REY2"] * dfz, t["RHY1"] + t["RHY2"] * dfz
    weight = _cosine(stiffness, kappa + shift, shape, bend) / _cosine(stiffness, shift, shape, bend)
    most = pure.friction * fz * (t["RVY1"] + t["RVY2"] * dfz + t["RVY3"] * gamma)
    most = most * np.cos(np.arctan(t["RVY4"] * alpha))
    induced = most * np.sin(t["RVY5"] * np.arctan(t["RVY6"] * kappa)) * t["LVYKA"]
    return pure.force * weight + induced, induced


def _aligning(
    wheel: _Wheel, ahead: _Pure, left: _Pure, combined_ahead: Floats, combined_left: Floats, induced: Floats
) -> Floats:
    """Return the moment: minus trail times side force, the residual moment, and that of the force ahead.

    4.E31 to 4.E49, 4.E71 to 4.E78.
    """
    t, fz, dfz, dpi, alpha, kappa, gamma, cosine = wheel
    radius, reference = t.radius, t.nominal_load
    lean = gamma if t.version == OLD else np.abs(gamma)
    trail_shift = t["QHZ1"] + t["QHZ2"] * dfz + (t["QHZ3"] + t["QHZ4"] * dfz) * gamma
    residual_shift = left.shift + left.rise / (left.stiffness + np.copysign(SMALL, left.stiffness))
    ratio = np.abs(ahead.stiffness / (left.stiffness + np.copysign(SMALL, left.stiffness))) * kappa
    trail_slip, residual_slip = (_joined(alpha + shift, ratio) for shift in (trail_shift, residual_shift))
    d = fz * radius / reference * (t["QDZ1"] + t["QDZ2"] * dfz) * (1.0 - t["PPZ1"] * dpi) * t["LTR"]
    d = d * (1.0 + t["QDZ3"] * lean + t["QDZ4"] * gamma**2)
    b = (t["QBZ1"] + t["QBZ2"] * dfz + t["QBZ3"] * dfz**2) * t["LKY"] / t["LMUY"]
    b = b * (1.0 + t["QBZ4"] * gamma + t["QBZ5"] * np.abs(gamma) + t["QBZ6"] * gamma**2)
    c = np.full_like(fz, t["QCZ1"])
    e = t["QEZ1"] + t["QEZ2"] * dfz + t["QEZ3"] * dfz**2
    e = e * (1.0 + (t["QEZ4"] + t["QEZ5"] * gamma) * (2.0 / np.pi) * np.arctan(b * c * (alpha + trail_shift)))
    trail = d * _cosine(b, trail_slip, c, e) * cosine
    peak = (t["QDZ6"] + t["QDZ7"] * dfz) * t["LRES"] + (t["QDZ8"] + t["QDZ9"] * dfz) * (1.0 + t["PPZ2"] * dpi) * gamma
    peak = (peak + (t["QDZ10"] + t["QDZ11"] * dfz) * gamma * np.abs(gamma)) * fz * radius * t["LMUY"]
    narrow = t["QBZ9"] * t["LKY"] / t["LMUY"] + t["QBZ10"] * left.shape
    residual = peak * np.cos(np.arctan(narrow * residual_slip)) * cosine
    arm = radius * (t["SSZ1"] + t["SSZ2"] * combined_left / reference + (t["SSZ3"] + t["SSZ4"] * dfz) * gamma) * t["LS"]
    return -trail * (combined_left - induced) + residual + arm * combined_ahead


def _joined(slip: Floats, beside: Floats) -> Floats:
    """Return the slip that a moment depends on, with the slip ratio beside it [1]."""
    return np.sign(slip) * np.hypot(slip, beside)
