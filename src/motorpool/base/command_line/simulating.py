"""Simulation during a command: its progress, and the preparations before its clock starts."""

import contextlib
import gc
import math
import time
from collections.abc import Callable, Generator
from typing import Any

from .waiting import waiting


def warm_up(world: Any) -> None:
    """Make a step and restore the world, so that all kernels are loaded before the clock starts."""
    before = world.snapshot()
    world.step()
    world.restore(before)


@contextlib.contextmanager
def few_collections() -> Generator[None, None, None]:
    """Collect garbage rarely while the block runs: most objects of a compiler last, and collection took 1/8 of it."""
    before = gc.get_threshold()
    gc.set_threshold(50_000, 50, 1000)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.freeze()  # present objects are excluded from collection


@contextlib.contextmanager
def status_line(text: str) -> Generator[Callable[[str], None], None, None]:
    """Show a line on stderr if that is a terminal; yields a function that appends words to it."""
    from ..console import status

    with status(text) as show:
        yield lambda words: show(f"{text} {words}")


@contextlib.contextmanager
def progress_bar(duration: float) -> Generator[Callable[[float], None], None, None]:
    """Show how much is simulated; yields a function to call with the simulated time [s]."""
    whole = f" of {duration:.10g}" if math.isfinite(duration) else ""
    start = time.perf_counter()
    with waiting("simulating", total=duration if math.isfinite(duration) else None) as show:

        def progress(done: float) -> None:
            real_time_factor = done / max(time.perf_counter() - start, 1e-9)
            show(f"{done:.0f}{whole} s simulated, {real_time_factor:.0f} x real time", done=done)

        yield progress
