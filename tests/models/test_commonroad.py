"""Our linear single-track car beside CommonRoad's own code, integrated by SciPy; and our tyres that slide beside it."""

import math
from types import SimpleNamespace

import numpy as np
import pytest

from motorpool.models import find
from motorpool.models.composition import nest
from motorpool.models.fields import fields_of, value_at
from motorpool.models.parts.tyre import fiala, magic_formula
from motorpool.vehicles.fleet import Fleet

single_track, linear = (find(name).module for name in ("single-track", "single-track/linear"))
GRAVITY = 9.81


@pytest.fixture(scope="module")
def vectors(vector_file):
    return vector_file


# Initial speed, and what CommonRoad's tests and examples set: steering velocity and acceleration.
SCENARIOS = {
    "cornering left": (15.0, 0.15, 0.0),
    "braking in a turn": (30.0, 0.15, -0.7 * GRAVITY),
    "accelerating in a turn": (15.0, 0.15, 0.63 * GRAVITY),
    "from rest, accelerating in a turn": (0.0, 0.15, 0.63 * GRAVITY),
    "from rest, steering only": (0.0, 0.15, 0.0),
    "from rest, backward": (0.0, 0.0, -0.7 * GRAVITY),
    "beyond all limits": (20.0, 3.0, 20.0),
}


def their_parameters(vehicle):
    vehicle_parameters = pytest.importorskip("vehiclemodels.vehicle_parameters", reason="needs CommonRoad's models")
    theirs = vehicle_parameters.setup_vehicle_parameters(vehicle_id=vehicle)
    parts = {part: plain(getattr(theirs, part)) for part in ("tire", "steering", "longitudinal")}
    return SimpleNamespace(**vars(plain(theirs, ("m", "I_z", "a", "b", "h_s"))), **parts)


def plain(theirs, names=("p_dy1", "p_ky1", "min", "max", "v_min", "v_max", "v_switch", "a_max")):
    """Their parameters, read once: their own container is slow."""
    return SimpleNamespace(**{name: getattr(theirs, name) for name in names if hasattr(theirs, name)})


def our_parameters(theirs):
    cornering = -theirs.tire.p_ky1 / theirs.tire.p_dy1
    return linear.Params(
        mass=theirs.m,
        yaw_inertia=theirs.I_z,
        front_axle_offset=theirs.a,
        rear_axle_offset=theirs.b,
        centre_height=theirs.h_s,
        friction=theirs.tire.p_dy1,
        front_axle_cornering_coefficient=cornering,
        rear_axle_cornering_coefficient=cornering,
        max_steer_angle=theirs.steering.max,
        max_steer_rate=theirs.steering.v_max,
        max_speed=theirs.longitudinal.v_max,
        max_reverse_speed=-theirs.longitudinal.v_min,
        max_acceleration=theirs.longitudinal.a_max,
        switching_speed=theirs.longitudinal.v_switch,
    )


def in_their_order(state):
    return np.array([state.x, state.y, state.wheel_angle, state.speed, state.yaw, state.yaw_rate, state.sideslip_angle])


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("vehicle", [1, 2, 3])
def test_it_drives_where_commonroads_own_code_does(vehicle, scenario):
    dynamics = pytest.importorskip("vehiclemodels.vehicle_dynamics_st", reason="needs CommonRoad's models")
    integrate = pytest.importorskip("scipy.integrate")
    theirs = their_parameters(vehicle)
    speed, steer_rate, acceleration = SCENARIOS[scenario]
    right = integrate.solve_ivp(
        lambda _, state: dynamics.vehicle_dynamics_st(state, (steer_rate, acceleration), theirs),
        (0.0, 4.0), [0.0, 0.0, 0.0, speed, 0.0, 0.0, 0.0], method="DOP853", rtol=1e-10, atol=1e-12, max_step=0.01,
    ).y[:, -1]  # fmt: skip
    fleet = Fleet("single-track/linear", 1, **our_parameters(theirs)._asdict())
    fleet.state.speed, fleet.control.steer_rate, fleet.control.acceleration = speed, steer_rate, acceleration
    fleet.step(1e-4, 40_000)
    ours = in_their_order(linear.State(*(float(column[0]) for column in fleet.state)))
    right[4] = math.remainder(right[4], 2.0 * math.pi)
    assert ours == pytest.approx(right, rel=1e-6, abs=1e-6)


def rates_at(state, control, params):
    """The rates of a state, flat as it is."""
    nested = linear.COMPOSED
    rates = linear.rates(nest(nested.State, state), control, nest(nested.Params, params))
    return linear.State(*(value_at(rates, field.path or field.name) for field in fields_of(nested.State)))


def test_its_rates_are_those_of_commonroads_unit_test(vectors):
    reference = vectors["g_commonroad_reference"]
    numbers = reference["params"]
    params = linear.Params(
        mass=numbers["m"], yaw_inertia=numbers["I"], front_axle_offset=numbers["lf"], rear_axle_offset=numbers["lr"],
        centre_height=numbers["h"], friction=numbers["mu"], front_axle_cornering_coefficient=numbers["C_S"],
        rear_axle_cornering_coefficient=numbers["C_S"], switching_speed=numbers["v_switch"],
        max_acceleration=numbers["a_max"],
    )  # fmt: skip
    x, y, wheel_angle, speed, yaw, yaw_rate, sideslip = reference["x_st"]
    state = linear.State(x, y, yaw, speed, yaw_rate, sideslip, wheel_angle)
    control = linear.Control(*reference["u"])
    rates = rates_at(state, control, params)
    assert in_their_order(rates) == pytest.approx(np.array(reference["f_st"]), rel=0.0, abs=1e-12)


def test_its_step_goes_at_its_rates():
    state = linear.State(speed=12.0, yaw=0.4, yaw_rate=0.2, sideslip_angle=0.02, wheel_angle=0.05)
    control, params = linear.Control(0.2, 1.5), linear.Params()
    step = 1e-4
    there, back = (linear.step(state, control, params, sign * step) for sign in (1.0, -1.0))
    slopes = (in_their_order(there) - in_their_order(back)) / (2.0 * step)
    assert slopes == pytest.approx(in_their_order(rates_at(state, control, params)), rel=1e-5)


def test_it_is_stable_at_any_speed_and_any_step():
    """A classical Runge-Kutta step of this length explodes below 8 m/s."""
    for speed in (0.2, 1.0, 3.0, 8.0):
        state, params = linear.State(speed=speed, yaw_rate=0.3, sideslip_angle=0.1, wheel_angle=0.1), linear.Params()
        for _ in range(200):
            state = linear.step(state, linear.Control(), params, 0.1)
        assert state.yaw_rate == pytest.approx(speed * 0.1 / 2.5789128, rel=0.01)  # neutral: as the wheels point


def test_in_reverse_it_turns_as_its_wheels_point():
    state = linear.State(speed=-3.0, wheel_angle=0.1)
    for _ in range(200):
        state = linear.step(state, linear.Control(), linear.Params(), 0.05)
    assert state.yaw_rate == pytest.approx(-3.0 * 0.1 / 2.5789128, rel=0.01)


def difference_in_yaw_rate(tyre, amplitude):
    """Between tyres that slide and linear ones, half a second after a small step of the wheels, relative to it."""
    car = single_track.Params(
        load_sensitivity=0.0, rotating_mass_factor=1.0, air_drag=0.0, rolling_factor=0.0, centre_height=0.0,
        front_axle_cornering_coefficient=20.0, rear_axle_cornering_coefficient=20.0, suspension_frequency=1e-3,
    )  # fmt: skip
    same = linear.Params(
        mass=car.mass, yaw_inertia=car.yaw_inertia, front_axle_offset=car.front_axle_offset,
        rear_axle_offset=car.rear_axle_offset, centre_height=0.0, friction=1.0,
        front_axle_cornering_coefficient=20.0, rear_axle_cornering_coefficient=20.0,
    )  # fmt: skip
    ours, theirs = (
        single_track.State(speed=20.0, wheel_angle=amplitude),
        linear.State(speed=20.0, wheel_angle=amplitude),
    )
    ground = single_track.Ground(friction=1.0, sliding_friction=1.0, wheel_resistance=0.0)
    for _ in range(10_000):
        ours = single_track.step_with(tyre, ours, single_track.Control(steer_angle=amplitude), car, 5e-5, ground)
    for _ in range(500):
        theirs = linear.step(theirs, linear.Control(), same, 1e-3)
    return abs(ours.yaw_rate - theirs.yaw_rate) / theirs.yaw_rate


@pytest.mark.parametrize(("tyre", "order"), [(fiala, 1.0), (magic_formula, 2.0)])
def test_tyres_that_slide_tend_to_linear_ones_for_small_angles(tyre, order):
    """Fiala's force bends with the angle's size, in first order; Pacejka's only with its square."""
    large, small = difference_in_yaw_rate(tyre, 0.004), difference_in_yaw_rate(tyre, 0.002)
    assert math.log2(large / small) == pytest.approx(order, abs=0.15)


def test_it_is_found_and_driven_in_a_world_of_models():
    model = find("single-track/linear")
    assert model.is_dynamic
    assert (
        model.module.control_from_command(model.module.State(), 5.0, 1.0, model.module.Params(), 0.1).acceleration > 0.0
    )
