"""Turrets for two with an automatic cannon."""

from .dimensions import Dimensions
from .parts import MID, NEAR, Part, gun, turret
from .solids import Point, Ring, box, rod, wedge


def cannon_turret(size: Dimensions, ring: Point) -> list[Part]:
    """Return a turret on its ring on the roof."""
    length, width, height, (x, y, deck) = size.length, size.width, size.height, ring
    pivot = (x + 0.12 * length, y, deck + 0.14 * height)
    reach = max(0.15 * length, x + (size.muzzle or 0.36 * length) - pivot[0])
    low = Ring(-0.17 * length, 0.15 * length, 0.3 * width, deck)
    high = Ring(-0.14 * length, 0.08 * length, 0.22 * width, 0.97 * height)
    sight = (x + 0.08 * length, y - 0.14 * width, 0.93 * height)
    parts = [
        turret(
            [
                wedge(low, high, "paint").moved(x, y, 0.0),
                box((0.16 * length, 0.1 * width, 0.13 * height),
                    (x - 0.02 * length, y + 0.31 * width, deck + 0.13 * height), "shade"),
                box((0.06 * length, 0.12 * width, 0.02 * height),
                    (x - 0.06 * length, y - 0.08 * width, 0.975 * height), "dark"),
                box((0.012 * length, 0.1 * width, 0.05 * height), sight, "glass"),
            ]
        ),
        gun([box((0.05 * length, 0.07 * width, 0.07 * height), pivot, "dark")], pivot),
    ]  # fmt: skip
    for levels, sides in ((NEAR, 10), (MID, 5)):
        muzzle = (pivot[0] + reach, pivot[1], pivot[2])
        tube = rod(pivot, muzzle, (0.014 * width, 0.012 * width), "dark", sides=sides)
        parts.append(gun([tube], pivot, levels, recoil=0.3))
    return parts
