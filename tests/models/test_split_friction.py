"""Split friction: left and right wheels on different surfaces, as in ISO 14512."""

import math

import pytest

import motorpool as mp
from motorpool.vehicles.fleet import Fleet

GRAVITY = 9.81
PLAIN = {"air_drag": 0.0, "rolling_factor": 0.0, "load_sensitivity": 0.0, "centre_height": 1e-3,
         "rotating_mass_factor": 1.0, "max_brake_force": 1e5}  # fmt: skip


def braked(split, *, model="double-track", **values):
    """A car at 25 m/s with its brakes fully on, on a mean friction of 0.5."""
    car = Fleet(model, 1, speed=25.0, brake=1.0, **{**PLAIN, **values})
    car.ground.friction[:], car.ground.sliding_friction[:] = 0.5, 0.5
    car.ground.friction_split[:] = split
    return car


@pytest.mark.parametrize("model", ["double-track", "double-track/magic-formula"])
@pytest.mark.parametrize("split", [0.6, -0.3])
def test_the_yaw_moment_is_half_the_track_times_the_difference_of_the_sides(model, split):
    """Brakes that hold each wheel at its grip: M = t / 2 (mu_left - mu_right) m g / 2, towards the grippy side."""
    car, dt = braked(split, model=model), 1e-4
    car.step(dt)
    params = car.params
    moment = 0.25 * params.track_width[0] * 2.0 * split * 0.5 * params.mass[0] * GRAVITY
    assert car.state.yaw_rate[0] == pytest.approx(dt * moment / params.yaw_inertia[0], rel=5e-3)


def test_the_deceleration_is_that_of_the_mean_friction():
    car = braked(0.6)
    car.step(1e-3)
    assert (25.0 - car.state.speed[0]) / 1e-3 == pytest.approx(0.5 * GRAVITY, rel=2e-3)


def test_a_split_takes_no_more_than_the_grip_of_both_sides():
    """The same in a long stop with load transfer, between the stops on the two surfaces alone."""
    speeds = []
    for mean, split in ((0.8, 0.0), (0.5, 0.6), (0.2, 0.0)):
        car = braked(split, centre_height=0.55)
        car.ground.friction[:] = car.ground.sliding_friction[:] = mean
        car.step(0.01, 50)
        speeds.append(math.hypot(car.state.speed[0], car.state.lateral_speed[0]))
    assert speeds[0] < speeds[1] < speeds[2]


def test_an_open_differential_drives_by_the_slippery_side_twice():
    speeds = []
    for split in (0.0, 0.6):
        car = Fleet("double-track", 1, throttle=1.0, front_drive_share=1.0, max_drive_force=2e4, **{
            name: value for name, value in PLAIN.items() if name != "max_brake_force"})  # fmt: skip
        car.ground.friction[:] = car.ground.sliding_friction[:] = 0.5
        car.ground.friction_split[:] = split
        car.step(0.01, 50)
        speeds.append(float(car.state.speed[0]))
    assert speeds[1] / speeds[0] == pytest.approx(0.4, rel=0.02)


def test_a_world_keeps_the_split_of_a_fleet():
    """Its rasters give the mean friction."""
    car = Fleet("double-track", 1, speed=20.0)
    car.ground.friction_split[:] = 0.6
    world = mp.World(fleets=[car])
    world.step()
    assert car.ground.friction_split[0] == 0.6
