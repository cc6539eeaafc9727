"""``motorpool sweep``: many runs with different values."""

from pathlib import Path
from typing import Annotated

import typer

from ....base.command_line.command import Command
from ....base.command_line.exit_codes import FAILED
from ....base.command_line.options import Trusted
from ..cluster_option import ClusterCommand


def sweep(
    scenario: Annotated[str, typer.Argument(help="A scenario's name or a .yaml file.")],
    out: Annotated[
        Path, typer.Option(help="Folder for the table and the figures; runs that are in it are not repeated.")
    ],
    vary: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PATH=VALUES",
            help="Values that vary between runs: seed=0:100, vehicles.0.mass=50000:70000:5, surface.kind=mud,ice; "
            "may be repeated, and every combination is a run.",
        ),
    ] = None,
    sample: Annotated[
        str | None, typer.Option(metavar="KIND:N", help="N runs instead of every combination: sobol:N or lhs:N.")
    ] = None,
    points: Annotated[
        Path | None, typer.Option(help="A CSV file of the runs: paths in its first line, values in the others.")
    ] = None,
    seconds: Annotated[float, typer.Option(help="Simulated seconds of each run.")] = 60.0,
    measure: Annotated[
        list[str] | None,
        typer.Option(metavar="FILE.py:FUNCTION", help="Your own measure, in addition to the usual; may be repeated."),
    ] = None,
    trade_off: Annotated[
        str | None, typer.Option(metavar="FIRST:SECOND", help="Draw the Pareto front of the runs for two measures.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the sample.")] = 0,
    workers: Annotated[int | None, typer.Option(help="Number of processes; one per processor by default.")] = None,
    ray: Annotated[
        str | None,
        typer.Option(
            metavar="[ADDRESS]",
            help="Run in the Ray cluster at host:port; without an address in that of RAY_ADDRESS, in one that was "
            "started on this machine, or in a new one.",
        ),
    ] = None,
    trust: Trusted = False,
) -> int:
    """Run a scenario many times with different values, and collect the results in one table."""
    from . import console as sweeping

    design = sweeping.Design(vary or (), sample, points, seed)
    work = sweeping.Work(seconds, measure or (), workers, ray)
    return sweeping.run_sweep(scenario, design, work, out=out, trade_off=trade_off, is_trusted=trust)


SWEEP = Command(
    "sweep",
    sweep,
    examples=("motorpool sweep convoy --vary seed=0:20 --out seeds",),
    exit_codes={FAILED: "a run failed"},
    settings={"cls": ClusterCommand},
)
