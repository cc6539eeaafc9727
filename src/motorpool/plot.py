"""Figures in one line: paths, time series, terrain, worlds and friction ellipses.

    import motorpool as mp
    from motorpool import plot

    history = mp.Fleet("bicycle", 3, speed=8.0, steer_angle=[0.1, 0.2, 0.3]).run(dt=0.02, steps=500, every=5)
    plot.paths(history).savefig("paths.png")

Each function returns a Matplotlib figure, which notebooks show; ``axes=`` draws into existing axes instead. The input
is a history (``fleet.run``), the track of a recording (``recording.vehicle(3)``), a mapping of names to these, a
terrain, or a world.
"""

import io
import math
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from .base.errors import ModelError, require, unknown_name
from .base.plotting.curve_labels import place_labels
from .base.plotting.style import (
    CURVES,
    DPI,
    INK,
    curve_style,
    fractions,
    label_axes,
    label_map,
    name_curve,
    new_figure,
    note,
)
from .ground.terrain.heightfield import Terrain
from .ground.terrain.hillshade import hillshade
from .ground.terrain.surface import Surface
from .vehicles.fleet.history import History

GRAVITY = 9.81  # [m/s^2]
OTHERS = "#ffffff"  # vehicles of fleets without a name in the legend
MARGIN = 0.08  # around a world's vehicles, relative to their extent [1]
HEIGHT_COLOURS = ("#6f8f5f", "#a9ba80", "#e0d6a4", "#c8a574", "#97765a", "#f2eee8")  # from low to high
MOST_NAMED = 7  # limit of curves with a name and a style of their own
TRACK_UNITS = {
    "x": "m", "y": "m", "z": "m", "yaw": "rad", "pitch": "rad", "roll": "rad", "speed": "m/s", "steer": "1",
    "throttle": "1", "brake": "1",
}  # fmt: skip

Floats = NDArray[np.float64]


class Line(NamedTuple):
    """Samples of one vehicle."""

    name: str
    time: Floats  # [s]
    columns: Mapping[str, Floats]
    units: Mapping[str, str]


def paths(what: Any, *, vehicles: Sequence[int] | None = None, axes: Any = None) -> Any:
    """Draw the paths of vehicles from above, with a dot at each start.

    Example:
        from motorpool import plot

        figure = plot.paths(mp.Fleet("tracked", 4, left_speed=2.0, right_speed=[2.0, 2.5, 3.0, 4.0]).run(0.05, 400))

    Args:
        what: a history, a track, or a mapping of names to them.
        vehicles: rows of histories; all by default.

    Raises:
        ModelError: ``what`` has no x and y.
    """
    figure, axes = _figure(axes)
    lines = list(_lines(what, vehicles))
    for index, line in enumerate(lines):
        x, y = _column(line, "x"), _column(line, "y")
        drawn = _draw(axes, x, y, line, index, len(lines))
        axes.plot(x[:1], y[:1], "o", color=drawn.get_color(), markersize=4)
    label_map(axes)
    return _with_labels(figure)


def series(what: Any, *columns: str, vehicles: Sequence[int] | None = None) -> Any:
    """Draw quantities over time, one above the other.

    Args:
        what: a history, a track, or a mapping of names to them.
        *columns: names such as "speed" and "yaw_rate"; the first three by default.
        vehicles: rows of histories; all by default.

    Raises:
        ModelError: a column is unknown.
    """
    lines = list(_lines(what, vehicles))
    chosen = columns or tuple(lines[0].columns)[:3]
    figure, every_axes = new_figure(rows=len(chosen), height=1.0 + 2.2 * len(chosen))
    _for_notebooks(figure)
    for axes, column in zip(every_axes, chosen, strict=True):
        for index, line in enumerate(lines):
            _draw(axes, line.time, _column(line, column), line, index, len(lines))
        unit = lines[0].units.get(column, "")
        label_axes(axes, x=("time", "s"), y=(column.replace("_", " "), unit or "1"))
        if axes is not every_axes[-1]:
            axes.set_xlabel("")
    return _with_labels(figure)


def terrain(ground: Terrain, *, surface: Surface | None = None, axes: Any = None) -> Any:
    """Draw a terrain from above: hillshade and contour lines, coloured by height or by surface class.

    Args:
        axes: Matplotlib axes to draw into; a new figure by default.
    """
    figure, axes = _figure(axes)
    shade = hillshade(ground.heights, spacing=ground.spacing)
    half = 0.5 * ground.spacing
    extent = (ground.x_west - half, ground.x_east + half, ground.y_south - half, ground.y_north + half)
    if surface is None:
        colours = require("matplotlib.colors", extra="app", purpose="a figure")
        tints = colours.LinearSegmentedColormap.from_list("heights", HEIGHT_COLOURS)
        drawn = axes.imshow(ground.heights, origin="lower", extent=extent, cmap=tints, zorder=0)
        axes.figure.colorbar(drawn, ax=axes, shrink=0.8).set_label("height [m]", color=INK)
    else:
        axes.imshow(_soil_colours(ground, surface), origin="lower", extent=extent, zorder=0)
    axes.imshow(
        np.zeros_like(shade), origin="lower", extent=extent, cmap="gray", alpha=0.55 * (1.0 - shade), zorder=0.1
    )
    low, high = float(ground.heights.min()), float(ground.heights.max())
    if high - low > 1.0:
        levels = np.arange(math.ceil(low / _interval(high - low)), high / _interval(high - low)) * _interval(high - low)
        x = np.linspace(ground.x_west, ground.x_east, ground.columns)
        y = np.linspace(ground.y_south, ground.y_north, ground.rows)
        axes.contour(x, y, ground.heights, levels=levels, colors="#00000050", linewidths=0.5, zorder=0.2)
    label_axes(axes, x=("x, east", "m"), y=("y, north", "m"))
    axes.set_aspect("equal")
    axes.grid(False)
    return figure


def world(shown: Any, *, axes: Any = None) -> Any:
    """Draw a world from above: terrain, soils, roads, and an arrow for each vehicle in its fleet's colour.

    Args:
        axes: Matplotlib axes to draw into; a new figure by default.
    """
    figure, axes = _figure(axes)
    terrain(shown.terrain, surface=shown.surface, axes=axes)
    _zoom_to_vehicles(axes, shown)
    for road in shown.roads:
        axes.plot([x for x, _ in road.points], [y for _, y in road.points], color="#5d5a52", linewidth=1.2, zorder=1)
    for deck in shown.terrain.decks:
        axes.plot(*deck.middle().T, color="#1d1a17", linewidth=2.4, zorder=1.5)
    vehicles = shown.vehicles
    largest = sorted(range(len(shown.fleets)), key=lambda index: -shown.fleets[index].count)[:MOST_NAMED]
    for index, (fleet, rows) in enumerate(zip(shown.fleets, vehicles.rows, strict=True)):
        place = largest.index(index) if index in largest else MOST_NAMED
        yaw = vehicles.yaw[rows]
        axes.quiver(
            vehicles.x[rows], vehicles.y[rows], np.cos(yaw), np.sin(yaw), scale=55.0, width=0.003, headwidth=4.5,
            pivot="middle", zorder=2, color=CURVES[place].colour if place < MOST_NAMED else OTHERS,
            label=f"{fleet.name} ({fleet.count})" if place < MOST_NAMED else None,
        )  # fmt: skip
    _name_fleets(axes, len(shown.fleets))
    axes.set_title(f"{shown.name} at {shown.time:.1f} s", loc="left", fontsize=11, color=INK)
    if shown.attribution:
        note(axes, shown.attribution, x=0.995, y=0.005, ha="right", va="bottom", color=INK, backgroundcolor="white")
    return figure


def friction_ellipse(
    what: Any, *, friction: float = 0.85, vehicles: Sequence[int] | None = None, axes: Any = None
) -> Any:
    """Draw longitudinal and lateral accelerations within the friction circle on level ground.

    A tyre with equal friction in all directions (a friction ellipse with equal axes; Pacejka, "Tire and Vehicle
    Dynamics", section 3.3) accelerates a vehicle by at most friction times g in any direction. Accelerations are those
    of the reference point in body axes, from its speeds and the yaw rate.

    Args:
        what: a history with x, y and yaw, a track, or a mapping of names to them.
        friction: friction of the ground, 0.85 on dry asphalt [1].
        vehicles: rows of histories; all by default.

    Raises:
        ModelError: ``what`` has no x, y or yaw, or fewer than three samples.
    """
    figure, axes = _figure(axes)
    angle = np.linspace(0.0, 2.0 * math.pi, 181)
    axes.plot(friction * np.cos(angle), friction * np.sin(angle), color=INK, linewidth=1.0, linestyle=(0, (4, 2)))
    axes.annotate(
        f"friction {friction:g}", (0.0, -friction), (0, 4), textcoords="offset points", ha="center", fontsize=8
    )
    lines = list(_lines(what, vehicles))
    for index, line in enumerate(lines):
        if len(line.time) < 3:
            raise ModelError(f"{line.name} has {len(line.time)} samples; accelerations need three or more")
        ahead, left = _accelerations(line)
        colour = CURVES[min(index, len(CURVES) - 1)].colour
        axes.plot(left, ahead, ".", color=colour, markersize=3, alpha=0.6, label=line.name)
    if 1 < len(lines) <= MOST_NAMED:
        axes.legend(fontsize=8, frameon=False)
    label_axes(axes, x=("acceleration to the left", "g"), y=("acceleration ahead", "g"))
    axes.set_aspect("equal", adjustable="datalim")
    axes.invert_xaxis()  # positive to the left
    return figure


# ---- input


def _lines(what: Any, vehicles: Sequence[int] | None) -> Iterator[Line]:
    """Yield the samples of each vehicle of a history, a track, or several of them by name.

    Raises:
        ModelError: ``what`` has another type, or does not have the vehicle.
    """
    if isinstance(what, Mapping):
        for name, each in cast("Mapping[str, Any]", what).items():
            found = list(_lines(each, vehicles))
            for line in found:
                yield line._replace(name=name if len(found) == 1 else f"{name} {line.name.split()[-1]}")
    elif isinstance(what, History):
        for vehicle in range(what.count) if vehicles is None else vehicles:
            if not 0 <= vehicle < what.count:
                raise ModelError(f"there is no vehicle {vehicle}; the history has {what.count}, counted from 0")
            columns = {name: np.asarray(column[:, vehicle], float) for name, column in what.columns.items()}
            yield Line(f"{what.name} {vehicle}" if what.count > 1 else what.name, what.time, columns, what.units)
    elif hasattr(what, "time") and hasattr(what, "_asdict"):
        columns = {name: np.asarray(column, float) for name, column in what._asdict().items() if name in TRACK_UNITS}
        yield Line("track", what.time, columns, TRACK_UNITS)
    else:
        raise ModelError(
            f"{type(what).__name__} cannot be drawn; give a history (fleet.run(...)), a track "
            "(recording.vehicle(0)), or a mapping of names to them"
        )


def _accelerations(line: Line) -> tuple[Floats, Floats]:
    """Return the accelerations of the reference point ahead and to the left [g]."""
    yaw = np.unwrap(_column(line, "yaw"))
    if "speed" in line.columns:
        speed = np.asarray(line.columns["speed"])
    else:  # speed is a control of kinematic models
        east, north = (np.gradient(_column(line, name), line.time) for name in ("x", "y"))
        speed = east * np.cos(yaw) + north * np.sin(yaw)
    aside = np.asarray(line.columns.get("lateral_speed", np.zeros_like(speed)))
    yaw_rate = np.asarray(line.columns["yaw_rate"]) if "yaw_rate" in line.columns else np.gradient(yaw, line.time)
    ahead = np.gradient(speed, line.time) - aside * yaw_rate
    left = np.gradient(aside, line.time) + speed * yaw_rate
    return ahead / GRAVITY, left / GRAVITY


def _column(line: Line, name: str) -> Floats:
    if name not in line.columns:
        raise ModelError(unknown_name(line.name, "column", name, line.columns))
    return np.asarray(line.columns[name])


# ---- drawing


def _figure(axes: Any) -> tuple[Any, Any]:
    if axes is not None:
        return axes.figure, axes
    figure, (made,) = new_figure(height=5.0)
    return _for_notebooks(figure), made


def _name_fleets(axes: Any, count: int) -> None:
    """Add a legend of the largest fleets beside the figure."""
    title = None if count <= MOST_NAMED else f"the largest of {count} fleets; others white"
    handles, labels = axes.get_legend_handles_labels()
    where = {"loc": "outside right center", "fontsize": 8, "frameon": False}
    axes.figure.legend(handles, labels, title=title, title_fontsize=8, **where)


def _zoom_to_vehicles(axes: Any, shown: Any) -> None:
    """Limit the axes to the square around a world's vehicles, within the terrain."""
    vehicles, ground = shown.vehicles, shown.terrain
    is_on = (vehicles.x >= ground.x_west) & (vehicles.x <= ground.x_east)
    if not is_on.any():
        return
    x, y = vehicles.x[is_on], vehicles.y[is_on]
    half = (0.5 + MARGIN) * max(float(np.ptp(x)), float(np.ptp(y)), 100.0)
    middle_x, middle_y = 0.5 * float(x.min() + x.max()), 0.5 * float(y.min() + y.max())
    axes.set_xlim(max(middle_x - half, ground.x_west), min(middle_x + half, ground.x_east))
    axes.set_ylim(max(middle_y - half, ground.y_south), min(middle_y + half, ground.y_north))


def _for_notebooks(figure: Any) -> Any:
    """Return a figure with a PNG representation for notebooks, without pyplot."""
    figure._repr_png_ = partial(_png, figure)
    return figure


def _png(figure: Any) -> bytes:
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=DPI)
    return buffer.getvalue()


def _draw(axes: Any, x: Floats, y: Floats, line: Line, index: int, count: int) -> Any:
    style = curve_style(index) if count <= MOST_NAMED else {"linewidth": 0.8, "alpha": 0.7, "color": CURVES[0].colour}
    (drawn,) = axes.plot(x, y, **style)
    if 1 < count <= MOST_NAMED:
        name_curve(axes, drawn, line.name)
    return drawn


def _with_labels(figure: Any) -> Any:
    place_labels(figure)
    return figure


def _soil_colours(ground: Terrain, surface: Surface) -> Floats:
    """Return the colour of the soil under each post, (rows, columns, 3)."""
    x = ground.x_west + ground.spacing * np.arange(ground.columns)
    y = ground.y_south + ground.spacing * np.arange(ground.rows)
    columns = np.clip(((x - surface.x_west) / surface.spacing).astype(int), 0, surface.classes.shape[1] - 1)
    rows = np.clip(((y - surface.y_south) / surface.spacing).astype(int), 0, surface.classes.shape[0] - 1)
    return np.asarray([fractions(colour) for colour in surface.colours])[surface.classes[np.ix_(rows, columns)]]


def _interval(height: float) -> float:
    """Return the interval of about ten contour lines: 1, 2 or 5 times a power of ten [m]."""
    chosen = height / 10.0
    power = 10.0 ** math.floor(math.log10(chosen))
    return next(step * power for step in (1.0, 2.0, 5.0, 10.0) if step * power >= chosen)
