"""World: vehicles of several models on one ground, among objects; a folder for each line of ``World.step``.

Names are loaded when they are first used, so that a single law of a driver can be imported without NumPy.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .world import Observer, Snapshot, Source, World

__all__ = ["Observer", "Snapshot", "Source", "World"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}; it has {', '.join(__all__)}")
    return getattr(import_module(".world", __name__), name)
