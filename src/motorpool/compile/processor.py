"""The processor that kernels are compiled for, and the compiler: equal ones round equally."""

import re
import signal
import subprocess
import sys
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from ..base.environment_variables import CPU, refused
from ..base.errors import suggestion
from .cache import cache_folder
from .native import machine

_CHECK = Path(machine.__file__).with_name("processor_check.py")
_UNKNOWN = "is not a recognized processor"  # LLVM's words


def processor_name() -> str:
    """Return LLVM's name of the processor that kernels are compiled for."""
    return machine.processor()[0]


def compiler_version() -> str:
    """Return the version of the compiler."""
    return machine.version()


@lru_cache(maxsize=8)
def check_processor(name: str) -> None:
    """Check that kernels for a processor can be compiled and run here; a file in the cache notes that they can.

    LLVM ends the process for some names, so another process tries.

    Raises:
        VariableError: LLVM does not know the processor, or it has instructions that this machine lacks.
    """
    own = machine.own_processor()
    if name == own or not sys.executable:
        return
    note = cache_folder() / f"{name}_on_{own}_{machine.version().replace(' ', '_')}.checked"
    if note.exists():
        return
    done = _tried(name)
    if done.returncode or _UNKNOWN in done.stderr:
        raise refused(
            CPU, f"{_reason(done)}; name a processor whose instructions this machine ({own}) has, or unset it"
        )
    with suppress(OSError):
        note.touch()


def _tried(name: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, str(_CHECK), name], capture_output=True, text=True, check=False)


def _reason(done: "subprocess.CompletedProcess[str]") -> str:
    name = str(done.args[-1])
    if _UNKNOWN in done.stderr:
        known = re.findall(r"^ +(\S+) +- Select the", _tried("help").stderr, re.MULTILINE)
        advice = suggestion(name, known)
        return f"LLVM knows no such processor{advice and f', {advice[:-1]}'}"
    if sys.platform != "win32" and done.returncode == -signal.SIGILL:
        return "it has instructions that this machine lacks"
    words = done.stderr.strip().splitlines() or [f"exit code {done.returncode}"]
    return f"LLVM cannot compile for it here ({words[-1].removeprefix('LLVM ERROR: ').rstrip('!.')})"
