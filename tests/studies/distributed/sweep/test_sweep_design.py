"""Axes and designs of a sweep, against counts, SciPy's own measure of evenness, and sentences for what is wrong."""

import math
from pathlib import Path

import numpy as np
import pytest

from motorpool.errors import SweepError
from motorpool.studies.distributed.sweep import grid, latin_hypercube, listed, sobol, vary


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("vehicles.0.mass=50000:70000:5", (50000, 55000, 60000, 65000, 70000)),
        ("vehicles[0].mass=1:2:3", (1.0, 1.5, 2.0)),
        ("seed=0:3", (0, 1, 2)),
        ("surface.kind=mud,ice", ("mud", "ice")),
        ("vehicles.0.desired_speed=[5, 10],[6, 12]", ((5, 10), (6, 12))),
        ("dt=1/60, 1/120", ("1/60", "1/120")),
        ("x=0.5", (0.5,)),
    ],
)
def test_an_axis_is_listed_spaced_or_counted(text: str, values: tuple[object, ...]):
    assert vary(text).in_turn() == values


def test_a_path_may_be_written_with_brackets():
    assert vary("vehicles[2].mass=1,2").path == "vehicles.2.mass"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("mass", "write PATH=VALUES"),
        ("mass=", "write PATH=VALUES"),
        ("a..b=1,2", "is no path"),
        ("mass=5:1", "first number must be the smaller one"),
        ("mass=1:5:1", "2 to 1000000"),
        ("mass=1,{a: 2}", "are no values"),
        ("mass=1,[", "are no values"),
        ("mass=1,1", "lists a value twice"),
    ],
)
def test_what_is_no_axis_is_refused_in_a_sentence(text: str, words: str):
    with pytest.raises(SweepError, match=words):
        vary(text)


def test_a_span_of_numbers_is_no_grid():
    with pytest.raises(SweepError, match=r"mass=0\.5:2:5"):
        grid([vary("mass=0.5:2")])


def test_a_grid_has_every_combination_the_last_axis_fastest():
    points = grid([vary("a=1,2"), vary("b=x,y,z")])
    assert [tuple(point.values()) for point in points[:4]] == [(1, "x"), (1, "y"), (1, "z"), (2, "x")]
    assert len({tuple(point.items()) for point in points}) == 6


def test_one_value_cannot_be_varied_twice():
    with pytest.raises(SweepError, match="varied twice"):
        grid([vary("a=1,2"), vary("a=3,4")])


@pytest.mark.parametrize("sample", [sobol, latin_hypercube])
def test_samples_lie_in_their_spans_and_fill_them_more_evenly_than_chance(sample):
    from scipy.stats import qmc  # a second of each worker that collects the tests

    points = sample([vary("a=2:4"), vary("b=-1:1"), vary("seed=0:10"), vary("c=u,v")], 64, seed=3)
    a, b = (np.array([point[name] for point in points]) for name in "ab")
    assert 2.0 <= a.min() < a.max() < 4.0
    assert -1.0 <= b.min() < b.max() < 1.0
    assert {point["seed"] for point in points} == set(range(10))  # whole numbers, all of them
    assert 24 <= sum(point["c"] == "u" for point in points) <= 40
    chance = np.random.default_rng(3).uniform(size=(64, 2))
    unit = np.stack([(a - 2.0) / 2.0, (b + 1.0) / 2.0], axis=1)
    assert qmc.discrepancy(unit) < 0.7 * qmc.discrepancy(chance)


def test_the_end_of_a_span_of_whole_numbers_is_its_last_one():
    assert vary("seed=0:10").at(1.0) == 9
    assert vary("seed=0:10").at(0.0) == 0


def test_a_latin_hypercube_has_one_point_in_each_part_of_each_axis():
    points = latin_hypercube([vary("a=0:50"), vary("b=0:50.0")], 50)
    for name in "ab":
        assert sorted(math.floor(point[name]) for point in points) == list(range(50))


def test_a_sample_is_the_same_for_the_same_seed():
    axes = [vary("a=0:1.0")]
    assert sobol(axes, 5, seed=1) == sobol(axes, 5, seed=1) != sobol(axes, 5, seed=2)


def test_points_are_read_from_a_file(tmp_path: Path):
    file = tmp_path / "points.csv"
    file.write_text("seed, surface.kind\n1,mud\n\n2,ice\n")
    assert listed(file) == [{"seed": 1, "surface.kind": "mud"}, {"seed": 2, "surface.kind": "ice"}]
    file.write_text("seed,surface.kind\n1\n")
    with pytest.raises(SweepError, match=r"points\.csv:2: 1 values for 2 paths"):
        listed(file)
    file.write_text("seed\n")
    with pytest.raises(SweepError, match="no points"):
        listed(file)
