r"""Output streams of a program: control characters of files, names and the network are shown and not sent.

A terminal obeys escape sequences: they move the cursor, change its title, write into its clipboard. A name with
such characters is therefore printed as Python writes it in a string, such as ``\x1b[2J``. The same goes for marks that
turn the direction of a text, for surrogates (names of files that are not UTF-8), and for all that the encoding of a
stream lacks.
"""

import contextlib
import re
import sys
from collections.abc import Generator, Iterable
from typing import Any, TextIO, cast

# All of C0 but tab and line feed, DEL, C1, the marks of direction, the separators of lines, and surrogates.
_UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def printable(text: str) -> str:
    """Return a text with its control characters as escapes; tabs and line feeds stay."""
    return _UNPRINTABLE.sub(_escaped, text)


def in_one_line(text: str) -> str:
    """Return a text with its line feeds as escapes, too."""
    return printable(text).replace("\n", r"\n")


def _escaped(found: re.Match[str]) -> str:
    return ascii(found[0])[1:-1]


class PrintableStream:
    """A stream that writes printable text only, to another one.

    Attributes:
        rich_proxied_file: the stream that a console of Rich writes to in its place, with colours and bars. A console
            makes the texts that it prints printable by itself (``motorpool.console``).
    """

    def __init__(self, stream: TextIO):
        self._stream = stream
        self.rich_proxied_file = EncodableStream(stream)

    def write(self, text: str) -> int:
        """Write a text; returns its length."""
        self.rich_proxied_file.write(printable(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write several texts."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


class EncodableStream:
    """A stream that writes as escapes what the encoding of another one lacks."""

    def __init__(self, stream: TextIO):
        self._stream = stream

    def write(self, text: str) -> int:
        """Write a text; returns its length."""
        encoding = getattr(self._stream, "encoding", None)
        if encoding and not text.isascii():
            text = text.encode(encoding, "backslashreplace").decode(encoding)
        return self._stream.write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def console_stream(*, is_error: bool = False) -> TextIO:
    """Return the stream below ``sys.stdout`` or ``sys.stderr`` that takes colours and moves of the cursor."""
    stream = sys.stderr if is_error else sys.stdout
    while hasattr(stream, "rich_proxied_file"):
        stream = cast(TextIO, cast(Any, stream).rich_proxied_file)
    return stream


def make_output_printable() -> tuple[TextIO, TextIO]:
    """Let ``sys.stdout`` and ``sys.stderr`` print printable text only; returns what they were."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = map(_made_printable, before)
    return before


def _made_printable(stream: Any) -> Any:
    if stream is None or isinstance(stream, PrintableStream):  # a program without a terminal may have no streams
        return cast(Any, stream)
    return PrintableStream(stream)


@contextlib.contextmanager
def printable_output() -> Generator[None, None, None]:
    """Let ``sys.stdout`` and ``sys.stderr`` print printable text only while the block runs."""
    before = make_output_printable()
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before
