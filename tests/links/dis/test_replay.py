"""Replay: what is sent again, when, and with which headers."""

import pytest

from motorpool.errors import ExerciseError
from motorpool.links.dis.tools.captures import Captured, CaptureWriter
from motorpool.links.dis.tools.headers import headers, is_dis, rewritten
from motorpool.links.dis.tools.replay import Replay, contents_of, datagrams_of, replay
from motorpool.links.dis.wire.encoding import datagrams, pdus
from motorpool.links.dis.wire.enumerations import PduType
from motorpool.links.dis.wire.timestamps import from_seconds, to_seconds


def pdu(pdu_type=PduType.ENTITY_STATE, **fields) -> bytes:
    return b"".join(map(bytes, datagrams(pdus(pdu_type, **fields))))


class Clock:
    """A clock that only sleeping moves."""

    def __init__(self):
        self.time = 100.0

    def now(self):
        return self.time

    def sleep(self, seconds):
        assert seconds > 0.0
        self.time += seconds


def sent_at(times, **how):
    clock, sent = Clock(), []
    captured = [Captured(time, pdu(timestamp=8), "10.0.0.1", 3000) for time in times]
    replay(captured, lambda _: sent.append(clock.time - 100.0), Replay(**how), now=clock.now, sleep=clock.sleep)
    return sent


def test_datagrams_leave_at_the_recorded_pace():
    assert sent_at([50.0, 50.5, 50.5, 53.0]) == pytest.approx([0.0, 0.5, 0.5, 3.0])


def test_a_rate_of_two_halves_the_time():
    assert sent_at([50.0, 51.0, 54.0], rate=2.0) == pytest.approx([0.0, 0.5, 2.0])


def test_a_datagram_out_of_order_is_sent_at_once():
    assert sent_at([50.0, 49.0, 51.0]) == pytest.approx([0.0, 0.0, 1.0])


def test_a_client_that_is_late_sends_at_once_and_loses_nothing():
    clock, sent = Clock(), []

    def slow(_):
        sent.append(clock.time - 100.0)
        clock.time += 2.0

    captured = [Captured(float(time), pdu(), "10.0.0.1", 3000) for time in range(4)]
    assert replay(captured, slow, now=clock.now, sleep=clock.sleep) == 4
    assert sent == pytest.approx([0.0, 2.0, 4.0, 6.0])


def test_progress_may_end_a_replay():
    def give_up(count, _):
        if count == 2:
            raise KeyboardInterrupt

    clock, sent = Clock(), []
    captured = [Captured(float(time), pdu(), "10.0.0.1", 3000) for time in range(4)]
    with pytest.raises(KeyboardInterrupt):
        replay(captured, sent.append, progress=give_up, now=clock.now, sleep=clock.sleep)
    assert len(sent) == 2


@pytest.mark.parametrize("rate", [0.0, -1.0, float("nan"), 1e6])
def test_a_rate_that_is_none_is_refused(rate):
    with pytest.raises(ExerciseError, match="it must be above 0, at most 1000"):
        Replay(rate).checked()


@pytest.mark.parametrize("exercise", [0, 256])
def test_an_exercise_that_no_header_can_hold_is_refused(exercise):
    with pytest.raises(ExerciseError, match="it must be a whole number of 1 to 255"):
        Replay(exercise=exercise).checked()


@pytest.mark.parametrize("is_absolute", [True, False])
def test_new_timestamps_are_of_the_moment_and_as_absolute_as_the_old_ones(is_absolute):
    old = pdu(timestamp=from_seconds(10.0, is_absolute=is_absolute)) + pdu(PduType.FIRE, timestamp=7)
    first, second = headers(rewritten(old, time=3600.0 * 5 + 1234.5))
    assert first.timestamp & 1 == is_absolute
    assert second.timestamp & 1 == 1
    assert [to_seconds(one.timestamp) for one in (first, second)] == pytest.approx([1234.5] * 2, abs=1e-5)


def test_headers_alone_change_and_only_what_was_asked():
    old = pdu(timestamp=1234, exercise=3, entity_id=(1, 2, 3)) + pdu(PduType.DETONATION, exercise=3)
    new = rewritten(old, exercise=200)
    changed = [index for index, (before, after) in enumerate(zip(old, new, strict=True)) if before != after]
    assert changed == [1, 145]
    assert {header.exercise for header in headers(new)} == {200}
    assert rewritten(old) == old
    assert rewritten(b"no DIS at all", exercise=2, time=0.0) == b"no DIS at all"


@pytest.mark.parametrize(
    "data",
    [b"", bytes(11), bytes(200), b"\x07\x01\x01\x01" + bytes(8), pdu()[:143], b"\x04" + pdu()[1:], b"\x08" + pdu()[1:]],
)
def test_what_is_no_dis_is_not_taken_for_it(data):
    assert not is_dis(data)


def test_dis_is_known_by_its_header_also_where_its_type_is_not_spoken():
    signal = bytearray(pdu())
    signal[2:4] = 26, 4
    assert is_dis(bytes(signal))
    assert is_dis(pdu() + b"\0\0\0\0")  # padded by the sender


def test_what_a_capture_has_is_counted_and_chosen_by_header_or_port(tmp_path):
    path = tmp_path / "a.pcap"
    with CaptureWriter(path) as writer:
        writer.write(10.0, pdu(), source="10.0.0.1", port=3000)
        writer.write(11.0, b"something else", source="10.0.0.2", port=53)
        writer.write(12.5, pdu(), source="10.0.0.3", port=6993)
    assert contents_of(path) == (2, 1, 2.5, ("10.0.0.1", "10.0.0.3"))
    assert contents_of(path, port=53) == (1, 2, 0.0, ("10.0.0.2",))
    assert [one.port for one in datagrams_of(path)] == [3000, 6993]
    with pytest.raises(ExerciseError, match="has no UDP datagram to port 4000; it has 3 of other kinds"):
        contents_of(path, port=4000)
