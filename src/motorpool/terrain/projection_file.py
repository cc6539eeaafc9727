"""Projection files: the coordinate reference system of a grid, in a ``.prj`` file beside it.

The text is WKT or a code such as EPSG:32610, or ArcInfo's older format with a keyword and a value on each line
("Projection GEOGRAPHIC", "Datum WGS84"). Without a file, coordinates that can only be degrees are taken as longitude
and latitude on WGS 84, others as metres.

Source of the older format: ArcInfo Workstation's projection files, as in GTOPO30 and SRTM30.
"""

from pathlib import Path

from ..errors import TerrainError
from ..files import read_text
from .projection import is_known, looks_like_degrees
from .raster import WGS84

MAX_BYTES = 65_536
# codes: degrees, UTM north, UTM south; plus the zone
DATUMS = {"WGS84": (4326, 32600, 32700), "NAD83": (4269, 26900, None)}


def crs_beside(path: Path, west: float, south: float, step_x: float, step_y: float) -> str | None:
    """Return the coordinate reference system of a raster whose format has none.

    It is read from the projection file. Without one it is WGS 84 if the lattice can only be in degrees, otherwise None:
    metres at an unknown position.

    The projection file has the raster's name and the suffix .prj; the lattice is in its own unit.

    Raises:
        TerrainError: the file is unreadable or names an unknown system.
    """
    beside = next((path.with_suffix(suffix) for suffix in (".prj", ".PRJ") if path.with_suffix(suffix).exists()), None)
    if beside is None:
        return WGS84 if looks_like_degrees(west, south, step_x, step_y) else None
    words = read_text(beside, max_bytes=MAX_BYTES, error=TerrainError, encoding="latin-1").strip()
    crs = _of_arcinfo(words) if words.lower().startswith("projection") else words
    if crs is None or not is_known(crs):
        raise TerrainError(
            f"{beside.name} names no coordinate reference system that PROJ knows; write it as WKT or as a code like "
            "EPSG:32610, or remove the file if the grid is in metres"
        )
    return crs


def _of_arcinfo(words: str) -> str | None:
    """Return the code of an ArcInfo projection file in degrees or UTM; None for any other."""
    pairs = [line.lower().split() for line in words.splitlines()]
    values = {pair[0]: pair[1] for pair in pairs if len(pair) == 2}
    if values.get("zunits", "meters") not in ("meters", "metres", "no"):
        return None
    degrees, north, south = DATUMS.get(values.get("datum", "").upper().replace("_", ""), (None, None, None))
    if values.get("projection") == "geographic" and values.get("units", "dd") == "dd" and degrees is not None:
        return f"EPSG:{degrees}"
    zone = values.get("zone", "")
    first = south if values.get("yshift", "0").startswith("1000000") else north
    is_zone = zone.isdecimal() and 1 <= int(zone) <= 60
    if values.get("projection") == "utm" and values.get("units", "meters") == "meters" and is_zone and first:
        return f"EPSG:{first + int(zone)}"
    return None
