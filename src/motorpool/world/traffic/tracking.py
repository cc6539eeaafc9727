"""Stages that find where vehicles are along their lanes, and sort them by leg; see ``compile.rows``."""

from typing import NamedTuple

from ...base.arrays import Indices, WholeTable
from ...ground.roads.graph import RoadGraph
from ...ground.roads.lanes import lane_length, span, turns_round, way_length_aside, way_point
from ...models.mathematics import clamp, maximum, minimum
from ..columns import Whole
from ..drivers.columns import DriverInputs
from ..drivers.kinds import AUTOPILOT
from ..entity.columns import Body, Motion, Pose
from ..guidance.columns import Goal
from ..guidance.goal_kinds import TRAFFIC
from .columns import Traffic
from .phases import DRIVING

AT_END = 2.0  # distance to the end of its lane from which a vehicle turns round [m]
SLOW = 1.0  # speed from which it does [m/s]
HALVINGS = 6  # of that change, until it leads nearer to the vehicle
SURE = 0.1  # change, besides what a vehicle drives, up to which it is taken as it is [m]
SLACK = 1.0  # distance by which a place may change in a step, besides what a vehicle drives [m]


class Paths(NamedTuple):
    """Legs that each vehicle drives."""

    legs: WholeTable  # (vehicles, legs)


class LaneOrder(NamedTuple):
    """Vehicles by leg: ``item[first[leg]:first[leg + 1]]``, the foremost first."""

    first: Indices  # (legs + 1,)
    item: Indices  # (vehicles,)
    place: Indices  # (vehicles,): of each vehicle in ``item``; -1 for none


def follow_places(
    pose: Pose, motion: Motion, body: Body, inputs: DriverInputs, goal: Goal, traffic: Traffic, paths: Whole[Paths],
    graph: Whole[RoadGraph], dt: float,
) -> None:  # fmt: skip
    """Update the place of each vehicle along its path, and its leg at the end of one."""
    for i in range(pose.x.size):
        leg = traffic.traffic_leg[i]
        if goal.goal[i] != TRAFFIC or inputs.driver[i] != AUTOPILOT or not is_on_lane(i, traffic):
            continue
        following, aside = traffic.traffic_next[i], traffic.traffic_aside[i]
        along = next_place(i, pose, motion.speed[i] * dt, traffic, graph)
        traffic.traffic_along[i] = along if along > 0.0 else 0.0
        if following < 0:
            continue
        if turns_round(leg, following):
            room = lane_length(graph, leg) - along
            is_over = traffic.traffic_may_pass[i] != 0 and room < AT_END and abs(motion.speed[i]) < SLOW
            if is_over:
                enter_next(i, body.vehicle_id[i], 0.0, traffic, paths)
        else:
            rest = along - way_length_aside(graph, leg, following, aside)
            if rest >= 0.0:
                enter_next(i, body.vehicle_id[i], rest, traffic, paths)


def next_place(i: int, pose: Pose, driven: float, traffic: Traffic, graph: RoadGraph) -> float:
    """Return the distance of a vehicle along its path, from its distance in the last step [m].

    Far from a path that bends, the projection on its tangent may be farther away; then the change is halved. The place
    goes back only as far as the vehicle does, because one that turns round may come near to a part that is passed.

    Args:
        driven: distance that the vehicle has driven in this step, backward negative [m].
    """
    leg, following, aside = traffic.traffic_leg[i], traffic.traffic_next[i], traffic.traffic_aside[i]
    along = traffic.traffic_along[i]
    here = way_point(graph, leg, following, along, aside)
    dx, dy = pose.x[i] - here.x, pose.y[i] - here.y
    change = clamp(dx * here.east + dy * here.north, minimum(driven, 0.0), maximum(driven, 0.0) + SLACK)
    for _ in range(HALVINGS):
        if change < maximum(driven, 0.0) + SURE:
            break
        there = way_point(graph, leg, following, along + change, aside)
        if span(pose.x[i], pose.y[i], there.x, there.y) < span(dx, dy, 0.0, 0.0):
            break
        change *= 0.5
    return along + change


def enter_next(i: int, own: int, along: float, traffic: Traffic, paths: Paths) -> None:
    """Put a vehicle on the next leg of its path.

    Args:
        own: its row in the paths.
        along: distance along the lane of the next leg [m].
    """
    traffic.traffic_before[i] = traffic.traffic_leg[i]
    traffic.traffic_leg[i] = traffic.traffic_next[i]
    traffic.traffic_along[i] = along
    index = traffic.traffic_path_index[i] + 1
    traffic.traffic_path_index[i] = index
    following = -1
    if index + 1 < traffic.traffic_path_count[i]:
        following = int(paths.legs[own, index + 1])
    traffic.traffic_next[i] = following
    traffic.traffic_may_pass[i] = maximum(traffic.traffic_may_pass[i] - 1, 0)
    traffic.traffic_wait[i] = 0.0
    traffic.traffic_best[i], traffic.traffic_held[i], traffic.traffic_turned[i] = along, 0.0, 0


def sort_along(traffic: Whole[Traffic], order: Whole[LaneOrder]) -> None:
    """Sort the vehicles on each leg by their distance along it, the foremost first; of equal ones by id."""
    first, item, place = order.first, order.item, order.place
    legs = first.size - 1
    for leg in range(legs + 1):
        first[leg] = 0
    for i in range(traffic.traffic_leg.size):
        place[i] = -1
        if is_on_lane(i, traffic):
            first[traffic.traffic_leg[i] + 1] += 1
    for leg in range(legs):
        first[leg + 1] += first[leg]
    for i in range(traffic.traffic_leg.size):  # moves the beginning of each leg to its end ...
        if is_on_lane(i, traffic):
            leg: int = traffic.traffic_leg[i]
            item[first[leg]] = i
            first[leg] += 1
    for leg in range(legs, 0, -1):  # ... which is the beginning of the next leg
        first[leg] = first[leg - 1]
    first[0] = 0
    for leg in range(legs):
        for spot in range(first[leg] + 1, first[leg + 1]):
            sort_in(spot, first[leg], item, traffic)
    for spot in range(first[legs]):
        place[item[spot]] = spot


def sort_in(spot: int, low: int, item: Indices, traffic: Traffic) -> None:
    """Move the vehicle at a spot forward to where it belongs among those from ``low`` on, which are sorted."""
    vehicle = item[spot]
    along = traffic.traffic_along[vehicle]
    while spot > low and traffic.traffic_along[item[spot - 1]] < along:
        item[spot] = item[spot - 1]
        spot -= 1
    item[spot] = vehicle


def is_on_lane(i: int, traffic: Traffic) -> bool:
    """Return whether a vehicle is on a lane, and not parked beside it."""
    return traffic.traffic_leg[i] >= 0 and traffic.traffic_phase[i] == DRIVING
