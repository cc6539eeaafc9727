"""Rectangles that share the plane."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from motorpool.studies.distributed.regions.partition import Rectangle, partition

PLACES = arrays(np.float64, 40, elements=st.floats(-1e4, 1e4))


@given(x=PLACES, y=PLACES, regions=st.integers(1, 9))
def test_every_place_is_in_exactly_one_region(x, y, regions):
    rectangles = partition(x, y, regions)
    assert len(rectangles) == regions
    assert (sum(each.contains(x, y).astype(int) for each in rectangles) == 1).all()
    far = np.array([-1e300, 1e300, 0.0])
    assert (sum(each.contains(far, far[::-1]).astype(int) for each in rectangles) == 1).all()


@pytest.mark.parametrize("regions", [2, 3, 4, 7])
def test_vehicles_are_shared_out_evenly(regions):
    x, y = np.random.default_rng(1).normal(size=(2, 700)) ** 3  # crowded in the middle
    counts = [np.count_nonzero(each.contains(x, y)) for each in partition(x, y, regions)]
    assert sum(counts) == 700
    assert max(counts) - min(counts) <= 3


def test_places_on_a_border_belong_to_the_eastern_and_the_northern_side():
    west, east = partition(np.array([-1.0, 1.0]), np.zeros(2), 2)
    assert west.east == east.west == 0.0
    assert not west.contains(np.zeros(1), np.zeros(1))[0]
    assert east.contains(np.zeros(1), np.zeros(1))[0]


def test_the_halo_reaches_over_a_corner():
    corner = Rectangle(east=0.0, north=0.0)
    assert corner.is_within(10.0, np.array([9.0]), np.array([9.0]))[0]
    assert not corner.is_within(10.0, np.array([11.0]), np.array([0.0]))[0]


def test_rectangles_are_near_likewise_to_the_south_and_the_north():
    south, north = Rectangle(north=0.0), Rectangle(south=5.0)
    assert south.is_near(north, 5.0)
    assert north.is_near(south, 5.0)
    assert not north.is_near(south, 4.9)


def test_rectangles_are_near_up_to_their_reach():
    west, east = Rectangle(east=0.0), Rectangle(west=5.0)
    assert west.is_near(east, 5.0)
    assert east.is_near(west, 5.0)
    assert not west.is_near(east, 4.9)
