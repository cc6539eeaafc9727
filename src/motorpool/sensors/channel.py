"""Channel: the readings of one sensor on all vehicles that carry it."""

from collections import deque
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from ..errors import unknown_name
from ..vehicles.sensor_kinds import Mount
from ..vehicles.sensor_specs import SensorSpec
from ..wording import counted
from .draws import Words32, uniforms
from .readings import VALUES
from .seen import Seen

EARLY = 1e-9  # tolerance of times, relative to a period [1]
DROPOUTS = 4000  # stream
RAYS = ("scan-2d", "scan-3d")  # kinds whose dropout is that of single beams, which their samplers apply

Values = dict[str, NDArray[Any]]


class Sampler(Protocol):
    """Computation of the readings of some vehicles."""

    def restart(self, rows: NDArray[np.bool_]) -> None:
        """Begin again with vehicles (n,) that have arrived."""
        ...

    def step(self, seen: Seen, dt: float) -> None:
        """Take the columns after a step of ``dt`` [s]."""
        ...

    def read(self, reading: int, interval: float) -> tuple[Values, NDArray[np.bool_]]:
        """Return values by name, and which vehicles (n,) have a reading.

        Args:
            reading: number of the reading, by which random numbers are drawn.
            interval: time since the last reading [s].
        """
        ...


class _Waiting(NamedTuple):
    """Readings before their delivery."""

    due: float  # [s]
    time: float  # of the readings [s]
    has_reading: NDArray[np.bool_]
    values: Values


class Channel:
    """Readings of one sensor on n vehicles; arrays are changed in place, except when vehicles are added.

    Attributes:
        name: of the sensor, unique on a vehicle.
        spec: kind, mount and parameters.
        vehicle_ids: (n,); rows of fleets of the vehicle that are vacant included.
        time: (n,), of each vehicle's last reading [s]; NaN before the first.
        sequence: (n,), number of readings so far. A reader that keeps it sees which readings are new.
        values: arrays (n, ...) by name; see ``readings.VALUES``. NaN, or false, before the first reading.
        is_on: (n,); set entries to False to switch the sensor of vehicles off.
    """

    def __init__(self, spec: SensorSpec, vehicle_ids: NDArray[np.intp], keys: Words32, sampler: Any, *, wheels: int):
        self.spec, self.sampler = spec, sampler
        self.vehicle_ids = vehicle_ids[:0]
        self.time, self.sequence = np.zeros(0), np.zeros(0, np.int64)
        self.is_on = np.zeros(0, np.bool_)
        self.values: Values = {
            value.name: np.zeros((0, *value.shape_in(spec, wheels)), value.dtype) for value in VALUES[spec.kind]
        }
        self._is_present = np.zeros(0, np.bool_)
        self._waiting: deque[_Waiting] = deque()
        self._last_reading, self._last_time = -1, 0.0
        self.grow(vehicle_ids, keys)

    @property
    def name(self) -> str:
        """Name of the sensor."""
        return self.spec.name

    @property
    def kind(self) -> str:
        """Kind of the sensor: a name of ``sensor_kinds.KINDS``."""
        return self.spec.kind

    @property
    def mount(self) -> Mount:
        """Position and attitude on the vehicles."""
        return self.spec.mount

    def __repr__(self) -> str:
        given = self.spec
        return (
            f"<Channel {given.name!r}: {given.kind} of {counted(len(self.vehicle_ids), 'vehicle')}, {given.rate:g} Hz; "
            f"{', '.join(f'{name} {array.shape}' for name, array in self.values.items())}>"
        )

    def __getitem__(self, name: str) -> NDArray[Any]:
        try:
            return self.values[name]
        except KeyError:
            raise KeyError(str(unknown_name(f"channel {self.name!r}", "value", name, self.values))) from None

    def begin(self, time: float, is_present: NDArray[np.bool_]) -> None:
        """Begin at a time [s] with the vehicles that are present; the first reading is after it."""
        self._last_time, self._last_reading = time, self._number(time)
        self._is_present = is_present.copy()
        self._waiting.clear()

    def grow(self, vehicle_ids: NDArray[np.intp], keys: Words32) -> None:
        """Take further vehicles, at the end."""
        before, count = len(self.vehicle_ids), len(vehicle_ids)
        more = count - before
        self.time = np.concatenate((self.time, np.full(more, np.nan)))
        self.sequence = np.concatenate((self.sequence, np.zeros(more, np.int64)))
        self.is_on = np.concatenate((self.is_on, np.ones(more, np.bool_)))
        self._is_present = np.concatenate((self._is_present, np.zeros(more, np.bool_)))
        self.values = self._padded(self.values, more)
        self._waiting = deque(
            each._replace(
                has_reading=np.concatenate((each.has_reading, np.zeros(more, np.bool_))),
                values=self._padded(each.values, more),
            )
            for each in self._waiting
        )
        self.vehicle_ids, self._keys = vehicle_ids, keys

    def observe(self, seen: Seen, is_present: NDArray[np.bool_], time: float, dt: float) -> None:
        """Take a step that ends at ``time`` [s]: make readings that are due, deliver those whose delay is over."""
        self._follow_population(is_present)
        self.sampler.step(seen, dt)
        number = self._number(time)
        if number > self._last_reading:
            values, has_reading = self.sampler.read(number, time - self._last_time)
            kept = has_reading & is_present & self.is_on & ~self._is_dropped(number)
            self._waiting.append(_Waiting(time + self.spec.delay, time, kept, values))
            self._last_reading, self._last_time = number, time
        while self._waiting and self._waiting[0].due <= time + EARLY * dt:
            self._deliver(self._waiting.popleft())

    def _number(self, time: float) -> int:
        """Return the number of the last reading that is due at a time."""
        return int(np.floor(time * self.spec.rate * (1.0 + EARLY) + EARLY))

    def _is_dropped(self, reading: int) -> NDArray[np.bool_]:
        share = 0.0 if self.kind in RAYS else float(self.spec.parameters.dropout)
        if share <= 0.0:
            return np.zeros(len(self.vehicle_ids), np.bool_)
        return uniforms(self._keys, reading, DROPOUTS, 1)[:, 0] < share

    def _deliver(self, ready: _Waiting) -> None:
        rows = ready.has_reading
        self.time[rows] = ready.time
        self.sequence[rows] += 1
        for name, array in self.values.items():
            array[rows] = ready.values[name][rows]

    def _follow_population(self, is_present: NDArray[np.bool_]) -> None:
        """Clear the readings of vehicles that have gone, and begin with those that have come."""
        gone, come = self._is_present & ~is_present, is_present & ~self._is_present
        if gone.any():
            self.time[gone], self.sequence[gone] = np.nan, 0
            for value in VALUES[self.kind]:
                self.values[value.name][gone] = value.missing
            for each in self._waiting:
                each.has_reading[gone] = False
        if come.any():
            self.sampler.restart(come)
        self._is_present = is_present

    def _padded(self, values: Values, more: int) -> Values:
        missing = {value.name: value.missing for value in VALUES[self.kind]}
        return {
            name: np.concatenate((array, np.full((more, *array.shape[1:]), missing[name], array.dtype)))
            for name, array in values.items()
        }
