"""``motorpool vehicles``: the motor pool, one vehicle in full, and their reference figures."""

from pathlib import Path
from typing import Annotated

import typer

from ..base.command_line.command import Command, service
from ..base.command_line.exit_codes import FAILED
from ..base.command_line.options import Trusted
from ..base.command_line.waiting import waiting
from ..base.errors import VehicleError


def vehicles(
    names: Annotated[
        list[str] | None,
        typer.Argument(help="Show these in full, or a file (.toml).", metavar="NAME"),
    ] = None,
    search: Annotated[
        str | None, typer.Option(help="List the real cars with these words in their names: corolla.", metavar="WORDS")
    ] = None,
    pictures: Annotated[
        Path | None, typer.Option(help="Draw all vehicles to one scale into this file: .png, .svg, .pdf or .html.")
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Measure the published figures; exit code 1 if a verified one fails.")
    ] = False,
    out: Annotated[Path | None, typer.Option(help="With --check: also write the tables as a page (.html).")] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the pictures or the page if they exist.")] = False,
    trust: Trusted = False,
) -> int:
    """List the vehicles, show one in full, or compare simulated vehicles with their reference figures."""
    from ..models.consent import trust_vehicles

    trust_vehicles(names or (), is_trusted=trust)
    if check:
        return service("check the figures of vehicles")(names or (), out=out, overwrite=force)
    if out is not None:
        raise VehicleError("--out is for --check; --pictures draws the vehicles")
    from . import console as pool

    if search is not None:
        if names:
            raise VehicleError("--search lists real cars by words; leave the names out, or the option")
        pool.show_real_cars(search)
    elif pictures is not None:
        with waiting("drawing the motor pool"):
            sheet = pool.draw_sheet(pictures, overwrite=force)
        print(f"drew {sheet}")
    elif not names:
        pool.show_vehicles()
    else:
        for name in names:
            pool.show_vehicle(name)
    return 0


VEHICLES = Command(
    "vehicles",
    vehicles,
    examples=(
        "motorpool vehicles",
        "motorpool vehicles M1A1",
        "motorpool vehicles --search corolla",
        "motorpool vehicles --pictures pool.html",
        "motorpool vehicles M1A1 my_tank.toml --check --out figures.html",
    ),
    exit_codes={FAILED: "a verified figure is out of its bounds (--check)"},
)
