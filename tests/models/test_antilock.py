"""Brakes without antilock lock wheels: these slide with the sliding friction, and neither steer nor guide."""

import numpy as np
import pytest

from motorpool import Fleet
from motorpool.models.fields import fields_of
from motorpool.models.parts.attitude import GRAVITY
from motorpool.models.registry import find

MODELS = ("single-track", "single-track/magic-formula", "double-track", "double-track/relaxation")
DRY, WET = (0.85, 0.75), (0.5, 0.3)
# Nothing but friction: no air, no rolling resistance, no tyre that is better or worse than the ground.
PLAIN = {"air_drag": 0.0, "wheel_resistance": 0.0, "load_sensitivity": 0.0, "tyre_grip": 1.0, "max_brake_force": 40e3}
DT = 1 / 120


def cars(model, ground, *, speed=20.0, **values):
    """Two cars with their brake full on, the second without antilock."""
    friction, sliding = ground
    given = {**PLAIN, "friction": friction, "sliding_friction": sliding, "brake": 1.0, "speed": speed, **values}
    return Fleet(model, 2, antilock=np.array([1.0, 0.0]), **given)


def stop(fleet, *, dt=DT, seconds=12.0):
    for _ in range(round(seconds / dt)):
        fleet.step(dt)
    return fleet


@pytest.mark.parametrize("factor", [1.0, 1.1])
@pytest.mark.parametrize("ground", [DRY, WET], ids=["dry", "wet"])
@pytest.mark.parametrize("model", MODELS)
def test_stopping_distances_are_as_greatest_to_sliding_friction(model, ground, factor):
    fleet = stop(cars(model, ground, rotating_mass_factor=factor))
    distance = 20.0**2 / (2.0 * GRAVITY * np.array(ground))
    np.testing.assert_allclose(fleet.state.x, distance, rtol=2e-3)
    assert not fleet.state.speed.any()


@pytest.mark.parametrize("ground", [DRY, WET], ids=["dry", "wet"])
@pytest.mark.parametrize("model", MODELS)
def test_full_brakes_leave_the_course_to_antilock_alone(model, ground):
    """On four wheels it leaves to the side of the larger loads, where no stability control distributes the brakes."""
    fleet = stop(cars(model, ground, wheel_angle=0.1, steer_angle=0.1))
    with_antilock, locked = abs(fleet.state.y)
    assert with_antilock > 0.15
    assert locked < 0.05 * with_antilock
    assert abs(fleet.state.yaw[1]) < 0.012


@pytest.mark.parametrize("model", MODELS)
def test_locked_rear_wheels_turn_a_car_round_and_locked_front_wheels_keep_it_straight(model):
    """Gillespie, chapter 3: without side force at the rear a disturbance grows."""
    for share, least, most in ((0.0, 0.5, np.pi), (1.0, 0.0, 0.01)):
        fleet = stop(cars(model, WET, front_brake_share=share, yaw_rate=0.02, front_drive_share=0.5))
        assert least <= abs(fleet.state.yaw[1]) <= most


@pytest.mark.parametrize("dt", [1 / 240, 1 / 30, 0.1])
@pytest.mark.parametrize("model", MODELS)
def test_sliding_wheels_never_add_energy_and_never_turn_a_car_round(model, dt):
    params = find(model).module.Params()
    generator = np.random.default_rng(5)
    many = 200
    fleet = Fleet(
        model, many, antilock=0.0, brake=generator.uniform(0.3, 1.0, many), friction=0.5, sliding_friction=0.3,
        speed=generator.uniform(-10.0, 30.0, many), lateral_speed=generator.uniform(-5.0, 5.0, many),
        yaw_rate=generator.uniform(-1.0, 1.0, many), wheel_angle=generator.uniform(-0.5, 0.5, many),
        steer_angle=generator.uniform(-0.5, 0.5, many), max_brake_force=40e3, air_drag=0.0,
    )  # fmt: skip
    state, factor = fleet.state, params.rotating_mass_factor

    def energy():
        along = factor * state.speed**2 + state.lateral_speed**2
        return 0.5 * params.mass * along + 0.5 * params.yaw_inertia * state.yaw_rate**2

    last = energy()
    for _ in range(round(3.0 / dt)):
        fleet.step(dt)
        now = energy()
        assert np.all(now <= last * (1.0 + 1e-9) + 1e-9)
        last = now


@pytest.mark.parametrize("model", MODELS)
def test_brakes_within_the_grip_do_not_lock(model):
    fleet = stop(cars(model, DRY, brake=0.08, wheel_angle=0.05, steer_angle=0.05), seconds=3.0)
    assert fleet.state.x[0] == fleet.state.x[1]
    assert fleet.state.yaw[0] == fleet.state.yaw[1]


@pytest.mark.parametrize("model", MODELS)
def test_a_car_that_stands_on_a_slope_is_held_by_the_greatest_friction(model):
    """The slope is between both frictions."""
    fleet = stop(cars(model, (0.5, 0.3), speed=0.0, slope_x=0.4, last_slope_x=0.4), seconds=5.0)
    assert not fleet.state.x.any()


@pytest.mark.parametrize("model", MODELS)
def test_antilock_is_ideal_by_default_and_may_be_left_out_of_a_file(model):
    field = next(field for field in fields_of(find(model).module.Params) if field.name == "antilock")
    assert field.default == 1.0
    assert field.is_optional
