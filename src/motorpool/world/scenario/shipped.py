"""Scenarios by name: files, and those that are part of Motorpool with an outline without a check of the whole file.

Listing them needs neither NumPy nor a motion model. A test checks that the files are valid.
"""

import os
from pathlib import Path
from typing import Any, NamedTuple

from ...base.errors import Refusal, ScenarioError, closest_names
from .document import parse

FOLDER = Path(__file__).parent / "scenarios"
SUFFIXES = (".yaml", ".yml")
MOST_SUGGESTED = 3  # scenarios of a folder that a message names


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


def find_file(scenario: str | os.PathLike[str]) -> Path:
    """Return the file of a scenario, which is not read.

    Args:
        scenario: path of a file, or name of a scenario that ships.

    Raises:
        ScenarioError: there is none; with similar names.
    """
    path = Path(scenario)
    looks_like_file = path.suffix in SUFFIXES or len(path.parts) > 1
    if path.is_file():
        return path
    if not looks_like_file and str(scenario) in names():
        return path_of(str(scenario))
    if path.is_dir():
        inside = ", ".join(str(path / name) for name in sorted(_scenarios_in(path))[:MOST_SUGGESTED])
        raise ScenarioError(f"{path} is a folder; name a scenario's file{inside and f', such as {inside}'}")
    if looks_like_file and path.exists():
        return path
    if looks_like_file:
        raise ScenarioError(f"there is no file {path}{similar_names(path.name, _scenarios_in(path.parent))}")
    advice = similar_names(str(scenario), names())
    sentence = f"there is no scenario {scenario}{advice}; `motorpool scenarios` lists them, or give a .yaml file"
    raise ScenarioError(Refusal(sentence, names(), kind="scenario"))


def similar_names(name: str, known: list[str]) -> str:
    """Return " (did you mean slalom?)", or an empty text if no known name is similar."""
    close = closest_names(name, known)
    return f" (did you mean {' or '.join(close)}?)" if close else ""


def _scenarios_in(folder: Path) -> list[str]:
    return [file.name for file in folder.iterdir() if file.suffix in SUFFIXES] if folder.is_dir() else []
