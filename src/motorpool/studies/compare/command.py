"""``motorpool compare``: models side by side."""

from pathlib import Path
from typing import Annotated

import typer

from ...base.command_line.command import Command
from ...base.command_line.options import Trusted


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
    from ...models import consent
    from . import console as comparing

    consent.trust_vehicles([*(models or ()), reference], is_trusted=trust)
    if names:
        comparing.show_list()
    elif everything is not None:
        comparing.draw_all(everything, models or [], overwrite=force)
    else:
        inputs = {"settings": settings, "speed": speed, "steer": steer, "seconds": seconds, "dt": dt}
        comparing.compare(models or [], {**inputs, "reference": reference}, out=out, overwrite=force)


COMPARE = Command(
    "compare",
    compare,
    examples=(
        "motorpool compare tracked/arc tracked/simple",
        "motorpool compare bicycle bicycle/six-line --set wheelbase=2.5 --speed 3",
        "motorpool compare --list",
        "motorpool compare --all figures",
    ),
)
