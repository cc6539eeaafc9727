"""The live page: a server that shows a world to browsers and lets them drive in it."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ..errors import require

if TYPE_CHECKING:
    from .server import Viewer, serve

__all__ = ["Viewer", "serve"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}; it has {', '.join(__all__)}")
    for library in ("starlette", "uvicorn", "websockets"):
        require(library, extra="app", purpose="the live page")
    return getattr(import_module(".server", __name__), name)
