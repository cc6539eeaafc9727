"""Steering compliance: understeer by the aligning torque, and a step that stays stable however soft it is."""

import math

import pytest

import motorpool as mp

FREE = {"air_drag": 0.0, "rolling_factor": 0.0, "load_sensitivity": 0.0, "centre_height": 0.01, "tyre_grip": 2.0}
SOFT = {"steering_compliance": 5e-5, "steering_trail": 0.06}


def understeer_gradient(model, **values):
    """Steer angle beyond Ackermann's, over the lateral acceleration [rad s^2/m], of a car on a steady circle."""
    car = mp.Vehicle(model, speed=20.0, steer_angle=0.01, wheel_angle=0.01, **FREE, **values)
    car.step(dt=0.01, steps=400)
    return (0.01 - 2.6 * car.yaw_rate / car.speed) / (car.speed * car.yaw_rate)


@pytest.mark.parametrize("model", ["double-track", "double-track/magic-formula"])
def test_the_understeer_gradient_grows_by_front_mass_trail_and_compliance(model):
    """Gillespie: K = W_f (r nu + p) / K_ss, over g."""
    front_mass = mp.Vehicle(model).mass * 1.4 / 2.6
    grown = understeer_gradient(model, **SOFT) - understeer_gradient(model)
    assert grown == pytest.approx(front_mass * 0.06 * 5e-5, rel=0.02)


def test_at_the_grip_of_the_front_axle_a_soft_steering_gives_way_by_the_whole_torque():
    """Two cars, one steered by the angle that the other's gives way by, turn alike, near the limit, too."""
    soft = mp.Vehicle("double-track", speed=20.0, steer_angle=0.09, wheel_angle=0.09, throttle=0.3, **SOFT)
    soft.step(dt=0.01, steps=300)
    front_force = soft.mass * 1.4 / 2.6 * soft.specific_force_left
    angle = 0.09 - 0.06 * 5e-5 * front_force
    stiff = mp.Vehicle("double-track", speed=20.0, steer_angle=angle, wheel_angle=angle, throttle=0.3)
    stiff.step(dt=0.01, steps=300)
    assert soft.specific_force_left > 5.0
    assert soft.yaw_rate == pytest.approx(stiff.yaw_rate, rel=0.02)


@pytest.mark.parametrize("dt", [0.01, 0.1])
@pytest.mark.parametrize("speed", [25.0, -5.0])
def test_no_steering_is_too_soft_for_the_step(dt, speed):
    car = mp.Vehicle("double-track", speed=speed, steer_angle=0.05, wheel_angle=0.05, steering_compliance=1.0)
    rates = []
    for _ in range(round(2.0 / dt)):
        car.step(dt=dt)
        rates.append(car.yaw_rate)
    assert all(math.isfinite(rate) for rate in rates)
    assert max(map(abs, rates)) < 0.02


def test_without_compliance_no_trail_changes_anything():
    ends = []
    for trail in (0.0, 0.2):
        car = mp.Vehicle("double-track", speed=20.0, steer_angle=0.08, steering_trail=trail)
        car.step(dt=0.02, steps=60)
        ends.append((car.x, car.y, car.yaw, car.yaw_rate, car.lateral_speed))
    assert ends[0] == ends[1]
