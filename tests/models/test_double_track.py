"""The car on four wheels: what lifts, what spins, what falls over, and that it is the single-track car when narrow."""

import math

import numpy as np
import pytest

from motorpool.models import find
from motorpool.models.composition import nest
from motorpool.models.dynamic.double_track import model as double_track
from motorpool.models.dynamic.double_track.model import loads_of
from motorpool.models.parts import body
from motorpool.models.parts.contact_lines import Line, Three, Weights, compliance_of, limited, mean_slips
from motorpool.models.parts.differential import split
from motorpool.models.parts.four_wheels import Angle, Wheels, ackermann
from motorpool.vehicles.fleet import Fleet

GRAVITY = 9.81
DT = 1.0 / 60.0


def nested(**values):
    """The parameters of a car as its parts have them."""
    return nest(double_track.Params, find("double-track").module.Params(**values))


def pulled_left(force):
    """A body under a specific force to the left [m/s^2]."""
    return body.State(specific_force_left=force)


def cars(count=1, *, model="double-track", **values):
    """Cars with these parameters, grounds, states or controls, by the fields' names."""
    fleet = Fleet(model, count)
    for name, value in values.items():
        places = [part for part in (fleet.state, fleet.control, fleet.params, fleet.ground) if hasattr(part, name)]
        getattr(places[-1] if name.startswith("max_") else places[0], name)[:] = value
    return fleet


# ---------------------------------------------------------------- the solution of the side forces


def three_lines(random, size):
    """Return lines, weights, and the lines' stiffnesses and slip speeds."""
    lines = [Line(*random.normal(size=3)) for _ in range(3)]
    stiffness, free, pulled = (Three(*random.normal(size=3)) for _ in range(3))
    return lines, Weights(*random.uniform(0.1, 1.0, 3)), Three(*(size * abs(k) for k in stiffness)), free, pulled


@pytest.mark.parametrize("size", [1e-3, 0.1, 1.0])
def test_mean_slips_of_three_contacts_are_those_of_the_exponential_to_second_order(size):
    random = np.random.default_rng(3)
    for _ in range(50):
        lines, weights, stiffness, free, pulled = three_lines(random, size)
        directions = np.array(lines)
        rate = directions @ np.diag(weights) @ directions.T @ np.diag(stiffness)
        begin, one = np.subtract(free, pulled), np.eye(3)
        end = np.linalg.solve(one + rate + 0.5 * rate @ rate, begin + (one + 0.5 * rate) @ pulled)
        mean = mean_slips(free, pulled, stiffness, compliance_of(*lines, weights))
        assert rate @ mean == pytest.approx(np.array(free) - end, rel=1e-9, abs=1e-12)
        steady = Three(*np.linalg.solve(rate, pulled))
        held = mean_slips(Three(*np.add(steady, pulled)), pulled, stiffness, compliance_of(*lines, weights))
        assert held == pytest.approx(steady, rel=1e-6)


@pytest.mark.parametrize("size", [1e2, 1e6, 1e30])
def test_no_side_impulses_however_stiff_the_tyres_bring_energy_in(size):
    random = np.random.default_rng(4)
    for _ in range(200):
        lines, weights, stiffness, _, _ = three_lines(random, size)
        velocity, compliance = random.normal(size=3), compliance_of(*lines, weights)
        free, stiffness = Three(*(np.array(lines) @ velocity)), limited(stiffness, compliance)
        mean = mean_slips(free, Three(0.0, 0.0, 0.0), stiffness, compliance)
        after = velocity - np.array(weights) * (np.array(lines).T @ np.multiply(stiffness, mean))
        masses = 1.0 / np.array(weights)
        assert (masses * after**2).sum() <= (masses * velocity**2).sum() * (1.0 + 1e-9)


def test_at_sixty_steps_a_second_a_swinging_car_misses_little_of_its_yaw():
    """To first order it would miss 0.025 rad/s and 0.06 m/s."""

    def drive(dt):
        fleet = cars(speed=20.0)
        for number in range(10):
            fleet.control.steer_angle[:] = 0.05 if number % 10 < 5 else -0.05
            fleet.step(dt, round(0.1 / dt))
        return float(fleet.state.yaw_rate[0]), float(fleet.state.lateral_speed[0])

    (rate, lateral), (exact_rate, exact_lateral) = drive(1.0 / 60.0), drive(1.0 / 1920.0)
    assert rate == pytest.approx(exact_rate, abs=0.01)
    assert lateral == pytest.approx(exact_lateral, abs=0.02)


SALOON = {
    "mass": 1496.0, "yaw_inertia": 2766.0, "centre_height": 0.546, "front_axle_offset": 0.968,
    "rear_axle_offset": 1.725, "track_width": 1.524, "max_steer_angle": 0.6, "max_steer_rate": 0.5,
    "load_sensitivity": 0.0, "air_drag": 0.0, "rolling_factor": 0.0,
}  # fmt: skip
SLIDES_AT = math.radians(10.0)  # slip angle at which its linear tyres slide


def test_at_sixty_steps_a_second_a_turn_at_full_lock_goes_where_a_thousand_lead():
    """From 30 mph on mu 0.76: damped to first order it was up to 1.4 m away, with secants of the start 0.6 m."""
    paths = []
    for steps in (1, 16):
        fleet = cars(
            **SALOON, friction=0.76, sliding_friction=0.76, speed=13.41, engine_stop=1.0, steer_angle=-0.6,
            front_axle_cornering_coefficient=12.9, rear_axle_cornering_coefficient=12.9,
        )  # fmt: skip
        path = []
        for _ in range(13):
            fleet.step(DT / steps, 30 * steps)
            path.append((float(fleet.state.x[0]), float(fleet.state.y[0])))
        paths.append(np.array(path))
    off = np.hypot(*(paths[1] - paths[0]).T)
    assert np.ptp(paths[1][:, 1]) > 15.0
    assert off.max() < 0.1


def linear_tyre(slip_speed, rolling_speed, stiffness, limit):
    """Secant stiffness of a tyre whose force rises with the slip angle up to its limit, as in PC-Crash."""
    slip = max(abs(slip_speed), 1e-9)
    return min(stiffness * math.atan(slip / rolling_speed), limit) / slip


def path_at_full_lock(tyre_force, cornering_coefficient):
    """Places of the car each half second."""
    params = nested(
        **SALOON, front_axle_cornering_coefficient=cornering_coefficient,
        rear_axle_cornering_coefficient=cornering_coefficient,
    )  # fmt: skip
    flat = find("double-track").module
    ground = nest(double_track.Ground, flat.Ground(friction=0.76, sliding_friction=0.76))
    control = nest(double_track.Control, flat.Control(steer_angle=-0.6, engine_stop=1.0))
    state, path = nest(double_track.State, flat.State(speed=13.41)), []
    for number in range(390):
        state = double_track.step_with(tyre_force, state, control, params, DT, ground)
        path += [state.body[:2]] * (number % 30 == 29)
    return np.array(path)


@pytest.mark.parametrize(("stiffness", "apart"), [(4.35, 4.2), (8.0, 1.0), (12.9, 4.3)])
def test_at_full_lock_the_curve_of_the_tyres_moves_a_car_by_metres(stiffness, apart):
    """A saloon with linear tyres and with Fiala's; those of the same stiffness or the same end are the furthest off."""
    linear = path_at_full_lock(linear_tyre, 0.76 / SLIDES_AT)
    off = np.hypot(*(path_at_full_lock(double_track.fiala, stiffness) - linear).T)
    assert off.max() == pytest.approx(apart, abs=0.1)


# ---------------------------------------------------------------- wheels


def at(angle):
    """A wheel's angle [rad]."""
    return Angle(math.sin(angle), math.cos(angle))


def test_front_wheels_stand_on_one_centre_of_rotation():
    """cot of the outer less cot of the inner is the track width over the wheelbase, to either side."""
    params = nested()
    wheelbase = params.front_axle.offset + params.rear_axle.offset
    for angle in (0.3, -0.3, 0.01):
        (left_sine, left_cosine), (right_sine, right_cosine) = (
            ackermann(at(angle), at(0.0), side * 0.5 * params.wheels.track_width, wheelbase) for side in (1.0, -1.0)
        )
        gap = right_cosine / right_sine - left_cosine / left_sine
        assert gap == pytest.approx(params.wheels.track_width / wheelbase, rel=1e-12)
    assert ackermann(at(0.0), at(0.0), 0.75, wheelbase) == (0.0, 1.0)


def test_load_moves_by_the_roll_stiffness_and_none_is_lost():
    params = nested(front_roll_share=0.6)
    loads = loads_of(pulled_left(4.0), GRAVITY, params)
    moved = params.body.mass * params.body.centre_height * 4.0 / params.wheels.track_width
    assert loads.front_right - loads.front_left == pytest.approx(2.0 * 0.6 * moved)
    assert loads.rear_right - loads.rear_left == pytest.approx(2.0 * 0.4 * moved)
    assert sum(loads) == pytest.approx(params.body.mass * GRAVITY)


def test_the_inner_front_wheel_lifts_first_and_the_rear_axle_takes_the_rest():
    """Where the front's share of the moment is what half of its load balances: a = W_f t / (2 share h m)."""
    params = nested(front_roll_share=0.7, centre_height=0.8)
    front = params.rear_axle.offset / (params.front_axle.offset + params.rear_axle.offset)
    lifting = 0.5 * front * GRAVITY * params.wheels.track_width / (0.7 * params.body.centre_height)
    tipping = 0.5 * GRAVITY * params.wheels.track_width / params.body.centre_height
    for force, lifted in ((0.99 * lifting, False), (1.01 * lifting, True)):
        loads = loads_of(pulled_left(force), GRAVITY, params)
        assert (loads.front_left == pytest.approx(0.0, abs=1e-9)) == lifted
        assert loads.rear_left > 0.0
        side = params.body.mass * GRAVITY * (loads.front_right + loads.rear_right - loads.front_left - loads.rear_left)
        moment = 0.5 * params.wheels.track_width * side / (params.body.mass * GRAVITY)
        assert moment == pytest.approx(params.body.mass * params.body.centre_height * force, rel=1e-12)
    loads = loads_of(pulled_left(tipping), GRAVITY, params)
    assert loads.front_left + loads.rear_left == pytest.approx(0.0, abs=1e-6)


def test_loads_move_to_the_side_as_in_the_vectors(vector_file):
    """The vectors' lateral load transfer, and their limit at which all inner wheels have lifted."""
    case = vector_file["f_modern"]["load_transfer"]
    params = nested(
        mass=case["m"], centre_height=case["h"], track_width=case["track"],
        front_axle_offset=case["a"], rear_axle_offset=case["b"],
    )  # fmt: skip
    weight = case["m"] * GRAVITY
    loads = loads_of(pulled_left(case["ay"]), GRAVITY, params)
    assert loads.front_right + loads.rear_right == pytest.approx(0.5 * weight + case["dFz_lat_total"], rel=1e-12)
    loads = loads_of(pulled_left(0.999 * case["ay_tip"]), GRAVITY, params)
    assert loads.front_left + loads.rear_left > 0.0
    loads = loads_of(pulled_left(1.001 * case["ay_tip"]), GRAVITY, params)
    assert loads.front_left + loads.rear_left == pytest.approx(0.0, abs=1e-6)


def test_an_open_differential_gives_what_the_weaker_wheel_takes_and_a_locked_one_the_rest_too():
    grips = (500.0, 4000.0)
    left, right = split(3000.0, *grips, 0.9, 0.0)
    assert left == right == pytest.approx(450.0)
    left, right = split(3000.0, *grips, 0.9, 1.0)
    assert (left, right) == (pytest.approx(450.0), pytest.approx(2550.0))
    assert split(800.0, 4000.0, 4000.0, 0.9, 1.0) == (400.0, 400.0)
    assert split(-3000.0, *grips, 0.9, 1.0) == (pytest.approx(-450.0), pytest.approx(-2550.0))


# ---------------------------------------------------------------- the whole car


def test_a_narrow_car_without_height_is_the_single_track_car():
    """But for the order of its step: the difference is of the first order of dt, as both models' errors are."""
    gaps = []
    for rate in (250, 500, 1000):
        ends = []
        for model, values in (("single-track", {}), ("double-track", {"track_width": 1e-6})):
            fleet = cars(model=model, speed=15.0, throttle=0.3, steer_angle=0.1, centre_height=0.0, **values)
            fleet.step(1.0 / rate, 2 * rate)
            state = fleet.state
            ends.append(np.array([state.x[0], state.y[0], state.yaw[0], state.speed[0], state.lateral_speed[0]]))
        gaps.append(np.max(np.abs(ends[1] - ends[0])))
    assert gaps[2] < 0.05
    assert gaps[1] / gaps[2] == pytest.approx(2.0, rel=0.15)


def test_in_a_bend_the_inner_wheels_carry_less():
    fleet = cars(speed=15.0, throttle=0.2, steer_angle=0.1)
    fleet.step(DT, 180)
    state, params = fleet.state, find("double-track").module.Params()
    assert float(state.left_front_load[0]) < float(state.right_front_load[0])
    assert float(state.left_rear_load[0]) < float(state.right_rear_load[0])
    moved = float(state.right_front_load[0] + state.right_rear_load[0]) - 0.5 * params.mass * GRAVITY
    force = float(state.specific_force_left[0])
    assert moved == pytest.approx(params.mass * params.centre_height * force / params.track_width, rel=0.01)


def test_a_wheel_lifts_in_a_bend_at_the_acceleration_of_the_formula():
    """A car with nearly all of its roll stiffness in front, turned ever faster, lifts its inner front wheel.

    It is driven from the rear: an open front differential would give up as the wheel gets light.
    """
    fleet = cars(speed=6.0, steer_angle=0.1, wheel_angle=0.1, throttle=0.7, front_roll_share=0.95, centre_height=0.7,
                 tyre_grip=1.6, load_sensitivity=0.0, front_drive_share=0.0)  # fmt: skip
    params = find("double-track").module.Params(centre_height=0.7)
    front = params.rear_axle_offset / (params.front_axle_offset + params.rear_axle_offset)
    for _ in range(3000):
        fleet.step(DT)
        if float(fleet.state.left_front_load[0]) <= 0.0:
            break
    support = GRAVITY * front - params.centre_height * float(fleet.state.specific_force_ahead[0]) / 2.6
    expected = 0.5 * support * params.track_width / (0.95 * params.centre_height)
    assert float(fleet.state.specific_force_left[0]) == pytest.approx(expected, rel=0.02)
    assert float(fleet.state.left_rear_load[0]) > 0.0


def test_straight_up_a_hill_with_spinning_wheels_it_stays_on_its_line_to_the_bit():
    """Equal sides cancel: rounding would grow where the rear wheels have no grip left to steer with."""
    fleet = Fleet("quad", 1, throttle=1.0)
    fleet.ground.slope_x = 0.6
    fleet.step(DT, 1800)
    assert fleet.state.x[0] > 100.0
    assert (fleet.state.y[0], fleet.state.yaw[0], fleet.state.lateral_speed[0]) == (0.0, 0.0, 0.0)


def test_load_transfer_costs_grip():
    """The tyre's grip grows less than its load, so that an axle holds less in a bend than on a straight road."""
    rates = []
    for height in (0.0, 0.55):
        fleet = cars(speed=20.0, steer_angle=0.4, centre_height=height, load_sensitivity=0.2, throttle=0.3)
        fleet.step(DT, 120)
        rates.append(float(fleet.state.specific_force_left[0]))
    assert rates[1] < 0.98 * rates[0]


def test_out_of_a_tight_bend_a_locked_differential_pulls_where_an_open_one_spins():
    speeds = []
    for lock in (0.0, 1.0):
        fleet = cars(speed=7.0, steer_angle=0.25, wheel_angle=0.25, throttle=1.0, differential_lock=lock,
                     centre_height=0.7, front_drive_share=1.0, max_drive_force=12e3, front_roll_share=0.8)  # fmt: skip
        fleet.step(DT, 90)
        speeds.append(float(fleet.state.speed[0]))
    assert speeds[1] > speeds[0] + 0.1


def fishhook(height):
    """Steered hard to one side, then harder to the other: the tip and the least load of a wheel."""
    fleet = cars(speed=22.0, centre_height=height, max_steer_rate=12.0, load_sensitivity=0.0)
    tips, least = [], math.inf
    for step in range(360):
        fleet.control.steer_angle[:] = 0.25 if step < 40 else -0.35
        fleet.step(DT)
        tips.append(float(fleet.state.rollover_angle[0]))
        loads = [float(column[0]) for column in (fleet.state.left_front_load, fleet.state.left_rear_load)]
        least = min(least, *loads)
    assert not fleet.status.any()
    return tips, least


def test_a_tall_car_rolls_over_in_a_fishhook_and_a_low_one_does_not():
    """Dry asphalt gives 8.3 m/s^2; g times half the track over the height is 4.9 and 14.7 m/s^2."""
    tall, least = fishhook(1.5)
    assert abs(tall[-1]) == pytest.approx(0.5 * math.pi)
    assert least == 0.0
    low, _ = fishhook(0.5)
    assert not any(low)


def test_without_an_engine_energy_never_grows_on_the_level():
    random = np.random.default_rng(4)
    fleet = cars(400, air_drag=0.0, rolling_factor=0.0, rotating_mass_factor=1.0)
    fleet.state.speed[:] = random.uniform(-20.0, 20.0, 400)
    fleet.state.lateral_speed[:] = random.uniform(-10.0, 10.0, 400)
    fleet.state.yaw_rate[:] = random.uniform(-3.0, 3.0, 400)
    fleet.state.wheel_angle[:] = fleet.control.steer_angle[:] = random.uniform(-0.6, 0.6, 400)
    fleet.control.brake[:] = random.choice([0.0, 0.0, 0.3, 1.0], 400)

    def energy():
        state, params = fleet.state, fleet.params
        turning = params.yaw_inertia / params.mass * state.yaw_rate**2
        return 0.5 * (state.speed**2 + state.lateral_speed**2 + turning)

    before = energy()
    for _ in range(300):
        fleet.step(DT)
        after = energy()
        assert np.all(after <= before + 1e-10)
        before = after


def test_on_pacejkas_tyres_both_cars_turn_nearly_as_on_fialas():
    for model in ("single-track", "double-track"):
        rates = []
        for name in (model, f"{model}/magic-formula"):
            fleet = cars(model=name, speed=15.0, throttle=0.2, steer_angle=0.04)
            fleet.step(DT, 180)
            rates.append(float(fleet.state.yaw_rate[0]))
        assert rates[1] == pytest.approx(rates[0], rel=0.1)
        assert rates[1] != rates[0]


def test_its_loads_are_of_its_four_wheels():
    assert Wheels._fields == ("front_left", "front_right", "rear_left", "rear_right")
    assert find("single-track").module.Control._fields == find("double-track").module.Control._fields
