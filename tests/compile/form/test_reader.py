"""The typed form: what functions of Python become."""

from typing import Any, NamedTuple

import pytest

from motorpool.compile.form import nodes as n
from motorpool.compile.form.annotations import parameters_of
from motorpool.compile.form.reader import Reader, Target
from motorpool.compile.form.types import FLOAT, SINGLE, TRUTH, WHOLE, ArrayType, KnownType, UnsupportedError

COLUMN = ArrayType("float64", 1)


class Point(NamedTuple):
    """A point."""

    x: float  # [m]
    y: float  # [m]


def doubled(value: Any) -> Any:
    return value + value


def twice(function: Any, value: Any) -> Any:
    return function(function(value))


def quadrupled(value: Any) -> Any:
    return twice(doubled, value)


def widened(count: int) -> Any:
    total = 0
    for turn in range(count):
        total = total + 0.5 * turn
    return total


def swapped(first: Any, second: Any) -> Any:
    first, second = second, first
    return first - second


def chosen(value: Any) -> Any:
    if value > 0.0:
        sign = 1.0
    else:
        sign = -1.0
    return sign


def turned(point: Point) -> Point:
    return Point(-point.y, x_of(point))


def x_of(point: Point) -> float:
    return point.x


def unpacked(point: Point) -> float:
    x, y = turned(point)
    return x + y


def stored(column: Any, i: int) -> None:
    column[i], column[i + 1] = column[i + 1], column[i]
    column[i] += 1


def read(function: Any, *arguments: Any, target: Target | None = None) -> n.Function:
    return Reader(target or Target()).function(function, arguments)


def test_a_function_is_read_once_for_each_types_of_its_arguments():
    reader = Reader()
    assert reader.function(doubled, [FLOAT]) is reader.function(doubled, [FLOAT])
    assert reader.function(doubled, [SINGLE]) is not reader.function(doubled, [FLOAT])
    assert [reader.function(doubled, [kind]).returns for kind in (FLOAT, SINGLE, WHOLE, TRUTH)] == [
        FLOAT, SINGLE, WHOLE, WHOLE
    ]  # fmt: skip


def test_functions_that_are_handed_over_are_known_and_no_parameters():
    reader = Reader()
    made = reader.function(quadrupled, [FLOAT])
    (call,) = [part for part in n.parts_of(made.body) if isinstance(part, n.Call)]
    assert call.function.given == [doubled, None]
    assert call.function.parameters == [("value", FLOAT)]
    assert [function.name for function in reader.functions] == ["doubled", "twice", "quadrupled"]


def test_a_name_gets_the_type_that_holds_all_its_values():
    made = read(widened, WHOLE)
    assert made.types["total"] == FLOAT
    assert made.returns == FLOAT
    first = made.body[0]
    assert isinstance(first, n.Let)
    assert isinstance(first.value, n.Literal)
    assert first.value.type == FLOAT


def test_names_that_are_set_side_by_side_are_set_as_if_at_once():
    lets = [statement for statement in read(swapped, FLOAT, FLOAT).body if isinstance(statement, n.Let)]
    assert [let.name for let in lets][-2:] == ["first", "second"]
    values = [let.value.name for let in lets if isinstance(let.value, n.Variable)]
    assert values[:2] == ["second", "first"]  # kept before either is set
    assert values[2:] == [let.name for let in lets][:2]


def test_other_languages_get_declarations_before_branches():
    made = read(chosen, FLOAT, target=Target({doubled: "doubled"}))
    declared = [statement for statement in made.body if isinstance(statement, n.Declare)]
    assert [(each.name, each.type) for each in declared] == [("sign", FLOAT)]
    lets = [statement for statement in n.statements_of(made.body) if isinstance(statement, n.Let)]
    assert [let.is_new for let in lets] == [False, False]
    assert made.changed == {"sign"}


def test_a_structure_is_one_type_wherever_it_is_made():
    reader = Reader()
    point = reader.struct(Point, (FLOAT, FLOAT))
    assert reader.function(turned, [point]).returns is point
    assert reader.function(unpacked, [point]).returns == FLOAT
    assert parameters_of(reader, turned) == [point]


def test_arrays_are_written_in_order_and_in_their_own_kind():
    made = read(stored, COLUMN, WHOLE)
    kinds = [type(statement).__name__ for statement in made.body]
    assert kinds == ["Let", "Let", "Store", "Store", "Update"]
    assert made.returns == KnownType(None)
    update = made.body[-1]
    assert isinstance(update, n.Update)
    assert update.value.type == FLOAT


def test_whole_numbers_are_numbers_where_a_target_has_none():
    def halved(value: Any) -> Any:
        return value / 2 + 1

    made = read(halved, FLOAT, target=Target({doubled: "doubled"}, has_whole_numbers=False))
    assert {part.type for part in n.parts_of(made.body)} == {FLOAT}


def test_an_annotation_that_states_no_type_is_refused():
    with pytest.raises(UnsupportedError, match="value of doubled is annotated as"):
        parameters_of(Reader(), doubled)


def test_a_word_of_the_target_stays_a_call():
    direct = read(unpacked_words, FLOAT, target=Target({doubled: "doubled"}))
    assert [part.name for part in n.parts_of(direct.body) if isinstance(part, n.Intrinsic)] == ["doubled"]


def unpacked_words(value: Any) -> Any:
    return doubled(value)
