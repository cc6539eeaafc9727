"""The command line, in a process of its own or in this one."""

import contextlib
import io
import re
import subprocess
import sys
from typing import Any

from pace import patience

from motorpool.app import cli
from motorpool.compile import columns

# What a cache of kernels and the speed of the machine decide: compilation, and what is done in more than two seconds.
MEANWHILE = re.compile(r"motorpool: (compiling once|compiled in|.* \((\d+%, )?\d+ s\)$).*\n", re.MULTILINE)


def motorpool(*arguments: Any, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run a command; what it says meanwhile is left out."""
    command = [sys.executable, "-m", "motorpool", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=patience(150.0), check=False, **options)
    done.stderr = MEANWHILE.sub("", done.stderr)
    return done


def answered(*arguments: Any) -> subprocess.CompletedProcess[str]:
    """Run a command in this process, which saves a second or two; for what serves no page and gets no signal."""
    out, error = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(error):
        try:
            code: Any = cli.run([str(argument) for argument in arguments])
        except SystemExit as ended:
            code = ended.code
        finally:
            columns.limit_threads(None)  # --threads is for a whole process
    return subprocess.CompletedProcess(arguments, code, out.getvalue(), MEANWHILE.sub("", error.getvalue()))
