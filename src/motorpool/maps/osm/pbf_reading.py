"""Reading of OpenStreetMap's PBF, in pieces of some megabytes: plain blobs as arrays, all others by osmium.

The file is a sequence of blobs. Their sizes are read here, so that a truncated file or one that inflates too much is
refused before osmium unpacks it. Format: https://wiki.openstreetmap.org/wiki/PBF_Format.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

from ...base.errors import MotorpoolError, TerrainError, require
from ...base.files import open_input
from ...base.terminal import in_one_line
from ..compressed import FREE_BYTES, MAX_FILE_BYTES, MAX_RATIO
from .elements import LARGEST_VERSION, MOST_WAY_NODES, Elements
from .plain_blobs import DenseNodes, PlainWays, plain_blob

PBF_BEGINNING = b"\x0a\x09OSMHeader"  # behind the length of the first blob's header
MAX_HEADER_BYTES = 65_536  # these two are limits of the format
MAX_BLOB_BYTES = 33_554_432
PIECE_BYTES = 32_000_000  # of unpacked blobs that osmium receives at once; it decodes all of them in advance
MAX_SMALL_BYTES = 1_000_000  # of an unpacked blob that may inflate at any ratio


def read_pbf(path: Path, elements: Elements, progress: Callable[[float], None]) -> None:
    """Add the elements of a file to ``elements``.

    Args:
        progress: called with the fraction of the file that was read.

    Raises:
        TerrainError: the file is not PBF, is damaged or truncated, or is beyond a limit.
        MissingExtraError: osmium is not installed.
    """
    osmium: Any = require("osmium", extra="maps", purpose="reading .osm.pbf")
    with open_input(path, max_bytes=MAX_FILE_BYTES, error=TerrainError, reads=("OpenStreetMap",)) as file:
        for piece, fraction in _pieces(path.name, file):
            if isinstance(piece, DenseNodes):
                elements.add_nodes(*piece)
            elif isinstance(piece, PlainWays):
                _add_ways(piece, elements)
            else:
                try:
                    for entity in osmium.FileProcessor(osmium.io.FileBuffer(piece, "pbf")):
                        _add(entity, elements)
                except MotorpoolError:  # some are ValueErrors, too
                    raise
                except (RuntimeError, ValueError) as error:
                    words = in_one_line(str(error)[:200])
                    raise TerrainError(f"{path.name} is damaged, says osmium: {words}; download it again") from error
            progress(fraction)


def _add_ways(ways: PlainWays, elements: Elements) -> None:
    begin = 0
    for number, end, tags in zip(ways.numbers, ways.ends, ways.tags, strict=True):
        elements.add_way(number, ways.references[begin:end], tags)
        begin = end


def _add(entity: Any, elements: Elements) -> None:
    kind = "node" if entity.is_node() else "way" if entity.is_way() else "relation"
    version = min(entity.version, LARGEST_VERSION)
    if entity.deleted:
        elements.add_deleted(kind, entity.id, version)
    elif entity.is_node():
        at, tags = entity.location, entity.tags  # x and y are beyond the Earth if the node has no position
        elements.add_node(entity.id, at.x, at.y, [(tag.k, tag.v) for tag in tags] if tags else (), version)
    elif entity.is_way():
        if len(entity.nodes) > 2 * MOST_WAY_NODES:
            raise elements.too_many(MOST_WAY_NODES, "nodes in one way")
        nodes = [node.ref for node in entity.nodes]
        elements.add_way(entity.id, nodes, [(tag.k, tag.v) for tag in entity.tags], version)
    elif entity.is_relation():
        ways = [(member.ref, member.role[:20]) for member in entity.members if member.type == "w"]
        numbers, roles = [way for way, _ in ways], [role for _, role in ways]
        elements.add_relation(entity.id, numbers, roles, [(tag.k, tag.v) for tag in entity.tags], version)


def _pieces(label: str, file: BinaryIO) -> Iterator[tuple[bytes | DenseNodes | PlainWays, float]]:
    """Yield the file in pieces, each with the fraction of the file that was read: plain, or files of their own."""
    size = max(1, file.seek(0, 2))
    file.seek(0)
    header, piece = b"", bytearray()
    total = in_piece = 0
    while blob := _next_blob(label, file):
        content, data, kind, inflated = blob
        total += inflated
        if total > FREE_BYTES and total > MAX_RATIO * file.tell():
            raise _inflating(label, file.tell(), total)
        if inflated > MAX_SMALL_BYTES and inflated > MAX_RATIO * len(content):
            raise _inflating(label, len(content), inflated)
        if kind == b"OSMHeader":
            header = content
        elif kind == b"OSMData":
            plain = plain_blob(data, inflated) if header else None
            if piece and (plain is not None or in_piece + inflated > PIECE_BYTES):
                yield header + bytes(piece), file.tell() / size
                piece.clear()
                in_piece = 0
            if plain is not None:
                yield plain, file.tell() / size
                continue
            piece += content
            in_piece += inflated
    if not header:
        raise TerrainError(f"{label} is not a PBF file of OpenStreetMap; it has no header")
    yield header + bytes(piece), 1.0


def _next_blob(label: str, file: BinaryIO) -> tuple[bytes, bytes, bytes, int] | None:
    """Return a blob with its header, the blob, its type, and its size after unpacking [bytes]; None at the end."""
    prefix = file.read(4)
    if not prefix:
        return None
    length = int.from_bytes(prefix, "big")
    if len(prefix) < 4 or length > MAX_HEADER_BYTES:
        raise _damaged(label, len(prefix) < 4)
    head = file.read(length)
    fields = _fields(head) if len(head) == length else None
    if fields is None:
        raise _damaged(label, len(head) < length)
    kind, data_size = fields.get(1), fields.get(3)
    if not isinstance(kind, bytes) or not isinstance(data_size, int) or data_size > MAX_BLOB_BYTES:
        raise _damaged(label, False)
    data = file.read(data_size)
    if len(data) < data_size:
        raise _damaged(label, True)
    blob = _fields(data)
    if blob is None:
        raise _damaged(label, False)
    inflated = blob.get(2, data_size)
    if not isinstance(inflated, int):
        raise _damaged(label, False)
    if inflated > MAX_BLOB_BYTES:
        raise TerrainError(f"{label} has a blob of {inflated} bytes; the format allows {MAX_BLOB_BYTES}")
    return prefix + head + data, data, kind, inflated


def _inflating(label: str, size: int, inflated: int) -> TerrainError:
    return TerrainError(
        f"{label} inflates from {size} to {inflated} bytes; at most {MAX_RATIO} times the size are read"
    )


def _damaged(label: str, is_short: bool) -> TerrainError:
    if is_short:
        return TerrainError(f"{label} ends in the middle; download it again")
    return TerrainError(f"{label} is not a PBF file of OpenStreetMap, or is damaged; download it again")


def _fields(message: bytes) -> dict[int, bytes | int] | None:
    """Return the fields of a message of protocol buffers; None if it is none."""
    fields: dict[int, bytes | int] = {}
    at = 0
    while at < len(message):
        key, at = _varint(message, at)
        value, at = _varint(message, at)
        if key < 0 or value < 0 or key & 7 not in (0, 2):
            return None
        if key & 7 == 0:
            fields[key >> 3] = value
            continue
        if at + value > len(message):
            return None
        fields[key >> 3] = message[at : at + value] if value < MAX_HEADER_BYTES else b""
        at += value
    return fields


def _varint(message: bytes, at: int) -> tuple[int, int]:
    """Return a number of variable length and the place behind it; -1 if it is damaged."""
    value = 0
    for shift in range(0, 70, 7):
        if at >= len(message):
            return -1, at
        value |= (message[at] & 0x7F) << shift
        at += 1
        if message[at - 1] < 0x80:
            return value, at
    return -1, at
