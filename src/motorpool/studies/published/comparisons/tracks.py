"""Figures of document 000, "tracked vehicle movement": effect of the improved calculation.

Its two charts have T1 = 10, T2 = -9 with d = 2 and with d = 60; an update is a step of one second here, so that T1 and
T2 are track speeds and the gauge is 2d.
"""

import math
from typing import Any

import numpy as np

from ....base.plotting.style import draw_curve, label_axes, label_map, name_curve, new_figure, new_map_figure, note
from ...compare.figures import draw_errors, draw_paths
from ...compare.ready_made import Comparison
from ...compare.runs import Entry, Run, run, study

LEFT, RIGHT = 10.0, -9.0  # the document's T1 and T2
EXACT, AS_WRITTEN, CORRECTED = "tracked/arc", "tracked/simple", "tracked/simple:heading_factor=2"
EULER = "tracked/simple:heading_factor=2,lead_factor=0"
NAMES = ("exact arc", "approximation\nas written", "approximation,\nfull turn", "Euler's method")


def entries(half_gauge: float) -> list[Entry]:
    """Return the exact arc and both approximations, with the values of the document's charts."""
    values = {"left_track_speed": LEFT, "right_track_speed": RIGHT, "track_gauge": 2.0 * half_gauge}
    values["yaw"] = 0.5 * math.pi  # heading 0 of the document
    return [Entry(model, values, name=name) for model, name in zip((EXACT, AS_WRITTEN, CORRECTED), NAMES, strict=False)]


def tight_circle() -> Any:
    """Draw the document's first chart: a turn of 4.75 rad in every update."""
    return _circles(2.0, updates=40, title="$T_1 = 10$, $T_2 = -9$, $d = 2$: a turn of 272 degrees in every update")


def wide_circle() -> Any:
    """Draw its second chart: the same track speeds with thirty times the gauge."""
    return _circles(60.0, updates=40, title="$T_1 = 10$, $T_2 = -9$, $d = 60$: a turn of 9 degrees in every update")


def _circles(half_gauge: float, *, updates: int, title: str) -> Any:
    cases = entries(half_gauge)
    exact_radius = half_gauge * (LEFT + RIGHT) / (LEFT - RIGHT)
    figure, (path, radius) = new_figure(columns=2, title=title, height=4.5)
    runs = [run(entry, seconds=float(updates), dt=1.0) for entry in cases]
    _draw_circles(path, runs, exact_radius)
    dts = [2.0 ** (-halving) for halving in range(9)]
    label_axes(
        radius, x=("dt", "updates"), y=("radius of the circle, over the exact one", "1"), title="The radius it drives"
    )
    radius.set_xscale("log", base=2)
    for index, entry in enumerate(cases):
        ratios = [circle(run(entry, seconds=2.0 * dt, dt=dt))[2] / exact_radius for dt in dts]
        draw_curve(radius, dts, ratios, name=entry.title, index=index, marker="o", markersize=3.5)
    radius.set_ylim(0.0, max(4.0, radius.get_ylim()[1]))
    radius.set_xticks(dts[::2], [f"1/{round(1 / dt)}" if dt < 1.0 else "1" for dt in dts[::2]])
    radius.minorticks_off()
    return figure


def _draw_circles(axes: Any, runs: list[Run], exact_radius: float) -> None:
    """Draw the updates as dots and the circle through them, because the paths between updates are chords."""
    label_map(axes, title=f"{len(runs[0].times) - 1} updates of one second")
    angles = 2.0 * math.pi * np.arange(181) / 180
    for index, one in enumerate(runs):
        x, y, size = circle(one)
        around = draw_curve(axes, x + size * np.cos(angles), y + size * np.sin(angles), index=index, linewidth=0.9)
        dots = draw_curve(axes, one["x"], one["y"], index=index, linestyle="none", marker="o", markersize=3.5)
        dots.set_zorder(3.0)
        name_curve(axes, around, f"{one.name.replace(chr(10), ' ')}: $R = {size:.3f}$ m")
    axes.margins(0.25)
    note(axes, rf"exact: $R = d\,\frac{{T_1 + T_2}}{{T_1 - T_2}} = {exact_radius:.4f}$ m", x=0.02, y=0.03)


def circle(one: Run) -> tuple[float, float, float]:
    """Return centre and radius [m] of the circle through the first three positions of a run."""
    (ax, ay), (bx, by), (cx, cy) = zip(one["x"][:3], one["y"][:3], strict=True)
    twice = 2.0 * (ax * (by - cy) + bx * (cy - ay) + cx * (ay - by))
    squares = (ax * ax + ay * ay, bx * bx + by * by, cx * cx + cy * cy)
    x = (squares[0] * (by - cy) + squares[1] * (cy - ay) + squares[2] * (ay - by)) / twice
    y = (squares[0] * (cx - bx) + squares[1] * (ax - cx) + squares[2] * (bx - ax)) / twice
    return x, y, math.hypot(ax - x, ay - y)


def order() -> Any:
    """Draw errors against dt for T1 = 3, T2 = 1, d = 1: a turn of one radian in a second."""
    values = {"left_track_speed": 3.0, "right_track_speed": 1.0, "track_gauge": 2.0, "yaw": 0.5 * math.pi}
    models = (EXACT, AS_WRITTEN, CORRECTED, EULER)
    cases = [Entry(model, values, name=name) for model, name in zip(models, NAMES, strict=True)]
    figure, (path, position, heading) = new_map_figure(title="$T_1 = 3$, $T_2 = 1$, $d = 1$, for one second")
    draw_paths(path, [run(entry, seconds=1.0, dt=0.25) for entry in cases], title="Paths, dt = 1/4 s")
    dts = [2.0 ** (-halving) for halving in range(2, 10)]
    studies = [study(entry, seconds=1.0, dts=dts, reference=cases[0]) for entry in cases]
    draw_errors(position, studies, what="position", against="from the exact arc")
    draw_errors(heading, studies, what="heading", against="from the exact arc")
    return figure


COMPARISONS = (
    Comparison(
        "tight-circle", "000", "the approximation drives a circle 2.6 times too large in a tight turn", tight_circle
    ),
    Comparison("wide-circle", "000", "with thirty times the gauge the same track speeds turn gently", wide_circle),
    Comparison(
        "tracked-order", "000", "errors against dt: exact, order 2, order 1, and one that never converges", order
    ),
)
