"""GeoTIFF and DTED files, read with rasterio (GDAL).

A pixel's value is the height at its centre, the post. For files with point pixels GDAL has already moved the corner by
half a pixel. The first band is read. Feet are converted to metres, by the unit of the band or of the vertical
coordinate system. Only the requested window is read.

Source: rasterio's manual; "GeoTIFF 1.1" (OGC 19-008) on pixel-is-point; MIL-PRF-89020B (DTED).

Opening of rasters by GDAL: the named file alone, by a driver that the caller names.

GDAL would otherwise choose a driver by the content (one of them is a VRT, which names other files and web addresses)
and open files beside the raster: masks (.msk), overviews (.ovr), metadata (.aux.xml) and world files (.tfw), each
again by any driver. Every raster is opened here:

    with opened(path, "GTiff", kind="GeoTIFF", error=TerrainError) as dataset:
        heights = dataset.read(1)

Source: GDAL's configuration options GDAL_DISABLE_READDIR_ON_OPEN and GDAL_PAM_ENABLED; its driver GTiff on
GEOREF_SOURCES and on the metadata domain OVERVIEWS.
"""

import contextlib
import warnings
from collections.abc import Generator, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Literal

import numpy as np

from ...base.errors import TerrainError, require
from ...base.files import Refusal, check_input
from .projection import reference_system
from .raster import FOOT, SURVEY_FOOT, Raster, Reading, Window, check_size, most_posts, reading_of

Driver = Literal["GTiff", "DTED"]

MAX_BYTES = 1 << 50  # limit of a file, of which only the requested part is read
NAMED_FILE_ALONE = {"GDAL_DISABLE_READDIR_ON_OPEN": "EMPTY_DIR", "GDAL_PAM_ENABLED": "NO", "PROJ_NETWORK": "OFF"}
DRIVER_OPTIONS = {"GTiff": {"GEOREF_SOURCES": "INTERNAL"}, "DTED": {}}
VIRTUAL = "/vsi"  # first characters of names that GDAL takes for archives, web addresses and memory


@contextlib.contextmanager
def opened(path: Path, driver: Driver, *, kind: str, error: Refusal) -> Generator[Any, None, None]:
    """Yield the open dataset of one file.

    Args:
        kind: name of the format, for messages.
        error: makes the exception from a sentence.

    Raises:
        MotorpoolError: as made by ``error``: the file is missing, not a regular file, not of that format, or names
            other files.
        MissingExtraError: rasterio is not installed.
    """
    rasterio = require("rasterio", extra="geo", purpose=f"reading {path.name}")
    check_input(path, max_bytes=MAX_BYTES, error=error)
    place = path.absolute()  # otherwise "GTIFF_DIR:2:x.tif" is the second image of x.tif
    if place.as_posix().startswith(VIRTUAL):
        raise error(f"{path} has a name that GDAL does not take for a file's; move it to another folder")
    with rasterio.Env(**NAMED_FILE_ALONE), contextlib.ExitStack() as stack:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", rasterio.errors.NotGeoreferencedWarning)
                dataset: Any = stack.enter_context(rasterio.open(place, driver=driver, **DRIVER_OPTIONS[driver]))
        except rasterio.errors.RasterioError as reason:
            raise error(f"{path.name} is not a {kind} file, or is damaged; download or export it again") from reason
        if dataset.tags(ns="OVERVIEWS"):  # read before anything else, because GDAL opens the file that they name
            raise error(f"{path.name} names another file for its overviews; remove them: gdaladdo -clean FILE")
        yield dataset


DRIVERS: dict[str, Driver] = {".tif": "GTiff", ".tiff": "GTiff", ".dt0": "DTED", ".dt1": "DTED", ".dt2": "DTED"}
UNITS = {
    "": 1.0, "m": 1.0, "metre": 1.0, "meter": 1.0, "metres": 1.0, "meters": 1.0,
    "ft": FOOT, "foot": FOOT, "feet": FOOT, "international foot": FOOT,
    "us survey foot": SURVEY_FOOT, "ftus": SURVEY_FOOT, "us-ft": SURVEY_FOOT, "us_survey_foot": SURVEY_FOOT,
    "dm": 0.1, "cm": 0.01, "centimetre": 0.01, "centimeter": 0.01, "mm": 0.001,
}  # fmt: skip
UNWRITTEN = "in blocks that were never written"


def read_gdal(path: Path) -> Raster:
    """Return the raster of a GeoTIFF or a DTED cell.

    Raises:
        TerrainError: the file is damaged, rotated, or not georeferenced.
        MissingExtraError: rasterio is not installed.
    """
    with _opened(path) as dataset:
        _check_band(path, dataset)
        _check_blocks(path, dataset)
        transform = _upright(path, dataset)
        south_row = 0.5 if transform.e > 0.0 else dataset.height - 0.5
        return Raster(
            name=path.stem,
            label=path.name,
            description=_description(path, dataset),
            rows=dataset.height,
            columns=dataset.width,
            west=transform.c + 0.5 * transform.a,
            south=transform.f + south_row * transform.e,
            step_x=transform.a,
            step_y=abs(transform.e),
            crs=_crs(path, dataset),
            names_unit=bool((dataset.units[0] or "").strip()) or len(_axes(dataset)) == 3,
            read=lambda window: _read(path, window),
        )


def _opened(path: Path) -> AbstractContextManager[Any]:
    return opened(path, DRIVERS[path.suffix.lower()], kind=_kind(path), error=TerrainError)


def _read(path: Path, window: Window) -> Reading:
    rasterio = require("rasterio", extra="geo", purpose=f"reading {path.name}")
    with _opened(path) as dataset:
        is_south_up = dataset.transform.e > 0.0
        first = window.first_row if is_south_up else dataset.height - window.last_row
        rows, columns = window.last_row - window.first_row, window.last_column - window.first_column
        check_size(path.name, rows, columns, most=most_posts(path))
        try:
            place = rasterio.windows.Window(window.first_column, first, columns, rows)
            masked: Any = dataset.read(1, window=place, masked=True)
        except rasterio.errors.RasterioError as error:
            raise TerrainError(
                f"{path.name} is damaged, part of its heights cannot be read; download or export it again"
            ) from error
        unit = _unit(path, dataset)
        reading = reading_of(
            masked.data, declared=dataset.nodata, scale=dataset.scales[0] * unit, offset=dataset.offsets[0] * unit
        )
        if np.ma.is_masked(masked):  # also by an alpha or mask band
            _leave_out(reading, masked.mask, "masked")
        if dataset.nodata is None:
            for block in _unwritten(dataset, first, window.first_column, rows, columns):
                _leave_out(reading, block, UNWRITTEN)
        return reading if is_south_up else Reading(reading.heights[::-1], reading.voids)


def _leave_out(reading: Reading, where: Any, reason: str) -> None:
    """Set cells to NaN and count those that had a height."""
    part = reading.heights[where]
    count = int(np.count_nonzero(~np.isnan(part)))
    if count:
        reading.heights[where] = np.nan
        reading.voids[reason] = reading.voids.get(reason, 0) + count


def _unwritten(dataset: Any, first_row: int, first_column: int, rows: int, columns: int) -> Iterator[Any]:
    """Yield slices of the window that a sparse GeoTIFF does not store; GDAL reads zeros there."""
    if dataset.driver != "GTiff":
        return
    high, wide = dataset.block_shapes[0]
    for row in range(first_row // high, (first_row + rows - 1) // high + 1):
        south = max(row * high - first_row, 0), (row + 1) * high - first_row
        for column in range(first_column // wide, (first_column + columns - 1) // wide + 1):
            if dataset.get_tag_item(f"BLOCK_OFFSET_{column}_{row}", "TIFF", bidx=1) is None:
                yield np.s_[slice(*south), max(column * wide - first_column, 0) : (column + 1) * wide - first_column]


def _check_blocks(path: Path, dataset: Any) -> None:
    """Raise an error for blocks larger than memory is provided for: a single cell needs a whole block."""
    rows, columns = dataset.block_shapes[0]
    check_size(f"{path.name} is stored in blocks that are read whole", rows, columns, most=most_posts(path))


def _check_band(path: Path, dataset: Any) -> None:
    dtype = dataset.dtypes[0]
    if dtype.startswith("complex"):
        raise TerrainError(f"{path.name} holds complex numbers ({dtype}); heights are whole or real numbers")
    if dataset.width < 2 or dataset.height < 2:
        raise TerrainError(f"{path.name} has {dataset.width} x {dataset.height} pixels; a terrain needs at least 2 x 2")
    _unit(path, dataset)


def _upright(path: Path, dataset: Any) -> Any:
    """Return the transform from pixels to coordinates after checking that it is not rotated."""
    transform = dataset.transform
    if dataset.crs is None:
        raise TerrainError(
            f"{path.name} names no coordinate reference system, so its position and scale are unknown; add one, "
            "for example with: rio edit-info --crs EPSG:32610 FILE"
        )
    skew = max(abs(transform.b), abs(transform.d))
    if skew > 1e-6 * abs(transform.a) or transform.a <= 0.0 or transform.e == 0.0:
        raise TerrainError(
            f"{path.name} is rotated or mirrored against north; Motorpool reads north-up rasters: straighten it with "
            "gdalwarp IN OUT"
        )
    return transform


def _crs(path: Path, dataset: Any) -> str:
    """Return the horizontal coordinate reference system, as a code if it has one, otherwise as WKT."""
    exceptions = require("pyproj.exceptions", extra="geo", purpose=f"reading {path.name}")
    try:
        crs = reference_system(dataset.crs.to_wkt())
    except exceptions.CRSError as error:
        raise TerrainError(
            f"{path.name} has a coordinate reference system that is unknown to PROJ; replace it with: "
            "rio edit-info --crs EPSG:32610 FILE"
        ) from error
    crs = crs.sub_crs_list[0] if crs.is_compound else crs
    if not (crs.is_geographic or crs.is_projected):
        raise TerrainError(
            f"{path.name} uses the coordinate reference system '{crs.name}', which is neither geographic nor "
            "projected; reproject it with gdalwarp -t_srs EPSG:4326"
        )
    authority = crs.to_authority(min_confidence=70)
    return ":".join(authority) if authority else crs.to_wkt()


def _unit(path: Path, dataset: Any) -> float:
    """Return the metres in one unit of the band, or of the vertical part of a compound coordinate system."""
    name = (dataset.units[0] or "").strip()
    if name.lower() not in UNITS:
        raise TerrainError(
            f"{path.name} has heights in '{name}'; Motorpool reads metres and feet: convert it, or set the unit with "
            "rio edit-info --units m FILE"
        )
    axes = _axes(dataset)
    return float(axes[2].unit_conversion_factor) if not name and len(axes) == 3 else UNITS[name.lower()]


def _axes(dataset: Any) -> list[Any]:
    """Return the axes of the coordinate reference system; a vertical one is the third."""
    if dataset.crs is None:
        return []
    return reference_system(dataset.crs.to_wkt()).axis_info


def _description(path: Path, dataset: Any) -> str:
    bands = f", band 1 of {dataset.count}" if dataset.count > 1 else ""
    unit = "" if _unit(path, dataset) == 1.0 else f", {dataset.units[0] or 'feet'} converted to metres"
    return f"{_kind(path)}{bands}{unit}"


def _kind(path: Path) -> str:
    return "DTED" if DRIVERS[path.suffix.lower()] == "DTED" else "GeoTIFF"
