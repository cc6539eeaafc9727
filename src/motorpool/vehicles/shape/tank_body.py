"""Hulls of battle tanks: low, between tracks under fenders and skirts, with a long gun."""

from typing import NamedTuple

from .gear import TrackSize, track_of, tracks
from .parts import FAR, MID, NEAR, SIDES, Part, Shape, Track, gun, hull, turret
from .solids import Flat, Point, Ring, Solid, box, drum, rod, slab, wedge
from .vehicle_plan import Dimensions

DECK = 0.6  # top of the hull over the height
ROOF = 0.36  # height of the turret over the height
GUN_HEIGHT = 0.8  # of the gun's axis over the height: rounds leave there


class Turret(NamedTuple):
    """Turret of a tank."""

    close: list[Solid]  # shown near by and at middle distance
    near: list[Solid]  # shown near by
    parts: tuple[Part, ...] = ()  # others, such as aerials
    trunnion: float = 0.15  # of the gun ahead of the turret's axis, over the length
    wheel_count: int = 7  # on a side of a long tank


def tank_shape(size: Dimensions, head: Turret) -> Shape:
    """Return a tank with that turret."""
    length, width, height = size.length, size.width, size.height
    deck, pivot = DECK * height, (head.trunnion * length, 0.0, GUN_HEIGHT * height)
    gear = _gear(size, head.wheel_count)
    track = track_of(size, gear)
    parts = (
        *tracks(size, gear, track),
        hull(_hull(size, track)),
        hull(_fittings(size), NEAR),
        turret(head.close),
        turret(head.near, NEAR),
        *head.parts,
        *_barrel(size, pivot),
        *_coarse(size, pivot),
    )
    return Shape(
        parts,
        track=track,
        turret=(0.0, 0.0, deck),
        roof=(0.0, 0.0, deck),
        dust=tuple((-0.4 * length, 0.5 * side * size.track_gauge) for side in SIDES),
        exhaust=(-0.3 * length, 0.1 * width, deck),
    )


def _gear(size: Dimensions, usual_count: int) -> TrackSize:
    length, height = size.length, size.height
    count = size.wheel_count or (usual_count if length > 6.0 else 5)
    radius = min(0.15 * height, 0.29 * length / count)
    return TrackSize(
        count, radius, contact=0.6 * length, end_radius=0.9 * radius, end_reach=0.425 * length, end_height=0.29 * height
    )


def on_turret(size: Dimensions, x: float, y: float, z: float) -> Point:
    """Return a place on the turret [m]: x over the length, y left over the width, z 0 on its deck, 1 on its roof."""
    return (x * size.length, y * size.width, (DECK + z * ROOF) * size.height)


def cupola(size: Dimensions) -> list[Solid]:
    """Return the fittings of a turret's roof: the commander's hatch with a machine gun, and the loader's hatch."""
    length, width, rise = size.length, size.width, ROOF * size.height

    def upright(x: float, y: float, z: float, radii: Flat, height: float, sides: int) -> Solid:
        foot = on_turret(size, x, y, z - 0.5 * height)
        return rod(foot, (foot[0], foot[1], foot[2] + height * rise), radii, "shade", sides=sides)

    breech, muzzle = on_turret(size, -0.085, -0.14, 1.14), on_turret(size, 0.025, -0.14, 1.14)
    return [
        upright(-0.07, -0.14, 0.98, (0.09 * width, 0.085 * width), 0.12, 14),
        upright(-0.06, 0.12, 0.96, (0.08 * width, 0.075 * width), 0.08, 12),
        box((0.02 * length, 0.03 * width, 0.06 * rise), on_turret(size, -0.07, -0.14, 1.08), "dark"),
        rod(breech, muzzle, (0.013 * width, 0.01 * width), "dark", sides=6),
    ]


def _hull(size: Dimensions, track: Track) -> list[Solid]:
    length, width, height, deck = size.length, size.width, size.height, DECK * size.height
    lower = [(-0.46, 0.2), (0.36, 0.2), (0.47, 0.36), (0.4, 0.5), (-0.485, 0.5)]
    upper = [(-0.485, 0.44), (0.485, 0.44), (0.24, DECK), (-0.46, DECK), (-0.49, 0.56)]
    fender = track.width + 0.06 * width
    solids = [
        slab(_scaled(lower, size), 2.0 * track.middle - track.width, "dark"),
        slab(_scaled(upper, size), 0.74 * width, "paint", bevel=0.02 * width),
        box((0.2 * length, 0.56 * width, 0.03 * height), (-0.33 * length, 0.0, deck + 0.005 * height), "shade"),
    ]
    for side in SIDES:
        solids += [
            slab(_fender(length, 0.485 * height), fender, "paint", middle=side * 0.5 * (width - fender)),
            *_skirts(size, side),
            box((0.035 * length, 0.08 * width, 0.05 * height), (0.43 * length, side * 0.3 * width, 0.525 * height),
                "lamp"),
            box((0.015 * length, 0.08 * width, 0.045 * height), (-0.492 * length, side * 0.3 * width, 0.5 * height),
                "tail"),
        ]  # fmt: skip
    return solids


def _scaled(outline: list[Flat], size: Dimensions) -> list[Flat]:
    return [(x * size.length, z * size.height) for x, z in outline]


def _fender(length: float, z: float) -> list[Flat]:
    return [
        (-0.5 * length, z - 0.03 * length),
        (-0.475 * length, z - 0.006),
        (0.47 * length, z - 0.006),
        (0.5 * length, z - 0.03 * length),
        (0.503 * length, z - 0.022 * length),
        (0.475 * length, z + 0.025),
        (-0.48 * length, z + 0.025),
        (-0.503 * length, z - 0.022 * length),
    ]


def _skirts(size: Dimensions, side: float) -> list[Solid]:
    """Return plates beside the upper run of the track, a gap between each; the rear is open to the sprocket."""
    count = 6
    step = 0.8 * size.length / count
    plate = (0.975 * step, 0.018 * size.width, 0.185 * size.height)
    finishes = ["accent" if k == count - 2 else "paint" if k % 2 else "shade" for k in range(count)]
    return [
        box(plate, (-0.34 * size.length + (k + 0.5) * step, side * 0.492 * size.width, 0.395 * size.height), finish)
        for k, finish in enumerate(finishes)
    ]


def _fittings(size: Dimensions) -> list[Solid]:
    length, width, height, deck = size.length, size.width, size.height, DECK * size.height
    start = (0.2 * length, 0.0, deck - 0.005 * height)
    solids = [
        rod(start, (start[0], 0.0, start[2] + 0.03 * height), (0.09 * width, 0.085 * width), "shade", sides=12),
        *(box((0.012 * length, 0.5 * width, 0.012 * height), ((-0.42 + 0.027 * k) * length, 0.0, deck + 0.025 * height),
              "dark") for k in range(7)),
        *(box((0.02 * length, 0.035 * width, 0.03 * height), (0.235 * length, y * width, deck + 0.01 * height),
              "glass") for y in (-0.065, 0.0, 0.065)),
        box((0.02 * length, 0.4 * width, 0.12 * height), (-0.488 * length, 0.0, 0.48 * height), "dark"),
        *(drum("x", (-0.12 * length, (0.36 + 0.03 * k) * width, deck + 0.02 * height), 0.012 * width, 0.3 * length,
               "steel", sides=5) for k in range(2)),
    ]  # fmt: skip
    for side in SIDES:
        boxes = (
            ((0.02, 0.05, 0.05), (0.472, 0.2, 0.36), "steel"),
            ((0.02, 0.05, 0.05), (-0.49, 0.2, 0.34), "steel"),
            ((0.1, 0.12, 0.08), (-0.12, 0.42, 0.54), "shade"),
            ((0.08, 0.12, 0.07), (0.02, 0.42, 0.535), "paint"),
            ((0.045, 0.004, 0.045), (0.43, 0.345, 0.53), "dark"),
        )
        for (a, b, c), (x, y, z), finish in boxes:
            place = (x * length, side * y * width, z * height)
            solids.append(box((a * length, b * width, c * height), place, finish))
    return solids


def _barrel(size: Dimensions, pivot: Point) -> list[Part]:
    """Return the mantlet, which rises with the gun, and the tube, which also recoils."""
    length, radius, (x, y, z) = size.length, 0.03 * size.width, pivot
    reach = _reach(size, pivot)

    def tube(grow: float, start: float, end: float, finish: str, sides: int, *, tip: float = 0.0) -> Solid:
        radii = (grow * radius, (tip or grow) * radius)
        return rod((x + start, y, z), (x + end, y, z), radii, finish, sides=sides)

    mantlet = box((0.06 * length, 0.17 * size.width, 5.2 * radius), (x + 0.01 * length, y, z), "shade")
    parts: list[Part] = []
    for levels, sides in ((NEAR, 12), (MID, 7)):
        parts.append(gun([mantlet, tube(1.9, 0.03 * length, 0.09 * length, "paint", sides)], pivot, levels))
        moving = [
            tube(1.15, 0.0, reach, "shade", sides, tip=0.85),
            tube(1.6, 0.46 * reach, 0.6 * reach, "shade", sides),
        ]
        if levels == NEAR:
            muzzle = tube(1.06, reach - 0.22, reach, "dark", sides)
            moving += [muzzle, tube(0.5, reach - 0.1, reach + 0.004, "black", sides)]
        parts.append(gun(moving, pivot, levels, recoil=1.0))
    return parts


def _reach(size: Dimensions, pivot: Point) -> float:
    return max(0.2 * size.length, (size.muzzle or 0.68 * size.length) - pivot[0])


def _coarse(size: Dimensions, pivot: Point) -> list[Part]:
    length, width, height, deck = size.length, size.width, size.height, DECK * size.height
    head = wedge(
        Ring(-0.29 * length, 0.15 * length, 0.34 * width, deck),
        Ring(-0.25 * length, 0.09 * length, 0.26 * width, 0.96 * height),
        "paint",
    )
    reach = _reach(size, pivot)
    body = wedge(
        Ring(-0.49 * length, 0.49 * length, 0.5 * width, 0.44 * height),
        Ring(-0.46 * length, 0.24 * length, 0.37 * width, deck),
        "paint",
    )
    tube = box((reach, 0.06 * width, 0.06 * width), (pivot[0] + 0.5 * reach, 0.0, pivot[2]), "shade")
    return [
        hull([box((0.92 * length, width, 0.42 * height), (0.0, 0.0, 0.23 * height), "track"), body], FAR),
        turret([head], FAR),
        gun([tube], pivot, FAR),
    ]
