"""Writes examples/maps/crossing.xodr and draws docs/figures/opendrive.png of it.

`python tools/pictures/opendrive_figure.py`. Left the plan view with lanes, links and objects; right the widths of the
lanes and the heights along each road. `--file FILE` draws another file to output/opendrive.png.
"""

import argparse
import math
import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motorpool.base.plotting.style import GRID, INK, LABEL_SIZE, PALE_INK, save_palette
from motorpool.maps.opendrive import read_opendrive
from motorpool.maps.opendrive.carriageways import Piece, pieces_of
from motorpool.maps.opendrive.reader import ROOT as ROOT_ELEMENT
from motorpool.maps.opendrive.road_reader import read_road
from motorpool.maps.opendrive.xml_elements import root_children

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "maps" / "crossing.xodr"
OUT = ROOT / "docs" / "figures" / "opendrive.png"
LANES = {"driving": "#8d99ae", "sidewalk": "#e0c9a6", "shoulder": "#cfd8c5"}
ROADS = ("#d1495b", "#2a6f97", "#3a7d44", "#b08d57")
BUILDING, TREE = "#6d5f7a", "#3a7d44"


def main(arguments: list[str]) -> None:
    """Write the example, and draw a file."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--file", type=Path, help="another OpenDRIVE file")
    options = parser.parse_args(arguments)
    if options.file is None:
        write_example(EXAMPLE)
    draw(options.file or EXAMPLE, ROOT / "output" / "opendrive.png" if options.file else OUT)


# ---- the example


def write_example(path: Path) -> None:
    """Write four roads that meet in a crossing: curves, lanes that widen, hills, buildings, trees and a railing."""
    from scenariogeneration import xodr

    curves = (
        [xodr.Line(50), xodr.Spiral(1e-9, 0.012, 40), xodr.Arc(0.012, 60)],
        [xodr.Line(110)],
        [xodr.Line(30), xodr.Spiral(1e-9, -0.01, 50), xodr.Line(40)],
        [xodr.Line(90)],
    )
    ends = (3.5, 6.0, 3.5, 3.0)  # width of the lanes at the far end [m]
    climbs = (6.0, 0.0, -4.0, 9.0)  # height of the far end [m]
    junction = xodr.CommonJunctionCreator(100, "crossing")
    whole = xodr.OpenDrive("crossing", revMinor="7")
    for number, (curve, end, climb) in enumerate(zip(curves, ends, climbs, strict=True)):
        road = xodr.create_road(curve, number, lane_width=3.5, lane_width_end=end)
        length = {0: 150.0, 1: 110.0, 2: 120.0, 3: 90.0}[number]
        road.add_elevation(0.0, 0.0, 0.0, 3.0 * climb / length**2, -2.0 * climb / length**3)
        junction.add_incoming_road_circular_geometry(road, 18, number * 0.5 * math.pi, "predecessor")
        for each in objects_of(xodr, number):
            road.add_object(each)
        whole.add_road(road)
    for first in range(4):
        for second in range(first):
            junction.add_connection(first, second)
    whole.add_junction_creator(junction)
    whole.adjust_roads_and_lanes()
    whole.write_xml(str(path))
    text = re.sub(r' date="[^"]*"', "", path.read_text(encoding="utf-8"))  # the same file at any time
    path.write_text(text, encoding="utf-8")


def objects_of(xodr: Any, number: int) -> list[Any]:
    """Return the objects beside a road."""
    kinds = xodr.ObjectType
    if number == 3:
        railing = xodr.Object(20.0, 5.0, kinds.railing, id="r", width=0.3, length=0.3, height=1.0)
        railing.repeat(60.0, 0.0, sStart=20.0, tStart=5.0, tEnd=5.0, widthStart=0.3, widthEnd=0.3, heightStart=1.0)
        return [railing]
    if number == 2:
        trees = xodr.Object(20.0, -7.0, kinds.tree, id="t", radius=1.2, height=8.0)
        trees.repeat(90.0, 10.0, sStart=20.0, tStart=-7.0, tEnd=-7.0, heightStart=8.0, heightEnd=8.0)
        return [trees]
    return [
        xodr.Object(s, side * 17.0, kinds.building, id=f"{number}{s:g}{side}", length=16.0, width=11.0, height=8.0)
        for s in (35.0, 65.0)
        for side in (-1, 1)
    ]


# ---- the figure


def draw(path: Path, out: Path) -> None:
    """Draw the lanes, links, objects, widths and heights of a file."""
    from matplotlib.figure import Figure

    unread: Counter[str] = Counter()
    roads = [read_road(element, unread) for element in root_children(path, root=ROOT_ELEMENT) if element.tag == "road"]
    pieces = [piece for road in roads if road is not None for piece in pieces_of(road, unread)]
    figure = Figure(figsize=(10.5, 5.4), layout="constrained")
    grid = figure.add_gridspec(2, 2, width_ratios=(1.25, 1.0))
    draw_plan(figure.add_subplot(grid[:, 0]), path, pieces)
    incoming = [piece for piece in pieces if len(piece.road.id) < 3]
    draw_widths(figure.add_subplot(grid[0, 1]), incoming)
    draw_heights(figure.add_subplot(grid[1, 1]), incoming)
    out.parent.mkdir(exist_ok=True)
    save_palette(figure, out, dpi=110, colours=96)


def draw_plan(axes: Any, path: Path, pieces: list[Piece]) -> None:
    """Draw lanes as the file has them, and the network and the objects that the reader makes of it."""
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    draw_lanes(axes, pieces)
    place = read_opendrive(path)
    for section in place.network.sections:
        x, y = section.points[:, 0], section.points[:, 1]
        axes.plot(x, y, color=INK, linewidth=0.8, dashes=(4, 3))
        axes.plot(x[[0, -1]], y[[0, -1]], ".", color=INK, markersize=5)
    for building in place.buildings:
        axes.fill(building.outline[:, 0], building.outline[:, 1], color=BUILDING)
    for thing in place.things:
        axes.add_artist(_circle(thing.x, thing.y, thing.radius))
    axes.legend(
        handles=[
            Patch(facecolor=LANES["driving"], label="lanes"),
            Line2D([], [], color=INK, dashes=(4, 3), marker=".", label="sections and their ends"),
            Patch(facecolor=BUILDING, label="buildings, railing"),
            Line2D([], [], color=TREE, marker="o", linestyle="", label="trees"),
        ],
        frameon=False, fontsize=LABEL_SIZE, loc="upper right",
    )  # fmt: skip
    axes.set_aspect("equal", adjustable="datalim")
    _label(axes, "x [m]", "y [m]", f"Plan view of {path.name}")
    draw_junction(axes.inset_axes((0.56, 0.07, 0.42, 0.3)), pieces)


def draw_junction(axes: Any, pieces: list[Piece]) -> None:
    """Draw the lanes of the connecting roads of the first junction."""
    inside = [piece for piece in pieces if piece.road.junction]
    draw_lanes(axes, pieces)
    for piece in inside:
        points = piece.points(piece.borders[-1])
        axes.plot(points[:, 0], points[:, 1], color="#d1495b", linewidth=0.7)
    points = np.concatenate([piece.points(border) for piece in inside for border in piece.borders])
    axes.set_xlim(points[:, 0].min() - 8.0, points[:, 0].max() + 8.0)
    axes.set_ylim(points[:, 1].min() - 8.0, points[:, 1].max() + 8.0)
    axes.set_xticks([])
    axes.set_yticks([])
    axes.set_title("right borders of its connecting roads", fontsize=LABEL_SIZE - 1, color=PALE_INK, y=-0.16)


def draw_lanes(axes: Any, pieces: list[Piece]) -> None:
    """Draw lanes as the file has them."""
    for piece in pieces:
        points = [piece.points(border) for border in piece.borders]
        for left, right, lane in zip(points, points[1:], piece.section.lanes, strict=False):
            ring: NDArray[np.float64] = np.concatenate([left, right[::-1]])
            axes.fill(ring[:, 0], ring[:, 1], facecolor=LANES.get(lane.kind, GRID), edgecolor="white", linewidth=0.6)


def _circle(x: float, y: float, radius: float) -> Any:
    from matplotlib.patches import Circle

    return Circle((x, y), radius, color=TREE)


def draw_widths(axes: Any, pieces: list[Piece]) -> None:
    """Draw the width of the first lane on the right along each road."""
    for piece, colour in zip(pieces, ROADS, strict=False):
        axes.plot(piece.s, piece.borders[-2] - piece.borders[-1], color=colour, label=f"road {piece.road.id}")
    axes.set_ylim(bottom=0.0)
    axes.legend(frameon=False, fontsize=LABEL_SIZE, ncols=2, loc="lower left")
    _label(axes, "", "width [m]", "Right lane along the roads, from the crossing")


def draw_heights(axes: Any, pieces: list[Piece]) -> None:
    """Draw the height of the reference line along each road, with a dot at each point of it."""
    for piece, colour in zip(pieces, ROADS, strict=False):
        z = piece.points(np.zeros_like(piece.s))[:, 2]
        axes.plot(piece.s, z, ".-", color=colour, markersize=3, linewidth=1.0)
    _label(axes, "distance along the road [m]", "height [m]", "Heights, with the points at which they are sampled")


def _label(axes: Any, x: str, y: str, title: str) -> None:
    axes.set_title(title, fontsize=LABEL_SIZE + 1, color=INK, loc="left")
    axes.set_xlabel(x, fontsize=LABEL_SIZE, color=PALE_INK)
    axes.set_ylabel(y, fontsize=LABEL_SIZE, color=PALE_INK)
    axes.tick_params(labelsize=LABEL_SIZE, colors=PALE_INK)
    axes.grid(color=GRID, linewidth=0.6)
    axes.set_axisbelow(True)


if __name__ == "__main__":
    main(sys.argv[1:])
