"""Strangers at the live page's port who never become visitors: silence, drips, crowds, oversize and nonsense."""

import asyncio
import base64
import contextlib
import logging
import os
import random
import socket
import struct
import time

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pace import patience
from screenless_browser import DEADLINE, ScreenlessBrowser, eventually
from starlette.responses import PlainTextResponse
from websockets.exceptions import ConnectionClosed, InvalidStatus

import motorpool as mp
from motorpool.app.viewer import Viewer
from motorpool.app.viewer.people.access_control import AccessControl
from motorpool.app.viewer.serving import connections, service
from motorpool.app.viewer.serving.static import PIECE_BYTES, File, Page
from motorpool.links.serving.access import Access

GET = b"GET /health HTTP/1.1\r\nHost: localhost\r\n"


@pytest.fixture(scope="module")
def world():
    return mp.World(fleets=[mp.Fleet("bicycle", 3)])


@pytest.fixture
def viewer(world, tmp_path):
    (tmp_path / "index.html").write_text("the page")
    with Viewer(world, port=0, page=Page(tmp_path)) as viewer:
        yield viewer


@contextlib.contextmanager
def connections_to(viewer, count):
    """So many connections that say nothing."""
    with contextlib.ExitStack() as stack:
        yield [stack.enter_context(connect(viewer)) for _ in range(count)]


def connect(viewer):
    return socket.create_connection(("127.0.0.1", viewer.port), timeout=DEADLINE)


def all_of(connection):
    """Everything until the server ends the connection."""
    received = b""
    with contextlib.suppress(ConnectionResetError):
        while piece := connection.recv(65_536):
            received += piece
    return received


def status_of(viewer, request):
    """The status of the answer to these bytes; 0 where the connection is ended without one."""
    with connect(viewer) as connection:
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            connection.sendall(request)
        words = all_of(connection).split(None, 2)
        return int(words[1]) if words else 0


def handshake(*more, target="/ws", method="GET", key=None):
    """The beginning of a websocket."""
    key = key or base64.b64encode(os.urandom(16)).decode()
    lines = [f"{method} {target} HTTP/1.1", "Host: localhost", "Connection: Upgrade", "Upgrade: websocket"]
    lines += [f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", *more, "", ""]
    return "\r\n".join(lines).encode("latin-1")


def frame(opcode, content=b"", *, fin=True, reserved=0, length=None):
    """A frame as a browser sends it, masked with zeros."""
    length = len(content) if length is None else length
    head = bytes([(0x80 if fin else 0) | reserved | opcode])
    size = bytes([0x80 | length]) if length < 126 else b"\xff" + struct.pack(">Q", length)
    return head + size + bytes(4) + content


def is_well(viewer):
    """Return whether the server answers others; ask again where a slow machine let the header's deadline pass."""

    def answer():
        with contextlib.suppress(httpx.TransportError):
            return httpx.get(f"{viewer.url}health", timeout=DEADLINE)
        return None

    return eventually(answer).json() == {"status": "ok"}


# ---------------------------------------------------------------- number and time


def test_a_crowd_of_idle_connections_keeps_no_client_out(viewer):
    with connections_to(viewer, 300) as idle:
        assert is_well(viewer)
        assert httpx.get(viewer.url).text == "the page"
        with ScreenlessBrowser(viewer) as browser:
            browser.frame()
        ended = [connection for connection in idle[:200] if all_of(connection) == b""]  # the oldest went first
        assert len(ended) == 200


def test_a_crowd_of_many_addresses_ends_the_oldest_of_the_busiest_one(viewer, monkeypatch):
    ports = iter(range(1000))
    monkeypatch.setattr(connections, "HEADER_PATIENCE", DEADLINE)
    monkeypatch.setattr(connections, "MAX_IN_ALL", 10)
    monkeypatch.setattr(connections, "address_of", lambda host: f"address {max(0, next(ports) - 6)}")
    with connections_to(viewer, 20) as idle:
        assert is_well(viewer)
        assert all_of(idle[0]) == b""
        idle[19].sendall(GET + b"Connection: close\r\n\r\n")
        assert b"200 OK" in all_of(idle[19])


def test_a_client_that_asks_for_nothing_is_left(viewer, monkeypatch):
    monkeypatch.setattr(connections, "HEADER_PATIENCE", 0.1)
    with connect(viewer) as silent:
        assert all_of(silent) == b""


def test_a_client_that_asks_a_byte_at_a_time_is_left(viewer, monkeypatch):
    monkeypatch.setattr(connections, "HEADER_PATIENCE", 0.2)
    with connect(viewer) as dripping:
        assert is_ended_while_dripping(dripping)


def test_a_client_that_asks_a_byte_at_a_time_the_second_time_is_left(world, monkeypatch):
    monkeypatch.setattr(service, "IDLE_PATIENCE", 1)
    with Viewer(world, port=0) as viewer, connect(viewer) as dripping:
        dripping.sendall(GET + b"\r\n")
        assert dripping.recv(65_536).startswith(b"HTTP/1.1 200")
        assert is_ended_while_dripping(dripping)


def is_ended_while_dripping(connection):
    """Return whether the server ends a connection on which a header grows for ever, but slowly."""
    end = time.monotonic() + DEADLINE
    connection.settimeout(0.02)
    try:
        connection.sendall(GET)
        while time.monotonic() < end:
            connection.sendall(b"X")
            with contextlib.suppress(TimeoutError):
                if not connection.recv(100):
                    return True
    except (BrokenPipeError, ConnectionResetError):
        return True
    return False


def test_a_client_that_never_takes_an_answer_is_left_for_one_that_asks(world, monkeypatch):
    monkeypatch.setattr(connections, "MAX_FROM_ONE", 2)
    with Viewer(world, port=0) as viewer, connections_to(viewer, 2) as deaf:
        for connection in deaf:
            connection.sendall(GET.replace(b"/health", b"/terrain.bin") + b"\r\n")
        assert is_well(viewer)


def test_large_answers_wait_in_pieces():
    content = os.urandom(10 * PIECE_BYTES + 1)
    sent = []

    async def send(message):
        sent.append(message)

    request = type("Request", (), {"headers": {}})()
    answer = File(lambda: content, media_type="application/octet-stream").respond(request)
    asyncio.run(answer({"type": "http"}, None, send))
    pieces = [message["body"] for message in sent[1:]]
    assert b"".join(pieces) == content
    assert max(map(len, pieces)) == PIECE_BYTES
    assert [message["more_body"] for message in sent[1:]] == [True] * 10 + [False]


def test_one_address_beyond_this_machine_has_few_websockets(viewer, monkeypatch):
    monkeypatch.setattr(connections, "address_of", lambda _: "203.0.113.7")
    monkeypatch.setattr(connections, "MAX_SOCKETS_FROM_ONE", 2)
    with ScreenlessBrowser(viewer), ScreenlessBrowser(viewer):
        with pytest.raises(InvalidStatus) as refused:
            ScreenlessBrowser(viewer)
        assert refused.value.response.status_code == 503
        assert is_well(viewer)
    eventually(lambda: not viewer.hub.clients)
    with ScreenlessBrowser(viewer) as browser:
        browser.frame()


def test_a_client_that_does_not_take_leave_makes_room_for_others(viewer, monkeypatch):
    monkeypatch.setattr(connections, "MAX_SOCKETS", 3)
    with contextlib.ExitStack() as stack:
        for _ in range(3):
            lingering = stack.enter_context(connect(viewer))
            lingering.sendall(handshake())
            lingering.recv(65_536)
            lingering.sendall(frame(1, b"nonsense"))
        eventually(lambda: not viewer.hub.clients)
        with ScreenlessBrowser(viewer) as browser:
            browser.frame()


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("127.0.0.1", "loopback"),
        ("127.3.2.1", "loopback"),
        ("::1", "loopback"),
        ("::ffff:127.0.0.1", "loopback"),
        ("", ""),
    ],
)
def test_addresses_of_one_owner_count_as_one(host, counted):
    assert connections.address_of(host) == counted


# ---------------------------------------------------------------- size and form of a request


OVERSIZE = {
    "a long query": (f"/?{9000 * 'x'}", (), 414),
    "a query without end": (f"/?{60_000 * 'x'}", (), 414),
    "a long path": (f"/{5000 * 'x'}", (), 414),
    "a long header": ("/", (f"X: {9000 * 'x'}",), 431),
    "many headers": ("/", tuple(f"X{i}: 1" for i in range(150)), 431),
    "large headers": ("/", tuple(f"X{i}: {700 * 'x'}" for i in range(90)), 431),
    "a body": ("/", ("Content-Length: 1000000000",), 413),
    "a folded length": ("/", ("Content-Length:", " 1000000000"), 413),
    "a body of unknown length": ("/", ("Transfer-Encoding: chunked",), 413),
}


@pytest.mark.parametrize(("target", "headers", "status"), OVERSIZE.values(), ids=OVERSIZE)
@pytest.mark.parametrize("is_socket", [False, True], ids=["page", "socket"])
def test_what_is_too_large_is_answered_at_once(viewer, target, headers, status, is_socket):
    request = "\r\n".join([f"GET {target} HTTP/1.1", "Host: localhost", *headers, "", ""]).encode()
    if is_socket:
        request = handshake(*headers, target=target.replace("/", "/ws", 1))
    assert status_of(viewer, request) == status
    assert is_well(viewer)


def test_a_header_without_end_is_answered_at_once(viewer):
    assert status_of(viewer, b"GET /" + 5000 * b"x") == 414
    assert status_of(viewer, GET + b"X: " + 9000 * b"x") == 431


def test_a_handshake_that_the_library_cannot_read_is_answered(viewer, monkeypatch):
    monkeypatch.setattr(connections, "MAX_TARGET_BYTES", 60_000)
    monkeypatch.setattr(connections, "MAX_LINE_BYTES", 60_000)
    for request in (handshake(target=f"/ws?{9000 * 'x'}"), handshake(f"X: {9000 * 'x'}")):
        assert status_of(viewer, request) == 400


NONSENSE = {
    "secure": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400),
    "another protocol": (b"SSH-2.0-OpenSSH_9.6\r\n\r\n", 400),
    "HTTP/2": (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400),
    "no host": (b"GET / HTTP/1.0\r\n\r\n", 400),
    "two hosts": (b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n", 400),
    "no path": (b"OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", 400),
    "a proxy's address": (b"GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", 400),
    "a tunnel": (b"CONNECT evil.example:80 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", 400),
    "NUL": (b"GET /%00 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", 404),
    "a raw NUL": (b"GET /\x00 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", 400),
    "a parent folder": (b"GET /../../etc/passwd HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", 404),
    "a hidden one": (b"GET /%2e%2e/%c0%ae/%ff HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", 404),
    "PUT": (b"PUT / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", 405),
    "OPTIONS": (b"OPTIONS / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", 405),
    "TRACE": (b"TRACE / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", 405),
    "HEAD": (b"HEAD / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", 200),
    "a strange upgrade": (GET + b"Connection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n", 200),
    "a socket by POST": (handshake(method="POST"), 405),
    "a socket with a wrong key": (handshake(key="x"), 400),
    "a socket elsewhere": (handshake(target="/elsewhere"), 403),
    "a socket at the page": (handshake(target="/health"), 403),
    "a socket outside": (handshake(target="http://evil.example/ws"), 400),
    "a socket from elsewhere": (handshake("Origin: http://["), 403),
    "a foreign host": (b"GET / HTTP/1.1\r\nHost: [::1\r\nConnection: close\r\n\r\n", 400),
}


@pytest.mark.parametrize(("request_bytes", "status"), NONSENSE.values(), ids=NONSENSE)
def test_nonsense_is_answered_cleanly(viewer, caplog, request_bytes, status):
    with caplog.at_level(logging.WARNING):
        assert status_of(viewer, request_bytes) == status
    assert is_well(viewer)
    assert [record for record in caplog.records if record.name.startswith("uvicorn")] == []


@pytest.mark.parametrize("seed", range(20))
def test_random_bytes_do_no_harm(viewer, seed, caplog, monkeypatch):
    monkeypatch.setattr(connections, "HEADER_PATIENCE", patience(0.5))
    draw = random.Random(seed)
    good = handshake("Origin: http://localhost", "Cookie: a=b") + frame(1, b"{}") if seed % 2 else GET + b"\r\n"
    request = bytearray(good)
    for _ in range(draw.randrange(1, 8)):
        request[draw.randrange(len(request))] = draw.randrange(256)
    assert status_of(viewer, bytes(request) + b"\r\n\r\n") != 500
    assert is_well(viewer)
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


_HEADER = st.binary(max_size=60) | st.text("[]:/@%.?#localhst0189", max_size=20).map(str.encode)


@given(
    host=_HEADER,
    origin=st.none() | _HEADER,
    cookie=_HEADER,
    authorization=_HEADER,
    query=st.binary(max_size=60),
    path=st.text(max_size=20),
    kind=st.sampled_from(["http", "websocket"]),
)
def test_whatever_the_headers_say_the_gate_answers_or_lets_in(host, origin, cookie, authorization, query, path, kind):
    headers = [(b"host", host), (b"cookie", cookie), (b"authorization", authorization)]
    headers += [] if origin is None else [(b"origin", origin)]
    scope = {"type": kind, "scheme": "http", "method": "GET", "path": path, "query_string": query, "headers": headers}
    scope |= {"server": ("127.0.0.1", 1), "extensions": {"websocket.http.response": {}}}
    gate = AccessControl(
        PlainTextResponse("in"), access=Access.for_host("0.0.0.0", "x" * 16), host="127.0.0.1", cookie="token"
    )
    sent = []

    async def send(message):
        sent.append(message)

    asyncio.run(gate(scope, None, send))
    assert sent[0]["status"] in {200, 303, 400, 403}
    assert sent[0]["status"] != 200 or path == "/health"


# ---------------------------------------------------------------- websockets


@pytest.mark.parametrize(
    ("bytes_sent", "code"),
    [
        (frame(1, b"\xff\xfe"), 1007),
        (frame(1, b"{}", reserved=0x40), 1002),  # as if it were compressed
        (frame(3, b"{}"), 1002),
        (frame(2, b"", length=2**62), 1009),
        (frame(9, bytes(126), length=126), 1002),
        (frame(0, b"x"), 1002),
        (b"\x81\x02{}", 1002),  # not masked
        (frame(8, b"\x03"), 1002),
    ],
    ids=[
        "text that is none",
        "compressed",
        "reserved",
        "endless",
        "a large ping",
        "no beginning",
        "bare",
        "bad goodbye",
    ],
)
def test_frames_that_break_the_protocol_end_their_own_connection(viewer, caplog, bytes_sent, code):
    with ScreenlessBrowser(viewer) as browser:
        browser.socket.socket.sendall(bytes_sent)
        with pytest.raises(ConnectionClosed) as closed:
            browser.until(lambda _: False)
        assert closed.value.rcvd.code == code
    assert is_well(viewer)
    assert [record for record in caplog.records if record.name.startswith("uvicorn")] == []


@pytest.mark.parametrize(
    "flood",
    [
        2000 * frame(9),
        2000 * frame(10),
        frame(2, fin=False) + 2000 * frame(0, fin=False),
        500 * frame(9, bytes(120)),
        300 * frame(1, b'{"type":"resume"}'.ljust(4000)),
    ],
    ids=["pings", "pongs", "fragments", "large pings", "bytes"],
)
def test_a_flood_below_the_messages_ends_its_own_connection(viewer, flood):
    with ScreenlessBrowser(viewer) as honest, ScreenlessBrowser(viewer) as flooding:
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            flooding.socket.socket.sendall(flood)
        with pytest.raises(ConnectionClosed):
            flooding.until(lambda _: False)
        before = honest.frame().header["tick"]
        honest.until(lambda frame: frame.header["tick"] > before + 10)


@pytest.mark.parametrize("protocols", ["a", "a, b, , c", ",,,", "\xe9", "x" * 5000])
def test_subprotocols_are_neither_agreed_to_nor_stumbled_over(viewer, protocols):
    with connect(viewer) as connection:
        connection.sendall(handshake(f"Sec-WebSocket-Protocol: {protocols}"))
        answer = connection.recv(65_536).lower()
    assert int(answer.split(None, 2)[1]) in (101, 400)
    assert b"sec-websocket-protocol:" not in answer
    assert is_well(viewer)


def test_compression_is_not_offered(viewer):
    with connect(viewer) as connection:
        connection.sendall(handshake("Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits"))
        answer = connection.recv(65_536).lower()
    assert answer.startswith(b"http/1.1 101")
    assert b"sec-websocket-extensions" not in answer
