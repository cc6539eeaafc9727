"""Trust in code that data refers to: a file's code runs only if its content was trusted in this process.

A scenario, a vehicle's file or a recording may refer to a motion model in a Python file. Data may come from any source,
so a reference does not run the code. It is decided once, for the present content, which code may run:

    decide(scenario.code, trust=True)        # all files; raises TrustError if ``trust`` is False
    decide(scenario.code, trust=["3f1a..."]) # files with these SHA-256 only

Content is identified by its SHA-256: a file that has changed is not trusted any more, and a copy on another machine is.
Worker processes receive ``granted()`` and call ``grant``. Files that the user gives on the command line or in Python
are the user's own choice, and need no decision.
"""

import hashlib
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from .errors import Refusal, TrustError
from .terminal import in_one_line

MAX_BYTES = 1_000_000  # limit of a file of code; those of this package have about ten thousand

Trust = bool | Collection[str]  # True for all files, False for none, or the SHA-256 of trusted files


class CodeFile(NamedTuple):
    """File of code that data refers to."""

    path: Path
    sha256: str  # of its content, 64 hexadecimal digits
    place: str = ""  # place of the reference: "convoy.yaml:4: vehicles[0].model"

    def __str__(self) -> str:
        return f"{in_one_line(str(self.path))} (SHA-256 {self.sha256})"


_granted: set[str] = set()  # SHA-256 of content whose code may run in this process


def digest(content: bytes) -> str:
    """Return the SHA-256 of content, in hexadecimal digits."""
    return hashlib.sha256(content).hexdigest()


def decide(files: Sequence[CodeFile], trust: Trust) -> None:
    """Allow the code of files to run in this process from now on.

    Args:
        trust: True for all, False for none, or the SHA-256 of trusted files.

    Raises:
        TrustError: files are not trusted, one line for each.
    """
    trusted = _trusted(files, trust)
    if refused := untrusted(file for file in files if file.sha256 not in trusted):
        raise refusal(refused)
    grant(file.sha256 for file in files)


def refuse_others(files: Sequence[CodeFile], stored: Collection[str]) -> None:
    """Raise an error for code other than that of a recording, which would not reproduce it.

    Raises:
        TrustError: files have another SHA-256, one line for each.
    """
    if other := [file for file in files if file.sha256 not in stored]:
        known = ", ".join(sorted(stored)) or "none"
        lines = [
            f"{_where(file)}{file} is not the code that was recorded, of SHA-256 {known}; name the folder of the file "
            "that it was recorded with: --folder"
            for file in other
        ]
        raise TrustError(Refusal("\n".join(lines)), other)


def refusal(files: Sequence[CodeFile]) -> TrustError:
    """Return the error on files that are not trusted: for each its place, its SHA-256 and the remedy."""
    lines = [
        f"{_where(file)}{file} is code, which does not run unless you trust it; read it, then add --trust, or in "
        "Python trust=True"
        for file in files
    ]
    return TrustError(Refusal("\n".join(lines)), files)


def untrusted(files: Iterable[CodeFile]) -> list[CodeFile]:
    """Return the files whose code may not run, without duplicates."""
    return [*{file.sha256: file for file in files if not is_granted(file.sha256)}.values()]


def is_granted(sha256: str) -> bool:
    """Return whether code with this SHA-256 may run."""
    return sha256 in _granted


def granted() -> frozenset[str]:
    """Return the SHA-256 of all code that may run, for a worker process."""
    return frozenset(_granted)


def grant(hashes: Iterable[str]) -> None:
    """Allow code with these SHA-256 to run, without a decision: in a worker process, or because it has run already."""
    _granted.update(hashes)


def _trusted(files: Sequence[CodeFile], trust: Trust) -> set[str]:
    if isinstance(trust, bool):
        return {file.sha256 for file in files} if trust else set()
    return {each.lower() for each in ([trust] if isinstance(trust, str) else trust)}


def _where(file: CodeFile) -> str:
    return f"{file.place}: " if file.place else ""
