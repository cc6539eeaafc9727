"""Fleet: many vehicles of one model, as columns.

    fleet = Fleet("tracked", count=1_000_000)
    fleet.control.left_track_speed[:] = 5.0
    fleet.step(dt=0.02, steps=500)

Each field of the model's State, Control and Params is one contiguous array of shape (count,),
which is changed in place.
"""

import math
import numbers
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, cast

import numpy as np
from numpy.typing import NDArray

from ...base.errors import ModelError, Status, StepWarning, closest_names, unknown_name, warn
from ...base.markup import table
from ...base.wording import counted, listed, span
from ...compile.address_table import AddressTable
from ...compile.ground import Rasters, rasters_of, takes_rasters
from ...compile.places import low_columns
from ...ground.terrain.heightfield import Terrain
from ...ground.terrain.surface import Surface
from ...models.fields import Field, fields_of, shown_value
from ...models.likely_units import is_command, warn_of_command, warn_of_degrees
from ...models.periods import Rest
from ...models.registry import ANY_STEP, Model, find
from ...models.step_arguments import check_dt, check_period, check_step
from .exchange import assign, on_host, real_numbers
from .history import MAX_BYTES, History, check_size, record
from .outline import completed

CACHE_LINE = 64  # bytes
LOOKED_AT = 64  # values of a column, for degrees in place of radians
OF_VALUES = Status.NOT_FINITE | Status.OUT_OF_RANGE  # status bits that are set because of a value in a column


# Attributes of a fleet. Any other name is refused, because it is probably a misspelt column.
_ATTRIBUTES = frozenset(
    [
        "model",
        "count",
        "name",
        "body",
        "shape",
        "dtype",
        "device",
        "status",
        "state",
        "control",
        "params",
        "ground",
        "is_in_world",
        "bound_columns",
    ]
)

# Attributes that cannot be replaced: kernels go on with the arrays that the fleet was made with.
_FIXED = frozenset(["model", "count", "dtype", "device", "state", "control", "params", "ground"])


class Body(NamedTuple):
    """Outer dimensions of a vehicle, for drawing and for contact.

    Example:
        tall = mp.Fleet("bicycle", 10, body=mp.Body(length=6.2, width=2.2, height=2.9))
        print(tall.body.length)  # [m]
    """

    length: float = 4.5  # along body x, without trailers [m]
    width: float = 1.8  # along body y [m]
    height: float = 1.5  # along body z [m]
    offset: float | None = None  # of its centre ahead of the reference point; None: the middle of the axles [m]

    @property
    def radius(self) -> float:
        """Return the radius of the circle around the reference point that has the body inside, seen from above [m]."""
        return math.hypot(0.5 * self.length + abs(self.offset or 0.0), 0.5 * self.width)


class KnownColumns:
    """Columns without access by name; ``typed.pyi`` derives from it the columns of each model, whose names it lists."""

    __slots__ = ("_arrays", "_fields", "_where")

    _arrays: Any  # dictionary of arrays by name
    _fields: dict[str, Field]
    _where: str

    def __init__(self, where: str, fields: Sequence[Field], arrays: Mapping[str, Any]):
        object.__setattr__(self, "_where", where)
        object.__setattr__(self, "_fields", {field.name: field for field in fields})
        object.__setattr__(self, "_arrays", dict(arrays))

    def __dir__(self) -> list[str]:
        return list(self._arrays)

    def __iter__(self) -> Iterator[Any]:
        arrays: dict[str, Any] = self._arrays
        return iter(arrays.values())

    def __repr__(self) -> str:
        return "\n".join(
            f"{self._where}.{name}: {field.meaning} [{field.unit}]{self._shown_values(name)}"
            for name, field in self._fields.items()
        )

    def _shown_values(self, name: str) -> str:
        """Return the range of a column's values; empty for a column on a GPU, which would have to be copied."""
        column = self._arrays[name]
        return f" = {span(column)}" if isinstance(column, np.ndarray) and len(self._arrays[name]) else ""

    def attach(self, name: str, array: Any) -> None:
        """Attach column ``name`` to ``array``, and copy its values there."""
        array[:] = self._arrays[name]
        self._arrays[name] = array


class Columns(KnownColumns):
    """Named columns that are read as attributes and assigned in place.

    ``columns.speed[:] = 5.0`` and ``columns.speed = 5.0`` are equivalent; the latter also accepts arrays of other
    libraries. ``dir(columns)`` lists the names.
    """

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        try:
            return object.__getattribute__(self, "_arrays")[name]
        except KeyError:
            raise AttributeError(unknown_name(self._where, "column", name, self._arrays)) from None

    def __setattr__(self, name: str, value: Any) -> None:
        column = getattr(self, name)
        assign(column, value, f"{self._where}.{name}")
        if isinstance(column, np.ndarray):  # a column on a GPU would have to be copied
            warn_of_degrees(self._fields[name], column[:LOOKED_AT].tolist(), self._where)


class Snapshot(NamedTuple):
    """Copy of all values that a fleet's next step depends on."""

    columns: tuple[NDArray[Any], ...]
    status: NDArray[np.uint32]
    model: str  # name of the fleet's model without settings
    rest: Rest = Rest()  # time that runs carry over

    def __repr__(self) -> str:
        vehicles = counted(len(self.status), "vehicle")
        return f"<Snapshot of a fleet of {self.model!r}: {len(self.columns)} columns of {vehicles}>"


class Fleet:
    """Many vehicles of one model.

    Example:
        cars = mp.Fleet("bicycle", 1000, wheelbase=2.7, speed=10.0)
        cars.control.steer_angle = np.linspace(-0.3, 0.3, 1000)  # a column; one number is for all
        cars.step(dt=0.02, steps=50)
        print(cars.state.x.mean(), cars.problems())

    Args:
        model: name of a model ("bicycle", "tracked/simple", ...) or vehicle ("M1A1"), path of a vehicle file (.toml),
            or a module with State, Control, Params and step.
        name: name in messages and tables; that of the model by default.
        body: outer dimensions; by default those of the named vehicle, or of a passenger car. Without an ``offset`` its
            centre is the middle of the axles.
        shape: glTF file (.glb) that the live page draws instead of the vehicle's own shape.
        dtype: "float64" or "float32", which is faster. A float32 fleet stores the rounding errors of its columns x and
            y and adds them in the next step, so that positions are integrated equally well anywhere on the map; the
            columns themselves have seven digits: 1 mm at 10 km, 0.03 m at 500 km, 0.25 m at 4000 km. The yaw is rounded
            in each step, and can drift by 0.04 rad in four hours at 64 steps a second.
        device: "cpu", or "cuda" for an NVIDIA GPU, where the columns are rows of one array.
        values: a number, a named value, or an array of shape (count,) for any field of the model.

    Attributes:
        state, control, params: the model's columns.
        ground: the model's columns of the ground under each vehicle; level ground until the user or a world sets them.
        status: uint32 of shape (count,), bits of ``Status``; they stay set until they are cleared (``status = 0``).

    A fleet can be copied (``copy.deepcopy``) and pickled, for example for ``multiprocessing``. The copy has columns of
    its own, and belongs to no world.

    Raises:
        ModelError: the model or a field is unknown, a value is out of range, or the shape cannot be read.
    """

    def __init__(
        self,
        model: Any,
        count: int,
        *,
        name: str | None = None,
        body: Body | None = None,
        shape: str | Path | None = None,
        dtype: Any = "float64",
        device: str = "cpu",
        **values: Any,
    ):
        self.model = find(model)
        self.count = _whole(count, "count")
        self.name = name or self.model.title
        shape = shape or (self.model.vehicle and self.model.vehicle.shape)
        self.shape = None if shape is None else _shape_of(shape)
        self.dtype = _float_type(dtype)
        self.device = _device(device)
        fields = {part: fields_of(structure) for part, structure in self.model.structures.items()}
        _refuse_unknown(self.name, values, [field for part in fields.values() for field in part])
        self._given = _common(values, self.model)
        arrays = self._filled([field for part in fields.values() for field in part], values)
        self.body = Body(*completed(body, self.model, _first_params(fields, arrays)))
        arrays, self.status = self._placed(arrays, np.zeros(self.count, np.uint32))
        self._all = [self._columns(part, part_fields, arrays) for part, part_fields in fields.items()]
        self.state, self.control, self.params = self._all[:3]
        self.ground = self._all[3] if self.model.stands_on_ground else Columns(f"{self.name}.ground", (), {})
        self._refuse_impossible()
        self._max_step = self.model.max_step
        self._rest = Rest()
        self._warns = True  # of commands that look like degrees
        self.is_in_world = False  # whether its pose is in the columns of a world
        self.bound_columns: set[str] = set()  # of the state, by name
        self._low_parts = arrays  # of positions; what is left of the arrays
        self._arrays = [*(array for part in self._all for array in part), *self._low_parts]
        self._driven_count = sum(len(dir(part)) for part in self._all[:3])  # state, control and params
        self._addresses: AddressTable | None = None  # of the columns, once they are asked for
        self._driven: tuple[Any, Any, AddressTable] | None = None  # speeds, steering commands and addresses of a drive

    @property
    def kind(self) -> str:
        """Kind of vehicle: "wheeled", "tracked" or "point"."""
        return self.model.kind

    def step(
        self,
        dt: float,
        steps: int = 1,
        *,
        terrain: Terrain | None = None,
        surface: Surface | None = None,
        threads: int | None = None,
    ) -> None:
        """Advance every vehicle by ``steps`` times ``dt`` [s] with constant controls.

        With a terrain or a surface, the columns of ``ground`` that they define are sampled at each vehicle before each
        step; the others are kept. Models without ``ground`` ignore both.

        If a control, a parameter or a value of the ground is NaN or infinite, or the next state would be, the vehicle
        keeps its state and gets ``Status.NOT_FINITE``. If one is out of the range of its field, or not allowed by the
        model, it gets ``Status.OUT_OF_RANGE``. ``problems`` lists these vehicles. A ``dt`` above ``model.max_step``
        causes a ``StepWarning``, once for each fleet.

        Args:
            dt: finite, zero or positive [s].
            steps: number of steps; one call with many steps is faster than many calls.
            terrain: heights and slopes; outside the map its border values continue.
            surface: soil properties; outside the map its border values continue.
            threads: maximum number of threads; by default it depends on the number of vehicle-steps.

        Raises:
            ModelError: ``dt``, ``steps`` or ``threads`` is out of range, ``terrain`` or ``surface`` is something else,
                or the model cannot be compiled.
        """
        check_step(dt, steps, where=f"{self.name}.step")
        if threads is not None and not (isinstance(threads, numbers.Integral) and threads >= 1):
            raise ModelError(f"{self.name}.step: threads is {threads!r}; it must be a whole number, 1 or more, or None")
        self._warn_of(dt)
        rasters = _rasters(self.model, terrain, surface, where=self.name)
        if self.device == "cuda":
            from ...compile import cuda

            cuda.advance(self.model, self._table, self.status, dt, steps, rasters)
        else:
            _compiled_loops().advance(self.model, self.addresses, float(dt), steps, rasters=rasters, threads=threads)

    def run(
        self,
        dt: float,
        steps: int | None = None,
        *,
        seconds: float | None = None,
        every: int = 1,
        columns: Sequence[str] | None = None,
        control: Callable[[float], None] | None = None,
        max_bytes: int = MAX_BYTES,
        **ground: Any,
    ) -> History:
        """Advance as ``step`` does, and return the columns at the start and after each ``every`` steps.

        The rest of a step of a period is left to the next run (``step_fraction``): runs for the times of the frames of
        a game simulate all that time at any frame rate. ``columns=()`` samples nothing, which is faster.

        Args:
            dt: finite, zero or positive [s].
            steps: total number of steps.
            seconds: length of the period, instead of ``steps`` [s].
            every: number of steps between two samples.
            columns: names of the columns to sample, of ``state``, ``control``, ``params`` or ``ground``; all of
                ``state`` by default.
            control: function that sets ``fleet.control``; called after each sample with the time since the start [s].
            max_bytes: limit of the size of the history.
            ground: ``terrain``, ``surface`` and ``threads`` of ``step``.

        Raises:
            ModelError: a number is out of range, a column is unknown, or the history takes more than ``max_bytes``.
        """
        steps, rest = self._divided(dt, steps, seconds)
        if not (isinstance(every, numbers.Integral) and every >= 1):
            raise ModelError(f"{self.name}.run: every is {every!r}; it must be a whole number of steps, 1 or more")
        kept = self._kept(columns)
        samples = -(-steps // every) + 1
        check_size(samples, self.count, len(kept), itemsize=self.dtype.itemsize, most=max_bytes)

        def advance(count: int, time: float) -> None:
            if control is not None:
                control(time)
            self.step(dt, count, **ground)

        fields = [field for field, _ in kept]
        arrays = {field.name: column for field, column in kept}
        history = record(arrays, fields, name=self.name, dt=dt, steps=steps, every=int(every), advance=advance)
        self._rest = rest
        return history

    @property
    def step_fraction(self) -> float:
        """Return the time that ``run`` was asked for and has not simulated yet, in [0, 1) of its ``dt``."""
        return self._rest.step_fraction

    def _divided(self, dt: float, steps: int | None, seconds: float | None) -> tuple[int, Rest]:
        """Return the number of steps of a run, and the time that it carries over."""
        where = f"{self.name}.run"
        if (steps is None) == (seconds is None):
            raise ModelError(f"{where} takes either steps or seconds; give one of them")
        if seconds is None:
            check_step(dt, steps, where=where)
            return int(cast("int", steps)), self._rest
        check_period(seconds, dt, where=where)
        return self._rest.divide(float(seconds), float(dt))

    def _warn_of(self, dt: float) -> None:
        """Warn once if a step is too long for the model."""
        if float(dt) > self._max_step:  # comparing as float32 would overflow
            self._max_step = ANY_STEP
            warn(self.model.long_step(f"{self.name}.step", dt), StepWarning)

    def _kept(self, names: Sequence[str] | None) -> list[tuple[Field, Any]]:
        """Return the columns of these names with their fields; those of ``state`` for None."""
        known: dict[str, tuple[Field, Any]] = {}
        for part, structure in zip(self._all, self.model.structures.values(), strict=True):
            for field, column in zip(fields_of(structure), part, strict=True):
                known.setdefault(field.name, (field, column))
        chosen = self.model.module.State._fields if names is None else names
        for name in chosen:
            if name not in known:
                raise ModelError(unknown_name(f"{self.name}.run", "column", name, known))
        return [known[name] for name in chosen]

    def drive(self, speed: Any, steer: Any, *, dt: float = 1 / 60) -> None:
        """Set the controls for a speed and a steering command.

        For a dynamic model the controls accelerate towards that speed; call the method before each step.

        Args:
            speed: one number, or one per vehicle; positive forward [m/s].
            steer: commands in -1..1, positive to the left; one number, or one per vehicle. Numbers beyond are clamped,
                with a ``UnitWarning``, once for each fleet, if they look like degrees.
            dt: next step [s]; used by dynamic models only.

        Raises:
            ModelError: the model has no ``control_from_command``, the fleet is on a GPU, a value has another shape or
                is no real number, or ``dt`` is not finite, zero or positive.
        """
        if not self.model.can_be_driven or self.device != "cpu":
            raise ModelError(
                f"{self.name} has no drive(); set its columns {', '.join(dir(self.control))}"
                if self.device == "cpu"
                else f"{self.name} is on a GPU, where drive() does not reach; set its control columns there"
            )
        if self._driven is None:  # copies, because kernels assume that their columns do not overlap
            speeds, steers, off = np.zeros((3, self.count), self.dtype)
            given = [speeds, steers, *(off for _ in self.model.switches), *([off] * 3 if self.model.has_pedals else [])]
            self._driven = speeds, steers, self.driven_addresses([given])
        speeds, steers, addresses = self._driven
        check_dt(dt, where=f"{self.name}.drive")
        assign(speeds, speed, f"{self.name}.drive: speed")
        assign(steers, steer, f"{self.name}.drive: steer")
        if self._warns and not (is_command(extreme := _extreme(steers))):
            self._warns = False  # warns only once
            warn_of_command("steer", extreme, f"{self.name}.drive")
        _compiled_commands().command(self.model, addresses, float(dt))

    def drive_by_columns(self, *given: NDArray[Any], dt: float) -> None:
        """Set the controls as ``drive`` does, from arrays that are neither checked nor copied.

        Args:
            given: contiguous arrays of the fleet's type, not of its columns: speed [m/s], steering command in -1..1,
                left positive, a driver's switch (1 on, 0 off) for each of ``model.switches``, and for
                ``model.has_pedals`` the columns ``compile.command.DIRECT``.
            dt: next step [s].
        """
        _compiled_commands().command(self.model, self.driven_addresses([given]), float(dt))

    @property
    def addresses(self) -> AddressTable:
        """Addresses of the columns that a step reads and writes: those of the model, low parts of positions, status."""
        if self._addresses is None:
            self._addresses = AddressTable([[*self._arrays, self.status]])
        return self._addresses

    def driven_addresses(self, given: Sequence[Sequence[NDArray[Any]]]) -> AddressTable:
        """Return the addresses of the columns that ``drive`` uses: state, control, params, and those given."""
        return self.addresses.with_columns(self._driven_count, given)

    def attach(self, name: str, array: Any) -> None:
        """Attach state column ``name`` to ``array``, and copy its values there."""
        self.state.attach(name, array)
        self.bound_columns.add(name)
        self._forget_addresses()

    def attach_status(self, array: NDArray[np.uint32]) -> None:
        """Attach ``status`` to ``array``, and copy its values there.

        Args:
            array: uint32 of shape (count,), such as a part of the table of a world.
        """
        array[:] = self.status
        object.__setattr__(self, "status", array)
        self._forget_addresses()

    def _forget_addresses(self) -> None:
        """Find the addresses of all columns anew before the next step."""
        self._arrays = [*(array for part in self._all for array in part), *self._low_parts]
        self._addresses = self._driven = None

    def like(self, count: int, *, name: str | None = None, **values: Any) -> "Fleet":
        """Return a further fleet of the same model, body and shape, with the values that this one was made with.

        Fields that were given an array have the first value of it if they are parameters, and their default otherwise.

        Args:
            count: number of vehicles.
            name: the same name by default.
            values: other values of fields, and ``body``, as for ``Fleet``.
        """
        kept: dict[str, Any] = {
            "name": name or self.name,
            "body": self.body,
            "dtype": self.dtype,
            "device": self.device,
        }
        further = Fleet(self.model, count, **{**kept, **self._given, **values})
        further.shape = self.shape
        return further

    def has_given(self, name: str) -> bool:
        """Return whether the fleet was made with one value of a field for all vehicles."""
        return name in self._given

    def take(self, other: "Fleet", chosen: Any) -> None:
        """Copy all columns of some vehicles of a fleet of the same model, as many as this one has."""
        for array, given in zip(self._arrays, other._arrays, strict=True):
            array[:] = given[chosen]
        self.status[:] = other.status[chosen]

    def own_columns(self) -> list[NDArray[Any]]:
        """Return the columns of a step that are not attached to a world, and the low parts of positions."""
        attached = {id(getattr(self.state, name)) for name in self.bound_columns}
        return [array for array in self._arrays if id(array) not in attached]

    def put(self, rows: Any, other: "Fleet") -> None:
        """Copy all columns of a fleet of the same model into some rows.

        Args:
            rows: as many as the other fleet has vehicles.
        """
        for array, given in zip(self._arrays, other._arrays, strict=True):
            array[rows] = given
        self.status[rows] = other.status

    def attach_ground(self, name: str, array: Any) -> None:
        """Attach ground column ``name`` to ``array``, and copy its values there."""
        self.ground.attach(name, array)
        self._forget_addresses()

    def halt(self, rows: Any) -> None:
        """Set all columns of the state to zero for some vehicles, except position, heading and masses [kg]."""
        for field in fields_of(self.model.module.State):
            if field.name not in ("x", "y", "yaw") and field.unit != "kg":
                getattr(self.state, field.name)[rows] = 0.0

    def problems(self) -> list[str]:
        """Return a sentence for each bit in ``status``, with the first vehicles that have it and one wrong value."""
        status = np.asarray(self.status)
        return [
            f"{self.name}: {np.count_nonzero(status & bit)} of {self.count} vehicles "
            f"(first {', '.join(map(str, np.flatnonzero(status & bit)[:5]))}): {self.model.sentence(bit)}"
            f"{self._wrong_value(np.flatnonzero(status & bit)) if bit in OF_VALUES else ''}"
            for bit in Status
            if np.any(status & bit)
        ]

    def _wrong_value(self, rows: NDArray[np.intp]) -> str:
        """Return the first value of these vehicles that is out of range, with the range; empty if there is none."""
        for part, columns in zip(self.model.structures, self._all, strict=True):
            for field, column in zip(fields_of(self.model.structures[part]), columns, strict=True):
                values = np.asarray(column)[rows].astype(float)
                for index in np.flatnonzero(~np.isfinite(values) | ~_in_range(field, values))[:1]:
                    where = f"{part}.{field.name} of vehicle {rows[index]}"
                    return f"; {where} is {values[index]:.6g}; it must be {field.allowed()}"
        return ""

    def named_columns(self) -> dict[str, Any]:
        """Return every array that the next step depends on, by its name: "state.x", "params.mass", "status", ..."""
        parts = {
            f"{part}.{name}": getattr(columns, name)
            for part, columns in zip(self.model.structures, self._all, strict=True)
            for name in dir(columns)
        }
        low = {f"low_part.{index}": array for index, array in enumerate(self._low_parts)}
        return parts | low | {"status": self.status}

    def snapshot(self) -> Snapshot:
        """Return a copy of all columns, from which ``restore`` restores them exactly."""
        columns = tuple(np.array(array) for array in self._arrays)
        return Snapshot(columns, np.array(self.status), self.model.plain.name, self._rest)

    def restore(self, snapshot: Snapshot) -> None:
        """Restore all columns from a snapshot.

        Raises:
            ModelError: the snapshot is that of a fleet of another model, number of vehicles or type of numbers.
        """
        shapes = [(array.shape, array.dtype) for array in self._arrays]
        if snapshot.model != self.model.plain.name or [(one.shape, one.dtype) for one in snapshot.columns] != shapes:
            raise ModelError(
                f"{self.name}.restore: the snapshot is of {counted(len(snapshot.status), 'vehicle')} of "
                f"{snapshot.model!r}; give one of a fleet of {counted(self.count, 'vehicle')} of "
                f"{self.model.plain.name!r} in {self.dtype}"
            )
        for array, saved in zip(self._arrays, snapshot.columns, strict=True):
            array[:] = saved
        self.status[:] = snapshot.status
        self._rest = snapshot.rest

    def _refuse_impossible(self) -> None:
        """Raise ``ModelError`` if the model does not allow the initial controls and parameters of a vehicle."""
        if not self.model.limit or not self.count:
            return
        module = self.model.module
        control, params = (module.Control(*self._host(self.control)), module.Params(*self._host(self.params)))
        try:
            is_valid = module.is_valid(control, params, 0.0)
        except ValueError as error:  # an ``if`` about an array
            from ...compile.offending_lines import why_no_arrays

            raise ModelError(f"{self.model.name}: {why_no_arrays(module.is_valid, error)}") from error
        bad = np.flatnonzero(~np.broadcast_to(is_valid, self.count))
        for vehicle in bad[:1]:
            values = {name: getattr(part, name)[vehicle] for part in (control, params) for name in part._fields}
            raise ModelError(self.model.impossible(self.name, values))

    def _host(self, columns: Columns) -> list[NDArray[Any]]:
        return [np.asarray(column) for column in columns]

    if not TYPE_CHECKING:  # type checkers would accept any attribute name

        def __getattr__(self, name: str) -> Any:
            raise AttributeError(name if name.startswith("_") else self._no_attribute(name))

        def __setattr__(self, name: str, value: Any) -> None:
            if not (name.startswith("_") or name in self.__dict__ or name in _ATTRIBUTES):
                raise AttributeError(self._no_attribute(name))
            if name in self.__dict__ and name in _FIXED:
                raise AttributeError(self._fixed(name))
            if name in self.__dict__ and name == "status":
                self._set_status(value)
            else:
                object.__setattr__(self, name, value)

    def _fixed(self, name: str) -> str:
        """Return the error message on an attribute that cannot be replaced."""
        columns = dir(getattr(self, name)) if name in self.model.structures else []
        instead = f"assign its columns (fleet.{name}.{columns[0]} = ...)" if columns else "make another fleet"
        return f"{name} of the fleet {self.name!r} cannot be replaced; {instead}"

    def _set_status(self, value: Any) -> None:
        """Write status bits, the same for all vehicles or one number each."""
        where = f"{self.name}.status"
        bits = np.asarray(on_host(value, where))
        if bits.dtype.kind not in "iu" and bits.size:
            raise ModelError(f"{where} takes whole numbers, the bits of Status, and no {bits.dtype}; 0 clears it")
        if bits.size and not 0 <= bits.min() <= bits.max() < 2**32:
            raise ModelError(f"{where} is {shown_value(value)}; it takes the bits of Status, and 0 clears it")
        assign(self.status, bits.astype(np.uint32), where)

    def _no_attribute(self, name: str) -> str:
        """Return the error message on an unknown attribute; it names the column if the model has such a field."""
        where, parts = f"the fleet {self.name!r}", self.__dict__.get("_all", ())
        found = closest_names(name, [column for part in parts for column in dir(part)])
        columns = [
            f"fleet.{part}.{each}"
            for each in found[:1]
            for part in self.model.structures
            if each in self.model.structures[part]._fields
        ]
        if columns:
            return f"{where} has no attribute {name!r}; it has the column {' and '.join(columns)}"
        known = [each for each in dir(self) if not each.startswith("_")]
        return unknown_name(where, "attribute", name, known, listed="dir(fleet)")

    def __len__(self) -> int:
        return self.count

    def __copy__(self) -> "Fleet":
        """Return an independent fleet with the same values, outside any world; its model, which is code, is shared."""
        make, arguments = self.__reduce__()
        return make(*arguments)

    def __deepcopy__(self, memo: dict[int, Any]) -> "Fleet":
        """Return the same as ``copy``."""
        return self.__copy__()

    def __reduce__(self) -> tuple[Any, ...]:
        settings = {"name": self.name, "body": self.body, "dtype": self.dtype.name, "device": self.device}
        kept = {"shape": self.shape, "_given": self._given, "_max_step": self._max_step, "_warns": self._warns}
        return _restored, (self.model, self.count, settings, kept, self.snapshot())

    def __getitem__(self, vehicle: Any) -> NoReturn:
        field = self.model.module.State._fields[0]
        raise TypeError(
            f"the fleet {self.name!r} has columns and no vehicles of their own: fleet.state.{field}[{vehicle!r}] is "
            f"{field} of one, and fleet.state.{field}[:] of all"
        )

    def __repr__(self) -> str:
        state = {field.name: field for field in fields_of(self.model.module.State)}
        place = [name for name in ("x", "y", "speed") if name in state] or list(state)[:3]
        where = [f"{name} {span(getattr(self.state, name), state[name].unit)}" for name in place]
        troubled = np.count_nonzero(self.status) if self.device == "cpu" else 0
        return (
            f"<Fleet {self.name!r}: {counted(self.count, 'vehicle')} of the model {self.model.name!r} "
            f"({self.kind}), {self.dtype} on {self.device}\n"
            f" {', '.join(where) if self.device == 'cpu' else 'columns on the GPU'}; "
            f"controls {listed(self.model.module.Control._fields) or 'none'}"
            f"{f'; {troubled} with problems()' if troubled else ''}>"
        )

    def _repr_html_(self) -> str:
        title = f"{self.name}: {counted(self.count, 'vehicle')} of {self.model.name}, {self.dtype} on {self.device}"
        rows: list[tuple[str, ...]] = []
        for part, structure in self.model.structures.items() if self.device == "cpu" else ():
            rows += [(part,)] if structure._fields else []
            for field in fields_of(structure):
                values = getattr(getattr(self, part), field.name)
                rows.append((field.name, span(values), "" if field.unit == "1" else field.unit, field.meaning))
        return table(title, ("column", "values", "unit", "meaning"), rows, note=" ".join(self.problems()))

    def _filled(self, fields: Sequence[Field], values: Mapping[str, Any]) -> list[NDArray[Any]]:
        low_count = len(low_columns(self.model, self.dtype.name))
        arrays = aligned_columns(len(fields) + low_count, self.count, self.dtype)
        for field, array in zip(fields, arrays, strict=False):
            array[:] = _value(self.name, field, values.get(field.name, field.default), self.count)
            warn_of_degrees(field, array[:LOOKED_AT].tolist(), self.name)
        return arrays

    def _columns(self, part: str, fields: Sequence[Field], arrays: list[Any]) -> Columns:
        return Columns(f"{self.name}.{part}", fields, {field.name: arrays.pop(0) for field in fields})

    def _placed(self, arrays: list[Any], status: Any) -> tuple[list[Any], Any]:
        """Return columns and status in the memory of the fleet's device; on a GPU the columns are rows of one array."""
        if self.device == "cpu":
            return arrays, status
        from ...compile import cuda

        self._table = cuda.table_on_device(arrays)
        return [self._table[row, : self.count] for row in range(len(arrays))], cuda.to_device(status)


def _common(values: Mapping[str, Any], model: Model) -> dict[str, Any]:
    """Return the values that hold for further vehicles: single ones, and the first of an array of a parameter."""
    params = model.module.Params._fields
    single = {name: value for name, value in values.items() if isinstance(value, str) or np.ndim(value) == 0}
    arrays = {name: value for name, value in values.items() if name not in single and name in params and len(value)}
    return {**single, **{name: value[0] for name, value in arrays.items()}}


def _restored(
    model: Model, count: int, settings: Mapping[str, Any], kept: Mapping[str, Any], snapshot: Snapshot
) -> Fleet:
    """Return a fleet that was copied or pickled; ``kept`` are its further attributes."""
    fleet = Fleet(model, count, **settings)
    fleet.__dict__.update(kept)
    fleet.restore(snapshot)
    return fleet


def _shape_of(shape: str | Path) -> bytes:
    from ...ground.objects.shape_files import read_shape

    return read_shape(shape)


def body_of(model: Model) -> Body:
    """Return the outer dimensions of a named vehicle, or those of a passenger car for a plain model."""
    params = {field.name: field.default for field in fields_of(model.module.Params)}
    if model.vehicle is None:
        return Body(*completed(None, model, params))._replace(offset=None)
    found = Body(*completed(None, model, {**params, **model.vehicle.params}))
    return found._replace(offset=model.vehicle.body.offset)


def _first_params(fields: Mapping[str, Sequence[Field]], arrays: Sequence[NDArray[Any]]) -> dict[str, float]:
    """Return the parameters of the first vehicle, by name.

    Args:
        fields: fields of each structure of a model.
        arrays: columns of all these fields, in order.
    """
    first = len(fields["state"]) + len(fields["control"])
    columns = zip(fields["params"], arrays[first:], strict=False)
    return {field.name: float(column[0]) if column.size else field.default for field, column in columns}


@cache
def _compiled_loops() -> Any:
    """Return the module of the compiled loops, imported on first use; an import statement in each step takes 0.5 us."""
    from ...compile import columns

    return columns


@cache
def _compiled_commands() -> Any:
    """Return the module of the compiled commands, imported on first use."""
    from ...compile import command

    return command


def _rasters(model: Model, terrain: Any, surface: Any, *, where: str) -> Rasters | None:
    """Return the rasters that the model's kernel samples; None if there are none."""
    if terrain is None and surface is None:
        return None
    for name, value, kind in (("terrain", terrain, Terrain), ("surface", surface, Surface)):
        if value is not None and not isinstance(value, kind):
            raise ModelError(f"{where}.step: {name} is a {type(value).__name__}; it must be a {kind.__name__}, or None")
    return rasters_of(terrain, surface) if takes_rasters(model) else None


def aligned_columns(columns: int, count: int, dtype: Any) -> list[NDArray[Any]]:
    """Return columns of zeros that share no cache lines and are staggered, so that they do not evict each other."""
    size = np.dtype(dtype).itemsize
    stride = -(-count * size // CACHE_LINE) * CACHE_LINE + CACHE_LINE
    if stride % 4096 == 0:
        stride += CACHE_LINE
    memory = np.zeros(columns * stride + CACHE_LINE, np.uint8)
    first = -memory.ctypes.data % CACHE_LINE
    return [memory[first + i * stride : first + i * stride + count * size].view(dtype) for i in range(columns)]


def _value(where: str, field: Field, value: Any, count: int) -> Any:
    """Return a number or an array of numbers, checked against the range of a field."""
    if isinstance(value, str) or np.ndim(value) == 0:
        return field.check(value, where)
    if isinstance(value, list | tuple):  # may contain named values
        value = [field.check(one, where) for one in cast("Sequence[Any]", value)]
    array = real_numbers(value, f"{where}.{field.name}")
    if array.shape != (count,):
        raise ModelError(f"{where}.{field.name} has shape {array.shape}; it must be one number or {count} of them")
    for bad in array[~np.isfinite(array) | ~_in_range(field, array)][:1]:
        field.check(float(bad), where)
    return array


def _extreme(values: NDArray[Any]) -> float:
    """Return the value that is farthest from zero; 0 of none."""
    low, high = float(values.min(initial=0.0)), float(values.max(initial=0.0))
    return high if high >= -low else low


def _in_range(field: Field, array: NDArray[Any]) -> NDArray[np.bool_]:
    low, high = field.range.low, field.range.high
    return (array > low) & (array < high) if field.range.is_open else (array >= low) & (array <= high)


def _refuse_unknown(where: str, values: Mapping[str, Any], fields: Sequence[Field]) -> None:
    known = [field.name for field in fields]
    for name in values:
        if name not in known:
            raise ModelError(unknown_name(where, "field", name, known, listed=f"`motorpool models {where}`"))


def _whole(count: Any, name: str) -> int:
    if isinstance(count, bool) or not isinstance(count, numbers.Integral) or count < 0:
        raise ModelError(f"Fleet: {name} is {count!r}; it must be a whole number, zero or positive")
    return int(count)


def _float_type(dtype: Any) -> np.dtype[Any]:
    try:
        chosen = np.dtype(dtype)
    except TypeError:
        raise ModelError(f"Fleet: dtype is {dtype!r}; it must be float64 or float32") from None
    if chosen.name not in ("float64", "float32"):
        raise ModelError(f"Fleet: dtype is {chosen.name}; it must be float64 or float32")
    return np.dtype(chosen.name)  # kernels read the machine's order of bytes


def _device(device: str) -> str:
    if device not in ("cpu", "cuda"):
        raise ModelError(f"Fleet: device is {device!r}; it must be 'cpu' or 'cuda'")
    return device
