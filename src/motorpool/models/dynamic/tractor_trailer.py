"""Articulated lorry that obeys forces: a tractor and a semitrailer on one hitch, three axles whose tyres slip, springs.

Two rigid bodies on the plane of the ground, the two or more wheels of an axle taken as one. Right for lorries and for
cars with a trailer, up to and beyond the grip of their tyres, at any speed, standing and in reverse; error of first
order in ``dt``, and no step, however long, gains energy. It swings as it should when braked in a bend, folds up when
its driven wheels lock or slide, and its trailer pushes it over a crest. It knows no load on single wheels, and the
trailer stands on the same slope as the tractor, flies when it flies and leans as it leans.

How a step goes: footing, steering, engine and the loads of the axles, the kingpin's among them; both bodies move on
with their momentum and the hitch joins them again, with the least change (``parts.train``); gravity and drive; brakes
and resistance as impulses that stop and never turn round; then the side forces of all three axles at once, at the
slip speeds that the step ends with: M + dt K is solved, which only loses energy. What stands is held as one block.
Where the trailer meets the cab (``max_hitch_angle``) it stops dead against it: ``is_jack_knifed``.

The hitch angle is the trailer's yaw minus the tractor's, left positive. In reverse ``operate`` takes the steering
command for the trailer's path, as if the trailer were a car, and turns the wheels as that needs (``parts.hitch``).

The defaults are a lorry of 36 t: axles and trailer as CommonRoad's vehicle 4 has them, the rest estimates.

Source: Pacejka, "Tire and Vehicle Dynamics", 3rd ed., section 1.3.2, car and trailer, without its small angles;
Althoff and Wuersching, "CommonRoad: Vehicle Models" (2020), for the sizes. Symbols in Pacejka: m, I mass and
yaw_inertia, m_c, I_c the trailer's, a, b axle offsets, h hitch_offset, f trailer_centre_offset, phi -hitch_angle.
"""

from typing import Any, NamedTuple

from ..arc import along_twist
from ..fields import Fraction, NonNegative, Positive, Signed, SteerAngle, SteerStop, Switch
from ..mathematics import atan, clamp, exp, maximum, minimum, select, sincos, sqrt, tan, wrap_angle
from ..park.attitude import GRAVITY
from ..parts.body import SHORTEST, SMOOTHING, carried, leaning, steered
from ..parts.brakes import pedals, rolling
from ..parts.engine import driven_by
from ..parts.footing import footing_of
from ..parts.hitch import QUICK, HitchOffset, pushed, tightest_curvature
from ..parts.standing import ROUNDING
from ..parts.tipping import has_fallen
from ..parts.train import Coupled, Four, coupled, dot, double_energy, on_trailer, plus, solved, stiffened, unjoined
from ..parts.tyre import SLOWEST, TINY, driven, fiala, left_for_side
from ..parts.wheels import ground_share, mass_factor, rim_limit

KIND = "wheeled"
REPORTS = ("pitch", "roll", "engine_speed", "resistance", "is_jack_knifed")

FOLDED = 0.995  # of the greatest hitch angle: the trailer lies against the tractor [1]
LEAST_KINGPIN = 0.5  # of the tractor's weight, that a trailer may lift it by [1]


class State(NamedTuple):
    """Where the tractor's centre of mass is, how both bodies move, and how the tractor sits on its springs."""

    x: float = 0.0  # east [m]
    y: float = 0.0  # north [m]
    yaw: float = 0.0  # of the tractor, counter-clockwise from east, in (-pi, pi] [rad]
    hitch_angle: float = 0.0  # yaw of the trailer minus the tractor's [rad]
    speed: float = 0.0  # of the tractor's centre of mass along its x, forward positive [m/s]
    lateral_speed: float = 0.0  # of the tractor's centre of mass along its y, left positive [m/s]
    yaw_rate: float = 0.0  # of the tractor, counter-clockwise positive [rad/s]
    trailer_yaw_rate: float = 0.0  # of the trailer, counter-clockwise positive [rad/s]
    wheel_angle: float = 0.0  # of the front wheels, left positive [rad]
    engine_load: Fraction = 0.0  # what the engine gives of what it can [1]
    gear: float = 0.0  # forward positive, 0 neutral [1]
    shift_time: NonNegative = 0.0  # until the gear is in [s]
    fuel_used: NonNegative = 0.0  # since the tank was full [kg]
    hitch_pull: float = 0.0  # with which the trailer holds the tractor back, smoothed [N]
    specific_force_ahead: float = 0.0  # of ground and hitch on the tractor, over its mass, smoothed [m/s^2]
    specific_force_left: float = 0.0  # the same to the left [m/s^2]
    heave: float = 0.0  # of the tractor above its height at rest [m]
    heave_rate: float = 0.0  # relative to the ground [m/s]
    last_slope_x: float = 0.0  # of the ground a step ago, towards east [1]
    last_slope_y: float = 0.0  # of the ground a step ago, towards north [1]
    is_airborne: Switch = 0.0  # 1 while it flies, else 0 [1]
    body_pitch: float = 0.0  # of the tractor on its springs, nose down positive [rad]
    body_pitch_rate: float = 0.0  # of that angle [rad/s]
    body_roll: float = 0.0  # of the tractor on its springs, right side down positive [rad]
    body_roll_rate: float = 0.0  # of that angle [rad/s]
    tip: float = 0.0  # of both onto one side, wheels off the ground, right side down positive [rad]
    tip_rate: float = 0.0  # of that angle [rad/s]
    is_jack_knifed: Switch = 0.0  # 1 while the trailer lies against the tractor, else 0 [1]
    pitch: float = 0.0  # of ground and tractor, nose down positive [rad]
    roll: float = 0.0  # of ground, tractor and tip, right side down positive [rad]
    engine_speed: float = 0.0  # of the crankshaft [rad/s]
    resistance: float = 0.0  # that wheels met in rolling [N]


class Control(NamedTuple):
    """What the driver sets."""

    throttle: Signed = 0.0  # of the engine, negative drives backward [1]
    brake: Fraction = 0.0  # of the greatest brake forces, tractor and trailer [1]
    steer_angle: SteerAngle = 0.0  # wanted of the front wheels, left positive [rad]
    parking_brake: Switch = 0.0  # locks all wheels, the trailer's too [1]
    engine_stop: Switch = 0.0  # does not drive [1]


class Params(NamedTuple):
    """What the lorry is."""

    mass: Positive = 8000.0  # of the tractor [kg]
    yaw_inertia: Positive = 28e3  # of the tractor about the vertical through its centre of mass [kg m^2]
    front_axle_offset: Positive = 1.8  # of the front axle from the tractor's centre of mass [m]
    rear_axle_offset: Positive = 1.8  # of the rear axle from the tractor's centre of mass [m]
    hitch_offset: HitchOffset = 1.3  # of the hitch behind the tractor's centre of mass [m]
    centre_height: NonNegative = 1.0  # of the tractor's centre of mass above the ground [m]
    hitch_height: NonNegative = 1.2  # above the ground [m]
    trailer_mass: Positive = 28e3  # loaded [kg]
    trailer_yaw_inertia: Positive = 430e3  # about the vertical through its centre of mass [kg m^2]
    trailer_length: Positive = 8.1  # hitch to the trailer's axle [m]
    trailer_centre_offset: Positive = 5.6  # of the trailer's centre of mass behind the hitch [m]
    trailer_centre_height: NonNegative = 1.9  # of it above the ground [m]
    max_hitch_angle: Positive = 1.5  # where the trailer meets the tractor [rad]
    track_width: Positive = 2.0  # between the wheel planes of an axle [m]
    max_steer_angle: SteerStop = 0.7  # the wheels turn no further [rad]
    max_steer_rate: Positive = 0.6  # the wheels turn no faster [rad/s]
    front_cornering_coefficient: Positive = 7.0  # side force for each radian of slip, over the load [1/rad]
    rear_cornering_coefficient: Positive = 8.0  # the same of the rear axle [1/rad]
    trailer_cornering_coefficient: Positive = 8.0  # the same of the trailer's axle [1/rad]
    tyre_grip: Positive = 0.85  # of its tyres, over what the ground gives usual ones [1]
    load_sensitivity: Fraction = 0.05  # of the grip lost when an axle's load doubles [1]
    rolling_factor: NonNegative = 0.6  # of its rolling resistance, over what the ground gives usual wheels [1]
    least_cone_index: NonNegative = 0.0  # of soil, below which it bogs down [1]
    front_drive_share: Fraction = 0.0  # of the drive force: 1 front, 0 rear [1]
    engine_power: Positive = 330e3  # of the engine at its best [W]
    drive_efficiency: Positive = 0.85  # share of it that reaches the ground [1]
    max_drive_force: Positive = 90e3  # of the driven wheels together [N]
    engine_lag: Positive = 0.4  # in which it follows the pedal [s]
    max_speed: Positive = 25.0  # forward [m/s]
    max_reverse_speed: Positive = 4.0  # backward [m/s]
    rotating_mass_factor: Positive = 1.15  # mass that moves with the tractor's turning parts, over its mass [1]
    max_brake_force: Positive = 85e3  # of the tractor's wheels together [N]
    front_brake_share: Fraction = 0.45  # of the tractor's brake force [1]
    max_trailer_brake_force: NonNegative = 125e3  # of the trailer's wheels together [N]
    air_drag: NonNegative = 3.6  # force over speed squared [kg/m]
    fuel_capacity: Positive = 340.0  # of the tank [kg]
    fuel_consumption: NonNegative = 5.6e-8  # per work of the engine; 0.2 kg/kWh [kg/J]
    idle_fuel_rate: NonNegative = 5e-4  # of the running engine [kg/s]
    suspension_frequency: Positive = 9.0  # of the tractor on its springs, without damping [rad/s]
    suspension_damping: Fraction = 0.3  # over the critical one [1]
    suspension_travel: Positive = 0.12  # down to the stop [m]
    pitch_gain: NonNegative = 0.004  # nose up for each m/s^2 of specific force ahead [rad s^2/m]
    roll_gain: NonNegative = 0.012  # outward for each m/s^2 of specific force to the side [rad s^2/m]
    roll_gyration: Positive = 0.9  # radius of gyration about body x [m]
    gear_count: NonNegative = 0.0  # 0: no gears, the engine gives its power at any speed [1]
    gear_step: Positive = 1.28  # each gear is so many times shorter than the next [1]
    top_gear_ratio: Positive = 2.9  # engine turns for a turn of the wheels in the highest gear [1]
    wheel_radius: Positive = 0.5  # under load [m]
    peak_torque: Positive = 2200.0  # of the engine [N m]
    peak_torque_speed: Positive = 125.0  # of the engine at its greatest torque [rad/s]
    torque_fall: NonNegative = 1.0  # of the torque's parabola about its peak, over the greatest engine speed [1]
    idle_speed: Positive = 60.0  # of the engine [rad/s]
    max_engine_speed: Positive = 210.0  # where it is cut off [rad/s]


class Ground(NamedTuple):
    """What it wants to know of the ground under the tractor; dry asphalt if nobody says."""

    slope_x: float = 0.0  # height gained per metre east [1]
    slope_y: float = 0.0  # height gained per metre north [1]
    friction: Positive = 0.85  # greatest, before a tyre slides [1]
    sliding_friction: Positive = 0.75  # of a tyre that slides [1]
    wheel_resistance: NonNegative = 0.013  # of rolling, over the load [1]
    cone_index: NonNegative = 1000.0  # of the soil; hard ground has hundreds [1]


class Loads(NamedTuple):
    """What the axles carry."""

    front: Any  # [N]
    rear: Any
    trailer: Any


def step(state: Any, control: Any, params: Any, dt: Any, ground: Any) -> State:
    """The state after ``dt`` [s] with constant controls, for the tractor's centre of mass."""
    a, b, reach = params.front_axle_offset, params.rear_axle_offset, params.trailer_length
    footing = footing_of(state, ground, params, dt)
    wheel_angle = steered(state, control, params, dt)
    sine, cosine = sincos(wheel_angle)
    engine = driven_by(state, control, params, dt, footing.speed)

    height = (params.mass * params.centre_height + params.trailer_mass * params.trailer_centre_height) / (
        params.mass + params.trailer_mass
    )
    fallen = has_fallen(state.tip, 0.5 * params.track_width, height)
    is_locked = (control.parking_brake > 0.5) | (fallen > 0.5)
    factor = mass_factor(is_locked | (footing.is_airborne > 0.5), params)
    total = params.mass + params.trailer_mass
    turning_mass = params.mass * (factor - 1.0)
    turning = turning_mass / total

    # The axles' loads, and what the ground gives and takes there.
    loads = axle_loads(state.specific_force_ahead, state.hitch_pull, footing.support, params)
    usual = axle_loads(0.0 * footing.support, 0.0 * footing.support, GRAVITY + 0.0 * footing.support, params)
    bogs = ground.cone_index < params.least_cone_index
    front_grip = ground.friction * loads.front * grip_factor(loads.front, usual.front, params)
    rear_grip = ground.friction * loads.rear * grip_factor(loads.rear, usual.rear, params)
    trailer_grip = ground.friction * loads.trailer * grip_factor(loads.trailer, usual.trailer, params)
    slides = select(bogs, 0.0, ground.sliding_friction / maximum(ground.friction, TINY))
    resistance = params.rolling_factor * ground.wheel_resistance
    front_resisting = rolling(loads.front, resistance, footing.speed)
    front_resisting = select(bogs, ground.friction * loads.front, front_resisting)
    rear_resisting = rolling(loads.rear, resistance, footing.speed)
    rear_resisting = select(bogs, ground.friction * loads.rear, rear_resisting)
    resisting = front_resisting + rear_resisting
    trailer_resisting = rolling(loads.trailer, resistance, footing.speed)
    trailer_resisting = select(bogs, ground.friction * loads.trailer, trailer_resisting)
    pulled = total * footing.ahead + params.mass * footing.lateral_speed * state.yaw_rate
    pulled = pulled - params.air_drag * footing.speed * abs(footing.speed)
    motion = select(footing.speed < 0.0, -1.0, 1.0)
    hauled_by = select(engine.force < 0.0, -1.0, 1.0) * (pulled - motion * (resisting + trailer_resisting))
    can_drive = select(bogs, 0.0, 1.0)
    front_drive = params.front_drive_share * engine.force
    front_reach = can_drive * rim_limit(front_grip, params.front_drive_share, hauled_by, turning)
    front_drive = driven(front_drive, front_reach, slides * front_reach)
    rear_drive = (1.0 - params.front_drive_share) * engine.force
    rear_reach = can_drive * rim_limit(rear_grip, 1.0 - params.front_drive_share, hauled_by, turning)
    rear_drive = driven(rear_drive, rear_reach, slides * rear_reach)
    trailer_brake = minimum(
        control.brake * params.max_trailer_brake_force, maximum(trailer_grip - trailer_resisting, 0.0)
    )
    slowed_by = trailer_brake + trailer_resisting - motion * pulled
    rear_brake_share = 1.0 - params.front_brake_share
    front_reach = rim_limit(front_grip, params.front_brake_share, slowed_by, turning) - front_resisting
    rear_reach = rim_limit(rear_grip, rear_brake_share, slowed_by, turning) - rear_resisting
    front_brake = minimum(params.front_brake_share * control.brake * params.max_brake_force, maximum(front_reach, 0.0))
    rear_brake = minimum(rear_brake_share * control.brake * params.max_brake_force, maximum(rear_reach, 0.0))

    # Both bodies move on, each by itself; the hitch joins them again.
    before = Four(footing.speed, footing.lateral_speed, state.yaw_rate, state.trailer_yaw_rate)
    reached = state.hitch_angle + dt * (state.trailer_yaw_rate - state.yaw_rate)
    furthest = maximum(params.max_hitch_angle, abs(state.hitch_angle))
    meets = (abs(reached) >= furthest) & (dt > 0.0)
    stopped = select(reached < 0.0, -furthest, furthest)
    hitch_angle = select(meets, stopped, reached)
    train = coupled(hitch_angle, factor, params)
    apart = unjoined(before, dt * state.yaw_rate, factor)
    gap_ahead, gap_left = gap_of(apart, before, state.hitch_angle, dt * state.yaw_rate, train, params)
    free = plus(apart, 1.0, joined(gap_ahead, gap_left, dt * footing.ahead, dt * footing.left, train, params))

    # Drive; then brakes and resistance, which stop but do not turn round: the trailer's, the tractor's, the air's.
    hauled = Four(
        dt * (front_drive * cosine + rear_drive), dt * front_drive * sine, dt * a * front_drive * sine, 0.0 * sine
    )
    hauled = plus(free, 1.0, solved(train.factor, hauled))
    bent, straight = sincos(hitch_angle)
    own = Four(1.0 + 0.0 * bent, 0.0 * bent, 0.0 * bent, 0.0 * bent)
    behind = Four(straight, bent, -params.hitch_offset * bent, 0.0 * bent)
    by_own, by_behind = solved(train.factor, own), solved(train.factor, behind)
    trailer_able = dt * (trailer_resisting + trailer_brake)
    trailer_stop = -clamp(dot(behind, hauled) / dot(behind, by_behind), -trailer_able, trailer_able)
    slowed = plus(hauled, trailer_stop, by_behind)
    able = dt * (resisting + front_brake + rear_brake)
    stands = abs(slowed.ahead) <= able * by_own.ahead
    stop = -clamp(slowed.ahead / by_own.ahead, -able, able)
    rest = slowed.ahead + stop * by_own.ahead
    drag = dt * params.air_drag * abs(rest)
    blown = stop - drag * rest / (1.0 + drag * by_own.ahead)
    slowed = plus(slowed, blown, by_own)
    share, trailer_share = stop / maximum(able, TINY), trailer_stop / maximum(trailer_able, TINY)
    rim = dt * (front_drive * cosine + rear_drive) + stop
    ground_bound = ground_share(rim, turning_mass * (slowed.ahead - apart.ahead), 1.0 + turning)
    front_force = ground_bound * (front_drive + share * front_brake)
    rear_force = ground_bound * (rear_drive + share * rear_brake)

    # Side forces of all tyres at the slip speeds of the step's end: (M + dt sum k b b') dq = -dt sum k b s.
    front = Four(-sine, cosine, a * cosine, 0.0 * sine)
    rear = Four(0.0 * sine, 1.0 + 0.0 * sine, 0.0 * sine - b, 0.0 * sine)
    last = Four(-bent, straight, -params.hitch_offset * straight, 0.0 * bent - reach)
    front_slip, rear_slip, last_slip = dot(front, slowed), dot(rear, slowed), dot(last, slowed)
    front_pace = maximum(abs(slowed.ahead * cosine + (slowed.left + a * slowed.turn) * sine), SLOWEST)
    rear_pace = maximum(abs(slowed.ahead), SLOWEST)
    last_pace = maximum(abs(dot(behind, slowed)), SLOWEST)
    front_limit, rear_limit = left_for_side(front_grip, front_force), left_for_side(rear_grip, rear_force)
    last_limit = left_for_side(trailer_grip, trailer_share * trailer_brake)
    front_firm = dt * fiala(front_slip, front_pace, params.front_cornering_coefficient * loads.front, front_limit)
    rear_firm = dt * fiala(rear_slip, rear_pace, params.rear_cornering_coefficient * loads.rear, rear_limit)
    last_firm = dt * fiala(last_slip, last_pace, params.trailer_cornering_coefficient * loads.trailer, last_limit)
    firm = stiffened(stiffened(stiffened(train.factor, front_firm, front), rear_firm, rear), last_firm, last)
    asked = Four(0.0 * sine, 0.0 * sine, 0.0 * sine, 0.0 * sine)
    asked = plus(
        plus(plus(asked, -front_firm * front_slip, front), -rear_firm * rear_slip, rear), -last_firm * last_slip, last
    )
    rolled = plus(slowed, 1.0, solved(firm, asked))

    # What is locked, lies on its side or stands still is a block; a trailer at its stop turns with the tractor.
    is_block = is_locked | stands
    pressed = dt * footing.support * params.tyre_grip
    loose = free.ahead + dt * footing.ahead * turning_mass / (total + turning_mass)  # as its wheels stand
    block = Four(loose, free.left, free.turn, free.swing)
    taken = held(before, block, ground.friction * pressed, ground.sliding_friction * pressed, train, factor, params)
    kept = 1.0 - taken
    ended = Four(
        select(is_block, kept * block.ahead, rolled.ahead),
        select(is_block, kept * block.left, rolled.left),
        select(is_block, kept * block.turn, rolled.turn),
        select(is_block, kept * block.swing, rolled.swing),
    )
    opening = ended.swing - ended.turn
    folds = meets & (opening * reached > 0.0)
    by_stop = solved(train.factor, Four(0.0 * bent, 0.0 * bent, 0.0 * bent - 1.0, 0.0 * bent + 1.0))
    velocity = plus(ended, select(folds, -opening / (by_stop.swing - by_stop.turn), 0.0 * opening), by_stop)

    # What ground and hitch did to the tractor: it loads the axles of the next step, and leans the tractor.
    pushed_ahead = velocity.ahead - apart.ahead - dt * footing.ahead
    pushed_left = velocity.left - apart.left - dt * footing.left
    side = -front_firm * dot(front, rolled) * sine
    wheels = dt * (front_drive * cosine + rear_drive) + blown - side
    pull = wheels - params.mass * pushed_ahead - turning_mass * (velocity.ahead - apart.ahead)
    pull = select(is_block, 0.0 * pull, pull)
    follow = (1.0 - exp(-dt / SMOOTHING)) / maximum(dt, SHORTEST)
    riding = Riding(
        params.suspension_frequency, params.suspension_damping, params.suspension_travel, params.pitch_gain,
        params.roll_gain, height, params.roll_gyration,
    )  # fmt: skip
    sits = carried(state, footing, pushed_ahead, pushed_left, 0.5 * params.track_width, riding, dt)

    # The pose turns as the velocity was turned, so that momentum keeps its direction in the world.
    ahead = 0.5 * dt * (footing.speed + velocity.ahead)
    left = 0.5 * dt * (footing.lateral_speed + velocity.left)
    forward = ahead * footing.ahead_run + left * footing.drift_run
    turn = dt * state.yaw_rate * footing.turn_run
    x, y, yaw = along_twist(state.x, state.y, state.yaw, forward, left * footing.left_run, turn)
    pitch, roll = leaning(ground, yaw, sits)
    moves = dt > 0.0
    return State(
        x=x,
        y=y,
        yaw=yaw,
        hitch_angle=select(moves, wrap_angle(hitch_angle), state.hitch_angle),
        speed=select(moves, velocity.ahead, state.speed),
        lateral_speed=select(moves, velocity.left, state.lateral_speed),
        yaw_rate=select(moves, velocity.turn, state.yaw_rate),
        trailer_yaw_rate=select(moves, select(folds, velocity.turn, velocity.swing), state.trailer_yaw_rate),
        wheel_angle=wheel_angle,
        engine_load=engine.load,
        gear=engine.gear,
        shift_time=engine.shift_time,
        fuel_used=engine.fuel_used,
        hitch_pull=state.hitch_pull + follow * (pull - dt * state.hitch_pull),
        specific_force_ahead=sits.force_ahead,
        specific_force_left=sits.force_left,
        heave=sits.heave,
        heave_rate=sits.heave_rate,
        last_slope_x=select(moves, ground.slope_x, state.last_slope_x),
        last_slope_y=select(moves, ground.slope_y, state.last_slope_y),
        is_airborne=select(moves, footing.is_airborne, state.is_airborne),
        body_pitch=sits.pitch,
        body_pitch_rate=sits.pitch_rate,
        body_roll=sits.roll,
        body_roll_rate=sits.roll_rate,
        tip=sits.tip,
        tip_rate=sits.tip_rate,
        is_jack_knifed=select(abs(hitch_angle) > FOLDED * params.max_hitch_angle, 1.0, 0.0),
        pitch=pitch,
        roll=roll,
        engine_speed=engine.speed,
        resistance=resisting + trailer_resisting,
    )


def operate(state: Any, speed: Any, steer: Any, params: Any, dt: Any) -> Control:
    """The control towards a speed [m/s] and a steering command in -1..1, left positive.

    Forward the command is a share of the full wheel angle; backward it is one of the tightest circle of the trailer,
    and the wheels turn as they must to lead the trailer onto it. What is to stand still, stands with its parking brake
    on.
    """
    total = params.mass + params.trailer_mass
    whole = Whole(
        total,
        (params.mass * params.rotating_mass_factor + params.trailer_mass) / total,
        params.max_brake_force + params.max_trailer_brake_force,
        params.air_drag,
        params.drive_efficiency,
        params.engine_power,
        params.max_drive_force,
    )
    feet = pedals(speed, state, whole, dt)
    command = clamp(steer, -1.0, 1.0)
    backward = select(state.speed == 0.0, speed, state.speed) < 0.0
    wheel_angle = select(backward, backing_wheel_angle(state, command, params), command * params.max_steer_angle)
    return Control(feet.throttle, feet.brake, wheel_angle, feet.parking_brake, 0.0 * feet.parking_brake)


def backing_wheel_angle(state: Any, command: Any, params: Any) -> Any:
    """The wheel angle [rad] that pushes the trailer onto a share ``command``, -1..1, of its tightest circle."""
    wheelbase = params.front_axle_offset + params.rear_axle_offset
    offset = params.hitch_offset - params.rear_axle_offset
    most = tan(params.max_steer_angle) / wheelbase
    wanted = command * tightest_curvature(most, offset, params.trailer_length)
    return atan(wheelbase * pushed(state.hitch_angle, wanted, most, offset, params.trailer_length, QUICK))


class Whole(NamedTuple):
    """The train as its driver's feet know it: one vehicle."""

    mass: Any  # [kg]
    rotating_mass_factor: Any
    max_brake_force: Any  # [N]
    air_drag: Any  # [kg/m]
    drive_efficiency: Any
    engine_power: Any  # [W]
    max_drive_force: Any  # [N]


class Riding(NamedTuple):
    """What carries the tractor, and what tips the two: at the mean height of their masses."""

    suspension_frequency: Any
    suspension_damping: Any
    suspension_travel: Any
    pitch_gain: Any
    roll_gain: Any
    centre_height: Any
    roll_gyration: Any


def axle_loads(ahead: Any, pull: Any, support: Any, params: Any) -> Loads:
    """The axles' loads [N]: moments about the trailer's axle give the kingpin's, about the front axle the rear one's.

    Args:
        ahead: specific force [m/s^2]; speeding up takes load off the front and off the kingpin.
        pull: of the trailer on the tractor, at the height of the hitch [N].
        support: of the ground over the mass [m/s^2].
        params: of the lorry.
    """
    weight, trailer_weight = params.mass * support, params.trailer_mass * support
    overhang = trailer_weight * (params.trailer_length - params.trailer_centre_offset)
    nods = params.trailer_mass * ahead * params.trailer_centre_height - pull * params.hitch_height
    kingpin = clamp((overhang - nods) / params.trailer_length, -LEAST_KINGPIN * weight, trailer_weight)
    squats = params.mass * ahead * params.centre_height + pull * params.hitch_height
    about_front = (
        weight * params.front_axle_offset + kingpin * (params.front_axle_offset + params.hitch_offset) + squats
    )
    total = weight + kingpin
    rear = clamp(about_front / (params.front_axle_offset + params.rear_axle_offset), 0.0, total)
    return Loads(total - rear, rear, trailer_weight - kingpin)


def grip_factor(load: Any, usual: Any, params: Any) -> Any:
    """What an axle's grip is multiplied by under a ``load``, when it is made for the ``usual`` one [1]."""
    excess = load / maximum(usual, 1.0) - 1.0
    return params.tyre_grip * maximum(1.0 - params.load_sensitivity * excess, 0.0)


def gap_of(apart: Four, before: Four, hitch_angle: Any, angle: Any, train: Coupled, params: Any) -> tuple[Any, Any]:
    """How much faster [m/s] the trailer's centre moves on than the tractor, alone, would take it: ahead, left."""
    sine, cosine = sincos(hitch_angle)
    swing = params.trailer_centre_offset * before.swing
    ahead = before.ahead + swing * sine
    left = before.left - params.hitch_offset * before.turn - swing * cosine
    turned_sine, turned_cosine = sincos(angle)
    return (
        ahead * turned_cosine + left * turned_sine - dot(train.along, apart),
        left * turned_cosine - ahead * turned_sine - dot(train.across, apart),
    )


def joined(gap_ahead: Any, gap_left: Any, ahead: Any, left: Any, train: Coupled, params: Any) -> Four:
    """The least change that closes the gap, with what gravity adds to both [m/s]."""
    mass = params.trailer_mass
    impulse = on_trailer(train, mass * (gap_ahead + ahead), mass * (gap_left + left))
    own = Four(params.mass * ahead, params.mass * left, 0.0 * ahead, 0.0 * left)
    return solved(train.factor, plus(impulse, 1.0, own))


def held(before: Four, free: Four, static: Any, sliding: Any, train: Coupled, factor: Any, params: Any) -> Any:
    """The share of the velocity ``free`` that friction takes from the two as a block: 1 holds them.

    As ``parts.standing.share_taken``, with the energy of both bodies in the place of the squares.
    """
    total = params.mass + params.trailer_mass
    turning = params.mass * (factor - 1.0)
    demand = (double_energy(free, free, train, factor, params) - turning * free.ahead * free.ahead) / total
    advance = double_energy(before, free, train, factor, params)
    holds = select(advance > 0.0, sliding, static)
    is_over = demand > sliding * sliding
    taken = select(is_over, sliding / sqrt(maximum(select(is_over, demand, 1.0), TINY)), 1.0)
    return select(demand <= holds * holds * (1.0 + ROUNDING), 1.0, taken)
