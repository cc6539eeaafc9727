"""The motion component: steps every model as its vehicles' drivers command, on the ground under them."""

from typing import Any

import numpy as np

from ...fleet import Fleet
from ..avoidance.component import AvoidanceRules
from ..columns import InVectors
from ..component import Component, Settings
from ..contact.columns import ResidualMotion
from ..contact.component import ContactSolver
from ..drivers.columns import DriverInputs
from ..entity.columns import Motion, Performance
from ..model_switching.component import ModelSwitching
from ..scene import Scene
from ..vehicle_table import VehicleTable

DRIVER_SWITCHES = {  # by the switches of models that follow them
    "cruise": "is_cruising",
    "parking_brake": "parking_brake",
    "engine_stop": "engine_stop",
}


class ModelMotion(Component):
    """The motion of one world's vehicles by their models."""

    name = "motion"

    def __init__(self, scene: Scene, settings: Settings):
        self._scene, self._vehicles = scene, scene.vehicles
        self._switching, self._contact = scene.of(ModelSwitching), scene.of(ContactSolver)
        self._overrides = scene.of(AvoidanceRules).overrides

    def step(self) -> None:
        """Move every vehicle by a step, and refresh its velocities."""
        held = self._switching.hold()
        vehicles = self._vehicles
        for fleet, rows in zip(self._scene.fleets, vehicles.rows, strict=True):
            self._move(fleet, rows)
            vehicles.speed[rows] = fleet.state.speed if fleet.model.is_dynamic else vehicles.commanded_speed[rows]
        self._switching.move(held, self._move)
        self._contact.move_residually()
        self.refresh_velocities()

    def refresh_velocities(self) -> None:
        """Set lateral speed and yaw rate of every vehicle: its model's or its steering's, and the residual ones."""
        vehicles = self._vehicles
        self._scene.run(
            move_as_steered, vehicles.motion, vehicles.residual, vehicles.inputs, vehicles.entity.performance
        )
        for fleet, rows in zip(self._scene.fleets, vehicles.rows, strict=True):
            if fleet.model.velocities:
                _by_model(vehicles, fleet, slice(None), rows)
        for fleet, rows, ids in self._switching.movers(self._switching.switched()):
            _by_steering(vehicles, ids)
            _by_model(vehicles, fleet, rows, ids)

    def adopt_speeds(self) -> None:
        """Let dynamic models go on with the speeds that contacts and the map's edge have left."""
        for fleet, rows in zip(self._scene.fleets, self._vehicles.rows, strict=True):
            if fleet.model.is_dynamic:
                fleet.state.speed[:] = self._vehicles.speed[rows]
        self._switching.adopt_speeds()

    def snapshot(self) -> tuple[Any, ...]:
        """Return a copy of the fleets' states."""
        return tuple(fleet.snapshot() for fleet in self._scene.fleets)

    def restore(self, snapshot: tuple[Any, ...]) -> None:
        """Set them as they were."""
        for fleet, saved in zip(self._scene.fleets, snapshot, strict=True):
            fleet.restore(saved)

    def _move(self, fleet: Fleet, rows: Any) -> None:
        """Step a fleet of the vehicles in ``rows`` (a slice or ids) as their drivers command.

        A model with switches of its own gets the drivers'.
        """
        scene, vehicles = self._scene, self._vehicles
        fleet.drive_by_columns(vehicles.commanded_speed[rows], vehicles.steer[rows], dt=scene.dt)
        for name in fleet.model.switches:
            own = getattr(fleet.control, name)
            np.maximum(own, getattr(vehicles, DRIVER_SWITCHES[name])[rows], out=own)
        for rule in self._overrides:
            rule.override_controls(fleet, rows)
        fleet.step(scene.dt, terrain=scene.terrain, surface=scene.surface)


def move_as_steered(motion: Motion, residual: ResidualMotion, inputs: DriverInputs, limits: Performance) -> InVectors:
    """Set lateral speed and yaw rate as the steering and residual motion make them.

    Args:
        motion: its speed is read.
        residual: lateral speed and yaw rate that impacts have left.
        inputs: the steering command.
        limits: how fast the vehicle turns at full steer.
    """
    for i in range(motion.speed.size):
        full = limits.pivot_yaw_rate[i] + limits.full_curvature[i] * motion.speed[i]
        motion.yaw_rate[i] = inputs.steer[i] * full + residual.residual_yaw_rate[i]
        motion.lateral_speed[i] = residual.residual_lateral_speed[i]


def _by_steering(vehicles: VehicleTable, ids: Any) -> None:
    """``move_as_steered`` for some vehicles."""
    full = vehicles.pivot_yaw_rate[ids] + vehicles.full_curvature[ids] * vehicles.speed[ids]
    vehicles.yaw_rate[ids] = vehicles.steer[ids] * full + vehicles.residual_yaw_rate[ids]
    vehicles.lateral_speed[ids] = vehicles.residual_lateral_speed[ids]


def _by_model(vehicles: VehicleTable, fleet: Fleet, fleet_rows: Any, rows: Any) -> None:
    """As the model says, where it does."""
    for name in fleet.model.velocities:
        own, residual = getattr(fleet.state, name), getattr(vehicles, f"residual_{name}")
        getattr(vehicles, name)[rows] = own[fleet_rows] + residual[rows]
