"""Machine code from LLVM text: optimised for this processor, emitted as an object file, and loaded."""

import ctypes
import ctypes.util
import sys
import threading
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any, cast

from ...base import environment_variables
from ...base.errors import ResourceError
from ...base.operating_system import hold_while_forking, memory_left
from .caller import SYMBOLS, address_of, callable_at, objects
from .module import ENTRY

LEVEL = 3  # of optimisation
MATHEMATICS = ("sin", "cos", "exp", "log", "pow", "fmod", "fmodf", "sinf", "cosf", "expf", "logf", "powf")  # of C
MEMORY = ("memset", "memcpy", "memmove")
BY_TARGET = (  # calls that LLVM makes of others or adds: on Linux, macOS and Windows
    "sincos", "sincosf", "__sincos_stret", "__sincosf_stret", "bzero", "__bzero", "memset_pattern16", "__chkstk",
)  # fmt: skip
LIBRARIES_ON_WINDOWS = ("ucrtbase", "vcruntime140", "ntdll")

LIBRARY_MEMORY, COMPILER_MEMORY = 200 * 2**20, 32 * 2**20  # address space to load LLVM, and to compile [bytes]


def _check_memory(needed: int) -> None:
    """Refuse work for which memory is short, because LLVM would end the process.

    Raises:
        ResourceError: this process may take less memory than that.
    """
    left = memory_left()
    if left is not None and left < needed:
        raise ResourceError(
            f"the limit of this process's memory leaves {left // 2**20} MB, and LLVM needs {needed // 2**20} MB to "
            f"compile kernels; raise the limit (ulimit -v), or set MOTORPOOL_COMPILE=off, which is slow"
        )


def _bindings() -> Any:
    """Return llvmlite's bindings, which have no types."""
    _check_memory(LIBRARY_MEMORY)
    try:
        return import_module("llvmlite.binding")
    except (OSError, MemoryError) as error:
        raise ResourceError(
            "LLVM cannot be loaded: its library does not fit into the memory of this process, or is damaged; allow the "
            "process more memory (ulimit -v), or install llvmlite anew"
        ) from error


llvm = _bindings()
_lock = threading.Lock()  # llvmlite compiles in one thread at a time
hold_while_forking(_lock)
_loaded: list[Any] = []  # machine code stays for good


def processor() -> tuple[str, str]:
    """Return LLVM's name and features of the target processor.

    ``MOTORPOOL_CPU`` selects another processor, with its own features.
    """
    chosen = environment_variables.processor_name()
    if chosen:
        return chosen, ""
    return own_processor(), str(llvm.get_host_cpu_features().flatten())


def own_processor() -> str:
    """Return LLVM's name of this machine's processor."""
    return str(llvm.get_host_cpu_name())


def version() -> str:
    """Return the compiler's version."""
    return f"LLVM {'.'.join(map(str, llvm.llvm_version_info))}"


@cache
def _target() -> Any:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    name, features = processor()
    return llvm.Target.from_default_triple().create_target_machine(
        cpu=name, features=features, opt=LEVEL, jit=True, reloc="pic", codemodel="jitdefault"
    )


def object_of(text: str, *, in_vectors: bool) -> bytes:
    """Return the object file of a module, with its loops vectorised or not.

    Raises:
        ResourceError: this process may take too little memory.
    """
    _check_memory(COMPILER_MEMORY)
    with _lock:
        return cast("bytes", _target().emit_object(_optimised(text, in_vectors=in_vectors)))


def _optimised(text: str, *, in_vectors: bool) -> Any:
    machine = _target()
    module = llvm.parse_assembly(text)
    module.verify()
    module.triple, module.data_layout = machine.triple, str(machine.target_data)
    options = llvm.create_pipeline_tuning_options(speed_level=LEVEL)
    options.loop_vectorization = options.loop_interleaving = in_vectors
    options.slp_vectorization = False
    options.loop_unrolling = not in_vectors  # short loops are written out; the rows left over need no haste
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    return module


def loaded(code: bytes, name: str) -> Callable[..., None]:
    """Return the function of an object file; ``name`` is that in messages."""
    with _lock:
        _target()
        library = f"motorpool{len(_loaded)}"
        builder = llvm.JITLibraryBuilder().add_object_img(code)
        for symbol, address in _symbols().items():
            builder.import_symbol(symbol, address)
        builder.export_symbol(ENTRY)
        found = builder.link(_linker(), library)
        _loaded.append(found)
        return callable_at(found[ENTRY], name)


@cache
def _linker() -> Any:
    return llvm.create_lljit_compiler(_target(), use_jit_link=False, suppress_errors=False)


@cache
def _symbols() -> dict[str, int]:
    found = {symbol: address_of(symbol) for symbol in SYMBOLS} | objects()
    libraries = _libraries()
    for symbol in (*MATHEMATICS, *MEMORY, *BY_TARGET):
        functions = (getattr(library, symbol, None) for library in libraries)
        function = next((one for one in functions if one is not None), None)
        if function is not None:
            found[symbol] = ctypes.cast(function, ctypes.c_void_p).value or 0
    return found


def _libraries() -> list[ctypes.CDLL]:
    """Return the libraries of the functions of C that machine code calls, in the order of their use."""
    if sys.platform == "win32":  # ``find_library`` finds no library of C there
        return [ctypes.CDLL(name) for name in LIBRARIES_ON_WINDOWS]
    return [ctypes.CDLL(ctypes.util.find_library(name)) for name in ("m", "c")]
