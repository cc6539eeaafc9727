"""File access: only regular files of limited size are read, and output files are written atomically.

A path may be a named pipe (on which opening waits), an endless device, a folder, or a file larger than the memory.
Every input file is therefore opened here, and refused if it is unsuitable, with a sentence in the caller's exception:

    text = read_text(path, max_bytes=1_000_000, error=ScenarioError)    # UTF-8
    content = read_bytes(path, max_bytes=32_000_000, error=ModelError)
    with open_input(path, max_bytes=..., error=TerrainError) as file:   # for zipfile, gzip, csv
    check_input(path, max_bytes=..., error=RecordingError)              # for libraries that open paths: GDAL, PyArrow

Each refuses a file of a format of other programs (``foreign_formats``) with its name and what can be done with it, but
for the formats that its reader ``reads``. A reader that goes by suffixes asks before it refuses one:

    check_format(path, error=TerrainError)

Links are followed. At most ``max_bytes`` of a file are read, even if it grows meanwhile or reports a wrong size
(/proc).

Output is written to a temporary file in the same folder, and renamed when it is complete; missing folders are made. A
command checks the place before its work, and writes after it:

    check_output(path, error=SweepError)
    with whole_file(path, error=SweepError) as new:
        new.write_text(text, encoding="utf-8")
"""

import contextlib
import hashlib
import os
import secrets
import stat
import sys
from collections.abc import Callable, Container, Generator, Iterable
from pathlib import Path
from typing import BinaryIO, TypeVar

from .errors import MotorpoolError
from .operating_system import replace_file

AnyPath = str | os.PathLike[str]
Refusal = Callable[[str], MotorpoolError]  # usually an exception class
Answer = TypeVar("Answer")

# Opens pipes without waiting, and terminals without making them the controlling one; some systems lack these flags.
_FLAGS = os.O_RDONLY | sum(getattr(os, name, 0) for name in ("O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "O_BINARY"))
_KINDS: tuple[tuple[Callable[[int], bool], str], ...] = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a named pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


def check_output(path: AnyPath, *, error: Refusal) -> Path:
    """Return the path of a file to write, after checking that it can be written; nothing is made.

    Missing folders are allowed, because writing makes them.

    Args:
        error: makes the exception from a sentence.

    Raises:
        MotorpoolError: as made by ``error``: the path is a folder, a file is in the place of one of its folders, or a
            permission is missing.
    """
    final = Path(path)
    if obstacle := _obstacle(final):
        raise error(f"{final} cannot be written: {obstacle}; choose another place")
    return final


@contextlib.contextmanager
def folders_for(path: AnyPath, *, error: Refusal) -> Generator[Path, None, None]:
    """Make the missing folders of a file that is written in the context, and remove them again if that fails.

    Args:
        error: makes the exception from a sentence.

    Raises:
        MotorpoolError: as made by ``error``: as for ``check_output``, or the system refuses a folder.
    """
    final = check_output(path, error=error)
    made: list[Path] = []
    try:
        for folder in missing_folders(final):
            with _system_refusals(final, error):
                folder.mkdir(exist_ok=True)
            made.append(folder)
        yield final
    except BaseException:
        remove_empty(made)
        raise


def missing_folders(path: AnyPath) -> list[Path]:
    """Return the folders of a file that do not exist, the outermost first."""
    return [folder for folder in reversed(Path(path).parents) if not folder.is_dir()]


def remove_empty(folders: Iterable[Path]) -> None:
    """Remove the folders, the last one first, up to one that is not empty."""
    with contextlib.suppress(OSError):
        for folder in reversed(list(folders)):
            folder.rmdir()


@contextlib.contextmanager
def _system_refusals(path: Path, error: Refusal, advice: str = "choose another place") -> Generator[None, None, None]:
    try:
        yield
    except MotorpoolError:  # some are OSErrors, too
        raise
    except OSError as cause:
        reason = (cause.strerror or str(cause)).lower()
        raise error(f"{path} cannot be written: {reason}{f'; {advice}' if advice else ''}") from cause


def _obstacle(path: Path) -> str:
    """Return why a file cannot be written, as the end of a sentence; empty if it can."""
    try:
        if path.is_dir():
            return "it is a folder"
        for folder in path.parents:
            if folder.is_dir():
                is_free = os.access(folder, os.W_OK | os.X_OK)
                return "" if is_free else f"the folder {folder} gives no permission to write"
            if os.path.lexists(folder):
                return f"{folder} is not a folder"
    except OSError as cause:
        return (cause.strerror or str(cause)).lower()
    return ""


@contextlib.contextmanager
def whole_file(path: AnyPath, *, error: Refusal, advice: str = "") -> Generator[Path, None, None]:
    """Yield the path of a temporary file, which replaces ``path`` on success and is deleted otherwise.

    Missing folders are made.

    Args:
        advice: end of that sentence, after a semicolon; none by default.

    Raises:
        MotorpoolError: as made by ``error``: as for ``check_output``, or the disk is full.
    """
    final = Path(path)
    new = final.with_name(f".{final.stem}-{secrets.token_hex(4)}{final.suffix}")
    with folders_for(final, error=error), _system_refusals(final, error, advice):
        try:
            new.touch(exist_ok=False)
            yield new
            replace_file(new, final)
        finally:
            with contextlib.suppress(OSError):
                new.unlink(missing_ok=True)


def open_input(path: AnyPath, *, max_bytes: int, error: Refusal, reads: Container[str] = ()) -> BinaryIO:
    """Open a regular file for reading bytes, without ever blocking.

    Args:
        error: makes the exception from a sentence.
        reads: formats of other programs that are read, by their names in ``FORMATS``.

    Raises:
        MotorpoolError: as made by ``error``: the file is missing, unreadable, too large, not a regular file, or of a
            format of other programs.
    """
    # Checked before opening, which may have an effect on a device, and again, because the file may have been replaced.
    _check(path, _system_result(path, os.stat, error), max_bytes, error)
    descriptor = _system_result(path, lambda path: os.open(path, _FLAGS), error)
    file = os.fdopen(descriptor, "rb")
    try:
        _check(path, os.fstat(descriptor), max_bytes, error)
        _check_format(path, file, error, reads)
    except BaseException:
        file.close()
        raise
    return file


def check_input(path: AnyPath, *, max_bytes: int, error: Refusal, reads: Container[str] = ()) -> None:
    """Raise the errors of ``open_input``, for a library that opens the path itself.

    Raises:
        MotorpoolError: as made by ``error``: see ``open_input``.
    """
    open_input(path, max_bytes=max_bytes, error=error, reads=reads).close()


def sha256_of(*paths: AnyPath, max_bytes: int, error: Refusal) -> str:
    """Return the SHA-256 of the contents of files, one after the other, in hexadecimal digits; of any format.

    Raises:
        MotorpoolError: as made by ``error``: see ``open_input``.
    """
    from .foreign_formats import FORMATS

    digest = hashlib.sha256()
    for path in paths:
        with open_input(path, max_bytes=max_bytes, error=error, reads=FORMATS) as file:
            while part := file.read(1 << 20):
                digest.update(part)
    return digest.hexdigest()


def check_format(path: AnyPath, *, error: Refusal) -> None:
    """Refuse a file of a format of other programs; one that cannot be opened is left to its reader.

    Raises:
        MotorpoolError: as made by ``error``, with the name of the format and what can be done with it.
    """
    from .foreign_formats import FORMATS

    with contextlib.suppress(_UnreadableError):
        file = open_input(path, max_bytes=sys.maxsize, error=_UnreadableError, reads=FORMATS)
        with file:
            _check_format(path, file, error, ())


class _UnreadableError(MotorpoolError):
    """Raised for a file that cannot be opened."""


def _check_format(path: AnyPath, file: BinaryIO, error: Refusal, reads: Container[str]) -> None:
    """Refuse an open file of a format of other programs that is not among those that are read."""
    from .foreign_formats import FORMATS, format_of

    name = format_of(*_system_result(path, lambda _: _ends(file), error))
    if name and name not in reads:
        raise error(FORMATS[name].sentence(path))


def read_bytes(path: AnyPath, *, max_bytes: int, error: Refusal, reads: Container[str] = ()) -> bytes:
    """Return the content of a regular file of limited size, also if it grows while it is read.

    Raises:
        MotorpoolError: as made by ``error``: see ``open_input``.
    """
    with open_input(path, max_bytes=max_bytes, error=error, reads=reads) as file:
        content = _system_result(path, lambda _: _read_up_to(file, max_bytes + 1), error)
    if len(content) > max_bytes:
        raise _too_large(path, f"more than {max_bytes}", max_bytes, error)
    return content


def read_text(
    path: AnyPath, *, max_bytes: int, error: Refusal, encoding: str = "utf-8", reads: Container[str] = ()
) -> str:
    """Return the text of a regular file of limited size, with line ends converted to newlines.

    Raises:
        MotorpoolError: as made by ``error``: as for ``read_bytes``, or the text is not in the encoding.
    """
    try:
        text = read_bytes(path, max_bytes=max_bytes, error=error, reads=reads).decode(encoding)
    except UnicodeDecodeError as reason:
        raise error(f"{path} is not a text file in UTF-8") from reason
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _ends(file: BinaryIO) -> tuple[bytes, bytes]:
    """Return the first and the last bytes of a file, whose position is at its beginning before and after."""
    from .foreign_formats import LOOKED_AT

    head = file.read(LOOKED_AT)
    file.seek(max(0, os.fstat(file.fileno()).st_size - LOOKED_AT))
    tail = file.read(LOOKED_AT)
    file.seek(0)
    return head, tail


def _read_up_to(file: BinaryIO, most: int) -> bytes:
    """Return up to ``most`` bytes of a file; more memory than its size is used only if it has grown."""
    size = os.fstat(file.fileno()).st_size
    content = file.read(min(most, size + 1)) or b""
    return content if len(content) <= size else content + (file.read(most - len(content)) or b"")


def _check(path: AnyPath, status: os.stat_result, max_bytes: int, error: Refusal) -> None:
    if not stat.S_ISREG(status.st_mode):
        kind = next((word for is_kind, word in _KINDS if is_kind(status.st_mode)), "something else")
        raise error(f"{path} is {kind}; it must be a regular file: name one")
    if status.st_size > max_bytes:
        raise _too_large(path, str(status.st_size), max_bytes, error)


def _too_large(path: AnyPath, size: str, max_bytes: int, error: Refusal) -> MotorpoolError:
    return error(f"{path} has {size} bytes; a file of its kind may have at most {max_bytes}: name a smaller one")


def _system_result(path: AnyPath, function: Callable[[AnyPath], Answer], error: Refusal) -> Answer:
    """Return the result of a function on a path, with exceptions of the operating system converted."""
    try:
        return function(path)
    except OSError as reason:
        raise error(f"{path} cannot be read: {(reason.strerror or str(reason)).lower()}") from reason
    except ValueError as reason:  # a NUL or an unpaired surrogate in the name
        raise error(f"{str(path)!r} cannot be read: no file can have this name") from reason
