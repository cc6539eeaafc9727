"""Compilation ahead of time: kernels of a program on several processors, before the program runs them.

LLVM compiles on one processor, and a world's first step would wait for one kernel after the other. So the first step
is made once without running kernels, to list them (``listed``). Then several processes that have made the same list
take kernels from it until none is left (``work``), the largest first, and write them to the cache of kernels.
"""

import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple

from .notices import compiling, tell_progress
from .rebind import globals_of

WHOLE = 100  # the work in all [%]
POLL = 0.01  # interval at which the progress of other processes is checked [s]


class Job(NamedTuple):
    """A kernel to compile."""

    name: str
    size: int  # of the byte code that it reaches
    compile: Callable[[], object]


_jobs: dict[Any, Job] | None = None


def is_listing() -> bool:
    """Return whether kernels are listed instead of run."""
    return _jobs is not None


def note(key: Any, function: Callable[..., Any], make: Callable[[], object]) -> None:
    """List a kernel.

    Args:
        key: identity of the kernel in the list.
        function: that it runs.
        make: compiles it.
    """
    if _jobs is not None and key not in _jobs:
        _jobs[key] = Job(getattr(function, "__name__", str(key)), _size_of(function, set()), make)


@contextmanager
def listed() -> Generator[list[Job], None, None]:
    """List kernels instead of running them; the list, largest first, is complete when the block ends."""
    global _jobs
    jobs: list[Job] = []
    _jobs = {}
    try:
        yield jobs
    finally:
        jobs += sorted(_jobs.values(), key=lambda job: -job.size)
        _jobs = None


def work(jobs: Sequence[Job], claims: Path, *, progress: Callable[[int], None] | None = None) -> None:
    """Compile the jobs that no other process has taken; errors are raised later, when the kernel runs.

    Args:
        jobs: the same in each process.
        claims: a folder in which processes take jobs.
        progress: called with the number of each job that this process takes.
    """
    for number, job in enumerate(jobs):
        try:
            (claims / str(number)).touch(exist_ok=False)
        except FileExistsError:
            continue
        if progress is not None:
            progress(number)
        with suppress(Exception):  # the program that runs it compiles it again, and raises the error
            job.compile()
        (claims / f"{number}-done").touch()
        tell_progress(_share_done(jobs, claims), WHOLE)


def wait(jobs: Sequence[Job], claims: Path, *, is_alive: Callable[[], bool]) -> None:
    """Wait until the other processes have compiled the jobs that they took, or have ended.

    Args:
        jobs: kernels of the common list.
        claims: folder where a file marks each kernel that is done, by its number in the list.
        is_alive: returns whether another process is still at work.
    """
    before = _done(jobs, claims)
    if before == len(jobs):
        return
    with compiling():
        while is_alive() and (done := _done(jobs, claims)) < len(jobs):
            if done > before:
                tell_progress(_share_done(jobs, claims), WHOLE)
            before = done
            time.sleep(POLL)


def _done(jobs: Sequence[Job], claims: Path) -> int:
    """Return the number of jobs that are done, in all processes."""
    return sum((claims / f"{number}-done").exists() for number in range(len(jobs)))


def _share_done(jobs: Sequence[Job], claims: Path) -> int:
    """Return how much of the work is done, by the size of the kernels [%]."""
    done = sum(job.size for number, job in enumerate(jobs) if (claims / f"{number}-done").exists())
    return WHOLE * done // max(1, sum(job.size for job in jobs))


def _size_of(function: Any, seen: set[int]) -> int:
    """Return the size of a function's byte code and of all that it calls [bytes]."""
    if not isinstance(function, FunctionType) or id(function) in seen:
        return 0
    seen.add(id(function))
    return len(function.__code__.co_code) + sum(_size_of(value, seen) for _, value in globals_of(function))
