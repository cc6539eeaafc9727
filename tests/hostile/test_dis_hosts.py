"""One host of an exercise must not take the room of all others; what is counted is there; who leaves says where."""

from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from command_line import answered
from sockets import free_port

from motorpool.errors import ExerciseError
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.links.dis import gateway as gateway_module
from motorpool.links.dis.endpoint import Counts, Datagram
from motorpool.links.dis.gateway import Gateway
from motorpool.links.dis.joining import summary
from motorpool.links.dis.motion.geodesy import Geodesy
from motorpool.links.dis.settings import ExerciseSettings, settings_of
from motorpool.links.dis.wire.decoding import decode
from motorpool.links.dis.wire.encoding import datagrams, entity_states
from motorpool.links.dis.wire.enumerations import LAND_APPEARANCE
from motorpool.vehicles.fleet import Body, Fleet
from motorpool.world import World
from motorpool.world.remote.exercise import ExercisePart
from motorpool.world.remote.guests import guest_fleets, vacate_guests

ORIGIN = (36.3, -84.2)  # latitude, longitude [degrees]
TANK = (1, 1, 225, 1, 1, 3, 0)
ROOM = 6  # of each kind: twelve rows
GREEDY, MODEST = "10.0.0.66", "10.0.0.2"


class Wire:
    """What stands for the network: datagrams are put there, and what was sent is kept."""

    def __init__(self, *_: Any, **__: Any):
        self.waiting: deque[Datagram] = deque()
        self.sent: list[bytes] = []
        self.to, self.port = ("127.0.0.1", 3000), 3000

    def send(self, data: memoryview | bytes) -> None:
        self.sent.append(bytes(data))

    def drain(self, most: int, most_octets: int) -> list[Datagram]:
        return [self.waiting.popleft() for _ in range(min(most, len(self.waiting)))]

    @property
    def counts(self) -> Counts:
        return Counts(len(self.sent), 0, 0, 0, 0)

    def close(self) -> None:
        pass


Join = Callable[..., tuple[World, Gateway, Wire]]


@pytest.fixture
def join(monkeypatch: pytest.MonkeyPatch) -> Join:
    """Return what makes a world that is in an exercise without a network."""
    monkeypatch.setattr(gateway_module, "Endpoint", Wire)

    def joined(own: int = 1, tell: Callable[[str], None] = lambda _: None, **settings: Any) -> Any:
        fleets = [Fleet("tracked", own, name="tanks", body=Body(7.9, 3.7, 2.4)), *guest_fleets(ROOM)]
        world = World(fleets=fleets, terrain=Terrain.flat(size=2000.0))
        vacate_guests(world)
        world.place_vehicles(slice(0, own), 60.0 * np.arange(own), 0.0, 0.0)
        gateway = Gateway(world, ExerciseSettings(application=1, origin_deg=ORIGIN)._replace(**settings), tell=tell)
        return world, gateway, gateway.endpoint

    return joined


def put(wire: Wire, host: str, numbers: range, *, is_gone: bool = False) -> None:
    """Let a host send a state of each of its vehicles."""
    for number in numbers:
        place = Geodesy.around(*ORIGIN).geocentric(*np.array([[-300.0 + number], [200.0], [0.0]]))
        made = entity_states(
            1,
            entity_id=(7, int(host.rpartition(".")[2]), number + 1),
            entity_type=TANK,
            location=tuple(float(part[0]) for part in place),
            appearance=LAND_APPEARANCE.deactivated.mask if is_gone else 0,
        )
        wire.waiting.append(Datagram(bytes(datagrams(made)[0]), host, 0.0))


def hosts(gateway: Gateway) -> dict[str, int]:
    found = [vehicle.host for vehicle in gateway.vehicles()]
    return {host: found.count(host) for host in found}


def test_one_host_takes_half_of_the_rows_and_leaves_the_rest_to_others(join: Join):
    told: list[str] = []
    world, gateway, wire = join(tell=told.append)
    for _ in range(3):
        put(wire, GREEDY, range(200))
        world.step()
    assert hosts(gateway) == {GREEDY: ROOM}
    put(wire, MODEST, range(4))
    world.step()
    assert hosts(gateway) == {GREEDY: ROOM, MODEST: 4}
    assert gateway.remote.refused["too many of one host"] == 3 * (200 - ROOM)
    assert told == [
        f"{GREEDY} sends more vehicles than the {ROOM} that one host may have; the others are ignored; "
        "the limit is exercise.room_per_host"
    ]
    assert "too many of one host" in summary(gateway)


def test_a_host_whose_vehicles_leave_may_have_others(join: Join):
    world, gateway, wire = join(most_of_host=2)
    put(wire, GREEDY, range(3))
    world.step()
    assert hosts(gateway) == {GREEDY: 2}
    put(wire, GREEDY, range(1), is_gone=True)
    world.step()
    put(wire, GREEDY, range(2, 4))
    world.step()
    assert {vehicle.entity_id[2] for vehicle in gateway.vehicles()} == {2, 3}
    for _ in range(round(13.0 / world.dt)):  # and all of them after the time-out
        world.step()
    put(wire, GREEDY, range(10, 12))
    world.step()
    assert {vehicle.entity_id[2] for vehicle in gateway.vehicles()} == {11, 12}


def test_many_hosts_are_reported_a_few_times(join: Join):
    told: list[str] = []
    world, gateway, wire = join(tell=told.append, most_of_host=1)
    for number in range(100):
        put(wire, f"10.0.1.{number + 1}", range(2))
        world.step()
    assert 0 < len(told) <= 8
    assert len(gateway.vehicles()) == 2 * ROOM


def test_the_number_is_a_key_of_the_scenario():
    assert settings_of(ExercisePart(room_per_host=5)).most_of_host == 5
    assert settings_of(ExercisePart()).most_of_host is None
    with pytest.raises(ExerciseError, match="most_of_host of the exercise is 0; it must be a whole number of 1"):
        ExerciseSettings(most_of_host=0).checked()


def test_only_vehicles_that_are_there_are_counted(join: Join):
    world, _, wire = join(own=3)
    assert (world.count, world.present) == (3 + 2 * ROOM, 3)
    assert "3 vehicles in" in repr(world)
    assert "guests" not in repr(world)
    put(wire, MODEST, range(4))
    world.step()
    assert world.present == 7
    assert "7 vehicles in" in repr(world)
    assert "4 'guests, tracked'" in repr(world)


@pytest.mark.parametrize("end", ["close", "vacate"])
def test_the_last_state_of_a_vehicle_says_where_it_left(join: Join, end: str):
    """Others extrapolate a vehicle that drives straight on for seconds; its last state is static."""
    world, gateway, wire = join()
    world.vehicles.desired_speed[0] = 12.0
    for _ in range(round(8.0 / world.dt)):
        world.step()
    wire.sent.clear()
    gateway._publisher.forget(slice(None))
    world.step()
    for _ in range(round(4.0 / world.dt)):  # no state is due
        world.step()
    vehicles = world.vehicles
    x, y = float(vehicles.x[0]), float(vehicles.y[0])
    if end == "close":
        gateway.close()
    else:
        world.remote.vacate(0)
        world.step()
    (first, *_, last) = (group.pdus[0] for data in wire.sent for group in decode([data]).groups)
    assert last["appearance"] & LAND_APPEARANCE.deactivated.mask
    place = Geodesy.around(*ORIGIN).geocentric(*np.array([[x], [y], [0.0]]))
    true = np.array([part[0] for part in place])
    assert np.linalg.norm(true - np.array(first["location"].tolist())) > 20.0
    assert np.linalg.norm(true - np.array(last["location"].tolist())) < 0.01


def test_commands_count_no_rows_that_are_free_for_others(tmp_path: Path):
    file = tmp_path / "joined.yaml"
    exercise = f"exercise: {{room: 10, port: {free_port()}, origin_deg: [0, 0]}}\n"
    file.write_text(
        f"terrain: {{source: flat, size: 500}}\nvehicles: [{{model: tracked, count: 2}}]\n{exercise}", encoding="utf-8"
    )
    assert "is valid: 2 vehicles," in answered("check", file).stdout
    done = answered("run", file, "--headless", "--seconds", "0.1")
    assert done.returncode == 0, done.stderr
    assert "simulated 0.1 s of 2 vehicles in" in done.stdout
