"""Parts of a shape: solids with a name, their materials, levels of detail and joints."""

from collections.abc import Iterable
from typing import NamedTuple

from .solids import Point, Solid


class Finish(NamedTuple):
    """A material."""

    colour: int  # 0xRRGGBB
    paint: float = 0.0  # 1: times the coat; 2: times the colour of the side, or of the driver if a person drives
    gloss: float = 0.0  # share of the sky that it mirrors [1]
    glow: float = 0.0  # own light, as a share of its colour [1]
    is_smooth: bool = False  # shaded as a curved surface


FINISHES = {
    "paint": Finish(0xFFFFFF, paint=1.0, gloss=0.12),
    "shade": Finish(0xC4C4C4, paint=1.0),
    "accent": Finish(0xFFFFFF, paint=2.0, gloss=0.1),
    "pennant": Finish(0xFFFFFF, paint=2.0, gloss=0.1, glow=0.25),
    "dark": Finish(0x2D3033),
    "black": Finish(0x050505),
    "rubber": Finish(0x222325),
    "tread": Finish(0x1B1C1E),
    "rim": Finish(0x8F9598, gloss=0.25),
    "spoke": Finish(0xA9AEB0, gloss=0.3),
    "hub": Finish(0x45494B),
    "link": Finish(0x3F3B37),
    "track": Finish(0x33312E),
    "steel": Finish(0x6A6D6C, gloss=0.15),
    "glass": Finish(0x16222A, gloss=1.0),
    "lamp": Finish(0xFFF3CF, gloss=0.5, glow=0.55),
    "tail": Finish(0xB4251C, glow=0.35),
    "amber": Finish(0xD8861C, glow=0.3),
    "plate": Finish(0xD9D6C8),
    "wood": Finish(0x7A6A50),
    "canvas": Finish(0x6B6A4C),
    "cloth": Finish(0x59634A),
    "red": Finish(0xD8201C, gloss=0.25, is_smooth=True),
    "white": Finish(0xFFFFFF, glow=0.4),
    "ink": Finish(0x0C0C0C),
}


NEAR = ("near",)  # levels of detail: whole; without the smallest parts; a few faces
MID = ("mid",)
FAR = ("far",)
CLOSE = ("near", "mid")
LEVELS = ("near", "mid", "far")
SIDES = (-1.0, 1.0)  # right, left

FRONT_LEFT, FRONT_RIGHT, REAR_LEFT, REAR_RIGHT = range(4)  # whose distance rolled turns a wheel


class Joint(NamedTuple):
    """The way in which a part moves."""

    kind: str = "hull"  # "hull", "wheel", "turret", "gun", "link", "pennant", "arrow" or "pointer"
    pivot: Point = (0.0, 0.0, 0.0)  # [m]; of a link: how far along the track it starts, 0, 0
    channel: int = 0
    radius: float = 1.0  # of a wheel [m]
    extra: float = 0.0  # wheel: 1 steers; gun: 1 recoils; pennant: 1 turns with the turret


HULL, TURRET = Joint(), Joint("turret")


class Place(NamedTuple):
    """A place of a part that a vehicle has many times."""

    joint: Joint = HULL
    offset: Point = (0.0, 0.0, 0.0)  # [m]
    is_turned: bool = False  # about the vertical, by half a turn: left becomes right


class Part(NamedTuple):
    """Solids that move together."""

    name: str  # "hull", "turret", "gun", "wheel", "track", "aerial"
    solids: tuple[Solid, ...]
    levels: tuple[str, ...] = CLOSE
    places: tuple[Place, ...] = (Place(),)

    def placed(self) -> list[Solid]:
        """Return the solids at all places, joints at rest."""
        return [
            (solid.mapped(_turned) if place.is_turned else solid).moved(*place.offset)
            for place in self.places
            for solid in self.solids
        ]

    def moved(self, x: float) -> "Part":
        """Return the part so far ahead [m]; it can no longer move."""
        places = (
            place._replace(joint=HULL, offset=(place.offset[0] + x, place.offset[1], place.offset[2]))
            for place in self.places
        )
        return self._replace(places=tuple(places))


class Wheel(NamedTuple):
    """A road wheel of a wheeled vehicle."""

    x: float
    y: float  # of its middle [m]
    radius: float
    width: float
    is_steered: bool


class Track(NamedTuple):
    """Both tracks of a vehicle."""

    circles: tuple[tuple[float, float, float], ...]  # x, z, radius that the track runs around, in its order [m]
    middle: float  # of a track, from the vehicle's middle [m]
    width: float


class Shape(NamedTuple):
    """A vehicle or a trailer as it is drawn."""

    parts: tuple[Part, ...]
    wheels: tuple[Wheel, ...] = ()
    track: Track | None = None
    turret: Point = (0.0, 0.0, 0.0)  # axis of the turret
    roof: Point = (0.0, 0.0, 0.0)  # place of a gun that the look itself does not have
    dust: tuple[tuple[float, float], ...] = ()  # where it touches the ground
    exhaust: Point = (0.0, 0.0, 0.0)  # where smoke rises after a hit


def hull(solids: Iterable[Solid], levels: tuple[str, ...] = CLOSE) -> Part:
    """Return parts that do not move."""
    return Part("hull", tuple(solids), levels)


def turret(solids: Iterable[Solid], levels: tuple[str, ...] = CLOSE) -> Part:
    """Return parts that turn with the turret."""
    return Part("turret", tuple(solids), levels, (Place(TURRET),))


def gun(solids: Iterable[Solid], pivot: Point, levels: tuple[str, ...] = CLOSE, *, recoil: float = 0.0) -> Part:
    """Return parts that rise with the gun about its pivot [m], with their share of the recoil [1]."""
    return Part("gun", tuple(solids), levels, (Place(Joint("gun", pivot, extra=recoil)),))


def _turned(point: Point) -> Point:
    return (-point[0], -point[1], point[2])
