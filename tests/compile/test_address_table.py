"""Address tables: fleets of one model in one call, parts for threads, copies of fleets."""

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import motorpool as mp
from motorpool.compile import columns
from motorpool.compile.address_table import SHARE, AddressTable


def rows_of(entries, whole):
    """The rows of each fleet that a part has, from its addresses."""
    starts = {}
    for count, address in entries.tolist():
        for number, (_, begin) in enumerate(whole.tolist()):
            if begin <= address < begin + 8 * whole[number, 0]:
                starts[number] = ((address - begin) // 8, (address - begin) // 8 + count)
    return starts


@given(counts=st.lists(st.integers(0, 3000), min_size=1, max_size=5), number=st.integers(1, 9))
def test_parts_have_all_rows_once_and_begin_at_whole_shares(counts, number):
    table = AddressTable([[np.zeros(count)] for count in counts])
    assert table.count == sum(counts)
    parts = [rows_of(part, table.entries) for part in table.parts(number)]
    assert len(parts) == number
    for fleet, count in enumerate(counts):
        found = [part[fleet] for part in parts if fleet in part]
        assert [low for low, _ in found] == [0, *(high for _, high in found)][: len(found)]
        assert all(low % SHARE == 0 for low, _ in found)
        assert (found[-1][1] if found else 0) == count


def fleets_of(model, dtype="float64", counts=(3, 40, 0, 1100)):
    random = np.random.default_rng(5)
    fleets = [mp.Fleet(model, count, name=str(index), dtype=dtype) for index, count in enumerate(counts)]
    for fleet in fleets:
        fleet.state.yaw, fleet.state.speed = random.uniform(-3.0, 3.0, fleet.count), random.uniform(0, 9, fleet.count)
        fleet.drive(random.uniform(0.0, 12.0, fleet.count), random.uniform(-1.0, 1.0, fleet.count))
    return fleets


def all_columns(fleets):
    return [np.array(column) for fleet in fleets for column in fleet.named_columns().values()]


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("threads", [1, 3])
def test_fleets_in_one_call_move_as_each_alone_to_the_bit(dtype, threads):
    alone, together = fleets_of("single-track", dtype), fleets_of("single-track", dtype)
    for fleet in alone:
        fleet.step(1 / 60, 5)
    table = AddressTable.joined([fleet.addresses for fleet in together])
    columns.advance(together[0].model, table, 1 / 60, 5, threads=threads)
    assert all(map(np.array_equal, all_columns(alone), all_columns(together)))
    assert alone[3].state.x.any()


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda table: pickle.loads(pickle.dumps(table))])
def test_a_copy_of_a_table_has_addresses_of_its_own(copied):
    table = AddressTable([[np.zeros(4), np.ones(4)]])
    other = copied(table)
    assert other.count == 4
    assert not set(other.entries[0, 1:].tolist()) & set(table.entries[0, 1:].tolist())


def test_a_column_that_is_bound_elsewhere_moves_there():
    fleet, column = fleets_of("single-track", counts=(4,))[0], np.zeros(4)
    fleet.step(0.1)
    fleet.attach("x", column)
    fleet.step(0.1)
    fleet.attach_status(np.zeros(4, np.uint32))
    fleet.control.throttle[1] = np.nan
    fleet.step(0.1)
    assert column.all()
    assert fleet.status.tolist() == [0, mp.Status.NOT_FINITE, 0, 0]
