"""The processor that kernels are compiled for, and the compiler: equal ones round equally."""

from ..native import machine


def processor_name() -> str:
    """Return LLVM's name of the processor that kernels are compiled for."""
    return machine.processor()[0]


def compiler_version() -> str:
    """Return the version of the compiler."""
    return machine.version()
