"""Decision at a glance: the preferred way, where bounds show without a trial that it is free."""

from typing import NamedTuple

from ....models.mathematics import wrap_angle
from ...entity.columns import Entity
from ..clear_way import STRAIGHT, clears_objects, stays_inside, straight_way
from ..columns import Avoidance
from ..dynamic_window_costs import FASTER, WAIT
from ..rollout import Motion
from ..surroundings import Surroundings, clears_vehicles, sight
from .preference import Preference, braking_of, preference_on_course, straight_distance
from .state import Mind


class Glance(NamedTuple):
    """Result of a look along the preferred way."""

    is_free: bool  # nothing can be met, and there is room beside it
    is_calm: bool  # nothing is near either: the driver skips the check at its next decisions
    heading: float  # that is preferred [rad]
    speed: float  # [m/s]


NOT_FREE = Glance(False, False, 0.0, 0.0)


def glance(i: int, start: Motion, entity: Entity, mind: Mind, around: Surroundings, may_skip: bool) -> Glance:
    """Return whether a driver's preferred way is free for certain, with its heading and speed.

    A vehicle whose last check found its way clear, and goes on as before, is checked at each ``CALM``-th decision only.

    Args:
        i: row of the vehicle.
        start: motion of the vehicle at the beginning.
        entity: columns of the vehicles.
        mind: autopilot, memory and decisions of the drivers.
        around: surroundings of all drivers.
        may_skip: this is a decision at which calm drivers skip the check.
    """
    autopilot, memory = mind.autopilot, mind.memory
    is_busy = autopilot.course.back_off_time[i] > 0.0 or memory.is_following_wall[i] > 0.5
    if is_busy or memory.waiting_time[i] > WAIT:
        return NOT_FREE
    preference = preference_on_course(i, start, autopilot, memory.passing_side[i], entity.performance)
    straight = straight_distance(preference, preference.speed)
    way = straight_way(start, preference.reference, preference.speed, straight)
    if not stays_inside(start, way, around.edge):
        return NOT_FREE
    if not (memory.is_calm[i] != 0 and may_skip and goes_on(i, preference, autopilot.avoidance)):
        half_length, half_width = entity.body.half_length[i], entity.body.half_width[i]
        reach = sight(half_length, autopilot.course.course_speed[i])
        if not clears_objects(start, way, reach, half_length, half_width, around.standing):
            return NOT_FREE
        if not clears_vehicles(start, way, i, entity, braking_of(i, entity.performance, autopilot.ground), around):
            return NOT_FREE
    return Glance(True, True, wrap_angle(preference.reference), preference.speed)


def goes_on(i: int, preference: Preference, avoidance: Avoidance) -> bool:
    """Return whether a driver prefers what it has chosen before, to within what the clear way allows for.

    Args:
        i: id of the vehicle.
        preference: heading and speed on its course.
        avoidance: of the autopilots.
    """
    turn = abs(wrap_angle(preference.reference - avoidance.desired_yaw[i]))
    return turn < STRAIGHT and preference.speed < avoidance.avoidance_speed[i] + FASTER


def follow_course(i: int, seen: Glance, mind: Mind, pause: float) -> None:
    """Decide for the preferred heading and speed of a driver.

    Args:
        i: row of the vehicle.
        seen: the preferred way.
        mind: autopilot, memory and decisions of the drivers.
        pause: time until the next decision [s].
    """
    autopilot, memory, decisions = mind
    if memory.passing_time[i] > 0.0:
        memory.passing_time[i] -= pause
    else:
        memory.passing_side[i] = 0.0
    decisions.heading[i], decisions.speed[i] = seen.heading, seen.speed
    autopilot.avoidance.is_avoiding[i] = 0.0
