"""Instructor: what people do to a whole world, from any thread, applied at the start of the next step."""

import threading
from typing import Any

from .actions import apply


class Instructor:
    """A mailbox between an instructor and the world; every method may be called from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._asked: list[Any] = []

    def ask(self, action: Any) -> None:
        """Let an action of ``sources.actions`` be applied at the next step."""
        with self._lock:
            self._asked.append(action)

    def read(self, world: Any) -> None:
        """Apply what was asked for, in its order."""
        with self._lock:
            asked, self._asked = self._asked, []
        for action in asked:
            apply(action, world)
