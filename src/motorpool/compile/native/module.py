"""LLVM text of a kernel: its functions, and an entry that Python calls."""

import platform
from collections.abc import Mapping, Sequence
from functools import cache
from types import FunctionType

from ..form.nodes import Function
from ..form.reader import Reader
from ..form.types import Type
from .caller import entry_text
from .writer import Writer

IS_X86 = platform.machine() in ("x86_64", "AMD64")
WIDTH = 512  # of a vector, where the processor has it [bit]
ENTRY = "kernel"  # name of the function that Python calls


class Module:
    """The text of a kernel.

    Args:
        interleave: number of vectors at once, by functions whose loops run over columns that do not overlap.

    Attributes:
        width: preferred, of vectors [bit].
    """

    def __init__(self, interleave: Mapping[FunctionType, int]):
        self.declared: set[str] = set()
        self.constants: list[str] = []
        self.notes: list[str] = []
        self.width = WIDTH
        self._interleave = {function.__code__: count for function, count in interleave.items()}
        self._texts: list[str] = []
        self._written: dict[Function, tuple[str, list[int]]] = {}

    def function(self, function: Function) -> tuple[str, list[int]]:
        """Return the name of the LLVM function of a function, and which leaves of its arguments it takes.

        Raises:
            UnsupportedError: machine code has no counterpart of something.
        """
        found = self._written.get(function)
        if found is None:
            name = f"{function.name}.{len(self._written)}"
            self._written[function] = name, []  # its place among the names
            text, used = Writer(self, function, name, self._interleave.get(function.text.code, 0)).written()
            self._texts.append(text)
            found = self._written[function] = name, used
        return found

    def text(self, function: FunctionType, parameters: Sequence[Type], *, flushes: bool = False) -> str:
        """Return the text of the module whose entry calls a function.

        Args:
            flushes: subnormal numbers count as zero, on processors that have a mode for it.

        Raises:
            UnsupportedError: it cannot be compiled.
        """
        name, used = self.function(_reader().function(function, parameters))
        self._texts.append(entry_text(ENTRY, name, parameters, used, flushes=flushes and IS_X86))
        return "\n".join([*self.constants, *sorted(self.declared), *self._texts, *self.notes])


@cache
def _reader() -> Reader:
    """Return the reader of all kernels, which reads a function that several of them call once."""
    return Reader()
