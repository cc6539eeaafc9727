"""The articulated lorry: what mechanics keeps and what it takes, what axles carry, when it folds up, how it stands."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motorpool import Fleet
from motorpool.models import find
from motorpool.models.dynamic.tractor_trailer.model import axle_loads
from motorpool.models.kinematic import trailer_chain as chain
from motorpool.models.parts.hitch import steady_angle

lorry = find("tractor-trailer").module
GRAVITY = 9.81
NO_FRICTION = {"friction": 1e-15, "sliding_friction": 1e-15, "wheel_resistance": 0.0}
COASTING = {"rolling_factor": 0.0, "air_drag": 0.0, "rotating_mass_factor": 1.0}
STILL = lorry.Control()


MOVING = ("x", "y", "yaw", "hitch_angle", "speed", "lateral_speed", "yaw_rate", "trailer_yaw_rate")


def moving(state):
    """Pose and velocity of both bodies."""
    return tuple(getattr(state, name) for name in MOVING)


def run(seconds, *, dt=0.02, state=None, control=STILL, ground=None, **params):
    """Every state of a lorry with constant controls."""
    state, train, under = state or lorry.State(), lorry.Params(**params), lorry.Ground(**(ground or {}))
    for _ in range(round(seconds / dt)):
        state = lorry.step(state, control, train, dt, under)
        yield state


def operated(seconds, speed, steer, *, dt=0.02, state=None, ground=None, **params):
    """Every state of a lorry that somebody takes to a speed."""
    state, train, under = state or lorry.State(), lorry.Params(**params), lorry.Ground(**(ground or {}))
    for _ in range(round(seconds / dt)):
        state = lorry.step(state, lorry.control_from_command(state, speed, steer, train, dt), train, dt, under)
        yield state


def trailer_centre(state, params):
    """Place and velocity of the trailer's centre of mass on the map."""
    yaw = state.yaw + state.hitch_angle
    back, far = params.hitch_offset, params.trailer_centre_offset
    x = state.x - back * math.cos(state.yaw) - far * math.cos(yaw)
    y = state.y - back * math.sin(state.yaw) - far * math.sin(yaw)
    east, north = velocity(state)
    east += back * state.yaw_rate * math.sin(state.yaw) + far * state.trailer_yaw_rate * math.sin(yaw)
    north -= back * state.yaw_rate * math.cos(state.yaw) + far * state.trailer_yaw_rate * math.cos(yaw)
    return x, y, east, north


def velocity(state):
    """Of the tractor's centre of mass on the map."""
    sine, cosine = math.sin(state.yaw), math.cos(state.yaw)
    return state.speed * cosine - state.lateral_speed * sine, state.speed * sine + state.lateral_speed * cosine


def energy(state, params):
    """Of motion, the turning parts of the tractor included [J]."""
    _, _, east, north = trailer_centre(state, params)
    first = params.mass * (params.rotating_mass_factor * state.speed**2 + state.lateral_speed**2)
    turning = params.yaw_inertia * state.yaw_rate**2 + params.trailer_yaw_inertia * state.trailer_yaw_rate**2
    return 0.5 * (first + turning + params.trailer_mass * (east**2 + north**2))


def momenta(state, params):
    """Linear [kg m/s] towards east and north, angular [kg m^2/s] about the origin."""
    x, y, far_east, far_north = trailer_centre(state, params)
    east, north = velocity(state)
    about = params.mass * (state.x * north - state.y * east) + params.trailer_mass * (x * far_north - y * far_east)
    about += params.yaw_inertia * state.yaw_rate + params.trailer_yaw_inertia * state.trailer_yaw_rate
    return (
        params.mass * east + params.trailer_mass * far_east,
        params.mass * north + params.trailer_mass * far_north,
        about,
    )


# ---------------------------------------------------------------- free motion


@pytest.fixture(scope="module")
def vector(vector_file):
    """Two bodies on a hitch without forces, by another program."""
    return vector_file["f_modern_checks"]["trailer_dynamic"]


def freely(vector, dt):
    """Parameters, start and the states of the vector's two bodies."""
    params = {
        "mass": vector["m1"], "yaw_inertia": vector["I1"], "trailer_mass": vector["m2"],
        "trailer_yaw_inertia": vector["I2"], "hitch_offset": vector["h1"], "trailer_centre_offset": vector["d2"],
        "max_hitch_angle": 3.2, **COASTING,
    }  # fmt: skip
    x, y, yaw, angle, *rates = vector["s0"]
    start = lorry.State(**dict(zip(MOVING, (x, y, yaw, -angle, *rates), strict=True)))
    states = list(run(vector["dt"] * vector["steps"], dt=dt, state=start, ground=NO_FRICTION, **params))
    return lorry.Params(**params), start, states


def test_without_forces_two_bodies_end_where_another_program_says_to_first_order(vector):
    x, y, yaw, angle, *rates = vector["s_end"]
    errors = []
    for dt in (0.02, 0.01):
        end = freely(vector, dt)[2][-1]
        errors.append(np.array(moving(end)) - (x, y, yaw, -angle, *rates))
    assert np.max(abs(errors[1])) < 1e-3
    assert np.allclose(errors[0], 2.0 * errors[1], rtol=0.05, atol=1e-5)


def test_without_forces_momentum_stays_and_energy_never_grows(vector):
    for dt, least in ((0.1, 0.999), (0.01, 0.9999)):
        params, start, states = freely(vector, dt)
        energies = [energy(state, params) for state in (start, *states)]
        assert energies[0] == pytest.approx(vector["KE"], rel=1e-12)
        assert all(after <= before * (1.0 + 1e-14) for before, after in itertools.pairwise(energies))
        assert energies[-1] > least * energies[0]
        assert momenta(states[-1], params)[:2] == pytest.approx(vector["P"], rel=1e-8)
        assert momenta(start, params) == pytest.approx((*vector["P"], vector["L"]), rel=1e-12)
    turning = [momenta(freely(vector, dt)[2][-1], params)[2] - vector["L"] for dt in (0.02, 0.01)]
    assert turning[0] / turning[1] == pytest.approx(2.0, rel=0.02)
    assert abs(turning[1]) < 1e-4 * abs(vector["L"])


numbers = st.floats(-1.0, 1.0)


@given(st.tuples(*[numbers] * 6), st.floats(1e-4, 2.0), st.floats(0.0, 1.0), st.booleans(), st.floats(0.8, 1.5))
@settings(max_examples=200)
def test_no_step_of_any_length_gains_energy_without_the_engine(moves, dt, brake, parked, rotating):
    """Whatever it was doing, on level ground: swinging, sliding, braking, against its stop."""
    u, v, r, swing, angle, steer = moves
    state = lorry.State(
        hitch_angle=1.5 * angle, speed=20.0 * u, lateral_speed=8.0 * v, yaw_rate=2.0 * r, trailer_yaw_rate=2.0 * swing,
        wheel_angle=0.7 * steer,
    )  # fmt: skip
    params = lorry.Params(rotating_mass_factor=rotating)
    control = lorry.Control(brake=brake, parking_brake=float(parked), steer_angle=0.7 * steer)
    for _ in range(5):
        after = lorry.step(state, control, params, dt, lorry.Ground())
        assert energy(after, params) <= energy(state, params) * (1.0 + 1e-12)
        state = after


# ---------------------------------------------------------------- loads


def test_at_rest_the_axles_carry_what_the_levers_say():
    params = lorry.Params()
    loads = axle_loads(0.0, 0.0, GRAVITY, lorry.COMPOSED.Params())
    kingpin = params.trailer_mass * GRAVITY * (1.0 - params.trailer_centre_offset / params.trailer_length)
    behind = params.trailer_mass * GRAVITY - kingpin
    front = (params.mass * GRAVITY * params.rear_axle_offset + kingpin * (params.rear_axle_offset - 1.3)) / 3.6
    assert loads == pytest.approx((front, (params.mass * GRAVITY + kingpin) - front, behind), rel=1e-12)


def test_under_brakes_the_loads_move_forward_by_the_moment_of_all_forces_about_the_road():
    """Sum of loads = weight; their moment = that of the weights and of the inertia at both heights."""
    params, ahead, pull = lorry.Params(), -4.0, -20e3
    loads = axle_loads(ahead, pull, GRAVITY, lorry.COMPOSED.Params())
    assert sum(loads) == pytest.approx(36e3 * GRAVITY, rel=1e-12)
    trailer_axle = params.hitch_offset + params.trailer_length  # behind the tractor's centre
    moment = 1.8 * loads.front - 1.8 * loads.rear - trailer_axle * loads.trailer
    weights = -params.trailer_mass * GRAVITY * (params.hitch_offset + params.trailer_centre_offset)
    inertia = -ahead * (params.mass * params.centre_height + params.trailer_mass * params.trailer_centre_height)
    assert moment == pytest.approx(weights + inertia, rel=1e-12)


def test_a_trailer_without_brakes_pushes_and_one_with_strong_ones_pulls():
    control = lorry.Control(brake=0.2)
    pulls = []
    for force in (0.0, 400e3):
        *_, end = run(2.0, state=lorry.State(speed=20.0), control=control, trailer_max_brake_force=force, **COASTING)
        pulls.append(end.hitch_pull)
        total = 0.2 * (85e3 + force)
        assert end.hitch_pull == pytest.approx(0.2 * force - 28e3 * total / 36e3, rel=1e-6)
    assert pulls[0] < 0.0 < pulls[1]


# ---------------------------------------------------------------- ahead


def test_braking_takes_what_its_energy_takes():
    *_, end = run(10.0, dt=0.005, state=lorry.State(speed=20.0), control=lorry.Control(brake=0.5), **COASTING)
    slowing = 0.5 * (85e3 + 125e3) / 36e3
    assert end.speed == 0.0
    assert end.x == pytest.approx(20.0**2 / (2.0 * slowing), rel=1e-3)


def test_up_a_hill_it_ends_up_where_its_power_is_spent():
    *_, end = run(200.0, dt=0.1, control=lorry.Control(throttle=1.0), ground={"slope_x": 0.05})
    weight, slope = 36e3 * GRAVITY, math.atan(0.05)
    rolling = 0.6 * 0.013 * weight * math.cos(slope) * (1.0 + (end.speed / 44.0) ** 2)
    needed = weight * math.sin(slope) + rolling + 3.6 * end.speed**2
    assert end.speed * needed == pytest.approx(0.85 * 330e3, rel=1e-3)


def test_too_steep_a_hill_spins_its_driven_wheels():
    """Its load on them times the grip is less than its weight along the slope."""
    *_, end = run(20.0, control=lorry.Control(throttle=1.0), ground={"slope_x": 0.3})
    assert end.speed <= 0.0


# ---------------------------------------------------------------- bends


@pytest.mark.parametrize("steer", [0.3, -0.5])
def test_slowly_it_goes_the_circle_of_what_does_not_slip(steer):
    *_, end = operated(200.0, 1.0, steer, dt=0.05)
    curvature = math.tan(end.wheel_angle) / 3.6
    assert end.yaw_rate == pytest.approx(end.speed * curvature, rel=0.01)
    assert end.trailer_yaw_rate == pytest.approx(end.yaw_rate, rel=1e-6)
    train = lorry.Params()
    reach, offset = train.trailer_length, train.hitch_offset - train.rear_axle_offset
    of_trailer = curvature / math.sqrt(1.0 - (reach**2 - offset**2) * curvature**2)
    assert end.hitch_angle == pytest.approx(steady_angle(of_trailer, offset, reach), rel=0.015)


def test_slowly_it_drives_the_path_of_the_chain():
    """At 1 m/s, into a bend and out of it."""
    dt, train, link = 0.02, lorry.Params(**COASTING), chain.Params(hitch_offset=1.3)
    state, linked = lorry.State(speed=1.0), chain.State()
    for count in range(2000):
        angle = 0.25 if count < 1000 else -0.1
        state = lorry.step(state, lorry.Control(steer_angle=angle), train, dt, lorry.Ground())
        linked = chain.step(linked, chain.Control(state.wheel_angle, state.speed), link, dt)
    assert math.hypot(state.x - linked.x, state.y - linked.y) < 0.01 * 40.0
    assert state.hitch_angle == pytest.approx(linked.hitch_angle, abs=0.005)


def test_pushed_back_with_its_wheels_straight_a_hitch_angle_grows_e_fold_in_each_trailer_length():
    time, small = 8.0, 1e-5
    start = lorry.State(speed=-1.0, hitch_angle=small)
    states = list(run(time, dt=0.01, state=start, **COASTING))
    late = states[-1].hitch_angle / states[len(states) // 2].hitch_angle
    assert late == pytest.approx(math.exp(0.5 * time / lorry.Params().trailer_length), rel=0.02)


@pytest.mark.parametrize(("dt", "allowed"), [(1 / 30, 0.03), (1 / 60, 0.015), (1 / 120, 0.0075)])
def test_the_length_of_a_step_hardly_matters(dt, allowed):
    """Swerving at 15 m/s: by less than one per cent of the swing for each hundredth of a second."""

    def swerving(dt):
        state, train = lorry.State(speed=15.0), lorry.Params()
        most = 0.0
        for count in range(round(8.0 / dt)):
            steer = 0.1 * math.sin(2.0 * math.pi * count * dt / 4.0)
            state = lorry.step(
                state, lorry.control_from_command(state, 15.0, steer, train, dt), train, dt, lorry.Ground()
            )
            most = max(most, abs(state.hitch_angle))
        return state, most

    (end, most), (right, swing) = swerving(dt), swerving(1 / 480)
    assert math.hypot(end.x - right.x, end.y - right.y) < 0.1 * allowed * 120.0
    assert most == pytest.approx(swing, rel=allowed)


@pytest.mark.parametrize(("steer", "tips"), [(0.08, False), (0.2, True)])
def test_it_tips_where_the_moment_of_the_side_force_passes_that_of_its_weight(steer, tips):
    """Over half the track at the mean height of both masses: 1 m and 1.7 m, so at 0.588 g."""
    states = list(operated(10.0, 20.0, steer, state=lorry.State(speed=20.0)))
    height = (8e3 * 1.0 + 28e3 * 1.9) / 36e3
    hardest = max(abs(state.specific_force_left) for state in states)
    assert (hardest > GRAVITY * 1.0 / height) == tips
    assert abs(states[-1].rollover_angle) == (0.5 * math.pi if tips else 0.0)


# ---------------------------------------------------------------- jack-knife


def in_a_bend(brake, **params):
    """A lorry on a wet bend that brakes, or does not."""
    under = {"friction": 0.3, "sliding_friction": 0.25}
    *_, turning = operated(4.0, 12.0, 0.05, state=lorry.State(speed=12.0), ground=under)
    control = lorry.Control(brake=brake, steer_angle=0.05 * 0.7)
    return list(run(12.0, state=turning, control=control, ground=under, **params))


def test_braking_the_tractor_alone_on_a_slippery_bend_folds_the_lorry_up_and_it_says_so():
    states = in_a_bend(1.0, trailer_max_brake_force=0.0)
    folded = [state for state in states if state.is_jack_knifed]
    assert folded
    assert all(0.99 * 1.5 < abs(state.hitch_angle) <= 1.5 for state in folded)
    stopped = [state for state in folded if abs(state.hitch_angle) == 1.5]
    assert stopped
    assert all((state.trailer_yaw_rate - state.yaw_rate) * state.hitch_angle <= 1e-12 for state in stopped)
    assert max(abs(state.hitch_angle) for state in states) == 1.5


def test_a_vehicle_that_does_not_brake_there_does_not_fold_up():
    assert not any(state.is_jack_knifed for state in in_a_bend(0.0))


def test_at_its_stop_the_trailer_takes_the_tractor_with_it_and_loses_energy():
    """Without friction: a plastic impact keeps every momentum, and the two turn on as one."""
    params = {**COASTING, "max_hitch_angle": 1.0}
    train = lorry.Params(**params)
    start = lorry.State(hitch_angle=0.9, trailer_yaw_rate=0.5)
    before, met = start, None
    for state in run(1.0, dt=0.001, state=start, ground=NO_FRICTION, **params):
        if state.hitch_angle == 1.0:
            met = state
            break
        before = state
    assert met is not None
    assert met.is_jack_knifed
    assert met.hitch_angle == 1.0
    assert met.trailer_yaw_rate == met.yaw_rate > 0.0
    assert energy(met, train) < 0.99 * energy(before, train)
    assert momenta(met, train) == pytest.approx(momenta(start, train), rel=1e-3, abs=1e-3)


def test_driving_on_straightens_a_folded_lorry():
    start = lorry.State(hitch_angle=1.5)
    *_, end = operated(60.0, 3.0, 0.0, dt=0.05, state=start)
    assert abs(end.hitch_angle) < 0.01
    assert not end.is_jack_knifed


# ---------------------------------------------------------------- standing


def parked(count):
    """On slopes below the friction, in all directions, folded anyhow."""
    random = np.random.default_rng(2)
    steepness, towards = 0.6 * random.uniform(size=count), random.uniform(-math.pi, math.pi, count)
    return {
        "yaw": random.uniform(-3.0, 3.0, count), "hitch_angle": random.uniform(-1.4, 1.4, count),
        "slope_x": steepness * np.cos(towards), "slope_y": steepness * np.sin(towards),
    }  # fmt: skip


def test_parked_on_any_slope_and_folded_anyhow_both_bodies_stay_to_the_bit():
    for yaw, angle, slope_x, slope_y in zip(*parked(40).values(), strict=True):
        start = lorry.State(yaw=yaw, hitch_angle=angle)
        ground = {"slope_x": slope_x, "slope_y": slope_y}
        *_, end = run(5.0, dt=0.05, state=start, control=lorry.Control(parking_brake=1.0), ground=ground)
        assert moving(end) == moving(start)


@pytest.mark.slow
def test_parked_so_a_fleet_has_not_moved_after_a_day():
    values = parked(16)
    fleet = Fleet("tractor-trailer", 16, parking_brake=1.0, **values)
    fleet.step(0.1, 24 * 36000)
    assert not fleet.state.x.any()
    assert not fleet.state.y.any()
    assert np.array_equal(fleet.state.yaw, values["yaw"])
    assert np.array_equal(fleet.state.hitch_angle, values["hitch_angle"])


def test_on_ice_both_slide_down_as_one():
    """Faster by g (sin - friction cos) each second."""
    slope, sliding = math.atan(0.3), 0.1 * 0.85
    start = lorry.State(hitch_angle=0.0, yaw=math.pi)
    ground = {"slope_x": 0.3, "friction": 0.12, "sliding_friction": 0.1}
    *_, end = run(4.0, state=start, control=lorry.Control(parking_brake=1.0), ground=ground, rotating_mass_factor=1.0)
    assert end.speed == pytest.approx(4.0 * GRAVITY * (math.sin(slope) - sliding * math.cos(slope)), rel=0.01)
    assert abs(end.hitch_angle) < 1e-12


def test_left_alone_on_level_ground_it_stays():
    *_, end = run(1.0, state=lorry.State(hitch_angle=0.7))
    assert (end.x, end.y, end.yaw, end.hitch_angle) == (0.0, 0.0, 0.0, 0.7)
