"""Conflicts: whether two ways over a node are in each other's way, for compiled functions."""

import math

from ...ground.roads.graph import BEND, LATERAL, RoadGraph
from ...ground.roads.lanes import curve_between, curve_point, turns_round
from ...models.mathematics import maximum, minimum, wrap_angle

APART = 2.6  # least distance of two straight ways over a crossing that vehicles may use at the same time [m]
SWEPT = 4.0  # more of it over the radius of each way, because the ends of a vehicle stand out [m^2]
SAMPLES = 6  # of each way, for this distance
ACROSS = math.radians(35.0)  # turn from which a vehicle crosses the lane of oncoming ones [rad]


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
