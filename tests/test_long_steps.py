"""Steps that are too long for a model: it says how long they may be, and a warning says when they are longer."""

import math
import warnings

import pytest
from command_line import answered

import motorpool as mp
from motorpool.errors import ModelError, StepWarning
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.models import registry

DYNAMIC = [
    name for name in registry.names() if registry.find(name).module.__name__.startswith("motorpool.models.dynamic")
]
SECONDS = 12.0


def driven(name: str, dt: float) -> tuple[float, float, float]:
    """Return the end of a drive with turns and a braking, and the length of its path."""
    vehicle, path = mp.Vehicle(name), 0.0
    for step in range(round(SECONDS / dt)):
        time, x, y = step * dt, vehicle.x, vehicle.y
        speed, steer = (8.0 if time < 8.0 else 3.0), 0.4 * math.sin(2.0 * math.pi * math.floor(time) / 6.0)
        vehicle.drive(speed, steer, dt=dt)
        vehicle.step(dt)
        path += math.hypot(vehicle.x - x, vehicle.y - y)
    return vehicle.x, vehicle.y, path


@pytest.mark.slow
def test_up_to_its_longest_step_a_model_follows_its_equations():
    for name in DYNAMIC:
        x, y, path = driven(name, 1 / 240)
        longest = registry.find(name).max_step
        there_x, there_y, _ = driven(name, longest)
        assert math.hypot(there_x - x, there_y - y) < 0.02 * path, name


def test_every_dynamic_model_states_its_longest_step_and_no_exact_one_does():
    assert len(DYNAMIC) >= 10
    for name in DYNAMIC:
        assert registry.find(name).max_step == 0.1, name
    for name in ("bicycle", "tracked", "ackermann", "arc"):
        assert registry.find(name).max_step > 1e300
    assert registry.find("M1A1").max_step == registry.find("skid-steer:mass=3000").max_step == 0.1


def test_a_vehicle_warns_once_of_a_long_step():
    car = mp.Vehicle("single-track", speed=10.0)
    car.step(0.1)
    with pytest.warns(StepWarning) as told:
        car.step(dt=1)
    assert [str(one.message) for one in told] == [
        "single-track.step: dt is 1 s; single-track follows its equations up to 0.1 s a step; "
        "make several smaller steps"
    ]
    car.step(dt=1)  # warnings are errors in tests
    assert told[0].filename == __file__
    for bad in (math.inf, math.nan, -1.0):
        with pytest.raises(ModelError, match="dt is"):
            car.step(bad)


def test_where_errors_of_steps_are_looked_for_nothing_is_said():
    car = mp.Vehicle("single-track", speed=10.0)
    car.allow_long_steps()
    car.step(1.0)


def test_an_exact_model_takes_any_step():
    car = mp.Vehicle("bicycle", speed=10.0)
    car.step(1000.0)
    with pytest.raises(ModelError, match="dt is inf"):
        car.step(math.inf)


def test_a_fleet_and_its_history_warn_once():
    fleet = mp.Fleet("single-track", 2)
    with pytest.warns(StepWarning, match=r"single-track\.step: dt is 0\.5 s") as told:
        fleet.step(0.5)
    fleet.step(0.5)
    fleet.run(0.5, 2)
    assert told[0].filename == __file__


def test_a_world_warns_of_its_most_demanding_model_when_it_is_made():
    fleets = [mp.Fleet("bicycle", 1), mp.Fleet("single-track", 1)]
    with pytest.warns(
        StepWarning, match=r"the world 'slow': dt is 0\.25 s; single-track follows .* up to 0\.1 s"
    ) as told:
        mp.World(fleets=fleets, terrain=Terrain.flat(size=500.0), dt=0.25, name="slow")
    assert len(told) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        mp.World(fleets=[mp.Fleet("bicycle", 1)], terrain=Terrain.flat(size=500.0), dt=0.25)


def test_check_says_it_in_a_sentence(tmp_path):
    file = tmp_path / "slow.yaml"
    file.write_text("dt: 0.5\nterrain: {source: flat, size: 500}\nvehicles: [{model: single-track, count: 1}]\n")
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        done = answered("check", file)
    assert done.returncode == 0
    (sentence,) = (line for line in done.stderr.splitlines() if "dt is" in line)
    assert sentence.startswith(
        "motorpool: the world 'slow': dt is 0.5 s; single-track follows its equations up to 0.1 s"
    )
