"""Single-track car: mass, tyres that slip, an engine with limits, springs, slopes, flight and falls.

The two wheels of an axle are taken as one, on the middle line: the textbook's "bicycle". Valid for cars and light
trucks up to and beyond the grip of their tyres, at any speed, standing, in reverse, for any ``dt`` up to 0.1 s (error
of first order, stable at any step). It has no load on single wheels; use ``double-track`` where one lifts or spins.

A step computes, in this order: ground contact (slope, springs, flight), steering, powertrain, loads of the axles; then
the velocity: half of its rotation in the turning body, the speed ahead (drive, brakes and resistance as impulses that
stop but never reverse), the side forces of both axles at once (``damping``), the other half of the rotation. This is
stable for any ``dt``, never gains energy, and settles where the true forces balance. A car that stands is one block.
Without ``antilock`` an axle locks whose brakes demand more than its grip (``locking``).

Source: Rajamani, "Vehicle Dynamics and Control", 2nd ed., section 2.3 and chapter 4; the slip is taken at the wheel
itself and not at the axle, so that it holds in reverse and at rest. Symbols there: m mass, I_z yaw_inertia, l_f, l_r
axle offsets, delta wheel_angle, V_x speed, V_y lateral_speed, alpha slip angle, C_alpha cornering stiffness.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from ...convergence import UNDER_WAY, Convergence
from ...fields import OPTIONAL, Fraction, Switch
from ...mathematics import Real, clamp, maximum, sincos
from ...parts import axle, body, brakes, gearbox, pedals, powertrain, running_gear, steering, surface, tyre, wheels
from ...parts.axle import AxleForces, Shares, axle_forces, front_share
from ...parts.block_friction import Velocity
from ...parts.body import slope_ahead
from ...parts.brakes import rolls_along
from ...parts.locking import Slide, locked_forces, rolls_or_slides, secant, slide_of
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
from ...parts.tyre import TINY, TyreForce, fiala, grip_factor, patch_of
from ...parts.wheels import Ground
from .damping import Compliance, Pair, mean_slips

__all__ = ["KIND", "REPORTS", "Control", "Ground", "Params", "State", "control_from_command", "step", "step_with"]

NAME = "single-track"
KIND = "wheeled"
REFERENCE_POINT = "the centre of mass"
MAX_STEP = 0.1  # beyond it a drive ends more than 2 % of its path from that of small steps [s]
CONVERGENCE = (Convergence(1, at=UNDER_WAY, excess=0.9),)
REPORTS = ("pitch", "roll", "engine_speed", "resistance")


class State(NamedTuple):
    """Body, steering, powertrain."""

    body: body.State = body.State()
    steering: steering.State = steering.State()
    powertrain: powertrain.State = powertrain.State()
    running_gear: running_gear.State = running_gear.State()


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
    front_drive_share: Fraction = 1.0  # of the drive force: 1 front, 0 rear [1]
    front_brake_share: Fraction = 0.6  # of the brake force [1]
    antilock: Annotated[Switch, OPTIONAL] = 1.0  # ideal antilock brakes; 0: wheels braked beyond their grip lock [1]
    powertrain: powertrain.Params = powertrain.Params()
    gearbox: gearbox.Params = gearbox.Params()
    brakes: brakes.Params = brakes.Params()


class Axles(NamedTuple):
    """Both axles in one step."""

    front: AxleForces
    rear: AxleForces
    rolling_resistance: Real  # of all wheels [N]
    sine: Real  # of the front wheels' angle [1]
    cosine: Real  # of it [1]
    front_slide: Slide
    rear_slide: Slide


class LongitudinalForces(NamedTuple):
    """Forces of the axles on the ground, along their wheels."""

    front: Real  # [N]
    rear: Real  # [N]


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
    # F_zf and F_zr with the load transfer h a_x / L, and F_x of each axle within mu F_z: Rajamani, section 4.1.
    axles = axles_of(body, initial, total, angle, params, surface)
    # m (dV_x/dt - r V_y) = F_xf cos delta + F_xr - R_x - F_aero - m g sin theta: Rajamani, section 4.1.
    longitudinal = longitudinal_dynamics(body, initial, axles, params, dt)
    # m (dV_y/dt + r V_x) = F_yf cos delta + F_yr and I_z dr/dt = l_f F_yf cos delta - l_r F_yr: section 2.3.
    lateral = lateral_dynamics(tyre_force, body, initial, axles, longitudinal, params, dt)
    # X, Y, psi of the mean velocity; pitch, roll and heave on the springs; at rest one block (``block_friction``).
    after = body_after(body, initial, longitudinal, lateral, params.tyre.tyre_grip, surface, params.body, dt)
    return State(after, steered, drive.state, RunningGear(axles.rolling_resistance))


def axles_of(
    body: body.State, initial: Initial, total: TotalForces, angle: Real, params: Params, surface: surface.Ground
) -> Axles:
    """Return loads, grips and forces of both axles, with the front wheels at an angle [rad]."""
    front, rear = params.front_axle.offset, params.rear_axle.offset
    contact, load, rolling_resistance = initial.contact, total.load, total.rolling_resistance
    share = front_share(body.specific_force_ahead, contact.support, front, rear, params.body.centre_height)
    front_load, rear_load = share * load, (1.0 - share) * load
    front_grip = surface.friction * front_load * grip_factor(share, rear / (front + rear), params.tyre)
    rear_grip = surface.friction * rear_load * grip_factor(1.0 - share, front / (front + rear), params.tyre)
    front_shares = Shares(params.front_drive_share, params.front_brake_share)
    rear_shares = Shares(1.0 - front_shares.drive, 1.0 - front_shares.brake)
    sine, cosine = sincos(angle)
    demand, road, antilock, ahead = total.demand, total.road, params.antilock, contact.speed
    on_front = axle_forces(front_load, share * rolling_resistance, front_grip, front_shares, demand, road)
    on_rear = axle_forces(rear_load, (1.0 - share) * rolling_resistance, rear_grip, rear_shares, demand, road)
    left, behind = contact.lateral_speed + front * body.yaw_rate, contact.lateral_speed - rear * body.yaw_rate
    at_front, at_rear = ahead * ahead + left * left, ahead * ahead + behind * behind
    along = ahead * cosine + left * sine
    front_slide = slide_of(on_front, front_shares.brake * demand.brake, along, at_front, antilock, road)
    rear_slide = slide_of(on_rear, rear_shares.brake * demand.brake, ahead, at_rear, antilock, road)
    coefficient = rolling_resistance / maximum(load, TINY)
    return Axles(
        locked_forces(on_front, front_slide, cosine, coefficient, front_shares.brake, demand),
        locked_forces(on_rear, rear_slide, 1.0, coefficient, rear_shares.brake, demand),
        rolling_resistance,
        sine,
        cosine,
        front_slide,
        rear_slide,
    )


def longitudinal_dynamics(
    body: body.State, initial: Initial, axles: Axles, params: Params, dt: Real
) -> LongitudinalMotion[LongitudinalForces]:
    """Return the velocity after half of its turn in the turning body, gravity, drive, brakes and resistance."""
    contact, inertia = initial.contact, initial.inertia
    front, rear, sine, cosine = axles.front, axles.rear, axles.sine, axles.cosine
    lever = params.front_axle.offset
    rotated = rotated_of(body, initial, dt)
    driving = front.drive * cosine + rear.drive
    braking = front.brake + rear.brake
    slowed = speed_ahead(rotated, initial, driving, braking, axles.rolling_resistance, params.body.air_drag, dt)
    ground_share = slowed.ground_share
    rolls = rolls_along(rotated.ahead * cosine + (rotated.left + lever * body.yaw_rate) * sine, slowed.unbraked_speed)
    rolls = rolls_or_slides(axles.front_slide, rolls, cosine)
    force_left = ground_share * (front.drive + rolls * slowed.share * front.brake) * sine
    return LongitudinalMotion(
        rotated,
        Velocity(
            slowed.speed,
            rotated.left + dt * (contact.left + force_left * inertia.by_force),
            body.yaw_rate + dt * lever * force_left * inertia.by_moment,
        ),
        slowed.unbraked_speed,
        dt * braking * inertia.by_rolling_force,
        slowed.force_ahead,
        force_left,
        LongitudinalForces(
            ground_share * (front.drive + slowed.share * front.brake),
            ground_share * (rear.drive + slowed.share * rear.brake),
        ),
    )


def lateral_dynamics(
    tyre_force: TyreForce, body: body.State, initial: Initial, axles: Axles,
    longitudinal: LongitudinalMotion[LongitudinalForces], params: Params, dt: Real,
) -> LateralMotion:  # fmt: skip
    """Return the velocity after the side forces of both axles.

    Their impulses are those of the tyres' curves at the mean slip speeds of the step: so no force is beyond its limit.
    The mean is found with the stiffnesses at the beginning, then with those at the mean.
    """
    a, b, sine, cosine = params.front_axle.offset, params.rear_axle.offset, axles.sine, axles.cosine
    contact, inertia, velocity = initial.contact, initial.inertia, longitudinal.velocity
    front_lateral_speed = contact.lateral_speed + a * body.yaw_rate
    front_stiffness = params.front_axle.cornering_coefficient * axles.front.load
    rear_stiffness = params.rear_axle.cornering_coefficient * axles.rear.load
    front_along = contact.speed * cosine + front_lateral_speed * sine
    front = patch_of(front_along, front_stiffness, axles.front.grip, longitudinal.tyre_forces.front, params.tyre)
    rear = patch_of(contact.speed, rear_stiffness, axles.rear.grip, longitudinal.tyre_forces.rear, params.tyre)

    free = Pair((velocity.left + a * velocity.turn) * cosine - velocity.ahead * sine, velocity.left - b * velocity.turn)
    gravity_slips = Pair(dt * contact.left * cosine, dt * contact.left)
    by_force, by_rolling_force, by_moment = inertia.by_force, inertia.by_rolling_force, inertia.by_moment
    compliance = Compliance(
        sine * sine * by_rolling_force + cosine * cosine * (by_force + a * a * by_moment),
        cosine * (by_force - a * b * by_moment),
        by_force + b * b * by_moment,
        cosine * cosine * by_force * by_moment * (a + b) * (a + b)
        + sine * sine * by_rolling_force * (by_force + b * b * by_moment),
    )
    stiffness = Pair(
        secant(tyre_force, free.first - gravity_slips.first, front, axles.front_slide, dt),
        secant(tyre_force, free.second - gravity_slips.second, rear, axles.rear_slide, dt),
    )
    mean = mean_slips(free, gravity_slips, stiffness, compliance)
    stiffness = Pair(
        secant(tyre_force, mean.first, front, axles.front_slide, dt),
        secant(tyre_force, mean.second, rear, axles.rear_slide, dt),
    )
    mean = mean_slips(free, gravity_slips, stiffness, compliance)
    front_impulse, rear_impulse = -stiffness.first * mean.first, -stiffness.second * mean.second
    return LateralMotion(
        Velocity(
            velocity.ahead - sine * front_impulse * by_rolling_force,
            velocity.left + (cosine * front_impulse + rear_impulse) * by_force,
            velocity.turn + (a * cosine * front_impulse - b * rear_impulse) * by_moment,
        ),
        -sine * front_impulse,
        cosine * front_impulse + rear_impulse,
    )


def control_from_command(state: State, speed: Real, steer: Real, params: Params, dt: Real) -> Control:
    """Return the control towards a speed [m/s] and a steering command in -1..1, left positive, of the full wheel angle.

    A vehicle that is to stand still stands with its parking brake on.
    """
    vehicle = longitudinal_of(params.body, params.powertrain, params.brakes, state.running_gear.resistance)
    angle = clamp(steer, -1.0, 1.0) * params.steering.max_steer_angle
    pedals = pedals_for(speed, state.body, state.powertrain, vehicle, params.powertrain, params.gearbox, dt)
    return Control(pedals, Steering(angle))
