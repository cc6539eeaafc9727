"""Search of the program of 1992 for every vehicle under ``program-1992``."""

from ....ground.objects.grid import Circles
from ....models.frames import to_thesis
from ....models.mathematics import select, wrap_angle
from ....world.avoidance.columns import Autopilot
from ....world.columns import Whole
from ....world.entity.columns import Pose
from .compiled import look_for_direction
from .defects import Defects
from .program import Program
from .stage import show_decider


def search_by_program(
    pose: Pose, autopilot: Autopilot, program: Program, defects: Whole[Defects], objects: Whole[Circles]
) -> None:
    """Set ``program_path_direction`` like ``behavior_motion``, and the columns that the viewer shows.

    If nothing is found the path direction is 0, which the program treats as no turn; the displayed yaw is then the
    vehicle's own.
    """
    avoidance = autopilot.avoidance
    for i in range(pose.x.size):
        if program.is_by_program[i] == 0:
            continue
        x, y, yaw, speed = pose.x[i], pose.y[i], pose.yaw[i], autopilot.goal.desired_speed[i]
        program.program_direction[i] = to_thesis(x, y, 0.0, yaw)[3]
        found, path_direction, index = look_for_direction(x, y, yaw, speed, defects, objects)
        program.program_path_direction[i] = path_direction
        avoidance.desired_yaw[i] = wrap_angle(-path_direction) if found else yaw
        avoidance.is_avoiding[i] = select(found, 1.0, 0.0)
        show_decider(i, index, autopilot.perception, objects)
