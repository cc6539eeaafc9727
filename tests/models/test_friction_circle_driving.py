"""Document 003's vehicles put right: what moves them, and how far; engine, power, governor, cruise control and fuel."""

import math

import pytest
from friction_circle_runs import BOTH, FULL, GRAVITY, NO_DRAG, run, tracked


@pytest.fixture(scope="module")
def vectors(vector_file):
    """The vector file, computed by another program."""
    return vector_file


# ---------------------------------------------------------------- driving


@BOTH
def test_the_slightest_force_above_what_sets_it_rolling_moves_it_at_any_frame_rate(model):
    """The document's dead band of 0.3 m/s let nothing start at 60 frames a second that accelerated by less than 18."""
    params = model.Params(air_drag=0.0, rolling_resistance=0.02, static_resistance=0.02)
    force = 1.01 * 0.02 * params.mass * GRAVITY
    for dt in (1 / 960, 1 / 60, 0.1):
        end = run(model, 10.0, params=params, dt=dt, left_force=0.5 * force, right_force=0.5 * force)[-1]
        assert end.speed == pytest.approx(10.0 * 0.01 * 0.02 * GRAVITY, rel=1e-9)
        weaker = 0.98 * 0.5 * force
        assert run(model, 1.0, params=params, dt=dt, left_force=weaker, right_force=weaker)[-1].x == 0.0


@BOTH
@pytest.mark.parametrize("dt", [1 / 960, 1 / 30, 0.1])
def test_a_constant_force_moves_it_by_half_the_acceleration_times_the_time_squared(model, dt):
    """The document's position counted a dt^2 too much in each step."""
    params = model.Params(**NO_DRAG)
    force = 0.2 * params.mass
    end = run(model, 3.0, state=model.State(speed=2.0), params=params, dt=dt, left_force=force, right_force=force)[-1]
    assert end.x == pytest.approx(2.0 * 3.0 + 0.5 * 0.4 * 3.0**2, rel=1e-12)


@BOTH
def test_from_rest_it_accelerates_no_faster_than_its_grip_allows(model):
    """At rest the document limits nothing."""
    params = model.Params(static_friction=0.3, sliding_friction=0.25, max_drive_force=1e6, air_drag=0.0)
    end = run(model, 0.5, params=params, left_force=FULL, right_force=FULL)[-1]
    assert end.speed == pytest.approx(0.5 * GRAVITY * (0.3 - params.rolling_resistance), rel=1e-9)


@BOTH
def test_power_limits_it_as_the_formula_says(model, vectors):
    """t = m v_s / F + m (v^2 - v_s^2) / 2P: 5.463 s from rest to 20 miles an hour."""
    case = vectors["f_modern"]["power_limited"]
    params = model.Params(
        **NO_DRAG,
        mass=case["m"],
        engine_power=case["P"],
        drive_efficiency=1.0,
        max_drive_force=case["Fmax"],
        max_speed=50.0,
    )
    states = run(model, 6.0, params=params, dt=1 / 960, left_force=FULL, right_force=FULL)
    steps = next(i for i, state in enumerate(states) if state.speed >= case["v"])
    assert steps / 960 == pytest.approx(case["t"], rel=1e-3)


def steady_speed(params, grade):
    """Where power over speed equals what climbing, rolling and air ask for, by bisection."""
    angle = math.atan(grade)
    weight, power = params.mass * GRAVITY, params.engine_power * params.drive_efficiency
    low, high = 0.01, 200.0
    for _ in range(100):
        speed = 0.5 * (low + high)
        needed = weight * (math.sin(angle) + params.rolling_resistance * math.cos(angle)) + params.air_drag * speed**2
        low, high = (speed, high) if needed * speed < power else (low, speed)
    return low


@BOTH
@pytest.mark.parametrize("grade", [0.0, 0.1, 0.3, 0.6])
@pytest.mark.parametrize("dt", [1 / 60, 0.1])
def test_its_top_speed_on_a_grade_is_where_its_power_is_spent(model, grade, dt):
    params = model.Params(max_speed=60.0)
    end = run(model, 240.0, ground={"slope_x": grade}, params=params, dt=dt, left_force=FULL, right_force=FULL)[-1]
    assert end.speed == pytest.approx(steady_speed(params, grade), rel=2e-3)


def test_the_tank_climbs_as_the_published_figures_say(vectors):
    """27.2 km/h on 10 %, 6.94 km/h on 60 %, 84.9 km/h on the flat without its governor."""
    case = vectors["f_modern"]["mil_performance_model"]["M1A1"]
    params = tracked.Params(max_speed=60.0)
    for grade, kmh in ((0.0, case["v_flat_powerlimit_kmh"]), (0.1, case["v_10pct_kmh"]), (0.6, case["v_60pct_kmh"])):
        end = run(tracked, 240.0, ground={"slope_x": grade}, params=params, left_force=FULL, right_force=FULL)[-1]
        assert 3.6 * end.speed == pytest.approx(kmh, rel=2e-3)


@BOTH
def test_a_grade_of_60_percent_needs_grip_for_the_grade_and_the_rolling(model):
    ground = {"slope_x": 0.6}
    needed = 0.6 + model.Params().rolling_resistance
    climbs, fails = (
        run(model, 10.0, ground=ground, params=params, left_force=FULL, right_force=FULL)[-1]
        for params in (
            model.Params(static_friction=needed + 0.02, sliding_friction=0.55),
            model.Params(static_friction=needed - 0.02, sliding_friction=0.55),
        )
    )
    assert climbs.x > 1.0
    assert fails.x <= 0.0


@BOTH
def test_the_governor_holds_the_top_speed_and_does_not_hold_gravity(model):
    """The document cut the speed, and the sum of all forces with it: downhill nothing ran faster than allowed."""
    params = model.Params(max_speed=8.0)
    flat = run(model, 60.0, params=params, left_force=FULL, right_force=FULL)
    assert flat[-1].speed == pytest.approx(8.0, rel=1e-12)
    assert max(state.speed for state in flat) <= 8.0 + 1e-12
    downhill = run(model, 60.0, params=params, ground={"slope_x": -0.1}, left_force=FULL, right_force=FULL)[-1]
    assert downhill.speed > 12.0
    assert downhill.surge_force == 0.0
    back = run(model, 60.0, left_force=-FULL, right_force=-FULL)[-1]
    assert back.speed == pytest.approx(-model.Params().max_reverse_speed, rel=1e-12)


@BOTH
def test_the_frame_rate_changes_a_drive_by_less_than_two_percent(model):
    """Start, turn, climb, brake and stand, at 30, 60 and 120 frames a second."""
    ends = []
    for rate in (30, 60, 120):
        dt, state, params = 1.0 / rate, model.State(), model.Params()
        for second in range(24):
            control = model.Control(left_force=0.08 * params.mass * GRAVITY, right_force=0.08 * params.mass * GRAVITY)
            if 8 <= second < 12 and model is tracked:
                control = control._replace(left_force=-60e3, right_force=150e3)
            elif 8 <= second < 12:
                control = control._replace(steer_angle=0.15)
            elif second >= 18:
                control = control._replace(left_force=-60e3, right_force=-60e3, engine_stop=1.0)
            ground = model.Ground(slope_x=0.1 if 12 <= second < 16 else 0.0)
            for _ in range(rate):
                state = model.step(state, control, params, dt, ground)
        ends.append(state)
    length = math.hypot(ends[-1].x, ends[-1].y)
    assert length > 60.0
    for end in ends[:-1]:
        assert math.hypot(end.x - ends[-1].x, end.y - ends[-1].y) < 0.02 * length
        assert end.yaw == pytest.approx(ends[-1].yaw, abs=0.02 * abs(ends[-1].yaw))
        assert end.speed == ends[-1].speed == 0.0


# ---------------------------------------------------------------- cruise control and fuel


@BOTH
def test_cruise_control_holds_its_speed_over_a_hill(model):
    """Its surge is the inverse dynamics of the speed at which it was switched on."""
    state, params, dt = model.State(speed=8.0), model.Params(), 1 / 60
    surges = []
    for _ in range(60 * 60):
        ground = model.Ground(slope_x=0.04 * math.cos(state.x / 40.0))  # 1.6 m up and down
        state = model.step(state, model.Control(cruise=1.0), params, dt, ground)
        assert state.speed == pytest.approx(8.0, rel=1e-12)
        assert state.cruise_speed == 8.0
        surges.append(state.surge_force)
    weight = params.mass * GRAVITY
    assert max(surges) - min(surges) == pytest.approx(2 * weight * math.sin(math.atan(0.04)), rel=1e-2)
    off = model.step(state, model.Control(), params, dt, model.Ground())
    assert off.cruise_speed == 0.0
    assert off.speed < 8.0


@BOTH
def test_cruise_control_has_no_more_power_and_brake_than_the_driver(model):
    steep = run(model, 60.0, state=model.State(speed=15.0), ground={"slope_x": 0.1}, cruise=1.0)[-1]
    assert steep.speed == pytest.approx(steady_speed(model.Params(), 0.1), rel=2e-3)
    assert steep.cruise_speed == 15.0
    standing = run(model, 5.0, ground={"slope_x": 0.1}, cruise=1.0)[-1]
    assert (standing.x, standing.speed) == (0.0, 0.0)


@BOTH
def test_fuel_is_the_work_of_the_engine_times_its_consumption(model):
    """Work at the ground: what the vehicle has in speed and height, and what rolling and air took."""
    params, ground = model.Params(air_drag=0.0), {"slope_x": 0.05}
    force = 0.1 * params.mass
    states = run(model, 10.0, params=params, ground=ground, left_force=6 * force, right_force=6 * force)
    end, angle = states[-1], math.atan(0.05)
    way = end.x / math.cos(angle)
    rolling = params.rolling_resistance * math.cos(angle) * way
    work = params.mass * (0.5 * end.speed**2 + GRAVITY * (way * math.sin(angle) + rolling))
    assert end.fuel_used == pytest.approx(work * params.fuel_consumption / params.drive_efficiency, rel=1e-9)
    coasting = run(model, 10.0, state=model.State(speed=9.0), params=params)[-1]
    assert coasting.fuel_used == 0.0


@BOTH
def test_with_an_empty_tank_the_engine_is_dead(model):
    params = model.Params(fuel_capacity=0.01)
    states = run(model, 60.0, params=params, left_force=FULL, right_force=FULL)
    burnt = [state.fuel_used for state in states]
    assert burnt[-1] == burnt[-600] == pytest.approx(0.01, rel=0.1)
    assert states[-1].engine_speed == 0.0
    assert states[-1].speed < max(state.speed for state in states)


@BOTH
def test_the_tachometer_follows_the_force_and_not_the_speed(model):
    """Chapter III: 'The rpm value of the engine is changed by internal force not the vehicle speed.'"""
    params = model.Params()
    half = 0.25 * params.max_drive_force
    for speed in (0.0, 0.5, 1.0):
        end = run(model, 1 / 60, state=model.State(speed=speed), left_force=half, right_force=half)[-1]
        assert end.engine_speed == pytest.approx(0.5 * params.max_engine_speed, rel=1e-12)
