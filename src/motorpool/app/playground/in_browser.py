"""The playground without a server: Python runs in a worker thread of the browser.

Messages are not validated, unlike those of a server's visitors: the page and the Python code come from one folder.
"""

import json
import time
from collections.abc import Callable
from typing import Any

from .catalogue import Catalogue
from .visit import Message, Visit


class BrowserPlayground:
    """Playground of one page; its texts are the JSON that a server sends over its socket."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._catalogue, self._clock = Catalogue(), clock
        self._visit = Visit(self._catalogue.find, now=clock())

    def catalogue(self) -> str:
        """Return the text that a server returns for ``/playground/catalogue.json``."""
        return _encode(self._catalogue.describe() | {"has_world": False})

    def restart(self) -> None:
        """Begin a new visit, for a page that has just been opened."""
        self._visit = Visit(self._catalogue.find, now=self._clock())

    def continue_from(self, moment: str, age: float) -> None:
        """Continue the drive that the page has made in JavaScript, from its moment ``age`` [s] ago, as JSON."""
        self.restart()
        self._visit.continue_from(json.loads(moment), now=self._clock(), age=age)

    def update(self) -> list[str]:
        """Advance to the present time and return messages about the changes. To be called 60 times a second."""
        return [_encode(message) for message in self._visit.update(self._clock())]

    def obey(self, text: str) -> list[str]:
        """Execute a command of the page and return the answer, if there is one."""
        command: dict[str, Any] = json.loads(text)
        answers = self._visit.obey(command.pop("type"), command, now=self._clock())
        return [_encode(message) for message in answers]


def _encode(message: Message) -> str:
    return json.dumps(message, separators=(",", ":"), allow_nan=False)
