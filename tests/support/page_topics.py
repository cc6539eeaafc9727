"""Topics of the live page without a server."""

import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, TypeVar

from motorpool.app.viewer.topics import Topic
from motorpool.world import World

T = TypeVar("T", bound=Topic)


def topic_of(kind: type[T], world: World, *, clock: Callable[[], float] = time.monotonic) -> T:
    """Return a topic of a world with an audience."""
    hub: Any = SimpleNamespace(world=world, clock=clock)
    topic = kind(hub)
    topic.has_audience = True
    return topic
