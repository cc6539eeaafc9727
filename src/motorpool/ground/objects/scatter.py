"""Scattering of trees, rocks and buildings: clusters, thinned by slope, with a clearance between all objects.

Objects come in stands (``STANDS``). Each stand is an inhomogeneous Thomas process: cluster centres are distributed
uniformly, each has a Poisson number of members with normally distributed offsets, and a member is kept with a
probability that depends on the slope. The buildings of a hamlet are placed along a street. A member too near to an
earlier one is dropped.

The ground is divided into square tiles, and the members of a tile depend only on the seed and the tile's coordinates:
tiles can be computed in any order or in parallel. A tile is filled in layers of equal density. Every member has a mark:
the number of its layer plus a uniform fraction; the ``count`` members with the lowest marks are the result. So the
number is exact, and a larger one only adds objects.

Sources: Thomas, "A generalization of Poisson's binomial limit for use in ecology", Biometrika 36 (1949) 18-25;
Waagepetersen, "An estimating function approach to inference for inhomogeneous Neyman-Scott processes", Biometrics 63
(2007) 252-258 (thinning by location); Matérn, "Spatial Variation" (1960), for the minimum distance.
"""

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.errors import WorldError
from ..terrain.area import Area, Filter
from ..terrain.heightfield import Terrain
from .objects import wrapped
from .spacing import keep_distance

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

TILE = 500.0  # side of a tile; larger than any cluster, so that one ring of tiles around an area suffices [m]
LAYER_DENSITY = 4e-4  # members per layer and square metre, before thinning [1/m^2]
CLEARANCE = 5.0  # between the circles of two objects: a 3.7 m wide tank can pass [m]
MOST_LAYERS = 50.0  # limit of layers relative to the number without thinning; beyond it the ground is unsuitable


class Stand(NamedTuple):
    """Type of cluster."""

    kind: int  # index into objects.KINDS
    share: float  # fraction of all members before thinning
    members: float  # mean number in a cluster
    spread: float  # standard deviation of a member's offset; along a street, distance of houses [m]
    slopes: tuple[float, ...]  # slopes of ``liking``, linear between them [rad]
    liking: tuple[float, ...]  # probability that a member is kept
    radius: tuple[float, float]  # smallest, largest [m]
    height: tuple[float, float]  # smallest, largest [m]
    has_street: bool = False  # members stand in two rows


def _degrees(*slopes: float) -> tuple[float, ...]:
    return tuple(math.radians(slope) for slope in slopes)


# The distributions are plausible guesses for hilly country, not a survey.
STANDS = (
    Stand(  # coniferous wood
        kind=0,
        share=0.34,
        members=70.0,
        spread=50.0,
        slopes=_degrees(0, 5, 12, 25, 35, 45),
        liking=(0.2, 0.5, 1.0, 1.0, 0.3, 0.02),
        radius=(0.3, 0.5),
        height=(9.0, 24.0),
    ),
    Stand(  # grove of broadleaves
        kind=1,
        share=0.25,
        members=45.0,
        spread=45.0,
        slopes=_degrees(0, 4, 15, 25, 35),
        liking=(0.5, 1.0, 1.0, 0.3, 0.02),
        radius=(0.35, 0.8),
        height=(7.0, 16.0),
    ),
    Stand(  # few trees in open country
        kind=1,
        share=0.14,
        members=3.0,
        spread=40.0,
        slopes=_degrees(0, 5, 20, 30),
        liking=(1.0, 1.0, 0.4, 0.02),
        radius=(0.4, 0.9),
        height=(6.0, 13.0),
    ),
    Stand(  # boulders
        kind=2,
        share=0.24,
        members=14.0,
        spread=25.0,
        slopes=_degrees(0, 5, 15, 30),
        liking=(0.08, 0.2, 0.6, 1.0),
        radius=(0.6, 2.2),
        height=(0.7, 2.6),
    ),
    Stand(  # hamlet
        kind=3,
        share=0.03,
        members=12.0,
        spread=26.0,
        slopes=_degrees(0, 3, 6, 9),
        liking=(1.0, 0.9, 0.15, 0.0),
        radius=(5.0, 8.0),
        height=(4.0, 8.0),
        has_street=True,
    ),
)
ROW_OFFSET = 17.0  # distance of a row of houses from the centre of the street [m]


class Scatter(NamedTuple):
    """Scattered objects as columns, in the order of their marks."""

    mark: Floats  # layer plus fraction: the order of placement
    stand: Integers  # index into STANDS
    x: Floats  # east [m]
    y: Floats  # north [m]
    yaw: Floats  # counter-clockwise from east, in (-pi, pi] [rad]
    radius: Floats  # [m]
    height: Floats  # [m]
    chance: Floats  # uniform in 0..1, compared with ``liking`` at the slope

    @property
    def kind(self) -> NDArray[np.uint8]:
        """Return the indices into objects.KINDS."""
        return np.array([stand.kind for stand in STANDS], np.uint8)[self.stand]

    def only(self, which: NDArray[np.bool_] | Integers) -> "Scatter":
        """Return the chosen objects."""
        columns: Any = (column[which] for column in self)
        return Scatter(*columns)


def scatter(terrain: Terrain, *, count: int, seed: int, area: Area, keep_off: Filter | None = None) -> Scatter:
    """Return the first ``count`` objects with a free position in ``area`` that pass ``keep_off``.

    Args:
        area: x_west, y_south, x_east, y_north [m].
        keep_off: filter of circles, true for those to keep.

    Raises:
        WorldError: the ground is too steep for that many.
    """
    square = (area[2] - area[0]) * (area[3] - area[1])
    most_layers = MOST_LAYERS * (1.0 + count / (LAYER_DENSITY * square))
    parts: list[Scatter] = []
    placed = _EMPTY
    while len(placed.mark) < count:
        per_layer = len(placed.mark) / len(parts) if parts else 0.5 * LAYER_DENSITY * square
        goal = min(1.1 * count / max(per_layer, 1.0), 4.0 * len(parts) + most_layers / 8.0, most_layers)
        new = range(len(parts), max(math.ceil(goal), len(parts) + 1))
        suited = [_suited(terrain, _layer(layer, seed=seed, area=area)) for layer in new]
        parts += [part.only(keep_off(part.x, part.y, part.radius)) if keep_off else part for part in suited]
        members = _joined(parts)
        placed = members.only(keep_distance(members.x, members.y, members.radius, clearance=CLEARANCE))
        if len(parts) > most_layers and len(placed.mark) < count:
            raise WorldError(f"objects: only {len(placed.mark)} of {count} fit on suitable slopes; choose fewer")
    return placed.only(np.arange(count))


def _joined(parts: list[Scatter]) -> Scatter:
    columns: Any = (np.concatenate(column) for column in zip(_EMPTY, *parts, strict=True))
    joined = Scatter(*columns)
    return joined.only(np.argsort(joined.mark, kind="stable"))


def _layer(layer: int, *, seed: int, area: Area) -> Scatter:
    """Return the members of one layer in ``area``, from its tiles and the ring of tiles around it."""
    x_west, y_south, x_east, y_north = area
    columns = range(math.floor(x_west / TILE) - 1, math.floor(x_east / TILE) + 2)
    rows = range(math.floor(y_south / TILE) - 1, math.floor(y_north / TILE) + 2)
    members = _joined([tile(column, row, layer, seed=seed) for row in rows for column in columns])
    inside = (members.x >= x_west) & (members.x < x_east) & (members.y >= y_south) & (members.y < y_north)
    return members.only(inside)


def tile(column: int, row: int, layer: int, *, seed: int) -> Scatter:
    """Return the members of one layer of all clusters with their centre in one tile; some lie beyond its border.

    Args:
        column, row: number of the tile, counted eastward and northward from the one with its south-western corner at
            (0, 0); may be negative.
        layer: has its own random numbers, so that a denser wood is the same wood with more layers.
    """
    key = (column % 2**32, row % 2**32, layer)  # a spawn key has no negative numbers
    random = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=key))
    stand, member, cluster, cluster_count = _family(random)
    mark, chance, size, tall, turn = random.random((5, len(stand)))
    offset = random.standard_normal((2, len(stand)))
    centre_x, centre_y, direction = random.random((3, cluster_count))[:, cluster]

    along: Floats = math.tau * direction
    has_street, spread = _HAS_STREET[stand], _SPREAD[stand]
    street_x, street_y = _along_street(member, along, offset, spread)
    x = TILE * (column + centre_x) + np.where(has_street, street_x, spread * offset[0])
    y = TILE * (row + centre_y) + np.where(has_street, street_y, spread * offset[1])
    scattered_yaw: Floats = math.tau * turn
    yaw = np.where(has_street, along + 0.1 * (turn - 0.5), scattered_yaw)
    size = size * size  # more small ones than large ones
    radius = _between(_RADIUS[:, stand], size)
    height = _between(_HEIGHT[:, stand], 0.6 * size + 0.4 * tall)
    return Scatter(layer + mark, stand, x, y, wrapped(yaw), radius, height, chance)


def _between(ends: Floats, fraction: Floats) -> Floats:
    """Return the value at ``fraction`` of the way from ``ends[0]`` to ``ends[1]``."""
    return ends[0] + fraction * (ends[1] - ends[0])


def _family(random: np.random.Generator) -> tuple[Integers, Integers, Integers, int]:
    """Return the stand, the number in the cluster and the cluster of every member; and the number of clusters."""
    clusters = random.poisson(_SHARE * LAYER_DENSITY * TILE * TILE / _MEMBERS)
    stand_of_cluster = np.repeat(np.arange(len(STANDS)), clusters)
    members = random.poisson(_MEMBERS[stand_of_cluster])
    cluster = np.repeat(np.arange(len(members)), members)
    number = np.arange(len(cluster)) - np.repeat(members.cumsum() - members, members)
    return stand_of_cluster[cluster], number, cluster, len(members)


def _along_street(member: Integers, along: Floats, jitter: Floats, distance: Floats) -> tuple[Floats, Floats]:
    """Return east and north offsets of houses: alternately left and right, outward from the centre of the street."""
    pair = member // 2
    forward = distance * np.where(pair % 2 == 0, pair / 2.0, -(pair + 1) / 2.0) + 2.0 * jitter[0]
    left = np.where(member % 2 == 0, ROW_OFFSET, -ROW_OFFSET) + 1.0 * jitter[1]
    sine, cosine = np.sin(along), np.cos(along)
    return forward * cosine - left * sine, forward * sine + left * cosine


def _suited(terrain: Terrain, members: Scatter) -> Scatter:
    """Return the members that are kept at the slope under them."""
    _, slope_x, slope_y = terrain.sample(members.x, members.y)
    slope = np.arctan(np.hypot(slope_x, slope_y))
    liking = np.zeros(len(members.x))
    for number, stand in enumerate(STANDS):
        own = members.stand == number
        liking[own] = np.interp(slope[own], stand.slopes, stand.liking)
    return members.only(members.chance < liking)


_EMPTY = Scatter(np.zeros(0), np.zeros(0, np.int64), *([np.zeros(0)] * 6))
_SHARE = np.array([stand.share for stand in STANDS])
_MEMBERS = np.array([stand.members for stand in STANDS])
_SPREAD = np.array([stand.spread for stand in STANDS])
_RADIUS = np.array([stand.radius for stand in STANDS]).T
_HEIGHT = np.array([stand.height for stand in STANDS]).T
_HAS_STREET = np.array([stand.has_street for stand in STANDS])
