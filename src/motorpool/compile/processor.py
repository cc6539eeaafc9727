"""The processor that kernels are compiled for, and the compiler: equal ones round equally."""

from importlib import import_module
from typing import Any


def processor_name() -> str:
    """Return LLVM's name of the processor that kernels are compiled for."""
    config: Any = import_module("numba.core.config")
    binding: Any = import_module("llvmlite.binding")
    return str(config.CPU_NAME or binding.get_host_cpu_name())


def compiler_version() -> str:
    """Return the versions of the compiler."""
    numba: Any = import_module("numba")
    binding: Any = import_module("llvmlite.binding")
    return f"Numba {numba.__version__}, LLVM {'.'.join(map(str, binding.llvm_version_info))}"
