"""Mobility maps: where a vehicle can go, how fast, and what limits it.

    terrain = mp.load_terrain("jacksboro")
    found = mobility_map(terrain, map_of_terrain(terrain), "M1A1", season="wet")
    write(found, "jacksboro.tif")

The way of the data: trials of the dynamic model on planes (``trials``) give its limits and speeds for a lattice of
conditions (``conditions``), rough ground those of the ride (``ride``), objects those of obstacles (``obstacles``); each
cell and heading is found between them (``mapping``); a map (``maps``) is written as Cloud-Optimised GeoTIFF
(``raster``).
"""

from .conditions import Conditions, conditions_of
from .mapping import mobility_map
from .maps import REASONS, SEASONS, MobilityMap, Season
from .raster import read, write

__all__ = [
    "REASONS",
    "SEASONS",
    "Conditions",
    "MobilityMap",
    "Season",
    "conditions_of",
    "mobility_map",
    "read",
    "write",
]
