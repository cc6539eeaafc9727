"""Flat modules: generated source on disk, so that compiled code is cached, found again and readable.

Numba's cache never hits for a kernel made by a closure. So the loop is written to a file of its own,
named by a fingerprint of everything it calls, and executed with those functions in its globals.
Tracebacks and debuggers show the file.
"""

import linecache
import os
import re
import sys
import tempfile
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

from . import linear_algebra
from .cache import cache_folder
from .notices import attach_to_numba


def load_flat_module(name: str, key: str, source: str, names: Mapping[str, Any]) -> ModuleType:
    """The module of ``source``, with ``names`` in its globals.

    Args:
        name: what it is made from ("bicycle/arc float64"); part of the file's name.
        key: the fingerprint of all that the source calls.
        source: the text.
        names: the functions and structures that the text uses.
    """
    linear_algebra.leave_until_used()
    attach_to_numba()
    stem = re.sub(r"\W+", "_", name).strip("_") + "_" + key
    path = cache_folder() / f"{stem}.py"
    _write(path, source)
    module = ModuleType(f"motorpool_kernel_{stem}")
    module.__file__ = str(path)
    vars(module).update(names)
    sys.modules[module.__name__] = module  # Numba's cache looks the module up by name
    with _alone(path):
        exec(compile(source, str(path), "exec"), vars(module))
    return module


@contextmanager
def _alone(path: Path) -> Generator[None, None, None]:
    """Wait while another process compiles the same module, to find its compiled code instead of compiling it again."""
    if sys.platform == "win32":
        yield
        return
    import fcntl

    with path.with_suffix(".lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)  # ends with the file, or with the process
        yield


def _write(path: Path, source: str) -> None:
    """Write once, atomically: several processes may compile the same kernel at the same time."""
    if path.exists() and path.read_text() == source:
        return
    handle, temporary = tempfile.mkstemp(dir=path.parent, suffix=".tmp")
    with os.fdopen(handle, "w") as file:
        file.write(source)
    Path(temporary).replace(path)
    linecache.checkcache(str(path))
