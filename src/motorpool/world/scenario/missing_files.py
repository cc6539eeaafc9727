"""Files that a scenario names and that do not exist."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ...base.errors import TerrainError, closest_names
from ...base.wording import KeyPath, shown_path
from .ground import find_terrain
from .named_files import named_files


def missing_files(values: Any, folder: Path) -> Iterator[tuple[KeyPath, str]]:
    """Yield the path of each key of a document, which may be wrong, that names a missing file, with an error message.

    Models and vehicles of files are left out: finding the model reports them.
    """
    for path, name in named_files(values):
        if path[0] == "terrain":
            yield from _terrain(path, name, folder)
        elif _is_missing(folder / name):
            yield path, _sentence(path, folder / name)


def _terrain(path: KeyPath, source: str, folder: Path) -> Iterator[tuple[KeyPath, str]]:
    try:
        file = find_terrain(source, folder)
    except TerrainError as error:
        yield path, f"{shown_path(path)}: {error}"
        return
    if _is_missing(file):
        yield path, f'{_sentence(path, file)}; "jacksboro" is always there'


def _is_missing(file: Path) -> bool:
    """Return whether there is no file; other faults, such as a pipe in its place, are reported when it is read."""
    return file.is_dir() or not file.exists()


def _sentence(path: KeyPath, file: Path) -> str:
    if file.is_dir():
        return f"{shown_path(path)} names {file}, which is a folder; name a file in it"
    beside = [other.name for other in file.parent.iterdir()] if file.parent.is_dir() else []
    close = closest_names(file.name, beside)
    meant = f" (did you mean {' or '.join(close)}?)" if close else ""
    return f"{shown_path(path)}: there is no file {file}{meant}; its path is relative to the scenario's folder"
