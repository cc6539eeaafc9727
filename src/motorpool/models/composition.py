"""Models that are composed of parts: their nested structures, and the flat form in which everything else sees them.

A part is a module with a ``State``, ``Params``, ``Control`` or ``Ground`` of its own. A model nests them:

    class Params(NamedTuple):
        body: body.Params = body.Params(mass=1500.0)
        front_axle: axle.Params = axle.Params(offset=1.2)  # front axle

Each field of a part is a column. A part that is called as its module is there once, and its fields keep their names
(``body.mass`` is ``mass``); any other name stands before those of its fields (``front_axle.offset`` is
``front_axle_offset``). The comment on a part's line stands before the meaning of its fields.

``flat_form`` makes of a composed model a module with flat structures, and functions that nest, call and flatten. It is
what the registry hands out, so vehicles, fleets, compiled loops and files know flat structures only. In compiled code
nesting costs nothing: the structures dissolve into registers.
"""

import linecache
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from types import FunctionType, ModuleType
from typing import Any, cast, get_type_hints

from .fields import fields_of, flat_structure, is_structure, names_in, own_name

STRUCTURES = ("State", "Control", "Params", "Ground")
FUNCTIONS = {  # of a model: what they take, structures by their names, and what they return
    "step": (("State", "Control", "Params", "dt", "Ground"), "State"),
    "step_with": (("tyre_force", "State", "Control", "Params", "dt", "Ground"), "State"),
    "control_from_command": (("State", "speed", "steer", "Params", "dt"), "Control"),
    "is_valid": (("Control", "Params", "dt"), ""),
}


def is_composed(module: ModuleType) -> bool:
    """Return whether one of a model's structures nests another."""
    return any(_parts_in(getattr(module, name)) for name in STRUCTURES if hasattr(module, name))


def parts_of(module: ModuleType) -> frozenset[str]:
    """Return the names of the modules whose structures a model nests, such as "body" and "axle"."""
    return _names_of_parts(tuple(getattr(module, name) for name in STRUCTURES if hasattr(module, name)))


@lru_cache(maxsize=256)
def _names_of_parts(structures: tuple[type, ...]) -> frozenset[str]:
    return frozenset(own_name(part) for structure in structures for path, part in all_parts(structure) if path)


@lru_cache(maxsize=64)
def flat_form(module: ModuleType) -> ModuleType:
    """Return the flat form of a composed model: a module with its names, flat structures and flat functions."""
    flat = ModuleType(module.__name__, module.__doc__)
    names_there = [name for name in dir(module) if not name.startswith("__")]
    vars(flat).update({name: getattr(module, name) for name in names_there}, COMPOSED=module)
    names: dict[str, object] = {"__name__": module.__name__}
    for name in STRUCTURES:
        if hasattr(module, name):
            nested = getattr(module, name)
            vars(flat)[name] = names[name] = flat_structure(nested, fields_of(nested))
            names |= {_global_name(name, path): part for path, part in all_parts(nested)}
    for name in FUNCTIONS:
        if hasattr(module, name):
            vars(flat)[name] = _flat_function(module, name, names)
    return flat


def nest(structure: type, values: object) -> Any:
    """Return an instance of a composed structure with the values that the flat ``values`` has."""
    return _filled(structure, iter([getattr(values, field.name) for field in fields_of(structure)]))


def _filled(structure: type, flat: Iterator[object]) -> object:
    parts = _parts_in(structure)
    return structure(*[_filled(parts[name], flat) if name in parts else next(flat) for name in names_in(structure)])


def _flat_function(module: ModuleType, name: str, names: dict[str, object]) -> Callable[..., object]:
    """Return a function of flat structures that calls the model's own with nested ones."""
    source = _flat_source(module, name)
    file = f"<flat form of {module.__name__}.{name}>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)  # for tracebacks
    scope = {**names, f"composed_{name}": getattr(module, name)}
    exec(compile(source, file, "exec"), scope)
    function = cast("FunctionType", scope[name])
    function.__doc__ = getattr(module, name).__doc__
    return function


def _flat_source(module: ModuleType, name: str) -> str:
    takes, returned = FUNCTIONS[name]
    takes = [word for word in takes if word != "Ground" or hasattr(module, "Ground")]
    arguments = ", ".join(word.lower() for word in takes)
    given = [_nested_source(word, getattr(module, word)) if word in STRUCTURES else word for word in takes]
    call = f"composed_{name}({', '.join(given)})"
    if not returned:
        return f"def {name}({arguments}):\n    return {call}\n"
    values = ", ".join(f"made.{field.path or field.name}" for field in fields_of(getattr(module, returned)))
    return f"def {name}({arguments}):\n    made = {call}\n    return {returned}({values})\n"


def _nested_source(name: str, structure: type) -> str:
    """Return the text that makes a nested structure of a flat one named ``name`` in small letters."""
    return _filled_source(name, structure, "", iter([f"{name.lower()}.{field.name}" for field in fields_of(structure)]))


def _filled_source(name: str, structure: type, path: str, flat: Iterator[str]) -> str:
    parts = _parts_in(structure)
    values = [
        _filled_source(name, parts[field], _joined(path, field), flat) if field in parts else next(flat)
        for field in names_in(structure)
    ]
    return f"{_global_name(name, path)}({', '.join(values)})"


def all_parts(structure: type, path: str = "") -> Iterator[tuple[str, type]]:
    """Yield a structure and all structures that it nests, each with its path from the structure."""
    yield path, structure
    for name, part in _parts_in(structure).items():
        yield from all_parts(part, _joined(path, name))


@cache
def _parts_in(structure: type) -> dict[str, type]:
    if hasattr(structure, "flat_fields"):
        return {}
    hints = get_type_hints(structure)
    return {name: hints[name] for name in names_in(structure) if is_structure(hints.get(name))}


def _global_name(name: str, path: str) -> str:
    return f"Nested{name}_{path.replace('.', '_')}" if path else f"Nested{name}"


def _joined(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name
