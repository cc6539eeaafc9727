"""Reference figures of vehicles beside what the simulation gives, row by row.

A figure with a ``check`` is simulated (``measuring``) and has to lie within its bounds; that of a steepest grade or
side slope is a rating, which a vehicle may exceed. A figure without one is told with its reason, its ``note``.
"""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ...errors import ModelError
from ...models.registry import find
from ...vehicles import motor_pool
from ...vehicles.figures import UNITS, Check, Figure, parse_check
from ...vehicles.vehicle_file import NamedVehicle
from .measuring import measure

Told = Callable[[str, str, float], None]

RATINGS = ("steepest-climb", "side-slope")  # what a vehicle can do, and perhaps more
PIVOT = (0.0, 0.05, "m")  # how far the middle may move in a turn on the spot, where its figure is a word
ROUNDING = 1e-3  # of a figure without bounds that follows from rounded values [1]
EXACT = 1e-9  # of bounds, for their own rounding [1]


class Row(NamedTuple):
    """One figure of a vehicle, and what was found of it."""

    vehicle: str
    figure: Figure
    simulated: float | None  # in ``unit``; None where no check simulates it
    low: float  # in ``unit``, as the two below
    high: float
    unit: str
    problem: str = ""  # why it could not be simulated

    @property
    def passes(self) -> bool | None:
        """Return whether the value lies within its bounds; None where no check simulates it."""
        if not self.figure.check:
            return None
        return self.simulated is not None and self.low <= self.simulated <= self.high

    @property
    def reason(self) -> str:
        """The reason why the figure is not simulated, or else the note in the vehicle's file."""
        return self.problem or self.figure.note


def check_vehicles(names: Sequence[str] | None = None, *, told: Told | None = None) -> list[Row]:
    """Compare vehicles with their reference figures.

    Args:
        names: of vehicles; the whole motor pool by default.
        told: called with the vehicle, the figure and the share that is done, before each.

    Raises:
        ModelError: there is no such vehicle.
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
    """One figure, simulated if its check says how."""
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
    """Return the bounds of a simulated value, and their unit."""
    if isinstance(figure.value, str):
        return PIVOT if check is not None and check.name == "pivot" else (-math.inf, math.inf, figure.unit)
    value, low, high = figure.value, figure.low, figure.high
    if check is not None and check.name in RATINGS:
        low, high = value if low is None else low, None
    is_exact = low is None and high is None
    room = (ROUNDING if is_exact else EXACT) * abs(value)
    if is_exact:
        low = high = value
    return (-math.inf if low is None else low - room, math.inf if high is None else high + room, figure.unit)


def _vehicle(name: str) -> NamedVehicle:
    model = find(name)
    if model.vehicle is None:
        raise ModelError(f"{model.name} is a motion model and no vehicle: it has no reference figures")
    return model.vehicle
