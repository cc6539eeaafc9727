"""SRTM tiles: ``N35W122.hgt``, also zipped or gzipped.

A tile is one degree square: 1201 x 1201 (3 arc-seconds) or 3601 x 3601 posts (1 arc-second), 16-bit integers,
big-endian, rows from north to south, voids -32768, without a header. It shares the posts on its borders with the
neighbouring tiles. Its name gives its south-western corner.

Source: "SRTM Topography", NASA/USGS, SRTM version 2.1 documentation, 2009.
"""

import gzip
import math
import re
from pathlib import Path
from typing import BinaryIO

import numpy as np

from ...base.errors import TerrainError
from ...base.files import open_input
from .archives import DAMAGE, open_zip
from .byte_order import check_byte_order
from .raster import WGS84, Raster, reader_of

SIDES = (1201, 3601)  # posts
MAX_BYTES = 2 * max(SIDES) ** 2  # of heights
MAX_FILE_BYTES = MAX_BYTES + 1_000_000  # limit of a file: incompressible heights in an archive
CORNER = re.compile(r"([NS])(\d{2})([EW])(\d{3})", re.IGNORECASE)


def read_hgt(path: Path) -> Raster:
    """Return the raster of a tile.

    Raises:
        TerrainError: name, size or archive are not those of a tile.
    """
    member, content = _unpacked(path)
    longitude, latitude = _corner_of(path, member)
    side = math.isqrt(len(content) // 2)
    if side not in SIDES or 2 * side * side != len(content):
        raise TerrainError(
            f"{path.name} holds {_size(content)} bytes of heights; an SRTM tile has 2884802 (1201 x 1201 posts) or "
            "25934402 (3601 x 3601): download it again"
        )
    heights = np.frombuffer(content, ">i2").reshape(side, side)[::-1]
    check_byte_order(heights, path.name)
    return Raster(
        name=path.name.partition(".")[0],
        label=path.name,
        description=f"SRTM tile, {3600 // (side - 1)} arc-seconds",
        rows=side,
        columns=side,
        west=longitude,
        south=latitude,
        step_x=1.0 / (side - 1),
        step_y=1.0 / (side - 1),
        crs=WGS84,
        read=reader_of(heights),
    )


def _size(content: bytes) -> str:
    return str(len(content)) if len(content) <= MAX_BYTES else f"more than {MAX_BYTES}"


def _corner_of(path: Path, member: str) -> tuple[float, float]:
    """Return longitude and latitude of the south-western corner [deg], from the tile's or the archive's name."""
    for name in (member, path.name):
        match = CORNER.match(name)
        if match and int(match[2]) < 90 and int(match[4]) <= 180:
            north, east = match[1].upper() == "N", match[3].upper() == "E"
            return float(match[4]) * (1 if east else -1), float(match[2]) * (1 if north else -1)
    raise TerrainError(
        f"{path.name}: the name of an SRTM tile must give its position, like N35W122.hgt (35 to 36 degrees north, "
        "122 to 121 west); rename the file"
    )


def _unpacked(path: Path) -> tuple[str, bytes]:
    """Return the name and the bytes of the tile in a plain, zipped or gzipped file."""
    try:
        with open_input(path, max_bytes=MAX_FILE_BYTES, error=TerrainError) as file:
            if path.suffix.lower() == ".zip":
                return _unzipped(path, file)
            if path.suffix.lower() == ".gz":
                with gzip.GzipFile(fileobj=file) as content:
                    return path.stem, content.read(MAX_BYTES + 1)
            return path.name, file.read(MAX_BYTES + 1)
    except TerrainError:
        raise
    except DAMAGE as error:
        raise TerrainError(f"{path.name} is damaged ({error}); download it again") from error


def _unzipped(path: Path, file: BinaryIO) -> tuple[str, bytes]:
    with open_zip(file, path.name) as archive:
        tiles = [entry for entry in archive.infolist() if entry.filename.lower().endswith(".hgt")]
        if len(tiles) != 1:
            raise TerrainError(
                f"{path.name} contains {len(tiles)} files that end in .hgt; a zipped tile has one: unpack the archive "
                "and name the tile"
            )
        if tiles[0].flag_bits & 1:
            raise TerrainError(f"{path.name} is locked with a password; unpack it and name the tile")
        with archive.open(tiles[0]) as tile:
            return Path(tiles[0].filename).name, tile.read(MAX_BYTES + 1)
