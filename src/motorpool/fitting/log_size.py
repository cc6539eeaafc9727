"""Limits on the size of a log, checked before arrays are created, and on the names in a message."""

import itertools
from collections.abc import Iterable
from pathlib import Path

from ..errors import FitError
from ..terminal import in_one_line

MOST_BYTES = 1 << 31  # of a file, and of its decompressed chunks
MOST_TEXT_BYTES = 1 << 29  # of a file of text, which takes several times as much memory
MOST_ROWS = 1 << 22  # 11 hours at 100 Hz; a small compressed file can have any number of equal rows
MOST_COLUMNS = 1 << 16
MOST_NUMBERS = 1 << 26  # of all columns together: half a gigabyte
LONGEST_NAME = 250  # of a column [characters]
MOST_LISTED = 12  # columns in a sentence


def check_size(path: Path, *, rows: int = 0, columns: int = 0, numbers: int = 0, is_partial: bool = False) -> None:
    """Check that a log is not too large.

    Args:
        numbers: of cells that are read.
        is_partial: the file was read only up to here and may have more.

    Raises:
        FitError: a number exceeds its limit.
    """
    limits = (
        ("rows", rows, MOST_ROWS, "cut it into several logs"),
        ("columns", columns, MOST_COLUMNS, "keep the columns that the fit needs"),
        ("numbers", numbers, MOST_NUMBERS, "keep the columns that the fit needs, or cut it into several logs"),
    )
    for words, count, most, advice in limits:
        if count > most:
            number = f"at least {count}" if is_partial else str(count)
            raise FitError(f"{path} has {number} {words}; a log may have at most {most}: {advice}")


def listed(names: Iterable[str], *, sign: str = ", ") -> str:
    """Return the first names of columns, separated by a ``sign``, for a message."""
    return sign.join(in_one_line(name[:LONGEST_NAME]) for name in itertools.islice(names, MOST_LISTED))
