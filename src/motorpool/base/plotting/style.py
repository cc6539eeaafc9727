"""Style of every figure: one palette, one set of line styles, axes with units, curves named where they run.

    figure, (left, right) = new_figure(columns=2, title="Two models")
    label_axes(left, x=("time", "s"), y=("speed", "m/s"))
    draw_curve(left, times, speeds, name="tracked/arc", index=0)
    save_figure(figure, "speeds.png")

Figures are plain ``matplotlib.figure.Figure`` objects: no pyplot, no window, no global setting is touched.
"""

import io
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import require
from .curve_labels import mark_name, place_labels

DPI = 144  # resolution of figures; larger values make larger files [pixels/inch]
MOST_PIXELS = 1280  # across a picture: more is scaled down or cut off on many screens
TITLE_SIZE, LABEL_SIZE, NAME_SIZE, NOTE_SIZE = 11.0, 9.5, 9.0, 8.5  # [pt]
INK, PALE_INK, GRID = "#222222", "#6b6b6b", "#e3e3e3"  # text and outlines, notes, grid lines

_TEXT_LUMINANCE = 0.17  # the lightest that text may be, where white is 1


class Curve(NamedTuple):
    """Style of one of several curves: its colour, and its dashes for print without colour."""

    colour: str
    dashes: Any  # matplotlib's line style


# Okabe and Ito's colours (yellow is left out: it cannot be read on white), each with dashes of its own.
CURVES = (
    Curve("#0072B2", "-"),  # blue
    Curve("#D55E00", (0, (6, 2))),  # vermillion
    Curve("#009E73", (0, (6, 2, 1.2, 2))),  # bluish green
    Curve("#CC79A7", (0, (1.2, 1.6))),  # reddish purple
    Curve("#E69F00", (0, (10, 3))),  # orange
    Curve("#000000", (0, (3, 1.5, 1, 1.5, 1, 1.5))),  # black
    Curve("#56B4E9", (0, (3, 2))),  # sky blue
)


def curve_style(index: int) -> dict[str, Any]:
    """Return the keywords with which ``axes.plot`` draws curve number ``index``; from the eighth on they are thin."""
    curve = CURVES[index % len(CURVES)]
    return {
        "color": curve.colour,
        "linestyle": curve.dashes,
        "linewidth": 2.8 if index == 0 else 1.9 if index < len(CURVES) else 1.1,  # the first shows under the others
        "dash_capstyle": "butt",
    }


def channels(colour: str) -> tuple[int, int, int]:
    """Return red, green and blue of "#rrggbb", 0..255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def fractions(colour: str) -> tuple[float, float, float]:
    """Return red, green and blue of "#rrggbb", 0..1."""
    red, green, blue = channels(colour)
    return red / 255.0, green / 255.0, blue / 255.0


def shaded(colour: str, brightness: float) -> str:
    """Return "#rrggbb" times a brightness."""
    return "#" + "".join(f"{min(255, round(brightness * channel)):02x}" for channel in channels(colour))


def text_colour(colour: str) -> str:
    """Return a colour dark enough to be read as text on white: a contrast of 4.5 to 1 or more."""
    weighted = zip((0.2126, 0.7152, 0.0722), fractions(colour), strict=True)
    luminance = sum(weight * fraction**2.2 for weight, fraction in weighted)
    share = min(1.0, (_TEXT_LUMINANCE / max(luminance, 1e-9)) ** (1.0 / 2.2))
    return shaded(colour, share)


def new_figure(
    columns: int = 1,
    rows: int = 1,
    *,
    width: float | None = None,
    height: float | None = None,
    title: str = "",
    width_ratios: tuple[float, ...] | None = None,
    height_ratios: tuple[float, ...] | None = None,
) -> tuple[Any, list[Any]]:
    """Return a white figure with its axes, row by row; as a picture it has at most ``MOST_PIXELS`` across.

    Args:
        width, height: size of the figure [inch]; by default 4.8 for each column (6.4 for a single one) by 4.0 for each
            row.
    """
    library = require("matplotlib.figure", extra="app", purpose="a figure")
    size = (width or (6.4 if columns == 1 else 4.8 * columns), height or 4.0 * rows)
    figure = _empty_figure(library, size, title)
    grid = figure.subplots(rows, columns, squeeze=False, width_ratios=width_ratios, height_ratios=height_ratios)
    axes = list(grid.flat)
    for one in axes:
        _tidy(one)
    return figure, axes


def new_map_figure(*, title: str = "", height: float = 6.2) -> tuple[Any, tuple[Any, Any, Any]]:
    """Return a white figure, ``height`` inches, with axes for a map at the left, as high as two others at the right.

    Args:
        height: height of the figure [inch].
    """
    library = require("matplotlib.figure", extra="app", purpose="a figure")
    figure = _empty_figure(library, (MOST_PIXELS / DPI, height), title)
    grid = figure.add_gridspec(2, 2)
    map_axes = figure.add_subplot(grid[:, 0])
    above, below = figure.add_subplot(grid[0, 1]), figure.add_subplot(grid[1, 1])
    for one in (map_axes, above, below):
        _tidy(one)
    return figure, (map_axes, above, below)


def _empty_figure(library: Any, size: tuple[float, float], title: str) -> Any:
    """Return a figure whose picture is no wider than a usual screen."""
    dpi = min(DPI, MOST_PIXELS / size[0])
    figure = library.Figure(figsize=size, dpi=dpi, layout="constrained", facecolor="white")
    if title:
        figure.suptitle(title, fontsize=TITLE_SIZE + 1.0, color=INK)
    return figure


def _tidy(axes: Any) -> None:
    """Pale grid under the curves, no frame above and at the right, small dark ticks."""
    axes.set_facecolor("white")
    axes.grid(True, color=GRID, linewidth=0.7)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        axes.spines[side].set_color(PALE_INK)
    axes.tick_params(which="both", labelsize=LABEL_SIZE - 1.0, colors=INK, color=PALE_INK)


def label_axes(axes: Any, *, x: tuple[str, str], y: tuple[str, str], title: str = "") -> None:
    """Name both axes, each a quantity and its unit: ``x=("time", "s")`` reads "time [s]"; an empty unit is left out."""
    axes.set_xlabel(_with_unit(*x), fontsize=LABEL_SIZE, color=INK)
    axes.set_ylabel(_with_unit(*y), fontsize=LABEL_SIZE, color=INK)
    if title:
        axes.set_title(title, fontsize=TITLE_SIZE, color=INK, loc="left")


def label_map(axes: Any, *, title: str = "") -> None:
    """Axes seen from above: x east, y north, a metre as long in both."""
    label_axes(axes, x=("x, east", "m"), y=("y, north", "m"), title=title)
    axes.set_aspect("equal", adjustable="datalim")


def label_scene(axes: Any, *, title: str = "") -> None:
    """A drawing without axes: a metre as long in both directions, and no numbers; add a scale bar."""
    axes.set_aspect("equal", adjustable="datalim")
    axes.set_axis_off()
    if title:
        axes.set_title(title, fontsize=TITLE_SIZE, color=INK, loc="left")


def _with_unit(quantity: str, unit: str) -> str:
    return f"{quantity} [{unit}]"


def draw_curve(axes: Any, x: Any, y: Any, *, name: str = "", index: int = 0, **changes: Any) -> Any:
    """Draw a curve in the style of its number, named in its colour; return Matplotlib's line."""
    (line,) = axes.plot(x, y, **{**curve_style(index), **changes})
    if name:
        name_curve(axes, line, name)
    return line


def name_curve(axes: Any, line: Any, name: str, *, at: float | None = None) -> Any:
    """Write a curve's name beside it, in its colour, where ``save_figure`` finds room for it.

    Args:
        at: part of the curve, from its start 0 to its end 1, to be near; by default wherever there is most room.
    """
    colours = require("matplotlib.colors", extra="app", purpose="a figure")
    colour = text_colour(colours.to_hex(line.get_color()))
    line.set_label(name)
    return mark_name(axes, line, name, at=at, size=NAME_SIZE, colour=colour)


def note(axes: Any, text: str, *, x: float, y: float, **changes: Any) -> Any:
    """Return a remark at shares of the axes' width and height; ``changes`` are Matplotlib's of a text."""
    style: dict[str, Any] = {"fontsize": NOTE_SIZE, "color": PALE_INK, "ha": "left", "va": "center"}
    return axes.text(x, y, text, **{"transform": axes.transAxes, **style, **changes})


def mark_value(
    axes: Any, at: tuple[float, float], text: str = "", *, is_published: bool = False, **changes: Any
) -> None:
    """Draw a dot on a curve with its value beside it in ink; a circle for a value that a document prints.

    ``changes`` are ``offset`` of the text [pt], and keywords of ``axes.annotate``.
    """
    axes.plot(*at, "o", color=INK, markerfacecolor="white" if is_published else INK, markersize=5.0, zorder=4.0)
    offset = changes.pop("offset", (-6.0, -6.0))
    sides = {"ha": "right" if offset[0] < 0.0 else "left", "va": "top" if offset[1] < 0.0 else "bottom"}
    axes.annotate(
        text, at, offset, textcoords="offset points", fontsize=NOTE_SIZE, color=INK, zorder=6.0, **{**sides, **changes}
    )


def save_figure(figure: Any, path: str | Path) -> Path:
    """Place the curves' names and write the figure as PNG, or in the format of its suffix; return its path."""
    path = Path(path)
    place_labels(figure)
    if path.suffix.lower() == ".png":
        save_palette(figure, path, dpi=figure.dpi, colours=128)
    else:
        figure.savefig(path, dpi=DPI, facecolor="white")
    return path


def save_palette(figure: Any, path: Path, *, dpi: float, colours: int, keeps_rare: bool = False) -> None:
    """Write a figure as a .png with a palette: drawings have few colours, and their files are half as large.

    Args:
        figure: figure of Matplotlib.
        dpi: resolution [1/inch].
        colours: number of colours of the palette, at most 256.
        keeps_rare: colours of few pixels are kept, at the cost of shades of frequent ones.
    """
    from PIL import Image  # a dependency of Matplotlib

    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=dpi, facecolor="white")
    picture = Image.open(buffer).convert("RGB")
    method = Image.Quantize.MAXCOVERAGE if keeps_rare else None
    picture.quantize(colours, method=method, dither=Image.Dither.NONE).save(path, optimize=True)
