"""Road networks for tests."""

from itertools import pairwise

import numpy as np

from motorpool.roads.network import RoadNetwork, RoadSection


def line(*points, spacing=10.0):
    """Points of a line, (points, 3), at most ``spacing`` apart [m]."""
    parts = []
    for here, there in pairwise(points):
        count = max(1, int(np.ceil(np.hypot(there[0] - here[0], there[1] - here[1]) / spacing)))
        parts.append(np.linspace(here, there, count, endpoint=False))
    xy = np.vstack([*parts, points[-1]])
    return np.column_stack([xy, np.full(len(xy), np.nan)])


def section(start, end, *points, **values):
    return RoadSection(points=line(*points), start=start, end=end, **values)


def cross(arms=4, length=150.0, *, on_left=False, **values):
    """Roads from a crossing in the middle to dead ends."""
    angles = 2.0 * np.pi * np.arange(arms) / arms
    ends = [(length * np.cos(angle), length * np.sin(angle)) for angle in angles]
    sections = [section(0, number + 1, (0.0, 0.0), end, **values) for number, end in enumerate(ends)]
    return RoadNetwork(sections=sections, drives_on_left=on_left)


def ring(radius=100.0, pieces=3, *, on_left=False, **values):
    """A circle, counter-clockwise."""
    sections = []
    for piece in range(pieces):
        angle = 2.0 * np.pi * np.linspace(piece, piece + 1, 60) / pieces
        points = np.column_stack([radius * np.cos(angle), radius * np.sin(angle), np.full(60, np.nan)])
        sections.append(RoadSection(points=points, start=piece, end=(piece + 1) % pieces, **values))
    return RoadNetwork(sections=sections, drives_on_left=on_left)


def grid(side=4, gap=150.0, **values):
    """Streets from south to north and from west to east."""
    sections = []
    for row in range(side):
        for column in range(side):
            for right, up in ((1, 0), (0, 1)):
                if row + up < side and column + right < side:
                    points = [
                        ((column + far * right - 0.5 * (side - 1)) * gap, (row + far * up - 0.5 * (side - 1)) * gap)
                        for far in (0, 1)
                    ]
                    node = row * side + column
                    sections.append(section(node, node + up * side + right, *points, **values))
    return RoadNetwork(sections=sections)
