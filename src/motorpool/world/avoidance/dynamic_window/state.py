"""Structures of the autopilots under the rule ``dynamic-window``: memory, decisions, and when each decides."""

from typing import NamedTuple

from ...columns import Floats, Indices, Words
from ...recovery.columns import Freeing
from ..columns import Autopilot

OFF_DUTY, DECIDE, LOOK_AROUND = 0, 1, 2  # duties of a driver in a step; a calm driver checks its way at the last only


class AvoidanceMemory(NamedTuple):
    """Memory of an autopilot's avoidance, see ``dynamic_window_costs``."""

    passing_side: Floats  # side on which it passes what is in its way: 1 left, -1 right, 0 neither
    passing_time: Floats  # how long it still keeps to that side [s]
    is_following_wall: Floats  # 1 while it looks for a way out along the wall that stopped it, else 0
    trap_x: Floats  # where it was stopped, east [m]
    trap_y: Floats  # north [m]
    trap_time: Floats  # how long it has followed the wall on this side [s]
    patience: Floats  # how long it will, before it tries the other side [s]
    waiting_time: Floats  # how long it has stood [s]
    is_calm: Words  # 1 if its last check found the way clear: it skips the check at most decisions
    decision_turn: Indices  # steps from its check of the way to the end of the rota's period


class Decisions(NamedTuple):
    """Decisions of this step, applied after all drivers have decided."""

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
    freeing: Freeing
