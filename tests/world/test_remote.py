"""Vehicles that other programs move: where they are told to be, seen, avoided and met by the others."""

import numpy as np
import pytest
from worlds import digest, hills

from motorpool.errors import WorldError
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.vehicles.fleet import Body, Fleet
from motorpool.world import World
from motorpool.world.drivers.kinds import ABSENT, AUTOPILOT, PLAYER, REMOTE
from motorpool.world.guidance.goal_kinds import HOLD
from motorpool.world.remote.component import RemotePoses
from motorpool.world.sources.player import Player

TANK = Body(7.9, 3.7, 2.4)


def poses(x=0.0, y=0.0, z=0.0, yaw=0.0, pitch=0.0, roll=0.0, speed=0.0, lateral_speed=0.0, yaw_rate=0.0):
    values = (x, y, z, yaw, pitch, roll, speed, lateral_speed, yaw_rate)
    return RemotePoses(*np.atleast_1d(*np.broadcast_arrays(*(np.asarray(value, float) for value in values))))


def world_with_room(locals_=2, room=3, terrain=None):
    fleets = [Fleet("bicycle", locals_), Fleet("tracked", room, name="guests")]
    world = World(fleets=fleets, terrain=terrain or Terrain.flat(size=1000.0))
    world.remote.vacate(world.vehicles.rows[1])
    x = 30.0 * np.arange(locals_)
    world.place_vehicles(world.vehicles.rows[0], x, 0.0, 0.0)
    world.vehicles.goal[:] = HOLD
    world.vehicles.desired_speed[:] = 0.0
    world.resolve_positions()
    return world


def test_absent_vehicles_stand_outside_of_the_map_and_meet_no_vehicle():
    world = world_with_room(room=40)
    vehicles, absent = world.vehicles, world.remote.free_rows
    for _ in range(30):
        world.step()
    assert list(absent) == list(range(2, 42))
    assert (vehicles.x[absent] < world.terrain.x_west - 1000.0).all()
    apart = np.hypot(*(np.subtract.outer(column[absent], column[absent]) for column in (vehicles.x, vehicles.y)))
    assert (apart + 1e9 * np.eye(40)).min() > 50.0
    assert not vehicles.status.any()
    assert world.contact.near_count == 0
    assert not vehicles.speed.any()


def test_a_remote_vehicle_is_where_its_program_says_at_the_end_of_each_step():
    world = world_with_room(terrain=hills())
    remote, vehicles = world.remote, world.vehicles
    remote.admit(3, TANK)
    for step in range(20):
        remote.place([3], poses(x=100.0 + step, y=50.0, yaw=0.3, speed=60.0, lateral_speed=0.5, yaw_rate=0.1))
        world.step()
        assert (vehicles.x[3], vehicles.y[3], vehicles.yaw[3]) == (100.0 + step, 50.0, 0.3)
        assert (vehicles.speed[3], vehicles.lateral_speed[3], vehicles.yaw_rate[3]) == (60.0, 0.5, 0.1)
    z, *_ = world.terrain.sample(119.0, 50.0)
    assert vehicles.z[3] == pytest.approx(z, abs=1e-9)  # clamped to the ground
    assert (2.0 * vehicles.half_length[3], 2.0 * vehicles.half_width[3]) == TANK[:2]


def test_one_that_is_not_clamped_keeps_its_height_and_attitude():
    world = world_with_room()
    world.remote.admit(2, TANK)
    world.remote.place([2], poses(x=200.0, z=80.0, pitch=-0.2, roll=0.1), is_clamped=False)
    world.step()
    assert (world.vehicles.z[2], world.vehicles.pitch[2], world.vehicles.roll[2]) == (80.0, -0.2, 0.1)


def test_a_collision_moves_only_the_vehicle_of_this_world():
    world = world_with_room()
    vehicles, remote = world.vehicles, world.remote
    remote.admit(2, TANK)
    met = 0
    for step in range(120):  # it drives into vehicle 1, which stands at x = 30
        remote.place([2], poses(x=15.0 + 0.1 * step, speed=6.0))
        world.step()
        met += int((world.events.contacts.vehicle == 1).sum())
        assert vehicles.x[2] == 15.0 + 0.1 * step
    assert met
    assert vehicles.x[1] > 31.0
    assert vehicles.x[0] == 0.0


def test_autopilots_keep_clear_of_a_remote_vehicle():
    world = world_with_room(locals_=1)
    vehicles, remote = world.vehicles, world.remote
    remote.admit(2, TANK)
    vehicles.goal[0], vehicles.course_yaw[0], vehicles.desired_speed[0] = 0, 0.0, 8.0
    remote.place([2], poses(x=60.0))
    nearest = np.inf
    for _ in range(60 * 15):
        world.step()
        nearest = min(nearest, np.hypot(vehicles.x[0] - 60.0, vehicles.y[0]))
    assert vehicles.odometer[0] > 60.0
    assert nearest > 0.5 * TANK.width + vehicles.half_width[0]
    assert not world.events.contacts.vehicle.size


def test_a_vehicle_is_handed_over_and_taken_over_without_a_jump():
    world = world_with_room(locals_=1)
    vehicles, remote = world.vehicles, world.remote
    vehicles.goal[0], vehicles.desired_speed[0] = 0, 5.0
    for _ in range(120):
        world.step()
    x, speed = float(vehicles.x[0]), float(vehicles.speed[0])
    remote.hand_over(0)
    world.step()  # nothing was said yet: it stays
    assert (vehicles.driver[0], vehicles.x[0]) == (REMOTE, x)
    for step in range(1, 61):
        remote.place([0], poses(x=x + step * speed / 60.0, speed=speed))
        world.step()
    before = float(vehicles.x[0])
    remote.take_over(0)
    world.step()
    assert vehicles.driver[0] == AUTOPILOT
    assert vehicles.x[0] - before == pytest.approx(speed / 60.0, rel=0.05)
    assert remote.rows.size == 0


def test_a_vehicle_that_goes_leaves_its_row_free():
    world = world_with_room()
    remote = world.remote
    remote.admit(2, TANK)
    remote.place([2], poses(x=100.0))
    world.step()
    remote.vacate(2)
    assert list(remote.rows) == []
    assert list(remote.free_rows) == [2, 3, 4]
    assert world.vehicles.x[2] < world.terrain.x_west


def test_others_keep_their_poses_when_one_comes_or_goes():
    world = world_with_room()
    remote, vehicles = world.remote, world.vehicles
    for row in (2, 4):
        remote.admit(row, TANK)
    remote.place([2, 4], poses(x=[100.0, 200.0], y=[10.0, 20.0]))
    remote.admit(3, TANK)
    remote.vacate(2)
    world.step()
    assert (vehicles.x[4], vehicles.y[4]) == (200.0, 20.0)


def test_a_snapshot_restores_remote_vehicles_and_their_places():
    world = world_with_room()
    remote = world.remote
    remote.admit(3, TANK)
    remote.place([3], poses(x=100.0, z=5.0, speed=3.0), is_clamped=False)
    world.step()
    saved = world.snapshot()
    world.step()
    after = digest(world)
    remote.vacate(3)
    remote.admit(4, TANK)
    world.step()
    world.restore(saved)
    world.step()
    assert digest(world) == after
    assert list(remote.rows) == [3]


def test_no_driver_here_drives_a_remote_vehicle():
    world = world_with_room()
    player = Player()
    world.sources.append(player)
    world.remote.admit(3, TANK)
    for row in (3, 4):
        assert player.take(row)
        player.set(row, throttle=1.0)
    world.step()
    assert (world.vehicles.driver[3], world.vehicles.driver[4]) == (REMOTE, ABSENT)
    player.release(3)
    world.step()
    assert world.vehicles.driver[3] == REMOTE
    assert PLAYER not in world.vehicles.driver


def test_wrong_use_is_refused_in_a_sentence():
    world = world_with_room()
    remote = world.remote
    with pytest.raises(WorldError, match="row 0 is not free for a remote vehicle; 3 rows are: see free_rows"):
        remote.admit(0, TANK)
    with pytest.raises(WorldError, match="vehicle 2 is not remote; admit it, or hand it over, before placing it"):
        remote.place([2], poses())
    with pytest.raises(WorldError, match="vehicle 1 is not remote; only a vehicle that another program moves"):
        remote.take_over(1)
    with pytest.raises(WorldError, match="there is no vehicle 99; the world has 5, counted from 0"):
        remote.vacate(99)
