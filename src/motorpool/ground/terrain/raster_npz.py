"""NumPy archives: files of ``save_terrain``, and matplotlib's elevation sample.

matplotlib's layout is ``elevation`` (rows from north to south), ``xmin`` and ``ymax`` (the outer corner of the
north-western cell, degrees), ``dx`` and ``dy``. Its ``ymin`` is ignored: in matplotlib's file,
"jacksboro_fault_dem.npz", it lies *north* of ``ymax`` by the height of the grid (a sign error). With ``ymax`` as the
northern edge, Cross Mountain (36 deg 11' 54" N, 84 deg 13' 50" W, 1077 m, the top of the Cumberland Mountains) is the
grid's highest post, 1076 m; by ``ymin`` it would lie 32 km away in Kentucky.
"""

from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from ...base.errors import TerrainError
from . import archives
from .decks import EDGES, MOST_DECKS, MOST_POINTS, RAILED, Deck
from .heightfield import Terrain
from .raster import WGS84, Raster, reader_of

FORMAT = "motorpool-terrain-1"
OURS = ("heights", "spacing", "easting", "northing", "crs", "name", "source", "voids_filled")
DECKS = ("deck_points", "deck_shapes", "deck_names")  # of terrains that have some
DECK_EDGES = "deck_edges"  # kind of edges of each deck; without it all are railed
MAX_WORD = 65_536  # limit of the characters of a text
ELEVATION = ("elevation", "xmin", "ymax", "dx", "dy")


def write_npz(terrain: Terrain, path: Path, *, is_compressed: bool = True) -> None:
    """Write all data of a terrain for ``read_npz``."""
    save = np.savez_compressed if is_compressed else np.savez
    save(
        path,
        format=FORMAT,
        heights=terrain.heights,
        spacing=terrain.spacing,
        easting=terrain.origin_easting + terrain.x_west,
        northing=terrain.origin_northing + terrain.y_south,
        crs=terrain.crs or "",
        name=terrain.name,
        source=terrain.source,
        voids_filled=terrain.voids_filled,
        **cast("Any", _written(terrain)),
    )


def read_npz(path: Path) -> Raster:
    """Return the raster of an archive.

    Raises:
        TerrainError: the archive is damaged or holds other data.
    """
    arrays = archives.read_npz(path, {"format", *OURS, *DECKS, DECK_EDGES, *ELEVATION})
    if str(arrays.get("format", "")) == FORMAT and all(key in arrays for key in OURS):
        return _ours(path, arrays)
    if all(key in arrays for key in ELEVATION):
        return _elevation(path, arrays)
    raise TerrainError(
        f"{path.name} holds {', '.join(sorted(arrays)) or 'nothing'}; a terrain file is one of save_terrain, or has "
        f"{', '.join(ELEVATION)} as in matplotlib's elevation sample"
    )


def _ours(path: Path, arrays: dict[str, NDArray[Any]]) -> Raster:
    heights, spacing = _heights(path, arrays["heights"]), _number(path, arrays, "spacing")
    if spacing <= 0.0:
        raise TerrainError(f"{path.name}: spacing is {spacing:g} m; it must be positive: write it with save_terrain")
    return Raster(
        name=_word(path, arrays, "name"),
        label=path.name,
        description=_word(path, arrays, "source"),
        rows=heights.shape[0],
        columns=heights.shape[1],
        west=_number(path, arrays, "easting"),
        south=_number(path, arrays, "northing"),
        step_x=spacing,
        step_y=spacing,
        crs=_word(path, arrays, "crs") or None,
        read=reader_of(heights, codes=()),
        voids_filled=int(_number(path, arrays, "voids_filled")),
        is_measured=False,
        decks=_decks(path, arrays) if any(arrays[key].size for key in DECKS if key in arrays) else (),
    )


def _written(terrain: Terrain) -> dict[str, NDArray[Any]]:
    """Return the arrays of a terrain's decks, on the map; none without decks."""
    decks = terrain.decks
    if not decks:
        return {}
    points = np.concatenate([deck.points.reshape(-1, 3) for deck in decks])
    return {
        "deck_points": points + np.array([terrain.origin_easting, terrain.origin_northing, 0.0]),
        "deck_shapes": np.array([deck.points.shape[:2] for deck in decks], np.int64),
        "deck_names": np.array([deck.name for deck in decks], np.str_),
        DECK_EDGES: np.array([deck.edges for deck in decks], np.str_),
    }


def _decks(path: Path, arrays: dict[str, NDArray[Any]]) -> tuple[Deck, ...]:
    points, shapes, names = (arrays.get(key, np.zeros(0)) for key in DECKS)
    counts = shapes[:, 0] * shapes[:, 1] if shapes.ndim == 2 and shapes.shape[1] == 2 else np.zeros(0)
    is_valid = (
        shapes.dtype.kind == "i" and len(counts) == len(shapes) <= MOST_DECKS
        and bool(((shapes >= 2) & (shapes <= MOST_POINTS)).all())
        and names.shape == (len(shapes),) and names.dtype.kind == "U" and names.dtype.itemsize <= 4 * MAX_WORD
        and points.dtype.kind == "f" and points.shape == (int(counts.sum()), 3)
    )  # fmt: skip
    if not is_valid:
        raise TerrainError(
            f"{path.name}: {', '.join(DECKS)} have the shapes {points.shape}, {shapes.shape} and {names.shape}; they "
            f"must be (points, 3), (decks, 2) and (decks,) for at most {MOST_DECKS} decks: write it with save_terrain"
        )
    edges = arrays.get(DECK_EDGES, np.full(len(shapes), RAILED))
    if edges.shape != names.shape or not np.isin(edges, EDGES).all():
        raise TerrainError(f"{path.name}: {DECK_EDGES} must be {' or '.join(EDGES)} for each deck")
    ends: list[int] = np.cumsum(counts).tolist()
    sizes: list[list[int]] = shapes.tolist()
    labels: list[str] = names.tolist()
    return tuple(
        Deck(points[end - along * across : end].reshape(along, across, 3), label, kind)
        for end, (along, across), label, kind in zip(ends, sizes, labels, edges.tolist(), strict=True)
    )


def _elevation(path: Path, arrays: dict[str, NDArray[Any]]) -> Raster:
    heights = _heights(path, arrays["elevation"])
    rows, columns = heights.shape
    step_x, step_y = _number(path, arrays, "dx"), _number(path, arrays, "dy")
    north, west = _number(path, arrays, "ymax"), _number(path, arrays, "xmin")
    if not (0.0 < step_x < 1.0 and 0.0 < step_y < 1.0 and abs(north) <= 90.0 and abs(west) <= 360.0):
        raise TerrainError(
            f"{path.name}: dx = {step_x:g}, dy = {step_y:g}, xmin = {west:g}, ymax = {north:g} are not degrees of "
            "longitude and latitude; save a metric grid with save_terrain instead"
        )
    return Raster(
        name=path.stem,
        label=path.name,
        description="elevation in NumPy arrays",
        rows=rows,
        columns=columns,
        west=west + 0.5 * step_x,
        south=north - (rows - 0.5) * step_y,
        step_x=step_x,
        step_y=step_y,
        crs=WGS84,
        read=reader_of(heights[::-1]),
    )


def _heights(path: Path, heights: NDArray[Any]) -> NDArray[Any]:
    if heights.ndim != 2 or min(heights.shape) < 2 or heights.dtype.kind not in "iuf":
        raise TerrainError(
            f"{path.name}: the heights are {heights.dtype} of shape {heights.shape}; they must be numbers of shape "
            "(rows, columns), at least 2 x 2"
        )
    return heights


def _word(path: Path, arrays: dict[str, NDArray[Any]], key: str) -> str:
    value = arrays[key]
    if value.size != 1 or value.dtype.kind != "U" or value.dtype.itemsize > 4 * MAX_WORD:
        raise TerrainError(f"{path.name}: {key} is {value.dtype} of shape {value.shape}; it must be one text")
    return str(value.reshape(()))


def _number(path: Path, arrays: dict[str, NDArray[Any]], key: str) -> float:
    value = arrays[key]
    if value.size != 1 or value.dtype.kind not in "iuf" or not np.isfinite(value).all():
        raise TerrainError(f"{path.name}: {key} is {value}; it must be one finite number")
    return float(value.reshape(()))
