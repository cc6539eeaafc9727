"""Table of ``trafficability``, made from vehicles' parameters and the values of a surface's classes.

The formulas are those of the dynamic models: motion resistance of ``parts.running_gear``, powertrain and gears of
``parts.powertrain``, and for the share of the grip that driven axles can use ``models.grade_limits``. A kinematic model
has no such parameters; the ground does not stop it.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from ...ground.terrain.heightfield import Heightfield
from ...ground.terrain.levels import NO_DECKS, Decks
from ...ground.terrain.surface import FIELDS, Surface
from ...models.dynamic.skid_steer.track_steering import NEUTRAL
from ...models.grade_limits import Drive, Ground, drive_of, friction_limit
from ...models.parts.attitude import GRAVITY
from ...models.parts.gearbox import ratio_of, torque_at
from ...models.parts.powertrain import SLOWEST
from ...models.parts.running_gear import FAST
from ...vehicles.fleet import Fleet
from ...vehicles.fleet.inertia import inertia_of
from .trafficability import (
    GRADE_SPACING,
    GRADES,
    NO_LIMIT,
    SPEEDS,
    STEEPEST_ENTRY,
    ClassRaster,
    GroundMap,
    Trafficability,
)

FASTEST = 1e3  # top speed of a model without an engine: no limit [m/s]
WORST_HIGH = ("vehicle_cone_index", "rolling_factor", "mass", "trailer_mass", "air_drag")  # of a fleet, the largest

Floats = NDArray[np.float64]


class Mobility(NamedTuple):
    """Parameters of one kind of vehicle that its trafficability depends on."""

    weight: float  # [N]
    air_drag: float  # [kg/m]
    max_brake: float  # over the weight [1]
    rollover_slope: float  # [1]
    open_differential: float  # of an axle's drive, the share that its less laden wheel limits [1]
    turn_resistance: float  # of tracks that start at full steer without a pivot, over grip and weight [1]
    rests_on: str  # "wheels" or "tracks"; "" for a model without motion resistance
    vehicle_cone_index: float  # [lb/in^2]
    rolling_factor: float  # of motion resistance [1]
    grip_factor: float  # of friction [1]
    side_factor: float  # of friction across, over that along [1]
    own_friction: float  # of a model that does not read the ground; 0 for one that does [1]
    own_resistance: float  # the same of its motion resistance [1]
    drive: Drive | None  # None where every part is driven as it is loaded
    driven_share: float  # of its weight that it can pull with, where ``drive`` is None [1]
    top_speed: float  # [m/s]
    force: Floats  # (SPEEDS,) [N]
    key: tuple[Any, ...]  # equal for vehicles of one kind


def any_vehicle(*, rests_on: str = "", vehicle_cone_index: float = 0.0, driven_share: float = 1.0) -> Mobility:
    """Return a vehicle with these values, without limits of engine and brakes.

    Args:
        rests_on: "wheels", "tracks", or "" for a vehicle that the ground does not stop.
        vehicle_cone_index: cone index of the soil below which it is immobilised [lb/in^2].
        driven_share: share of its weight on driven wheels or tracks [1].
    """
    force = np.full(SPEEDS, NO_LIMIT)
    return Mobility(
        1.0, 0.0, NO_LIMIT, NO_LIMIT, 0.0, 0.0, rests_on, vehicle_cone_index, 1.0, 1.0, 1.0, 0.0, 0.0, None,
        driven_share, FASTEST, force, (rests_on, vehicle_cone_index, driven_share),
    )  # fmt: skip


def heaviest(fleet: Fleet) -> float:
    """Return the largest mass of a fleet's vehicles, at least 1 [kg]."""
    return float(np.max(inertia_of(fleet)[0], initial=1.0))


def mobility_of(fleet: Fleet, mass: float) -> Mobility:
    """Return the parameters of a fleet; if its vehicles differ, the worst values.

    Args:
        mass: mass of a vehicle whose model has none [kg].
    """
    values, known = worst_values(fleet), set(dir(fleet.ground))
    if not fleet.model.is_dynamic or not {"mass", "max_drive_force", "engine_power"} <= values.keys():
        force = np.full(SPEEDS, NO_LIMIT * GRAVITY * mass)
        return any_vehicle()._replace(weight=GRAVITY * mass, force=force, key=("", mass))
    is_tracked = "track_gauge" in values
    weight = GRAVITY * (values["mass"] + values.get("trailer_mass", 0.0))
    width, height = values.get("track_gauge", values.get("track_width", math.inf)), values.get("centre_height", 0.0)
    reads = "friction" in known
    return Mobility(
        weight=weight,
        air_drag=values.get("air_drag", 0.0),
        max_brake=(values["max_brake_force"] + values.get("trailer_max_brake_force", 0.0)) / weight,
        rollover_slope=min(0.5 * width / height, NO_LIMIT) if height > 0.0 else NO_LIMIT,
        open_differential=1.0 - values.get("differential_lock", 1.0),
        turn_resistance=_turn_resistance(values),
        rests_on="tracks" if "track_resistance" in known or is_tracked else "wheels",
        vehicle_cone_index=values.get("vehicle_cone_index", 0.0),
        rolling_factor=values.get("rolling_factor", 1.0),
        grip_factor=values.get("track_grip", values.get("tyre_grip", 1.0)),
        side_factor=values.get("side_grip", 1.0),
        own_friction=0.0 if reads else values.get("static_friction", NO_LIMIT),
        own_resistance=0.0 if reads else values.get("rolling_resistance", 0.0),
        drive=drive_of(values, direction=1.0) if reads else None,
        driven_share=1.0,
        top_speed=values["max_speed"],
        force=_forces(values),
        key=(fleet.model.name, *values.items()),
    )


def worst_values(fleet: Fleet) -> dict[str, float]:
    """Return the parameters of a fleet by name, each with its worst value for mobility."""
    found: dict[str, float] = {}
    for name in dir(fleet.params):
        column = np.asarray(getattr(fleet.params, name), np.float64)
        if column.size:
            found[name] = float(column.max() if name in WORST_HIGH else column.min())
    return found


def ground_map(
    mobilities: Sequence[Mobility], surface: Surface, heights: Heightfield, decks: Decks = NO_DECKS, *, slows: bool
) -> GroundMap:
    """Return the ground with the trafficability of vehicles.

    Args:
        mobilities: one of each fleet.
        surface: classes of the ground.
        slows: drivers keep to the speeds that people drive on each class.
    """
    fleets, classes = len(mobilities), len(surface.names)

    def column(name: str) -> Floats:
        return np.array([getattr(each, name) for each in mobilities], np.float64)

    table = Trafficability(
        weight=column("weight"),
        air_drag=column("air_drag"),
        max_brake=column("max_brake"),
        rollover_slope=column("rollover_slope"),
        open_differential=column("open_differential"),
        external=np.array([0.0 if each.rests_on == "tracks" else 1.0 for each in mobilities]),
        turn_resistance=column("turn_resistance"),
        is_limited=np.array([1.0 if each.rests_on else 0.0 for each in mobilities]),
        speed_spacing=column("top_speed") / (SPEEDS - 1),
        force=np.ascontiguousarray([each.force for each in mobilities], np.float64),
        resistance=np.zeros((fleets, classes)),
        traction=np.zeros((fleets, classes)),
        grip=np.zeros((fleets, classes)),
        side_grip=np.zeros((fleets, classes)),
        speed=np.zeros((fleets, classes, GRADES)),
        speed_factor=np.ones(classes),
    )
    raster = ClassRaster(surface.classes, float(surface.x_west), float(surface.y_south), float(surface.spacing))
    refresh(table, mobilities, surface, slows=slows)
    return GroundMap(table, raster, heights, decks)


def refresh(table: Trafficability, mobilities: Sequence[Mobility], surface: Surface, *, slows: bool) -> None:
    """Compute a table again, in place, for a surface whose values have changed.

    Args:
        mobilities: one of each fleet.
        surface: classes of the ground.
        slows: drivers keep to the speeds that people drive on each class.
    """
    if slows:
        table.speed_factor[:] = surface.values("speed_factor")
    by_class = table.resistance, table.traction, table.grip, table.side_grip
    known: dict[Any, int] = {}
    for fleet, mobility in enumerate(mobilities):
        first = known.setdefault(mobility.key, fleet)
        if first < fleet:
            for column in (*by_class, table.speed):
                column[fleet] = column[first]
            continue
        columns = _on_classes(mobility, surface.table)
        for column, values in zip(by_class, columns, strict=True):
            column[fleet] = values
        table.speed[fleet] = _steady_speeds(mobility, *columns)


def _on_classes(mobility: Mobility, rows: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """Return motion resistance, traction, grip and side grip of a vehicle on each row of a surface's table [1]."""
    values = {name: rows[:, index] for index, name in enumerate(FIELDS)}
    count = len(rows)
    if not mobility.rests_on:
        unlimited = np.full(count, NO_LIMIT)
        return np.zeros(count), unlimited, unlimited, unlimited
    if mobility.own_friction > 0.0:
        own = np.full(count, mobility.own_friction)
        return np.full(count, mobility.own_resistance), own, own, own
    is_tracked = mobility.rests_on == "tracks"
    resistance = mobility.rolling_factor * values["track_resistance" if is_tracked else "wheel_resistance"]
    grip = mobility.grip_factor * values["friction"]
    external = np.zeros(count) if is_tracked else resistance
    traction = mobility.driven_share * grip
    if mobility.drive is not None:
        drive, slides = mobility.drive, mobility.grip_factor * values["sliding_friction"]
        limits = [
            friction_limit(drive, Ground(float(grip[i]), float(slides[i]), float(external[i]))) for i in range(count)
        ]
        traction = np.minimum(np.array(limits) + external, grip)
    is_immobilised = values["cone_index"] < mobility.vehicle_cone_index
    return resistance, np.where(is_immobilised, 0.0, np.maximum(traction, 0.0)), grip, mobility.side_factor * grip


def _steady_speeds(mobility: Mobility, resistance: Floats, traction: Floats, grip: Floats, _side: Floats) -> Floats:
    """Return the speeds at full throttle straight up and down slopes, (classes, GRADES) [m/s]."""
    grade = GRADE_SPACING * np.arange(GRADES) - STEEPEST_ENTRY
    if not mobility.rests_on:
        return np.full((len(resistance), GRADES), mobility.top_speed)
    speed = np.linspace(0.0, mobility.top_speed, SPEEDS)
    load = mobility.weight / np.hypot(1.0, grade)[:, None]
    fast = np.minimum(speed / FAST, 3.0)
    rolling = resistance[:, None, None] * (1.0 + fast * fast)
    spare = mobility.force - load * (grade[:, None] + rolling) - mobility.air_drag * speed * speed
    last = SPEEDS - 1 - np.argmax(spare[..., ::-1] >= 0.0, axis=-1)  # the fastest that it holds
    here = np.take_along_axis(spare, last[..., None], -1)[..., 0]
    after = np.take_along_axis(spare, np.minimum(last + 1, SPEEDS - 1)[..., None], -1)[..., 0]
    share = np.where(last < SPEEDS - 1, here / np.maximum(here - after, 1e-9), 0.0)
    found = (last + np.clip(share, 0.0, 1.0)) * (mobility.top_speed / (SPEEDS - 1))
    external = 0.0 if mobility.rests_on == "tracks" else resistance[:, None]
    goes = (spare >= 0.0).any(axis=-1) & (grade + external <= traction[:, None])
    held = np.minimum(mobility.max_brake + resistance, grip)[:, None]
    goes &= (-grade <= held) & (traction[:, None] > external)
    return np.where(goes, found, 0.0)


def _turn_resistance(values: Mapping[str, float]) -> float:
    """Return the force that turns tracks on the spot by braking one of them, over grip and weight [1].

    The moment of turning resistance is mu W l / 4 (Wong, "Theory of Ground Vehicles", section 6.1); the other track
    turns the vehicle with the gauge for a lever. A gear that turns the tracks against each other needs no start for it.
    """
    if "contact_length" not in values or values.get("steering", float(NEUTRAL)) == NEUTRAL:
        return 0.0
    return values.get("side_grip", 1.0) * values["contact_length"] / (4.0 * values["track_gauge"])


def _forces(values: Mapping[str, float]) -> Floats:
    """Return the tractive force of the engine at full throttle at ``SPEEDS`` speeds up to the greatest [N]."""
    if values.get("gear_count", 0.0) < 0.5:
        return _by_power(values)
    speed = np.linspace(0.0, values["max_speed"], SPEEDS)
    gears = cast("Any", _Named(dict(values)))
    best = np.zeros(SPEEDS)
    for gear in range(1, round(values["gear_count"]) + 1):
        teeth = ratio_of(float(gear), gears) / values["wheel_radius"]
        turning = speed * teeth
        crank = np.clip(turning, values["idle_speed"], values["max_engine_speed"])
        force = values["drive_efficiency"] * torque_at(cast("Any", crank), gears) * teeth
        best = np.maximum(best, np.where(turning <= values["max_engine_speed"], force, 0.0))
    return np.minimum(best, values["max_drive_force"])


def _by_power(values: Mapping[str, float]) -> Floats:
    """Return the forces of an engine without gears, which gives its power at any speed [N]."""
    speed = np.linspace(0.0, values["max_speed"], SPEEDS)
    power = values["drive_efficiency"] * values["engine_power"]
    return np.minimum(values["max_drive_force"], power / np.maximum(speed, SLOWEST))


class _Named:
    """Parameters by attribute, as formulas of ``models.parts`` take them."""

    def __init__(self, values: dict[str, float]) -> None:
        self.__dict__.update(values)
