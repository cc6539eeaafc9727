"""Rejoining: a driver that has left its route is led back to it, by a way of its own that ends on the route.

A vehicle has left its route where it is far aside of its leg, or has slid back along it. Its way back is a short route;
the one that it has left is kept beside it, and goes on where the way back ends.
"""

from typing import Any, NamedTuple

from ...models.mathematics import maximum, minimum
from ..avoidance.columns import Autopilot
from ..columns import Whole
from ..drivers.columns import DriverInputs
from ..drivers.kinds import AUTOPILOT
from ..entity.columns import Entity, Pose
from .columns import Rejoin, Route
from .goal_kinds import ROUTE
from .pure_pursuit import distance_to, point_on_leg
from .stages import Waypoints, leg_of
from .trafficability import GroundMap

WIDTH = 40.0  # from its leg, beyond which a vehicle has left its route [m]
SLID = 25.0  # back along the leg, beyond which it has, too [m]
PATIENCE = 5.0  # for which it must have left it before a way back is planned [s]
PAUSE = 30.0  # until a second way back is planned [s]
LEG_AHEAD = 120.0  # from the nearest point of a long leg, at which a way back reaches it [m]


class Rejoining(NamedTuple):
    """Columns of vehicles on routes."""

    route: Route
    rejoin: Rejoin


def notice_off_route(
    entity: Entity, inputs: DriverInputs, autopilot: Autopilot, columns: Rejoining, waypoints: Whole[Waypoints],
    ground: Whole[GroundMap], elapsed: float,
) -> None:  # fmt: skip
    """Count how long each autopilot has been off its route.

    Args:
        entity: columns of the vehicles.
        inputs: of the drivers.
        autopilot: goals and courses of the autopilots.
        columns: routes, and what is known of leaving them.
        waypoints: of all routes.
        ground: of the world; what no ground stops finds back by itself.
        elapsed: since the last call [s].
    """
    pose, route, rejoin = entity.pose, columns.route, columns.rejoin
    for i in range(pose.x.size):
        rejoin.rejoin_pause[i] = maximum(rejoin.rejoin_pause[i] - elapsed, 0.0)
        is_led = autopilot.goal.goal[i] == ROUTE and route.has_arrived[i] == 0 and inputs.driver[i] == AUTOPILOT
        if not is_led or ground.table.is_limited[entity.body.fleet_index[i]] == 0.0:
            rejoin.off_route_time[i] = 0.0
            continue
        here, before = leg_of(i, route)
        _, _, left, aside = point_on_leg(
            pose.x[i], pose.y[i], 0.0, waypoints.x[before], waypoints.y[before], waypoints.x[here], waypoints.y[here]
        )
        if route.route_index[i] == 0:
            left, aside = distance_to(pose.x[i], pose.y[i], waypoints.x[here], waypoints.y[here]), 0.0
        if rejoin.left_of[i] != here:
            rejoin.left_of[i], rejoin.least_left[i] = here, left
        rejoin.least_left[i] = minimum(rejoin.least_left[i], left)
        is_off = aside > WIDTH or left > rejoin.least_left[i] + SLID
        rejoin.off_route_time[i] = rejoin.off_route_time[i] + elapsed if is_off else 0.0


def resume_routes(pose: Pose, columns: Rejoining, waypoints: Whole[Waypoints]) -> None:
    """Let vehicles whose way back has ended go on with the route that they had left.

    Args:
        pose: of the vehicles.
        columns: routes, and those that are to be resumed.
        waypoints: of all routes.
    """
    route, rejoin = columns.route, columns.rejoin
    for i in range(pose.x.size):
        count = rejoin.resumed_count[i]
        if count == 0 or route.route_index[i] != route.route_count[i] - 1:
            continue
        here: int = route.route_first[i] + route.route_index[i]
        if distance_to(pose.x[i], pose.y[i], waypoints.x[here], waypoints.y[here]) < route.arrival_radius[i]:
            route.route_first[i], route.route_count[i] = rejoin.resumed_first[i], count
            route.route_index[i], route.route_loops[i] = rejoin.resumed_index[i], rejoin.resumed_loops[i]
            rejoin.resumed_count[i], route.has_arrived[i] = 0, 0


def place_ahead(x: float, y: float, start: Any, end: Any) -> tuple[float, float]:
    """Return the place on a leg to which a way back leads: its end, or ahead of the nearest point of a long leg [m].

    Args:
        x, y: position of the vehicle [m].
        start: of the leg, x and y [m].
        end: of the leg, x and y [m].
    """
    ahead_x, ahead_y, _, _ = point_on_leg(x, y, LEG_AHEAD, start[0], start[1], end[0], end[1])
    return float(ahead_x), float(ahead_y)
