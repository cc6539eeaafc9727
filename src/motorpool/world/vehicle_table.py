"""Vehicle table: columns over all vehicles of a world, whatever their model; a vehicle's id is its row.

A vehicle keeps its row as long as it is in the world. When the table grows (``fit``), its columns get new arrays.

It is the sum of the columns that components declare. Some of them are the fleets' own state columns: each fleet's
``state.x`` is a slice of ``vehicles.x``. A component declares these by ``StateField``.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

import numpy as np
from numpy.typing import NDArray

from ..base.errors import WorldError, unknown_name
from ..base.wording import counted, listed, span
from ..models.fields import shown_value
from ..models.registry import Model
from ..vehicles.fleet import Fleet, aligned_columns
from .columns import Flags, Floats, Indices, Words

if TYPE_CHECKING:
    from .column_names import Columns
else:
    Columns = object

_SHOWN = (("x", "m"), ("y", "m"), ("z", "m"), ("speed", "m/s"))  # columns of a short description, with their units
_WHOLE_NUMBERS = {Words: np.int8, Indices: np.int32, Flags: np.uint32}


class StateField(NamedTuple):
    """A field of models' states that lies in a column of the vehicle table; 0 there for models without it."""

    name: str  # of the field
    part: str = ""  # it is a state column only for models that are composed of this part; "" for all that have it

    def is_in(self, model: Model) -> bool:
        """Return whether a model has the field."""
        return self.name in model.module.State._fields and (not self.part or model.has(self.part))


class VehicleTable(Columns):
    """Columns over all vehicles of a world, contiguous and changed in place; copy values that you keep.

    Each column is an attribute (``vehicles.speed``), and so is each structure of columns (``vehicles.motion``), whose
    arrays are the columns themselves. ``vehicles.speed = 5.0`` and ``vehicles.speed[:] = 5.0`` are the same.

    Args:
        fleets: fleets of the world; the vehicles of a fleet are adjacent rows.
        structures: structures of columns, by name.
        groups: structures of these structures, by name.

    Attributes:
        count: number of rows: vehicles, and rows that are vacant.
        rows: slice of each fleet's rows.
        names: names of all columns.
    """

    count: int
    rows: list[slice]
    names: tuple[str, ...]
    _structures: Mapping[str, Any]
    _groups: Mapping[str, Any]

    def __init__(self, fleets: Sequence[Fleet], structures: Mapping[str, Any], groups: Mapping[str, Any] | None = None):
        vars(self).update(_structures=dict(structures), _groups=dict(groups or {}), names=())
        self.fit(fleets)

    def fit(self, fleets: Sequence[Fleet]) -> None:
        """Give every column as many rows as the fleets have, in new arrays; the values of earlier rows are kept.

        Args:
            fleets: fleets of the world; the rows of earlier ones stay the same.
        """
        count = sum(fleet.count for fleet in fleets)
        kinds = column_kinds(self._structures.values())
        floats = [name for name, kind in kinds.items() if kind == Floats]
        arrays = dict(zip(floats, aligned_columns(len(floats), count, np.float64), strict=True))
        arrays |= {name: np.zeros(count, _WHOLE_NUMBERS[kind]) for name, kind in kinds.items() if kind != Floats}
        for name in self.names:
            earlier = getattr(self, name)[:count]
            arrays[name][: earlier.size] = earlier
        found: dict[Any, Any] = {
            structure: structure(*(arrays[field] for field in structure._fields))
            for structure in self._structures.values()
        }
        named = {name: found[structure] for name, structure in self._structures.items()}
        for name, group in self._groups.items():
            named[name] = found[group] = group(*(found[kind] for kind in group.__annotations__.values()))
        vars(self).update(named, **arrays, count=count, rows=list(_rows_of(fleets)), names=tuple(kinds))

    if not TYPE_CHECKING:  # a type checker would take every name for a column

        def __getattr__(self, name: str) -> Any:
            if name.startswith("__") or "names" not in self.__dict__:
                raise AttributeError(name)
            raise AttributeError(
                unknown_name("the vehicle table", "column", name, self.names, listed="dir(world.vehicles)")
            )

        def __setattr__(self, name: str, value: Any) -> None:
            column = getattr(self, name)
            if name not in self.names:
                raise AttributeError(f"{name} of the vehicle table cannot be replaced; assign its columns in place")
            try:
                column[:] = value
            except (ValueError, TypeError) as error:
                raise WorldError(
                    f"vehicles.{name} has {self.count} values and cannot take {shown_value(value)}; "
                    "give one number, or one for each vehicle"
                ) from error

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, vehicle: Any) -> NoReturn:
        raise TypeError(
            f"the vehicle table has columns and no vehicles of their own: vehicles.x[{vehicle!r}] is x of one, "
            "and vehicles.x[:] of all"
        )

    def __repr__(self) -> str:
        where = ", ".join(f"{name} {span(getattr(self, name), unit)}" for name, unit in _SHOWN if name in self.names)
        return (
            f"<VehicleTable: {counted(self.count, 'vehicle')} in {counted(len(self.rows), 'fleet')}, "
            f"{len(self.names)} columns: {listed(self.names)}\n {where}>"
        )

    def columns(self, *names: str) -> list[NDArray[Any]]:
        """Return the named columns, in order."""
        return [getattr(self, name) for name in names]

    def all_columns(self) -> list[NDArray[Any]]:
        """Return every column, in the order of ``names``."""
        return self.columns(*self.names)


def column_kinds(structures: Iterable[Any]) -> dict[str, Any]:
    """Return the name and kind of every column of these structures.

    Raises:
        AssertionError: two structures have a column of one name.
    """
    kinds: dict[str, Any] = {}
    for structure in structures:
        for name, kind in structure.__annotations__.items():
            assert name not in kinds, f"two components have a column {name}"
            kinds[name] = kind
    return kinds


def _rows_of(fleets: Sequence[Fleet]) -> Iterable[slice]:
    first = 0
    for fleet in fleets:
        yield slice(first, first + fleet.count)
        first += fleet.count
