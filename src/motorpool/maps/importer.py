"""Importer: a format of maps. Each declares one in its folder; an installed package, at ``motorpool.importers``."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ..base.errors import TerrainError
from ..base.extensions import IMPORTERS, load, provided
from ..base.files import check_format, open_input

if TYPE_CHECKING:
    from .place_map import PlaceMap


class Importer(NamedTuple):
    """A format: a module-level ``IMPORTER = Importer("opendrive", …)`` declares it.

    Attributes:
        name: name of the format.
        suffixes: endings of its files, in lower case.
        read: function of a file and ``drives_on_left`` that returns the map; it imports its reader when it is called.
        contents: names of the formats in ``base.foreign_formats`` that it reads, whatever the suffix.
        options: keywords of ``read`` in addition, such as "unknown" (``motorpool terrain --unknown``).
    """

    name: str
    suffixes: tuple[str, ...]
    read: "Callable[..., PlaceMap]"
    contents: tuple[str, ...] = ()
    options: tuple[str, ...] = ()


def importers() -> list[Importer]:
    """Return the importers of all formats, in the order of their suffixes."""
    return sorted((load(place) for place in provided(IMPORTERS).values()), key=lambda each: each.suffixes)


def importer_of(file: Path) -> Importer:
    """Return the importer of a file by its content, or else by its suffix.

    Raises:
        TerrainError: no format has this suffix.
    """
    known = importers()
    content = _format_at(file)
    for importer in known:
        if content in importer.contents:
            return importer
    for importer in known:
        if file.name.lower().endswith(importer.suffixes):
            return importer
    check_format(file, error=TerrainError)
    suffixes = ", ".join(suffix for importer in known for suffix in importer.suffixes)
    raise TerrainError(f"{file.name} is no map by its suffix; a map is one of {suffixes}")


def _format_at(file: Path) -> str:
    """Return the name of a file's format by its first bytes; empty if it is unknown or cannot be opened."""
    from ..base.foreign_formats import FORMATS, LOOKED_AT, format_of

    try:
        with open_input(file, max_bytes=sys.maxsize, error=TerrainError, reads=FORMATS) as content:
            return format_of(content.read(LOOKED_AT))
    except (TerrainError, OSError):
        return ""
