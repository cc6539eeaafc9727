"""The earliest pending impact, and the contacts of a vehicle, are those that a search of all contacts finds."""

from itertools import chain
from types import SimpleNamespace

import numpy as np
import pytest

from motorpool.ground.objects.first_contact import NEVER
from motorpool.ground.objects.grid import NOTHING
from motorpool.world.contact.component import room_for
from motorpool.world.contact.contact_list import ContactLists, begin_contact
from motorpool.world.contact.pending import chain_contacts, earliest, rank_impacts, set_impact_time

TIMES = [-0.4, -0.3, -0.2, -0.1, 0.0, NEVER]  # few, so that many impacts have equal times


def contacts_of(bodies, partners):
    """Return a list that has a contact of each body with its partner, and room for more."""
    contacts = room_for(len(bodies) + 3)
    contacts.count[0] = len(bodies)
    for row, (body, partner) in enumerate(zip(bodies, partners, strict=True)):
        begin_contact(contacts, row, body, partner)
    return contacts


@pytest.mark.parametrize("count", [0, 1, 2, 3, 7, 8, 21])
def test_the_earliest_impact_is_the_first_of_the_least_times(count):
    random = np.random.default_rng(count)
    contacts = contacts_of(range(count), range(count))
    contacts.impact_time[:count] = random.choice(TIMES, count)
    rank_impacts(contacts)
    for row in random.integers(0, max(count, 1), 100 if count else 1):
        times = contacts.impact_time[:count]
        found, time = earliest(contacts)
        assert time == times.min(initial=NEVER)
        assert time == NEVER or found == np.argmin(times)
        if count:
            set_impact_time(contacts, row, random.choice(TIMES))


def test_the_chain_of_a_vehicle_has_its_pairs_and_its_rows_are_those_of_its_bodies():
    """Nine vehicles of which the last five pull one or two trailers; some touch nothing."""
    trailer_count, random = np.array([0, 0, 0, 0, 1, 1, 1, 2, 2]), np.random.default_rng(1)
    count, pulled_by = trailer_count.size, np.repeat(np.arange(9), trailer_count)
    pose, trailers = SimpleNamespace(x=np.zeros(count)), SimpleNamespace(vehicle=pulled_by)
    bodies = SimpleNamespace(pose=pose, trailers=trailers)
    for _ in range(10):
        struck = np.sort(random.permutation(count)[:6])
        of_vehicle = {i: [i, *(count + np.flatnonzero(pulled_by == i))] for i in struck}
        partners = [random.choice(struck, 2, replace=False) for _ in range(12)]
        pairs = [(random.choice(of_vehicle[i]), random.choice(of_vehicle[j])) for i, j in partners]
        listed = list(chain.from_iterable(of_vehicle.values()))
        on_objects, rows = contacts_of(listed, [NOTHING] * len(listed)), np.zeros((2, count), np.int32)
        lists = ContactLists(contacts_of(*zip(*pairs, strict=True)), on_objects, np.zeros(count, np.int8), *rows)
        chain_contacts(lists, bodies)
        for i, own in of_vehicle.items():
            chained, entry = [], lists.first_entry[i]
            while entry != NOTHING:
                chained.append(entry // 2)
                entry = lists.pairs.next[entry]
            assert sorted(chained) == [k for k, pair in enumerate(partners) if i in pair]
            first = lists.own_row[i]
            assert on_objects.vehicle[first : first + len(own)].tolist() == own
