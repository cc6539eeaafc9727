"""Every server of the project, started for a test, and clients that behave badly at it."""

import base64
import contextlib
import functools
import json
import os
import socket
import struct
import time
from collections.abc import Callable, Generator, Iterable
from typing import Any, NamedTuple

import pytest
from pace import patience

import motorpool as mp

VEHICLES = 120
SILENT, HALF, HUGE = "says nothing", "sends half a request", "sends a huge header"
DEAF, DRIP = "reads nothing of all that it asked for", "reads a byte at a time of all that it asked for"
BEHAVIOURS = (SILENT, HALF, HUGE, DEAF, DRIP)


class Server(NamedTuple):
    """A server, and how a client enters it and asks for all that it sends."""

    port: int
    path: str  # of its websocket
    requests: list[str]  # messages that ask for everything
    step: Callable[[], None]  # of the world, if it has one; the server's clients are told of it
    stop: Callable[[], None]
    subprotocol: str = ""


def _page() -> Server:
    from motorpool.app.viewer import Viewer

    world = _world()
    pacer = mp.Pacer(world)
    pacer.pause()
    viewer = Viewer(world, port=0, pacer=pacer).start()

    def step() -> None:
        tick, end = world.tick, time.monotonic() + patience(20.0)
        pacer.step_once()
        while world.tick == tick and time.monotonic() < end:
            time.sleep(1e-4)

    watch = [json.dumps({"type": "watch", "vehicle": 0})]
    return Server(viewer.port, "/ws?client=" + 22 * "x", watch, step, viewer.stop)


def _playground() -> Server:
    from motorpool.app.viewer import Playground

    playground = Playground(port=0).start()
    return Server(playground.port, "/playground/socket", [], lambda: time.sleep(0.001), playground.stop)


def _rosbridge() -> Server:
    from motorpool.links.ros.node import RosNode
    from motorpool.links.ros.rosbridge import Rosbridge

    world = _world()
    node = RosNode(world)
    server = Rosbridge(node, port=0)
    node.add(server)
    topics = [{"op": "subscribe", "topic": name} for name in node.topics.published]
    return Server(server.port, "/", [json.dumps(topic) for topic in topics], world.step, node.close)


def _foxglove() -> Server:
    pytest.importorskip("foxglove", reason="Foxglove needs foxglove-sdk, which the extra ros installs")
    from motorpool.links.ros.foxglove_server import FoxgloveServer

    world = _world()
    server = FoxgloveServer(world, port=0)
    wanted = [{"id": number, "channelId": number} for number in range(1, 40)]
    ask = [json.dumps({"op": "subscribe", "subscriptions": [one]}) for one in wanted]
    return Server(server.port, "/", ask, world.step, server.close, subprotocol="foxglove.sdk.v1")


# Ray's server and Zenoh's router are other programs; DIS has no connections.
SERVERS = {"the page": _page, "the playground": _playground, "rosbridge": _rosbridge, "Foxglove": _foxglove}


def _world() -> mp.World:
    return mp.World(fleets=[mp.Fleet("bicycle", VEHICLES)])


@contextlib.contextmanager
def running(name: str) -> Generator[Server, None, None]:
    """Start a server, and stop it at the end unless the test has."""
    server = SERVERS[name]()
    server = server._replace(stop=functools.cache(server.stop))  # once
    try:
        yield server
    finally:
        server.stop()


def enter(server: Server, *, receives: int = 1 << 16, headers: Iterable[str] = ()) -> tuple[socket.socket, int]:
    """Open a websocket by hand, and return its socket and the status of the answer.

    Args:
        receives: bytes that the system keeps for the client before it reads.
        headers: further ones, or others for those of the same name.
    """
    connection = connect(server, receives=receives)
    host = f"127.0.0.1:{server.port}"
    lines = {"Host": host, "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}
    lines["Sec-WebSocket-Key"] = base64.b64encode(os.urandom(16)).decode()
    if server.subprotocol:
        lines["Sec-WebSocket-Protocol"] = server.subprotocol
    lines |= dict(header.split(": ", 1) for header in headers)
    request = [f"GET {server.path} HTTP/1.1", *(f"{name}: {value}" for name, value in lines.items()), "", ""]
    connection.sendall("\r\n".join(request).encode("latin-1"))
    answer = b""
    while b"\r\n" not in answer and (piece := connection.recv(1)):
        answer += piece
    return connection, int(answer.split()[1]) if answer else 0


def connect(server: Server, *, receives: int = 1 << 16) -> socket.socket:
    """Open a connection."""
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receives)
    connection.settimeout(patience(20.0))
    connection.connect(("127.0.0.1", server.port))
    return connection


def say(connection: socket.socket, text: str) -> None:
    """Send a text over a websocket, masked with zeros."""
    content = text.encode()
    size = bytes([0x80 | len(content)]) if len(content) < 126 else bytes([0xFE]) + struct.pack(">H", len(content))
    connection.sendall(b"\x81" + size + bytes(4) + content)


def misbehave(server: Server, behaviour: str) -> socket.socket:
    """Connect and behave badly; what goes on with time is `drip`."""
    if behaviour in (DEAF, DRIP):
        connection, status = enter(server, receives=4096)
        assert status == 101
        for request in server.requests:
            say(connection, request)
        return connection
    connection = connect(server)
    words = {SILENT: b"", HALF: b"GET / HTTP/1.1\r\nHost: local", HUGE: b"GET / HTTP/1.1\r\nX: " + (1 << 20) * b"x"}
    with contextlib.suppress(OSError):  # refused before its end
        connection.sendall(words[behaviour])
    return connection


def drip(connection: socket.socket, behaviour: str) -> Any:
    """Go on to behave badly."""
    if behaviour == DRIP:
        with contextlib.suppress(OSError):
            connection.recv(1)
