"""``motorpool export``: a model in another language."""

from pathlib import Path
from typing import Annotated

import typer

from ...base.command_line.command import Command, service
from ...base.command_line.options import Trusted
from ...base.errors import ModelError

TRACKS = ("gpx", "kml", "geojson")  # formats of the tracks of a recording


def export(
    model: Annotated[
        str, typer.Argument(help="A model, a vehicle of the motor pool, or a .toml or .py file; or a recording.")
    ],
    to: Annotated[
        str,
        typer.Option(
            metavar="LANGUAGE",
            help="A language, such as cpp, csharp, javascript, python or rust (a wrong name lists all of them), "
            "or unity, godot and other programs; "
            "or fmu, an archive for Simulink and Modelica tools. Of a recording (.parquet): gpx, kml or geojson.",
        ),
    ],
    vehicle: Annotated[
        str | None, typer.Option(help="A vehicle of this model; its values become the defaults.")
    ] = None,
    screen: Annotated[
        bool, typer.Option("--screen", help="Add the pose on a screen: y down, degrees clockwise.")
    ] = False,
    pose: Annotated[
        list[str] | None, typer.Option(metavar="PROGRAM", help="Add the pose in another program: unity or godot.")
    ] = None,
    drive: Annotated[
        str | None,
        typer.Option(
            metavar="SPEED,STEER,SECONDS", help="Add a drive as the main program of the file, such as 8,0.3,10."
        ),
    ] = None,
    fmi: Annotated[str, typer.Option(metavar="VERSION", help="Version of an FMU's interface: 2.0 or 3.0.")] = "3.0",
    out: Annotated[Path | None, typer.Option(help="A file, or a folder; printed by default.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file if it exists.")] = False,
    trust: Trusted = False,
) -> int:
    """Write a model in another language: one file with the same results and no dependencies."""
    from ...models import consent
    from . import console as exporting

    if to.lower() in TRACKS:
        written = service("write the tracks of a recording")
        return written(model, to=to.lower(), vehicle=vehicle, out=out, overwrite=force)
    consent.trust_vehicles([model, vehicle], is_trusted=trust)
    poses = [*(["screen"] if screen else []), *(pose or [])]
    shown = exporting.Shown(vehicle, poses, drive)
    if to.lower() == "fmu":
        return exporting.export_fmu(model, shown, version=fmi, out=out, overwrite=force)
    if fmi != "3.0":
        raise ModelError(f"--fmi {fmi} is the version of an FMU's interface, and {to} has none; give --to fmu")
    return exporting.export_model(model, to, shown, out=out, overwrite=force)


EXPORT = Command(
    "export",
    export,
    examples=(
        "motorpool export bicycle --to javascript",
        "motorpool export M998 --to csharp --pose unity --out Assets/Scripts",
        "motorpool export single-track --to fmu --fmi 2.0",
        "motorpool export drive.parquet --to gpx",
    ),
)
