"""Pictures of the dynamic car models: friction and its limit, the linear car, and the loads of four wheels."""

from typing import Any

import numpy as np

from motorpool.base.plotting.style import draw_curve, label_axes, mark_value, new_figure
from motorpool.models import find
from motorpool.models.composition import nest
from motorpool.models.dynamic.double_track import model as double_track
from motorpool.models.dynamic.four_axles import model as four_axles_model
from motorpool.models.dynamic.four_axles.axle_row import AxleLayout, load_at
from motorpool.models.parts import body
from motorpool.models.parts.attitude import GRAVITY
from motorpool.models.parts.tyre import fiala, magic_formula
from motorpool.vehicles.fleet import Fleet

DT = 0.005  # [s]
KILONEWTON = 1000.0  # [N]


def turned(model: str, angles: np.ndarray, speed: float, *, seconds: float, holds_speed: bool) -> Any:
    """Cars that held their wheels at these angles so long; with ``holds_speed`` their speed, too."""
    fleet = Fleet(model, angles.size)
    fleet.state.speed[:] = speed
    fleet.state.wheel_angle[:] = angles
    if "steer_angle" in type(fleet.model.module.Control())._fields:
        fleet.control.steer_angle[:] = angles
    for _ in range(round(seconds / DT)):
        fleet.step(DT)
        if holds_speed:
            fleet.state.speed[:] = speed
    return fleet.state


def single_track() -> Any:
    """The side force of both tyres at the left, how hard it pulls a car into a turn at the right."""
    figure, (tyres, turns) = new_figure(columns=2, width=10.4, height=4.4)
    slips = np.radians(np.linspace(0.0, 15.0, 151))
    for index, (name, tyre) in enumerate((("Fiala", fiala), ("magic formula", magic_formula))):
        forces = [10.0 * slip * tyre(10.0 * slip, 10.0, 80e3, 3400.0) for slip in np.tan(slips)]
        draw_curve(tyres, np.degrees(slips), np.array(forces) / KILONEWTON, name=name, index=index)
    draw_curve(tyres, np.degrees(slips[:31]), 80.0 * slips[:31], name="linear", index=2)
    label_axes(tyres, x=("slip angle", "degrees"), y=("side force", "kN"), title="A tyre under 4 kN")
    angles = np.radians(np.linspace(0.0, 12.0, 49))
    for index, speed in enumerate((8.0, 15.0, 25.0)):
        forces = turned("single-track", angles, speed, seconds=1.0, holds_speed=False).specific_force_left
        draw_curve(turns, np.degrees(angles), forces, name=f"{3.6 * speed:.0f} km/h", index=index)
    label_axes(
        turns, x=("wheel angle", "degrees"), y=("specific force to the left", "m/s²"), title="One second into a turn"
    )
    return figure


def linear_car() -> Any:
    """The yaw rate over the speed for one wheel angle, linear and sliding, in a gentle and in a sharp turn."""
    figure, panels = new_figure(columns=2, width=10.4, height=4.4)
    speeds = np.linspace(2.0, 40.0, 39)
    for axes, degrees in zip(panels, (0.5, 3.0), strict=True):
        angle = np.radians(degrees)
        for index, (name, model) in enumerate((("linear", "single-track/linear"), ("CR2, tyres slide", "CR2"))):
            rates = [
                float(turned(model, np.array([angle]), speed, seconds=3.0, holds_speed=True).yaw_rate[0])
                for speed in speeds
            ]
            draw_curve(axes, speeds, rates, name=name, index=index)
        label_axes(axes, x=("speed", "m/s"), y=("yaw rate", "rad/s"), title=f"Wheels at {degrees} degrees")
    return figure


def four_wheels() -> Any:
    """The load of each wheel over the specific force to the left, until the inner wheels lift."""
    figure, (axes,) = new_figure(width=7.6, height=4.8)

    params = nest(double_track.Params, find("double-track").module.Params(front_roll_share=0.65, centre_height=0.8))
    pulls = np.linspace(0.0, 9.1, 92)
    loads = [double_track.loads_of(body.State(specific_force_left=pull), GRAVITY, params) for pull in pulls]
    names = ("front, inner", "front, outer", "rear, inner", "rear, outer")
    for index, name in enumerate(names):
        draw_curve(axes, pulls, [load[index] / KILONEWTON for load in loads], name=name, index=index)
    lifts = next(pull for pull, load in zip(pulls, loads, strict=True) if load.front_left <= 0.0)
    mark_value(axes, (lifts, 0.0), "it lifts", offset=(4, 8))
    label_axes(axes, x=("specific force to the left", "m/s²"), y=("load", "kN"), title="A tall car in a left bend")
    return figure


def four_axles() -> Any:
    """The load of each axle of a LAV-25 over its deceleration."""
    figure, (axes,) = new_figure(width=7.6, height=4.8)
    params = nest(four_axles_model.Params, find("LAV-25").module.Params())
    places = (
        params.first_axle.offset,
        params.second_axle.offset,
        -params.third_axle.offset,
        -params.fourth_axle.offset,
    )
    mean = sum(places) / 4.0
    row = AxleLayout(4.0, mean, sum((place - mean) ** 2 for place in places))
    slowing = np.linspace(0.0, 8.0, 81)
    weight = params.body.mass * GRAVITY
    moments = params.body.mass * params.body.centre_height * slowing
    for index, (name, place) in enumerate(zip(("first", "second", "third", "fourth"), places, strict=True)):
        loads = [float(load_at(place, row, weight, moment)) / KILONEWTON for moment in moments]
        draw_curve(axes, slowing, loads, name=f"{name} axle", index=index)
    label_axes(axes, x=("deceleration", "m/s^2"), y=("load", "kN"), title="LAV-25, braking on level ground")
    return figure


PICTURES = {
    "single-track": single_track,
    "single-track-linear": linear_car,
    "double-track": four_wheels,
    "four-axles": four_axles,
}
