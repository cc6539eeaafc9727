"""OpenStreetMap as a format of maps."""

from pathlib import Path

from ..importer import Importer
from ..place_map import PlaceMap

SUFFIXES = (
    ".osm", ".osm.gz", ".osm.bz2", ".osm.pbf", ".pbf", ".osm.xml", ".osm.xml.gz", ".osm.xml.bz2", ".json", ".json.gz",
    ".json.bz2", ".osh", ".osh.gz", ".osh.bz2",
)  # fmt: skip


def read(file: Path, drives_on_left: bool | None) -> PlaceMap:
    """Return the map of a file."""
    from .reading import read_osm

    return read_osm(file, drives_on_left=drives_on_left)


IMPORTER = Importer("openstreetmap", SUFFIXES, read, contents=("OpenStreetMap", "Overpass JSON", "Lanelet2"))
