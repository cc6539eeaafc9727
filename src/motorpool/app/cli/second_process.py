"""Second process at the start of a run: it compiles while the first one imports modules and builds its world.

This module has few imports, so that the process starts before other modules are imported.
"""

import atexit
import contextlib
import json
import subprocess
import sys
import tempfile
from collections.abc import Generator, Mapping
from pathlib import Path
from typing import Any

from ...base.errors import CacheError
from ...base.operating_system import processor_count
from ...base.trust import granted
from ...compile.cache import cache_folder

USUAL = "look_at_ground_to_keep_courses"  # name of a stage of every world
Process = subprocess.Popen[bytes]


class Claims:
    """Claims of two processes on the kernels that they compile."""

    def __init__(self, folder: Path, process: Process | None) -> None:
        self.folder, self._process = folder, process

    def has_other(self) -> bool:
        """Return whether the other process is running."""
        return self._process is not None and self._process.poll() is None


@contextlib.contextmanager
def early_start(scenario: str, changes: Mapping[str, Any]) -> Generator[Claims | None, None, None]:
    """Start to compile a scenario's first step in another process, if the cache certainly lacks it.

    Yields:
        The claims of both processes; None if the cache may have the kernels, or there is only one processor.
    """
    if processor_count() < 2 or _may_be_compiled():
        yield None
        return
    with claiming(scenario, changes) as claims:
        yield claims


@contextlib.contextmanager
def claiming(scenario: str, changes: Mapping[str, Any], *, is_alone: bool = False) -> Generator[Claims, None, None]:
    """Start a process that compiles a scenario's first step, and end it with the block.

    With ``is_alone`` no other process is started.
    """
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        process = None if is_alone else stack.enter_context(beside(*request(scenario, changes), folder))
        yield Claims(Path(folder), process)


@contextlib.contextmanager
def beside(*arguments: str, output: int = subprocess.DEVNULL) -> Generator[Process, None, None]:
    """Run ``precompilation.main`` with arguments in a process that ends with the block, or with this program."""
    nothing = subprocess.DEVNULL
    # -P: no module is imported from the current folder, which may contain files from an untrusted source.
    command = [sys.executable, "-P", "-m", "motorpool.app.cli.precompilation", *arguments]
    with subprocess.Popen(command, stdin=nothing, stdout=output, stderr=nothing) as process:
        atexit.register(process.terminate)  # the block may be in a thread that the interpreter does not finish
        try:
            yield process
        finally:
            process.terminate()
            atexit.unregister(process.terminate)


def request(scenario: str, changes: Mapping[str, Any]) -> tuple[str, str, str]:
    """Return the arguments of another process: a scenario, its changes, and the code that may run."""
    return scenario, json.dumps(changes), json.dumps(sorted(granted()))


def _may_be_compiled() -> bool:
    """Return whether the cache has any kernel of a world; checking whether it is current needs more imports."""
    try:
        return next(cache_folder().glob(f"{USUAL}_*.o"), None) is not None
    except (CacheError, OSError):  # raised again when the first kernel is compiled
        return True
