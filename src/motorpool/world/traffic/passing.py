"""Stage that lets vehicles pass others that stand in the only lane of their direction; imported when one stands.

A vehicle outside of traffic that has stood for ``PATIENCE``, or one of traffic that cannot drive, is an obstruction.
The next vehicle behind it stops early enough to steer out, and moves aside

* on its own half of the road, if there is room,
* else on the oncoming lane, if the road is free until it is back: no oncoming vehicle arrives before, at the speed
  limit or at its own speed if that is more; one that is not in sight yet can stop; there is room behind the last
  obstruction of a row; and all of it ends before the next crossing. Other vehicles that wait in the lane are no
  obstructions, so that no queue is passed.

On the oncoming lane a vehicle counts as on lane 1, and follows those there. One vehicle at a time passes a row. It
returns if the road is not free any more before it is beside the row. Oncoming vehicles that come nevertheless, such as
those that leave a parking place, stop before the place where it will be back.
"""

from typing import NamedTuple

from ...ground.roads.graph import BRAKING
from ...ground.roads.lanes import LONGEST_WAY, lane_length, side_of, way_length
from ...models.mathematics import Real, maximum, minimum, select
from ..columns import Whole
from ..navigation.pure_pursuit import LARGEST, approach_speed
from .ahead import GAP, STANDING
from .lane_changes import inward_of
from .oncoming import CLEAR, SPEED, back_off, hold_oncoming, is_free_until, sees
from .standing import (
    BEHIND,
    LAG,
    SIDE,
    SLOWING,
    Row,
    Scenery,
    is_driven,
    is_standing,
    list_standing,
    may_have_row,
    next_leg,
    row_ahead,
    slope_of,
)

VERGE = 1.0  # beyond the edge of the road on the other side, at most [m]
EARLY = 1.5  # time before steering out from which a vehicle decides [s]
IN_PLACE = 0.3  # distance from the middle of its lane at which a vehicle is back [m]


class Plan(NamedTuple):
    """Way around a row."""

    inward: float  # distance of the way from the middle of the lane [m]
    is_over: bool  # it leads over the middle of the road
    room: float  # distance until the vehicle is back in its lane; ``LARGEST`` if there is no room to pass [m]
    pull: float  # length on which it steers out [m]


def pass_standing(scenery: Whole[Scenery], dt: float) -> None:
    """Begin, continue and end the passing of standing vehicles, and limit the speeds of all that it concerns."""
    traffic, order = scenery.others.traffic, scenery.others.order
    is_any = list_standing(scenery, dt)
    for i in range(traffic.traffic_leg.size):
        is_any = is_any or traffic.traffic_pass_room[i] > 0.0
    if not is_any:
        return
    for leg in range(scenery.graph.length.size):
        for spot in range(order.first[leg], order.first[leg + 1]):
            i: int = order.item[spot]
            if not is_driven(i, scenery):
                continue
            if traffic.traffic_pass_room[i] > 0.0:
                go_on(i, scenery)
            elif scenery.graph.lane_count[leg] == 1 and may_have_row(i, scenery):
                begin(i, scenery)
    for i in range(traffic.traffic_leg.size):
        if traffic.traffic_pass_room[i] > 0.0:
            hold_oncoming(i, scenery)


def plan_around(i: int, row: Row, scenery: Scenery) -> Plan:
    """Return the way around a row: on the outer side if the road is wide enough there, else on the inner one."""
    body, graph, traffic = scenery.others.entity.body, scenery.graph, scenery.others.traffic
    leg, half = int(traffic.traffic_leg[i]), body.half_width[i]
    lane, edge = abs(graph.lane[leg]), graph.half_width[leg]
    outside, inside = row.outer - SIDE - half, row.inner + SIDE + half
    fits_inside = inside + half <= lane + edge + VERGE
    verge = select(fits_inside, 0.0, VERGE)
    is_outside = outside - half >= lane - edge - verge
    inward = select(is_outside, minimum(outside, 0.0), maximum(inside, 0.0))
    fits = is_outside or fits_inside
    pull = abs(inward) / slope_of(i, scenery) + LAG
    room = row.far + body.rear_reach[i] + BEHIND + pull
    fits = fits and room + body.front_reach[i] + GAP < way_free(i, scenery)
    is_over = graph.is_shared[leg] != 0 and inward + half > lane
    return Plan(inward, is_over, room if fits else LARGEST, pull)


def way_free(i: int, scenery: Scenery) -> Real:
    """Return the distance to where a vehicle waits before the next crossing, or to a road with other lanes [m]."""
    traffic, graph = scenery.others.traffic, scenery.graph
    leg = int(traffic.traffic_leg[i])
    way = -traffic.traffic_along[i]
    for step in range(1, LONGEST_WAY):
        following = next_leg(step, leg, i, scenery)
        way += lane_length(graph, leg)
        if following < 0:
            return way - graph.wait[leg]
        if graph.lane_count[following] != 1 or graph.is_shared[following] != graph.is_shared[leg]:
            return way
        way += way_length(graph, leg, following) - lane_length(graph, leg)
        leg = following
    return way


def begin(i: int, scenery: Scenery) -> None:
    """Begin to pass the row of standing vehicles ahead, or stop where the vehicle can still steer out."""
    traffic, entity = scenery.others.traffic, scenery.others.entity
    row = row_ahead(i, scenery)
    if row.near >= LARGEST:
        return
    plan, speed = plan_around(i, row, scenery), maximum(entity.motion.speed[i], 0.0)
    room, braking = row.near - entity.body.front_reach[i], minimum(entity.performance.braking[i], 2.0 * BRAKING)
    if plan.room >= LARGEST:
        half = entity.body.half_width[i]
        if row.outer < half and row.inner > -half:  # others outside of the lane are not followed
            traffic.traffic_cap[i] = approach_speed(room - GAP, row.speed, braking)
        return
    if is_held_up(i, row.near, 0.0, scenery):
        return
    pull = pull_left(i, plan, scenery)
    is_near = row.is_ready and room < pull + 2.0 * GAP + EARLY * speed
    if is_near and not is_held_up(i, row.near, plan.room, scenery):
        is_free = not plan.is_over or (sees(i, plan.room, scenery) and is_free_until(i, plan.room, 1.0, scenery))
        if is_free and room > pull:
            traffic.traffic_lane[i], traffic.traffic_lane_before[i] = 1, 0
            traffic.traffic_place[i] = -1
            steer_out(i, row, plan, scenery)
            return
        if is_free and speed < STANDING:
            back_off(i, traffic)
            return
    needed = GAP + pull * maximum(1.0 - row.speed / SLOWING, 0.0)
    traffic.traffic_cap[i] = minimum(traffic.traffic_cap[i], approach_speed(room - needed, row.speed, braking))


def pull_left(i: int, plan: Plan, scenery: Scenery) -> Real:
    """Return the length on which a vehicle steers out from where it is [m]."""
    left = abs(plan.inward - inward_of(i, scenery.others, scenery.graph))
    return minimum(left / slope_of(i, scenery) + LAG, plan.pull)


def go_on(i: int, scenery: Scenery) -> None:
    """Keep a vehicle beside a row, or on its way back to its lane behind it."""
    traffic, entity, graph = scenery.others.traffic, scenery.others.entity, scenery.graph
    row = row_ahead(i, scenery)
    is_past = row.near >= LARGEST
    if traffic.traffic_lane[i] != 0 and not is_past:
        plan = plan_around(i, row, scenery)
        room, speed = row.near - entity.body.front_reach[i], maximum(entity.motion.speed[i], 0.0)
        can_stop = room > pull_left(i, plan, scenery) + GAP + speed * speed / (2.0 * BRAKING)
        has_room = plan.room < LARGEST and (not plan.is_over or is_free_until(i, plan.room, 0.0, scenery))
        if has_room or not can_stop:
            back = row.far + entity.body.rear_reach[i] + BEHIND + plan.pull
            steer_out(i, row, Plan(plan.inward, plan.is_over, back, plan.pull), scenery)
            return
    if traffic.traffic_lane[i] != 0:
        traffic.traffic_passes[i] += is_past
        traffic.traffic_lane[i], traffic.traffic_lane_before[i] = 0, 1
    inward = abs(inward_of(i, scenery.others, graph))
    traffic.traffic_pass_side[i], traffic.traffic_cap[i] = 0.0, SPEED
    traffic.traffic_pass_room[i] = inward / slope_of(i, scenery) + 1.0
    if inward < IN_PLACE:
        traffic.traffic_pass_room[i], traffic.traffic_lane_before[i] = 0.0, 0
    if not is_past:
        begin(i, scenery)


def steer_out(i: int, row: Row, plan: Plan, scenery: Scenery) -> None:
    """Write where a vehicle passes, and the speed with which it does not touch the row before it is aside."""
    traffic, entity = scenery.others.traffic, scenery.others.entity
    traffic.traffic_pass_side[i] = -side_of(scenery.graph) * plan.inward
    traffic.traffic_pass_room[i] = plan.room
    inward, half = inward_of(i, scenery.others, scenery.graph), entity.body.half_width[i]
    is_clear = inward - half > row.inner + CLEAR or inward + half < row.outer - CLEAR
    room = row.near - entity.body.front_reach[i]
    cap = SPEED
    if not is_clear and room > 0.0:
        cap = minimum(cap, approach_speed(room - 0.5, 0.0, entity.performance.braking[i]))
        if room < GAP and abs(entity.motion.speed[i]) < STANDING:
            back_off(i, traffic)
            return
    traffic.traffic_cap[i] = cap


def is_held_up(i: int, near: float, until: float, scenery: Scenery) -> bool:
    """Return whether other traffic is before a row, passes it, or leaves no room to return behind it.

    Args:
        near: distance to the row [m].
        until: distance at which the vehicle is back; 0 to look only at those before the row [m].
    """
    traffic, graph, order, body = (
        scenery.others.traffic, scenery.graph, scenery.others.order, scenery.others.entity.body
    )  # fmt: skip
    leg = int(traffic.traffic_leg[i])
    way = -traffic.traffic_along[i]
    most = maximum(until + body.front_reach[i] + GAP, near)
    for step in range(1, LONGEST_WAY):
        for spot in range(order.first[leg], order.first[leg + 1]):
            other: int = order.item[spot]
            ahead = way + traffic.traffic_along[other]
            if other == i or ahead < 0.0 or (ahead == 0.0 and other > i) or is_standing(other, scenery):
                continue
            passes = traffic.traffic_pass_room[other] > 0.0
            if ahead < near and not passes:
                return True
            is_out = passes and traffic.traffic_pass_side[other] != 0.0
            is_slow = scenery.others.entity.motion.speed[other] < SLOWING
            if until > 0.0 and ahead - body.rear_reach[other] < most and (is_out or is_slow):
                return True
        following = next_leg(step, leg, i, scenery)
        if following < 0:
            break
        way += way_length(graph, leg, following)
        if way > most:
            break
        leg = following
    return False
