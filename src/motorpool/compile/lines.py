"""Messages on stderr when compilation begins and ends, one line each, with or without a terminal.

Kernels that are found in the cache give no message (``notices``). Kernels that are compiled one after the other give
one message, which ends after ``PAUSE`` seconds without compilation.
"""

import contextlib
import sys
import threading
from collections.abc import Generator

from ..base.terminal import printable
from .cache import are_kernels_kept
from .notices import listening

PAUSE = 1.0  # without compilation, after which the end is printed [s]


class CompilationLines:
    """Prints the lines of one program."""

    def __init__(self) -> None:
        self._seconds = 0.0  # so far
        self._is_told, self._is_compiling = False, False
        self._expected: float | None = None
        self._timer: threading.Timer | None = None
        self._lock = threading.RLock()

    def expect(self, seconds: float) -> None:
        """Set the expected duration of the next compilation [s]."""
        self._expected = seconds

    def began(self) -> None:
        """Print that compilation begins, at the first kernel."""
        with self._lock:
            self._cancel()
            self._is_compiling = True
            if not self._is_told:
                self._is_told = True
                _say(_announcement(self._expected))

    def ended(self, seconds: float) -> None:
        """Add the time of a kernel; the sum is printed unless another kernel follows."""
        with self._lock:
            self._seconds += seconds
            self._is_compiling = False
            self._cancel()
            self._timer = threading.Timer(PAUSE, self.finish)
            self._timer.daemon = True
            self._timer.start()

    def progressed(self, done: int, total: int) -> None:
        """Print nothing: two lines are enough."""

    def finish(self) -> None:
        """Print the time of compilation, if there was one and it has ended."""
        with self._lock:
            self._cancel()
            if not self._is_told or self._is_compiling:
                return
            fate = "kept for next time" if are_kernels_kept() else "not kept: the cache folder cannot be written"
            _say(f"compiled in {self._seconds:.1f} s; {fate}")
            self._seconds, self._is_told, self._expected = 0.0, False, None

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


LINES = CompilationLines()  # of this process, during a command


@contextlib.contextmanager
def told() -> Generator[None, None, None]:
    """Print the progress of compilation while the block runs."""
    with listening(LINES):
        try:
            yield
        finally:
            LINES.finish()


class CompilationLine:
    """Prints a line once in a program that compiles for long."""

    def __init__(self) -> None:
        self._timer: threading.Timer | None = None
        self._left, self._is_told = PAUSE, False  # time of compilation until the line is printed [s]

    def began(self) -> None:
        """Print the line if this compilation does not end in time."""
        if not self._is_told:
            self._timer = threading.Timer(max(0.0, self._left), self._print)
            self._timer.daemon = True
            self._timer.start()

    def ended(self, seconds: float) -> None:
        """Count the time of a kernel."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._left -= seconds

    def progressed(self, done: int, total: int) -> None:
        """Print nothing."""

    def finish(self) -> None:
        """Print nothing: there is one line."""

    def _print(self) -> None:
        self._is_told = True
        often = "once" if are_kernels_kept() else "for this process, because the cache folder cannot be written"
        _say(f"compiling {often} (MOTORPOOL_NOTICES=off prints nothing)")


def _announcement(seconds: float | None) -> str:
    return "compiling once" if seconds is None else f"compiling once, about {max(1.0, seconds):.0f} s"


def _say(words: str) -> None:
    print(f"motorpool: {printable(words)}", file=sys.stderr, flush=True)
