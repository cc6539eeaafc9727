"""Description of the machine that a measurement was made on."""

import os
import platform
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from .. import __version__
from ..compile.columns import cpu_count

MOST_LOAD = 0.7  # average number of waiting or running processes of a machine that is left alone


def describe_machine() -> dict[str, str]:
    """Return the processor, how much of it there is, its other work now, and the versions of what computes."""
    versions = ", ".join(f"{name} {_version(name)}" for name in ("numpy", "llvmlite"))
    return {
        "processor": processor_name(),
        "processors": str(cpu_count()),
        "load": load(),
        "system": platform.platform(),
        "software": f"motorpool {__version__}, Python {platform.python_version()}, {versions}",
    }


def load() -> str:
    """Return the words on the work of other programs in the last minute; "" if there is little."""
    if sys.platform == "win32":
        return ""
    others = os.getloadavg()[0]
    return f", beside other work (load {others:.1f} at the start)" if others > MOST_LOAD else ""


def processor_name() -> str:
    """Return the processor as it calls itself, with the vector instructions that matter here."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    facts = {key.strip(): value.strip() for key, _, value in (line.partition(":") for line in lines)}
    vectors = [name for name in ("avx2", "avx512f", "asimd", "sve") if name in facts.get("flags", "").split()]
    name = facts.get("model name") or platform.machine()
    family = f" (family {facts['cpu family']}, model {facts['model']})" if "cpu family" in facts else ""
    return f"{name}{family}, {' '.join(vectors)}".rstrip(", ")


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"
