"""Foxglove live: a client of its websocket protocol gets the topics and their messages."""

import asyncio
import json
import struct

import pytest
from pace import patience

from motorpool.errors import RosError
from motorpool.vehicles.fleet import Fleet
from motorpool.world import World
from motorpool.world.clock import Pacer

pytestmark = pytest.mark.slow
pytest.importorskip("foxglove", reason="Foxglove needs foxglove-sdk, which the extra ros installs")
websockets = pytest.importorskip("websockets.asyncio.client")

from motorpool.links.ros.foxglove_server import FoxgloveServer  # noqa: E402 - needs the library


async def first_messages(url: str) -> dict[str, bytes]:
    """Subscribe to all topics and return a message of each."""
    found: dict[str, bytes] = {}
    async with websockets.connect(url, subprotocols=["foxglove.sdk.v1"], proxy=None) as connection:
        names: dict[int, str] = {}
        while not names or len(found) < len(names):
            message = await connection.recv()
            if isinstance(message, bytes):
                if message[0] == 1:
                    found[names[struct.unpack("<I", message[1:5])[0]]] = message[13:]
                continue
            told = json.loads(message)
            if told["op"] == "advertise":
                names |= {number: channel["topic"] for number, channel in enumerate(told["channels"])}
                wanted = [{"id": number, "channelId": each["id"]} for number, each in enumerate(told["channels"])]
                await connection.send(json.dumps({"op": "subscribe", "subscriptions": wanted}))
    return found


def test_a_client_gets_shapes_poses_and_states():
    from motorpool.recording.foxglove_messages import message_class

    world = World(fleets=[Fleet("bicycle", 2)])
    with FoxgloveServer(world, port=0) as server:
        pacer = Pacer(world)
        pacer.start()
        try:
            found = asyncio.run(asyncio.wait_for(first_messages(server.url), patience(30.0)))
        finally:
            pacer.stop()
    assert set(found) == {"/bicycle/arc/scene", "/bicycle/arc/transforms", "/bicycle/arc/state"}
    transforms = message_class("FrameTransforms").FromString(found["/bicycle/arc/transforms"])
    assert [each.child_frame_id for each in transforms.transforms] == ["bicycle/arc/0", "bicycle/arc/1"]
    assert len(message_class("SceneUpdate").FromString(found["/bicycle/arc/scene"]).entities) == 2


def test_a_port_in_use_is_refused_in_a_sentence():
    world = World(fleets=[Fleet("bicycle", 1)])
    with FoxgloveServer(world, port=0) as server, pytest.raises(RosError, match="--foxglove-port"):
        FoxgloveServer(world, port=server.port)
