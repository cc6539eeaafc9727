"""The stages of the drivers: loops over rows, in plain Python; see ``compile.rows``.

Nearly all drivers are autopilots, several of which are computed at once. People and scripts are few, and have a loop of
their own.
"""

from ...models.mathematics import Flag, clamp, maximum, minimum, select
from ..avoidance.columns import Autopilot, RuleTraits
from ..columns import InVectors, Whole
from ..entity.columns import Entity, Performance
from ..guidance.columns import Course
from ..gunnery.columns import Damage
from ..gunnery.damage import mobility
from ..navigation.ground_ahead import STARTING
from ..navigation.speed_control import DRIVEN_SHARE, grip_left, keep_speed, slow_for
from ..navigation.steering_control import STANDSTILL, full_steer_curvature, steer_limit, steer_toward, turn_wheel
from ..navigation.turning import FORWARD
from ..navigation.wander import BACK_OFF_SPEED
from ..recovery.columns import Freeing
from .columns import DriverInputs, Turns
from .direct_pedals import pedal_share, starting_speed
from .kinds import AUTOPILOT
from .manual_control import Handling, drive_by_hand
from .switches import Cruising, cruise_control, pedals

NO_LIMIT = 1e6  # of an acceleration [m/s^2]
SLOWEST = 3.0  # speed [m/s] at which a vehicle can still turn away from an obstacle ahead


def command_autopilots(
    entity: Entity, inputs: DriverInputs, autopilot: Autopilot, damages: Damage, freeing: Freeing, turns: Turns,
    traits: Whole[RuleTraits], dt: float,
) -> InVectors:  # fmt: skip
    """Set each autopilot's commanded speed [m/s] and steering command, and note the vehicles that have no autopilot.

    Args:
        inputs: inputs of each driver; ``commanded_speed`` and ``steer`` of autopilots are written.
    """
    speed, limits, steer, commanded_speed = (
        entity.motion.speed, entity.performance, inputs.steer, inputs.commanded_speed,
    )  # fmt: skip
    for i in range(speed.size):
        left = mobility(damages.damage[i])
        is_other = (inputs.driver[i] != AUTOPILOT) | (left <= 0.0)
        handling = handling_left(i, limits, speed[i], left, 1.0 - freeing.throttle_cut[i])
        driven, turned = command_by_autopilot(i, entity, autopilot, steer[i], handling, traits, dt)
        turns.is_other[i] = is_other
        commanded_speed[i] = select(is_other, commanded_speed[i], driven)
        steer[i] = select(is_other, steer[i], turned)


def command_others(
    entity: Entity, inputs: DriverInputs, damages: Damage, turns: Turns, is_direct: bool, dt: float
) -> None:
    """Set the commanded speed [m/s] and steering command of vehicles under manual control; a dead vehicle brakes.

    Args:
        inputs: inputs of each driver; ``commanded_speed``, ``steer`` and the cruise control are written.
        turns: the vehicles that are to be driven here; their ``pedal_share`` is written.
        is_direct: models with pedals get those of the driver, not the commanded speed.
    """
    speed, limits, steer, commanded_speed = (
        entity.motion.speed, entity.performance, inputs.steer, inputs.commanded_speed,
    )  # fmt: skip
    for i in range(speed.size):
        turns.pedal_share[i] = 0.0
        if turns.is_other[i] == 0:
            continue
        left = mobility(damages.damage[i])
        if left <= 0.0:
            commanded_speed[i], steer[i] = keep_speed(speed[i], 0.0, 0.0, limits.braking[i], dt), 0.0
            inputs.cruise[i], inputs.is_cruising[i] = 0.0, 0.0
            continue
        handling = handling_left(i, limits, speed[i], left, 1.0)
        by_hand = command_by_hand(i, inputs, speed[i], limits.pivot_yaw_rate[i], handling, dt)
        commanded_speed[i], steer[i] = by_hand
        if is_direct:
            is_switched = inputs.is_cruising[i] + inputs.parking_brake[i] + inputs.engine_stop[i] > 0.5
            turns.pedal_share[i] = pedal_share(speed[i], inputs.throttle[i], is_switched, left)
            if turns.takes_pedals[i] != 0 and turns.pedal_share[i] > 0.0:
                commanded_speed[i] = starting_speed(by_hand[0], speed[i], inputs.throttle[i])


def handling_left(i: int, limits: Performance, speed: float, left: float, throttle: float) -> Handling:
    """Return the handling that damage has left of a vehicle: shares of its mobility and of the acceleration in use.

    Args:
        speed: speed of the vehicle, forward positive [m/s].
        left: share of its mobility, in 0..1.
        throttle: share of the acceleration left that its driver uses, in 0..1.
    """
    curvature = full_steer_curvature(
        speed, limits.full_curvature[i], limits.pivot_yaw_rate[i], limits.full_lateral_acceleration[i]
    )
    return Handling(
        left * limits.max_speed[i], left * limits.max_reverse_speed[i], left * throttle * limits.acceleration[i],
        limits.braking[i], limits.coasting[i], limits.steer_rate[i], limits.max_lateral_acceleration[i],
        curvature,
    )  # fmt: skip


def command_by_hand(
    i: int, inputs: DriverInputs, speed: float, pivot_yaw_rate: float, handling: Handling, dt: float
) -> tuple[float, float]:
    """Return a person's speed [m/s] and steering command; the cruise control holds the speed while it is on.

    Args:
        speed: speed of the vehicle, forward positive [m/s].
        pivot_yaw_rate: at full steer and no speed, 0 of a vehicle that cannot turn on the spot [rad/s].
    """
    pressed = pedals(speed, inputs.throttle[i], inputs.brake[i], inputs.parking_brake[i], inputs.engine_stop[i])
    cruising = Cruising(inputs.cruise[i], inputs.is_cruising[i], inputs.cruise_speed[i])
    cruising = cruise_control(speed, pressed, inputs.engine_stop[i], cruising)
    inputs.cruise[i], inputs.is_cruising[i], inputs.cruise_speed[i] = cruising
    kept = keep_speed(speed, inputs.cruise_speed[i], handling.acceleration, handling.braking, dt)
    driven, turned = drive_by_hand(
        speed, inputs.steer[i], pressed.throttle, pressed.brake, inputs.target_steer[i], handling, dt
    )
    speed = select(inputs.is_cruising[i] > 0.5, kept, driven)
    return speed, select(inputs.parking_brake[i] * abs(pivot_yaw_rate) > 0.0, 0.0, turned)  # locked tracks do not pivot


def command_by_autopilot(
    i: int,
    entity: Entity,
    autopilot: Autopilot,
    steer: float,
    handling: Handling,
    traits: RuleTraits,
    dt: float,
) -> tuple[float, float]:
    """Return an autopilot's speed [m/s] and steering command.

    One that is to stand brakes with its steering at rest, whatever its avoidance rule has decided.

    Args:
        steer: the steering command now, -1..1, left positive.
    """
    speed, limits, seen = entity.motion.speed[i], entity.performance, autopilot.perception
    avoidance, course, ground = autopilot.avoidance, autopilot.course, autopilot.ground
    braking = minimum(handling.braking, ground.ground_braking[i])
    acceleration = minimum(handling.acceleration, ground.ground_acceleration[i])
    lateral = minimum(handling.max_lateral_acceleration, ground.ground_lateral_acceleration[i])
    can_slide = (limits.turn_lag[i] > 0.0) & (abs(speed) > STARTING)  # kinematic vehicles turn at once and never slide
    left = select(can_slide, grip_left(speed * entity.motion.yaw_rate[i]), NO_LIMIT)
    braking, acceleration = minimum(braking, left), minimum(acceleration, DRIVEN_SHARE * left)
    acceleration = acceleration + abs(steer) * ground.turn_acceleration[i]
    most = limits.full_lateral_acceleration[i] / maximum(abs(speed), STANDSTILL)
    full_yaw_rate = clamp(limits.pivot_yaw_rate[i] + limits.full_curvature[i] * speed, -most, most)
    limit = steer_limit(abs(speed), handling.full_curvature, lateral)
    turned = steer_toward(
        entity.pose.yaw[i], avoidance.desired_yaw[i], steer, handling.steer_rate, dt, full_yaw_rate, limit
    )
    stands = is_to_stand(i, course)
    room = seen.seen_distance[i] - seen.seen_radius[i] - entity.body.front_reach[i]
    target = slow_for(room, course.course_speed[i], SLOWEST, braking)
    target = select(traits.sets_speed[avoidance.avoidance_rule[i]] != 0, avoidance.avoidance_speed[i], target)
    target = clamp(target, -handling.max_reverse_speed, handling.max_speed)
    target = select(course.back_off_time[i] > 0.0, BACK_OFF_SPEED, target)
    target = select(stands, 0.0, target)
    steer = select(stands, turn_wheel(steer, 0.0, handling.steer_rate, dt), turned)
    return keep_speed(speed, target, acceleration, braking, dt), steer


def is_to_stand(i: int, course: Course) -> Flag:
    """Return whether an autopilot is to stand: its course has no speed, and it neither turns on the spot nor backs."""
    return (course.course_speed[i] == 0.0) & (course.turning[i] == FORWARD) & (course.back_off_time[i] <= 0.0)
