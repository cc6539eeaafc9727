"""Tractor and semitrailer through one step: loads, coupling, forward forces, side forces, and how the step ends.

Both bodies move on with their momentum and the hitch joins them again, with the least change (``train``); gravity and
drive; brakes and resistance as impulses that stop and never turn round; then the side forces of all three axles at
once, at the slip speeds that the step ends with: M + dt K is solved, which only loses energy.

Source: as ``train``; loads: moments about the trailer's axle and about the front axle.
"""

from typing import NamedTuple

from ..mathematics import Flag, Real, clamp, maximum, minimum, select, sincos, wrap_angle
from .attitude import GRAVITY
from .axle import AxleForces, Demand, Shares, axle_forces, road_of
from .block_friction import Velocity
from .body import Motion, smoothing, turned_pose
from .ground_contact import GroundContact
from .running_gear import is_immobilised, rolling_resistance
from .surface import Ground as Surface
from .train import (
    Coupled,
    Factor,
    Four,
    coupled,
    dot,
    gap_of,
    plus,
    rejoined,
    solved,
    stiffened,
    train_share_held,
    unjoined,
)
from .tyre import TINY, Patch, fiala, grip_factor, patch_of, secant
from .vehicles import LorryParams, LorryState
from .wheels import Ground, Inertia, ground_share

LEAST_KINGPIN = 0.5  # of the tractor's weight, that a trailer may lift it by [1]


class Loads(NamedTuple):
    """Loads of the axles."""

    front: Real  # [N]
    rear: Real  # [N]
    trailer: Real  # [N]


class TrailerAxle(NamedTuple):
    """The trailer's axle in a step."""

    load: Real  # [N]
    grip: Real  # greatest force on the ground [N]
    brake: Real  # greatest, against the motion [N]
    resisting: Real  # rolling resistance [N]


class LorryAxles(NamedTuple):
    """All axles in a step."""

    front: AxleForces
    rear: AxleForces
    trailer: TrailerAxle
    resisting: Real  # rolling resistance of the tractor [N]


class Coupling(NamedTuple):
    """Tractor and trailer on the hitch, before any force of the ground."""

    before: Four  # velocity at the start of the step
    apart: Four  # at its end, were there no hitch
    free: Four  # at its end with the hitch, as on ice
    pulled: Real  # part of that to the left that gravity brings about [m/s]
    train: Coupled
    hitch_angle: Real  # at the end of the step [rad]
    reached: Real  # the angle that it would have reached without a stop [rad]
    meets: Flag  # whether the trailer meets the tractor


class Forward(NamedTuple):
    """The velocity with drive, brakes and resistance."""

    slowed: Four
    behind: Four  # direction along the trailer
    stands: Flag  # whether the brakes hold the tractor
    front: Real  # force of the front axle on the ground, along its wheels [N]
    rear: Real  # of the rear axle [N]
    trailer: Real  # of the trailer's axle [N]
    hauled: Real  # impulse of drive, brakes and air on the tractor, along it [N s]


class Sides(NamedTuple):
    """Direction across each axle."""

    front: Four
    rear: Four
    trailer: Four


class Patches(NamedTuple):
    """Contact patch of each axle's tyres."""

    front: Patch
    rear: Patch
    trailer: Patch


class Rolled(NamedTuple):
    """The velocity after the side forces of all axles."""

    velocity: Four
    back: Real  # impulse of the front axle's side force along the tractor [N s]


class TrainMotion(NamedTuple):
    """Tractor and trailer at the end of the step."""

    body: Motion
    hitch_angle: Real  # [rad]
    hitch_pull: Real  # smoothed [N]
    trailer_yaw_rate: Real  # [rad/s]


def axle_loads(ahead: Real, pull: Real, support: Real, params: LorryParams) -> Loads:
    """Return the axles' loads [N].

    Args:
        ahead: specific force [m/s^2]; speeding up takes load off the front and off the kingpin.
        pull: of the trailer on the tractor, at the height of the hitch [N].
        support: of the ground over the mass [m/s^2].
        params: of the lorry.
    """
    body, trailer, front = params.body, params.trailer, params.front_axle.offset
    weight, trailer_weight = body.inertia.mass * support, trailer.inertia.mass * support
    overhang = trailer_weight * (trailer.length - trailer.centre_offset)
    nods = trailer.inertia.mass * ahead * trailer.inertia.centre_height - pull * params.hitch.hitch_height
    kingpin = clamp((overhang - nods) / trailer.length, -LEAST_KINGPIN * weight, trailer_weight)
    squats = body.inertia.mass * ahead * body.inertia.centre_height + pull * params.hitch.hitch_height
    about_front = weight * front + kingpin * (front + params.hitch.hitch_offset) + squats
    total = weight + kingpin
    rear = clamp(about_front / (front + params.rear_axle.offset), 0.0, total)
    return Loads(total - rear, rear, trailer_weight - kingpin)


def axles_of(
    state: LorryState, contact: GroundContact, drive: Real, brake: Real, inertia: Inertia, params: LorryParams,
    ground: Ground,
) -> LorryAxles:  # fmt: skip
    """Return loads, grips and forces of the axles.

    Args:
        state: of the lorry.
        contact: of the step.
        drive: force of the powertrain [N].
        brake: of the pedal [1].
        inertia: of the tractor.
        params: of the lorry.
        ground: under it.
    """
    surface, friction, speed = ground.surface, ground.surface.friction, contact.speed
    zero = 0.0 * contact.support
    loads = axle_loads(state.body.specific_force_ahead, state.hitch.hitch_pull, contact.support, params)
    usual = axle_loads(zero, zero, GRAVITY + zero, params)
    front_grip = friction * loads.front * grip_factor(loads.front, maximum(usual.front, 1.0), params.tyre)
    rear_grip = friction * loads.rear * grip_factor(loads.rear, maximum(usual.rear, 1.0), params.tyre)
    trailer_grip = friction * loads.trailer * grip_factor(loads.trailer, maximum(usual.trailer, 1.0), params.tyre)
    immobilised = is_immobilised(surface, params.running_gear)
    coefficient = params.running_gear.rolling_factor * ground.wheel_resistance
    front_resisting = resisting_of(loads.front, coefficient, speed, friction, immobilised)
    rear_resisting = resisting_of(loads.rear, coefficient, speed, friction, immobilised)
    trailer_resisting = resisting_of(loads.trailer, coefficient, speed, friction, immobilised)
    resisting = front_resisting + rear_resisting
    trailer_brake = minimum(brake * params.trailer.max_brake_force, maximum(trailer_grip - trailer_resisting, 0.0))

    total = params.body.inertia.mass + params.trailer.inertia.mass
    pull = total * contact.ahead + params.body.inertia.mass * contact.lateral_speed * state.body.yaw_rate
    pull = pull - params.body.aerodynamics.air_drag * speed * abs(speed)
    motion = select(speed < 0.0, -1.0, 1.0)
    demand = Demand(
        drive,
        brake * params.brakes.max_brake_force,
        select(drive < 0.0, -1.0, 1.0) * (pull - motion * (resisting + trailer_resisting)),
        trailer_brake + trailer_resisting - motion * pull,
        params.body.inertia.mass * inertia.turning / total,
    )
    road = road_of(surface, immobilised)
    front = Shares(params.distribution.front_drive_share, params.distribution.front_brake_share)
    rear = Shares(1.0 - front.drive, 1.0 - front.brake)
    return LorryAxles(
        axle_forces(loads.front, front_resisting, front_grip, front, demand, road),
        axle_forces(loads.rear, rear_resisting, rear_grip, rear, demand, road),
        TrailerAxle(loads.trailer, trailer_grip, trailer_brake, trailer_resisting),
        resisting,
    )


def resisting_of(load: Real, coefficient: Real, speed: Real, friction: Real, immobilised: Flag) -> Real:
    """Return the resistance [N] of an axle: of rolling or, of a vehicle that is immobilised, all of its friction.

    Args:
        load: on the axle [N].
        coefficient: of rolling resistance [1].
        speed: of the axle along its wheels [m/s].
        friction: of the ground [1].
        immobilised: truth value: the soil is too soft to carry the vehicle.
    """
    return select(immobilised, friction * load, rolling_resistance(load, coefficient, speed))


def coupling_of(state: LorryState, contact: GroundContact, inertia: Inertia, params: LorryParams, dt: Real) -> Coupling:
    """Return both bodies after they moved on, each by itself, and the hitch joined them again.

    Args:
        state: the lorry's ``State`` before the step.
        contact: of the tractor with the ground.
        inertia: of the tractor and its wheels.
        params: the lorry's ``Params``.
        dt: time step [s].
    """
    body, hitch_angle = state.body, state.hitch.hitch_angle
    before = Four(contact.speed, contact.lateral_speed, body.yaw_rate, state.trailer.yaw_rate)
    reached = hitch_angle + dt * (state.trailer.yaw_rate - body.yaw_rate)
    furthest = maximum(params.hitch.max_hitch_angle, abs(hitch_angle))
    meets = (abs(reached) >= furthest) & (dt > 0.0)
    stopped = select(reached < 0.0, -furthest, furthest)
    after = select(meets, stopped, reached)
    train = coupled(after, inertia.factor, params)
    apart = unjoined(before, dt * body.yaw_rate, inertia.factor)
    gap_ahead, gap_left = gap_of(apart, before, hitch_angle, dt * body.yaw_rate, train, params)
    change = rejoined(gap_ahead, gap_left, dt * contact.ahead, dt * contact.left, train, params)
    return Coupling(before, apart, plus(apart, 1.0, change), dt * contact.left, train, after, reached, meets)


def forward_step(
    coupling: Coupling, axles: LorryAxles, wheel: tuple[Real, Real], inertia: Inertia, params: LorryParams, dt: Real
) -> Forward:
    """Return the velocity after drive, then brakes and resistance: the trailer's, the tractor's, the air's.

    Args:
        coupling: of the step.
        axles: of the step.
        wheel: sine and cosine of the front wheels' angle.
        inertia: of the tractor.
        params: of the lorry.
        dt: [s].
    """
    (sine, cosine), front, rear, trailer = wheel, axles.front, axles.rear, axles.trailer
    factor = coupling.train.factor
    driving = front.drive * cosine + rear.drive
    aside = dt * front.drive * sine
    impulse = Four(dt * driving, aside, params.front_axle.offset * aside, 0.0 * sine)
    hauled = plus(coupling.free, 1.0, solved(factor, impulse))
    bent, straight = sincos(coupling.hitch_angle)
    zero = 0.0 * bent
    own = Four(1.0 + zero, zero, zero, zero)
    behind = Four(straight, bent, -params.hitch.hitch_offset * bent, zero)
    by_own, by_behind = solved(factor, own), solved(factor, behind)
    trailer_able = dt * (trailer.resisting + trailer.brake)
    trailer_stop = -clamp(dot(behind, hauled) / dot(behind, by_behind), -trailer_able, trailer_able)
    slowed = plus(hauled, trailer_stop, by_behind)
    able = dt * (axles.resisting + front.brake + rear.brake)
    stands = abs(slowed.ahead) <= able * by_own.ahead
    stop = -clamp(slowed.ahead / by_own.ahead, -able, able)
    rest = slowed.ahead + stop * by_own.ahead
    drag = dt * params.body.aerodynamics.air_drag * abs(rest)
    blown = stop - drag * rest / (1.0 + drag * by_own.ahead)
    slowed = plus(slowed, blown, by_own)

    share, trailer_share = stop / maximum(able, TINY), trailer_stop / maximum(trailer_able, TINY)
    mass = params.body.inertia.mass
    turning_mass, total = mass * inertia.turning, mass + params.trailer.inertia.mass
    spun = turning_mass * (slowed.ahead - coupling.apart.ahead)
    reaching = ground_share(dt * driving + stop, spun, 1.0 + turning_mass / total)
    return Forward(
        slowed,
        behind,
        stands,
        reaching * (front.drive + share * front.brake),
        reaching * (rear.drive + share * rear.brake),
        trailer_share * trailer.brake,
        dt * driving + blown,
    )


def lateral_step(
    forward: Forward, coupling: Coupling, axles: LorryAxles, wheel: tuple[Real, Real], params: LorryParams, dt: Real
) -> Rolled:
    """Return the velocity after the side forces: (M + dt sum k b b') dq = -dt sum k b s, b the axles' directions.

    The forces are those of the tyres' curves at the slip of the step's end. That slip is found with the stiffnesses at
    the beginning, then with those at the slip found.

    Args:
        forward: velocities and loads after the forces ahead.
        coupling: both bodies on the hitch.
        axles: load and grip of each axle.
        wheel: sine and cosine of the front wheels' angle.
        params: the lorry's ``Params``.
        dt: time step [s].
    """
    (sine, cosine), velocity, behind = wheel, forward.slowed, forward.behind
    a, b, hitch = params.front_axle.offset, params.rear_axle.offset, params.hitch.hitch_offset
    zero = 0.0 * sine
    sides = Sides(
        Four(-sine, cosine, a * cosine, zero),
        Four(zero, 1.0 + zero, zero - b, zero),
        Four(-behind.left, behind.ahead, -hitch * behind.ahead, 0.0 * behind.left - params.trailer.length),
    )
    front, rear, trailer = axles.front, axles.rear, axles.trailer
    front_along = velocity.ahead * cosine + (velocity.left + a * velocity.turn) * sine
    patches = Patches(
        patch_of(front_along, params.front_axle.cornering_coefficient * front.load, front.grip, forward.front),
        patch_of(velocity.ahead, params.rear_axle.cornering_coefficient * rear.load, rear.grip, forward.rear),
        patch_of(
            dot(behind, velocity), params.trailer.cornering_coefficient * trailer.load, trailer.grip, forward.trailer
        ),
    )
    begin = Four(velocity.ahead, velocity.left - coupling.pulled, velocity.turn, velocity.swing)
    end, _ = rolled_with(sides, patches, begin, velocity, coupling.train.factor, dt)
    rolled, front_firm = rolled_with(sides, patches, end, velocity, coupling.train.factor, dt)
    return Rolled(rolled, -front_firm * dot(sides.front, rolled) * sine)


def rolled_with(sides: Sides, patches: Patches, at: Four, free: Four, factor: Factor, dt: Real) -> tuple[Four, Real]:
    """Return the velocity after the side forces, and the stiffness of the front axle's tyres, times dt [kg].

    Args:
        sides: direction across each axle.
        patches: of their tyres.
        at: velocity at whose slip the stiffnesses are taken.
        free: velocity before the side forces.
        factor: of M.
        dt: time step [s].
    """
    front, rear, last = sides
    front_firm = secant(fiala, dot(front, at), patches.front, dt)
    rear_firm = secant(fiala, dot(rear, at), patches.rear, dt)
    last_firm = secant(fiala, dot(last, at), patches.trailer, dt)
    firm = stiffened(stiffened(stiffened(factor, front_firm, front), rear_firm, rear), last_firm, last)
    zero = 0.0 * front_firm
    asked = plus(Four(zero, zero, zero, zero), -front_firm * dot(front, free), front)
    asked = plus(plus(asked, -rear_firm * dot(rear, free), rear), -last_firm * dot(last, free), last)
    return plus(free, 1.0, solved(firm, asked)), front_firm


def motion_after(
    state: LorryState, contact: GroundContact, coupling: Coupling, forward: Forward, rolled: Rolled, is_locked: Flag,
    vehicle: tuple[LorryParams, Surface, Inertia], dt: Real,
) -> TrainMotion:  # fmt: skip
    """Return the end of a step: rolling, or, of a lorry that is locked, on its side or stopped, as one block.

    A trailer that meets the cab turns with it. The pose turns as the velocity was turned, so that momentum keeps its
    direction in the world.

    Args:
        state: of the lorry before the step.
        contact: of the step.
        coupling: of the step.
        forward: of the step.
        rolled: of the step.
        is_locked: whether its parking brake holds it, or it lies on its side.
        vehicle: its parameters, the surface under it, and the tractor's masses.
        dt: [s].
    """
    params, surface, inertia = vehicle
    free, apart, is_block = coupling.free, coupling.apart, is_locked | forward.stands
    mass = params.body.inertia.mass
    total, turning_mass = mass + params.trailer.inertia.mass, mass * inertia.turning
    pressed = dt * contact.support * params.tyre.tyre_grip
    loose = free.ahead + dt * contact.ahead * turning_mass / (total + turning_mass)  # as its wheels stand
    block = Four(loose, free.left, free.turn, free.swing)
    static, sliding = surface.friction * pressed, surface.sliding_friction * pressed
    kept = 1.0 - train_share_held(coupling.before, block, static, sliding, coupling.train, inertia.factor, params)
    ended = Four(
        select(is_block, kept * block.ahead, rolled.velocity.ahead),
        select(is_block, kept * block.left, rolled.velocity.left),
        select(is_block, kept * block.turn, rolled.velocity.turn),
        select(is_block, kept * block.swing, rolled.velocity.swing),
    )
    opening, zero = ended.swing - ended.turn, 0.0 * ended.ahead
    folds = coupling.meets & (opening * coupling.reached > 0.0)
    by_stop = solved(coupling.train.factor, Four(zero, zero, zero - 1.0, zero + 1.0))
    velocity = plus(ended, select(folds, -opening / (by_stop.swing - by_stop.turn), 0.0 * opening), by_stop)

    # Ground and hitch on the tractor: they load the axles of the next step, and lean the tractor.
    change_ahead = velocity.ahead - apart.ahead - dt * contact.ahead
    change_left = velocity.left - apart.left - dt * contact.left
    pull = forward.hauled - rolled.back - mass * change_ahead
    pull = select(is_block, 0.0 * pull, pull - turning_mass * (velocity.ahead - apart.ahead))
    after = Velocity(velocity.ahead, velocity.left, velocity.turn)
    x, y, yaw = turned_pose(state.body, contact, after, dt * state.body.yaw_rate * contact.turn_run, dt)
    moves, hitch = dt > 0.0, state.hitch
    return TrainMotion(
        Motion(after, x, y, yaw, change_ahead, change_left),
        select(moves, wrap_angle(coupling.hitch_angle), hitch.hitch_angle),
        hitch.hitch_pull + smoothing(dt) * (pull - dt * hitch.hitch_pull),
        select(moves, select(folds, velocity.turn, velocity.swing), state.trailer.yaw_rate),
    )
