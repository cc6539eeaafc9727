"""Workers on this machine: processes that are replaced when they die."""

import multiprocessing
from collections.abc import Callable, Collection, Generator, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, wait
from contextlib import contextmanager
from typing import Any

from ...errors import require
from .batches import Unit
from .jobs import WorkerDied
from .runs import Outcome, Task
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
