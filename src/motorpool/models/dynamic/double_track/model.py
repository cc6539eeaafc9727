"""Car on four wheels: load from side to side, wheels that lift, an axle that spins one wheel.

Valid where ``single-track`` is, and where a single wheel matters: at the limit in a bend, where the inner wheels carry
less and lift; under power, where an open differential spins the unladen wheel and a locked one does not; on two wheels
and in a rollover. The load follows the body's acceleration with a short lag and not the motion of each spring; the
wheels have no angles but the steering's (no toe, no camber). A locked differential does not resist the turn.

A step has the order of ``single-track``. Each axle takes its share of the roll stiffness of the load that the specific
force to the side transfers; where an inner wheel is off the ground, the other axle takes the rest. The front wheels
have Ackermann's angles, on one centre of rotation. The rear wheels slip alike, the front ones each for itself: three
lines of contact, solved at once (``contact_lines``).

Source: Gillespie, "Fundamentals of Vehicle Dynamics", chapter 6, equation 6-34 (load transfer by roll stiffness) and
chapter 2 (open differential); Ackermann's angles: "Kinematics of a turning car" (document 002), as in
``ackermann.geometry``. Symbols there: K_phi roll stiffness, h centre_height, t track_width, W load, M V^2/R the side
force.
"""

from __future__ import annotations

from typing import NamedTuple

from ...convergence import UNDER_WAY, Convergence
from ...fields import Fraction
from ...mathematics import Real, clamp, maximum, select
from ...parts import axle, body, brakes, gearbox, pedals, powertrain, running_gear, steering, surface, tyre, wheels
from ...parts.axle import AxleForces, Shares, front_share
from ...parts.block_friction import Velocity
from ...parts.body import slope_ahead
from ...parts.brakes import rolls_along
from ...parts.pedals import acting, longitudinal_of, pedals_for
from ...parts.powertrain import Load, powertrain_step
from ...parts.rolling_body import (
    Initial,
    LateralMotion,
    LongitudinalMotion,
    TotalForces,
    body_after,
    initial_of,
    rotated_of,
    speed_ahead,
    total_of,
)
from ...parts.rollover import Stance
from ...parts.running_gear import State as RunningGear
from ...parts.steering import Control as Steering
from ...parts.steering import limit_rate
from ...parts.tyre import TINY, Patch, TyreForce, fiala, grip_factor, patch_of, secant
from ...parts.wheels import Ground
from .contact_lines import Compliance, Line, Three, Weights, compliance_of, limited, mean_slips, slip_of
from .four_wheels import Angle, Contact, Wheels, ackermann, axle_wheels

__all__ = ["KIND", "REPORTS", "Control", "Ground", "Params", "State", "control_from_command", "step", "step_with"]

NAME = "double-track"
KIND = "wheeled"
REFERENCE_POINT = "the centre of mass"
MAX_STEP = 0.1  # beyond it a drive ends more than 2 % of its path from that of small steps [s]
CONVERGENCE = (Convergence(1, at=UNDER_WAY, excess=0.9),)
REPORTS = (
    "pitch", "roll", "engine_speed", "resistance",
    "left_front_load", "right_front_load", "left_rear_load", "right_rear_load",
)  # fmt: skip


class State(NamedTuple):
    """Body, steering, powertrain, loads of the wheels."""

    body: body.State = body.State()
    steering: steering.State = steering.State()
    powertrain: powertrain.State = powertrain.State()
    running_gear: running_gear.State = running_gear.State()
    left_front_load: float = 0.0  # of the wheel [N]
    right_front_load: float = 0.0  # of the wheel [N]
    left_rear_load: float = 0.0  # of the wheel [N]
    right_rear_load: float = 0.0  # of the wheel [N]


class Control(NamedTuple):
    """Driver inputs."""

    pedals: pedals.Control = pedals.Control()
    steering: steering.Control = steering.Control()


class Params(NamedTuple):
    """Body, two axles, front one steered, powertrain and brakes; a compact car by default."""

    body: body.Params = body.Params()
    front_axle: axle.Params = axle.Params(offset=1.2, cornering_coefficient=20.0)  # front axle
    rear_axle: axle.Params = axle.Params(offset=1.4, cornering_coefficient=21.0)  # rear axle
    wheels: wheels.Params = wheels.Params()
    tyre: tyre.Params = tyre.Params()
    running_gear: running_gear.Params = running_gear.Params()
    steering: steering.Params = steering.Params()
    front_roll_share: Fraction = 0.55  # of the roll stiffness, springs and anti-roll bars, at the front axle [1]
    differential_lock: Fraction = 0.0  # of what a spinning wheel leaves, to the other one: 0 open, 1 locked [1]
    front_drive_share: Fraction = 1.0  # of the drive force: 1 front, 0 rear [1]
    front_brake_share: Fraction = 0.6  # of the brake force [1]
    powertrain: powertrain.Params = powertrain.Params()
    gearbox: gearbox.Params = gearbox.Params()
    brakes: brakes.Params = brakes.Params()


class WheelForces(NamedTuple):
    """The wheels in one step."""

    wheels: Wheels[AxleForces]  # of AxleForces
    left: Angle
    right: Angle
    rolling_resistance: Real  # of all wheels [N]


def step(state: State, control: Control, params: Params, dt: Real, ground: Ground) -> State:
    """Return the state after ``dt`` [s] with constant controls, for the centre of mass."""
    return step_with(fiala, state, control, params, dt, ground)


def step_with(tyre_force: TyreForce, state: State, control: Control, params: Params, dt: Real, ground: Ground) -> State:
    """Return the same with any tyre of ``parts.tyre``: ``fiala`` or ``magic_formula``."""
    body, surface, pedals = state.body, ground.surface, acting(control.pedals, state.body.speed, state.powertrain.gear)
    # Slope, springs and flight; masses with and without the parts that turn: Wong, section 3.4, mass factor.
    stance = Stance(0.5 * params.wheels.track_width, params.body.centre_height)
    initial = initial_of(
        body, pedals.parking_brake, stance, params.powertrain.rotating_mass_factor, surface, params.body, dt
    )
    speed = initial.contact.speed
    # delta follows the driver at no more than its rate; the step takes its mean.
    steered = limit_rate(state.steering, control.steering, params.steering, dt)
    angle = 0.5 * (state.steering.wheel_angle + steered.wheel_angle)
    # F of the engine at the rims, from power, gear and governor: Wong, sections 3.3 and 3.4.
    resistance = state.running_gear.resistance + params.body.air_drag * speed * speed
    load = Load(params.body.mass, slope_ahead(body), resistance, speed, params.body.mass, pedals.driveline)
    drive = powertrain_step(
        state.powertrain, pedals.throttle, pedals.engine_stop, load, params.powertrain, params.gearbox, dt
    )
    braking = pedals.brake * params.brakes.max_brake_force
    # Load m g cos theta, rolling resistance R_x = f_r F_z, and what engine and brakes demand: Rajamani, section 4.1.
    total = total_of(body, initial, drive.force, braking, params.body, params.running_gear, ground)
    # F_z of each wheel with both load transfers, its F_x within mu F_z, its angle: see ``four_wheels``.
    forces = forces_of(body, initial, total, angle, params, surface)
    # m (dV_x/dt - r V_y) = sum of F_x cos delta - R_x - F_aero - m g sin theta: Rajamani, section 4.1.
    longitudinal = longitudinal_dynamics(body, initial, forces, params, dt)
    # m (dV_y/dt + r V_x) = sum of F_y cos delta; I_z dr/dt = sum of their moments about the centre of mass.
    lateral = lateral_dynamics(tyre_force, initial, forces, longitudinal, params, dt)
    # X, Y, psi of the mean velocity; pitch, roll and heave on the springs; at rest one block (``block_friction``).
    after = body_after(body, initial, longitudinal, lateral, params.tyre.tyre_grip, surface, params.body, dt)
    on = forces.wheels
    loads = Wheels(on.front_left.load, on.front_right.load, on.rear_left.load, on.rear_right.load)
    return State(
        after, steered, drive.state, RunningGear(forces.rolling_resistance),
        loads.front_left, loads.front_right, loads.rear_left, loads.rear_right,
    )  # fmt: skip


def forces_of(
    body: body.State, initial: Initial, total: TotalForces, angle: Real, params: Params, surface: surface.Ground
) -> WheelForces:
    """Return loads, grips and forces of the wheels, with the front ones about an angle [rad]."""
    half_track, wheelbase = initial.stance.half_track, params.front_axle.offset + params.rear_axle.offset
    loads = loads_of(body, initial.contact.support, params)
    grips = grips_of(loads, surface.friction, params)
    resistance = total.rolling_resistance / maximum(total.load, TINY)
    lock = params.differential_lock
    front = Shares(params.front_drive_share, params.front_brake_share)
    rear = Shares(1.0 - front.drive, 1.0 - front.brake)
    front_left, front_right = axle_wheels(
        Contact(loads.front_left, grips.front_left), Contact(loads.front_right, grips.front_right),
        resistance, front, total.demand, total.road, lock,
    )  # fmt: skip
    rear_left, rear_right = axle_wheels(
        Contact(loads.rear_left, grips.rear_left), Contact(loads.rear_right, grips.rear_right),
        resistance, rear, total.demand, total.road, lock,
    )  # fmt: skip
    return WheelForces(
        Wheels(front_left, front_right, rear_left, rear_right),
        ackermann(angle, half_track, wheelbase),
        ackermann(angle, -half_track, wheelbase),
        total.rolling_resistance,
    )


def loads_of(body: body.State, support: Real, params: Params) -> Wheels[Real]:
    """Return the load of each wheel [N]; all of it is on one side where the vehicle leans onto it."""
    front, rear, height = params.front_axle.offset, params.rear_axle.offset, params.body.centre_height
    load = params.body.mass * support
    share = front_share(body.specific_force_ahead, support, front, rear, height)
    half_front, half_rear = 0.5 * share * load, 0.5 * (1.0 - share) * load
    transfer = params.body.mass * height * body.specific_force_left / params.wheels.track_width
    transfer = select(body.rollover_angle > 0.0, load, select(body.rollover_angle < 0.0, -load, transfer))
    at_rear = clamp((1.0 - params.front_roll_share) * transfer, -half_rear, half_rear)
    at_front = clamp(transfer - at_rear, -half_front, half_front)
    at_rear = clamp(transfer - at_front, -half_rear, half_rear)
    return Wheels(half_front - at_front, half_front + at_front, half_rear - at_rear, half_rear + at_rear)


def grips_of(loads: Wheels[Real], friction: Real, params: Params) -> Wheels[Real]:
    """Return the greatest force [N] of each wheel; its tyre is made for half the axle's load at rest."""
    a, b = params.front_axle.offset, params.rear_axle.offset
    total = loads.front_left + loads.front_right + loads.rear_left + loads.rear_right
    front, rear = maximum(0.5 * b / (a + b) * total, TINY), maximum(0.5 * a / (a + b) * total, TINY)
    return Wheels(
        friction * loads.front_left * grip_factor(loads.front_left, front, params.tyre),
        friction * loads.front_right * grip_factor(loads.front_right, front, params.tyre),
        friction * loads.rear_left * grip_factor(loads.rear_left, rear, params.tyre),
        friction * loads.rear_right * grip_factor(loads.rear_right, rear, params.tyre),
    )


def longitudinal_dynamics(
    body: body.State, initial: Initial, forces: WheelForces, params: Params, dt: Real
) -> LongitudinalMotion[Wheels[Real]]:
    """Return the velocity after half of its turn in the turning body, gravity, drive, brakes and resistance."""
    contact, inertia = initial.contact, initial.inertia
    half_track, lever = initial.stance.half_track, params.front_axle.offset
    front_left, front_right, rear_left, rear_right = forces.wheels
    rotated = rotated_of(body, initial, dt)
    driving = front_left.drive * forces.left.cosine + front_right.drive * forces.right.cosine
    driving = driving + rear_left.drive + rear_right.drive
    braking = front_left.brake + front_right.brake + rear_left.brake + rear_right.brake
    slowed = speed_ahead(rotated, initial, driving, braking, forces.rolling_resistance, params.body.air_drag, dt)
    ahead, ground_share = slowed.unbraked_speed, slowed.ground_share

    # Along each wheel: its drive, and its brake as far as it rolls as the vehicle goes. Differences come before the
    # common factor, so that what is alike on both sides cancels to the bit, however the compiler fuses products.
    across = rotated.left + lever * body.yaw_rate
    left_speed, right_speed = rotated.ahead - half_track * body.yaw_rate, rotated.ahead + half_track * body.yaw_rate
    left_rolls = rolls_along(left_speed * forces.left.cosine + across * forces.left.sine, ahead)
    right_rolls = rolls_along(right_speed * forces.right.cosine + across * forces.right.sine, ahead)
    left_force = front_left.drive + left_rolls * slowed.share * front_left.brake
    right_force = front_right.drive + right_rolls * slowed.share * front_right.brake
    left_rear = rear_left.drive + rolls_along(left_speed, ahead) * slowed.share * rear_left.brake
    right_rear = rear_right.drive + rolls_along(right_speed, ahead) * slowed.share * rear_right.brake
    force_left = ground_share * (left_force * forces.left.sine + right_force * forces.right.sine)
    twist = (right_force * forces.right.cosine - left_force * forces.left.cosine) + (right_rear - left_rear)
    moment = ground_share * half_track * twist + lever * force_left
    velocity = Velocity(
        slowed.speed,
        rotated.left + dt * (contact.left + force_left * inertia.by_force),
        body.yaw_rate + dt * moment * inertia.by_moment,
    )
    tyre_forces = Wheels(
        ground_share * (front_left.drive + slowed.share * front_left.brake),
        ground_share * (front_right.drive + slowed.share * front_right.brake),
        ground_share * (rear_left.drive + slowed.share * rear_left.brake),
        ground_share * (rear_right.drive + slowed.share * rear_right.brake),
    )
    brake_reach = dt * braking * inertia.by_rolling_force
    return LongitudinalMotion(rotated, velocity, ahead, brake_reach, slowed.force_ahead, force_left, tyre_forces)


def lateral_dynamics(
    tyre_force: TyreForce,
    initial: Initial,
    forces: WheelForces,
    longitudinal: LongitudinalMotion[Wheels[Real]],
    params: Params,
    dt: Real,
) -> LateralMotion:
    """Return the velocity after the side forces of all tyres.

    Their impulses are those of the tyres' curves at the mean slip speeds of the step: so no force is beyond its limit.
    The mean is found with the stiffnesses at the beginning, then with those at the mean.
    """
    inertia, velocity, gravity_left = initial.inertia, longitudinal.velocity, dt * initial.contact.left
    half_track, a, b = initial.stance.half_track, params.front_axle.offset, params.rear_axle.offset
    left, right, zero = forces.left, forces.right, 0.0 * forces.left.sine
    weights = Weights(inertia.by_rolling_force, inertia.by_force, inertia.by_moment)
    on_left = Line(-left.sine, left.cosine, a * left.cosine + half_track * left.sine)
    on_right = Line(-right.sine, right.cosine, a * right.cosine - half_track * right.sine)
    on_rear = Line(zero, zero + 1.0, zero - b)
    compliance = compliance_of(on_left, on_right, on_rear, weights)
    patches = patches_of(forces, longitudinal, half_track, params)

    free = Three(slip_of(on_left, velocity), slip_of(on_right, velocity), slip_of(on_rear, velocity))
    gravity_slips = Three(gravity_left * left.cosine, gravity_left * right.cosine, gravity_left)
    begin = Three(free.one - gravity_slips.one, free.two - gravity_slips.two, free.three - gravity_slips.three)
    mean = mean_slips(free, gravity_slips, stiffnesses(tyre_force, begin, patches, compliance, dt), compliance)
    stiffness = stiffnesses(tyre_force, mean, patches, compliance, dt)
    mean = mean_slips(free, gravity_slips, stiffness, compliance)
    by_left, by_right, by_rear = -stiffness.one * mean.one, -stiffness.two * mean.two, -stiffness.three * mean.three

    back = -left.sine * by_left - right.sine * by_right
    aside = left.cosine * by_left + right.cosine * by_right + by_rear
    twist = on_left.turn * by_left + on_right.turn * by_right - b * by_rear
    rolled = Velocity(
        velocity.ahead + back * weights.ahead,
        velocity.left + aside * weights.left,
        velocity.turn + twist * weights.turn,
    )
    return LateralMotion(rolled, back, aside)


def patches_of(
    forces: WheelForces, longitudinal: LongitudinalMotion[Wheels[Real]], half_track: Real, params: Params
) -> Wheels[Patch]:
    """Return the contact patch of each wheel, ``half_track`` [m] aside, at the velocity before the side forces."""
    velocity, tyre_forces, wheels, left, right = (
        longitudinal.velocity,
        longitudinal.tyre_forces,
        forces.wheels,
        forces.left,
        forces.right,
    )
    across = velocity.left + params.front_axle.offset * velocity.turn
    left_speed, right_speed = velocity.ahead - half_track * velocity.turn, velocity.ahead + half_track * velocity.turn
    left_along = left_speed * left.cosine + across * left.sine
    right_along = right_speed * right.cosine + across * right.sine
    front, rear = params.front_axle.cornering_coefficient, params.rear_axle.cornering_coefficient
    return Wheels(
        patch_of(left_along, front * wheels.front_left.load, wheels.front_left.grip, tyre_forces.front_left),
        patch_of(right_along, front * wheels.front_right.load, wheels.front_right.grip, tyre_forces.front_right),
        patch_of(left_speed, rear * wheels.rear_left.load, wheels.rear_left.grip, tyre_forces.rear_left),
        patch_of(right_speed, rear * wheels.rear_right.load, wheels.rear_right.grip, tyre_forces.rear_right),
    )


def stiffnesses(tyre_force: TyreForce, slip: Three, patches: Wheels[Patch], by: Compliance, dt: Real) -> Three:
    """Return the stiffnesses of the three lines at their slip speeds [m/s], times ``dt`` [kg]."""
    rear = secant(tyre_force, slip.three, patches.rear_left, dt)
    return limited(
        Three(
            secant(tyre_force, slip.one, patches.front_left, dt),
            secant(tyre_force, slip.two, patches.front_right, dt),
            rear + secant(tyre_force, slip.three, patches.rear_right, dt),
        ),
        by,
    )


def control_from_command(state: State, speed: Real, steer: Real, params: Params, dt: Real) -> Control:
    """Return the control towards a speed [m/s] and a steering command in -1..1, left positive, of the full wheel angle.

    A vehicle that is to stand still stands with its parking brake on.
    """
    vehicle = longitudinal_of(params.body, params.powertrain, params.brakes, state.running_gear.resistance)
    angle = clamp(steer, -1.0, 1.0) * params.steering.max_steer_angle
    pedals = pedals_for(speed, state.body, state.powertrain, vehicle, params.powertrain, params.gearbox, dt)
    return Control(pedals, Steering(angle))
