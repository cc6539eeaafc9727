"""One sheet of all vehicles of the motor pool, from the side and from above, to one scale."""

import html
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ..base.errors import VehicleError, require
from ..base.plotting.report_page import report_page, wide_table
from ..base.plotting.style import DPI, INK, PALE_INK, fractions, save_figure
from ..models.registry import Model
from .facts import facts_of, mass_of
from .shape.look import Look
from .shape.parts import FINISHES
from .shape.vehicle_shape import shape_of
from .shape.views import Face, side_view, top_view
from .vehicle_file import NamedVehicle

EDGE = "#2b2b28"
SHADOW = 0.5  # brightness of a face that the light does not reach
WIDTH = 36.0  # of the sheet in metres of vehicles
GAP = 1.1  # between two of them [m]
VIEWS_GAP, LABEL, ROW_GAP = 0.8, 2.1, 0.9  # [m]
INCHES_A_METRE = 0.40  # scale of the sheet; larger values make larger files


class Cell(NamedTuple):
    """A vehicle on the sheet, and how much room it takes [m]."""

    vehicle: NamedVehicle
    look: Look
    kind: str
    side: list[Face]
    top: list[Face]
    back: float
    extent: float  # of both views
    width: float
    side_height: float
    top_height: float


def save_sheet(models: Sequence[Model], path: Path) -> Path:
    """Draw the sheet into a picture, or into a page that holds it; returns its path."""
    if path.suffix.lower() != ".html":
        return save_figure(draw_sheet(models), path)
    path.write_text(_page(models), encoding="utf-8")
    return path


def draw_sheet(models: Sequence[Model]) -> Any:
    """Return all vehicles in rows, each from the side and below that from above, as a matplotlib figure."""
    rows = _rows([_cell(model) for model in models])
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


def _cell(model: Model) -> Cell:
    vehicle = require_vehicle(model)
    drawn = shape_of(model, vehicle.params)
    shape = drawn.stretched()
    side, above = side_view(shape), top_view(shape)
    ahead = [x for face in (*side, *above) for x, _ in face.points]
    wide = max(abs(left) for face in above for _, left in face.points)
    high = max(up for face in side for _, up in face.points)
    back, extent = min(ahead), max(ahead) - min(ahead)
    return Cell(vehicle, drawn.look, drawn.kind, side, above, back, extent, max(extent, 2.8), high, 2.0 * wide)


def require_vehicle(model: Model) -> NamedVehicle:
    """Return the vehicle of a model of the motor pool."""
    if model.vehicle is None:
        raise VehicleError(f"{model.name} is a motion model and no vehicle")
    return model.vehicle


def _rows(cells: Sequence[Cell]) -> list[list[Cell]]:
    """Divide the vehicles into rows of the sheet's width: tracks first, then look by look, from heavy to light."""
    heaviest: dict[str, float] = {}
    for cell in cells:
        heaviest[cell.look.name] = max(heaviest.get(cell.look.name, 0.0), mass_of(cell.vehicle))

    def order(cell: Cell) -> tuple[bool, float, str, float]:
        return (cell.kind != "tracked", -heaviest[cell.look.name], cell.look.name, -cell.width)

    rows: list[list[Cell]] = []
    for cell in sorted(cells, key=order):
        used = sum(other.width + GAP for other in rows[-1]) if rows else WIDTH
        if used + cell.width > WIDTH - GAP:
            rows.append([])
        rows[-1].append(cell)
    return rows


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
        x = left + 0.5 * (cell.width - cell.extent) - cell.back
        _draw_faces(axes, cell, cell.side, (x, ground))
        _draw_faces(axes, cell, cell.top, (x, middle))
        _write(axes, cell.vehicle, left + 0.5 * cell.width, label)
        left += cell.width + gap


def _draw_faces(axes: Any, cell: Cell, faces: Sequence[Face], place: tuple[float, float]) -> None:
    collections = require("matplotlib.collections", extra="app", purpose="a figure")
    polygons = [[(place[0] + x, place[1] + y) for x, y in face.points] for face in faces]
    colours = [_colour(face, cell.look) for face in faces]
    line = 0.35 if cell.extent > 1.0 else 0.15
    axes.add_collection(
        collections.PolyCollection(
            polygons, facecolors=colours, edgecolors=EDGE, linewidths=line, joinstyle="round", zorder=2.0
        )
    )


def _colour(face: Face, look: Look) -> tuple[float, float, float]:
    """Return the colour of a face: its material under the light, the paint that of its look."""
    finish = FINISHES[face.finish]
    colour = fractions(f"#{finish.colour:06x}")
    if finish.paint > 0.0:
        paint = fractions(look.colour)
        colour = (colour[0] * paint[0], colour[1] * paint[1], colour[2] * paint[2])
    light = min(1.0, SHADOW + (1.15 - SHADOW) * face.light)
    return (light * colour[0], light * colour[1], light * colour[2])


def _write(axes: Any, vehicle: NamedVehicle, x: float, y: float) -> None:
    lines = (
        (vehicle.name, 12.0, INK, "bold"),
        (vehicle.title, 8.0, INK, "normal"),
        ("  ".join(_facts(vehicle)), 7.5, PALE_INK, "normal"),
    )
    for (text, size, colour, weight), drop in zip(lines, (0.0, 0.64, 1.12), strict=True):
        axes.text(x, y - drop, text, fontsize=size, color=colour, weight=weight, ha="center", va="top")


def _facts(vehicle: NamedVehicle) -> list[str]:
    """Return mass, power and top speed with their units, those that are known."""
    facts = facts_of(vehicle)
    mass = mass_of(vehicle)
    said = (
        (facts.mass, "t") if mass >= 1000.0 else (f"{mass:.3g}", "kg"),
        (facts.power, "kW"),
        (facts.top_speed, "km/h"),
    )
    return [f"{value} {unit}" for value, unit in said if value]


def _draw_scale(axes: Any, *, bottom: float) -> None:
    for metre in range(5):
        axes.fill_between(
            (1.0 + metre, 2.0 + metre), bottom, bottom + 0.14, color=INK if metre % 2 == 0 else "white", linewidth=0.0
        )
    axes.plot((1.0, 6.0, 6.0, 1.0, 1.0), [bottom + up for up in (0.0, 0.0, 0.14, 0.14, 0.0)], color=INK, linewidth=0.7)
    axes.text(6.2, bottom + 0.07, "5 m; all to one scale", fontsize=8.5, color=INK, va="center")


# ---- the sheet as a page: a drawing for each vehicle, which wraps to the width of the window

PIXELS_A_METRE = 18.0  # the longest vehicle, of 16 m, is narrower than a phone's window
MARGIN = 0.2  # around a drawing [m]
_CSS = """<style>
.pool { display: flex; flex-wrap: wrap; gap: 1.5rem 2rem; align-items: end; margin: 1.5rem 0; }
.pool figure { flex: 0 1 auto; min-width: 10rem; max-width: 100%; background: none; border: 0; padding: 0; }
.pool { --edge: #2b2b28; }
.pool svg { max-width: 100%; margin: 0 0 0.4rem; }
.pool path { stroke: var(--edge); stroke-width: 0.03; stroke-linejoin: round; }
.pool figcaption { line-height: 1.35; max-width: 18rem; }
@media (prefers-color-scheme: dark) { .pool { --edge: #c9ccd1; } }
@media (max-width: 40rem) { .wide { display: none; } .pool { gap: 1.5rem; } }
@media (min-width: 40.01rem) { .pool .summary { display: none; } }
</style>"""
_HEADINGS = ("name", "what it is", "model", "mass [t]|", "power [kW]|", "top speed [km/h]|", "length [m]|")


def _page(models: Sequence[Model]) -> str:
    """Return the page: the drawings, and a table, whose texts are below the drawings in a narrow window."""
    rows: list[str] = []
    for vehicle in map(require_vehicle, models):
        words = (vehicle.name, f"{vehicle.title}: {vehicle.summary}", vehicle.model)
        cells = [f"<td>{html.escape(word)}</td>" for word in words]
        cells += [f'<td class="number">{html.escape(fact)}</td>' for fact in facts_of(vehicle)]
        rows.append(f"<tr>{''.join(cells)}</tr>")
    drawings = [_drawing(cell) for row in _rows([_cell(model) for model in models]) for cell in row]
    about = '<p class="pale">All vehicles from the side and from above, to one scale.</p>'
    pool = f'<div class="pool">{"".join(drawings)}</div>'
    return report_page("The motor pool", [_CSS, about, pool, wide_table("The motor pool", _HEADINGS, rows)])


def _drawing(cell: Cell) -> str:
    """Return the figure of a vehicle: its side above its plan, and its title."""
    vehicle = cell.vehicle
    width = cell.extent + 2.0 * MARGIN
    height = cell.side_height + VIEWS_GAP + cell.top_height + 2.0 * MARGIN
    ground = MARGIN + cell.side_height
    middle = ground + VIEWS_GAP + 0.5 * cell.top_height
    left = MARGIN - cell.back
    paths = [*_paths(cell, cell.side, (left, ground)), *_paths(cell, cell.top, (left, middle))]
    name, title, summary = (html.escape(text) for text in (vehicle.name, vehicle.title, vehicle.summary))
    facts = html.escape(", ".join([*_facts(vehicle), f"{vehicle.body.length:.3g} m long"]))
    return (
        f'<figure><svg role="img" aria-label="{name} from the side and from above" '
        f'viewBox="0 0 {width:.2f} {height:.2f}" style="width: {width * PIXELS_A_METRE:.0f}px">{"".join(paths)}</svg>'
        f"<figcaption><b>{name}</b><br>{title}<br>"
        f'<span class="pale">{facts}</span><br><span class="pale summary">{summary}</span></figcaption></figure>'
    )


def _paths(cell: Cell, faces: Sequence[Face], place: tuple[float, float]) -> Iterator[str]:
    """Yield each face as a path of SVG, whose y axis points down [m]."""
    for face in faces:
        points = "L".join(f"{place[0] + x:.2f} {place[1] - y:.2f}" for x, y in face.points)
        colour = "".join(f"{round(255.0 * channel):02x}" for channel in _colour(face, cell.look))
        yield f'<path d="M{points}z" fill="#{colour}"/>'
