"""Files that a scenario names: its ground, its objects, the places and shapes of its vehicles."""

from collections.abc import Iterator, Mapping
from typing import Any, cast

from .document import Path

MADE = ("jacksboro", "flat")  # terrains that are no files


def named_files(values: Any) -> Iterator[tuple[Path, str]]:
    """Yield the place and the text of each name of a file; that of the terrain first.

    Models and vehicles of files are left out: finding the model finds these.

    Args:
        values: the document's, right or not.
    """
    source = _text(values, ("terrain", "source")) or _text(values, ("terrain",))
    if source is not None and source not in MADE:
        yield ("terrain",) if _text(values, ("terrain",)) else ("terrain", "source"), source
    fleets = _at(values, ("vehicles",))
    fleet_count = len(cast("list[Any]", fleets)) if isinstance(fleets, list) else 0
    of_fleets = (("start", "file"), ("body", "shape"))
    paths: list[Path] = [("objects", "file"), ("surface", "file")]
    paths += [("vehicles", index, *rest) for index in range(fleet_count) for rest in of_fleets]
    for path in paths:
        name = _text(values, path)
        if name is not None:
            yield path, name


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
