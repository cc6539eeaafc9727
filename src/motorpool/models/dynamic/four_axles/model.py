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
from ...parts.pedals import longitudinal_of, pedals_for
from ...parts.powertrain import Load, powertrain_step
from ...parts.rolling_body import Coasting, Rolling, Start, Whole, body_after, slowing_of, start_of, turned_of, whole_of
from ...parts.rollover import Stance
from ...parts.running_gear import State as RunningGear
from ...parts.steering import Control as Steering
from ...parts.steering import limit_rate
from ...parts.tyre import fiala, grip_factor
from ...parts.wheels import Ground
from .axle_row import (
    Axle,
    Places,
    Side,
    Sides,
    across,
    free_sides,
    load_at,
    side_of,
    solved,
    square,
    steered_on,
    with_side,
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
    resisting: Real  # rolling resistance of all wheels [N]


Along: TypeAlias = tuple[Real, Real, Real, Real]  # force of each axle on the ground along its wheels, front to rear [N]


class Wheel(NamedTuple):
    """Sine and cosine of the angle of an axle's wheels."""

    sine: Real
    cosine: Real


class Row(NamedTuple):
    """All axles together."""

    places: Places
    moment: Real  # of their loads about the centre of mass [N m]
    whole: Whole


def step(state: State, control: Control, params: Params, dt: Real, ground: Ground) -> State:
    """Return the state after ``dt`` [s] with constant controls, for the centre of mass."""
    body, surface, pedals = state.body, ground.surface, control.pedals
    stance = Stance(0.5 * params.wheels.track_width, params.body.centre_height)
    start = start_of(
        body, pedals.parking_brake, stance, params.powertrain.rotating_mass_factor, surface, params.body, dt
    )
    speed = start.contact.speed
    steered = limit_rate(state.steering, control.steering, params.steering, dt)
    angle = 0.5 * (state.steering.wheel_angle + steered.wheel_angle)
    resistance = state.running_gear.resistance + params.body.air_drag * speed * speed
    load = Load(params.body.mass, slope_ahead(body), resistance, speed)
    drive = powertrain_step(
        state.powertrain, pedals.throttle, pedals.engine_stop, load, params.powertrain, params.gearbox, dt
    )
    braking = pedals.brake * params.brakes.max_brake_force
    whole = whole_of(body, start, drive.force, braking, params.body, params.running_gear, ground)
    axles = axles_of(body, whole, angle, params)
    coasting = longitudinal(body, start, axles, params, dt)
    rolling = lateral(start, axles, coasting, params, dt)
    after = body_after(body, start, coasting, rolling, params.tyre.tyre_grip, surface, params.body, dt)
    return State(after, steered, drive.state, RunningGear(axles.resisting))


def axles_of(body: body.State, whole: Whole, angle: Real, params: Params) -> Axles:
    """Return loads, grips and forces of all axles, with the wheels of the first one at an angle [rad]."""
    a, b = params.first_axle.offset, params.second_axle.offset
    c, d = -params.third_axle.offset, -params.fourth_axle.offset
    mean = 0.25 * ((a + b) + (c + d))
    places = Places(4.0, mean, square(a - mean) + square(b - mean) + (square(c - mean) + square(d - mean)))
    moment = -params.body.mass * params.body.centre_height * body.specific_force_ahead
    row = Row(places, moment, whole)
    centre, straight = 0.5 * (c + d), Wheel(0.0 * angle, 0.0 * angle + 1.0)
    return Axles(
        axle_at(a, Wheel(*steered_on(angle, a, a, centre)), params.first_axle, params.tyre, row),
        axle_at(b, Wheel(*steered_on(angle, a, b, centre)), params.second_axle, params.tyre, row),
        axle_at(c, straight, params.third_axle, params.tyre, row),
        axle_at(d, straight, params.fourth_axle, params.tyre, row),
        whole.resisting,
    )


def axle_at(place: Real, wheel: Wheel, own: axle.Params, tyre: tyre.Params, row: Row) -> Axle:
    """Return one axle at its ``place`` [m] with its ``own`` parameters."""
    whole = row.whole
    load = load_at(place, row.places, whole.load, row.moment)
    usual = maximum(whole.load / row.places.number, 1.0)  # its tyres are those of all axles
    grip = whole.road.friction * load * grip_factor(load, usual, tyre)
    share = load / maximum(whole.load, 1.0)
    forces = axle_forces(load, share * whole.resisting, grip, Shares(share, share), whole.demand, whole.road)
    return Axle(place, wheel.sine, wheel.cosine, forces, own.cornering_coefficient * load)


def longitudinal(body: body.State, start: Start, axles: Axles, params: Params, dt: Real) -> Coasting[Along]:
    """Return the velocity after half of its turn in the turning body, gravity, drive, brakes and resistance."""
    contact, inertia, one, two, three, four = start.contact, start.inertia, axles[0], axles[1], axles[2], axles[3]
    turned = turned_of(body, start, dt)
    driving = one.forces.drive * one.cosine + two.forces.drive * two.cosine + three.forces.drive + four.forces.drive
    braking = one.forces.brake + two.forces.brake + three.forces.brake + four.forces.brake
    slowed = slowing_of(turned, start, driving, braking, axles.resisting, params.body.air_drag, dt)
    ahead, reaching = slowed.driven, slowed.reaching
    first, second = across(one, slowed.share, turned, ahead), across(two, slowed.share, turned, ahead)
    force_left = reaching * (first + second)
    moment = reaching * (first * one.place + second * two.place)
    velocity = Velocity(
        slowed.speed,
        turned.left + dt * (contact.left + force_left * inertia.by_force),
        turned.turn + dt * moment * inertia.by_moment,
    )
    along = (
        reaching * (one.forces.drive + slowed.share * one.forces.brake),
        reaching * (two.forces.drive + slowed.share * two.forces.brake),
        reaching * (three.forces.drive + slowed.share * three.forces.brake),
        reaching * (four.forces.drive + slowed.share * four.forces.brake),
    )
    reach = dt * braking * inertia.by_rolling_force
    return Coasting(turned, velocity, ahead, reach, slowed.force_ahead, force_left, along)


def lateral(start: Start, axles: Axles, coasting: Coasting[Along], params: Params, dt: Real) -> Rolling:
    """Return the velocity after the side forces of all axles, which are those of their slip at the step's end.

    That slip is found with the stiffnesses at the beginning, then with those at the slip found.
    """
    free, along, mass = coasting.velocity, coasting.along, start.inertia.mass
    bare = free_sides(start.inertia, params.body.yaw_inertia, 0.0 * free.ahead)
    one, two = side_of(axles.first, along[0], free), side_of(axles.second, along[1], free)
    three, four = side_of(axles.third, along[2], free), side_of(axles.fourth, along[3], free)
    row = (one, two, three, four)
    begin = Velocity(free.ahead, free.left - dt * start.contact.left, free.turn)
    change = change_by(row, bare, begin, free, dt)
    end = Velocity(free.ahead + change.ahead, free.left + change.left, free.turn + change.turn)
    change = change_by(row, bare, end, free, dt)
    rolled = Velocity(free.ahead + change.ahead, free.left + change.left, free.turn + change.turn)
    return Rolling(rolled, mass * start.inertia.factor * change.ahead, mass * change.left)


def change_by(row: tuple[Side, Side, Side, Side], bare: Sides, at: Velocity, free: Velocity, dt: Real) -> Velocity:
    """Return the change of velocity by the side forces of all axles.

    Args:
        at: velocity of the body at whose slip the stiffnesses are taken.
        free: velocity of the body before any side force.
    """
    one, two, three, four = row
    sides = with_side(with_side(bare, one, at, free, fiala, dt), two, at, free, fiala, dt)
    sides = with_side(with_side(sides, three, at, free, fiala, dt), four, at, free, fiala, dt)
    return solved(sides.factor, sides.impulse)


def control_from_command(state: State, speed: Real, steer: Real, params: Params, dt: Real) -> Control:
    """Return the control towards a speed [m/s] and a steering command in -1..1, left positive, of the full wheel angle.

    A vehicle that is to stand still stands with its parking brake on.
    """
    vehicle = longitudinal_of(params.body, params.powertrain, params.brakes, state.running_gear.resistance)
    angle = clamp(steer, -1.0, 1.0) * params.steering.max_steer_angle
    pedals = pedals_for(speed, state.body, state.powertrain.gear, vehicle, params.powertrain, params.gearbox, dt)
    return Control(pedals, Steering(angle))
