"""One sheet of all vehicles of the motor pool, from the side and from above, to one scale."""

import base64
import html
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import require
from ..vehicles.facts import facts_of, mass_of
from ..vehicles.outlines import Shape, side_view, top_view
from ..vehicles.vehicle_file import NamedVehicle
from .report_page import report_page, wide_table
from .style import DPI, INK, PALE_INK, save_figure

# A part's fill and how it is told from its neighbours without colour: by its lightness.
COLOURS = {
    "hull": "#7d8b5a",
    "turret": "#66744a",
    "gun": "#4c5738",
    "load": "#a3ab82",
    "glass": "#cfe3ea",
    "track": "#3c3c3a",
    "wheel": "#55544f",
    "hub": "#b9b8b0",
    "frame": "#4a4a46",
}
PAINT = {"car": "#4f7ea8", "van": "#c98a3d", "racer": "#b5543f", "quad": "#a83f3f", "lorry": "#5d7fa3"}
ROOFS = {"van": "#dca866", "quad": "#3f3f3f", "lorry": "#dfe3e6"}
WIDTH = 36.0  # of the sheet in metres of vehicles
GAP = 1.1  # between two of them [m]
VIEWS_GAP, LABEL, ROW_GAP = 0.8, 2.1, 0.9  # [m]
INCHES_A_METRE = 0.40


class Cell(NamedTuple):
    """A vehicle on the sheet: how much room it takes [m]."""

    vehicle: NamedVehicle
    width: float
    side_height: float
    top_height: float


def save_sheet(vehicles: Sequence[NamedVehicle], path: Path) -> Path:
    """Draw the sheet into a picture, or into a page that holds it; returns its path."""
    figure = draw_sheet(vehicles)
    if path.suffix.lower() != ".html":
        return save_figure(figure, path)
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=DPI, facecolor="white")
    path.write_text(_page(vehicles, base64.b64encode(buffer.getvalue()).decode()), encoding="utf-8")
    return path


def draw_sheet(vehicles: Sequence[NamedVehicle]) -> Any:
    """All vehicles in rows, each from the side and below that from above, as a matplotlib figure."""
    rows = _rows([_cell(vehicle) for vehicle in vehicles])
    height = sum(map(_row_height, rows)) + 1.4
    figure = require("matplotlib.figure", extra="app", purpose="a figure").Figure(
        figsize=(WIDTH * INCHES_A_METRE, height * INCHES_A_METRE), dpi=DPI, facecolor="white"
    )
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    axes.set_xlim(0.0, WIDTH)
    axes.set_ylim(-height, 0.0)
    axes.set_axis_off()
    top = -0.5
    for row in rows:
        _draw_row(axes, row, top)
        top -= _row_height(row)
    _draw_scale(axes, bottom=-height + 0.55)
    return figure


def _cell(vehicle: NamedVehicle) -> Cell:
    side, above = side_view(vehicle), top_view(vehicle)
    ends = [x for shape in (*side, *above) for x, _ in shape.points]
    wide = max(left for shape in above for _, left in shape.points)
    high = max(up for shape in side for _, up in shape.points)
    return Cell(vehicle, max(max(ends), 2.8), high, 2.0 * wide)


def _rows(cells: Sequence[Cell]) -> list[list[Cell]]:
    """Divide the vehicles into rows of the sheet's width, by kind, from heavy to light."""
    rows: list[list[Cell]] = []
    for cell in sorted(cells, key=lambda cell: (_ORDER.get(cell.vehicle.look, 9), -cell.width)):
        used = sum(other.width + GAP for other in rows[-1]) if rows else WIDTH
        if used + cell.width > WIDTH - GAP:
            rows.append([])
        rows[-1].append(cell)
    return rows


_ORDER = {
    look: index
    for index, look in enumerate(
        ("tank", "cast-tank", "fighting-vehicle", "carrier", "truck", "utility", "lorry", "van", "car", "quad", "racer")
    )
}


def _row_height(row: Sequence[Cell]) -> float:
    return max(cell.side_height for cell in row) + VIEWS_GAP + max(cell.top_height for cell in row) + LABEL + ROW_GAP


def _draw_row(axes: Any, row: Sequence[Cell], top: float) -> None:
    ground = top - max(cell.side_height for cell in row)
    middle = ground - VIEWS_GAP - 0.5 * max(cell.top_height for cell in row)
    label = middle - 0.5 * max(cell.top_height for cell in row) - 0.35
    room = WIDTH - sum(cell.width for cell in row)
    gap = min(room / (len(row) + 1), 3.0)
    left = 0.5 * (WIDTH - sum(cell.width for cell in row) - gap * (len(row) - 1))
    axes.plot((0.5, WIDTH - 0.5), (ground, ground), color="#d9d5cc", linewidth=1.0, zorder=0.5)
    for cell in row:
        x = left + 0.5 * (cell.width - _extent(cell.vehicle))
        _draw_shapes(axes, side_view(cell.vehicle), cell.vehicle, x, ground)
        _draw_shapes(axes, top_view(cell.vehicle), cell.vehicle, x, middle)
        _write(axes, cell.vehicle, left + 0.5 * cell.width, label)
        left += cell.width + gap


def _extent(vehicle: NamedVehicle) -> float:
    return vehicle.body.length + vehicle.body.gun_overhang


def _draw_shapes(axes: Any, shapes: Sequence[Shape], vehicle: NamedVehicle, x: float, y: float) -> None:
    patches = require("matplotlib.patches", extra="app", purpose="a figure")
    for order, shape in enumerate(shapes):
        colour = COLOURS[shape.part]
        if shape.part == "hull" and vehicle.look in PAINT:
            colour = PAINT[vehicle.look]
        if shape.part == "load" and vehicle.look in ROOFS:
            colour = ROOFS[vehicle.look]
        points = [(x + ahead, y + up) for ahead, up in shape.points]
        outline = 0.7 if _extent(vehicle) > 1.0 else 0.3
        axes.add_patch(
            patches.Polygon(
                points,
                facecolor=colour,
                edgecolor="#2b2b28",
                linewidth=outline,
                joinstyle="round",
                zorder=2 + 0.01 * order,
            )
        )


def _write(axes: Any, vehicle: NamedVehicle, x: float, y: float) -> None:
    facts = facts_of(vehicle)
    mass = mass_of(vehicle)
    said = (
        (facts.mass, "t") if mass >= 1000.0 else (f"{mass:.3g}", "kg"),
        (facts.power, "kW"),
        (facts.top_speed, "km/h"),
    )
    lines = (
        (vehicle.name, 12.0, INK, "bold"),
        (vehicle.title, 8.0, INK, "normal"),
        ("  ".join(f"{value} {unit}" for value, unit in said if value), 7.5, PALE_INK, "normal"),
    )
    for (text, size, colour, weight), drop in zip(lines, (0.0, 0.64, 1.12), strict=True):
        axes.text(x, y - drop, text, fontsize=size, color=colour, weight=weight, ha="center", va="top")


def _draw_scale(axes: Any, *, bottom: float) -> None:
    """Five metres, a metre dark and a metre light."""
    for metre in range(5):
        axes.fill_between(
            (1.0 + metre, 2.0 + metre), bottom, bottom + 0.14, color=INK if metre % 2 == 0 else "white", linewidth=0.0
        )
    axes.plot((1.0, 6.0, 6.0, 1.0, 1.0), [bottom + up for up in (0.0, 0.0, 0.14, 0.14, 0.0)], color=INK, linewidth=0.7)
    axes.text(6.2, bottom + 0.07, "5 m; all to one scale", fontsize=8.5, color=INK, va="center")


_HEADINGS = ("name", "what it is", "model", "mass [t]|", "power [kW]|", "top speed [km/h]|", "length [m]|")


def _page(vehicles: Sequence[NamedVehicle], picture: str) -> str:
    rows: list[str] = []
    for vehicle in vehicles:
        words = (vehicle.name, f"{vehicle.title}: {vehicle.summary}", vehicle.model)
        cells = [f"<td>{html.escape(word)}</td>" for word in words]
        cells += [f'<td class="number">{html.escape(fact)}</td>' for fact in facts_of(vehicle)]
        rows.append(f"<tr>{''.join(cells)}</tr>")
    about = "All vehicles from the side and from above, to one scale"
    image = f'<img class="full" alt="{about}" src="data:image/png;base64,{picture}">'
    return report_page("The motor pool", [image, wide_table("The motor pool", _HEADINGS, rows)])
