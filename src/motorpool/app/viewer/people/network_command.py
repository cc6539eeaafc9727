"""The command that starts this server again for other machines, as the user can type it in the same folder."""

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

EVERY_MACHINE = ("--host", "0.0.0.0")
NAME = "motorpool"
_LEFT_OUT = ("--host", "--record")  # options with a value: the address is replaced, and the recording exists already


class Process(NamedTuple):
    """Start of a process: its words, environment and working folder."""

    words: Sequence[str]  # interpreter with its options, program and arguments, as typed: ``sys.orig_argv``
    arguments: Sequence[str]  # program and arguments: ``sys.argv``
    environment: Mapping[str, str]
    folder: Path  # working folder


def network_command(process: Process | None = None) -> str:
    """Return the command line that serves the page to the network; empty for a server in another program.

    Args:
        process: this one by default.
    """
    process = process or Process(sys.orig_argv, sys.argv, os.environ, Path.cwd())
    program = _program(process)
    if not program:
        return ""
    return _folder_of(process) + _joined([*program, *_kept(process.arguments[1:]), *EVERY_MACHINE])


def _program(process: Process) -> list[str]:
    """Return the words that start the program from the working folder."""
    file = Path(process.arguments[0])
    if file.name == "__main__.py" and file.parent.name == NAME:
        return [*_import_path(process), *process.words[: len(process.words) - len(process.arguments) + 1]]
    if file.stem != NAME:
        return []
    if "UV_RUN_RECURSION_DEPTH" in process.environment:  # the user's shell does not have uv's search path
        return ["uv", "run", NAME]
    found = shutil.which(NAME, path=process.environment.get("PATH"))
    if found and _is_same(process.folder / found, process.folder / file):
        return [NAME]
    if file.is_absolute() and file.is_relative_to(process.folder):
        file = file.relative_to(process.folder)
    return [str(file) if file.is_absolute() or len(file.parts) > 1 else f".{os.sep}{file}"]


def _is_same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False


def _import_path(process: Process) -> list[str]:
    """Return an assignment of the import path, which may have been typed before the command alone."""
    value = process.environment.get("PYTHONPATH", "")
    return ["env", f"PYTHONPATH={value}"] if value and os.name == "posix" else []


def _kept(arguments: Sequence[str]) -> list[str]:
    """Return the arguments without options that would be refused or are replaced."""
    kept: list[str] = []
    words = iter(arguments)
    for word in words:
        if word in _LEFT_OUT:
            next(words, None)
        elif not word.startswith(tuple(f"{option}=" for option in _LEFT_OUT)):
            kept.append(word)
    return kept


def _folder_of(process: Process) -> str:
    """Return the change of folder that the user needs: `make -C FOLDER` runs its commands in another one."""
    typed_in = process.environment.get("PWD", "")
    if os.name != "posix" or not typed_in or _is_same(Path(typed_in), process.folder):
        return ""
    return f"cd {shlex.quote(str(process.folder))} && "


def _joined(words: Sequence[str]) -> str:
    return shlex.join(words) if os.name == "posix" else subprocess.list2cmdline(words)
