"""A whole sweep: reads the runs that are done, makes the others, stores each, and writes the table."""

import multiprocessing
import os
from collections.abc import Callable, Collection, Generator, Iterable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, wait
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ....base.errors import SweepError, require
from ....base.operating_system import processor_count
from ....base.trust import Trust, decide, untrusted
from ....world.scenario.loader import Scenario, load
from ....world.scenario.named_code import code_in_values
from ..cluster import ADDRESS
from .axes import Axis
from .batches import Batching, Unit
from .design import Point, grid
from .jobs import Pool, WorkerDied, outcomes
from .journal import Journal
from .measures import Own, find_own
from .ray_tasks import ray_tasks
from .results import Results
from .runs import Outcome, Run, Task, runs_of
from .workers import begin, work

WAIT = 1.0  # time-out of waiting for a job, after which interrupts are handled [s]

Work = Callable[[Task, Sequence[Unit]], list[Outcome]]


class Processes:
    """Pool of processes."""

    def __init__(self, processes: Any, task: Task, size: int, perform_units: Work):
        self.size = size
        self._processes, self._task, self._perform = processes, task, perform_units

    def start(self, job: Sequence[Unit]) -> Any:
        """Pass a job to the workers; returns its key."""
        return self._processes.schedule(self._perform, args=(self._task, job))

    def wait(self, started: Collection[Any]) -> Iterable[Any]:
        """Wait for jobs to end; return those that have ended, or none after a time-out."""
        return wait(started, timeout=WAIT, return_when=FIRST_COMPLETED).done

    def result(self, started: Any) -> list[Outcome]:
        """Return the outcomes of a job that has ended.

        Raises:
            WorkerDied: the worker died before the job was done.
        """
        pebble = require("pebble", extra="app", purpose="sweeping")
        try:
            return started.result()
        except pebble.ProcessExpired as death:
            raise WorkerDied(f"with exit code {death.exitcode}") from death


@contextmanager
def processes(task: Task, size: int, *, perform_units: Work = work) -> Generator[Processes, None, None]:
    """Return a pool of new processes, which end at once if this program is interrupted."""
    pebble = require("pebble", extra="app", purpose="sweeping")
    context = multiprocessing.get_context("spawn")
    pool = pebble.ProcessPool(max_workers=size, initializer=begin, context=context)
    try:
        yield Processes(pool, task, size, perform_units)
    except BaseException:
        pool.stop()
        raise
    else:
        pool.close()
    finally:
        pool.join()


Told = Callable[[int, int, int], None]  # runs done, runs in all, of these failed


def sweep(
    scenario: "Scenario | str | os.PathLike[str]",
    over: Sequence[Axis] | Sequence[Point],
    *,
    out: str | os.PathLike[str],
    seconds: float = 60.0,
    measures: Sequence[str] = (),
    workers: int | None = None,
    ray: str | bool | None = None,
    told: Told | None = None,
    trust: Trust = False,
) -> Results:
    """Run a scenario at every point of a design, and store the measures of each run.

    Runs that are already in the folder are not made again, so an interrupted sweep is resumed, and an extended one
    makes only the new runs. A run that fails is a row with its error, and is made again the next time.

    Args:
        scenario: a scenario, its name or its file.
        over: axes, of which every combination is a run; or points of a design (``sobol``, ``latin_hypercube``, ...).
        out: folder for the journal and the table ``results.parquet``.
        seconds: simulated time of each run [s].
        measures: the user's measures beside the usual ones, each as file.py:function or module:function.
        workers: processes to work in; one for each processor by default.
        ray: address of a Ray cluster to work in, see ``cluster.connected``; True for RAY_ADDRESS, the cluster that was
            started on this machine, or a new one; False for processes of this machine; None for RAY_ADDRESS if it is
            set, else for processes.
        told: called as runs are done, with the numbers of those done, of all, and of those that failed.
        trust: whether code runs that the scenario or a point names as a model: True, or the SHA-256 of the files that
            may. It is decided here, once: workers refuse a file that has changed since.

    Raises:
        TrustError: the scenario or a point names code that is not trusted.
        MotorpoolError: the scenario, an axis, a measure or the folder is not possible.
    """
    _check(seconds, workers)
    own = find_own(measures)
    found = scenario if isinstance(scenario, Scenario) else load(scenario)
    points = _points(over)
    code = [*found.code, *code_in_values(points, found.folder)]
    decide(untrusted(code), trust)
    task = Task(found, float(seconds), tuple(measures), frozenset(file.sha256 for file in code))
    runs = runs_of(task, points)
    journal = Journal(Path(out))
    try:
        done = _read(journal, runs)
        missing = [run for run in runs if run.key not in done]
        report = _Report(told or _ignore, len(done), len(runs))
        if missing:
            with _pool(task, missing, own, workers, ray) as pool:
                for some in outcomes(pool, Batching(task).units(missing, pool.size)):
                    journal.add(some)
                    done.update((outcome.run.key, outcome) for outcome in some)
                    report.add(some)
    finally:
        journal.close()
    results = Results([done[run.key] for run in runs], Path(out))
    results.write()
    return results


def _read(journal: Journal, runs: Sequence[Run]) -> dict[str, Outcome]:
    """Return the outcomes that the journal has of these runs, by their keys.

    A run that failed before is made again: the cause may have gone, such as a lack of memory.
    """
    wanted = {run.key for run in runs}
    known = (outcome for outcome in journal.outcomes() if outcome.run.key in wanted and not outcome.error)
    return {outcome.run.key: outcome for outcome in known}


@contextmanager
def _pool(
    task: Task, runs: Sequence[Run], own: Mapping[str, Own], workers: int | None, ray: str | bool | None
) -> Generator[Pool, None, None]:
    if ray is None:
        ray = bool(os.environ.get(ADDRESS))
    if ray is False:
        count = min(workers or processor_count(), len(runs))
        with processes(task, count) as pool:
            yield pool
        return
    with ray_tasks(ray if isinstance(ray, str) else None, task, runs, own=own, limit=workers) as pool:
        yield pool


class _Report:
    """Numbers of the runs that are done and that failed, reported as they change."""

    def __init__(self, told: Told, done: int, count: int):
        self._told, self._done, self._count, self._failed = told, done, count, 0
        self.add([])

    def add(self, outcomes: Sequence[Outcome]) -> None:
        self._done += len(outcomes)
        self._failed += sum(bool(outcome.error) for outcome in outcomes)
        self._told(self._done, self._count, self._failed)


def _points(over: Sequence[Any]) -> list[Point]:
    if over and all(isinstance(one, Axis) for one in over):
        return grid(over)
    if not over or not all(isinstance(one, dict) for one in over):
        raise SweepError(
            f"a sweep is over axes or points, not {list(over)[:3]!r}; give vary('seed=0:100'), or what sobol() returns"
        )
    return [dict(point) for point in over]


def _ignore(done: int, count: int, failed: int) -> None:
    """Ignore progress reports."""


def _check(seconds: Any, workers: Any) -> None:
    if not (isinstance(seconds, int | float) and 0.0 < seconds < float("inf")):
        raise SweepError(f"seconds is {seconds!r}; each run needs a positive, finite time")
    if workers is not None and not (isinstance(workers, int) and workers >= 1):
        raise SweepError(f"workers is {workers!r}; it must be 1 or more")
