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

from typing import Any, NamedTuple

from ..fields import Fraction
from ..mathematics import maximum
from ..parts import axle, body, brakes, distribution, powertrain, running_gear, steering, tyre, wheels
from ..parts.axle import AxleForces, Shares
from ..parts.block_friction import Velocity
from ..parts.brakes import rolls_along, slowed_by
from ..parts.contact_lines import Line, Weights, side_impulses, slip_of
from ..parts.four_wheels import Angle, Contact, Wheels, ackermann, axle_wheels, grips_of, loads_of
from ..parts.rolling_body import Coasting, Rolling, Start, body_after, start_of, whole_of
from ..parts.running_gear import State as RunningGear
from ..parts.tyre import SLOWEST, TINY, fiala, lateral_limit
from ..parts.wheels import Ground, ground_share, turned_rolling
from .single_track import Control, control_from_command

__all__ = ["KIND", "REPORTS", "Control", "Ground", "Params", "State", "control_from_command", "step", "step_with"]

KIND = "wheeled"
REFERENCE_POINT = "the centre of mass"
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

    wheels: Wheels  # of AxleForces
    left: Angle
    right: Angle
    resisting: Any  # rolling resistance of all wheels [N]


def step(state: Any, control: Any, params: Any, dt: Any, ground: Any) -> State:
    """Return the state after ``dt`` [s] with constant controls, for the centre of mass.

    Args:
        state: before the step: a ``State`` of numbers, or of arrays of shape (vehicles,).
        control: inputs, constant over the step: a ``Control`` of the same shapes.
        params: a ``Params`` of the same shapes.
        dt: time step [s].
        ground: properties of the ground under the vehicle: a ``Ground`` of the same shapes.
    """
    return step_with(fiala, state, control, params, dt, ground)


def step_with(tyre_force: Any, state: Any, control: Any, params: Any, dt: Any, ground: Any) -> State:
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
    start = start_of(state, control, params, params.body.inertia.centre_height, surface, dt)
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


def car_of(body: Any, start: Start, brake: Any, params: Any, ground: Any) -> Car:
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


def longitudinal(body: Any, start: Start, car: Car, params: Any, dt: Any) -> Coasting:
    """Return the velocity after half of its turn in the turning body, gravity, drive, brakes and resistance."""
    contact, inertia = start.contact, start.inertia
    half_track, lever = start.stance.half_track, params.front_axle.offset
    front_left, front_right, rear_left, rear_right = car.wheels
    ahead, left = turned_rolling(contact.speed, contact.lateral_speed, -0.5 * dt * body.yaw_rate, inertia.factor)
    turned = Velocity(ahead, left, body.yaw_rate)
    driving = front_left.drive * car.left.cosine + front_right.drive * car.right.cosine
    driving = driving + rear_left.drive + rear_right.drive
    ahead = turned.ahead + dt * (contact.ahead * inertia.mass + driving) * inertia.by_rolling_force
    braking = front_left.brake + front_right.brake + rear_left.brake + rear_right.brake + car.resisting
    slowed = slowed_by(ahead, braking, params.body.aerodynamics.air_drag, inertia.mass * inertia.factor, dt)
    force_ahead = driving + slowed.share * braking
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
    return Coasting(turned, velocity, force_ahead, force_left, along)


def lateral(tyre_force: Any, start: Start, car: Car, coasting: Coasting, params: Any, dt: Any) -> Rolling:
    """Return the velocity after the side forces of all tyres, at the slip speeds of the step's end."""
    inertia, half_track, velocity = start.inertia, start.stance.half_track, coasting.velocity
    a, b = params.front_axle.offset, params.rear_axle.offset
    left, right = car.left, car.right
    left_lever = a * left.cosine + half_track * left.sine
    right_lever = a * right.cosine - half_track * right.sine
    left_slip = slip_of(-left.sine, left.cosine, left_lever, velocity)
    right_slip = slip_of(-right.sine, right.cosine, right_lever, velocity)
    rear_slip = velocity.left - b * velocity.turn
    across = velocity.left + a * velocity.turn
    left_speed, right_speed = velocity.ahead - half_track * velocity.turn, velocity.ahead + half_track * velocity.turn
    front_left, front_right, rear_left, rear_right = car.wheels
    front, rear, along = params.front_axle.cornering_coefficient, params.rear_axle.cornering_coefficient, coasting.along
    left_along, right_along = (
        left_speed * left.cosine + across * left.sine,
        right_speed * right.cosine + across * right.sine,
    )
    left_k = stiffness_of(tyre_force, left_slip, left_along, front, front_left, along.front_left)
    right_k = stiffness_of(tyre_force, right_slip, right_along, front, front_right, along.front_right)
    left_rear_k = stiffness_of(tyre_force, rear_slip, left_speed, rear, rear_left, along.rear_left)
    right_rear_k = stiffness_of(tyre_force, rear_slip, right_speed, rear, rear_right, along.rear_right)
    zero = 0.0 * left.sine
    weights = Weights(inertia.by_rolling_force, inertia.by_force, inertia.by_moment)
    left_impulse, right_impulse, rear_impulse = side_impulses(
        Line(-left.sine, left.cosine, left_lever, left_slip, dt * left_k),
        Line(-right.sine, right.cosine, right_lever, right_slip, dt * right_k),
        Line(zero, zero + 1.0, zero - b, rear_slip, dt * (left_rear_k + right_rear_k)),
        weights,
    )
    back = -left.sine * left_impulse - right.sine * right_impulse
    aside = left.cosine * left_impulse + right.cosine * right_impulse + rear_impulse
    twist = left_lever * left_impulse + right_lever * right_impulse - b * rear_impulse
    rolled = Velocity(
        velocity.ahead + back * weights.ahead,
        velocity.left + aside * weights.left,
        velocity.turn + twist * weights.turn,
    )
    return Rolling(rolled, back, aside)


def stiffness_of(tyre_force: Any, slip: Any, along: Any, coefficient: Any, wheel: AxleForces, force: Any) -> Any:
    """Return the secant stiffness [N s/m] of a tyre that slips at ``slip`` and rolls at ``along`` [m/s]."""
    speed = maximum(abs(along), SLOWEST)
    return tyre_force(slip, speed, coefficient * wheel.load, lateral_limit(wheel.grip, force))
