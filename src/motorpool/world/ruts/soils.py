"""Table of the response of soils and fleets to passes, made from the surface and the dimensions of the vehicles."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...ground.terrain.repeated_passes import (
    PASSES,
    Passes,
    compaction_of,
    sinkage_of_track,
    sinkage_of_wheel,
    stiffness_of,
)
from ...ground.terrain.soils import OWN_RESISTANCE
from ...ground.terrain.surface import FIELDS, Surface
from ...models.parts.attitude import GRAVITY
from ...vehicles.fleet import Fleet, shape_of_fleet
from .stages import SoilTable

FIRM = Passes(1.0, 1.0, 0.0, 0.0, 0.0)  # of a class without ruts; no value of it is used


class RunningGear(NamedTuple):
    """Wheels or tracks of a fleet's vehicles, as far as sinkage depends on them."""

    kind: str  # "wheels", "tracks", or "" for a point, which leaves no ruts
    offset: float  # from the middle of the vehicle [m]
    is_read: bool  # the model reads the ground
    load: float  # on a wheel, or a track [N]
    width: float  # [m]
    length: float  # diameter of a wheel, or length of a track on the ground [m]


def running_gear_of(fleet: Fleet, mass: float) -> RunningGear:
    """Return the wheels or tracks of a fleet; their dimensions are those that the live page draws.

    Args:
        mass: mean of its vehicles [kg].
    """
    shape = shape_of_fleet(fleet)
    drawn, offset, is_read = shape.drawn(), 0.5 * shape.track_width, "friction" in dir(fleet.ground)
    if drawn.track is not None:
        return RunningGear("tracks", offset, is_read, 0.5 * GRAVITY * mass, drawn.track.width, shape.wheelbase)
    if not drawn.wheels:
        return RunningGear("", offset, is_read, 0.0, 1.0, 1.0)
    width = sum(wheel.width for wheel in drawn.wheels) / len(drawn.wheels)
    diameter = 2.0 * sum(wheel.radius for wheel in drawn.wheels) / len(drawn.wheels)
    return RunningGear("wheels", offset, is_read, GRAVITY * mass / len(drawn.wheels), width, diameter)


def first_sinkage(gear: RunningGear, soil: Passes, stiffness: float) -> float:
    """Return the depth that wheels or tracks sink in a first pass on a soil [m].

    Args:
        stiffness: pressure-sinkage modulus k of the soil [N/m^(n+2)].
    """
    if gear.kind == "tracks":
        return sinkage_of_track(stiffness, soil.exponent, pressure=gear.load / (gear.width * gear.length))
    return sinkage_of_wheel(stiffness, soil.exponent, load=gear.load, width=gear.width, diameter=gear.length)


def soil_table(gears: Sequence[RunningGear], surface: Surface, class_of: Callable[[str], str]) -> SoilTable:
    """Return the response of a surface's classes in the present weather.

    Args:
        gears: running gear by fleet, in the order of ``World.fleets``.
        surface: with the table of the present weather.
        class_of: returns the class that a class is in this weather.
    """
    soils = [PASSES.get(class_of(name)) for name in surface.names]
    values = dict(zip(FIELDS, np.ascontiguousarray(surface.table.T), strict=True))
    shape = len(gears), len(soils)
    tables = {name: np.zeros(shape) for name in ("first", "pressure", "growth", "resistance", "compaction")}
    for fleet, gear in enumerate(gears):
        is_tracked = gear.kind == "tracks"
        kind = "tracks" if is_tracked else "wheels"
        tables["resistance"][fleet] = values["track_resistance" if is_tracked else "wheel_resistance"]
        for number, soil in enumerate(soils):
            compaction = compaction_of(float(values["wheel_resistance"][number]), "wheels")
            if soil is None or compaction <= 0.0 or not gear.kind:
                continue
            stiffness = stiffness_of(soil, compaction=compaction)
            first, n = first_sinkage(gear, soil, stiffness), soil.exponent
            tables["first"][fleet, number], tables["pressure"][fleet, number] = first, stiffness * first**n
            tables["growth"][fleet, number] = soil.remoulding / (n if is_tracked else 2.0 * n + 1.0)
            own = max(tables["resistance"][fleet, number] - OWN_RESISTANCE[kind], 0.0)
            tables["compaction"][fleet, number] = own

    def column(name: str) -> NDArray[np.float64]:
        return np.array([getattr(soil or FIRM, name) for soil in soils], np.float64)

    by_class: dict[str, Any] = {name: column(name) for name in Passes._fields}
    return SoilTable(
        is_read=np.array([float(gear.is_read) for gear in gears]),
        offset=np.array([gear.offset for gear in gears]),
        **tables,
        **by_class,
        **{name: values[name] for name in ("friction", "sliding_friction", "shear_length", "cone_index")},
    )
