"""Precedence of two vehicles that block each other: the rule that decides which one yields."""

from typing import Any

from ..drivers.kinds import AUTOPILOT
from ..guidance.goal_kinds import FOLLOW, ROUTE
from . import phases, reasons


def goes_first(vehicle: int, other: int, vehicles: Any) -> bool:
    """Return whether a vehicle has precedence over another: they block each other, and the other must yield.

    Vehicles of a convoy or on a route precede those that wander; of equals, the one with the lower id is first. A
    vehicle yields to one that does not free itself because it is parked, damaged, or driven by a user.
    """
    if other < 0 or vehicles.driver[other] != AUTOPILOT:
        return False
    is_held = vehicles.standing_reason[other] == reasons.VEHICLE and vehicles.standing_time[other] > 0.0
    is_yielding = vehicles.recovery_phase[other] == phases.YIELDING
    if not (is_held or is_yielding):
        return False
    return is_yielding or rank_of(vehicle, vehicles) < rank_of(other, vehicles)


def rank_of(vehicle: int, vehicles: Any) -> tuple[int, int]:
    """Return the rank of a vehicle; the lowest has precedence."""
    return int(vehicles.goal[vehicle] not in (FOLLOW, ROUTE)), int(vehicles.world_id[vehicle])
