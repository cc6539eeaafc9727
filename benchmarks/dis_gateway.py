"""Two processes in one exercise: what the network costs, what the other sees, and what a flood does.

`python benchmarks/dis_gateway.py` publishes the 500 moving vehicles of the default scenario to a second process, in
lock-step, and compares what that sees with the truth at every step; then it sends 30 000 and 50 000 states a second to
a world that runs in real time. The cost of a gateway is processor time in its part of a step, and in its receiving
thread, over simulated time.
"""

import argparse
import multiprocessing
import socket
import statistics
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

import numpy as np

import motorpool
from motorpool.links.dis.gateway import Gateway
from motorpool.links.dis.settings import ExerciseSettings
from motorpool.links.dis.wire.encoding import datagrams, entity_states
from motorpool.links.dis.wire.entity_columns import EntityColumns, EntityIds, EntityTypes, EulerAngles, Vectors, fill
from motorpool.links.dis.wire.enumerations import PduType
from motorpool.models.rotation import angle_between, quaternion_of
from motorpool.vehicles.fleet import Fleet
from motorpool.world import World
from motorpool.world.entity.columns import Pose
from motorpool.world.remote.guests import guest_fleets

PATIENCE = 30.0  # [s]
RATES = (30_000, 50_000)  # of floods [1/s]
FLOOD_SECONDS = 5.0
PACE = 1e-3  # between two bursts of a flood [s]


class Cost(NamedTuple):
    """Processor time of a gateway."""

    stepping: float  # in read and observe [s]
    receiving: float  # in its thread [s]


class Costs:
    """Takes the processor time of a gateway's part of the steps, and of its thread."""

    def __init__(self, gateway: Gateway):
        self._spent = 0.0
        self._others = 0.0
        for name in ("read", "observe"):
            setattr(gateway, name, self._timed(getattr(gateway, name)))
        self._began = time.process_time() - time.thread_time()

    def _timed(self, call: Callable[..., None]) -> Callable[..., None]:
        def timed(world: World) -> None:
            began = time.thread_time()
            call(world)
            self._spent += time.thread_time() - began

        return timed

    def taken(self) -> Cost:
        """Return what was spent since the beginning; all other threads of the process only receive."""
        return Cost(self._spent, time.process_time() - time.thread_time() - self._began)


def free_ports(count: int) -> list[int]:
    """Return UDP ports that nobody has."""
    probes = [socket.socket(socket.AF_INET, socket.SOCK_DGRAM) for _ in range(count)]
    for probe in probes:
        probe.bind(("127.0.0.1", 0))
    ports = [probe.getsockname()[1] for probe in probes]
    for probe in probes:
        probe.close()
    return ports


def settings(own: int, other: int, **more: Any) -> ExerciseSettings:
    """Return the settings of a process: its port, and the other's."""
    return ExerciseSettings(address=f"127.0.0.1:{other}", port=own, **more)


def watching_world(world: World, room: int) -> World:
    """Return a world on the ground of another, with room for its vehicles."""
    return World(fleets=[Fleet("bicycle", 1, name="own"), *guest_fleets(room)], terrain=world.terrain, dt=world.dt)


# ---- the second process


def watch(pipe: Connection, ports: tuple[int, int], room: int, more: dict[str, Any]) -> None:
    """Step whenever told to, after everything that was sent has come; tell where the vehicles are."""
    world = watching_world(motorpool.load("jacksboro").build(), room)
    with Gateway(world, settings(*ports, application=2, **more)) as gateway:
        world.step()
        costs = Costs(gateway)
        pipe.send("ready")
        while (sent := pipe.recv()) is not None:
            until = time.monotonic() + PATIENCE
            while gateway.endpoint.counts.received < sent and time.monotonic() < until:
                time.sleep(1e-4)
            world.step()
            guests = gateway.vehicles()
            numbers = np.array([guest.entity_id[2] - 1 for guest in guests], np.intp)
            rows = np.array([guest.vehicle for guest in guests], np.intp)
            pipe.send((numbers, np.array([column[rows] for column in world.vehicles.pose[:6]])))
        pipe.send((costs.taken(), gateway.endpoint.counts, dict(gateway.remote.refused)))


class Seen(NamedTuple):
    """What a run showed."""

    seconds: float
    vehicles: int
    rate: float  # states a second and vehicle
    distance: float  # worst [m]
    angle: float  # worst, of the whole rotation [rad]
    sending: Cost
    receiving: Cost
    lost: int


def measure(seconds: float, **more: Any) -> Seen:
    """Run both processes in lock-step."""
    world = motorpool.load("jacksboro").build()
    ports = free_ports(2)
    context = multiprocessing.get_context("spawn")
    pipe, other = context.Pipe()
    child = context.Process(target=watch, args=(other, (ports[1], ports[0]), world.count, more))
    child.start()
    distance, angle, steps = 0.0, 0.0, round(seconds / world.dt)
    pipe.recv()
    with Gateway(world, settings(*ports, application=1)) as gateway:
        world.step()
        before = gateway.sent[PduType.ENTITY_STATE]
        costs, began = Costs(gateway), time.monotonic()
        for step in range(steps):
            pipe.send(gateway.endpoint.counts.sent)
            numbers, seen = pipe.recv()
            world.step()  # to the time of what is seen
            worst = errors(Pose(*(column[numbers] for column in world.vehicles.pose[:6])), Pose(*seen))
            distance, angle = max(distance, worst[0]), max(angle, worst[1])
            if not (step + 1) % round(10.0 / world.dt):
                print(f"  {(step + 1) * world.dt:.0f} s simulated, {time.monotonic() - began:.0f} s taken", flush=True)
        sending, count = costs.taken(), gateway.sent[PduType.ENTITY_STATE] - before
        pipe.send(gateway.endpoint.counts.sent)
        pipe.recv()
        pipe.send(None)
        receiving, counts, refused = pipe.recv()
        child.join()
        lost = gateway.endpoint.counts.sent - counts.received + counts.overrun + counts.flooded
        print(f"  refused: {refused or 'none'}")
    return Seen(
        seconds, world.count, count / (world.count * seconds), distance, angle, sending, receiving, lost
    )  # fmt: skip


def errors(truth: Pose, seen: Pose) -> tuple[float, float]:
    """Return the greatest distance and angle between poses."""
    distance = np.sqrt((truth.x - seen.x) ** 2 + (truth.y - seen.y) ** 2 + (truth.z - seen.z) ** 2)
    turn = angle_between(quaternion_of(truth), quaternion_of(seen))
    return float(np.max(distance, initial=0.0)), float(np.max(turn, initial=0.0))


# ---- floods


def flood(port: int, rate: int, seconds: float, done: Any) -> None:
    """Send states of 500 entities, evenly."""
    rows = sample_states()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        sender.connect(("127.0.0.1", port))
        began, sent = time.perf_counter(), 0
        while (elapsed := time.perf_counter() - began) < seconds:
            due = int(elapsed * rate)
            for number in range(sent, due):
                sender.send(rows[number % len(rows)])
            sent = due
            time.sleep(PACE)
    done.value = sent


def sample_states() -> list[bytes]:
    """Return the states of 500 tanks on the map."""
    from motorpool.links.dis.motion.geodesy import Geodesy

    world, count = motorpool.load("jacksboro").build(), 500
    vehicles = world.vehicles
    place = Geodesy.of_terrain(world.terrain).geocentric(vehicles.x[:count], vehicles.y[:count], vehicles.z[:count])
    states = entity_states(count)
    zero = Vectors(0.0, 0.0, 0.0)
    fill(states, EntityColumns(
        entity_id=EntityIds(1, 2, np.arange(count) + 1), entity_type=EntityTypes(1, 1, 225, 1, 1, 3),
        location=Vectors(*place), velocity=Vectors(1.0, 2.0, 2.0), orientation=EulerAngles(0.1, 0.2, 0.3),
        acceleration=zero, angular_velocity=zero, algorithm=4, appearance=0, force_id=1, marking=b"FLOOD", timestamp=0,
    ))  # fmt: skip
    return [bytes(datagram) for datagram in datagrams(states)]


def under_flood(rate: int) -> None:
    """Run a world in real time while somebody sends to it."""
    world = watching_world(motorpool.load("jacksboro").build(), 500)
    ports = free_ports(2)
    context = multiprocessing.get_context("spawn")
    done = context.Value("q", -1)
    with Gateway(world, settings(*ports, application=1, most_a_second=10 * rate)) as gateway:
        quiet = [stepped(world) for _ in range(240)][60:]
        costs, durations = Costs(gateway), []
        sender = context.Process(target=flood, args=(ports[0], rate, FLOOD_SECONDS, done)) if rate else None
        if sender:
            sender.start()
            while not gateway.endpoint.counts.received:
                time.sleep(0.01)
        until, due = time.perf_counter() + FLOOD_SECONDS + 0.5, time.perf_counter()
        while time.perf_counter() < until:
            durations.append(stepped(world))
            due += world.dt
            time.sleep(max(0.0, due - time.perf_counter()))
        if sender:
            sender.join()
        cost, counts, waiting = costs.taken(), gateway.endpoint.counts, len(gateway.endpoint.drain())
    print(f"  {done.value} sent in {FLOOD_SECONDS:g} s; lost in the system {done.value - counts.received}, dropped "
          f"{counts.flooded + counts.overrun}, waiting at the end {waiting}")  # fmt: skip
    print(f"  share of a core: steps {cost.stepping / FLOOD_SECONDS:.1%}, thread {cost.receiving / FLOOD_SECONDS:.1%}")
    for name, taken in (("without", quiet), ("under the flood", durations)):
        median, top = 1e3 * statistics.median(taken), 1e3 * float(np.percentile(taken, 99))
        print(
            f"  a step {name}: median {median:.2f} ms, 99 of 100 below {top:.2f} ms, longest {1e3 * max(taken):.2f} ms"
        )


def stepped(world: World) -> float:
    """Return the time that a step takes [s]."""
    began = time.perf_counter()
    world.step()
    return time.perf_counter() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60.0, help="simulated, of the two processes")
    parser.add_argument("--only", choices=("cost", "flood"), help="a part of it")
    arguments = parser.parse_args()
    if arguments.only != "flood":
        print("500 moving vehicles seen by a second process, as they are extrapolated", flush=True)
        seen = measure(arguments.seconds, smoothing=0.0, clamps_to_ground=False)
        print(f"  {seen.vehicles} vehicles, {seen.seconds:g} s: {seen.rate:.2f} states a second and vehicle, "
              f"{seen.lost} lost; worst {seen.distance:.4f} m, {np.degrees(seen.angle):.4f} degrees")  # fmt: skip
        total = 0.0
        for name, cost in (("sending", seen.sending), ("receiving", seen.receiving)):
            share = sum(cost) / seen.seconds
            total += share
            print(f"  {name}: {share:.2%} of a core (steps {cost.stepping / seen.seconds:.2%}, "
                  f"thread {cost.receiving / seen.seconds:.2%})")  # fmt: skip
        print(f"  both: {total:.2%} of a core; 5 % is asked", flush=True)
    if arguments.only != "cost":
        for rate in RATES:
            print(f"{rate} states a second to a running world", flush=True)
            under_flood(rate)


if __name__ == "__main__":
    main()
