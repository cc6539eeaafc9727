"""Hostile datagrams against a gateway whose world is running.

`python tests/links/dis/siege.py 1000000` feeds so many to a world, and compares its vehicles with those of a
world that has no network, to the bit.
"""

import argparse
import sys
import time
import warnings
from collections import deque
from collections.abc import Iterator, Sized
from functools import lru_cache
from itertools import islice
from typing import Any

import numpy as np
from dis_examples import EXAMPLES, data_pdu

from motorpool.ground.terrain.heightfield import Terrain
from motorpool.links.dis import gateway as gateway_module
from motorpool.links.dis.endpoint import Counts, Datagram
from motorpool.links.dis.gateway import Gateway
from motorpool.links.dis.motion.geodesy import Geodesy
from motorpool.links.dis.settings import ExerciseSettings
from motorpool.links.dis.wire.encoding import datagrams, pdus
from motorpool.links.dis.wire.enumerations import ALL_IDS, AcknowledgeFlag, PduType, ResponseFlag, TransferType
from motorpool.vehicles.fleet import Body, Fleet
from motorpool.world import World
from motorpool.world.drivers.kinds import REMOTE
from motorpool.world.remote.guests import guest_fleets, vacate_guests

ORIGIN = (36.3, -84.2)
FAR_OFF = (1500.0, 3000.0)  # of the attackers' entities: no way along a geocentric axis leads from there to ours [m]
OURS = 3
ROOM = 6  # guests of each kind
TANK = (1, 1, 225, 1, 1, 3, 0)
HOSTS = ("10.0.0.1", "10.0.0.2", "10.0.0.3")
A_STEP = 500  # datagrams
MOST_KEPT = 10_000  # entries of any table of a gateway
WILD = (
    b"\x7f\xc0\0\0\0\0\0\0", b"\x7f\x80\0\0\0\0\0\0", b"\xff\x80\0\0\0\0\0\0", b"\x7f\xf8\0\0\0\0\0\0",
    b"\x7f\xf0\0\0\0\0\0\0", b"\x7f\xa0\0\1\0\0\0\0", b"\x4e\x6e\x6b\x28\0\0\0\0", b"\x4f\xff\xff\xff\xff\xff\xff\xff",
    b"\x71\x49\xf2\xca\0\0\0\0", b"\0\0\0\1\0\0\0\1", b"\x80\0\0\0\0\0\0\0", b"\xff\xff\xff\xff\xff\xff\xff\xff",
    b"\0\0\0\0\0\0\0\0", b"\x41\xcd\xcd\x65\0\0\0\0", b"\x46\x29\x3e\x59\x39\xa0\x8c\xea",
)  # fmt: skip


class Wire:
    """An endpoint without a network: what is put into it comes next, and what is sent is kept for a while."""

    def __init__(self, *_: Any, **__: Any) -> None:
        self.waiting: deque[Datagram] = deque()
        self.sent: deque[bytes] = deque(maxlen=1000)
        self.sent_count = 0

    def send(self, data: bytes | memoryview) -> None:
        self.sent.append(bytes(data))
        self.sent_count += 1

    def drain(self, most: int, most_octets: int) -> list[Datagram]:
        assert most_octets > 0
        return [self.waiting.popleft() for _ in range(min(most, len(self.waiting)))]

    def put(self, made: Any, host: str = HOSTS[0]) -> None:
        self.waiting.extend(Datagram(bytes(data), host, 0.0) for data in datagrams(made))

    @property
    def counts(self) -> Counts:
        return Counts(self.sent_count, 0, 0, 0, 0)

    def close(self) -> None:
        pass


def world_under_siege(*, room: int = ROOM, dt: float = 1 / 60) -> World:
    """Return a world with three tanks that drive about in the middle of its map."""
    fleets = [Fleet("tracked", OURS, name="tanks", body=Body(7.9, 3.7, 2.4)), *guest_fleets(room)]
    world = World(fleets=fleets, terrain=Terrain.flat(size=8000.0), area=(-300.0, -300.0, 300.0, 300.0), dt=dt)
    vacate_guests(world)
    world.gunnery.is_armed = True
    world.place_vehicles(slice(0, OURS), 60.0 * np.arange(OURS), 0.0, 1.0)
    world.vehicles.desired_speed[:OURS] = 8.0
    world.resolve_positions()
    return world


def gateway_of(world: World, **settings: Any) -> tuple[Gateway, Wire]:
    """Return a gateway to no network, and what stands for it."""
    real, gateway_module.Endpoint = gateway_module.Endpoint, Wire  # type: ignore[misc,assignment]
    try:
        own = ExerciseSettings(application=1, origin_deg=ORIGIN, exercise=17)
        made = Gateway(world, own._replace(**settings))
    finally:
        gateway_module.Endpoint = real  # type: ignore[misc]
    return made, made.endpoint  # type: ignore[return-value]


@lru_cache
def _geodesy() -> Geodesy:
    return Geodesy.around(*ORIGIN)


@lru_cache
def located(x: float, y: float, z: float = 0.0) -> tuple[float, float, float]:
    """Return the geocentric coordinates of a place in the world."""
    place = _geodesy().geocentric(*(np.array([each]) for each in (x, y, z)))
    return float(place.x[0]), float(place.y[0]), float(place.z[0])


def state(entity_id: tuple[int, int, int] = (7, 7, 1), *, x: float = FAR_OFF[0], y: float = FAR_OFF[1],
          records: int = 0, **fields: Any) -> Any:  # fmt: skip
    """Return an Entity State of a tank that drives."""
    given = {"entity_type": TANK, "location": located(x, y), "velocity": (3.0, 4.0, 5.0), "algorithm": 4}
    return pdus(PduType.ENTITY_STATE, record_count=records, exercise=17, entity_id=entity_id, **{**given, **fields})


def bases() -> list[np.ndarray[Any, Any]]:
    """Return the octets of good datagrams, from which bad ones are made."""
    us, all_of_us, nobody, everybody = (1, 1, 0), (1, ALL_IDS, ALL_IDS), (0, 0, 0), (ALL_IDS,) * 3
    shot = {
        "firing_id": (7, 7, 1),
        "target_id": (1, 1, 1),
        "location": located(*FAR_OFF),
        "velocity": (900.0, 0.0, 0.0),
    }
    made = [example.pdus() for example in EXAMPLES.values()]
    made += [state((7, 7, number)) for number in range(1, 60)]
    made += [state(entity_id) for entity_id in ((1, 1, 1), (1, 1, 9), nobody, everybody)]
    turret = {"parameter_type": [4096 + 11, 4416 + 13], "value": [0.75, 0.1], "attached_to": [0, 1]}
    made += [state((7, 8, 1), records=2, articulations=turret), state((7, 8, 2), records=200)]
    made += [state((7, 9, 1), location=place) for place in (nobody, (1e7, 1e7, 1e7), (6378137.0, 0.0, 0.0))]
    made += [pdus(kind, exercise=17, **shot) for kind in (PduType.FIRE, PduType.DETONATION)]
    made += [pdus(PduType.DETONATION, exercise=17, **{**shot, "firing_id": (9, 9, 9), "result": 1})]
    for receiver in (us, all_of_us, everybody, (1, 1, 1)):
        between = {"exercise": 17, "originating_id": (7, 7, 0), "receiving_id": receiver}
        made += [
            pdus(kind, **between)
            for kind in (PduType.CREATE_ENTITY, PduType.REMOVE_ENTITY, PduType.START_RESUME, PduType.STOP_FREEZE)
        ]
        transfer = {"transfer_type": TransferType.PUSH_ENTITY}
        made += [pdus(PduType.TRANSFER_OWNERSHIP, **between, **transfer, entity_id=(7, 7, 1))]
        made += [pdus(PduType.TRANSFER_OWNERSHIP, **between, **transfer, entity_id=(1, 1, 1))]
        answer = {"acknowledge_flag": AcknowledgeFlag.TRANSFER_OWNERSHIP, "response_flag": ResponseFlag.ABLE_TO_COMPLY}
        made += [pdus(PduType.ACKNOWLEDGE, **between, **answer, request_id=number) for number in (0, 1, 2)]
        made += [data_pdu(PduType.COMMENT, **between, variable=[(1, b"\x1b[2J\0\xff\n" * 20)])]
    return [np.frombuffer(bytes(datagrams(each)[0]), np.uint8) for each in made]


def hostile(count: int, seed: int = 1) -> Iterator[Datagram]:
    """Yield datagrams that are nearly right: bytes and numbers changed, cut, prolonged, or bundled."""
    random, good = np.random.default_rng(seed), bases()
    wild = [np.frombuffer(pattern, np.uint8) for pattern in WILD]
    made = 0
    while made < count:
        base = good[int(random.integers(len(good)))]
        rows = np.repeat(base[None], 64, axis=0)
        for _ in range(int(random.integers(0, 4))):
            places = random.integers(0, base.size, len(rows))
            rows[np.arange(len(rows)), places] = random.integers(0, 256, len(rows))
        if random.random() < 0.5:
            pattern, start = wild[int(random.integers(len(wild)))], 4 * int(random.integers(base.size // 4))
            part = rows[:, start : start + (4 if random.random() < 0.5 else 8)]
            part[::2] = pattern[: part.shape[1]]
        if random.random() < 0.3:  # timestamps
            rows[:, 4:8] = random.integers(0, 256, (len(rows), 4))
        sizes = np.full(len(rows), base.size)
        if random.random() < 0.2:
            sizes = random.integers(0, base.size + 1, len(rows))
        tail = bytes(base) if random.random() < 0.1 else b""
        for row, size in zip(rows, sizes.tolist(), strict=True):
            made += 1
            yield Datagram(row.tobytes()[:size] + tail, HOSTS[made % len(HOSTS)], 0.0)
            if made == count:
                return


def lengths_in(thing: Any, name: str = "gateway", depth: int = 0) -> Iterator[tuple[str, int]]:
    """Yield the length of everything that a gateway keeps, by its path."""
    if isinstance(thing, Sized) and not isinstance(thing, (str, bytes)):
        yield name, len(thing)
    is_ours = type(thing).__module__.startswith("motorpool.links.dis")
    if is_ours and hasattr(thing, "__dict__") and depth < 4:
        for key, value in vars(thing).items():
            if key != "_gateway":
                yield from lengths_in(value, f"{name}.{key}", depth + 1)


def columns_of_ours(world: World) -> list[Any]:
    """Return copies of all columns of this world's own vehicles."""
    return [column[:OURS].copy() for column in world.vehicles.all_columns()]


def assert_untouched(world: World, quiet: World) -> None:
    """Raise if a vehicle of a world differs from that of another."""
    for ours, theirs in zip(columns_of_ours(world), columns_of_ours(quiet), strict=True):
        assert np.array_equal(ours, theirs, equal_nan=ours.dtype.kind == "f")


def besiege(count: int, *, seed: int = 1, a_step: int = A_STEP, **settings: Any) -> Gateway:
    """Feed hostile datagrams to a running world; raise if it shows."""
    world, quiet = world_under_siege(), world_under_siege()
    gateway, wire = gateway_of(world, **settings)
    attack = hostile(count, seed)
    slowest, steps = 0.0, 0
    for steps in range(1, -(-count // a_step) + 1):
        wire.waiting.extend(islice(attack, a_step))
        began = time.perf_counter()
        world.step()
        while wire.waiting:
            with gateway.lock:
                gateway.receive()
        slowest = max(slowest, time.perf_counter() - began)
        quiet.step()
        if not steps % 200:
            print(f"{steps * a_step} datagrams, slowest step {1e3 * slowest:.1f} ms", file=sys.stderr)
            assert_untouched(world, quiet)
    assert_untouched(world, quiet)
    for name, length in lengths_in(gateway):
        assert length <= MOST_KEPT, f"{name} has grown to {length}"
    vehicles = world.vehicles
    for column in (*vehicles.pose, *vehicles.motion, vehicles.turret_yaw, vehicles.turret_elevation, vehicles.damage):
        assert np.isfinite(column[vehicles.driver == REMOTE]).all()
    return gateway


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("datagrams", type=int)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    warnings.simplefilter("error")
    gateway = besiege(arguments.datagrams, seed=arguments.seed)
    print("received:", {kind.name: count for kind, count in gateway.received.items()})
    print("rejected:", dict(gateway.rejected))
    print("refused:", dict(gateway.remote.refused))
    print("vehicles:", len(gateway.vehicles()))


if __name__ == "__main__":
    main()
