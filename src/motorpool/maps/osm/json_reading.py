"""Reading of OpenStreetMap's JSON, as the Overpass API and that of OpenStreetMap answer: one element is in memory.

Ways have the numbers of their nodes (``out body``), their positions (``out geom``), or both. Positions without numbers
become nodes, one for each position. Ways that only a relation has, with their positions, become ways.
Format: https://wiki.openstreetmap.org/wiki/OSM_JSON.
"""

import codecs
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

from ...base.errors import TerrainError
from ...base.terminal import in_one_line
from ..compressed import opened
from .elements import LARGEST_ID, LARGEST_VERSION, MOST_TAGS, MOST_WAY_NODES, SCALE, Elements

MAX_ELEMENT = 16_000_000  # characters of one element
USED = 1_000_000  # characters behind which read text is dropped
_NOWHERE = 1000 * SCALE  # a coordinate that no node has
_MISSING = -LARGEST_ID - 1  # number of no node
_FIRST_OWN = -(2**62)  # number of the first node that has a position only
_BESIDE = -1  # version of an element that another one has in it: its own one goes before

Json = Any


def read_json(path: Path, elements: Elements, progress: Callable[[float], None]) -> None:
    """Add the elements of a file to ``elements``.

    Args:
        progress: called with the fraction of the file that was read.

    Raises:
        TerrainError: the file is not OpenStreetMap's JSON, is damaged or truncated, is the answer of a query that
            failed, or is beyond a limit.
    """
    content = _Content(elements)
    with opened(path) as blocks:
        text = _Text(path.name, blocks, progress)
        text.take("{")
        while text.sign() != "}":
            key = text.value()
            text.take(":")
            if key == "elements" and text.sign() == "[":
                for element in text.items():
                    content.add(element)
            else:
                _check_remark(path.name, key, text.value())
            if text.sign() != "}":
                text.take(",")
    if content.without_nodes and not elements.references:
        raise TerrainError(
            f"{path.name} has {content.without_nodes} ways, but not their nodes; end the query with `out geom;` or "
            "`(._;>;); out body;`"
        )


def _check_remark(label: str, key: Json, value: Json) -> None:
    """Refuse the answer of a query that failed: a part of the map is missing."""
    if key == "remark" and isinstance(value, str) and "error" in value:
        raise TerrainError(
            f"{label} is not complete, says the Overpass API: {in_one_line(value[:200])}; ask for a smaller area, or "
            "for more time by [timeout:900]"
        )


class _Text:
    """Text of a file, from which values are read one after the other."""

    def __init__(self, label: str, blocks: Iterator[tuple[bytes, float]], progress: Callable[[float], None]):
        self._label, self._blocks, self._progress = label, blocks, progress
        self._bytes: codecs.IncrementalDecoder | None = None
        self._decoder = json.JSONDecoder()
        self._text, self._at, self._has_ended = "", 0, False

    def sign(self) -> str:
        """Return the next character that is no space; it is not taken."""
        while True:
            while self._at < len(self._text):
                if not self._text[self._at].isspace():
                    return self._text[self._at]
                self._at += 1
            if self._has_ended:
                raise TerrainError(f"{self._label} ends in the middle; download it again")
            self._read()

    def take(self, sign: str) -> None:
        """Take the next character that is no space, which must be this one."""
        if self.sign() != sign:
            raise self._damaged()
        self._at += 1

    def value(self) -> Json:
        """Take the next value."""
        self.sign()
        while True:
            try:
                value, end = self._decoder.raw_decode(self._text, self._at)
            except RecursionError as error:
                raise TerrainError(f"{self._label} is nested too deeply for a map in JSON") from error
            except ValueError as error:
                if self._has_ended:
                    raise self._damaged() from error
            else:
                if end < len(self._text) or self._has_ended:
                    self._at = end
                    return value
            rest = len(self._text) - self._at
            if rest > MAX_ELEMENT:
                raise TerrainError(f"{self._label} is damaged, or has an element of more than {MAX_ELEMENT} characters")
            while not self._has_ended and len(self._text) - self._at < 2 * rest:  # twice as much for each trial
                self._read()

    def items(self) -> Iterator[Json]:
        """Take a list, and yield its items."""
        self.take("[")
        while self.sign() != "]":
            yield self.value()
            if self.sign() != "]":
                self.take(",")
        self.take("]")

    def _read(self) -> None:
        """Read a block more."""
        block, fraction = next(self._blocks, (b"", 1.0))
        self._has_ended = not block
        if self._bytes is None:
            encoding = "utf-16" if block.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
            self._bytes = codecs.getincrementaldecoder(encoding)()
        try:
            more = self._bytes.decode(block, self._has_ended)
        except UnicodeDecodeError as error:
            raise TerrainError(f"{self._label} is not text in UTF-8; download it again") from error
        kept = self._at if self._at > USED else 0
        self._text, self._at = self._text[kept:] + more, self._at - kept
        self._progress(fraction)

    def _damaged(self) -> TerrainError:
        near = in_one_line(self._text[self._at : self._at + 40])
        return TerrainError(f"{self._label} is damaged: this is not JSON of OpenStreetMap: {near!r}; download it again")


class _Content:
    """Elements of a file, and the nodes that only have a position."""

    def __init__(self, elements: Elements):
        self._elements = elements
        self._numbers: dict[tuple[int, int], int] = {}  # of nodes, by their positions [1e-7 deg]
        self.without_nodes = 0

    def add(self, element: Json) -> None:
        """Add an element; one that is damaged is counted."""
        element = _mapping(element)
        kind = element.get("type")
        if kind not in ("node", "way", "relation"):
            self._elements.left_out["unknown elements of the JSON"] += 1
            return
        number, version = _whole(element.get("id")), min(max(_whole(element.get("version")) or 0, 0), LARGEST_VERSION)
        if number is None:
            self._elements.left_out[f"{kind}s without a number"] += 1
        elif element.get("visible") is False:
            self._elements.add_deleted(kind, number, version)
        elif kind == "node":
            place = _position(element) or (_NOWHERE, _NOWHERE)
            self._elements.add_node(number, *place, _tags(element), version)
        elif kind == "way":
            self._add_way(number, element, version)
        else:
            members = [each for each in map(_mapping, _list(element, "members")) if each.get("type") == "way"]
            ways = [_whole(each.get("ref")) for each in members]
            for way, member in zip(ways, members, strict=True):
                if way is not None and _list(member, "geometry"):
                    self._elements.add_way(way, self._nodes(member), (), _BESIDE)
            roles = [str(each.get("role", ""))[:20] for each in members]
            numbers = [_MISSING if way is None else way for way in ways]
            self._elements.add_relation(number, numbers, roles, _tags(element), version)

    def _add_way(self, number: int, element: dict[str, Json], version: int) -> None:
        nodes = self._nodes(element)
        if not nodes and not _list(element, "nodes"):
            self.without_nodes += 1
        self._elements.add_way(number, nodes, _tags(element), version)

    def _nodes(self, element: dict[str, Json]) -> list[int]:
        """Return the numbers of a way's nodes, and add those whose positions it has."""
        numbers, places = _list(element, "nodes"), _list(element, "geometry")
        if max(len(numbers), len(places)) > 2 * MOST_WAY_NODES:
            raise self._elements.too_many(MOST_WAY_NODES, "nodes in one way")
        nodes = [_MISSING if (node := _whole(each)) is None else node for each in numbers]
        if not places:
            return nodes
        found: list[int] = []
        for at, place in enumerate(places):
            position = _position(place)
            own = nodes[at] if len(nodes) == len(places) else None
            found.append(_MISSING if position is None and own is None else self._node(own, position))
        return found

    def _node(self, number: int | None, position: tuple[int, int] | None) -> int:
        """Return the number of the node at a position, which is added if it is new."""
        if position is None:
            return _MISSING if number is None else number
        if number is None:
            number = self._numbers.get(position, _FIRST_OWN + len(self._numbers))
        if self._numbers.get(position) != number:
            self._numbers.setdefault(position, number)
            self._elements.add_node(number, *position, (), _BESIDE)
        return number


def _whole(value: Json) -> int | None:
    """Return the number of an element; None if the value is none of 64 bits."""
    is_whole = isinstance(value, int) and not isinstance(value, bool) and -LARGEST_ID <= value <= LARGEST_ID
    return value if is_whole else None


def _mapping(value: Json) -> dict[str, Json]:
    """Return a value that is a mapping; an empty one in place of any other."""
    return cast("dict[str, Json]", value) if isinstance(value, dict) else {}


def _list(element: dict[str, Json], key: str) -> list[Json]:
    found = element.get(key)
    return cast("list[Json]", found) if isinstance(found, list) else []


def _tags(element: dict[str, Json]) -> list[tuple[str, str]]:
    """Return the tags of an element as text."""
    pairs = list(_mapping(element.get("tags")).items())
    return [
        (str(key), value if isinstance(value, str) else json.dumps(value)) for key, value in pairs[: 100 * MOST_TAGS]
    ]


def _position(place: Json) -> tuple[int, int] | None:
    """Return longitude and latitude [1e-7 deg]; None if there is none."""
    known = _mapping(place)
    try:
        longitude, latitude = (round(float(known[key]) * SCALE) for key in ("lon", "lat"))
    except (KeyError, TypeError, ValueError, OverflowError):
        return None
    return longitude, latitude
