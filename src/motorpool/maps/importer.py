"""Importer: a format of maps. Each declares one in its folder; an installed package, at ``motorpool.importers``."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ..base.errors import TerrainError
from ..base.extensions import IMPORTERS, load, provided
from ..base.files import check_format

if TYPE_CHECKING:
    from .place_map import PlaceMap


class Importer(NamedTuple):
    """A format: a module-level ``IMPORTER = Importer("opendrive", …)`` declares it.

    Attributes:
        name: name of the format.
        suffixes: endings of its files, in lower case.
        read: function of a file and ``drives_on_left`` that returns the map; it imports its reader when it is called.
    """

    name: str
    suffixes: tuple[str, ...]
    read: "Callable[[Path, bool | None], PlaceMap]"


def importers() -> list[Importer]:
    """Return the importers of all formats, in the order of their suffixes."""
    return sorted((load(place) for place in provided(IMPORTERS).values()), key=lambda each: each.suffixes)


def importer_of(file: Path) -> Importer:
    """Return the importer of a file by its suffix.

    Raises:
        TerrainError: no format has this suffix.
    """
    known = importers()
    for importer in known:
        if file.name.lower().endswith(importer.suffixes):
            return importer
    check_format(file, error=TerrainError)
    suffixes = ", ".join(suffix for importer in known for suffix in importer.suffixes)
    raise TerrainError(f"{file.name} is no map by its suffix; a map is one of {suffixes}")
