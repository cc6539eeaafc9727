"""Looks of vehicles: each is a module of ``looks`` with a ``LOOK``; a new module is a new look."""

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from .parts import Shape
from .vehicle_plan import Dimensions


class Look(NamedTuple):
    """A kind of vehicle for the eye."""

    name: str  # in vehicle files
    title: str  # in legends; looks with the same title have one symbol
    entity_type: str  # of DIS, for vehicles whose file gives none
    build: Callable[[Dimensions], Shape]
    colour: str = "#7d8b5a"  # on paper


@cache
def looks() -> Mapping[str, Look]:
    """Return all looks, by name."""
    package = importlib.import_module(".looks", __package__)
    modules = [importlib.import_module(f"{package.__name__}.{found.name}") for found in
               pkgutil.iter_modules(package.__path__)]  # fmt: skip
    return MappingProxyType({module.LOOK.name: module.LOOK for module in modules})
