import math

import pytest

from motorpool.behaviours.drivers import AUTOPILOT, SCRIPT
from motorpool.errors import WorldError
from motorpool.fleet import Fleet
from motorpool.sources.player import Player
from motorpool.sources.script import Line, Script
from motorpool.world import World


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
