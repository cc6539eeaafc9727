"""Output of ``motorpool vehicles --check``: reference figures of vehicles beside simulated ones."""

from collections.abc import Sequence
from pathlib import Path

from rich import box
from rich.table import Table
from rich.text import Text

from ...base.command_line.command import Service
from ...base.command_line.exit_codes import DONE, FAILED
from ...base.command_line.waiting import waiting
from ...base.console import PrintableConsole
from ...base.errors import VehicleError
from ...base.files import check_output, whole_file
from .figures import Row, check_vehicles
from .figures_page import explanation, may_be, reference, simulated, summary, verdict, write_figures

NARROW = 110  # width of the console below which remarks are printed below their figures [columns]
STYLES = {"pass": "green", "FAIL": "bold red", "not modelled": "dim"}


def check_figures(names: Sequence[str], *, out: Path | None = None, overwrite: bool = False) -> int:
    """Measure, print the tables and write the page; return 1 if a verified figure fails, else 0.

    Raises:
        ModelError: there is no such vehicle.
        VehicleError: the page cannot be written there.
    """
    if out is not None:
        _refuse(out, overwrite=overwrite)
    with waiting("measuring", total=1.0) as show:
        rows = check_vehicles(
            names or None,
            told=lambda vehicle, figure, share: show(f"measuring {vehicle}: {figure}", done=share),
        )
    console = PrintableConsole()
    for vehicle in dict.fromkeys(row.vehicle for row in rows):
        own = [row for row in rows if row.vehicle == vehicle]
        console.print(_table(vehicle, own, is_narrow=console.width < NARROW))
    console.print(Text("V verified, R recalled, E estimated, D derived"))
    console.print(Text(summary(rows)))
    if out is not None:
        with whole_file(out, error=VehicleError) as new:
            new.write_text(write_figures(rows, heading="Reference figures, simulated"), encoding="utf-8")
        print(f"wrote {out}")
    return FAILED if any(row.passes is False and row.figure.status == "V" for row in rows) else DONE


def _refuse(out: Path, *, overwrite: bool) -> None:
    if out.suffix.lower() != ".html":
        raise VehicleError(f"--out {out} must end in .html")
    check_output(out, error=VehicleError)
    if out.exists() and not overwrite:
        raise VehicleError(f"--out {out} exists; add --force to overwrite it")


def _table(vehicle: str, rows: Sequence[Row], *, is_narrow: bool) -> Table:
    """Return a table with a line per figure; on a narrow console remarks are below figures that did not pass."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, title=vehicle, title_justify="left", title_style="bold")
    table.add_column("figure", ratio=3)
    table.add_column("reference", ratio=2)
    table.add_column("may be", ratio=2)
    for heading in ("simulated", "", ""):
        table.add_column(heading, no_wrap=True)
    if not is_narrow:
        table.add_column("by; a remark", ratio=3)
    for row in rows:
        word, remark = verdict(row), explanation(row)
        below = f"\n{remark}" if is_narrow and remark and not row.passes else ""
        name = Text.assemble(row.figure.quantity, (below, "dim"))
        cells = [name, *map(Text, (reference(row), may_be(row), simulated(row), row.figure.status))]
        table.add_row(*cells, Text(word, STYLES[word]), *([] if is_narrow else [Text(remark)]))
    return table


SERVICE = Service("check the figures of vehicles", check_figures)
