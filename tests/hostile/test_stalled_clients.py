"""Clients of every server that read little or ask for nothing: the world and other clients do not notice."""

import os
import re
import socket
import threading
import time
from pathlib import Path

import pytest
from pace import patience
from servers import BEHAVIOURS, DEAF, SERVERS, connect, drip, enter, misbehave, running

import motorpool
from motorpool.links.ros import rosbridge
from motorpool.links.serving import listening

STEPS = 120  # 2 s of the world
FILLING_STEPS = 60  # after which a client that does not read has all that is kept for it
MOST_MEMORY = 48 << 20  # growth in STEPS [bytes]
CROWD = 200
QUICK = {("rosbridge", DEAF)}


def cases():
    for name in SERVERS:
        for behaviour in BEHAVIOURS:
            marks = pytest.mark.quick if (name, behaviour) in QUICK else pytest.mark.slow
            yield pytest.param(name, behaviour, marks=marks, id=f"{name} {behaviour}")


def cost_of(step, count: int) -> float:
    """Return the processor time of all threads for a number of steps [s]."""
    began = time.process_time()
    for _ in range(count):
        step()
    return time.process_time() - began


@pytest.fixture(autouse=True)
def few_bytes_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the system and the servers keep little for a client, so that it is soon full."""
    set_options = listening._set_options

    def set_small(listener: socket.socket) -> None:
        set_options(listener)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 14)

    monkeypatch.setattr(listening, "_set_options", set_small)
    monkeypatch.setattr(rosbridge, "LONGEST_BUFFER", 1 << 16)


@pytest.mark.parametrize(("name", "behaviour"), list(cases()))
def test_the_world_and_others_do_not_notice_a_client_that_stalls(name: str, behaviour: str):
    with running(name) as server:
        cost_of(server.step, 60)
        alone = cost_of(server.step, STEPS)
        with misbehave(server, behaviour) as bad:

            def step() -> None:
                server.step()
                drip(bad, behaviour)

            for _ in range(FILLING_STEPS):
                step()
                time.sleep(0.002)  # for the server's thread
            memory = resident_bytes()
            assert cost_of(step, STEPS) < 2.0 * alone + 0.3
            assert resident_bytes() - memory < MOST_MEMORY
            assert_enters(server)
        stops_in_time(server)


def resident_bytes() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def assert_enters(server) -> None:
    good, status = enter(server)
    with good:
        assert status == 101


def stops_in_time(server) -> None:
    stopping = threading.Thread(target=server.stop, daemon=True)
    stopping.start()
    stopping.join(patience(10.0))
    assert not stopping.is_alive(), "the server does not stop"


@pytest.mark.slow
@pytest.mark.parametrize("name", SERVERS)
def test_a_silent_crowd_keeps_no_client_out(name: str):
    with running(name) as server:
        crowd = [connect(server) for _ in range(CROWD)]
        try:
            for _ in range(3):
                assert_enters(server)
                server.step()
        finally:
            for silent in crowd:
                silent.close()
        stops_in_time(server)


def test_every_module_that_serves_connections_is_tried():
    package = Path(motorpool.__file__).parent
    serves = {
        file.relative_to(package).as_posix()
        for file in package.rglob("*.py")
        if re.search(r"= listen\(|\.start_server\(", file.read_text(encoding="utf-8"))
    }
    assert serves == {
        "app/viewer/serving/server.py",
        "app/viewer/serving/playground_server.py",
        "links/ros/rosbridge.py",
        "links/ros/foxglove_server.py",
    }
    assert len(serves) == len(SERVERS)
