"""Wheels that turn as one resist the turn: a locked differential, or a solid axle."""

import numpy as np
import pytest

from motorpool import Fleet
from motorpool.models.fields import fields_of
from motorpool.models.parts.tyre import fiala
from motorpool.models.registry import find

MODELS = ("double-track", "double-track/magic-formula", "double-track/relaxation")
PLAIN = {"air_drag": 0.0, "rolling_factor": 0.0, "load_sensitivity": 0.0, "centre_height": 1e-3, "engine_drag": 0.0,
         "rotating_mass_factor": 1.0, "front_axle_offset": 1.3, "rear_axle_offset": 1.3}  # fmt: skip
DT = 1 / 240


def cars(*couplings, model="double-track", **values):
    """Cars with their wheels coupled so far, that roll without drive on a friction of 0.85."""
    return Fleet(model, len(couplings), **{**PLAIN, "axle_coupling": np.array(couplings), **values})


@pytest.mark.parametrize(("share", "axles"), [(0.0, 1), (0.4, 2), (1.0, 1)])
@pytest.mark.parametrize("rate", [0.02, 0.1])
def test_the_moment_is_that_of_two_tyres_in_series_on_each_driven_axle(rate, share, axles):
    """-2 h F with F = k / 2 * 2 h r: two tyres of equal loads, each with half of the stiffness of both."""
    fleet, dt = cars(0.0, 1.0, speed=10.0, yaw_rate=rate, front_drive_share=share), 1e-5
    mass, inertia = fleet.params.mass[0], fleet.params.yaw_inertia[0]
    half_track, load = 0.5 * fleet.params.track_width[0], mass * 9.81 / 4.0
    coefficient = fleet.params.front_axle_cornering_coefficient[0 if share else 1]
    fleet.params.rear_axle_cornering_coefficient[:] = fleet.params.front_axle_cornering_coefficient[:] = coefficient
    fleet.step(dt)
    stiffness = fiala(half_track * rate, 10.0, coefficient * load, 0.85 * load)
    moment = -axles * 2.0 * half_track**2 * stiffness * rate
    change = fleet.state.yaw_rate[1] - fleet.state.yaw_rate[0]
    assert change == pytest.approx(dt * moment / inertia, rel=5e-3)


@pytest.mark.parametrize("model", MODELS)
def test_a_coupled_axle_widens_a_tight_turn_and_leaves_a_straight_drive_alone(model):
    fleet = cars(0.0, 0.5, 1.0, model=model, speed=5.0, front_drive_share=0.0, steer_angle=0.5, wheel_angle=0.5)
    fleet.step(DT, 240)
    radius = fleet.state.speed / fleet.state.yaw_rate
    assert radius[0] < radius[1] < radius[2]
    assert radius[2] > 1.04 * radius[0]
    straight = cars(0.0, 1.0, model=model, speed=20.0, throttle=0.5)
    straight.step(DT, 240)
    assert straight.state.x[0] == straight.state.x[1]
    assert not straight.state.yaw.any()


@pytest.mark.parametrize("dt", [1 / 240, 1 / 30, 0.1])
def test_it_adds_no_energy_and_stops_the_turn_at_most(dt):
    generator, many = np.random.default_rng(3), 200
    speeds, rates = generator.uniform(-10.0, 20.0, many), generator.uniform(-1.0, 1.0, many)
    fleet, free = (cars(*np.full(many, coupling), speed=speeds, yaw_rate=rates, front_drive_share=0.5)
                   for coupling in (1.0, 0.0))  # fmt: skip

    def energy():
        along = fleet.state.speed**2 + fleet.state.lateral_speed**2
        return 0.5 * fleet.params.mass * along + 0.5 * fleet.params.yaw_inertia * fleet.state.yaw_rate**2

    last = energy()
    for _ in range(round(1.0 / dt)):
        fleet.step(dt)
        assert np.all(energy() <= last * (1.0 + 1e-9) + 1e-9)
        last = energy()
    free.step(dt, round(1.0 / dt))
    assert np.mean(abs(fleet.state.yaw_rate)) < np.mean(abs(free.state.yaw_rate))


@pytest.mark.parametrize("coupling", [0.5, 1.0])
def test_half_the_step_has_half_the_error(coupling):
    def end(steps):
        fleet = cars(coupling, speed=10.0, steer_angle=0.05, wheel_angle=0.05, throttle=0.2, front_drive_share=0.5)
        fleet.step(1.0 / steps, steps)
        return np.array([fleet.state.x[0], fleet.state.y[0]])

    right = end(8192)
    errors = [np.hypot(*(end(steps) - right)) for steps in (256, 512)]
    assert 0.9 < np.log2(errors[0] / errors[1]) < 1.2


def test_a_wheel_that_brakes_have_locked_is_not_coupled():
    """All its friction is that of its slide."""
    fleet = cars(0.0, 1.0, speed=20.0, yaw_rate=0.3, brake=1.0, max_brake_force=1e5, antilock=0.0)
    fleet.step(DT)
    assert fleet.state.yaw_rate[0] == fleet.state.yaw_rate[1]


@pytest.mark.parametrize("model", MODELS)
def test_coupling_is_off_by_default_and_may_be_left_out_of_a_file(model):
    field = next(field for field in fields_of(find(model).module.Params) if field.name == "axle_coupling")
    assert (field.default, field.is_optional) == (0.0, True)
