"""Measured tables of a documentation page: written between two markers, with machine, date and command.

Everything between the markers is replaced, so that all figures of a page are those of one machine, one day and one
command.
"""

import datetime
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from ..errors import MotorpoolError
from ..files import read_text, whole_file

BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"
MAX_PAGE_BYTES = 10_000_000


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
    """Replace what stands between the markers of a page by tables.

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
