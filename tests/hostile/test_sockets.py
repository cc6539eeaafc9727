"""Every command that starts something listens on this machine's loopback alone, unless it is told otherwise."""

import json
import os
import re
import signal
import threading
import time
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import typer
from command_line import answered
from listening import Listening, beyond_loopback, groups_beyond_loopback, listening_sockets, on_linux, processes_below
from pace import patience
from sockets import free_port

import motorpool
from motorpool.app.cli.app import app
from motorpool.links.dis.tools.captures import CaptureWriter
from motorpool.links.dis.wire.encoding import datagrams, entity_states
from motorpool.world.scenario import shipped
from motorpool.world.scenario.format import json_schema

pytestmark = on_linux
LOOKS = 5  # at a command that listens, before it is ended
PAGE = "--no-browser --port PORT"
EXERCISE = "--exercise port=PORT --exercise origin_deg=[0,0]"

# Commands that listen, and the kinds of their sockets. FEW, RECORDING, CAPTURE and NEW are files, PORT is a free one.
LISTENING = {
    "a live world": (f"run FEW {PAGE}", "tcp"),
    "a live world in an exercise": (f"run FEW --no-browser --port 0 --dis {EXERCISE}", "tcp udp"),
    "a world without a page in an exercise": (f"run FEW --headless --dis {EXERCISE}", "udp"),
    "a world for robot programs": ("run FEW --headless --ros --ros-port PORT", "tcp"),
    "a world for Foxglove": ("run FEW --headless --foxglove --foxglove-port PORT", "tcp"),
    "a live world for robot programs": (f"run FEW {PAGE} --ros rosbridge --ros-port 0", "tcp"),
    "the playground": (f"playground {PAGE}", "tcp"),
    "a replay": (f"replay RECORDING {PAGE}", "tcp"),
    "a dump of an exercise": ("dis dump --address 239.255.30.0:PORT", "udp"),
    "a measurement of an exercise": ("dis meter --address 239.255.30.0:PORT", "udp"),
    "a capture of an exercise": ("dis record NEW.pcap --address 239.255.30.0:PORT", "udp"),
    "a replay of a capture": ("dis replay CAPTURE --to 239.255.30.0:PORT --exercise 1", "udp"),
    "an exercise full of vehicles": (
        "dis populate 2 --scenario FEW --exercise port=PORT --exercise origin_deg=[0,0]",
        "udp",
    ),
}
IN_CLUSTERS = {  # the same of commands that start a cluster of Ray
    "a sweep": "sweep FEW --vary seed=0:2 --seconds 0.1 --ray local --out NEW",
    "a world of regions": "run FEW --regions 2 --ray local --headless --seconds 0.2",
}
SILENT = {"a sweep in processes": "sweep FEW --vary seed=0:2 --seconds 0.1 --workers 2 --out NEW"}

# Options with which a command opens sockets, and the modules that do; --host and --interface choose their address.
LISTENS = {
    "--port",
    "--ros",
    "--foxglove",
    "--dis",
    "--exercise",
    "--address",
    "--to",
    "--regions",
    "--ray",
    "--workers",
}
NO_NETWORK = {("export", "--to")}  # an option of the same name: the language
OPENERS = {
    "studies/distributed/cluster.py",
    "links/dis/endpoint.py",
    "links/ros/foxglove_server.py",
    "links/serving/listening.py",
}
OPENS = re.compile(
    r"\.bind\(\(|\.bind\(address|\.listen\(\)|ray\.init\(|create_server|serve_forever|HTTPServer|uvicorn\.run|\.start_server\("
)


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


@pytest.fixture
def words_of(scenario: Path, recording: Path, capture: Path, tmp_path: Path) -> Any:
    """A function that returns the words of a command, with files and a port in place of their names."""

    def words(command: str) -> list[str]:
        files = {"FEW": scenario, "RECORDING": recording, "CAPTURE": capture, "NEW": tmp_path / "new"}
        names = {**files, "PORT": free_port()}
        return [re.sub("|".join(names), lambda found: str(names[found[0]]), word) for word in command.split()]

    return words


def check_listens_at_home(seen: Seen, kinds: set[str]) -> None:
    """Check that a command listened, and nowhere that another machine reaches."""
    assert {one.kind.rstrip("6") for one in seen.sockets} == kinds, seen.told
    assert beyond_loopback(seen.sockets) == set(), seen.told
    assert seen.groups == set(), seen.told


@pytest.mark.parametrize("name", LISTENING)
def test_what_a_command_starts_listens_on_the_loopback(name: str, words_of: Any):
    command, kinds = LISTENING[name]
    check_listens_at_home(watched(*words_of(command), kinds=tuple(kinds.split())), set(kinds.split()))


@pytest.mark.slow
@pytest.mark.parametrize("name", IN_CLUSTERS)
def test_a_cluster_that_a_command_starts_listens_on_the_loopback(name: str, words_of: Any):
    pytest.importorskip("ray", reason="clusters need ray, which the extra cluster installs")
    seen = watched(*words_of(IN_CLUSTERS[name]))
    assert seen.code == 0, seen.told
    assert len(seen.sockets) >= 5  # this program, the head, its raylet, an agent, a worker
    check_listens_at_home(seen, {"tcp"})


@pytest.mark.slow
@pytest.mark.parametrize("name", SILENT)
def test_a_command_that_needs_no_socket_listens_nowhere(name: str, words_of: Any):
    seen = watched(*words_of(SILENT[name]))
    assert seen.code == 0, seen.told
    assert seen.sockets == set()


def test_no_command_that_listens_is_left_out():
    commands = [*(command for command, _ in LISTENING.values()), *IN_CLUSTERS.values(), *SILENT.values()]
    tried = [command.split() for command in commands]
    for name, options in options_of(typer.main.get_command(app)):
        own = [words for words in tried if words[: len(name)] == list(name)]
        missing = (options & LISTENS) - {word for words in own for word in words}
        missing -= {option for command, option in NO_NETWORK if command == " ".join(name)}
        assert not missing, (
            f"no test looks at the sockets of motorpool {' '.join(name)} with {', '.join(sorted(missing))}"
        )


def options_of(command: Any, name: tuple[str, ...] = ()) -> list[tuple[tuple[str, ...], set[str]]]:
    """Return the commands below one, each with the options that it has."""
    below = getattr(command, "commands", None)
    if below is None:
        return [(name, {word for parameter in command.params for word in parameter.opts})]
    return [found for word, one in below.items() for found in options_of(one, (*name, word))]


def test_a_module_that_opens_sockets_is_known():
    """A new one comes with new commands above."""
    package = Path(motorpool.__file__).parent
    opens = {
        file.relative_to(package).as_posix()
        for file in package.rglob("*.py")
        if OPENS.search(file.read_text(encoding="utf-8"))
    }
    assert opens == OPENERS


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


# ---- scenarios that name networks

EVERYWHERE = {  # keys of an exercise that lead beyond this machine
    "every interface": {"interface": "0.0.0.0", "address": "127.0.0.1"},
    "another interface": {"interface": "192.0.2.1"},
    "a host": {"address": "192.0.2.1", "interface": "0.0.0.0"},
    "a host with a port": {"address": "192.0.2.1:3001"},
    "a broadcast": {"address": "255.255.255.255", "interface": "0.0.0.0"},
    "a broadcast of a network": {"address": "192.0.2.255"},
    "a group on every interface": {"address": "239.255.30.0", "interface": "0.0.0.0"},
    "no address": {"address": "0.0.0.0"},
    "something that is none": {"address": "example.com", "interface": "0.0.0.0"},
    "a number": {"address": "2130706433"},
    "another protocol": {"interface": "::", "address": "::1"},
}


def invitation(folder: Path, keys: dict[str, Any]) -> Path:
    file = folder / "invited.yaml"
    pairs = ", ".join(f"{key}: '{value}'" for key, value in keys.items())
    file.write_text(
        "terrain: {source: flat, size: 500}\nvehicles: [{model: bicycle, count: 2}]\n"
        f"exercise: {{port: {free_port()}, origin_deg: [47, 9], obey: true, accept_transfers: true, {pairs}}}\n"
    )
    return file


@pytest.mark.parametrize("name", EVERYWHERE)
def test_a_scenario_alone_opens_no_network(name: str, tmp_path: Path):
    file = invitation(tmp_path, EVERYWHERE[name])
    commands = [["run", file, "--headless", "--seconds", "0.1"], ["run", file, "--dis", "--headless"]]
    for command in (
        *commands,
        ["dis", "populate", "2", "--scenario", file],
        ["run", file, "--no-browser", "--port", "0"],
    ):
        seen = watched(*command)
        assert seen.code == 2, seen.told
        assert "Traceback" not in seen.told
        assert {one for one in seen.sockets if one.kind.startswith("udp")} == set()
        assert beyond_loopback(seen.sockets) == set()
        assert seen.groups == set()


@pytest.mark.parametrize("keys", [{"address": "127.0.0.1"}, {"address": "localhost"}, {}], ids=str)
def test_a_scenario_may_name_the_loopback(keys: dict[str, Any], tmp_path: Path):
    seen = watched("run", invitation(tmp_path, keys), "--headless", kinds=("udp",))
    check_listens_at_home(seen, {"udp"})


def test_an_option_opens_the_network_that_it_names(tmp_path: Path):
    file = invitation(tmp_path, {"interface": "0.0.0.0", "address": "127.0.0.1"})
    seen = watched("run", file, "--headless", "--exercise", "interface=0.0.0.0", kinds=("udp",))
    assert {one.host for one in seen.sockets} == {"0.0.0.0"}, seen.told


def test_a_scenario_without_its_exercise_runs(tmp_path: Path):
    file = invitation(tmp_path, {"interface": "0.0.0.0"})
    seen = watched("run", file, "--no-dis", "--headless", "--seconds", "0.1")
    assert (seen.code, seen.sockets) == (0, set()), seen.told


@pytest.mark.slow
@pytest.mark.parametrize("name", shipped.names())
def test_a_scenario_that_ships_opens_nothing(name: str):
    seen = watched("run", name, "--headless", "--seconds", "0.02")
    assert seen.code == 0 or "is not here" in seen.told, seen.told  # one needs heights that are not shipped
    assert seen.sockets == set()


def test_only_the_exercise_of_a_scenario_names_addresses():
    """A new key of a scenario that names a host needs a test above."""
    found = set(
        re.findall(
            r'"(\w*(?:host|address|port|interface|url|uri|server|socket|network)\w*)":', json.dumps(json_schema())
        )
    )
    assert found == {"address", "port", "interface", "room_per_host"}
