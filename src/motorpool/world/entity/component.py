"""Entity component: puts the fleets' poses and the properties of their vehicles into the vehicle table."""

import math
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, NamedTuple, cast

import numpy as np

from ...base.errors import WorldError
from ...compile.ground import FIELDS
from ...models.fields import Range, fields_of
from ...vehicles.fleet import Body as Dimensions
from ...vehicles.fleet import Fleet, outlines_of
from ...vehicles.fleet.inertia import inertia_of
from ...vehicles.shape.vehicle_plan import VehiclePlan
from ..component import Component
from ..drivers.manual_control import Handling, handling_of
from ..scene import Newcomers, Scene, adopt
from ..settings import Key
from ..vehicle_table import StateField
from .columns import Body, Motion, Performance, Pose
from .performance import Turning, turning_of
from .trailers import TrailerTable


class EntitySettings(NamedTuple):
    """Settings of a world's vehicles."""

    handling: Annotated[
        Mapping[str, Handling],
        Key("limits of vehicles in the hands of a driver, by fleet name; by default those of their kind"),
    ] = {}
    are_alone: Annotated[
        bool,
        Key(
            "each vehicle has the ground and its objects to itself: it neither sees nor touches the others",
            file_key="alone",
        ),
    ] = False
    group_size: Annotated[
        int,
        Range(low=0.0, words="a whole number, 0 or more"),
        Key(
            "number of vehicles in a group, counted in the order of their ids: a vehicle touches only those of its own "
            "group, and sees none; 0: all are one group"
        ),
    ] = 0


class Entities(Component):
    """The vehicles of one world.

    Attributes:
        are_alone: vehicles do not see each other, and touch those of their group only.
        group_size: number of vehicles in a group; 0 without groups.
        trailers: those that vehicles pull.
    """

    name = "entity"
    settings = EntitySettings
    columns: ClassVar[Mapping[str, Any]] = {"pose": Pose, "motion": Motion, "body": Body, "performance": Performance}
    state_columns: ClassVar[Mapping[str, StateField]] = {"speed": StateField("speed")}
    instruments = ("speed", "odometer", "pitch", "roll", "max_speed")

    def __init__(self, scene: Scene, settings: EntitySettings):
        self._scene, self._handling, self.group_size = scene, settings.handling, int(settings.group_size)
        if settings.are_alone and self.group_size:
            raise WorldError(
                f"the vehicles are alone and in groups of {self.group_size}; vehicles in groups touch each other: "
                "choose one"
            )
        self.are_alone = settings.are_alone or self.group_size > 0
        for fleet, rows in zip(scene.fleets, scene.vehicles.rows, strict=True):
            refuse_unfit(fleet)
            adopt(scene.vehicles, fleet, rows)
        self.trailers = TrailerTable(scene)
        self._turning = iter(turning_of(scene.fleets) if scene.can_step else ())  # fleets of one model at a time

    def bind(self) -> None:
        """Make room for the trailers of all vehicles."""
        self.trailers.bind()

    def enter(self, new: Newcomers) -> None:
        """Write the properties of vehicles."""
        self.trailers.forget_dimensions()
        vehicles, (rows, fleet, index) = self._scene.vehicles, new
        vehicles.vehicle_id[rows] = np.arange(vehicles.count)[rows]
        vehicles.world_id[rows] = 0 if self.are_alone else vehicles.vehicle_id[rows]  # each takes its turns as if alone
        vehicles.fleet_index[rows] = index
        name = self._scene.settings_name(self._scene.fleets[index])
        _describe(vehicles, fleet, rows, self._handling.get(name) or handling_of(fleet.model))
        if self._scene.can_step:
            _describe_turning(vehicles, next(self._turning, None) or turning_of([fleet])[0], rows)

    def restore(self, snapshot: None) -> None:
        """Take the trailers' dimensions anew; their places follow from the vehicles' states."""
        self.trailers.forget_dimensions()


def _describe(vehicles: Any, fleet: Fleet, rows: Any, handling: Handling) -> None:
    """Write size, inertia and limits."""
    plans, kind = outlines_of(fleet)
    for number, plan in enumerate(plans):
        some = rows if len(plans) == 1 else cast("Any", np.arange(vehicles.count)[rows][kind == number])
        describe_outline(vehicles, some, fleet.body, plan)
    vehicles.mass[rows], vehicles.yaw_inertia[rows] = inertia_of(fleet)
    for name in Handling._fields:
        getattr(vehicles, name)[rows] = getattr(handling, name)


def describe_outline(vehicles: Any, rows: Any, body: Dimensions, plan: VehiclePlan | None = None) -> None:
    """Write the rectangle of a body and the reach of the vehicle.

    Args:
        body: outer dimensions; its centre is the reference point, unless it has an offset.
        plan: plan of a vehicle with trailers; None for one without.
    """
    half, offset = 0.5 * body.length, body.offset or 0.0
    vehicles.half_length[rows], vehicles.half_width[rows] = half, 0.5 * body.width
    vehicles.body_height[rows], vehicles.body_offset[rows] = body.height, offset
    vehicles.front_reach[rows], vehicles.rear_reach[rows] = half + offset, half - offset
    vehicles.pulls_trailers[rows] = plan is not None and len(plan.trailers) > 0
    vehicles.circle_offset[rows], vehicles.circle_radius[rows] = offset, 0.5 * math.hypot(body.length, body.width)
    vehicles.radius[rows] = body.radius
    if plan is not None and plan.trailers:
        length, width = plan.front_reach + plan.rear_reach, max(body.width, *(each.width for each in plan.trailers))
        vehicles.rear_reach[rows], vehicles.radius[rows] = plan.rear_reach, max(body.radius, plan.radius)
        vehicles.circle_offset[rows] = plan.front_reach - 0.5 * length
        vehicles.circle_radius[rows] = 0.5 * math.hypot(length, width)


def _describe_turning(vehicles: Any, turning: Turning, rows: Any) -> None:
    """Write the yaw rates and curvatures of vehicles at full steer."""
    vehicles.pivot_yaw_rate[rows] = turning.pivot_yaw_rate
    vehicles.full_curvature[rows] = turning.full_curvature
    vehicles.full_lateral_acceleration[rows] = turning.full_lateral_acceleration
    vehicles.turn_lag[rows] = turning.lag


def refuse_unfit(fleet: Fleet) -> None:
    """Refuse a fleet that cannot be used in a world.

    Raises:
        WorldError: with the reason.
    """
    if fleet.is_in_world:
        raise WorldError(f"fleet {fleet.name!r} is in a world already; make a fleet for each world")
    missing = [name for name in ("x", "y", "yaw") if name not in fleet.model.module.State._fields]
    if missing or not fleet.model.can_be_driven:
        raise WorldError(
            f"fleet {fleet.name!r}: model {fleet.model.name} cannot be used in a world; it must have x, y and yaw in "
            "its State and a function control_from_command(state, speed, steer, params, dt) -> Control"
        )
    ground = fleet.model.structures.get("ground")
    own = {field.name for field in fields_of(ground) if field.is_optional} if ground is not None else ()
    unknown = [name for name in dir(fleet.ground) if name not in FIELDS and name not in own]
    if unknown:
        raise WorldError(
            f"fleet {fleet.name!r}: model {fleet.model.name} asks the ground for {unknown[0]!r}; "
            f"a world has {', '.join(FIELDS)}"
        )
    if fleet.device != "cpu" or fleet.dtype != np.float64:
        raise WorldError(
            f"fleet {fleet.name!r}: a world's fleets are float64 on the CPU, not {fleet.dtype} on {fleet.device}"
        )
