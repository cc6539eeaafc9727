import math

import numpy as np
import pytest

from motorpool.errors import WorldError
from motorpool.vehicles.fleet import Fleet
from motorpool.world import World
from motorpool.world.avoidance.rules import index_of
from motorpool.world.drivers.kinds import AUTOPILOT, SCRIPT
from motorpool.world.sources.orders import Order, Orders
from motorpool.world.sources.player import Player
from motorpool.world.sources.script import Line, Script


@pytest.fixture
def world():
    return World(fleets=[Fleet("bicycle", 2)], dt=0.05)


def test_a_scripted_vehicle_drives_and_stops_as_its_lines_say(world):
    world.sources.append(Script([0], [Line(0.0, throttle=1.0), Line(4.0, brake=1.0)]))
    world.run(seconds=4)
    assert world.vehicles.driver.tolist() == [SCRIPT, AUTOPILOT]
    assert world.vehicles.speed[0] == pytest.approx(4 * world.vehicles.acceleration[0], rel=0.02)
    world.run(seconds=4)
    assert world.vehicles.speed[0] == 0.0


def test_nothing_happens_before_the_first_line(world):
    world.sources.append(Script([0], [Line(1.0, throttle=1.0)]))
    world.run(seconds=0.5)
    assert world.vehicles.driver[0] == AUTOPILOT


def test_a_person_may_take_a_scripted_vehicle_and_give_it_back(world):
    player = Player()
    world.sources.extend([Script([0], [Line(0.0, throttle=1.0)]), player])
    world.run(seconds=1)
    player.take(0)
    player.set(0, brake=1.0)
    world.run(seconds=2)
    assert world.vehicles.speed[0] == 0.0
    player.release(0)
    world.run(seconds=1)
    assert world.vehicles.driver[0] == SCRIPT
    assert world.vehicles.speed[0] > 0.0


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ([], "at least one line"),
        ([Line(1.0), Line(1.0)], "times must rise"),
        ([Line(0.0, steer=math.nan)], "every value must be finite"),
    ],
)
def test_a_script_that_means_nothing_is_refused(lines, sentence):
    with pytest.raises(WorldError, match=sentence):
        Script([0], lines)


# ---------------------------------------------------------------- orders


def test_orders_are_done_one_by_one_as_each_falls_due(world):
    orders = [
        Order(time=1.0, to=[(40.0, 0.0)], speed=8.0),
        Order(on_arrival=True, hold=True),
        Order(time=30.0, to=[(40.0, 60.0)]),
        Order(position=(40.0, 60.0, 20.0), speed=2.0),
    ]
    world.place_vehicles([0, 1], [0.0, 500.0], 0.0, 0.0)
    world.sources.append(Orders([0], orders))
    vehicles = world.vehicles
    vehicles.desired_speed[0] = 0.0
    reached = []
    for _ in range(600):
        world.run(seconds=0.1)
        reached.append((vehicles.order[0], vehicles.x[0], vehicles.y[0], vehicles.speed[0]))
    reached = np.array(reached)
    assert reached[8, 0] == 0
    assert reached[:9, 1].max() == 0.0
    waiting = reached[reached[:, 0] == 2]
    assert abs(waiting[-1, 1] - 40.0) < 1.0
    assert waiting[-1, 3] == 0.0
    assert reached[reached[:, 0] == 1][:, 3].max() == pytest.approx(8.0, abs=0.1)
    slow = reached[reached[:, 0] == 4]
    assert np.hypot(slow[:, 1] - 40.0, slow[:, 2] - 60.0).max() <= 20.0
    assert slow[len(slow) // 2 :, 3].max() < 2.1
    assert vehicles.has_arrived[0]


def test_an_order_may_wait_for_another_vehicle_and_drive_by_hand(world):
    world.place_vehicles([0, 1], [0.0, 100.0], [0.0, 10.0], [0.0, math.pi])
    world.vehicles.avoidance_rule[:] = index_of("none")
    world.vehicles.desired_speed[1] = 10.0
    world.guidance.hold([0])
    world.sources.append(Orders([0], [Order(near=(1, 30.0), throttle=0.5, steer=0.2), Order(time=14.0, brake=1.0)]))
    while world.vehicles.order[0] == 0:
        world.step()
    assert math.dist(*zip(world.vehicles.x, world.vehicles.y, strict=True)) <= 30.0
    assert world.vehicles.x[0] < 0.01
    world.run(seconds=2.0)
    assert world.vehicles.driver[0] == SCRIPT
    assert world.vehicles.speed[0] > 1.0
    world.run(seconds=15.0)
    assert world.vehicles.speed[0] == 0.0


def test_a_person_may_take_an_ordered_vehicle_and_it_goes_on_when_given_back(world):
    player = Player()
    world.sources.extend([Orders([0], [Order(to=[(80.0, 0.0), (80.0, 80.0)], speed=8.0)]), player])
    world.run(seconds=3.0)
    player.take(0)
    player.set(0, throttle=0.5, steer=-0.3)
    world.run(seconds=3.0)
    off = world.vehicles.y[0]
    player.release(0)
    world.run(seconds=40.0)
    assert off < -1.0
    assert world.vehicles.driver[0] == AUTOPILOT
    assert world.vehicles.has_arrived[0]


def test_a_world_that_is_put_back_goes_on_with_the_order_it_was_at(world):
    world.sources.append(Orders([0], [Order(to=[(30.0, 0.0)]), Order(on_arrival=True, to=[(30.0, 50.0)])]))
    world.run(seconds=1.0)
    saved = world.snapshot()
    world.run(seconds=30.0)
    end = world.vehicles.x[0], world.vehicles.y[0]
    assert world.vehicles.order[0] == 2
    world.restore(saved)
    assert world.vehicles.order[0] == 1
    world.run(seconds=30.0)
    assert (world.vehicles.x[0], world.vehicles.y[0]) == end


@pytest.mark.parametrize(
    ("orders", "sentence"),
    [
        ([], "at least one order"),
        ([Order(throttle=1.0, hold=True)], "order 0 drives by hand, goes somewhere or holds"),
        ([Order(hold=True), Order(time=math.nan)], "order 1 .* every value must be finite"),
        ([Order(speed=-1.0)], "it must be zero or positive"),
    ],
)
def test_orders_that_mean_nothing_are_refused(orders, sentence):
    with pytest.raises(WorldError, match=sentence):
        Orders([0], orders)
