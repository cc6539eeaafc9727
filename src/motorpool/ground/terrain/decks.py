"""Decks: strips of points across, flat in each of the triangles between them, and where straight paths meet them.

``levels`` says which of several surfaces carries a vehicle. ``meet_decks`` is a scalar function for compiled kernels.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.arrays import Floats, FloatTable, Indices
from ...base.errors import TerrainError
from ...models.mathematics import Real, Whole, clamp, maximum, minimum
from .heightfield import Heightfield, Terrain
from .levels import EDGE, NO_DECKS, SLOPE_X, SLOPE_Y, U_X, U_Y, V_X, V_Y, Decks, X, Y, Z, slopes_at, stand

AGREED = 0.01  # difference from the ground up to which no deck is looked for [m]
CELL = 8.0  # least side of a cell, in which a few triangles are tried [m]
MOST_CELLS = 1 << 22  # of the grid over all decks: 16 MB
MOST_ENTRIES = 10_000_000  # of triangles in cells; more are of long triangles in a damaged file
FARTHEST = 1e8  # more than any coordinate on a map of the Earth [m]
MOST_POINTS = 4_000_000  # of all decks
MOST_DECKS = 100_000  # of a terrain; more are an error of the map
RAILED, OPEN = EDGES = ("railed", "open")  # kinds of edges


@dataclass(frozen=True, eq=False)
class Deck:
    """One deck, with at least two points across and two along.

    Attributes:
        points: (points along, points across, 3): east, north and height [m].
        name: name of the road that it carries, for people.
        edges: "railed" if parapets, guard rails or walls hold vehicles where the ground beside is higher or lower (see
            ``ground.objects.deck_edges``), or "open".
    """

    points: NDArray[np.float64]
    name: str = ""
    edges: str = RAILED

    def __post_init__(self) -> None:
        points = np.ascontiguousarray(self.points, np.float64)
        if points.ndim != 3 or points.shape[2] != 3 or min(points.shape[:2]) < 2:
            raise TerrainError(
                f"the points of a deck have the shape {points.shape}; they must be (points along, points across, 3), "
                "with at least two along and two across"
            )
        if not np.abs(points).max() < FARTHEST:  # true for NaN, too
            raise TerrainError(
                f"a point of a deck is not finite, or beyond {FARTHEST:g} m; give all in metres on the map"
            )
        if self.edges not in EDGES:
            raise TerrainError(f"edges of a deck are {self.edges!r}; they must be {' or '.join(map(repr, EDGES))}")
        object.__setattr__(self, "points", points)

    def moved(self, east: float, north: float) -> "Deck":
        """Return the deck at another place [m]."""
        return replace(self, points=self.points + np.array([east, north, 0.0]))

    @property
    def width(self) -> float:
        """Return the mean distance between its edges [m]."""
        return float(np.hypot(*(self.points[:, 0, :2] - self.points[:, -1, :2]).T).mean())

    @property
    def is_clockwise(self) -> bool:
        """Return whether its points across are ordered from left to right, seen along it from above."""
        return bool(_areas(self.triangles()).sum() > 0.0)

    def middle(self) -> NDArray[np.float64]:
        """Return the line half way between its edges (points along, 2): east and north [m]."""
        return 0.5 * (self.points[:, 0, :2] + self.points[:, -1, :2])

    def triangles(self) -> NDArray[np.float64]:
        """Return the corners of its triangles (triangles, 3, 3), without those that have no area from above [m]."""
        p = self.points
        near, far = p[:-1], p[1:]
        first = np.stack([near[:, :-1], near[:, 1:], far[:, :-1]], axis=2)
        second = np.stack([far[:, 1:], far[:, :-1], near[:, 1:]], axis=2)
        corners = np.concatenate([first.reshape(-1, 3, 3), second.reshape(-1, 3, 3)])
        return corners[np.abs(_areas(corners)) > 1e-9]


class Path(NamedTuple):
    """Straight path: a point and a direction."""

    x: Real  # [m]
    y: Real  # [m]
    z: Real  # [m]
    to_x: Real  # change for a unit of distance
    to_y: Real
    to_z: Real


def compiled_decks(decks: Sequence[Deck]) -> Decks:
    """Return the triangles of decks in cells; deck ``k`` is level ``k + 1``.

    Raises:
        TerrainError: there are too many.
    """
    parts = [deck.triangles() for deck in decks]
    if sum(deck.points[:, :, 0].size for deck in decks) > MOST_POINTS:
        raise TerrainError(f"decks have more than {MOST_POINTS} points; cut a part out of the map")
    counts = [len(part) for part in parts]
    if not sum(counts):
        return NO_DECKS
    corners = np.concatenate(parts)
    low, high = corners[:, :, :2].min(axis=1), corners[:, :, :2].max(axis=1)
    west, south = low.min(axis=0).tolist()
    width, depth = (high.max(axis=0) - low.min(axis=0)).tolist()
    cell = max(CELL, math.sqrt(width * depth / MOST_CELLS))
    columns, rows = int(width / cell) + 1, int(depth / cell) + 1
    begin, end = ((edge - (west, south)) // cell for edge in (low, high))
    begin, end = begin.astype(np.int64), end.astype(np.int64)
    wide, deep = (end - begin + 1).T
    if (wide * deep).sum() > MOST_ENTRIES:
        raise TerrainError("triangles of decks are too long for their number; give decks more points along their way")
    triangle = np.repeat(np.arange(len(corners)), wide * deep)
    place = np.arange(len(triangle)) - np.repeat(np.cumsum(wide * deep) - wide * deep, wide * deep)
    column = begin[triangle, 0] + place % wide[triangle]
    row = begin[triangle, 1] + place // wide[triangle]
    cells = row * columns + column
    first = np.zeros(columns * rows + 1, np.int32)
    np.cumsum(np.bincount(cells, minlength=columns * rows), out=first[1:])
    item = triangle[np.argsort(cells, kind="stable")].astype(np.int32)
    level = np.repeat(np.arange(1, len(parts) + 1, dtype=np.int32), counts)
    return Decks(west, south, cell, columns, rows, first, item, _planes(corners), level)


def surface_heights(terrain: Terrain, x: Floats, y: Floats, z: Floats) -> Floats:
    """Return the heights [m] of the surfaces nearest to heights z at positions: of decks, or of the ground.

    Args:
        x, y: east and north, of the same shape [m].
        z: heights near which the surfaces are wanted; NaN for the ground [m].
    """
    found = np.array(terrain.sample(x, y)[0])
    if not terrain.decks:
        return found
    decks, ground = terrain.compiled_decks(), _ground_of(terrain)
    for place in np.argwhere(np.abs(z - found) > AGREED).tolist():
        at = tuple(place)
        found[at] = stand(ground, decks, float(x[at]), float(y[at]), float(z[at]))[0]
    return found


def surface_slopes(terrain: Terrain, x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """Return the slopes towards east and north [1] that drivers expect at positions (positions,) [m]."""
    _, slope_x, slope_y = terrain.sample(x, y)
    if terrain.decks:
        decks, ground = terrain.compiled_decks(), _ground_of(terrain)
        for place in _near_decks(decks, x, y):
            slope_x[place], slope_y[place] = slopes_at(ground, decks, float(x[place]), float(y[place]))
    return slope_x, slope_y


def levels_at(ground: Heightfield, decks: Decks, x: Floats, y: Floats, z: Floats) -> Indices:
    """Return the levels of the surfaces nearest to heights z [m] at positions (positions,) [m]."""
    level = np.zeros(len(x), np.int32)
    for place in _near_decks(decks, x, y):
        level[place] = stand(ground, decks, float(x[place]), float(y[place]), float(z[place]))[3]
    return level


def _ground_of(terrain: Terrain) -> Heightfield:
    return Heightfield(terrain.heights, terrain.x_west, terrain.y_south, terrain.spacing)


def _near_decks(decks: Decks, x: Floats, y: Floats) -> list[int]:
    """Return which positions (positions,) [m] are in cells that decks touch."""
    u, v = (x - decks.x_west) / decks.cell, (y - decks.y_south) / decks.cell
    inside = np.flatnonzero((u >= 0.0) & (u < decks.columns) & (v >= 0.0) & (v < decks.rows))
    cell = v[inside].astype(np.intp) * decks.columns + u[inside].astype(np.intp)
    return inside[decks.first[cell + 1] > decks.first[cell]].tolist()


def meet_decks(decks: Decks, path: Path, first: Real, last: Real) -> Real:
    """Return the distance from ``first`` to ``last`` at which a straight path first goes through a deck; else infinity.

    Distances are in units of the path's direction: metres of a ray, seconds of a round. The cells under the path are
    visited in their order.

    Source of the visiting order: Amanatides and Woo, "A Fast Voxel Traversal Algorithm for Ray Tracing" (1987).
    """
    u, v = (path.x - decks.x_west) / decks.cell, (path.y - decks.y_south) / decks.cell
    u_rate, v_rate = path.to_x / decks.cell, path.to_y / decks.cell
    begin, end = _within(u, u_rate, decks.columns, first, last)
    begin, end = _within(v, v_rate, decks.rows, begin, end)
    if not begin <= end or decks.rows == 0:
        return math.inf
    column = int(clamp(u + u_rate * begin, 0.0, decks.columns - 1.0))
    row = int(clamp(v + v_rate * begin, 0.0, decks.rows - 1.0))
    found = math.inf
    while 0 <= column < decks.columns and 0 <= row < decks.rows:
        cell = row * decks.columns + column
        for entry in range(decks.first[cell], decks.first[cell + 1]):
            number: int = decks.item[entry]
            place = _meeting(decks.planes, number, path)
            if first <= place <= last and place < found:
                found = place
        leaves_column, leaves_row = leaving(u, u_rate, column), leaving(v, v_rate, row)
        begin = minimum(leaves_column, leaves_row)
        if begin > end or found <= begin:
            return found
        if leaves_column <= leaves_row:
            column += 1 if u_rate > 0.0 else -1
        else:
            row += 1 if v_rate > 0.0 else -1
    return found


def _meeting(planes: FloatTable, number: int, path: Path) -> Real:
    """Return the distance at which a path is in the plane of a triangle, if that is inside of it; else infinity."""
    slope_x, slope_y = planes[number, SLOPE_X], planes[number, SLOPE_Y]
    east, north = path.x - planes[number, X], path.y - planes[number, Y]
    sinks = slope_x * path.to_x + slope_y * path.to_y - path.to_z
    if sinks == 0.0:
        return math.inf
    place = (path.z - planes[number, Z] - slope_x * east - slope_y * north) / sinks
    east, north = east + place * path.to_x, north + place * path.to_y
    share = planes[number, U_X] * east + planes[number, U_Y] * north
    other = planes[number, V_X] * east + planes[number, V_Y] * north
    if share < -EDGE or other < -EDGE or share + other > 1.0 + EDGE:
        return math.inf
    return place


def _within(place: Real, rate: Real, count: Real, first: Real, last: Real) -> tuple[Real, Real]:
    """Return the part of distances at which a coordinate [cells] is in a row of ``count`` cells; else last < first."""
    if rate == 0.0:
        return (first, last) if 0.0 <= place <= count else (1.0, 0.0)
    one, other = -place / rate, (count - place) / rate
    return maximum(first, minimum(one, other)), minimum(last, maximum(one, other))


def leaving(place: Real, rate: Real, cell: Whole) -> Real:
    """Return the distance at which a coordinate [cells] that grows at ``rate`` leaves ``cell``, or infinity."""
    if rate > 0.0:
        return (cell + 1 - place) / rate
    if rate < 0.0:
        return (cell - place) / rate
    return math.inf


def _areas(corners: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return twice the signed areas of triangles (triangles, 3, 3), seen from above [m^2]."""
    a, b = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    return np.asarray(a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0], np.float64)


def _planes(corners: NDArray[np.float64]) -> NDArray[np.float64]:
    a, b, area = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0], _areas(corners)
    share = np.column_stack([b[:, 1], -b[:, 0]]) / area[:, None]
    other = np.column_stack([-a[:, 1], a[:, 0]]) / area[:, None]
    slope = share * a[:, 2:] + other * b[:, 2:]
    return np.ascontiguousarray(np.column_stack([corners[:, 0], share, other, slope]))
