"""Oncoming vehicles and the sight along the road, for a vehicle that passes others; see ``passing``."""

from ...ground.roads.graph import BRAKING, RoadGraph
from ...ground.roads.lanes import LONGEST_WAY, bend_limit, lane_length, lane_point, oncoming_place, place_on, way_length
from ...models.mathematics import Real, clamp, maximum, minimum, sqrt
from ..navigation.pure_pursuit import LARGEST, approach_speed
from .ahead import STANDING
from .columns import Traffic
from .lane_changes import inward_of
from .standing import FAR, SAMPLE, SIDE, Profile, Scenery, is_driven, is_standing, next_leg

CLEAR = 0.2  # lateral distance from which a vehicle drives on beside the row [m]
SPEED = 8.3  # beside a row, at most [m/s]
START = 1.0  # until a vehicle sets off [s]
SLOWEST_START, FASTEST_START = 0.3, 1.5  # range of half of its acceleration, which is reckoned with [m/s^2]
SPARE, SPARE_TIME = 10.0, 2.0  # between an oncoming vehicle and the one that is back [m], [s]
YIELD = 3.0  # between one that is beside a row and an oncoming one that stops [m]
REACTION, STOPPING = 2.5, 3.4  # time [s] and deceleration [m/s^2] of the stopping sight distance
SIGHT_SIDE = 15.0  # from the middle of the lane to what hides the road inside of a bend [m]
EYE = 1.08  # height of the driver's eye and of an oncoming vehicle (AASHTO 2011, section 3.2.6) [m]
BACKS = -1.0  # speed limit that means: back off


def back_off(i: int, traffic: Traffic) -> None:
    """Drive a vehicle backward, because it stands too close to the row ahead to steer out."""
    traffic.traffic_cap[i], traffic.traffic_held[i] = BACKS, 0.0


def time_until(i: int, room: float, scenery: Scenery) -> Real:
    """Return the time that a vehicle needs to be back in its lane [s].

    Args:
        room: distance to there [m].
    """
    entity, traffic, graph = scenery.others.entity, scenery.others.traffic, scenery.graph
    leg = int(traffic.traffic_leg[i])
    most = minimum(minimum(scenery.goal.desired_speed[i], entity.performance.max_speed[i]), graph.speed[leg])
    most = maximum(minimum(minimum(most, SPEED), bend_limit(graph, leg, traffic.traffic_along[i], BRAKING)), 1.0)
    speed = clamp(entity.motion.speed[i], 0.0, most)
    acceleration = clamp(0.5 * entity.performance.acceleration[i], SLOWEST_START, FASTEST_START)
    way = (most * most - speed * speed) / (2.0 * acceleration)
    if room < way:
        return START + (sqrt(speed * speed + 2.0 * acceleration * room) - speed) / acceleration
    return START + (most - speed) / acceleration + (room - way) / most


def is_free_until(i: int, room: float, spare: float, scenery: Scenery) -> bool:
    """Return whether no oncoming vehicle arrives before a vehicle is back in its lane.

    Behind a crossing those count that drive toward it on any of its roads. One that itself stands before a row on its
    lane does not come.

    Args:
        room: distance to where it is back [m].
        spare: factor of the spare distance and time [1].
    """
    traffic, graph, order, body = (
        scenery.others.traffic, scenery.graph, scenery.others.order, scenery.others.entity.body
    )  # fmt: skip
    time, waits = time_until(i, room, scenery) + spare * SPARE_TIME, False
    leg = int(traffic.traffic_leg[i])
    way, front = -traffic.traffic_along[i], body.front_reach[i]
    back, far = room + front, spare * SPARE
    for step in range(1, LONGEST_WAY):
        for spot in range(order.first[leg ^ 1], order.first[(leg ^ 1) + 1]):
            other: int = order.item[spot]
            ahead = way + oncoming_place(graph, leg ^ 1, traffic.traffic_along[other])
            if ahead + body.rear_reach[other] <= 0.0:
                continue
            comes = not waits or scenery.others.entity.motion.speed[other] > STANDING
            if not is_late(other, ahead - back, time if comes else 0.0, far if comes else 0.0, scenery):
                return False
            waits = waits or is_standing(other, scenery)
        following = next_leg(step, leg, i, scenery)
        if back + far + time * graph.speed[leg] < way + lane_length(graph, leg):
            return True
        if following < 0:
            break
        way += way_length(graph, leg, following)
        leg = following
    node, way = graph.head[leg], way + lane_length(graph, leg)
    for number in range(graph.node_first[node], graph.node_first[node + 1]):
        before = int(graph.node_arm[number]) ^ 1
        for spot in range(order.first[before], order.first[before + 1]):
            other = order.item[spot]
            ahead = way + lane_length(graph, before) - traffic.traffic_along[other]
            comes = before != leg and traffic.traffic_next[other] == leg ^ 1
            if comes and not is_late(other, ahead - back, time, far, scenery):
                return False
    return True


def is_late(other: int, room: float, time: float, far: float, scenery: Scenery) -> bool:
    """Return whether an oncoming vehicle arrives at a place after a time.

    Args:
        room: distance of its reference point to there [m].
        time: time at which the place is free again [s].
        far: distance from there that it still has then, unless it stands for long [m].
    """
    traffic, entity = scenery.others.traffic, scenery.others.entity
    room -= entity.body.front_reach[other]
    if traffic.traffic_pass_room[other] > 0.0:  # it comes on this lane until it is back on its own one
        room -= traffic.traffic_pass_room[other]
    if is_standing(other, scenery):
        return room > 0.0
    leg: int = traffic.traffic_leg[other]
    return room > far + time * maximum(scenery.graph.speed[leg], entity.motion.speed[other])


def sees(i: int, room: float, scenery: Scenery) -> bool:
    """Return whether the sight distance along the oncoming lane is enough to pass.

    A vehicle that comes into sight must still be able to stop: the distance needed is the stopping sight distance
    behind the place where the vehicle is back in its lane (AASHTO 2011, A Policy on Geometric Design of Highways and
    Streets, equation 3-2: 2.5 s of reaction, then 3.4 m/s^2).

    Inside of a bend the line of sight passes the road by the middle ordinate, which is the distance times the angle of
    the bend over 8 (equation 3-36, small angles).
    Over crests it is that from eye to vehicle, both ``EYE`` above the road.

    Args:
        room: distance to where the vehicle is back in its lane [m].
    """
    traffic, graph, profile = scenery.others.traffic, scenery.graph, scenery.profile
    leg = int(traffic.traffic_leg[i])
    until = room + REACTION * graph.speed[leg] + graph.speed[leg] * graph.speed[leg] / (2.0 * STOPPING)
    begins, way, step = traffic.traffic_along[i], -traffic.traffic_along[i], 1
    here = lane_point(graph, leg, begins, 0.0)
    eye, highest, turned = height_at(leg, begins, graph, profile) + EYE, -LARGEST, 0.0
    count = int(until / SAMPLE) + 1
    for number in range(1, count):
        along = number * SAMPLE - way
        while along > lane_length(graph, leg):
            following = next_leg(step, leg, i, scenery)
            if following < 0:
                return number * SAMPLE > room
            way += way_length(graph, leg, following)
            along, leg, step = maximum(number * SAMPLE - way, 0.0), following, step + 1
        there = lane_point(graph, leg, along, 0.0)
        turned += abs(here.east * there.north - here.north * there.east)
        if number * SAMPLE * turned > 8.0 * SIGHT_SIDE:
            return False
        rise = (height_at(leg, along, graph, profile) - eye) / (number * SAMPLE)
        if rise + EYE / (number * SAMPLE) < highest:
            return False
        highest, here = maximum(highest, rise), there
    return True


def height_at(leg: int, along: float, graph: RoadGraph, profile: Profile) -> Real:
    """Return the height of the road at a distance along a lane [m]."""
    first, last = int(profile.first[leg // 2]), int(profile.first[leg // 2 + 1]) - 1
    place = clamp(place_on(graph, leg, along) / graph.length[leg], 0.0, 1.0) * (last - first)
    low = int(minimum(place, last - first - 1.0))
    share = place - low
    return (1.0 - share) * profile.z[first + low] + share * profile.z[first + low + 1]


def hold_oncoming(i: int, scenery: Scenery) -> None:
    """Stop the next oncoming vehicle before the place where one that passes will be back, if it cannot be there before.

    The one that passes stops before an oncoming one in its way, and backs off if both stand.
    """
    traffic, graph, order, entity = (
        scenery.others.traffic, scenery.graph, scenery.others.order, scenery.others.entity
    )  # fmt: skip
    body, speed = entity.body, entity.motion.speed
    leg = int(traffic.traffic_leg[i])
    way, front = -traffic.traffic_along[i], body.front_reach[i]
    inner = inward_of(i, scenery.others, graph) + body.half_width[i]
    for step in range(1, LONGEST_WAY):
        for spot in range(order.first[leg ^ 1], order.first[(leg ^ 1) + 1]):
            other: int = order.item[spot]
            gap = way + oncoming_place(graph, leg ^ 1, traffic.traffic_along[other]) - front - body.front_reach[other]
            beside = 2.0 * abs(graph.lane[leg]) - body.half_width[other] - inner
            if gap < -(body.rear_reach[other] + body.front_reach[other] + front) or beside > SIDE + 1.0:
                continue
            braking = minimum(entity.performance.braking[other], 2.0 * BRAKING)
            cap = approach_speed(gap - traffic.traffic_pass_room[i] - YIELD, 0.0, braking)
            if is_driven(other, scenery) and gap > 0.0:
                traffic.traffic_cap[other] = minimum(traffic.traffic_cap[other], cap)
            if gap > 0.0 and beside < CLEAR:
                own = approach_speed(0.5 * (gap - YIELD), 0.0, entity.performance.braking[i])
                traffic.traffic_cap[i] = minimum(traffic.traffic_cap[i], own)
                if maximum(abs(speed[i]), abs(speed[other])) < STANDING and gap < YIELD + 1.0:
                    back_off(i, traffic)
            if gap > 0.0:
                return
        following = next_leg(step, leg, i, scenery)
        if following < 0 or way > FAR:
            return
        way += way_length(graph, leg, following)
        leg = following
