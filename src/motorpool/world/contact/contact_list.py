"""Contacts of a step, a row each, with the sums of their impulses."""

# Fields may be called like the methods of a tuple.
# pyright: reportIncompatibleMethodOverride=false

from typing import NamedTuple

from ...base.arrays import Floats, Indices, Words
from ...ground.objects.first_contact import NEVER
from ...models.mathematics import Real


class ContactList(NamedTuple):
    """Contacts of a step with the sums of their impulses, a row each; rows from ``count`` on are not used."""

    count: Indices  # (1,): number of contacts
    vehicle: Indices  # id; of a pair, the lower one
    other: Indices  # id of the other vehicle, or index of the object, -1 for none
    impulse: Floats  # sum of the normal impulses [N s]
    closing_speed: Floats  # greatest of its impulses [m/s]
    x: Floats  # contact point, east [m]
    y: Floats  # north [m]
    lateral_speed: Floats  # of the vehicle, before the contact [m/s]
    yaw_rate: Floats  # of the vehicle, before the contact [rad/s]
    is_head_on: Words  # 1 if the contact is mostly frontal
    face: Words  # that touched first within the step, of ``contact_points``; 0 for the face of smallest penetration
    impact_time: Floats  # of an unresolved impact within the step, relative to its end; or ``NEVER`` [s]
    tree: Indices  # (2 * rows,): rows of the earlier impacts, see ``pending``
    next: Indices  # (2 * rows,): of the chains of the vehicles' pairs: the entry after each, -1 for none


class ContactLists(NamedTuple):
    """Contacts of a step."""

    pairs: ContactList  # of two vehicles
    on_objects: ContactList  # of vehicles with objects, a row for each vehicle that touches anything
    is_struck: Words  # (vehicles,): 1 for a vehicle that touches something, while contacts are listed
    own_row: Indices  # (vehicles,): of ``on_objects``, of a vehicle that touches something
    first_entry: Indices  # (vehicles,): of the chain of its pairs, -1 for none


def begin_contact(contacts: ContactList, row: int, vehicle: int, other: int) -> None:
    """Write a contact without an impulse.

    Args:
        contacts: list of the contact.
        row: index of the contact in the list.
        vehicle: id of the vehicle.
        other: id of the other vehicle, or index of the object.
    """
    contacts.vehicle[row], contacts.other[row] = vehicle, other
    contacts.impulse[row], contacts.closing_speed[row] = 0.0, 0.0
    contacts.x[row], contacts.y[row], contacts.is_head_on[row] = 0.0, 0.0, 0
    contacts.impact_time[row], contacts.face[row] = NEVER, 0


def add_impulse(contacts: ContactList, row: int, closing: Real, impulse: Real, x: Real, y: Real) -> None:
    """Add an impulse to a contact, whose position is that of the fastest impulse.

    Args:
        contacts: list of the contact.
        row: index of the contact in the list.
        closing: speed along the normal, before the impulse [m/s].
        impulse: along the normal [N s].
        x, y: contact point [m].
    """
    if closing > contacts.closing_speed[row]:
        contacts.closing_speed[row], contacts.x[row], contacts.y[row] = closing, x, y
    contacts.impulse[row] += impulse
