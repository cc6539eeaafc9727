"""Designs of a sweep: the points of the axes at which runs are made.

A grid has every combination; Sobol's sequence and a Latin hypercube fill many axes evenly with few points; a list is
read from a file. Source of the samples: ``scipy.stats.qmc``, scrambled with the given seed.
"""

import csv
import itertools
import math
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ....base.errors import ScenarioError, SweepError, require
from ....base.files import read_text
from ....world.scenario.document import parse
from .axes import Axis

Point = dict[str, Any]  # a value for each path

PLAIN_NUMBER = re.compile(r"[+-]?\d{1,18}(\.\d{1,18})?")  # of a cell, that needs no reader of YAML
MOST_POINTS = 10_000_000  # runs of a sweep, whose list lies in memory
MAX_BYTES = 1_000_000_000  # of a list of points


def grid(axes: Sequence[Axis]) -> list[Point]:
    """Return every combination of the axes' values, the last axis fastest.

    Raises:
        SweepError: a span has no number of values, or there are too many points.
    """
    columns = [axis.in_turn() for axis in _checked(axes)]
    _check_count(math.prod(len(column) for column in columns))
    paths = [axis.path for axis in axes]
    return [dict(zip(paths, values, strict=True)) for values in itertools.product(*columns)]


def sobol(axes: Sequence[Axis], count: int, *, seed: int = 0) -> list[Point]:
    """Return points of a scrambled Sobol sequence; powers of two fill the axes most evenly.

    Listed values get equal shares.

    Raises:
        SweepError: there is no axis, or no such number of points.
    """
    qmc = require("scipy.stats.qmc", extra="app", purpose="sampling")
    power = max(0, (_check_count(count) - 1).bit_length())
    return _points(_checked(axes), qmc.Sobol(len(axes), rng=seed).random_base2(power)[:count])


def latin_hypercube(axes: Sequence[Axis], count: int, *, seed: int = 0) -> list[Point]:
    """Return points of a Latin hypercube: each axis is cut into as many parts, and each part has one point.

    Listed values get equal shares.

    Raises:
        SweepError: there is no axis, or no such number of points.
    """
    qmc = require("scipy.stats.qmc", extra="app", purpose="sampling")
    return _points(_checked(axes), qmc.LatinHypercube(len(axes), rng=seed).random(_check_count(count)))


def listed(path: str | Path) -> list[Point]:
    """Return the points of a CSV file: its header has the paths, each line has a value for each.

    Raises:
        SweepError: it cannot be read, or a line has more or fewer values.
    """
    text = read_text(path, max_bytes=MAX_BYTES, error=SweepError).removeprefix("\ufeff")
    try:
        rows = [row for row in csv.reader(text.splitlines()) if row]
    except csv.Error as error:
        raise SweepError(f"{path} is no CSV file: {error}; write a value for each path, with commas between") from error
    if len(rows) < 2:
        raise SweepError(f"{path} has no points; its first line must have paths, such as vehicles.0.mass, and each "
                         "further line a value for each")  # fmt: skip
    header = [name.strip() for name in rows[0]]
    for number, row in enumerate(rows[1:], start=2):
        if len(row) != len(header):
            raise SweepError(f"{path}:{number}: {len(row)} values for {len(header)} paths; give one for each")
    return [
        {name: _value(cell, f"{path}:{number}: {name}") for name, cell in zip(header, row, strict=True)}
        for number, row in enumerate(rows[1:], start=2)
    ]


def _value(cell: str, where: str) -> Any:
    """Return the value of a cell, as in a scenario; None for an empty one."""
    if PLAIN_NUMBER.fullmatch(cell):
        return float(cell) if "." in cell else int(cell)
    try:
        return parse(cell, where).values if cell.strip() else None
    except ScenarioError as error:
        raise SweepError(str(error)) from error


def _points(axes: Sequence[Axis], shares: Any) -> list[Point]:
    return [{axis.path: axis.at(share) for axis, share in zip(axes, row, strict=True)} for row in shares.tolist()]


def _checked(axes: Sequence[Axis]) -> Sequence[Axis]:
    if not axes:
        raise SweepError("a sweep varies something; give an axis, such as seed=0:100")
    paths = [axis.path for axis in axes]
    for path in paths:
        if paths.count(path) > 1:
            raise SweepError(f"{path} is varied twice; give all its values in one axis")
    return axes


def _check_count(count: int) -> int:
    if not 1 <= count <= MOST_POINTS:
        raise SweepError(f"a sweep of {count} runs; it has 1 to {MOST_POINTS}")
    return count
