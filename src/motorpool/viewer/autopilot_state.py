"""State of an autopilot: the obstacle in its way, its course, its desired heading and its route."""

from typing import TYPE_CHECKING, Literal

from ..world.avoidance.perception import NOTHING, OBJECT, VEHICLE
from ..world.avoidance.search_cone import HALF_ANGLE, reach
from ..world.drivers.kinds import AUTOPILOT
from .schema.live import AutopilotState

if TYPE_CHECKING:
    from ..world import World

MOST_WAYPOINTS = 64  # next waypoints of a route that are sent
WORDS: dict[int, Literal["nothing", "object", "vehicle"]] = {NOTHING: "nothing", OBJECT: "object", VEHICLE: "vehicle"}


def autopilot_state(world: "World", vehicle: int) -> AutopilotState:
    """Return the message about a vehicle's autopilot; without an obstacle while it does not drive."""
    vehicles = world.vehicles
    thinks = int(vehicles.driver[vehicle]) == AUTOPILOT
    seen = int(vehicles.seen[vehicle]) if thinks else NOTHING
    x, y, radius = _place(world, seen, int(vehicles.seen_index[vehicle]))
    return {
        "type": "autopilot",
        "vehicle": vehicle,
        "seen": WORDS[seen],
        "seen_x": x,
        "seen_y": y,
        "seen_radius": radius,
        "desired_yaw": float(vehicles.desired_yaw[vehicle]),
        "course_yaw": float(vehicles.course_yaw[vehicle]),
        "is_avoiding": thinks and bool(vehicles.is_avoiding[vehicle] > 0.5),
        "reach": float(reach(vehicles.speed[vehicle])),
        "half_angle": HALF_ANGLE,
        "route": world.guidance.waypoints_of(vehicle)[:MOST_WAYPOINTS].tolist(),
    }


def _place(world: "World", seen: int, index: int) -> tuple[float | None, float | None, float | None]:
    """Return the position and the radius of the obstacle [m]."""
    if seen == NOTHING or index < 0:
        return None, None, None
    things = world.objects if seen == OBJECT else world.vehicles
    return float(things.x[index]), float(things.y[index]), float(things.radius[index])
