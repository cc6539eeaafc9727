"""Ground of a scenario: its terrain files, its surface and its roads."""

# Fields may be called like the methods of a tuple.
# pyright: reportIncompatibleMethodOverride=false

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.environment_variables import TERRAIN, folder_of
from ...base.errors import ScenarioError, TerrainError, WorldError
from ...ground.roads.network import RoadNetwork, lines_of
from ...ground.roads.network_files import load_network
from ...ground.terrain.area import Area, area_of, within
from ...ground.terrain.heightfield import Terrain
from ...ground.terrain.roads import Road, pave
from ...ground.terrain.soil_map import MOST_CELLS, SPACING, map_of_terrain
from ...ground.terrain.surface import CLASSES, DEFAULT, Surface
from ...ground.terrain.surface_files import load_surface
from ..world import PLAY_AREA, ROOM_A_VEHICLE, play_area
from . import generated
from .format import PatchPart, RoadsPart, ScenarioPart, SurfacePart

TILE_SUFFIXES = ("", ".zip", ".gz")


def find_terrain(source: str, folder: Path) -> Path:
    """Return the file of a terrain: in the scenario's folder; SRTM tiles also in the current and the terrain folder.

    Raises:
        TerrainError: the tile is in none of them; the message says where to get it.
    """
    if not source.lower().endswith(".hgt"):
        return folder / source
    chosen = folder_of(TERRAIN, must_exist=True)
    folders = [folder, Path.cwd(), *([chosen] if chosen else [])]
    for place in folders:
        for suffix in TILE_SUFFIXES:
            if (place / (source + suffix)).is_file():
                return place / (source + suffix)
    raise TerrainError(
        f"the terrain {source} is not here: get the SRTM tile of that name (1 arc-second, free) from "
        "https://earthexplorer.usgs.gov and put it, or its .zip, into the current folder or into the one that "
        f"{TERRAIN.name} names"
    )


def surface_of(
    scenario: ScenarioPart,
    terrain: Terrain,
    roads: Sequence[Road],
    folder: Path,
    where: str,
    cache: generated.Cache = generated.uncached,
) -> Surface | None:
    """Return the surface of the ground with its roads; None if the scenario describes neither.

    Raises:
        ScenarioError: a map cannot be read or made.
    """
    if scenario.surface is None and not roads:
        return None
    part = scenario.surface or SurfacePart()

    def make() -> Surface:
        surface = _base(part, scenario.seed, terrain, folder, needs_cells=bool(roads))
        if part.areas:
            surface = _patched(surface, part.areas)
        return pave(surface, roads) if roads else surface

    try:
        if part.file is not None:
            surface = make()
        else:
            keys = part.model_dump_json(exclude={"factors"})
            surface = generated.surface(terrain, roads, keys, scenario.seed, make=make, cache=cache)
        return surface.scaled(part.factors) if part.factors else surface
    except WorldError as error:
        raise ScenarioError(f"{where}: surface: {error}") from error


def road_network_of(scenario: ScenarioPart, terrain: Terrain, folder: Path, where: str) -> RoadNetwork | None:
    """Return the road network of a scenario's file; None without one.

    Raises:
        ScenarioError: the file cannot be read, or a section leaves the terrain.
    """
    if scenario.roads.file is None:
        return None
    try:
        network = load_network(folder / scenario.roads.file)
    except WorldError as error:
        raise ScenarioError(f"{where}: roads: {error}") from error
    west, south, east, north = area_of(terrain)
    for number, section in enumerate(network.sections):
        x, y = section.points[:, 0], section.points[:, 1]
        outside = np.flatnonzero(~((x >= west) & (x <= east) & (y >= south) & (y <= north)))
        if outside.size:
            point = section.points[outside[0]]
            raise ScenarioError(
                f"{where}: roads: features[{number}] of {scenario.roads.file} leads to ({point[0]:g}, {point[1]:g}) m; "
                f"it must be on the terrain, x {west:g} to {east:g}, y {south:g} to {north:g} m"
            )
    side = scenario.roads.driving_side
    return network if side is None else replace(network, drives_on_left=side == "left")


def roads_of(
    scenario: ScenarioPart,
    terrain: Terrain,
    network: RoadNetwork | None = None,
    cache: generated.Cache = generated.uncached,
) -> list[Road]:
    """Return the roads of a scenario: the sections of its network, generated roads, and listed ones."""
    part = scenario.roads
    return [
        *(lines_of(network) if network is not None else ()),
        *_made(part, scenario, terrain, cache),
        *(Road(np.array(line.points), line.width, line.kind) for line in part.lines),
    ]


class Network(NamedTuple):
    """Inputs of a made road network, beside its terrain."""

    count: int  # of roads
    seed: int  # of the random numbers
    area: Area | None  # that the roads stay in [m]; None for the usual one


def network_of(scenario: ScenarioPart, terrain: Terrain) -> Network:
    """Return the inputs of a scenario's made roads."""
    part = scenario.roads
    area = part.area or spread_of(scenario, terrain)
    seed = scenario.seed if part.seed is None else part.seed
    return Network(part.count, seed, within(area, terrain) if area else None)


def spread_of(scenario: ScenarioPart, terrain: Terrain) -> Area | None:
    """Return the area of roads and objects that have none of their own; None for the usual one."""
    if scenario.area is not None:
        return scenario.area
    count = sum(part.count for part in scenario.vehicles)
    return play_area(terrain, count) if count * ROOM_A_VEHICLE > PLAY_AREA * PLAY_AREA else None


def _made(part: RoadsPart, scenario: ScenarioPart, terrain: Terrain, cache: generated.Cache) -> list[Road]:
    if part.count == 0:
        return []
    return generated.roads(
        terrain, **network_of(scenario, terrain)._asdict(), width=part.width, kind=part.kind, cache=cache
    )


def _base(part: SurfacePart, seed: int, terrain: Terrain, folder: Path, *, needs_cells: bool) -> Surface:
    """Return the surface under patches and roads."""
    if part.by == "terrain":
        return map_of_terrain(terrain, seed=seed if part.seed is None else part.seed, spacing=part.spacing)
    if part.file is not None:
        legend = {int(number): kind for number, kind in part.legend.items()} if part.legend else None
        return load_surface(folder / part.file, terrain, legend=legend, elsewhere=part.kind)
    if not (part.areas or needs_cells):
        return Surface.uniform(part.kind or DEFAULT, terrain)
    cell = max(part.spacing or SPACING, (terrain.width * terrain.depth / MOST_CELLS) ** 0.5)
    rows, columns = (max(1, int(np.ceil(side / cell))) for side in (terrain.depth, terrain.width))
    classes = np.full((rows, columns), CLASSES.index(part.kind or DEFAULT), np.uint8)
    return Surface(classes, cell, terrain.x_west, terrain.y_south)


def _patched(surface: Surface, patches: Sequence[PatchPart]) -> Surface:
    """Return the surface with patches; a cell belongs to a patch if its centre does."""
    classes = surface.classes.copy()
    x = np.asarray(surface.x_west + (np.arange(surface.columns) + 0.5) * surface.spacing, np.float64)
    y = np.asarray(surface.y_south + (np.arange(surface.rows)[:, None] + 0.5) * surface.spacing, np.float64)
    for patch in patches:
        surface = surface.with_class(patch.kind)
        classes[_is_in(patch, x, y)] = surface.names.index(patch.kind)
    return replace(surface, classes=classes)


def _is_in(patch: PatchPart, x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.bool_]:
    if patch.area is not None:
        west, south, east, north = patch.area
        return (x >= west) & (x < east) & (y >= south) & (y < north)
    if patch.circle is not None:
        middle_x, middle_y, radius = patch.circle
        return np.hypot(x - middle_x, y - middle_y) <= radius
    corners = patch.polygon or []
    inside = np.zeros(np.broadcast_shapes(x.shape, y.shape), bool)
    for (ax, ay), (bx, by) in zip(corners, [*corners[1:], *corners[:1]], strict=True):  # even-odd rule
        if ay != by:
            inside ^= ((ay > y) != (by > y)) & (x < ax + (bx - ax) * (y - ay) / (by - ay))
    return inside
