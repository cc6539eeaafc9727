"""Sensors of a world: an observer that makes the readings of all sensors after each step."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.errors import WorldError, unknown_name
from ...base.wording import counted, listed
from ...vehicles.sensor_kinds import SensorSpec
from ...vehicles.sensor_specs import sensor_spec
from ...vehicles.vehicle_file import NamedVehicle
from .channel import Carriers, Channel
from .draws import keys_of
from .running_gear import RunningGear, running_gear_of, stacked_gear
from .seen import seen_of

if TYPE_CHECKING:
    from .. import World

Ids = NDArray[np.intp]


class _Carried(NamedTuple):
    """A sensor of a vehicle file."""

    path: str  # of the file
    name: str


class Sensors:
    """Sensors of the vehicles of a world, an observer.

    It reads columns only: the world moves as without it. The readings are a function of the world, the seed, the
    sensor's name and the vehicle's id: other sensors and the number of threads do not matter.

    Example:
        world = mp.World(fleets=[("bicycle", 3)], seed=7)
        sensors = mp.Sensors(world)
        imu = sensors.add("imu", "imu", mount=(0.5, 0.0, 0.8), rate=60.0, gyroscope_noise=1e-3)
        world.run(seconds=1.0, observers=[sensors])
        print(imu.sequence, imu.values["angular_rate"])

    Args:
        world: its present state is that before the first step.
        seed: seed of the errors; that of the world by default.
        origin: latitude and longitude of (0, 0) on a terrain without a projection [deg].
        vehicle_ids: vehicles whose files' sensors measure; all by default. Their readings are the same either way.

    Attributes:
        channels: a ``Channel`` for each sensor of each vehicle file, by fleets, then those of ``add``.

    Raises:
        WorldError: ``world`` is no world, ``origin`` is no place on the Earth, or there is no such vehicle.
    """

    def __init__(
        self,
        world: "World",
        *,
        seed: int | None = None,
        origin: tuple[float, float] = (0.0, 0.0),
        vehicle_ids: Any = None,
    ):
        if not hasattr(world, "vehicles"):
            raise WorldError(
                f"Sensors takes a world, and no {type(world).__name__}; sensors.add(...) then adds sensors"
            )
        _check_origin(origin)
        self._world, self._seed, self._origin = world, world.seed if seed is None else int(seed), origin
        self._only = None if vehicle_ids is None else self._checked_ids(vehicle_ids)
        self.channels: list[Channel] = []
        self._carried: dict[_Carried, Channel] = {}
        self._counts: list[int] = []
        self._gears: list[RunningGear] = []
        self._tick = world.tick
        self._follow_fleets()

    def __repr__(self) -> str:
        names = listed(f"{channel.name} ({channel.kind})" for channel in self.channels)
        return f"<Sensors of {self._world.name!r}: {counted(len(self.channels), 'channel')}: {names}>"

    def __iter__(self) -> Iterator[Channel]:
        return iter(self.channels)

    def __getitem__(self, name: str) -> Channel:
        """Return the first channel of that name.

        Raises:
            WorldError: there is none.
        """
        for channel in self.channels:
            if channel.name == name:
                return channel
        raise WorldError(unknown_name("Sensors", "channel", name, [channel.name for channel in self.channels]))

    def add(self, name: str, kind: str, *, vehicle_ids: Any = None, mount: Any = None, **parameters: Any) -> Channel:
        """Add a sensor to vehicles; return its channel.

        Args:
            name: lower-case letters, digits, "-" and "_".
            kind: imu, gnss, odometry, wheel-speeds, scan-2d, scan-3d, height-scan, or one of an installed package.
            vehicle_ids: an id or several; all present vehicles by default, but none that comes later.
            mount: x, y, z [m], yaw, pitch, roll [rad] as a sequence, a mapping or a ``Mount``; 0 where missing.
            parameters: parameters of the kind, see docs/sensors.md.

        Raises:
            ModelError: an argument is unknown or not allowed.
            WorldError: there is no such vehicle, or one has a sensor of that name.
        """
        spec = sensor_spec(name, kind, mount, **parameters)
        self._follow_fleets()
        ids = self._checked_ids(vehicle_ids)
        for channel in self.channels:
            both = np.intersect1d(channel.vehicle_ids, ids)
            if channel.name == name and both.size:
                raise WorldError(f"vehicle {both[0]} has a sensor {name!r} already; choose another name")
        return self._begin(spec, ids)

    def observe(self, world: "World") -> None:
        """Make the readings that are due after a step; further calls after the same step do nothing."""
        self._follow_fleets()
        steps, self._tick = world.tick - self._tick, world.tick
        if steps <= 0:
            if steps < 0:
                self._begin_again()
            return
        for channel in self.channels:
            channel.observe(world, steps * world.dt)

    def _checked_ids(self, vehicle_ids: Any) -> Ids:
        if vehicle_ids is None:
            return self._world.present_ids
        given = np.atleast_1d(np.asarray(vehicle_ids)).ravel()
        if given.dtype.kind not in "iu" or not given.size:
            raise WorldError(f"vehicle_ids is {vehicle_ids!r}; give an id or several, as whole numbers")
        ids = np.unique(given).astype(np.intp)
        for wrong in ids[(ids < 0) | (ids >= self._world.count)][:1]:
            raise WorldError(f"there is no vehicle {wrong}; the world has {self._world.count} rows, counted from 0")
        return ids

    def _follow_fleets(self) -> None:
        """Take the sensors of fleets that are new, and begin anew if fleets have gone."""
        fleets, rows = self._world.fleets, self._world.vehicles.rows
        counts = [fleet.count for fleet in fleets]
        if counts == self._counts:
            return
        if counts[: len(self._counts)] != self._counts:  # the world was set back to a state with fewer rows
            self._counts, self._gears = counts[:0], []
            added = [channel for channel in self.channels if channel not in self._carried.values()]
            self.channels = [channel for channel in added if channel.vehicle_ids.max(initial=-1) < self._world.count]
            self._carried.clear()
        first = len(self._counts)
        self._gears += [running_gear_of(fleet) for fleet in fleets[first:]]
        for fleet, own in zip(fleets[first:], rows[first:], strict=True):
            vehicle: NamedVehicle | None = fleet.model.vehicle
            if vehicle is not None:
                for spec in vehicle.sensors:
                    self._carry(
                        _Carried(str(vehicle.path), spec.name), spec, np.arange(own.start, own.stop, dtype=np.intp)
                    )
        self._counts = counts

    def _carry(self, key: _Carried, spec: SensorSpec, ids: Ids) -> None:
        if self._only is not None:
            ids = np.intersect1d(ids, self._only)
            if not ids.size:
                return
        channel = self._carried.get(key)
        if channel is None:
            self._carried[key] = self._begin(spec, ids)
        else:
            channel.grow(self._carriers(spec.name, np.concatenate((channel.vehicle_ids, ids))))

    def _begin(self, spec: SensorSpec, ids: Ids) -> Channel:
        channel = Channel(spec, self._carriers(spec.name, ids))
        self.channels.append(channel)
        return channel

    def _begin_again(self) -> None:
        """Begin anew at the present time: the world was set back, or its clock was."""
        for channel in self.channels:
            channel.begin(self._carriers(channel.name, channel.vehicle_ids))

    def _carriers(self, sensor: str, ids: Ids) -> Carriers:
        vehicles = self._world.vehicles
        gear = stacked_gear(self._gears, vehicles.fleet_index[ids])
        return Carriers(ids, keys_of(self._seed, sensor, ids), seen_of(vehicles, ids), gear, self._world, self._origin)


def _check_origin(origin: Any) -> None:
    """Check a latitude and a longitude [deg].

    Raises:
        WorldError: they are something else.
    """
    try:
        latitude, longitude = (float(angle) for angle in origin)
        is_place = abs(latitude) < 90.0 and abs(longitude) <= 180.0
    except (TypeError, ValueError):
        is_place = False
    if not is_place:
        raise WorldError(
            f"Sensors: origin is {origin!r}; it must be a latitude between the poles, in -90..90 deg, and a longitude "
            "in -180..180 deg"
        )
