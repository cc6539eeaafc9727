"""Stage of autopilots that wander or hold; see ``compile.rows``."""

from ...errors import Status
from ...models.mathematics import PI, wrap_angle
from ...terrain.area import Bounds
from ..avoidance.columns import Autopilot, RuleTraits
from ..columns import Whole
from ..drivers.columns import DriverInputs
from ..drivers.kinds import AUTOPILOT
from ..entity.columns import Motion, Pose
from .goal_kinds import HOLD, WANDER
from .wander import NEW_COURSE, back_off, keep_inside

BLOCKED, OFF_MAP = int(Status.BLOCKED), int(Status.OFF_MAP)


def keep_courses(
    pose: Pose, motion: Motion, inputs: DriverInputs, autopilot: Autopilot, area: Whole[Bounds],
    traits: Whole[RuleTraits], dt: float,
) -> None:  # fmt: skip
    """Set desired heading and speed of wandering autopilots: straight on, and back from the edge of their area.

    They turn away from an obstruction, too, unless their avoidance rule does so. An autopilot that holds stands;
    ``guidance.stages`` leads those on routes and in convoys.
    """
    goal, course, rule = autopilot.goal, autopilot.course, autopilot.avoidance.avoidance_rule
    for i in range(pose.x.size):
        if inputs.driver[i] == AUTOPILOT and (goal.goal[i] == WANDER or goal.goal[i] == HOLD):
            was_backing = course.back_off_time[i] > 0.0
            if traits.recovers[rule[i]] == 0:
                stopped = motion.status[i] & (BLOCKED | OFF_MAP)
                course.back_off_time[i] = back_off(course.back_off_time[i], stopped, dt)
                if was_backing and course.back_off_time[i] <= 0.0:
                    course.course_yaw[i] = wrap_angle(course.course_yaw[i] + NEW_COURSE)
            course.course_yaw[i] = turned_back(pose.x[i], pose.y[i], course.course_yaw[i], area)
            course.course_speed[i] = 0.0 if goal.goal[i] == HOLD else goal.desired_speed[i]


def turned_back(x: float, y: float, yaw: float, area: Bounds) -> float:
    """Return a heading [rad] that does not lead out of the area; inside of it, the given one.

    Args:
        x, y: position of the vehicle [m].
        yaw: heading, counter-clockwise from east [rad].
    """
    if area.x_west < x < area.x_east and area.y_south < y < area.y_north and abs(yaw) < PI:
        return yaw
    return keep_inside(x, y, yaw, area.x_west, area.y_south, area.x_east, area.y_north)
