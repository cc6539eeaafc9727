"""``motorpool mobility`` and ``motorpool route``: maps of the ground that a vehicle can cross, and routes."""

from pathlib import Path
from typing import Annotated

import typer

from ...base.command_line.command import Command
from ...base.command_line.options import Trusted
from ...base.errors import WorldError


def mobility(
    terrain: Annotated[str, typer.Option(help="An elevation model's file, or a terrain's name, such as jacksboro.")],
    vehicle: Annotated[
        list[str],
        typer.Option(help="A vehicle with a dynamic model, such as M1A1, or its .toml file; may be repeated."),
    ],
    out: Annotated[
        Path, typer.Option(help="GeoTIFF of the speeds; that of the limiting factors is written beside it.")
    ],
    soil: Annotated[
        str, typer.Option(help="A soil map's file, one class everywhere, or `terrain`: derived from the terrain.")
    ] = "terrain",
    legend: Annotated[
        str | None, typer.Option(metavar="1=mud,...", help="Class of each number of the soil map.")
    ] = None,
    season: Annotated[str, typer.Option(help="dry, wet (the soils in rain) or both.")] = "dry",
    headings: Annotated[int, typer.Option(help="Number of directions of travel, evenly spaced from east.")] = 8,
    objects: Annotated[Path | None, typer.Option(help="Trees, rocks and buildings: .csv or .geojson.")] = None,
    roughness: Annotated[
        list[str] | None,
        typer.Option(metavar="CLASS=METRES", help="Root mean square elevation of a class; may be repeated."),
    ] = None,
    figure: Annotated[Path | None, typer.Option(help="Draw the maps over the relief: .png, .svg or .pdf.")] = None,
    profile: Annotated[Path | None, typer.Option(help="Draw the speed profiles: .png, .svg or .pdf.")] = None,
    monte_carlo: Annotated[
        int | None,
        typer.Option(metavar="DRAWS", help="Number of draws of the soil strength: probability of go, range of V50."),
    ] = None,
    variation: Annotated[
        float, typer.Option(help="Coefficient of variation of the cone index, for --monte-carlo.")
    ] = 0.3,
    patch: Annotated[
        float | None,
        typer.Option(
            metavar="METRES", help="Side of squares with a common strength; by default each class has one strength."
        ),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the draws.")] = 0,
    trust: Trusted = False,
) -> int:
    """Map the ground that a vehicle can cross, its speeds and its limits, as Cloud-Optimised GeoTIFF."""
    from ...models import consent
    from . import console as mapping
    from .requests import Draws, Request

    consent.trust_vehicles(vehicle, is_trusted=trust)
    options = (season, legend, headings, objects, mapping.roughness_of(roughness or ()))
    requests = [Request(terrain, soil, name, *options) for name in vehicle]
    if monte_carlo is None and patch is not None:
        raise WorldError("--patch is for draws of the soil strength; add --monte-carlo 100")
    draws = None if monte_carlo is None else Draws(monte_carlo, variation, patch, seed)
    return mapping.run_mobility(requests, outputs=mapping.Outputs(out, figure, profile), draws=draws)


def route(
    start: Annotated[str, typer.Argument(metavar="A", help="Start of the route: x,y in metres east and north.")],
    goal: Annotated[str, typer.Argument(metavar="B", help="End of the route: x,y.")],
    map_file: Annotated[
        Path | None, typer.Option("--map", help="A map by `motorpool mobility`, instead of the four options below.")
    ] = None,
    terrain: Annotated[
        str | None, typer.Option(help="An elevation model or a terrain's name; with --map, for the relief.")
    ] = None,
    soil: Annotated[
        str, typer.Option(help="A soil map's file, one class everywhere, or `terrain`: derived from the terrain.")
    ] = "terrain",
    vehicle: Annotated[str | None, typer.Option(help="A vehicle with a dynamic model, such as M1A1.")] = None,
    season: Annotated[str, typer.Option(help="dry or wet: the soils in rain.")] = "dry",
    legend: Annotated[
        str | None, typer.Option(metavar="1=mud,...", help="Class of each number of the soil map.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Waypoints: .csv, .geojson, or .yaml, a scenario that drives them.")
    ] = None,
    figure: Annotated[Path | None, typer.Option(help="Draw the route on its map: .png, .svg or .pdf.")] = None,
    network: Annotated[
        Path | None,
        typer.Option(help="Drive by road: a road network, .geojson, or a scenario with one, .yaml; without a map."),
    ] = None,
    trust: Trusted = False,
) -> int:
    """Find the fastest route from A to B over a mobility map, or by road."""
    from ...models import consent
    from . import route_console as routing
    from .requests import Request

    if network is not None:
        from . import road_route

        if map_file is not None or terrain is not None or vehicle is not None:
            raise WorldError("a route by road has no map; leave out --map, --terrain and --vehicle, or --network")
        return road_route.run_road_route(start, goal, network=network, outputs=routing.Outputs(out, figure))
    consent.trust_vehicles([vehicle], is_trusted=trust)
    if map_file is not None and vehicle is not None:
        raise WorldError(f"{map_file} has its own vehicle and season; leave out --vehicle, or --map")
    request = None if terrain is None else Request(terrain, soil, vehicle or "", season, legend)
    outputs = routing.Outputs(out, figure)
    return routing.run_route(start, goal, map=map_file, request=request, outputs=outputs)


MOBILITY = Command("mobility", mobility)
ROUTE = Command(
    "route",
    route,
    examples=(
        "motorpool route 0,0 9000,8000 --terrain jacksboro --vehicle M998",
        "motorpool route -9000,-9000 9000,8000 --map map.tif --out way.geojson",
    ),
    settings={"context_settings": {"ignore_unknown_options": True}},
)  # a position may begin with a minus: -9000,0
