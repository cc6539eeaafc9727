"""Side views of vehicles as text: braille characters, each of two by four dots."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from ..models.registry import Model
from .shape.solids import Flat
from .shape.vehicle_shape import shape_of
from .shape.views import side_view
from .vehicle_file import NamedVehicle

DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))  # of a braille character, from its top
BLANK = 0x2800  # first of the 256 braille characters; the bits of the others are their dots
FINE = 0.1  # dots so small show windows and rims [m]
_LIGHT = ("glass", "rim")  # materials that are left open then


class Patch(NamedTuple):
    """A face in the side view, in dots from the tail and from the ground."""

    is_dark: bool
    points: tuple[Flat, ...]
    left: float
    right: float
    low: float
    high: float


def silhouette(model: Model, metres_a_dot: float) -> str:
    """Return the side view of a vehicle as text of dots of ``metres_a_dot``, with as many lines as it needs."""
    patches = _patches(model, metres_a_dot)
    columns = math.ceil(max(patch.right for patch in patches) - 0.1)
    rows = max(1, math.ceil(max(patch.high for patch in patches) - 0.2))
    lines: list[str] = []
    for top in range(math.ceil(rows / 4) * 4, 0, -4):  # dot rows are counted from the ground
        characters = (
            sum(
                DOTS[down][across]
                for down in range(4)
                for across in range(2)
                if _is_dark(patches, left + across + 0.5, top - down - 0.5)
            )
            for left in range(0, columns, 2)
        )
        lines.append("".join(chr(BLANK + character) for character in characters).rstrip(chr(BLANK)))
    return "\n".join(lines)


def longest(vehicles: Sequence[NamedVehicle]) -> float:
    """Return the length of the longest vehicle, its gun included [m]; 1 if there is none."""
    return max((vehicle.body.length + vehicle.body.gun_overhang for vehicle in vehicles), default=1.0)


def _patches(model: Model, metres_a_dot: float) -> list[Patch]:
    shape = shape_of(model, model.vehicle.params if model.vehicle else {}).stretched()
    faces = [face for face in side_view(shape) if metres_a_dot < FINE or face.finish not in _LIGHT]
    tail = min(x for face in faces for x, _ in face.points)
    patches: list[Patch] = []
    for face in reversed(faces):
        points = tuple(((x - tail) / metres_a_dot, z / metres_a_dot) for x, z in face.points)
        across, up = [x for x, _ in points], [z for _, z in points]
        patches.append(Patch(face.finish not in _LIGHT, points, min(across), max(across), min(up), max(up)))
    return patches


def _is_dark(patches: Sequence[Patch], x: float, z: float) -> bool:
    near = (patch for patch in patches if patch.left <= x <= patch.right and patch.low <= z <= patch.high)
    return next((patch.is_dark for patch in near if _contains(patch.points, x, z)), False)


def _contains(points: Sequence[Flat], x: float, z: float) -> bool:
    inside = False
    for (x1, z1), (x2, z2) in zip(points, (*points[1:], points[0]), strict=True):
        if (z1 > z) != (z2 > z) and x < x1 + (z - z1) * (x2 - x1) / (z2 - z1):
            inside = not inside
    return inside
