"""Description of the machine that a measurement was made on."""

import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from ... import __version__
from ...compile.columns import cpu_count


def describe_machine() -> dict[str, str]:
    """Return the processor, how much of it there is, and the versions of what computes."""
    versions = ", ".join(f"{name} {_version(name)}" for name in ("numpy", "llvmlite"))
    return {
        "processor": processor_name(),
        "processors": str(cpu_count()),
        "system": platform.platform(),
        "software": f"motorpool {__version__}, Python {platform.python_version()}, {versions}",
    }


def processor_name() -> str:
    """Return the processor as it calls itself, with the vector instructions that matter here."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
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
