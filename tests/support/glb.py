"""Binary glTF files made of boxes, for the tests of shapes: y up, z forward, x left, as glTF has it."""

import json
import struct

import numpy as np


def box_glb(boxes, *, picture=b"", **more):
    """A file with a box a node: ``{name: (size, centre, colour)}``, each x, y, z or red, green, blue.

    A ``picture`` (PNG) lies on all of them, times the colour.
    """
    corners = np.array([[x, y, z] for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)])
    hull = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    positions = np.array([corners[q[k]] for q in hull for k in (0, 1, 2, 0, 2, 3)], "<f4")
    normals = np.repeat(np.cross(positions[1::6] - positions[::6], positions[2::6] - positions[::6]), 6, axis=0)
    corners_of_picture = np.zeros((len(positions), 2), "<f4")
    columns = [positions.tobytes(), normals.astype("<f4").tobytes(), corners_of_picture.tobytes(), picture]
    data = b"".join(columns)
    starts = np.cumsum([0, *map(len, columns)])
    accessor = {"componentType": 5126, "count": len(positions), "type": "VEC3"}
    pictured = {"baseColorTexture": {"index": 0}} if picture else {}
    description = {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": list(range(len(boxes)))}],
        "nodes": [
            {"name": name, "mesh": k, "scale": list(size), "translation": list(centre)}
            for k, (name, (size, centre, _)) in enumerate(boxes.items())
        ],
        "meshes": [
            {"primitives": [{"attributes": {"POSITION": 0, "NORMAL": 1, "TEXCOORD_0": 2}, "material": k}]}
            for k in range(len(boxes))
        ],
        "materials": [
            {"pbrMetallicRoughness": {"baseColorFactor": [*colour, 1.0], "metallicFactor": 0.0} | pictured}
            for _, _, colour in boxes.values()
        ],
        "accessors": [
            accessor | {"bufferView": 0, "min": [-0.5] * 3, "max": [0.5] * 3},
            accessor | {"bufferView": 1},
            accessor | {"bufferView": 2, "type": "VEC2"},
        ],
        "bufferViews": [
            {"buffer": 0, "byteOffset": int(start), "byteLength": len(column)}
            for start, column in zip(starts[:-1], columns, strict=True)
            if column
        ],
        "buffers": [{"byteLength": len(data)}],
    }
    if picture:
        description |= {
            "textures": [{"source": 0}],
            "images": [{"bufferView": 3, "mimeType": "image/png"}],
        }
    description |= more
    return packed(json.dumps(description).encode(), data)


def packed(said, data=b""):
    """The file that holds this description and these bytes."""
    said += b" " * (-len(said) % 4)
    chunks = struct.pack("<I4s", len(said), b"JSON") + said
    if data:
        data += b"\0" * (-len(data) % 4)
        chunks += struct.pack("<I4s", len(data), b"BIN\0") + data
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks


TOY = {
    "hull": ((2.0, 1.0, 4.0), (0.0, 0.8, 0.0), (0.9, 0.3, 0.1)),
    "turret": ((1.0, 0.6, 1.0), (0.0, 1.6, 0.0), (0.2, 0.4, 0.9)),
    "wheel front left": ((0.3, 0.8, 0.8), (1.0, 0.4, 1.3), (0.1, 0.1, 0.1)),
    "wheel front right": ((0.3, 0.8, 0.8), (-1.0, 0.4, 1.3), (0.1, 0.1, 0.1)),
    "wheel rear left": ((0.3, 0.8, 0.8), (1.0, 0.4, -1.3), (0.1, 0.1, 0.1)),
    "wheel rear right": ((0.3, 0.8, 0.8), (-1.0, 0.4, -1.3), (0.1, 0.1, 0.1)),
}
