"""Car on four wheels: load from side to side, wheels that lift, an axle that spins one wheel.

Right as ``single-track`` is, and where a single wheel matters: on its limit in a bend, where the inner wheels carry
less and lift at last; under power, where an open differential spins the unladen wheel and a locked one does not; on
two wheels, and over. Wrong in the fine play of springs and toe: load follows the body's own acceleration at once but
for a short lag, and the wheels have no angles but the steering's. A locked differential does not resist the turn.

How a step goes: as in ``single-track``. Of the load that the specific force to the side brings from one side to the
other, each axle takes its share of the roll stiffness; where an inner wheel is off the ground, the other axle takes
the rest. The front wheels stand as Ackermann's do, on one centre of rotation. The rear wheels slip alike, the front
ones each for itself: three lines of contact, solved at once.

Source: Gillespie, "Fundamentals of Vehicle Dynamics", chapter 6, equation 6-34 (load transfer by roll stiffness) and
chapter 2 (open differential); Ackermann's angles: "Kinematics of a turning car" (document 002), as in
``ackermann.geometry``. Symbols there: K_phi roll stiffness, h centre_height, t track_width, W load, M V^2/R the side
force.
"""

from __future__ import annotations

from typing import NamedTuple

from ..fields import Fraction
from ..mathematics import Real, maximum
from ..parts import axle, body, brakes, distribution, powertrain, running_gear, steering, tyre, wheels
from ..parts.axle import AxleForces, Shares
from ..parts.block_friction import Velocity
from ..parts.brakes import rolls_along, slowed_by
from ..parts.contact_lines import Compliance, Line, Three, Weights, compliance_of, limited, mean_slips, slip_of
from ..parts.four_wheels import Angle, Contact, Wheels, ackermann, axle_wheels, grips_of, loads_of
from ..parts.rolling_body import Coasting, Rolling, Start, body_after, mass_of, start_of, whole_of
from ..parts.running_gear import State as RunningGear
from ..parts.tyre import TINY, Patch, TyreForce, fiala, patch_of, secant
from ..parts.wheels import Ground, ground_share, turned_rolling
from .single_track import Control, control_from_command

__all__ = ["KIND", "REPORTS", "Control", "Ground", "Params", "State", "control_from_command", "step", "step_with"]

KIND = "wheeled"
REFERENCE_POINT = "the centre of mass"
MAX_STEP = 0.1  # beyond it a drive ends more than 2 % of its path from that of small steps [s]
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
    distribution: distribution.Params = distribution.Params()
    powertrain: powertrain.Params = powertrain.Params()
    brakes: brakes.Params = brakes.Params()


class Car(NamedTuple):
    """The wheels in one step."""

    wheels: Wheels[AxleForces]  # of AxleForces
    left: Angle
    right: Angle
    resisting: Real  # rolling resistance of all wheels [N]


def step(state: State, control: Control, params: Params, dt: Real, ground: Ground) -> State:
    """Return the state after ``dt`` [s] with constant controls, for the centre of mass.

    Args:
        state: before the step: a ``State`` of numbers, or of arrays of shape (vehicles,).
        control: inputs, constant over the step: a ``Control`` of the same shapes.
        params: a ``Params`` of the same shapes.
        dt: time step [s].
        ground: properties of the ground under the vehicle: a ``Ground`` of the same shapes.
    """
    return step_with(fiala, state, control, params, dt, ground)


def step_with(tyre_force: TyreForce, state: State, control: Control, params: Params, dt: Real, ground: Ground) -> State:
    """Return the same with any tyre of ``parts.tyre``.

    Args:
        tyre_force: ``fiala`` or ``magic_formula``.
        state: before the step: a ``State`` of numbers, or of arrays of shape (vehicles,).
        control: inputs, constant over the step: a ``Control`` of the same shapes.
        params: a ``Params`` of the same shapes.
        dt: time step [s].
        ground: properties of the ground under the vehicle: a ``Ground`` of the same shapes.
    """
    body, surface = state.body, ground.surface
    start = start_of(state, control, params, mass_of(params), surface, dt)
    car = car_of(body, start, control.pedals.brake, params, ground)
    coasting = longitudinal(body, start, car, params, dt)
    rolling = lateral(tyre_force, start, car, coasting, params, dt)
    after = body_after(body, start, coasting, rolling, params.tyre.tyre_grip, surface, params.body, dt)
    on = car.wheels
    loads = Wheels(on.front_left.load, on.front_right.load, on.rear_left.load, on.rear_right.load)
    return State(
        after, start.steering, start.drive.state, RunningGear(car.resisting),
        loads.front_left, loads.front_right, loads.rear_left, loads.rear_right,
    )  # fmt: skip


def car_of(body: body.State, start: Start, brake: Real, params: Params, ground: Ground) -> Car:
    """Return loads, grips and forces of the wheels.

    Args:
        body: state of the body.
        start: of the step.
        brake: of the pedal [1].
        params: of the vehicle.
        ground: under it.
    """
    whole, half_track = whole_of(body, start, brake, params, ground), start.stance.half_track
    loads = loads_of(body, start.contact.support, params)
    grips = grips_of(loads, ground.surface.friction, params)
    resistance = whole.resisting / maximum(whole.load, TINY)
    shares, lock = params.distribution, params.differential_lock
    front = Shares(shares.front_drive_share, shares.front_brake_share)
    rear = Shares(1.0 - front.drive, 1.0 - front.brake)
    front_left, front_right = axle_wheels(
        Contact(loads.front_left, grips.front_left), Contact(loads.front_right, grips.front_right),
        resistance, front, whole.demand, whole.road, lock,
    )  # fmt: skip
    rear_left, rear_right = axle_wheels(
        Contact(loads.rear_left, grips.rear_left), Contact(loads.rear_right, grips.rear_right),
        resistance, rear, whole.demand, whole.road, lock,
    )  # fmt: skip
    return Car(
        Wheels(front_left, front_right, rear_left, rear_right),
        ackermann(start.angle, half_track, params),
        ackermann(start.angle, -half_track, params),
        whole.resisting,
    )


def longitudinal(body: body.State, start: Start, car: Car, params: Params, dt: Real) -> Coasting[Wheels[Real]]:
    """Return the velocity after half of its turn in the turning body, gravity, drive, brakes and resistance."""
    contact, inertia = start.contact, start.inertia
    half_track, lever = start.stance.half_track, params.front_axle.offset
    front_left, front_right, rear_left, rear_right = car.wheels
    ahead, left = turned_rolling(contact.speed, contact.lateral_speed, -0.5 * dt * body.yaw_rate, inertia.factor)
    turned = Velocity(ahead, left, body.yaw_rate)
    driving = front_left.drive * car.left.cosine + front_right.drive * car.right.cosine
    driving = driving + rear_left.drive + rear_right.drive
    ahead = turned.ahead + dt * (contact.ahead * inertia.mass + driving) * inertia.by_rolling_force
    braking = front_left.brake + front_right.brake + rear_left.brake + rear_right.brake
    slowed = slowed_by(
        ahead, braking + car.resisting, params.body.aerodynamics.air_drag, inertia.mass * inertia.factor, dt
    )
    force_ahead = driving + slowed.share * (braking + car.resisting)
    spun = inertia.turning * inertia.mass * (slowed.speed - turned.ahead)
    reaching = ground_share(dt * force_ahead, spun, inertia.factor)

    # Along each wheel: its drive, and its brake as far as it rolls as the vehicle goes. Differences come before the
    # common factor, so that what is alike on both sides cancels to the bit, however the compiler fuses products.
    across = turned.left + lever * body.yaw_rate
    left_speed, right_speed = turned.ahead - half_track * body.yaw_rate, turned.ahead + half_track * body.yaw_rate
    left_rolls = rolls_along(left_speed * car.left.cosine + across * car.left.sine, ahead)
    right_rolls = rolls_along(right_speed * car.right.cosine + across * car.right.sine, ahead)
    left_force = front_left.drive + left_rolls * slowed.share * front_left.brake
    right_force = front_right.drive + right_rolls * slowed.share * front_right.brake
    left_rear = rear_left.drive + rolls_along(left_speed, ahead) * slowed.share * rear_left.brake
    right_rear = rear_right.drive + rolls_along(right_speed, ahead) * slowed.share * rear_right.brake
    force_left = reaching * (left_force * car.left.sine + right_force * car.right.sine)
    twist = (right_force * car.right.cosine - left_force * car.left.cosine) + (right_rear - left_rear)
    moment = reaching * half_track * twist + lever * force_left
    velocity = Velocity(
        slowed.speed,
        turned.left + dt * (contact.left + force_left * inertia.by_force),
        body.yaw_rate + dt * moment * inertia.by_moment,
    )
    along = Wheels(
        reaching * (front_left.drive + slowed.share * front_left.brake),
        reaching * (front_right.drive + slowed.share * front_right.brake),
        reaching * (rear_left.drive + slowed.share * rear_left.brake),
        reaching * (rear_right.drive + slowed.share * rear_right.brake),
    )
    return Coasting(turned, velocity, ahead, dt * braking * inertia.by_rolling_force, force_ahead, force_left, along)


def lateral(
    tyre_force: TyreForce, start: Start, car: Car, coasting: Coasting[Wheels[Real]], params: Params, dt: Real
) -> Rolling:
    """Return the velocity after the side forces of all tyres.

    Their impulses are those of the tyres' curves at the mean slip speeds of the step: so no force is beyond its limit.
    The mean is found with the stiffnesses at the beginning, then with those at the mean.
    """
    inertia, velocity, pull = start.inertia, coasting.velocity, dt * start.contact.left
    half_track, a, b = start.stance.half_track, params.front_axle.offset, params.rear_axle.offset
    left, right, zero = car.left, car.right, 0.0 * car.left.sine
    weights = Weights(inertia.by_rolling_force, inertia.by_force, inertia.by_moment)
    on_left = Line(-left.sine, left.cosine, a * left.cosine + half_track * left.sine)
    on_right = Line(-right.sine, right.cosine, a * right.cosine - half_track * right.sine)
    on_rear = Line(zero, zero + 1.0, zero - b)
    compliance = compliance_of(on_left, on_right, on_rear, weights)
    patches = patches_of(car, coasting, half_track, params)

    free = Three(slip_of(on_left, velocity), slip_of(on_right, velocity), slip_of(on_rear, velocity))
    pulled = Three(pull * left.cosine, pull * right.cosine, pull)
    begin = Three(free.one - pulled.one, free.two - pulled.two, free.three - pulled.three)
    mean = mean_slips(free, pulled, stiffnesses(tyre_force, begin, patches, compliance, dt), compliance)
    stiffness = stiffnesses(tyre_force, mean, patches, compliance, dt)
    mean = mean_slips(free, pulled, stiffness, compliance)
    by_left, by_right, by_rear = -stiffness.one * mean.one, -stiffness.two * mean.two, -stiffness.three * mean.three

    back = -left.sine * by_left - right.sine * by_right
    aside = left.cosine * by_left + right.cosine * by_right + by_rear
    twist = on_left.turn * by_left + on_right.turn * by_right - b * by_rear
    rolled = Velocity(
        velocity.ahead + back * weights.ahead,
        velocity.left + aside * weights.left,
        velocity.turn + twist * weights.turn,
    )
    return Rolling(rolled, back, aside)


def patches_of(car: Car, coasting: Coasting[Wheels[Real]], half_track: Real, params: Params) -> Wheels[Patch]:
    """Return the contact patch of each wheel, at the velocity before the side forces.

    Args:
        car: the wheels in the step.
        coasting: velocity and forces before the side forces.
        half_track: of the car [m].
        params: of the car.
    """
    velocity, along, wheels, left, right = coasting.velocity, coasting.along, car.wheels, car.left, car.right
    across = velocity.left + params.front_axle.offset * velocity.turn
    left_speed, right_speed = velocity.ahead - half_track * velocity.turn, velocity.ahead + half_track * velocity.turn
    left_along = left_speed * left.cosine + across * left.sine
    right_along = right_speed * right.cosine + across * right.sine
    front, rear = params.front_axle.cornering_coefficient, params.rear_axle.cornering_coefficient
    return Wheels(
        patch_of(left_along, front * wheels.front_left.load, wheels.front_left.grip, along.front_left),
        patch_of(right_along, front * wheels.front_right.load, wheels.front_right.grip, along.front_right),
        patch_of(left_speed, rear * wheels.rear_left.load, wheels.rear_left.grip, along.rear_left),
        patch_of(right_speed, rear * wheels.rear_right.load, wheels.rear_right.grip, along.rear_right),
    )


def stiffnesses(tyre_force: TyreForce, slip: Three, patches: Wheels[Patch], by: Compliance, dt: Real) -> Three:
    """Return the stiffnesses of the three lines at their slip speeds, times ``dt`` [kg].

    Args:
        tyre_force: ``fiala`` or ``magic_formula``.
        slip: of the lines [m/s].
        patches: of the wheels.
        by: compliance of the body at the lines.
        dt: time step [s].
    """
    rear = secant(tyre_force, slip.three, patches.rear_left, dt)
    return limited(
        Three(
            secant(tyre_force, slip.one, patches.front_left, dt),
            secant(tyre_force, slip.two, patches.front_right, dt),
            rear + secant(tyre_force, slip.three, patches.rear_right, dt),
        ),
        by,
    )
