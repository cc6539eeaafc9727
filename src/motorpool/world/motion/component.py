"""The motion component: steps every model as its vehicles' drivers command, on the ground under them."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from ...compile.ground import without_surface
from ...models.mathematics import select
from ...vehicles.fleet import Fleet
from ..avoidance.component import AvoidanceRules
from ..columns import InVectors, is_any
from ..component import Component, Settings
from ..contact.columns import ModelVelocity, ResidualMotion
from ..contact.component import ContactSolver
from ..drivers.columns import DriverInputs
from ..drivers.component import Drivers
from ..entity.columns import Motion, Performance
from ..model_switching.component import ModelSwitching
from ..ruts.component import Ruts
from ..scene import Newcomers, Scene
from .columns import SplitChoice
from .model_group import ModelGroup, given_columns, groups_of
from .under_wheels import UnderWheels, has_split, sample_sides, under_wheels

if TYPE_CHECKING:
    from .on_levels import GroundOnLevels


class ModelMotion(Component):
    """The motion of one world's vehicles by their models.

    Attributes:
        reads_surface: models read the surface under their vehicles; otherwise a source writes the soil into the ground
            columns of their fleets before each step.
    """

    name = "motion"
    columns: ClassVar[Mapping[str, Any]] = {"split_choice": SplitChoice}

    def __init__(self, scene: Scene, settings: Settings):
        self._scene, self._vehicles = scene, scene.vehicles
        self._switching, self._contact = scene.of(ModelSwitching), scene.of(ContactSolver)
        self._ruts, self._drivers = scene.of(Ruts), scene.of(Drivers)
        self._overrides = scene.of(AvoidanceRules).overrides
        self._groups: list[ModelGroup] = []
        self._under_wheels: list[UnderWheels] = []
        self.reads_surface = True
        self._on_levels: GroundOnLevels | None = None  # where the terrain has decks

    def bind(self) -> None:
        """Find the rows of kinematic models and the wheels of others; the next step finds the groups of fleets."""
        fleets, rows, keeps = self._scene.fleets, self._vehicles.rows, self._vehicles.keeps_friction_split
        self._groups.clear()
        self._under_wheels = [
            under_wheels(fleet, keeps[own], is_rutted=self._ruts.is_on)
            for fleet, own in zip(fleets, rows, strict=True)
            if has_split(fleet.model)
        ]
        if self._scene.has_levels:
            from .on_levels import GroundOnLevels

            self._on_levels = GroundOnLevels(self._scene)
        self._kinematic = _joined([own for fleet, own in zip(fleets, rows, strict=True) if not fleet.model.is_dynamic])

    def enter(self, new: Newcomers) -> None:
        """Keep the friction split of vehicles whose program states it."""
        if has_split(new.fleet.model):
            is_stated = new.fleet.has_given("friction_split") or is_any(new.fleet.ground.friction_split)
            self._vehicles.keeps_friction_split[new.rows] = is_stated

    def step(self) -> None:
        """Move every vehicle by a step of its motion model, and refresh its velocities."""
        scene, vehicles, held = self._scene, self._vehicles, self._switching.hold()
        self._groups = self._groups or groups_of(scene.fleets, vehicles, self._drivers.turns)
        for group in self._groups:
            group.command(scene.dt)
        for rule in self._overrides:
            rule.override_controls()
        rasters = self._ruts.rasters if self.reads_surface else without_surface(self._ruts.rasters)
        if self._on_levels is not None:
            rasters = self._on_levels.sample(rasters)
        if self.reads_surface:
            self.sample_sides()
        for group in self._groups:
            group.advance(scene.dt, rasters)
        for rows in self._kinematic:
            vehicles.speed[rows] = vehicles.commanded_speed[rows]
        self._switching.move(held, self._move_some)
        self._contact.move_residually()
        self.refresh_velocities()

    def sample_sides(self) -> None:
        """Set the ground of models that read it under the wheels of each side."""
        for under in self._under_wheels:
            self._scene.run(sample_sides, under, self._scene.rasters)

    def refresh_velocities(self) -> None:
        """Set lateral speed and yaw rate of every vehicle: its model's or its steering's, and the residual ones."""
        vehicles = self._vehicles
        self._scene.run(
            refresh_velocities, vehicles.motion, vehicles.model_velocity, vehicles.residual, vehicles.inputs,
            vehicles.entity.performance,
        )  # fmt: skip

    def snapshot(self) -> tuple[Any, ...]:
        """Return a copy of the fleets' states."""
        return tuple(fleet.snapshot() for fleet in self._scene.fleets)

    def restore(self, snapshot: tuple[Any, ...]) -> None:
        """Set them as they were."""
        for fleet, saved in zip(self._scene.fleets, snapshot, strict=True):
            fleet.restore(saved)

    def _move_some(self, fleet: Fleet, ids: Any) -> None:
        """Step a fleet of some vehicles as their drivers command.

        Args:
            fleet: fleet with only these vehicles, on their alternate model.
        """
        scene, vehicles = self._scene, self._vehicles
        given = [column[ids] for column in given_columns(fleet.model, vehicles, self._drivers.turns)]
        fleet.drive_by_columns(*given, dt=scene.dt)
        if self._ruts.is_on:
            self._ruts.give_ground(fleet, ids)
        terrain = scene.terrain if self._on_levels is None else self._on_levels.give(fleet, ids)
        fleet.step(scene.dt, terrain=terrain, surface=None if self._ruts.is_on else scene.surface)


def refresh_velocities(
    motion: Motion, velocity: ModelVelocity, residual: ResidualMotion, inputs: DriverInputs, limits: Performance
) -> InVectors:
    """Set lateral speed and yaw rate: the model's, or those of the steering, and residual motion.

    Args:
        motion: its speed is read.
        velocity: velocity of the models that compute one.
        residual: lateral speed and yaw rate that impacts have left.
        inputs: the steering command.
        limits: yaw rate and curvature at full steer.
    """
    for i in range(motion.speed.size):
        full = limits.pivot_yaw_rate[i] + limits.full_curvature[i] * motion.speed[i]
        steered = inputs.steer[i] * full + residual.residual_yaw_rate[i]
        modelled = velocity.model_yaw_rate[i] + residual.residual_yaw_rate[i]
        motion.yaw_rate[i] = select(velocity.has_yaw_rate[i] != 0, modelled, steered)
        motion.lateral_speed[i] = velocity.model_lateral_speed[i] + residual.residual_lateral_speed[i]


def _joined(slices: Sequence[slice]) -> list[slice]:
    """Return rising slices, those that meet as one."""
    joined: list[slice] = []
    for each in slices:
        if joined and joined[-1].stop == each.start:
            joined[-1] = slice(joined[-1].start, each.stop)
        else:
            joined.append(each)
    return joined
