"""Machine code of the functions of ``form.library``."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..form.types import FLOAT, SINGLE, TRUTH, WHOLE, ArrayType, Type
from .values import LLVM, POINTER, STORAGE, Array, Number, Value

if TYPE_CHECKING:
    from .writer import Writer

Intrinsic = Callable[..., Value]


def _of_llvm(name: str) -> Intrinsic:
    def function(code: "Writer", _kind: Type, *numbers: Number) -> Value:
        return code.intrinsic(name, numbers[0].kind, *numbers)

    return function


def _abs(code: "Writer", _kind: Type, number: Number) -> Number:
    if number.kind in (FLOAT, SINGLE):
        return code.intrinsic("fabs", number.kind, number)
    minus = code.emit(f"sub i64 0, {code.text(number)}", WHOLE)
    is_below = code.emit(f"icmp slt i64 {number.text}, 0", TRUTH)
    result = code.select(is_below, minus, number)
    result.not_negative = True
    return result


def _extreme(operator: str, *, is_greatest: bool) -> Intrinsic:
    def extreme(code: "Writer", _kind: Type, first: Number, second: Number) -> Value:
        signs = (first.not_negative, second.not_negative)
        best = code.select(code.compare(operator, first, second), first, second)
        best.not_negative = any(signs) if is_greatest else all(signs)
        return best

    return extreme


def _is_finite(code: "Writer", kind: Type, number: Number) -> Value:
    return code.emit(f"fcmp olt double {code.text(_abs(code, kind, number))}, 0x7FF0000000000000", TRUTH)


def _is_nan(code: "Writer", _kind: Type, number: Number) -> Value:
    return code.emit(f"fcmp uno double {code.text(number)}, 0.0", TRUTH)


def _view(code: "Writer", kind: Type, number: Number) -> Value:
    if kind == SINGLE:
        low = code.emit(f"trunc i64 {code.text(number)} to i32", WHOLE)
        return code.emit(f"bitcast i32 {low.text} to float", SINGLE)
    assert isinstance(kind, str)
    return code.emit(f"bitcast {LLVM[number.kind]} {code.text(number)} to {LLVM[kind]}", kind)


def _scratch(code: "Writer", kind: Type, count: Number) -> Value:
    assert isinstance(kind, ArrayType)
    return code.on_stack(kind.dtype, int(count.constant))


def _rows_of(code: "Writer", _kind: Type, column: Array, first: Number, count: Number) -> Value:
    start = Number(WHOLE, code.text(first), not_negative=True)
    pointer, _ = code.place_of(column, [start])
    return Array(column.dtype, pointer, [count])


def _array_at(code: "Writer", kind: Type, table: Array, place: Number, first: Number, *lengths: Number) -> Value:
    assert isinstance(kind, ArrayType)
    flat = Array(table.dtype, table.pointer, table.shape[:1])
    entry, _ = code.place_of(flat, [Number(WHOLE, code.text(place), not_negative=True)])
    address = code.emit(f"load ptr, ptr {code.text(entry)}, align 8", POINTER)
    moved = f"getelementptr inbounds {STORAGE[kind.dtype][0]}, ptr {address.text}, i64 {code.text(first)}"
    for length in lengths:
        length.not_negative = True
    return Array(kind.dtype, code.emit(moved, POINTER), list(lengths))


INTRINSICS: dict[str, Any] = {
    "abs": _abs, "min": _extreme("<", is_greatest=False), "max": _extreme(">", is_greatest=True),
    **{name: _of_llvm(name) for name in ("rint", "floor", "ceil", "sqrt", "sin", "cos", "exp", "log")},
    "isfinite": _is_finite, "isnan": _is_nan, "view": _view, "scratch": _scratch, "rows_of": _rows_of,
    "array_at": _array_at,
}  # fmt: skip
