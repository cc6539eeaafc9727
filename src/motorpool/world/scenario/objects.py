"""Objects of a scenario: listed in a file, scattered, or both."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ...base.errors import ScenarioError, WorldError
from ...ground.objects.object_files import load_objects
from ...ground.objects.objects import Objects, empty_objects, join_objects, scatter_objects
from ...ground.objects.scatter import CLEARANCE, Floats
from ...ground.objects.spacing import keeps_clear
from ...ground.terrain.area import Filter, within
from ...ground.terrain.heightfield import Terrain
from ...ground.terrain.roads import Road, clears
from . import generated
from .format import ObjectsPart, ScenarioPart
from .ground import spread_of


def objects_of(
    scenario: ScenarioPart,
    terrain: Terrain,
    roads: Sequence[Road],
    folder: Path,
    where: str,
    cache: generated.Cache = generated.uncached,
) -> Objects:
    """Return the objects of the file and the scattered ones, which stand clear of them and of the roads.

    Raises:
        ScenarioError: the file cannot be read, or an object in it has no place on the terrain.
        WorldError: there is not enough room for the scattered objects.
    """
    part = scenario.objects
    listed = _listed(part, terrain, folder, where)
    if part.count == 0:
        return listed
    seed = scenario.seed if part.seed is None else part.seed
    area = part.area or spread_of(scenario, terrain)
    filters = [clears(roads)] * bool(roads) + [_clear_of(listed)] * bool(listed.count)

    def make() -> Objects:
        scattered = scatter_objects(
            terrain, count=part.count, seed=seed, area=area, keep_off=_all_of(filters) if filters else None
        )
        return join_objects(terrain, listed, scattered) if listed.count else scattered

    return generated.objects(terrain, roads, listed, part.count, seed, *(area or ()), make=make, cache=cache)


def _listed(part: ObjectsPart, terrain: Terrain, folder: Path, where: str) -> Objects:
    if part.file is None:
        return empty_objects(terrain)
    try:
        return load_objects(folder / part.file, terrain, area=within(part.area, terrain) if part.area else None)
    except WorldError as error:
        raise ScenarioError(f"{where}: objects: {error}") from error


def _clear_of(objects: Objects) -> Filter:
    return lambda x, y, radius: keeps_clear(
        x, y, radius, of=(objects.x, objects.y, objects.radius), clearance=CLEARANCE
    )


def _all_of(filters: Sequence[Filter]) -> Filter:
    def passes(x: Floats, y: Floats, radius: Floats) -> NDArray[np.bool_]:
        return np.logical_and.reduce([each(x, y, radius) for each in filters])

    return passes
