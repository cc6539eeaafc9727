"""Maps of real places: readers of OpenStreetMap, OpenDRIVE and occupancy maps, and worlds that are made of them.

It imports ``world`` (scenarios), ``ground`` and what lies below them. Start with ``world_folder.py``: from a map to a
folder with a scenario; then ``osm``, ``opendrive`` and ``occupancy``, one folder a format.
"""
