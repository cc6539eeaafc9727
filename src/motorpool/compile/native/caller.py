"""Built-in function by which Python calls a kernel, written in LLVM as well.

It takes pointer and shape of each array from NumPy's object and numbers from Python's, releases the interpreter lock
while the kernel runs, and costs a tenth of a microsecond. A call by ``ctypes`` costs five to eight times as much.
"""

import ctypes
from collections.abc import Callable, Sequence
from typing import Any, cast

from ..form.types import FLOAT, WHOLE, ArrayType, Type, described
from .values import LLVM, POINTER

FASTCALL = 0x80  # METH_FASTCALL of Python's C interface
HEAD = object.__basicsize__  # of an object; NumPy's data pointer follows, then the number of dimensions, and the shape
DIMENSIONS, SHAPE = HEAD + 8, HEAD + 16
TYPE = HEAD - ctypes.sizeof(ctypes.c_void_p)  # of an object's type in its head
SYMBOLS = (  # of Python's C interface
    "PyFloat_AsDouble", "PyLong_AsLongLong", "PyErr_Occurred", "PyEval_SaveThread", "PyEval_RestoreThread", "Py_IncRef",
    "PyErr_SetString", "PyType_IsSubtype",
)  # fmt: skip
_DECLARED = """declare double @PyFloat_AsDouble(ptr)
declare i64 @PyLong_AsLongLong(ptr)
declare ptr @PyErr_Occurred()
declare ptr @PyEval_SaveThread()
declare void @PyEval_RestoreThread(ptr)
declare void @Py_IncRef(ptr)
declare void @PyErr_SetString(ptr, ptr)
declare i32 @PyType_IsSubtype(ptr, ptr)
@_Py_NoneStruct = external global i8
@motorpool_array = external global i8
@motorpool_type_error = external global i8
"""


class _Definition(ctypes.Structure):
    """PyMethodDef."""

    _fields_ = [("name", ctypes.c_char_p), ("code", ctypes.c_void_p), ("flags", ctypes.c_int), ("doc", ctypes.c_char_p)]


_kept: list[_Definition] = []  # Python keeps no copy


# On x86: what is smaller than any normal number counts as zero, until the mode is restored. A vehicle
# that comes to rest in float32 has such numbers, and each operation on one takes a hundred times as long.
FLUSH_TO_ZERO = 0x8040  # bits of the register MXCSR: results and operands
_FLUSHING = (
    """declare void @llvm.x86.sse.stmxcsr(ptr)
declare void @llvm.x86.sse.ldmxcsr(ptr)
""",
    f"""%mode = alloca i32
  %flushing = alloca i32
  call void @llvm.x86.sse.stmxcsr(ptr %mode)
  %before = load i32, ptr %mode
  %flushed = or i32 %before, {FLUSH_TO_ZERO}
  store i32 %flushed, ptr %flushing
  call void @llvm.x86.sse.ldmxcsr(ptr %flushing)""",
    "call void @llvm.x86.sse.ldmxcsr(ptr %mode)",
)


def entry_text(entry: str, name: str, parameters: Sequence[Type], used: Sequence[int], *, flushes: bool) -> str:
    """Return the text of the function that Python calls.

    Args:
        used: numbers of the leaves that it takes.
        flushes: subnormal numbers count as zero while it runs.
    """
    lines: list[str] = []
    leaves: list[tuple[str, str]] = []
    for place, kind in enumerate(parameters):
        lines += [f"%p{place} = getelementptr ptr, ptr %given, i64 {place}", f"%o{place} = load ptr, ptr %p{place}"]
        if kind == FLOAT:
            lines.append(f"%n{place} = call double @PyFloat_AsDouble(ptr %o{place})")
            leaves.append((FLOAT, f"%n{place}"))
        elif kind == WHOLE:
            lines.append(f"%n{place} = call i64 @PyLong_AsLongLong(ptr %o{place})")
            leaves.append((WHOLE, f"%n{place}"))
        else:
            assert isinstance(kind, ArrayType)
            lines += _array_text(place, kind.dimensions)
            leaves.append((POINTER, f"%a{place}"))
            for axis in range(kind.dimensions):
                lines.append(f"%q{place}.{axis} = getelementptr i64, ptr %t{place}, i64 {axis}")
                lines.append(f"%l{place}.{axis} = load i64, ptr %q{place}.{axis}")
                leaves.append((WHOLE, f"%l{place}.{axis}"))
    given = ", ".join(f"{LLVM[leaves[k][0]]} {leaves[k][1]}" for k in used)
    loaded = "\n  ".join(lines)
    words = f"a kernel takes {len(parameters)} arguments: {', '.join(map(described, parameters))}"
    declared, flush, restore = _FLUSHING if flushes else ("", "", "")
    return f"""{_DECLARED}{declared}
@words = private unnamed_addr constant [{len(words) + 1} x i8] c"{words}\\00"
define ptr @{entry}(ptr %self, ptr %given, i64 %count) {{
  %is_whole = icmp eq i64 %count, {len(parameters)}
  br i1 %is_whole, label %begin, label %wrong
begin:
  {loaded}
  %error = call ptr @PyErr_Occurred()
  %is_sound = icmp eq ptr %error, null
  br i1 %is_sound, label %run, label %refuse
run:
  %thread = call ptr @PyEval_SaveThread()
  {flush}
  call void @"{name}"({given})
  {restore}
  call void @PyEval_RestoreThread(ptr %thread)
  call void @Py_IncRef(ptr @_Py_NoneStruct)
  ret ptr @_Py_NoneStruct
wrong:
  call void @PyErr_SetString(ptr @motorpool_type_error, ptr @words)
  br label %refuse
refuse:
  ret ptr null
}}
"""


def _array_text(place: int, dimensions: int) -> list[str]:
    """Return the lines that check for an array, and load its pointer and the pointer to its shape."""
    return [
        f"%type{place} = getelementptr i8, ptr %o{place}, i64 {TYPE}",
        f"%class{place} = load ptr, ptr %type{place}",
        f"%sub{place} = call i32 @PyType_IsSubtype(ptr %class{place}, ptr @motorpool_array)",
        f"%is_array{place} = icmp ne i32 %sub{place}, 0",
        f"br i1 %is_array{place}, label %array{place}, label %wrong",
        f"array{place}:",
        f"%count{place} = getelementptr i8, ptr %o{place}, i64 {DIMENSIONS}",
        f"%dimensions{place} = load i32, ptr %count{place}",
        f"%is_shaped{place} = icmp eq i32 %dimensions{place}, {dimensions}",
        f"br i1 %is_shaped{place}, label %shaped{place}, label %wrong",
        f"shaped{place}:",
        f"%data{place} = getelementptr i8, ptr %o{place}, i64 {HEAD}",
        f"%a{place} = load ptr, ptr %data{place}",
        f"%shape{place} = getelementptr i8, ptr %o{place}, i64 {SHAPE}",
        f"%t{place} = load ptr, ptr %shape{place}",
    ]


def callable_at(address: int, name: str) -> Callable[..., None]:
    """Return Python's function of an entry's machine code."""
    make: Any = ctypes.pythonapi.PyCFunction_NewEx
    make.restype, make.argtypes = ctypes.py_object, [ctypes.POINTER(_Definition), ctypes.c_void_p, ctypes.c_void_p]
    definition = _Definition(name.encode(), address, FASTCALL, None)
    _kept.append(definition)
    return cast("Callable[..., None]", make(ctypes.byref(definition), None, None))


def address_of(symbol: str) -> int:
    """Return the address of a function of Python's C interface."""
    function = getattr(ctypes.pythonapi, symbol)
    return ctypes.cast(function, ctypes.c_void_p).value or 0


def objects() -> dict[str, int]:
    """Return the addresses of the objects that entries use, by their names in the text."""
    import numpy as np

    return {"_Py_NoneStruct": id(None), "motorpool_array": id(np.ndarray), "motorpool_type_error": id(TypeError)}
