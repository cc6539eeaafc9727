"""Writes ``src/motorpool/typed.pyi``: every model's fields as attributes that an editor can complete.

At run time the attributes come from the models themselves; an editor reads this stub and shows each with
its meaning and unit. Run ``python tools/generated/typed_names.py`` (or ``make generate``) after a model has changed;
a test compares the file with what this prints.
"""

import re
from pathlib import Path

from motorpool.models import find, names
from motorpool.models.fields import Field, fields_of
from motorpool.models.registry import Model, aliases
from motorpool.vehicles import motor_pool

TARGET = Path(__file__).parents[2] / "src" / "motorpool" / "typed.pyi"

HEAD = '''"""Vehicles and fleets as an editor sees them. Written by make generate; not to be edited."""

# A model's name is also a text, and the overload of its own class comes first; columns with known names are no
# columns of any name.
# pyright: reportOverlappingOverload=false, reportIncompatibleVariableOverride=false

from typing import Any, Literal, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .vehicles.fleet import fleet as _fleet
from .vehicles import vehicle as _vehicle

class Column:
    """A column: an array when read; one number, or one a vehicle, is written into it in place."""

    def __get__(self, columns: Any, owner: Any = None) -> NDArray[np.floating[Any]]: ...
    def __set__(self, columns: Any, value: ArrayLike) -> None: ...

class NamedValue:
    """A number that may be given by its word."""

    def __get__(self, vehicle: Any, owner: Any = None) -> float: ...
    def __set__(self, vehicle: Any, value: float | str) -> None: ...

class OtherVehicle(_vehicle.Vehicle):
    """A vehicle of a model that is not known before the program runs; every name may be a field."""

    def __getattr__(self, name: str) -> Any: ...
    def __setattr__(self, name: str, value: Any) -> None: ...
'''


def text() -> str:
    """The whole stub."""
    models = [find(name) for name in names()]
    parts = [HEAD]
    for model in models:
        parts.append(vehicle_class(model))
        parts += [columns_class(model, part) for part in model.structures]
        parts.append(fleet_class(model))
    parts.append(entry("Vehicle", "OtherVehicle", models, "", "compiled: bool = False, ", "float"))
    fleet_arguments = ", count: int"
    options = "name: str | None = None, body: _fleet.Body | None = None, dtype: Any = ..., device: str = ..., "
    parts.append(entry("Fleet", "_fleet.Fleet", models, fleet_arguments, options, "ArrayLike"))
    return "\n".join(parts)


def title(model: Model) -> str:
    """Return the name of a model's classes: BicycleSixLine for "bicycle/six-line"."""
    return "".join(part.capitalize() for part in re.split("[/-]", model.name))


def all_fields(model: Model) -> list[Field]:
    """State, Control, Params and Ground in order."""
    return [field for structure in model.structures.values() for field in fields_of(structure)]


def attributes(model: Model, fields: list[Field], kind: str) -> str:
    """One annotated attribute a field, with its docstring."""
    lines = [
        f"    {field.name}: {'NamedValue' if kind == 'float' and field.names else kind}\n"
        f'    """{meaning(model, field)} [{field.unit}]"""'
        for field in fields
    ]
    return "\n".join(lines) or "    pass"


def meaning(model: Model, field: Field) -> str:
    """Return the meaning of a field; of a place with the point of the vehicle that is there."""
    if field.name not in ("x", "y") or not model.reference_point:
        return field.meaning
    return f"{field.meaning}, of {model.reference_point}"


def vehicle_class(model: Model) -> str:
    """The class of one vehicle of a model."""
    return f"class {title(model)}Vehicle(_vehicle.Vehicle):\n{attributes(model, all_fields(model), 'float')}\n"


def columns_class(model: Model, part: str) -> str:
    """The class of a fleet's ``state``, ``control``, ``params`` or ``ground``."""
    fields = list(fields_of(model.structures[part]))
    return f"class {title(model)}{part.capitalize()}(_fleet.KnownColumns):\n{attributes(model, fields, 'Column')}\n"


def fleet_class(model: Model) -> str:
    """The class of a fleet of a model."""
    lines = [f"    {part}: {title(model)}{part.capitalize()}" for part in model.structures]
    return f"class {title(model)}Fleet(_fleet.Fleet):\n" + "\n".join(lines) + "\n"


def entry(name: str, base: str, models: list[Model], arguments: str, options: str, value: str) -> str:
    """The class that users call: an overload a model, and one for models of their own."""
    lines = [f"class {name}({base}):"]
    for model in models:
        words = ", ".join(f'"{word}"' for word in (model.name, *aliases(model.name), *vehicles_of(model)))
        values = ", ".join(f"{field.name}: {accepted(field, value)} = ..." for field in all_fields(model))
        signature = f"cls, model: Literal[{words}]{arguments}, *, {options}{values}"
        lines.append(f"    @overload\n    def __new__({signature}) -> {title(model)}{name}: ...")
    star = "*, " if options else ""
    lines.append("    @overload")
    lines.append(f"    def __new__(cls, model: Any{arguments}, {star}{options}**values: Any) -> {base}: ...")
    return "\n".join(lines) + "\n"


def vehicles_of(model: Model) -> list[str]:
    """The vehicles of the motor pool that a model moves."""
    return [name for name in motor_pool.names() if find(name).plain.name == model.name]


def accepted(field: Field, value: str) -> str:
    """Return the types that a field accepts."""
    if field.names is None:
        return value
    return f"{value} | Literal[{', '.join(repr(word) for word, _ in field.names.values)}]"


if __name__ == "__main__":
    TARGET.write_text(text(), encoding="utf-8")
