"""Published figures of traffic: a fundamental diagram, capacities of junctions, and vehicles that stand.

    python benchmarks/traffic_flow.py ring
    python benchmarks/traffic_flow.py roundabout
    python benchmarks/traffic_flow.py give-way
    python benchmarks/traffic_flow.py lights
    python benchmarks/traffic_flow.py standing
    python benchmarks/traffic_flow.py standing --scenario andorra/scenario.yaml --vehicles 300
    python benchmarks/traffic_flow.py lanes
    python benchmarks/traffic_flow.py trailers
    python benchmarks/traffic_flow.py figure docs/figures/traffic-flow.png

``ring``: flow against density on a ring of 1 km, beside the flow of vehicles that all keep the gap of the constant time
headway policy (``world.navigation.following``).

``roundabout``: vehicles that come in from a road with a queue that never ends, against those that pass the entry on the
circle, beside the capacity of an entry with one lane of the Highway Capacity Manual, 6th edition (TRB 2016),
1380 exp(-0.00102 v); with entries at 45 degrees to the circle, and at right angles.

``give-way``: the same from a road that gives way to a priority road, or stops before it, beside the HCM's
v exp(-v t_c / 3600) / (1 - exp(-v t_f / 3600)), with critical and follow-up headways of its edition of 2000,
exhibit 17-5.

``lights``: saturation flow and capacity of an approach with traffic lights, and the delay of vehicles that come at
equal intervals, beside the uniform delay of the HCM, 0.5 C (1 - g/C)^2 / (1 - min(1, X) g/C).

``standing``: vehicles that stay within 6 m for a minute and more, the longest time that one stood, the pace beside that
of a vehicle alone, and pairs that touched, on networks that are made here or that of a scenario.

``lanes``: mean speeds of cars and of lorries at 60 km/h on a ring of 3 km with one to three lanes, and their changes.

``trailers``: pairs that touch among cars and among articulated lorries, on a grid, and how far the middle of an axle of
a trailer comes beyond the edge of the road.
"""

import argparse
import math
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from junction_flow import Demand, JunctionFlow
from numpy.typing import NDArray
from traffic import touching, world_of, world_on

import motorpool as mp
from motorpool.base.plotting.style import curve_style, label_axes, new_figure, save_figure
from motorpool.ground.roads.graph import graph_of
from motorpool.ground.roads.network import RoadNetwork, RoadSection
from motorpool.studies.page import describe_machine
from motorpool.world.traffic.ahead import GAP, HEADWAY

RING, LIMIT = 1000.0, 13.9  # length of the ring [m], and its speed limit [m/s]
COUNTS = (5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75)  # vehicles on it
SETTLING, MEASURED = 180.0, 180.0  # simulated time before flow is measured, and meanwhile [s]
HCM_CAPACITY, HCM_DECAY = 1380.0, 0.00102  # of an entry with one lane [vehicles/h], [h/vehicle]
CIRCULATING = (0.0, 150.0, 300.0, 600.0, 900.0)  # flows on the circle that are asked for [vehicles/h]
PRIORITY = (200.0, 400.0, 600.0, 800.0)  # flows on the priority road [vehicles/h]
HEADWAYS = {"right": (6.2, 3.3), "straight on": (6.5, 4.0)}  # critical and follow-up headway (HCM 2000) [s]
MINOR = (("right", "give-way"), ("straight on", "give-way"))  # ways that are measured, and their signs
QUEUED = 4  # vehicles of a queue before saturation flow [1]
LOADS = (0.3, 0.6, 0.9)  # flow over capacity [1]
NEAR, LONG = 6.0, 60.0  # a vehicle that stays within NEAR [m] for LONG [s] stands
EVERY = 5.0  # between two looks at vehicles that stand [s]


class Flows(NamedTuple):
    """Flows at a junction."""

    before: float  # vehicles that go first [vehicles/h]
    own: float  # vehicles that come in from a queue [vehicles/h]


def road(start: int, end: int, points: Any, **values: Any) -> RoadSection:
    """Return a section along points, (points, 2) [m]."""
    points = np.asarray(points, np.float64)
    return RoadSection(
        points=np.column_stack([points, np.full(len(points), np.nan)]), start=start, end=end, **values
    )  # fmt: skip


def ring(lanes: int = 1, limit: float = LIMIT, length: float = RING) -> RoadNetwork:
    """Return a one-way ring of three sections."""
    radius, width = length / (2.0 * np.pi), 3.5 * lanes
    points = int(length / 16.0)  # 5 m apart
    parts = [2.0 * np.pi * np.linspace(part, part + 1, points) / 3.0 for part in range(3)]
    return RoadNetwork(
        sections=[
            road(
                number, (number + 1) % 3, radius * np.column_stack([np.cos(part), np.sin(part)]),
                lanes_forward=lanes, lanes_backward=0, width=width, speed_limit=limit,
            )
            for number, part in enumerate(parts)
        ]
    )  # fmt: skip


def roundabout(arms: int = 4, radius: float = 20.0, reach: float = 150.0) -> RoadNetwork:
    """Return a roundabout with roads to an outer ring, so that no road is a dead end."""
    sections: list[RoadSection] = []
    for number in range(arms):
        angles = 2.0 * np.pi * np.linspace(number, number + 1, 41) / arms
        circle = np.column_stack([np.cos(angles), np.sin(angles)])
        following, far = (number + 1) % arms, radius + reach
        sections.append(road(number, following, radius * circle, lanes_backward=0, width=5.0, speed_limit=8.0))
        sections.append(road(number, arms + number, np.linspace(radius, far, 16)[:, None] * circle[:1]))
        sections.append(road(arms + number, arms + following, far * circle))
    return RoadNetwork(sections=sections)


def oblique_roundabout(radius: float = 20.0, reach: float = 140.0) -> RoadNetwork:
    """Return a roundabout of four roads with islands, whose entries and exits meet the circle at 45 degrees."""
    half = math.radians(22.0)  # from the middle of a road to its entry and exit, along the circle
    sections: list[RoadSection] = []
    share = np.linspace(0.0, 1.0, 21)[1:, None]
    place = radius * np.array([math.cos(half), math.sin(half)])
    before = place - 18.0 * np.array([math.cos(half + 0.75 * np.pi), math.sin(half + 0.75 * np.pi)])
    bend = np.array([radius + 45.0, 2.0])
    rest = 1.0 - share
    curve = rest**3 * bend + 3.0 * rest * rest * share * (bend - [18.0, 0.0]) + 3.0 * rest * share * share * before
    entry = np.vstack([np.linspace([reach, 2.0], bend, 16), curve + share**3 * place])
    for arm in range(4):
        turn, following = 0.5 * np.pi * arm, (arm + 1) % 4
        cosine, sine = math.cos(turn), math.sin(turn)
        turned = np.array([[cosine, sine], [-sine, cosine]])
        for start, end, low, high in (
            (2 * arm, 2 * arm + 1, turn - half, turn + half),
            (2 * arm + 1, 2 * following, turn + half, turn + 0.5 * np.pi - half),
        ):
            angles = np.linspace(low, high, 21)
            circle = radius * np.column_stack([np.cos(angles), np.sin(angles)])
            sections.append(road(start, end, circle, lanes_backward=0, width=5.0, speed_limit=8.0))
        way_out = entry[::-1] * [1.0, -1.0]
        sections.append(road(8 + 2 * arm, 2 * arm + 1, entry @ turned, lanes_backward=0, width=4.0))
        sections.append(road(2 * arm, 9 + 2 * arm, way_out @ turned, lanes_backward=0, width=4.0))
        outer = np.linspace(way_out[-1] @ turned, entry[0] @ np.array([[-sine, cosine], [-cosine, -sine]]), 20)
        sections.append(road(9 + 2 * arm, 8 + 2 * following, outer, lanes_backward=0, width=4.0))
    return RoadNetwork(sections=sections)


def crossroads(rules: Sequence[str] = ("",) * 4, *, with_lights: bool = False, length: float = 250.0) -> RoadNetwork:
    """Return four roads from a crossing to the east, north, west and south."""
    ways = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)]
    return RoadNetwork(
        sections=[
            road(
                0, number + 1, np.linspace(0.0, length, 26)[:, None] * np.array(way), start_rule=rule,
                start_lights=0 if with_lights else -1,
            )
            for number, (way, rule) in enumerate(zip(ways, rules, strict=True))
        ]
    )  # fmt: skip


def star(arms: int = 5, length: float = 200.0) -> RoadNetwork:
    """Return roads from a crossing to dead ends."""
    angles = 2.0 * np.pi * np.arange(arms) / arms
    ways = np.column_stack([np.cos(angles), np.sin(angles)])
    lines = [np.linspace(0.0, length, 21)[:, None] * way for way in ways]
    return RoadNetwork(sections=[road(0, number + 1, line) for number, line in enumerate(lines)])


def grid(side: int = 4, gap: float = 120.0) -> RoadNetwork:
    """Return streets from south to north and from west to east."""
    places = gap * (np.stack(np.meshgrid(np.arange(side), np.arange(side)), axis=2).reshape(-1, 2) - 0.5 * (side - 1))
    pairs = [(node, node + 1) for node in range(side * side) if (node + 1) % side]
    pairs += [(node, node + side) for node in range(side * (side - 1))]
    share = np.linspace(0.0, 1.0, 13)[:, None]
    return RoadNetwork(
        sections=[road(one, two, places[one] + share * (places[two] - places[one])) for one, two in pairs]
    )  # fmt: skip


NETWORKS = {"grid": (grid, 90), "star": (star, 25), "roundabout": (roundabout, 30)}  # with the number of vehicles


def driving(network: RoadNetwork, count: int, *, model: str = "bicycle", seed: int = 0) -> mp.World:
    """Return a world with traffic that does not park, at 20 steps a second."""
    world = world_on(network, model, count, dt=0.05, seed=seed)
    world.traffic.join(range(count), parking=False)
    return world


def equilibrium_flow(density: Any, length: float, limit: float = LIMIT) -> Any:
    """Return the flow of vehicles that all keep the same speed and gap [vehicles/h].

    The gap between bumpers is GAP + HEADWAY v (constant time headway); v is at most the limit, so that the diagram is a
    triangle, as Newell's of 1993.

    Args:
        density: [vehicles/km].
        length: length of a vehicle [m].
    """
    spacing = 1000.0 / np.asarray(density, np.float64)
    speed = np.clip((spacing - length - GAP) / HEADWAY, 0.0, limit)
    return 3.6 * density * speed


def measure_flow(
    count: int, *, settling: float = SETTLING, measured: float = MEASURED, lanes: int = 1
) -> tuple[float, float]:
    """Return the mean flow of vehicles on the ring [vehicles/h], and the length of a vehicle [m]."""
    world = driving(ring(lanes), count)
    vehicles = world.vehicles
    world.run(seconds=settling)
    before = float(vehicles.odometer.sum())
    world.run(seconds=measured)
    flow = 3600.0 * (float(vehicles.odometer.sum()) - before) / measured / RING
    return flow, float(vehicles.front_reach[0] + vehicles.rear_reach[0])


def show_ring(counts: tuple[int, ...]) -> tuple[list[float], float]:
    """Print the flow at each density; return the flows and the length of a vehicle."""
    print("| vehicles/km | flow [vehicles/h] | in equilibrium |\n|---:|---:|---:|")
    flows: list[float] = []
    length = 0.0
    for count in counts:
        flow, length = measure_flow(count)
        flows.append(flow)
        print(f"| {count} | {flow:.0f} | {float(equilibrium_flow(count, length)):.0f} |", flush=True)
    return flows, length


def hcm_capacity(circulating: Any) -> Any:
    """Return the capacity of an entry with one lane against the flow on the circle, both [vehicles/h] (HCM 6)."""
    return HCM_CAPACITY * np.exp(-HCM_DECAY * circulating)


def give_way_capacity(priority: Any, turn: str) -> Any:
    """Return the potential capacity of a movement against the flow with priority, both [vehicles/h] (HCM 2000)."""
    critical, follow_up = HEADWAYS[turn]
    flow = np.maximum(priority, 1e-3) / 3600.0
    return 3600.0 * flow * np.exp(-flow * critical) / (1.0 - np.exp(-flow * follow_up))


def uniform_delay(cycle: float, green: float, load: float) -> float:
    """Return the mean delay of vehicles that come at equal intervals [s] (HCM 2000, equation 16-11).

    Args:
        cycle: [s].
        green: effective green time [s].
        load: flow over capacity [1].
    """
    share = green / cycle
    return 0.5 * cycle * (1.0 - share) ** 2 / (1.0 - min(1.0, load) * share)


def roundabout_ways(network: RoadNetwork) -> Callable[[int, int], tuple[int, ...]]:
    """Return a function that returns the legs from an arm of a roundabout of four to another one, counted from east."""
    graph = graph_of(network)
    follow = [graph.follow[low:high].tolist() for low, high in pairwise(graph.follow_first.tolist())]
    is_round = graph.is_round != 0

    def arm(leg: int, points: NDArray[np.int32]) -> int:
        point = int(points[leg // 2]) if leg % 2 == 0 else int(points[leg // 2 + 1]) - 1
        return round(math.atan2(graph.y[point], graph.x[point]) / (0.5 * math.pi)) % 4

    entries = {
        arm(leg ^ 1, graph.point_first): leg
        for leg in np.flatnonzero(~is_round).tolist()
        if any(is_round[after] for after in follow[leg])
    }
    exits = {
        arm(after, graph.point_first): after
        for leg in np.flatnonzero(is_round).tolist()
        for after in follow[leg]
        if not is_round[after]
    }

    def way(start: int, end: int) -> tuple[int, ...]:
        legs = [entries[start]]
        while len(legs) == 1 or exits[end] not in follow[legs[-1]]:
            legs.append(next(after for after in follow[legs[-1]] if is_round[after]))
        return (*legs, exits[end])

    return way


def measure_entry(network: RoadNetwork, circulating: float, minutes: int, *, seed: int = 0) -> Flows:
    """Return the flows at an entry with a queue.

    Args:
        circulating: flow on the circle that is asked for [vehicles/h]; it comes from two roads to two others.
        minutes: simulated time.
    """
    way = roundabout_ways(network)
    half = 0.5 * circulating
    demands = [
        Demand([way(0, 1), way(0, 2), way(0, 3)], np.inf), Demand([way(3, 1), way(3, 2)], half),
        Demand([way(2, 1)], half),
    ]  # fmt: skip
    own, *others = rates(network, demands, minutes, seed)
    return Flows(sum(others), own)


def rates(network: RoadNetwork, demands: Sequence[Demand], minutes: int, seed: int) -> list[float]:
    """Return the rates at which the vehicles of demands pass the line before a junction [vehicles/h]."""
    flow = JunctionFlow(network, demands, seed=seed)
    flow.run(SETTLING)
    begin = flow.world.time
    flow.run(60.0 * minutes)
    return flow.rates(begin, flow.world.time)


def show_roundabout(minutes: int) -> dict[str, list[Flows]]:
    """Print the capacity of the entries of two roundabouts; return the flows."""
    print("| entries | on the circle [vehicles/h] | coming in [vehicles/h] | HCM 6 |\n|---|---:|---:|---:|")
    found: dict[str, list[Flows]] = {}
    for name, network in (("at 45 degrees", oblique_roundabout()), ("at right angles", roundabout())):
        for flow in CIRCULATING:
            measured = measure_entry(network, flow, minutes)
            found.setdefault(name, []).append(measured)
            before, own = measured
            print(f"| {name} | {before:.0f} | {own:.0f} | {hcm_capacity(before):.0f} |", flush=True)
    return found


def measure_give_way(turn: str, rule: str, priority: float, minutes: int, *, seed: int = 0) -> Flows:
    """Return the flows at a junction whose road from the south has a queue and gives way to both others.

    Args:
        turn: right, or straight on.
        rule: sign on the road from the south.
        priority: flow on the priority road that is asked for [vehicles/h]: from the west, and from the east if both
            are in the way.
    """
    from_east, from_north, from_west, from_south = (2 * arm + 1 for arm in range(4))
    is_right = turn == "right"
    ways = {from_west: (from_west, 0), from_east: (from_east, 4)}
    share = priority if is_right else 0.5 * priority
    demands = [Demand([(from_south, 0 if is_right else from_north - 1)], np.inf), Demand([ways[from_west]], share)]
    if not is_right:
        demands.append(Demand([ways[from_east]], share))
    own, *others = rates(crossroads(["priority", rule] * 2), demands, minutes, seed)
    return Flows(sum(others), own)


def show_give_way(minutes: int) -> dict[str, list[Flows]]:
    """Print the capacity of a road that gives way; return the flows."""
    print("| way | sign | priority road [vehicles/h] | coming in [vehicles/h] | HCM 2000 |\n|---|---|---:|---:|---:|")
    found: dict[str, list[Flows]] = {}
    for turn, rule in MINOR:
        for flow in PRIORITY:
            measured = measure_give_way(turn, rule, flow, minutes)
            found.setdefault(f"{turn}, {rule}", []).append(measured)
            before, own = measured
            capacity = give_way_capacity(before, turn)
            print(f"| {turn} | {rule} | {before:.0f} | {own:.0f} | {capacity:.0f} |", flush=True)
    return found


class Discharge(NamedTuple):
    """Vehicles that pass a line during green."""

    cycle: float  # [s]
    green: float  # that is shown [s]
    saturation: float  # flow of the vehicles behind the fourth one of a queue [vehicles/h]
    capacity: float  # [vehicles/h]

    @property
    def effective_green(self) -> float:
        """Time in which the saturation flow would be the capacity [s]."""
        return self.capacity / self.saturation * self.cycle


def lights_flow(demand: float, seconds: float, *, is_even: bool = False, seed: int = 0) -> JunctionFlow:
    """Return a junction with lights after a time, at which vehicles come from the west and drive straight on."""
    flow = JunctionFlow(crossroads(with_lights=True), [Demand([(5, 0)], demand, is_even)], seed=seed)
    flow.run(seconds)
    return flow


def measure_lights(minutes: int) -> Discharge:
    """Return the discharge of a queue that never ends."""
    flow = lights_flow(np.inf, SETTLING + 60.0 * minutes)
    lights = flow.world.traffic.trips.lights
    (own,) = np.flatnonzero(lights.leg == 5)
    cycle, green, begin = float(lights.cycle[own]), float(lights.green[own]), float(lights.begin[own])
    times = np.array([each.time for each in flow.passages])
    number = np.floor((times - begin) / cycle)
    headways, counts = list[float](), list[int]()
    for each in np.unique(number)[2:-1]:
        queue = times[number == each]
        headways += np.diff(queue)[QUEUED - 1 :].tolist()
        counts.append(len(queue))
    return Discharge(cycle, green, 3600.0 / float(np.mean(headways)), 3600.0 * float(np.mean(counts)) / cycle)


def measure_delay(demand: float, minutes: int) -> float:
    """Return the mean delay of vehicles that come at equal intervals [s]."""
    durations = [each.duration for each in lights_flow(demand, 60.0 * minutes, is_even=True).trips]
    free = [each.duration for each in lights_flow(60.0, 60.0 * minutes).trips]
    return float(np.mean(durations[len(durations) // 5 :]) - min(free))


def show_lights(minutes: int) -> Discharge:
    """Print the discharge of a queue before lights, and the delays below capacity."""
    found = measure_lights(minutes)
    length = 4.5
    law = 3600.0 / (HEADWAY + (length + GAP) / LIMIT)
    print(f"cycle {found.cycle:.1f} s, green {found.green:.1f} s, effective {found.effective_green:.1f} s")
    print(f"saturation flow {found.saturation:.0f} vehicles/h, {law:.0f} at the limit by the constant time headway")
    print(f"capacity {found.capacity:.0f} vehicles/h\n")
    print("| load | delay [s] | uniform delay of the HCM [s] |\n|---:|---:|---:|")
    for load in LOADS:
        delay = measure_delay(load * found.capacity, minutes)
        print(
            f"| {load:.1f} | {delay:.1f} | {uniform_delay(found.cycle, found.effective_green, load):.1f} |", flush=True
        )
    return found


def show_standing(name: str, world: mp.World, pace: float, minutes: int) -> None:
    """Print a row on the vehicles that stand in a world, whose pace is compared with that of a vehicle alone [s/km]."""
    vehicles, longest, most, pairs = world.vehicles, 0.0, 0, set[tuple[int, int]]()
    x, y, since = vehicles.x.copy(), vehicles.y.copy(), np.zeros(world.count)
    before = float(vehicles.odometer.sum())
    for _ in range(round(60.0 * minutes / EVERY)):
        for _ in range(round(EVERY / world.dt)):
            world.step()
            pairs |= touching(world)
        has_left = np.hypot(vehicles.x - x, vehicles.y - y) > NEAR
        since = np.where(has_left, 0.0, since + EVERY)
        x[has_left], y[has_left] = vehicles.x[has_left], vehicles.y[has_left]
        longest, most = max(longest, float(since.max())), max(most, int((since >= LONG).sum()))
    driven = (float(vehicles.odometer.sum()) - before) / 1000.0
    own = 60.0 * minutes * world.count / driven
    still = int((since >= LONG).sum())
    print(
        f"| {name} | {world.count} | {still} | {most} | {longest:.0f} | {own:.0f} | {pace:.0f} | {len(pairs)} | "
        f"{int(vehicles.traffic_rotations.sum())} | {world.recovery.recoveries} |",
        flush=True,
    )


def pace_of(world: mp.World, minutes: int) -> float:
    """Return the time that the vehicles of a world take for a kilometre [s]."""
    world.run(seconds=60.0 * minutes)
    return 60.0 * minutes * world.count / float(world.vehicles.odometer.sum()) * 1000.0


STANDING_HEAD = (
    "| network | vehicles | stand at the end | stood at once, at most | longest [s] | s/km | alone [s/km] | pairs that "
    "touched | gridlocks ended | set elsewhere |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|"
)


def show_networks(names: list[str], minutes: int, model: str) -> None:
    """Print the table of vehicles that stand on the networks that are made here."""
    print(STANDING_HEAD)
    for name in names:
        make, count = NETWORKS[name]
        pace = pace_of(driving(make(), 1, model=model), max(minutes // 4, 1))
        show_standing(name, driving(make(), count, model=model), pace, minutes)


def show_scenario(scenario: Path, count: int, minutes: int, model: str) -> None:
    """Print the table of vehicles that stand on the network of a scenario."""
    print(STANDING_HEAD)
    worlds: list[mp.World] = []
    for each in (1, count):
        world = world_of(scenario, model, each)
        world.traffic.join(range(each), parking=False)
        worlds.append(world)
    show_standing(scenario.parent.name, worlds[1], pace_of(worlds[0], max(minutes // 4, 1)), minutes)


def trailer_axles(world: mp.World) -> tuple[Any, Any]:
    """Return the middles of the axles of all trailers [m]."""
    vehicles, fleet = world.vehicles, world.fleets[0]
    hitch, length = (np.asarray(getattr(fleet.params, name)) for name in ("hitch_offset", "trailer_length"))
    yaw = vehicles.yaw + np.asarray(fleet.state.hitch_angle)
    x = vehicles.x - hitch * np.cos(vehicles.yaw) - length * np.cos(yaw)
    return x, vehicles.y - hitch * np.sin(vehicles.yaw) - length * np.sin(yaw)


def beyond_roads(network: RoadNetwork, x: Any, y: Any) -> Any:
    """Return how far positions are beyond the edges of all roads; negative on a road [m]."""
    nearest = np.full(len(x), np.inf)
    for section in network.sections:
        start, step = section.points[:-1, :2], np.diff(section.points[:, :2], axis=0)
        dx, dy = x[:, None] - start[:, 0], y[:, None] - start[:, 1]
        share = np.clip((dx * step[:, 0] + dy * step[:, 1]) / (step**2).sum(axis=1), 0.0, 1.0)
        apart = np.hypot(dx - share * step[:, 0], dy - share * step[:, 1]).min(axis=1)
        nearest = np.minimum(nearest, apart - 0.5 * section.width)
    return nearest


def show_trailers(minutes: int, counts: tuple[int, ...]) -> None:
    """Print the pairs of cars and of articulated lorries that touch on a grid with streets of 160 m."""
    print("| model | vehicles | pairs that touched | steps with a contact | s/km | beyond the road [m] |")
    print("|---|---:|---:|---:|---:|---:|")
    for model in ("bicycle", "articulated-lorry"):
        for count in counts:
            network = grid(gap=160.0)
            world = driving(network, count, model=model)
            pairs, hits, beyond = set[tuple[int, int]](), 0, 0.0
            for number in range(round(60.0 * minutes / world.dt)):
                world.step()
                now = touching(world)
                pairs |= now
                hits += bool(now)
                if model == "articulated-lorry" and number % 4 == 0:
                    beyond = max(beyond, float(beyond_roads(network, *trailer_axles(world)).max()))
            pace = 60.0 * minutes * count / float(world.vehicles.odometer.sum()) * 1000.0
            shown = f"{beyond:.1f}" if beyond else ""
            print(f"| {model} | {count} | {len(pairs)} | {hits} | {pace:.0f} | {shown} |", flush=True)


def show_lanes(counts: tuple[int, ...], minutes: int) -> None:
    """Print the speeds on a motorway of which a fifth are lorries, after two minutes."""
    print("| lanes | vehicles/km | cars [m/s] | lorries [m/s] | changes an hour and km | pairs that touched |")
    print("|---:|---:|---:|---:|---:|---:|")
    for count in counts:
        for lanes in (1, 2, 3):
            world = driving(ring(lanes, 30.0, 3000.0), 3 * count)
            vehicles, is_lorry = world.vehicles, np.arange(3 * count) % 5 == 0
            vehicles.max_speed[:] = 30.0
            vehicles.desired_speed[:] = np.random.default_rng(0).uniform(24.0, 30.0, 3 * count)
            vehicles.desired_speed[is_lorry] = 16.7
            pairs, changes = set[tuple[int, int]](), 0
            world.run(seconds=120.0)
            before = vehicles.odometer.copy()
            for _ in range(round(60.0 * minutes / world.dt)):
                lane = vehicles.traffic_lane.copy()
                world.step()
                changes += int(np.count_nonzero(vehicles.traffic_lane != lane))
                pairs |= touching(world)
            speed = (vehicles.odometer - before) / (60.0 * minutes)
            rate = changes / 3.0 / minutes * 60.0
            cars, lorries = speed[~is_lorry].mean(), speed[is_lorry].mean()
            print(f"| {lanes} | {count} | {cars:.1f} | {lorries:.1f} | {rate:.0f} | {len(pairs)} |", flush=True)


def draw(
    path: Path, flows: list[float], length: float, entries: dict[str, list[Flows]], minor: dict[str, list[Flows]]
) -> None:
    """Draw the fundamental diagram and the capacities of junctions."""
    figure, (left, middle, right) = new_figure(columns=3)
    density = np.linspace(1.0, COUNTS[-1], 300)
    left.plot(density, equilibrium_flow(density, length), **curve_style(1), label="constant time headway")
    left.plot(COUNTS[: len(flows)], flows, "o", color="#222222", label="measured")
    label_axes(left, x=("density", "vehicles/km"), y=("flow", "vehicles/h"), title="A ring of 1 km")
    before = np.linspace(0.0, 1000.0, 100)
    middle.plot(before, hcm_capacity(before), **curve_style(1), label="HCM 6")
    for marker, (name, measured) in zip("os", entries.items(), strict=False):
        middle.plot(*np.array(measured).T, marker, color="#222222", markersize=4, label=name, fillstyle="none")
    label_axes(middle, x=("on the circle", "vehicles/h"), y=("coming in", "vehicles/h"), title="Entry of a roundabout")
    for number, turn in enumerate(HEADWAYS):
        right.plot(before, give_way_capacity(before, turn), **curve_style(number + 1), label=f"HCM 2000, {turn}")
    for marker, (name, measured) in zip("os^", minor.items(), strict=False):
        right.plot(*np.array(measured).T, marker, color="#222222", markersize=4, label=name, fillstyle="none")
    label_axes(right, x=("priority road", "vehicles/h"), y=("coming in", "vehicles/h"), title="Road that gives way")
    for axes in (left, middle, right):
        axes.set_ylim(bottom=0.0)
        axes.legend(frameon=False)
    save_figure(figure, str(path))


def main() -> None:
    """Print the tables that the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = ("ring", "roundabout", "give-way", "lights", "standing", "lanes", "trailers", "figure")
    parser.add_argument("what", choices=kinds)
    parser.add_argument("picture", nargs="?", type=Path, help="file of the figure")
    parser.add_argument("--minutes", type=int, help="simulated time of each world")
    parser.add_argument("--counts", type=int, nargs="+", help="numbers of vehicles")
    parser.add_argument("--networks", nargs="+", choices=tuple(NETWORKS), default=list(NETWORKS))
    parser.add_argument("--scenario", type=Path, help="scenario with a road network, instead of those made here")
    parser.add_argument("--vehicles", type=int, default=300, help="on the scenario's roads")
    parser.add_argument("--model", default="bicycle")
    options = parser.parse_args()
    if (options.what == "figure") != (options.picture is not None):
        parser.error("give the file of the picture behind the word figure, and only there")
    print("\n".join(f"{name}: {value}" for name, value in describe_machine().items()) + "\n")
    flows, length, entries, minor = list[float](), 0.0, dict[str, list[Flows]](), dict[str, list[Flows]]()
    if options.what in ("ring", "figure"):
        flows, length = show_ring(tuple(options.counts or COUNTS))
    if options.what in ("roundabout", "figure"):
        entries = show_roundabout(options.minutes or 20)
    if options.what in ("give-way", "figure"):
        minor = show_give_way(options.minutes or 20)
    if options.what in ("lights", "figure"):
        show_lights(options.minutes or 10)
    if options.what == "standing" and options.scenario:
        show_scenario(options.scenario, options.vehicles, options.minutes or 120, options.model)
    elif options.what == "standing":
        show_networks(options.networks, options.minutes or 120, options.model)
    if options.what == "lanes":
        show_lanes(tuple(options.counts or (10, 30, 50)), options.minutes or 10)
    if options.what == "trailers":
        show_trailers(options.minutes or 20, tuple(options.counts or (10, 20)))
    if options.picture:
        draw(options.picture, flows, length, entries, minor)


if __name__ == "__main__":
    main()
