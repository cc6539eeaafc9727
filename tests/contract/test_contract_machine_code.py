"""Machine code of a model: a loop of vector instructions, of the columns' own float type only.

Both are easily lost without a word: by one untyped literal, or by one call that is not inlined.
"""

import functools
import platform
import re

import every_function
import pytest

from motorpool.compile import columns, flat
from motorpool.compile.form.types import FLOAT, ArrayType
from motorpool.compile.native import machine
from motorpool.compile.native.module import Module
from motorpool.models import find

NAMES = {"float64": "double", "float32": "float"}
VECTOR = r"<\d+ x {}>"


def scale(values, factor):
    for i in range(values.size):
        values[i] = values[i] * factor + 1.0


@functools.cache
def vector_width():
    """Return the number of doubles in a vector of LLVM's plain loops here; 0 where the processor has no vectors."""

    text = Module({scale: 1}).text(scale, [ArrayType("float64", 1), FLOAT])
    widths = re.findall(r"<(\d+) x double>", str(machine._optimised(text, in_vectors=True)))
    return max(map(int, widths), default=0)


@pytest.fixture(scope="module", autouse=True)
def needs_vector_registers():
    if not vector_width():
        pytest.skip("the compiler uses no vector registers on this processor")


@pytest.fixture
def needs_wide_vectors():
    if vector_width() < 4 and platform.machine() in ("x86_64", "AMD64"):
        pytest.skip("LLVM deems two doubles at a time (SSE) not worth it for a loop of this length")


@functools.cache
def machine_code(model, float_type):
    """The optimised LLVM code of the loop over a block of vehicles."""
    program = columns.advance_program(model.plain, model.plain.module.step, float_type)
    whole = str(machine._optimised(flat.llvm_of(program), in_vectors=True))
    (loop,) = re.findall(r"^define [^@\n]*@block\.\d+\(.*?^}", whole, re.MULTILINE | re.DOTALL)
    return loop


@pytest.mark.parametrize("float_type", NAMES)
@pytest.mark.usefixtures("needs_wide_vectors")
def test_the_loop_is_vectorised(model, float_type):
    assert_vectorised(model, float_type)


def assert_vectorised(model, float_type):
    vector = VECTOR.format(NAMES[float_type])
    code = machine_code(model, float_type)
    assert len(re.findall(rf"fmul [a-z ]*{vector}", code)) > 3
    assert re.search(rf"store[\w.]*[( ]{vector}", code)


@pytest.mark.parametrize("float_type", NAMES)
def test_the_loop_calls_nothing_but_intrinsics(model, float_type):
    """A call to the C library's ``sin``, or to a helper that was not inlined, stops the vector loop."""
    called = set(re.findall(r"call [^@\n]*@\"?([\w.$]+)\"?\(", machine_code(model, float_type)))
    assert {name for name in called if not name.startswith("llvm.")} == set()


def test_the_float32_loop_computes_nothing_in_float64(model):
    code = machine_code(model, "float32")
    wide = [line.strip() for line in code.splitlines() if re.search(r"\bdouble\b|\.f64|\.v\d+f64", line)]
    assert wide == []


@pytest.mark.parametrize("float_type", NAMES)
@pytest.mark.usefixtures("needs_wide_vectors")
def test_no_function_of_the_vocabulary_stops_the_vectors(float_type):
    assert_vectorised(find(every_function), float_type)


@pytest.mark.parametrize("float_type", NAMES)
def test_every_function_of_the_vocabulary_is_inlined(float_type):
    model = find(every_function)
    test_the_loop_calls_nothing_but_intrinsics(model, float_type)


def test_no_function_of_the_vocabulary_widens_float32():
    test_the_float32_loop_computes_nothing_in_float64(find(every_function))
