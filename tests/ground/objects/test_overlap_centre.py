"""Area and centroid of the overlap of two rectangles."""

import math

import numpy as np
import pytest
from planar_impacts import area_and_centroid, box_contact, clipped, corners

from motorpool.ground.objects.contact_points import TwoRectangles
from motorpool.ground.objects.overlap_centre import overlap_centre


def pairs(count, seed):
    """Rectangles near each other; of a third the axes are parallel, of a third of these the sizes are equal."""
    random = np.random.default_rng(seed)
    for k in range(count):
        size, other_size = random.uniform(0.2, 4.0, (2, 2))
        yaw, other_yaw = random.uniform(-math.pi, math.pi, 2)
        if k % 3 == 0:
            other_yaw = yaw + 0.5 * math.pi * random.integers(4)
        if k % 9 == 0:
            other_size = size
        yield TwoRectangles(*map(float, (*random.uniform(-4.0, 4.0, 2), yaw, *size, other_yaw, *other_size)))


def test_the_overlap_is_that_of_clipped_polygons():
    overlaps = 0
    for two in pairs(400, seed=1):
        area, *centre = overlap_centre(two)
        expected, centroid = area_and_centroid(clipped(corners(two.dx, two.dy, *two[5:]), corners(0.0, 0.0, *two[2:5])))
        assert area == pytest.approx(expected, abs=1e-10)
        if expected > 1e-3:
            overlaps += 1
            assert centre == pytest.approx(centroid, abs=1e-9)
    assert overlaps > 130


def test_rectangles_that_are_apart_have_no_overlap():
    apart = 0
    for two in pairs(600, seed=2):
        if box_contact(*two).depth == 0.0:
            apart += 1
            assert overlap_centre(two)[0] < 1e-12
    assert apart > 100


@pytest.mark.parametrize("turn", [0.0, 1e-320, 1e-300, 1e-17, 1e-9])
@pytest.mark.parametrize("other_yaw", [0.0, 0.5 * math.pi, math.pi])
def test_sides_in_one_line_count_once(turn, other_yaw):
    """Two equal squares whose sides lie in a line, up to rounding, overlap by half."""
    two = TwoRectangles(1.0, 0.0, 0.0, 1.0, 1.0, other_yaw + turn, 1.0, 1.0)
    assert overlap_centre(two) == pytest.approx((2.0, 0.5, 0.0), abs=1e-8)
