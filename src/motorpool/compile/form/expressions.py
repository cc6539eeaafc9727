"""Reader of expressions: from Python's syntax to typed expressions."""

import ast
import builtins
import itertools
from collections.abc import Callable, Sequence
from functools import reduce
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

from .library import METHODS, place_of
from .nodes import (
    Binary,
    Chain,
    Constant,
    Expression,
    Invert,
    Known,
    Literal,
    Make,
    Minus,
    Not,
    Pick,
    Variable,
)
from .types import (
    FLOAT,
    SINGLE,
    TRUTH,
    WHOLE,
    ArrayType,
    Struct,
    UnsupportedError,
    common_kind,
    described,
)
from .values import COMPARISONS, Values

if TYPE_CHECKING:
    from .reader import Reader

OPERATORS = {
    "Add": "+", "Sub": "-", "Mult": "*", "Div": "/", "FloorDiv": "//", "Mod": "%", "Pow": "**", "LShift": "<<",
    "RShift": ">>", "MatMult": "@", "BitAnd": "&", "BitOr": "|", "BitXor": "^",
}  # fmt: skip


class ExpressionReader(Values):
    """Reads the expressions of one function.

    Args:
        reader: reads the functions of the program.
    """

    def __init__(self, reader: "Reader", function: FunctionType):
        super().__init__(reader, function)
        self._is_test = False  # a condition is read, in which numbers may be joined by ``and`` and ``or``

    def _look_up(self, node: ast.Name) -> Expression:
        name = node.id
        if name in self.names:
            return self.names[name]
        if name in self.text.assigned:
            raise UnsupportedError(f"{name} is read before it is assigned")
        if name in self.function.__globals__:
            return self.outside(name, self.function.__globals__[name], self.function.__module__)
        if hasattr(builtins, name):
            return Known(getattr(builtins, name))
        raise UnsupportedError(f"there is no name {name!r}")

    def value(self, node: ast.expr) -> Expression:
        """Return an expression.

        Raises:
            UnsupportedError: it has no counterpart.
        """
        known: Callable[[Any], Expression] | None = getattr(self, f"_of_{type(node).__name__.lower()}", None)
        if known is None:
            raise UnsupportedError(f"compiled code has no {words_for(node)}: `{ast.unparse(node)[:60]}`")
        return known(node)

    def _of_name(self, node: ast.Name) -> Expression:
        return self._look_up(node)

    def _of_constant(self, node: ast.Constant) -> Expression:
        value = node.value
        if isinstance(value, float):
            return Literal(value, SINGLE if self.is_single else FLOAT)
        if isinstance(value, bool):
            return Literal(value, TRUTH)
        if isinstance(value, int):
            has_whole = self.reader.target.has_whole_numbers
            return Literal(value, WHOLE) if has_whole else Literal(float(value), FLOAT)
        return Known(value)

    def _of_attribute(self, node: ast.Attribute) -> Expression:
        value, name = self.value(node.value), node.attr
        kind = value.type
        if isinstance(kind, Struct) and name in kind.names and kind.of:
            return self.field(value, kind.names.index(name))
        if isinstance(kind, ArrayType) and name in ("shape", "size", "ndim"):
            return self.measure(value, name, kind.dimensions)
        if isinstance(value, Known) and hasattr(value.value, name):
            found = getattr(value.value, name)
            home = value.value.__name__ if isinstance(value.value, ModuleType) else self.function.__module__
            return self.outside(name, found, home)
        if isinstance(kind, Struct) and kind.of:
            raise UnsupportedError(f"{kind.of.__name__} has no field {name!r}; it has {', '.join(kind.of._fields)}")
        raise UnsupportedError(f"{described(kind)} has no attribute {name!r}")

    def _of_tuple(self, node: ast.Tuple) -> Expression:
        return self.tuple(self._each(node.elts))

    def _each(self, nodes: Sequence[ast.expr]) -> list[Expression]:
        """Return the values of expressions, of which some stand for all fields of a structure (``*values``)."""
        found: list[Expression] = []
        for node in nodes:
            if isinstance(node, ast.Starred):
                found += self.fields_of(self.value(node.value))
            else:
                found.append(self.value(node))
        return found

    def _of_binop(self, node: ast.BinOp) -> Expression:
        left = self.value(node.left)
        return self.binary(OPERATORS[type(node.op).__name__], left, self.value(node.right))

    def _of_unaryop(self, node: ast.UnaryOp) -> Expression:
        value = self.value(node.operand)
        if isinstance(node.op, ast.Not):
            return Not(self.truth(value))
        if isinstance(node.op, ast.Invert):
            kind = self.number_kind(value)
            if kind in (FLOAT, SINGLE):
                raise UnsupportedError("~ is of truth values or whole numbers, not of numbers")
            return Not(value) if kind == TRUTH else Invert(value)
        if isinstance(node.op, ast.UAdd):
            return value
        found = self.unary("neg", value)
        if found is not None:
            return found
        value = self.number(value)
        if isinstance(value, Literal):
            return Literal(-value.value, value.type)
        return Minus(value, value.type)

    def _of_boolop(self, node: ast.BoolOp) -> Expression:
        operator = "and" if isinstance(node.op, ast.And) else "or"
        values: list[Expression] = []
        for part in node.values:
            self._may_not_run += bool(values)
            values.append(self._condition_part(part))
        self._may_not_run -= len(values) - 1
        joined = values[0]
        for value in values[1:]:
            joined = Binary(operator, joined, value, TRUTH)
        return joined

    def _condition_part(self, node: ast.expr) -> Expression:
        value = self.value(node)
        if self.number_kind(value) != TRUTH and not self.reader.target.words and not self._is_test:
            raise UnsupportedError("`and` and `or` of numbers give no number in compiled code; write if or select")
        return self.truth(value)

    def test(self, node: ast.expr) -> Expression:
        """Return a condition of a branch or loop, as a truth value."""
        before, self._is_test = self._is_test, True
        value = self.truth(self.value(node))
        self._is_test = before
        return value

    def _of_compare(self, node: ast.Compare) -> Expression:
        operators = [type(operator).__name__ for operator in node.ops]
        left = self.value(node.left)
        if len(operators) == 1:
            return self.comparison(operators[0], left, self.value(node.comparators[0]))
        operands = [left, *(self.value(each) for each in node.comparators)]
        if any(isinstance(operand.type, Struct) for operand in operands):
            return self._joined_pairs(operators, operands)
        kinds = {self.number_kind(operand) for operand in operands}
        kind = kinds.pop() if len(kinds) == 1 else None
        for each in kinds:
            kind = each if kind is None else common_kind(kind, each)
        assert kind is not None
        kind = WHOLE if kind == TRUTH else kind
        if not all(operator in COMPARISONS for operator in operators):
            raise UnsupportedError("a chain of comparisons has <, <=, >, >=, == and != only")
        signs = [COMPARISONS[operator] for operator in operators]
        return Chain(signs, [self.to(operand, kind) for operand in operands])

    def _joined_pairs(self, operators: Sequence[str], operands: Sequence[Expression]) -> Expression:
        """Return a chain of comparisons of classes with operators: one comparison of each pair of neighbours."""
        pairs = zip(operators, itertools.pairwise(operands), strict=True)  # what stands in two pairs has no effects
        found = [self.comparison(operator, *pair) for operator, pair in pairs]
        return reduce(lambda one, other: Binary("&", one, other, TRUTH), found)

    def _of_ifexp(self, node: ast.IfExp) -> Expression:
        condition = self.test(node.test)
        if isinstance(condition, Literal):  # known when this is read: only one side need have a counterpart
            return self.value(node.body if condition.value else node.orelse)
        self._may_not_run += 1
        if_true, if_false = self.value(node.body), self.value(node.orelse)
        self._may_not_run -= 1
        return self.choice(condition, if_true, if_false)

    def _of_subscript(self, node: ast.Subscript) -> Expression:
        value = self.value(node.value)
        kind = value.type
        if not isinstance(kind, Struct):
            return self.item(value, self.indices(node.slice))
        place = place_of(node.slice)
        if place is None:
            index = self.value(node.slice)
            if not isinstance(value, (Variable, Constant, Make)):
                value = self.kept(value, "made")
            if isinstance(index, (Literal, Constant)) and isinstance(index.value, int):
                place = index.value
            else:
                numbers = [self.number_kind(field) for field in (Variable("", each) for each in kind.types)]
                common = numbers[0]
                for number in numbers:
                    common = common_kind(common, number)
                return Pick(value, self.whole_index(index), WHOLE if common == TRUTH else common)
        if not -len(kind.types) <= place < len(kind.types):
            raise UnsupportedError(f"a tuple of {len(kind.types)} has no element {place}")
        return self.field(value, place % len(kind.types))

    def indices(self, node: ast.expr) -> list[Expression]:
        """Return the indices in brackets, as whole numbers."""
        parts = node.elts if isinstance(node, ast.Tuple) else [node]
        if any(isinstance(part, ast.Slice) for part in parts):
            raise UnsupportedError("compiled code has no slices; use rows_of(column, first, count) or a loop")
        index = self.value(node)
        found = self.fields_of(index) if isinstance(index.type, Struct) else [index]
        return [self.whole_index(each) for each in found]

    def _of_call(self, node: ast.Call) -> Expression:
        if isinstance(node.func, ast.Attribute) and node.func.attr in METHODS:
            value = self.value(node.func.value)
            if not isinstance(value, Known):
                return METHODS[node.func.attr](self, value, *(self.value(argument) for argument in node.args))
        called = self.value(node.func)
        arguments = self._each(node.args)
        named: dict[str, Expression] = {}
        for keyword in node.keywords:
            if keyword.arg is None:
                raise UnsupportedError("compiled code has no ** in calls; name the arguments")
            named[keyword.arg] = self.value(keyword.value)
        if not isinstance(called, Known):
            raise UnsupportedError(f"`{ast.unparse(node.func)}` is {described(called.type)}, which cannot be called")
        return self.call(called.value, arguments, named)


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
