"""Requests of mobility maps: a map, or several alike, from names of terrain, soil and vehicle to files."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from ...ground.objects.object_files import load_objects
from ...ground.objects.objects import Objects
from ...ground.terrain.heightfield import Terrain
from ...ground.terrain.surface import Surface
from .conditions import Conditions, conditions_of
from .mapping import mobility_map
from .maps import MobilityMap, Season
from .raster import write, write_probability
from .ride import RIDE_LIMIT
from .soil_maps import soil_named, terrain_named
from .trials import Told, model_of
from .uncertainty import VARIATION, Uncertainty, simulate, soil_strength


class Request(NamedTuple):
    """Inputs of a mobility map."""

    terrain: str  # a file or a name
    soil: str  # a file, a class or "terrain"
    vehicle: str
    season: str = "dry"  # or "wet", or "both"
    legend: str | None = None  # of the soil map, 1=mud,2=dry-earth
    headings: int = 8
    objects: Path | None = None  # trees, rocks and buildings
    roughness: Mapping[str, float] = {}  # of classes of ground, by name [m]
    ride_limit: float = RIDE_LIMIT  # [m/s^2]


class Ground(NamedTuple):
    """Terrain, its soils, and the objects on it."""

    terrain: Terrain
    surface: Surface
    objects: Objects | None


class Draws(NamedTuple):
    """Random draws of the soil's strength."""

    number: int
    variation: float = VARIATION  # coefficient of variation of the cone index [1]
    patch: float | None = None  # side of squares with a strength of their own [m]
    seed: int = 0


class Made(NamedTuple):
    """A map, its uncertainty if strengths were drawn, and the files that were written."""

    mobility: MobilityMap
    uncertainty: Uncertainty | None
    files: list[Path]


def made_map(request: Request, ground: Ground, season: Season, *, draws: Draws | None, path: Path, told: Told) -> Made:
    """Make one map and write its files at the ``path`` of the speeds; without ``draws`` soil strength is not varied."""
    known = conditions_of(ground.surface, request.vehicle, season=season, told=told)
    mobility = map_of(request, ground, season, known=known, told=told)
    told("writing", 0.0)
    if draws is None:
        return Made(mobility, None, write(mobility, path))
    soil = soil_strength(
        ground.terrain, ground.surface, request.vehicle, known, patch=draws.patch, **options_of(request, ground)
    )
    uncertainty = simulate(soil, draws=draws.number, variation=draws.variation, seed=draws.seed)
    files = write(mobility, path)
    return Made(mobility, uncertainty, [*files, write_probability(soil.firm, uncertainty.bearing, path)])


def ground_of(request: Request) -> Ground:
    """Read the ground that a request names, after a check of the vehicle, because files may be large.

    Raises:
        MotorpoolError: something of it cannot be read, or the vehicle has no dynamic model.
    """
    model_of(request.vehicle)
    terrain = terrain_named(request.terrain)
    surface = soil_named(request.soil, terrain, legend=request.legend)
    return Ground(terrain, surface, None if request.objects is None else load_objects(request.objects, terrain))


def map_of(
    request: Request, ground: Ground, season: Season, *, known: Conditions | None = None, told: Told
) -> MobilityMap:
    """Return the map of one season."""
    terrain, surface, options = ground.terrain, ground.surface, options_of(request, ground)
    return mobility_map(terrain, surface, request.vehicle, season=season, conditions=known, told=told, **options)


def options_of(request: Request, ground: Ground) -> dict[str, Any]:
    """Return the options of ``mobility_map`` that a request has."""
    return {
        "headings": request.headings,
        "objects": ground.objects,
        "roughness": dict(request.roughness),
        "ride_limit": request.ride_limit,
    }
