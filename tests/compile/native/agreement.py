"""Functions in plain Python and compiled, on the same values."""

import copy
import itertools
from collections.abc import Callable
from typing import Any

import numpy as np

from motorpool.compile import flat
from motorpool.compile.columns import copies_for, type_of_argument

_numbers = itertools.count()  # of generated texts: each file has its own name


def compiled(function: Callable[..., None], *arguments: Any, interleave: int = 0, float_type: str = "float64") -> Any:
    """Return the machine code of a function for arguments of these types."""
    types = [type_of_argument(argument) for argument in arguments]
    return flat.compiled(copies_for(float_type).compiled(function), types, interleave=interleave)


def run_both(function: Callable[..., None], *arguments: Any, interleave: int = 0, float_type: str = "float64") -> Any:
    """Run a function in both ways, each on arrays of its own; return its arguments after the compiled run.

    Whole numbers must be equal, others but for roundings: compiled code may fuse a product and a sum.
    """
    plain, native = copy.deepcopy(arguments), copy.deepcopy(arguments)
    copies_for(float_type).compiled(function)(*plain)
    compiled(function, *arguments, interleave=interleave, float_type=float_type)(*native)
    for expected, actual in zip(plain, native, strict=True):
        assert_same(actual, expected)
    return native


def assert_same(actual: Any, expected: Any) -> None:
    """Compare two arrays: to the last two bits if they are of floats."""
    if np.asarray(expected).dtype.kind == "f":
        epsilon = np.finfo(np.asarray(expected).dtype).eps
        np.testing.assert_allclose(actual, expected, rtol=4 * epsilon, atol=4 * epsilon)
    else:
        np.testing.assert_array_equal(actual, expected)


def each_row(function: Callable[..., Any], *columns: Any, result: str = "float64", float_type: str = "float64") -> Any:
    """Return what the compiled function returns for each row of some columns, after comparing it with Python's own.

    Python computes with its own numbers: int and float, not NumPy's.
    """
    given = [np.array(column) for column in columns]
    names = [f"column_{place}" for place in range(len(given))]
    values = ", ".join(f"{name}[i]" for name in names)
    source = f"def rows({', '.join(names)}, out):\n    for i in range(out.size):\n        out[i] = function({values})\n"
    copied = copies_for(float_type).compiled(function)
    loop = text(source, function=copied).rows
    out = np.zeros(given[0].size, result)
    flat.compiled(loop, [type_of_argument(array) for array in (*given, out)])(*given, out)
    expected = np.array([function(*row) for row in zip(*(array.tolist() for array in given), strict=True)], result)
    assert_same(out, expected)
    return out


def text(source: str, **names: Any) -> Any:
    """Return the module of a text."""
    return flat.module_of("text", str(next(_numbers)), source, names)
