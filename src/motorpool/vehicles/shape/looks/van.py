"""Vans: one box on wheels with a sloping front."""

import math

from ..gear import aerial, arc, axle_wheels, radius_of, road_wheels
from ..look import Look
from ..parts import FAR, NEAR, SIDES, Shape, hull
from ..solids import Flat, Ring, Solid, box, slab, wedge
from ..vehicle_plan import Dimensions


def build(size: Dimensions) -> Shape:
    """Return a van."""
    length, width, height = size.length, size.width, size.height
    radius = radius_of(size, min(0.075 * length, 0.18 * height))
    wheels = axle_wheels(size, radius=radius, width=0.12 * width)
    side = _outline(size, radius, sorted({wheel.x for wheel in wheels}))
    parts = (
        hull(_body(size, side, radius)),
        hull(_fittings(size), NEAR),
        hull(_coarse(size, radius), FAR),
        *road_wheels(wheels),
        *aerial((-0.3 * length, 0.3 * width, 0.98 * height), 0.7),
    )
    return Shape(
        parts,
        wheels=wheels,
        roof=(-0.1 * length, 0.0, height),
        dust=tuple((wheel.x, wheel.y) for wheel in wheels),
        exhaust=(0.4 * length, 0.0, 0.5 * height),
    )


def _outline(size: Dimensions, radius: float, axles: list[float]) -> list[Flat]:
    length, height, sill = size.length, size.height, 0.7 * radius
    arches = [(x, max(sill, z)) for axle in axles for x, z in arc(axle, radius, 1.2 * radius, math.pi, 0.0)]
    return [
        (-0.5 * length, sill + 0.1),
        *arches,
        (0.5 * length, sill + 0.1),
        (0.5 * length, 0.36 * height),
        (0.47 * length, 0.47 * height),
        (0.4 * length, 0.56 * height),
        (-0.49 * length, 0.56 * height),
    ]


def _body(size: Dimensions, side: list[Flat], radius: float) -> list[Solid]:
    length, w, h = size.length, size.width, size.height
    belt = 0.55 * h
    solids = [
        slab(side, 0.96 * w, "paint", bevel=0.03 * w),
        wedge(Ring(-0.49 * length, 0.4 * length, 0.465 * w, belt), Ring(-0.475 * length, 0.27 * length, 0.42 * w, h),
              "paint"),
        wedge(Ring(0.2 * length, 0.388 * length, 0.43 * w, belt + 0.05 * h),
              Ring(0.2 * length, 0.3 * length, 0.4 * w, 0.9 * h), "glass"),
        wedge(Ring(-0.42 * length, 0.3 * length, 0.462 * w, belt + 0.06 * h),
              Ring(-0.41 * length, 0.235 * length, 0.438 * w, 0.86 * h), "glass"),
        box((0.012, 0.68 * w, 0.24 * h), (-0.488 * length, 0.0, 0.73 * h), "glass"),
        box((0.86 * length, 0.6 * w, 1.5 * radius), (0.0, 0.0, 1.45 * radius), "dark"),
        box((0.6 * length, 0.08 * w, 0.02), (-0.12 * length, 0.0, h + 0.004), "accent"),
    ]  # fmt: skip
    for hand in SIDES:
        solids += [
            box((0.02, 0.16 * w, 0.09 * h), (0.495 * length, hand * 0.36 * w, 0.4 * h), "lamp"),
            box((0.02, 0.08 * w, 0.14 * h), (-0.496 * length, hand * 0.42 * w, 0.48 * h), "tail"),
            box((0.8 * length, 0.012, 0.06 * h), (-0.04 * length, hand * 0.481 * w, 0.46 * h), "accent"),
        ]
    return solids


def _fittings(size: Dimensions) -> list[Solid]:
    length, w, h = size.length, size.width, size.height
    solids = [
        box((0.04 * length, 0.96 * w, 0.08 * h), (0.49 * length, 0.0, 0.2 * h), "dark"),
        box((0.03 * length, 0.96 * w, 0.08 * h), (-0.492 * length, 0.0, 0.2 * h), "dark"),
        box((0.012, 0.26 * w, 0.05 * h), (0.512 * length, 0.0, 0.21 * h), "plate"),
        box((0.012, 0.26 * w, 0.05 * h), (-0.508 * length, 0.0, 0.24 * h), "plate"),
    ]
    for hand in SIDES:
        doors = [(x * length, hand * 0.468 * w, 0.38 * h) for x in (-0.18, 0.02, 0.27)]
        posts = [(x * length, hand * 0.456 * w, 0.74 * h) for x in (-0.22, 0.1)]
        solids += [
            box((0.08, 0.1 * w, 0.1 * h), (0.3 * length, hand * 0.52 * w, 0.65 * h), "dark"),
            *(box((0.012, 0.03, 0.3 * h), at, "dark") for at in doors),
            *(box((0.012, 0.02, 0.3 * h), at, "paint") for at in posts),
            box((0.02, 0.05 * w, 0.05 * h), (0.494 * length, hand * 0.455 * w, 0.31 * h), "amber"),
        ]
    return solids


def _coarse(size: Dimensions, radius: float) -> list[Solid]:
    length, w, h = size.length, size.width, size.height

    def ring(z: float, front: float, half: float) -> Ring:
        return Ring(-0.49 * length, front * length, half * w, z)

    return [
        box((0.88 * length, 0.94 * w, radius), (0.0, 0.0, 0.5 * radius), "rubber"),
        wedge(ring(0.7 * radius, 0.5, 0.48), ring(0.56 * h, 0.42, 0.48), "paint"),
        wedge(ring(0.56 * h, 0.4, 0.465), ring(0.88 * h, 0.3, 0.43), "glass"),
        wedge(ring(0.88 * h, 0.3, 0.43), ring(h, 0.27, 0.42), "paint"),
    ]


LOOK = Look("van", "Van", "1.1.0.83.70", build, colour="#c98a3d")
