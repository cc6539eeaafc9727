"""``motorpool replay``: a recording in the page, or simulated again and compared."""

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from ..observers.recording import Recording, read_recording
from ..observers.verification import scenario_in, told, verify
from .compilation import LINES
from .interruption import Interruption, interruptible
from .running import few_collections, progress_bar, status_line, warm_up

if TYPE_CHECKING:
    from ..world import World

DIFFERS = 1  # exit code


def verify_file(file: Path) -> int:
    """Simulate a recording again and say whether all of it is equal; returns the exit code.

    Raises:
        RecordingError: it cannot be verified, and why.
    """
    recording = read_recording(file)
    world = built(recording)
    start = time.perf_counter()
    with interruptible() as raise_if_interrupted, progress_bar(recording.duration) as show:

        def progress(done: float) -> None:
            show(done)
            raise_if_interrupted()

        try:
            outcome = verify(recording, world, progress=progress)
        except Interruption as interruption:
            return interruption.exit_code
    print(told(recording, outcome), file=sys.stderr if outcome.difference else sys.stdout)
    print(f"simulated {outcome.seconds:.1f} s in {time.perf_counter() - start:.1f} s", file=sys.stderr)
    return DIFFERS if outcome.difference else 0


def built(recording: Recording) -> "World":
    """Return the world of a recording at its beginning, its kernels compiled."""
    scenario = scenario_in(recording)
    with few_collections(), status_line("compiling"):
        world = scenario.build()
        warm_up(world)
        LINES.finish()
    return world
