"""A model as a program that no language owns: structures, constants and typed functions in a small vocabulary.

``reading`` makes it of a model's Python text, and each file of ``languages`` writes it as text of one language. Every
expression knows its type. There is nothing but numbers, truth values and structures of them; functions have no effect
beside what they return.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple, cast

FLOAT, BOOL = "float", "bool"


@dataclass(eq=False)
class Struct:
    """A structure; each of a program is one object, so types are compared by identity.

    Attributes:
        name: words with capitals, unique in the program.
        fields: names and types, in order.
        doc: a sentence.
        is_tuple: whether it stands for a tuple, which has no names in the Python text.
        details: of each field, by its name; only those that users fill in have any.
    """

    name: str
    fields: tuple[tuple[str, "Type"], ...]
    doc: str = ""
    is_tuple: bool = False
    details: dict[str, "Detail"] = field(default_factory=dict[str, "Detail"])

    def type_of(self, name: str) -> "Type":
        """Return the type of a field."""
        return dict(self.fields)[name]

    def index(self, name: str) -> int:
        """Return the place of a field, from 0."""
        return [field for field, _ in self.fields].index(name)


class Detail(NamedTuple):
    """Default, meaning and unit of a field."""

    default: float
    meaning: str
    unit: str

    @property
    def text(self) -> str:
        """Return meaning and unit, as for a comment."""
        return f"{self.meaning} [{self.unit}]" if self.unit else self.meaning


Type = str | Struct  # FLOAT, BOOL or a structure


class Expression:
    """A value; abstract."""

    type: Type


@dataclass
class Number(Expression):
    """A number that is written out."""

    value: float
    type: Type = FLOAT


@dataclass
class Truth(Expression):
    """True or false."""

    value: bool
    type: Type = BOOL


@dataclass
class Name(Expression):
    """A variable, an argument or a constant of the program."""

    name: str
    type: Type
    is_constant: bool = False


@dataclass
class FieldOf(Expression):
    """A field of a structure."""

    value: Expression
    name: str
    type: Type


@dataclass
class Minus(Expression):
    """The negative of a number."""

    value: Expression
    type: Type = FLOAT


@dataclass
class Not(Expression):
    """The opposite of a truth value."""

    value: Expression
    type: Type = BOOL


@dataclass
class Binary(Expression):
    """Two operands and ``+ - * /``, a comparison, ``and``, or ``or``."""

    operator: str
    left: Expression
    right: Expression
    type: Type


@dataclass
class Select(Expression):
    """One of two values; both can be evaluated."""

    condition: Expression
    if_true: Expression
    if_false: Expression
    type: Type


@dataclass
class Vocabulary(Expression):
    """A call of the vocabulary's: ``sin``, ``minimum``, ``abs``, ..."""

    name: str
    arguments: list[Expression]
    type: Type = FLOAT


@dataclass
class Call(Expression):
    """A call of a function of the program."""

    name: str
    arguments: list[Expression]
    type: Type


@dataclass
class Make(Expression):
    """A new structure with these values, in the order of its fields."""

    struct: Struct
    arguments: list[Expression]
    type: Type = field(init=False)

    def __post_init__(self) -> None:
        self.type = self.struct


class Statement:
    """A statement; abstract."""


@dataclass
class Let(Statement):
    """A variable that gets a value: its first (``is_new``), or another."""

    name: str
    value: Expression
    is_new: bool
    comment: str = ""


@dataclass
class Unpack(Statement):
    """New variables, one for each field of a tuple; ``_`` is none."""

    names: list[str]
    value: Expression
    comment: str = ""


@dataclass
class Declare(Statement):
    """A variable that gets its value later, in one of the branches that follow."""

    name: str
    type: Type


@dataclass
class Return(Statement):
    """The value of the function."""

    value: Expression


@dataclass
class If(Statement):
    """Statements under a condition, and those otherwise."""

    condition: Expression
    then: list[Statement]
    otherwise: list[Statement]


@dataclass
class Repeat(Statement):
    """Statements that are run so many times."""

    count: int
    body: list[Statement]


@dataclass
class Function:
    """A function.

    Attributes:
        name: small letters and underscores, unique in the program.
        arguments: names and types.
        returns: type of its value.
        body: statements.
        doc: a sentence or two.
        source: module that its text is from.
        changed: names of arguments and variables that get another value.
    """

    name: str
    arguments: list[tuple[str, Type]]
    returns: Type
    body: list[Statement]
    doc: str
    source: str
    changed: frozenset[str] = frozenset()

    @property
    def unused(self) -> list[str]:
        """Return the arguments that the statements do not read."""
        parts = [part for statement in self.body for part in parts_of(statement)]
        read = {part.name for part in parts if isinstance(part, Name)}
        return [name for name, _ in self.arguments if name not in read]


@dataclass(frozen=True)
class Constant:
    """A named number."""

    name: str
    value: float
    comment: str = ""


@dataclass
class Program:
    """A model.

    Attributes:
        name: of the model or vehicle, as it is registered.
        title: of a vehicle, or the name.
        doc: the model's own description.
        reference_point: the point of the vehicle whose place is x, y.
        constants, structs, functions: each after those that it uses.
        public: the structures that users fill in or read: State, Control, Params and, if it has one, Ground.
    """

    name: str
    title: str
    doc: str
    reference_point: str
    constants: list[Constant]
    structs: list[Struct]
    functions: list[Function]
    public: list[Struct]

    def function(self, name: str) -> Function | None:
        """Return a function by its name; None if there is none."""
        return next((function for function in self.functions if function.name == name), None)

    def struct(self, name: str) -> Struct | None:
        """Return a structure by its name; None if there is none."""
        return next((struct for struct in self.structs if struct.name == name), None)

    @property
    def words(self) -> set[str]:
        """Return the vocabulary that the program needs."""
        found: set[str] = set()
        for function in self.functions:
            for statement in function.body:
                found |= {part.name for part in parts_of(statement) if isinstance(part, Vocabulary)}
        return found


def parts_of(node: Any) -> Iterator[Expression]:
    """Yield all expressions of a statement or expression, and of those in it."""
    if isinstance(node, Expression):
        yield node
    for value in vars(node).values():
        for each in cast("list[Any]", value) if isinstance(value, list) else [value]:
            if isinstance(each, Expression | Statement):
                yield from parts_of(each)
