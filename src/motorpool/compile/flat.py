"""Kernels: generated text, compiled to machine code that is cached on disk.

The name of a cached kernel contains a fingerprint of all functions that its text calls, so that a cached kernel is
found without reading the text. The file contains a SHA-256 and an object file. Without the compiler
(``MOTORPOOL_COMPILE=0``) the same text runs as plain Python.
"""

import hashlib
import linecache
import os
import re
import sys
import tempfile
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

from ..base import environment_variables
from ..base.environment_variables import COMPILE, KEEP_LLVM
from ..base.operating_system import replace_file
from .cache import cache_folder, make_room, note_lost_kernel
from .notices import compiling

MAGIC = b"motorpool kernel 1\n"
_DIGEST = hashlib.sha256().digest_size


def is_on() -> bool:
    """Return whether functions are compiled; ``MOTORPOOL_COMPILE=0`` turns this off."""
    return environment_variables.is_on(COMPILE)


class Program(NamedTuple):
    """A generated text and the options of its compilation."""

    name: str  # model or stage and float type ("bicycle/arc float64"); part of the file's name
    key: str  # fingerprint of all inputs but the processor and the compiler
    source: Callable[[], str]  # makes the text
    names: Callable[[], Mapping[str, Any]]  # makes the functions, structures and numbers that the text uses
    entry: str  # function of the text that is called from Python
    parameters: Sequence[Any]  # types of its arguments, see ``form.types``
    interleave: Mapping[str, int]  # vectors at once, of functions whose loops run over rows of columns that lie apart
    flushes: bool = False  # subnormal numbers count as zero, where the processor has a mode for it


def load(program: Program) -> Callable[..., None]:
    """Return the entry of a program: compiled, or as plain Python without the compiler.

    Raises:
        UnsupportedError: the text cannot be compiled.
        VariableError: an environment variable has a value that is not allowed.
    """
    environment_variables.check_variables()
    if not is_on():
        return vars(_module_of(program))[program.entry]
    from .native import machine

    path = cache_folder() / f"{_stem(program.name)}_{program.key}_{_options_key(program)}_{_machine_key()}.o"
    code = _read(path)
    if code is None:
        with _alone(cache_folder() / f"{program.key[:2]}.lock"):
            code = _read(path)  # another process may have compiled it meanwhile
            if code is None:
                with compiling():
                    code = machine.object_of(_text_of(program), in_vectors=bool(program.interleave))
                _write(path, code)
    return machine.loaded(code, program.name)


def _text_of(program: Program) -> str:
    """Return the LLVM text of a program, of which a copy is kept in the folder ``MOTORPOOL_KEEP_LLVM``."""
    text, folder = llvm_of(program), environment_variables.folder_of(KEEP_LLVM)
    if folder is not None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{_stem(program.name)}_{program.key}.ll").write_text(text, encoding="utf-8")
        except OSError as error:
            sentence = f"it cannot be written: {(error.strerror or str(error)).lower()}; name another folder"
            raise environment_variables.refused(KEEP_LLVM, sentence) from error
    return text


def llvm_of(program: Program) -> str:
    """Return the LLVM text of a program, before optimisation."""
    from .native.module import Module

    module = _module_of(program)
    functions = {vars(module)[name]: count for name, count in program.interleave.items()}
    return Module(functions).text(vars(module)[program.entry], program.parameters, flushes=program.flushes)


def compiled(function: Callable[..., None], parameters: Sequence[Any], *, interleave: int = 0) -> Callable[..., None]:
    """Compile a function without a result, and do not cache it.

    Args:
        function: function of arrays and numbers in plain Python; the functions that it calls are specialised already.
        parameters: see ``form.types``.
        interleave: number of vectors at once, if its loops run over rows of columns that do not overlap.
    """
    from .native import machine
    from .native.module import Module

    assert isinstance(function, FunctionType)
    text = Module({function: interleave} if interleave else {}).text(function, parameters)
    return machine.loaded(machine.object_of(text, in_vectors=bool(interleave)), function.__name__)


def _options_key(program: Program) -> str:
    options = program.entry, list(program.parameters), sorted(program.interleave.items()), program.flushes
    return hashlib.sha256(repr(options).encode()).hexdigest()[:8]


@cache
def _machine_key() -> str:
    from .form import types
    from .native import machine
    from .processor import check_processor

    check_processor(machine.processor()[0])
    digest = hashlib.sha256("\n".join((*machine.processor(), machine.version(), sys.platform)).encode())
    for folder in (Path(machine.__file__).parent, Path(types.__file__).parent):
        for file in sorted(folder.glob("*.py")):
            digest.update(file.read_bytes())
    return digest.hexdigest()[:12]


def is_kept(name: str, key: str) -> bool:
    """Return whether the cache contains a program of that name whose key begins with ``key``."""
    return any(cache_folder().glob(f"{_stem(name)}_{key}*_{_machine_key()}.o"))


def module_of(name: str, key: str, source: str, names: Mapping[str, Any]) -> ModuleType:
    """Return the module of a generated text; tracebacks and the compiler can read its lines.

    Args:
        name: name of the model or stage.
    """
    module = ModuleType(f"motorpool_kernel_{_stem(name)}_{key}")
    file = f"<{name} {key}>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    vars(module).update(names)
    exec(compile(source, file, "exec"), vars(module))
    return module


def _module_of(program: Program) -> ModuleType:
    return module_of(program.name, program.key, program.source(), program.names())


def _stem(name: str) -> str:
    return re.sub(r"\W+", "_", name).strip("_")


def _read(path: Path) -> bytes | None:
    try:
        content = path.read_bytes()
    except OSError:
        return None
    head = len(MAGIC) + _DIGEST
    code = content[head:]
    if content[: len(MAGIC)] != MAGIC or hashlib.sha256(code).digest() != content[len(MAGIC) : head]:
        return None
    with suppress(OSError):
        os.utime(path)  # the oldest are removed first
    return code


def _write(path: Path, code: bytes) -> None:
    """Write a file completely or not at all; if the disk is full, the kernel is compiled again by the next program."""
    temporary = ""
    try:
        make_room(len(code))
        handle, temporary = tempfile.mkstemp(dir=path.parent, suffix=".tmp")
        with os.fdopen(handle, "wb") as file:
            file.write(MAGIC + hashlib.sha256(code).digest() + code)
        replace_file(Path(temporary), path)
    except OSError:
        note_lost_kernel()
        if temporary:
            Path(temporary).unlink(missing_ok=True)


@contextmanager
def _alone(lock: Path) -> Generator[None, None, None]:
    """Wait while another process compiles the same kernel, to find it instead of compiling it again.

    If the file cannot be made, because the disk is full or the folder was deleted, do not wait.
    """
    with ExitStack() as held:
        if sys.platform != "win32":
            import fcntl

            with suppress(OSError):
                file = held.enter_context(lock.open("wb"))
                fcntl.flock(file, fcntl.LOCK_EX)  # ends with the file, or with the process
        yield
