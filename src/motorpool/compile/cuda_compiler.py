"""The compiler of CUDA kernels: numba-cuda, or numba-cuda-mlir, which NVIDIA develops in its place.

Both have the same interface under two names. Only numba-cuda has a simulator, so it is taken where both are installed.
numba-cuda-mlir 0.6 reads the fields of a NamedTuple but needs a rule that constructs one.
"""

import importlib
from collections.abc import Callable, Iterator
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from types import FunctionType
from typing import Any, NamedTuple

from ..base.errors import MissingExtraError, ModelError, install_command
from .specialise import globals_of

MODULES = {"numba-cuda": "numba.cuda", "numba-cuda-mlir": "numba_cuda_mlir.cuda"}  # in the order of preference


class Compiler(NamedTuple):
    """An installed compiler of CUDA kernels."""

    name: str  # of its package
    version: str
    cuda: Any  # its module, with ``jit``, ``grid``, ``to_device`` and the rest of Numba's interface


@cache
def installed() -> Compiler:
    """Return the compiler that is installed.

    Raises:
        MissingExtraError: none is.
    """
    for name, module in MODULES.items():
        try:
            found = version(name)
        except PackageNotFoundError:
            continue
        return Compiler(name, found, importlib.import_module(module))
    raise MissingExtraError(
        f"device='cuda' needs {' or '.join(MODULES)}, and neither is installed; "
        f"install one of the extras gpu and gpu-mlir with: {install_command('gpu')}"
    )


@cache
def cuda() -> Any:
    """Return the module of the compiler, on a machine that has a GPU.

    Raises:
        MissingExtraError: no compiler is installed.
        ModelError: there is no GPU that it can use.
    """
    compiler = installed()
    if not compiler.cuda.is_available():
        raise ModelError(
            f"device='cuda' needs an NVIDIA GPU and its driver, and {compiler.name} {compiler.version} found none; "
            "use device='cpu'"
        )
    return compiler.cuda


def introduce(*functions: Callable[..., Any]) -> None:
    """Register constructors of the NamedTuples that functions make, with a compiler that lacks them."""
    if installed().name == "numba-cuda-mlir":
        for structure in dict.fromkeys(structures_of(*functions)):
            _introduce(structure)


def structures_of(*functions: Any) -> Iterator[type]:
    """Return the NamedTuples that functions, and all that they call, have among their globals."""
    waiting, seen = [*functions], set[Any]()
    while waiting:
        value = waiting.pop()
        if value in seen:
            continue
        seen.add(value)
        if isinstance(value, FunctionType):
            waiting += [used for _, used in globals_of(value) if isinstance(used, (FunctionType, type))]
        elif hasattr(value, "_fields"):
            yield value


@cache
def _introduce(structure: Any) -> None:
    """In numba-cuda-mlir a NamedTuple is a tuple of its values, in the order of its fields."""
    extending: Any = importlib.import_module("numba_cuda_mlir.extending")
    types: Any = importlib.import_module("numba_cuda_mlir.types")

    def make(builder: Any, target: Any, given: Any, named: Any) -> None:
        by_name: dict[str, Any] = dict(named or ())
        rest = [by_name[name] for name in structure._fields[len(given) :]]
        builder.store_var(target, tuple(builder.load_vars([*given, *rest])))

    extending.lower_builtin(structure, types.VarArg(types.Any))(make)
    extending.refresh_registries()
