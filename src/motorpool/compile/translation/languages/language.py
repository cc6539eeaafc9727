"""Abstract writer of programs; the modules of this package define the languages.

A language is a class with the texts of types, expressions and statements. The base class walks the program, writes as
few parentheses as keep the order of the operations (so that rounding is the same), and breaks long lines.
"""

import textwrap
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, NamedTuple

from .... import __version__
from ...form import nodes as n
from ...form.types import FLOAT, TRUTH, Struct, Type
from .. import program as p
from ..driving import Drive

MADE_BY = f"Made by Motorpool {__version__} (motorpool export). SPDX-License-Identifier: MIT"
FULL = 104  # width of comments
WIDTH = 110  # width of lines; longer calls are broken

# Precedences of operators in languages like C.
TERNARY, OR, AND, EQUALITY, ORDER, SUM, PRODUCT, UNARY, POSTFIX = range(9)
BINDING = {
    "or": OR, "and": AND, "==": EQUALITY, "!=": EQUALITY, "<": ORDER, "<=": ORDER, ">": ORDER, ">=": ORDER,
    "+": SUM, "-": SUM, "*": PRODUCT, "/": PRODUCT,
}  # fmt: skip


LOGIC = {"&": "and", "|": "or"}  # names of operators on truth values


class Blocks(NamedTuple):
    """Lines around the statements of branches and loops; ``{}`` is the condition, or the number of turns."""

    branch: tuple[str, ...] = ("if ({}) {",)
    otherwise: tuple[str, ...] = ("} else {",)
    loop: tuple[str, ...] = ("for (int i = 0; i < {}; i++) {",)
    end: tuple[str, ...] = ("}",)


class Language(ABC):
    """Abstract language that programs are written in.

    Attributes:
        other_names: names that ``export`` also accepts.
        checked: how the project tests programs in this language; empty if they are not run.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    suffix: ClassVar[str]
    other_names: ClassVar[tuple[str, ...]] = ()
    checked: ClassVar[str] = ""
    numbers: ClassVar[dict[str, str]] = {}  # names of the number and boolean types
    comment: ClassVar[str] = "//"
    indent: ClassVar[str] = "    "
    operators: ClassVar[dict[str, str]] = {"and": "&&", "or": "||"}
    blocks: ClassVar[Blocks] = Blocks()
    reserved: ClassVar[frozenset[str]] = frozenset()
    words: ClassVar[dict[str, str]] = {}  # names of mathematical functions in the language
    helpers: ClassVar[dict[str, str]] = {}  # texts of the functions that it lacks, by name
    needs: ClassVar[dict[str, tuple[str, ...]]] = {"clamp": ("minimum", "maximum")}  # helpers that a helper calls
    binding: ClassVar[dict[str, int]] = BINDING  # precedences of operators
    # text before and after the index of a tuple's item, for languages with tuples
    items: ClassVar[tuple[str, str] | None] = None
    names: ClassVar[str] = ""  # separator of a field's name and value in a new structure, for languages that name them
    are_short: ClassVar[bool] = False  # whether a field's name alone stands for a variable of that name

    def __init__(self, program: p.Program):
        self.program = program
        self.function: n.Function | None = None  # function that is being written

    # ---- whole text

    @property
    def file_name(self) -> str:
        """Return the name of the file, by the conventions of the language."""
        return f"{identifier_of(self.program.name)}{self.suffix}"

    @abstractmethod
    def write(self) -> str:
        """Return the program's text."""

    @abstractmethod
    def main(self, drive: Drive) -> list[str]:
        """Return the lines of a program that runs a drive and prints the final pose."""

    def with_drive(self, drive: Drive) -> str:
        """Return the program's text with a drive that it runs when executed."""
        return "\n".join([self.write().rstrip("\n"), "", "", *self.main(drive)]) + "\n"

    @property
    def has_command(self) -> bool:
        """Return whether the model takes a speed and a steering command."""
        return self.program.function("control_from_command") is not None

    @property
    def has_ground(self) -> bool:
        """Return whether the model has ground properties."""
        return self.program.struct("Ground") is not None

    def phases(self, drive: Drive, brackets: str) -> str:
        """Return the phases of a drive as rows of numbers in the given brackets."""
        opening, closing = brackets
        rows = [f"{opening}{steps}, {speed!r}, {steer!r}{closing}" for steps, speed, steer in drive.phases]
        return ", ".join(rows)

    def assigned(self, drive: Drive, *, end: str = ";") -> list[str]:
        """Return lines that set the drive's start, ground and controls."""
        parts: dict[str, Mapping[str, float]] = {"state": drive.start}
        if self.has_ground:
            parts["ground"] = drive.ground
        if not self.has_command:
            parts["control"] = drive.control
        return [
            f"{part}.{self.identifier(name)} = {self.number(value)}{end}"
            for part, values in parts.items()
            for name, value in values.items()
        ]

    def heading(self) -> list[str]:
        """Return the lines at the beginning of a file: description, usage and licence."""
        program = self.program
        point = f" of {program.reference_point}" if program.reference_point else ""
        lines = [f"{program.title}: {program.doc}"]
        lines += [
            "",
            f"x, y: place{point} [m], east and north; yaw: counter-clockwise from east [rad]. All in SI units.",
        ]
        drive = (
            " the last two lines are a step, at 8 m/s and 0.3 of full steering to the left" if self.has_command else ""
        )
        lines += ["", f"Use:{drive}", *(f"  {line}" for line in self.usage()), "", MADE_BY]
        return self.wrapped("\n".join(lines))

    @abstractmethod
    def usage(self) -> list[str]:
        """Return lines of an example."""

    def used_control(self, default: str, *, params: str = "params", dt: str = "1.0 / 60.0", prefix: str = "") -> str:
        """Return the control of the example: of a speed and a steering command, or the default without a command.

        Args:
            default: text of the model's default control.
            params: text of the parameters.
            dt: text of the time step.
            prefix: text before the name of the function.
        """
        if not self.has_command:
            return default
        return f"{prefix}{self.called('control_from_command')}(state, 8.0, 0.3, {params}, {dt})"

    def wrapped(self, text: str) -> list[str]:
        """Return the lines of a text; paragraphs with long lines are wrapped again."""
        lines: list[str] = []
        for paragraph in text.replace("``", "`").split("\n\n"):
            set_as_it_is = paragraph.splitlines()
            has_long = max(map(len, set_as_it_is), default=0) > FULL
            lines += [*([""] if lines else []), *(_wrapped(paragraph) if has_long else set_as_it_is)]
        return lines

    def commented(self, text: str) -> list[str]:
        """Return a text as comment lines."""
        return [f"{self.comment} {line}".rstrip() for line in self.wrapped(text)]

    def behind(self, comment: str) -> str:
        """Return a trailing comment."""
        return f" {self.comment} {comment}" if comment else ""

    def helper_texts(self) -> list[str]:
        """Return the texts of the helpers that the program needs."""
        needed: list[str] = []
        for word in sorted(self.program.words):
            for each in (*self.needs.get(word, ()), word):
                if each in self.helpers and each not in needed:
                    needed.append(each)
        return [textwrap.dedent(self.helpers[word]).strip("\n") for word in needed]

    def body(self, function: n.Function, depth: int) -> list[str]:
        """Return the lines of a function's statements."""
        self.function = function
        return self.statements(function.body, depth)

    # ---- statements

    def statements(self, statements: Iterable[n.Statement], depth: int) -> list[str]:
        """Return the lines of some statements."""
        return [line for statement in statements for line in self.statement(statement, depth)]

    def statement(self, statement: n.Statement, depth: int) -> list[str]:
        """Return the lines of a statement."""
        match statement:
            case n.Let():
                return self.noted(self.let(statement), statement.comment, depth)
            case n.Unpack():
                return self.noted(self.unpack(statement), statement.comment, depth)
            case n.Declare():
                return self.noted(self.declare(statement), "", depth)
            case n.Return():
                assert statement.value is not None
                return self.noted(self.broken("return ", statement.value, self.end), "", depth)
            case n.If():
                return self.branch(statement, depth)
            case n.Repeat():
                return self.repeat(statement, depth)
            case _:
                raise AssertionError(statement)

    end: ClassVar[str] = ";"

    def let(self, let: n.Let) -> list[str]:
        """Return the lines, without indentation, that assign a variable."""
        start = f"{self.variable(let)} = " if let.is_new else f"{self.identifier(let.name)} = "
        return self.broken(start, let.value, self.end)

    @abstractmethod
    def variable(self, let: n.Let) -> str:
        """Return the text before the value of a new variable."""

    def declare(self, declare: n.Declare) -> list[str]:
        """Return the lines of a variable without a value."""
        return [f"{self.type(declare.type)} {self.identifier(declare.name)}{self.end}"]

    def unpack(self, unpack: n.Unpack) -> list[str]:
        """Return the lines that assign the fields of a tuple to variables."""
        struct = unpack.value.type
        assert isinstance(struct, Struct)
        whole = self.temporary(unpack)
        lines = self.let(n.Let(unpack.line, whole, unpack.value, is_new=True))
        for place, (name, kind) in enumerate(zip(unpack.names, struct.types, strict=True)):
            if name != "_":
                part = n.Field(n.Variable(whole, struct), place, kind)
                lines += self.let(n.Let(unpack.line, name, part, is_new=True))
        return lines

    def temporary(self, unpack: n.Unpack) -> str:
        """Return a name for a tuple to unpack, unique in its function."""
        return "_".join([*(name for name in unpack.names if name != "_")][:2]) + "_pair"

    def branch(self, branch: n.If, depth: int) -> list[str]:
        """Return the lines of a branch."""
        lines = [line.replace("{}", self.text(branch.condition)) for line in self.blocks.branch]
        lines = [*self.noted(lines, "", depth), *self.statements(branch.then, depth + 1)]
        if branch.otherwise:
            lines += [*self.noted(self.blocks.otherwise, "", depth), *self.statements(branch.otherwise, depth + 1)]
        return [*lines, *self.noted(self.blocks.end, "", depth)]

    def repeat(self, repeat: n.Repeat, depth: int) -> list[str]:
        """Return the lines of a loop."""
        head = self.noted([line.replace("{}", str(repeat.count)) for line in self.blocks.loop], "", depth)
        return [*head, *self.statements(repeat.body, depth + 1), *self.noted(self.blocks.end, "", depth)]

    def noted(self, lines: Sequence[str], comment: str, depth: int) -> list[str]:
        """Return lines with indentation, and with a comment, unless empty, behind the last one."""
        padded = [self.indent * depth + line for line in lines]
        if comment:
            padded[-1] += self.behind(comment)
        return padded

    def broken(self, start: str, value: n.Expression, end: str) -> list[str]:
        """Return a value between two texts; a call that is too long has each argument on a separate line."""
        line = f"{start}{self.text(value)}{end}"
        if len(line) <= WIDTH - 8:
            return [line]
        if isinstance(value, n.Make | n.Call) and value.arguments:
            opening, closing = self.brackets(value)
            inner = [self.indent + self.argument(value, i) + "," for i in range(len(value.arguments))]
            inner[-1] = inner[-1] if self.takes_last_comma else inner[-1].removesuffix(",")
            return [f"{start}{opening.rstrip()}", *inner, f"{closing.lstrip()}{end}"]
        return [line]

    takes_last_comma: ClassVar[bool] = False

    # ---- expressions

    def text(self, value: n.Expression, least: int = TERNARY) -> str:
        """Return an expression, in parentheses if its precedence is below ``least``."""
        text, binds = self.bound_text(value)
        return f"({text})" if binds < least else text

    def bound_text(self, value: n.Expression) -> tuple[str, int]:
        """Return an expression's text and precedence."""
        match value:
            case n.Literal() if value.type == TRUTH:
                return self.truth(value.value), POSTFIX
            case n.Literal():
                return self.number(value.value), UNARY if value.value < 0.0 else POSTFIX
            case n.Constant():
                return self.constant(value.name), POSTFIX
            case n.Variable():
                return self.identifier(value.name), POSTFIX
            case n.Convert():
                return self.bound_text(as_condition(value))
            case n.Chain():
                return self.bound_text(unchained(value))
            case n.Field():
                return self.field_of(value), POSTFIX
            case n.Minus():
                return f"-{self.text(value.value, POSTFIX)}", UNARY
            case n.Not():
                return self.negated(value), UNARY
            case n.Binary():
                return self.binary(value)
            case n.Choice():
                return self.select(value), TERNARY
            case n.Intrinsic():
                arguments = ", ".join(self.text(each) for each in value.arguments)
                return f"{self.word(value.name)}({arguments})", POSTFIX
            case n.Call() | n.Make():
                opening, closing = self.brackets(value)
                inner = ", ".join(self.argument(value, i) for i in range(len(value.arguments)))
                return f"{opening}{inner}{closing}", POSTFIX
            case _:
                raise AssertionError(value)

    def binary(self, value: n.Binary) -> tuple[str, int]:
        """Return two operands and their operator, and its precedence; parentheses keep the order of operations."""
        operator = LOGIC.get(value.operator, value.operator) if value.type == TRUTH else value.operator
        binds = self.binding[operator]
        left = self.operand(value.left, operator, binds)
        right = self.operand(value.right, operator, binds if operator in ("and", "or") else binds + 1)
        return f"{left} {self.operators.get(operator, operator)} {right}", binds

    def operand(self, value: n.Expression, operator: str, least: int) -> str:
        """Return an operand, in parentheses below a precedence; also ``and`` within ``or``, for readability."""
        if operator == "or" and isinstance(value, n.Binary) and value.operator in ("and", "&") and value.type == TRUTH:
            return f"({self.text(value)})"
        return self.text(value, least)

    def number(self, value: float) -> str:
        """Return a number's text."""
        if value != value:
            return self.nan
        if abs(value) == float("inf"):
            return self.infinity if value > 0 else f"-{self.infinity}"
        return repr(value)

    nan: ClassVar[str] = "NAN"
    infinity: ClassVar[str] = "INFINITY"

    def truth(self, value: bool) -> str:
        """Return the text of a truth value."""
        return "true" if value else "false"

    def identifier(self, name: str) -> str:
        """Return the name of a variable or field by the conventions of the language."""
        return f"{name}_" if name in self.reserved else name

    def constant(self, name: str) -> str:
        """Return a constant's name."""
        return name

    def called(self, name: str) -> str:
        """Return a function's name."""
        return self.identifier(name)

    def word(self, name: str) -> str:
        """Return the name of a mathematical function."""
        return self.words.get(name, name)

    def field_of(self, value: n.Field) -> str:
        """Return a field of a structure, or an item of a tuple."""
        struct = value.value.type
        if self.items and isinstance(struct, Struct) and struct.is_tuple:
            before, after = self.items
            return f"{self.text(value.value, POSTFIX)}{before}{value.place}{after}"
        return f"{self.text(value.value, POSTFIX)}.{self.identifier(value.name)}"

    def negated(self, value: n.Not) -> str:
        """Return the negation of a truth value."""
        return f"!{self.text(value.value, POSTFIX)}"

    def select(self, value: n.Choice) -> str:
        """Return a conditional expression."""
        condition = self.text(value.condition, OR)
        return f"{condition} ? {self.text(value.if_true, OR)} : {self.text(value.if_false)}"

    def brackets(self, value: n.Call | n.Make) -> tuple[str, str]:
        """Return the text before and after the arguments of a call or of a new structure."""
        if isinstance(value, n.Call):
            return f"{self.called(value.function.name)}(", ")"
        return f"{self.type(value.struct)}(", ")"

    def argument(self, value: n.Call | n.Make, index: int) -> str:
        """Return an argument of a call, or a field's value in a new structure, with its name if the language has it."""
        text = self.text(value.arguments[index])
        if not self.names or isinstance(value, n.Call) or (self.items and value.struct.is_tuple):
            return text
        name = self.identifier(value.struct.fields[index][0])
        return name if self.are_short and text == name else f"{name}{self.names}{text}"

    def type(self, kind: Type) -> str:
        """Return the name of a type."""
        return kind.name if isinstance(kind, Struct) else self.numbers[str(kind)]


def as_condition(value: n.Convert) -> n.Expression:
    """Return a conversion as a choice of 1 and 0, or a comparison with 0."""
    inner, kind = value.value, value.type
    if kind == TRUTH:
        return n.Binary("!=", inner, n.Literal(0.0 if inner.type == FLOAT else 0, inner.type), TRUTH)
    if inner.type != TRUTH:
        return inner
    one, zero = (1.0, 0.0) if kind == FLOAT else (1, 0)
    return n.Choice(inner, n.Literal(one, kind), n.Literal(zero, kind), kind)


def unchained(chain: n.Chain) -> n.Expression:
    """Return chained comparisons as pairs combined by ``and``."""
    pairs = zip(chain.operators, chain.operands, chain.operands[1:], strict=False)
    first, *rest = [n.Binary(operator, left, right, TRUTH) for operator, left, right in pairs]
    for each in rest:
        first = n.Binary("and", first, each, TRUTH)
    return first


def _wrapped(paragraph: str) -> list[str]:
    """Return a paragraph's lines wrapped again; those of a table or a list do not change."""
    lines = paragraph.splitlines()
    if any(line.startswith((" ", "|", "- ")) for line in lines):
        return lines
    return textwrap.wrap(paragraph, FULL, break_long_words=False, break_on_hyphens=False)


def words_of(*text: str) -> frozenset[str]:
    """Return the words of some texts."""
    return frozenset(" ".join(text).split())


def camel(name: str) -> str:
    """Return a name in snake_case as camelCase."""
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def pascal(name: str) -> str:
    """Return a name in snake_case as PascalCase."""
    return "".join(word[:1].upper() + word[1:] for word in name.split("_"))


def snake(name: str) -> str:
    """Return a name in PascalCase as snake_case."""
    return "".join(f"_{letter.lower()}" if letter.isupper() and i else letter.lower() for i, letter in enumerate(name))


def identifier_of(name: str) -> str:
    """Return a model's name as an identifier in snake_case: "single_track_linear"."""
    words = "".join(letter if letter.isalnum() else "_" for letter in name.lower())
    return words if words[:1].isalpha() else f"model_{words}"
