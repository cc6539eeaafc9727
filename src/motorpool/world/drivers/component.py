"""The drivers component: each driver's commanded speed and steering command, by hand or by autopilot."""

from collections.abc import Mapping
from typing import Any, ClassVar

from ..avoidance.rules import rule_traits
from ..component import Component, Settings
from ..scene import Scene
from .columns import DriverInputs, Script
from .stages import command


class Drivers(Component):
    """The drivers of one world's vehicles."""

    name = "drivers"
    columns: ClassVar[Mapping[str, Any]] = {"inputs": DriverInputs, "script": Script}
    instruments = ("throttle", "brake", "steer", "cruise_speed")

    def __init__(self, scene: Scene, settings: Settings):
        self._scene, self._traits = scene, rule_traits()

    def step(self) -> None:
        """Set the commanded speed and the steering command of every vehicle."""
        vehicles = self._scene.vehicles
        self._scene.run(
            command, vehicles.entity, vehicles.inputs, vehicles.autopilot, vehicles.damages, self._traits,
            self._scene.dt,
        )  # fmt: skip
