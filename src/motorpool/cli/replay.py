"""``motorpool replay``: a recording in the page, with a timeline, or simulated again and compared."""

import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from ..clock import Pacer
from ..observers.playback import Playback
from ..observers.recording import Recording, read_recording
from ..observers.verification import (
    DIFFERS,
    EQUAL,
    NOT_VERIFIED,
    Verification,
    played_scenario,
    report,
    scenario_in,
    told,
    unverifiable,
    verify,
)
from .compilation import LINES
from .interruption import Interruption, interruptible
from .running import few_collections, progress_bar, status_line, warm_up
from .trusting import trust_code

if TYPE_CHECKING:
    from ..viewer import Viewer
    from ..world import World

EXIT_CODES = {EQUAL: 0, DIFFERS: 1, NOT_VERIFIED: 3}  # 2 is of files that are no recordings


def verify_file(file: Path, *, as_json: bool = False, folder: Path | None = None, is_trusted: bool = False) -> int:
    """Simulate a recording again and say whether all of it is equal; returns the exit code.

    Args:
        file: the recording.
        as_json: print the result as JSON, and nothing else.
        folder: of its scenario; the recording's own by default.
        is_trusted: whether code runs that its scenario names.

    Raises:
        RecordingError: it is no recording.
        TrustError: it needs code that is not trusted, or is not what was recorded.
        MotorpoolError: its scenario cannot be built.
    """
    recording = read_recording(file)
    if reason := unverifiable(recording):
        return _concluded(recording, Verification(missing=reason), as_json=as_json)
    world = built(recording, folder=folder, is_trusted=is_trusted)
    start = time.perf_counter()
    with interruptible() as raise_if_interrupted, progress_bar(recording.duration) as show:

        def progress(done: float) -> None:
            show(done)
            raise_if_interrupted()

        try:
            outcome = verify(recording, world, progress=progress)
        except Interruption as interruption:
            return interruption.exit_code
    if not as_json:
        print(f"simulated {outcome.seconds:.1f} s in {time.perf_counter() - start:.1f} s", file=sys.stderr)
    return _concluded(recording, outcome, as_json=as_json)


def _concluded(recording: Recording, outcome: Verification, *, as_json: bool) -> int:
    """Print the outcome; return the exit code."""
    if as_json:
        print(json.dumps(report(recording, outcome)))
    else:
        print(told(recording, outcome), file=sys.stdout if outcome.result == EQUAL else sys.stderr)
    return EXIT_CODES[outcome.result]


def play_file(file: Path, *, folder: Path | None = None, host: str, port: int, open_browser: bool) -> int:
    """Play a recording in the page until Ctrl-C; returns the exit code. No code of its models runs.

    Args:
        file: the recording.
        folder: of its scenario; the recording's own by default.
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
        world = played_scenario(recording, folder=folder).build()
        playback = Playback(world, recording)

    def tell_place(viewer: "Viewer") -> None:
        print(f"{recording}\nThe recording plays at {viewer.url} (Ctrl-C ends it)", flush=True)

    pacer = Pacer(playback)
    serve(world, host=host, port=port, pacer=pacer, open_browser=open_browser, on_ready=tell_place)
    return 0


def built(recording: Recording, *, folder: Path | None = None, is_trusted: bool = False) -> "World":
    """Return the world of a recording at its beginning, its kernels compiled.

    Args:
        recording: to be simulated again.
        folder: of its scenario; the recording's own by default.
        is_trusted: whether code runs that its scenario names.

    Raises:
        RecordingError: it cannot be verified, and why.
        TrustError: it needs code that is not trusted, or is not what was recorded.
    """
    scenario = scenario_in(recording, folder=folder)
    trust_code(scenario.code, is_trusted=is_trusted)
    with few_collections(), status_line("compiling"):
        world = scenario.build()
        warm_up(world)
        LINES.finish()
    return world
