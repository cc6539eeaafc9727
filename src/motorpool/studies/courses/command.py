"""``motorpool courses``: avoidance rules on obstacle courses."""

from pathlib import Path
from typing import Annotated

import typer

from ...base.command_line.command import Command


def courses(
    name: Annotated[str | None, typer.Argument(help="Only this one.", metavar="[NAME]")] = None,
    rule: Annotated[list[str] | None, typer.Option(help="An avoidance rule, see --list; may be repeated.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of everything random.")] = 0,
    figure: Annotated[Path | None, typer.Option(help="Draw the paths on the course into this file.")] = None,
    show_rules: Annotated[bool, typer.Option("--list", help="List the avoidance rules.")] = False,
) -> None:
    """Drive the obstacle courses with each avoidance rule and score them."""
    from . import console as driving

    if show_rules:
        driving.list_rules()
    else:
        driving.courses(name, rule or (), seed=seed, figure=figure)


COURSES = Command(
    "courses",
    courses,
    examples=(
        "motorpool courses",
        "motorpool courses u-trap --figure u-trap.png",
        "motorpool courses slalom --rule orca --rule dynamic-window",
    ),
)
