"""Jobs of a sweep: units of runs that are passed to a pool of workers, a bounded number at a time.

A job has as many units as take about ``JOB_SECONDS``. If a worker dies, the units of its job are run again, one in each
job, and the runs of a batch one by one; a run whose worker has died ``MOST_DEATHS`` times is a failure.
"""

from collections import deque
from collections.abc import Collection, Generator, Iterable, Sequence
from typing import Any, Protocol

from .batches import Unit
from .runs import Outcome, Run

JOB_SECONDS = 1.0  # of work in a job
MOST_UNITS = 64  # of a job
JOBS_AHEAD = 2  # for each worker: the one in progress and the next
MOST_DEATHS = 3  # deaths of workers after which a run is a failure


class WorkerDied(Exception):  # noqa: N818 - it is no error of the program
    """Worker that died before its job was done.

    Args:
        how: cause of the end, as the end of a sentence.
        is_blameless: the machine failed, so no run can be the cause.
    """

    def __init__(self, how: str, *, is_blameless: bool = False):
        super().__init__(how)
        self.is_blameless = is_blameless


class Pool(Protocol):
    """Pool of workers that run jobs."""

    @property
    def size(self) -> int:
        """Return the number of workers."""
        ...

    def start(self, job: Sequence[Unit]) -> Any:
        """Pass a job to the workers; returns its key."""
        ...

    def wait(self, started: Collection[Any]) -> Iterable[Any]:
        """Wait for jobs to end; return those that have ended, or none after a time-out."""
        ...

    def result(self, started: Any) -> list[Outcome]:
        """Return the outcomes of a job that has ended.

        Raises:
            WorkerDied: the worker died before the job was done.
        """
        ...


def outcomes(pool: Pool, units: Iterable[Unit]) -> Generator[list[Outcome], None, None]:
    """Yield outcomes of the runs, begun in the order of their units, as they arrive; an empty list after a time-out."""
    queue, jobs, pace = Queue(units), dict[Any, list[Unit]](), Pace()
    while queue.waiting or jobs:
        while queue.waiting and len(jobs) < JOBS_AHEAD * pool.size:
            job = queue.next_job(pace.job_size(len(queue.waiting), pool.size))
            jobs[pool.start(job)] = job
        found: list[Outcome] = []
        for ended in pool.wait(jobs):
            job = jobs.pop(ended)
            done = _result(pool, ended, job, queue)
            pace.note(done, len(job))
            found += done
        yield found


def _result(pool: Pool, started: Any, job: list[Unit], queue: "Queue") -> list[Outcome]:
    """Return the outcomes of a job. If its worker died, put its units back, or fail a run whose worker died often."""
    try:
        return pool.result(started)
    except WorkerDied as death:
        if death.is_blameless:
            queue.put_back(job)
            return []
        text = f"its process ended {MOST_DEATHS} times, last {death}"
        return [Outcome(run, {}, text) for run in queue.take_back(job)]


class Queue:
    """Queue of the units that are in no job, with the number of workers that died of each.

    Attributes:
        waiting: units that are in no job.
    """

    def __init__(self, units: Iterable[Unit]):
        self.waiting = deque(units)
        self._deaths: dict[str, int] = {}  # of workers, by the first run of a unit that may have caused them

    def next_job(self, size: int) -> list[Unit]:
        """Take the next units. A unit that may have killed a worker is a job by itself."""
        job = [self.waiting.popleft()]
        while self.waiting and len(job) < size and not (self._is_suspect(job[0]) or self._is_suspect(self.waiting[0])):
            job.append(self.waiting.popleft())
        return job

    def put_back(self, job: list[Unit]) -> None:
        """Put the units of a job back, unchanged."""
        self.waiting.extendleft(reversed(job))

    def take_back(self, job: list[Unit]) -> list[Run]:
        """Put the units of a job whose worker died back, in smaller jobs; return a run that has failed, if any."""
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
    """Mean time of a unit, from the units that are done."""

    def __init__(self) -> None:
        self._seconds, self._count = 0.0, 0

    def note(self, done: Sequence[Outcome], count: int) -> None:
        """Add ``count`` units that are done."""
        self._seconds += sum(outcome.cost for outcome in done)
        self._count += count

    def job_size(self, waiting: int, workers: int) -> int:
        """Return the number of units of the next job: one at first, and at most an equal share of the rest."""
        if not self._count:
            return 1
        size = JOB_SECONDS * self._count / max(self._seconds, 1e-9)
        return max(1, min(int(size), MOST_UNITS, -(-waiting // (JOBS_AHEAD * workers))))
