"""Stage that gives each vehicle in traffic its heading and speed; see ``compile.rows``.

The speed is the least of the limit, that of the bends, of the vehicle ahead (``navigation.following``), of a stop
before a crossing or at a parking place, and of narrow places with oncoming vehicles.
"""

from ...base.errors import Status
from ...ground.roads.graph import BRAKING, SLOWEST, RoadGraph
from ...ground.roads.lanes import lane_length, lane_width, side_of, way_point
from ...models.mathematics import Real, clamp, maximum, minimum, select, sincos, sqrt
from ..avoidance.columns import Autopilot
from ..avoidance.perception import NOTHING
from ..columns import Whole
from ..drivers.columns import DriverInputs
from ..drivers.kinds import AUTOPILOT
from ..entity.columns import Body, Entity, Pose
from ..guidance.columns import Course
from ..guidance.goal_kinds import TRAFFIC
from ..guidance.stages import steer_course
from ..navigation.following import gap_speed
from ..navigation.pure_pursuit import (
    LARGEST,
    approach_speed,
    bearing_to,
    distance_to,
    minimum_lookahead,
    pursuit_curvature,
)
from ..navigation.turning import FORWARD, PIVOTS, next_turning, tightest_radius, turning_speed
from ..navigation.wander import back_off
from .ahead import (
    GAP,
    HEADWAY,
    LEAST_BRAKING,
    SIGHT,
    STANDING,
    Ahead,
    Lanes,
    Others,
    path_speed,
    point_ahead,
    stop_speed,
    vehicle_ahead,
)
from .columns import Traffic
from .lane_changes import is_held, lane_end, lane_rate
from .long_vehicles import SWING_SIGHT, bend_speed, line_of_swing, swing_out
from .meeting import meeting_of
from .parked import park, stay
from .parking import ParkingPlaces
from .phases import DRIVING
from .roundabouts import merging_speed
from .tracking import LaneOrder, Paths

BLOCKED, OFF_MAP = int(Status.BLOCKED), int(Status.OFF_MAP)
LOOK_TIME = 0.35  # lookahead time; larger values cut corners, smaller ones make vehicles weave [s]
LOOK_AHEAD = 3.0  # lookahead at standstill, from the middle of the vehicle [m]
REACHED = 0.5  # distance to the point ahead over the lookahead distance, below which the vehicle is there [1]
ASIDE = 0.2  # sideways movement over the distance driven, to the roadside and back [1]
PASS_ASIDE = 0.25  # the same past vehicles that stand and before turns; larger values cut in with the rear [1]
BESIDE = 1.2  # bearing from which the point ahead is beside the vehicle, which then turns round [rad]
BACK_TO_LANE = 3.0  # lateral acceleration on the way back to the lane; more than in bends, with less they brake [m/s^2]
TURNING_SPEED = 2.0  # of a vehicle that turns round [m/s]
TURN_TIME = 1.0  # least time for which it drives forward or backward meanwhile [s]
BACK_ROOM = 6.0  # distance behind a vehicle that is needed for backing off from an obstruction [m]
GENTLE = 1.67  # deceleration behind a vehicle that has changed to the lane [m/s^2]
COMES_ON = 1.0  # mean speed along its leg with which a vehicle comes on, or half of what it may drive [m/s]
HELD = 12.0  # time that it is behind that, after which a vehicle backs off, and drives on, by turns [s]
ATTEMPT = 5.0  # duration of each, and of the pause between [s]
BACKWARD, AHEAD = 1, 2  # ways in which a vehicle tries

PULL_IN = 8.0  # distance before a parking place at which a vehicle is beside the carriageway [m]
VERGE_GAP = 1.0  # between a parked vehicle and the edge of the carriageway [m]


def drive(
    entity: Entity, inputs: DriverInputs, autopilot: Autopilot, traffic: Traffic, others: Whole[Others],
    paths: Whole[Paths], graph: Whole[RoadGraph], places: Whole[ParkingPlaces], may_free: int, dt: float,
) -> None:  # fmt: skip
    """Set heading and speed of every autopilot in traffic.

    Args:
        may_free: 1 if vehicles that are held try to come on, else 0.
    """
    for i in range(entity.pose.x.size):
        if autopilot.goal.goal[i] != TRAFFIC or inputs.driver[i] != AUTOPILOT:
            continue
        see_nothing(i, autopilot)
        if traffic.traffic_leg[i] < 0 or traffic.traffic_phase[i] != DRIVING:
            stay(i, entity, autopilot, traffic, others, graph, dt)
        else:
            drive_along(i, entity, autopilot, traffic, others, paths, graph, places, may_free, dt)
        autopilot.avoidance.desired_yaw[i] = autopilot.course.course_yaw[i]


def see_nothing(i: int, autopilot: Autopilot) -> None:
    """Clear the perception of the avoidance rules: a vehicle in traffic looks along its lane."""
    seen, avoidance = autopilot.perception, autopilot.avoidance
    seen.seen[i], seen.seen_distance[i], seen.seen_radius[i] = NOTHING, LARGEST, 0.0
    avoidance.is_avoiding[i], autopilot.course.course_reach[i] = 0.0, LARGEST


def drive_along(
    i: int, entity: Entity, autopilot: Autopilot, traffic: Traffic, others: Others, paths: Paths, graph: RoadGraph,
    places: ParkingPlaces, may_free: int, dt: float,
) -> None:  # fmt: skip
    """Set heading and speed of a vehicle on its lane."""
    leg, own = traffic.traffic_leg[i], entity.body.vehicle_id[i]
    limits, body, course = entity.performance, entity.body, autopilot.course
    speed, along = entity.motion.speed[i], traffic.traffic_along[i]
    braking = minimum(limits.braking[i], maximum(autopilot.ground.ground_braking[i], LEAST_BRAKING))

    lane_count, lane = graph.lane_count[leg], traffic.traffic_lane[i]
    target = minimum(autopilot.goal.desired_speed[i], limits.max_speed[i])
    target = minimum(target, maximum(traffic.traffic_cap[i], 0.0))
    target = minimum(target, path_speed(i, own, body, speed, traffic, paths, graph, braking))
    target = minimum(target, follow_speed(i, own, lane, braking, entity, course, traffic, others, paths, graph, dt))
    target = minimum(target, merging_speed(i, own, body, traffic, others, graph, braking))
    if lane_count > 1:
        before = traffic.traffic_lane_before[i]
        if before != lane:
            follow = follow_speed(i, own, before, braking, entity, course, traffic, others, paths, graph, dt)
            target = minimum(target, follow)
        target = minimum(target, lane_speed(i, own, lane, body, braking, traffic, paths, graph))
    line = 0.0
    if traffic.traffic_may_pass[i] == 0 and lane_length(graph, leg) - along < SWING_SIGHT:
        line = line_of_swing(leg, others.order, others.entity.body, others.traffic, graph)
    target = minimum(target, stop_speed(i, body, speed, traffic, graph, braking, line, dt))
    target = minimum(target, bend_speed(i, own, body, traffic, others, graph, braking))

    meeting = meeting_of(i, body, traffic, others, graph)
    aside, target = meeting.aside, minimum(target, meeting.speed)
    change = ASIDE * abs(speed) * dt
    if body.pulls_trailers[i] != 0:
        swing = swing_out(i, body, traffic, others, graph)
        if swing > 0.0:
            aside, change = -swing, PASS_ASIDE * abs(speed) * dt
    place = traffic.traffic_place[i]
    if place >= 0 and places.leg[place] == leg and traffic.traffic_path_index[i] == traffic.traffic_path_count[i] - 1:
        room = places.along[place] - along
        target = minimum(target, approach_speed(room, 0.0, 2.0 * BRAKING))
        beside = graph.half_width[leg] - abs(graph.lane[leg]) + body.half_width[i] + VERGE_GAP
        if room < beside / ASIDE + PULL_IN:
            aside = beside
        park(i, room, speed, traffic)
    if traffic.traffic_pass_room[i] > 0.0:
        aside, change = side_of(graph) * traffic.traffic_pass_side[i], PASS_ASIDE * abs(speed) * dt
    if lane_count > 1:
        aside -= lane * lane_width(graph, leg)
        left = side_of(graph) * aside - traffic.traffic_aside[i]
        change = minimum(change, lane_rate(traffic.traffic_lane_time[i] + dt, left) * dt)
    aside = side_of(graph) * aside - traffic.traffic_aside[i]
    traffic.traffic_aside[i] += clamp(aside, -change, change)

    blocked = (entity.motion.status[i] & (BLOCKED | OFF_MAP)) != 0
    attempt = may_free * attempt_of(i, along, target, traffic, dt)
    begins = blocked or attempt == BACKWARD or traffic.traffic_cap[i] < 0.0
    may_back = begins and room_behind(i, own, body.rear_reach[i], traffic, others) > BACK_ROOM
    course.back_off_time[i] = back_off(course.back_off_time[i], select(may_back, 1.0, 0.0), dt)
    steer_along(i, own, target, blocked, attempt == AHEAD, entity, autopilot, traffic, paths, graph, dt)


def follow_speed(
    i: int, own: int, lane: int, braking: float, entity: Entity, course: Course, traffic: Traffic, others: Others,
    paths: Paths, graph: RoadGraph, dt: float,
) -> Real:  # fmt: skip
    """Return the speed with which a vehicle follows the next one on a lane [m/s].

    Where there are several lanes it does not pass the next one on the inner lane, except in a queue.

    Args:
        braking: greatest deceleration [m/s^2].
    """
    front_reach, speed = entity.body.front_reach[i], entity.motion.speed[i]
    ahead = vehicle_ahead(i, own, Lanes(lane, lane), front_reach, speed, SIGHT, traffic, others, paths, graph)
    follow = gap_speed(ahead.gap, ahead.speed, GAP, HEADWAY, braking)
    leg = traffic.traffic_leg[i]
    if graph.lane_count[leg] == 1:
        return follow
    follow = eased(follow, course.course_speed[i], ahead, braking, dt)
    if lane + 1 < graph.lane_count[leg] and traffic.traffic_lane[i] == lane:
        inner = vehicle_ahead(
            i, own, Lanes(lane + 1, lane + 1), front_reach, speed, SIGHT, traffic, others, paths, graph
        )  # fmt: skip
        if is_held(speed, inner) and inner.gap > GAP:
            beside = gap_speed(inner.gap, inner.speed, GAP, HEADWAY, braking)
            follow = minimum(follow, maximum(beside, course.course_speed[i] - GENTLE * dt))
    return follow


def eased(follow: float, commanded: float, ahead: Ahead, braking: float, dt: float) -> float:
    """Return the speed with which a vehicle follows one that has changed to its lane, or is there where it changes to.

    The gap may be less than the headway after a change. It grows again by gentle braking, as long as the vehicle can
    stop behind the one ahead (relaxation: Laval and Leclercq 2008, Transportation Research Part B 42, 511-522).

    Args:
        follow: speed by the headway [m/s].
        commanded: speed that was commanded in the last step [m/s].
    """
    leader = maximum(ahead.speed, 0.0)
    room = clamp(ahead.gap - GAP, 0.0, SIGHT)  # beside it, it falls back
    safe = sqrt(leader * leader + braking * room)
    return maximum(follow, minimum(safe, commanded - GENTLE * dt))


def lane_speed(
    i: int, own: int, lane: int, body: Body, braking: float, traffic: Traffic, paths: Paths,
    graph: RoadGraph,
) -> float:  # fmt: skip
    """Return the speed with which a vehicle stops before the end of an inner lane [m/s]."""
    if lane == 0:
        return LARGEST
    room = lane_end(i, own, lane, traffic, paths, graph) - body.front_reach[i]
    return select(room < 0.5 * LARGEST, approach_speed(room, 0.0, braking), LARGEST)


def attempt_of(i: int, along: float, target: float, traffic: Traffic, dt: float) -> int:
    """Return how a vehicle that the ground or an object holds tries to come on: BACKWARD and AHEAD by turns; 0 not yet.

    Args:
        along: its distance along its leg [m].
        target: speed that it may drive [m/s].
    """
    gained = maximum(along - traffic.traffic_best[i], 0.0)
    traffic.traffic_best[i] += gained
    comes_on = clamp(0.5 * target, 0.5 * STANDING, COMES_ON)
    held = traffic.traffic_held[i] + select(target > STANDING, dt, 0.0) - gained / comes_on
    traffic.traffic_held[i] = maximum(held, 0.0)
    number = int((traffic.traffic_held[i] - HELD) / ATTEMPT)
    if traffic.traffic_held[i] < HELD or number % 2 == 1:
        return 0
    return BACKWARD if number % 4 == 0 else AHEAD


def steer_along(
    i: int, own: int, target: float, blocked: bool, is_driven_on: bool, entity: Entity, autopilot: Autopilot,
    traffic: Traffic, paths: Paths, graph: RoadGraph, dt: float,
) -> None:  # fmt: skip
    """Set the heading toward a point ahead on the path, and the speed, at most ``target`` [m/s].

    A vehicle turns round for a point that it cannot reach by steering alone.

    Args:
        is_driven_on: it drives forward, although it would back to turn round.
    """
    pose, limits, course = entity.pose, entity.performance, autopilot.course
    radius = tightest_radius(limits.full_curvature[i], limits.pivot_yaw_rate[i])
    look = maximum(LOOK_AHEAD + LOOK_TIME * abs(entity.motion.speed[i]), minimum_lookahead(radius))
    aim = point_ahead(i, own, look, traffic, paths, graph)
    bearing = bearing_to(pose.x[i], pose.y[i], pose.yaw[i], aim.x, aim.y)
    to_aim = distance_to(pose.x[i], pose.y[i], aim.x, aim.y)
    if to_aim < REACHED * look:  # the path doubles back: what is before the aim is passed
        traffic.traffic_along[i] += look - to_aim
    begins = course.turning[i] == FORWARD and abs(bearing) > BESIDE and is_facing_away(i, pose, traffic, graph)
    is_busy = (course.back_off_time[i] > 0.0) | is_driven_on | ((course.turning[i] == FORWARD) & (not begins))
    turning = next_turning(
        course.turning[i], bearing, to_aim, radius, limits.pivot_yaw_rate[i] > PIVOTS,
        limits.max_reverse_speed[i] > 0.0, blocked, is_busy,
    )  # fmt: skip
    change_turning(i, turning, blocked, course, dt)
    steer_course(i, entity, course, bearing, to_aim)
    if course.turning[i] == FORWARD:  # off its lane it turns more sharply than the lane does
        curvature = maximum(abs(pursuit_curvature(bearing, to_aim)), 1e-6)
        target = minimum(target, maximum(sqrt(BACK_TO_LANE / curvature), SLOWEST))
        target = select(abs(bearing) > BESIDE, minimum(target, TURNING_SPEED), target)
    course.course_speed[i] = turning_speed(course.turning[i], target, limits.max_reverse_speed[i])


def change_turning(i: int, turning: int, blocked: bool, course: Course, dt: float) -> None:
    """Set the kind of a vehicle's turn; one that is not blocked keeps the last change for ``TURN_TIME``.

    Without this, a vehicle with its aim behind it changes between forward and backward in each step, and stands.
    """
    course.detour_time[i] = maximum(course.detour_time[i] - dt, 0.0)
    if turning != course.turning[i] and (blocked or course.detour_time[i] <= 0.0):
        course.turning[i], course.detour_time[i] = turning, TURN_TIME


def is_facing_away(i: int, pose: Pose, traffic: Traffic, graph: RoadGraph) -> bool:
    """Return whether a vehicle heads against the direction of its path, as after a dead end; in a bend it does not."""
    leg, following = traffic.traffic_leg[i], traffic.traffic_next[i]
    here = way_point(graph, leg, following, traffic.traffic_along[i], traffic.traffic_aside[i])
    sine, cosine = sincos(pose.yaw[i])
    return here.east * cosine + here.north * sine < 0.0


def room_behind(i: int, own: int, rear_reach: float, traffic: Traffic, others: Others) -> float:
    """Return the distance to the next vehicle behind on the same leg, from bumper to bumper [m].

    Args:
        rear_reach: distance from the reference point to the rear bumper [m].
    """
    order: LaneOrder = others.order
    leg: int = traffic.traffic_leg[i]
    spot: int = order.place[own] + 1
    if order.place[own] < 0 or spot >= order.first[leg + 1]:
        return LARGEST
    other: int = order.item[spot]
    apart = traffic.traffic_along[i] - others.traffic.traffic_along[other]
    return apart - rear_reach - others.entity.body.front_reach[other]
