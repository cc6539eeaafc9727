"""``motorpool mobility``: where a vehicle can go, how fast and what limits it, as Cloud-Optimised GeoTIFF."""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from ..errors import WorldError, require
from ..mobility import SEASONS, MobilityMap, Season, mobility_map, write
from ..mobility.conditions import Told
from ..mobility.raster import checked_path
from ..mobility.ride import RIDE_LIMIT
from ..mobility.soil_maps import soil_named, terrain_named
from ..mobility.summary import summarise
from ..mobility.trials import model_of
from ..objects.object_files import load_objects
from ..objects.objects import Objects
from ..terrain.heightfield import Terrain
from ..terrain.surface import Surface
from .waiting import waiting

# Share of the time that is over when each kind of work begins.
BEGINS = {"slopes that it climbs": 0.0, "speeds on them": 0.4, "ride on rough ground": 0.7, "cells and headings": 0.75}
BOTH = "both"


class Request(NamedTuple):
    """The options that say which map is made."""

    terrain: str  # a file or a name
    soil: str  # a file, a class or "terrain"
    vehicle: str
    season: str = "dry"  # or "wet", or "both"
    legend: str | None = None  # of the soil map, 1=mud,2=dry-earth
    headings: int = 8
    objects: Path | None = None  # trees, rocks and buildings
    roughness: Sequence[str] = ()  # CLASS=METRES each
    ride_limit: float = RIDE_LIMIT  # [m/s^2]


class Ground(NamedTuple):
    """Terrain, its soils and what stands on it."""

    terrain: Terrain
    surface: Surface
    objects: Objects | None


def run_mobility(request: Request, *, out: Path, figure: Path | None) -> int:
    """Make the map, or one for each season, write it and print its summary; returns the exit code.

    Args:
        request: which map.
        out: file of the speeds.
        figure: picture of the maps over the relief; None for none.

    Raises:
        MotorpoolError: something of it is not possible.
    """
    seasons = seasons_of(request.season)
    checked_path(out)
    require("rasterio", extra="geo", purpose="writing a mobility map")
    start = time.perf_counter()
    with waiting(f"reading {request.terrain}", total=len(seasons)) as show:
        ground = ground_of(request)
        maps: list[MobilityMap] = []
        for number, season in enumerate(seasons):

            def told(words: str, share: float, number: int = number, season: str = season) -> None:
                show(f"{request.vehicle}, {season}: {words}", done=number + _done(words, share))

            maps.append(map_of(request, ground, season, told=told))
        show("writing", done=float(len(seasons)))
        written = [(made, write(made, path_of(out, made, seasons))) for made in maps]
        drawn = None if figure is None else _draw(maps, ground.terrain, figure)
    for made, paths in written:
        print(summarise(made))
        print(f"wrote {', '.join(map(str, paths))}\n")
    if drawn is not None:
        print(f"drew {drawn}")
    print(f"{maps[0].columns} x {maps[0].rows} cells, {time.perf_counter() - start:.1f} s")
    return 0


def seasons_of(word: str) -> tuple[Season, ...]:
    """Return the seasons that a word names.

    Raises:
        WorldError: it names none.
    """
    if word == BOTH:
        return SEASONS
    found: tuple[Season, ...] = tuple(season for season in SEASONS if season == word)
    if not found:
        raise WorldError(f"--season is {word!r}; it must be {', '.join(SEASONS)} or {BOTH}")
    return found


def ground_of(request: Request) -> Ground:
    """Return the ground that a request names; the vehicle is checked before large files are read.

    Raises:
        MotorpoolError: something of it cannot be read, or the vehicle has no dynamic model.
    """
    model_of(request.vehicle)
    terrain = terrain_named(request.terrain)
    surface = soil_named(request.soil, terrain, legend=request.legend)
    return Ground(terrain, surface, None if request.objects is None else load_objects(request.objects, terrain))


def map_of(request: Request, ground: Ground, season: Season, *, told: Told) -> MobilityMap:
    """Return the map of one season.

    Args:
        request: vehicle, headings and ride.
        ground: of the request.
        season: "dry" or "wet".
        told: called with what is under way, and which share of it is done.
    """
    return mobility_map(
        ground.terrain,
        ground.surface,
        request.vehicle,
        season=season,
        headings=request.headings,
        objects=ground.objects,
        roughness=roughness_of(request.roughness),
        ride_limit=request.ride_limit,
        told=told,
    )


def roughness_of(settings: Sequence[str]) -> dict[str, float]:
    """Return roughness by class [m] from settings such as "dry-earth=0.05".

    Raises:
        WorldError: one is not of that form.
    """
    found: dict[str, float] = {}
    for setting in settings:
        name, _, value = setting.partition("=")
        try:
            found[name.strip()] = float(value)
        except ValueError:
            raise WorldError(f"--roughness is {setting!r}; write a class and metres, such as dry-earth=0.05") from None
    return found


def path_of(out: Path, mobility: MobilityMap, seasons: Sequence[Season]) -> Path:
    """Return the file of a map: ``out``, with the season in its name where there are several.

    Args:
        out: as the command names it.
        mobility: the map.
        seasons: of all maps.
    """
    return out if len(seasons) == 1 else out.with_name(f"{out.stem}-{mobility.season}{out.suffix}")


def _done(words: str, share: float) -> float:
    """Return which share of a map is done."""
    names = list(BEGINS)
    place = names.index(words)
    begin = BEGINS[words]
    end = BEGINS[names[place + 1]] if place + 1 < len(names) else 1.0
    return begin + share * (end - begin)


def _draw(maps: Sequence[MobilityMap], terrain: Terrain, path: Path) -> Path:
    from ..mobility.figure import draw_maps

    return draw_maps(maps, terrain, path)
