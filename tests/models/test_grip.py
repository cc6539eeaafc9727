"""A tyre or track at its limit gives friction times its load, whatever turns with the wheels: every model of forces."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motorpool import Fleet
from motorpool.models import find

GRAVITY = 9.81
WHEELED = (
    "single-track",
    "single-track/magic-formula",
    "double-track",
    "double-track/magic-formula",
    "double-track/relaxation",
    "four-axles",
    "tractor-trailer",
)
MODELS = (*WHEELED, "skid-steer")
FACTOR, FRICTION = (grid.ravel() for grid in np.meshgrid((1.0, 1.05, 1.15, 1.3), (0.05, 0.1, 0.3, 0.5, 0.85, 1.0)))

# Nothing but friction: no air, no load transfer, no tyre that is better or worse than the ground.
PLAIN = {
    "air_drag": 0.0, "centre_height": 0.0, "trailer_centre_height": 0.0, "hitch_height": 0.0, "load_sensitivity": 0.0,
    "tyre_grip": 1.0, "track_grip": 1.0, "side_grip": 1.0,
}  # fmt: skip
ANY_ENGINE = {"engine_power": 1e15, "engine_lag": 1e-6, "max_speed": 1e6}
CREEPS = (0.0, 0.03)  # a track's friction is in proportion to slip below 0.05 m/s [m]


def fields_of(model):
    return {name for part in find(model).module.__dict__.values() for name in getattr(part, "_fields", ())}


def fleet_of(model, *, slope=0.0, **values):
    """One vehicle for each factor and friction."""
    named = {
        **PLAIN, "friction": FRICTION, "sliding_friction": FRICTION, "slope_x": slope, "last_slope_x": slope, **values,
        "rotating_mass_factor": FACTOR,
    }  # fmt: skip
    known = fields_of(model)
    return Fleet(model, len(FACTOR), **{name: value for name, value in named.items() if name in known})


def rolling_at(speed):
    """Return a vehicle that rolls at a speed, its tracks too."""
    return dict.fromkeys(("speed", "left_track_speed", "right_track_speed"), speed)


def mass_of(model):
    """Of all bodies [kg]."""
    params = find(model).module.Params()
    return params.mass + getattr(params, "trailer_mass", 0.0)


def strong_brakes(model):
    """Brakes of twice what friction, and the wheels' inertia, can hold against."""
    force = 2.0 * FRICTION * FACTOR * GRAVITY * mass_of(model)
    return {"max_brake_force": force, "trailer_max_brake_force": force}


def driven_share(model):
    """The share of the weight on the tracks, or on the rear axle by the levers of axles and hitch."""
    params = find(model).module.Params()
    if model in ("skid-steer", "four-axles"):
        return 1.0
    if model != "tractor-trailer":
        return params.front_axle_offset / (params.front_axle_offset + params.rear_axle_offset)
    kingpin = params.trailer_mass * (1.0 - params.trailer_centre_offset / params.trailer_length)
    wheelbase = params.front_axle_offset + params.rear_axle_offset
    moments = params.mass * params.front_axle_offset + kingpin * (params.front_axle_offset + params.hitch_offset)
    return moments / wheelbase / (params.mass + params.trailer_mass)


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("slope", [-0.02, 0.0, 0.2])
def test_full_brakes_stop_in_the_way_that_friction_says(model, slope):
    """On the level v^2 / (2 mu g), on ice and with heavy wheels, too: rolling resistance counts within the friction."""
    angle = np.arctan(slope)
    rates = GRAVITY * (np.cos(angle) * FRICTION + np.sin(angle))
    fleet = fleet_of(
        model, slope=slope, brake=1.0, wheel_resistance=0.013, **rolling_at(3.0 * rates), **strong_brakes(model)
    )
    fleet.step(1 / 60, 180)
    assert fleet.state.x / np.cos(angle) == pytest.approx(
        0.5 * 9.0 * rates, rel=0.01, abs=CREEPS[model == "skid-steer"]
    )


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("slope", [0.0, 0.1])
def test_spinning_wheels_speed_up_at_friction_times_the_driven_load(model, slope):
    """Up a hill less what gravity takes of it: at the limit the wheels' inertia takes no part."""
    fleet = fleet_of(
        model, slope=slope, throttle=1.0, front_drive_share=0.0, rolling_factor=0.0,
        max_drive_force=1.5 * FRICTION * FACTOR * GRAVITY * mass_of(model), **rolling_at(2.0), **ANY_ENGINE,
    )  # fmt: skip
    angle = np.arctan(slope)
    fleet.step(1 / 60, 180)
    start = fleet.state.speed.copy()
    fleet.step(1 / 60, 60)
    rate = GRAVITY * (FRICTION * driven_share(model) * np.cos(angle) - np.sin(angle))
    has_belts = (FACTOR > 1.0) | (model != "skid-steer")  # belts without mass reach any speed within a step
    gained = fleet.state.speed - start
    assert gained[has_belts] == pytest.approx(rate[has_belts], rel=0.01, abs=0.01)


def energy_of(module, state, params):
    """Of motion, the turning parts included; parked they stand [J]."""
    square, spinning = state.speed**2, params.rotating_mass_factor - 1.0
    rim = square
    if hasattr(state, "left_track_speed"):
        rim = 0.5 * (state.left_track_speed**2 + state.right_track_speed**2)
    energy = params.mass * (square + state.lateral_speed**2 + spinning * rim) + params.yaw_inertia * state.yaw_rate**2
    if hasattr(state, "hitch_angle"):
        sine, cosine = np.sin(state.hitch_angle), np.cos(state.hitch_angle)
        swing = params.trailer_centre_offset * state.trailer_yaw_rate
        ahead = state.speed + swing * sine
        left = state.lateral_speed - params.hitch_offset * state.yaw_rate - swing * cosine
        energy += params.trailer_mass * (ahead**2 + left**2)
        energy += params.trailer_yaw_inertia * state.trailer_yaw_rate**2
    return 0.5 * energy


numbers = st.floats(-1.0, 1.0)


@pytest.mark.parametrize("model", MODELS)
@given(
    moves=st.tuples(*[numbers] * 6), dt=st.floats(1e-4, 0.1), brake=st.sampled_from([0.0, 0.2, 1.0]),
    factor=st.floats(1.0, 1.3), friction=st.floats(0.05, 1.0),
)  # fmt: skip
@settings(max_examples=60)
def test_energy_with_the_wheels_never_grows_without_the_engine(model, moves, dt, brake, factor, friction):
    """Whatever it was doing on level ground: turning, sliding, braking with its wheels turned."""
    module = find(model).module
    u, v, r, swing, angle, steer = moves
    known = {
        "speed": 20.0 * u, "lateral_speed": 10.0 * v, "yaw_rate": 3.0 * r, "trailer_yaw_rate": 3.0 * swing,
        "hitch_angle": 1.4 * angle, "wheel_angle": 0.6 * steer, "left_track_speed": 20.0 * u + swing,
        "right_track_speed": 20.0 * u - swing,
    }  # fmt: skip
    state = module.State(**{name: value for name, value in known.items() if name in module.State._fields})
    steering = {"steer_angle": 0.6 * steer} if "steer_angle" in module.Control._fields else {"steer": steer}
    control = module.Control(brake=brake, engine_stop=1.0, **steering)
    params = module.Params(rotating_mass_factor=factor)
    ground = module.Ground(friction=friction, sliding_friction=0.9 * friction)
    for _ in range(4):
        after = module.step(state, control, params, dt, ground)
        assert energy_of(module, after, params) <= energy_of(module, state, params) * (1.0 + 1e-12) + 1e-9
        state = after
