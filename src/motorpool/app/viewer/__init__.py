"""The live page: a server that shows a world to browsers, in which they drive, and the playground beside it."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ...base.errors import require

if TYPE_CHECKING:
    from .serving.playground_server import Playground, serve_playground
    from .serving.server import Viewer, serve

__all__ = ["Playground", "Viewer", "serve", "serve_playground"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}; it has {', '.join(__all__)}")
    for library in ("starlette", "uvicorn", "websockets"):
        require(library, extra="app", purpose="the live page")
    module = ".serving.playground_server" if "playground" in name.lower() else ".serving.server"
    return getattr(import_module(module, __name__), name)
