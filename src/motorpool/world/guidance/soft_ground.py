"""Stage that limits the speed of autopilots on bad ground; see ``compile.rows``."""

from typing import NamedTuple

import numpy as np

from ...base.arrays import ByteTable, Floats
from ...ground.terrain.surface import Surface, class_at
from ...models.mathematics import clamp, maximum, minimum, select, sqrt
from ..avoidance.columns import Autopilot
from ..columns import InVectors, Whole
from ..drivers.columns import DriverInputs
from ..drivers.kinds import AUTOPILOT
from ..entity.columns import Entity
from ..navigation.pure_pursuit import BRAKING_SHARE, LARGEST


class SpeedRaster(NamedTuple):
    """Share of a vehicle's greatest speed that the ground allows."""

    classes: ByteTable  # (rows, columns): of the cells, row 0 south
    x_west: float  # outer corner of cell (0, 0) [m]
    y_south: float  # [m]
    spacing: float  # side of a cell [m]
    speed_factor: Floats  # of each class [1]


def slow_on_soft_ground(
    entity: Entity, inputs: DriverInputs, autopilot: Autopilot, ground: Whole[SpeedRaster]
) -> InVectors:
    """Limit each autopilot to the speed of the ground under it, and to that from which it can brake for ground ahead.

    The first is a share of the vehicle's greatest speed; the second comes from the last evaluation of the ground.
    """
    pose, course, limits = entity.pose, autopilot.course, autopilot.ground
    for i in range(pose.x.size):
        kind = class_at(ground.classes, ground.x_west, ground.y_south, ground.spacing, pose.x[i], pose.y[i])
        room = maximum(limits.slow_odometer[i] - entity.motion.odometer[i], 0.0)
        slow = minimum(limits.slow_speed[i], LARGEST)
        braking = minimum(limits.ground_braking[i], entity.performance.braking[i])
        ahead = sqrt(slow * slow + 2.0 * BRAKING_SHARE * braking * room)
        limit = minimum(entity.performance.max_speed[i] * ground.speed_factor[kind], ahead)
        wanted = course.course_speed[i]  # for all rows: a condition would prevent vector code
        course.course_speed[i] = select(inputs.driver[i] == AUTOPILOT, clamp(wanted, -limit, limit), wanted)


def speed_raster(surface: Surface, *, slows: bool) -> SpeedRaster:
    """Return the share of the vehicles' greatest speed that a surface allows; all of it if soils do not limit it."""
    factor = surface.values("speed_factor") if slows else np.ones(len(surface.names))
    return SpeedRaster(
        surface.classes, float(surface.x_west), float(surface.y_south), float(surface.spacing),
        np.ascontiguousarray(factor),
    )  # fmt: skip
