"""Roundabouts: room on the circle, gaps in it, and merging, for compiled functions.

A vehicle comes in if the circle keeps room for another one behind it, so that those on it always come on: bubble flow
control of rings (Carrion et al. 1997, "A flow control mechanism to avoid message deadlock in k-ary n-cube networks").
It needs the critical headway before the next vehicle that will pass the entry; one that leaves before does not count.

Ways that end on the same leg of a circle do not exclude each other: the vehicle that is farther from where they meet
follows the nearer one.
"""

from ...ground.roads.graph import BRAKING, MOST_LEGS, RoadGraph
from ...ground.roads.lanes import bend_limit, curve_between, way_length
from ...models.mathematics import Real, maximum, minimum, select, sqrt
from ..entity.columns import Body
from ..navigation.following import gap_speed
from ..navigation.pure_pursuit import LARGEST
from .ahead import GAP, HEADWAY, STANDING, Others, leg_at
from .columns import Traffic
from .conflicts import APART, are_crossing
from .right_of_way import UPSTREAM, Drivers
from .tracking import LaneOrder, Paths


def are_exclusive(graph: RoadGraph, leg: int, following: int, other_leg: int, other_following: int) -> bool:
    """Return whether two ways over a node cannot be driven at once: they cross, but for those of a roundabout.

    There vehicles merge, and one that leaves the circle passes beside one that waits on the same road.
    """
    if following < 0 or other_following < 0:
        return False
    if graph.is_round[following] != 0 and following == other_following:
        return False
    leaves = graph.is_round[leg] != 0 and graph.is_round[other_following] != 0 and following == other_leg ^ 1
    is_left = graph.is_round[other_leg] != 0 and graph.is_round[following] != 0 and other_following == leg ^ 1
    road = select(leaves, following, leg)
    if (leaves or is_left) and abs(graph.lane[road] + graph.lane[road ^ 1]) >= APART:
        return False
    return are_crossing(graph, leg, following, other_leg, other_following)


def round_beside(graph: RoadGraph, leg: int, is_before: bool) -> int:
    """Return the leg of the same roundabout before a leg, or the one behind it; -1 for none."""
    node = graph.tail[leg] if is_before else graph.head[leg]
    for place in range(graph.node_first[node], graph.node_first[node + 1]):
        arm: int = graph.node_arm[place]
        other = arm ^ 1 if is_before else arm
        if graph.is_round[other] != 0:
            return other
    return -1


def has_room_for_two(length: float, start: int, drivers: Drivers, order: LaneOrder, graph: RoadGraph) -> bool:
    """Return whether a circle has room for a vehicle and another one of its length, or is empty.

    Args:
        length: length of the vehicle and the gap behind it [m].
        start: leg of the circle.
    """
    traffic, body = drivers.traffic, drivers.body
    here, room, is_empty = start, 0.0, True
    for _ in range(MOST_LEGS):
        room += graph.length[here]
        node = graph.tail[here]
        for place in range(graph.node_first[node], graph.node_first[node + 1]):
            leg: int = graph.node_arm[place] ^ 1
            for spot in range(order.first[leg], order.first[leg + 1]):
                other: int = order.item[spot]
                is_on = graph.is_round[leg] != 0
                if is_on or (traffic.traffic_may_pass[other] > 0 and traffic.traffic_next[other] == here):
                    room -= body.front_reach[other] + body.rear_reach[other] + GAP
                    is_empty = False
        here = round_beside(graph, here, False)
        if here < 0 or here == start:
            break
    return is_empty or room >= 2.0 * length


def leaves_gap_on_circle(
    following: int, needed: Real, drivers: Drivers, paths: Paths, order: LaneOrder, graph: RoadGraph
) -> bool:
    """Return whether no vehicle that passes an entry on the circle, or comes in before, does so earlier than a time.

    Where one stands, those behind it do not come.

    Args:
        following: leg of the circle behind the entry.
        needed: that time [s].
    """
    traffic = drivers.traffic
    after, far = following, 0.0  # from the beginning of the lane of ``after`` to that of ``following`` [m]
    for step in range(1, UPSTREAM):
        node = graph.tail[after]
        for place in range(graph.node_first[node], graph.node_first[node + 1]):
            leg: int = graph.node_arm[place] ^ 1
            if graph.is_round[leg] == 0 and step == 1:
                continue
            for spot in range(order.first[leg], order.first[leg + 1]):
                other: int = order.item[spot]
                if graph.is_round[leg] == 0 and traffic.traffic_may_pass[other] == 0:
                    break
                speed = drivers.motion.speed[other]
                if speed < STANDING:
                    break
                if leg_at(step, other, other, traffic, paths) != following:
                    continue
                way = far + way_length(graph, leg, after) - traffic.traffic_along[other]
                top = minimum(graph.speed[after], bend_limit(graph, after, 0.0, BRAKING))
                if driving_time(way, speed, drivers.performance.acceleration[other], top) < needed:
                    return False
        before = round_beside(graph, after, True)
        if before < 0:
            break
        far += way_length(graph, before, after)
        after = before
        if after == following or far > needed * graph.speed[after]:
            break
    return True


def driving_time(way: Real, speed: Real, acceleration: Real, top: Real) -> Real:
    """Return the time in which a vehicle drives a way [s] if it accelerates up to a speed.

    Args:
        way: [m].
        speed: at the beginning [m/s].
        acceleration: [m/s^2].
        top: that speed [m/s].
    """
    if speed >= top:
        return way / speed
    until = (top * top - speed * speed) / (2.0 * acceleration)
    if way < until:
        return (sqrt(speed * speed + 2.0 * acceleration * way) - speed) / acceleration
    return (top - speed) / acceleration + (way - until) / top


def merging_speed(
    i: int, own: int, body: Body, traffic: Traffic, others: Others, graph: RoadGraph, braking: float
) -> Real:  # fmt: skip
    """Return the speed with which a vehicle that may pass comes on a circle behind those that are nearer to it [m/s].

    It follows them as if they were on its leg, or comes on no earlier than they do.

    Args:
        own: id of the vehicle.
        braking: greatest deceleration [m/s^2].
    """
    leg, following, target = traffic.traffic_leg[i], traffic.traffic_next[i], LARGEST
    if following < 0 or graph.is_round[following] == 0 or traffic.traffic_may_pass[i] == 0:
        return target
    node, order, columns, entity = graph.head[leg], others.order, others.traffic, others.entity
    left = way_length(graph, leg, following) - traffic.traffic_along[i]
    for place in range(graph.node_first[node], graph.node_first[node + 1]):
        other_leg: int = graph.node_arm[place] ^ 1
        if other_leg == leg:
            continue
        top = curve_between(graph, other_leg, following, 0.0).speed
        for spot in range(order.first[other_leg], order.first[other_leg + 1]):
            other: int = order.item[spot]
            if columns.traffic_may_pass[other] == 0:
                break
            far = way_length(graph, other_leg, following) - columns.traffic_along[other]
            if columns.traffic_next[other] != following or left < far or (left == far and own < other):
                continue
            speed, room = entity.motion.speed[other], left - body.front_reach[i] - entity.body.rear_reach[other]
            time = driving_time(maximum(far, 0.0), maximum(speed, 0.0), entity.performance.acceleration[other], top)
            later = maximum(room - GAP, 0.0) / maximum(time, 0.1)
            target = minimum(target, maximum(later, gap_speed(room - far, speed, GAP, HEADWAY, braking)))
    return target
