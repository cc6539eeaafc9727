"""Stages of the rule ``dynamic-window``: decide, then adopt all decisions."""

from ....compile.scratch import scratch
from ....models.mathematics import maximum
from ...columns import Whole
from ...drivers.columns import DriverInputs
from ...drivers.kinds import AUTOPILOT
from ...entity.columns import Entity
from ...navigation.turning import FORWARD
from ..columns import Avoidance
from ..dynamic_window_costs import HALT
from ..perception import clear_perception
from ..rollout import Discs, Motion
from ..surroundings import MOST_DISCS, Surroundings
from .decision import decide, turn_round
from .glance import follow_course, glance
from .state import LOOK_AROUND, OFF_DUTY, AvoidanceMemory, Decisions, Mind, Rota


def decide_in_dynamic_window(
    entity: Entity, inputs: DriverInputs, mind: Mind, around: Whole[Surroundings], rota: Whole[Rota], dt: float
) -> None:
    """Decide heading and speed of the autopilots under this rule that are due in this step."""
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
        if course.course_speed[i] < HALT and course.turning[i] == FORWARD:
            stay(i, mind)
            continue
        start = Motion(entity.pose.x[i], entity.pose.y[i], entity.pose.yaw[i], entity.motion.speed[i], inputs.steer[i])
        if course.course_speed[i] < HALT:
            turn_round(i, start, entity, mind, around, discs)
            continue
        pause = rota.every * dt
        begin_decision(i, start, mind, pause)
        seen = glance(i, start, entity, mind, around, duty != LOOK_AROUND)
        mind.memory.is_calm[i] = 1 if seen.is_calm else 0
        if seen.is_free:
            follow_course(i, seen, mind, pause)
        else:
            decide(i, start, entity, mind, around, discs, pause)


def stay(i: int, mind: Mind) -> None:
    """Stop a driver where its course ends."""
    autopilot, memory, decisions, _ = mind
    clear_perception(i, autopilot.perception)
    decisions.heading[i], decisions.speed[i] = autopilot.course.course_yaw[i], autopilot.course.course_speed[i]
    autopilot.avoidance.is_avoiding[i], memory.waiting_time[i] = 0.0, 0.0


def begin_decision(i: int, start: Motion, mind: Mind, pause: float) -> None:
    """Keep heading and speed of the last decision until a new one is made, and count the time at standstill.

    Args:
        pause: time until the next decision [s].
    """
    autopilot, memory, decisions, _ = mind
    clear_perception(i, autopilot.perception)
    avoidance = autopilot.avoidance
    decisions.heading[i], decisions.speed[i] = avoidance.desired_yaw[i], avoidance.avoidance_speed[i]
    memory.waiting_time[i] = memory.waiting_time[i] + pause if abs(start.speed) < HALT else 0.0


def adopt_decisions(
    inputs: DriverInputs, avoidance: Avoidance, memory: AvoidanceMemory, decisions: Decisions, rota: Whole[Rota],
    rule: int,
) -> None:  # fmt: skip
    """Set heading and speed of the drivers that have decided."""
    for i in range(inputs.driver.size):
        is_due = rota.duty[memory.decision_turn[i]] != OFF_DUTY
        if is_due and inputs.driver[i] == AUTOPILOT and avoidance.avoidance_rule[i] == rule:
            avoidance.desired_yaw[i], avoidance.avoidance_speed[i] = decisions.heading[i], decisions.speed[i]
