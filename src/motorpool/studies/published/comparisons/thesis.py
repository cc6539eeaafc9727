"""Figures of document 003, "NPSNET: Real-Time 3D Ground-Based Vehicle Dynamics": as published and corrected.

The constants of the thesis are lost; those of the models are used, an M1A1 on tracks and an M35A2 on wheels.
"""

import math
from typing import Any

import numpy as np

from ....base.plotting.style import draw_curve, label_axes, label_map, new_figure
from ...compare.ready_made import Comparison
from ...compare.runs import Entry, Run, run

AS_PUBLISHED, CORRECTED = "park1992/tracked", "friction-circle/tracked"
AS_PUBLISHED_WHEELED, CORRECTED_WHEELED = "park1992/wheeled", "friction-circle/wheeled"
AHEAD = 2.0  # distance at which the program samples the ground [m]


def _moving(model: str, speed: float, *, grade: float = 0.0, name: str = "", **more: float) -> Entry:
    """Return a vehicle that faces east at a speed [m/s] on a ``grade``, with idle engine and released parking brake."""
    values: dict[str, Any] = {"speed": speed, "slope_x": grade, **more}
    if model.startswith("park1992/"):
        values |= {"velocity_x": speed, "height_ahead": AHEAD * grade}
    forces = {"left_force": 0.0, "right_force": 0.0, "cruise": 0.0, "engine_stop": 0.0, "parking_brake": 0.0}
    return Entry(model, {**forces, **values}, name=name)


def _gravity(model: str, grade: float) -> float:
    """Return the gravity force along the slope [kN], positive forward, on a vehicle that moves forward."""
    return float(run(_moving(model, 5.0, grade=grade), seconds=0.01, dt=0.01)["gravity_force"][-1]) / 1e3


def uphill() -> Any:
    """Draw a tank that rolls up a slope of 10 % with idle engine; and gravity on every slope."""
    figure, (speed, force) = new_figure(columns=2, height=4.3, title="Moving forward, the engine idle: an M1A1, 57 t")
    label_axes(speed, x=("time", "s"), y=("speed", "m/s"), title="Up a slope of 10 %")
    entries = (
        _moving(AS_PUBLISHED, 5.0, grade=0.1, name="as published"),
        _moving(AS_PUBLISHED, 5.0, grade=0.1, name="only the sign corrected", gravity_sign=0.0),
        _moving(CORRECTED, 5.0, grade=0.1, name="corrected"),
    )
    for index, entry in enumerate(entries):
        one = run(entry, seconds=6.0, dt=0.02)
        draw_curve(speed, one.times, one["speed"], name=entry.name, index=index)
    label_axes(
        force, x=("grade, uphill positive", "%"), y=("gravity along the slope", "kN"), title="Gravity, forward positive"
    )
    grades = np.arange(-60, 61, 2)
    for index, model, name in ((0, AS_PUBLISHED, "as published"), (2, CORRECTED, "corrected")):
        draw_curve(force, grades, [_gravity(model, grade / 100.0) for grade in grades.tolist()], name=name, index=index)
    return figure


def dead_band() -> Any:
    """Draw full power from rest at several frame rates: a speed of 0.3 m/s or less becomes zero in every frame."""
    figure, (speed, place) = new_figure(
        columns=2, height=4.3, title="Full power from rest, an M1A1: 200 kN as published"
    )
    label_axes(speed, x=("time", "s"), y=("speed", "m/s"), title="Speed")
    label_axes(place, x=("time", "s"), y=("way", "m"), title="Way")
    for index, (model, rate) in enumerate(
        ((AS_PUBLISHED, 6), (AS_PUBLISHED, 10), (AS_PUBLISHED, 60), (CORRECTED, 6), (CORRECTED, 60))
    ):
        name = f"{'as published' if model == AS_PUBLISHED else 'corrected'}, {rate} Hz"
        one = run(_moving(model, 0.0, name=name, left_force=100e3, right_force=100e3), seconds=2.0, dt=1.0 / rate)
        draw_curve(speed, one.times, one["speed"], name=name, index=index)
        draw_curve(place, one.times, one["x"], name=name, index=index)
    return figure


def coasting() -> Any:
    """Draw coasting from 10 m/s on flat ground without power, and the motion after the stop."""
    figure, (speed, place) = new_figure(
        columns=2, height=4.3, title="Coasting from 10 m/s on flat ground, 10 Hz: an M1A1"
    )
    label_axes(speed, x=("time", "s"), y=("speed", "m/s"), title="Speed")
    label_axes(place, x=("time since it stands", "s"), y=("way since then", "m"), title="Does it stand?")
    for index, (model, name) in enumerate(((AS_PUBLISHED, "as published"), (CORRECTED, "corrected"))):
        one = run(_moving(model, 10.0, name=name), seconds=45.0, dt=0.1)
        draw_curve(speed, one.times, one["speed"], name=name, index=index)
        since, way = _after_stop(one)
        draw_curve(place, since, way, name=name, index=index)
    return figure


def _after_stop(one: Run) -> tuple[Any, Any]:
    """Return times [s] and displacement [m] from the first step with zero speed, for ten seconds."""
    stop = int(np.argmax(one["speed"] == 0.0))
    end = min(stop + round(10.0 / float(one.times[1])), len(one.times))
    return one.times[stop:end] - one.times[stop], one["x"][stop:end] - one["x"][stop]


def parked() -> Any:
    """Draw vehicles at rest on upward slopes with idle engine, with the parking brake and without."""
    figure, scenes = new_figure(columns=3, height=4.2, title="At rest, facing uphill, the engine idle: an M1A1")
    for axes, grade in zip(scenes, (0.02, 0.1, 0.6), strict=True):
        label_axes(axes, x=("time", "s"), y=("way, uphill positive", "m"), title=f"A slope of {100 * grade:g} %")
        cases = ((AS_PUBLISHED, 0.0), (AS_PUBLISHED, 1.0), (CORRECTED, 0.0), (CORRECTED, 1.0))
        for index, (model, brake) in enumerate(cases):
            form = "as published" if model == AS_PUBLISHED else "corrected"
            name = f"{form}, {'parking brake' if brake else 'no brake'}"
            locked = {"parking_brake": brake}
            one = run(_moving(model, 0.0, grade=grade, name=name, **locked), seconds=5.0, dt=0.1)
            draw_curve(axes, one.times, one["x"], name=name, index=index)
    return figure


def reverse_turn() -> Any:
    """Draw a truck with steered wheels, forward and in reverse; and its yaw rate at any speed."""
    steer = 0.2
    figure, (path, rate) = new_figure(columns=2, height=4.6, title="An M35A2 with its wheels 0.2 rad to the left")
    label_map(path, title="3 s forward and in reverse, at 3.9 m/s")
    label_axes(rate, x=("speed", "m/s"), y=("yaw rate", "rad/s"), title="How fast it turns")
    speeds = [0.5 * step for step in range(-8, 41)]
    for index, (model, name) in enumerate(((AS_PUBLISHED_WHEELED, "as published"), (CORRECTED_WHEELED, "corrected"))):
        for forward, which in ((3.9, "forward"), (-3.9, "reverse")):
            entry = _moving(model, forward, name=name, steer_angle=steer, cruise=1.0, cruise_speed=forward)
            one = run(entry, seconds=3.0, dt=0.05)
            draw_curve(path, one["x"], one["y"], name=f"{name}, {which}", index=index)
        draw_curve(rate, speeds, [_yaw_rate(model, speed, steer) for speed in speeds], name=name, index=index)
    return figure


def _yaw_rate(model: str, speed: float, steer: float) -> float:
    """Return the yaw rate of a wheeled vehicle at a speed, in a short step [rad/s]."""
    dt = 1e-3
    one = run(_moving(model, speed, steer_angle=steer), seconds=dt, dt=dt)
    return math.remainder(float(one["yaw"][-1] - one["yaw"][0]), math.tau) / dt


COMPARISONS = (
    Comparison("uphill", "003", "gravity's sign on a slope: as published a moving tank is pulled uphill", uphill),
    Comparison("dead-band", "003", "starting at 6, 10 and 60 frames a second: as published it cannot at 60", dead_band),
    Comparison("coasting", "003", "coasting to a stop: as published it creeps on backwards", coasting),
    Comparison("parked", "003", "parked on slopes, with the parking brake and without", parked),
    Comparison(
        "reverse-turn",
        "003",
        "a truck in reverse: as published it turns the same way, as fast at any speed",
        reverse_turn,
    ),
)
