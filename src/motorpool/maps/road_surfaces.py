"""Road surfaces on posts: heights of roads that bring their own, as their map has them across and along.

A road is a ruled surface between the cross sections at its points. A post on a carriageway has the surface's height.
Posts within ``SHOULDER`` beside it continue the outermost lane's slope, so that the interpolated ground is the road's
plane up to its edges; at the end of a road they continue its grade.

Ground between four posts is bilinear: in the middle of a road with the vertical radius R it is up to
spacing^2 / (8 R) beside the road's height, and at a ridge, where the slope changes by d, up to d spacing / 4.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from ..ground.roads.lines import joined, pieces_of
from ..ground.roads.network import RoadSection
from ..ground.terrain.heightfield import Terrain
from .place_map import Floats
from .rasters import Integers, Lattice, near_segments, segments_of

SHOULDER = 1.5  # posts beside the carriageway that continue it; with fewer a cell at its edge could tilt it
STEEPEST = 1.0  # slope with which a surface is continued [1]
NARROWEST = 0.5  # outermost lane whose slope is continued [m]
SLACK = 0.5  # beyond the end of a road that goes on, so that no gap stays between two roads [m]
AT_ONCE = 1_000_000  # points across roads that are held at once
AGREED = 0.01  # difference of two roads' heights at a post that is none [m]
ROUNDS = 30  # of corrections of posts beside several roads
LARGEST = 2.0  # correction of a post; larger differences come from roads over each other [m]


class Pairs(NamedTuple):
    """Posts on and beside roads: one entry for each post and section."""

    post: Integers
    section: Integers
    distance: Floats  # outside the carriageway; 0 on it [m]
    height: Floats  # of the road at the post [m]
    along: Floats  # point of the section, with the share up to the next one

    def at(self, chosen: Any) -> "Pairs":
        """Return some of the entries."""
        return Pairs(
            self.post[chosen], self.section[chosen], self.distance[chosen], self.height[chosen], self.along[chosen]
        )


class Posts(NamedTuple):
    """Heights of posts, as roads want them; one entry for each post."""

    post: Integers
    height: Floats  # [m]
    is_on_road: Integers  # 1 on a carriageway, 0 beside one


def cross_sections(section: RoadSection) -> Floats:
    """Return points across a section (points, k, 3), from left to right [m]; level across where the map has none."""
    if section.surface is not None:
        return section.surface
    points = section.points
    step = np.diff(points[:, :2], axis=0)
    step = step / np.maximum(np.hypot(*step.T), 1e-12)[:, None]
    both = np.concatenate([step[:1], step]) + np.concatenate([step, step[-1:]])
    both = both / np.maximum(np.hypot(*both.T), 1e-12)[:, None]
    left = np.column_stack([-both[:, 1], both[:, 0], np.zeros(len(both))])
    return points[:, None, :] + 0.5 * section.width * np.array([1.0, 0.0, -1.0])[:, None] * left[:, None, :]


def pairs_of(sections: Sequence[RoadSection], terrain: Terrain) -> Pairs:
    """Return the posts on and beside sections, with the height that each section has there."""
    ends = np.unique([(each.start, each.end) for each in sections], return_inverse=True)[1].reshape(-1, 2)
    is_open = (np.bincount(ends.ravel()) == 1)[ends]
    across = [cross_sections(section) for section in sections]
    counts = np.array([each.shape[1] for each in across])
    found: list[Pairs] = []
    for count in np.unique(counts).tolist():
        chosen = np.flatnonzero(counts == count)
        some = [sections[number] for number in chosen.tolist()]
        rows = np.concatenate([across[number] for number in chosen.tolist()])
        found += [
            nearest_pairs(pairs._replace(section=chosen[pairs.section]))
            for pairs in _pairs(some, rows, is_open[chosen], terrain)
        ]
    return nearest_pairs(_joined(found))


def _joined(parts: Sequence[Pairs]) -> Pairs:
    post, section, distance, height, along = zip(*parts, strict=True)
    return Pairs(
        *(np.concatenate(column) for column in (post, section)), *map(np.concatenate, (distance, height, along))
    )


def _pairs(sections: list[RoadSection], rows: Floats, is_open: Integers, terrain: Terrain) -> Iterator[Pairs]:
    """Yield the posts near sections of equally many points across; ``rows`` are these (points, k, 3)."""
    lattice = Lattice(terrain.x_west, terrain.y_south, terrain.spacing, terrain.rows, terrain.columns)
    lines = [section.points for section in sections]
    segments, (begin, owner) = segments_of(lines), pieces_of(joined(lines)[1])
    last = np.cumsum([len(line) for line in lines]) - 1
    shoulder = SHOULDER * terrain.spacing
    points = np.concatenate(lines)
    half = np.hypot(*(rows[:, :, :2] - points[:, None, :2]).transpose(2, 0, 1)).max(axis=1)
    reach = np.maximum(half[begin], half[begin + 1]) + shoulder
    ahead = _ahead(rows, points, begin)
    for near in near_segments(segments, reach, lattice):
        x = np.asarray(terrain.x_west + near.column * terrain.spacing, np.float64)
        y = np.asarray(terrain.y_south + near.row * terrain.spacing, np.float64)
        post = near.row * terrain.columns + near.column
        first, section = begin[near.segment], owner[near.segment]
        before, after = (
            (x - points[at, 0]) * ahead[at, 0] + (y - points[at, 1]) * ahead[at, 1] for at in (first, first + 1)
        )
        is_first, is_last = first == last[section] - np.diff(last, prepend=-1)[section] + 1, first + 1 == last[section]
        behind = np.where(is_first, np.where(is_open[section, 0], shoulder, SLACK), 1e-6)
        beyond = np.where(is_last, np.where(is_open[section, 1], shoulder, SLACK), 1e-6)
        kept = np.flatnonzero((before >= -behind) & (after <= beyond) & (before - after > 1e-9))
        for part in np.array_split(kept, 1 + len(kept) * rows.shape[1] // AT_ONCE):
            at, here, there = first[part], before[part], after[part]
            share = here / (here - there)
            within = np.clip(share, 0.0, 1.0)
            outside = np.maximum(np.maximum(-here, there), 0.0)
            side, height = _across(rows, at, within, x[part], y[part])
            length = np.hypot(*(points[at + 1, :2] - points[at, :2]).T)
            grade = (points[at + 1, 2] - points[at, 2]) / np.maximum(length, 1e-9)
            height = height + np.clip(grade, -STEEPEST, STEEPEST) * (np.maximum(there, 0.0) + np.minimum(here, 0.0))
            distance: Floats = np.hypot(np.maximum(side, 0.0), outside)
            is_near = distance <= shoulder
            along: Floats = at - _first(last)[section[part]] + within
            yield Pairs(post[part], section[part], distance, height, along).at(is_near)


def _first(last: Integers) -> Integers:
    return np.concatenate([[0], last[:-1] + 1])


def _ahead(rows: Floats, points: Floats, begin: Integers) -> Floats:
    """Return the unit vectors along the road, normal to its cross sections (points, 2)."""
    step = np.zeros((len(points), 2))
    step[begin + 1] += points[begin + 1, :2] - points[begin, :2]
    step[begin] += points[begin + 1, :2] - points[begin, :2]
    right = rows[:, -1, :2] - rows[:, 0, :2]
    ahead = np.column_stack([-right[:, 1], right[:, 0]])
    has_no_width = np.hypot(*right.T) < 1e-3
    ahead[has_no_width] = step[has_no_width]
    return ahead / np.maximum(np.hypot(*ahead.T), 1e-12)[:, None]


def _across(rows: Floats, at: Integers, share: Floats, x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """Return the distance of positions outside the carriageway, negative in it, and the height of the road [m]."""
    here = rows[at] + share[:, None, None] * (rows[at + 1] - rows[at])
    right = here[:, -1, :2] - here[:, 0, :2]
    width = np.hypot(*right.T)
    right = right / np.maximum(width, 1e-12)[:, None]
    place = (here[:, :, 0] - x[:, None]) * right[:, :1] + (here[:, :, 1] - y[:, None]) * right[:, 1:]
    number, count = np.arange(len(at)), rows.shape[1]
    low = np.clip((place <= 0.0).sum(axis=1) - 1, 0, count - 2)
    z = here[:, :, 2]
    gap = place[number, low + 1] - place[number, low]
    ratio = np.where(gap > 1e-9, -place[number, low] / np.where(gap > 1e-9, gap, 1.0), 0.0)
    height = z[number, low] + np.clip(ratio, 0.0, 1.0) * (z[number, low + 1] - z[number, low])
    whole = np.where(width > NARROWEST, (z[:, -1] - z[:, 0]) / np.maximum(width, NARROWEST), 0.0)
    lane = min(2, count - 1)  # a lane has three points
    for outer, inner, side in ((0, lane, np.maximum(place[:, 0], 0.0)), (-1, -1 - lane, np.minimum(place[:, -1], 0.0))):
        span = place[:, inner] - place[:, outer]
        is_wide = np.abs(span) > NARROWEST
        slope = np.where(is_wide, (z[:, inner] - z[:, outer]) / np.where(is_wide, span, 1.0), whole)
        height = height - np.clip(slope, -STEEPEST, STEEPEST) * side
    return np.maximum(place[:, 0], -place[:, -1]), height


def nearest_pairs(pairs: Pairs) -> Pairs:
    """Return the entry with the least distance of each post and section; of equal distances the first."""
    key = pairs.post.astype(np.int64) * (int(pairs.section.max(initial=0)) + 1) + pairs.section
    order = np.lexsort([pairs.distance, key])
    first = order[np.flatnonzero(np.diff(key[order], prepend=-1))]
    return pairs.at(first)


def posts_of(pairs: Pairs, weight: Floats, spacing: float) -> Posts:
    """Return the heights of posts on and beside roads.

    A post on carriageways has their mean, a post beside some the mean of those that are about equally near.

    Args:
        weight: Weight of each pair in the mean [1].
        spacing: between posts [m].
    """
    post, number = np.unique(pairs.post, return_inverse=True)
    least = np.full(len(post), np.inf)
    np.minimum.at(least, number, pairs.distance)
    share = np.maximum(1.0 - (pairs.distance - least[number]) / spacing, 0.0) ** 2
    share = weight * np.where(least[number] > 0.0, share, pairs.distance <= 0.0)
    total = np.bincount(number, share, len(post))
    height = np.bincount(number, share * pairs.height, len(post)) / total
    return Posts(post, height, (least <= 0.0).astype(np.intp))


def lane_points(sections: Sequence[RoadSection], step: float) -> tuple[Floats, Integers]:
    """Return points (points, 3) in the middle of lanes, at most ``step`` apart [m], and the section of each."""
    found: list[Floats] = []
    for section in sections:
        rows = cross_sections(section)[:, 1::3]
        length = np.hypot(*np.diff(section.points[:, :2], axis=0).T)
        counts = np.maximum(1, np.ceil(length / step)).astype(np.intp)
        piece = np.repeat(np.arange(len(counts)), counts)
        share = (np.arange(len(piece)) - np.repeat(np.cumsum(counts) - counts, counts) + 0.5) / counts[piece]
        found.append((rows[piece] + share[:, None, None] * (rows[piece + 1] - rows[piece])).reshape(-1, 3))
    return np.concatenate(found), np.repeat(np.arange(len(found)), [len(each) for each in found])


def corrected(heights: Floats, free: Integers, points: Floats, terrain: Terrain) -> Floats:
    """Return heights of posts (rows, columns) [m], with some corrected so that the ground meets points (points, 3).

    Each round spreads the differences at the points over the posts around them (simultaneous iterative reconstruction).

    Source: Gilbert, "Iterative methods for the three-dimensional reconstruction of an object from projections",
    Journal of Theoretical Biology 36 (1972) 105-117.

    Args:
        free: numbers of the posts that may be corrected.
    """
    found = heights.astype(np.float64).ravel()
    may_move = np.zeros(found.size, bool)
    may_move[free] = True
    post, weight = corners(terrain, points[:, 0], points[:, 1])
    moved = np.where(may_move[post], weight, 0.0)
    is_used = moved.sum(axis=1) > 0.05
    post, weight, moved, z = post[is_used], weight[is_used], moved[is_used], points[is_used, 2]
    row = np.maximum(moved.sum(axis=1), 0.25)
    posts, number = np.unique(post, return_inverse=True)
    number = number.reshape(post.shape)
    column = np.maximum(np.bincount(number.ravel(), moved.ravel(), len(posts)), 1e-9)
    here = found[posts]
    start = here.copy()
    for _ in range(ROUNDS):
        rest = (z - (weight * here[number]).sum(axis=1)) / row
        here += np.bincount(number.ravel(), (moved * rest[:, None]).ravel(), len(posts)) / column
    found[posts] = start + np.clip(here - start, -LARGEST, LARGEST)
    return found.reshape(heights.shape)


def corners(terrain: Terrain, x: Floats, y: Floats) -> tuple[Integers, Floats]:
    """Return the four posts around positions [m] and the weights of bilinear interpolation, each (positions, 4)."""
    u = np.clip((x - terrain.x_west) / terrain.spacing, 0.0, terrain.columns - 1.0)
    v = np.clip((y - terrain.y_south) / terrain.spacing, 0.0, terrain.rows - 1.0)
    column = np.minimum(u.astype(np.intp), terrain.columns - 2)
    row = np.minimum(v.astype(np.intp), terrain.rows - 2)
    u, v = u - column, v - row
    first = row * terrain.columns + column
    post = np.column_stack([first, first + 1, first + terrain.columns, first + terrain.columns + 1])
    return post, np.column_stack([(1 - u) * (1 - v), u * (1 - v), (1 - u) * v, u * v])
