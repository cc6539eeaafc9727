"""Progress of commands on stderr: a bar on a terminal, otherwise plain lines, such as in a log.

A command that ends within two seconds prints no line; later lines name the present work and its finished share.
"""

import contextlib
import sys
import threading
import time
from collections.abc import Generator
from typing import Any, Protocol

from ..terminal import in_one_line

SILENCE = 2.0  # time before the first plain line [s]
PAUSE = 10.0  # interval between two plain lines [s]


class Show(Protocol):
    """Function that reports progress."""

    def __call__(self, words: str | None = None, *, done: float | None = None) -> None:
        """Report the present work and the finished part of the total; None leaves either unchanged."""
        ...


@contextlib.contextmanager
def waiting(words: str, *, total: float | None = None) -> Generator[Show, None, None]:
    """Show the present work while the block runs; yields a function that reports progress up to ``total``."""
    words = in_one_line(words)  # a file's name in it may have line breaks
    if sys.stderr.isatty():
        with _bar(words, total) as show:
            yield show
    else:
        lines = _Lines(words, total)
        lines.start()
        try:
            yield lines.show
        finally:
            lines.stop()


@contextlib.contextmanager
def _bar(words: str, total: float | None) -> Generator[Show, None, None]:
    from rich.progress import BarColumn, SpinnerColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    from ..console import progress_bar

    columns: tuple[Any, ...] = (SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn())
    if total is not None:
        columns = (*columns[:2], BarColumn(), TextColumn("{task.percentage:3.0f} %"), columns[2])
        columns = (*columns, TextColumn("about"), TimeRemainingColumn(), TextColumn("left"))
    # Output to the same terminal is printed above the bar; output to a file is not redirected.
    with progress_bar(*columns, redirect_stdout=sys.stdout.isatty()) as progress:
        task = progress.add_task(words, total=total)

        def show(words: str | None = None, *, done: float | None = None) -> None:
            progress.update(task, description=None if words is None else in_one_line(words), completed=done)

        yield show


class _Lines(threading.Thread):
    """Thread that prints a line after ``SILENCE`` and then every ``PAUSE``, even if the work reports no progress."""

    def __init__(self, words: str, total: float | None):
        super().__init__(name="waiting", daemon=True)
        self._words, self._total, self._done = words, total, 0.0
        self._begin = time.monotonic()
        self._ended = threading.Event()

    def show(self, words: str | None = None, *, done: float | None = None) -> None:
        self._words = self._words if words is None else in_one_line(words)
        self._done = self._done if done is None else done

    def run(self) -> None:
        pause = SILENCE
        while not self._ended.wait(pause):
            pause = PAUSE
            share = "" if not self._total else f"{min(1.0, self._done / self._total):.0%}, "
            line = f"motorpool: {self._words} ({share}{time.monotonic() - self._begin:.0f} s)"
            print(line, file=sys.stderr, flush=True)

    def stop(self) -> None:
        self._ended.set()
        self.join()
