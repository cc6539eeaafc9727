"""Occupancy maps of worlds, for robot programs: obstacles, and by choice steep or impassable ground, as an image.

The image is in the frame of the world, which is the frame ``map`` of its ROS topics.
"""

import math
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ...base.errors import WorldError
from ...base.files import check_output, whole_file
from ...ground.terrain.area import Area
from ...world.world import World
from ..rasters import Lattice, near_segments, segments_of
from .cover import Cells
from .reading import FREE_THRESHOLD, OCCUPIED_THRESHOLD, RESOLUTIONS

MOST_CELLS = 100_000_000  # of a map, a byte each
AT_ONCE = 1 << 20  # cells whose ground is looked at together
OCCUPIED_LEVEL, FREE_LEVEL = 0, 254  # of pixels, as map_saver writes them


class Wanted(NamedTuple):
    """Kinds of ground that are occupied, in addition to objects."""

    steep_deg: float | None = None  # steeper than this
    impassable: bool = False  # of classes with the cone index 0, such as water


def occupancy_of(world: World, *, resolution: float, area: Area | None = None, wanted: Wanted | None = None) -> Cells:
    """Return the occupied cells (rows, columns) of a world, from the south and the west.

    A cell is occupied if its middle is in the circle of an object, or the object's middle is in the cell.

    Args:
        resolution: side of a cell [m].
        area: x_west, y_south, x_east, y_north [m]; the whole terrain by default.

    Raises:
        WorldError: the resolution or the area is not allowed, or there would be too many cells.
    """
    lattice = _lattice(world, resolution, area or _whole(world))
    occupied = np.zeros((lattice.rows, lattice.columns), bool)
    objects = world.objects
    points = np.repeat(np.column_stack([objects.x, objects.y])[:, np.newaxis], 2, axis=1)
    for near in near_segments(segments_of(list(points)), objects.radius, lattice):
        occupied[near.row, near.column] = True
    row, column = (
        np.floor((place - first) / resolution + 0.5).astype(np.intp)
        for place, first in ((objects.y, lattice.y_south), (objects.x, lattice.x_west))
    )
    inside = (row >= 0) & (row < lattice.rows) & (column >= 0) & (column < lattice.columns)
    occupied[row[inside], column[inside]] = True
    if wanted is not None and (wanted.steep_deg is not None or wanted.impassable):
        for rows, is_lost in _lost_ground(world, lattice, wanted):
            occupied[rows] |= is_lost
    return occupied


def write_occupancy(path: Path, occupied: Cells, *, resolution: float, west: float, south: float) -> Path:
    """Write cells as a YAML file and an image beside it, and return the path of the image.

    Args:
        occupied: (rows, columns), from the south and the west.
        west, south: corner of the first cell [m].

    Raises:
        WorldError: a file cannot be written.
    """
    image = path.with_suffix(".pgm")
    check_output(image, error=WorldError)
    rows, columns = occupied.shape
    with whole_file(image, error=WorldError) as new, new.open("wb") as file:
        file.write(f"P5\n# motorpool {resolution:g} m/pixel\n{columns} {rows}\n255\n".encode())
        for line in range(rows - 1, -1, -1):
            file.write(np.where(occupied[line], OCCUPIED_LEVEL, FREE_LEVEL).astype(np.uint8).tobytes())
    text = (
        f"image: {_quoted(image.name)}\nmode: trinary\nresolution: {resolution!r}\norigin: [{west!r}, {south!r}, 0]\n"
        f"negate: 0\noccupied_thresh: {OCCUPIED_THRESHOLD}\nfree_thresh: {FREE_THRESHOLD}\n"
    )
    with whole_file(path, error=WorldError) as new:
        new.write_text(text, encoding="utf-8")
    return image


def _quoted(name: str) -> str:
    return "'" + name.replace("'", "''") + "'"


def _whole(world: World) -> Area:
    terrain = world.terrain
    return terrain.x_west, terrain.y_south, terrain.x_east, terrain.y_north


def _lattice(world: World, resolution: float, area: Area) -> Lattice:
    """Return the lattice of the middles of cells."""
    least, most = RESOLUTIONS
    if not least <= resolution <= most:
        raise WorldError(f"the resolution is {resolution:g} m; it must be from {least:g} to {most:g} m")
    west, south, east, north = area
    whole = _whole(world)
    if not (whole[0] <= west < east <= whole[2] and whole[1] <= south < north <= whole[3]):
        raise WorldError(
            f"the area is ({', '.join(f'{side:g}' for side in area)}); it must be west, south, east, north within "
            f"the terrain, ({', '.join(f'{side:g}' for side in whole)}) m"
        )
    slack = 1e-9  # of a cell, for sides that are multiples of it
    columns, rows = (math.ceil(side / resolution - slack) for side in (east - west, north - south))
    if rows * columns > MOST_CELLS:
        raise WorldError(
            f"cells of {resolution:g} m would be {rows * columns / 1e6:.0f} million; at most "
            f"{MOST_CELLS / 1e6:.0f} million are written: choose a larger --resolution, or a part with --area"
        )
    return Lattice(west + 0.5 * resolution, south + 0.5 * resolution, resolution, rows, columns)


def _lost_ground(world: World, lattice: Lattice, wanted: Wanted) -> Iterator[tuple[slice, Cells]]:
    """Yield some rows at a time, and which of their cells are steep or impassable."""
    x = lattice.x_west + lattice.spacing * np.arange(lattice.columns)
    strength = world.surface.values("cone_index")
    for first in range(0, lattice.rows, step := max(1, AT_ONCE // lattice.columns)):
        rows = slice(first, min(first + step, lattice.rows))
        y = lattice.y_south + lattice.spacing * np.arange(rows.start, rows.stop)
        east, north = (each.ravel() for each in np.meshgrid(x, y))
        is_lost = np.zeros(len(east), bool)
        if wanted.steep_deg is not None:
            _, slope_east, slope_north = world.terrain.sample(east, north)
            is_lost |= np.hypot(slope_east, slope_north) > math.tan(math.radians(wanted.steep_deg))
        if wanted.impassable:
            is_lost |= strength[world.surface.sample(east, north)] <= 0.0
        yield rows, is_lost.reshape(-1, lattice.columns)
