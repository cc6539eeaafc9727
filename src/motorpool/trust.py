"""Trust in code that data names: a file's code runs only if its content was trusted in this process.

A scenario, a vehicle's file or a recording may name a motion model that is a Python file. Data comes from anywhere, so
naming a file runs nothing. What runs is decided once, for the content that is there then:

    decide(scenario.code, trust=True)        # every file that is named now; raises TrustError if ``trust`` is False
    decide(scenario.code, trust=["3f1a..."]) # files of these SHA-256 only

A content is known by its SHA-256: a file that has changed since is not trusted any more, and a copy on another machine
is. Worker processes are handed ``granted()`` and call ``grant``. Names that a user types on the command line or passes
in Python are the user's own choice, and are not asked for here.
"""

import hashlib
from collections.abc import Callable, Collection, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from .errors import MotorpoolError, Refusal, TrustError
from .files import AnyPath, read_bytes
from .terminal import in_one_line

MAX_BYTES = 1_000_000  # of a file of code; those of this package have some ten thousand

Trust = bool | Collection[str]  # nothing, every file that is named, or files of these SHA-256


class CodeFile(NamedTuple):
    """A file of code that data names."""

    path: Path
    sha256: str  # of its content, 64 hexadecimal digits
    place: str = ""  # that names it: "convoy.yaml:4: vehicles[0].model"

    def __str__(self) -> str:
        return f"{in_one_line(str(self.path))} (SHA-256 {self.sha256})"


_granted: set[str] = set()  # SHA-256 of contents whose code may run in this process, or has run


def sha256_of(path: AnyPath, *, error: Callable[[str], MotorpoolError] = MotorpoolError) -> str:
    """Return the SHA-256 of a file of code, in hexadecimal digits.

    Args:
        path: of the file.
        error: made of the sentence that refuses a file that cannot be read.

    Raises:
        MotorpoolError: as ``error`` makes it.
    """
    return digest(read_bytes(path, max_bytes=MAX_BYTES, error=error))


def digest(content: bytes) -> str:
    """Return the SHA-256 of a content, in hexadecimal digits."""
    return hashlib.sha256(content).hexdigest()


def decide(files: Sequence[CodeFile], trust: Trust) -> None:
    """Let the code of files run in this process from now on.

    Args:
        files: that data names, as they are now.
        trust: True for all of them, False for none, or the SHA-256 of those that are trusted.

    Raises:
        TrustError: one of them is not trusted, a line for each.
    """
    trusted = _trusted(files, trust)
    if refused := untrusted(file for file in files if file.sha256 not in trusted):
        raise refusal(refused)
    grant(file.sha256 for file in files)


def refuse_others(files: Sequence[CodeFile], stored: Collection[str]) -> None:
    """Refuse code that is not that of a recording: it would make another recording, whoever trusts it.

    Args:
        files: that the recording's scenario names, as they are now.
        stored: SHA-256 that the recording stores of its code.

    Raises:
        TrustError: one of them has another SHA-256, a line for each.
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
    """Return the error that refuses to run files: each in a sentence with its place, its SHA-256 and what to do."""
    lines = [
        f"{_where(file)}{file} is code, which does not run unless you trust it; read it, then add --trust, or in "
        "Python trust=True"
        for file in files
    ]
    return TrustError(Refusal("\n".join(lines)), files)


def untrusted(files: Iterable[CodeFile]) -> list[CodeFile]:
    """Return the files whose code may not run, each once."""
    return [*{file.sha256: file for file in files if not is_granted(file.sha256)}.values()]


def is_granted(sha256: str) -> bool:
    """Return whether code with this SHA-256 may run."""
    return sha256 in _granted


def granted() -> frozenset[str]:
    """Return the SHA-256 of all code that may run, for a worker process."""
    return frozenset(_granted)


def grant(hashes: Iterable[str]) -> None:
    """Let code with these SHA-256 run: in a worker process, whose program has decided; or because it has run."""
    _granted.update(hashes)


def _trusted(files: Sequence[CodeFile], trust: Trust) -> set[str]:
    if isinstance(trust, bool):
        return {file.sha256 for file in files} if trust else set()
    return {each.lower() for each in ([trust] if isinstance(trust, str) else trust)}


def _where(file: CodeFile) -> str:
    return f"{file.place}: " if file.place else ""
