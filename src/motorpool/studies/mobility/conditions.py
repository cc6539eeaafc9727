"""Conditions: steepest slope and speeds of a vehicle on each class of soil in each direction, by its dynamic model.

A condition is a class of soil in its season, a slope, and a direction of travel across the slope. The result of the
model depends on nothing else, so the model runs once for a lattice of conditions, and cells are interpolated. The
lattice has polar coordinates: the direction between uphill and travel, and the slope over the steepest one that the
vehicle can drive in that direction. The border between "go" and "no-go" is thus a line of the lattice, and
interpolation does not smear it.

The steepest slope is bracketed by rounds of trials: each round divides the interval between the last slope that is
"go" and the first that is not (``limits_on``). Module ``speeds`` finds the speeds up to that slope.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...base.errors import WorldError, one_of
from ...compile.array_cache import Arrays, cached_rows, version_of
from ...compile.specialise import fingerprint
from ...ground.terrain.surface import FIELDS, Surface, rows_of
from ...ground.terrain.weather import WeatherKind, class_in, table_in
from ...models.registry import Model
from ...vehicles.fleet import Fleet, body_of
from .maps import SEASONS, SLOPE, SOIL_STRENGTH, TIP_OVER, Season
from .speeds import speeds_along, speeds_on
from .trials import Driving, Floats, Planes, Told, model_of, parameters_of, quiet, run_trials

WEATHER: dict[str, WeatherKind] = {"dry": "dry", "wet": "rain"}
DIRECTIONS = 37  # from uphill to downhill, 5 degrees apart; limits are found in every other one
STEEPEST = 1.2  # steepest slope that is tried; steeper ones count as "no-go" [1]
SLOPES = 12  # intervals into which a round of trials divides the bracket
ROUNDS = 3  # of trials
ASKEW = np.radians(1.0)  # least angle between travel and slope line; a drive exactly along it has no disturbance [rad]
STARTING = 20.0  # duration of the trials for the steepest slope [s]
CODE = ("studies/mobility", "models", "vehicles/fleet", "compile", "ground/terrain")  # that determines the results
HARD_GROUND = "dry-asphalt"  # class of soil on which a vehicle reaches its own greatest speed

# Drivers that try a slope, gently, so that wheels and tracks do not spin: (speed [m/s], settling time [s]).
PATIENT = ((1.5, 0.5), (1.5, 1.0), (3.0, 0.7), (2.5, 1.0), (2.0, 2.0), (3.5, 1.5), (5.0, 2.0))


@dataclass(frozen=True, eq=False)
class Conditions:
    """Limits and speeds of a vehicle on the classes of a surface; ``conditions_of`` makes them."""

    vehicle: str  # its name
    season: Season
    vehicle_cone_index: float  # cone index of the soil, below which the vehicle is immobilised [lb/in^2]
    width: float  # of the vehicle [m]
    top_speed: float  # on hard level ground [m/s]
    names: tuple[str, ...]  # classes of the surface, in its season
    is_known: NDArray[np.bool_]  # (classes,) whether the surface has the class; others have no limits and speeds
    cone_index: Floats  # (classes,) of each in its season [lb/in^2]
    limits: Floats  # (classes, directions) steepest slope that is "go" [1]; 0: not even level ground is
    limit_reasons: NDArray[np.uint8]  # (classes, directions) limit beyond it, index into ``REASONS``
    speeds: Floats  # (classes, directions, shares) made good at ``SHARES`` of the limit [m/s]

    def __repr__(self) -> str:
        return f"<Conditions of {self.vehicle}, {self.season}: {', '.join(self.names)}>"


def conditions_of(
    surface: Surface, vehicle: Any, *, season: Season = "dry", is_cached: bool = True, told: Told = quiet
) -> Conditions:
    """Run the dynamic model of a vehicle on slopes of all classes that a surface has.

    The results are stored for each soil, vehicle and version of the code, and read again by later programs. The cone
    index is not applied here, but in the cells of a map.

    Args:
        surface: soils in dry weather, as in files and scenarios.
        is_cached: read results that are stored, and store new ones; if false, the model runs in any case.
        told: called with the name of the part and the share of it that is done.

    Raises:
        ModelError: the vehicle has no dynamic model that reads the ground.
        WorldError: there is no such season.
    """
    if season not in SEASONS:
        raise WorldError(f"the season is {season!r}; it must be {one_of(season, SEASONS)}")
    model = model_of(vehicle)
    table = table_in(WEATHER[season], surface.names, surface.table)
    used = np.unique(surface.classes)
    rows, places = np.unique(table[used], axis=0, return_inverse=True)
    level = Planes(rows_of([HARD_GROUND]), np.zeros(1), np.zeros(1))

    def on_soils(some: Floats) -> Arrays:
        return _driven_on(model, some, told)

    def on_level(_nothing: Floats) -> Arrays:
        return {"speed": speeds_on(model, level)}

    if is_cached:
        inputs, code = _inputs_of(model), version_of(*CODE)
        found = cached_rows("conditions", inputs, rows, code=code, make=on_soils)
        top_speed = cached_rows("top-speed", inputs, level.soils, code=code, make=on_level)["speed"][0]
    else:
        found, top_speed = on_soils(rows), on_level(level.soils)["speed"][0]
    place, is_known = np.zeros(len(surface.names), np.intp), np.zeros(len(surface.names), np.bool_)
    place[used], is_known[used] = places.ravel(), True
    return Conditions(
        vehicle=model.title,
        season=season,
        vehicle_cone_index=parameters_of(model).get("vehicle_cone_index", 0.0),
        width=body_of(model).width,
        top_speed=float(top_speed),
        names=tuple(class_in(WEATHER[season], name) for name in surface.names),
        is_known=is_known,
        cone_index=table[:, FIELDS.index("cone_index")],
        limits=found["limits"][place],
        limit_reasons=found["reasons"][place],
        speeds=found["speeds"][place],
    )


def _inputs_of(model: Model) -> list[Any]:
    """Return all that the results on a soil depend on besides the soil and this package's code."""
    module, fleet = model.plain.module, Fleet(model, 1)
    functions = module.step, module.control_from_command, getattr(module, "is_valid", None)
    return [
        fingerprint(*functions),
        *(column for part in (fleet.state, fleet.control, fleet.params) for column in part),
    ]


def _driven_on(model: Model, rows: Floats, told: Told) -> Arrays:
    """Return limits, their reasons and speeds, each with one entry per soil.

    Args:
        rows: (soils, fields) of a surface's table.
    """
    angles = np.linspace(0.0, np.pi, DIRECTIONS)
    driven, reasons = limits_on(model, rows, angles[::2], told=told)
    limits = np.repeat(driven, 2, axis=1)[:, :-1]
    limits[:, 1::2] = 0.5 * (driven[:, :-1] + driven[:, 1:])
    reasons = np.repeat(reasons, 2, axis=1)[:, :-1]
    askew = np.clip(angles, ASKEW, np.pi - ASKEW)
    lines = Planes(np.repeat(rows, DIRECTIONS, axis=0), limits.ravel(), np.tile(askew, len(rows)))
    speeds = speeds_along(model, lines, told=told).reshape(*limits.shape, -1)
    return {"limits": limits, "reasons": reasons, "speeds": speeds}


def limits_on(model: Model, rows: Floats, angles: Floats, *, told: Told = quiet) -> tuple[Floats, NDArray[np.uint8]]:
    """Return the steepest slope for each soil and direction, and the limit beyond it.

    Args:
        rows: (soils, fields) of a surface's table.
        angles: directions of travel, measured from uphill [rad].
    """
    shape = len(rows), len(angles)
    low, high, reasons = np.zeros(shape), np.full(shape, STEEPEST), np.full(shape, SLOPE, np.uint8)
    stuck = np.zeros(len(rows), np.bool_)
    for number in range(ROUNDS):
        told("steepest slopes", number / ROUNDS)
        steps = np.arange(0 if number == 0 else 1, SLOPES + (number == 0)) / SLOPES  # both ends once
        slopes = low[..., None] + (high - low)[..., None] * steps
        goes, tips = _attempt(model, rows, angles, slopes)
        count = np.where(
            goes.all(axis=-1), len(steps), (~goes).argmax(axis=-1)
        )  # of slopes that are "go", from the gentlest on
        if number == 0:
            stuck = (count == 0).any(axis=1)  # level ground is not "go" either
        after = np.minimum(count, len(steps) - 1)[..., None]
        tipped = np.take_along_axis(tips, after, -1)[..., 0]
        reasons = np.where(count < len(steps), np.where(tipped, TIP_OVER, SLOPE), reasons).astype(np.uint8)
        high = np.where(count < len(steps), np.take_along_axis(slopes, after, -1)[..., 0], high)
        low = np.where(count > 0, np.take_along_axis(slopes, np.maximum(count - 1, 0)[..., None], -1)[..., 0], low)
    told("steepest slopes", 1.0)
    low[stuck], reasons[stuck] = 0.0, SOIL_STRENGTH
    return low, reasons


def _attempt(model: Model, rows: Floats, angles: Floats, slopes: Floats) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    ways = len(PATIENT)
    planes = _planes(rows, angles, np.repeat(slopes, ways, axis=-1))
    targets, settling = np.tile(np.array(PATIENT), (slopes.size, 1)).T
    outcomes = run_trials(model, planes, Driving(targets, targets, settling), duration=STARTING)
    shape = *slopes.shape, ways
    return np.any(outcomes.goes.reshape(shape), axis=-1), np.any(outcomes.tips.reshape(shape), axis=-1)


def _planes(rows: Floats, angles: Floats, slopes: Floats) -> Planes:
    soils, directions, count = slopes.shape
    soil = np.repeat(rows, directions * count, axis=0)
    return Planes(soil, slopes.ravel(), np.tile(np.repeat(angles, count), soils))
