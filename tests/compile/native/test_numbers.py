"""Compiled arithmetic gives what Python gives: whole numbers exactly, others but for the rounding of fused products."""

import itertools
import math

import numpy as np
import pytest
from agreement import compiled, each_row, run_both
from hypothesis import given, settings
from hypothesis import strategies as st

from motorpool.compile.scratch import float_of

WHOLE = np.array(list(itertools.product([-9, -7, -3, -2, -1, 0, 1, 2, 3, 7, 8, 1 << 40], repeat=2)))
A, B = WHOLE[:, 0].copy(), WHOLE[:, 1].copy()
NOT_ZERO = B != 0
REAL = np.array([-1e9, -2.5, -1.0, -0.3, 0.0, 0.3, 0.5, 1.5, 2.0, 7.25, 1e9])


def add(a, b):
    return a + b - 3


def multiply(a, b):
    return a * b


def floor_divide(a, b):
    return a // b


def remainder(a, b):
    return a % b


def divide(a, b):
    return a / b


def bits(a, b):
    return ((a & b) | (a ^ 5)) + ~b


def shift(a, b):
    return (a << 3) + (b >> 2)


def powers(a, b):
    return (a % 50) ** 3 + b**2 - a**0


def negative(a, b):
    return -a + (+b)


def sizes(a, b):
    return abs(a) + min(a, b) * 2 + max(a, 3, b)


@pytest.mark.parametrize("function", [add, bits, shift, negative, sizes, remainder, floor_divide, powers])
def test_whole_numbers(function):
    is_division = function in (remainder, floor_divide)
    small = (abs(A) < 100) & (abs(B) < 100)
    chosen = NOT_ZERO if is_division else small if function is powers else slice(None)
    each_row(function, A[chosen], B[chosen], result="int64")


def test_a_product_of_whole_numbers():
    small = (abs(A) < 1000) | (abs(B) < 1000)
    each_row(multiply, A[small], B[small], result="int64")


def test_a_quotient_of_whole_numbers_is_no_whole_number():
    each_row(divide, A[NOT_ZERO], B[NOT_ZERO])


@settings(max_examples=30)
@given(st.lists(st.tuples(st.integers(-(2**40), 2**40), st.integers(-(2**20), 2**20)), min_size=1, max_size=30))
def test_quotient_and_remainder_of_any_whole_numbers_belong_together(pairs):
    a, b = np.array(pairs, np.int64).T.copy()
    quotient, rest = np.zeros_like(a), np.zeros_like(a)
    DIVIDED(a, b, quotient, rest)
    for x, y, q, r in zip(a.tolist(), b.tolist(), quotient.tolist(), rest.tolist(), strict=True):
        assert (q, r) == (divmod(x, y) if y else (0, 0))


def divided(a, b, quotient, rest):
    for i in range(a.size):
        quotient[i] = a[i] // b[i]
        rest[i] = a[i] % b[i]


DIVIDED = compiled(divided, *[np.zeros(1, np.int64)] * 4)


def by_constants(a):
    return a // 7 + 10 * (a % 7) + 100 * (a // -3) + 1000 * (a % -3) + 10_000 * (a // 1)


def test_division_by_a_constant():
    each_row(by_constants, np.arange(-50, 50), result="int64")


def of_natural_numbers(values, out):
    for i in range(values.size):
        value = int(values[i])
        out[i] = i // 3 + 100 * (i % 5) + 10_000 * (value // 2) + (i + value) % 4


def test_division_of_numbers_that_cannot_be_negative():
    run_both(of_natural_numbers, np.arange(40, dtype=np.uint8), np.zeros(40, np.int64))


def division_by_zero(a, b):
    a[0], a[1], b[0], b[1] = a[0] // a[2], a[1] % a[2], b[0] / b[2], b[1] / b[2]


def test_division_by_zero_gives_zero_or_infinity_and_stops_nothing():
    whole, real = np.array([7, -7, 0]), np.array([7.0, -7.0, 0.0])
    compiled(division_by_zero, whole, real)(whole, real)
    assert whole.tolist() == [0, 0, 0]
    assert real.tolist() == [math.inf, -math.inf, 0.0]


def of_floats(a, b):
    return (a + b) * (a - b) + a / (b * b + 1.0) - (-a) + a**2 + b**3 + abs(a) + (b * b) ** 0.5


def floors(a, b):
    return a // b + 1000.0 * (a % b)


def extremes(a, b):
    return min(a, b) + 3.0 * max(a, b, 0.25) + 9.0 * min((a, b, 1.0))


@pytest.mark.parametrize("function", [of_floats, extremes])
def test_numbers(function):
    a, b = (column.ravel().copy() for column in np.meshgrid(REAL, REAL))
    each_row(function, a, b)


def test_floors_and_remainders_of_numbers():
    a, b = (column.ravel().copy() for column in np.meshgrid(REAL[1:-1], [-2.5, -0.5, 0.5, 3.0]))
    each_row(floors, a, b)


def mixed(whole, number, is_true):
    return whole * number + is_true + (whole > number) * 10 + 3 * is_true - True


def test_whole_numbers_numbers_and_truth_values_together():
    each_row(mixed, [1, -2, 3, 4], [0.5, 1.5, -2.5, 4.0], [True, False, True, False])


def conversions(value):
    return (
        int(value) + 10 * round(value) + 100 * math.floor(value) + 1000 * math.ceil(value) + bool(value) + len((1, 2))
    )


def test_conversions_to_whole_numbers_round_as_pythons_do():
    each_row(conversions, [-2.5, -1.5, -0.7, -0.5, 0.0, 0.5, 1.5, 2.5, 7.9], result="int64")


def of_mathematics(x):
    whole = np.floor(x) + np.ceil(x) + np.rint(x) + float(3)
    return whole + math.sqrt(x) + np.sqrt(x) + math.sin(x) + math.cos(x) + math.exp(-x) + math.log(x) + math.fabs(-x)


def test_functions_of_the_standard_library_and_numpy():
    each_row(of_mathematics, [0.1, 0.5, 1.5, 2.0, 40.0])


def classified(x):
    return math.isfinite(x) + 2 * math.isnan(x) + 4 * (x == x) + 8 * (x != x) + 16 * (x < 1.0) + 32 * (x >= 1.0)


def test_infinity_and_nan_are_distinguished_from_numbers():
    each_row(classified, [math.inf, -math.inf, math.nan, 1.0, -1e300], result="int64")


def viewed(number, whole, single):
    whole[0] = number[0].view(np.int64)
    number[1] = whole[1].view(np.float64)
    number[2] = float_of(whole[1])
    single[0] = np.int32(np.int32(130) << 23).view(np.float32)


def test_bits_are_read_as_another_type():
    bits_of_pi = int(np.float64(math.pi).view(np.int64))
    number, whole, single = run_both(viewed, np.array([2.5, 0, 0]), np.array([0, bits_of_pi]), np.zeros(1, np.float32))
    assert number[1:].tolist() == [math.pi, math.pi]
    assert single[0] == 8.0
    assert whole[0] == np.float64(2.5).view(np.int64)


# ---------------------------------------------------------------- arrays of all types


def to_and_fro(given, taken, sums):
    for i in range(given.size):
        taken[i] = given[i]
        sums[i] = given[i] + given[i]


@pytest.mark.parametrize("kind", ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "float32", "float64"])
def test_numbers_of_each_type_in_memory(kind):
    ends = np.iinfo(kind) if kind[0] != "f" else np.finfo(np.float32)
    is_narrow = kind not in ("int64", "float32", "float64")
    values = [0, 1, 5, ends.max if is_narrow else ends.max // 4, ends.min if is_narrow else ends.min // 4]
    given = np.array(values, kind)
    sums = np.zeros(5, "float64" if kind[0] == "f" else "int64")
    taken = np.zeros_like(given)
    compiled(to_and_fro, given, taken, sums)(given, taken, sums)
    assert taken.tolist() == given.tolist()
    single = np.float32(2.0) * given if kind == "float32" else [2 * value for value in given.tolist()]
    np.testing.assert_array_equal(sums, single)


def wrapped(out, flags):
    out[0] = 300
    out[1] = out[1] + 250
    flags[0] |= 4
    flags[1] &= ~1
    flags[2] ^= 0xFFFFFFFF


def test_what_a_type_cannot_hold_loses_its_high_bits():
    out, flags = np.array([0, 250], np.uint8), np.array([3, 3, 3], np.uint32)
    compiled(wrapped, out, flags)(out, flags)
    assert out.tolist() == [300 % 256, 500 % 256]
    assert flags.tolist() == [7, 2, 0xFFFFFFFC]


def truth(flags, out):
    for i in range(flags.size):
        out[i] = flags[i] and not out[i]
        flags[i] = i > 1


def test_arrays_of_truth_values():
    flags, out = run_both(truth, np.array([True, False, True, False]), np.array([True, False, False, False]))
    assert (flags.dtype, out.dtype) == (np.dtype(bool), np.dtype(bool))
    assert out.tolist() == [False, False, True, False]


# ---------------------------------------------------------------- float32

THIRD = 1.0 / 3.0


def in_single(x, factor=0.1):
    return x * factor + THIRD


def loop_in_single(x, out, wide):
    for i in range(x.size):
        out[i] = in_single(x[i])
        wide[i] = in_single(x[i])


def test_a_float32_copy_has_literals_defaults_and_constants_of_float32():
    x = np.linspace(-3.0, 3.0, 64, dtype=np.float32)
    expected = x * np.float32(0.1) + np.float32(THIRD)
    out, wide = np.zeros_like(x), np.zeros(64)
    compiled(loop_in_single, x, out, wide, float_type="float32")(x, out, wide)
    np.testing.assert_allclose(out, expected, rtol=1e-5)
    assert np.array_equal(wide, wide.astype(np.float32))  # computed in float32 before it was widened


def test_a_float64_copy_of_float32_columns_computes_in_float64():
    x = np.linspace(-3.0, 3.0, 64, dtype=np.float32)
    out, wide = np.zeros_like(x), np.zeros(64)
    compiled(loop_in_single, x, out, wide)(x, out, wide)
    np.testing.assert_allclose(wide, x.astype(float) * 0.1 + THIRD, rtol=1e-15)
