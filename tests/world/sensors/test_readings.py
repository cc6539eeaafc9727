"""Readings of sensors against closed forms: circles, slopes at rest, positions, wheels."""

import math

import numpy as np
import pytest

import motorpool as mp
from motorpool.models.parts.attitude import GRAVITY
from motorpool.vehicles.sensor_kinds import Mount
from motorpool.world.sensors.gnss import locator
from motorpool.world.sensors.imu import imu_readings, motion_at_rest, next_motion
from motorpool.world.sensors.running_gear import running_gear_of
from motorpool.world.sensors.seen import Seen
from motorpool.world.sensors.wheel_speeds import Speeds, wheel_speed_readings

DT = 1 / 60
RADIUS, SPEED = 25.0, 10.0


def seen_on_circle(time: float, *, climb: float = 0.0) -> Seen:
    """Return a vehicle that drives a circle counter-clockwise."""
    angle = SPEED / RADIUS * time
    place = RADIUS * math.sin(angle), RADIUS * (1.0 - math.cos(angle)), climb * time
    values = (*place, (angle + math.pi) % (2.0 * math.pi) - math.pi, 0.0, 0.0, SPEED, 0.0)
    return Seen(*(np.array([value]) for value in values))


def circle_readings(mount: Mount, *, climb: float = 0.0):
    motion = motion_at_rest(seen_on_circle(0.0))
    for step in (1, 2, 3):
        before, motion = motion, next_motion(motion, seen_on_circle(step * DT, climb=climb), DT)
    return imu_readings(before, motion, DT, mount)


def test_specific_force_on_a_circle_is_speed_squared_over_radius():
    readings = circle_readings(Mount())
    assert readings.specific_force[0] == pytest.approx([0.0, SPEED**2 / RADIUS, GRAVITY], abs=1e-10)
    assert readings.angular_rate[0] == pytest.approx([0.0, 0.0, SPEED / RADIUS], abs=1e-12)


def test_a_lever_arm_adds_the_centripetal_acceleration_of_the_mount():
    rate = SPEED / RADIUS
    readings = circle_readings(Mount(x=1.5, y=-0.4, z=0.9))
    expected = [-(rate**2) * 1.5, SPEED**2 / RADIUS + rate**2 * 0.4, GRAVITY]
    assert readings.specific_force[0] == pytest.approx(expected, abs=1e-9)


def test_a_turned_sensor_measures_along_its_own_axes():
    readings = circle_readings(Mount(yaw=0.5 * math.pi))
    assert readings.specific_force[0] == pytest.approx([SPEED**2 / RADIUS, 0.0, GRAVITY], abs=1e-10)
    upside_down = circle_readings(Mount(roll=math.pi))
    assert upside_down.specific_force[0] == pytest.approx([0.0, -(SPEED**2) / RADIUS, -GRAVITY], abs=1e-10)
    assert upside_down.angular_rate[0] == pytest.approx([0.0, 0.0, -SPEED / RADIUS], abs=1e-10)


def test_a_steady_climb_adds_no_acceleration():
    force = circle_readings(Mount(), climb=2.0).specific_force[0]
    assert force == pytest.approx([0.0, SPEED**2 / RADIUS, GRAVITY], abs=1e-9)


@pytest.mark.parametrize(("pitch", "roll"), [(0.0, 0.0), (-0.3, 0.0), (0.0, 0.25), (0.2, -0.4)])
def test_at_rest_on_a_slope_specific_force_is_gravity_along_the_axes(pitch: float, roll: float):
    values = (3.0, 4.0, 5.0, 1.1, pitch, roll, 0.0, 0.0)
    motion = motion_at_rest(Seen(*(np.array([value]) for value in values)))
    after = next_motion(motion, motion.seen, DT)
    force, rate = imu_readings(motion, after, DT, Mount(x=1.0))
    up = [-math.sin(pitch), math.cos(pitch) * math.sin(roll), math.cos(pitch) * math.cos(roll)]
    assert force[0] == pytest.approx([GRAVITY * each for each in up], abs=1e-12)
    assert rate[0] == pytest.approx([0.0, 0.0, 0.0], abs=1e-15)


def test_rates_are_those_of_rotating_axes():
    """A vehicle that turns at a constant rate about an axis of its own, as matrices multiply."""
    rate, attitudes = np.array([0.11, -0.07, 0.2]), []
    turned = np.eye(3)
    angle = np.linalg.norm(rate) * DT
    x, y, z = rate / np.linalg.norm(rate)
    skew = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    a_step = np.eye(3) + math.sin(angle) * skew + (1.0 - math.cos(angle)) * skew @ skew
    for _ in range(40):
        yaw, pitch = math.atan2(turned[1, 0], turned[0, 0]), -math.asin(turned[2, 0])
        attitudes.append((yaw, pitch, math.atan2(turned[2, 1], turned[2, 2])))
        turned = turned @ a_step
    motion = None
    for attitude in attitudes:
        seen = Seen(*(np.array([value]) for value in (0.0, 0.0, 0.0, *attitude, 0.0, 0.0)))
        motion = motion_at_rest(seen) if motion is None else next_motion(motion, seen, DT)
    assert motion is not None
    assert motion.angular_rate[0] == pytest.approx(rate, abs=1e-6)


def driven(*models: str, seconds: float = 3.0, steer: float = 0.4, **kinds: dict):
    """Return a world whose vehicles have driven a curve, and its sensors."""
    world = mp.World(fleets=[(model, 1) for model in models], seed=5)
    world.place_vehicles(slice(0, len(models)), 40.0 * np.arange(len(models)), 10.0, 0.7)
    world.vehicles.driver[:] = 1
    world.vehicles.throttle[:], world.vehicles.target_steer[:] = 0.5, steer
    sensors = mp.Sensors(world)
    for name, parameters in kinds.items():
        sensors.add(name.replace("_", "-"), name.replace("_", "-"), **parameters)
    start = world.vehicles.x.copy(), world.vehicles.y.copy(), world.vehicles.yaw.copy()
    world.run(seconds=seconds, observers=[sensors])
    return world, sensors, start


def test_odometry_without_errors_is_the_way_of_the_world():
    world, sensors, (x, y, yaw) = driven("bicycle", "tracked", odometry={"rate": 20.0})
    found, vehicles = sensors["odometry"].values, world.vehicles
    east, north = vehicles.x - x, vehicles.y - y
    assert np.hypot(east, north).min() > 3.0
    assert abs(vehicles.yaw - yaw).min() > 0.2
    assert found["x"] == pytest.approx(east * np.cos(yaw) + north * np.sin(yaw), abs=1e-9)
    assert found["y"] == pytest.approx(north * np.cos(yaw) - east * np.sin(yaw), abs=1e-9)
    assert found["yaw"] == pytest.approx(vehicles.yaw - yaw, abs=1e-9)


def test_odometry_does_not_measure_sliding():
    world, sensors, (x, y, _) = driven("car", seconds=6.0, steer=0.6, odometry={"rate": 60.0})
    found = sensors["odometry"].values
    way = float(np.hypot(world.vehicles.x - x, world.vehicles.y - y)[0])
    error = abs(float(np.hypot(found["x"], found["y"])[0]) - way)
    assert 1e-4 < error < 0.1 * way


@pytest.mark.slow
def test_gnss_is_the_projected_position_of_the_antenna():
    terrain = mp.load_terrain("jacksboro")
    world = mp.World(fleets=[("bicycle", 1)], terrain=terrain)
    world.place_vehicles(0, 120.0, -80.0, 0.5 * math.pi)
    world.resolve_positions()
    sensors = mp.Sensors(world)
    gnss = sensors.add("gnss", "gnss", mount=(0.0, 0.0, 1.5), rate=60.0)
    world.run(seconds=0.1, observers=[sensors])
    vehicles = world.vehicles
    pyproj = pytest.importorskip("pyproj")
    back = pyproj.Transformer.from_crs("EPSG:4326", terrain.crs, always_xy=True)
    east, north = back.transform(gnss["longitude"], gnss["latitude"])
    lean = math.hypot(float(vehicles.pitch[0]), float(vehicles.roll[0]))
    assert east - terrain.origin_easting == pytest.approx(vehicles.x, abs=1.6 * lean + 1e-6)
    assert north - terrain.origin_northing == pytest.approx(vehicles.y, abs=1.6 * lean + 1e-6)
    assert gnss["height"] == pytest.approx(vehicles.z + 1.5, abs=0.1)


def test_a_terrain_without_projection_lies_at_the_origin_of_the_sensors():
    locate = locator(mp.World(fleets=["bicycle"]).terrain, origin=(52.0, 13.0))
    latitude, longitude = locate(np.array([0.0, 1000.0]), np.array([0.0, 1000.0]))
    geod = pytest.importorskip("pyproj").Geod(ellps="WGS84")
    assert (latitude[0], longitude[0]) == (52.0, 13.0)
    azimuth, _, way = geod.inv(13.0, 52.0, longitude[1], latitude[1])
    assert way == pytest.approx(1000.0 * math.sqrt(2.0), rel=2e-4)
    assert azimuth == pytest.approx(45.0, abs=0.02)


def test_wheels_of_a_curve_roll_about_one_centre():
    gear = running_gear_of(mp.Fleet("bicycle", 1))
    rate, radius = 0.3, 20.0
    speeds = Speeds(*(np.array([value]) for value in (rate * radius, rate * float(gear.fixed_point) * -1.0, rate)))
    found = wheel_speed_readings(speeds, gear)[0]
    ways = np.hypot(gear.ahead - gear.fixed_point, radius - gear.left)
    assert found == pytest.approx(rate * ways / gear.radius, rel=1e-12)


def test_sprockets_turn_with_the_belts_of_the_model():
    world, sensors, _ = driven("skid-steer", wheel_speeds={"rate": 60.0})
    state = world.fleets[0].state
    belts = np.array([state.left_track_speed[0], state.right_track_speed[0]])
    radius = float(world.fleets[0].params.wheel_radius[0])
    assert abs(belts[1] - belts[0]) > 0.1
    assert sensors["wheel-speeds"]["speed"][0] == pytest.approx(belts / radius, rel=1e-12)
