"""Mobility maps: speed that a vehicle makes good in each cell and direction of travel, and the limit that applies.

    terrain = mp.load_terrain("jacksboro")
    found = mobility_map(terrain, map_of_terrain(terrain), "M1A1", season="wet")
    write(found, "jacksboro.tif")

Data flow: trials of the dynamic model on planes (``trials``) give steepest slopes and speeds for a lattice of
conditions (``conditions``); rough ground (``ride``) and objects (``obstacles``) give further speed limits; ``mapping``
interpolates each cell and heading; ``raster`` writes a map (``maps``) as Cloud-Optimised GeoTIFF.
``requests`` makes maps from the names of terrains, soils and vehicles.
"""

from typing import TYPE_CHECKING

from ...base.lazy_names import lazy_names

if TYPE_CHECKING:
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

__getattr__ = lazy_names(
    __name__,
    {
        "conditions": "Conditions conditions_of",
        "mapping": "mobility_map",
        "maps": "REASONS SEASONS MobilityMap Season",
        "raster": "read write",
    },
)
