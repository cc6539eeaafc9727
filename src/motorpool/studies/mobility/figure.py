"""Figure of mobility maps over hillshade: speed where a vehicle can go, the reason where it cannot.

    draw_maps([dry, wet], terrain, "maps.png")

Every map is a panel: speeds from pale yellow to blue, no-go in dark colours by reason. A cell shows the harmonic mean
of its headings' speeds, which is the mean speed if every heading is driven equally often. A cell with both go and no-go
headings is orange. A pixel has the mean colour of its cells.

Colours: speeds are ColorBrewer's YlGnBu without its ends; their difference from no-go was checked by
Machado, Oliveira and Fernandes, "A physiologically-based model for simulation of color vision deficiency" (2009).
"""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.errors import WorldError, require
from ...base.files import check_output, whole_file
from ...base.plotting.style import GRID, INK, LABEL_SIZE, NOTE_SIZE, PALE_INK, TITLE_SIZE, fractions, save_palette
from ...ground.terrain.heightfield import Terrain
from ...ground.terrain.hillshade import hillshade
from .maps import NO_DATA, OBSTACLES, REASONS, RIDE, SLOPE, SOIL_STRENGTH, TIP_OVER, MobilityMap
from .routes import Route
from .summary import Summary, summarise

SPEED_COLOURS = ("#f7fcc4", "#c9e9b4", "#8fd3ba", "#4fb8c3", "#2a93c1", "#2166ac")  # from slow to fast
NO_GO_COLOURS = {  # by reason
    SOIL_STRENGTH: "#4a2c14",
    SLOPE: "#a50f15",
    TIP_OVER: "#111111",
    OBSTACLES: "#5e1a6e",
    RIDE: "#6b6b6b",
}
SOME_HEADINGS_COLOUR, NO_DATA_COLOUR, ROUTE_COLOUR = "#fdae61", "#e9e9e9", "#e7298a"
GO, SOME_HEADINGS = 100, 101  # kinds of cells in addition to the reasons of no-go
SHADE = (0.62, 1.06)  # factor of a colour in shade and in light [1]

# Lengths of a figure, in inches.
WIDEST, DPI = 8.88, 144  # 1280 pixels wide
LEGEND, LEFT, RIGHT, BOTTOM, TOP = 1.55, 0.62, 0.1, 0.5, 0.9
GAP = (0.42, 1.12)  # between panels, across and up
WIDEST_PANEL, MOST_COLUMNS = 4.6, 4  # of a map [inch]; panels side by side, with more they are too small
SUFFIXES = (".png", ".jpg", ".webp", ".svg", ".pdf")
MOST_SHOWN = 99.5  # percentile of the cells' speeds at which the colours end [%]
KMH = 3.6  # km/h of one m/s

Floats = NDArray[np.float64]
Kinds = NDArray[np.uint8]


class Panel(NamedTuple):
    """One map of a figure."""

    mobility: MobilityMap
    kinds: Kinds  # kind of each cell, (rows, columns): a reason of no-go, ``GO`` or ``SOME_HEADINGS``
    title: str
    notes: tuple[str, ...]  # lines below the title


class Sheet(NamedTuple):
    """An empty figure with axes for its panels."""

    figure: Any
    axes: list[Any]
    legend: tuple[float, float, float, float]  # left, bottom, width and height of its area [1]
    fastest: float  # speed of the last colour [m/s]


def draw_maps(maps: Sequence[MobilityMap], terrain: Terrain, path: str | Path, *, columns: int | None = None) -> Path:
    """Draw mobility maps of one terrain side by side, over hillshade; return the figure's path.

    Args:
        maps: maps of vehicles and seasons, all on the posts of the terrain.
        columns: panels side by side; by default up to two.

    Raises:
        WorldError: there is no map, or a map does not match the terrain.
    """
    panels = [Panel(one, kinds_of(one), f"{one.vehicle}, {one.season} season", _notes(summarise(one))) for one in maps]
    sheet = _new_sheet(panels, terrain, columns or min(2, len(panels)))
    for axis, panel in zip(sheet.axes, panels, strict=True):
        _draw_panel(axis, panel, terrain, sheet.fastest)
    _draw_legend(sheet, panels)
    return _save(sheet.figure, path)


def draw_route(route: Route, mobility: MobilityMap, terrain: Terrain | None, path: str | Path) -> Path:
    """Draw a route on its mobility map; return the figure's path.

    Args:
        terrain: for the hillshade; None for flat ground.

    Raises:
        WorldError: the map does not match the terrain.
    """
    travel = route.travel
    words = f"{travel.length / 1e3:.1f} km in {travel.time / 60.0:.0f} min, {KMH * travel.speed:.0f} km/h"
    notes = (words, f"limited by {_listed(route.length_share_by_reason())}")
    panel = Panel(mobility, kinds_of(mobility), f"{route.vehicle}, {route.season} season: fastest way", notes)
    sheet = _new_sheet([panel], terrain, 1)
    _draw_panel(sheet.axes[0], panel, terrain, sheet.fastest)
    _draw_way(sheet.axes[0], route.waypoints / 1e3)
    _draw_legend(sheet, [panel])
    return _save(sheet.figure, path)


def checked_figure_path(path: str | Path) -> Path:
    """Check and return the path of a figure to draw.

    Raises:
        WorldError: the format is unknown, or it cannot be written.
    """
    path = Path(path)
    if path.suffix.lower() not in SUFFIXES:
        raise WorldError(f"{path.name} is not the name of a figure's file; end it in {', '.join(SUFFIXES)}")
    return check_output(path, error=WorldError)


# ---- colours


def mean_speed(mobility: MobilityMap) -> Floats:
    """Return the harmonic mean of the headings' speeds of each cell [m/s], 0 if one is no-go, (rows, columns)."""
    slowness = np.zeros(mobility.speed.shape[1:])
    with np.errstate(divide="ignore"):
        for speed in mobility.speed:
            slowness += 1.0 / speed
        return len(mobility.speed) / slowness


def kinds_of(mobility: MobilityMap) -> Kinds:
    """Return the kind of each cell, (rows, columns): reason of most headings, ``GO`` or ``SOME_HEADINGS``."""
    share = mobility.is_go.mean(axis=0)
    counts = np.zeros((len(REASONS), mobility.rows, mobility.columns), np.uint8)
    for speed, reason in zip(mobility.speed, mobility.reason, strict=True):
        stopped = ~(speed > 0.0)
        for index in range(len(REASONS)):
            counts[index] += stopped & (reason == index)
    kinds = np.argmax(counts, axis=0).astype(np.uint8)
    return np.where(share == 1.0, np.uint8(GO), np.where(share > 0.0, np.uint8(SOME_HEADINGS), kinds))


def colours_of(mobility: MobilityMap, kinds: Kinds, fastest: float) -> Floats:
    """Return the colour of each cell, red, green and blue 0..1, (rows, columns, 3); ``fastest`` [m/s] has the last."""
    colours = speed_colours(np.nan_to_num(mean_speed(mobility)) / fastest)
    for kind, (_, colour) in _flat_colours().items():
        colours[kinds == kind] = fractions(colour)
    return colours


def speed_colours(share: Any) -> Floats:
    """Return the colours of speeds, a share of the fastest each, red, green and blue 0 to 1, (..., 3)."""
    palette = np.array([fractions(colour) for colour in SPEED_COLOURS], np.float64)
    place: Floats = np.clip(np.asarray(share, np.float64), 0.0, 1.0) * (len(palette) - 1)
    before = np.minimum(place.astype(np.intp), len(palette) - 2)
    return palette[before] + (place - before)[..., None] * (palette[before + 1] - palette[before])


def _flat_colours() -> dict[int, tuple[str, str]]:
    """Return name and colour of each kind of cell that shows no speed, in the order of the legend."""
    no_go = {reason: (REASONS[reason], colour) for reason, colour in NO_GO_COLOURS.items()}
    return no_go | {
        SOME_HEADINGS: ("in some headings", SOME_HEADINGS_COLOUR),
        NO_DATA: (REASONS[NO_DATA], NO_DATA_COLOUR),
    }


def _notes(found: Summary) -> tuple[str, ...]:
    """Return lines with V50 and V90, no-go by reason, and the limits of the speed elsewhere."""
    speeds = [f"{name} {f'{KMH * speed:.0f} km/h' if speed else 'no-go'}" for name, speed in found.rated()]
    stops = _listed(found.no_go_by_reason)
    limits = _listed(found.limits_by_reason, most=2)
    return ", ".join(speeds), f"no-go {found.no_go:.0%}{f': {stops}' if stops else ''}", f"limited by {limits}"


def _listed(shares: dict[str, float], *, most: int = 3) -> str:
    """Return the largest shares with their names, without those that round to zero."""
    return ", ".join(f"{name} {share:.0%}" for name, share in list(shares.items())[:most] if share >= 0.005)


def _averaged(colours: Floats, factor: int) -> Floats:
    """Return the mean colours of squares of cells."""
    if factor == 1:
        return colours
    padding = [(0, -size % factor) for size in colours.shape[:2]]
    whole: Floats = np.pad(colours, (*padding, (0, 0)), mode="edge")
    rows, columns = (size // factor for size in whole.shape[:2])
    return whole.reshape(rows, factor, columns, factor, 3).mean(axis=(1, 3))


# ---- drawing


def _new_sheet(panels: Sequence[Panel], terrain: Terrain | None, columns: int) -> Sheet:
    """Return an empty figure for panels with maps of one shape."""
    if not panels:
        raise WorldError("a figure of mobility maps needs a map; give one")
    for panel in panels:
        _check_place(panel.mobility, terrain)
    library = require("matplotlib.figure", extra="app", purpose="a figure")
    first, columns = panels[0].mobility, max(1, min(columns, MOST_COLUMNS, len(panels)))
    rows = math.ceil(len(panels) / columns)
    room = WIDEST - LEFT - RIGHT - LEGEND - (columns - 1) * GAP[0]
    across = min(room / columns, WIDEST_PANEL)
    up = across * first.rows / first.columns
    width = LEFT + columns * across + (columns - 1) * GAP[0] + LEGEND + RIGHT
    height = BOTTOM + rows * up + (rows - 1) * GAP[1] + TOP
    figure = library.Figure(figsize=(width, height), dpi=DPI, facecolor="white")
    axes: list[Any] = []
    for index in range(len(panels)):
        row, column = divmod(index, columns)
        left, bottom = LEFT + column * (across + GAP[0]), BOTTOM + (rows - 1 - row) * (up + GAP[1])
        axes.append(figure.add_axes((left / width, bottom / height, across / width, up / height)))
        axes[-1].set_xlabel("x, east [km]" if index + columns >= len(panels) else "")
        axes[-1].set_ylabel("y, north [km]" if column == 0 else "")
    legend = ((width - LEGEND + 0.12) / width, BOTTOM / height, 0.2 / width, 1.0 - (BOTTOM + TOP) / height)
    return Sheet(figure, axes, legend, _scale_end([panel.mobility for panel in panels]))


def _scale_end(maps: Sequence[MobilityMap]) -> float:
    """Return the speed of the last colour: a multiple of 10 km/h above the speeds of nearly all cells [m/s]."""
    speeds = [mean_speed(one)[one.has_data] for one in maps]
    most = max((float(np.percentile(of, MOST_SHOWN)) for of in speeds if of.size), default=0.0)
    return max(1, math.ceil(KMH * most / 10.0)) * 10.0 / KMH


def _check_place(mobility: MobilityMap, terrain: Terrain | None) -> None:
    if terrain is None:
        return
    if (mobility.rows, mobility.columns) != terrain.heights.shape or abs(mobility.spacing - terrain.spacing) > 1e-6:
        raise WorldError(
            f"the mobility map of {mobility.vehicle} has {mobility.columns} x {mobility.rows} cells of "
            f"{mobility.spacing:g} m, the terrain {terrain.name!r} {terrain.columns} x {terrain.rows} posts "
            f"{terrain.spacing:g} m apart; pass the terrain from which the map was made"
        )


def _draw_panel(axis: Any, panel: Panel, terrain: Terrain | None, fastest: float) -> None:
    mobility = panel.mobility
    colours = colours_of(mobility, panel.kinds, fastest)
    if terrain is not None:
        low, high = SHADE
        colours *= (low + (high - low) * hillshade(terrain.heights, spacing=terrain.spacing))[..., None]
    pixels = DPI * axis.get_position().width * axis.figure.get_figwidth()
    factor = max(1, round(mobility.columns / pixels))
    rows, columns = (math.ceil(size / factor) * factor for size in (mobility.rows, mobility.columns))
    east, north = mobility.x_west + columns * mobility.spacing, mobility.y_south + rows * mobility.spacing
    extent = [place / 1e3 for place in (mobility.x_west, east, mobility.y_south, north)]
    axis.imshow(_averaged(np.clip(colours, 0.0, 1.0), factor), origin="lower", extent=extent, interpolation="nearest")
    width = mobility.columns * mobility.spacing / 1e3
    axis.set_xlim(extent[0], extent[0] + width)
    axis.set_ylim(extent[2], extent[2] + mobility.rows * mobility.spacing / 1e3)
    _label(axis, panel)
    _draw_scale(axis, width)
    _draw_north(axis)


def _label(axis: Any, panel: Panel) -> None:
    style: dict[str, Any] = {"xycoords": "axes fraction", "textcoords": "offset points", "va": "bottom"}
    axis.annotate(
        panel.title, (0.0, 1.0), (0.0, 7.0 + 12.0 * len(panel.notes)), fontsize=TITLE_SIZE, color=INK, **style
    )
    for line, words in enumerate(panel.notes):
        offset = (0.0, 5.0 + 12.0 * (len(panel.notes) - 1 - line))
        axis.annotate(words, (0.0, 1.0), offset, fontsize=NOTE_SIZE, color=PALE_INK, **style)
    axis.tick_params(labelsize=NOTE_SIZE - 1.0, colors=PALE_INK, color=GRID)
    for spine in axis.spines.values():
        spine.set_color(GRID)
    for label in (axis.xaxis.label, axis.yaxis.label):
        label.set(fontsize=NOTE_SIZE, color=PALE_INK)


def _draw_way(axis: Any, points: Floats) -> None:
    for colour, width in (("white", 4.2), (ROUTE_COLOUR, 2.2)):
        axis.plot(*points.T, color=colour, linewidth=width, solid_joinstyle="round", zorder=5.0)
    for name, (x, y) in (("A", points[0]), ("B", points[-1])):
        axis.plot(x, y, "o", color="white", markeredgecolor=INK, markersize=11.0, zorder=6.0)
        style: dict[str, Any] = {"ha": "center", "va": "center_baseline", "fontweight": "bold", "zorder": 7.0}
        axis.text(x, y, name, fontsize=NOTE_SIZE, color=INK, **style)


def _draw_scale(axis: Any, width: float) -> None:
    """Draw a scale bar of a round length at the lower left of a map of some width [km]."""
    length = _round_length(0.28 * width)
    words = f"{length:g} km" if length >= 1.0 else f"{1e3 * length:g} m"
    share = length / width
    box: dict[str, Any] = {"transform": axis.transAxes, "zorder": 8.0}
    right = 0.06 + share
    axis.fill([0.02, right, right, 0.02], [0.02, 0.02, 0.105, 0.105], color="white", alpha=0.85, linewidth=0, **box)
    axis.plot([0.04, 0.04 + share], [0.042, 0.042], color=INK, linewidth=2.6, solid_capstyle="butt", **box)
    axis.text(0.04 + 0.5 * share, 0.055, words, ha="center", va="bottom", fontsize=NOTE_SIZE, color=INK, **box)


def _round_length(length: float) -> float:
    """Return the largest 1, 2 or 5 times a power of ten that does not exceed a length."""
    power = 10.0 ** math.floor(math.log10(length))
    return max(step * power for step in (1.0, 2.0, 5.0) if step * power <= length * (1.0 + 1e-9))


def _draw_north(axis: Any) -> None:
    box: dict[str, Any] = {"transform": axis.transAxes, "zorder": 8.0}
    left, right = 0.915, 0.98
    axis.fill([left, right, right, left], [0.86, 0.86, 0.98, 0.98], color="white", alpha=0.85, linewidth=0, **box)
    middle = 0.5 * (left + right)
    axis.fill([middle, middle - 0.017, middle, middle + 0.017], [0.93, 0.872, 0.886, 0.872], color=INK, **box)
    axis.text(middle, 0.935, "N", ha="center", va="bottom", fontsize=NOTE_SIZE, color=INK, fontweight="bold", **box)


def _draw_legend(sheet: Sheet, panels: Sequence[Panel]) -> None:
    patches = require("matplotlib.patches", extra="app", purpose="a figure")
    left, bottom, width, height = sheet.legend
    tall = min(0.55 * height, 2.6 / sheet.figure.get_figheight())
    bar = sheet.figure.add_axes((left, bottom + height - tall, width, tall))
    strip, top = speed_colours(np.linspace(0.0, 1.0, 64)[:, None]), KMH * sheet.fastest
    bar.imshow(strip, origin="lower", extent=(0.0, 1.0, 0.0, top), aspect="auto", interpolation="bilinear")
    bar.set(xticks=[], yticks=np.linspace(0.0, top, 6 if top % 50.0 == 0.0 else round(top / 10.0) + 1))
    bar.set_yticklabels([f"{tick:g}" for tick in bar.get_yticks()[:-1]] + [f"{top:g} or more"])
    bar.yaxis.tick_right()
    bar.tick_params(labelsize=NOTE_SIZE, colors=INK, color=PALE_INK)
    bar.set_title("go, speed [km/h]", fontsize=LABEL_SIZE, color=INK, loc="left", pad=8.0)
    for spine in bar.spines.values():
        spine.set_color(GRID)
    shown = {kind: one for kind, one in _flat_colours().items() if any((p.kinds == kind).any() for p in panels)}
    if not shown:
        return
    handles = [patches.Patch(facecolor=colour, label=name) for name, colour in shown.values()]
    anchor = (left - 0.04 / sheet.figure.get_figwidth(), bottom + height - tall - 0.18 / sheet.figure.get_figheight())
    style: dict[str, Any] = {
        "loc": "upper left",
        "frameon": False,
        "alignment": "left",
        "borderpad": 0.0,
        "handlelength": 1.4,
    }
    legend = sheet.figure.legend(
        handles=handles, bbox_to_anchor=anchor, title="no-go", title_fontsize=LABEL_SIZE, fontsize=NOTE_SIZE, **style
    )
    legend.get_title().set_color(INK)


def _save(figure: Any, path: str | Path) -> Path:
    """Write a figure; a .png has a palette, which halves its size."""
    path = checked_figure_path(path)
    with whole_file(path, error=WorldError) as new:
        if path.suffix.lower() == ".png":
            save_palette(figure, new, dpi=DPI, colours=256, keeps_rare=True)
        else:
            figure.savefig(new, dpi=DPI, facecolor="white")
    return path
