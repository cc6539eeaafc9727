"""Vehicle files: a named vehicle is a motion model with other values, a body and published figures.

title = "M1A1 Abrams"
summary = "Main battle tank, 1985."
model = "skid-steer"            # or base = "M1A1": a vehicle whose values hold where none are given (``base``)
entity_type = "1.1.225.1.1.2"   # for other programs, by DIS; may be left out

[body]                # outer dimensions
length = 7.92

[handling]            # how it answers to a driver in a world; as suits its kind where nothing is said
max_speed = 18.6

[params]              # every field of the model's Params, SI
mass = 57154.0        # [kg] as first fielded, 63 short tons (R)

[[figure]]            # what is published of it
quantity = "mass, combat loaded"
value = 57.154
unit = "t"
low = 56.9
high = 61.4
source = "..."
status = "R"
check = "params.mass"

[[sensors]]           # what it carries; see ``sensor_kinds``
name = "imu"
kind = "imu"
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from ..base.wording import counted
from ..models.fields import NonNegative, Positive
from .figures import Figure
from .sensor_kinds import SensorSpec

LARGEST = (255, 255, 65535, 255, 255, 255, 255)  # of each number
_DOTTED = re.compile(r"[0-9]{1,5}(\.[0-9]{1,5}){1,6}")


class EntityType(NamedTuple):
    """Seven numbers by which DIS names a kind of vehicle, from the general to the special; 0 is "other".

    ``1.1.225.1.1.2`` is a platform on land of the United States, a tank, the M1, the M1A1. The numbers are those of
    SISO-REF-010, "Reference for Enumerations for Simulation Interoperability"; trailing zeros may be left out.
    """

    kind: int  # 1 platform, 2 munition, 3 life form, ...
    domain: int  # of a platform: 1 land, 2 air, 3 surface, 4 subsurface, 5 space
    country: int = 0  # 225 United States, 222 Russia, 0 of no country
    category: int = 0  # of a platform on land: 1 tank, 2 armoured fighting vehicle, 81 car, ...
    subcategory: int = 0
    specific: int = 0
    extra: int = 0

    def __str__(self) -> str:
        return ".".join(map(str, self))


def parse_entity_type(text: str) -> EntityType:
    """Return the entity type of a dotted text: two to seven whole numbers.

    Raises:
        ValueError: it is none; the sentence says what is allowed.
    """
    numbers = tuple(map(int, text.strip().split("."))) if _DOTTED.fullmatch(text.strip()) else ()
    if not numbers or any(number > largest for number, largest in zip(numbers, LARGEST, strict=False)):
        raise ValueError(
            f"{text[:60]!r} is no entity type; it must be two to seven whole numbers with dots between, "
            f"{'.'.join(EntityType._fields)}, of which the country is at most 65535 and the others at most 255: "
            "1.1.225.1.1.2"
        )
    return EntityType(*numbers)


class Body(NamedTuple):
    """Outer dimensions of a vehicle: length with its trailers, offset of the body that pulls them."""

    length: Positive  # along the vehicle [m]
    width: Positive  # across the vehicle [m]
    height: Positive  # above the ground [m]
    gun_overhang: NonNegative = 0.0  # of a gun that points forward, beyond the hull [m]
    wheels: NonNegative = 0.0  # to be drawn on a side, road wheels of a track included; 0: as many as is usual [1]
    offset: float | None = None  # of its centre ahead of the reference point; None: the middle of the axles [m]


class Handling(NamedTuple):
    """A vehicle's response to its driver in a world; every value has a default."""

    max_speed: Positive = 0.0  # forward [m/s]
    max_reverse_speed: NonNegative = 0.0  # backward, a magnitude [m/s]
    acceleration: Positive = 0.0  # at full throttle [m/s^2]
    braking: Positive = 0.0  # at full brake [m/s^2]
    coasting: NonNegative = 0.0  # deceleration by resistance [m/s^2]
    steer_rate: Positive = 0.0  # of the steering command [1/s]
    max_lateral_acceleration: Positive = 0.0  # the steering allows no more [m/s^2]


class Remark(NamedTuple):
    """The remark behind a value: "# [kg] as first fielded (R)"."""

    unit: str = ""
    text: str = ""
    status: str = ""  # a letter of ``figures.STATUS``


@dataclass(frozen=True, eq=False)
class NamedVehicle:
    """A vehicle of the motor pool."""

    name: str  # that finds it
    title: str
    summary: str
    model: str  # the motion model's name
    path: Path  # of its file
    body: Body
    entity_type: EntityType | None  # by which other programs know it
    look: str  # name of one of ``shape.look.looks()``
    shape: Path | None  # a glTF file that the live page draws
    handling: Mapping[str, float]  # what the file says of it
    params: Mapping[str, float]  # every parameter of the model
    remarks: Mapping[str, Remark]  # on the parameters
    figures: tuple[Figure, ...]
    base: "NamedVehicle | None" = None  # whose values hold where the file gives none
    own: frozenset[str] = frozenset()  # values that the file gives: "params.mass"
    sensors: tuple[SensorSpec, ...] = ()  # that it carries
    model_place: str = ""  # that names the model: "my_tank.toml:3"

    def __repr__(self) -> str:
        size = f"{self.body.length:g} x {self.body.width:g} x {self.body.height:g} m"
        return (
            f"<NamedVehicle {self.name!r}: {self.title}, {size}, moved by {self.model!r}\n"
            f" {counted(len(self.params), 'parameter')}, {counted(len(self.figures), 'reference figure')}"
            f"{f', based on {self.base.name}' if self.base is not None else ''}; {self.path}>"
        )

    def value(self, path: str) -> float | None:
        """Return a value of the file by its path: "params.mass", "body.length"; None if there is no such."""
        structure, _, name = path.partition(".")
        values: Mapping[str, Any] = {"params": self.params, "body": self.body._asdict()}.get(structure, {})
        return values.get(name)
