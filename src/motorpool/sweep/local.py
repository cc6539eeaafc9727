"""Workers on this machine: processes that are replaced when they die, and a bounded number of jobs among them.

A job is so many units as take about ``JOB_SECONDS``. When a worker dies, the units of its job are made again, one a
job, and the runs of a batch one by one; a run that has ended its worker ``MOST_DEATHS`` times is a failure.
"""

import multiprocessing
from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, wait
from contextlib import contextmanager
from typing import Any

from ..errors import require
from .batches import Unit
from .runs import Outcome, Run, Task
from .workers import begin, perform

JOB_SECONDS = 1.0  # of work that is handed over at once
MOST_UNITS = 64  # of a job
JOBS_AHEAD = 2  # for each worker: one that it does, and the next
MOST_DEATHS = 3  # of workers that a run may cause

Perform = Callable[[Task, Sequence[Unit]], list[Outcome]]


def outcomes(
    task: Task, units: Iterable[Unit], *, workers: int, perform_units: Perform = perform
) -> Generator[list[Outcome], None, None]:
    """Yield outcomes of the runs as they come, some at a time.

    Args:
        task: what the runs have in common.
        units: of runs, in the order in which they are to begin.
        workers: number of processes.
        perform_units: work of a process.
    """
    queue, jobs, pace = Queue(units), dict[Any, list[Unit]](), Pace()
    with _pool(workers) as pool:
        while queue.waiting or jobs:
            while queue.waiting and len(jobs) < JOBS_AHEAD * workers:
                job = queue.next_job(pace.job_size(len(queue.waiting), workers))
                jobs[pool.schedule(perform_units, args=(task, job))] = job
            done, _ = wait(jobs, return_when=FIRST_COMPLETED)
            for future in done:
                job = jobs.pop(future)
                found = _result(future, job, queue)
                pace.note(found, len(job))
                if found:
                    yield found


class Queue:
    """The units that wait, and what befell those that ended their workers.

    Args:
        units: in the order in which they are to begin.

    Attributes:
        waiting: units that are in no job.
    """

    def __init__(self, units: Iterable[Unit]):
        self.waiting = deque(units)
        self._deaths: dict[str, int] = {}  # of workers, by the first run of a unit that may have caused them

    def next_job(self, size: int) -> list[Unit]:
        """Take the next units; one that may have ended a worker is a job by itself."""
        job = [self.waiting.popleft()]
        while self.waiting and len(job) < size and not (self._is_suspect(job[0]) or self._is_suspect(self.waiting[0])):
            job.append(self.waiting.popleft())
        return job

    def take_back(self, job: list[Unit]) -> list[Run]:
        """Let the units of a job whose worker died wait again, in smaller jobs; returns a run that is given up."""
        if len(job) == 1 and len(job[0]) == 1:
            (run,) = job[0]
            self._deaths[run.key] = self._deaths.get(run.key, 0) + 1
            if self._deaths[run.key] >= MOST_DEATHS:
                return [run]
        units = [[run] for run in job[0]] if len(job) == 1 else job
        for unit in units:
            self._deaths.setdefault(unit[0].key, 0)
        self.waiting.extendleft(reversed(units))
        return []

    def _is_suspect(self, unit: Unit) -> bool:
        return unit[0].key in self._deaths


class Pace:
    """The time that a unit takes, from those that are done."""

    def __init__(self) -> None:
        self._seconds, self._count = 0.0, 0

    def note(self, done: Sequence[Outcome], count: int) -> None:
        """Note so many units that are done."""
        self._seconds += sum(outcome.cost for outcome in done)
        self._count += count

    def job_size(self, waiting: int, workers: int) -> int:
        """Return of how many units the next job is: one at first, and no more than an equal share at the end."""
        if not self._count:
            return 1
        size = JOB_SECONDS * self._count / max(self._seconds, 1e-9)
        return max(1, min(int(size), MOST_UNITS, -(-waiting // (JOBS_AHEAD * workers))))


def _result(future: Any, job: list[Unit], queue: Queue) -> list[Outcome]:
    """Return the outcomes of a job; where its worker died, put its units back, or give up a run that did it often."""
    pebble = require("pebble", extra="app", purpose="sweeping")
    try:
        return future.result()
    except pebble.ProcessExpired as death:
        text = f"its process ended {MOST_DEATHS} times, last with exit code {death.exitcode}"
        return [Outcome(run, {}, text) for run in queue.take_back(job)]


@contextmanager
def _pool(workers: int) -> Generator[Any, None, None]:
    """A pool of fresh processes, which end at once if this program is interrupted."""
    pebble = require("pebble", extra="app", purpose="sweeping")
    context = multiprocessing.get_context("spawn")
    pool = pebble.ProcessPool(max_workers=workers, initializer=begin, context=context)
    try:
        yield pool
    except BaseException:
        pool.stop()
        raise
    else:
        pool.close()
    finally:
        pool.join()
