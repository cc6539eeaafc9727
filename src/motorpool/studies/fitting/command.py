"""``motorpool fit``: a vehicle from logs of drives."""

from pathlib import Path
from typing import Annotated

import typer

from ...base.command_line.command import Command
from ...base.command_line.exit_codes import FAILED
from ...base.command_line.options import Trusted
from ..logs.command import Columns, Database, RowRate, VehicleNumber

Logs = Annotated[
    list[Path],
    typer.Argument(
        metavar="LOG", help="Drives of one vehicle, such as .csv, .mcap or .bag; `motorpool log FILE` reads one alone."
    ),
]
VehicleFile = Annotated[Path, typer.Option(help="The vehicle's file to write (.toml).")]
ModelName = Annotated[str | None, typer.Option(help="The motion model; single-track, or that of --base.")]
BaseVehicle = Annotated[
    str | None,
    typer.Option(help="A vehicle, by name or file, with the start values and those that are not fitted."),
]
FreeParameters = Annotated[
    str, typer.Option(metavar="NAME,...", help="Parameters to fit; by default those that the log determines.")
]
AlsoFitted = Annotated[
    str,
    typer.Option(
        metavar="NAME,...",
        help="Additional parameters to fit: steer_offset, steer_ratio, steer_delay, and the places of position sensor "
        "and accelerometer: sensor_ahead, sensor_left, imu_ahead, imu_left.",
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
Weights = Annotated[
    list[str] | None,
    typer.Option(
        metavar="COLUMN=FACTOR",
        help="Weight of a measured column beside the others, 1 by default; 0 compares it without a fit. Repeatable.",
    ),
]
IsScaled = Annotated[
    bool,
    typer.Option(
        "--scale-speed",
        help="Scale the logged speed to that of the path (x, y) of the drives together: for wheels of another radius.",
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
StartSeed = Annotated[int, typer.Option(min=0, help="Seed of the starting points.")]
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
    rate: RowRate = None,
    dbc: Database = None,
    free: FreeParameters = "",
    also: AlsoFitted = "",
    fix: Fixed = None,
    offset: Offsets = None,
    weight: Weights = None,
    scale_speed: IsScaled = False,
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
    from ...models import consent
    from . import console as fitting

    consent.trust_vehicles([model, base], is_trusted=trust)
    source = fitting.Source(logs, test or (), column or (), vehicle, rate, dbc, held, scale_speed)
    choice = fitting.Choice(
        model or base or "single-track", base, free, also, fix or (), offset or (), ground, weight or ()
    )
    search = fitting.Search(window, hold_out, starts, seed, robust)
    return fitting.run_fit(source, choice, search, out=out, report=report, overwrite=force, keep=keep)


FIT = Command(
    "fit",
    fit,
    examples=(
        "motorpool fit drive.csv --model single-track --out my.toml",
        "motorpool fit drive.csv --base car --column yaw_rate=psi_dot --out my.toml",
        "motorpool fit a.csv b.csv --test c.csv --also steer_delay --out my.toml",
    ),
    exit_codes={FAILED: "the vehicle of the fit does not reproduce the drives; no vehicle file is written"},
)
