"""Rasters of mobility maps: Cloud-Optimised GeoTIFF, north up, in three files.

    NAME.tif                      speed [m/s], 0 for "no-go", NaN without data; overviews by the average: band 1
                                  slowest and band 2 fastest of the headings, band 3 share of the headings that are
                                  "go" [%], then a band for each heading
    NAME-limits.tif               bytes with a colour table: limit of the slowest heading; overviews by the mode
    NAME-limits-by-heading.tif    the same, a band for each heading
    NAME-probability.tif          probability of "go" over soil strength, on request

The numbers of the limits are those of ``REASONS``; "no data" is the nodata value of the raster. All files are written
under temporary names and then renamed, so that no incomplete file appears under its name.

Source: OGC 21-026, "OGC Cloud Optimized GeoTIFF Standard" (2023); GDAL's driver COG.
"""

import json
import math
import secrets
from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.errors import TerrainError, WorldError, require
from ...base.files import check_format, check_output, folders_for
from ...base.operating_system import replace_file
from ...ground.terrain.projection import reference_system
from ...ground.terrain.raster import check_size
from ...ground.terrain.raster_gdal import opened
from .maps import NO_DATA, REASONS, MobilityMap

BLOCK = 256  # pixels on each side of a tile
COLOURS = {  # colour table of the limits
    "own speed": (38, 115, 82),
    "soil strength": (126, 84, 46),
    "slope": (214, 96, 60),
    "tip-over": (136, 34, 110),
    "obstacles": (70, 110, 160),
    "ride": (226, 190, 90),
    "no data": (0, 0, 0),
}
NUMBERS = ("spacing", "x_west", "y_south", "origin_easting", "origin_northing")  # fields of a map [m]
SUMMARIES = ("slowest heading", "fastest heading", "headings that are go")


class Band(NamedTuple):
    """One band of a raster."""

    values: NDArray[Any]  # (rows, columns), row 0 south
    title: str
    unit: str


class Sheet(NamedTuple):
    """One file: its bands, and the resampling of its overviews."""

    suffix: str  # appended to the map's name
    bands: Sequence[Band]
    nodata: float
    resampling: str  # of overviews
    is_coloured: bool = False


def write(mobility: MobilityMap, path: str | Path) -> list[Path]:
    """Write a map as Cloud-Optimised GeoTIFF and return the files.

    The ``path`` of the file with the speeds ends in .tif; the other files are written beside it.

    Raises:
        WorldError: the folder cannot be written or has no space left.
        MissingExtraError: Rasterio is not installed.
    """
    return _write(mobility, [_speeds(mobility), _limits(mobility), _limits_by_heading(mobility)], path)


def write_probability(firm: MobilityMap, bearing: NDArray[np.float32], path: str | Path) -> Path:
    """Write the probability of "go" over soil strength beside a map, as NAME-probability.tif; return the file.

    Band 1 is the probability that the soil bears the vehicle, band 2 that a heading is "go", the mean of the headings.

    Args:
        firm: the map for ground that bears the vehicle everywhere.
        bearing: probability that the soil of a cell does, (rows, columns) [1].

    Raises:
        WorldError: the folder cannot be written or has no space left.
        MissingExtraError: Rasterio is not installed.
    """
    known = np.where(firm.has_data, 100.0 * bearing, np.float32(np.nan)).astype(np.float32)
    bands = [
        Band(known, "probability that the soil bears the vehicle", "%"),
        Band(known * firm.go_fraction(), "probability that a heading is go", "%"),
    ]
    return _write(firm, [Sheet("-probability", bands, math.nan, "AVERAGE")], path)[0]


def _write(mobility: MobilityMap, sheets: Sequence[Sheet], path: str | Path) -> list[Path]:
    path = checked_path(path)
    require("rasterio", extra="geo", purpose="writing a mobility map")
    paths = [path.with_name(f"{path.stem}{sheet.suffix}{path.suffix}") for sheet in sheets]
    with folders_for(path, error=WorldError):
        _replace(paths, sheets, mobility)
    return paths


def _replace(paths: Sequence[Path], sheets: Sequence[Sheet], mobility: MobilityMap) -> None:
    drafts: list[Path] = []
    try:
        for sheet in sheets:
            drafts.append(_draft_beside(paths[0]))
            _write_sheet(mobility, sheet, drafts[-1])
        for draft, final in zip(drafts, paths, strict=True):
            replace_file(draft, final)
    except OSError as error:
        raise WorldError(
            f"{paths[0]} cannot be written: {(error.strerror or str(error)).lower()}; choose a folder that can be "
            "written and has space"
        ) from error
    finally:
        for draft in drafts:
            for rest in draft.parent.glob(f"{draft.name}*"):  # GDAL writes auxiliary files beside it
                rest.unlink(missing_ok=True)


def read(path: str | Path) -> MobilityMap:
    """Read a map that ``write`` wrote.

    The file with the limits by heading must lie beside the ``path`` of the speeds.

    Raises:
        WorldError: a file is missing, damaged or not a mobility map.
        MissingExtraError: Rasterio is not installed.
    """
    path = Path(path)
    rasterio = require("rasterio", extra="geo", purpose="reading a mobility map")
    check_format(path, error=WorldError)
    beside = path.with_name(f"{path.stem}-limits-by-heading{path.suffix}")
    for file in (path, beside):
        if not file.is_file():
            raise WorldError(f"there is no file {file}; name the .tif with the speeds, with the others beside it")
    try:
        with _opened(path) as speeds, _opened(beside) as limits:
            check_size(path.name, speeds.height, speeds.width * (speeds.count + limits.count))
            facts = _facts(speeds.tags()["MOTORPOOL_MOBILITY"])
            first = len(SUMMARIES) + 1
            speed = speeds.read(list(range(first, speeds.count + 1)))[:, ::-1]
            reason = limits.read()[:, ::-1]
            return MobilityMap(speed=speed, reason=reason, **facts)
    except KeyError as error:
        raise WorldError(f"{path} is no mobility map; name a file that `motorpool mobility` wrote") from error
    except (rasterio.errors.RasterioError, TerrainError, ValueError, TypeError, RecursionError, OverflowError) as error:
        raise WorldError(f"{path} is damaged ({str(error)[:200]}); make it again with `motorpool mobility`") from error


def _facts(text: str) -> dict[str, Any]:
    """Return the fields of a map that ``_tags`` wrote.

    Raises:
        ValueError: it is not JSON, or a number is not one.
        KeyError, TypeError: a field is missing.
    """
    facts: Any = json.loads(text)
    numbers = {name: float(facts[name]) for name in NUMBERS}
    headings, crs = np.array(facts["headings"], np.float64), facts["crs"]
    if not (np.isfinite([*numbers.values(), *headings.ravel()]).all() and numbers["spacing"] > 0.0):
        raise ValueError("a number is not finite, or the spacing not positive")
    words = {name: str(facts[name]) for name in ("vehicle", "season")}
    return {**words, **numbers, "headings": headings, "crs": None if crs is None else str(crs)}


def checked_path(path: str | Path) -> Path:
    """Check and return the path of a map to write.

    Raises:
        WorldError: its name does not end in .tif, or it cannot be written.
    """
    path = Path(path)
    if path.suffix.lower() not in (".tif", ".tiff"):
        raise WorldError(f"{path.name} is not the name of a GeoTIFF; end it in .tif")
    return check_output(path, error=WorldError)


def heading_name(heading: float) -> str:
    """Return the name of a direction of travel: a compass point, or degrees clockwise from north.

    Args:
        heading: counter-clockwise from east [rad].
    """
    points = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
    degrees = (90.0 - math.degrees(heading)) % 360.0
    near = round(degrees / 45.0)
    return points[near % 8] if abs(degrees - 45.0 * near) < 1e-6 else f"{degrees:.0f} deg"


def _speeds(mobility: MobilityMap) -> Sheet:
    summaries = (mobility.slowest(), mobility.fastest(), 100.0 * mobility.go_fraction())
    units = ("m/s", "m/s", "%")
    bands = [Band(values, title, unit) for values, title, unit in zip(summaries, SUMMARIES, units, strict=True)]
    bands += [
        Band(speed, f"speed heading {heading_name(heading)}", "m/s")
        for speed, heading in zip(mobility.speed, mobility.headings, strict=True)
    ]
    return Sheet("", bands, math.nan, "AVERAGE")


def _limits(mobility: MobilityMap) -> Sheet:
    band = Band(mobility.worst_reason(), "limit of the slowest heading", "")
    return Sheet("-limits", [band], NO_DATA, "MODE", is_coloured=True)


def _limits_by_heading(mobility: MobilityMap) -> Sheet:
    bands = [
        Band(reason, f"limit heading {heading_name(heading)}", "")
        for reason, heading in zip(mobility.reason, mobility.headings, strict=True)
    ]
    return Sheet("-limits-by-heading", bands, NO_DATA, "MODE")


def _draft_beside(path: Path) -> Path:
    draft = path.with_name(f".{path.stem}-{secrets.token_hex(4)}.part")
    draft.touch(exist_ok=False)
    return draft


def _write_sheet(mobility: MobilityMap, sheet: Sheet, path: Path) -> None:
    """Write one file from a plain GeoTIFF in memory, because GDAL's driver COG only copies."""
    rasterio: Any = require("rasterio", extra="geo", purpose="writing a mobility map")
    of_gdal: Any = require("rasterio._err", extra="geo", purpose="writing a mobility map")
    copy: Any = require("rasterio.shutil", extra="geo", purpose="writing a mobility map").copy

    values = np.stack([band.values[::-1] for band in sheet.bands])
    north = mobility.origin_northing + mobility.y_south + mobility.rows * mobility.spacing
    west = mobility.origin_easting + mobility.x_west
    layout = {
        "driver": "GTiff", "dtype": values.dtype.name, "count": len(values), "nodata": sheet.nodata,
        "height": mobility.rows, "width": mobility.columns,
        "crs": None if mobility.crs is None else rasterio.crs.CRS.from_wkt(reference_system(mobility.crs).to_wkt()),
        "transform": rasterio.Affine(mobility.spacing, 0.0, west, 0.0, -mobility.spacing, north),
        "tiled": True, "blockxsize": BLOCK, "blockysize": BLOCK, "bigtiff": "IF_SAFER",
    }  # fmt: skip
    with rasterio.MemoryFile() as memory:
        with memory.open(**layout) as dataset:
            dataset.write(values)
            dataset.update_tags(**_tags(mobility))
            for number, band in enumerate(sheet.bands, 1):
                dataset.set_band_description(number, band.title)
                dataset.set_band_unit(number, band.unit)
            if sheet.is_coloured:
                dataset.write_colormap(1, {REASONS.index(name): (*rgb, 255) for name, rgb in COLOURS.items()})
        predictor = "YES" if values.dtype.kind == "f" else "NO"  # differences of classes have no meaning
        options = {"compress": "DEFLATE", "blocksize": BLOCK, "bigtiff": "IF_SAFER", "predictor": predictor}
        try:
            with memory.open() as dataset:
                copy(dataset, path, driver="COG", overview_resampling=sheet.resampling, **options)
            _check_whole(path)
        except (rasterio.errors.RasterioError, of_gdal.CPLE_BaseError) as error:
            raise OSError("no space left, or no permission") from error


def _opened(path: Path) -> AbstractContextManager[Any]:
    return opened(path, "GTiff", kind="GeoTIFF", error=WorldError)


def _check_whole(path: Path) -> None:
    """Read every block of a file, because GDAL can truncate a file on a full disk without an error.

    Raises:
        RasterioError: a part of it is missing.
    """
    with _opened(path) as dataset:
        for _, window in dataset.block_windows(1):
            dataset.read(window=window)


def _tags(mobility: MobilityMap) -> dict[str, str]:
    facts = {
        "vehicle": mobility.vehicle, "season": mobility.season, "spacing": mobility.spacing, "x_west": mobility.x_west,
        "y_south": mobility.y_south, "headings": [float(heading) for heading in mobility.headings], "crs": mobility.crs,
        "origin_easting": mobility.origin_easting, "origin_northing": mobility.origin_northing,
    }  # fmt: skip
    return {
        "TIFFTAG_IMAGEDESCRIPTION": f"Mobility map of {mobility.vehicle}, {mobility.season} season",
        "LIMITS": ", ".join(f"{number} {name}" for number, name in enumerate(REASONS)),
        "MOTORPOOL_MOBILITY": json.dumps(facts),
    }
