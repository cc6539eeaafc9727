"""Road network of an OpenDRIVE file: carriageways as sections, whose linked ends share nodes.

Junctions say which roads they join.
"""

import itertools
import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...ground.roads.network import RoadNetwork, RoadSection
from .carriageways import Carriageway, Piece, carriageways_of
from .road import Road, RoadLink
from .signals import Controllers, EndSigns, Rights, Way, in_sequence, phases_of, signs_of
from .xml_elements import Element, WrongValue

NO_CONTROLLERS: Controllers = {}
MOST_CONNECTIONS = 100_000  # of a junction
LONGEST_TURN = 80.0  # length of a road that is a turn of a junction; in longer ones vehicles may wait [m]
MOST_TURN = math.radians(130.0)  # by which it turns [rad]
BESIDE = 2.5  # distance of it from the curve of vehicles, at most; with more they leave the junction [m]


class Connection(NamedTuple):
    """Connection of a road that leads into a junction to a road in it, or behind it in a direct junction."""

    incoming: str  # id of the road
    other: str  # id of the connecting or linked road
    contact: str  # "start" or "end" of that road
    lanes: frozenset[tuple[int, int]]  # ids of joined lanes: of the incoming road, and of the other


class Junction(NamedTuple):
    """Junction of roads."""

    id: str
    connections: tuple[Connection, ...]
    priorities: tuple[tuple[str, str], ...] = ()  # ids of roads in it: that goes first, and that gives way
    controllers: tuple[str, ...] = ()  # ids of those of its lights, in the sequence of the phases


def read_junction(element: Element, left_out: Counter[str]) -> Junction:
    """Return a junction; connections that cannot be read are counted.

    Args:
        left_out: counts by description, changed in place.
    """
    if element.get("type").strip() == "virtual":
        left_out["virtual junctions"] += 1
        return Junction(element.get("id"), ())
    connections: list[Connection] = []
    for each in element.all("connection")[:MOST_CONNECTIONS]:
        try:
            connections.append(_connection(each))
        except WrongValue as reason:
            left_out[str(reason)] += 1
    priorities = tuple((each.get("high"), each.get("low")) for each in element.all("priority"))
    return Junction(element.get("id"), tuple(connections), priorities, in_sequence(element.all("controller")))


def _connection(element: Element) -> Connection:
    incoming, contact = element.get("incomingRoad"), element.get("contactPoint").strip()
    other = element.get("connectingRoad") or element.get("linkedRoad")
    if not incoming or not other or contact not in ("start", "end"):
        raise WrongValue("<connection> without roads or a contact point")
    lanes = frozenset((int(each.number("from")), int(each.number("to"))) for each in element.all("laneLink"))
    return Connection(incoming, other, contact, lanes)


GAP = 0.1  # between joined ends; larger ones are counted [m]
FREE_PAIRS = 50_000  # of ends of carriageways that are compared, in any file
PAIRS_PER_JOIN = 16  # of further ones, on average
WIDEST_GAP = 10.0  # ends farther apart are not joined [m]

Floats = NDArray[np.float64]
LanePairs = frozenset[tuple[int, int]]


class RoadEnd(NamedTuple):
    """One end of a piece of road: its carriageways, and the side of it that is meant."""

    carriageways: Sequence[tuple[int, Carriageway]]  # with their numbers
    is_last: bool  # end along s, rather than beginning
    key: tuple[str, bool]  # id of the road, and ``is_last``

    def node_ends(self, lane_id: int) -> list[tuple[int, Carriageway]]:
        """Return the carriageways with a lane."""
        return [each for each in self.carriageways if lane_id in each[1].lane_ids]


def network_of(
    pieces: dict[str, list[Piece]],
    junctions: Sequence[Junction],
    left_out: Counter[str],
    *,
    has_heights: bool,
    controllers: Controllers = NO_CONTROLLERS,
) -> RoadNetwork:
    """Return the network of the carriageways of roads.

    Args:
        pieces: pieces of each road along s, by the road's id.
        left_out: counts by description, changed in place.
        has_heights: roads have the heights of the file; otherwise they lie on the ground.
        controllers: controllers of traffic lights.
    """
    builder = _Builder(pieces, left_out)
    for parts in builder.parts.values():
        builder.join_within(parts)
    for road_pieces in pieces.values():
        builder.join_links(road_pieces[0].road)
    for junction in junctions:
        for connection in junction.connections:
            builder.join_connection(junction.id, connection)
    by_id = {road_id: road_pieces[0].road for road_id, road_pieces in pieces.items()}
    signs = builder.signs_at_ends(signs_of(by_id, _rights(by_id, junctions, controllers), left_out))
    turns = {road_id for road_id, road_pieces in pieces.items() if _is_turn(road_pieces)}
    sections = [
        _section(
            carriageway, carriageway.piece.road.id in turns,
            *((builder.node(number, is_last), signs.get((number, is_last), EndSigns())) for is_last in (False, True)),
            has_heights=has_heights,
        )
        for number, carriageway in enumerate(builder.carriageways)
    ]  # fmt: skip
    roads = [*by_id.values()]
    left_driven = sum(road.drives_on_left for road in roads)
    if 0 < left_driven < len(roads):
        left_out["roads with another traffic rule than most"] += min(left_driven, len(roads) - left_driven)
    return RoadNetwork(sections=sections, drives_on_left=2 * left_driven > len(roads))


def _rights(roads: dict[str, Road], junctions: Sequence[Junction], controllers: Controllers) -> dict[str, Rights]:
    """Return the ways into junctions, their priorities and the phases of their lights."""
    found: dict[str, Rights] = {}
    for junction in junctions:
        ways: list[Way] = []
        for connection in junction.connections:
            incoming = roads.get(connection.incoming)
            if incoming is None or connection.other not in roads or not roads[connection.other].junction:
                continue
            for link, is_last in ((incoming.predecessor, False), (incoming.successor, True)):
                if link is not None and link.is_junction and link.id == junction.id:
                    through = connection.other, connection.contact == "start"
                    ways.append(Way((incoming.id, is_last), through))
        found[junction.id] = Rights(ways, junction.priorities, phases_of(junction.controllers, controllers))
    return found


def _section(
    carriageway: Carriageway, is_turn: bool, first: tuple[int, EndSigns], last: tuple[int, EndSigns], *,
    has_heights: bool,
) -> RoadSection:  # fmt: skip
    """Return a section of the network; a one-way one leads in its direction of traffic.

    Args:
        is_turn: it belongs to a turn of a junction.
        first, last: node and signs at both ends.
    """
    road, span = carriageway.piece.road, carriageway.piece.span
    points, surface = carriageway.centre.copy(), carriageway.across if has_heights else None
    if not has_heights:
        points[:, 2] = np.nan
    forward, backward = carriageway.forward, carriageway.backward
    if forward == 0:
        points, first, last, forward, backward = points[::-1].copy(), last, first, backward, forward
        surface = None if surface is None else surface[::-1, ::-1]
    return RoadSection(
        points=points,
        start=first[0],
        end=last[0],
        width=carriageway.width,
        kind=carriageway.surface,
        category=carriageway.piece.kind or ("junction" if road.junction else "road"),
        lanes_forward=forward,
        lanes_backward=backward,
        speed_limit=carriageway.speed,
        level=0 if span is None else -1 if span.is_tunnel else 1,
        is_bridge=span is not None and not span.is_tunnel,
        is_tunnel=span is not None and span.is_tunnel,
        is_turn=is_turn,
        name=road.name,
        source_id=f"road {road.id}",
        surface=surface,
        start_rule=first[1].rule,
        start_lights=first[1].lights,
        start_phase=first[1].phase,
        end_rule=last[1].rule,
        end_lights=last[1].lights,
        end_phase=last[1].phase,
    )


def _is_turn(pieces: Sequence[Piece]) -> bool:
    """Return whether a road is a turn of a junction: one that is nearly on the curve that vehicles drive there.

    That is a cubic Bezier curve between its ends, of which the handles are those of an arc. Others, such as the way
    through a roundabout, are roads on their own.
    """
    road = pieces[0].road
    is_between = road.predecessor is not None and road.successor is not None
    if not road.junction or not is_between or road.length > LONGEST_TURN or any(piece.span for piece in pieces):
        return False
    line = np.concatenate([np.column_stack([piece.line.x, piece.line.y]) for piece in pieces])
    start, end = pieces[0].line.heading[0], pieces[-1].line.heading[-1]
    turn, chord = abs(np.angle(np.exp(1j * (end - start)))), float(np.hypot(*(line[-1] - line[0])))
    if turn > MOST_TURN:
        return False
    handle = 2.0 / 3.0 * chord / (1.0 + np.cos(0.5 * turn))
    out, into = (handle * np.array([np.cos(yaw), np.sin(yaw)]) for yaw in (start, end))
    share = np.linspace(0.0, 1.0, 41)[:, None]
    one, two, three, four = ((1.0 - share) ** (3 - k) * share**k * (1, 3, 3, 1)[k] for k in range(4))
    curve = one * line[0] + two * (line[0] + out) + three * (line[-1] - into) + four * line[-1]
    return float(np.hypot(*(curve[:, None] - line).transpose(2, 0, 1)).min(axis=0).max()) < BESIDE


class _Builder:
    """Carriageways of all roads, and the groups of their ends that are joined."""

    def __init__(self, pieces: dict[str, list[Piece]], left_out: Counter[str]) -> None:
        self.left_out = left_out
        self.carriageways: list[Carriageway] = []
        self.parts: dict[str, list[list[tuple[int, Carriageway]]]] = {}  # of roads: numbered carriageways of pieces
        for road_id, road_pieces in pieces.items():
            self.parts[road_id] = []
            for piece in road_pieces:
                found = carriageways_of(piece)
                first = len(self.carriageways)
                self.carriageways += found
                self.parts[road_id].append(list(enumerate(found, first)))
                if not found:
                    left_out["lane sections without a lane for vehicles"] += 1
        self._roads = {road_id: road_pieces[0].road for road_id, road_pieces in pieces.items()}
        self._above = list(range(2 * len(self.carriageways)))  # of ends: one in the same group, towards its root
        self._numbers: dict[int, int] = {}  # node of each root
        self._joins = self._pairs = 0  # pairs of roads' ends, and of their carriageways, that were compared
        self._seen: set[frozenset[tuple[str, bool]]] = set()  # pairs of ends of roads whose gap was counted

    def node(self, number: int, is_last: bool) -> int:
        """Return the node of an end of a carriageway."""
        return self._numbers.setdefault(self._root(2 * number + is_last), len(self._numbers))

    def signs_at_ends(self, signs: Mapping[tuple[str, bool], EndSigns]) -> dict[tuple[int, bool], EndSigns]:
        """Return the signs at the ends of carriageways to which vehicles come, by those of roads."""
        return {
            (number, is_last): found
            for (road_id, is_last), found in signs.items()
            if road_id in self.parts
            for number, carriageway in self.parts[road_id][-1 if is_last else 0]
            if (carriageway.forward if is_last else carriageway.backward) > 0
        }

    def _root(self, end: int) -> int:
        while self._above[end] != end:
            self._above[end] = self._above[self._above[end]]
            end = self._above[end]
        return end

    def join_within(self, parts: list[list[tuple[int, Carriageway]]]) -> None:
        """Join the pieces of one road."""
        for before, after in itertools.pairwise(parts):
            if not before or not after:
                continue
            piece, following = before[0][1].piece, after[0][1].piece
            if piece.section is following.section:
                pairs = frozenset((lane.id, lane.id) for lane in piece.section.lanes)
            else:
                pairs = _pairs(piece, True, following, False)
            key = piece.road.id
            self._join(RoadEnd(before, True, (key, True)), RoadEnd(after, False, (key, False)), pairs)

    def join_links(self, road: Road) -> None:
        """Join a road to its predecessor and its successor."""
        for link, is_last in ((road.predecessor, False), (road.successor, True)):
            if link is None or link.is_junction:
                continue
            here, there = self._end(road.id, is_last), self._end(link.id, link.contact == "end")
            if there is None:
                self.left_out["links to missing roads"] += 1
            elif here is not None and here.key == there.key:
                self.left_out["links of a road's end to itself"] += 1
            elif here is not None and here.carriageways and there.carriageways:
                piece, other = here.carriageways[0][1].piece, there.carriageways[0][1].piece
                is_mutual = _leads_to(other.road, there.is_last, road.id)
                self._join(here, there, _pairs(piece, is_last, other, there.is_last, is_mutual=is_mutual))

    def join_connection(self, junction: str, connection: Connection) -> None:
        """Join the roads of a junction's connection."""
        there = self._end(connection.other, connection.contact == "end")
        incoming = self._roads.get(connection.incoming)
        if there is None or incoming is None:
            self.left_out["connections of missing roads"] += 1
            return
        ends = [
            end
            for link, is_last in ((incoming.predecessor, False), (incoming.successor, True))
            if link is not None and link.is_junction and link.id == junction
            if (end := self._end(incoming.id, is_last)) is not None and end.carriageways
        ]
        if not ends:
            self.left_out["connections of roads that do not lead to the junction"] += 1
        elif there.carriageways and (len(ends) == 1 or all(self._may_compare(end, there) for end in ends)):
            here = (
                ends[0]
                if len(ends) == 1
                else min(ends, key=lambda end: min(_gap(a, end, b, there) for a, b in _products(end, there)))
            )
            if here.key != there.key:
                self._join(here, there, connection.lanes)

    def _end(self, road_id: str, is_last: bool) -> RoadEnd | None:
        parts = self.parts.get(road_id)
        return RoadEnd(parts[-1 if is_last else 0], is_last, (road_id, is_last)) if parts else None

    def _may_compare(self, here: RoadEnd, there: RoadEnd) -> bool:
        """Return whether all pairs of carriageways of two ends may be compared; if not, that is counted."""
        self._joins += 1
        pairs = len(here.carriageways) * len(there.carriageways)
        if self._pairs + pairs > FREE_PAIRS + PAIRS_PER_JOIN * self._joins:
            self.left_out["links of roads with very many carriageways, not joined"] += 1
            return False
        self._pairs += pairs
        return True

    def _join(self, here: RoadEnd, there: RoadEnd, pairs: LanePairs) -> None:
        """Join the carriageways of two ends that have linked lanes; those that touch if no lanes are linked."""
        linked = {
            (a[0], b[0]): (a, b) for lane, other in pairs for a in here.node_ends(lane) for b in there.node_ends(other)
        }
        if not linked and not self._may_compare(here, there):
            return
        found = list(linked.values()) or _touching(here, there)
        gaps = [_gap(a, here, b, there) for a, b in found]
        key = frozenset((here.key, there.key))
        if gaps and max(gaps) > GAP and key not in self._seen:
            self._seen.add(key)
            far = max(gaps) > WIDEST_GAP
            self.left_out[
                f"links over a gap of more than {WIDEST_GAP:g} m, not joined" if far else "links over a gap, joined"
            ] += 1
        for ((a, _), (b, _)), gap in zip(found, gaps, strict=True):
            if gap <= WIDEST_GAP:
                self._above[self._root(2 * a + here.is_last)] = self._root(2 * b + there.is_last)


def _leads_to(road: Road, is_last: bool, other: str) -> bool:
    """Return whether a road's link at one end is to another road."""
    link: RoadLink | None = road.successor if is_last else road.predecessor
    return link is not None and not link.is_junction and link.id == other


def _pairs(piece: Piece, is_last: bool, other: Piece, other_is_last: bool, *, is_mutual: bool = True) -> LanePairs:
    """Return the linked lanes of two pieces, by the links of either.

    Args:
        is_mutual: links of the other piece's lanes lead to this piece.
    """
    pairs = {
        (lane.id, target)
        for lane in piece.section.lanes
        for target in (lane.successors if is_last else lane.predecessors)
    }
    if is_mutual:
        pairs |= {
            (target, lane.id)
            for lane in other.section.lanes
            for target in (lane.successors if other_is_last else lane.predecessors)
        }
    return frozenset(pairs)


NumberedPair = tuple[tuple[int, Carriageway], tuple[int, Carriageway]]


def _products(here: RoadEnd, there: RoadEnd) -> Iterable[NumberedPair]:
    return ((a, b) for a in here.carriageways for b in there.carriageways)


def _touching(here: RoadEnd, there: RoadEnd) -> list[NumberedPair]:
    """Return the pairs of carriageways without a gap between them; the closest pair if there are none."""
    gaps = [(_gap(a, here, b, there), (a, b)) for a, b in _products(here, there)]
    touching = [pair for gap, pair in gaps if gap <= GAP]
    return touching or [min(gaps, key=lambda each: each[0])[1]]


def _gap(a: tuple[int, Carriageway], here: RoadEnd, b: tuple[int, Carriageway], there: RoadEnd) -> float:
    """Return the distance between the ends of two carriageways [m]."""
    first, second = (
        (carriageway.left[-1 if end.is_last else 0], carriageway.right[-1 if end.is_last else 0])
        for carriageway, end in ((a[1], here), (b[1], there))
    )
    return min(_distance(first, second), _distance(second, first))


def _distance(points: tuple[Floats, Floats], line: tuple[Floats, Floats]) -> float:
    """Return the least distance of two points and of their middle from a line between two points [m]."""
    start, chord = line[0], line[1] - line[0]
    square = float(chord @ chord)
    least = np.inf
    for point in (points[0], 0.5 * (points[0] + points[1]), points[1]):
        fraction = float(np.clip((point - start) @ chord / square, 0.0, 1.0)) if square > 0.0 else 0.0
        least = min(least, float(np.linalg.norm(point - start - fraction * chord)))
    return least
