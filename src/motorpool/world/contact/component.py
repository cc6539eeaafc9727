"""The contact component: vehicles collide with each other and with objects, and are moved out of each other.

What happened in the last step is in ``contacts``. The physics is in ``impulses``, the loops in ``stages``.
"""

from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..avoidance.component import AvoidanceRules
from ..columns import is_any
from ..component import Component, Settings
from ..model_switching.component import ModelSwitching
from ..neighbours.component import Neighbours
from ..scene import Scene
from . import stages
from .candidates import Candidates
from .columns import ResidualMotion
from .stages import ContactList

NOTICED = 0.2  # closing speed from which on a contact is an event: slower contacts are resting contacts [m/s]

Floats = NDArray[np.float64]
Indices = NDArray[np.int32]
Ids = NDArray[np.intp]


class Contacts(NamedTuple):
    """Vehicles that collided with another, or with an object, a column each."""

    vehicle: Indices  # id; of two, the lower one
    other: Indices  # id of the other vehicle, or -1
    object: Indices  # index of the object, or -1; of several, the one that was hit fastest
    x: Floats  # where, east [m]
    y: Floats  # north [m]
    impulse: Floats  # along the normal [N s]
    closing_speed: Floats  # along the normal, before [m/s]
    time: Floats  # simulated, at the end of the step [s]


_NONE, _NOBODY = np.zeros(0), np.zeros(0, np.int32)
NO_CONTACTS = Contacts(_NOBODY, _NOBODY, _NOBODY, _NONE, _NONE, _NONE, _NONE, _NONE)


class ContactSolver(Component):
    """The contacts of one world.

    Attributes:
        contacts: what happened in the last step.
        near_count: vehicles that touched something in the last step, or nearly did.
    """

    name = "contact"
    columns: ClassVar[Mapping[str, Any]] = {"residual": ResidualMotion}

    def __init__(self, scene: Scene, settings: Settings):
        self.contacts, self.near_count = NO_CONTACTS, 0
        self._scene, self._vehicles, self._objects = scene, scene.vehicles, scene.obstacles
        self._switching = scene.of(ModelSwitching)
        self._overrides = scene.of(AvoidanceRules).overrides
        self._candidates = Candidates(scene, scene.of(Neighbours))

    def step(self) -> None:
        """Resolve the contacts at the end of a step."""
        held = [rule.before_contact() for rule in self._overrides]
        self.resolve(self._scene.time + self._scene.dt)
        for rule, before in zip(self._overrides, held, strict=True):
            rule.after_contact(before)

    def move_residually(self) -> None:
        """Move vehicles by a step that impacts have set in a motion that their models do not know."""
        vehicles = self._vehicles
        if is_any(vehicles.residual_lateral_speed) or is_any(vehicles.residual_yaw_rate):
            self._scene.run(stages.move_residually, vehicles.pose, vehicles.residual, vehicles.body, self._scene.dt)

    def resolve(self, time: float) -> None:
        """Apply the impulses of vehicles that touch something, and take them out of it.

        Args:
            time: simulated, at the end of the step [s].
        """
        self.contacts, self.near_count = NO_CONTACTS, 0
        self._candidates.find()
        first, second = self._candidates.touching
        near = self._candidates.on_objects
        if first.size or near.size:
            near = np.union1d(near, np.concatenate((first, second))) if first.size else near
            self.near_count = near.size
            self._resolve(_contacts(first, second), _contacts(near, np.full(near.size, -1, np.int32)), time)

    def restore(self, snapshot: None) -> None:
        """Forget what happened in the last step."""
        self.contacts = NO_CONTACTS

    def _resolve(self, pairs: ContactList, on_objects: ContactList, time: float) -> None:
        """Impulses and penetration of these pairs, and of these vehicles on objects."""
        vehicles, near = self._vehicles, on_objects.vehicle
        before = [column[near] for column in vehicles.columns("lateral_speed", "yaw_rate")]
        self._scene.run(stages.resolve_contacts, pairs, on_objects, vehicles.entity, self._objects)
        self._hand_back(near, *before)
        self.contacts = _noticed(pairs, on_objects, time)

    def _hand_back(self, ids: Ids, lateral_before: Floats, rate_before: Floats) -> None:
        """Tell the models of these vehicles how they move now; what a model does not know is residual motion."""
        vehicles = self._vehicles
        changed_lateral = vehicles.lateral_speed[ids] - lateral_before
        changed_rate = vehicles.yaw_rate[ids] - rate_before
        moved = (changed_lateral != 0.0) | (changed_rate != 0.0)
        vehicles.residual_lateral_speed[ids[moved]] += changed_lateral[moved]
        vehicles.residual_yaw_rate[ids[moved]] += changed_rate[moved]
        for fleet, rows, some in self._switching.movers(ids[moved]):
            for name in fleet.model.velocities:
                rest = getattr(vehicles, f"residual_{name}")
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
