"""Soil map: the surface of a world, for stages that look at it."""

from typing import NamedTuple

from ..base.arrays import ByteTable, FloatTable
from ..ground.terrain.surface import FIELDS
from ..world.world import World

FRICTION = FIELDS.index("friction")


class SoilMap(NamedTuple):
    """Classes of the ground and their properties."""

    classes: ByteTable  # (rows, columns); row 0 is south
    x_west: float  # outer corner of cell (0, 0) [m]
    y_south: float  # outer corner of cell (0, 0) [m]
    spacing: float  # side of a cell [m]
    table: FloatTable  # (classes, fields), units as ``surface.FIELDS``
    resistance: int  # field of the resistance of the vehicles' running gear


def soil_map(world: World) -> SoilMap:
    """Return the surface of a world of one fleet."""
    surface = world.surface
    west, south, spacing = float(surface.x_west), float(surface.y_south), float(surface.spacing)
    gear = "track_resistance" if world.fleets[0].kind == "tracked" else "wheel_resistance"
    return SoilMap(surface.classes, west, south, spacing, surface.table, FIELDS.index(gear))
