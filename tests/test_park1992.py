"""Document 003's vehicles: the vector file, then every defect of motion: printed shows it, mended does not.

A law of physics or a line of the appendix decides what is right. The appendix's directions and its z are to the
right, ours to the left.
"""

import json
import math
import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import motorpool as mp
from motorpool.models import frames
from motorpool.models.fields import Defect, fields_of
from motorpool.models.park1992 import attitude, direction, file_globals, forces, inertia, inverse, rigid_body
from motorpool.models.park1992 import tracked as tank
from motorpool.models.park1992 import wheeled as truck
from motorpool.models.park1992.integration import DEAD_BAND

ROOT = Path(__file__).parents[1]
SINGLE_STEP, MULTI_STEP = 1e-12, 1e-9  # as the vector file states them
GRAVITY = 9.81
FLAT = tank.Ground()
FRAME = 0.1  # ten frames a second, as in 1992 [s]


@pytest.fixture(scope="module")
def vectors(shared_data):
    return json.loads((shared_data / "vectors.json").read_text())["e_thesis_faithful"]


def params_of(vectors, model=tank, **others):
    """The vector file's vehicle and its constants: also ours, for the header is lost."""
    constants, vehicle = vectors["constants"], vectors["vehicle"]
    for name in ("POWER", "BREAK", "FORCE"):
        assert constants[f"MAX{name}"] == -constants[f"MIN{name}"]
    return model.Params(
        mass=vehicle["mass"],
        length=vehicle["length"],
        width=vehicle["width"],
        gravity=constants["GRAVITY"],
        static_friction=constants["SFRICTION"],
        rolling_friction=constants["DFRICTION"],
        max_drive_force=constants["MAXPOWER"],
        max_brake_force=constants["MAXBREAK"],
        max_force=constants["MAXFORCE"],
        max_speed=constants["MAXSPEED"],
        max_reverse_speed=-constants["MINSPEED"],
    )._replace(**others)


def defects_of(model):
    """The names of a model's defects."""
    words = fields_of(type("Only", (), {"__annotations__": {"it": Defect}, "_fields": ("it",)}))[0].names
    return [field.name for field in fields_of(model.Params) if field.names == words]


def mended(model, *names, **others):
    """As printed but these defects; all of them where none is named."""
    return model.Params()._replace(**dict.fromkeys(names or defects_of(model), 0.0))._replace(**others)


def only(model, name, **others):
    """All mended but this one."""
    return mended(model)._replace(**{name: 1.0}, **others)


def on(hill, state):
    """The ground under a vehicle on a hill: its height as a function of east and north."""
    step = 1e-6
    ahead = (2.0 * math.cos(state.yaw), 2.0 * math.sin(state.yaw))
    return tank.Ground(
        hill(state.x, state.y),
        hill(state.x + ahead[0], state.y + ahead[1]),
        hill(state.x + ahead[1], state.y - ahead[0]),
        (hill(state.x + step, state.y) - hill(state.x - step, state.y)) / (2.0 * step),
        (hill(state.x, state.y + step) - hill(state.x, state.y - step)) / (2.0 * step),
    )


def run(model, state, control, params, *, steps=1, dt=FRAME, hill=lambda x, y: 0.0):
    """Every state on the way."""
    states = []
    for _ in range(steps):
        state = model.step(state, control, params, dt, on(hill, state))
        states.append(state)
    return states


def tanks(left, right, **others):
    return tank.Control(left_force=left, right_force=right, **others)


MOVING = {"acceleration": 1.0}  # anything but zero: friction is then what the speed says


# ---------------------------------------------------------------- the vector file


def assert_vector(state, vector, tolerance, *, mass):
    """A state against the vector file's names."""
    x, _, z, heading = frames.to_thesis(state.x, state.y, 0.0, state.yaw)
    actual = {"x": x, "z": z, "direction": heading, "v": state.speed, "a": state.acceleration}
    actual |= {"drag": state.drag_force, "surge": state.surge_force, "g": state.gravity_force}
    expected = {name: vector[name] for name in actual}
    assert actual == pytest.approx(expected, abs=tolerance, rel=tolerance)
    pitch_up, roll = frames.attitude_to_thesis(state.pitch, state.roll)
    for angle, name in ((pitch_up, "pitch"), (roll, "roll")):
        assert math.degrees(angle) % 360.0 == pytest.approx(vector[name] % 360.0, abs=1e-9) or (
            attitude.displayed(angle) == pytest.approx(vector[name], abs=1e-9)
        )
    assert state.acceleration * mass == pytest.approx(vector["force"], abs=1e-7)


def assert_run(states, expected, mass):
    for number, (state, vector) in enumerate(zip(states, expected, strict=True)):
        assert_vector(state, vector, MULTI_STEP if number else SINGLE_STEP, mass=mass)


def test_vectors_of_a_start_on_flat_ground(vectors):
    params = params_of(vectors)
    assert_run(run(tank, tank.State(), tanks(1e5, 1e5), params, steps=10), vectors["flat_start_dt0.1"], params.mass)


def test_vectors_of_a_start_at_sixty_frames_a_second(vectors):
    """It never starts."""
    params, expected = params_of(vectors), vectors["flat_start_dt1_60"]
    states = run(tank, tank.State(), tanks(1e5, 1e5), params, steps=120, dt=1.0 / 60.0)
    assert_run(states[:3], [expected[name] for name in ("first", "second", "third")], params.mass)
    assert_vector(states[119], expected["last"], MULTI_STEP, mass=params.mass)
    assert not any(state.speed for state in states)


def test_vectors_of_a_tracked_turn(vectors):
    params = params_of(vectors)
    states = run(tank, tank.State(speed=5.0, **MOVING), tanks(6e4, 4e4), params, steps=3)
    assert_run(states, vectors["tracked_turn"], params.mass)
    for vector in vectors["tracked_turn"]:
        assert -direction.net_torque(4e4 - 6e4, 5.0) == pytest.approx(vector["net"], abs=SINGLE_STEP)


def test_vectors_of_a_turn_on_the_spot(vectors):
    params = params_of(vectors)
    assert_run(run(tank, tank.State(), tanks(2e4, -2e4), params, steps=3), vectors["tracked_pivot"], params.mass)
    assert -direction.net_torque(-2e4 - 2e4, 0.0) == vectors["tracked_pivot"][0]["net"]


@pytest.mark.parametrize(
    ("name", "speed", "force"), [("wheeled_turn", 10.0, 5e3), ("wheeled_reverse_turn", -5.0, -5e3)]
)
def test_vectors_of_wheeled_turns(vectors, name, speed, force):
    params = params_of(vectors, truck, mass=8000.0)
    control = truck.Control(left_force=force, right_force=force, steer_angle=-0.3)  # to the right
    assert_run(run(truck, truck.State(speed=speed, **MOVING), control, params, steps=3), vectors[name], params.mass)


def test_vectors_uphill(vectors):
    params = params_of(vectors)
    states = run(tank, tank.State(speed=5.0, **MOVING), tanks(0, 0), params, steps=3, hill=lambda x, y: 0.1 * x)
    assert_run(states, vectors["uphill10pct_forward_engine0"], params.mass)
    states = run(tank, tank.State(), tanks(0, 0), params, steps=3, hill=lambda x, y: 0.6 * x)
    assert_run(states, vectors["uphill60pct_rest"], params.mass)


def test_vectors_across_a_slope(vectors):
    """Its right side lies lower; nothing pulls it there."""
    params = params_of(vectors)
    (state,) = run(tank, tank.State(), tanks(0, 0), params, hill=lambda x, y: 0.2 * y)
    assert_vector(state, vectors["side_slope_20pct"], SINGLE_STEP, mass=params.mass)


def test_vectors_of_coasting_to_a_stop(vectors):
    params, expected = params_of(vectors), vectors["coast_from_10"]
    states = run(tank, tank.State(speed=10.0, **MOVING), tanks(0, 0), params, steps=120)
    assert_vector(states[0], expected["step1"], SINGLE_STEP, mass=params.mass)
    assert_vector(states[49], expected["step50"], MULTI_STEP, mass=params.mass)
    stops = next(number for number, state in enumerate(states, 1) if state.speed == 0.0)
    assert stops == expected["stop_step"]
    assert_vector(states[119], expected["after"], MULTI_STEP, mass=params.mass)


def test_vectors_of_the_side_brake(vectors):
    moving = tank.State(speed=10.0, velocity_x=10.0, acceleration=0.5, acceleration_x=0.5)
    end = run(tank, moving, tanks(0, 0, side_brake=1.0), params_of(vectors), steps=10)[-1]
    expected = vectors["side_brake_still_moves"]
    assert (end.speed, end.x) == (expected["v"], pytest.approx(expected["x_after_1s"], abs=MULTI_STEP))


def test_vectors_of_the_friction_that_leaks(vectors):
    heavy, expected = params_of(vectors), vectors["global_friction_leak"]
    light = heavy._replace(mass=expected["mass_b"])
    states = [tank.State(speed=5.0, **MOVING), tank.State(speed=5.0)]
    shared, _ = file_globals.one_after_another(tank, states, [tanks(0, 0)] * 2, [heavy, light], dt=FRAME)
    assert shared[1].acceleration * light.mass == pytest.approx(expected["force_on_b"], abs=SINGLE_STEP)
    alone = tank.step(states[1], tanks(0, 0), light, FRAME, FLAT)
    assert alone.acceleration * light.mass == pytest.approx(expected["expect_if_fresh"], abs=SINGLE_STEP)


def test_vectors_of_the_way_counted_twice(vectors):
    expected = vectors["position_overintegration"]
    start = tank.State(speed=5.0, velocity_x=5.0, **MOVING)
    as_printed = tank.step(start, tanks(5e4, 5e4), params_of(vectors), FRAME, FLAT)
    right = tank.step(start, tanks(5e4, 5e4), params_of(vectors, double_counting=0.0), FRAME, FLAT)
    assert as_printed.x == pytest.approx(expected["x"], abs=SINGLE_STEP)
    assert as_printed.acceleration == pytest.approx(expected["a"], abs=SINGLE_STEP)
    assert right.x == pytest.approx(expected["correct_x"], abs=SINGLE_STEP)
    assert right.x == pytest.approx(rigid_body.position_after(0.0, 5.0, expected["a"], FRAME), abs=SINGLE_STEP)
    assert as_printed.x - right.x == pytest.approx(expected["a_dt2"], abs=SINGLE_STEP)


def test_vectors_of_the_inertia(vectors):
    block = vectors["vehicle"]
    printed, _ = inertia.calc_inertia(**block)
    assert list(printed) == pytest.approx(vectors["inertia"]["faithful"], rel=1e-15)
    right, expected = inertia.box_inertia(**block), vectors["inertia"]["correct_box"]
    assert list(right) == pytest.approx([expected[name] for name in ("roll_x", "yaw_y", "pitch_z")], rel=1e-15)
    params = params_of(vectors)
    assert inertia.yaw_inertia(params) == printed.y
    assert inertia.yaw_inertia(params._replace(inertia_formula=0.0)) == right.yaw


def test_vectors_of_a_wheeled_vehicles_path(vectors):
    """Equations 3.3 to 3.6, mended: on a straight path."""
    for vector in vectors["shiller"]:
        given_numbers = (vector["theta"], vector["ds"], vector["d"])
        advance = inverse.rear_advance(*given_numbers)
        assert advance == pytest.approx(vector["a"], abs=SINGLE_STEP)
        assert inverse.next_angle(*given_numbers) == pytest.approx(vector["theta_next_same_t"], abs=SINGLE_STEP)
        orientation = inverse.next_orientation(*given_numbers, advance)
        assert math.hypot(*orientation) == pytest.approx(vector["norm"], abs=SINGLE_STEP)


def test_vectors_of_the_wheel_angle_of_a_turn(vectors):
    vector = vectors["eq3_2"]
    assert inverse.wheel_angle_of_turn(vector["d"], vector["rho"]) == pytest.approx(vector["alpha"], abs=SINGLE_STEP)
    sideslip = math.asin(vector["d"] / vector["rho"])
    assert sideslip == pytest.approx(vector["beta"], abs=SINGLE_STEP)
    angle = inverse.wheel_angle_towards(0.0, sideslip, dt=FRAME, is_printed=False)
    assert angle == pytest.approx(vector["check_atan_2tan"], abs=SINGLE_STEP)


def test_vectors_of_the_least_acceleration_that_starts_it(vectors):
    """A little more starts it, a little less does not."""
    for name, least in vectors["deadband_min_accel"].items():
        dt = float(name.removeprefix("dt="))
        params = params_of(vectors, max_force=1e7, standing_power_unlimited=1.0)
        for factor, starts in ((0.999, False), (1.001, True)):
            force = 0.5 * factor * least * params.mass
            assert bool(tank.step(tank.State(), tanks(force, force), params, dt, FLAT).speed) is starts


# ---------------------------------------------------------------- all printed, all mended


@pytest.mark.parametrize("model", [tank, truck])
def test_every_defect_is_there_until_it_is_mended(model):
    assert len(defects_of(model)) == (17 if model is tank else 18)
    assert all(getattr(model.Params(), name) == 1.0 for name in defects_of(model))
    assert all(model.Params._field_defaults[name] == 1.0 for name in defects_of(model))


@pytest.mark.parametrize("model", [tank, truck])
@pytest.mark.parametrize("dt", [1.0 / 6.0, FRAME, 1.0 / 60.0, 1e-3])
def test_without_its_defects_it_starts_keeps_its_speed_stops_and_stands_at_any_frame_rate(model, dt):
    params, state = mended(model), model.State()
    for wanted, seconds in ((4.0, 20.0), (0.0, 15.0)):
        for _ in range(round(seconds / dt)):
            state = model.step(state, model.operate(state, wanted, 0.0, params, dt), params, dt, FLAT)
        assert state.speed == pytest.approx(wanted, abs=1e-9)
    rest = run(model, state, model.Control(), params, steps=20, dt=dt)[-1]
    assert (rest.x, rest.speed) == (state.x, 0.0)


@pytest.mark.parametrize("model", [tank, truck])
def test_as_printed_it_starts_at_ten_frames_a_second_and_not_at_sixty(model):
    def speed_after_ten_seconds(dt):
        state, params = model.State(), model.Params()
        for _ in range(round(10.0 / dt)):
            state = model.step(state, model.operate(state, 4.0, 0.0, params, dt), params, dt, FLAT)
        return state.speed

    assert speed_after_ten_seconds(FRAME) == pytest.approx(4.0, rel=1e-6)
    assert speed_after_ten_seconds(1.0 / 60.0) == 0.0


@pytest.mark.parametrize("model", [tank, truck])
@pytest.mark.parametrize(("params", "dt"), [("printed", FRAME), ("mended", FRAME), ("mended", 1.0 / 60.0)])
def test_a_driver_who_asks_for_a_little_more_each_step_gets_away(model, params, dt):
    """A world asks so: for 2.5 m/s^2 more than there is. As printed that is less than the dead band leaves."""
    state, params = model.State(), mended(model) if params == "mended" else model.Params()
    for _ in range(round(5.0 / dt)):
        wish = min(4.0, state.speed + 2.5 * dt)
        state = model.step(state, model.operate(state, wish, 0.0, params, dt), params, dt, FLAT)
    assert state.speed == pytest.approx(4.0, rel=1e-6)


@pytest.mark.parametrize("model", [tank, truck])
def test_without_its_defects_two_frame_rates_agree(model):
    """Both forces full ahead for six seconds: within 2 %."""
    params = mended(model)
    half = 0.5 * params.max_drive_force
    ends = [
        run(model, model.State(), model.Control(half, half), params, steps=round(6.0 / dt), dt=dt)[-1].x
        for dt in (1.0 / 30.0, 1.0 / 120.0)
    ]
    assert ends[0] == pytest.approx(ends[1], rel=0.02)


@pytest.mark.parametrize(("model", "name"), [(tank, "tracked"), (truck, "wheeled")])
def test_its_page_names_every_parameter_with_its_default(model, name):
    page = (ROOT / "docs" / "models" / f"park1992-{name}.md").read_text()
    table = page[page.index("## Parameters") : page.index("## In Python")]
    rows = [line.split("|")[1:3] for line in table.splitlines() if line.startswith("| `")]
    told = {}
    for names, numbers in rows:
        told |= dict(zip(re.findall(r"`(\w+)`", names), map(float, numbers.split(",")), strict=True))
    expected = model.Params()._asdict()
    assert told == {name: value for name, value in expected.items() if name not in defects_of(model)}
    both_pages = "".join(path.read_text() for path in (ROOT / "docs" / "models").glob("park1992-*.md"))
    assert [name for name in defects_of(model) if f"`{name}`" not in both_pages] == []


# ---------------------------------------------------------------- each defect


def test_gravity_sign():
    """Uphill, gravity takes energy from a vehicle that moves forward; downhill it gives."""
    for rise in (0.1, -0.1):
        pull = {}
        for name, params in (("printed", tank.Params()), ("mended", mended(tank, "gravity_sign"))):
            start = tank.State(speed=5.0, **MOVING)
            (after,) = run(tank, start, tanks(0, 0), params, hill=lambda x, y, rise=rise: rise * x)
            pull[name] = after.gravity_force
        weight_along = -params.mass * GRAVITY * math.sin(math.atan(rise))
        assert pull == {"printed": pytest.approx(-weight_along), "mended": pytest.approx(weight_along)}


def test_coasting_uphill_a_printed_tank_hardly_slows():
    """Friction of 0.1 m g and gravity of 0.1 m g: they should stop it within v / 2 a."""
    start = tank.State(speed=5.0, **MOVING)
    for params, stands in ((tank.Params(), False), (mended(tank, "gravity_sign"), True)):
        states = run(tank, start, tanks(0, 0), params, steps=150, hill=lambda x, y: 0.1 * x)
        assert (states[24].speed == 0.0) is stands
        assert states[149].speed == (0.0 if stands else pytest.approx(4.5, abs=0.05))


@pytest.mark.parametrize("speed", [0.0, -5.0])
def test_gravity_is_right_as_printed_for_what_stands_or_moves_back(speed):
    (after,) = run(tank, tank.State(speed=speed, **MOVING), tanks(0, 0), tank.Params(), hill=lambda x, y: 0.1 * x)
    assert after.gravity_force == pytest.approx(-tank.Params().mass * GRAVITY * math.sin(math.atan(0.1)))


@pytest.mark.parametrize("dt", [1.0 / 6.0, FRAME, 1.0 / 30.0, 1.0 / 60.0])
def test_dead_band(dt):
    """Whether 4 m/s^2 start a vehicle must not depend on the frame rate; as printed 0.3 / dt is needed."""
    force = 0.5 * 4.0 * tank.Params().mass
    printed = tank.step(tank.State(), tanks(force, force), tank.Params(), dt, FLAT)
    right = tank.step(tank.State(), tanks(force, force), mended(tank, "dead_band"), dt, FLAT)
    assert (printed.speed > 0.0) is (4.0 * dt > DEAD_BAND)
    assert right.speed == pytest.approx(4.0 * dt)


def test_double_counting():
    """The way of a constant acceleration is v t + a t^2 / 2, and never more than the top speed allows."""
    start = tank.State(speed=5.0, **MOVING)
    for params, extra in ((tank.Params(), 1.0), (mended(tank, "double_counting"), 0.0)):
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
    right = run(tank, tank.State(), tanks(5e4, 5e4), mended(tank, "double_counting"), steps=60, dt=1.0 / 60.0)
    assert right[-1].x == 0.0


def test_engine_stop_keeps_surge():
    """A vehicle whose engine is off does not go faster on flat ground."""
    for params, goes_faster in ((tank.Params(), True), (mended(tank, "engine_stop_keeps_surge"), False)):
        (moving,) = run(tank, tank.State(speed=5.0, **MOVING), tanks(1e5, 1e5), params)
        stopped = run(tank, moving, tanks(1e5, 1e5, engine_stop=1.0), params, steps=20)[-1]
        assert (stopped.speed > moving.speed) is goes_faster
        assert (stopped.surge_force > 0.0) is goes_faster


def test_side_brake_keeps_moving():
    """What is braked stands."""
    for params, glides in ((tank.Params(), True), (mended(tank, "side_brake_keeps_moving"), False)):
        (moving,) = run(tank, tank.State(speed=5.0, **MOVING), tanks(1e5, 1e5), params)
        braked = run(tank, moving, tanks(0, 0, side_brake=1.0), params, steps=10)
        assert {state.speed for state in braked} == {0.0}
        assert (braked[-1].x - moving.x > 5.0) is glides
        assert (braked[-1].x == moving.x) is not glides


@pytest.mark.parametrize("speed", [5.0, -5.0])
def test_friction_memory(speed):
    """The friction of a vehicle at constant speed is its own, and does not depend on who came before it."""
    steady = tank.State(speed=speed, acceleration=0.0)
    others = [tank.State(speed=9.0, **MOVING), tank.State()]
    found = {}
    for name, params in (("printed", tank.Params()), ("mended", mended(tank, "friction_memory"))):
        light = params._replace(mass=2000.0)
        loops = [
            file_globals.one_after_another(tank, [other, steady], [tanks(0, 0)] * 2, [params, light], dt=FRAME)
            for other in others
        ]
        found[name] = {after[1].friction_force for after, _ in loops}
        assert {left for _, left in loops} == found[name]  # what the next frame begins with
    assert len(found["printed"]) == 2
    assert found["mended"] == {math.copysign(300.0 + 2000.0, speed)}


def test_friction_law():
    """Friction is a share of what presses on the ground: less on a slope, nothing without gravity."""
    for params, follows in ((tank.Params(), False), (mended(tank, "friction_law"), True)):
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
    for params, is_right in ((tank.Params(), False), (mended(tank, "static_friction_direction"), True)):
        for sense in (1.0, -1.0):
            after = tank.step(accelerating, tanks(sense * push, sense * push), params, FRAME, FLAT)
            assert (after.acceleration == 0.0) is is_right
            assert (after.friction_force == sense * 2.0 * push) is is_right
        assert tank.step(accelerating, tanks(-push, -push), params, FRAME, FLAT).drag_force == (
            2.0 * push if is_right else -(500.0 + 1000.0 + params.mass)
        )


def test_a_vehicle_that_stands_without_acceleration_is_not_held_as_printed():
    """On 10 % it rolls off, although friction would hold it."""
    holding = mended(tank, "static_friction_direction", "friction_law", rolling_resistance=0.2)
    rolling_off, held = (
        run(tank, tank.State(), tanks(0, 0), params, hill=lambda x, y: 0.1 * x)[-1].acceleration
        for params in (tank.Params(), holding)
    )
    assert rolling_off == pytest.approx(-GRAVITY * math.sin(math.atan(0.1)))
    assert held == 0.0


def test_air_drag_law():
    """Air drag is rho / 2 times drag area times speed squared; as printed 16.3 m^2 for every vehicle."""
    for model in (tank, truck):
        for params, area in ((model.Params(), 20.0 / 1.225), (mended(model, "air_drag_law"), model.Params().drag_area)):
            for speed in (12.0, -4.0):
                after = model.step(model.State(speed=speed, **MOVING), model.Control(), params, FRAME, FLAT)
                assert after.air_drag == pytest.approx(0.5 * 1.225 * area * speed * abs(speed), rel=1e-12)


def test_inertia_formula():
    """A block is m (l^2 + w^2) / 12; the printed one turns 2.6 times as easily."""
    printed, right = tank.Params(), mended(tank, "inertia_formula")
    length, width = printed.length, printed.width
    assert inertia.yaw_inertia(right) == pytest.approx(printed.mass * (length**2 + width**2) / 12.0, rel=1e-15)
    rates = [tank.step(tank.State(), tanks(2e4, -2e4), each, FRAME, FLAT).yaw_rate for each in (printed, right)]
    assert rates[0] / rates[1] == pytest.approx((length**2 + width**2) / (length * width))
    assert rates[0] / rates[1] == pytest.approx(2.6, abs=0.05)


def test_torque_as_rate():
    """Without resistance, a torque M for a time t gives a rate of M t / I, about an arm of half the width."""
    difference, duration = 1e5, 1.0
    for is_printed in (True, False):
        params = mended(tank, "inertia_formula", turning_resistance=0.0, torque_as_rate=float(is_printed))
        states = run(tank, tank.State(), tanks(-0.5 * difference, 0.5 * difference), params, steps=10)
        rates = [state.yaw_rate for state in states]
        expected = 0.5 * params.width * difference * duration / inertia.yaw_inertia(params)
        assert (rates[-1] == pytest.approx(expected, rel=1e-12)) is not is_printed
        assert (rates[0] == rates[-1]) is is_printed


def test_without_force_a_turn_goes_on_until_the_ground_has_stopped_it():
    """As printed it ends at once. Mended, the resistance is mu m g l / 4, as of a track that slides."""
    turning = tank.State(yaw_rate=0.5)
    assert tank.step(turning, tanks(0, 0), tank.Params(), FRAME, FLAT).yaw_rate == 0.0
    params = mended(tank)
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
    for name in ("printed", "mended"):
        params = truck.Params() if name == "printed" else mended(truck, "yaw_independent_of_speed")
        rates = {}
        for speed in (8.0, 4.0, -4.0):
            state = truck.State(speed=speed, acceleration=0.0)  # no friction yet; the air takes less than 0.01 m/s
            after = truck.step(state, truck.Control(steer_angle=0.3), params, FRAME, FLAT)
            rates[speed] = after.yaw_rate / (after.speed / speed if name == "mended" else 1.0)
        alpha = 0.3
        expected = 8.0 * math.cos(math.atan(0.5 * math.tan(alpha))) * math.tan(alpha) / params.wheelbase
        if name == "mended":
            assert rates == pytest.approx({8.0: expected, 4.0: 0.5 * expected, -4.0: -0.5 * expected}, rel=1e-12)
        else:
            assert set(rates.values()) == {math.atan(0.5 * math.tan(alpha))}


def test_a_printed_truck_drives_a_wider_circle_the_faster_it_is():
    """With the wheel at 0.2 rad, against L / (tan(alpha) cos(beta)): as wide at 2 m/s, six times at 12 m/s."""
    params, alpha = truck.Params(), 0.2
    right = params.wheelbase / (math.tan(alpha) * math.cos(math.atan(0.5 * math.tan(alpha))))
    for speed, ratio in ((2.0, 1.0), (12.0, 6.1)):
        after = truck.step(truck.State(speed=speed), truck.Control(steer_angle=alpha, cruise=1.0), params, FRAME, FLAT)
        assert after.speed / after.yaw_rate == pytest.approx(ratio * right, rel=0.03)


def test_a_wheeled_vehicle_feels_a_difference_of_forces_as_printed():
    """And only above 100 N, "for the smooth motion"; wheels that roll do not turn it."""
    for params, turns in ((truck.Params(), True), (mended(truck, "torque_as_rate"), False)):
        moving = truck.State(speed=5.0, **MOVING)
        after = truck.step(moving, truck.Control(left_force=-2e3, right_force=2e3), params, FRAME, FLAT)
        assert (after.yaw_rate > 0.0) is turns
        assert (
            truck.step(moving, truck.Control(left_force=-50.0, right_force=50.0), params, FRAME, FLAT).yaw_rate == 0.0
        )


def test_pitch_wrap():
    """The smallest slope downward becomes 360 degrees, for which there is no case; it is as good as flat."""
    barely_down, down = tank.Ground(height_ahead=-1e-16), tank.Ground(height_ahead=-1e-3)
    for params in (tank.Params(), mended(tank, "pitch_wrap")):
        after = tank.step(tank.State(), tanks(0, 0), params, FRAME, barely_down)
        assert after.undefined_read == params.pitch_wrap
        assert tank.step(tank.State(), tanks(0, 0), params, FRAME, down).undefined_read == 0.0
    assert attitude.displayed(math.atan(-0.5e-16)) == 360.0


def test_one_sided_sampling():
    """On a ridge the ground is level, and two metres ahead it falls."""
    for params, is_level in ((tank.Params(), False), (mended(tank, "one_sided_sampling"), True)):
        (after,) = run(tank, tank.State(), tanks(0, 0), params, hill=lambda x, y: -0.1 * (x * x + y * y))
        assert (abs(after.pitch) < 1e-6) is is_level
        assert (abs(after.roll) < 1e-6) is is_level
        if not is_level:
            assert (after.pitch, after.roll) == pytest.approx((math.atan(0.2), math.atan(0.2)))


@given(east=st.floats(-0.5, 0.5), north=st.floats(-0.5, 0.5), yaw=st.floats(-3.1, 3.1))
def test_on_a_plane_both_ways_of_sampling_see_the_same_attitude(east, north, yaw):
    state = tank.State(yaw=yaw)
    attitudes = []
    for params in (tank.Params(), mended(tank, "one_sided_sampling")):
        (after,) = run(tank, state, tanks(0, 0), params, hill=lambda x, y: east * x + north * y)
        attitudes.append((after.pitch, after.roll))
    assert attitudes[0] == pytest.approx(attitudes[1], abs=1e-8)


def test_velocity_lag():
    """It moves where it points, not where it pointed."""
    for params, lags in ((tank.Params(), True), (mended(tank, "velocity_lag"), False)):
        after = tank.step(tank.State(speed=5.0, **MOVING), tanks(2e4, 8e4), params, FRAME, FLAT)
        course = math.atan2(after.velocity_y, after.velocity_x)
        assert after.yaw > 0.01
        assert course == pytest.approx(0.0 if lags else after.yaw, abs=1e-15)


def test_cruise_keeps_acceleration():
    """At constant speed the way is v t."""
    for params, drifts in ((tank.Params(), True), (mended(tank, "cruise_keeps_acceleration"), False)):
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
    for params, limit in ((tank.Params(), 2e6), (mended(tank, "standing_power_unlimited"), 200e3)):
        assert tank.step(tank.State(), tanks(1e6, 1e6), params, FRAME, FLAT).surge_force == limit
        moving = tank.step(tank.State(speed=1.0, **MOVING), tanks(1e6, 1e6), params, FRAME, FLAT)
        assert moving.surge_force == 200e3


def test_clamp_cuts_gravity():
    """A limit of the machine does not weaken gravity: on 60 %, full ahead downhill."""
    downhill = math.sin(math.atan(0.6)) * GRAVITY * tank.Params().mass
    for params, is_cut in ((tank.Params(), True), (mended(tank, "clamp_cuts_gravity"), False)):
        params = params._replace(max_force=2e5)
        (after,) = run(tank, tank.State(), tanks(9e4, 9e4), params, hill=lambda x, y: -0.6 * x)
        expected = 2e5 if is_cut else 1.8e5 + downhill
        assert after.acceleration * params.mass == pytest.approx(expected)


@pytest.mark.parametrize("model", [tank, truck])
def test_every_defect_changes_something_alone(model):
    """In an otherwise mended vehicle: one of some situations ends differently."""
    full = 2.0 * model.Params().max_drive_force
    steering = {"steer_angle": 0.2} if model is truck else {}
    controls = [
        model.Control(0.1 * full, 0.2 * full, **steering),
        model.Control(full, full),
        model.Control(-full, full),
        model.Control(),
        model.Control(side_brake=1.0),
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
            ends(only(model, name, **others), each) != ends(mended(model, **others), each)
            for each in (ground, barely_down)
        ]
        assert any(changed), name


# ---------------------------------------------------------------- engine, fuel, limits


def test_the_engine_turns_with_its_force_and_not_with_the_speed():
    """ "The rpm value of the engine is changed by internal force not the vehicle speed." """
    params = tank.Params()
    for share in (0.0, 0.25, 1.0):
        force = 0.5 * share * params.max_drive_force
        fast, slow = (
            tank.step(tank.State(speed=speed, **MOVING), tanks(force, force), params, FRAME, FLAT)
            for speed in (15.0, 1.0)
        )
        assert fast.engine_speed == slow.engine_speed == pytest.approx(share * params.max_engine_speed)


def test_an_hour_at_the_full_force_takes_an_hour_of_fuel():
    params = tank.Params()
    end = run(tank, tank.State(), tanks(1e5, 1e5), params, steps=3600, dt=1.0)[-1]
    assert end.fuel_used == pytest.approx(3600.0 * params.max_fuel_rate)
    assert run(tank, end, tanks(0, 0), params, steps=9)[-1].fuel_used == end.fuel_used


@pytest.mark.parametrize("model", [tank, truck])
def test_it_keeps_within_its_speeds(model):
    params = model.Params()
    for force, limit in ((1e9, params.max_speed), (-1e9, -params.max_reverse_speed)):
        assert run(model, model.State(), model.Control(force, force), params, steps=400)[-1].speed == limit


def test_a_stronger_right_track_turns_it_left():
    assert tank.step(tank.State(), tanks(-1e4, 1e4), tank.Params(), FRAME, FLAT).yaw > 0.0
    assert truck.step(
        truck.State(speed=5.0, **MOVING), truck.Control(steer_angle=0.2), truck.Params(), FRAME, FLAT
    ).yaw > 0.0  # fmt: skip


def test_a_fleet_on_a_hill_is_many_vehicles_on_a_hill():
    """The compiled text, with ground, against the plain one."""
    fleet = mp.Fleet("park1992/tracked", 50, speed=5.0, acceleration=1.0, left_force=6e4, right_force=4e4)
    fleet.ground.height_ahead, fleet.ground.height_right = np.linspace(-0.5, 0.5, 50), -0.1
    fleet.step(FRAME)
    for index in (0, 17, 49):
        ground = tank.Ground(height_ahead=float(fleet.ground.height_ahead[index]), height_right=-0.1)
        alone = tank.step(tank.State(speed=5.0, **MOVING), tanks(6e4, 4e4), tank.Params(), FRAME, ground)
        assert [column[index] for column in fleet.state] == pytest.approx(list(alone), rel=1e-13, abs=1e-9)


def test_a_defect_is_mended_in_a_models_name():
    vehicle = mp.Vehicle("park1992/tracked:dead_band=mended", left_force=5e4, right_force=5e4)
    vehicle.step(1 / 60)
    assert (vehicle.dead_band, vehicle.speed > 0.0) == (0.0, True)
    with pytest.raises(mp.MotorpoolError, match=r"gravity_sign is 'wrong'.*'mended', 'printed'"):
        mp.Vehicle("park1992/tracked", gravity_sign="wrong")


def test_a_driver_holds_a_speed_uphill_because_he_knows_which_way_gravity_pulls():
    for params in (tank.Params(), mended(tank)):
        state = tank.State(speed=5.0, **MOVING)
        for _ in range(200):
            control = tank.operate(state, 5.0, 0.0, params, FRAME)
            state = tank.step(state, control, params, FRAME, on(lambda x, y: 0.1 * x, state))
        assert state.speed == pytest.approx(5.0, rel=1e-6)


# ---------------------------------------------------------------- equations that the program does not follow

angles = st.floats(-1.2, 1.2)


def test_equation_2_8_is_zero_as_printed_for_every_particle():
    arm, velocity = (1.0, 2.0, -0.5), (0.3, -1.0, 2.0)
    assert rigid_body.printed_angular_momentum(arm, 3.0) == (0.0, 0.0, 0.0)
    assert rigid_body.angular_momentum(arm, velocity, 3.0) == pytest.approx(3.0 * np.cross(arm, velocity))


def test_equation_2_18_as_printed_does_not_converge_to_a_turn():
    """A body that turns at a constant rate: as printed it turns too far, by half the rate times the step."""
    assert rigid_body.orientation_after(0.0, 2.0, 0.0, 0.1) == pytest.approx(0.2)
    assert rigid_body.printed_orientation_after(0.0, 2.0, 0.1) == pytest.approx(0.21)
    fall = rigid_body.orientation_after(0.0, 2.0, 3.0, 0.1)
    assert fall == pytest.approx(rigid_body.position_after(0.0, 2.0, 3.0, 0.1))
    assert rigid_body.velocity_after(2.0, 3.0, 0.1) == pytest.approx(2.3)


def test_equations_2_14_to_2_16_keep_a_free_bodys_spin_about_a_principal_axis():
    """And the energy of any other: the torque that is missing does no work."""
    moments = tuple(inertia.box_inertia(50000.0, 7.9, 3.66, 2.4))
    for axis in range(3):
        spin = tuple(float(axis == other) for other in range(3))
        assert rigid_body.torque(moments, spin, (0.0, 0.0, 0.0)) == (0.0, 0.0, 0.0)
    spin = (0.3, -0.2, 0.7)
    needed = rigid_body.torque(moments, spin, (0.0, 0.0, 0.0))
    assert np.dot(needed, spin) == pytest.approx(0.0, abs=1e-9)


def test_equation_3_15_gives_the_normal_force_the_name_of_the_sliding_force():
    mass, slope = 1000.0, math.radians(30.0)
    assert rigid_body.normal_force(mass, GRAVITY, slope) == pytest.approx(mass * GRAVITY * math.sqrt(0.75))
    assert rigid_body.sliding_force(mass, GRAVITY, slope) == pytest.approx(0.5 * mass * GRAVITY)
    assert rigid_body.sliding_force(mass, GRAVITY, 0.0) == 0.0


@given(angle=angles, distance=st.floats(0.01, 1.5), d=st.floats(1.6, 3.0))
def test_equations_3_4_and_3_5_mended_keep_the_vehicle_rigid(angle, distance, d):
    advance = inverse.rear_advance(angle, distance, d)
    assert math.hypot(*inverse.next_orientation(angle, distance, d, advance)) == pytest.approx(1.0, abs=1e-12)
    stretched = inverse.next_orientation(angle, distance, d, inverse.printed_rear_advance(angle, distance, d, advance))
    assert abs(math.hypot(*stretched) - 1.0) > 1e-6


@given(angle=st.floats(0.01, 1.2), distance=st.floats(0.01, 1.5), turn=st.floats(-0.5, 0.5))
def test_equation_3_6_mended_tells_left_from_right(angle, distance, turn):
    left, right = (inverse.next_angle(sign * angle, distance, 1.65, path_turn=sign * turn) for sign in (1.0, -1.0))
    assert right == pytest.approx(-left, abs=1e-12)
    printed = [inverse.printed_next_angle(sign * angle, distance, 1.65) for sign in (1.0, -1.0)]
    assert printed[0] == pytest.approx(printed[1], abs=1e-12)
    assert printed[0] == pytest.approx(abs(inverse.next_angle(angle, distance, 1.65)), abs=1e-6)


@given(radius=st.floats(2.0, 100.0))
def test_equation_3_2_is_that_of_wheels_that_roll(radius):
    """Rear axle and front axle each stand square to the line to the centre of the turn."""
    d = 1.65
    rear_radius = math.sqrt(radius * radius - d * d)
    assert inverse.wheel_angle_of_turn(d, radius) == pytest.approx(math.atan(2.0 * d / rear_radius), rel=1e-12)


# ---------------------------------------------------------------- inverse dynamics of the direction

directions = st.floats(-3.1, 3.1).filter(lambda angle: abs(angle) > 1e-3)


@given(wanted=directions)
def test_the_printed_way_back_turns_a_tank_right_whatever_is_wanted(wanted):
    resting = inverse.TrackForces(0.0, 0.0)
    printed = inverse.track_forces_towards(resting, 0.0, wanted, mass=50000.0)
    right = inverse.track_forces_towards(resting, 0.0, wanted, mass=50000.0, is_printed=False)
    assert printed.left > 0.0 > printed.right
    assert (right.left > 0.0) is (wanted > 0.0)
    assert abs(printed.left) == abs(right.left) == pytest.approx(abs(wanted) * 500.0)
    assert inverse.track_forces_towards(resting, wanted, wanted, mass=50000.0) == resting


@given(direction_now=directions, turn=st.floats(-1.5, 1.5).filter(lambda angle: abs(angle) > 1e-3))
def test_the_printed_way_back_of_a_truck_takes_a_direction_for_a_difference(direction_now, turn):
    """Mended, only the difference counts, and it turns there from wherever it points."""
    wanted = direction_now + turn
    right = inverse.wheel_angle_towards(direction_now, wanted, dt=FRAME, is_printed=False)
    assert (right > 0.0) is (turn > 0.0)
    assert right == pytest.approx(inverse.wheel_angle_towards(0.0, turn, dt=FRAME, is_printed=False), abs=1e-9)
    printed = [inverse.wheel_angle_towards(each, wanted, dt=FRAME) for each in (direction_now, 0.0)]
    assert printed[0] == printed[1]


def test_the_printed_wheel_angle_shrinks_with_the_frame():
    angles = [inverse.wheel_angle_towards(0.0, 0.3, dt=dt) for dt in (0.1, 0.05)]
    assert angles[0] == pytest.approx(2.0 * angles[1])
    mended_angles = {inverse.wheel_angle_towards(0.0, 0.3, dt=dt, is_printed=False) for dt in (0.1, 0.05)}
    assert mended_angles == {math.atan2(2.0 * math.sin(0.3), math.cos(0.3))}


def test_the_printed_wheel_angle_turns_away_from_what_lies_behind_and_has_no_limit():
    """The tangent has forgotten the half turn; 45 radians are more than any arc tangent."""
    behind = math.radians(120.0)
    assert inverse.wheel_angle_towards(0.0, behind, dt=FRAME) < 0.0
    assert inverse.wheel_angle_towards(0.0, behind, dt=FRAME, is_printed=False) == math.radians(45.0)
    assert inverse.wheel_angle_towards(0.0, 1.5, dt=1.0) > math.radians(80.0)


# ---------------------------------------------------------------- inertia


def test_the_printed_inertia_matrix_is_no_inertia_matrix():
    """Products that a block does not have, more than moments can bear, and not symmetric."""
    printed, matrix = inertia.calc_inertia(50000.0, 7.9, 3.66, 2.4)
    assert (printed.xy, printed.xz, printed.yz) > (0.0, 0.0, 0.0)
    assert matrix[1][2] == -matrix[2][1] != 0.0
    assert not np.all(np.linalg.eigvals(np.array(matrix)).real > 0.0)
    right = inertia.box_inertia(50000.0, 7.9, 3.66, 2.4)
    assert max(right) <= sum(right) - max(right)  # as of every body


@given(st.lists(st.floats(-10, 10), min_size=9, max_size=9))
def test_the_printed_determinant_and_inverse_are_right(numbers):
    matrix = np.array(numbers).reshape(3, 3)
    as_tuples = tuple(map(tuple, matrix.tolist()))
    assert inertia.determinant(as_tuples) == pytest.approx(np.linalg.det(matrix), rel=1e-6, abs=1e-6)
    if abs(np.linalg.det(matrix)) > 1.0:
        assert np.allclose(np.array(inertia.calc_inverse_inertia(as_tuples)) @ matrix, np.eye(3), atol=1e-7)


def test_a_matrix_without_an_inverse_divides_by_zero():
    with pytest.raises(ZeroDivisionError):
        inertia.calc_inverse_inertia(((1.0, 2.0, 3.0), (2.0, 4.0, 6.0), (0.0, 0.0, 1.0)))


def test_the_forces_are_those_of_the_appendix():
    """``calc_drag_force``, case by case: at rest, starting, forward, backward, and unchanged."""
    params, remembered = tank.Params(), 1234.0
    cases = {
        (0.0, 0.0): 0.0,
        (0.0, 2.0): 500.0 + 1000.0 + 57154.0,
        (3.0, 2.0): 300.0 + 57154.0,
        (-3.0, 2.0): -(300.0 + 57154.0),
        (3.0, 0.0): remembered,
        (-3.0, 0.0): remembered,
    }
    for (speed, acceleration), expected in cases.items():
        state = tank.State(speed=speed, acceleration=acceleration, friction_force=remembered)
        assert forces.friction_force(state, params, 0.0, 0.0) == expected


@pytest.mark.parametrize(
    ("speed", "asked", "given"),
    [(1.0, 9e5, 2e5), (1.0, -9e5, -3e5), (-1.0, -9e5, -2e5), (-1.0, 9e5, 3e5), (0.0, 9e5, 9e5), (0.0, -9e5, -9e5)],
)
def test_the_engine_and_the_brakes_have_limits_of_their_own(speed, asked, given):
    assert forces.surge_force(speed, tanks(0.5 * asked, 0.5 * asked), tank.Params()) == given
