"""The vocabulary of models: compiled polynomials against mpmath; floats, arrays and compiled code against each other.

The errors asserted here are those that ``motorpool/compile/vocabulary.py`` states.
"""

import math

import mpmath
import numpy as np
import pytest

from motorpool.compile import flat
from motorpool.compile.columns import copies_for
from motorpool.compile.form.types import ArrayType
from motorpool.compile.vocabulary import CPU
from motorpool.models import mathematics
from motorpool.models.mathematics import (
    atan,
    atan2,
    clamp,
    cos,
    exp,
    floor,
    maximum,
    minimum,
    select,
    sin,
    sincos,
    sqrt,
    tan,
    wrap_angle,
)

FLOAT_TYPES = ("float64", "float32")
LARGEST_ANGLE = {"float64": 1e6, "float32": 1e3}  # up to which sine and cosine are exact [rad]
SINE_ERROR = {"float64": 4e-16, "float32": 2e-7}
ARC_ERROR = {"float64": 3e-16, "float32": 2e-7}
ANGLE_ERROR = {"float64": 5e-16, "float32": 3e-7}
UNARY = (sin, cos, tan, atan, sqrt, exp, floor, wrap_angle)
BINARY = (atan2, minimum, maximum)


LOOP = """
def loop({given}, out):
    for i in range(out.size):
        out[i] = function({values})
"""


def loop_over(function, count, float_type, *, is_compiled):
    """A loop over a function of the vocabulary of ``count`` numbers, in vectors as kernels have it, or in Python."""
    given = "xy"[:count]
    source = LOOP.format(given=", ".join(given), values=", ".join(f"{name}[i]" for name in given))
    names = {"function": copies_for(float_type).compiled(function)}
    loop = flat.module_of(f"{function.__name__} {float_type}", "test", source, names).loop
    if not is_compiled:
        return loop
    return flat.compiled(loop, [ArrayType(float_type, 1)] * (count + 1), interleave=4)


@pytest.fixture(scope="module", params=["compiled", "plain"])
def way(request):
    """Compiled, or the same text without the compiler (``MOTORPOOL_COMPILE=0``)."""
    return request.param


@pytest.fixture(scope="module", params=FLOAT_TYPES)
def float_type(request):
    return request.param


@pytest.fixture(scope="module")
def evaluate(way, float_type):
    """Evaluates a function of the vocabulary at many points."""
    counts = dict.fromkeys(UNARY, 1) | dict.fromkeys(BINARY, 2)
    loops = {
        function: loop_over(function, count, float_type, is_compiled=way == "compiled")
        for function, count in counts.items()
    }

    def evaluated(function, *points):
        arrays = [np.ascontiguousarray(column, float_type) for column in points]
        out = np.empty_like(arrays[0])
        with np.errstate(all="ignore"):
            loops[function](*arrays, out)
        return out

    return evaluated


# ---------------------------------------------------------------- points


def random_and_nasty_angles(float_type, largest, count):
    """Random angles of every size, and the neighbours of multiples of pi / 2, zero and the ends."""
    random = np.random.default_rng(1)
    uniform = random.uniform(-largest, largest, count)
    of_every_size = np.exp(random.uniform(math.log(1e-30), math.log(largest), count)) * random.choice([-1, 1], count)
    quarter_turns = random.integers(-int(largest / 2), int(largest / 2), count) * (math.pi / 2)
    few = np.arange(-9, 10) * (math.pi / 2)
    nearby = np.concatenate([quarter_turns, few]).astype(float_type)
    neighbours = [np.nextafter(nearby, nearby.dtype.type(direction)) for direction in (-math.inf, math.inf)]
    ends = [0.0, -0.0, largest, -largest, 1e-45, 1e-310]
    points = np.concatenate([uniform, of_every_size, nearby, *neighbours, ends]).astype(float_type)
    return points[np.abs(points) <= largest]


def exact(function, *points):
    """Return mpmath's value for the very numbers that were given, to double precision."""
    with mpmath.workdps(40):
        return np.array([float(function(*map(mpmath.mpf, map(float, row)))) for row in zip(*points, strict=True)])


def largest_error(actual, function, *points, scale=1.0):
    """The largest difference to mpmath, over ``scale``; the rounding of the comparison itself is a tenth of 1e-16."""
    with mpmath.workdps(40):
        errors = [
            float(abs(mpmath.mpf(float(value)) - function(*map(mpmath.mpf, map(float, row)))))
            for value, row in zip(actual, zip(*points, strict=True), strict=True)
        ]
    return float(np.max(np.array(errors) / scale))


@pytest.fixture(scope="module")
def angles(way, float_type):
    return random_and_nasty_angles(float_type, LARGEST_ANGLE[float_type], 1500 if way == "compiled" else 100)


@pytest.fixture(scope="module")
def numbers(way, float_type):
    """Arguments of arc tangents: every size, and where the reduction changes."""
    random = np.random.default_rng(2)
    count = 1500 if way == "compiled" else 100
    sizes = np.exp(random.uniform(math.log(1e-30), math.log(1e30), count)) * random.choice([-1, 1], count)
    edges = np.array([0.41421356237309503, 2.414213562373095, 1.0, 0.0, 1e-45, 3e38])
    edges = np.concatenate([edges, np.nextafter(edges, 0.0), np.nextafter(edges, 9.9)])
    return np.concatenate([sizes, random.uniform(-4.0, 4.0, count), edges, -edges]).astype(float_type)


# ---------------------------------------------------------------- against mpmath


@pytest.mark.parametrize(("function", "truth"), [(sin, mpmath.sin), (cos, mpmath.cos)], ids=["sin", "cos"])
def test_sine_and_cosine_err_by_no_more_than_stated(evaluate, angles, float_type, function, truth):
    assert largest_error(evaluate(function, angles), truth, angles) <= SINE_ERROR[float_type]


def test_sine_of_a_small_angle_has_every_digit(evaluate, float_type):
    small = np.exp(np.linspace(math.log(1e-30), math.log(1e-3), 60)).astype(float_type)
    assert largest_error(evaluate(sin, small), mpmath.sin, small, scale=small) <= np.finfo(float_type).eps


def test_the_tangent_errs_as_sine_and_cosine_do(evaluate, angles, float_type):
    """Relative to its slope 1 + tan^2, which is infinite at the poles."""
    points = angles[np.abs(np.cos(angles.astype(float))) > 1e-3]
    slope = 1.0 / np.cos(points.astype(float)) ** 2
    assert largest_error(evaluate(tan, points), mpmath.tan, points, scale=slope) <= 2.0 * SINE_ERROR[float_type]


def test_arc_tangents_err_by_no_more_than_stated(evaluate, numbers, float_type):
    assert largest_error(evaluate(atan, numbers), mpmath.atan, numbers) <= ARC_ERROR[float_type]


def test_the_angle_of_a_vector_errs_by_no_more_than_stated(evaluate, numbers, float_type):
    y, x = numbers, np.random.default_rng(3).permutation(numbers)
    chosen = (x != 0.0) | (y != 0.0)
    assert (
        largest_error(evaluate(atan2, y[chosen], x[chosen]), mpmath.atan2, y[chosen], x[chosen])
        <= (ANGLE_ERROR[float_type])
    )


def test_square_root_and_exponential_are_right_to_the_last_digit_or_so(evaluate, numbers, float_type):
    positive = np.abs(numbers[numbers != 0.0])
    powers = np.linspace(-80.0, 80.0, 200).astype(float_type)
    epsilon = np.finfo(float_type).eps
    assert np.max(np.abs(evaluate(sqrt, positive) / np.sqrt(positive) - 1.0)) <= epsilon
    truth = exact(mpmath.exp, powers)
    assert largest_error(evaluate(exp, powers), mpmath.exp, powers, scale=truth) <= 2.0 * epsilon


def test_sine_and_cosine_stay_on_the_circle_up_to_the_largest_angle(evaluate, angles, float_type):
    radius = np.hypot(evaluate(sin, angles).astype(float), evaluate(cos, angles).astype(float))
    assert np.max(np.abs(radius - 1.0)) <= 2.0 * SINE_ERROR[float_type]


# ---------------------------------------------------------------- floats, arrays and compiled code

ORDINARY = np.concatenate([np.linspace(-7.0, 7.0, 57), [1e-9, -1e-9, 70.25, -70.25]])
SPECIAL = np.array([0.0, math.inf, -math.inf, math.nan, -1.0, 1e300, -1e300, 5e-324])


def on_floats(function, *points):
    """Value by value, on Python floats."""
    return np.array([function(*row) for row in zip(*(column.tolist() for column in points), strict=True)])


def on_arrays(function, *points):
    with np.errstate(all="ignore"):
        return function(*points)


def assert_agree(actual, expected, points, tolerance):
    """Relative to the result, or to the angle that was wrapped, whichever is larger; the poles of the tangent aside."""
    size = np.maximum(np.maximum(1.0, np.abs(expected)), np.abs(points))
    compared = np.abs(np.cos(points)) > 0.01
    assert np.array_equal(np.isnan(actual), np.isnan(expected))
    assert np.nanmax((np.abs(actual - expected) / size)[compared]) <= tolerance


@pytest.mark.parametrize("function", UNARY, ids=lambda function: function.__name__)
def test_floats_and_arrays_agree(function):
    assert_agree(on_arrays(function, ORDINARY), on_floats(function, ORDINARY), ORDINARY, 1e-15)


@pytest.mark.parametrize("function", UNARY, ids=lambda function: function.__name__)
def test_compiled_code_agrees_with_floats(evaluate, float_type, function):
    points = ORDINARY.astype(float_type).astype(float)
    assert_agree(evaluate(function, points), on_floats(function, points), points, 20 * np.finfo(float_type).eps)


@pytest.mark.parametrize("function", BINARY, ids=lambda function: function.__name__)
def test_functions_of_two_numbers_agree(evaluate, float_type, function):
    x, y = np.meshgrid(ORDINARY.astype(float_type).astype(float), [-2.0, -0.5, 1.0, 3.0, math.nan])
    x, y = x.ravel(), y.ravel()
    expected = on_floats(function, y, x)
    assert np.allclose(on_arrays(function, y, x), expected, rtol=1e-15, atol=1e-15, equal_nan=True)
    tolerance = 4 * np.finfo(float_type).eps
    assert np.allclose(evaluate(function, y, x), expected, rtol=tolerance, atol=tolerance, equal_nan=True)


# What must come out at the edges, in all three ways; NaN where the mathematics has no answer.
NAN, INF = math.nan, math.inf
EDGES = [
    (sin, [(0.0, 0.0), (INF, NAN), (-INF, NAN), (NAN, NAN)]),
    (cos, [(0.0, 1.0), (INF, NAN), (-INF, NAN), (NAN, NAN)]),
    (tan, [(0.0, 0.0), (INF, NAN), (NAN, NAN)]),
    (atan, [(0.0, 0.0), (INF, math.pi / 2), (-INF, -math.pi / 2), (NAN, NAN)]),
    (sqrt, [(0.0, 0.0), (-1.0, NAN), (INF, INF), (-INF, NAN), (NAN, NAN)]),
    (exp, [(0.0, 1.0), (2000.0, INF), (-2000.0, 0.0), (INF, INF), (-INF, 0.0), (NAN, NAN)]),
    (floor, [(-0.5, -1.0), (2.0, 2.0), (INF, INF), (-INF, -INF), (NAN, NAN)]),
    (wrap_angle, [(0.0, 0.0), (INF, NAN), (-INF, NAN), (NAN, NAN)]),
]
PAIRS_AT_THE_EDGE = [
    (atan2, [(0.0, 0.0, 0.0), (0.0, -1.0, math.pi), (1.0, INF, 0.0), (1.0, -INF, math.pi), (INF, 1.0, math.pi / 2)]),
    (atan2, [(NAN, 1.0, NAN), (1.0, NAN, NAN), (-1.0, 0.0, -math.pi / 2)]),
    (minimum, [(NAN, 1.0, NAN), (1.0, NAN, NAN), (INF, 1.0, 1.0), (-INF, 1.0, -INF), (2.0, 2.0, 2.0)]),
    (maximum, [(NAN, 1.0, NAN), (1.0, NAN, NAN), (INF, 1.0, INF), (-INF, 1.0, 1.0), (2.0, 2.0, 2.0)]),
]


@pytest.mark.parametrize(("function", "cases"), EDGES + PAIRS_AT_THE_EDGE)
def test_the_edges_are_the_same_in_every_way_and_nothing_raises(evaluate, float_type, function, cases):
    *points, expected = np.array(cases).T
    tolerance = np.finfo(float_type).eps
    for actual in (on_floats(function, *points), on_arrays(function, *points), evaluate(function, *points)):
        assert np.allclose(actual, expected, rtol=tolerance, atol=tolerance, equal_nan=True)


@pytest.mark.parametrize("function", UNARY, ids=lambda function: function.__name__)
def test_no_number_makes_a_function_raise(evaluate, function):
    on_floats(function, SPECIAL)
    on_arrays(function, SPECIAL)
    with np.errstate(over="ignore"):
        evaluate(function, SPECIAL)


def test_whole_numbers_are_numbers():
    assert (sin(0), sqrt(4), floor(3), maximum(1, 2.5), wrap_angle(1)) == (0.0, 2.0, 3.0, 2.5, 1)


def test_sincos_is_sine_and_cosine():
    assert sincos(0.7) == (math.sin(0.7), math.cos(0.7))
    assert all(map(math.isnan, sincos(math.inf)))
    sine, cosine = sincos(ORDINARY)
    assert np.array_equal(sine, np.sin(ORDINARY))
    assert np.array_equal(cosine, np.cos(ORDINARY))


def test_select_takes_one_side_value_by_value():
    assert select(True, 1.0, 2.0) == 1.0
    assert select(np.array([True, False]), 1.0, np.array([5.0, 6.0])).tolist() == [1.0, 6.0]


def test_clamp_limits_and_keeps_nan():
    values = np.array([-5.0, 0.5, 5.0, math.nan])
    assert np.array_equal(clamp(values, -1.0, 1.0), [-1.0, 0.5, 1.0, math.nan], equal_nan=True)
    assert [clamp(value, -1.0, 1.0) for value in (-5.0, 0.5, 5.0)] == [-1.0, 0.5, 1.0]
    assert math.isnan(clamp(math.nan, -1.0, 1.0))


@pytest.mark.parametrize("function", [minimum, maximum, atan2], ids=lambda function: function.__name__)
def test_a_number_and_an_array_keep_the_arrays_type(function):
    column = np.array([0.5, 2.0], np.float32)
    assert function(1.0, column).dtype == np.float32
    assert function(column, 1.0).dtype == np.float32


# ---------------------------------------------------------------- wrapping


def nasty_angles(float_type):
    """Where rounding decides: odd multiples of pi and their neighbours, and random ones."""
    odd = (np.arange(-21, 22, 2) * math.pi).astype(float_type)
    neighbours = [np.nextafter(odd, odd.dtype.type(direction)) for direction in (-math.inf, math.inf)]
    return np.concatenate([odd, *neighbours, np.random.default_rng(4).uniform(-100, 100, 500)]).astype(float_type)


def assert_wrapped(wrapped, original, float_type):
    """In (-pi, pi], as far as the type can say pi, and the same direction."""
    pi = np.dtype(float_type).type(math.pi)
    assert np.all((wrapped > -pi) & (wrapped <= pi))
    turned = np.remainder(wrapped.astype(float) - original.astype(float) + math.pi, 2.0 * math.pi) - math.pi
    assert np.max(np.abs(turned)) < 100.0 * 4.0 * np.finfo(float_type).eps


def test_wrapped_angles_lie_in_their_range_and_keep_their_direction(evaluate, float_type):
    angles = nasty_angles(float_type)
    assert_wrapped(evaluate(wrap_angle, angles), angles, float_type)
    assert_wrapped(on_floats(wrap_angle, nasty_angles("float64")), nasty_angles("float64"), "float64")


@pytest.mark.parametrize("float_type", FLOAT_TYPES)
def test_wrapped_arrays_lie_in_their_range_and_keep_their_direction(float_type):
    angles = nasty_angles(float_type)
    assert on_arrays(wrap_angle, angles).dtype == float_type
    assert_wrapped(on_arrays(wrap_angle, angles), angles, float_type)


def test_an_angle_in_range_is_left_alone(evaluate, float_type):
    angles = np.linspace(-3.1415, 3.1415, 401).astype(float_type)
    assert np.array_equal(evaluate(wrap_angle, angles), angles)
    assert np.array_equal(on_arrays(wrap_angle, angles), angles)


def test_west_is_pi_and_never_minus_pi(evaluate, float_type):
    pi = np.dtype(float_type).type(math.pi)
    assert evaluate(wrap_angle, [pi, -pi]).tolist() == [pi, pi]
    assert on_arrays(wrap_angle, np.array([math.pi, -math.pi])).tolist() == [math.pi, math.pi]
    assert (wrap_angle(math.pi), wrap_angle(-math.pi)) == (math.pi, math.pi)


# ---------------------------------------------------------------- completeness


def test_every_function_that_models_may_use_has_a_compiled_counterpart():
    public = {
        function
        for name, function in vars(mathematics).items()
        if callable(function)
        and not name.startswith("_")
        and getattr(function, "__module__", "") == mathematics.__name__
    }
    for float_type in FLOAT_TYPES:
        assert public == set(CPU[float_type])
