"""The scenario that runs, and the one that is being built."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..schema.session import SessionState
from .topic import Topic, Update, encode

if TYPE_CHECKING:
    from ..client import Client


class SessionTopic(Topic):
    """State of the session; the server has it sent again when it changes."""

    name = "session"
    messages = (SessionState,)

    def welcome(self, client: "Client") -> Iterator[Update]:
        """Yield the state."""
        yield self.name, encode(self.hub.choice.state())
