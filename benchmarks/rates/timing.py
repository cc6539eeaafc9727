"""Times two ways to do the same work, in turns: a busy machine slows both, and the ratio stays.

Work on one thread is timed by that thread's processor time: what other programs take of the machine does
not count. Work on several threads is timed by the clock on the wall.
"""

import statistics
import time
from collections.abc import Callable, Hashable, Mapping
from typing import NamedTuple, TypeVar

LEAST_SAMPLE = 2e-3  # a sample repeats the work until it takes this long [s]
LEAST_PAIRS = 7

Work = Callable[[], None]
Clock = Callable[[], float]
Key = TypeVar("Key", bound=Hashable)


class Timing(NamedTuple):
    """Duration of one call of the work."""

    seconds: float  # ours, median
    ratio: float | None  # how many times as fast as theirs: the median over pairs of neighbouring samples


def time_pairs(ours: Work, theirs: Work | None, *, budget: float, threads: int) -> Timing:
    """Return the times of two works that are run in turns; with one thread, processor time, else time by the clock.

    Args:
        budget: approximate time for the measurement [s].
    """
    clock = time.thread_time if threads == 1 else time.perf_counter
    sides = [ours] if theirs is None else [ours, theirs]
    repeats = max(1, round(LEAST_SAMPLE / max(_warm(side, clock) for side in sides)))
    samples: list[list[float]] = []
    begin = time.perf_counter()
    while len(samples) < LEAST_PAIRS or time.perf_counter() - begin < budget:
        samples.append([_sample(side, repeats, clock) for side in sides])
    ratio = statistics.median(pair[1] / pair[0] for pair in samples) if theirs else None
    return Timing(statistics.median(pair[0] for pair in samples), ratio)


def fastest(works: Mapping[Key, Work], *, rounds: int = 9) -> Key:
    """Return the key of the one-threaded work that takes the least time at its best, all run in turns."""
    best = dict.fromkeys(works, float("inf"))
    for _ in range(rounds):
        for name, work in works.items():
            best[name] = min(best[name], _sample(work, 1, time.thread_time))
    return min(best, key=best.__getitem__)


def _warm(work: Work, clock: Clock) -> float:
    """Duration of a call when nothing is left to compile or to load [s], never zero."""
    work()
    return max(1e-7, min(_sample(work, 1, clock) for _ in range(3)))


def _sample(work: Work, repeats: int, clock: Clock) -> float:
    begin = clock()
    for _ in range(repeats):
        work()
    return (clock() - begin) / repeats
