"""Figures of a fit: measured and predicted channels, residuals, and the intervals of the values."""

from typing import Any, NamedTuple

import numpy as np

from ...base.plotting.style import INK, NOTE_SIZE, PALE_INK, curve_style, label_axes, new_figure
from .fitting import Fit
from .residuals import ANGLES, Residuals
from .windows import Windows

ORDER = ("yaw_rate", "lateral_acceleration", "speed", "lateral_speed", "sideslip_angle", "longitudinal_acceleration")
GROUPS = 15  # of rows, whose medians are a line
MOST_CHANNELS = 4  # rows of a figure; more are too low to read
SHOWN = 18.0  # duration of the drawn part of a drive [s]
WIDEST = 5.0  # greatest ratio of value to start value in the figure of intervals
HELD_OUT = "#fbf3df"  # background of the held-out part
MEASURED = "#9aa5ad"
ANGLE = {"rad": "°", "rad/s": "°/s"}  # in figures


def fit_figure(fit: Fit) -> Any:
    """Return a figure with a row for each channel: measured and predicted on the left, residuals on the right."""
    channels = _shown(fit)
    figure, axes = new_figure(
        2,
        len(channels),
        width=10.4,
        height=2.5 * len(channels) + 0.7,
        width_ratios=(3.0, 2.0),
        title=f"{fit.model.title} fitted to {fit.name}",
    )
    shown = _excerpt(fit)
    for row, name in enumerate(channels):
        _draw_channel(axes[2 * row], fit, name, shown)
        _draw_residuals(axes[2 * row + 1], fit, name, shown)
    handles, names = axes[0].get_legend_handles_labels()
    figure.legend(handles, names, loc="outside lower center", ncols=4, frameon=False, fontsize=9.0)
    return figure


def cause_figure(fit: Fit) -> Any | None:
    """Return a figure of the fitted residuals against speed, steering and lateral acceleration; None without these.

    A model that is right has no trend. The lines are medians of equally many rows.
    """
    channels, causes = _shown(fit), _causes(fit)
    if not causes:
        return None
    figure, axes = new_figure(
        len(causes),
        len(channels),
        width=3.5 * len(causes),
        height=2.2 * len(channels) + 0.7,
        title="Residuals of the fitted vehicle",
    )
    for row, name in enumerate(channels):
        scale, unit = _scale(fit, name)
        place = fit.channels.index(name)
        values = scale * np.where(fit.windows.is_measured[..., place], fit.after.raw[..., place], np.nan)
        for column, (words, of_unit, cause) in enumerate(causes):
            own = axes[row * len(causes) + column]
            is_there = np.isfinite(cause) & np.isfinite(values)
            own.plot(cause[is_there], values[is_there], ".", color=MEASURED, markersize=1.6, alpha=0.5, rasterized=True)
            own.plot(*_medians(cause[is_there], values[is_there]), **curve_style(0) | {"linewidth": 1.8})
            own.axhline(0.0, color=PALE_INK, linewidth=0.8)
            label = (name.replace("_", " "), unit) if column == 0 else ("", "")
            label_axes(own, x=(words, of_unit), y=label)
            if column:
                own.set_ylabel("")
    return figure


def _causes(fit: Fit) -> list[tuple[str, str, Any]]:
    """Return the quantities on which residuals may depend: words, unit, and values at the rows of all windows."""
    known: dict[str, Any] = {}
    for number, (log, signals) in enumerate(zip(fit.logs, fit.signals, strict=True)):
        rows = fit.windows.log == number
        columns = {**signals.starts, **signals.commands, **log.values}
        for name in ("speed", "steer_angle", "yaw_rate", "lateral_acceleration"):
            column = columns.get(name)
            if column is not None and np.isfinite(column).sum() > 1:
                there = np.isfinite(column)
                values = known.setdefault(name, np.full(fit.windows.time.shape, np.nan))
                values[rows] = np.interp(fit.windows.time[rows], log.time[there], column[there])
    if "lateral_acceleration" not in known and {"speed", "yaw_rate"} <= known.keys():
        known["lateral_acceleration"] = known["speed"] * known["yaw_rate"]
    degrees = 180.0 / np.pi
    return [
        (words, unit, scale * known[name])
        for name, words, unit, scale in (
            ("speed", "speed", "m/s", 1.0),
            ("steer_angle", "steer angle", "°", degrees),
            ("lateral_acceleration", "lateral acceleration", "m/s^2", 1.0),
        )
        if name in known
    ]


def _medians(cause: Any, values: Any) -> tuple[Any, Any]:
    """Return the medians of groups of equally many rows, in the order of the cause."""
    order = np.argsort(cause)
    groups = np.array_split(order, max(1, min(GROUPS, order.size // 10)))
    return np.array([np.median(cause[one]) for one in groups if one.size]), np.array(
        [np.median(values[one]) for one in groups if one.size]
    )


def interval_figure(fit: Fit) -> Any:
    """Return a figure of the ratio of each fitted value to its start value, with its interval."""
    shown = [one for one in fit.estimates if one.start > 0.0]
    figure, (axes,) = new_figure(width=7.2, height=0.36 * len(shown) + 1.5, title="Fitted values over start values")
    for row, one in enumerate(reversed(shown)):
        low, high = one.interval.low / one.start, one.interval.high / one.start
        style = curve_style(1 if one.is_at_bound else 0) | {"linestyle": "-", "linewidth": 2.2}
        axes.plot([low, high], [row, row], **style)
        axes.plot([one.value / one.start], [row], "o", color=style["color"], markersize=5.5)
    edges = [end / one.start for one in shown for end in one.interval if not one.is_at_bound]
    axes.set_xlim(*_around([1.0, *edges, *[one.value / one.start for one in shown]]))
    axes.axvline(1.0, color=PALE_INK, linewidth=1.0)
    axes.set_yticks(range(len(shown)), [one.name for one in reversed(shown)])
    axes.set_ylim(-0.7, len(shown) - 0.3)
    label_axes(axes, x=("value over start value, with 95 % interval", "1"), y=("", ""))
    axes.set_ylabel("")
    return figure


def _around(values: list[float]) -> tuple[float, float]:
    low, high = min(values), min(max(values), WIDEST)
    return low - 0.06 * (high - low) - 0.01, high + 0.06 * (high - low) + 0.01


def _shown(fit: Fit) -> list[str]:
    known = [name for name in ORDER if name in fit.channels]
    rest = [name for name in fit.channels if name not in known]
    return [*known, *rest][:MOST_CHANNELS]


class _Shown(NamedTuple):
    """Drawn log: its number, its windows, the held-out ones, and the times of an excerpt."""

    log: int
    rows: Any
    unseen: Any
    begin: float
    end: float


def _excerpt(fit: Fit) -> _Shown:
    """Return the drawn part of a log, around the beginning of the held-out part."""
    number = int(fit.windows.log[min(fit.fitted_count, fit.windows.number - 1)])
    rows = np.flatnonzero(fit.windows.log == number)
    unseen = rows[rows >= fit.fitted_count]
    times = fit.windows.time[rows]
    last = float(times.max())
    middle = float(fit.windows.time[unseen[0], 0]) if unseen.size else 0.5 * last
    begin = max(float(times.min()), min(middle - 0.6 * SHOWN, last - SHOWN))
    return _Shown(number, rows, unseen, begin, min(begin + SHOWN, last))


def _scale(fit: Fit, name: str) -> tuple[float, str]:
    from ..logs.log import quantity_unit

    unit = quantity_unit(name, fit.model)
    return (180.0 / np.pi, ANGLE[unit]) if unit in ANGLE else (1.0, unit)


def _draw_channel(axes: Any, fit: Fit, name: str, shown: _Shown) -> None:
    scale, unit = _scale(fit, name)
    place = fit.channels.index(name)
    windows, log, begin, end = fit.windows, fit.logs[shown.log], shown.begin, shown.end
    inner = windows.time[shown.rows]
    chosen = shown.rows[(inner[:, -1] > begin) & (inner[:, 0] < end)]
    inside = (log.time >= begin) & (log.time <= end)
    axes.plot(
        log.time[inside],
        scale * log.values[name][inside],
        color=MEASURED,
        linewidth=3.0,
        alpha=0.8,
        label="measured",
    )
    for found, style, words in (
        (fit.before, curve_style(1) | {"linewidth": 1.1}, "start values"),
        (fit.after, curve_style(0) | {"linewidth": 1.5}, "fitted"),
    ):
        time, values = _lines(windows, _beside_measured(windows, found, place), chosen)
        axes.plot(time, scale * values, label=words, **style)
    if shown.unseen.size:
        axes.axvspan(float(windows.time[shown.unseen[0], 0]), end, color=HELD_OUT, zorder=0.0)
    axes.set_xlim(begin, end)
    label_axes(axes, x=("time", "s"), y=(name.replace("_", " "), unit))


def _beside_measured(windows: Windows, found: Residuals, place: int) -> Any:
    """Return a predicted channel; of an angle, the full turns are those of the measured one."""
    if windows.channels[place] not in ANGLES:
        return found.predicted[..., place]
    is_there = windows.is_measured[..., place]
    return np.where(is_there, windows.measured[..., place] + found.raw[..., place], np.nan)


def _lines(windows: Any, values: Any, chosen: Any) -> tuple[Any, Any]:
    time, shown = windows.time[chosen], np.where(windows.is_measured[chosen].any(axis=2), values[chosen], np.nan)
    gap = np.full((len(chosen), 1), np.nan)
    return np.concatenate([time, time[:, -1:]], axis=1).ravel(), np.concatenate([shown, gap], axis=1).ravel()


def _draw_residuals(axes: Any, fit: Fit, name: str, shown: _Shown) -> None:
    scale, unit = _scale(fit, name)
    place, times = fit.channels.index(name), fit.windows.time[shown.rows]
    is_there = fit.windows.is_measured[shown.rows][..., place]
    for found, colour, size in ((fit.before, curve_style(1)["color"], 1.6), (fit.after, curve_style(0)["color"], 1.6)):
        values = scale * found.raw[shown.rows][..., place][is_there]
        axes.plot(times[is_there], values, ".", color=colour, markersize=size, alpha=0.6, rasterized=True)
    if shown.unseen.size:
        axes.axvspan(float(fit.windows.time[shown.unseen[0], 0]), float(times.max()), color=HELD_OUT, zorder=0.0)
        axes.text(
            0.99, 0.97, "not fitted", transform=axes.transAxes, ha="right", va="top", fontsize=NOTE_SIZE, color=INK
        )
    label_axes(axes, x=("time", "s"), y=("residual", unit))
