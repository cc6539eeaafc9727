"""Place map: the content of a map of a real place, in metres, for every format.

Readers (``osm``, ``opendrive``) return it; ``world_folder`` makes a scenario of it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from ..ground.roads.network import RoadNetwork

Floats = NDArray[np.float64]
THINGS = ("tree", "rock", "building")  # kinds of single objects


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


class MapThing(NamedTuple):
    """Single object: a tree, a rock, a barrier's piece."""

    x: float  # [m]
    y: float  # [m]
    kind: str  # one of ``THINGS``
    radius: float  # [m]
    height: float  # [m]


@dataclass(frozen=True, eq=False)
class MapThings(Sequence[MapThing]):
    """Single objects, as columns: the walls of a map are up to millions of them."""

    points: Floats  # (things, 2): x, y [m]
    kind: NDArray[np.intp]  # index into ``THINGS``
    radius: Floats  # [m]
    height: Floats  # [m]

    @classmethod
    def of(cls, things: Iterable[MapThing]) -> "MapThings":
        """Return the columns of things."""
        rows = np.array([(x, y, THINGS.index(kind), *size) for x, y, kind, *size in things], np.float64).reshape(-1, 5)
        return cls(rows[:, :2], rows[:, 2].astype(np.intp), rows[:, 3], rows[:, 4])

    @classmethod
    def row(cls, points: Floats, kind: str, *, radius: float, height: float) -> "MapThings":
        """Return things of one kind and size at points (things, 2) [m]."""
        count = len(points)
        return cls(points, np.full(count, THINGS.index(kind)), np.full(count, radius), np.full(count, height))

    @classmethod
    def joined(cls, parts: Sequence["MapThings"]) -> "MapThings":
        """Return the things of all parts, in their order."""
        return cls(
            np.concatenate([np.zeros((0, 2)), *(part.points for part in parts)]),
            np.concatenate([np.zeros(0, np.intp), *(part.kind for part in parts)]),
            np.concatenate([np.zeros(0), *(part.radius for part in parts)]),
            np.concatenate([np.zeros(0), *(part.height for part in parts)]),
        )

    def at(self, points: Floats, kept: NDArray[np.bool_] | slice = slice(None)) -> "MapThings":
        """Return the things that are kept, at other points (things, 2) [m]."""
        return MapThings(points[kept], self.kind[kept], self.radius[kept], self.height[kept])

    def __len__(self) -> int:
        return len(self.points)

    def __iter__(self) -> Iterator[MapThing]:
        columns = (self.kind.tolist(), self.radius.tolist(), self.height.tolist())
        for (x, y), kind, radius, height in zip(self.points.tolist(), *columns, strict=True):
            yield MapThing(x, y, THINGS[kind], radius, height)

    @overload
    def __getitem__(self, index: int) -> MapThing: ...
    @overload
    def __getitem__(self, index: slice) -> "MapThings": ...
    def __getitem__(self, index: int | slice) -> "MapThing | MapThings":
        if isinstance(index, slice):
            return self.at(self.points, index)
        x, y = self.points[index].tolist()
        return MapThing(x, y, THINGS[self.kind[index]], float(self.radius[index]), float(self.height[index]))


class MapPlace(NamedTuple):
    """Named place, such as a town or a pass."""

    x: float  # [m]
    y: float  # [m]
    name: str


class MapStart(NamedTuple):
    """Free ground for the first vehicle of a map without roads."""

    x: float  # [m]
    y: float  # [m]
    room: float  # distance to the nearest obstacle or unknown ground [m]


@dataclass(frozen=True, eq=False, kw_only=True)
class PlaceMap:
    """Map of a place, in metres."""

    network: RoadNetwork
    buildings: list[MapBuilding] = field(default_factory=list[MapBuilding])
    areas: list[MapArea] = field(default_factory=list[MapArea])  # later ones cover earlier ones
    waterways: list[tuple[Floats, float]] = field(default_factory=list[tuple[Floats, float]])  # line (points, 2), width
    things: MapThings = field(default_factory=lambda: MapThings.of(()))
    places: list[MapPlace] = field(default_factory=list[MapPlace])  # the most important first
    start: MapStart | None = None  # of a map without roads; None: anywhere
    crs: str | None = None  # of x and y before the origin was taken away, as PROJ names it; None: unknown
    origin: tuple[float, float] = (0.0, 0.0)  # easting and northing of x = y = 0 [m]
    attribution: str = ""
    left_out: Counter[str] = field(default_factory=Counter[str])  # what was not understood or not used, counted
