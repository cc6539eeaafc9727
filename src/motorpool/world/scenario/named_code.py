"""Code that a scenario names: the files of motion models of its author's own, each with its place and its SHA-256.

Finding it runs nothing of it.
"""

import contextlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, cast

from ...base.errors import ModelError
from ...base.keys import NAMES_MODEL
from ...base.trust import CodeFile
from ...base.wording import KeyPath, shown_path
from ...models import registry
from .document import Document
from .fleet_keys import VEHICLE
from .format import FleetPart, marked_paths

KEYS = (*(path[0] for path in marked_paths(NAMES_MODEL, FleetPart)), VEHICLE)  # of a fleet, that name models


def code_in(document: Document, folder: Path) -> tuple[CodeFile, ...]:
    """Return the files of code that a scenario names, directly or by its vehicles' files, each once."""
    found: dict[Path, CodeFile] = {}
    for path, name in named_models(document.values):
        place = f"{document.place(path)}: {shown_path(path)}"
        for file in code_of(name, folder):
            found.setdefault(file.path, file if file.place else file._replace(place=place))
    return tuple(found.values())


def code_of(name: str, folder: Path) -> tuple[CodeFile, ...]:
    """Return the files of code of a model that a scenario names; none of an unknown model, which others refuse."""
    with contextlib.suppress(ModelError):
        return registry.find_in_data(name, folder).code
    return ()


def code_in_values(points: Iterable[Mapping[str, Any]], folder: Path) -> tuple[CodeFile, ...]:
    """Return the files of code that values by path, as ``vehicles.0.model``, of a scenario name, each once."""
    named = {(path, value) for point in points for path, value in point.items() if isinstance(value, str)}
    found: dict[Path, CodeFile] = {}
    for path, value in sorted(named):
        if path.rpartition(".")[2] in KEYS:
            for file in code_of(value, folder):
                found.setdefault(file.path, file if file.place else file._replace(place=f"{path}={value}"))
    return tuple(found.values())


def named_models(values: Any) -> Iterator[tuple[KeyPath, str]]:
    """Yield the path and the text of each name of a model or a vehicle in a document, which may be wrong."""
    fleets = cast("dict[str, Any]", values).get("vehicles") if isinstance(values, dict) else None
    for index, fleet in enumerate(cast("list[Any]", fleets) if isinstance(fleets, list) else []):
        for key in KEYS:
            name = cast("dict[str, Any]", fleet).get(key) if isinstance(fleet, dict) else None
            if isinstance(name, str) and name:
                yield ("vehicles", index, key), name
