"""Tracked vehicle that obeys forces: tracks that shear the ground, belts that turn, four kinds of steering gear.

Right for tanks and other crawlers on any ground that carries them, at any speed, standing, in reverse, on slopes, for
any ``dt`` up to 0.1 s (error of first order, never unstable). It knows no single road wheels: the load under a track is
spread evenly or leans to one end, and a track does not come off.

How a step goes: footing (slope, springs, flight), loads of the tracks; the slip of eight stations under each track
gives stiffnesses; steering gear, engine; the velocity turns in the turning body; then body and belts are solved for the
velocities that the step ends with, resistance and brakes included: stable without a limit on ``dt``, never a gain of
energy, and settled where the true forces balance. When the brakes hold both belts, it is a block that stands or slides.

Source: Wong, "Theory of Ground Vehicles", 4th ed., chapter 6; Wong and Chiang (2001), see ``parts.track``. Symbols
there: B track_gauge, l contact_length, h centre_height, mu_t lateral friction (friction * side_grip), K shear_length,
f_r track_resistance * rolling_factor, F_o, F_i forces of the outer and inner sprocket, R turning radius. There R and
the load follow from one steady turn; here they come about.
"""

from typing import Annotated, Any, NamedTuple

from ..fields import Fraction, NonNegative, Positive, Range, Signed, Switch
from ..mathematics import clamp, maximum, select, sqrt
from ..park.attitude import GRAVITY
from ..parts.belts import Momentum, broken_away, difference_for_impulse, inertia_of, moved
from ..parts.body import carried, leaning, placed, turned_by
from ..parts.brakes import pedals, rolling
from ..parts.engine import driven_by, throttle_for
from ..parts.footing import LIGHT, footing_of
from ..parts.standing import Velocity, share_taken
from ..parts.tipping import has_fallen
from ..parts.track import Bed, Slip, gripped
from ..parts.track import leaning as leaning_of
from ..parts.track_steering import BRAKE, FIXED, NEUTRAL, SteeringGear, full_difference, steering_of, within

KIND = "tracked"
REPORTS = ("pitch", "roll", "engine_speed", "resistance")

STANDING = 0.01  # belt speed below which brakes and resistance are in proportion to it [m/s]
SLOWEST = 0.1  # below this no engine here is limited by its power [m/s]
LIGHTEST_BELT = 1e-3  # a belt's moving mass over the vehicle's, at least: no belt is without inertia [1]
CAREFUL = 0.35  # side force over weight that a driver dares [1]
PIVOTING = 0.5  # speed below which a driver who wants to stop turns on the spot [m/s]
TINY = 1e-9  # keeps quotients finite where their numerator is zero, too
SHORTEST = 1e-6  # a step below this is taken as this long where its length divides [s]

MassFactor = Annotated[float, Range(low=1.0, words="1 or more")]


class State(NamedTuple):
    """Where the centre of mass is, how it and the belts move, and how the body sits on its springs."""

    x: float = 0.0  # east [m]
    y: float = 0.0  # north [m]
    yaw: float = 0.0  # counter-clockwise from east, in (-pi, pi] [rad]
    speed: float = 0.0  # of the centre of mass along body x, forward positive [m/s]
    lateral_speed: float = 0.0  # of the centre of mass along body y, left positive [m/s]
    yaw_rate: float = 0.0  # counter-clockwise positive [rad/s]
    left_track_speed: float = 0.0  # of the left belt round its wheels, forward positive [m/s]
    right_track_speed: float = 0.0  # of the right belt round its wheels, forward positive [m/s]
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
    tip: float = 0.0  # onto one side, one track off the ground, right side down positive [rad]
    tip_rate: float = 0.0  # of that angle [rad/s]
    pitch: float = 0.0  # of ground and body, nose down positive [rad]
    roll: float = 0.0  # of ground, body and tip, right side down positive [rad]
    engine_speed: float = 0.0  # of the crankshaft [rad/s]
    resistance: float = 0.0  # that both tracks met in rolling [N]


class Control(NamedTuple):
    """What the driver sets."""

    throttle: Signed = 0.0  # of the engine, negative drives backward [1]
    brake: Fraction = 0.0  # of the greatest brake force, on both tracks [1]
    steer: Signed = 0.0  # of the steering lever, left positive [1]
    parking_brake: Switch = 0.0  # locks both tracks [1]
    engine_stop: Switch = 0.0  # neither drives nor steers; the brakes remain [1]


class Params(NamedTuple):
    """What the vehicle is."""

    mass: Positive = 57154.0  # in combat order [kg]
    yaw_inertia: Positive = 362.6e3  # about the vertical through the centre of mass [kg m^2]
    track_gauge: Positive = 2.845  # between track centre lines [m]
    contact_length: Positive = 4.575  # of each track on the ground [m]
    centre_height: NonNegative = 1.05  # of the centre of mass above the ground [m]
    track_grip: Positive = 1.0  # of its tracks, over what the ground gives usual ones [1]
    side_grip: Positive = 0.875  # across its tracks, over the grip along them [1]
    rolling_factor: NonNegative = 1.15  # of its track resistance, over what the ground gives usual tracks [1]
    least_cone_index: NonNegative = 0.0  # of soil, below which it bogs down [1]
    steering: SteeringGear = 0.0  # neutral: pivots; brake: of one track; fixed, continuous: ratio of track speeds [1]
    max_track_difference: Positive = 2.8  # of the track speeds, by a neutral gear, at any speed [m/s]
    turning_radius: Positive = 3.95  # tightest that the ratio of a fixed or continuous gear gives, without slip [m]
    max_steering_force: Positive = 300e3  # that the gear adds to one track, or with which it brakes one [N]
    engine_power: Positive = 1118.5e3  # of the engine at its best [W]
    drive_efficiency: Positive = 0.53  # share of it that reaches the tracks [1]
    max_drive_force: Positive = 420e3  # of both tracks together [N]
    engine_lag: Positive = 0.87  # in which it follows the pedal [s]
    max_speed: Positive = 18.56  # the governor's, forward [m/s]
    max_reverse_speed: Positive = 11.0  # the governor's, backward [m/s]
    rotating_mass_factor: MassFactor = 1.2  # mass that moves with both belts, over the mass [1]
    max_brake_force: Positive = 336e3  # of both tracks together [N]
    air_drag: NonNegative = 4.9  # force over speed squared [kg/m]
    fuel_capacity: Positive = 1590.0  # of the tank [kg]
    fuel_consumption: NonNegative = 8.3e-8  # per work of the engine [kg/J]
    idle_fuel_rate: NonNegative = 8.8e-3  # of the running engine [kg/s]
    suspension_frequency: Positive = 6.0  # of the body on its springs, without damping [rad/s]
    suspension_damping: Fraction = 0.35  # over the critical one [1]
    suspension_travel: Positive = 0.35  # down to the stop [m]
    pitch_gain: NonNegative = 0.006  # nose up for each m/s^2 of specific force ahead [rad s^2/m]
    roll_gain: NonNegative = 0.005  # outward for each m/s^2 of specific force to the side [rad s^2/m]
    roll_gyration: Positive = 1.2  # radius of gyration about body x [m]
    gear_count: NonNegative = 0.0  # 0: no gears, the engine gives its power at any speed [1]
    gear_step: Positive = 2.0  # each gear is so many times shorter than the next [1]
    top_gear_ratio: Positive = 5.9  # engine turns for a turn of the sprockets in the highest gear [1]
    wheel_radius: Positive = 0.35  # of the drive sprockets [m]
    peak_torque: Positive = 5350.0  # of the engine [N m]
    peak_torque_speed: Positive = 105.0  # of the engine at its greatest torque [rad/s]
    torque_fall: NonNegative = 1.0  # of the torque's parabola about its peak, over the greatest engine speed [1]
    idle_speed: Positive = 95.0  # of the engine [rad/s]
    max_engine_speed: Positive = 314.0  # where it is cut off [rad/s]


class Ground(NamedTuple):
    """What it wants to know of the ground under it; dry asphalt if nobody says."""

    slope_x: float = 0.0  # height gained per metre east [1]
    slope_y: float = 0.0  # height gained per metre north [1]
    friction: Positive = 0.85  # greatest, before a track slides [1]
    sliding_friction: Positive = 0.75  # of a track that slides [1]
    track_resistance: NonNegative = 0.035  # of rolling on tracks, over the load [1]
    shear_length: NonNegative = 0.0  # of soil, in which the shear stress builds up; 0: hard ground [m]
    cone_index: NonNegative = 1000.0  # of the soil; hard ground has hundreds [1]


def step(state: Any, control: Any, params: Any, dt: Any, ground: Any) -> State:
    """The state after ``dt`` [s] with constant controls, for the centre of mass."""
    mass, half = params.mass, 0.5 * params.track_gauge
    belt_mass = 0.5 * mass * maximum(params.rotating_mass_factor - 1.0, LIGHTEST_BELT)
    footing = footing_of(state, ground, params, dt)

    # Loads of the tracks, and how the ground holds them.
    load = mass * footing.support
    transfer = mass * params.centre_height * state.specific_force_left / params.track_gauge
    transfer = clamp(transfer, -0.5 * load, 0.5 * load)
    left_load, right_load = 0.5 * load - transfer, 0.5 * load + transfer
    support = maximum(footing.support, LIGHT)
    lean = leaning_of(state.specific_force_ahead, support, params.centre_height, params.contact_length)
    friction, sliding = ground.friction * params.track_grip, ground.sliding_friction * params.track_grip
    bed = Bed(friction, sliding, ground.shear_length)
    bogs = ground.cone_index < params.least_cone_index

    # Steering gear, engine and brakes.
    left_belt, right_belt = state.left_track_speed, state.right_track_speed
    running = select(state.fuel_used < params.fuel_capacity, 1.0, 0.0) * (1.0 - control.engine_stop)
    running = select(bogs, 0.0, running)
    steering = steering_of(state, control, params, running)
    pace = steering.left_share * left_belt + steering.right_share * right_belt
    engine = driven_by(state, control, params, dt, pace)
    driving = select(bogs, 0.0, engine.force)
    left_drive, right_drive = steering.left_share * driving, steering.right_share * driving
    resistance = params.rolling_factor * ground.track_resistance
    braking = 0.5 * control.brake * params.max_brake_force
    left_drag, right_drag = rolling(left_load, resistance, left_belt), rolling(right_load, resistance, right_belt)
    drag = left_drag + right_drag
    left_loss = left_drag + braking + steering.left_brake
    right_loss = right_drag + braking + steering.right_brake
    left_loss = select(bogs, friction * left_load, left_loss)
    right_loss = select(bogs, friction * right_load, right_loss)
    left_hold, left_lost = losing(left_belt, dt * left_loss, belt_mass)
    right_hold, right_lost = losing(right_belt, dt * right_loss, belt_mass)

    # The slip, which gives the stiffnesses; then the velocity turns in the turning body; gravity.
    turn, drift = state.yaw_rate, footing.lateral_speed
    swing = params.contact_length * turn
    left_along, right_along = footing.speed - half * turn - left_belt, footing.speed + half * turn - right_belt
    left_grasp, right_grasp = dt * friction * left_load, dt * friction * right_load
    left_along = broken_away(left_along, -left_lost, left_grasp, belt_mass, mass)
    right_along = broken_away(right_along, -right_lost, right_grasp, belt_mass, mass)
    left_slip = Slip(left_along, drift, swing, left_belt, left_load, lean)
    right_slip = Slip(right_along, drift, swing, right_belt, right_load, lean)
    turned, across = turned_by(footing.speed, drift, -dt * turn)
    ahead, left = turned + dt * footing.ahead, across + dt * footing.left
    left_grip = gripped(left_slip, bed, params.side_grip, params.contact_length)
    right_grip = gripped(right_slip, bed, params.side_grip, params.contact_length)

    # Body and belts at the step's end; first without the steering gear, which then does what it can.
    moving = mass + dt * params.air_drag * abs(ahead)
    inertia = inertia_of(left_grip, right_grip, left_hold, right_hold, moving, params, dt)
    unbraked = Momentum(
        mass * ahead,
        mass * left,
        params.yaw_inertia * turn,
        belt_mass * left_belt + dt * left_drive,
        belt_mass * right_belt + dt * right_drive,
    )
    left_sum, right_sum = unbraked.left_belt - left_lost, unbraked.right_belt - right_lost
    unsteered = moved(Momentum(unbraked.ahead, unbraked.left, unbraked.spin, left_sum, right_sum), inertia)
    missing = steering.wish - (unsteered.right_belt - unsteered.left_belt)
    steer_force = within(missing / (maximum(dt, SHORTEST) * difference_for_impulse(inertia)), steering)
    able = params.drive_efficiency * params.engine_power
    steer_power = maximum(steer_force * (right_belt - left_belt), 0.0)
    most = maximum(able - steer_power, 0.0) / maximum(abs(pace), SLOWEST)
    driven = clamp(driving, -most, most)
    momentum = Momentum(
        unbraked.ahead,
        unbraked.left,
        unbraked.spin,
        belt_mass * left_belt - left_lost + dt * (steering.left_share * driven - steer_force),
        belt_mass * right_belt - right_lost + dt * (steering.right_share * driven + steer_force),
    )
    rolled = moved(momentum, inertia)

    # What the brakes hold, what is locked or lies on its side is a block.
    sway = params.yaw_inertia * turn / params.track_gauge
    wanted = select(steering.wish == 0.0, 0.0, dt * maximum(steering.most_left, steering.most_right))
    left_need = needed(unbraked.left_belt, 0.5 * mass * ahead - sway, left_grasp) + wanted
    right_need = needed(unbraked.right_belt, 0.5 * mass * ahead + sway, right_grasp) + wanted
    stops = (left_need <= dt * left_loss) & (right_need <= dt * right_loss)
    fallen = has_fallen(state.tip, half, params.centre_height)
    is_block = (control.parking_brake > 0.5) | (fallen > 0.5) | stops
    before = Velocity(footing.speed, footing.lateral_speed, turn)
    free = Velocity(ahead, left, turn)
    pressed = dt * footing.support * grip_towards(ahead, left, params.side_grip)
    gyration = sqrt(maximum(params.yaw_inertia / mass, 0.0))
    taken = share_taken(before, free, friction * pressed, sliding * pressed, gyration)
    kept = 1.0 - taken
    velocity = Velocity(
        select(is_block, kept * ahead, rolled.ahead),
        select(is_block, kept * left, rolled.left),
        select(is_block, kept * turn, rolled.turn),
    )

    # What the ground did to the body: it loads the tracks of the next step, and leans the body.
    pulled = inertia.left_pull * momentum.left_belt + inertia.right_pull * momentum.right_belt
    dragged = inertia.left_drag * (rolled.ahead - half * rolled.turn)
    dragged = dragged + inertia.right_drag * (rolled.ahead + half * rolled.turn)
    pushed = select(is_block, -taken * ahead, (pulled - dragged) / mass)
    aside = select(is_block, -taken * left, rolled.left - left)
    sits = carried(state, footing, pushed, aside, half, params, dt)

    x, y, yaw = placed(state, footing, velocity, dt)
    pitch, roll = leaning(ground, yaw, sits)
    steer_work = dt * running * (steer_power - (abs(driving) - abs(driven)) * abs(pace))
    goes = dt > 0.0
    return State(
        x=x,
        y=y,
        yaw=yaw,
        speed=select(goes, velocity.ahead, state.speed),
        lateral_speed=select(goes, velocity.left, state.lateral_speed),
        yaw_rate=select(goes, velocity.turn, state.yaw_rate),
        left_track_speed=select(goes, select(is_block, 0.0, rolled.left_belt), left_belt),
        right_track_speed=select(goes, select(is_block, 0.0, rolled.right_belt), right_belt),
        engine_load=engine.load,
        gear=engine.gear,
        shift_time=engine.shift_time,
        fuel_used=engine.fuel_used + params.fuel_consumption * steer_work / params.drive_efficiency,
        specific_force_ahead=sits.force_ahead,
        specific_force_left=sits.force_left,
        heave=sits.heave,
        heave_rate=sits.heave_rate,
        last_slope_x=select(goes, ground.slope_x, state.last_slope_x),
        last_slope_y=select(goes, ground.slope_y, state.last_slope_y),
        is_airborne=select(goes, footing.is_airborne, state.is_airborne),
        body_pitch=sits.pitch,
        body_pitch_rate=sits.pitch_rate,
        body_roll=sits.roll,
        body_roll_rate=sits.roll_rate,
        tip=sits.tip,
        tip_rate=sits.tip_rate,
        pitch=pitch,
        roll=roll,
        engine_speed=engine.speed,
        resistance=drag,
    )


def operate(state: Any, speed: Any, steer: Any, params: Any, dt: Any) -> Control:
    """The control towards a speed [m/s] and a steering command in -1..1, left positive, of the full lever.

    At speed the driver turns the lever no further than a side force of ``CAREFUL`` times the weight. What is to stand
    still, stands with its parking brake on; a gear that can turn on the spot does so when it is to steer there.
    """
    feet = pedals(speed, state, params, dt)
    lever = clamp(steer, -1.0, 1.0) * sharpest(state, params)
    pivots = (speed == 0.0) & (lever != 0.0) & (params.steering == NEUTRAL) & (abs(state.speed) < PIVOTING)
    moving_mass = params.mass * params.rotating_mass_factor
    holding = throttle_for(-moving_mass * state.speed / maximum(dt, SHORTEST), state, params)
    return Control(
        throttle=select(pivots, holding, feet.throttle),
        brake=select(pivots, 0.0, feet.brake),
        steer=lever,
        parking_brake=select(pivots, 0.0, feet.parking_brake),
        engine_stop=0.0 * lever,
    )


def sharpest(state: Any, params: Any) -> Any:
    """How far a careful driver turns the lever [1].

    Where the lever sets the difference of the track speeds, as far as that turn is safe; where it sets a force, less as
    the side force nears what the driver dares.
    """
    dared = CAREFUL * GRAVITY
    safe = dared * params.track_gauge
    by_difference = safe / maximum(abs(state.speed) * full_difference(state, params), safe)
    felt = abs(state.speed * state.yaw_rate) / dared
    by_force = clamp(2.0 - 2.0 * felt, 0.0, 1.0)
    sets_force = (params.steering == BRAKE) | (params.steering == FIXED)
    return select(sets_force, by_force, by_difference)


def losing(belt: Any, impulse: Any, mass: Any) -> tuple[Any, Any]:
    """How brakes and resistance, an ``impulse`` [N s] at most, slow a belt of some ``mass`` [kg].

    The mass that it seems to have [kg], and what is taken from its momentum at once [N s]. A belt that is far from
    standing loses the impulse; one that may stop is slowed as by something viscous.
    """
    pace = abs(belt)
    sure = clamp(pace * mass / maximum(impulse, TINY) - 1.0, 0.0, 1.0)
    lost = select(belt < 0.0, -sure * impulse, sure * impulse)
    return mass + (1.0 - sure) * impulse / maximum(pace, STANDING), lost


def needed(belt: Any, pushing: Any, grasp: Any) -> Any:
    """The impulse [N s] that stops a belt: its own, and what the body gives it within the ground's ``grasp``."""
    return abs(belt + clamp(pushing, -grasp, grasp))


def grip_towards(ahead: Any, left: Any, side_grip: Any) -> Any:
    """The grip of a block that slides in a direction, over that along its tracks: an ellipse [1]."""
    sideways = left / side_grip
    stretched = ahead * ahead + sideways * sideways
    moves = stretched > 0.0
    ratio = select(moves, ahead * ahead + left * left, 1.0) / select(moves, stretched, 1.0)
    return sqrt(maximum(select(moves, ratio, 1.0), 0.0))
