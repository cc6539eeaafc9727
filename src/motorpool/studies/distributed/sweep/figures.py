"""Figures of a sweep: effects of varied values on measures, and trade-offs between two measures."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ....base.errors import SweepError
from ....base.files import whole_file
from ....base.plotting.style import LABEL_SIZE, curve_style, new_figure, save_figure
from .measures import MEASURES
from .results import RUNS_ARE_KEPT, Results

MOST_EFFECTS = 5  # measures, and values, of one figure
MANY_VALUES = 12  # more values are grouped into classes for their means
PANEL = (3.4, 2.6)  # width and height of one [inch]


def draw_effects(results: Results, path: Path, *, measures: Sequence[str] = ()) -> Path:
    """Draw each measure over each varied value: a dot for each run, a line through the means.

    Args:
        measures: names of the measures to draw; by default the first ones that differ between runs.

    Raises:
        SweepError: no measure differs, or there is no measure of such a name.
    """
    shown = list(measures) or changing_measures(results)[:MOST_EFFECTS]
    if not shown:
        raise SweepError("every run has the same measures, so there is nothing to draw; vary something else")
    paths = results.paths[:MOST_EFFECTS]
    width, height = max(6.4, PANEL[0] * len(paths)), PANEL[1] * len(shown)
    figure, axes = new_figure(len(paths), len(shown), width=width, height=height, title="Each run, and the means")
    for row, measure in enumerate(shown):
        for column, varied in enumerate(paths):
            _draw_effect(axes[row * len(paths) + column], results, varied, measure)
            if row == len(shown) - 1:
                axes[row * len(paths) + column].set_xlabel(varied, fontsize=LABEL_SIZE)
            if column == 0:
                axes[row * len(paths) + column].set_ylabel(_named(measure), fontsize=LABEL_SIZE)
    with whole_file(path, error=SweepError, advice=RUNS_ARE_KEPT) as new:
        save_figure(figure, new)
    return path


def draw_trade_off(results: Results, first: str, second: str, path: Path) -> Path:
    """Draw two measures of every run, to the right and upward, with the Pareto front (smaller is better).

    Raises:
        SweepError: there is no such measure.
    """
    x, y = results.column(first), results.column(second)
    best = unbeaten(x, y)
    figure, (axes,) = new_figure(title="Runs that no other run beats")
    axes.plot(x, y, "o", markersize=4.0, color="#9aa5ad", markeredgewidth=0.0, label="every run")
    style = curve_style(1) | {"linestyle": "-", "marker": "o", "markersize": 5.0}
    axes.step(x[best], y[best], where="post", label="unbeaten in both", **style)
    axes.legend(frameon=False, fontsize=9.0)
    axes.set_xlabel(_named(first), fontsize=LABEL_SIZE)
    axes.set_ylabel(_named(second), fontsize=LABEL_SIZE)
    with whole_file(path, error=SweepError, advice=RUNS_ARE_KEPT) as new:
        save_figure(figure, new)
    return path


def changing_measures(results: Results) -> list[str]:
    """Return the measures that are not the same in all runs."""
    columns = {name: results.column(name) for name in results.measures}
    finite = {name: values[np.isfinite(values)] for name, values in columns.items()}
    return [name for name, values in finite.items() if values.size and np.ptp(values) > 1e-9 * abs(values).max()]


def unbeaten(x: Any, y: Any) -> Any:
    """Return the indices of the Pareto front, by rising x: no other point has a smaller x and a smaller y.

    A number is that of a run; runs without one (NaN) are left out.
    """
    order = [index for index in np.lexsort((y, x)) if np.isfinite(x[index] + y[index])]
    found: list[int] = []
    for index in order:
        if not found or y[index] < y[found[-1]]:
            found.append(int(index))
    return np.array(found, np.intp)


def _draw_effect(axes: Any, results: Results, varied: str, measure: str) -> None:
    values, y = results.column(varied), results.column(measure)
    is_number = np.issubdtype(values.dtype, np.number) and values.dtype != bool
    names = [] if is_number else sorted({str(value) for value in values})
    x = values.astype(float) if is_number else np.array([names.index(str(value)) for value in values], float)
    axes.plot(x, y, "o", markersize=3.5, color="#9aa5ad", markeredgewidth=0.0)
    middles, means = _means(x, y)
    style = curve_style(0) | {"marker": "o", "markersize": 5.0}
    axes.plot(middles, means, **(style | {"linestyle": "none", "marker": "_", "markersize": 24.0} if names else style))
    if names:
        axes.margins(x=0.25)
        axes.set_xticks(range(len(names)), names, rotation=20 if len(names) > 3 else 0)


def _means(x: Any, y: Any) -> tuple[Any, Any]:
    """Return the mean of ``y`` at each value of ``x``, or in classes of equal width if there are many values."""
    is_known = np.isfinite(x + y)
    x, y = x[is_known], y[is_known]
    if not x.size:
        return x, y
    places = np.unique(x)
    if places.size <= MANY_VALUES:
        return places, np.array([y[x == place].mean() for place in places])
    count = min(MANY_VALUES, max(2, round(x.size**0.5)))  # as many classes as runs in each
    width = (x.max() - x.min()) / count
    classes = np.minimum(((x - x.min()) / width).astype(int), count - 1)
    filled = sorted(set(classes.tolist()))
    middles = [x.min() + (one + 0.5) * width for one in filled]
    return np.array(middles), np.array([y[classes == one].mean() for one in filled])


def _named(measure: str) -> str:
    unit = MEASURES[measure].unit if measure in MEASURES else "1"
    return measure.replace("_", " ") + ("" if unit == "1" else f" [{unit}]")
