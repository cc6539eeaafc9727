"""Rings of polygons: closed ways, and rings assembled of the unordered ways of a multipolygon."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from .positions import Indices, Positions

Floats = NDArray[np.float64]
THINNEST = 0.01  # extent across its length below which a ring has no area [m]


def rings_of(ways: Iterable[int], positions: Positions, left_out: Counter[str]) -> list[Floats]:
    """Return the rings (corners, 2) [m] of some ways, not closed; open ones and those without area are counted."""
    rings: list[Floats] = []
    parts = [nodes for nodes in map(positions.known, ways) if len(nodes) > 1]
    for nodes in _assembled(parts, left_out):
        points = _corners(nodes, positions)
        if has_area(points):
            rings.append(points)
        else:
            left_out["rings without area"] += 1
    return rings


def closed_way(way: int, positions: Positions, left_out: Counter[str]) -> list[Floats]:
    """Return the ring of one closed way, also if some of its nodes are missing; none if it has no area."""
    points = _corners(positions.known(way), positions)
    if has_area(points):
        return [points]
    left_out["rings without area"] += 1
    return []


def _corners(nodes: Indices, positions: Positions) -> Floats:
    """Return the corners of a ring, not closed and without repetitions of a node."""
    differs = nodes[1:] != nodes[:-1]
    if not differs.all():
        nodes = np.concatenate([nodes[:1], nodes[1:][differs]])
    if len(nodes) > 1 and nodes[0] == nodes[-1]:
        nodes = nodes[:-1]
    return positions.points[nodes]


def has_area(points: Floats) -> bool:
    """Return whether points are three or more that do not lie on one line."""
    if len(points) < 3:
        return False
    x, y = points[:, 0] - points[0, 0], points[:, 1] - points[0, 1]
    square = x * x + y * y
    far = int(square.argmax())
    # of the farthest corner and any other: the distance from the line to it times its length
    return bool(abs(x * y[far] - y * x[far]).max() >= THINNEST * math.sqrt(square[far]) > 0.0)


def extent(rings: list[Floats]) -> float:
    """Return the area of the box around rings [m²], by which areas are ordered."""
    sizes = [ring.max(axis=0) - ring.min(axis=0) for ring in rings]
    return max(float(size[0] * size[1]) for size in sizes)


def _assembled(parts: list[Indices], left_out: Counter[str]) -> list[Indices]:
    """Return closed sequences of nodes, each of one part or of several that meet at their ends."""
    at: defaultdict[int, list[int]] = defaultdict(list)  # parts by the nodes at their ends
    for number, nodes in enumerate(parts):
        at[int(nodes[0])].append(number)
        at[int(nodes[-1])].append(number)
    is_used = [False] * len(parts)
    rings: list[Indices] = []
    for number, nodes in enumerate(parts):
        if is_used[number]:
            continue
        is_used[number] = True
        chain, start, end = [nodes], int(nodes[0]), int(nodes[-1])
        while end != start:
            candidates = at[end]
            while candidates and is_used[candidates[-1]]:
                candidates.pop()
            if not candidates:
                break
            is_used[candidates[-1]] = True
            following = parts[candidates[-1]]
            chain.append(following[1:] if int(following[0]) == end else following[-2::-1])
            end = int(following[-1]) if int(following[0]) == end else int(following[0])
        if end == start:
            rings.append(np.concatenate(chain))
        else:
            left_out["open rings of multipolygons"] += 1
    return rings
