"""Meetings of oncoming vehicles on one section: they move aside on narrow roads, and slow down; see ``driving``.

Each keeps ``MARGIN`` from the centre line, more in bends, and uses the verge if the road is too narrow for both. In a
tight bend only one direction drives at a time (``roads.cuts``), in the middle of its lane.
"""

from typing import NamedTuple

from ...ground.roads.graph import BEND, BRAKING, JUNCTION, LATERAL, RoadGraph
from ...ground.roads.lanes import bend_limit, lane_length, oncoming_place, turns_round
from ...models.mathematics import maximum, minimum
from ..entity.columns import Body
from ..navigation.pure_pursuit import LARGEST, approach_speed
from .ahead import Others
from .columns import Traffic

MARGIN = 0.5  # between a vehicle and the centre line, when an oncoming one passes [m]
OFF_TRACKING = 4.0  # more of it over the curvature of a bend, where the ends of a vehicle stand out [m^2]
MOST_OFF_TRACKING = 1.0  # the same, at most [m]
BEND_ENDS = 6.0  # length at both ends of a tight bend in which a vehicle is aside, before those that wait there [m]
MEETING = 60.0  # distance of oncoming vehicles at which both move to the side of a narrow road [m]
MEETING_SPEED = 5.0  # of vehicles that meet there [m/s]


class Meeting(NamedTuple):
    """Reaction of a vehicle to oncoming ones."""

    aside: float  # from the lane's middle to the roadside [m]
    speed: float  # at most [m/s]


def meeting_of(i: int, body: Body, traffic: Traffic, others: Others, graph: RoadGraph) -> Meeting:
    """Return the distance by which a vehicle moves to the roadside for oncoming ones, and its speed."""
    leg, along = traffic.traffic_leg[i], traffic.traffic_along[i]
    bend = bend_limit(graph, leg, along, 0.0)
    need = body.half_width[i] + MARGIN - abs(graph.lane[leg])
    need += minimum(OFF_TRACKING * LATERAL / (bend * bend), MOST_OFF_TRACKING)
    if graph.is_shared[leg] == 0 or need <= 0.0:
        return Meeting(0.0, LARGEST)
    aside, speed = 0.0, LARGEST
    meeting = oncoming_distance(i, body.rear_reach[i], traffic, others, graph)
    if meeting < MEETING:
        aside = need
        speed = approach_speed(meeting - 0.5 * MEETING, MEETING_SPEED, BRAKING)
    if lane_length(graph, leg) - along < MEETING and graph.is_crossing[graph.head[leg]] == JUNCTION:
        aside = need  # another vehicle may turn into the road
    if is_alone_in_bend(leg, along, graph):
        aside = 0.0
    return Meeting(aside, speed)


def is_alone_in_bend(leg: int, along: float, graph: RoadGraph) -> bool:
    """Return whether a place is in a tight bend, where vehicles of one direction drive at a time."""
    is_before = graph.is_crossing[graph.head[leg]] == BEND
    is_before = is_before & (lane_length(graph, leg) - along < graph.wait[leg] - BEND_ENDS)
    is_behind = (graph.is_crossing[graph.tail[leg]] == BEND) & (along < graph.clear[leg] - BEND_ENDS)
    return is_before | is_behind


def oncoming_distance(i: int, rear_reach: float, traffic: Traffic, others: Others, graph: RoadGraph) -> float:
    """Return the distance to the next oncoming vehicle that is not passed yet, from middle to middle [m].

    Args:
        rear_reach: distance from the reference point to the rear bumper [m].
    """
    leg = traffic.traffic_leg[i]
    following: int = traffic.traffic_next[i]
    order, along = others.order, traffic.traffic_along[i]
    here = oncoming_place(graph, leg, along)
    for spot in range(order.first[leg ^ 1], order.first[(leg ^ 1) + 1]):
        other: int = order.item[spot]
        distance = here - others.traffic.traffic_along[other]
        if distance > -(rear_reach + others.entity.body.rear_reach[other] + 1.0):
            return maximum(distance, 0.0)
    if following < 0 or turns_round(leg, following):
        return LARGEST
    back = following ^ 1
    if order.first[back + 1] == order.first[back]:
        return LARGEST
    front: int = order.first[back]
    first: int = order.item[front]
    way = lane_length(graph, leg) - along + graph.begin[following] + graph.begin[leg ^ 1]
    return way + lane_length(graph, back) - others.traffic.traffic_along[first]
