"""Topics: messages to browsers besides the frames, one subject a file.

A file declares the types of its messages and a subclass of `Topic` (``topic.py``), which reads the world or the
session and decides what is sent, when, and to whom. Files are found by their place in this folder; topics of installed
packages by entry points of the group ``motorpool.topics``. Start reading with ``weather.py``, the shortest.
"""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules

from ....base import extensions
from .topic import Topic

__all__ = ["TOPICS", "Topic", "installed"]

# Files in the order in which their messages are sent; all others follow by name.
_FIRST = ("session", "drivers", "gunnery", "trailers", "remotes", "standing", "weather", "bookmarks", "people")
_LAST = ("instruments", "autopilot", "sensors")


def installed() -> tuple[type[Topic], ...]:
    """Return our topics, and those of installed packages."""
    return (*TOPICS, *map(extensions.load, extensions.installed(extensions.TOPICS).values()))


def _found() -> Iterator[type[Topic]]:
    names = {module.name for module in iter_modules(__path__)} - {*_FIRST, *_LAST}
    for name in (*_FIRST, *sorted(names), *_LAST):
        module = import_module(f".{name}", __name__)
        for one in vars(module).values():
            if isinstance(one, type) and issubclass(one, Topic) and one.name and one.__module__ == module.__name__:
                yield one


TOPICS = tuple(_found())
