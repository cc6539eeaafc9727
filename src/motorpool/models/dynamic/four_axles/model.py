"""Four-axle vehicle: all axles driven, the front two steered; each axle is a line on the middle of the vehicle.

Valid for 8x8 carriers and trucks up to and beyond the grip of their tyres, at any speed, standing, in reverse, for any
``dt`` up to 0.1 s (error of first order, stable at any step). Its two rear axles scrub in a bend. Its differentials are
locked and its brakes regulated: drive and brake force of an axle are in proportion to its load. It has no load on
single wheels; use ``double-track`` where one lifts or spins.

A step has the order of ``single-track``, with the loads of four axles on equal springs, the front two axles on one
centre of rotation, and the side forces of all four at the slip speeds at the end of the step (``axle_row``).

Source: as ``axle_row``; Rajamani, "Vehicle Dynamics and Control", 2nd ed., section 2.3, for the body.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from ...convergence import UNDER_WAY, Convergence
from ...mathematics import Real, clamp, maximum
from ...parts import axle, body, brakes, gearbox, pedals, powertrain, running_gear, steering, tyre, wheels
from ...parts.axle import Shares, axle_forces
from ...parts.block_friction import Velocity
from ...parts.body import slope_ahead
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
from ...parts.tyre import fiala, grip_factor
from ...parts.wheels import Ground
from .axle_row import (
    Axle,
    AxleLayout,
    AxleSlip,
    ImplicitStep,
    across,
    axle_slip_of,
    load_at,
    solve,
    square,
    steered_on,
    with_axle,
    without_axles,
)

__all__ = ["KIND", "REPORTS", "Control", "Ground", "Params", "State", "control_from_command", "step"]

NAME = "four-axles"
KIND = "wheeled"
REFERENCE_POINT = "the centre of mass"
MAX_STEP = 0.1  # beyond it a drive ends more than 2 % of its path from that of small steps [s]
CONVERGENCE = (Convergence(1, at=UNDER_WAY),)
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
    """Body, four axles, powertrain and brakes; a wheeled armoured carrier of 13 t by default."""

    body: body.Params = body.Params(
        mass=12882.0, yaw_inertia=39e3, centre_height=1.15, air_drag=2.4, suspension_travel=0.2, roll_gyration=0.85,
    )  # fmt: skip
    first_axle: axle.Params = axle.Params(offset=1.754, cornering_coefficient=9.0)  # first axle
    second_axle: axle.Params = axle.Params(offset=0.654, cornering_coefficient=9.0)  # second axle
    third_axle: axle.Params = axle.Params(offset=0.681, cornering_coefficient=9.0)  # third axle
    fourth_axle: axle.Params = axle.Params(offset=1.721, cornering_coefficient=9.0)  # fourth axle
    wheels: wheels.Params = wheels.Params(track_width=2.19)
    tyre: tyre.Params = tyre.Params(tyre_grip=0.9)
    running_gear: running_gear.Params = running_gear.Params(vehicle_cone_index=30.0)
    steering: steering.Params = steering.Params(max_steer_angle=0.45, max_steer_rate=0.6)
    powertrain: powertrain.Params = powertrain.Params(
        engine_power=205e3, drive_efficiency=0.75, max_drive_force=85e3, engine_lag=0.4, max_speed=27.7,
        max_reverse_speed=5.0, rotating_mass_factor=1.15, fuel_capacity=226.0, fuel_consumption=7.5e-8,
        idle_fuel_rate=8e-4,
    )  # fmt: skip
    gearbox: gearbox.Params = gearbox.Params(
        wheel_radius=0.5, peak_torque=795.0, peak_torque_speed=209.0, max_engine_speed=293.0,
    )  # fmt: skip
    brakes: brakes.Params = brakes.Params(max_brake_force=90e3)


class Axles(NamedTuple):
    """All axles in a step, front to rear."""

    first: Axle
    second: Axle
    third: Axle
    fourth: Axle
    rolling_resistance: Real  # of all wheels [N]


LongitudinalForces: TypeAlias = tuple[Real, Real, Real, Real]  # of each axle on the ground, front to rear [N]


class Wheel(NamedTuple):
    """Sine and cosine of the angle of an axle's wheels."""

    sine: Real
    cosine: Real


class AxleLoads(NamedTuple):
    """All axles together."""

    layout: AxleLayout
    moment: Real  # of their loads about the centre of mass [N m]
    total: TotalForces


def step(state: State, control: Control, params: Params, dt: Real, ground: Ground) -> State:
    """Return the state after ``dt`` [s] with constant controls, for the centre of mass."""
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
    # F_z of each axle: a straight line over their places (``axle_row``); F_x in proportion to it, within mu F_z.
    axles = axles_of(body, total, angle, params)
    # m (dV_x/dt - r V_y) = sum of F_x cos delta - R_x - F_aero - m g sin theta: Rajamani, section 4.1.
    longitudinal = longitudinal_dynamics(body, initial, axles, params, dt)
    # m (dV_y/dt + r V_x) = sum of F_y cos delta; I_z dr/dt = sum of x F_y cos delta: Rajamani, section 2.3.
    lateral = lateral_dynamics(initial, axles, longitudinal, params, dt)
    # X, Y, psi of the mean velocity; pitch, roll and heave on the springs; at rest one block (``block_friction``).
    after = body_after(body, initial, longitudinal, lateral, params.tyre.tyre_grip, surface, params.body, dt)
    return State(after, steered, drive.state, RunningGear(axles.rolling_resistance))


def axles_of(body: body.State, total: TotalForces, angle: Real, params: Params) -> Axles:
    """Return loads, grips and forces of all axles, with the wheels of the first one at an angle [rad]."""
    a, b = params.first_axle.offset, params.second_axle.offset
    c, d = -params.third_axle.offset, -params.fourth_axle.offset
    mean = 0.25 * ((a + b) + (c + d))
    layout = AxleLayout(4.0, mean, square(a - mean) + square(b - mean) + (square(c - mean) + square(d - mean)))
    moment = -params.body.mass * params.body.centre_height * body.specific_force_ahead
    row = AxleLoads(layout, moment, total)
    centre, straight = 0.5 * (c + d), Wheel(0.0 * angle, 0.0 * angle + 1.0)
    return Axles(
        axle_at(a, Wheel(*steered_on(angle, a, a, centre)), params.first_axle, params.tyre, row),
        axle_at(b, Wheel(*steered_on(angle, a, b, centre)), params.second_axle, params.tyre, row),
        axle_at(c, straight, params.third_axle, params.tyre, row),
        axle_at(d, straight, params.fourth_axle, params.tyre, row),
        total.rolling_resistance,
    )


def axle_at(place: Real, wheel: Wheel, own: axle.Params, tyre: tyre.Params, row: AxleLoads) -> Axle:
    """Return one axle at its ``place`` [m] with its ``own`` parameters."""
    total = row.total
    load = load_at(place, row.layout, total.load, row.moment)
    usual = maximum(total.load / row.layout.number, 1.0)  # its tyres are those of all axles
    grip = total.road.friction * load * grip_factor(load, usual, tyre)
    share = load / maximum(total.load, 1.0)
    forces = axle_forces(load, share * total.rolling_resistance, grip, Shares(share, share), total.demand, total.road)
    return Axle(place, wheel.sine, wheel.cosine, forces, own.cornering_coefficient * load)


def longitudinal_dynamics(
    body: body.State, initial: Initial, axles: Axles, params: Params, dt: Real
) -> LongitudinalMotion[LongitudinalForces]:
    """Return the velocity after half of its turn in the turning body, gravity, drive, brakes and resistance."""
    contact, inertia, one, two, three, four = initial.contact, initial.inertia, axles[0], axles[1], axles[2], axles[3]
    rotated = rotated_of(body, initial, dt)
    driving = one.forces.drive * one.cosine + two.forces.drive * two.cosine + three.forces.drive + four.forces.drive
    braking = one.forces.brake + two.forces.brake + three.forces.brake + four.forces.brake
    slowed = speed_ahead(rotated, initial, driving, braking, axles.rolling_resistance, params.body.air_drag, dt)
    ahead, ground_share = slowed.unbraked_speed, slowed.ground_share
    first, second = across(one, slowed.share, rotated, ahead), across(two, slowed.share, rotated, ahead)
    force_left = ground_share * (first + second)
    moment = ground_share * (first * one.place + second * two.place)
    velocity = Velocity(
        slowed.speed,
        rotated.left + dt * (contact.left + force_left * inertia.by_force),
        rotated.turn + dt * moment * inertia.by_moment,
    )
    tyre_forces = (
        ground_share * (one.forces.drive + slowed.share * one.forces.brake),
        ground_share * (two.forces.drive + slowed.share * two.forces.brake),
        ground_share * (three.forces.drive + slowed.share * three.forces.brake),
        ground_share * (four.forces.drive + slowed.share * four.forces.brake),
    )
    brake_reach = dt * braking * inertia.by_rolling_force
    return LongitudinalMotion(rotated, velocity, ahead, brake_reach, slowed.force_ahead, force_left, tyre_forces)


def lateral_dynamics(
    initial: Initial, axles: Axles, longitudinal: LongitudinalMotion[LongitudinalForces], params: Params, dt: Real
) -> LateralMotion:
    """Return the velocity after the side forces of all axles, which are those of their slip at the step's end.

    That slip is found with the stiffnesses at the beginning, then with those at the slip found.
    """
    free, tyre_forces, mass = longitudinal.velocity, longitudinal.tyre_forces, initial.inertia.mass
    bare = without_axles(initial.inertia, params.body.yaw_inertia, 0.0 * free.ahead)
    row = (
        axle_slip_of(axles.first, tyre_forces[0], free, params.tyre),
        axle_slip_of(axles.second, tyre_forces[1], free, params.tyre),
        axle_slip_of(axles.third, tyre_forces[2], free, params.tyre),
        axle_slip_of(axles.fourth, tyre_forces[3], free, params.tyre),
    )
    begin = Velocity(free.ahead, free.left - dt * initial.contact.left, free.turn)
    change = change_by_side_forces(row, bare, begin, free, dt)
    end = Velocity(free.ahead + change.ahead, free.left + change.left, free.turn + change.turn)
    change = change_by_side_forces(row, bare, end, free, dt)
    rolled = Velocity(free.ahead + change.ahead, free.left + change.left, free.turn + change.turn)
    return LateralMotion(rolled, mass * initial.inertia.factor * change.ahead, mass * change.left)


def change_by_side_forces(
    row: tuple[AxleSlip, AxleSlip, AxleSlip, AxleSlip], bare: ImplicitStep, at: Velocity, free: Velocity, dt: Real
) -> Velocity:
    """Return the change of velocity by the side forces of all axles.

    Args:
        at: velocity of the body at whose slip the stiffnesses are taken.
        free: velocity of the body before any side force.
    """
    one, two, three, four = row
    implicit = with_axle(with_axle(bare, one, at, free, fiala, dt), two, at, free, fiala, dt)
    implicit = with_axle(with_axle(implicit, three, at, free, fiala, dt), four, at, free, fiala, dt)
    return solve(implicit.factor, implicit.impulse)


def control_from_command(state: State, speed: Real, steer: Real, params: Params, dt: Real) -> Control:
    """Return the control towards a speed [m/s] and a steering command in -1..1, left positive, of the full wheel angle.

    A vehicle that is to stand still stands with its parking brake on.
    """
    vehicle = longitudinal_of(params.body, params.powertrain, params.brakes, state.running_gear.resistance)
    angle = clamp(steer, -1.0, 1.0) * params.steering.max_steer_angle
    pedals = pedals_for(speed, state.body, state.powertrain, vehicle, params.powertrain, params.gearbox, dt)
    return Control(pedals, Steering(angle))
