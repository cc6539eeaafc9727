"""Commands on vehicles: list them, compare them with what is known, fit one to a log."""

from pathlib import Path
from typing import Annotated

import typer

from ...errors import VehicleError
from ..waiting import waiting
from .options import Trusted


def vehicles(
    names: Annotated[
        list[str] | None,
        typer.Argument(help="Show these in full, or a file (.toml).", metavar="NAME"),
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
    from .. import trusting
    from .. import vehicles as pool

    trusting.trust_vehicles(names or (), is_trusted=trust)
    if check:
        from ..figures import check_figures

        return check_figures(names or (), out=out, overwrite=force)
    if out is not None:
        raise VehicleError("--out goes with --check; --pictures draws the vehicles")
    if pictures is not None:
        with waiting("drawing the motor pool"):
            sheet = pool.draw_sheet(pictures, overwrite=force)
        print(f"drew {sheet}")
    elif not names:
        pool.show_vehicles()
    else:
        for name in names:
            pool.show_vehicle(name)
    return 0


def validate(
    vehicles: Annotated[
        list[str] | None,
        typer.Argument(help="Named vehicles, models or vehicle files; the motor pool by default."),
    ] = None,
    manoeuvre: Annotated[list[str] | None, typer.Option(help="Only this one; may be repeated.")] = None,
    out: Annotated[Path, typer.Option(help="File for the report.")] = Path("validation.html"),
    force: Annotated[bool, typer.Option("--force", help="Overwrite a report that exists.")] = False,
    show: Annotated[bool, typer.Option("--show", help="Open the report in a browser.")] = False,
    names: Annotated[bool, typer.Option("--list", help="List the manoeuvres.")] = False,
    trust: Trusted = False,
) -> int:
    """Simulate manoeuvres with known answers, and write a report that compares them."""
    from .. import trusting
    from .. import validate as validating

    if names:
        validating.list_manoeuvres()
        return 0
    trusting.trust_vehicles(vehicles or (), is_trusted=trust)
    return validating.validate(vehicles or (), manoeuvre or (), out=out, overwrite=force, is_shown=show)


def fit(
    logs: Annotated[
        list[Path],
        typer.Argument(
            metavar="LOG", help="Drives of one vehicle: .csv, .parquet or .mcap, with times, commands and motion."
        ),
    ],
    out: Annotated[Path, typer.Option(help="The vehicle's file to write (.toml).")],
    model: Annotated[str | None, typer.Option(help="The motion model; single-track, or that of --base.")] = None,
    base: Annotated[
        str | None, typer.Option(help="A vehicle, by name or file, whose values are the start and stay where unfitted.")
    ] = None,
    column: Annotated[
        list[str] | None,
        typer.Option(
            metavar="QUANTITY=COLUMN", help="yaw_rate=psi_dot, steer_angle_deg=wheel*0.0625; may be repeated."
        ),
    ] = None,
    vehicle: Annotated[int | None, typer.Option(help="Number of the vehicle in a recording of several.")] = None,
    free: Annotated[
        str, typer.Option(metavar="NAME,...", help="Parameters to fit; by default those that the log can tell.")
    ] = "",
    also: Annotated[
        str,
        typer.Option(
            metavar="NAME,...",
            help="Parameters to fit beside those: steer_offset, steer_ratio, steer_delay, sensor_ahead, sensor_left.",
        ),
    ] = "",
    fix: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=VALUE",
            help="A parameter that is known, of those that `motorpool models MODEL` lists; a number, or a word where "
            "it has some (speed_reference=rear); may be repeated.",
        ),
    ] = None,
    offset: Annotated[
        list[str] | None,
        typer.Option(
            metavar="COLUMN",
            help="A measured column that is off by a constant, logged less true: yaw_rate. steer_angle fits the "
            "vehicle's steer_offset, true less commanded, left positive. Repeatable.",
        ),
    ] = None,
    test: Annotated[
        list[Path] | None,
        typer.Option(metavar="LOG", help="A drive that is predicted as a whole and not fitted; may be repeated."),
    ] = None,
    ground: Annotated[str | None, typer.Option(help="What was driven on, such as wet-asphalt; dry-asphalt.")] = None,
    window: Annotated[float, typer.Option(help="Seconds that are predicted from one start.")] = 3.0,
    hold_out: Annotated[float, typer.Option(help="Share of each log, at its end, to test the fit on.")] = 0.2,
    starts: Annotated[int, typer.Option(help="Places that searches begin at.")] = 8,
    seed: Annotated[int, typer.Option(help="Seed of these places.")] = 0,
    robust: Annotated[bool, typer.Option("--robust", help="Let outliers count less.")] = False,
    held: Annotated[
        bool, typer.Option("--held", help="Commands stay as they are until the next row, as in our recordings.")
    ] = False,
    report: Annotated[Path | None, typer.Option(help="The report (.html); beside the vehicle's file.")] = None,
    keep: Annotated[
        bool, typer.Option("--keep", help="Write a vehicle that predicts what it has not seen worse than its start.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Overwrite files that exist.")] = False,
    trust: Trusted = False,
) -> int:
    """Fit a vehicle to logs: parameters with confidence, and what to drive next; exit code 1 if it got worse."""
    from .. import fit as fitting
    from .. import trusting

    trusting.trust_vehicles([model, base], is_trusted=trust)
    source = fitting.Source(logs, test or (), column or (), vehicle, held)
    choice = fitting.Choice(model or base or "single-track", base, free, also, fix or (), offset or (), ground)
    work = fitting.Search(window, hold_out, starts, seed, robust)
    return fitting.run_fit(source, choice, work, out=out, report=report, overwrite=force, keep=keep)
