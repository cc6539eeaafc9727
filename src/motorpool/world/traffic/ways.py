"""Ways of traffic: the legs and turns that one kind of vehicle can drive, and the legs between which its trips lead.

A vehicle does not choose a leg or a turn that uses more than ``USABLE`` of its grip, engine, brakes or stability at one
of the samples along it, because it could not start there again (``navigation.trafficability``).

Vehicles circulate where they can: on the legs from each of which every other one can be reached. On a network whose
roads only lead through it, such as a part of a motorway, they leave it at the end of one road, and come in again on
another one.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.runs import place_in_run, run_of_each
from ...ground.roads.graph import RoadGraph, loops_of, without_stubs
from ...ground.roads.routing import positions_on
from ...ground.terrain.heightfield import Terrain
from ...ground.terrain.surface import Surface
from ..navigation.trafficability import USABLE, Footing, Trafficability, utilisation
from .turn_tracks import Samples, Size, turn_samples

SPACING = 3.0  # of the samples along a lane; larger values miss steep places [m]

Ids = NDArray[np.intp]
Floats = NDArray[np.float64]


class Ways(NamedTuple):
    """Ways of one kind of vehicle."""

    graph: RoadGraph  # whose followers are only those that the vehicle can drive
    loops: NDArray[np.int64]  # (legs,): loop of each leg, -1 for those that it cannot drive
    legs: Ids  # on which vehicles start and trips end; empty if there is no way that goes on
    is_end: NDArray[np.bool_]  # (legs,): whether a leg is one of ``legs``
    is_through: bool  # the roads only lead through the network
    entries: Ids  # on which a vehicle that has left the network comes in again


def ways_of(graph: RoadGraph, exits: NDArray[np.bool_]) -> Ways:
    """Return the ways of vehicles that can drive every leg and turn of a graph.

    Args:
        exits: for each leg, whether vehicles leave the network at its end; see ``exits_of``.
    """
    loops = loops_of(graph)
    kept = without_stubs(graph, loops == 0)
    circle = np.flatnonzero(kept)
    graph, loops = past_stubs(graph, kept, loops)
    if len(circle) == 1 and not follows_itself(graph, int(circle[0])):
        circle = circle[:0]
    entries, through = _through(graph, exits & (graph.is_open != 0))
    sizes = np.bincount(loops[loops >= 0], minlength=1)
    outside = through[sizes[loops[through]] == 1]  # from which no way leads back
    is_through = bool(graph.length[outside].sum() > graph.length[circle].sum())
    legs = through if is_through else circle
    is_end = np.zeros(len(loops), bool)
    is_end[legs] = True
    return Ways(graph, loops, legs, is_end, is_through, entries if is_through else circle)


def past_stubs(
    graph: RoadGraph, kept: NDArray[np.bool_], loops: NDArray[np.int64]
) -> tuple[RoadGraph, NDArray[np.int64]]:
    """Return a graph whose paths do not turn round in short dead ends, if there are other ways, and its loops.

    Args:
        kept: legs that are no short dead ends.
    """
    is_stub = (loops == 0) & ~kept
    if not is_stub.any():
        return graph, loops
    before = run_of_each(np.diff(graph.follow_first))
    past = _with_followers(graph, ~(is_stub[graph.follow] & ~is_stub[before]))
    still = loops_of(past)
    return (past, still) if (still[kept] == 0).all() else (graph, loops)


def _with_followers(graph: RoadGraph, kept: NDArray[np.bool_]) -> RoadGraph:
    """Return a graph with some of its turns."""
    before = run_of_each(np.diff(graph.follow_first))
    first = np.concatenate([[0], np.cumsum(np.bincount(before[kept], minlength=len(graph.length)))])
    return graph._replace(follow_first=first.astype(np.int32), follow=graph.follow[kept])


def limited(
    graph: RoadGraph, table: Trafficability, fleet: int, size: Size, terrain: Terrain, surface: Surface
) -> RoadGraph:
    """Return a graph without the legs and turns that the vehicles of a fleet cannot drive."""
    counts = np.diff(graph.follow_first)
    before = run_of_each(counts)
    lanes, turns = _along_lanes(graph), turn_samples(graph, before, graph.follow.astype(np.intp), size)

    def worst(samples: Samples, count: int) -> Floats:
        found = np.zeros(count)
        if terrain.decks:
            from ...ground.terrain.decks import surface_slopes

            slope_x, slope_y = surface_slopes(terrain, samples.x, samples.y)
        else:
            _, slope_x, slope_y = terrain.sample(samples.x, samples.y)
        east, north = np.cos(samples.yaw), np.sin(samples.yaw)
        kind: Any = surface.sample(samples.x, samples.y)
        slopes: Any = slope_x * east + slope_y * north, slope_y * east - slope_x * north
        footing = Footing(kind, *slopes)
        np.maximum.at(found, samples.number, utilisation(table, fleet, footing))
        return found

    is_open = (graph.is_open != 0) & (worst(lanes, len(graph.length)) <= USABLE)
    kept = (worst(turns, len(before)) <= USABLE) & is_open[graph.follow]
    return _with_followers(graph, kept)._replace(is_open=is_open.astype(np.int8))


def follows_itself(graph: RoadGraph, leg: int) -> bool:
    """Return whether a leg is a circle of one section."""
    return leg in graph.follow[graph.follow_first[leg] : graph.follow_first[leg + 1]]


def exits_of(graph: RoadGraph) -> NDArray[np.bool_]:
    """Return for each leg whether it is open and no leg follows it, (legs,)."""
    return (graph.is_open != 0) & (np.diff(graph.follow_first) == 0)


def reached_from(graph: RoadGraph, start: Iterable[int]) -> Ids:
    """Return the legs that a vehicle can reach from some legs, with these."""
    return _reached(graph.follow_first, graph.follow, start)


def _reached(first: Sequence[int] | NDArray[np.int32], follow: NDArray[np.int32], start: Iterable[int]) -> Ids:
    seen = set(start)
    todo = list(seen)
    while todo:
        leg = todo.pop()
        new = set(follow[first[leg] : first[leg + 1]].tolist()) - seen
        seen |= new
        todo += new
    return np.array(sorted(seen), np.intp)


def _through(graph: RoadGraph, exits: NDArray[np.bool_]) -> tuple[Ids, Ids]:
    """Return the legs on which vehicles come into the network, and all on ways from these to its exits."""
    is_open, count = graph.is_open != 0, len(graph.length)
    follows = np.bincount(graph.follow, minlength=count) > 0
    before = run_of_each(np.diff(graph.follow_first))
    order = np.argsort(graph.follow, kind="stable")
    first = np.concatenate([[0], np.cumsum(np.bincount(graph.follow, minlength=count))]).astype(np.int32)
    out = _reached(first, before[order].astype(np.int32), np.flatnonzero(exits).tolist())
    entries = np.intersect1d(np.flatnonzero(is_open & ~follows), out)
    return entries, np.intersect1d(reached_from(graph, entries.tolist()), out)


def _along_lanes(graph: RoadGraph) -> Samples:
    length = graph.stop - graph.begin
    counts = np.where(graph.is_open != 0, np.ceil(length / SPACING) + 1.0, 0.0).astype(np.intp)
    leg = run_of_each(counts)
    share = place_in_run(counts) / np.maximum(counts[leg] - 1, 1)
    x, y, yaw = positions_on(graph, leg, graph.begin[leg] + share * length[leg], graph.lane[leg])
    return Samples(x, y, yaw, leg)
