"""Reading: the program that a model's Python text is, found by following its functions with the types of arguments.

A function is read once for each combination of argument types; a function that is handed over as an argument (a tyre)
is such a type, too, so no function of the program takes functions. Names of Python's own text are kept.
"""

import ast
import importlib
import inspect
import re
from collections.abc import Sequence
from typing import Any

from ..models.fields import fields_of, own_name
from ..models.registry import Model
from .expressions import Known, arguments_of
from .functions import FunctionReader
from .program import FLOAT, Constant, Detail, Expression, Function, Name, Program, Struct, Type

FUNCTIONS = ("step", "control_from_command", "is_valid")  # that users call
TUPLE_FIELDS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def program_of(model: Model, extra: Sequence[Any] = ()) -> Program:
    """Return the program of a model.

    Args:
        model: to translate.
        extra: functions of numbers that are to be in the program, too.

    Raises:
        ModelError: the model's text has something that is not in the vocabulary of models.
    """
    module, reader = model.module, Reader(model.module)
    public = {part: reader.public_struct(part.capitalize(), kind) for part, kind in model.structures.items()}
    for name in FUNCTIONS:
        if hasattr(module, name):
            given = [reader.argument_type(argument, public) for argument in arguments_of(getattr(module, name))]
            reader.function(getattr(module, name), given)
    for function in extra:
        reader.function(function, [FLOAT for _ in arguments_of(function)])
    vehicle = model.vehicle
    return Program(
        name=model.name,
        title=model.title if vehicle is None else f"{vehicle.title} ({module.__name__.rpartition('.')[2]})",
        doc=inspect.cleandoc(module.__doc__ or ""),
        reference_point=model.reference_point,
        constants=list(reader.constants.values()),
        structs=reader.structs,
        functions=reader.functions,
        public=list(public.values()),
    )


class Reader:
    """Structures, constants and functions of one program as they are found.

    Args:
        module: the model in its flat form.

    Attributes:
        structs, functions: in the order in which they can be declared.
        constants: by their names.
    """

    def __init__(self, module: Any):
        self.module = module
        self.structs: list[Struct] = []
        self.functions: list[Function] = []
        self.constants: dict[str, Constant] = {}
        self._structs: dict[Any, Struct] = {}
        self._functions: dict[Any, Function] = {}
        self._names = {_plain(name) for name in FUNCTIONS}  # as they are compared: without underscores and capitals

    def public_struct(self, name: str, kind: Any) -> Struct:
        """Return the structure of a model's flat State, Control, Params or Ground."""
        fields = fields_of(kind)
        doc = (inspect.getdoc(kind) or "").strip()
        details = {each.name: Detail(each.default, each.meaning, each.unit) for each in fields}
        struct = Struct(name, tuple((each.name, FLOAT) for each in fields), doc, details=details)
        self._names.add(_plain(name))
        self._structs[kind, (FLOAT,) * len(fields)] = struct
        self.structs.append(struct)
        return struct

    def argument_type(self, argument: str, public: dict[str, Struct]) -> Type:
        """Return the type of an argument of a model's functions, by its name."""
        return public.get(argument, FLOAT)

    def function(self, function: Any, arguments: Sequence[Any]) -> Function:
        """Return the program's function for a Python function and types of its arguments; ``Known`` is one, too."""
        key = (function, *(each.value if isinstance(each, Known) else each for each in arguments))
        if key not in self._functions:
            name = self._function_name(function, arguments)
            self._functions[key] = made = FunctionReader(self, function, name).read(arguments)
            self.functions.append(made)
        return self._functions[key]

    def _function_name(self, function: Any, arguments: Sequence[Any]) -> str:
        if function.__name__ in FUNCTIONS and getattr(self.module, function.__name__, None) is function:
            return function.__name__
        handed = [each.value.__name__ for each in arguments if isinstance(each, Known)]
        return self._unique(function.__name__, own_name(function), *handed)

    def struct(self, kind: Any, values: Sequence[Expression]) -> Struct:
        """Return the structure for a NamedTuple with such values."""
        key = kind, tuple(value.type for value in values)
        if key not in self._structs:
            home = "Nested" if kind.__module__ == self.module.__name__ else _capitals(own_name(kind))
            name = self._unique(kind.__name__, home + kind.__name__)
            doc = (inspect.getdoc(kind) or "").partition("\n")[0]
            doc = "" if doc.startswith(f"{kind.__name__}(") else doc
            fields = tuple((each, value.type) for each, value in zip(kind._fields, values, strict=True))
            self._structs[key] = struct = Struct(name, fields, doc)
            self.structs.append(struct)
        return self._structs[key]

    def tuple_struct(self, types: Sequence[Type]) -> Struct:
        """Return the structure that stands for a tuple of these types."""
        key = "tuple", tuple(types)
        if key not in self._structs:
            words = {2: "Pair", 3: "Triple"}.get(len(types), f"Tuple{len(types)}")
            kinds = "" if set(types) == {FLOAT} else "Of" + "".join(_type_word(each) for each in types)
            fields = tuple(zip(TUPLE_FIELDS, types, strict=False))
            self._structs[key] = struct = Struct(self._unique(words + kinds), fields, "", is_tuple=True)
            self.structs.append(struct)
        return self._structs[key]

    def constant(self, name: str, value: float, module: Any) -> Name:
        """Return a named number of a module.

        Args:
            name: in Python.
            value: its value.
            module: in whose text it stands.
        """
        home = _home_of(module, name)
        for known in (name, f"{home.__name__.rpartition('.')[2].upper()}_{name}"):
            if known not in self.constants:
                self.constants[known] = Constant(known, float(value), _comment_on(home, name))
            if self.constants[known].value == float(value):
                return Name(known, FLOAT, is_constant=True)
        raise AssertionError(f"two constants {name} of modules called {home.__name__}")

    def _unique(self, name: str, *others: str) -> str:
        """Return the first of a name and its longer forms that nothing has yet."""
        longer = [name, *(f"{other}_{name}" if other.islower() and name.islower() else other for other in others)]
        before = "_" if name.islower() else ""  # types are in camel case
        longer += [f"{name}{before}{number}" for number in range(2, 100)]
        found = next(each for each in longer if _plain(each) not in self._names)
        self._names.add(_plain(found))
        return found


def _plain(name: str) -> str:
    """Return a name as names are compared, so that they differ in languages of other habits, too."""
    return name.replace("_", "").lower()


def _capitals(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("_"))


def _type_word(kind: Type) -> str:
    return kind.name if isinstance(kind, Struct) else kind.capitalize()


def _home_of(module: Any, name: str) -> Any:
    """Return the module that a number is from, which another may import."""
    for node in ast.parse(inspect.getsource(module)).body:
        if isinstance(node, ast.ImportFrom) and name in [alias.asname or alias.name for alias in node.names]:
            place = "." * node.level + (node.module or "")
            return _home_of(importlib.import_module(place, module.__package__), name)
    return module


def _comment_on(module: Any, name: str) -> str:
    found = re.search(rf"^{name}\b[^=\n]*=[^#\n]*#\s*(.*)$", inspect.getsource(module), re.MULTILINE)
    return found[1].strip() if found else ""
