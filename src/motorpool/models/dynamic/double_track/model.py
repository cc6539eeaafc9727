"""Car on four wheels: load from side to side, wheels that lift, an axle that spins one wheel.

Valid where ``single-track`` is, and where a single wheel matters: at the limit in a bend, where the inner wheels carry
less and lift; under power, where an open differential spins the unladen wheel and a locked one does not; on two wheels
and in a rollover. The load follows the body's acceleration with a short lag and not the motion of each spring; the
wheels have no angles but the steering's (no toe, no camber).

A step has the order of ``single-track``. Each axle takes its share of the roll stiffness of the load that the specific
force to the side transfers; where an inner wheel is off the ground, the other axle takes the rest. The front wheels
have Ackermann's angles, on one centre of rotation. The rear wheels slip alike, the front ones each for itself: three
lines of contact, solved at once (``parts.contact_lines``).

Source: Gillespie, "Fundamentals of Vehicle Dynamics", chapter 6, equation 6-34 (load transfer by roll stiffness) and
chapter 2 (open differential); Ackermann's angles: "Kinematics of a turning car" (document 002), as in
``ackermann.geometry``. Symbols there: K_phi roll stiffness, h centre_height, t track_width, W load, M V^2/R the side
force.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from ...convergence import UNDER_WAY, Convergence
from ...fields import OPTIONAL, Fraction, NonNegative, Signed
from ...mathematics import Real, clamp, maximum, minimum, select, sincos
from ...parts import (
    axle,
    body,
    brakes,
    compliance,
    differential,
    driver_aids,
    gearbox,
    pedals,
    powertrain,
    running_gear,
    steering,
    surface,
    tyre,
    wheels,
)
from ...parts.axle import AxleForces, Road, Shares, front_share
from ...parts.block_friction import Velocity
from ...parts.body import slope_ahead
from ...parts.brakes import rolls_along
from ...parts.compliance import Give, give_of
from ...parts.contact_lines import Compliance, Line, Lines, Three, Weights, compliance_of, limited, mean_slips, slips_of
from ...parts.differential import Contact, Coupling, axle_wheels, ground_forces, turned
from ...parts.driver_aids import Intervention, SteeredAxle, intervention_of
from ...parts.four_wheels import Angle, Wheels, ackermann, rear_speed
from ...parts.locking import CornerSpeeds, Slide, locked_forces, rolls_or_slides, secant, slides_of
from ...parts.pedals import acting, longitudinal_of, pedals_for
from ...parts.powertrain import Drive, Load, powertrain_step
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
from ...parts.tyre import TINY, Patch, TyreForce, fiala, grip_factor, patch_of
from ...parts.wheels import Ground as WheelGround

__all__ = ["KIND", "REPORTS", "Control", "Ground", "Params", "State", "control_from_command", "step", "step_with"]

NAME = "double-track"
KIND = "wheeled"
REFERENCE_POINT = "the centre of mass"
MAX_STEP = 0.1  # beyond it a drive ends more than 2 % of its path from that of small steps [s]
CONVERGENCE = (Convergence(1, at={**UNDER_WAY, "axle_coupling": 0.0}, excess=0.9),)  # 1 from 1/256 s on if coupled
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
    differential: differential.Params = differential.Params()
    front_drive_share: Fraction = 1.0  # of the drive force: 1 front, 0 rear [1]
    front_brake_share: Fraction = 0.6  # of the brake force [1]
    powertrain: powertrain.Params = powertrain.Params()
    gearbox: gearbox.Params = gearbox.Params()
    brakes: brakes.Params = brakes.Params()
    rear_steer_ratio: Annotated[Signed, OPTIONAL] = 0.0  # rear over front steer angle: -1 opposite, 0 fixed, 1 crab [1]
    compliance: compliance.Params = compliance.Params()
    driver_aids: driver_aids.Params = driver_aids.Params()


class Ground(NamedTuple):
    """Ground under four wheels, whose friction may differ between the sides; dry asphalt by default."""

    surface: surface.Ground = surface.Ground()
    wheel_resistance: NonNegative = 0.013  # of rolling, over the load [1]
    friction_split: Annotated[Signed, OPTIONAL] = 0.0  # left less right friction, over their sum [1]


class WheelForces(NamedTuple):
    """The wheels in one step."""

    wheels: Wheels[AxleForces]  # of AxleForces
    slides: Wheels[Slide]  # of Slide
    left: Angle  # of the left front wheel
    right: Angle  # of the right front wheel
    rear: Angle  # of both rear wheels
    rolling_resistance: Real  # of all wheels [N]


class Steered(NamedTuple):
    """Angles of the axles, and forces of stability control."""

    middle: Angle  # of a wheel in the middle of the front axle
    behind: Angle  # of both rear wheels
    aid: Intervention


class BeforeSideForces(NamedTuple):
    """A step before the side forces of its tyres."""

    initial: Initial
    steered: steering.State
    drive: Drive
    forces: WheelForces
    longitudinal: LongitudinalMotion[Wheels[Real]]


class SideContact(NamedTuple):
    """Lines of contact of a car, with stiffnesses, inverse masses and slip speeds of a step."""

    lines: Lines
    weights: Weights
    by: Compliance  # of the body along the lines
    patches: Wheels[Patch]
    slides: Wheels[Slide]
    give: Give  # of the steering
    free: Three  # slip speeds that the step would end with without side forces [m/s]
    gravity_slips: Three  # part of them that gravity brings about [m/s]
    begin: Three  # slip speeds at the beginning, before gravity [m/s]


def step(state: State, control: Control, params: Params, dt: Real, ground: Ground) -> State:
    """Return the state after ``dt`` [s] with constant controls, for the centre of mass."""
    return step_with(fiala, state, control, params, dt, ground)


def step_with(tyre_force: TyreForce, state: State, control: Control, params: Params, dt: Real, ground: Ground) -> State:
    """Return the same with any tyre of ``parts.tyre``: ``fiala`` or ``magic_formula``."""
    before = before_side_forces(state, control, params, dt, ground)
    # m (dV_y/dt + r V_x) = sum of F_y cos delta; I_z dr/dt = sum of their moments about the centre of mass.
    lateral = lateral_dynamics(tyre_force, state.body, before, params, dt)
    return after_side_forces(state, before, lateral, params, dt, ground)


def before_side_forces(state: State, control: Control, params: Params, dt: Real, ground: Ground) -> BeforeSideForces:
    """Return a step up to the side forces of its tyres."""
    body, surface = state.body, ground.surface
    pedals = acting(control.pedals, body.speed, state.powertrain.gear)
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
    under = WheelGround(surface, ground.wheel_resistance)
    # Brakes of single wheels that hold the course of a steady bend: Rajamani, chapter 8.
    middle, behind = Angle(*sincos(angle)), Angle(*sincos(params.rear_steer_ratio * angle))
    aid = stability_of(body, middle, behind, params, surface.friction)
    driving = minimum(drive.force, 0.0) + aid.drive_share * maximum(drive.force, 0.0)
    # Load m g cos theta, rolling resistance R_x = f_r F_z, and what engine and brakes demand: Rajamani, section 4.1.
    total = total_of(body, initial, driving, braking, params.body, params.running_gear, under)
    # F_z of each wheel with both load transfers, its F_x within mu F_z, its angle: see ``four_wheels``.
    forces = forces_of(body, initial, total, Steered(middle, behind, aid), params, ground)
    # m (dV_x/dt - r V_y) = sum of F_x cos delta - R_x - F_aero - m g sin theta: Rajamani, section 4.1.
    longitudinal = longitudinal_dynamics(body, initial, forces, params, dt)
    return BeforeSideForces(initial, steered, drive, forces, longitudinal)


def after_side_forces(
    state: State, before: BeforeSideForces, lateral: LateralMotion, params: Params, dt: Real, ground: Ground
) -> State:
    """Return the state at the end of a step."""
    # X, Y, psi of the mean velocity; pitch, roll and heave on the springs; at rest one block (``block_friction``).
    after = body_after(
        state.body, before.initial, before.longitudinal, lateral, params.tyre.tyre_grip, ground.surface,
        params.body, dt,
    )  # fmt: skip
    on = before.forces.wheels
    return State(
        after, before.steered, before.drive.state, RunningGear(before.forces.rolling_resistance),
        on.front_left.load, on.front_right.load, on.rear_left.load, on.rear_right.load,
    )  # fmt: skip


def stability_of(body: body.State, middle: Angle, behind: Angle, params: Params, friction: Real) -> Intervention:
    """Return the brake forces of stability control, with the axles' wheels at two angles."""
    front, rear = params.front_axle, params.rear_axle
    return intervention_of(
        SteeredAxle(front.offset, front.cornering_coefficient, middle.sine / middle.cosine),
        SteeredAxle(-rear.offset, rear.cornering_coefficient, behind.sine / behind.cosine),
        body,
        friction * params.tyre.tyre_grip,
        params.body.yaw_inertia,
        0.5 * params.wheels.track_width,
        params.driver_aids.stability_control,
    )


def forces_of(
    body: body.State, initial: Initial, total: TotalForces, steered: Steered, params: Params, ground: Ground
) -> WheelForces:
    """Return loads, grips and forces of the wheels."""
    half_track, wheelbase = initial.stance.half_track, params.front_axle.offset + params.rear_axle.offset
    loads = loads_of(body, initial.contact.support, params)
    grips = grips_of(loads, ground, params)
    resistance = total.rolling_resistance / maximum(total.load, TINY)
    lock, aid, middle, behind = params.differential.differential_lock, steered.aid, steered.middle, steered.behind
    front = Shares(params.front_drive_share, params.front_brake_share)
    rear = Shares(1.0 - front.drive, 1.0 - front.brake)
    sliding_ratio = total.road.sliding_ratio
    sliding_ratio = sliding_ratio + params.driver_aids.traction_control * (1.0 - sliding_ratio)
    road = Road(total.road.friction, sliding_ratio, total.road.can_drive)
    front_left, front_right = axle_wheels(
        Contact(loads.front_left, grips.front_left, aid.front_left),
        Contact(loads.front_right, grips.front_right, aid.front_right),
        resistance, front, total.demand, road, lock,
    )  # fmt: skip
    rear_left, rear_right = axle_wheels(
        Contact(loads.rear_left, grips.rear_left, aid.rear_left),
        Contact(loads.rear_right, grips.rear_right, aid.rear_right),
        resistance, rear, total.demand, road, lock,
    )  # fmt: skip
    rolling = Wheels(front_left, front_right, rear_left, rear_right)
    left, right = ackermann(middle, behind, half_track, wheelbase), ackermann(middle, behind, -half_track, wheelbase)
    front_brake, rear_brake, demand = 0.5 * front.brake, 0.5 * rear.brake, total.demand
    brakes = Wheels(
        front_brake * demand.brake + aid.front_left, front_brake * demand.brake + aid.front_right,
        rear_brake * demand.brake + aid.rear_left, rear_brake * demand.brake + aid.rear_right,
    )  # fmt: skip
    contact = initial.contact
    speeds = CornerSpeeds(
        contact.speed - half_track * body.yaw_rate,
        contact.speed + half_track * body.yaw_rate,
        contact.lateral_speed + params.front_axle.offset * body.yaw_rate,
        contact.lateral_speed - params.rear_axle.offset * body.yaw_rate,
    )
    angles, antilock = Wheels(left, right, behind, behind), params.driver_aids.antilock
    slides = slides_of(rolling, brakes, angles, speeds, antilock, total.road)
    return WheelForces(
        Wheels(
            locked_forces(front_left, slides.front_left, left.cosine, resistance, front_brake, demand),
            locked_forces(front_right, slides.front_right, right.cosine, resistance, front_brake, demand),
            locked_forces(rear_left, slides.rear_left, behind.cosine, resistance, rear_brake, demand),
            locked_forces(rear_right, slides.rear_right, behind.cosine, resistance, rear_brake, demand),
        ),
        slides,
        left,
        right,
        behind,
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


def grips_of(loads: Wheels[Real], ground: Ground, params: Params) -> Wheels[Real]:
    """Return the greatest force [N] of each wheel; its tyre is made for half the axle's load at rest."""
    friction = ground.surface.friction
    on_left, on_right = friction * (1.0 + ground.friction_split), friction * (1.0 - ground.friction_split)
    a, b = params.front_axle.offset, params.rear_axle.offset
    total = loads.front_left + loads.front_right + loads.rear_left + loads.rear_right
    front, rear = maximum(0.5 * b / (a + b) * total, TINY), maximum(0.5 * a / (a + b) * total, TINY)
    return Wheels(
        on_left * loads.front_left * grip_factor(loads.front_left, front, params.tyre),
        on_right * loads.front_right * grip_factor(loads.front_right, front, params.tyre),
        on_left * loads.rear_left * grip_factor(loads.rear_left, rear, params.tyre),
        on_right * loads.rear_right * grip_factor(loads.rear_right, rear, params.tyre),
    )


def longitudinal_dynamics(
    body: body.State, initial: Initial, forces: WheelForces, params: Params, dt: Real
) -> LongitudinalMotion[Wheels[Real]]:
    """Return the velocity after half of its turn in the turning body, gravity, drive, brakes and resistance."""
    contact, inertia = initial.contact, initial.inertia
    half_track, lever, rear = initial.stance.half_track, params.front_axle.offset, forces.rear
    front_left, front_right, rear_left, rear_right = forces.wheels
    rotated = rotated_of(body, initial, dt)
    driving = front_left.drive * forces.left.cosine + front_right.drive * forces.right.cosine
    driving = driving + rear_left.drive * rear.cosine + rear_right.drive * rear.cosine
    braking = front_left.brake + front_right.brake + rear_left.brake + rear_right.brake
    slowed = speed_ahead(rotated, initial, driving, braking, forces.rolling_resistance, params.body.air_drag, dt)
    ahead, ground_share = slowed.unbraked_speed, slowed.ground_share

    # Along each wheel: its drive, and its brake as far as it rolls as the vehicle goes. Differences come before the
    # common factor, so that what is alike on both sides cancels to the bit, however the compiler fuses products.
    across = rotated.left + lever * body.yaw_rate
    left_speed, right_speed = rotated.ahead - half_track * body.yaw_rate, rotated.ahead + half_track * body.yaw_rate
    left_rolls = rolls_along(left_speed * forces.left.cosine + across * forces.left.sine, ahead)
    left_rolls = rolls_or_slides(forces.slides.front_left, left_rolls, forces.left.cosine)
    right_rolls = rolls_along(right_speed * forces.right.cosine + across * forces.right.sine, ahead)
    right_rolls = rolls_or_slides(forces.slides.front_right, right_rolls, forces.right.cosine)
    left_force = front_left.drive + left_rolls * slowed.share * front_left.brake
    right_force = front_right.drive + right_rolls * slowed.share * front_right.brake
    across = rotated.left - params.rear_axle.offset * body.yaw_rate
    left_rolls = rolls_along(rear_speed(left_speed, across, rear), ahead)
    left_rolls = rolls_or_slides(forces.slides.rear_left, left_rolls, rear.cosine)
    right_rolls = rolls_along(rear_speed(right_speed, across, rear), ahead)
    right_rolls = rolls_or_slides(forces.slides.rear_right, right_rolls, rear.cosine)
    left_rear = rear_left.drive + left_rolls * slowed.share * rear_left.brake
    right_rear = rear_right.drive + right_rolls * slowed.share * rear_right.brake
    front_force_left = ground_share * (left_force * forces.left.sine + right_force * forces.right.sine)
    rear_force_left = ground_share * (left_rear + right_rear) * rear.sine
    force_left = front_force_left + rear_force_left
    twist = right_force * forces.right.cosine - left_force * forces.left.cosine
    twist = twist + (right_rear - left_rear) * rear.cosine
    moment = ground_share * half_track * twist + lever * front_force_left
    moment = moment - params.rear_axle.offset * rear_force_left
    velocity = Velocity(
        slowed.speed,
        rotated.left + dt * (contact.left + force_left * inertia.by_force),
        body.yaw_rate + dt * moment * inertia.by_moment,
    )
    # Wheels that turn as one slip along their way, and resist the turn: ``parts.differential``.
    coupling = Coupling(params.differential.axle_coupling, params.front_drive_share, half_track)
    axles, push = (params.front_axle, params.rear_axle), dt * ground_share * inertia.by_moment
    tyre_forces = ground_forces(forces.wheels, ground_share, slowed.share)
    velocity, tyre_forces = turned(velocity, tyre_forces, forces.wheels, forces.slides, coupling, axles, push)
    brake_reach = dt * braking * inertia.by_rolling_force
    return LongitudinalMotion(rotated, velocity, ahead, brake_reach, slowed.force_ahead, force_left, tyre_forces)


def lateral_dynamics(
    tyre_force: TyreForce, body: body.State, before: BeforeSideForces, params: Params, dt: Real
) -> LateralMotion:
    """Return the velocity after the side forces of all tyres.

    Their impulses are those of the tyres' curves at the mean slip speeds of the step: so no force is beyond its limit.
    The mean is found with the stiffnesses at the beginning, then with those at the mean.
    """
    at = side_contact(body, before, params, dt)
    mean = mean_slips(at.free, at.gravity_slips, stiffnesses(tyre_force, at.begin, at, dt), at.by)
    stiffness = stiffnesses(tyre_force, mean, at, dt)
    mean = mean_slips(at.free, at.gravity_slips, stiffness, at.by)
    impulses = Three(-stiffness.one * mean.one, -stiffness.two * mean.two, -stiffness.three * mean.three)
    return motion_of(impulses, at, before)


def side_contact(body: body.State, before: BeforeSideForces, params: Params, dt: Real) -> SideContact:
    """Return the lines of contact, with stiffnesses, inverse masses and slip speeds of a step."""
    lines, inertia = lines_of(before, params), before.initial.inertia
    weights = Weights(inertia.by_rolling_force, inertia.by_force, inertia.by_moment)
    free, gravity = slips_of(lines, before.longitudinal.velocity), gravity_slips_of(before, dt)
    return SideContact(
        lines,
        weights,
        compliance_of(lines.left, lines.right, lines.rear, weights),
        patches_of(before.forces, before.longitudinal, before.initial.stance.half_track, params),
        before.forces.slides,
        give_of(front_side_force(body, params), params.compliance, dt),
        free,
        gravity,
        Three(free.one - gravity.one, free.two - gravity.two, free.three - gravity.three),
    )


def lines_of(before: BeforeSideForces, params: Params) -> Lines:
    """Return the lines of contact: each front wheel's, and that of both rear ones, in the middle of their axle."""
    left, right, rear = before.forces.left, before.forces.right, before.forces.rear
    half_track, a, b = before.initial.stance.half_track, params.front_axle.offset, params.rear_axle.offset
    return Lines(
        Line(-left.sine, left.cosine, a * left.cosine + half_track * left.sine),
        Line(-right.sine, right.cosine, a * right.cosine - half_track * right.sine),
        Line(-rear.sine, rear.cosine, -b * rear.cosine),
    )


def front_side_force(body: body.State, params: Params) -> Real:
    """Return the side force of the front axle in the last step [N], left positive, by the body's specific force."""
    a, b = params.front_axle.offset, params.rear_axle.offset
    return params.body.mass * b / (a + b) * body.specific_force_left


def gravity_slips_of(before: BeforeSideForces, dt: Real) -> Three:
    """Return the slip speeds [m/s] that gravity brings about in a step."""
    gravity_left, forces = dt * before.initial.contact.left, before.forces
    return Three(
        gravity_left * forces.left.cosine, gravity_left * forces.right.cosine, gravity_left * forces.rear.cosine
    )


def motion_of(impulses: Three, at: SideContact, before: BeforeSideForces) -> LateralMotion:
    """Return the velocity after impulses [N s] along the lines."""
    velocity, forces, weights = before.longitudinal.velocity, before.forces, at.weights
    left, right, rear = at.lines
    back = -forces.left.sine * impulses.one - forces.right.sine * impulses.two - forces.rear.sine * impulses.three
    aside = left.left * impulses.one + right.left * impulses.two + rear.left * impulses.three
    twist = left.turn * impulses.one + right.turn * impulses.two + rear.turn * impulses.three
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
    behind = velocity.left - params.rear_axle.offset * velocity.turn
    left_rear, right_rear = rear_speed(left_speed, behind, forces.rear), rear_speed(right_speed, behind, forces.rear)
    front, rear, tyre = params.front_axle.cornering_coefficient, params.rear_axle.cornering_coefficient, params.tyre
    return Wheels(
        patch_of(left_along, front * wheels.front_left.load, wheels.front_left.grip, tyre_forces.front_left, tyre),
        patch_of(right_along, front * wheels.front_right.load, wheels.front_right.grip, tyre_forces.front_right, tyre),
        patch_of(left_rear, rear * wheels.rear_left.load, wheels.rear_left.grip, tyre_forces.rear_left, tyre),
        patch_of(right_rear, rear * wheels.rear_right.load, wheels.rear_right.grip, tyre_forces.rear_right, tyre),
    )


def stiffnesses(tyre_force: TyreForce, slip: Three, at: SideContact, dt: Real) -> Three:
    """Return the stiffnesses of the three lines at their slip speeds [m/s], times ``dt`` [kg].

    The front wheels' slip is that with the angle by which their steering gives way, see ``parts.compliance``.
    """
    patches, slides, give = at.patches, at.slides, at.give
    left_speed, right_speed = patches.front_left.rolling_speed, patches.front_right.rolling_speed
    left = secant(tyre_force, slip.one + give.angle * left_speed, patches.front_left, slides.front_left, dt)
    right = secant(tyre_force, slip.two + give.angle * right_speed, patches.front_right, slides.front_right, dt)
    softer = 1.0 / (1.0 + give.by_impulse * (left_speed * left + right_speed * right))
    rear = secant(tyre_force, slip.three, patches.rear_left, slides.rear_left, dt)
    rear = rear + secant(tyre_force, slip.three, patches.rear_right, slides.rear_right, dt)
    return limited(Three(softer * left, softer * right, rear), at.by)


def control_from_command(state: State, speed: Real, steer: Real, params: Params, dt: Real) -> Control:
    """Return the control towards a speed [m/s] and a steering command in -1..1, left positive, of the full wheel angle.

    A vehicle that is to stand still stands with its parking brake on.
    """
    vehicle = longitudinal_of(params.body, params.powertrain, params.brakes, state.running_gear.resistance)
    angle = clamp(steer, -1.0, 1.0) * params.steering.max_steer_angle
    pedals = pedals_for(speed, state.body, state.powertrain, vehicle, params.powertrain, params.gearbox, dt)
    return Control(pedals, Steering(angle))
