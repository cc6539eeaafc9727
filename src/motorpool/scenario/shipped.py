"""Scenarios that are part of Motorpool: their names, and an outline of each without a check of the whole file.

Listing them needs neither NumPy nor a motion model. A test checks that the files are valid.
"""

from pathlib import Path
from typing import Any, NamedTuple

from .document import parse

FOLDER = Path(__file__).parent / "scenarios"


class Outline(NamedTuple):
    """Outline of a scenario for lists."""

    name: str  # that `motorpool run` takes
    title: str  # in the file; the name, if it has none
    description: str
    vehicle_count: int


def names() -> list[str]:
    """Return the names of the scenarios that ship with Motorpool."""
    return sorted(path.stem for path in FOLDER.glob("*.yaml"))


def path_of(name: str) -> Path:
    """Return the file of a scenario that ships."""
    return FOLDER / f"{name}.yaml"


def outline(name: str) -> Outline:
    """Return the outline of a scenario that ships."""
    values: Any = parse(path_of(name).read_text(encoding="utf-8"), name).values
    count = sum(fleet.get("count", 1) for fleet in values["vehicles"])
    return Outline(name, values.get("name", name), " ".join(values.get("description", "").split()), count)
