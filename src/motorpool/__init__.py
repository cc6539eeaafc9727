"""Motorpool simulates ground vehicles: a single one, hundreds in a shared world, or a million in a batch.

    import motorpool as mp

    car = mp.Vehicle("bicycle", wheelbase=2.7)
    car.steer_angle, car.speed = 0.2, 10.0
    car.step(dt=1 / 60)

Names are loaded on first use, so that the import of this package is fast.
"""

import importlib
from typing import TYPE_CHECKING, Any

__version__ = "1.0.0"

_HOMES = {
    "Body": ".fleet",
    "Fleet": ".fleet",
    "History": ".fleet.history",
    "MotorpoolError": ".errors",
    "Pacer": ".clock",
    "Recorder": ".observers.recorder",
    "Sensors": ".sensors.sensors",
    "Status": ".errors",
    "Terrain": ".terrain.heightfield",
    "Vehicle": ".vehicle",
    "World": ".world",
    "export": ".translation.exporting",
    "from_screen": ".models.frames",
    "load": ".scenario",
    "load_map": ".maps.world_folder",
    "load_objects": ".objects.object_files",
    "load_terrain": ".terrain.heightfield_files",
    "model": ".models.registry:find",
    "read_recording": ".observers.recording",
    "scatter_objects": ".objects.objects",
    "to_godot": ".models.frames",
    "to_screen": ".models.frames",
    "to_unity": ".models.frames",
}

__all__ = [
    "Body",
    "Fleet",
    "History",
    "MotorpoolError",
    "Pacer",
    "Recorder",
    "Sensors",
    "Status",
    "Terrain",
    "Vehicle",
    "World",
    "export",
    "from_screen",
    "load",
    "load_map",
    "load_objects",
    "load_terrain",
    "model",
    "read_recording",
    "scatter_objects",
    "to_godot",
    "to_screen",
    "to_unity",
]

if TYPE_CHECKING:
    from .clock import Pacer
    from .errors import MotorpoolError, Status
    from .fleet import Body
    from .fleet.history import History
    from .maps.world_folder import load_map
    from .models.frames import from_screen, to_godot, to_screen, to_unity
    from .models.registry import find as model
    from .objects.object_files import load_objects
    from .objects.objects import scatter_objects
    from .observers.recorder import Recorder
    from .observers.recording import read_recording
    from .scenario import load
    from .sensors.sensors import Sensors
    from .terrain.heightfield import Terrain
    from .terrain.heightfield_files import load_terrain
    from .translation.exporting import export
    from .typed import Fleet, Vehicle
    from .world import World


def __getattr__(name: str) -> Any:
    from .deprecation import NAMES, replacement_of, with_old_members

    if name not in _HOMES:
        if (now := replacement_of(NAMES, name)) is not None:
            return getattr(importlib.import_module(__name__), now)
        from .errors import unknown_name

        raise AttributeError(unknown_name("motorpool", "name", name, __all__, listed="dir(motorpool)"))
    home, _, there = _HOMES[name].partition(":")
    value = with_old_members(name, getattr(importlib.import_module(home, __name__), there or name))
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
