"""Drivers component: each driver's commanded speed and steering command, by hand or by autopilot."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

import numpy as np

from ..avoidance.rules import rule_traits
from ..columns import is_any
from ..component import Component
from ..navigation.speed_control import keep_speed
from ..scene import Scene
from ..settings import Key
from .columns import DriverInputs, Script, Turns
from .stages import command_autopilots, command_others


class DriverSettings(NamedTuple):
    """Settings of drivers."""

    pedals: Annotated[
        Literal["direct", "limited"],
        Key(
            "throttle and brake of people, scripts and policies: direct, as the vehicle's own model takes them, or "
            "limited, by its driver's acceleration and braking; kinematic models have only the latter"
        ),
    ] = "direct"


class Drivers(Component):
    """The drivers of one world's vehicles.

    Attributes:
        turns: the vehicles that autopilots do not drive, in this step.
        is_direct: models with pedals get those of people, scripts and policies.
    """

    name = "drivers"
    settings = DriverSettings
    columns: ClassVar[Mapping[str, Any]] = {"inputs": DriverInputs, "script": Script}
    instruments = ("throttle", "brake", "steer", "cruise_speed")

    def __init__(self, scene: Scene, settings: DriverSettings):
        self._scene, self._traits, self.is_direct = scene, rule_traits(), settings.pedals == "direct"
        self._has_others = False

    def bind(self) -> None:
        """Make room for the turns of all vehicles."""
        count = self._scene.vehicles.count
        self.turns = Turns(np.zeros(count, np.int8), np.zeros(count, np.int8), np.zeros(count))
        for fleet, rows in zip(self._scene.fleets, self._scene.vehicles.rows, strict=True):
            self.turns.takes_pedals[rows] = fleet.model.has_pedals

    def step(self) -> None:
        """Set the commanded speed and the steering command of every vehicle."""
        scene, vehicles, turns = self._scene, self._scene.vehicles, self.turns
        scene.run(
            command_autopilots, vehicles.entity, vehicles.inputs, vehicles.autopilot, vehicles.damages,
            vehicles.freeing, turns, self._traits, scene.dt,
        )  # fmt: skip
        has_others = is_any(turns.is_other)
        if has_others or self._has_others:
            scene.run(
                command_others, vehicles.entity, vehicles.inputs, vehicles.damages, turns, self.is_direct, scene.dt
            )
        self._has_others = has_others

    def direct_pedals(self, vehicle: int, target: float) -> tuple[float, float] | None:
        """Return throttle and brake that take a vehicle to a speed [m/s], within its driver's acceleration and braking.

        None if its model is commanded by speed: it has no pedals, or these are limited.
        """
        scene, vehicles = self._scene, self._scene.vehicles
        index = int(vehicles.fleet_index[vehicle])
        fleet, place = scene.fleets[index], vehicle - vehicles.rows[index].start
        model, limits = fleet.model, vehicles.performance
        if not (self.is_direct and model.has_pedals):
            return None
        speed, dt = float(vehicles.speed[vehicle]), scene.dt
        commanded = keep_speed(speed, target, float(limits.acceleration[vehicle]), float(limits.braking[vehicle]), dt)
        state, params = (
            structure(*(float(getattr(part, name)[place]) for name in structure._fields))
            for structure, part in ((model.module.State, fleet.state), (model.module.Params, fleet.params))
        )
        control = model.control(state, commanded, float(vehicles.steer[vehicle]), params, dt)
        return float(control.throttle), float(control.brake)
