"""The things that stand on the terrain: trees, rocks and buildings, as columns, with a grid index over them."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..errors import WorldError
from ..terrain.area import Area, Filter, flattest_area, within
from ..terrain.heightfield import Terrain
from ..wording import counted, span
from .grid import Circles, Grid, build_grid
from .scatter import MOST_PER_SQUARE_KILOMETRE, scatter, wrapped

KINDS = ("conifer", "broadleaf", "rock", "building")  # what ``Objects.kind`` indexes
CELL = 16.0  # side of a grid cell: a cone of 30 m covers about a dozen, a tenth of a kilometre has few [m]
SCATTER_SIZE = 8_000.0  # side of the square that objects are scattered over by default [m]

LIMITS = {  # of what ``place_objects`` accepts
    "x": (-1e7, 1e7),
    "y": (-1e7, 1e7),
    "yaw": (-1e6, 1e6),
    "radius": (0.0, 1e3),
    "height": (0.0, 1e4),
    "kind": (0.0, len(KINDS) - 1.0),
}

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Objects:
    """Everything that stands still, sorted by grid cell. A column holds one value for each object."""

    x: Floats  # east, of the middle [m]
    y: Floats  # north, of the middle [m]
    z: Floats  # up, of the ground at the middle [m]
    yaw: Floats  # counter-clockwise from east, in (-pi, pi]; a building's long side [rad]
    radius: Floats  # of the circle that a vehicle must keep out of [m]
    height: Floats  # above the ground, for drawing [m]
    kind: NDArray[np.uint8]  # index into KINDS
    grid: Grid  # over x and y; no radius exceeds its cell

    @cached_property
    def circles(self) -> Circles:
        """Circles of the objects with their grid, for stages."""
        return Circles(self.x, self.y, self.radius, self.grid)

    @property
    def count(self) -> int:
        """Number of objects."""
        return len(self.x)

    def __repr__(self) -> str:
        counts = np.bincount(self.kind, minlength=len(KINDS))
        kinds = ", ".join(f"{count} {kind}" for kind, count in zip(KINDS, counts, strict=True) if count)
        where = f"\n x {span(self.x, 'm')}, y {span(self.y, 'm')}, z {span(self.z, 'm')}" if self.count else ""
        return f"<Objects: {counted(self.count, 'object')}{kinds and ': '}{kinds}{where}>"


def scatter_objects(
    terrain: Terrain,
    *,
    count: int = 40_000,
    seed: int = 0,
    area: Area | None = None,
    keep_off: Filter | None = None,
) -> Objects:
    """Exactly ``count`` objects in clusters where the slope suits them; the same ones for the same seed.

    See ``scatter`` for how. A larger count keeps the objects of a smaller one.

    Example:
        woods = mp.scatter_objects(mp.Terrain.flat(size=1000.0), count=500, seed=7)

    Args:
        terrain: what they stand on.
        count: how many, at most 5000 per square kilometre.
        seed: a whole number, not negative.
        area: x_west, y_south, x_east, y_north [m] within the terrain; by default the gentlest 8 x 8 km of the
            terrain, or all of a smaller one.
        keep_off: says of circles (x, y, radius) [m] which may stay, such as ``roads.clears``.

    Raises:
        WorldError: the count, seed or area is unusable.
    """
    place = flattest_area(terrain, SCATTER_SIZE) if area is None else within(area, terrain)
    _check(count, seed, place)
    found = scatter(terrain, count=count, seed=seed, area=place, keep_off=keep_off)
    return _filed(terrain, found.x, found.y, found.yaw, found.radius, found.height, found.kind)


def place_objects(
    terrain: Terrain,
    *,
    x: ArrayLike,
    y: ArrayLike,
    radius: ArrayLike = 0.5,
    height: ArrayLike = 10.0,
    yaw: ArrayLike = 0.0,
    kind: ArrayLike = 0,
) -> Objects:
    """Return objects at given positions; single values hold for all.

    Args:
        terrain: the ground that they stand on.
        x: east [m].
        y: north [m].
        radius: of the circle that vehicles must keep out of [m].
        height: [m].
        yaw: counter-clockwise from east [rad].
        kind: index into ``KINDS``.

    Raises:
        WorldError: a value is not a number within its limits.
    """
    given = {"x": x, "y": y, "yaw": yaw, "radius": radius, "height": height, "kind": kind}
    columns = np.broadcast_arrays(*(np.atleast_1d(np.asarray(value, np.float64)) for value in given.values()))
    for name, column in zip(given, columns, strict=True):
        low, high = LIMITS[name]
        wrong = np.flatnonzero(~((column >= low) & (column <= high)))
        if wrong.size:
            place = f"objects: {name}[{wrong[0]}] is {column[wrong[0]]}"
            raise WorldError(f"{place}; it must be a number from {low:g} to {high:g}")
    east, north, turn, size, tall, what = columns
    return _filed(terrain, east, north, wrapped(turn), size, tall, what.astype(np.uint8))


def join_objects(terrain: Terrain, *parts: Objects) -> Objects:
    """Return the objects of all parts as one."""
    names = ("x", "y", "radius", "height", "yaw", "kind")
    return place_objects(terrain, **{name: np.concatenate([getattr(part, name) for part in parts]) for name in names})


def empty_objects(terrain: Terrain) -> Objects:
    """No objects at all, for a bare terrain."""
    return place_objects(terrain, x=[], y=[], radius=[], height=[], yaw=[], kind=[])


def _filed(
    terrain: Terrain, x: Floats, y: Floats, yaw: Floats, radius: Floats, height: Floats, kind: NDArray[np.uint8]
) -> Objects:
    """The objects on the ground, reordered by cell: neighbours on the map are neighbours in memory."""
    cell = max(CELL, float(radius.max(initial=0.0)))
    bounds = (float(x.min()), float(y.min()), float(x.max()), float(y.max())) if x.size else (0.0, 0.0, 0.0, 0.0)
    order = build_grid(x, y, bounds, cell).item
    columns = [np.ascontiguousarray(column[order], np.float64) for column in (x, y, yaw, radius, height)]
    x, y, yaw, radius, height = columns
    z = np.asarray(terrain.sample(x, y)[0], np.float64)
    grid = build_grid(x, y, bounds, cell)
    return Objects(x, y, z, yaw, radius, height, np.ascontiguousarray(kind[order], np.uint8), grid)


def _check(count: int, seed: int, area: Area) -> None:
    if count < 0 or seed < 0:
        raise WorldError(f"objects: count {count} and seed {seed}; give whole numbers that are not negative")
    square_kilometres = (area[2] - area[0]) * (area[3] - area[1]) / 1e6
    most = int(MOST_PER_SQUARE_KILOMETRE * square_kilometres)
    if count > most:
        raise WorldError(
            f"objects: {count} do not fit into {square_kilometres:.3g} square kilometres; "
            f"ask for at most {most} or for a larger area"
        )
