"""Stage that chooses the lanes of vehicles where a carriageway has several in their direction (MOBIL).

A vehicle changes to a lane beside its own if that is safe and worth it (Kesting, Treiber and Helbing 2007, "General
lane-changing model MOBIL for car-following models", Transportation Research Record 1999, 86-94, the passing rules for
European roads). With the accelerations before and after the change, a and a', of the vehicle and of the follower on
the inner lane,

    safe:           a'(new follower) >= -SAFE_BRAKING
    to inner lane:  a'(own) - a(own) + POLITENESS (a'(new follower) - a(new follower)) > THRESHOLD + OUTER_BIAS
    to outer lane:  a'(own) - a(own) + POLITENESS (a'(old follower) - a(old follower)) > THRESHOLD - OUTER_BIAS

The accelerations are those of the Intelligent Driver Model (Treiber, Hennecke and Helbing 2000, Physical Review E 62,
1805) with the gap and the headway of traffic; the speed itself is that of ``driving``. On the outer lane a vehicle
counts with the slower one of the two lanes, so that it does not pass on the outer side above ``CONGESTED``. No vehicle
overtakes one that is as fast as itself, which the criteria alone allow.

A lane ends where the next leg has fewer lanes, or where vehicles must come from the outer lane: at crossings, unless
their way goes straight on and no other way leaves its road on the inner side. Before that a vehicle changes to the
outer lane as soon as it is safe, and stops at the end if it is not.

While a vehicle moves over it is on both lanes: it follows those ahead on both, and others follow it. From the distance
``CLAIM`` before the end of its lane it is on both without moving yet: it falls back behind those ahead, the next one
behind lets it in, and vehicles of both lanes merge one after the other.
"""

import math
from typing import NamedTuple

from ...ground.roads.graph import STRAIGHT, RoadGraph
from ...ground.roads.lanes import lane_length, lane_width, side_of, turns_round, way_length, way_point
from ...models.mathematics import Real, maximum, minimum, select, sqrt, wrap_angle
from ..columns import Whole
from ..drivers.columns import DriverInputs
from ..drivers.kinds import AUTOPILOT
from ..entity.columns import Body
from ..guidance.columns import Goal
from ..guidance.goal_kinds import TRAFFIC
from ..navigation.pure_pursuit import LARGEST
from .ahead import GAP, HEADWAY, Ahead, Lanes, Others, leg_at, shares, vehicle_ahead
from .columns import Traffic
from .phases import DRIVING
from .tracking import LaneOrder, Paths

POLITENESS = 0.2  # weight of the follower's advantage; 0 is selfish, 1 regards others as oneself [1]
THRESHOLD = 0.1  # advantage that a change needs; with less vehicles change to and fro [m/s^2]
OUTER_BIAS = 0.3  # for the outer lane; larger values keep vehicles there behind slower ones [m/s^2]
SAFE_BRAKING = 4.0  # of the new follower, and of the vehicle itself, at most [m/s^2]
NEAR, NEAR_TIME = 1.0, 0.5  # least gap [m] and headway [s], though the one ahead be faster; the paper has none
ACCELERATION, BRAKING = 0.73, 1.67  # of the Intelligent Driver Model, as published for motorways [m/s^2]
CONGESTED = 16.7  # speed up to which vehicles pass on the outer side, 60 km/h [m/s]
LEAST_STAY = 4.0  # time on a lane before the next change that is not needed [s]
FAR_SIGHT = 350.0  # distance up to which vehicles ahead count; with less vehicles return before slow ones [m]
BACK_SIGHT = 150.0  # distance up to which a vehicle looks for followers [m]
MOST_LEGS = 24  # of a path on which the end of a lane is looked for
END_SIGHT = 500.0  # distance up to which it is looked for [m]
MUST, MUST_TIME = 60.0, 8.0  # distance [m] and time [s] before the end of a lane from which a vehicle must leave it
STAY, STAY_TIME = 250.0, 12.0  # the same that a lane must go on for a vehicle to change to it
CLAIM = 100.0  # distance from the end of a lane from which a vehicle claims a place on the outer one [m]
LONG_OVERTAKING = 15.0  # time on an inner lane after which it does so beside one that it does not get past [s]
BESIDE = 12.0  # gap up to which that one is beside it [m]
SLOWLY = 0.5  # relative speed up to which it does not get past, and does not begin to overtake [m/s]
MERGE_ROOM = 25.0  # between the end of a lane and the node, to move over [m]
WIDE = 1.6  # half width of others, with a margin, that a vehicle must be away from the lane that it leaves [m]
ON_LANE = 0.3  # distance from the middle of its lane at which a vehicle has changed [m]
LANE_RATE = 1.0  # lateral speed of a change, at most; one of 3.5 m takes 5 s, as measured (Toledo and Zohar 2007) [m/s]
LANE_ACCELERATION = 0.7  # lateral acceleration of a change; with more vehicles brake to steer [m/s^2]


class Sides(NamedTuple):
    """Vehicles before and behind on one lane."""

    ahead: Ahead
    behind: int  # vehicle behind; -1 for none
    gap: float  # between it and the vehicle, from bumper to bumper [m]


def idm_acceleration(speed: Real, desired: Real, gap: Real, leader_speed: Real) -> Real:
    """Return the acceleration of the Intelligent Driver Model [m/s^2].

    a (1 - (v / v0)^4 - (s* / s)^2) with s* = s0 + max(0, v T + v (v - v_leader) / (2 sqrt(a b))).

    Args:
        desired: speed on a free road [m/s].
        gap: to the vehicle ahead, from bumper to bumper; ``LARGEST`` for none [m].
    """
    share = speed / maximum(desired, 0.1)
    closing = speed * (speed - minimum(leader_speed, LARGEST)) / (2.0 * sqrt(ACCELERATION * BRAKING))
    wanted = GAP + maximum(speed * HEADWAY + select(gap < LARGEST, closing, 0.0), 0.0)
    ratio = wanted / maximum(gap, 0.1)
    return ACCELERATION * (1.0 - share * share * share * share - ratio * ratio)


def change_lanes(
    others: Whole[Others], inputs: Whole[DriverInputs], goal: Whole[Goal], paths: Whole[Paths],
    graph: Whole[RoadGraph], dt: float,
) -> None:  # fmt: skip
    """Choose the lane of each vehicle in traffic, in the order of the legs, on each the foremost first."""
    order, traffic = others.order, others.traffic
    for leg in range(graph.length.size):
        most = graph.lane_count[leg] - 1
        for spot in range(order.first[leg], order.first[leg + 1]):
            i: int = order.item[spot]
            if goal.goal[i] != TRAFFIC or inputs.driver[i] != AUTOPILOT or traffic.traffic_phase[i] != DRIVING:
                continue
            if most == 0 and traffic.traffic_pass_room[i] > 0.0:
                continue  # on the oncoming lane
            traffic.traffic_lane[i] = minimum(traffic.traffic_lane[i], most)
            traffic.traffic_lane_before[i] = minimum(traffic.traffic_lane_before[i], most)
            traffic.traffic_lane_time[i] += dt
            if most > 0:
                choose_lane(i, others, goal, paths, graph)


def choose_lane(i: int, others: Others, goal: Goal, paths: Paths, graph: RoadGraph) -> None:
    """Choose the lane of one vehicle on a leg with several."""
    traffic, motion = others.traffic, others.entity.motion
    leg, lane = traffic.traffic_leg[i], traffic.traffic_lane[i]
    if traffic.traffic_lane_before[i] != lane:
        width = lane_width(graph, leg)
        left = abs(lane * width - inward_of(i, others, graph))
        if left < maximum(width - others.entity.body.half_width[i] - WIDE, ON_LANE):
            traffic.traffic_lane_before[i] = lane
        else:
            return
    speed = maximum(motion.speed[i], 0.0)
    if lane > 0:
        room = lane_end(i, i, lane, traffic, paths, graph)
        if room < MUST + MUST_TIME * speed:
            move_or_claim(i, room < CLAIM, others, goal, paths, graph)
            return
    if traffic.traffic_lane_time[i] < LEAST_STAY:
        return
    if lane > 0 and is_worth_it(i, lane - 1, others, goal, paths, graph):
        move_to(i, lane - 1, traffic)
    elif lane > 0 and is_stuck(i, others, paths, graph):
        move_or_claim(i, True, others, goal, paths, graph)
    elif lane + 1 < graph.lane_count[leg]:
        goes_on = lane_end(i, i, lane + 1, traffic, paths, graph) > STAY + STAY_TIME * speed
        if goes_on and is_worth_it(i, lane + 1, others, goal, paths, graph):
            move_to(i, lane + 1, traffic)


def inward_of(i: int, others: Others, graph: RoadGraph) -> Real:
    """Return the distance of a vehicle from the middle of the outer lane, toward the inner ones [m]."""
    traffic, pose = others.traffic, others.entity.pose
    middle = way_point(graph, traffic.traffic_leg[i], traffic.traffic_next[i], traffic.traffic_along[i], 0.0)
    right = (pose.x[i] - middle.x) * middle.north - (pose.y[i] - middle.y) * middle.east
    return -side_of(graph) * right


def lane_rate(time: Real, left: Real) -> Real:
    """Return the lateral speed of a vehicle at a time after its change began [m/s].

    Args:
        left: lateral distance to the middle of its lane [m].
    """
    rate = minimum(LANE_RATE, LANE_ACCELERATION * time)
    return minimum(rate, sqrt(2.0 * LANE_ACCELERATION * abs(left)) + 0.02)


def move_to(i: int, lane: int, traffic: Traffic) -> None:
    """Begin a change to a lane."""
    traffic.traffic_lane_before[i] = traffic.traffic_lane[i]
    traffic.traffic_lane[i] = lane
    traffic.traffic_lane_time[i] = 0.0


def move_or_claim(i: int, claims: bool, others: Others, goal: Goal, paths: Paths, graph: RoadGraph) -> None:
    """Change to the next lane outward if that is safe, or claim a place there."""
    lane = others.traffic.traffic_lane[i] - 1
    if is_safe(i, sides_of(i, lane, others, paths, graph), others, goal, graph):
        move_to(i, lane, others.traffic)
    elif claims:
        others.traffic.traffic_lane_before[i] = lane


def is_stuck(i: int, others: Others, paths: Paths, graph: RoadGraph) -> bool:
    """Return whether a vehicle that nothing holds up on an inner lane does not get past one beside it.

    Both of two equal lorries would drive side by side for ever.
    """
    traffic, speeds = others.traffic, others.entity.motion.speed
    if traffic.traffic_lane_time[i] < LONG_OVERTAKING:
        return False
    speed, lane = speeds[i], traffic.traffic_lane[i]
    own = sides_of(i, lane, others, paths, graph).ahead
    beside = sides_of(i, lane - 1, others, paths, graph)
    is_ahead = beside.ahead.gap < BESIDE and speed - beside.ahead.speed < SLOWLY
    is_behind = beside.behind >= 0 and beside.gap < BESIDE and speed - speeds[beside.behind] < SLOWLY
    return own.gap > 2.0 * HEADWAY * speed + GAP and (is_ahead or is_behind)


def is_worth_it(i: int, lane: int, others: Others, goal: Goal, paths: Paths, graph: RoadGraph) -> bool:
    """Return whether a change to a lane beside is safe, and better for the vehicle and the inner lane."""
    new = sides_of(i, lane, others, paths, graph)
    if not is_safe(i, new, others, goal, graph):
        return False
    own = others.traffic.traffic_lane[i]
    old = sides_of(i, own, others, paths, graph)
    speed = maximum(others.entity.motion.speed[i], 0.0)
    before = acceleration_behind(i, old.ahead, others, goal, graph)
    after = acceleration_behind(i, new.ahead, others, goal, graph)
    if lane > own:
        outer, inner = old.ahead, after
        before = select(is_held(speed, new.ahead), minimum(before, inner), before)
        behind, gap, ahead = new.behind, new.gap, new.ahead
        follower = follower_gain(i, behind, gap, ahead, others, goal, graph)
        is_held_up = desired_speed(i, others, goal, graph) > outer.speed + SLOWLY
        return is_held_up and after - before + POLITENESS * follower > THRESHOLD + OUTER_BIAS
    after = select(is_held(speed, old.ahead), minimum(after, before), after)
    follower = -follower_gain(i, old.behind, old.gap, old.ahead, others, goal, graph)
    return after - before + POLITENESS * follower > THRESHOLD - OUTER_BIAS


def is_held(speed: float, inner: Ahead) -> bool:
    """Return whether a vehicle may not pass the one on the inner lane on its outer side."""
    return speed > inner.speed and inner.speed > CONGESTED and inner.gap < LARGEST


def is_safe(i: int, sides: Sides, others: Others, goal: Goal, graph: RoadGraph) -> bool:
    """Return whether neither the vehicle nor its new follower must brake hard on a lane."""
    speed = others.entity.motion.speed
    near = sides.ahead.gap < NEAR + NEAR_TIME * maximum(speed[i], 0.0)
    if near or acceleration_behind(i, sides.ahead, others, goal, graph) < -SAFE_BRAKING:
        return False
    if sides.behind < 0:
        return True
    if sides.gap < NEAR + NEAR_TIME * maximum(speed[sides.behind], 0.0):
        return False
    return acceleration_behind(sides.behind, Ahead(sides.gap, speed[i]), others, goal, graph) >= -SAFE_BRAKING


def follower_gain(i: int, behind: int, gap: float, ahead: Ahead, others: Others, goal: Goal, graph: RoadGraph) -> Real:
    """Return the acceleration of a follower with the vehicle before it, less that without it [m/s^2].

    Args:
        gap: between the two [m].
        ahead: the vehicle that is ahead of both.
    """
    if behind < 0:
        return 0.0
    body = others.entity.body
    length = body.front_reach[i] + body.rear_reach[i]
    far = Ahead(select(ahead.gap < LARGEST, gap + length + ahead.gap, LARGEST), ahead.speed)
    near = Ahead(gap, others.entity.motion.speed[i])
    return acceleration_behind(behind, near, others, goal, graph) - acceleration_behind(
        behind, far, others, goal, graph
    )  # fmt: skip


def acceleration_behind(i: int, ahead: Ahead, others: Others, goal: Goal, graph: RoadGraph) -> Real:
    """Return the acceleration of a vehicle behind another one [m/s^2]."""
    speed = maximum(others.entity.motion.speed[i], 0.0)
    return idm_acceleration(speed, desired_speed(i, others, goal, graph), ahead.gap, ahead.speed)


def desired_speed(i: int, others: Others, goal: Goal, graph: RoadGraph) -> Real:
    """Return the speed of a vehicle on a free road [m/s]."""
    leg: int = others.traffic.traffic_leg[i]
    return minimum(minimum(goal.desired_speed[i], others.entity.performance.max_speed[i]), graph.speed[leg])


def sides_of(i: int, lane: int, others: Others, paths: Paths, graph: RoadGraph) -> Sides:
    """Return the vehicles before and behind on a lane."""
    body: Body = others.entity.body
    speed = maximum(others.entity.motion.speed[i], 0.0)
    lanes = Lanes(lane, lane)
    ahead = vehicle_ahead(i, i, lanes, body.front_reach[i], speed, FAR_SIGHT, others.traffic, others, paths, graph)
    order: LaneOrder = others.order
    traffic, leg = others.traffic, others.traffic.traffic_leg[i]
    rear = traffic.traffic_along[i] - body.rear_reach[i]
    for spot in range(order.place[i] + 1, order.first[leg + 1]):
        other: int = order.item[spot]
        if shares(other, lanes, traffic):
            return Sides(ahead, other, rear - traffic.traffic_along[other] - body.front_reach[other])
    way = rear
    for _ in range(MOST_LEGS):
        behind, gap, main = -1, LARGEST, -1
        node = graph.tail[leg]
        for number in range(graph.node_first[node], graph.node_first[node + 1]):
            before = graph.node_arm[number] ^ 1
            if before == leg ^ 1 or graph.is_open[before] == 0 or not follows(before, leg, graph):
                continue
            if main < 0 or graph.lane_count[before] > graph.lane_count[main]:
                main = before
            for spot in range(order.first[before], order.first[before + 1]):
                other = order.item[spot]
                if other != i and shares(other, lanes, traffic):
                    room = way + way_length(graph, before, leg)
                    room -= traffic.traffic_along[other] + body.front_reach[other]
                    if room < gap:
                        behind, gap = other, room
                    break
        if behind >= 0 or main < 0:
            return Sides(ahead, behind, gap)
        way += way_length(graph, main, leg)
        leg = main
        if way > BACK_SIGHT:
            break
    return Sides(ahead, -1, LARGEST)


def follows(before: int, leg: int, graph: RoadGraph) -> bool:
    """Return whether a leg can follow another one."""
    for number in range(graph.follow_first[before], graph.follow_first[before + 1]):
        if graph.follow[number] == leg:
            return True
    return False


def lane_end(i: int, own: int, lane: int, traffic: Traffic, paths: Paths, graph: RoadGraph) -> float:
    """Return the distance for which an inner lane goes on along a vehicle's path; ``LARGEST`` beyond its sight [m].

    Args:
        own: id of the vehicle.
    """
    leg: int = traffic.traffic_leg[i]
    way = -traffic.traffic_along[i]
    for step in range(1, MOST_LEGS):
        following = leg_at(step, i, own, traffic, paths)
        if following < 0:
            is_parking = traffic.traffic_place[i] >= 0
            return select(is_parking, maximum(way + lane_length(graph, leg) - MERGE_ROOM, 0.0), LARGEST)
        if not goes_on(leg, following, lane, graph):
            is_crossing = graph.is_crossing[graph.head[leg]] != 0
            room = MERGE_ROOM + select(is_crossing, graph.wait[leg], 0.0)
            return maximum(way + lane_length(graph, leg) - room, 0.0)
        way += way_length(graph, leg, following)
        if way > END_SIGHT:
            return LARGEST
        leg = following
    return LARGEST


def goes_on(leg: int, following: int, lane: int, graph: RoadGraph) -> bool:
    """Return whether a vehicle on an inner lane may drive on to the next leg without a change.

    At a crossing it may if it goes straight on, and no other way leaves its road on the inner side.
    """
    if lane >= graph.lane_count[following] or turns_round(leg, following):
        return False
    if graph.is_crossing[graph.head[leg]] == 0:
        return True
    turn = turn_to(leg, following, graph)
    if abs(turn) > STRAIGHT:
        return False
    for number in range(graph.follow_first[leg], graph.follow_first[leg + 1]):
        other: int = graph.follow[number]
        if other != following and turn_to(leg, other, graph) > turn:
            return False
    return True


def turn_to(leg: int, following: int, graph: RoadGraph) -> Real:
    """Return the angle of a turn toward the inner side: to the left where vehicles drive on the right [rad]."""
    return side_of(graph) * wrap_angle(graph.arm_yaw[following] - graph.arm_yaw[leg ^ 1] - math.pi)
