"""Files: input is regular files of a bounded size, and nothing else; output is whole under its name, or not there.

A path may lead to a named pipe (opening it waits for a writer), to a device without an end, to a folder, or to more
bytes than memory holds. Every input file is therefore opened here, and what is unfit is refused at once, in one
sentence, with the caller's own error:

    text = read_text(path, max_bytes=1_000_000, error=ScenarioError)    # UTF-8
    content = read_bytes(path, max_bytes=32_000_000, error=ModelError)
    with open_input(path, max_bytes=..., error=TerrainError) as file:   # for zipfile, gzip, csv: what reads a stream
    check_input(path, max_bytes=..., error=RecordingError)              # for libraries that open paths: GDAL, PyArrow

Links are followed. A file is read at most ``max_bytes`` far, even where it grows meanwhile or hides its size (/proc).

Output is written beside its name, and renamed when it is whole:

    with whole_file(path, error=SweepError) as new:
        new.write_text(text)
"""

import contextlib
import os
import secrets
import stat
from collections.abc import Callable, Generator
from pathlib import Path
from typing import BinaryIO, TypeVar

from .errors import MotorpoolError

AnyPath = str | os.PathLike[str]
Refusal = Callable[[str], MotorpoolError]  # an exception's class, as a rule
Answer = TypeVar("Answer")

# A pipe is opened without waiting for its writer, a terminal without making it ours; not every system has these flags.
_FLAGS = os.O_RDONLY | sum(getattr(os, name, 0) for name in ("O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "O_BINARY"))
_KINDS: tuple[tuple[Callable[[int], bool], str], ...] = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a named pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


@contextlib.contextmanager
def whole_file(path: AnyPath, *, error: Refusal, advice: str = "") -> Generator[Path, None, None]:
    """Give the path of a new file, which takes the place of ``path`` when it is whole, and vanishes otherwise.

    Args:
        path: of the file.
        error: made of the sentence that says why it cannot be written.
        advice: end of that sentence, after a semicolon; none by default.

    Raises:
        MotorpoolError: as ``error`` makes it: the folder is missing or cannot be written, or has no room.
    """
    final = Path(path)
    new = final.with_name(f".{final.stem}-{secrets.token_hex(4)}{final.suffix}")
    try:
        new.touch(exist_ok=False)
        yield new
        new.replace(final)
    except OSError as cause:
        reason = (cause.strerror or str(cause)).lower()
        raise error(f"{final} cannot be written: {reason}{f'; {advice}' if advice else ''}") from cause
    finally:
        with contextlib.suppress(OSError):
            new.unlink(missing_ok=True)


def open_input(path: AnyPath, *, max_bytes: int, error: Refusal) -> BinaryIO:
    """Open a regular file for reading bytes, without ever waiting for anybody.

    Args:
        path: of the file.
        max_bytes: that the file may have.
        error: made of the sentence that says why the file is refused.

    Raises:
        MotorpoolError: as ``error`` makes it: the file is missing, unreadable, too large, or no regular file.
    """
    _check(path, _asked(path, os.stat, error), max_bytes, error)  # first: opening a device may already do something
    descriptor = _asked(path, lambda path: os.open(path, _FLAGS), error)
    file = os.fdopen(descriptor, "rb")
    try:
        _check(path, os.fstat(descriptor), max_bytes, error)  # again: it may have been exchanged in between
    except BaseException:
        file.close()
        raise
    return file


def check_input(path: AnyPath, *, max_bytes: int, error: Refusal) -> None:
    """Refuse what ``open_input`` refuses, for a library that opens the path by itself.

    Args:
        path: of the file.
        max_bytes: that the file may have.
        error: made of the sentence that says why the file is refused.

    Raises:
        MotorpoolError: as ``error`` makes it: the file is missing, unreadable, too large, or no regular file.
    """
    open_input(path, max_bytes=max_bytes, error=error).close()


def read_bytes(path: AnyPath, *, max_bytes: int, error: Refusal) -> bytes:
    """Return the whole content of a regular file.

    Args:
        path: of the file.
        max_bytes: that the file may have, also if it grows while it is read.
        error: made of the sentence that says why the file is refused.

    Raises:
        MotorpoolError: as ``error`` makes it: the file is missing, unreadable, too large, or no regular file.
    """
    with open_input(path, max_bytes=max_bytes, error=error) as file:
        content = _asked(path, lambda _: _read_up_to(file, max_bytes + 1), error)
    if len(content) > max_bytes:
        raise _too_large(path, f"more than {max_bytes}", max_bytes, error)
    return content


def read_text(path: AnyPath, *, max_bytes: int, error: Refusal, encoding: str = "utf-8") -> str:
    """Return the text of a regular file with every line end as a newline.

    Args:
        path: of the file.
        max_bytes: that the file may have, also if it grows while it is read.
        error: made of the sentence that says why the file is refused.
        encoding: of the text.

    Raises:
        MotorpoolError: as ``error`` makes it: as for ``read_bytes``, or the text is not in that encoding.
    """
    try:
        text = read_bytes(path, max_bytes=max_bytes, error=error).decode(encoding)
    except UnicodeDecodeError as reason:
        raise error(f"{path} is no text file in UTF-8") from reason
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _read_up_to(file: BinaryIO, most: int) -> bytes:
    """Return at most some bytes of a file; memory for more than its size is taken only if it has grown."""
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


def _asked(path: AnyPath, ask: Callable[[AnyPath], Answer], error: Refusal) -> Answer:
    """Return what the operating system answers about a path; refuse the path where it answers with an error."""
    try:
        return ask(path)
    except OSError as reason:
        raise error(f"{path} cannot be read: {(reason.strerror or str(reason)).lower()}") from reason
    except ValueError as reason:  # a NUL or half a surrogate pair in the name
        raise error(f"{str(path)!r} cannot be read: no file can have this name") from reason
