"""Fine levelling: corrections of posts by which the interpolated ground agrees with roads at many points of them.

Posts hold one height each, so where roads lie close together (the legs of a hairpin) no rule for single posts keeps all
carriageways level. The corrections minimise the squared differences of height, at the centre line and at both edges,
and of the slope across the road, as vehicles feel it (``terrain.heightfield``: mean slope over a post), with a small
weight on the corrections themselves; by the method of conjugate gradients.
"""

from typing import Any

import numpy as np

from ..errors import require
from ..terrain.heightfield import Terrain
from .place_map import Floats

APART = 5.0  # of the points along a road [m]
DAMPING = 0.05  # weight of the correction of a post over that of a point of a road [1]
ACROSS = 4.0  # weight of the slope across [m]: that of a difference of height over this distance
ITERATIONS = 60
LARGEST = 4.0  # correction of a post; larger ones come from roads that cross without a junction [m]


def finely_levelled(terrain: Terrain, lines: list[Floats], widths: Floats) -> Floats:
    """Return the heights of posts, (rows, columns) [m], corrected for roads.

    Args:
        lines: centre line of each section (points, 3) [m].
        widths: of the carriageway of each [m].
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
    parts: list[Floats] = []
    for line, width in zip(lines, widths, strict=True):
        steps = np.diff(line, axis=0)
        length = np.hypot(steps[:, 0], steps[:, 1])
        counts = np.maximum(1, np.ceil(length / APART)).astype(np.intp)
        piece = np.repeat(np.arange(len(length)), counts)
        share = (np.arange(len(piece)) - np.repeat(np.cumsum(counts) - counts, counts) + 0.5) / counts[piece]
        points = line[piece] + share[:, None] * steps[piece]
        left = np.column_stack([-steps[:, 1], steps[:, 0]]) / length[:, None]
        parts.append(np.column_stack([points, left[piece], np.full(len(piece), 0.5 * width)]))
    return tuple(np.concatenate(parts).T)


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
