"""Decision by trials, for a driver whose preferred way is not free for certain."""

import math

from ....models.mathematics import maximum, minimum, sincos, wrap_angle
from ....objects.clearance import clearance_at
from ....objects.grid import FAR
from ...entity.columns import Entity
from ...guidance.refused_headings import is_refused
from ...guidance.wander import BACK_OFF_SPEED
from ..columns import Autopilot, Perception
from ..dynamic_window_costs import (
    BACK_OFF_DISTANCE,
    HALT,
    LEAST_BACK_OFF,
    PATIENCE,
    PROGRESS,
    SIDE_MEMORY,
    STUCK,
    WAIT,
    WALL_REACH,
    distance,
    progress,
)
from ..perception import OBJECT, VEHICLE
from ..rollout import Ability, Discs, Motion, Obstacles, note_reach, try_heading
from ..surroundings import Surroundings, add_objects, add_vehicles, sight
from .choice import Choice, choose, is_moving
from .preference import ability_of, preference_along_wall, preference_on_course
from .state import AvoidanceMemory, Decisions, Mind


def decide(i: int, start: Motion, entity: Entity, mind: Mind, around: Surroundings, discs: Discs, pause: float) -> None:
    """Choose a driver's heading and speed until its next decision, ``pause`` [s] later, by trials."""
    autopilot, memory, decisions = mind
    course, avoidance = autopilot.course, autopilot.avoidance
    ability, own = ability_of(i, entity, autopilot.ground), entity.body.vehicle_id[i]
    takes_priority = memory.waiting_time[i] > WAIT + 0.5 * (entity.body.world_id[i] % 4)
    reach = sight(ability.half_length, course.course_speed[i])
    count, nearest, nearest_yaw = 0, FAR, start.yaw
    if clearance_at(start.x, start.y, around.standing.clearance) <= reach:
        count, nearest, nearest_yaw = add_objects(start, ability, reach, discs, around.objects)
    count = add_vehicles(start, ability, own, takes_priority, discs, count, around)
    fastest = maximum(maximum(abs(start.speed), course.course_speed[i]), abs(BACK_OFF_SPEED))
    obstacles = Obstacles(discs, count, around.edge, note_reach(start, ability, fastest, discs, count))

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
    if is_held or (choice.is_free and memory.waiting_time[i] > WAIT and choice.speed > HALT):
        begin_to_back_off(i, start, ability, obstacles, autopilot, memory, decisions)


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
    """Remember the side on which a driver goes round what is in its way; where there is no way, follow its edge.

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
