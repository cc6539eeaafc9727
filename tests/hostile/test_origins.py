"""Pages of other sites and of other ports of this machine, and names that are rebound to it, at every server."""

import pytest
from servers import SERVERS, enter, running

from motorpool.errors import ViewerError
from motorpool.links.serving.origins import Origins

GUARDED = sorted(SERVERS.keys() - {"Foxglove"})  # its program may be a page of any site; it only publishes
REFUSED = (400, 403)
FOREIGN = [
    *("http://localhost:3000", "http://127.0.0.1:1", "http://127.0.0.1", "http://localhost", "https://localhost"),
    *("http://evil.example", "http://[::1]:8765", "null", "", "http://", "file://", "chrome-extension://abc"),
]
OTHER_NAMES = ["evil.example", "evil.example:PORT", "localhost.evil.example", "127.0.0.1.evil.example:PORT", ""]


@pytest.fixture(scope="module", params=GUARDED)
def server(request: pytest.FixtureRequest):
    with running(request.param) as server:
        yield server


def status(server, *headers: str) -> int:
    port = str(server.port)
    connection, status = enter(server, headers=[header.replace("PORT", port) for header in headers])
    connection.close()
    return status


@pytest.mark.parametrize("origin", [*FOREIGN, "http://localhost:PORT", "http://127.0.0.1:PORT.evil.example"])
def test_a_page_of_another_origin_is_refused(server, origin: str):
    assert status(server, f"Origin: {origin}") in REFUSED


@pytest.mark.parametrize("host", ["127.0.0.1:PORT", "localhost:PORT", "LOCALHOST:PORT", "[::1]:PORT"])
def test_a_page_of_the_very_address_is_let_in(server, host: str):
    assert status(server, f"Host: {host}", f"Origin: http://{host}") == 101
    assert status(server, f"Host: {host}") == 101  # programs other than browsers send no origin


@pytest.mark.parametrize("host", OTHER_NAMES)
def test_a_name_that_is_rebound_to_this_machine_is_refused(server, host: str):
    assert status(server, f"Host: {host}") in REFUSED
    assert status(server, f"Host: {host}", f"Origin: http://{host}") in REFUSED


def test_an_origin_that_the_user_names_is_let_in():
    rule = Origins.of("127.0.0.1", ["http://Localhost:3000/"])
    hosts = ["127.0.0.1:9090"]
    assert rule.admits_origin(["http://localhost:3000"], hosts)
    assert not rule.admits_origin(["http://localhost:3001"], hosts)
    assert not rule.admits_origin(["http://localhost:3000", "http://evil.example"], hosts)


@pytest.mark.parametrize(
    "origin", ["", "localhost:3000", "*", "null", "http://", "http://a/b", "http://a b", "http://u@a"]
)
def test_what_is_no_origin_cannot_be_named(origin: str):
    with pytest.raises(ViewerError, match="--origin is"):
        Origins.of("127.0.0.1", [origin])
