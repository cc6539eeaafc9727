"""Shapes of vehicles in files: glTF 2.0, whole in one binary file (.glb), for the live page to draw.

A browser draws what the file says without asking anybody else, so everything must be in it: a file that points to other
files, or is compressed in a way that the page does not know, is refused here instead of failing there.
"""

import json
import struct
from pathlib import Path
from typing import Any, cast

from ..errors import ModelError
from ..files import read_bytes

MAX_BYTES = 32_000_000
_HEADER = struct.Struct("<4sIIII")  # magic, version, length of the file; length and kind of the first chunk
_JSON = 0x4E4F534A  # the kind of the chunk that says what the others hold
NEEDS_DECODER = ("KHR_draco_mesh_compression", "EXT_meshopt_compression", "KHR_texture_basisu")


def read_shape(path: str | Path) -> bytes:
    """The bytes of a shape file that the live page can draw.

    Raises:
        ModelError: it cannot be read, is no such file, or needs what the page does not have.
    """
    where = Path(path)
    content = read_bytes(where, max_bytes=MAX_BYTES, error=lambda sentence: ModelError(f"shape {sentence}"))
    if reason := _unfit(content):
        raise ModelError(f"shape {where} {reason}")
    return content


def _unfit(content: bytes) -> str | None:
    """Return the problem of the file, if there is one."""
    if len(content) < _HEADER.size or content[:4] != b"glTF":
        return "is no binary glTF file; export it as glTF 2.0, binary (.glb)"
    _, version, length, said_length, kind = _HEADER.unpack_from(content)
    if version != 2:
        return f"is glTF {version}; it must be glTF 2.0"
    said = content[_HEADER.size : _HEADER.size + said_length]
    if length != len(content) or kind != _JSON or len(said) != said_length:
        return "is cut off or damaged; export it again"
    try:
        description: Any = json.loads(said)
    except (ValueError, RecursionError):
        return "is cut off or damaged; export it again"
    return _unfit_description(description)


def _unfit_description(description: Any) -> str | None:
    if not isinstance(description, dict) or not _entries(description, "meshes"):
        return "holds no mesh; export what is to be seen"
    for part in ("buffers", "images"):
        if any("uri" in entry for entry in _entries(description, part)):
            return f"keeps {part} in other files; export everything into one (.glb)"
    required: Any = cast("dict[str, Any]", description).get("extensionsRequired", [])
    for name in NEEDS_DECODER:
        if isinstance(required, list) and name in required:
            return f"is compressed by {name}, which the page cannot unpack; export it without"
    return None


def _entries(description: Any, name: str) -> list[dict[str, Any]]:
    found: Any = description.get(name, [])
    entries = cast("list[Any]", found) if isinstance(found, list) else []
    return [entry for entry in entries if isinstance(entry, dict)]
