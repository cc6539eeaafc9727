"""Park's wheeled vehicle of 1992, as published: a force, a front wheel, and every defect of its program by name.

Valid as a record of a ground vehicle of NPSNET in 1992; each ``Defect`` set to "corrected" removes one defect. Not
valid for a truck: as published its yaw rate does not depend on the speed, not even on its sign; it is pulled uphill,
and at 60 frames per second it cannot start.

Source: Hyun Kyoo Park, "NPSNET: Real-Time 3D Ground-Based Vehicle Dynamics" (document 003), appendix B. Symbols there:
``scalvel``, ``scalacc`` speed and acceleration; ``lforce``, ``rforce`` halves of the engine's force; ``wheel_angle`` to
the right, minus our steer_angle; ``direction`` to the right of x, minus our yaw. The header with its constants is lost:
the defaults are ours, for an M35A2. A vehicle of the thesis has separate limits forward and backward (MAXPOWER and
MINPOWER, and so on); here one is minus the other.
"""

from typing import NamedTuple

from .....models.convergence import Convergence
from .....models.fields import Defect, MaxSteerAngle, NonNegative, Positive, SteerAngle, Switch
from .....models.mathematics import Real, clamp
from .direction import wheeled_yaw_rate
from .driver import parking_brake, surge_for
from .integration import forces_and_frame, new_position
from .state import REPORTS, Ground, State

__all__ = ["BRANCHES", "KIND", "REPORTS", "Control", "Ground", "Params", "State", "control_from_command", "step"]

KIND = "wheeled"
REFERENCE_POINT = "the middle of the vehicle"
CONVERGENCE = (Convergence(1),)
SCALES = ("mass", "max_engine_speed", "max_drive_force", "max_brake_force")
BRANCHES = "it follows document 003's program, whose rules are cases"


class Control(NamedTuple):
    """Driver inputs."""

    left_force: float = 0.0  # of the left half, forward positive [N]
    right_force: float = 0.0  # of the right half, forward positive [N]
    steer_angle: SteerAngle = 0.0  # of the front wheel, left positive [rad]
    cruise: Switch = 0.0  # keeps the speed that it has [1]
    parking_brake: Switch = 0.0  # parks it [1]
    engine_stop: Switch = 0.0  # switches the engine off [1]


class Params(NamedTuple):
    """Parameters of the vehicle, and which of the document's defects it has."""

    mass: Positive = 8178.0  # of everything, loaded [kg]
    length: Positive = 7.04  # of the block that stands for it [m]
    width: Positive = 2.44  # of the block [m]
    wheelbase: Positive = 3.912  # with yaw_independent_of_speed corrected: axle to bogie [m]
    gravity: Positive = 9.81  # as the document's comment has it [m/s^2]
    static_friction: NonNegative = 500.0  # SFRICITION, added to 1000 N and the mass [N]
    rolling_friction: NonNegative = 300.0  # DFRICITION, added to the mass [N]
    max_drive_force: Positive = 30e3  # MAXPOWER, and of either sign MINPOWER [N]
    max_brake_force: Positive = 30e3  # MAXBREAK, and of either sign MINBREAK [N]
    max_force: Positive = 100e3  # MAXFORCE, and of either sign MINFORCE: of the sum [N]
    max_speed: Positive = 24.7  # MAXSPEED [m/s]
    max_reverse_speed: Positive = 5.0  # minus MINSPEED [m/s]
    max_engine_speed: Positive = 272.0  # limit_rpm, at the full drive force [rad/s]
    max_fuel_rate: NonNegative = 0.0069  # at the full drive force [kg/s]
    max_steer_angle: MaxSteerAngle = 0.6  # of a full steering command in control_from_command() [rad]
    rolling_resistance: NonNegative = 0.05  # with friction_law corrected: share of the weight on the ground [1]
    drag_area: NonNegative = 5.5  # with air_drag_law corrected: drag coefficient times area [m^2]
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
    torque_as_rate: Defect = 1.0  # a force difference over the inertia is a rate, added to the wheel's [1]
    yaw_independent_of_speed: Defect = 1.0  # it turns as fast at any speed, and the same way in reverse [1]
    pitch_wrap: Defect = 1.0  # the smallest slope downward is 360 degrees, for which there is no case [1]
    one_sided_sampling: Defect = 1.0  # pitch and roll come from points 2 m ahead and 2 m to the right [1]
    velocity_lag: Defect = 1.0  # it moves along the direction before the turn [1]
    cruise_keeps_acceleration: Defect = 1.0  # while cruising the last acceleration still moves it [1]
    standing_power_unlimited: Defect = 1.0  # the engine's force has no limit at a standstill [1]
    clamp_cuts_gravity: Defect = 1.0  # the limit of the sum cuts gravity, too [1]


def step(state: State, control: Control, params: Params, dt: Real, ground: Ground) -> State:
    """Return the state after ``dt`` [s], for the middle of the vehicle: ``new_position``."""
    forces, frame = forces_and_frame(state, control, params, dt, ground)
    yaw_rate = wheeled_yaw_rate(control, params, frame.speed)
    return new_position(state, control, params, dt, forces, frame, yaw_rate)


def control_from_command(state: State, speed: Real, steer: Real, params: Params, dt: Real) -> Control:
    """Return the forces for a speed [m/s], and the wheel angle of a steering command in -1..1, positive to the left.

    As published it starts only if ``max_force`` exceeds the dead band in one step, which it does not at 60 frames per
    second.
    """
    half = 0.5 * surge_for(state, speed, params, dt)
    steer_angle = params.max_steer_angle * clamp(steer, -1.0, 1.0)
    return Control(half, half, steer_angle, 0.0, parking_brake(state, speed), 0.0)
