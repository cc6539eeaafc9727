"""Vehicles that stand in the only lane of their direction, and the rows of them before a vehicle; see ``passing``."""

from typing import NamedTuple

import numpy as np

from ...base.arrays import Floats, Indices
from ...base.runs import place_in_run, run_of_each
from ...ground.roads.graph import RoadGraph
from ...ground.roads.lanes import LONGEST_WAY, lane_length, lane_point, oncoming_place, side_of, turns_round, way_length
from ...ground.roads.routing import heights_on, positions_on
from ...ground.terrain.heightfield import Terrain
from ...models.mathematics import Real, maximum, minimum, select, sincos
from ..drivers.columns import DriverInputs
from ..drivers.kinds import AUTOPILOT
from ..guidance.columns import Goal
from ..guidance.goal_kinds import TRAFFIC
from ..navigation.pure_pursuit import LARGEST
from .ahead import GAP, STANDING, Others, leg_at
from .driving import HELD
from .tracking import Paths, is_on_lane

PATIENCE = 5.0  # time of standing after which a vehicle is passed; less passes those that only stop for a moment [s]
SLOWING = 3.0  # speed below which vehicles behind one outside of traffic keep room to steer out [m/s]
SIDE = 0.6  # between the sides of both; less than 0.4 touches where vehicles steer in [m]
SLOPE, LONG_SLOPE = 0.25, 0.12  # sideways over forward movement; of vehicles with trailers, which cut in [1]
LAG = 3.0  # more way to steer out, because the vehicle steers to a point ahead; less stops it before the row [m]
BEHIND = 1.0  # between the rear bumper and the row, before the vehicle returns [m]
FAR = 150.0  # distance up to which rows are looked for [m]
ROW = 16  # obstructions that are joined to one row, at most
SAMPLE = 10.0  # of the road for sight [m]


class Standing(NamedTuple):
    """Obstructions by leg, a linked list for each; entry 2 i is vehicle i on its own leg, 2 i + 1 on the other one."""

    first: Indices  # (legs,): -1 for none
    following: Indices  # (2 vehicles,)
    near: Floats  # nearest end, along the leg [m]
    far: Floats  # farthest end [m]
    outer: Floats  # outer side, from the middle of the lane toward the other side of the road [m]
    inner: Floats  # inner side [m]


class Profile(NamedTuple):
    """Heights along the centre lines, for the sight over crests."""

    first: Indices  # (sections + 1,)
    z: Floats  # [m]


class Scenery(NamedTuple):
    """Columns and maps from which a vehicle decides whether to pass: other vehicles, its goal, roads and sight."""

    others: Others
    inputs: DriverInputs
    goal: Goal
    paths: Paths
    graph: RoadGraph
    standing: Standing
    profile: Profile


class Row(NamedTuple):
    """Obstructions that are passed at once."""

    near: float  # distance of the nearest end from the vehicle's reference point; ``LARGEST`` for no row [m]
    far: float  # of the farthest end [m]
    outer: float  # outer side, from the middle of the vehicle's lane inward [m]
    inner: float  # inner side [m]
    speed: float  # of the fastest one [m/s]
    is_ready: bool  # all have stood for long enough


def scenery_of(
    others: Others, inputs: DriverInputs, goal: Goal, paths: Paths, graph: RoadGraph, terrain: Terrain
) -> Scenery:
    """Return the columns, the road and the memory of the stage."""
    legs, count = len(graph.length), len(others.traffic.traffic_leg)
    length = graph.length[::2]
    counts = (length / SAMPLE).astype(np.intp) + 2
    section = run_of_each(counts)
    places = place_in_run(counts) * (length / (counts - 1))[section]
    heights = heights_on(graph, 2 * section, places)
    if not graph.z.any():
        x, y, _ = positions_on(graph, 2 * section, places, np.zeros(len(places)))
        heights = np.asarray(terrain.sample(x, y)[0], np.float64)
    first = np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)
    standing = Standing(np.zeros(legs, np.int32), np.zeros(2 * count, np.int32), *np.zeros((4, 2 * count)))
    return Scenery(others, inputs, goal, paths, graph, standing, Profile(first, heights))


def is_driven(i: int, scenery: Scenery) -> bool:
    """Return whether a vehicle drives in traffic; one that is shot or broken down does not."""
    is_own = scenery.goal.goal[i] == TRAFFIC and scenery.inputs.driver[i] == AUTOPILOT
    can_drive = scenery.others.entity.performance.max_speed[i] > STANDING
    return is_own and can_drive and is_on_lane(i, scenery.others.traffic)


def next_leg(step: int, leg: int, i: int, scenery: Scenery) -> int:
    """Return the leg behind a leg of a vehicle's path, ``step`` behind its own; -1 if a crossing or nothing follows."""
    following = leg_at(step, i, i, scenery.others.traffic, scenery.paths)
    is_end = turns_round(leg, following) or scenery.graph.is_crossing[scenery.graph.head[leg]] != 0
    return -1 if is_end else following


def slope_of(i: int, scenery: Scenery) -> Real:
    """Return the sideways movement over the forward one of a vehicle that steers out [1]."""
    return select(scenery.others.entity.body.pulls_trailers[i] != 0, LONG_SLOPE, SLOPE)


def list_standing(scenery: Scenery, dt: float) -> bool:
    """List the vehicles that stand, or slow down outside of traffic; return whether there are any."""
    traffic, standing, is_any = scenery.others.traffic, scenery.standing, False
    for leg in range(standing.first.size):
        standing.first[leg] = -1
    for i in range(traffic.traffic_leg.size):
        traffic.traffic_cap[i] = LARGEST
        speed = abs(scenery.others.entity.motion.speed[i])
        is_outside = not is_driven(i, scenery)
        stands = is_outside and is_on_lane(i, traffic) and speed < STANDING
        traffic.traffic_stood[i] = traffic.traffic_stood[i] + dt if stands else 0.0
        if not is_on_lane(i, traffic):
            continue
        if not is_outside:
            traffic.traffic_stood[i] = select(traffic.traffic_held[i] > HELD, PATIENCE, 0.0)
            if traffic.traffic_pass_room[i] > 0.0 or traffic.traffic_held[i] <= HELD:
                continue
        else:
            traffic.traffic_pass_room[i] = 0.0
        if speed < SLOWING and scenery.graph.lane_count[traffic.traffic_leg[i]] == 1:
            add_standing(2 * i, i, traffic.traffic_leg[i], traffic.traffic_along[i], scenery)
            other = traffic.traffic_leg[i] ^ 1
            place = oncoming_place(scenery.graph, traffic.traffic_leg[i], traffic.traffic_along[i])
            add_standing(2 * i + 1, i, other, place, scenery)
            is_any = True
    return is_any


def add_standing(entry: int, i: int, leg: int, along: float, scenery: Scenery) -> None:
    """Add a vehicle to the list of a leg, with the box that it takes there."""
    pose, body, standing, graph = (
        scenery.others.entity.pose,
        scenery.others.entity.body,
        scenery.standing,
        scenery.graph,
    )
    middle = lane_point(graph, leg, along, 0.0)
    sine, cosine = sincos(pose.yaw[i])
    near, far, outer, inner = LARGEST, -LARGEST, LARGEST, -LARGEST
    for corner in range(4):
        forward = select(corner < 2, body.front_reach[i], -body.rear_reach[i])
        left = select(corner % 2 == 0, body.half_width[i], -body.half_width[i])
        dx = pose.x[i] + forward * cosine - left * sine - middle.x
        dy = pose.y[i] + forward * sine + left * cosine - middle.y
        ahead = along + dx * middle.east + dy * middle.north
        inward = side_of(graph) * (dy * middle.east - dx * middle.north)
        near, far = minimum(near, ahead), maximum(far, ahead)
        outer, inner = minimum(outer, inward), maximum(inner, inward)
    standing.near[entry], standing.far[entry] = near, far
    standing.outer[entry], standing.inner[entry] = outer, inner
    standing.following[entry] = standing.first[leg]
    standing.first[leg] = entry


def is_standing(i: int, scenery: Scenery) -> bool:
    """Return whether a vehicle is an obstruction, or becomes one."""
    traffic, speed = scenery.others.traffic, abs(scenery.others.entity.motion.speed[i])
    is_outside = not is_driven(i, scenery)
    return speed < SLOWING and (is_outside or traffic.traffic_stood[i] >= PATIENCE)


def may_have_row(i: int, scenery: Scenery) -> bool:
    """Return whether an obstruction is on a leg of a vehicle's path that it comes to within ``FAR``."""
    traffic, graph, first = scenery.others.traffic, scenery.graph, scenery.standing.first
    leg = int(traffic.traffic_leg[i])
    way = -traffic.traffic_along[i]
    for step in range(1, LONGEST_WAY):
        if first[leg] >= 0:
            return True
        way += lane_length(graph, leg)
        following = next_leg(step, leg, i, scenery)
        if following < 0 or way > FAR:
            return False
        leg = following
    return False


def no_row() -> Row:
    """Return a row of no obstructions."""
    return Row(LARGEST, -LARGEST, LARGEST, -LARGEST, 0.0, True)


def row_ahead(i: int, scenery: Scenery) -> Row:
    """Return the row of obstructions beside a vehicle or ahead of it, with all behind which it could not return."""
    body = scenery.others.entity.body
    row = row_until(i, FAR, scenery)
    if row.near >= LARGEST:
        return row
    row = row_until(i, row.near, scenery)
    shift = maximum(row.inner - row.outer, 0.0)
    join = 2.0 * (shift / slope_of(i, scenery) + LAG) + body.front_reach[i] + body.rear_reach[i] + GAP
    for _ in range(ROW):
        longer = row_until(i, row.far + join, scenery)
        if longer.far <= row.far:
            break
        row = longer
    return row


def row_until(i: int, until: float, scenery: Scenery) -> Row:
    """Return all obstructions in a vehicle's way that begin before a distance ahead of it [m]."""
    traffic, graph = scenery.others.traffic, scenery.graph
    row = no_row()
    leg, before = int(traffic.traffic_leg[i]), int(traffic.traffic_before[i])
    way = -traffic.traffic_along[i]
    if before >= 0 and not turns_round(before, leg) and graph.is_crossing[graph.tail[leg]] == 0:
        row = with_those_on(before, way - way_length(graph, before, leg), row, i, until, scenery)
    for step in range(1, LONGEST_WAY):
        row = with_those_on(leg, way, row, i, until, scenery)
        following = next_leg(step, leg, i, scenery)
        if following < 0:
            break
        way += way_length(graph, leg, following)
        if way > until:
            break
        leg = following
    return row


def with_those_on(leg: int, way: float, row: Row, i: int, until: float, scenery: Scenery) -> Row:
    """Return a row with those obstructions on a leg that are in a vehicle's way.

    Args:
        way: distance of the lane's beginning ahead of the vehicle [m].
    """
    standing, body, traffic = scenery.standing, scenery.others.entity.body, scenery.others.traffic
    half = body.half_width[i] + SIDE
    near, far, outer, inner, speed, is_ready = row
    entry = int(standing.first[leg])
    while entry >= 0:
        other = entry // 2
        begins, ends = way + standing.near[entry], way + standing.far[entry]
        is_there = other != i and begins <= until and ends > -(body.rear_reach[i] + BEHIND)
        if is_there and standing.outer[entry] < half and standing.inner[entry] > -half:
            near, far = minimum(near, begins), maximum(far, ends)
            outer, inner = minimum(outer, standing.outer[entry]), maximum(inner, standing.inner[entry])
            speed = maximum(speed, abs(scenery.others.entity.motion.speed[other]))
            is_ready = is_ready and traffic.traffic_stood[other] >= PATIENCE
        entry = int(standing.following[entry])
    return Row(near, far, outer, inner, speed, is_ready)
