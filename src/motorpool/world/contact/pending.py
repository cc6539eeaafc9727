"""Pending impacts of a step: the earliest one, and those of a vehicle, are found without a search of all contacts.

Each list of contacts has a tournament tree: row ``count + row`` of ``tree`` is a leaf, which has the row of a contact;
any other from 1 on has the row with the earlier impact of rows ``2 node`` and ``2 node + 1``. The root is row 1.

The pairs of a vehicle are a chain. A pair is in two of them: entry ``2 row`` is in that of its first vehicle, entry
``2 row + 1`` in that of its second. The contacts of a vehicle with objects are adjacent rows: its own body's, then its
trailers'.
"""

from ...ground.objects.first_contact import NEVER
from ...ground.objects.grid import NOTHING
from .body_motion import Bodies, owner_of
from .contact_list import ContactList, ContactLists


def chain_contacts(lists: ContactLists, bodies: Bodies) -> None:
    """Chain the pairs of each vehicle, and note where its contacts with objects are.

    Args:
        lists: contacts of the step.
    """
    pairs, on_objects = lists.pairs, lists.on_objects
    for m in range(on_objects.count[0]):
        b: int = on_objects.vehicle[m]
        if b < bodies.pose.x.size:
            lists.own_row[b], lists.first_entry[b] = m, NOTHING
    for k in range(pairs.count[0]):
        i, j = owner_of(pairs.vehicle[k], bodies), owner_of(pairs.other[k], bodies)
        pairs.next[2 * k], lists.first_entry[i] = lists.first_entry[i], 2 * k
        pairs.next[2 * k + 1], lists.first_entry[j] = lists.first_entry[j], 2 * k + 1


def rank_impacts(contacts: ContactList) -> None:
    """Fill the tree of a list from the times of its impacts."""
    count: int = contacts.count[0]
    for row in range(count):
        contacts.tree[count + row] = row
    for above in range(1, count):
        contacts.tree[count - above] = earlier_below(count - above, contacts)


def set_impact_time(contacts: ContactList, row: int, time: float) -> None:
    """Set the time of an impact, and update the tree.

    Args:
        contacts: list of the contact.
        row: index of the contact in the list.
        time: time of the impact, relative to the end of the step; or ``NEVER`` [s].
    """
    if time == contacts.impact_time[row]:
        return
    contacts.impact_time[row] = time
    node = (contacts.count[0] + row) // 2
    while node > 0:
        contacts.tree[node] = earlier_below(node, contacts)
        node = node // 2


def earliest(contacts: ContactList) -> tuple[int, float]:
    """Return the row of the earliest pending impact, of equal times the first, and its time or ``NEVER`` [s]."""
    if contacts.count[0] == 0:
        return 0, NEVER
    row: int = contacts.tree[1]
    return row, contacts.impact_time[row]


def earlier_below(node: int, contacts: ContactList) -> int:
    """Return the row with the earlier impact of the two below a node of the tree, of equal times the first."""
    one: int = contacts.tree[2 * node]
    other: int = contacts.tree[2 * node + 1]
    time, other_time = contacts.impact_time[one], contacts.impact_time[other]
    if other_time < time or (other_time == time and other < one):
        return other
    return one
