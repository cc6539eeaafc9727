"""Every command that starts something listens on this machine's loopback alone, unless it is told otherwise.

The cluster that ``--ray`` starts is looked at in ``test_cluster``.
"""

import os
import signal
import threading
import time
from pathlib import Path
from typing import NamedTuple

import pytest
from command_line import answered
from listening import Listening, beyond_loopback, groups_beyond_loopback, listening_sockets, on_linux, processes_below
from pace import patience
from sockets import free_port

from motorpool.dis.tools.captures import CaptureWriter
from motorpool.dis.wire.encoding import datagrams, entity_states

pytestmark = on_linux
LOOKS = 5  # at a command that listens, before it is ended
PAGE = ("--no-browser", "--port", "0")


class Seen(NamedTuple):
    """Sockets of a command and its processes while it ran, beside those that were there before."""

    code: int
    told: str
    sockets: set[Listening]
    groups: set[str]


def watched(*arguments: object, kinds: tuple[str, ...] = ()) -> Seen:
    """Run a command in this process, and end it by Ctrl-C some time after it listens.

    Args:
        arguments: of the command.
        kinds: of sockets to wait for before Ctrl-C; without any, the command ends by itself.
    """
    before, groups_before = listening_sockets(*processes_below()), groups_beyond_loopback()
    sockets: set[Listening] = set()
    groups: set[str] = set()
    over = threading.Event()

    def watch() -> None:
        looks, end = 0, time.monotonic() + patience(60.0)
        while not over.wait(0.05):
            sockets.update(listening_sockets(*processes_below()) - before)
            groups.update(groups_beyond_loopback() - groups_before)
            looks += all(any(one.kind.startswith(kind) for one in sockets) for kind in kinds)
            if kinds and (looks == LOOKS or time.monotonic() > end):
                os.kill(os.getpid(), signal.SIGINT)
                return

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        done = answered(*arguments)
    finally:
        over.set()
        watcher.join()
    return Seen(done.returncode, done.stdout + done.stderr, sockets, groups)


@pytest.fixture(scope="module")
def scenario(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("sockets") / "few.yaml"
    file.write_text("terrain: {source: flat, size: 500}\nvehicles: [{model: bicycle, count: 2}]\n")
    return file


@pytest.fixture(scope="module")
def recording(scenario: Path) -> Path:
    file = scenario.with_name("few.parquet")
    assert answered("run", scenario, "--headless", "--seconds", "0.2", "--record", file).returncode == 0
    return file


@pytest.fixture(scope="module")
def capture(scenario: Path) -> Path:
    file = scenario.with_name("one.pcap")
    with CaptureWriter(file) as writer:
        for second in range(100):
            writer.write(float(second), bytes(datagrams(entity_states(1))[0]))
    return file


def check_listens_at_home(*arguments: object, kinds: tuple[str, ...]) -> None:
    """Check that a command listened, and nowhere that another machine reaches."""
    seen = watched(*arguments, kinds=kinds)
    assert {one.kind.rstrip("6") for one in seen.sockets} == set(kinds), seen.told
    assert beyond_loopback(seen.sockets) == set(), seen.told
    assert seen.groups == set(), seen.told


def test_a_live_world_listens_on_the_loopback(scenario: Path):
    check_listens_at_home("run", scenario, *PAGE, kinds=("tcp",))


def test_a_live_world_in_an_exercise_listens_on_the_loopback(scenario: Path):
    exercise = ("--dis", "--exercise", f"port={free_port()}", "--exercise", "origin_deg=[0, 0]")
    check_listens_at_home("run", scenario, *PAGE, *exercise, kinds=("tcp", "udp"))


def test_the_playground_listens_on_the_loopback():
    check_listens_at_home("playground", *PAGE, kinds=("tcp",))


def test_a_replay_listens_on_the_loopback(recording: Path):
    check_listens_at_home("replay", recording, *PAGE, kinds=("tcp",))


@pytest.mark.parametrize("command", [("dump",), ("meter",), ("record", "FILE"), ("replay", "CAPTURE")])
def test_tools_of_exercises_listen_on_the_loopback(command: tuple[str, ...], capture: Path, tmp_path: Path):
    files = {"FILE": tmp_path / "new.pcap", "CAPTURE": capture}
    address = ("--to" if "replay" in command else "--address", f"239.255.30.0:{free_port()}")
    check_listens_at_home("dis", *(files.get(word, word) for word in command), *address, kinds=("udp",))


@pytest.mark.slow
def test_a_sweep_in_processes_listens_nowhere(scenario: Path, tmp_path: Path):
    seen = watched(
        "sweep",
        scenario,
        "--vary",
        "seed=0:2",
        "--seconds",
        "0.1",
        "--workers",
        "2",
        "--out",
        tmp_path / "out",
    )
    assert seen.code == 0, seen.told
    assert seen.sockets == set()


def test_the_list_knows_a_socket_that_others_reach():
    """The checks above could not fail otherwise."""
    import socket

    with socket.socket() as tcp, socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp, socket.socket() as own:
        tcp.bind(("0.0.0.0", 0))
        tcp.listen()
        udp.bind(("0.0.0.0", 0))
        own.bind(("127.0.0.1", 0))
        own.listen()
        found = beyond_loopback(listening_sockets())
        assert {("tcp", "0.0.0.0", tcp.getsockname()[1]), ("udp", "0.0.0.0", udp.getsockname()[1])} <= found
        assert ("tcp", "127.0.0.1", own.getsockname()[1]) in listening_sockets() - found
