"""Stage that lets vehicles pass crossings, one after the other where their ways cross; see ``compile.rows``.

A vehicle that comes near the end of its leg asks to pass. It may, once no vehicle that passes already is in its way and
the next leg has room for it. Of two vehicles that ask and are in each other's way,

1. the one on the larger road goes first (higher speed limit, then more lanes),
2. then the one that comes from the right of the other,
3. then the one that does not turn across the other's lane,

unless it arrives later by ``GAP`` and more. A vehicle that has stood for ``PATIENCE`` goes before all that have stood
for less, so that four vehicles that each have another one on their right do not wait for ever.
"""

import math
from typing import NamedTuple

from ...ground.roads.graph import BEND, END_ROOM, LATERAL, NARROW, RoadGraph
from ...models.mathematics import Real, maximum, minimum, wrap_angle
from ..columns import Whole
from ..entity.columns import Body, Motion, Performance
from ..guidance.columns import Course
from ..navigation.pure_pursuit import BRAKING_SHARE
from ..navigation.turning import FORWARD
from .columns import Traffic
from .lanes import curve_between, curve_point, lane_length, turns_round
from .tracking import LaneOrder

NO_ROOM, HELD, READY = 0, 1, 2

GAP = 4.0  # difference of arrival times from which a vehicle passes before one with precedence [s]
PATIENCE = 5.0  # time of standing from which a vehicle has precedence [s]
LONG_PATIENCE = 30.0  # time of standing from which a vehicle passes although the next leg is full [s]
REACTION = 1.5  # time before braking at which a vehicle asks to pass [s]
NEAREST = 12.0  # distance at which it asks at least [m]
SETTING_OFF = 3.0  # speed for the arrival time of a vehicle that stands [m/s]
CLEAR = 0.5  # distance of a rear bumper behind the crossing at which the crossing is free [m]
MOUTH = 15.0  # length of a narrow road that is its mouth [m]
SPACE = 2.0  # between bumpers on the next leg, when that is full [m]
FLOWING = 3.0  # speed of the last vehicle on the next leg from which there will be room [m/s]
RIGHT, LEFT = math.radians(40.0), math.radians(140.0)  # limits of the bearing of an arm that counts as on the right
APART = 2.6  # least distance of two straight ways over a crossing that vehicles may use at the same time [m]
SWEPT = 4.0  # more of it over the radius of each way, because the ends of a vehicle stand out [m^2]
SAMPLES = 6  # of each way, for this distance
ACROSS = math.radians(35.0)  # turn from which a vehicle crosses the lane of oncoming ones [rad]


class Drivers(NamedTuple):
    """Columns of all vehicles that the stage reads, and those of traffic that it writes."""

    motion: Motion
    body: Body
    performance: Performance
    course: Course
    traffic: Traffic


def let_pass(drivers: Whole[Drivers], order: Whole[LaneOrder], graph: Whole[RoadGraph]) -> None:
    """Decide, crossing by crossing, which vehicles may pass."""
    for node in range(graph.node_first.size - 1):
        if graph.is_crossing[node] == 0:
            continue
        for number in range(graph.node_first[node], graph.node_first[node + 1]):
            vehicle = asking(graph.node_arm[number] ^ 1, drivers, order, graph)
            if vehicle < 0 or readiness(vehicle, drivers, order, graph) != READY:
                continue
            if is_first(vehicle, drivers, order, graph):
                drivers.traffic.traffic_may_pass[vehicle], drivers.traffic.traffic_wait[vehicle] = 1, 0.0


def asking(leg: int, drivers: Drivers, order: LaneOrder, graph: RoadGraph) -> int:
    """Return the vehicle that asks to pass at the end of a leg: the first one that does not pass yet; -1 for none."""
    traffic = drivers.traffic
    for spot in range(order.first[leg], order.first[leg + 1]):
        vehicle: int = order.item[spot]
        if traffic.traffic_may_pass[vehicle] == 0:
            speed = maximum(drivers.motion.speed[vehicle], 0.0)
            stopping = speed * speed / (2.0 * BRAKING_SHARE * drivers.performance.braking[vehicle])
            asks = way_left(vehicle, drivers, graph) < maximum(stopping + REACTION * speed, NEAREST)
            return vehicle if asks and traffic.traffic_next[vehicle] >= 0 else -1
    return -1


def way_left(vehicle: int, drivers: Drivers, graph: RoadGraph) -> float:
    """Return the distance of a vehicle's front from where it waits before the crossing [m]."""
    leg = drivers.traffic.traffic_leg[vehicle]
    end = lane_length(graph, leg) - drivers.traffic.traffic_along[vehicle]
    return end - drivers.body.front_reach[vehicle] - graph.wait[leg]


def readiness(vehicle: int, drivers: Drivers, order: LaneOrder, graph: RoadGraph) -> int:
    """Return READY, or HELD for a vehicle in whose way another one passes now, or NO_ROOM if the next leg is full."""
    traffic = drivers.traffic
    leg, following = traffic.traffic_leg[vehicle], traffic.traffic_next[vehicle]
    node = graph.head[leg]
    is_dead_end = turns_round(leg, following)
    passing, ready = 0, READY
    for number in range(graph.node_first[node], graph.node_first[node + 1]):
        arm: int = graph.node_arm[number]
        for spot in range(order.first[arm ^ 1], order.first[(arm ^ 1) + 1]):
            other: int = order.item[spot]
            if traffic.traffic_may_pass[other] == 0:
                break
            if is_dead_end or are_crossing(graph, leg, following, arm ^ 1, traffic.traffic_next[other]):
                ready = HELD
            if arm ^ 1 == leg and traffic.traffic_next[other] == following:
                passing += 1
        for spot in range(order.first[arm + 1] - 1, order.first[arm] - 1, -1):  # those that have just left it
            other = order.item[spot]
            is_turning = drivers.course.turning[other] != FORWARD
            room = END_ROOM if is_dead_end else drivers.body.rear_reach[other] + graph.clear[arm] + CLEAR
            if traffic.traffic_along[other] > room and not (is_dead_end and is_turning):
                break
            before = traffic.traffic_before[other]
            has_left = before >= 0 and graph.head[before] == node and (is_dead_end or arm != following)
            if has_left and (is_dead_end or are_crossing(graph, leg, following, before, arm)):
                ready = HELD
    return ready if has_room(vehicle, following, passing, drivers, order, graph) else NO_ROOM


def has_room(vehicle: int, following: int, passing: int, drivers: Drivers, order: LaneOrder, graph: RoadGraph) -> bool:
    """Return whether a vehicle can leave the crossing, because the next leg is not full.

    Args:
        passing: number of vehicles before it that enter the leg, too.
    """
    if is_mouth_taken(following, drivers, order, graph) and drivers.traffic.traffic_wait[vehicle] < LONG_PATIENCE:
        return False
    if order.first[following + 1] == order.first[following]:
        return passing == 0 or drivers.motion.speed[vehicle] > FLOWING
    spot: int = order.first[following + 1] - 1
    last: int = order.item[spot]
    if drivers.motion.speed[last] > FLOWING or drivers.traffic.traffic_wait[vehicle] > LONG_PATIENCE:
        return True
    end = drivers.traffic.traffic_along[last] - drivers.body.rear_reach[last]
    length = drivers.body.front_reach[vehicle] + drivers.body.rear_reach[vehicle]
    needed = graph.clear[following] + length + SPACE
    return passing == 0 and end > needed


def is_mouth_taken(leg: int, drivers: Drivers, order: LaneOrder, graph: RoadGraph) -> bool:
    """Return whether an oncoming vehicle is where a narrow road begins, so that another one cannot turn into it."""
    back = leg ^ 1
    if graph.half_width[leg] >= NARROW or order.first[back + 1] == order.first[back]:
        return False
    spot: int = order.first[back]
    other: int = order.item[spot]
    return lane_length(graph, back) - drivers.traffic.traffic_along[other] < MOUTH


def is_first(vehicle: int, drivers: Drivers, order: LaneOrder, graph: RoadGraph) -> bool:
    """Return whether no vehicle that asks at the same crossing goes before this one."""
    traffic = drivers.traffic
    leg, following = traffic.traffic_leg[vehicle], traffic.traffic_next[vehicle]
    node = graph.head[leg]
    for number in range(graph.node_first[node], graph.node_first[node + 1]):
        other_leg = graph.node_arm[number] ^ 1
        if other_leg == leg:
            continue
        other = asking(other_leg, drivers, order, graph)
        if other < 0 or not are_crossing(graph, leg, following, other_leg, traffic.traffic_next[other]):
            continue
        if precedes(other, vehicle, drivers, graph):
            ready = readiness(other, drivers, order, graph)
            if ready == READY or (ready == HELD and traffic.traffic_wait[other] > PATIENCE):
                return False
    return True


def precedes(vehicle: int, other: int, drivers: Drivers, graph: RoadGraph) -> bool:
    """Return whether a vehicle goes before another one whose way it crosses."""
    traffic = drivers.traffic
    wait, other_wait = traffic.traffic_wait[vehicle], traffic.traffic_wait[other]
    if wait > PATIENCE or other_wait > PATIENCE:
        return wait > other_wait or (wait == other_wait and vehicle < other)
    if arrival_time(vehicle, drivers, graph) > arrival_time(other, drivers, graph) + GAP:
        return False
    leg: int = traffic.traffic_leg[vehicle]
    other_leg: int = traffic.traffic_leg[other]
    if graph.rank[leg] != graph.rank[other_leg]:
        return graph.rank[leg] > graph.rank[other_leg]
    bearing: float = wrap_angle(graph.arm_yaw[leg ^ 1] - graph.arm_yaw[other_leg ^ 1])
    if RIGHT < bearing < LEFT:
        return True
    if -LEFT < bearing < -RIGHT:
        return False
    across = is_across(graph, leg, traffic.traffic_next[vehicle])
    other_across = is_across(graph, other_leg, traffic.traffic_next[other])
    return other_across and not across if across != other_across else vehicle < other


def arrival_time(vehicle: int, drivers: Drivers, graph: RoadGraph) -> Real:
    """Return the time until a vehicle is at the crossing [s]."""
    way = maximum(way_left(vehicle, drivers, graph), 0.0)
    return way / maximum(drivers.motion.speed[vehicle], SETTING_OFF)


def is_across(graph: RoadGraph, leg: int, following: int) -> bool:
    """Return whether a vehicle turns across the lane of oncoming ones: to the left, where they drive on the right."""
    turn = wrap_angle(graph.arm_yaw[following] - graph.arm_yaw[leg ^ 1] - math.pi)
    return turn > ACROSS if graph.keeps_left == 0 else turn < -ACROSS


def are_crossing(graph: RoadGraph, leg: int, following: int, other_leg: int, other_following: int) -> bool:
    """Return whether two ways over a node cross, come too close or end on the same leg; those from one leg do not.

    Around the node each arm has a point where vehicles enter and one where they leave it. Two ways cross if one point
    of the second lies between those of the first, and one does not.
    """
    if leg == other_leg or following < 0 or other_following < 0:
        return False
    if (
        graph.is_crossing[graph.head[leg]] == BEND
        or following == other_following
        or turns_round(leg, following)
        or turns_round(other_leg, other_following)
    ):
        return True
    enter, leave = entry(graph, leg), exit_of(graph, following)
    low, high = minimum(enter, leave), maximum(enter, leave)
    second, third = entry(graph, other_leg), exit_of(graph, other_following)
    if (low < second < high) != (low < third < high):
        return True
    return are_close(graph, leg, following, other_leg, other_following)


def are_close(graph: RoadGraph, leg: int, following: int, other_leg: int, other_following: int) -> bool:
    """Return whether two ways over a node come closer than ``APART``, as those of opposite turns to the left may."""
    curve, other = curve_between(graph, leg, following, 0.0), curve_between(graph, other_leg, other_following, 0.0)
    bends = LATERAL / (curve.speed * curve.speed) + LATERAL / (other.speed * other.speed)
    apart = APART + SWEPT * bends
    for step in range(SAMPLES + 1):
        here = curve_point(curve, step * curve.length / SAMPLES)
        for second in range(SAMPLES + 1):
            there = curve_point(other, second * other.length / SAMPLES)
            dx, dy = here.x - there.x, here.y - there.y
            if dx * dx + dy * dy < apart * apart:
                return True
    return False


def entry(graph: RoadGraph, leg: int) -> int:
    """Return the number of the point at which vehicles of a leg enter its node, counter-clockwise."""
    return 2 * graph.arm[leg ^ 1] + (1 if graph.keeps_left == 0 else 0)


def exit_of(graph: RoadGraph, leg: int) -> int:
    """Return the number of the point at which vehicles leave a node to a leg, counter-clockwise."""
    return 2 * graph.arm[leg] + (0 if graph.keeps_left == 0 else 1)
