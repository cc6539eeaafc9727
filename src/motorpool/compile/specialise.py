"""Copies of a scalar function, and of all functions that it calls, with another vocabulary in their globals.

The copies share the byte code; their globals are new and, for float32, the float constants of the code object are
typed. A fingerprint over all those functions names the kernel in the cache.
"""

import builtins
import dis
import hashlib
import math
import sys
from collections.abc import Callable, Iterator, Mapping
from types import CodeType, FunctionType, ModuleType
from typing import Any, cast

import numpy as np

from ..base.errors import ModelError

Function = Callable[..., Any]
EXTENDED_ARG, LOAD_GLOBAL, LOAD_NAME = (dis.opmap[name] for name in ("EXTENDED_ARG", "LOAD_GLOBAL", "LOAD_NAME"))
IS_SINGLE = "is_single"  # attribute of a copy: its literals are float32


class Specialiser:
    """Copies functions for one target: a vocabulary, a float type and a compiler.

    Args:
        vocabulary: what each function of ``models.mathematics`` becomes.
        float_type: "float64" or "float32"; in the latter, literals and module constants are float32.
        compiler: turns a plain function into a callable of the target.
    """

    def __init__(self, vocabulary: Mapping[Function, Function], float_type: str, compiler: Callable[[Function], Any]):
        self._vocabulary = vocabulary
        self._is_single = float_type == "float32"
        self._compiler = compiler
        self._copies: dict[Function, Any] = {}

    def compiled(self, function: Function) -> Any:
        """Return the compiled copy of ``function``; the same one each time."""
        function = self._vocabulary.get(function, function)
        if not isinstance(function, FunctionType):
            return function  # of the compiler's own
        if function not in self._copies:
            self._copies[function] = None  # being copied
            self._copies[function] = self._compiler(self._copy(function))
        if self._copies[function] is None:
            raise ModelError(f"{function.__qualname__} calls itself, which compiled code cannot inline; use a loop")
        return self._copies[function]

    def value(self, value: Any) -> Any:
        """Return a global of a copied function: functions compiled, floats typed, everything else unchanged."""
        if isinstance(value, FunctionType):
            return self.compiled(value)
        if isinstance(value, ModuleType) and value not in (math, np):
            raise ModelError(
                f"compiled code cannot look into the module {value.__name__}; "
                f"import its functions by name: from {value.__name__} import ..."
            )
        if self._is_single and type(value) is float:
            return np.float32(value)
        if type(value) is tuple:
            return tuple(map(self.value, cast("tuple[Any, ...]", value)))
        return value

    def _copy(self, function: Function) -> Function:
        assert isinstance(function, FunctionType)
        names = {name: self.value(value) for name, value in globals_of(function)}
        names["__builtins__"] = builtins
        names["__name__"] = function.__module__
        code = function.__code__
        if self._is_single:
            code = code.replace(co_consts=tuple(self.value(constant) for constant in code.co_consts))
        copied = FunctionType(code, names, function.__name__, self.value(function.__defaults__), _closure(function))
        named = function.__kwdefaults__ or {}
        copied.__kwdefaults__ = {name: self.value(value) for name, value in named.items()}
        setattr(copied, IS_SINGLE, self._is_single)
        return copied


def _closure(function: FunctionType) -> Any:
    if function.__closure__:
        raise ModelError(f"{function.__qualname__} uses variables of an enclosing function; pass them as arguments")
    return None


def globals_of(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """Return the globals that a function reads, by name, in the order of first use."""
    for name in dict.fromkeys(global_names(function.__code__)):
        if name in function.__globals__:
            yield name, function.__globals__[name]


def global_names(code: CodeType) -> Iterator[str]:
    """Yield the names that are read as globals, in the order of the byte code.

    ``co_names`` also holds attributes, and ``math.atan`` is not our ``atan``. ``dis.get_instructions`` gives the same
    and takes fifteen times as long, which was half a second of a start with an empty cache.
    """
    names, text, high = code.co_names, code.co_code, 0
    for operation, low in zip(text[::2], text[1::2], strict=True):
        argument = high | low
        high = argument << 8 if operation == EXTENDED_ARG else 0
        if operation == LOAD_GLOBAL:
            yield names[argument >> 1]  # the lowest bit says whether a call follows
        elif operation == LOAD_NAME:
            yield names[argument]
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from global_names(constant)


def fingerprint(*parts: Any) -> str:
    """Return a short hash of functions (byte code, constants, all they call), structures and plain values."""
    digest = hashlib.sha256(f"{sys.version_info[:2]}".encode())
    seen: set[int] = set()
    for part in parts:
        _feed(digest, part, seen)
    return digest.hexdigest()[:16]


def _feed(digest: Any, value: Any, seen: set[int]) -> None:
    if isinstance(value, FunctionType):
        if id(value) in seen:
            return
        seen.add(id(value))
        digest.update(value.__module__.encode())  # the cache finds functions and structures by this name
        _feed_code(digest, value.__code__)
        _feed(digest, (value.__defaults__, sorted((value.__kwdefaults__ or {}).items())), seen)
        for name, used in globals_of(value):
            digest.update(name.encode())
            _feed(digest, used, seen)
    elif hasattr(value, "cache_info"):  # of ``functools.cache``, whose repr is an address
        _feed(digest, value.__wrapped__, seen)
    elif isinstance(value, type):
        parts = [getattr(value, name, "") for name in ("_fields", "_field_defaults")]
        parts.append(value.__annotations__ if hasattr(value, "_fields") else "")  # ``scratch`` takes the kinds of these
        structure = "".join(map(str, parts))
        digest.update(f"{value.__module__}.{value.__qualname__}{structure}".encode())
    elif isinstance(value, Mapping):
        for key, used in cast("Mapping[Any, Any]", value).items():
            _feed(digest, key, seen)
            _feed(digest, used, seen)
    elif isinstance(value, (set, frozenset)):
        names = sorted(map(repr, cast("set[Any]", value)))  # a set's own order changes from run to run
        digest.update(" ".join(names).encode())
    elif not hasattr(value, "__loader__"):  # a module's repr carries a path; its functions are fed where used
        digest.update(repr(value).encode())


def _feed_code(digest: Any, code: CodeType) -> None:
    digest.update(code.co_code)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            _feed_code(digest, constant)
        else:
            digest.update(repr(constant).encode())
    digest.update(" ".join(code.co_names + code.co_varnames).encode())
