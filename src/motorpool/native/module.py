"""LLVM text of a kernel: its functions, and an entry that Python calls."""

import platform
from collections.abc import Mapping, Sequence
from types import FunctionType

from .caller import entry_text
from .expressions import State
from .lowering import Lowering
from .values import Type, UnsupportedError, WidenedError

IS_X86 = platform.machine() in ("x86_64", "AMD64")
WIDTH = 512  # of a vector, where the processor has it [bit]
TURNS = 20  # of lowering a function until the types of its names are settled
ENTRY = "kernel"  # name of the function that Python calls


class Module:
    """The text of a kernel.

    Args:
        interleave: of functions whose loops run over rows of columns that lie apart, the number of vectors at once.

    Attributes:
        declared: declarations.
        constants: global constants.
        notes: metadata.
        width: of the vectors that are asked for [bit].
    """

    def __init__(self, interleave: Mapping[FunctionType, int]):
        self.declared: set[str] = set()
        self.constants: list[str] = []
        self.notes: list[str] = []
        self.width = WIDTH
        self._interleave = interleave
        self._texts: list[str] = []
        self._done: dict[tuple[FunctionType, tuple[Type, ...]], tuple[str, Type, list[int]] | None] = {}

    def function(self, function: FunctionType, arguments: tuple[Type, ...]) -> tuple[str, Type, list[int]]:
        """Return the name of the LLVM function for these types, the type of its result, and the leaves that it takes.

        Raises:
            UnsupportedError: it cannot be compiled.
        """
        key = function, arguments
        if key in self._done:
            found = self._done[key]
            if found is None:
                raise UnsupportedError(
                    f"{function.__name__} calls itself, which compiled code cannot inline; use a loop"
                )
            return found
        self._done[key] = None
        name, state = f"{function.__name__}.{len(self._done)}", State()
        for _ in range(TURNS):
            sizes = len(self.notes), len(self.constants)
            try:
                text, kind, used = Lowering(
                    self, function, name, arguments, state, self._interleave.get(function, 0)
                ).lowered()
            except WidenedError:
                del self.notes[sizes[0] :], self.constants[sizes[1] :]
                continue
            self._texts.append(text)
            self._done[key] = name, kind, used
            return name, kind, used
        raise UnsupportedError(f"the types of {function.__name__} do not settle")

    def text(self, function: FunctionType, parameters: Sequence[Type], *, flushes: bool = False) -> str:
        """Return the text of the module whose entry calls a function.

        Args:
            function: without a result.
            parameters: types of its arguments: arrays and numbers.
            flushes: numbers too small to be normal count as zero, on processors that have a mode for it.
        """
        name, _, used = self.function(function, tuple(parameters))
        self._texts.append(entry_text(ENTRY, name, parameters, used, flushes=flushes and IS_X86))
        return "\n".join([*self.constants, *sorted(self.declared), *self._texts, *self.notes])
