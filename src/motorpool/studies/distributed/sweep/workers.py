"""Work of a process: runs units one after the other and returns their outcomes.

A run that fails is also an outcome; the others continue.
"""

import functools
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from ....base.errors import MotorpoolError
from ....base.trust import grant
from ....compile.columns import limit_threads
from ....world.scenario.landscape import Landscapes
from ....world.scenario.loader import Scenario
from .batches import Batching, Unit
from .measures import Meter, Own, find_own, own_values, reduced
from .runs import Outcome, Run, Task, varied

FAILURES = (MotorpoolError, ArithmeticError, MemoryError, ValueError)  # of one run; other runs continue


def begin(threads: int = 1) -> None:
    """Prepare a process whose neighbours work, too: each simulates on ``threads`` processors."""
    limit_threads(threads)


class Shared(NamedTuple):
    """Data that the runs of a task share."""

    own: Mapping[str, Own]  # one's own measures
    landscapes: Landscapes


def work(task: Task, units: Sequence[Unit]) -> list[Outcome]:
    """Return the outcomes of some units of runs, in a process that works for one sweep only."""
    return perform(task, units, _shared(task.own_measures))


def perform(task: Task, units: Sequence[Unit], shared: Shared | None = None) -> list[Outcome]:
    """Return the outcomes of some units of runs, in their order.

    Args:
        shared: data shared with other calls; by default created for this one.
    """
    grant(task.trusted)
    found = shared or Shared(find_own(task.own_measures), Landscapes())
    return [outcome for unit in units for outcome in _outcomes(task, unit, found)]


def _outcomes(task: Task, unit: Unit, shared: Shared) -> list[Outcome]:
    """Return the outcomes of a unit. If a batch cannot be merged, its runs are made one by one."""
    if len(unit) == 1:
        return [_outcome(task, unit[0], shared)]
    start = time.perf_counter()
    try:
        parts = [np.array([row]) for row in range(len(unit))]
        measures = _measured(task, Batching(task).merged(unit), parts, shared, unit[0].values)
    except FAILURES:
        return [_outcome(task, run, shared) for run in unit]
    cost = (time.perf_counter() - start) / len(unit)
    return [Outcome(run, values, "", cost) for run, values in zip(unit, measures, strict=True)]


def _outcome(task: Task, run: Run, shared: Shared) -> Outcome:
    start = time.perf_counter()
    try:
        (measures,) = _measured(task, varied(task, run), [None], shared, run.values)
    except MotorpoolError as error:
        return Outcome(run, {}, str(error), time.perf_counter() - start)
    except FAILURES as error:
        return Outcome(run, {}, f"{type(error).__name__}: {error}", time.perf_counter() - start)
    return Outcome(run, measures, "", time.perf_counter() - start)


def _measured(
    task: Task, scenario: Scenario, parts: Sequence[Any], shared: Shared, paths: Iterable[str]
) -> list[dict[str, float]]:
    """Return the measures of each part of a world's vehicles; a part None is all of them.

    Args:
        paths: paths of the values that vary.
    """
    world = scenario.build(landscapes=shared.landscapes)
    meter = Meter(world)
    world.run(seconds=task.seconds, observers=[meter])
    of_vehicles = meter.of_vehicles(world)
    all_vehicles = np.arange(world.count)
    ids = [all_vehicles if part is None else part for part in parts]
    return [reduced(of_vehicles, some) | own_values(shared.own, world, some, paths=paths) for some in ids]


@functools.cache
def _shared(names: tuple[str, ...]) -> Shared:
    """Return the shared data of this process's runs; the files of the user's measures are run once."""
    return Shared(find_own(names), Landscapes())
