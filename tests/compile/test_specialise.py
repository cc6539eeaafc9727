"""The globals that a function reads are found in its byte code."""

import argparse
import asyncio
import dis
import math
from collections.abc import Iterator
from types import CodeType, FunctionType, ModuleType

import pytest

from motorpool.compile import rows
from motorpool.compile.specialise import global_names, globals_of
from motorpool.models.dynamic.skid_steer import model as skid_steer


def names_by_dis(code: CodeType) -> Iterator[str]:
    """Yield what the standard library finds."""
    for instruction in dis.get_instructions(code):
        if instruction.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            yield instruction.argval
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from names_by_dis(constant)


@pytest.mark.parametrize(
    "module", [argparse, asyncio.base_events, rows, skid_steer], ids=lambda module: module.__name__
)
def test_names_read_from_byte_code_are_those_of_the_disassembler(module: ModuleType):
    functions = [value for value in vars(module).values() if isinstance(value, FunctionType)]
    assert functions
    for function in functions:
        assert list(global_names(function.__code__)) == list(names_by_dis(function.__code__))


def test_names_beyond_the_first_256_are_found():
    names = [f"name_{number}" for number in range(300)]
    code = compile("\n".join(names), "many", "exec")
    assert list(global_names(code)) == names


def test_an_attribute_is_no_global():
    def function(x: float) -> float:
        return math.cosh(x)

    assert [name for name, _ in globals_of(function)] == ["math"]
