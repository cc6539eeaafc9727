"""Positions along a road at which its curves are sampled, so that chords between them are accurate."""

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from .road import LaneSection, Road, lane_borders, points_beside, reference_line
from .xml_elements import WrongValue

CHORD_ERROR = 0.01  # upper limit of the distance between a curve and its chords [m]
SAFETY = 0.8  # fraction of it that is allowed at the three points that are compared [1]
LONGEST_CHORD = 20.0  # [m]
SHORTEST_CHORD = 0.01  # chords of this length are not divided further [m]
MOST_STATIONS = 100_000  # of one piece of a road
MOST_A_METRE = 4.0  # of these beyond the first ``FREE_STATIONS``; a circle of 1 m radius needs as many [1/m]
FREE_STATIONS = 1_000
MOST_RECORDED = 200_000  # positions of records of one piece of a road, times its lanes
FARTHEST_LANE = 1_000.0  # limit of the distance of lanes from the reference line [m]
FARTHEST = 1e7  # limit of positions [m]
HIGHEST = 20_000.0  # limit of heights [m]
QUARTERS = np.array([0.0, 0.25, 0.5, 0.75, 1.0])

Floats = NDArray[np.float64]


def stations(road: Road, section: LaneSection, start: float, end: float) -> Floats:
    """Return distances along a road, so that chords between them are within ``CHORD_ERROR`` of all lane borders.

    Args:
        start: first distance, in the section [m].
        end: last distance [m].

    Raises:
        WrongValue: the road leaves the range of positions, its lanes lie far from it, or it needs more points than
            curves of roads do.
    """

    def borders(s: Floats) -> Floats:
        t = lane_borders(road, section, s)
        if not np.abs(t).max() <= FARTHEST_LANE:
            raise WrongValue(f"lanes more than {FARTHEST_LANE:g} m from the reference line")
        return np.stack(points_beside(road, reference_line(road, s), t)[0], axis=-1)

    breaks = _breaks(road, section, start, end)
    if len(breaks) * len(section.lanes) > MOST_RECORDED:
        raise WrongValue(f"{len(breaks)} positions of records for {len(section.lanes)} lanes")
    return divided(borders, breaks)


def divided(curves: Callable[[Floats], Floats], breaks: Floats) -> Floats:
    """Return the breaks and as many positions between them as the accuracy of chords demands.

    Args:
        curves: points (curves, positions, 3) at positions [m].
        breaks: ascending positions, between which the curves are smooth [m].
    """
    most = min(MOST_STATIONS, FREE_STATIONS + MOST_A_METRE * float(breaks[-1] - breaks[0]))
    counts = [max(1, math.ceil(step / LONGEST_CHORD)) for step in np.diff(breaks).tolist()]
    if sum(counts) > MOST_STATIONS:
        raise WrongValue(f"more than {MOST_STATIONS} points")
    fractions = [np.arange(count) / count for count in counts]
    low: Floats = np.repeat(breaks[:-1], counts) + np.repeat(np.diff(breaks), counts) * np.concatenate(fractions)
    high: Floats = np.append(low[1:], breaks[-1])
    done: list[Floats] = [breaks[-1:]]
    total = 1
    while len(low):
        s = low + (high - low) * QUARTERS[:, None]
        points = curves(s.ravel())
        _check(points)
        error = _chord_errors(points.reshape(len(points), *s.shape, 3))
        is_done = (error <= SAFETY * CHORD_ERROR) | (high - low <= SHORTEST_CHORD)
        done.append(low[is_done])
        middle = s[2]
        low, high = np.append(low[~is_done], middle[~is_done]), np.append(middle[~is_done], high[~is_done])
        total += int(is_done.sum())
        if total + len(low) > most:
            raise WrongValue(f"more than {MOST_A_METRE:g} points a metre: curves or heights that no road has")
    return np.sort(np.concatenate(done))


def _chord_errors(points: Floats) -> Floats:
    """Return the largest distance of the inner points of each chord from it [m]; points (curves, 5, chords, 3)."""
    chord = points[:, 4] - points[:, 0]
    length = np.linalg.norm(chord, axis=-1)
    direction = chord / np.where(length > 0.0, length, 1.0)[..., None]
    inner = points[:, 1:4] - points[:, :1]
    along = np.clip((inner * direction[:, None]).sum(axis=-1), 0.0, length[:, None])
    return np.linalg.norm(inner - along[..., None] * direction[:, None], axis=-1).max(axis=(0, 1))


def _check(points: Floats) -> None:
    if not (np.abs(points[..., :2]).max() <= FARTHEST and np.abs(points[..., 2]).max() <= HIGHEST):
        raise WrongValue("positions out of range")


def _breaks(road: Road, section: LaneSection, start: float, end: float) -> Floats:
    """Return the start, the end, and the positions between them at which a curve or a polynomial begins."""
    profiles = (
        road.elevation, road.superelevation, road.crossfall_left, road.crossfall_right, road.lane_offset,
        *(lane.widths for lane in section.lanes),
    )  # fmt: skip
    heights = [lane.heights[:, 0] for lane in section.lanes]
    shapes = np.array([shape.start for shape in road.shapes])
    starts = np.concatenate([road.plan.starts, shapes, *heights, *(profile.starts for profile in profiles)])
    inside = np.unique(starts[(starts > start + SHORTEST_CHORD) & (starts < end - SHORTEST_CHORD)])
    return np.concatenate([[start], inside, [end]])
