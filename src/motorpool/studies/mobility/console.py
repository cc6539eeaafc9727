"""``motorpool mobility``: makes mobility maps, writes them as Cloud-Optimised GeoTIFF, and prints summaries."""

import math
import re
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from ...base.command_line.waiting import waiting
from ...base.errors import WorldError, one_of, require
from ...ground.terrain.heightfield import Terrain
from . import SEASONS, MobilityMap, Season
from .figure import checked_figure_path, draw_maps
from .mapping import check_headings
from .raster import checked_path
from .requests import Draws, Made, Request, ground_of, made_map
from .summary import draw_profiles, summarise
from .trials import model_of
from .uncertainty import check_draws

# Share of the whole duration at which each kind of work begins.
BEGINS = {
    "steepest slopes": 0.0,
    "speeds on slopes": 0.4,
    "ride on rough ground": 0.52,
    "cells and headings": 0.57,
    "writing": 0.7,
}
BOTH = "both"


class Outputs(NamedTuple):
    """Files that are written."""

    out: Path  # speeds
    figure: Path | None = None  # maps over the relief
    profile: Path | None = None  # speed profiles


def run_mobility(requests: Sequence[Request], *, outputs: Outputs, draws: Draws | None = None) -> int:
    """Make the maps, write them, print their summaries, and return the exit code.

    Raises:
        MotorpoolError: a value is wrong, or a file cannot be read or written.
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
            found.append(made_map(request, ground, season, draws=draws, path=path_of(outputs.out, parts), told=told))
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
    checked_path(outputs.out)
    for figure in (outputs.figure, outputs.profile):
        if figure is not None:
            checked_figure_path(figure)
    if draws is not None:
        check_draws(draws.number, draws.variation, draws.patch)
    for request in requests:
        model_of(request.vehicle)
        check_headings(request.headings)
    require("rasterio", extra="geo", purpose="writing a mobility map")


def _drawn(maps: Sequence[MobilityMap], terrain: Terrain, outputs: Outputs) -> list[Path]:
    drawn: list[Path] = []
    if outputs.figure is not None:
        drawn.append(draw_maps(maps, terrain, outputs.figure))
    if outputs.profile is not None:
        drawn.append(draw_profiles(maps, outputs.profile))
    return drawn


def seasons_of(word: str) -> tuple[Season, ...]:
    """Return the seasons of the option ``--season``.

    Raises:
        WorldError: there is no such season.
    """
    if word == BOTH:
        return SEASONS
    found: tuple[Season, ...] = tuple(season for season in SEASONS if season == word)
    if not found:
        raise WorldError(f"--season is {word!r}; it must be {one_of(word, (*SEASONS, BOTH))}")
    return found


def roughness_of(settings: Sequence[str]) -> dict[str, float]:
    """Return roughness by class [m] from settings such as "dry-earth=0.05".

    Raises:
        WorldError: a setting does not have that form.
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
    """Return ``out`` with parts, such as vehicle and season, added to its name.

    Empty parts are left out, and characters that do not suit a file name are replaced by _.
    """
    names = (Path(part).stem if part.endswith(".toml") else re.sub(r"[^\w.=-]+", "_", part) for part in parts if part)
    return out.with_name("-".join([out.stem, *names]) + out.suffix)


def _done(words: str, share: float) -> float:
    """Return the finished share of a map, given that of a kind of work (``words``, a key of ``BEGINS``)."""
    names = list(BEGINS)
    place = names.index(words)
    begin = BEGINS[words]
    end = BEGINS[names[place + 1]] if place + 1 < len(names) else 1.0
    return begin + share * (end - begin)
