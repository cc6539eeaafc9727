"""Stage that evaluates the ground along the legs ahead of autopilots on routes; see ``compile.rows``."""

from typing import NamedTuple

from ...models.mathematics import atan2, maximum, minimum, sqrt
from ..avoidance.columns import Autopilot
from ..columns import Whole
from ..drivers.columns import DriverInputs
from ..drivers.kinds import AUTOPILOT
from ..entity.columns import Entity
from ..navigation.ground_ahead import (
    LOOKS,
    Ability,
    braking_on,
    look_distance,
    place_of_look,
    side_force_on,
    square_of_speed,
)
from ..navigation.pure_pursuit import LARGEST, SLOWEST_BEND, bend_speed, corner_curvature
from ..navigation.trafficability import GroundMap, footing_at, ground_speed
from .columns import Route, Waypoints
from .goal_kinds import ROUTE
from .ground_stages import ability_of


class Slow(NamedTuple):
    """Speed limit of the ground along a route, and the distance to it."""

    speed: float  # [m/s]
    distance: float  # [m]


def look_along_routes(
    entity: Entity, inputs: DriverInputs, autopilot: Autopilot, route: Route, waypoints: Whole[Waypoints],
    ground: Whole[GroundMap], tick: int, every: int,
) -> None:  # fmt: skip
    """Slow autopilots on routes down in time for slow ground on their legs ahead, when they are due.

    A route may lead over ground that is hardly passable; the speed there is ``SLOWEST_BEND`` at least.
    """
    for i in range(entity.pose.x.size):
        if autopilot.goal.goal[i] != ROUTE or route.has_arrived[i] != 0:
            continue
        if (entity.body.world_id[i] + tick) % every != 0 or inputs.driver[i] != AUTOPILOT:
            continue
        if ground.table.is_limited[entity.body.fleet_index[i]] == 0.0:
            continue
        slow = slow_on_route(i, ability_of(i, entity, LARGEST), entity, route, waypoints, ground)
        autopilot.ground.slow_speed[i] = slow.speed
        autopilot.ground.slow_odometer[i] = entity.motion.odometer[i] + slow.distance


def slow_on_route(
    i: int, ability: Ability, entity: Entity, route: Route, waypoints: Waypoints, ground: GroundMap
) -> Slow:
    """Return the most restrictive speed limit of the ground along the legs ahead, with their corners."""
    first, count, index = route.route_first[i], route.route_count[i], route.route_index[i]
    from_x, from_y, passed, steps = entity.pose.x[i], entity.pose.y[i], 0.0, 0
    distance, braking, least = look_distance(ability), ability.braking, LARGEST
    speed, after = ability.max_speed, distance
    for number in range(LOOKS):
        along = place_of_look(number, distance)
        at: int = first + (index + steps) % count
        east, north = waypoints.x[at] - from_x, waypoints.y[at] - from_y
        length = sqrt(east * east + north * north)
        while along > passed + length:
            if steps + 1 >= count or (index + steps + 1 >= count and route.route_loops[i] == 0):
                return Slow(speed, after)
            passed, from_x, from_y, steps = passed + length, waypoints.x[at], waypoints.y[at], steps + 1
            at = first + (index + steps) % count
            in_x, in_y = east, north
            east, north = waypoints.x[at] - from_x, waypoints.y[at] - from_y
            length = sqrt(east * east + north * north)
            turn = atan2(in_x * north - in_y * east, in_x * east + in_y * north)
            allowed = corner_speed(turn, route.arrival_radius[i], ability, from_x, from_y, atan2(north, east), ground)
            square = square_of_speed(allowed, passed - route.arrival_radius[i], braking, ability.speed)
            if square < least:
                least, speed, after = square, allowed, maximum(passed - route.arrival_radius[i], 0.0)
        share = (along - passed) / maximum(length, 1e-6)
        footing = footing_at(ground, from_x + share * east, from_y + share * north, atan2(north, east))
        allowed = maximum(ground_speed(ground.table, ability.fleet, footing, ability.max_speed), SLOWEST_BEND)
        braking = minimum(braking, braking_on(ground.table, ability.fleet, footing, ability.braking))
        square = square_of_speed(allowed, along, braking, ability.speed)
        if square < least:
            least, speed, after = square, allowed, along
    return Slow(speed, after)


def corner_speed(
    turn: float, cut: float, ability: Ability, x: float, y: float, direction: float, ground: GroundMap
) -> float:
    """Return the speed [m/s] of the arc that rounds a corner of a ``turn`` [rad], by the grip of the ground there.

    The length ``cut`` [m] is that before and after the corner, ``direction`` [rad] that of the leg after it.
    """
    footing = footing_at(ground, x, y, direction)
    most = side_force_on(ground.table, ability.fleet, footing, ability.max_lateral_acceleration)
    return bend_speed(corner_curvature(turn, cut), most)
