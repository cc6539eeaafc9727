"""Twins: vehicles change over to a second model while they drive, without a jump in place or speed.

A fleet's twin is the same vehicles by another model: one of the two has inertia. It costs nothing until somebody uses
it; then only those vehicles are stepped by it. Parameters that both models call by the same name are the vehicle's.
"""

import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...errors import ModelError, WorldError
from ...fleet import Fleet, Snapshot
from ...models.mathematics import cos, sin
from ...models.registry import Model, find
from ..vehicle_table import Roster, full_steer_yaw_rate

# By kind: the model without inertia, and the one with it, where nobody names another.
PAIRS = {"wheeled": ("bicycle/arc", "park/wheeled"), "tracked": ("tracked/arc", "park/tracked")}

Floats = NDArray[np.float64]
Ids = NDArray[np.intp]


class Held(NamedTuple):
    """Vehicles that twins move, and where they were before their fleets moved them."""

    ids: Ids
    columns: tuple[NDArray[Any], ...]  # MOVED


MOVED = ("x", "y", "yaw", "speed", "status")  # what a fleet's step changes of a vehicle


class Prepared(NamedTuple):
    """A twin that is ready for use."""

    fleet: Fleet  # every vehicle's state and parameters by the second model; its pose is not kept up
    full_curvature: Floats  # as the roster's
    pivot_yaw_rate: Floats


class Twin:
    """The second model of one fleet.

    Args:
        fleet: whose.
        rows: where the fleet is in the roster.
        model: the second one.
    """

    def __init__(self, fleet: Fleet, rows: slice, model: Model):
        if model.has_inertia == fleet.model.has_inertia or not model.can_be_driven:
            raise WorldError(
                f"fleet {fleet.name!r}: {model.name} is no second model for {fleet.model.name}; "
                "one of the two must have inertia, and both must be drivable"
            )
        self.model, self.rows = model, rows
        self._own = fleet
        self._lock = threading.Lock()
        self._prepared: Prepared | None = None
        self._some: tuple[Ids, Fleet] | None = None  # the vehicles that it moves now, and a fleet of just them

    @property
    def fleet(self) -> Fleet:
        """Every vehicle by the second model."""
        return self.prepare().fleet

    @property
    def is_prepared(self) -> bool:
        """Whether somebody has used it."""
        return self._prepared is not None

    def prepare(self) -> Prepared:
        """Make it ready, which may compile for seconds; from any thread.

        Raises:
            ModelError: the second model has no answer for such a vehicle.
        """
        with self._lock:
            if self._prepared is None:
                own = self._own
                fleet = Fleet(self.model, own.count, name=own.name, body=own.body, **self._params())
                self._some_of(fleet, np.arange(min(own.count, 1))).step(0.0)  # compiles
                pivot = full_steer_yaw_rate(fleet, 0.0)
                self._prepared = Prepared(fleet, full_steer_yaw_rate(fleet, 1.0) - pivot, pivot)
            return self._prepared

    def move(self, vehicles: Roster, ids: Ids, move: Callable[[Fleet, Ids], None]) -> None:
        """Step these vehicles."""
        whole, rows = self.fleet, ids - self.rows.start
        if self._some is None or not np.array_equal(self._some[0], rows):
            self._some = rows, self._some_of(whole, rows)
        some = self._some[1]
        for own, all_of_them in zip(some.state, whole.state, strict=True):
            own[:] = all_of_them[rows]
        some.state.x, some.state.y, some.state.yaw = vehicles.x[ids], vehicles.y[ids], vehicles.yaw[ids]
        move(some, ids)
        for part, whole_part in ((some.state, whole.state), (some.control, whole.control)):
            for own, all_of_them in zip(part, whole_part, strict=True):
                all_of_them[rows] = own
        vehicles.x[ids], vehicles.y[ids], vehicles.yaw[ids] = some.state.x, some.state.y, some.state.yaw
        vehicles.status[ids] |= some.status
        some.status[:] = 0
        if self.model.has_inertia:
            vehicles.speed[ids] = some.state.speed

    def restore(self, snapshot: Snapshot | None) -> None:
        """Set every vehicle's state as it was."""
        self._some = None
        if snapshot is not None:
            self.fleet.restore(snapshot)

    def _some_of(self, fleet: Fleet, rows: Ids) -> Fleet:
        params = {name: getattr(fleet.params, name)[rows] for name in self.model.module.Params._fields}
        return Fleet(self.model, rows.size, name=fleet.name, body=fleet.body, **params)

    def _params(self) -> dict[str, Any]:
        """What the vehicle itself says about the second model's parameters, unless the model's name says it."""
        fields, body = self.model.module.Params._field_defaults, self._own.body
        usual = self.model.usual.module.Params._field_defaults
        known = {name: getattr(self._own.params, name) for name in self._own.model.module.Params._fields}
        known |= {"length": body.length, "width": body.width}
        axles = ("front_axle_offset", "rear_axle_offset")
        if known.keys() >= set(axles):
            known["wheelbase"] = known[axles[0]] + known[axles[1]]
        return {name: known[name] for name in known.keys() & fields.keys() if fields[name] == usual[name]}


class Twins:
    """The second models of a world's fleets.

    Args:
        vehicles: the world's.
        fleets: the world's.
        models: a second model by the fleet's name; by the kind of vehicle where none is named.

    Raises:
        WorldError: no such fleet, or a model that is no second one for it.
        ModelError: no such model.
    """

    def __init__(self, vehicles: Roster, fleets: Sequence[Fleet], models: Mapping[str, str]):
        for name in models.keys() - {fleet.name for fleet in fleets}:
            raise WorldError(f"dynamics: there is no fleet {name!r}")
        self._vehicles, self._fleets = vehicles, fleets
        self._twins = [
            _twin(fleet, rows, models.get(fleet.name)) for fleet, rows in zip(fleets, vehicles.rows, strict=True)
        ]
        self._turning = vehicles.full_curvature.copy(), vehicles.pivot_yaw_rate.copy()

    def has(self, vehicle: int) -> bool:
        """Whether a vehicle has a second model."""
        return self._twins[int(self._vehicles.fleet_index[vehicle])] is not None

    def prepare(self, vehicle: int) -> None:
        """Make a vehicle's second model ready; from any thread, for it may compile for seconds.

        Raises:
            WorldError: it has none, or none that suits it.
        """
        try:
            self._of(vehicle).prepare()
        except ModelError as error:
            raise WorldError(f"vehicle {vehicle} cannot change its model: {error}") from error

    def choose(self, vehicle: int, *, is_dynamic: bool) -> None:
        """Let a vehicle be moved by its model with inertia, or by the one without; call it between two steps.

        Raises:
            WorldError: it has no second model, or none that suits it.
        """
        self.prepare(vehicle)
        fleet = self._fleets[int(self._vehicles.fleet_index[vehicle])]
        if bool(self._vehicles.is_twin[vehicle]) != (is_dynamic != fleet.model.has_inertia):
            self._change_over(vehicle)

    def give_back(self, vehicle: int) -> None:
        """Let a vehicle be moved by its fleet again."""
        if self._vehicles.is_twin[vehicle]:
            self._change_over(vehicle)

    def moved_by(self, vehicle: int) -> tuple[Fleet, int]:
        """The fleet whose model moves a vehicle, and the vehicle's row there."""
        index = int(self._vehicles.fleet_index[vehicle])
        fleet = self._of(vehicle).fleet if self._vehicles.is_twin[vehicle] else self._fleets[index]
        return fleet, vehicle - self._vehicles.rows[index].start

    def movers(self, ids: Ids) -> list[tuple[Fleet, Ids, Ids]]:
        """The fleets whose models move these vehicles, the vehicles' rows there, and their ids."""
        if not ids.size:
            return []
        by_twin = self._vehicles.is_twin[ids] > 0.0
        own, others = ids[~by_twin], ids[by_twin]
        parts = [
            (fleet, own[(own >= rows.start) & (own < rows.stop)], rows.start)
            for fleet, rows in zip(self._fleets, self._vehicles.rows, strict=True)
        ]
        parts += [(twin.fleet, some, twin.rows.start) for twin, some in self._used(others)]
        return [(fleet, some - start, some) for fleet, some, start in parts if some.size]

    def hold(self) -> Held | None:
        """Remember the vehicles that twins move, before their fleets move them; None if there is no such vehicle."""
        ids = np.flatnonzero(self._vehicles.is_twin)
        return Held(ids, tuple(column[ids] for column in self._vehicles.columns(*MOVED))) if ids.size else None

    def move(self, held: Held | None, move: Callable[[Fleet, Ids], None]) -> None:
        """Move them instead.

        Args:
            held: what ``hold`` returned.
            move: steps a fleet of the vehicles with these ids.
        """
        if held is None:
            return
        for column, before in zip(self._vehicles.columns(*MOVED), held.columns, strict=True):
            column[held.ids] = before
        for twin, ids in self._used(held.ids):
            twin.move(self._vehicles, ids, move)

    def keep_speeds(self) -> None:
        """What the surroundings have made of the speeds is what the second models go on with."""
        ids = np.flatnonzero(self._vehicles.is_twin)
        for twin, some in self._used(ids):
            if twin.model.has_inertia:
                twin.fleet.state.speed[some - twin.rows.start] = self._vehicles.speed[some]

    def snapshot(self) -> tuple[Snapshot | None, ...]:
        """A copy of the state of every second model that was ever used."""
        return tuple(twin.fleet.snapshot() if twin and twin.is_prepared else None for twin in self._twins)

    def restore(self, snapshot: tuple[Snapshot | None, ...]) -> None:
        """Set them as they were; the vehicles' columns are restored by the world."""
        for twin, saved in zip(self._twins, snapshot, strict=True):
            if twin:
                twin.restore(saved)

    def _of(self, vehicle: int) -> Twin:
        if vehicle < 0:
            raise WorldError("there is no such vehicle; take one first")
        fleet_index = int(self._vehicles.fleet_index[vehicle])
        twin = self._twins[fleet_index]
        if twin is None:
            raise WorldError(f"vehicle {vehicle} has no second model: {self._fleets[fleet_index].model.name} has none")
        return twin

    def _used(self, ids: Ids) -> list[tuple[Twin, Ids]]:
        """These vehicles by their twins."""
        parts = [(twin, ids[(ids >= twin.rows.start) & (ids < twin.rows.stop)]) for twin in self._twins if twin]
        return [(twin, some) for twin, some in parts if some.size]

    def _change_over(self, vehicle: int) -> None:
        """Let the other model move a vehicle, from the motion that it has."""
        vehicles, twin = self._vehicles, self._of(vehicle)
        yaw_rate = _yaw_rate(self.moved_by(vehicle), vehicles, vehicle)
        vehicles.is_twin[vehicle] = 1.0 - vehicles.is_twin[vehicle]
        if vehicles.is_twin[vehicle]:
            ready, row = twin.prepare(), vehicle - twin.rows.start
            turning = ready.full_curvature[row], ready.pivot_yaw_rate[row]
        else:
            turning = self._turning[0][vehicle], self._turning[1][vehicle]
        vehicles.full_curvature[vehicle], vehicles.pivot_yaw_rate[vehicle] = turning
        fleet, row = self.moved_by(vehicle)
        fleet.halt(row)
        speed, yaw = vehicles.speed[vehicle], vehicles.yaw[vehicle]
        motion = {
            "speed": speed,
            "yaw_rate": yaw_rate,
            "velocity_x": speed * cos(yaw),
            "velocity_y": speed * sin(yaw),
            "left_track_speed": speed,
            "right_track_speed": speed,
            "pitch": vehicles.pitch[vehicle],
            "roll": vehicles.roll[vehicle],
        }
        for name in motion.keys() & set(fleet.model.module.State._fields):
            getattr(fleet.state, name)[row] = motion[name]


def _yaw_rate(moved_by: tuple[Fleet, int], vehicles: Roster, vehicle: int) -> float:
    """How fast a vehicle turns [rad/s]: as its model says, or as its steering does."""
    fleet, row = moved_by
    if "yaw_rate" in fleet.model.module.State._fields:
        return float(fleet.state.yaw_rate[row])
    full = vehicles.pivot_yaw_rate[vehicle] + vehicles.full_curvature[vehicle] * vehicles.speed[vehicle]
    return float(vehicles.steer[vehicle] * full)


def _twin(fleet: Fleet, rows: slice, name: str | None) -> Twin | None:
    """The second model that is named, or that of its kind."""
    if name is None and fleet.kind not in PAIRS:
        return None
    kinematic, dynamic = PAIRS.get(fleet.kind, ("", ""))
    return Twin(fleet, rows, find(name or (kinematic if fleet.model.has_inertia else dynamic)))
