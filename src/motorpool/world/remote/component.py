"""Remote component: vehicles that another program moves, and free rows for further ones.

A world has as many rows as its fleets have vehicles. Rows for remote vehicles are reserved by a fleet, then freed by
``vacate``: the absent vehicles stand far outside of the map, beyond the reach of all others. A source admits a vehicle
to a free row and sets, before each step, its pose at the end of the step. Vehicles of this world see it, avoid it and
collide with it; a collision moves only them, because the other program decides the motion of a remote vehicle.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...base.errors import WorldError
from ...vehicles.fleet import Body
from ...vehicles.fleet.inertia import DENSITY
from ..component import Component, Settings
from ..drivers.kinds import ABSENT, AUTOPILOT, REMOTE
from ..entity.component import describe_outline
from ..model_switching.component import ModelSwitching
from ..scene import Scene

OUTSIDE = 10_000.0  # distance of absent vehicles from the western edge of the map [m]
APART = 100.0  # between two of them [m]

Floats = NDArray[np.float64]
Ids = NDArray[np.intp]


class Origin(Protocol):
    """Origin of a remote vehicle."""

    @property
    def vehicle(self) -> int:
        """Return its id in this world."""
        ...

    @property
    def host(self) -> str:
        """Return the network address of the program that moves it."""
        ...

    @property
    def marking(self) -> str:
        """Return its name in that program."""
        ...

    @property
    def age(self) -> float:
        """Return the simulated time since its newest state arrived [s]."""
        ...


class RemotePoses(NamedTuple):
    """Poses and velocities of remote vehicles at the end of a step, a column each."""

    x: Floats  # east [m]
    y: Floats  # north [m]
    z: Floats  # up; ignored for a vehicle that is clamped to the ground [m]
    yaw: Floats  # counter-clockwise from east [rad]
    pitch: Floats  # nose down positive [rad]
    roll: Floats  # right side down positive [rad]
    speed: Floats  # forward positive [m/s]
    lateral_speed: Floats  # left positive [m/s]
    yaw_rate: Floats  # counter-clockwise [rad/s]


class Remote(Component):
    """The remote vehicles of one world.

    Attributes:
        rows: ids of the vehicles that other programs move, in order.
        left: poses of vehicles when they left the world (x, y, z, yaw, pitch, roll), by row.
        origins: returns the origins of remote vehicles that their source knows, for observers.
    """

    name = "remote"

    def __init__(self, scene: Scene, settings: Settings):
        self._scene, self._vehicles = scene, scene.vehicles
        self._switching = scene.of(ModelSwitching)
        self.origins: Callable[[], Sequence[Origin]] = lambda: ()
        self.rows = self._absent = np.zeros(0, np.intp)
        self.left: dict[int, tuple[float, ...]] = {}
        self._poses = _no_poses(0)
        self._is_clamped = np.zeros(0, np.bool_)

    def bind(self) -> None:
        """Find the remote and the absent vehicles."""
        self.refresh()

    # ---- remote and absent vehicles

    @property
    def free_rows(self) -> Ids:
        """Return the ids of the free rows, in order."""
        return self._absent

    def vacate(self, rows: Any) -> None:
        """Free rows for remote vehicles; the vehicles in them become absent.

        Args:
            rows: an id, a slice, or an array of ids.

        Raises:
            WorldError: there is no such vehicle.
        """
        vehicles = self._vehicles
        ids = self._ids(rows)
        for row in ids[vehicles.driver[ids] != ABSENT].tolist():
            self.left[row] = tuple(float(column[row]) for column in vehicles.pose[:6])
        vehicles.driver[ids], vehicles.damage[ids] = ABSENT, 0.0
        self._release_controls(ids)
        self.refresh()
        self._stow()

    def admit(self, row: int, body: Body) -> None:
        """Admit a vehicle of another program to a free row; ``place`` sets its pose.

        Args:
            row: one of ``free_rows``.
            body: outer dimensions [m].

        Raises:
            WorldError: the row is not free.
        """
        vehicles = self._vehicles
        if not 0 <= row < vehicles.count or vehicles.driver[row] != ABSENT:
            raise WorldError(f"row {row} is not free for a remote vehicle; {self._absent.size} rows are: see free_rows")
        kind = self._scene.fleets[int(vehicles.fleet_index[row])].kind
        mass = DENSITY[kind] * body.length * body.width * body.height
        describe_outline(vehicles, row, body)
        vehicles.mass[row] = mass
        vehicles.yaw_inertia[row] = mass * (body.length**2 + body.width**2) / 12.0
        self.hand_over(row)

    def hand_over(self, row: int) -> None:
        """Make a vehicle remote: another program moves it from now on."""
        self._vehicles.driver[row] = REMOTE
        self._release_controls(np.array([row]))
        self.refresh()

    def take_over(self, row: int) -> None:
        """Return a remote vehicle to this world's autopilot, with its present pose and speed.

        Raises:
            WorldError: no other program moves it.
        """
        vehicles = self._vehicles
        if vehicles.driver[row] != REMOTE:
            raise WorldError(
                f"vehicle {row} is not remote; only a vehicle that another program moves can be taken over"
            )
        vehicles.driver[row], vehicles.brake[row] = AUTOPILOT, 0.0
        vehicles.course_yaw[row] = vehicles.desired_yaw[row] = vehicles.yaw[row]
        vehicles.commanded_speed[row] = vehicles.speed[row]
        self.refresh()

    # ---- poses

    def place(self, rows: Ids, poses: RemotePoses, is_clamped: ArrayLike = True) -> None:
        """Set the poses of remote vehicles at the end of this step and of each step until the next call.

        Args:
            rows: ids, each once; all of remote vehicles.
            poses: a row for each.
            is_clamped: height, pitch and roll come from the ground; for all or for each.

        Raises:
            WorldError: a vehicle is not remote.
        """
        found = np.searchsorted(self.rows, rows)
        known = found < self.rows.size
        known[known] = self.rows[found[known]] == np.asarray(rows)[known]
        if not known.all():
            stranger = int(np.asarray(rows)[~known][0])
            raise WorldError(f"vehicle {stranger} is not remote; admit it, or hand it over, before placing it")
        for column, values in zip(self._poses, poses, strict=True):
            column[found] = values
        self._is_clamped[found] = is_clamped

    def move(self) -> None:
        """Move remote vehicles by a step; absent ones stay outside of the map."""
        if self.rows.size:
            self._write(slice(None))
        self._stow()

    def settle(self) -> None:
        """Restore the poses of remote vehicles after collisions and the ground have changed them."""
        if self.rows.size:
            self._write(slice(None), ("x", "y", "yaw", "speed", "lateral_speed", "yaw_rate"))
            if not self._is_clamped.all():
                self._write(~self._is_clamped, ("z", "pitch", "roll"))
        self._stow()

    def snapshot(self) -> tuple[Any, ...]:
        """Return a copy of the poses of remote vehicles."""
        return self.rows.copy(), tuple(column.copy() for column in self._poses), self._is_clamped.copy()

    def restore(self, snapshot: tuple[Any, ...]) -> None:
        """Restore a copy; the vehicles' columns say which ones are remote."""
        self.refresh()
        for column, saved in zip(self._poses, snapshot[1], strict=True):
            column[:] = saved
        self._is_clamped[:] = snapshot[2]

    # ---- helpers

    def _write(self, some: Any, names: tuple[str, ...] = RemotePoses._fields) -> None:
        rows = self.rows[some]
        for name in names:
            getattr(self._vehicles, name)[rows] = getattr(self._poses, name)[some]

    def _stow(self) -> None:
        """Keep absent vehicles outside of the map, along its western edge, each in its own grid cell."""
        absent, vehicles, bounds = self._absent, self._vehicles, self._scene.map_bounds
        if absent.size:
            depth = max(bounds.y_north - bounds.y_south, APART)
            vehicles.x[absent] = bounds.x_west - OUTSIDE - APART * np.floor(absent * APART / depth)
            vehicles.y[absent] = bounds.y_south + np.mod(absent * APART, depth)
            vehicles.speed[absent] = 0.0
            vehicles.status[absent] = 0

    def _release_controls(self, ids: Ids) -> None:
        """Clear inputs and residual motion of vehicles that no driver controls."""
        vehicles = self._vehicles
        for column in vehicles.columns(
            "throttle", "target_steer", "steer", "commanded_speed", "cruise", "is_cruising", "trigger",
            "residual_lateral_speed", "residual_yaw_rate", "back_off_time", "is_avoiding", "uses_alternate_model",
        ):  # fmt: skip
            column[ids] = 0
        vehicles.brake[ids] = 1.0

    def refresh(self) -> None:
        """Update the lists of remote and absent vehicles; known poses are kept, new ones are the present poses."""
        vehicles = self._vehicles
        rows = np.flatnonzero(vehicles.driver == REMOTE)
        before, poses, is_clamped = self.rows, self._poses, self._is_clamped
        self._absent = np.flatnonzero(vehicles.driver == ABSENT)
        self.rows, self._poses = rows, RemotePoses(*(getattr(vehicles, name)[rows] for name in RemotePoses._fields))
        self._is_clamped = np.ones(rows.size, np.bool_)
        _, old, new = np.intersect1d(before, rows, assume_unique=True, return_indices=True)
        for column, earlier in zip(self._poses, poses, strict=True):
            column[new] = earlier[old]
        self._is_clamped[new] = is_clamped[old]

    def _ids(self, rows: Any) -> Ids:
        try:
            return np.atleast_1d(np.arange(self._vehicles.count)[rows])
        except IndexError as error:
            raise WorldError(
                f"there is no vehicle {rows!r}; the world has {self._vehicles.count}, counted from 0"
            ) from error


def _no_poses(count: int) -> RemotePoses:
    return RemotePoses(*np.zeros((len(RemotePoses._fields), count)))
