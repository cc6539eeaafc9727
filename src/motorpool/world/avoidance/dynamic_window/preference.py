"""Preferred heading and speed of a decision, and the limits of the vehicle that it counts on."""

from typing import NamedTuple

from ....models.mathematics import maximum, minimum, sincos, wrap_angle
from ....objects.grid import FAR
from ...entity.columns import Entity, Performance
from ...guidance.columns import GroundLimits
from ..columns import Autopilot
from ..dynamic_window_costs import LAG_PENALTY, WALL_SPEED, arriving_speed, distance
from ..rollout import Ability, Motion
from .state import AvoidanceMemory

PIVOTING = 0.05  # a vehicle that turns more slowly than this at standstill cannot turn there [rad/s]


class Preference(NamedTuple):
    """Preferred heading and speed of a decision."""

    reference: float  # the best heading [rad]
    only: float  # 1 or -1 to try only those left or right of it, else 0
    last: float  # the heading chosen before [rad]
    side: float  # on which it goes round what is in its way: 1 left, -1 right, 0 neither
    speed: float  # [m/s]
    least_straight: float  # how far a heading must be free, at least [m]
    straight_time: float  # and for how long [s]
    most_straight: float  # and at most [m]


def preference_on_course(i: int, start: Motion, autopilot: Autopilot, side: float, limits: Performance) -> Preference:
    """Return the preference on the course; straight on, if the goal lies within the turning circle.

    The ``side`` of going round what is in its way is 1 left, -1 right, 0 neither.
    """
    goal, course = autopilot.goal, autopilot.course
    goal_distance = minimum(distance(start.x, start.y, goal.goal_x[i], goal.goal_y[i]), course.course_reach[i])
    turn = wrap_angle(course.course_yaw[i] - start.yaw)
    arriving = arriving_speed(goal_distance, turn, limits.max_lateral_acceleration[i])
    wanted = minimum(course.course_speed[i], arriving)
    is_too_near = (
        goal_distance * limits.full_curvature[i] < 2.0 * abs(sincos(turn)[0])
        and abs(limits.pivot_yaw_rate[i]) < PIVOTING
    )
    reference = start.yaw if is_too_near else course.course_yaw[i]
    return Preference(reference, 0.0, autopilot.avoidance.desired_yaw[i], side, wanted, 8.0, 2.5, goal_distance)


def preference_along_wall(
    i: int, nearest_yaw: float, last: float, desired_speed: float, memory: AvoidanceMemory
) -> Preference:
    """Return the preference while following a wall, which stays on one side; ``last`` is the heading before.

    Args:
        nearest_yaw: direction of the nearest object [rad].
        last: heading that was chosen before [rad].
        desired_speed: speed that is preferred on the course [m/s].
    """
    side, speed = memory.passing_side[i], minimum(desired_speed, WALL_SPEED)
    return Preference(nearest_yaw, side, last, side, speed, 6.0, 1.2, FAR)


def straight_distance(preference: Preference, tried_speed: float) -> float:
    """Return how far a heading must be free at a speed [m]."""
    straight = 0.5 * preference.straight_time * (preference.speed + tried_speed)
    return minimum(maximum(preference.least_straight, straight), preference.most_straight)


def ability_of(i: int, entity: Entity, ground: GroundLimits) -> Ability:
    """Return the limits of a vehicle on its ground, reduced for one whose turns take time to build up."""
    body, limits = entity.body, entity.performance
    share = 1.0 / (1.0 + LAG_PENALTY * limits.turn_lag[i])
    wheel_rate = limits.steer_rate[i] / (1.0 + limits.turn_lag[i] * limits.steer_rate[i])
    return Ability(
        body.half_length[i], body.half_width[i], share * limits.full_curvature[i], share * limits.pivot_yaw_rate[i],
        acceleration_of(i, limits, ground), braking_of(i, limits, ground), wheel_rate,
        minimum(limits.max_lateral_acceleration[i], ground.ground_lateral_acceleration[i]),
    )  # fmt: skip


def acceleration_of(i: int, limits: Performance, ground: GroundLimits) -> float:
    """Return the acceleration that a driver counts on [m/s^2]."""
    return minimum(limits.acceleration[i], ground.ground_acceleration[i])


def braking_of(i: int, limits: Performance, ground: GroundLimits) -> float:
    """Return the braking that a driver counts on [m/s^2]."""
    share = 1.0 / (1.0 + LAG_PENALTY * limits.turn_lag[i])
    return share * minimum(limits.braking[i], ground.ground_braking[i])
