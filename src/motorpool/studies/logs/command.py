"""``motorpool log``: the meaning of the columns of a log."""

from pathlib import Path
from typing import Annotated

import typer

from ...base.command_line.command import Command
from ...base.command_line.options import Trusted

LogFile = Annotated[
    Path,
    typer.Argument(metavar="LOG", help="A drive: .csv, .parquet, .mcap, .bag, .db3, .gpx, .vbo, .mf4, CAN, a folder."),
]
ModelName = Annotated[str, typer.Option(help="A motion model, whose states and commands may be columns.")]
Columns = Annotated[
    list[str] | None,
    typer.Option(metavar="QUANTITY=COLUMN", help="yaw_rate=psi_dot, steer_angle_deg=wheel*0.0625; may be repeated."),
]
VehicleNumber = Annotated[int | None, typer.Option(help="Number of the vehicle in a recording of several.")]
RowRate = Annotated[float | None, typer.Option(metavar="HZ", help="Rate of the rows in 1/s, for a log without times.")]
Database = Annotated[Path | None, typer.Option("--dbc", metavar="FILE", help="Database (.dbc) of logged CAN messages.")]
Figure = Annotated[Path | None, typer.Option(help="Draw what was understood, over time, into this file.")]
OverwriteFiles = Annotated[bool, typer.Option("--force", help="Overwrite a figure that exists.")]


def log(
    file: LogFile,
    model: ModelName = "single-track",
    column: Columns = None,
    vehicle: VehicleNumber = None,
    rate: RowRate = None,
    dbc: Database = None,
    figure: Figure = None,
    force: OverwriteFiles = False,
    trust: Trusted = False,
) -> None:
    """Show the meaning of each column of a log, with its unit, rate, gaps and range, before a fit."""
    from ...models import consent
    from .console import show_log

    consent.trust_vehicles([model], is_trusted=trust)
    show_log(
        file,
        model=model,
        columns=column or (),
        vehicle=vehicle,
        rate=rate,
        database=dbc,
        figure=figure,
        overwrite=force,
    )


LOG = Command(
    "log",
    log,
    examples=(
        "motorpool log drive.csv",
        "motorpool log drive.bag --figure drive.png",
        "motorpool log drive.blf --dbc car.dbc --column speed=VehicleSpeed",
    ),
)
