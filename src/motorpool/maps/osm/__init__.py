"""OpenStreetMap: reading of its XML and JSON (also compressed) and ``.osm.pbf`` files as maps.

``xml_reading``, ``json_reading`` and ``pbf_reading`` give elements (``elements``), ``tags`` says what object a tag
becomes, ``roads`` what a road, ``shapes`` and ``rings`` their geometry. Start with ``reading.py``.
"""

from .reading import read_osm

__all__ = ["read_osm"]
