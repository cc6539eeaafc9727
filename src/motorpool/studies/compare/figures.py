"""Figure of a comparison: paths of the models, and convergence of their errors with the step."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...base.plotting.style import PALE_INK, draw_curve, label_axes, label_map, new_map_figure, note
from .runs import ROUNDING, Run, Study, order_words

SMALLEST = 1e-16  # lower limit of errors on a logarithmic axis
NAME_WIDTH = 24  # letters per line of a curve's name
MARKED_STEPS = 60  # limit of the steps of a path with a dot at each


def compare_figure(runs: Sequence[Run], studies: Sequence[Study], *, title: str, against: str) -> Any:
    """Return a figure with the paths of several models, and their errors against dt from ``against``, in words."""
    figure, (path, position, heading) = new_map_figure(title=title)
    draw_paths(path, runs)
    draw_errors(position, studies, what="position", against=against)
    draw_errors(heading, studies, what="heading", against=against)
    return figure


def draw_paths(axes: Any, runs: Sequence[Run], *, title: str = "Paths", names: Sequence[str] | None = None) -> None:
    """Draw the path of each run [m] from above, from a common start.

    Args:
        names: labels of the paths; by default the names of the runs.
    """
    label_map(axes, title=title)
    for index, run in enumerate(runs):
        name = names[index] if names else run.name
        marks = {"marker": "o", "markersize": 3.0} if len(run.times) <= MARKED_STEPS else {}
        draw_curve(axes, run["x"], run["y"], name=wrapped(name), index=index, **marks)
    first = runs[0]
    axes.plot(first["x"][:1], first["y"][:1], "o", color=PALE_INK, markersize=7.0, markerfacecolor="white", zorder=4.5)
    axes.margins(0.12)


def draw_errors(axes: Any, studies: Sequence[Study], *, what: str, against: str, title: str = "") -> None:
    """Draw errors against dt on logarithmic axes: the slope is the order, which the name of each curve includes.

    Args:
        against: description of the reference of the errors.
        title: above the axes; by default what is measured from what.
    """
    unit = "m" if what == "position" else "°"
    label_axes(axes, x=("dt", "s"), y=(f"error of the {what}", unit), title=title or f"{what.capitalize()}, {against}")
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.margins(x=0.12, y=0.2)  # space for the names
    for index, study in enumerate(studies):
        errors = _errors(study, what)
        found = study.position_errors if what == "position" else study.heading_errors
        name = f"{wrapped(study.name)}\n{order_caption(study.dts, found)}"
        draw_curve(axes, study.dts, np.maximum(errors, SMALLEST), name=name, index=index, marker="o", markersize=3.5)
    _shade_rounding(axes, studies, what)


def _errors(study: Study, what: str) -> Any:
    """Return the errors of the position [m] or of the heading [degrees]."""
    return study.position_errors if what == "position" else np.degrees(study.heading_errors)


def order_caption(dts: Any, errors: Any) -> str:
    """Return the label of an order: "order 1.00", or that the model is exact."""
    words = order_words(dts, errors)
    return f"order {words}" if words[:1].isdigit() or words[:1] == "-" else words


def _shade_rounding(axes: Any, studies: Sequence[Study], what: str) -> None:
    """Shade the range of rounding errors, if a curve reaches it."""
    smallest = min(np.nanmin(_errors(study, what)) for study in studies)
    rounding = ROUNDING if what == "position" else np.degrees(ROUNDING)
    high = axes.get_ylim()[1]
    if smallest > 10.0 * rounding or not np.isfinite(smallest):
        return
    axes.set_ylim(0.01 * SMALLEST, max(high, 1e-6))
    axes.axhspan(0.01 * SMALLEST, rounding, color="#f3f3f0", zorder=0.1, linewidth=0.0)
    note(axes, "rounding", x=0.99, y=0.015 * SMALLEST, transform=axes.get_yaxis_transform(), ha="right", va="bottom")


def wrapped(name: str) -> str:
    """Return a name broken after ":" and "," into lines that fit beside a curve."""
    lines = [""]
    for part in name.replace(":", ":\0").replace(",", ",\0").split("\0"):
        if lines[-1] and len(lines[-1]) + len(part) > NAME_WIDTH:
            lines.append("")
        lines[-1] += part
    return "\n".join(lines)
