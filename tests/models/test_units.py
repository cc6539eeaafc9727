"""The units that document 003 displays, against what they are by definition."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from motorpool.models import units

PAIRS = [
    (units.speed_to_kmh, units.speed_from_kmh),
    (units.angle_to_deg, units.angle_from_deg),
]


def test_a_kilometre_an_hour_is_a_thousand_metres_in_3600_seconds():
    assert units.speed_from_kmh(1.0) == pytest.approx(1000.0 / 3600.0, rel=1e-15)


def test_at_60_km_h_the_search_of_document_003_reaches_as_far_as_it_says():
    """ "20 m + v": two cones of 10 degrees are then 12.9 m wide at their end, as printed."""
    reach = 20.0 + units.speed_from_kmh(60.0)
    assert 2.0 * reach * math.tan(units.angle_from_deg(10.0)) == pytest.approx(12.9, abs=0.05)


@pytest.mark.parametrize("degrees", [0.0, 45.0, -90.0, 180.0, 360.0])
def test_a_degree_is_the_360th_part_of_a_turn(degrees):
    assert units.angle_from_deg(degrees) == pytest.approx(2.0 * math.pi * degrees / 360.0, rel=1e-15)


@pytest.mark.parametrize(("to", "back"), PAIRS, ids=lambda function: function.__name__)
@given(value=st.floats(-1e9, 1e9))
def test_there_and_back_is_the_same(to, back, value):
    assert back(to(value)) == pytest.approx(value, rel=1e-15)


@pytest.mark.parametrize(("to", "back"), PAIRS, ids=lambda function: function.__name__)
def test_arrays_are_converted_like_numbers(to, back):
    values = np.array([0.0, 1.0, -2.5])
    assert to(values).tolist() == [to(value) for value in values.tolist()]
    assert back(values).tolist() == [back(value) for value in values.tolist()]
