"""State of an autopilot: the obstacle in its way, its course, its desired heading and its route."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from ....world.avoidance.perception import NOTHING, OBJECT, VEHICLE
from ....world.avoidance.search_cone import HALF_ANGLE, reach
from ....world.drivers.kinds import AUTOPILOT
from ..schema.fields import Number, X, Y
from .topic import VehicleTopic

if TYPE_CHECKING:
    from ....world import World

MOST_WAYPOINTS = 64  # next waypoints of a route that are sent
WORDS: dict[int, Literal["nothing", "object", "vehicle"]] = {NOTHING: "nothing", OBJECT: "object", VEHICLE: "vehicle"}


class AutopilotState(TypedDict):
    """State of the watched vehicle's autopilot, ten times a second."""

    type: Literal["autopilot"]
    vehicle: Annotated[int, Field(description="id of the watched vehicle")]
    seen: Annotated[Literal["nothing", "object", "vehicle"], Field(description="in its way")]
    seen_x: Annotated[Number | None, Field(description="east, null without anything in its way [m]")]
    seen_y: Annotated[Number | None, Field(description="north [m]")]
    seen_radius: Annotated[Number | None, Field(description="of what is seen [m]")]
    desired_yaw: Annotated[float, Field(description="yaw that it steers for now [rad]")]
    course_yaw: Annotated[float, Field(description="yaw of its course [rad]")]
    is_avoiding: bool
    reach: Annotated[float, Field(description="how far it searches [m]")]
    half_angle: Annotated[float, Field(description="of the search [rad]")]
    route: Annotated[list[tuple[X, Y]], Field(description="waypoints to come, east and north [m]")]


class AutopilotTopic(VehicleTopic):
    """Autopilot of the vehicle that a client watches."""

    name = "autopilot"
    messages = (AutopilotState,)
    is_watched = True

    def sample(self, world: "World", vehicles: Iterable[int]) -> dict[int, AutopilotState]:
        """Return the state of each vehicle's autopilot."""
        return {vehicle: autopilot_state(world, vehicle) for vehicle in vehicles}


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
