"""Stage that ends gridlock: vehicles that wait for each other in a circle, all of them for room on a full leg.

Each leg is taken for a node of a graph, from which one edge leads to the leg for which its foremost vehicle waits. On a
circle of this graph none will ever move (Coffman, Elphick and Shoshani 1971: a circular wait). Those whose way over
the next crossing is free may then pass although the leg behind it is full: when all drive into the crossings before
them, each makes room for the one behind it.
"""

from typing import NamedTuple

from ...base.arrays import Indices
from ...ground.roads.graph import RoadGraph
from ...ground.roads.traffic_lights import TrafficLights
from ..columns import Whole
from .ahead import STANDING
from .columns import Traffic
from .crossings import Passing, allow, asking, holder_of, outlook
from .right_of_way import Drivers
from .tracking import LaneOrder, Paths

LOCKED = 10.0  # time of standing from which a vehicle may be part of a gridlock; less breaks up queues that move [s]
STUCK = 60.0  # the same for vehicles in each other's way; less makes them touch where one would have driven away [s]


class Waits(NamedTuple):
    """Memory of the search for circles."""

    for_leg: Indices  # (legs,): leg for which the foremost vehicle of each one waits; -1 for none
    seen: Indices  # (legs,): number of the search that has come to a leg


def end_gridlock(
    drivers: Whole[Drivers], paths: Whole[Paths], order: Whole[LaneOrder], graph: Whole[RoadGraph],
    passing: Whole[Passing], waits: Whole[Waits], lights: Whole[TrafficLights],
) -> None:  # fmt: skip
    """Find circles of waiting vehicles, and end them."""
    legs = waits.for_leg.size
    for leg in range(legs):
        waits.for_leg[leg] = leg_waited_for(leg, drivers, paths, order, graph, passing, lights)
        waits.seen[leg] = -1
    for leg in range(legs):
        here = leg
        while here >= 0 and waits.seen[here] < 0:
            waits.seen[here] = leg
            here = int(waits.for_leg[here])
        if here >= 0 and waits.seen[here] == leg:
            rotate(here, drivers, paths, order, graph, passing, waits, lights)


def leg_waited_for(
    leg: int, drivers: Drivers, paths: Paths, order: LaneOrder, graph: RoadGraph, passing: Passing,
    lights: TrafficLights,
) -> int:  # fmt: skip
    """Return the leg for which the foremost vehicle of a leg waits; -1 for none."""
    if order.first[leg + 1] == order.first[leg]:
        return -1
    spot: int = order.first[leg]
    vehicle: int = order.item[spot]
    traffic = drivers.traffic
    if drivers.motion.speed[vehicle] > STANDING or traffic.traffic_next[vehicle] < 0:
        return -1
    if traffic.traffic_may_pass[vehicle] > 0 or graph.is_crossing[graph.head[leg]] == 0:
        return int(traffic.traffic_next[vehicle])
    if traffic.traffic_wait[vehicle] < LOCKED or asking(leg, drivers, order, graph, lights) != vehicle:
        return -1
    way = outlook(vehicle, drivers, paths, order, graph, passing, lights)
    return way.holder if way.holder >= 0 else way.full


def rotate(
    start: int, drivers: Drivers, paths: Paths, order: LaneOrder, graph: RoadGraph, passing: Passing, waits: Waits,
    lights: TrafficLights,
) -> None:  # fmt: skip
    """Send on the foremost vehicles of a circle of legs whose way over the next crossing is free.

    If all of them are in each other's way, the one that has waited longest drives on past the others.
    """
    traffic = drivers.traffic
    leg, last, longest, is_ended = start, -1, STUCK, False
    while True:
        vehicle = asking(leg, drivers, order, graph, lights)
        if vehicle >= 0 and graph.is_crossing[graph.head[leg]] != 0:
            following = traffic.traffic_next[vehicle]
            if holder_of(vehicle, leg, following, drivers, paths, order, graph, passing) < 0:
                let_go(vehicle, traffic, paths, graph, passing)
                is_ended = True
            elif traffic.traffic_wait[vehicle] > longest:
                last, longest = vehicle, traffic.traffic_wait[vehicle]
        leg = int(waits.for_leg[leg])
        if leg == start:
            break
    if last >= 0 and not is_ended:
        let_go(last, traffic, paths, graph, passing)


def let_go(vehicle: int, traffic: Traffic, paths: Paths, graph: RoadGraph, passing: Passing) -> None:
    """Permit a vehicle to pass the end of its leg, and count that."""
    allow(vehicle, 1, traffic, paths, graph, passing)
    traffic.traffic_wait[vehicle] = 0.0
    traffic.traffic_rotations[vehicle] += 1
