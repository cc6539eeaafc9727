"""Comparison of vehicles' reference figures with simulated ones.

A figure with a ``check`` is simulated (``measuring``) and must be within its bounds; a steepest grade or side slope is
a rating, which a vehicle may exceed. For a figure without a check its ``note`` gives the reason.
"""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ...base.errors import ModelError
from ...models.registry import find
from ...vehicles import motor_pool
from ...vehicles.figures import UNITS, Check, Figure, parse_check
from ...vehicles.vehicle_file import NamedVehicle
from .measuring import measure

Told = Callable[[str, str, float], None]

RATINGS = ("steepest-climb", "side-slope")  # figures that are lower limits of what a vehicle can do
PIVOT = (0.0, 0.05, "m")  # allowed displacement of the centre in a pivot turn, for a figure that is a word
ROUNDING = 1e-3  # tolerance of a figure without bounds that is derived from rounded values [1]
EXACT = 1e-9  # tolerance for the rounding of bounds [1]


class Row(NamedTuple):
    """Reference figure of a vehicle and its simulated value."""

    vehicle: str
    figure: Figure
    simulated: float | None  # in ``unit``; None without a check
    low: float  # in ``unit``, like ``high``
    high: float
    unit: str
    problem: str = ""  # reason why the simulation failed

    @property
    def passes(self) -> bool | None:
        """Return whether the value is within its bounds; None without a check."""
        if not self.figure.check:
            return None
        return self.simulated is not None and self.low <= self.simulated <= self.high

    @property
    def reason(self) -> str:
        """Return the reason why the figure is not simulated, or else the note in the vehicle's file."""
        return self.problem or self.figure.note


def check_vehicles(names: Sequence[str] | None = None, *, told: Told | None = None) -> list[Row]:
    """Compare vehicles with their reference figures.

    Args:
        names: names of vehicles; all shipped ones by default.

    Raises:
        ModelError: a vehicle is unknown.
    """
    vehicles = [_vehicle(name) for name in names or motor_pool.names()]
    tasks = [(vehicle, figure) for vehicle in vehicles for figure in vehicle.figures]
    rows: list[Row] = []
    for done, (vehicle, figure) in enumerate(tasks):
        if told is not None:
            told(vehicle.name, figure.quantity, done / len(tasks))
        rows.append(check_figure(vehicle, figure))
    return rows


def check_figure(vehicle: NamedVehicle, figure: Figure) -> Row:
    """Return one figure with its simulated value, if it has a check."""
    check = parse_check(figure.check)
    low, high, unit = bounds_of(figure, check)
    if check is None:
        return Row(vehicle.name, figure, None, low, high, unit)
    try:
        simulated = measure(vehicle.name, check) / UNITS[unit]
    except ModelError as error:
        return Row(vehicle.name, figure, None, low, high, unit, str(error))
    return Row(vehicle.name, figure, simulated, low, high, unit)


def bounds_of(figure: Figure, check: Check | None) -> tuple[float, float, str]:
    """Return the bounds of a simulated value and their unit."""
    if isinstance(figure.value, str):
        return PIVOT if check is not None and check.name == "pivot" else (-math.inf, math.inf, figure.unit)
    value, low, high = figure.value, figure.low, figure.high
    if check is not None and check.name in RATINGS:
        low, high = value if low is None else low, None
    is_exact = low is None and high is None
    tolerance = (ROUNDING if is_exact else EXACT) * abs(value)
    if is_exact:
        low = high = value
    return (-math.inf if low is None else low - tolerance, math.inf if high is None else high + tolerance, figure.unit)


def _vehicle(name: str) -> NamedVehicle:
    model = find(name)
    if model.vehicle is None:
        raise ModelError(f"{model.name} is a motion model, not a vehicle, and has no reference figures")
    return model.vehicle
