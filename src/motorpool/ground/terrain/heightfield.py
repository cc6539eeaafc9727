"""Terrain: heights on a square lattice of posts, with interpolated height and slope.

World frame: x east, y north, z up, in metres, with the origin at the centre of the terrain. ``sample_terrain`` and
``attitude`` are scalar functions for compiled kernels; ``Terrain.sample`` also takes arrays.

The height is interpolated bilinearly between posts: it is continuous, with an edge along every line of posts. The slope
is the central difference at the posts, interpolated bilinearly and therefore continuous too, so that the attitude of a
vehicle does not jump at an edge. It is the slope averaged over about one post, not the derivative of the bilinear
surface.
"""

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from ...base.arrays import Floats, SingleTable
from ...base.errors import TerrainError
from ...base.wording import counted, span
from ...models.mathematics import Real, atan, clamp, select, sincos, sqrt

if TYPE_CHECKING:
    from .decks import Deck
    from .levels import Decks

MAX_FLAT_INTERVALS = 6_000  # limit of posts along a side of flat ground: a world of them takes 2 GB


class Heightfield(NamedTuple):
    """Posts and their heights, for stages."""

    heights: SingleTable  # (rows, columns); row 0 is south, column 0 is west [m]
    x_west: float  # x of column 0 [m]
    y_south: float  # y of row 0 [m]
    spacing: float  # between neighbouring posts [m]


@dataclass(frozen=True, eq=False)
class Terrain:
    """Elevation model; ``from_heights`` makes a centred one, ``load_terrain`` reads a file.

    Example:
        hill = mp.Terrain.from_heights(np.outer(np.hanning(101), np.hanning(101)) * 40.0, spacing=10.0)
        print(hill, hill.sample(0.0, 0.0))  # height [m], slope east, slope north
    """

    heights: NDArray[np.float32]  # of the posts, (rows, columns); row 0 is south, column 0 is west [m]
    spacing: float  # between neighbouring posts in both directions [m]
    x_west: float  # of the western posts, world frame [m]
    y_south: float  # of the southern posts, world frame [m]
    name: str = "terrain"  # short name for titles
    source: str = "made in memory"  # origin and processing of the data, in a sentence
    crs: str | None = None  # coordinate reference system of the origin; None if unknown
    origin_easting: float = 0.0  # of the world's (0, 0) in ``crs`` [m]
    origin_northing: float = 0.0  # of the world's (0, 0) in ``crs`` [m]
    voids_filled: int = 0  # number of posts of the source without a height, filled from their neighbours
    warnings: tuple[str, ...] = ()  # sentences about the source for the user
    decks: "tuple[Deck, ...]" = ()  # surfaces over or under the ground: bridges, tunnels; deck k is level k + 1

    def __post_init__(self) -> None:
        _check_shape(self.heights)
        _check_finite(self.heights)
        if not (math.isfinite(self.spacing) and self.spacing > 0.0):
            raise TerrainError(f"the spacing of a terrain is {self.spacing} m; it must be positive and finite")
        object.__setattr__(self, "heights", np.ascontiguousarray(self.heights, np.float32))

    @classmethod
    def from_heights(cls, heights: Any, spacing: float, **fields: Any) -> "Terrain":
        """Return a terrain around the world's origin.

        Args:
            heights: (rows, columns), row 0 south, column 0 west [m].
            spacing: between neighbouring posts [m].
            fields: other attributes, such as ``name`` and ``source``.

        Raises:
            TerrainError: fewer than 2 x 2 posts, a height that is not finite, or a spacing that is not positive.
        """
        heights = np.asarray(heights, np.float32)
        _check_shape(heights)
        rows, columns = heights.shape
        return cls(heights, float(spacing), -0.5 * (columns - 1) * spacing, -0.5 * (rows - 1) * spacing, **fields)

    @classmethod
    def flat(cls, *, size: float = 2000.0, spacing: float = 20.0, height: float = 0.0) -> "Terrain":
        """Return a level square around the origin.

        Args:
            size: side [m].
            spacing: between posts [m]; adjusted to divide the side into whole intervals.
            height: height of the ground [m].

        Raises:
            TerrainError: a length is not positive and finite, or there would be too many posts.
        """
        if not (math.isfinite(size) and size > 0.0 and math.isfinite(spacing) and spacing > 0.0):
            raise TerrainError(f"a flat terrain of {size} m with posts {spacing} m apart; both must be positive")
        if size / spacing > MAX_FLAT_INTERVALS:
            raise TerrainError(
                f"a flat terrain of {size:g} m with posts {spacing:g} m apart; at most {MAX_FLAT_INTERVALS} of them "
                "make a side: choose a larger spacing"
            )
        intervals = max(1, round(size / spacing))
        heights = np.full((intervals + 1, intervals + 1), height, np.float32)
        return cls.from_heights(heights, size / intervals, name="flat", source="a level square")

    @property
    def rows(self) -> int:
        """Return the number of posts from south to north."""
        return self.heights.shape[0]

    @property
    def columns(self) -> int:
        """Return the number of posts from west to east."""
        return self.heights.shape[1]

    @property
    def width(self) -> float:
        """Return the distance from the western to the eastern posts [m]."""
        return (self.columns - 1) * self.spacing

    @property
    def depth(self) -> float:
        """Return the distance from the southern to the northern posts [m]."""
        return (self.rows - 1) * self.spacing

    @property
    def x_east(self) -> float:
        """Return the world x of the eastern posts [m]."""
        return self.x_west + self.width

    @property
    def y_north(self) -> float:
        """Return the world y of the northern posts [m]."""
        return self.y_south + self.depth

    def __repr__(self) -> str:
        return (
            f"<Terrain {self.name!r}: {self.width / 1000:.3g} x {self.depth / 1000:.3g} km, "
            f"{self.columns} x {self.rows} posts {self.spacing:.4g} m apart, heights {span(self.heights, 'm')}"
            f"{', ' + counted(len(self.decks), 'deck') if self.decks else ''}\n"
            f" x {self.x_west:.6g} to {self.x_east:.6g} m, y {self.y_south:.6g} to {self.y_north:.6g} m; {self.source}>"
        )

    @overload
    def sample(self, x: float, y: float) -> tuple[float, float, float]: ...
    @overload
    def sample(self, x: NDArray[Any], y: NDArray[Any]) -> tuple[Floats, Floats, Floats]: ...
    def sample(self, x: Any, y: Any) -> tuple[Any, Any, Any]:
        """Return height [m] and slopes towards east and north [1] of the ground at one position or many [m].

        Outside the terrain the values of the nearest border point are returned; NaN positions give NaN.
        """
        if isinstance(x, (float, int)) and isinstance(y, (float, int)):
            return sample_terrain(self.heights, self.x_west, self.y_south, self.spacing, x, y)
        east, north = np.broadcast_arrays(np.asarray(x, np.float64), np.asarray(y, np.float64))
        return _sample_arrays(self, east, north)

    def compiled_decks(self) -> "Decks":
        """Return the decks for stages."""
        from .levels import NO_DECKS

        if not self.decks:
            return NO_DECKS
        from .decks import compiled_decks

        return compiled_decks(self.decks)

    def cropped(self, x_west: float, y_south: float, x_east: float, y_north: float) -> "Terrain":
        """Return the part of the terrain within a box [m], on whole posts, centred around a new origin.

        Raises:
            TerrainError: the box holds fewer than 2 x 2 posts.
        """
        first_column, last_column = _posts_within(x_west, x_east, self.x_west, self.spacing, self.columns)
        first_row, last_row = _posts_within(y_south, y_north, self.y_south, self.spacing, self.rows)
        heights = self.heights[first_row : last_row + 1, first_column : last_column + 1]
        if min(heights.shape) < 2:
            raise TerrainError(
                f"the box from ({x_west}, {y_south}) to ({x_east}, {y_north}) m holds {heights.shape[0]} x "
                f"{heights.shape[1]} posts of the terrain, which goes from ({self.x_west:g}, {self.y_south:g}) to "
                f"({self.x_east:g}, {self.y_north:g}) m; choose a box that holds at least 2 x 2"
            )
        shift_x = self.x_west + 0.5 * (first_column + last_column) * self.spacing
        shift_y = self.y_south + 0.5 * (first_row + last_row) * self.spacing
        return Terrain.from_heights(
            heights.copy(),
            self.spacing,
            name=self.name,
            source=self.source,
            crs=self.crs,
            origin_easting=self.origin_easting + shift_x,
            origin_northing=self.origin_northing + shift_y,
            voids_filled=self.voids_filled,
            warnings=self.warnings,
            decks=tuple(deck.moved(-shift_x, -shift_y) for deck in self.decks),
        )


def sample_heightfield(ground: Heightfield, x: Real, y: Real) -> tuple[Real, Real, Real]:
    """Return height [m] and slopes towards east and north [1] at x (east), y (north) [m], see ``sample_terrain``."""
    return sample_terrain(ground.heights, ground.x_west, ground.y_south, ground.spacing, x, y)


def sample_terrain(
    heights: SingleTable, x_west: Real, y_south: Real, spacing: Real, x: Real, y: Real
) -> tuple[Real, Real, Real]:
    """Return height [m] and slopes towards east and north [1] at one position.

    Args:
        heights: heights of the posts, (rows, columns), row 0 south, at least 2 x 2 [m].
        x_west, y_south: position of post (0, 0) [m].
        x, y: east and north [m]; limited to the terrain, NaN gives NaN.
    """
    rows, columns = heights.shape
    u = clamp((x - x_west) / spacing, 0.0, columns - 1.0)
    v = clamp((y - y_south) / spacing, 0.0, rows - 1.0)
    # South-western post of the cell. Comparisons with NaN are false, so NaN selects an existing cell.
    column = int(select(u < columns - 2.0, u, columns - 2.0))
    row = int(select(v < rows - 2.0, v, rows - 2.0))
    u, v = u - column, v - row
    # Its neighbours and theirs, as far as they exist: at a border the central difference becomes one-sided.
    west, east, far_east = column - (column > 0), column + 1, column + 1 + (column < columns - 2)
    south, north, far_north = row - (row > 0), row + 1, row + 1 + (row < rows - 2)
    sw, se = float(heights[row, column]), float(heights[row, east])
    nw, ne = float(heights[north, column]), float(heights[north, east])
    sw_west, nw_west = float(heights[row, west]), float(heights[north, west])
    se_east, ne_east = float(heights[row, far_east]), float(heights[north, far_east])
    sw_south, se_south = float(heights[south, column]), float(heights[south, east])
    nw_north, ne_north = float(heights[far_north, column]), float(heights[far_north, east])
    # Weight: fraction of the cell over the distance between the two posts of the difference.
    at_west, at_east = (1.0 - u) / ((east - west) * spacing), u / ((far_east - column) * spacing)
    at_south, at_north = (1.0 - v) / ((north - south) * spacing), v / ((far_north - row) * spacing)
    # Multiplied before the subtraction, because compiled code reads float32 heights.
    rise_south = at_west * se - at_west * sw_west + at_east * se_east - at_east * sw
    rise_north = at_west * ne - at_west * nw_west + at_east * ne_east - at_east * nw
    rise_west = at_south * nw - at_south * sw_south + at_north * nw_north - at_north * sw
    rise_east = at_south * ne - at_south * se_south + at_north * ne_north - at_north * se
    return (
        (1.0 - v) * ((1.0 - u) * sw + u * se) + v * ((1.0 - u) * nw + u * ne),
        (1.0 - v) * rise_south + v * rise_north,
        (1.0 - u) * rise_west + u * rise_east,
    )


def attitude(slope_x: Real, slope_y: Real, yaw: Real) -> tuple[Real, Real]:
    """Return pitch and roll [rad] of a body that stands on a slope.

    The body's z axis is the normal of the ground; its x axis lies in the ground in the vertical plane of ``yaw``.
    Rotations are intrinsic, in the order yaw, pitch, roll: R = Rz(yaw) Ry(pitch) Rx(roll) (ISO 8855: nose down and
    right side down are positive).

    With the slopes a ahead and l to the left, body x is parallel to (1, 0, a) in the yawed frame, hence tan(pitch) =
    -a; the normal (-a, -l, 1) is Ry(pitch) Rx(roll) z, hence tan(roll) = l cos(pitch).

    Args:
        slope_x, slope_y: rise over run towards east and north [1].
        yaw: counter-clockwise from east [rad].
    """
    sine, cosine = sincos(yaw)
    ahead = slope_x * cosine + slope_y * sine
    left = slope_y * cosine - slope_x * sine
    return -atan(ahead), atan(left / sqrt(1.0 + ahead * ahead))


def _sample_arrays(terrain: Terrain, x: Floats, y: Floats) -> tuple[Floats, Floats, Floats]:
    """Sample many positions with NumPy, by the formulas of ``sample_terrain``."""
    heights, spacing = terrain.heights, terrain.spacing
    rows, columns = heights.shape
    u = np.clip((x - terrain.x_west) / spacing, 0.0, columns - 1.0)
    v = np.clip((y - terrain.y_south) / spacing, 0.0, rows - 1.0)
    column = np.where(u < columns - 2.0, u, columns - 2.0).astype(np.intp)
    row = np.where(v < rows - 2.0, v, rows - 2.0).astype(np.intp)
    u, v = u - column, v - row
    west, east, far_east = np.maximum(column - 1, 0), column + 1, np.minimum(column + 2, columns - 1)
    south, north, far_north = np.maximum(row - 1, 0), row + 1, np.minimum(row + 2, rows - 1)

    def at(row: Any, column: Any) -> Floats:
        return heights[row, column].astype(np.float64)

    sw, se, nw, ne = at(row, column), at(row, east), at(north, column), at(north, east)
    at_west, at_east = (1.0 - u) / ((east - west) * spacing), u / ((far_east - column) * spacing)
    at_south, at_north = (1.0 - v) / ((north - south) * spacing), v / ((far_north - row) * spacing)
    rise_south = at_west * se - at_west * at(row, west) + at_east * at(row, far_east) - at_east * sw
    rise_north = at_west * ne - at_west * at(north, west) + at_east * at(north, far_east) - at_east * nw
    rise_west = at_south * nw - at_south * at(south, column) + at_north * at(far_north, column) - at_north * sw
    rise_east = at_south * ne - at_south * at(south, east) + at_north * at(far_north, east) - at_north * se
    return (
        (1.0 - v) * ((1.0 - u) * sw + u * se) + v * ((1.0 - u) * nw + u * ne),
        (1.0 - v) * rise_south + v * rise_north,
        (1.0 - u) * rise_west + u * rise_east,
    )


def _posts_within(low: float, high: float, first: float, spacing: float, count: int) -> tuple[int, int]:
    """Return the first and the last post from ``low`` to ``high``, both inclusive."""
    slack = 1e-6  # fraction of the spacing: a box through posts contains them
    begin = max(math.ceil((low - first) / spacing - slack), 0)
    return begin, max(min(math.floor((high - first) / spacing + slack), count - 1), begin - 1)


def _check_shape(heights: NDArray[Any]) -> None:
    if heights.ndim != 2 or min(heights.shape) < 2:
        raise TerrainError(
            f"the heights of a terrain have the shape {heights.shape}; they must be (rows, columns) of at least 2 x 2"
        )


def _check_finite(heights: NDArray[Any]) -> None:
    bad = int(heights.size - np.count_nonzero(np.isfinite(heights)))
    if bad:
        raise TerrainError(
            f"{bad} of the {heights.size} heights of a terrain are not finite; fill them first (load_terrain does)"
        )
