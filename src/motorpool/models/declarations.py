"""Declarations of a model: scales of its instruments, its trailers, dimensions that it is drawn by, and known names.

Those that are optional are names of the model's module, beside ``State`` and ``step``. A part may have scales, too:

    SCALES = ("mass", "fuel_capacity")  # parameters that instruments show beside the state, of a model or a part
    TRAILERS = (TrailerFields("hitch_angle", "hitch_offset", "trailer_length"),)  # the first one first
    TRAILER_COUNT = "trailer_count"  # the parameter that counts a vehicle's trailers, if it may have fewer
    DIMENSIONS = {"wheelbase": ("front_axle_offset", "rear_axle_offset")}  # the sum of these parameters

A parameter that is called as a dimension needs no entry in ``DIMENSIONS``; the wheelbase of a model that is composed of
axles reaches from the first one to the last.

A field that is called as one of ``VELOCITIES``, ``SWITCHES`` or ``INERTIA`` is that quantity: its name declares it.
"""

import sys
from collections.abc import Mapping
from functools import lru_cache
from types import ModuleType
from typing import NamedTuple

from .composition import all_parts
from .fields import fields_of, names_in, own_name

DRAWN = ("wheelbase", "track_gauge", "track_width", "max_steer_angle")  # dimensions that a vehicle is drawn by
VELOCITIES = ("lateral_speed", "yaw_rate")  # of State, beside the speed: a world reads them, and contacts change them
SWITCHES = ("cruise", "parking_brake", "engine_stop")  # of Control: they follow the driver's
PEDALS = ("throttle", "brake")  # controls that a driver presses
INERTIA = ("mass", "yaw_inertia")  # of Params, by which a vehicle collides


class TrailerFields(NamedTuple):
    """The fields of a model that describe one of its trailers."""

    hitch_angle: str  # of its State: the trailer's yaw minus that of the vehicle that pulls it [rad]
    hitch_offset: str | None = None  # of its Params: hitch behind the reference point of that vehicle [m]
    length: str | None = None  # of its Params: hitch to axle [m]
    yaw_rate: str | None = None  # of its State: the trailer's; with it an impact turns tractor and trailer apart
    mass: str | None = None  # of its Params [kg]
    yaw_inertia: str | None = None  # of its Params [kg m^2]
    centre_offset: str | None = None  # of its Params: centre of mass behind the hitch [m]


def scales_of(module: ModuleType) -> tuple[str, ...]:
    """Return the parameters of a model that instruments show beside the state: mass, capacities, limits."""
    return (*getattr(module, "SCALES", ()), *_scales_of_parts(module.Params))


def dimensions_of(module: ModuleType) -> Mapping[str, tuple[str, ...]]:
    """Return the parameters whose sum is a dimension, by dimension, for all of ``DRAWN`` that a model has."""
    return {**_dimensions_in(module.Params), **getattr(module, "DIMENSIONS", {})}


@lru_cache(maxsize=1024)
def fields_among(structure: type, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names that are fields of a structure, in the order of the names."""
    return tuple(name for name in names if name in names_in(structure))


@lru_cache(maxsize=256)
def _scales_of_parts(params: type) -> tuple[str, ...]:
    return tuple(
        _parameter(params, path, scale)
        for path, part in all_parts(params)
        if path
        for scale in getattr(sys.modules.get(part.__module__), "SCALES", ())
    )


@lru_cache(maxsize=256)
def _dimensions_in(params: type) -> Mapping[str, tuple[str, ...]]:
    known = {field.name for field in fields_of(params)}
    found: dict[str, tuple[str, ...]] = {name: (name,) for name in DRAWN if name in known}
    axles = [path for path, part in all_parts(params) if path and own_name(part) == "axle"]
    if axles:
        found["wheelbase"] = _parameter(params, axles[0], "offset"), _parameter(params, axles[-1], "offset")
    return found


def _parameter(params: type, path: str, name: str) -> str:
    """Return the parameter of a composed model that is the field ``name`` of its part at ``path``."""
    return next(field.name for field in fields_of(params) if field.path == f"{path}.{name}")
