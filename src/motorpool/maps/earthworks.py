"""Earthworks: ground levelled for roads, by cut and fill.

A post within the carriageway, or within one and a half posts of its edge, takes the height of the road at the nearest
point of its centre line; the interpolated ground is then level across the whole carriageway. Where the carriageways of
several sections are about equally near (a junction), their heights are averaged; ``levelling`` corrects the rest.
Beside it the ground may differ from the road by a batter, which grows without limit up to the distance ``REACH``: there
the ground is as it was.
"""

from dataclasses import replace

import numpy as np

from ..terrain.heightfield import Terrain
from .levelling import finely_levelled
from .place_map import Floats
from .profiles import Integers
from .rasters import Lattice, Near, near_segments, segments_of

SHOULDER = 1.5  # posts beside the carriageway that have the height of the road; with fewer a cell could tilt it
REACH = 40.0  # width of cut and fill beside the shoulder [m]
BATTER = 0.7  # rise over run of the side of a cutting or an embankment, at its foot [1]


def levelled(terrain: Terrain, lines: list[Floats], widths: Floats) -> Terrain:
    """Return a terrain with level roads.

    Args:
        lines: centre line of each section (points, 3) [m].
        widths: of the carriageway of each [m].
    """
    if not lines:
        return terrain
    core = 0.5 * widths + SHOULDER * terrain.spacing
    heights, weights, nearest = _road_heights(terrain, lines, core)
    ground = terrain.heights.astype(np.float64)
    gap = np.clip(nearest / REACH, 0.0, 1.0 - 1e-9)
    allowed = BATTER * nearest / (1.0 - gap)
    is_near = weights > 0.0
    road = np.where(is_near, heights / np.where(is_near, weights, 1.0), 0.0)
    built = np.where(is_near, np.clip(ground, road - allowed, road + allowed), ground)
    rough = replace(terrain, heights=built.astype(np.float32), source=f"{terrain.source}, levelled for roads")
    return replace(rough, heights=finely_levelled(rough, lines, widths).astype(np.float32))


def _road_heights(terrain: Terrain, lines: list[Floats], core: Floats) -> tuple[Floats, Floats, Floats]:
    """Return weighted sums of road heights at posts, the sums of their weights, and the distance from the shoulder."""
    lattice = Lattice(terrain.x_west, terrain.y_south, terrain.spacing, terrain.rows, terrain.columns)
    segments = segments_of(lines)
    z0, z1 = np.concatenate([line[:-1, 2] for line in lines]), np.concatenate([line[1:, 2] for line in lines])
    shape = terrain.heights.shape
    nearest = np.full(shape, np.inf)
    pairs: list[tuple[Integers, Integers, Floats, Floats]] = []
    for near in near_segments(segments, core[segments.line] + REACH, lattice):
        section = segments.line[near.segment]
        beside = np.maximum(near.distance - core[section], 0.0)
        np.minimum.at(nearest, (near.row, near.column), beside)
        height = z0[near.segment] + near.share * (z1 - z0)[near.segment]
        pairs.append(_closest(near, section, height, terrain.columns))
    sums, weights = np.zeros(shape), np.zeros(shape)
    post, section, distance, height = _joined(pairs)
    row, column = np.divmod(post, terrain.columns)
    least = np.full(shape, np.inf)
    np.minimum.at(least, (row, column), distance)
    share = np.maximum(1.0 - (distance - least[row, column]) / terrain.spacing, 0.0) ** 2
    np.add.at(sums, (row, column), share * height)
    np.add.at(weights, (row, column), share)
    return sums, weights, np.where(np.isfinite(nearest), nearest, REACH)


def _closest(near: Near, section: Integers, height: Floats, columns: int) -> tuple[Integers, Integers, Floats, Floats]:
    """Return post, section, distance and height of the nearest segment of each section to each post."""
    return _least(near.row * columns + near.column, section, near.distance, height)


def _joined(
    pairs: list[tuple[Integers, Integers, Floats, Floats]],
) -> tuple[Integers, Integers, Floats, Floats]:
    post, section = np.concatenate([pair[0] for pair in pairs]), np.concatenate([pair[1] for pair in pairs])
    distance, height = np.concatenate([pair[2] for pair in pairs]), np.concatenate([pair[3] for pair in pairs])
    return _least(post, section, distance, height)


def _least(
    post: Integers, section: Integers, distance: Floats, height: Floats
) -> tuple[Integers, Integers, Floats, Floats]:
    """Return the entries with the least distance of each pair of post and section."""
    order = np.lexsort((distance, section, post))
    post, section, distance, height = post[order], section[order], distance[order], height[order]
    is_first = np.ones(len(post), bool)
    is_first[1:] = (post[1:] != post[:-1]) | (section[1:] != section[:-1])
    return post[is_first], section[is_first], distance[is_first], height[is_first]
