"""Bends of roads: corners of a line become curves that vehicles can drive, as close to the line as possible.

Maps draw a hairpin as one corner or as a few. Around each corner, in a window of ``WINDOW`` points, the line with the
least sum of squared movements is sought among those that bend with ``radius`` or more. It turns outward before a
hairpin and back in it.

Source: Bouaziz et al., "Projective Dynamics: Fusing Constraint Projections for Fast Simulation", ACM Transactions on
Graphics 33 (2014): each round limits the bending at every point, then solves one linear system for all points.
"""

import bisect
import itertools
import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.errors import TerrainError
from ..terrain.roads import simplified_line
from .lines import Integers, any_of, joined, pieces_of
from .network import RoadSection

Floats = NDArray[np.float64]

RADIUS = 8.0  # least radius of a rounded bend; on the inner lane of a narrow road 6 m are left of it [m]
SPACING = 1.5  # of the points of a rounded bend [m]
WINDOW = 41  # points of a window, 30 m on each side of the corner; with fewer, hairpins stay sharper
CORNER = math.radians(8.0)  # turn at a point below which it is no corner
EXCESS = 1.15  # curvature over the greatest one, up to which a line is left as it is
PULL = 2e-5  # of points to where they were, against the bending of the line; larger values leave corners sharper
ROUNDS = 80  # in a window; with fewer, bends are up to 10 % tighter
TOLERANCE = 0.05  # by which leaving out points may move a rounded line [m]
PASSES = 6  # over the windows of a line, which may overlap; with fewer, corners near the ends of windows stay
FREE_WINDOWS = 5_000  # of all passes, for lines with any number of points
WINDOWS_PER_POINT = 0.5  # of more of them; the roads of a country of mountains need 0.22
BLOCK = 64  # windows that are rounded at once, so that the processor's cache holds them


class _Window(NamedTuple):
    """Part of a line that is rounded."""

    line: int  # number of the line
    begin: float  # distance along it [m]
    span: float  # length [m]


def with_round_bends(sections: Sequence[RoadSection]) -> list[RoadSection]:
    """Return sections with round bends; those that have their own heights, as surveyed roads have, stay as they are."""
    found = list(sections)
    if not found:
        return found
    points, counts = joined([section.points for section in found])
    is_surveyed = any_of(~np.isnan(points[:, 2]), np.repeat(np.arange(len(counts)), counts), len(counts))
    drawn: list[int] = np.flatnonzero(~is_surveyed).tolist()
    lines = [found[number].points[:, :2] for number in drawn]
    for number, old, new in zip(drawn, lines, round_bends(lines), strict=True):
        if new is not old:
            found[number] = found[number].at(np.column_stack([new, np.full(len(new), np.nan)]))
    return found


def round_bends(lines: Sequence[Floats], radius: float = RADIUS) -> list[Floats]:
    """Return lines whose bends a vehicle can drive; a line without sharp corners is returned as it is.

    Args:
        lines: (points, 2) each, without repeated points [m]. Their ends stay.
        radius: least radius of a bend [m].

    Raises:
        TerrainError: the lines have many more corners than roads.
    """
    found = list(lines)
    due = _sharp_lines(found, radius)
    points = sum(map(len, lines))
    most = left = FREE_WINDOWS + int(WINDOWS_PER_POINT * points)
    for _ in range(PASSES):
        of_lines = [part for number in due if (part := _windows(found[number], number, radius))]
        windows = list(itertools.chain.from_iterable(of_lines))
        if not windows:
            break
        left -= len(windows)
        if left < 0:
            raise TerrainError(
                f"the map's roads have more than {most} sharp bends to round; at most {most} are rounded for their "
                f"{points} points: remove the roads that zigzag, or cut a part out of the map"
            )
        before = np.concatenate([_points_in(found[part[0].line], part) for part in of_lines])
        blocks = [_relaxed(before[at : at + BLOCK], radius) for at in range(0, len(before), BLOCK)]
        pairs = zip(windows, itertools.chain.from_iterable(blocks), strict=True)
        due = list[int]()
        for number, of_line in itertools.groupby(pairs, key=lambda pair: pair[0].line):
            due.append(number)
            found[number] = _replaced(found[number], list(of_line))
    return [new if new is old else simplified_line(new, TOLERANCE) for old, new in zip(lines, found, strict=True)]


def along_of(line: Floats) -> Floats:
    """Return the distance of each point of a line from its first one [m]."""
    return np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(line, axis=0).T))])


def turns_of(line: Floats) -> Floats:
    """Return the change of direction at each inner point of a line, to the left positive [rad]."""
    step = np.diff(line, axis=0)
    yaw = np.arctan2(step[:, 1], step[:, 0])
    return (np.diff(yaw) + np.pi) % (2.0 * np.pi) - np.pi


def _sharp_lines(lines: Sequence[Floats], radius: float) -> list[int]:
    """Return the numbers of the lines with a corner to round, of all at once; most lines of a map have none."""
    points, counts = joined(lines)
    begin, line = pieces_of(counts)
    step = points[begin + 1] - points[begin]
    corner = np.flatnonzero(line[1:] == line[:-1])
    turn, most = _turns(step, corner, radius)
    return np.unique(line[corner[(turn > CORNER) & (turn > most)]]).tolist()


def _turns(step: Floats, corner: Integers, radius: float) -> tuple[Floats, Floats]:
    """Return the size of the turn after the steps ``corner``, and that up to which a line is left as it is [rad]."""
    yaw, length = np.arctan2(step[:, 1], step[:, 0]), np.minimum(np.hypot(step[:, 0], step[:, 1]), SPACING)
    turn = np.abs((yaw[corner + 1] - yaw[corner] + np.pi) % (2.0 * np.pi) - np.pi)
    return turn, 0.5 * (length[corner] + length[corner + 1]) * EXCESS / radius


def _windows(line: Floats, number: int, radius: float) -> list[_Window]:
    """Return windows around the corners of a line, the sharpest first, of which none overlap."""
    turn, reach = _turns(np.diff(line, axis=0), np.arange(len(line) - 2), radius)
    sharp = np.flatnonzero((turn > CORNER) & (turn > reach))
    if not len(sharp):
        return []
    along = along_of(line)
    span = min(float(along[-1]), SPACING * (WINDOW - 1))
    corners = sharp[np.argsort(-(turn - reach)[sharp], kind="stable")]
    found: list[float] = []
    for begin in np.minimum(np.maximum(along[corners + 1] - 0.5 * span, 0.0), along[-1] - span).tolist():
        place = bisect.bisect(found, begin)
        if all(abs(begin - other) >= span for other in found[max(place - 1, 0) : place + 1]):
            found.insert(place, begin)
    return [_Window(number, begin, span) for begin in found]


def _points_in(line: Floats, windows: Sequence[_Window]) -> Floats:
    """Return ``WINDOW`` points at equal distances in each window of a line, (windows, points, 2) [m]."""
    begin, along = np.array([window.begin for window in windows]), along_of(line)
    places = np.linspace(begin, begin + windows[0].span, WINDOW, axis=1)
    return np.stack([np.interp(places, along, line[:, axis]) for axis in (0, 1)], axis=2)


def _relaxed(before: Floats, radius: float) -> Floats:
    """Return the points of windows, (windows, points, 2), moved so that they bend with the radius or more.

    Two points at each end stay, so that the line goes on straight there.
    """
    rows = np.arange(WINDOW - 2)
    bending = np.zeros((WINDOW - 2, WINDOW))
    bending[rows, rows], bending[rows, rows + 1], bending[rows, rows + 2] = 1.0, -2.0, 1.0
    free = slice(2, WINDOW - 2)
    moving = bending[:, free]
    inverse = np.linalg.inv(moving.T @ moving + PULL * np.eye(WINDOW - 4))
    held = before.copy()
    held[:, free] = 0.0
    of_held = bending @ held
    pulled = PULL * before[:, free]
    after = before.copy()
    for _ in range(ROUNDS):
        bend = bending @ after
        chord = after[:, 2:] - after[:, :-2]
        chord *= chord
        most = 0.25 * (chord[..., 0] + chord[..., 1]) / radius
        size = np.maximum(np.hypot(bend[..., 0], bend[..., 1]), 1e-12)
        bend *= np.minimum(1.0, most / size)[..., None]
        bend -= of_held
        after[:, free] = inverse @ (pulled + (bend[:, :-2] - 2.0 * bend[:, 1:-1] + bend[:, 2:]))  # moving.T @ bend
    return after


def _replaced(line: Floats, windows: Sequence[tuple[_Window, Floats]]) -> Floats:
    """Return a line with the points of its windows instead of those that it had there."""
    along = along_of(line)
    parts: list[Floats] = []
    low = -1.0
    for window, points in windows:
        first, last = np.searchsorted(along, low, "right"), np.searchsorted(along, window.begin - 1e-3)
        parts += [line[first:last], points]
        low = window.begin + window.span + 1e-3
    whole = np.vstack([*parts, line[np.searchsorted(along, low, "right") :]])
    whole[0], whole[-1] = line[0], line[-1]
    far = np.hypot(*np.diff(whole, axis=0).T) > 1e-3
    return whole[np.concatenate([[True], far])]
