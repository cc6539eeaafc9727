"""Model racing cars: an open chassis on four wheels, with a computer on a deck and a lidar in front."""

from ..gear import aerial, axle_wheels, radius_of, road_wheels
from ..look import Look
from ..parts import FAR, NEAR, SIDES, Shape, hull
from ..solids import Ring, Solid, box, drum, wedge
from ..vehicle_plan import Dimensions


def build(size: Dimensions) -> Shape:
    """Return a model car."""
    length, width, height = size.length, size.width, size.height
    radius = radius_of(size, 0.25 * height)
    wheels = axle_wheels(size, radius=radius, width=0.19 * width, outside=0.5)
    parts = (
        hull(_body(size, radius)),
        hull(_fittings(size, radius), NEAR),
        hull(_coarse(size, radius), FAR),
        *road_wheels(wheels),
        *aerial((-0.34 * length, 0.2 * width, 0.55 * height), 1.2 * height, scale=0.8 * height),
    )
    return Shape(
        parts,
        wheels=wheels,
        roof=(0.0, 0.0, 0.56 * height),
        dust=tuple((wheel.x, wheel.y) for wheel in wheels),
        exhaust=(0.0, 0.0, 0.5 * height),
    )


def _body(size: Dimensions, radius: float) -> list[Solid]:
    length, w, h = size.length, size.width, size.height
    bumper = (0.48 * length, 0.0, 0.25 * h)
    return [
        wedge(Ring(-0.46 * length, 0.44 * length, 0.25 * w, 0.18 * h),
              Ring(-0.46 * length, 0.42 * length, 0.25 * w, 0.34 * h), "dark"),
        wedge(Ring(-0.4 * length, 0.16 * length, 0.24 * w, 0.36 * h),
              Ring(-0.38 * length, 0.12 * length, 0.22 * w, 0.58 * h), "paint"),
        box((0.16 * length, 0.26 * w, 0.02 * h), (-0.16 * length, 0.0, 0.59 * h), "accent"),
        *(box((0.3 * length, 0.05 * w, 0.06 * h), (-0.12 * length, side * 0.2 * w, 0.6 * h), "shade")
          for side in SIDES),
        box((0.04 * length, 0.6 * w, 0.16 * h), bumper, "dark"),
        box((0.05 * length, 0.4 * w, 0.1 * h), (-0.475 * length, 0.0, 0.28 * h), "dark"),
        drum("z", (0.25 * length, 0.0, 0.5 * h), 0.1 * w, 0.32 * h, "steel", sides=12),
        drum("z", (0.25 * length, 0.0, 0.83 * h), 0.12 * w, 0.34 * h, "dark", sides=16),
        drum("z", (0.25 * length, 0.0, 0.82 * h), 0.124 * w, 0.1 * h, "glass", sides=16),
        *(drum("y", (x, 0.0, radius), 0.2 * radius, 0.8 * w, "steel", sides=6)
          for x in (size.axles[0].offset, size.axles[-1].offset)),
    ]  # fmt: skip


def _fittings(size: Dimensions, radius: float) -> list[Solid]:
    length, w, h = size.length, size.width, size.height
    ends = (size.axles[0].offset, size.axles[-1].offset)
    struts = [(0.8 * x, side * 0.2 * w, 0.42 * h) for x in ends for side in SIDES]
    return [
        *(drum("z", at, 0.035 * w, 0.3 * h, "amber", sides=8) for at in struts),
        *(
            box((0.03 * length, 0.05 * w, 0.04 * h), (0.49 * length, side * 0.2 * w, 0.27 * h), "lamp")
            for side in SIDES
        ),
        box((0.1 * length, 0.16 * w, 0.04 * h), (-0.3 * length, 0.0, 0.6 * h), "steel"),
        box((0.02 * length, 0.1 * w, 0.05 * h), (-0.5 * length, 0.0, 0.28 * h), "tail"),
        *(box((0.02 * length, 0.5 * w, 0.2 * radius), (x, 0.0, 1.6 * radius), "steel") for x in ends),
    ]


def _coarse(size: Dimensions, radius: float) -> list[Solid]:
    length, w, h = size.length, size.width, size.height
    return [
        box((0.9 * length, 0.96 * w, 1.6 * radius), (0.0, 0.0, 0.9 * radius), "rubber"),
        box((0.54 * length, 0.46 * w, 0.3 * h), (-0.12 * length, 0.0, 0.5 * h), "paint"),
        box((0.12 * length, 0.22 * w, 0.6 * h), (0.25 * length, 0.0, 0.7 * h), "dark"),
    ]


LOOK = Look("racer", "Model car", "1.1.0.81", build, colour="#b5543f")
