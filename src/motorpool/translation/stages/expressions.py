"""Expressions of stages, as text of TypeScript with their kinds."""

import ast
import builtins
import inspect
import math
from collections.abc import Sequence
from types import ModuleType
from typing import Any, NamedTuple, Protocol

from ...compile.scratch import scratch, scratch_column
from ...errors import ModelError
from ...models import mathematics
from .kinds import ARRAYS, BOOLEAN, NUMBER, RANGE, TABLE, Array, Kind, is_structure, parts_of

CHOICE, OR, AND, EQUAL, COMPARED, SUM, PRODUCT, SIGN, CALLED = 2, 3, 4, 8, 9, 11, 12, 14, 17  # how tightly they bind
BIT_OR, BIT_AND = 5, 7
ARITHMETIC: dict[type[ast.operator], tuple[str, int]] = {
    ast.Add: ("+", SUM), ast.Sub: ("-", SUM), ast.Mult: ("*", PRODUCT), ast.Div: ("/", PRODUCT),
}  # fmt: skip
BITS: dict[type[ast.operator], tuple[str, str, int]] = {
    ast.BitAnd: ("&", "&&", BIT_AND),
    ast.BitOr: ("|", "||", BIT_OR),
}
COMPARISONS: dict[type[ast.cmpop], tuple[str, int]] = {
    ast.Lt: ("<", COMPARED), ast.LtE: ("<=", COMPARED), ast.Gt: (">", COMPARED), ast.GtE: (">=", COMPARED),
    ast.Eq: ("===", EQUAL), ast.NotEq: ("!==", EQUAL),
}  # fmt: skip
MATH = ("sin", "cos", "tan", "atan", "atan2", "sqrt", "exp", "floor")
OWN = {"minimum": "minimum", "maximum": "maximum", "clamp": "clamp", "wrap_angle": "wrapAngle"}  # in the module's text
BUILT_IN: dict[Any, str] = {abs: "Math.abs", min: "Math.min", max: "Math.max", int: "Math.trunc", round: "Math.round"}


class Text(NamedTuple):
    """An expression."""

    text: str
    kind: Kind
    binds: int = CALLED  # how tightly

    def within(self, binds: int) -> str:
        """Return the text, in brackets where what is around binds more tightly."""
        return self.text if self.binds >= binds else f"({self.text})"


class Known(NamedTuple):
    """A Python object that is known while reading."""

    value: Any


class Finder(Protocol):
    """The module that is being written, as far as expressions ask it."""

    def function(self, function: Any, given: Sequence[Kind]) -> tuple[str, Kind]:
        """Return the name of a function for kinds of arguments, and the kind of what it returns."""
        ...

    def structure(self, structure: Any) -> dict[str, Kind]:
        """Return the fields of a structure, whose type the module then has."""
        ...

    def type_text(self, kind: Kind) -> str:
        """Return a kind's type in TypeScript."""
        ...

    def constant(self, name: str, value: Any, module: Any) -> str:
        """Return the name of a constant.

        Args:
            name: in Python.
            value: of the constant.
            module: in whose text it stands.
        """
        ...


class Expressions:
    """Reads expressions of one function.

    Args:
        finder: the module.
        function: of Python.

    Attributes:
        kinds: of the variables.
    """

    def __init__(self, finder: Finder, function: Any):
        self._finder, self._function = finder, function
        self._module = inspect.getmodule(function)
        self.kinds: dict[str, Kind] = {}

    def refused(self, node: Any) -> ModelError:
        """Return the error of something that cannot be translated."""
        line = self._function.__code__.co_firstlineno + getattr(node, "lineno", 1) - 1
        what = ast.unparse(node) if isinstance(node, ast.AST) else str(node)
        return ModelError(f"{self._module and self._module.__name__}:{line}: {what} has no translation to TypeScript")

    def read(self, node: Any) -> Text:
        """Return an expression that is a value."""
        found = self.value(node)
        if isinstance(found, Known):
            raise self.refused(node)
        return found

    def truth(self, node: Any) -> Text:
        """Return an expression as a truth value: a number is true if it is not 0."""
        found = self.read(node)
        return found if found.kind == BOOLEAN else Text(f"{found.within(EQUAL)} !== 0", BOOLEAN, EQUAL)

    def number(self, node: Any) -> Text:
        """Return an expression as a number: true is 1."""
        return as_number(self.read(node))

    def value(self, node: Any) -> Text | Known:
        """Return an expression, which may be known while reading."""
        match node:
            case ast.Constant(value=bool() as value):
                return Text(str(value).lower(), BOOLEAN)
            case ast.Constant(value=int() | float() as value):
                return Text(number_text(value), NUMBER)
            case ast.Name(id=name):
                return self._named(name)
            case ast.Attribute():
                return self._attribute(node)
            case ast.Subscript():
                return self._item(node)
            case ast.UnaryOp():
                return self._unary(node)
            case ast.BinOp():
                return self._binary(node)
            case ast.BoolOp(op=op, values=values):
                sign, binds = ("&&", AND) if isinstance(op, ast.And) else ("||", OR)
                return Text(f" {sign} ".join(self.truth(each).within(binds + 1) for each in values), BOOLEAN, binds)
            case ast.Compare():
                return self._compare(node)
            case ast.IfExp(test=test, body=body, orelse=otherwise):
                return self._choice(test, body, otherwise)
            case ast.Tuple(elts=items):
                parts = [self.read(each) for each in items]
                return Text(f"[{', '.join(part.text for part in parts)}]", tuple(part.kind for part in parts))
            case ast.Call():
                return self._call(node)
            case _:
                raise self.refused(node)

    def _named(self, name: str) -> Text | Known:
        if name in self.kinds:
            return Text(camel(name), self.kinds[name])
        known = self._function.__globals__
        return self._outside(name, known[name] if name in known else getattr(builtins, name), self._module)

    def _outside(self, name: str, value: Any, module: Any) -> Text | Known:
        if value == math.inf and isinstance(module, ModuleType) and module is math:
            return Text("Infinity", NUMBER)
        if isinstance(value, float | int) and not isinstance(value, bool):
            return Text(self._finder.constant(name, value, module), NUMBER)
        if is_structure(type(value)):
            return Text(self._finder.constant(name, value, module), type(value))
        parts = parts_of(value)
        if parts is not None and all(isinstance(each, float | int) for each in parts):
            return Text(self._finder.constant(name, value, module), Array("number[]"))
        return Known(value)

    def _attribute(self, node: ast.Attribute) -> Text | Known:
        value = self.value(node.value)
        if isinstance(value, Known):
            return self._outside(node.attr, getattr(value.value, node.attr), value.value)
        if isinstance(value.kind, Array) and node.attr == "size":
            return Text(f"{value.text}.length", NUMBER)
        if value.kind == TABLE and node.attr == "shape":
            return Text(f"{value.text}.shape", (NUMBER, NUMBER))
        if is_structure(value.kind):
            return Text(f"{value.text}.{camel(node.attr)}", self._finder.structure(value.kind)[node.attr])
        raise self.refused(node)

    def _item(self, node: ast.Subscript) -> Text:
        value = self.read(node.value)
        if value.kind == TABLE and isinstance(node.slice, ast.Tuple):
            row, column = (self.read(each) for each in node.slice.elts)
            place = f"{row.within(PRODUCT)} * {value.text}.shape[1] + {column.within(SUM + 1)}"
            return Text(f"{value.text}.values[{place}]", NUMBER)
        if isinstance(value.kind, Array):
            return Text(f"{value.text}[{self.read(node.slice).text}]", NUMBER)
        parts = parts_of(value.kind)
        if parts is not None and isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, int):
            if isinstance(node.value, ast.Call) and self.value(node.value.func) == Known(mathematics.sincos):
                return Text(f"Math.{('sin', 'cos')[node.slice.value]}({self.number(node.value.args[0]).text})", NUMBER)
            return Text(f"{value.text}[{node.slice.value}]", parts[node.slice.value])
        raise self.refused(node)

    def _unary(self, node: ast.UnaryOp) -> Text:
        if isinstance(node.op, ast.Not):
            return Text(f"!{self.truth(node.operand).within(CALLED)}", BOOLEAN, SIGN)
        found = self.read(node.operand)
        if isinstance(node.op, ast.Invert):
            is_truth = found.kind == BOOLEAN
            return Text(f"{'!' if is_truth else '~'}{found.within(CALLED)}", found.kind, SIGN)
        return Text(f"-{as_number(found).within(CALLED)}", NUMBER, SIGN)

    def _binary(self, node: ast.BinOp) -> Text:
        left, right = self.read(node.left), self.read(node.right)
        return self.joined(node, left, right)

    def joined(self, node: Any, left: Text, right: Text) -> Text:
        """Return two values with the operator of ``node`` between them.

        Args:
            node: with the operator.
            left: operand.
            right: operand.
        """
        if type(node.op) in BITS:
            bits, truths, binds = BITS[type(node.op)]
            if BOOLEAN in (left.kind, right.kind):
                binds = AND if truths == "&&" else OR
                one, other = (as_truth(each).within(binds + 1) for each in (left, right))
                return Text(f"{one} {truths} {other}", BOOLEAN, binds)
            return Text(f"{left.within(binds)} {bits} {right.within(binds + 1)}", NUMBER, binds)
        left, right = as_number(left), as_number(right)
        if isinstance(node.op, ast.Mod):
            return Text(f"modulo({left.text}, {right.text})", NUMBER)
        if isinstance(node.op, ast.FloorDiv):
            return Text(f"Math.floor({left.within(PRODUCT)} / {right.within(PRODUCT + 1)})", NUMBER)
        if type(node.op) not in ARITHMETIC:
            raise self.refused(node)
        sign, binds = ARITHMETIC[type(node.op)]
        return Text(f"{left.within(binds)} {sign} {right.within(binds + 1)}", NUMBER, binds)

    def _compare(self, node: ast.Compare) -> Text:
        operands = [self.number(each) for each in (node.left, *node.comparators)]
        pairs: list[Text] = []
        for operator, left, right in zip(node.ops, operands, operands[1:], strict=False):
            sign, binds = COMPARISONS[type(operator)]
            pairs.append(Text(f"{left.within(binds + 1)} {sign} {right.within(binds + 1)}", BOOLEAN, binds))
        return pairs[0] if len(pairs) == 1 else Text(" && ".join(pair.within(AND + 1) for pair in pairs), BOOLEAN, AND)

    def _choice(self, test: Any, body: Any, otherwise: Any) -> Text:
        condition, one, other = self.truth(test), self.read(body), self.read(otherwise)
        if one.kind != other.kind:
            one, other = as_number(one), as_number(other)
        return Text(
            f"{condition.within(CHOICE + 1)} ? {one.within(CHOICE + 1)} : {other.within(CHOICE)}", one.kind, CHOICE
        )

    def _call(self, node: ast.Call) -> Text | Known:
        called = self.value(node.func)
        if not isinstance(called, Known):
            raise self.refused(node)
        target = called.value
        if getattr(target, "__module__", "") == mathematics.__name__:
            return self._vocabulary(target, node)
        if target in (scratch, scratch_column):
            return self._scratch(node)
        if target in (float, len):
            given = self.read(node.args[0])
            return as_number(given) if target is float else Text(f"{given.text}.length", NUMBER)
        if target is range:
            parts = [self.number(each).text for each in node.args]
            return Text(f"[{', '.join(parts if len(parts) > 1 else ['0', *parts])}]", RANGE)
        if target in BUILT_IN:
            return Text(f"{BUILT_IN[target]}({', '.join(self.number(each).text for each in node.args)})", NUMBER)
        given = self._arguments(target, node)
        if is_structure(target):
            fields = self._finder.structure(target)
            parts = [f"{camel(name)}: {fitting(given[name], kind).text}" for name, kind in fields.items()]
            return Text(f"{{ {', '.join(parts)} }}", target)
        name, returned = self._finder.function(target, [each.kind for each in given.values()])
        return Text(f"{name}({', '.join(each.text for each in given.values())})", returned)

    def _arguments(self, target: Any, node: ast.Call) -> dict[str, Text]:
        """Return the values of all arguments of a call by their names, defaults included."""
        signature = inspect.signature(target)
        keywords = {each.arg: each.value for each in node.keywords if each.arg is not None}
        bound = signature.bind(*node.args, **keywords).arguments
        return {
            name: self.read(bound[name]) if name in bound else self.read(ast.Constant(each.default))
            for name, each in signature.parameters.items()
        }

    def _vocabulary(self, target: Any, node: ast.Call) -> Text:
        name = target.__name__
        if name == "select":
            return self._choice(*node.args)
        given = ", ".join(self.number(each).text for each in node.args)
        if name == "sincos":
            return Text(f"sincos({given})", (NUMBER, NUMBER))
        return Text(f"{OWN[name]}({given})" if name in OWN else f"Math.{name}({given})", NUMBER)

    def _scratch(self, node: ast.Call) -> Text:
        first, second = self.value(node.args[0]), self.value(node.args[1])
        if isinstance(first, Known) and isinstance(second, Text):
            columns = self._finder.structure(first.value)
            parts = [f"{camel(name)}: new {kind.type}({second.text})" for name, kind in columns.items()]
            return Text(f"{{ {', '.join(parts)} }}", first.value)
        if isinstance(first, Text) and isinstance(second, Known):
            return Text(f"new {ARRAYS[second.value]}({first.text})", Array(ARRAYS[second.value]))
        raise self.refused(node)


def as_number(value: Text) -> Text:
    """Return a value as a number: true is 1."""
    return Text(f"{value.within(CHOICE + 1)} ? 1 : 0", NUMBER, CHOICE) if value.kind == BOOLEAN else value


def as_truth(value: Text) -> Text:
    """Return a value as a truth value: a number is true if it is not 0."""
    return value if value.kind == BOOLEAN else Text(f"{value.within(EQUAL)} !== 0", BOOLEAN, EQUAL)


def fitting(value: Text, kind: Kind) -> Text:
    """Return a value as a field or variable of a kind takes it."""
    if kind == BOOLEAN:
        return as_truth(value)
    return as_number(value) if kind == NUMBER else value


def number_text(value: float) -> str:
    """Return a number as JavaScript writes it."""
    return "Infinity" if value == math.inf else "-Infinity" if value == -math.inf else repr(value)


def camel(name: str) -> str:
    """Return a name in camelCase; JavaScript's own words get an underscore."""
    head, *rest = name.lstrip("_").split("_")
    found = "_" * name.startswith("_") + head + "".join(word.capitalize() for word in rest)
    return f"{found}_" if found in ("in", "new", "function", "var", "default", "class", "with", "switch") else found
