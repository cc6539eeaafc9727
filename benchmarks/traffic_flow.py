"""Published figures of traffic: a fundamental diagram, the capacity of a roundabout, and vehicles that stand.

    python benchmarks/traffic_flow.py ring
    python benchmarks/traffic_flow.py roundabout
    python benchmarks/traffic_flow.py standing
    python benchmarks/traffic_flow.py standing --scenario andorra/scenario.yaml --vehicles 300
    python benchmarks/traffic_flow.py lanes
    python benchmarks/traffic_flow.py trailers
    python benchmarks/traffic_flow.py figure docs/figures/traffic-flow.png

``ring``: flow against density on a ring of 1 km, beside the flow of vehicles that all keep the gap of the constant time
headway policy (``world.navigation.following``).

``roundabout``: vehicles that come in from a road in each minute in which a queue stands there, against those that pass
the entry on the circle in the same minute, beside the capacity of an entry with one lane of the Highway Capacity
Manual, 6th edition (TRB 2016), 1380 exp(-0.00102 v).

``standing``: vehicles that stay within 6 m for a minute and more, the longest time that one stood, the pace beside that
of a vehicle alone, and pairs that touched, on networks that are made here or that of a scenario.

``lanes``: mean speeds of cars and of lorries at 60 km/h on a ring of 3 km with one to three lanes, and their changes.

``trailers``: pairs that touch among cars and among articulated lorries, on a grid.
"""

import argparse
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from traffic import touching, world_of, world_on

import motorpool as mp
from motorpool.base.plotting.style import curve_style, label_axes, new_figure, save_figure
from motorpool.ground.roads.network import RoadNetwork, RoadSection
from motorpool.studies.page import describe_machine
from motorpool.world.traffic.ahead import GAP, HEADWAY

RING, LIMIT = 1000.0, 13.9  # length of the ring [m], and its speed limit [m/s]
COUNTS = (5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75)  # vehicles on it
SETTLING, MEASURED = 180.0, 180.0  # simulated time before flow is measured, and meanwhile [s]
HCM_CAPACITY, HCM_DECAY = 1380.0, 0.00102  # of an entry with one lane [vehicles/h], [h/vehicle]
QUEUE = 25.0  # distance from the line within which a vehicle belongs to the queue at an entry [m]
LOOK = 0.25  # between two looks at the legs of vehicles [s]
NEAR, LONG = 6.0, 60.0  # a vehicle that stays within NEAR [m] for LONG [s] stands
EVERY = 5.0  # between two looks at vehicles that stand [s]


class Entry(NamedTuple):
    """One minute at the entry of a roundabout with a queue."""

    circulating: float  # vehicles that pass the entry on the circle [vehicles/h]
    entering: float  # vehicles that come in [vehicles/h]


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


def measure_entries(count: int, minutes: int, *, seed: int = 0) -> list[Entry]:
    """Return the minutes with a queue at the entries of a roundabout, after the first two."""
    world = driving(roundabout(), count, seed=seed)
    graph, vehicles = world.traffic.graph, world.vehicles
    ways = [
        (leg, after)
        for leg in np.flatnonzero((graph.is_round == 0) & (graph.is_open != 0)).tolist()
        for after in graph.follow[graph.follow_first[leg] : graph.follow_first[leg + 1]].tolist()
        if graph.is_round[after]
    ]
    world.run(seconds=120.0)
    found: list[Entry] = []
    for _ in range(minutes):
        has_queue = np.ones(len(ways), bool)
        came, passed = np.zeros((2, len(ways)))
        before = vehicles.traffic_leg.copy()
        for _ in range(round(60.0 / LOOK)):
            world.run(seconds=LOOK)
            now = vehicles.traffic_leg
            for number, (leg, after) in enumerate(ways):
                front = vehicles.traffic_along + vehicles.front_reach
                room = graph.stop[leg] - graph.begin[leg] - graph.wait[leg] - front
                has_queue[number] &= bool(((now == leg) & (room < QUEUE)).any())
                is_in = (now == after) & (before != after)
                came[number] += np.count_nonzero(is_in & (before == leg))
                passed[number] += np.count_nonzero(is_in & (before != leg))
            before = now.copy()
        found += [Entry(60.0 * passed[each], 60.0 * came[each]) for each in np.flatnonzero(has_queue).tolist()]
    return found


def show_roundabout(counts: tuple[int, ...], minutes: int) -> list[Entry]:
    """Print the mean of the minutes with a queue for each hundred vehicles on the circle; return the minutes."""
    entries = [entry for count in counts for entry in measure_entries(count, minutes)]
    print("| on the circle [vehicles/h] | minutes | coming in [vehicles/h] | HCM 6 |\n|---:|---:|---:|---:|")
    circulating, entering = (np.array(column) for column in zip(*entries, strict=True)) if entries else np.zeros((2, 0))
    for low in range(0, 1200, 200):
        own = (circulating >= low) & (circulating < low + 200)
        if own.any():
            mean = float(circulating[own].mean())
            print(f"| {mean:.0f} | {own.sum()} | {entering[own].mean():.0f} | {hcm_capacity(mean):.0f} |", flush=True)
    return entries


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


def show_trailers(minutes: int, counts: tuple[int, ...]) -> None:
    """Print the pairs of cars and of articulated lorries that touch on a grid with streets of 160 m."""
    print("| model | vehicles | pairs that touched | steps with a contact | s/km |\n|---|---:|---:|---:|---:|")
    for model in ("bicycle", "articulated-lorry"):
        for count in counts:
            world = driving(grid(gap=160.0), count, model=model)
            pairs, hits = set[tuple[int, int]](), 0
            for _ in range(round(60.0 * minutes / world.dt)):
                world.step()
                now = touching(world)
                pairs |= now
                hits += bool(now)
            pace = 60.0 * minutes * count / float(world.vehicles.odometer.sum()) * 1000.0
            print(f"| {model} | {count} | {len(pairs)} | {hits} | {pace:.0f} |", flush=True)


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


def draw(path: Path, flows: list[float], length: float, entries: list[Entry]) -> None:
    """Draw the fundamental diagram and the capacity of the roundabout's entries."""
    figure, (left, right) = new_figure(columns=2)
    density = np.linspace(1.0, COUNTS[-1], 300)
    left.plot(density, equilibrium_flow(density, length), **curve_style(1), label="constant time headway")
    left.plot(COUNTS[: len(flows)], flows, "o", color="#222222", label="measured")
    label_axes(left, x=("density", "vehicles/km"), y=("flow", "vehicles/h"), title="A ring of 1 km")
    circulating = np.linspace(0.0, 1200.0, 100)
    right.plot(circulating, hcm_capacity(circulating), **curve_style(1), label="HCM 6")
    if entries:
        x, y = (np.array(column) for column in zip(*entries, strict=True))
        right.plot(x, y, "o", color="#222222", markersize=3, alpha=0.4, label="minutes with a queue")
    label_axes(right, x=("on the circle", "vehicles/h"), y=("coming in", "vehicles/h"), title="Entry of a roundabout")
    for axes in (left, right):
        axes.set_ylim(bottom=0.0)
        axes.legend(frameon=False)
    save_figure(figure, str(path))


def main() -> None:
    """Print the tables that the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("ring", "roundabout", "standing", "lanes", "trailers", "figure"))
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
    flows, length, entries = list[float](), 0.0, list[Entry]()
    if options.what in ("ring", "figure"):
        flows, length = show_ring(tuple(options.counts or COUNTS))
    if options.what in ("roundabout", "figure"):
        entries = show_roundabout((16, 24, 32, 40), options.minutes or 30)
    if options.what == "standing" and options.scenario:
        show_scenario(options.scenario, options.vehicles, options.minutes or 120, options.model)
    elif options.what == "standing":
        show_networks(options.networks, options.minutes or 120, options.model)
    if options.what == "lanes":
        show_lanes(tuple(options.counts or (10, 30, 50)), options.minutes or 10)
    if options.what == "trailers":
        show_trailers(options.minutes or 20, tuple(options.counts or (10, 20)))
    if options.picture:
        draw(options.picture, flows, length, entries)


if __name__ == "__main__":
    main()
