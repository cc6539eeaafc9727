"""Vehicles beside the road: they park at the end of a trip, and leave when the lane is free; for compiled functions."""

from ...ground.roads.graph import RoadGraph
from ...ground.roads.lanes import way_length
from ...models.mathematics import maximum
from ..avoidance.columns import Autopilot
from ..entity.columns import Body, Entity
from ..navigation.turning import FORWARD
from .ahead import STANDING, Others
from .columns import Traffic
from .phases import DRIVING, LEAVING, PARKED

PASSED = 10.0  # distance behind a parking place at which a vehicle gives it up [m]
ARRIVED = 0.7  # distance from a parking place at which it is reached [m]
FREE_BEHIND = 5.0  # time until the next vehicle comes that is needed to leave a parking place [s]
FREE_AHEAD = 4.0  # distance to the vehicle ahead that is needed, besides half lengths [m]


def park(i: int, room: float, speed: float, traffic: Traffic) -> None:
    """Park a vehicle that has reached its place, and end the trip of one that has passed it.

    Args:
        room: distance to the place [m].
        speed: speed of the vehicle [m/s].
    """
    if abs(room) < ARRIVED and abs(speed) < STANDING:
        traffic.traffic_phase[i] = PARKED
        traffic.traffic_path_count[i], traffic.traffic_path_index[i], traffic.traffic_next[i] = 0, 0, -1
        traffic.traffic_before[i] = -1
    elif room < -PASSED:
        traffic.traffic_place[i] = -1


def stay(
    i: int, entity: Entity, autopilot: Autopilot, traffic: Traffic, others: Others, graph: RoadGraph, dt: float
) -> None:
    """Keep a vehicle that is parked or off the network at rest, and end its stay when its time is over."""
    course = autopilot.course
    course.course_yaw[i], course.course_speed[i], course.turning[i] = entity.pose.yaw[i], 0.0, FORWARD
    if traffic.traffic_leg[i] < 0:
        return
    if traffic.traffic_phase[i] == PARKED:
        traffic.traffic_rest[i] -= dt
        if traffic.traffic_rest[i] <= 0.0:
            traffic.traffic_phase[i] = LEAVING
        return
    has_path = traffic.traffic_phase[i] == LEAVING and traffic.traffic_path_count[i] > 0
    if has_path and is_lane_free(i, entity.body, traffic, others, graph):
        traffic.traffic_phase[i] = DRIVING


def is_lane_free(i: int, body: Body, traffic: Traffic, others: Others, graph: RoadGraph) -> bool:
    """Return whether a vehicle can drive back to its lane before the next one comes."""
    front, rear = body.front_reach[i], body.rear_reach[i]
    leg, along, order = traffic.traffic_leg[i], traffic.traffic_along[i], others.order
    for spot in range(order.first[leg], order.first[leg + 1]):
        if not leaves_room(order.item[spot], along, front, rear, others):
            return False
    for spot in range(order.first[leg ^ 1], order.first[(leg ^ 1) + 1]):  # that pass others on this lane
        if others.traffic.traffic_pass_room[order.item[spot]] > 0.0:
            return False
    node = graph.tail[leg]
    for number in range(graph.node_first[node], graph.node_first[node + 1]):
        before = graph.node_arm[number] ^ 1
        if before != leg ^ 1 and order.first[before + 1] > order.first[before]:
            spot = int(order.first[before])
            first: int = order.item[spot]
            way = way_length(graph, before, leg)
            if others.traffic.traffic_next[first] != leg:
                continue
            if not leaves_room(first, along + way, front, rear, others):
                return False
    return True


def leaves_room(other: int, along: float, front: float, rear: float, others: Others) -> bool:
    """Return whether another vehicle is far enough ahead of a place on its path, or behind it.

    Args:
        along: distance of the place along the other vehicle's path [m].
        front, rear: reach of the vehicle at this place [m].
    """
    apart = others.traffic.traffic_along[other] - along
    body, speed = others.entity.body, maximum(others.entity.motion.speed[other], 0.0)
    is_ahead = apart > front + body.rear_reach[other] + FREE_AHEAD
    return is_ahead or -apart > rear + body.front_reach[other] + FREE_AHEAD + FREE_BEHIND * speed
