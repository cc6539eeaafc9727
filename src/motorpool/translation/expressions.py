"""Expressions of a function's text, as expressions of a program.

Values side by side (a tuple) stay so until they are stored or handed over; functions and classes are known while
reading and are in no program.
"""

import ast
import builtins
import inspect
from collections.abc import Callable, Sequence
from typing import Any, Protocol, get_type_hints

from ..errors import ModelError
from ..models import mathematics
from .program import (
    BOOL,
    FLOAT,
    Binary,
    Call,
    Expression,
    FieldOf,
    Function,
    Let,
    Make,
    Minus,
    Name,
    Not,
    Number,
    Select,
    Statement,
    Struct,
    Truth,
    Type,
    Vocabulary,
)  # fmt: skip

ARITHMETIC = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}
COMPARISONS: dict[type[Any], str] = {
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
}
LOGIC: dict[type[Any], str] = {ast.BitAnd: "and", ast.BitOr: "or", ast.And: "and", ast.Or: "or"}


class Tuple(Expression):
    """Values side by side, which are in no structure yet."""

    def __init__(self, values: list[Expression]):
        self.values = values


class Known(Expression):
    """A Python object that is known while reading: a function, a structure's class, the vocabulary."""

    def __init__(self, value: Any):
        self.value = value


class Finder(Protocol):
    """The program that is being read, as far as expressions ask it."""

    def function(self, function: Any, arguments: Sequence[Any]) -> Function:
        """Return the program's function for a Python function and types of its arguments; ``Known`` is one, too."""
        ...

    def struct(self, kind: Any, values: Sequence[Expression]) -> Struct:
        """Return the structure for a NamedTuple with such values."""
        ...

    def tuple_struct(self, types: Sequence[Type]) -> Struct:
        """Return the structure that stands for a tuple of these types."""
        ...

    def constant(self, name: str, value: float, module: Any) -> Name:
        """Return a named number of a module.

        Args:
            name: in Python.
            value: its value.
            module: in whose text it stands.
        """
        ...


class ExpressionReader:
    """Reads the expressions of one function.

    Args:
        finder: the program.
        function: of Python.

    Attributes:
        values: variables by their names, and what is known while reading.
        block: statements that have been read of the block at hand.
        changed: variables that get another value.
    """

    def __init__(self, finder: Finder, function: Any):
        self._finder, self._function = finder, function
        self._globals: dict[str, Any] = function.__globals__
        self.values: dict[str, Expression] = {}
        self.block: list[Statement] = []
        self.changed: set[str] = set()

    def store(self, name: str, value: Expression, comment: str = "") -> None:
        """Let a variable have a value from here on.

        Args:
            name: of the variable.
            value: what it is now.
            comment: behind the line in Python.
        """
        if isinstance(value, Known):
            self.values[name] = value
            return
        before = self.values.get(name)
        if before is not None and before.type == FLOAT and value.type == BOOL:
            value = number(value)
        is_new = not isinstance(before, Name) or before.is_constant
        if isinstance(before, Name) and before.type != value.type:
            raise self.refused(f"{name}, whose type changes,")
        if not is_new:
            self.changed.add(name)
        self.values[name] = Name(name, value.type)
        self.block.append(Let(name, value, is_new, comment))

    def kept(self, value: Expression, name: str) -> Expression:
        """Return a value as a variable, so that it is computed once."""
        if isinstance(value, Name | Number):
            return value
        taken = set(self.values) | {each for each in self._globals if each.islower()}
        names = (name, *(f"{name}_{number}" for number in range(2, 100)))
        free = next(each for each in names if each not in taken)
        self.store(free, self.packed(value))
        return self.values[free]

    def value(self, node: Any) -> Any:
        """Return the expression of a node of the text."""
        match node:
            case ast.Constant(value=bool() as value):
                return Truth(value)
            case ast.Constant(value=int() | float() as value):
                return Number(float(value))
            case ast.Name():
                return self._named(node.id)
            case ast.Attribute():
                return self._attribute(node)
            case ast.UnaryOp(op=ast.USub()):
                value = number(self.value(node.operand))
                return Number(-value.value) if isinstance(value, Number) else Minus(value)
            case ast.UnaryOp(op=ast.Not() | ast.Invert()):
                return Not(self.truth(self.value(node.operand)))
            case ast.BinOp(op=ast.BitAnd() | ast.BitOr()):
                return self._logic(node.op, [node.left, node.right])
            case ast.BinOp():
                return self.arithmetic(node.op, self.value(node.left), self.value(node.right))
            case ast.BoolOp():
                return self._logic(node.op, node.values)
            case ast.Compare():
                return self._compare(node)
            case ast.IfExp():
                return self._select(self.value(node.test), self.value(node.body), self.value(node.orelse))
            case ast.Tuple():
                return Tuple(self._arguments_of(node.elts))
            case ast.Subscript(slice=ast.Constant(value=int() as index)):
                return self._item(self.value(node.value), index)
            case ast.Call():
                return self._call(node)
            case _:
                raise self.refused(node)

    def _named(self, name: str) -> Expression:
        if name in self.values:
            return self.values[name]
        found = self._globals[name] if name in self._globals else getattr(builtins, name)
        return self._global(name, found, inspect.getmodule(self._function))

    def _global(self, name: str, value: Any, module: Any) -> Expression:
        if isinstance(value, float | int) and not isinstance(value, bool):
            return self._finder.constant(name, value, module)
        return Known(value)

    def _attribute(self, node: ast.Attribute) -> Expression:
        value = self.value(node.value)
        if isinstance(value, Known):
            return self._global(node.attr, getattr(value.value, node.attr), value.value)
        struct = value.type
        assert isinstance(struct, Struct), f"{ast.unparse(node)} in {self._function.__qualname__}"
        return FieldOf(value, node.attr, struct.type_of(node.attr))

    def _item(self, value: Expression, index: int) -> Expression:
        if isinstance(value, Tuple):
            return value.values[index]
        struct = value.type
        assert isinstance(struct, Struct)
        name, kind = struct.fields[index]
        return FieldOf(value, name, kind)

    def arithmetic(self, operator: Any, left: Expression, right: Expression) -> Expression:
        """Return two numbers with + - * or / between them.

        Args:
            operator: node of the operator.
            left: operand.
            right: operand.
        """
        if type(operator) not in ARITHMETIC:
            raise self.refused(type(operator).__name__)
        return Binary(ARITHMETIC[type(operator)], number(left), number(right), FLOAT)

    def _logic(self, operator: Any, operands: Sequence[ast.expr]) -> Expression:
        first, *rest = [self.truth(self.value(operand)) for operand in operands]
        for each in rest:
            first = Binary(LOGIC[type(operator)], first, each, BOOL)
        return first

    def _compare(self, node: ast.Compare) -> Expression:
        operands = [number(self.value(each)) for each in (node.left, *node.comparators)]
        pairs = zip(node.ops, operands, operands[1:], strict=False)
        first, *rest = [Binary(COMPARISONS[type(operator)], left, right, BOOL) for operator, left, right in pairs]
        for each in rest:
            first = Binary("and", first, each, BOOL)
        return first

    def truth(self, value: Expression) -> Expression:
        """Return a value as a truth value: a number is true if it is not 0."""
        return value if value.type == BOOL else Binary("!=", value, Number(0.0), BOOL)

    def _select(self, condition: Expression, if_true: Expression, if_false: Expression) -> Expression:
        if_true, if_false = self.packed(if_true), self.packed(if_false)
        if if_true.type != if_false.type:
            if_true, if_false = number(if_true), number(if_false)
        return Select(self.truth(condition), if_true, if_false, if_true.type)

    def _call(self, node: ast.Call) -> Expression:
        called = self.value(node.func)
        assert isinstance(called, Known), ast.unparse(node)
        target = called.value
        if getattr(target, "__module__", "") == mathematics.__name__ or target is abs:
            return self._vocabulary(target.__name__, [self.value(each) for each in node.args])
        if isinstance(target, type):
            return self._make(target, node)
        given = self._bound(target, node, arguments_of(target), _defaults_of(target))
        types = [value if isinstance(value, Known) else value.type for value in given]
        function = self._finder.function(target, types)
        return Call(function.name, [value for value in given if not isinstance(value, Known)], function.returns)

    def _vocabulary(self, name: str, arguments: list[Expression]) -> Expression:
        if name == "select":
            return self._select(*arguments)
        numbers = [number(each) for each in arguments]
        if name == "sincos":
            angle = numbers[0] if isinstance(numbers[0], FieldOf) else self.kept(numbers[0], "angle")
            return Tuple([Vocabulary("sin", [angle]), Vocabulary("cos", [angle])])
        return Vocabulary(name, numbers)

    def _make(self, kind: Any, node: ast.Call) -> Expression:
        given = self._bound(kind, node, kind._fields, kind._field_defaults)
        hints = get_type_hints(kind)
        values = [
            number(value) if hints.get(name) is float else value
            for name, value in zip(kind._fields, given, strict=True)
        ]
        return Make(self._finder.struct(kind, values), values)

    def _bound(self, target: Any, node: ast.Call, names: Sequence[str], defaults: dict[str, Any]) -> list[Expression]:
        """Return the arguments of a call in the order of ``names``, defaults among them."""
        given = dict(zip(names, self._arguments_of(node.args), strict=False))
        given |= {str(each.arg): self.packed(self.value(each.value)) for each in node.keywords}
        return [given[name] if name in given else self._constant(defaults[name]) for name in names]

    def _arguments_of(self, nodes: Sequence[ast.expr]) -> list[Expression]:
        found: list[Expression] = []
        for node in nodes:
            if not isinstance(node, ast.Starred):
                found.append(self.packed(self.value(node)))
                continue
            value = self.value(node.value)
            if isinstance(value, Tuple):
                found += value.values
                continue
            found += self.fields(self.kept(value, "made"))
        return found

    def fields(self, whole: Expression) -> list[Expression]:
        """Return each field of a structure."""
        assert isinstance(whole.type, Struct)
        return [FieldOf(whole, name, kind) for name, kind in whole.type.fields]

    def _constant(self, value: Any) -> Expression:
        """Return a Python value, a number or a structure of numbers, as an expression."""
        if hasattr(value, "_fields"):
            values = [self._constant(each) for each in value]
            return Make(self._finder.struct(type(value), values), values)
        return Truth(value) if isinstance(value, bool) else Number(float(value))

    def packed(self, value: Expression) -> Expression:
        """Return a value; values side by side become a structure."""
        if not isinstance(value, Tuple):
            return value
        values = [self.packed(each) for each in value.values]
        return Make(self._finder.tuple_struct([each.type for each in values]), values)

    def refused(self, node: Any) -> ModelError:
        """Return the error that names a part of the text which has no translation."""
        text = ast.unparse(node) if isinstance(node, ast.expr | ast.stmt) else str(node)
        code = self._function.__code__
        line = code.co_firstlineno + getattr(node, "lineno", 1) - 1  # of the function's own text
        return ModelError(
            f"{code.co_filename}:{line}: {text.splitlines()[0]!r} cannot be translated; a "
            "model to export uses + - * /, comparisons, if, and the functions of motorpool.models.mathematics"
        )


def number(value: Expression) -> Expression:
    """Return a truth value as 1 or 0, and a number as it is."""
    if isinstance(value, Tuple | Known) or value.type != BOOL:
        return value
    return Select(value, Number(1.0), Number(0.0), FLOAT)


def arguments_of(function: Any) -> list[str]:
    """Return the names of a function's arguments."""
    return list(inspect.signature(function).parameters)


def _defaults_of(function: Callable[..., Any]) -> dict[str, Any]:
    parameters = inspect.signature(function).parameters
    return {name: each.default for name, each in parameters.items() if each.default is not each.empty}
