"""``motorpool models``: the list of motion models."""

from typing import Annotated

import typer

from ..base.command_line.command import Command
from ..base.command_line.options import Trusted


def models(
    name: Annotated[str | None, typer.Argument(help="Show this one in full.", metavar="[NAME]")] = None,
    trust: Trusted = False,
) -> None:
    """List the motion models, or show one in full."""
    from . import console as tables
    from .consent import trust_vehicles

    trust_vehicles([name], is_trusted=trust)
    if name is None:
        tables.show_models()
    else:
        tables.show_model(name)


MODELS = Command(
    "models",
    models,
    examples=(
        "motorpool models",
        "motorpool models bicycle",
    ),
)
