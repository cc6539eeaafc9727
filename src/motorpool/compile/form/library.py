"""Functions that all writers implement: Python's, those of NumPy and ``math``, and those of ``compile.scratch``."""

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING

from .nodes import Convert, Expression, Intrinsic, Known, Length, Literal, Make, Span
from .number_type import number_type
from .types import (
    FLOAT,
    SINGLE,
    TRUTH,
    WHOLE,
    ArrayType,
    RangeType,
    Struct,
    UnsupportedError,
    common_kind,
    described,
)

if TYPE_CHECKING:
    from .values import Values

Reading = Callable[..., Expression]
_DTYPES = {"float": "float64", "int": "int64", "bool_": "bool"}  # NumPy's name of types that Python has


def place_of(node: ast.expr) -> int | None:
    """Return the whole number that an index is written as; None for any other index."""
    match node:
        case ast.Constant(value=int() as place) if not isinstance(place, bool):
            return place
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as place)):
            return -place
        case _:
            return None


def _range(code: "Values", *given: Expression) -> Expression:
    start: Expression = Literal(0, WHOLE)
    stop, step = code.to(given[0], WHOLE), 1
    if len(given) > 1:
        start, stop = stop, code.to(given[1], WHOLE)
    if len(given) > 2:
        number = code.to(given[2], WHOLE)
        step = getattr(number, "value", 0)
        if not isinstance(step, int) or not step:
            raise UnsupportedError("the step of a range must be a whole number that is written out, and not 0")
    return Span(start, stop, RangeType(step))


def _isinstance(_code: "Values", value: Expression, kind: Expression) -> Expression:
    of = getattr(kind, "value", None)
    if not hasattr(of, "_fields"):
        raise UnsupportedError("isinstance() of compiled code is of a class with fields, such as a NamedTuple")
    return Literal(isinstance(value.type, Struct) and value.type.of is of, TRUTH)


def _abs(code: "Values", value: Expression) -> Expression:
    found = code.unary("abs", value)
    if found is not None:
        return found
    value = code.number(value)
    return Intrinsic("abs", [value], value.type)


def _extreme(name: str) -> Reading:
    def extreme(code: "Values", *given: Expression) -> Expression:
        values = code.fields_of(given[0]) if len(given) == 1 and isinstance(given[0].type, Struct) else list(given)
        best = values[0]
        for value in values[1:]:
            kind = common_kind(code.number_kind(best), code.number_kind(value))
            best = Intrinsic(name, [code.to(best, kind), code.to(value, kind)], kind)
        return best

    return extreme


def _of_floats(name: str) -> Reading:
    def function(code: "Values", *given: Expression) -> Expression:
        kind = SINGLE if all(code.number_kind(value) == SINGLE for value in given) else FLOAT
        return Intrinsic(name, [code.to(value, kind) for value in given], kind)

    return function


def _to_whole(name: str) -> Reading:
    def function(code: "Values", value: Expression, *digits: Expression) -> Expression:
        if digits:
            raise UnsupportedError("round() of compiled code takes no digits")
        kind = code.number_kind(value)
        if kind not in (FLOAT, SINGLE):
            return value
        return Convert(Intrinsic(name, [value], kind), WHOLE)

    return function


def _test(name: str) -> Reading:
    def function(code: "Values", value: Expression) -> Expression:
        return Intrinsic(name, [code.to(value, FLOAT)], TRUTH)

    return function


def _len(_code: "Values", value: Expression) -> Expression:
    if isinstance(value.type, ArrayType):
        return Length(value, 0)
    if not isinstance(value.type, Struct):
        raise UnsupportedError(f"{described(value.type)} has no length")
    return Literal(len(value.type.types), WHOLE)


def _to(kind: str) -> Reading:
    def converted(code: "Values", value: Expression) -> Expression:
        return code.to(value, kind)

    return converted


def _float(code: "Values", value: Expression) -> Expression:
    return value if value.type == SINGLE else code.to(value, FLOAT)


def _tuple(code: "Values", value: Expression) -> Expression:
    return code.tuple(code.fields_of(value))


_FLOOR, _CEIL, _SQRT = _of_floats("floor"), _of_floats("ceil"), _of_floats("sqrt")

# Readings of calls, by module and name of the function.
FUNCTIONS: dict[str, Reading] = {
    "builtins.range": _range, "builtins.abs": _abs, "builtins.min": _extreme("min"), "builtins.max": _extreme("max"),
    "builtins.len": _len, "builtins.int": _to(WHOLE), "builtins.bool": _to(TRUTH), "builtins.float": _float,
    "builtins.round": _to_whole("rint"), "builtins.tuple": _tuple, "builtins.isinstance": _isinstance,
    **{f"numpy.{name}": _to(WHOLE) for name in ("int64", "int32", "uint32", "uint8", "int8")},
    "numpy.float64": _to(FLOAT), "numpy.float32": _to(SINGLE), "numpy.bool": _to(TRUTH), "numpy.bool_": _to(TRUTH),
    "numpy.rint": _of_floats("rint"), "numpy.floor": _FLOOR, "numpy.ceil": _CEIL, "numpy.sqrt": _SQRT,
    "numpy.absolute": _abs, "numpy.isfinite": _test("isfinite"), "numpy.isnan": _test("isnan"),
    "math.sqrt": _SQRT, "math.fabs": _abs, "math.floor": _to_whole("floor"), "math.ceil": _to_whole("ceil"),
    "math.isfinite": _test("isfinite"), "math.isnan": _test("isnan"),
    **{f"math.{name}": _of_floats(name) for name in ("sin", "cos", "exp", "log")},
}  # fmt: skip


def _dtype(kind: Expression) -> str:
    name = getattr(getattr(kind, "value", None), "__name__", "")
    return _DTYPES.get(name, name)


def _view(code: "Values", value: Expression, kind: Expression) -> Expression:
    name, given = _dtype(kind), code.number_kind(value)
    if name == "float32" and given == WHOLE:
        return Intrinsic("view", [value], SINGLE)
    to = {"float64": FLOAT, "int64": WHOLE}.get(name)
    if to is None or given not in (FLOAT, WHOLE):
        raise UnsupportedError("view() is between int64 and float64, or from int32 to float32")
    return Intrinsic("view", [value], to)


METHODS: dict[str, Reading] = {"view": _view}


def _scratch(code: "Values", structure: Expression, count: Expression) -> Expression:
    assert isinstance(structure, Known)
    of, rows = structure.value, _rows(count)
    kinds = [number_type(annotation) for annotation in of.__annotations__.values()]
    columns = [Intrinsic("scratch", [rows], ArrayType(_dtype(Known(kind)), 1)) for kind in kinds]
    return Make(code.reader.struct(of, tuple(column.type for column in columns)), list[Expression](columns))


def _scratch_column(_code: "Values", count: Expression, kind: Expression) -> Expression:
    return Intrinsic("scratch", [_rows(count)], ArrayType(_dtype(kind), 1))


def _rows(count: Expression) -> Expression:
    rows = getattr(count, "value", None)
    if not isinstance(rows, int):
        raise UnsupportedError("the number of rows of a scratch column must be known")
    return count


def _rows_of(code: "Values", column: Expression, first: Expression, count: Expression) -> Expression:
    kind = ArrayType(code.array_type(column).dtype, 1)
    return Intrinsic("rows_of", [column, code.to(first, WHOLE), code.to(count, WHOLE)], kind)


def _array_at(
    code: "Values",
    table: Expression,
    place: Expression,
    kind: Expression,
    first: Expression,
    shape: Expression,
) -> Expression:
    lengths = [code.to(length, WHOLE) for length in code.fields_of(shape)]
    given = [table, code.to(place, WHOLE), code.to(first, WHOLE), *lengths]
    return Intrinsic("array_at", given, ArrayType(_dtype(kind), len(lengths)))


def _float_of(code: "Values", bits: Expression) -> Expression:
    return Intrinsic("view", [code.to(bits, WHOLE)], FLOAT)


# Functions of ``compile.scratch``: they make arrays without allocating.
SCRATCH: dict[str, Reading] = {
    "scratch": _scratch, "scratch_column": _scratch_column, "rows_of": _rows_of, "array_at": _array_at,
    "float_of": _float_of,
}  # fmt: skip


def _sincos(code: "Values", angle: Expression) -> Expression:
    angle = code.kept(code.to(angle, FLOAT), "angle")
    return code.tuple([Intrinsic(name, [angle], FLOAT) for name in ("sin", "cos")])


def _select(code: "Values", condition: Expression, if_true: Expression, if_false: Expression) -> Expression:
    return code.choice(condition, if_true, if_false)


# Readings of words of ``models.mathematics`` that other languages have no function for.
WORDS: dict[str, Reading] = {"sincos": _sincos, "select": _select}
