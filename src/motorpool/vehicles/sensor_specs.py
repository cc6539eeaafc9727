"""Sensors of a vehicle as its file declares them: kind, mount and parameters.

[[sensors]]
name = "imu"
kind = "imu"
mount = { x = 0.4, z = 0.8 }   # [m]; and yaw, pitch, roll [rad]
rate = 100.0                   # [Hz]
gyroscope_noise = 1e-4         # [rad/s/sqrt(Hz)]
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from ..errors import ModelError, unknown_name
from ..models.fields import fields_of, shown_value
from .sensor_kinds import KINDS, MOST_RAYS, WHOLE, Mount

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

KEY = "sensors"
MOST_SENSORS = 64  # of a vehicle
OWN_KEYS = ("name", "kind", "mount")
NAME = re.compile(r"[a-z][a-z0-9_-]{0,39}")


@dataclass(frozen=True)
class SensorSpec:
    """Sensor of a vehicle: name, kind, mount and the parameters of the kind.

    Attributes:
        parameters: structure of ``sensor_kinds``, by the kind.
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

    @property
    def angles(self) -> "NDArray[np.float64]":
        """Return the angles of the beams of a scan, counter-clockwise from the sensor's x axis (beams,) [rad]."""
        import numpy as np

        given: Any = self.parameters
        return np.linspace(float(given.first_angle), float(given.last_angle), int(given.beams))

    @property
    def elevations(self) -> "NDArray[np.float64]":
        """Return the elevations of the rings of a scan (rings,) [rad]."""
        import numpy as np

        given: Any = self.parameters
        return np.linspace(float(given.lowest), float(given.highest), int(given.rings))

    @property
    def points(self) -> "NDArray[np.float64]":
        """Return the points of a height scan, ahead and left of the sensor (rows, columns, 2) [m].

        The first row is the rearmost one, the first column the right one.
        """
        import numpy as np

        given: Any = self.parameters
        rows, columns, spacing = int(given.rows), int(given.columns), float(given.spacing)
        found = np.empty((rows, columns, 2))
        found[:, :, 0] = (spacing * (np.arange(rows) - 0.5 * (rows - 1)))[:, None]
        found[:, :, 1] = spacing * (np.arange(columns) - 0.5 * (columns - 1))
        return found

    def table(self) -> dict[str, Any]:
        """Return the sensor as a table of a vehicle file."""
        given = {name: float(value) for name, value in self.parameters._asdict().items()}
        return {"name": self.name, "kind": self.kind, "mount": dict(self.mount._asdict()), **given}


def sensor_spec(name: str, kind: str, mount: Any = None, **parameters: Any) -> SensorSpec:
    """Return a sensor's specification.

    Args:
        name: lower-case letters, digits, "-" and "_".
        kind: a name of ``sensor_kinds.KINDS``.
        mount: a ``Mount``, a mapping of its fields, or a sequence of x, y, z, yaw, pitch, roll; 0 where missing.
        parameters: of the kind; see ``sensor_kinds``.

    Raises:
        ModelError: an argument is unknown or not allowed.
    """
    where = f"sensor {name!r}"
    table: dict[str, Any] = {"name": name, "kind": kind, "mount": _mount_table(mount, where), **parameters}
    for _, sentence in problems_of_sensor(table, where):
        raise ModelError(sentence)
    return spec_of(table)


def _mount_table(mount: Any, where: str) -> Any:
    """Return a mount as a table, for checks."""
    if isinstance(mount, Mount):
        return mount._asdict()
    if mount is None or isinstance(mount, Mapping):
        return cast("Any", mount or {})
    try:
        given = list(mount)
    except TypeError:
        return mount
    if len(given) > len(Mount._fields):
        raise ModelError(f"{where}: mount has {len(given)} numbers; it has x, y, z, yaw, pitch and roll")
    return dict(zip(Mount._fields, given, strict=False))


def spec_of(table: Mapping[str, Any]) -> SensorSpec:
    """Return the sensor of a table without problems."""
    structure = KINDS[table["kind"]]
    parameters = {key: value for key, value in table.items() if key not in OWN_KEYS}
    mount = Mount(**{key: float(value) for key, value in table.get("mount", {}).items()})
    return SensorSpec(
        table["name"], table["kind"], mount, structure(**{key: float(value) for key, value in parameters.items()})
    )


def problems_of_sensor(table: Mapping[str, Any], where: str) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the key and the sentence of everything that is wrong in a sensor's table.

    Args:
        where: beginning of the sentences, such as "sensors[0]".
    """
    name, kind = table.get("name"), table.get("kind")
    if not (isinstance(name, str) and NAME.fullmatch(name)):
        rule = "it must be 1 to 40 lower-case letters, digits, - and _, a letter first"
        yield (
            ("name",),
            f"{where}.name is {shown_value(name)}; {rule}"
            if "name" in table
            else (f'{where}.name is missing; add name = "..."'),
        )
    if not (isinstance(kind, str) and kind in KINDS):
        kinds = ", ".join(KINDS)
        yield (
            ("kind",),
            f"{where}.kind is {shown_value(kind)}; it must be one of {kinds}"
            if "kind" in table
            else (f"{where}.kind is missing; add one of {kinds}"),
        )
        return
    parameters = {key: value for key, value in table.items() if key not in OWN_KEYS}
    yield from _number_problems(KINDS[kind], parameters, where, what=f"{kind} parameter")
    mount = table.get("mount", {})
    if not isinstance(mount, Mapping):
        yield ("mount",), f"{where}.mount is {shown_value(mount)}; it must be a table: mount = {{ x = 0.5, z = 1.2 }}"
        return
    for path, sentence in _number_problems(Mount, cast("Any", mount), f"{where}.mount", what="mount key"):
        yield ("mount", *path), sentence


def _number_problems(
    structure: Any, values: Mapping[str, Any], where: str, *, what: str
) -> Iterator[tuple[tuple[str, ...], str]]:
    fields = {field.name: field for field in fields_of(structure)}
    numbers: dict[str, float] = {}
    for key, value in values.items():
        if key not in fields:
            yield (key,), str(unknown_name(where, what, key, fields, listed="docs/sensors.md"))
            continue
        try:
            number = fields[key].check(value, where)
        except ModelError as error:
            yield (key,), str(error)
            continue
        numbers[key] = number
        if key in WHOLE and number != int(number):
            yield (key,), f"{where}.{key} is {number:g}; it must be {fields[key].allowed()}"
    full = {**{name: field.default for name, field in fields.items()}, **numbers}
    for lower, upper in (("first_angle", "last_angle"), ("lowest", "highest"), ("min_range", "max_range")):
        if lower in full and full[lower] > full[upper]:
            key = lower if lower in numbers else upper
            yield (
                (key,),
                f"{where}.{lower} is {full[lower]:g}, more than {upper}, {full[upper]:g}; swap or correct them",
            )
    rays = full.get("rings", full.get("rows", 1.0)) * full.get("beams", full.get("columns", 1.0))
    if rays > MOST_RAYS:
        yield (), f"{where} has {rays:.0f} rays a reading; at most {MOST_RAYS} are supported"


def merged(own: Sequence[Any], base: Sequence[SensorSpec]) -> list[Any]:
    """Return the tables of a file, then those of its base whose names the file does not have."""
    names = {cast("dict[str, Any]", table).get("name") for table in own if isinstance(table, dict)}
    return [*own, *(spec.table() for spec in base if spec.name not in names)]
