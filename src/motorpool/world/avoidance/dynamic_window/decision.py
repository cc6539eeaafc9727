"""Decision by trials, for a driver whose preferred way is not free for certain."""

import math

from ....ground.objects.clearance import clearance_at
from ....ground.objects.grid import FAR
from ....models.mathematics import maximum, minimum, sincos, wrap_angle
from ...entity.columns import Entity
from ...entity.levels import storey_of
from ...guidance.columns import Course
from ...navigation.refused_headings import is_refused
from ...navigation.wander import BACK_OFF_SPEED
from ..columns import Autopilot, Perception
from ..dynamic_window_costs import (
    BACK_OFF_DISTANCE,
    HALT,
    LEAST_BACK_OFF,
    PATIENCE,
    PROGRESS,
    SIDE_MEMORY,
    STUCK,
    STUCK_SPEED,
    WAIT,
    WALL_REACH,
    distance,
    progress,
)
from ..perception import OBJECT, VEHICLE, clear_perception
from ..rollout import Ability, Discs, Motion, Obstacles, note_reach, try_heading
from ..surroundings import Surroundings, add_objects, add_vehicles, sight
from .choice import Choice, choose, is_moving
from .preference import ability_of, preference_along_wall, preference_on_course
from .state import AvoidanceMemory, Decisions, Mind


def decide(i: int, start: Motion, entity: Entity, mind: Mind, around: Surroundings, discs: Discs, pause: float) -> None:
    """Choose a driver's heading and speed until its next decision, ``pause`` [s] later, by trials."""
    autopilot, memory, decisions, _ = mind
    course, avoidance = autopilot.course, autopilot.avoidance
    takes_priority = memory.waiting_time[i] > WAIT + 0.5 * (entity.body.world_id[i] % 4)
    ability = ability_of(i, entity, autopilot.ground, mind.freeing.throttle_cut[i], around.trailers)
    obstacles, nearest, nearest_yaw = look_around(i, start, ability, takes_priority, entity, course, around, discs)

    if course.back_off_time[i] > 0.0:
        behind = try_heading(start, ability, obstacles, avoidance.desired_yaw[i], BACK_OFF_SPEED, 1.0, False)
        if not behind.is_free and behind.time < 0.7:
            course.back_off_time[i] = 0.0
        return

    preference = preference_on_course(i, start, autopilot, memory.passing_side[i], entity.performance)
    leave_wall(i, start, autopilot, memory, nearest)
    is_following = memory.is_following_wall[i] > 0.5
    if is_following:
        keep_to_wall(i, memory, pause)
        preference = preference_along_wall(i, nearest_yaw, avoidance.desired_yaw[i], preference.speed, memory)
    choice = choose(start, ability, obstacles, preference, autopilot.ground.refused_headings[i])
    perceive(i, start, choice, discs, autopilot.perception)
    is_obstructed = stays_in_way(choice, takes_priority, discs)
    if not is_following:
        keep_side(i, start, choice, is_obstructed, memory, pause)
    decisions.heading[i], decisions.speed[i] = choice.heading, choice.speed
    avoidance.is_avoiding[i] = 0.0 if choice.deviation == 0.0 and not is_following else 1.0
    is_held = not choice.is_free and memory.waiting_time[i] > (0.5 if is_obstructed else WAIT)
    is_stuck = choice.is_free and memory.waiting_time[i] > WAIT and choice.speed > HALT
    if is_held or (is_stuck and abs(start.speed) < STUCK_SPEED):
        begin_to_back_off(i, start, ability, obstacles, autopilot, memory, decisions)


def look_around(
    i: int, start: Motion, ability: Ability, takes_priority: bool, entity: Entity, course: Course,
    around: Surroundings, discs: Discs,
) -> tuple[Obstacles, float, float]:  # fmt: skip
    """Return the obstacles of a driver's trials, and how far [m] and in which direction [rad] the nearest object is.

    Args:
        takes_priority: the driver does not yield.
    """
    reach = sight(ability.half_length + abs(ability.body_offset), course.course_speed[i])
    count, nearest, nearest_yaw = 0, FAR, start.yaw
    if clearance_at(start.x, start.y, around.standing.clearance) <= reach:
        count, nearest, nearest_yaw = add_objects(
            start, ability, reach, discs, around.objects, storey_of(i, entity.pose)
        )
    count = add_vehicles(start, ability, entity.body.vehicle_id[i], takes_priority, discs, count, around)
    fastest = maximum(maximum(abs(start.speed), course.course_speed[i]), abs(BACK_OFF_SPEED))
    obstacles = Obstacles(discs, count, around.edge, note_reach(start, ability, fastest, discs, count))
    return obstacles, nearest, nearest_yaw


def turn_round(i: int, start: Motion, entity: Entity, mind: Mind, around: Surroundings, discs: Discs) -> None:
    """Turn on the spot or back as guidance asks, if a trial of that hits nothing; else stand, and ask for another way.

    A driver that avoids something is asked to drive forward, and then chooses among its trials.
    """
    autopilot, memory, decisions, _ = mind
    course, avoidance = autopilot.course, autopilot.avoidance
    clear_perception(i, autopilot.perception)
    ability = ability_of(i, entity, autopilot.ground, mind.freeing.throttle_cut[i], around.trailers)
    obstacles, _, _ = look_around(i, start, ability, False, entity, course, around, discs)
    trial = try_heading(
        start, ability, obstacles, course.course_yaw[i], course.course_speed[i], BACK_OFF_DISTANCE, False
    )
    decisions.heading[i] = course.course_yaw[i] if trial.is_free else start.yaw
    decisions.speed[i] = course.course_speed[i] if trial.is_free else 0.0
    avoidance.is_avoiding[i], memory.waiting_time[i] = 0.0 if trial.is_free else 1.0, 0.0


def leave_wall(i: int, start: Motion, autopilot: Autopilot, memory: AvoidanceMemory, nearest: float) -> None:
    """Stop following an edge that has ended, or once the goal is nearer than where the vehicle was stopped.

    Args:
        nearest: distance to the nearest object [m].
    """
    if memory.is_following_wall[i] > 0.5:
        gained = progress(
            start.x, start.y, memory.trap_x[i], memory.trap_y[i],
            autopilot.goal.goal_x[i], autopilot.goal.goal_y[i], autopilot.course.course_yaw[i],
        )  # fmt: skip
        if nearest > WALL_REACH or gained > PROGRESS:
            memory.is_following_wall[i], memory.patience[i] = 0.0, PATIENCE


def keep_to_wall(i: int, memory: AvoidanceMemory, pause: float) -> None:
    """Count the time along a wall; after the driver's patience, change to its other side."""
    memory.trap_time[i] += pause
    if memory.trap_time[i] > memory.patience[i]:
        memory.passing_side[i], memory.trap_time[i] = -memory.passing_side[i], 0.0
        memory.patience[i] = 2.0 * memory.patience[i]


def perceive(i: int, start: Motion, choice: Choice, discs: Discs, seen: Perception) -> None:
    """Write the obstacle in a driver's preferred way into its perception, if there is one."""
    hit = choice.direct_hit
    if hit < 0:
        return
    index = discs.obstacle_index[hit]
    dx, dy = discs.x[hit] - start.x, discs.y[hit] - start.y
    sine, cosine = sincos(start.yaw)
    seen.seen[i], seen.seen_index[i] = (OBJECT, index) if index >= 0 else (VEHICLE, -1 - index)
    seen.seen_distance[i], seen.seen_right[i] = distance(0.0, 0.0, dx, dy), dx * sine - dy * cosine
    seen.seen_radius[i] = discs.radius[hit]


def stays_in_way(choice: Choice, takes_priority: bool, discs: Discs) -> bool:
    """Return whether the obstacle in a driver's preferred way stays there."""
    hit = choice.direct_hit
    if hit < 0:
        return False
    return discs.obstacle_index[hit] >= 0 or (takes_priority and not is_moving(discs, hit))


def keep_side(
    i: int, start: Motion, choice: Choice, is_obstructed: bool, memory: AvoidanceMemory, pause: float
) -> None:
    """Remember the side on which a driver passes an obstacle; if there is no way, follow its edge.

    Args:
        pause: time until the next decision [s].
    """
    side = memory.passing_side
    is_way = choice.deviation != 0.0 and (side[i] == 0.0 or abs(choice.deviation) < STUCK)
    if is_obstructed and is_way:
        side[i], memory.passing_time[i] = (1.0 if choice.deviation > 0.0 else -1.0), SIDE_MEMORY
    elif memory.passing_time[i] > 0.0:
        memory.passing_time[i] -= pause
    else:
        side[i] = 0.0
    if is_obstructed and (not choice.is_free or abs(choice.deviation) > STUCK):
        memory.is_following_wall[i], memory.trap_time[i] = 1.0, 0.0
        memory.trap_x[i], memory.trap_y[i] = start.x, start.y
        if side[i] == 0.0:
            side[i] = -1.0


def begin_to_back_off(
    i: int, start: Motion, ability: Ability, obstacles: Obstacles, autopilot: Autopilot, memory: AvoidanceMemory,
    decisions: Decisions,
) -> None:  # fmt: skip
    """Back off where there is most room behind, if there is any."""
    toward = memory.passing_side[i] if memory.passing_side[i] != 0.0 else -1.0
    best, best_turn = LEAST_BACK_OFF, 0.0
    for turn in (toward, 0.0, -toward):
        heading = wrap_angle(start.yaw + turn)
        if is_refused(autopilot.ground.refused_headings[i], heading + math.pi):
            continue
        behind = try_heading(start, ability, obstacles, heading, BACK_OFF_SPEED, BACK_OFF_DISTANCE, False)
        if behind.distance > best + 1.0:
            best, best_turn = minimum(behind.distance, BACK_OFF_DISTANCE), turn
    if best > LEAST_BACK_OFF:
        autopilot.course.back_off_time[i] = 0.8 * best / abs(BACK_OFF_SPEED)
        decisions.heading[i], memory.waiting_time[i] = wrap_angle(start.yaw + best_turn), 0.0
