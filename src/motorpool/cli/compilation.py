"""Tells the terminal what a command compiles, and when that is done (``compile.lines``)."""

import contextlib
from collections.abc import Generator

from ..compile.lines import CompilationLines
from ..compile.notices import listening

LINES = CompilationLines()


@contextlib.contextmanager
def told() -> Generator[None, None, None]:
    """Tell what is compiled while the block runs."""
    with listening(LINES):
        try:
            yield
        finally:
            LINES.finish()
