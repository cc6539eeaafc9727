"""Avoid by a dynamic window of headings and speeds, with wall following and memory; see ``dynamic_window_costs``."""

import math
from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

import numpy as np

from ...compile.scratch import scratch
from ...models.mathematics import maximum, minimum, sincos, wrap_angle
from ...objects.clearance import clearance_at
from ...objects.grid import FAR
from ..columns import Floats, Indices, Whole, Words
from ..drivers.columns import DriverInputs
from ..drivers.kinds import AUTOPILOT
from ..entity.columns import Entity, Performance
from ..guidance.columns import GroundLimits
from ..guidance.refused_headings import is_refused
from ..guidance.wander import BACK_OFF_SPEED
from ..neighbours.component import Neighbours
from ..scene import Scene
from .clear_way import STRAIGHT, Standing, clears_objects, stays_inside, straight_way
from .columns import Autopilot, Avoidance, Perception
from .dynamic_window_costs import (
    BACK_OFF_DISTANCE,
    CALM,
    CHANGING,
    CRAWL,
    FASTER,
    HALT,
    HEADING_SPACING,
    KEEP_RIGHT,
    LAG_PENALTY,
    LEAST_BACK_OFF,
    NARROWNESS,
    OTHER_SIDE,
    PATIENCE,
    PERIOD,
    PROGRESS,
    SIDE_MEMORY,
    SLOWNESS,
    SPEED_SAMPLES,
    STOPPING,
    STUCK,
    SWEEP,
    TURNING,
    WAIT,
    WALL_REACH,
    WALL_SPEED,
    arriving_speed,
    distance,
    progress,
    stopping_speed,
)
from .perception import NOTHING, OBJECT, VEHICLE
from .rollout import COMFORT, Ability, Discs, Motion, Obstacles, note_reach, try_heading
from .rule import Options, Rule
from .surroundings import MOST_DISCS, Surroundings, add_objects, add_vehicles, clears_vehicles, sight

LAST_SAMPLE = len(SPEED_SAMPLES)  # stands while it turns, if the vehicle can
GROUP = 64  # drivers that decide in the same step, where many are: they share lines of the cache
MANY = 5000  # vehicles, from which on they do
OFF_DUTY, DECIDE, LOOK_AROUND = 0, 1, 2  # duties of a driver in a step; calm ones look around at the last only
PIVOTING = 0.05  # a vehicle that turns more slowly while it stands cannot [rad/s]


class AvoidanceMemory(NamedTuple):
    """Memory of an autopilot's avoidance, see ``dynamic_window_costs``."""

    passing_side: Floats  # of itself on which it passes what is in its way: 1 left, -1 right, 0 neither
    passing_time: Floats  # how long it still keeps to that side [s]
    is_following_wall: Floats  # 1 while it looks for a way out along the wall that stopped it, else 0
    trap_x: Floats  # where it was stopped, east [m]
    trap_y: Floats  # north [m]
    trap_time: Floats  # how long it has followed the wall on this side [s]
    patience: Floats  # how long it will, before it tries the other side [s]
    waiting_time: Floats  # how long it has stood [s]
    is_calm: Words  # 1 while it need not look around at every decision: its way was clear
    decision_turn: Indices  # steps before the beginning of the rota's period at which it looks around


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


class Choice(NamedTuple):
    """Chosen heading and speed."""

    is_free: bool  # something was found that hits nothing
    heading: float  # [rad]
    speed: float  # [m/s]
    deviation: float  # of the heading from the best, left positive [rad]
    direct_hit: int  # the disc that is hit on the best heading at full speed, or -1
    is_direct_free: bool


class Decisions(NamedTuple):
    """Decisions of this step, which nobody sees before all are made."""

    heading: Floats  # (vehicles,) [rad]
    speed: Floats  # [m/s]


class Rota(NamedTuple):
    """Rota of the decisions."""

    every: int  # steps between two decisions of a driver
    duty: Words  # (steps of a period,): duty in this step of those with each ``decision_turn``


class Mind(NamedTuple):
    """State of the autopilots that decide."""

    autopilot: Autopilot
    memory: AvoidanceMemory
    decisions: Decisions


class DynamicWindow(Rule):
    """The avoidance rule ``dynamic-window``."""

    name = "dynamic-window"
    number = 3
    about = "tries headings and speeds ahead by its own controllers, follows walls, remembers sides and dead ends"
    columns: ClassVar[Mapping[str, Any]] = {"memory": AvoidanceMemory}
    sets_speed = recovers = True

    def __init__(self, scene: Scene, options: Options, index: int):
        vehicles = scene.vehicles
        vehicles.patience[:] = PATIENCE
        self._scene, self._index = scene, index
        every, group = max(1, round(PERIOD / scene.dt)), GROUP if vehicles.count >= MANY else 1
        self._rota, self._duties = Rota(every, np.zeros(every * CALM, np.int8)), duties(every)
        vehicles.decision_turn[:] = vehicles.world_id // group % (every * CALM)
        decisions = Decisions(*np.zeros((2, vehicles.count)))
        self._mind = Mind(vehicles.autopilot, vehicles.memory, decisions)

    @cached_property
    def _surroundings(self) -> Surroundings:
        scene, vehicles = self._scene, self._scene.vehicles
        largest_radius = float(scene.objects.radius.max(initial=0.0))
        standing = Standing(scene.sparse_obstacles, largest_radius, scene.clearance)
        return Surroundings(
            vehicles.entity, vehicles.convoys, vehicles.autopilot.avoidance, vehicles.inputs, vehicles.standstill,
            scene.of(Neighbours).neighbourhood, scene.obstacles, standing, scene.map_bounds, self._index,
        )  # fmt: skip

    def step(self) -> None:
        """Choose heading and speed of those vehicles whose decision is due."""
        scene, vehicles = self._scene, self._scene.vehicles
        self._rota.duty[:] = self._duties[scene.tick % len(self._duties)]
        scene.run(
            decide_in_dynamic_window, vehicles.entity, vehicles.inputs, self._mind, self._surroundings, self._rota,
            scene.dt,
        )  # fmt: skip
        scene.run(
            adopt_decisions, vehicles.inputs, vehicles.autopilot.avoidance, vehicles.memory, self._mind.decisions,
            self._rota, self._index,
        )  # fmt: skip


def duties(every: int) -> Any:
    """Return the duty of each turn in each step of a period: a row a step, a column a ``decision_turn``; int8.

    Args:
        every: steps between two decisions of a driver.
    """
    steps = np.add.outer(np.arange(every * CALM), np.arange(every * CALM)) % (every * CALM)
    return np.select([steps == 0, steps % every == 0], [LOOK_AROUND, DECIDE], OFF_DUTY).astype(np.int8)


def decide_in_dynamic_window(
    entity: Entity, inputs: DriverInputs, mind: Mind, around: Whole[Surroundings], rota: Whole[Rota], dt: float
) -> None:
    """Heading and speed of each autopilot under this rule: decided some steps apart, by each group at its own.

    Args:
        entity: columns of the vehicles.
        inputs: of the drivers.
        mind: autopilot, memory and decisions of the drivers.
        around: surroundings of all drivers.
        rota: who decides when.
        dt: time step [s].
    """
    discs = scratch(Discs, MOST_DISCS)
    course, avoidance, count = mind.autopilot.course, mind.autopilot.avoidance, entity.pose.x.size
    for i in range(count):
        is_own = inputs.driver[i] == AUTOPILOT and avoidance.avoidance_rule[i] == around.rule
        if course.back_off_time[i] > 0.0 and is_own:
            course.back_off_time[i] = maximum(course.back_off_time[i] - dt, 0.0)
    for i in range(count):
        duty = rota.duty[mind.memory.decision_turn[i]]
        if duty == OFF_DUTY or inputs.driver[i] != AUTOPILOT or avoidance.avoidance_rule[i] != around.rule:
            continue
        if course.course_speed[i] < HALT:
            stay(i, mind)
            continue
        start = Motion(entity.pose.x[i], entity.pose.y[i], entity.pose.yaw[i], entity.motion.speed[i], inputs.steer[i])
        begin_decision(i, start, mind, rota.every * dt)
        if not decide_at_a_glance(i, start, entity, mind, around, rota.every * dt, duty == LOOK_AROUND):
            decide(i, start, entity, mind, around, discs, rota.every * dt)


def stay(i: int, mind: Mind) -> None:
    """Let a driver stay where its course ends."""
    autopilot, memory, decisions = mind
    clear_perception(i, autopilot.perception)
    decisions.heading[i], decisions.speed[i] = autopilot.course.course_yaw[i], autopilot.course.course_speed[i]
    autopilot.avoidance.is_avoiding[i], memory.waiting_time[i] = 0.0, 0.0


def begin_decision(i: int, start: Motion, mind: Mind, pause: float) -> None:
    """Let a driver keep to what it has chosen until it chooses again, and count how long it stands.

    Args:
        i: id of the vehicle.
        start: motion of the vehicle at the beginning.
        mind: autopilot, memory and decisions of the drivers.
        pause: time until the next decision [s].
    """
    autopilot, memory, decisions = mind
    clear_perception(i, autopilot.perception)
    avoidance = autopilot.avoidance
    decisions.heading[i], decisions.speed[i] = avoidance.desired_yaw[i], avoidance.avoidance_speed[i]
    memory.waiting_time[i] = memory.waiting_time[i] + pause if abs(start.speed) < HALT else 0.0


def adopt_decisions(
    inputs: DriverInputs, avoidance: Avoidance, memory: AvoidanceMemory, decisions: Decisions, rota: Whole[Rota],
    rule: int,
) -> None:  # fmt: skip
    """Set the heading and speed of those who have decided.

    Args:
        inputs: of the drivers.
        avoidance: of the autopilots.
        memory: of the autopilots.
        decisions: heading and speed that were chosen.
        rota: who decides when.
        rule: number of the avoidance rule.
    """
    for i in range(inputs.driver.size):
        is_due = rota.duty[memory.decision_turn[i]] != OFF_DUTY
        if is_due and inputs.driver[i] == AUTOPILOT and avoidance.avoidance_rule[i] == rule:
            avoidance.desired_yaw[i], avoidance.avoidance_speed[i] = decisions.heading[i], decisions.speed[i]


def clear_perception(i: int, perception: Perception) -> None:
    """Forget what was seen."""
    if perception.seen[i] != NOTHING or perception.seen_distance[i] != FAR:
        perception.seen[i], perception.seen_index[i], perception.seen_distance[i] = NOTHING, -1, FAR
        perception.seen_right[i], perception.seen_radius[i] = 0.0, 0.0


def decide_at_a_glance(
    i: int, start: Motion, entity: Entity, mind: Mind, around: Surroundings, pause: float, is_turn: bool
) -> bool:
    """Decide for a driver whose preferred way is free for certain; returns whether it is.

    Who found its way clear, and goes on, looks around at every ``CALM``-th decision only.

    Args:
        i: id of the vehicle.
        start: motion of the vehicle at the beginning.
        entity: columns of the vehicles.
        mind: autopilot, memory and decisions of the drivers.
        around: surroundings of all drivers.
        pause: time until the next decision [s].
        is_turn: calm drivers look around, too.
    """
    autopilot, memory, decisions = mind
    is_calm, memory.is_calm[i] = memory.is_calm[i] != 0 and not is_turn, 0
    is_busy = autopilot.course.back_off_time[i] > 0.0 or memory.is_following_wall[i] > 0.5
    if is_busy or memory.waiting_time[i] > WAIT:
        return False
    side = memory.passing_side[i]
    preference = preference_on_course(i, start, autopilot, side, entity.performance)
    straight = straight_distance(preference, preference.speed)
    way = straight_way(start, preference.reference, preference.speed, straight)
    half_length, half_width = entity.body.half_length[i], entity.body.half_width[i]
    reach = sight(half_length, autopilot.course.course_speed[i])
    if not stays_inside(start, way, around.edge):
        return False
    if not (is_calm and goes_on(i, preference, autopilot.avoidance)):
        if not clears_objects(start, way, reach, half_length, half_width, around.standing):
            return False
        if not clears_vehicles(start, way, i, entity, braking_of(i, entity.performance, autopilot.ground), around):
            return False
    memory.is_calm[i] = 1
    if memory.passing_time[i] > 0.0:
        memory.passing_time[i] -= pause
    else:
        memory.passing_side[i] = 0.0
    decisions.heading[i], decisions.speed[i] = wrap_angle(preference.reference), preference.speed
    autopilot.avoidance.is_avoiding[i] = 0.0
    return True


def goes_on(i: int, preference: Preference, avoidance: Avoidance) -> bool:
    """Return whether a driver prefers what it has chosen before, to within what the clear way allows for.

    Args:
        i: id of the vehicle.
        preference: heading and speed on its course.
        avoidance: of the autopilots.
    """
    turn = abs(wrap_angle(preference.reference - avoidance.desired_yaw[i]))
    return turn < STRAIGHT and preference.speed < avoidance.avoidance_speed[i] + FASTER


def decide(i: int, start: Motion, entity: Entity, mind: Mind, around: Surroundings, discs: Discs, pause: float) -> None:
    """Choose a driver's heading and speed until its next decision, ``pause`` [s] later, by trials.

    Args:
        i: row of the vehicle.
        start: motion of the vehicle at the beginning.
        entity: columns of the vehicles.
        mind: autopilot, memory and decisions of the drivers.
        around: surroundings of all drivers.
        discs: scratch for the obstacles of the trials.
        pause: time until the next decision [s].
    """
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
        preference = preference_along_wall(i, nearest_yaw, avoidance.desired_yaw[i], preference.speed, memory, pause)
    choice = choose(start, ability, obstacles, preference, autopilot.ground.refused_headings[i])
    is_obstructed = perceive(i, start, choice, takes_priority, discs, autopilot.perception)
    if not is_following:
        keep_side(i, start, choice, is_obstructed, memory, pause)
    decisions.heading[i], decisions.speed[i] = choice.heading, choice.speed
    avoidance.is_avoiding[i] = 0.0 if choice.deviation == 0.0 and not is_following else 1.0
    is_held = not choice.is_free and memory.waiting_time[i] > (0.5 if is_obstructed else WAIT)
    if is_held or (choice.is_free and memory.waiting_time[i] > WAIT and choice.speed > HALT):
        begin_to_back_off(i, start, ability, obstacles, autopilot, memory, decisions)


def ability_of(i: int, entity: Entity, ground: GroundLimits) -> Ability:
    """Return the limits of a vehicle on its ground, reduced for one whose turns take time to build up.

    Args:
        i: row of the vehicle.
        entity: columns of the vehicles.
        ground: limits that the ground sets.
    """
    body, limits = entity.body, entity.performance
    share = 1.0 / (1.0 + LAG_PENALTY * limits.turn_lag[i])
    wheel_rate = limits.steer_rate[i] / (1.0 + limits.turn_lag[i] * limits.steer_rate[i])
    return Ability(
        body.half_length[i], body.half_width[i], share * limits.full_curvature[i], share * limits.pivot_yaw_rate[i],
        minimum(limits.acceleration[i], ground.ground_acceleration[i]), braking_of(i, limits, ground), wheel_rate,
        minimum(limits.max_lateral_acceleration[i], ground.ground_lateral_acceleration[i]),
    )  # fmt: skip


def braking_of(i: int, limits: Performance, ground: GroundLimits) -> float:
    """Return the braking that a driver counts on [m/s^2].

    Args:
        i: row of the vehicle.
        limits: of the vehicles.
        ground: limits that the ground sets.
    """
    share = 1.0 / (1.0 + LAG_PENALTY * limits.turn_lag[i])
    return share * minimum(limits.braking[i], ground.ground_braking[i])


def preference_on_course(i: int, start: Motion, autopilot: Autopilot, side: float, limits: Performance) -> Preference:
    """Return the preference on the course; straight on, if the goal lies within the turning circle.

    Args:
        i: id of the vehicle.
        start: motion of the vehicle at the beginning.
        autopilot: goals, courses and avoidance of the autopilots.
        side: on which it goes round what is in its way: 1 left, -1 right, 0 neither.
        limits: of the vehicles.
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


def leave_wall(i: int, start: Motion, autopilot: Autopilot, memory: AvoidanceMemory, nearest: float) -> None:
    """Stop following an edge that has ended, or once the goal is nearer than where the vehicle was stopped.

    Args:
        i: id of the vehicle.
        start: motion of the vehicle at the beginning.
        autopilot: goals, courses and avoidance of the autopilots.
        memory: what the drivers remember of obstacles.
        nearest: distance to the nearest object [m].
    """
    if memory.is_following_wall[i] > 0.5:
        gained = progress(
            start.x, start.y, memory.trap_x[i], memory.trap_y[i],
            autopilot.goal.goal_x[i], autopilot.goal.goal_y[i], autopilot.course.course_yaw[i],
        )  # fmt: skip
        if nearest > WALL_REACH or gained > PROGRESS:
            memory.is_following_wall[i], memory.patience[i] = 0.0, PATIENCE


def preference_along_wall(
    i: int, nearest_yaw: float, last: float, wanted: float, memory: AvoidanceMemory, pause: float
) -> Preference:
    """Return the preference while following a wall: keep it on one side; on the other, once patience is over.

    Args:
        i: id of the vehicle.
        nearest_yaw: direction of the nearest object [rad].
        last: heading that was chosen before [rad].
        wanted: speed that is preferred on the course [m/s].
        memory: what the drivers remember of obstacles.
        pause: time until the next decision [s].
    """
    memory.trap_time[i] += pause
    if memory.trap_time[i] > memory.patience[i]:
        memory.passing_side[i], memory.trap_time[i] = -memory.passing_side[i], 0.0
        memory.patience[i] = 2.0 * memory.patience[i]
    side, speed_magnitude = memory.passing_side[i], minimum(wanted, WALL_SPEED)
    return Preference(nearest_yaw, side, last, side, speed_magnitude, 6.0, 1.2, FAR)


def perceive(i: int, start: Motion, choice: Choice, takes_priority: bool, discs: Discs, seen: Perception) -> bool:
    """Note what is in a driver's way, if anything; returns whether it stays there.

    Args:
        i: id of the vehicle.
        start: motion of the vehicle at the beginning.
        choice: heading and speed, and what is in the preferred way.
        takes_priority: the driver has waited long, and insists less on others' right of way.
        discs: obstacles of the trials.
        seen: receives what is seen.
    """
    hit = choice.direct_hit
    if hit < 0:
        return False
    index = discs.obstacle_index[hit]
    dx, dy = discs.x[hit] - start.x, discs.y[hit] - start.y
    sine, cosine = sincos(start.yaw)
    seen.seen[i], seen.seen_index[i] = (OBJECT, index) if index >= 0 else (VEHICLE, -1 - index)
    seen.seen_distance[i], seen.seen_right[i] = distance(0.0, 0.0, dx, dy), dx * sine - dy * cosine
    seen.seen_radius[i] = discs.radius[hit]
    return index >= 0 or (takes_priority and not is_moving(discs, hit))


def keep_side(
    i: int, start: Motion, choice: Choice, is_obstructed: bool, memory: AvoidanceMemory, pause: float
) -> None:
    """Remember the side on which a driver goes round what is in its way; where there is no way, follow its edge.

    Args:
        i: id of the vehicle.
        start: motion of the vehicle at the beginning.
        choice: heading and speed, and its deviation from the preferred one.
        is_obstructed: what is in the preferred way stays there.
        memory: what the drivers remember of obstacles.
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
    """Back off where there is most room behind, if there is any.

    Args:
        i: id of the vehicle.
        start: motion of the vehicle at the beginning.
        ability: size and limits of the vehicle.
        obstacles: discs, and the edge of the ground.
        autopilot: goals, courses and ground limits of the autopilots.
        memory: what the drivers remember of obstacles.
        decisions: receives heading and speed.
    """
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


def choose(start: Motion, ability: Ability, obstacles: Obstacles, preference: Preference, refused: int) -> Choice:
    """The cheapest heading and speed that hit nothing; if all do, those that hit last, and a speed to stop from.

    Args:
        start, ability: motion, size and limits of the vehicle.
        obstacles, preference: what is near, and the heading and speed that the driver would like.
        refused: headings onto bad ground, as bits, which are not tried.
    """
    discs = obstacles.discs
    best, heading, speed, deviation = math.inf, start.yaw, 0.0, 0.0
    longest, way, late_heading, late_deviation = -1.0, 0.0, start.yaw, 0.0
    direct_hit, is_direct_free, meets = -1, False, False
    for step in range(round((math.pi if preference.only == 0.0 else SWEEP) / HEADING_SPACING) + 1):
        off = step * HEADING_SPACING
        if off >= best:
            break
        for side in (-1.0, 1.0):
            tried = wrap_angle(preference.reference + side * off)
            if (step == 0 and side > 0.0) or side * preference.only < 0.0 or is_refused(refused, tried):
                continue
            extra = off + TURNING * abs(wrap_angle(tried - start.yaw))
            extra += CHANGING * abs(wrap_angle(tried - preference.last))
            if step > 0 and preference.only == 0.0:
                extra += OTHER_SIDE if side * preference.side < 0.0 else 0.0
                extra += KEEP_RIGHT if meets and side > 0.0 else 0.0
            before = -1.0
            for sample in range(LAST_SAMPLE + 1):
                pivots = sample == LAST_SAMPLE
                slowest = minimum(preference.speed, CRAWL)
                tried_speed = maximum(SPEED_SAMPLES[minimum(sample, LAST_SAMPLE - 1)] * preference.speed, slowest)
                if abs(ability.pivot_yaw_rate) < PIVOTING if pivots else tried_speed == before:
                    continue
                before = tried_speed
                cost = extra + SLOWNESS * (1.0 - (0.0 if pivots else tried_speed / preference.speed))
                if cost >= best:
                    continue
                straight = straight_distance(preference, tried_speed)
                trial = try_heading(start, ability, obstacles, tried, tried_speed, straight, pivots)
                if step == 0 and sample == 0:
                    direct_hit, is_direct_free = trial.hit, trial.is_free
                    meets = direct_hit >= 0 and is_coming(discs, direct_hit, preference.reference)
                if trial.is_free:
                    cost += NARROWNESS * (1.0 - trial.room / COMFORT)
                    if cost < best:
                        best, heading, speed, deviation = cost, tried, tried_speed, side * off
                elif trial.time > longest:
                    longest, way, late_heading, late_deviation = trial.time, trial.distance, tried, side * off
    is_way = best < math.inf
    if not is_way or (best > STOPPING and direct_hit >= 0 and is_moving(discs, direct_hit)):
        for turn in (0.0, -2.0 * HEADING_SPACING, 2.0 * HEADING_SPACING):
            tried = wrap_angle(start.yaw + turn)
            cost = STOPPING + TURNING * abs(turn)
            if cost < best and try_heading(start, ability, obstacles, tried, 0.0, FAR, False).is_free:
                best, heading, speed, deviation, is_way = cost, tried, 0.0, 0.0, False
    if best < math.inf:
        return Choice(is_way, heading, speed, deviation, direct_hit, is_direct_free)
    stop = minimum(stopping_speed(way, ability.braking), preference.speed)
    late_heading = late_heading if stop > CRAWL else start.yaw  # a vehicle that pivots while it stops hits who passes
    return Choice(False, late_heading, stop, late_deviation, direct_hit, is_direct_free)


def straight_distance(preference: Preference, tried_speed: float) -> float:
    """Return how far a heading must be free at a speed [m]."""
    straight = 0.5 * preference.straight_time * (preference.speed + tried_speed)
    return minimum(maximum(preference.least_straight, straight), preference.most_straight)


def is_coming(discs: Discs, disc: int, heading: float) -> bool:
    """Return whether a disc moves against a heading.

    Args:
        discs: obstacles of the trials.
        disc: number of the disc.
        heading: counter-clockwise from east [rad].
    """
    sine, cosine = sincos(heading)
    return discs.speed_x[disc] * cosine + discs.speed_y[disc] * sine < -HALT


def is_moving(discs: Discs, disc: int) -> bool:
    """Return whether a disc belongs to a moving vehicle."""
    return abs(discs.speed_x[disc]) + abs(discs.speed_y[disc]) > HALT
