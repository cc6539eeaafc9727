"""Shape files of vehicles: glTF 2.0 in one binary file (.glb), drawn by the live page.

A browser draws the file without further requests, so it must be complete: a file that refers to other files, or has a
compression that the page does not support, is refused here instead of failing there.

Structure of a glTF file: nodes must form trees, and accessors must be within the data.

The page follows the nodes and allocates memory for the accessors, so that a cycle or a count of 2**31 in a small file
could hang a browser or exhaust its memory.
"""

import json
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

from ...base.errors import ModelError
from ...base.files import read_bytes

MAX_DEPTH = 64  # limit of the depth of a node
MAX_NODES = 10_000  # each becomes an object of the page's scene; more slow every picture down
MAX_DRAWN = 20_000_000  # limit of the accessor elements of all meshes, multiplied by the nodes that use them
_SIZES = {"5120": 1, "5121": 1, "5122": 2, "5123": 2, "5125": 4, "5126": 4}  # size of a component by its type [bytes]
_COMPONENTS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT2": 4, "MAT3": 9, "MAT4": 16}

Entry = dict[str, Any]


def unfit_structure(description: Entry, *, data_bytes: int) -> str | None:
    """Return the problem of nodes, accessors and meshes in the JSON of a file with ``data_bytes`` of data, or None."""
    return _unfit_nodes(description) or _unfit_accessors(description, data_bytes) or _unfit_drawing(description)


def entries_of(description: Entry, name: str) -> list[Entry]:
    """Return the entries of an array, with empty ones in place of invalid ones, so that indices do not change."""
    return [cast(Entry, one) if isinstance(one, dict) else {} for one in _listed(description.get(name))]


def _unfit_nodes(description: Entry) -> str | None:
    nodes = entries_of(description, "nodes")
    if len(nodes) > MAX_NODES:
        return f"has {len(nodes)} nodes; {MAX_NODES} are allowed: merge parts that do not move separately"
    children = [_listed(node.get("children")) for node in nodes]
    for number, child_list in enumerate(children):
        if any(not _is_index(one, nodes) for one in child_list):
            return f"has a node ({number}) with children that do not exist; export it again"
    parents = [child for child_list in children for child in child_list]
    if len(parents) > len(set(parents)):
        return "has a node with two parents; nodes must form trees, so export it again"
    depths = dict.fromkeys(set(range(len(nodes))) - set(parents), 1)  # roots
    waiting = list(depths)
    while waiting:
        node = waiting.pop()
        depths |= dict.fromkeys(children[node], depths[node] + 1)
        waiting += children[node]
    if len(depths) < len(nodes):
        return "has nodes that form a cycle; nodes must form trees, so export it again"
    if max(depths.values(), default=0) > MAX_DEPTH:
        return f"has nodes {max(depths.values())} deep; {MAX_DEPTH} are allowed: flatten its hierarchy"
    roots = [one for scene in entries_of(description, "scenes") for one in _listed(scene.get("nodes"))]
    if any(not _is_index(one, nodes) for one in roots):
        return "has a scene with nodes that do not exist; export it again"
    return None


def _unfit_accessors(description: Entry, data_bytes: int) -> str | None:
    views = [_view_bytes(view, description, data_bytes) for view in entries_of(description, "bufferViews")]
    if None in views:
        return f"has a buffer view ({views.index(None)}) beyond its data; it is truncated, so export it again"
    for number, accessor in enumerate(entries_of(description, "accessors")):
        count: Any = accessor.get("count")
        offset: Any = accessor.get("byteOffset", 0)
        size = _SIZES.get(str(accessor.get("componentType")), 0) * _COMPONENTS.get(str(accessor.get("type")), 0)
        view = accessor.get("bufferView")
        known: int | None = data_bytes if view is None else views[int(view)] if _is_index(view, views) else -1
        if not (_is_whole(count) and _is_whole(offset) and size):
            return f"has an accessor ({number}) with an invalid type or count; export it again"
        if offset + count * size > (known or 0):
            return f"has an accessor ({number}) that counts {count} elements, more than its data hold; export it again"
    return None


def _unfit_drawing(description: Entry) -> str | None:
    """Return the problem of the drawn meshes, given valid accessors; a mesh is drawn for each node that uses it."""
    accessors = entries_of(description, "accessors")
    sizes: list[int] = []
    for number, mesh in enumerate(entries_of(description, "meshes")):
        used = list(_accessors_of(mesh))
        if any(not _is_index(one, accessors) for one in used):
            return f"has a mesh ({number}) with accessors that do not exist; export it again"
        sizes.append(sum(int(accessors[int(one)]["count"]) for one in used))
    shown: list[Any] = [node["mesh"] for node in entries_of(description, "nodes") if "mesh" in node]
    if any(not _is_index(one, sizes) for one in shown):
        return "has a node with a mesh that does not exist; export it again"
    drawn = sum(sizes[int(one)] for one in shown)
    if drawn > MAX_DRAWN:
        return f"draws {drawn} values of its accessors; {MAX_DRAWN} are allowed: simplify it"
    return None


def _accessors_of(mesh: Entry) -> Iterator[Any]:
    for primitive in entries_of(mesh, "primitives"):
        attributes: Any = primitive.get("attributes")
        yield from cast(Entry, attributes).values() if isinstance(attributes, dict) else ()
        if "indices" in primitive:
            yield primitive["indices"]


def _view_bytes(view: Entry, description: Entry, data_bytes: int) -> int | None:
    """Return the length of a buffer view; None if it extends beyond the data."""
    offset, length = view.get("byteOffset", 0), view.get("byteLength")
    is_first = view.get("buffer") == 0 and len(entries_of(description, "buffers")) == 1
    return length if is_first and _is_whole(offset) and _is_whole(length) and offset + length <= data_bytes else None


def _listed(value: Any) -> list[Any]:
    return cast("list[Any]", value) if isinstance(value, list) else []


def _is_whole(value: Any) -> bool:
    return type(value) is int and value >= 0


def _is_index(value: Any, entries: list[Any]) -> bool:
    return _is_whole(value) and value < len(entries)


MAX_BYTES = 32_000_000  # each browser loads the file [bytes]
_HEADER = struct.Struct("<4sIIII")  # magic, version, length of the file; length and type of the first chunk
_CHUNK = struct.Struct("<II")  # length and type of a chunk
_JSON = 0x4E4F534A  # type of the chunk with the description
_BINARY = 0x004E4942  # type of the binary chunk: "BIN" and a zero byte
NEEDS_DECODER = ("KHR_draco_mesh_compression", "EXT_meshopt_compression", "KHR_texture_basisu")


def read_shape(path: str | Path) -> bytes:
    """Return the bytes of a shape file that the live page can draw.

    Raises:
        ModelError: the file cannot be read, is not a shape file, or needs an unsupported feature.
    """
    where = Path(path)
    content = read_bytes(
        where, max_bytes=MAX_BYTES, error=lambda sentence: ModelError(f"shape {sentence}"), reads=("glTF",)
    )
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
