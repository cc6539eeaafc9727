"""The stage that slows autopilots on bad ground. See ``kernels.stages``."""

from typing import Any

from ..behaviours.drivers import AUTOPILOT
from ..models.mathematics import clamp
from ..surroundings.surface import class_at


def slow_on_soft_ground(
    x: Any, y: Any, driver: Any, max_speed: Any, course_speed: Any,
    surface_classes: Any, surface_west: Any, surface_south: Any, surface_spacing: Any, surface_speed_factor: Any,
) -> None:  # fmt: skip
    """Each autopilot drives at most its vehicle's greatest speed times what the ground under it allows of that."""
    for i in range(x.size):
        if driver[i] == AUTOPILOT:
            kind = class_at(surface_classes, surface_west, surface_south, surface_spacing, x[i], y[i])
            limit = max_speed[i] * surface_speed_factor[kind]
            course_speed[i] = clamp(course_speed[i], -limit, limit)
