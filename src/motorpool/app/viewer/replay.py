"""Playing of a recording in the page."""

from pathlib import Path

from ...base.command_line.command import Service
from ...base.command_line.simulating import few_collections, status_line
from ...recording.playback import Playback
from ...recording.recording import read_recording
from ...recording.verification import played_scenario
from ...world.clock import Pacer
from . import Viewer, serve


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
    recording = read_recording(file)
    with few_collections(), status_line("building the world"):
        world = played_scenario(recording, folder=folder).build()
        playback = Playback(world, recording)

    def print_address(viewer: Viewer) -> None:
        print(f"{recording}\nThe recording plays at {viewer.url} (Ctrl-C ends it)", flush=True)

    pacer = Pacer(playback)
    serve(world, host=host, port=port, pacer=pacer, open_browser=open_browser, on_ready=print_address)
    return 0


SERVICE = Service("play a recording", play_file)
