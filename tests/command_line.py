"""The command line in a process of its own."""

import subprocess
import sys
from typing import Any

from pace import patience


def motorpool(*arguments: Any, **options: Any) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "motorpool", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=patience(150.0), check=False, **options)
