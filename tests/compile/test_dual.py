"""Dual numbers in plain Python: each function of the vocabulary against differences."""

import pytest

from motorpool.compile.dual import DUAL, Dual, dual_copies, slope_of, value_of
from motorpool.models import mathematics as m

AT = (-2.7, -0.6, 0.3, 1.9)  # away from corners
SMALL = 1e-6

FUNCTIONS = {
    "sum": lambda a: a + a + 1.5 - a * 0.5 + (2.0 - a) + (1.0 + a),
    "product": lambda a: a * a * 3.0 * (2.0 * a - 1.0),
    "quotient": lambda a: (a + 4.0) / (a * a + 1.0) + a / 3.0 + 5.0 / (a + 7.0),
    "negative": lambda a: -a * -a * a,
    "abs": lambda a: abs(a) * a,
    "sin": lambda a: dual(m.sin)(a),
    "cos": lambda a: dual(m.cos)(a),
    "sincos": lambda a: dual(m.sincos)(a)[0] * dual(m.sincos)(a)[1],
    "tan": lambda a: dual(m.tan)(a),
    "atan": lambda a: dual(m.atan)(a),
    "atan2": lambda a: dual(m.atan2)(a * a - 1.0, a) + dual(m.atan2)(a, 2.0) + dual(m.atan2)(-0.5, a),
    "sqrt": lambda a: dual(m.sqrt)(a + 5.0),
    "exp": lambda a: dual(m.exp)(a),
    "floor": lambda a: dual(m.floor)(a) * a,
    "select": lambda a: dual(m.select)(a > 1.0, a * a, 3.0),
    "minimum": lambda a: dual(m.minimum)(a, 0.5) * a + dual(m.minimum)(0.5 * a, a * a),
    "maximum": lambda a: dual(m.maximum)(a, 0.5) * a + dual(m.maximum)(0.5 * a, a * a),
    "clamp": lambda a: dual(m.clamp)(a, -1.0, 1.0) * a,
    "wrap_angle": lambda a: dual(m.wrap_angle)(3.0 * a) * a,
}


def dual(function):
    """A function of the vocabulary, for dual numbers."""
    return dual_copies().compiled(function)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_derivatives_of_functions_are_those_of_differences(name):
    for at in AT:
        found = FUNCTIONS[name](Dual(at, 2.0))
        above, below = (value_of(FUNCTIONS[name](at + sign * SMALL)) for sign in (1.0, -1.0))
        assert value_of(found) == pytest.approx(value_of(FUNCTIONS[name](at)), abs=1e-15)
        assert slope_of(found) == pytest.approx(2.0 * (above - below) / (2.0 * SMALL), rel=1e-8, abs=1e-8)


def test_every_word_of_the_vocabulary_takes_dual_numbers():
    tried = {getattr(m, name) for name in FUNCTIONS if hasattr(m, name)}
    assert tried == set(DUAL)


def test_a_zero_vector_s_angle_has_a_finite_derivative():
    found = dual(m.atan2)(Dual(0.0, 1.0), Dual(0.0, 1.0))
    assert (found.value, found.slope) == (0.0, 0.0)


def test_comparisons_are_of_values_alone():
    one, same, more = Dual(1.0, 5.0), Dual(1.0, -5.0), Dual(2.0, 0.0)
    assert one == same and one != more and one == 1.0 and more != 1.0  # noqa: PT018
    assert one < more and one <= same and more > 1.0 and more >= 2.0 and one > 0.5  # noqa: PT018
