"""``motorpool tyre``: a tyre property file, and the parameters of an axle."""

from pathlib import Path
from typing import Annotated

import typer

from ...base.command_line.command import Command

TyreFile = Annotated[
    Path, typer.Argument(metavar="FILE", help="A tyre property file (.tir), Magic Formula 5.2 or 6.1.")
]
Load = Annotated[
    float | None, typer.Option(metavar="N", help="Static load of one tyre in newtons; that of the file if not given.")
]
Figure = Annotated[Path | None, typer.Option(help="Draw forces and moment over slip into this file.")]
OverwriteFiles = Annotated[bool, typer.Option("--force", help="Overwrite a figure that exists.")]


def tyre(file: TyreFile, load: Load = None, figure: Figure = None, force: OverwriteFiles = False) -> None:
    """Show a tyre property file (.tir): its ranges, its grip by load, and the parameters of an axle with it."""
    from .console import show_tyre

    show_tyre(file, load=load, figure=figure, overwrite=force)


TYRE = Command(
    "tyre",
    tyre,
    examples=("motorpool tyre 205-60R15.tir", "motorpool tyre 205-60R15.tir --load 3600 --figure tyre.png"),
)
