"""Typed values of one function that is being read: constants, fields, operators, conversions and calls."""

import builtins
import inspect
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import TYPE_CHECKING, Any, cast

from .library import FUNCTIONS, SCRATCH, WORDS
from .nodes import (
    Binary,
    Call,
    Choice,
    Constant,
    Convert,
    Expression,
    Field,
    Item,
    Known,
    Length,
    Let,
    Literal,
    Make,
    Not,
    Statement,
    Variable,
)
from .text import Text, text_of
from .types import (
    ELEMENTS,
    FLOAT,
    SINGLE,
    TRUTH,
    WHOLE,
    ArrayType,
    KnownType,
    Struct,
    Type,
    UnsupportedError,
    common_kind,
    described,
)

if TYPE_CHECKING:
    from .reader import Reader

IS_SINGLE = "is_single"  # attribute of functions whose literals are float32, see ``compile.specialise``
_OF_FLOATS = ("+", "-", "*", "/", "//", "%", "**")
_OF_BITS = ("&", "|", "^")
COMPARISONS = {"Lt": "<", "LtE": "<=", "Gt": ">", "GtE": ">=", "Eq": "==", "NotEq": "!="}
_MIRRORED = {"Lt": "Gt", "LtE": "GtE", "Gt": "Lt", "GtE": "LtE", "Eq": "Eq", "NotEq": "NotEq"}
_METHODS = {  # of a class with operators, by operator
    "+": "add", "-": "sub", "*": "mul", "/": "truediv",
    "Lt": "lt", "LtE": "le", "Gt": "gt", "GtE": "ge", "Eq": "eq", "NotEq": "ne",
}  # fmt: skip


class Values:
    """Makes the typed values of one function.

    Args:
        reader: reads the functions of the program.

    Attributes:
        names: values of the names so far: variables, and things that are known at compile time.
        block: statements of the block that is being read.
        declared: names that the block can set without declaring them.
        line: line of the statement that is being read.
    """

    def __init__(self, reader: "Reader", function: FunctionType):
        self.reader, self.function = reader, function
        self.text: Text = text_of(function)
        self.is_single = bool(getattr(function, IS_SINGLE, False))
        self.names: dict[str, Expression] = {}
        self.block: list[Statement] = []
        self.line = self.text.tree.lineno
        self.declared: set[str] = set()
        self._may_not_run: int = 0  # depth of conditions around what is being read: nothing can be stored before it

    # ---- constants

    def outside(self, name: str, value: Any, module: str) -> Expression:
        """Return the value of a global or enclosing name of the function, as used in the text of a module."""
        kind = self._type_of(value)
        if isinstance(kind, KnownType):
            return Known(value)
        if module in ("math", "numpy") or (isinstance(kind, Struct) and not self.reader.target.has_whole_numbers):
            return self.known_value(value)
        if isinstance(kind, str) and not self.reader.target.has_whole_numbers and kind != TRUTH:
            return Constant(name, float(value), FLOAT, module)
        return Literal(value, kind) if kind == TRUTH else Constant(name, value, kind, module)

    def _type_of(self, value: Any) -> Type:
        """Return the type of a Python value; any value but a number or a tuple of numbers is known at compile time."""
        if isinstance(value, bool):
            return TRUTH
        if isinstance(value, int):
            return WHOLE
        if type(value).__module__ == "numpy" and getattr(value, "shape", None) == ():  # a number of NumPy's
            name = type(cast("object", value)).__name__
            return {"float32": SINGLE, "bool": TRUTH, "bool_": TRUTH}.get(name, FLOAT if "float" in name else WHOLE)
        if isinstance(value, float):
            return FLOAT
        if isinstance(value, tuple):
            fields = cast("tuple[Any, ...]", value)
            types = tuple(self._type_of(each) for each in fields)
            return self.reader.struct(type(fields) if hasattr(fields, "_fields") else None, types)
        return KnownType(value)

    def known_value(self, value: Any) -> Expression:
        """Return a Python value as an expression, for example the default of an argument."""
        kind = self._type_of(value)
        if isinstance(kind, Struct):
            return Make(kind, [self.known_value(each) for each in value])
        if isinstance(kind, str):
            is_plain = kind == WHOLE and not self.reader.target.has_whole_numbers
            return Literal(float(value), FLOAT) if is_plain else Literal(value, kind)
        return Known(value)

    # ---- stored values

    def kept(self, value: Expression, name: str) -> Expression:
        """Return a value that is evaluated once, however often it is used."""
        if isinstance(value, (Variable, Literal, Constant, Known)):
            return value
        if isinstance(value, Field) and isinstance(self.kept_path(value), Variable):
            return value
        if self._may_not_run:
            raise UnsupportedError(f"a {name} value stands within a condition; assign it to a name before")
        taken = {*self.names, *self.text.assigned, *(each for each in self.function.__globals__ if each.islower())}
        free = next(each for each in (name, *(f"{name}_{k}" for k in range(2, 1000))) if each not in taken)
        self.names[free] = variable = Variable(free, value.type)
        self.declared.add(free)
        self.block.append(Let(self.line, free, value, is_new=True))
        return variable

    @staticmethod
    def kept_path(value: Expression) -> Expression:
        """Return the structure from which a field of a field is read."""
        while isinstance(value, Field):
            value = value.value
        return value

    # ---- fields

    def field(self, value: Expression, place: int) -> Expression:
        """Return a field of a structure."""
        kind = value.type
        assert isinstance(kind, Struct)
        if isinstance(value, Make):
            return value.arguments[place]
        field = kind.types[place]
        return Known(field.value) if isinstance(field, KnownType) else Field(value, place, field)

    def tuple(self, fields: Sequence[Expression]) -> Make:
        """Return a tuple of expressions."""
        return Make(self.reader.struct(None, tuple(field.type for field in fields)), list(fields))

    def fields_of(self, value: Expression) -> list[Expression]:
        """Return the fields of a value that must be a structure or tuple."""
        kind = value.type
        if not isinstance(kind, Struct):
            raise UnsupportedError(f"{described(kind)} has no fields to unpack")
        if isinstance(value, Make):
            return value.arguments
        whole = self.kept(value, "made")
        return [self.field(whole, place) for place in range(len(kind.types))]

    # ---- numbers

    def number_kind(self, value: Expression) -> str:
        """Return the kind of a value that must be a number.

        Raises:
            UnsupportedError: it is none.
        """
        if not isinstance(value.type, str):
            raise UnsupportedError(f"{described(value.type)} stands where a number belongs")
        return value.type

    def to(self, value: Expression, kind: str) -> Expression:
        """Return a number as another kind."""
        if self.number_kind(value) == kind:
            return value
        if isinstance(value, Literal):
            return Literal(_CONVERTED[kind](value.value), kind)
        if isinstance(value, Constant):
            return Constant(value.name, _CONVERTED[kind](value.value), kind, value.module)
        return Convert(value, kind)

    def number(self, value: Expression) -> Expression:
        """Return a truth value as a number, and a number as it is."""
        if self.number_kind(value) != TRUTH:
            return value
        return self.to(value, WHOLE if self.reader.target.has_whole_numbers else FLOAT)

    def truth(self, value: Expression) -> Expression:
        """Return a value as a truth value."""
        return self.to(value, TRUTH)

    def converted(self, value: Expression, kind: Type) -> Expression:
        """Return a value as another type that holds it, see ``Reader.common``."""
        if value.type is kind or value.type == kind:
            return value
        if isinstance(kind, str):
            return self.to(value, kind)
        assert isinstance(kind, Struct)
        if isinstance(value.type, str):
            return self.call(kind.of.of_number, [self.to(value, FLOAT)], {})
        fields = self.fields_of(value)
        return Make(kind, [self.converted(field, each) for field, each in zip(fields, kind.types, strict=True)])

    # ---- operators

    def binary(self, operator: str, left: Expression, right: Expression) -> Expression:
        """Return two values with a Python operator of arithmetic or bits between them."""
        found = self._of_class(operator, left, right)
        if found is not None:
            return found
        if operator == "+" and isinstance(left.type, Struct) and isinstance(right.type, Struct):
            return self.tuple([*self.fields_of(left), *self.fields_of(right)])
        first, second = self.number_kind(left), self.number_kind(right)
        kind = common_kind(first, second)
        if operator in _OF_BITS:
            if kind in (FLOAT, SINGLE):
                raise UnsupportedError("&, | and ^ are of truth values or whole numbers, not of numbers")
            return Binary(operator, self.to(left, kind), self.to(right, kind), kind)
        kind = (WHOLE if self.reader.target.has_whole_numbers else FLOAT) if kind == TRUTH else kind
        kind = FLOAT if operator == "/" and kind == WHOLE else kind
        if kind != WHOLE and operator not in _OF_FLOATS:
            raise UnsupportedError(f"compiled code has no operator {operator} of numbers")
        return Binary(operator, self.to(left, kind), self.to(right, kind), kind)

    def unary(self, name: str, value: Expression) -> Expression | None:
        """Return the value of a class's method of one operand ("neg"); None for a value without that method."""
        method = method_of(value.type, name)
        return None if method is None else self.call(method, [value], {})

    def _of_class(self, operator: str, left: Expression, right: Expression) -> Expression | None:
        """Return the value of the method for an operator; None if neither operand is of a class that has it."""
        name = _METHODS.get(operator)
        if name is None or (isinstance(left.type, str) and isinstance(right.type, str)):
            return None
        method = method_of(left.type, name)
        if method is not None:
            return self.call(method, [left, right], {})
        method = method_of(right.type, _METHODS[_MIRRORED[operator]] if operator in _MIRRORED else f"r{name}")
        return None if method is None else self.call(method, [right, left], {})

    def comparison(self, operator: str, left: Expression, right: Expression) -> Expression:
        """Return a comparison of two values, by the name of its operator in Python's syntax."""
        if operator in ("Is", "IsNot"):
            is_same = (
                isinstance(left.type, KnownType)
                and isinstance(right.type, KnownType)
                and left.type.value is right.type.value
            )
            return Literal(is_same == (operator == "Is"), TRUTH)
        if operator in ("In", "NotIn"):
            return self.membership(left, right, is_in=operator == "In")
        found = self._of_class(operator, left, right)
        if found is not None:
            return found
        first, second = self.number_kind(left), self.number_kind(right)
        kind = common_kind(first, second)
        if kind == TRUTH:
            kind = WHOLE if self.reader.target.has_whole_numbers else FLOAT
        return Binary(COMPARISONS[operator], self.to(left, kind), self.to(right, kind), TRUTH)

    def membership(self, value: Expression, among: Expression, *, is_in: bool) -> Expression:
        """Return whether a value equals one of the fields of a tuple."""
        if not isinstance(among.type, Struct):
            raise UnsupportedError(f"`in` is of a tuple, not of {described(among.type)}")
        if isinstance(among, Constant):
            fields = [self.known_value(each) for each in among.value]
        else:
            fields = self.fields_of(among)
        found: Expression = Literal(False, TRUTH)
        for field in fields:
            is_equal = self.comparison("Eq", value, field)
            found = is_equal if isinstance(found, Literal) else Binary("|", found, is_equal, TRUTH)
        return found if is_in else Not(found)

    def choice(self, condition: Expression, if_true: Expression, if_false: Expression) -> Expression:
        """Return one of two values by a condition, a truth value or number."""
        kind = self.reader.common(if_true.type, if_false.type)
        one, other = self.converted(if_true, kind), self.converted(if_false, kind)
        return Choice(self.truth(condition), one, other, kind)

    # ---- arrays

    def item(self, array: Expression, indices: list[Expression]) -> Expression:
        """Return a number of an array, or a part of it with fewer dimensions."""
        kind = self.array_type(array)
        if len(indices) > kind.dimensions:
            raise UnsupportedError(f"an array of {kind.dimensions} dimensions is indexed by {len(indices)} numbers")
        rest = kind.dimensions - len(indices)
        return Item(array, indices, ArrayType(kind.dtype, rest) if rest else ELEMENTS[kind.dtype])

    def array_type(self, value: Expression) -> ArrayType:
        """Return the type of a value that must be an array."""
        if not isinstance(value.type, ArrayType):
            raise UnsupportedError(f"{described(value.type)} cannot be indexed")
        return value.type

    def measure(self, array: Expression, name: str, dimensions: int) -> Expression:
        """Return the number of dimensions, the lengths, or the number of elements of an array."""
        lengths: list[Expression] = [Length(array, axis) for axis in range(dimensions)]
        if name == "ndim":
            return Literal(dimensions, WHOLE)
        if name == "shape":
            return self.tuple(lengths)
        size = lengths[0]
        for more in lengths[1:]:
            size = Binary("*", size, more, WHOLE)
        return size

    def whole_index(self, index: Expression) -> Expression:
        """Return an index, which must be a whole number."""
        if self.number_kind(index) in (FLOAT, SINGLE):
            raise UnsupportedError("an index must be a whole number")
        return self.to(index, WHOLE)

    # ---- calls

    def call(self, function: Any, arguments: list[Expression], named: dict[str, Expression]) -> Expression:
        """Return a call of a function, a class of named tuples, or a function of ``library``."""
        if hasattr(function, "_fields"):  # a class of named tuples
            fields = self._bound(function.__name__, function._fields, function._field_defaults, arguments, named)
            return self._made(function, fields)
        name = getattr(function, "__name__", str(function))
        word = self.reader.target.words.get(function) if isinstance(function, FunctionType) else None
        known = WORDS.get(word, None) if word else self._known(function)
        if word and known is None:
            return self.reader.target.word(self, word, arguments)
        if known is not None:
            if named:
                raise UnsupportedError(f"{name} takes its arguments by position in compiled code")
            try:
                return known(self, *arguments)
            except TypeError as error:
                raise UnsupportedError(f"{name} does not take {len(arguments)} arguments") from error
        # a library may have put a function of its own in the place of `print`
        built_in = next((word for word, value in vars(builtins).items() if value is function), None)
        if built_in or not isinstance(function, FunctionType):
            name = built_in or name
            raise UnsupportedError(f"compiled code cannot call {name}; use the words of motorpool.models.mathematics")
        parameters = inspect.signature(function).parameters
        defaults = {each: one.default for each, one in parameters.items() if one.default is not one.empty}
        given = self._bound(name, tuple(parameters), defaults, arguments, named)
        made = self.reader.function(function, [each.value if isinstance(each, Known) else each.type for each in given])
        left = [each for each in given if not isinstance(each, Known)]
        if isinstance(made.returns, KnownType) and made.returns.value is not None:
            return Known(made.returns.value)
        return Call(made, left, made.returns)

    @staticmethod
    def _known(function: Any) -> Callable[..., Expression] | None:
        """Return the reader of calls of a function of Python, NumPy, ``math`` or ``compile.scratch``."""
        home = getattr(function, "__module__", None) or ""
        name = getattr(function, "__name__", "")
        if isinstance(function, FunctionType):
            return SCRATCH.get(name) if home.endswith(".compile.scratch") else None
        if type(function).__module__ == "numpy":  # a ufunc
            home = "numpy"
        return FUNCTIONS.get(f"{home}.{name}")

    def _made(self, kind: Any, fields: list[Expression]) -> Expression:
        if self.reader.target.words:
            annotated = self.reader.numbers_of(kind)
            names: Any = kind._fields
            fields = [
                self.to(value, FLOAT) if name in annotated and isinstance(value.type, str) else value
                for name, value in zip(names, fields, strict=True)
            ]
        return Make(self.reader.struct(kind, tuple(field.type for field in fields)), fields)

    def _bound(
        self,
        name: str,
        fields: Sequence[str],
        defaults: dict[str, Any],
        arguments: list[Expression],
        named: dict[str, Expression],
    ) -> list[Expression]:
        """Return the arguments in the order of the parameters.

        Raises:
            UnsupportedError: one is missing, unknown, or too many.
        """
        given = len(arguments)
        if given > len(fields):
            raise UnsupportedError(f"{name} takes {len(fields)} arguments, not {given}")
        left, found = dict(named), list(arguments)
        for field in fields[given:]:
            if field in left:
                found.append(left.pop(field))
            elif field in defaults:
                found.append(self.known_value(defaults[field]))
            else:
                raise UnsupportedError(f"{name} is called without {field!r}")
        if left:
            raise UnsupportedError(f"{name} has no argument {next(iter(left))!r}; it has {', '.join(fields)}")
        return found


def method_of(kind: Type, name: str) -> FunctionType | None:
    """Return the method of an operator ("add") that the class of a structure has itself; None for any other type."""
    if not isinstance(kind, Struct) or kind.of is None:
        return None
    found = cast("dict[str, object]", vars(kind.of)).get(f"__{name}__")
    return found if isinstance(found, FunctionType) else None


def _single(value: Any) -> float:
    from .text import as_single

    return as_single(float(value))


_CONVERTED: dict[str, Callable[[Any], Any]] = {FLOAT: float, SINGLE: _single, WHOLE: int, TRUTH: bool}
