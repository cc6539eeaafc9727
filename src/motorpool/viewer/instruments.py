"""Instruments of a driver: the speed, controls, state and scales of the driven vehicle, in SI units."""

from typing import TYPE_CHECKING

from ..world.drivers.switches import SWITCHES
from .driving_warnings import driving_warnings
from .land_cover import surface_of
from .schema.live import Instruments, Number, Soil

if TYPE_CHECKING:
    from ..world import World

POSE = ("x", "y", "yaw")  # of a State; the frames have it


def instruments(world: "World", vehicle: int) -> Instruments:
    """Return the message for a vehicle's driver, without the acceleration."""
    vehicles = world.vehicles
    fleet, row = world.moved_by(vehicle)
    shown = [name for component in world.components for name in component.instruments]
    values: dict[str, Number] = {name: float(getattr(vehicles, name)[vehicle]) for name in shown}
    if fleet.model.is_dynamic:
        own = {name: getattr(fleet.state, name) for name in fleet.model.module.State._fields if name not in POSE}
        own |= {name: getattr(fleet.control, name) for name in fleet.model.module.Control._fields}
        own |= {name: getattr(fleet.params, name) for name in fleet.model.scales}
        told = {name: float(column[row]) for name, column in own.items() if name not in SWITCHES}
        values = {**told, **values}
    if "fuel_capacity" in fleet.model.scales:
        values["fuel"] = max(values["fuel_capacity"] - values["fuel_used"], 0.0)  # that is left [kg]
    return {
        "type": "instruments",
        "vehicle": vehicle,
        "model": fleet.model.name,
        "is_dynamic": fleet.model.is_dynamic
        if world.model_switching.has(vehicle)
        else None,  # null: there is no alternate model
        "switches": {
            "cruise": bool(vehicles.cruise[vehicle]),
            "parking_brake": bool(vehicles.parking_brake[vehicle]),
            "engine_stop": bool(vehicles.engine_stop[vehicle]),
        },
        "soil": soil_under(world, vehicle),
        "warnings": driving_warnings(world, vehicle),
        "values": values,
    }


def soil_under(world: "World", vehicle: int) -> Soil | None:
    """Return the soil under a vehicle and its greatest friction; None in a world without soils."""
    surface = surface_of(world)
    if surface is None:
        return None
    x, y = float(world.vehicles.x[vehicle]), float(world.vehicles.y[vehicle])
    number = surface.sample(x, y)
    return {
        "name": world.weather.class_of(surface.names[number]),
        "friction": float(surface.values("friction")[number]),
    }
