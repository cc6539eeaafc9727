"""Quads: four balloon tyres, a saddle between two racks, and a rider."""

import math

from ..gear import aerial, arc, axle_wheels, radius_of, road_wheels
from ..look import Look
from ..parts import FAR, NEAR, SIDES, Part, Shape, Wheel, hull
from ..solids import Ring, Solid, ball, bar, box, drum, rod, slab, wedge
from ..vehicle_plan import Dimensions

SADDLE = 0.66  # of the height


def build(size: Dimensions) -> Shape:
    """Return a quad."""
    length, width, height = size.length, size.width, size.height
    radius = radius_of(size, min(0.15 * length, 0.27 * height))
    wheels = axle_wheels(size, radius=radius, width=0.23 * width, outside=0.5)
    parts = (
        hull([*_body(size), *_fenders(wheels), *_handlebar(size)]),
        Part("rider", tuple(_rider(size))),
        hull(_fittings(size, wheels), NEAR),
        hull(_coarse(size, radius), FAR),
        *road_wheels(wheels),
        *aerial((-0.42 * length, 0.28 * width, 0.68 * height), 0.9),
    )
    return Shape(
        parts,
        wheels=wheels,
        roof=(0.2 * length, 0.0, 0.8 * height),
        dust=tuple((wheel.x, wheel.y) for wheel in wheels),
        exhaust=(-0.4 * length, 0.0, 0.5 * height),
    )


def _body(size: Dimensions) -> list[Solid]:
    length, width, height = size.length, size.width, size.height
    side = ((-0.4, 0.36), (0.34, 0.36), (0.45, 0.5), (0.4, 0.62), (0.16, 0.68), (0.06, 0.58), (-0.34, 0.58),
            (-0.46, 0.54))  # fmt: skip
    outline = [(x * length, z * height) for x, z in side]
    return [
        slab(outline, 0.34 * width, "paint", bevel=0.02 * width),
        box((0.36 * length, 0.24 * width, 0.09 * height), (-0.14 * length, 0.0, 0.62 * height), "dark"),
        box((0.02 * length, 0.22 * width, 0.06 * height), (0.452 * length, 0.0, 0.55 * height), "lamp"),
        box((0.02 * length, 0.16 * width, 0.04 * height), (-0.46 * length, 0.0, 0.52 * height), "tail"),
    ]


def _fenders(wheels: tuple[Wheel, ...]) -> list[Solid]:
    return [
        slab(
            [
                *arc(wheel.x, wheel.radius, 1.3 * wheel.radius, 0.25, math.pi - 0.25, count=6),
                *arc(wheel.x, wheel.radius, 1.18 * wheel.radius, math.pi - 0.25, 0.25, count=6),
            ],
            1.05 * wheel.width,
            "paint",
            middle=wheel.y,
        )
        for wheel in wheels
    ]


def _handlebar(size: Dimensions) -> list[Solid]:
    length, width, height = size.length, size.width, size.height
    foot, head = (0.17 * length, 0.0, 0.66 * height), (0.11 * length, 0.0, 0.97 * height)
    return [
        rod(foot, head, (0.03, 0.025), "dark", sides=8),
        drum("y", (0.11 * length, 0.0, 0.97 * height), 0.018, 0.62 * width, "dark", sides=8),
    ]


def _rider(size: Dimensions) -> list[Solid]:
    """Return a person on the saddle with both hands on the bar."""
    length, width, height, seat = size.length, size.width, size.height, SADDLE * size.height
    shoulder = seat + 0.5
    solids = [
        wedge(
            Ring(-0.22 * length, -0.22 * length + 0.24, 0.16, seat),
            Ring(-0.14 * length, -0.14 * length + 0.24, 0.21, shoulder),
            "cloth",
        ),
        ball((-0.03 * length, 0.0, shoulder + 0.14), (0.14, 0.14, 0.14), "accent", sides=8),
    ]
    for side in SIDES:
        knee = (0.06 * length, side * 0.24, seat - 0.02)
        solids += [
            bar((-0.06 * length, side * 0.22, shoulder - 0.06), (0.11 * length, side * 0.29 * width, 0.97 * height),
                0.09, "cloth"),
            bar((-0.12 * length, side * 0.12, seat + 0.05), knee, 0.13, "cloth"),
            bar((knee[0], knee[1], seat), (0.02 * length, side * 0.26, 0.36 * height), 0.11, "cloth"),
        ]  # fmt: skip
    return solids


def _fittings(size: Dimensions, wheels: tuple[Wheel, ...]) -> list[Solid]:
    length, width, height = size.length, size.width, size.height
    solids = [
        box((0.05 * length, 0.3 * width, 0.04 * height), (wheel.x, 0.55 * wheel.y, wheel.radius), "dark")
        for wheel in wheels
    ]
    for x in (-0.36 * length, 0.32 * length):
        solids += [box((0.2 * length, 0.02, 0.02), (x, y * width, 0.7 * height), "steel") for y in (-0.26, 0.0, 0.26)]
        rails = [(x + dx * length, 0.0, 0.7 * height) for dx in (-0.1, 0.1)]
        solids += [box((0.02, 0.58 * width, 0.02), at, "steel") for at in rails]
    return solids


def _coarse(size: Dimensions, radius: float) -> list[Solid]:
    length, width, height = size.length, size.width, size.height
    return [
        box((0.9 * length, 0.94 * width, 1.5 * radius), (0.0, 0.0, 0.75 * radius), "rubber"),
        box((0.86 * length, 0.6 * width, 0.22 * height), (0.0, 0.0, 0.54 * height), "paint"),
        box((0.2 * length, 0.36, 0.6), (-0.08 * length, 0.0, SADDLE * height + 0.3), "cloth"),
    ]


LOOK = Look("quad", "Quad", "1.1.0.90.2", build, colour="#a83f3f")
