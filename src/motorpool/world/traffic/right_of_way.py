"""Right of way by signs, and the gap that a vehicle needs before those that go first; for compiled functions."""

import math
from typing import NamedTuple

from ...ground.roads.graph import GIVE_WAY, PRIORITY, RoadGraph
from ...ground.roads.lanes import curve_between, lane_length, turns_round, way_length
from ...models.mathematics import Real, clamp, maximum, select, sqrt, wrap_angle
from ..entity.columns import Body, Motion, Performance
from ..guidance.columns import Course
from .ahead import STANDING, leg_at, line_back
from .columns import Traffic
from .conflicts import ACROSS, are_crossing, is_across
from .tracking import LaneOrder, Paths

SETTING_OFF = 3.0  # speed for the arrival time of a vehicle that stands [m/s]
GAP_OFF, GAP_NEAR, GAP_STRAIGHT, GAP_ACROSS, GAP_ROUND = 4.1, 6.2, 6.5, 7.1, 4.98  # see ``critical_gap`` [s]
FOLLOW_OFF, FOLLOW_NEAR, FOLLOW_STRAIGHT, FOLLOW_ACROSS, FOLLOW_ROUND = 2.2, 3.3, 4.0, 3.5, 2.61  # headways [s]
IMPATIENT = 20.0  # time of standing after which a critical gap is half as far from them; less makes others brake [s]
START_TIME = 1.0  # until a vehicle that stands sets off [s]
SLOWEST_START, FASTEST_START = 0.3, 2.0  # range of its acceleration [m/s^2]
UPSTREAM = 8  # legs that are looked at for vehicles that come
OPPOSITE = math.radians(140.0)  # bearing from which two roads lead to a node from opposite sides [rad]


class Drivers(NamedTuple):
    """Columns of all vehicles that the stage reads, and those of traffic that it writes."""

    motion: Motion
    body: Body
    performance: Performance
    course: Course
    traffic: Traffic


def way_left(vehicle: int, drivers: Drivers, graph: RoadGraph) -> float:
    """Return the distance of a vehicle's front from where it waits before the crossing [m]."""
    leg = drivers.traffic.traffic_leg[vehicle]
    end = lane_length(graph, leg) - drivers.traffic.traffic_along[vehicle]
    return end - drivers.body.front_reach[vehicle] - graph.wait[leg] - line_back(vehicle, drivers.body)


def arrival_time(vehicle: int, drivers: Drivers, graph: RoadGraph) -> Real:
    """Return the time until a vehicle is at the crossing [s]."""
    way = maximum(way_left(vehicle, drivers, graph), 0.0)
    return way / maximum(drivers.motion.speed[vehicle], SETTING_OFF)


def standing_of(graph: RoadGraph, leg: int) -> int:
    """Return 1 for a priority road, -1 for one that gives way or stops, 0 for others: the larger one goes first."""
    return int(maximum(graph.rule[leg], GIVE_WAY))


def has_right_of_way(other_leg: int, leg: int, following: int, graph: RoadGraph) -> bool:
    """Return whether a sign lets a leg go before a way that gives way to it, or that turns off a priority road."""
    if graph.is_round[other_leg] != 0:
        return False
    standing = standing_of(graph, other_leg)
    if standing != standing_of(graph, leg):
        return standing > standing_of(graph, leg)
    is_opposite = abs(wrap_angle(graph.arm_yaw[other_leg ^ 1] - graph.arm_yaw[leg ^ 1])) > OPPOSITE
    return standing > 0 and is_opposite and is_across(graph, leg, following)


def has_gaps(
    vehicle: int, legs: int, drivers: Drivers, paths: Paths, order: LaneOrder, graph: RoadGraph
) -> bool:  # fmt: skip
    """Return whether vehicles with the right of way leave a gap for one that asks, at all crossings that it would pass.

    Args:
        legs: number of legs whose ends it would pass.
    """
    traffic = drivers.traffic
    leg = int(traffic.traffic_leg[vehicle])
    time = arrival_time(vehicle, drivers, graph)
    for number in range(legs):
        following = leg_at(number + 1, vehicle, vehicle, traffic, paths)
        node = graph.head[leg]
        if following < 0 or (graph.is_round[leg] & graph.is_round[following]) != 0:
            return True
        for place in range(graph.node_first[node], graph.node_first[node + 1]):
            other_leg = int(graph.node_arm[place]) ^ 1
            if other_leg == leg or not has_right_of_way(other_leg, leg, following, graph):
                continue
            needed = time + critical_gap(vehicle, leg, following, drivers, graph)
            if not leaves_gap(other_leg, leg, following, needed, drivers, paths, order, graph):
                return False
        way = way_length(graph, leg, following) - lane_length(graph, leg) + lane_length(graph, following)
        time += way / SETTING_OFF
        leg = following
    return True


def leaves_gap(
    other_leg: int, leg: int, following: int, needed: Real, drivers: Drivers, paths: Paths, order: LaneOrder,
    graph: RoadGraph,
) -> bool:  # fmt: skip
    """Return whether vehicles on a leg with right of way, and before it, come later than a time, or cross no other way.

    Where one stands, those behind it do not come; whether it goes first is decided as it asks.

    Args:
        leg, following: legs of the other way.
        needed: that time [s].
    """
    traffic = drivers.traffic
    for spot in range(order.first[other_leg], order.first[other_leg + 1]):
        other: int = order.item[spot]
        if traffic.traffic_may_pass[other] > 0:
            continue
        if drivers.motion.speed[other] < STANDING or arrival_time(other, drivers, graph) > needed:
            return True
        if are_crossing(graph, leg, following, other_leg, int(traffic.traffic_next[other])):
            return False
    here, far = other_leg, lane_length(graph, other_leg) - graph.wait[other_leg]
    for step in range(1, UPSTREAM):
        node = graph.tail[here]
        if far > needed * graph.speed[here]:
            break
        for number in range(graph.node_first[node], graph.node_first[node + 1]):
            before = int(graph.node_arm[number]) ^ 1
            for spot in range(order.first[before], order.first[before + 1]):
                other = order.item[spot]
                stands = traffic.traffic_may_pass[other] == 0 and drivers.motion.speed[other] < STANDING
                if traffic.traffic_next[other] != here or turns_round(before, here) or stands:
                    continue
                way = far + lane_length(graph, before) - traffic.traffic_along[other] - drivers.body.front_reach[other]
                after = leg_at(step + 1, other, other, traffic, paths)
                is_soon = way < needed * maximum(drivers.motion.speed[other], SETTING_OFF)
                if is_soon and are_crossing(graph, leg, following, other_leg, after):
                    return False
        here = int(graph.before[here])
        if here < 0:
            break
        far += lane_length(graph, here)
    return True


def critical_gap(vehicle: int, leg: int, following: int, drivers: Drivers, graph: RoadGraph) -> Real:
    """Return the gap in front of a vehicle with precedence that is just accepted [s].

    It is shorter for a driver who has waited; a vehicle that needs longer to set off and leave the crossing waits for
    that time.

    Source: Transportation Research Board 2000, Highway Capacity Manual, exhibit 17-5, for a major road of two lanes:
    left turn from it; right turn, straight on and left turn from a minor road, where vehicles drive on the right; and
    2016, 6th edition, chapter 22, for a roundabout with one lane.
    """
    wait = drivers.traffic.traffic_wait[vehicle]
    if graph.is_round[following] != 0:
        return impatient(GAP_ROUND, FOLLOW_ROUND, wait)
    turn = wrap_angle(graph.arm_yaw[following] - graph.arm_yaw[leg ^ 1] - math.pi)
    across = select(graph.keeps_left == 0, turn, -turn)
    gap = select(across > ACROSS, GAP_ACROSS, select(across < -ACROSS, GAP_NEAR, GAP_STRAIGHT))
    least = select(across > ACROSS, FOLLOW_ACROSS, select(across < -ACROSS, FOLLOW_NEAR, FOLLOW_STRAIGHT))
    is_off = graph.rule[leg] == PRIORITY
    gap, least = select(is_off, GAP_OFF, gap), select(is_off, FOLLOW_OFF, least)
    way = graph.wait[leg] + curve_between(graph, leg, following, 0.0).length
    way += drivers.body.front_reach[vehicle] + drivers.body.rear_reach[vehicle]
    acceleration = clamp(drivers.performance.acceleration[vehicle], SLOWEST_START, FASTEST_START)
    return maximum(impatient(gap, least, wait), START_TIME + sqrt(2.0 * way / acceleration))


def impatient(gap: Real, least: Real, wait: Real) -> Real:
    """Return a critical gap [s] after a time of waiting [s]: it shrinks along an S to the follow-up headway.

    Source: Polus, Shmueli Lazar and Livneh 2003, "Critical gap as a function of waiting time in determining roundabout
    capacity", Journal of Transportation Engineering 129, 504-509: an S between a longest and a shortest gap.
    """
    share = wait / IMPATIENT
    return least + (gap - least) / (1.0 + share * share)
