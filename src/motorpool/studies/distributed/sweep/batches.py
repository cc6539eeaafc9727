"""Batches: runs of one vehicle that differ only in its parameters are simulated as vehicles of one world.

A kernel moves a thousand vehicles in little more time than one, so such runs are merged: the world has one vehicle for
each run, with its own parameters, and no vehicle sees or touches another. The rest of the scenario is the same for all.
Measures equal those of single runs up to rounding of the last digits.
"""

from collections.abc import Sequence

from ....base.errors import ScenarioError
from ....models import registry
from ....models.fields import fields_of
from ....world.scenario.format import KEYS
from ....world.scenario.loader import Scenario
from .design import Point
from .runs import Run, Task

MOST_ROWS = 2048  # vehicles of a batch
Unit = list[Run]  # runs that are simulated together; usually one


class Batching:
    """Merging of the runs of a sweep.

    Args:
        task: common part of the runs.
    """

    def __init__(self, task: Task):
        self._task = task
        self._params = _parameter_paths(task.scenario)

    def units(self, runs: Sequence[Run], workers: int) -> list[Unit]:
        """Return the runs in units, those of a batch together. There are enough batches to occupy every worker.

        Args:
            runs: in the order in which they are to begin.
            workers: number of processes.
        """
        alike: dict[str, Unit] = {}
        for run in runs:
            alike.setdefault(repr(sorted(self._others(run).items())), []).append(run)
        units: list[Unit] = []
        for unit in alike.values():
            size = min(MOST_ROWS, -(-len(unit) // workers)) if self._can_merge(unit) else 1
            units += [unit[first : first + size] for first in range(0, len(unit), size)]
        return units

    def merged(self, unit: Unit) -> Scenario:
        """Return the scenario that has a vehicle for each run of a unit, in their order.

        Raises:
            ScenarioError: a value is not allowed.
        """
        common = self._task.scenario.varied(self._others(unit[0]))
        count = len(unit)
        values: Point = {path: [run.values[path] for run in unit] for path in unit[0].values if path in self._params}
        start = {"positions": [common.content.vehicles[0].start.first] * count}
        return common.varied({"alone": True, "vehicles.0.count": count, "vehicles.0.start": start, **values})

    def _others(self, run: Run) -> Point:
        """Return the values of a run that are not parameters of its only vehicle."""
        return {path: value for path, value in run.values.items() if path not in self._params}

    def _can_merge(self, unit: Unit) -> bool:
        """Return whether runs that differ only in parameters can be vehicles of one world."""
        if len(unit) < 2 or not self._params:
            return False
        try:
            return _is_repeatable(self._task.scenario.varied(self._others(unit[0])))
        except ScenarioError:
            return False  # each run raises its own error


def _parameter_paths(scenario: Scenario) -> frozenset[str]:
    """Return paths of the parameters of a scenario's only vehicle, by its number and its name; none of several."""
    fleets = scenario.content.vehicles
    if len(fleets) != 1 or fleets[0].count != 1:
        return frozenset()
    model = registry.find_in_data(fleets[0].model, scenario.folder)
    names = [field.name for field in fields_of(model.module.Params)]
    wheres = ("0", fleets[0].name or fleets[0].model)
    return frozenset(f"vehicles.{where}.{name}" for where in wheres for name in names)


def _is_repeatable(scenario: Scenario) -> bool:
    """Return whether each of several such vehicles moves like a single one: nothing is random or shared."""
    (fleet,) = scenario.content.vehicles
    return fleet.start.first is not None and all(keys.is_repeatable(scenario.content) for keys in KEYS)
