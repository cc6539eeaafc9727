"""Carriageways of roads: neighbouring lanes for vehicles, over pieces of the road with the same lanes and limits."""

import itertools
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ...ground.terrain.surface import CLASSES
from .road import (
    Lane,
    LaneSection,
    ReferenceLine,
    Road,
    Span,
    lane_borders,
    lane_surfaces,
    points_beside,
    reference_line,
)
from .sampling import SHORTEST_CHORD, stations
from .xml_elements import WrongValue

DRIVABLE = frozenset(
    {
        "driving", "bidirectional", "entry", "exit", "onRamp", "offRamp", "connectingRamp", "slipLane",
        "bus", "taxi", "HOV", "mwyEntry", "mwyExit", "shared",
    }
)  # fmt: skip
SURFACES = {  # first word found in a material's surface: surface class
    "asphalt": "dry-asphalt", "bitumen": "dry-asphalt", "tarmac": "dry-asphalt", "concrete": "concrete",
    "cobble": "concrete", "pav": "concrete", "gravel": "gravel", "grass": "grass", "gras": "grass", "sand": "dry-sand",
    "earth": "dry-earth", "dirt": "dry-earth", "soil": "dry-earth", "mud": "mud", "snow": "packed-snow", "ice": "ice",
}  # fmt: skip
DEFAULT_SURFACE = "dry-asphalt"
SPEEDS = {  # by the road's type, where no limit is given: usual limits of German law, rounded [m/s]
    "motorway": 36.1, "rural": 27.8, "town": 13.9, "townExpressway": 19.4, "townCollector": 13.9,
    "townArterial": 13.9, "townPrivate": 8.3, "townLocal": 8.3, "townPlayStreet": 2.0, "lowSpeed": 8.3,
    "pedestrian": 2.0,
}  # fmt: skip
DEFAULT_SPEED = 13.9  # [m/s]
SLOWEST, FASTEST = 0.5, 150.0  # range of speed limits; others are moved into it [m/s]
LEAST_LANE = 1.0  # mean width of a lane that counts [m]
NARROWEST = 0.1  # mean width of a carriageway [m]
WIDEST_DIVIDER = 0.5  # mean width of a lane that is not driven but does not part two carriageways [m]

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False, kw_only=True)
class Piece:
    """Piece of a road with the same lanes, type and structure, sampled."""

    road: Road
    section: LaneSection
    s: Floats  # (stations,): distances along the road [m]
    borders: Floats  # (lanes + 1, stations): t of the borders of lanes, from left to right [m]
    kind: str  # type of the road
    speed: float | None  # limit of the type [m/s]
    span: Span | None  # bridge or tunnel

    def points(self, t: Floats) -> Floats:
        """Return the points at the stations for t (…, stations) [m]; shape (…, stations, 3)."""
        return np.stack(points_beside(self.road, self.line, t)[0], axis=-1)

    @cached_property
    def line(self) -> ReferenceLine:
        """Return the points of the reference line at the stations."""
        return reference_line(self.road, self.s)

    @cached_property
    def border_points(self) -> Floats:
        """Return the points of the borders of lanes; shape (lanes + 1, stations, 3)."""
        return self.points(self.borders)

    @cached_property
    def lane_points(self) -> Floats:
        """Return the left edge, the middle and the right edge of each lane; shape (3 lanes, stations, 3)."""
        return lane_surfaces(self.road, self.section, self.line, self.borders)


@dataclass(frozen=True, eq=False, kw_only=True)
class Carriageway:
    """Neighbouring lanes for vehicles of a piece."""

    piece: Piece
    lanes: tuple[Lane, ...]
    left: Floats  # (stations, 3): left edge, seen along s [m]
    right: Floats  # (stations, 3): right edge [m]
    centre: Floats  # (stations, 3) [m]
    across: Floats  # (stations, 3 lanes, 3): left edge, middle and right edge of each lane [m]
    width: float  # mean [m]
    forward: int  # number of lanes along s
    backward: int

    @property
    def lane_ids(self) -> frozenset[int]:
        """Return the ids of the lanes."""
        return frozenset(lane.id for lane in self.lanes)

    @property
    def surface(self) -> str:
        """Return the surface class of its first lane with a material."""
        return surface_of(self.lanes)

    @property
    def speed(self) -> float:
        """Return the speed limit [m/s]."""
        middle = 0.5 * (self.piece.s[0] + self.piece.s[-1])
        limits = [max(s for s in lane.speeds if s[0] <= middle)[1] for lane in self.lanes if _has_limit(lane, middle)]
        given = min(limits, default=self.piece.speed)
        speed = SPEEDS.get(self.piece.kind, DEFAULT_SPEED) if given is None else given
        return min(max(speed, SLOWEST), FASTEST)


def _has_limit(lane: Lane, s: float) -> bool:
    return any(start <= s for start, _ in lane.speeds)


def surface_of(lanes: tuple[Lane, ...]) -> str:
    """Return the surface class of the first lane with a material that is known."""
    for lane in lanes:
        if lane.surface in CLASSES:
            return lane.surface
        for word, kind in SURFACES.items():
            if word in lane.surface:
                return kind
    return DEFAULT_SURFACE


def pieces_of(road: Road, left_out: Counter[str]) -> list[Piece]:
    """Return the pieces of a road along s; none if it cannot be sampled, which is counted.

    Args:
        left_out: counts by description, changed in place.
    """
    pieces: list[Piece] = []
    try:
        for section in road.sections:
            for start, end in _parts(road, section):
                s = stations(road, section, start, end)
                middle = 0.5 * (start + end)
                kind = next((each for each in reversed(road.types) if each.start <= middle), None)
                span = next((each for each in road.spans if each.start <= middle <= each.end), None)
                pieces.append(
                    Piece(
                        road=road, section=section, s=s, borders=lane_borders(road, section, s),
                        kind=kind.kind if kind else "", speed=kind.speed if kind else None, span=span,
                    )
                )  # fmt: skip
    except WrongValue as reason:
        left_out[f"roads that could not be sampled: {reason}"] += 1
        return []
    return pieces


def _parts(road: Road, section: LaneSection) -> Iterator[tuple[float, float]]:
    """Yield the ranges of a section between the positions at which the road's type or structure changes."""
    changes = [each.start for each in road.types] + [at for each in road.spans for at in (each.start, each.end)]
    inside = sorted({at for at in changes if section.start + 1.0 < at < section.end - 1.0})
    ends = [section.start]
    for at in inside:
        if at - ends[-1] > SHORTEST_CHORD:
            ends.append(at)
    ends.append(section.end)
    yield from itertools.pairwise(ends)


def carriageways_of(piece: Piece) -> list[Carriageway]:
    """Return the carriageways of a piece, from left to right."""
    widths = np.abs(np.diff(piece.borders, axis=0))
    means = _mean(widths, piece.s)
    runs: list[list[int]] = [[]]
    for index, lane in enumerate(piece.section.lanes):
        if lane.kind in DRIVABLE:
            runs[-1].append(index)
        elif means[index] > WIDEST_DIVIDER:
            runs.append([])
    return [_carriageway(piece, run, means) for run in runs if run and means[run].sum() > NARROWEST]


def _across(piece: Piece, run: list[int]) -> Floats:
    """Return the edges and middles of the lanes of a run, those between them too."""
    return piece.lane_points[3 * run[0] : 3 * run[-1] + 3].transpose(1, 0, 2)


def _mean(values: Floats, s: Floats) -> Floats:
    return np.trapezoid(values, s, axis=-1) / (s[-1] - s[0])


def _carriageway(piece: Piece, run: list[int], means: Floats) -> Carriageway:
    lanes = tuple(piece.section.lanes[index] for index in run)
    left, right = piece.borders[run[0]], piece.borders[run[-1] + 1]
    counted = [index for index in run if means[index] >= LEAST_LANE] or [max(run, key=lambda index: means[index])]
    forward = backward = 0
    for lane in (piece.section.lanes[index] for index in counted):
        is_both = lane.kind == "bidirectional" or lane.direction == "both"
        is_forward = ((lane.id < 0) != piece.road.drives_on_left) != (lane.direction == "reversed")
        forward += is_forward or is_both
        backward += not is_forward or is_both
    return Carriageway(
        piece=piece, lanes=lanes, left=piece.border_points[run[0]], right=piece.border_points[run[-1] + 1],
        centre=piece.points(0.5 * (left + right)), across=_across(piece, run),
        width=float(_mean(left - right, piece.s)), forward=forward, backward=backward,
    )  # fmt: skip
