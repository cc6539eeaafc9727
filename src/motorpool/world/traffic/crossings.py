"""Stage that lets vehicles pass crossings, one after the other where their ways cross; see ``compile.rows``.

A vehicle that comes near the end of its leg asks to pass. It may, once no vehicle that passes already is in its way and
there is room for it behind the crossing, or behind those crossings between which it has none (``gridlock`` for those
that wait in a circle). At red and yellow lights none asks, and at a stop sign only one that stands. Vehicles on a
roundabout go before those that come in, and those on a priority road before all that must give way; these also wait
for a gap before vehicles that are still farther away. Of two others that ask and are in each other's way,

1. the one on the larger road goes first (higher speed limit, then more lanes),
2. then the one that comes from the right of the other,
3. then the one that does not turn across the other's lane,

unless it arrives later by ``GAP`` and more. A vehicle that has stood for ``PATIENCE`` goes before all that have stood
for less, so that four vehicles that each have another one on their right do not wait for ever.
"""

import math
from typing import NamedTuple

from ...base.arrays import Indices
from ...ground.roads.graph import END_ROOM, NARROW, STOP, RoadGraph
from ...ground.roads.lanes import lane_length, turns_round, way_length
from ...ground.roads.traffic_lights import COMFORTABLE, GREEN, TrafficLights
from ...models.mathematics import maximum, minimum, select, wrap_angle
from ..columns import Whole
from ..navigation.pure_pursuit import BRAKING_SHARE, LARGEST
from ..navigation.turning import FORWARD
from .ahead import STANDING, leg_at, line_back
from .columns import Traffic
from .conflicts import is_across
from .long_vehicles import is_swept_lane_taken, sweeps
from .right_of_way import Drivers, arrival_time, critical_gap, has_gaps, has_right_of_way, standing_of, way_left
from .roundabouts import are_exclusive, has_room_for_two, leaves_gap_on_circle
from .tracking import LaneOrder, Paths, is_on_lane

MOST = 8  # legs whose ends a vehicle may pass at once, at most; with less it waits in a row of short ones
GAP = 4.0  # difference of arrival times from which a vehicle passes before one with precedence [s]
PATIENCE = 5.0  # time of standing from which a vehicle has precedence [s]
LONG_PATIENCE = 30.0  # the same for one that turns into a narrow road out of which another one comes [s]
REACTION = 1.5  # time before braking at which a vehicle asks to pass [s]
NEAREST = 12.0  # distance at which it asks at least [m]
OVER_LINE = 0.5  # distance behind that up to which it still stands before a red light [m]
AT_LINE = 2.0  # distance from where it waits within which a vehicle that stands has stopped at a stop sign [m]
CLEAR = 0.5  # distance of a rear bumper behind the crossing at which the crossing is free [m]
MOUTH = 15.0  # length of a narrow road that is its mouth [m]
SPACE = 2.0  # between bumpers on the next leg, when that is full [m]
FLOWING = 3.0  # speed of the last vehicle on the next leg from which there will be room [m/s]
RIGHT, LEFT = math.radians(40.0), math.radians(140.0)  # limits of the bearing of an arm that counts as on the right


class Passing(NamedTuple):
    """Vehicles that may pass, by the nodes that they pass: a linked list for each node.

    The entry ``MOST * vehicle + number`` is that of a vehicle at the end of the leg ``number`` ahead of it.
    """

    first: Indices  # (nodes,): entry of each node that comes first; -1 for none
    following: Indices  # (MOST * vehicles,): entry behind each one; -1 for none


class Outlook(NamedTuple):
    """Answer to a vehicle that asks to pass."""

    legs: int  # number of legs whose ends it may pass; 0 if it must wait
    has_room: bool  # it can leave the crossing
    holder: int  # leg of a vehicle that is in its way; -1 for none
    full: int  # leg that has no room for it; -1 for none


def let_pass(
    drivers: Whole[Drivers], paths: Whole[Paths], order: Whole[LaneOrder], graph: Whole[RoadGraph],
    passing: Whole[Passing], lights: Whole[TrafficLights],
) -> None:  # fmt: skip
    """Decide, crossing by crossing, which vehicles may pass."""
    stop_at_lights(drivers, graph, lights)
    list_passing(drivers.traffic, paths, graph, passing)
    for node in range(graph.node_first.size - 1):
        if graph.is_crossing[node] == 0:
            continue
        for number in range(graph.node_first[node], graph.node_first[node + 1]):
            vehicle = asking(graph.node_arm[number] ^ 1, drivers, order, graph, lights)
            if vehicle < 0:
                continue
            legs = outlook(vehicle, drivers, paths, order, graph, passing, lights).legs
            if legs > 0 and is_first(vehicle, legs, drivers, paths, order, graph, passing, lights):
                allow(vehicle, legs, drivers.traffic, paths, graph, passing)


def stop_at_lights(drivers: Drivers, graph: RoadGraph, lights: TrafficLights) -> None:
    """Stop vehicles at lights that are not green, if they can stop comfortably; waiting there gives no precedence."""
    traffic = drivers.traffic
    for vehicle in range(traffic.traffic_leg.size):
        traffic.traffic_at_lights[vehicle] = 0
        if not is_on_lane(vehicle, traffic) or lights.state[traffic.traffic_leg[vehicle]] == GREEN:
            continue
        if traffic.traffic_may_pass[vehicle] == 0:
            traffic.traffic_wait[vehicle], traffic.traffic_at_lights[vehicle] = 0.0, 1
        room, speed = way_left(vehicle, drivers, graph), maximum(drivers.motion.speed[vehicle], 0.0)
        braking = minimum(COMFORTABLE, BRAKING_SHARE * drivers.performance.braking[vehicle])
        if room > -OVER_LINE and speed * speed <= 2.0 * braking * maximum(room, 0.0):
            traffic.traffic_may_pass[vehicle] = 0


def list_passing(traffic: Traffic, paths: Paths, graph: RoadGraph, passing: Passing) -> None:
    """List the vehicles that may pass, by node."""
    for node in range(passing.first.size):
        passing.first[node] = -1
    for vehicle in range(traffic.traffic_leg.size):
        if traffic.traffic_may_pass[vehicle] > 0 and is_on_lane(vehicle, traffic):
            allow(vehicle, int(traffic.traffic_may_pass[vehicle]), traffic, paths, graph, passing)


def allow(vehicle: int, legs: int, traffic: Traffic, paths: Paths, graph: RoadGraph, passing: Passing) -> None:
    """Note that a vehicle may pass the ends of some legs, the one that it is on first."""
    traffic.traffic_may_pass[vehicle] = legs
    for number in range(legs):
        node = graph.head[leg_ahead(number, vehicle, traffic, paths)]
        entry = MOST * vehicle + number
        passing.following[entry] = passing.first[node]
        passing.first[node] = entry


def leg_ahead(number: int, vehicle: int, traffic: Traffic, paths: Paths) -> int:
    """Return a leg of a vehicle's path, counted from the one that it is on; -1 behind the end of the path."""
    return traffic.traffic_leg[vehicle] if number == 0 else leg_at(number, vehicle, vehicle, traffic, paths)


def asking(leg: int, drivers: Drivers, order: LaneOrder, graph: RoadGraph, lights: TrafficLights) -> int:
    """Return the vehicle that asks to pass at the end of a leg: the first one that does not pass yet; -1 for none."""
    traffic = drivers.traffic
    if lights.state[leg] != GREEN:
        return -1
    for spot in range(order.first[leg], order.first[leg + 1]):
        vehicle: int = order.item[spot]
        if traffic.traffic_may_pass[vehicle] == 0:
            speed = maximum(drivers.motion.speed[vehicle], 0.0)
            stopping = speed * speed / (2.0 * BRAKING_SHARE * drivers.performance.braking[vehicle])
            asks = way_left(vehicle, drivers, graph) < maximum(stopping + REACTION * speed, NEAREST)
            if graph.rule[leg] == STOP:
                asks = speed < STANDING and way_left(vehicle, drivers, graph) < AT_LINE
            return vehicle if asks and traffic.traffic_next[vehicle] >= 0 else -1
    return -1


def outlook(
    vehicle: int, drivers: Drivers, paths: Paths, order: LaneOrder, graph: RoadGraph, passing: Passing,
    lights: TrafficLights,
) -> Outlook:  # fmt: skip
    """Return whether a vehicle may pass the crossing before it: its way is free, and it can leave it again.

    If the next leg is shorter than the vehicle, it must be able to pass the end of that leg, too, and so on: otherwise
    it would wait there in the way of others, and they in its way. Into a dead end in which two cannot pass each other
    it drives only if the dead end is empty, and into a roundabout only if the circle keeps room for another one.
    """
    traffic, body = drivers.traffic, drivers.body
    leg, following = traffic.traffic_leg[vehicle], traffic.traffic_next[vehicle]
    if is_mouth_taken(following, drivers, order, graph) and traffic.traffic_wait[vehicle] < LONG_PATIENCE:
        return Outlook(0, False, -1, following ^ 1)
    if sweeps(vehicle, leg, following, body, graph) and is_swept_lane_taken(following, traffic, order, graph):
        return Outlook(0, False, -1, following ^ 1)
    length = body.front_reach[vehicle] + body.rear_reach[vehicle] + SPACE + line_back(vehicle, body)
    holder = holder_of(vehicle, leg, following, drivers, paths, order, graph, passing)
    needed = graph.clear[following] + length
    if graph.is_round[following] != 0:
        if graph.is_round[leg] == 0:
            taken = taken_on(following, vehicle, drivers, paths, order, graph, passing)
            if taken.end - taken.bound < needed or not has_room_for_two(length, following, drivers, order, graph):
                return Outlook(0, False, holder, following)
        if holder >= 0:
            return Outlook(0, True, holder, -1)
        return Outlook(legs_on_circle(vehicle, length, drivers, paths, order, graph, passing), True, -1, -1)
    free = 0.0  # length of the legs between the crossing and the one that is looked at
    for number in range(1, MOST):
        here = leg_at(number, vehicle, vehicle, traffic, paths)
        after = leg_at(number + 1, vehicle, vehicle, traffic, paths)
        taken = taken_on(here, vehicle, drivers, paths, order, graph, passing)
        is_crossing = graph.is_crossing[graph.head[here]] != 0
        room = lane_length(graph, here) - select(is_crossing, graph.wait[here], 0.0)
        room = free + minimum(room - taken.queue, taken.end) - taken.bound
        is_stub = room < needed and turns_round(here, after)
        is_last = room >= needed or after < 0 or is_stub
        is_taken = taken.queue > 0.0 or taken.bound > 0.0 or taken.end < LARGEST or lights.state[here] != GREEN
        is_left = order.first[here + 1] == order.first[here]
        if (is_taken and not is_last) or (is_stub and (is_taken or order.first[after + 1] > order.first[after])):
            return Outlook(0, False, holder, after if is_stub and is_left else here)
        if is_last:
            return Outlook(0 if holder >= 0 else number, True, holder, -1)
        if is_crossing and holder < 0:
            holder = holder_of(vehicle, here, after, drivers, paths, order, graph, passing)
        free += way_length(graph, here, after)
    return Outlook(0 if holder >= 0 else MOST - 1, True, holder, -1)


def legs_on_circle(
    vehicle: int, length: float, drivers: Drivers, paths: Paths, order: LaneOrder, graph: RoadGraph, passing: Passing
) -> int:
    """Return the number of legs whose ends a vehicle may pass whose next leg is on a roundabout: up to its exit.

    Args:
        length: length of the vehicle and the gap behind it [m].
    """
    for number in range(1, MOST - 1):
        here = leg_at(number, vehicle, vehicle, drivers.traffic, paths)
        after = leg_at(number + 1, vehicle, vehicle, drivers.traffic, paths)
        if after < 0 or holder_of(vehicle, here, after, drivers, paths, order, graph, passing) >= 0:
            return number
        if graph.is_round[after] == 0:
            taken = taken_on(after, vehicle, drivers, paths, order, graph, passing)
            room = minimum(lane_length(graph, after) - graph.wait[after] - taken.queue, taken.end) - taken.bound
            return number + (1 if room >= graph.clear[after] + length else 0)
    return MOST - 1


def holder_of(
    vehicle: int, leg: int, following: int, drivers: Drivers, paths: Paths, order: LaneOrder, graph: RoadGraph,
    passing: Passing,
) -> int:  # fmt: skip
    """Return the leg of another vehicle that is in the way over a node, or may pass in the way; -1 for none."""
    traffic = drivers.traffic
    node = graph.head[leg]
    is_dead_end = turns_round(leg, following)
    is_alone = is_dead_end or sweeps(vehicle, leg, following, drivers.body, graph)
    entry = int(passing.first[node])
    while entry >= 0:
        other = entry // MOST
        number = entry - MOST * other
        before = leg_ahead(number, other, traffic, paths)
        after = leg_at(number + 1, other, other, traffic, paths)
        is_beside = before != leg and (is_alone or sweeps(other, before, after, drivers.body, graph))
        if is_dead_end or is_beside or are_exclusive(graph, leg, following, before, after):
            return traffic.traffic_leg[other]
        entry = int(passing.following[entry])
    for place in range(graph.node_first[node], graph.node_first[node + 1]):
        arm: int = graph.node_arm[place]
        for spot in range(order.first[arm + 1] - 1, order.first[arm] - 1, -1):  # those that have just left it
            behind: int = order.item[spot]
            is_turning = drivers.course.turning[behind] != FORWARD
            room = END_ROOM if is_dead_end else drivers.body.rear_reach[behind] + graph.clear[arm] + CLEAR
            if traffic.traffic_along[behind] > room and not (is_dead_end and is_turning):
                break
            came = traffic.traffic_before[behind]
            has_left = came >= 0 and graph.head[came] == node and (is_dead_end or arm != following)
            is_beside = came != leg and (is_alone or (has_left and sweeps(behind, came, arm, drivers.body, graph)))
            is_in_way = is_dead_end or is_beside or are_exclusive(graph, leg, following, came, arm)
            if behind != vehicle and has_left and is_in_way:
                return arm
    return -1


class Taken(NamedTuple):
    """Room that vehicles take of a leg."""

    queue: float  # length of those that may not pass its end [m]
    bound: float  # length of those that have not come to it yet, and may not pass its end [m]
    end: float  # rear bumper of the last vehicle, from the beginning of the lane, if that is slow; else ``LARGEST`` [m]


def taken_on(
    leg: int, own: int, drivers: Drivers, paths: Paths, order: LaneOrder, graph: RoadGraph, passing: Passing
) -> Taken:  # fmt: skip
    """Return the room that vehicles take of a leg, but for one that asks."""
    traffic, body = drivers.traffic, drivers.body
    queue, bound, end = 0.0, 0.0, LARGEST
    for spot in range(order.first[leg], order.first[leg + 1]):
        other: int = order.item[spot]
        if other == own:
            continue
        if traffic.traffic_may_pass[other] == 0:
            queue += body.front_reach[other] + body.rear_reach[other] + SPACE
        is_slow = drivers.motion.speed[other] <= FLOWING
        end = traffic.traffic_along[other] - body.rear_reach[other] if is_slow else LARGEST  # that of the last one
    entry = int(passing.first[graph.tail[leg]])
    while entry >= 0:
        other = entry // MOST
        number = entry - MOST * other
        is_end = number == int(traffic.traffic_may_pass[other]) - 1
        if is_end and leg_at(number + 1, other, other, traffic, paths) == leg:
            bound += body.front_reach[other] + body.rear_reach[other] + SPACE
        entry = int(passing.following[entry])
    return Taken(queue, bound, end)


def is_mouth_taken(leg: int, drivers: Drivers, order: LaneOrder, graph: RoadGraph) -> bool:
    """Return whether an oncoming vehicle is where a narrow road begins, so that another one cannot turn into it."""
    back = leg ^ 1
    if graph.half_width[leg] >= NARROW or order.first[back + 1] == order.first[back]:
        return False
    spot: int = order.first[back]
    other: int = order.item[spot]
    return lane_length(graph, back) - drivers.traffic.traffic_along[other] < MOUTH


def is_first(
    vehicle: int, legs: int, drivers: Drivers, paths: Paths, order: LaneOrder, graph: RoadGraph, passing: Passing,
    lights: TrafficLights,
) -> bool:  # fmt: skip
    """Return whether no vehicle that asks at the same crossing goes before, and those with right of way leave a gap.

    Args:
        legs: number of legs whose ends it would pass.
    """
    traffic = drivers.traffic
    leg, following = traffic.traffic_leg[vehicle], traffic.traffic_next[vehicle]
    if graph.is_round[following] != 0 and graph.is_round[leg] == 0:
        needed = arrival_time(vehicle, drivers, graph) + critical_gap(vehicle, leg, following, drivers, graph)
        if not leaves_gap_on_circle(following, needed, drivers, paths, order, graph):
            return False
    if not has_gaps(vehicle, legs, drivers, paths, order, graph):
        return False
    node = graph.head[leg]
    for number in range(graph.node_first[node], graph.node_first[node + 1]):
        other_leg = graph.node_arm[number] ^ 1
        if other_leg == leg:
            continue
        other = asking(other_leg, drivers, order, graph, lights)
        if other < 0:
            continue
        after, body = traffic.traffic_next[other], drivers.body
        is_wide = sweeps(vehicle, leg, following, body, graph) or sweeps(other, other_leg, after, body, graph)
        if not is_wide and not are_exclusive(graph, leg, following, other_leg, after):
            continue
        if precedes(other, vehicle, drivers, graph):
            way = outlook(other, drivers, paths, order, graph, passing, lights)
            waits_long = way.has_room and way.holder >= 0 and traffic.traffic_wait[other] > PATIENCE
            if way.legs > 0 or waits_long or (way.has_room and has_right_of_way(other_leg, leg, following, graph)):
                return False
    return True


def precedes(vehicle: int, other: int, drivers: Drivers, graph: RoadGraph) -> bool:
    """Return whether a vehicle goes before another one whose way it crosses."""
    traffic = drivers.traffic
    is_round, is_other_round = is_going_round(vehicle, traffic, graph), is_going_round(other, traffic, graph)
    if is_round != is_other_round:
        return is_round
    standing = standing_of(graph, traffic.traffic_leg[vehicle]) - standing_of(graph, traffic.traffic_leg[other])
    if standing != 0 and not is_round:
        return standing > 0
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


def is_going_round(vehicle: int, traffic: Traffic, graph: RoadGraph) -> bool:
    """Return whether a vehicle is on a roundabout."""
    return bool(graph.is_round[traffic.traffic_leg[vehicle]] != 0)
