"""Tall hulls on tracks, with room for soldiers under their roof."""

from collections.abc import Sequence

from .gear import TrackSize, aerial, track_of, tracks
from .parts import FAR, MID, NEAR, SIDES, Part, Shape, gun, hull, turret
from .solids import Flat, Point, Ring, Solid, box, drum, rod, slab, wedge
from .vehicle_plan import Dimensions


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


def carrier_shape(size: Dimensions, *, deck: float, ring: Point, armament: Sequence[Part], wheels: int = 5) -> Shape:
    """Return a tall hull on tracks, its roof at ``deck`` [m] with a turret's ring [m], and ``wheels`` on a side."""
    length, width = size.length, size.width
    gear = _gear(size, wheels)
    track = track_of(size, gear)
    parts = (
        *tracks(size, gear, track),
        hull(_hull(size, deck)),
        hull(_fittings(size, deck), NEAR),
        *armament,
        *aerial((-0.42 * length, 0.38 * width, deck), 1.3),
        *_coarse(size, deck, ring),
    )
    return Shape(
        parts,
        track=track,
        turret=ring,
        roof=ring,
        dust=tuple((-0.38 * length, 0.5 * side * size.track_gauge) for side in SIDES),
        exhaust=(0.25 * length, -0.2 * width, deck),
    )


def _gear(size: Dimensions, count: int) -> TrackSize:
    length, height = size.length, size.height
    count = size.wheel_count or count
    contact = 0.52 * length
    radius = min(0.062 * length, 0.13 * height, 0.49 * contact / (count - 1))
    return TrackSize(
        count, radius, contact, end_radius=0.8 * radius, end_reach=0.405 * length, end_height=0.25 * height
    )


def _side(size: Dimensions, deck: float, low: float) -> list[Flat]:
    length, height = size.length, size.height
    return [
        (-0.49 * length, low),
        (0.44 * length, low),
        (0.49 * length, max(low + 0.02, 0.44 * height)),
        (0.34 * length, deck),
        (-0.46 * length, deck),
        (-0.49 * length, 0.7 * height),
    ]


def _hull(size: Dimensions, deck: float) -> list[Solid]:
    length, width, height = size.length, size.width, size.height
    solids = [
        box((0.88 * length, 0.6 * width, 0.3 * height), (-0.03 * length, 0.0, 0.33 * height), "dark"),
        slab(_side(size, deck, 0.4 * height), 0.95 * width, "paint", bevel=0.018 * width),
        box((0.012 * length, 0.6 * width, 0.46 * height), (-0.492 * length, 0.0, 0.44 * height), "shade"),
        box((0.012 * length, 0.4 * width, 0.06 * height), (-0.5 * length, 0.0, 0.58 * height), "accent"),
    ]
    for side in SIDES:
        solids += [
            box(
                (0.84 * length, 0.015 * width, 0.12 * height),
                (-0.02 * length, side * 0.482 * width, 0.36 * height),
                "shade",
            ),
            box((0.2 * length, 0.012, 0.12 * height), (-0.22 * length, side * 0.479 * width, 0.6 * height), "accent"),
            box(
                (0.03 * length, 0.1 * width, 0.06 * height), (0.47 * length, side * 0.36 * width, 0.5 * height), "lamp"
            ),
            box(
                (0.015 * length, 0.07 * width, 0.06 * height),
                (-0.492 * length, side * 0.42 * width, 0.45 * height),
                "tail",
            ),
        ]
    return solids


def _fittings(size: Dimensions, deck: float) -> list[Solid]:
    length, width, height = size.length, size.width, size.height
    return [
        box((0.14 * length, 0.26 * width, 0.02 * height), (0.2 * length, -0.24 * width, deck + 0.008 * height), "dark"),
        drum("z", (0.2 * length, 0.25 * width, deck + 0.01 * height), 0.1 * width, 0.03 * height, "shade", sides=12),
        box((0.24 * length, 0.5 * width, 0.02 * height), (-0.26 * length, 0.0, deck + 0.008 * height), "shade"),
        *(
            box(
                (0.03 * length, 0.035 * width, 0.035 * height),
                (0.27 * length, y * width, deck + 0.012 * height),
                "glass",
            )
            for y in (0.18, 0.25, 0.32)
        ),
        box((0.012, 0.84 * width, 0.015 * height), (-0.499 * length, 0.0, 0.3 * height), "dark"),
    ]


def _coarse(size: Dimensions, deck: float, ring: Point) -> list[Part]:
    length, width, height = size.length, size.width, size.height
    top = rod(
        (ring[0], 0.0, deck), (ring[0], 0.0, deck + 0.12 * height), (0.15 * width, 0.13 * width), "shade", sides=6
    )
    return [
        hull([box((0.86 * length, 0.96 * width, 0.36 * height), (0.0, 0.0, 0.2 * height), "track"),
              slab(_side(size, deck, 0.36 * height), 0.95 * width, "paint")], FAR),
        turret([top], FAR),
    ]  # fmt: skip
