"""Commands on recordings: play one, simulate it again, repair it."""

from pathlib import Path
from typing import Annotated

import typer

from ..waiting import waiting
from .options import HOST, PORT, Browser, Host, Port


def replay(
    file: Annotated[Path, typer.Argument(help="A recording (.parquet) by `motorpool run --record`.")],
    verify: Annotated[
        bool,
        typer.Option(
            "--verify", help="Simulate it again and compare every column to the bit; exit code 1 if one differs."
        ),
    ] = False,
    host: Host = HOST,
    port: Port = PORT,
    browser: Browser = True,
) -> int:
    """Play a recording in the page, with a timeline; or simulate it again and compare."""
    from .. import replay as replaying

    if not verify:
        return replaying.play_file(file, host=host, port=port, open_browser=browser)
    return replaying.verify_file(file)


def recover(file: Annotated[Path, typer.Argument(help="A recording that was interrupted or damaged.")]) -> None:
    """Repair an interrupted or damaged recording: an ordinary Parquet file with every intact row."""
    from ...observers.recording import recover_recording

    with waiting(f"reading {file}"):
        recording = recover_recording(file)
    typer.echo(str(recording))
