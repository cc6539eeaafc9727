"""Columns that all avoidance rules share; a rule may declare more in its own file."""

from typing import NamedTuple

from ..columns import Floats, Indices, Words
from ..guidance.columns import Course, Goal, GroundLimits


class Perception(NamedTuple):
    """The nearest obstacle that an autopilot sees ahead."""

    seen: Words  # a constant of ``avoidance.perception``
    seen_index: Indices  # of the object or vehicle
    seen_distance: Floats  # of its centre [m]
    seen_right: Floats  # offset of its centre to the right [m]
    seen_radius: Floats  # [m]


class Avoidance(NamedTuple):
    """Avoidance state of an autopilot."""

    avoidance_rule: Words  # index of a rule in ``avoidance.rules.RULES``
    desired_yaw: Floats  # commanded heading [rad]
    is_avoiding: Floats  # 1 while it turns away from something, else 0
    avoidance_speed: Floats  # target speed, of rules that set one [m/s]


class Autopilot(NamedTuple):
    """Goal, course, perception and decision of an autopilot, and the limits of the ground."""

    goal: Goal
    course: Course
    perception: Perception
    avoidance: Avoidance
    ground: GroundLimits


class RuleTraits(NamedTuple):
    """Traits of the avoidance rules that other stages read, a row for each rule; 1 for yes."""

    sets_speed: Words  # it writes ``avoidance_speed``; else a vehicle slows down for what it sees in the search cone
    recovers: Words  # it finds a way out by itself; else guidance backs off what stopped the vehicle
