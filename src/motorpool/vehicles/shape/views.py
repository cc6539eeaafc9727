"""Orthographic views of a shape: the faces that are seen from the right or from above, back to front."""

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .parts import Shape
from .solids import Flat, Point, Solid, faces

DECALS = ("glass", "accent", "lamp", "tail", "amber", "plate", "white")  # lie on another face
LIFT = 0.03  # of decals towards the viewer, over the height of the shape
SINK = 0.2  # of a band of links behind its wheels, over its width: from the side it would hide them
SUN = {"side": (0.25, 0.55, 0.80), "top": (0.35, -0.25, 0.90)}  # direction to the light: right, up, to the viewer


class Face(NamedTuple):
    """A face that a view shows."""

    part: str
    finish: str
    light: float  # 0 to 1
    points: tuple[Flat, ...]  # ahead and up of a side view, ahead and left of one from above [m]


def side_view(shape: Shape) -> list[Face]:
    """Return the faces seen from the right, the nose to the right, back to front."""
    return _view(shape, "side", "mid")


def top_view(shape: Shape, *, without: Sequence[str] = ()) -> list[Face]:
    """Return the faces [m] seen from above, the nose to the right, back to front."""
    return _view(shape, "top", "mid", without)


def silhouettes(shape: Shape, level: str) -> list[tuple[str, str, tuple[Flat, ...]]]:
    """Return part, finish and outline from above of every solid, the lowest first; the solids are convex from there."""
    solids = [(part.name, solid) for part in shape.parts if level in part.levels for solid in part.placed()]
    solids.sort(key=lambda each: max(point[2] for point in each[1].points))
    return [(name, solid.finish, convex((x, y) for x, y, _ in solid.points)) for name, solid in solids]


def area_of(points: Sequence[Flat]) -> float:
    """Return the area inside an outline, positive counter-clockwise [m^2]."""
    following = (*points[1:], points[0])
    return 0.5 * sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(points, following, strict=True))


def convex(points: Iterable[Flat]) -> tuple[Flat, ...]:
    """Return the convex outline around points, counter-clockwise (Andrew's monotone chain)."""
    ordered = sorted(set(points))

    def chain(some: Sequence[Flat]) -> list[Flat]:
        kept: list[Flat] = []
        for point in some:
            while len(kept) > 1 and _turn(kept[-2], kept[-1], point) <= 0.0:
                kept.pop()
            kept.append(point)
        return kept[:-1]

    return tuple(chain(ordered) + chain(ordered[::-1]))


def _view(shape: Shape, view: str, level: str, without: Sequence[str] = ()) -> list[Face]:
    found: list[tuple[float, Face]] = []
    shown = [part for part in shape.parts if level in part.levels and part.name not in ("aerial", *without)]
    highest = max(point[2] for part in shown for solid in part.solids for point in solid.points)
    for part in shown:
        sunk = SINK * shape.track.width if shape.track and part.name == "track" and view == "side" else 0.0
        for solid in part.placed():
            lift = LIFT * highest if solid.finish in DECALS else -sunk
            found += [(depth + lift, Face(part.name, solid.finish, light, points))
                      for depth, light, points in _seen(solid, view)]  # fmt: skip
    found.sort(key=lambda each: each[0])
    return [face for _, face in found]


def _seen(solid: Solid, view: str) -> list[tuple[float, float, tuple[Flat, ...]]]:
    """Return depth towards the viewer [m], light and outline of the faces of a solid that look at the viewer."""
    seen: list[tuple[float, float, tuple[Flat, ...]]] = []
    for face in faces(solid.rings):
        corners = [_to_viewer(point, view) for point in face]
        flat = tuple((x, y) for x, y, _ in corners)
        if area_of(flat) > 1e-7:
            depth = sum(corner[2] for corner in corners) / len(corners)
            seen.append((depth, _light(corners, view), flat))
    return seen


def _to_viewer(point: Point, view: str) -> Point:
    x, y, z = point
    return (x, z, -y) if view == "side" else (x, y, z)


def _light(corners: Sequence[Point], view: str) -> float:
    """Return the cosine between a face and the light, no less than 0 (Lambert's law)."""
    normal = [0.0, 0.0, 0.0]
    for a, b in zip(corners, (*corners[1:], corners[0]), strict=True):  # Newell's method
        normal[0] += (a[1] - b[1]) * (a[2] + b[2])
        normal[1] += (a[2] - b[2]) * (a[0] + b[0])
        normal[2] += (a[0] - b[0]) * (a[1] + b[1])
    length, sun = math.hypot(*normal) or 1.0, SUN[view]
    across = sum(a * b for a, b in zip(normal, sun, strict=True)) / (length * math.hypot(*sun))
    return max(0.0, across)


def _turn(a: Flat, b: Flat, c: Flat) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
