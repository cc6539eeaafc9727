"""Motorpool simulates ground vehicles: a single one, hundreds in a shared world, or a million in a batch.

    import motorpool as mp

    car = mp.Vehicle("bicycle", wheelbase=2.7)
    car.steer_angle, car.speed = 0.2, 10.0
    car.step(dt=1 / 60)

Names are loaded on first use, so that the import of this package is fast.
"""

import contextlib
import importlib
from typing import TYPE_CHECKING, Any

from .base import old_places as old_places

__version__ = "1.0.0"

_HOMES = {
    "Body": ".vehicles.fleet",
    "Fleet": ".vehicles.fleet",
    "History": ".vehicles.fleet.history",
    "MotorpoolError": ".base.errors",
    "Pacer": ".world.clock",
    "Recorder": ".recording.recorder",
    "Sensors": ".world.sensors.sensors",
    "Status": ".base.errors",
    "Terrain": ".ground.terrain.heightfield",
    "Vehicle": ".vehicles.vehicle",
    "World": ".world",
    "export": ".compile.translation.exporting",
    "from_screen": ".models.frames",
    "load": ".world.scenario",
    "load_map": ".maps.world_folder",
    "load_objects": ".ground.objects.object_files",
    "load_terrain": ".ground.terrain.heightfield_files",
    "model": ".models.registry:find",
    "read_recording": ".recording.recording",
    "scatter_objects": ".ground.objects.objects",
    "to_godot": ".models.frames",
    "to_screen": ".models.frames",
    "to_unity": ".models.frames",
}

_BEHIND = {  # other classes of a name: "world.guidance" is one of ``Guidance``
    "World": {
        "world.avoidance": ".world.avoidance.component:AvoidanceRules",
        "world.contact": ".world.contact.component:ContactSolver",
        "world.drivers": ".world.drivers.component:Drivers",
        "world.guidance": ".world.guidance.component:Guidance",
        "world.gunnery": ".world.gunnery.component:Gunnery",
        "world.recovery": ".world.recovery.component:Recovery",
        "world.weather": ".world.weather.component:Weather",
        "world.traffic": ".world.traffic.component:Traffic",
    },
    "load": {"Scenario": ".world.scenario.loader:Scenario"},
    "read_recording": {"Recording": ".recording.recording:Recording"},
    "load_objects": {"Objects": ".ground.objects.objects:Objects"},
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
    from .base.errors import MotorpoolError, Status
    from .compile.translation.exporting import export
    from .ground.objects.object_files import load_objects
    from .ground.objects.objects import scatter_objects
    from .ground.terrain.heightfield import Terrain
    from .ground.terrain.heightfield_files import load_terrain
    from .maps.world_folder import load_map
    from .models.frames import from_screen, to_godot, to_screen, to_unity
    from .models.registry import find as model
    from .recording.recorder import Recorder
    from .recording.recording import read_recording
    from .typed import Fleet, Vehicle
    from .vehicles.fleet import Body
    from .vehicles.fleet.history import History
    from .world import World
    from .world.clock import Pacer
    from .world.scenario import load
    from .world.sensors.sensors import Sensors


def __getattr__(name: str) -> Any:
    if name == "errors":
        return importlib.import_module(".errors", __name__)
    if name not in _HOMES:
        from .base.errors import unknown_name

        raise AttributeError(unknown_name("motorpool", "name", name, __all__, listed="dir(motorpool)"))
    from .base.calls import with_sentences

    home, _, there = _HOMES[name].partition(":")
    module = importlib.import_module(home, __name__)
    value = with_sentences(name, getattr(module, there or name))
    for shown, other in _BEHIND.get(name, {}).items():
        home, _, there = other.partition(":")
        with contextlib.suppress(ImportError):  # of a library that is missing: the call names its extra
            with_sentences(shown, getattr(importlib.import_module(home, __name__), there), has_stages=True)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
