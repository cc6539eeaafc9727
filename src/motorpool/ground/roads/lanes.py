"""Lanes: positions along the lanes of a road graph and the curves between them, for compiled functions.

A vehicle's distance along its leg is 0 where the lane begins. Behind the lane's end it continues on a curve to the lane
of the next leg, a cubic Bezier curve that is tangent to both, and nearly an arc where both are equally far. The graph
has the curves between the middles of lanes in a table, because vehicles look at several of them in each step.
"""

from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from ...models.mathematics import Real, clamp, maximum, minimum, select, sqrt
from .road_graph import (
    ALONG,
    BACKWARD,
    FORWARD,
    LATERAL,
    LEFT_X,
    LEFT_Y,
    LONGEST_ARC,
    SLOWEST,
    RoadGraph,
    X,
    Y,
)  # fmt: skip

LONGEST_WAY = 12  # legs that a lookahead can reach over; maps have legs of a few metres
SHARPER = 1.2  # greatest curvature of a curve over its mean [1]
SLIGHT = 0.5  # chord of the turn from one lane to the next up to which it is one corner of a bend's line [1]
LENGTH, SPEED, COLUMNS = 0, 1, 16  # first columns of ``RoadGraph.turns``, and their number
NO_CURVES: NDArray[np.float64] = np.zeros((1, COLUMNS))


class LanePoint(NamedTuple):
    """Point of a path, and the path's direction there."""

    x: float  # [m]
    y: float  # [m]
    east: float  # of the unit vector along the path
    north: float
    piece: float  # length of the piece of the line [m]


class Curve(NamedTuple):
    """Curve between two lanes."""

    start: LanePoint
    first_x: float  # first control point [m]
    first_y: float  # [m]
    second_x: float  # second control point [m]
    second_y: float  # [m]
    end: LanePoint
    length: float  # approximately [m]
    speed: float  # of a vehicle on it, at most [m/s]


def lane_length(graph: RoadGraph, leg: int) -> float:
    """Return the length of a leg's lane between junctions [m]."""
    return graph.stop[leg] - graph.begin[leg]


def lane_width(graph: RoadGraph, leg: int) -> float:
    """Return the width of one lane of a leg's carriageway [m]."""
    return 2.0 * graph.half_width[leg] / maximum(graph.lane_count[leg] + graph.lane_count[leg ^ 1], 1)


def piece_at(graph: RoadGraph, leg: int, place: float) -> int:
    """Return the number of the point at the start of the piece that contains a distance along the section [m].

    Args:
        place: distance from the section's first point [m].
    """
    low, high = int(graph.point_first[leg // 2]), int(graph.point_first[leg // 2 + 1]) - 1
    while high - low > 1:
        middle = (low + high) // 2
        if graph.along[middle] <= place:
            low = middle
        else:
            high = middle
    return low


def place_on(graph: RoadGraph, leg: int, along: float) -> float:
    """Return the distance from the section's first point [m] of a distance along the leg's lane [m]."""
    here = graph.begin[leg] + along
    return select(leg % 2 == 0, here, graph.length[leg] - here)


def lane_point(graph: RoadGraph, leg: int, along: float, aside: float) -> LanePoint:
    """Return the point at a distance along the lane of a leg.

    Args:
        aside: from the lane's middle to the right [m].
    """
    place = place_on(graph, leg, along)
    return point_on_piece(graph, leg, place, piece_at(graph, leg, place), aside)


def point_on_piece(graph: RoadGraph, leg: int, place: float, low: int, aside: float) -> LanePoint:
    """Return the point of a lane beside a distance from the section's first point, on the piece from point ``low``."""
    size = graph.points[low + 1, ALONG] - graph.points[low, ALONG]
    share = (place - graph.points[low, ALONG]) / size
    way = select(leg % 2 == 0, 1.0, -1.0)
    x, y = graph.points[low, X], graph.points[low, Y]
    dx, dy = graph.points[low + 1, X] - x, graph.points[low + 1, Y] - y
    left = -way * (graph.lane[leg] + aside)
    mix = clamp(share, 0.0, 1.0)
    left_x, left_y = graph.points[low, LEFT_X], graph.points[low, LEFT_Y]
    left_x += mix * (graph.points[low + 1, LEFT_X] - left_x)
    left_y += mix * (graph.points[low + 1, LEFT_Y] - left_y)
    return LanePoint(
        x + share * dx + left * left_x, y + share * dy + left * left_y, way * dx / size, way * dy / size, size
    )


def turn_at(graph: RoadGraph, leg: int, following: int) -> int:
    """Return the row of ``graph.turns`` from a leg to one that follows; -1 if it does not follow."""
    for turn in range(graph.follow_first[leg], graph.follow_first[leg + 1]):
        if graph.follow[turn] == following:
            return turn
    return -1


def curve_between(graph: RoadGraph, leg: int, following: int, aside: float) -> Curve:
    """Return the curve from the end of a leg's lane to the beginning of the next one's.

    Args:
        aside: from the middles of both lanes to the right [m].
    """
    turn = turn_at(graph, leg, following)
    if turn >= 0 and aside == 0.0:
        return curve_in(graph, turn)
    return curve_joining(
        lane_point(graph, leg, lane_length(graph, leg), aside), lane_point(graph, following, 0.0, aside)
    )


def curve_in(graph: RoadGraph, turn: int) -> Curve:
    """Return the curve in a row of the table of turns."""
    row = graph.turns
    start = LanePoint(row[turn, 2], row[turn, 3], row[turn, 4], row[turn, 5], row[turn, 6])
    end = LanePoint(row[turn, 11], row[turn, 12], row[turn, 13], row[turn, 14], row[turn, 15])
    first_x, first_y, second_x, second_y = row[turn, 7], row[turn, 8], row[turn, 9], row[turn, 10]
    return Curve(start, first_x, first_y, second_x, second_y, end, row[turn, LENGTH], row[turn, SPEED])


def curve_joining(start: LanePoint, end: LanePoint) -> Curve:
    """Return the curve that joins two points of lanes."""
    cross = start.east * end.north - start.north * end.east
    dx, dy = end.x - start.x, end.y - start.y
    chord = sqrt(dx * dx + dy * dy)
    safe = select(abs(cross) < 0.1, 1.0, cross)
    before = (dx * end.north - dy * end.east) / safe  # from the start to where both directions meet
    after = (start.east * dy - start.north * dx) / safe
    meets = (abs(cross) >= 0.1) & (before > 0.0) & (after > 0.0) & (before < 3.0 * chord + 1.0)
    corner_x = select(meets, start.x + before * start.east, 0.5 * (start.x + end.x))
    corner_y = select(meets, start.y + before * start.north, 0.5 * (start.y + end.y))
    cosine = start.east * end.east + start.north * end.north
    half = sqrt(maximum(0.5 + 0.5 * cosine, 0.0))  # cosine of half the turn
    share = 2.0 / 3.0 * select(meets, 2.0 * half / (1.0 + half), 1.0)  # of an arc: 4 / 3 tan(turn / 4) / tan(turn / 2)
    first_x, first_y = start.x + share * (corner_x - start.x), start.y + share * (corner_y - start.y)
    second_x, second_y = end.x + share * (corner_x - end.x), end.y + share * (corner_y - end.y)
    polygon = span(start.x, start.y, first_x, first_y) + span(first_x, first_y, second_x, second_y)
    polygon += span(second_x, second_y, end.x, end.y)
    length = maximum(0.5 * (chord + polygon), 0.1)  # Gravesen 1997
    turn = sqrt(maximum(2.0 - 2.0 * cosine, 0.0))  # chord of the angle, near enough to it
    arc = select(turn < SLIGHT, minimum(0.5 * (start.piece + end.piece), LONGEST_ARC), 0.0)  # as within a section
    speed = maximum(sqrt(LATERAL * maximum(length, arc) / maximum(SHARPER * turn, 1e-6)), SLOWEST)
    return Curve(start, first_x, first_y, second_x, second_y, end, length, speed)


def span(x: float, y: float, other_x: float, other_y: float) -> float:
    """Return the distance of two points [m]."""
    return sqrt((other_x - x) * (other_x - x) + (other_y - y) * (other_y - y))


def curve_point(curve: Curve, along: float) -> LanePoint:
    """Return the point at a distance along a curve [m]."""
    share = clamp(along / curve.length, 0.0, 1.0)
    rest = 1.0 - share
    start, end = curve.start, curve.end
    one, two, three, four = rest * rest * rest, 3.0 * rest * rest * share, 3.0 * rest * share * share, share**3
    x = one * start.x + two * curve.first_x + three * curve.second_x + four * end.x
    y = one * start.y + two * curve.first_y + three * curve.second_y + four * end.y
    one, two, three = rest * rest, 2.0 * rest * share, share * share
    dx = one * (curve.first_x - start.x) + two * (curve.second_x - curve.first_x) + three * (end.x - curve.second_x)
    dy = one * (curve.first_y - start.y) + two * (curve.second_y - curve.first_y) + three * (end.y - curve.second_y)
    size = maximum(sqrt(dx * dx + dy * dy), 1e-9)
    return LanePoint(x, y, dx / size, dy / size, curve.length)


def turns_round(leg: int, following: int) -> bool:
    """Return whether a vehicle turns round at the end of a leg."""
    return following >= 0 and leg // 2 == following // 2 and leg != following


def way_length(graph: RoadGraph, leg: int, following: int) -> float:
    """Return the length of a leg's lane and of the curve behind it [m]."""
    if following < 0 or turns_round(leg, following):
        return lane_length(graph, leg)
    turn = turn_at(graph, leg, following)
    if turn >= 0:
        return lane_length(graph, leg) + graph.turns[turn, LENGTH]
    return lane_length(graph, leg) + curve_between(graph, leg, following, 0.0).length


def way_length_aside(graph: RoadGraph, leg: int, following: int, aside: float) -> float:
    """Return the length of a leg's lane and of the curve behind it for a vehicle that drives to its right [m]."""
    if aside == 0.0 or following < 0 or turns_round(leg, following):
        return way_length(graph, leg, following)
    return lane_length(graph, leg) + curve_between(graph, leg, following, aside).length


def way_point(graph: RoadGraph, leg: int, following: int, along: float, aside: float) -> LanePoint:
    """Return the point at a distance along a leg's lane and the curve behind it."""
    length = lane_length(graph, leg)
    if along <= length or following < 0 or turns_round(leg, following):
        return lane_point(graph, leg, along, aside)
    return curve_point(curve_between(graph, leg, following, aside), along - length)


def bend_limit(graph: RoadGraph, leg: int, along: float, braking: float) -> float:
    """Return the speed at a distance along a lane that its bends ahead allow [m/s]."""
    place = place_on(graph, leg, minimum(along, lane_length(graph, leg)))
    low = piece_at(graph, leg, place)
    ahead = select(leg % 2 == 0, graph.points[low + 1, FORWARD], graph.points[low, BACKWARD])
    room = select(leg % 2 == 0, graph.points[low + 1, ALONG] - place, place - graph.points[low, ALONG])
    return sqrt(ahead * ahead + 2.0 * braking * maximum(room, 0.0))


def oncoming_place(graph: RoadGraph, leg: int, along: float) -> float:
    """Return the distance along the lane of the other direction of a section at the same place [m]."""
    return graph.length[leg] - graph.begin[leg] - along - graph.begin[leg ^ 1]


def side_of(graph: RoadGraph) -> Real:
    """Return 1 where vehicles drive on the right, -1 where they drive on the left."""
    return select(graph.keeps_left == 0, 1.0, -1.0)


def with_curves(graph: RoadGraph) -> RoadGraph:
    """Return a graph with the curves between its lanes."""
    leg = np.repeat(np.arange(len(graph.length)), np.diff(graph.follow_first))
    if not len(leg):
        return graph
    start = _lane_points(graph, leg, graph.stop - graph.begin)
    end = _lane_points(graph, graph.follow, np.zeros(len(graph.length)))
    curve = cast("Any", curve_joining)(start, end)
    return graph._replace(turns=np.column_stack([curve.length, curve.speed, *start, *curve[1:5], *end]))


def _lane_points(graph: RoadGraph, chosen: NDArray[Any], along: NDArray[np.float64]) -> LanePoint:
    """Return points of many lanes at once, at a distance along each leg of the graph [m]."""
    place = cast("Any", place_on)(graph, np.arange(len(along)), along)
    low = np.array([piece_at(graph, leg, float(there)) for leg, there in enumerate(place)])
    return cast("Any", point_on_piece)(graph, chosen, place[chosen], low[chosen], 0.0)
