"""Keys of the playground press the pedals of vehicles that have them, as a person's do in a world."""

import numpy as np
import pytest

import motorpool as mp
from motorpool.app.playground.session import SIDES, Session
from motorpool.ground.terrain.surface import Surface
from motorpool.world import World
from motorpool.world.drivers.direct_pedals import pedals_of_keys
from motorpool.world.sources.actions import Drive

DT = 1 / 60
KINDS = ["M998", "M1A1", "articulated-lorry", "LAV-25"]  # on wheels, on tracks, with a trailer, with a deep dead zone
THROTTLE, REVERSE, BRAKE, NOTHING = (1.0, 0.0, 0.0), (-1.0, 0.0, 0.0), (0.0, 0.0, 1.0), (0.0, 0.0, 0.0)
GENTLE = (0.2, 0.0, 0.0)


@pytest.fixture
def session():
    return Session()


def flat_world(name):
    terrain = mp.Terrain.from_heights(np.zeros((81, 81)), 50.0)
    world = World(fleets=[mp.Fleet(name, 1)], terrain=terrain, surface=Surface.uniform("dry-asphalt", terrain), dt=DT)
    world.vehicles.x[:] = world.vehicles.y[:] = 0.5 * (terrain.x_west + terrain.x_east)
    return world


def press(session, keys, seconds):
    session.drive(*keys)
    for _ in range(round(seconds / DT)):
        session.step()


def press_in_world(world, keys, seconds):
    """Drive as the live page does, which makes pedals of keys before it sends them."""
    forward, left, brake = keys
    for _ in range(round(seconds / DT)):
        pressed = pedals_of_keys(forward, brake, float(world.vehicles.speed[0]))
        Drive(0, float(pressed.throttle), float(pressed.brake), left).apply(world)
        world.step()


@pytest.mark.parametrize(
    "drive",
    [
        ((THROTTLE, 4.0), (NOTHING, 3.0), (REVERSE, 6.0), (BRAKE, 2.0)),
        ((GENTLE, 5.0), (NOTHING, 5.0)),
        ((REVERSE, 3.0), (THROTTLE, 4.0), (NOTHING, 40.0)),
    ],
)
@pytest.mark.parametrize("name", KINDS)
def test_the_same_keys_move_a_vehicle_as_in_a_world(session, name, drive):
    session.compare(name, "tracked/arc")
    world = flat_world(name)
    start = float(world.vehicles.x[0]), float(world.vehicles.y[0])
    east, north = np.cos(world.vehicles.yaw[0]), np.sin(world.vehicles.yaw[0])
    farthest = 0.0
    for keys, seconds in drive:
        press(session, keys, seconds)
        press_in_world(world, keys, seconds)
        gone = (world.vehicles.x[0] - start[0]) * east + (world.vehicles.y[0] - start[1]) * north
        driven = session.sides["left"]
        assert driven.pose.x == pytest.approx(gone, rel=1e-9, abs=1e-9)
        assert driven.vehicle.speed == pytest.approx(world.vehicles.speed[0], rel=1e-9, abs=1e-9)
        farthest = max(farthest, abs(driven.pose.x))
    assert farthest > 4.0


@pytest.mark.parametrize("name", KINDS)
def test_a_vehicle_rolls_on_without_a_key_as_alone(session, name):
    session.compare(name, name)
    press(session, THROTTLE, 4.0)
    alone = mp.Vehicle(name, throttle=1.0)
    alone.step(dt=DT, steps=240)
    speed = session.sides["left"].speed
    press(session, NOTHING, 5.0)
    alone.throttle = 0.0
    alone.step(dt=DT, steps=300)
    assert [session.sides[side].speed for side in SIDES] == pytest.approx([alone.speed] * 2, rel=1e-9)
    assert 0.1 < alone.speed < speed


def test_without_a_key_it_stands_on_a_hill_and_a_key_drives_it_up(session):
    session.compare("M998", "car")
    session.set_slope(0.2)
    press(session, BRAKE, 0.1)
    press(session, NOTHING, 5.0)
    assert abs(session.sides["left"].pose.x) < 0.3
    press(session, THROTTLE, 5.0)
    assert session.sides["left"].pose.x > 2.0


def test_a_model_without_pedals_is_given_a_speed(session):
    session.compare("bicycle/arc", "car")
    press(session, THROTTLE, 2.0)
    assert session.sides["left"].speed == pytest.approx(6.0)  # 3 m/s^2 of the common command
    assert session.sides["right"].control["throttle"] == 1.0
    assert not session.set_up()["pedals"]


def test_holding_keeps_the_speed_that_the_pedals_gave(session):
    session.compare("M998", "M998")
    press(session, THROTTLE, 4.0)
    assert session.set_up()["pedals"]
    speed = session.sides["left"].speed
    session.hold(True)
    assert not session.set_up()["pedals"]
    press(session, NOTHING, 5.0)
    assert session.sides["left"].speed == pytest.approx(speed, abs=0.1)


def test_demonstrations_and_autopilots_command_a_speed(session):
    session.compare("M998", "M35A2")
    for _ in range(240):
        session.step()
    assert session.is_demonstrating
    assert session.sides["left"].speed == pytest.approx(6.0, abs=0.1)
    assert not session.set_up()["pedals"]


def test_a_moment_continues_the_same_drive(session):
    from motorpool.app.playground.moment import continue_from, moment_of

    other = Session()
    for each in (session, other):
        each.compare("M998", "M1A1")
    press(session, THROTTLE, 2.0)
    continue_from(other, moment_of(session))
    for each in (session, other):
        press(each, (-0.4, 1.0, 0.0), 2.0)
    assert session.state() == other.state()
