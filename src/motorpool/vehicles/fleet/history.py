"""History: samples of a fleet's columns at equal intervals, as arrays with units.

history = fleet.run(dt=0.02, steps=500, every=10)
history.time                 # (51,) [s]
history.x                    # (51, vehicles) [m]
history.units["x"]           # "m"
history.to_xarray()          # or .to_pandas(), with the extra "data"
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...base.errors import ModelError, require, unknown_name
from ...base.markup import table
from ...base.wording import counted, listed, span
from ...models.fields import Field

MAX_BYTES = 2 << 30  # default limit of the size of a history


class History:
    """Columns of a fleet over time; the first sample is the start, the last the end of the run.

    Each column is an attribute of shape (samples, vehicles): ``history.x[:, 3]`` is the track of vehicle 3.

    Example:
        history = mp.Fleet("bicycle", 100, speed=10.0).run(dt=0.02, steps=500, every=10)
        print(history.time[-1], history.x.shape, history.units["x"])  # 10.0 (51, 100) m

    ``time`` [s] has the shape (samples,) and begins with 0. The unit of a ratio is "1" or "".
    """

    def __init__(self, name: str, time: NDArray[np.float64], fields: Sequence[Field], columns: Mapping[str, Any]):
        self.name = name
        self.time = time
        self.columns = dict(columns)
        self.units = {field.name: field.unit for field in fields}
        self.meanings = {field.name: field.meaning for field in fields}

    def __getattr__(self, name: str) -> NDArray[Any]:
        columns: dict[str, Any] = self.__dict__.get("columns", {})
        if name.startswith("__") or name not in columns:
            raise AttributeError(unknown_name("the history", "column", name, ["time", *columns]))
        return columns[name]

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self.columns})

    def __len__(self) -> int:
        return len(self.time)

    @property
    def count(self) -> int:
        """Number of vehicles."""
        return next(iter(self.columns.values())).shape[1] if self.columns else 0

    def to_pandas(self) -> Any:
        """Return a table with a row for each sample and vehicle, indexed by time [s] and vehicle.

        The units of its columns are in ``table.attrs["units"]``.

        Raises:
            MissingExtraError: pandas is not installed.
        """
        pandas = require("pandas", extra="data", purpose="History.to_pandas")
        index = pandas.MultiIndex.from_product([self.time, np.arange(self.count)], names=["time", "vehicle"])
        table = pandas.DataFrame({name: column.ravel() for name, column in self.columns.items()}, index=index)
        table.attrs["units"] = {"time": "s", **self.units}
        return table

    def to_xarray(self) -> Any:
        """Return a Dataset with the dimensions time [s] and vehicle; each column has its unit and meaning.

        Raises:
            MissingExtraError: xarray is not installed.
        """
        xarray = require("xarray", extra="data", purpose="History.to_xarray")
        columns = {
            name: (("time", "vehicle"), column, {"units": self.units[name], "long_name": self.meanings[name]})
            for name, column in self.columns.items()
        }
        time = ("time", self.time, {"units": "s", "long_name": "time from the start"})
        return xarray.Dataset(columns, {"time": time, "vehicle": np.arange(self.count)}, {"fleet": self.name})

    def _repr_html_(self) -> str:
        title = f"{self.name}: {self.time[0]:.4g} to {self.time[-1]:.4g} s, {counted(len(self), 'sample')}"
        rows = [
            (name, span(column.ravel()), "" if self.units[name] == "1" else self.units[name], self.meanings[name])
            for name, column in self.columns.items()
        ]
        header = ("column", f"of {counted(self.count, 'vehicle')}", "unit", "meaning")
        return table(title, header, rows)

    def __repr__(self) -> str:
        shown = [name for name in ("x", "y", "speed") if name in self.columns] or list(self.columns)[:3]
        where = ", ".join(f"{name} {span(self.columns[name].ravel(), self.units[name])}" for name in shown)
        return (
            f"<History of {self.name!r}: {counted(len(self), 'sample')} from {self.time[0]:.4g} to "
            f"{self.time[-1]:.4g} s of {counted(self.count, 'vehicle')}\n"
            f" {len(self.columns)} columns: {listed(self.columns)}; {where}>"
        )


def record(
    columns: Mapping[str, Any],
    fields: Sequence[Field],
    *,
    name: str,
    dt: float,
    steps: int,
    every: int,
    advance: Callable[[int, float], None],
) -> History:
    """Sample columns while they are advanced, and return the history.

    Args:
        every: number of steps between two samples; the last interval may be shorter.
        advance: function of a number of steps and a time [s], which makes these steps.
    """
    ends = [*range(0, steps, every), steps]
    count = len(next(iter(columns.values()))) if columns else 0
    kept = {name: np.empty((len(ends), count), column.dtype) for name, column in columns.items()}
    done = 0
    for sample, end in enumerate(ends):
        if end > done:
            advance(end - done, done * dt)
            done = end
        for one, column in columns.items():
            kept[one][sample] = np.asarray(column)
    return History(name, dt * np.array(ends, float), fields, kept)


def check_size(samples: int, vehicles: int, columns: int, *, itemsize: int, most: int) -> None:
    """Check that a history takes at most ``most`` bytes, with ``itemsize`` bytes per number.

    Raises:
        ModelError: it takes more; the message says what would fit.
    """
    size = samples * vehicles * columns * itemsize
    if size > most:
        raise ModelError(
            f"a history of {counted(samples, 'sample')} of {counted(vehicles, 'vehicle')} in {columns} columns takes "
            f"{size / 1e9:.3g} GB, more than {most / 1e9:.3g} GB; keep fewer columns (columns=['x', 'y']), "
            f"sample {-(-size // max(1, most))} times as rarely (every=...), or allow more with max_bytes"
        )
