"""Room that vehicles with trailers take at crossings, where trailers cut the corner.

The track of a trailer runs inside that of its tractor, and in a turn of 90° with the radius of a town's crossing it
sweeps over the lanes beside both ways. A vehicle with trailers therefore turns only

* while no other one passes the crossing, and none passes while it turns,
* if none waits where the oncoming lane of the road that it turns into ends, which is the first that it sweeps over,

and it waits ``ahead.LINE_BACK`` before the others' line, where those that turn into its road pass before it.

In a sharp bend without a crossing it does not meet oncoming ones either: the one that is there earlier goes first.
"""

import math

from ...ground.roads.graph import BRAKING, STRAIGHT, RoadGraph
from ...ground.roads.lanes import lane_length, side_of, turns_round
from ...models.mathematics import Real, maximum, minimum, select, wrap_angle
from ..entity.columns import Body
from ..navigation.pure_pursuit import LARGEST, approach_speed
from .ahead import Others, line_back
from .columns import Traffic
from .conflicts import is_across
from .tracking import LaneOrder

BEND_LINE = 6.0  # distance before a sharp bend at which a vehicle lets one with trailers out of it [m]
BEND_SIGHT = 50.0  # distance from a sharp bend at which vehicles look for those that come out of it [m]
OVER_LINE = 1.5  # distance behind its line from which a vehicle is in the bend [m]
SETTING_OFF = 3.0  # speed for the arrival time of a vehicle that stands [m/s]
BEND_ROOM = 2.0  # behind the last trailer, when it has left a bend [m]
SWING = 1.8  # sideways movement before a turn; with more the tractor comes too near to those that wait behind it [m]
EDGE = 0.3  # between its side and the edge of the road then [m]
SWING_WAY = 16.0  # distance before the end of its lane at which a vehicle begins to swing out [m]
BACK_IN_LANE = 0.2  # distance from the middle of its lane at which others pass it again [m]
SWUNG = 4.0  # distance before the turn from which the road behind it must be free [m]
SWING_SIGHT = 60.0  # distance from a crossing from which others look for those that swing out there [m]
MOUTH = 15.0  # length of the oncoming lane that a trailer may sweep over [m]


def sweeps(i: int, leg: int, following: int, body: Body, graph: RoadGraph) -> bool:
    """Return whether a vehicle has trailers that sweep over the lanes beside its way from one leg to the next."""
    if body.pulls_trailers[i] == 0 or following < 0:
        return False
    turn: float = wrap_angle(graph.arm_yaw[following] - graph.arm_yaw[leg ^ 1] - math.pi)
    return abs(turn) > STRAIGHT


def is_swept_lane_taken(following: int, traffic: Traffic, order: LaneOrder, graph: RoadGraph) -> bool:
    """Return whether a vehicle is where the oncoming lane of a leg ends, before the crossing."""
    back = following ^ 1
    if order.first[back + 1] == order.first[back]:
        return False
    spot: int = order.first[back]
    other: int = order.item[spot]
    return lane_length(graph, back) - traffic.traffic_along[other] < MOUTH and traffic.traffic_may_pass[other] == 0


def swing_out(i: int, body: Body, traffic: Traffic, others: Others, graph: RoadGraph) -> Real:
    """Return how far a vehicle with trailers swings out toward the middle of the road, in a turn to its own side [m].

    It has the crossing for itself, and the oncoming lanes must be free: that of its road from the crossing to its rear,
    and that of the road that it turns into, before which others wait (``line_of_swing``).
    """
    leg, following = int(traffic.traffic_leg[i]), int(traffic.traffic_next[i])
    room: float = graph.half_width[leg] + abs(graph.lane[leg]) - body.half_width[i] - EDGE
    may_pass = traffic.traffic_may_pass[i] != 0 or graph.is_crossing[graph.head[leg]] == 0
    if not may_pass or not swings(i, leg, following, body, graph):
        return 0.0
    end = lane_length(graph, leg) - traffic.traffic_along[i]
    is_taken = end > 0.0 and is_taken_from_start(leg ^ 1, end + body.rear_reach[i] + BEND_ROOM, others)
    if is_taken or (end < SWUNG and not is_held_back(following ^ 1, others, graph)):
        return 0.0
    return select(end < SWING_WAY + body.front_reach[i], minimum(SWING, room), 0.0)


def swings(i: int, leg: int, following: int, body: Body, graph: RoadGraph) -> bool:
    """Return whether a vehicle has trailers that cut the corner on its own side of the road."""
    is_turn = sweeps(i, leg, following, body, graph) and not turns_round(leg, following)
    return is_turn and graph.lane_count[leg] == 1 and not is_across(graph, leg, following)


def line_of_swing(leg: int, order: LaneOrder, body: Body, traffic: Traffic, graph: RoadGraph) -> Real:
    """Return how much farther before a crossing vehicles wait for one that swings out into their road [m].

    Args:
        leg: leg of the vehicles that wait.
    """
    last: int = order.first[(leg ^ 1) + 1] - 1
    if last >= order.first[leg ^ 1]:  # one that has just turned in, and is not back in its lane
        latest: int = order.item[last]
        if body.pulls_trailers[latest] != 0 and -side_of(graph) * traffic.traffic_aside[latest] > BACK_IN_LANE:
            return maximum(MOUTH - graph.wait[leg], 0.0)
    node = graph.head[leg]
    for number in range(graph.node_first[node], graph.node_first[node + 1]):
        before = int(graph.node_arm[number]) ^ 1
        if before == leg or order.first[before + 1] == order.first[before]:
            continue
        spot: int = order.first[before]
        other: int = order.item[spot]
        is_coming = traffic.traffic_may_pass[other] != 0 and traffic.traffic_next[other] == leg ^ 1
        if is_coming and swings(other, before, leg ^ 1, body, graph):
            return maximum(MOUTH - graph.wait[leg], 0.0)
    return 0.0


def is_held_back(leg: int, others: Others, graph: RoadGraph) -> bool:
    """Return whether all vehicles on a leg stand far enough before its end, or stop there."""
    first: int = others.order.first[leg]
    if others.order.first[leg + 1] == first:
        return True
    other: int = others.order.item[first]
    speed, front = others.entity.motion.speed[other], others.entity.body.front_reach[other]
    room = lane_length(graph, leg) - others.traffic.traffic_along[other] - front
    return room - speed * speed / (4.0 * BRAKING) > MOUTH - BEND_ROOM


def is_taken_from_start(leg: int, room: float, others: Others) -> bool:
    """Return whether a vehicle is on the first metres of a leg."""
    last: int = others.order.first[leg + 1] - 1
    if last < others.order.first[leg]:
        return False
    other: int = others.order.item[last]
    return others.traffic.traffic_along[other] - others.entity.body.rear_reach[other] < room


def bend_speed(
    i: int, own: int, body: Body, traffic: Traffic, others: Others, graph: RoadGraph, braking: float
) -> Real:
    """Return the speed with which a vehicle stops before a sharp bend in which it would meet one with trailers [m/s].

    Args:
        own: id of the vehicle.
        braking: greatest deceleration [m/s^2].
    """
    leg: int = traffic.traffic_leg[i]
    following: int = traffic.traffic_next[i]
    room = bend_room(i, leg, body, traffic, graph)
    if not -OVER_LINE < room < BEND_SIGHT or following < 0 or turns_round(leg, following):
        return LARGEST
    turn: float = wrap_angle(graph.arm_yaw[following] - graph.arm_yaw[leg ^ 1] - math.pi)
    if graph.is_crossing[graph.head[leg]] != 0 or abs(turn) < STRAIGHT or graph.is_shared[leg] == 0:
        return LARGEST
    must_wait, time = False, maximum(room, 0.0) / maximum(others.entity.motion.speed[own], SETTING_OFF)
    order, bodies, columns = others.order, others.entity.body, others.traffic
    for spot in range(order.first[following ^ 1], order.first[(following ^ 1) + 1]):
        other: int = order.item[spot]
        left = bend_room(other, following ^ 1, bodies, columns, graph)
        arrives = maximum(left, 0.0) / maximum(others.entity.motion.speed[other], SETTING_OFF)
        is_before = left <= -OVER_LINE or arrives < time or (arrives == time and other < own)
        is_long = body.pulls_trailers[i] != 0 or bodies.pulls_trailers[other] != 0
        must_wait = must_wait or (is_before and is_long)
        if left > -OVER_LINE:
            break
    for spot in range(order.first[(leg ^ 1) + 1] - 1, order.first[leg ^ 1] - 1, -1):
        other = order.item[spot]
        if columns.traffic_along[other] > bodies.rear_reach[other] + BEND_ROOM:
            break
        must_wait = must_wait or body.pulls_trailers[i] != 0 or bodies.pulls_trailers[other] != 0
    return approach_speed(room, 0.0, braking) if must_wait else LARGEST


def bend_room(i: int, leg: int, body: Body, traffic: Traffic, graph: RoadGraph) -> Real:
    """Return the distance of a vehicle from where it waits before the bend at the end of its leg [m]."""
    line = BEND_LINE + line_back(i, body)
    return lane_length(graph, leg) - traffic.traffic_along[i] - body.front_reach[i] - line
