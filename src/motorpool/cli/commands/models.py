"""Commands on motion models: list, compare and export to other languages."""

from pathlib import Path
from typing import Annotated

import typer

from ...errors import ModelError
from .options import HOST, PORT, Browser, Host, Port, Trusted


def models(
    name: Annotated[str | None, typer.Argument(help="Show this one in full.", metavar="[NAME]")] = None,
    trust: Trusted = False,
) -> None:
    """List the motion models, or show one in full."""
    from .. import tables, trusting

    trusting.trust_vehicles([name], is_trusted=trust)
    if name is None:
        tables.show_models()
    else:
        tables.show_model(name)


def playground(
    own: Annotated[
        list[str] | None,
        typer.Argument(help="Vehicles (.toml) and models (.py) of your own to add to the list.", metavar="[FILE]..."),
    ] = None,
    host: Host = HOST,
    port: Port = PORT,
    browser: Browser = True,
    trust: Trusted = False,
) -> None:
    """Compare two motion models in the browser: drive both with the same keys and change their parameters."""
    from ...viewer import serve_playground
    from .. import trusting

    trusting.trust_vehicles(own or (), is_trusted=trust)
    serve_playground(host=host, port=port, open_browser=browser, own=own or ())


def compare(
    models: Annotated[
        list[str] | None,
        typer.Argument(
            help="Models, optionally with settings (tracked/simple:heading_factor=2); or a name from --list."
        ),
    ] = None,
    settings: Annotated[
        list[str] | None, typer.Option("--set", help="FIELD=VALUE for every model that has the field; may be repeated.")
    ] = None,
    speed: Annotated[float | None, typer.Option(help="Commanded speed in m/s; 5 if not given.")] = None,
    steer: Annotated[
        float | None, typer.Option(help="Steering command in -1..1, left positive; 0.5 if not given.")
    ] = None,
    seconds: Annotated[float | None, typer.Option(help="Simulated seconds; 4 if not given.")] = None,
    dt: Annotated[
        float | None,
        typer.Option(help="Longest time step in seconds; 0.1 if not given. Errors are measured at it and its halves."),
    ] = None,
    reference: Annotated[
        str | None,
        typer.Option(help='Model to measure errors against, or "own" for each model\'s limit; the first if not given.'),
    ] = None,
    out: Annotated[Path | None, typer.Option(help="File for the figure; by default named after the models.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite figures that exist.")] = False,
    names: Annotated[bool, typer.Option("--list", help="List the ready-made comparisons.")] = False,
    everything: Annotated[
        Path | None, typer.Option("--all", metavar="FOLDER", help="Draw every ready-made comparison into a folder.")
    ] = None,
    trust: Trusted = False,
) -> None:
    """Draw models side by side: paths, errors against the time step, orders; or a figure for the documents."""
    from .. import compare as comparing
    from .. import trusting

    trusting.trust_vehicles([*(models or ()), reference], is_trusted=trust)
    if names:
        comparing.show_list()
    elif everything is not None:
        comparing.draw_all(everything, models or [], overwrite=force)
    else:
        inputs = {"settings": settings, "speed": speed, "steer": steer, "seconds": seconds, "dt": dt}
        comparing.compare(models or [], {**inputs, "reference": reference}, out=out, overwrite=force)


def export(
    model: Annotated[str, typer.Argument(help="A model, a vehicle of the motor pool, or a .toml or .py file.")],
    to: Annotated[
        str,
        typer.Option(
            metavar="LANGUAGE",
            help="A language, such as cpp, csharp, javascript, python or rust (a wrong name lists all of them); "
            "or fmu, an archive for Simulink and Modelica tools.",
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
    from .. import export as exporting
    from .. import trusting

    trusting.trust_vehicles([model, vehicle], is_trusted=trust)
    poses = [*(["screen"] if screen else []), *(pose or [])]
    shown = exporting.Shown(vehicle, poses, drive)
    if to.lower() == "fmu":
        return exporting.export_fmu(model, shown, version=fmi, out=out, overwrite=force)
    if fmi != "3.0":
        raise ModelError(f"--fmi {fmi} is the version of an FMU's interface, and {to} has none; give --to fmu")
    return exporting.export_model(model, to, shown, out=out, overwrite=force)
