"""Pedals against each other: brakes beat engines, and no gear of the other direction is engaged at speed."""

import numpy as np
import pytest

import motorpool as mp
from motorpool.ground.terrain.surface import Surface
from motorpool.models.registry import find
from motorpool.vehicles.motor_pool import names
from motorpool.world.sources.player import Player

LEVEL = mp.Terrain.flat(size=20_000.0, spacing=500.0)
DT = 1 / 30


def moving(name, speed, **pedals):
    """A vehicle at a speed [m/s], its belts, if it has any, included, with these pedals."""
    fleet = mp.Fleet(name, 1)
    for field in ("speed", "left_track_speed", "right_track_speed"):
        if hasattr(fleet.state, field):
            getattr(fleet.state, field)[:] = speed
    for pedal, value in pedals.items():
        getattr(fleet.control, pedal)[:] = value
    return fleet


def speeds(fleet, seconds):
    """The speed after each step [m/s]."""
    seen = [float(fleet.state.speed[0])]
    for _ in range(round(seconds / DT)):
        fleet.step(DT, terrain=LEVEL)
        seen.append(float(fleet.state.speed[0]))
    return np.array(seen)


@pytest.mark.parametrize(("share", "throttle"), [(0.0, 1.0), (0.0, -1.0), (0.8, 1.0), (-1.0, 1.0)])
@pytest.mark.parametrize("name", names())
def test_full_brakes_beat_full_throttle(name, share, throttle):
    """From rest, from speed, and from reverse: it comes to a stand and stays to the last bit."""
    params = mp.Fleet(name, 1).params
    top = float((params.max_speed if share > 0.0 else params.max_reverse_speed)[0])
    fleet = moving(name, share * top, throttle=throttle, brake=1.0)
    seen = speeds(fleet, 12.0)
    assert np.all(np.abs(np.diff(np.abs(seen))[np.diff(np.abs(seen)) > 0.0]) < 1e-9)
    x, y = float(fleet.state.x[0]), float(fleet.state.y[0])
    assert not speeds(fleet, 2.0).any()
    assert (fleet.state.x[0], fleet.state.y[0]) == (x, y)


@pytest.mark.parametrize("name", names())
def test_reverse_selected_at_speed_brakes_to_a_stand_and_then_reverses(name):
    """Slower than with full brakes, faster than by rolling on, and without a sudden change of the speed."""
    fleet = moving(name, 0.8 * float(mp.Fleet(name, 1).params.max_speed[0]), throttle=-1.0)
    seen = speeds(fleet, 20.0)
    assert np.all(np.diff(seen)[seen[:-1] > 0.5] < 0.0)
    stop = np.argmax(seen <= 0.0)
    assert stop > 0
    full = speeds(moving(name, seen[0], brake=1.0), 12.0)
    assert stop >= np.argmax(full <= 0.0)
    assert seen[-1] < -0.5
    assert np.abs(np.diff(seen)).max() < 1.2 * 9.81 * DT
    assert 0.0 <= fleet.state.engine_speed[0] <= fleet.params.max_engine_speed[0]


@pytest.mark.parametrize("name", names())
def test_forward_selected_in_reverse_brakes_to_a_stand_and_then_drives_on(name):
    fleet = moving(name, -float(mp.Fleet(name, 1).params.max_reverse_speed[0]), throttle=1.0)
    seen = speeds(fleet, 10.0)
    assert np.all(np.diff(seen)[seen[1:] < 0.0] > -1e-9)
    assert seen[-1] > 1.0
    assert np.abs(np.diff(seen)).max() < 1.2 * 9.81 * DT


@pytest.mark.parametrize("name", names())
def test_a_driver_with_both_pedals_down_stops(name):
    """In a world, where the pedals become a commanded speed."""
    world = mp.World(fleets=[name], terrain=LEVEL, recovery="off")
    player = Player()
    world.sources.append(player)
    player.take(0)
    player.set(0, throttle=1.0)
    world.run(seconds=4.0)
    assert world.vehicles.speed[0] > 1.0
    player.set(0, throttle=1.0, brake=1.0)
    world.run(seconds=8.0)
    assert world.vehicles.speed[0] == 0.0


# ---------------------------------------------------------------- grades


def rated_grades():
    """Vehicles with the grade that they climb from rest by their published figures."""
    for name in names():
        for figure in find(name).vehicle.figures:
            if figure.check == "steepest-climb":
                yield name, 0.01 * figure.value


def world_on(grade, name):
    """A vehicle that faces up a grade of dry asphalt, with a player for it."""
    heights = np.tile(grade * 5.0 * np.arange(101), (101, 1)).astype(np.float32)
    terrain = mp.Terrain.from_heights(heights, 5.0)
    surface = Surface.uniform("dry-asphalt", terrain)
    world = mp.World(fleets=[name], terrain=terrain, surface=surface, recovery="off")
    world.place_vehicles(0, -100.0, 0.0, 0.0)
    world.resolve_positions()
    player = Player()
    world.sources.append(player)
    return world, player


@pytest.mark.parametrize(("name", "grade"), list(rated_grades()))
def test_a_rated_vehicle_starts_and_climbs_on_its_rated_grade_and_is_held_on_it(name, grade):
    """By a player's full throttle, and by an autopilot; it does not roll back by more than a few centimetres."""
    for is_by_hand in (True, False):
        world, player = world_on(grade, name)
        if is_by_hand:
            player.take(0)
            player.set(0, throttle=1.0)
        else:
            world.guidance.route([0], [(200.0, 0.0)], speed=2.0)
        lowest = 0.0
        for _ in range(80):
            world.run(seconds=0.1)
            lowest = min(lowest, float(world.vehicles.x[0]) + 100.0)
        assert lowest > -0.05
        assert world.vehicles.speed[0] > 0.3
        assert world.vehicles.x[0] > -97.0
        if not is_by_hand:
            player.take(0)
        player.set(0, brake=1.0)
        world.run(seconds=3.0)
        x = float(world.vehicles.x[0])
        world.run(seconds=3.0)
        assert world.vehicles.x[0] == pytest.approx(x, abs=1e-6)


@pytest.mark.parametrize("name", names())
def test_a_vehicle_that_cannot_climb_a_grade_does_not_run_away_backward(name):
    """Where the engine or the grip is too weak for 60 %, it stands, or slips back slowly."""
    world, player = world_on(0.6, name)
    player.take(0)
    player.set(0, throttle=1.0)
    world.run(seconds=8.0)
    assert world.vehicles.speed[0] > -1.0
