"""Park's tracked vehicle of 1992, as published: two track forces, and every defect of its program by name.

Valid as a record of a ground vehicle of NPSNET in 1992; each ``Defect`` set to "corrected" removes one defect. Not
valid for a tank: as published it is pulled uphill, its friction is its mass in newtons, its tracks produce a yaw rate
in place of a yaw acceleration, and at 60 frames per second it cannot start.

Source: Hyun Kyoo Park, "NPSNET: Real-Time 3D Ground-Based Vehicle Dynamics" (document 003), appendix B. Symbols there:
``scalvel``, ``scalacc`` speed and acceleration; ``lforce``, ``rforce`` the track forces; ``direction`` to the right
of x, minus our yaw. The header with its constants is lost: the defaults are ours, for an M1A1. A vehicle of the thesis
has separate limits forward and backward (MAXPOWER and MINPOWER, and so on); here one is minus the other.
"""

from typing import NamedTuple

from .....models.convergence import Convergence
from .....models.fields import Defect, NonNegative, Positive, Switch
from .....models.mathematics import Real, clamp, maximum, select
from .direction import MOVING_SHARE, STANDING_SHARE, tracked_yaw_rate, turning_moment
from .driver import STILL, parking_brake, sign, surge_for
from .inertia import yaw_inertia
from .integration import forces_and_frame, new_position
from .state import REPORTS, Ground, State

__all__ = ["BRANCHES", "KIND", "REPORTS", "Control", "Ground", "Params", "State", "control_from_command", "step"]

KIND = "tracked"
REFERENCE_POINT = "the middle of the vehicle"
CONVERGENCE = (Convergence(1),)
SCALES = ("mass", "max_engine_speed", "max_drive_force", "max_brake_force")
BRANCHES = "it follows document 003's program, whose rules are cases"
RESPONSE = 0.5  # time in which control_from_command() builds up a turn, with torque_as_rate corrected [s]


class Control(NamedTuple):
    """Driver inputs."""

    left_force: float = 0.0  # of the left track, forward positive [N]
    right_force: float = 0.0  # of the right track, forward positive [N]
    cruise: Switch = 0.0  # keeps the speed that it has [1]
    parking_brake: Switch = 0.0  # parks it [1]
    engine_stop: Switch = 0.0  # switches the engine off [1]


class Params(NamedTuple):
    """Parameters of the vehicle, and which of the document's defects it has."""

    mass: Positive = 57154.0  # of everything [kg]
    length: Positive = 7.92  # of the block that stands for it [m]
    width: Positive = 3.66  # of the block [m]
    gravity: Positive = 9.81  # as the document's comment has it [m/s^2]
    static_friction: NonNegative = 500.0  # SFRICITION, added to 1000 N and the mass [N]
    rolling_friction: NonNegative = 300.0  # DFRICITION, added to the mass [N]
    max_drive_force: Positive = 200e3  # MAXPOWER, and of either sign MINPOWER [N]
    max_brake_force: Positive = 300e3  # MAXBREAK, and of either sign MINBREAK [N]
    max_force: Positive = 500e3  # MAXFORCE, and of either sign MINFORCE: of the sum [N]
    max_speed: Positive = 18.5  # MAXSPEED [m/s]
    max_reverse_speed: Positive = 11.0  # minus MINSPEED [m/s]
    max_engine_speed: Positive = 314.0  # limit_rpm, at the full drive force [rad/s]
    max_fuel_rate: NonNegative = 0.054  # at the full drive force [kg/s]
    max_yaw_rate: Positive = 0.4  # of a full steering command in control_from_command() [rad/s]
    rolling_resistance: NonNegative = 0.06  # with friction_law corrected: share of the weight on the ground [1]
    drag_area: NonNegative = 8.0  # with air_drag_law corrected: drag coefficient times area [m^2]
    turning_resistance: NonNegative = 0.2  # with torque_as_rate corrected: of weight times a quarter of the length [1]
    gravity_sign: Defect = 1.0  # a vehicle that moves forward is pulled uphill [1]
    dead_band: Defect = 1.0  # a speed of up to 0.3 m/s becomes zero [1]
    double_counting: Defect = 1.0  # the new speed counts for the whole step, and half the acceleration again [1]
    engine_stop_keeps_surge: Defect = 1.0  # a stopped engine leaves every force as it was [1]
    parking_brake_keeps_moving: Defect = 1.0  # a braked vehicle glides on at its last velocity [1]
    friction_memory: Defect = 1.0  # at constant speed friction is what it was, of whichever vehicle [1]
    friction_law: Defect = 1.0  # friction is the mass in newtons and a constant, on any slope [1]
    static_friction_direction: Defect = 1.0  # static friction pushes backward, however little is needed [1]
    air_drag_law: Defect = 1.0  # air drag is 10 kg/m times speed squared, whatever the vehicle [1]
    inertia_formula: Defect = 1.0  # the block's sides are multiplied where their squares are added [1]
    torque_as_rate: Defect = 1.0  # the force difference over the inertia is a rate, without arm or resistance [1]
    pitch_wrap: Defect = 1.0  # the smallest slope downward is 360 degrees, for which there is no case [1]
    one_sided_sampling: Defect = 1.0  # pitch and roll come from points 2 m ahead and 2 m to the right [1]
    velocity_lag: Defect = 1.0  # it moves along the direction before the turn [1]
    cruise_keeps_acceleration: Defect = 1.0  # while cruising the last acceleration still moves it [1]
    standing_power_unlimited: Defect = 1.0  # the engine's force has no limit at a standstill [1]
    clamp_cuts_gravity: Defect = 1.0  # the limit of the sum cuts gravity, too [1]


def step(state: State, control: Control, params: Params, dt: Real, ground: Ground) -> State:
    """Return the state after ``dt`` [s], for the middle of the vehicle: ``new_position``."""
    forces, frame = forces_and_frame(state, control, params, dt, ground)
    yaw_rate = tracked_yaw_rate(state, control, params, dt, frame.speed)
    return new_position(state, control, params, dt, forces, frame, yaw_rate)


def control_from_command(state: State, speed: Real, steer: Real, params: Params, dt: Real) -> Control:
    """Return the track forces for a speed [m/s] and a steering command in -1..1, positive to the left.

    As published it starts only if ``max_force`` exceeds the dead band in one step, which it does not at 60 frames per
    second.
    """
    surge = surge_for(state, speed, params, dt)
    difference = difference_for(state, speed, params.max_yaw_rate * clamp(steer, -1.0, 1.0), params, dt)
    parked = select(steer == 0.0, parking_brake(state, speed), 0.0)
    return Control(0.5 * (surge - difference), 0.5 * (surge + difference), 0.0, parked, 0.0)


def difference_for(state: State, speed: Real, yaw_rate: Real, params: Params, dt: Real) -> Real:
    """Return the force difference [N] for a yaw rate [rad/s] at a speed [m/s]; as published, less in motion."""
    inertia = yaw_inertia(params)
    pivots = (state.speed == 0.0) & (abs(speed) < STILL)
    published = yaw_rate * inertia / select(pivots, STANDING_SHARE, MOVING_SHARE)
    change = (yaw_rate - state.yaw_rate) / maximum(dt, RESPONSE)
    corrected = (inertia * change + sign(state.yaw_rate + change * dt) * turning_moment(params)) / (0.5 * params.width)
    return select(params.torque_as_rate > 0.5, published, corrected)
