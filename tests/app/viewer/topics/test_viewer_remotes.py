"""What browsers are told of vehicles that other programs move, and that rows without a vehicle are not shown."""

import json
from typing import NamedTuple

import numpy as np
from page_topics import topic_of
from screenless_browser import ScreenlessBrowser

import motorpool as mp
from motorpool.app.viewer import Viewer
from motorpool.app.viewer.frames import wire
from motorpool.app.viewer.frames.census import CensusTaker
from motorpool.app.viewer.schema import binary
from motorpool.app.viewer.topics.remotes import RemotesTopic
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.vehicles.fleet import Body


class Origin(NamedTuple):
    vehicle: int
    host: str
    marking: str
    age: float


BODY = Body(6.0, 2.5, 2.0)
ALPHA = Origin(1, "10.0.0.5", "ALPHA", 0.254)


def world_with_guests(own=2, guests=3):
    """A world whose last rows are free but for the first of them, a remote vehicle."""
    world = mp.World(
        fleets=[mp.Fleet("bicycle", own), mp.Fleet("tracked", guests)], terrain=Terrain.flat(size=900.0, spacing=30.0)
    )
    world.remote.vacate(slice(own, own + guests))
    world.remote.admit(own, BODY)
    return world


def test_records_mark_remote_vehicles_and_empty_places():
    flags = wire.quantise(world_with_guests().vehicles)["flags"]
    assert (flags & binary.DRIVER_MASK).tolist()[:3] == [0, 0, 3]
    assert ((flags & binary.ABSENT_FLAG) != 0).tolist() == [False, False, False, True, True]


def test_rows_without_a_vehicle_are_neither_counted_nor_found():
    world = world_with_guests(guests=800)
    census = CensusTaker(world).take(world, now=0.0)
    assert sum(int(census.density[kind].sum()) for kind in census.density.dtype.names) == 3
    found = census.around(0.0, 0.0, reach=50_000.0, most=10_000)
    assert sorted(found.ids.tolist()) == [0, 1, 2]


def test_remote_vehicles_are_reported_once_a_second_and_once_more_when_they_are_gone():
    world, now = world_with_guests(), [0.0]
    updates = topic_of(RemotesTopic, world, clock=lambda: now[0])

    def told():
        updates.observe(world)
        return [json.loads(text)["remotes"] for _, text in updates.updates()]

    assert told() == []
    world.remote.origins = lambda: [ALPHA]
    assert told() == []
    now[0] = 1.0
    assert told() == [[{"vehicle": 1, "host": "10.0.0.5", "marking": "ALPHA", "age": 0.25}]]
    world.remote.origins = list
    now[0] = 2.0
    assert told() == [[]]
    now[0] = 3.0
    assert told() == []


def test_browsers_of_a_large_world_get_remote_vehicles_near_their_camera():
    world = world_with_guests(guests=800)
    updates = topic_of(RemotesTopic, world, clock=lambda: 0.0)
    world.remote.origins = lambda: [ALPHA, ALPHA._replace(vehicle=2)]
    updates.observe(world)
    assert list(updates.updates()) == []
    assert updates.is_due()
    assert not updates.is_due()
    message = json.loads(updates.message(np.array([2, 5], np.int32)))
    assert [one["vehicle"] for one in message["remotes"]] == [2]


def test_a_browser_hears_where_remote_vehicles_come_from():
    world = world_with_guests()
    world.remote.origins = lambda: [ALPHA]
    with Viewer(world, port=0) as viewer, ScreenlessBrowser(viewer) as browser:
        told = browser.told("remotes")
    assert [one["host"] for one in told["remotes"]] == ["10.0.0.5"]
