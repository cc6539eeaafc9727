"""Reading of occupancy maps: the YAML file of Nav2's map_server, and the image beside it.

The image has a cell for each pixel: free, occupied or unknown, by thresholds and a mode. Occupied cells become upright
cylinders that cover them; the world has the frame of the map, so that positions in both are the same.

Source: documentation of nav2_map_server, its map_io.cpp on the three modes, and on transparency.
"""

import math
from collections import Counter
from collections.abc import Mapping
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from ...base.errors import ScenarioError, TerrainError
from ...base.files import read_text
from ...ground.roads.network import RoadNetwork
from ...world.scenario.document import parse
from ..images import Image, read_image
from ..place_map import THINGS, Floats, MapArea, MapStart, MapThings, PlaceMap
from .cover import Cells, cover, halved, roomiest
from .importer import FORMAT

MAX_BYTES = 100_000  # of the YAML file; a real one has less than a kB
MODES = ("trinary", "scale", "raw")
UNKNOWN = ("free", "occupied")  # meanings of unknown space
OCCUPIED_THRESHOLD, FREE_THRESHOLD = 0.65, 0.196  # usual ones, for a file without them
MOST_CELLS = 30_000  # along a side
LONGEST = 100_000.0  # side of a map [m]
RESOLUTIONS = (0.001, 100.0)  # allowed sides of a cell [m]
FARTHEST = 1e7  # limit of the origin [m]
REACH = 0.1  # distance that cylinders may reach beyond occupied cells, if that is more than a cell [m]
LARGEST = 15.0  # radius of a cylinder, at most [m]
MOST_CYLINDERS = 200_000  # with more, cells of twice the side are covered
HEIGHT = 2.0  # of obstacles, of which the map tells none [m]
GROUND = "concrete"  # surface class of the map's rectangle
CENTRED = 2_000.0  # distance from the origin up to which the world has the frame of the map [m]
RAW_OCCUPIED = 100  # level of mode raw


class Settings(NamedTuple):
    """Content of a YAML file."""

    image: str  # name of the file beside it
    resolution: float  # side of a cell [m]
    x: float  # of the outer corner of the cell at the lower left [m]
    y: float  # [m]
    yaw: float  # of the image's rows, counter-clockwise from east [rad]
    mode: str = MODES[0]
    is_negated: bool = False  # white is occupied
    occupied: float = OCCUPIED_THRESHOLD  # occupancy above which a cell is occupied [1]
    free: float = FREE_THRESHOLD  # occupancy below which a cell is free [1]


class Occupancy(NamedTuple):
    """Cells of a map; row 0 is at the bottom of the image."""

    settings: Settings
    occupied: Cells  # (rows, columns)
    unknown: Cells  # (rows, columns)


def read_occupancy(path: Path, *, unknown: str = UNKNOWN[0]) -> PlaceMap:
    """Return the obstacles of an occupancy map as a place without roads.

    Args:
        unknown: meaning of unknown space: "free" or "occupied".

    Raises:
        TerrainError: the file or its image cannot be read, or a value is not allowed.
    """
    if unknown not in UNKNOWN:
        raise TerrainError(f"unknown space is {unknown!r}; it must be free or occupied")
    settings, occupied, is_unknown = read_cells(path)
    free = ~(occupied | is_unknown)
    if unknown == "occupied":
        occupied = occupied | is_unknown
    circles, side, left_out = _circles(occupied, settings.resolution)
    points = _on_map(circles[:, :2] * side, settings)
    count = len(circles)
    things = MapThings(
        points, np.full(count, THINGS.index("building")), circles[:, 2] * side, np.full(count, HEIGHT)
    )  # fmt: skip
    areas = _areas(settings, free.shape)
    return PlaceMap(
        network=RoadNetwork(), things=things, areas=areas, start=_start(free, settings), left_out=left_out
    )  # fmt: skip


def read_cells(path: Path) -> Occupancy:
    """Return the cells of an occupancy map.

    Raises:
        TerrainError: the file or its image cannot be read, or a value is not allowed.
    """
    settings = read_settings(path)
    image = read_image(path.with_name(settings.image))
    rows, columns = image.colours.shape[:2]
    longest = max(rows, columns) * settings.resolution
    if max(rows, columns) > MOST_CELLS or longest > LONGEST:
        raise TerrainError(
            f"{path.name} is a map of {columns} x {rows} cells of {settings.resolution:g} m; a side may have at most "
            f"{MOST_CELLS} cells and {LONGEST / 1000:g} km: cut a part out of the image, and correct the origin"
        )
    occupied, unknown = _states(image, settings)
    return Occupancy(settings, occupied[::-1], unknown[::-1])


def read_settings(path: Path) -> Settings:
    """Return the content of the YAML file of an occupancy map.

    Raises:
        TerrainError: it cannot be read, or a value is not allowed.
    """
    text = read_text(path, max_bytes=MAX_BYTES, error=TerrainError, encoding="utf-8-sig", reads=(FORMAT,))
    try:
        values: Any = parse(text, path.name).values
    except ScenarioError as error:
        raise TerrainError(*error.args) from error
    if not isinstance(values, Mapping) or not {"image", "resolution", "origin"} <= values.keys():
        raise TerrainError(
            f"{path.name} is no occupancy map; one has image, resolution and origin, as map_saver of Nav2 writes them"
        )
    found = cast("Mapping[str, Any]", values)
    mode = str(found.get("mode", MODES[0])).lower()
    if mode not in MODES:
        raise TerrainError(f"{path.name}: the mode is {_short(found['mode'])}; it must be trinary, scale or raw")
    free, occupied = (
        _number(path, found.get(key, usual), key, 0.0, 1.0)
        for key, usual in (("free_thresh", FREE_THRESHOLD), ("occupied_thresh", OCCUPIED_THRESHOLD))
    )
    if free > occupied:
        raise TerrainError(f"{path.name}: free_thresh is {free:g}, and occupied_thresh {occupied:g} is less")
    return Settings(
        _beside(path, found["image"]), _number(path, found["resolution"], "resolution", *RESOLUTIONS),
        *_origin(path, found["origin"]), mode, _is_negated(path, found.get("negate", 0)), occupied, free,
    )  # fmt: skip


def _beside(path: Path, name: Any) -> str:
    """Return the name of an image, which must be in the folder of the file that names it."""
    if not isinstance(name, str) or not name.strip():
        raise TerrainError(f"{path.name}: the image is {_short(name)}; it must be the name of a file")
    bare = name.removeprefix("./")
    is_bare = bare == PurePosixPath(bare).name == PureWindowsPath(bare).name and "\0" not in bare
    if not is_bare:
        last = PureWindowsPath(name).name or "map.pgm"
        raise TerrainError(
            f"{path.name} names the image {_short(name)}; only a file beside it is read: put the image there, and "
            f"write image: {_short(last)}"
        )
    return bare


def _origin(path: Path, origin: Any) -> tuple[float, float, float]:
    if not isinstance(origin, list) or len(cast("list[Any]", origin)) not in (2, 3):
        raise TerrainError(f"{path.name}: the origin is {_short(origin)}; it must be [x, y, yaw]")
    x, y, yaw = [*cast("list[Any]", origin), 0.0][:3]
    limits = -FARTHEST, FARTHEST
    return _number(path, x, "x", *limits), _number(path, y, "y", *limits), _number(path, yaw, "yaw", *limits)


def _is_negated(path: Path, value: Any) -> bool:
    if value not in (0, 1):
        raise TerrainError(f"{path.name}: negate is {_short(value)}; it must be 0 or 1")
    return bool(value)


def _number(path: Path, value: Any, name: str, least: float, most: float) -> float:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not is_number or not least <= value <= most:
        raise TerrainError(f"{path.name}: {name} is {_short(value)}; it must be a number from {least:g} to {most:g}")
    return float(value)


def _short(value: Any) -> str:
    text = str(value)
    return repr(text if len(text) <= 60 else f"{text[:57]}...")


# ---- cells


def _states(image: Image, settings: Settings) -> tuple[Cells, Cells]:
    """Return which cells are occupied, and which are unknown."""
    colours = image.colours
    total = colours[:, :, 0].astype(np.float32)
    for channel in range(1, colours.shape[2]):
        total += colours[:, :, channel]
    count = colours.shape[2]
    if image.alpha is not None and settings.mode == "trinary":
        total += image.white - image.alpha.astype(np.float32)  # transparency brightens, as in map_server
        count += 1
    shade = total / np.float32(count * image.white)
    if settings.mode == "raw":
        level = np.rint(shade * 255.0)
        return level == RAW_OCCUPIED, level > RAW_OCCUPIED
    occupancy = shade if settings.is_negated else 1.0 - shade
    occupied, free = occupancy > settings.occupied, occupancy < settings.free
    if settings.mode == "trinary":
        return occupied, ~(occupied | free)
    transparent = np.zeros(occupied.shape, bool) if image.alpha is None else image.alpha < image.white
    return occupied & ~transparent, transparent


def _circles(occupied: Cells, resolution: float) -> tuple[Floats, float, Counter[str]]:
    """Return circles that cover cells, as ``cover`` does, the side of a cell [m], and a count of simplifications."""
    left_out: Counter[str] = Counter()
    side = resolution
    while True:
        circles = cover(occupied, reach=max(REACH / side, 1.0), largest=LARGEST / side)
        if len(circles) <= MOST_CYLINDERS:
            return circles, side, left_out
        occupied, side = halved(occupied), 2.0 * side
        left_out = Counter({f"detail of obstacles smaller than {side:g} m": 1})


def _on_map(points: NDArray[Any], settings: Settings) -> Floats:
    """Return points (points, 2) of an image, from its lower left corner [m], in the frame of the map [m]."""
    cos, sin = math.cos(settings.yaw), math.sin(settings.yaw)
    x, y = points.T
    return np.column_stack([settings.x + cos * x - sin * y, settings.y + sin * x + cos * y])


def _areas(settings: Settings, shape: tuple[int, ...]) -> list[MapArea]:
    """Return the rectangle of the map, and around it one whose middle is the origin, so that the world's is, too."""
    width, depth = shape[1] * settings.resolution, shape[0] * settings.resolution
    corners = _on_map(np.array([(0.0, 0.0), (width, 0.0), (width, depth), (0.0, depth)]), settings)
    floor = MapArea(outlines=[corners], kind=GROUND, category=FORMAT)
    if np.abs(corners).max() > CENTRED:
        return [floor]
    x, y = np.abs(corners).max(axis=0)
    around = np.array([(-x, -y), (x, -y), (x, y), (-x, y)])
    return [MapArea(outlines=[around], category=FORMAT), floor]


def _start(free: Cells, settings: Settings) -> MapStart | None:
    """Return the middle of the widest free space."""
    found = roomiest(free)
    if found is None:
        return None
    column, row, room = (value * settings.resolution for value in found)
    ((x, y),) = _on_map(np.array([(column, row)]), settings).tolist()
    return MapStart(x, y, room)
