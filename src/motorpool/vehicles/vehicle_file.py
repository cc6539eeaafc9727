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

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from ..models.fields import NonNegative, Positive
from ..models.own_model import PYTHON_SUFFIX
from ..wording import counted
from .entity_type import EntityType
from .figures import Figure
from .sensor_specs import SensorSpec

SUFFIX = ".toml"
FILE_SUFFIXES = (SUFFIX, PYTHON_SUFFIX)  # of the names of vehicles and models that are files


class Body(NamedTuple):
    """Outer dimensions of a vehicle."""

    length: Positive  # along the vehicle [m]
    width: Positive  # across the vehicle [m]
    height: Positive  # above the ground [m]
    gun_overhang: NonNegative = 0.0  # of a gun that points forward, beyond the hull [m]
    wheels: NonNegative = 0.0  # to be drawn on a side, road wheels of a track included; 0: as many as is usual [1]


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


def from_folder(name: str, folder: Path) -> str:
    """A model's name; where it is the path of a file, relative to ``folder``, the path from the current folder."""
    is_path = any(f"{suffix}:" in name or name.endswith(suffix) for suffix in FILE_SUFFIXES)
    return str(folder / name) if is_path else name
