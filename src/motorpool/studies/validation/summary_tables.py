"""Tables of a validation for a page of documentation: the values by manoeuvre, and by vehicle."""

import math
from collections.abc import Callable, Iterator, Sequence

from ..page import Table
from .outcome import Measure
from .report import Finding, bounds, number

_COUNTS = (">values", ">within bounds")


def summary_tables(findings: Sequence[Finding]) -> list[Table]:
    """Return the tables: the manoeuvres with the value that is nearest to its bound, and the vehicles."""
    by_manoeuvre = ("manoeuvre", "reference", ">vehicles", *_COUNTS, ">least margin", "value with the least margin")
    return [
        Table("values by manoeuvre", by_manoeuvre, list(_manoeuvre_rows(findings)), list(_notes(findings))),
        Table("values by vehicle", ("vehicle", "", ">manoeuvres", *_COUNTS), list(_vehicle_rows(findings)), ()),
    ]


def _manoeuvre_rows(findings: Sequence[Finding]) -> Iterator[list[str]]:
    for name, own in _grouped(findings, lambda finding: finding.name):
        margins = [(_margin(measure), finding.vehicle, measure) for finding in own for measure in _measures([finding])]
        finite = [each for each in margins if math.isfinite(each[0])]
        least = min(finite, key=lambda each: each[0]) if finite else None
        words = "-" if least is None else (
            f"{least[1]}: {least[2].what}, {number(least[2].value)} {least[2].unit}, bounds {bounds(least[2])}"
        )  # fmt: skip
        share = "-" if least is None else f"{100.0 * least[0]:.0f} %"
        yield [name, own[0].manoeuvre.REFERENCE, str(len(own)), *_counted(own), share, words]


def _vehicle_rows(findings: Sequence[Finding]) -> Iterator[list[str]]:
    for vehicle, own in _grouped(findings, lambda finding: finding.vehicle):
        yield [vehicle, own[0].title, str(len(own)), *_counted(own)]


def _notes(findings: Sequence[Finding]) -> Iterator[str]:
    values, right = _counted(findings)
    yield f"{right} of {values} simulated values are within their bounds."
    yield (
        "The least margin is the distance of a value from its nearer bound over half of the distance between its "
        "bounds: 100 % in the middle, 0 % at a bound, negative outside. Values with one bound, and those that must "
        "be exact, have no margin."
    )
    for finding in findings:
        wrong = [measure for measure in _measures([finding]) if not measure.passes]
        if finding.outcome is None:
            yield f"{finding.vehicle}, {finding.name}: {finding.problem}"
        for measure in wrong:
            value = f"{number(measure.value)} {measure.unit}"
            yield f"{finding.vehicle}, {finding.name}: {measure.what} is {value}, bounds {bounds(measure)}"


def _grouped(findings: Sequence[Finding], key: Callable[[Finding], str]) -> Iterator[tuple[str, list[Finding]]]:
    groups: dict[str, list[Finding]] = {}
    for finding in findings:
        groups.setdefault(key(finding), []).append(finding)
    yield from groups.items()


def _measures(findings: Sequence[Finding]) -> list[Measure]:
    return [measure for finding in findings if finding.outcome for measure in finding.outcome.measures]


def _counted(findings: Sequence[Finding]) -> tuple[str, str]:
    measures = _measures(findings)
    return str(len(measures)), str(sum(measure.passes for measure in measures))


def _margin(measure: Measure) -> float:
    """Return the distance from the nearer bound over half the distance between the bounds; infinite if it has none."""
    half = 0.5 * (measure.high - measure.low)
    if not (0.0 < half < math.inf and math.isfinite(measure.value)):
        return math.inf
    return min(measure.value - measure.low, measure.high - measure.value) / half
