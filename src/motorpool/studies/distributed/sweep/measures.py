"""Measures: numbers to which a run is reduced.

Those in ``MEASURES`` are computed for every run. A measure of the user is a function of the world at the end and of the
ids of the run's vehicles; it returns a number, or several by their names:

    def turned_over(world, vehicles):
        return float((world.vehicles.status[vehicles] & mp.Status.OVERTURNED > 0).mean())
"""

import importlib
import importlib.util
import math
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, cast

import numpy as np

from ....base.errors import Status, SweepError, closest_names
from ....world import World

Own = Callable[[World, Any], Any]
Values = dict[str, float]


class Measure(NamedTuple):
    """Measure of every run."""

    meaning: str
    unit: str
    reduce: Callable[[Any], Any]  # from the numbers of a run's vehicles to one number


OTHER_COLUMNS = ("run", "error", "cost_s")  # of the table, beside varied values and measures

MEASURES: Mapping[str, Measure] = {
    "distance": Measure("driven by all vehicles", "m", np.sum),
    "time": Measure("until every route's end was reached; otherwise the whole run", "s", np.max),
    "arrived": Measure("vehicles at the end of their route", "1", np.sum),
    "fuel": Measure("burnt by all vehicles of dynamic models", "kg", np.sum),
    "contacts": Measure("with vehicles and objects, of all vehicles", "1", np.sum),
    "top_speed": Measure("of the fastest vehicle", "m/s", np.max),
    "largest_roll": Measure("of any vehicle, either way", "rad", np.max),
    "largest_pitch": Measure("of any vehicle, either way", "rad", np.max),
    "overturned": Measure("vehicles that lie on their side at the end", "1", np.sum),
    "not_finite": Measure("vehicles whose state stopped being finite", "1", np.sum),
}


class Meter:
    """Observer that computes the measures of a world's vehicles."""

    def __init__(self, world: World):
        count = world.count
        self._time = np.full(count, math.nan)  # time at which each vehicle arrived
        self._contacts = np.zeros(count)
        self._roll, self._pitch, self._speed = np.zeros((3, count))
        self._routes = bool(world.vehicles.route_count.any())

    def observe(self, world: World) -> None:
        """Add the events of the step."""
        vehicles = world.vehicles
        for most, now in ((self._roll, vehicles.roll), (self._pitch, vehicles.pitch), (self._speed, vehicles.speed)):
            np.fmax(most, np.abs(now), out=most)
        contacts = world.events.contacts
        if contacts.time.size:
            np.add.at(self._contacts, contacts.vehicle, 1.0)
            np.add.at(self._contacts, contacts.other[contacts.other >= 0], 1.0)
        if self._routes:
            self._time[np.isnan(self._time) & (vehicles.has_arrived > 0)] = world.time

    def of_vehicles(self, world: World) -> dict[str, Any]:
        """Return each measure of each vehicle, at the end."""
        vehicles = world.vehicles
        fuel = [_fuel(fleet) for fleet in world.fleets]
        return {
            "distance": np.array(vehicles.odometer),
            "time": np.where(np.isnan(self._time), world.time, self._time),
            "arrived": ~np.isnan(self._time),
            "fuel": np.concatenate(fuel),
            "contacts": self._contacts,
            "top_speed": self._speed,
            "largest_roll": self._roll,
            "largest_pitch": self._pitch,
            "overturned": (vehicles.status & Status.OVERTURNED) > 0,
            "not_finite": (vehicles.status & Status.NOT_FINITE) > 0,
        }


def reduced(of_vehicles: Mapping[str, Any], ids: Any) -> Values:
    """Return one number for each measure of the vehicles ``ids``."""
    return {name: float(measure.reduce(of_vehicles[name][ids])) for name, measure in MEASURES.items()}


def own_values(functions: Mapping[str, Own], world: World, ids: Any, *, paths: Iterable[str] = ()) -> Values:
    """Return the user's measures of some vehicles.

    Args:
        paths: paths of the values that vary, which have columns of these names.

    Raises:
        SweepError: a function fails, does not return numbers, or returns one by the name of another column.
    """
    taken = {*MEASURES, *OTHER_COLUMNS, *paths}
    found: Values = {}
    for name, function in functions.items():
        try:
            value = function(world, ids)
        except Exception as error:
            raise SweepError(f"measure {name} failed: {type(error).__name__}: {error}") from error
        values = cast("Mapping[Any, Any]", value) if isinstance(value, Mapping) else {name: value}
        for key in map(str, values):
            if key in taken or key in found:
                raise SweepError(f"measure {name} is named {key}, as another column of the table; give it another name")
        try:
            found |= {str(key): float(number) for key, number in values.items()}
        except (TypeError, ValueError) as error:
            raise SweepError(
                f"measure {name} returned {value!r}; it must be a number, or numbers by their names"
            ) from error
    return found


def find_own(names: Sequence[str]) -> dict[str, Own]:
    """Return the user's measures by their short names, each named as ``file.py:function`` or ``module:function``.

    Raises:
        SweepError: there is no such file, module or function, or two functions have the same name.
    """
    found: dict[str, Own] = {}
    for name in names:
        short = name.rpartition(":")[2]
        if short in found:
            raise SweepError(f"measure {name}: there are two functions {short}; rename one, and give each once")
        found[short] = _function(name)
    return found


def _function(name: str) -> Own:
    where, colon, function = name.rpartition(":")
    if not colon:
        raise SweepError(f"measure {name!r}: write file.py:function or module:function")
    module = _module(where, name)
    found = getattr(module, function, None)
    if not callable(found):
        close = closest_names(function, [word for word in dir(module) if not word.startswith("_")])
        advice = f"; did you mean {' or '.join(close)}?" if close else ""
        raise SweepError(f"measure {name}: {where} has no function {function}{advice}")
    return found


def _module(where: str, name: str) -> Any:
    try:
        if not where.endswith(".py"):
            return importlib.import_module(where)
        spec = importlib.util.spec_from_file_location(Path(where).stem, where)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules.setdefault(spec.name, module)
        spec.loader.exec_module(module)
    except (ImportError, OSError, SyntaxError) as error:
        raise SweepError(f"measure {name}: {where} cannot be loaded: {error}") from error
    except (Exception, SystemExit) as error:  # of the user's own lines
        raise SweepError(f"measure {name}: {where} cannot be loaded: {type(error).__name__}: {error}") from error
    return module


def _fuel(fleet: Any) -> Any:
    burnt = getattr(fleet.state, "fuel_used", None) if "fuel_used" in dir(fleet.state) else None
    return np.zeros(fleet.count) if burnt is None else np.array(burnt, np.float64)
