"""A module of TypeScript with stages, the functions that they call, their structures and their constants."""

import inspect
import re
from collections.abc import Sequence
from typing import Any, get_type_hints

from ...models.fields import own_name
from .expressions import camel, number_text
from .kinds import NUMBER, Array, Kind, Undeclared, fields_of_structure, is_structure, kind_of_annotation, parts_of
from .statements import FunctionText

HELPERS = """
export type Column = Float64Array | Float32Array | Int8Array | Uint8Array | Int32Array | Uint32Array;
export type Span = [number, number]; // from the first on, to before the second

// Numbers in rows and columns, row after row.
export interface Table {
  values: Column;
  shape: [number, number];
}

function sincos(angle: number): [number, number] {
  return [Math.sin(angle), Math.cos(angle)];
}

function minimum(a: number, b: number): number { // NaN if either is
  return b < a || b !== b ? b : a;
}

function maximum(a: number, b: number): number { // NaN if either is
  return b > a || b !== b ? b : a;
}

function clamp(value: number, low: number, high: number): number {
  return minimum(maximum(value, low), high);
}

function wrapAngle(angle: number): number { // into (-pi, pi]
  if (-Math.PI < angle && angle <= Math.PI) {
    return angle;
  }
  const rest = angle % (2 * Math.PI);
  const wrapped = Math.abs(rest) > Math.PI ? rest - Math.sign(rest) * 2 * Math.PI : rest;
  return wrapped <= -Math.PI ? Math.PI : wrapped;
}

function modulo(a: number, b: number): number { // of b's sign
  return a - b * Math.floor(a / b);
}
"""


class StageModule:
    """Stages that are added, with what they need.

    Args:
        undeclared: kinds of fields that structures declare as anything.
    """

    def __init__(self, undeclared: Undeclared | None = None):
        self._undeclared = undeclared or Undeclared()
        self._structures: dict[Any, dict[str, Kind]] = {}
        self._types: dict[Any, str] = {}
        self._constants: dict[str, str] = {}
        self._functions: dict[Any, FunctionText] = {}
        self._begun: dict[Any, tuple[str, Kind]] = {}
        self._names: set[str] = {"Column", "Span", "Table"}

    def add(self, stage: Any) -> str:
        """Add a stage, whose arguments are all annotated; returns its name in TypeScript."""
        hints = get_type_hints(stage)
        given = [kind_of_annotation(hints.get(name)) or NUMBER for name in inspect.signature(stage).parameters]
        return self.function(stage, given)[0]

    def text(self, heading: Sequence[str] = ()) -> str:
        """Return the module.

        Args:
            heading: lines of a comment at its top.
        """
        lines = [f"// {line}".rstrip() for line in heading] + HELPERS.strip().splitlines()
        helpers = [name for name in ("sincos", "modulo") if not self._calls(name)]
        lines = [
            line
            for part in _parts(lines)
            if not any(f"function {name}(" in part[0] for name in helpers)
            for line in part
        ]
        lines += ["", *(f"export const {name} = {value};" for name, value in self._constants.items())]
        for structure, fields in self._structures.items():
            doc = (inspect.getdoc(structure) or "").partition("\n")[0]
            about = _comments_of(structure)
            lines += ["", *([f"// {doc}"] if doc else []), f"export interface {self._types[structure]} {{"]
            lines += [f"  {camel(name)}: {self.type_text(kind)};{about.get(name, '')}" for name, kind in fields.items()]
            lines += ["}"]
        for function in self._functions.values():
            lines += ["", *function.lines]
        return "\n".join(lines) + "\n"

    def function(self, function: Any, given: Sequence[Kind]) -> tuple[str, Kind]:
        """Return the name of a function for kinds of arguments, and the kind of what it returns."""
        hints = get_type_hints(function)
        names = inspect.signature(function).parameters
        kinds = [kind_of_annotation(hints.get(name)) or kind for name, kind in zip(names, given, strict=True)]
        kinds = [own if is_plain(own) else kind for own, kind in zip(kinds, given, strict=True)]
        for kind in kinds:
            if isinstance(kind, type):
                self.structure(kind)
        key = (function, *kinds)
        if key not in self._begun:
            name = self._unique(camel(function.__name__), camel(f"{own_name(function)}_{function.__name__}"))
            self._begun[key] = name, kind_of_annotation(hints.get("return")) or NUMBER
            made = FunctionText(self, function, name, kinds)
            self._functions[key] = made
            self._begun[key] = name, made.returns
        return self._begun[key]

    def structure(self, structure: Any) -> dict[str, Kind]:
        """Return the fields of a structure, whose type the module then has."""
        if structure not in self._structures:
            name = structure.__name__
            home = "".join(word.capitalize() for word in own_name(structure).split("_"))
            self._types[structure] = self._unique(name, home + name)
            self._structures[structure] = fields = fields_of_structure(structure, self._undeclared)
            for kind in fields.values():
                if isinstance(kind, type):
                    self.structure(kind)
        return self._structures[structure]

    def type_text(self, kind: Kind) -> str:
        """Return a kind's type in TypeScript."""
        parts = parts_of(kind)
        if parts is not None:
            return f"[{', '.join(map(self.type_text, parts))}]"
        if isinstance(kind, Array):
            return kind.type
        if is_structure(kind):
            self.structure(kind)
            return self._types[kind]
        return kind

    def constant(self, name: str, value: Any, module: Any) -> str:
        """Return the name of a constant.

        Args:
            name: in Python.
            value: of the constant, a number, a tuple of numbers or a structure of them.
            module: in whose text it stands.
        """
        text = self._constant_text(value)
        for known in (name, f"{module.__name__.rpartition('.')[2].upper()}_{name}"):
            if self._constants.setdefault(known, text) == text:
                return known
        raise AssertionError(f"two constants {name} of modules called {module.__name__}")

    def _constant_text(self, value: Any) -> str:
        if is_structure(type(value)):
            fields = [f"{camel(field)}: {number_text(each)}" for field, each in value._asdict().items()]
            return f"{{ {', '.join(fields)} }}"
        parts = parts_of(value)
        return number_text(value) if parts is None else f"[{', '.join(map(number_text, parts))}]"

    def _unique(self, name: str, longer: str) -> str:
        found = next(
            each for each in (name, longer, *(f"{name}{number}" for number in range(2, 99))) if each not in self._names
        )
        self._names.add(found)
        return found

    def _calls(self, name: str) -> bool:
        return any(f"{name}(" in line for function in self._functions.values() for line in function.lines)


def is_plain(kind: Kind) -> bool:
    """Return whether an annotation says more than the value that is given: a column's own type does not."""
    return isinstance(kind, type | str | tuple)


def _parts(lines: Sequence[str]) -> list[list[str]]:
    """Return lines in parts that begin after empty lines."""
    parts: list[list[str]] = [[]]
    for line in lines:
        if not line:
            parts.append([])
        parts[-1].append(line)
    return [part if part[0] else [*part[1:2], *part[2:]] for part in parts if any(part)]


def _comments_of(structure: Any) -> dict[str, str]:
    """Return the comments behind the fields of a structure."""
    found = re.findall(r"^    (\w+): [^#\n]*#\s*(.*)$", inspect.getsource(structure), re.MULTILINE)
    return {name: f" // {comment}" for name, comment in found}
