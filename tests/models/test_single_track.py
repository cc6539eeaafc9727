"""The single-track car of forces and its parts: against formulas, the vector file, and the laws it must not break."""

import math
from itertools import pairwise

import numpy as np
import pytest

from motorpool.models import find
from motorpool.models.parts.axle import front_share
from motorpool.models.parts.brakes import slowed_by
from motorpool.models.parts.suspension import respond, response
from motorpool.models.parts.tyre import fiala, lateral_limit, magic_formula
from motorpool.vehicles.fleet import Fleet

car = find("single-track").module
Control, Ground, Params, State = car.Control, car.Ground, car.Params, car.State

GRAVITY = 9.81
NO_RESISTANCE = {"air_drag": 0.0, "rolling_factor": 0.0, "rotating_mass_factor": 1.0, "load_sensitivity": 0.0}


@pytest.fixture(scope="module")
def vectors(vector_file):
    return vector_file


def cars(count=1, *, model="single-track", **values):
    """Cars with these parameters, grounds, states or controls, by the fields' names."""
    fleet = Fleet(model, count)
    for name, value in values.items():
        places = [part for part in (fleet.state, fleet.control, fleet.params, fleet.ground) if hasattr(part, name)]
        getattr(places[-1] if name.startswith("max_") else places[0], name)[:] = value
    return fleet


def run(fleet, seconds, dt, watch=lambda state: None):
    """Return the values of ``watch`` after each step."""
    seen = []
    for _ in range(round(seconds / dt)):
        fleet.step(dt)
        seen.append(watch(fleet.state))
    assert not fleet.status.any()
    return seen


# ---------------------------------------------------------------- parts


def test_fialas_tyre_is_that_of_the_vectors(vectors):
    case = vectors["f_modern"]["fiala"]
    for point in case["pts"]:
        slip = 10.0 * math.tan(point["alpha"])
        force = -slip * fiala(slip, 10.0, case["C"], case["mu"] * case["Fz"])
        assert force == pytest.approx(point["Fy"], rel=1e-12, abs=1e-9)


def test_the_friction_ellipse_is_that_of_the_vectors(vectors):
    for case in vectors["f_modern"]["fiala_combined"]:
        grip, slip = case["mu"] * case["Fz"], 10.0 * math.tan(case["alpha"])
        force = -slip * fiala(slip, 10.0, case["C"], lateral_limit(grip, case["Fx"]))
        left_over = 0.0 if case["Fx"] < grip else grip * math.sqrt(1.0 - 0.999**2)  # something is left to steer with
        assert force == pytest.approx(case["Fy"], rel=1e-12, abs=1.001 * left_over)


def test_the_magic_formula_is_that_of_the_vectors(vectors):
    for case in vectors["f_modern"]["magic_formula"]:
        slip, stiffness = 10.0 * case["alpha"], case["B"] * case["C"] * case["D"]
        assert slip * magic_formula(slip, 10.0, stiffness, case["D"]) == pytest.approx(case["F"], rel=1e-9)


def test_loads_move_as_in_the_vectors(vectors):
    case = vectors["f_modern"]["load_transfer"]
    share = front_share(case["ax"], GRAVITY, case["a"], case["b"], case["h"])
    weight = case["m"] * GRAVITY
    assert share * weight == pytest.approx(case["Fzf_axle"], rel=1e-12)
    assert (1.0 - share) * weight == pytest.approx(case["Fzr_axle"], rel=1e-12)


def test_springs_answer_exactly_in_one_step_of_any_length(vectors):
    case = vectors["f_modern"]["suspension_zoh"]
    for dt, expected in ((0.02, case["out"]), (0.2, case["out_dt0p2"])):
        answer = respond(case["phi0"], case["dphi0"], case["u"], response(case["wn"], case["zeta"], dt))
        assert answer == pytest.approx(expected, rel=1e-12)


def test_friction_stops_at_the_step_of_the_vectors_and_holds(vectors):
    case = vectors["f_modern_checks"]["impulse_clamp"]
    speed, steps = case["v0"], 0
    while speed != 0.0:
        speed, steps = slowed_by(speed, case["friction_N"], 0.0, case["m"], case["dt"]).speed, steps + 1
    assert steps == case["stop_step"]
    pull = case["dt"] * GRAVITY * math.sin(math.atan(0.03))
    assert slowed_by(pull, case["friction_N"], 0.0, case["m"], case["dt"]).speed == case["hold_3pct_grade_v"]


# ---------------------------------------------------------------- steering, with linear tyres


def linear(slip_speed, rolling_speed, stiffness, limit):
    return stiffness / rolling_speed + 0.0 * slip_speed * limit


def linear_car(case):
    """The car of the vectors, whose tyres' stiffness is given for each axle."""
    a, b, load = case["a"], case["b"], 1500.0 * GRAVITY
    front, rear = load * b / (a + b), load * a / (a + b)
    return Params(
        mass=1500.0, yaw_inertia=2500.0, front_axle_offset=a, rear_axle_offset=b, centre_height=0.0,
        front_axle_cornering_coefficient=case["Cf"] / front, rear_axle_cornering_coefficient=case["Cr"] / rear,
        max_steer_rate=1e6, **NO_RESISTANCE,
    )  # fmt: skip


def steered_at(params, speed, angle, dt, seconds, **start):
    """The states of a car whose speed somebody holds."""
    state, states = State(speed=speed, wheel_angle=angle, **start), []
    for _ in range(round(seconds / dt)):
        state = car.step_with(linear, state, Control(steer_angle=angle), params, dt, Ground(wheel_resistance=0.0))
        state = state._replace(speed=speed)
        states.append(state)
    return states


def test_a_steady_turn_is_that_of_the_linear_equations(vectors):
    case = vectors["f_modern"]["linear_single_track"]
    for row in case["rows"]:
        end = steered_at(linear_car(case), row["v"], row["delta"], 0.01, 6.0)[-1]
        assert end.yaw_rate == pytest.approx(row["r_ss"], rel=2e-3)
        assert end.lateral_speed / row["v"] == pytest.approx(row["beta_ss"], abs=1e-4)
        understeer = (row["delta"] - case["L"] * end.yaw_rate / row["v"]) / (row["v"] * end.yaw_rate)
        assert understeer == pytest.approx(case["K_us_rad_per_mps2"], rel=0.03)
        assert math.sqrt(case["L"] / understeer) == pytest.approx(case["v_char"], rel=0.02)


def test_a_step_of_the_wheels_is_answered_as_by_the_linear_equations(vectors):
    """At 30 m/s: peak .1521343 rad/s after .3943 s, 6.675 % beyond the end, nine tenths of it after .18765 s."""
    case = vectors["f_modern"]["linear_single_track"]
    dt = 0.001
    rates = np.array([state.yaw_rate for state in steered_at(linear_car(case), 30.0, 0.02, dt, 3.0)])
    steady = case["rows"][3]["r_ss"]
    assert rates.max() == pytest.approx(0.1521343, rel=0.005)
    assert dt * (1 + rates.argmax()) == pytest.approx(0.3943, abs=0.005)
    assert rates.max() / rates[-1] - 1.0 == pytest.approx(0.06675, abs=0.003)
    assert dt * np.argmax(rates > 0.9 * steady) == pytest.approx(0.18765, abs=0.004)


def test_an_oversteering_car_spins_above_its_critical_speed_only(vectors):
    case = vectors["f_modern"]["oversteer_critical"]
    for factor, grows in ((0.9, False), (1.1, True)):
        states = steered_at(linear_car(case), factor * case["v_crit"], 0.0, 0.01, 8.0, yaw_rate=1e-4)
        assert (abs(states[-1].yaw_rate) > abs(states[300].yaw_rate)) == grows


@pytest.mark.parametrize("dt", [0.2, 0.05, 0.01])
def test_at_walking_pace_it_turns_as_its_wheels_point_whatever_the_step(vectors, dt):
    case = vectors["f_modern_checks"]["low_speed_steady"]
    for row in case["rows"]:
        end = steered_at(linear_car(case), row["u"], case["delta"], dt, 30.0)[-1]
        # A step ends with half of its turn, after the tyres: so much of the speed then points to the side.
        half_turn = 0.5 * dt * row["r"] * row["u"]
        driver = dt * row["r"] * row["v"] / row["u"]  # holds the speed in the axes of the step's end, not its middle
        assert end.yaw_rate == pytest.approx(row["r"], rel=1e-3 + driver + 0.3 * (dt * row["r"]) ** 2, abs=2e-6)
        assert row["v"] - 1.1 * half_turn - 1e-5 <= end.lateral_speed <= 1.005 * row["v"] + 1e-5


# ---------------------------------------------------------------- speed


def test_coasting_down_takes_the_time_and_the_way_of_the_formula(vectors):
    case = vectors["f_modern"]["coast_down"]
    rolling = case["A"] / (case["m"] * GRAVITY)
    growth = case["A"] / 44.0**2  # rolling resistance grows with the square of the speed: that is part of C
    fleet = cars(mass=case["m"], speed=case["v0"], wheel_resistance=rolling, air_drag=case["C"] - growth,
                 rotating_mass_factor=1.0)  # fmt: skip
    speeds = [case["v0"], *run(fleet, 92.0, 0.01, lambda state: float(state.speed[0]))]
    steps = sum(speed > case["v1"] for speed in speeds)
    assert 0.01 * steps == pytest.approx(case["t"], abs=0.05)
    assert sum(speeds[:steps]) * 0.01 == pytest.approx(case["s"], rel=1e-3)


def test_an_engine_at_its_limit_takes_the_time_of_the_formula(vectors):
    case = vectors["f_modern"]["power_limited"]
    fleet = cars(mass=case["m"], engine_power=case["P"], max_drive_force=case["Fmax"], drive_efficiency=1.0,
                 engine_lag=1e-6, max_speed=1e4, throttle=1.0, front_drive_share=0.5, **NO_RESISTANCE)  # fmt: skip
    speeds = run(fleet, 6.0, 0.001, lambda state: float(state.speed[0]))
    assert 0.001 * sum(speed < case["v"] for speed in speeds) == pytest.approx(case["t"], rel=1e-3)


def test_braking_to_a_stop_takes_the_way_of_the_formula(vectors):
    for name, way in vectors["f_modern"]["braking"].items():
        speed, friction = (float(part) for part in name.split("mps_mu"))
        fleet = cars(speed=speed, friction=friction, sliding_friction=friction, brake=1.0, max_brake_force=1e6,
                     suspension_damping=0.99, centre_height=0.0, **NO_RESISTANCE)  # fmt: skip
        run(fleet, 9.0, 1.0 / 60.0)
        assert float(fleet.state.speed[0]) == 0.0
        assert float(fleet.state.x[0]) == pytest.approx(way, abs=0.002)


# ---------------------------------------------------------------- standing on slopes


def test_what_is_parked_on_a_slope_has_not_moved_a_bit_after_a_day():
    directions = np.linspace(-3.0, 3.0, 16)
    steepest = math.tan(0.999 * math.atan(0.6))
    fleet = cars(16, yaw=directions, slope_x=np.linspace(0.05, steepest, 16), friction=0.6, sliding_friction=0.5,
                 parking_brake=1.0, x=3.0, y=-7.0)  # fmt: skip
    fleet.state.last_slope_x[:] = fleet.ground.slope_x
    fleet.step(1.0 / 60.0, 60)  # until it sits on its springs
    before = [column.copy() for column in (fleet.state.x, fleet.state.y, fleet.state.yaw)]
    assert np.all(before[0] == 3.0)
    fleet.step(1.0 / 60.0, 3600 * 60)
    fleet.step(0.1, 23 * 3600 * 10)
    assert not fleet.status.any()
    for column, start in zip((fleet.state.x, fleet.state.y, fleet.state.yaw), before, strict=True):
        assert np.array_equal(column, start)
    assert not np.any(fleet.state.speed)


def test_steeper_than_it_sticks_a_parked_car_slides_at_the_rate_of_the_formula(vectors):
    case = vectors["f_modern"]["stick"]
    for degrees in (case["stick_deg"] - 0.1, case["stick_deg"] + 0.1, 35.0):
        angle = math.radians(degrees)
        fleet = cars(slope_x=math.tan(angle), last_slope_x=math.tan(angle), friction=case["mu"], sliding_friction=0.5,
                     parking_brake=1.0, yaw=0.7)  # fmt: skip
        run(fleet, 1.0, 1.0 / 60.0)
        rate = math.hypot(float(fleet.state.speed[0]), float(fleet.state.lateral_speed[0]))
        expected = GRAVITY * (math.sin(angle) - 0.5 * math.cos(angle)) if degrees > case["stick_deg"] else 0.0
        assert rate == pytest.approx(expected, rel=1e-6)
    assert expected == pytest.approx(case["slide_accel_at_35deg"], rel=1e-12)


# ---------------------------------------------------------------- energy


def random_cars(count, seed, **values):
    random = np.random.default_rng(seed)
    fleet = cars(count, **NO_RESISTANCE, **values)
    fleet.state.yaw[:] = random.uniform(-3.0, 3.0, count)
    fleet.state.speed[:] = random.uniform(-20.0, 20.0, count)
    fleet.state.lateral_speed[:] = random.uniform(-10.0, 10.0, count)
    fleet.state.yaw_rate[:] = random.uniform(-3.0, 3.0, count)
    fleet.control.steer_angle[:] = random.uniform(-0.6, 0.6, count)
    fleet.state.wheel_angle[:] = fleet.control.steer_angle
    fleet.control.brake[:] = random.choice([0.0, 0.0, 0.3, 1.0], count)
    return fleet


def energies(fleet):
    """Of each car over its mass: of motion, of its turning, of its place on the plane."""
    state, params, ground = fleet.state, fleet.params, fleet.ground
    moving = 0.5 * (state.speed**2 + state.lateral_speed**2)
    turning = 0.5 * params.yaw_inertia / params.mass * state.yaw_rate**2
    return moving + turning + GRAVITY * (ground.slope_x * state.x + ground.slope_y * state.y)


@pytest.mark.parametrize("dt", [1 / 120, 1 / 30, 0.1])
def test_without_an_engine_energy_never_grows_on_the_level(dt):
    fleet = random_cars(500, 1)
    before = energies(fleet)
    for _ in range(round(5.0 / dt)):
        fleet.step(dt)
        after = energies(fleet)
        assert np.all(after <= before + 1e-10)
        before = after


def test_without_an_engine_energy_does_not_grow_on_slopes():
    """But for the error of a step in which the car turns on the slope, which shrinks with the step."""
    gains = []
    for dt in (1 / 30, 1 / 60, 1 / 120):
        fleet = random_cars(500, 2, slope_x=0.2, slope_y=-0.1, last_slope_x=0.2, last_slope_y=-0.1)
        start = energies(fleet)
        most = np.max([np.max(energies(fleet) - start) for _ in range(round(5.0 / dt)) if fleet.step(dt) is None])
        gains.append(most)
    assert gains[2] <= 0.02
    assert gains[2] <= gains[0] + 1e-9


# ---------------------------------------------------------------- frame rates


def test_frame_rates_agree_within_two_hundredths_of_the_way():
    ends = []
    for rate in (30, 60, 120):
        fleet = cars(speed=12.0, throttle=0.3)
        for second in range(4):
            fleet.control.steer_angle[:] = (0.08, -0.1, 0.15, 0.0)[second]
            fleet.step(1.0 / rate, rate)
        ends.append(complex(float(fleet.state.x[0]), float(fleet.state.y[0])))
    assert abs(ends[0] - ends[2]) < 0.02 * abs(ends[2])
    assert abs(ends[1] - ends[2]) < 0.02 * abs(ends[2])


# ---------------------------------------------------------------- flight, tipping


def test_over_a_ramp_it_flies_like_a_stone_until_its_hanging_wheels_touch():
    """In the air the springs are longer by g / omega^2 than at rest: the wheels land before the body is back down."""
    slope, dt = 0.2, 1.0 / 240.0
    fleet = cars(speed=20.0, slope_x=slope, last_slope_x=slope, suspension_travel=1.0, **NO_RESISTANCE)
    run(fleet, 0.5, dt)
    assert float(fleet.state.is_airborne[0]) == 0.0
    rise = float(fleet.state.speed[0]) * math.sin(math.atan(slope))
    fleet.ground.slope_x[:] = 0.0
    seen = run(fleet, 6.0, dt, lambda state: (float(state.is_airborne[0]), float(state.heave[0])))
    flags, heaves = (np.array(column) for column in zip(*seen, strict=True))
    assert flags[0] == 1.0
    droop = GRAVITY / float(fleet.params.suspension_frequency[0]) ** 2
    flight = (rise + math.sqrt(rise * rise - 2.0 * GRAVITY * droop)) / GRAVITY
    assert flight == pytest.approx(0.96 * 2.0 * rise / GRAVITY, rel=0.01)  # of the stone's
    assert dt * np.argmin(flags) == pytest.approx(flight, rel=0.01)
    assert heaves.max() == pytest.approx(rise * rise / (2.0 * GRAVITY), rel=0.05)
    assert heaves.min() < -0.05
    assert np.any(heaves[np.argmin(heaves) :] > 0.0)
    assert (flags[-1], heaves[-1]) == (0.0, pytest.approx(0.0, abs=1e-3))


def test_a_tall_car_falls_over_where_a_low_one_slides():
    """Both turn as hard as dry asphalt lets them; g times half the track over the height is 4.9 and 14.7 m/s^2."""
    ends = [
        cars(speed=25.0, centre_height=height, track_width=1.5, steer_angle=0.5, load_sensitivity=0.0)
        for height in (1.5, 0.5)
    ]
    for fleet in ends:
        fleet.step(1.0 / 60.0, 240)
    tips = [float(fleet.state.rollover_angle[0]) for fleet in ends]
    assert abs(tips[0]) == pytest.approx(0.5 * math.pi)
    assert tips[0] > 0.0  # turning left, onto its right side
    assert tips[1] == 0.0


# ---------------------------------------------------------------- gears, reverse


def test_gears_go_up_one_by_one_with_a_gap_in_the_drive_and_do_not_hunt():
    fleet = cars(gear_count=5.0, throttle=1.0, front_drive_share=0.5)
    seen = run(fleet, 40.0, 1.0 / 60.0, lambda state: (float(state.gear[0]), float(state.shift_time[0])))
    gears, shifting = (np.array(column) for column in zip(*seen, strict=True))
    changes = np.flatnonzero(np.diff(gears))
    assert np.all(np.diff(gears)[changes] == 1.0)
    assert gears[-1] >= 4.0
    assert shifting[changes + 1] == pytest.approx(0.3, abs=0.02)


@pytest.mark.parametrize("vehicle", ["M998", "M35A2", "car"])
def test_the_box_settles_in_one_gear_on_every_slope(vehicle):
    """At full throttle, from a walk and from a fast start, with the resistance of earth."""
    grades = np.tile(np.linspace(0.0, 0.5, 26), 2)
    fast = np.repeat((2.0, 20.0), 26)
    fleet = cars(grades.size, model=vehicle, slope_x=grades, last_slope_x=grades, speed=fast, wheel_resistance=0.06)
    fleet.control.throttle[:] = 1.0
    fleet.step(1.0 / 60.0, 60 * 60)
    settled = np.array(fleet.state.gear)
    for _ in range(30):
        fleet.step(1.0 / 60.0, 60)
        assert np.array_equal(fleet.state.gear, settled)
    assert len(set(settled)) >= 4


def test_kickdown_brings_a_car_from_a_fast_start_to_the_speed_of_a_standing_start():
    """On slopes where the next gear does not hold, both end in the same gear."""
    grades = np.tile(np.array([0.1, 0.18, 0.22, 0.35, 0.4]), 2)
    fleet = cars(10, model="M998", slope_x=grades, last_slope_x=grades, wheel_resistance=0.06)
    fleet.state.speed[5:] = 25.0
    fleet.control.throttle[:] = 1.0
    fleet.step(1.0 / 60.0, 60 * 90)
    np.testing.assert_allclose(fleet.state.speed[:5], fleet.state.speed[5:], rtol=0.01)
    assert (np.diff(fleet.state.speed[:5]) < 0.05).all()  # never faster on a steeper slope


def test_nothing_drives_while_the_gears_change():
    fleet = cars(gear_count=5.0, throttle=1.0, front_drive_share=0.5, air_drag=0.0, rolling_factor=0.0)
    speeds = run(fleet, 12.0, 1.0 / 60.0, lambda state: (float(state.speed[0]), float(state.shift_time[0])))
    gains = [(b[0] - a[0], b[1]) for a, b in pairwise(speeds) if b[0] > 3.0]
    cut = [gain for gain, left in gains if 0.05 < left < 0.25]
    assert cut
    assert max(map(abs, cut)) < 1e-9


def test_a_negative_throttle_drives_backward_and_steers_the_other_way():
    fleet = cars(throttle=-1.0, steer_angle=0.2)
    run(fleet, 8.0, 1.0 / 60.0)
    assert -8.0 <= float(fleet.state.speed[0]) < -7.0
    assert float(fleet.state.yaw_rate[0]) < -0.1


def test_an_empty_tank_ends_the_drive():
    fleet = cars(throttle=1.0, fuel_capacity=0.002)
    run(fleet, 60.0, 0.05)
    assert float(fleet.state.fuel_used[0]) == pytest.approx(0.002, rel=0.5)
    assert float(fleet.state.engine_speed[0]) == 0.0
