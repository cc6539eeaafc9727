"""SciPy's linear algebra: left out of a program's start, and there for who compiles a matrix product."""

import subprocess
import sys

PROGRAM = """
import sys
import numba
import numpy as np
from motorpool.fleet import Fleet

Fleet("arc", 4).step(0.1)
assert "numba.np.arraymath" in sys.modules
assert "scipy.linalg" not in sys.modules

@numba.njit
def product(a, b):
    return a @ b

a = np.arange(4.0).reshape(2, 2)
assert product(a, a).tolist() == [[2.0, 3.0], [6.0, 11.0]]
assert "scipy.linalg" in sys.modules
"""


def test_a_step_imports_none_and_a_matrix_product_does():
    done = subprocess.run([sys.executable, "-W", "error", "-c", PROGRAM], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
