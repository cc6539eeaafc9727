"""Single-track car that obeys forces: mass, tyres that slip, an engine with limits, springs, slopes, flight and falls.

The two wheels of an axle are taken as one, on the middle line: the textbook's "bicycle". Right for cars and light
trucks up to and beyond the grip of their tyres, at any speed, standing, in reverse, for any ``dt`` up to 0.1 s (error
of first order, never unstable). It knows no load on single wheels: ``double-track`` does, where one lifts or spins.

How a step goes: footing (slope, springs, flight), steering, engine, loads of the axles; then the velocity: half of its
turn in the turning body, speed ahead (drive, brakes and resistance as impulses that stop but never turn round), the
side forces of both axles at once (``parts.damping``), the other half of the turn. That is stable without a limit on
``dt``, loses energy and never gains it, and settles where the true forces do. What stands is held as one block.

Source: Rajamani, "Vehicle Dynamics and Control", 2nd ed., section 2.3 and chapter 4; the slip is taken at the wheel
itself and not at the axle, so that it holds in reverse and at rest. Symbols there: m mass, I_z yaw_inertia, l_f, l_r
axle offsets, delta steer_angle, V_x speed, V_y lateral_speed, alpha slip angle, C_alpha cornering stiffness.
"""

from typing import Any, NamedTuple

from ..fields import Fraction, MaxSteerAngle, NonNegative, Positive, Signed, SteerAngle, Switch
from ..mathematics import clamp, maximum, minimum, select, sincos, sqrt
from .parts.body import carried, leaning, placed, steered
from .parts.brakes import held_back, pedals, rolling, rolls_along
from .parts.damping import Damping, damped
from .parts.engine import driven_by
from .parts.footing import LIGHT, Footing, footing_of
from .parts.standing import Velocity, share_taken
from .parts.tipping import has_fallen
from .parts.tyre import SLOWEST, TINY, driven, fiala, left_for_side
from .parts.wheels import ground_share, mass_factor, rim_limit, turned_rolling

KIND = "wheeled"
REPORTS = ("pitch", "roll", "engine_speed", "resistance")


class State(NamedTuple):
    """Where the centre of mass is, how it moves, and how the body sits on its springs."""

    x: float = 0.0  # east [m]
    y: float = 0.0  # north [m]
    yaw: float = 0.0  # counter-clockwise from east, in (-pi, pi] [rad]
    speed: float = 0.0  # of the centre of mass along body x, forward positive [m/s]
    lateral_speed: float = 0.0  # of the centre of mass along body y, left positive [m/s]
    yaw_rate: float = 0.0  # counter-clockwise positive [rad/s]
    wheel_angle: float = 0.0  # of the front wheels, left positive [rad]
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


class Control(NamedTuple):
    """What the driver sets."""

    throttle: Signed = 0.0  # of the engine, negative drives backward [1]
    brake: Fraction = 0.0  # of the greatest brake force [1]
    steer_angle: SteerAngle = 0.0  # wanted of the front wheels, left positive [rad]
    parking_brake: Switch = 0.0  # locks all wheels [1]
    engine_stop: Switch = 0.0  # does not drive [1]


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
    load_sensitivity: Fraction = 0.05  # of the grip lost when an axle's load doubles [1]
    rolling_factor: NonNegative = 1.0  # of its rolling resistance, over what the ground gives usual wheels [1]
    least_cone_index: NonNegative = 0.0  # of soil, below which it bogs down [1]
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


class Ground(NamedTuple):
    """What it wants to know of the ground under it; dry asphalt if nobody says."""

    slope_x: float = 0.0  # height gained per metre east [1]
    slope_y: float = 0.0  # height gained per metre north [1]
    friction: Positive = 0.85  # greatest, before a tyre slides [1]
    sliding_friction: Positive = 0.75  # of a tyre that slides [1]
    wheel_resistance: NonNegative = 0.013  # of rolling, over the load [1]
    cone_index: NonNegative = 1000.0  # of the soil; hard ground has hundreds [1]


def step(state: Any, control: Any, params: Any, dt: Any, ground: Any) -> State:
    """The state after ``dt`` [s] with constant controls, for the centre of mass."""
    return advanced(state, control, params, dt, ground, fiala)


def advanced(state: Any, control: Any, params: Any, dt: Any, ground: Any, tyre: Any) -> State:
    """The same with any tyre of ``parts.tyre``."""
    a, b, mass = params.front_axle_offset, params.rear_axle_offset, params.mass
    footing = footing_of(state, ground, params, dt)
    fallen = has_fallen(state.tip, 0.5 * params.track_width, params.centre_height)
    is_locked = (control.parking_brake > 0.5) | (fallen > 0.5)
    factor = mass_factor(is_locked | (footing.is_airborne > 0.5), params)
    moving_mass, turning = mass * factor, factor - 1.0
    wheel_angle = steered(state, control, params, dt)
    sine, cosine = sincos(0.5 * (state.wheel_angle + wheel_angle))
    engine = driven_by(state, control, params, dt, footing.speed)

    # The axles' loads, and what the ground gives and takes there.
    load = mass * footing.support
    share = front_share(state, footing, params)
    front_load, rear_load = share * load, (1.0 - share) * load
    bogs = ground.cone_index < params.least_cone_index
    front_grip = ground.friction * front_load * grip_factor(share, b / (a + b), params)
    rear_grip = ground.friction * rear_load * grip_factor(1.0 - share, a / (a + b), params)
    slides = select(bogs, 0.0, ground.sliding_friction / maximum(ground.friction, TINY))
    resisting = rolling(load, params.rolling_factor * ground.wheel_resistance, footing.speed)
    resisting = select(bogs, ground.friction * load, resisting)
    pull = mass * (footing.ahead + footing.lateral_speed * state.yaw_rate)
    pull = pull - params.air_drag * footing.speed * abs(footing.speed)
    motion = select(footing.speed < 0.0, -1.0, 1.0)
    hauled = select(engine.force < 0.0, -1.0, 1.0) * (pull - motion * resisting)
    can_drive = select(bogs, 0.0, 1.0)
    front_drive = params.front_drive_share * engine.force
    front_reach = can_drive * rim_limit(front_grip, params.front_drive_share, hauled, turning)
    front_drive = driven(front_drive, front_reach, slides * front_reach)
    rear_drive = (1.0 - params.front_drive_share) * engine.force
    rear_reach = can_drive * rim_limit(rear_grip, 1.0 - params.front_drive_share, hauled, turning)
    rear_drive = driven(rear_drive, rear_reach, slides * rear_reach)
    braking, rear_brake_share = control.brake * params.max_brake_force, 1.0 - params.front_brake_share
    front_reach = rim_limit(front_grip, params.front_brake_share, -motion * pull, turning) - share * resisting
    rear_reach = rim_limit(rear_grip, rear_brake_share, -motion * pull, turning) - (1.0 - share) * resisting
    front_brake = minimum(params.front_brake_share * braking, maximum(front_reach, 0.0))
    rear_brake = minimum(rear_brake_share * braking, maximum(rear_reach, 0.0))

    # Half of the velocity's turn in the turning body; gravity; then the speed ahead.
    turned, across = turned_rolling(footing.speed, footing.lateral_speed, -0.5 * dt * state.yaw_rate, factor)
    ahead = turned + dt * (footing.ahead * mass + front_drive * cosine + rear_drive) / moving_mass
    slowed = held_back(ahead, resisting + front_brake + rear_brake, params.air_drag, moving_mass, dt)
    rolling_force = front_drive * cosine + rear_drive + slowed.share * (resisting + front_brake + rear_brake)
    ground_bound = ground_share(dt * rolling_force, turning * mass * (slowed.speed - turned), factor)
    front_force = ground_bound * (front_drive + slowed.share * front_brake)
    rear_force = ground_bound * (rear_drive + slowed.share * rear_brake)
    rolls = rolls_along(turned * cosine + (across + a * state.yaw_rate) * sine, ahead)
    sideways = ground_bound * (front_drive + rolls * slowed.share * front_brake) * sine
    left = across + dt * (footing.left + sideways / mass)
    yaw_rate = state.yaw_rate + dt * a * sideways / params.yaw_inertia

    # Both tyres' stiffness now, and their slip speeds before they act.
    swing = footing.lateral_speed + a * state.yaw_rate
    front_pace = maximum(abs(footing.speed * cosine + swing * sine), SLOWEST)
    rear_pace = maximum(abs(footing.speed), SLOWEST)
    front_stiffness = params.front_cornering_coefficient * front_load
    rear_stiffness = params.rear_cornering_coefficient * rear_load
    front_limit, rear_limit = left_for_side(front_grip, front_force), left_for_side(rear_grip, rear_force)
    front = dt * tyre(swing * cosine - footing.speed * sine, front_pace, front_stiffness, front_limit)
    rear = dt * tyre(footing.lateral_speed - b * state.yaw_rate, rear_pace, rear_stiffness, rear_limit)
    front_slip = (left + a * yaw_rate) * cosine - slowed.speed * sine
    rear_slip = left - b * yaw_rate

    easy, spin, push = 1.0 / mass, 1.0 / params.yaw_inertia, 1.0 / moving_mass
    own_front = sine * sine * push + cosine * cosine * (easy + a * a * spin)
    between = cosine * (easy - a * b * spin)
    own_rear = easy + b * b * spin
    both = cosine * cosine * easy * spin * (a + b) * (a + b) + sine * sine * push * (easy + b * b * spin)
    damping = Damping(own_front * front, between * rear, between * front, own_rear * rear, both * front * rear)
    front_mean, rear_mean = damped(front_slip, rear_slip, damping)
    front_impulse, rear_impulse = -front * front_mean, -rear * rear_mean
    rolled = Velocity(
        slowed.speed - sine * front_impulse * push,
        left + (cosine * front_impulse + rear_impulse) * easy,
        yaw_rate + (a * cosine * front_impulse - b * rear_impulse) * spin,
    )

    # What is locked, lies on its side or stands still is a block.
    is_block = is_locked | (slowed.speed == 0.0)
    before = Velocity(footing.speed, footing.lateral_speed, state.yaw_rate)
    free = Velocity(turned + dt * footing.ahead, across + dt * footing.left, state.yaw_rate)
    pressed = dt * footing.support * params.tyre_grip
    gyration = sqrt(maximum(params.yaw_inertia / mass, 0.0))
    taken = share_taken(before, free, ground.friction * pressed, ground.sliding_friction * pressed, gyration)
    block = Velocity((1.0 - taken) * free.ahead, (1.0 - taken) * free.left, (1.0 - taken) * free.turn)
    turn = select(is_block, block.turn, rolled.turn)
    ended_ahead, ended_left = select(is_block, block.ahead, rolled.ahead), select(is_block, block.left, rolled.left)
    end = turned_rolling(ended_ahead, ended_left, -0.5 * dt * turn, factor)
    velocity = Velocity(end[0], end[1], turn)

    # What the ground did to the body: it loads the axles of the next step, and leans the body.
    pushed = (dt * rolling_force - sine * front_impulse) * easy - turning * (rolled.ahead - turned)
    aside = (dt * sideways + cosine * front_impulse + rear_impulse) * easy
    pushed = select(is_block, -taken * free.ahead, pushed)
    aside = select(is_block, -taken * free.left, aside)
    sits = carried(state, footing, pushed, aside, 0.5 * params.track_width, params, dt)

    x, y, yaw = placed(state, footing, velocity, dt)
    pitch, roll = leaning(ground, yaw, sits)
    return State(
        x=x,
        y=y,
        yaw=yaw,
        speed=select(dt > 0.0, velocity.ahead, state.speed),
        lateral_speed=select(dt > 0.0, velocity.left, state.lateral_speed),
        yaw_rate=velocity.turn,
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
    )


def operate(state: Any, speed: Any, steer: Any, params: Any, dt: Any) -> Control:
    """The control towards a speed [m/s] and a steering command in -1..1, left positive, of the full wheel angle.

    What is to stand still, stands with its parking brake on.
    """
    feet = pedals(speed, state, params, dt)
    wheel_angle = clamp(steer, -1.0, 1.0) * params.max_steer_angle
    return Control(feet.throttle, feet.brake, wheel_angle, feet.parking_brake, 0.0 * feet.parking_brake)


def front_share(state: Any, footing: Footing, params: Any) -> Any:
    """The share of the load that the front axle carries [1]: speeding up takes it away."""
    wheelbase = params.front_axle_offset + params.rear_axle_offset
    lever = params.centre_height * state.specific_force_ahead / maximum(footing.support, LIGHT)
    return clamp((params.rear_axle_offset - lever) / wheelbase, 0.0, 1.0)


def grip_factor(share: Any, at_rest: Any, params: Any) -> Any:
    """What an axle's grip is multiplied by, when it carries a ``share`` and ``at_rest`` another [1]."""
    return params.tyre_grip * maximum(1.0 - params.load_sensitivity * (share / at_rest - 1.0), 0.0)
