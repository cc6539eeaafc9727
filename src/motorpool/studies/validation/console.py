"""``motorpool validate``: simulates manoeuvres with vehicles and compares the results with references."""

import webbrowser
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from rich import box
from rich.table import Table
from rich.text import Text

from ...base.command_line.exit_codes import DONE, FAILED
from ...base.command_line.waiting import waiting
from ...base.console import PrintableConsole
from ...base.errors import ModelError
from ...base.files import check_output, whole_file
from ...base.plotting.typesetting import plain
from ..page import checked_page, describe_machine, write_page
from . import validate as drive
from .catalogue import MANOEUVRES
from .report import Finding, bounds, number, write_report
from .summary_tables import summary_tables


def list_manoeuvres() -> None:
    """Print the manoeuvres, one per line."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("manoeuvre", no_wrap=True)
    table.add_column("description and source of the reference")
    table.add_column("reference")
    for name, module in MANOEUVRES.items():
        table.add_row(name, f"{module.TITLE}: {plain(module.SOURCE)}", module.REFERENCE)
    PrintableConsole().print(table)


class Output(NamedTuple):
    """Files that a validation writes."""

    report: Path
    overwrite: bool = False  # a report that exists
    is_shown: bool = False  # in a browser
    page: Path | None = None  # of documentation, whose tables are replaced


def validate(vehicles: Sequence[str], manoeuvres: Sequence[str], output: Output) -> int:
    """Simulate the manoeuvres, print the table and write the report; return 1 if a manoeuvre fails, else 0.

    Raises:
        ModelError: there is no such vehicle or manoeuvre, or the report cannot be written there.
        MotorpoolError: the page has no place for tables, or cannot be written.
    """
    out, overwrite, is_shown = output.report, output.overwrite, output.is_shown
    machine = describe_machine()
    if output.page is not None:
        checked_page(output.page)
    if out.exists() and not overwrite:
        raise ModelError(f"{out} exists already; name another file with --out, or overwrite it with --force")
    check_output(out, error=ModelError)
    with waiting("driving", total=1.0) as show:
        findings = drive(
            vehicles or None,
            manoeuvres or None,
            told=lambda vehicle, name, share: show(f"driving {vehicle}: {name}", done=share),
        )
    _show(findings)
    with waiting("writing the report"):
        text = write_report(findings, heading="Vehicles validated")
        with whole_file(out, error=ModelError) as new:
            new.write_text(text, encoding="utf-8")
    print(f"wrote {out}")
    if output.page is not None:
        names = [*vehicles, *(f"--manoeuvre {name}" for name in manoeuvres), f"--write {output.page}"]
        write_page(
            output.page, summary_tables(findings), machine=machine, command=f"motorpool validate {' '.join(names)}"
        )
        print(f"wrote {output.page}")
    if is_shown:
        webbrowser.open(out.resolve().as_uri())
    return DONE if all(finding.passes for finding in findings) else FAILED


def _show(findings: Sequence[Finding]) -> None:
    """Print a line for each vehicle and manoeuvre, with the measures that fail."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("vehicle", "manoeuvre", ""):
        table.add_column(heading, no_wrap=True)
    table.add_column("measures")
    for finding in findings:
        table.add_row(
            finding.vehicle, finding.name, "pass" if finding.passes else Text("FAIL", style="red"), _words(finding)
        )
    console = PrintableConsole()
    console.print(table)
    measures = [measure for finding in findings if finding.outcome for measure in finding.outcome.measures]
    console.print(
        f"{sum(measure.passes for measure in measures)} of {len(measures)} simulated values lie in their bounds"
    )


def _words(finding: Finding) -> str:
    if finding.outcome is None:
        return finding.problem
    wrong = [
        f"{measure.what} is {number(measure.value)} {measure.unit}, should be {bounds(measure)}"
        for measure in finding.outcome.measures
        if not measure.passes
    ]
    return "; ".join(wrong) or f"{len(finding.outcome.measures)}"
