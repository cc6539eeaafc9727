"""A gateway under attack: nothing raises, nothing grows, and nobody touches this world's own vehicles."""

import contextlib
import socket

import hypothesis
import numpy as np
import pytest
from dis_examples import data_pdu
from hypothesis import strategies as st
from siege import (
    HOSTS,
    MOST_KEPT,
    OURS,
    assert_untouched,
    besiege,
    gateway_of,
    hostile,
    lengths_in,
    located,
    state,
    world_under_siege,
)
from sockets import free_port, wait_for

from motorpool.ground.terrain.heightfield import Terrain
from motorpool.links.dis import interactions, management, remote_entities
from motorpool.links.dis.gateway import Gateway
from motorpool.links.dis.motion.columns import empty_states
from motorpool.links.dis.motion.remote_motion import Speeds, write_speeds
from motorpool.links.dis.settings import ExerciseSettings
from motorpool.links.dis.wire.decoding import decode_datagram
from motorpool.links.dis.wire.encoding import pdus
from motorpool.links.dis.wire.enumerations import LAND_APPEARANCE, AcknowledgeFlag, PduType, ResponseFlag, TransferType
from motorpool.vehicles.fleet import Fleet
from motorpool.world import World
from motorpool.world.drivers.kinds import ABSENT, AUTOPILOT, REMOTE

ACCEPT = AcknowledgeFlag.TRANSFER_OWNERSHIP
DEACTIVATED = LAND_APPEARANCE.deactivated.mask
FROZEN = LAND_APPEARANCE.frozen.mask


SIEGED = world_under_siege(), world_under_siege()  # one with a network, one without, in step


def sent_states(wire, *, since=0):
    """Return the Entity States that a gateway has sent, oldest first."""
    found = [decode_datagram(data)[0] for data in list(wire.sent)[since:]]
    return [pdu[0] for pdu in found if int(pdu["header"]["pdu_type"][0]) == PduType.ENTITY_STATE]


def acknowledges(wire):
    found = [decode_datagram(data)[0] for data in wire.sent]
    return [pdu[0] for pdu in found if int(pdu["header"]["pdu_type"][0]) == PduType.ACKNOWLEDGE]


def acknowledge(request, originating, *, flag=ResponseFlag.ABLE_TO_COMPLY):
    return pdus(PduType.ACKNOWLEDGE, exercise=17, originating_id=originating, receiving_id=(1, 1, 0),
                acknowledge_flag=ACCEPT, response_flag=flag, request_id=request)  # fmt: skip


def detonation(by, target, at, *, result=1):
    return pdus(PduType.DETONATION, exercise=17, firing_id=by, target_id=target, location=at, result=result)


def test_states_with_and_without_articulations_may_come_in_one_step():
    world = world_under_siege()
    gateway, wire = gateway_of(world)
    turret = {"parameter_type": [4096 + 11, 4416 + 13], "value": [0.75, 0.1]}
    wire.put(state((7, 7, 1), x=1000.0))
    wire.put(state((7, 7, 2), x=1100.0, records=2, articulations=turret))
    wire.put(state((7, 7, 3), x=1200.0, records=0))
    world.step()
    where = {guest.entity_id[2]: guest.vehicle for guest in gateway.vehicles()}
    assert world.vehicles.x[[where[1], where[2], where[3]]] == pytest.approx([1000.0, 1100.0, 1200.0], abs=0.2)
    assert world.vehicles.turret_yaw[where[2]] == pytest.approx(-0.75)
    assert world.vehicles.turret_elevation[where[2]] == pytest.approx(0.1)


@pytest.mark.parametrize("algorithm", range(1, 10))
def test_speeds_of_remote_vehicles_are_those_of_their_algorithm(algorithm):
    states = empty_states(1)
    states.algorithm[:], states.time[:] = algorithm, 2.0
    for vector, values in zip(states.motion[1:], ((3.0, 4.0, 0.0), (1.0, -1.0, 0.0), (0.0, 0.0, 0.5)), strict=True):
        for component, value in zip(vector, values, strict=True):
            component[:] = value
    yaw, speeds = np.array([0.5]), Speeds(*np.zeros((3, 1)))
    write_speeds(states, yaw, speeds, 4.0)
    x, y = (5.0, 2.0) if algorithm in (4, 5, 8, 9) else (3.0, 4.0)
    forward, left = np.cos(0.5) * x + np.sin(0.5) * y, np.cos(0.5) * y - np.sin(0.5) * x
    expected = (0.0, 0.0) if algorithm == 1 else (x, y) if algorithm > 5 else (forward, left)
    assert (speeds.speed[0], speeds.lateral_speed[0]) == pytest.approx(expected)
    assert speeds.yaw_rate[0] == (0.5 if algorithm in (3, 4, 7, 8) else 0.0)


# ---- floods of anything


@pytest.mark.parametrize("settings", [{}, {"accepts_transfers": True}])
def test_mutated_datagrams_do_not_show_in_a_running_world(settings):
    gateway = besiege(40_000, a_step=1000, **settings)
    assert sum(gateway.received.values()) > 10_000
    assert len(gateway.rejected) >= 7  # each way to be wrong


@pytest.mark.slow
def test_a_million_mutated_datagrams_do_not_show_in_a_running_world():
    gateway = besiege(1_000_000, seed=9, a_step=1000)
    assert sum(gateway.received.values()) > 500_000


def test_hostile_datagrams_through_a_real_socket():
    port = free_port()
    world, quiet = world_under_siege(), world_under_siege()
    own = ExerciseSettings(address="127.0.0.1:9", port=port, application=1, exercise=17, origin_deg=(36.3, -84.2))
    with Gateway(world, own) as gateway, socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as attacker:
        for sent, datagram in enumerate(hostile(4000, seed=3), start=1):
            attacker.sendto(datagram.data, ("127.0.0.1", port))
            if not sent % 200:
                wait_for(lambda sent=sent: gateway.endpoint.counts.received == sent)
                world.step()
                quiet.step()
        assert_untouched(world, quiet)
        assert sum(gateway.received.values()) > 1000


def test_thousands_of_entities_fill_the_free_rows_and_no_more():
    world = world_under_siege()
    gateway, wire = gateway_of(world)
    for number in range(1, 5001):
        wire.put(state((7, number % 7, number)), HOSTS[number % 3])
        if not number % 500:
            world.step()
    assert len(gateway.vehicles()) == 12
    assert world.remote.free_rows.size == 0
    assert gateway.remote.refused["no free row"] == 5000 - 12
    for name, length in lengths_in(gateway):
        assert length <= MOST_KEPT, name


def test_entities_that_come_and_go_leak_nothing():
    world = world_under_siege()
    gateway, wire = gateway_of(world)
    for turn in range(300):
        wire.put(state((7, 7, 1 + turn)))
        world.step()
        assert len(gateway.vehicles()) == 1
        wire.put(state((7, 7, 1 + turn), appearance=DEACTIVATED))
        world.step()
        assert not gateway.vehicles()
    assert world.remote.free_rows.size == 12


def test_many_shots_are_looked_at_in_part():
    world = world_under_siege()
    gateway, wire = gateway_of(world)
    wire.put(state())
    world.step()
    for _ in range(500):
        wire.put(pdus(PduType.FIRE, exercise=17, firing_id=(7, 7, 1), location=located(1500.0, 3000.0)))
    world.step()
    assert len(world.events.shots.shooter) == interactions.MOST_AT_ONCE
    assert gateway._interactions.refused["too many at once"] == 500 - interactions.MOST_AT_ONCE
    world.step()
    assert len(world.events.shots.shooter) == 0


def test_a_flood_of_requests_is_answered_in_part():
    world = world_under_siege()
    gateway, wire = gateway_of(world)
    request = {"originating_id": (7, 7, 0), "receiving_id": (1, 1, 0)}
    for number in range(300):
        wire.put(pdus(PduType.STOP_FREEZE, exercise=17, request_id=number, **request))
        wire.put(data_pdu(PduType.COMMENT, exercise=17, variable=[(1, b"\x1b[2Jhi\n")], **request))
    world.step()
    assert len(acknowledges(wire)) + len(gateway.management.comments) == management.MOST_REQUESTS
    assert all(int(answer["response_flag"]) == ResponseFlag.UNABLE_TO_COMPLY for answer in acknowledges(wire))


def test_comments_keep_no_control_characters():
    world = world_under_siege()
    gateway, wire = gateway_of(world)
    wire.put(data_pdu(PduType.COMMENT, exercise=17, originating_id=(7, 7, 0), receiving_id=(1, 1, 0),
                      variable=[(1, b"\x1b[2Jhi\n")]))  # fmt: skip
    wire.put(state(marking=b"\x1b[1mX\x07\xff"))
    world.step()
    assert [comment.text for comment in gateway.management.comments] == [" [2Jhi "]
    assert [guest.marking for guest in gateway.vehicles()] == ["?[1mX??"]


NUMBERS = st.sampled_from([0.0, 1.0, -1.0, 1e-30, 1e5, -1e5, 6.4e6, 8e9, -8e9, 1e30, float("inf"), float("nan")])
THREE = st.tuples(NUMBERS, NUMBERS, NUMBERS)
IDS = st.tuples(st.sampled_from([0, 1, 7, 65535]), st.sampled_from([0, 1, 7, 65535]), st.sampled_from([0, 1, 2, 65535]))
STATES = st.fixed_dictionaries(
    {"entity_id": IDS},
    optional={
        "location": THREE, "velocity": THREE, "orientation": THREE, "acceleration": THREE, "angular_velocity": THREE,
        "algorithm": st.integers(0, 255), "appearance": st.integers(0, 2**32 - 1),
        "timestamp": st.integers(0, 2**32 - 1), "x": st.sampled_from([1500.0, 1501.0, 3999.9, 1e4]),
    },
)  # fmt: skip


@hypothesis.settings(max_examples=150, deadline=None)
@hypothesis.given(st.lists(st.tuples(STATES, st.sampled_from(HOSTS), st.integers(0, 3)), max_size=12))
def test_any_states_in_any_order_leave_finite_poses_on_the_map(sequence):
    world, quiet = SIEGED
    gateway, wire = gateway_of(world)
    for fields, host, steps in sequence:
        with np.errstate(all="ignore"):
            wire.put(state(**fields), host)
        for _ in range(steps):
            world.step()
            quiet.step()
    rows = world.remote.rows
    assert len(gateway.vehicles()) == rows.size
    for column in (*world.vehicles.pose, *world.vehicles.motion):
        assert np.isfinite(column[rows]).all()
    assert (np.abs(world.vehicles.x[rows]) <= 4000.0).all()
    assert (np.abs(world.vehicles.y[rows]) <= 4000.0).all()
    gateway.close()
    assert world.remote.free_rows.size == 12
    assert_untouched(world, quiet)


# ---- who says it


def test_an_entity_belongs_to_the_host_that_it_first_came_from():
    world = world_under_siege()
    gateway, wire = gateway_of(world)
    wire.put(state(x=1000.0), HOSTS[0])
    wire.put(state(x=2000.0), HOSTS[1])
    world.step()
    wire.put(state(x=2000.0), HOSTS[1])
    wire.put(state(appearance=DEACTIVATED), HOSTS[1])
    world.step()
    (guest,) = gateway.vehicles()
    assert guest.host == HOSTS[0]
    assert world.vehicles.x[guest.vehicle] == pytest.approx(1000.0, abs=5.0)
    assert gateway.remote.refused["another host's"] == 3


def test_only_the_shooters_own_host_can_say_that_it_hit():
    world = world_under_siege()
    _, wire = gateway_of(world)
    wire.put(state())
    world.step()
    at = located(float(world.vehicles.x[0]), float(world.vehicles.y[0]), 1.0)
    wire.put(detonation((7, 7, 1), (1, 1, 1), at), HOSTS[1])
    wire.put(detonation((8, 8, 8), (1, 1, 1), at), HOSTS[0])
    wire.put(detonation((1, 1, 2), (1, 1, 1), at), HOSTS[0])
    wire.put(detonation((7, 7, 1), (1, 1, 1), located(500.0, 500.0)), HOSTS[0])  # not where it stands
    world.step()
    assert not world.vehicles.damage[:OURS].any()
    wire.put(detonation((7, 7, 1), (1, 1, 1), at), HOSTS[0])
    world.step()
    assert world.vehicles.damage[:OURS].tolist() == [0.5, 0.0, 0.0]


def test_only_the_program_that_it_was_offered_to_can_take_a_vehicle():
    world = world_under_siege()
    gateway, wire = gateway_of(world)
    wire.put(state((7, 7, 1)), HOSTS[0])
    world.step()
    gateway.hand_over(0, site=7, application=7)
    (request,) = gateway.management._offers
    wire.put(acknowledge(request, (9, 9, 0)), HOSTS[1])  # a third program
    wire.put(acknowledge(request, (7, 7, 0)), HOSTS[1])  # in the name of the second
    wire.put(acknowledge(request + 1, (7, 7, 0)), HOSTS[0])
    world.step()
    assert world.vehicles.driver[0] == AUTOPILOT
    wire.put(acknowledge(request, (7, 7, 0)), HOSTS[0])
    world.step()
    assert world.vehicles.driver[0] == REMOTE


def test_an_offer_without_an_answer_in_time_is_void():
    world = world_under_siege(dt=0.1)
    gateway, wire = gateway_of(world)
    gateway.hand_over(0, site=7, application=7)
    (request,) = gateway.management._offers
    for _ in range(130):
        world.step()
    wire.put(acknowledge(request, (7, 7, 0)))
    world.step()
    assert world.vehicles.driver[0] == AUTOPILOT


def test_only_its_host_gives_a_vehicle_away_and_no_aircraft_is_taken():
    world = world_under_siege()
    gateway, wire = gateway_of(world, accepts_transfers=True)
    wire.put(state((7, 7, 1)), HOSTS[0])
    wire.put(state((7, 7, 2), entity_type=(1, 2, 225, 20, 0, 0, 0), x=1000.0), HOSTS[0])
    world.step()
    push = {"exercise": 17, "receiving_id": (1, 1, 0), "transfer_type": TransferType.PUSH_ENTITY}
    wire.put(pdus(PduType.TRANSFER_OWNERSHIP, originating_id=(7, 7, 0), entity_id=(7, 7, 1), **push), HOSTS[1])
    wire.put(pdus(PduType.TRANSFER_OWNERSHIP, originating_id=(7, 7, 0), entity_id=(1, 1, 1), **push), HOSTS[0])
    wire.put(pdus(PduType.TRANSFER_OWNERSHIP, originating_id=(7, 7, 0), entity_id=(7, 7, 2), **push), HOSTS[0])
    world.step()
    assert len(gateway.vehicles()) == 2
    wire.put(pdus(PduType.TRANSFER_OWNERSHIP, originating_id=(7, 7, 0), entity_id=(7, 7, 1), **push), HOSTS[0])
    world.step()
    assert [guest.entity_id for guest in gateway.vehicles()] == [(7, 7, 2)]


def test_states_of_the_future_shut_no_host_out_for_long():
    """A source is believed about its own vehicles: a wrong clock of its own costs it two seconds at most."""
    world = world_under_siege()
    gateway, wire = gateway_of(world)
    second = round(2**31 / 3600) << 1
    wire.put(state(x=1000.0, timestamp=100 * second))
    world.step()
    for ahead in (1800, 900, 3, 2.01):  # each is a new beginning, after which the true clock is as well
        wire.put(state(x=2000.0, timestamp=round((100 + ahead) * second)))
        world.step()
        wire.put(state(x=1000.0, timestamp=100 * second))
        world.step()
        (guest,) = gateway.vehicles()
        assert gateway.remote._poses.states.motion.pose.x[gateway.remote._taken[0]] == pytest.approx(1000.0, abs=1.0)
    assert not gateway.remote.refused["late"]
    wire.put(state(x=2000.0, timestamp=101 * second))
    wire.put(state(x=1000.0, timestamp=100 * second))
    world.step()
    assert gateway.remote.refused["late"] == 1
    assert guest.host == HOSTS[0]


# ---- what is told of vehicles that are gone


def test_others_are_informed_when_a_world_leaves():
    world = world_under_siege()
    gateway, wire = gateway_of(world)
    world.step()
    assert len(sent_states(wire)) == OURS
    gateway.close()
    last = sent_states(wire, since=OURS)
    assert [int(each["entity_id"]["entity"]) for each in last] == [1, 2, 3]
    assert all(int(each["appearance"]) & DEACTIVATED for each in last)
    gateway.close()
    assert len(sent_states(wire)) == 2 * OURS


def test_a_vehicle_that_is_removed_is_reported_once_where_it_was():
    world = world_under_siege()
    _, wire = gateway_of(world, obeys=True)
    world.step()
    x = sent_states(wire)[0]["location"]["x"]
    wire.put(pdus(PduType.REMOVE_ENTITY, exercise=17, originating_id=(7, 7, 0), receiving_id=(1, 1, 1), request_id=5))
    world.step()
    world.step()
    assert world.vehicles.driver[0] == ABSENT
    told = [each for each in sent_states(wire) if int(each["appearance"]) & DEACTIVATED]
    assert [int(each["entity_id"]["entity"]) for each in told] == [1]
    assert float(told[0]["location"]["x"]) == pytest.approx(float(x), abs=1.0)
    assert [int(answer["response_flag"]) for answer in acknowledges(wire)] == [ResponseFlag.ABLE_TO_COMPLY]


def test_no_vehicle_of_a_world_that_does_not_obey_is_removed():
    world = world_under_siege()
    _, wire = gateway_of(world)
    request = {"exercise": 17, "originating_id": (7, 7, 0), "receiving_id": (1, 1, 1)}
    wire.put(pdus(PduType.REMOVE_ENTITY, **request))
    wire.put(pdus(PduType.STOP_FREEZE, **request))
    world.step()
    assert world.vehicles.driver[0] == AUTOPILOT
    assert [int(answer["response_flag"]) for answer in acknowledges(wire)] == [ResponseFlag.UNABLE_TO_COMPLY] * 2


# ---- vehicles that change hands, and clocks that are set


def test_a_vehicle_comes_back_when_the_other_falls_silent_and_goes_again():
    world = world_under_siege(dt=0.1)
    gateway, wire = gateway_of(world)
    slots = len(gateway.remote._free_slots)
    for _ in range(2):
        gateway.hand_over(1, site=7, application=7)
        (request,) = gateway.management._offers
        wire.put(acknowledge(request, (7, 7, 0)))
        world.step()
        assert world.vehicles.driver[1] == REMOTE
        for _ in range(130):
            world.step()
        assert world.vehicles.driver[1] == AUTOPILOT
        wire.sent.clear()
        for _ in range(60):
            world.step()
        assert {int(each["entity_id"]["entity"]) for each in sent_states(wire)} == {1, 2, 3}
        assert not any(int(each["appearance"]) & DEACTIVATED for each in sent_states(wire))
    assert len(gateway.remote._free_slots) == slots
    assert not gateway.vehicles()


def test_an_adopted_vehicle_keeps_its_identity_until_it_is_gone():
    world = world_under_siege()
    gateway, wire = gateway_of(world, accepts_transfers=True)
    wire.put(state((7, 7, 1)))
    world.step()
    row = gateway.vehicles()[0].vehicle
    wire.put(pdus(PduType.TRANSFER_OWNERSHIP, exercise=17, originating_id=(7, 7, 0), receiving_id=(1, 1, 0),
                  transfer_type=TransferType.PUSH_ENTITY, entity_id=(7, 7, 1)))  # fmt: skip
    world.step()
    assert world.vehicles.driver[row] == AUTOPILOT
    wire.put(state((7, 7, 1)))  # its old program, which may not have noticed
    world.step()
    assert gateway.remote.refused["own"] == 1
    world.remote.vacate(row)
    world.step()
    last = sent_states(wire)[-1]
    assert last["entity_id"].tolist() == (7, 7, 1)
    assert int(last["appearance"]) & DEACTIVATED
    wire.put(state((7, 7, 1)))
    world.step()
    assert [guest.entity_id for guest in gateway.vehicles()] == [(7, 7, 1)]


def test_a_world_may_be_set_back():
    world = world_under_siege(dt=0.1)
    gateway, wire = gateway_of(world)
    wire.put(state((7, 7, 1)))
    world.step()
    before = world.snapshot()
    for number in range(200):
        wire.put(state((7, 7, 2), x=1000.0, timestamp=number * 119304))
        world.step()
    assert [guest.entity_id for guest in gateway.vehicles()] == [(7, 7, 2)]  # the first was silent
    gateway.hand_over(0, site=7, application=7)
    (request,) = gateway.management._offers
    wire.put(acknowledge(request, (7, 7, 0)))
    world.step()
    world.restore(before)
    wire.sent.clear()
    world.step()
    assert {int(each["entity_id"]["entity"]) for each in sent_states(wire)} == {2, 3}  # at once
    assert world.vehicles.driver[0] == REMOTE
    for _ in range(130):  # ages go on: the second is silent now, and nobody drives the first
        world.step()
    assert not gateway.vehicles()
    assert world.remote.free_rows.size == 12
    assert world.vehicles.driver[0] == AUTOPILOT


@pytest.mark.parametrize("dt", [1 / 30, 0.1])
def test_a_step_may_be_long(dt):
    world = world_under_siege(dt=dt)
    gateway, wire = gateway_of(world)
    for step in range(round(4.0 / dt)):
        if not step % round(1.0 / dt):
            place = 1000.0 + 3.0 * step * dt
            wire.put(state(x=place, velocity=(0.0, 0.0, 0.0), timestamp=0))
        world.step()
    (guest,) = gateway.vehicles()
    assert world.vehicles.x[guest.vehicle] == pytest.approx(1009.0, abs=0.2)


def test_a_stopped_world_says_so_and_starts_again():
    class Pausable:
        is_paused = False

        def pause(self):
            self.is_paused = True

        def resume(self):
            self.is_paused = False

    world, pausable = world_under_siege(), Pausable()
    gateway, wire = gateway_of(world, obeys=True)
    gateway.management._pausable = pausable
    request = {"exercise": 17, "originating_id": (7, 7, 0), "receiving_id": (1, 1, 0)}
    with contextlib.closing(gateway):
        wire.put(pdus(PduType.STOP_FREEZE, **request))
        world.step()
        assert pausable.is_paused
        assert [bool(int(each["appearance"]) & FROZEN) for each in sent_states(wire)] == [True] * OURS
        wire.put(pdus(PduType.REMOVE_ENTITY, **{**request, "receiving_id": (1, 1, 1)}))
        wire.put(pdus(PduType.START_RESUME, **request))  # heard by a thread
        wait_for(lambda: not pausable.is_paused)
        assert world.vehicles.driver[0] == AUTOPILOT  # between steps nobody touches vehicles
        wait_for(lambda: gateway.management._listener is None)
        wire.sent.clear()
        world.step()
        assert world.vehicles.driver[0] == ABSENT
        told = {int(each["entity_id"]["entity"]): int(each["appearance"]) for each in sent_states(wire)}
        assert {entity: bool(bits & DEACTIVATED) for entity, bits in told.items()} == {1: True, 2: False, 3: False}
        assert not told[2] & FROZEN


# ---- large and odd worlds


def test_a_world_of_more_vehicles_than_there_are_identities_sends_the_rest_not():
    world = World(fleets=[Fleet("bicycle", 65_600, name="Käfer \x07")], terrain=Terrain.flat(size=2000.0))
    world.vehicles.x[:], world.vehicles.y[:] = np.arange(65_600) % 256 * 5.0 - 600.0, np.arange(65_600) // 256 * 5.0
    gateway, wire = gateway_of(world)
    gateway.observe(world)
    assert wire.sent_count == 65_534
    last = sent_states(wire)[-1]
    assert int(last["entity_id"]["entity"]) == 65_534
    assert bytes(last["marking"]) == b"K?fer 65533"
    assert gateway._interactions._id_of(65_550) == (0, 0, 0)


def test_a_ship_is_no_longer_than_can_be_found():
    world = world_under_siege()
    gateway, wire = gateway_of(world)
    wire.put(state(entity_type=(1, 3, 225, 1, 0, 0, 0)))
    world.step()
    (guest,) = gateway.vehicles()
    assert world.vehicles.radius[guest.vehicle] <= world.neighbours.circles.grid.cell
    assert remote_entities.LARGEST < 2.0


def test_nothing_waits_without_end(monkeypatch):
    monkeypatch.setattr("motorpool.links.dis.endpoint.MOST_OCTETS_WAITING", 10_000)
    port = free_port()
    world = world_under_siege()
    own = ExerciseSettings(address="127.0.0.1:9", port=port, application=1, origin_deg=(36.3, -84.2))
    with Gateway(world, own) as gateway, socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as attacker:
        for number in range(100):
            attacker.sendto(bytes(1000), ("127.0.0.1", port))
            wait_for(lambda number=number: gateway.endpoint.counts.received == number + 1)
        assert gateway.endpoint.counts.overrun >= 85
        world.step()
        attacker.sendto(bytes(1000), ("127.0.0.1", port))
        wait_for(lambda: gateway.endpoint.counts.received == 101)
        assert len(gateway.endpoint.drain()) == 1
