"""Earthworks: ground levelled for roads, by cut and fill.

A post within the carriageway, or within one and a half posts of its edge, takes the height of the road at the nearest
point of its centre line; the interpolated ground is then level across the whole carriageway. Where the carriageways of
several sections are about equally near (a junction), their heights are averaged; fine levelling corrects the rest.
Beside it the ground may differ from the road by a batter, which grows without limit up to the distance ``REACH``: there
the ground is as it was.

Fine levelling: corrections of posts by which the interpolated ground agrees with roads at many points of them.

Posts hold one height each, so where roads lie close together (the legs of a hairpin) no rule for single posts keeps all
carriageways level. The corrections minimise the squared differences of height, at the centre line and at both edges,
and of the slope across the road, as vehicles feel it (``terrain.heightfield``: mean slope over a post), with a small
weight on the corrections themselves; by the method of conjugate gradients.
"""

from dataclasses import replace
from typing import Any

import numpy as np

from ..base.errors import require
from ..ground.roads.lines import joined, lengths_of, pieces_of
from ..ground.terrain.heightfield import Terrain
from .place_map import Floats
from .profiles import Integers
from .rasters import Lattice, near_segments, segments_of

SHOULDER = 1.5  # posts beside the carriageway that have the height of the road; with fewer a cell could tilt it
REACH = 40.0  # width of cut and fill beside the shoulder [m]
BATTER = 0.7  # rise over run of the side of a cutting or an embankment, at its foot [1]
NEAR = 100.0  # side of cells; flat ground is levelled near those in which a road leaves it, beyond ``REACH`` [m]
APART = 5.0  # of the points along a road [m]
DAMPING = 0.05  # weight of the correction of a post over that of a point of a road [1]
ACROSS = 4.0  # weight of the slope across [m]: that of a difference of height over this distance
ITERATIONS = 60
LARGEST = 4.0  # correction of a post; larger ones come from roads that cross without a junction [m]


def levelled(terrain: Terrain, lines: list[Floats], widths: Floats) -> Terrain:
    """Return a terrain with level roads.

    Args:
        lines: centre line of each section (points, 3) [m].
        widths: width of each carriageway [m].
    """
    if not lines:
        return terrain
    source = f"{terrain.source}, levelled for roads"
    if is_flat(terrain):
        chosen = _uneven(float(terrain.heights.flat[0]), lines)
        lines, widths = [lines[number] for number in chosen], widths[chosen]
    if not lines:
        return replace(terrain, source=source)
    core = 0.5 * widths + SHOULDER * terrain.spacing
    heights, weights, nearest = _road_heights(terrain, lines, core)
    ground = terrain.heights.astype(np.float64)
    gap = np.clip(nearest / REACH, 0.0, 1.0 - 1e-9)
    allowed = BATTER * nearest / (1.0 - gap)
    is_near = weights > 0.0
    road = np.where(is_near, heights / np.where(is_near, weights, 1.0), 0.0)
    built = np.where(is_near, np.clip(ground, road - allowed, road + allowed), ground)
    rough = replace(terrain, heights=built.astype(np.float32), source=source)
    return replace(rough, heights=finely_levelled(rough, lines, widths).astype(np.float32))


def is_flat(terrain: Terrain) -> bool:
    """Return whether the ground has one height."""
    return bool((terrain.heights == terrain.heights.flat[0]).all())


def _uneven(level: float, lines: list[Floats]) -> list[int]:
    """Return the numbers of lines for which flat ground is cut or filled: those that leave it, and all near them."""
    points, counts = joined(lines)
    cells = np.floor(points[:, :2] / NEAR).astype(np.int64)
    key = cells[:, 0] * (1 << 32) + cells[:, 1]
    uneven = np.unique(key[points[:, 2] != level])
    around = np.unique(np.concatenate([uneven + dx * (1 << 32) + dy for dx in (-1, 0, 1) for dy in (-1, 0, 1)]))
    is_near = np.isin(key, around)
    number = np.repeat(np.arange(len(lines)), counts)
    return np.unique(number[is_near]).tolist()


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
    key = post.astype(np.int64) * (int(section.max(initial=0)) + 1) + section
    order = np.argsort(key, kind="stable")
    key, sorted_distance = key[order], distance[order]
    begin = np.flatnonzero(np.concatenate([[True], key[1:] != key[:-1]])) if len(key) else order
    least = np.minimum.reduceat(sorted_distance, begin) if len(key) else sorted_distance
    counts = np.diff(begin, append=len(key))
    nearest = np.flatnonzero(sorted_distance == np.repeat(least, counts))
    first = order[nearest[np.searchsorted(nearest, begin)]]  # of equal distances the first
    return post[first], section[first], distance[first], height[first]


def finely_levelled(terrain: Terrain, lines: list[Floats], widths: Floats) -> Floats:
    """Return the heights of posts, (rows, columns) [m], corrected for roads.

    Args:
        lines: centre line of each section (points, 3) [m].
        widths: width of each carriageway [m].
    """
    heights = terrain.heights.astype(np.float64)
    x, y, z, left_x, left_y, half = _points(lines, widths)
    rows: list[Any] = []
    targets: list[Floats] = []
    for share in (-1.0, 0.0, 1.0):
        rows.append(_height_rows(terrain, x + share * half * left_x, y + share * half * left_y))
        targets.append(z)
    rows.append(_slope_rows(terrain, x, y, ACROSS * left_x, ACROSS * left_y))
    targets.append(np.zeros(len(x)))
    sparse = require("scipy.sparse", extra="app", purpose="levelling roads")
    matrix = sparse.vstack(rows, format="csr")
    posts = np.unique(matrix.indices)
    matrix = sparse.csr_matrix(
        (matrix.data, np.searchsorted(posts, matrix.indices), matrix.indptr), (matrix.shape[0], len(posts))
    )
    flat = heights.ravel()
    rest = np.concatenate(targets) - matrix @ flat[posts]
    solver = require("scipy.sparse.linalg", extra="app", purpose="levelling roads")
    flat[posts] += np.clip(solver.lsqr(matrix, rest, damp=DAMPING, iter_lim=ITERATIONS)[0], -LARGEST, LARGEST)
    return flat.reshape(heights.shape)


def _points(lines: list[Floats], widths: Floats) -> tuple[Floats, ...]:
    """Return x, y, z of points along roads, the unit vector to the left, and half the width of the carriageway."""
    points, points_of = joined(lines)
    begin, owner = pieces_of(points_of)
    steps, length = points[begin + 1] - points[begin], lengths_of(points, begin)
    counts = np.maximum(1, np.ceil(length / APART)).astype(np.intp)
    piece = np.repeat(np.arange(len(length)), counts)
    share = (np.arange(len(piece)) - np.repeat(np.cumsum(counts) - counts, counts) + 0.5) / counts[piece]
    middle = points[begin[piece]] + share[:, None] * steps[piece]
    left = np.column_stack([-steps[:, 1], steps[:, 0]]) / length[:, None]
    return (*middle.T, *left[piece].T, 0.5 * widths[owner[piece]])


def _height_rows(terrain: Terrain, x: Floats, y: Floats) -> Any:
    """Return the matrix (points, posts) of the interpolated height."""
    row, column, u, v = _cells(terrain, x, y)
    corners = [
        (row, column, (1.0 - u) * (1.0 - v)), (row, column + 1, u * (1.0 - v)),
        (row + 1, column, (1.0 - u) * v), (row + 1, column + 1, u * v),
    ]  # fmt: skip
    return _matrix(terrain, corners)


def _slope_rows(terrain: Terrain, x: Floats, y: Floats, east: Floats, north: Floats) -> Any:
    """Return the matrix (points, posts) of the interpolated slope along a vector (east, north)."""
    row, column, u, v = _cells(terrain, x, y)
    terms: list[tuple[Any, Any, Floats]] = []
    rows, columns = terrain.heights.shape
    for down, right, weight in ((0, 0, (1 - u) * (1 - v)), (0, 1, u * (1 - v)), (1, 0, (1 - u) * v), (1, 1, u * v)):
        at_row, at_column = row + down, column + right
        west, later = np.maximum(at_column - 1, 0), np.minimum(at_column + 1, columns - 1)
        south, upper = np.maximum(at_row - 1, 0), np.minimum(at_row + 1, rows - 1)
        along = weight * east / ((later - west) * terrain.spacing)
        terms += [(at_row, later, along), (at_row, west, -along)]
        along = weight * north / ((upper - south) * terrain.spacing)
        terms += [(upper, at_column, along), (south, at_column, -along)]
    return _matrix(terrain, terms)


def _cells(terrain: Terrain, x: Floats, y: Floats) -> tuple[Any, Any, Floats, Floats]:
    rows, columns = terrain.heights.shape
    u = np.clip((x - terrain.x_west) / terrain.spacing, 0.0, columns - 1.0)
    v = np.clip((y - terrain.y_south) / terrain.spacing, 0.0, rows - 1.0)
    column, row = np.minimum(u.astype(np.intp), columns - 2), np.minimum(v.astype(np.intp), rows - 2)
    return row, column, u - column, v - row


def _matrix(terrain: Terrain, terms: list[tuple[Any, Any, Floats]]) -> Any:
    sparse = require("scipy.sparse", extra="app", purpose="levelling roads")
    number = len(terms[0][2])
    point = np.tile(np.arange(number), len(terms))
    post = np.concatenate([row * terrain.columns + column for row, column, _ in terms])
    values = np.concatenate([weight for _, _, weight in terms])
    return sparse.csr_matrix((values, (point, post)), (number, terrain.rows * terrain.columns))
