"""The stages of ``World.step`` that look at every vehicle: loops over rows, in plain Python; see ``rows``."""

from ..errors import Status
from ..models.mathematics import clamp, maximum, minimum, select, wrap_angle
from ..objects.grid import Circles, nearest_in_cone
from ..terrain.area import Bounds
from ..terrain.heightfield import Heightfield, attitude, sample_heightfield
from .avoidance.perception import NOTHING, OBJECT, VEHICLE
from .avoidance.rules import NONE, PRINTED, REMEMBERING
from .avoidance.search_cone import HALF_ANGLE, avoid, reach
from .columns import Autopilot, Convoy, Damage, DriverInputs, Entity, Motion, Pose, Whole
from .drivers.kinds import AUTOPILOT
from .drivers.manual_control import Handling, drive_by_hand
from .drivers.speed_control import keep_speed, slow_for
from .drivers.steering_control import steer_limit, steer_toward
from .drivers.switches import Cruising, cruise_control, pedals
from .guidance.goal_kinds import HOLD, WANDER
from .guidance.wander import BACK_OFF_SPEED, NEW_COURSE, back_off, keep_inside
from .gunnery.damage import mobility

BLOCKED, OFF_MAP = int(Status.BLOCKED), int(Status.OFF_MAP)
STANDSTILL = 0.5  # below this speed [m/s] a pivoting vehicle's path has no curvature worth limiting
SLOWEST = 3.0  # speed [m/s] at which a vehicle still turns away from what is ahead


def keep_courses(
    pose: Pose, motion: Motion, inputs: DriverInputs, autopilot: Autopilot, area: Whole[Bounds], dt: float
) -> None:
    """Desired heading and speed of autopilots that wander: onward, but back from the edge of their area.

    Away from what stopped them, too. Who holds, stands; who has a way to go is led by ``world.guidance.stages``.
    """
    goal, course, avoidance = autopilot.goal, autopilot.course, autopilot.avoidance.avoidance
    for i in range(pose.x.size):
        if inputs.driver[i] == AUTOPILOT and (goal.goal[i] == WANDER or goal.goal[i] == HOLD):
            was_backing = course.back_off_time[i] > 0.0
            if avoidance[i] != REMEMBERING:  # who remembers finds a way round by himself
                stopped = motion.status[i] & (BLOCKED | OFF_MAP)
                course.back_off_time[i] = back_off(course.back_off_time[i], stopped, dt)
                if was_backing and course.back_off_time[i] <= 0.0:
                    course.course_yaw[i] = wrap_angle(course.course_yaw[i] + NEW_COURSE)
            course.course_yaw[i] = turned_back(pose.x[i], pose.y[i], course.course_yaw[i], area)
            course.course_speed[i] = 0.0 if goal.goal[i] == HOLD else goal.desired_speed[i]


def turned_back(x: float, y: float, yaw: float, area: Bounds) -> float:
    """Return a heading [rad] that does not lead out of the area."""
    return keep_inside(x, y, yaw, area.x_west, area.y_south, area.x_east, area.y_north)


def look_ahead(
    entity: Entity, inputs: DriverInputs, autopilot: Autopilot, convoys: Convoy,
    convoy_of: Whole[Convoy], objects: Whole[Circles], others: Whole[Circles],
) -> None:  # fmt: skip
    """Nearest thing in the way of each autopilot that avoids by the rule, or not at all, but for its own convoy."""
    pose, seen, avoidance = entity.pose, autopilot.perception, autopilot.avoidance.avoidance
    for i in range(pose.x.size):
        if inputs.driver[i] != AUTOPILOT or avoidance[i] == PRINTED or avoidance[i] == REMEMBERING:
            continue
        x, y, yaw, clearance = pose.x[i], pose.y[i], pose.yaw[i], entity.body.half_width[i]
        seen.seen[i], seen.seen_radius[i] = NOTHING, 0.0
        far = minimum(reach(entity.motion.speed[i]), autopilot.course.course_reach[i])
        seen.seen_index[i], seen.seen_distance[i], seen.seen_right[i] = nearest_in_cone(
            x, y, yaw, far, HALF_ANGLE, objects, clearance
        )
        if seen.seen_index[i] >= 0:
            seen.seen[i], seen.seen_radius[i] = OBJECT, objects.radius[seen.seen_index[i]]
        other, distance, right = nearest_in_cone(x, y, yaw, far, HALF_ANGLE, others, clearance)
        is_mate = other >= 0 and convoys.convoy[i] >= 0 and convoy_of.convoy[other] == convoys.convoy[i]
        if other >= 0 and distance < seen.seen_distance[i] and not is_mate:
            seen.seen[i], seen.seen_index[i] = VEHICLE, other
            seen.seen_distance[i], seen.seen_right[i], seen.seen_radius[i] = distance, right, others.radius[other]


def turn_away(pose: Pose, inputs: DriverInputs, autopilot: Autopilot, area: Whole[Bounds]) -> None:
    """Desired heading of each of those: their course, or away from what is seen; who wanders, not out of its area."""
    goal, course, seen, avoidance = autopilot.goal, autopilot.course, autopilot.perception, autopilot.avoidance
    desired_yaw, is_avoiding, rule = avoidance.desired_yaw, avoidance.is_avoiding, avoidance.avoidance
    for i in range(pose.yaw.size):
        if inputs.driver[i] == AUTOPILOT and rule[i] != PRINTED and rule[i] != REMEMBERING:
            found = select((seen.seen[i] != NOTHING) & (rule[i] != NONE), 1.0, 0.0)
            desired_yaw[i], is_avoiding[i] = avoid(
                pose.yaw[i], course.course_yaw[i], desired_yaw[i], is_avoiding[i], found, seen.seen_right[i]
            )
            if goal.goal[i] == WANDER:
                desired_yaw[i] = turned_back(pose.x[i], pose.y[i], desired_yaw[i], area)


def handle(entity: Entity, inputs: DriverInputs, autopilot: Autopilot, damage: Damage, dt: float) -> None:
    """Each driver's next speed [m/s] and steering command: by hand, or the autopilot's; the dead brake."""
    speed, limits, steer = entity.motion.speed, entity.performance, inputs.steer
    for i in range(speed.size):
        left = mobility(damage.damage[i])
        if left <= 0.0:
            speed[i], steer[i] = keep_speed(speed[i], 0.0, 0.0, limits.braking[i], dt), 0.0
            inputs.cruise[i], inputs.is_cruising[i] = 0.0, 0.0
            continue
        pace = maximum(abs(speed[i]), STANDSTILL)
        handling = Handling(
            left * limits.max_speed[i], left * limits.max_reverse_speed[i], left * limits.acceleration[i],
            limits.braking[i], limits.coasting[i], limits.steer_rate[i], limits.max_lateral_acceleration[i],
            limits.full_curvature[i] + limits.pivot_yaw_rate[i] / pace,
        )  # fmt: skip
        if inputs.driver[i] != AUTOPILOT:
            speed[i], steer[i] = driven_by_hand(i, inputs, speed[i], limits.pivot_yaw_rate[i], handling, dt)
        else:
            speed[i], steer[i] = driven_by_autopilot(i, entity, autopilot, steer[i], handling, dt)


def driven_by_hand(
    i: int, inputs: DriverInputs, speed: float, pivot_yaw_rate: float, handling: Handling, dt: float
) -> tuple[float, float]:
    """Return a person's speed [m/s] and steering command; the cruise control holds the speed while it is on."""
    pressed = pedals(speed, inputs.throttle[i], inputs.brake[i], inputs.side_brake[i], inputs.engine_stop[i])
    cruising = Cruising(inputs.cruise[i], inputs.is_cruising[i], inputs.cruise_speed[i])
    cruising = cruise_control(speed, pressed, inputs.engine_stop[i], cruising)
    inputs.cruise[i], inputs.is_cruising[i], inputs.cruise_speed[i] = cruising
    kept = keep_speed(speed, inputs.cruise_speed[i], handling.acceleration, handling.braking, dt)
    driven, turned = drive_by_hand(
        speed, inputs.steer[i], pressed.throttle, pressed.brake, inputs.steer_wish[i], handling, dt
    )
    speed = select(inputs.is_cruising[i] > 0.5, kept, driven)
    return speed, select(inputs.side_brake[i] * abs(pivot_yaw_rate) > 0.0, 0.0, turned)  # locked tracks do not pivot


def driven_by_autopilot(
    i: int, entity: Entity, autopilot: Autopilot, steer: float, handling: Handling, dt: float
) -> tuple[float, float]:
    """Return an autopilot's speed [m/s] and steering command."""
    speed, limits, seen = entity.motion.speed[i], entity.performance, autopilot.perception
    avoidance, course = autopilot.avoidance, autopilot.course
    full_yaw_rate = limits.pivot_yaw_rate[i] + limits.full_curvature[i] * speed
    limit = steer_limit(abs(speed), handling.full_curvature, handling.max_lateral_acceleration)
    steer = steer_toward(
        entity.pose.yaw[i], avoidance.desired_yaw[i], steer, handling.steer_rate, dt, full_yaw_rate, limit
    )
    room = seen.seen_distance[i] - seen.seen_radius[i] - entity.body.half_length[i]
    target = slow_for(room, course.course_speed[i], SLOWEST, handling.braking)
    is_told = (avoidance.avoidance[i] == PRINTED) | (avoidance.avoidance[i] == REMEMBERING)
    target = select(is_told, avoidance.avoidance_speed[i], target)
    target = clamp(target, -handling.max_reverse_speed, handling.max_speed)
    target = select(course.back_off_time[i] > 0.0, BACK_OFF_SPEED, target)
    return keep_speed(speed, target, handling.acceleration, handling.braking, dt), steer


def follow_ground(pose: Pose, motion: Motion, ground: Whole[Heightfield], area: Whole[Bounds], dt: float) -> None:
    """Height and attitude from the ground, which ends at the edge of the map."""
    x, y, speed = pose.x, pose.y, motion.speed
    for i in range(x.size):
        flags = 0
        inside_x, inside_y = clamp(x[i], area.x_west, area.x_east), clamp(y[i], area.y_south, area.y_north)
        if inside_x != x[i] or inside_y != y[i]:
            x[i], y[i], speed[i] = inside_x, inside_y, 0.0
            flags |= OFF_MAP
        pose.z[i], slope_x, slope_y = sample_heightfield(ground, x[i], y[i])
        pose.pitch[i], pose.roll[i] = attitude(slope_x, slope_y, pose.yaw[i])
        motion.odometer[i] += abs(speed[i]) * dt
        motion.status[i] = (motion.status[i] & ~OFF_MAP) | flags
