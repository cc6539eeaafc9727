"""Many lines at a time: what is computed of all of them at once is what each line alone has."""

import numpy as np
import pytest

from motorpool.ground.roads.bends import round_bends
from motorpool.ground.roads.lines import along_of, any_of, joined, lengths_of, parted, pieces_of
from motorpool.ground.roads.network import RoadSection


@pytest.mark.parametrize("seed", range(5))
def test_all_lines_at_once_are_each_line_alone(seed: int):
    chance = np.random.default_rng(seed)
    lines = [chance.normal(0.0, 50.0, (count, 3)) for count in chance.integers(2, 9, 30)]
    points, counts = joined(lines)
    begin, line = pieces_of(counts)
    lengths = lengths_of(points, begin)
    along = parted(along_of(lengths, counts), counts)
    has_long = any_of(lengths > 80.0, line, len(lines)).tolist()
    for alone, again, distance, is_long in zip(lines, parted(points, counts), along, has_long, strict=True):
        steps = np.hypot(*np.diff(alone[:, :2], axis=0).T)
        assert np.array_equal(again, alone)
        assert np.array_equal(distance, np.concatenate([[0.0], np.cumsum(steps)]))
        assert is_long == (steps > 80.0).any()
    assert 0 < sum(has_long) < len(lines)


@pytest.mark.parametrize("seed", range(3))
def test_a_bend_is_rounded_alike_alone_and_among_other_lines(seed: int):
    chance = np.random.default_rng(seed)
    lines = [np.cumsum(chance.normal(0.0, 20.0, (count, 2)), axis=0) for count in (2, 4, 3, 2, 6, 3)]
    for alone, together in zip(lines, round_bends(lines), strict=True):
        (new,) = round_bends([alone])
        assert (new is alone) == (together is alone)
        assert np.allclose(new, together, rtol=0.0, atol=1e-9)


def test_a_section_at_other_points_keeps_its_other_values():
    old = RoadSection(points=np.zeros((2, 3)), start=1, end=2, width=4.5, name="High Street", is_bridge=True)
    new = old.at(np.ones((3, 3)), end=7)
    assert (new.start, new.end, new.width, new.name, new.is_bridge) == (1, 7, 4.5, "High Street", True)
    assert (len(new.points), len(old.points), old.end) == (3, 2, 2)
