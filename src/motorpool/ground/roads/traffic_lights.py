"""Programs of traffic lights: fixed times for each junction, from the speeds and distances of its roads.

A network says at which ends of roads lights stand, and which belong to one junction. Unless it says the phases, roads
that lead along one line have green together. All times follow from rules of traffic engineering, and the state of a
light from the time alone, so that it needs no memory:

- yellow: 1 s and the time of a comfortable stop, ``speed / (2 * 3.05 m/s^2)``; then all have red until a vehicle has
  left the junction, ``(width + 6.1 m) / speed`` (Institute of Transportation Engineers 1999, Traffic Engineering
  Handbook, 5th edition, chapter 11);
- cycle: ``(1.5 * lost + 5 s) / (1 - load)`` with the yellow and red time of all phases as the lost one (Webster 1958,
  "Traffic signal settings", Road Research Technical Paper 39), where the load of a map is unknown: ``LOAD``. All
  phases are green equally long.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.arrays import Floats, Indices, Words
from .graph import STRAIGHT, RoadGraph
from .routing import positions_on

GREEN, YELLOW, RED = 0, 1, 2  # states of a light
COMFORTABLE = 3.05  # deceleration with which vehicles stop at yellow: 10 feet/s^2 [m/s^2]
REACTION = 1.0  # time before that [s]
VEHICLE = 6.1  # length of a vehicle that leaves a junction: 20 feet [m]
SHORTEST_YELLOW = 3.0  # [s]
LONGEST_RED = 5.0  # of all lights between two phases; more would hold up wide junctions for slow vehicles [s]
LEAST_SPEED = 5.0  # for the width, of the slowest roads [m/s]
LOAD = 0.7  # flow over saturation flow, of all phases together; larger values make cycles longer [1]
LONGEST_CYCLE = 120.0  # [s]
LEAST_GREEN = 8.0  # [s]
FREE_PHASES = 2  # phases at least: where one road has lights, others and pedestrians pass while these are red
POST = 0.6  # distance of a light from the edge of the road [m]
GOLDEN = 0.5 * (math.sqrt(5.0) - 1.0)  # of the cycle, between junctions of successive numbers, so that all differ


class TrafficLights(NamedTuple):
    """Traffic lights at the ends of legs, and their programs."""

    leg: Indices  # (heads,): at whose end each one stands
    cycle: Floats  # (heads,) [s]
    begin: Floats  # (heads,): time at which it becomes green first [s]
    green: Floats  # (heads,): duration [s]
    yellow: Floats  # (heads,) [s]
    state: Words  # (legs,): GREEN, YELLOW or RED at the end of each leg; GREEN without lights


class Heads(NamedTuple):
    """Traffic lights as they are seen."""

    x: NDArray[np.float64]  # (heads,): at the edge of the road, where vehicles stop [m]
    y: NDArray[np.float64]  # [m]
    yaw: NDArray[np.float64]  # direction of the vehicles that it is for [rad]
    state: NDArray[np.int8]  # GREEN, YELLOW or RED


NO_HEADS = Heads(np.zeros(0), np.zeros(0), np.zeros(0), np.zeros(0, np.int8))


def traffic_lights_of(graph: RoadGraph) -> TrafficLights:
    """Return the traffic lights of a road graph, in the order of their legs."""
    legs = np.flatnonzero((graph.lights >= 0) & (graph.is_open != 0))
    times = np.zeros((4, len(legs)))
    places = lines_of(graph, legs)
    for number in np.unique(graph.lights[legs]).tolist():
        own = np.flatnonzero(graph.lights[legs] == number)
        times[:, own] = _program(graph, legs[own], places[:2, own], number)
    cycle, begin, green, yellow = np.ascontiguousarray(times)
    return TrafficLights(legs.astype(np.int32), cycle, begin, green, yellow, np.zeros(len(graph.length), np.int8))


def lines_of(graph: RoadGraph, legs: NDArray[np.intp]) -> NDArray[np.float64]:
    """Return x, y [m] and yaw [rad] of where vehicles wait at the ends of legs, (3, legs), beside the road."""
    aside = np.where(graph.keeps_left, -1.0, 1.0) * (graph.half_width[legs] + POST)
    along = np.maximum(graph.stop[legs] - graph.wait[legs], graph.begin[legs])
    return np.array(positions_on(graph, legs, along, aside))


def _program(graph: RoadGraph, legs: NDArray[np.intp], places: NDArray[np.float64], number: int) -> NDArray[np.float64]:
    """Return cycle, begin, green and yellow of the lights of a junction, (4, heads) [s]."""
    phase = _phases(graph, legs)
    count = max(int(phase.max()) + 1, FREE_PHASES)
    apart = float(np.hypot(*(places[:, :, None] - places[:, None, :])).max())
    width = max(apart, 2.0 * float((graph.length[legs] - graph.stop[legs] + graph.wait[legs]).max()))
    yellow, between = np.full(count, SHORTEST_YELLOW), np.zeros(count)
    for each in range(count):
        speeds = graph.speed[legs[phase == each]] if (phase == each).any() else graph.speed[legs]
        yellow[each] = _rounded(max(SHORTEST_YELLOW, REACTION + float(speeds.max()) / (2.0 * COMFORTABLE)))
        speed = max(float(speeds.min()), LEAST_SPEED)
        between[each] = yellow[each] + _rounded(min((width + VEHICLE) / speed, LONGEST_RED))
    lost = float(between.sum())
    cycle = max(min(math.ceil((1.5 * lost + 5.0) / (1.0 - LOAD)), LONGEST_CYCLE), lost + count * LEAST_GREEN)
    green = (cycle - lost) / count
    begin = np.concatenate([[0.0], np.cumsum(green + between)[:-1]]) + cycle * math.fmod(GOLDEN * number, 1.0)
    return np.array([np.full(len(legs), cycle), begin[phase], np.full(len(legs), green), yellow[phase]])


def _rounded(time: float) -> float:
    """Return a time rounded up to a tenth of a second [s]."""
    return math.ceil(10.0 * time - 1e-9) / 10.0


def _phases(graph: RoadGraph, legs: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return the number of the phase of each leg: that of the map, or one for each line along which roads lead."""
    given = graph.phase[legs].astype(np.intp)
    if (given >= 0).all():
        return np.unique(given, return_inverse=True)[1].reshape(-1)
    found, lines = np.zeros(len(legs), np.intp), list[float]()
    for place in np.argsort(-graph.rank[legs], kind="stable").tolist():
        yaw = float(graph.arm_yaw[legs[place] ^ 1])
        apart = [abs(math.remainder(yaw - line, math.pi)) for line in lines]
        if not apart or min(apart) > STRAIGHT:
            lines.append(yaw)
            apart.append(0.0)
        found[place] = int(np.argmin(apart))
    return found


def heads_of(graph: RoadGraph, lights: TrafficLights, time: float) -> Heads:
    """Return the lights of a road graph as they are seen at a time [s]."""
    legs = lights.leg.astype(np.intp)
    x, y, yaw = lines_of(graph, legs)
    return Heads(x, y, yaw, states_at(lights, time))


def states_at(lights: TrafficLights, time: float) -> NDArray[np.int8]:
    """Return the state of each light at a time [s], (heads,)."""
    since = np.mod(time - lights.begin, np.where(lights.cycle > 0.0, lights.cycle, 1.0))
    is_over = since >= lights.green
    return (is_over.astype(np.int8) + (since >= lights.green + lights.yellow)).astype(np.int8)
