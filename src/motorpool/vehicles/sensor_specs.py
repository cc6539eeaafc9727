"""Sensors of a vehicle as its file declares them: kind, mount and parameters.

[[sensors]]
name = "imu"
kind = "imu"
mount = { x = 0.4, z = 0.8 }   # [m]; and yaw, pitch, roll [rad]
rate = 100.0                   # [Hz]
gyroscope_noise = 1e-4         # [rad/s/sqrt(Hz)]
"""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from ..base.errors import ModelError, one_of, unknown_name
from ..models.fields import fields_of, shown_value
from .sensor_kinds import Mount, SensorSpec, Value, is_kind, kind_of, kinds

KEY = "sensors"
MOST_SENSORS = 64  # of a vehicle
MOST_RAYS = 1 << 18  # of one reading of one vehicle
OWN_KEYS = ("name", "kind", "mount")
NAME = re.compile(r"[a-z][a-z0-9_-]{0,39}")


def sensor_spec(name: str, kind: str, mount: Any = None, **parameters: Any) -> SensorSpec:
    """Return a sensor's specification.

    Args:
        name: lower-case letters, digits, "-" and "_".
        kind: a name of ``sensor_kinds.kinds()``.
        mount: a ``Mount``, a mapping of its fields, or a sequence of x, y, z, yaw, pitch, roll; 0 where missing.
        parameters: parameters of the kind.

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
    if isinstance(mount, str):
        return mount
    try:
        given = list(mount)
    except TypeError:
        return mount
    if len(given) > len(Mount._fields):
        raise ModelError(f"{where}: mount has {len(given)} numbers; it has x, y, z, yaw, pitch and roll")
    return dict(zip(Mount._fields, given, strict=False))


def spec_of(table: Mapping[str, Any]) -> SensorSpec:
    """Return the sensor of a table without problems."""
    structure = kind_of(table["kind"]).parameters
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
    if not is_kind(kind):
        yield (
            ("kind",),
            f"{where}.kind is {shown_value(kind)}; it must be one of {one_of(kind, kinds())}"
            if "kind" in table
            else (f"{where}.kind is missing; add one of {', '.join(kinds())}"),
        )
        return
    parameters = {key: value for key, value in table.items() if key not in OWN_KEYS}
    known = kind_of(cast("str", kind))
    yield from _number_problems(known.parameters, parameters, where, what=f"{kind} parameter", sized=known.values)
    mount = table.get("mount", {})
    if not isinstance(mount, Mapping):
        yield ("mount",), f"{where}.mount is {shown_value(mount)}; it must be a table: mount = {{ x = 0.5, z = 1.2 }}"
        return
    for path, sentence in _number_problems(Mount, cast("Any", mount), f"{where}.mount", what="mount key"):
        yield ("mount", *path), sentence


def _number_problems(
    structure: Any, values: Mapping[str, Any], where: str, *, what: str, sized: Sequence[Value] = ()
) -> Iterator[tuple[tuple[str, ...], str]]:
    whole = {word for value in sized for word in value.shape}  # a number of elements
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
        if key in whole and number != int(number):
            yield (key,), f"{where}.{key} is {number:g}; it must be {fields[key].allowed()}"
    full = {**{name: field.default for name, field in fields.items()}, **numbers}
    for lower, upper in (("first_angle", "last_angle"), ("lowest", "highest"), ("min_range", "max_range")):
        if lower in full and full[lower] > full[upper]:
            key = lower if lower in numbers else upper
            yield (
                (key,),
                f"{where}.{lower} is {full[lower]:g}, more than {upper}, {full[upper]:g}; swap or correct them",
            )
    rays = max((math.prod(full.get(word, 1.0) for word in value.shape) for value in sized), default=0.0)
    if rays > MOST_RAYS:
        yield (), f"{where} has {rays:.0f} rays a reading; at most {MOST_RAYS} are supported"


def merged(own: Sequence[Any], base: Sequence[SensorSpec]) -> list[Any]:
    """Return the tables of a file, then those of its base whose names the file does not have."""
    names = {cast("dict[str, Any]", table).get("name") for table in own if isinstance(table, dict)}
    return [*own, *(spec.table() for spec in base if spec.name not in names)]
