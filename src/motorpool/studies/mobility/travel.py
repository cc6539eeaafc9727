"""Travel over a mobility map along straight legs: length, time, and limits of the speed.

A leg is cut at the borders of cells; each piece has the speed of its cell in the direction of the leg. The time per
metre is interpolated between two headings of the map. A direction between a heading that is "go" and one that is
"no-go" is "no-go".
"""

import math
from collections.abc import Callable
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .maps import NO_DATA, REASONS, MobilityMap

SAME_HEADING = 1e-9  # share of the angle between two headings, below which a direction equals one of them [1]
SHORTEST_PIECE = 1e-6  # length over the side of a cell; shorter pieces are rounding errors at corners [1]

Floats = NDArray[np.float64]
Places = NDArray[np.float64]  # (points, 2), x and y [m]


def planner_cost(mobility: MobilityMap) -> Callable[[Floats, Floats, float], Floats]:
    """Return a map's time per metre by position and direction, for ``plan_route`` of the world's guidance.

    Planned routes then keep clear of single trees and rocks, and use the map's speeds:

        plan_route(terrain, objects, start=start, goal=goal, slowness=planner_cost(mobility))

    Beyond the border of the map the nearest cells count.
    """

    def slowness_at(x: Floats, y: Floats, yaw: float) -> Floats:
        rows, columns = mobility.cell_of(x, y)
        return slowness_of(mobility, Pieces(rows, columns, np.full(np.shape(rows), yaw), np.zeros(0)))[0]

    return slowness_at


class Travel(NamedTuple):
    """A journey along straight legs."""

    length: float  # [m]
    time: float  # infinite if a piece is no-go [s]
    length_by_reason: Floats  # length by the limit of the speed, (reasons,) [m]

    @property
    def speed(self) -> float:
        """Mean speed [m/s]."""
        return self.length / self.time if self.time > 0.0 else 0.0


class Pieces(NamedTuple):
    """Pieces of straight legs, each in one cell."""

    rows: NDArray[np.intp]
    columns: NDArray[np.intp]
    yaw: Floats  # direction of its leg [rad]
    length: Floats  # [m]


def travel_along(mobility: MobilityMap, points: ArrayLike) -> Travel:
    """Return length, time and speed limits of a path (points, 2) [m]; off the map the nearest cells count."""
    pieces = pieces_of(mobility, np.asarray(points, np.float64))
    slowness, reasons = slowness_of(mobility, pieces)
    with np.errstate(invalid="ignore"):
        time = float(np.sum(pieces.length * slowness))
    shares = np.bincount(reasons, pieces.length, minlength=len(REASONS))
    return Travel(float(pieces.length.sum()), time, shares.astype(np.float64))


def slowness_of(mobility: MobilityMap, pieces: Pieces) -> tuple[Floats, NDArray[np.intp]]:
    """Return the time per metre of each piece [s/m], infinite for no-go, and the limit of the speed there."""
    before, after, share = bracketing_headings(mobility, pieces.yaw)
    slow = slowness(mobility, before, pieces.rows, pieces.columns)
    other = slowness(mobility, after, pieces.rows, pieces.columns)
    with np.errstate(invalid="ignore"):
        mixed = np.where(share > 0.0, (1.0 - share) * slow + share * other, slow)
    limiting = np.where((share > 0.0) & (other > slow), after, before)
    return mixed, mobility.reason[limiting, pieces.rows, pieces.columns].astype(np.intp)


def bracketing_headings(mobility: MobilityMap, yaw: ArrayLike) -> tuple[NDArray[np.intp], NDArray[np.intp], Floats]:
    """Return the two headings of a map next to yaws [rad], and the weight of the second [1].

    Args:
        yaw: directions, counter-clockwise from east [rad].
    """
    count = len(mobility.headings)
    place = np.mod(np.asarray(yaw, np.float64) * count / (2.0 * math.pi), count)
    whole = np.floor(place + SAME_HEADING)
    share = np.where(place - whole > SAME_HEADING, place - whole, 0.0)
    before = whole.astype(np.intp) % count
    return before, (before + 1) % count, share


def slowness(mobility: MobilityMap, heading: Any, rows: Any, columns: Any) -> Floats:
    """Return the time per metre in cells and headings, by index [s/m]; infinite for no-go and without data."""
    speed = mobility.speed[heading, rows, columns].astype(np.float64)
    known = mobility.reason[heading, rows, columns] != NO_DATA
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(known & (speed > 0.0), 1.0 / speed, np.inf)


def pieces_of(mobility: MobilityMap, points: Places) -> Pieces:
    """Cut the legs between points (points, 2) [m] at the borders of cells and return the pieces."""
    legs = [_leg(mobility, start, end) for start, end in pairwise(points)]
    legs = [leg for leg in legs if leg.length.size]
    if not legs:
        nothing, none = np.zeros(0, np.intp), np.zeros(0)
        return Pieces(nothing, nothing, none, none)
    return Pieces(*(np.concatenate(column) for column in zip(*legs, strict=True)))


def _leg(mobility: MobilityMap, start: Floats, end: Floats) -> Pieces:
    step, corner = end - start, (mobility.x_west, mobility.y_south)
    length = math.hypot(float(step[0]), float(step[1]))
    cuts: list[Floats] = [np.array([0.0, 1.0])]
    for axis in (0, 1):
        ends = np.sort((np.array([start[axis], end[axis]]) - corner[axis]) / mobility.spacing)
        lines = np.arange(math.ceil(ends[0]), math.floor(ends[1]) + 1, dtype=np.float64)
        if step[axis] != 0.0:
            cuts.append((corner[axis] + lines * mobility.spacing - start[axis]) / step[axis])
    at: Floats = np.unique(np.clip(np.concatenate(cuts), 0.0, 1.0))
    lengths = np.diff(at) * length
    kept = lengths > min(SHORTEST_PIECE * mobility.spacing, 0.5 * length)
    lengths = lengths[kept]
    middle = (0.5 * (at[:-1] + at[1:]))[kept]
    rows, columns = mobility.cell_of(start[0] + middle * step[0], start[1] + middle * step[1])
    total = float(lengths.sum())
    lengths = lengths * (length / total) if total > 0.0 else lengths
    yaw = np.full(lengths.size, math.atan2(float(step[1]), float(step[0])))
    return Pieces(rows, columns, yaw, lengths)
