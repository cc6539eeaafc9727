"""OpenStreetMap: reading of ``.osm``, ``.osm.xml`` (also compressed) and ``.osm.pbf`` files as maps of places."""

from .reading import read_osm

__all__ = ["read_osm"]
