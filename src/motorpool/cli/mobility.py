"""``motorpool mobility``: where a vehicle can go, how fast and what limits it, as Cloud-Optimised GeoTIFF."""

import math
import re
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import WorldError, require
from ..mobility import SEASONS, MobilityMap, Season, mobility_map, write
from ..mobility.conditions import Conditions, conditions_of
from ..mobility.figure import checked_figure_path, draw_maps
from ..mobility.mapping import check_headings
from ..mobility.raster import checked_path, write_probability
from ..mobility.ride import RIDE_LIMIT
from ..mobility.soil_maps import soil_named, terrain_named
from ..mobility.summary import draw_profiles, summarise
from ..mobility.trials import Told, model_of
from ..mobility.uncertainty import VARIATION, Uncertainty, check_draws, simulate, soil_strength
from ..objects.object_files import load_objects
from ..objects.objects import Objects
from ..terrain.heightfield import Terrain
from ..terrain.surface import Surface
from .waiting import waiting

# Share of the time that is over when each kind of work begins.
BEGINS = {
    "steepest slopes": 0.0,
    "speeds on slopes": 0.4,
    "ride on rough ground": 0.52,
    "cells and headings": 0.57,
    "writing": 0.7,
}
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


class Draws(NamedTuple):
    """The options of draws of the soil's strength."""

    number: int
    variation: float = VARIATION  # coefficient of variation of the cone index [1]
    patch: float | None = None  # side of squares with a strength of their own [m]
    seed: int = 0


class Made(NamedTuple):
    """One map, what is known of its uncertainty, and the files that were written."""

    mobility: MobilityMap
    uncertainty: Uncertainty | None
    files: list[Path]


class Outputs(NamedTuple):
    """Files that are written."""

    out: Path  # of the speeds
    figure: Path | None = None  # the maps over the relief
    profile: Path | None = None  # the speed profiles


def run_mobility(requests: Sequence[Request], *, outputs: Outputs, draws: Draws | None = None) -> int:
    """Make the maps, write them and print their summaries; returns the exit code.

    Args:
        requests: which maps, alike but for the vehicle.
        outputs: files to write.
        draws: of the soil's strength; None for none.

    Raises:
        MotorpoolError: something of it is not possible.
    """
    seasons = seasons_of(requests[0].season)
    _check(requests, outputs, draws)
    start = time.perf_counter()
    cases: list[tuple[Request, Season]] = [(request, season) for request in requests for season in seasons]
    with waiting(f"reading {requests[0].terrain}", total=len(cases)) as show:
        ground = ground_of(requests[0])
        found: list[Made] = []
        for number, (request, season) in enumerate(cases):
            name = f"{request.vehicle}, {season}"

            def told(words: str, share: float, number: int = number, name: str = name) -> None:
                show(f"{name}: {words}", done=number + _done(words, share))

            parts = (request.vehicle if len(requests) > 1 else "", season if len(seasons) > 1 else "")
            found.append(_made(request, ground, season, draws=draws, path=path_of(outputs.out, parts), told=told))
        drawn = _drawn([made.mobility for made in found], ground.terrain, outputs)
    for sentence in ground.terrain.warnings:
        print(f"motorpool: {sentence}", file=sys.stderr)
    for made in found:
        print(summarise(made.mobility))
        if made.uncertainty is not None:
            print(f"\n{made.uncertainty}")
        print(f"wrote {', '.join(map(str, made.files))}\n")
    for path in drawn:
        print(f"drew {path}")
    first = found[0].mobility
    print(f"{first.columns} x {first.rows} cells, {time.perf_counter() - start:.1f} s")
    return 0


def _check(requests: Sequence[Request], outputs: Outputs, draws: Draws | None) -> None:
    """Refuse what cannot be done before the work begins."""
    checked_path(outputs.out)
    for figure in (outputs.figure, outputs.profile):
        if figure is not None:
            checked_figure_path(figure)
    if draws is not None:
        check_draws(draws.number, draws.variation, draws.patch)
    for request in requests:
        model_of(request.vehicle)
        check_headings(request.headings)
        roughness_of(request.roughness)
    require("rasterio", extra="geo", purpose="writing a mobility map")


def _drawn(maps: Sequence[MobilityMap], terrain: Terrain, outputs: Outputs) -> list[Path]:
    """Draw the figures that are wanted; return their paths."""
    drawn: list[Path] = []
    if outputs.figure is not None:
        drawn.append(draw_maps(maps, terrain, outputs.figure))
    if outputs.profile is not None:
        drawn.append(draw_profiles(maps, outputs.profile))
    return drawn


def _made(request: Request, ground: Ground, season: Season, *, draws: Draws | None, path: Path, told: Told) -> Made:
    """Make and write one map; see ``run_mobility``."""
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


def map_of(
    request: Request, ground: Ground, season: Season, *, known: Conditions | None = None, told: Told
) -> MobilityMap:
    """Return the map of one season.

    Args:
        request: vehicle, headings and ride.
        ground: of the request.
        season: "dry" or "wet".
        known: conditions of the vehicle, if they are there already.
        told: called with what is under way, and which share of it is done.
    """
    terrain, surface, options = ground.terrain, ground.surface, options_of(request, ground)
    return mobility_map(terrain, surface, request.vehicle, season=season, conditions=known, told=told, **options)


def options_of(request: Request, ground: Ground) -> dict[str, Any]:
    """Return the options of ``mobility_map`` that a request has."""
    return {
        "headings": request.headings,
        "objects": ground.objects,
        "roughness": roughness_of(request.roughness),
        "ride_limit": request.ride_limit,
    }


def roughness_of(settings: Sequence[str]) -> dict[str, float]:
    """Return roughness by class [m] from settings such as "dry-earth=0.05".

    Raises:
        WorldError: one is not of that form.
    """
    found: dict[str, float] = {}
    for setting in settings:
        name, _, value = setting.partition("=")
        try:
            found[name.strip()] = roughness = float(value)
        except ValueError:
            roughness = math.nan
        if not (math.isfinite(roughness) and roughness >= 0.0):
            raise WorldError(f"--roughness is {setting!r}; write a class and metres, such as dry-earth=0.05")
    return found


def path_of(out: Path, parts: Iterable[str]) -> Path:
    """Return the file of a map: ``out``, with vehicle and season in its name where there are several.

    Args:
        out: as the command names it.
        parts: that are added to the name; empty ones are left out, and what a file's name should not have becomes _.
    """
    names = (Path(part).stem if part.endswith(".toml") else re.sub(r"[^\w.=-]+", "_", part) for part in parts if part)
    return out.with_name("-".join([out.stem, *names]) + out.suffix)


def _done(words: str, share: float) -> float:
    """Return which share of a map is done."""
    names = list(BEGINS)
    place = names.index(words)
    begin = BEGINS[words]
    end = BEGINS[names[place + 1]] if place + 1 < len(names) else 1.0
    return begin + share * (end - begin)
