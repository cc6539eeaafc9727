"""The stage of ``World.step`` for vehicles that avoid objects by the rule of 1992 as it is printed."""

from ...models.mathematics import select, wrap_angle
from ...objects.grid import FAR, Circles
from ..columns import Autopilot, DriverInputs, Motion, Perception, Pose, Whole
from ..drivers.kinds import AUTOPILOT
from .park1992.compiled import look_and_turn
from .park1992.defects import Printed
from .perception import NOTHING, OBJECT
from .rules import PRINTED


def turn_as_printed(
    pose: Pose, motion: Motion, inputs: DriverInputs, autopilot: Autopilot,
    printed: Whole[Printed], objects: Whole[Circles],
) -> None:  # fmt: skip
    """Desired heading of each autopilot of 1992: every step it looks anew, remembers nothing, and never slows down.

    ``printed`` tells which defects stand. As printed, the code hands an absolute direction to what turns the
    vehicle by it. On its course is a vehicle of ours when it finds nothing; the thesis's drive straight on.
    """
    course, avoidance = autopilot.course, autopilot.avoidance
    for i in range(pose.x.size):
        if inputs.driver[i] != AUTOPILOT or avoidance.avoidance[i] != PRINTED:
            continue
        found, wanted, index = look_and_turn(pose.x[i], pose.y[i], pose.yaw[i], motion.speed[i], printed, objects)
        away = wrap_angle(wanted + pose.yaw[i]) if printed.added_directions else wanted
        avoidance.desired_yaw[i] = away if found else course.course_yaw[i]
        avoidance.is_avoiding[i], avoidance.avoidance_speed[i] = select(found, 1.0, 0.0), course.course_speed[i]
        show_decider(i, index, autopilot.perception, objects)


def show_decider(i: int, index: int, perception: Perception, objects: Circles) -> None:
    """Show the object that decided, if any."""
    perception.seen[i], perception.seen_index[i], perception.seen_distance[i] = NOTHING, index, FAR
    perception.seen_right[i], perception.seen_radius[i] = 0.0, 0.0
    if index >= 0:
        perception.seen[i], perception.seen_radius[i] = OBJECT, objects.radius[index]
