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
from .rasters import Lattice, near_segments, segments_of

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
    count, spacing = terrain.heights.size, terrain.spacing
    nearest, least = np.full((2, count), np.inf)
    pairs: list[tuple[Integers, Integers, Floats, Floats]] = []
    for near in near_segments(segments, core[segments.line] + REACH, lattice):
        section, post = segments.line[near.segment], near.row * terrain.columns + near.column
        np.minimum.at(nearest, post, np.maximum(near.distance - core[section], 0.0))
        np.minimum.at(least, post, near.distance)
        has_weight = near.distance - least[post] < spacing  # as far as is known; most segments have none
        segment, post, distance = near.segment[has_weight], post[has_weight], near.distance[has_weight]
        height = z0[segment] + near.share[has_weight] * (z1 - z0)[segment]
        pairs.append(_least(post, section[has_weight], distance, height))
    post, _, distance, height = _joined(pairs)
    share = np.maximum(1.0 - (distance - least[post]) / spacing, 0.0) ** 2
    sums, weights = np.zeros((2, count))
    np.add.at(sums, post, share * height)
    np.add.at(weights, post, share)
    nearest = np.where(np.isfinite(nearest), nearest, REACH)
    shape = terrain.heights.shape
    return sums.reshape(shape), weights.reshape(shape), nearest.reshape(shape)


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
