"""Classification: the reason why a vehicle makes no headway."""

from typing import Any, NamedTuple

from ...base.errors import Status
from ..avoidance.perception import VEHICLE as SEEN_VEHICLE
from ..drivers.kinds import AUTOPILOT
from ..guidance.goal_kinds import FOLLOW, TRAFFIC
from ..gunnery.damage import DEAD, condition
from . import reasons
from .stages import HALT, NEAR_VEHICLE, TOUCHED_OBJECT, TOUCHED_VEHICLE, Touch

OVERTURNED, OFF_MAP = int(Status.OVERTURNED), int(Status.OFF_MAP)
TIGHT = 1.0  # needed over available force, above which the ground is the reason; lower values blame it too early [1]
LIKELY = 0.6  # the same for a vehicle that is driven, touches nothing and stands nevertheless [1]


class Finding(NamedTuple):
    """Reason for which a vehicle makes no headway."""

    reason: int  # a constant of ``recovery.reasons``
    blocked_by: int = -1  # id of the vehicle, or index of the object
    needed: float = 0.0  # [N]
    available: float = 0.0  # [N]


def reason_of(vehicle: int, vehicles: Any, touch: Touch, *, is_empty: bool) -> Finding:
    """Return the reason for which a vehicle makes no headway."""
    status = int(vehicles.status[vehicle])
    if status & OVERTURNED:
        return Finding(reasons.OVERTURNED)
    if vehicles.damage[vehicle] > 0.0 and condition(vehicles.damage[vehicle]) == DEAD:
        return Finding(reasons.DAMAGED)
    if is_empty:
        return Finding(reasons.OUT_OF_FUEL)
    is_autopilot = vehicles.driver[vehicle] == AUTOPILOT
    if is_autopilot and vehicles.goal[vehicle] == FOLLOW and vehicles.course_speed[vehicle] < HALT:
        return Finding(reasons.CONVOY, int(vehicles.leader[vehicle]))
    kind, index = int(touch.kind[vehicle]), int(touch.index[vehicle])
    if kind == TOUCHED_OBJECT:
        return Finding(reasons.OBJECT, index)
    if kind == TOUCHED_VEHICLE:
        return Finding(reasons.VEHICLE, index)
    if status & OFF_MAP:
        return Finding(reasons.MAP_EDGE)
    return _by_forces(vehicle, vehicles, touch)


def _by_forces(vehicle: int, vehicles: Any, touch: Touch) -> Finding:
    """Return the reason of a vehicle that touches nothing."""
    needed, available = float(touch.needed[vehicle]), float(touch.available[vehicle])
    is_steep = float(touch.grade_force[vehicle]) > 0.5 * needed
    stuck = Finding(reasons.SLOPE if is_steep else reasons.SOIL, -1, needed, available)
    if needed > TIGHT * available:
        return stuck
    seen = int(vehicles.seen_index[vehicle]) if vehicles.seen[vehicle] == SEEN_VEHICLE else -1
    if seen >= 0:
        is_moving = abs(float(vehicles.speed[seen])) > HALT
        return Finding(reasons.PRIORITY if is_moving else reasons.VEHICLE, seen)
    if needed > LIKELY * available:
        return stuck
    if touch.kind[vehicle] == NEAR_VEHICLE:
        return Finding(reasons.VEHICLE, int(touch.index[vehicle]))
    if vehicles.goal[vehicle] == TRAFFIC and waits_before_crossing(vehicle, vehicles):
        return Finding(reasons.PRIORITY)
    return Finding(reasons.NO_WAY)


def waits_before_crossing(vehicle: int, vehicles: Any) -> bool:
    """Return whether a vehicle in traffic stands because it may not pass a crossing yet."""
    has_way = vehicles.traffic_next[vehicle] >= 0 and vehicles.traffic_may_pass[vehicle] == 0
    return bool(has_way and abs(vehicles.course_speed[vehicle]) < HALT)
