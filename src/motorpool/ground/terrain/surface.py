"""Surface: ground classes on a raster, and a table of their properties.

A cell holds the number of a class, which applies to the whole square. The table has a row for each class and a column
for each of ``FIELDS``. ``class_at`` is a scalar function for compiled kernels; ``Surface.sample`` also takes arrays.

Sources: frictions, resistances, shear lengths and speed factors after Wong, "Theory of Ground Vehicles", chapters 1
and 4, and Taborek, "Mechanics of Vehicles" (1957), rounded; real ground differs from them by 20 % and more. Sliding on
wet grass: 0.2, Noon, "Engineering Analysis of Vehicular Accidents" (1994). The other values of grass are estimates:
those of the earth under it, with less friction. The cone indices are estimates, see ``_ROWS``.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...base.arrays import Bytes, ByteTable, Floats
from ...base.errors import WorldError, unknown_name
from ...base.wording import listed
from ...models.mathematics import Real, Whole, clamp, select
from .heightfield import Terrain

FIELDS = (
    "friction",  # peak friction coefficient of tyres and tracks [1]
    "sliding_friction",  # friction coefficient of sliding tyres and tracks [1]
    "wheel_resistance",  # rolling resistance of wheels over their load [1]
    "track_resistance",  # motion resistance of tracks over their load [1]
    "shear_length",  # Janosi's K, the shear displacement over which thrust builds up; 0 on hard ground [m]
    "speed_factor",  # relative speed of drivers on this ground [1]
    "cone_index",  # rating cone index: strength of the soil under repeated passes [lb/in^2]
)
LIMITS = {  # allowed ranges of table values
    "friction": (0.01, 2.0),
    "sliding_friction": (0.01, 2.0),
    "wheel_resistance": (0.0, 1.0),
    "track_resistance": (0.0, 1.0),
    "shear_length": (0.0, 1.0),
    "speed_factor": (0.01, 1.0),
    "cone_index": (0.0, 10_000.0),
}
FACTOR_OF = {  # name of the factor that changes each property
    "friction": "friction",
    "sliding_friction": "friction",
    "wheel_resistance": "resistance",
    "track_resistance": "resistance",
    "cone_index": "cone_index",
}
HARD = 1000.0  # cone index of ground without sinkage [lb/in^2]
MAX_CLASSES = 256  # class numbers are bytes
DEFAULT = "dry-earth"

# In the order of FIELDS. The cone indices are estimates from the VCI1 of vehicles (one pass: M113 about 17, M1 about
# 25, loaded trucks 20 to 30) and US Army FM 5-430-00-1, chapter 7: dry fine-grained soil has several hundred and stops
# no vehicle; wet it has about 80, which most vehicles pass some 50 times; mud has 30, which most pass once. Loose dry
# sand has about 100, but there friction and resistance are decisive. The cone index of snow means little: packed 200,
# fresh 40.
_ROWS = {
    "dry-asphalt": (0.85, 0.75, 0.013, 0.035, 0.0, 1.0, HARD),
    "wet-asphalt": (0.60, 0.50, 0.014, 0.035, 0.0, 1.0, HARD),
    "concrete": (0.85, 0.75, 0.013, 0.035, 0.0, 1.0, HARD),
    "gravel": (0.60, 0.55, 0.025, 0.05, 0.01, 0.9, HARD),
    "dry-earth": (0.68, 0.65, 0.05, 0.06, 0.015, 0.8, 300.0),
    "wet-earth": (0.55, 0.45, 0.09, 0.09, 0.02, 0.7, 80.0),
    "dry-sand": (0.55, 0.50, 0.20, 0.12, 0.02, 0.5, 100.0),
    "mud": (0.35, 0.30, 0.30, 0.18, 0.03, 0.3, 30.0),
    "packed-snow": (0.20, 0.15, 0.03, 0.05, 0.03, 0.7, 200.0),
    "fresh-snow": (0.30, 0.25, 0.10, 0.10, 0.03, 0.5, 40.0),
    "ice": (0.10, 0.07, 0.015, 0.03, 0.0, 0.5, HARD),
    "grass": (0.50, 0.40, 0.06, 0.06, 0.015, 0.8, 200.0),
    "wet-grass": (0.30, 0.20, 0.08, 0.08, 0.02, 0.7, 80.0),
}
CLASSES = tuple(_ROWS)
COLOURS = {  # for maps
    "dry-asphalt": "#55565a",
    "wet-asphalt": "#3c4048",
    "concrete": "#a9a7a0",
    "gravel": "#b3a58c",
    "dry-earth": "#a98d62",
    "wet-earth": "#7d6343",
    "dry-sand": "#dcc68c",
    "mud": "#4f3f2e",
    "packed-snow": "#dde6ec",
    "fresh-snow": "#f4f8fa",
    "ice": "#b5d4e3",
    "grass": "#7f9150",
    "wet-grass": "#5f7a44",
}

GREY = "#808080"  # default colour of a class


@dataclass(frozen=True, eq=False)
class Surface:
    """Ground classes on a square raster; ``uniform`` and ``from_classes`` make one."""

    classes: Bytes  # index into ``names``, (rows, columns); row 0 is south, column 0 is west
    spacing: float  # side of a cell [m]
    x_west: float  # of the outer corner of cell (0, 0), world frame [m]
    y_south: float  # of the outer corner of cell (0, 0), world frame [m]
    names: tuple[str, ...] = CLASSES  # of the classes
    table: Floats = field(default_factory=lambda: rows_of(CLASSES))  # (classes, fields), units as FIELDS
    colours: tuple[str, ...] = tuple(COLOURS[name] for name in CLASSES)  # of the classes, "#rrggbb"

    def __post_init__(self) -> None:
        names = tuple(self.names)
        classes = _checked_classes(self.classes, len(names))
        for name, value in (("spacing", self.spacing), ("x_west", self.x_west), ("y_south", self.y_south)):
            if not math.isfinite(value) or (name == "spacing" and value <= 0.0):
                raise WorldError(f"the {name} of a surface is {value} m; it must be finite, and the spacing positive")
        table, colours = _checked_table(self.table, names), tuple(self.colours)
        if len(colours) != len(names):
            raise WorldError(f"a surface has {len(colours)} colours for {len(names)} classes; give one for each class")
        for name, value in (("classes", classes), ("names", names), ("table", table), ("colours", colours)):
            object.__setattr__(self, name, value)

    def __repr__(self) -> str:
        rows, columns = self.classes.shape
        shares = np.bincount(self.classes.ravel(), minlength=len(self.names)) / self.classes.size
        kinds = [f"{100 * shares[kind]:.3g} % {self.names[kind]}" for kind in np.argsort(-shares) if shares[kind]]
        return (
            f"<Surface: {columns} x {rows} cells of {self.spacing:.6g} m, {listed(kinds, 4)}\n"
            f" x {self.x_west:.6g} to {self.x_west + columns * self.spacing:.6g} m, "
            f"y {self.y_south:.6g} to {self.y_south + rows * self.spacing:.6g} m>"
        )

    @classmethod
    def uniform(cls, name: str, terrain: Terrain) -> "Surface":
        """Return a surface with one class all over a terrain.

        Raises:
            WorldError: the class is unknown.
        """
        size = max(terrain.width, terrain.depth)
        number = CLASSES.index(_known(name))
        return cls(np.full((1, 1), number, np.uint8), size, terrain.x_west, terrain.y_south)

    @classmethod
    def from_classes(
        cls,
        classes: ArrayLike,
        *,
        spacing: float,
        legend: Mapping[int, str] | Sequence[str] = CLASSES,
        x_west: float | None = None,
        y_south: float | None = None,
    ) -> "Surface":
        """Return a surface from numbers in rows and columns.

        Args:
            classes: (rows, columns) whole numbers, row 0 south, column 0 west.
            legend: name of the class of each number.
            x_west, y_south: west and south borders [m]; by default the raster is centred at the world's origin.

        Raises:
            WorldError: the legend lacks a number, a name is unknown, or the raster is invalid.
        """
        numbers = np.asarray(classes)
        if numbers.ndim != 2 or not numbers.size or numbers.dtype.kind not in "iu":
            raise WorldError(
                f"the classes of a surface are {numbers.dtype} of shape {numbers.shape}; they must be whole numbers "
                "of shape (rows, columns)"
            )
        words = dict(legend) if isinstance(legend, Mapping) else dict(enumerate(legend))
        found: list[int] = np.unique(numbers).tolist()
        for number in found:
            if number not in words:
                raise WorldError(f"the surface has the number {number}, which its legend does not name; add it")
        indices = np.array([CLASSES.index(_known(words[number])) for number in found], np.uint8)
        rows, columns = numbers.shape
        return cls(
            indices[np.searchsorted(found, numbers)],
            float(spacing),
            -0.5 * columns * spacing if x_west is None else x_west,
            -0.5 * rows * spacing if y_south is None else y_south,
        )

    @property
    def rows(self) -> int:
        """Return the number of cells from south to north."""
        return self.classes.shape[0]

    @property
    def columns(self) -> int:
        """Return the number of cells from west to east."""
        return self.classes.shape[1]

    @overload
    def sample(self, x: float, y: float) -> int: ...
    @overload
    def sample(self, x: NDArray[Any], y: NDArray[Any]) -> NDArray[np.intp]: ...
    def sample(self, x: Any, y: Any) -> Any:
        """Return the index into ``names`` at one position or many [m], limited to the raster; NaN gives 0."""
        if isinstance(x, (float, int)) and isinstance(y, (float, int)):
            return class_at(self.classes, self.x_west, self.y_south, self.spacing, float(x), float(y))
        u, v = (np.asarray(x, np.float64) - self.x_west) / self.spacing, (y - self.y_south) / self.spacing
        lost = np.isnan(u) | np.isnan(v)
        column = np.clip(np.where(lost, 0.0, u), 0.0, self.columns - 1.0).astype(np.intp)
        row = np.clip(np.where(lost, 0.0, v), 0.0, self.rows - 1.0).astype(np.intp)
        return np.where(lost, 0, self.classes[row, column]).astype(np.intp)

    def name_at(self, x: float, y: float) -> str:
        """Return the name of the surface class at a position."""
        return self.names[self.sample(float(x), float(y))]

    def values(self, name: str) -> Floats:
        """Return the values of one of ``FIELDS`` by class."""
        return self.table[:, FIELDS.index(name)]

    def scaled(self, factors: Mapping[Any, float]) -> "Surface":
        """Return the surface with properties of all classes multiplied, within their limits.

        Args:
            factors: by name: "friction", "resistance" (of wheels and tracks), "cone_index" [1].
        """
        table = self.table.copy()
        for name, key in FACTOR_OF.items():
            column = FIELDS.index(name)
            table[:, column] = np.clip(table[:, column] * factors.get(key, 1.0), *LIMITS[name])
        return replace(self, table=table)

    def with_class(self, name: str) -> "Surface":
        """Return the surface with a standard class appended, if it does not have it."""
        return self if name in self.names else self.with_row(name, rows_of([name])[0], colour=COLOURS[name])

    def with_row(self, name: str, row: ArrayLike, *, colour: str | None = None) -> "Surface":
        """Return the surface with a new table row for one class.

        Args:
            row: values of ``FIELDS`` in order, for example from ``soils.row_for``.
            colour: colour of the class on maps, as "#rrggbb"; unchanged by default, grey for a new class.

        Raises:
            WorldError: the row is invalid.
        """
        values = np.asarray(row, np.float64).reshape(1, -1)
        if name in self.names:
            place = self.names.index(name)
            table, colours = self.table.copy(), list(self.colours)
            table[place : place + 1] = _checked_table(values, (name,))
            colours[place] = colour or colours[place]
            return replace(self, table=table, colours=tuple(colours))
        return replace(
            self,
            names=(*self.names, name),
            table=np.vstack([self.table, _checked_table(values, (name,))]),
            colours=(*self.colours, colour or GREY),
        )


def class_at(classes: ByteTable, x_west: Real, y_south: Real, spacing: Real, x: Real, y: Real) -> Whole:
    """Return the class of the cell at a position, of (rows, columns), row 0 south; limited to the raster, NaN gives 0.

    ``x_west`` and ``y_south`` are the outer corner of cell (0, 0); all in metres.
    """
    rows, columns = classes.shape
    u, v = (x - x_west) / spacing, (y - y_south) / spacing
    is_lost = (u != u) | (v != v)
    column = int(clamp(select(is_lost, 0.0, u), 0.0, columns - 1.0))
    row = int(clamp(select(is_lost, 0.0, v), 0.0, rows - 1.0))
    return int(select(is_lost, 0, int(classes[row, column])))


def rows_of(names: Sequence[str]) -> Floats:
    """Return the rows of the standard table for classes.

    Raises:
        WorldError: a class is unknown.
    """
    return np.array([_ROWS[_known(name)] for name in names], np.float64).reshape(len(names), len(FIELDS))


def _known(name: str) -> str:
    if name not in _ROWS:
        raise WorldError(unknown_name("", "soil", name, CLASSES, listed="docs/ground.md"))
    return name


def _checked_classes(classes: Any, count: int) -> Bytes:
    values = np.asarray(classes)
    if values.ndim != 2 or not values.size or values.dtype != np.uint8:
        raise WorldError(
            f"the classes of a surface are {values.dtype} of shape {values.shape}; they must be uint8 of shape "
            "(rows, columns)"
        )
    if not 1 <= count <= MAX_CLASSES:
        raise WorldError(f"a surface has {count} names; it must have 1 to {MAX_CLASSES}")
    if values.max() >= count:
        raise WorldError(f"a surface has the class {values.max()} and names for {count}, counted from 0")
    return np.ascontiguousarray(values)


def _checked_table(table: Any, names: Sequence[str]) -> Floats:
    values = np.asarray(table, np.float64)
    if values.shape != (len(names), len(FIELDS)):
        raise WorldError(
            f"the table of a surface has the shape {values.shape}; it must be {len(names)} classes x {len(FIELDS)} "
            f"values: {', '.join(FIELDS)}"
        )
    for number, (word, (low, high)) in enumerate(LIMITS.items()):
        wrong = np.flatnonzero(~((values[:, number] >= low) & (values[:, number] <= high)))
        if wrong.size:
            raise WorldError(
                f"the {word} of {names[wrong[0]]} is {values[wrong[0], number]}; it must be {low:g} to {high:g}"
            )
    return np.ascontiguousarray(values)
