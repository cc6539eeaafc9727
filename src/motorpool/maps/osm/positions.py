"""Positions of nodes on the map, in metres.

Only nodes that something uses are projected. Their longitudes are unwrapped around their mean, so that a map may cross
the antimeridian. By default the map is the UTM zone of its centre, with the origin at the centre, rounded.
"""

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...base.errors import TerrainError
from ...ground.terrain.projection import MAX_WIDTH_DEG, UTM_LATITUDES_DEG, transform_between, utm_crs
from ...ground.terrain.raster import WGS84
from .elements import SCALE, Elements
from .tags import count

ORIGIN_STEP = 1000.0  # to which the origin is rounded [m]
CENTRE = (0.02, 0.98)  # quantiles of the nodes between which the centre is: long ways lead far out of an extract
STRAY_DEG = 3.0  # distance in latitude or longitude from the median beyond which a node is left out [deg]
MOST_STRAYS = 0.01  # limit of their fraction; more of them mean that the extract is too large
_BLOCK = 1 << 20  # references that are located at once

Floats = NDArray[np.float64]
Indices = NDArray[np.int32]
Bools = NDArray[np.bool_]
Projection = Callable[[Floats, Floats], tuple[Any, Any]]


@dataclass(frozen=True, eq=False)
class Positions:
    """Nodes on the map; an index of a node refers to these arrays."""

    points: Floats  # (nodes, 2): x, y [m]
    references: Indices  # of ways to nodes, in the order of ``Elements.references``; -1: missing
    nodes: Indices  # by the index of a node in the file; -1: not used
    first_references: NDArray[np.int64]  # (ways + 1,)
    crs: str | None
    origin: tuple[float, float]  # [m]

    def way(self, way: int) -> Indices:
        """Return the nodes of a way; -1 for those that are missing."""
        return self.references[self.first_references[way] : self.first_references[way + 1]]

    def known(self, way: int) -> Indices:
        """Return the nodes of a way without the missing ones."""
        nodes = self.way(way)
        is_known = nodes >= 0
        return nodes if is_known.all() else nodes[is_known]


def place_nodes(elements: Elements, ways: Bools, nodes: list[int], project: Projection | None) -> Positions:
    """Return the positions of the nodes that are used.

    Args:
        ways: (ways,) of ``elements``: true for those that are used.
        nodes: indices of the other nodes that are used.
        project: function of longitudes and latitudes [deg] to x and y [m]; None for UTM.

    Raises:
        TerrainError: nothing is used, or the extract is too large for a flat map, or lies at a pole.
    """
    first = np.frombuffer(elements.first_references, np.int64)
    references = _located(elements)
    is_used = np.zeros(len(elements.node_numbers), np.bool_)
    of_used = references[np.repeat(ways, np.diff(first))]
    is_used[of_used[of_used >= 0]] = True
    is_used[nodes] = True
    _count_missing(references, first, ways, elements.left_out)
    used = np.flatnonzero(is_used)
    if not used.size:
        raise TerrainError(f"{elements.label} holds nothing that becomes a part of a world, such as roads")
    longitude = np.frombuffer(elements.longitudes, np.int32)[used] / SCALE
    latitude = np.frombuffer(elements.latitudes, np.int32)[used] / SCALE
    longitude = unwrapped(longitude)
    near = _near(longitude, latitude, elements)
    used, longitude, latitude = used[near], longitude[near], latitude[near]
    crs, origin = None, (0.0, 0.0)
    if project is None:
        crs, origin, project = utm_around(longitude, latitude, elements.label)
    points = np.column_stack([np.asarray(axis, np.float64) for axis in project(longitude, latitude)])
    is_finite = np.isfinite(points).all(axis=1)
    count(elements.left_out, "nodes outside the projection", int((~is_finite).sum()))
    used, points = used[is_finite], points[is_finite]
    if not used.size:
        raise TerrainError(f"{elements.label} lies outside the projection; use the one of its country, or UTM")
    numbers = np.full(len(is_used) + 1, -1, np.int32)  # the last one is that of missing nodes
    numbers[used] = np.arange(used.size, dtype=np.int32)
    return Positions(points, numbers[references], numbers[:-1], first, crs, origin)


def unwrapped(longitude: Floats) -> Floats:
    """Return longitudes [deg] within half a turn of their circular mean: 181, say, instead of -179."""
    angle = np.radians(longitude)
    mean = math.degrees(math.atan2(float(np.sin(angle).sum()), float(np.cos(angle).sum())))
    return np.asarray(longitude - 360.0 * np.round((longitude - mean) / 360.0), np.float64)


def _located(elements: Elements) -> Indices:
    """Return the index of the node of each reference, -1 where the file lacks it."""
    numbers = np.frombuffer(elements.node_numbers, np.int64)
    order = None
    if (numbers[1:] <= numbers[:-1]).any():
        order = np.argsort(numbers, kind="stable").astype(np.int32)
        numbers = numbers[order]
    wanted = np.frombuffer(elements.references, np.int64)
    found = np.full(wanted.size, -1, np.int32)
    if not numbers.size:
        return found
    for begin in range(0, wanted.size, _BLOCK):
        block = wanted[begin : begin + _BLOCK]
        place = np.maximum(np.searchsorted(numbers, block, side="right") - 1, 0)
        is_found = numbers[place] == block
        index = place if order is None else order[place]
        found[begin : begin + _BLOCK] = np.where(is_found, index, -1)
    return found


def _count_missing(references: Indices, first: NDArray[np.int64], ways: Bools, left_out: Counter[str]) -> None:
    """Count the used ways with missing nodes."""
    if ways.size:
        lacks = np.add.reduceat(references < 0, first[:-1], dtype=np.int64) > 0
        count(left_out, "ways with a missing node", int((lacks & ways).sum()))


def _near(longitude: Floats, latitude: Floats, elements: Elements) -> Bools:
    """Return the mask of the nodes near to the others, after checking that these are almost all."""
    is_near = (np.abs(longitude - np.median(longitude)) <= STRAY_DEG) & (
        np.abs(latitude - np.median(latitude)) <= STRAY_DEG
    )
    strays = int((~is_near).sum())
    if strays > max(10.0, MOST_STRAYS * is_near.size) or 2 * strays > is_near.size:
        raise TerrainError(
            f"{elements.label} goes from {longitude.min():.1f} to {longitude.max():.1f} degrees east and "
            f"{latitude.min():.1f} to {latitude.max():.1f} north; a flat map in metres is true for at most "
            f"{MAX_WIDTH_DEG:g} degrees: cut a smaller extract, for example with osmium extract --bbox"
        )
    count(elements.left_out, f"nodes more than {STRAY_DEG:g} degrees from the others", strays)
    return is_near


def utm_around(longitude: Floats, latitude: Floats, label: str) -> tuple[str, tuple[float, float], Projection]:
    """Return the UTM zone of the centre, the origin [m], and the projection to metres from this origin."""
    east, north = (float(np.quantile(axis, CENTRE).mean()) for axis in (longitude, latitude))
    if not UTM_LATITUDES_DEG[0] <= north <= UTM_LATITUDES_DEG[1]:
        raise TerrainError(f"{label} lies at latitude {north:.1f} degrees; UTM goes from -80 to 84: give a projection")
    crs = utm_crs(east, north)
    transform = transform_between(WGS84, crs)
    x, y = (float(axis[0]) for axis in transform(np.array([east]), np.array([north])))
    origin = round(x / ORIGIN_STEP) * ORIGIN_STEP, round(y / ORIGIN_STEP) * ORIGIN_STEP

    def project(longitude: Floats, latitude: Floats) -> tuple[Floats, Floats]:
        x, y = transform(longitude, latitude)
        return x - origin[0], y - origin[1]

    return crs, origin, project
