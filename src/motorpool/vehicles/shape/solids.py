"""Solids of a vehicle's shape: rings of corners, joined one after the other and closed at both ends.

Frame: x ahead, y left, z up; the origin is on the ground under the middle of the body [m].
"""

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

Point = tuple[float, float, float]
Flat = tuple[float, float]  # a corner of an outline


class Solid(NamedTuple):
    """Rings with equally many corners; faces join a ring to the next one, and close the first and the last."""

    rings: tuple[tuple[Point, ...], ...]
    finish: str  # name of a material of ``finishes``

    @property
    def points(self) -> list[Point]:
        """All corners."""
        return [point for ring in self.rings for point in ring]

    def mapped(self, move: Callable[[Point], Point]) -> "Solid":
        """Return the solid with every corner moved."""
        return self._replace(rings=tuple(tuple(move(point) for point in ring) for ring in self.rings))

    def moved(self, x: float, y: float, z: float) -> "Solid":
        """Return the solid moved ahead, left and up [m]."""
        return self.mapped(lambda point: (point[0] + x, point[1] + y, point[2] + z))

    def turned(self, angle: float, axis: str = "y") -> "Solid":
        """Return the solid turned about an axis through the origin, by the right-hand rule [rad]."""
        cosine, sine = math.cos(angle), math.sin(angle)
        first, second = {"x": (1, 2), "y": (2, 0), "z": (0, 1)}[axis]

        def move(point: Point) -> Point:
            values = list(point)
            values[first] = cosine * point[first] - sine * point[second]
            values[second] = sine * point[first] + cosine * point[second]
            return (values[0], values[1], values[2])

        return self.mapped(move)


class Ring(NamedTuple):
    """A level rectangle, symmetric about the middle line."""

    back: float
    front: float
    half: float  # width
    z: float


def loft(rings: Iterable[Sequence[Point]], finish: str) -> Solid:
    """Return a solid through rings, with all faces outward."""
    given = [tuple(ring) for ring in rings]
    return Solid(tuple(given) if _volume(given) >= 0.0 else tuple(reversed(given)), finish)


def box(size: Point, centre: Point, finish: str) -> Solid:
    """Return a box with edges along the axes: length, width and height, and centre [m]."""
    (length, width, height), (x, y, z) = size, centre
    half = 0.5 * length
    bottom, top = (Ring(-half, half, 0.5 * width, at) for at in (-0.5 * height, 0.5 * height))
    return wedge(bottom, top, finish).moved(x, y, z)


def wedge(bottom: Ring, top: Ring, finish: str) -> Solid:
    """Return a prism between two level rectangles [m]."""

    def corners(ring: Ring) -> list[Point]:
        back, front, half, z = ring
        return [(back, -half, z), (front, -half, z), (front, half, z), (back, half, z)]

    return loft([corners(bottom), corners(top)], finish)


def slab(outline: Sequence[Flat], width: float, finish: str, *, middle: float = 0.0, bevel: float = 0.0) -> Solid:
    """Return a side view of corners x, z with a width across y around its middle, bevelled on both sides [m]."""
    half = 0.5 * width
    inner = inset(outline, bevel) if bevel > 0.0 else outline
    levels = [(half, inner), (half - bevel, outline), (bevel - half, outline), (-half, inner)]
    if bevel == 0.0:
        levels = [levels[0], levels[3]]
    return loft([[(x, middle + y, z) for x, z in flat] for y, flat in levels], finish)


def rod(start: Point, end: Point, radii: tuple[float, float], finish: str, *, sides: int) -> Solid:
    """Return a cylinder or cone from one point to another, with radii at start and end [m]."""
    direction = tuple(b - a for a, b in zip(start, end, strict=True))
    length = math.hypot(*direction) or 1.0
    across, beside = _perpendiculars((direction[0] / length, direction[1] / length, direction[2] / length))
    turns = [2.0 * math.pi * index / sides for index in range(sides)]

    def ring(centre: Point, radius: float) -> list[Point]:
        return [
            (
                centre[0] + radius * (math.cos(turn) * across[0] + math.sin(turn) * beside[0]),
                centre[1] + radius * (math.cos(turn) * across[1] + math.sin(turn) * beside[1]),
                centre[2] + radius * (math.cos(turn) * across[2] + math.sin(turn) * beside[2]),
            )
            for turn in turns
        ]

    return loft([ring(start, radii[0]), ring(end, radii[1])], finish)


def drum(axis: str, centre: Point, radius: float, length: float, finish: str, *, sides: int) -> Solid:
    """Return a cylinder along an axis: "x", "y" or "z"; lengths in metres."""
    half = [0.5 * length * (axis == name) for name in "xyz"]
    start = (centre[0] - half[0], centre[1] - half[1], centre[2] - half[2])
    end = (centre[0] + half[0], centre[1] + half[1], centre[2] + half[2])
    return rod(start, end, (radius, radius), finish, sides=sides)


def ball(centre: Point, radii: Point, finish: str, *, sides: int) -> Solid:
    """Return an ellipsoid with radii along x, y and z [m], of ``sides`` faces around it."""
    levels = max(2, sides // 2)
    rings: list[list[Point]] = []
    for level in range(levels + 1):
        height = math.pi * (level / levels - 0.5)
        grown = max(math.cos(height), 1e-3)
        turns = [2.0 * math.pi * index / sides for index in range(sides)]
        rings.append(
            [
                (
                    centre[0] + radii[0] * grown * math.cos(turn),
                    centre[1] + radii[1] * grown * math.sin(turn),
                    centre[2] + radii[2] * math.sin(height),
                )
                for turn in turns
            ]
        )
    return loft(rings, finish)


def bar(start: Point, end: Point, thickness: float, finish: str) -> Solid:
    """Return a square bar from one point to another [m]."""
    half_diagonal = math.sqrt(0.5) * thickness
    return rod(start, end, (half_diagonal, half_diagonal), finish, sides=4)


def inset(outline: Sequence[Flat], distance: float) -> list[Flat]:
    """Return the outline with every edge moved inward [m]."""
    sign = 1.0 if _area(outline) > 0.0 else -1.0
    moved: list[Flat] = []
    for index, corner in enumerate(outline):
        before, after = outline[index - 1], outline[(index + 1) % len(outline)]
        first, second = _normal(before, corner, sign), _normal(corner, after, sign)
        share = distance / max(1.0 + first[0] * second[0] + first[1] * second[1], 0.25)
        moved.append((corner[0] + share * (first[0] + second[0]), corner[1] + share * (first[1] + second[1])))
    return moved


def _normal(start: Flat, end: Flat, sign: float) -> Flat:
    """Return the unit vector that points into an outline from one of its edges."""
    along, up = end[0] - start[0], end[1] - start[1]
    length = math.hypot(along, up) or 1.0
    return (-sign * up / length, sign * along / length)


def _area(outline: Sequence[Flat]) -> float:
    """Return twice the area inside an outline, positive counter-clockwise [m^2]."""
    following = (*outline[1:], outline[0])
    return sum(x1 * z2 - x2 * z1 for (x1, z1), (x2, z2) in zip(outline, following, strict=True))


def _perpendiculars(direction: Point) -> tuple[Point, Point]:
    """Return two unit vectors across a direction; corners of four sides lie on its edges."""
    x, y, z = direction
    level = math.hypot(x, y)
    first = (-y / level, x / level, 0.0) if level > 1e-9 else (1.0, 0.0, 0.0)
    second = (
        y * first[2] - z * first[1],
        z * first[0] - x * first[2],
        x * first[1] - y * first[0],
    )
    turn = math.sqrt(0.5)
    across = tuple(turn * (a + b) for a, b in zip(first, second, strict=True))
    beside = tuple(turn * (b - a) for a, b in zip(first, second, strict=True))
    return (across[0], across[1], across[2]), (beside[0], beside[1], beside[2])


def faces(rings: Sequence[Sequence[Point]]) -> list[tuple[Point, ...]]:
    """Return the faces of a solid, counter-clockwise as seen from outside."""
    sides = [
        (low[index], low[(index + 1) % len(low)], high[(index + 1) % len(low)], high[index])
        for low, high in pairwise(rings)
        for index in range(len(low))
    ]
    return [*sides, tuple(reversed(rings[0])), tuple(rings[-1])]


def _volume(rings: Sequence[Sequence[Point]]) -> float:
    """Return six times the volume, negative where the faces look inward [m^3]."""
    total = 0.0
    for face in faces(rings):
        a = face[0]
        for b, c in pairwise(face[1:]):
            total += a[0] * (b[1] * c[2] - b[2] * c[1])
            total += a[1] * (b[2] * c[0] - b[0] * c[2])
            total += a[2] * (b[0] * c[1] - b[1] * c[0])
    return total
