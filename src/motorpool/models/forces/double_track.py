"""Car on four wheels that obeys forces: load from side to side, wheels that lift, an axle that spins one wheel.

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

from typing import Any, NamedTuple

from ..fields import Fraction, MaxSteerAngle, NonNegative, Positive, Switch
from ..mathematics import clamp, maximum, minimum, select, sincos, sqrt
from .parts.body import carried, leaning, placed, steered
from .parts.brakes import held_back, rolling, rolls_along
from .parts.engine import driven_by
from .parts.footing import footing_of
from .parts.side import Line, Weights, side_impulses, slip_of
from .parts.standing import Velocity, share_taken
from .parts.tipping import has_fallen
from .parts.tyre import SLOWEST, TINY, driven, fiala, left_for_side
from .parts.wheels import ground_share, mass_factor, rim_limit, turned_rolling
from .single_track import Control, Ground, front_share, operate

__all__ = ["KIND", "REPORTS", "Control", "Ground", "Params", "State", "advanced", "operate", "step"]

KIND = "wheeled"
REPORTS = (
    "pitch", "roll", "engine_speed", "resistance",
    "left_front_load", "right_front_load", "left_rear_load", "right_rear_load",
)  # fmt: skip


class State(NamedTuple):
    """Where the centre of mass is, how it moves, and how the body sits on its springs."""

    x: float = 0.0  # east [m]
    y: float = 0.0  # north [m]
    yaw: float = 0.0  # counter-clockwise from east, in (-pi, pi] [rad]
    speed: float = 0.0  # of the centre of mass along body x, forward positive [m/s]
    lateral_speed: float = 0.0  # of the centre of mass along body y, left positive [m/s]
    yaw_rate: float = 0.0  # counter-clockwise positive [rad/s]
    wheel_angle: float = 0.0  # of the front axle's middle, left positive [rad]
    engine_load: Fraction = 0.0  # what the engine gives of what it can [1]
    gear: float = 0.0  # forward positive, 0 neutral [1]
    shift_time: NonNegative = 0.0  # until the gear is in [s]
    fuel_used: NonNegative = 0.0  # since the tank was full [kg]
    specific_force_ahead: float = 0.0  # of the ground on the body, over its mass, smoothed [m/s^2]
    specific_force_left: float = 0.0  # the same to the left [m/s^2]
    heave: float = 0.0  # of the body above its height at rest [m]
    heave_rate: float = 0.0  # relative to the ground [m/s]
    last_slope_x: float = 0.0  # of the ground a step ago, towards east [1]
    last_slope_y: float = 0.0  # of the ground a step ago, towards north [1]
    is_airborne: Switch = 0.0  # 1 while it flies, else 0 [1]
    body_pitch: float = 0.0  # on its springs, nose down positive [rad]
    body_pitch_rate: float = 0.0  # of that angle [rad/s]
    body_roll: float = 0.0  # on its springs, right side down positive [rad]
    body_roll_rate: float = 0.0  # of that angle [rad/s]
    tip: float = 0.0  # onto one side, wheels off the ground, right side down positive [rad]
    tip_rate: float = 0.0  # of that angle [rad/s]
    pitch: float = 0.0  # of ground and body, nose down positive [rad]
    roll: float = 0.0  # of ground, body and tip, right side down positive [rad]
    engine_speed: float = 0.0  # of the crankshaft [rad/s]
    resistance: float = 0.0  # that wheels met in rolling [N]
    left_front_load: float = 0.0  # of the wheel [N]
    right_front_load: float = 0.0  # of the wheel [N]
    left_rear_load: float = 0.0  # of the wheel [N]
    right_rear_load: float = 0.0  # of the wheel [N]


class Params(NamedTuple):
    """What the vehicle is."""

    mass: Positive = 1500.0  # loaded [kg]
    yaw_inertia: Positive = 2500.0  # about the vertical through the centre of mass [kg m^2]
    front_axle_offset: Positive = 1.2  # of the front axle from the centre of mass [m]
    rear_axle_offset: Positive = 1.4  # of the rear axle from the centre of mass [m]
    centre_height: NonNegative = 0.55  # of the centre of mass above the ground [m]
    track_width: Positive = 1.5  # between the wheel planes of an axle [m]
    max_steer_angle: MaxSteerAngle = 0.6  # the wheels turn no further [rad]
    max_steer_rate: Positive = 1.0  # the wheels turn no faster [rad/s]
    front_cornering_coefficient: Positive = 20.0  # side force for each radian of slip, over the load [1/rad]
    rear_cornering_coefficient: Positive = 21.0  # the same of the rear axle [1/rad]
    tyre_grip: Positive = 1.0  # of its tyres, over what the ground gives usual ones [1]
    load_sensitivity: Fraction = 0.05  # of the grip lost when a wheel's load doubles [1]
    rolling_factor: NonNegative = 1.0  # of its rolling resistance, over what the ground gives usual wheels [1]
    least_cone_index: NonNegative = 0.0  # of soil, below which it bogs down [1]
    front_roll_share: Fraction = 0.55  # of the roll stiffness, springs and anti-roll bars, at the front axle [1]
    differential_lock: Fraction = 0.0  # of what a spinning wheel leaves, to the other one: 0 open, 1 locked [1]
    front_drive_share: Fraction = 1.0  # of the drive force: 1 front, 0 rear [1]
    engine_power: Positive = 90e3  # of the engine at its best [W]
    drive_efficiency: Positive = 0.85  # share of it that reaches the ground [1]
    max_drive_force: Positive = 7.0e3  # of the driven wheels together [N]
    engine_lag: Positive = 0.2  # in which it follows the pedal [s]
    max_speed: Positive = 50.0  # forward [m/s]
    max_reverse_speed: Positive = 8.0  # backward [m/s]
    rotating_mass_factor: Positive = 1.05  # mass that moves with its turning parts, over the mass [1]
    max_brake_force: Positive = 15e3  # of all wheels together [N]
    front_brake_share: Fraction = 0.6  # of the brake force [1]
    air_drag: NonNegative = 0.4  # force over speed squared [kg/m]
    fuel_capacity: Positive = 40.0  # of the tank [kg]
    fuel_consumption: NonNegative = 6.9e-8  # per work of the engine [kg/J]
    idle_fuel_rate: NonNegative = 2e-4  # of the running engine [kg/s]
    suspension_frequency: Positive = 9.0  # of the body on its springs, without damping [rad/s]
    suspension_damping: Fraction = 0.35  # over the critical one [1]
    suspension_travel: Positive = 0.12  # down to the stop [m]
    pitch_gain: NonNegative = 0.004  # nose up for each m/s^2 of specific force ahead [rad s^2/m]
    roll_gain: NonNegative = 0.007  # outward for each m/s^2 of specific force to the side [rad s^2/m]
    roll_gyration: Positive = 0.6  # radius of gyration about body x [m]
    gear_count: NonNegative = 0.0  # 0: no gears, the engine gives its power at any speed [1]
    gear_step: Positive = 1.45  # each gear is so many times shorter than the next [1]
    top_gear_ratio: Positive = 3.0  # engine turns for a turn of the wheels in the highest gear [1]
    wheel_radius: Positive = 0.31  # under load [m]
    peak_torque: Positive = 180.0  # of the engine [N m]
    peak_torque_speed: Positive = 370.0  # of the engine at its greatest torque [rad/s]
    torque_fall: NonNegative = 1.0  # of the torque's parabola about its peak, over the greatest engine speed [1]
    idle_speed: Positive = 85.0  # of the engine [rad/s]
    max_engine_speed: Positive = 630.0  # where it is cut off [rad/s]


class Wheels(NamedTuple):
    """Something of each wheel."""

    front_left: Any
    front_right: Any
    rear_left: Any
    rear_right: Any


def step(state: Any, control: Any, params: Any, dt: Any, ground: Any) -> State:
    """The state after ``dt`` [s] with constant controls, for the centre of mass."""
    return advanced(state, control, params, dt, ground, fiala)


def advanced(state: Any, control: Any, params: Any, dt: Any, ground: Any, tyre: Any) -> State:
    """The same with any tyre of ``parts.tyre``."""
    a, b, mass = params.front_axle_offset, params.rear_axle_offset, params.mass
    half_track = 0.5 * params.track_width
    footing = footing_of(state, ground, params, dt)
    fallen = has_fallen(state.tip, half_track, params.centre_height)
    is_locked = (control.parking_brake > 0.5) | (fallen > 0.5)
    factor = mass_factor(is_locked | (footing.is_airborne > 0.5), params)
    moving_mass, turning = mass * factor, factor - 1.0
    weights = Weights(1.0 / moving_mass, 1.0 / mass, 1.0 / params.yaw_inertia)
    wheel_angle = steered(state, control, params, dt)
    mean_angle = 0.5 * (state.wheel_angle + wheel_angle)
    left_sine, left_cosine = ackermann(mean_angle, half_track, params)
    right_sine, right_cosine = ackermann(mean_angle, -half_track, params)
    engine = driven_by(state, control, params, dt, footing.speed)

    # The wheels' loads, and what the ground gives and takes there.
    loads = loads_of(state, footing, params)
    bogs = ground.cone_index < params.least_cone_index
    grips = Wheels(
        ground.friction * gripping(loads.front_left, b / (a + b), loads, params),
        ground.friction * gripping(loads.front_right, b / (a + b), loads, params),
        ground.friction * gripping(loads.rear_left, a / (a + b), loads, params),
        ground.friction * gripping(loads.rear_right, a / (a + b), loads, params),
    )
    slides = select(bogs, 0.0, ground.sliding_friction / maximum(ground.friction, TINY))
    load = mass * footing.support
    resisting = rolling(load, params.rolling_factor * ground.wheel_resistance, footing.speed)
    resisting = select(bogs, ground.friction * load, resisting)
    pull = mass * (footing.ahead + footing.lateral_speed * state.yaw_rate)
    pull = pull - params.air_drag * footing.speed * abs(footing.speed)
    motion = select(footing.speed < 0.0, -1.0, 1.0)
    hauled = select(engine.force < 0.0, -1.0, 1.0) * (pull - motion * resisting)
    rear_drive_share = 1.0 - params.front_drive_share
    driving_limits = rim_limits(grips, params.front_drive_share, hauled, turning)
    can_drive, lock = select(bogs, 0.0, 1.0), params.differential_lock
    left_drive, right_drive = split(
        params.front_drive_share * engine.force,
        can_drive * driving_limits.front_left, can_drive * driving_limits.front_right, slides, lock,
    )  # fmt: skip
    left_push, right_push = split(
        rear_drive_share * engine.force,
        can_drive * driving_limits.rear_left, can_drive * driving_limits.rear_right, slides, lock,
    )  # fmt: skip
    front_brake = 0.5 * control.brake * params.max_brake_force * params.front_brake_share
    rear_brake = 0.5 * control.brake * params.max_brake_force * (1.0 - params.front_brake_share)
    limits = rim_limits(grips, params.front_brake_share, -motion * pull, turning)
    resistance = resisting / maximum(load, TINY)  # which counts within the grip
    brakes = Wheels(
        minimum(front_brake, maximum(limits.front_left - resistance * loads.front_left, 0.0)),
        minimum(front_brake, maximum(limits.front_right - resistance * loads.front_right, 0.0)),
        minimum(rear_brake, maximum(limits.rear_left - resistance * loads.rear_left, 0.0)),
        minimum(rear_brake, maximum(limits.rear_right - resistance * loads.rear_right, 0.0)),
    )

    # Half of the velocity's turn in the turning body; gravity; then the speed ahead.
    turned, across = turned_rolling(footing.speed, footing.lateral_speed, -0.5 * dt * state.yaw_rate, factor)
    driving = left_drive * left_cosine + right_drive * right_cosine + left_push + right_push
    ahead = turned + dt * (footing.ahead * mass + driving) / moving_mass
    braking = brakes.front_left + brakes.front_right + brakes.rear_left + brakes.rear_right
    slowed = held_back(ahead, resisting + braking, params.air_drag, moving_mass, dt)
    rolling_force = driving + slowed.share * (braking + resisting)
    ground_bound = ground_share(dt * rolling_force, turning * mass * (slowed.speed - turned), factor)
    left_drive, right_drive = ground_bound * left_drive, ground_bound * right_drive
    left_push, right_push = ground_bound * left_push, ground_bound * right_push
    braked = ground_bound * slowed.share
    forces = Wheels(
        left_drive + braked * brakes.front_left,
        right_drive + braked * brakes.front_right,
        left_push + braked * brakes.rear_left,
        right_push + braked * brakes.rear_right,
    )
    drift = across + a * state.yaw_rate
    left_speed, right_speed = turned - half_track * state.yaw_rate, turned + half_track * state.yaw_rate
    left_rolls = rolls_along(left_speed * left_cosine + drift * left_sine, ahead)
    right_rolls = rolls_along(right_speed * right_cosine + drift * right_sine, ahead)
    left_force = left_drive + left_rolls * braked * brakes.front_left
    right_force = right_drive + right_rolls * braked * brakes.front_right
    left_rear_force = left_push + rolls_along(left_speed, ahead) * braked * brakes.rear_left
    right_rear_force = right_push + rolls_along(right_speed, ahead) * braked * brakes.rear_right
    sideways = left_force * left_sine + right_force * right_sine
    moment = half_track * (right_force * right_cosine - left_force * left_cosine)
    moment = moment + half_track * (right_rear_force - left_rear_force) + a * sideways
    velocity = Velocity(
        slowed.speed,
        across + dt * (footing.left + sideways / mass),
        state.yaw_rate + dt * moment / params.yaw_inertia,
    )

    # Side forces of all tyres at the slip speeds of the step's end.
    front_stiffness, rear_stiffness = params.front_cornering_coefficient, params.rear_cornering_coefficient
    left_lever = a * left_cosine + half_track * left_sine
    right_lever = a * right_cosine - half_track * right_sine
    left_slip = slip_of(-left_sine, left_cosine, left_lever, velocity)
    right_slip = slip_of(-right_sine, right_cosine, right_lever, velocity)
    rear_slip = velocity.left - b * velocity.turn
    drift = velocity.left + a * velocity.turn
    left_speed, right_speed = velocity.ahead - half_track * velocity.turn, velocity.ahead + half_track * velocity.turn
    left_pace = maximum(abs(left_speed * left_cosine + drift * left_sine), SLOWEST)
    right_pace = maximum(abs(right_speed * right_cosine + drift * right_sine), SLOWEST)
    left_rear_pace, right_rear_pace = maximum(abs(left_speed), SLOWEST), maximum(abs(right_speed), SLOWEST)
    left = tyre(
        left_slip, left_pace, front_stiffness * loads.front_left, left_for_side(grips.front_left, forces.front_left)
    )
    right = tyre(
        right_slip,
        right_pace,
        front_stiffness * loads.front_right,
        left_for_side(grips.front_right, forces.front_right),
    )
    left_rear = tyre(
        rear_slip, left_rear_pace, rear_stiffness * loads.rear_left, left_for_side(grips.rear_left, forces.rear_left)
    )
    right_rear = tyre(
        rear_slip,
        right_rear_pace,
        rear_stiffness * loads.rear_right,
        left_for_side(grips.rear_right, forces.rear_right),
    )
    left_impulse, right_impulse, rear_impulse = side_impulses(
        Line(-left_sine, left_cosine, left_lever, left_slip, dt * left),
        Line(-right_sine, right_cosine, right_lever, right_slip, dt * right),
        Line(0.0 * left_sine, 0.0 * left_sine + 1.0, 0.0 * left_sine - b, rear_slip, dt * (left_rear + right_rear)),
        weights,
    )
    back = -left_sine * left_impulse - right_sine * right_impulse
    aside = left_cosine * left_impulse + right_cosine * right_impulse + rear_impulse
    twist = left_lever * left_impulse + right_lever * right_impulse - b * rear_impulse
    rolled = Velocity(
        velocity.ahead + back * weights.ahead,
        velocity.left + aside * weights.left,
        velocity.turn + twist * weights.turn,
    )

    # What is locked, lies on its side or stands still is a block.
    is_block = is_locked | (slowed.speed == 0.0)
    before = Velocity(footing.speed, footing.lateral_speed, state.yaw_rate)
    free = Velocity(turned + dt * footing.ahead, across + dt * footing.left, state.yaw_rate)
    pressed = dt * footing.support * params.tyre_grip
    gyration = sqrt(maximum(params.yaw_inertia / mass, 0.0))
    taken = share_taken(before, free, ground.friction * pressed, ground.sliding_friction * pressed, gyration)
    turn = select(is_block, (1.0 - taken) * free.turn, rolled.turn)
    end = turned_rolling(
        select(is_block, (1.0 - taken) * free.ahead, rolled.ahead),
        select(is_block, (1.0 - taken) * free.left, rolled.left),
        -0.5 * dt * turn,
        factor,
    )
    after = Velocity(end[0], end[1], turn)

    # What the ground did to the body: it loads the wheels of the next step, and leans the body.
    pushed = (dt * rolling_force + back) / mass - turning * (rolled.ahead - turned)
    pushed = select(is_block, -taken * free.ahead, pushed)
    drifted = select(is_block, -taken * free.left, (dt * sideways + aside) / mass)
    sits = carried(state, footing, pushed, drifted, half_track, params, dt)

    x, y, yaw = placed(state, footing, after, dt)
    pitch, roll = leaning(ground, yaw, sits)
    return State(
        x=x,
        y=y,
        yaw=yaw,
        speed=select(dt > 0.0, after.ahead, state.speed),
        lateral_speed=select(dt > 0.0, after.left, state.lateral_speed),
        yaw_rate=after.turn,
        wheel_angle=wheel_angle,
        engine_load=engine.load,
        gear=engine.gear,
        shift_time=engine.shift_time,
        fuel_used=engine.fuel_used,
        specific_force_ahead=sits.force_ahead,
        specific_force_left=sits.force_left,
        heave=sits.heave,
        heave_rate=sits.heave_rate,
        last_slope_x=select(dt > 0.0, ground.slope_x, state.last_slope_x),
        last_slope_y=select(dt > 0.0, ground.slope_y, state.last_slope_y),
        is_airborne=select(dt > 0.0, footing.is_airborne, state.is_airborne),
        body_pitch=sits.pitch,
        body_pitch_rate=sits.pitch_rate,
        body_roll=sits.roll,
        body_roll_rate=sits.roll_rate,
        tip=sits.tip,
        tip_rate=sits.tip_rate,
        pitch=pitch,
        roll=roll,
        engine_speed=engine.speed,
        resistance=resisting,
        left_front_load=loads.front_left,
        right_front_load=loads.front_right,
        left_rear_load=loads.rear_left,
        right_rear_load=loads.rear_right,
    )


def loads_of(state: Any, footing: Any, params: Any) -> Wheels:
    """The load of each wheel [N]; all of it is on one side where the vehicle leans onto it."""
    load = params.mass * footing.support
    share = front_share(state, footing, params)
    half_front, half_rear = 0.5 * share * load, 0.5 * (1.0 - share) * load
    moved = params.mass * params.centre_height * state.specific_force_left / params.track_width
    moved = select(state.tip > 0.0, load, select(state.tip < 0.0, -load, moved))
    at_rear = clamp((1.0 - params.front_roll_share) * moved, -half_rear, half_rear)
    at_front = clamp(moved - at_rear, -half_front, half_front)
    at_rear = clamp(moved - at_front, -half_rear, half_rear)
    return Wheels(half_front - at_front, half_front + at_front, half_rear - at_rear, half_rear + at_rear)


def gripping(load: Any, at_rest: Any, loads: Wheels, params: Any) -> Any:
    """The load of a wheel of an axle with the share ``at_rest``, times what its tyre makes of the friction [N]."""
    whole = loads.front_left + loads.front_right + loads.rear_left + loads.rear_right
    ratio = load / maximum(0.5 * at_rest * whole, TINY)
    return load * params.tyre_grip * maximum(1.0 - params.load_sensitivity * (ratio - 1.0), 0.0)


def rim_limits(grips: Wheels, front_share: Any, pull: Any, turning: Any) -> Wheels:
    """The greatest force at each rim [N], of axles that bring ``front_share`` and the rest to the ground."""
    half_front, half_rear = 0.5 * front_share, 0.5 * (1.0 - front_share)
    return Wheels(
        rim_limit(grips.front_left, half_front, pull, turning),
        rim_limit(grips.front_right, half_front, pull, turning),
        rim_limit(grips.rear_left, half_rear, pull, turning),
        rim_limit(grips.rear_right, half_rear, pull, turning),
    )


def split(force: Any, left_grip: Any, right_grip: Any, slides: Any, lock: Any) -> tuple[Any, Any]:
    """What the left and the right wheel of an axle bring to the ground of its ``force`` [N].

    An open differential gives both the same: no more than the weaker can take. A lock passes the rest on to the other.
    """
    is_left = left_grip < right_grip
    weaker, stronger = select(is_left, left_grip, right_grip), select(is_left, right_grip, left_grip)
    weak = driven(0.5 * force, weaker, slides * weaker)
    strong = driven(weak + lock * (force - 2.0 * weak), stronger, slides * stronger)
    return select(is_left, weak, strong), select(is_left, strong, weak)


def ackermann(angle: Any, left: Any, params: Any) -> tuple[Any, Any]:
    """Sine and cosine of a front wheel's angle, ``left`` [m] of the middle one's: all on one centre of rotation."""
    sine, cosine = sincos(angle)
    wheelbase = params.front_axle_offset + params.rear_axle_offset
    ahead, aside = wheelbase * cosine - left * sine, wheelbase * sine
    length = sqrt(ahead * ahead + aside * aside)
    return aside / length, ahead / length
