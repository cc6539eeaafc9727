"""Place map: what a map of a real place holds, in metres, whichever format it was read from.

Readers (``osm``, ``opendrive``) return it; ``world_folder`` makes a scenario of it.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..roads.network import RoadNetwork

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False, kw_only=True)
class MapBuilding:
    """Building, from its outline."""

    outline: Floats  # (corners, 2): x, y [m], not closed
    height: float  # above the ground [m]
    courtyards: list[Floats] = field(default_factory=list[Floats])  # rings (corners, 2) without a building [m]
    source_id: str = ""


@dataclass(frozen=True, eq=False, kw_only=True)
class MapArea:
    """Area of ground of one kind."""

    outlines: list[Floats]  # outer and inner rings (corners, 2) [m]; a point belongs to it by the even-odd rule
    kind: str | None = None  # surface class; None leaves the ground's
    trees_per_hectare: float = 0.0
    is_water: bool = False  # impassable
    category: str = ""  # as the map names it, such as "natural=wood"
    source_id: str = ""


@dataclass(frozen=True, eq=False, kw_only=True)
class MapThing:
    """Single object: a tree, a rock, a barrier's piece."""

    x: float  # [m]
    y: float  # [m]
    kind: str  # "tree", "rock" or "building"
    radius: float  # [m]
    height: float  # [m]


class MapPlace(NamedTuple):
    """Named place, such as a town or a pass."""

    x: float  # [m]
    y: float  # [m]
    name: str


@dataclass(frozen=True, eq=False, kw_only=True)
class PlaceMap:
    """Map of a place, in metres."""

    network: RoadNetwork
    buildings: list[MapBuilding] = field(default_factory=list[MapBuilding])
    areas: list[MapArea] = field(default_factory=list[MapArea])  # later ones cover earlier ones
    waterways: list[tuple[Floats, float]] = field(default_factory=list[tuple[Floats, float]])  # line (points, 2), width
    things: list[MapThing] = field(default_factory=list[MapThing])
    places: list[MapPlace] = field(default_factory=list[MapPlace])  # the most important first
    crs: str | None = None  # of x and y before the origin was taken away, as PROJ names it; None: unknown
    origin: tuple[float, float] = (0.0, 0.0)  # easting and northing of x = y = 0 [m]
    attribution: str = ""
    left_out: Counter[str] = field(default_factory=Counter[str])  # what was not understood or not used, counted
