"""Reading of OpenStreetMap's XML: a stream of elements of which only one is in memory.

Document types and entities are refused, nesting and the size of one tag are limited.
Format: https://wiki.openstreetmap.org/wiki/OSM_XML, versions 0.5 and 0.6.
"""

import contextlib
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Protocol
from xml.parsers import expat

from ...base.errors import TerrainError
from ...base.terminal import in_one_line
from ..compressed import opened
from .elements import LARGEST_ID, LARGEST_VERSION, MOST_TAGS, MOST_WAY_NODES, SCALE

MAX_DEPTH = 16
MAX_TAG_BYTES = 4_000_000  # of one element's tag, which expat keeps in memory
RULE = "regulatory_element"  # role of a relation that is a member of a lanelet
RELATIONS = (RULE, "yield", "right_of_way")  # roles of relations in those of Lanelet2, whose numbers are kept, too
_KINDS = ("node", "way", "relation")
_NOWHERE = 1000 * SCALE  # a coordinate that no node has


class Sink(Protocol):
    """Receiver of the elements of a file; see ``Elements``."""

    label: str
    left_out: Counter[str]

    def add_node(
        self, number: int, longitude: int, latitude: int, tags: Iterable[tuple[str, str]] = (), version: int = 0
    ) -> None:
        """Add a node at a position [1e-7 deg]."""
        ...

    def add_way(self, number: int, references: list[int], tags: Iterable[tuple[str, str]], version: int = 0) -> None:
        """Add a way by the numbers of its nodes."""
        ...

    def add_relation(
        self, number: int, ways: list[int], roles: list[str], tags: Iterable[tuple[str, str]], version: int = 0
    ) -> None:
        """Add a relation by the numbers of its ways."""
        ...

    def add_deleted(self, kind: str, number: int, version: int = 0) -> None:
        """Count a deleted element."""
        ...

    def too_many(self, limit: int, words: str) -> TerrainError:
        """Return the error of a file beyond a limit."""
        ...


def read_xml(path: Path, elements: Sink, progress: Callable[[float], None]) -> None:
    """Add the elements of a file to ``elements``.

    Args:
        progress: called with the fraction of the file that was read.

    Raises:
        TerrainError: the file is not OpenStreetMap's XML, is damaged or truncated, or is beyond a limit.
    """
    parser = expat.ParserCreate()
    handlers = _Handlers(elements)
    parser.StartElementHandler = handlers.start
    parser.EndElementHandler = handlers.end
    parser.StartDoctypeDeclHandler = handlers.refuse_document_type
    parser.EntityDeclHandler = handlers.refuse_document_type
    fed = 0
    with opened(path) as blocks:
        try:
            for block, fraction in blocks:
                parser.Parse(block, False)
                fed += len(block)
                if fed - parser.CurrentByteIndex > MAX_TAG_BYTES:
                    raise TerrainError(f"{path.name} has a tag or text of more than {MAX_TAG_BYTES} bytes")
                progress(fraction)
            parser.Parse(b"", True)
        except expat.ExpatError as error:
            if error.code in _UNFINISHED and not handlers.is_complete:
                raise TerrainError(
                    f"{path.name} ends in the middle, in line {error.lineno}; download it again"
                ) from error
            raise TerrainError(
                f"{path.name}:{error.lineno}: this is not well-formed XML: {expat.ErrorString(error.code)}; "
                "download it again"
            ) from error
        except (LookupError, UnicodeError) as error:  # of an encoding that Python lacks
            raise TerrainError(f"{path.name} is in an unknown encoding; save it in UTF-8") from error


_UNFINISHED = tuple(
    expat.errors.codes[words]
    for words in (
        expat.errors.XML_ERROR_NO_ELEMENTS,
        expat.errors.XML_ERROR_UNCLOSED_TOKEN,
        expat.errors.XML_ERROR_PARTIAL_CHAR,
        expat.errors.XML_ERROR_UNCLOSED_CDATA_SECTION,
    )
)


class _Handlers:
    """Callbacks of the parser, and the element that is being read."""

    def __init__(self, elements: Sink):
        self._elements = elements
        self._left_out = elements.left_out
        self._depth = 0
        self._kind = ""  # of the element that is being read
        self._attributes: dict[str, str] = {}
        self._tags: list[tuple[str, str]] = []
        self._references: list[str] = []
        self._roles: list[str] = []
        self.is_complete = False

    def refuse_document_type(self, *_: Any) -> None:
        """Raise the error of a file with a document type or an entity."""
        raise TerrainError(
            f"{self._elements.label} declares a document type or an entity, which OpenStreetMap's files do not have; "
            "remove it"
        )

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Begin an element."""
        self._depth += 1
        kind = self._kind
        if name == "nd" and kind == "way":
            self._references.append(attributes.get("ref", ""))
            if len(self._references) > 2 * MOST_WAY_NODES:
                raise self._elements.too_many(MOST_WAY_NODES, "nodes in one way")
        elif name == "tag" and kind:
            self._tags.append((attributes.get("k", ""), attributes.get("v", "")))
            if len(self._tags) > 100 * MOST_TAGS:
                raise self._elements.too_many(100 * MOST_TAGS, "tags of one element")
        elif self._depth == 2 and name in _KINDS:
            self._kind, self._attributes = name, attributes
        elif name == "member" and kind == "relation":
            if attributes.get("type") == "way" or attributes.get("role") in RELATIONS:
                self._references.append(attributes.get("ref", ""))
                self._roles.append(attributes.get("role", "")[:20])
        elif self._depth == 1 and name != "osm":
            raise TerrainError(
                f"{self._elements.label} begins with <{in_one_line(name[:40])}>; OpenStreetMap's XML begins with <osm>"
            )
        elif self._depth > MAX_DEPTH:
            raise TerrainError(
                f"{self._elements.label} is nested more than {MAX_DEPTH} deep, OpenStreetMap's XML only 3"
            )
        elif self._depth > 1 and name not in ("bounds", "bound", "note", "meta"):
            self._left_out["unknown elements of the XML"] += 1

    def end(self, name: str) -> None:
        """End an element, and add it."""
        self._depth -= 1
        if self._depth == 1 and name == self._kind:
            self._add()
            self._kind = ""
            if self._tags:
                self._tags = []
            if self._references:
                self._references, self._roles = [], []
        elif self._depth == 0:
            self.is_complete = True

    def _add(self) -> None:
        attributes, kind = self._attributes, self._kind
        number = _whole(attributes.get("id", ""))
        version = min(max(_whole(attributes.get("version", "")) or 0, 0), LARGEST_VERSION)
        if number is None:
            self._left_out[f"{kind}s without a number"] += 1
        elif attributes.get("visible") == "false" or attributes.get("action") == "delete":
            self._elements.add_deleted(kind, number, version)
        elif kind == "node":
            longitude, latitude = (_coordinate(attributes.get(name)) for name in ("lon", "lat"))
            self._elements.add_node(number, longitude, latitude, self._tags, version)
        elif kind == "way":
            self._elements.add_way(number, self._numbers("nodes of ways"), self._tags, version)
        else:
            ways = self._numbers("members of relations")
            self._elements.add_relation(number, ways, self._roles, self._tags, version)

    def _numbers(self, words: str) -> list[int]:
        """Return the references as numbers; a wrong one is that of no element, and counted."""
        if max(map(len, self._references), default=0) < 19:  # no need to check the range
            with contextlib.suppress(ValueError):
                return [*map(int, self._references)]
        numbers = [_whole(text) for text in self._references]
        self._left_out[f"{words} without a number"] += numbers.count(None)
        return [-LARGEST_ID - 1 if number is None else number for number in numbers]


def _whole(text: str) -> int | None:
    """Return the number of an element; None if the text is none of 64 bits."""
    try:
        number = int(text) if len(text) <= 20 else LARGEST_ID + 1
    except ValueError:
        return None
    return number if -LARGEST_ID <= number <= LARGEST_ID else None


def _coordinate(text: str | None) -> int:
    """Return a coordinate [1e-7 deg]; far beyond the Earth if the text is none."""
    try:
        return round(float(text or "nan") * SCALE)
    except (ValueError, OverflowError):
        return _NOWHERE
