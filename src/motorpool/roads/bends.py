"""Bends of roads: corners of a line become curves that vehicles can drive, as close to the line as possible.

Maps draw a hairpin as one corner or as a few. Around each corner, in a window of ``WINDOW`` points, the line with the
least sum of squared movements is sought among those that bend with ``radius`` or more. It turns outward before a
hairpin and back in it.

Source: Bouaziz et al., "Projective Dynamics: Fusing Constraint Projections for Fast Simulation", ACM Transactions on
Graphics 33 (2014): each round limits the bending at every point, then solves one linear system for all points.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..terrain.roads import simplified_line
from .network import RoadSection

Floats = NDArray[np.float64]
Integers = NDArray[np.intp]

RADIUS = 8.0  # least radius of a rounded bend; on the inner lane of a narrow road 6 m are left of it [m]
SPACING = 1.5  # of the points of a rounded bend [m]
WINDOW = 41  # points of a window, 30 m on each side of the corner; with fewer, hairpins stay sharper
CORNER = math.radians(8.0)  # turn at a point below which it is no corner
EXCESS = 1.15  # curvature over the greatest one, up to which a line is left as it is
PULL = 2e-5  # of points to where they were, against the bending of the line; larger values leave corners sharper
ROUNDS = 80  # in a window; with fewer, bends are up to 10 % tighter
TOLERANCE = 0.05  # by which leaving out points may move a rounded line [m]
PASSES = 6  # over the windows of a line, which may overlap; with fewer, corners near the ends of windows stay


class _Window(NamedTuple):
    """Part of a line that is rounded."""

    line: int  # number of the line
    begin: float  # distance along it [m]
    span: float  # length [m]


def with_round_bends(sections: Sequence[RoadSection]) -> list[RoadSection]:
    """Return sections with round bends; those that have their own heights, as surveyed roads have, stay as they are."""
    drawn = [number for number, section in enumerate(sections) if np.isnan(section.points[:, 2]).all()]
    lines = [sections[number].points[:, :2] for number in drawn]
    found = list(sections)
    for number, old, new in zip(drawn, lines, round_bends(lines), strict=True):
        if new is not old:
            found[number] = replace(found[number], points=np.column_stack([new, np.full(len(new), np.nan)]))
    return found


def round_bends(lines: Sequence[Floats], radius: float = RADIUS) -> list[Floats]:
    """Return lines whose bends a vehicle can drive; a line without sharp corners is returned as it is.

    Args:
        lines: (points, 2) each, without repeated points [m]. Their ends stay.
        radius: least radius of a bend [m].
    """
    found = list(lines)
    due = list(range(len(found)))
    for _ in range(PASSES):
        windows = [window for number in due for window in _windows(found[number], number, radius)]
        if not windows:
            break
        before = np.stack([_points_in(found[window.line], window) for window in windows])
        after = _relaxed(before, radius)
        due = sorted({window.line for window in windows})
        for number in due:
            of_line = [(window, after[k]) for k, window in enumerate(windows) if window.line == number]
            found[number] = _replaced(found[number], of_line)
    return [new if new is old else simplified_line(new, TOLERANCE) for old, new in zip(lines, found, strict=True)]


def along_of(line: Floats) -> Floats:
    """Return the distance of each point of a line from its first one [m]."""
    return np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(line, axis=0).T))])


def turns_of(line: Floats) -> Floats:
    """Return the change of direction at each inner point of a line, to the left positive [rad]."""
    step = np.diff(line, axis=0)
    yaw = np.arctan2(step[:, 1], step[:, 0])
    return (np.diff(yaw) + np.pi) % (2.0 * np.pi) - np.pi


def _windows(line: Floats, number: int, radius: float) -> list[_Window]:
    """Return windows around the corners of a line, the sharpest first, of which none overlap."""
    length = np.minimum(np.hypot(*np.diff(line, axis=0).T), SPACING)
    turn = np.abs(turns_of(line))
    reach = 0.5 * (length[:-1] + length[1:]) * EXCESS / radius
    sharp = np.flatnonzero((turn > CORNER) & (turn > reach))
    if not len(sharp):
        return []
    along = along_of(line)
    span = min(float(along[-1]), SPACING * (WINDOW - 1))
    found: list[_Window] = []
    for corner in sharp[np.argsort(-(turn - reach)[sharp], kind="stable")].tolist():
        begin = min(max(float(along[corner + 1]) - 0.5 * span, 0.0), float(along[-1]) - span)
        if all(abs(begin - other.begin) >= span for other in found):
            found.append(_Window(number, begin, span))
    return sorted(found)


def _points_in(line: Floats, window: _Window) -> Floats:
    """Return ``WINDOW`` points of a line at equal distances, (points, 2) [m]."""
    along, places = along_of(line), np.linspace(window.begin, window.begin + window.span, WINDOW)
    return np.column_stack([np.interp(places, along, line[:, axis]) for axis in (0, 1)])


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
    after = before.copy()
    for _ in range(ROUNDS):
        bend = bending @ after
        most = 0.25 * ((after[:, 2:] - after[:, :-2]) ** 2).sum(axis=2) / radius
        size = np.maximum(np.hypot(bend[..., 0], bend[..., 1]), 1e-12)
        wanted = bend * np.minimum(1.0, most / size)[..., None]
        after[:, free] = inverse @ (PULL * before[:, free] + moving.T @ (wanted - of_held))
    return after


def _replaced(line: Floats, windows: Sequence[tuple[_Window, Floats]]) -> Floats:
    """Return a line with the points of its windows instead of those that it had there."""
    along = along_of(line)
    parts: list[Floats] = []
    low = -1.0
    for window, points in windows:
        parts += [line[(along > low) & (along < window.begin - 1e-3)], points]
        low = window.begin + window.span + 1e-3
    whole = np.vstack([*parts, line[along > low]])
    whole[0], whole[-1] = line[0], line[-1]
    far = np.hypot(*np.diff(whole, axis=0).T) > 1e-3
    return whole[np.concatenate([[True], far])]
