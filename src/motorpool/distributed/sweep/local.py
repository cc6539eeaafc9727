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

WAIT = 1.0  # for a job to end, before somebody else may have a word [s]

Work = Callable[[Task, Sequence[Unit]], list[Outcome]]


class Processes:
    """A pool of processes.

    Args:
        processes: of pebble.
        task: what the runs have in common.
        size: number of processes.
        perform_units: work of a process.
    """

    def __init__(self, processes: Any, task: Task, size: int, perform_units: Work):
        self.size = size
        self._processes, self._task, self._perform = processes, task, perform_units

    def start(self, job: Sequence[Unit]) -> Any:
        """Hand over a job; returns a key for it."""
        return self._processes.schedule(self._perform, args=(self._task, job))

    def wait(self, started: Collection[Any]) -> Iterable[Any]:
        """Wait for jobs to end; returns those that have, none after some time without any."""
        return wait(started, timeout=WAIT, return_when=FIRST_COMPLETED).done

    def result(self, started: Any) -> list[Outcome]:
        """Return the outcomes of a job that has ended.

        Raises:
            WorkerDied: it has not been made.
        """
        pebble = require("pebble", extra="app", purpose="sweeping")
        try:
            return started.result()
        except pebble.ProcessExpired as death:
            raise WorkerDied(f"with exit code {death.exitcode}") from death


@contextmanager
def processes(task: Task, size: int, *, perform_units: Work = work) -> Generator[Processes, None, None]:
    """A pool of fresh processes, which end at once if this program is interrupted.

    Args:
        task: what the runs have in common.
        size: number of processes.
        perform_units: work of a process.
    """
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
