"""Stages that evaluate the ground: limits of driving for all autopilots, and the course of those that wander.

Each autopilot evaluates it every ``DECISION_TIME``, in steps that depend on its id; see ``compile.rows`` and
``ground_ahead``.
"""

import math
from typing import NamedTuple

from ...ground.terrain.area import Bounds
from ...models.mathematics import maximum, minimum, select, sincos, wrap_angle
from ...models.parts.attitude import GRAVITY
from ..avoidance.columns import Autopilot
from ..columns import Whole
from ..drivers.columns import DriverInputs
from ..drivers.kinds import AUTOPILOT
from ..entity.columns import Entity
from ..navigation.coarse_ground import CoarseGround, is_safe_around
from ..navigation.ground_ahead import (
    CRAWL,
    SLOWEST,
    STARTING,
    STOP_BEFORE,
    Ability,
    Outlook,
    Start,
    braking_on,
    look_along,
    look_distance,
    side_force_on,
    spare_acceleration,
)
from ..navigation.pure_pursuit import LARGEST
from ..navigation.refused_headings import headings_refused
from ..navigation.trafficability import USABLE, GroundMap, footing_at, utilisation_at
from ..navigation.turning import PIVOTS, tightest_radius
from ..navigation.wander import BACK_OFF_SPEED
from .columns import GroundLimits
from .goal_kinds import WANDER

TURNS = 12  # number of headings to each side of a course that are compared
TURN_SPACING = math.pi / TURNS  # between two of them [rad]
CHEAP = 0.3  # slowness of the ground ahead up to which no other heading is compared [1]
SLOWNESS_COST = 0.5  # cost of a slowness of 1, at which a metre takes twice the time [rad]
TURN_COST = 0.2  # cost of a turn over its angle; larger values keep vehicles on slow ground [1]
NEAR = 6.0  # distance ahead at which the ground counts as that under the vehicle [m]

OUT_STEP, OUT_LOOKS = 2.5, 14  # spacing of the samples from bad ground to better ground [m], and their number
OUT_TURN = 4.0  # distance with the cost of a turn of one radian, on the way out [m]
BEHIND = 1.75  # bearing from which a way out is driven backward, unless the vehicle pivots [rad]
LONGEST_BACK = 8.0  # duration of driving backward without a new evaluation, at most [s]
BACKING = 0.5  # speed from which a vehicle that rolls back counts as driving backward [m/s]
PASSABLE = 1.0  # utilisation up to which a vehicle can leave the ground [1]


class WayOut(NamedTuple):
    """The shortest way from bad ground to better."""

    is_found: bool
    heading: float  # [rad]
    distance: float  # [m]


def look_at_ground(
    entity: Entity, inputs: DriverInputs, autopilot: Autopilot, ground: Whole[GroundMap],
    coarse: Whole[CoarseGround], area: Whole[Bounds], tick: int, every: int,
) -> None:  # fmt: skip
    """Update the limits of the ground for each autopilot, and the course of those that wander, when they are due."""
    goal, limits = autopilot.goal.goal, autopilot.ground
    for i in range(goal.size):
        if (entity.body.world_id[i] + tick) % every != 0 or inputs.driver[i] != AUTOPILOT:
            continue
        if ground.table.is_limited[entity.body.fleet_index[i]] == 0.0:
            continue
        ability = ability_of(i, entity, autopilot.goal.desired_speed[i])
        refuse_headings(i, ability, entity, limits, ground, coarse)
        limit_driving(i, ability, entity, limits, ground)
        limits.slow_speed[i] = LARGEST
        if goal[i] == WANDER and autopilot.course.back_off_time[i] <= 0.0:
            choose_course(i, ability, entity, autopilot, ground, area)


def ability_of(i: int, entity: Entity, desired_speed: float) -> Ability:
    """Return the limits of a vehicle.

    Args:
        desired_speed: speed that its autopilot keeps [m/s].
    """
    body, limits = entity.body, entity.performance
    speed = abs(entity.motion.speed[i])
    tightest = tightest_radius(limits.full_curvature[i], limits.pivot_yaw_rate[i])
    swerve = speed * speed / maximum(limits.max_lateral_acceleration[i], SLOWEST)
    return Ability(
        body.fleet_index[i], speed, minimum(desired_speed, limits.max_speed[i]), limits.max_speed[i],
        maximum(limits.braking[i], SLOWEST), limits.max_lateral_acceleration[i], maximum(tightest, swerve),
        body.front_reach[i], body.rear_reach[i],
    )  # fmt: skip


def refuse_headings(
    i: int, ability: Ability, entity: Entity, limits: GroundLimits, ground: GroundMap, coarse: CoarseGround
) -> None:
    """Set the headings that avoidance must not choose: none on bad ground, and none if all ground is good."""
    x, y, yaw = entity.pose.x[i], entity.pose.y[i], entity.pose.yaw[i]
    limits.refused_headings[i] = 0
    if is_safe_around(coarse, ability.fleet, x, y) or utilisation_at(ground, ability.fleet, x, y, yaw) > USABLE:
        return
    limits.refused_headings[i] = headings_refused(ground, ability.fleet, x, y, ability.front_reach + 1.0)


def limit_driving(i: int, ability: Ability, entity: Entity, limits: GroundLimits, ground: GroundMap) -> None:
    """Limit acceleration, braking and lateral acceleration by the ground under a vehicle and close ahead."""
    pose, table, fleet = entity.pose, ground.table, ability.fleet
    sine, cosine = sincos(pose.yaw[i])
    way = select(entity.motion.speed[i] < -BACKING, -1.0, 1.0)
    direction = select(way < 0.0, pose.yaw[i] + math.pi, pose.yaw[i])
    here = footing_at(ground, pose.x[i], pose.y[i], direction)
    near = footing_at(ground, pose.x[i] + way * NEAR * cosine, pose.y[i] + way * NEAR * sine, direction)
    limits.ground_acceleration[i] = spare_acceleration(table, fleet, here, ability.speed)
    braking = minimum(braking_on(table, fleet, here, ability.braking), braking_on(table, fleet, near, ability.braking))
    limits.ground_braking[i] = select(ability.speed < STARTING, ability.braking, braking)  # against rolling back
    turn = GRAVITY * table.turn_resistance[fleet] * table.grip[fleet, here.kind]
    limits.turn_acceleration[i] = select(ability.speed < STARTING, turn, 0.0)
    most = ability.max_lateral_acceleration
    limits.ground_lateral_acceleration[i] = minimum(
        side_force_on(table, fleet, here, most), side_force_on(table, fleet, near, most)
    )


def choose_course(
    i: int, ability: Ability, entity: Entity, autopilot: Autopilot, ground: GroundMap, area: Bounds
) -> None:
    """Keep the course of a wandering autopilot on good ground ahead; otherwise choose the best heading."""
    pose, course = entity.pose, autopilot.course
    start = Start(pose.x[i], pose.y[i], pose.yaw[i])
    if utilisation_at(ground, ability.fleet, start.x, start.y, start.yaw) > USABLE:
        way = way_out(ability, start, course.course_yaw[i], ground)
        if way.is_found:
            leave(i, way, entity, autopilot)
            return
    distance = look_distance(ability)
    ahead = look_along(ground, ability, start, course.course_yaw[i], distance, area)
    if not (ahead.is_free and ahead.slowness <= CHEAP):
        ahead, heading = best_heading(ability, start, course.course_yaw[i], ahead, distance, ground, area)
        course.course_yaw[i] = heading
        if not ahead.is_free and ahead.clear < ability.front_reach + STOP_BEFORE + NEAR:
            back_away(i, ability, entity, autopilot, ground)
    autopilot.ground.slow_speed[i] = ahead.slow_speed
    autopilot.ground.slow_odometer[i] = entity.motion.odometer[i] + ahead.slow_distance


def best_heading(
    ability: Ability, start: Start, course_yaw: float, ahead: Outlook, distance: float, ground: GroundMap, area: Bounds
) -> tuple[Outlook, float]:
    """Return the ground along the best heading, and that heading [rad]; if all are refused, the longest free one.

    Args:
        course_yaw: heading that it has followed [rad].
        distance: to be evaluated [m].
    """
    best, found, heading = LARGEST, ahead, course_yaw
    if ahead.is_free:
        best = SLOWNESS_COST * ahead.slowness + TURN_COST * abs(wrap_angle(course_yaw - start.yaw))
    for step in range(1, TURNS + 1):
        if step * TURN_SPACING >= best:
            break
        for side in (-1.0, 1.0):
            tried = wrap_angle(course_yaw + side * step * TURN_SPACING)
            outlook = look_along(ground, ability, start, tried, distance, area)
            cost = step * TURN_SPACING + SLOWNESS_COST * outlook.slowness
            cost += TURN_COST * abs(wrap_angle(tried - start.yaw))
            if outlook.is_free and cost < best:
                best, found, heading = cost, outlook, tried
            elif not outlook.is_free and best >= LARGEST and outlook.clear > found.clear:
                found, heading = outlook, tried
    return found, heading


def way_out(ability: Ability, start: Start, course_yaw: float, ground: GroundMap) -> WayOut:
    """Return the shortest way over passable ground to good ground.

    Args:
        course_yaw: heading that it follows, which is preferred among equal ones [rad].
    """
    least, found = LARGEST, WayOut(False, start.yaw, 0.0)
    for step in range(2 * TURNS):
        heading = wrap_angle(start.yaw + step * TURN_SPACING)
        sine, cosine = sincos(heading)
        off = abs(wrap_angle(heading - start.yaw))
        turn = OUT_TURN * minimum(off, math.pi - off) + 0.1 * OUT_TURN * abs(wrap_angle(heading - course_yaw))
        for look in range(OUT_LOOKS):
            along = OUT_STEP * (look + 1.0)
            if along + turn >= least:
                break
            use = utilisation_at(ground, ability.fleet, start.x + along * cosine, start.y + along * sine, heading)
            if use <= USABLE:
                least, found = along + turn, WayOut(True, heading, along)
                break
            if use > PASSABLE:
                break
    return found


def leave(i: int, way: WayOut, entity: Entity, autopilot: Autopilot) -> None:
    """Set the course to the way out: forward, by a pivot, or backward if it leads to the rear."""
    course = autopilot.course
    course.course_yaw[i] = way.heading
    is_behind = abs(wrap_angle(way.heading - entity.pose.yaw[i])) > BEHIND
    if is_behind and entity.performance.pivot_yaw_rate[i] < PIVOTS and entity.performance.max_reverse_speed[i] > 0.0:
        course.back_off_time[i] = minimum(way.distance / abs(BACK_OFF_SPEED) + 1.0, LONGEST_BACK)


def back_away(i: int, ability: Ability, entity: Entity, autopilot: Autopilot, ground: GroundMap) -> None:
    """Back off from ground that a vehicle cannot turn away from, if the ground behind it is passable."""
    pose, limits = entity.pose, entity.performance
    if limits.pivot_yaw_rate[i] >= PIVOTS or limits.max_reverse_speed[i] <= 0.0 or ability.speed > CRAWL + 0.5:
        return
    sine, cosine = sincos(pose.yaw[i])
    behind, farther = ability.rear_reach + 0.5 * NEAR, ability.rear_reach + 1.5 * NEAR
    direction = pose.yaw[i] + math.pi
    near = utilisation_at(ground, ability.fleet, pose.x[i] - behind * cosine, pose.y[i] - behind * sine, direction)
    far = utilisation_at(ground, ability.fleet, pose.x[i] - farther * cosine, pose.y[i] - farther * sine, direction)
    if near <= USABLE:
        room = select(far <= USABLE, 1.5, 0.5) * NEAR
        autopilot.course.back_off_time[i] = room / abs(BACK_OFF_SPEED)
