"""Parking places beside the roads of a network: near buildings, or where there are none, anywhere clear of objects."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...arrays import Floats, Indices
from ...objects.objects import KINDS, Objects
from ...roads.graph import RoadGraph
from ...roads.routing import position_on
from ...terrain.heightfield import Terrain

SPACING = 30.0  # between two places of a lane; with less, vehicles touch parked ones when they pull in [m]
ENDS = 35.0  # length at both ends of a lane without places [m]
ASIDE = 2.2  # from the edge of the carriageway to the middle of a place [m]
CLEARANCE = 3.5  # from the middle of a place to the nearest object [m]
NEAR_BUILDING = 40.0  # distance of a place from a building, up to which it belongs to it [m]
MOST_PLACES = 200_000


class ParkingPlaces(NamedTuple):
    """Parking places, a row each."""

    leg: Indices
    along: Floats  # distance along the lane of the leg [m]


def parking_places(graph: RoadGraph, legs: NDArray[np.intp], objects: Objects, terrain: Terrain) -> ParkingPlaces:
    """Return the parking places beside some legs: those near buildings, if there are any.

    Args:
        legs: that vehicles drive along.
    """
    found: list[tuple[int, float, float, float]] = []
    side = -1.0 if graph.keeps_left else 1.0
    for leg in legs.tolist():
        length = float(graph.stop[leg] - graph.begin[leg])
        for along in np.arange(ENDS, length - ENDS, SPACING).tolist():
            aside = side * (float(graph.half_width[leg]) + ASIDE)
            x, y, _ = position_on(graph, leg, float(graph.begin[leg]) + along, aside)
            found.append((leg, along, x, y))
            if len(found) >= MOST_PLACES:
                break
    leg, along, x, y = (np.array(column) for column in zip(*found, strict=True)) if found else np.zeros((4, 0))
    inside = (x > terrain.x_west) & (x < terrain.x_east) & (y > terrain.y_south) & (y < terrain.y_north)
    free = inside & ~_is_near(x, y, objects, np.ones(objects.count, bool), CLEARANCE)
    buildings = _is_near(x, y, objects, np.asarray(objects.kind) == KINDS.index("building"), NEAR_BUILDING)
    chosen = free & buildings if (free & buildings).any() else free
    return ParkingPlaces(leg[chosen].astype(np.int32), np.ascontiguousarray(along[chosen], np.float64))


def _is_near(
    x: NDArray[np.float64], y: NDArray[np.float64], objects: Objects, chosen: NDArray[np.bool_], distance: float
) -> NDArray[np.bool_]:
    """Return whether each position is within a distance of one of the chosen objects [m]."""
    near = np.zeros(len(x), bool)
    order = np.argsort(x, kind="stable")
    sorted_x = x[order]
    columns = (np.asarray(column)[chosen].tolist() for column in (objects.x, objects.y, objects.radius))
    for east, north, radius in zip(*columns, strict=True):
        reach = distance + radius
        low, high = np.searchsorted(sorted_x, [east - reach, east + reach])
        if high > low:
            some = order[low:high]
            near[some] |= np.hypot(x[some] - east, y[some] - north) < reach
    return near
