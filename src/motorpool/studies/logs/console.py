"""``motorpool log``: the columns of a log as a table, and as a figure."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from rich.box import SIMPLE_HEAD
from rich.table import Table

from ...base.console import PrintableConsole
from ...base.errors import FitError
from ...base.files import check_output
from ...base.terminal import in_one_line
from ...base.wording import counted
from ...models.registry import find
from .headings import HEADING, TIME
from .log import Log, known_fields, understood
from .meaning import Meaning, unit_of
from .sparse_columns import Columns, listed
from .tables import read_table

Floats = NDArray[np.float64]

GAP = 0.25  # time between two values that is a gap, or three usual ones if they are longer [s]
MOST_LINES = 40  # columns in the table


class Spacing(NamedTuple):
    """Times of the values of a column."""

    rate: float  # usual number of values a second [1/s]
    gaps: int
    longest: float  # gap [s]


def show_log(
    file: Path,
    *,
    model: str,
    columns: Sequence[str],
    vehicle: int | None,
    rate: float | None,
    database: Path | None,
    figure: Path | None,
    overwrite: bool,
) -> None:
    """Print the meaning of the columns of a log, and draw them.

    Raises:
        FitError: it cannot be read, or the figure exists.
    """
    if figure is not None:
        check_output(figure, error=FitError)
        if figure.exists() and not overwrite:
            raise FitError(f"{figure} exists; overwrite it with --force")
    known = known_fields(find(model))
    table = read_table(file, vehicle=vehicle, database=database, mapped=columns)
    log, meanings = understood(table, known, columns=columns, rate=rate)
    print(f"{table.path}: {counted(table.columns.row_count, 'row')}, {log.duration:.1f} s, {log.dt:.3g} s apart")
    _print_table(log, meanings, known)
    _print_others(table.columns, meanings)
    if figure is not None:
        from .figure import draw_log

        draw_log(log, known, figure)
        print(f"wrote {figure}")


def _print_table(log: Log, meanings: Sequence[Meaning], known: dict[str, str]) -> None:
    shown = Table("quantity", "from", "to", "rate", "column", box=SIMPLE_HEAD, pad_edge=False, padding=(0, 2, 0, 0))
    for column in (1, 2, 3):
        shown.columns[column].justify = "right"
    for column in shown.columns[:4]:
        column.no_wrap = True
    shown.columns[4].overflow = "fold"
    notes: list[str] = []
    for one in meanings:
        name = "yaw" if one.quantity == HEADING else one.quantity
        values = log.time if name == TIME else log.values.get(name)
        if values is None:
            continue
        spacing = spacing_of(log.time, values)
        unit = unit_of(name, known)
        source = in_one_line(one.source) + ("" if one.factor == 1.0 else f" × {one.factor:.5g}")
        ends = [f"{end:.4g}" for end in (np.nanmin(values), np.nanmax(values))]
        shown.add_row(name if unit == "1" else f"{name} [{unit}]", *ends, f"{spacing.rate:.3g}/s", source)
        note = one.note or ("was clockwise from north" if one.quantity == HEADING else "")
        notes += [f"{name}: {note}"] if note else []
        if spacing.gaps:
            notes.append(f"{name}: {counted(spacing.gaps, 'gap')}, the longest {spacing.longest:.3g} s")
    PrintableConsole().print(shown)
    for note in notes:
        print(note)


def _print_others(columns: Columns, meanings: Sequence[Meaning]) -> None:
    used = " ".join(one.source for one in meanings)
    others = [name for name in columns if name and name not in used and not columns.is_empty(name)]
    empty = [name for name in columns if name and columns.is_empty(name)]
    if others:
        more = f" and {len(others) - 12} more" if len(others) > 12 else ""
        print(f"not understood: {listed(others)}{more}; name one with --column QUANTITY=COLUMN")
    if empty:
        more = f" and {len(empty) - 12} more" if len(empty) > 12 else ""
        print(f"without a number: {listed(empty)}{more}")


def spacing_of(time: Floats, values: Floats) -> Spacing:
    """Return the usual rate of a column and its gaps, of its values that are there."""
    steps = np.diff(time[np.isfinite(values)])
    if not steps.size:
        return Spacing(0.0, 0, 0.0)
    usual = float(np.median(steps))
    gaps = steps[steps > max(GAP, 3.0 * usual)]
    return Spacing(1.0 / max(usual, 1e-9), gaps.size, float(gaps.max(initial=0.0)))
