"""Motorpool moves ground vehicles: one, five hundred in a shared world, or a million in a batch.

    import motorpool as mp

    car = mp.Vehicle("bicycle", wheelbase=2.7)
    car.steer_angle, car.speed = 0.2, 10.0
    car.step(dt=1 / 60)

Names are loaded when they are first used, so importing this package costs next to nothing.
"""

import importlib
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

_HOMES = {
    "Body": ".fleet",
    "Fleet": ".fleet",
    "History": ".history",
    "MotorpoolError": ".errors",
    "Pacer": ".clock",
    "Recorder": ".observers.recorder",
    "Status": ".errors",
    "Terrain": ".terrain.heightfield",
    "Vehicle": ".vehicle",
    "World": ".world",
    "load": ".scenario",
    "load_objects": ".objects.object_files",
    "load_terrain": ".terrain.heightfield_files",
    "read_recording": ".observers.recording",
    "scatter_objects": ".objects.objects",
}

__all__ = [
    "Body",
    "Fleet",
    "History",
    "MotorpoolError",
    "Pacer",
    "Recorder",
    "Status",
    "Terrain",
    "Vehicle",
    "World",
    "load",
    "load_objects",
    "load_terrain",
    "read_recording",
    "scatter_objects",
]

if TYPE_CHECKING:
    from .clock import Pacer
    from .errors import MotorpoolError, Status
    from .fleet import Body
    from .history import History
    from .objects.object_files import load_objects
    from .objects.objects import scatter_objects
    from .observers.recorder import Recorder
    from .observers.recording import read_recording
    from .scenario import load
    from .terrain.heightfield import Terrain
    from .terrain.heightfield_files import load_terrain
    from .typed import Fleet, Vehicle
    from .world import World


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        from .errors import unknown_name

        raise AttributeError(unknown_name("motorpool", "name", name, __all__, listed="dir(motorpool)"))
    value = getattr(importlib.import_module(_HOMES[name], __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
