"""The stage that slows autopilots on bad ground; see ``compile.rows``."""

from typing import Any, NamedTuple

import numpy as np

from ...models.mathematics import clamp, select
from ...terrain.surface import Surface, class_at
from ..columns import InVectors, Whole
from ..drivers.columns import DriverInputs
from ..drivers.kinds import AUTOPILOT
from ..entity.columns import Performance, Pose
from .columns import Course


class SpeedRaster(NamedTuple):
    """Share of a vehicle's greatest speed that the ground allows."""

    classes: Any  # (rows, columns), uint8: of the cells, row 0 south
    x_west: float  # outer corner of cell (0, 0) [m]
    y_south: float  # [m]
    spacing: float  # side of a cell [m]
    speed_factor: Any  # of each class, float64 [1]


def slow_on_soft_ground(
    pose: Pose, inputs: DriverInputs, course: Course, limits: Performance, ground: Whole[SpeedRaster]
) -> InVectors:
    """Limit each autopilot to its vehicle's greatest speed times what the ground under it allows of that.

    Args:
        pose: of the vehicles.
        inputs: of the drivers.
        course: of the autopilots.
        limits: of the vehicles.
        ground: classes of the ground, with the speed that each allows.
    """
    for i in range(pose.x.size):
        kind = class_at(ground.classes, ground.x_west, ground.y_south, ground.spacing, pose.x[i], pose.y[i])
        limit = limits.max_speed[i] * ground.speed_factor[kind]
        wanted = course.course_speed[i]  # looked up for everybody: a condition would take the vectors apart
        course.course_speed[i] = select(inputs.driver[i] == AUTOPILOT, clamp(wanted, -limit, limit), wanted)


def speed_raster(surface: Surface) -> SpeedRaster:
    """Return what a surface allows of vehicles' greatest speed."""
    return SpeedRaster(
        surface.classes, float(surface.x_west), float(surface.y_south), float(surface.spacing),
        np.ascontiguousarray(surface.values("speed_factor")),
    )  # fmt: skip
