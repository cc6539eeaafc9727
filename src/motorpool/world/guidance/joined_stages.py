"""Joined stages of guidance: several stages of the same rows, one after the other, in one compiled call.

A call costs about a microsecond, as much as a stage that concerns few of 500 vehicles. None of these stages reads a
value of another vehicle that one of them writes.
"""

from ...terrain.area import Bounds
from ..avoidance.columns import Autopilot, RuleTraits
from ..columns import Whole
from ..drivers.columns import DriverInputs
from ..entity.columns import Entity
from .coarse_ground import CoarseGround
from .columns import Route
from .ground_stages import look_at_ground
from .route_ground import look_along_routes
from .stages import Waypoints, back_off_on_routes, follow_routes, pass_waypoints
from .trafficability import GroundMap
from .wandering import keep_courses


def look_and_keep_courses(
    entity: Entity, inputs: DriverInputs, autopilot: Autopilot, ground: Whole[GroundMap], coarse: Whole[CoarseGround],
    area: Whole[Bounds], traits: Whole[RuleTraits], tick: int, every: int, dt: float,
) -> None:  # fmt: skip
    """Check the ground ahead, then set heading and speed of autopilots that wander or hold."""
    look_at_ground(entity, inputs, autopilot, ground, coarse, area, tick, every)
    keep_courses(entity.pose, entity.motion, inputs, autopilot, area, traits, dt)


def drive_routes(
    entity: Entity, inputs: DriverInputs, autopilot: Autopilot, route: Route, waypoints: Whole[Waypoints],
    ground: Whole[GroundMap], traits: Whole[RuleTraits], tick: int, every: int, dt: float,
) -> None:  # fmt: skip
    """Lead autopilots on routes: waypoints, backing off, the ground along the legs ahead, heading and speed."""
    pass_waypoints(entity.pose, entity.motion, autopilot, route, waypoints)
    back_off_on_routes(entity.pose, entity.motion, inputs, autopilot, route, waypoints, traits, dt)
    look_along_routes(entity, inputs, autopilot, route, waypoints, ground, tick, every)
    follow_routes(entity, inputs, autopilot, route, waypoints)
