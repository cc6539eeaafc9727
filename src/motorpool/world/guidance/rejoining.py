"""Rejoining: ways back for vehicles that have left their route.

A vehicle has left its route if it is far beside its leg, or has slid back along it. The way back is a short route that
ends on the original one, which is stored and continues there.
"""

from typing import Any

from ...models.mathematics import maximum, minimum
from ..avoidance.columns import Autopilot
from ..columns import Whole
from ..drivers.columns import DriverInputs
from ..drivers.kinds import AUTOPILOT
from ..entity.columns import Entity, Pose
from ..navigation.pure_pursuit import distance_to, point_on_leg
from ..navigation.trafficability import GroundMap
from .columns import Rejoining, Waypoints
from .goal_kinds import ROUTE
from .stages import leg_of

WIDTH = 40.0  # distance from the leg at which a vehicle has left its route; smaller values plan during detours [m]
SLID = 25.0  # distance back along the leg at which it has left its route, too [m]
PATIENCE = 5.0  # time off the route after which a way back is planned [s]
PAUSE = 30.0  # between two plans for one vehicle; smaller values cost time [s]
LEG_AHEAD = 120.0  # distance along a long leg from its nearest point to the end of the way back [m]


def notice_off_route(
    entity: Entity, inputs: DriverInputs, autopilot: Autopilot, columns: Rejoining, waypoints: Whole[Waypoints],
    ground: Whole[GroundMap], elapsed: float,
) -> None:  # fmt: skip
    """Count the time for which each autopilot has been off its route.

    A vehicle that no ground stops returns without a plan. The time ``elapsed`` [s] is since the last call.
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
    """Restore the original route of vehicles whose way back has ended."""
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
    """Return the end of a way back [m]: the end of the leg, or a point ahead of the nearest one of a long leg."""
    ahead_x, ahead_y, _, _ = point_on_leg(x, y, LEG_AHEAD, start[0], start[1], end[0], end[1])
    return float(ahead_x), float(ahead_y)
