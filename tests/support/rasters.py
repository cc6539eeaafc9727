"""Terrain files as other programs write them, and how ours are asked for them."""

from pathlib import Path

import numpy as np
import pyproj
import pytest
import rasterio
from rasterio.transform import from_origin

from motorpool.errors import TerrainError
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.ground.terrain.heightfield_files import load_terrain

UTM = "EPSG:32610"


def write_tiff(path: Path, heights, transform=None, crs=UTM, count=1, **profile) -> Path:
    """A GeoTIFF by rasterio; rows from north to south, 30 m pixels unless said otherwise."""
    heights = np.asarray(heights)
    profile = {"driver": "GTiff", "dtype": heights.dtype, "count": count, "crs": crs} | profile
    transform = transform or from_origin(600000.0, 4000000.0, 30.0, 30.0)
    with rasterio.open(
        path, "w", height=heights.shape[0], width=heights.shape[1], transform=transform, **profile
    ) as file:
        for band in range(1, count + 1):
            file.write(heights + heights.dtype.type(1000 * (band - 1)), band)
    return path


def write_hgt(path: Path, height, side: int = 1201) -> Path:
    """A tile whose height is a function of longitude and latitude within it, both 0 to 1 from the south-west."""
    east, north = np.meshgrid(np.linspace(0, 1, side), np.linspace(1, 0, side))
    path.write_bytes(np.round(height(east, north)).astype(">i2").tobytes())
    return path


def write_asc(path: Path, rows: str, **header) -> Path:
    lines = [
        f"{key} {value}" for key, value in ({"ncols": 3, "nrows": 2, "cellsize": 10} | header).items() if value != ""
    ]
    path.write_text("\n".join([*lines, rows]))
    return path


def heights_at(terrain: Terrain, crs: str, x, y):
    """Heights at coordinates of any system, placed on the terrain by pyproj."""
    easting, northing = pyproj.Transformer.from_crs(crs, terrain.crs, always_xy=True).transform(x, y)
    return terrain.sample(easting - terrain.origin_easting, northing - terrain.origin_northing)[0]


def refusal(path, *, names: str | None = None, **request) -> str:
    """The sentence with which a file is refused: one line, that names the file (or what is beside it: ``names``)."""
    with pytest.raises(TerrainError) as refused:
        load_terrain(path, **request)
    sentence = str(refused.value)
    assert "\n" not in sentence
    assert (names or Path(path).name) in sentence
    return sentence


def rough(rows=40, columns=50, seed=0):
    """Smooth hills with a different height at every post."""
    waves = np.random.default_rng(seed).uniform(0.02, 0.2, (6, 2))
    row, column = np.mgrid[:rows, :columns]
    return sum(20.0 * np.sin(a * row + b * column + i) for i, (a, b) in enumerate(waves)) + 400.0
