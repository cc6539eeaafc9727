"""Commands that run many worlds and score them."""

from pathlib import Path
from typing import Annotated

import typer

from .options import Trusted


def courses(
    name: Annotated[str | None, typer.Argument(help="Only this one.", metavar="[NAME]")] = None,
    rule: Annotated[list[str] | None, typer.Option(help="An avoidance rule, see --list; may be repeated.")] = None,
    seed: Annotated[int, typer.Option(help="Seed of everything random.")] = 0,
    figure: Annotated[Path | None, typer.Option(help="Draw the paths on the course into this file.")] = None,
    show_rules: Annotated[bool, typer.Option("--list", help="List the avoidance rules.")] = False,
) -> None:
    """Drive the obstacle courses with each avoidance rule and score them."""
    from .. import courses as driving

    if show_rules:
        driving.list_rules()
    else:
        driving.courses(name, rule or (), seed=seed, figure=figure)


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
    seed: Annotated[int, typer.Option(help="Seed of the sample.")] = 0,
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
    from .. import sweep as sweeping

    design = sweeping.Design(vary or (), sample, points, seed)
    work = sweeping.Work(seconds, measure or (), workers, ray)
    return sweeping.run_sweep(scenario, design, work, out=out, trade_off=trade_off, is_trusted=trust)
