"""Drag of an engine: at closed throttle, and beyond the speed at which its governor closes."""

from typing import Any

import numpy as np
import pytest

from motorpool import Fleet, Terrain, World
from motorpool.models import find
from motorpool.models.fields import fields_of
from motorpool.models.parts import gearbox, powertrain
from motorpool.models.parts.attitude import GRAVITY
from motorpool.models.parts.differential import split

MODELS = ("single-track", "double-track", "four-axles", "tractor-trailer", "skid-steer")
GEARS: dict[str, Any] = {"gear_count": 5.0, "gear_step": 1.45, "top_gear_ratio": 3.0}
DT = 1 / 30
ICE: dict[str, Any] = {"friction": 0.08, "sliding_friction": 0.05}
FREE: dict[str, Any] = {"air_drag": 0.0, "wheel_resistance": 0.0, "track_resistance": 0.0}
SPEEDS = np.array([-9.0, -3.0, -0.9, -0.05, 0.0, 0.02, 0.4, 1.0, 1.7, 6.0, 14.0, 22.0])


def fleet_of(model, speeds, **values):
    """Vehicles that roll at some speeds [m/s], their tracks too; values that a model does not have are left out."""
    rolling = dict.fromkeys(("speed", "left_track_speed", "right_track_speed"), speeds)
    module = find(model).module
    structures = (module.State, module.Control, module.Params, module.Ground)
    known = {field.name for structure in structures for field in fields_of(structure)}
    named = {name: value for name, value in {**rolling, **values}.items() if name in known}
    return Fleet(model, len(speeds), **named)


def after(model, speeds, *, steps=1, dt=DT, **values):
    """Speeds after some steps [m/s]."""
    fleet = fleet_of(model, np.asarray(speeds, dtype=float), **values)
    for _ in range(steps):
        fleet.step(dt)
    return fleet.state.speed.copy()


def mass_of(model):
    """Mass of all bodies, and of what moves with their turning parts [kg]."""
    params = find(model).module.Params()
    trailer = getattr(params, "trailer_mass", 0.0)
    return params.mass + trailer, params.mass * params.rotating_mass_factor + trailer


# ---------------------------------------------------------------- laws


@pytest.mark.parametrize("dt", [1 / 240, DT, 0.1])
@pytest.mark.parametrize("ground", [{}, ICE, {"friction": 1e-3, "sliding_friction": 1e-3}], ids=["dry", "ice", "none"])
@pytest.mark.parametrize("model", MODELS)
def test_drag_never_turns_a_vehicle_round_and_never_speeds_it_up(model, ground, dt):
    fleet = fleet_of(model, SPEEDS, engine_drag=1.0, overrun_drag=3.0, max_speed=10.0, max_reverse_speed=2.0, **ground)
    before = SPEEDS.copy()
    for _ in range(60):
        fleet.step(dt)
        speed = fleet.state.speed
        assert np.all(speed * SPEEDS >= 0.0)
        assert np.all(np.abs(speed) <= np.abs(before) + 1e-12)
        before = speed.copy()


@pytest.mark.parametrize("dt", [DT, 0.1])
def test_tracks_without_grip_are_not_turned_round_by_the_engine(dt):
    fleet = fleet_of("skid-steer", SPEEDS, engine_drag=1.0, overrun_drag=3.0, max_speed=5.0, friction=1e-3)
    for _ in range(20):
        fleet.step(dt)
        assert np.all(fleet.state.left_track_speed * SPEEDS >= 0.0)
        assert np.all(fleet.state.right_track_speed * SPEEDS >= 0.0)


@pytest.mark.parametrize("gears", [{}, {**GEARS, "gear": 3.0}], ids=["without-gears", "in-gear"])
@pytest.mark.parametrize("model", MODELS)
def test_more_drag_slows_more(model, gears):
    shares = np.array([0.0, 0.05, 0.1, 0.3, 1.0])
    speed = after(model, np.full(5, 12.0), steps=30, engine_drag=shares, **gears)
    assert np.all(np.diff(speed) < 0.0)


@pytest.mark.parametrize("model", MODELS)
def test_the_energy_of_a_coasting_vehicle_that_turns_never_grows(model):
    values = {"engine_drag": 0.5, "overrun_drag": 1.0, "max_speed": 6.0, "wheel_angle": 0.2, "steer_angle": 0.2}
    fleet = fleet_of(model, np.linspace(1.0, 16.0, 8), steer=0.3, engine_stop=1.0, **values)
    params, state = find(model).module.Params(), fleet.state
    last = np.inf
    for _ in range(90):
        fleet.step(DT)
        energy = state.speed**2 * params.rotating_mass_factor + state.lateral_speed**2
        energy = 0.5 * params.mass * energy + 0.5 * params.yaw_inertia * state.yaw_rate**2
        if model != "tractor-trailer":  # its second body has energy, too
            assert np.all(energy <= last + 1e-9 * params.mass)
        last = energy


# ---------------------------------------------------------------- amount


@pytest.mark.parametrize("model", ["single-track", "double-track", "four-axles", "tractor-trailer"])
@pytest.mark.parametrize("share", [0.05, 0.2])
def test_a_closed_throttle_resists_with_its_share_of_the_full_pull(model, share):
    """Without gears the pull is the power over the speed, up to the limit of the driveline."""
    speeds = np.array([2.0, 5.0, 10.0, 20.0])
    params = find(model).module.Params()
    pull = np.minimum(params.drive_efficiency * params.engine_power / speeds, params.max_drive_force)
    change = after(model, speeds, engine_drag=share, **FREE) - after(model, speeds, **FREE)
    np.testing.assert_allclose(change, -share * pull / mass_of(model)[1] * DT, rtol=1e-6)


def test_a_gear_resists_with_its_share_of_the_full_pull_at_that_speed():
    gear, speed = np.array([2.0, 3.0, 4.0, 5.0]), 11.0
    params, gears = powertrain.Params(), gearbox.Params(**GEARS)
    pull = [
        min(gearbox.force_in_gear(one, speed, params.drive_efficiency, gears), params.max_drive_force) for one in gear
    ]
    given = {**GEARS, **FREE, "gear": gear}
    change = after("single-track", np.full(4, speed), engine_drag=0.1, **given)
    change = change - after("single-track", np.full(4, speed), **given)
    np.testing.assert_allclose(change, -0.1 * np.array(pull) / mass_of("single-track")[1] * DT, rtol=1e-6)


def test_an_engine_at_part_load_pulls_its_share_and_resists_the_rest():
    load, speed = np.array([0.0, 0.25, 0.5, 1.0]), 20.0
    params = powertrain.Params()
    pull = params.drive_efficiency * params.engine_power / speed
    given = {**FREE, "engine_load": load, "throttle": load}
    change = after("single-track", np.full(4, speed), engine_drag=0.2, **given)
    rolling = after("single-track", [speed], **FREE)
    net = load * pull - (1.0 - load) * 0.2 * pull
    np.testing.assert_allclose(change - rolling, net / mass_of("single-track")[1] * DT, rtol=1e-6, atol=1e-12)


@pytest.mark.parametrize(
    "open_driveline",
    [{"brake": 1.0}, {**GEARS, "gear": 0.0}, {**GEARS, "gear": -1.0}, {"throttle": 1.0, "engine_load": 1.0}],
    ids=["full-brake", "neutral", "gear-of-the-other-direction", "full-throttle"],
)
@pytest.mark.parametrize("model", MODELS)
def test_an_open_driveline_and_a_full_throttle_know_no_drag(model, open_driveline):
    speeds = [3.0, 9.0, 14.0]
    with_drag = after(model, speeds, engine_drag=0.5, overrun_drag=1.0, max_speed=16.0, **open_driveline)
    np.testing.assert_array_equal(with_drag, after(model, speeds, max_speed=16.0, **open_driveline))


@pytest.mark.parametrize("model", MODELS)
def test_a_resisting_engine_takes_the_fuel_of_idling_alone(model):
    params = find(model).module.Params()
    fleet = fleet_of(model, np.array([2.0, 8.0, 16.0]), engine_drag=0.5, overrun_drag=1.0, max_speed=10.0, steer=0.0)
    for _ in range(30):
        fleet.step(DT)
    np.testing.assert_allclose(fleet.state.fuel_used, params.idle_fuel_rate, rtol=1e-9)


@pytest.mark.parametrize("model", ["single-track", "double-track"])
def test_the_drag_passes_through_the_driven_wheels_and_their_grip(model):
    """On ice the driven axle slides; with drive at one axle the loss is within that axle's sliding friction."""
    for front in (0.0, 1.0):
        values = {**FREE, **ICE, "engine_drag": 1.0, "centre_height": 0.0, "rotating_mass_factor": 1.0}
        speed = after(model, [12.0], front_drive_share=front, tyre_grip=1.0, load_sensitivity=0.0, **values)
        params = find(model).module.Params()
        a, b = params.front_axle_offset, params.rear_axle_offset
        share = b / (a + b) if front else a / (a + b)
        np.testing.assert_allclose((12.0 - speed) / DT, share * ICE["sliding_friction"] * GRAVITY, rtol=1e-6)


@pytest.mark.parametrize("lock", [0.0, 0.3, 1.0])
def test_a_differential_between_two_wheels_alike_that_slide_prefers_neither(lock):
    left, right = split(-500.0, 220.0, 220.0, 0.5, lock)
    assert left == right == -110.0


# ---------------------------------------------------------------- overrun


@pytest.mark.parametrize("model", MODELS)
def test_a_vehicle_downhill_settles_just_above_its_governed_speed(model):
    """The closed form: weight along the slope = resistance + drag * (speed - top) / (2 % of top), in small steps."""
    top, grade, drag, dt = 12.0, 0.06, 2.0, 1 / 120
    params = find(model).module.Params()
    values = {**FREE, "slope_x": -grade, "last_slope_x": -grade, "max_speed": top, "overrun_drag": drag}
    fleet = fleet_of(model, np.array([top]), **values)
    for _ in range(7200):
        fleet.step(dt)
    speed = getattr(fleet.state, "left_track_speed", fleet.state.speed)[0]  # of the sprockets
    pull = min(params.drive_efficiency * params.engine_power / top, params.max_drive_force)
    weight = mass_of(model)[0] * GRAVITY * grade / np.hypot(1.0, grade)
    assert weight < drag * pull
    over = powertrain.GOVERNED * top * weight / min(drag * pull, params.max_drive_force)
    assert speed == pytest.approx(top + over, abs=0.03)  # 0.024 of it by the step, of tracks
    faster = after(model, [top], steps=7200, dt=dt, **{**values, "overrun_drag": 0.0})[0]
    assert faster > 2.0 * top


@pytest.mark.parametrize("model", MODELS)
def test_overrun_drag_is_not_there_up_to_the_governed_speed(model):
    speeds = np.array([0.5, 6.0, 11.9])
    with_drag = after(model, speeds, max_speed=12.0, overrun_drag=2.0, throttle=0.5)
    np.testing.assert_array_equal(with_drag, after(model, speeds, max_speed=12.0, throttle=0.5))


def test_a_low_gear_limits_the_speed_downhill_to_what_its_engine_bears():
    gear = np.array([2.0, 3.0, 4.0])
    given = {**GEARS, "gear": gear, "slope_x": -0.1, "last_slope_x": -0.1, "overrun_drag": 2.0, "air_drag": 0.0}
    speed = after("single-track", np.full(3, 8.0), steps=3600, **given)
    gears = gearbox.Params(**GEARS)
    top = [gears.max_engine_speed * gears.wheel_radius / gearbox.ratio_of(one, gears) for one in gear]
    np.testing.assert_allclose(speed, top, rtol=1.5 * powertrain.GOVERNED)


# ---------------------------------------------------------------- driver


@pytest.mark.parametrize("grade", [-0.1, -0.03, 0.0, 0.05])
@pytest.mark.parametrize("name", ["M1A1", "car", "articulated-lorry"])
def test_a_commanded_speed_is_held_with_any_drag(name, grade):
    heights = np.tile(grade * 10.0 * np.arange(101), (11, 1)).astype(np.float32)
    fleet = Fleet(name, 3, engine_drag=np.array([0.0, 0.1, 0.5]), speed=6.0)
    world = World(fleets=[fleet], terrain=Terrain.from_heights(heights, 10.0), recovery="off", dt=DT)
    world.place_vehicles(np.arange(3), np.full(3, -400.0), np.array([-40.0, 0.0, 40.0]), np.zeros(3))
    for vehicle, y in enumerate((-40.0, 0.0, 40.0)):
        world.guidance.route([vehicle], [(450.0, y)], speed=6.0)
    world.run(seconds=15.0)
    for _ in range(30):
        world.run(seconds=DT)
        np.testing.assert_allclose(world.vehicles.speed, 6.0, atol=2e-3)


def test_the_brakes_take_what_the_engine_leaves_downhill():
    """At a steady 10 % downhill the sum of both is that of the brakes alone."""
    module = find("single-track").module
    params = module.Params()
    state = module.State(speed=15.0, pitch=np.arctan(0.1))
    alone = module.control_from_command(state, 15.0, 0.0, params, DT)
    with_engine = module.control_from_command(state, 15.0, 0.0, params._replace(engine_drag=0.1), DT)
    drag = 0.1 * params.drive_efficiency * params.engine_power / 15.0
    assert alone.throttle == with_engine.throttle == 0.0
    assert (alone.brake - with_engine.brake) * params.max_brake_force == pytest.approx(drag)


@pytest.mark.parametrize("dt", [0.0, 1e-3, 0.1, 1.0, 100.0])
def test_a_fading_force_takes_no_more_than_the_speed_at_any_step(dt):
    for force in (1.0, 1e3, 1e7):
        for speed in (0.0, 1e-9, 0.3, 1.0, 30.0):
            taken = powertrain.faded(force, speed, 1.0, dt / 1000.0)
            assert 0.0 <= taken <= force
            assert dt * taken / 1000.0 <= speed


def test_a_file_may_leave_the_drag_out():
    fields = {field.name: field for field in fields_of(powertrain.Params)}
    assert fields["engine_drag"].is_optional
    assert fields["overrun_drag"].is_optional
    assert not fields["engine_power"].is_optional


@pytest.mark.parametrize("name", ["M1A1", "M2A2", "M113A3"])
def test_a_tank_with_its_foot_off_stays_near_its_governed_speed_down_ten_percent(name):
    rolling = dict.fromkeys(("speed", "left_track_speed", "right_track_speed"), 5.0)
    fleet = Fleet(name, 1, slope_x=-0.1, last_slope_x=-0.1, overrun_drag=1.0, **rolling)
    for _ in range(5400):
        fleet.step(DT)
    top = fleet.params.max_speed[0]
    assert top < fleet.state.speed[0] < 1.05 * top
