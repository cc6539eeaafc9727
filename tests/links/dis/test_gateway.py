"""Two worlds in one exercise, over this machine's loopback."""

import contextlib
import time
from types import SimpleNamespace

import numpy as np
import pytest
from pace import patience
from sockets import free_port

from motorpool.errors import ExerciseError
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.links.dis.endpoint import Datagram
from motorpool.links.dis.entity_types import EntityType
from motorpool.links.dis.gateway import Gateway
from motorpool.links.dis.publishing import _marking
from motorpool.links.dis.remote_entities import is_on_map
from motorpool.links.dis.settings import ExerciseSettings
from motorpool.links.dis.tools.meter import Meter
from motorpool.links.dis.wire.decoding import decode
from motorpool.links.dis.wire.enumerations import PduType
from motorpool.models.rotation import Vector
from motorpool.vehicles.fleet import Body, Fleet
from motorpool.world import World
from motorpool.world.drivers.kinds import AUTOPILOT, PLAYER, REMOTE
from motorpool.world.gunnery.guns import Armament
from motorpool.world.gunnery.rounds import VEHICLE
from motorpool.world.remote.guests import guest_fleets, vacate_guests

ORIGIN = (36.3, -84.2)
TANK = Body(7.9, 3.7, 2.4)
M1A2 = EntityType(1, 1, 225, 1, 1, 3)
PATIENCE = patience(30.0)  # [s]


class Exercise:
    """Worlds that hear each other, stepped in turn; what one sends is there before the other's next step."""

    def __init__(self, stack, *worlds, **settings):
        ports = [free_port() for _ in worlds]
        self.worlds = worlds
        self.gateways = []
        for number, world in enumerate(worlds):
            to = f"127.0.0.1:{ports[1 - number]}"
            own = ExerciseSettings(address=to, port=ports[number], site=1, application=number + 1, origin_deg=ORIGIN)
            self.gateways.append(stack.enter_context(Gateway(world, own._replace(**settings))))

    def step(self, count=1):
        for _ in range(count):
            for world in reversed(self.worlds):  # the second hears of the first what was at the end of its last step
                world.step()
                self.settle()

    def settle(self):
        """Wait until all that was sent has come."""
        end = time.monotonic() + PATIENCE
        one, two = (gateway.endpoint for gateway in self.gateways)
        while time.monotonic() < end:
            if one.counts.sent == two.counts.received and two.counts.sent == one.counts.received:
                return
            time.sleep(0.0005)
        raise AssertionError(f"lost on loopback: {one.counts}, {two.counts}")


@pytest.fixture
def stack():
    with contextlib.ExitStack() as stack:
        yield stack


def world_of(count=1, *, room=8, armed=False, terrain=None, body=TANK):
    fleet = Fleet("tracked", count, name="tanks", body=body)
    armament = {"tanks": Armament()} if armed else {}
    ground = terrain or Terrain.flat(size=2000.0)
    world = World(fleets=[fleet, *guest_fleets(room)], terrain=ground, armament=armament)
    vacate_guests(world)
    world.place_vehicles(slice(0, count), 40.0 * np.arange(count), 0.0, 0.0)
    world.vehicles.desired_speed[:count] = 0.0
    world.resolve_positions()
    return world


def guest_in(world, exercise, number):
    (guest,) = exercise.gateways[number].vehicles()
    return guest


def test_a_vehicle_of_one_world_is_in_the_other_where_it_is_at_home(stack):
    one, two = world_of(), world_of(0)
    one.vehicles.desired_speed[0] = 8.0
    exercise = Exercise(stack, one, two)
    exercise.step(120)
    guest = guest_in(two, exercise, 1)
    assert guest.entity_id == (1, 1, 1)
    assert guest.host == "127.0.0.1"
    row, vehicles = guest.vehicle, two.vehicles
    assert vehicles.driver[row] == REMOTE
    exercise.step(60)
    assert np.hypot(vehicles.x[row] - one.vehicles.x[0], vehicles.y[row] - one.vehicles.y[0]) < 1.0
    assert vehicles.speed[row] == pytest.approx(one.vehicles.speed[0], abs=1.0)
    assert abs(vehicles.yaw[row] - one.vehicles.yaw[0]) < np.radians(3.0)
    assert two.fleets[int(vehicles.fleet_index[row])].kind == "tracked"


def test_an_entity_is_located_at_the_centre_of_its_body(stack):
    one, two = world_of(body=TANK._replace(offset=1.5)), world_of(0)
    one.place_vehicles(0, 100.0, 50.0, 0.5 * np.pi)
    one.resolve_positions()
    exercise = Exercise(stack, one, two)
    exercise.step(60)
    row = guest_in(two, exercise, 1).vehicle
    assert (two.vehicles.x[row], two.vehicles.y[row]) == pytest.approx((100.0, 51.5), abs=0.01)


def test_the_picture_is_within_the_thresholds_at_every_step(stack):
    """What a second program sees, without the smoothing of its picture, while autopilots wander about."""
    one, two = world_of(24), world_of(0, room=24)
    one.vehicles.desired_speed[:24] = np.linspace(2.0, 14.0, 24)
    one.vehicles.course_yaw[:24] = np.linspace(0.0, 6.0, 24)
    exercise = Exercise(stack, one, two, smoothing=0.0)
    worst, angle, steps = 0.0, 0.0, 60 * 20
    for step in range(steps):
        exercise.step()
        if step < 2:
            continue
        guests = exercise.gateways[1].vehicles()
        assert len(guests) == 24
        rows, theirs = [guest.vehicle for guest in guests], [guest.entity_id[2] - 1 for guest in guests]
        dx, dy = two.vehicles.x[rows] - one.vehicles.x[theirs], two.vehicles.y[rows] - one.vehicles.y[theirs]
        worst = max(worst, np.hypot(dx, dy).max())
        turn = two.vehicles.yaw[rows] - one.vehicles.yaw[theirs]
        angle = max(angle, np.abs(np.remainder(turn + np.pi, 2 * np.pi) - np.pi).max())
    sent = exercise.gateways[0].sent[PduType.ENTITY_STATE]
    sent = exercise.gateways[0].sent[PduType.ENTITY_STATE]
    assert 0.3 < worst < 1.0
    assert angle < np.radians(3.0)
    assert 0.3 < sent / (24 * steps * one.dt) < 1.6  # states a second and vehicle


def test_no_state_comes_late_on_uneven_ground(stack, monkeypatch):
    """Slopes break at each post, and so do vertical speeds, which no model knows beforehand."""
    heights = np.random.default_rng(3).uniform(0.0, 4.0, (81, 81))
    one = world_of(24, terrain=Terrain(np.float32(heights), x_west=-1000.0, y_south=-1000.0, spacing=25.0))
    one.vehicles.desired_speed[:24] = np.linspace(6.0, 14.0, 24)
    settings = ExerciseSettings(address=f"127.0.0.1:{free_port()}", port=free_port(), origin_deg=ORIGIN)
    gateway, meter = stack.enter_context(Gateway(one, settings)), Meter(0.0)
    monkeypatch.setattr(gateway.endpoint, "send", lambda data: sent.append(Datagram(bytes(data), "", one.time)))
    for _ in range(60 * 12):
        sent: list[Datagram] = []
        one.step()
        meter.take(sent)
    error = meter.read(one.time).error
    assert error.states > 100
    assert 0.9 < error.largest < 1.0


def test_a_vehicle_that_stands_is_reported_once_a_heartbeat(stack):
    one, two = world_of(), world_of(0)
    exercise = Exercise(stack, one, two)
    exercise.step(60 * 11)
    assert exercise.gateways[0].sent == {PduType.ENTITY_STATE: 3}


def test_turret_and_gun_are_seen_in_the_other_world(stack):
    one, two = world_of(armed=True), world_of(0)
    exercise = Exercise(stack, one, two)
    one.vehicles.aim_yaw[0], one.vehicles.aim_elevation[0] = 1.0, 0.2
    exercise.step(60 * 6)
    row = guest_in(two, exercise, 1).vehicle
    assert two.vehicles.turret_yaw[row] == pytest.approx(1.0, abs=np.radians(3.0))
    assert two.vehicles.turret_elevation[row] == pytest.approx(0.2, abs=np.radians(3.0))


def test_a_round_of_one_world_hits_a_tank_of_the_other(stack):
    one, two = world_of(armed=True), world_of()
    two.place_vehicles(0, 150.0, 0.0, 0.5)
    two.resolve_positions()
    exercise = Exercise(stack, one, two)
    exercise.step(5)
    one.vehicles.trigger[0] = 1.0
    seen, ends = [], []
    for _ in range(60):
        exercise.step()
        one.vehicles.trigger[0] = 0.0
        seen += two.events.shots.shooter.tolist()
        ends += two.events.impacts.met.tolist()
    shooter = guest_in(two, exercise, 1).vehicle
    assert seen == [shooter]
    assert ends == [VEHICLE]
    assert two.vehicles.damage[0] == 0.5  # ours is its own
    assert exercise.gateways[0].sent[PduType.FIRE] == exercise.gateways[0].sent[PduType.DETONATION] == 1
    exercise.step(5)
    assert one.vehicles.damage[guest_in(one, exercise, 0).vehicle] == 0.5  # and the other sees what it did


def test_both_see_a_collision_and_each_moves_its_own(stack):
    one, two = world_of(), world_of()
    one.place_vehicles(0, -20.0, 0.0, 0.0)
    one.vehicles.goal[0] = 0
    one.vehicles.driver[0], one.vehicles.throttle[0] = PLAYER, 1.0
    exercise = Exercise(stack, one, two)
    exercise.step(60 * 6)
    assert two.vehicles.x[0] > 0.5  # was pushed
    assert exercise.gateways[0].sent[PduType.COLLISION] >= 1


def test_a_vehicle_that_falls_silent_goes_after_the_time_out(stack):
    one, two = world_of(), world_of(0)
    exercise = Exercise(stack, one, two)
    exercise.step(10)
    row = guest_in(two, exercise, 1).vehicle
    for _ in range(round(11.0 / two.dt)):
        two.step()
    assert row in two.remote.rows
    for _ in range(round(2.0 / two.dt)):
        two.step()
    assert row in two.remote.free_rows
    assert not exercise.gateways[1].vehicles()


def test_a_vehicle_is_handed_over_and_driven_on_under_its_own_name(stack):
    one, two = world_of(2), world_of(0)
    one.vehicles.desired_speed[:2] = 6.0
    exercise = Exercise(stack, one, two, accepts_transfers=True)
    exercise.gateways[0]._publisher._types[1] = M1A2
    exercise.step(120)
    exercise.gateways[0].hand_over(1, site=1, application=2)
    exercise.step(3)
    (row,) = np.flatnonzero((two.vehicles.driver == AUTOPILOT) & (two.vehicles.x > two.terrain.x_west))
    assert one.vehicles.driver[1] == REMOTE
    x, y = float(two.vehicles.x[row]), float(two.vehicles.y[row])
    exercise.step(60 * 5)
    assert two.vehicles.odometer[row] > 20.0
    assert np.hypot(one.vehicles.x[1] - two.vehicles.x[row], one.vehicles.y[1] - two.vehicles.y[row]) < 1.0
    assert np.hypot(two.vehicles.x[row] - x, two.vehicles.y[row] - y) > 15.0
    assert [guest.entity_id for guest in exercise.gateways[0].vehicles()] == [(1, 1, 2)]
    assert [guest.entity_id for guest in exercise.gateways[1].vehicles()] == [(1, 1, 1)]
    (datagram,) = exercise.gateways[1]._publisher.encode(np.array([row]), timestamp=0)
    (group,) = decode([datagram]).groups
    assert group.pdus["entity_type"][0].item() == M1A2  # and not the type of the guests' fleet
    exercise.gateways[1].hand_over(row, site=1, application=1)  # and back
    exercise.step(5)
    assert one.vehicles.driver[1] == AUTOPILOT
    assert two.vehicles.driver[row] == REMOTE


def test_no_vehicle_is_taken_that_was_not_accepted(stack):
    one, two = world_of(), world_of(0)
    exercise = Exercise(stack, one, two)
    exercise.step(10)
    exercise.gateways[0].hand_over(0, site=1, application=2)
    exercise.step(10)
    assert one.vehicles.driver[0] == AUTOPILOT
    assert len(exercise.gateways[1].vehicles()) == 1
    with pytest.raises(ExerciseError, match="vehicle 3 cannot be handed over"):
        exercise.gateways[0].hand_over(3, site=1, application=2)


def test_a_marking_has_as_much_of_the_fleets_name_as_there_is_room_for(stack):
    one, two = world_of(11), world_of(0, room=12)
    exercise = Exercise(stack, one, two)
    exercise.step(3)
    assert {guest.marking for guest in exercise.gateways[1].vehicles()} == {f"tanks {row}" for row in range(11)}
    assert [_marking("Guests, tracked", row) for row in (7, 1234, 65533)] == [
        "Guests, t 7",
        "Guests 1234",
        "Guest 65533",
    ]


def test_what_lies_beyond_any_edge_far_above_or_nowhere_is_not_on_the_map():
    ground = SimpleNamespace(terrain=SimpleNamespace(x_west=-10.0, x_east=20.0, y_south=-30.0, y_north=40.0))
    places = [(0, 0, 0), (-10, -30, 0), (20, 40, 900), (-11, 0, 0), (21, 0, 0), (0, -31, 0), (0, 41, 0)]
    places += [(0, 0, -2e4), (0, 0, 6e4), (np.nan, 0, 0), (0, np.nan, 0), (0, 0, np.nan)]
    assert is_on_map(Vector(*np.array(places, float).T), ground).tolist() == [True] * 3 + [False] * 9


def test_a_vehicle_that_is_added_comes_to_the_other_world_and_one_that_is_removed_leaves_it(stack):
    one, two = world_of(2), world_of(0)
    exercise = Exercise(stack, one, two)
    exercise.step(10)
    ids = one.add("bicycle", x=[300.0, 330.0], y=200.0)
    assert one.count > len(exercise.gateways[0]._publisher.ids)
    exercise.step(20)
    guests = {guest.entity_id[2] - 1: guest for guest in exercise.gateways[1].vehicles()}
    assert guests.keys() == {0, 1, *ids.tolist()}
    row = guests[int(ids[1])].vehicle
    assert two.vehicles.x[row] == pytest.approx(one.vehicles.x[ids[1]], abs=1.0)
    one.remove([0, int(ids[1])])
    exercise.step(5)
    assert {guest.entity_id[2] - 1 for guest in exercise.gateways[1].vehicles()} == {1, int(ids[0])}
    again = one.add("tanks", x=-200.0, y=-100.0)
    exercise.step(10)
    assert again.tolist() == [0]
    assert {guest.entity_id[2] - 1 for guest in exercise.gateways[1].vehicles()} == {0, 1, int(ids[0])}


def test_rows_of_removed_vehicles_are_not_given_to_guests(stack):
    one, two = world_of(3), world_of(3, room=1)
    exercise = Exercise(stack, one, two, most_of_host=9)
    two.remove([0, 1])
    exercise.step(10)
    assert {int(two.vehicles.fleet_index[guest.vehicle]) for guest in exercise.gateways[1].vehicles()} == {1, 2}
    assert exercise.gateways[1].remote.refused["no free row"] > 0
