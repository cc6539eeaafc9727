"""Figure of a log: its path, and each quantity over time."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from ...base.errors import FitError
from ...base.files import whole_file
from ...base.plotting.style import NOTE_SIZE, curve_style, label_axes, new_figure, save_figure
from .log import Log
from .meaning import unit_of

MOST_ROWS = 8  # quantities over time; more are too low to read
IN_DEGREES = {"rad": "°", "rad/s": "°/s"}  # in figures
THIN = curve_style(0) | {"linewidth": 1.0}
ORDER = ("speed", "steer_angle", "steer", "throttle", "brake", "yaw_rate", "yaw", "lateral_acceleration")


def draw_log(log: Log, known: Mapping[str, str], file: Path) -> None:
    """Draw a log into a file, in the format of its suffix.

    Args:
        known: units of quantities besides the usual ones.

    Raises:
        FitError: the file cannot be written, or has an unknown suffix.
    """
    names = [name for name in ORDER if name in log.values]
    names += [name for name in log.values if name not in (*names, "x", "y")]
    has_path = "x" in log.values and "y" in log.values
    shown = names[:MOST_ROWS]
    rows = len(shown) + has_path
    ratios = (2.4,) * has_path + (1.0,) * len(shown)
    figure, axes = new_figure(1, rows, width=9.0, height=1.1 * sum(ratios) + 0.8, height_ratios=ratios, title=log.name)
    if has_path:
        x, y = log.values["x"], log.values["y"]
        is_there = np.isfinite(x) & np.isfinite(y)
        axes[0].plot(x[is_there], y[is_there], **THIN)
        axes[0].set_aspect("equal", adjustable="datalim")
        label_axes(axes[0], x=("x", "m"), y=("y", "m"))
    for row, name in zip(axes[int(has_path) :], shown, strict=True):
        unit = unit_of(name, known)
        values = np.degrees(log.values[name]) if unit in IN_DEGREES else log.values[name]
        is_there = np.isfinite(values)
        row.plot(log.time[is_there], values[is_there], **THIN)
        row.set_title(f"{name} [{IN_DEGREES.get(unit, unit)}]", loc="left", fontsize=NOTE_SIZE, pad=3.0)
        row.set_xlim(0.0, log.duration)
    label_axes(axes[-1], x=("time", "s"), y=("", ""))
    axes[-1].set_ylabel("")
    with whole_file(file, error=FitError) as new:
        try:
            save_figure(figure, new)
        except ValueError as reason:  # a suffix that matplotlib does not know
            raise FitError(f"{file} has no suffix of a picture; name a .png, .svg or .pdf") from reason
