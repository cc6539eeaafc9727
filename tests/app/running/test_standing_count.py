"""The count of the vehicles that stand in a run."""

import pytest

import motorpool as mp
from motorpool.app.running.standing_count import StandingCount
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.ground.terrain.surface import Surface
from motorpool.world.recovery import reasons
from motorpool.world.recovery.events import NO_STANDSTILLS, SET_BACK, standstills_of


@pytest.fixture
def world() -> mp.World:
    terrain = Terrain.flat(size=400.0)
    return mp.World(fleets=[mp.Fleet("bicycle", 8)], terrain=terrain, surface=Surface.uniform("mud", terrain), dt=1.0)


def look(count: StandingCount, world: mp.World, standing: dict[int, int], *, recovered: tuple[int, ...] = ()) -> None:
    """Let some vehicles stand for reasons, and the count see a step of it."""
    world.show_tick(world.tick + 1)
    world.vehicles.standing_time[:], world.vehicles.standing_reason[:] = 0.0, reasons.NONE
    for vehicle, reason in standing.items():
        world.vehicles.standing_time[vehicle], world.vehicles.standing_reason[vehicle] = 31.0, reason
    rows = [(vehicle, reasons.SOIL, SET_BACK, -1, 0.0, 0.0) for vehicle in recovered]
    world.recovery.standstills = standstills_of(rows, world.time) if rows else NO_STANDSTILLS
    count.observe(world)


def test_nothing_that_stands_is_said_in_so_many_words(world: mp.World):
    count = StandingCount()
    look(count, world, {})
    assert count.sentence(world) == "no vehicle stood for more than 30 s"


def test_vehicles_count_once_by_their_last_reason_and_by_what_became_of_them(world: mp.World):
    count = StandingCount()
    look(count, world, {1: reasons.SOIL, 2: reasons.SOIL, 3: reasons.OBJECT})
    look(count, world, {2: reasons.SOIL, 4: reasons.SOIL})
    look(count, world, {1: reasons.VEHICLE, 4: reasons.SOIL}, recovered=(2,))
    look(count, world, {4: reasons.SOIL})
    assert count.sentence(world) == (
        "4 of 8 vehicles stood for more than 30 s, up to 3 at a time: 2 blocked, 2 in mud; "
        "2 freed themselves, 1 recovered, 1 still standing"
    )


def test_a_vehicle_that_stands_again_is_not_free(world: mp.World):
    count = StandingCount()
    look(count, world, {1: reasons.SOIL})
    look(count, world, {})
    look(count, world, {1: reasons.SOIL})
    assert (count.freed, count.recovered) == (set(), set())
