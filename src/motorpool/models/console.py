"""Output of ``motorpool models``: a table of all models, or one with its fields."""

import inspect

from rich import box
from rich.table import Table
from rich.text import Text

from ..base.console import PrintableConsole
from . import registry
from .fields import Field, Range, fields_of


def show_models() -> None:
    """Print a table of the motion models."""
    table = Table("model", "what it is", box=box.SIMPLE_HEAD)
    for name in registry.names():
        table.add_row(_with_aliases(name), Text(registry.find(name).summary))
    console = PrintableConsole()
    console.print(table)
    console.print(Text("motorpool models NAME lists its fields; motorpool compare draws models side by side."))
    console.print(
        Text("motorpool vehicles lists the motor pool: vehicles with these models and values of real vehicles.")
    )


def show_model(name: str) -> None:
    """Print a model's description, and the default, meaning and range of every field.

    Raises:
        ModelError: there is no such model.
    """
    model = registry.find(name)
    console = PrintableConsole()
    console.print(Text(_with_aliases(model.name), style="bold"))
    for paragraph in inspect.cleandoc(model.module.__doc__ or "").split("\n\n"):
        console.print(Text(f"{' '.join(paragraph.split()).replace('``', '')}\n"))
    if model.reference_point:
        console.print(Text(f"x, y: those of {model.reference_point}; yaw: counter-clockwise from east\n"))
    for part, structure in model.structures.items():
        table = Table(part, "default", "unit", "meaning", box=box.SIMPLE_HEAD)
        for field in fields_of(structure):
            table.add_row(field.name, _default(field), Text(field.unit), Text(_meaning(field)))
        if table.row_count:
            console.print(table)
    if model.limit:
        console.print(Text(f"Limit: {model.limit}"))


def _with_aliases(name: str) -> str:
    return ", ".join([name, *registry.aliases(name)])


def _default(field: Field) -> str:
    words = {value: word for word, value in field.names.values} if field.names else {}
    return words.get(field.default, f"{field.default:.6g}")


def _meaning(field: Field) -> str:
    if field.names is not None:
        return f"{field.meaning}: {', '.join(word for word, _ in field.names.values)}"
    return field.meaning if field.range == Range() else f"{field.meaning}; {field.range.words}"
