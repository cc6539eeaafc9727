"""Measured tables of a documentation page: written between two markers, with the machine, the date and the command.

Everything between the markers is replaced, so that all figures of a page are those of one machine, one day and one
command.
"""

import datetime
import os
import platform
import sys
from collections.abc import Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import NamedTuple

from .. import __version__
from ..base.errors import MotorpoolError
from ..base.files import read_text, whole_file
from ..compile.columns import cpu_count

MOST_LOAD = 0.7  # average number of waiting or running processes of a machine that is left alone


def describe_machine() -> dict[str, str]:
    """Return the processor, the number of its cores, their other load, and the versions of numerical libraries."""
    versions = ", ".join(f"{name} {_version(name)}" for name in ("numpy", "llvmlite"))
    return {
        "processor": processor_name(),
        "processors": str(cpu_count()),
        "load": load(),
        "system": platform.platform(),
        "software": f"motorpool {__version__}, Python {platform.python_version()}, {versions}",
    }


def load() -> str:
    """Return the words on the work of other programs in the last minute; "" if there is little."""
    if sys.platform == "win32":
        return ""
    others = os.getloadavg()[0]
    return f", beside other work (load {others:.1f} at the start)" if others > MOST_LOAD else ""


def processor_name() -> str:
    """Return the processor as it calls itself, with the vector instructions that matter here."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    facts = {key.strip(): value.strip() for key, _, value in (line.partition(":") for line in lines)}
    vectors = [name for name in ("avx2", "avx512f", "asimd", "sve") if name in facts.get("flags", "").split()]
    name = facts.get("model name") or platform.machine()
    family = f" (family {facts['cpu family']}, model {facts['model']})" if "cpu family" in facts else ""
    return f"{name}{family}, {' '.join(vectors)}".rstrip(", ")


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"


BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"
MAX_PAGE_BYTES = 10_000_000  # limit of a page that is read again for a comparison [bytes]


class Table(NamedTuple):
    """Printed rows of a part."""

    title: str
    columns: Sequence[str]  # titles; of numbers with a leading ``>``
    rows: Sequence[Sequence[str]]
    notes: Sequence[str]  # sentences below it


def checked_page(file: Path) -> str:
    """Return the text of a page that has both markers.

    Raises:
        MotorpoolError: the file cannot be read, or does not have them once each, in this order.
    """
    text = read_text(file, max_bytes=MAX_PAGE_BYTES, error=MotorpoolError)
    if text.count(BEGIN) != 1 or text.count(END) != 1 or text.index(END) < text.index(BEGIN):
        raise MotorpoolError(
            f"{file} has no place for the tables that are measured; write the lines {BEGIN} and {END} where they belong"
        )
    return text


def write_page(file: Path, tables: Sequence[Table], *, machine: Mapping[str, str], command: str) -> None:
    """Replace the text between the markers of a page by tables.

    Raises:
        MotorpoolError: the file cannot be read or written, or lacks the markers.
    """
    text = checked_page(file)
    before, after = text[: text.index(BEGIN)], text[text.index(END) :]
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    head = (
        f"Measured on {today} by `{command}` on {machine['processor']}, {machine['processors']} processors"
        f"{machine['load']}; {machine['software']}."
    )
    parts = [BEGIN, head, *(_markdown(table) for table in tables)]
    with whole_file(file, error=MotorpoolError) as new:
        new.write_text(before + "\n\n".join(parts) + "\n\n" + after, encoding="utf-8")


def _markdown(table: Table) -> str:
    titles = [title.lstrip(">").strip() for title in table.columns]
    rule = ["---:" if title.startswith(">") else "---" for title in table.columns]
    lines = [_line(titles), _line(rule), *(_line(row) for row in table.rows)]
    notes = "".join(f"\n\n{note}" for note in table.notes)
    return f"### {table.title[:1].upper()}{table.title[1:]}\n\n" + "\n".join(lines) + notes


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"
