"""Heights for a world: files of elevation models, several as one mosaic, or an image with a size and a range.

An image (PNG or PGM) names neither its place nor its heights: black is the lowest and white the highest of the range,
its top is north, and it lies around the middle of the map.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..base.errors import TerrainError
from ..base.operating_system import expanded
from ..ground.terrain.heightfield_files import read_raster
from ..ground.terrain.projection import STEPS, Box
from ..ground.terrain.raster import Raster, reader_of
from .images import SUFFIXES, Image, read_image
from .mosaic import MOST_FILES, hole_in, mosaic_of

RANGE = (-12_000.0, 10_000.0)  # of heights that are believed [m]
MAX_SIZE = 400_000.0  # of an image's side [m]


class Scale(NamedTuple):
    """Size and heights of an image."""

    width: float  # from its left to its right edge [m]
    depth: float | None  # from its lower to its upper edge [m]; None: the pixels are square
    low: float  # height of black [m]
    high: float  # height of white [m]


class Elevation(NamedTuple):
    """Heights of one or several files."""

    raster: Raster
    parts: tuple[Raster, ...] = ()  # of a mosaic
    is_placed: bool = True  # whether the file says where it lies; an image does not
    note: str = ""  # assumptions and parts, as a sentence for the user

    def around(self, box: Box, crs: str | None) -> "Elevation":
        """Return heights that have no place, around the middle of a box of a map."""
        if self.is_placed:
            return self
        east, north = 0.5 * (box.west + box.east), 0.5 * (box.south + box.north)
        raster = self.raster
        return self._replace(raster=replace(raster, west=raster.west + east, south=raster.south + north, crs=crs))

    def check_whole(self, crs: str | None, box: Box) -> None:
        """Refuse a mosaic that leaves a part of a box of the map without heights.

        Raises:
            TerrainError: it does.
        """
        hole = hole_in(self.parts, crs, box) if self.parts else ""
        if hole:
            raise TerrainError(
                f"the {len(self.parts)} files of heights leave a hole: {hole}; add the file that covers it, or choose "
                "a part of the map with --area"
            )


def elevation_of(heights: Sequence[str | Path], scale: Scale | None = None) -> Elevation | None:
    """Return the heights of files; None of no files.

    Args:
        scale: size and range of an image, which is the only file then.

    Raises:
        TerrainError: a file cannot be read, an image has no scale, or files do not go together.
    """
    if len(heights) > MOST_FILES:
        raise TerrainError(f"{len(heights)} files of heights are named; at most {MOST_FILES} are read together")
    images = [path for path in heights if str(path).lower().endswith(SUFFIXES)]
    if images and len(heights) > 1:
        raise TerrainError(f"{images[0]} is an image, which has no place among other heights; name it alone")
    if images:
        return _of_image(expanded(images[0]), scale)
    if scale is not None:
        raise TerrainError("a size and a range are for heights from an image (.png, .pgm); leave them out")
    rasters = [read_raster(path) for path in heights]
    if len(rasters) < 2:
        return Elevation(rasters[0]) if rasters else None
    whole, parts = mosaic_of(rasters)
    return Elevation(whole, parts, note=f"heights: {', '.join(part.label for part in parts)}, the finest first")


def scale_of(size: str | None, heights: tuple[float, float] | None) -> Scale | None:
    """Return the scale of an image from the words of ``--size`` and ``--range``; None without both.

    Raises:
        TerrainError: one is missing, or no size or range.
    """
    if size is None and heights is None:
        return None
    if size is None or heights is None:
        raise TerrainError(
            "an image needs both its size and its heights; give --size METRES and --range LOWEST HIGHEST"
        )
    try:
        sides = [float(part) for part in size.split(",")]
    except ValueError:
        sides = []
    if not 1 <= len(sides) <= 2 or not all(0.0 < side <= MAX_SIZE for side in sides):
        raise TerrainError(
            f"--size is {size!r}; write the width, or width,depth, in metres, up to {MAX_SIZE:g}: 2000 or 2000,1500"
        )
    low, high = heights
    least, most = RANGE
    if not least <= low < high <= most:
        raise TerrainError(
            f"--range is {low:g} {high:g}; it must be the heights of black and of white, from {least:g} to {most:g} m, "
            "the lower first"
        )
    return Scale(sides[0], sides[1] if len(sides) == 2 else None, low, high)


def _of_image(path: Path, scale: Scale | None) -> Elevation:
    image = read_image(path)
    if scale is None:
        raise TerrainError(
            f"{path.name} is an image, which names neither its size nor the heights of its grey values; give --size "
            "METRES and --range LOWEST HIGHEST, or name a file with both, such as a GeoTIFF"
        )
    levels = _grey(path, image)
    rows, columns = levels.shape
    if min(rows, columns) < 2:
        raise TerrainError(f"{path.name} has {columns} x {rows} pixels; heights need at least 2 x 2")
    step_x = scale.width / columns
    step_y = step_x if scale.depth is None else scale.depth / rows
    if not STEPS[0] <= min(step_x, step_y) <= max(step_x, step_y) <= STEPS[1]:
        raise TerrainError(
            f"{path.name} would have pixels of {step_x:g} x {step_y:g} m; {STEPS[0]:g} to {STEPS[1]:g} m are "
            "supported: choose another --size"
        )
    level = (scale.high - scale.low) / image.white
    heights = np.float32(scale.low) + np.float32(level) * levels[::-1].astype(np.float32)
    if image.alpha is not None:
        heights[image.alpha[::-1] < image.white] = np.nan
    words = (
        f"{'16' if image.white > 255 else '8'}-bit grey image of {columns} x {rows} pixels, black {scale.low:g} m and "
        f"white {scale.high:g} m high, levels {level:.3g} m apart"
    )
    raster = Raster(
        name=path.stem, label=path.name, description=words, rows=rows, columns=columns,
        west=0.5 * (1 - columns) * step_x, south=0.5 * (1 - rows) * step_y, step_x=step_x, step_y=step_y, crs=None,
        read=reader_of(heights, codes=()), is_measured=False,
    )  # fmt: skip
    size = f"{columns * step_x:g} x {rows * step_y:g} m"
    note = f"{path.name}: taken as a {words}; {size} around the middle of the map, its top is north"
    return Elevation(raster, is_placed=False, note=note)


def _grey(path: Path, image: Image) -> NDArray[Any]:
    colours = image.colours
    if colours.shape[2] > 1 and (colours != colours[:, :, :1]).any():
        raise TerrainError(
            f"{path.name} is a colour image; heights are read from grey ones: save it as 8- or 16-bit grey"
        )
    return colours[:, :, 0]
