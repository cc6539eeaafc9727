"""Shape files of vehicles: glTF 2.0 in one binary file (.glb), drawn by the live page.

A browser draws the file without further requests, so it must be complete: a file that refers to other files, or has a
compression that the page does not support, is refused here instead of failing there.
"""

import json
import struct
from pathlib import Path
from typing import Any, cast

from ..errors import ModelError
from ..files import read_bytes
from .shape_structure import Entry, entries_of, unfit_structure

MAX_BYTES = 32_000_000
_HEADER = struct.Struct("<4sIIII")  # magic, version, length of the file; length and type of the first chunk
_CHUNK = struct.Struct("<II")  # length and type of a chunk
_JSON = 0x4E4F534A  # type of the chunk with the description
_BINARY = 0x004E4942
NEEDS_DECODER = ("KHR_draco_mesh_compression", "EXT_meshopt_compression", "KHR_texture_basisu")


def read_shape(path: str | Path) -> bytes:
    """Return the bytes of a shape file that the live page can draw.

    Raises:
        ModelError: the file cannot be read, is not a shape file, or needs an unsupported feature.
    """
    where = Path(path)
    content = read_bytes(where, max_bytes=MAX_BYTES, error=lambda sentence: ModelError(f"shape {sentence}"))
    if reason := _unfit(content):
        raise ModelError(f"shape {where} {reason}")
    return content


def _unfit(content: bytes) -> str | None:
    """Return the problem of the file, None if there is none."""
    if len(content) < _HEADER.size or content[:4] != b"glTF":
        return "is not a binary glTF file; export it as glTF 2.0, binary (.glb)"
    _, version, length, json_length, kind = _HEADER.unpack_from(content)
    if version != 2:
        return f"is glTF {version}; it must be glTF 2.0"
    json_bytes = content[_HEADER.size : _HEADER.size + json_length]
    if length != len(content) or kind != _JSON or len(json_bytes) != json_length:
        return "is truncated or damaged; export it again"
    try:
        description: Any = json.loads(json_bytes)
    except (ValueError, RecursionError):
        return "is truncated or damaged; export it again"
    if not isinstance(description, dict):
        return "has no mesh; export the visible parts"
    return _unfit_description(cast(Entry, description), data_bytes=_data_bytes(content[_HEADER.size + json_length :]))


def _data_bytes(chunk: bytes) -> int:
    """Return the length of the data in the second chunk; zero without one."""
    if len(chunk) < _CHUNK.size:
        return 0
    length, kind = _CHUNK.unpack_from(chunk)
    return min(length, len(chunk) - _CHUNK.size) if kind == _BINARY else 0


def _unfit_description(description: Entry, *, data_bytes: int) -> str | None:
    if not entries_of(description, "meshes"):
        return "has no mesh; export the visible parts"
    for part in ("buffers", "images"):
        if any("uri" in entry for entry in entries_of(description, part)):
            return f"keeps {part} in other files; export everything into one (.glb)"
    required: Any = description.get("extensionsRequired", [])
    for name in NEEDS_DECODER:
        if isinstance(required, list) and name in required:
            return f"is compressed by {name}, which the page cannot unpack; export it without"
    return unfit_structure(description, data_bytes=data_bytes)
