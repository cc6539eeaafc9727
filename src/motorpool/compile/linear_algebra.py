"""Keeps SciPy's linear algebra out of Numba's start: no kernel uses it, and it takes a fifth of a program's start.

Numba imports it with its array functions, only to see that it is there. Here it looks for SciPy without importing it;
who compiles a matrix product imports it then, as ever.
"""

import sys
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

ARRAY_FUNCTIONS = "numba.np.arraymath"


@cache
def leave_until_used() -> None:
    """Import Numba's array functions without SciPy's; a Numba that lacks what this stands on imports both."""
    linalg: Any = import_module("numba.np.linalg")
    if ARRAY_FUNCTIONS in sys.modules or "scipy.linalg" in sys.modules or not hasattr(linalg, "ensure_blas"):
        return
    imported = linalg.ensure_blas
    linalg.ensure_blas = lambda: None
    try:
        functions: Any = import_module(ARRAY_FUNCTIONS)
    finally:
        linalg.ensure_blas = imported
    if hasattr(functions, "_HAVE_BLAS"):
        functions.ensure_blas = imported
        functions._HAVE_BLAS = find_spec("scipy") is not None
