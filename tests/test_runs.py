"""Runs of entries are numbered as loops over them do, and are divided without a gap."""

import numpy as np
import pytest

from motorpool.base.runs import batches, place_in_run, run_of_each

COUNTS = np.array([2, 0, 3, 1, 0])


def test_entries_are_numbered_by_run_and_place():
    pairs = [(run, place) for run, count in enumerate(COUNTS) for place in range(count)]
    assert list(zip(run_of_each(COUNTS).tolist(), place_in_run(COUNTS).tolist(), strict=True)) == pairs


def test_no_runs_have_no_entries():
    nothing = np.zeros(0, np.intp)
    assert len(run_of_each(nothing)) == len(place_in_run(nothing)) == len(list(batches(nothing, 5))) == 0


@pytest.mark.parametrize("most", [1, 3, 4, 100])
def test_batches_hold_every_run_once_and_not_too_many_entries(most: int):
    found = list(batches(COUNTS, most))
    assert [run for part in found for run in range(part.start, part.stop)] == list(range(len(COUNTS)))
    for part in found:
        assert COUNTS[part].sum() <= most or part.stop == part.start + 1
