"""The live page's server and those who say the newer things wrongly, endlessly, or never listen."""

import contextlib
import json
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st
from screenless_browser import ScreenlessBrowser, eventually
from websockets.exceptions import ConnectionClosed

import motorpool as mp
from motorpool.app.viewer import Viewer, client
from motorpool.app.viewer.schema import page_commands
from motorpool.app.viewer.serving import binary_messages
from motorpool.errors import ViewerError

GOOD = [
    {"type": "take", "vehicle": 0},
    {"type": "rate", "value": 1.0},
    {"type": "name", "name": "Anna"},
    {"type": "watch", "vehicle": -1},
    {"type": "switches", "cruise": True, "parking_brake": False, "engine_stop": False},
    {"type": "teleport", "x": 1.0, "y": -2.0, "yaw": 0.5},
    {"type": "bookmark", "slot": 3, "x": 1.0, "y": -2.0, "yaw": 0.5, "title": "Home"},
    {"type": "dynamics", "is_on": True},
]
WRONG = [
    *(
        "null",
        "{}",
        "[]",
        "[1]",
        '"1"',
        '""',
        '"\\ud800"',
        "NaN",
        "Infinity",
        "-Infinity",
        "1e400",
        "-1e400",
        "1.5e308",
    ),
    *("9" * 400, "-" + "9" * 400, '"' + 25 * "x" + '"', '"\\u202e\\u200b"', "0.5", "-2", "16", "2"),
]
RIGHT_OF_THOSE = {  # what of that is fine for a field
    "vehicle": {"2", "16", "9" * 400},
    "value": {"0.5", "16", "2"},
    "slot": {"2"},
    "x": {"0.5", "-2", "16", "2"},
    "y": {"0.5", "-2", "16", "2"},
    "yaw": {"0.5", "-2", "2"},
    "name": {'"1"'},
    "title": {'"1"'},
}


@pytest.fixture(scope="module")
def world():
    world = mp.World(fleets=[mp.Fleet("bicycle", 4), mp.Fleet("friction-circle/tracked", 4)])
    world.scatter_vehicles()
    return world


@pytest.fixture
def viewer(world):
    with Viewer(world, port=0) as viewer:
        yield viewer


def fields():
    return [(message, name) for message in GOOD for name in message if name != "type"]


@pytest.mark.parametrize(("message", "name"), fields(), ids=lambda one: one if isinstance(one, str) else one["type"])
def test_each_field_of_each_command_is_checked(message, name):
    assert page_commands.decode(json.dumps(message))
    for wrong in WRONG:
        text = json.dumps(message | {name: "HERE"}).replace('"HERE"', wrong)
        if wrong in RIGHT_OF_THOSE.get(name, ()):
            assert page_commands.decode(text)
        else:
            with pytest.raises(ViewerError):
                page_commands.decode(text)


@pytest.mark.parametrize("message", GOOD, ids=lambda one: one["type"])
def test_a_field_too_few_or_too_many_is_not_understood(message):
    for name in message:
        with pytest.raises(ViewerError):
            page_commands.decode(json.dumps({key: value for key, value in message.items() if key != name}))
    with pytest.raises(ViewerError):
        page_commands.decode(json.dumps(message | {"more": 1}))


@given(st.one_of(st.text(max_size=200), st.binary(max_size=200)))
def test_random_characters_and_bytes_are_refused_and_nothing_else_happens(message):
    decode = page_commands.decode if isinstance(message, str) else binary_messages.decode_binary
    with contextlib.suppress(ViewerError):
        decode(message)


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@given(st.sampled_from(GOOD), st.data())
def test_random_values_in_a_command_are_understood_or_refused(message, data):
    filled = {name: value if name == "type" else data.draw(_JSON) for name, value in message.items()}
    with contextlib.suppress(ViewerError):
        page_commands.decode(json.dumps(filled))


def test_ten_megabytes_end_the_connection_and_are_not_kept(viewer):
    with ScreenlessBrowser(viewer) as browser:
        with contextlib.suppress(ConnectionClosed):
            browser.socket.send(json.dumps({"type": "name", "name": 10_000_000 * "x"}))
        with pytest.raises(ConnectionClosed) as closed:
            browser.until(lambda _: False)
        assert closed.value.rcvd is None or closed.value.rcvd.code == 1009
    with ScreenlessBrowser(viewer) as another:
        another.frame()


@pytest.mark.parametrize("message", GOOD[2:], ids=lambda one: one["type"])
def test_ten_thousand_a_second_end_their_own_connection_and_the_world_goes_on(viewer, message):
    with ScreenlessBrowser(viewer) as honest, ScreenlessBrowser(viewer) as flooding:
        flooding.take(6)
        honest.until(lambda frame: frame.header["measured_hz"] > 0)
        text = json.dumps(message)
        with contextlib.suppress(ConnectionClosed):
            for _ in range(10_000):
                flooding.socket.send(text)
        with pytest.raises(ConnectionClosed) as closed:
            flooding.until(lambda _: False)
        assert closed.value.rcvd is None or closed.value.rcvd.code == 1008
        tick = honest.frame().header["tick"]
        honest.until(lambda frame: frame.header["tick"] >= tick + 60)


def test_a_client_that_asks_and_never_listens_is_given_up_and_costs_no_other_client(viewer, monkeypatch):
    monkeypatch.setattr(client, "SEND_TIMEOUT", 1.0)
    deaf = ScreenlessBrowser(viewer, client="x" * 22, deaf=True)
    deaf.take(5)
    deaf.say(type="watch", vehicle=1)
    over = threading.Event()

    def keep_asking():  # acknowledges frames that it never read
        with contextlib.suppress(ConnectionClosed, OSError):
            while not over.wait(0.02):
                deaf.socket.send(binary_messages.encode_acknowledgement(0xFFFF_FFFF))
                deaf.say(type="take", vehicle=999)

    asking = threading.Thread(target=keep_asking)
    asking.start()
    with ScreenlessBrowser(viewer) as honest:
        before = honest.frame().header["tick"]
        honest.until(lambda frame: frame.header["tick"] > before + 120)
        there = viewer.hub.clients.get("x" * 22)
        assert there is None or (len(there._queued) < 10 and len(there._unacknowledged) <= 8)
    over.set()
    asking.join()
    deaf.vanish()
    eventually(lambda: not viewer.hub.clients, "forgetting")
