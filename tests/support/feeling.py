"""A model that feels all that terrains and surfaces can tell. Source: none."""

from typing import NamedTuple

from motorpool.models.mathematics import sincos, wrap_angle

KIND = "tracked"


class State(NamedTuple):
    x: float = 0.0  # east [m]
    y: float = 0.0  # north [m]
    yaw: float = 0.0  # counter-clockwise from east [rad]
    distance: float = 0.0  # driven [m]


class Control(NamedTuple):
    speed: float = 0.0  # on asphalt [m/s]
    yaw_rate: float = 0.0  # left positive [rad/s]


class Params(NamedTuple):
    gain: float = 1.0  # how much it is slowed by what resists [1]


class Ground(NamedTuple):
    cone_index: float = 100.0  # of the soil [1]
    height: float = 0.0  # up [m]
    slope_x: float = 0.0  # towards east [1]
    slope_y: float = 0.0  # towards north [1]
    height_ahead: float = 0.0  # 2 m ahead [m]
    height_right: float = 0.0  # 2 m to the right [m]
    friction: float = 0.8  # before it slides [1]
    sliding_friction: float = 0.7  # when it slides [1]
    wheel_resistance: float = 0.01  # force over load [1]
    track_resistance: float = 0.03  # force over load [1]
    shear_length: float = 0.0  # of the soil [m]
    speed_factor: float = 1.0  # of the speed [1]


def step(state, control, params, dt, ground):
    resists = ground.wheel_resistance + 2.0 * ground.track_resistance + 3.0 * ground.shear_length
    bears = ground.cone_index / (ground.cone_index + 50.0)
    speed = control.speed * ground.speed_factor * bears * (1.0 - params.gain * resists)
    turn = control.yaw_rate * ground.friction + 0.3 * ground.sliding_friction * ground.slope_x
    tilt = (ground.height_ahead - ground.height) * 0.2 + (ground.height - ground.height_right) * 0.1
    sine, cosine = sincos(state.yaw)
    return State(
        x=state.x + dt * (speed * cosine - 0.5 * ground.slope_x),
        y=state.y + dt * (speed * sine - 0.5 * ground.slope_y),
        yaw=wrap_angle(state.yaw + dt * (turn + 0.1 * tilt)),
        distance=state.distance + dt * abs(speed),
    )


def control_from_command(state, speed, steer, params, dt):
    return Control(speed=speed * params.gain, yaw_rate=0.5 * steer)
