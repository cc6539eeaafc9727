"""Reading and writing of soil map files.

A map is a raster of whole numbers from 0 to 255 with a legend of class names: a GeoTIFF, an ESRI grid (.asc, .bil,
.flt), or the .npz of ``save_surface``, which includes the legend. It must be in the terrain's own coordinate reference
system, in metres.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ...base.errors import TerrainError, WorldError
from ...base.files import check_format
from ...base.operating_system import expanded
from .archives import read_npz
from .heightfield import Terrain
from .projection import is_known, reference_system
from .raster import Raster, check_size
from .raster_asc import read_asc
from .raster_esri import read_esri
from .raster_gdal import read_gdal
from .surface import CLASSES, FIELDS, Surface

FORMAT = "motorpool-surface-1"
OURS = ("classes", "spacing", "x_west", "y_south", "names", "table", "colours")
MAX_CELLS = 50_000_000  # of a soil map, a byte each; 7 km by 7 km at 1 m
MAX_ARCHIVE_BYTES = 2 * MAX_CELLS
READERS = {".tif": read_gdal, ".tiff": read_gdal, ".asc": read_asc, ".bil": read_esri, ".flt": read_esri}
SQUARE_TOLERANCE = 1e-6  # relative difference of the steps east and north that counts as square


def load_surface(
    path: str | Path, terrain: Terrain, *, legend: Mapping[int, str] | None = None, elsewhere: str | None = None
) -> Surface:
    """Read a soil map.

    Args:
        legend: name of the class of each number; by default the index in ``surface.CLASSES``.
        elsewhere: class of cells without a number; by default these are an error.

    Raises:
        WorldError: the file is missing or damaged, or is not a map of that terrain.
        MissingExtraError: the format needs a library that is not installed.
    """
    path = expanded(path)
    suffix = path.suffix.lower()
    if suffix != ".npz" and suffix not in READERS:
        check_format(path, error=WorldError)
        raise WorldError(f"{path.name} has the suffix '{path.suffix}'; a soil map is one of .npz, {', '.join(READERS)}")
    if not path.exists():
        raise WorldError(f"there is no soil map {path}; name a file")
    if suffix == ".npz":
        if legend is not None:
            raise WorldError(f"{path.name} has its own legend; remove the other one")
        return _read_npz(path)
    try:
        return _surface_of(READERS[suffix](path), terrain, legend, elsewhere)
    except (TerrainError, OSError, UnicodeDecodeError) as error:
        raise WorldError(f"the soil map {path.name} cannot be read: {error}") from error
    except MemoryError as error:
        raise WorldError(f"the soil map {path.name} does not fit into memory; make its cells larger") from error


def save_surface(surface: Surface, path: str | Path) -> None:
    """Write a surface to a compressed ``.npz`` file, from which ``load_surface`` restores it unchanged."""
    path = Path(path)
    if path.suffix.lower() != ".npz":
        raise WorldError(f"{path.name}: a surface is saved as .npz; choose a name with that suffix")
    arrays: dict[str, Any] = {name: getattr(surface, name) for name in OURS}
    try:
        np.savez_compressed(path, format=FORMAT, fields=FIELDS, **arrays)
    except OSError as error:
        raise WorldError(f"{path}: {error.strerror or error}; choose a folder that can be written") from error


def _read_npz(path: Path) -> Surface:
    try:
        arrays = read_npz(path, {"format", "fields", *OURS}, max_bytes=MAX_ARCHIVE_BYTES)
    except TerrainError as error:
        raise WorldError(f"the soil map {path.name} cannot be read: {error}") from error
    fields = [str(name) for name in arrays.get("fields", np.zeros(0)).ravel()]
    if str(arrays.get("format", "")) != FORMAT or fields != list(FIELDS):
        raise WorldError(
            f"{path.name} holds {', '.join(sorted(arrays)) or 'nothing'}; a soil map is what save_surface writes"
        )
    try:
        spacing, x_west, y_south = (float(arrays[name]) for name in ("spacing", "x_west", "y_south"))
        names, colours = (tuple(map(str, arrays[name])) for name in ("names", "colours"))
        return Surface(arrays["classes"], spacing, x_west, y_south, names, arrays["table"], colours)
    except (KeyError, TypeError, ValueError) as error:
        raise WorldError(f"{path.name} is damaged: {error}; write it again with save_surface") from error


def _surface_of(raster: Raster, terrain: Terrain, legend: Mapping[int, str] | None, elsewhere: str | None) -> Surface:
    if not _is_same(raster.crs, terrain.crs):
        raise WorldError(
            f"the soil map {raster.label} is in {raster.crs} and the terrain in {terrain.crs or 'metres of its own'}; "
            f"convert it: gdalwarp -r near -t_srs {terrain.crs or '...'}"
        )
    if abs(raster.step_x - raster.step_y) > SQUARE_TOLERANCE * raster.step_y:
        raise WorldError(
            f"the soil map {raster.label} has cells of {raster.step_x:g} x {raster.step_y:g} m; they must be square"
        )
    check_size(raster.label, raster.rows, raster.columns, most=MAX_CELLS)
    values = raster.read(raster.whole).heights
    holes = np.isnan(values)
    if holes.any() and elsewhere is None:
        raise WorldError(
            f"{np.count_nonzero(holes)} cells of the soil map {raster.label} have no number; set elsewhere"
        )
    whole = np.where(holes, 0.0, values)
    if (whole != np.floor(whole)).any() or whole.min() < 0.0 or whole.max() > 255.0:
        raise WorldError(
            f"the soil map {raster.label} has values from {whole.min():g} to {whole.max():g}; they must be whole "
            "numbers from 0 to 255"
        )
    numbers = whole.astype(np.int64)
    words = dict(enumerate(CLASSES)) if legend is None else dict(legend)
    if holes.any() and elsewhere is not None:
        numbers[holes] = 256
        words[256] = elsewhere
    return Surface.from_classes(
        numbers,
        spacing=raster.step_x,
        legend=words,
        x_west=raster.west - 0.5 * raster.step_x - terrain.origin_easting,
        y_south=raster.south - 0.5 * raster.step_y - terrain.origin_northing,
    )


def _is_same(one: str | None, other: str | None) -> bool:
    if one is None or one == other:
        return True
    if other is None or not is_known(one):
        return False
    return bool(reference_system(one) == reference_system(other))
