"""Planned routes through the cache of arrays: the first routes of a scenario are equal at each start."""

from collections.abc import Sequence
from importlib.metadata import version

import numpy as np
from numpy.typing import NDArray

from ...array_cache import cached, flattened, version_of
from ...errors import require
from ...objects.objects import Objects
from ...terrain.heightfield import Terrain
from ...terrain.surface import Surface
from .route_planning import Ability, Place, plan_routes

CODE = ("world/guidance", "terrain", "objects", "models")


def cached_routes(
    terrain: Terrain, objects: Objects, surface: Surface, *, starts: Sequence[Place], goal: Place, ability: Ability
) -> list[NDArray[np.float64]]:
    """Return what ``plan_routes`` plans from places ``starts`` (x, y) to one [m].

    Raises:
        WorldError: as ``plan_routes``.
        MissingExtraError: SciPy is not installed.
    """

    def make() -> dict[str, NDArray[np.float64]]:
        ways = plan_routes(terrain, objects, starts=starts, goal=goal, ability=ability, surface=surface)
        return {str(number): way for number, way in enumerate(ways)}

    require("scipy", extra="app", purpose="planning routes")
    # The values in the key determine the results of a drive's functions.
    kinds = [(each._replace(drive=None), each.drive and each.drive[:-1]) for each in ability.vehicles]
    ground = (terrain.heights, terrain.spacing, terrain.x_west, terrain.y_south)
    soil = (surface.classes, surface.spacing, surface.x_west, surface.y_south, surface.table)
    obstacles = (objects.x, objects.y, objects.radius)
    asked = (ability._replace(vehicles=()), kinds, starts, goal, version("scipy"))
    inputs = flattened((ground, soil, obstacles, asked))
    found = cached("routes", inputs, code=version_of(*CODE), make=make)
    return [found[str(number)] for number in range(len(starts))]
