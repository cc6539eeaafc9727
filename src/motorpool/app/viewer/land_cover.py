"""Land cover for the browser: the soil class of each square of the surface, and roads as their middle lines.

A surface of more squares than a page needs is made coarser: a new square has the commonest class of the old ones.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .schema import binary
from .schema.world import RoadDescription, SurfaceDescription

if TYPE_CHECKING:
    from ...ground.terrain.surface import Surface
    from ...world import World

_CLASS = binary.SQUARE.dtype["soil_class"]
_COORDINATE = binary.ROAD_POINT.dtype["x"]

MOST_SQUARES = 2048  # along a side: 30 km in squares of 15 m, four megabytes at most before they are compressed
MOST_POINTS = 400_000  # of all roads together, some three megabytes; beyond, every second one of a road is left out


def surface_of(world: "World") -> "Surface | None":
    """Return the soil classes of the world's ground; None if it has none."""
    return getattr(world, "surface", None)


def roads_of(world: "World") -> Sequence[Any]:
    """Return the world's roads, each with points (n, 2) [m], width [m] and kind."""
    return getattr(world, "roads", ())


def describe_surface(surface: "Surface | None") -> SurfaceDescription | None:
    """Return the description of a surface for ``/world.json``."""
    if surface is None:
        return None
    rows, columns = _coarse_shape(surface)
    friction = surface.values("friction")
    return {
        "rows": rows,
        "columns": columns,
        "spacing": surface.spacing * _stride(surface),
        "x_west": surface.x_west,
        "y_south": surface.y_south,
        "classes": [
            {"name": name, "colour": colour, "friction": float(friction[number])}
            for number, (name, colour) in enumerate(zip(surface.names, surface.colours, strict=True))
        ],
    }


def pack_surface(surface: "Surface | None") -> bytes:
    """Return the content of ``/surface.bin``."""
    return b"" if surface is None else coarse_classes(surface).astype(_CLASS).tobytes()


def describe_roads(roads: Sequence[Any]) -> list[RoadDescription]:
    """Return the descriptions of roads for ``/world.json``."""
    lines = _lines(roads)
    return [
        {"kind": str(road.kind), "width": float(road.width), "lanes": _lanes(road), "count": len(points)}
        for road, points in zip(roads, lines, strict=True)
    ]


def _lanes(road: Any) -> list[int]:
    lanes = getattr(road, "lanes", (0, 0))
    return [*map(int, lanes)] if any(lanes) else []


def pack_roads(roads: Sequence[Any]) -> bytes:
    """Return the content of ``/roads.bin``."""
    return b"".join(points.astype(_COORDINATE).tobytes() for points in _lines(roads))


def coarse_classes(surface: "Surface") -> NDArray[np.uint8]:
    """Return the classes of a surface, at most `MOST_SQUARES` along a side; of merged squares the commonest class."""
    stride = _stride(surface)
    if stride == 1:
        return surface.classes
    rows, columns = _coarse_shape(surface)
    spare = ((0, rows * stride - surface.rows), (0, columns * stride - surface.columns))
    blocks = np.pad(surface.classes, spare, mode="edge").reshape(rows, stride, columns, stride)
    most, found = np.zeros((rows, columns), np.int64), np.zeros((rows, columns), np.uint8)
    for number in range(len(surface.names)):
        count = (blocks == number).sum(axis=(1, 3))
        found[count > most] = number
        np.maximum(most, count, out=most)
    return found


def _stride(surface: "Surface") -> int:
    return -(-max(surface.classes.shape) // MOST_SQUARES)


def _coarse_shape(surface: "Surface") -> tuple[int, int]:
    stride = _stride(surface)
    return -(-surface.rows // stride), -(-surface.columns // stride)


def _lines(roads: Sequence[Any]) -> list[NDArray[np.float64]]:
    """Return the points of roads, every second one left out while they are too many; a road keeps its ends."""
    lines = [np.asarray(road.points, np.float64).reshape(-1, 2) for road in roads]
    while sum(map(len, lines)) > max(MOST_POINTS, 2 * len(lines)):
        lines = [np.concatenate([line[:-1:2], line[-1:]]) for line in lines]
    return lines
