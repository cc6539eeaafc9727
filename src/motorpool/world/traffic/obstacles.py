"""Stage that puts vehicles outside of traffic on the lanes where they are, so that vehicles in traffic follow them."""

from typing import NamedTuple

import numpy as np

from ...base.arrays import Floats, Indices
from ...base.runs import place_in_run, run_of_each
from ...ground.objects.grid import Circles, build_grid, cells_near, entries_in
from ...ground.roads.graph import RoadGraph
from ...ground.roads.lanes import lane_point, lane_width, side_of
from ...ground.roads.routing import heights_on, positions_on
from ...models.mathematics import clamp, maximum
from ..columns import Whole
from ..drivers.columns import DriverInputs
from ..drivers.kinds import ABSENT, AUTOPILOT
from ..entity.columns import Entity
from ..entity.levels import STOREY
from ..guidance.columns import Goal
from ..guidance.goal_kinds import TRAFFIC
from .columns import NO_LEG, Traffic
from .phases import DRIVING

SPACING = 8.0  # of the samples of centre lines [m]
REACH = 12.0  # distance of a vehicle from the nearest sample, up to which it may be on the road [m]
BESIDE = 1.2  # gap to the middle of the lane, beside half of its width, up to which a vehicle is in the way [m]
LEFT_NETWORK = -2  # as the leg before: the vehicle must find its place when its autopilot drives again


class RoadSamples(NamedTuple):
    """Points of the centre lines in a grid."""

    circles: Circles  # with radius 0
    section: Indices
    along: Floats  # distance from the section's first point [m]
    z: Floats  # height [m]
    storey: float  # difference of height from which a vehicle is not on the road; infinite without decks [m]


def samples_of(graph: RoadGraph, *, has_levels: bool) -> RoadSamples:
    """Return samples of all centre lines, ``SPACING`` apart at most."""
    length = graph.length[::2]
    counts = (length / SPACING).astype(np.intp) + 2
    sections = run_of_each(counts)
    places = place_in_run(counts) * (length / (counts - 1))[sections]
    places[np.cumsum(counts) - 1] = length
    x, y, _ = positions_on(graph, 2 * sections, places, np.zeros(len(places)))
    bounds = (float(x.min()), float(y.min()), float(x.max()) + REACH, float(y.max()) + REACH)
    cell = max(REACH, ((bounds[2] - bounds[0]) * (bounds[3] - bounds[1]) / (4.0 * len(x))) ** 0.5)
    circles = Circles(x, y, np.zeros(len(x)), build_grid(x, y, bounds, cell))
    z = heights_on(graph, 2 * sections, places)
    return RoadSamples(circles, sections.astype(np.int32), places, z, STOREY if has_levels else np.inf)


def notice_others(
    entity: Entity, inputs: DriverInputs, goal: Goal, traffic: Traffic, samples: Whole[RoadSamples],
    graph: Whole[RoadGraph],
) -> None:  # fmt: skip
    """Find the lane that each vehicle outside of traffic is on, if any; also of those in traffic that a user drives."""
    for i in range(goal.goal.size):
        if goal.goal[i] == TRAFFIC and inputs.driver[i] == AUTOPILOT:
            continue
        traffic.traffic_leg[i], traffic.traffic_next[i], traffic.traffic_before[i] = NO_LEG, NO_LEG, LEFT_NETWORK
        traffic.traffic_path_index[i], traffic.traffic_path_count[i] = 0, 0
        traffic.traffic_phase[i], traffic.traffic_may_pass[i] = DRIVING, 0
        traffic.traffic_place[i] = NO_LEG
        if inputs.driver[i] != ABSENT:
            find_lane(i, entity, traffic, samples, graph)


def find_lane(i: int, entity: Entity, traffic: Traffic, samples: RoadSamples, graph: RoadGraph) -> None:
    """Write the leg of a vehicle that is in the way on a lane, and its distance along it."""
    x, y = entity.pose.x[i], entity.pose.y[i]
    nearest = nearest_sample(x, y, entity.pose.z[i], samples)
    if nearest < 0:
        return
    section: int = samples.section[nearest]
    leg = 2 * section
    place = samples.along[nearest]
    middle = lane_point(graph, leg, place - graph.begin[leg], -graph.lane[leg])
    dx, dy = x - middle.x, y - middle.y
    place += dx * middle.east + dy * middle.north
    right = dx * middle.north - dy * middle.east
    if graph.is_open[leg] == 0 or (right * side_of(graph) < 0.0 and graph.is_open[leg ^ 1] != 0):
        leg, place, right = leg ^ 1, graph.length[leg] - place, -right
    inward = (graph.lane[leg] - right) * side_of(graph)  # from the middle of the outer lane
    width, most = lane_width(graph, leg), maximum(graph.lane_count[leg] - 1, 0)
    if -(entity.body.half_width[i] + BESIDE) < inward < most * width + entity.body.half_width[i] + BESIDE:
        reach = entity.body.half_width[i] / width
        traffic.traffic_lane[i] = clamp(int(inward / width + 0.5 + reach), 0, most)
        traffic.traffic_lane_before[i] = clamp(int(maximum(inward / width + 0.5 - reach, 0.0)), 0, most)
        traffic.traffic_leg[i] = leg
        traffic.traffic_along[i] = maximum(place - graph.begin[leg], 0.0)


def nearest_sample(x: float, y: float, z: float, samples: RoadSamples) -> int:
    """Return the number of the sample that is nearest to a position [m]; -1 if none is within ``REACH``, or as high."""
    circles = samples.circles
    best, nearest = REACH * REACH, -1
    cells = cells_near(circles.grid, x, y, REACH)
    for row in range(cells.first_row, cells.last_row + 1):
        for entry in entries_in(circles.grid, cells, row):
            sample: int = circles.grid.item[entry]
            dx, dy = circles.x[sample] - x, circles.y[sample] - y
            if dx * dx + dy * dy < best and abs(samples.z[sample] - z) < samples.storey:
                best, nearest = dx * dx + dy * dy, sample
    return nearest
