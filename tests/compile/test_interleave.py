import os

import numpy as np
import pytest

from motorpool.compile.interleave import COUNT, interleaving, mark_loops

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


def test_the_hint_is_on_the_branch_back_and_llvm_accepts_it():
    from llvmlite import binding

    module, function = llvm_function_with_one_loop()
    mark_loops(module, function)
    accepted = str(binding.parse_assembly(str(module)))
    assert accepted.count("!llvm.loop") == 1
    assert f'!"llvm.loop.interleave.count", i32 {COUNT}' in accepted


def test_this_numba_can_interleave():
    assert "pipeline_class" in interleaving()


@needs_compiler
def test_interleaving_changes_no_bit_of_a_result():
    def polynomial(values, results):
        for i in range(values.size):
            value = values[i]
            results[i] = 1.0 + value * (0.5 + value * (0.25 + value * (0.125 + value)))

    options = {"error_model": "numpy", "fastmath": {"contract"}}
    values = np.random.default_rng(1).normal(size=1037)
    plain, interleaved = np.zeros_like(values), np.zeros_like(values)
    numba.njit(**options)(polynomial)(values, plain)
    numba.njit(**options, **interleaving())(polynomial)(values, interleaved)
    assert np.array_equal(plain, interleaved)
