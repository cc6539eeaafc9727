"""Work of a process: it makes units of runs one after the other, and hands over their outcomes.

A run that fails is an outcome, too; the others go on.
"""

import functools
import os
import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..errors import MotorpoolError
from ..scenario.loader import Scenario
from .batches import Batching, Unit
from .measures import Meter, Own, find_own, own_values, reduced
from .runs import Outcome, Run, Task, varied

FAILURES = (MotorpoolError, ArithmeticError, MemoryError, ValueError)  # of one run, which end no other


def begin(threads: int = 1) -> None:
    """Prepare a process whose neighbours work, too: each simulates on ``threads`` processors."""
    os.environ["MOTORPOOL_THREADS"] = str(threads)


def perform(task: Task, units: Sequence[Unit]) -> list[Outcome]:
    """Return the outcomes of some units of runs, in their order."""
    return [
        outcome for unit in units for outcome in (_outcomes(task, unit) if len(unit) > 1 else [_outcome(task, *unit)])
    ]


def _outcomes(task: Task, batch: Unit) -> list[Outcome]:
    """Return the outcomes of a batch; where it cannot be, of each of its runs by itself."""
    start = time.perf_counter()
    try:
        measures = _measured(task, Batching(task).merged(batch), [np.array([row]) for row in range(len(batch))])
    except FAILURES:
        return [_outcome(task, run) for run in batch]
    cost = (time.perf_counter() - start) / len(batch)
    return [Outcome(run, values, "", cost) for run, values in zip(batch, measures, strict=True)]


def _outcome(task: Task, run: Run) -> Outcome:
    start = time.perf_counter()
    try:
        (measures,) = _measured(task, varied(task, run), [None])
    except MotorpoolError as error:
        return Outcome(run, {}, str(error), time.perf_counter() - start)
    except FAILURES as error:
        return Outcome(run, {}, f"{type(error).__name__}: {error}", time.perf_counter() - start)
    return Outcome(run, measures, "", time.perf_counter() - start)


def _measured(task: Task, scenario: Scenario, parts: Sequence[Any]) -> list[dict[str, float]]:
    """Return the measures of each part of a world's vehicles; a part None is all of them."""
    own = _own_measures(task.own_measures)
    world = scenario.build()
    meter = Meter(world)
    world.run(seconds=task.seconds, observers=[meter])
    of_vehicles = meter.of_vehicles(world)
    everybody = np.arange(world.count)
    ids = [everybody if part is None else part for part in parts]
    return [reduced(of_vehicles, some) | own_values(own, world, some) for some in ids]


@functools.cache
def _own_measures(names: tuple[str, ...]) -> dict[str, Own]:
    """Return one's own measures; their files are run once in a process."""
    return find_own(names)
