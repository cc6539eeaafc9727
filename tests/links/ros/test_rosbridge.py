"""The rosbridge protocol: what clients say, what hostile frames do, and roslib against the server."""

import asyncio
import json
import subprocess
import threading
import time
from collections.abc import Iterable
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from node import node as node_program
from pace import patience
from sockets import wait_for

from motorpool.links.ros import rosbridge, rosbridge_protocol
from motorpool.links.ros.node import RosNode
from motorpool.links.ros.rosbridge import Rosbridge
from motorpool.links.ros.rosbridge_protocol import RosbridgeSession
from motorpool.vehicles.fleet import Fleet
from motorpool.world import World
from motorpool.world.clock import Pacer

websockets = pytest.importorskip("websockets.asyncio.client")
ROSLIB = Path(__file__).parents[3] / "client" / "node_modules" / "roslib" / "dist" / "RosLib.js"
ODOM, CMD = "/bicycle_arc_0/odom", "/bicycle_arc_0/cmd_vel"


@pytest.fixture(scope="module")
def node() -> RosNode:
    return RosNode(World(fleets=[Fleet("bicycle", 1)]))


@pytest.fixture
def session(node: RosNode) -> RosbridgeSession:
    return RosbridgeSession(node)


def told(session: RosbridgeSession, **request: object) -> list[dict]:
    return [json.loads(answer) for answer in session.receive(json.dumps(request))]


def test_topics_and_types_are_listed_as_roslib_asks(session: RosbridgeSession):
    (answer,) = told(session, op="call_service", service="rosapi/topics", id="a", args={})
    types = dict(zip(answer["values"]["topics"], answer["values"]["types"], strict=True))
    assert (answer["op"], answer["id"], answer["result"]) == ("service_response", "a", True)
    assert types[ODOM] == "nav_msgs/msg/Odometry"
    (answer,) = told(session, op="call_service", service="/rosapi/topic_type", args={"topic": CMD})
    assert answer["values"] == {"type": "geometry_msgs/msg/Twist"}
    (answer,) = told(session, op="call_service", service="/rosapi/topics_for_type", args={"type": "nav_msgs/Odometry"})
    assert answer["values"] == {"topics": [ODOM]}
    (answer,) = told(session, op="call_service", service="/gazebo/reset")
    assert answer["result"] is False


def test_throttled_subscriptions_get_the_newest_messages(node: RosNode):
    now = [0.0]
    session = RosbridgeSession(node, clock=lambda: now[0])
    assert told(session, op="subscribe", topic=ODOM, type="nav_msgs/Odometry", throttle_rate=125) == []
    sent = []
    for step in range(25):
        now[0] = step / 64.0
        session.offer(ODOM, str(step))
        sent += session.due()
    assert sent == ["0", "8", "16", "24"]


def test_a_queue_keeps_as_many_messages_as_it_is_long(session: RosbridgeSession):
    told(session, op="subscribe", topic=ODOM, queue_length=3)
    for step in range(10):
        session.offer(ODOM, str(step))
    assert list(session.due()) == ["7", "8", "9"]
    assert told(session, op="unsubscribe", topic=ODOM) == []
    session.offer(ODOM, "more")
    assert list(session.due()) == []


@given(
    wishes=st.fixed_dictionaries(
        {},
        optional={
            "queue_length": st.integers(0) | st.floats(0.0) | st.none(),
            "throttle_rate": st.integers(0) | st.floats(1.0) | st.none(),
            "fragment_size": st.integers(0) | st.none(),
            "compression": st.sampled_from([None, "none", "png", "cbor"]),
            "id": st.integers(0, 1 << 53) | st.text(max_size=20),
        },
    )
)
@example(wishes={"id": "subscribe:/clock:1", "compression": "none", "throttle_rate": 0, "queue_length": 0})  # roslibpy
@example(wishes={"id": "1", "queue_length": 1000})
@example(wishes={"queue_length": int("9" * 4000)})
@settings(max_examples=25, deadline=None)
def test_any_wish_of_a_subscription_is_met_as_far_as_the_limits_go(node: RosNode, wishes: dict):
    session = RosbridgeSession(node)
    told(session, op="set_level", level="warning")
    answers = told(session, op="subscribe", topic=ODOM, **wishes)
    assert session.subscribed == {ODOM}
    assert [(answer["op"], answer["level"]) for answer in answers] in ([], [("status", "warning")])
    for step in range(2 * rosbridge_protocol.LONGEST_QUEUE):
        session.offer(ODOM, str(step))
    waiting = max(1, min(int(min(wishes.get("queue_length") or 0, 1e9)), rosbridge_protocol.LONGEST_QUEUE))
    sent = list(session.due())
    assert len(sent) == (1 if wishes.get("throttle_rate") else waiting)
    assert sent[0] == str(2 * rosbridge_protocol.LONGEST_QUEUE - waiting)


def test_data_that_a_subscription_does_not_get_is_reported_to_clients_that_ask_for_warnings(session: RosbridgeSession):
    told(session, op="set_level", level="warning")
    (answer,) = told(session, op="subscribe", topic=ODOM, id="a", queue_length=1000, compression="png", fragment_size=9)
    assert (answer["op"], answer["level"], answer["id"]) == ("status", "warning", "a")
    for part in ("queue_length is at most 100", "sent whole", "without compression"):
        assert part in answer["msg"]


@pytest.mark.parametrize("identities", [("a", "b"), (1, 2)])
def test_a_subscription_ends_by_its_id_alone(session: RosbridgeSession, identities: tuple):
    first, second = identities
    told(session, op="subscribe", topic=ODOM, id=first)
    told(session, op="subscribe", topic=ODOM, id=second)
    told(session, op="unsubscribe", topic=ODOM, id=first)
    assert session.subscribed == {ODOM}
    told(session, op="unsubscribe", topic=ODOM, id=second)
    assert session.subscribed == frozenset()


HOSTILE = [
    "", "null", "[]", "3", "{", '{"op"', "NaN", '"op"', "{}", '{"op": null}', '{"op": ["subscribe"]}', '{"op": {}}',
    '{"op": "fragment", "id": "1", "num": 0, "total": 1000000000, "data": ""}', '{"op": "png", "data": "iVBORw0KGgo="}',
    '{"op": "subscribe"}', '{"op": "subscribe", "topic": 7}', '{"op": "subscribe", "topic": "/no/such"}',
    f'{{"op": "subscribe", "topic": "{ODOM}", "type": "std_msgs/String"}}',
    f'{{"op": "subscribe", "topic": "{ODOM}", "compression": "cbor-raw"}}',
    f'{{"op": "subscribe", "topic": "{ODOM}", "fragment_size": "1"}}',
    f'{{"op": "subscribe", "topic": "{ODOM}", "throttle_rate": -1}}',
    f'{{"op": "subscribe", "topic": "{ODOM}", "throttle_rate": NaN}}',
    f'{{"op": "subscribe", "topic": "{ODOM}", "queue_length": -1e300}}',
    f'{{"op": "subscribe", "topic": "{ODOM}", "queue_length": -{"9" * 4000}}}',
    f'{{"op": "subscribe", "topic": "{ODOM}", "id": {"9" * 4000}}}',
    f'{{"op": "subscribe", "topic": "{ODOM}", "id": {{"a": 1}}}}',
    f'{{"op": "publish", "topic": "{ODOM}", "msg": {{}}}}', '{"op": "publish", "topic": "/clock", "msg": {}}',
    f'{{"op": "publish", "topic": "{CMD}", "msg": {{"linear": {{"x": NaN}}}}}}',
    f'{{"op": "publish", "topic": "{CMD}", "msg": {{"linear": {{"x": 1e999}}}}}}',
    f'{{"op": "publish", "topic": "{CMD}", "msg": {{"linear": {{"x": {"9" * 4000}}}}}}}',
    f'{{"op": "publish", "topic": "{CMD}", "msg": {{"linear": {{"x": "1"}}}}}}',
    f'{{"op": "publish", "topic": "{CMD}", "msg": {"[" * 900}{"]" * 900}}}', "[" * 60_000,
    f'{{"op": "publish", "topic": "{CMD}", "msg": null}}', '{"op": "advertise", "topic": "/evil", "type": "a/B"}',
    '{"op": "unadvertise", "topic": "/evil"}', '{"op": "unsubscribe", "topic": "/evil"}',
    '{"op": "set_level", "level": "all"}', '{"op": "auth", "mac": "x"}', '{"op": "\\ud800", "id": "\\ud800"}',
    '{"op": "advertise_service", "service": "/x", "type": "y"}', "9" * 10_000,
]  # fmt: skip


@pytest.mark.parametrize("frame", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_frames_are_answered_by_one_sentence_and_change_nothing(node: RosNode, frame: str):
    session = RosbridgeSession(node)
    answers = [json.loads(answer) for answer in session.receive(frame)]
    assert [answer["op"] for answer in answers] == ["status"]
    assert answers[0]["level"] == "error"
    assert len(answers[0]["msg"]) < 600
    assert session.refused_count == 1
    assert session.subscribed == frozenset()
    node.commands.read(node._world)
    assert node._world.vehicles.driver[0] == 0


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.just(CMD) | st.just(ODOM),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(("x", "linear", "id")), inner),
    max_leaves=6,
)
KEYS = ("topic", "type", "id", "msg", "args", "service", "throttle_rate", "queue_length", "compression", "level")


@pytest.mark.slow
@given(
    operation=st.sampled_from(list(rosbridge_protocol._OPERATIONS)), rest=st.dictionaries(st.sampled_from(KEYS), VALUES)
)
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_request_raises(node: RosNode, operation: str, rest: dict):
    session = RosbridgeSession(node)
    for answer in session.receive(json.dumps({"op": operation, **rest})):
        assert json.loads(answer)["op"] in ("status", "service_response")
    session.offer(ODOM, "text")
    assert list(session.due()) in ([], ["text"])


def test_bytes_and_long_frames_are_refused(session: RosbridgeSession):
    assert "text in JSON" in json.loads(session.receive(b"\x00\xff")[0])["msg"]
    assert "at most" in json.loads(session.receive(" " * (rosbridge_protocol.LONGEST_FRAME + 1))[0])["msg"]


def test_a_flood_of_frames_is_dropped(node: RosNode):
    session = RosbridgeSession(node, clock=lambda: 5.0)
    for _ in range(rosbridge_protocol.MOST_A_SECOND):
        session.receive('{"op": "set_level", "level": "error"}')
    assert "frames a second" in json.loads(session.receive("{}")[0])["msg"]


def test_subscriptions_are_limited(session: RosbridgeSession, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(rosbridge_protocol, "MOST_SUBSCRIPTIONS", 3)
    answers = [told(session, op="subscribe", topic=ODOM, id=str(number)) for number in range(4)]
    assert [len(answer) for answer in answers] == [0, 0, 0, 1]


@contextmanager
def served(**options):
    world = World(fleets=[Fleet("bicycle", 1)])
    with RosNode(world) as own:
        server = Rosbridge(own, port=0, **options)
        own.add(server)
        yield world, server


def refusal_of(url: str, **headers) -> int:
    """Return the HTTP status with which a handshake is refused; 101 if it is not."""
    from websockets.exceptions import InvalidStatus

    async def attempt() -> int:
        try:
            async with websockets.connect(url, proxy=None, **headers):
                return 101
        except InvalidStatus as error:
            return error.response.status_code

    return asyncio.run(attempt())


def test_pages_of_other_sites_and_other_names_of_this_machine_are_refused():
    with served() as (_, server):
        assert server.token is None
        assert refusal_of(server.url) == 101
        assert refusal_of(server.url, origin="http://localhost:3000") == 403
        assert refusal_of(server.url, origin="https://evil.example") == 403
        assert refusal_of(server.url, origin="null") == 403
        assert refusal_of(server.url, additional_headers={"Host": "evil.example"}) == 403


def test_a_page_whose_origin_the_user_has_named_is_let_in():
    with served(origins=["http://localhost:3000"]) as (_, server):
        assert refusal_of(server.url, origin="http://localhost:3000") == 101
        assert refusal_of(server.url, origin="http://localhost:3001") == 403


def test_beyond_the_loopback_interface_a_token_is_needed():
    with served(host="0.0.0.0") as (_, server):
        plain = f"ws://127.0.0.1:{server.port}/"
        assert [refusal_of(plain), refusal_of(f"{plain}?token=x"), refusal_of(f"{plain}?token={server.token}")] == [
            403, 403, 101,
        ]  # fmt: skip


def test_clients_are_limited(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(rosbridge, "MOST_CLIENTS", 0)
    with served() as (_, server):
        assert refusal_of(server.url) == 503


@pytest.mark.slow
def test_a_client_that_reads_everything_takes_its_share_of_processor_time_and_no_more():
    world = World(fleets=[Fleet("bicycle", 200)])
    with RosNode(world) as node:
        server = Rosbridge(node, port=0)
        node.add(server)
        with reading(server, node.topics.published):
            wait_for(lambda: server.wanted())
            clock = time.pthread_getcpuclockid(server._thread.ident)
            began, used = time.monotonic(), time.clock_gettime(clock)
            while time.monotonic() < began + 1.0:
                world.step()
            share = (time.clock_gettime(clock) - used) / (time.monotonic() - began)
    assert 0.0 < share < 1.5 * rosbridge.SHARE


@contextmanager
def reading(server: Rosbridge, topics: Iterable[str]):
    """A client that subscribes to topics and reads all messages in a thread of its own."""
    from websockets.exceptions import ConnectionClosed
    from websockets.sync.client import connect

    def read() -> None:
        with suppress(ConnectionClosed):
            for _ in connection:
                pass

    with connect(server.url, max_size=None, proxy=None) as connection:
        for topic in topics:
            connection.send(json.dumps({"op": "subscribe", "topic": topic}))
        reader = threading.Thread(target=read)
        reader.start()
        yield
        connection.close()
        reader.join()


def test_a_message_is_encoded_once_for_all_clients(node: RosNode, monkeypatch: pytest.MonkeyPatch):
    encoded = []
    monkeypatch.setattr(rosbridge_protocol, "json_of", lambda message: encoded.append(message) or {})
    sessions = [RosbridgeSession(node) for _ in range(3)]
    message = rosbridge_protocol.Publication(ODOM, "message")
    for session in sessions:
        told(session, op="subscribe", topic=ODOM)
        session.offer(ODOM, message)
    assert len({each.text for session in sessions for each in session.due()}) == 1
    assert encoded == ["message"]


def test_topics_have_turns_where_not_all_can_be_sent(node: RosNode):
    session, names = RosbridgeSession(node), [ODOM, "/clock", "/tf"]
    for name in names:
        told(session, op="subscribe", topic=name)
    sent = []
    for _ in range(9):
        for name in names:
            session.offer(name, name)
        sent.append(next(session.due()))  # one in a turn
    assert sent == 3 * names


@given(lengths=st.lists(st.integers(0, 200), min_size=1, max_size=3))
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_waits_for_a_client_is_bounded(node: RosNode, monkeypatch: pytest.MonkeyPatch, lengths: list[int]):
    monkeypatch.setattr(rosbridge_protocol, "MOST_QUEUED", 20)
    session, names = RosbridgeSession(node), [ODOM, "/clock", "/tf"][: len(lengths)]
    for name, length in zip(names, lengths, strict=True):
        told(session, op="subscribe", topic=name, queue_length=length)
    for step in range(150):
        for name in names:
            session.offer(name, f"{name} {step}")
    due = list(session.due())
    assert {f"{name} 149" for name in names} <= set(due)
    assert len(due) <= 20 + len(names)
    assert session._queued_count == 0


@pytest.mark.slow
def test_a_client_that_sends_too_much_at_once_is_cut_off_and_the_world_goes_on():
    from websockets.exceptions import ConnectionClosed

    async def overflow(url: str) -> None:
        async with websockets.connect(url, proxy=None) as connection:
            await connection.send("x" * (2 * rosbridge_protocol.LONGEST_FRAME))
            with pytest.raises(ConnectionClosed):
                await connection.recv()

    with served() as (world, server):
        asyncio.run(overflow(server.url))
        wait_for(lambda: server.client_count == 0)
        world.step()


@pytest.mark.slow
def test_roslib_drives_a_vehicle_and_reads_its_odometry():
    if not ROSLIB.exists():
        pytest.skip("roslib is not installed: npm ci in client/")
    with served() as (world, server):
        pacer = Pacer(world)
        pacer.start()
        try:
            script = Path(__file__).with_name("drive_with_roslib.mjs")
            command = [node_program(), str(script), ROSLIB.as_uri(), server.url]
            done = subprocess.run(command, capture_output=True, text=True, timeout=patience(60.0), check=False)
        finally:
            pacer.stop()
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert (told["name"], told["type"]) == (CMD, "geometry_msgs/msg/Twist")
    assert told["twist"]["linear"]["x"] == pytest.approx(4.0, abs=0.1)
    assert told["pose"]["position"]["y"] > 0.5  # it turned left, from the x axis of the frame
    assert (told["frame"], told["child_frame_id"]) == ("bicycle_arc_0/odom", "bicycle_arc_0/base_link")
