"""Names of a package that are imported on first use: so one module of it can be imported without all others."""

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def lazy_names(package: str, homes: Mapping[str, str]) -> Callable[[str], Any]:
    """Return a ``__getattr__`` for a package whose public names stand in its modules.

    Args:
        package: its ``__name__``.
        homes: names in one string, by the module that has them: ``{"log": "Log read_log"}``.
    """
    module_of = {name: module for module, names in homes.items() for name in names.split()}

    def getter(name: str) -> Any:
        if name not in module_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}; it has {', '.join(sorted(module_of))}")
        value = getattr(import_module(f".{module_of[name]}", package), name)
        setattr(sys.modules[package], name, value)
        return value

    return getter
