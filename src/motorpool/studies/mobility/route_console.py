"""``motorpool route``: finds the fastest route between two positions over a mobility map."""

import math
from pathlib import Path
from typing import Any, NamedTuple

from rich import box
from rich.table import Table
from rich.text import Text

from ...base.command_line.waiting import waiting
from ...base.console import PrintableConsole
from ...base.errors import WorldError
from ...base.operating_system import expanded
from ...ground.terrain.area import Area
from ...ground.terrain.heightfield import Terrain
from . import MobilityMap
from .console import BOTH
from .driver_maps import driver_ground
from .figure import checked_figure_path, draw_route
from .raster import read
from .requests import Ground, Request, ground_of, map_of
from .route_files import Scene, checked_route_path, write_route
from .routes import Place, Route, check_on_map, find_driven_route, find_route


class Outputs(NamedTuple):
    """Files that are written."""

    out: Path | None = None
    figure: Path | None = None


def run_route(start: str, goal: str, *, map: Path | None, request: Request | None, outputs: Outputs) -> int:  # noqa: A002
    """Find a route, print its table, write its files, and return the exit code.

    Args:
        start, goal: "x,y" [m].
        map: file of a mobility map; None to make the map of ``request``.
        request: terrain, soil and vehicle of the map to make, and terrain for the relief of a figure.

    Raises:
        MotorpoolError: a value is wrong, or there is no route.
    """
    ends = [place_of(text, name) for text, name in ((start, "A"), (goal, "B"))]
    if outputs.out is not None:
        checked_route_path(outputs.out, scene=scene_of(request))
    if outputs.figure is not None:
        checked_figure_path(outputs.figure)
    with waiting("reading the map" if map is not None else "making the map", total=1.0) as show:
        mobility, ground = _read(map, request) if map is not None else _made(request, ends, show)
        show("finding the route", done=1.0)
        route = _found(mobility, ground, ends)
        if outputs.figure is not None:
            draw_route(route, mobility, None if ground is None else ground.terrain, outputs.figure)
    _print(route)
    if outputs.out is not None:
        print(f"wrote {write_route(route, outputs.out, mobility, scene=scene_of(request))}")
    if outputs.figure is not None:
        print(f"drew {outputs.figure}")
    return 0


def place_of(text: str, name: str) -> Place:
    """Return the position "x,y" [m]; ``name`` is its name in an error.

    Raises:
        WorldError: the text does not have that form.
    """
    try:
        x, y = (float(part) for part in text.split(","))
    except ValueError:
        x = y = math.nan
    if not (math.isfinite(x) and math.isfinite(y)):
        raise WorldError(f"{name} is {text!r}; write x,y in metres east and north, such as -5000,2000")
    return x, y


def scene_of(request: Request | None) -> Scene | None:
    """Return terrain and soil of a request as keys of a scenario; None without a request."""
    if request is None:
        return None
    terrain = request.terrain
    if Path(terrain).suffix:
        terrain = str(expanded(terrain).resolve())
    return Scene(terrain, _surface_of(request))


def _surface_of(request: Request) -> dict[str, Any]:
    if request.soil == "terrain":
        return {"by": "terrain", "seed": 0}
    if not Path(request.soil).suffix:
        return {"kind": request.soil}
    file: dict[str, Any] = {"file": str(expanded(request.soil).resolve())}
    if request.legend is None:
        return file
    pairs = (pair.partition("=") for pair in request.legend.split(","))
    return file | {"legend": {number.strip(): kind.strip() for number, _, kind in pairs}}


def _found(mobility: MobilityMap, ground: Ground | None, ends: list[Place]) -> Route:
    """Return the fastest route, with the speeds of the drive if terrain and soil are known."""
    if ground is None:
        return find_route(mobility, start=ends[0], goal=ends[1])
    driver = driver_ground(mobility, ground.terrain, ground.surface)
    return find_driven_route(mobility, driver, start=ends[0], goal=ends[1])


def _read(map: Path, request: Request | None) -> tuple[MobilityMap, Ground | None]:  # noqa: A002
    from .soil_maps import soil_named, terrain_named

    mobility = read(map)
    if request is None:
        return mobility, None
    terrain = terrain_named(request.terrain)
    return mobility, Ground(terrain, soil_named(request.soil, terrain, legend=request.legend), None)


def _made(request: Request | None, ends: list[Place], show: Any) -> tuple[MobilityMap, Ground]:
    if request is None or not request.vehicle:
        raise WorldError("a route needs a map: give --map FILE.tif, or --terrain and --vehicle")
    if request.season not in ("dry", "wet"):
        extra = " a route is in one of them" if request.season == BOTH else ""
        raise WorldError(f"--season is {request.season!r}; it must be dry or wet{':' if extra else ''}{extra}")
    ground = ground_of(request)
    for place in ends:
        check_on_map(place, _cells_of(ground.terrain))

    def told(words: str, share: float) -> None:
        show(f"{request.vehicle}, {request.season}: {words}", done=0.9 * share)

    season = "wet" if request.season == "wet" else "dry"
    return map_of(request, ground, season, told=told), ground


def _cells_of(terrain: Terrain) -> Area:
    """Return the area of a terrain's map [m], whose cells are centred on the posts."""
    half = 0.5 * terrain.spacing
    return terrain.x_west - half, terrain.y_south - half, terrain.x_east + half, terrain.y_north + half


def _print(route: Route) -> None:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_header=False, title_justify="left", title_style="bold")
    table.title = f"{route.vehicle}, {route.season} season"
    for name, value in route.rows():
        table.add_row(Text(name), Text(value))
    PrintableConsole().print(table)
