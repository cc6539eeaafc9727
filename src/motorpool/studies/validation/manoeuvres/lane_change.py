"""Double lane changes between cones with a preview driver: ISO 3888-1 (severe) and ISO 3888-2 (obstacle avoidance)."""

import itertools
from typing import Any, NamedTuple

import numpy as np

from ....models.registry import Model, find
from ....vehicles.fleet import Body, Fleet
from ..outcome import Curve, Measure, Outcome, Picture, at_least, yes
from ..rig import Floats, Rig, Run, has, param, turn
from .steady_circle import understeer_of

TITLE = "Double lane change"
SOURCE = "ISO 3888-1 and 3888-2 (dimensions recalled): no cone is touched; the entry speeds are our bars for our driver"
REFERENCE = "standard (dimensions recalled)"
COUNT = 16  # speeds that are tried; more find the limit more exactly
HEAVY = 3500.0  # heavier vehicles are not passenger cars and skip ISO 3888-2 [kg]
RUN_UP = 20.0  # distance before the first gate [m]


class Style(NamedTuple):
    """Parameters of the driver; all ``STYLES`` are tried at each entry speed, as a test driver would adapt."""

    early: float  # distance before the end of a gate at which the lane change begins, over the body length [1]
    reaction: float  # preview time of the steering [s]
    feedback: float  # gain on the lateral error [1/s]
    attention: float  # gain on the heading error [1]


# values of the fields of ``Style``; more of them find faster drives and take longer
EARLY, REACTION, FEEDBACK, ATTENTION = (0.1, 0.25, 0.4), (0.05, 0.15, 0.25, 0.4), (1.5, 3.0, 6.0), (0.5, 1.0, 2.0)
STYLES = [Style(*style) for style in itertools.product(EARLY, REACTION, FEEDBACK, ATTENTION)]


class Lane(NamedTuple):
    """Course: gates with beginning, end, lateral position of the centre (left positive) and width [m]."""

    name: str
    gates: tuple[tuple[float, float, float, float], ...]
    length: float
    required_kmh: float


def suits(model: Model) -> bool:
    """Return whether a vehicle is wheeled and of sufficient size."""
    body = model.vehicle.body if model.vehicle else Body()
    steers = has(model, "front_axle_cornering_coefficient", "max_steer_angle") and not has(model, "trailer_mass")
    return steers and body.length > 2.0


def run(vehicle: Any) -> Outcome:
    """Return the highest entry speeds without touching a cone."""
    found = find(vehicle)
    body = Body(*found.vehicle.body[:3]) if found.vehicle else Body()
    measures: list[Measure] = []
    pictures: list[Picture] = []
    for lane in (severe(body.width), tight(body.width))[: 1 if param(vehicle, "mass") > HEAVY else 2]:
        top = 0.95 * param(vehicle, "max_speed")
        speeds = np.linspace(0.15, 1.0, COUNT) * min(top, 130.0 / 3.6)
        run_, clear = _drive(vehicle, lane, body, speeds)
        by_speed = clear.reshape(len(STYLES), speeds.size)
        passed = by_speed.any(axis=0)
        fastest = float(speeds[passed].max(initial=0.0))
        required = min(lane.required_kmh, 3.6 * 0.35 * top)
        measures += [
            yes(f"{lane.name}: {3.6 * speeds[0]:.0f} km/h without touching a cone", bool(passed[0]), SOURCE),
            at_least(f"{lane.name}: fastest clean entry", 3.6 * fastest, required, unit="km/h", source=SOURCE),
        ]
        column = int(np.flatnonzero(passed)[-1]) if passed.any() else 0
        best = int(np.argmax(by_speed[:, column])) * speeds.size + column
        shown = run_.x[:, best] < lane.length + 30.0
        path = Curve(f"{3.6 * speeds[column]:.0f} km/h", run_.x[shown, best], run_.y[shown, best])
        cones = tuple(
            Curve("", np.array([start, end]), np.array([middle + side * width, middle + side * width]))
            for start, end, middle, width in lane.gates
            for side in (0.5, -0.5)
        )
        pictures.append(Picture(f"{lane.name}, {body.width:g} m wide", ("way", "m"), ("left", "m"), (path, *cones)))
    return Outcome(tuple(measures), tuple(pictures))


def severe(width: float) -> Lane:
    """Return the course of ISO 3888-1: sections of 15, 30, 25, 25, 15 and 15 m; lateral offset 3.5 m."""
    gates = ((0.0, 15.0, 0.0, 1.1 * width + 0.25), (45.0, 70.0, 3.5, 1.2 * width + 0.25),
             (95.0, 110.0, 0.0, 1.3 * width + 0.25))  # fmt: skip
    return Lane("ISO 3888-1", gates, 125.0, 60.0)


def tight(width: float) -> Lane:
    """Return the course of ISO 3888-2: sections of 12, 13.5, 11, 12.5 and 12 m; 1 m between the lanes."""
    first, second, third = 1.1 * width + 0.25, width + 1.0, 1.3 * width + 0.25
    aside = 0.5 * first + 1.0 + 0.5 * second
    gates = ((0.0, 12.0, 0.0, first), (25.5, 36.5, aside, second), (49.0, 61.0, 0.0, third))
    return Lane("ISO 3888-2", gates, 61.0, 0.0)


def _drive(vehicle: Any, lane: Lane, body: Body, speeds: Floats) -> tuple[Run, Any]:
    """Return the runs of all speeds in all styles, style by style, and the mask of those that touched no cone."""
    speed = np.tile(speeds, len(STYLES))
    early, reaction, feedback, attention = (np.repeat(values, speeds.size) for values in zip(*STYLES, strict=True))
    rig = Rig(vehicle, speed.size)
    rig.set_speed(speed)
    rig.fleet.state.x = -RUN_UP
    wheelbase = param(vehicle, "front_axle_offset") + param(vehicle, "rear_axle_offset")
    understeer = understeer_of(vehicle)
    begin = early * body.length

    def drive(time: float, fleet: Fleet) -> None:
        state, speed_magnitude = fleet.state, np.maximum(fleet.state.speed, 1.0)
        rig.hold_speed(speed, 0.0)
        _, slope, bend = _line(lane, begin + state.x + reaction * speed_magnitude)
        aim, _, _ = _line(lane, begin + state.x)
        direction = np.arctan(slope) + np.arctan(feedback * (aim - state.y) / speed_magnitude)
        angle = (wheelbase + understeer * speed_magnitude**2) * bend + attention * (direction - state.yaw)
        turn(fleet, np.clip(angle / fleet.params.max_steer_angle, -1.0, 1.0))

    run_ = rig.run((lane.length + RUN_UP + 40.0) / float(speeds.min()), drive)
    return run_, ~_touches(run_, lane, body)


def _line(lane: Lane, x: Floats) -> tuple[Floats, Floats, Floats]:
    """Return the driver's line: lateral position, positive to the left [m], slope [1] and curvature [1/m].

    Between gates it is a polynomial of the fifth order, with continuous curvature.
    """
    left, slope, bend = np.zeros_like(x), np.zeros_like(x), np.zeros_like(x)
    for (_, end, middle, _), (start, _, following, _) in itertools.pairwise(lane.gates):
        length, over = start - end, following - middle
        part = np.clip((x - end) / length, 0.0, 1.0)
        left += over * part**3 * (10.0 - 15.0 * part + 6.0 * part**2)
        slope += over / length * 30.0 * (part * (1.0 - part)) ** 2
        bend += over / length**2 * 60.0 * part * (1.0 - part) * (1.0 - 2.0 * part)
    bend /= (1.0 + slope**2) ** 1.5
    return left, slope, bend


def _touches(run_: Run, lane: Lane, body: Body) -> Any:
    """Return whether a corner of the body leaves a gate while it is inside."""
    hits = np.zeros(run_.x.shape[1], bool)
    sine, cosine = np.sin(run_.yaw), np.cos(run_.yaw)
    for ahead in (0.5 * body.length, 0.0, -0.5 * body.length):
        for left in (0.5 * body.width, -0.5 * body.width):
            x, y = run_.x + ahead * cosine - left * sine, run_.y + ahead * sine + left * cosine
            for start, end, middle, width in lane.gates:
                inside = (x >= start) & (x <= end)
                hits |= np.any(inside & (np.abs(y - middle) > 0.5 * width), axis=0)
    return hits | np.any(run_.rollover_angle != 0.0, axis=0) | (run_.x[-1] < lane.length)
