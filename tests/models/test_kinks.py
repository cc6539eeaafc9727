"""Where the ground's slope changes from one step to the next: the velocity stays one vector, in the air and after."""

import numpy as np
import pytest

from motorpool import Fleet
from motorpool.models import find

GRAVITY = 9.81
MODELS = ("single-track", "double-track", "four-axles", "tractor-trailer", "skid-steer")
FREE = {"air_drag": 0.0, "rolling_factor": 0.0, "suspension_travel": 5.0}


def fleet_on(model, before, after, **values):
    """Vehicles that come from one slope towards east onto another."""
    values = {"slope_x": after, "last_slope_x": before, **FREE, **values}
    if model == "skid-steer":
        values |= {"left_track_speed": values["speed"], "right_track_speed": values["speed"]}
    return Fleet(model, len(values["speed"]), **values)


@pytest.mark.parametrize("model", MODELS)
def test_off_a_kink_it_flies_as_a_stone_does(model):
    """From level onto -30 % at 20 m/s: 1.22 s, 24.5 m ahead, at most 1.83 m over the slope."""
    speed = np.array([20.0, 12.0, 30.0, 20.0, 25.0])
    before, after = np.array([0.0, 0.0, 0.1, 0.2, -0.1]), np.array([-0.3, -0.4, 0.0, -0.2, -0.3])
    fleet = fleet_on(model, before, after, speed=speed, suspension_frequency=80.0, suspension_damping=0.2)
    ahead = speed / np.hypot(1.0, before)
    away = ahead * (before - after)
    dt, heights, flags, places = 1 / 480, [], [], []
    for _ in range(round(2.2 / dt)):
        fleet.step(dt)
        heights.append(fleet.state.heave.copy())
        flags.append(fleet.state.is_airborne.copy())
        places.append(fleet.state.x.copy())
    assert np.all(flags[0] == 1.0)
    landed = np.argmin(flags, axis=0)
    durations = 2.0 * away / GRAVITY
    assert dt * landed == pytest.approx(durations, abs=0.005)
    assert np.array(places)[landed, np.arange(5)] == pytest.approx(ahead * durations, abs=0.2)
    assert np.max(heights, axis=0) == pytest.approx(away * away / (2.0 * GRAVITY), rel=0.005)


def along(slope, yaw):
    """Unit vectors along body x and body y on the ground, and square to it: of vehicles that face ``yaw`` [rad]."""
    facing = np.stack([np.cos(yaw), np.sin(yaw), slope * np.cos(yaw)])
    facing /= np.linalg.norm(facing, axis=0)
    normal = np.stack([-slope, 0.0 * slope, 1.0 + 0.0 * slope])
    normal /= np.linalg.norm(normal, axis=0)
    return facing, np.cross(normal, facing, axis=0), normal


@pytest.mark.parametrize("model", MODELS)
def test_a_kink_that_compresses_takes_the_part_square_to_the_new_ground_and_keeps_the_rest(model):
    """Into a hollow, or over a crest too slowly to fly; straight and at an angle."""
    speed = np.array([20.0, 15.0, 10.0, -8.0, 5.0, 2.0])
    before, after = np.array([0.0, -0.2, 0.1, 0.3, 0.0, 0.3]), np.array([0.3, 0.1, 0.25, 0.0, -0.05, 0.1])
    yaw = np.array([0.0, 0.4, -0.7, 0.2, 1.0, 0.5])
    fleet = fleet_on(model, before, after, speed=speed, yaw=yaw)
    velocity = speed * along(before, yaw)[0]
    fleet.step(1e-5)
    assert not np.any(fleet.state.is_airborne)
    facing, left, normal = along(after, yaw)
    assert fleet.state.speed == pytest.approx(np.sum(velocity * facing, axis=0), abs=3e-3)
    assert fleet.state.lateral_speed == pytest.approx(np.sum(velocity * left, axis=0), abs=3e-3)
    square = np.sum(velocity * normal, axis=0)
    assert fleet.state.heave_rate == pytest.approx(square * normal[2], abs=3e-3)


@pytest.mark.parametrize("model", MODELS)
def test_over_a_round_hill_hardly_any_speed_is_lost(model):
    """Many small kinks are a bend, which takes no energy: what a step loses shrinks with the step."""
    losses = []
    for dt in (1 / 30, 1 / 120):
        fleet = fleet_on(model, np.zeros(1), np.zeros(1), speed=np.array([15.0]))
        for _ in range(round(10.0 / dt)):
            east = float(fleet.state.x[0])
            fleet.ground.slope_x[:] = 0.1 * np.sin(0.1 * east)
            fleet.step(dt)
        height = 1.0 - np.cos(0.1 * float(fleet.state.x[0]))
        moving = 0.5 * float(fleet.state.speed[0]) ** 2
        losses.append(0.5 * 15.0**2 - moving - GRAVITY * height / rotating_of(model))
    assert abs(losses[0]) < 0.01 * 0.5 * 15.0**2
    assert abs(losses[1]) < max(0.5 * abs(losses[0]), 0.002 * 0.5 * 15.0**2)  # belts creep a little


def rotating_of(model):
    """The mass that moves ahead, over the one that gravity pulls [1]."""
    params = find(model).module.Params()
    trailer = getattr(params, "trailer_mass", 0.0)
    return (params.mass * params.rotating_mass_factor + trailer) / (params.mass + trailer)


def test_on_one_slope_nothing_changes_to_the_last_bit():
    slope = np.full(2, 0.2)
    still = Fleet("single-track", 2, slope_x=slope, last_slope_x=slope, parking_brake=1.0, heave_rate=[0.0, 0.3])
    still.step(1 / 60, 300)
    assert np.all(still.state.x == 0.0)
    assert not np.any(still.state.speed)
