"""Maps of real places: readers of OpenStreetMap and OpenDRIVE, and worlds that are made of them.

It imports ``world`` (scenarios), ``ground`` and what lies below them. Start with ``world_folder.py``: from a map to a
folder with a scenario; then ``osm`` and ``opendrive``, one folder a format.
"""
