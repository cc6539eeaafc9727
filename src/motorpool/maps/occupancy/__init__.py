"""Occupancy maps, the format of Nav2's map_server: an image whose cells are free, occupied or unknown.

Start with ``reading.py``: from the file to the obstacles of a place; ``cover.py`` covers cells by circles, and
``writing.py`` writes the obstacles of a world as such a map.
"""
