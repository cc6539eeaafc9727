"""Logs as text: a line of headings, perhaps one of units, and a line for each time.

Cells are separated by commas, semicolons, tabs, bars or blanks; numbers may have decimal commas. Other lines may stand
before the headings, as MoTeC writes them, and the headings in a comment, as ``numpy.savetxt`` and ``rostopic echo -p``
do. Text is UTF-8, UTF-16 or Latin-1 (Windows-1252), and may be compressed by gzip.
"""

import csv
import gzip
import io
import itertools
import math
import re
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from ...base.errors import FitError
from ...base.files import read_bytes
from .moments import is_clock, moment, without_midnights
from .sparse_columns import MOST_TEXT_BYTES, Cells, Columns, check_size

SAMPLED = 400  # first lines, by which the layout is found; a longer preamble hides the headings
_LINE = re.compile(r"[^\n]+")
_COMMENT = re.compile(r"\s*(#|%|//)+\s*")
_SEPARATORS = ";\t|,"  # a comma last: numbers may have it, too
_BINARY = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_DECIMAL_COMMA = re.compile(r"\s*[-+]?\d*,\d+\s*")
_NO_CELLS: list[str] = []


class _Row(NamedTuple):
    """Row near the beginning of a file."""

    start: int  # of its first character
    cells: list[str]
    is_comment: bool

    @property
    def numbers(self) -> int:
        return sum(math.isfinite(number_of(cell.replace(",", "."))) for cell in self.cells)

    @property
    def is_words(self) -> bool:
        """Return whether the row has words and no number, as headings and units do."""
        return not self.numbers and any(cell.strip() and not _is_float(cell) for cell in self.cells)


class Layout(NamedTuple):
    """Headings of a text, and how its rows are read."""

    separator: str
    headings: list[str]
    units: list[str]  # of each heading, perhaps fewer; empty where none is stated
    start: int  # of the first row of values


def read_csv(path: Path) -> Columns:
    """Return the columns of a file of text.

    Raises:
        FitError: it has no rows, two columns of one heading, a cell that cannot be read, or is too large.
    """
    return columns_of(path, text_of(path))


def text_of(path: Path) -> str:
    """Return the text of a file, unpacked, with line ends converted to newlines.

    Raises:
        FitError: it cannot be read, is too large, or is no text.
    """
    content = read_bytes(path, max_bytes=MOST_TEXT_BYTES, error=FitError)
    if content.startswith(b"\x1f\x8b"):
        content = _unpacked(path, content)
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        encodings: Sequence[str] = ("utf-16",)
    else:
        is_binary = content.strip(b"\0") and _BINARY.search(content[: 1 << 16])
        encodings = ("utf-8-sig",) if is_binary else ("utf-8-sig", "cp1252", "latin-1")
    for encoding in encodings:
        try:
            return content.decode(encoding).replace("\r\n", "\n").replace("\r", "\n")
        except UnicodeDecodeError:
            continue
    raise FitError(f"{path} is not a text file in UTF-8, UTF-16 or Latin-1")


def _unpacked(path: Path, content: bytes) -> bytes:
    try:
        with gzip.open(io.BytesIO(content)) as file:
            found = file.read(MOST_TEXT_BYTES + 1)
    except (OSError, EOFError, zlib.error) as reason:
        raise FitError(f"{path} is a damaged gzip file: {reason}") from reason
    if len(found) > MOST_TEXT_BYTES:
        raise FitError(f"{path} has more than {MOST_TEXT_BYTES} bytes unpacked; cut it into several logs")
    return found


def columns_of(path: Path, text: str) -> Columns:
    """Return the columns of a text; ``path`` is named in errors.

    Raises:
        FitError: as for ``read_csv``.
    """
    layout = layout_of(path, text)
    headings = layout.headings
    check_size(path, columns=len(headings))
    twice = [heading for heading, count in Counter(headings).items() if heading and count > 1]
    if twice:
        raise FitError(f"{path} has {headings.count(twice[0])} columns {twice[0]!r}; rename all but one of them")
    rows = _rows(path, text, layout)
    first_rows = list(itertools.islice(rows, 20))
    has_commas = any(_DECIMAL_COMMA.fullmatch(cell) for row in first_rows for cell in row)
    clocks = {place for row in first_rows for place, cell in enumerate(row) if is_clock(cell)}
    columns = [Cells() for _ in headings]
    row_count = 0
    for row in itertools.chain(first_rows, rows):
        for cells, cell in zip(columns, row, strict=False):
            cells.add(row_count, number_of(cell.replace(",", ".") if has_commas else cell))
        row_count += 1
    filled = {heading: cells.as_arrays() for heading, cells in zip(headings, columns, strict=True)}
    for place in clocks & set(range(len(headings))):
        filled[headings[place]] = without_midnights(filled[headings[place]])
    units = {heading: unit.strip() for heading, unit in zip(headings, layout.units, strict=False) if unit.strip()}
    return Columns(filled, row_count, units)


def layout_of(path: Path, text: str) -> Layout:
    """Return the separator, the headings and the beginning of the values.

    The headings are the first row of words that is followed by rows of numbers, after one of units perhaps, which are
    as wide as most; without any, the first row. Columns without headings are called 1, 2, and so on.

    Raises:
        FitError: there are fewer than two lines.
    """
    lines = list(itertools.islice(_LINE.finditer(text), SAMPLED))
    written = [line for line in lines if line[0].strip()]
    plain = [line for line in written if not _COMMENT.match(line[0])]
    if len(plain) < 2 and len(written) < 3:
        raise FitError(f"{path} has {len(plain)} lines; a log has a line of headings and a line for each time")
    separator = _separator([line[0] for line in plain])
    rows = _sampled(path, written, separator)
    widths = Counter(len(row.cells) for row in rows if not row.is_comment)
    usual = max(widths, key=lambda width: widths[width], default=1)
    for place, row in enumerate(rows):
        behind = _values_behind(rows, place, usual) if row.is_words else 0
        if behind:
            units = rows[place + 1].cells if behind > place + 1 else _NO_CELLS
            return Layout(separator, _headings(row), units, _start(rows, behind, text))
    plain_rows = [place for place, row in enumerate(rows) if not row.is_comment]
    if not plain_rows:
        raise FitError(f"{path} has no line that is not a comment; a log has a line of headings and one for each time")
    first = rows[plain_rows[0]]
    if first.numbers and first.numbers == len([cell for cell in first.cells if cell.strip()]):
        return Layout(separator, [str(1 + place) for place in range(len(first.cells))], _NO_CELLS, first.start)
    behind = plain_rows[1] if len(plain_rows) > 1 else len(rows)
    units = rows[behind].cells if behind < len(rows) and rows[behind].is_words else _NO_CELLS
    return Layout(separator, _headings(first), units, _start(rows, behind + bool(units), text))


def _values_behind(rows: Sequence[_Row], place: int, usual: int) -> int:
    """Return the place of the first row of values if the row at ``place`` has their headings; else 0."""
    is_comment = rows[place].is_comment
    width = len(rows[place].cells)
    if width < usual or (is_comment and width != usual):
        return 0
    behind = place + 1
    if not is_comment:
        behind = _next_plain(rows, behind)
    if behind < len(rows) and rows[behind].is_comment == is_comment and rows[behind].is_words:
        behind = behind + 1 if is_comment else _next_plain(rows, behind + 1)
    values = [row for row in rows[behind : behind + 2] if not row.is_comment]
    are_values = bool(values) and all(row.numbers and len(row.cells) == usual for row in values)
    return behind if are_values else 0


def _next_plain(rows: Sequence[_Row], place: int) -> int:
    return next((number for number in range(place, len(rows)) if not rows[number].is_comment), len(rows))


def _headings(row: _Row) -> list[str]:
    return [cell.strip().removeprefix("\ufeff") for cell in row.cells]


def _start(rows: Sequence[_Row], place: int, text: str) -> int:
    return rows[place].start if place < len(rows) else len(text)


def _separator(lines: Sequence[str]) -> str:
    """Return the sign that stands as often in most lines; a blank if none does."""
    if 2 * sum(_has_decimal_commas(line.split()) for line in lines) > len(lines):
        return " "
    for sign in _SEPARATORS:
        counts = Counter(line.count(sign) for line in lines)
        usual = max((count for count in counts if count), key=lambda count: counts[count], default=0)
        if usual and 2 * sum(counts[count] for count in counts if count) > len(lines):
            return sign
    return " "


def _has_decimal_commas(cells: Sequence[str]) -> bool:
    """Return whether all of several cells between blanks are numbers or times, some with a decimal comma."""
    return (
        len(cells) > 1
        and any(_DECIMAL_COMMA.fullmatch(cell) for cell in cells)
        and all(math.isfinite(number_of(cell.replace(",", "."))) and not cell.endswith(",") for cell in cells)
    )


def _sampled(path: Path, lines: Sequence[re.Match[str]], separator: str) -> list[_Row]:
    rows: list[_Row] = []
    plain: list[re.Match[str]] = []

    def close() -> None:
        if plain:
            begun: list[int] = []
            reader = _reader((begun.append(line.start()) or f"{line[0]}\n" for line in plain), separator)
            with_start = ((begun[0], cells) for cells in _cleared(reader, begun))
            try:
                rows.extend(_Row(start, cells, False) for start, cells in with_start)
            except csv.Error:
                rows.append(_Row(begun[0], _NO_CELLS, False))  # named with its line where the rows are read
        plain.clear()

    for line in lines:
        mark = _COMMENT.match(line[0])
        if not mark:
            plain.append(line)
            continue
        close()
        cells = line[0][mark.end() :].split(separator if separator != " " else None)
        rows.append(_Row(line.start(), [cell.strip().strip('"') for cell in cells], True))
    close()
    check_size(path, columns=max((len(row.cells) for row in rows), default=0))
    return rows


def _cleared(reader: Iterator[list[str]], begun: list[int]) -> Iterator[list[str]]:
    """Yield rows, with ``begun`` holding the starts of the lines of the present one only."""
    while True:
        begun.clear()
        row = next(reader, None)
        if row is None:
            return
        yield row


def _reader(lines: Iterable[str], separator: str) -> Iterator[list[str]]:
    if separator != " ":
        return csv.reader(lines, delimiter=separator)
    return (
        [cell for cell in row if cell] for row in csv.reader((line.replace("\t", " ") for line in lines), delimiter=" ")
    )


def _rows(path: Path, text: str, layout: Layout) -> Iterator[list[str]]:
    """Yield the cells of each row of values; a cell in quotation marks may have several lines."""
    begun: list[int] = []  # starts of the lines of the row that is being read

    def taken() -> Iterator[str]:
        row_count, cell_count = 0, len(layout.headings)
        for line in _LINE.finditer(text, layout.start):
            if not line[0].strip() or _COMMENT.match(line[0]):
                continue
            row_count += 1
            cell_count += 1 + line[0].count(layout.separator)
            check_size(path, rows=row_count, is_partial=True)
            check_size(path, numbers=cell_count, is_partial=True)
            begun.append(line.start())
            yield f"{line[0]}\n"

    rows = _cleared(_reader(taken(), layout.separator), begun)
    while True:
        try:
            row = next(rows)
        except StopIteration:
            return
        except csv.Error as error:
            number = text.count("\n", 0, begun[0]) + 1
            raise FitError(
                f"{path}:{number}: a cell begins here that cannot be read ({error}); each cell must be a number, a "
                "time or empty: look for a quotation mark without a second one"
            ) from error
        yield row


def number_of(cell: str) -> float:
    """Return a number, or a time as seconds; NaN for anything else."""
    try:
        return float(cell)
    except ValueError:
        return moment(cell.strip())


def _is_float(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True
