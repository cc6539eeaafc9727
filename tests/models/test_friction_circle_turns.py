"""Document 003's vehicles put right: how they turn, and the inverse dynamics of speed and direction."""

import itertools
import math

import pytest
from friction_circle_runs import BOTH, GRAVITY, nested, run, tracked, turned, wheeled
from hypothesis import given
from hypothesis import strategies as st

from motorpool.models.dynamic.friction_circle import inverse, turning
from motorpool.models.mathematics import clamp, wrap_angle


@pytest.fixture(scope="module")
def vectors(vector_file):
    """The vector file, computed by another program."""
    return vector_file


# ---------------------------------------------------------------- tracks


def test_the_yaw_inertia_is_that_of_a_box(vectors):
    """The document's code multiplies the sides instead of their squares: 2.6 times too little."""
    case = vectors["e_thesis_faithful"]
    vehicle = {name: float(case["vehicle"][name]) for name in ("mass", "length", "width")}
    expected = case["inertia"]["correct_box"]["yaw_y"]
    assert turning.yaw_inertia(nested(tracked, tracked.Params(**vehicle))) == pytest.approx(expected, rel=1e-15)


def test_opposite_forces_turn_it_on_the_spot_as_their_moment_and_the_ground_say(vectors):
    """I w' = F B - mu W L / 4, with the vector file's moment for an M1A1 on mu = 0.7."""
    case = vectors["f_modern"]["skid_pivot"][0]
    params = tracked.Params(mass=case["W"] / GRAVITY, turning_friction=case["mu"], static_friction=0.9)
    force, inertia = 180e3, params.mass * (params.length**2 + params.width**2) / 12.0
    states = run(tracked, 3.0, params=params, left_force=-force, right_force=force)
    end = states[-1]
    expected = (force * case["B"] - case["M_r_max"]) / inertia
    assert end.yaw_rate == pytest.approx(3.0 * expected, rel=1e-9)
    assert turned(states) == pytest.approx(0.5 * expected * 9.0, rel=1e-9)
    assert (end.x, end.y, end.speed, end.lateral_speed) == (0.0, 0.0, 0.0, 0.0)


@pytest.mark.parametrize("side", [1.0, -1.0])
def test_a_moment_below_the_resistance_of_the_ground_turns_nothing(side):
    """The document has no resistance, so that any difference of forces turned its vehicle."""
    params = tracked.Params()
    needed = params.turning_friction * params.mass * GRAVITY * params.contact_length / (4.0 * params.track_gauge)
    for factor, turns in ((0.999, False), (1.001, True)):
        force = side * factor * needed
        end = run(tracked, 2.0, left_force=-force, right_force=force)[-1]
        assert (end.yaw * side > 0.0) is turns
        assert turns or end.yaw == 0.0


def test_a_turn_stops_when_its_force_ends():
    """The scrubbing tracks take w^2 I / 2M radians to stop it."""
    params = tracked.Params()
    resistance = 0.25 * params.turning_friction * params.mass * GRAVITY * params.contact_length
    states = run(tracked, 2.0, state=tracked.State(yaw_rate=0.5), dt=1 / 240)
    assert states[-1].yaw_rate == 0.0
    assert states[-1].yaw == states[-2].yaw
    assert states[-1].yaw == pytest.approx(
        0.5**2 * turning.yaw_inertia(nested(tracked, params)) / (2.0 * resistance), rel=1e-2
    )


def test_a_pivot_is_no_faster_than_its_power_allows():
    params = tracked.Params(static_friction=0.9, sliding_friction=0.9)
    end = run(tracked, 60.0, params=params, left_force=-250e3, right_force=250e3)[-1]
    resistance = 0.25 * params.turning_friction * params.mass * GRAVITY * params.contact_length
    assert end.yaw_rate == pytest.approx(params.engine_power * params.drive_efficiency / resistance, rel=1e-3)


def test_more_force_on_the_right_track_turns_it_left_forwards_and_backwards():
    for speed in (6.0, -6.0):
        state = tracked.State(speed=speed)
        assert run(tracked, 1.0, state=state, left_force=-150e3, right_force=150e3)[-1].yaw > 0.01
        assert run(tracked, 1.0, state=state, left_force=150e3, right_force=-150e3)[-1].yaw < -0.01


def test_a_stopped_engine_does_not_steer_tracks():
    end = run(tracked, 2.0, state=tracked.State(speed=6.0), engine_stop=1.0, left_force=-190e3, right_force=190e3)[-1]
    assert end.yaw == 0.0


# ---------------------------------------------------------------- wheels


def test_the_path_of_wheels_is_the_circle_of_equation_3_2(vectors):
    """tan(alpha) = 2d / sqrt(rho^2 - d^2): with d = 1.65 m and rho = 10 m the wheels stand at 0.3229 rad."""
    case = vectors["e_thesis_faithful"]["eq3_2"]
    params = wheeled.Params(wheelbase=2.0 * case["d"])
    state = wheeled.State(speed=2.0, cruise_speed=2.0)
    states = run(wheeled, 20.0, state=state, params=params, steer_angle=case["alpha"], cruise=1.0)
    centre = (-case["rho"] * math.sin(case["beta"]), case["rho"] * math.cos(case["beta"]))
    distances = [math.dist((state.x, state.y), centre) for state in states]
    assert distances == pytest.approx([case["rho"]] * len(distances), rel=1e-9)
    assert turned(states) == pytest.approx(20.0 * 2.0 / case["rho"], rel=1e-9)


def test_speed_does_not_change_the_radius_of_a_turn_within_the_grip():
    """In the document the yaw rate does not know the speed: the faster, the wider."""
    circles = []
    for speed in (1.0, 3.0, 5.0):
        states = run(wheeled, 4.0, state=wheeled.State(speed=speed), steer_angle=0.3, cruise=1.0)
        circles.append(turned(states) / (4.0 * speed))
    assert circles == pytest.approx([circles[0]] * 3, rel=1e-9)


def test_in_reverse_the_same_wheel_angle_turns_the_other_way():
    """The document's vehicle turned the same way in both gears."""
    ahead, back = (
        run(wheeled, 2.0, state=wheeled.State(speed=speed), steer_angle=0.2, cruise=1.0)[-1] for speed in (2.0, -2.0)
    )
    assert ahead.yaw == pytest.approx(-back.yaw, rel=1e-12)
    assert ahead.yaw > 0.1


def test_it_drives_back_along_the_arc_that_it_came_on():
    params = wheeled.Params(rolling_resistance=0.0, static_resistance=0.0, air_drag=0.0)
    there = run(wheeled, 3.0, params=params, steer_angle=0.25, left_force=2e3, right_force=2e3)
    stopped = there[-1]._replace(speed=-there[-1].speed)
    back = run(wheeled, 3.0, state=stopped, params=params, steer_angle=0.25, left_force=2e3, right_force=2e3)[-1]
    assert (back.x, back.y, back.yaw, back.speed) == pytest.approx((0.0, 0.0, 0.0, 0.0), abs=1e-9)


def test_wheels_turn_nothing_at_rest_nor_by_a_difference_of_forces():
    """The document adds the difference of forces over an inertia to the yaw rate of wheels."""
    assert run(wheeled, 1.0, steer_angle=0.4, parking_brake=1.0)[-1].yaw == 0.0
    end = run(wheeled, 2.0, left_force=8e3, right_force=2e3)[-1]
    assert (end.y, end.yaw) == (0.0, 0.0)
    assert end.x > 1.0


def test_the_wheels_turn_no_further_than_they_can():
    """The document's limit of 45 was in radians: none."""
    state = wheeled.State(speed=2.0)
    full, more = (run(wheeled, 1.0, state=state, steer_angle=angle)[-1] for angle in (0.4, 1.5))
    assert more == full


def test_too_fast_for_a_turn_it_goes_as_wide_as_its_grip_allows():
    params = wheeled.Params(sliding_friction=0.5, static_friction=0.6, air_drag=0.0)
    states = run(wheeled, 2.0, state=wheeled.State(speed=20.0), params=params, steer_angle=0.4, cruise=1.0)
    assert turned(states) == pytest.approx(2.0 * 0.5 * GRAVITY / 20.0, rel=0.02)
    assert abs(states[-1].lateral_speed) < 0.1


# ---------------------------------------------------------------- both


@BOTH
def test_a_circle_on_a_slope_closes_on_the_slope(model):
    """In the ground's own plane it is a round circle, so seen on the map it is narrower along the slope."""
    rise, speed = 0.3, 3.0
    params = model.Params(engine_power=5e6)
    if model is wheeled:
        steer = {"steer_angle": 0.3}
        curvature = math.sin(0.3) / (params.wheelbase * math.hypot(math.cos(0.3), 0.5 * math.sin(0.3)))
        state = wheeled.State(speed=speed)
    else:
        params = params._replace(turning_friction=0.0)
        state, steer, curvature = tracked.State(speed=speed, yaw_rate=0.3), {}, 0.3 / speed
    period = 2.0 * math.pi / (curvature * speed)
    dt = period / 3000.0
    states = run(model, period, state=state, dt=dt, params=params, ground={"slope_x": rise}, cruise=1.0, **steer)
    end = states[-1]
    assert end.lateral_speed == 0.0
    assert (end.x, end.y, end.yaw) == pytest.approx((0.0, 0.0, 0.0), abs=2e-2 / curvature)
    east = max(state.x for state in states) - min(state.x for state in states)
    north = max(state.y for state in states) - min(state.y for state in states)
    assert north == pytest.approx(2.0 / curvature, rel=1e-2)
    assert east == pytest.approx(2.0 / curvature / math.hypot(1.0, rise), rel=1e-2)


@BOTH
def test_it_turns_its_velocity_by_its_grip_and_loses_no_speed_by_it(model):
    """Sideways forces do no work: only rolling takes speed away."""
    params = model.Params(air_drag=0.0)
    steer = {"steer_angle": 0.2} if model is wheeled else {"left_force": -110e3, "right_force": 110e3}
    end = run(model, 4.0, state=model.State(speed=6.0), params=params, **steer)[-1]
    assert abs(end.yaw) > 0.2
    assert end.lateral_speed == 0.0
    assert end.speed == pytest.approx(6.0 - 4.0 * GRAVITY * params.rolling_resistance, rel=1e-12)


# ---------------------------------------------------------------- inverse dynamics


def towards(model, desired_yaw, speed, *, yaw=0.0, seconds=30.0, dt=1 / 30):
    """Every state of a vehicle that the inverse dynamics turns to a direction at a constant speed."""
    params, state = model.Params(), model.State(speed=speed, yaw=yaw)
    states = [state]
    for _ in range(round(seconds / dt)):
        yaw_rate = wrap_angle(desired_yaw - state.yaw) / 1.0  # would be there in a second
        if model is wheeled:
            control = wheeled.Control(
                steer_angle=inverse.wheel_angle_for(yaw_rate, state.speed, nested(wheeled, params))
            )
        else:
            own, now = nested(tracked, params), nested(tracked, state)
            most = min(params.max_yaw_rate, inverse.largest_yaw_rate(now.vehicle, own.vehicle))
            half = 0.5 * inverse.force_difference_for(clamp(yaw_rate, -most, most), now, own, dt)
            control = tracked.Control(left_force=-half, right_force=half)
        state = model.step(state, control._replace(cruise=1.0), params, dt, model.Ground())
        states.append(state)
    return states


@BOTH
@pytest.mark.parametrize("speed", [3.0, -3.0])
@pytest.mark.parametrize(("yaw", "desired_yaw"), [(0.0, 1.0), (0.0, -1.0), (3.0, -3.0), (-3.0, 3.0), (1.0, 1.0)])
def test_inverse_dynamics_turns_the_shorter_way_to_either_side_in_both_gears(model, speed, yaw, desired_yaw):
    """The document's tracked vehicle turns right, whatever is wanted; its wheels know no way across 180 degrees."""
    states = towards(model, desired_yaw, speed, yaw=yaw)
    way = wrap_angle(desired_yaw - yaw)
    assert wrap_angle(states[-1].yaw - desired_yaw) == pytest.approx(0.0, abs=1e-2)
    assert turned(states) == pytest.approx(way, abs=2e-2)
    assert sum(abs(wrap_angle(b.yaw - a.yaw)) for a, b in itertools.pairwise(states)) <= abs(way) + 0.02


@given(speed=st.floats(0.2, 12.0), share=st.floats(-0.99, 0.99), gear=st.sampled_from((1.0, -1.0)))
def test_the_wheel_angle_for_a_yaw_rate_gives_that_yaw_rate(speed, share, gear):
    params = wheeled.Params(static_friction=50.0, sliding_friction=50.0, max_reverse_speed=20.0)
    most = math.tan(params.max_steer_angle) * math.cos(math.atan(0.5 * math.tan(params.max_steer_angle)))
    wanted = share * most * speed / params.wheelbase
    angle = inverse.wheel_angle_for(wanted, gear * speed, nested(wheeled, params))
    state = wheeled.State(speed=gear * speed)
    after = wheeled.step(state, wheeled.Control(steer_angle=angle, cruise=1.0), params, 0.01, wheeled.Ground())
    assert after.yaw / 0.01 == pytest.approx(wanted, rel=1e-9, abs=1e-12)


@BOTH
@given(
    speed=st.floats(0.5, 6.0),
    change=st.floats(-0.02, 0.005),
    rise=st.floats(-0.05, 0.05),
    gear=st.sampled_from((1.0, -1.0)),
)
def test_the_surge_for_a_speed_gives_that_speed(model, speed, change, rise, gear):
    """Gravity, rolling and air included, forwards and backwards, within the power."""
    params, dt = model.Params(max_reverse_speed=20.0, engine_power=5e6), 1 / 60
    ground = model.Ground(slope_x=rise)
    state = model.step(model.State(speed=gear * speed), model.Control(cruise=1.0), params, dt, ground)
    own, now = nested(model, params), nested(model, state)
    surge = inverse.surge_for(gear * (speed + change), now.vehicle, own.vehicle, dt)
    after = model.step(state, model.Control(0.5 * surge, 0.5 * surge), params, dt, ground)
    assert after.speed == pytest.approx(gear * (speed + change), rel=1e-9)


@BOTH
@pytest.mark.parametrize("dt", [1 / 120, 1 / 60, 0.1])
def test_a_vehicle_that_asks_for_little_more_at_every_step_gets_away(model, dt):
    """From rest it takes more than what keeps it rolling; a driver with patience must not wait for ever."""
    state, params = model.State(), model.Params()
    for _ in range(round(20.0 / dt)):
        control = model.control_from_command(state, state.speed + 0.05 * dt, 0.0, params, dt)
        state = model.step(state, control, params, dt, model.Ground())
    assert state.speed == pytest.approx(20.0 * 0.05, rel=0.02)


@BOTH
def test_operated_it_holds_its_speed_uphill_and_stands_on_the_hill(model):
    state, params, dt = model.State(), model.Params(), 1 / 60
    ground = model.Ground(slope_x=0.1)
    for _ in range(1200):
        state = model.step(state, model.control_from_command(state, 4.0, 0.0, params, dt), params, dt, ground)
    assert state.speed == pytest.approx(4.0, rel=1e-9)
    for _ in range(600):
        state = model.step(state, model.control_from_command(state, 0.0, 0.0, params, dt), params, dt, ground)
    assert model.control_from_command(state, 0.0, 0.0, params, dt).parking_brake == 1.0
    after = model.step(state, model.control_from_command(state, 0.0, 0.0, params, dt), params, dt, ground)
    assert (after.x, after.speed) == (state.x, 0.0)


@BOTH
def test_operated_at_any_speed_with_full_steer_it_does_not_slide(model):
    for speed in (2.0, 8.0, 16.0, -3.0):
        state, params, dt = model.State(), model.Params(), 1 / 60
        for second in range(30):
            steer = 0.0 if second < 20 else 1.0
            for _ in range(60):
                state = model.step(
                    state, model.control_from_command(state, speed, steer, params, dt), params, dt, model.Ground()
                )
                assert state.lateral_speed == 0.0
        assert abs(state.yaw) > 0.1


def test_operated_tracks_turn_on_the_spot_and_wheels_do_not():
    for model, turns in ((tracked, True), (wheeled, False)):
        state, params, dt = model.State(), model.Params(), 1 / 60
        for _ in range(120):
            state = model.step(
                state, model.control_from_command(state, 0.0, 1.0, params, dt), params, dt, model.Ground()
            )
        assert (state.yaw > 0.5) is turns
        assert (state.x, state.y) == (0.0, 0.0)
