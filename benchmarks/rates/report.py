"""Prints the rows of the benchmark as they are known, and keeps them for programs and for later comparison."""

import datetime
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from motorpool.base.errors import MotorpoolError, unknown_name
from motorpool.base.files import read_text
from motorpool.studies.page import Table

from .c_reference import Build
from .parts import NAMES, PARTS, Part, Row

NO_COMPILER = (
    "No C compiler was found, so nothing is compared with C; install gcc or clang (or name one in $CC) for that column."
)
LEAST_WIDTH = {False: 22, True: 8}  # of columns of words and of numbers
MAX_JSON_BYTES = 10_000_000

Older = Mapping[tuple[str, tuple[str, ...]], float]  # the compared value of each row, by part and key


class Widths:
    """Widths of a table's columns, which grow with its rows: they are printed one by one.

    Attributes:
        titles: titles of the columns; those of numbers begin with ``>``.
    """

    def __init__(self, titles: Sequence[str]):
        self.titles = [title.lstrip(">") for title in titles]
        self._is_number = [title.startswith(">") for title in titles]
        self._widths = [
            max(len(title), LEAST_WIDTH[is_number]) for title, is_number in zip(titles, self._is_number, strict=True)
        ]

    def line(self, cells: Sequence[str]) -> str:
        """Return a row of cells as a line."""
        self._widths = [max(width, len(cell)) for width, cell in zip(self._widths, cells, strict=True)]
        aligned = zip(cells, self._widths, self._is_number, strict=True)
        return "  ".join(f"{cell:>{width}}" if right else f"{cell:<{width}}" for cell, width, right in aligned).rstrip()


class Printer:
    """Prints a part's table row by row."""

    def __init__(self, console: Any, older: Older | None):
        self._console, self._older = console, older
        self.content: dict[str, list[dict[str, Any]]] = {}
        self.tables: list[Table] = []

    def print_part(self, part: Part, rows: Iterable[Row]) -> None:
        """Print a title, then each row when it comes, then the notes."""
        table: Widths | None = None
        notes: list[str] = []
        printed: list[Sequence[str]] = []
        titles = (*part.columns, ">x older") if self._older is not None else part.columns
        kept = self.content[part.name] = []
        for row in rows:
            cells = [*row.key, *row.cells]
            if self._older is not None:
                cells.append(times_older(part, row, self._older))
            if table is None:
                table = Widths(titles)
                self._console.print(f"\n{part.title}")
                self._console.print(table.line(table.titles))
            self._console.print(table.line(cells))
            printed.append(cells)
            kept.append({**row.numbers, "key": list(row.key), "value": row.value})
            notes += [row.note] if row.note and row.note not in notes else []
        for note in notes:
            self._console.print(note)
        if printed:
            self.tables.append(Table(part.title, titles, printed, notes))

    def print_lines(self, lines: Iterable[str]) -> None:
        """Print sentences."""
        for line in lines:
            self._console.print(line)

    def print_notes(self, lines: Sequence[str]) -> None:
        """Print sentences on the table before."""
        self.print_lines(lines)
        if self.tables:
            self.tables[-1] = self.tables[-1]._replace(notes=[*self.tables[-1].notes, *lines])


class Reference(NamedTuple):
    """Compilers and builds of the C reference."""

    compilers: Sequence[str]  # their version lines
    builds: Mapping[tuple[str, str], Build | None]  # at its best, by model and float type
    wrong: Sequence[str]  # sentences about builds that do not agree with the scalar function

    def notes(self) -> list[str]:
        """Return sentences on the column that compares with C."""
        if not self.compilers:
            return [NO_COMPILER]
        lines = ["Every kernel and every C build below agreed with the scalar function before it was timed."]
        lines += [f"C compiler: {compiler}" for compiler in self.compilers]
        lines += [
            f"C at its best for {model} {float_type}: {build.words}"
            for (model, float_type), build in self.builds.items()
            if build
        ]
        return lines + [f"Left out: {sentence}" for sentence in self.wrong]


def times_older(part: Part, row: Row, older: Older) -> str:
    """Return the speed of a row relative to the older run; a dash if that has no such row."""
    value = older.get((part.name, row.key))
    if not value or not row.value:
        return "-"
    return f"{row.value / value if part.is_rate else value / row.value:.2f}"


def as_json(machine: Mapping[str, str], notes: Sequence[str], content: Mapping[str, Any]) -> dict[str, Any]:
    """Return the content of ``--json``: machine description, remarks, and the content of each part."""
    now = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    return {"date": now, "machine": dict(machine), "notes": list(notes), "parts": dict(content)}


def read_older(file: Path) -> Older:
    """Read the rows of an older run.

    Raises:
        MotorpoolError: the file cannot be read, or no run wrote it.
    """
    text = read_text(file, max_bytes=MAX_JSON_BYTES, error=MotorpoolError)
    try:
        parts = json.loads(text)["parts"]
        return {(name, tuple(row["key"])): float(row["value"]) for name in NAMES for row in parts.get(name, [])}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        words = f"{file} was not written by `benchmarks/bench.py --json`, or by an older version"
        raise MotorpoolError(f"{words}; write one to compare with") from error


def parts_named(names: Sequence[str] | None) -> list[Part]:
    """Return the parts of these names, in their order; all without names.

    Raises:
        MotorpoolError: there is no part of a name.
    """
    for name in names or ():
        if name not in NAMES:
            raise MotorpoolError(unknown_name("", "part", name, NAMES))
    return [part for part in PARTS if names is None or part.name in names]
