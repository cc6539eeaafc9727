"""Road networks for tests."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import numpy as np

from motorpool.ground.roads.network import RoadNetwork, RoadSection


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


def roundabout(radius=20.0, arm=120.0, arms=4, *, ring_limit=8.0, arm_limit=13.0, on_left=False):
    """A roundabout with roads to an outer ring, so that no road is a dead end."""
    sections, turn = [], -2.0 * np.pi / arms if on_left else 2.0 * np.pi / arms
    for number in range(arms):
        angles = turn * np.linspace(number, number + 1, 40)
        inner = [(radius * np.cos(angle), radius * np.sin(angle)) for angle in angles]
        outer = [((radius + arm) * np.cos(angle), (radius + arm) * np.sin(angle)) for angle in angles]
        following = (number + 1) % arms
        sections.append(section(number, following, *inner, lanes_backward=0, width=5.0, speed_limit=ring_limit))
        sections.append(section(number, arms + number, inner[0], outer[0], speed_limit=arm_limit))
        sections.append(section(arms + number, arms + following, *outer, speed_limit=arm_limit))
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


def short_roads(seed):
    """A random network with roads of 1 to 200 m, narrow and one-way ones among them, and junctions close together.

    The first road has 80 m at least, so that there is a road to drive on.
    """
    random = np.random.default_rng(seed)
    count = int(random.integers(2, 10))
    nodes, sections = [np.zeros(2)], []

    def join(start, end, **values):
        here, there = nodes[start], nodes[end]
        share = np.linspace(0.0, 1.0, int(random.integers(2, 5)))[:, None]
        points = here + share * (there - here)
        points[1:-1] += random.normal(0.0, 0.08 * np.hypot(*(there - here)), points[1:-1].shape)
        width = float(random.choice([3.0, 4.0, 6.5, 6.5, 6.5, 9.0]))
        limit = float(random.choice([5.0, 8.3, 13.9, 22.2]))
        points = np.column_stack([points, np.full(len(points), np.nan)])
        sections.append(RoadSection(points=points, start=start, end=end, width=width, speed_limit=limit, **values))

    for node in range(1, count):
        length = random.uniform(80.0, 200.0) if node == 1 else 10.0 ** random.uniform(0.0, 2.2)
        angle, start = random.uniform(-np.pi, np.pi), int(random.integers(node))
        nodes.append(nodes[start] + length * np.array([np.cos(angle), np.sin(angle)]))
        join(start, node)
    for _ in range(int(random.integers(count))):
        start, end = (int(node) for node in random.integers(count, size=2))
        if np.hypot(*(nodes[start] - nodes[end])) > 0.5:
            join(start, end, **({"lanes_backward": 0} if random.random() < 0.3 else {}))
    return RoadNetwork(sections=sections, drives_on_left=bool(random.random() < 0.3))


def one_way_roads(seed):
    """A random network of one-way roads from west to east, over crossings and with several ways in and out."""
    random = np.random.default_rng(seed)
    count = int(random.integers(2, 9))
    x = np.sort(random.uniform(-400.0, 400.0, count))
    x[1:] = np.maximum(x[1:], x[0] + 80.0 * np.arange(1, count))
    places = np.column_stack([x, random.uniform(-150.0, 150.0, count)])
    sections = []
    for end in range(1, count):
        for start in sorted({int(random.integers(end)), int(random.integers(end))}):
            lanes, limit = int(random.integers(1, 3)), float(random.choice([8.3, 13.9, 22.2]))
            line = places[start], places[end]
            values = {"lanes_forward": lanes, "lanes_backward": 0, "width": 3.5 * lanes, "speed_limit": limit}
            sections.append(section(start, end, *line, **values))
    return RoadNetwork(sections=sections)


def with_rules(network, rules):
    """A network whose sections have these rules at their starts."""
    sections = [replace(each, start_rule=rule) for each, rule in zip(network.sections, rules, strict=True)]
    return replace(network, sections=sections)


def with_lights(network):
    """A network with traffic lights at all nodes of three roads and more."""
    arms = Counter(node for each in network.sections for node in (each.start, each.end))
    lit = {node: node if count > 2 else -1 for node, count in arms.items()}
    sections = [replace(each, start_lights=lit[each.start], end_lights=lit[each.end]) for each in network.sections]
    return replace(network, sections=sections)


def curve(start, out, end, into, points=12):
    """Points of a curve from one place and direction to another, (points, 2), as roads through a junction are drawn."""
    share, handle = np.linspace(0.0, 1.0, points)[:, None], 0.39 * np.hypot(*(end - start))
    first, second = start + handle * out, end - handle * into
    rest = 1.0 - share
    return rest**3 * start + 3 * rest**2 * share * first + 3 * rest * share**2 * second + share**3 * end


def drawn_junction(arms=4, lanes=1, *, on_left=False, radius=14.0, reach=220.0, has_ring=True, **values):
    """A junction whose turns are sections of their own, as OpenDRIVE has them, with roads to an outer ring."""
    sections, side, width = [], -1.0 if on_left else 1.0, 7.0 * lanes
    ways = [np.array([np.cos(angle), np.sin(angle)]) for angle in 2.0 * np.pi * np.arange(arms) / arms]
    rights = [np.array([way[1], -way[0]]) for way in ways]  # of one who looks outward
    for number, way in enumerate(ways):
        sections.append(
            section(number, arms + number, radius * way, reach * way, width=width, lanes_forward=lanes,
                    lanes_backward=lanes, **values)
        )  # fmt: skip
        if has_ring:
            angles = 2.0 * np.pi * np.linspace(number, number + 1, 40) / arms
            outer = [(reach * np.cos(angle), reach * np.sin(angle)) for angle in angles]
            sections.append(section(arms + number, arms + (number + 1) % arms, *outer, **values))
    for one in range(arms):
        for two in range(arms):
            if one != two:
                middle = 0.25 * width
                start = radius * ways[one] - side * middle * rights[one]
                end = radius * ways[two] + side * middle * rights[two]
                points = curve(start, -ways[one], end, ways[two])
                sections.append(
                    section(one, two, *points, width=0.5 * width, lanes_forward=lanes, lanes_backward=0,
                            is_turn=True, **values)
                )  # fmt: skip
    return RoadNetwork(sections=sections, drives_on_left=on_left)
