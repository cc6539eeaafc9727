"""Programs that tests start beside themselves."""

import contextlib
import subprocess
from collections.abc import Generator, Sequence
from typing import Any


@contextlib.contextmanager
def program(command: Sequence[Any], **options: Any) -> Generator[subprocess.Popen[str], None, None]:
    """Start a program with its output in pipes; kill it where the test fails, which would wait for its end for ever."""
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, **pipes | options) as process:
        try:
            yield process
        except BaseException:
            process.kill()
            raise
