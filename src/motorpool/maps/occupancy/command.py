"""``motorpool occupancy``: the obstacles of a world as an occupancy map."""

from pathlib import Path
from typing import Annotated

import typer

from ...base.command_line.command import Command
from ...base.command_line.options import Trusted


def occupancy(
    scenario: Annotated[str, typer.Argument(help="A name (`motorpool scenarios` lists them) or a .yaml file.")],
    out: Annotated[Path, typer.Option(metavar="FILE", help="The map (.yaml); its image (.pgm) is written beside it.")],
    resolution: Annotated[float, typer.Option(metavar="METRES", help="Side of a cell.")] = 0.25,
    area: Annotated[
        str | None, typer.Option(metavar="W,S,E,N", help="Part of the world [m from its middle]; all of it by default.")
    ] = None,
    steep: Annotated[
        float | None, typer.Option(metavar="DEGREES", help="Ground that is steeper is occupied, too.")
    ] = None,
    impassable: Annotated[
        bool, typer.Option("--impassable", help="Ground that bears no vehicle, such as water, is occupied, too.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the files if they exist.")] = False,
    trust: Trusted = False,
) -> int:
    """Write the obstacles of a world as an occupancy map, which map_server of Nav2 reads."""
    from .console import run_occupancy
    from .writing import Wanted

    wanted = Wanted(steep, impassable)
    return run_occupancy(scenario, out, resolution, area, wanted, overwrite=force, is_trusted=trust)


OCCUPANCY = Command(
    "occupancy",
    occupancy,
    examples=(
        "motorpool occupancy forest --resolution 0.5 --out forest.yaml",
        "motorpool occupancy jacksboro --steep 30 --impassable --out map.yaml",
    ),
)
