import os

import numpy as np
import pytest

from motorpool.compile.loop_hints import COUNT, WIDTH, hint_loops, loop_hints

numba = pytest.importorskip("numba")
needs_compiler = pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="Numba's compiler is off")


def llvm_function_with_one_loop():
    from llvmlite import ir

    module = ir.Module("loops")
    number = ir.IntType(64)
    function = ir.Function(module, ir.FunctionType(ir.VoidType(), [number]), "count")
    entry, body, end = (function.append_basic_block(name) for name in ("entry", "body", "end"))
    ir.IRBuilder(entry).branch(body)
    builder = ir.IRBuilder(body)
    index = builder.phi(number)
    following = builder.add(index, ir.Constant(number, 1))
    index.add_incoming(ir.Constant(number, 0), entry)
    index.add_incoming(following, body)
    builder.cbranch(builder.icmp_signed("<", following, function.args[0]), body, end)
    ir.IRBuilder(end).ret_void()
    return module, function


def test_the_hints_are_there_and_llvm_accepts_them():
    from llvmlite import binding

    module, function = llvm_function_with_one_loop()
    hint_loops(module, function, COUNT)
    accepted = str(binding.parse_assembly(str(module)))
    assert accepted.count("!llvm.loop") == 1
    assert f'!"llvm.loop.interleave.count", i32 {COUNT}' in accepted
    assert f'"prefer-vector-width"="{WIDTH}"' in accepted


def test_this_numba_takes_hints():
    assert "pipeline_class" in loop_hints()


@needs_compiler
def test_the_hints_change_no_bit_of_a_result():
    def polynomial(values, results):
        for i in range(values.size):
            value = values[i]
            results[i] = 1.0 + value * (0.5 + value * (0.25 + value * (0.125 + value)))

    options = {"error_model": "numpy", "fastmath": {"contract"}}
    values = np.random.default_rng(1).normal(size=1037)
    plain, hinted = np.zeros_like(values), np.zeros_like(values)
    numba.njit(**options)(polynomial)(values, plain)
    numba.njit(**options, **loop_hints())(polynomial)(values, hinted)
    assert np.array_equal(plain, hinted)
