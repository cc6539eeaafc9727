"""Running gear and other common parts of looks: wheels that roll and steer, tracks, aerials, a gun on a ring."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from . import track_loop
from .parts import (
    FRONT_LEFT,
    FRONT_RIGHT,
    HULL,
    MID,
    NEAR,
    REAR_LEFT,
    REAR_RIGHT,
    SIDES,
    TURRET,
    Joint,
    Part,
    Place,
    Track,
    Wheel,
    gun,
    turret,
)
from .solids import Point, Solid, box, drum, loft, rod, slab
from .vehicle_plan import Dimensions  # fmt: skip

# ---- wheels on axles


def axle_wheels(
    size: Dimensions, *, radius: float, width: float, rear_width: float | None = None, outside: float = 0.49
) -> tuple[Wheel, ...]:
    """Return two wheels an axle, within the body's length.

    Args:
        rear_width: width of wheels that are not steered, if it differs [m].
        outside: the outer faces' distance from the middle over the vehicle's width.
    """
    most = 0.5 * size.length - 1.3 * radius
    return tuple(
        Wheel(_within(axle.offset, most), side * (outside * size.width - 0.5 * broad), radius, broad, axle.is_steered)
        for axle in reversed(size.axles)
        for broad in [width if axle.is_steered or rear_width is None else rear_width]
        for side in SIDES
    )


def _within(offset: float, most: float) -> float:
    return min(most, max(-most, offset))


def radius_of(size: Dimensions, usual: float) -> float:
    """Return the radius of the wheels: that of the vehicle, or the usual one of its look [m]."""
    return min(size.wheel_radius, 1.5 * usual) or usual


def road_wheels(wheels: Sequence[Wheel]) -> list[Part]:
    """Return wheels with tyre, rim and studs, each turned by the distance that its side rolled."""
    parts: list[Part] = []
    for radius, width in dict.fromkeys((wheel.radius, wheel.width) for wheel in wheels):
        places = tuple(_wheel_place(wheel) for wheel in wheels if (wheel.radius, wheel.width) == (radius, width))
        parts += [
            Part("wheel", tuple(_fine_wheel(radius, width)), NEAR, places),
            Part("wheel", (_disc(0.97, width, "rubber", 12, radius), _disc(0.6, 1.03 * width, "rim", 8, radius)), MID,
                 places),
        ]  # fmt: skip
    return parts


def _wheel_place(wheel: Wheel) -> Place:
    is_left = wheel.y > 0.0
    left, right = (FRONT_LEFT, FRONT_RIGHT) if wheel.is_steered else (REAR_LEFT, REAR_RIGHT)
    middle = (wheel.x, wheel.y, wheel.radius)
    joint = Joint("wheel", middle, left if is_left else right, wheel.radius, 1.0 if wheel.is_steered else 0.0)
    return Place(joint, middle, is_turned=not is_left)


def _fine_wheel(radius: float, width: float) -> list[Solid]:
    spoke = box((0.13 * radius, 0.05 * radius, 0.44 * radius), (0.0, 0.53 * width, 0.34 * radius), "spoke")
    tread = box((0.15 * radius, 0.92 * width, 0.07 * radius), (0.0, 0.0, 0.97 * radius), "tread")
    return [
        _disc(0.97, width, "rubber", 22, radius),
        _disc(0.6, 1.03 * width, "rim", 16, radius),
        _disc(0.48, 1.05 * width, "hub", 16, radius),
        _disc(0.16, 1.12 * width, "steel", 8, radius),
        *_around(spoke, 5),
        *_around(tread, 20),
    ]


def _disc(share: float, width: float, finish: str, sides: int, radius: float) -> Solid:
    return drum("y", (0.0, 0.0, 0.0), share * radius, width, finish, sides=sides)


def _around(solid: Solid, count: int) -> list[Solid]:
    return [solid.turned(math.tau * index / count) for index in range(count)]


# ---- tracks


class TrackSize(NamedTuple):
    """Dimensions of the running gear of a tracked vehicle."""

    wheel_count: int  # road wheels on a side
    wheel_radius: float  # [m]
    contact: float  # first to last road wheel [m]
    end_radius: float  # of sprocket and idler [m]
    end_reach: float  # from the middle to the sprocket and the idler [m]
    end_height: float  # of their axes [m]


def track_of(size: Dimensions, gear: TrackSize) -> Track:
    """Return the tracks around that gear, as wide as gauge and body allow."""
    thickness = _thickness(size)
    width = min(0.19 * size.width, max(0.12 * size.width, size.width - size.track_gauge))
    standing = gear.wheel_radius + thickness
    around = 0.5 * thickness
    circles = (
        (gear.end_reach, gear.end_height, gear.end_radius + around),
        (0.5 * gear.contact, standing, gear.wheel_radius + around),
        (-0.5 * gear.contact, standing, gear.wheel_radius + around),
        (-gear.end_reach, gear.end_height, gear.end_radius + around),
    )
    return Track(circles, min(0.5 * size.track_gauge, 0.5 * (size.width - width)), width)


def tracks(size: Dimensions, gear: TrackSize, track: Track) -> list[Part]:
    """Return both tracks with all their wheels: links near by, a band farther off."""
    corners = track_loop.corners_of(track.circles)
    bands = [slab(corners, track.width, "link", middle=side * track.middle) for side in SIDES]
    return [*_links(size, track), Part("track", tuple(bands), MID), *_gear_wheels(size, gear, track)]


def _thickness(size: Dimensions) -> float:
    return 0.055 * size.length / 7.0


def _links(size: Dimensions, track: Track) -> list[Part]:
    length, _ = track_loop.evenly_spaced(track_loop.corners_of(track.circles))
    places = track_loop.link_places(length, 0.026 * size.length)
    pitch, thick, width = length / len(places), _thickness(size), track.width
    solids = (
        box((0.84 * pitch, width, 0.6 * thick), (0.0, 0.0, -0.1 * thick), "link"),
        box((0.44 * pitch, 0.9 * width, 0.5 * thick), (0.0, 0.0, 0.35 * thick), "rubber"),
    )
    hung = tuple(
        Place(Joint("link", (at, 0.0, 0.0), FRONT_LEFT if side > 0.0 else FRONT_RIGHT), (0.0, side * track.middle, 0.0))
        for side in SIDES
        for at in places
    )
    return [Part("link", solids, NEAR, hung)]


def _gear_wheels(size: Dimensions, gear: TrackSize, track: Track) -> list[Part]:
    gap = gear.contact / (gear.wheel_count - 1)
    standing = gear.wheel_radius + _thickness(size)
    road = [(gap * index - 0.5 * gear.contact, standing) for index in range(gear.wheel_count)]
    front, rear = (gear.end_reach, gear.end_height), (-gear.end_reach, gear.end_height)
    width = 0.82 * track.width
    parts: list[Part] = []
    for radius, middles in ((gear.wheel_radius, road), (gear.end_radius, [front])):
        places = _gear_places(middles, radius, track.middle)
        parts += [Part("wheel", tuple(_gear_wheel(radius, width)), NEAR, places)]
    parts.append(Part("wheel", tuple(_sprocket(gear.end_radius, width)), NEAR,
                      _gear_places([rear], gear.end_radius, track.middle)))  # fmt: skip
    for radius, middles in ((gear.wheel_radius, road), (gear.end_radius, [front, rear])):
        coarse = (_disc(1.0, width, "rubber", 10, radius), _disc(0.7, 1.03 * width, "paint", 8, radius))
        parts.append(Part("wheel", coarse, MID, _gear_places(middles, radius, track.middle)))
    return parts


def _gear_places(middles: Sequence[tuple[float, float]], radius: float, aside: float) -> tuple[Place, ...]:
    return tuple(
        Place(
            Joint("wheel", (x, side * aside, z), FRONT_LEFT if side > 0.0 else FRONT_RIGHT, radius),
            (x, side * aside, z),
            is_turned=side < 0.0,
        )
        for x, z in middles
        for side in SIDES
    )


def _gear_wheel(radius: float, width: float) -> list[Solid]:
    bolt = box((0.13 * radius, 0.04, 0.13 * radius), (0.0, 0.52 * width, 0.52 * radius), "dark")
    return [
        _disc(1.0, width, "rubber", 18, radius),
        _disc(0.8, 1.03 * width, "paint", 16, radius),
        _disc(0.3, 1.12 * width, "paint", 10, radius),
        *_around(bolt, 6),
    ]


def _sprocket(radius: float, width: float) -> list[Solid]:
    tooth = box((0.2 * radius, 1.02 * width, 0.3 * radius), (0.0, 0.0, 0.9 * radius), "steel")
    bolt = box((0.1 * radius, 0.04, 0.1 * radius), (0.0, 0.54 * width, 0.55 * radius), "dark")
    discs = [_disc(0.82, width, "steel", 16, radius), _disc(0.66, 1.06 * width, "paint", 16, radius)]
    return [*_around(tooth, 11), *_around(bolt, 8), *discs]


# ---- on many vehicles


def aerial(at: Point, height: float, *, on_turret: bool = False, scale: float = 1.0) -> list[Part]:
    """Return an aerial at a foot [m] whose pennant has the colour of the driving person, none without one.

    ``scale`` is that of mast and pennant, 1 for full size.
    """
    x, y, z = at
    mast = rod(at, (x, y, z + height), (0.014 * scale, 0.007 * scale), "dark", sides=5)
    top, half = z + height - 0.15 * scale, 0.13 * scale
    columns = [x - 0.52 * scale * index / 6 for index in range(7)]
    flag = loft([[(column, y, top - half), (column, y, top + half)] for column in columns], "pennant")
    joint = Joint("pennant", (x, y, top), extra=1.0 if on_turret else 0.0)
    return [
        Part("aerial", (mast,), NEAR, (Place(TURRET if on_turret else HULL),)),
        Part("aerial", (flag,), NEAR, (Place(joint),)),
    ]


def roof_gun(size: Dimensions, *, ring: Point, pivot: Point, reach: float) -> list[Part]:
    """Return a machine gun on a ring [m] with a shield, that reaches from the ring's middle to the muzzle [m]."""
    (x, y, z), width, height = ring, size.width, size.height
    length = max(0.4, x + reach - pivot[0])
    muzzle = (pivot[0] + length, y, pivot[2])
    start = (pivot[0], y, pivot[2])
    shield = box((0.02 * width, 0.26 * width, 0.14 * height), (x + 0.1 * width, y, z + 0.13 * height), "paint")
    parts = [
        turret([shield]),
        gun([box((0.22 * width, 0.04 * width, 0.05 * height), start, "dark")], pivot),
    ]
    for levels, around, sides in ((NEAR, 16, 8), (MID, 8, 4)):
        base = rod((x, y, z), (x, y, z + 0.08 * height), (0.15 * width, 0.135 * width), "shade", sides=around)
        tube = rod(start, muzzle, (0.012 * width, 0.01 * width), "dark", sides=sides)
        parts += [turret([base], levels), gun([tube], pivot, levels, recoil=0.2)]
    return parts


def arc(x: float, z: float, radius: float, start: float, end: float, *, count: int = 8) -> list[tuple[float, float]]:
    """Return ``count`` steps of a circle in a side view [m], from an angle to another, from ahead to up [rad]."""
    angles = [start + (end - start) * index / count for index in range(count + 1)]
    return [(x + radius * math.cos(angle), z + radius * math.sin(angle)) for angle in angles]
