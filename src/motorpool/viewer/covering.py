"""What covers a world's ground, for the browser: the soil of each square, and roads as their middle lines.

A surface of more squares than a page needs is made coarser: each of its new squares is what most of it was.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from ..terrain.surface import Surface
    from ..world import World

MOST_SQUARES = 2048  # along a side: 30 km in squares of 15 m, four megabytes at most before they are compressed
MOST_POINTS = 400_000  # of all roads together, some three megabytes; beyond, every second one of a road is left out


def surface_of(world: "World") -> "Surface | None":
    """What the world's ground is made of; None where it does not say."""
    return getattr(world, "surface", None)


def roads_of(world: "World") -> Sequence[Any]:
    """The world's roads, each with points (n, 2) [m], width [m] and kind."""
    return getattr(world, "roads", ())


def describe_surface(surface: "Surface | None") -> dict[str, Any] | None:
    """What ``/world.json`` says of it."""
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
    """What ``/surface.bin`` holds: a byte a square, the number of its class, rows from south to north."""
    return b"" if surface is None else coarse_classes(surface).tobytes()


def describe_roads(roads: Sequence[Any]) -> list[dict[str, Any]]:
    """What ``/world.json`` says of them."""
    lines = _lines(roads)
    return [
        {"kind": str(road.kind), "width": float(road.width), "count": len(points)}
        for road, points in zip(roads, lines, strict=True)
    ]


def pack_roads(roads: Sequence[Any]) -> bytes:
    """What ``/roads.bin`` holds: the points of one road after those of another, ``f32`` x and y [m]."""
    return b"".join(points.astype("<f4").tobytes() for points in _lines(roads))


def coarse_classes(surface: "Surface") -> NDArray[np.uint8]:
    """The surface's classes, at most `MOST_SQUARES` along a side."""
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
    """How many squares become one, along a side."""
    return -(-max(surface.classes.shape) // MOST_SQUARES)


def _coarse_shape(surface: "Surface") -> tuple[int, int]:
    stride = _stride(surface)
    return -(-surface.rows // stride), -(-surface.columns // stride)


def _lines(roads: Sequence[Any]) -> list[NDArray[np.float64]]:
    """The roads' points, thinned out where they are too many; a road keeps its ends."""
    lines = [np.asarray(road.points, np.float64).reshape(-1, 2) for road in roads]
    while sum(map(len, lines)) > max(MOST_POINTS, 2 * len(lines)):
        lines = [np.concatenate([line[:-1:2], line[-1:]]) for line in lines]
    return lines
