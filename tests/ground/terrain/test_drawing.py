"""Segments in a raster: the cells within their reach and those that they cross, and no others."""

import numpy as np
import pytest

from motorpool.ground.terrain import drawing
from motorpool.ground.terrain.drawing import Segments, draw
from motorpool.ground.terrain.surface import CLASSES, Surface

ROWS, COLUMNS, CELL = 40, 60, 5.0
WEST, SOUTH = -150.0, -100.0
GROUND = 255


def blank() -> Surface:
    return Surface(np.zeros((ROWS, COLUMNS), np.uint8), CELL, WEST, SOUTH)


def random_segments(count: int, *, seed: int) -> Segments:
    random = np.random.default_rng(seed)
    start = random.uniform((-200.0, -150.0), (200.0, 150.0), (count, 2))  # some leave the raster
    end = start + random.normal(scale=60.0, size=(count, 2))
    end[::5, 1] = start[::5, 1]  # due east or west
    end[1::5, 0] = start[1::5, 0]  # due north or south
    end[2::10] = start[2::10]  # of no length
    reach, lane = random.uniform(0.5, 12.0, count), random.uniform(0.0, 1.0, count)
    number = random.integers(len(CLASSES), size=count, dtype=np.uint8)
    return Segments(start, end, reach, number, np.where(np.arange(count) % 3 > 0, lane * reach, 0.0))


def drawn(segments: Segments) -> np.ndarray:
    classes = np.full((ROWS, COLUMNS), GROUND, np.uint8)
    draw(classes, blank(), segments)
    return classes


def row_of(segments: Segments, number: int) -> Segments:
    return Segments(*(column[number : number + 1] for column in segments))


def distances(segments: Segments, number: int) -> np.ndarray:
    """Return the distance of each cell's centre from a segment, by the nearest of many points on it [m]."""
    share = np.linspace(0.0, 1.0, 4001)[:, None]
    points = segments.start[number] + share * (segments.end - segments.start)[number]
    x, y = WEST + (np.arange(COLUMNS) + 0.5) * CELL, SOUTH + (np.arange(ROWS) + 0.5) * CELL
    return np.hypot(points[:, 0] - x[:, None], (points[:, 1] - y[:, None])[:, None]).min(axis=-1)


def crossed(segments: Segments, number: int, *, side: float = 0.0) -> np.ndarray:
    """Return whether one of many points beside a segment, ``side`` times its lane, is well inside of each cell."""
    share = np.linspace(0.0, 1.0, 4001)[:, None]
    ahead = (segments.end - segments.start)[number]
    left = side * segments.lane[number] * np.array([-ahead[1], ahead[0]]) / max(np.hypot(*ahead), 1e-9)
    points = segments.start[number] + left + share * ahead
    place = (points - (WEST, SOUTH)) / CELL
    column, row = np.floor(place).astype(int).T
    inside = (row >= 0) & (row < ROWS) & (column >= 0) & (column < COLUMNS)
    inside &= (np.abs(place - np.rint(place)) > 1e-3).all(axis=1)
    found = np.zeros((ROWS, COLUMNS), bool)
    found[row[inside], column[inside]] = True
    return found


@pytest.mark.parametrize("number", range(20))
def test_a_segment_takes_the_cells_within_reach_and_those_that_it_crosses(number: int):
    segments = random_segments(20, seed=1)
    is_drawn = drawn(row_of(segments, number)) != GROUND
    gap, reach, lane = distances(segments, number), segments.reach[number], segments.lane[number]
    slack = 0.05  # of the many points and the grid lines [m]
    assert is_drawn[gap <= reach - slack].all()
    for side in np.linspace(-1.0, 1.0, 9):
        assert is_drawn[crossed(segments, number, side=float(side))].all()
    assert not is_drawn[(gap > reach + slack) & (gap > lane + 0.75 * CELL)].any()


def test_later_segments_are_on_top():
    segments = random_segments(200, seed=2)
    expected = np.full((ROWS, COLUMNS), GROUND, np.uint8)
    for number in range(200):
        draw(expected, blank(), row_of(segments, number))
    assert np.array_equal(drawn(segments), expected)


def test_the_size_of_batches_does_not_matter(monkeypatch: pytest.MonkeyPatch):
    segments = random_segments(200, seed=3)
    whole = drawn(segments)
    monkeypatch.setattr(drawing, "CELLS_AT_ONCE", 500)
    assert np.array_equal(drawn(segments), whole)
