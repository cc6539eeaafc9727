"""Runs for a simulated time, in strides of several steps; progress is reported after each stride."""

import contextlib
import math
import numbers
from collections.abc import Callable, Generator, Iterable
from typing import Any, Protocol

from ..errors import WorldError


class Stepped(Protocol):
    """World that can be stepped: an ordinary one, or one that is partitioned into regions."""

    @property
    def dt(self) -> float:
        """Return the step [s]."""
        ...

    @property
    def tick(self) -> int:
        """Return the number of steps made."""
        ...


def run_in_strides(
    world: Stepped,
    make_steps: Callable[[int], None],
    *,
    seconds: float,
    stride: int,
    progress: Callable[[float], None] | None,
) -> None:
    """Make the steps of a period, one stride after another.

    Args:
        seconds: simulated time to run for; rounded to whole steps.
        stride: number of steps; a stride ends at a tick that is a multiple of it, or at the end of the period.
        progress: called after each stride with the simulated time since the start [s].

    Raises:
        WorldError: the time is negative, or not a finite number.
    """
    if not (isinstance(seconds, numbers.Real) and math.isfinite(seconds) and seconds >= 0.0):
        raise WorldError(f"seconds is {seconds!r}; it must be a finite number, zero or positive")
    done, count = 0, round(seconds / world.dt)
    while done < count:
        steps = min(stride - world.tick % stride, count - done)
        make_steps(steps)
        done += steps
        if progress is not None:
            progress(done * world.dt)


@contextlib.contextmanager
def added(observers: list[Any], others: Iterable[Any]) -> Generator[None, None, None]:
    """Add observers to a world while the block runs."""
    extra = list(others)
    observers.extend(extra)
    try:
        yield
    finally:
        for observer in extra:
            observers.remove(observer)
