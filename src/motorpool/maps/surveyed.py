"""Ground of roads that bring their own heights (OpenDRIVE): the roads keep them, and the ground is built up to them.

Posts on a carriageway have its height, also across it; limits of grades hold only for roads without heights. Beside
the roads an elevation model differs from them by a batter, as beside other roads (``earthworks``); without one, the
ground between roads is smooth (``membrane``).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ..base.errors import require
from ..ground.roads.lines import along_of, joined, lengths_of, pieces_of
from ..ground.roads.network import RoadSection
from ..ground.terrain.decks import surface_heights
from ..ground.terrain.heightfield import Terrain
from .earthworks import BATTER, REACH
from .grade_separation import separated
from .membrane import filled
from .place_map import Floats
from .road_surfaces import AGREED, corrected, lane_points, pairs_of, posts_of

TOLERATED = 0.05  # difference of the ground from the file's height in the middle of a lane that is not told [m]
SHORTEST = 0.1  # piece of a line whose grade is taken; rounding of heights makes shorter ones steep [m]


@dataclass(frozen=True, eq=False)
class Surveyed:
    """Ground that is built for roads with own heights."""

    terrain: Terrain
    sections: list[RoadSection]
    crossings: int  # of roads at different heights
    notes: list[str]  # sentences for the user


def is_surveyed(section: RoadSection) -> bool:
    """Return whether a section brings heights of its own."""
    return bool(np.isfinite(section.points[:, 2]).all())


def surveyed_ground(ground: Terrain, sections: Sequence[RoadSection], *, is_model: bool) -> Surveyed:
    """Return the ground with roads at their own heights.

    Args:
        ground: before the roads are built.
        sections: all with heights (``is_surveyed``).
        is_model: the ground is an elevation model, rather than made of the roads.
    """
    if not sections:
        return Surveyed(ground, [], 0, [])
    separations, pairs = separated(sections, pairs_of(sections, ground), ground, has_structures=is_model)
    posts = posts_of(pairs, np.ones(len(pairs.post)), ground.spacing)
    heights = ground.heights.astype(np.float64)
    heights.flat[posts.post] = posts.height
    points, _ = lane_points(separations.sections, 0.5 * ground.spacing)
    spread = np.abs(pairs.height - posts.height[np.searchsorted(posts.post, pairs.post)]) > AGREED
    beside = posts.post[posts.is_on_road == 0]
    heights = corrected(heights, np.intersect1d(pairs.post[spread], beside), points, ground)
    is_known = np.zeros(heights.shape, bool)
    is_known.flat[posts.post] = True
    heights = _with_batter(heights, is_known, ground.spacing) if is_model else filled(heights, is_known)
    built = replace(ground, heights=heights.astype(np.float32), source=f"{ground.source}, levelled for roads")
    built = replace(built, decks=ground.decks + separations.decks)
    return Surveyed(built, list(sections), separations.count, separations.notes + _notes(built, points))


def with_heights_at_nodes(sections: Sequence[RoadSection], surveyed: Sequence[RoadSection]) -> list[RoadSection]:
    """Return sections without heights, whose ends at surveyed roads have the height of these."""
    known = {node: each.points[at, 2] for each in surveyed for node, at in ((each.start, 0), (each.end, -1))}
    found: list[RoadSection] = []
    for section in sections:
        points = section.points.copy()
        for node, at in ((section.start, 0), (section.end, -1)):
            points[at, 2] = known.get(node, points[at, 2])
        found.append(section.at(points) if known else section)
    return found


def steepest_on(terrain: Terrain, lines: Sequence[Floats]) -> float:
    """Return the greatest grade of the ground along lines [1], over half the distance between posts."""
    if not lines:
        return 0.0
    points, counts = joined(lines)
    along = along_of(lengths_of(points[:, :2], pieces_of(counts)[0]), counts)
    last = np.cumsum(counts) - 1
    pieces = np.maximum(1, np.ceil(along[last] / (0.5 * terrain.spacing))).astype(np.intp)
    # One distance over all lines, with room between them, so that all are interpolated at once.
    start = np.cumsum(along[last] + 1.0) - along[last]
    whole = along + np.repeat(start, counts)
    line = np.repeat(np.arange(len(lines)), pieces + 1)
    number = np.arange(len(line)) - np.repeat(np.cumsum(pieces + 1) - pieces - 1, pieces + 1)
    at = start[line] + along[last][line] * number / pieces[line]
    z = surface_heights(terrain, *(np.interp(at, whole, points[:, axis]) for axis in range(3)))
    step = (along[last] / pieces)[line[1:]]
    is_piece = (line[1:] == line[:-1]) & (step > SHORTEST)
    return float(np.abs(np.diff(z)[is_piece] / step[is_piece]).max(initial=0.0))


def _with_batter(heights: Floats, is_fixed: NDArray[np.bool_], spacing: float) -> Floats:
    """Return heights in which posts beside the fixed ones differ from the nearest of these by a batter at most."""
    images = require("scipy.ndimage", extra="app", purpose="levelling roads")
    distance, (row, column) = images.distance_transform_edt(~is_fixed, return_indices=True)
    distance = distance * spacing
    allowed = BATTER * distance / (1.0 - np.clip(distance / REACH, 0.0, 1.0 - 1e-9))
    road = heights[row, column]
    return np.asarray(np.clip(heights, road - allowed, road + allowed), np.float64)


def _notes(terrain: Terrain, points: Floats) -> list[str]:
    """Return the sentence on lanes (points, 3) that the posts do not reproduce."""
    gap = np.abs(surface_heights(terrain, *points.T) - points[:, 2])
    share = float((gap > TOLERATED).mean())
    if not share:
        return []
    return [
        f"the ground differs by more than {TOLERATED:g} m from the heights of the map at {100 * share:.2g} % of points "
        f"in the middle of lanes, by up to {gap.max():.2f} m, because it has one height at each post and posts are "
        f"{terrain.spacing:g} m apart; a smaller --spacing brings it nearer"
    ]
