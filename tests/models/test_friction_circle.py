"""Document 003's vehicles put right: what holds them and what stops them; against formulas and vectors.

Driving is in ``test_friction_circle_driving.py``, turns are in ``test_friction_circle_turns.py``. Each defect of the
document's code has its counterpart in one of them: what it should do.
"""

import functools
import itertools
import math

import numpy as np
import pytest
from friction_circle_runs import BOTH, FULL, GRAVITY, run, slope, tracked
from hypothesis import given
from hypothesis import strategies as st

from motorpool import Fleet


@pytest.fixture(scope="module")
def vectors(vector_file):
    """The vector file, computed by another program."""
    return vector_file


def height_gained(state, ground):
    """Above the plane's own origin [m]."""
    return state.x * ground.get("slope_x", 0.0) + state.y * ground.get("slope_y", 0.0)


# ---------------------------------------------------------------- at rest


def on_every_slope(name, below, count, **values):
    """A parked fleet on slopes up to a share of the stick angle, in all directions, facing all ways."""
    random = np.random.default_rng(4)
    steepness = 0.7 * below * np.sqrt(random.uniform(0.0, 1.0, count))
    towards = random.uniform(-math.pi, math.pi, count)
    slopes = {"slope_x": steepness * np.cos(towards), "slope_y": steepness * np.sin(towards)}
    return Fleet(name, count, static_friction=0.7, yaw=random.uniform(-3.0, 3.0, count), **slopes, **values)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["friction-circle/tracked", "friction-circle/wheeled"])
def test_parked_on_any_slope_below_its_stick_angle_it_has_not_moved_after_a_day(name):
    """Document 003: 'the velocity is zero' needed a dead band, and the parking brake let the vehicle roll on."""
    fleet = on_every_slope(name, 0.999, 32, parking_brake=1.0)
    yaw = fleet.state.yaw.copy()
    fleet.step(0.1, 24 * 3600 * 10)
    assert not fleet.state.x.any()
    assert not fleet.state.y.any()
    assert not fleet.state.speed.any()
    assert np.array_equal(fleet.state.yaw, yaw)


@pytest.mark.parametrize("name", ["friction-circle/tracked", "friction-circle/wheeled"])
@pytest.mark.parametrize("dt", [1 / 960, 1 / 60, 0.1])
def test_parked_on_any_slope_it_is_the_same_to_the_bit_after_a_step_and_so_for_ever(name, dt):
    fleet = on_every_slope(name, 0.999, 20_000, parking_brake=1.0)
    fleet.step(dt)
    first = [column.copy() for column in fleet.state]
    fleet.step(dt)
    assert all(map(np.array_equal, fleet.state, first))
    assert not fleet.state.x.any()


@BOTH
@pytest.mark.parametrize("towards", [0.0, 0.9, math.pi / 2, 3.0])
def test_the_stick_angle_is_the_arc_tangent_of_static_friction_in_every_direction(model, towards):
    params = model.Params(static_friction=0.6, sliding_friction=0.5)
    stick = math.degrees(math.atan(0.6))
    below, above = (
        run(model, 1.0, ground=slope(stick + change, towards), params=params, parking_brake=1.0)[-1]
        for change in (-0.01, 0.01)
    )
    assert (below.x, below.y, below.speed, below.lateral_speed) == (0.0, 0.0, 0.0, 0.0)
    assert math.hypot(above.x, above.y) > 0.05


@BOTH
@pytest.mark.parametrize("towards", [0.0, 0.9, math.pi / 2, 3.0])
def test_above_its_stick_angle_it_slides_downhill_as_fast_as_friction_lets_it(model, towards, vectors):
    """a = g (sin - mu cos): 1.6088 m/s^2 at 35 degrees with mu = 0.5."""
    expected = vectors["f_modern"]["stick"]["slide_accel_at_35deg"]
    params = model.Params(static_friction=0.6, sliding_friction=0.5, air_drag=0.0)
    end = run(model, 2.0, ground=slope(35.0, towards), params=params, parking_brake=1.0)[-1]
    assert math.hypot(end.speed, end.lateral_speed) == pytest.approx(2.0 * expected, rel=1e-12)
    uphill = end.x * math.cos(towards) + end.y * math.sin(towards)
    assert uphill == pytest.approx(-0.5 * expected * 2.0**2 * math.cos(math.radians(35.0)), rel=1e-12)
    assert math.hypot(end.x, end.y) == pytest.approx(-uphill, rel=1e-12)


@BOTH
@pytest.mark.parametrize("dt", [1 / 960, 1 / 60, 0.1])
def test_without_brakes_it_rolls_off_where_the_slope_beats_what_sets_it_rolling(model, dt):
    resistance = model.Params().static_resistance
    gentle, steep = (math.degrees(math.atan(factor * resistance)) for factor in (0.99, 1.01))
    assert run(model, 5.0, ground=slope(gentle), dt=dt)[-1].x == 0.0
    end = run(model, 5.0, ground=slope(steep), dt=dt)[-1]
    angle = math.radians(steep)
    pull = GRAVITY * (math.sin(angle) - model.Params().rolling_resistance * math.cos(angle))
    assert end.speed == pytest.approx(-5.0 * pull, rel=2e-3)  # the air takes a thousandth


@BOTH
def test_across_a_slope_it_drives_straight_on_until_its_grip_is_spent(model):
    """The document's side slope pulls nothing, at any steepness."""
    rolling = model.State(speed=6.0)
    held = run(model, 4.0, state=rolling, ground=slope(21.8, math.pi / 2), cruise=1.0)[-1]
    assert held.y == 0.0
    assert held.x == pytest.approx(24.0, rel=1e-9)
    params = model.Params(static_friction=0.38, sliding_friction=0.3)
    slides = run(model, 2.0, state=rolling, ground=slope(21.8, math.pi / 2), params=params)[-1]
    angle = math.radians(21.8)
    along = GRAVITY * (math.sin(angle) - 0.3 * math.cos(angle))
    assert slides.lateral_speed == pytest.approx(-2.0 * along, rel=1e-9)
    assert slides.y == pytest.approx(-0.5 * along * 4.0 * math.cos(angle), rel=1e-9)


@BOTH
def test_a_slope_of_nothing_pulls_nothing_and_a_slight_one_slightly(model):
    """In the document a pitch of a hair below zero read 360 degrees and met no case."""
    for rise in (1e-18, -1e-18, 1e-9, -1e-9):
        end = run(model, 1 / 60, ground={"slope_x": rise})[-1]
        assert end.gravity_force == pytest.approx(-model.Params().mass * GRAVITY * rise, rel=1e-9)
        assert end.pitch == pytest.approx(-rise, rel=1e-9)


# ---------------------------------------------------------------- coasting and braking


@BOTH
@pytest.mark.parametrize("uphill", [0.1, -0.1])
def test_a_slope_slows_what_climbs_it_and_speeds_what_descends(model, uphill):
    """The document had that the wrong way round: its vehicle climbed a 10 % slope almost without loss."""
    angle = math.atan(uphill)
    params = model.Params(air_drag=0.0)
    end = run(model, 1.0, state=model.State(speed=5.0), ground={"slope_x": uphill}, params=params)[-1]
    change = -GRAVITY * (math.sin(angle) + params.rolling_resistance * math.cos(angle))
    assert end.speed == pytest.approx(5.0 + change, rel=1e-12)
    assert end.x == pytest.approx((5.0 + 0.5 * change) * math.cos(angle), rel=1e-12)


@BOTH
def test_a_coast_down_takes_the_time_and_the_way_of_the_formula(model, vectors):
    """m v' = -A - C v^2 from 30 to 10 m/s: t = m / sqrt(AC) (atan - atan), s = m / 2C ln; SAE J1263."""
    case = vectors["f_modern"]["coast_down"]
    params = model.Params(
        mass=case["m"], rolling_resistance=case["A"] / (case["m"] * GRAVITY), air_drag=case["C"], max_speed=50.0
    )
    states = run(model, 95.0, state=model.State(speed=case["v0"]), params=params, engine_stop=1.0)
    steps, end = next((i, state) for i, state in enumerate(states) if state.speed <= case["v1"])
    assert steps / 60 == pytest.approx(case["t"], abs=1 / 60 + 2e-3 * case["t"])
    assert end.x == pytest.approx(case["s"], rel=2e-3)


@BOTH
def test_friction_stops_it_exactly_when_and_where_the_formula_says(model, vectors):
    """The vector file's impulse clamp: 10 m/s, mu = 0.04, 0.1 s, at rest after 255 steps; held on 3 %."""
    case = vectors["f_modern_checks"]["impulse_clamp"]
    mu = case["friction_N"] / (case["m"] * GRAVITY)
    params = model.Params(mass=case["m"], rolling_resistance=mu, static_resistance=mu, air_drag=0.0)
    states = run(model, 30.0, state=model.State(speed=float(case["v0"])), params=params, dt=case["dt"])
    first_at_rest = next(i for i, state in enumerate(states) if state.speed == 0.0)
    assert first_at_rest == case["stop_step"]
    assert states[-1].x == states[first_at_rest].x == pytest.approx(case["v0"] ** 2 / (2 * mu * GRAVITY), rel=1e-3)
    held = run(model, 5.0, params=params, ground={"slope_x": 0.03}, dt=case["dt"])[-1]
    assert held.speed == case["hold_3pct_grade_v"]


@BOTH
@pytest.mark.parametrize("mu", [0.5, 0.7, 0.8])
def test_the_parking_brake_stops_it_within_the_distance_of_the_grip(model, mu, vectors):
    """v^2 / 2 mu g: the document's vehicle with its parking brake on went on at full speed."""
    params = model.Params(static_friction=mu, sliding_friction=mu, air_drag=0.0)
    for speed in (8.9408, -8.9408):
        end = run(model, 4.0, state=model.State(speed=speed), params=params, parking_brake=1.0, left_force=FULL)[-1]
        expected = vectors["f_modern"]["braking"][f"8.9408mps_mu{mu}"]
        assert end.speed == 0.0
        assert end.x == pytest.approx(math.copysign(expected, speed), rel=2e-3)


@BOTH
def test_the_brakes_take_their_force_and_no_more(model):
    params = model.Params(air_drag=0.0)
    speed = 8.0
    states = run(model, 3.0, state=model.State(speed=speed), params=params, left_force=-FULL, right_force=-FULL)
    deceleration = params.max_brake_force / params.mass + GRAVITY * params.rolling_resistance
    stop = next(state for state in states if state.speed <= 0.0)
    assert stop.x == pytest.approx(speed**2 / (2 * deceleration), rel=2e-3)
    assert states[1].surge_force == -params.max_brake_force


@BOTH
def test_what_is_braked_to_rest_passes_through_rest_and_then_reverses(model):
    """A force against the motion is the brake; it cannot push the vehicle back, only the engine can."""
    states = run(model, 4.0, state=model.State(speed=3.0), left_force=-FULL, right_force=-FULL)
    speeds = [state.speed for state in states]
    at_rest = speeds.index(0.0)
    assert all(a > b for a, b in itertools.pairwise(speeds[: at_rest + 1]))
    assert speeds[-1] == pytest.approx(-model.Params().max_reverse_speed, rel=0.5)
    assert min(speeds) >= -model.Params().max_reverse_speed - 1e-9


@BOTH
def test_a_stopped_engine_drives_nothing_and_the_brakes_remain(model):
    """The document's kept its last force: it sped up with its engine off."""
    params = model.Params(air_drag=0.0)
    pushed = run(model, 2.0, state=model.State(speed=5.0), params=params, engine_stop=1.0, left_force=FULL)
    left_alone = run(model, 2.0, state=model.State(speed=5.0), params=params)
    assert [state.speed for state in pushed] == [state.speed for state in left_alone]
    assert pushed[-1].surge_force == pushed[-1].engine_speed == pushed[-1].fuel_used == 0.0
    braked = run(model, 2.0, state=model.State(speed=5.0), engine_stop=1.0, left_force=-FULL, right_force=-FULL)
    assert braked[-1].speed == 0.0
    assert braked[-1].x == braked[-2].x
    holds = {"left_force": -0.5 * params.max_brake_force, "right_force": -0.5 * params.max_brake_force}
    assert run(model, 2.0, engine_stop=1.0, ground=slope(15.0), **holds)[-1].x == 0.0


# ---------------------------------------------------------------- energy


finite = functools.partial(st.floats, allow_nan=False)


@BOTH
@given(data=st.data())
def test_without_its_engine_it_never_gains_energy(model, data):
    """On any plane, rolling, sliding, braking, steering: what it has in speed and height together only falls."""
    ground = {"slope_x": data.draw(finite(-0.6, 0.6)), "slope_y": data.draw(finite(-0.6, 0.6))}
    state = model.State(speed=data.draw(finite(-12, 12)), lateral_speed=data.draw(finite(-6, 6)))
    control = {name: data.draw(finite(-2e5, 2e5)) for name in ("left_force", "right_force")}
    control |= {"engine_stop": 1.0, "parking_brake": data.draw(st.sampled_from((0.0, 1.0)))}
    params = model.Params(static_friction=data.draw(finite(0.3, 0.9)), sliding_friction=data.draw(finite(0.1, 0.3)))
    if model is tracked:
        state = state._replace(yaw_rate=data.draw(finite(-1, 1)))
    else:
        control["steer_angle"] = data.draw(finite(-0.4, 0.4))
    dt = 1 / 60
    states = run(model, 3.0, state=state, ground=ground, params=params, dt=dt, **control)
    energies = [0.5 * (s.speed**2 + s.lateral_speed**2) + GRAVITY * height_gained(s, ground) for s in states]
    last_step = (GRAVITY * dt) ** 2 / 8.0  # it comes to rest within a step and is carried for the whole of it
    assert all(after <= before + last_step for before, after in itertools.pairwise(energies))
    assert energies[-1] <= energies[0] + last_step


@BOTH
def test_vehicles_share_nothing(model):
    """The document keeps friction in variables of the whole file: a light vehicle got a heavy one's."""
    heavy, light = model.Params(mass=50_000.0), model.Params(mass=2_000.0)
    alone = run(model, 3.0, state=model.State(speed=4.0), params=light)[-1]
    one, other = model.State(speed=4.0), model.State(speed=4.0)
    for _ in range(180):
        one = model.step(one, model.Control(), heavy, 1 / 60, model.Ground())
        other = model.step(other, model.Control(), light, 1 / 60, model.Ground())
    assert other == alone
