"""Stages of recovery: headway of all vehicles, and contacts of those that make none; see ``compile.rows``."""

# Fields may be called like the methods of a tuple.
# pyright: reportIncompatibleMethodOverride=false

from typing import NamedTuple

from ...base.arrays import Floats, FloatTable, Indices, Words
from ...ground.objects.grid import Circles, cells_near, entries_in, is_elsewhere
from ...ground.objects.overlap import overlap
from ...models.mathematics import PI, maximum, sincos, sqrt
from ..avoidance.columns import Autopilot
from ..avoidance.rollout import gap_to
from ..columns import Whole
from ..drivers.columns import DriverInputs, Script
from ..drivers.kinds import AUTOPILOT, PLAYER, SCRIPT
from ..entity.columns import Body, Entity, Motion, Pose
from ..entity.levels import are_on_other_levels, storey_of
from ..entity.outline import centre_offset
from ..entity.trailers import Trailers
from ..guidance.columns import Convoy, Course, Route
from ..guidance.goal_kinds import FOLLOW, HOLD, ROUTE, TRAFFIC, WANDER
from ..navigation.pure_pursuit import LARGEST
from ..navigation.trafficability import GroundMap, footing_at, forces_on
from ..navigation.turning import FORWARD, PIVOT, PIVOTS
from ..neighbours.component import DRIFT, Neighbourhood
from ..traffic.columns import Traffic
from ..traffic.phases import DRIVING
from .columns import Freeing, Progress, Standstill
from .phases import BACKING, LETTING_PASS, NONE, OTHER_WAY, TOWED, WAITING, YIELDING

REACH = 2.0  # radius of the circle that a vehicle must leave to make headway ... [m]
LONGEST = 5.0  # ... within this time, which is a speed of 0.4 m/s [s]
NOTICED = 2.0  # time without headway from which a vehicle counts as standing [s]
IN_TRAFFIC = 30.0  # the same times in traffic, where vehicles stand before crossings and in queues [s]
TRAFFIC_REACH = 8.0  # the same radius in traffic, where vehicles back off what they touch and drive on to it again [m]
PIVOT_SHARE = 0.1  # share of the time of a turn on the spot that counts as time without headway [1]
RANGE, TRAPPED = 40.0, 40.0  # radius that a wandering vehicle must leave [m] within this time [s]
PACE = 0.5  # speed of a follower over its course speed from which it makes headway, however slow [1]
HALT = 0.3  # course speed below which a vehicle is meant to stand [m/s]
PRESSED = 0.1  # throttle from which a user's vehicle is meant to move [1]
SLOW = 0.5  # speed at which the forces of the ground are compared [m/s]
LOOK_AHEAD = 5.0  # distance up to which a vehicle ahead counts as the reason for standing [m]
LOOK_BACK = 1.5  # the same behind a vehicle that drives backward [m]
TOUCHING = 0.5  # gap up to which something counts as touched [m]

TRACK_SPACING = 10.0  # from one point of a vehicle's own track to the next [m]
TRACK_LENGTH = 12  # number of stored points
TRACK_SPEED = 1.0  # speed from which a position is stored, because the vehicle can be recovered to it [m/s]

TOUCHED_NOTHING, TOUCHED_OBJECT, TOUCHED_VEHICLE, NEAR_VEHICLE = 0, 1, 2, 3  # values of ``Touch.kind``


class Tracks(NamedTuple):
    """Last positions at which each vehicle drove well; point n is in column n modulo ``TRACK_LENGTH``."""

    x: FloatTable  # (vehicles, points): east [m]
    y: FloatTable  # north [m]
    yaw: FloatTable  # [rad]
    count: Indices  # (vehicles,): number of points that the vehicle has stored since the start


class Drive(NamedTuple):
    """Driver of each vehicle, its inputs and its goal."""

    inputs: DriverInputs
    autopilot: Autopilot
    route: Route
    convoys: Convoy
    traffic: Traffic
    script: Script


class Memory(NamedTuple):
    """Columns of recovery."""

    standstill: Standstill
    progress: Progress
    freeing: Freeing


class Pace(NamedTuple):
    """Speed at which recovery moves each vehicle in this step."""

    speed: Floats  # forward positive; 0 where another vehicle is in the way, and in other phases [m/s]


class Touch(NamedTuple):
    """Vehicles that make no headway, their contacts and forces."""

    is_slow: Words  # makes no headway, or has a phase or an event to end
    is_bound: Words  # its driver has a goal
    kind: Words  # TOUCHED_NOTHING, TOUCHED_OBJECT, TOUCHED_VEHICLE, or NEAR_VEHICLE for one close ahead
    index: Indices  # of the object or vehicle
    is_behind: Words  # it lies behind the vehicle's middle
    needed: Floats  # force for driving on in its direction of travel [N]
    available: Floats  # force of grip and engine [N]
    grade_force: Floats  # grade resistance in the needed force [N]


def notice_headway(entity: Entity, drive: Drive, memory: Memory, touch: Touch, elapsed: float) -> None:
    """Count the time for which each vehicle with a goal has made no headway.

    Args:
        elapsed: since the last call [s].
    """
    pose, standstill, progress, freeing = entity.pose, memory.standstill, memory.progress, memory.freeing
    standing = standstill.standing_time
    for i in range(pose.x.size):
        is_bound = is_to_move(i, drive) or standstill.recovery_phase[i] != NONE
        if drive.inputs.driver[i] == AUTOPILOT and drive.autopilot.goal.goal[i] == FOLLOW:
            excuse_follower(i, entity, drive.autopilot.course.course_speed[i], memory, elapsed)
        dx, dy = pose.x[i] - progress.headway_x[i], pose.y[i] - progress.headway_y[i]
        progress.headway_time[i] += PIVOT_SHARE * elapsed if is_pivoting(i, entity.motion, drive) else elapsed
        is_in_traffic = drive.autopilot.goal.goal[i] == TRAFFIC
        reach = TRAFFIC_REACH if is_in_traffic else REACH
        has_left = not dx * dx + dy * dy <= reach * reach
        if has_left or not is_bound:
            if progress.headway_time[i] <= (IN_TRAFFIC if is_in_traffic else LONGEST) or not is_bound:
                standing[i] = 0.0
            progress.headway_x[i], progress.headway_y[i], progress.headway_time[i] = pose.x[i], pose.y[i], 0.0
        if standing[i] > 0.0:
            standing[i] += elapsed
        elif progress.headway_time[i] >= (IN_TRAFFIC if is_in_traffic else NOTICED):
            standing[i] = progress.headway_time[i]
        count_range_time(i, pose, drive, progress, elapsed)
        is_upset = (
            progress.range_time[i] > TRAPPED
            or standstill.standing_reason[i] != 0
            or progress.has_stood[i] != 0
            or freeing.stuck_time[i] > 0.0
        )
        touch.is_bound[i] = is_bound
        count_left_time(i, entity.motion.speed[i], drive, progress, elapsed)
        is_upset |= progress.left_time[i] > 0.0
        touch.is_slow[i] = standing[i] > 0.0 or standstill.recovery_phase[i] != NONE or is_upset


def excuse_follower(i: int, entity: Entity, course_speed: float, memory: Memory, elapsed: float) -> None:
    """Begin the time without headway anew for a follower that waits for its leader, or drives as its leader lets it.

    The standing time goes on while it waits, until ``Recovery`` finds that its convoy is meant to stand.

    Args:
        course_speed: speed behind the leader [m/s].
        elapsed: since the last call [s].
    """
    standing, progress = memory.standstill.standing_time, memory.progress
    waits = abs(course_speed) < HALT
    if waits or abs(entity.motion.speed[i]) >= PACE * abs(course_speed):
        progress.headway_x[i], progress.headway_y[i] = entity.pose.x[i], entity.pose.y[i]
        progress.headway_time[i] = 0.0
        standing[i] = maximum(standing[i], elapsed) if waits else 0.0
    elif standing[i] > progress.headway_time[i] + 2.0 * elapsed:  # it has waited, and now it may go
        standing[i] = 0.0


def is_pivoting(i: int, motion: Motion, drive: Drive) -> bool:
    """Return whether a vehicle turns on the spot toward its course."""
    is_own = drive.inputs.driver[i] == AUTOPILOT and drive.autopilot.course.turning[i] == PIVOT
    return is_own and abs(motion.yaw_rate[i]) > PIVOTS


def count_range_time(i: int, pose: Pose, drive: Drive, progress: Progress, elapsed: float) -> None:
    """Count the time for which a wandering vehicle has stayed within ``RANGE``.

    Args:
        elapsed: since the last call [s].
    """
    dx, dy = pose.x[i] - progress.range_x[i], pose.y[i] - progress.range_y[i]
    is_going = drive.inputs.driver[i] == AUTOPILOT and drive.autopilot.goal.goal[i] == WANDER
    is_fast = drive.autopilot.goal.desired_speed[i] * TRAPPED > 4.0 * RANGE
    if not dx * dx + dy * dy <= RANGE * RANGE or not is_going or not is_fast:
        progress.range_x[i], progress.range_y[i], progress.range_time[i] = pose.x[i], pose.y[i], 0.0
    else:
        progress.range_time[i] += elapsed


def count_left_time(i: int, speed: float, drive: Drive, progress: Progress, elapsed: float) -> None:
    """Count the time for which a vehicle without a goal has stood since a user has left it.

    Args:
        speed: speed of the vehicle [m/s].
        elapsed: since the last call [s].
    """
    driver, goal = drive.inputs.driver[i], drive.autopilot.goal.goal[i]
    is_parked = driver == SCRIPT and drive.script.is_parked[i] != 0
    has_ended = driver == AUTOPILOT and (goal == HOLD or (goal == ROUTE and drive.route.has_arrived[i] != 0))
    progress.was_left[i] = driver == PLAYER or (progress.was_left[i] != 0 and (is_parked or has_ended))
    stays = progress.was_left[i] != 0 and driver != PLAYER and abs(speed) < HALT
    progress.left_time[i] = progress.left_time[i] + elapsed if stays else 0.0


def is_to_move(i: int, drive: Drive) -> bool:
    """Return whether a vehicle's driver has a goal."""
    inputs, goal, course = drive.inputs, drive.autopilot.goal, drive.autopilot.course
    if inputs.driver[i] == PLAYER:
        is_held = inputs.brake[i] > 0.0 or inputs.parking_brake[i] > 0.0 or inputs.engine_stop[i] > 0.0
        return abs(inputs.throttle[i]) > PRESSED and not is_held
    if inputs.driver[i] != AUTOPILOT:
        return False
    if goal.goal[i] == WANDER:
        return goal.desired_speed[i] > HALT
    if goal.goal[i] == ROUTE:
        is_turning = course.turning[i] != FORWARD or course.back_off_time[i] > 0.0
        return drive.route.has_arrived[i] == 0 and (is_turning or abs(course.course_speed[i]) > HALT)
    if goal.goal[i] == TRAFFIC:
        return drive.traffic.traffic_phase[i] == DRIVING and drive.traffic.traffic_at_lights[i] == 0
    return goal.goal[i] == FOLLOW and drive.convoys.leader[i] >= 0


def leave_tracks(pose: Pose, motion: Motion, body: Body, standstill: Standstill, tracks: Whole[Tracks]) -> None:
    """Store positions at which each vehicle drives well, ``TRACK_SPACING`` apart; standing vehicles store none."""
    for i in range(pose.x.size):
        is_well = standstill.recovery_phase[i] == NONE and standstill.standing_time[i] == 0.0
        if not is_well or motion.speed[i] < TRACK_SPEED:
            continue
        own = body.vehicle_id[i]
        last = (tracks.count[own] - 1) % TRACK_LENGTH
        dx, dy = pose.x[i] - tracks.x[own, last], pose.y[i] - tracks.y[own, last]
        if tracks.count[own] == 0 or dx * dx + dy * dy >= TRACK_SPACING * TRACK_SPACING:
            place = tracks.count[own] % TRACK_LENGTH
            tracks.x[own, place], tracks.y[own, place], tracks.yaw[own, place] = pose.x[i], pose.y[i], pose.yaw[i]
            tracks.count[own] += 1


def feel_around(
    entity: Entity, inputs: DriverInputs, memory: Memory, touch: Touch, near: Whole[Neighbourhood],
    around: Whole[Entity], trailers: Whole[Trailers], objects: Whole[Circles], ground: Whole[GroundMap],
) -> None:  # fmt: skip
    """Find the contact and the forces of the ground of each vehicle that makes no headway.

    Of several contacts, the one most straight ahead counts.
    """
    for i in range(entity.pose.x.size):
        touch.kind[i], touch.index[i], touch.is_behind[i] = TOUCHED_NOTHING, -1, 0
        phase = memory.standstill.recovery_phase[i]
        if touch.is_slow[i] == 0 or not (memory.standstill.standing_time[i] > 0.0 or phase != NONE):
            continue
        is_backing = phase in (BACKING, YIELDING) or (phase == TOWED and memory.freeing.freeing_speed[i] < 0.0)
        ahead = -LOOK_BACK if is_backing else 0.0
        best = feel_objects(i, ahead, entity, touch, objects)
        feel_vehicles(i, ahead, entity, touch, near, around, trailers, best)
        if touch.kind[i] == TOUCHED_NOTHING and ahead == 0.0:
            feel_vehicles(i, LOOK_AHEAD, entity, touch, near, around, trailers, best)
            touch.kind[i] = NEAR_VEHICLE if touch.kind[i] == TOUCHED_VEHICLE else TOUCHED_NOTHING
        feel_ground(i, entity, inputs.commanded_speed[i] < 0.0, touch, ground)


def feel_ground(i: int, entity: Entity, is_backing: bool, touch: Touch, ground: GroundMap) -> None:
    """Find the forces that a vehicle needs and has."""
    fleet, yaw = entity.body.fleet_index[i], entity.pose.yaw[i]
    footing = footing_at(ground, entity.pose.x[i], entity.pose.y[i], yaw + (PI if is_backing else 0.0))
    touch.needed[i], touch.available[i] = forces_on(ground.table, fleet, footing, SLOW)
    load = ground.table.weight[fleet] / sqrt(1.0 + footing.grade * footing.grade)
    touch.grade_force[i] = load * footing.grade


def feel_objects(i: int, ahead: float, entity: Entity, touch: Touch, objects: Circles) -> float:
    """Find the object that a vehicle touches; return its rank, infinite for none.

    Args:
        ahead: distance ahead of the vehicle's place at which it is about to be [m].
    """
    half_length, half_width = entity.body.half_length[i], entity.body.half_width[i]
    sine, cosine = sincos(entity.pose.yaw[i])
    centre = ahead + entity.body.body_offset[i]
    x, y = entity.pose.x[i] + centre * cosine, entity.pose.y[i] + centre * sine
    best = 1e9
    cells = cells_near(objects.grid, x, y, entity.body.radius[i] + TOUCHING + objects.grid.cell)
    for row in range(cells.first_row, cells.last_row + 1):
        for entry in entries_in(objects.grid, cells, row):
            index: int = objects.grid.item[entry]
            dx, dy = objects.x[index] - x, objects.y[index] - y
            if gap_to(dx, dy, sine, cosine, half_length, half_width) - objects.radius[index] < TOUCHING:
                if is_elsewhere(index, objects, storey_of(i, entity.pose)):
                    continue
                way = ahead + dx * cosine + dy * sine
                rank = rank_of(dx, dy, way, ahead)
                if rank < best:
                    best = rank
                    touch.kind[i], touch.index[i], touch.is_behind[i] = TOUCHED_OBJECT, index, way < 0.0
    return best


def feel_vehicles(
    i: int, ahead: float, entity: Entity, touch: Touch, near: Neighbourhood, around: Entity, trailers: Trailers,
    best: float,
) -> None:  # fmt: skip
    """Find the vehicle that a vehicle touches, or whose trailer, if its rank is lower than that of the object.

    Args:
        ahead: distance ahead of the vehicle's place at which it is about to be [m].
    """
    own, yaw = entity.body.vehicle_id[i], entity.pose.yaw[i]
    sine, cosine = sincos(yaw)
    centre = ahead + entity.body.body_offset[i]
    x, y = entity.pose.x[i] + centre * cosine, entity.pose.y[i] + centre * sine
    half_length, half_width = entity.body.half_length[i] + TOUCHING, entity.body.half_width[i] + TOUCHING
    grid = near.circles.grid
    cells = cells_near(grid, x, y, entity.body.radius[i] + TOUCHING + grid.cell + DRIFT)
    for row in range(cells.first_row, cells.last_row + 1):
        for entry in entries_in(grid, cells, row):
            other: int = grid.item[entry]
            offset = centre_offset(other, around.pose, around.body)
            dx, dy = around.pose.x[other] + offset.x - x, around.pose.y[other] + offset.y - y
            reach = entity.body.radius[i] + around.body.radius[other] + TOUCHING
            if other == own or not dx * dx + dy * dy <= reach * reach:
                continue
            if are_on_other_levels(own, other, around.pose):
                continue
            way = ahead + dx * cosine + dy * sine
            rank = rank_of(dx, dy, way, ahead)
            if rank < best and overlap(
                dx, dy, yaw, half_length, half_width, around.pose.yaw[other],
                around.body.half_length[other], around.body.half_width[other],
            ):  # fmt: skip
                best = rank
                touch.kind[i], touch.index[i], touch.is_behind[i] = TOUCHED_VEHICLE, other, way < 0.0
            first: int = trailers.first[other]
            for t in range(first, first + trailers.count[other]):
                dx, dy = around.pose.x[other] + trailers.x[t] - x, around.pose.y[other] + trailers.y[t] - y
                way = ahead + dx * cosine + dy * sine
                rank = rank_of(dx, dy, way, ahead)
                if rank < best and overlap(
                    dx, dy, yaw, half_length, half_width, trailers.yaw[t],
                    trailers.half_length[t], trailers.half_width[t],
                ):  # fmt: skip
                    best = rank
                    touch.kind[i], touch.index[i], touch.is_behind[i] = TOUCHED_VEHICLE, other, way < 0.0


def rank_of(dx: float, dy: float, way: float, ahead: float) -> float:
    """Return the rank of a contact [m]: lower for contacts more straight ahead.

    Args:
        way: distance of the contact from the vehicle's centre along its heading [m].
        ahead: negative for a vehicle that drives back.
    """
    return sqrt(dx * dx + dy * dy) + (2.0 * way if ahead < 0.0 else -2.0 * way)


def lead_other_ways(memory: Memory, course: Course) -> None:
    """Set the course of vehicles that try another way, before the avoidance rules decide."""
    freeing = memory.freeing
    for i in range(course.course_yaw.size):
        if memory.standstill.recovery_phase[i] == OTHER_WAY:
            course.course_yaw[i], course.course_speed[i] = freeing.freeing_yaw[i], freeing.freeing_speed[i]
            course.course_reach[i], course.turning[i] = LARGEST, FORWARD


def override_decisions(pose: Pose, motion: Motion, memory: Memory, autopilot: Autopilot, pace: Pace) -> None:
    """Replace the decisions of avoidance rules for vehicles that back out or stand.

    One that still rolls the other way stops straight first.
    """
    course, avoidance, freeing = autopilot.course, autopilot.avoidance, memory.freeing
    for i in range(pose.x.size):
        phase = memory.standstill.recovery_phase[i]
        is_backing = phase in (BACKING, YIELDING, TOWED)
        if is_backing or phase in (LETTING_PASS, WAITING):
            is_turning = is_backing and motion.speed[i] * freeing.freeing_speed[i] >= 0.0
            avoidance.desired_yaw[i] = freeing.freeing_yaw[i] if is_turning else pose.yaw[i]
            avoidance.avoidance_speed[i] = course.course_speed[i] = pace.speed[i]
            course.back_off_time[i] = 0.0
