"""Recordings as CSV: a line for each vehicle at each recorded tick, in SI units, the units in the header.

Lines come in the order of time, those of a tick in the order of vehicles, absent ones left out. A value that is not
finite is an empty cell. Numbers are rounded to a tenth of a millimetre and a microradian.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..base.errors import require
from ..world.drivers.kinds import ABSENT
from .columns import DRIVER, QUANTITIES, Quantity
from .formats import RecorderKind, VehicleRows

_PURPOSE = "recording"
HEADER = ("time_s", "tick", "vehicle", "fleet", *(quantity.name_with_unit for quantity in QUANTITIES))


class CsvTable:
    """Encodes rows as lines of CSV."""

    def __init__(self, about: Mapping[str, Any], vehicles: VehicleRows):
        """Prepare the header and the columns that are the same at each tick."""
        self._dt = float(about["dt"])
        self._ids, self._names = vehicles.ids[:0], list[str]()
        self.grow(vehicles)
        self.head = (",".join(HEADER) + "\n").encode()

    def grow(self, vehicles: VehicleRows) -> None:
        """Prepare the names of the fleets of further vehicles."""
        arrow = require("pyarrow", extra="app", purpose=_PURPOSE)
        self._ids = np.concatenate((self._ids, vehicles.ids))
        names = self._names = self._names + [""] * len(vehicles.ids)
        for fleet in vehicles.fleets:
            for place in fleet.places:
                names[place] = fleet.about["name"]
        self._fleets = arrow.array(names, arrow.string())
        # PyArrow quotes all words or none, and refuses to write a word that needs quotes without them.
        self._quoting = "needed" if any(sign in name for name in names for sign in ',"\r\n') else "none"

    def encoded(self, values: NDArray[np.float64], ticks: NDArray[np.int32], at: int) -> bytes:
        """Return the lines of some ticks; values are (columns, ticks, vehicles), in the order of ``COLUMNS``."""
        arrow = require("pyarrow", extra="app", purpose=_PURPOSE)
        csv = require("pyarrow.csv", extra="app", purpose=_PURPOSE)
        vehicle_count = len(self._ids)
        is_present = (values[DRIVER] != ABSENT).ravel()
        columns = [
            arrow.array(np.repeat(np.round(ticks * self._dt, 6), vehicle_count)),
            arrow.array(np.repeat(ticks, vehicle_count)),
            arrow.array(np.tile(self._ids, len(ticks))),
            arrow.chunked_array([self._fleets] * len(ticks)).combine_chunks(),
        ]
        for quantity, block in zip(QUANTITIES, values, strict=True):
            columns.append(_column(quantity, block.ravel()))
        table = arrow.Table.from_arrays(columns, names=list(HEADER))
        table = table if is_present.all() else table.filter(arrow.array(is_present))
        sink = arrow.BufferOutputStream()
        csv.write_csv(table, sink, csv.WriteOptions(include_header=False, quoting_style=self._quoting))
        return sink.getvalue().to_pybytes()

    def ending(self, at: int) -> bytes:
        """Return nothing: a table has no ending."""
        return b""


def _column(quantity: Quantity, values: NDArray[np.float64]) -> Any:
    arrow = require("pyarrow", extra="app", purpose=_PURPOSE)
    is_missing = ~np.isfinite(values)
    if quantity.decimals is None:
        return arrow.array(np.where(is_missing, 0.0, values).astype(np.int64), mask=is_missing)
    return arrow.array(np.round(values, quantity.decimals) + 0.0, mask=is_missing)  # + 0.0: no minus zero


FORMAT = RecorderKind("csv", "a table", CsvTable)
