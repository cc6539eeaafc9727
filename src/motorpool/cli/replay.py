"""``motorpool replay``: a recording in the page, with a timeline, or simulated again and compared."""

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from ..clock import Pacer
from ..observers.playback import Playback
from ..observers.recording import Recording, read_recording
from ..observers.verification import recorded_scenario, scenario_in, told, verify
from .compilation import LINES
from .interruption import Interruption, interruptible
from .running import few_collections, progress_bar, status_line, warm_up

if TYPE_CHECKING:
    from ..viewer import Viewer
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


def play_file(file: Path, *, host: str, port: int, open_browser: bool) -> int:
    """Play a recording in the page until Ctrl-C; returns the exit code.

    Args:
        file: the recording.
        host: address to serve the page at; 0.0.0.0 accepts other machines.
        port: port to serve the page at; 0 takes a free one.
        open_browser: open the page in a browser.

    Raises:
        RecordingError: there is nothing to play, or not in the world that its scenario builds now.
        ViewerError: the page cannot be served there.
    """
    from ..viewer import serve

    recording = read_recording(file)
    with few_collections(), status_line("building the world"):
        world = recorded_scenario(recording).build()
        playback = Playback(world, recording)

    def tell_place(viewer: "Viewer") -> None:
        print(f"{recording}\nThe recording plays at {viewer.url} (Ctrl-C ends it)", flush=True)

    pacer = Pacer(playback)
    serve(world, host=host, port=port, pacer=pacer, open_browser=open_browser, on_ready=tell_place)
    return 0


def built(recording: Recording) -> "World":
    """Return the world of a recording at its beginning, its kernels compiled."""
    scenario = scenario_in(recording)
    with few_collections(), status_line("compiling"):
        world = scenario.build()
        warm_up(world)
        LINES.finish()
    return world
