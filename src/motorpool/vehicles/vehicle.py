"""Vehicle: a single vehicle of a model, in plain Python.

    car = Vehicle("bicycle", wheelbase=2.7)
    car.steer_angle, car.speed = 0.2, 10.0
    car.step(dt=1 / 60)
    print(car.x, car.y, car.yaw)

Every field of the model's State, Control, Params and Ground is an attribute. The class needs neither NumPy nor LLVM: it
starts immediately and takes some microseconds per step of a kinematic model, a tenth of a millisecond of a dynamic one;
``Vehicle("car", compiled=True)`` takes some microseconds of any.
"""

import math
import numbers
from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from ..base import extensions
from ..base.errors import ModelError, Status, StepWarning, closest_names, unknown_name, warn
from ..base.markup import table
from ..base.wording import counted, listed, valued
from ..models import sensor_mount
from ..models.fields import Field, fields_of, shown_value
from ..models.likely_units import is_command, warn_of_command, warn_of_degrees
from ..models.periods import Rest
from ..models.registry import ANY_STEP, Model, find
from ..models.sensor_mount import sensor_position
from ..models.step_arguments import check_dt, check_period, check_step

MOUNT = {"yaw", *sensor_mount.Params._fields}  # fields of a vehicle with a mount of its position sensor
POSE = ("x", "y", "yaw", "speed")  # fields of the state in a short description
ALL_BITS = int(~Status(0))  # of a status
METHODS = ("step", "run", "drive", "snapshot", "restore", "problems")  # that a misspelt name may mean


class Snapshot(NamedTuple):
    """Copy of all values that a vehicle's next step depends on."""

    values: tuple[float, ...]
    status: Status
    model: str  # name of the vehicle's model without settings
    rest: Rest = Rest()  # time that runs carry over

    def __repr__(self) -> str:
        return f"<Snapshot of a vehicle of {self.model!r}: {counted(len(self.values), 'value')}, {self.status!r}>"


class Vehicle:
    """Single vehicle.

    Example:
        car = mp.Vehicle("bicycle", wheelbase=2.7)
        car.steer_angle, car.speed = 0.2, 10.0  # [rad], left positive; [m/s]
        car.step(dt=1 / 60)
        print(car.x, car.y, car.yaw)

    Args:
        model: name of a model ("bicycle", "tracked/simple", ...) or vehicle ("M1A1"), path of a vehicle file (.toml),
            or a module with State, Control, Params and step.
        compiled: whether steps are compiled, which takes a second or two when the first vehicle of a model is made, and
            NumPy and LLVM; then a step of a dynamic model is some 20 times faster. Results differ by rounding from
            those in plain Python, and are those of a ``Fleet``.
        values: numbers for any fields of the model, or a word if the field has named values.

    Attributes:
        status: ``Status`` bits; they stay set until they are cleared.

    Raises:
        ModelError: the model or a field is unknown, or a value is out of range; also on setting an attribute; or the
            model cannot be compiled.
    """

    model: Model
    status: Status
    _fields: dict[str, Field]
    _parts: list[tuple[str, ...]]
    _readers: list[Callable[[dict[str, Any]], Any]]
    _is_valid: Callable[..., Any] | None
    _max_step: float
    _rest: Rest
    _warns: bool  # of commands that look like degrees
    _compiled: Callable[[dict[str, Any], float, int], tuple[list[float], int]] | None

    def __init__(self, model: Any, *, compiled: bool = False, **values: Any):
        found = find(model)
        structures = list(found.structures.values())
        parts = [fields_of(structure) for structure in structures]
        known: dict[str, Field] = {}
        for part in parts:
            _refuse_ambiguous(found.name, known, part)
            known |= {field.name: field for field in part}
        self.__dict__.update(
            model=found,
            status=Status(0),
            _fields=known,
            _parts=[tuple(field.name for field in part) for part in parts],
            _readers=[_reader(structure) for structure in structures],
            _is_valid=getattr(found.module, "is_valid", None),
            _max_step=found.max_step,
            _rest=Rest(),
            _warns=True,
            _compiled=_compiled_step(found) if compiled else None,
        )
        self.__dict__.update({field.name: field.default for field in known.values()})
        for name, value in values.items():
            setattr(self, name, value)
        if not self._can_move(0.0):
            named = [*self._parts[1], *self._parts[2]]
            raise ModelError(found.impossible(found.name, {name: self.__dict__[name] for name in named}))

    if not TYPE_CHECKING:  # typed.pyi has the fields; a type checker would take every name for one

        def __setattr__(self, name: str, value: Any) -> None:
            if name == "status":
                self.__dict__["status"] = _status(value, self.model.name)
                return
            field = self._fields.get(name)
            if field is None:
                raise ModelError(self._no_field(name))
            self.__dict__[name] = number = field.check(value, self.model.name)
            warn_of_degrees(field, (number,), self.model.name)

        def __getattr__(self, name: str) -> Any:
            if name.startswith("__") or "_fields" not in self.__dict__:
                raise AttributeError(name)
            if methods := [each for each in closest_names(name, METHODS) if each not in self._fields]:
                raise AttributeError(f"a Vehicle has no {name!r}; did you mean {methods[0]}()?")
            raise AttributeError(self._no_field(name))

    def _no_field(self, name: str) -> str:
        where = self.model.name
        return unknown_name(where, "field", name, self._fields, listed=f"`motorpool models {where}`")

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self._fields})

    def step(self, dt: float, steps: int = 1) -> None:
        """Advance the vehicle by ``steps`` times ``dt`` [s] with constant controls.

        If the next state would not be finite, the vehicle keeps its state and gets ``Status.NOT_FINITE``; if its
        controls are not allowed by its model, ``Status.OUT_OF_RANGE``. A ``dt`` above ``model.max_step`` causes a
        ``StepWarning``, once for each vehicle.

        Args:
            dt: finite, zero or positive [s].

        Raises:
            ModelError: ``dt`` or ``steps`` is out of range.
        """
        fields = self.__dict__
        if not (type(dt) is float and 0.0 <= dt <= fields["_max_step"] and type(steps) is int and steps >= 0):
            check_step(dt, steps, where=f"{self.model.name}.step")
            dt, steps = float(dt), int(steps)
            if dt > fields["_max_step"]:
                fields["_max_step"] = ANY_STEP  # warns only once
                warn(self.model.long_step(f"{self.model.name}.step", dt), StepWarning)
        if (compiled := self._compiled) is not None:
            state, bits = compiled(fields, dt, steps)
            fields["status"] |= Status(bits)
            fields.update(zip(self._parts[0], state, strict=True))
            return
        if self._is_valid is not None and not self._can_move(dt):
            fields["status"] |= Status.OUT_OF_RANGE
            return
        state, control, params, *ground = [read(fields) for read in self._readers]
        advance = self.model.module.step
        for _ in range(steps):
            after = _after(advance, state, control, params, dt, *ground)
            if after is None:
                fields["status"] |= Status.NOT_FINITE
                break
            state = after
        fields.update(zip(self._parts[0], state, strict=True))

    def run(self, *, seconds: float, dt: float, control: Callable[[float], None] | None = None) -> None:
        """Advance the vehicle by a period in steps of ``dt`` [s], and leave the rest of a step to the next run.

        Runs for the times of the frames of a game simulate all that time at any frame rate (``step_fraction``).

        Args:
            seconds: length of the period [s].
            dt: positive [s]; at most ``model.max_step``.
            control: function that sets the controls; called before each step with the time since the start [s].

        Raises:
            ModelError: ``seconds`` or ``dt`` is out of range.
        """
        check_period(seconds, dt, where=f"{self.model.name}.run")
        dt = float(dt)
        count, rest = self._rest.divide(seconds, dt)
        if control is None:
            self.step(dt, count)
        else:
            for number in range(count):
                control(number * dt)
                self.step(dt)
        self.__dict__["_rest"] = rest

    @property
    def step_fraction(self) -> float:
        """Return the time that ``run`` was asked for and has not simulated yet, in [0, 1) of its ``dt``."""
        return self._rest.step_fraction

    def allow_long_steps(self) -> None:
        """Allow steps of any length without a warning, for studies of their errors."""
        self.__dict__["_max_step"] = ANY_STEP

    def drive(self, speed: float, steer: float, *, dt: float = 1 / 60) -> None:
        """Set the controls for a speed and a steering command.

        For a dynamic model the controls accelerate towards that speed; call the method before each step.

        Args:
            speed: positive forward [m/s].
            steer: command in -1..1, positive to the left; numbers beyond are clamped, with a ``UnitWarning``, once
                for each vehicle, if they look like degrees.
            dt: next step [s]; used by dynamic models only.

        Raises:
            ModelError: the model has no ``control_from_command``, or an argument is no finite number.
        """
        if not self.model.can_be_driven:
            raise ModelError(f"{self.model.name} has no drive(); set {', '.join(self._parts[1])} instead")
        where = f"{self.model.name}.drive"
        speed, steer = _finite("speed", speed, where), _finite("steer", steer, where)
        check_dt(dt, where=where)
        if self._warns and not is_command(steer):
            self.__dict__["_warns"] = False  # warns only once
            warn_of_command("steer", steer, where)
        state, _, params, *_ = [read(self.__dict__) for read in self._readers]
        control = self.model.control(state, speed, steer, params, float(dt))
        for name, value in zip(self._parts[1], control, strict=True):
            setattr(self, name, value)

    @property
    def sensor_position(self) -> tuple[float, float]:
        """Return east and north of the position sensor [m], or of the reference point without a lever arm."""
        has_mount = self._fields.keys() >= MOUNT
        own = cast("Any", self)  # its fields are those of its model
        return sensor_position(own, own) if has_mount else (own.x, own.y)

    def problems(self) -> list[str]:
        """Return a sentence for each bit in ``status``."""
        return [f"{self.model.name}: {self.model.sentence(bit)}" for bit in Status if bit in self.status]

    def snapshot(self) -> Snapshot:
        """Return a copy of all fields, from which ``restore`` restores them exactly."""
        values = tuple(self.__dict__[name] for name in self._fields)
        return Snapshot(values, self.status, self.model.plain.name, self._rest)

    def restore(self, snapshot: Snapshot) -> None:
        """Restore all fields from a snapshot.

        Raises:
            ModelError: the snapshot is that of a vehicle of another model.
        """
        if (snapshot.model, len(snapshot.values)) != (self.model.plain.name, len(self._fields)):
            raise ModelError(
                f"{self.model.name}.restore: the snapshot is of a vehicle of {snapshot.model!r} with "
                f"{counted(len(snapshot.values), 'value')}; give one of {self.model.plain.name!r}, which has "
                f"{counted(len(self._fields), 'value')}"
            )
        self.__dict__.update(
            zip(self._fields, snapshot.values, strict=True), status=snapshot.status, _rest=snapshot.rest
        )

    def __copy__(self) -> "Vehicle":
        """Return an independent vehicle with the same values, of the same model."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        if self._compiled is not None:
            other.__dict__["_compiled"] = _compiled_step(self.model)  # it has an array of its own
        return other

    def __deepcopy__(self, memo: dict[int, Any]) -> "Vehicle":
        """Return the same as ``copy``: a model, which is code, is not copied."""
        return self.__copy__()

    def __reduce__(self) -> tuple[Any, ...]:
        values = {field: self.__dict__[field] for field in (*self._fields, "status", "_max_step", "_rest")}
        return _from_values, (type(self), self.model, values, self._compiled is not None)

    def _can_move(self, dt: float) -> bool:
        """Return whether the model accepts the present controls."""
        if self._is_valid is None:
            return True
        _, control, params, *_ = [read(self.__dict__) for read in self._readers]
        return bool(self._is_valid(control, params, dt))

    def __repr__(self) -> str:
        state, control, params = self._parts[:3]
        place = [name for name in POSE if name in state] or list(state[:4])
        problems = f"; {' and '.join(bit.name or '' for bit in self.status)}" if self.status else ""
        return (
            f"<Vehicle {self.model.name!r} ({self.model.kind}) at {', '.join(map(self._shown, place))}{problems}\n"
            f" controls {listed(map(self._shown, control)) or 'none'}; "
            f"{counted(len(params), 'parameter')}{params and ': '}{listed(map(self._shown, params), 3)}>"
        )

    def _repr_html_(self) -> str:
        rows: list[tuple[str, ...]] = []
        for part, structure in self.model.structures.items():
            rows += [(part,)] if structure._fields else []
            for name in structure._fields:
                field = self._fields[name]
                rows.append(
                    (name, f"{self.__dict__[name]:.6g}", "" if field.unit == "1" else field.unit, field.meaning)
                )
        return table(self.model.title, ("field", "value", "unit", "meaning"), rows, note=" ".join(self.problems()))

    def _shown(self, name: str) -> str:
        """Return a field with its value and unit: "wheelbase=2.7 m"."""
        return f"{name}={valued(self.__dict__[name], self._fields[name].unit)}"


def _reader(structure: Any) -> Callable[[dict[str, Any]], Any]:
    names = structure._fields
    if len(names) < 2:
        return lambda fields: structure(*[fields[name] for name in names])
    values = itemgetter(*names)
    return lambda fields: structure._make(values(fields))


def _after(step: Any, state: Any, control: Any, params: Any, dt: float, *ground: Any) -> Any:
    """Return the next state, or None if it would not be finite."""
    try:
        after = step(state, control, params, dt, *ground)
    except (ZeroDivisionError, OverflowError, ValueError):
        return None
    return after if math.isfinite(sum(after)) else None


def _compiled_step(model: Model) -> Any:
    """Return the compiled step of a model, by a reference: the Python in browsers has no NumPy."""
    return extensions.load("motorpool.vehicles.fleet.compiled_step:CompiledStep")(model)


def _from_values(kind: type[Vehicle], model: Model, values: dict[str, Any], compiled: bool = False) -> Vehicle:
    """Return a vehicle that was pickled; fields that its model has gained since then have their defaults."""
    vehicle = kind(model, compiled=compiled)
    known = {field: value for field, value in values.items() if field in vehicle.__dict__}
    if lost := sorted(values.keys() - known.keys()):
        raise ModelError(
            f"{model.name} has no field {lost[0]!r} of the pickled vehicle; it was written by another version"
        )
    vehicle.__dict__.update(known)
    return vehicle


def _status(value: Any, where: str) -> Status:
    """Return a status from its bits."""
    if isinstance(value, numbers.Integral) and 0 <= int(value) <= ALL_BITS:
        return Status(int(value))
    raise ModelError(f"{where}.status is {shown_value(value)}; it must be 0, which clears it, or bits of Status")


def _finite(name: str, value: Any, where: str) -> float:
    """Return an argument as a finite number; a text is no number."""
    try:
        number = math.nan if isinstance(value, str) else float(value)
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if not math.isfinite(number):
        raise ModelError(f"{where}: {name} is {shown_value(value)}; it must be a finite number")
    return number


def _refuse_ambiguous(model: str, known: dict[str, Field], part: Sequence[Field]) -> None:
    for field in part:
        if hasattr(Vehicle, field.name) or field.name in ("model", "status", "compiled"):
            raise ModelError(
                f"{model}: a field cannot be named {field.name!r}, because a Vehicle has that attribute itself"
            )
        if field.name in known:
            raise ModelError(
                f"{model} has two fields named {field.name!r}; a Vehicle needs distinct names, a Fleet does not"
            )
