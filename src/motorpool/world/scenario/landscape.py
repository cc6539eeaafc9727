"""Landscape of a scenario: terrain, roads, objects and surface.

Worlds do not change it, so that many worlds may share one.
"""

from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ...base.errors import ScenarioError, TerrainError, WorldError
from ...ground.objects.objects import Objects
from ...ground.roads.network import RoadNetwork
from ...ground.terrain.area import area_of
from ...ground.terrain.heightfield import Terrain
from ...ground.terrain.heightfield_files import JACKSBORO, load_terrain
from ...ground.terrain.hills import HILLS, make_hills
from ...ground.terrain.roads import Road
from ...ground.terrain.surface import Surface
from ..world import PLAY_AREA, ROOM_A_VEHICLE
from . import generated
from .format import ScenarioPart
from .ground import find_terrain, road_network_of, roads_of, surface_of
from .objects import objects_of
from .positions import check_positions

FLAT_SIZE = 2000.0  # [m]
FLAT_SPACING = 50.0  # between the posts of flat ground; there is nothing in between [m]
KEPT = 2  # most recent versions of each part that stay in memory
PLAIN_SOIL, FEW_OBJECTS = "dry-earth", 10  # of a plain landscape


class Landscape(NamedTuple):
    """Parts of a landscape."""

    terrain: Terrain
    roads: list[Road]
    objects: Objects
    surface: Surface | None  # None where the scenario describes neither surface nor roads
    network: RoadNetwork | None = None  # that traffic drives along; None without a file of it


class Landscapes:
    """Landscapes of the scenarios in one folder; the most recent parts are kept for scenarios that share them.

    The identity of a part is made of the scenario keys that it depends on; files count by their names.

    Args:
        cache: cache of generated parts, which outlives the program; none by default.
    """

    def __init__(self, cache: generated.Cache = generated.uncached) -> None:
        self._cache = cache
        self._kept: dict[str, OrderedDict[str, Any]] = {}

    def of(self, scenario: ScenarioPart, folder: Path, where: str, text: str = "") -> Landscape:
        """Return the landscape of a scenario, whose positions are all on its terrain.

        Args:
            text: text of the file, for the lines in messages.

        Raises:
            MotorpoolError: a file cannot be read, or something does not fit on the terrain.
        """
        keys, cache = _keys(scenario), self._cache
        try:
            terrain = self._part("terrain", keys, lambda: _terrain(scenario, folder, where, cache))
            check_positions(scenario, terrain, where=where, text=text)
            network = self._part("network", keys, lambda: road_network_of(scenario, terrain, folder, where))
            roads = self._part("roads", keys, lambda: roads_of(scenario, terrain, network, cache))
            objects = self._part("objects", keys, lambda: objects_of(scenario, terrain, roads, folder, where, cache))
            surface = self._part("surface", keys, lambda: surface_of(scenario, terrain, roads, folder, where, cache))
        except WorldError as error:
            raise ScenarioError(f"{where}: {error}") from error
        return Landscape(terrain, roads, objects, surface, network)

    def _part(self, name: str, keys: dict[str, str], make: Callable[[], Any]) -> Any:
        kept, key = self._kept.setdefault(name, OrderedDict()), keys[name]
        if key not in kept:
            kept[key] = make()
        kept.move_to_end(key)
        while len(kept) > KEPT:
            kept.popitem(last=False)
        return kept[key]


class PlainLandscapes(Landscapes):
    """Landscapes with the terrain of a scenario, straight roads, few objects and one soil.

    A world on one runs the same compiled code as on the scenario's own landscape, which takes longer to build.
    """

    def of(self, scenario: ScenarioPart, folder: Path, where: str, text: str = "") -> Landscape:
        """Return the plain landscape of a scenario, as ``Landscapes.of`` does."""
        terrain = _terrain(scenario, folder, where, self._cache)
        check_positions(scenario, terrain, where=where, text=text)
        west, south, east, north = area_of(terrain)
        middle = Road(np.array([[west, 0.5 * (south + north)], [east, 0.5 * (south + north)]]))
        network = road_network_of(scenario, terrain, folder, where)
        roads = [middle] * (scenario.roads.count + len(scenario.roads.lines) + (network is not None))
        has_surface = scenario.surface is not None or bool(roads)
        surface = Surface.uniform(PLAIN_SOIL, terrain) if has_surface else None
        listed = scenario.model_copy(update={"objects": scenario.objects.model_copy(update={"count": FEW_OBJECTS})})
        few = scenario if scenario.objects.count <= FEW_OBJECTS else listed
        objects = objects_of(few, terrain, [], folder, where, generated.uncached)
        return Landscape(terrain, roads, objects, surface, network)


def _keys(scenario: ScenarioPart) -> dict[str, str]:
    """Return the scenario keys that each part of a landscape depends on, as text."""
    count = sum(fleet.count for fleet in scenario.vehicles)
    room = count if count * ROOM_A_VEHICLE > PLAY_AREA * PLAY_AREA else 0  # fewer have the usual area
    roads, objects, surface = scenario.roads, scenario.objects, scenario.surface
    terrain = scenario.terrain.model_dump_json()
    if scenario.terrain.source == HILLS:
        terrain += f" {_seed(scenario.terrain.seed, scenario)}"
    paths = f"{terrain} {roads.model_dump_json()}"
    if roads.count:
        paths += f" {_seed(roads.seed, scenario)} {scenario.area} {room}"
    things = f"{paths} {objects.model_dump_json()}"
    if objects.count:
        things += f" {_seed(objects.seed, scenario)} {scenario.area} {room}"
    ground = f"{paths} {surface.model_dump_json() if surface else None}"
    if surface is not None and surface.by is not None:
        ground += f" {_seed(surface.seed, scenario)}"
    network = f"{terrain} {roads.file} {roads.driving_side}"
    return {"terrain": terrain, "network": network, "roads": paths, "objects": things, "surface": ground}


def _seed(own: int | None, scenario: ScenarioPart) -> int:
    return scenario.seed if own is None else own


def _terrain(scenario: ScenarioPart, folder: Path, where: str, cache: generated.Cache) -> Terrain:
    part = scenario.terrain
    if part.source == "flat":
        return Terrain.flat(size=part.size or FLAT_SIZE, spacing=part.spacing or FLAT_SPACING)
    try:
        if part.source == HILLS:
            given = {"size": part.size, "spacing": part.spacing, "steepness": part.steepness}
            chosen = {name: value for name, value in given.items() if value is not None}
            return make_hills(_seed(part.seed, scenario), **chosen)
        if part.source == JACKSBORO:
            return generated.jacksboro(part.spacing, part.crop, cache=cache)
        return load_terrain(find_terrain(part.source, folder), spacing=part.spacing, crop=part.crop)
    except TerrainError as error:
        raise TerrainError(f"{where}: terrain: {error}") from error
