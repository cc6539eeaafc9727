"""Commands on vehicles: list them, compare them with reference figures, fit one to a log."""

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
        raise VehicleError("--out is for --check; --pictures draws the vehicles")
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
    write: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also replace the tables of a page, between its markers.")
    ] = None,
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
    return validating.validate(vehicles or (), manoeuvre or (), validating.Output(out, force, show, write))


Logs = Annotated[
    list[Path],
    typer.Argument(
        metavar="LOG", help="Drives of one vehicle: .csv, .parquet or .mcap, with times, commands and motion."
    ),
]
VehicleFile = Annotated[Path, typer.Option(help="The vehicle's file to write (.toml).")]
ModelName = Annotated[str | None, typer.Option(help="The motion model; single-track, or that of --base.")]
BaseVehicle = Annotated[
    str | None,
    typer.Option(help="A vehicle, by name or file, with the start values and those that are not fitted."),
]
Columns = Annotated[
    list[str] | None,
    typer.Option(metavar="QUANTITY=COLUMN", help="yaw_rate=psi_dot, steer_angle_deg=wheel*0.0625; may be repeated."),
]
VehicleNumber = Annotated[int | None, typer.Option(help="Number of the vehicle in a recording of several.")]
FreeParameters = Annotated[
    str, typer.Option(metavar="NAME,...", help="Parameters to fit; by default those that the log determines.")
]
AlsoFitted = Annotated[
    str,
    typer.Option(
        metavar="NAME,...",
        help="Additional parameters to fit: steer_offset, steer_ratio, steer_delay, sensor_ahead, sensor_left.",
    ),
]
Fixed = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME=VALUE",
        help="A known parameter, as listed by `motorpool models MODEL`; a number, or one of its named values "
        "(speed_reference=rear); may be repeated.",
    ),
]
Offsets = Annotated[
    list[str] | None,
    typer.Option(
        metavar="COLUMN",
        help="A measured column with a constant offset, logged minus true: yaw_rate. steer_angle fits the "
        "vehicle's steer_offset, true minus commanded, left positive. May be repeated.",
    ),
]
TestLogs = Annotated[
    list[Path] | None,
    typer.Option(metavar="LOG", help="A drive for testing, predicted as a whole and not fitted; may be repeated."),
]
SoilClass = Annotated[str | None, typer.Option(help="Soil class of the ground, such as wet-asphalt; dry-asphalt.")]
WindowLength = Annotated[float, typer.Option(help="Length of each predicted window in seconds.")]
HoldOut = Annotated[float, typer.Option(help="Share of each log, at its end, for testing the fit.")]
StartCount = Annotated[int, typer.Option(help="Number of starting points of the search.")]
StartSeed = Annotated[int, typer.Option(help="Seed of the starting points.")]
IsRobust = Annotated[bool, typer.Option("--robust", help="Reduce the weight of outliers.")]
IsHeld = Annotated[bool, typer.Option("--held", help="Hold commands until the next row, as in Motorpool's recordings.")]
ReportFile = Annotated[Path | None, typer.Option(help="The report (.html); by default beside the vehicle's file.")]
IsKept = Annotated[
    bool,
    typer.Option("--keep", help="Write the vehicle even if it predicts test data worse than its start values."),
]
OverwriteFiles = Annotated[bool, typer.Option("--force", help="Overwrite files that exist.")]


def fit(
    logs: Logs,
    out: VehicleFile,
    model: ModelName = None,
    base: BaseVehicle = None,
    column: Columns = None,
    vehicle: VehicleNumber = None,
    free: FreeParameters = "",
    also: AlsoFitted = "",
    fix: Fixed = None,
    offset: Offsets = None,
    test: TestLogs = None,
    ground: SoilClass = None,
    window: WindowLength = 3.0,
    hold_out: HoldOut = 0.2,
    starts: StartCount = 8,
    seed: StartSeed = 0,
    robust: IsRobust = False,
    held: IsHeld = False,
    report: ReportFile = None,
    keep: IsKept = False,
    force: OverwriteFiles = False,
    trust: Trusted = False,
) -> int:
    """Fit a vehicle to logs, with confidence intervals and suggested test drives; exit code 1 if the fit is worse."""
    from .. import fit as fitting
    from .. import trusting

    trusting.trust_vehicles([model, base], is_trusted=trust)
    source = fitting.Source(logs, test or (), column or (), vehicle, held)
    choice = fitting.Choice(model or base or "single-track", base, free, also, fix or (), offset or (), ground)
    search = fitting.Search(window, hold_out, starts, seed, robust)
    return fitting.run_fit(source, choice, search, out=out, report=report, overwrite=force, keep=keep)
