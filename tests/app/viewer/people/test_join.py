"""The ways in for other machines: addresses that they can reach, and QR codes that say what the links say."""

import re
import socket
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
import segno

import motorpool as mp
from motorpool.app.viewer import Viewer
from motorpool.app.viewer.people.join import QUIET_ZONE, addresses_of, qr_picture, reachable
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.links.serving.listening import listen

LINK = "http://198.51.100.7:8765/?token=" + "t" * 32


def modules_of(picture: bytes) -> set[tuple[int, int]]:
    """The dark squares of a code, column and row, read from the strokes of the picture (one a row, 1 high)."""
    (path,) = re.findall(rb'<path[^>]* stroke="#000"[^>]* d="([^"]+)"|<path[^>]* d="([^"]+)" stroke', picture)
    dark: set[tuple[int, int]] = set()
    x, y = 0.0, 0.0
    for step, dx, dy in re.findall(rb"([Mmh])(-?[\d.]+)(?:[ ,](-?[\d.]+)|(?=[mh-])|$)", next(filter(None, path))):
        if step == b"M":
            x, y = float(dx), float(dy)
        elif step == b"m":
            x, y = x + float(dx), y + float(dy or 0)
        else:
            dark |= {(int(x) + k, int(y)) for k in range(int(dx))}
            x += float(dx)
    return dark


def test_the_picture_of_a_link_has_the_squares_of_its_code():
    """Segno's own matrix, a row of bytes a line, inside of the quiet zone that readers need."""
    matrix = segno.make(LINK, error="m", micro=False).matrix
    expected = {
        (column + QUIET_ZONE, row + QUIET_ZONE)
        for row, line in enumerate(matrix)
        for column, is_dark in enumerate(line)
        if is_dark
    }
    assert modules_of(qr_picture(LINK)) == expected


def test_the_picture_needs_no_style_and_no_script():
    picture = qr_picture(LINK)
    assert picture.startswith(b"<svg ")
    assert not re.search(rb"style=|<script|<style|href", picture)
    assert b'fill="#fff"' in picture  # on dark pages, too


def test_addresses_that_others_cannot_use_are_left_out_and_short_ones_come_first():
    found = ["2001:db8::7", "127.0.0.1", "192.0.2.7", "fe80::1%eth0", "0.0.0.0", "192.0.2.7", "::1", "198.51.100.2"]
    assert reachable(found, {socket.AF_INET, socket.AF_INET6}) == ["192.0.2.7", "198.51.100.2", "2001:db8::7"]
    assert reachable(found, {socket.AF_INET}) == ["192.0.2.7", "198.51.100.2"]


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_a_server_for_this_machine_alone_has_no_way_in(host):
    listener = listen(host, 0)
    with listener.socket:
        assert addresses_of(listener.host, listener.socket) == []


def test_links_have_numbers_that_answer_and_the_drivers_token(monkeypatch, capsys):
    monkeypatch.setattr("motorpool.app.viewer.people.join.lan_addresses", lambda: ["198.51.100.7", "198.51.100.8"])
    world = mp.World(fleets=[mp.Fleet("bicycle", 1)], terrain=Terrain.flat(size=100.0))
    with Viewer(world, host="0.0.0.0", port=0) as viewer:
        assert urlsplit(viewer.url).hostname == "198.51.100.7"
        token = viewer.access.driver_token
        here = f"http://127.0.0.1:{viewer.port}"
        bearer = {"authorization": f"Bearer {viewer.access.instructor_token}"}
        links = httpx.get(f"{here}/session.json", headers=bearer).json()["links"]
        assert [urlsplit(link["url"]).hostname for link in links] == ["198.51.100.7", "198.51.100.8"]
        assert all(parse_qs(urlsplit(link["url"]).query) == {"token": [token]} for link in links)
        code = httpx.get(f"{here}/{links[1]['code']}", headers=bearer)
        assert code.headers["content-type"] == "image/svg+xml"
        assert code.content == qr_picture(links[1]["url"])
        assert httpx.get(f"{here}/join/2.svg", headers=bearer).status_code == 404
        assert httpx.get(f"{here}/{links[0]['code']}").status_code == 403  # it holds the token
        viewer.links.print_way_in()
    first, second = capsys.readouterr().out.splitlines()  # no code, for this is no terminal
    assert first == f"Drivers, who may not pause it, come in by {links[0]['url']}"
    assert second == f"or by {links[1]['url']}"
