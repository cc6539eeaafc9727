"""Stage of the avoidance rule of 1992; see ``compile.rows``."""

from ....ground.objects.grid import FAR, Circles
from ....models.mathematics import select, wrap_angle
from ....world.avoidance.columns import Autopilot, Perception
from ....world.avoidance.perception import NOTHING, OBJECT
from ....world.columns import Whole
from ....world.drivers.columns import DriverInputs
from ....world.drivers.kinds import AUTOPILOT
from ....world.entity.columns import Motion, Pose
from .compiled import look_and_turn
from .defects import Defects


def turn_as_published(
    pose: Pose, motion: Motion, inputs: DriverInputs, autopilot: Autopilot,
    defects: Whole[Defects], objects: Whole[Circles], rule: int,
) -> None:  # fmt: skip
    """Set the desired heading of each autopilot of 1992, which searches in every step and has no memory.

    As published, the code passes an absolute direction to a function that turns by a relative one. If nothing is found,
    vehicles here follow their course; those of the thesis drive straight on.
    """
    course, avoidance = autopilot.course, autopilot.avoidance
    for i in range(pose.x.size):
        if inputs.driver[i] != AUTOPILOT or avoidance.avoidance_rule[i] != rule:
            continue
        found, new_yaw, index = look_and_turn(pose.x[i], pose.y[i], pose.yaw[i], motion.speed[i], defects, objects)
        away = wrap_angle(new_yaw + pose.yaw[i]) if defects.added_directions else new_yaw
        avoidance.desired_yaw[i] = away if found else course.course_yaw[i]
        avoidance.is_avoiding[i], avoidance.avoidance_speed[i] = select(found, 1.0, 0.0), course.course_speed[i]
        show_decider(i, index, autopilot.perception, objects)


def show_decider(i: int, index: int, perception: Perception, objects: Circles) -> None:
    """Store the object that decided, if its ``index`` is not -1."""
    perception.seen[i], perception.seen_index[i], perception.seen_distance[i] = NOTHING, index, FAR
    perception.seen_right[i], perception.seen_radius[i] = 0.0, 0.0
    if index >= 0:
        perception.seen[i], perception.seen_radius[i] = OBJECT, objects.radius[index]
