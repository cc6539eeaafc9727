"""Generated parts of a landscape, through a cache: terrain on a metric map, roads, objects, soil maps.

The key of a part is made of the arguments of these functions and of the source text of the code that generates it; see
``array_cache``. ``uncached`` generates a part each time.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields
from hashlib import sha256
from importlib.metadata import version
from typing import Any, Protocol

import numpy as np

from ...compile.array_cache import Arrays, Input, as_text, from_text, version_of
from ...ground.objects.grid import Grid
from ...ground.objects.objects import Objects
from ...ground.terrain.area import Area
from ...ground.terrain.heightfield import Terrain
from ...ground.terrain.heightfield_files import JACKSBORO, jacksboro_file, load_terrain
from ...ground.terrain.roads import Road, make_roads
from ...ground.terrain.surface import COLOURS, Surface, rows_of
from .stored_roads import stored_lines

CODE = (
    "ground/terrain",
    "ground/objects",
    "models/mathematics.py",
    "world/scenario/generated.py",
    "world/scenario/ground.py",
    "world/scenario/objects.py",
    "world/scenario/stored_roads.py",
)


class Cache(Protocol):
    """Cache of arrays, such as ``array_cache.cached``."""

    def __call__(self, kind: str, inputs: Iterable[Input], *, code: str, make: Callable[[], Arrays]) -> Arrays:
        """Return the cached arrays; if there are none, make and store them."""
        ...


def uncached(kind: str, inputs: Iterable[Input], *, code: str, make: Callable[[], Arrays]) -> Arrays:
    """Make the arrays without storing them."""
    return make()


def jacksboro(spacing: float | None, crop: Area | None, *, cache: Cache) -> Terrain:
    """Return the terrain "jacksboro".

    Args:
        crop: west, south, east, north of the part [m].

    Raises:
        TerrainError: the file is missing, or there is no such part.
    """

    def make() -> Arrays:
        terrain = load_terrain(JACKSBORO, spacing=spacing, crop=crop)
        rest = {field.name: getattr(terrain, field.name) for field in fields(Terrain) if field.name != "heights"}
        return {"heights": terrain.heights, "rest": as_text(rest)}

    content = sha256(jacksboro_file().read_bytes()).hexdigest()
    found = cache("terrain", [content, spacing, *(crop or ())], code=_code(), make=make)
    rest = from_text(found["rest"])
    return Terrain(heights=found["heights"], **rest | {"warnings": tuple(rest["warnings"])})


def roads(
    terrain: Terrain, *, count: int, seed: int, width: float, kind: str, area: Area | None, cache: Cache
) -> list[Road]:
    """Return made roads, as ``make_roads`` does; a network that is stored with the scenarios is not searched for.

    Args:
        area: that they stay in: west, south, east, north [m].

    Raises:
        WorldError: a value is not allowed.
    """
    stored = stored_lines(terrain, count=count, seed=seed, area=area)
    if stored is not None:
        return [Road(points, width, kind) for points in stored]

    def make() -> Arrays:
        made = make_roads(terrain, count=count, seed=seed, width=width, kind=kind, area=area)
        return {"points": _joined([road.points for road in made]), "counts": _counts(made)}

    solver = version("scipy")  # which chooses among routes of equal cost
    inputs = [*_of_terrain(terrain), count, seed, *(area or ()), solver]
    found = cache("roads", inputs, code=_code(), make=make)
    ends = np.cumsum(found["counts"])[:-1]
    return [Road(points, width, kind) for points in np.split(found["points"], ends) if len(points)]


def objects(
    terrain: Terrain,
    given: Sequence[Road],
    listed: Objects,
    *numbers: float | None,
    make: Callable[[], Objects],
    cache: Cache,
) -> Objects:
    """Return scattered objects and those that are listed."""

    def sorted_columns() -> Arrays:
        made = make()
        return {name: getattr(made, name) for name in names} | {
            "grid": as_text([made.grid.x_west, made.grid.y_south, made.grid.cell, made.grid.columns, made.grid.rows]),
            "first": made.grid.first,
            "item": made.grid.item,
        }

    names = [field.name for field in fields(Objects) if field.name != "grid"]
    inputs = [*_of_terrain(terrain), *_of_roads(given), *(getattr(listed, name) for name in names), *numbers]
    found = cache("objects", inputs, code=_code(), make=sorted_columns)
    x_west, y_south, cell, columns, rows = from_text(found["grid"])
    grid = Grid(x_west, y_south, cell, columns, rows, found["first"], found["item"])
    return Objects(**{name: found[name] for name in names}, grid=grid)


def surface(
    terrain: Terrain, given: Sequence[Road], *values: str | float, make: Callable[[], Surface], cache: Cache
) -> Surface:
    """Return a surface whose classes have names."""

    def raster() -> Arrays:
        made = make()
        return {"classes": made.classes, "rest": as_text([made.spacing, made.x_west, made.y_south, made.names])}

    found = cache("surface", [*_of_terrain(terrain), *_of_roads(given), *values], code=_code(), make=raster)
    spacing, x_west, y_south, names = from_text(found["rest"])
    colours = tuple(COLOURS[name] for name in names)
    return Surface(found["classes"], spacing, x_west, y_south, tuple(names), rows_of(names), colours)


def _code() -> str:
    return version_of(*CODE)


def _of_terrain(terrain: Terrain) -> list[Input]:
    return [terrain.heights, terrain.spacing, terrain.x_west, terrain.y_south]


def _of_roads(given: Sequence[Road]) -> list[Input]:
    inputs: list[Input] = [_joined([road.points for road in given]), _counts(given)]
    for road in given:
        inputs += [road.width, road.kind]
    return inputs


def _joined(lines: Sequence[Any]) -> Any:
    return np.concatenate([np.zeros((0, 2)), *lines])


def _counts(given: Sequence[Road]) -> Any:
    return np.array([len(road.points) for road in given], np.int64)
