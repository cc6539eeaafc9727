"""Runs of comparisons: motion of models with the same inputs, errors at several step lengths, and their order.

Every run is a ``Vehicle``, so that a comparison shows what a user of the model gets. An error is the distance of the
final pose from a reference: the limit for vanishing steps of the model itself or of another one.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ...vehicles.vehicle import Vehicle

ROUNDING = 1e-11  # errors below this are rounding errors [m, rad]
HALVINGS = 5  # of dt, in a study of convergence

Act = Callable[[Vehicle, float], None]  # sets a vehicle's controls or ground before the step that begins at a time [s]


class Entry(NamedTuple):
    """Model of a comparison: its values, its commands and its name in the figure."""

    model: str
    values: Mapping[str, Any] = {}
    speed: float = 0.0  # for drive() [m/s]
    steer: float = 0.0  # for drive(), -1..1, positive to the left
    name: str = ""  # in the figure; by default the model's name

    @property
    def title(self) -> str:
        """Return the name for tables and figures."""
        return self.name or self.model

    def start(self) -> Vehicle:
        """Return a vehicle at the start of a run."""
        return Vehicle(self.model, **self.values)


@dataclass(frozen=True)
class Run:
    """Recorded motion of a vehicle: the values of its fields at the start and after each step."""

    name: str
    times: Any  # [s]
    columns: dict[str, Any]  # field -> an array as long as ``times``
    problem: str  # reason for an early end, or empty

    def __getitem__(self, field: str) -> Any:
        """Return the values of a field."""
        return self.columns[field]

    @property
    def pose(self) -> tuple[float, float, float]:
        """Return x, y [m] and yaw [rad] at the end; NaN for a run that ended early."""
        if self.problem:
            return math.nan, math.nan, math.nan
        x, y, yaw = (float(self.columns[name][-1]) for name in ("x", "y", "yaw"))
        return x, y, yaw


class Study(NamedTuple):
    """Errors of a model at several step lengths."""

    name: str
    dts: Any  # in descending order [s]
    position_errors: Any  # at the end [m]
    heading_errors: Any  # at the end [rad]

    @property
    def position_order(self) -> float:
        """Return the order of convergence of the position: the power of dt in its error."""
        return observed_order(self.dts, self.position_errors)


# ---------------------------------------------------------------- runs


def run(entry: Entry, *, seconds: float, dt: float) -> Run:
    """Step a model for ``seconds``, in whole steps of about ``dt`` [s].

    Raises:
        ModelError: the model or a field is unknown, or a value is out of range.
    """
    vehicle = entry.start()
    vehicle.allow_long_steps()  # their errors are what is compared
    step_count = max(1, round(seconds / dt))
    exact_dt = seconds / step_count
    act = driver(entry, exact_dt)
    fields = _fields(vehicle)
    rows = [[getattr(vehicle, field) for field in fields]]
    for step in range(step_count):
        act(vehicle, step * exact_dt)
        vehicle.step(exact_dt)
        if vehicle.status:
            break
        rows.append([getattr(vehicle, field) for field in fields])
    columns = np.array(rows, dtype=float).T
    problem = "; ".join(vehicle.problems())
    return Run(entry.title, exact_dt * np.arange(len(rows)), dict(zip(fields, columns, strict=True)), problem)


def driver(entry: Entry, dt: float) -> Act:
    """Return the driver of an entry: it sets speed and steering, except controls that the entry fixes."""
    model = entry.start().model
    controls: tuple[str, ...] = model.module.Control._fields
    fixed = {name: value for name, value in entry.values.items() if name in controls}
    is_free = model.can_be_driven and len(fixed) < len(controls)

    def act(vehicle: Vehicle, time: float) -> None:
        if is_free and (time == 0.0 or vehicle.model.is_dynamic):
            vehicle.drive(entry.speed, entry.steer, dt=dt)
            for name, value in fixed.items():
                setattr(vehicle, name, value)

    return act


def _fields(vehicle: Vehicle) -> list[str]:
    module = vehicle.model.module
    return [*module.State._fields, *module.Control._fields]


# ---------------------------------------------------------------- errors and orders


def halved(dt: float) -> list[float]:
    """Return a step length and its halves."""
    return [dt / 2**halving for halving in range(HALVINGS + 1)]


def study(entry: Entry, *, seconds: float, dts: Sequence[float], reference: Entry | None = None) -> Study:
    """Return the errors of a model at each step length [s], the shortest last, from its limit or a reference's.

    Args:
        reference: entry whose limit is the correct result; the model itself by default.
    """
    return _errors(entry, _limit(reference or entry, seconds=seconds, dt=dts[-1]), seconds=seconds, dts=dts)


def studies(entries: Sequence[Entry], *, seconds: float, dts: Sequence[float], reference: Entry | None) -> list[Study]:
    """Return the errors of several models; the reference runs only once.

    Args:
        reference: entry whose limit is the correct result for all; None for each model's own limit.
    """
    if reference is None:
        return [study(entry, seconds=seconds, dts=dts) for entry in entries]
    limit = _limit(reference, seconds=seconds, dt=dts[-1])
    return [_errors(entry, limit, seconds=seconds, dts=dts) for entry in entries]


def _errors(entry: Entry, limit: tuple[float, float, float], *, seconds: float, dts: Sequence[float]) -> Study:
    poses = [run(entry, seconds=seconds, dt=dt).pose for dt in dts]
    position = np.array([math.dist(pose[:2], limit[:2]) for pose in poses])
    heading = np.array([abs(turn(limit[2], pose[2])) for pose in poses])
    return Study(entry.title, np.array(dts), position, heading)


def _limit(entry: Entry, *, seconds: float, dt: float) -> tuple[float, float, float]:
    """Return the limit of a model for vanishing steps, from steps around ``dt`` [s]."""
    return limit_pose([run(entry, seconds=seconds, dt=factor * dt).pose for factor in (1.0, 0.5, 0.25)])


def limit_pose(poses: Sequence[tuple[float, float, float]]) -> tuple[float, float, float]:
    """Return the limit of three poses with halved steps, by Richardson extrapolation."""
    coarse, middle, fine = poses
    early, late = _difference(middle, coarse), _difference(fine, middle)
    x, y, yaw = (
        end + _rest(before, after) for end, before, after in zip(fine, early, late, strict=True)
    )  # fmt: skip
    return x, y, yaw


def _difference(pose: tuple[float, float, float], other: tuple[float, float, float]) -> tuple[float, float, float]:
    return pose[0] - other[0], pose[1] - other[1], turn(other[2], pose[2])


def _rest(before: float, after: float) -> float:
    """Return the sum of the remaining corrections, if they form a geometric series."""
    if abs(after) < ROUNDING or abs(after) >= 0.9 * abs(before):
        return 0.0
    ratio = after / before
    return after * ratio / (1.0 - ratio)


def turn(yaw: float, other: float) -> float:
    """Return the smallest rotation [rad] from one yaw to another."""
    return math.remainder(other - yaw, math.tau)


def observed_order(dts: Any, errors: Any) -> float:
    """Return the power of dt in the errors, from the two shortest steps above rounding; NaN without these.

    A model that converges to another limit than the reference has order 0; an exact one has none.
    """
    usable = [(dt, error) for dt, error in zip(dts, errors, strict=True) if error > 10.0 * ROUNDING]
    if len(usable) < 2:
        return math.nan
    (long, large), (short, small) = usable[-2:]
    return math.log(large / small) / math.log(long / short)


def is_exact(errors: Any) -> bool:
    """Return whether all errors are within rounding."""
    return bool(np.all(np.asarray(errors) <= 10.0 * ROUNDING))


def order_words(dts: Any, errors: Any) -> str:
    """Return an order as text: "1.00", "exact", or that the error remains."""
    if not np.all(np.isfinite(errors)):
        return "no answer"
    if is_exact(errors):
        return "exact"
    order = observed_order(dts, errors)
    if math.isnan(order):
        return "exact below that"
    return f"{order:.2f}" if abs(order) > 0.2 else f"{abs(order):.2f} (stays)"
