"""Notices of compilation: that code is compiled, because the cache of kernels lacks it, and that it is done.

What comes from the cache is silent. Listeners are called in the thread that compiles. At a prompt of Python, in a
notebook and in a program without a listener, ``lines`` listens from the start, unless ``MOTORPOOL_NOTICES=off``.
"""

import multiprocessing
import sys
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import cache
from typing import Protocol

from ..base.environment_variables import NOTICES, is_on
from ..base.operating_system import call_in_forked_child


class Listener(Protocol):
    """Listener to compilation; called in the thread that compiles, so it must return at once."""

    def began(self) -> None:
        """Note that compilation begins."""
        ...

    def ended(self, seconds: float) -> None:
        """Note that compilation ends, with its wall-clock time [s]."""
        ...

    def progressed(self, done: int, total: int) -> None:
        """Note the number of kernels of a list that are ready, those found in the cache included."""
        ...


class _Work:
    """All compilation of this process, from the outermost beginning to its end."""

    def __init__(self) -> None:
        self.listeners: list[Listener] = []
        self._lock = threading.Lock()
        self._depth, self._began = 0, 0.0

    def begin(self) -> None:
        with self._lock:
            self._depth += 1
            if self._depth > 1:
                return
            self._began = time.perf_counter()
        self._tell(lambda listener: listener.began())

    def end(self) -> None:
        with self._lock:
            self._depth -= 1
            if self._depth > 0:
                return
            seconds = time.perf_counter() - self._began
        self._tell(lambda listener: listener.ended(seconds))

    def tell_progress(self, done: int, total: int) -> None:
        self._tell(lambda listener: listener.progressed(done, total))

    def _tell(self, call: Callable[[Listener], None]) -> None:
        for listener in list(self.listeners):
            call(listener)

    def forget(self) -> None:
        """Forget the compilation of the parent process, whose threads a forked child does not have."""
        self._lock, self._depth = threading.Lock(), 0


_work = _Work()
call_in_forked_child(_work.forget)


@contextmanager
def listening(listener: Listener) -> Generator[None, None, None]:
    """Notify a listener of compilation while the block runs."""
    _work.listeners.append(listener)
    try:
        yield
    finally:
        _work.listeners.remove(listener)


@contextmanager
def compiling() -> Generator[None, None, None]:
    """Count the block as compilation, here or in another process."""
    listen_for_user()
    _work.begin()
    try:
        yield
    finally:
        _work.end()


def tell_progress(done: int, total: int) -> None:
    """Notify listeners of the share of a list of kernels that is ready, by the work that each takes."""
    _work.tell_progress(done, total)


@cache
def listen_for_user() -> None:
    """Print notices of compilation at an interactive prompt: Python's, IPython's or a notebook's, or in a program.

    A program prints a single line, and only if compilation takes long; worker processes print nothing.
    """
    from .lines import CompilationLine, CompilationLines

    if not is_on(NOTICES):
        return
    if hasattr(sys, "ps1"):
        _work.listeners.append(CompilationLines())
    elif not _work.listeners and multiprocessing.parent_process() is None:
        _work.listeners.append(CompilationLine())
