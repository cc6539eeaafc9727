"""Limits, bends, crossings and the next vehicle on the path ahead of a vehicle, for compiled functions."""

from typing import NamedTuple

from ...ground.roads.graph import BRAKING, RoadGraph
from ...ground.roads.lanes import (
    LONGEST_WAY,
    LanePoint,
    bend_limit,
    curve_between,
    lane_length,
    turns_round,
    way_length,
    way_length_aside,
    way_point,
)
from ...models.mathematics import Real, maximum, minimum, select, sqrt
from ..entity.columns import Body, Entity
from ..navigation.pure_pursuit import LARGEST, approach_speed
from .columns import Traffic
from .tracking import LaneOrder, Paths

SIGHT = 150.0  # distance up to which the path ahead is looked at [m]
NEAR_SIGHT = 25.0  # more than its braking distance, up to which a vehicle looks ahead [m]
LEAST_BRAKING = 1.0  # deceleration that vehicles reckon with on any ground [m/s^2]
HEADWAY = 1.4  # time headway [s]
GAP = 2.0  # to the vehicle ahead when both stand, from bumper to bumper [m]
CLOSE = 8.0  # gap to a vehicle ahead below which it is measured straight, because it turns, too [m]
STANDING = 0.3  # speed below which a vehicle stands [m/s]
LINE_BACK = 12.0  # more distance before a crossing at which a vehicle with trailers waits; see ``long_vehicles`` [m]
NEAR_LINE = 30.0  # distance from a crossing up to which a standing vehicle counts as waiting for it [m]
ENTERED = 0.5  # distance along a leg that a vehicle drives at least before it waits there [m]
TIMID = 10.0  # time for which a vehicle that may pass a crossing stands before another one may [s]


class Others(NamedTuple):
    """Columns of all vehicles that a driver reads."""

    entity: Entity
    traffic: Traffic
    order: LaneOrder


class Ahead(NamedTuple):
    """Vehicle ahead on a path."""

    gap: float  # from bumper to bumper [m]
    speed: float  # [m/s]


class Lanes(NamedTuple):
    """Lanes of one direction side by side, counted from the outer one, 0."""

    outer: int
    inner: int


def leg_at(number: int, i: int, own: int, traffic: Traffic, paths: Paths) -> int:
    """Return a leg of a vehicle's path, counted from the one that it is on; -1 behind the end of the path."""
    index = traffic.traffic_path_index[i] + number
    return int(paths.legs[own, index]) if index < traffic.traffic_path_count[i] else -1


def path_speed(
    i: int, own: int, body: Body, speed: float, traffic: Traffic, paths: Paths, graph: RoadGraph, braking: float
) -> float:
    """Return the speed that limits, bends and the crossings after the next one allow [m/s].

    Args:
        speed: speed of the vehicle [m/s]. Beyond the distance of gentle braking nothing is looked at.
        braking: greatest deceleration [m/s^2].
    """
    leg: int = traffic.traffic_leg[i]
    along, aside = traffic.traffic_along[i], traffic.traffic_aside[i]
    target = minimum(graph.speed[leg], bend_limit(graph, leg, along, BRAKING))
    way, front = lane_length(graph, leg) - along, body.front_reach[i] + line_back(i, body)
    sight = speed * speed / (2.0 * BRAKING) + NEAR_SIGHT
    for step in range(1, LONGEST_WAY):
        following = leg_at(step, i, own, traffic, paths)
        if following < 0 or way > sight or turns_round(leg, following):
            break
        curve = curve_between(graph, leg, following, aside)
        target = minimum(target, approach_speed(way, curve.speed, 2.0 * BRAKING))
        way += curve.length
        bend = minimum(graph.speed[following], bend_limit(graph, following, 0.0, BRAKING))
        target = minimum(target, approach_speed(way, bend, 2.0 * BRAKING))
        leg = following
        if graph.is_crossing[graph.head[leg]] != 0 and traffic.traffic_may_pass[i] <= step:
            target = minimum(target, approach_speed(way + waiting_place(leg, front, graph), 0.0, braking))
        way += lane_length(graph, leg)
    return target


def waiting_place(leg: int, front_reach: float, graph: RoadGraph) -> Real:
    """Return the distance along a leg at which a vehicle from the leg before waits for the crossing at its end [m].

    On a leg that is too short for it the vehicle waits where it has just entered the leg, because only there it asks to
    pass.

    Args:
        front_reach: distance from the reference point to the front bumper [m].
    """
    return maximum(lane_length(graph, leg) - front_reach - graph.wait[leg], ENTERED)


def line_back(i: int, body: Body) -> Real:
    """Return how much farther before a crossing a vehicle waits because of its trailers [m]."""
    return select(body.pulls_trailers[i] != 0, LINE_BACK, 0.0)


def vehicle_ahead(
    i: int, own: int, lanes: Lanes, front_reach: float, speed: float, most: float, traffic: Traffic, others: Others,
    paths: Paths, graph: RoadGraph,
) -> Ahead:  # fmt: skip
    """Return the next vehicle on a vehicle's path that is on one of some lanes.

    Args:
        front_reach: distance from the reference point to the front bumper [m].
        speed: speed of the vehicle [m/s]. Beyond its braking distance nothing is looked at.
        most: distance beyond which nothing is looked at [m].
    """
    leg: int = traffic.traffic_leg[i]
    along, order = traffic.traffic_along[i], others.order
    for spot in range(order.place[own] - 1, order.first[leg] - 1, -1):
        before: int = order.item[spot]
        if shares(before, lanes, others.traffic):
            return ahead_at(before, -along - front_reach, own, others)
    way = -along - front_reach
    sight = minimum(0.5 * speed * speed / LEAST_BRAKING + HEADWAY * speed + NEAR_SIGHT, most)
    for step in range(1, LONGEST_WAY):
        following = leg_at(step, i, own, traffic, paths)
        if following < 0 or turns_round(leg, following):
            break
        way += way_length(graph, leg, following)
        if way > sight:
            break
        for spot in range(order.first[following + 1] - 1, order.first[following] - 1, -1):
            last: int = order.item[spot]
            if last == own:  # the path leads round to the vehicle itself
                return Ahead(LARGEST, LARGEST)
            if shares(last, lanes, others.traffic):
                return ahead_at(last, way, own, others)
        leg = following
    return Ahead(LARGEST, LARGEST)


def lanes_of(i: int, traffic: Traffic) -> Lanes:
    """Return the lanes that a vehicle is on: two while it changes from one to the other."""
    lane, before = int(traffic.traffic_lane[i]), int(traffic.traffic_lane_before[i])
    return Lanes(minimum(lane, before), maximum(lane, before))


def shares(i: int, lanes: Lanes, traffic: Traffic) -> bool:
    """Return whether a vehicle is on one of some lanes."""
    own = lanes_of(i, traffic)
    return own.outer <= lanes.inner and lanes.outer <= own.inner


def ahead_at(other: int, way: float, own: int, others: Others) -> Ahead:
    """Return a vehicle ahead: its distance along the path, or the straight one if it is near and that is less.

    Args:
        way: distance from the front bumper to the beginning of the other vehicle's lane [m].
        own: id of the vehicle behind.
    """
    body, pose = others.entity.body, others.entity.pose
    gap = way + others.traffic.traffic_along[other] - body.rear_reach[other]
    dx, dy = pose.x[other] - pose.x[own], pose.y[other] - pose.y[own]
    straight = sqrt(dx * dx + dy * dy) - body.front_reach[own] - body.rear_reach[other]
    return Ahead(select(gap < CLOSE, minimum(gap, straight), gap), others.entity.motion.speed[other])


def stop_speed(
    i: int, body: Body, speed: float, traffic: Traffic, graph: RoadGraph, braking: float, line: Real, dt: float
) -> float:
    """Return the speed with which a vehicle stops before a crossing that it may not pass; count how long it stands.

    One that stands although it may pass lets others pass, unless it is in the way of some behind it, too.

    Args:
        speed: speed of the vehicle [m/s].
        braking: greatest deceleration [m/s^2].
        line: more distance from the crossing at which it waits [m].
    """
    leg, following, along = traffic.traffic_leg[i], traffic.traffic_next[i], traffic.traffic_along[i]
    front_reach, end = body.front_reach[i], lane_length(graph, leg) - along
    is_round = turns_round(leg, following)
    if following >= 0 and graph.is_crossing[graph.head[leg]] == 0 and not is_round:
        return LARGEST
    stands = abs(speed) < STANDING
    room = end - front_reach - graph.wait[leg] - maximum(line_back(i, body), line)
    if following < 0:  # the end of its path, or of the network, which it may leave
        leaves = traffic.traffic_may_pass[i] != 0
        return select(leaves, LARGEST, approach_speed(end - front_reach, 0.0, braking))
    if traffic.traffic_may_pass[i] == 0 and graph.is_crossing[graph.head[leg]] != 0:
        traffic.traffic_wait[i] += select(stands & (room < NEAR_LINE), dt, 0.0)
        return approach_speed(room, 0.0, braking)
    if is_round:
        return approach_speed(end - 0.5, 0.0, braking)
    is_before = stands & (room > 0.0) & (along + room > graph.clear[leg] + front_reach + body.rear_reach[i])
    traffic.traffic_wait[i] = select(is_before, traffic.traffic_wait[i] + dt, 0.0)
    if traffic.traffic_wait[i] > TIMID:
        traffic.traffic_may_pass[i], traffic.traffic_wait[i] = 0, 0.0
    return LARGEST


def point_ahead(i: int, own: int, look: float, traffic: Traffic, paths: Paths, graph: RoadGraph) -> LanePoint:
    """Return the point of a vehicle's path at a distance ahead of its place [m]."""
    leg, aside = traffic.traffic_leg[i], traffic.traffic_aside[i]
    along = traffic.traffic_along[i] + look
    following = leg_at(1, i, own, traffic, paths)
    for step in range(2, LONGEST_WAY + 1):
        if following < 0 or turns_round(leg, following):
            break
        way = way_length_aside(graph, leg, following, aside)
        if along <= way:
            break
        along -= way
        leg, following = following, leg_at(step, i, own, traffic, paths)
    return way_point(graph, leg, following, along, aside)
