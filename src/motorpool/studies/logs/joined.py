"""One drive in several files, each with the times of its own rows, as one table: a folder with a file for each topic.

Exports of bags write such folders: a file of commands, one of the inertial sensor, one of the pose. All times must be
of one clock, or of clocks that agree; the rows need neither the same times nor the same rate.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ...base.errors import FitError
from .meaning import is_time, times_of
from .sparse_columns import Columns, listed
from .topics import Topics

Floats = NDArray[np.float64]

JOINED = (".csv", ".tsv", ".parquet")  # suffixes, also .csv.gz and .tsv.gz
DIGITS = 5  # of times in seconds: rows of two files within 10 µs are one row
_SIGNS = re.compile(r"[\s+*/()-]+")


def files_of_drive(folder: Path) -> list[Path]:
    """Return the tables of a folder, in the order of their names."""
    return sorted(file for file in folder.iterdir() if file.is_file() and _plain(file).suffix.lower() in JOINED)


def joined(folder: Path, files: Sequence[Path], read: Callable[[Path], Columns], mapped: Iterable[str]) -> Columns:
    """Return the columns of the files of one drive, on the union of their times.

    A column has the file's name before its heading, as in ``imu/ax``, if several files have this heading.

    Args:
        read: returns the columns of a file.
        mapped: ``QUANTITY=COLUMN`` of the user, of which those of the time are used; ``FILE/time=COLUMN-0.03`` is that
            of one file.

    Raises:
        FitError: a file has no times, or none in common with the longest.
    """
    clocks = [text for text in mapped if is_time(text)]
    topics, units, spans = Topics(folder), dict[str, str](), dict[str, tuple[float, float]]()
    for file in files:
        columns, name = read(file), _plain(file).stem
        times, source = _times(file, columns, [text for text in clocks if _owner(text) in ("", name)])
        is_timed = np.isfinite(times)
        if not is_timed.any():
            raise FitError(f"{file} has no row with a time")
        times = np.round(times[is_timed], DIGITS)
        spans[name] = float(times.min()), float(times.max())
        own = _words(source)  # columns that the times are made of
        for heading in columns:
            if heading and heading not in own and not columns.is_empty(heading):
                topics.add_series(name, times, heading, columns[heading][is_timed])
                if heading in columns.units:
                    units[heading] = units[f"{name}/{heading}"] = columns.units[heading]
    _check_spans(folder, spans)
    return topics.columns("tables", units)


def _times(file: Path, columns: Columns, mapped: Sequence[str]) -> tuple[Floats, str]:
    """Return the times of a file's rows [s], and the heading or formula that they are made of."""
    fitting = [text for text in mapped if _words(text.partition("=")[2]) & set(columns)]
    try:
        found = times_of(columns, sorted(fitting, key=lambda text: bool(_owner(text))))  # the last counts
    except FitError as error:
        raise FitError(f"{file}: {error}") from error
    if found is None:
        raise FitError(
            f"{file} has no column of times: its columns are {listed(columns)}; name it with --column time=COLUMN, or "
            "move the file out of the folder if it is not of the drive"
        )
    return found[0], found[1].source


def _owner(mapping: str) -> str:
    """Return the file that ``FILE/time=COLUMN`` is for; empty for all."""
    return mapping.partition("=")[0].rpartition("/")[0].strip()


def _words(formula: str) -> set[str]:
    """Return a formula and its parts, which may be headings."""
    return {formula.strip(), *_SIGNS.split(formula)}


def _check_spans(folder: Path, spans: dict[str, tuple[float, float]]) -> None:
    """Refuse files of different drives or clocks: all must have a time in common with the longest."""
    longest = max(spans, key=lambda name: spans[name][1] - spans[name][0])
    first, last = spans[longest]
    for name, (begin, end) in spans.items():
        if begin > last or end < first:
            raise FitError(
                f"{folder}: {name} is from {begin:.10g} to {end:.10g} s and {longest} from {first:.10g} to "
                f"{last:.10g} s; the files of a folder are one drive, on one clock: give several drives one by one"
            )


def _plain(file: Path) -> Path:
    """Return a path without the suffix of a compression."""
    return file.with_suffix("") if file.suffix.lower() == ".gz" else file
