"""Compiled statements do what Python's do: branches, loops, names, tuples, structures, arrays and calls."""

from typing import Any, NamedTuple

import numpy as np
import pytest
from agreement import compiled, each_row, run_both, text
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from motorpool.compile.scratch import rows_of, scratch, scratch_column

NUMBERS = [-5, -1, 0, 1, 2, 3, 4, 9, 10, 11]


# ---------------------------------------------------------------- conditions


def chained(a, b):
    return (0 <= a < b <= 10) + 2 * (a < b > 2) + 4 * (a == b != 3)


def logical(a, b):
    return (a > 0 and b > 2) + 2 * (a > 0 or b > 2) + 4 * (not a > 0) + 8 * (a > 0 and (b > 2 or a > 2) and not b > 3)


def among(a, b):
    return (a in (1, 2, b)) + 2 * (a not in (0, 9)) + 4 * ((a, b)[0] in (3,))


def chosen(a, b):
    return 1 if a > b else (2.5 if a == b else -3)


@pytest.mark.parametrize("function", [chained, logical, among, chosen])
def test_conditions(function):
    a, b = (column.ravel().copy() for column in np.meshgrid(NUMBERS, NUMBERS))
    each_row(function, a, b)


def guarded(values, places, out):
    for i in range(places.size):
        place = places[i]
        out[i] = 1.0 if 0 <= place < values.size and values[place] > 0.0 else 0.0
        if place < 0 or place >= values.size or values[place] < 0.0:
            out[i] -= 2.0


def test_the_second_condition_is_not_looked_at_where_the_first_decides():
    """Or else it would read far outside of the array."""
    far = 1 << 50
    run_both(guarded, np.array([1.0, -1.0]), np.array([0, 1, far, -far]), np.zeros(4))


# ---------------------------------------------------------------- branches and returns


def early(a, b):
    if a < 0:
        return -1
    elif a == 0:  # noqa: RET505
        if b > 3:
            return 10
    elif a > 9:
        return 99
    else:
        b = b + 1
    return a + b


def widened(a, b):
    """Whole numbers first, then others: a name and a result of both."""
    value = 0
    if a > b:
        value = 0.5
    for i in range(3):
        if i == a:
            return value + 1
        value = value + 1
    return value


def both_ends_return(a, b):
    if a > b:
        return a
    else:  # noqa: RET505
        return b + 0.25


@pytest.mark.parametrize("function", [early, widened, both_ends_return])
def test_branches_and_early_returns(function):
    a, b = (column.ravel().copy() for column in np.meshgrid(NUMBERS, NUMBERS))
    each_row(function, a, b)


def swapped(a, b):
    if a < b:
        a, b = b, a
    c = d = a - b
    c += 2
    return 100 * a + 10 * b + c * d


def test_names_are_exchanged_and_assigned_together():
    a, b = (column.ravel().copy() for column in np.meshgrid(NUMBERS, NUMBERS))
    each_row(swapped, a, b, result="int64")


# ---------------------------------------------------------------- loops


def counted(a, b):
    total = 0
    for i in range(a, b):
        for j in range(10, i, -3):
            if j == 7:
                continue
            if j - i == 9:
                break
            total += 1
        else:
            total += 100
        i = 50  # the loop goes on counting
    return total


def searched(a, b):
    steps = 0
    while a < 20:
        steps += 1
        if steps == b:
            break
        if a == 4:
            a += 5
            continue
        a += 2
    else:
        steps += 1000
    return steps


def endless(a, b):
    while True:
        a += 1
        if a > b:
            return a


@pytest.mark.parametrize("function", [counted, searched, endless])
def test_loops(function):
    a, b = (column.ravel().copy() for column in np.meshgrid(NUMBERS, NUMBERS))
    each_row(function, a, b, result="int64")


def over_numbers(a, b):
    total = 0.0
    for value in (a, 2.5, b):
        total = total * 10.0 + value
    for value in CONSTANTS:
        total += value
    return total


CONSTANTS = (3, 5, 7)


def test_a_loop_over_a_tuple_of_numbers():
    each_row(over_numbers, NUMBERS, NUMBERS[::-1])


def over_arrays(values, table, out):
    for value in values:
        if value > 100.0:
            break
        out[0] += value
    for row in table:
        for value in row:
            out[1] += value * row[0]


def test_a_loop_over_an_array_and_its_rows():
    run_both(over_arrays, np.array([1.0, 2.5, 200.0, 3.0]), np.arange(6).reshape(2, 3), np.zeros(2))


def no_turn(out):
    for i in range(0):
        out[0] = i
    for i in range(3, 3):
        out[1] = i
    for i in range(1, 5, -1):
        out[2] = i


def test_a_loop_may_have_no_turns():
    (out,) = run_both(no_turn, np.full(3, 7))
    assert out.tolist() == [7, 7, 7]


# ---------------------------------------------------------------- arrays


def indexed(table, column, out):
    last = column.size - 1
    for i in range(table.shape[0]):
        for j in range(table.shape[1]):
            table[i, j] += 10 * i + j
    out[0], out[1], out[2] = table[-1, -1], column[-1], column[last - 1]
    row = table[1]
    row[2] = 99
    out[3], out[4], out[5], out[6] = row[2], table.size, table.ndim, len(column)
    out[column[0]] *= 2
    first, second, third = column
    out[7] = first + second + third


def test_arrays_of_two_dimensions_rows_and_places_from_the_end():
    _, _, out = run_both(indexed, np.zeros((2, 3), np.int64), np.array([5, 6, 7]), np.zeros(8, np.int64))
    assert out.tolist() == [12, 7, 6, 99, 6, 4, 3, 18]


def with_rows(column, out):
    middle = rows_of(column, 2, 3)
    for i in range(middle.size):
        out[i] = middle[i] + middle[-1]
        middle[i] = 0.0


def test_rows_of_a_column_are_the_same_memory():
    column, out = run_both(with_rows, np.arange(7.0), np.zeros(3))
    assert column.tolist() == [0.0, 1.0, 0.0, 0.0, 0.0, 5.0, 6.0]
    assert out.tolist() == [6.0, 7.0, 8.0]


class Room(NamedTuple):
    """Columns of a function's own."""

    number: NDArray[np.float64]
    word: NDArray[np.int16]


def with_scratch(values, out):
    room, more = scratch(Room, 8), scratch_column(4, np.uint8)
    for i in range(8):
        room.number[i], room.word[i] = values[i], 1000 * i
    for i in range(4):
        more[i] = 100 * i
    for i in range(8):
        out[i] = room.number[7 - i] + room.word[i] + more[i % 4]


def test_scratch_columns_hold_what_is_written():
    values, out = np.linspace(0.0, 1.0, 8), np.zeros(8)
    compiled(with_scratch, values, out)(values, out)
    np.testing.assert_array_equal(out, values[::-1] + 1000.0 * np.arange(8) + [0, 100, 200, 300 % 256] * 2)


# ---------------------------------------------------------------- tuples and structures


class Point(NamedTuple):
    """A place."""

    x: Any = 1.5
    y: Any = -2.0


class Line(NamedTuple):
    """Two places, and a number of another type."""

    begin: Point
    end: Point = Point(7.0, 8.0)
    count: int = 3


def turned(line, factor):
    """A structure of structures in, another out."""
    return Line(line.end, Point(y=line.begin.x * factor), count=line.count + 1)


def longest(line, factor):
    if line.end.x > factor:
        return line
    return turned(turned(line, factor), -1.0)


def with_structures(a, b):
    line = turned(Line(Point(a, b)), 2.0)
    if a > b:
        line = turned(line, b)
    line = longest(line, 3.0)
    (x, _), end, count = line
    return x + 10.0 * end.x + 100.0 * end.y + 1000.0 * count + line[2] + line[-1] + line.begin[0]


def test_structures_in_structures():
    a, b = (column.ravel().copy() for column in np.meshgrid(NUMBERS, NUMBERS))
    each_row(with_structures, a.astype(float), b.astype(float))


class Ring(NamedTuple):
    """A structure of columns."""

    place: Point
    count: Any


def on_structures_of_columns(x, y, count):
    ring = Ring(Point(x, y), count)
    move(ring, 0.5)
    for i in range(ring.count.size):
        ring.count[i] += len(ring) + len(ring.place)


def move(ring, step):
    for i in range(ring.place.x.size):
        ring.place.x[i] += step * ring.place.y[i]
        ring.count[i] += 1


def test_structures_of_columns():
    run_both(on_structures_of_columns, np.arange(5.0), np.arange(5.0)[::-1].copy(), np.zeros(5, np.int32))


def with_tuples(a, b):
    pair = (a, b)
    several = (*pair, a + b)
    several = several + FOUR_FIVE
    place = 0 if a > b else 1
    return several[4] + 10 * several[-4] + 100 * pair[place] + len(several) + sum_of(*several)


FOUR_FIVE = (4, 5)


def sum_of(a, b, c, d, e):
    return a + b + c + d + e


def test_tuples_are_made_joined_unpacked_and_indexed():
    a, b = (column.ravel().copy() for column in np.meshgrid(NUMBERS, NUMBERS))
    each_row(with_tuples, a, b, result="int64")


# ---------------------------------------------------------------- calls

OUTSIDE = 4


def weighted(a, b=2, *, c=0.5, d=OUTSIDE):
    if a > 3:
        return a * b
    return a + b * c + d


def called(a, b):
    return weighted(a) + 10 * weighted(a, b) + 100 * weighted(b=a, a=b) + 1000 * weighted(a, c=b, d=1)


def straight(a, b=2, *, c=0.5):
    scaled = a * b
    scaled += c
    return scaled


def called_straight(a, b):
    return straight(b=a, a=b + 1) + straight(a, c=straight(b))


@pytest.mark.parametrize("function", [called, called_straight])
def test_arguments_by_name_and_their_defaults(function):
    a, b = (column.ravel().copy() for column in np.meshgrid(NUMBERS, NUMBERS))
    each_row(function, a, b)


def of_any_type(a, b):
    """The same function for whole numbers, numbers and truth values."""
    return clipped(a, 2) + clipped(a + 0.5, b) + clipped(a > b, 3)


def clipped(value, limit):
    if value > limit:
        return limit
    return value


def test_a_function_is_compiled_for_each_types_of_its_arguments():
    a, b = (column.ravel().copy() for column in np.meshgrid(NUMBERS, NUMBERS))
    each_row(of_any_type, a, b)


def doubled_in_single(x, out):
    for i in range(x.size):
        out[i] = weighted_in_single(x[i])


def weighted_in_single(x, *, factor=0.1):
    return x * factor


def test_a_default_of_an_argument_by_name_is_float32_in_a_float32_copy():
    x, out = np.linspace(1.0, 2.0, 9, dtype=np.float32), np.zeros(9)
    compiled(doubled_in_single, x, out, float_type="float32")(x, out)
    np.testing.assert_array_equal(out, x * np.float32(0.1))


def without_a_result(out):
    fill(out, 3)
    if out[0] > 2.0:
        return
    fill(out, 4)


def fill(out, value):
    """Nothing is returned."""
    if value == 4:
        return
    for i in range(out.size):
        out[i] = value


def test_functions_without_a_result():
    (out,) = run_both(without_a_result, np.zeros(3))
    assert out.tolist() == [3.0, 3.0, 3.0]


def with_nothing(out, other):
    out[0] = described_as(None) + described_as(other)


def described_as(thing):
    return 1.0 if thing is None else 2.0


def test_nothing_is_distinguished_from_something():
    run_both(with_nothing, np.zeros(1), np.zeros(1))


# ---------------------------------------------------------------- programs drawn by chance

NAMES = ("a", "b", "c")
OPERATORS = ("+", "-", "*", "//", "%", "&", "|", "^")
COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")

expressions = st.recursive(
    st.sampled_from(NAMES) | st.integers(-9, 9).map(lambda number: f"({number})"),
    lambda inner: st.one_of(
        st.builds("({} {} {})".format, inner, st.sampled_from(OPERATORS), inner),
        st.builds("min({}, {})".format, inner, inner),
        st.builds("abs({})".format, inner),
        st.builds("({} if {} {} {} else {})".format, inner, inner, st.sampled_from(COMPARISONS), inner, inner),
    ),
    max_leaves=6,
)
assignments = st.builds("{} = small({})".format, st.sampled_from(NAMES), expressions)


def indented(lines):
    return [f"    {line}" for line in lines]


@st.composite
def suites(draw, depth=2, *, in_loop=False):
    """Lines of statements."""
    lines = []
    for _ in range(draw(st.integers(1, 3))):
        kind = draw(st.sampled_from(("assign", "if", "for", "while") if depth else ("assign",)))
        if kind == "assign":
            lines.append(draw(assignments))
            continue
        inner = draw(suites(depth - 1, in_loop=in_loop or kind != "if"))
        if kind == "if":
            lines += [f"if {draw(expressions)} {draw(st.sampled_from(COMPARISONS))} {draw(expressions)}:"]
            lines += indented(inner)
            if draw(st.booleans()):
                lines += ["else:", *indented(draw(suites(depth - 1, in_loop=in_loop)))]
        elif kind == "for":
            lines += [f"for c in range({draw(st.integers(-2, 2))}, {draw(st.integers(-2, 4))}):", *indented(inner)]
        else:
            count = f"n{depth}"
            lines += [f"{count} = 0", f"while {count} < {draw(st.integers(0, 3))}:", f"    {count} += 1"]
            lines += indented(inner)
        if kind != "if" and draw(st.booleans()):
            lines += ["else:", f"    {draw(assignments)}"]
    if in_loop and draw(st.booleans()):
        lines += [f"if {draw(expressions)} > 3:", f"    {draw(st.sampled_from(('break', 'continue', 'return a')))}"]
    return lines


def small(value):
    """A number that cannot grow without end."""
    return value % 1001 - 500


@settings(max_examples=40)
@given(suites())
def test_any_program_of_whole_numbers(lines):
    body = "\n".join(indented([*lines, "return a + 1000 * b + 1000000 * c"]))
    source = f"def program(a, b, c):\n{body}\n"
    program = text(source, small=small).program
    a, b, c = np.random.default_rng(1).integers(-20, 20, (3, 12))

    def in_python(*row):
        try:
            return program(*row)
        except ZeroDivisionError:
            return None

    expected = [in_python(*row) for row in zip(a.tolist(), b.tolist(), c.tolist(), strict=True)]
    out = np.zeros(12, np.int64)
    loop = "def rows(a, b, c, out):\n    for i in range(out.size):\n        out[i] = program(a[i], b[i], c[i])\n"
    compiled(text(loop, program=program).rows, a, b, c, out)(a, b, c, out)
    for actual, wanted in zip(out.tolist(), expected, strict=True):
        assert wanted is None or actual == wanted, source
