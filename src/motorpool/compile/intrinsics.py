"""The counterparts of ``scratch`` in compiled code, written in LLVM's instructions."""

from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic
from numba.np import numpy_support

from .addresses import arrayobj, build_array
from .scratch import kinds_of, rows_of, scratch, scratch_column


@intrinsic(prefer_literal=True)
def _scratch(_context: Any, structure: Any, count: Any) -> Any:
    columns = [_column_type(kind) for kind in kinds_of(structure.instance_class)]
    result = types.NamedTuple(columns, structure.instance_class)

    def build(context: Any, builder: Any, _signature: Any, _arguments: Any) -> Any:
        arrays = [_on_stack(context, builder, column, count.literal_value) for column in columns]
        return context.make_tuple(builder, result, arrays)

    return result(structure, count), build


@intrinsic(prefer_literal=True)
def _scratch_column(_context: Any, count: Any, kind: Any) -> Any:
    result = _column_type(numpy_support.as_dtype(kind.dtype))

    def build(context: Any, builder: Any, _signature: Any, _arguments: Any) -> Any:
        return _on_stack(context, builder, result, count.literal_value)

    return result(count, kind), build


@intrinsic
def _rows_of(_context: Any, column: Any, first: Any, count: Any) -> Any:
    assert column.layout == "C", "columns are contiguous"

    def build(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        numbers = arrayobj.make_array(column)(context, builder, arguments[0]).data
        return build_array(context, builder, column, builder.gep(numbers, [arguments[1]]), [arguments[2]])

    return column(column, types.intp, types.intp), build


INTRINSICS = {scratch: _scratch, scratch_column: _scratch_column, rows_of: _rows_of}


def _column_type(kind: Any) -> Any:
    """Numba's type of a contiguous column of NumPy's ``kind``."""
    return types.Array(numpy_support.from_dtype(np.dtype(kind)), 1, "C")


def _on_stack(context: Any, builder: Any, column: Any, count: int) -> Any:
    """An array in the stack frame of the function that is built, made once however often this place is passed."""
    length = context.get_constant(types.intp, count)
    with builder.goto_entry_block():
        numbers = builder.alloca(context.get_data_type(column.dtype), length)
    return build_array(context, builder, column, numbers, [length])
