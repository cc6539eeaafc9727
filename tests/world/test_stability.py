"""Springs, jumps and falls of vehicles with dynamic models in a world."""

import numpy as np
import pytest

import motorpool as mp
from motorpool.errors import Status
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.world.stability.component import FELL_OVER, LANDED, LIFTED, RIGHTED, TOOK_OFF, WORDS


def car_world(terrain=None, count=1, **values):
    world = mp.World(fleets=[mp.Fleet("single-track", count, **values)], terrain=terrain)
    world.vehicles.driver[:] = 2  # a script that says nothing
    return world


def ramp():
    """Flat, then up at 0.3 for 40 m, then a cliff down to the flat."""
    x = np.arange(0.0, 400.0, 2.0)
    profile = np.clip(0.3 * (x - 100.0), 0.0, 12.0) * (x <= 140.0)
    return Terrain.from_heights(np.tile(profile, (21, 1)), 2.0)


def whole_drive(world, seconds):
    """Return the events of vehicle 0, in order."""
    happened = []
    for _ in range(round(seconds / world.dt)):
        world.step()
        happened += [int(what) for vehicle, what in zip(*world.events.stability[:2], strict=True) if vehicle == 0]
    return happened


def test_a_parked_car_sits_at_the_height_of_its_ground():
    terrain = Terrain.flat(height=31.0)
    world = car_world(terrain)
    world.resolve_positions()
    world.run(seconds=1.0)
    assert world.vehicles.z[0] == pytest.approx(31.0, abs=1e-9)
    assert (world.vehicles.pitch[0], world.vehicles.roll[0]) == pytest.approx((0.0, 0.0), abs=1e-12)


def test_a_car_that_brakes_dives():
    world = car_world()
    fleet = world.fleets[0]
    fleet.state.speed = world.vehicles.speed[:] = 20.0
    world.vehicles.brake[:] = 1.0
    world.run(seconds=0.6)
    assert world.vehicles.pitch[0] > 0.01  # nose down


def test_over_a_ramp_it_flies_and_lands():
    world = car_world(ramp())
    world.place_vehicles(0, -150.0, 0.0, 0.0)
    world.resolve_positions()
    world.fleets[0].state.speed = world.vehicles.speed[:] = 22.0
    world.vehicles.throttle[:] = 1.0
    heights = []
    happened = []
    for _ in range(600):
        world.step()
        ground, _, _ = world.terrain.sample(float(world.vehicles.x[0]), 0.0)
        heights.append(world.vehicles.z[0] - ground)
        happened += world.events.stability.what.tolist()
    assert happened[:2] == [TOOK_OFF, LANDED]
    assert max(heights) > 1.0
    assert abs(heights[-1]) < 0.05


def test_a_vehicle_that_tips_over_is_marked_and_reported():
    world = car_world(count=2)
    world.fleets[0].state.rollover_angle[1] = 1.5
    world.step()
    assert world.vehicles.status.tolist() == [0, Status.OVERTURNED]
    assert world.events.stability.vehicle.tolist() == [1, 1]
    assert world.events.stability.what.tolist() == [LIFTED, FELL_OVER]
    assert WORDS[FELL_OVER] == "fell over"
    assert world.vehicles.roll[1] == pytest.approx(0.5 * np.pi, abs=0.1)
    world.step()
    assert world.events.stability.vehicle.size == 0
    assert "lies on its side" in " ".join(world.problems())


def test_restoring_a_world_brings_back_a_vehicle_on_its_side():
    world = car_world()
    upright = world.snapshot()
    world.fleets[0].state.rollover_angle[0] = 1.5
    world.step()
    fallen = world.snapshot()
    world.restore(upright)
    world.step()
    assert world.vehicles.status[0] == 0
    assert world.events.stability.vehicle.size == 0
    world.restore(fallen)
    world.fleets[0].state.rollover_angle[0] = world.fleets[0].state.rollover_rate[0] = 0.0
    world.step()
    assert RIGHTED in world.events.stability.what


def test_the_parking_brake_of_a_driver_sets_the_one_of_the_model():
    world = car_world()
    world.fleets[0].state.speed = world.vehicles.speed[:] = 10.0
    world.vehicles.parking_brake[:] = 1.0
    world.run(seconds=4.0)
    assert world.vehicles.speed[0] == 0.0
