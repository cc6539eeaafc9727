"""Road graphs made of road networks, and the loops that vehicles can drive on them."""

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.arrays import Floats, Indices, Words
from ...base.errors import WorldError
from .bends import along_of
from .cuts import Cuts, Piece, cut_sections
from .lanes import NO_CURVES, with_curves
from .network import RULES, RoadNetwork, RoadSection
from .network_files import check_network
from .road_graph import (
    ALONG,
    BEND,
    BRAKING,
    GIVE_WAY,
    JUNCTION,
    LATERAL,
    LONGEST_ARC,
    PRIORITY,
    SLOWEST,
    STOP,
    UNSAID,
    RoadGraph,
)  # fmt: skip
from .turns import without_turns

ROOM = 2.0  # between the edge of a crossing road and the lane's end [m]
TURN_RADIUS = 6.5  # of the sharpest turn at a junction; smaller values make vehicles run wide [m]
SHARP = math.radians(60.0)  # bend of a narrow road from which oncoming vehicles wait for each other [rad]
NARROW = 3.0  # half width of a narrow road [m]
MOST_TRIM = 20.0  # length that a junction takes of a leg, at most [m]
MOST_SHARE = 0.4  # the same, over the length of the leg [1]
TURN_ROOM = 6.0  # the same at a dead end, where vehicles turn round [m]
DRAWN_TRIM = 0.5  # the same in a tight bend and at a junction whose turns the map draws, whose curve is the map's [m]
STUB = 40.0  # length of a dead end in which two vehicles cannot turn round and pass each other [m]
LINE_ROOM = 3.0  # before a crossing, for vehicles that turn sharply there [m]
NARROW_ROOM = 5.0  # before a crossing on a narrow road, for vehicles that turn into it [m]
END_ROOM = 18.0  # before a dead end, for the vehicle that turns round [m]
MOST_MITER = 2.0  # factor of the offset at a sharp bend [1]
STRAIGHT = math.radians(30.0)  # angle up to which two roads at a node continue each other [rad]
SHARPEST = math.radians(130.0)  # turn at a junction that vehicles do not make if they can drive on otherwise [rad]
NEAR_SIGN = 40.0  # distance before a sign within which vehicles give way at cuts, too [m]
ROUND, MOST_LEGS = 400.0, 40  # length [m] and legs of a roundabout, at most; larger circles are blocks of houses


def graph_of(network: RoadNetwork) -> RoadGraph:
    """Return the graph of a road network.

    Raises:
        WorldError: the network is empty, or a value in it is not allowed.
    """
    check_network(network)
    if not network.sections:
        raise WorldError("the road network has no sections; give it at least one")
    roads, after, bearing = without_turns(network.sections)
    cuts, profiles = _cut(roads)
    sections, lines = [roads[piece.section] for piece in cuts.pieces], [piece.line for piece in cuts.pieces]
    limits = np.repeat([section.speed_limit for section in sections], 2).astype(np.float64)
    points = np.concatenate(
        [_points(piece, section, profiles[piece.section]) for piece, section in zip(cuts.pieces, sections, strict=True)]
    )
    point_first = np.concatenate([[0], np.cumsum([len(line) for line in lines])])
    length = np.repeat(points[point_first[1:] - 1, ALONG], 2)
    ends = np.array([(piece.start, piece.end) for piece in cuts.pieces])
    tail, head = ends.ravel(), ends[:, ::-1].ravel()
    half_width = np.repeat([0.5 * section.width for section in sections], 2)
    lanes = np.array([(section.lanes_forward, section.lanes_backward) for section in sections])
    is_open = (lanes > 0).ravel()
    outer = half_width - half_width / np.repeat(np.maximum(lanes.sum(axis=1), 1), 2)
    arm_yaw = np.array([yaw for line in lines for yaw in (_yaw_from(line), _yaw_from(line[::-1]))])
    road_end = _road_ends(cuts)
    around = np.array([bearing.get(place, yaw) for place, yaw in zip(road_end.tolist(), arm_yaw, strict=True)])
    node_first, node_arm, arm = _arms(tail, around)
    reach = _reaches(cuts, len(node_first) - 1)
    is_drawn = (reach > 0.0) | np.isin(np.arange(len(reach)), tail[np.isin(road_end, list(after))])
    begin, end = _trims(node_first, node_arm, arm_yaw, half_width, length, is_drawn)
    follow_first, follow = _followers(node_first, node_arm, head, is_open, arm_yaw, cuts.nodes, road_end, after)
    crossings = _crossings(node_first, node_arm, arm_yaw, half_width)
    crossings[reach > 0.0] = BEND
    returns = follow[follow == np.repeat(np.arange(len(head)), np.diff(follow_first)) ^ 1] ^ 1  # legs with no way on
    crossings[head[returns]] = JUNCTION
    signs = _signs(sections, cuts, head, length)
    crossings[head[(signs.lights >= 0) | (signs.rule == STOP)]] = JUNCTION
    wait, clear = _rooms(half_width, length - begin - end, reach[head], reach[tail])
    wait[returns] = END_ROOM
    columns: Any = (
        point_first.astype(np.int32), points, np.ascontiguousarray(points[:, ALONG]), length, limits,
        -outer if network.drives_on_left else outer, np.clip(lanes, 0, 127).astype(np.int8).ravel(), half_width,
        begin, length - end,
        _ranks(limits, np.repeat(lanes.sum(axis=1), 2)), is_open.astype(np.int8),
        np.repeat((lanes > 0).all(axis=1), 2).astype(np.int8), tail.astype(np.int32), head.astype(np.int32),
        arm, arm_yaw, node_first, node_arm, wait, clear, crossings, follow_first, follow, NO_CURVES,
        np.zeros(len(length), np.int8), *signs, _only_before(follow_first, follow), int(network.drives_on_left),
    )  # fmt: skip
    return with_roundabouts(with_curves(RoadGraph(*columns)))


def _points(piece: Piece, section: RoadSection, profile: tuple[Floats, Floats]) -> Floats:
    """Return the rows of ``RoadGraph.points`` for a piece of a section.

    Args:
        profile: distances along the section, and its heights there [m].
    """
    line, along = piece.line, along_of(piece.line)
    forward, backward = (_bend_speeds(way, section.speed_limit) for way in (line, line[::-1]))
    heights = np.interp(piece.begin + along, *profile)
    return np.column_stack([line, _lefts(line), along, forward, backward[::-1], heights])


def with_roundabouts(graph: RoadGraph) -> RoadGraph:
    """Return a graph that knows its roundabouts.

    A roundabout is a circle of one-way legs of ``ROUND`` at most, each the straightest way on from the one before, that
    turns once: counter-clockwise where vehicles drive on the right.
    """
    once = -math.tau if graph.keeps_left else math.tau
    for start in np.flatnonzero((graph.is_shared == 0) & (graph.is_open != 0)).tolist():
        circle, turned, length = list[int](), 0.0, 0.0
        leg = start
        while leg >= 0 and leg not in circle and length <= ROUND and len(circle) < MOST_LEGS:
            circle.append(leg)
            leg, turn = _straight_on(graph, leg)
            turned += turn + _turn_along(graph, circle[-1])
            length += float(graph.length[circle[-1]])
        if leg == start and abs(turned - once) < 0.5 and length <= ROUND:
            graph.is_round[circle] = 1
    return graph


def _straight_on(graph: RoadGraph, leg: int) -> tuple[int, float]:
    """Return the one-way leg that leads on straightest from a leg, and the turn to it [rad]; -1 and 0 for none."""
    ways = graph.follow[graph.follow_first[leg] : graph.follow_first[leg + 1]]
    ways = ways[graph.is_shared[ways] == 0]
    if not len(ways):
        return -1, 0.0
    turns = [math.remainder(yaw - float(graph.arm_yaw[leg ^ 1]) - math.pi, math.tau) for yaw in graph.arm_yaw[ways]]
    best = min(range(len(ways)), key=lambda number: abs(turns[number]))
    return int(ways[best]), turns[best]


def _turn_along(graph: RoadGraph, leg: int) -> float:
    """Return the angle by which a leg turns to the left between its arms [rad]."""
    points = slice(int(graph.point_first[leg // 2]), int(graph.point_first[leg // 2 + 1]))
    yaw = np.unwrap(np.arctan2(np.diff(graph.y[points]), np.diff(graph.x[points])))
    if leg % 2 == 1:
        yaw = yaw[::-1] + np.pi
    begins = math.remainder(float(yaw[0] - graph.arm_yaw[leg]), math.tau)
    ends = math.remainder(float(graph.arm_yaw[leg ^ 1]) + math.pi - float(yaw[-1]), math.tau)
    return begins + float(yaw[-1] - yaw[0]) + ends


def _cut(sections: Sequence[RoadSection]) -> tuple[Cuts, list[tuple[Floats, Floats]]]:
    """Return the pieces of sections, with nodes that are counted from 0, and the height along each section."""
    lines, heights = zip(*(_line_of(np.asarray(section.points, np.float64)) for section in sections), strict=True)
    names = np.unique([(section.start, section.end) for section in sections], return_inverse=True)[1].reshape(-1, 2)
    is_shared = [section.lanes_forward * section.lanes_backward > 0 for section in sections]
    return cut_sections(lines, names, is_shared, heights), [
        (along_of(line), z) for line, z in zip(lines, heights, strict=True)
    ]


def _places(cuts: Cuts) -> tuple[NDArray[np.intp], NDArray[np.bool_], NDArray[np.bool_]]:
    """Return the section of each piece, and whether it is the first and the last one of it."""
    number = np.array([piece.section for piece in cuts.pieces])
    is_other = number[1:] != number[:-1]
    return number, np.insert(is_other, 0, True), np.append(is_other, True)


def _road_ends(cuts: Cuts) -> NDArray[np.intp]:
    """Return the end of a section at which each leg begins, as ``turns`` counts them; -1 at a cut."""
    number, is_first, is_last = _places(cuts)
    ends = np.where(is_first, 2 * number, -1), np.where(is_last, 2 * number + 1, -1)
    return np.column_stack(ends).ravel()


class _Signs(NamedTuple):
    """Signs and traffic lights at the ends of legs; see ``RoadGraph``."""

    rule: Words
    lights: Indices
    phase: Words


def _signs(sections: Sequence[RoadSection], cuts: Cuts, head: NDArray[np.int64], length: NDArray[np.float64]) -> _Signs:
    """Return the signs of sections at the ends of their first and last pieces; where lights are, no signs count.

    At cuts close before the end of a section, as of roads through a junction, vehicles give way as they do there.
    """
    number, is_first, is_last = _places(cuts)
    is_end = np.column_stack([is_last, is_first]).ravel()
    rules: dict[str, int] = dict(zip(RULES, (UNSAID, PRIORITY, GIVE_WAY, STOP), strict=True))
    rows = [
        values
        for each in sections
        for values in (
            (rules[each.end_rule], each.end_lights, each.end_phase),
            (rules[each.start_rule], each.start_lights, each.start_phase),
        )
    ]
    given = np.array(rows).T
    rule, lights, phase = np.where(is_end, given, [[UNSAID], [-1], [-1]])
    end = np.cumsum(length[::2])
    begin = end - length[::2]
    first, last = (np.searchsorted(number, number, side=side) for side in ("left", "right"))
    room = np.column_stack([end[last - 1] - end, begin - begin[first]]).ravel()  # from a leg to the section's end
    is_near = ~is_end & (room < NEAR_SIGN)
    rule[is_near] = np.maximum(given[0], GIVE_WAY)[is_near]
    rule[np.isin(head, head[lights >= 0])] = UNSAID
    return _Signs(rule.astype(np.int8), lights.astype(np.int32), phase.astype(np.int8))


def _only_before(follow_first: Indices, follow: Indices) -> Indices:
    """Return the only leg that each leg follows, or -1."""
    legs = len(follow_first) - 1
    found = np.full(legs, -1, np.int32)
    found[follow] = np.repeat(np.arange(legs), np.diff(follow_first))
    found[np.bincount(follow, minlength=legs) > 1] = -1
    return found


def _reaches(cuts: Cuts, nodes: int) -> NDArray[np.float64]:
    """Return the length of the tight bend before and behind each node; 0 where there is none [m]."""
    reach = np.zeros(nodes)
    for node, length in cuts.reach.items():
        reach[node] = length
    return reach


def _rooms(
    half_width: NDArray[np.float64], lane: NDArray[np.float64], ahead: NDArray[np.float64], behind: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the waiting distance before the end of each leg, and the length of the crossing within it [m].

    Args:
        half_width: half of the width of the carriageway [m].
        lane: length of the lane [m].
        ahead, behind: lengths of the tight bends at the leg's end and start [m].
    """
    room = np.where(half_width < NARROW, NARROW_ROOM, LINE_ROOM)
    return np.where(ahead > 0.0, np.minimum(ahead, 0.5 * lane), room), np.minimum(behind, 0.5 * lane)


def loops_of(graph: RoadGraph) -> NDArray[np.int64]:
    """Return for each leg the number of the loop that it belongs to, -1 for closed legs (Tarjan's algorithm).

    From each leg of a loop a vehicle can reach every other one of it; the loop with most legs has the number 0.
    """
    count = len(graph.length)
    first: list[int] = graph.follow_first.tolist()
    follow: list[int] = graph.follow.tolist()
    order, low, places = [-1] * count, [0] * count, [0] * count
    found = np.full(count, -1, np.int64)
    stack: list[int] = []
    loops = seen = 0
    for root in np.flatnonzero(graph.is_open).tolist():
        work = [(root, first[root])] if order[root] < 0 else []
        while work:
            leg, place = work.pop()
            if order[leg] < 0:
                order[leg] = low[leg] = seen
                seen += 1
                places[leg] = len(stack)
                stack.append(leg)
            if place < first[leg + 1]:
                work.append((leg, place + 1))
                other = follow[place]
                if order[other] < 0:
                    work.append((other, first[other]))
                elif found[other] < 0:
                    low[leg] = min(low[leg], order[other])
                continue
            if work:
                low[work[-1][0]] = min(low[work[-1][0]], low[leg])
            if low[leg] == order[leg]:
                place = places[leg]
                found[stack[place:]] = loops
                del stack[place:]
                loops += 1
    sizes = np.bincount(found[found >= 0], minlength=loops)
    numbers = np.empty(loops, np.int64)
    numbers[np.argsort(-sizes, kind="stable")] = np.arange(loops)
    return np.where(found >= 0, numbers[np.maximum(found, 0)], -1) if loops else found


def without_stubs(graph: RoadGraph, chosen: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the chosen legs without dead ends that are shorter than ``STUB``; all if nothing else is there."""
    kept = chosen.copy()
    while True:
        degree = np.bincount(graph.tail[kept | kept[np.arange(len(kept)) ^ 1]], minlength=len(graph.is_crossing))
        is_end = (degree[graph.tail] == 1) | (degree[graph.head] == 1)
        short = kept & is_end & (graph.length < STUB)
        if not short.any() or short[kept].all():
            return kept
        kept &= ~short


def _line_of(points: Floats) -> tuple[Floats, Floats]:
    """Return a line (points, 2) without points that repeat the one before, and its heights, 0 for unknown ones [m]."""
    steps = np.hypot(*np.diff(points[:, :2], axis=0).T)
    kept = points[np.concatenate([[True], steps > 1e-6])]
    if len(kept) < 2:
        kept = points[[0, int(np.argmax(np.hypot(*(points - points[0]).T[:2])))]]
    return kept[:, :2], np.nan_to_num(kept[:, 2])


def _lefts(line: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return offsets of the points that move each piece of the line one metre to its left (miters)."""
    ahead = np.diff(line, axis=0)
    ahead /= np.hypot(*ahead.T)[:, None]
    normal = np.column_stack([-ahead[:, 1], ahead[:, 0]])
    before, after = np.vstack([normal[:1], normal]), np.vstack([normal, normal[-1:]])
    mean = before + after
    size = np.maximum(np.hypot(*mean.T), 1e-9)[:, None]
    factor = np.minimum(2.0 / size, MOST_MITER)
    return mean / size * factor


def _bend_speeds(line: NDArray[np.float64], limit: float) -> NDArray[np.float64]:
    """Return the speed at each point from which gentle braking suffices for all bends ahead on the line [m/s]."""
    step = np.diff(line, axis=0)
    length, yaw = np.hypot(*step.T), np.arctan2(step[:, 1], step[:, 0])
    turn = np.abs((np.diff(yaw) + np.pi) % (2.0 * np.pi) - np.pi)
    arc = np.minimum(0.5 * (length[:-1] + length[1:]), LONGEST_ARC)
    speeds = np.full(len(line), limit)
    speeds[1:-1] = np.clip(np.sqrt(LATERAL * arc / np.maximum(turn, 1e-9)), SLOWEST, limit)
    for point in range(len(line) - 2, -1, -1):
        speeds[point] = min(speeds[point], math.sqrt(speeds[point + 1] ** 2 + 2.0 * BRAKING * length[point]))
    return speeds


def _yaw_from(line: NDArray[np.float64]) -> float:
    """Return the direction in which a line begins, over its first ten metres [rad]."""
    along = along_of(line)
    reach = min(10.0, float(along[-1]))
    x = float(np.interp(reach, along, line[:, 0]))
    y = float(np.interp(reach, along, line[:, 1]))
    return math.atan2(y - line[0, 1], x - line[0, 0])


def _arms(tail: NDArray[np.int64], arm_yaw: NDArray[np.float64]) -> tuple[Indices, Indices, Indices]:
    """Return the first arm of each node, the arms by node, and the number of each leg at its node."""
    order = np.lexsort((np.arange(len(tail)), arm_yaw, tail))
    first = np.concatenate([[0], np.cumsum(np.bincount(tail))])
    arm = np.empty(len(tail), np.int64)
    arm[order] = np.arange(len(tail)) - first[tail[order]]
    return first.astype(np.int32), order.astype(np.int32), arm.astype(np.int32)


def _trims(
    node_first: Indices, node_arm: Indices, arm_yaw: NDArray[np.float64], half_width: NDArray[np.float64],
    length: NDArray[np.float64], is_drawn: NDArray[np.bool_],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:  # fmt: skip
    """Return the length that junctions take of each leg, at its start and at its end [m].

    Args:
        is_drawn: for each node, whether the map has the line of the way over it.
    """
    begin = np.zeros(len(length))
    for node, (first, end) in enumerate(pairwise(node_first.tolist())):
        arms = node_arm[first:end]
        for leg in arms.tolist():
            others = arms[arms != leg]
            is_kept = is_drawn[node] and len(others)
            begin[leg] = DRAWN_TRIM if is_kept else _trim(leg, others, arm_yaw, half_width)
    begin = np.minimum(begin, MOST_SHARE * length)
    end = begin.reshape(-1, 2)[:, ::-1].ravel()  # a leg ends where the other direction begins
    return begin, np.ascontiguousarray(end)


def _trim(leg: int, others: Indices, arm_yaw: NDArray[np.float64], half_width: NDArray[np.float64]) -> float:
    if not len(others):
        return TURN_ROOM
    apart = np.abs((arm_yaw[others] - arm_yaw[leg] + np.pi) % (2.0 * np.pi) - np.pi)
    bend = np.pi - apart
    half = np.maximum(0.5 * apart, 0.1)
    turning = 0.5 * half_width[leg] / np.tan(half) + TURN_RADIUS * np.tan(0.5 * np.pi - half)  # of lanes on one side
    if len(others) == 1:
        return float(np.clip(turning[0], 1.0, MOST_TRIM))
    sine, cosine = np.maximum(np.sin(apart), 0.5), np.abs(np.cos(apart))
    needed = np.maximum((half_width[others] + half_width[leg] * cosine) / sine + ROOM, turning)
    return float(np.clip(np.where(bend < STRAIGHT, 0.0, needed).max(), 2.0, MOST_TRIM))


def _crossings(
    node_first: Indices, node_arm: Indices, arm_yaw: NDArray[np.float64], half_width: NDArray[np.float64]
) -> Words:
    """Return whether each node is a junction, a dead end, or a sharp bend of a narrow road."""
    degree = np.diff(node_first)
    found = (degree != 2).astype(np.int8)
    pairs = node_first[:-1][degree == 2]
    one, two = node_arm[pairs], node_arm[pairs + 1]
    apart = np.abs((arm_yaw[two] - arm_yaw[one] + np.pi) % (2.0 * np.pi) - np.pi)
    narrow = np.minimum(half_width[one], half_width[two]) < NARROW
    found[degree == 2] = (np.pi - apart > SHARP) & narrow
    return found


def _followers(
    node_first: Indices, node_arm: Indices, head: NDArray[np.int64], is_open: NDArray[np.bool_],
    arm_yaw: NDArray[np.float64], nodes: int, road_end: NDArray[np.intp], after: Mapping[int, set[int]],
) -> tuple[Indices, Indices]:  # fmt: skip
    """Return the legs that can follow each leg: not the same section backward, unless no other leg is open.

    Ways that turn by more than ``SHARPEST`` are left out if others lead on. Behind a node of a cut, whose number is
    ``nodes`` or larger, the next piece of the same section follows; behind turns, those to which they lead.

    Args:
        road_end: for each leg, the end of a road at which it begins.
        after: the ends that follow each end of a road, where turns do.
    """
    first, follow = [0], list[int]()
    for leg, node in enumerate(head.tolist()):
        arms = node_arm[node_first[node] : node_first[node + 1]]
        if node >= nodes:
            arms = arms[arms == leg + (2 if leg % 2 == 0 else -2)]
        ways = [other for other in arms.tolist() if is_open[other] and other != leg ^ 1] if is_open[leg] else []
        if (end := int(road_end[leg ^ 1])) in after:
            ways = [other for other in ways if road_end[other] in after[end]]
        apart = [abs(math.remainder(arm_yaw[other] - arm_yaw[leg ^ 1], math.tau)) for other in ways]
        ways = [other for other, angle in zip(ways, apart, strict=True) if angle > math.pi - SHARPEST] or ways
        if not ways and is_open[leg] and is_open[leg ^ 1]:
            ways = [leg ^ 1]
        follow += ways
        first.append(len(follow))
    return np.array(first, np.int32), np.array(follow, np.int32)


def _ranks(limits: NDArray[np.float64], lanes: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the rank of each leg's road: by its speed limit, then by its number of lanes."""
    return np.round(limits) + np.minimum(lanes, 9) / 10.0
