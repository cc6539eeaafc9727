"""The live page's server among strangers: garbage, floods, foreign sites, missing tokens."""

import contextlib
import json

import httpx
import pytest
from screenless_browser import ScreenlessBrowser, eventually
from websockets.exceptions import ConnectionClosed, InvalidStatus

import motorpool as mp
from motorpool.app.viewer import Viewer
from motorpool.app.viewer.schema import live
from motorpool.app.viewer.serving import binary_messages
from motorpool.errors import ViewerError
from motorpool.links.serving.access import NO_LINK, Access, is_loopback

TOKEN = "correct-horse-battery-staple"


@pytest.fixture(scope="module")
def world():
    return mp.World(fleets=[mp.Fleet("bicycle", 3)])


@pytest.fixture
def viewer(world):
    with Viewer(world, port=0) as viewer:
        yield viewer


@pytest.fixture
def guarded(world):
    with Viewer(world, port=0, token=TOKEN) as viewer:
        yield viewer


def close_code(browser):
    with pytest.raises(ConnectionClosed) as closed:
        browser.until(lambda _: False)
    return closed.value.rcvd.code


def refusal(viewer, **options):
    with pytest.raises(InvalidStatus) as refused:
        ScreenlessBrowser(viewer, **options)
    return refused.value.response.status_code


# ---------------------------------------------------------------- what a browser says


@pytest.mark.parametrize(
    "message",
    [
        b"",
        b"\x00",
        b"\x01" * 8,
        b"\x01" * 10,
        b"\x02",
        b"\xff" * 9,
        bytes(4000),
        "",
        "hello",
        "{}",
        "[" * 4000,
        '{"type":"rate","value":NaN}',
        '{"type":"take","vehicle":"1"}',
        '{"type":"take","vehicle":1e400}',
        '{"type":"\\ud800"}',
    ],
)
def test_what_is_not_understood_ends_the_connection_with_1003(viewer, message):
    with ScreenlessBrowser(viewer) as browser:
        browser.socket.send(message)
        assert close_code(browser) == 1003
    with ScreenlessBrowser(viewer) as another:
        another.frame()


def test_a_text_over_four_kilobytes_ends_the_connection_with_1009(viewer):
    with ScreenlessBrowser(viewer) as browser:
        browser.socket.send(json.dumps({"type": "pause", "padding": "x" * live.MAX_TEXT_BYTES}))
        assert close_code(browser) == 1009


def test_a_message_over_sixteen_kilobytes_ends_the_connection_with_1009(viewer):
    with ScreenlessBrowser(viewer) as browser:
        browser.socket.send(bytes(20_000))
        assert close_code(browser) == 1009


def test_a_flood_ends_only_its_own_connection(viewer):
    with ScreenlessBrowser(viewer) as honest, ScreenlessBrowser(viewer) as flooding:
        for _ in range(1000):
            with contextlib.suppress(ConnectionClosed):
                flooding.socket.send(binary_messages.encode_acknowledgement(0))
        assert close_code(flooding) == 1008
        before = honest.frame().header["tick"]
        honest.until(lambda frame: frame.header["tick"] > before + 10)


def test_stale_and_repeated_inputs_do_not_count(viewer):
    with ScreenlessBrowser(viewer) as browser:
        browser.take(0)
        browser.sequence = 1000
        browser.drive(throttle=1.0)
        browser.until(lambda frame: frame.header["acknowledged_input"] == 1001)
        browser.sequence = 5
        browser.drive(throttle=-1.0)
        browser.sequence = 1001
        browser.drive(throttle=1.0)
        browser.until(lambda frame: frame.header["acknowledged_input"] == 1002)
        assert all(frame.own["throttle"] >= 0 for frame in browser.frames)


def test_an_input_of_a_watcher_moves_nothing(viewer, world):
    with ScreenlessBrowser(viewer) as browser:
        browser.drive(throttle=1.0)
        browser.until(lambda frame: frame.header["acknowledged_input"] == 1)
        assert set(world.vehicles.driver) == {0}


# ---------------------------------------------------------------- who comes in


@pytest.mark.parametrize(
    "origin",
    [
        *("http://evil.example", "null", "http://127.0.0.1", "http://localhost:1", "https://"),
        *("http://[", "http://]", "[", "//", "http://[::1", "http://%s@evil", "ftp://localhost", "http://\xe9"),
    ],
)
def test_another_sites_script_is_refused(viewer, origin):
    assert refusal(viewer, origin=origin) == 403
    assert httpx.get(f"{viewer.url}world.json", headers={"origin": origin.encode("latin-1")}).status_code == 403


def test_our_own_page_is_let_in(viewer):
    with ScreenlessBrowser(viewer, origin=viewer.url.rstrip("/")) as browser:
        browser.frame()


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "", "[", "127.0.0.1.evil.example:80"])
def test_a_foreign_name_rebound_to_this_machine_is_refused(viewer, host):
    assert httpx.get(viewer.url, headers={"host": host}).status_code == 400


def test_answers_carry_the_safety_headers_and_do_not_name_the_server(viewer):
    headers = httpx.get(f"{viewer.url}world.json").headers
    assert headers["content-security-policy"].startswith("default-src 'self'")
    assert headers["x-content-type-options"] == "nosniff"
    assert "server" not in headers


def test_only_reading_is_allowed(viewer):
    assert httpx.post(f"{viewer.url}world.json").status_code == 405


def test_compression_of_messages_is_never_agreed_to(viewer):
    with ScreenlessBrowser(viewer, compression="deflate") as browser:
        assert "sec-websocket-extensions" not in browser.socket.response.headers


def test_when_all_places_are_taken_the_next_visitor_is_informed(world):
    with Viewer(world, port=0, max_clients=2) as viewer:
        with ScreenlessBrowser(viewer), ScreenlessBrowser(viewer):
            assert refusal(viewer) == 503
        eventually(lambda: not viewer.hub.clients)
        with ScreenlessBrowser(viewer) as browser:
            browser.frame()


# ---------------------------------------------------------------- tokens and roles


@pytest.mark.parametrize(
    "path", ["", "world.json", "terrain.bin", "surface.bin", "roads.bin", "decks.bin", "objects.bin", "assets/main.js"]
)
@pytest.mark.parametrize("query", ["", "?token=", "?token=wrong", f"?token={TOKEN}x"])
def test_without_the_right_token_nothing_is_shown(guarded, path, query):
    bare = guarded.url.partition("?")[0]
    assert httpx.get(f"{bare}{path}{query}").status_code == 403


def test_without_the_right_token_no_socket_opens(guarded):
    assert refusal(guarded) == 403
    assert refusal(guarded, token="wrong") == 403


def test_the_link_puts_its_token_into_a_cookie_and_out_of_the_address(guarded):
    with httpx.Client() as client:
        answer = client.get(guarded.url)
        assert (answer.status_code, answer.headers["location"]) == (303, "/")
        assert client.get(f"{guarded.url}&quality=low").headers["location"] == "/?quality=low"
        cookie = answer.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=lax" in cookie
        assert client.get(answer.url.join("/world.json")).status_code == 200
        name, _, value = answer.headers["set-cookie"].partition(";")[0].partition("=")
    with ScreenlessBrowser(guarded, cookie=f"{name}={value}") as browser:
        assert browser.welcome["role"] == "instructor"


def test_a_driver_drives_but_does_not_pause(guarded, world):
    driver_token = guarded.driver_url.partition("token=")[2]
    with ScreenlessBrowser(guarded, token=driver_token) as browser:
        assert browser.welcome["role"] == "driver"
        browser.take(0)
        for command in ({"type": "pause"}, {"type": "step"}, {"type": "resume"}, {"type": "rate", "value": 2}):
            browser.say(**command)
            assert "only an instructor" in browser.told("refused")["reason"]
        browser.until(lambda frame: frame.own["speed"] > 0.5, driving={"throttle": 1.0})
    assert not guarded.pacer.is_paused


def test_health_needs_no_token(guarded):
    assert httpx.get(f"{guarded.url.partition('?')[0]}health").json() == {"status": "ok"}


def test_only_loopback_goes_without_a_token():
    assert Access.for_host("127.0.0.1", None).is_open
    beyond = Access.for_host("0.0.0.0", None)
    for token, role in ((beyond.instructor_token, "instructor"), (beyond.driver_token, "driver")):
        shown, reason = beyond.follow(token, "192.0.2.1")
        assert (shown.role, shown.address, reason) == (role, "192.0.2.1", "")
    for token in ("", "é", "x" * 32):
        assert beyond.follow(token, "192.0.2.1") == (None, NO_LINK)


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("localhost", True),
        ("127.1.2.3", True),
        ("::1", True),
        ("0.0.0.0", False),
        ("10.0.0.1", False),
        ("a.org", False),
    ],
)
def test_loopback_is_known(host, expected):
    assert is_loopback(host) == expected


@pytest.mark.parametrize("token", ["", "short", "long enough but spaces", "ümlautümlautümlaut", "a/b?c#d&e=f-ghijkl"])
def test_a_weak_or_unlinkable_token_is_refused(world, token):
    with pytest.raises(ViewerError, match="at least 16"):
        Viewer(world, port=0, token=token)
