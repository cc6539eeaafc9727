"""Parking places beside the roads of a network: near buildings, or where there are none, anywhere clear of objects."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.arrays import Floats, Indices
from ...base.runs import batches, place_in_run, run_of_each
from ...ground.objects.objects import KINDS, Objects
from ...ground.roads.graph import RoadGraph
from ...ground.roads.routing import positions_on
from ...ground.terrain.heightfield import Terrain

SPACING = 30.0  # between two places of a lane; with less, vehicles touch parked ones when they pull in [m]
ENDS = 35.0  # length at both ends of a lane without places [m]
ASIDE = 2.2  # from the edge of the carriageway to the middle of a place [m]
CLEARANCE = 3.5  # from the middle of a place to the nearest object [m]
NEAR_BUILDING = 40.0  # distance of a place from a building, up to which it belongs to it [m]
MOST_PLACES = 200_000
PAIRS_AT_ONCE = 1 << 18  # places and objects that are compared together; limits the size of temporary arrays


class ParkingPlaces(NamedTuple):
    """Parking places, a row each."""

    leg: Indices
    along: Floats  # distance along the lane of the leg [m]


def parking_places(graph: RoadGraph, legs: NDArray[np.intp], objects: Objects, terrain: Terrain) -> ParkingPlaces:
    """Return the parking places beside some legs: those near buildings, if there are any.

    Args:
        legs: that vehicles drive along.
    """
    room = (graph.stop - graph.begin)[legs] - 2.0 * ENDS
    counts = np.maximum(np.ceil(room / SPACING), 0.0).astype(np.intp)
    leg = np.repeat(legs, counts)[:MOST_PLACES]
    along = ENDS + SPACING * place_in_run(counts)[:MOST_PLACES]
    side = -1.0 if graph.keeps_left else 1.0
    x, y, _ = positions_on(graph, leg, graph.begin[leg] + along, side * (graph.half_width[leg] + ASIDE))
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
    east, north, radius = (np.asarray(column)[chosen] for column in (objects.x, objects.y, objects.radius))
    reach = distance + radius
    low, high = (np.searchsorted(x[order], east + way * reach) for way in (-1.0, 1.0))
    counts = high - low
    for some in batches(counts, PAIRS_AT_ONCE):
        item = some.start + run_of_each(counts[some])
        position = order[low[item] + place_in_run(counts[some])]
        is_hit = np.hypot(x[position] - east[item], y[position] - north[item]) < reach[item]
        near[position[is_hit]] = True
    return near
