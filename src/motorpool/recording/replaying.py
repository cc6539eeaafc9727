"""Work of ``motorpool replay --verify``: simulates a recording again, and names the differences."""

import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from ..base.command_line import exit_codes
from ..base.command_line.consent import trust_code
from ..base.command_line.interruption import Interruption, interruptible
from ..base.command_line.simulating import few_collections, progress_bar, status_line, warm_up
from ..compile.lines import LINES
from .recording import Recording, read_recording
from .verification import DIFFERS, EQUAL, NOT_VERIFIED, Verification, report, scenario_in, told, unverifiable, verify

if TYPE_CHECKING:
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
