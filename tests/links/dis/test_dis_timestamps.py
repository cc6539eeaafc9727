"""Timestamps: units past the hour, absolute and relative."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from motorpool.links.dis.wire import timestamps

UNIT = 3600.0 / 2**31


def test_half_an_hour_is_the_highest_bit_and_the_lowest_says_absolute() -> None:
    assert timestamps.from_seconds(1800.0) == 0x80000001
    assert timestamps.from_seconds(1800.0, is_absolute=False) == 0x80000000
    assert timestamps.from_seconds(UNIT) == 0b11
    assert timestamps.is_absolute([0x80000001, 0x80000000]).tolist() == [True, False]


def test_the_hour_wraps_also_where_rounding_reaches_it() -> None:
    assert timestamps.from_seconds(7200.0 - UNIT / 4, is_absolute=False) == 0
    assert timestamps.from_seconds(3600.0 * 5 + 1.0) == timestamps.from_seconds(1.0)


@given(st.floats(0, 4e9, allow_nan=False))
def test_seconds_come_back_within_half_a_unit_past_the_hour(seconds: float) -> None:
    back = timestamps.to_seconds(timestamps.from_seconds(seconds))
    difference = (back - seconds % 3600.0 + 1800.0) % 3600.0 - 1800.0
    assert abs(difference) <= UNIT / 2 + 4 * np.spacing(seconds)


def test_an_age_is_taken_across_the_hour_and_may_be_negative() -> None:
    now = 499000 * 3600.0 + 0.5
    received = timestamps.from_seconds([now - 1.0, now, now + 0.25])
    assert timestamps.age(received, now) == pytest.approx([1.0, 0.0, -0.25], abs=2 * UNIT)
    assert timestamps.elapsed(received[0], received[2]) == pytest.approx(1.25, abs=2 * UNIT)
