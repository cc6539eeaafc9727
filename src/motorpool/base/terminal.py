r"""Output streams that escape control characters of files, names and the network.

A terminal interprets escape sequences: they move the cursor, change its title, or write to the clipboard. A name with
such characters is therefore printed as in a Python string, such as ``\x1b[2J``. The same applies to marks of text
direction, to surrogates (names of files that are not UTF-8), and to characters that the encoding of a stream lacks.
"""

import contextlib
import re
import sys
from collections.abc import Generator, Iterable
from typing import Any, TextIO, cast

# C0 except tab and line feed, DEL, C1, marks of text direction, line separators, and surrogates.
_UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def printable(text: str) -> str:
    """Return a text with its control characters as escapes, except tabs and line feeds."""
    return _UNPRINTABLE.sub(_escaped, text)


def in_one_line(text: str) -> str:
    """Return a text with its control characters and line feeds as escapes."""
    return printable(text).replace("\n", r"\n")


def _escaped(found: re.Match[str]) -> str:
    return ascii(found[0])[1:-1]


class PrintableStream:
    """Stream that writes only printable text to another one.

    Attributes:
        rich_proxied_file: stream for consoles of Rich, which write colours and bars. They make their texts printable
            themselves (``motorpool.base.console``).
    """

    def __init__(self, stream: TextIO):
        self._stream = stream
        self.rich_proxied_file = EncodableStream(stream)

    def write(self, text: str) -> int:
        """Write a text; return its length."""
        self.rich_proxied_file.write(printable(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write several texts."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


class EncodableStream:
    """Stream that escapes characters which the encoding of another stream lacks."""

    def __init__(self, stream: TextIO):
        self._stream = stream

    def write(self, text: str) -> int:
        """Write a text; return its length."""
        encoding = getattr(self._stream, "encoding", None)
        if encoding and not text.isascii():
            text = text.encode(encoding, "backslashreplace").decode(encoding)
        return self._stream.write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def console_stream(*, is_error: bool = False) -> TextIO:
    """Return the stream below ``sys.stdout`` or ``sys.stderr`` that accepts colours and cursor movements."""
    stream = sys.stderr if is_error else sys.stdout
    while hasattr(stream, "rich_proxied_file"):
        stream = cast(TextIO, cast(Any, stream).rich_proxied_file)
    return stream


def is_encodable(text: str) -> bool:
    """Return whether the encoding of stdout has all characters of a text."""
    try:
        text.encode(getattr(console_stream(), "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def make_output_printable() -> tuple[TextIO, TextIO]:
    """Make ``sys.stdout`` and ``sys.stderr`` print only printable text; return the original streams."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = map(_made_printable, before)
    return before


def _made_printable(stream: Any) -> Any:
    if stream is None or isinstance(stream, PrintableStream):  # a program without a terminal may have no streams
        return cast(Any, stream)
    return PrintableStream(stream)


@contextlib.contextmanager
def printable_output() -> Generator[None, None, None]:
    """Make ``sys.stdout`` and ``sys.stderr`` print only printable text while the block runs."""
    before = make_output_printable()
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before
