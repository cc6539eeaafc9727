"""Rails of decks: vehicles stay on a deck whose edges are railed, and pass wherever it meets the ground or another."""

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest

import motorpool as mp
from motorpool.errors import TerrainError
from motorpool.ground.terrain.decks import Deck
from motorpool.ground.terrain.heightfield_files import load_terrain, save_terrain
from motorpool.world.drivers.kinds import SCRIPT

ANYWHERE = [(x, y) for x in (-900.0, 0.0, 900.0) for y in (-900.0, 0.0, 900.0)]


def winding_deck(chance: np.random.Generator, place: tuple[float, float], width: float) -> Deck:
    """Return a deck of random outline and slope, far above or below the ground, its points in any order."""
    count, step = chance.integers(8, 25), chance.uniform(3.0, 12.0)
    bends = np.clip(np.cumsum(chance.normal(0.0, 0.03, count)), -0.5 * step / width, 0.5 * step / width)
    turn = np.cumsum(bends)
    line = np.cumsum(step * np.column_stack([np.cos(turn), np.sin(turn)]), axis=0) + place
    wide = width * (1.0 + 0.2 * np.sin(chance.uniform(0.0, 0.6) * np.arange(count)))
    z = chance.choice([-50.0, 50.0]) + chance.uniform(-0.12, 0.12) * step * np.arange(count)
    left = np.column_stack([-np.sin(turn), np.cos(turn)])
    across = np.linspace(0.5, -0.5, chance.integers(2, 5))
    points = np.stack([np.column_stack([line + part * wide[:, None] * left, z]) for part in across], axis=1)
    return Deck(points[:: chance.choice([-1, 1]), :: chance.choice([-1, 1])])


def straight(begin, end, width: float = 8.0, edges: str = "railed") -> Deck:
    """Return a straight deck between two points (x, y, z)."""
    line = np.array([begin, end], float)
    along = (line[1] - line[0])[:2] / np.hypot(*(line[1] - line[0])[:2])
    left = 0.5 * width * np.array([-along[1], along[0], 0.0])
    return Deck(np.stack([line + left, line - left], axis=1), edges=edges)


def world_on(*decks: Deck, model: str = "bicycle", count: int = 1, dt: float = 1.0 / 60.0) -> mp.World:
    """Return a world of flat ground with decks, whose vehicles do as their inputs say."""
    terrain = replace(mp.Terrain.flat(size=4000.0, spacing=20.0), decks=decks)
    world = mp.World(fleets=[(model, count)], terrain=terrain, dt=dt)
    world.vehicles.driver[:] = SCRIPT
    return world


def place(world: mp.World, vehicle: int, x: float, y: float, yaw: float, z: float, speed: float = 0.0) -> None:
    world.place_vehicles(vehicle, x, y, yaw, z=z)
    world.resolve_positions()
    world.vehicles.speed[vehicle] = speed


@pytest.mark.parametrize("dt", [1.0 / 60.0, 0.1])
@pytest.mark.parametrize(
    ("model", "width"),
    [("bicycle", 8.0), ("M998", 14.0), ("tracked", 8.0), ("tractor-trailer", 8.0), ("tractor-trailer/chain", 12.0)],
)
def test_nobody_leaves_a_deck_over_its_edge(model: str, width: float, dt: float):
    """At any angle and speed, on ends and sides, while it steers, backs and is struck again."""
    chance = np.random.default_rng([int(width), int(1.0 / dt)])
    decks = [winding_deck(chance, where, width) for where in ANYWHERE]
    world, count = world_on(*decks, model=model, count=len(decks), dt=dt), len(decks)
    for i, deck in enumerate(decks):
        middle = deck.middle()
        k = len(middle) // 2
        along = math.atan2(*(middle[k + 1] - middle[k - 1])[::-1])
        yaw = along + chance.choice([0.0, math.pi]) + chance.uniform(-0.3, 0.3)
        place(world, i, *middle[k], yaw, z=0.5 * (deck.points[k, 0, 2] + deck.points[k, -1, 2]))
    own, vehicles = np.arange(1, count + 1), world.vehicles
    assert vehicles.level.tolist() == own.tolist()
    struck = set()
    for k in range(round(6.0 / dt)):
        if k % round(1.5 / dt) == 0:
            vehicles.speed[:] = np.maximum(vehicles.speed, chance.uniform(1.0, 50.0, count))
            vehicles.throttle[:] = chance.uniform(-1.0, 1.0, count)
            vehicles.steer[:] = chance.uniform(-1.0, 1.0, count) * (chance.random(count) < 0.5)
        world.step()
        struck |= set(world.events.contacts.vehicle.tolist())
        assert vehicles.level.tolist() == own.tolist(), k
    assert len(struck) == count


def test_a_rail_stops_as_an_object_does():
    world = world_on(straight((-100.0, 0.0, 10.0), (100.0, 0.0, 10.0)))
    place(world, 0, 0.0, 0.0, 0.5 * math.pi, 10.0, speed=20.0)
    speed = 0.0
    while not world.events.contacts.time.size:
        world.step()
        speed = world.vehicles.speed[0] or speed
    contacts = world.events.contacts
    assert (contacts.vehicle[0], contacts.other[0], contacts.object[0]) == (0, -1, -1)
    assert (contacts.x[0], contacts.y[0]) == (pytest.approx(0.0, abs=1e-6), pytest.approx(4.0, abs=1e-6))
    assert contacts.closing_speed[0] == pytest.approx(speed, abs=0.1)
    assert contacts.impulse[0] == pytest.approx(contacts.closing_speed[0] * world.vehicles.mass[0])
    assert world.vehicles.speed[0] == pytest.approx(0.0, abs=1e-6)
    world.vehicles.throttle[:] = 1.0
    world.run(seconds=1)
    assert world.vehicles.y[0] + world.vehicles.front_reach[0] == pytest.approx(4.0, abs=0.02)


def test_no_joint_of_a_rail_catches_a_vehicle_that_slides_along():
    turn = np.linspace(0.0, 2.0, 80)
    points = np.stack([radius * np.array([np.cos(turn), np.sin(turn), 0.0 * turn]) for radius in (104.0, 96.0)])
    world = world_on(Deck(points.transpose(2, 0, 1) + np.array([0.0, 0.0, 9.0])))
    place(world, 0, 102.5, 5.0, 0.5 * math.pi + 0.05, 9.0, speed=15.0)
    world.vehicles.throttle[:] = 0.5
    for _ in range(5 * 60):
        speed = world.vehicles.speed[0]
        world.step()
        assert world.vehicles.speed[0] > speed - 1.0
    x, y, half = world.vehicles.x[0], world.vehicles.y[0], world.vehicles.half_width[0]
    assert math.hypot(x, y) == pytest.approx(104.0 - half, abs=0.1)
    assert math.remainder(world.vehicles.yaw[0] - math.atan2(y, x) - 0.5 * math.pi, math.tau) < 0.1


def test_ends_are_open_where_a_deck_meets_the_ground_or_another_deck():
    """From the ground up a ramp, over a joint at an angle, off to a road at the side, and down to the ground again."""
    world = world_on(
        straight((0.0, 0.0, 0.0), (100.0, 0.0, 8.0)),
        straight((100.0, 0.0, 8.0), (198.0, 20.0, 8.0)),
        straight((150.0, 10.2, 8.0), (140.0, 60.0, 8.0)),
        straight((140.0, 60.0, 8.0), (140.0, 160.0, 0.0)),
    )
    way = [(-10.0, 2.0), (100.0, 1.0), (149.0, 10.5), (140.0, 61.0), (140.0, 175.0)]
    levels = []
    for (x, y), (to_x, to_y) in itertools.pairwise(way):
        place(world, 0, x, y, math.atan2(to_y - y, to_x - x), world.vehicles.z[0], speed=10.0)
        world.vehicles.throttle[:] = 0.5
        while math.hypot(world.vehicles.x[0] - x, world.vehicles.y[0] - y) < math.hypot(to_x - x, to_y - y):
            world.step()
            levels.append(int(world.vehicles.level[0]))
            assert not world.events.contacts.vehicle.size
    assert sorted(set(levels)) == [0, 1, 2, 3, 4]
    assert (levels[0], levels[-1]) == (0, 0)


@pytest.mark.parametrize("z", [1.5, -5.0])
def test_sides_hold_on_low_decks_and_in_tunnels_and_not_beside_level_ground(z: float):
    for height, stays in ((z, True), (0.2, False)):
        world = world_on(straight((-100.0, 0.0, height), (100.0, 0.0, height)))
        place(world, 0, 0.0, 0.0, 0.5, height, speed=10.0)
        assert world.vehicles.level[0] == 1
        world.vehicles.throttle[:] = 0.5
        world.run(seconds=4)
        assert (world.vehicles.level[0] == 1) == stays


def test_a_slit_between_two_decks_is_railed_and_two_that_touch_are_one():
    for gap, level in ((0.5, 1), (0.0, 2)):
        world = world_on(
            straight((-100.0, 0.0, 8.0), (100.0, 0.0, 8.0)),
            straight((-100.0, 8.0 + gap, 8.0), (100.0, 8.0 + gap, 8.0)),
        )
        place(world, 0, 0.0, 0.0, 0.4, 8.0, speed=10.0)
        world.run(seconds=2)
        assert world.vehicles.level[0] == level


def test_nothing_holds_who_drives_under_a_deck_or_over_open_edges(tmp_path):
    world = world_on(straight((-100.0, 0.0, 6.0), (100.0, 0.0, 6.0), edges="open"))
    place(world, 0, 0.0, -30.0, 0.5 * math.pi, 0.0, speed=20.0)
    world.run(seconds=3)
    assert world.vehicles.y[0] > 25.0
    place(world, 0, 0.0, 0.0, 0.5 * math.pi, 6.0, speed=5.0)
    world.run(seconds=2)
    assert (world.vehicles.level[0], world.vehicles.z[0]) == (0, 0.0)
    save_terrain(world.terrain, tmp_path / "t.npz")
    assert [deck.edges for deck in load_terrain(tmp_path / "t.npz").decks] == ["open"]
    with pytest.raises(TerrainError, match=r"edges of a deck are 'soft'; they must be 'railed' or 'open'"):
        straight((-100.0, 0.0, 6.0), (100.0, 0.0, 6.0), edges="soft")


def test_a_file_without_kinds_of_edges_has_railed_decks(tmp_path):
    save_terrain(world_on(straight((-9.0, 0.0, 6.0), (9.0, 0.0, 6.0), edges="open")).terrain, tmp_path / "t.npz")
    with np.load(tmp_path / "t.npz") as file:
        arrays = dict(file)
    np.savez(tmp_path / "old.npz", **{name: value for name, value in arrays.items() if name != "deck_edges"})
    assert load_terrain(tmp_path / "old.npz").decks[0].edges == "railed"
    np.savez(tmp_path / "bad.npz", **arrays | {"deck_edges": np.array(["soft"])})
    with pytest.raises(TerrainError, match="deck_edges must be railed or open for each deck"):
        load_terrain(tmp_path / "bad.npz")


def test_one_is_pushed_against_the_rail_and_not_through_it():
    world = world_on(straight((-100.0, 0.0, 6.0), (100.0, 0.0, 6.0), width=16.0), count=2)
    place(world, 0, 0.0, 6.5, 0.0, 6.0)
    place(world, 1, 0.0, -5.0, 0.5 * math.pi, 6.0, speed=15.0)
    world.vehicles.mass[1] = 20_000.0
    world.vehicles.throttle[1] = 1.0
    for _ in range(240):
        world.step()
        assert world.vehicles.level.tolist() == [1, 1]


def test_contacts_with_rails_are_restored_with_a_snapshot():
    world = world_on(straight((-100.0, 0.0, 6.0), (100.0, 0.0, 6.0)), model="tractor-trailer")
    place(world, 0, -50.0, 0.0, 0.1, 6.0, speed=20.0)
    world.vehicles.throttle[:] = 0.5
    world.run(seconds=1)
    saved, ends = world.snapshot(), []
    for _ in range(2):
        world.restore(saved)
        world.run(seconds=3)
        ends.append([getattr(world.vehicles, name).copy() for name in ("x", "y", "yaw", "speed")])
    assert np.array_equal(*ends)
