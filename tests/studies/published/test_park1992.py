"""Document 003's vehicles: the vector file, their driver, their engine, and what they promise when corrected.

The appendix's directions and its z are to the right, ours to the left.
"""

import math
import re
from pathlib import Path

import equations_1992 as equations
import numpy as np
import pytest
from park1992_runs import FLAT, FRAME, MOVING, corrected, defects_of, on, params_of, run, tanks

import motorpool as mp
from motorpool.models import frames
from motorpool.studies.published.models.park1992 import attitude, direction, file_globals, forces, inertia, inverse
from motorpool.studies.published.models.park1992 import tracked as tank
from motorpool.studies.published.models.park1992 import wheeled as truck

ROOT = Path(__file__).parents[3]
SINGLE_STEP, MULTI_STEP = 1e-12, 1e-9  # as the vector file states them


@pytest.fixture(scope="module")
def vectors(vector_file):
    return vector_file["e_thesis_faithful"]


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


def test_vectors_of_the_parking_brake(vectors):
    moving = tank.State(speed=10.0, velocity_x=10.0, acceleration=0.5, acceleration_x=0.5)
    end = run(tank, moving, tanks(0, 0, parking_brake=1.0), params_of(vectors), steps=10)[-1]
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
    assert right.x == pytest.approx(equations.position_after(0.0, 5.0, expected["a"], FRAME), abs=SINGLE_STEP)
    assert as_printed.x - right.x == pytest.approx(expected["a_dt2"], abs=SINGLE_STEP)


def test_vectors_of_the_inertia(vectors):
    block = vectors["vehicle"]
    printed, _ = equations.calc_inertia(**block)
    assert list(printed) == pytest.approx(vectors["inertia"]["faithful"], rel=1e-15)
    right, expected = equations.box_inertia(**block), vectors["inertia"]["correct_box"]
    assert list(right) == pytest.approx([expected[name] for name in ("roll_x", "yaw_y", "pitch_z")], rel=1e-15)
    params = params_of(vectors)
    assert inertia.yaw_inertia(params) == printed.y
    assert inertia.yaw_inertia(params._replace(inertia_formula=0.0)) == right.yaw


def test_vectors_of_a_wheeled_vehicles_path(vectors):
    """Equations 3.3 to 3.6, corrected: on a straight path."""
    for vector in vectors["shiller"]:
        given_numbers = (vector["theta"], vector["ds"], vector["d"])
        advance = equations.rear_advance(*given_numbers)
        assert advance == pytest.approx(vector["a"], abs=SINGLE_STEP)
        assert equations.next_angle(*given_numbers) == pytest.approx(vector["theta_next_same_t"], abs=SINGLE_STEP)
        orientation = equations.next_orientation(*given_numbers, advance)
        assert math.hypot(*orientation) == pytest.approx(vector["norm"], abs=SINGLE_STEP)


def test_vectors_of_the_wheel_angle_of_a_turn(vectors):
    vector = vectors["eq3_2"]
    assert equations.wheel_angle_of_turn(vector["d"], vector["rho"]) == pytest.approx(vector["alpha"], abs=SINGLE_STEP)
    sideslip = math.asin(vector["d"] / vector["rho"])
    assert sideslip == pytest.approx(vector["beta"], abs=SINGLE_STEP)
    angle = inverse.wheel_angle_towards(0.0, sideslip, dt=FRAME, is_as_published=False)
    assert angle == pytest.approx(vector["check_atan_2tan"], abs=SINGLE_STEP)


def test_vectors_of_the_least_acceleration_that_starts_it(vectors):
    """A little more starts it, a little less does not."""
    for name, least in vectors["deadband_min_accel"].items():
        dt = float(name.removeprefix("dt="))
        params = params_of(vectors, max_force=1e7, standing_power_unlimited=1.0)
        for factor, starts in ((0.999, False), (1.001, True)):
            force = 0.5 * factor * least * params.mass
            assert bool(tank.step(tank.State(), tanks(force, force), params, dt, FLAT).speed) is starts


# ---------------------------------------------------------------- all printed, all corrected


@pytest.mark.parametrize("model", [tank, truck])
def test_every_defect_is_there_until_it_is_mended(model):
    assert len(defects_of(model)) == (17 if model is tank else 18)
    assert all(getattr(model.Params(), name) == 1.0 for name in defects_of(model))
    assert all(model.Params._field_defaults[name] == 1.0 for name in defects_of(model))


@pytest.mark.parametrize("model", [tank, truck])
@pytest.mark.parametrize("dt", [1.0 / 6.0, FRAME, 1.0 / 60.0, 1e-3])
def test_without_its_defects_it_starts_keeps_its_speed_stops_and_stands_at_any_frame_rate(model, dt):
    params, state = corrected(model), model.State()
    for wanted, seconds in ((4.0, 20.0), (0.0, 15.0)):
        for _ in range(round(seconds / dt)):
            state = model.step(state, model.control_from_command(state, wanted, 0.0, params, dt), params, dt, FLAT)
        assert state.speed == pytest.approx(wanted, abs=1e-9)
    rest = run(model, state, model.Control(), params, steps=20, dt=dt)[-1]
    assert (rest.x, rest.speed) == (state.x, 0.0)


@pytest.mark.parametrize("model", [tank, truck])
def test_as_printed_it_starts_at_ten_frames_a_second_and_not_at_sixty(model):
    def speed_after_ten_seconds(dt):
        state, params = model.State(), model.Params()
        for _ in range(round(10.0 / dt)):
            state = model.step(state, model.control_from_command(state, 4.0, 0.0, params, dt), params, dt, FLAT)
        return state.speed

    assert speed_after_ten_seconds(FRAME) == pytest.approx(4.0, rel=1e-6)
    assert speed_after_ten_seconds(1.0 / 60.0) == 0.0


@pytest.mark.parametrize("model", [tank, truck])
@pytest.mark.parametrize(("params", "dt"), [("as-published", FRAME), ("corrected", FRAME), ("corrected", 1.0 / 60.0)])
def test_a_driver_that_asks_for_a_little_more_each_step_gets_away(model, params, dt):
    """A world asks so: for 2.5 m/s^2 more than there is. As printed that is less than the dead band leaves."""
    state, params = model.State(), corrected(model) if params == "corrected" else model.Params()
    for _ in range(round(5.0 / dt)):
        wish = min(4.0, state.speed + 2.5 * dt)
        state = model.step(state, model.control_from_command(state, wish, 0.0, params, dt), params, dt, FLAT)
    assert state.speed == pytest.approx(4.0, rel=1e-6)


@pytest.mark.parametrize("model", [tank, truck])
def test_without_its_defects_two_frame_rates_agree(model):
    """Both forces full ahead for six seconds: within 2 %."""
    params = corrected(model)
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
    vehicle = mp.Vehicle("park1992/tracked:dead_band=corrected", left_force=5e4, right_force=5e4)
    vehicle.step(1 / 60)
    assert (vehicle.dead_band, vehicle.speed > 0.0) == (0.0, True)
    with pytest.raises(mp.MotorpoolError, match=r"gravity_sign is 'wrong'.*'corrected', 'as-published'"):
        mp.Vehicle("park1992/tracked", gravity_sign="wrong")


def test_a_driver_holds_a_speed_uphill_because_he_knows_which_way_gravity_pulls():
    for params in (tank.Params(), corrected(tank)):
        state = tank.State(speed=5.0, **MOVING)
        for _ in range(200):
            control = tank.control_from_command(state, 5.0, 0.0, params, FRAME)
            state = tank.step(state, control, params, FRAME, on(lambda x, y: 0.1 * x, state))
        assert state.speed == pytest.approx(5.0, rel=1e-6)


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
