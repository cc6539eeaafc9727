"""``motorpool replay`` and ``motorpool recover``: recordings played, verified and repaired."""

from pathlib import Path
from typing import Annotated

import typer

from ..base.command_line.command import Command, service
from ..base.command_line.exit_codes import FAILED, NOT_VERIFIED
from ..base.command_line.options import HOST, PORT, Browser, Host, Port, Trusted
from ..base.command_line.waiting import waiting
from ..base.errors import RecordingError
from ..base.files import check_input


def recover(file: Annotated[Path, typer.Argument(help="A recording that was interrupted or damaged.")]) -> None:
    """Repair an interrupted or damaged recording: an ordinary Parquet file with every intact row."""
    from .recording import recover_recording

    with waiting(f"reading {file}"):
        recording = recover_recording(file)
    print(str(recording))


RECOVER = Command("recover", recover, examples=("motorpool recover out.parquet",))


def replay(
    file: Annotated[
        Path,
        typer.Argument(help="A recording (.parquet) by `motorpool run --record`, or a log (`motorpool log`)."),
    ],
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
    model: Annotated[
        str | None,
        typer.Option(help="Of a log: a vehicle or model that is shown beside it, driven by the log's commands."),
    ] = None,
    vehicle: Annotated[int | None, typer.Option(help="Of a log: number of the vehicle, in one of several.")] = None,
    column: Annotated[
        list[str] | None, typer.Option(metavar="QUANTITY=COLUMN", help="Of a log: a column, as for `motorpool log`.")
    ] = None,
    rate: Annotated[
        float | None, typer.Option(metavar="HZ", help="Of a log: rate of the rows in 1/s, if it has no times.")
    ] = None,
    dbc: Annotated[Path | None, typer.Option(metavar="FILE", help="Of a log: database (.dbc) of CAN messages.")] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Of a log: write the recording (.parquet) in place of the page.")
    ] = None,
    trust: Trusted = False,
    host: Host = HOST,
    port: Port = PORT,
    browser: Browser = True,
) -> int:
    """Play a recording or a log in the page, with a timeline; or simulate a recording again and compare."""
    page = {"host": host, "port": port, "open_browser": browser}
    of_log = {
        "--model": model,
        "--vehicle": vehicle is not None,
        "--column": column,
        "--rate": rate,
        "--dbc": dbc,
        "--out": out,
    }
    of_recording = {"--verify": verify, "--folder": folder}
    given, others = ([name for name, value in options.items() if value] for options in (of_log, of_recording))
    is_log = not is_played_as_recording(file, is_log_meant=bool(given))
    if wrong := others if is_log else given:
        check_input(file, max_bytes=1 << 62, error=RecordingError)
        kind, use = ("log", "recordings") if is_log else ("recording", "logs")
        raise RecordingError(f"{file} is a {kind}, and {wrong[0]} is for {use}; leave it out")
    if is_log:
        return service("play a log")(
            file,
            model=model,
            vehicle=vehicle,
            columns=column or (),
            rate=rate,
            database=dbc,
            out=out,
            is_trusted=trust,
            **page,
        )
    if not verify:
        return service("play a recording")(file, folder=folder, **page)
    from .replaying import verify_file

    return verify_file(file, as_json=as_json, folder=folder, is_trusted=trust)


def is_played_as_recording(file: Path, *, is_log_meant: bool) -> bool:
    """Return whether a file is to be played as a recording: a Parquet file, if no option for a log was given."""
    if file.suffix != ".parquet" or not is_log_meant:
        return file.suffix == ".parquet"
    from .recording import is_recording

    return is_recording(file)


REPLAY = Command(
    "replay",
    replay,
    examples=(
        "motorpool replay out.parquet",
        "motorpool replay out.parquet --verify",
        "motorpool replay drive.csv --model car",
    ),
    exit_codes={FAILED: "the recording differs (--verify)", NOT_VERIFIED: "it cannot be verified (--verify)"},
)
