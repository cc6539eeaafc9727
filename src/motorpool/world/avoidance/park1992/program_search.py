"""The search of the program of 1992 for every vehicle that ``listing1992`` moves."""

from typing import Any, NamedTuple

from ....models.frames import to_thesis
from ....models.mathematics import select, wrap_angle
from ....objects.grid import Circles
from ...columns import Autopilot, Pose, Whole
from ..as_published import show_decider
from .compiled import look_for_direction
from .defects import Printed


class Listed(NamedTuple):
    """Columns of the program of 1992."""

    is_listed: Any  # int8: 1 for a vehicle that drives by it
    direction: Any  # document 003's, to the right of x [rad]
    path_direction: Any  # [rad]


def search_as_listed(
    pose: Pose, autopilot: Autopilot, listed: Listed, printed: Whole[Printed], objects: Whole[Circles]
) -> None:
    """Set ``path_direction`` as ``behavior_motion`` does, and what the viewer shows of it.

    With nothing found the path direction is 0, which the program takes for no turn, so the yaw that is shown is
    then the vehicle's own.
    """
    avoidance = autopilot.avoidance
    for i in range(pose.x.size):
        if listed.is_listed[i] == 0:
            continue
        x, y, yaw, speed = pose.x[i], pose.y[i], pose.yaw[i], autopilot.goal.desired_speed[i]
        listed.direction[i] = to_thesis(x, y, 0.0, yaw)[3]
        found, wanted, index = look_for_direction(x, y, yaw, speed, printed, objects)
        listed.path_direction[i] = wanted
        avoidance.desired_yaw[i] = wrap_angle(-wanted) if found else yaw
        avoidance.is_avoiding[i] = select(found, 1.0, 0.0)
        show_decider(i, index, autopilot.perception, objects)
