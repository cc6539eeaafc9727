"""Code that a scenario names: the files of motion models of its author's own, each with its place and its SHA-256.

Finding it runs nothing of it.
"""

import contextlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path as Folder
from typing import Any, cast

from ..errors import ModelError
from ..models import registry
from ..trust import CodeFile
from ..world.entity.keys import VEHICLE
from .document import Document, Path, shown

ALTERNATE = "alternate_model"
KEYS = ("model", VEHICLE, ALTERNATE)  # of a fleet, that name models


def code_in(document: Document, folder: Folder) -> tuple[CodeFile, ...]:
    """Return the files of code that a scenario names, directly or by its vehicles' files, each once.

    Args:
        document: of the scenario.
        folder: that paths in it are relative to.
    """
    found: dict[Folder, CodeFile] = {}
    for path, name in _names(document.values):
        place = f"{document.where}:{document.line(path)}: {shown(path)}"
        for file in code_of(name, folder):
            found.setdefault(file.path, file if file.place else file._replace(place=place))
    return tuple(found.values())


def code_of(name: str, folder: Folder) -> tuple[CodeFile, ...]:
    """Return the files of code of a model that a scenario names; none of a name that is wrong, which others refuse.

    Args:
        name: as the scenario has it.
        folder: that paths in the scenario are relative to.
    """
    with contextlib.suppress(ModelError):
        return registry.find_in_data(name, folder).code
    return ()


def code_in_values(points: Iterable[Mapping[str, Any]], folder: Folder) -> tuple[CodeFile, ...]:
    """Return the files of code that other values at paths of a scenario name, each once.

    Args:
        points: values by path, as in ``vehicles.0.model``.
        folder: that paths in the scenario are relative to.
    """
    named = {(path, value) for point in points for path, value in point.items() if isinstance(value, str)}
    found: dict[Folder, CodeFile] = {}
    for path, value in sorted(named):
        if path.rpartition(".")[2] in KEYS:
            for file in code_of(value, folder):
                found.setdefault(file.path, file if file.place else file._replace(place=f"{path}={value}"))
    return tuple(found.values())


def _names(values: Any) -> Iterator[tuple[Path, str]]:
    """Yield the names of models in a document, right or not, with their paths."""
    fleets = cast("dict[str, Any]", values).get("vehicles") if isinstance(values, dict) else None
    for index, fleet in enumerate(cast("list[Any]", fleets) if isinstance(fleets, list) else []):
        for key in KEYS:
            name = cast("dict[str, Any]", fleet).get(key) if isinstance(fleet, dict) else None
            if isinstance(name, str) and name:
                yield ("vehicles", index, key), name
