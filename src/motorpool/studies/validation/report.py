"""Report of a validation: one self-contained HTML page with figures, and a table for the terminal."""

import html
import io
import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from ...base.plotting.curve_labels import place_labels
from ...base.plotting.report_page import report_page, wide_table
from ...base.plotting.style import draw_curve, label_axes, new_figure
from ...base.plotting.typesetting import typeset
from .outcome import Curve, Measure, Outcome, Picture

CONES = "#D55E00"
DASH = "\N{EN DASH}"


class Finding(NamedTuple):
    """Result of a manoeuvre with a vehicle, or the reason why it failed."""

    vehicle: str
    title: str  # of the vehicle
    name: str  # of the manoeuvre
    manoeuvre: Any  # its module
    outcome: Outcome | None
    problem: str = ""

    @property
    def passes(self) -> bool:
        """Return whether the manoeuvre ran and every measure is within its bounds."""
        return self.outcome is not None and self.outcome.passes


def write_report(findings: Sequence[Finding], *, heading: str) -> str:
    """Return the page."""
    vehicles = list(dict.fromkeys(finding.vehicle for finding in findings))
    measures = [measure for finding in findings if finding.outcome for measure in finding.outcome.measures]
    passed = sum(measure.passes for measure in measures)
    parts = [
        f"<p>{passed} of {len(measures)} simulated values are within their bounds. Each manoeuvre "
        "names its reference: a closed form, a conservation law, a standard, or finer steps of the same model. "
        "Nothing here was measured on a real vehicle.</p>",
        _grid(findings, vehicles),
    ]
    for vehicle in vehicles:
        own = [finding for finding in findings if finding.vehicle == vehicle]
        parts.append(f"<h2 id='{html.escape(vehicle)}'>{html.escape(vehicle)} <span class='pale'>"
                     f"{html.escape(own[0].title)}</span></h2>")  # fmt: skip
        parts += [_section(finding) for finding in own]
    return report_page(heading, parts)


def _grid(findings: Sequence[Finding], vehicles: Sequence[str]) -> str:
    names = list(dict.fromkeys(finding.name for finding in findings))
    by_place = {(finding.vehicle, finding.name): finding for finding in findings}
    lines: list[str] = []
    for vehicle in vehicles:
        cells = "".join(f"<td>{_mark(by_place.get((vehicle, name)))}</td>" for name in names)
        anchor = html.escape(vehicle)
        lines.append(f"<tr><th scope='row'><a href='#{anchor}'>{anchor}</a></th>{cells}</tr>")
    return wide_table("Vehicles by manoeuvres", ["vehicle", *names], lines, look="grid")


def _mark(finding: Finding | None) -> str:
    if finding is None:
        return "<span class='pale'>&middot;</span>"
    return "<span class='pass'>pass</span>" if finding.passes else "<span class='fail'>FAIL</span>"


def _section(finding: Finding) -> str:
    manoeuvre = finding.manoeuvre
    head = (
        f"<h3>{html.escape(manoeuvre.TITLE)} {_mark(finding)}</h3><p class='pale'>Reference: "
        f"{html.escape(manoeuvre.REFERENCE)}: {typeset(manoeuvre.SOURCE)}</p>"
    )
    if finding.outcome is None:
        return f"{head}<p class='fail'>{html.escape(finding.problem)}</p>"
    headings = ("value", "simulated|", "should be|", "by", "result")
    rows = [_row(measure) for measure in finding.outcome.measures]
    table = wide_table(f"{finding.vehicle}: {manoeuvre.TITLE}", headings, rows)
    figures = "".join(f"<figure>{draw(picture)}</figure>" for picture in finding.outcome.pictures)
    note = f"<p>{html.escape(finding.outcome.note)}</p>" if finding.outcome.note else ""
    return f"{head}{table}{note}<div class='figures'>{figures}</div>"


def _row(measure: Measure) -> str:
    mark = "<span class='pass'>pass</span>" if measure.passes else "<span class='fail'>FAIL</span>"
    return (
        f"<tr><th scope='row'>{html.escape(measure.what)}</th>"
        f"<td class='number'>{number(measure.value)} {html.escape(measure.unit)}</td>"
        f"<td class='number'>{bounds(measure)}</td><td class='pale'>{typeset(measure.source)}</td>"
        f"<td>{mark}</td></tr>"
    )


def bounds(measure: Measure) -> str:
    """Return the bounds of a measure as text."""
    low, high = measure.low, measure.high
    if low == high:
        return number(low)
    if math.isinf(low):
        return f"at most {number(high)}"
    if math.isinf(high):
        return f"at least {number(low)}"
    return f"{number(low)} {DASH} {number(high)}"


def number(value: float) -> str:
    """Return a number with four digits as text."""
    return f"{value:.4g}" if abs(value) < 1e5 else f"{value:,.0f}"


def draw(picture: Picture) -> str:
    """Return the figure as SVG."""
    figure, (axes,) = new_figure(title=picture.title)
    label_axes(axes, x=picture.x_axis, y=picture.y_axis)
    for index, curve in enumerate(picture.curves):
        _draw_one(axes, curve, index)
    if picture.is_map:
        axes.set_aspect("equal", adjustable="datalim")
    place_labels(figure)
    text = io.StringIO()
    figure.savefig(text, format="svg")
    drawn = text.getvalue()
    name = html.escape(picture.title, quote=True)
    return drawn[drawn.index("<svg") :].replace("<svg", f'<svg role="img" aria-label="{name}"', 1)


def _draw_one(axes: Any, curve: Curve, index: int) -> None:
    if curve.name:
        draw_curve(axes, curve.x, curve.y, name=curve.name, index=index)
    else:  # an obstacle, such as a row of cones
        axes.plot(curve.x, curve.y, color=CONES, linewidth=2.5)
