"""Reader of functions: from Python to a typed program, each function once for the types of its arguments."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from types import FunctionType
from typing import Any, get_type_hints

from .nodes import Expression, Function, Intrinsic, Struct
from .statements import StatementReader, WidenedError
from .types import FLOAT, WHOLE, Type, UnsupportedError, common_kind, described
from .values import Values

TURNS = 20  # readings of a function until the types of its names are settled


@dataclass(frozen=True)
class Target:
    """Kind of program that a reader makes.

    Attributes:
        words: functions that stay calls, by their names in the writers; others are read like any function.
        has_whole_numbers: whole numbers are a type of their own; else they are read as numbers.
    """

    words: Mapping[Any, str] = field(default_factory=dict[Any, str])
    has_whole_numbers: bool = True

    def word(self, code: Values, name: str, arguments: list[Expression]) -> Expression:
        """Return the call of a word; its value may be a whole number if all its arguments are."""
        kinds = {code.number_kind(value) for value in arguments}
        kind = WHOLE if kinds == {WHOLE} and name in ("minimum", "maximum", "clamp", "abs") else FLOAT
        return Intrinsic(name, [code.to(value, kind) for value in arguments], kind)


MACHINE = Target()  # machine code, where the words have been exchanged for polynomials


class Reader:
    """The functions and structures of one program.

    Attributes:
        begun: functions in the order in which their reading began.
        functions: functions in the order in which they can be declared, callees first.
    """

    def __init__(self, target: Target = MACHINE):
        self.target = target
        self.begun: list[Function] = []
        self.functions: list[Function] = []
        self._structs: dict[Any, Struct] = {}
        self._read: dict[Any, Function | None] = {}

    def struct(self, of: Any, types: tuple[Type, ...]) -> Struct:
        """Return the structure of a class, or the tuple if that is None, with fields of these types."""
        key = of, types
        found = self._structs.get(key)
        if found is None:
            found = self._structs[key] = Struct(of, types)
        return found

    def common(self, first: Type, second: Type) -> Type:
        """Return the type that holds the values of both.

        Raises:
            UnsupportedError: there is none.
        """
        if first is second or first == second:
            return first
        if isinstance(first, str) and isinstance(second, str):
            return common_kind(first, second)
        if isinstance(first, Struct) and isinstance(second, Struct) and len(first.types) == len(second.types):
            pairs = zip(first.types, second.types, strict=True)
            return self.struct(first.of or second.of, tuple(self.common(one, other) for one, other in pairs))
        for one, other in ((first, second), (second, first)):
            if isinstance(one, Struct) and isinstance(other, str) and hasattr(one.of, "of_number"):
                return one
        raise UnsupportedError(f"one name or result is {described(first)} here and {described(second)} there")

    def function(self, function: FunctionType, arguments: Sequence[Any]) -> Function:
        """Return a function for arguments of these types, or of objects that are known at compile time.

        Raises:
            UnsupportedError: its text has something that has no counterpart.
        """
        key = function, tuple(arguments)
        if key in self._read:
            found = self._read[key]
            if found is None:
                raise UnsupportedError(
                    f"{function.__name__} calls itself, which compiled code cannot inline; use a loop"
                )
            return found
        self._read[key] = None
        made: Function | None = None
        types: dict[str, Type] = {}
        try:
            for _ in range(TURNS):
                reading = StatementReader(self, function, arguments, types)
                if made is None:
                    made = reading.made
                    self.begun.append(made)
                try:
                    reading.read(made)
                except WidenedError:
                    continue
                self._read[key] = made
                self.functions.append(made)
                return made
        except BaseException:
            del self._read[key]
            raise
        raise UnsupportedError(f"the types of {function.__name__} do not settle")

    @staticmethod
    def numbers_of(kind: Any) -> frozenset[str]:
        """Return the fields of a class that are annotated as numbers."""
        return _numbers_of(kind)


@cache
def _numbers_of(kind: Any) -> frozenset[str]:
    return frozenset(name for name, hint in get_type_hints(kind).items() if hint is float)
