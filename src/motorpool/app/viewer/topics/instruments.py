"""Instruments of a driver: the speed, controls, state and scales of the driven vehicle, in SI units."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from ....world.drivers.switches import SWITCHES
from ..land_cover import surface_of
from ..schema.fields import Number
from .driving_warnings import driving_warnings
from .topic import VehicleTopic

if TYPE_CHECKING:
    from ....world import World
    from ..hub import Hub

POSE = ("x", "y", "yaw")  # of a State; the frames have it


class Switches(TypedDict):
    """Switches of a vehicle."""

    cruise: Annotated[bool, Field(description="cruise control")]
    parking_brake: Annotated[bool, Field(description="parking brake")]
    engine_stop: Annotated[bool, Field(description="engine stopped")]


class Soil(TypedDict):
    """The ground under a vehicle."""

    name: Annotated[str, Field(description="of its class")]
    friction: Annotated[float, Field(description="greatest friction [1]")]


class Instruments(TypedDict):
    """Instruments of the driven vehicle, ten times a second."""

    type: Literal["instruments"]
    vehicle: Annotated[int, Field(description="id of the own vehicle")]
    model: Annotated[str, Field(description="that moves it")]
    is_dynamic: Annotated[bool | None, Field(description="true for a dynamic model; null without an alternate model")]
    switches: Annotated[Switches | None, Field(description="null where there is nothing to switch")]
    soil: Annotated[Soil | None, Field(description="null in a world without soils")]
    warnings: Annotated[list[str], Field(description="why it does not follow its driver, in a sentence each")]
    values: Annotated[
        dict[str, Number], Field(description="SI units, by the names of the model's fields; null if not finite")
    ]


class InstrumentsTopic(VehicleTopic):
    """Instruments of the driver's vehicle; stores speeds to compute accelerations."""

    name = "instruments"
    messages = (Instruments,)

    def __init__(self, hub: "Hub") -> None:
        super().__init__(hub)
        self._before: dict[int, tuple[float, float, float]] = {}  # simulated time, speed, acceleration by vehicle

    def sample(self, world: "World", vehicles: Iterable[int]) -> dict[int, Instruments]:
        """Return the instruments of each vehicle."""
        before, self._before = self._before, {}
        return {vehicle: self._with_acceleration(world, vehicle, before.get(vehicle)) for vehicle in vehicles}

    def _with_acceleration(
        self, world: "World", vehicle: int, before: tuple[float, float, float] | None
    ) -> Instruments:
        message = instruments(world, vehicle)
        speed = message["values"]["speed"]
        time_then, speed_then, acceleration = before or (world.time, speed, 0.0)
        if world.time > time_then:
            acceleration = (speed - speed_then) / (world.time - time_then)
        self._before[vehicle] = world.time, speed, acceleration
        message["values"]["acceleration"] = acceleration
        return message


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
