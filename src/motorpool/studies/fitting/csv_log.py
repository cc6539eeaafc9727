"""Logs as text: a line of headings, perhaps one of units, and a line for each time.

Cells are separated by commas, semicolons or tabs.
"""

import csv
import itertools
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np

from ...base.errors import FitError
from ...base.files import read_text
from .sparse_columns import MOST_TEXT_BYTES, Cells, Columns, check_size

_LINE = re.compile(r"[^\n]+")
_MOMENT = re.compile(
    r"(?P<moment>\d{4}-\d\d-\d\d([T ]\d\d(:\d\d(:\d\d(\.\d{0,9})?)?)?)?)"
    r"(Z|(?P<sign>[+-])(?P<hours>\d\d):?(?P<minutes>\d\d)?)?",
    re.ASCII,
)
_NO_CELLS: list[str] = []


def read_csv(path: Path) -> Columns:
    """Return the columns of a file of text.

    Raises:
        FitError: it has no rows, two columns of one heading, a cell that cannot be read, or is too large.
    """
    text = read_text(path, max_bytes=MOST_TEXT_BYTES, error=FitError, encoding="utf-8-sig")
    lines = _lines(path, text)
    first_lines = list(itertools.islice(lines, 2))
    if len(first_lines) < 2:
        raise FitError(f"{path} has {len(first_lines)} lines; a log has a line of headings and a line for each time")
    sign = max(";\t,", key=first_lines[0][0].count)
    rows = _rows(path, text, itertools.chain(first_lines, lines), sign)
    headings = [cell.strip() for cell in next(rows)]
    check_size(path, columns=len(headings))
    twice = [heading for heading, count in Counter(headings).items() if heading and count > 1]
    if twice:
        raise FitError(f"{path} has {headings.count(twice[0])} columns {twice[0]!r}; rename all but one of them")
    first = next(rows, _NO_CELLS)
    if not any(math.isfinite(_number(cell)) for cell in first):
        first = next(rows, _NO_CELLS)  # the line before had the units
    has_commas = sign != "," and any("," in cell for cell in first)
    columns = [Cells() for _ in headings]
    row_count = 0
    for row in itertools.chain([first] if first else [], rows):
        for cells, cell in zip(columns, row, strict=False):
            cells.add(row_count, _number(cell.replace(",", ".") if has_commas else cell))
        row_count += 1
    named = dict(zip(headings, columns, strict=True))
    return Columns({heading: cells.as_arrays() for heading, cells in named.items()}, row_count)


def _lines(path: Path, text: str) -> Iterator[re.Match[str]]:
    """Yield the lines that are neither empty nor comments."""
    count = 0
    for line in _LINE.finditer(text):
        begin = line[0].lstrip()[:1]
        if begin and begin != "#":
            count += 1
            check_size(path, rows=count, is_partial=True)
            yield line


def _rows(path: Path, text: str, lines: Iterable[re.Match[str]], sign: str) -> Iterator[list[str]]:
    """Yield the cells of each row; a cell in quotation marks may have several lines."""
    begun: list[int] = []  # starts of the lines of the row that is being read

    def taken() -> Iterator[str]:
        cell_count = 0
        for line in lines:
            cell_count += 1 + line[0].count(sign)
            check_size(path, numbers=cell_count, is_partial=True)
            begun.append(line.start())
            yield f"{line[0]}\n"

    reader = csv.reader(taken(), delimiter=sign)
    while True:
        begun.clear()
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            number = text.count("\n", 0, begun[0]) + 1
            raise FitError(
                f"{path}:{number}: a cell begins here that cannot be read ({error}); each cell must be a number, a "
                "time or empty: look for a quotation mark without a second one"
            ) from error
        yield row


def _number(cell: str) -> float:
    try:
        return float(cell)
    except ValueError:
        return _moment(cell.strip())


def _moment(cell: str) -> float:
    """Return a date with a time as seconds; NaN for anything else."""
    found = _MOMENT.fullmatch(cell)
    if found is None:
        return math.nan
    try:
        seconds = float(np.datetime64(found["moment"].replace(" ", "T"), "us").astype(np.int64)) * 1e-6
    except ValueError:
        return math.nan
    ahead = 60 * int(found["hours"] or 0) + int(found["minutes"] or 0)  # of UTC [min]
    return seconds + (60.0 * ahead if found["sign"] == "-" else -60.0 * ahead)
