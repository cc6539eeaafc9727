"""A car with a drawbar trailer: its snaking against the linear equations, and the speed from which it grows.

Source: Pacejka, "Tire and Vehicle Dynamics", 3rd ed., section 1.3.2. With y the car's lateral place, psi its yaw and
psi_t the trailer's, each axle i has the lateral place b_i . q of q = (y, psi, psi_t) and the heading n_i . q, so that
M q'' = -sum of C_i b_i (b_i . q' / V - n_i . q).
"""

import numpy as np
import pytest
from scipy.linalg import expm

import motorpool as mp

GRAVITY = 9.81
MASS, INERTIA, FRONT, REAR = 1500.0, 2500.0, 1.2, 1.5
HITCH, TRAILER_MASS, TRAILER_INERTIA, LENGTH, CENTRE = 2.4, 1400.0, 3500.0, 4.0, 3.9
COEFFICIENTS = (18.0, 20.0, 9.0)  # of the axles: side force for each radian, over the load
CARAVAN = {
    "mass": MASS, "yaw_inertia": INERTIA, "front_axle_offset": FRONT, "rear_axle_offset": REAR, "centre_height": 0.5,
    "hitch_offset": HITCH, "hitch_height": 0.5, "trailer_mass": TRAILER_MASS, "trailer_yaw_inertia": TRAILER_INERTIA,
    "trailer_length": LENGTH, "trailer_centre_offset": CENTRE, "trailer_centre_height": 0.7, "track_width": 1.5,
    "front_axle_cornering_coefficient": COEFFICIENTS[0], "rear_axle_cornering_coefficient": COEFFICIENTS[1],
    "trailer_cornering_coefficient": COEFFICIENTS[2], "load_sensitivity": 0.0, "rolling_factor": 0.0, "air_drag": 0.0,
    "rotating_mass_factor": 1.0, "engine_power": 110e3, "max_speed": 60.0, "max_brake_force": 15e3,
    "trailer_max_brake_force": 0.0, "tyre_grip": 1.0,
}  # fmt: skip


def linear(speed: float) -> np.ndarray:
    """Matrix of d/dt (q, q') = A (q, q') at a speed."""
    nose = TRAILER_MASS * GRAVITY * (LENGTH - CENTRE) / LENGTH
    rear = (MASS * GRAVITY * FRONT + nose * (FRONT + HITCH)) / (FRONT + REAR)
    loads = (MASS * GRAVITY + nose - rear, rear, TRAILER_MASS * GRAVITY - nose)
    places = np.array([[1.0, FRONT, 0.0], [1.0, -REAR, 0.0], [1.0, -HITCH, -LENGTH]])
    headings = np.array([[0.0, 1.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    centre = np.array([1.0, -HITCH, -CENTRE])
    mass = np.diag([MASS, INERTIA, TRAILER_INERTIA]) + TRAILER_MASS * np.outer(centre, centre)
    damping, stiffness = np.zeros((3, 3)), np.zeros((3, 3))
    for coefficient, load, place, heading in zip(COEFFICIENTS, loads, places, headings, strict=True):
        damping += coefficient * load * np.outer(place, place) / speed
        stiffness -= coefficient * load * np.outer(place, heading)
    return np.block(
        [[np.zeros((3, 3)), np.eye(3)], [-np.linalg.solve(mass, stiffness), -np.linalg.solve(mass, damping)]]
    )


def growth(speed: float) -> float:
    """Greatest growth of what is not at rest [1/s]: the car's place and heading are free, so two values are zero."""
    values = np.linalg.eigvals(linear(speed))
    return float(max(values[np.abs(values) > 1e-3].real))


def critical_speed() -> float:
    low, high = 10.0, 60.0
    for _ in range(40):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if growth(middle) < 0.0 else (low, middle)
    return low


def snaking(speed: float, seconds: float, *, dt: float = 0.002, rate: float = 0.001) -> np.ndarray:
    """Hitch angle [rad] over time after a trailer that turns at a rate [rad/s] is let go."""
    car, angles = mp.Vehicle("tractor-trailer", speed=speed, trailer_yaw_rate=rate, **CARAVAN), []
    for _ in range(round(seconds / dt)):
        car.step(dt)
        angles.append(car.hitch_angle)
    return np.array(angles)


@pytest.mark.parametrize("speed", [12.0, 22.0, 30.0])
def test_a_caravan_snakes_as_the_linear_equations_say(speed):
    dt, seconds = 0.001, 4.0
    found = snaking(speed, seconds, dt=dt)
    start = np.array([0.0, 0.0, 0.0, 0.0, 0.0, 0.001])
    step, state, expected = expm(linear(speed) * dt), start, []
    for _ in found:
        state = step @ state
        expected.append(state[2] - state[1])
    assert np.max(np.abs(found - expected)) < 0.03 * np.max(np.abs(expected))


def test_beyond_the_critical_speed_the_snaking_grows_and_below_it_dies_out():
    critical = critical_speed()
    assert 15.0 < critical < 40.0
    for factor, grows in ((0.9, False), (1.1, True)):
        angles = np.abs(snaking(factor * critical, 10.0))
        third = angles.size // 3
        assert (angles[-third:].max() > angles[:third].max()) == grows


def test_a_load_farther_behind_the_axle_makes_a_steady_caravan_snake(monkeypatch):
    speed = 0.95 * critical_speed()
    nose_heavy = np.abs(snaking(speed, 10.0))
    monkeypatch.setitem(CARAVAN, "trailer_centre_offset", LENGTH + 0.1)
    tail_heavy = np.abs(snaking(speed, 10.0))
    third = nose_heavy.size // 3
    assert nose_heavy[-third:].max() < nose_heavy[:third].max()
    assert tail_heavy[-third:].max() > tail_heavy[:third].max()
