"""Old places of modules: ``import motorpool.mobility`` finds ``motorpool.studies.mobility``, with a warning."""

import importlib
import sys
import warnings
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

PACKAGE = __name__.partition(".")[0]
MOVED = {
    "arrays": "base.arrays",
    "calls": "base.calls",
    "console": "base.console",
    "environment_variables": "base.environment_variables",
    "extensions": "base.extensions",
    "files": "base.files",
    "foreign_formats": "base.foreign_formats",
    "keys": "base.keys",
    "markup": "base.markup",
    "operating_system": "base.operating_system",
    "runs": "base.runs",
    "synonyms": "base.synonyms",
    "terminal": "base.terminal",
    "trust": "base.trust",
    "wording": "base.wording",
    "plotting": "base.plotting",
    "terrain": "ground.terrain",
    "objects": "ground.objects",
    "roads": "ground.roads",
    "form": "compile.form",
    "native": "compile.native",
    "translation": "compile.translation",
    "array_cache": "compile.array_cache",
    "fleet": "vehicles.fleet",
    "vehicle": "vehicles.vehicle",
    "scenario": "world.scenario",
    "sources": "world.sources",
    "sensors": "world.sensors",
    "clock": "world.clock",
    "observers": "recording",
    "dis": "links.dis",
    "ros": "links.ros",
    "compare": "studies.compare",
    "fitting": "studies.fitting",
    "mobility": "studies.mobility",
    "published": "studies.published",
    "distributed": "studies.distributed",
    "viewer": "app.viewer",
    "viewer.playground_socket": "app.viewer.serving.playground_socket",
    "playground": "app.playground",
    "cli": "app.cli",
    "world.drivers.speed_control": "world.navigation.speed_control",
    "world.guidance.following": "world.navigation.following",
    "world.guidance.trailer_reversing": "world.navigation.trailer_reversing",
    "world.guidance.wander": "world.navigation.wander",
    "world.guidance.pure_pursuit": "world.navigation.pure_pursuit",
    "world.guidance.route_planning": "world.navigation.route_planning",
    "world.guidance.trafficability": "world.navigation.trafficability",
    "world.guidance.turning": "world.navigation.turning",
    "world.drivers.steering_control": "world.navigation.steering_control",
}


def new_place(name: str) -> str:
    """Return the dotted name of today for one that may have an old place, as a recording has them."""
    package, _, inner = name.partition(".")
    old = inner
    while old and old not in MOVED:
        old = old.rpartition(".")[0]
    return f"{package}.{MOVED[old]}{inner[len(old) :]}" if package == PACKAGE and old else name


class OldPlaces(MetaPathFinder, Loader):
    """Finds a module by its place before version 1.1: the same module as by its new one."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return how a module is found by an old place; None for any other name."""
        return None if new_place(fullname) == fullname else ModuleSpec(fullname, self)

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Return the module at its new place."""
        place = new_place(spec.name)
        warnings.warn(f"{spec.name} has moved to {place}", DeprecationWarning, stacklevel=2)
        module = importlib.import_module(place)
        spec.loader_state = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Leave the module as it is, with the specification of its new place."""
        assert module.__spec__ is not None
        module.__spec__ = module.__spec__.loader_state


sys.meta_path.insert(0, OldPlaces())
