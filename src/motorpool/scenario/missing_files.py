"""Files that a scenario names and that are not there."""

from collections.abc import Iterator, Mapping
from pathlib import Path as File
from typing import Any, cast

from ..errors import TerrainError, closest_names
from .document import Path, shown
from .ground import find_terrain

MADE = ("jacksboro", "flat")  # terrains that are no files


def missing_files(values: Any, folder: File) -> Iterator[tuple[Path, str]]:
    """Yield the place of each name of a file that is not there, and the sentence that says so.

    Models and vehicles of files are left out: finding the model says that of them.

    Args:
        values: the document's, right or not.
        folder: that paths are relative to.
    """
    source = _text(values, ("terrain", "source")) or _text(values, ("terrain",))
    if source is not None and source not in MADE:
        place: Path = ("terrain",) if _text(values, ("terrain",)) else ("terrain", "source")
        yield from _terrain(place, source, folder)
    fleets = _at(values, ("vehicles",))
    fleet_count = len(cast("list[Any]", fleets)) if isinstance(fleets, list) else 0
    of_fleets = (("start", "file"), ("body", "shape"))
    paths: list[Path] = [("objects", "file"), ("surface", "file")]
    paths += [("vehicles", index, *rest) for index in range(fleet_count) for rest in of_fleets]
    for path in paths:
        name = _text(values, path)
        if name is not None and _is_missing(folder / name):
            yield path, _sentence(path, folder / name)


def _terrain(path: Path, source: str, folder: File) -> Iterator[tuple[Path, str]]:
    try:
        file = find_terrain(source, folder)
    except TerrainError as error:
        yield path, f"{shown(path)}: {error}"
        return
    if _is_missing(file):
        yield path, f'{_sentence(path, file)}; "jacksboro" is always there'


def _is_missing(file: File) -> bool:
    """Return whether there is no file; who reads it says what else is wrong with one, such as that it is a pipe."""
    return file.is_dir() or not file.exists()


def _sentence(path: Path, file: File) -> str:
    if file.is_dir():
        return f"{shown(path)} names {file}, which is a folder; name a file in it"
    beside = [other.name for other in file.parent.iterdir()] if file.parent.is_dir() else []
    close = closest_names(file.name, beside)
    meant = f" (did you mean {' or '.join(close)}?)" if close else ""
    return f"{shown(path)}: there is no file {file}{meant}; its path is relative to the scenario's folder"


def _text(values: Any, path: Path) -> str | None:
    value = _at(values, path)
    return value if isinstance(value, str) and value else None


def _at(values: Any, path: Path) -> Any:
    """Return the value at a path; None where there is none."""
    for step in path:
        if isinstance(step, int) and isinstance(values, list):
            values = cast("list[Any]", values)[step]
        elif isinstance(values, Mapping):
            values = cast("Mapping[Any, Any]", values).get(step)
        else:
            return None
    return values
