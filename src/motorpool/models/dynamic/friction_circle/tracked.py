"""Tracked vehicle driven by the forces of its tracks: it has mass, stands on slopes, and must be forced to turn.

A turn needs a moment that scrubs both tracks sideways; a slope pulls; the grip of the ground limits all of it together.
Valid for any ``dt`` up to 0.1 s, error of first order. Wrong where the ground is soft, the vehicle airborne, or
the tracks spin for long; and a wide turn at speed is really easier than a pivot, which is not in the formula: its
default friction lies between the two.
The defaults are ours, about those of an M1A1: the document prints none.

Source: "NPSNET: Real-Time 3D Ground-Based Vehicle Dynamics" (document 003), chapters III and V and appendix B, with
its physics corrected; ``park1992/tracked`` is the code as published. Symbols there: l, r track forces (lforce, rforce),
v speed (scalvel), f_t surge force, I_y yaw inertia (its y axis is vertical). There the turn was a force over an inertia
taken as a yaw rate; here ``I w' = (r - l) B / 2 - clamp(mu W L / 4)`` with gauge B, contact length L, weight W.
"""

from __future__ import annotations

from typing import NamedTuple

from ...convergence import ROLLING, Convergence
from ...fields import NonNegative, Positive
from ...mathematics import Real, clamp, maximum, minimum, select
from ...parts.attitude import GRAVITY, normal_share, tilt_of
from . import vehicle
from .drive import drives
from .inverse import GRIP_SHARE, force_difference_for, is_to_stand, largest_yaw_rate, surge_for
from .turning import steering_moment, yaw_rate_after
from .vehicle import Control as Driver
from .vehicle import Ground, Path, driven, vehicle_after

__all__ = ["KIND", "REPORTS", "Control", "Ground", "Params", "State", "control_from_command", "step"]

NAME = "friction-circle/tracked"
KIND = "tracked"
REFERENCE_POINT = "the middle of the vehicle"
MAX_STEP = 0.1  # beyond it a drive ends more than 2 % of its path from that of small steps [s]
CONVERGENCE = (Convergence(1, at=ROLLING),)
REPORTS = ("pitch", "roll", "surge_force", "drag_force", "gravity_force", "engine_speed")


class State(NamedTuple):
    """The vehicle, and how it turns."""

    vehicle: vehicle.State = vehicle.State()
    yaw_rate: float = 0.0  # about the ground's normal, left positive [rad/s]


class Control(NamedTuple):
    """Driver inputs."""

    vehicle: vehicle.Control = vehicle.Control()


class Params(NamedTuple):
    """The vehicle, its hull and its tracks; a main battle tank of 57 t by default."""

    vehicle: vehicle.Params = vehicle.Params(
        mass=57154.0,
        engine_power=1118.5e3,
        drive_efficiency=0.53,
        max_drive_force=420e3,
        max_brake_force=336e3,
        max_engine_speed=314.0,
        max_speed=18.56,
        max_reverse_speed=11.0,
        rolling_resistance=0.04,
        static_resistance=0.05,
        air_drag=4.9,
        fuel_capacity=1590.0,
        fuel_consumption=8.3e-8,
    )
    length: Positive = 7.92  # of the hull, for the yaw inertia [m]
    width: Positive = 3.66  # of the hull, for the yaw inertia [m]
    track_gauge: Positive = 2.845  # between track centre lines [m]
    contact_length: Positive = 4.575  # of each track on the ground [m]
    max_yaw_rate: Positive = 0.6  # of a full steering command in control_from_command() [rad/s]
    turning_friction: NonNegative = 0.4  # of the tracks as they scrub sideways in a turn [1]


def step(state: State, control: Control, params: Params, dt: Real, ground: Ground) -> State:
    """Return the state after ``dt`` [s] with constant controls, for the middle of the vehicle."""
    body, driver, own = state.vehicle, control.vehicle, params.vehicle
    normal = normal_share(ground.slope_x, ground.slope_y)
    half_grip = 0.5 * own.static_friction * own.mass * GRAVITY * normal
    left = clamp(driver.left_force, -half_grip, half_grip)
    right = clamp(driver.right_force, -half_grip, half_grip)
    power = own.engine_power * own.drive_efficiency
    lever = 0.5 * params.track_gauge * drives(body, driver, own)
    moment = steering_moment(state, lever * (right - left), power)
    yaw_rate = yaw_rate_after(state, moment, normal, params, dt)
    turn = 0.5 * dt * (state.yaw_rate + yaw_rate)
    path = Path(0.0, turn, tilt_of(ground.slope_x, ground.slope_y, body.yaw + 0.5 * turn))
    steer_power = minimum(maximum(moment * state.yaw_rate, 0.0), power)
    done = driven(body, driver, left + right, power - steer_power, path, own, dt)
    return State(vehicle_after(body, done, steer_power, path, ground, own, dt), yaw_rate)


def control_from_command(state: State, speed: Real, steer: Real, params: Params, dt: Real) -> Control:
    """Return the control towards a speed [m/s] and a steering command in -1..1, left positive, of a full yaw rate.

    Steering comes first, and both stay within the grip. What is to stand still, stands with its parking brake on.
    """
    body, own = state.vehicle, params.vehicle
    most = minimum(params.max_yaw_rate, largest_yaw_rate(body, own))
    difference = force_difference_for(clamp(steer, -1.0, 1.0) * most, state, params, dt)
    grip = GRIP_SHARE * own.static_friction * own.mass * GRAVITY
    left_over = maximum(grip - abs(difference), 0.0)
    surge = clamp(surge_for(speed, body, own, dt), -left_over, left_over)
    parks = is_to_stand(speed, body) * select(steer == 0.0, 1.0, 0.0)
    half, off = 0.5 * (1.0 - parks), 0.0 * parks
    return Control(Driver(half * (surge - difference), half * (surge + difference), parks, off, off))
