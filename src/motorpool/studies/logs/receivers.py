"""Logs of satellite receivers: GPX, and VBO of Racelogic's VBOX."""

from pathlib import Path

import numpy as np

from ...base.errors import FitError, TerrainError
from .moments import without_midnights
from .sparse_columns import Columns, FilledRows
from .text import columns_of, text_of

# Units of columns of VBO where their names state none (Racelogic, "VBO file format").
_VBO_UNITS = {"velocity": "km/h", "heading": "deg", "lat": "min", "long": "min", "height": "m"}


def read_gpx(path: Path) -> Columns:
    """Return the times and places of a GPX file with one track.

    Raises:
        FitError: it cannot be read, or has no track or several.
    """
    from ...maps.tracks import read_tracks

    try:
        drives = read_tracks(path)
    except TerrainError as reason:
        raise FitError(str(reason)) from reason
    timed = [drive for drive in drives if np.isfinite(drive.time).sum() > 1]
    if len(timed) != 1:
        raise FitError(f"{path} has {len(timed)} tracks with times; a log is the track of one drive")
    drive = timed[0]
    names = ("time", "latitude", "longitude", "height")
    return Columns.of({name: np.asarray(getattr(drive, name), np.float64) for name in names})


def read_vbo(path: Path) -> Columns:
    """Return the columns of a VBO file: times since midnight in UTC, and places in degrees.

    Raises:
        FitError: it has no columns, or a value that cannot be read.
    """
    text = text_of(path)
    sections = {name.strip().casefold(): body for name, body in _sections(text)}
    if "column names" not in sections or "data" not in sections:
        raise FitError(f"{path} is no VBO file: it has no sections [column names] and [data]")
    columns = columns_of(path, f"{sections['column names'].strip()}\n{sections['data'].strip()}\n")
    found: dict[str, FilledRows] = {}
    for name in columns:
        filled = columns.filled(name)
        match name:
            case "time":
                found[name] = without_midnights(filled._replace(values=_of_day(filled.values)))
            case "long":
                found[name] = filled._replace(values=-filled.values)  # west is positive
            case _:
                found[name] = filled
    units = {name: unit for name, unit in _VBO_UNITS.items() if name in found}
    return Columns(found, columns.row_count, units)


def _sections(text: str) -> list[tuple[str, str]]:
    found: list[tuple[str, list[str]]] = []
    for line in text.splitlines():
        name = line.strip()
        if name.startswith("[") and name.endswith("]"):
            found.append((name[1:-1], []))
        elif found:
            found[-1][1].append(line)
    return [(name, "\n".join(lines)) for name, lines in found]


def _of_day(times: np.ndarray) -> np.ndarray:
    """Return seconds of the day for times written as HHMMSS.sss."""
    hours, rest = np.divmod(times, 10_000.0)
    minutes, seconds = np.divmod(rest, 100.0)
    return 3600.0 * hours + 60.0 * minutes + seconds
