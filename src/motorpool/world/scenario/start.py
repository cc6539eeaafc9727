"""Start positions that are not random: in a grid, in a formation, or listed."""

import csv
import math
from pathlib import Path
from typing import Any

import numpy as np

from ...base.errors import ScenarioError
from ...base.files import read_text
from ...ground.objects.spawn_sampler import Poses
from .fleet_keys import FormationPart, GridPart

COLUMNS = ("x", "y", "heading_deg")  # of a file of positions
MAX_BYTES = 100_000_000  # of such a file; a million positions take about 30 MB


def in_grid(grid: GridPart, count: int) -> Poses:
    """Return positions in rows from south to north, each filled from west to east."""
    rows, columns = np.divmod(np.arange(count), grid.columns)
    yaw = np.full(count, yaw_of(grid.heading_deg))
    return grid.x + columns * grid.spacing, grid.y + rows * grid.spacing, yaw


def as_listed(positions: list[Any]) -> Poses:
    """Return positions that are given as x, y [m] and heading [degrees]."""
    x, y, heading_deg = np.array(positions, np.float64).T
    return x, y, np.array([yaw_of(heading) for heading in heading_deg])


def in_formation(formation: FormationPart, count: int) -> Poses:
    """Return positions in a formation: a column behind the first vehicle, a line to both sides of it, a wedge both."""
    number = np.arange(count)
    side = np.where(number % 2 == 1, 1.0, -1.0) * ((number + 1) // 2)  # left, right, left ...
    back = {"column": number, "line": 0 * number, "wedge": (number + 1) // 2}[formation.kind] * formation.spacing
    left = {"column": 0.0 * number, "line": side, "wedge": side}[formation.kind] * formation.spacing
    yaw = yaw_of(formation.heading_deg)
    x = formation.x - back * math.cos(yaw) - left * math.sin(yaw)
    y = formation.y - back * math.sin(yaw) + left * math.cos(yaw)
    return x, y, np.full(count, yaw)


def as_filed(path: Path, count: int, *, where: str) -> Poses:
    """Return x, y [m] and yaw [rad] of each vehicle, read from a CSV file.

    The headings in the file are in degrees clockwise from north; each vehicle has a line.

    Raises:
        ScenarioError: it cannot be read, lacks a column, or does not have one line for each vehicle.
    """
    text = read_text(path, max_bytes=MAX_BYTES, error=lambda sentence: ScenarioError(f"{where}: {sentence}"))
    try:
        table = csv.DictReader(text.removeprefix("\ufeff").splitlines())
        missing = [name for name in COLUMNS if name not in (table.fieldnames or ())]
        if missing:
            raise ScenarioError(f"{where}: {path} has no column {missing[0]}; it needs {', '.join(COLUMNS)}")
        rows = [[float(row[name]) for name in COLUMNS] for row in table]
    except csv.Error as error:
        raise ScenarioError(f"{where}: {path} is no CSV file: {error}") from error
    except (TypeError, ValueError) as error:
        raise ScenarioError(f"{where}: {path} has a value that is no number: {error}") from error
    if len(rows) != count or not np.isfinite(rows).all():
        raise ScenarioError(
            f"{where}: {path} has {len(rows)} positions for {count} vehicles; give each one, all finite"
        )
    return as_listed(rows)


def yaw_of(heading_deg: float) -> float:
    """Convert a compass heading, clockwise from north [degrees], to yaw in (-pi, pi] [rad]."""
    yaw = math.remainder(0.5 * math.pi - math.radians(heading_deg), 2.0 * math.pi)
    return math.pi if yaw <= -math.pi else yaw
