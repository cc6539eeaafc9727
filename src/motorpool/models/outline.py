"""Outline of a model's file: its fields and names, read from its text without running it.

    hover = outline_of(Path("hover.py"), text)
    fields_of(hover.Params)      # names, ranges, meanings and units, as of the model itself
    hover.step(...)              # raises TrustError

A value is known where it is written as a number, as arithmetic of numbers, or by names that this package's models have:
types of fields, structures of parts. Any other default is NaN, and a structure that is made in another way is open: its
fields are not known.
"""

import ast
import math
import typing
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Annotated, NoReturn, cast

from ..base.errors import ModelError, Refusal
from ..base.terminal import in_one_line
from .fields import (
    Field,
    Names,
    Narrowed,
    OptionalField,
    Range,
    comment_on,
    field_of,
    fields_of_part,
    flat_structure,
    is_structure,
)

PARTS = ("State", "Control", "Params")
STRUCTURES = (*PARTS, "Ground")
WORDS = ("KIND", "REFERENCE_POINT", "BRANCHES")  # of a model that are text
FUNCTIONS = ("step", "control_from_command")
PACKAGES = ("motorpool.models", "motorpool.studies.published.models")  # of whose modules an outline takes values
ARGUMENTS = ("state", "control", "params", "dt", "ground")
MOST_STEPS = 10_000  # parts of a file's text that are read; models of this package have some thousand

_UNKNOWN: object = object()
_ARITHMETIC: Mapping[type[ast.AST], Callable[..., object]] = {
    ast.Add: float.__add__,
    ast.Sub: float.__sub__,
    ast.Mult: float.__mul__,
    ast.Div: float.__truediv__,
    ast.Pow: float.__pow__,
    ast.USub: float.__neg__,
    ast.UAdd: float.__pos__,
}
_CALLED: tuple[object, ...] = (Range, Names, Narrowed, float)  # beside structures and functions of math


def outline_of(path: Path, text: str) -> ModuleType:
    """Return a module with the structures that a model's text declares, and functions that do not run.

    Raises:
        ModelError: it is no Python, or no model: a line for each thing that is wrong.
    """
    try:
        tree = ast.parse(text)
        return _Reader(path, text).module(tree)
    except ModelError:
        raise
    except SyntaxError as error:
        raise ModelError(f"{path}:{error.lineno or 1}: this is no Python: {error.msg}") from error
    except (RecursionError, MemoryError) as error:
        raise ModelError(f"{path}:1: this Python is nested too deep to be read; write it flatter") from error
    except ValueError as error:  # a NUL
        raise ModelError(f"{path}:1: this is no Python that can be read: {error}") from error


def is_open(structure: type) -> bool:
    """Return whether the fields of a structure are not known, because only running its file would say."""
    return getattr(structure, "is_open", False)


class _Reader:
    """Reads the text of one file."""

    def __init__(self, path: Path, text: str):
        self._path, self._lines = path, text.splitlines()
        self._scope: dict[str, object] = {"float": float, "True": True, "False": False}
        self._functions: dict[str, ast.FunctionDef] = {}
        self._imports_all, self._is_model_part = False, False
        self._problems: list[tuple[int, str]] = []

    def module(self, tree: ast.Module) -> ModuleType:
        for statement in _statements(tree):
            self._read(statement)
        self._check()
        if self._problems:
            where = in_one_line(str(self._path))
            lines = [f"{where}:{line}: {in_one_line(sentence)}" for line, sentence in sorted(self._problems)]
            raise ModelError(Refusal("\n".join(lines)))
        made = ModuleType(self._path.stem, ast.get_docstring(tree))
        for name in STRUCTURES:
            if name in self._scope or name in PARTS:
                found = self._scope.get(name)
                vars(made)[name] = found if is_structure(found) else self._open(name)
        for name in WORDS:
            if isinstance(self._scope.get(name), str):
                vars(made)[name] = self._scope[name]
        for name in FUNCTIONS:
            if name == "step" or name in self._scope:
                vars(made)[name] = self._unrun(name)
        return made

    # ---- statements

    def _read(self, statement: ast.stmt) -> None:
        match statement:
            case ast.ImportFrom(module=module, names=names, level=0):
                self._import_from(module or "", names)
            case ast.ImportFrom(names=names):
                self._bind(names)
            case ast.Import(names=names):
                for alias in names:
                    is_whole = alias.asname is not None or "." not in alias.name
                    self._scope[alias.asname or alias.name.partition(".")[0]] = (
                        _module(alias.name) if is_whole else _UNKNOWN
                    )
            case ast.ClassDef():
                self._scope[statement.name] = self._structure(statement)
            case ast.FunctionDef():
                self._functions[statement.name] = statement
                self._scope[statement.name] = _UNKNOWN
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    if isinstance(target, ast.Name):
                        self._scope[target.id] = self._value(value)
                    else:
                        for name in ast.walk(target):
                            if isinstance(name, ast.Name):
                                self._scope[name.id] = _UNKNOWN
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                self._scope[name] = self._value(value)
            case _:
                pass

    def _import_from(self, module: str, names: list[ast.alias]) -> None:
        home = _module(module)
        for alias in names:
            if alias.name == "*":
                self._imports_all = True
                continue
            found = _attribute(home, alias.name)
            if found is _UNKNOWN and home is not _UNKNOWN:
                found = _module(f"{module}.{alias.name}")
            self._scope[alias.asname or alias.name] = found

    def _bind(self, names: list[ast.alias]) -> None:
        self._scope.update({alias.asname or alias.name: _UNKNOWN for alias in names})
        self._imports_all |= any(alias.name == "*" for alias in names)

    def _structure(self, node: ast.ClassDef) -> object:
        self._is_model_part = node.name in STRUCTURES
        is_named_tuple = any(ast.unparse(base).rpartition(".")[2] == "NamedTuple" for base in node.bases)
        if not is_named_tuple:
            if not node.bases:
                self._refuse(node, f"{node.name} must be a NamedTuple of floats")
            return _UNKNOWN
        fields: list[Field] = []
        for statement in node.body:
            match statement:
                case ast.AnnAssign(target=ast.Name(id=name)):
                    fields += self._fields(node.name, name, statement)
                case ast.Assign():
                    self._refuse(statement, f"a field of {node.name} has no type; write name: float")
                case _:
                    pass
        repeated = {field.name for field in fields if sum(other.name == field.name for other in fields) > 1}
        if repeated:
            self._refuse(node, f"{node.name} has the field {min(repeated)} twice; keep one")
            return _UNKNOWN
        described = SimpleNamespace(__name__=node.name, __doc__=ast.get_docstring(node), __module__=self._path.stem)
        return flat_structure(described, fields)

    def _fields(self, structure: str, name: str, node: ast.AnnAssign) -> list[Field]:
        hint = self._value(node.annotation)
        default = _UNKNOWN if node.value is None else self._value(node.value)
        comment = comment_on(self._lines[node.lineno - 1])
        if is_structure(hint):
            known = default if isinstance(default, getattr(hint, "__origin__", cast("type", hint))) else None
            return fields_of_part(name, hint, known, comment)
        if isinstance(hint, type) and hint is not float:
            self._refuse(node, f"{structure}.{name} is of type {hint.__name__}; it must be a number: write float")
        if isinstance(default, str | bool):
            self._refuse(node, f"{structure}.{name} is {default!r} by default; it must be a number")
        number = default if isinstance(default, float) else 0.0 if node.value is None else math.nan
        return [field_of(name, hint, number, comment)]

    def _refuse(self, node: ast.stmt, sentence: str) -> None:
        """Note a mistake in one of the model's structures; other structures of its file are not checked."""
        if self._is_model_part:
            self._problems.append((node.lineno, sentence))

    # ---- values

    def _value(self, node: ast.expr) -> object:
        match node:
            case ast.Constant(value=bool() | str() | None as value):
                return value
            case ast.Constant(value=int() | float() as value):
                return _number(float.__pos__, value)
            case ast.Name(id=name):
                return self._scope.get(name, _BUILT_IN.get(name, _UNKNOWN))
            case ast.Attribute(value=inner, attr=name):
                return _attribute(self._value(inner), name)
            case ast.UnaryOp(op=op, operand=inner):
                return _number(_ARITHMETIC.get(type(op)), self._value(inner))
            case ast.BinOp(left=left, op=op, right=right):
                return _number(_ARITHMETIC.get(type(op)), self._value(left), self._value(right))
            case ast.Tuple(elts=elements):
                values = tuple(self._value(element) for element in elements)
                return _UNKNOWN if _UNKNOWN in values else values
            case ast.Dict(keys=keys, values=values):
                names = [self._value(key) if key is not None else _UNKNOWN for key in keys]
                is_plain = all(isinstance(name, str) for name in names)
                return dict(zip(names, map(self._value, values), strict=True)) if is_plain else _UNKNOWN
            case ast.Subscript(value=inner, slice=ast.Tuple(elts=[hint, *rest])) if self._value(inner) is Annotated:
                return self._annotated(hint, rest)
            case ast.Call(func=function, args=arguments, keywords=keywords):
                return self._call(self._value(function), arguments, keywords)
            case _:
                return _UNKNOWN

    def _annotated(self, hint: ast.expr, rest: list[ast.expr]) -> object:
        parts = [self._value(part) for part in (hint, *rest)]
        if parts[0] is _UNKNOWN:
            return _UNKNOWN
        known = [part for part in parts[1:] if isinstance(part, Range | Names | Narrowed | OptionalField)]
        return Annotated[(parts[0], *known)] if known else parts[0]

    def _call(self, function: object, arguments: list[ast.expr], keywords: list[ast.keyword]) -> object:
        """Call a function that only makes a value: a structure of this package, a range, a function of ``math``."""
        values = [self._value(argument) for argument in arguments]
        named = {keyword.arg: self._value(keyword.value) for keyword in keywords}
        if not _only_makes_values(function) or None in named or _UNKNOWN in (*values, *named.values()):
            return _UNKNOWN
        try:
            return cast("Callable[..., object]", function)(*values, **cast("dict[str, object]", named))
        except (TypeError, ValueError, ArithmeticError):
            return _UNKNOWN

    # ---- what a model must have

    def _check(self) -> None:
        missing = [name for name in (*PARTS, "step") if name not in self._scope]
        if missing and not self._imports_all:
            self._problems.append(
                (1, f"it is no motion model: it lacks {', '.join(missing)}; a model has the four names "
                 "State, Control, Params and step")
            )  # fmt: skip
        for name in STRUCTURES:
            found = self._scope.get(name, _UNKNOWN)
            if found is not _UNKNOWN and not is_structure(found):
                self._problems.append((1, f"{name} must be a NamedTuple of floats"))
        step = self._functions.get("step")
        if step is not None:
            self._check_step(step.args, step.lineno)

    def _check_step(self, arguments: ast.arguments, line: int) -> None:
        wanted = ARGUMENTS if "Ground" in self._scope else ARGUMENTS[:-1]
        given = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args)]
        required = len(given) - len(arguments.defaults)
        fits = required <= len(wanted) and (len(wanted) <= len(given) or arguments.vararg is not None)
        if not fits or any(default is None for default in arguments.kw_defaults):
            sentence = f"step takes ({', '.join(given)}); it must take ({', '.join(wanted)})"
            self._problems.append((line, sentence))

    def _open(self, name: str) -> type:
        described = SimpleNamespace(__name__=name, __doc__=None, __module__=self._path.stem)
        made = flat_structure(described, [])
        made.is_open = True
        return made

    def _unrun(self, name: str) -> Callable[..., object]:
        def unrun(*_: object, **__: object) -> NoReturn:
            raise ModelError(f"{self._path} was read and not run, so {name} has no answer")

        return unrun


_BUILT_IN: Mapping[str, object] = {"int": int, "str": str, "bool": bool, "list": list, "dict": dict, "tuple": tuple}


def _statements(tree: ast.Module) -> Iterator[ast.stmt]:
    waiting, count = [*reversed(tree.body)], 0
    while waiting:
        statement = waiting.pop()
        count += 1
        if count > MOST_STEPS:
            raise ValueError(f"it has more than {MOST_STEPS} statements")
        yield statement
        if not isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            waiting += reversed(_bodies(statement))


def _bodies(statement: ast.stmt) -> list[ast.stmt]:
    lists: list[list[ast.stmt]] = [getattr(statement, name, []) for name in ("body", "orelse", "finalbody")]
    handlers = [part.body for name in ("handlers", "cases") for part in getattr(statement, name, [])]
    return [child for found in (*lists, *handlers) for child in found]


def _module(name: str) -> object:
    """Return a module of this package's models, ``math`` or ``typing``; no other is imported."""
    if name in ("math", "typing"):
        return math if name == "math" else typing
    if not _is_ours(name):
        return _UNKNOWN
    try:
        return import_module(name)
    except ImportError:
        return _UNKNOWN


def _is_ours(module: str) -> bool:
    return any(module == package or module.startswith(f"{package}.") for package in PACKAGES)


def _attribute(home: object, name: str) -> object:
    """Return a public name of a module that ``_module`` returns; unknown of anything else."""
    if not isinstance(home, ModuleType) or name.startswith("_"):
        return _UNKNOWN
    if home is not math and home is not typing and not _is_ours(home.__name__):
        return _UNKNOWN
    return getattr(home, name, _UNKNOWN)


def _only_makes_values(function: object) -> bool:
    if function in _CALLED or getattr(math, getattr(function, "__name__", ""), None) is function:
        return function not in (math.factorial, math.comb, math.perm)  # of a large number they do not end
    return is_structure(function) and isinstance(function, type)


def _number(function: Callable[..., object] | None, *values: object) -> object:
    numbers = [value for value in values if isinstance(value, int | float)]
    if function is None or len(numbers) < len(values):
        return _UNKNOWN
    try:
        found = function(*map(float, numbers))
    except ArithmeticError:
        return _UNKNOWN
    return found if isinstance(found, float) else _UNKNOWN
