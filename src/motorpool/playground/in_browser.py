"""The playground without a server: Python runs in the page's own browser, and messages go from thread to thread.

A page trusts the Python beside it and is trusted by it: both come from one folder of files, so messages are not checked
as those of a stranger are.
"""

import json
import time
from collections.abc import Callable
from typing import Any

from .catalogue import Catalogue
from .visit import Message, Visit


class BrowserPlayground:
    """One page's playground; texts in JSON, as they go over a server's socket.

    Args:
        clock: for tests [s].
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._catalogue, self._clock = Catalogue(), clock
        self._visit = Visit(self._catalogue.find, now=clock())

    def catalogue(self) -> str:
        """Return what a server has at ``/playground/catalogue.json``."""
        return _encode(self._catalogue.describe() | {"has_world": False})

    def restart(self) -> None:
        """Begin a new visit, for a page that has just opened."""
        self._visit = Visit(self._catalogue.find, now=self._clock())

    def update(self) -> list[str]:
        """Let real time pass; return messages about what has changed. To be called 60 times a second."""
        return [_encode(message) for message in self._visit.update(self._clock())]

    def obey(self, text: str) -> list[str]:
        """Do what the page asks; return the answer, if there is one."""
        command: dict[str, Any] = json.loads(text)
        answers = self._visit.obey(command.pop("type"), command, now=self._clock())
        return [_encode(message) for message in answers]


def _encode(message: Message) -> str:
    return json.dumps(message, separators=(",", ":"), allow_nan=False)
