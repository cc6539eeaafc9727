"""Writes ``src/motorpool/world/column_names.pyi``: every column of a world's vehicles as an attribute.

At run time the columns come from the components that declare them; type checkers and editors read this stub. Run
``python tools/generated/column_names.py`` (or ``make generate``) after a component's columns have changed; a test
compares.
"""

from pathlib import Path
from typing import Any

from motorpool.models.fields import fields_of
from motorpool.world import columns
from motorpool.world.components import GROUPS, structures

TARGET = Path(__file__).parents[2] / "src" / "motorpool" / "world" / "column_names.pyi"

HEAD = '"""The columns of vehicles as an editor sees them. Written by make generate; not to be edited."""\n'
DESCRIPTOR = '''
Values = TypeVar("Values")

class Column(Generic[Values]):
    """A column: an array when read; one number, or one a vehicle, is written into it in place."""

    def __get__(self, table: Any, owner: Any = None) -> Values: ...
    def __set__(self, table: Any, value: ArrayLike) -> None: ...
'''
KINDS = {id_: name for name in ("Floats", "Words", "Indices", "Flags") for id_ in (str(getattr(columns, name)),)}


def text() -> str:
    """Return the whole stub."""
    named: dict[str, Any] = structures() | GROUPS
    imports = {(relative(structure.__module__), structure.__name__) for structure in named.values()}
    lines = [HEAD, "from typing import Any, Generic, TypeVar", "", "from numpy.typing import ArrayLike", ""]
    lines += ["from .columns import Flags, Floats, Indices, Words"]
    lines += [f"from {module} import {name}" for module, name in sorted(imports)]
    lines += [DESCRIPTOR, "class Columns:"]
    for name, structure in named.items():
        lines.append(f'    {name}: {structure.__name__}\n    """{structure.__doc__.splitlines()[0]}"""')
    for structure in structures().values():
        meanings = {field.name: field for field in fields_of(structure)}
        for name, kind in structure.__annotations__.items():
            unit = f" [{meanings[name].unit}]" if meanings[name].unit else ""
            lines.append(f'    {name}: Column[{KINDS[str(kind)]}]\n    """{meanings[name].meaning}{unit}"""')
    return "\n".join(lines) + "\n"


def relative(module: str) -> str:
    """Return the name of a module of the package as ``motorpool.world`` imports it."""
    name = module.removeprefix("motorpool.")
    return f".{name.removeprefix('world.')}" if name.startswith("world.") else f"..{name}"


if __name__ == "__main__":
    TARGET.write_text(text(), encoding="utf-8")
