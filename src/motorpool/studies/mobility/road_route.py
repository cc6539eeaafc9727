"""``motorpool route --network``: finds the fastest route between two positions by road."""

import csv
import io
import json
import math
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rich import box
from rich.table import Table
from rich.text import Text

from ...base.console import PrintableConsole
from ...base.errors import WorldError
from ...base.files import check_output, whole_file
from ...base.plotting.style import INK, label_map, new_figure, save_figure
from ...base.wording import counted
from ...ground.roads.graph import RoadGraph, graph_of
from ...ground.roads.network import RoadNetwork
from ...ground.roads.network_files import load_network
from ...ground.roads.routing import RoadPath, fastest_path, nearest_place, points_of, position_on
from ...maps.drives import waypoints_of
from ...world.scenario.document import as_text
from ...world.scenario.loader import load
from .figure import checked_figure_path
from .route_console import Outputs, place_of

SCENARIOS = (".yaml", ".yml")
SUFFIXES = (".csv", ".geojson", ".json", *SCENARIOS)
APART = 8.0  # of the waypoints of a scenario [m]
FARTHEST = 500.0  # from A or B to the nearest road; beyond it the position is that of another place [m]
ARRIVAL_RADIUS = 4.0  # at which a waypoint counts as reached; larger ones cut bends [m]
MARGIN = 200.0  # of flat ground around a network [m]
ROAD, ROUTE = "#b8b8b8", "#e7298a"

Floats = NDArray[np.float64]


def run_road_route(start: str, goal: str, *, network: Path, outputs: Outputs) -> int:
    """Find a route by road, print its table, write its files, and return the exit code.

    Args:
        start, goal: "x,y" [m].
        network: file of a road network, or of a scenario that has one.

    Raises:
        MotorpoolError: a value is wrong, or there is no route.
    """
    ends = [place_of(text, name) for text, name in ((start, "A"), (goal, "B"))]
    if outputs.out is not None:
        if outputs.out.suffix.lower() not in SUFFIXES:
            name = outputs.out.name
            raise WorldError(f"{name} is not the name of a file for a route by road; end it in .csv, .geojson or .yaml")
        check_output(outputs.out, error=WorldError)
        if is_scenario(outputs.out) and outputs.out.resolve().parent != network.resolve().parent:
            raise WorldError(
                f"a scenario of the route names the files of {network.name}; write it into the same folder"
            )
    if outputs.figure is not None:
        checked_figure_path(outputs.figure)
    graph = graph_of(_network_in(network))
    for place, text, name in zip(ends, (start, goal), ("A", "B"), strict=True):
        _refuse_off_road(graph, place, f"{name} ({text})")
    path = fastest_path(graph, ends[0], ends[1])
    points = points_of(graph, path)
    _print(graph, path, ends)
    if outputs.out is not None:
        if is_scenario(outputs.out):
            text = _scenario(graph, path, network)
        else:
            text = _csv(points) if outputs.out.suffix.lower() == ".csv" else _geojson(points, path)
        with whole_file(outputs.out, error=WorldError, advice="choose another place") as new:
            new.write_text(text, encoding="utf-8", newline="")
        print(f"wrote {outputs.out}")
    if outputs.figure is not None:
        _draw(graph, points, outputs.figure)
        print(f"drew {outputs.figure}")
    return 0


def _refuse_off_road(graph: RoadGraph, place: tuple[float, float], name: str) -> None:
    """Refuse a position that is too far from every road.

    Raises:
        WorldError: with the distance and the limit.
    """
    nearest = nearest_place(graph, *place)
    if nearest.distance > FARTHEST:
        raise WorldError(
            f"{name} is {nearest.distance:.0f} m from the nearest road; it must be at most {FARTHEST:.0f} m away: "
            "give a position on the map of the roads, x and y in metres from its middle"
        )


def is_scenario(file: Path) -> bool:
    """Return whether a file is a scenario, by its suffix."""
    return file.suffix.lower() in SCENARIOS


def _network_in(file: Path) -> RoadNetwork:
    """Return the road network of a file, or of the scenario in it."""
    if not is_scenario(file):
        return load_network(file)
    scenario = load(file)
    named = scenario.content.roads.file
    if named is None:
        raise WorldError(f"{file} has no road network; it must have the key roads: {{file: roads.geojson}}")
    found, side = load_network(scenario.folder / named), scenario.content.roads.driving_side
    return found if side is None else replace(found, drives_on_left=side == "left")


def _print(graph: RoadGraph, path: RoadPath, ends: list[tuple[float, float]]) -> None:
    off_road = sum(nearest_place(graph, *place).distance for place in ends)
    rows = {
        "length": f"{path.length / 1000.0:.2f} km; {math.dist(*ends) / 1000.0:.2f} km straight",
        "time": f"{path.time / 60.0:.1f} min at the speed limits",
        "mean speed": f"{3.6 * path.length / max(path.time, 1e-9):.0f} km/h",
        "sections": counted(len(path.legs), "section"),
        "off the road": f"{off_road:.0f} m from A and B to the nearest roads",
    }
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_header=False, title_justify="left", title_style="bold")
    table.title = "by road"
    for name, value in rows.items():
        table.add_row(Text(name), Text(value))
    PrintableConsole().print(table)


def _progress(points: Floats) -> tuple[Floats, Floats]:
    """Return the distance [m] and the time [s] at each point, without junctions."""
    steps = np.hypot(*np.diff(points[:, :2], axis=0).T)
    distance = np.concatenate([[0.0], np.cumsum(steps)])
    return distance, np.concatenate([[0.0], np.cumsum(steps / points[1:, 2])])


def _csv(points: Floats) -> str:
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["x", "y", "distance", "time"])
    for row in zip(points[:, 0], points[:, 1], *_progress(points), strict=True):
        writer.writerow(f"{value:.2f}" for value in row)
    return file.getvalue()


def _geojson(points: Floats, path: RoadPath) -> str:
    """Return the route as GeoJSON in metres from the centre of the terrain, like the network."""
    line = [[round(float(x), 3), round(float(y), 3)] for x, y, _ in points]
    properties = {"length_m": round(path.length, 1), "time_s": round(path.time, 1)}
    feature = {"type": "Feature", "properties": properties, "geometry": {"type": "LineString", "coordinates": line}}
    return json.dumps({"type": "FeatureCollection", "crs": None, "features": [feature]}, indent=1) + "\n"


def _scenario(graph: RoadGraph, path: RoadPath, network: Path) -> str:
    """Return a scenario in which one vehicle drives the route on its side of the road, as YAML.

    The other keys are those of the scenario with the network; around a network alone the ground is flat.
    """
    lane = np.array([
        position_on(graph, leg, along, float(graph.lane[leg]))
        for number, leg in enumerate(path.legs.tolist())
        for along in _places(graph, path, number)
    ])  # fmt: skip
    x, y, yaw = (round(float(value), 3) for value in lane[0])
    vehicle = {
        "model": "M998",
        "avoidance": "none",  # keeps to the road
        "start": {"positions": [[x, y, round(math.degrees(0.5 * math.pi - yaw) % 360.0, 1)]]},
        "route": {"waypoints": waypoints_of(lane[1:, :2]), "arrival_radius": ARRIVAL_RADIUS},
    }
    if is_scenario(network):
        keys = load(network).content.model_dump(mode="json", exclude_unset=True, exclude={"vehicles"})
    else:
        size = 2.0 * float(np.abs(np.concatenate([graph.x, graph.y])).max()) + MARGIN
        keys = {"terrain": {"source": "flat", "size": math.ceil(size)}, "roads": {"file": network.name}}
    return as_text({**keys, "vehicles": [vehicle]})


def _places(graph: RoadGraph, path: RoadPath, number: int) -> Floats:
    """Return distances along a leg of a path, between the junctions at its ends [m]."""
    leg = int(path.legs[number])
    low, high = float(graph.begin[leg]), float(graph.stop[leg])
    if number == 0:
        low = min(max(path.start, low), high)
    if number == len(path.legs) - 1:
        high = max(min(path.end, high), low)
    return np.linspace(low, high, max(2, math.ceil((high - low) / APART) + 1))


def _draw(graph: RoadGraph, points: Floats, file: Path) -> None:
    figure, (axes,) = new_figure(title="Fastest route by road", height=6.0)
    for section in range(len(graph.length) // 2):
        rows = slice(int(graph.point_first[section]), int(graph.point_first[section + 1]))
        axes.plot(graph.x[rows], graph.y[rows], color=ROAD, linewidth=0.8)
    axes.plot(points[:, 0], points[:, 1], color=ROUTE, linewidth=2.0)
    axes.plot(points[[0, -1], 0], points[[0, -1], 1], "o", color=INK, markersize=4.0)
    label_map(axes)
    save_figure(figure, file)
