"""Goals of a scenario's vehicles: routes, convoys, scripts."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..errors import ScenarioError, WorldError
from ..sources.orders import Order, Orders
from ..sources.script import Line, Script
from ..world.drivers.keys import LinePart
from ..world.guidance.component import ARRIVAL_RADIUS, PLANNED_RADIUS
from ..world.guidance.goal_kinds import HOLD
from ..world.guidance.keys import RoutePart
from .format import FleetPart

if TYPE_CHECKING:
    from ..world import World


def set_goals(world: "World", parts: Sequence[FleetPart], where: str) -> None:
    """Give every fleet the avoidance rule and the goal that its part of the scenario names.

    Args:
        world: whose vehicles are placed already.
        parts: of the scenario, one for each fleet, in the world's order.
        where: the file's name, for messages.

    Raises:
        ScenarioError: there is no way, or a fleet would follow itself.
    """
    for index, part in enumerate(parts):
        rows = world.vehicles.rows[index]
        world.avoidance.choose(rows, part.avoidance)
        if part.goal == "hold":
            world.vehicles.goal[rows] = HOLD
        ids = range(rows.start, rows.stop)
        try:
            if part.route is not None:
                _send(world, ids if part.follow is None else ids[:1], part.route)
        except WorldError as error:
            raise ScenarioError(f"{where}: vehicles[{index}].route: {error}") from error
    for index, part in enumerate(parts):
        if part.follow is None:
            continue
        rows = world.vehicles.rows[index]
        before = [_rows_of(world, parts, part.follow.fleet).stop - 1] if part.follow.fleet is not None else []
        try:
            world.guidance.convoy(
                [*before, *range(rows.start, rows.stop)], gap=part.follow.gap, headway=part.follow.headway
            )
        except WorldError as error:
            raise ScenarioError(f"{where}: vehicles[{index}].follow: {error}") from error


def script_of(world: "World", parts: Sequence[FleetPart], lines: Sequence[LinePart], vehicle_ids: range) -> Any:
    """Return the source that drives vehicles by a script: timed lines, or orders that wait for something.

    Args:
        world: that the source is for.
        parts: of the scenario, one for each fleet, which orders may name.
        lines: of the script, all timed or all orders.
        vehicle_ids: of the fleet that it drives.
    """
    if all(line.is_timed for line in lines):
        timed = [Line(line.time or 0.0, line.throttle or 0.0, line.brake or 0.0, line.steer or 0.0) for line in lines]
        return Script(vehicle_ids, timed)
    return Orders(vehicle_ids, [_order(world, parts, line) for line in lines])


def _order(world: "World", parts: Sequence[FleetPart], line: LinePart) -> Order:
    near = None
    if line.near is not None:
        near = (_rows_of(world, parts, line.near.fleet).start + line.near.vehicle, line.near.within)
    return Order(
        time=line.time,
        position=line.position,
        near=near,
        on_arrival=line.arrived,
        throttle=line.throttle,
        brake=line.brake,
        steer=line.steer,
        to=line.to,
        plan=line.plan,
        speed=line.speed,
        hold=line.hold,
    )


def _send(world: "World", vehicle_ids: Sequence[int], route: RoutePart) -> None:
    send = world.guidance.plan if route.plan else world.guidance.route
    radius = route.arrival_radius or (PLANNED_RADIUS if route.plan else ARRIVAL_RADIUS)
    send(vehicle_ids, route.waypoints, loops=route.loops, speed=route.speed, arrival_radius=radius)


def _rows_of(world: "World", parts: Sequence[FleetPart], name: str) -> slice:
    """Return the rows of the fleet of that name, which ``problems`` has found."""
    index = [part.name or part.model for part in parts].index(name)
    return world.vehicles.rows[index]
