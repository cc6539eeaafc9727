"""Ground that vehicles need at junctions and dead ends, which is more than the lanes where they cannot turn so tightly.

A vehicle follows the turn from one lane to the next by pure pursuit with the curvature that it has; the track is
simulated for all turns of a network at once. Where it turns round, it needs a circle about the end of the road.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...ground.roads.graph import RoadGraph
from ...ground.roads.routing import positions_on
from ..navigation.pure_pursuit import minimum_lookahead
from .driving import LOOK_AHEAD

BEFORE, BEHIND = 8.0, 40.0  # lengths of the lanes before and behind a turn that are driven [m]
ON_CURVE = 8  # points of the curve between the lanes
STEP = 1.0  # of the simulation [m]
HANDLE = 0.4  # length of the handles of a turn's curve over its chord: about that of an arc of 90° [1]
ROUND = 1.4  # radius of the ground for turning round over that of the tightest turn [1]
DIRECTIONS = 8  # in which a vehicle that turns round may stand

Ids = NDArray[np.intp]
Floats = NDArray[np.float64]


class Size(NamedTuple):
    """Room that a vehicle needs in turns."""

    radius: float  # of its tightest turn [m]
    length: float  # with its trailers [m]


class Samples(NamedTuple):
    """Samples of directions of travel at positions."""

    x: Floats  # [m]
    y: Floats  # [m]
    yaw: Floats  # direction of travel [rad]
    number: Ids  # of the leg or the turn


class _Lines(NamedTuple):
    """Lines that are followed, a row each."""

    x: Floats  # (lines, points) [m]
    y: Floats  # [m]
    along: Floats  # distance of each point from the first [m]

    def at(self, along: Floats) -> tuple[Floats, Floats]:
        """Return the point of each line at a distance along it [m]."""
        low = np.clip((self.along <= along[:, None]).sum(axis=1) - 1, 0, self.x.shape[1] - 2)
        row = np.arange(len(low))
        size = np.maximum(self.along[row, low + 1] - self.along[row, low], 1e-9)
        share = (along - self.along[row, low]) / size
        return (
            self.x[row, low] + share * (self.x[row, low + 1] - self.x[row, low]),
            self.y[row, low] + share * (self.y[row, low + 1] - self.y[row, low]),
        )


def turn_samples(graph: RoadGraph, before: Ids, after: Ids, size: Size) -> Samples:
    """Return samples of the ground that a vehicle needs to turn from legs to others.

    Args:
        before, after: the legs of each turn.
    """
    is_round = (before ^ 1) == after
    turn, end = np.flatnonzero(~is_round), np.flatnonzero(is_round)
    driven = _driven(_lines(graph, before[turn], after[turn]), size.radius)
    around = _around(graph, before[end], max(ROUND * size.radius, size.length))
    return _joined([driven._replace(number=turn[driven.number]), around._replace(number=end[around.number])])


def _driven(lines: _Lines, radius: float) -> Samples:
    """Return the tracks of vehicles that follow lines from their first points."""
    x, y = lines.x[:, 0].copy(), lines.y[:, 0].copy()
    yaw = np.arctan2(lines.y[:, 1] - y, lines.x[:, 1] - x)
    along, look = np.zeros(len(x)), max(LOOK_AHEAD, float(minimum_lookahead(radius)))
    parts: list[Samples] = []
    for _ in range(int(np.ceil(float(lines.along[:, -1].max(initial=0.0)) / STEP))):
        aim_x, aim_y = lines.at(along + look)
        bearing = np.arctan2(aim_y - y, aim_x - x) - yaw
        sine = np.where(np.cos(bearing) > 0.0, np.sin(bearing), np.sign(np.sin(bearing)))
        curvature = np.clip(2.0 * sine / np.maximum(np.hypot(aim_x - x, aim_y - y), 0.1), -1.0 / radius, 1.0 / radius)
        yaw = yaw + STEP * curvature
        x, y = x + STEP * np.cos(yaw), y + STEP * np.sin(yaw)
        (here_x, here_y), (next_x, next_y) = lines.at(along), lines.at(along + STEP)
        east, north = (next_x - here_x) / STEP, (next_y - here_y) / STEP
        along = along + np.clip((x - here_x) * east + (y - here_y) * north, 0.0, 2.0 * STEP)
        driven = np.flatnonzero(along + look < lines.along[:, -1])
        parts.append(Samples(x[driven], y[driven], yaw[driven], driven))
    return _joined(parts)


def _joined(parts: Sequence[Samples]) -> Samples:
    x, y, yaw = (
        np.concatenate([np.zeros(0), *columns])
        for columns in ([part.x for part in parts], [part.y for part in parts], [part.yaw for part in parts])
    )
    return Samples(x, y, yaw, np.concatenate([np.zeros(0, np.intp), *(part.number for part in parts)]))


def _lines(graph: RoadGraph, before: Ids, after: Ids) -> _Lines:
    """Return the lines from the last metres of a lane over the turn along the next lane."""
    end, start = graph.stop[before], graph.begin[after]
    shares = np.linspace(1.0, 0.0, 5)[:-1, None]
    lane = graph.stop - graph.begin
    into = [_row(graph, before, end - share * np.minimum(BEFORE, lane[before])) for share in shares]
    out = [_row(graph, after, start + share * np.minimum(BEHIND, lane[after])) for share in np.linspace(0.05, 1.0, 20)]
    curve = _curves(_row(graph, before, end), _row(graph, after, start))
    x, y = (np.stack([each[axis] for each in (*into, *curve, *out)], axis=1) for axis in (0, 1))
    steps = np.hypot(np.diff(x, axis=1), np.diff(y, axis=1))
    return _Lines(x, y, np.concatenate([np.zeros((len(x), 1)), np.cumsum(steps, axis=1)], axis=1))


def _row(graph: RoadGraph, legs: Ids, along: Floats) -> tuple[Floats, Floats, Floats]:
    return positions_on(graph, legs, along, graph.lane[legs])


def _curves(start: tuple[Floats, ...], end: tuple[Floats, ...]) -> list[tuple[Floats, Floats]]:
    """Return the points of cubic Bezier curves between poses (x, y, yaw)."""
    (x, y, yaw), (to_x, to_y, to_yaw) = start, end
    handle = HANDLE * np.hypot(to_x - x, to_y - y)

    def mixed(share: float, one: Floats, out: Floats, two: Floats, into: Floats) -> Floats:
        rest = 1.0 - share
        first, second = one + handle * out, two - handle * into
        return rest**3 * one + 3.0 * rest * rest * share * first + 3.0 * rest * share * share * second + share**3 * two

    return [
        (
            mixed(share, x, np.cos(yaw), to_x, np.cos(to_yaw)),
            mixed(share, y, np.sin(yaw), to_y, np.sin(to_yaw)),
        )
        for share in np.linspace(0.0, 1.0, ON_CURVE).tolist()
    ]


def _around(graph: RoadGraph, legs: Ids, radius: float) -> Samples:
    """Return samples of the ground within a radius [m] of the ends of legs, in all directions."""
    x, y, _ = positions_on(graph, legs, graph.stop[legs], np.zeros(len(legs)))
    angles = np.linspace(0.0, 2.0 * np.pi, DIRECTIONS, endpoint=False)
    apart = np.array([0.0] + [0.5] * DIRECTIONS + [1.0] * DIRECTIONS) * radius
    east, north = (apart * way(np.concatenate([[0.0], angles, angles])) for way in (np.cos, np.sin))
    yaw, spot, number = np.meshgrid(angles, np.arange(len(apart)), np.arange(len(legs)), indexing="ij")
    spot, number = spot.ravel(), number.ravel()
    return Samples(x[number] + east[spot], y[number] + north[spot], yaw.ravel(), number)
