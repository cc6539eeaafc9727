"""Reference figures and simulated ones as text, and as one HTML page."""

import html
import math
from collections.abc import Sequence

from ...base.plotting.report_page import report_page, wide_table
from ...vehicles.figures import STATUS
from .figures import Row
from .report import DASH

HEADINGS = ("figure", "reference", "may be|", "simulated|", "status", "result", "by; a remark")


def write_figures(rows: Sequence[Row], *, heading: str) -> str:
    """Return the page, with a table for each vehicle."""
    parts = [
        f"<p>{html.escape(summary(rows))}</p>",
        "<p class='pale'>Status of a reference figure: V verified in a public source, R recalled, "
        "E estimated, D derived. Nothing here was measured on a real vehicle.</p>",
    ]
    for vehicle in dict.fromkeys(row.vehicle for row in rows):
        lines = [_line(row) for row in rows if row.vehicle == vehicle]
        parts.append(f"<h2>{html.escape(vehicle)}</h2>{wide_table(f'Figures of {vehicle}', HEADINGS, lines)}")
    return report_page(heading, parts)


def summary(rows: Sequence[Row]) -> str:
    """Return a sentence with the numbers of reference figures that the simulation meets, by status."""
    simulated = [row for row in rows if row.passes is not None]
    counts = [_count(simulated, status, word) for status, word in STATUS.items()]
    words = "; ".join(filter(None, counts))
    return f"{_met(simulated)} reference figures are met ({words}); not modelled: {len(rows) - len(simulated)}"


def _count(rows: Sequence[Row], status: str, word: str) -> str:
    own = [row for row in rows if row.figure.status == status]
    return f"{word} {_met(own)}" if own else ""


def _met(rows: Sequence[Row]) -> str:
    return f"{sum(bool(row.passes) for row in rows)} of {len(rows)}"


def verdict(row: Row) -> str:
    """Return the verdict as text."""
    if row.passes is None:
        return "not modelled"
    return "pass" if row.passes else "FAIL"


def reference(row: Row) -> str:
    """Return the figure as in its source."""
    figure = row.figure
    return figure.value if isinstance(figure.value, str) else f"{figure.value:.10g}{_unit(figure.unit)}"


def may_be(row: Row) -> str:
    """Return the bounds as text."""
    if row.passes is None or row.unit != row.figure.unit:
        return f"up to {row.high:g} {row.unit}" if row.simulated is not None else ""
    if row.figure.low is None and row.figure.high is None:
        return ""
    if math.isinf(row.high):
        return f"{row.low:.6g} or more"
    if math.isinf(row.low):
        return f"up to {row.high:.6g}"
    return f"{row.low:.6g} {DASH} {row.high:.6g}"


def simulated(row: Row) -> str:
    """Return the simulated value as text."""
    if row.simulated is None:
        return ""
    digits = f"{row.simulated:.4g}" if abs(row.simulated) < 1e4 else f"{row.simulated:.0f}"
    return f"{digits}{_unit(row.unit)}"


def explanation(row: Row) -> str:
    """Return the check that simulates the figure, or the reason why there is none."""
    if row.passes is None:
        return row.reason
    return f"{row.figure.check}: {row.reason}" if row.reason else row.figure.check


def _unit(unit: str) -> str:
    return "" if unit in ("", "1") else f" {unit}"


def _line(row: Row) -> str:
    word = verdict(row)
    look = {"pass": "pass", "FAIL": "fail"}.get(word, "pale")
    texts = f"<th scope='row'>{html.escape(row.figure.quantity)}</th><td>{html.escape(reference(row))}</td>"
    texts += "".join(f"<td class='number'>{html.escape(cell)}</td>" for cell in (may_be(row), simulated(row)))
    texts += f"<td>{row.figure.status}</td>"
    return f"<tr>{texts}<td class='{look}'>{word}</td><td class='pale'>{html.escape(explanation(row))}</td></tr>"
