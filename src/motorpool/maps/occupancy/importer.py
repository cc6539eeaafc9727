"""Occupancy maps of robots as a format of maps."""

from pathlib import Path

from ..importer import Importer
from ..place_map import PlaceMap

FORMAT = "occupancy map"  # its name in ``base.foreign_formats``
SUFFIXES = (".yaml", ".yml")


def read(file: Path, drives_on_left: bool | None, *, unknown: str = "free") -> PlaceMap:
    """Return the map of a file, which has no roads."""
    from .reading import read_occupancy

    return read_occupancy(file, unknown=unknown)


IMPORTER = Importer("occupancy", SUFFIXES, read, contents=(FORMAT,), options=("unknown",))
