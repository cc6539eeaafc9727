"""Runs for a simulated time, in strides of several steps; progress is reported after each stride."""

import contextlib
from collections.abc import Callable, Generator, Iterable
from typing import Any, Protocol

from ..base.errors import WorldError
from ..models.fields import shown_value
from ..models.periods import is_period, whole_steps


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

    @property
    def step_fraction(self) -> float:
        """Return the fraction of a step that is carried over to the next run."""
        ...

    @step_fraction.setter
    def step_fraction(self, fraction: float) -> None: ...


def run_in_strides(
    world: Stepped,
    make_steps: Callable[[int], None],
    *,
    seconds: float,
    stride: int,
    progress: Callable[[float], None] | None,
) -> None:
    """Make the whole steps of a period, one stride after another, and carry the rest of a step over to the next period.

    An exception in a step ends the period: what is left of it is not carried over.

    Args:
        seconds: simulated time to run for [s].
        stride: number of steps; a stride ends at a tick that is a multiple of it, or at the end of the period.
        progress: called after each stride with the simulated time since the start [s].

    Raises:
        WorldError: the time is negative, or not a finite number.
    """
    if not is_period(seconds, world.dt):
        raise WorldError(f"seconds is {shown_value(seconds)}; it must be a finite number, zero or positive")
    count, fraction = whole_steps(seconds, world.dt, fraction=world.step_fraction)
    done = 0
    while done < count:
        steps = min(stride - world.tick % stride, count - done)
        make_steps(steps)
        done += steps
        if progress is not None:
            progress(done * world.dt)
    world.step_fraction = fraction


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
