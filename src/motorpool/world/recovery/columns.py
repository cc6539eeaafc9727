"""Columns of recovery: the reason for which a vehicle makes no headway, and its manoeuvre."""

from typing import NamedTuple

from ..columns import Floats, Indices, Words


class Standstill(NamedTuple):
    """A vehicle that has somewhere to go and makes no headway."""

    standing_time: Floats  # how long it has made no headway; 0 while it moves or is meant to stand [s]
    standing_reason: Words  # a constant of ``recovery.reasons``; 0 while it moves or is meant to stand
    blocked_by: Indices  # id of the vehicle, or index of the object, that it stands against or waits for; -1
    needed_force: Floats  # to drive on here: resistance of the soil and grade; 0 where that is not the reason [N]
    available_force: Floats  # that grip and engine give here; 0 where that is not the reason [N]
    recovery_phase: Words  # a constant of ``recovery.phases``


class Progress(NamedTuple):
    """Place and time at which a vehicle last made headway."""

    headway_x: Floats  # east [m]
    headway_y: Floats  # north [m]
    headway_time: Floats  # since then [s]
    range_x: Floats  # middle of the circle in which it drives about, east [m]
    range_y: Floats  # north [m]
    range_time: Floats  # since it is in that circle although it is bound for somewhere else [s]
    has_stood: Words  # 1 after the event that it stands, until that it is free
    was_left: Words  # 1 while a person drives it, and after, until it goes on by itself or is parked
    left_time: Floats  # how long it has stood without that person [s]


class Freeing(NamedTuple):
    """Manoeuvre with which a vehicle frees itself."""

    freeing_yaw: Floats  # heading that it keeps to [rad]
    freeing_speed: Floats  # and speed, backward negative [m/s]
    throttle_cut: Floats  # share of its acceleration that its driver does without; negative for more throttle [1]
    phase_time: Floats  # since the phase began [s]
    phase_x: Floats  # where it began, east [m]
    phase_y: Floats  # north [m]
    stuck_x: Floats  # where it has stood first, east [m]
    stuck_y: Floats  # north [m]
    stuck_time: Floats  # since then, while it stays near; 0 without [s]
    attempts: Words  # to get out of there
    setbacks: Words  # times that it was recovered from near there
    tow_point: Indices  # number of the point of its own track that it is towed to
    tow_end: Indices  # and of the last one
