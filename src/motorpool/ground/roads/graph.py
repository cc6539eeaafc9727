"""Road graph: a road network as arrays, for searches and for vehicles that drive along it.

A leg is a section in one direction: leg 2 s is section s forward, leg 2 s + 1 backward. ``follow`` lists the legs that
a vehicle can drive after a leg; it turns round only where no other leg follows. An arm is a leg that leaves a node,
whether it is open or not; arms are counted counter-clockwise.

Sections are cut where they cross without a node and in tight bends (``cuts``); the graph's sections are the pieces.

Legs are trimmed at junctions: a vehicle leaves the lane of its leg at ``stop``, and enters that of the next leg at
``begin``. A curve joins the two.
"""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.arrays import Floats, Indices, Words
from ...base.errors import WorldError
from .bends import along_of
from .cuts import Cuts, cut_sections
from .network import RULES, RoadNetwork, RoadSection
from .network_files import check_network

LATERAL = 2.0  # lateral acceleration in bends; larger values are uncomfortable and slip on wet roads [m/s^2]
BRAKING = 1.5  # deceleration before bends [m/s^2]
SLOWEST = 2.5  # speed in the tightest bend [m/s]
ROOM = 2.0  # between the edge of a crossing road and the lane's end [m]
TURN_RADIUS = 6.5  # of the sharpest turn at a junction; smaller values make vehicles run wide [m]
SHARP = math.radians(60.0)  # bend of a narrow road from which oncoming vehicles wait for each other [rad]
NARROW = 3.0  # half width of a narrow road [m]
MOST_TRIM = 20.0  # length that a junction takes of a leg, at most [m]
MOST_SHARE = 0.4  # the same, over the length of the leg [1]
TURN_ROOM = 6.0  # the same at a dead end, where vehicles turn round [m]
BEND_TRIM = 0.5  # the same in a tight bend, whose curve is that of the line [m]
STUB = 40.0  # length of a dead end in which two vehicles cannot turn round and pass each other [m]
LINE_ROOM = 3.0  # before a crossing, for vehicles that turn sharply there [m]
NARROW_ROOM = 5.0  # before a crossing on a narrow road, for vehicles that turn into it [m]
END_ROOM = 18.0  # before a dead end, for the vehicle that turns round [m]
MOST_MITER = 2.0  # factor of the offset at a sharp bend [1]
LONGEST_ARC = 12.0  # length over which a vehicle rounds a corner of a line with distant points [m]
STRAIGHT = math.radians(30.0)  # angle up to which two roads at a node continue each other [rad]
SHARPEST = math.radians(130.0)  # turn at a junction that vehicles do not make if they can drive on otherwise [rad]
NEAR_SIGN = 40.0  # distance before a sign within which vehicles give way at cuts, too [m]
ROUND, MOST_LEGS = 400.0, 40  # length [m] and legs of a roundabout, at most; larger circles are blocks of houses
JUNCTION, BEND = 1, 2  # kinds of crossings
UNSAID, PRIORITY, GIVE_WAY, STOP = 0, 1, -1, -2  # right of way at the end of a leg, in the order of ``RULES``


class RoadGraph(NamedTuple):
    """Road network as arrays, for compiled functions; see the module's text."""

    point_first: Indices  # (sections + 1,): first point of each section
    x: Floats  # (points,): of the centre lines [m]
    y: Floats  # [m]
    left_x: Floats  # (points,): offset of a line one metre to the left of the section's forward direction [1]
    left_y: Floats  # [1]
    along: Floats  # (points,): distance from the section's first point [m]
    z: Floats  # (points,): height of the centre line; 0 where the network has none [m]
    forward_speed: Floats  # (points,): speed before the bends ahead, forward [m/s]
    backward_speed: Floats  # the same for the other direction [m/s]
    length: Floats  # (legs,): of the section [m]
    speed: Floats  # (legs,): speed limit [m/s]
    lane: Floats  # (legs,): offset of the lane from the centre line, to the right of the leg's direction [m]
    lane_count: Words  # (legs,): lanes of its direction, from the outer one inward; 0 where it is closed
    half_width: Floats  # (legs,): of the carriageway [m]
    begin: Floats  # (legs,): trimmed length at its start [m]
    stop: Floats  # (legs,): distance along the leg where its lane ends [m]
    rank: Floats  # (legs,): of the road; larger ones have precedence
    is_open: Words  # (legs,): 1 if vehicles may drive there
    is_shared: Words  # (legs,): 1 if oncoming vehicles use the same section
    tail: Indices  # (legs,): node that the leg leaves
    head: Indices  # (legs,): node that the leg leads to
    arm: Indices  # (legs,): number of the leg among the arms of its tail
    arm_yaw: Floats  # (legs,): direction in which the leg leaves its tail [rad]
    node_first: Indices  # (nodes + 1,): first arm of each node
    node_arm: Indices  # (legs,): legs that leave each node, counter-clockwise
    wait: Floats  # (legs,): distance before the lane's end at which the bumper of a vehicle that waits is [m]
    clear: Floats  # (legs,): length behind the lane's beginning that belongs to the crossing there [m]
    is_crossing: Words  # (nodes,): JUNCTION or BEND where vehicles must ask before they pass, 0 elsewhere
    follow_first: Indices  # (legs + 1,): first follower of each leg
    follow: Indices  # legs that can follow
    is_round: Words  # (legs,): 1 on a roundabout, where vehicles have precedence before those that come in
    rule: Words  # (legs,): right of way at its end: PRIORITY, GIVE_WAY, STOP or UNSAID, as where traffic lights are
    lights: Indices  # (legs,): number of the junction whose traffic lights are at its end; -1 for none
    phase: Words  # (legs,): number of the phase in which these are green; -1 if the map does not say it
    before: Indices  # (legs,): the only leg that a leg follows; -1 if there are several or none
    keeps_left: int  # 1 where vehicles drive on the left, else 0


def graph_of(network: RoadNetwork) -> RoadGraph:
    """Return the graph of a road network.

    Raises:
        WorldError: the network is empty, or a value in it is not allowed.
    """
    check_network(network)
    if not network.sections:
        raise WorldError("the road network has no sections; give it at least one")
    cuts, profiles = _cut(network.sections)
    sections = [network.sections[piece.section] for piece in cuts.pieces]
    lines = [piece.line for piece in cuts.pieces]
    counts = np.array([len(line) for line in lines])
    point_first = np.concatenate([[0], np.cumsum(counts)])
    points, lefts, alongs = np.concatenate(lines), [_lefts(line) for line in lines], [along_of(line) for line in lines]
    heights = [
        np.interp(piece.begin + along, *profiles[piece.section])
        for piece, along in zip(cuts.pieces, alongs, strict=True)
    ]
    limits = np.repeat([section.speed_limit for section in sections], 2).astype(np.float64)
    forward = [_bend_speeds(line, section.speed_limit) for line, section in zip(lines, sections, strict=True)]
    backward = [_bend_speeds(line[::-1], section.speed_limit) for line, section in zip(lines, sections, strict=True)]
    length = np.repeat([along[-1] for along in alongs], 2)
    ends = np.array([(piece.start, piece.end) for piece in cuts.pieces])
    tail, head = ends.ravel(), ends[:, ::-1].ravel()
    half_width = np.repeat([0.5 * section.width for section in sections], 2)
    lanes = np.array([(section.lanes_forward, section.lanes_backward) for section in sections])
    is_open = (lanes > 0).ravel()
    outer = half_width - half_width / np.repeat(np.maximum(lanes.sum(axis=1), 1), 2)
    arm_yaw = np.array([yaw for line in lines for yaw in (_yaw_from(line), _yaw_from(line[::-1]))])
    node_first, node_arm, arm = _arms(tail, arm_yaw)
    reach = _reaches(cuts, len(node_first) - 1)
    begin, end = _trims(node_first, node_arm, arm_yaw, half_width, length, reach)
    follow_first, follow = _followers(node_first, node_arm, head, is_open, arm_yaw, cuts.nodes)
    crossings = _crossings(node_first, node_arm, arm_yaw, half_width)
    crossings[reach > 0.0] = BEND
    returns = follow[follow == np.repeat(np.arange(len(head)), np.diff(follow_first)) ^ 1] ^ 1  # legs with no way on
    crossings[head[returns]] = JUNCTION
    signs = _signs(sections, cuts, head, length)
    crossings[head[(signs.lights >= 0) | (signs.rule == STOP)]] = JUNCTION
    wait, clear = _rooms(half_width, length - begin - end, reach[head], reach[tail])
    wait[returns] = END_ROOM
    columns: Any = (
        point_first.astype(np.int32), *(np.ascontiguousarray(column) for column in points.T),
        *(np.ascontiguousarray(column) for column in np.concatenate(lefts).T), np.concatenate(alongs),
        np.concatenate(heights), np.concatenate(forward), np.concatenate([speeds[::-1] for speeds in backward]),
        length, limits,
        -outer if network.drives_on_left else outer, np.clip(lanes, 0, 127).astype(np.int8).ravel(), half_width,
        begin, length - end,
        _ranks(limits, np.repeat(lanes.sum(axis=1), 2)), is_open.astype(np.int8),
        np.repeat((lanes > 0).all(axis=1), 2).astype(np.int8), tail.astype(np.int32), head.astype(np.int32),
        arm, arm_yaw, node_first, node_arm, wait, clear, crossings, follow_first, follow,
        np.zeros(len(length), np.int8), *signs, _only_before(follow_first, follow), int(network.drives_on_left),
    )  # fmt: skip
    return with_roundabouts(RoadGraph(*columns))


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


class _Signs(NamedTuple):
    """Signs and traffic lights at the ends of legs; see ``RoadGraph``."""

    rule: Words
    lights: Indices
    phase: Words


def _signs(sections: Sequence[RoadSection], cuts: Cuts, head: NDArray[np.int64], length: NDArray[np.float64]) -> _Signs:
    """Return the signs of sections at the ends of their first and last pieces; where lights are, no signs count.

    At cuts close before the end of a section, as of roads through a junction, vehicles give way as they do there.
    """
    number = np.array([piece.section for piece in cuts.pieces])
    is_other = number[1:] != number[:-1]
    is_end = np.column_stack([np.append(is_other, True), np.insert(is_other, 0, True)]).ravel()
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
    length: NDArray[np.float64], reach: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:  # fmt: skip
    """Return the length that junctions take of each leg, at its start and at its end [m]."""
    begin = np.zeros(len(length))
    for node, (first, end) in enumerate(pairwise(node_first.tolist())):
        arms = node_arm[first:end]
        for leg in arms.tolist():
            is_bend = reach[node] > 0.0
            begin[leg] = BEND_TRIM if is_bend else _trim(leg, arms[arms != leg], arm_yaw, half_width)
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
    arm_yaw: NDArray[np.float64], nodes: int,
) -> tuple[Indices, Indices]:  # fmt: skip
    """Return the legs that can follow each leg: not the same section backward, unless no other leg is open.

    Ways that turn by more than ``SHARPEST`` are left out if others lead on. Behind a node of a cut, whose number is
    ``nodes`` or larger, the next piece of the same section follows.
    """
    first, follow = [0], list[int]()
    for leg, node in enumerate(head.tolist()):
        arms = node_arm[node_first[node] : node_first[node + 1]]
        if node >= nodes:
            arms = arms[arms == leg + (2 if leg % 2 == 0 else -2)]
        ways = [other for other in arms.tolist() if is_open[other] and other != leg ^ 1] if is_open[leg] else []
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
