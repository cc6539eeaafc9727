"""The compiler of CUDA kernels: numba-cuda, or numba-cuda-mlir, which NVIDIA develops in its place.

Both have the same interface under two names. Only numba-cuda has a simulator, so it is taken where both are installed.
"""

import importlib
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any, NamedTuple

from ..errors import MissingExtraError, ModelError

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
        "install one with: pip install 'motorpool[gpu]' or pip install 'motorpool[gpu-mlir]'"
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
