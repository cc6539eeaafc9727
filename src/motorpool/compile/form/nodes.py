"""Nodes of a typed program: expressions, statements and functions.

``reader`` makes them from Python's text. ``native`` writes machine code from them, ``translation`` other languages.
Each expression has a type, and operands have been converted: both sides of an operator have the same type.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from types import FunctionType
from typing import Any, cast

from .text import Text
from .types import TRUTH, WHOLE, KnownType, Struct, Type

NOTHING = KnownType(None)  # type of what has no value


class Expression:
    """A value; abstract."""

    __slots__ = ()
    type: Type


@dataclass(eq=False, slots=True)
class Literal(Expression):
    """A number or truth value of the text."""

    value: Any
    type: Type


@dataclass(eq=False, slots=True)
class Constant(Expression):
    """A number of a module, or a tuple or structure of such numbers.

    Attributes:
        module: name of the module in whose text it is used.
    """

    name: str
    value: Any
    type: Type
    module: str


class Known(Expression):
    """A Python object that is known at compile time."""

    __slots__ = ("type", "value")

    def __init__(self, value: Any):
        self.value = value
        self.type: Type = KnownType(value)


@dataclass(eq=False, slots=True)
class Variable(Expression):
    """A parameter or a name that the function assigns."""

    name: str
    type: Type


@dataclass(eq=False, slots=True)
class Field(Expression):
    """A field of a structure, by its place."""

    value: Expression
    place: int
    type: Type

    @property
    def name(self) -> str:
        """Return the field's name."""
        return cast("Struct", self.value.type).names[self.place]


@dataclass(eq=False, slots=True)
class Pick(Expression):
    """An element of a tuple, at a place that is known only when the program runs."""

    value: Expression
    index: Expression
    type: Type


@dataclass(eq=False, slots=True)
class Item(Expression):
    """A number of an array, or a part of it with fewer dimensions."""

    array: Expression
    indices: list[Expression]
    type: Type


@dataclass(eq=False, slots=True)
class Current(Expression):
    """The number of an array that the ``Update`` around this expression changes."""

    type: Type


@dataclass(eq=False, slots=True)
class Length(Expression):
    """Length of an axis of an array."""

    array: Expression
    axis: int
    type: Type = WHOLE


@dataclass(eq=False, slots=True)
class Convert(Expression):
    """Conversion to another kind: True is 1, a number is true unless it is 0, and fractions are truncated."""

    value: Expression
    type: Type


@dataclass(eq=False, slots=True)
class Minus(Expression):
    """The negative of a number."""

    value: Expression
    type: Type


@dataclass(eq=False, slots=True)
class Not(Expression):
    """The opposite of a truth value."""

    value: Expression
    type: Type = TRUTH


@dataclass(eq=False, slots=True)
class Invert(Expression):
    """A whole number with all bits inverted."""

    value: Expression
    type: Type = WHOLE


@dataclass(eq=False, slots=True)
class Binary(Expression):
    """Two operands and an operator of Python: arithmetic, bits, a comparison, ``and`` or ``or``."""

    operator: str
    left: Expression
    right: Expression
    type: Type


@dataclass(eq=False, slots=True)
class Chain(Expression):
    """Chained comparisons (``a < b <= c``), each operand evaluated once."""

    operators: list[str]
    operands: list[Expression]  # each pair of neighbours has one type, or is converted by the writer
    type: Type = TRUTH


@dataclass(eq=False, slots=True)
class Choice(Expression):
    """One of two values by a condition."""

    condition: Expression
    if_true: Expression
    if_false: Expression
    type: Type


@dataclass(eq=False, slots=True)
class Intrinsic(Expression):
    """A call of a function that all writers implement: ``sqrt``, ``minimum``, ``rows_of``, ..."""

    name: str
    arguments: list[Expression]
    type: Type


@dataclass(eq=False, slots=True)
class Call(Expression):
    """A call of a function of the program."""

    function: "Function"
    arguments: list[Expression]
    type: Type


@dataclass(eq=False, slots=True)
class Make(Expression):
    """A new structure or tuple with these fields."""

    struct: Struct
    arguments: list[Expression]
    type: Type = field(init=False)

    def __post_init__(self) -> None:
        self.type = self.struct


@dataclass(eq=False, slots=True)
class Span(Expression):
    """Range of whole numbers; the step is part of the type."""

    start: Expression
    stop: Expression
    type: Type


class Statement:
    """A statement; abstract."""

    __slots__ = ()
    line: int  # in the file of its function


@dataclass(eq=False, slots=True)
class Let(Statement):
    """Assignment to a name: its first in this block (``is_new``), or a later one."""

    line: int
    name: str
    value: Expression
    is_new: bool = False
    comment: str = ""


@dataclass(eq=False, slots=True)
class Unpack(Statement):
    """First assignment of the fields of a structure to names; ``_`` takes none."""

    line: int
    names: list[str]
    value: Expression
    comment: str = ""


@dataclass(eq=False, slots=True)
class Declare(Statement):
    """Declaration of a name that is assigned in a branch or loop after it."""

    line: int
    name: str
    type: Type


@dataclass(eq=False, slots=True)
class Store(Statement):
    """Assignment to a number of an array."""

    line: int
    array: Expression
    indices: list[Expression]
    value: Expression


@dataclass(eq=False, slots=True)
class Update(Statement):
    """Assignment to a number of an array that depends on its old value, which is ``Current`` in the new one."""

    line: int
    array: Expression
    indices: list[Expression]
    value: Expression


@dataclass(eq=False, slots=True)
class Return(Statement):
    """Return from the function, with its value if it has one."""

    line: int
    value: Expression | None


@dataclass(eq=False, slots=True)
class If(Statement):
    """If statement: the branch for a true condition, and the other one."""

    line: int
    condition: Expression
    then: list[Statement]
    otherwise: list[Statement]


@dataclass(eq=False, slots=True)
class While(Statement):
    """Statements that are repeated while a condition holds, and those after it unless the loop is left by a break."""

    line: int
    condition: Expression
    body: list[Statement]
    otherwise: list[Statement]


@dataclass(eq=False, slots=True)
class For(Statement):
    """Statements for each whole number of a range, each element of an array, or each number of a tuple."""

    line: int
    name: str
    over: Expression
    body: list[Statement]
    otherwise: list[Statement]


@dataclass(eq=False, slots=True)
class Repeat(Statement):
    """Statements that are run a fixed number of times, counted from 0.

    Attributes:
        is_short: few iterations of plain statements, which machine code unrolls.
    """

    line: int
    name: str
    count: int
    body: list[Statement]
    is_short: bool


@dataclass(eq=False, slots=True)
class Break(Statement):
    """End of the innermost loop."""

    line: int


@dataclass(eq=False, slots=True)
class Continue(Statement):
    """Next iteration of the innermost loop."""

    line: int


@dataclass(eq=False, slots=True)
class Do(Statement):
    """A call whose value is not used."""

    line: int
    value: Expression


@dataclass(eq=False)
class Function:
    """A function for arguments of some types.

    Attributes:
        name: in Python, or of a program text, where it is unique.
        parameters: names and types, without those that are known at compile time.
        returns: type of its value; ``KnownType(None)`` without a value.
        given: for each argument of Python's function, the object that is known at compile time, or None.
        doc: description, empty until a program is named.
        types: types of the names that get several values.
    """

    name: str
    text: Text
    parameters: list[tuple[str, Type]]
    given: list[Any]
    python: FunctionType
    doc: str = ""
    returns: Type = NOTHING
    body: list[Statement] = field(default_factory=list[Statement])
    types: dict[str, Type] = field(default_factory=dict[str, Type])

    @cached_property
    def changed(self) -> frozenset[str]:
        """Return the names that get another value after their first."""
        found: set[str] = set()
        for statement in statements_of(self.body):
            if isinstance(statement, Declare) or (isinstance(statement, Let) and not statement.is_new):
                found.add(statement.name)
        return frozenset(found)

    @cached_property
    def unused(self) -> list[str]:
        """Return the parameters that no statement reads."""
        read = {part.name for part in parts_of(self.body) if isinstance(part, Variable)}
        return [name for name, _ in self.parameters if name not in read]


def statements_of(body: list[Statement]) -> Iterator[Statement]:
    """Yield all statements of a body, those in branches and loops included."""
    for statement in body:
        yield statement
        for name in ("then", "body", "otherwise"):
            yield from statements_of(getattr(statement, name, []))


def parts_of(node: Any) -> Iterator[Expression]:
    """Yield all expressions of a statement, an expression or a list of them, each before its own parts."""
    if isinstance(node, list):
        for each in cast("list[Any]", node):
            yield from parts_of(each)
        return
    if isinstance(node, Expression):
        yield node
    for name in getattr(node, "__slots__", ()):
        value = getattr(node, name)
        if isinstance(value, (list, Expression, Statement)):
            yield from parts_of(value)


def own_parts(statement: Statement) -> list[Expression]:
    """Return the expressions of a statement, without those of the statements in it."""
    found: list[Expression] = []
    for name in getattr(statement, "__slots__", ()):
        value = getattr(statement, name)
        each = cast("list[Any]", value) if isinstance(value, list) else [value]
        found += [part for part in each if isinstance(part, Expression)]
    return found
