"""Numbers of comparisons: what models do with the same inputs, how wrong a step length makes them, how fast that fades.

Every run is a ``Vehicle``, so that a comparison shows what a user of the model gets. An error is the distance of the
pose at the end from a reference: another model's, or the model's own limit for vanishing steps.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ..vehicle import Vehicle

ROUNDING = 1e-11  # errors below this are those of floating-point numbers, in metres and radians
HALVINGS = 5  # of dt, in a study of convergence

Act = Callable[[Vehicle, float], None]  # sets a vehicle's controls or ground before the step that begins at a time [s]


class Entry(NamedTuple):
    """One of the models that are compared: its name in the figure, what is set in it, and what drives it."""

    model: str
    values: Mapping[str, Any] = {}
    speed: float = 0.0  # for drive() [m/s]
    steer: float = 0.0  # for drive(), -1..1, left positive
    name: str = ""  # in the figure; the model's own if empty

    @property
    def title(self) -> str:
        """Its name in tables and figures."""
        return self.name or self.model

    def start(self) -> Vehicle:
        """A vehicle at the start of a run."""
        return Vehicle(self.model, **self.values)


@dataclass(frozen=True)
class Run:
    """Recorded motion of a vehicle: the values of its fields at the start and after each step."""

    name: str
    times: Any  # [s]
    columns: dict[str, Any]  # field -> an array as long as times
    problem: str  # why it ended early, or empty

    def __getitem__(self, field: str) -> Any:
        """The values of a field."""
        return self.columns[field]

    @property
    def pose(self) -> tuple[float, float, float]:
        """x, y [m] and yaw [rad] at the end; NaN for a run that ended early."""
        if self.problem:
            return math.nan, math.nan, math.nan
        x, y, yaw = (float(self.columns[name][-1]) for name in ("x", "y", "yaw"))
        return x, y, yaw


class Study(NamedTuple):
    """The errors of a model at several step lengths."""

    name: str
    dts: Any  # from the longest [s]
    position_errors: Any  # at the end [m]
    heading_errors: Any  # at the end [rad]

    @property
    def position_order(self) -> float:
        """Order of convergence of the position: the power of dt in its error."""
        return observed_order(self.dts, self.position_errors)

    @property
    def heading_order(self) -> float:
        """Order of convergence of the heading."""
        return observed_order(self.dts, self.heading_errors)


# ---------------------------------------------------------------- runs


def run(entry: Entry, *, seconds: float, dt: float, act: Act | None = None) -> Run:
    """Step a model for ``seconds``, in steps of about ``dt`` [s] that fit a whole number of times.

    Args:
        entry: the model and what is set in it.
        seconds: simulated [s].
        dt: of a step [s].
        act: sets the controls before each step; by default the entry's speed and steering command do.

    Raises:
        ModelError: no such model, no such field, or a value out of its range.
    """
    vehicle = entry.start()
    vehicle.allow_long_steps()  # errors of steps are compared
    step_count = max(1, round(seconds / dt))
    exact_dt = seconds / step_count
    act = act or driver(entry, exact_dt)
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
    """Return the driver of an entry: it sets speed and steering, except controls that the entry sets."""
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


def halved(dt: float, times: int = HALVINGS) -> list[float]:
    """A step length and its halves."""
    return [dt / 2**halving for halving in range(times + 1)]


def study(entry: Entry, *, seconds: float, dts: Sequence[float], reference: Entry | None = None) -> Study:
    """Return the errors of a model at each step length, against a reference or else against its own limit.

    Args:
        entry: the model with its controls and parameters.
        seconds: how long it drives [s].
        dts: the step lengths [s], the shortest last.
        reference: an entry whose limit is the right answer.
    """
    return _errors(entry, _limit(reference or entry, seconds=seconds, dt=dts[-1]), seconds=seconds, dts=dts)


def studies(entries: Sequence[Entry], *, seconds: float, dts: Sequence[float], reference: Entry | None) -> list[Study]:
    """Return the errors of several models; the reference runs only once.

    Args:
        entries: the models with their controls and parameters.
        seconds: how long they drive [s].
        dts: the step lengths [s], the shortest last.
        reference: an entry whose limit is the right answer for all; None for each model's own limit.
    """
    if reference is None:
        return [study(entry, seconds=seconds, dts=dts) for entry in entries]
    goal = _limit(reference, seconds=seconds, dt=dts[-1])
    return [_errors(entry, goal, seconds=seconds, dts=dts) for entry in entries]


def _errors(entry: Entry, goal: tuple[float, float, float], *, seconds: float, dts: Sequence[float]) -> Study:
    poses = [run(entry, seconds=seconds, dt=dt).pose for dt in dts]
    position = np.array([math.dist(pose[:2], goal[:2]) for pose in poses])
    heading = np.array([abs(turn(goal[2], pose[2])) for pose in poses])
    return Study(entry.title, np.array(dts), position, heading)


def _limit(entry: Entry, *, seconds: float, dt: float) -> tuple[float, float, float]:
    """Return the limit of a model as its steps vanish, from steps around ``dt`` [s]."""
    return limit_pose([run(entry, seconds=seconds, dt=factor * dt).pose for factor in (1.0, 0.5, 0.25)])


def limit_pose(poses: Sequence[tuple[float, float, float]]) -> tuple[float, float, float]:
    """Return the limit of three poses, each from steps half as long as the one before: Richardson's extrapolation."""
    coarse, middle, fine = poses
    early, late = _difference(middle, coarse), _difference(fine, middle)
    x, y, yaw = (
        end + _rest(before, after) for end, before, after in zip(fine, early, late, strict=True)
    )  # fmt: skip
    return x, y, yaw


def _difference(pose: tuple[float, float, float], other: tuple[float, float, float]) -> tuple[float, float, float]:
    return pose[0] - other[0], pose[1] - other[1], turn(other[2], pose[2])


def _rest(before: float, after: float) -> float:
    """The sum of the corrections to come, if each is the same fraction of the one before it as ``after`` is."""
    if abs(after) < ROUNDING or abs(after) >= 0.9 * abs(before):
        return 0.0
    ratio = after / before
    return after * ratio / (1.0 - ratio)


def turn(yaw: float, other: float) -> float:
    """The smallest turn [rad] from one yaw to another."""
    return math.remainder(other - yaw, math.tau)


def observed_order(dts: Any, errors: Any) -> float:
    """The power of dt with which errors vanish, from the two shortest steps above rounding; NaN if there are none.

    A model that converges to something else than the reference has order 0; an exact one has none.
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
    """An order as it is told: "1.00", "exact", or that the error stays."""
    if not np.all(np.isfinite(errors)):
        return "no answer"
    if is_exact(errors):
        return "exact"
    order = observed_order(dts, errors)
    if math.isnan(order):
        return "exact below that"
    return f"{order:.2f}" if abs(order) > 0.2 else f"{abs(order):.2f} (stays)"
