"""Zenoh: the keys, tokens and attachments of rmw_zenoh's design, and a robot program in another process."""

import json
import math
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pace import patience
from sockets import wait_for

from motorpool.errors import RosError
from motorpool.links.ros import rmw_zenoh
from motorpool.links.ros.commands import command_of
from motorpool.links.ros.node import RosNode
from motorpool.links.ros.topics import COMMAND_TOPICS
from motorpool.vehicles.fleet import Fleet
from motorpool.world import World
from motorpool.world.clock import Pacer

STRING_HASH = "RIHS01_df668c740482bbd48fb39d76a70dfd4bd59db1288021743503259e948f6b1a18"
STRING = "std_msgs/msg/String"
TALKER = "8b20917502ee955ac4476e0266340d5c"


def test_keys_are_those_of_the_design_document():
    assert rmw_zenoh.topic_key(0, "/chatter", STRING, STRING_HASH) == (
        f"0/chatter/std_msgs::msg::dds_::String_/{STRING_HASH}"
    )
    assert rmw_zenoh.topic_key(0, "/robot1/chatter", STRING, STRING_HASH) == (
        f"0/robot1/chatter/std_msgs::msg::dds_::String_/{STRING_HASH}"
    )


def test_tokens_are_those_of_the_design_document():
    assert rmw_zenoh.node_token(2, "aac3178e146ba6f1fc6e6a4085e77f21", "listener") == (
        "@ros2_lv/2/aac3178e146ba6f1fc6e6a4085e77f21/0/0/NN/%/%/listener"
    )
    entity = rmw_zenoh.Entity(rmw_zenoh.SUBSCRIPTION, 10, "/chatter", STRING, STRING_HASH)
    token = rmw_zenoh.topic_token(2, TALKER, "talker", entity)
    assert token == (
        f"@ros2_lv/2/{TALKER}/0/10/MS/%/%/talker/%chatter/std_msgs::msg::dds_::String_/{STRING_HASH}/::,10:,:,:,,"
    )


def test_an_attachment_has_33_bytes():
    gid = rmw_zenoh.gid_of("token")
    data = rmw_zenoh.attachment(3, 4, gid)
    assert data == b"\3" + bytes(7) + b"\4" + bytes(7) + b"\x10" + gid
    assert len(data) == 33


@pytest.mark.slow
def test_hashes_are_those_of_ros():
    pytest.importorskip("rosbags", reason="hashes need rosbags, which the extra ros installs")
    from motorpool.links.ros import cdr

    assert cdr.type_hash(STRING) == STRING_HASH


@pytest.mark.slow
@given(data=st.binary(max_size=200), kind=st.sampled_from(list(COMMAND_TOPICS.values())))
@settings(max_examples=200, deadline=None)
def test_bytes_of_strangers_are_commands_or_refused(data: bytes, kind: str):
    pytest.importorskip("rosbags", reason="CDR needs rosbags, which the extra ros installs")
    from motorpool.links.ros import cdr

    try:
        command = command_of(kind, cdr.decode(b"\0\1\0\0" + data, kind))
    except RosError:
        return
    assert all(math.isfinite(value) for value in command if value is not None)


@pytest.mark.slow
def test_the_serialisation_of_zenoh_gives_the_same_attachment():
    extension = pytest.importorskip("zenoh.ext", reason="Zenoh needs eclipse-zenoh, which the extra ros installs")
    gid = rmw_zenoh.gid_of("token")
    given = extension.Int64(3), extension.Int64(-4), gid
    assert b"".join(bytes(extension.z_serialize(part)) for part in given) == rmw_zenoh.attachment(3, -4, gid)


@pytest.mark.slow
def test_a_session_without_a_router_is_refused_in_a_sentence(free_tcp_port: int):
    pytest.importorskip("zenoh", reason="Zenoh needs eclipse-zenoh, which the extra ros installs")
    from motorpool.links.ros.zenoh_session import ZenohSession

    with RosNode(World(fleets=[Fleet("bicycle", 1)])) as node, pytest.raises(RosError, match="no Zenoh router answers"):
        ZenohSession(node, host="127.0.0.1", port=free_tcp_port)


@pytest.mark.slow
@pytest.mark.parametrize("domain", ["-1", "233", "x", "9" * 5000])
def test_a_wrong_domain_is_refused(domain: str, monkeypatch: pytest.MonkeyPatch):
    pytest.importorskip("zenoh", reason="Zenoh needs eclipse-zenoh, which the extra ros installs")
    from motorpool.links.ros.zenoh_session import ZenohSession

    monkeypatch.setenv("ROS_DOMAIN_ID", domain)
    with RosNode(World(fleets=[Fleet("bicycle", 1)])) as node, pytest.raises(RosError, match="ROS_DOMAIN_ID is"):
        ZenohSession(node)


@pytest.mark.slow
def test_a_program_in_another_process_sees_the_topics_and_drives(free_tcp_port: int):
    pytest.importorskip("zenoh", reason="Zenoh needs eclipse-zenoh, which the extra ros installs")
    from motorpool.links.ros.zenoh_session import ZenohSession

    script = Path(__file__).with_name("drive_with_zenoh.py")
    command = [sys.executable, str(script), str(free_tcp_port)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
        try:
            assert program.stdout is not None
            assert program.stdout.readline() == "ready\n"
            world = World(fleets=[Fleet("bicycle", 1)])
            with RosNode(world) as node:
                session = ZenohSession(node, host="127.0.0.1", port=free_tcp_port, domain=0)
                node.add(session)
                pacer = Pacer(world)
                pacer.start()
                try:
                    text, _ = program.communicate(timeout=patience(60.0))
                finally:
                    pacer.stop()
                assert pacer.error is None  # the router has gone meanwhile
        finally:
            program.kill()
    told = json.loads(text)
    assert told["speed"] == pytest.approx(4.0, abs=0.1)
    assert told["y"] > 0.5  # it turned left
    assert (told["frame"], told["child"]) == ("bicycle_arc_0/odom", "bicycle_arc_0/base_link")
    assert (told["bytes"], told["gid_bytes"]) == (33, 16)
    parts = [token.split("/") for token in told["tokens"]]
    assert {part[5] for part in parts} == {"NN", "MP", "MS"}
    assert {"%bicycle_arc_0%odom", "%tf", "%clock"} <= {part[9] for part in parts if part[5] == "MP"}
    assert "%bicycle_arc_0%cmd_vel" in {part[9] for part in parts if part[5] == "MS"}
    assert session.rejected["no message of its type"] > 0
    assert session.rejected["no command that the vehicle takes"] > 0  # NaN


ROUTER = """
import sys, zenoh
where = f'"tcp/127.0.0.1:{sys.argv[1]}"'
config = f'{{mode: "router", listen: {{endpoints: [{where}]}}, scouting: {{multicast: {{enabled: false}}}}}}'
with zenoh.open(zenoh.Config.from_json5(config)) as session:
    everything = session.declare_subscriber("0/**", lambda sample: None)
    print("ready", flush=True)
    sys.stdin.read()
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="the system cannot stop a program")
def test_a_router_that_stops_reading_costs_the_world_no_more_and_does_not_hang_its_end(free_tcp_port: int):
    pytest.importorskip("zenoh", reason="Zenoh needs eclipse-zenoh, which the extra ros installs")
    pytest.importorskip("rosbags", reason="CDR needs rosbags, which the extra ros installs")
    from motorpool.links.ros.zenoh_session import ZenohSession

    def cost() -> float:
        began = time.process_time()
        for _ in range(60):
            world.step()
        return time.process_time() - began

    command = [sys.executable, "-c", ROUTER, str(free_tcp_port)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as router:
        assert router.stdout is not None
        assert router.stdout.readline() == b"ready\n"
        world = World(fleets=[Fleet("bicycle", 20)])
        node = RosNode(world)
        session = ZenohSession(node, host="127.0.0.1", port=free_tcp_port)
        node.add(session)
        try:
            wait_for(lambda: len(session.wanted()) > 20)
            world.step()
            reading = cost()
            router.send_signal(signal.SIGSTOP)
            assert cost() < 2.0 * reading + 0.3
            node.close()  # raises nothing
        finally:
            router.send_signal(signal.SIGCONT)
            router.kill()
