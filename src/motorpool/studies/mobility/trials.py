"""Trials: copies of a vehicle on planes of known slope and soil, driven straight by the dynamic model in one fleet.

Each trial drives east on its own plane. The speed controller of the model (``Fleet.drive``) sets throttle and brakes
for a commanded speed; module ``steering`` keeps the vehicle on its line across the slope. The last seconds of a trial
give the speed made good, and whether the vehicle kept its line and a side lifted.

A plane is given by its steepness, rise over run straight uphill, and its direction: the angle between uphill and the
direction of travel, 0 up, pi / 2 along the contour, pi down.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.errors import ModelError
from ...ground.terrain.surface import FIELDS
from ...models.registry import Model, find
from ...vehicles.fleet import OF_VALUES, Fleet
from .steering import TrialDrivers

DT = 1.0 / 60.0  # as in a world [s]
NEEDED = {"slope_x", "slope_y", "friction", "cone_index"}  # fields of the ground that a model must read
BEARS_ALL = 10_000.0  # cone index of a soil that immobilises no vehicle [lb/in^2]
OBSERVED = 3.0  # averaging time of the speed at the end of a trial; the drift is measured over three times that [s]
GOES = 0.05  # speed above which a vehicle counts as moving [m/s]
HOLDS = 0.8  # share of the commanded speed, below which a vehicle that slows down may come to a stop [1]
FALLS_FOR = 300.0  # time over which such a falling speed is extrapolated [s]
RUNS_AWAY = 1.1  # times the commanded speed, plus 0.5 m/s: above it the brakes do not hold the vehicle [1]
DRIFTS = 0.03  # lateral over forward speed, plus 0.03 m/s: above it the vehicle slides off its line [1]
LEG, LEGS = 15.0, 8  # duration of a leg, after which settled trials end [s], and the greatest number of legs
SETTLED, CREEPS = 0.004, 0.005  # largest change of a settled speed in 6 s: share of it [1], and absolute part [m/s]
LIFTS = 0.05  # rollover angle beyond which a side is off the ground [rad]

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Told = Callable[[str, float], None]  # progress report: name of the part, share of it that is done [1]
Marks = list[tuple[Floats, Floats]]  # positions x, y at four times, ``OBSERVED`` apart [m]


class Planes(NamedTuple):
    """The ground of each trial."""

    soils: Floats  # (trials, fields) rows of a surface's table
    steepness: Floats  # (trials,) rise over run, straight uphill [1]
    direction: Floats  # (trials,) between uphill and the direction of travel, uphill to the left positive [rad]


class Driving(NamedTuple):
    """Commands of the driver of each trial."""

    start: Floats  # speed at the beginning [m/s]
    target: Floats  # commanded speed [m/s]
    settling: Floats  # time constant of the approach to it; 0: with full throttle or full brakes [s]


class Outcomes(NamedTuple):
    """Results of the trials, one value for each."""

    speed: Floats  # speed over the map at the end [m/s]
    goes: Bools  # the vehicle moves, its brakes hold it, and it keeps its line
    tips: Bools  # a side has left the ground


def quiet(_words: str, _share: float) -> None:
    """Ignore progress reports."""


def model_of(vehicle: Any) -> Model:
    """Return the dynamic model of a vehicle.

    Raises:
        ModelError: there is no such vehicle, or its model is kinematic or does not read the ground.
    """
    model = find(vehicle)
    if not model.is_dynamic:
        raise ModelError(
            f"{model.title} has no mass and no forces, so the ground does not limit it; choose a vehicle with a "
            "dynamic model, such as M1A1 or M998"
        )
    ground: set[str] = set(model.structures["ground"]._fields) if model.stands_on_ground else set()
    if not ground >= NEEDED:
        raise ModelError(
            f"the model {model.plain.name} of {model.title} does not read {', '.join(sorted(NEEDED - ground))} of the "
            "ground; choose a vehicle whose model does, such as M1A1 or M998"
        )
    return model


def parameters_of(model: Model) -> dict[str, float]:
    """Return the parameters of a vehicle by name, SI units."""
    fleet = Fleet(model, 1)
    return {name: float(getattr(fleet.params, name)[0]) for name in dir(fleet.params)}


def run_trials(model: Model, planes: Planes, driving: Driving, *, duration: float) -> Outcomes:
    """Drive on planes, one for each trial, for a ``duration`` [s] and return the outcomes.

    Raises:
        ModelError: a parameter of the vehicle or a value of the soil is out of range.
    """
    fleet = fleet_on(model, planes)
    _set_speed(fleet, driving.start)
    marks, lifted = _driven(fleet, driving, duration)
    return _outcomes(marks, driving, lifted)


def run_until_settled(model: Model, planes: Planes, driving: Driving) -> Floats:
    """Drive on planes until the speeds have settled and return them [m/s]; 0 where the vehicle does not go.

    A trial ends when its speed changes by less than ``SETTLED`` over its last seconds. The result of a trial that never
    settles, because the gearbox hunts or the vehicle creeps, is the mean speed of its last ``LEG``.

    Raises:
        ModelError: a parameter of the vehicle or a value of the soil is out of range.
    """
    found = np.zeros(len(planes.steepness))
    rows = np.arange(len(found))
    fleet = fleet_on(model, planes)
    _set_speed(fleet, driving.start)
    for _ in range(LEGS):
        begun = np.array(fleet.state.x)
        marks, lifted = _driven(fleet, driving, LEG)
        outcomes = _outcomes(marks, driving, lifted)
        before = (marks[1][0] - marks[0][0]) / OBSERVED
        after = (marks[3][0] - marks[2][0]) / OBSERVED
        settled = (np.abs(after - before) < SETTLED * np.abs(after) + CREEPS) | lifted
        mean = (marks[3][0] - begun) / LEG
        found[rows] = np.where(settled, outcomes.speed, np.where(outcomes.goes, mean, 0.0))
        left = np.flatnonzero(~settled)
        if not left.size:
            break
        rows, driving = rows[left], Driving(*(column[left] for column in driving))
        fleet = _some(fleet, fleet_on(model, Planes(*(column[rows] for column in planes))), left)
    return found


def _some(fleet: Fleet, smaller: Fleet, rows: NDArray[np.intp]) -> Fleet:
    columns = fleet.named_columns()
    for name, column in smaller.named_columns().items():
        column[:] = columns[name][rows]
    return smaller


def _driven(fleet: Fleet, driving: Driving, duration: float) -> tuple[Marks, Bools]:
    """Drive for a ``duration`` [s]; return four positions in the last seconds, and which vehicles lifted a side."""
    steps, window = round(duration / DT), round(OBSERVED / DT)
    marks: Marks = []
    drivers = TrialDrivers(fleet, driving.target, driving.settling)
    at = {steps - 3 * window, steps - 2 * window, steps - window, steps}
    for step in range(steps + 1):
        if step in at:
            marks.append((np.array(fleet.state.x), np.array(fleet.state.y)))
        if step == steps:
            break
        drivers.drive(DT)
        fleet.step(DT)
    if np.any(fleet.status & OF_VALUES):
        raise ModelError("; ".join(fleet.problems()))
    return marks, drivers.greatest_rollover > LIFTS


def fleet_on(model: Model, planes: Planes) -> Fleet:
    """Return a fleet with one vehicle for each plane, facing east, on soil that immobilises no vehicle."""
    fleet = Fleet(model, len(planes.steepness))
    for number, name in enumerate(FIELDS):
        if name in dir(fleet.ground):
            setattr(fleet.ground, name, planes.soils[:, number])
    fleet.ground.cone_index = BEARS_ALL
    slopes = planes.steepness * np.cos(planes.direction), planes.steepness * np.sin(planes.direction)
    for name, slope in zip(("slope_x", "slope_y"), slopes, strict=True):
        setattr(fleet.ground, name, slope)
        if f"last_{name}" in dir(fleet.state):
            setattr(fleet.state, f"last_{name}", slope)
    return fleet


def _set_speed(fleet: Fleet, speed: Floats) -> None:
    for name in {"speed", "left_track_speed", "right_track_speed"} & set(dir(fleet.state)):
        setattr(fleet.state, name, speed)
    if "engine_load" in dir(fleet.state):
        fleet.state.engine_load = 1.0


def _outcomes(marks: Marks, driving: Driving, lifted: Bools) -> Outcomes:
    (first_x, first_y), (second_x, _), (third_x, _), (last_x, last_y) = marks
    speed, before = (last_x - third_x) / OBSERVED, (second_x - first_x) / OBSERVED
    drift = np.abs(last_y - first_y) / (3.0 * OBSERVED)
    trend = np.minimum(speed - before, 0.0) / (2.0 * OBSERVED)
    patient = driving.settling > 0.0  # at full throttle a vehicle may still slow down from its start
    goes = speed + np.where(patient & (speed < HOLDS * driving.target), trend * FALLS_FOR, 0.0) > GOES
    goes &= (speed < RUNS_AWAY * driving.target + 0.5) & (drift < DRIFTS * np.abs(speed) + 0.03) & ~lifted
    return Outcomes(np.where(goes, speed, 0.0), goes, lifted)
