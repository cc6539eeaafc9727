"""Contact component: impulses between vehicles, and of vehicles on objects, and the removal of penetration.

``contacts`` has the contacts of the last step. The physics is in ``impulses``, the loops are in ``stages``.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...ground.objects.first_contact import NEVER
from ..avoidance.component import AvoidanceRules
from ..columns import is_any
from ..component import Component, Settings
from ..entity.component import Entities
from ..neighbours.component import Neighbours
from ..scene import Newcomers, Scene
from ..vehicle_table import StateField
from . import stages
from .candidates import Candidates
from .columns import ModelVelocity, ResidualMotion
from .contact_list import ContactList, ContactLists

if TYPE_CHECKING:
    from .on_decks import OnDecks

NOTICED = 0.2  # closing speed from which a contact is an event; smaller values report resting contacts [m/s]

Floats = NDArray[np.float64]
Indices = NDArray[np.int32]


class Contacts(NamedTuple):
    """Vehicles that collided with another, or with an object, a column each."""

    vehicle: Indices  # id; of two, the lower one
    other: Indices  # id of the other vehicle, or -1
    object: Indices  # index of the object, or -1; of several, the one that was hit fastest; both -1: the edge of a deck
    x: Floats  # contact point, east [m]
    y: Floats  # north [m]
    impulse: Floats  # along the normal [N s]
    closing_speed: Floats  # along the normal, before the impulse [m/s]
    time: Floats  # simulated, at the end of the step [s]


_NONE, _NOBODY = np.zeros(0), np.zeros(0, np.int32)
NO_CONTACTS = Contacts(_NOBODY, _NOBODY, _NOBODY, _NONE, _NONE, _NONE, _NONE, _NONE)


class ContactSolver(Component):
    """The contacts of one world.

    Attributes:
        contacts: contacts of the last step.
        near_count: number of vehicles that touched something in the last step, or nearly touched it.
    """

    name = "contact"
    columns: ClassVar[Mapping[str, Any]] = {"model_velocity": ModelVelocity, "residual": ResidualMotion}
    state_columns: ClassVar[Mapping[str, StateField]] = {
        f"model_{name}": StateField(name) for name in ("lateral_speed", "yaw_rate")
    }

    def __init__(self, scene: Scene, settings: Settings):
        self.contacts, self.near_count = NO_CONTACTS, 0
        self._scene, self._vehicles, self._objects = scene, scene.vehicles, scene.obstacles
        self._on_decks: OnDecks | None = None  # from the first step on, where the terrain has decks
        self._overrides, self._trailers = scene.of(AvoidanceRules).overrides, scene.of(Entities).trailers

    def bind(self) -> None:
        """Make room for the contacts of all vehicles."""
        count = self._vehicles.count
        self._candidates = Candidates(self._scene, self._scene.of(Neighbours))
        bodies = count + self._trailers.count
        rows = np.zeros((2, count), np.int32)
        self._lists = ContactLists(room_for(0), room_for(bodies), np.zeros(count, np.int8), *rows)

    def enter(self, new: Newcomers) -> None:
        """Mark the velocities that a vehicle's model computes."""
        for name in new.fleet.model.velocities:
            getattr(self._vehicles, f"has_{name}")[new.rows] = 1

    def step(self) -> None:
        """Resolve contacts between vehicles and with objects."""
        held = [rule.before_contact() for rule in self._overrides]
        self.resolve(self._scene.time + self._scene.dt, self._scene.dt)
        for rule, before in zip(self._overrides, held, strict=True):
            rule.after_contact(before)

    def move_residually(self) -> None:
        """Move vehicles by a step of their residual motion, which impacts have left."""
        vehicles = self._vehicles
        if is_any(vehicles.residual_lateral_speed) or is_any(vehicles.residual_yaw_rate):
            self._scene.run(stages.move_residually, vehicles.pose, vehicles.residual, vehicles.body, self._scene.dt)

    def resolve(self, time: float, dt: float = 0.0) -> None:
        """Apply the impulses of vehicles that touch something, and remove the penetration.

        Args:
            time: simulated, at the end of the step [s].
            dt: duration of the step; 0 if no time has passed since the vehicles were placed [s].
        """
        self.contacts, self.near_count = NO_CONTACTS, 0
        found = self._candidates
        found.find(dt)
        if found.is_touching:
            vehicles = self._vehicles
            if self._lists.pairs.vehicle.size < found.pairs.first.size:
                self._lists = self._lists._replace(pairs=room_for(2 * found.pairs.first.size))
            for pairs, near in found.by_group():
                self._scene.run(
                    stages.resolve_contacts, pairs, near, self._lists, found.bodies, vehicles.model_velocity,
                    vehicles.residual, self._objects, dt,
                )  # fmt: skip
                on_objects = self._lists.on_objects
                self.near_count += np.count_nonzero(on_objects.vehicle[: on_objects.count[0]] < vehicles.count)
                self.contacts = _joined(self.contacts, _noticed(self._lists.pairs, on_objects, found.owners_of, time))
            self._trailers.hand_back()
        if self._scene.has_levels:
            self._hold_on_decks(time, dt)

    def _hold_on_decks(self, time: float, dt: float) -> None:
        """Hold vehicles at the rails of decks."""
        if self._on_decks is None:
            from .on_decks import OnDecks

            self._on_decks = OnDecks(self._scene)
        if self._on_decks.hold(self._candidates.bodies, self._lists.on_objects, dt):
            self._lists.pairs.count[0] = 0
            struck = _noticed(self._lists.pairs, self._lists.on_objects, self._candidates.owners_of, time)
            self.contacts = _joined(self.contacts, struck)
            self._trailers.hand_back()

    def restore(self, snapshot: None) -> None:
        """Clear the contacts of the last step."""
        self.contacts = NO_CONTACTS


def room_for(count: int) -> ContactList:
    """Return an empty list for ``count`` contacts."""
    vehicle, other = np.zeros((2, count), np.int32)
    impulse, closing_speed, x, y, lateral_speed, yaw_rate = np.zeros((6, count))
    return ContactList(
        np.zeros(1, np.int32), vehicle, other, impulse, closing_speed, x, y, lateral_speed, yaw_rate,
        np.zeros(count, np.int8), np.zeros(count, np.int8), np.full(count, NEVER), *np.zeros((2, 2 * count), np.int32),
    )  # fmt: skip


def _joined(earlier: Contacts, later: Contacts) -> Contacts:
    """Return the contacts of both."""
    if earlier is NO_CONTACTS:
        return later
    columns: list[Any] = [np.concatenate(pair) for pair in zip(earlier, later, strict=True)]
    return Contacts(*columns)


def _noticed(
    pairs: ContactList, on_objects: ContactList, owners_of: Callable[[Indices], Indices], time: float
) -> Contacts:
    """Return the contacts above ``NOTICED``: first those of pairs, then those with objects.

    Args:
        owners_of: returns the ids of the vehicles that bodies belong to.
        time: simulated, at the end of the step [s].
    """
    met, struck = (
        np.flatnonzero(contacts.closing_speed[: contacts.count[0]] > NOTICED) for contacts in (pairs, on_objects)
    )
    if not met.size and not struck.size:
        return NO_CONTACTS
    nothing = np.full(max(met.size, struck.size), -1, np.int32)
    return Contacts(
        vehicle=owners_of(np.concatenate((pairs.vehicle[met], on_objects.vehicle[struck]))),
        other=np.concatenate((owners_of(pairs.other[met]), nothing[: struck.size])),
        object=np.concatenate((nothing[: met.size], on_objects.other[struck])),
        x=np.concatenate((pairs.x[met], on_objects.x[struck])),
        y=np.concatenate((pairs.y[met], on_objects.y[struck])),
        impulse=np.concatenate((pairs.impulse[met], on_objects.impulse[struck])),
        closing_speed=np.concatenate((pairs.closing_speed[met], on_objects.closing_speed[struck])),
        time=np.full(met.size + struck.size, time),
    )
