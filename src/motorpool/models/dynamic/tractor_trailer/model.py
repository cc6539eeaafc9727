"""Articulated lorry: a tractor and a semitrailer on one hitch, three axles whose tyres slip, springs.

Two rigid bodies on the plane of the ground, the two or more wheels of an axle taken as one. Right for lorries and for
cars with a trailer, up to and beyond the grip of their tyres, at any speed, standing and in reverse; error of first
order in ``dt``, and no step, however long, gains energy. The trailer swings out when the lorry brakes in a bend; the
lorry jack-knifes when its driven wheels lock or slide; the trailer pushes it over a crest. The model has no load on
single wheels, and the trailer stands on the slope of the tractor, flies when it flies and leans as it leans.

A step computes, in this order: ground contact, steering, powertrain; loads of the axles with that of the kingpin; the
motion of both bodies with their momentum, and the least change of velocity by which the hitch joins them again
(``train``); gravity and drive; brakes and resistance as impulses that stop but never reverse; the side forces of all
three axles at once, at the slip speeds at the end of the step: M + dt K is solved, which only loses energy. A lorry
that stands is one block. A trailer that meets the cab (``max_hitch_angle``) stops against it: ``is_jack_knifed``.

The hitch angle is the trailer's yaw minus the tractor's, left positive. In reverse ``control_from_command`` takes
the steering command for the trailer's path, as if the trailer were a car, and turns the wheels so (``parts.hitch``).

The defaults are a lorry of 36 t: axles and trailer as CommonRoad's vehicle 4 has them, the rest estimates.

Source: Pacejka, "Tire and Vehicle Dynamics", 3rd ed., section 1.3.2, car and trailer, without its small angles;
Althoff and Wuersching, "CommonRoad: Vehicle Models" (2020), for the sizes. Symbols in Pacejka: m, I mass and
yaw_inertia, m_c, I_c the trailer's, a, b axle offsets, h hitch_offset, f trailer_centre_offset, phi -hitch_angle.
"""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeVar

from ...convergence import UNDER_WAY, Convergence
from ...declarations import TrailerFields
from ...fields import Fraction
from ...mathematics import Flag, Real, atan, clamp, maximum, minimum, select, sincos, tan, wrap_angle
from ...parts import axle, body, brakes, gearbox, hitch, pedals, powertrain, running_gear, steering, tyre, wheels
from ...parts.attitude import GRAVITY
from ...parts.axle import AxleForces, Demand, Shares, axle_forces, road_of
from ...parts.block_friction import Velocity
from ...parts.body import Motion, body_step, slope_ahead, smoothing, turned_pose
from ...parts.ground_contact import GroundContact
from ...parts.hitch import QUICK, limited_curvature_to_push, tightest_curvature
from ...parts.hitch import State as Hitch
from ...parts.pedals import Longitudinal, acting, pedals_for
from ...parts.powertrain import Load, powertrain_step
from ...parts.rolling_body import initial_of
from ...parts.rollover import Stance
from ...parts.running_gear import State as RunningGear
from ...parts.running_gear import is_immobilised, rolling_resistance
from ...parts.steering import Control as Steering
from ...parts.steering import limit_rate
from ...parts.surface import Ground as Surface
from ...parts.tyre import TINY, Patch, fiala, grip_factor, patch_of, secant
from ...parts.wheels import Ground, Inertia, ground_share
from . import semitrailer
from .semitrailer import State as Trailer
from .train import (
    Bodies,
    Factor,
    Train,
    Velocities,
    coupling_change,
    dot,
    gap_of,
    plus,
    rank_one,
    share_held,
    solve,
    train_at,
    uncoupled_velocity,
)

__all__ = ["KIND", "REPORTS", "Control", "Ground", "Params", "State", "control_from_command", "step"]

NAME = "tractor-trailer"
KIND = "wheeled"
REFERENCE_POINT = "the tractor's centre of mass"
MAX_STEP = 0.1  # beyond it a drive ends more than 2 % of its path from that of small steps [s]
CONVERGENCE = (Convergence(1, at=UNDER_WAY),)
REPORTS = ("pitch", "roll", "engine_speed", "resistance", "is_jack_knifed")
TRAILERS = (TrailerFields("hitch_angle", "hitch_offset", "trailer_length", "trailer_yaw_rate", "trailer_mass",
                          "trailer_yaw_inertia", "trailer_centre_offset"),)  # fmt: skip

FOLDED = 0.995  # of the greatest hitch angle: the trailer lies against the tractor [1]
LEAST_KINGPIN = 0.5  # of the tractor's weight, that a trailer may lift it by [1]
STEEPEST = 1.5  # wheel angle that a driver backs with, at most: below 90 degrees [rad]


class State(NamedTuple):
    """Tractor, hitch, trailer."""

    body: body.State = body.State()
    hitch: hitch.State = hitch.State()
    trailer: semitrailer.State = semitrailer.State()  # trailer
    steering: steering.State = steering.State()
    powertrain: powertrain.State = powertrain.State()
    running_gear: running_gear.State = running_gear.State()


class Control(NamedTuple):
    """Driver inputs."""

    pedals: pedals.Control = pedals.Control()
    steering: steering.Control = steering.Control()


class Params(NamedTuple):
    """Tractor with two axles, hitch, semitrailer; a lorry of 36 t by default."""

    body: body.Params = body.Params(
        mass=8000.0, yaw_inertia=28e3, centre_height=1.0, air_drag=3.6, suspension_damping=0.3, roll_gain=0.012,
        roll_gyration=0.9,
    )  # fmt: skip
    front_axle: axle.Params = axle.Params(offset=1.8, cornering_coefficient=7.0)  # front axle
    rear_axle: axle.Params = axle.Params(offset=1.8, cornering_coefficient=8.0)  # rear axle
    hitch: hitch.Params = hitch.Params()
    trailer: semitrailer.Params = semitrailer.Params()  # trailer
    wheels: wheels.Params = wheels.Params(track_width=2.0)
    tyre: tyre.Params = tyre.Params(tyre_grip=0.85)
    running_gear: running_gear.Params = running_gear.Params(rolling_factor=0.6)
    steering: steering.Params = steering.Params(max_steer_angle=0.7, max_steer_rate=0.6)
    front_drive_share: Fraction = 0.0  # of the drive force: 1 front, 0 rear [1]
    front_brake_share: Fraction = 0.45  # of the brake force [1]
    powertrain: powertrain.Params = powertrain.Params(
        engine_power=330e3, max_drive_force=90e3, engine_lag=0.4, max_speed=25.0, max_reverse_speed=4.0,
        rotating_mass_factor=1.15, fuel_capacity=340.0, fuel_consumption=5.6e-8, idle_fuel_rate=5e-4,
    )  # fmt: skip
    gearbox: gearbox.Params = gearbox.Params(
        gear_step=1.28, top_gear_ratio=2.9, wheel_radius=0.5, peak_torque=2200.0, peak_torque_speed=125.0,
        idle_speed=60.0, max_engine_speed=210.0,
    )  # fmt: skip
    brakes: brakes.Params = brakes.Params(max_brake_force=85e3)


Value = TypeVar("Value")


class OnAxles(NamedTuple, Generic[Value]):
    """A value of each axle, or of its tyres as one."""

    front: Value
    rear: Value
    trailer: Value


class TrailerAxle(NamedTuple):
    """The trailer's axle in a step."""

    load: Real  # [N]
    grip: Real  # greatest force on the ground [N]
    brake: Real  # greatest, against the motion [N]
    rolling_resistance: Real  # [N]


class LorryAxles(NamedTuple):
    """All axles in a step."""

    front: AxleForces
    rear: AxleForces
    trailer: TrailerAxle
    rolling_resistance: Real  # of the tractor [N]


class Coupling(NamedTuple):
    """Tractor and trailer on the hitch, before any force of the ground."""

    before: Velocities  # velocity at the start of the step
    apart: Velocities  # at its end, were there no hitch
    free: Velocities  # at its end with the hitch, without friction
    gravity_left: Real  # part of that to the left by gravity [m/s]
    train: Train
    hitch_angle: Real  # at the end of the step [rad]
    open_angle: Real  # the angle that it would have reached without a stop [rad]
    meets: Flag  # whether the trailer meets the tractor


class Forward(NamedTuple):
    """The velocity with drive, brakes and resistance."""

    slowed: Velocities
    behind: Velocities  # direction along the trailer
    stands: Flag  # whether the brakes hold the tractor
    front: Real  # force of the front axle on the ground, along its wheels [N]
    rear: Real  # of the rear axle [N]
    trailer: Real  # of the trailer's axle [N]
    propulsion: Real  # impulse of drive, brakes and air on the tractor, along it [N s]


def step(state: State, control: Control, params: Params, dt: Real, ground: Ground) -> State:
    """Return the state after ``dt`` [s] with constant controls, for the tractor's centre of mass."""
    body, surface, pedals = state.body, ground.surface, acting(control.pedals, state.body.speed, state.powertrain.gear)
    # Slope, springs and flight; masses with and without the parts that turn: Wong, section 3.4, mass factor.
    mass, height = mass_and_height(params)
    stance = Stance(0.5 * params.wheels.track_width, height)
    initial = initial_of(
        body, pedals.parking_brake, stance, params.powertrain.rotating_mass_factor, surface, params.body, dt
    )
    contact, inertia = initial.contact, initial.inertia
    # delta follows the driver at no more than its rate.
    steered = limit_rate(state.steering, control.steering, params.steering, dt)
    wheel = sincos(steered.wheel_angle)
    # F of the engine at the rims, from power, gear and governor: Wong, sections 3.3 and 3.4.
    resistance = state.running_gear.resistance + params.body.air_drag * contact.speed * contact.speed
    load = Load(mass, slope_ahead(body), resistance, contact.speed, mass, pedals.driveline)
    drive = powertrain_step(
        state.powertrain, pedals.throttle, pedals.engine_stop, load, params.powertrain, params.gearbox, dt
    )
    # F_z of three axles, kingpin load from the hitch pull included, and F_x of each within mu F_z: see ``axle_loads``.
    axles = axles_of(state, contact, drive.force, pedals.brake, inertia, params, ground)
    # Both bodies move on by themselves; the hitch's impulse makes its two velocities one: see ``train``.
    coupling = coupling_of(state, contact, inertia, params, dt)
    # M dq = sum of F_x along the wheels: drive, then the brakes and resistance of trailer and tractor, then the air.
    forward = longitudinal_dynamics(coupling, axles, wheel, inertia, params, dt)
    # M dq = sum of F_y across the wheels, at the slip of the step's end: Pacejka, section 1.3.2.
    rolled, back = lateral_dynamics(forward, coupling, axles, wheel, params, dt)
    block, is_block = as_block(contact, coupling, surface, params, dt), initial.is_locked | forward.stands
    velocity = end_velocity(coupling, rolled, block, is_block)

    # Ground and hitch on the tractor: they load the axles of the next step, and lean the tractor.
    apart, spin_up = coupling.apart, params.body.mass * inertia.turning
    change_ahead = velocity.ahead - apart.ahead - dt * contact.ahead
    change_left = velocity.left - apart.left - dt * contact.left
    pull = forward.propulsion - back - params.body.mass * change_ahead
    pull = select(is_block, 0.0 * pull, pull - spin_up * (velocity.ahead - apart.ahead))
    after = Velocity(velocity.ahead, velocity.left, velocity.turn)
    x, y, yaw = turned_pose(body, contact, after, dt * body.yaw_rate * contact.turn_run, dt)
    motion = Motion(after, x, y, yaw, change_ahead, change_left)
    moves, is_folded = dt > 0.0, abs(coupling.hitch_angle) > FOLDED * params.hitch.max_hitch_angle
    return State(
        body_step(body, contact, motion, initial.stance, surface, params.body, dt),
        Hitch(
            select(moves, wrap_angle(coupling.hitch_angle), state.hitch.hitch_angle),
            state.hitch.hitch_pull + smoothing(dt) * (pull - dt * state.hitch.hitch_pull),
            select(is_folded, 1.0, 0.0),
        ),
        Trailer(select(moves, velocity.trailer_turn, state.trailer.yaw_rate)),
        steered,
        drive.state,
        RunningGear(axles.rolling_resistance + axles.trailer.rolling_resistance),
    )


def mass_and_height(params: Params) -> tuple[Real, Real]:
    """Return mass [kg] and common centre height [m] of tractor and trailer."""
    own, trailer = params.body, params.trailer
    mass = own.mass + trailer.mass
    return mass, (own.mass * own.centre_height + trailer.mass * trailer.centre_height) / mass


def control_from_command(state: State, speed: Real, steer: Real, params: Params, dt: Real) -> Control:
    """Return the control towards a speed [m/s] and a steering command in -1..1, left positive.

    Forward the command is a share of the full wheel angle; backward it is one of the tightest circle of the trailer,
    and the wheels turn as they must to lead the trailer onto it. A lorry that is to stand still stands with its parking
    brake on.
    """
    own, total = params.body.mass, params.body.mass + params.trailer.mass
    train = Longitudinal(
        total,
        (own * params.powertrain.rotating_mass_factor + params.trailer.mass) / total,
        params.body.air_drag,
        state.running_gear.resistance,
        params.brakes.max_brake_force + params.trailer.max_brake_force,
    )
    command = clamp(steer, -1.0, 1.0)
    is_backing = select(state.body.speed == 0.0, speed, state.body.speed) < 0.0
    backing = backing_wheel_angle(state, command, params)
    angle = select(is_backing, backing, command * params.steering.max_steer_angle)
    pedals = pedals_for(speed, state.body, state.powertrain, train, params.powertrain, params.gearbox, dt)
    return Control(pedals, Steering(angle))


def backing_wheel_angle(state: State, command: Real, params: Params) -> Real:
    """Return the wheel angle [rad] that pushes the trailer onto a share ``command``, -1..1, of its tightest circle."""
    wheelbase = params.front_axle.offset + params.rear_axle.offset
    offset, length = params.hitch.hitch_offset - params.rear_axle.offset, params.trailer.length
    most = tan(clamp(params.steering.max_steer_angle, 0.0, STEEPEST)) / wheelbase
    target = command * tightest_curvature(most, offset, length)
    return atan(wheelbase * limited_curvature_to_push(state.hitch.hitch_angle, target, most, offset, length, QUICK))


def axle_loads(ahead: Real, pull: Real, support: Real, params: Params) -> OnAxles[Real]:
    """Return the axles' loads [N]."""
    body, trailer, front = params.body, params.trailer, params.front_axle.offset
    weight, trailer_weight = body.mass * support, trailer.mass * support
    overhang = trailer_weight * (trailer.length - trailer.centre_offset)
    trailer_pitch_moment = trailer.mass * ahead * trailer.centre_height - pull * params.hitch.hitch_height
    kingpin = clamp((overhang - trailer_pitch_moment) / trailer.length, -LEAST_KINGPIN * weight, trailer_weight)
    tractor_pitch_moment = body.mass * ahead * body.centre_height + pull * params.hitch.hitch_height
    about_front = weight * front + kingpin * (front + params.hitch.hitch_offset) + tractor_pitch_moment
    total = weight + kingpin
    rear = clamp(about_front / (front + params.rear_axle.offset), 0.0, total)
    return OnAxles(total - rear, rear, trailer_weight - kingpin)


def axles_of(
    state: State, contact: GroundContact, drive: Real, brake: Real, inertia: Inertia, params: Params,
    ground: Ground,
) -> LorryAxles:  # fmt: skip
    """Return loads, grips and forces of the axles."""
    surface, friction, speed = ground.surface, ground.surface.friction, contact.speed
    zero = 0.0 * contact.support
    loads = axle_loads(state.body.specific_force_ahead, state.hitch.hitch_pull, contact.support, params)
    usual = axle_loads(zero, zero, GRAVITY + zero, params)
    front_grip = friction * loads.front * grip_factor(loads.front, maximum(usual.front, 1.0), params.tyre)
    rear_grip = friction * loads.rear * grip_factor(loads.rear, maximum(usual.rear, 1.0), params.tyre)
    trailer_grip = friction * loads.trailer * grip_factor(loads.trailer, maximum(usual.trailer, 1.0), params.tyre)
    immobilised = is_immobilised(surface, params.running_gear)
    coefficient = params.running_gear.rolling_factor * ground.wheel_resistance
    front_resistance = axle_resistance(loads.front, coefficient, speed, friction, immobilised)
    rear_resistance = axle_resistance(loads.rear, coefficient, speed, friction, immobilised)
    trailer_resistance = axle_resistance(loads.trailer, coefficient, speed, friction, immobilised)
    rolling_resistance = front_resistance + rear_resistance
    trailer_brake = minimum(brake * params.trailer.max_brake_force, maximum(trailer_grip - trailer_resistance, 0.0))

    total = params.body.mass + params.trailer.mass
    pull = total * contact.ahead + params.body.mass * contact.lateral_speed * state.body.yaw_rate
    pull = pull - params.body.air_drag * speed * abs(speed)
    motion = select(speed < 0.0, -1.0, 1.0)
    demand = Demand(
        drive,
        brake * params.brakes.max_brake_force,
        select(drive < 0.0, -1.0, 1.0) * (pull - motion * (rolling_resistance + trailer_resistance)),
        trailer_brake + trailer_resistance - motion * pull,
        params.body.mass * inertia.turning / total,
    )
    road = road_of(surface, immobilised)
    front = Shares(params.front_drive_share, params.front_brake_share)
    rear = Shares(1.0 - front.drive, 1.0 - front.brake)
    return LorryAxles(
        axle_forces(loads.front, front_resistance, front_grip, front, demand, road),
        axle_forces(loads.rear, rear_resistance, rear_grip, rear, demand, road),
        TrailerAxle(loads.trailer, trailer_grip, trailer_brake, trailer_resistance),
        rolling_resistance,
    )


def axle_resistance(load: Real, coefficient: Real, speed: Real, friction: Real, immobilised: Flag) -> Real:
    """Return the resistance [N] of an axle: of rolling or, of a vehicle that is immobilised, all of its friction."""
    return select(immobilised, friction * load, rolling_resistance(load, coefficient, speed))


def coupling_of(state: State, contact: GroundContact, inertia: Inertia, params: Params, dt: Real) -> Coupling:
    """Return both bodies after they moved on, each by itself, and the hitch joined them again."""
    body, hitch_angle = state.body, state.hitch.hitch_angle
    before = Velocities(contact.speed, contact.lateral_speed, body.yaw_rate, state.trailer.yaw_rate)
    open_angle = hitch_angle + dt * (state.trailer.yaw_rate - body.yaw_rate)
    furthest = maximum(params.hitch.max_hitch_angle, abs(hitch_angle))
    meets = (abs(open_angle) >= furthest) & (dt > 0.0)
    stopped = select(open_angle < 0.0, -furthest, furthest)
    after = select(meets, stopped, open_angle)
    tractor, trailer = params.body, params.trailer
    bodies = Bodies(
        tractor.mass, inertia.factor, tractor.yaw_inertia, trailer.mass, trailer.yaw_inertia,
        params.hitch.hitch_offset, trailer.centre_offset,
    )  # fmt: skip
    train = train_at(after, bodies)
    apart = uncoupled_velocity(before, dt * body.yaw_rate, bodies)
    gap_ahead, gap_left = gap_of(apart, before, hitch_angle, dt * body.yaw_rate, train)
    change = coupling_change(gap_ahead, gap_left, dt * contact.ahead, dt * contact.left, train)
    return Coupling(before, apart, plus(apart, 1.0, change), dt * contact.left, train, after, open_angle, meets)


def longitudinal_dynamics(
    coupling: Coupling, axles: LorryAxles, wheel: tuple[Real, Real], inertia: Inertia, params: Params, dt: Real
) -> Forward:
    """Return the velocity after drive, then brakes and resistance: the trailer's, the tractor's, the air's."""
    (sine, cosine), front, rear, trailer = wheel, axles.front, axles.rear, axles.trailer
    factor = coupling.train.factor
    driving = front.drive * cosine + rear.drive
    aside = dt * front.drive * sine
    impulse = Velocities(dt * driving, aside, params.front_axle.offset * aside, 0.0 * sine)
    driven = plus(coupling.free, 1.0, solve(factor, impulse))
    bent, straight = sincos(coupling.hitch_angle)
    zero = 0.0 * bent
    own = Velocities(1.0 + zero, zero, zero, zero)
    behind = Velocities(straight, bent, -params.hitch.hitch_offset * bent, zero)
    by_own, by_behind = solve(factor, own), solve(factor, behind)
    trailer_able = dt * (trailer.rolling_resistance + trailer.brake)
    trailer_stop = -clamp(dot(behind, driven) / dot(behind, by_behind), -trailer_able, trailer_able)
    slowed = plus(driven, trailer_stop, by_behind)
    able = dt * (axles.rolling_resistance + front.brake + rear.brake)
    stands = abs(slowed.ahead) <= able * by_own.ahead
    stop = -clamp(slowed.ahead / by_own.ahead, -able, able)
    rest = slowed.ahead + stop * by_own.ahead
    drag = dt * params.body.air_drag * abs(rest)
    slowing = stop - drag * rest / (1.0 + drag * by_own.ahead)
    slowed = plus(slowed, slowing, by_own)

    share, trailer_share = stop / maximum(able, TINY), trailer_stop / maximum(trailer_able, TINY)
    mass = params.body.mass
    rotating_mass, total = mass * inertia.turning, mass + params.trailer.mass
    spin_up = rotating_mass * (slowed.ahead - coupling.apart.ahead)
    share_on_ground = ground_share(dt * driving + stop, spin_up, 1.0 + rotating_mass / total)
    return Forward(
        slowed,
        behind,
        stands,
        share_on_ground * (front.drive + share * front.brake),
        share_on_ground * (rear.drive + share * rear.brake),
        trailer_share * trailer.brake,
        dt * driving + slowing,
    )


def lateral_dynamics(
    forward: Forward, coupling: Coupling, axles: LorryAxles, wheel: tuple[Real, Real], params: Params, dt: Real
) -> tuple[Velocities, Real]:
    """Return the velocity after the side forces: (M + dt sum k b b') dq = -dt sum k b s, b the axles' directions.

    The second number is the impulse of the front axle's side force along the tractor [N s].

    The forces are those of the tyres' curves at the slip of the step's end. That slip is found with the stiffnesses at
    the beginning, then with those at the slip found.
    """
    (sine, cosine), velocity, behind = wheel, forward.slowed, forward.behind
    a, b, hitch = params.front_axle.offset, params.rear_axle.offset, params.hitch.hitch_offset
    zero = 0.0 * sine
    sides = OnAxles(
        Velocities(-sine, cosine, a * cosine, zero),
        Velocities(zero, 1.0 + zero, zero - b, zero),
        Velocities(-behind.left, behind.ahead, -hitch * behind.ahead, 0.0 * behind.left - params.trailer.length),
    )
    front, rear, trailer = axles.front, axles.rear, axles.trailer
    front_along = velocity.ahead * cosine + (velocity.left + a * velocity.turn) * sine
    front_k, rear_k = params.front_axle.cornering_coefficient, params.rear_axle.cornering_coefficient
    trailer_k, tyre = params.trailer.cornering_coefficient * trailer.load, params.tyre
    patches = OnAxles(
        patch_of(front_along, front_k * front.load, front.grip, forward.front, tyre),
        patch_of(velocity.ahead, rear_k * rear.load, rear.grip, forward.rear, tyre),
        patch_of(dot(behind, velocity), trailer_k, trailer.grip, forward.trailer, tyre),
    )
    begin = Velocities(velocity.ahead, velocity.left - coupling.gravity_left, velocity.turn, velocity.trailer_turn)
    end, _ = with_side_forces(sides, patches, begin, velocity, coupling.train.factor, dt)
    rolled, front_k = with_side_forces(sides, patches, end, velocity, coupling.train.factor, dt)
    return rolled, -front_k * dot(sides.front, rolled) * sine


def with_side_forces(
    sides: OnAxles[Velocities], patches: OnAxles[Patch], at: Velocities, free: Velocities, factor: Factor, dt: Real
) -> tuple[Velocities, Real]:
    """Return the velocity after the side forces, and the stiffness of the front axle's tyres, times dt [kg]."""
    front, rear, last = sides
    front_k = secant(fiala, dot(front, at), patches.front, dt)
    rear_k = secant(fiala, dot(rear, at), patches.rear, dt)
    trailer_k = secant(fiala, dot(last, at), patches.trailer, dt)
    stiffness = rank_one(rank_one(rank_one(factor, front_k, front), rear_k, rear), trailer_k, last)
    zero = 0.0 * front_k
    demanded = plus(Velocities(zero, zero, zero, zero), -front_k * dot(front, free), front)
    demanded = plus(plus(demanded, -rear_k * dot(rear, free), rear), -trailer_k * dot(last, free), last)
    return plus(free, 1.0, solve(stiffness, demanded)), front_k


def as_block(contact: GroundContact, coupling: Coupling, surface: Surface, params: Params, dt: Real) -> Velocities:
    """Return the velocity at the end of a step in which tractor and trailer slide or stand as one block."""
    free, bodies = coupling.free, coupling.train.bodies
    total, rotating_mass = bodies.mass + bodies.trailer_mass, bodies.mass * (bodies.factor - 1.0)
    pressed = dt * contact.support * params.tyre.tyre_grip
    loose = free.ahead + dt * contact.ahead * rotating_mass / (total + rotating_mass)  # the wheels do not turn
    block = Velocities(loose, free.left, free.turn, free.trailer_turn)
    static, sliding = surface.friction * pressed, surface.sliding_friction * pressed
    kept = 1.0 - share_held(coupling.before, block, static, sliding, coupling.train)
    return Velocities(kept * block.ahead, kept * block.left, kept * block.turn, kept * block.trailer_turn)


def end_velocity(coupling: Coupling, rolled: Velocities, block: Velocities, is_block: Flag) -> Velocities:
    """Return the velocity at the end of a step; a trailer that meets the cab turns with it.

    A lorry that is locked, lies on its side or has stopped moves as one block, any other rolls.
    """
    ended = Velocities(
        select(is_block, block.ahead, rolled.ahead),
        select(is_block, block.left, rolled.left),
        select(is_block, block.turn, rolled.turn),
        select(is_block, block.trailer_turn, rolled.trailer_turn),
    )
    opening, zero = ended.trailer_turn - ended.turn, 0.0 * ended.ahead
    closes = coupling.meets & (opening * coupling.open_angle > 0.0)
    by_stop = solve(coupling.train.factor, Velocities(zero, zero, zero - 1.0, zero + 1.0))
    velocity = plus(ended, select(closes, -opening / (by_stop.trailer_turn - by_stop.turn), 0.0 * opening), by_stop)
    trailer_turn = select(closes, velocity.turn, velocity.trailer_turn)
    return Velocities(velocity.ahead, velocity.left, velocity.turn, trailer_turn)
