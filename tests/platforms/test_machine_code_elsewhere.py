"""Machine code for other systems: it is emitted here, not run, and calls only what these systems provide.

An object file names the functions that it calls. One that the loader does not know stops every program on that system:
LLVM calls ``__chkstk`` on Windows for a large stack frame, ``bzero`` on macOS in place of ``memset``, and one function
for a sine and its cosine on Linux and macOS.
"""

import ctypes
import ctypes.util
import math
import struct
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, NamedTuple

import llvmlite.binding as llvm
import numpy as np
import pytest

from motorpool.compile import columns, flat
from motorpool.compile.form.types import ArrayType
from motorpool.compile.native import machine, module
from motorpool.compile.scratch import scratch_column
from motorpool.models import find

pytestmark = pytest.mark.skipif(not flat.is_on(), reason="nothing is compiled")
OF_C = {*machine.MATHEMATICS, *machine.MEMORY}
COLUMN = ArrayType("float64", 1)


class System(NamedTuple):
    """An operating system on a processor."""

    platform: str  # ``sys.platform``
    triple: str  # of LLVM; on Windows llvmlite adds -elf for code that is loaded at once
    processor: str
    libraries: dict[str | None, set[str]]  # exported functions that machine code may call, by the file's name


_LINUX = {"libm.so.6": {*machine.MATHEMATICS, "sincos", "sincosf"}, "libc.so.6": {*machine.MEMORY, "bzero"}}
_MACOS = {
    "/usr/lib/libm.dylib": {*OF_C, "__sincos_stret", "__sincosf_stret", "bzero", "__bzero", "memset_pattern16"},
    "/usr/lib/libc.dylib": OF_C,
}
_WINDOWS = {
    "ucrtbase": {*machine.MATHEMATICS, *machine.MEMORY},
    "vcruntime140": {*machine.MEMORY},
    "ntdll": {"sin", "cos", "log", "pow", *machine.MEMORY, "__chkstk"},
}
SYSTEMS = {
    "Linux": System("linux", "x86_64-unknown-linux-gnu", "haswell", _LINUX),
    "Linux on ARM": System("linux", "aarch64-unknown-linux-gnu", "neoverse-n1", _LINUX),
    "macOS": System("darwin", "arm64-apple-macosx11.0", "apple-m1", _MACOS),
    "macOS on Intel": System("darwin", "x86_64-apple-macosx10.15", "haswell", _MACOS),
    "Windows": System("win32", "x86_64-pc-windows-msvc-elf", "haswell", _WINDOWS),
}


@pytest.fixture(params=SYSTEMS)
def system(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> System:
    """Make the compiler emit code for a system, and the loader look for its libraries."""
    found = SYSTEMS[request.param]
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(found.triple).create_target_machine(
        cpu=found.processor, opt=machine.LEVEL, jit=True, reloc="pic", codemodel="jitdefault"
    )

    class Library:
        """Library of the system: only names of its functions are known."""

        def __init__(self, name: str | None) -> None:
            if found.platform == "win32" and name is None:
                raise TypeError("argument of type 'NoneType' is not iterable")  # as ctypes does there
            self._functions = found.libraries[name]

        def __getattr__(self, name: str) -> Any:
            if name not in self._functions:
                raise AttributeError(name)
            return ctypes.pythonapi.Py_IncRef

    def find_library(name: str) -> str | None:
        ending = {"linux": f"lib{name}.so.6", "darwin": f"/usr/lib/lib{name}.dylib"}
        return ending.get(found.platform)

    monkeypatch.setattr(machine, "_target", lambda: target)
    monkeypatch.setattr(machine, "sys", SimpleNamespace(platform=found.platform))
    monkeypatch.setattr(ctypes, "CDLL", Library)
    monkeypatch.setattr(ctypes.util, "find_library", find_library)
    monkeypatch.setattr(module, "IS_X86", found.triple.startswith("x86_64"))
    return found


def known_symbols() -> set[str]:
    """Return the names that the loader knows on the system."""
    return {*machine._symbols.__wrapped__()}


def called_by(code: bytes) -> set[str]:
    """Return the functions and objects that an object file expects from outside."""
    is_elf = code.startswith(b"\x7fELF")
    return {*(_undefined_in_elf(code) if is_elf else _undefined_in_mach_o(code))} - {"", "_GLOBAL_OFFSET_TABLE_"}


def _undefined_in_elf(code: bytes) -> Iterator[str]:
    (start,) = struct.unpack_from("<Q", code, 0x28)
    size, count = struct.unpack_from("<HH", code, 0x3A)
    sections = [struct.unpack_from("<IIQQQQIIQQ", code, start + size * k) for k in range(count)]
    for _, kind, _, _, place, length, link, *_ in sections:
        if kind == 2:  # SHT_SYMTAB
            for at in range(place, place + length, 24):
                name, _, _, section = struct.unpack_from("<IBBH", code, at)
                if section == 0:
                    yield _text_at(code, sections[link][4] + name)


def _undefined_in_mach_o(code: bytes) -> Iterator[str]:
    assert code.startswith(b"\xcf\xfa\xed\xfe")
    (count,) = struct.unpack_from("<I", code, 16)
    at = 32
    for _ in range(count):
        kind, size = struct.unpack_from("<II", code, at)
        if kind == 2:  # LC_SYMTAB
            symbols, number, texts, _ = struct.unpack_from("<IIII", code, at + 8)
            for symbol in range(symbols, symbols + 16 * number, 16):
                name, bits = struct.unpack_from("<IB", code, symbol)
                if bits & 0x0F == 0x01:  # undefined and external
                    yield _text_at(code, texts + name).removeprefix("_")  # of each name of C
        at += size


def _text_at(code: bytes, place: int) -> str:
    return code[place : code.index(b"\0", place)].decode()


# ---------------------------------------------------------------- kernels


def turning(angles, results):
    for i in range(angles.size):
        results[i] = math.sin(angles[i]) + 2.0 * math.cos(angles[i])


def clearing(values, results):
    for i in range(results.size):
        results[i] = 0.0


def keeping_much(values, results):
    room = scratch_column(4096, np.float64)
    for i in range(values.size):
        room[i % 4096] = values[i]
    for i in range(results.size):
        results[i] = room[(7 * i) % 4096]


def with_all_functions(values, results):
    for i in range(values.size):
        x = values[i]
        results[i] = math.exp(x) + math.log(x) + math.sin(x) + x**0.3 + x % 0.7 + math.sqrt(x) + math.floor(x)


@pytest.mark.parametrize("function", [turning, clearing, keeping_much, with_all_functions])
def test_a_kernel_calls_only_what_its_system_provides(system: System, function: Any) -> None:
    text = module.Module({}).text(function, [COLUMN, COLUMN], flushes=True)
    code = machine.object_of(text, in_vectors=True)
    assert called_by(code) <= known_symbols()
    assert "PyEval_SaveThread" in called_by(code)


def test_each_system_has_calls_of_its_own(system: System) -> None:
    texts = [module.Module({}).text(one, [COLUMN, COLUMN]) for one in (turning, clearing, keeping_much)]
    called = set().union(*(called_by(machine.object_of(text, in_vectors=False)) for text in texts))
    expected = {
        "Linux": {"sincos", "memset"},
        "Linux on ARM": {"sincos", "memset"},
        "macOS": {"bzero"},
        "macOS on Intel": {"__bzero", "__sincos_stret"},
        "Windows": {"__chkstk", "memset"},
    }
    (name,) = (name for name, one in SYSTEMS.items() if one is system)
    assert called >= expected[name]


@pytest.mark.slow
@pytest.mark.parametrize(("model", "float_type"), [("bicycle/arc", "float64"), ("skid-steer", "float32")])
def test_a_model_calls_only_what_its_system_provides(system: System, model: str, float_type: str) -> None:
    found = find(model)
    program = columns.advance_program(found, found.module.step, float_type)
    code = machine.object_of(flat.llvm_of(program), in_vectors=bool(program.interleave))
    assert called_by(code) <= known_symbols()
    assert len(code) > 4096


# ---------------------------------------------------------------- this system


def test_what_the_parser_finds_is_what_the_loader_of_this_system_needs() -> None:
    text = module.Module({}).text(turning, [COLUMN, COLUMN])
    code = machine.object_of(text, in_vectors=False)
    called = called_by(code)
    assert {"PyEval_SaveThread", "_Py_NoneStruct"} <= called <= {*machine._symbols()}
    results = np.zeros(2)
    machine.loaded(code, "turning")(np.array([0.0, math.pi / 2.0]), results)
    np.testing.assert_allclose(results, [2.0, 1.0], rtol=1e-15)
