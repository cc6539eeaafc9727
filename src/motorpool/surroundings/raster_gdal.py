"""GeoTIFF and DTED, through rasterio (GDAL).

A pixel's value is the height of its centre, its post. Where a file says that it is of points, GDAL has
already moved its corner by half a pixel. The first band counts. Feet become metres, by the unit of the
band or of the vertical coordinate system. Only the window that is needed is read.

Source: rasterio's manual; "GeoTIFF 1.1" (OGC 19-008) on pixel-is-point; MIL-PRF-89020B (DTED).
"""

import warnings
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import TerrainError, require
from .raster import FOOT, SURVEY_FOOT, VOID_CODES, Heights, Raster, Window, with_voids

DRIVERS = {".tif": "GTiff", ".tiff": "GTiff", ".dt0": "DTED", ".dt1": "DTED", ".dt2": "DTED"}
UNITS = {
    "": 1.0, "m": 1.0, "metre": 1.0, "meter": 1.0, "metres": 1.0, "meters": 1.0,
    "ft": FOOT, "foot": FOOT, "feet": FOOT, "international foot": FOOT,
    "us survey foot": SURVEY_FOOT, "ftus": SURVEY_FOOT, "us-ft": SURVEY_FOOT, "us_survey_foot": SURVEY_FOOT,
    "dm": 0.1, "cm": 0.01, "centimetre": 0.01, "centimeter": 0.01, "mm": 0.001,
}  # fmt: skip


def read_gdal(path: Path) -> Raster:
    """The raster of a GeoTIFF or a DTED cell.

    Raises:
        TerrainError: the file is damaged, says not where it lies, or is turned against north.
        MissingExtraError: rasterio is not installed.
    """
    rasterio = require("rasterio", extra="geo", purpose=f"reading {path.name}")
    with _opened(rasterio, path) as dataset:
        _check_band(path, dataset)
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
            read=lambda window: _read(rasterio, path, window),
        )


def _opened(rasterio: Any, path: Path) -> Any:
    """The open dataset; the driver is fixed, so that a name cannot be a web address or another format."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", rasterio.errors.NotGeoreferencedWarning)
            return rasterio.open(path, driver=DRIVERS[path.suffix.lower()])
    except rasterio.errors.RasterioError as error:
        raise TerrainError(
            f"{path.name} is no {_kind(path)} file, or a damaged one; download or export it again"
        ) from error


def _read(rasterio: Any, path: Path, window: Window) -> Heights:
    """Heights in metres of a window, rows from south to north."""
    with _opened(rasterio, path) as dataset:
        is_south_up = dataset.transform.e > 0.0
        first = window.first_row if is_south_up else dataset.height - window.last_row
        rows, columns = window.last_row - window.first_row, window.last_column - window.first_column
        try:
            place = rasterio.windows.Window(window.first_column, first, columns, rows)
            masked: Any = dataset.read(1, window=place, masked=True)
        except rasterio.errors.RasterioError as error:
            raise TerrainError(
                f"{path.name} is damaged, part of its heights cannot be read; download or export it again"
            ) from error
        unit = _unit(path, dataset)
        heights = with_voids(
            masked.data,
            () if dataset.nodata is not None else VOID_CODES,
            scale=dataset.scales[0] * unit,
            offset=dataset.offsets[0] * unit,
        )
        if np.ma.is_masked(masked):
            heights[masked.mask] = np.nan
        return heights if is_south_up else heights[::-1]


def _check_band(path: Path, dataset: Any) -> None:
    dtype = dataset.dtypes[0]
    if dtype.startswith("complex"):
        raise TerrainError(f"{path.name} holds complex numbers ({dtype}); heights are whole or real numbers")
    if dataset.width < 2 or dataset.height < 2:
        raise TerrainError(f"{path.name} has {dataset.width} x {dataset.height} pixels; a terrain needs at least 2 x 2")
    _unit(path, dataset)


def _upright(path: Path, dataset: Any) -> Any:
    """The transform from pixels to coordinates, if its axes are those of the map."""
    transform = dataset.transform
    if dataset.crs is None:
        raise TerrainError(
            f"{path.name} names no coordinate reference system, so nobody knows where or how large it is; add one, "
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
    """The horizontal coordinate reference system, as a code where it has one, else as WKT."""
    pyproj = require("pyproj", extra="geo", purpose=f"reading {path.name}")
    try:
        crs = pyproj.CRS.from_wkt(dataset.crs.to_wkt())
    except pyproj.exceptions.CRSError as error:
        raise TerrainError(
            f"{path.name} has a coordinate reference system that PROJ does not know; replace it with: "
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
    """Metres in one unit of the band, or of the vertical part of a compound coordinate system."""
    name = (dataset.units[0] or "").strip()
    if name.lower() not in UNITS:
        raise TerrainError(
            f"{path.name} has heights in '{name}'; Motorpool knows metres and feet: convert it, or set the unit with "
            "rio edit-info --units m FILE"
        )
    if not name and dataset.crs is not None:
        pyproj = require("pyproj", extra="geo", purpose=f"reading {path.name}")
        axes = pyproj.CRS.from_wkt(dataset.crs.to_wkt()).axis_info
        return float(axes[2].unit_conversion_factor) if len(axes) == 3 else 1.0
    return UNITS[name.lower()]


def _description(path: Path, dataset: Any) -> str:
    bands = f", band 1 of {dataset.count}" if dataset.count > 1 else ""
    unit = "" if _unit(path, dataset) == 1.0 else f", {dataset.units[0] or 'feet'} converted to metres"
    return f"{_kind(path)}{bands}{unit}"


def _kind(path: Path) -> str:
    return "DTED" if DRIVERS[path.suffix.lower()] == "DTED" else "GeoTIFF"
