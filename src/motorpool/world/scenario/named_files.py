"""Files that a scenario names: its terrain, its objects, the shapes and start positions of its vehicles."""

from collections.abc import Iterator, Mapping
from typing import Any, cast

from ...base.keys import NAMES_FILE
from ...base.wording import KeyPath
from .format import marked_paths

BUILT_IN = ("jacksboro", "flat", "hills")  # terrains that are no files
PATHS = tuple(marked_paths(NAMES_FILE))


def named_files(values: Any) -> Iterator[tuple[KeyPath, str]]:
    """Yield the path and the text of each name of a file; that of the terrain first.

    Models and vehicles of files are left out: finding the model reads them.
    """
    terrain: tuple[KeyPath, ...] = (("terrain",), ("terrain", "source"))  # the first is short for the second
    found = [(path, text) for path in terrain for _, text in _texts_at(values, path)]
    yield from ((path, text) for path, text in found if text not in BUILT_IN)
    for pattern in PATHS:
        yield from _texts_at(values, pattern)


def _texts_at(values: Any, pattern: KeyPath, path: KeyPath = ()) -> Iterator[tuple[KeyPath, str]]:
    """Yield the path from the top and the text of each value at a path, in which "*" stands for any index of a list."""
    if not pattern:
        if isinstance(values, str) and values:
            yield path, values
        return
    step, rest = pattern[0], pattern[1:]
    if step == "*" and isinstance(values, list):
        for index, item in enumerate(cast("list[Any]", values)):
            yield from _texts_at(item, rest, (*path, index))
    elif isinstance(values, Mapping) and step in values:
        yield from _texts_at(cast("Mapping[Any, Any]", values)[step], rest, (*path, step))
