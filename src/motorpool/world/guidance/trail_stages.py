"""Stages that lead autopilots behind their leaders; see ``compile.rows`` and ``following``.

A leader stores the points of its trail in its own row of ``Trails``; point n is in column n modulo the length of the
row.
"""

from typing import NamedTuple

from ...models.mathematics import Flag, Real, atan2, maximum, minimum, select
from ..avoidance.columns import Autopilot, RuleTraits
from ..columns import Whole
from ..drivers.columns import DriverInputs
from ..drivers.kinds import AUTOPILOT
from ..entity.columns import Entity, Pose
from ..navigation.following import ARC, CATCH_UP, TRAIL_SPACING, TRAIL_STRIDE, close_look, gap_speed
from ..navigation.pure_pursuit import (
    BEND_SHARE,
    BRAKING_SHARE,
    LARGEST,
    approach_speed,
    bearing_to,
    bend_speed,
    distance_to,
    minimum_lookahead,
    required_curvature,
)
from ..navigation.turning import FORWARD, PIVOTS, REVERSE, next_turning, tightest_radius, turning_speed
from ..navigation.wander import back_off
from .columns import Convoy, Leaders, Trails
from .goal_kinds import FOLLOW
from .stages import BESIDE, BLOCKED, CRAWL, OFF_MAP, STANDING, Aim, steer_course

CREEP = 0.05  # speed below which a follower stands behind a leader that stands; at 0 it never comes to rest [m/s]


class Offset(NamedTuple):
    """Position beside a trail, seen from its nearest point."""

    along: float  # ahead of the point positive [m]
    aside: float  # [m]


def leave_trails(pose: Pose, convoys: Convoy, trails: Whole[Trails]) -> None:
    """Add points to the trail of each leader, ``TRAIL_SPACING`` apart, up to its position."""
    trail_count = convoys.trail_count
    for i in range(pose.x.size):
        slot = convoys.trail_slot[i]
        if slot < 0:
            continue
        length = trails.x.shape[1]
        if trail_count[i] == 0:
            trails.x[slot, 0], trails.y[slot, 0] = pose.x[i], pose.y[i]
            trail_count[i] = 1
        for _ in range(length):
            last = (trail_count[i] - 1) % length
            east, north = pose.x[i] - trails.x[slot, last], pose.y[i] - trails.y[slot, last]
            distance = distance_to(0.0, 0.0, east, north)
            if not distance >= TRAIL_SPACING:
                break
            share = TRAIL_SPACING / distance
            place = trail_count[i] % length
            trails.x[slot, place] = trails.x[slot, last] + share * east
            trails.y[slot, place] = trails.y[slot, last] + share * north
            trail_count[i] += 1


def follow_leaders(
    entity: Entity, inputs: DriverInputs, autopilot: Autopilot, convoys: Convoy,
    leaders: Whole[Leaders], traits: Whole[RuleTraits], dt: float,
) -> None:  # fmt: skip
    """Update each follower's point on its leader's trail, its desired heading and its desired speed."""
    pose, limits, course = entity.pose, entity.performance, autopilot.course
    for i in range(pose.x.size):
        leader: int = convoys.leader[i]
        if autopilot.goal.goal[i] != FOLLOW or leader < 0:
            continue
        slot, count = leaders.convoys.trail_slot[leader], leaders.convoys.trail_count[leader]
        mark = nearest_trail_point(pose.x[i], pose.y[i], convoys.trail_mark[i], slot, count, leaders.trails)
        convoys.trail_mark[i] = mark
        if inputs.driver[i] != AUTOPILOT:
            course.turning[i], course.back_off_time[i] = FORWARD, 0.0
            continue
        offset = place_on_trail(pose.x[i], pose.y[i], mark, leader, leaders)
        aim = aim_on_trail(i, entity, leader, mark, offset, leaders)
        bearing = bearing_to(pose.x[i], pose.y[i], pose.yaw[i], aim.x, aim.y)
        to_aim = distance_to(pose.x[i], pose.y[i], aim.x, aim.y)
        radius = tightest_radius(limits.full_curvature[i], limits.pivot_yaw_rate[i])

        distance = distance_to_leader(pose.x[i], pose.y[i], leader, mark, offset, leaders)
        distance = distance - entity.body.front_reach[i] - leaders.entity.body.rear_reach[leader]
        speed = leaders.entity.motion.speed[leader]
        target = gap_speed(distance, speed, convoys.gap[i], convoys.headway[i], limits.braking[i])
        target = minimum(target, maximum(autopilot.goal.desired_speed[i], maximum(speed, 0.0) + CATCH_UP))
        target = minimum(target, limits.max_speed[i])
        most = minimum(limits.max_lateral_acceleration[i], autopilot.ground.ground_lateral_acceleration[i])
        target = minimum(target, bend_speed(required_curvature(bearing, to_aim, radius), most))
        braking = minimum(limits.braking[i], autopilot.ground.ground_braking[i])
        target = slow_for_trail(target, most, braking, leader, mark, offset, leaders)
        target = select((target < CREEP) & (speed < CREEP), 0.0, target)

        turn_for_leader(i, entity, autopilot, bearing, to_aim, target < STANDING, traits, dt)
        steer_course(i, entity, course, bearing, minimum(to_aim, aim.ahead))
        course.course_speed[i] = turning_speed(course.turning[i], target, limits.max_reverse_speed[i])
        course.course_reach[i] = select(course.turning[i] == FORWARD, LARGEST, 0.0)


def slow_for_trail(
    target: Real, most: Real, braking: Real, leader: int, mark: int, offset: Offset, leaders: Leaders
) -> Real:
    """Return the speed [m/s], at most ``target``, that allows gentle braking for all bends of the trail ahead.

    Args:
        most: greatest lateral acceleration [m/s^2].
        braking: greatest deceleration [m/s^2].
        mark: number of the nearest point of the trail.
        offset: position of the follower, seen from that point.
    """
    slot, count = leaders.convoys.trail_slot[leader], leaders.convoys.trail_count[leader]
    oldest = max(count - leaders.trails.x.shape[1], 0)
    gentle = BEND_SHARE * most * ARC * TRAIL_SPACING
    first = max(mark + 1, oldest + ARC)
    for point in range(first + first % TRAIL_STRIDE, count - ARC, TRAIL_STRIDE):
        way = (point - mark - 1) * TRAIL_SPACING - offset.along
        room = target * target - 2.0 * BRAKING_SHARE * braking * way
        if room < 0.0:  # even a stop there allows the speed
            break
        cross, along = chords_of_trail(point, slot, leaders.trails)
        if abs(cross) * room >= gentle * along:  # a turn is less than its tangent
            curvature = atan2(cross, along) / (ARC * TRAIL_SPACING)
            target = minimum(target, approach_speed(way, bend_speed(curvature, most), braking))
    return target


def chords_of_trail(point: int, slot: int, trails: Trails) -> tuple[Real, Real]:
    """Return the cross and the dot product of the chords over ``ARC`` points before and after a point of a trail."""
    length = trails.x.shape[1]
    here = point % length
    before = here - ARC if here >= ARC else here - ARC + length
    after = here + ARC if here + ARC < length else here + ARC - length
    in_x, in_y = trails.x[slot, here] - trails.x[slot, before], trails.y[slot, here] - trails.y[slot, before]
    out_x, out_y = trails.x[slot, after] - trails.x[slot, here], trails.y[slot, after] - trails.y[slot, here]
    return in_x * out_y - in_y * out_x, in_x * out_x + in_y * out_y


def nearest_trail_point(x: Real, y: Real, mark: int, slot: int, count: int, trails: Trails) -> int:
    """Return the number of the nearest point of a trail, searched from the last result on.

    Args:
        x, y: position of the follower [m].
    """
    length = trails.x.shape[1]
    mark = max(mark, count - length)
    for _ in range(length):
        if mark >= count - 1:
            break
        to_x, to_y = trails.x[slot, mark % length] - x, trails.y[slot, mark % length] - y
        next_x, next_y = trails.x[slot, (mark + 1) % length] - x, trails.y[slot, (mark + 1) % length] - y
        if next_x * next_x + next_y * next_y > to_x * to_x + to_y * to_y:
            break
        mark += 1
    return mark


def place_on_trail(x: Real, y: Real, mark: int, leader: int, leaders: Leaders) -> Offset:
    """Return where a follower is, seen from the nearest point of its leader's trail.

    Args:
        x, y: position of the follower [m].
        mark: number of that point.
    """
    trails, poses = leaders.trails, leaders.entity.pose
    slot: int = leaders.convoys.trail_slot[leader]
    count, length = leaders.convoys.trail_count[leader], trails.x.shape[1]
    before: int = max(mark - 1, max(count - length, 0))
    near_x, near_y = trails.x[slot, mark % length], trails.y[slot, mark % length]
    next_x, next_y = poses.x[leader], poses.y[leader]
    if mark + 1 < count:
        next_x, next_y = trails.x[slot, (mark + 1) % length], trails.y[slot, (mark + 1) % length]
    onward_x, onward_y = next_x - trails.x[slot, before % length], next_y - trails.y[slot, before % length]
    span = maximum(distance_to(0.0, 0.0, onward_x, onward_y), 1e-3)
    along = ((x - near_x) * onward_x + (y - near_y) * onward_y) / span
    aside = abs((x - near_x) * onward_y - (y - near_y) * onward_x) / span
    return Offset(along, aside)


def aim_on_trail(i: int, entity: Entity, leader: int, mark: int, offset: Offset, leaders: Leaders) -> Aim:
    """Return the point of the trail that a follower steers for; at the end of the trail, the leader.

    Args:
        mark: number of the nearest point of the trail.
        offset: position of the follower, seen from that point.
    """
    limits, trails, poses = entity.performance, leaders.trails, leaders.entity.pose
    slot: int = leaders.convoys.trail_slot[leader]
    count, length = leaders.convoys.trail_count[leader], trails.x.shape[1]
    radius = tightest_radius(limits.full_curvature[i], limits.pivot_yaw_rate[i])
    look = close_look(abs(entity.motion.speed[i]), entity.body.half_length[i])
    look = maximum(look, minimum_lookahead(radius))
    points = maximum(look + offset.along - offset.aside, 0.0) / TRAIL_SPACING
    whole = int(points)
    here: int = mark + whole
    if here >= count:
        return Aim(poses.x[leader], poses.y[leader], look)
    from_x, from_y = trails.x[slot, here % length], trails.y[slot, here % length]
    to_x, to_y = poses.x[leader], poses.y[leader]
    if here + 1 < count:
        to_x, to_y = trails.x[slot, (here + 1) % length], trails.y[slot, (here + 1) % length]
    share = (points - whole) * TRAIL_SPACING / maximum(distance_to(from_x, from_y, to_x, to_y), 1e-3)
    share = minimum(share, 1.0)
    return Aim(from_x + share * (to_x - from_x), from_y + share * (to_y - from_y), look)


def distance_to_leader(x: Real, y: Real, leader: int, mark: int, offset: Offset, leaders: Leaders) -> Real:
    """Return the distance [m] along the trail from a follower to the centre of its leader.

    Args:
        x, y: position of the follower [m].
        mark: number of the nearest point of the trail.
        offset: position of the follower, seen from that point.
    """
    trails, poses = leaders.trails, leaders.entity.pose
    slot: int = leaders.convoys.trail_slot[leader]
    count, length = leaders.convoys.trail_count[leader], trails.x.shape[1]
    to_near = distance_to(x, y, trails.x[slot, mark % length], trails.y[slot, mark % length])
    last_x, last_y = trails.x[slot, (count - 1) % length], trails.y[slot, (count - 1) % length]
    along = select(to_near > TRAIL_SPACING, to_near, -offset.along)
    return along + (count - 1 - mark) * TRAIL_SPACING + distance_to(last_x, last_y, poses.x[leader], poses.y[leader])


def turn_for_leader(
    i: int, entity: Entity, autopilot: Autopilot, bearing: Real, distance: Real, is_waiting: Flag,
    traits: RuleTraits, dt: Real,
) -> None:  # fmt: skip
    """Decide whether a follower backs off, or must turn round for the point that it steers for.

    Args:
        bearing: bearing of the point that it steers for, from the nose, left positive [rad].
        distance: to that point [m].
        is_waiting: truth value: it must stand, because it is close to its leader.
    """
    limits, course, avoidance = entity.performance, autopilot.course, autopilot.avoidance
    is_blocked = (entity.motion.status[i] & (BLOCKED | OFF_MAP)) != 0
    if is_waiting:
        course.back_off_time[i] = 0.0
    elif course.turning[i] != REVERSE and traits.recovers[avoidance.avoidance_rule[i]] == 0:
        course.back_off_time[i] = back_off(course.back_off_time[i], 1.0 if is_blocked else 0.0, dt)
    is_busy = (avoidance.is_avoiding[i] > 0.5) | (course.back_off_time[i] > 0.0) | is_waiting
    is_busy |= (course.turning[i] == FORWARD) & (abs(bearing) < BESIDE)
    is_slow = (entity.motion.speed[i] < CRAWL) | (course.turning[i] == REVERSE)  # others follow a faster one closely
    can_back = (limits.max_reverse_speed[i] > 0.0) & is_slow
    course.turning[i] = next_turning(
        course.turning[i], bearing, distance, tightest_radius(limits.full_curvature[i], limits.pivot_yaw_rate[i]),
        limits.pivot_yaw_rate[i] > PIVOTS, can_back, is_blocked, is_busy,
    )  # fmt: skip
