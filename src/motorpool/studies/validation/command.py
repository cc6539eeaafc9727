"""``motorpool validate``: manoeuvres with known answers."""

from pathlib import Path
from typing import Annotated

import typer

from ...base.command_line.command import Command
from ...base.command_line.exit_codes import FAILED
from ...base.command_line.options import Trusted


def validate(
    vehicles: Annotated[
        list[str] | None,
        typer.Argument(help="Named vehicles, models or vehicle files; the motor pool by default."),
    ] = None,
    manoeuvre: Annotated[list[str] | None, typer.Option(help="Only this one; may be repeated.")] = None,
    out: Annotated[Path, typer.Option(help="File for the report.")] = Path("validation.html"),
    force: Annotated[bool, typer.Option("--force", help="Overwrite a report that exists.")] = False,
    show: Annotated[bool, typer.Option("--show", help="Open the report in a browser.")] = False,
    write: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also replace the tables of a page, between its markers.")
    ] = None,
    names: Annotated[bool, typer.Option("--list", help="List the manoeuvres.")] = False,
    trust: Trusted = False,
) -> int:
    """Simulate manoeuvres with known answers, and write a report that compares them."""
    from ...models import consent
    from . import console as validating

    if names:
        validating.list_manoeuvres()
        return 0
    consent.trust_vehicles(vehicles or (), is_trusted=trust)
    return validating.validate(vehicles or (), manoeuvre or (), validating.Output(out, force, show, write))


VALIDATE = Command(
    "validate",
    validate,
    examples=(
        "motorpool validate M1A1 --show",
        "motorpool validate single-track --manoeuvre step-steer --out report.html",
    ),
    exit_codes={FAILED: "a value is out of its bounds"},
)
