"""Channel: the readings of one sensor on all vehicles that carry it."""

from collections import deque
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from ...base.errors import unknown_name
from ...base.wording import counted
from ...vehicles.sensor_kinds import Mount, Reading, SensorSpec, kind_of
from ..drivers.kinds import ABSENT
from .draws import Words32, uniforms
from .running_gear import RunningGear
from .seen import Seen, seen_of

if TYPE_CHECKING:
    from .. import World

EARLY = 1e-9  # tolerance of times, relative to a period [1]
DROPOUTS = 4000  # stream

Values = dict[str, NDArray[Any]]


class Carriers(NamedTuple):
    """Vehicles that carry a sensor."""

    ids: NDArray[np.intp]  # (n,)
    keys: Words32  # of their random numbers (n, 2)
    seen: Seen  # their columns now
    gear: RunningGear  # (n, wheels)
    world: "World"
    origin: tuple[float, float]  # latitude and longitude of (0, 0) on a terrain without a projection [deg]


class Sampler(Protocol):
    """Computation of the readings of some vehicles; it is made of a ``SensorSpec`` and ``Carriers``."""

    def grow(self, carriers: Carriers) -> None:
        """Take further vehicles, at the end."""
        ...

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
        name: name of the sensor, unique on a vehicle.
        spec: kind, mount and parameters.
        about: the kind.
        vehicle_ids: (n,); rows of fleets of the vehicle that are vacant included.
        time: (n,), of each vehicle's last reading [s]; NaN before the first.
        sequence: (n,), number of readings so far. A reader that keeps it sees which readings are new.
        values: arrays (n, ...) by name, those of the kind. NaN, or false, before the first reading.
        is_on: (n,); set entries to False to switch the sensor of vehicles off.
    """

    def __init__(self, spec: SensorSpec, carriers: Carriers):
        self.spec, self.about = spec, kind_of(spec.kind)
        self.sampler: Sampler = self.about.sampler(spec, carriers)
        self.vehicle_ids = carriers.ids[:0]
        wheels = carriers.gear.radius.shape[1]
        self.time, self.sequence = np.zeros(0), np.zeros(0, np.int64)
        self.is_on = np.zeros(0, np.bool_)
        self.values: Values = {
            value.name: np.zeros((0, *value.shape_in(spec, wheels)), value.dtype) for value in self.about.values
        }
        self._is_present = np.zeros(0, np.bool_)
        self._waiting: deque[_Waiting] = deque()
        self._take(carriers)
        self._begin(carriers)

    @property
    def name(self) -> str:
        """Name of the sensor."""
        return self.spec.name

    @property
    def kind(self) -> str:
        """Name of the sensor's kind, which is ``about``."""
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

    def reading(self, row: int, frame: str = "") -> Reading:
        """Return the last reading of a vehicle by its row, for messages in which the vehicle has a frame."""
        return Reading(self.spec, {name: array[row] for name, array in self.values.items()}, frame)

    def begin(self, carriers: Carriers) -> None:
        """Begin anew with the vehicles that are present; the first reading is after the present time."""
        self.sampler = self.about.sampler(self.spec, carriers)
        self._begin(carriers)

    def _begin(self, carriers: Carriers) -> None:
        world = carriers.world
        self._last_time, self._last_reading = world.time, self._number(world.time)
        self._is_present = is_present(world, carriers.ids)
        self._waiting.clear()

    def grow(self, carriers: Carriers) -> None:
        """Take further vehicles, at the end."""
        self._take(carriers)
        self.sampler.grow(carriers)

    def _take(self, carriers: Carriers) -> None:
        more = len(carriers.ids) - len(self.vehicle_ids)
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
        self.vehicle_ids, self._keys = carriers.ids, carriers.keys

    def observe(self, world: "World", dt: float) -> None:
        """Take a step of ``dt`` [s] that has ended: make readings that are due, deliver those whose delay is over."""
        present, time = is_present(world, self.vehicle_ids), world.time
        self._follow_population(present)
        self.sampler.step(seen_of(world.vehicles, self.vehicle_ids), dt)
        number = self._number(time)
        if number > self._last_reading:
            values, has_reading = self.sampler.read(number, time - self._last_time)
            kept = has_reading & present & self.is_on & ~self._is_dropped(number)
            self._waiting.append(_Waiting(time + self.spec.delay, time, kept, values))
            self._last_reading, self._last_time = number, time
        while self._waiting and self._waiting[0].due <= time + EARLY * dt:
            self._deliver(self._waiting.popleft())

    def _number(self, time: float) -> int:
        """Return the number of the last reading that is due at a time."""
        return int(np.floor(time * self.spec.rate * (1.0 + EARLY) + EARLY))

    def _is_dropped(self, reading: int) -> NDArray[np.bool_]:
        share = 0.0 if self.about.drops_beams else float(self.spec.parameters.dropout)
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
            for value in self.about.values:
                self.values[value.name][gone] = value.missing
            for each in self._waiting:
                each.has_reading[gone] = False
        if come.any():
            self.sampler.restart(come)
        self._is_present = is_present

    def _padded(self, values: Values, more: int) -> Values:
        missing = {value.name: value.missing for value in self.about.values}
        return {
            name: np.concatenate((array, np.full((more, *array.shape[1:]), missing[name], array.dtype)))
            for name, array in values.items()
        }


def is_present(world: "World", ids: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Return which vehicles (n,) are in the world."""
    return world.vehicles.driver[ids] != ABSENT
