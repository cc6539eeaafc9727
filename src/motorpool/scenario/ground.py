"""Finds the terrain files that scenarios name."""

import os
from pathlib import Path

from ..errors import TerrainError

FOLDER = "MOTORPOOL_TERRAIN"  # environment variable that names a folder of terrain files
TILE_SUFFIXES = ("", ".zip", ".gz")


def find_terrain(source: str, folder: Path) -> Path:
    """The file in the scenario's folder; an SRTM tile also in the current one, and in the one for terrain files.

    Raises:
        TerrainError: the tile is in none of them; the sentence says where to get it.
    """
    if not source.lower().endswith(".hgt"):
        return folder / source
    chosen = os.environ.get(FOLDER)
    folders = [folder, Path.cwd(), *([Path(chosen).expanduser()] if chosen else [])]
    for place in folders:
        for suffix in TILE_SUFFIXES:
            if (place / (source + suffix)).is_file():
                return place / (source + suffix)
    raise TerrainError(
        f"the terrain {source} is not here: get the SRTM tile of that name (1 arc-second, free) from "
        "https://earthexplorer.usgs.gov and put it, or its .zip, into the current folder or into the one that "
        f"{FOLDER} names"
    )
