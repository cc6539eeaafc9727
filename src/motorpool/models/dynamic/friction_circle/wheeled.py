"""Wheeled vehicle driven by the force of its wheels: it has mass, stands on slopes, and turns only as it rolls.

Front wheels steer; the middle of the wheelbase moves at the angle of slip that two axles without side-slip give. Too
fast for a turn, the front slides outward and the turn is as wide as the grip allows. Valid for any ``dt`` up to 0.1 s,
error of first order. Wrong where tyre slip matters (it has none before it slides), on soft ground, and for weight
transfer or rolling over. The defaults are ours, about those of an M35A2 truck: the document prints none.

Source: "NPSNET: Real-Time 3D Ground-Based Vehicle Dynamics" (document 003), chapters III and V and appendix B, with
its physics corrected; ``park1992/wheeled`` is the code as published. Symbols there: alpha wheel angle, 2d wheelbase,
v speed (scalvel), l, r forces (lforce, rforce). There the yaw rate was ``atan(0.5 tan alpha)`` at any speed, in both
gears; here it is ``v cos(beta) tan(alpha) / 2d`` with ``beta = atan(0.5 tan alpha)``, equation 3.2, without tangents.
"""

from __future__ import annotations

from typing import NamedTuple

from ...convergence import ROLLING, Convergence
from ...fields import MaxSteerAngle, Positive
from ...mathematics import Real, atan2, clamp, maximum, sincos, sqrt
from ...parts import steering
from ...parts.attitude import GRAVITY, normal_share, tilt_of
from ...parts.steering import Control as Steering
from . import vehicle
from .drive import SLOWEST
from .inverse import is_to_stand, largest_yaw_rate, surge_for, wheel_angle_for
from .vehicle import Control as Driver
from .vehicle import Ground, Path, driven, vehicle_after

__all__ = ["KIND", "REPORTS", "Control", "Ground", "Params", "State", "control_from_command", "step"]

NAME = "friction-circle/wheeled"
KIND = "wheeled"
REFERENCE_POINT = "the middle of the wheelbase"
MAX_STEP = 0.1  # beyond it a drive ends more than 2 % of its path from that of small steps [s]
CONVERGENCE = (Convergence(1, at=ROLLING),)
REPORTS = ("pitch", "roll", "surge_force", "drag_force", "gravity_force", "engine_speed")


class State(NamedTuple):
    """The vehicle, for the middle of its wheelbase."""

    vehicle: vehicle.State = vehicle.State()


class Control(NamedTuple):
    """Driver inputs."""

    vehicle: vehicle.Control = vehicle.Control()
    steering: steering.Control = steering.Control()


class Params(NamedTuple):
    """The vehicle and its axles; a truck by default."""

    vehicle: vehicle.Params = vehicle.Params()
    wheelbase: Positive = 3.912  # front axle to the middle of the rear ones [m]
    max_steer_angle: MaxSteerAngle = 0.4  # the wheels turn no further [rad]


def step(state: State, control: Control, params: Params, dt: Real, ground: Ground) -> State:
    """Return the state after ``dt`` [s] with constant controls, for the middle of the wheelbase."""
    body, driver, own = state.vehicle, control.vehicle, params.vehicle
    drift, curvature = drift_and_curvature(control.steering.steer_angle, params)
    fastest = (
        own.sliding_friction
        * GRAVITY
        * normal_share(ground.slope_x, ground.slope_y)
        / maximum(abs(body.speed), SLOWEST)
    )
    turning = dt * (1.0 - driver.parking_brake)
    turn = turning * clamp(body.speed * curvature, -fastest, fastest)
    tilt = tilt_of(ground.slope_x, ground.slope_y, body.yaw + drift + 0.5 * turn)
    power = own.engine_power * own.drive_efficiency
    surge = driver.left_force + driver.right_force
    done = driven(body, driver, surge, power, Path(drift, turn, tilt), own, dt)
    mean_speed = 0.5 * (body.speed + done.motion.speed)
    turned = turning * clamp(mean_speed * curvature, -fastest, fastest)
    return State(vehicle_after(body, done, 0.0, Path(drift, turned, tilt), ground, own, dt))


def control_from_command(state: State, speed: Real, steer: Real, params: Params, dt: Real) -> Control:
    """Return the control towards a speed [m/s] and a steering command in -1..1, left positive, of the full wheel angle.

    The wheels turn no further than the grip allows. What is to stand still, stands with its parking brake on.
    """
    body, own = state.vehicle, params.vehicle
    widest = wheel_angle_for(largest_yaw_rate(body, own), abs(body.speed), params)
    angle = clamp(clamp(steer, -1.0, 1.0) * params.max_steer_angle, -widest, widest)
    parks = is_to_stand(speed, body)
    half, off = (1.0 - parks) * 0.5 * surge_for(speed, body, own, dt), 0.0 * parks
    return Control(Driver(half, half, parks, off, off), Steering(angle))


def drift_and_curvature(steer_angle: Real, params: Params) -> tuple[Real, Real]:
    """Return the angle from the nose [rad] at which the path leaves, and its curvature [1/m], left positive.

    tan(drift) = tan(steer) / 2, curvature = cos(drift) tan(steer) / wheelbase; without tangents right up to 90 degrees.
    """
    most = params.max_steer_angle
    sine, cosine = sincos(clamp(steer_angle, -most, most))
    half = 0.5 * sine
    return atan2(half, cosine), sine / (params.wheelbase * sqrt(cosine * cosine + half * half))
