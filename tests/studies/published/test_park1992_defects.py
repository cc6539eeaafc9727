"""Every defect of motion of document 003's vehicles: printed shows it, corrected does not.

A law of physics or a line of the appendix decides what is right.
"""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from park1992_runs import FLAT, FRAME, GRAVITY, MOVING, corrected, defects_of, on, only, run, tanks

from motorpool.studies.published.models.park1992 import attitude, file_globals, inertia
from motorpool.studies.published.models.park1992 import tracked as tank
from motorpool.studies.published.models.park1992 import wheeled as truck
from motorpool.studies.published.models.park1992.integration import DEAD_BAND


def test_gravity_sign():
    """Uphill, gravity takes energy from a vehicle that moves forward; downhill it gives."""
    for rise in (0.1, -0.1):
        pull = {}
        for name, params in (("as-published", tank.Params()), ("corrected", corrected(tank, "gravity_sign"))):
            start = tank.State(speed=5.0, **MOVING)
            (after,) = run(tank, start, tanks(0, 0), params, hill=lambda x, y, rise=rise: rise * x)
            pull[name] = after.gravity_force
        weight_along = -params.mass * GRAVITY * math.sin(math.atan(rise))
        assert pull == {"as-published": pytest.approx(-weight_along), "corrected": pytest.approx(weight_along)}


def test_coasting_uphill_a_printed_tank_hardly_slows():
    """Friction of 0.1 m g and gravity of 0.1 m g: they should stop it within v / 2 a."""
    start = tank.State(speed=5.0, **MOVING)
    for params, stands in ((tank.Params(), False), (corrected(tank, "gravity_sign"), True)):
        states = run(tank, start, tanks(0, 0), params, steps=150, hill=lambda x, y: 0.1 * x)
        assert (states[24].speed == 0.0) is stands
        assert states[149].speed == (0.0 if stands else pytest.approx(4.5, abs=0.05))


@pytest.mark.parametrize("speed", [0.0, -5.0])
def test_gravity_is_right_as_printed_for_what_stands_or_moves_back(speed):
    (after,) = run(tank, tank.State(speed=speed, **MOVING), tanks(0, 0), tank.Params(), hill=lambda x, y: 0.1 * x)
    assert after.gravity_force == pytest.approx(-tank.Params().mass * GRAVITY * math.sin(math.atan(0.1)))


@pytest.mark.parametrize("dt", [1.0 / 6.0, FRAME, 1.0 / 30.0, 1.0 / 60.0])
def test_dead_band(dt):
    """The frame rate must not decide whether 4 m/s^2 start a vehicle; as printed 0.3 / dt is needed."""
    force = 0.5 * 4.0 * tank.Params().mass
    printed = tank.step(tank.State(), tanks(force, force), tank.Params(), dt, FLAT)
    right = tank.step(tank.State(), tanks(force, force), corrected(tank, "dead_band"), dt, FLAT)
    assert (printed.speed > 0.0) is (4.0 * dt > DEAD_BAND)
    assert right.speed == pytest.approx(4.0 * dt)


def test_double_counting():
    """The way of a constant acceleration is v t + a t^2 / 2, and never more than the top speed allows."""
    start = tank.State(speed=5.0, **MOVING)
    for params, extra in ((tank.Params(), 1.0), (corrected(tank, "double_counting"), 0.0)):
        after = tank.step(start, tanks(5e4, 5e4), params, FRAME, FLAT)
        expected = 5.0 * FRAME + (0.5 + extra) * after.acceleration * FRAME * FRAME
        assert after.x == pytest.approx(expected, abs=1e-12)
        full = tank.step(tank.State(speed=params.max_speed, **MOVING), tanks(1e5, 1e5), params, FRAME, FLAT)
        assert (full.x > 1.0001 * params.max_speed * FRAME) is bool(extra)


def test_a_standing_vehicle_creeps_as_printed():
    """The dead band takes its speed, and the acceleration's half moves it all the same."""
    states = run(tank, tank.State(), tanks(5e4, 5e4), tank.Params(), steps=60, dt=1.0 / 60.0)
    assert not any(state.speed for state in states)
    assert states[-1].x > 1e-3
    right = run(tank, tank.State(), tanks(5e4, 5e4), corrected(tank, "double_counting"), steps=60, dt=1.0 / 60.0)
    assert right[-1].x == 0.0


def test_engine_stop_keeps_surge():
    """A vehicle whose engine is off does not go faster on flat ground."""
    for params, goes_faster in ((tank.Params(), True), (corrected(tank, "engine_stop_keeps_surge"), False)):
        (moving,) = run(tank, tank.State(speed=5.0, **MOVING), tanks(1e5, 1e5), params)
        stopped = run(tank, moving, tanks(1e5, 1e5, engine_stop=1.0), params, steps=20)[-1]
        assert (stopped.speed > moving.speed) is goes_faster
        assert (stopped.surge_force > 0.0) is goes_faster


def test_parking_brake_keeps_moving():
    """A braked vehicle stands."""
    for params, glides in ((tank.Params(), True), (corrected(tank, "parking_brake_keeps_moving"), False)):
        (moving,) = run(tank, tank.State(speed=5.0, **MOVING), tanks(1e5, 1e5), params)
        braked = run(tank, moving, tanks(0, 0, parking_brake=1.0), params, steps=10)
        assert {state.speed for state in braked} == {0.0}
        assert (braked[-1].x - moving.x > 5.0) is glides
        assert (braked[-1].x == moving.x) is not glides


@pytest.mark.parametrize("speed", [5.0, -5.0])
def test_friction_memory(speed):
    """The friction of a vehicle at constant speed is its own, and does not depend on who came before it."""
    steady = tank.State(speed=speed, acceleration=0.0)
    others = [tank.State(speed=9.0, **MOVING), tank.State()]
    found = {}
    for name, params in (("as-published", tank.Params()), ("corrected", corrected(tank, "friction_memory"))):
        light = params._replace(mass=2000.0)
        loops = [
            file_globals.one_after_another(tank, [other, steady], [tanks(0, 0)] * 2, [params, light], dt=FRAME)
            for other in others
        ]
        found[name] = {after[1].friction_force for after, _ in loops}
        assert {left for _, left in loops} == found[name]  # what the next frame begins with
    assert len(found["as-published"]) == 2
    assert found["corrected"] == {math.copysign(300.0 + 2000.0, speed)}


def test_friction_law():
    """Friction is a share of what presses on the ground: less on a slope, nothing without gravity."""
    for params, follows in ((tank.Params(), False), (corrected(tank, "friction_law"), True)):
        start = tank.State(speed=5.0, **MOVING)
        (flat,) = run(tank, start, tanks(0, 0), params)
        (steep,) = run(tank, start, tanks(0, 0), params, hill=lambda x, y: 0.6 * x)
        (weightless,) = run(tank, start, tanks(0, 0), params._replace(gravity=1e-9))
        share = steep.friction_force / flat.friction_force
        assert share == pytest.approx(math.cos(math.atan(0.6)) if follows else 1.0)
        assert (weightless.friction_force < 1.0) is follows
    assert flat.friction_force == pytest.approx(0.06 * params.mass * GRAVITY)


def test_static_friction_direction():
    """Static friction holds against either direction, and by no more than there is to hold."""
    push, accelerating = 1e4, tank.State(acceleration=-0.5)  # 20 kN in all: less than the friction of 58 kN
    for params, is_right in ((tank.Params(), False), (corrected(tank, "static_friction_direction"), True)):
        for sense in (1.0, -1.0):
            after = tank.step(accelerating, tanks(sense * push, sense * push), params, FRAME, FLAT)
            assert (after.acceleration == 0.0) is is_right
            assert (after.friction_force == sense * 2.0 * push) is is_right
        assert tank.step(accelerating, tanks(-push, -push), params, FRAME, FLAT).drag_force == (
            2.0 * push if is_right else -(500.0 + 1000.0 + params.mass)
        )


def test_a_vehicle_that_stands_without_acceleration_is_not_held_as_printed():
    """On 10 % it rolls off, although friction would hold it."""
    holding = corrected(tank, "static_friction_direction", "friction_law", rolling_resistance=0.2)
    rolling_off, held = (
        run(tank, tank.State(), tanks(0, 0), params, hill=lambda x, y: 0.1 * x)[-1].acceleration
        for params in (tank.Params(), holding)
    )
    assert rolling_off == pytest.approx(-GRAVITY * math.sin(math.atan(0.1)))
    assert held == 0.0


def test_air_drag_law():
    """Air drag is rho / 2 times drag area times speed squared; as printed 16.3 m^2 for every vehicle."""
    for model in (tank, truck):
        for params, area in (
            (model.Params(), 20.0 / 1.225),
            (corrected(model, "air_drag_law"), model.Params().drag_area),
        ):
            for speed in (12.0, -4.0):
                after = model.step(model.State(speed=speed, **MOVING), model.Control(), params, FRAME, FLAT)
                assert after.air_drag == pytest.approx(0.5 * 1.225 * area * speed * abs(speed), rel=1e-12)


def test_inertia_formula():
    """A block is m (l^2 + w^2) / 12; the printed one turns 2.6 times as easily."""
    printed, right = tank.Params(), corrected(tank, "inertia_formula")
    length, width = printed.length, printed.width
    assert inertia.yaw_inertia(right) == pytest.approx(printed.mass * (length**2 + width**2) / 12.0, rel=1e-15)
    rates = [tank.step(tank.State(), tanks(2e4, -2e4), each, FRAME, FLAT).yaw_rate for each in (printed, right)]
    assert rates[0] / rates[1] == pytest.approx((length**2 + width**2) / (length * width))
    assert rates[0] / rates[1] == pytest.approx(2.6, abs=0.05)


def test_torque_as_rate():
    """Without resistance, a torque M for a time t gives a rate of M t / I, about an arm of half the width."""
    difference, duration = 1e5, 1.0
    for is_as_published in (True, False):
        params = corrected(tank, "inertia_formula", turning_resistance=0.0, torque_as_rate=float(is_as_published))
        states = run(tank, tank.State(), tanks(-0.5 * difference, 0.5 * difference), params, steps=10)
        rates = [state.yaw_rate for state in states]
        expected = 0.5 * params.width * difference * duration / inertia.yaw_inertia(params)
        assert (rates[-1] == pytest.approx(expected, rel=1e-12)) is not is_as_published
        assert (rates[0] == rates[-1]) is is_as_published


def test_without_force_a_turn_goes_on_until_the_ground_has_stopped_it():
    """As printed it ends at once. Mended, the resistance is mu m g l / 4, as of a track that slides."""
    turning = tank.State(yaw_rate=0.5)
    assert tank.step(turning, tanks(0, 0), tank.Params(), FRAME, FLAT).yaw_rate == 0.0
    params = corrected(tank)
    states = run(tank, turning, tanks(0, 0), params, steps=20)
    moment = 0.2 * params.mass * GRAVITY * params.length / 4.0
    assert states[0].yaw_rate == pytest.approx(0.5 - moment * FRAME / inertia.yaw_inertia(params))
    assert states[-1].yaw_rate == 0.0


def test_as_printed_a_moving_tank_turns_more_easily_than_a_standing_one():
    standing, moving = (
        tank.step(tank.State(speed=speed, **MOVING), tanks(-2e4, 2e4), tank.Params(), FRAME, FLAT).yaw_rate
        for speed in (0.0, 5.0)
    )
    assert standing / moving == pytest.approx(0.6 / 0.8)


def test_yaw_independent_of_speed():
    """Wheels that roll turn it by v cos(beta) tan(alpha) / L: half as fast at half the speed, and back in reverse."""
    for name in ("as-published", "corrected"):
        params = truck.Params() if name == "as-published" else corrected(truck, "yaw_independent_of_speed")
        rates = {}
        for speed in (8.0, 4.0, -4.0):
            state = truck.State(speed=speed, acceleration=0.0)  # no friction yet; the air takes less than 0.01 m/s
            after = truck.step(state, truck.Control(steer_angle=0.3), params, FRAME, FLAT)
            rates[speed] = after.yaw_rate / (after.speed / speed if name == "corrected" else 1.0)
        alpha = 0.3
        expected = 8.0 * math.cos(math.atan(0.5 * math.tan(alpha))) * math.tan(alpha) / params.wheelbase
        if name == "corrected":
            assert rates == pytest.approx({8.0: expected, 4.0: 0.5 * expected, -4.0: -0.5 * expected}, rel=1e-12)
        else:
            assert len(set(rates.values())) == 1
            assert rates[8.0] == pytest.approx(math.atan(0.5 * math.tan(alpha)), rel=1e-14)


def test_a_printed_truck_drives_a_wider_circle_the_faster_it_is():
    """With the wheel at 0.2 rad, against L / (tan(alpha) cos(beta)): as wide at 2 m/s, six times at 12 m/s."""
    params, alpha = truck.Params(), 0.2
    right = params.wheelbase / (math.tan(alpha) * math.cos(math.atan(0.5 * math.tan(alpha))))
    for speed, ratio in ((2.0, 1.0), (12.0, 6.1)):
        after = truck.step(truck.State(speed=speed), truck.Control(steer_angle=alpha, cruise=1.0), params, FRAME, FLAT)
        assert after.speed / after.yaw_rate == pytest.approx(ratio * right, rel=0.03)


def test_a_wheeled_vehicle_feels_a_difference_of_forces_as_printed():
    """And only above 100 N, "for the smooth motion"; wheels that roll do not turn it."""
    for params, turns in ((truck.Params(), True), (corrected(truck, "torque_as_rate"), False)):
        moving = truck.State(speed=5.0, **MOVING)
        after = truck.step(moving, truck.Control(left_force=-2e3, right_force=2e3), params, FRAME, FLAT)
        assert (after.yaw_rate > 0.0) is turns
        assert (
            truck.step(moving, truck.Control(left_force=-50.0, right_force=50.0), params, FRAME, FLAT).yaw_rate == 0.0
        )


def test_pitch_wrap():
    """The smallest slope downward becomes 360 degrees, for which there is no case; it is as good as flat."""
    barely_down, down = tank.Ground(height_ahead=-1e-16), tank.Ground(height_ahead=-1e-3)
    for params in (tank.Params(), corrected(tank, "pitch_wrap")):
        after = tank.step(tank.State(), tanks(0, 0), params, FRAME, barely_down)
        assert after.undefined_read == params.pitch_wrap
        assert tank.step(tank.State(), tanks(0, 0), params, FRAME, down).undefined_read == 0.0
    assert attitude.displayed(math.atan(-0.5e-16)) == 360.0


def test_one_sided_sampling():
    """On a ridge the ground is level, and two metres ahead it falls."""
    for params, is_level in ((tank.Params(), False), (corrected(tank, "one_sided_sampling"), True)):
        (after,) = run(tank, tank.State(), tanks(0, 0), params, hill=lambda x, y: -0.1 * (x * x + y * y))
        assert (abs(after.pitch) < 1e-6) is is_level
        assert (abs(after.roll) < 1e-6) is is_level
        if not is_level:
            assert (after.pitch, after.roll) == pytest.approx((math.atan(0.2), math.atan(0.2)))


@given(east=st.floats(-0.5, 0.5), north=st.floats(-0.5, 0.5), yaw=st.floats(-3.1, 3.1))
def test_on_a_plane_both_ways_of_sampling_see_the_same_attitude(east, north, yaw):
    state = tank.State(yaw=yaw)
    attitudes = []
    for params in (tank.Params(), corrected(tank, "one_sided_sampling")):
        (after,) = run(tank, state, tanks(0, 0), params, hill=lambda x, y: east * x + north * y)
        attitudes.append((after.pitch, after.roll))
    assert attitudes[0] == pytest.approx(attitudes[1], abs=1e-8)


def test_velocity_lag():
    """It moves where it points, not where it pointed."""
    for params, lags in ((tank.Params(), True), (corrected(tank, "velocity_lag"), False)):
        after = tank.step(tank.State(speed=5.0, **MOVING), tanks(2e4, 8e4), params, FRAME, FLAT)
        course = math.atan2(after.velocity_y, after.velocity_x)
        assert after.yaw > 0.01
        assert course == pytest.approx(0.0 if lags else after.yaw, abs=1e-15)


def test_cruise_keeps_acceleration():
    """At constant speed the way is v t."""
    for params, drifts in ((tank.Params(), True), (corrected(tank, "cruise_keeps_acceleration"), False)):
        (moving,) = run(tank, tank.State(speed=5.0, **MOVING), tanks(1e5, 1e5), params)
        states = run(tank, moving, tanks(0, 0, cruise=1.0), params, steps=10)
        assert {state.speed for state in states} == {moving.speed}
        way = states[-1].x - moving.x
        surplus = 10 * 0.5 * moving.acceleration * FRAME * FRAME if drifts else 0.0
        assert way == pytest.approx(10 * moving.speed * FRAME + surplus, rel=1e-12)


def test_cruise_control_keeps_the_speed_at_which_it_was_switched_on():
    """Ours: ``cruise_on`` is absent. The engine makes up for a hill, so the sum of all forces stays what it was."""
    params = tank.Params()
    (moving,) = run(tank, tank.State(speed=5.0, **MOVING), tanks(6e4, 6e4), params)
    states = run(tank, moving, tanks(0, 0, cruise=1.0), params, steps=50, hill=lambda x, y: 0.001 * x * x)
    sums = [state.drag_force + state.surge_force + state.gravity_force for state in states]
    assert sums == pytest.approx([moving.acceleration * params.mass] * 50, rel=1e-9)
    assert states[-1].cruise_speed == moving.speed
    (freed,) = run(tank, states[-1], tanks(-1e5, -1e5), params)
    (again,) = run(tank, freed, tanks(0, 0, cruise=1.0), params)
    assert again.speed == freed.speed < moving.speed


def test_standing_power_unlimited():
    """An engine does not pull harder at a standstill than its greatest force."""
    for params, limit in ((tank.Params(), 2e6), (corrected(tank, "standing_power_unlimited"), 200e3)):
        assert tank.step(tank.State(), tanks(1e6, 1e6), params, FRAME, FLAT).surge_force == limit
        moving = tank.step(tank.State(speed=1.0, **MOVING), tanks(1e6, 1e6), params, FRAME, FLAT)
        assert moving.surge_force == 200e3


def test_clamp_cuts_gravity():
    """A limit of the machine does not weaken gravity: on 60 %, full ahead downhill."""
    downhill = math.sin(math.atan(0.6)) * GRAVITY * tank.Params().mass
    for params, is_cut in ((tank.Params(), True), (corrected(tank, "clamp_cuts_gravity"), False)):
        params = params._replace(max_force=2e5)
        (after,) = run(tank, tank.State(), tanks(9e4, 9e4), params, hill=lambda x, y: -0.6 * x)
        expected = 2e5 if is_cut else 1.8e5 + downhill
        assert after.acceleration * params.mass == pytest.approx(expected)


@pytest.mark.parametrize("model", [tank, truck])
def test_every_defect_changes_something_alone(model):
    """In an otherwise corrected vehicle: one of some situations ends differently."""
    full = 2.0 * model.Params().max_drive_force
    steering = {"steer_angle": 0.2} if model is truck else {}
    controls = [
        model.Control(0.1 * full, 0.2 * full, **steering),
        model.Control(full, full),
        model.Control(-full, full),
        model.Control(),
        model.Control(parking_brake=1.0),
        model.Control(0.1 * full, 0.1 * full, engine_stop=1.0),
        model.Control(cruise=1.0),
    ]
    vector = {"velocity_x": 1.0, "acceleration_x": 1.0, "drag_force": 3.0, "surge_force": 5e5}
    starts = [model.State(), model.State(speed=5.0, acceleration=1.0, **vector), model.State(speed=-2.0, **vector)]

    def ends(params, ground):
        return [model.step(start, control, params, FRAME, ground) for start in starts for control in controls]

    ground = on(lambda x, y: 0.1 * x - 0.02 * x * x + 0.05 * y, model.State())
    barely_down = model.Ground(height_ahead=-1e-16, slope_x=-0.5e-16)
    for name in defects_of(model):
        others = {
            "max_force": 0.25 * full,
            "torque_as_rate": float(name == "inertia_formula"),
        }  # the rate shows the inertia
        others.pop(name, None)
        changed = [
            ends(only(model, name, **others), each) != ends(corrected(model, **others), each)
            for each in (ground, barely_down)
        ]
        assert any(changed), name
