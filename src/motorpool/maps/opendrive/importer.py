"""OpenDRIVE as a format of maps."""

from pathlib import Path

from ..importer import Importer
from ..place_map import PlaceMap

SUFFIXES = (".xodr", ".xodr.gz")


def read(file: Path, drives_on_left: bool | None) -> PlaceMap:
    """Return the map of a file, which says itself on which side its lanes are."""
    from .reader import read_opendrive

    return read_opendrive(file)


IMPORTER = Importer("opendrive", SUFFIXES, read, contents=("OpenDRIVE",))
