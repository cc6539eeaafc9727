"""Functions that the compiler itself knows: Python's, NumPy's, ``math``'s, and those of ``compile.scratch``."""

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from .values import (
    LLVM,
    STORAGE,
    Array,
    Known,
    Number,
    Range,
    Structure,
    UnsupportedError,
    Value,
    common_kind,
    described,
    literal,
    type_of,
)

if TYPE_CHECKING:
    from .expressions import Expressions

Function = Callable[..., Value]


def _range(code: "Expressions", *given: Value) -> Value:
    start, stop, step = literal(0), code.to(given[0], "i64"), 1
    if len(given) > 1:
        start, stop = stop, code.to(given[1], "i64")
    if len(given) > 2:
        number = code.to(given[2], "i64")
        if not number.constant:
            raise UnsupportedError("the step of a range must be a whole number that is written out, and not 0")
        step = int(number.constant)
    return Range(start, stop, step)


def _abs(code: "Expressions", value: Value) -> Value:
    number = code.number(value)
    if number.kind[0] == "f":
        return code.intrinsic("fabs", number.kind, number)
    number = code.to(number, "i64")
    minus = code.emit(f"sub i64 0, {code.text(number)}", "i64")
    is_below = code.emit(f"icmp slt i64 {number.text}, 0", "i1")
    result = code.select(is_below, minus, number)
    result.not_negative = True
    return result


def _extreme(operation: str, *, is_greatest: bool) -> Function:
    def extreme(code: "Expressions", *given: Value) -> Value:
        values = given[0].fields if len(given) == 1 and isinstance(given[0], Structure) else list(given)
        best = code.number(values[0])
        for value in values[1:]:
            number = code.number(value)
            kind = common_kind(best.kind, number.kind)
            signs = (best.not_negative, number.not_negative)
            first, second = code.to(best, kind), code.to(number, kind)
            best = code.select(code.compare(operation, first, second), first, second)
            best.not_negative = any(signs) if is_greatest else all(signs)
        return best

    return extreme


def _of_floats(name: str) -> Function:
    def function(code: "Expressions", *given: Value) -> Value:
        numbers = [code.number(value) for value in given]
        kind = "f32" if all(number.kind == "f32" for number in numbers) else "f64"
        return code.intrinsic(name, kind, *(code.to(number, kind) for number in numbers))

    return function


def _to_whole(name: str) -> Function:
    def function(code: "Expressions", value: Value, *digits: Value) -> Value:
        if digits:
            raise UnsupportedError("round() of compiled code takes no digits")
        number = code.number(value)
        return code.to(code.intrinsic(name, number.kind, number), "i64") if number.kind[0] == "f" else number

    return function


def _is_finite(code: "Expressions", value: Value) -> Value:
    size = code.number(_abs(code, code.to(value, "f64")))
    return code.emit(f"fcmp olt double {code.text(size)}, 0x7FF0000000000000", "i1")


def _is_nan(code: "Expressions", value: Value) -> Value:
    return code.emit(f"fcmp uno double {code.text(code.to(value, 'f64'))}, 0.0", "i1")


def _len(_code: "Expressions", value: Value) -> Value:
    if isinstance(value, Array):
        return value.shape[0]
    if not isinstance(value, Structure):
        raise UnsupportedError(f"{described(type_of(value))} has no length")
    return literal(len(value.fields))


def _to(kind: str) -> Function:
    def converted(code: "Expressions", value: Value) -> Value:
        return code.to(value, kind)

    return converted


def _float(code: "Expressions", value: Value) -> Value:
    number = code.number(value)
    return number if number.kind == "f32" else code.to(number, "f64")


def _tuple(_code: "Expressions", value: Value) -> Value:
    assert isinstance(value, Structure)
    return Structure(None, value.fields)


# Functions by themselves.
FUNCTIONS: dict[Any, Function] = {
    range: _range, abs: _abs, min: _extreme("Lt", is_greatest=False), max: _extreme("Gt", is_greatest=True),
    len: _len, int: _to("i64"), bool: _to("i1"), float: _float, round: _to_whole("rint"), tuple: _tuple,
    np.int64: _to("i64"), np.int32: _to("i64"), np.uint32: _to("i64"), np.uint8: _to("i64"), np.int8: _to("i64"),
    np.float64: _to("f64"), np.float32: _to("f32"), np.bool_: _to("i1"),
    np.rint: _of_floats("rint"), np.floor: _of_floats("floor"), np.ceil: _of_floats("ceil"),
    np.sqrt: _of_floats("sqrt"), math.sqrt: _of_floats("sqrt"), math.sin: _of_floats("sin"), np.abs: _abs,
    math.cos: _of_floats("cos"), math.exp: _of_floats("exp"), math.log: _of_floats("log"), math.fabs: _abs,
    math.floor: _to_whole("floor"), math.ceil: _to_whole("ceil"), math.isfinite: _is_finite, math.isnan: _is_nan,
    np.isfinite: _is_finite, np.isnan: _is_nan,
}  # fmt: skip


def _view(code: "Expressions", value: Value, kind: Value) -> Value:
    """The number with the same bits."""
    number = code.number(value)
    name = np.dtype(kind.value).name if isinstance(kind, Known) else ""
    if name == "float32" and number.kind == "i64":
        low = code.emit(f"trunc i64 {code.text(number)} to i32", "i64")
        return code.emit(f"bitcast i32 {low.text} to float", "f32")
    to = {"float64": "f64", "int64": "i64"}.get(name)
    if to is None or number.kind not in ("f64", "i64"):
        raise UnsupportedError("view() is between int64 and float64, or from int32 to float32")
    return code.emit(f"bitcast {LLVM[number.kind]} {code.text(number)} to {LLVM[to]}", to)


METHODS: dict[str, Function] = {"view": _view}


def _scratch(code: "Expressions", structure: Value, count: Value) -> Value:
    assert isinstance(structure, Known)
    kinds = [annotation.__args__[1].__args__[0] for annotation in structure.value.__annotations__.values()]
    return Structure(structure.value, [code.on_stack(kind, _constant(code, count)) for kind in kinds])


def _scratch_column(code: "Expressions", count: Value, kind: Value) -> Value:
    assert isinstance(kind, Known)
    return code.on_stack(kind.value, _constant(code, count))


def _constant(code: "Expressions", count: Value) -> int:
    number = code.number(count)
    if not isinstance(number.constant, int):
        raise UnsupportedError("the number of rows of a scratch column must be known")
    return number.constant


def _rows_of(code: "Expressions", column: Value, first: Value, count: Value) -> Value:
    assert isinstance(column, Array)
    start = Number("i64", code.text(code.to(first, "i64")), not_negative=True)
    pointer, _ = code.place_of(column, [start])
    return Array(column.dtype, pointer, [code.to(count, "i64")])


def _array_at(code: "Expressions", table: Value, place: Value, kind: Value, first: Value, shape: Value) -> Value:
    assert isinstance(table, Array)
    assert isinstance(kind, Known)
    assert isinstance(shape, Structure)
    dtype = np.dtype(kind.value).name
    flat = Array(table.dtype, table.pointer, table.shape[:1])
    start = Number("i64", code.text(code.to(place, "i64")), not_negative=True)
    entry, _ = code.place_of(flat, [start])
    address = code.emit(f"load ptr, ptr {code.text(entry)}, align 8", "ptr")
    moved = f"getelementptr inbounds {STORAGE[dtype][0]}, ptr {address.text}, i64 {code.text(code.to(first, 'i64'))}"
    lengths = [code.to(length, "i64") for length in shape.fields]
    for length in lengths:
        length.not_negative = True
    return Array(dtype, code.emit(moved, "ptr"), lengths)


def _float_of(code: "Expressions", bits: Value) -> Value:
    return code.emit(f"bitcast i64 {code.text(code.to(bits, 'i64'))} to double", "f64")


# Functions of ``compile.scratch``: they make arrays without allocating.
SCRATCH: dict[str, Function] = {
    "scratch": _scratch, "scratch_column": _scratch_column, "rows_of": _rows_of, "array_at": _array_at,
    "float_of": _float_of,
}  # fmt: skip
SCRATCH_MODULE = f"{__name__.partition('.')[0]}.compile.scratch"
