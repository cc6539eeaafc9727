"""The tables of ``motorpool models`` and ``motorpool scenarios``."""

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ..models import registry
from ..models.fields import fields_of
from ..scenario import load, names


def show_models() -> None:
    """Each motion model, what it is, and its parameters with their defaults."""
    table = Table("model", "moves", "parameters (default)", show_lines=True)
    for name in registry.names():
        model = registry.find(name)
        fields = fields_of(model.module.Params)
        parameters = [f"{field.name} ({field.default:g}): {field.meaning} [{field.unit}]" for field in fields]
        table.add_row(name, model.summary, Text("\n".join(parameters)))  # [m] is no markup
    Console().print(table)


def show_scenarios() -> None:
    """Each scenario that ships, its vehicles, and what it says about itself."""
    table = Table("scenario", "vehicles", "description")
    for name in names():
        scenario = load(name)
        table.add_row(name, str(scenario.vehicle_count), scenario.description)
    Console().print(table)
