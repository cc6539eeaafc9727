"""Sockets of an exercise, on this machine alone."""

import contextlib

import pytest
from sockets import free_port, wait_for

from motorpool.errors import ExerciseError
from motorpool.links.dis import endpoint
from motorpool.links.dis.endpoint import Endpoint


def pair(**settings):
    one, two = free_port(), free_port()
    stack = contextlib.ExitStack()
    first = stack.enter_context(Endpoint(f"127.0.0.1:{two}", port=one, **settings))
    second = stack.enter_context(Endpoint(f"127.0.0.1:{one}", port=two, **settings))
    return stack, first, second


def test_two_hosts_hear_each_other():
    stack, first, second = pair()
    with stack:
        first.send(b"from the first")
        second.send(b"from the second")
        wait_for(lambda: first.counts.received == 1 and second.counts.received == 1)
        assert [come[:2] for come in first.drain()] == [(b"from the second", "127.0.0.1")]
        assert [come[:2] for come in second.drain()] == [(b"from the first", "127.0.0.1")]
        assert second.drain() == []


@pytest.mark.parametrize("address", ["239.255.30.0", "127.255.255.255"])
def test_all_programs_of_a_machine_hear_what_one_sends_to_a_group(address):
    port = free_port()
    try:
        first = Endpoint(address, port=port)
    except ExerciseError as error:
        pytest.skip(f"this machine's loopback cannot do it: {error}")
    with first, Endpoint(address, port=port) as second:
        first.send(b"to all")
        if address.startswith("127") and first.counts.unsent:
            pytest.skip("this machine's loopback has no broadcast address")
        wait_for(lambda: second.counts.received == 1 and first.counts.received == 1)
        for come in (*first.drain(), *second.drain()):
            assert come[:2] == (b"to all", "127.0.0.1")


def test_a_flood_from_one_source_is_cut_and_counted(monkeypatch):
    stack, first, second = pair(most_a_second=10)
    with stack:
        for sent in range(1, 501):
            first.send(b"flood")
            if sent % 50 == 0:  # as many as wait for a thread that is held up
                wait_for(lambda sent=sent: second.counts.received == sent)
        kept = len(second.drain())
        assert 10 <= kept < 500  # ten in each second that it took
        assert second.counts.flooded == 500 - kept


def test_messages_without_a_reader_are_dropped_and_counted_and_memory_does_not_grow(monkeypatch):
    monkeypatch.setattr(endpoint, "MOST_WAITING", 20)
    stack, first, second = pair()
    with stack:
        for number in range(50):
            first.send(str(number).encode())
        wait_for(lambda: second.counts.received == 50)
        assert [int(datagram.data) for datagram in second.drain()] == list(range(20))
        assert second.counts.overrun == 30


def test_only_so_many_sources_are_heard_in_a_second(monkeypatch):
    monkeypatch.setattr(endpoint, "MOST_SOURCES", 0)
    stack, first, second = pair()
    with stack:
        first.send(b"one too many")
        wait_for(lambda: second.counts.received == 1)
        assert second.drain() == []
        assert second.counts.flooded == 1


def test_a_datagram_that_the_network_refuses_is_counted():
    stack, first, _ = pair()
    with stack:
        first.send(bytes(70_000))  # longer than UDP can carry
        assert first.counts.unsent == 1
        assert first.counts.sent == 0


@pytest.mark.parametrize("address", ["192.168.1.255", "10.1.2.3:3001", "255.255.255.255"])
def test_nothing_leaves_this_machine_by_default(address):
    with pytest.raises(ExerciseError, match=r"is on another machine.*give interface 0\.0\.0\.0"):
        Endpoint(address, port=free_port())


@pytest.mark.parametrize("address", ["tank-park", "127.0.0.1:port", "127.0.0.1:0", "127.0.0.1:70000", "::1", ""])
def test_what_is_no_address_is_refused_in_a_sentence(address):
    with pytest.raises(ExerciseError, match="cannot be used; give an IPv4 address"):
        Endpoint(address, port=free_port())


def test_an_interface_that_is_none_is_refused():
    with pytest.raises(ExerciseError, match="interface is 'eth0'; it must be an IPv4 address of this machine"):
        Endpoint("127.0.0.1", port=free_port(), interface="eth0")


def test_multicast_on_an_interface_that_this_machine_does_not_have_is_refused():
    with pytest.raises(ExerciseError, match=r"multicast to 239.* is not possible on the interface 192\.0\.2\.1"):
        Endpoint("239.255.30.0", port=free_port(), interface="192.0.2.1")


def test_a_port_that_somebody_has_is_refused():
    port = free_port()
    with (
        Endpoint("127.0.0.1:3999", port=port),
        pytest.raises(ExerciseError, match=f"port {port} of 127.0.0.1 cannot be opened"),
    ):
        Endpoint("127.0.0.1:3999", port=port)
