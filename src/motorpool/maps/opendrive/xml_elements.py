"""Elements of an XML file, one child of the root after the other, with bounds on everything that a file can grow.

A document type is refused, because entities that it declares can stand for any amount of text. Only the child of the
root that is being read is in memory.
"""

import math
import re
from collections.abc import Container, Iterator
from pathlib import Path
from xml.parsers import expat

from ...base.errors import TerrainError
from ...base.files import AnyPath
from ..compressed import MAPS, opened

MAX_BYTES = 256_000_000  # of a file, and of its content if it is compressed
MAX_DEPTH = 40  # of nested elements
MAX_ELEMENTS = 1_000_000  # in one child of the root
FREE_ELEMENTS = 30_000  # in a compressed file of any size
BYTES_PER_ELEMENT = 4  # of a larger compressed file, at least; maps that were looked at have 5 to 25
MAX_ATTRIBUTES = 64  # of an element
MAX_TEXT = 1_000_000  # characters in one child of the root
MAX_NUMBER = 1e9  # magnitude of a number
NUMBER = re.compile(r"\s*[-+]?(\d{1,40}\.?\d{0,40}|\.\d{1,40})([eE][-+]?\d{1,4})?\s*", re.ASCII)


class WrongValue(Exception):  # noqa: N818 - is caught and counted, never shown as an error
    """Raised if an attribute is missing or is not a number that is allowed."""


class Element:
    """Element of an XML file."""

    __slots__ = ("attributes", "children", "tag", "texts")

    def __init__(self, tag: str, attributes: dict[str, str]) -> None:
        self.tag = tag
        self.attributes = attributes
        self.children: list[Element] = []
        self.texts: list[str] = []  # pieces of the text

    @property
    def text(self) -> str:
        """Return the text between the element's tags."""
        return "".join(self.texts)

    def get(self, name: str, default: str = "") -> str:
        """Return an attribute's text."""
        return self.attributes.get(name, default)

    def number(self, name: str, default: float | None = None) -> float:
        """Return an attribute's number, or the default if the attribute is missing.

        Raises:
            WrongValue: it is missing and has no default, or is not a finite number up to ``MAX_NUMBER``.
        """
        text = self.attributes.get(name)
        if text is None or not text.strip():
            if default is None:
                raise WrongValue(f"<{self.tag}> without {name}")
            return default
        value = float(text) if NUMBER.fullmatch(text) else math.nan
        if not abs(value) <= MAX_NUMBER:
            raise WrongValue(f"<{self.tag}> with a wrong {name}")
        return value

    def all(self, *path: str) -> "list[Element]":
        """Return the elements at a path of tags below this one."""
        found: list[Element] = [self]
        for tag in path:
            found = [child for each in found for child in each.children if child.tag == tag]
        return found

    def first(self, *path: str) -> "Element | None":
        """Return the first element at a path of tags below this one; None if there is none."""
        return next(iter(self.all(*path)), None)


def root_children(
    path: AnyPath, *, root: str, reads: Container[str] = MAPS, most_text: int = MAX_TEXT
) -> Iterator[Element]:
    """Yield the children of a file's root, each complete; the file may be compressed by gzip.

    Args:
        reads: formats of other programs that are read, by their names in ``base.foreign_formats``.
        most_text: limit of the characters of text in one child of the root.

    Raises:
        TerrainError: the file cannot be read, is not well-formed, has another root, or is beyond a bound.
    """
    builder = _Builder(Path(path).name, root, most_text)
    try:
        for chunk in _chunks(Path(path), reads):
            builder.most = FREE_ELEMENTS + Path(path).stat().st_size // BYTES_PER_ELEMENT
            builder.parser.Parse(chunk, False)
            yield from builder.taken()
        builder.parser.Parse(b"", True)
        yield from builder.taken()
    except expat.ExpatError as error:
        raise TerrainError(
            f"{builder.label} is not well-formed XML: {expat.ErrorString(error.code)}, line {error.lineno}; repair the "
            "file, or write it again"
        ) from error
    except (LookupError, ValueError) as error:
        if isinstance(error, TerrainError):
            raise
        raise TerrainError(f"{builder.label} has an unknown encoding; write it in UTF-8") from error


def _chunks(path: Path, reads: Container[str]) -> Iterator[bytes]:
    """Yield the bytes of a file, decompressed."""
    size = 0
    with opened(path, reads=reads) as blocks:
        for block, _ in blocks:
            size += len(block)
            if size > MAX_BYTES:
                raise TerrainError(f"{path.name} has more than {MAX_BYTES} bytes; cut a part out of it")
            yield block


class _Builder:
    """Parser of a file, which collects the complete children of the root."""

    def __init__(self, label: str, root: str, most_text: int) -> None:
        self.label = label
        self._root, self._most_text = root, most_text
        self._open: list[Element] = []  # elements that have begun and not ended, the root first
        self._complete: list[Element] = []
        self._characters = 0  # of text in the child of the root that is being read
        self._count = 0  # elements in the child of the root that is being read
        self._total = 0  # elements of the file
        self.most = FREE_ELEMENTS  # elements; a file that is not compressed has fewer for its size
        self.parser = parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler = self._begin
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text
        parser.StartDoctypeDeclHandler = self._refuse_document_type

    def taken(self) -> list[Element]:
        """Return the children of the root that are complete since the last call."""
        complete, self._complete = self._complete, []
        return complete

    def _begin(self, tag: str, attributes: dict[str, str]) -> None:
        depth = len(self._open)
        if depth == 0 and tag != self._root:
            raise TerrainError(f"{self.label} has the root element <{tag[:40]}>; it must be <{self._root}>")
        if depth == 1:
            self._count = self._characters = 0
        self._count += 1
        self._total += 1
        if self._total > self.most:
            raise TerrainError(
                f"{self.label} has more than {self.most} elements, line {self.parser.CurrentLineNumber}, more than a "
                "compressed map of its size; unpack it"
            )
        for what, number, most in (
            ("levels of elements", depth + 1, MAX_DEPTH),
            ("elements in one child of its root", self._count, MAX_ELEMENTS),
            ("attributes in one element", len(attributes), MAX_ATTRIBUTES),
        ):
            if number > most:
                raise TerrainError(f"{self.label} has more than {most} {what}, line {self.parser.CurrentLineNumber}")
        element = Element(tag, attributes)
        if depth > 1:
            self._open[-1].children.append(element)
        self._open.append(element)

    def _end(self, tag: str) -> None:
        element = self._open.pop()
        if len(self._open) == 1:
            self._complete.append(element)

    def _text(self, text: str) -> None:
        if len(self._open) < 2:
            return
        self._characters += len(text)
        if self._characters > self._most_text:
            raise TerrainError(
                f"{self.label} has more than {self._most_text} characters of text in one child of its root, "
                f"line {self.parser.CurrentLineNumber}"
            )
        self._open[-1].texts.append(text)

    def _refuse_document_type(self, *_: object) -> None:
        raise TerrainError(f"{self.label} declares a document type (<!DOCTYPE>), which is not allowed; delete it")
