"""Environment variables of Motorpool: each is read here, and a wrong value is refused with a sentence."""

import os
import re
import warnings
from pathlib import Path
from typing import NamedTuple

from .errors import VariableError, VariableWarning, closest_names, one_of, truth_value
from .operating_system import expanded

PREFIX = "MOTORPOOL_"
_SWITCH = ("on", "off", "1", "0")


class Variable(NamedTuple):
    """Environment variable."""

    name: str
    values: str  # that it takes, for the table of the documentation
    otherwise: str  # what holds without it
    meaning: str


CACHE = Variable(
    "MOTORPOOL_CACHE", "folder", "the user's cache folder of the system", "Folder of compiled kernels and other results"
)
COMPILE = Variable("MOTORPOOL_COMPILE", "on, off", "on", "Compile kernels; off runs the same text as plain Python")
CPU = Variable(
    "MOTORPOOL_CPU", "LLVM's name of a processor", "this machine's processor", "Processor that kernels are compiled for"
)
KEEP_LLVM = Variable("MOTORPOOL_KEEP_LLVM", "folder", "none", "Folder for copies of the LLVM text of compiled kernels")
NOTICES = Variable(
    "MOTORPOOL_NOTICES", "on, off", "on", "A Python program prints a line when it compiles for more than a second"
)
TERRAIN = Variable("MOTORPOOL_TERRAIN", "folder", "none", "Folder of terrain files (SRTM tiles)")
THREADS = Variable(
    "MOTORPOOL_THREADS", "whole number from 1", "number of processors", "Largest number of threads of a step"
)
VARIABLES = (CACHE, COMPILE, CPU, KEEP_LLVM, NOTICES, TERRAIN, THREADS)
OF_DEVELOPMENT = tuple(PREFIX + name for name in ("MODELS", "SERVER", "SKIP_PAGE", "TELL_SECONDS", "TESTS_PACE"))


def is_on(variable: Variable) -> bool:
    """Return the value of a switch that is on by default.

    Raises:
        VariableError: it is neither on nor off.
    """
    text = _text(variable)
    value = {"": True, "1": True, "0": False}.get(text, truth_value(text))
    if value is None:
        raise refused(variable, f"it must be {one_of(text, _SWITCH)}")
    return value


def thread_limit() -> int | None:
    """Return the largest number of threads; None if there is no limit.

    Raises:
        VariableError: it is no whole number from 1.
    """
    text = _text(THREADS)
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 10 and int(text) >= 1):
        raise refused(THREADS, "it must be a whole number, 1 or more, or unset")
    return int(text)


def folder_of(variable: Variable, *, must_exist: bool = False) -> Path | None:
    """Return the folder that a variable names; None if it is not set.

    Raises:
        VariableError: it is a file, or ``must_exist`` and it does not.
    """
    text = _text(variable)
    if not text:
        return None
    folder = expanded(text)
    if folder.exists() and not folder.is_dir():
        raise refused(variable, "this is a file; name a folder")
    if must_exist and not folder.exists():
        raise refused(variable, "there is no such folder; make it, or unset the variable")
    return folder


def processor_name() -> str:
    """Return LLVM's name of the processor to compile for; empty for this machine's.

    Raises:
        VariableError: no processor can have the name.
    """
    text = _text(CPU)
    if text and not re.fullmatch(r"[\w.+-]+", text, re.ASCII):
        raise refused(CPU, "it must be LLVM's name of a processor, such as 'haswell', or unset")
    return text


def check_variables() -> None:
    """Check the variables that can be checked at once, and warn of names that no part of Motorpool reads.

    Raises:
        VariableError: a value is not allowed.
    """
    for switch in (COMPILE, NOTICES):
        is_on(switch)
    thread_limit()
    processor_name()
    folder_of(CACHE)
    for name in sorted(unknown_variables()):
        warnings.warn(_unknown(name), VariableWarning, stacklevel=2)


def unknown_variables() -> list[str]:
    """Return the names of set variables that begin like Motorpool's and are none."""
    known = {*OF_DEVELOPMENT, *(variable.name for variable in VARIABLES)}
    return [name for name in os.environ if name.startswith(PREFIX) and name not in known]


def refused(variable: Variable, sentence: str) -> VariableError:
    """Return the error for the present value of a variable.

    Args:
        sentence: what is wrong with it, and what is allowed.
    """
    return VariableError(f"the environment variable {variable.name} is {_text(variable)!r}; {sentence}")


def _unknown(name: str) -> str:
    names = [variable.name for variable in VARIABLES]
    close = closest_names(name.removeprefix(PREFIX), [each.removeprefix(PREFIX) for each in names])
    meant = " or ".join(PREFIX + each for each in close)
    advice = f"did you mean {meant}?" if meant else f"Motorpool reads {', '.join(names)}"
    return f"the environment variable {name} has no effect; {advice}"


def _text(variable: Variable) -> str:
    return os.environ.get(variable.name, "").strip()
