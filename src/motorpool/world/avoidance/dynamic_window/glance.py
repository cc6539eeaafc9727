"""Decision at a glance: the preferred way, where bounds show without a trial that it is free."""

from typing import NamedTuple

from ....models.mathematics import wrap_angle
from ...entity.columns import Entity
from ...entity.levels import storey_of
from ...navigation.refused_headings import is_refused
from ..clear_way import STRAIGHT, Pace, clears_objects, stays_inside, straight_way
from ..columns import Avoidance
from ..dynamic_window_costs import CHANGING, FASTER, HEADING_SPACING, TURNING, WAIT
from ..rollout import Motion
from ..surroundings import Surroundings, centre_motion, clears_vehicles, sight
from .preference import Preference, acceleration_of, braking_of, preference_on_course, straight_distance
from .state import Mind


class Glance(NamedTuple):
    """Result of a look along the preferred way."""

    is_free: bool  # nothing can be met, and there is room beside it
    is_calm: bool  # no vehicle comes near: the driver skips the check at its next decisions
    heading: float  # that is preferred [rad]
    speed: float  # [m/s]


def glance(i: int, start: Motion, entity: Entity, mind: Mind, around: Surroundings, may_skip: bool) -> Glance:
    """Return whether a driver's preferred way is free for certain, with its heading and speed.

    A vehicle whose last check found its way clear, and goes on as before, is checked at each ``CALM``-th decision only.

    Args:
        may_skip: this is a decision at which calm drivers skip the check.
    """
    autopilot, memory = mind.autopilot, mind.memory
    is_busy = autopilot.course.back_off_time[i] > 0.0 or memory.is_following_wall[i] > 0.5
    if is_busy or memory.waiting_time[i] > WAIT:
        return Glance(False, False, 0.0, 0.0)
    preference = preference_on_course(i, start, autopilot, memory.passing_side[i], entity.performance)
    straight = straight_distance(preference, preference.speed)
    offset = entity.body.body_offset[i]
    way = straight_way(start, preference.reference, preference.speed, straight, offset)
    if not stays_inside(start, way, around.edge):
        return Glance(False, False, 0.0, 0.0)
    free = Glance(True, True, wrap_angle(preference.reference), preference.speed)
    if memory.is_calm[i] != 0 and may_skip and goes_on(i, preference, autopilot.avoidance):
        return free
    half_length, half_width = entity.body.half_length[i], entity.body.half_width[i]
    reach = sight(half_length + 2.0 * abs(offset), autopilot.course.course_speed[i])
    centre = centre_motion(start, offset)
    if not clears_objects(centre, way, reach, half_length, half_width, around.standing, storey_of(i, entity.pose)):
        return Glance(False, False, 0.0, 0.0)
    acceleration = acceleration_of(i, entity.performance, autopilot.ground, mind.freeing.throttle_cut[i])
    braking = braking_of(i, entity.performance, autopilot.ground)
    pace = Pace(start.speed, preference.speed, acceleration, braking, straight)
    is_free, is_calm = clears_vehicles(start, way, pace, i, entity, around)
    if is_calm:
        return free
    is_alone = around.trailers.count[i] == 0  # the look does not see where an own trailer cuts the corner
    if is_free and is_alone and is_chosen_first(start, preference, autopilot.ground.refused_headings[i]):
        return Glance(True, False, free.heading, free.speed)
    return Glance(False, False, 0.0, 0.0)


def is_chosen_first(start: Motion, preference: Preference, refused: int) -> bool:
    """Return whether a choice by trials ends at the preferred heading and speed if these are free, with room beside.

    It does unless that heading is refused, by a bit of ``refused``, or costs more than the least that another one
    costs; see ``choose``.
    """
    heading = wrap_angle(preference.reference)
    cost = TURNING * abs(wrap_angle(heading - start.yaw)) + CHANGING * abs(wrap_angle(heading - preference.last))
    return cost < HEADING_SPACING and not is_refused(refused, heading)


def goes_on(i: int, preference: Preference, avoidance: Avoidance) -> bool:
    """Return whether a driver prefers its earlier choice, within the tolerance of the clear way."""
    turn = abs(wrap_angle(preference.reference - avoidance.desired_yaw[i]))
    return turn < STRAIGHT and preference.speed < avoidance.avoidance_speed[i] + FASTER


def follow_course(i: int, seen: Glance, mind: Mind, pause: float) -> None:
    """Decide for the preferred heading and speed of a driver.

    Args:
        pause: time until the next decision [s].
    """
    autopilot, memory, decisions, _ = mind
    if memory.passing_time[i] > 0.0:
        memory.passing_time[i] -= pause
    else:
        memory.passing_side[i] = 0.0
    decisions.heading[i], decisions.speed[i] = seen.heading, seen.speed
    autopilot.avoidance.is_avoiding[i] = 0.0
