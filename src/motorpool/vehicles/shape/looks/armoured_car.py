"""Armoured vehicles on wheels, with a pointed hull under a turret for two."""

from ..carrier_body import cannon_turret
from ..gear import aerial, axle_wheels, radius_of, road_wheels
from ..look import Look
from ..parts import FAR, NEAR, SIDES, Shape, hull, turret
from ..solids import Ring, Solid, box, drum, loft, slab, wedge
from ..vehicle_plan import Dimensions

DECK = 0.72  # height of the roof over the height


def build(size: Dimensions) -> Shape:
    """Return an armoured car."""
    length, width, height = size.length, size.width, size.height
    radius = radius_of(size, min(0.08 * length, 0.2 * height))
    wheels = axle_wheels(size, radius=radius, width=0.13 * width)
    ring = (-0.06 * length, 0.0, DECK * height)
    parts = (
        hull(_body(size, radius)),
        hull(_fittings(size), NEAR),
        hull([box((0.86 * length, 0.94 * width, 1.6 * radius), (0.0, 0.0, 0.8 * radius), "rubber"), _upper(size)], FAR),
        turret([wedge(Ring(-0.2 * length, 0.08 * length, 0.28 * width, DECK * height),
                      Ring(-0.17 * length, 0.02 * length, 0.2 * width, 0.97 * height), "shade")], FAR),
        *cannon_turret(size, ring),
        *road_wheels(wheels),
        *aerial((-0.4 * length, 0.3 * width, DECK * height), 1.3),
    )  # fmt: skip
    return Shape(
        parts,
        wheels=wheels,
        turret=ring,
        roof=ring,
        dust=tuple((wheel.x, wheel.y) for wheel in wheels),
        exhaust=(0.25 * length, -0.2 * width, DECK * height),
    )


def _upper(size: Dimensions) -> Solid:
    """Return the armour: widest at half its height, pointed in front."""
    length, width, height = size.length, size.width, size.height
    rings = (
        (-0.49, 0.36, 0.2, 0.4, 0.24),
        (-0.5, 0.49, 0.44, 0.5, 0.5),
        (-0.47, 0.24, 0.34, 0.34, DECK),
    )  # back, nose, half width of the nose, half width, height

    def ring(back: float, nose: float, tip: float, half: float, z: float) -> list[tuple[float, float, float]]:
        side = [(back, half), (min(0.3, nose - 0.04), half), (nose, tip)]
        around = [*((x, -y) for x, y in side), *reversed(side)]
        return [(x * length, y * width, z * height) for x, y in around]

    return loft([ring(*values) for values in rings], "paint")


def _body(size: Dimensions, radius: float) -> list[Solid]:
    length, w, h = size.length, size.width, size.height
    axle = drum("y", (0.0, 0.0, radius), 0.2 * radius, 0.8 * w, "dark", sides=8)
    return [
        _upper(size),
        slab([(-0.47 * length, 0.7 * radius), (0.33 * length, 0.7 * radius), (0.44 * length, 0.36 * h),
              (-0.48 * length, 0.36 * h)], 0.62 * w, "dark"),
        *(axle.moved(each.offset, 0.0, 0.0) for each in size.axles),
        box((0.14 * length, 0.3 * w, 0.02 * h), (-0.34 * length, 0.0, DECK * h + 0.006 * h), "shade"),
        *(box((0.02 * length, 0.1 * w, 0.06 * h), (0.455 * length, side * 0.3 * w, 0.55 * h), "lamp")
          for side in SIDES),
        *(box((0.015 * length, 0.08 * w, 0.06 * h), (-0.497 * length, side * 0.38 * w, 0.48 * h), "tail")
          for side in SIDES),
        *(box((0.1 * length, 0.02, 0.1 * h), (-0.28 * length, side * 0.46 * w, 0.57 * h), "accent") for side in SIDES),
    ]  # fmt: skip


def _fittings(size: Dimensions) -> list[Solid]:
    length, w, h, deck = size.length, size.width, size.height, DECK * size.height
    return [
        drum("z", (0.18 * length, 0.2 * w, deck), 0.09 * w, 0.04 * h, "shade", sides=12),
        *(box((0.02 * length, 0.05 * w, 0.035 * h), (0.23 * length, y * w, deck + 0.008 * h), "glass")
          for y in (0.13, 0.2, 0.27)),
        box((0.14 * length, 0.22 * w, 0.02 * h), (0.18 * length, -0.15 * w, deck + 0.006 * h), "dark"),
        *(box((0.012, 0.26 * w, 0.3 * h), (-0.492 * length, side * 0.16 * w, 0.55 * h), "shade") for side in SIDES),
        box((0.02 * length, 0.3 * w, 0.03 * h), (0.485 * length, 0.0, 0.44 * h), "steel"),
        *(drum("x", (0.0, side * 0.44 * w, 0.6 * h), 0.02 * w, 0.2 * length, "steel", sides=6) for side in SIDES),
    ]  # fmt: skip


LOOK = Look("armoured-car", "Armoured car", "1.1.0.2", build)
