"""The command line in a process of its own."""

import re
import subprocess
import sys
from typing import Any

from pace import patience

COMPILATION = re.compile(r"motorpool: (compiling once|compiled in).*\n")  # that a cache of kernels decides


def motorpool(*arguments: Any, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run a command; what it says of compilation is left out."""
    command = [sys.executable, "-m", "motorpool", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=patience(150.0), check=False, **options)
    done.stderr = COMPILATION.sub("", done.stderr)
    return done
