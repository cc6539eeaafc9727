"""Commands on recordings: play, verify and repair them."""

from pathlib import Path
from typing import Annotated

import typer

from ..waiting import waiting
from .options import HOST, PORT, Browser, Host, Port, Trusted


def replay(
    file: Annotated[Path, typer.Argument(help="A recording (.parquet) by `motorpool run --record`.")],
    verify: Annotated[
        bool,
        typer.Option(
            "--verify",
            help="Simulate it again and compare every column to the bit; exit code 1 if one differs, 3 if a part of "
            "it cannot be compared.",
        ),
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="With --verify: print the result as one JSON object, and nothing else.")
    ] = False,
    folder: Annotated[
        Path | None,
        typer.Option(help="Folder of the scenario and its files; that of the recording by default."),
    ] = None,
    trust: Trusted = False,
    host: Host = HOST,
    port: Port = PORT,
    browser: Browser = True,
) -> int:
    """Play a recording in the page, with a timeline; or simulate it again and compare."""
    from .. import replay as replaying

    if not verify:
        return replaying.play_file(file, folder=folder, host=host, port=port, open_browser=browser)
    return replaying.verify_file(file, as_json=as_json, folder=folder, is_trusted=trust)


def recover(file: Annotated[Path, typer.Argument(help="A recording that was interrupted or damaged.")]) -> None:
    """Repair an interrupted or damaged recording: an ordinary Parquet file with every intact row."""
    from ...observers.recording import recover_recording

    with waiting(f"reading {file}"):
        recording = recover_recording(file)
    print(str(recording))
