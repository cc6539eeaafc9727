"""``motorpool dis`` as a user meets it: real processes, over this machine's loopback."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from command_line import motorpool
from installed import runs
from pace import patience
from programs import program
from sockets import free_port

from motorpool.app.cli import run
from motorpool.links.dis.console.command import dis_app
from motorpool.links.dis.console.populate import scenario_of
from motorpool.links.dis.endpoint import Endpoint
from motorpool.links.dis.tools.captures import CaptureWriter, read_capture
from motorpool.links.dis.tools.headers import headers
from motorpool.links.dis.wire.encoding import datagrams, pdus
from motorpool.links.dis.wire.enumerations import PduType
from motorpool.world.remote.exercise import ExercisePart
from motorpool.world.scenario import load

needs_wireshark = pytest.mark.skipif(
    not all(map(runs, ("text2pcap", "editcap"))), reason="Wireshark's tools are not installed"
)


@pytest.fixture
def refusal(capsys):
    """The one line with which a command is refused; in this process, which is quicker."""

    def refused(*arguments) -> str:
        assert run(list(map(str, arguments))) == 2
        out, error = capsys.readouterr()
        assert out == ""
        lines = (line for line in error.splitlines() if not line.startswith("motorpool: compil"))
        return next(lines)  # names in columns may follow

    return refused


def state(**fields) -> bytes:
    (datagram,) = datagrams(pdus(PduType.ENTITY_STATE, entity_id=(1, 2, 3), timestamp=1, **fields))
    return bytes(datagram)


@pytest.fixture
def capture(tmp_path):
    path = tmp_path / "two.pcap"
    with CaptureWriter(path) as writer:
        writer.write(100.0, state())
        writer.write(100.1, state())
    return path


def begun(*arguments) -> subprocess.Popen:
    """A command that runs, after its first line has come."""
    command = [sys.executable, "-m", "motorpool", *map(str, arguments)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout.readline(), process.stderr.read()
    return process


def ended(process, number) -> tuple[int, str]:
    """The exit code and the rest of the output, after a signal."""
    process.send_signal(number)
    out, _ = process.communicate(timeout=patience(60.0))
    return process.returncode, out


def send_until(reached, endpoint, data=None) -> None:
    end = time.monotonic() + patience(60.0)
    while not reached():
        assert time.monotonic() < end
        endpoint.send(data or state())
        time.sleep(0.02)


# ---- replay


def test_a_capture_is_sent_again_with_new_headers(capture):
    port = free_port()
    with Endpoint("127.0.0.1:9", port=port) as hears:
        done = motorpool("dis", "replay", capture, "--to", f"127.0.0.1:{port}", "--exercise", 9)
        assert done.returncode == 0, done.stderr
        first, last = done.stdout.splitlines()
        assert first == (
            f"{capture}: 2 datagrams of DIS in 0.1 s from 1 host; to 127.0.0.1:{port}, on this machine alone"
        )
        assert last == f"sent 2 datagrams to 127.0.0.1:{port}"
        come = hears.drain()
    assert len(come) == 2
    for datagram in come:
        (header,) = headers(datagram.data)
        assert header.exercise == 9
        assert header.timestamp not in (0, 1)
        assert header.timestamp & 1


@needs_wireshark
@pytest.mark.parametrize("kind", ["pcap", "pcapng"])
def test_a_capture_of_wireshark_is_replayed_as_it_was(tmp_path, kind):
    octets = state(version=6)
    dump = "\n".join(f"{start:06x} {octets[start : start + 16].hex(' ')}" for start in range(0, len(octets), 16))
    (tmp_path / "dump.txt").write_text(f"{dump}\n")
    subprocess.run(["text2pcap", "-q", "-u", "3000,6993", tmp_path / "dump.txt", tmp_path / "a.pcap"], check=True)
    file, port = tmp_path / f"b.{kind}", free_port()
    subprocess.run(["editcap", "-F", kind, tmp_path / "a.pcap", file], check=True)
    with Endpoint("127.0.0.1:9", port=port) as hears:
        done = motorpool("dis", "replay", file, "--to", f"127.0.0.1:{port}", "--keep-timestamps")
        assert done.returncode == 0, done.stderr
        assert [datagram.data for datagram in hears.drain()] == [octets]


def test_a_loop_goes_on_until_it_is_ended(capture):
    port = free_port()
    with Endpoint("127.0.0.1:9", port=port) as hears:
        process = begun("dis", "replay", capture, "--to", f"127.0.0.1:{port}", "--loop", "--rate", 10)
        end = time.monotonic() + patience(30.0)
        while hears.counts.received < 6 and time.monotonic() < end:
            time.sleep(0.01)
        exit_code, out = ended(process, signal.SIGINT)
        assert exit_code == 0
        assert hears.counts.received >= 6
        assert out.startswith("sent ")
        assert "rounds" in out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--to", "tank-park"), "cannot be used; give an IPv4 address"),
        (("--to", "192.168.1.255"), "give interface 0.0.0.0"),
        (("--rate", "0"), "rate is 0; it must be above 0"),
        (("--exercise", "300"), "exercise is 300; it must be a whole number of 1 to 255"),
        (("--port-in-file", "4000"), "has no UDP datagram to port 4000; it has 2 of other kinds"),
        (("--interface", "eth0"), "interface is 'eth0'; it must be an IPv4 address"),
    ],
)
def test_a_replay_that_cannot_be_is_refused_in_a_sentence(refusal, capture, arguments, sentence):
    assert sentence in refusal("dis", "replay", capture, *arguments)


def test_a_file_that_is_no_capture_is_refused(refusal, tmp_path):
    file = tmp_path / "a.pcap"
    file.write_text("no capture")
    assert "cannot be read as a capture" in refusal("dis", "replay", file)


# ---- record


def test_a_recorder_that_is_killed_leaves_a_file_that_can_be_read(tmp_path):
    port, file = free_port(), tmp_path / "a.pcap"
    process = begun("dis", "record", file, "--address", f"127.0.0.1:{port}")
    with process, Endpoint(f"127.0.0.1:{port}", port=0) as sends:
        send_until(lambda: file.stat().st_size > 5000, sends)
        ended(process, signal.SIGKILL)
    found = list(read_capture(file))
    assert len(found) >= 10
    assert {one.data for one in found} == {state()}
    assert {(one.source, one.port) for one in found} == {("127.0.0.1", port)}
    assert all(abs(one.time - time.time()) < 3600.0 for one in found)


def test_a_recorder_that_is_asked_to_end_says_what_it_has(tmp_path):
    port, file = free_port(), tmp_path / "a.pcap"
    process = begun("dis", "record", file, "--address", f"127.0.0.1:{port}")
    with process, Endpoint(f"127.0.0.1:{port}", port=0) as sends:
        sends.send(b"something else")
        send_until(lambda: file.stat().st_size > 24, sends)
        exit_code, out = ended(process, signal.SIGINT)
    assert exit_code == 0
    count = len(list(read_capture(file)))
    assert out.startswith(f"recorded {count} datagram")
    assert "; 1 others left out" in out


def test_a_recording_is_not_overwritten_unasked(refusal, tmp_path):
    file = tmp_path / "a.pcap"
    file.write_text("mine")
    sentence = refusal("dis", "record", file, "--address", f"127.0.0.1:{free_port()}", "--seconds", 0)
    assert sentence.endswith("a.pcap exists already; choose another name, or use --force")


# ---- dump


def test_a_capture_is_printed_a_line_a_pdu(capsys, tmp_path):
    file = tmp_path / "a.pcap"
    with CaptureWriter(file) as writer:
        writer.write(100.0, state(marking=b"A11"), source="10.0.0.1", port=6993)
        writer.write(100.5, b"a name, asked for", port=53)
        writer.write(101.0, b"rejected", port=3000)
    assert run(["dis", "dump", str(file)]) == 0
    out, error = capsys.readouterr()
    first, second = out.splitlines()
    assert first.startswith("00:01:40.000  10.0.0.1")
    assert first.split()[4:6] == ["1:2:3", "A11"]
    assert "REJECTED       8 bytes" in second
    assert error == "2 lines; 1 other UDP datagrams left out\n"
    assert run(["dis", "dump", str(file), "--json", "--type", "entity-state", "--entity", "1:2:*"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert json.loads(line)["marking"] == "A11"
    assert run(["dis", "dump", str(file), "--count", "1"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1


def test_what_comes_is_printed_at_once_also_into_a_pipe():
    port = free_port()
    command = [sys.executable, "-m", "motorpool", "dis", "dump", "--address", f"127.0.0.1:{port}", "--count", "1"]
    with (
        program(command) as process,
        Endpoint(f"127.0.0.1:{port}", port=0) as sends,
    ):
        send_until(lambda: process.poll() is not None, sends)
        out, error = process.communicate()
    assert process.returncode == 0
    assert "1:2:3" in out
    assert error == "1 line\n"


def test_a_dump_of_what_does_not_exist_is_refused(refusal, tmp_path):
    assert "there is no PDU type 'tank'" in refusal("dis", "dump", "--type", "tank")
    assert "gone.pcap" in refusal("dis", "dump", tmp_path / "gone.pcap")


# ---- meter and populate


def test_the_meter_measures_what_populate_sends():
    """Two processes: one with vehicles, one that reads their states as anybody would."""
    port = free_port()
    with begun("dis", "meter", "--address", f"127.0.0.1:{port}") as process:
        options = ("--seconds", 2, "--exercise", f"address=127.0.0.1:{port}", "--exercise", f"port={free_port()}")
        done = motorpool("dis", "populate", 7, "--vehicle", "M1A1", *options)
        exit_code, out = ended(process, signal.SIGINT)
    assert done.returncode == 0, done.stderr
    assert exit_code == 0
    first, second, _ = done.stdout.splitlines()
    assert first.startswith("In exercise 1 as site 1, application ")
    count = int(out.split()[0])
    assert f"sent {count} PDUs" in second
    assert f"({count} entity state), of 7 entities from 1 host" in out
    assert "late 0, overdue 0, timed out 0, dropped here 0, rejected 0" in out


def test_the_meter_tells_programs_in_json(capsys):
    assert run(["dis", "meter", "--json", "--seconds", "0", "--address", f"127.0.0.1:{free_port()}"]) == 0
    reading = json.loads(capsys.readouterr().out)
    assert (reading["entities"], reading["pdus"], reading["hosts"], reading["error"]) == (0, {}, [], None)


def test_an_exercise_has_the_vehicles_that_were_asked_for():
    content = scenario_of(8, load("jacksboro"), ["M1A1", "M998", "M2A2"], {"site": 9})
    assert {fleet["vehicle"]: fleet["count"] for fleet in content["vehicles"]} == {"M1A1": 2, "M998": 3, "M2A2": 3}
    assert content["exercise"] == {"room": 0, "site": 9}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((0,), "the number of vehicles is 0; an application has ids for 1 to 65534"),
        ((70000,), "ids for 1 to 65534"),
        ((1, "--vehicle", "M1"), "'M1'"),
    ],
)
def test_vehicles_that_cannot_be_are_refused(refusal, arguments, sentence):
    assert sentence in refusal("dis", "populate", *arguments)


# ---- run


EXERCISE = """
terrain: {{source: flat, size: 1000}}
vehicles: [{{model: bicycle, count: 2, desired_speed: 5}}]
exercise: {{address: "127.0.0.1:{to}", port: {port}, site: 7, application: 9, origin_deg: [36.3, -84.2], room: 0}}
"""


def test_a_scenario_with_an_exercise_takes_part_in_it_in_real_time(capsys, tmp_path):
    scenario, to, port = tmp_path / "exercise.yaml", free_port(), free_port()
    scenario.write_text(EXERCISE.format(to=to, port=port))
    with Endpoint(f"127.0.0.1:{port}", port=to) as hears:
        begin = time.monotonic()
        assert run(["run", str(scenario), "--headless", "--seconds", "1", "--exercise", "exercise_id=4"]) == 0
        assert time.monotonic() - begin >= 1.0
        come = hears.drain()
    first, second, third = capsys.readouterr().out.splitlines()
    assert first == (
        f"In exercise 4 as site 7, application 9: sends DIS version 7 to 127.0.0.1:{to}, listens on port {port}, on "
        "this machine alone"
    )
    assert second.startswith(f"exercise 4: sent {len(come)} PDUs ({len(come)} Entity State), received 0, rejected 0")
    assert third.startswith("simulated 1.0 s of 2 vehicles in ")
    assert len(come) >= 2
    assert {header.exercise for datagram in come for header in headers(datagram.data)} == {4}


def test_a_scenario_can_be_run_without_its_exercise(capsys, tmp_path):
    scenario = tmp_path / "exercise.yaml"
    scenario.write_text(EXERCISE.format(to=free_port(), port=free_port()))
    assert run(["run", str(scenario), "--headless", "--seconds", "1", "--no-dis"]) == 0
    assert capsys.readouterr().out.startswith("simulated 1.0 s of 2 vehicles in ")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--dis",), "give latitude and longitude of its middle in the scenario's key exercise.origin_deg"),
        (("--exercise", "origin_deg=36.3,-84.2", "--exercise", "interface=192.0.2.1"), "is not possible on the inter"),
        (("--exercise", "site"), "--exercise site cannot be read; write KEY=VALUE"),
        (("--exercise", "site=7", "--no-dis"), "--exercise site=7 is given and --no-dis; keep one of them"),
        (("--exercise", "sight=7"), "there is no key exercise.sight; did you mean site?"),
        (("--exercise", "site=65535"), "exercise.site is 65535; it must be 65534 or less"),
    ],
)
def test_an_exercise_that_cannot_be_joined_is_refused_in_a_sentence(refusal, options, sentence):
    line = refusal("run", "playground", "--headless", "--seconds", 1, "--vehicles", 16, *options)
    assert sentence in line


def test_a_port_that_is_taken_is_reported(refusal, tmp_path):
    scenario, port = tmp_path / "exercise.yaml", free_port()
    scenario.write_text(EXERCISE.format(to=9, port=port))
    with Endpoint("127.0.0.1:9", port=port):
        assert f"port {port} of 127.0.0.1 cannot be opened" in refusal("run", scenario, "--headless")


# ---- the page of the docs


def test_the_page_has_every_key_of_an_exercise_and_every_command():
    page = (Path(__file__).parents[3] / "docs" / "dis.md").read_text()
    keys = page.partition("## The keys of `exercise`")[2].partition("## Security")[0]
    assert {key for key in ExercisePart.model_fields if f"`{key}`" not in keys} == set()
    names = [command.callback.__name__ for command in dis_app.registered_commands]
    assert [name for name in names if f"`motorpool dis {name}" not in page] == []


def test_a_refusal_of_populate_names_no_file_that_does_not_exist():
    done = motorpool("dis", "populate", 2, "--vehicle", "M1A9", "--seconds", 0.1)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("motorpool: --vehicle M1A9: there is no model named 'M1A9' (did you mean")
