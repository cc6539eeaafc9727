"""Progress lines on stderr about the compilation during a command (``compile.lines``)."""

import contextlib
from collections.abc import Generator

from ..compile.lines import CompilationLines
from ..compile.notices import listening

LINES = CompilationLines()


@contextlib.contextmanager
def told() -> Generator[None, None, None]:
    """Print the progress of compilation while the block runs."""
    with listening(LINES):
        try:
            yield
        finally:
            LINES.finish()
