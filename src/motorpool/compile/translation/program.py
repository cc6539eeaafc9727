"""Programs: the functions, structures and constants of a model, with unique names, independent of the language.

``form`` reads the functions of the model. Every function, structure and constant gets a name that is unique in the
program by the naming conventions of any language.
"""

import ast
import importlib
import inspect
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ...base.errors import ModelError
from ...models import mathematics
from ...models.fields import fields_of, home_name, own_name
from ...models.registry import Model
from ..form import nodes as n
from ..form.reader import Reader, Target
from ..form.types import FLOAT, TRUTH, ArrayType, Struct, Type, UnsupportedError

FUNCTIONS = ("step", "control_from_command", "is_valid")  # called by users
WORDS = {
    each: name
    for name, each in vars(mathematics).items()
    if getattr(each, "__module__", "") == mathematics.__name__ and callable(each)
}
FORMULAS = Target(WORDS, has_whole_numbers=False)  # models consist of numbers, truth values and structures of them
WORDS_FOR: dict[type, str] = {n.Store: "arrays", n.Update: "arrays", n.Do: "calls without a value"}
UNWRITTEN = (n.Store, n.Update, n.While, n.For, n.Break, n.Continue, n.Do)  # statements without a translation
ARITHMETIC = ("+", "-", "*", "/", "<", "<=", ">", ">=", "==", "!=", "and", "or", "&", "|")


class Detail(NamedTuple):
    """Default, meaning and unit of a public field."""

    default: float
    meaning: str
    unit: str

    @property
    def text(self) -> str:
        """Return meaning and unit as the text of a comment."""
        return f"{self.meaning} [{self.unit}]" if self.unit else self.meaning


class NamedConstant(NamedTuple):
    """Constant with a name."""

    name: str
    value: Any  # a number, or a tuple or structure of numbers
    comment: str = ""  # trailing comment in the Python source
    type: Type = FLOAT


@dataclass
class Program:
    """Program of a model.

    Attributes:
        title: title of the vehicle, or the name of the model.
        reference_point: point of the vehicle at x, y.
        public: structures for users: State, Control, Params and, if the model has one, Ground.
        details: descriptions of the fields of the public structures, by the structure's name.
    """

    name: str
    title: str
    doc: str
    reference_point: str
    constants: list[NamedConstant]
    structs: list[Struct]
    functions: list[n.Function]
    public: list[Struct] = field(default_factory=list[Struct])
    details: dict[str, dict[str, Detail]] = field(default_factory=dict[str, dict[str, Detail]])

    def function(self, name: str) -> n.Function | None:
        """Return a function by its name; None if there is none."""
        return next((function for function in self.functions if function.name == name), None)

    def struct(self, name: str) -> Struct | None:
        """Return a structure by its name; None if there is none."""
        return next((struct for struct in self.structs if struct.name == name), None)

    def details_of(self, struct: Struct) -> dict[str, Detail]:
        """Return the descriptions of a structure's fields; empty unless the structure is public."""
        return self.details.get(struct.name, {})

    @property
    def words(self) -> set[str]:
        """Return the mathematical functions that the program uses."""
        bodies = (function.body for function in self.functions)
        parts = [part for body in bodies for part in n.parts_of(body)]
        found = {part.name for part in parts if isinstance(part, n.Intrinsic)}
        return found | {"modulo" for part in parts if isinstance(part, n.Binary) and part.operator == "%"}


def program_of(model: Model, extra: Sequence[Any] = ()) -> Program:
    """Return the program of a model.

    Raises:
        ModelError: the model's source has a construct that cannot be translated.
    """
    module, reader = model.module, Reader(FORMULAS)
    public = {part: reader.struct(kind, (FLOAT,) * len(kind._fields)) for part, kind in model.structures.items()}
    called = [getattr(module, name) for name in FUNCTIONS if hasattr(module, name)]
    try:
        for function in (*called, *extra):
            reader.function(function, [public.get(name, FLOAT) for name in inspect.signature(function).parameters])
        for function in reader.functions:
            _check(function)
    except UnsupportedError as refusal:
        raise ModelError(
            f"{refusal.file}:{refusal.line}: {refusal.reason}; it cannot be translated: a model to export uses + - * "
            "/, comparisons, if, and the functions of motorpool.models.mathematics"
        ) from refusal
    naming = Naming(reader, module)
    for part, struct in public.items():
        naming.name_public(part.capitalize(), struct)
    for function in reader.begun:
        is_called = function.python in called
        naming.name_function(function, function.python.__name__ if is_called else "")
    for function in reader.functions:
        naming.name_parts(function)
    vehicle = model.vehicle
    return Program(
        name=model.name,
        title=model.title if vehicle is None else f"{vehicle.title} ({home_name(module.__name__)})",
        doc=inspect.cleandoc(module.__doc__ or ""),
        reference_point=model.reference_point,
        constants=naming.constants,
        structs=naming.structs,
        functions=reader.functions,
        public=list(public.values()),
        details={
            struct.name: {each.name: Detail(each.default, each.meaning, each.unit) for each in fields_of(struct.of)}
            for struct in public.values()
        },
    )


def _check(function: n.Function) -> None:
    """Check that a function has only statements that can be written in other languages.

    Raises:
        UnsupportedError: a statement cannot be written.
    """
    for statement in n.statements_of(function.body):
        if reason := _reason_against(statement):
            raise UnsupportedError(reason, function.text.file, statement.line)


def _reason_against(statement: n.Statement) -> str:
    if isinstance(statement, UNWRITTEN):
        return f"exported models have no {WORDS_FOR.get(type(statement), type(statement).__name__.lower())}"
    for part in n.parts_of(n.own_parts(statement)):
        if isinstance(part, n.Binary) and part.operator not in ARITHMETIC:
            return f"exported models have no operator {part.operator}"
        if isinstance(part, n.Pick) or isinstance(part.type, ArrayType):
            return "exported models have no arrays"
    if isinstance(statement, n.Repeat):
        read = {part.name for part in n.parts_of(statement.body) if isinstance(part, n.Variable)}
        if statement.name in read:
            return f"exported models cannot read {statement.name}, which counts a loop"
    return ""


class Naming:
    """Unique names in one program, assigned in the order of occurrence.

    Without ``module`` the program is one of stages.
    """

    def __init__(self, reader: Reader, module: Any = None, taken: Sequence[str] = FUNCTIONS):
        self._reader, self._module = reader, module
        self.constants: list[NamedConstant] = []
        self.structs: list[Struct] = []
        self._named: dict[str, NamedConstant] = {}
        self._names = {_plain(name) for name in taken}  # without underscores and in lower case, for comparison

    def name_public(self, name: str, struct: Struct) -> None:
        """Name a public structure."""
        struct.name, struct.doc = name, (inspect.getdoc(struct.of) or "").strip()
        self._names.add(_plain(name))
        self.structs.append(struct)

    def name_function(self, function: n.Function, name: str = "") -> None:
        """Name a function; ``name`` is fixed if it is not empty."""
        python = function.python
        handed = [each.__name__ for each in function.given if each is not None]
        function.name = name or self._unique(python.__name__, home_name(python.__module__), *handed)
        function.doc = _doc_of(python)

    def name_parts(self, function: n.Function) -> None:
        """Name the constants of a function, and the structures that it uses."""
        for _, kind in function.parameters:
            self.name_type(kind)
        for part in n.parts_of(function.body):
            if isinstance(part, n.Constant):
                part.name = self._constant(part)
            self.name_type(part.type)
        self.name_type(function.returns)

    def name_type(self, kind: Type) -> None:
        """Name a structure and those of its fields."""
        if not isinstance(kind, Struct) or kind.name:
            return
        for each in kind.types:
            self.name_type(each)
        if kind.of is None:
            words = {2: "Pair", 3: "Triple"}.get(len(kind.types), f"Tuple{len(kind.types)}")
            kinds = "" if set(kind.types) == {FLOAT} else "Of" + "".join(map(_type_word, kind.types))
            kind.name = self._unique(words + kinds)
        else:
            is_own = self._module is not None and kind.of.__module__ == self._module.__name__
            home = "Nested" if is_own else _capitals(own_name(kind.of))
            kind.name = self._unique(kind.of.__name__, home + kind.of.__name__)
            doc = (inspect.getdoc(kind.of) or "").partition("\n")[0]
            kind.doc = "" if doc.startswith(f"{kind.of.__name__}(") else doc
        self.structs.append(kind)

    def _constant(self, constant: n.Constant) -> str:
        home = _home_of(importlib.import_module(constant.module), constant.name)
        for known in (constant.name, f"{home_name(home.__name__).upper()}_{constant.name}"):
            if known not in self._named:
                comment = _comment_on(home, constant.name)
                self._named[known] = NamedConstant(known, constant.value, comment, constant.type)
                self.constants.append(self._named[known])
            if self._named[known].value == constant.value:
                return known
        raise AssertionError(f"two constants {constant.name} of modules called {home.__name__}")

    def _unique(self, name: str, *others: str) -> str:
        found = next(each for each in _longer(name, others) if _plain(each) not in self._names)
        self._names.add(_plain(found))
        return found


def _longer(name: str, others: Sequence[str]) -> Iterator[str]:
    yield name
    yield from (f"{other}_{name}" if other.islower() and name.islower() else other for other in others)
    before = "_" if name.islower() else ""  # types are in CamelCase
    yield from (f"{name}{before}{number}" for number in range(2, 100))


def _plain(name: str) -> str:
    """Return a name without underscores and in lower case, so that names differ under any naming convention."""
    return name.replace("_", "").lower()


def _capitals(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("_"))


def _type_word(kind: Type) -> str:
    if isinstance(kind, Struct):
        return kind.name
    return {FLOAT: "Float", TRUTH: "Bool"}.get(str(kind), "Whole")


def _doc_of(python: Callable[..., Any]) -> str:
    """Return the text of a function's docstring before its arguments."""
    doc, _, _ = (inspect.getdoc(python) or "").partition("\n\nArgs:")
    doc, _, _ = doc.partition("\n\nExample:")
    return "\n".join(paragraph.replace("\n", " ") for paragraph in doc.split("\n\n"))


def _home_of(module: Any, name: str) -> Any:
    """Return the module that defines a constant, which another may import."""
    for node in ast.parse(inspect.getsource(module)).body:
        if isinstance(node, ast.ImportFrom) and name in [alias.asname or alias.name for alias in node.names]:
            place = "." * node.level + (node.module or "")
            return _home_of(importlib.import_module(place, module.__package__), name)
    return module


def _comment_on(module: Any, name: str) -> str:
    found = re.search(rf"^{name}\b[^=\n]*=[^#\n]*#\s*(.*)$", inspect.getsource(module), re.MULTILINE)
    return found[1].strip() if found else ""
