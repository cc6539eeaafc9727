"""Stages: compiled functions of structures get the arrays that they are given, however often those change."""

import gc
import weakref
from typing import Any, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from motorpool.compile import columns, rows
from motorpool.compile.form.types import UnsupportedError
from motorpool.compile.rows import Stages, plain_stage
from motorpool.compile.scratch import scratch
from motorpool.models.mathematics import sincos
from motorpool.world.columns import InVectors, Whole


class Place(NamedTuple):
    """Two columns of floats."""

    x: Any
    y: Any


class Own(NamedTuple):
    """A structure in a structure, and columns of other types."""

    place: Place
    word: Any
    flags: Any


class Ground(NamedTuple):
    """A surface and numbers of every kind."""

    heights: Any
    spacing: float
    is_level: bool
    count: int


def visit(own: Own, everybody: Whole[Place], ground: Whole[Ground], dt: float, tick: int) -> None:
    """Write to every column, and read all that is whole."""
    last = everybody.x.size - 1
    for i in range(own.word.size):
        sine, _ = sincos(own.place.x[i])
        level = 100.0 if ground.is_level else ground.spacing * ground.heights[1, 2]
        own.place.y[i] = sine * dt + everybody.x[last] + level
        own.word[i] = tick + ground.count
        own.flags[i] |= 4


def pick(own: Own, ground: Whole[Ground]) -> InVectors:
    """Gather from a raster, and write under a condition."""
    for i in range(own.word.size):
        row, column = i % 3, i % 4
        own.place.y[i] = ground.heights[row, column] * own.place.x[i]
        if own.place.x[i] > 0.0:
            own.flags[i] |= 2


class Room(NamedTuple):
    """Columns that a stage needs only while it runs."""

    number: NDArray[np.float64]
    word: NDArray[np.int16]


def reverse(place: Whole[Place], words: Whole[Any], turns: int) -> None:
    """Write the last ones first, by way of the stage's own columns; several times, in the same ones."""
    room = scratch(Room, 100)
    for _ in range(turns):
        for i in range(place.x.size):
            room.number[i], room.word[i] = place.x[i], words[i]
        for i in range(place.x.size):
            place.y[i], words[i] = room.number[place.x.size - 1 - i], room.word[place.x.size - 1 - i]


def allocate(place: Place) -> None:
    """Make an array, which no stage may."""
    place.x[0] = np.zeros(3).sum()


def arguments(count=60, seed=1):
    random = np.random.default_rng(seed)
    x, y = random.uniform(-3.0, 3.0, (2, count))
    own = Own(Place(x, y), np.zeros(count, np.int8), np.ones(count, np.uint32))
    ground = Ground(random.uniform(0.0, 9.0, (3, 4)).astype(np.float32), 0.5, False, 3)
    return own, Place(x.copy(), y.copy()), ground, 0.25, 40


def check(own, everybody, ground, dt, tick):
    """Every row is what the formula says."""
    expected = np.sin(own.place.x) * dt + everybody.x[-1] + 0.5 * float(ground.heights[1, 2])
    np.testing.assert_allclose(own.place.y, expected, rtol=1e-12)
    assert set(own.word.tolist()) == {tick + 3}
    assert set(own.flags.tolist()) == {5}


def test_a_stage_reads_its_arguments_and_writes_its_targets():
    given = arguments()
    Stages().run(visit, *given)
    check(*given)


@pytest.mark.parametrize("count", [5, 60])  # fewer than a vector holds, and some left over
def test_a_stage_in_vectors_does_what_it_says(count):
    own, _, ground, *_ = arguments(count)
    Stages().run(pick, own, ground)
    rows_of, columns_of = np.arange(count) % 3, np.arange(count) % 4
    np.testing.assert_allclose(own.place.y, ground.heights[rows_of, columns_of] * own.place.x, rtol=1e-12)
    np.testing.assert_array_equal(own.flags, np.where(own.place.x > 0.0, 3, 1))


def test_only_a_stage_in_vectors_is_said_to_be_one():
    assert rows.signature_of(pick).is_in_vectors
    assert not rows.signature_of(visit).is_in_vectors


def test_a_stage_that_is_not_compiled_does_the_same():
    given, plain = arguments(), arguments()
    Stages().run(visit, *given)
    plain_stage(visit)(*plain)
    check(*plain)
    np.testing.assert_allclose(plain[0].place.y, given[0].place.y, rtol=1e-14)


def scale(place: Place, factor: float) -> InVectors:
    """Multiply the positions."""
    for i in range(place.x.size):
        place.x[i] *= factor


def sum_up(place: Whole[Place], row: int) -> None:
    """Store in one row the sum of all rows, which another stage has multiplied."""
    place.y[row] = 0.0
    for i in range(place.x.size):
        place.y[row] += place.x[i]


@pytest.mark.parametrize("is_compiled", [True, False])
@pytest.mark.parametrize("some", [None, slice(2, 7)])
def test_several_stages_run_in_one_call_on_their_rows_and_on_all(is_compiled, some, monkeypatch):
    monkeypatch.setattr(rows, "is_on", lambda: is_compiled)
    place, numbers = Place(np.arange(9.0), np.zeros(9)), [3.0, 4]
    Stages().run((scale, sum_up), place, *numbers, rows=some)
    expected = np.arange(9.0)
    expected[some or slice(None)] *= 3.0
    np.testing.assert_array_equal(place.x, expected)
    assert place.y[4] == expected.sum()


def test_several_stages_take_each_name_once():
    structures, by_rows, numbers, is_in_vectors = rows.signature_of((scale, sum_up))
    assert (structures, by_rows, list(numbers), is_in_vectors) == (["place"], [True], ["factor", "row"], False)
    assert rows.name_of((scale, sum_up)) == "scale_to_sum_up"


def test_a_truth_value_arrives():
    own, everybody, ground, dt, tick = arguments()
    Stages().run(visit, own, everybody, ground._replace(is_level=True), dt, tick)
    np.testing.assert_allclose(own.place.y, np.sin(own.place.x) * dt + everybody.x[-1] + 100.0, rtol=1e-12)


def test_each_thread_gets_its_own_rows_and_all_that_is_whole(monkeypatch):
    monkeypatch.setattr(columns, "SHARE", 8)
    monkeypatch.setattr(columns, "cpu_count", lambda: 3)
    monkeypatch.setattr(rows, "ROW_COST", 50_000)
    given = arguments(count=61)
    assert len(columns.parts_of(61, rows.ROW_COST, None)) == 3
    Stages().run(visit, *given)
    check(*given)


def test_other_arrays_are_found_and_those_before_are_left_alone():
    stages, first = Stages(), arguments(seed=1)
    stages.run(visit, *first)
    left = first[0].place.y.copy()
    for count in (60, 7):
        second = arguments(count, seed=count)
        stages.run(visit, *second)
        check(*second)
    moved = second[1]._replace(x=second[1].x + 5.0)
    stages.run(visit, second[0], moved, *second[2:])
    check(second[0], moved, *second[2:])
    np.testing.assert_array_equal(first[0].place.y, left)


def test_arrays_that_a_stage_is_bound_to_stay_alive():
    stages, given = Stages(), arguments()
    stages.run(visit, *given)
    alive = weakref.ref(given[0].place.y)
    del given
    gc.collect()
    assert alive() is not None
    stages.run(visit, *arguments())
    gc.collect()
    assert alive() is None


def test_an_array_with_gaps_is_refused():
    own, everybody, *rest = arguments()
    with pytest.raises(AssertionError, match="contiguous"):
        Stages().run(visit, own, Place(everybody.x[::2], everybody.y), *rest)


def test_a_stage_whose_numbers_come_before_its_structures_is_refused():
    def mixed(dt: float, place: Place) -> None:
        pass

    with pytest.raises(AssertionError, match="mixed: a stage's structures come before its numbers"):
        Stages().run(mixed, 0.1, Place(np.zeros(2), np.zeros(2)))


@pytest.mark.parametrize("is_compiled", [True, False])
def test_a_stage_has_columns_of_its_own(is_compiled):
    x, words = np.linspace(0.5, 9.5, 100), np.arange(100, dtype=np.int16)
    place = Place(x, np.zeros(100))
    run = Stages().run if is_compiled else lambda stage, *given: plain_stage(stage)(*given)
    run(reverse, place, words, 3)
    np.testing.assert_array_equal(place.y, x[::-1])
    np.testing.assert_array_equal(words, np.arange(100)[::-1])


def test_a_stage_that_allocates_is_refused():
    with pytest.raises(UnsupportedError, match="compiled code cannot call zeros"):
        Stages().run(allocate, Place(np.zeros(2), np.zeros(2)))
