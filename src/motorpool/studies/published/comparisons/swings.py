"""Figures of document 001, "Using Polar Coordinates for Movement in a Game": its laws as curves, and their effects."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ....base.plotting.style import draw_curve, label_axes, label_map, name_curve, new_figure, note
from ....models.kinematic.polar import laws
from ...compare.ready_made import Comparison
from ...compare.runs import Entry, Run, run

FAITHFUL, CORRECTED = "polar/faithful", "polar/corrected"
DELTA = np.arange(-180.0, 180.5, 1.0)  # angleDelta [degree]
TICKS = (-180, -90, 0, 90, 180)  # of the axes of directions [deg]
TURN_LAWS = {"sine": 0.0, "linear": 1.0, "fixed": 2.0}
BRAKE_LAWS = {"none": 0.0, "full": 1.0, "linear": 2.0, "cosine": 3.0}


def _turn_towards(model: str, desired: float, *, speed: float, seconds: float, rate: int = 60, **params: Any) -> Run:
    """Return a run with a key held towards a direction [rad], from direction 0."""
    values: dict[str, Any] = {"speed": speed, "acceleration": 1.0, "acceleration_yaw": desired, **params}
    return run(Entry(model, values), seconds=seconds, dt=1.0 / rate)


def _directions(one: Run) -> Any:
    """Return the direction [degree], unwrapped."""
    unwrap: Any = np.unwrap
    return np.degrees(unwrap(one["yaw"]))


# ---------------------------------------------------------------- laws


def turn_laws() -> Any:
    """Draw the document's figures 6 and 7, and the decrease of the turn rate with speed."""
    figure, (by_law, by_speed) = new_figure(columns=2, height=4.2)
    label = {"x": ("angleDelta", "degree"), "y": ("turn, over the turn rate", "1")}
    label_axes(by_law, **label, title="Laws, at rest")
    for index, (name, law) in enumerate(TURN_LAWS.items()):
        draw_curve(by_law, DELTA, _turn(law, 0.0), name=name, index=index)
    label_axes(by_speed, **label, title="Sine, at parts of the top speed")
    for index, fraction in enumerate((0.0, 0.25, 0.5, 0.75, 1.0)):
        draw_curve(by_speed, DELTA, _turn(0.0, fraction), name=f"{fraction:g}", index=index)
    for axes in (by_law, by_speed):
        axes.set_xticks(TICKS)
        axes.set_ylim(-1.25, 1.25)
    return figure


def _turn(law: float, fraction: float) -> list[float]:
    return [laws.turn_fraction(law, angle, math.sin(angle), 1.0 - fraction) for angle in np.radians(DELTA).tolist()]


def brake_laws() -> Any:
    """Draw the document's figure 8, its linear brake as published, and the end of a turn with each brake."""
    figure, (by_law, swings) = new_figure(columns=2, height=4.4)
    label_axes(by_law, x=("angleDelta", "degree"), y=("brake, over the angular velocity", "1"), title="Laws")
    names = {**BRAKE_LAWS, "linear, as published": 4.0}
    for index, (name, law) in enumerate(names.items()):
        values = [laws.brake_fraction(law, angle, math.cos(angle)) for angle in np.radians(DELTA).tolist()]
        draw_curve(by_law, DELTA, values, name=name, index=index)
    by_law.set_xticks(TICKS)
    note(by_law, "below 0: it drives the turn on", x=0.3, y=0.06)
    title = "A turn by 170 degrees at 2 m/s, corrected"
    label_axes(swings, x=("time", "s"), y=("direction", "degree"), title=title)
    steady: dict[str, Any] = {"speed_law": "capped", "max_acceleration": 1e-9}
    for index, (name, law) in enumerate(BRAKE_LAWS.items()):
        one = _turn_towards(CORRECTED, math.radians(170.0), speed=2.0, seconds=6.0, brake_law=law, **steady)
        draw_curve(swings, one.times, _directions(one), name=name, index=index)
    _draw_goal(swings, 170.0)
    return figure


def _draw_goal(axes: Any, degrees: float) -> None:
    axes.axhline(degrees, color="#6b6b6b", linewidth=0.9, linestyle=(0, (4, 3)), zorder=1.0)


# ---------------------------------------------------------------- effects


def reversal() -> Any:
    """Draw a reversal: the linear law turns, the sine law first stops.

    As in the text: the turn follows at once, without angular velocity, at a low acceleration.
    """
    figure, (path, direction, speed) = new_figure(
        columns=3, height=4.4, title="The opposite key, 180 degrees, and one 20 degrees beside it, at 5 m/s"
    )
    label_map(path, title="Paths")
    label_axes(direction, x=("time", "s"), y=("direction, from the first one", "degree"), title="Direction")
    label_axes(speed, x=("time", "s"), y=("speed", "m/s"), title="Speed")
    gentle: dict[str, Any] = {"angular_velocity": "none", "max_acceleration": 5.0, "turn_rate": 3.0}
    cases = (("sine", 180.0), ("linear", 180.0), ("sine", 160.0), ("linear", 160.0))
    for index, (law, degrees) in enumerate(cases):
        one = _turn_towards(CORRECTED, math.radians(degrees), speed=5.0, seconds=2.0, turn_law=law, **gentle)
        name = f"{law}, {degrees:g}°"
        draw_curve(path, one["x"], one["y"], name=name, index=index)
        draw_curve(direction, one.times, _directions(one), name=name, index=index)
        draw_curve(speed, one.times, one["speed"], name=name, index=index)
    direction.set_yticks((0, 45, 90, 135, 180))
    return figure


RATES = (20, 30, 60, 120, 240, 480, 960)  # [Hz]


def overshoot() -> Any:
    """Draw the overshoot of a turn by 1.2 rad at 5 m/s, as published and corrected, at several frame rates."""
    figure, (published, corrected, most) = new_figure(
        columns=3, height=4.4, title="A turn by 1.2 rad (69 degrees) at 5 m/s"
    )
    for axes, model, title in ((published, FAITHFUL, "As published"), (corrected, CORRECTED, "Corrected")):
        label_axes(axes, x=("time", "s"), y=("direction", "degree"), title=title)
        for index, rate in enumerate((30, 60, 240)):
            one = _turn_towards(model, 1.2, speed=5.0, seconds=4.0, rate=rate)
            draw_curve(axes, one.times, _directions(one), name=f"{rate} Hz", index=index)
        _draw_goal(axes, math.degrees(1.2))
    corrected.set_ylim(published.get_ylim())
    label_axes(most, x=("frame rate", "Hz"), y=("farthest beyond the desired direction", "rad"), title="Within 4 s")
    most.set_xscale("log")
    for index, (model, name) in enumerate(((FAITHFUL, "as published"), (CORRECTED, "corrected")), start=3):
        beyond = [farthest(model, rate) for rate in RATES]
        draw_curve(most, RATES, beyond, name=name, index=index, marker="o", markersize=4)
    note(most, "below 0: not reached", x=0.03, y=0.22)
    most.set_xticks(RATES[1:], [str(rate) for rate in RATES[1:]])
    most.minorticks_off()
    return figure


def farthest(model: str, rate: int) -> float:
    """Return the largest overshoot of the direction beyond 1.2 rad within 4 s [rad]; negative if it stays below."""
    yaw = _turn_towards(model, 1.2, speed=5.0, seconds=4.0, rate=rate)["yaw"][1:]
    return max(math.remainder(float(direction) - 1.2, math.tau) for direction in yaw)


def speed_build_up() -> Any:
    """Draw the speed from rest, straight on: the self-regulating law, its frame-rate error, and the simple law."""
    figure, (speeds, errors) = new_figure(columns=2, height=4.2, title="Top speed 10 m/s, acceleration 20 m/s²")
    label_axes(speeds, x=("time", "s"), y=("speed", "m/s"), title="From rest, straight on")
    times = np.arange(0.0, 2.01, 0.01)
    draw_curve(speeds, times, 10.0 * (1.0 - np.exp(-2.0 * times)), name=r"$10\,(1 - e^{-2t})$", index=0)
    for index, (rate, law, name) in enumerate(
        ((10, "cosine", "10 Hz"), (60, "cosine", "60 Hz"), (60, "capped", "the easy way: capped")), start=1
    ):
        one = _turn_towards(FAITHFUL, 0.0, speed=0.0, seconds=2.0, rate=rate, speed_law=law)
        name_curve(speeds, draw_curve(speeds, one.times, one["speed"], index=index), name, at=0.35)
    label_axes(errors, x=("dt", "s"), y=("error of the speed after 1 s", "m/s"), title="Order 1 in the frame time")
    errors.set_xscale("log")
    errors.set_yscale("log")
    dts = [1.0 / rate for rate in (10, 30, 60, 120, 240, 480)]
    draw_curve(errors, dts, _speed_errors(dts), name="order 1", index=1, marker="o", markersize=4)
    return figure


def _speed_errors(dts: Sequence[float]) -> list[float]:
    """Return the errors of the speed after a second, from 10 (1 - exp(-2)) [m/s]."""
    exact = 10.0 * (1.0 - math.exp(-2.0))
    ends = [_turn_towards(FAITHFUL, 0.0, speed=0.0, seconds=1.0, rate=round(1.0 / dt))["speed"][-1] for dt in dts]
    return [abs(float(end) - exact) for end in ends]


def coasting() -> Any:
    """Draw coasting: as published it keeps top speed, accelerates from an opposed direction, and creeps at rest."""
    figure, scenes = new_figure(columns=3, height=4.0, title="No key is held")
    cases = (
        ("From top speed", 10.0, 0.0, 1.0),
        ("From 5 m/s, desired direction opposed", 5.0, math.pi, 1.0),
        ("From 0.05 m/s", 0.05, 0.0, 0.35),
    )
    for axes, (title, speed, desired, seconds) in zip(scenes, cases, strict=True):
        label_axes(axes, x=("time", "s"), y=("speed", "m/s"), title=title)
        for index, (model, name) in enumerate(((FAITHFUL, "as published"), (CORRECTED, "corrected"))):
            values = {"speed": speed, "acceleration": -1.0, "acceleration_yaw": desired}
            one = run(Entry(model, values), seconds=seconds, dt=1.0 / 60.0)
            draw_curve(axes, one.times, one["speed"], name=name, index=index)
    return figure


COMPARISONS = (
    Comparison(
        "turn-laws", "001", "turn rate over the angle: sine, linear, fixed; and how speed takes it away", turn_laws
    ),
    Comparison(
        "brake-laws",
        "001",
        "braking of the angular velocity: none, full, linear, cosine; and how a turn ends",
        brake_laws,
    ),
    Comparison("reversal", "001", "the opposite key: the linear law swings round, the sine stops first", reversal),
    Comparison("overshoot", "001", "overshoot against frame rate, as published and corrected", overshoot),
    Comparison(
        "speed-build-up", "001", "speed from rest: self-regulating, capped, and its error against dt", speed_build_up
    ),
    Comparison("coasting-keys", "001", "without a key: as published it does not slow, runs away, creeps", coasting),
)
