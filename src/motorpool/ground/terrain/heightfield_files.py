"""Reading and writing of terrain files.

``load_terrain`` reads a raster (one module per format), fills its voids, and converts it to square posts on a metric
map: unchanged if the file has such posts, otherwise by projection and bicubic interpolation. ``Terrain.source``
describes the conversion.
"""

import contextlib
import importlib.util
import math
from collections.abc import Callable, Generator
from dataclasses import replace
from pathlib import Path

from ...base.errors import TerrainError, require, suggestion
from ...base.files import check_format, check_input
from ...base.operating_system import expanded
from .heightfield import Terrain
from .outliers import check_range, fill_voids, without_outliers
from .projection import STEPS, Box, Placement, foreign_unit, place
from .raster import MAX_POSTS, Heights, Raster, Voids, Window, check_size
from .raster_asc import read_asc
from .raster_esri import read_esri
from .raster_gdal import read_gdal
from .raster_hgt import read_hgt
from .raster_npz import read_npz, write_npz
from .warp import Posts, part_for, warp

READERS: dict[str, Callable[[Path], Raster]] = {
    ".tif": read_gdal,
    ".tiff": read_gdal,
    ".hgt": read_hgt,
    ".hgt.zip": read_hgt,
    ".hgt.gz": read_hgt,
    ".zip": read_hgt,
    ".dt0": read_gdal,
    ".dt1": read_gdal,
    ".dt2": read_gdal,
    ".asc": read_asc,
    ".bil": read_esri,
    ".flt": read_esri,
    ".npz": read_npz,
}
IMAGES = (".png", ".pgm", ".jpg", ".jpeg", ".bmp", ".raw", ".r16")
JACKSBORO = "jacksboro"
# finer than its 3 arc-seconds (93 m), so that the interpolated ground is smooth between its posts [m]
JACKSBORO_SPACING = 30.0
MAX_FILE_BYTES = 1 << 50  # limit of a file of any format; readers have lower ones
ROUND = (1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 7.5, 9.0, 10.0)  # spacings of a file on a new map, by decade [m]
COARSER = 1.06  # limit of such a spacing over the shorter side of the file's pixels [1]
SQUARE_TOLERANCE = 1e-6  # relative difference of the steps east and north that counts as square


def load_terrain(
    source: str | Path, *, spacing: float | None = None, crop: tuple[float, float, float, float] | None = None
) -> Terrain:
    """Read a terrain.

    Example:
        terrain = mp.load_terrain("jacksboro")
        print(terrain)

    Args:
        source: "jacksboro" (the elevation sample of matplotlib: the Cumberland Mountains at Jacksboro, Tennessee) or a
        file: GeoTIFF (.tif), SRTM (.hgt, .hgt.zip, .hgt.gz), DTED (.dt0, .dt1, .dt2), ESRI grid (.asc, .bil, .flt), or
            .npz from ``save_terrain``.
        spacing: between the terrain's posts [m]; by default the file's own (30 m for "jacksboro").
        crop: part to read: west, south, east, north on the terrain's map (eastings and northings in ``Terrain.crs``)
            [m]; everything by default. Of a large GeoTIFF only this part is read.

    Raises:
        TerrainError: the file is missing or damaged, or its content is not a terrain.
        MissingExtraError: the format needs a library that is not installed.
    """
    _check_request(spacing, crop)
    box = Box(*map(float, crop)) if crop is not None else None
    if source == JACKSBORO:
        raster = replace(read_npz(jacksboro_file()), name=JACKSBORO)
        return terrain_of(raster, JACKSBORO_SPACING if spacing is None else spacing, box)
    path = expanded(source)
    with readable(path):
        return terrain_of(read_raster(source), spacing, box)


def read_raster(source: str | Path) -> Raster:
    """Return the raster of a terrain file.

    Raises:
        TerrainError: the file is missing or damaged, or of another format.
        MissingExtraError: the format needs a library that is not installed.
    """
    if "://" in str(source):
        raise TerrainError(f"{source} is a web address; download the file and name it")
    path = expanded(source)
    with readable(path):
        return reader_for(path)(path)


@contextlib.contextmanager
def readable(path: Path) -> Generator[None, None, None]:
    """Raise errors of the system as a sentence that names the file."""
    try:
        yield
    except TerrainError:  # some are OSErrors, too
        raise
    except MemoryError as error:
        raise TerrainError(
            f"{path.name} does not fit into memory; read a part of it with crop, or a larger spacing"
        ) from error
    except UnicodeDecodeError as error:
        raise TerrainError(f"{path.name} is damaged, its text cannot be read; download or export it again") from error
    except OSError as error:
        raise TerrainError(f"{path}: {error.strerror or error}; check the file and its permissions") from error


def save_terrain(terrain: Terrain, path: str | Path, *, is_compressed: bool = True) -> None:
    """Write a terrain to a ``.npz`` file, from which ``load_terrain`` restores it unchanged.

    Args:
        is_compressed: False for a file that is read and written faster; interpolated heights become hardly smaller.
    """
    path = Path(path)
    if path.suffix.lower() != ".npz":
        raise TerrainError(f"{path.name}: a terrain is saved as .npz; choose a name with that suffix")
    try:
        write_npz(terrain, path, is_compressed=is_compressed)
    except OSError as error:
        raise TerrainError(f"{path}: {error.strerror or error}; choose a folder that can be written") from error


def jacksboro_file() -> Path:
    """Return the path of matplotlib's elevation sample, without importing matplotlib, which is slow.

    Raises:
        TerrainError: the file is not installed.
    """
    spec = importlib.util.find_spec("matplotlib")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        path = Path(folder, "mpl-data", "sample_data", "jacksboro_fault_dem.npz")
        if path.is_file():
            return path
    cbook = require("matplotlib.cbook", extra="app", purpose=f'the terrain "{JACKSBORO}"')
    try:
        return Path(cbook.get_sample_data("jacksboro_fault_dem.npz", asfileobj=False))
    except OSError as error:
        raise TerrainError(
            f'the terrain "{JACKSBORO}" is a sample of matplotlib that this installation lacks; install '
            "matplotlib from PyPI, or name a terrain file"
        ) from error


def _check_request(spacing: float | None, crop: tuple[float, float, float, float] | None) -> None:
    if spacing is not None and not STEPS[0] <= spacing <= STEPS[1]:
        raise TerrainError(f"the spacing {spacing:g} m was requested; it must be from {STEPS[0]:g} to {STEPS[1]:g} m")
    if crop is None:
        return
    if len(crop) != 4 or not all(map(math.isfinite, crop)) or not (crop[0] < crop[2] and crop[1] < crop[3]):
        raise TerrainError(
            f"the crop {tuple(crop)} was requested; it must be (west, south, east, north) in metres on the terrain's "
            "map, with west < east and south < north"
        )


def _suggested(path: Path) -> str:
    close = suggestion(path.name, (JACKSBORO, "flat"))
    return f"{close} Else " if close else ""


def reader_for(path: Path) -> Callable[[Path], Raster]:
    """Return the reader of a terrain file, by its suffix; the file is not read.

    Raises:
        TerrainError: the file does not exist, is empty or too large, or has another suffix.
    """
    if path.is_dir():
        raise TerrainError(f"{path} is a folder; name the terrain file in it")
    if not path.exists():
        advice = f'{_suggested(path)}name a terrain file, or "{JACKSBORO}" for the sample that matplotlib ships'
        raise TerrainError(f"{path} does not exist; {advice}")
    name = path.name.lower()
    for suffix, reader in READERS.items():
        if name.endswith(suffix):
            check_input(path, max_bytes=MAX_FILE_BYTES, error=TerrainError)
            if path.stat().st_size == 0:
                raise TerrainError(f"{path.name} is empty; download or export it again")
            return reader
    if name.endswith(IMAGES):
        raise TerrainError(
            f"{path.name} is an image, which names neither its place nor the heights of its grey values; make a world "
            f"of it: motorpool terrain --heights {path.name} --size METRES --range LOWEST HIGHEST --out FOLDER, or a "
            "GeoTIFF: gdal_translate -ot Float32 -scale 0 65535 LOWEST HIGHEST -a_srs EPSG:32632 -a_ullr WEST "
            f"NORTH EAST SOUTH {path.name} heights.tif"
        )
    check_format(path, error=TerrainError)
    kinds = ", ".join(suffix for suffix in READERS if suffix != ".zip")
    raise TerrainError(
        f"{path.name} has the suffix '{path.suffix}'; a terrain file is one of {kinds}: convert it with gdal_translate"
    )


def terrain_of(raster: Raster, spacing: float | None, crop: Box | None) -> Terrain:
    """Return the terrain of a raster: with its own posts if they are square and metric, otherwise warped."""
    placement = place(raster)
    if crop is not None:
        _check_crop(raster, crop, placement.covered)
    is_square = abs(raster.step_x - raster.step_y) <= SQUARE_TOLERANCE * raster.step_y
    if placement.is_same and is_square and spacing in (None, raster.step_x):
        return _unchanged(raster, placement, crop)
    return _warped(raster, placement, spacing, crop)


def _unchanged(raster: Raster, placement: Placement, crop: Box | None) -> Terrain:
    posts = _posts_in(raster, crop or placement.covered, raster.step_x, (raster.west, raster.south))
    row, column = round((posts.south - raster.south) / raster.step_y), round((posts.west - raster.west) / raster.step_x)
    heights, voids = _read_filled(raster, Window(row, row + posts.rows, column, column + posts.columns), placement)
    return _terrain(raster, heights, posts, placement, voids)


def _warped(raster: Raster, placement: Placement, spacing: float | None, crop: Box | None) -> Terrain:
    if spacing is None:
        spacing = (
            min(raster.step_x, raster.step_y)
            if placement.is_same
            else _round_spacing(min(placement.step_x, placement.step_y))
        )
    # On a new map posts lie at multiples of the spacing, so that two crops of one file share them.
    anchor = (raster.west, raster.south) if placement.is_same else (0.0, 0.0)
    posts = _posts_in(raster, crop or placement.covered, spacing, anchor)
    part = part_for(posts, raster, placement)
    heights, voids = _read_filled(raster, part.window, placement)
    return _terrain(raster, warp(heights, part, posts, raster, placement), posts, placement, voids)


def _posts_in(raster: Raster, box: Box, spacing: float, anchor: tuple[float, float]) -> Posts:
    anchor_x, anchor_y = anchor
    slack = 1e-6  # fraction of the spacing: a box through posts contains them
    first_column = math.ceil((box.west - anchor_x) / spacing - slack)
    last_column = math.floor((box.east - anchor_x) / spacing + slack)
    first_row = math.ceil((box.south - anchor_y) / spacing - slack)
    last_row = math.floor((box.north - anchor_y) / spacing + slack)
    rows, columns = last_row - first_row + 1, last_column - first_column + 1
    if min(rows, columns) < 2:
        raise TerrainError(
            f"{raster.label}: posts {spacing:g} m apart leave {max(rows, 0)} x {max(columns, 0)} of them in "
            f"{box.east - box.west:.0f} x {box.north - box.south:.0f} m; a terrain needs at least 2 x 2: choose a "
            "smaller spacing or a larger crop"
        )
    if rows * columns > MAX_POSTS:
        raise TerrainError(
            f"{raster.label} would become {rows} x {columns} posts, {rows * columns / 1e6:.0f} million; at most "
            f"{MAX_POSTS / 1e6:.0f} million are taken: read a part of it with crop, or choose a larger spacing"
        )
    return Posts(anchor_x + first_column * spacing, anchor_y + first_row * spacing, spacing, columns, rows)


def _check_crop(raster: Raster, crop: Box, covered: Box) -> None:
    slack = 1e-6 * max(covered.east - covered.west, covered.north - covered.south)
    if (
        crop.west < covered.west - slack
        or crop.south < covered.south - slack
        or crop.east > covered.east + slack
        or crop.north > covered.north + slack
    ):
        raise TerrainError(
            f"{raster.label}: the crop ({_numbers(crop)}) reaches beyond the terrain, whose west, south, east "
            f"and north are ({_numbers(covered)}) m on its map; choose a part of that"
        )


def _numbers(box: Box) -> str:
    return ", ".join(f"{value:.1f}" for value in box)


def _read_filled(raster: Raster, window: Window, placement: Placement) -> tuple[Heights, Voids]:
    """Return the heights of a window with filled voids, and the numbers of the voids."""
    check_size(raster.label, window.last_row - window.first_row, window.last_column - window.first_column)
    heights, voids = raster.read(window)
    if not raster.is_measured:
        check_range(heights, raster.label)
    elif sum(voids.values()) < heights.size:
        step = max(placement.step_x, placement.step_y)
        heights, outliers = without_outliers(heights, step=step, label=raster.label)
        voids = voids | outliers
    if sum(voids.values()) == heights.size:
        raise TerrainError(
            f"{raster.label} has no height at all in the requested part, only voids ({_reasons(voids)}); "
            "choose another part, or another file"
        )
    return fill_voids(heights), voids


def _reasons(voids: Voids) -> str:
    return ", ".join(f"{count} {reason}" for reason, count in voids.items())


def _round_spacing(step: float) -> float:
    """Return a round spacing of at most ``COARSER`` times a step: 30.9 m becomes 30, 24.3 becomes 25."""
    unit = 10.0 ** math.floor(math.log10(step))
    return max(digits for digits in ROUND if digits * unit <= COARSER * step) * unit


def _terrain(raster: Raster, heights: Heights, posts: Posts, placement: Placement, voids: Voids) -> Terrain:
    easting = posts.west + 0.5 * (posts.columns - 1) * posts.spacing
    northing = posts.south + 0.5 * (posts.rows - 1) * posts.spacing
    return Terrain.from_heights(
        heights,
        posts.spacing,
        name=raster.name,
        source=_description(raster, posts, placement, voids),
        crs=placement.crs,
        origin_easting=easting,
        origin_northing=northing,
        voids_filled=raster.voids_filled + sum(voids.values()),
        warnings=_warnings(raster, voids),
        decks=tuple(deck.moved(-easting, -northing) for deck in raster.decks) if placement.is_same else (),
    )


def _description(raster: Raster, posts: Posts, placement: Placement, voids: Voids) -> str:
    """Return a sentence on the source of the terrain and its conversion."""
    parts = [f"{raster.label} ({raster.description})"]
    if not placement.is_same:
        parts.append(f"projected to {placement.crs} with posts {posts.spacing:g} m apart")
    elif posts.spacing != raster.step_x or raster.step_x != raster.step_y:
        parts.append(f"resampled to posts {posts.spacing:g} m apart")
    if voids:
        parts.append(f"{sum(voids.values())} voids filled ({_reasons(voids)})")
    return ", ".join(parts)


def _warnings(raster: Raster, voids: Voids) -> tuple[str, ...]:
    """Return sentences on assumptions that were made about the file."""
    found: list[str] = []
    unit = None if raster.names_unit else foreign_unit(raster.crs)
    if unit is not None:
        found.append(
            f"{raster.label} has a map in units of {unit} and names no unit of its heights, so they were read as "
            "metres; if they are feet, set the unit with: rio edit-info --units ft FILE"
        )
    if voids:
        count = sum(voids.values())
        found.append(
            f"{raster.label}: {count} cells without a height were filled from those around ({_reasons(voids)})"
        )
    return tuple(found)
