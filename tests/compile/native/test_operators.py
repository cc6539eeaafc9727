"""Structures with operators in compiled code: their classes' methods stand for arithmetic and comparisons."""

import numpy as np
import pytest
from agreement import each_row

from motorpool.compile.dual import Dual, slope_of, value_of

NUMBERS = [-2.5, -1.0, -0.5, 0.5, 1.0, 1.5, 3.0]


def arithmetic(a, b):
    x = Dual(a, 1.0)
    y = (2.0 - x) * x / (x * x + 3.0) - b / (x + 9.0) + 1.0 / (x + 9.0) - -abs(x)
    return y.value + 10.0 * y.slope


def compared(a, b):
    x, y = Dual(a, 1.0), Dual(b, 2.0)
    return (x < y) + 2 * (a <= y) + 4 * (x > b) + 8 * (b >= x) + 16 * (x == y) + 32 * (a != y)


def chained(a, b):
    x = Dual(a, 1.0)
    return (-1.0 <= x < b) + 2 * (x < b <= 1.0 < x + 9.0)


def chosen(a, b):
    x = Dual(a, 1.0)
    y = x * x if x > b else 0.5
    return value_of(y) + 10.0 * slope_of(y)


def summed(a, b):
    """A name that is a number first, and then a structure."""
    total = 0.0
    for turn in range(5):
        if turn > b:
            total = total + Dual(a, 1.0) * turn
    return value_of(total) + 10.0 * slope_of(total)


def told_apart(a, b):
    x = Dual(a, 1.0)
    return (x.slope if isinstance(x, Dual) else x.no_such_field) + (b.no_such_field if isinstance(b, Dual) else b)


@pytest.mark.parametrize("function", [arithmetic, compared, chained, chosen, summed, told_apart])
def test_compiled_operators_do_what_pythons_do(function):
    a, b = (column.ravel().copy() for column in np.meshgrid(NUMBERS, NUMBERS))
    found = each_row(function, a, b)
    assert len(set(found)) > 1
