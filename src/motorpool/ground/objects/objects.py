"""Objects on the terrain (trees, rocks and buildings) as columns, with a grid index."""

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...base.errors import WorldError
from ...base.wording import counted, span
from ..terrain.area import Area, Filter, flattest_area, within
from ..terrain.heightfield import Terrain
from .grid import Circles, Grid, build_grid

KINDS = ("conifer", "broadleaf", "rock", "building")  # names of the values of ``Objects.kind``
CELL = 16.0  # side of a grid cell: a cone of 30 m covers about a dozen [m]
SCATTER_SIZE = 8_000.0  # default side of the square with scattered objects [m]
# limit of scattered objects, a third of what their clearance permits; with more, placing them becomes slow
MOST_PER_SQUARE_KILOMETRE = 5_000.0

LIMITS = {  # allowed ranges of the arguments of ``place_objects``
    "x": (-1e7, 1e7),
    "y": (-1e7, 1e7),
    "z": (-1e5, 1e5),
    "yaw": (-1e6, 1e6),
    "radius": (0.0, 1e3),
    "height": (0.0, 1e4),
    "kind": (0.0, len(KINDS) - 1.0),
}

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Objects:
    """Static objects, sorted by grid cell; each column holds one value per object."""

    x: Floats  # east, of the centre [m]
    y: Floats  # north, of the centre [m]
    z: Floats  # up, of the foot: of the ground at the centre, unless it was given [m]
    yaw: Floats  # counter-clockwise from east, in (-pi, pi]; of a building's long side [rad]
    radius: Floats  # of the circle that vehicles must avoid [m]
    height: Floats  # above the ground, for drawing [m]
    kind: NDArray[np.uint8]  # index into KINDS
    grid: Grid  # over x and y; its cell is at least the largest radius

    @cached_property
    def circles(self) -> Circles:
        """Return the circles of the objects with their grid, for stages."""
        return Circles(self.x, self.y, self.radius, self.grid)

    @property
    def count(self) -> int:
        """Return the number of objects."""
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
    """Return exactly ``count`` objects in clusters on suitable slopes, the same for the same seed.

    See ``scatter`` for the method. A larger count includes the objects of a smaller one.

    Example:
        woods = mp.scatter_objects(mp.Terrain.flat(size=1000.0), count=500, seed=7)

    Args:
        count: at most 5000 per square kilometre.
        seed: a whole number, not negative.
        area: x_west, y_south, x_east, y_north [m] within the terrain; by default its flattest 8 x 8 km.
        keep_off: filter of circles (x, y, radius) [m], true for those to keep, such as ``roads.clears``.

    Raises:
        WorldError: count, seed or area is out of range.
    """
    from .scatter import scatter  # few worlds of a program scatter theirs

    place = flattest_area(terrain, SCATTER_SIZE) if area is None else within(area, terrain)
    _check(count, seed, place)
    found = scatter(terrain, count=count, seed=seed, area=place, keep_off=keep_off)
    return _sorted_by_cell(terrain, found.x, found.y, found.yaw, found.radius, found.height, found.kind)


def place_objects(
    terrain: Terrain,
    *,
    x: ArrayLike,
    y: ArrayLike,
    radius: ArrayLike = 0.5,
    height: ArrayLike = 10.0,
    yaw: ArrayLike = 0.0,
    kind: ArrayLike = 0,
    z: ArrayLike | None = None,
) -> Objects:
    """Return objects at given positions; single values apply to all.

    Args:
        x, y: east and north [m].
        radius, height: radius of the circle that vehicles must avoid, and height [m].
        yaw: counter-clockwise from east [rad].
        kind: index into ``KINDS``.
        z: height of the foot, such as that of a deck [m]; by default all stand on the ground.

    Raises:
        WorldError: a value is not a number in its range.
    """
    given = {"x": x, "y": y, "yaw": yaw, "radius": radius, "height": height, "kind": kind}
    given["z"] = 0.0 if z is None else z
    columns = np.broadcast_arrays(*(np.atleast_1d(np.asarray(value, np.float64)) for value in given.values()))
    for name, column in zip(given, columns, strict=True):
        low, high = LIMITS[name]
        wrong = np.flatnonzero(~((column >= low) & (column <= high)))
        if wrong.size:
            place = f"objects: {name}[{wrong[0]}] is {column[wrong[0]]}"
            raise WorldError(f"{place}; it must be a number from {low:g} to {high:g}")
    east, north, angle, width, top, number, foot = columns
    foot = None if z is None else foot
    return _sorted_by_cell(terrain, east, north, wrapped(angle), width, top, number.astype(np.uint8), foot)


def join_objects(terrain: Terrain, *parts: Objects) -> Objects:
    """Return the objects of all parts together."""
    names = ("x", "y", "radius", "height", "yaw", "kind", "z")
    return place_objects(terrain, **{name: np.concatenate([getattr(part, name) for part in parts]) for name in names})


def empty_objects(terrain: Terrain) -> Objects:
    """Return an empty set of objects, for a bare terrain."""
    return place_objects(terrain, x=[], y=[], radius=[], height=[], yaw=[], kind=[])


def wrapped(yaw: Floats) -> Floats:
    """Return the same directions in (-pi, pi]."""
    return math.pi - (math.pi - yaw) % math.tau


def _sorted_by_cell(
    terrain: Terrain, x: Floats, y: Floats, yaw: Floats, radius: Floats, height: Floats, kind: NDArray[np.uint8],
    z: Floats | None = None,
) -> Objects:  # fmt: skip
    """Return objects, on the ground by default, sorted by cell: neighbours on the map are neighbours in memory."""
    cell = max(CELL, float(radius.max(initial=0.0)))
    bounds = (float(x.min()), float(y.min()), float(x.max()), float(y.max())) if x.size else (0.0, 0.0, 0.0, 0.0)
    order = build_grid(x, y, bounds, cell).item
    columns = [np.ascontiguousarray(column[order], np.float64) for column in (x, y, yaw, radius, height)]
    x, y, yaw, radius, height = columns
    z = np.ascontiguousarray(terrain.sample(x, y)[0] if z is None else z[order], np.float64)
    grid = build_grid(x, y, bounds, cell)
    return Objects(x, y, z, yaw, radius, height, np.ascontiguousarray(kind[order], np.uint8), grid)


def _check(count: int, seed: int, area: Area) -> None:
    if count < 0 or seed < 0:
        raise WorldError(f"objects: count {count} and seed {seed}; they must be whole numbers, zero or positive")
    square_kilometres = (area[2] - area[0]) * (area[3] - area[1]) / 1e6
    most = int(MOST_PER_SQUARE_KILOMETRE * square_kilometres)
    if count > most:
        raise WorldError(
            f"objects: {count} do not fit into {square_kilometres:.3g} square kilometres; "
            f"choose at most {most} or a larger area"
        )
