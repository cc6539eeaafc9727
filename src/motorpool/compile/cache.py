"""The folder of the generated modules and of Numba's compiled code; it may be deleted at any time."""

import atexit
import os
import shutil
import sys
import tempfile
from functools import lru_cache
from pathlib import Path

TEMPORARY = "motorpool-kernels-"  # begins the name of a folder that ends with the program


@lru_cache(maxsize=1)
def cache_folder() -> Path:
    """The folder for generated kernels; ``MOTORPOOL_CACHE`` overrides the system's cache folder.

    Where it cannot be written, a fresh temporary folder: kernels are compiled anew in each process.
    """
    chosen = os.environ.get("MOTORPOOL_CACHE")
    folder = (Path(chosen).expanduser() if chosen else _system_folder() / "motorpool") / "kernels"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        # Of a name that nobody can foresee: compiled code is loaded from there.
        temporary = Path(tempfile.mkdtemp(prefix=TEMPORARY))
        atexit.register(shutil.rmtree, temporary, ignore_errors=True)
        return temporary


def is_kept() -> bool:
    """Return whether what is compiled is found again by the next program."""
    return not cache_folder().name.startswith(TEMPORARY)


def clear_cache() -> int:
    """Delete every generated kernel; returns how many there were."""
    count = len(list(cache_folder().glob("*.py")))
    shutil.rmtree(cache_folder(), ignore_errors=True)
    cache_folder.cache_clear()
    return count


def _system_folder() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
