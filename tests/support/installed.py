"""Compilers and other programs of the machine: what is on PATH and does not run is not installed.

A ``rustc`` of rustup without a toolchain, or the ``java`` of macOS without Java, is found and ends with an error.
"""

import functools
import os
import shutil
import subprocess

from pace import patience

VERSION = {"java": "-version", "javac": "-version", "lua5.4": "-v"}  # of others: --version


@functools.cache
def runs(program: str, path: str | None = None) -> bool:
    """Return whether a program is on PATH, or on the given one, and tells its version."""
    found = shutil.which(program, path=path)
    if found is None:
        return False
    command = [found, VERSION.get(program, "--version")]
    environment = os.environ | ({"PATH": path} if path else {})
    try:
        told = subprocess.run(command, env=environment, capture_output=True, timeout=patience(60.0), check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return told.returncode == 0
