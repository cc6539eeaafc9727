"""Kinds of sensors: parameters, values of readings, and their forms in messages and texts, each kind as one object.

A kind is a file with a ``KIND`` (``world/sensors/gnss.py`` is a short one), or an entry point ``motorpool.sensors`` of
an installed package. A vehicle's file, the world, recordings, ROS and the live page read all that they know of a sensor
from it. Every error of a sensor is zero by default: without parameters it measures what the world computes.
"""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import KW_ONLY, dataclass
from functools import cache
from typing import Annotated, Any, NamedTuple

from ..base import extensions
from ..models.fields import Range

HIGHEST_RATE = 10_000.0  # [Hz]
LONGEST_DELAY = 60.0  # [s]
MOST_BEAMS = 8192  # of a scan, or of a ring

Rate = Annotated[float, Range(low=0.0, high=HIGHEST_RATE, is_open=True, words="above 0 and below 10000")]
Delay = Annotated[float, Range(low=0.0, high=LONGEST_DELAY, words="in 0..60")]
Angle = Annotated[float, Range(low=-2.0 * math.pi, high=2.0 * math.pi, words="in -2 pi..2 pi (in radians)")]
Elevation = Annotated[float, Range(low=-0.5 * math.pi, high=0.5 * math.pi, words="in -pi/2..pi/2 (in radians)")]
Beams = Annotated[float, Range(low=1.0, high=MOST_BEAMS, words="a whole number in 1..8192")]
Rings = Annotated[float, Range(low=1.0, high=1024.0, words="a whole number in 1..1024")]
Offset = Annotated[float, Range(low=-100.0, high=100.0, words="in -100..100")]


class Mount(NamedTuple):
    """Position and attitude of a sensor on its vehicle, from the model's reference point on the ground."""

    x: Offset = 0.0  # ahead [m]
    y: Offset = 0.0  # to the left [m]
    z: Offset = 0.0  # above the ground [m]
    yaw: Angle = 0.0  # counter-clockwise from the vehicle's x axis [rad]
    pitch: Angle = 0.0  # nose down positive, after yaw [rad]
    roll: Angle = 0.0  # right side down positive, after pitch [rad]


AT_REFERENCE = Mount()  # at the reference point, along the vehicle's axes


@dataclass(frozen=True)
class SensorSpec:
    """Sensor of a vehicle: name, kind, mount and the parameters of the kind.

    Attributes:
        parameters: structure of the kind.
    """

    name: str
    kind: str
    mount: Mount
    parameters: Any

    @property
    def rate(self) -> float:
        """Return the number of readings a second [Hz]."""
        return float(self.parameters.rate)

    @property
    def delay(self) -> float:
        """Return the time from a reading to its delivery [s]."""
        return float(self.parameters.delay)

    def table(self) -> dict[str, Any]:
        """Return the sensor as a table of a vehicle file."""
        given = {name: float(value) for name, value in self.parameters._asdict().items()}
        return {"name": self.name, "kind": self.kind, "mount": dict(self.mount._asdict()), **given}


class Value(NamedTuple):
    """One array of the readings of a kind.

    Attributes:
        shape: shape of one vehicle's values: "3", names of parameters, or "wheels" of the vehicle.
        digits: after the point, in texts.
        is_in_degrees: in texts; the unit has radians.
    """

    name: str
    unit: str
    meaning: str
    shape: tuple[str, ...] = ()
    is_flag: bool = False
    digits: int = 2
    is_in_degrees: bool = False

    def shape_in(self, spec: SensorSpec, wheels: int = 0) -> tuple[int, ...]:
        """Return the shape of one vehicle's values for a sensor, with this number of wheels."""
        known = {"3": 3, "wheels": wheels}
        return tuple(known[word] if word in known else int(getattr(spec.parameters, word)) for word in self.shape)

    @property
    def dtype(self) -> type[Any]:
        """Type of the array."""
        return bool if self.is_flag else float

    @property
    def missing(self) -> Any:
        """Value before the first reading."""
        return False if self.is_flag else math.nan

    def text(self, given: Any) -> str:
        """Return one vehicle's value in a few words: its numbers, of an array by parameters the least and greatest."""
        if self.is_flag:
            return f"{self.name.replace('_', ' ')}: {'yes' if given else 'no'}"
        numbers: list[float] = [value for value in _flat(given) if math.isfinite(value)]
        if self.is_in_degrees:
            numbers = [math.degrees(value) for value in numbers]
        unit = self.unit.replace("rad", "°") if self.is_in_degrees else self.unit.replace("^2", "²")
        is_range = not set(self.shape) <= {"3", "wheels"}
        shown = [min(numbers), max(numbers)] if is_range and numbers else numbers
        words = (" to " if is_range else ", ").join(f"{value:.{self.digits}f}" for value in shown)
        return f"{words or '-'} {unit}".rstrip()


def _flat(given: Any) -> Iterable[float]:
    return given.ravel().tolist() if getattr(given, "ndim", 0) else (float(given),)


class Reading(NamedTuple):
    """Reading of one sensor."""

    spec: SensorSpec
    values: Mapping[str, Any]  # of the vehicle, by name
    frame: str = ""  # of the vehicle


class Message(NamedTuple):
    """Form of readings in a format of messages.

    Attributes:
        schema: name of a message of Foxglove ("LaserScan") or of a type of ROS ("sensor_msgs/msg/LaserScan").
        fields: returns the fields of the message of a reading, nested ones likewise; None if there is no message.
            Those of time and frame are added where they are not given; a ``Mount`` is a pose.
    """

    schema: str
    fields: Callable[[Reading], dict[str, Any] | None]


@dataclass(frozen=True)
class SensorKind:
    """Kind of sensor.

    Attributes:
        parameters: structure with the parameters: ``rate``, ``delay`` and ``dropout`` as those of other kinds, and its
            own, each with a range, a meaning and a unit.
        values: values of each reading.
        sampler: returns the ``world.sensors.channel.Sampler`` of a ``SensorSpec`` and ``Carriers``.
        foxglove: message in recordings; JSON with the values without one.
        ros: message of its topic; without one it has none.
        text: words for the live page; ``Value.text`` of all values without it.
        points: returns the points that a reading has hit, along the sensor's axes (points, 3) [m].
        drops_beams: ``dropout`` is that of single beams, which the sampler applies.
        place: in lists, and of its columns in recordings; then by name.
    """

    name: str
    _: KW_ONLY
    parameters: type[Any]
    values: tuple[Value, ...]
    sampler: Callable[..., Any]
    foxglove: Message | None = None
    ros: Message | None = None
    text: Callable[[Mapping[str, Any]], str] | None = None
    points: Callable[[Reading], Any] | None = None
    drops_beams: bool = False
    place: int = 100

    def text_of(self, values: Mapping[str, Any]) -> str:
        """Return a reading in a few words."""
        if self.text is not None:
            return self.text(values)
        return "; ".join(value.text(values[value.name]) for value in self.values)


def kind_of(name: str) -> SensorKind:
    """Return the kind of a name, which must exist."""
    return extensions.load(extensions.provided(extensions.SENSORS)[name])


def is_kind(name: Any) -> bool:
    """Return whether there is a kind of that name."""
    return isinstance(name, str) and name in extensions.provided(extensions.SENSORS)


@cache
def kinds() -> Mapping[str, SensorKind]:
    """Return all kinds by name."""
    found = [kind_of(name) for name in extensions.provided(extensions.SENSORS)]
    return {kind.name: kind for kind in sorted(found, key=lambda kind: (kind.place, kind.name))}
