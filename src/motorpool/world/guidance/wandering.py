"""Stage of autopilots that wander or hold; see ``compile.rows``."""

from ...base.errors import Status
from ...ground.terrain.area import Bounds
from ...models.mathematics import wrap_angle
from ..avoidance.columns import Autopilot, RuleTraits
from ..columns import Whole
from ..drivers.columns import DriverInputs
from ..drivers.kinds import AUTOPILOT
from ..entity.columns import Motion, Pose
from ..navigation.wander import NEW_COURSE, back_off, turned_back
from .goal_kinds import HOLD, WANDER

BLOCKED, OFF_MAP = int(Status.BLOCKED), int(Status.OFF_MAP)


def keep_courses(
    pose: Pose, motion: Motion, inputs: DriverInputs, autopilot: Autopilot, area: Whole[Bounds],
    traits: Whole[RuleTraits], dt: float,
) -> None:  # fmt: skip
    """Set desired heading and speed of wandering autopilots: straight on, and back from the edge of their area.

    They turn away from an obstruction, too, unless their avoidance rule does so. An autopilot that holds stands, on the
    heading that it has; ``guidance.stages`` leads those on routes and in convoys.
    """
    goal, course, rule = autopilot.goal, autopilot.course, autopilot.avoidance.avoidance_rule
    for i in range(pose.x.size):
        if inputs.driver[i] != AUTOPILOT:
            continue
        if goal.goal[i] == HOLD:
            course.course_yaw[i], course.course_speed[i], course.back_off_time[i] = pose.yaw[i], 0.0, 0.0
        elif goal.goal[i] == WANDER:
            was_backing = course.back_off_time[i] > 0.0
            if traits.recovers[rule[i]] == 0:
                stopped = motion.status[i] & (BLOCKED | OFF_MAP)
                course.back_off_time[i] = back_off(course.back_off_time[i], stopped, dt)
                if was_backing and course.back_off_time[i] <= 0.0:
                    course.course_yaw[i] = wrap_angle(course.course_yaw[i] + NEW_COURSE)
            course.course_yaw[i] = turned_back(pose.x[i], pose.y[i], course.course_yaw[i], area)
            course.course_speed[i] = goal.desired_speed[i]
