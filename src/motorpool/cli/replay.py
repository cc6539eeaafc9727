"""``motorpool replay``: plays a recording in the page with a timeline, or simulates it again and compares."""

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
from . import exit_codes
from .compilation import LINES
from .interruption import Interruption, interruptible
from .running import few_collections, progress_bar, status_line, warm_up
from .trusting import trust_code

if TYPE_CHECKING:
    from ..viewer import Viewer
    from ..world import World

EXIT_CODES = {EQUAL: exit_codes.DONE, DIFFERS: exit_codes.FAILED, NOT_VERIFIED: exit_codes.NOT_VERIFIED}


def verify_file(file: Path, *, as_json: bool = False, folder: Path | None = None, is_trusted: bool = False) -> int:
    """Simulate a recording again, print whether every column is equal, and return the exit code.

    Args:
        folder: folder of the scenario; that of the recording by default.

    Raises:
        RecordingError: the file is not a recording.
        TrustError: it needs code that is not trusted, or that differs from the recorded code.
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
    if as_json:
        print(json.dumps(report(recording, outcome)))
    else:
        print(told(recording, outcome), file=sys.stdout if outcome.result == EQUAL else sys.stderr)
    return EXIT_CODES[outcome.result]


def play_file(file: Path, *, folder: Path | None = None, host: str, port: int, open_browser: bool) -> int:
    """Play a recording in the page until Ctrl-C, without running code of its models, and return the exit code.

    Args:
        folder: folder of the scenario; that of the recording by default.
        host: 0.0.0.0 accepts other machines.
        port: 0 takes a free one.

    Raises:
        RecordingError: there is no step to play, or the world of its scenario does not fit.
        ViewerError: the page cannot be served at this address.
    """
    from ..viewer import serve

    recording = read_recording(file)
    with few_collections(), status_line("building the world"):
        world = played_scenario(recording, folder=folder).build()
        playback = Playback(world, recording)

    def print_address(viewer: "Viewer") -> None:
        print(f"{recording}\nThe recording plays at {viewer.url} (Ctrl-C ends it)", flush=True)

    pacer = Pacer(playback)
    serve(world, host=host, port=port, pacer=pacer, open_browser=open_browser, on_ready=print_address)
    return 0


def built(recording: Recording, *, folder: Path | None = None, is_trusted: bool = False) -> "World":
    """Return the world of a recording at its beginning, with compiled kernels.

    Args:
        folder: folder of the scenario; that of the recording by default.

    Raises:
        RecordingError: it cannot be verified.
        TrustError: it needs code that is not trusted, or that differs from the recorded code.
    """
    scenario = scenario_in(recording, folder=folder)
    trust_code(scenario.code, is_trusted=is_trusted)
    with few_collections(), status_line("compiling"):
        world = scenario.build()
        warm_up(world)
        LINES.finish()
    return world
