"""Columns of Entity States as native numbers, for writing and reading PDUs in batches.

They have the names of the layout. A leaf is an array with one value per PDU, or one value for all; None leaves the
PDU's field unchanged.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from ....base.errors import ExerciseError, unknown_name
from .layouts import Pdus

BLOCK = 2048  # PDUs that are filled or read at once; with their columns they fit the cache


class EntityIds(NamedTuple):
    """Identity of each entity."""

    site: Any
    application: Any
    entity: Any

    def keys(self) -> Any:
        """Return each identity as one number (int64), 16 bits per part."""
        site, application, entity = (np.asarray(part, np.int64) for part in self)
        return site << 32 | application << 16 | entity


class EntityTypes(NamedTuple):
    """Entity type of each entity, or one for all."""

    kind: Any
    domain: Any
    country: Any
    category: Any
    subcategory: Any = 0
    specific: Any = 0
    extra: Any = 0

    def keys(self) -> Any:
        """Return each type as one number (uint64), in the order of its bytes in a PDU."""
        kind, domain, country, category, subcategory, specific, extra = (np.asarray(part, np.uint64) for part in self)
        shifted = ((kind, 56), (domain, 48), (country, 32), (category, 24), (subcategory, 16), (specific, 8))
        keys = extra
        for part, shift in shifted:
            keys = keys | part << np.uint64(shift)
        return keys


class Vectors(NamedTuple):
    """Vector of each entity."""

    x: Any
    y: Any
    z: Any


class EulerAngles(NamedTuple):
    """Orientation of each entity [rad]: rotation from earth-centred to body axes, about z, y, x."""

    psi: Any
    theta: Any
    phi: Any


class Articulations(NamedTuple):
    """Articulated parts of each entity: arrays of shape (PDUs, parts), or (parts,) for all PDUs."""

    parameter_type: Any  # ArticulatedPart + ArticulationMetric
    value: Any  # [m], [rad] or a rate
    attached_to: Any = None  # 0 for the hull, otherwise the one-based index of another part
    change: Any = None  # number of changes
    designator: Any = None  # VariableParameter; the other fields apply to articulated parts (0) only


class EntityColumns(NamedTuple):
    """Entity States as columns."""

    entity_id: Any = None  # EntityIds, or a tuple or array with its three parts
    entity_type: Any = None  # EntityTypes
    alternative_type: Any = None  # EntityTypes as seen by other forces; equal to entity_type if None
    location: Any = None  # Vectors: earth-centred [m], float64
    velocity: Any = None  # Vectors [m/s]
    orientation: Any = None  # EulerAngles [rad]
    acceleration: Any = None  # Vectors, in the axes of the algorithm [m/s^2]
    angular_velocity: Any = None  # Vectors, in body axes [rad/s]
    algorithm: Any = None  # DeadReckoning
    appearance: Any = None  # bits: LandAppearance for a land platform
    force_id: Any = None  # ForceId
    marking: Any = None  # at most 11 ASCII characters: bytes, dtype S11
    capabilities: Any = None  # bits
    timestamp: Any = None  # motorpool.links.dis.wire.timestamps
    articulations: Any = None  # Articulations


_NESTED: dict[str, Any] = {
    "entity_id": EntityIds,
    "entity_type": EntityTypes,
    "alternative_type": EntityTypes,
    "location": Vectors,
    "velocity": Vectors,
    "orientation": EulerAngles,
    "acceleration": Vectors,
    "angular_velocity": Vectors,
    "articulations": Articulations,
}


def fill(pdus: Pdus, columns: EntityColumns) -> None:
    """Write columns into Entity States, in blocks that fit the cache.

    Raises:
        ExerciseError: the shape of a column does not fit.
    """
    pairs: list[tuple[NDArray[Any], NDArray[Any]]] = []
    for name, value in zip(columns._fields, columns, strict=True):
        if value is not None:
            field = pdus["header"][name] if name == "timestamp" else pdus[name]
            pairs += leaves(field, value, name)
    if columns.entity_type is not None and columns.alternative_type is None:
        pairs.append((_packed_types(pdus, "alternative_type"), _packed_types(pdus, "entity_type")))
    for start in range(0, len(pdus), BLOCK):
        block = slice(start, start + BLOCK)
        for field, value in pairs:
            field[block] = value[block]


def _packed_types(pdus: Pdus, name: str) -> NDArray[Any]:
    offset = cast("dict[str, Any]", pdus.dtype.fields)[name][1]
    return pdus.getfield(np.dtype("V8"), offset)


def leaves(field: NDArray[Any], value: Any, where: str) -> Iterator[tuple[NDArray[Any], NDArray[Any]]]:
    """Yield each plain field within a field, with its value broadcast to its shape.

    Args:
        value: a number or array for a plain field; for a record, a tuple of its parts in order, a mapping by name, or
            an array with the parts along its last axis.
        where: name of the field, at the beginning of error messages.

    Raises:
        ExerciseError: the value does not fit the field.
    """
    names = field.dtype.names
    if names is not None:
        for name, part in _parts(names, value, where).items():
            if part is not None:
                yield from leaves(field[name], part, f"{where}.{name}")
        return
    array = np.asarray(value)
    if array.dtype.kind == "U":
        array = np.char.encode(array, "ascii", "replace")
    yield field, array if array.shape == field.shape else _broadcast(array, field.shape, where)


def _broadcast(array: NDArray[Any], shape: tuple[int, ...], where: str) -> NDArray[Any]:
    if not array.ndim:  # four times as fast as broadcast_to
        return np.ndarray(shape, array.dtype, array, 0, (0,) * len(shape))
    try:
        return np.broadcast_to(array, shape)
    except ValueError:
        raise ExerciseError(
            f"{where}: shape {array.shape}; it must be one value, or an array that broadcasts to {shape}"
        ) from None


def _parts(names: tuple[str, ...], value: Any, where: str) -> Mapping[str, Any]:
    if hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, Mapping):
        named = cast("Mapping[str, Any]", value)
        unknown = [name for name in named if name not in names]
        if unknown:
            raise ExerciseError(f"{where}: {unknown_name('', 'field', unknown[0], names)}")
        return named
    parts = _components(cast("NDArray[Any]", value)) if isinstance(value, np.ndarray) else value
    if not isinstance(parts, (tuple, list)) or len(cast("Sequence[Any]", parts)) != len(names):
        raise ExerciseError(f"{where}: {value!r}; it must have {len(names)} parts: {', '.join(names)}")
    return dict(zip(names, cast("Sequence[Any]", parts), strict=True))


def _components(array: NDArray[Any]) -> tuple[Any, ...]:
    """Return the fields of a structured array, or the components along the last axis of a plain one."""
    if array.dtype.names is not None:
        return tuple(array[name] for name in array.dtype.names)
    return tuple(np.moveaxis(array, -1, 0)) if array.ndim else ()


class Reading(NamedTuple):
    """Native columns of Entity States, and the pending copies into them."""

    columns: EntityColumns
    copies: list[tuple[NDArray[Any], NDArray[Any]]]  # an array of the columns, and the field to copy into it
    singles: NDArray[np.float32]  # (12, PDUs): the float32 columns except articulations
    doubles: NDArray[np.float64]  # (3, PDUs)

    def read(self, block: slice) -> None:
        """Copy a block of PDUs into the columns."""
        for values, field in self.copies:
            values[block] = field[block]


def native(pdus: Pdus) -> EntityColumns:
    """Return the columns of Entity States as native, contiguous arrays, copied in blocks that fit the cache."""
    reading = unread(pdus)
    for start in range(0, len(pdus), BLOCK):
        reading.read(slice(start, start + BLOCK))
    return reading.columns


def unread(pdus: Pdus) -> Reading:
    """Return native columns of Entity States before they are read."""
    copies: list[tuple[NDArray[Any], NDArray[Any]]] = []
    singles, doubles = np.empty((12, len(pdus)), np.float32), np.empty((3, len(pdus)))
    rows = {4: iter(singles), 8: iter(doubles)}

    def column(field: NDArray[Any]) -> NDArray[Any]:
        is_float = field.dtype.kind == "f" and field.ndim == 1
        values = next(rows[field.itemsize]) if is_float else np.empty(field.shape, field.dtype.newbyteorder("="))
        copies.append((values, field))
        return values

    read: dict[str, Any] = {"timestamp": column(pdus["header"]["timestamp"])}
    for name in EntityColumns._fields:
        nested = _NESTED.get(name)
        if nested is not None:
            read[name] = nested(**{part: column(pdus[name][part]) for part in nested._fields})
        elif name not in read:
            read[name] = column(pdus[name])
    return Reading(EntityColumns(**read), copies, singles, doubles)
