"""Compilation ahead of time: kernels of a program on several processors, before the program runs them.

LLVM compiles on one processor, and a world's first step would wait for one kernel after the other. So the first step
is made once with kernels that do nothing, to list those that it would run (``listed``); then several processes, each
with a list of its own, claim and compile kernels until none is left (``work``), the greatest first. The machine code
lies in the cache of kernels, where all processes find it.
"""

import threading
import time
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple

from .notices import compiling, tell_progress
from .specialise import globals_of

WHOLE = 100  # the work in all [%]
POLL = 0.01  # interval at which the progress of other processes is checked [s]


class Job(NamedTuple):
    """A kernel to compile."""

    name: str
    size: int  # of the byte code that it reaches
    compile: Callable[[], object]


class _List(threading.local):
    """Kernels that this thread has listed; None while its kernels run. Another thread may step a world meanwhile."""

    jobs: dict[Any, Job] | None = None


_list = _List()


def is_listing() -> bool:
    """Return whether this thread lists kernels in place of running them."""
    return _list.jobs is not None


def note(key: Any, name: str, functions: Sequence[Any], make: Callable[[], object]) -> None:
    """List a kernel of some functions, which ``make`` compiles, by its ``key``."""
    if _list.jobs is not None and key not in _list.jobs:
        seen: set[int] = set()
        _list.jobs[key] = Job(name, sum(_size_of(function, seen) for function in functions), make)


@contextmanager
def listed() -> Generator[list[Job], None, None]:
    """List kernels in place of running them in this thread; the list, greatest first, is whole when the block ends."""
    jobs: list[Job] = []
    found: dict[Any, Job] = {}
    _list.jobs = found
    try:
        yield jobs
    finally:
        jobs += sorted(found.values(), key=lambda job: -job.size)
        _list.jobs = None


def claims_of(jobs: Sequence[Job]) -> list[str]:
    """Return the name of each job's claim: the same in every process, whatever else its list has."""
    seen: Counter[tuple[str, int]] = Counter()
    names: list[str] = []
    for job in jobs:
        kind = job.name, job.size
        names.append(f"{job.name}-{job.size}-{seen[kind]}")
        seen[kind] += 1
    return names


def work(jobs: Sequence[Job], folder: Path, *, progress: Callable[[int], None] | None = None) -> None:
    """Compile the jobs that no other process has claimed; a job that fails is compiled again where it is run.

    Args:
        folder: where processes claim jobs.
        progress: called with the index of each job that is begun here.
    """
    claims = claims_of(jobs)
    for number, (job, claim) in enumerate(zip(jobs, claims, strict=True)):
        try:
            (folder / claim).touch(exist_ok=False)
        except FileExistsError:
            continue
        if progress is not None:
            progress(number)
        with suppress(Exception):  # the step that runs it compiles it again, and says what is wrong
            job.compile()
        (folder / f"{claim}-done").touch()
        tell_progress(_share_done(jobs, folder), WHOLE)


def wait(jobs: Sequence[Job], folder: Path, *, is_alive: Callable[[], bool]) -> None:
    """Wait until the other processes have compiled the jobs that they have claimed in a folder, or have ended."""
    before = _done(jobs, folder)
    if before == len(jobs):
        return
    with compiling():
        while is_alive() and (done := _done(jobs, folder)) < len(jobs):
            if done > before:
                tell_progress(_share_done(jobs, folder), WHOLE)
            before = done
            time.sleep(POLL)


def _done(jobs: Sequence[Job], folder: Path) -> int:
    return sum((folder / f"{claim}-done").exists() for claim in claims_of(jobs))


def _share_done(jobs: Sequence[Job], folder: Path) -> int:
    """Return the finished share of the work, by the size of the kernels [%]."""
    pairs = zip(jobs, claims_of(jobs), strict=True)
    done = sum(job.size for job, claim in pairs if (folder / f"{claim}-done").exists())
    return WHOLE * done // max(1, sum(job.size for job in jobs))


def _size_of(function: Any, seen: set[int]) -> int:
    if not isinstance(function, FunctionType) or id(function) in seen:
        return 0
    seen.add(id(function))
    return len(function.__code__.co_code) + sum(_size_of(value, seen) for _, value in globals_of(function))
