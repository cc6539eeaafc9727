"""Succession of the worlds of one server; starts and stops them."""

import gc
import threading

from .live_world import LiveWorld


class Succession:
    """The world that is shown, and those before it until they have stopped; thread-safe.

    A new world is shown at once. It runs when it is ready and the one before has stopped, which takes as long as a
    step. The server may end meanwhile: then `end` waits for the step, stops whatever runs, and no world starts
    afterwards.

    Args:
        first: the world to begin with; None while it is being built.
    """

    def __init__(self, first: LiveWorld | None = None) -> None:
        self._lock = threading.Lock()
        self._before: list[LiveWorld] = []  # that are no longer shown and may still run
        self._shown = first
        self._has_ended = False

    @property
    def shown(self) -> LiveWorld | None:
        """The newest world; None before the first."""
        return self._shown

    def show(self, new: LiveWorld) -> LiveWorld | None:
        """Show a world, which `advance` starts; return the one before, which runs until then."""
        before, self._shown = self._shown, new
        if before is not None:
            self._before.append(before)
        return before

    def advance(self) -> None:
        """Stop the worlds that are no longer shown and run the one that is, unless the succession has ended."""
        with self._lock:
            is_change = bool(self._before)
            self._stop_those_before()
            if is_change:
                _free_garbage()
            if self._shown is not None and not self._has_ended:
                self._shown.start()

    def end(self) -> None:
        """Stop all worlds; no world starts afterwards."""
        with self._lock:
            self._has_ended = True
            self._stop_those_before()
            if self._shown is not None:
                self._shown.stop()

    def _stop_those_before(self) -> None:
        while self._before:
            self._before.pop().stop()


def _free_garbage() -> None:
    """Collect the objects of a world that has ended, although they were frozen for the garbage collector."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
