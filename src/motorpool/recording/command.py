"""``motorpool replay`` and ``motorpool recover``: recordings played, verified and repaired."""

from pathlib import Path
from typing import Annotated

import typer

from ..base.command_line.command import Command, service
from ..base.command_line.exit_codes import FAILED, NOT_VERIFIED
from ..base.command_line.options import HOST, PORT, Browser, Host, Port, Trusted
from ..base.command_line.waiting import waiting


def recover(file: Annotated[Path, typer.Argument(help="A recording that was interrupted or damaged.")]) -> None:
    """Repair an interrupted or damaged recording: an ordinary Parquet file with every intact row."""
    from .recording import recover_recording

    with waiting(f"reading {file}"):
        recording = recover_recording(file)
    print(str(recording))


RECOVER = Command("recover", recover, examples=("motorpool recover out.parquet",))


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
    if not verify:
        return service("play a recording")(file, folder=folder, host=host, port=port, open_browser=browser)
    from .replaying import verify_file

    return verify_file(file, as_json=as_json, folder=folder, is_trusted=trust)


REPLAY = Command(
    "replay",
    replay,
    examples=(
        "motorpool replay out.parquet",
        "motorpool replay out.parquet --verify",
    ),
    exit_codes={FAILED: "the recording differs (--verify)", NOT_VERIFIED: "it cannot be verified (--verify)"},
)
