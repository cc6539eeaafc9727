"""Preferred heading and speed of a decision, and the limits of the vehicle that it counts on."""

from typing import NamedTuple

from ....ground.objects.grid import FAR
from ....models.mathematics import maximum, minimum, sincos, wrap_angle
from ...entity.columns import Entity, Performance
from ...entity.trailers import Trailers
from ...guidance.columns import GroundLimits
from ..columns import Autopilot
from ..dynamic_window_costs import LAG_PENALTY, WALL_SPEED, arriving_speed, distance
from ..rollout import Ability, Motion, Trailer
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
    """Return the distance over which a heading must be free at a speed [m]."""
    straight = 0.5 * preference.straight_time * (preference.speed + tried_speed)
    return minimum(maximum(preference.least_straight, straight), preference.most_straight)


def ability_of(i: int, entity: Entity, ground: GroundLimits, throttle_cut: float, trailers: Trailers) -> Ability:
    """Return the limits of a vehicle on its ground; its lag slows the steering down, not the turn that it leads to.

    Args:
        throttle_cut: as the column [1].
    """
    body, limits = entity.body, entity.performance
    wheel_rate = limits.steer_rate[i] / (1.0 + limits.turn_lag[i] * limits.steer_rate[i])
    return Ability(
        body.half_length[i], body.half_width[i], limits.full_curvature[i], limits.pivot_yaw_rate[i],
        acceleration_of(i, limits, ground, throttle_cut), braking_of(i, limits, ground), wheel_rate,
        minimum(
            minimum(limits.max_lateral_acceleration[i], limits.full_lateral_acceleration[i]),
            ground.ground_lateral_acceleration[i],
        ),
        body.body_offset[i], first_trailer(i, trailers),
    )  # fmt: skip


def first_trailer(i: int, trailers: Trailers) -> Trailer:
    """Return the first trailer of a vehicle as its trials take it."""
    if trailers.count[i] == 0:
        return Trailer(0.0, 0.0, 1.0, 0.0, 0.0, 0.0)
    t = int(trailers.first[i])
    return Trailer(
        trailers.yaw[t], trailers.hitch[t], trailers.reach[t], trailers.middle[t],
        trailers.half_length[t], trailers.half_width[t],
    )  # fmt: skip


def acceleration_of(i: int, limits: Performance, ground: GroundLimits, throttle_cut: float) -> float:
    """Return the acceleration that a driver counts on [m/s^2].

    Args:
        throttle_cut: as the column [1].
    """
    return minimum((1.0 - throttle_cut) * limits.acceleration[i], ground.ground_acceleration[i])


def braking_of(i: int, limits: Performance, ground: GroundLimits) -> float:
    """Return the braking that a driver counts on, reduced where turns take time to build up [m/s^2]."""
    share = 1.0 / (1.0 + LAG_PENALTY * limits.turn_lag[i])
    return share * minimum(limits.braking[i], ground.ground_braking[i])
