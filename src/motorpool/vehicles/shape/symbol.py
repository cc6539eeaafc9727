"""Symbols of vehicles on maps: the hull from above, with a gun or a pointed nose that shows the direction."""

import math
from collections.abc import Sequence
from typing import Any

from .solids import Flat
from .vehicle_shape import VehicleShape
from .views import area_of, silhouettes

DIGITS = 3  # decimals of lengths in metres; a symbol is a few pixels
SHORT_GUN = 0.33  # a gun that reaches less far ahead of the middle, over the length, is not in the symbol
TOUCH = 0.1  # a part that stands out so little is not in the symbol either [m]
SOFT = ("rubber", "track", "link")  # materials that a map symbol leaves out
NOSE, TIP = 0.35, 0.4  # length of a pointed nose over that of the hull, and its width in front over that of the hull

Outline = tuple[Flat, ...]


def describe_symbol(vehicle: VehicleShape) -> dict[str, Any]:
    """Return the symbol of a vehicle on maps: its hull from above around its position, and the end of its gun."""
    shape = vehicle.drawn()
    hulls = [outline for name, finish, outline in silhouettes(shape, "far") if name != "gun" and finish not in SOFT]
    muzzle = max((x for part in shape.parts if part.name == "gun" for solid in part.solids for x, _, _ in solid.points),
                 default=0.0)  # fmt: skip
    outlines = _outermost(hulls)
    if muzzle < SHORT_GUN * vehicle.length:
        outlines = _pointed(outlines)
    outlines = [tuple((x + vehicle.middle, y) for x, y in outline) for outline in outlines]
    axle = 0.0
    for trailer in vehicle.trailers:
        axle -= trailer.hitch + trailer.reach
        half = 0.5 * trailer.width
        ends = (axle + trailer.back, axle + trailer.front)
        outlines.append(tuple((ends[k], side * half) for k, side in ((0, -1), (1, -1), (1, 1), (0, 1))))
    return {
        "title": f"{vehicle.look.title} with trailer" if vehicle.trailers else vehicle.look.title,
        "outlines": [[[round(value, DIGITS) for value in point] for point in outline] for outline in outlines],
        "barrel": round(muzzle + vehicle.middle, DIGITS) if muzzle > SHORT_GUN * vehicle.length else 0.0,
    }


def _outermost(outlines: Sequence[Outline]) -> list[Outline]:
    """Return the outlines that do not lie inside another one; all are convex and counter-clockwise."""
    kept: list[Outline] = []
    for outline in sorted(outlines, key=area_of, reverse=True):
        if not any(all(_is_inside(corner, other) for corner in outline) for other in kept):
            kept.append(outline)
    return kept


def _is_inside(point: Flat, outline: Sequence[Flat]) -> bool:
    """Return whether a point lies inside a convex outline, or no farther out than ``TOUCH``."""
    for (x1, y1), (x2, y2) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (x2 - x1) * (point[1] - y1) - (y2 - y1) * (point[0] - x1) < -TOUCH * math.dist((x1, y1), (x2, y2)):
            return False
    return True


def _pointed(outlines: Sequence[Outline]) -> list[Outline]:
    """Return the outlines with the corners of the nose cut off."""
    ahead = [x for outline in outlines for x, _ in outline]
    half = max(y for outline in outlines for _, y in outline)
    front = max(ahead)
    start = front - NOSE * (front - min(ahead))
    for side in (1.0, -1.0):
        corner, tip = (start, side * half), (front, side * TIP * half)
        outlines = [_cut(outline, corner, tip) if side > 0.0 else _cut(outline, tip, corner) for outline in outlines]
    return [outline for outline in outlines if len(outline) > 2]


def _cut(outline: Outline, start: Flat, end: Flat) -> Outline:
    """Return the part of a convex outline to the right of a line (Sutherland and Hodgman 1974)."""

    def outside(point: Flat) -> float:
        return (end[0] - start[0]) * (point[1] - start[1]) - (end[1] - start[1]) * (point[0] - start[0])

    kept: list[Flat] = []
    for here, after in zip(outline, (*outline[1:], outline[0]), strict=True):
        first, second = outside(here), outside(after)
        if first <= 0.0:
            kept.append(here)
        if first * second < 0.0:
            share = first / (first - second)
            kept.append((here[0] + share * (after[0] - here[0]), here[1] + share * (after[1] - here[1])))
    return tuple(kept)
