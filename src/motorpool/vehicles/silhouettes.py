"""Side views of vehicles as text: braille characters, each of two by four dots."""

import math
from collections.abc import Sequence

from .outlines import Points, Shape, side_view
from .vehicle_file import NamedVehicle

DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))  # of a braille character, from its top
BLANK = 0x2800
FINE = 0.1  # dots so small show windows and hubs [m]
_LIGHT = ("glass", "hub")  # parts that are left open then


def silhouette(vehicle: NamedVehicle, metres_a_dot: float) -> str:
    """Return the side view of a vehicle as text, with as many lines as its height needs.

    Args:
        vehicle: to draw.
        metres_a_dot: side of a dot [m].
    """
    shapes = [shape for shape in side_view(vehicle) if metres_a_dot < FINE or shape.part not in _LIGHT]
    ends = [point for shape in shapes for point in shape.points]
    columns = math.ceil(max(x for x, _ in ends) / metres_a_dot)
    rows = max(1, math.ceil(max(z for _, z in ends) / metres_a_dot))
    lines: list[str] = []
    for top in range(math.ceil(rows / 4) * 4, 0, -4):  # dot rows are counted from the ground
        characters = (
            sum(
                DOTS[down][across]
                for down in range(4)
                for across in range(2)
                if _is_dark(shapes, (left + across + 0.5) * metres_a_dot, (top - down - 0.5) * metres_a_dot)
            )
            for left in range(0, columns, 2)
        )
        lines.append("".join(chr(BLANK + character) for character in characters).rstrip(chr(BLANK)))
    return "\n".join(lines)


def longest(vehicles: Sequence[NamedVehicle]) -> float:
    """Return the length of the longest vehicle, its gun included [m]; 1 if there is none."""
    return max((vehicle.body.length + vehicle.body.gun_overhang for vehicle in vehicles), default=1.0)


def _is_dark(shapes: Sequence[Shape], x: float, z: float) -> bool:
    """Return whether the foremost shape at a point is one that is drawn."""
    return next((shape.part not in _LIGHT for shape in reversed(shapes) if _contains(shape.points, x, z)), False)


def _contains(points: Points, x: float, z: float) -> bool:
    inside = False
    for (x1, z1), (x2, z2) in zip(points, (*points[1:], points[0]), strict=True):
        if (z1 > z) != (z2 > z) and x < x1 + (z - z1) * (x2 - x1) / (z2 - z1):
            inside = not inside
    return inside
