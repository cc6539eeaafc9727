"""Lowers expressions of Python's syntax, names and calls to LLVM.

A function without branches and loops is lowered where it is called; another one is called. Names that are assigned
once before all their uses are values themselves; others lie in stack cells, which LLVM turns into registers.
"""

import ast
import builtins
import inspect
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import TYPE_CHECKING, Any

import numpy as np

from .emitter import FLAGS, Emitter
from .library import FUNCTIONS, METHODS, SCRATCH, SCRATCH_MODULE
from .text import text_of
from .values import (
    LLVM,
    NOTHING,
    Array,
    Known,
    Number,
    Slot,
    Structure,
    Type,
    UnsupportedError,
    Value,
    WidenedError,
    built,
    common_type,
    described,
    kinds_of,
    leaves_of,
    literal,
    type_of,
    value_of,
)

if TYPE_CHECKING:
    from .module import Module

IS_SINGLE = "is_single"  # attribute of functions whose literals are float32, see ``compile.rebind``
DEEPEST = 40  # functions that are lowered where they are called, one within the other


class Frame:
    """A function whose text is being lowered: itself, or one that is lowered where it is called."""

    def __init__(self, function: FunctionType):
        self.function, self.text = function, text_of(function)
        self.is_single = bool(getattr(function, IS_SINGLE, False))
        self.names: dict[str, Value | Slot] = {}
        self.line = self.text.tree.lineno
        if self.text.unassigned is not None:
            name, line = self.text.unassigned
            raise UnsupportedError(
                f"{name} may be read before it is assigned; assign it before the branch or loop", self.text.file, line
            )


class State:
    """Types of a function's names, known from lowering it before."""

    def __init__(self) -> None:
        self.names: dict[str, Type] = {}
        self.result: Type = None


class Expressions(Emitter):
    """One LLVM function, as far as expressions go.

    Args:
        module: that it becomes part of.
        frame: of the function.
        state: types of its names so far.
        may_wrap: a negative index counts from the end, as in Python.
    """

    def __init__(self, module: "Module", frame: Frame, state: State, *, may_wrap: bool):
        super().__init__(module.declared, module.constants, may_wrap=may_wrap)
        self.module, self.frame, self.state = module, frame, state
        self._depth = 0  # of functions that are lowered where they are called

    def do(self, statement: ast.stmt) -> None:
        """Lower a statement."""
        raise NotImplementedError

    # ---- names

    def assign(self, name: str, value: Value) -> None:
        """Let a name be a value."""
        frame = self.frame
        if self._depth or name in frame.text.direct:
            frame.names[name] = value
            return
        kind, known = type_of(value), self.state.names.get(name)
        if known is None:
            known = self.state.names[name] = kind
        elif known != kind:
            both = common_type(known, kind)
            if both != known:
                self.state.names[name] = both
                raise WidenedError
            value = self.convert(value, known)
        slot = frame.names.get(name)
        if slot is None:
            slot = frame.names[name] = Slot(known, [(leaf, self.alloca(LLVM[leaf])) for leaf in kinds_of(known)])
        assert isinstance(slot, Slot)
        for (kind, cell), leaf in zip(slot.cells, leaves_of(value), strict=True):
            self.write(f"store {LLVM[kind]} {self.text(leaf)}, ptr {cell}")

    def _loaded(self, value: Value | Slot) -> Value:
        if not isinstance(value, Slot):
            return value
        loaded = [self.emit(f"load {LLVM[kind]}, ptr {cell}", kind) for kind, cell in value.cells]
        return built(value.type, iter(loaded))

    def _look_up(self, node: ast.Name) -> Value | Slot:
        frame, name = self.frame, node.id
        if name in frame.names:
            return frame.names[name]
        if name in frame.text.assigned:
            raise UnsupportedError(f"{name} is read before it is assigned")
        if name in frame.function.__globals__:
            return value_of(frame.function.__globals__[name])
        if hasattr(builtins, name):
            return value_of(getattr(builtins, name))
        raise UnsupportedError(f"there is no name {name!r}")

    # ---- expressions

    def evaluated(self, node: ast.expr) -> Value:
        """Return the value of an expression."""
        return self._loaded(self._path(node))

    def _path(self, node: ast.expr) -> Value | Slot:
        if isinstance(node, ast.Name):
            return self._look_up(node)
        if isinstance(node, ast.Attribute):
            return self._attribute(self._path(node.value), node.attr)
        known: Callable[[Any], Value] | None = getattr(self, f"_of_{type(node).__name__.lower()}", None)
        if known is None:
            raise UnsupportedError(f"compiled code has no {words_for(node)}: `{ast.unparse(node)[:60]}`")
        return known(node)

    def _attribute(self, value: Value | Slot, name: str) -> Value | Slot:
        if isinstance(value, Slot):
            if not isinstance(value.type, str) and value.type[0] == "tuple" and value.type[1]:
                first = 0
                for field, kind in zip(value.type[1]._fields, value.type[2], strict=True):
                    last = first + len(kinds_of(kind))
                    if field == name:
                        return Slot(kind, value.cells[first:last])
                    first = last
            value = self._loaded(value)
        if isinstance(value, Structure) and value.of and name in value.of._fields:
            place: int = value.of._fields.index(name)
            return value.fields[place]
        if isinstance(value, Array) and name in ("shape", "size", "ndim"):
            if name == "shape":
                return Structure(None, value.shape)
            if name == "ndim":
                return literal(len(value.shape))
            size: Value = value.shape[0]
            for more in value.shape[1:]:
                size = self.binary("Mult", size, more)
            return size
        if isinstance(value, Known) and hasattr(value.value, name):
            return value_of(getattr(value.value, name))
        if isinstance(value, Structure) and value.of:
            raise UnsupportedError(f"{value.of.__name__} has no field {name!r}; it has {', '.join(value.of._fields)}")
        raise UnsupportedError(f"{described(type_of(value))} has no attribute {name!r}")

    def _of_constant(self, node: ast.Constant) -> Value:
        if isinstance(node.value, float) and self.frame.is_single:
            return literal(np.float32(node.value))
        return value_of(node.value)

    def _of_tuple(self, node: ast.Tuple) -> Value:
        fields: list[Value] = []
        for element in node.elts:
            if isinstance(element, ast.Starred):
                fields += self.fields_of(self.evaluated(element.value))
            else:
                fields.append(self.evaluated(element))
        return Structure(None, fields)

    def fields_of(self, value: Value) -> list[Value]:
        """Return the fields of what must be a structure or tuple."""
        if not isinstance(value, Structure):
            raise UnsupportedError(f"{described(type_of(value))} has no fields to unpack")
        return value.fields

    def _of_binop(self, node: ast.BinOp) -> Value:
        left = self.evaluated(node.left)
        return self.binary(type(node.op).__name__, left, self.evaluated(node.right))

    def _of_unaryop(self, node: ast.UnaryOp) -> Value:
        value = self.evaluated(node.operand)
        if isinstance(node.op, ast.USub):
            return self.negative(value)
        if isinstance(node.op, ast.Not):
            return self.emit(f"xor i1 {self.text(self.to(value, 'i1'))}, true", "i1")
        return self.inverted(value) if isinstance(node.op, ast.Invert) else value

    def _of_compare(self, node: ast.Compare) -> Value:
        if len(node.ops) == 1:
            left = self.evaluated(node.left)
            return self.compare(type(node.ops[0]).__name__, left, self.evaluated(node.comparators[0]))
        return self._of_boolop(node)

    def _of_boolop(self, node: ast.BoolOp | ast.Compare) -> Value:
        yes, no, done = self.new_label("yes"), self.new_label("no"), self.new_label("done")
        self.branch(node, yes, no, is_value=True)
        for label in (yes, no):
            self.open(label)
            self.jump(done)
        self.open(done)
        return self.emit(f"phi i1 [true, %{yes}], [false, %{no}]", "i1")

    def branch(self, node: ast.expr, yes: str, no: str, *, is_value: bool = False) -> None:
        """Jump to one of two labels.

        Args:
            node: a condition.
            yes: label where it holds.
            no: label where it does not.
            is_value: its value is wanted, which ``and`` and ``or`` have of truth values only.
        """
        if isinstance(node, ast.BoolOp):
            for part in node.values[:-1]:
                more = self.new_label("more")
                self.branch(part, *((more, no) if isinstance(node.op, ast.And) else (yes, more)), is_value=is_value)
                self.open(more)
            self.branch(node.values[-1], yes, no, is_value=is_value)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            self.branch(node.operand, no, yes)
        elif isinstance(node, ast.Compare) and len(node.ops) > 1:
            left = self.evaluated(node.left)
            for place, (operation, comparator) in enumerate(zip(node.ops, node.comparators, strict=True)):
                right = self.evaluated(comparator)
                more = yes if place == len(node.ops) - 1 else self.new_label("more")
                holds = self.compare(type(operation).__name__, left, right)
                self.end(f"br i1 {self.text(holds)}, label %{more}, label %{no}")
                if more != yes:
                    self.open(more)
                left = right
        else:
            value = self.number(self.evaluated(node))
            if is_value and value.kind != "i1":
                raise UnsupportedError("`and` and `or` of numbers give no number in compiled code; write if or select")
            holds = self.to(value, "i1")
            if holds.constant is not None:
                self.end(f"br label %{yes if holds.constant else no}")
            else:
                self.end(f"br i1 {self.text(holds)}, label %{yes}, label %{no}")

    def _of_ifexp(self, node: ast.IfExp) -> Value:
        yes, no, done = self.new_label("then"), self.new_label("else"), self.new_label("endif")
        self.branch(node.test, yes, no)
        sides: list[tuple[Value, str, list[str] | None]] = []
        for label, side in ((yes, node.body), (no, node.orelse)):
            self.open(label)
            sides.append((self.evaluated(side), self.label, self.lines))
        kind = common_type(type_of(sides[0][0]), type_of(sides[1][0]))
        arms: list[list[Number]] = []
        for value, self.label, self.lines in sides:
            arms.append(leaves_of(self.convert(value, kind)))
            self.jump(done)
        self.open(done)
        chosen: list[Number] = []
        for leaf, one, other in zip(kinds_of(kind), *arms, strict=True):
            flags = FLAGS + " " if leaf[0] == "f" else ""
            arms_text = f"[{self.text(one)}, %{sides[0][1]}], [{self.text(other)}, %{sides[1][1]}]"
            chosen.append(self.emit(f"phi {flags}{LLVM[leaf]} {arms_text}", leaf))
            chosen[-1].not_negative = one.not_negative and other.not_negative
        return built(kind, iter(chosen))

    def _of_subscript(self, node: ast.Subscript) -> Value:
        value = self._loaded(self._path(node.value))
        if isinstance(value, Structure):
            index = self.number(self.evaluated(node.slice))
            if index.constant is None:
                return self.load(self.in_memory(value.fields), [index])
            if not -len(value.fields) <= index.constant < len(value.fields):
                raise UnsupportedError(f"a tuple of {len(value.fields)} has no element {index.constant}")
            return value.fields[int(index.constant)]
        return self.load(self.array(value), self.indices(node.slice))

    def array(self, value: Value) -> Array:
        """Return a value that must be an array."""
        if not isinstance(value, Array):
            raise UnsupportedError(f"{described(type_of(value))} cannot be indexed")
        return value

    def indices(self, node: ast.expr) -> list[Value]:
        """Return the values of what stands in brackets."""
        if isinstance(node, ast.Slice) or (
            isinstance(node, ast.Tuple) and any(isinstance(e, ast.Slice) for e in node.elts)
        ):
            raise UnsupportedError("compiled code has no slices; use rows_of(column, first, count) or a loop")
        index = self.evaluated(node)
        return index.fields if isinstance(index, Structure) else [index]

    def _of_call(self, node: ast.Call) -> Value:
        arguments: list[Value] = []
        if isinstance(node.func, ast.Attribute) and node.func.attr in METHODS:
            value = self.evaluated(node.func.value)
            if not isinstance(value, Known):
                given = [self.evaluated(argument) for argument in node.args]
                return METHODS[node.func.attr](self, value, *given)
        function = self.evaluated(node.func)
        for argument in node.args:
            if isinstance(argument, ast.Starred):
                arguments += self.fields_of(self.evaluated(argument.value))
            else:
                arguments.append(self.evaluated(argument))
        named: dict[str, Value] = {}
        for keyword in node.keywords:
            if keyword.arg is None:
                raise UnsupportedError("compiled code has no ** in calls; name the arguments")
            named[keyword.arg] = self.evaluated(keyword.value)
        if not isinstance(function, Known):
            raise UnsupportedError(
                f"`{ast.unparse(node.func)}` is {described(type_of(function))}, which cannot be called"
            )
        return self.call(function.value, arguments, named)

    def call(self, function: Any, arguments: list[Value], named: dict[str, Value]) -> Value:
        """Return what a function returns for arguments.

        Args:
            function: that is called: in plain Python, a class of named tuples, or one of ``library``.
            arguments: by position.
            named: by name.
        """
        if hasattr(function, "_fields"):  # a class of named tuples
            rest = _rest(function.__name__, function._fields, function._field_defaults, len(arguments), named)
            return Structure(function, arguments + rest)
        known = None
        if isinstance(function, FunctionType) and function.__module__ == SCRATCH_MODULE:
            known = SCRATCH.get(function.__name__)
        if known is None and not isinstance(function, FunctionType):
            known = FUNCTIONS.get(function)
            if known is None:
                name = getattr(function, "__name__", str(function))
                raise UnsupportedError(
                    f"compiled code cannot call {name}; use the words of motorpool.models.mathematics"
                )
        if known is not None:
            return self._known_call(known, getattr(function, "__name__", str(function)), arguments, named)
        assert isinstance(function, FunctionType)
        parameters = inspect.signature(function).parameters
        defaults = {name: one.default for name, one in parameters.items() if one.default is not one.empty}
        arguments = arguments + _rest(function.__name__, tuple(parameters), defaults, len(arguments), named)
        text = text_of(function)
        if text.is_straight:
            return self._inlined(function, arguments)
        name, kind, used = self.module.function(function, tuple(map(type_of, arguments)))
        return self._called(name, kind, [leaf for value in arguments for leaf in leaves_of(value)], used)

    def _known_call(
        self, known: Callable[..., Value], name: str, arguments: list[Value], named: dict[str, Value]
    ) -> Value:
        if named:
            raise UnsupportedError(f"{name} takes its arguments by position in compiled code")
        try:
            return known(self, *arguments)
        except TypeError as error:
            raise UnsupportedError(f"{name} does not take {len(arguments)} arguments") from error

    def _called(self, name: str, kind: Type, leaves: list[Number], used: list[int]) -> Value:
        given = ", ".join(f"{LLVM[leaves[k].kind]} {self.text(leaves[k])}" for k in used)
        kinds = kinds_of(kind)
        if not kinds:
            self.write(f'call void @"{name}"({given})')
            return built(kind, iter(()))
        result = self.emit(f'call {result_text(kind)} @"{name}"({given})', kinds[0])
        if len(kinds) == 1:
            return built(kind, iter([result]))
        parts = [
            self.emit(f"extractvalue {result_text(kind)} {result.text}, {k}", leaf) for k, leaf in enumerate(kinds)
        ]
        return built(kind, iter(parts))

    def _inlined(self, function: FunctionType, arguments: list[Value]) -> Value:
        """Return the result of a function without branches, lowered here."""
        if self._depth > DEEPEST:
            raise UnsupportedError(f"{function.__name__} calls itself, which compiled code cannot inline; use a loop")
        before, self.frame = self.frame, Frame(function)
        self.frame.names.update(zip(self.frame.text.parameters, arguments, strict=True))
        self._depth += 1
        result: Value = NOTHING
        try:
            for statement in self.frame.text.tree.body:
                self.frame.line = statement.lineno
                if isinstance(statement, ast.Return):
                    result = self.evaluated(statement.value) if statement.value else NOTHING
                else:
                    self.do(statement)
        except UnsupportedError as refusal:
            if not refusal.file:
                refusal.file, refusal.line = self.frame.text.file, self.frame.line
            raise
        self._depth -= 1
        self.frame = before
        return result


def result_text(kind: Type) -> str:
    """Return LLVM's text of the type of a result."""
    kinds = kinds_of(kind)
    if not kinds:
        return "void"
    return LLVM[kinds[0]] if len(kinds) == 1 else "{" + ", ".join(LLVM[leaf] for leaf in kinds) + "}"


def _rest(
    name: str, fields: Sequence[str], defaults: dict[str, Any], given: int, named: dict[str, Value]
) -> list[Value]:
    """Return the arguments that are not given by position.

    Raises:
        UnsupportedError: one is missing, unknown, or too many.
    """
    left = dict(named)
    rest: list[Value] = []
    for field in fields[given:]:
        if field in left:
            rest.append(left.pop(field))
        elif field in defaults:
            rest.append(value_of(defaults[field]))
        else:
            raise UnsupportedError(f"{name} is called without {field!r}")
    if given > len(fields):
        raise UnsupportedError(f"{name} takes {len(fields)} arguments, not {given}")
    if left:
        raise UnsupportedError(f"{name} has no argument {next(iter(left))!r}; it has {', '.join(fields)}")
    return rest


def words_for(node: ast.AST) -> str:
    """Return words for a kind of syntax."""
    name = type(node).__name__
    words = {
        "Try": "try", "JoinedStr": "texts", "Dict": "dictionaries", "List": "lists", "ListComp": "comprehensions",
        "GeneratorExp": "comprehensions", "DictComp": "comprehensions", "SetComp": "comprehensions", "Set": "sets",
        "With": "with", "Raise": "raise", "Assert": "assert", "Lambda": "lambda", "Import": "import",
        "ImportFrom": "import", "Global": "global", "Nonlocal": "nonlocal", "Yield": "yield", "Await": "await",
        "FunctionDef": "functions within functions", "Delete": "del", "NamedExpr": ":=",
        "Match": "match",
    }  # fmt: skip
    return words.get(name, name)
