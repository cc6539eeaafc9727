"""Drivers component: each driver's commanded speed and steering command, by hand or by autopilot."""

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from ..avoidance.rules import rule_traits
from ..columns import is_any
from ..component import Component, Settings
from ..scene import Scene
from .columns import DriverInputs, Script
from .stages import Turns, command_autopilots, command_others


class Drivers(Component):
    """The drivers of one world's vehicles."""

    name = "drivers"
    columns: ClassVar[Mapping[str, Any]] = {"inputs": DriverInputs, "script": Script}
    instruments = ("throttle", "brake", "steer", "cruise_speed")

    def __init__(self, scene: Scene, settings: Settings):
        self._scene, self._traits = scene, rule_traits()

    def bind(self) -> None:
        """Make room for the turns of all vehicles."""
        self._turns = Turns(np.zeros(self._scene.vehicles.count, np.int8))

    def step(self) -> None:
        """Set the commanded speed and the steering command of every vehicle."""
        scene, vehicles, turns = self._scene, self._scene.vehicles, self._turns
        scene.run(
            command_autopilots, vehicles.entity, vehicles.inputs, vehicles.autopilot, vehicles.damages,
            vehicles.freeing, turns, self._traits, scene.dt,
        )  # fmt: skip
        if is_any(turns.is_other):
            scene.run(command_others, vehicles.entity, vehicles.inputs, vehicles.damages, turns, scene.dt)
