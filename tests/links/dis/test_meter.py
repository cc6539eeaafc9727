"""The meter: rates, hosts and the error of dead reckoning of states whose errors are known."""

import numpy as np
import pytest

from motorpool.links.dis.endpoint import Datagram
from motorpool.links.dis.motion.dead_reckoning import Thresholds
from motorpool.links.dis.tools import meter as module
from motorpool.links.dis.tools.meter import OVERHEAD, WINDOW, Meter
from motorpool.links.dis.wire.encoding import datagrams, pdus
from motorpool.links.dis.wire.enumerations import PduType
from motorpool.links.dis.wire.timestamps import from_seconds

BEGIN = 1_700_000_000.0
PLACE = np.array((523_099.0, -5_116_487.0, 3_760_050.0))
VELOCITY = np.array((3.0, -4.0, 12.0))  # 13 m/s


def come(time, pdu_type=PduType.ENTITY_STATE, *, host="10.0.0.1", **fields) -> Datagram:
    (data,) = datagrams(pdus(pdu_type, timestamp=from_seconds(time), **fields))
    return Datagram(bytes(data), host, BEGIN + time)


def moving(time, offset=0.0, *, entity=1, **fields) -> Datagram:
    """A state of a body in steady motion, beside where it should be by an offset [m]."""
    where = PLACE + VELOCITY * time + np.array((0.0, offset, 0.0))
    fields = {"algorithm": 2, "location": tuple(where), "velocity": tuple(VELOCITY), **fields}
    return come(time, entity_id=(1, 1, entity), **fields)


def read(*datagrams_, at=3.0, **settings):
    meter = Meter(BEGIN, **settings)
    meter.take(datagrams_)
    return meter.read(BEGIN + at)


def test_the_error_is_how_far_a_state_lies_from_where_the_one_before_leads_to():
    offsets = [0.0, 0.5, 0.4, 1.0]  # each state's error: to the extrapolation from the one before
    error = read(*(moving(float(time), offset) for time, offset in enumerate(offsets))).error
    assert error.states == 3
    assert error.largest == pytest.approx(0.6, abs=1e-5)
    assert error.median == pytest.approx(0.5, abs=1e-5)


def test_each_entity_is_compared_with_itself_also_in_one_batch():
    pairs = [(0.0, 1), (0.0, 2), (1.0, 1), (1.0, 2), (2.0, 1), (2.0, 2)]
    error = read(*(moving(time, 0.25 * time * entity, entity=entity) for time, entity in pairs)).error
    assert error.states == 4
    assert error.largest == pytest.approx(0.5, abs=1e-5)
    assert error.median == pytest.approx(0.375, abs=1e-5)


def test_a_flood_of_one_entity_is_counted_whole_and_compared_in_part():
    states = [moving(0.01 * step) for step in range(500)]
    reading = read(*states, moving(5.5, 0.25), at=6.0)
    assert reading.pdus == {"entity_state": 501}
    assert reading.error.states == module.MOST_ROUNDS - 1
    assert reading.error.largest == pytest.approx(0.25, abs=1e-4)  # of the last


def test_acceleration_and_body_axes_are_extrapolated_by_the_algorithm_that_came():
    first = moving(0.0, algorithm=4, acceleration=(2.0, 0.0, 0.0))
    second = moving(2.0, algorithm=4)
    assert read(first, second).error.largest == pytest.approx(0.5 * 2.0 * 2.0**2, abs=1e-5)


def test_a_delay_on_the_way_is_no_error_where_timestamps_tell():
    first, second = moving(0.0), moving(1.0)
    assert read(first, second._replace(time=BEGIN + 1.4)).error.largest == pytest.approx(0.0, abs=1e-4)


def test_without_timestamps_the_times_of_arrival_count():
    first, second = moving(0.0), moving(1.0)
    frozen = [Datagram(one.data[:4] + bytes(4) + one.data[8:], one.host, one.time) for one in (first, second)]
    assert read(*frozen).error.largest == pytest.approx(0.0, abs=1e-4)


def test_what_stands_says_nothing_about_dead_reckoning():
    still = {"algorithm": 1, "velocity": (0.0, 0.0, 0.0), "location": tuple(PLACE)}
    assert read(*(moving(float(time), **still) for time in range(3))).error is None


def test_rates_are_over_the_last_seconds_and_numbers_since_the_beginning():
    states = [moving(0.1 * step) for step in range(200)]
    reading = read(*states, come(19.9, PduType.FIRE, host="10.0.0.2"), at=20.0)
    assert reading.pdus == {"entity_state": 200, "fire": 1}
    assert reading.pdus_a_second["entity_state"] == pytest.approx(10.0, abs=0.21)
    assert reading.pdus_a_second["fire"] == 1.0 / WINDOW
    octets = (144 + OVERHEAD) * 5.0 * reading.pdus_a_second["entity_state"] + 96 + OVERHEAD
    assert reading.bits_a_second == pytest.approx(8.0 * octets / WINDOW)
    first, second = reading.hosts
    assert (first.host, first.entities, first.pdus) == ("10.0.0.1", 1, 200)
    assert (second.host, second.entities, second.pdus) == ("10.0.0.2", 0, 1)


def test_late_overdue_and_silent_are_counted():
    states = [moving(0.0), moving(1.0), moving(0.5)._replace(time=BEGIN + 1.1), moving(9.0)]
    reading = read(*states, at=10.0)
    assert (reading.late, reading.overdue, reading.timed_out, reading.entities) == (1, 1, 0, 1)
    reading = read(*states, at=9.1 + 12.0)
    assert (reading.timed_out, reading.entities, reading.all_entities) == (1, 0, 1)
    assert read(*states, at=10.0, thresholds=Thresholds(heartbeat=6.0)).overdue == 0


def test_a_client_that_says_that_it_leaves_is_gone_at_once_and_no_error_is_taken_of_that():
    reading = read(moving(0.0), moving(1.0), moving(2.0, 40.0, appearance=1 << 23))
    assert (reading.entities, reading.all_entities, reading.timed_out) == (0, 1, 0)
    assert reading.error.states == 1
    assert reading.error.largest == pytest.approx(0.0, abs=1e-4)


def test_what_is_rejected_is_counted_by_its_reason():
    reading = read(Datagram(b"x", "10.0.0.1", BEGIN), Datagram(moving(0.0).data[:100], "10.0.0.1", BEGIN))
    assert sorted(reading.rejected.values()) == [1, 1]
    assert reading.entities == 0


def test_many_entities_and_hosts_take_no_more_than_so_much_room(monkeypatch):
    monkeypatch.setattr(module, "MOST_ENTITIES", 20)
    monkeypatch.setattr(module, "MOST_HOSTS", 5)
    meter = Meter(BEGIN)
    for time in (0.0, 1.0):
        meter.take([moving(time, entity=entity)._replace(host=f"10.0.0.{entity}") for entity in range(1, 51)])
    reading = meter.read(BEGIN + 1.0)
    assert (reading.entities, reading.all_entities, len(reading.hosts)) == (20, 20, 5)
    assert reading.error.states == 20
    assert reading.pdus == {"entity_state": 100}


def test_bits_that_are_no_motion_do_not_stop_it():
    rng = np.random.default_rng(5)
    meter = Meter(BEGIN)
    good = moving(0.0).data
    for step in range(300):
        data = bytearray(good)
        for place in rng.integers(12, len(data), 8):
            data[place] = rng.integers(256)
        meter.take([Datagram(bytes(data), "10.0.0.1", BEGIN + 0.01 * step)])
    meter.read(BEGIN + 3.0)
    assert meter.pdus[PduType.ENTITY_STATE] + sum(meter.rejected.values()) == 300
