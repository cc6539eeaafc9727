"""Collisions: vehicles of all models, and the objects, strike each other and get out of each other's way.

``World.step`` calls ``feel`` once the vehicles have moved, and then ``settle``; what happened is in ``contacts`` until
the next step. The physics is in ``objects.impact``, the loops in ``world.contact.stages``.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...fleet import Fleet
from ...objects.grid import Circles
from ...objects.objects import Objects
from ..model_switching.component import Twins
from ..vehicle_table import Roster
from . import stages as impacts
from .stages import ContactList, Nearby

NOTICED = 0.2  # closing speed from which on a contact is an event: below it things lean on each other [m/s]

Floats = NDArray[np.float64]
Indices = NDArray[np.int32]
Ids = NDArray[np.intp]
Run = Callable[..., None]  # ``Stages.run`` of ``kernels.rows``


class Contacts(NamedTuple):
    """Vehicles that struck another, or an object, a column each."""

    vehicle: Indices  # id; of two, the lower one
    other: Indices  # id of the other vehicle, or -1
    object: Indices  # index of the object, or -1; of several, the one that was struck fastest
    x: Floats  # where, east [m]
    y: Floats  # north [m]
    impulse: Floats  # along the normal [N s]
    closing_speed: Floats  # along the normal, before [m/s]
    time: Floats  # simulated, at the end of the step [s]


_NONE, _NOBODY = np.zeros(0), np.zeros(0, np.int32)
NO_CONTACTS = Contacts(_NOBODY, _NOBODY, _NOBODY, _NONE, _NONE, _NONE, _NONE, _NONE)


class Collisions:
    """The contacts of one world.

    Args:
        vehicles: the world's.
        objects: the world's.
        fleets: the world's.
        twins: the world's.

    Attributes:
        contacts: what happened in the last step.
        near_count: vehicles that touched something in the last step, or nearly did.
    """

    def __init__(self, vehicles: Roster, objects: Objects, fleets: Sequence[Fleet], twins: Twins):
        self.contacts, self.near_count = NO_CONTACTS, 0
        self._vehicles, self._fleets, self._twins, self._objects = vehicles, fleets, twins, objects.circles
        self._nearby = Nearby(np.zeros(vehicles.count, np.int32), np.zeros(vehicles.count, np.int8))
        self._largest_radius = float(vehicles.radius.max(initial=0.0))
        self._largest_object = float(objects.radius.max(initial=0.0))

    def slide(self, run: Run, dt: float) -> None:
        """Move those by a step [s] whom a blow has set in a motion that their models do not know."""
        vehicles = self._vehicles
        if vehicles.slide_speed.any() or vehicles.spin.any():
            run(impacts.slide, vehicles.pose, vehicles.motion, vehicles.body, dt)

    def feel(self) -> None:
        """Note how fast every vehicle drifts and turns: as its model says, or as its steering does, and its slide."""
        vehicles = self._vehicles
        _by_steering(vehicles, slice(None))
        for fleet, rows in zip(self._fleets, vehicles.rows, strict=True):
            _by_model(vehicles, fleet, slice(None), rows)
        for fleet, rows, ids in self._twins.movers(np.flatnonzero(vehicles.is_twin)):
            _by_steering(vehicles, ids)
            _by_model(vehicles, fleet, rows, ids)

    def settle(self, run: Run, time: float, others: Circles) -> None:
        """Let those strike who touch, and take them out of each other.

        Args:
            run: runs a stage.
            time: simulated, at the end of the step [s].
            others: the circles around the vehicles, filed where these are now.
        """
        self.contacts, self.near_count = NO_CONTACTS, 0
        entity, nearby = self._vehicles.entity, self._nearby
        run(
            impacts.find_contacts, entity, nearby, entity, others, self._objects, _NOBODY,
            self._largest_radius, self._largest_object,
        )  # fmt: skip
        count = int(nearby.partners.sum())
        near = np.flatnonzero(nearby.is_near_object)
        if count or near.size:
            first, second = self._pairs(run, count, others)
            near = np.union1d(near, np.concatenate((first, second)))
            self.near_count = near.size
            self._settle(run, _contacts(first, second), _contacts(near, np.full(near.size, -1, np.int32)), time)

    def _pairs(self, run: Run, count: int, others: Circles) -> tuple[Indices, Indices]:
        """The pairs that may touch, sorted by the lower id, then by the higher."""
        if not count:
            return _NOBODY, _NOBODY
        first, second = np.empty(count, np.int32), np.empty(count, np.int32)
        pairs = _contacts(first, second)
        run(impacts.list_pairs, pairs, self._nearby, self._vehicles.entity, others, self._largest_radius)
        order = np.lexsort((second, first))
        return first[order], second[order]

    def _settle(self, run: Run, pairs: ContactList, on_objects: ContactList, time: float) -> None:
        """Impulses and penetration of these pairs, and of these vehicles on objects."""
        vehicles, near = self._vehicles, on_objects.vehicle
        before = [column[near] for column in vehicles.columns("lateral_speed", "yaw_rate")]
        run(impacts.settle_contacts, pairs, on_objects, vehicles.entity, self._objects)
        self._hand_back(near, *before)
        self.contacts = _noticed(pairs, on_objects, time)

    def _hand_back(self, ids: Ids, lateral_before: Floats, rate_before: Floats) -> None:
        """Tell the models of these vehicles how they move now; what a model does not know of, slides."""
        vehicles = self._vehicles
        changed_lateral = vehicles.lateral_speed[ids] - lateral_before
        changed_rate = vehicles.yaw_rate[ids] - rate_before
        moved = (changed_lateral != 0.0) | (changed_rate != 0.0)
        vehicles.slide_speed[ids[moved]] += changed_lateral[moved]
        vehicles.spin[ids[moved]] += changed_rate[moved]
        for fleet, rows, some in self._twins.movers(ids[moved]):
            fields = fleet.model.module.State._fields
            for name, rest in (("lateral_speed", vehicles.slide_speed), ("yaw_rate", vehicles.spin)):
                if name in fields:
                    getattr(fleet.state, name)[rows] += rest[some]
                    rest[some] = 0.0


def _contacts(vehicle: Any, other: Indices) -> ContactList:
    """A list of contacts without impulses yet."""
    impulse, closing_speed, x, y = np.zeros((4, vehicle.size))
    return ContactList(vehicle, other, impulse, closing_speed, x, y, np.zeros(vehicle.size, np.int8))


def _noticed(pairs: ContactList, on_objects: ContactList, time: float) -> Contacts:
    """The contacts that were fast enough: first those of pairs, then those with objects."""
    met, struck = np.flatnonzero(pairs.closing_speed > NOTICED), np.flatnonzero(on_objects.closing_speed > NOTICED)
    if not met.size and not struck.size:
        return NO_CONTACTS
    nothing = np.full(max(met.size, struck.size), -1, np.int32)
    return Contacts(
        vehicle=np.concatenate((pairs.vehicle[met], on_objects.vehicle[struck].astype(np.int32))),
        other=np.concatenate((pairs.other[met], nothing[: struck.size])),
        object=np.concatenate((nothing[: met.size], on_objects.other[struck])),
        x=np.concatenate((pairs.x[met], on_objects.x[struck])),
        y=np.concatenate((pairs.y[met], on_objects.y[struck])),
        impulse=np.concatenate((pairs.impulse[met], on_objects.impulse[struck])),
        closing_speed=np.concatenate((pairs.closing_speed[met], on_objects.closing_speed[struck])),
        time=np.full(met.size + struck.size, time),
    )


def _by_steering(vehicles: Roster, rows: Any) -> None:
    """As a vehicle moves sideways and turns whose model does not say."""
    full = vehicles.pivot_yaw_rate[rows] + vehicles.full_curvature[rows] * vehicles.speed[rows]
    vehicles.yaw_rate[rows] = vehicles.steer[rows] * full + vehicles.spin[rows]
    vehicles.lateral_speed[rows] = vehicles.slide_speed[rows]


def _by_model(vehicles: Roster, fleet: Fleet, fleet_rows: Any, rows: Any) -> None:
    """As the model says, where it does."""
    fields = fleet.model.module.State._fields
    if "lateral_speed" in fields:
        vehicles.lateral_speed[rows] = fleet.state.lateral_speed[fleet_rows] + vehicles.slide_speed[rows]
    if "yaw_rate" in fields:
        vehicles.yaw_rate[rows] = fleet.state.yaw_rate[fleet_rows] + vehicles.spin[rows]
