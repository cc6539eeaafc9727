"""``motorpool scenarios`` and ``motorpool check``: the scenarios that ship, and errors in files."""

import json
from pathlib import Path
from typing import Annotated

import typer

from ...base.command_line.command import Command


def check(
    files: Annotated[list[Path] | None, typer.Argument(help="Scenario files.")] = None,
    schema: Annotated[bool, typer.Option("--schema", help="Print the format as JSON Schema, for editors.")] = False,
) -> int:
    """Validate scenario files and list every error."""
    if schema:
        from .format import json_schema

        print(json.dumps(json_schema(), indent=2))
        if not files:
            return 0
    from .checking import check_files

    return check_files(files or ())


CHECK = Command(
    "check", check, examples=("motorpool check convoy.yaml", "motorpool check --schema > scenario.schema.json")
)


def scenarios() -> None:
    """List the scenarios that ship with Motorpool."""
    from rich.table import Table

    from ...base.console import PrintableConsole
    from . import shipped

    table = Table("scenario", "vehicles", "description")
    for name in shipped.names():
        scenario = shipped.outline(name)
        table.add_row(name, str(scenario.vehicle_count), scenario.description)
    PrintableConsole().print(table)


SCENARIOS = Command("scenarios", scenarios, examples=("motorpool scenarios",))
