"""Areas of ground from the lanes of roads."""

from collections import Counter
from collections.abc import Iterable

import numpy as np

from ...base.terminal import printable
from ..place_map import MapArea
from .carriageways import DEFAULT_SURFACE, DRIVABLE, Piece, surface_of

SURFACES = {  # of lanes without a material, by their type; ASAM OpenDRIVE 1.6, lane types
    **dict.fromkeys(sorted(DRIVABLE), DEFAULT_SURFACE),
    **dict.fromkeys(("biking", "parking", "restricted", "stop", "tram"), DEFAULT_SURFACE),
    **dict.fromkeys(("special1", "special2", "special3", "roadWorks"), DEFAULT_SURFACE),
    **dict.fromkeys(("sidewalk", "walking", "curb"), "concrete"),
    **dict.fromkeys(("shoulder", "border", "rail"), "gravel"),
    "median": "grass",
}
WITHOUT_SURFACE = frozenset({"none", ""})  # types of lanes that have none, and are not counted
CHUNK_LENGTH = 100.0  # of an area along the road [m]
CHUNK_TURN = 1.5  # of an area, so that no area overlaps itself [rad]
WIDEST_BORDER = 10.0  # mean width; wider borders are open country and keep its ground [m]
NARROWEST = 0.02  # mean width of an area [m]


def areas_of(pieces: Iterable[Piece], left_out: Counter[str]) -> list[MapArea]:
    """Return the areas of lanes, those of driving lanes last; bridges and tunnels have none.

    Args:
        left_out: counts by description, changed in place.
    """
    areas: list[tuple[bool, MapArea]] = []
    for piece in pieces:
        for lane in piece.section.lanes:
            if lane.kind not in SURFACES and lane.kind not in WITHOUT_SURFACE:
                left_out[f"lanes of the type {printable(lane.kind[:40])}"] += 1
        if piece.span is None:
            areas += _areas_of_piece(piece)
    return [area for is_driven in (False, True) for each, area in areas if each is is_driven]


def _areas_of_piece(piece: Piece) -> list[tuple[bool, MapArea]]:
    """Return the areas of a piece of road, each with whether vehicles drive on it."""
    found: list[tuple[bool, MapArea]] = []
    chunks = _chunks(piece)
    for first, end, kind in _strips(piece):
        left, right = piece.borders[first], piece.borders[end]
        if float((left - right).mean()) < NARROWEST:
            continue
        edges = piece.border_points[first, :, :2], piece.border_points[end, :, :2]
        lane = piece.section.lanes[first]
        for start, last in chunks:
            ring = np.concatenate([edges[0][start : last + 1], edges[1][start : last + 1][::-1]])
            area = MapArea(outlines=[ring], kind=kind, category=f"lane={lane.kind}", source_id=f"road {piece.road.id}")
            found.append((lane.kind in DRIVABLE, area))
    return found


def _strips(piece: Piece) -> list[tuple[int, int, str]]:
    """Return the runs of neighbouring lanes with one surface: first lane, lane after the last one, surface class."""
    strips: list[tuple[int, int, str, bool]] = []
    for index, lane in enumerate(piece.section.lanes):
        width = float((piece.borders[index] - piece.borders[index + 1]).mean())
        if lane.kind not in SURFACES or (lane.kind == "border" and width > WIDEST_BORDER):
            continue
        kind = surface_of((lane,)) if lane.surface else SURFACES[lane.kind]
        is_driven = lane.kind in DRIVABLE
        if strips and strips[-1][1:] == (index, kind, is_driven):
            strips[-1] = strips[-1][0], index + 1, kind, is_driven
        else:
            strips.append((index, index + 1, kind, is_driven))
    return [strip[:3] for strip in strips]


def _chunks(piece: Piece) -> list[tuple[int, int]]:
    """Return ranges of stations, first and last, over which a road is short and turns little."""
    heading = np.unwrap(piece.line.heading)
    effort = np.diff(piece.s) / CHUNK_LENGTH + np.abs(np.diff(heading)) / CHUNK_TURN
    number = np.floor(np.concatenate([[0.0], np.cumsum(effort)]) - 1e-9).astype(np.intp)
    starts = np.flatnonzero(np.diff(number, prepend=-2)[:-1])
    return list(zip(starts.tolist(), [*starts[1:].tolist(), len(piece.s) - 1], strict=True))
